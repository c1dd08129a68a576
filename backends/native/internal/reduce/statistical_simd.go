package reduce

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// CostReduced is what an element of a reduction costs that works on whole registers: the time
// to bring it from memory, in nanoseconds, about.
const CostReduced = 0.1

// wideReduction is f with loops of package simd, where the machine has them, which give the
// same results; brain and halves reduce 16-bit floats to A, if that is float32.
func wideReduction[A array.Element](f Reduction[A], wide any, brain, halves simd.Reduction[float32, uint16]) Reduction[A] {
	w, ok := wide.(simd.Reduction[A, A])
	if !ok || !w.OK() {
		return f
	}
	f.Wide, f.Cost = w, CostReduced
	if f, ok := any(&f).(*Reduction[float32]); ok {
		f.brain, f.halves = brain, halves
	}
	return f
}

func wideSum[A array.Number](f Reduction[A]) Reduction[A] {
	var one A
	var wide any
	switch any(one).(type) {
	case uint8:
		wide = simd.SumUint8
	case uint16:
		wide = simd.SumUint16
	case uint32:
		wide = simd.SumUint32
	case uint64:
		wide = simd.SumUint64
	case int8:
		wide = simd.SumInt8
	case int16:
		wide = simd.SumInt16
	case int32:
		wide = simd.SumInt32
	case int64:
		wide = simd.SumInt64
	case float32:
		wide = simd.SumFloat32
	case float64:
		wide = simd.SumFloat64
	case complex64:
		wide = simd.SumComplex64
	case complex128:
		wide = simd.SumComplex128
	}
	f = wideReduction(f, wide, simd.SumBFloat16, simd.SumFloat16)
	switch f := any(&f).(type) {
	case *Reduction[int64]:
		f.widen = widenIntegers[int64]
	case *Reduction[uint64]:
		f.widen = widenIntegers[uint64]
	}
	return f
}

// widenIntegers is widen of sums in 64 bits, whose bits are the same with a sign or without.
func widenIntegers[A int64 | uint64](s *Source[A], x *array.Buffer) bool {
	switch x.Dtype {
	case dtype.Bool, dtype.Uint8:
		return widenWith(s, (*simd.Reduction[A, uint8])(unsafe.Pointer(&simd.SumUint8Wide)), x)
	case dtype.Uint16:
		return widenWith(s, (*simd.Reduction[A, uint16])(unsafe.Pointer(&simd.SumUint16Wide)), x)
	case dtype.Uint32:
		return widenWith(s, (*simd.Reduction[A, uint32])(unsafe.Pointer(&simd.SumUint32Wide)), x)
	case dtype.Int8:
		return widenWith(s, (*simd.Reduction[A, int8])(unsafe.Pointer(&simd.SumInt8Wide)), x)
	case dtype.Int16:
		return widenWith(s, (*simd.Reduction[A, int16])(unsafe.Pointer(&simd.SumInt16Wide)), x)
	case dtype.Int32:
		return widenWith(s, (*simd.Reduction[A, int32])(unsafe.Pointer(&simd.SumInt32Wide)), x)
	}
	return false
}

func widenWith[A, X array.Element](s *Source[A], f *simd.Reduction[A, X], x *array.Buffer) bool {
	if !f.OK() {
		return false
	}
	xs := array.Elems[X](x)
	s.Inner = func(z []A, at, n, step, _, _ int) { f.Inner(z, xs, at, n, step) }
	s.far = true
	s.across = func(acc []A, at, rows, step, _ int) int { return f.Rows(acc, xs, at, rows, step) }
	return true
}

func wideProd[A array.Number](f Reduction[A]) Reduction[A] {
	var one A
	var wide any
	switch any(one).(type) {
	case uint16:
		wide = simd.ProdUint16
	case uint32:
		wide = simd.ProdUint32
	case uint64:
		wide = simd.ProdUint64
	case int16:
		wide = simd.ProdInt16
	case int32:
		wide = simd.ProdInt32
	case int64:
		wide = simd.ProdInt64
	case float32:
		wide = simd.ProdFloat32
	case float64:
		wide = simd.ProdFloat64
	}
	return wideReduction(f, wide, simd.ProdBFloat16, simd.ProdFloat16)
}

// WideMax is f with the loops of package simd for maxima, where the machine has them.
func WideMax[A array.Real](f Reduction[A]) Reduction[A] {
	var one A
	var wide any
	switch any(one).(type) {
	case uint8:
		wide = simd.MaxUint8
	case uint16:
		wide = simd.MaxUint16
	case uint32:
		wide = simd.MaxUint32
	case uint64:
		wide = simd.MaxUint64
	case int8:
		wide = simd.MaxInt8
	case int16:
		wide = simd.MaxInt16
	case int32:
		wide = simd.MaxInt32
	case int64:
		wide = simd.MaxInt64
	case float32:
		wide = simd.MaxFloat32
	case float64:
		wide = simd.MaxFloat64
	}
	return wideReduction(f, wide, simd.MaxBFloat16, simd.MaxFloat16)
}

// WideMin is WideMax for minima.
func WideMin[A array.Real](f Reduction[A]) Reduction[A] {
	var one A
	var wide any
	switch any(one).(type) {
	case uint8:
		wide = simd.MinUint8
	case uint16:
		wide = simd.MinUint16
	case uint32:
		wide = simd.MinUint32
	case uint64:
		wide = simd.MinUint64
	case int8:
		wide = simd.MinInt8
	case int16:
		wide = simd.MinInt16
	case int32:
		wide = simd.MinInt32
	case int64:
		wide = simd.MinInt64
	case float32:
		wide = simd.MinFloat32
	case float64:
		wide = simd.MinFloat64
	}
	return wideReduction(f, wide, simd.MinBFloat16, simd.MinFloat16)
}
