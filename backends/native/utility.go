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
	conjunctions = reducers{dtype.Bool: allTrue[uint8],
		dtype.Uint8: allTrue[uint8], dtype.Uint16: allTrue[uint16], dtype.Uint32: allTrue[uint32], dtype.Uint64: allTrue[uint64],
		dtype.Int8: allTrue[int8], dtype.Int16: allTrue[int16], dtype.Int32: allTrue[int32], dtype.Int64: allTrue[int64],
		dtype.BFloat16: allTrue[dtype.Brain], dtype.Float16: allTrue[dtype.Half], dtype.Float32: allTrue[float32], dtype.Float64: allTrue[float64],
		dtype.Complex64: allTrue[complex64], dtype.Complex128: allTrue[complex128]}

	disjunctions = reducers{dtype.Bool: anyTrue[uint8],
		dtype.Uint8: anyTrue[uint8], dtype.Uint16: anyTrue[uint16], dtype.Uint32: anyTrue[uint32], dtype.Uint64: anyTrue[uint64],
		dtype.Int8: anyTrue[int8], dtype.Int16: anyTrue[int16], dtype.Int32: anyTrue[int32], dtype.Int64: anyTrue[int64],
		dtype.BFloat16: anyTrue[dtype.Brain], dtype.Float16: anyTrue[dtype.Half], dtype.Float32: anyTrue[float32], dtype.Float64: anyTrue[float64],
		dtype.Complex64: anyTrue[complex64], dtype.Complex128: anyTrue[complex128]}
)

// A truthful type has a zero. bool is taken as the byte it is.
type truthful interface {
	numerical | dtype.Brain | dtype.Half
}

// truths returns the function that fills dst with 1 where the elements at, at+step, …
// of x are true, and 0 elsewhere. NaN is true.
func truths[T truthful, A integer](x *Buffer) func(dst []A, at, step, _, _ int) {
	xs := elems[T](x)
	if dtype.Narrow.Has(x.dt) {
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

func allTrue[T truthful](z, x *Buffer, a backend.ReduceAttrs) {
	f := conjunction()
	f.over(flat[uint8](z), source[uint8]{load: truths[T, uint8](x)}, x.offset, spansOf(x, a.Axes))
}

func anyTrue[T truthful](z, x *Buffer, a backend.ReduceAttrs) {
	f := disjunction()
	f.over(flat[uint8](z), source[uint8]{load: truths[T, uint8](x)}, x.offset, spansOf(x, a.Axes))
}
