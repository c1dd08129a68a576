package product

import (
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// leastPlane is of how many positions in an image a convolution is one of planes: with fewer, too much of a tile is empty.
const leastPlane = 32

// isPlanar reports whether a convolution of x, which has its channels last by its axes, is filters by windows: the elements of a
// channel lie together in memory, and neither x nor the result, whose channels do too, is turned around. Otherwise it is windows by filters.
func isPlanar(out backend.Spec, x *array.Buffer, c backend.ConvolutionAttrs) bool {
	r := len(c.Strides)
	return gemm.Has(out.Dtype) && gemm.Scattered(out.Dtype) && x.Strides[r+1] != 1 && x.Strides[r] == 1 && x.Shape[r] > 1 &&
		out.Shape[r+1]/c.Groups > 1 && shape.Size(out.Shape[1:r+1]) >= leastPlane
}

// A planar is a convolution of images whose channels are planes.
type planar struct {
	d        dtype.Dtype
	r        int
	c        backend.ConvolutionAttrs
	b        *array.Buffer
	in, each int   // channels of a group, filters of it
	kernel   []int // lengths of a filter
	outer    []int // of the result
	packed   []*gemm.Packed
}

// convolvePlanar is convolveWith where isPlanar holds; packed are the first operands.
func convolvePlanar(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, packed []*gemm.Packed) (backend.Buffer, error) {
	r := len(c.Strides)
	p := &planar{d: out.Dtype, r: r, c: c, b: b, in: b.Shape[r], each: out.Shape[r+1] / c.Groups, kernel: b.Shape[:r], outer: out.Shape[1 : r+1], packed: packed}
	s := append([]int{out.Shape[0], out.Shape[r+1]}, p.outer...)
	z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: s})
	if err != nil {
		return nil, err
	}
	last := append(append([]int{0}, shape.All(r + 2)[2:]...), 1)
	if !isPadded(c) {
		p.images(out.Stop, z, a, 0)
		return array.Permuted(z, last), nil
	}
	first := append([]int{0, r + 1}, shape.All(r + 1)[1:]...)
	planes := array.Permuted(a, first)
	padding := append([][2]int{{}}, c.Padding...)
	some := imagesOf(a, c)
	padded := slices.Clone(planes.Shape)
	padded[0] = some
	for i, n := range padding {
		padded[i+1] += n[0] + n[1]
	}
	x, err := array.NewBuffer(backend.Spec{Dtype: a.Dtype, Shape: padded})
	if err != nil {
		return nil, err
	}
	defer array.Release(x)
	inner := x
	for i, n := range padding {
		inner = array.Part(inner, i+1, n[0], planes.Shape[i+1])
	}
	for lo := 0; lo < a.Shape[0]; lo += some {
		n := min(some, a.Shape[0]-lo)
		array.CopyInto(out.Stop, array.Part(inner, 0, 0, n), array.Part(planes, 0, lo, n))
		p.images(out.Stop, z, array.Permuted(array.Part(x, 0, 0, n), last), lo)
	}
	return array.Permuted(z, last), nil
}

// images computes the images of z from one on, as many as x has, which has the zeros around it.
func (p *planar) images(stop *backend.Stop, z, x *array.Buffer, from int) {
	r, groups := p.r, p.c.Groups
	n, k, m := p.each, shape.Size(p.kernel)*p.in, shape.Size(p.outer)
	size := p.d.Size()
	windows := &gemm.Windows{}
	filters := firstOf(array.Part(p.b, r+1, 0, n))
	for i := range r {
		windows.Rows = appendAxis(windows.Rows, p.kernel[i], p.c.Dilations[i]*x.Strides[i+1])
		windows.Cols = appendAxis(windows.Cols, p.outer[i], p.c.Strides[i]*x.Strides[i+1])
	}
	windows.Rows = appendAxis(windows.Rows, p.in, x.Strides[r+1])
	one := func(unit int, split gemm.Split) {
		i, g := unit/groups, unit%groups
		to := unsafe.Add(z.Base(), (z.Offset+((from+i)*groups+g)*n*m)*size)
		w, y := *filters, *windows
		w.At = unsafe.Add(p.b.Base(), (p.b.Offset+g*n*p.b.Strides[r+1])*size)
		y.At = unsafe.Add(x.Base(), (x.Offset+i*x.Strides[0]+g*p.in*x.Strides[r+1])*size)
		if p.packed != nil {
			w.Packed = p.packed[g]
		}
		if len(w.Cols) == 1 && len(y.Rows) == 1 && len(y.Cols) == 1 {
			gemm.Multiply(p.d, to, gemm.Matrix{At: w.At, Row: w.Rows[0].Step, Col: w.Cols[0].Step, Packed: w.Packed},
				gemm.Matrix{At: y.At, Row: y.Rows[0].Step, Col: y.Cols[0].Step}, n, k, m, split)
			return
		}
		gemm.MultiplyWindows(p.d, to, &w, &y, n, k, m, split)
	}
	units := x.Shape[0] * groups
	if threads := array.ThreadCount(); units%threads != 0 && units < 4*threads {
		for unit := range units {
			one(unit, splitting(stop))
		}
		return
	}
	array.Split(stop, units, gemm.Cost(p.d, n, k, m), func(lo, hi int) {
		for unit := lo; unit < hi; unit++ {
			one(unit, gemm.InOne)
		}
	})
}

// firstOf returns the filters of a group as the first operand of a product, without where they are.
func firstOf(filters *array.Buffer) *gemm.Windows {
	last := len(filters.Shape) - 1
	return &gemm.Windows{Rows: []gemm.Axis{{Len: filters.Shape[last], Step: filters.Strides[last]}}, Cols: rowsOf(filters)}
}

// packFilters packs them.
func packFilters(filters *array.Buffer) *gemm.Packed {
	w, n, k := firstOf(filters), filters.Shape[len(filters.Shape)-1], shape.Size(filters.Shape[:len(filters.Shape)-1])
	w.At = unsafe.Add(filters.Base(), filters.Offset*filters.Dtype.Size())
	if len(w.Cols) == 1 {
		return gemm.PackFirst(filters.Dtype, gemm.Matrix{At: w.At, Row: w.Rows[0].Step, Col: w.Cols[0].Step}, n, k)
	}
	return gemm.PackWindowsFirst(filters.Dtype, w, n, k)
}
