package native

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/elementary"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var (
	elementwiseTable   = elementwiseLoops()
	elementwiseKernels = elementwiseTable.entries()
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

	set2(t, ops.JoinComplex, dtype.Float32, costMove, each2(func(re, im float32) complex64 { return complex(re, im) }))
	set2(t, ops.JoinComplex, dtype.Float64, costMove, each2(func(re, im float64) complex128 { return complex(re, im) }))
	complexRows[complex64, float32](t, dtype.Complex64)
	complexRows[complex128, float64](t, dtype.Complex128)
	arithRows(t)
	wideRows(t)
	return t
}

// boolRows works on bools as the bytes 0 and 1.
func boolRows(t loopTable) {
	const d = dtype.Bool
	set1(t, ops.Abs, d, costMove, copyLoop[uint8])
	for _, r := range []ops.Unary{ops.BitwiseInvert, ops.LogicalNot} {
		set1(t, r, d, costMove, notLoop)
	}
	for _, r := range []ops.Binary{ops.Add, ops.BitwiseOr, ops.LogicalOr, ops.Maximum, ops.Fmax} {
		set2(t, r, d, costMove, orLoop[uint8])
	}
	for _, r := range []ops.Binary{ops.Multiply, ops.BitwiseAnd, ops.LogicalAnd, ops.Minimum, ops.Fmin} {
		set2(t, r, d, costMove, andLoop[uint8])
	}
	for _, r := range []ops.Binary{ops.BitwiseXor, ops.LogicalXor, ops.NotEqual} {
		set2(t, r, d, costMove, xorLoop[uint8])
	}
	set2(t, ops.Equal, d, costMove, equalLoop[uint8])
	orderRows[uint8](t, d)
	constantRows[bool](t, d)
}

func orderRows[T realNumber](t loopTable, d dtype.Dtype) {
	set2(t, ops.Greater, d, costMove, greaterLoop[T])
	set2(t, ops.GreaterEqual, d, costMove, greaterEqualLoop[T])
	set2(t, ops.Less, d, costMove, lessLoop[T])
	set2(t, ops.LessEqual, d, costMove, lessEqualLoop[T])
}

// constantRows are the questions that only floats make interesting.
func constantRows[T element](t loopTable, d dtype.Dtype) {
	set1(t, ops.IsFinite, d, costMove, constantLoop[bool, T](true))
	set1(t, ops.IsInf, d, costMove, constantLoop[bool, T](false))
	set1(t, ops.IsNan, d, costMove, constantLoop[bool, T](false))
}

// realRows are those that integers and floats share.
func realRows[T realNumber](t loopTable, d dtype.Dtype) {
	orderRows[T](t, d)
	set2(t, ops.Add, d, costMove, addLoop[T])
	set2(t, ops.Equal, d, costMove, equalLoop[T])
	set2(t, ops.Maximum, d, costMove, maximumLoop[T])
	set2(t, ops.Minimum, d, costMove, minimumLoop[T])
	set2(t, ops.Multiply, d, costMove, multiplyLoop[T])
	set2(t, ops.NotEqual, d, costMove, notEqualLoop[T])
	set2(t, ops.Subtract, d, costMove, subtractLoop[T])
	set1(t, ops.Square, d, costMove, squareLoop[T])
}

// realPartRows are those of a real number as a complex one. T need only have the
// number's size.
func realPartRows[T element](t loopTable, d dtype.Dtype) {
	var zero T
	set1(t, ops.Conj, d, costMove, copyLoop[T])
	set1(t, ops.Imag, d, costMove, constantLoop[T, T](zero))
	set1(t, ops.Positive, d, costMove, copyLoop[T])
	set1(t, ops.Real, d, costMove, copyLoop[T])
}

func wholeRows[T wholeNumber](t loopTable, d dtype.Dtype) {
	realRows[T](t, d)
	realPartRows[T](t, d)
	constantRows[T](t, d)
	set2(t, ops.BitwiseAnd, d, costMove, andLoop[T])
	set2(t, ops.BitwiseLeftShift, d, costCall, each2(elementary.ShiftLeft[T]))
	set2(t, ops.BitwiseOr, d, costMove, orLoop[T])
	set2(t, ops.BitwiseRightShift, d, costCall, each2(elementary.ShiftRight[T]))
	set2(t, ops.BitwiseXor, d, costMove, xorLoop[T])
	set2(t, ops.FloorDivide, d, costMath, each2(elementary.FloorDivideInt[T]))
	set2(t, ops.Fmax, d, costMove, maximumLoop[T])
	set2(t, ops.Fmin, d, costMove, minimumLoop[T])
	set2(t, ops.Gcd, d, costComplex, each2(elementary.GcdInt[T]))
	set2(t, ops.Lcm, d, costComplex, each2(elementary.LcmInt[T]))
	set2(t, ops.Pow, d, costMath, each2(elementary.PowInt[T]))
	set2(t, ops.Remainder, d, costMath, each2(elementary.RemainderInt[T]))
	if d.IsUnsigned() {
		set1(t, ops.Abs, d, costMove, copyLoop[T])
	} else {
		set1(t, ops.Abs, d, costMove, absLoop[T])
	}
	set1(t, ops.BitwiseInvert, d, costMove, invertLoop[T])
	set1(t, ops.Ceil, d, costMove, copyLoop[T])
	set1(t, ops.Floor, d, costMove, copyLoop[T])
	set1(t, ops.Negative, d, costMove, negativeLoop[T])
	set1(t, ops.Round, d, costMove, copyLoop[T])
	set1(t, ops.Sign, d, costMove, signLoop[T])
	set1(t, ops.SignBit, d, costMove, negativeSignLoop[T])
	set1(t, ops.Trunc, d, costMove, copyLoop[T])
}

