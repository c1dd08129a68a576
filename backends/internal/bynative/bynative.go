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
	operands := []backend.Spec{{Dtype: out.Dtype, Shape: xShape}, {Dtype: out.Dtype, Shape: yShape}}
	return computed(own, out, []backend.Buffer{x, y}, operands, func(native *backend.Table, out backend.Spec, xs []backend.Buffer) (backend.Buffer, error) {
		return native.Entry(op.Op).Binary(out, xs[0], xs[1])
	})
}

// Matrix is Binary for functions of matrices, whose operands are those of the Specs.
func Matrix(own backend.Backend, op ops.Matrix, out backend.Spec, xs []backend.Buffer, operands []backend.Spec, a backend.MatrixAttrs) (backend.Buffer, error) {
	return computed(own, out, xs, operands, func(native *backend.Table, out backend.Spec, xs []backend.Buffer) (backend.Buffer, error) {
		return native.Entry(op.Op).Matrix(out, xs, a)
	})
}

// matrices are the functions of matrices that no library has.
var matrices = []ops.Matrix{ops.HessenbergForm, ops.LogarithmOfMatrix, ops.RootOfMatrix, ops.SchurForm}

// Matrices are the entries of functions of matrices that own's library does not have. specOf returns the dtype and the
// shape of one of own's buffers, or why its elements are not to be had.
func Matrices(own backend.Backend, specOf func(backend.Buffer) (backend.Spec, error)) []backend.Entry {
	var es []backend.Entry
	for _, op := range matrices {
		es = append(es, backend.Matrix(op, func(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) (backend.Buffer, error) {
			x, err := specOf(xs[0])
			if err != nil {
				return nil, err
			}
			return Matrix(own, op, out, xs, []backend.Spec{x}, a)
		}))
	}
	return es
}

// computed brings the operands to the native backend, calls f, and brings the result back.
func computed(own backend.Backend, out backend.Spec, xs []backend.Buffer, operands []backend.Spec,
	f func(native *backend.Table, out backend.Spec, xs []backend.Buffer) (backend.Buffer, error)) (backend.Buffer, error) {
	native, err := backend.Lookup("native")
	if err != nil {
		return nil, err
	}
	there := make([]backend.Buffer, len(xs))
	for i, x := range xs {
		data, err := fetched(own, x, operands[i])
		if err != nil {
			return nil, err
		}
		if there[i], err = native.FromHost(operands[i], data); err != nil {
			return nil, err
		}
	}
	z, err := f(native.Kernels(), backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Stop: out.Stop}, there)
	if err != nil {
		return nil, err
	}
	data, err := fetched(native, z, out)
	if err != nil {
		return nil, err
	}
	return own.FromHost(out, data)
}

// fetched returns the elements of a buffer.
func fetched(from backend.Backend, b backend.Buffer, s backend.Spec) ([]byte, error) {
	n, size := shape.Size(s.Shape), s.Dtype.Size()
	if err := backend.CheckElements(n, size); err != nil {
		return nil, err
	}
	data := make([]byte, n*size)
	return data, from.ToHost(b, data)
}
