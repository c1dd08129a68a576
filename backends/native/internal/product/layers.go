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
// into matrices. The order of additions is that of contiguous operands.
func convolve(out backend.Spec, x, filters backend.Buffer, c backend.ConvolutionAttrs) (backend.Buffer, error) {
	a, b := x.(*array.Buffer), filters.(*array.Buffer)
	r := len(c.Strides)
	m := out.Shape[r+1]
	n := shape.Size(out.Shape[:r+1])
	k := shape.Size(b.Shape[:r+1])
	if n == 0 || m == 0 || k == 0 {
		return move.Full(out, backend.FillAttrs{Value: backend.IntScalar(0)})
	}
	if !gemm.Has(out.Dtype) || n == 1 || m == 1 {
		return convolveMatrices(out, a, b, c)
	}
	windows := windowsOf(out, a, b, c)
	switch rows, cols := windows.Rows[len(windows.Rows)-1], windows.Cols[len(windows.Cols)-1]; {
	case cols.Step == 1:
	case gemm.Scattered(out.Dtype) && rows.Step == 1 && rows.Len >= leastAcross:
	case a.Shape[r+1] == 1:
		windows.Cols = append(windows.Cols, gemm.Axis{Len: 1, Step: 1})
	case a.Len()/n > k: // a copy of x would be larger than all windows
		return convolveMatrices(out, a, b, c)
	default:
		var err error
		if a, err = array.Clone(out.Stop, a); err != nil {
			return nil, err
		}
		defer array.Release(a)
		windows = windowsOf(out, a, b, c)
	}
	filterRows := rowsOf(b)
	if len(filterRows) > 1 && !gemm.Scattered(out.Dtype) {
		var err error
		if b, err = array.Clone(out.Stop, b); err != nil {
			return nil, err
		}
		defer array.Release(b)
		filterRows = rowsOf(b)
	}
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	size := out.Dtype.Size()
	windows.At = unsafe.Add(a.Base(), a.Offset*size)
	gemm.MultiplyWindows(out.Dtype, unsafe.Add(z.Base(), z.Offset*size), windows,
		&gemm.Windows{At: unsafe.Add(b.Base(), b.Offset*size), Rows: filterRows, Cols: []gemm.Axis{{Len: m, Step: b.Strides[r+1]}}},
		n, k, m, splitting(out.Stop))
	return z, nil
}

// leastAcross is how many windows that begin at contiguous elements are copied at a time where
// that is faster than to copy each by itself.
const leastAcross = 8

// windowsOf returns the windows of x as the rows of a matrix.
func windowsOf(out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) *gemm.Windows {
	r := len(c.Strides)
	w := &gemm.Windows{Rows: appendAxis(nil, out.Shape[0], x.Strides[0])}
	for i, s := range c.Strides {
		w.Rows = appendAxis(w.Rows, out.Shape[i+1], s*x.Strides[i+1])
		w.Cols = appendAxis(w.Cols, filters.Shape[i], c.Dilations[i]*x.Strides[i+1])
	}
	w.Cols = appendAxis(w.Cols, x.Shape[r+1], x.Strides[r+1])
	return w
}

// rowsOf returns the axes that the rows of filters as a matrix go over: all but their last.
func rowsOf(filters *array.Buffer) (rows []gemm.Axis) {
	for i, n := range filters.Shape[:len(filters.Shape)-1] {
		rows = appendAxis(rows, n, filters.Strides[i])
	}
	return rows
}

// appendAxis appends an axis, or makes the last one longer if that then goes over both.
func appendAxis(axes []gemm.Axis, n, step int) []gemm.Axis {
	switch last := len(axes) - 1; {
	case last < 0:
	case n == 1:
		return axes
	case axes[last].Len == 1:
		axes[last] = gemm.Axis{Len: n, Step: step}
		return axes
	case axes[last].Step == n*step:
		axes[last] = gemm.Axis{Len: axes[last].Len * n, Step: step}
		return axes
	}
	return append(axes, gemm.Axis{Len: n, Step: step})
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
	if !b.Contiguous() {
		if b, err = array.Clone(out.Stop, b); err != nil {
			return nil, err
		}
		defer array.Release(b)
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
			matrix, err := array.Clone(out.Stop, &windows)
			if err != nil {
				return nil, err
			}
			flat := *matrix
			flat.Shape, flat.Strides = []int{rows, k}, []int{k, 1}
			part, err := matmul(backend.Spec{Dtype: out.Dtype, Shape: []int{rows, m}, Stop: out.Stop}, &flat, &filters)
			array.Release(matrix)
			if err != nil {
				return nil, err
			}
			to := z.View([]int{rows, m}, (i*out.Shape[1]+lo)*inner*m)
			copy(to.Strides, []int{m, 1})
			array.CopyInto(out.Stop, to, part.(*array.Buffer))
			array.Release(part.(*array.Buffer))
		}
	}
	return z, nil
}
