package native

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var utilityKernels = []backend.Entry{
	backend.Reduce(ops.AllOp, reducing(&conjunctions)),
	backend.Reduce(ops.Any, reducing(&disjunctions)),
}

var (
	conjunctions = reducers{dtype.Bool: truth[uint8](1),
		dtype.Uint8: truth[uint8](1), dtype.Uint16: truth[uint16](1), dtype.Uint32: truth[uint32](1), dtype.Uint64: truth[uint64](1),
		dtype.Int8: truth[int8](1), dtype.Int16: truth[int16](1), dtype.Int32: truth[int32](1), dtype.Int64: truth[int64](1),
		dtype.BFloat16: truth[dtype.Brain](1), dtype.Float16: truth[dtype.Half](1), dtype.Float32: truth[float32](1), dtype.Float64: truth[float64](1),
		dtype.Complex64: truth[complex64](1), dtype.Complex128: truth[complex128](1)}

	disjunctions = reducers{dtype.Bool: truth[uint8](0),
		dtype.Uint8: truth[uint8](0), dtype.Uint16: truth[uint16](0), dtype.Uint32: truth[uint32](0), dtype.Uint64: truth[uint64](0),
		dtype.Int8: truth[int8](0), dtype.Int16: truth[int16](0), dtype.Int32: truth[int32](0), dtype.Int64: truth[int64](0),
		dtype.BFloat16: truth[dtype.Brain](0), dtype.Float16: truth[dtype.Half](0), dtype.Float32: truth[float32](0), dtype.Float64: truth[float64](0),
		dtype.Complex64: truth[complex64](0), dtype.Complex128: truth[complex128](0)}
)

// A truthful type has a zero. bool is taken as the byte it is.
type truthful interface {
	numerical | dtype.Brain | dtype.Half
}

// truths returns the function that fills dst with 1 where the elements at, at+step, …
// of x are true, and 0 elsewhere. NaN is true.
func truths[T truthful, A integer](x *Buffer) func(dst []A, at, step, _, _ int) {
	xs := elems[T](x)
	if dtype.Narrow.Has(x.Dtype) {
		halves := elems[uint16](x)
		return func(dst []A, at, step, _, _ int) {
			for i := range dst {
				var v A
				if halves[at]<<1 != 0 { // without the sign
					v = 1
				}
				dst[i] = v
				at += step
			}
		}
	}
	return func(dst []A, at, step, _, _ int) {
		for i := range dst {
			var v A
			if xs[at] != 0 {
				v = 1
			}
			dst[i] = v
			at += step
		}
	}
}

// truth is the reducer of truths that all are idle but others decide: 1 for All, 0
// for Any.
func truth[T truthful](idle uint8) reducer {
	f := logicalFold(idle)
	return func(z, x *Buffer, a backend.ReduceAttrs) {
		f.over(flat[uint8](z), source[uint8]{load: truths[T, uint8](x)}, x.Offset, spansOf(x, a.Axes))
	}
}
