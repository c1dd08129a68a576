package product

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Constant is the second operand of products or convolutions that a program computes again and again. Its matrices are packed
// at the first of them that needs it, and only once for all programs which have the same constant: so long as any of these is there.
type Constant struct {
	y      *array.Buffer     // its memory stays, and with it the meaning of the key
	groups int               // 0 of a product
	as     [operands]packing // as which operands of products
	rows   copied            // a product's
}

// A copied is a matrix in row-major order, nil if there is no memory for it.
type copied struct {
	once sync.Once
	copy *array.Buffer
}

// A packing is the packed matrices of each group, nil if there is no memory for them.
type packing struct {
	once  sync.Once
	parts []*gemm.Packed
}

// MostPacked is how many bytes packed matrices have at most, all together: what comes after is packed at each product.
// Tests make it smaller.
var MostPacked = 1 << 30

// constants and byteConstants are those there are.
var (
	constants     array.Known[string, Constant]
	byteConstants array.Known[string, Bytes]
)

// reserved is how many bytes packed matrices have, or are about to.
var reserved struct {
	sync.Mutex
	bytes int
}

// ConstantOf returns the second operand of a node of a program, y, for [Constant.Run]; nil if it is not worth packing.
func ConstantOf(n *backend.Node, y *array.Buffer) *Constant {
	if n.Op != ops.MatMul.Op && n.Op != ops.Convolve.Op || !gemm.Has(y.Dtype) || n.Out.Dtype != y.Dtype || y.Len() == 0 {
		return nil
	}
	last := len(n.Out.Shape) - 1
	groups, m := 0, n.Out.Shape[last]
	if n.Op == ops.Convolve.Op {
		c := n.Attrs.(backend.ConvolutionAttrs)
		groups = c.Groups
		m /= groups
		if c.MovesApart() || groups > 1 && m < leastFilters {
			return nil
		}
	} else if !sharesMatrix(y) {
		return nil
	}
	if m < 2 || shape.Size(n.Out.Shape[:last]) < 2 { // products of vectors
		return nil
	}
	return constantOf(y, groups)
}

func constantOf(y *array.Buffer, groups int) *Constant {
	key := fmt.Sprint(y.Mem, y.Offset, y.Dtype, y.Shape, y.Strides, groups)
	return constants.Find(key, func() *Constant { return &Constant{y: y, groups: groups} })
}

// matrix returns the second operand of a product, which it packs if it is not yet; nil if there is no such, or no memory for it.
func (c *Constant) matrix() *gemm.Packed {
	if c == nil {
		return nil
	}
	if parts := c.packed(asSecond); parts != nil {
		return parts[0]
	}
	return nil
}

// lines returns that operand in row-major order, which it copies if it has not yet; nil if there is no such, or no memory for it.
func (c *Constant) lines() *array.Buffer {
	if c == nil {
		return nil
	}
	c.rows.once.Do(func() {
		bytes := c.y.Len() * c.y.Dtype.Size()
		if !reserve(bytes) {
			return
		}
		z, err := array.Clone(nil, c.y)
		if err != nil {
			unreserve(bytes)
			return
		}
		c.rows.copy = z
		runtime.AddCleanup(c, unreserve, bytes)
	})
	return c.rows.copy
}

// packed returns the matrices as operands of products, which it packs if they are not yet.
func (c *Constant) packed(o operand) []*gemm.Packed {
	p := &c.as[o]
	p.once.Do(func() {
		bytes := 2 * c.y.Len() * c.y.Dtype.Size() // about, and most often more than enough
		if !reserve(bytes) {
			return
		}
		p.parts = c.pack(o)
		size := 0
		for _, p := range p.parts {
			size += p.Bytes()
		}
		unreserve(bytes - size)
		runtime.AddCleanup(c, unreserve, size)
	})
	return p.parts
}

