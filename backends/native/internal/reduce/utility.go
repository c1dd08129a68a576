package reduce

import (
	"sync/atomic"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var utilityKernels = []backend.Entry{
	backend.Reduce(ops.AllOp, Kernel(&conjunctions, dtype.None)),
	backend.Reduce(ops.Any, Kernel(&disjunctions, dtype.None)),
}

var (
	conjunctions = Funcs{dtype.Bool: logical[uint8](1),
		dtype.Uint8: logical[uint8](1), dtype.Uint16: logical[uint16](1), dtype.Uint32: logical[uint32](1), dtype.Uint64: logical[uint64](1),
		dtype.Int8: logical[int8](1), dtype.Int16: logical[int16](1), dtype.Int32: logical[int32](1), dtype.Int64: logical[int64](1),
		dtype.BFloat16: logical[dtype.Brain](1), dtype.Float16: logical[dtype.Half](1), dtype.Float32: logical[float32](1), dtype.Float64: logical[float64](1),
		dtype.Complex64: logical[complex64](1), dtype.Complex128: logical[complex128](1)}

	disjunctions = Funcs{dtype.Bool: logical[uint8](0),
		dtype.Uint8: logical[uint8](0), dtype.Uint16: logical[uint16](0), dtype.Uint32: logical[uint32](0), dtype.Uint64: logical[uint64](0),
		dtype.Int8: logical[int8](0), dtype.Int16: logical[int16](0), dtype.Int32: logical[int32](0), dtype.Int64: logical[int64](0),
		dtype.BFloat16: logical[dtype.Brain](0), dtype.Float16: logical[dtype.Half](0), dtype.Float32: logical[float32](0), dtype.Float64: logical[float64](0),
		dtype.Complex64: logical[complex64](0), dtype.Complex128: logical[complex128](0)}
)

// A Testable type has a zero. bool is taken as the byte it is.
type Testable interface {
	array.Number | dtype.Brain | dtype.Half
}

// Booleans returns the function that fills dst with 1 where the elements at, at+step, …
// of x are true, and 0 elsewhere. NaN is true.
func Booleans[T Testable, A array.Integer](x *array.Buffer) func(dst []A, at, step, _, _ int) {
	xs := array.Elems[T](x)
	if dtype.Narrow.Has(x.Dtype) {
		halves := array.Elems[uint16](x)
		return func(dst []A, at, step, _, _ int) {
			done := wideBooleans(dst, xs, at, step, x.Dtype)
			dst, at = dst[done:], at+done*step
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
		done := wideBooleans(dst, xs, at, step, x.Dtype)
		dst, at = dst[done:], at+done*step
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

// wideBooleans does what the machine has loops for of what booleans does, and returns how
// many elements.
func wideBooleans[T Testable, A array.Integer](dst []A, xs []T, at, step int, d dtype.Dtype) int {
	z, ok := any(dst).([]uint8)
	if !ok || step != 1 || len(z) == 0 {
		return 0
	}
	return simd.Booleans(z, xs[at:at+len(z)], NonzeroMask(d))
}

// logical is the logical operation of x's booleans, of which those that are not idle decide: 1 for All, 0
// for Any.
func logical[T Testable](idle uint8) Func {
	f := Logical(idle)
	return func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
		s := Source[uint8]{Load: Booleans[T, uint8](x)}
		if simd.AVX2 {
			wideLogical[T](&s, x, idle, z.Len() == 1)
		}
		f.Over(array.Flat[uint8](z), s.Until(stop), x.Offset, SpansOf(x, a.Axes))
	}
}

// wideLogical gives s loops that look at x's elements where they lie. If all of them make
// one result, single, the first that decides it ends the search.
func wideLogical[T Testable](s *Source[uint8], x *array.Buffer, idle uint8, single bool) {
	xs, mask := array.Elems[T](x), NonzeroMask(x.Dtype)
	lines := simd.AnyRows[T]
	if idle == 1 {
		lines = simd.AllRows[T]
	}
	var decided atomic.Bool
	s.Inner = func(z []uint8, at, n, step, _, _ int) {
		if !single {
			lines(z, xs, at, n, step, mask)
			return
		}
		for i := range z {
			z[i] = 1 - idle
			if decided.Load() {
				continue
			}
			if lines(z[i:i+1], xs, at+i*step, n, 0, mask); z[i] != idle {
				decided.Store(true)
			}
		}
	}
	if x.Dtype == dtype.Bool { // 0 or 1: their maximum is or, their minimum and
		bools, rows := array.Elems[uint8](x), &simd.MaxUint8
		if idle == 1 {
			rows = &simd.MinUint8
		}
		s.across = func(acc []uint8, at, n, step, _ int) int { return rows.Rows(acc, bools, at, n, step) }
	}
}

// NonzeroMask has the bits of which one makes an element true, repeated.
func NonzeroMask(d dtype.Dtype) uint64 {
	switch d {
	case dtype.BFloat16, dtype.Float16:
		return 0x7fff7fff7fff7fff
	case dtype.Float32, dtype.Complex64:
		return 0x7fffffff7fffffff
	case dtype.Float64, dtype.Complex128:
		return 0x7fffffffffffffff
	}
	return ^uint64(0)
}
