package product

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Bytes is a product or a convolution of int32 of which the first operand is an array of 8 bits less a zero point, as those of quantized
// models are, and the second one is a constant whose numbers are of 8 bits too, but for an offset for each column. It sums
//
//	Σ (x − zero)·(y + offset) = Σ x·y − zero·Σ (y + offset) + offset·Σ x
//
// by the loops for bytes. Integers wrap, so that the result is that of int32, whatever the order.
type Bytes struct {
	packed  *gemm.Packed // with a column of ones behind the others, if there are offsets
	k, m    int
	sums    *array.Buffer // Σ (y + offset) of each column
	offsets []int32       // nil if all are 0
	filters []int         // of a convolution the shape of the filters

	roots []*array.Buffer // what y was computed of, whose memory stays, and with it the meaning of the key
}

// SharedBytes returns the product or the convolution of node n, whose second operand y returns, an int32 that is computed of roots as key says; nil if y
// has other numbers, or this machine has no loops for them. All programs that have the same one share it.
func SharedBytes(n *backend.Node, key string, roots []*array.Buffer, y func() *array.Buffer) *Bytes {
	if !gemm.HasBytes() || n.Out.Dtype != dtype.Int32 || shape.Size(n.Out.Shape) == 0 {
		return nil
	}
	if c, ok := n.Attrs.(backend.ConvolutionAttrs); ok && (c.Groups > 1 || c.MovesApart()) {
		return nil
	}
	return sharedBytes(n.Op, key, roots, y)
}

func sharedBytes(op *ops.Op, key string, roots []*array.Buffer, y func() *array.Buffer) *Bytes {
	return byteConstants.Find(fmt.Sprint(op.ID, " ", key), func() *Bytes {
		y := y()
		if y == nil {
			return nil
		}
		b := bytesOf(op, y)
		if b != nil {
			b.roots = roots
			runtime.AddCleanup(b, unreserve, b.packed.Bytes())
		}
		return b
	})
}

// bytesOf returns those of y, for products or convolutions; nil if it has other numbers.
func bytesOf(op *ops.Op, y *array.Buffer) *Bytes {
	if y.Dtype != dtype.Int32 || y.Len() == 0 {
		return nil
	}
	last := len(y.Shape) - 1
	b := &Bytes{m: y.Shape[last]}
	b.k = y.Len() / b.m
	switch op {
	case ops.Convolve.Op:
		b.filters = slices.Clone(y.Shape)
	case ops.MatMul.Op:
		if b.k != y.Shape[last-1] {
			return nil
		}
	default:
		return nil
	}
	flat, err := array.Clone(nil, y)
	if err != nil {
		return nil
	}
	defer array.Release(flat)
	values := array.Flat[int32](flat)
	least, greatest := slices.Clone(values[:b.m]), slices.Clone(values[:b.m])
	for i := b.m; i < len(values); i += b.m {
		for j, v := range values[i : i+b.m] {
			least[j], greatest[j] = min(least[j], v), max(greatest[j], v)
		}
	}
	offsets, shifted := make([]int32, b.m), false
	for j, low := range least {
		switch high := greatest[j]; {
		case low >= math.MinInt8 && high <= math.MaxInt8:
		case int64(high)-int64(low) <= math.MaxUint8 && low > math.MinInt32/2 && high < math.MaxInt32/2:
			offsets[j], shifted = low-math.MinInt8, true
		default:
			return nil
		}
	}
	columns := b.m
	if shifted {
		b.offsets = offsets
		columns++
	}
	if b.sums, err = array.NewResult(backend.Spec{Dtype: dtype.Int32, Shape: []int{b.m}}); err != nil {
		return nil
	}
	sums := array.Flat[int32](b.sums)
	clear(sums)
	numbers := make([]int8, b.k*columns)
	for i := range b.k {
		to := numbers[i*columns : (i+1)*columns]
		for j, v := range values[i*b.m : (i+1)*b.m] {
			to[j] = int8(v - offsets[j])
			sums[j] += v
		}
		if shifted {
			to[b.m] = 1
		}
	}
	if !reserve(2 * len(numbers)) {
		return nil
	}
	defer func() { unreserve(2*len(numbers) - b.packed.Bytes()) }()
	b.packed = gemm.PackBytes(gemm.Matrix{At: unsafe.Pointer(&numbers[0]), Row: columns, Col: 1}, b.k, columns)
	return b
}

