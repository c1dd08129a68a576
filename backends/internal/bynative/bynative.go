// Package bynative has the native backend compute what a library under another backend gets
// wrong: the operands go through Go's memory, and the result comes back.
package bynative

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Binary returns op of x and y, buffers of own's of dtype out.Dtype and of these shapes, as
// the native backend computes it.
func Binary(own backend.Backend, op ops.Binary, out backend.Spec, x, y backend.Buffer, xShape, yShape []int) (backend.Buffer, error) {
	native, err := backend.Lookup("native")
	if err != nil {
		return nil, err
	}
	fetched := func(from backend.Backend, b backend.Buffer, dims []int) ([]byte, error) {
		n, size := shape.Size(dims), out.Dtype.Size()
		if err := backend.CheckElements(n, size); err != nil {
			return nil, err
		}
		data := make([]byte, n*size)
		return data, from.ToHost(b, data)
	}
	there := func(b backend.Buffer, dims []int) (backend.Buffer, error) {
		data, err := fetched(own, b, dims)
		if err != nil {
			return nil, err
		}
		return native.FromHost(backend.Spec{Dtype: out.Dtype, Shape: dims}, data)
	}
	a, err := there(x, xShape)
	if err != nil {
		return nil, err
	}
	b, err := there(y, yShape)
	if err != nil {
		return nil, err
	}
	z, err := native.Kernels().Entry(op.Op).Binary(backend.Spec{Dtype: out.Dtype, Shape: out.Shape}, a, b)
	if err != nil {
		return nil, err
	}
	data, err := fetched(native, z, out.Shape)
	if err != nil {
		return nil, err
	}
	return own.FromHost(out, data)
}
