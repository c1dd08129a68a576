package product

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/move"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/shape"
)

// convolve multiplies by the loops of package gemm, which copy the windows of x part by part,
// while they multiply, in pieces that fit the caches. Where there are none it copies the windows
// into matrices.
func convolve(out backend.Spec, x, filters backend.Buffer, c backend.ConvolutionAttrs) (backend.Buffer, error) {
	a, b := x.(*array.Buffer), filters.(*array.Buffer)
	r := len(c.Strides)
	m := out.Shape[r+1]
	n := shape.Size(out.Shape[:r+1])
	k := shape.Size(b.Shape[:r+1])
	if n == 0 || m == 0 || k == 0 {
		return move.Full(out, backend.FillAttrs{Value: backend.IntScalar(0)})
	}
	apart := a.Shape[r+1] > 1 && a.Strides[r+1] != 1
	filled, err := array.Compact(b)
	if err != nil {
		return nil, err
	}
	if filled != b {
		defer array.Release(filled)
		b = filled
	}
	if !gemm.Has(out.Dtype) || n == 1 || m == 1 || apart && a.Len()/n > k { // a copy of x would be larger than all windows
		return convolveMatrices(out, a, b, c)
	}
	if apart {
		if a, err = array.Clone(a); err != nil {
			return nil, err
		}
		defer array.Release(a)
	}
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	size := out.Dtype.Size()
	w := &gemm.Windows{At: unsafe.Add(a.Base(), a.Offset*size), Rows: []gemm.Axis{{Len: out.Shape[0], Step: a.Strides[0]}}}
	for i, s := range c.Strides {
		w.Rows = append(w.Rows, gemm.Axis{Len: out.Shape[i+1], Step: s * a.Strides[i+1]})
	}
	w.Cols = []gemm.Axis{{Len: a.Shape[r+1], Step: 1}}
	for i := r - 1; i >= 0; i-- {
		axis := gemm.Axis{Len: b.Shape[i], Step: c.Dilations[i] * a.Strides[i+1]}
		if first := &w.Cols[0]; len(w.Cols) == 1 && axis.Step == first.Len {
			first.Len *= axis.Len // side by side as well
			continue
		}
		w.Cols = append([]gemm.Axis{axis}, w.Cols...)
	}
	gemm.MultiplyWindows(out.Dtype, unsafe.Add(z.Base(), z.Offset*size), w,
		gemm.Matrix{At: unsafe.Add(b.Base(), b.Offset*size), Row: m, Col: 1}, n, k, m, array.Split)
	return z, nil
}

// windowBlock is how many bytes of windows are copied at a time.
const windowBlock = 4 << 20

// convolveMatrices copies the windows of some positions into the rows of a matrix at a time.
func convolveMatrices(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs) (backend.Buffer, error) {
	r := len(c.Strides)
	m, k := out.Shape[r+1], b.Len()/out.Shape[r+1]
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	filters := *b
	filters.Shape, filters.Strides = []int{k, m}, []int{m, 1}
	inner := shape.Size(out.Shape[2 : r+1]) // positions for one of the first axis of windows
	some := max(1, windowBlock/max(1, inner*k*out.Dtype.Size()))
	windows := *a
	for i := range out.Shape[0] {
		for lo := 0; lo < out.Shape[1]; lo += some {
			hi := min(lo+some, out.Shape[1])
			rows := (hi - lo) * inner
			windows.Offset = a.Offset + i*a.Strides[0] + lo*c.Strides[0]*a.Strides[1]
			windows.Shape, windows.Strides = []int{hi - lo}, []int{c.Strides[0] * a.Strides[1]}
			for j := 1; j < r; j++ {
				windows.Shape = append(windows.Shape, out.Shape[j+1])
				windows.Strides = append(windows.Strides, c.Strides[j]*a.Strides[j+1])
			}
			for j := range r {
				windows.Shape = append(windows.Shape, b.Shape[j])
				windows.Strides = append(windows.Strides, c.Dilations[j]*a.Strides[j+1])
			}
			windows.Shape = append(windows.Shape, a.Shape[r+1])
			windows.Strides = append(windows.Strides, a.Strides[r+1])
			matrix, err := array.Clone(&windows)
			if err != nil {
				return nil, err
			}
			flat := *matrix
			flat.Shape, flat.Strides = []int{rows, k}, []int{k, 1}
			part, err := matmul(backend.Spec{Dtype: out.Dtype, Shape: []int{rows, m}}, &flat, &filters)
			array.Release(matrix)
			if err != nil {
				return nil, err
			}
			to := z.View([]int{rows, m}, (i*out.Shape[1]+lo)*inner*m)
			copy(to.Strides, []int{m, 1})
			array.CopyInto(to, part.(*array.Buffer))
			array.Release(part.(*array.Buffer))
		}
	}
	return z, nil
}
