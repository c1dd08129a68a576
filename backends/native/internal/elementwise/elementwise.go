// Package elementwise has the operations that compute each element of a result from the
// elements at its position: arithmetic, comparisons, elementary functions, activations,
// casts and choices.
//
// A [Loop] is such an operation on operands of one dtype. It runs over contiguous
// elements; operands with other strides, or of other dtypes, are brought into blocks
// first. Package simd's loops replace those in Go where the machine has them.
package elementwise

import (
	"math"
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementary"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Kernels are the rows of this package for the backend's table: elementwise operations,
// activations, special functions, casts and choices.
var Kernels = slices.Concat(dtypesKernels, elementwiseKernels, activationKernels, searchingKernels, specialKernels)

// Loops are the loops of elementwise operations, by their rows.
var (
	Loops              = elementwiseLoops()
	elementwiseKernels = Loops.entries()
)

// elementwiseLoops has the rows of each kind of dtype, for the Go types of its
// dtypes. What float16 and bfloat16 do not have comes from float32.
func elementwiseLoops() loopTable {
	t := loopTable{}
	boolRows(t)

	wholeRows[uint8](t, dtype.Uint8)
	wholeRows[uint16](t, dtype.Uint16)
	wholeRows[uint32](t, dtype.Uint32)
	wholeRows[uint64](t, dtype.Uint64)
	wholeRows[int8](t, dtype.Int8)
	wholeRows[int16](t, dtype.Int16)
	wholeRows[int32](t, dtype.Int32)
	wholeRows[int64](t, dtype.Int64)

	floatBitRows[uint16](t, dtype.BFloat16, brainInf, 0x3f80)
	floatBitRows[uint16](t, dtype.Float16, halfInf, 0x3c00)
	floatBitRows[uint32](t, dtype.Float32, float32Inf, math.Float32bits(1))
	floatBitRows[uint64](t, dtype.Float64, float64Inf, math.Float64bits(1))
	set2(t, ops.NextAfter, dtype.BFloat16, costCall, each2(nextNarrow(dtype.Brain.Float32)))
	set2(t, ops.NextAfter, dtype.Float16, costCall, each2(nextNarrow(fromHalf)))

	floatRows[float32](t, dtype.Float32)
	float32Rows(t)
	floatRows[float64](t, dtype.Float64)
	float64Rows(t)

	elementaryRows(t, ops.Elementwise)

	set2(t, ops.JoinComplex, dtype.Float32, CostMove, each2(func(re, im float32) complex64 { return complex(re, im) }))
	set2(t, ops.JoinComplex, dtype.Float64, CostMove, each2(func(re, im float64) complex128 { return complex(re, im) }))
	complexRows[complex64, float32](t, dtype.Complex64)
	complexRows[complex128, float64](t, dtype.Complex128)
	arithRows(t)
	wideRows(t)
	return t
}

// boolRows works on bools as the bytes 0 and 1.
func boolRows(t loopTable) {
	const d = dtype.Bool
	set1(t, ops.Abs, d, CostMove, copyLoop[uint8])
	for _, r := range []ops.Unary{ops.BitwiseInvert, ops.LogicalNot} {
		set1(t, r, d, CostMove, notLoop)
	}
	for _, r := range []ops.Binary{ops.Add, ops.BitwiseOr, ops.LogicalOr, ops.Maximum, ops.Fmax} {
		set2(t, r, d, CostMove, orLoop[uint8])
	}
	for _, r := range []ops.Binary{ops.Multiply, ops.BitwiseAnd, ops.LogicalAnd, ops.Minimum, ops.Fmin} {
		set2(t, r, d, CostMove, andLoop[uint8])
	}
	for _, r := range []ops.Binary{ops.BitwiseXor, ops.LogicalXor, ops.NotEqual} {
		set2(t, r, d, CostMove, xorLoop[uint8])
	}
	set2(t, ops.Equal, d, CostMove, equalLoop[uint8])
	orderRows[uint8](t, d)
	constantRows[bool](t, d)
}

func orderRows[T array.Real](t loopTable, d dtype.Dtype) {
	set2(t, ops.Greater, d, CostMove, greaterLoop[T])
	set2(t, ops.GreaterEqual, d, CostMove, greaterEqualLoop[T])
	set2(t, ops.Less, d, CostMove, lessLoop[T])
	set2(t, ops.LessEqual, d, CostMove, lessEqualLoop[T])
}

// constantRows are the questions that only floats make interesting.
func constantRows[T array.Element](t loopTable, d dtype.Dtype) {
	set1(t, ops.IsFinite, d, CostMove, constantLoop[bool, T](true))
	set1(t, ops.IsInf, d, CostMove, constantLoop[bool, T](false))
	set1(t, ops.IsNan, d, CostMove, constantLoop[bool, T](false))
}

// realRows are those that integers and floats share.
func realRows[T array.Real](t loopTable, d dtype.Dtype) {
	orderRows[T](t, d)
	set2(t, ops.Add, d, CostMove, addLoop[T])
	set2(t, ops.Equal, d, CostMove, equalLoop[T])
	set2(t, ops.Maximum, d, CostMove, maximumLoop[T])
	set2(t, ops.Minimum, d, CostMove, minimumLoop[T])
	set2(t, ops.Multiply, d, CostMove, multiplyLoop[T])
	set2(t, ops.NotEqual, d, CostMove, notEqualLoop[T])
	set2(t, ops.Subtract, d, CostMove, subtractLoop[T])
	set1(t, ops.Square, d, CostMove, squareLoop[T])
}

// realPartRows are those of a real number as a complex one. T need only have the
// number's size.
func realPartRows[T array.Element](t loopTable, d dtype.Dtype) {
	var zero T
	set1(t, ops.Conj, d, CostMove, copyLoop[T])
	set1(t, ops.Imag, d, CostMove, constantLoop[T, T](zero))
	set1(t, ops.Positive, d, CostMove, copyLoop[T])
	set1(t, ops.Real, d, CostMove, copyLoop[T])
}

func wholeRows[T array.Integer](t loopTable, d dtype.Dtype) {
	realRows[T](t, d)
	realPartRows[T](t, d)
	constantRows[T](t, d)
	set2(t, ops.BitwiseAnd, d, CostMove, andLoop[T])
	set2(t, ops.BitwiseLeftShift, d, costCall, each2(elementary.ShiftLeft[T]))
	set2(t, ops.BitwiseOr, d, CostMove, orLoop[T])
	set2(t, ops.BitwiseRightShift, d, costCall, each2(elementary.ShiftRight[T]))
	set2(t, ops.BitwiseXor, d, CostMove, xorLoop[T])
	set2(t, ops.FloorDivide, d, costMath, each2(elementary.FloorDivideInt[T]))
	set2(t, ops.Fmax, d, CostMove, maximumLoop[T])
	set2(t, ops.Fmin, d, CostMove, minimumLoop[T])
	set2(t, ops.Gcd, d, costComplex, each2(elementary.GcdInt[T]))
	set2(t, ops.Lcm, d, costComplex, each2(elementary.LcmInt[T]))
	set2(t, ops.Pow, d, costMath, each2(elementary.PowInt[T]))
	set2(t, ops.Remainder, d, costMath, each2(elementary.RemainderInt[T]))
	if d.IsUnsigned() {
		set1(t, ops.Abs, d, CostMove, copyLoop[T])
	} else {
		set1(t, ops.Abs, d, CostMove, absLoop[T])
	}
	set1(t, ops.BitwiseInvert, d, CostMove, invertLoop[T])
	set1(t, ops.Ceil, d, CostMove, copyLoop[T])
	set1(t, ops.Floor, d, CostMove, copyLoop[T])
	set1(t, ops.Negative, d, CostMove, negativeLoop[T])
	set1(t, ops.Round, d, CostMove, copyLoop[T])
	set1(t, ops.Sign, d, CostMove, signLoop[T])
	set1(t, ops.SignBit, d, CostMove, negativeSignLoop[T])
	set1(t, ops.Trunc, d, CostMove, copyLoop[T])
}

// floatBitRows are those that need a float's bits alone.
func floatBitRows[U array.Unsigned](t loopTable, d dtype.Dtype, inf, one U) {
	realPartRows[U](t, d)
	set2(t, ops.CopySign, d, CostMove, copySignLoop[U])
	set1(t, ops.Abs, d, CostMove, absBitsLoop[U])
	set1(t, ops.IsFinite, d, CostMove, isFiniteLoop(inf))
	set1(t, ops.IsInf, d, CostMove, isInfLoop(inf))
	set1(t, ops.IsNan, d, CostMove, isNanLoop(inf))
	set1(t, ops.Negative, d, CostMove, negativeBitsLoop[U])
	set1(t, ops.Sign, d, CostMove, signBitsLoop(inf, one))
	set1(t, ops.SignBit, d, CostMove, signBitLoop[U])
}

func floatRows[T array.Float](t loopTable, d dtype.Dtype) {
	realRows[T](t, d)
	set2(t, ops.Divide, d, CostMove, divideLoop[T])
	set2(t, ops.Fmax, d, costCall, each2(func(x, y T) T {
		switch {
		case x != x:
			return y
		case y != y:
			return x
		}
		return max(x, y)
	}))
	set2(t, ops.Fmin, d, costCall, each2(func(x, y T) T {
		switch {
		case x != x:
			return y
		case y != y:
			return x
		}
		return min(x, y)
	}))
	set1(t, ops.Ceil, d, CostMove, ceilLoop[T])
	set1(t, ops.Floor, d, CostMove, floorLoop[T])
	set1(t, ops.Reciprocal, d, CostMove, reciprocalLoop[T])
	set1(t, ops.Round, d, CostMove, roundLoop[T])
	set1(t, ops.Sqrt, d, CostMove, sqrtLoop[T])
	set1(t, ops.Trunc, d, CostMove, truncLoop[T])
}

func float32Rows(t loopTable) {
	const d = dtype.Float32
	set2(t, ops.FloorDivide, d, costMath, each2(elementary.FloorDivide32))
	set2(t, ops.NextAfter, d, costCall, each2(elementary.NextAfter32))
	set2(t, ops.Remainder, d, costMath, each2(elementary.Remainder32))
}

func float64Rows(t loopTable) {
	const d = dtype.Float64
	set2(t, ops.FloorDivide, d, costMath, each2(elementary.FloorDivide))
	set2(t, ops.NextAfter, d, costCall, each2(elementary.NextAfter))
	set2(t, ops.Remainder, d, costMath, each2(elementary.Remainder))
}

// length returns the loop of the absolute values of complex numbers: that of Hypot, of their parts.
func (t loopTable) length(d dtype.Dtype) Loop {
	part := d.Component()
	hypot := &t[ops.Hypot.Op][part]
	return Loop{Cost: costMath, Long: 1, Run: func(z Span, in Spans) {
		var parts [2]*array.Buffer
		for i := range parts {
			parts[i] = BlockPool.Get().(*array.Buffer)
			parts[i].Dtype = part
		}
		for lo := 0; lo < z.N; lo += BlockLen {
			hi := min(lo+BlockLen, z.N)
			re, im := Span{parts[0], 0, hi - lo}, Span{parts[1], 0, hi - lo}
			x := in.part(lo, hi, z.N)
			t[ops.Real.Op][d].Run(re, x)
			t[ops.Imag.Op][d].Run(im, x)
			hypot.Run(z.part(lo, hi, z.N), Spans{re, im})
		}
		for _, b := range parts {
			BlockPool.Put(b)
		}
	}}
}

func complexRows[C array.Complex, F array.Float](t loopTable, d dtype.Dtype) {
	set2(t, ops.Add, d, CostMove, addLoop[C])
	set2(t, ops.Divide, d, costMath, each2(complex2[C](elementary.CDiv)))
	set2(t, ops.Equal, d, CostMove, equalLoop[C])
	set2(t, ops.Multiply, d, CostMove, complexMultiplyLoop[C])
	set2(t, ops.NotEqual, d, CostMove, notEqualLoop[C])
	set2(t, ops.Subtract, d, CostMove, subtractLoop[C])
	t.set(ops.Abs.Op, d, t.length(d))
	set1(t, ops.Conj, d, CostMove, conjLoop[C])
	set1(t, ops.Imag, d, CostMove, imagLoop[F, C])
	set1(t, ops.IsFinite, d, CostMove, Each1(func(v C) bool {
		re, im := complexParts(v)
		return re-re == 0 && im-im == 0
	}))
	set1(t, ops.IsInf, d, CostMove, Each1(func(v C) bool {
		re, im := complexParts(v)
		return math.IsInf(re, 0) || math.IsInf(im, 0)
	}))
	set1(t, ops.IsNan, d, CostMove, Each1(func(v C) bool {
		re, im := complexParts(v)
		return re != re || im != im
	}))
	set1(t, ops.Negative, d, CostMove, negativeLoop[C])
	set1(t, ops.Positive, d, CostMove, copyLoop[C])
	set1(t, ops.Real, d, CostMove, realLoop[F, C])
	set1(t, ops.Square, d, CostMove, func(z, x []C) { complexMultiplyLoop(z, x, x) })
}
