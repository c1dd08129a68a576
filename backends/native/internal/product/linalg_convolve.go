package product

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
)

// Convolve multiplies by the loops of package gemm, which copy the windows of x part by part,
// while they multiply, in pieces that fit the caches.
func Convolve(out backend.Spec, x, filters backend.Buffer, strides, dilations []int) (backend.Buffer, bool, error) {
	a, b := x.(*array.Buffer), filters.(*array.Buffer)
	r := len(strides)
	k := b.Len() / b.Shape[r+1]
	m := out.Shape[r+1]
	n := 1
	for _, l := range out.Shape[:r+1] {
		n *= l
	}
	if !gemm.Has(out.Dtype) || n == 1 || m == 1 {
		return nil, false, nil
	}
	apart := a.Shape[r+1] > 1 && a.Strides[r+1] != 1
	if apart && a.Len()/n > k { // a copy of x is larger than all windows
		return nil, false, nil
	}
	b, err := array.Compact(b)
	if err != nil {
		return nil, true, err
	}
	if apart {
		if a, err = array.Clone(a); err != nil {
			return nil, true, err
		}
	}
	z, err := array.NewResult(out)
	if err != nil {
		return nil, true, err
	}
	size := out.Dtype.Size()
	w := &gemm.Windows{At: unsafe.Add(a.Base(), a.Offset*size), Rows: []gemm.Axis{{Len: out.Shape[0], Step: a.Strides[0]}}}
	for i, s := range strides {
		w.Rows = append(w.Rows, gemm.Axis{Len: out.Shape[i+1], Step: s * a.Strides[i+1]})
	}
	w.Cols = []gemm.Axis{{Len: a.Shape[r+1], Step: 1}}
	for i := r - 1; i >= 0; i-- {
		axis := gemm.Axis{Len: b.Shape[i], Step: dilations[i] * a.Strides[i+1]}
		if first := &w.Cols[0]; len(w.Cols) == 1 && axis.Step == first.Len {
			first.Len *= axis.Len // side by side as well
			continue
		}
		w.Cols = append([]gemm.Axis{axis}, w.Cols...)
	}
	gemm.MultiplyWindows(out.Dtype, unsafe.Add(z.Base(), z.Offset*size), w,
		gemm.Matrix{At: unsafe.Add(b.Base(), b.Offset*size), Row: m, Col: 1}, n, k, m, array.Split)
	return z, true, nil
}