// Run computes node n of x, of uint8 or int8, less its zero point: args are both, or x alone if that is 0. The point is an int32; where the node is
// a convolution with zeros around x it must be a number of x's dtype.
func (b *Bytes) Run(n *backend.Node, args []backend.Buffer, stop *backend.Stop) (backend.Buffer, error) {
	x, point := args[0].(*array.Buffer), int32(0)
	if len(args) > 1 {
		zero := args[1].(*array.Buffer)
		point = array.Elems[int32](zero)[zero.Offset]
	}
	flip := byte(0) // what makes the elements uint8
	if x.Dtype == dtype.Int8 {
		flip = 1 << 7
		point += 1 << 7
	}
	x, made, err := b.operand(n, x, flip, point, stop)
	if err != nil {
		return nil, err
	}
	if made {
		defer array.Release(x)
	}
	columns := b.m
	bias, of := gemm.NewBias(b.m + 1)
	for j, s := range array.Flat[int32](b.sums) {
		of[j] = -point * s
	}
	out := backend.Spec{Dtype: dtype.Int32, Shape: n.Out.Shape}
	rows := shape.Size(out.Shape) / b.m
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	to := z
	if b.offsets != nil {
		columns++
		if to, err = array.NewResult(backend.Spec{Dtype: dtype.Int32, Shape: []int{rows, columns}}); err != nil {
			return nil, err
		}
		defer array.Release(to)
	}
	if b.filters == nil {
		gemm.MultiplyBytes(to.Base(), gemm.Matrix{At: unsafe.Add(x.Base(), x.Offset), Row: b.k, Col: 1}, b.packed, bias, rows, b.k, columns, splitting(stop))
	} else {
		filters := array.Buffer{Shape: b.filters}
		windows := windowsOf(out.Shape, x, &filters, n.Attrs.(backend.ConvolutionAttrs))
		if windows.Cols[len(windows.Cols)-1].Step != 1 { // one channel
			windows.Cols = append(windows.Cols, gemm.Axis{Len: 1, Step: 1})
		}
		windows.At = unsafe.Add(x.Base(), x.Offset)
		gemm.MultiplyBytesWindows(to.Base(), windows, b.packed, bias, rows, b.k, columns, splitting(stop))
	}
	if b.offsets != nil {
		b.addOffsets(stop, array.Flat[int32](z), array.Flat[int32](to))
	}
	return z, nil
}

// addOffsets sets z to the sums, plus the offset of each column times the sum of each row's elements, which is behind the others.
func (b *Bytes) addOffsets(stop *backend.Stop, z, sums []int32) {
	array.Split(stop, len(z)/b.m, float64(b.m), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := sums[i*(b.m+1) : (i+1)*(b.m+1)]
			of, to := row[b.m], z[i*b.m:(i+1)*b.m]
			for j, o := range b.offsets[:len(to)] {
				to[j] = row[j] + o*of
			}
		}
	})
}

// operand returns x as the loops take it, of uint8, in row-major order, and surrounded by its zero point if the node is a convolution; made says whether it is a copy.
func (b *Bytes) operand(n *backend.Node, x *array.Buffer, flip byte, point int32, stop *backend.Stop) (_ *array.Buffer, made bool, err error) {
	c, convolution := n.Attrs.(backend.ConvolutionAttrs)
	padded := convolution && isPadded(c)
	if x.Contiguous() && flip == 0 && !padded {
		return x, false, nil
	}
	s := slices.Clone(x.Shape)
	if padded {
		copy(s[1:], paddedLens(x, c))
	}
	z, err := array.NewResult(backend.Spec{Dtype: x.Dtype, Shape: s})
	if err != nil {
		return nil, false, err
	}
	all, inner := array.BytesOf(z), z
	if padded {
		if point < 0 || point > math.MaxUint8 {
			return nil, false, fmt.Errorf("a zero point of %d in bytes", point)
		}
		for i := range all {
			all[i] = byte(point) ^ flip
		}
		inner = within(z, 1, x, c)
	}
	array.CopyInto(stop, inner, x)
	if flip != 0 {
		for i := range all {
			all[i] ^= flip
		}
	}
	return z, true, nil
}