func reserve(bytes int) bool {
	reserved.Lock()
	defer reserved.Unlock()
	if reserved.bytes+bytes > MostPacked || backend.CheckMemory(uint64(bytes)) != nil {
		return false
	}
	reserved.bytes += bytes
	return true
}

func unreserve(bytes int) {
	reserved.Lock()
	defer reserved.Unlock()
	reserved.bytes -= bytes
}

func (c *Constant) pack(o operand) []*gemm.Packed {
	if o == transformedFirst || o == transformedSecond {
		return packTransformed(c.y, o == transformedFirst)
	}
	y, r := c.y, len(c.y.Shape)-1
	if c.groups == 0 {
		matrix := gemm.Matrix{At: unsafe.Add(y.Base(), y.Offset*y.Dtype.Size()), Row: y.Strides[r-1], Col: y.Strides[r]}
		return []*gemm.Packed{gemm.Pack(y.Dtype, matrix, y.Shape[r-1], y.Shape[r], nil, gemm.InOne)}
	}
	parts := make([]*gemm.Packed, c.groups)
	each := y.Shape[r] / c.groups
	if o == asFirst {
		for g := range parts {
			parts[g] = packFilters(array.Part(y, r, g*each, each), nil, unstopped)
		}
		return parts
	}
	y, copied, err := mergedRows(nil, y)
	if err != nil {
		return nil
	}
	if copied {
		defer array.Release(y)
	}
	for g := range parts {
		part := array.Part(y, r, g*each, each)
		parts[g] = gemm.PackWindows(y.Dtype, filtersOf(part), shape.Size(part.Shape[:r]), each)
	}
	return parts
}

// Run computes the product or the convolution of node n, whose first operand is that of args.
func (c *Constant) Run(n *backend.Node, args []backend.Buffer, stop *backend.Stop) (backend.Buffer, error) {
	x, out := args[0].(*array.Buffer), n.Out
	out.Stop = stop
	if c.groups > 0 {
		return convolveWith(out, x, c.y, n.Attrs.(backend.ConvolutionAttrs), c.packed, nil)
	}
	z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Inline: out.Inline})
	if err != nil {
		return nil, err
	}
	multiplyTiles(stop, z, x, c.y, c.matrix(), nil)
	return z, nil
}

// Biased is a product by a constant whose rows a vector is added to, while they are in a cache. The result is that of the product and the sum behind it,
// bit for bit.
type Biased struct{ constant *Constant }

// TakesBias reports whether a node of MatMul with these operands, whose second is a constant, may be [Biased] by a vector.
func TakesBias(n *backend.Node, x, y, bias backend.Spec) bool {
	if !multipliesIn(bias.Dtype, n, x, y) || n.Out.Dtype != bias.Dtype || !gemm.AddsBias(bias.Dtype) {
		return false
	}
	m, last := n.Out.Shape[len(n.Out.Shape)-1], len(bias.Shape)-1
	return m > 1 && last >= 0 && bias.Shape[last] == m && shape.Size(bias.Shape) == m
}

// BiasedOf returns what computes a node of such products by constant y: its operands are those of the product, and the vector.
func BiasedOf(n *backend.Node, y *array.Buffer) *Biased { return &Biased{ConstantOf(n, y)} }

// Run computes the product of node n and the sum behind it.
func (b *Biased) Run(n *backend.Node, args []backend.Buffer, stop *backend.Stop) (backend.Buffer, error) {
	z, err := array.NewResult(backend.Spec{Dtype: n.Out.Dtype, Shape: n.Out.Shape, Inline: n.Out.Inline})
	if err != nil {
		return nil, err
	}
	bias, err := array.Compact(stop, args[2].(*array.Buffer))
	if err != nil {
		return nil, err
	}
	multiplyTiles(stop, z, args[0].(*array.Buffer), args[1].(*array.Buffer), b.constant.matrix(), unsafe.Add(bias.Base(), bias.Offset*bias.Dtype.Size()))
	if bias != args[2] {
		array.Release(bias)
	}
	return z, nil
}
