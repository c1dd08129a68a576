package elementwise

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// StoreScalar sets element at of z's block to s, rounded, or held in the range of integers.
func StoreScalar(z *array.Buffer, at int, s backend.Scalar) {
	switch {
	case z.Dtype == dtype.Bool:
		array.Elems[bool](z)[at] = s.Bool()
	case s.Kind == dtype.KindComplex:
		StoreComplexes(z, at, []complex128{s.Complex128()})
	case s.Kind == dtype.KindFloat:
		StoreFloats(z, at, []float64{s.Float64()})
	case s.Kind == dtype.KindUint && !z.Dtype.IsInteger():
		u := s.Uint64()
		switch z.Dtype {
		case dtype.BFloat16:
			array.Elems[dtype.Brain](z)[at] = dtype.BrainFromUint64(u)
		case dtype.Float16:
			array.Elems[dtype.Half](z)[at] = dtype.HalfFromUint64(u)
		case dtype.Float32:
			array.Elems[float32](z)[at] = float32(u)
		case dtype.Float64:
			array.Elems[float64](z)[at] = float64(u)
		case dtype.Complex64:
			array.Elems[complex64](z)[at] = complex(float32(u), 0)
		case dtype.Complex128:
			array.Elems[complex128](z)[at] = complex(float64(u), 0)
		}
	default:
		StoreInts(z, at, []int64{s.Held(z.Dtype).Int64()})
	}
}

// Convert sets dst to the values of vs.
func Convert[T, V any](dst []T, vs []V, to func(V) T) {
	dst = dst[:len(vs)]
	for i, v := range vs {
		dst[i] = to(v)
	}
}

// StoreInts sets the elements of z's block from at on to integers: narrower integers
// wrap, floats round once.
func StoreInts(z *array.Buffer, at int, vs []int64) {
	switch z.Dtype {
	case dtype.Bool:
		Convert(array.Elems[bool](z)[at:], vs, func(v int64) bool { return v != 0 })
	case dtype.Uint8, dtype.Int8:
		Convert(array.Elems[uint8](z)[at:], vs, func(v int64) uint8 { return uint8(v) })
	case dtype.Uint16, dtype.Int16:
		Convert(array.Elems[uint16](z)[at:], vs, func(v int64) uint16 { return uint16(v) })
	case dtype.Uint32, dtype.Int32:
		Convert(array.Elems[uint32](z)[at:], vs, func(v int64) uint32 { return uint32(v) })
	case dtype.Uint64, dtype.Int64:
		copy(array.Elems[int64](z)[at:], vs)
	case dtype.BFloat16:
		Convert(array.Elems[dtype.Brain](z)[at:], vs, dtype.BrainFromInt64)
	case dtype.Float16:
		Convert(array.Elems[dtype.Half](z)[at:], vs, dtype.HalfFromInt64)
	case dtype.Float32:
		Convert(array.Elems[float32](z)[at:], vs, func(v int64) float32 { return float32(v) })
	case dtype.Float64:
		Convert(array.Elems[float64](z)[at:], vs, func(v int64) float64 { return float64(v) })
	case dtype.Complex64:
		Convert(array.Elems[complex64](z)[at:], vs, func(v int64) complex64 { return complex(float32(v), 0) })
	case dtype.Complex128:
		Convert(array.Elems[complex128](z)[at:], vs, func(v int64) complex128 { return complex(float64(v), 0) })
	}
}

// StoreFloats is StoreInts for floats: integers truncate and saturate, NaN is 0.
func StoreFloats(z *array.Buffer, at int, vs []float64) {
	switch z.Dtype {
	case dtype.Bool:
		Convert(array.Elems[bool](z)[at:], vs, func(v float64) bool { return v != 0 })
	case dtype.Uint8:
		Convert(array.Elems[uint8](z)[at:], vs, func(v float64) uint8 { return uint8(truncate(v, 0, math.MaxUint8)) })
	case dtype.Uint16:
		Convert(array.Elems[uint16](z)[at:], vs, func(v float64) uint16 { return uint16(truncate(v, 0, math.MaxUint16)) })
	case dtype.Uint32:
		Convert(array.Elems[uint32](z)[at:], vs, func(v float64) uint32 { return uint32(truncate(v, 0, math.MaxUint32)) })
	case dtype.Uint64:
		Convert(array.Elems[uint64](z)[at:], vs, func(v float64) uint64 { return backend.FloatScalar(v).Uint64() })
	case dtype.Int8:
		Convert(array.Elems[int8](z)[at:], vs, func(v float64) int8 { return int8(truncate(v, math.MinInt8, math.MaxInt8)) })
	case dtype.Int16:
		Convert(array.Elems[int16](z)[at:], vs, func(v float64) int16 { return int16(truncate(v, math.MinInt16, math.MaxInt16)) })
	case dtype.Int32:
		Convert(array.Elems[int32](z)[at:], vs, func(v float64) int32 { return int32(truncate(v, math.MinInt32, math.MaxInt32)) })
	case dtype.Int64:
		Convert(array.Elems[int64](z)[at:], vs, func(v float64) int64 { return backend.FloatScalar(v).Int64() })
	case dtype.BFloat16:
		Convert(array.Elems[dtype.Brain](z)[at:], vs, dtype.BrainFromFloat64)
	case dtype.Float16:
		Convert(array.Elems[dtype.Half](z)[at:], vs, dtype.HalfFromFloat64)
	case dtype.Float32:
		Convert(array.Elems[float32](z)[at:], vs, func(v float64) float32 { return float32(v) })
	case dtype.Float64:
		copy(array.Elems[float64](z)[at:], vs)
	case dtype.Complex64:
		Convert(array.Elems[complex64](z)[at:], vs, func(v float64) complex64 { return complex(float32(v), 0) })
	case dtype.Complex128:
		Convert(array.Elems[complex128](z)[at:], vs, func(v float64) complex128 { return complex(v, 0) })
	}
}

// StoreComplexes is StoreInts for complex numbers, of which other dtypes take the
// real part.
func StoreComplexes(z *array.Buffer, at int, vs []complex128) {
	switch z.Dtype {
	case dtype.Complex64:
		Convert(array.Elems[complex64](z)[at:], vs, func(v complex128) complex64 { return complex64(v) })
	case dtype.Complex128:
		copy(array.Elems[complex128](z)[at:], vs)
	default:
		for i, v := range vs {
			StoreFloats(z, at+i, []float64{real(v)})
		}
	}
}

// truncate returns v without its fraction, held between lo and hi; 0 for NaN.
func truncate(v float64, lo, hi int64) int64 {
	switch {
	case v != v:
		return 0
	case v <= float64(lo):
		return lo
	case v >= float64(hi):
		return hi
	}
	return int64(v)
}