// The bits of infinity in each float.
const (
	brainInf   = 0x7f80
	halfInf    = 0x7c00
	float32Inf = 0x7f800000
	float64Inf = 0x7ff0000000000000
)

// floatBitRows are those that need a float's bits alone.
func floatBitRows[U unsignedNumber](t loopTable, d dtype.Dtype, inf, one U) {
	realPartRows[U](t, d)
	set2(t, ops.CopySign, d, costMove, copySignLoop[U])
	set1(t, ops.Abs, d, costMove, absBitsLoop[U])
	set1(t, ops.IsFinite, d, costMove, isFiniteLoop(inf))
	set1(t, ops.IsInf, d, costMove, isInfLoop(inf))
	set1(t, ops.IsNan, d, costMove, isNanLoop(inf))
	set1(t, ops.Negative, d, costMove, negativeBitsLoop[U])
	set1(t, ops.Sign, d, costMove, signBitsLoop(inf, one))
	set1(t, ops.SignBit, d, costMove, signBitLoop[U])
}

func floatRows[T floatNumber](t loopTable, d dtype.Dtype) {
	realRows[T](t, d)
	set2(t, ops.Divide, d, costMove, divideLoop[T])
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
	set1(t, ops.Ceil, d, costMove, ceilLoop[T])
	set1(t, ops.Floor, d, costMove, floorLoop[T])
	set1(t, ops.Reciprocal, d, costMove, reciprocalLoop[T])
	set1(t, ops.Round, d, costMove, roundLoop[T])
	set1(t, ops.Sqrt, d, costMove, sqrtLoop[T])
	set1(t, ops.Trunc, d, costMove, truncLoop[T])
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
func (t loopTable) length(d dtype.Dtype) loop {
	part := d.Component()
	hypot := &t[ops.Hypot.Op][part]
	return loop{cost: costMath, long: 1, run: func(z span, in spans) {
		var parts [2]*Buffer
		for i := range parts {
			parts[i] = blockPool.Get().(*Buffer)
			parts[i].Dtype = part
		}
		for lo := 0; lo < z.n; lo += blockLen {
			hi := min(lo+blockLen, z.n)
			re, im := span{parts[0], 0, hi - lo}, span{parts[1], 0, hi - lo}
			x := in.part(lo, hi, z.n)
			t[ops.Real.Op][d].run(re, x)
			t[ops.Imag.Op][d].run(im, x)
			hypot.run(z.part(lo, hi, z.n), spans{re, im})
		}
		for _, b := range parts {
			blockPool.Put(b)
		}
	}}
}

func complexRows[C complexNumber, F floatNumber](t loopTable, d dtype.Dtype) {
	set2(t, ops.Add, d, costMove, addLoop[C])
	set2(t, ops.Divide, d, costMath, each2(complex2[C](elementary.CDiv)))
	set2(t, ops.Equal, d, costMove, equalLoop[C])
	set2(t, ops.Multiply, d, costMove, complexMultiplyLoop[C])
	set2(t, ops.NotEqual, d, costMove, notEqualLoop[C])
	set2(t, ops.Subtract, d, costMove, subtractLoop[C])
	t.set(ops.Abs.Op, d, t.length(d))
	set1(t, ops.Conj, d, costMove, conjLoop[C])
	set1(t, ops.Imag, d, costMove, imagLoop[F, C])
	set1(t, ops.IsFinite, d, costMove, each1(func(v C) bool {
		re, im := complexParts(v)
		return re-re == 0 && im-im == 0
	}))
	set1(t, ops.IsInf, d, costMove, each1(func(v C) bool {
		re, im := complexParts(v)
		return math.IsInf(re, 0) || math.IsInf(im, 0)
	}))
	set1(t, ops.IsNan, d, costMove, each1(func(v C) bool {
		re, im := complexParts(v)
		return re != re || im != im
	}))
	set1(t, ops.Negative, d, costMove, negativeLoop[C])
	set1(t, ops.Positive, d, costMove, copyLoop[C])
	set1(t, ops.Real, d, costMove, realLoop[F, C])
	set1(t, ops.Square, d, costMove, func(z, x []C) { complexMultiplyLoop(z, x, x) })
}

// complex1 and complex2 are functions of complex128 for the dtype C.

func complex1[C complexNumber](f func(complex128) complex128) func(C) C {
	return func(x C) C { return C(f(complex128(x))) }
}

func complex2[C complexNumber](f func(x, y complex128) complex128) func(x, y C) C {
	return func(x, y C) C { return C(f(complex128(x), complex128(y))) }
}

func complexParts[C complexNumber](v C) (re, im float64) {
	return real(complex128(v)), imag(complex128(v))
}
