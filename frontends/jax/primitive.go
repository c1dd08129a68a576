package jax

import (
	"math"
	mathbits "math/bits"
	"slices"

	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// The functions here are lax's primitives where they are not the unified API's own.

// number returns v as an array without axes of x's dtype.
func number(e *ivy.Env, v float64, d dtype.Dtype) *ivy.Array {
	if d.IsInteger() {
		return e.Asarray(backend.IntScalar(int64(v)), d)
	}
	return e.Astype(e.Asarray(v, dtype.Float64), d)
}

func maxOf(d dtype.Dtype) float64 {
	info, err := dtype.Finfo(d)
	if err != nil {
		return math.Inf(1)
	}
	return info.Max
}

func identity(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return x.(*ivy.Array) }

// kept leaves integers and bools as they are.
func kept(f unaryFunc) unaryFunc {
	return func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
		if a := x.(*ivy.Array); !a.Dtype().IsFloat() {
			return a
		}
		return f(e, x, opts...)
	}
}

// sign keeps zeros with their signs. Of a complex number it is each part over the
// magnitude, of an infinite one too.
func sign(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	switch d := a.Dtype(); {
	case d.IsComplex():
		m := e.Abs(a)
		unit := joined(e, e.Divide(e.Real(a), m), e.Divide(e.Imag(a), m))
		return e.Where(e.Equal(a, e.ZerosLike(a)), a, unit)
	case d.IsFloat():
		return e.Where(e.Equal(a, number(e, 0, d)), a, e.Sign(a))
	}
	return e.Sign(a)
}

func rsqrt(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	return e.Astype(e.Reciprocal(e.Sqrt(e.Astype(a, wide(a.Dtype())))), a.Dtype())
}

func exp2(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return exp(e, times(math.Ln2)(e, x)) }

func times(factor float64) unaryFunc {
	return func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		return e.Multiply(x, number(e, factor, x.(*ivy.Array).Dtype()))
	}
}

func logistic(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array) // narrow numbers are rounded after every step
	one := number(e, 1, a.Dtype())
	return e.Divide(one, e.Add(one, exp(e, e.Negative(a))))
}

func conj(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	if a := x.(*ivy.Array); !a.Dtype().IsComplex() {
		return a
	}
	return e.Conj(x)
}

func toConj(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	if a := x.(*ivy.Array); !a.Dtype().IsComplex() {
		return e.Astype(a, a.Dtype().WithComplex())
	}
	return e.Conj(x)
}

func realPart(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	if a := x.(*ivy.Array); !a.Dtype().IsComplex() {
		return a
	}
	return e.Real(x)
}

func imagPart(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	if a := x.(*ivy.Array); !a.Dtype().IsComplex() {
		return e.ZerosLike(a)
	}
	return e.Imag(x)
}

// joined makes complex numbers of their parts, whatever these are: arithmetic would make
// NaN of infinities and lose signs of zeros.
func joined(e *ivy.Env, re, im any, _ ...ivy.Option) *ivy.Array {
	return compose.Complex(e, re.(*ivy.Array), im.(*ivy.Array))
}

func cbrt(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return reading.Elementwise(e, func(x *ivy.Array) *ivy.Array { return compose.Cbrt(e, x) }, func(x *ivy.Array) *ivy.Array {
		return e.Divide(number(e, 1./3, x.Dtype()), e.Square(cbrt(e, x)))
	}, x.(*ivy.Array))
}

// psi is NaN of zeros, as XLA has it, of either sign.
func psi(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	return e.Where(e.Equal(a, number(e, 0, a.Dtype())), number(e, math.NaN(), a.Dtype()), e.Digamma(a))
}

// ints applies f to the bits of each element, of the dtype's width.
func ints(e *ivy.Env, x any, f func(bits uint64, width int) int) *ivy.Array {
	a := x.(*ivy.Array)
	d := a.Dtype()
	v := ivy.Values[int64](e.Astype(a, dtype.Int64))
	for i := range v {
		v[i] = int64(f(uint64(v[i])<<(64-d.Bits())>>(64-d.Bits()), d.Bits()))
	}
	return e.Astype(e.Reshape(e.Asarray(v), a.Shape()), d)
}

func popCount(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return ints(e, x, func(b uint64, _ int) int { return mathbits.OnesCount64(b) })
}

func leadingZeros(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return ints(e, x, func(b uint64, width int) int { return mathbits.LeadingZeros64(b) - 64 + width })
}

// divided is x / y. Where y is broadcast, XLA multiplies by its reciprocals, which are fewer;
// bfloat16 it converts to float32 before and divides.
func divided(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	if d := a.Dtype(); !d.IsFloat() || d == dtype.BFloat16 || slices.Equal(a.Shape(), b.Shape()) {
		return e.Divide(a, b)
	}
	inverse := e.Divide(number(e, 1, b.Dtype()), b)
	if z := e.Multiply(a, inverse); z.Size() > b.Size() {
		return z
	}
	return e.Divide(a, b)
}

// overConstant is x / c of a number that XLA knows when it compiles: it multiplies by 1/c,
// even where nothing is broadcast.
func overConstant(e *ivy.Env, x *ivy.Array, c float64) *ivy.Array {
	d := x.Dtype()
	if !d.IsFloat() || d == dtype.BFloat16 {
		return e.Divide(x, number(e, c, d))
	}
	return e.Multiply(x, e.Divide(number(e, 1, d), number(e, c, d)))
}

// quotient is lax.div: of integers truncated, by 0 all bits set.
func quotient(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	d := a.Dtype()
	if !d.IsInteger() {
		return divided(e, a, b)
	}
	q, zero := e.FloorDivide(a, b), number(e, 0, d)
	if d.IsSigned() {
		below := e.LogicalAnd(e.NotEqual(e.Remainder(a, b), zero), e.NotEqual(e.Less(a, zero), e.Less(b, zero)))
		q = e.Where(below, e.Add(q, number(e, 1, d)), q)
	}
	return e.Where(e.Equal(b, zero), e.BitwiseInvert(zero), q)
}

// remainder is lax.rem, which has the sign of x; of integers by 0 it is x.
func remainder(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	d := a.Dtype()
	if d.IsFloat() {
		return e.CopySign(e.Remainder(e.Abs(a), e.Abs(b)), a)
	}
	r, zero := e.Remainder(a, b), number(e, 0, d)
	if d.IsSigned() {
		other := e.LogicalAnd(e.NotEqual(r, zero), e.NotEqual(e.Less(a, zero), e.Less(r, zero)))
		r = e.Where(other, e.Subtract(r, b), r)
	}
	return e.Where(e.Equal(b, zero), a, r)
}

// modulo is jax.numpy.remainder, which has the sign of y; of integers by 0 it is 0.
func modulo(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	if !a.Dtype().IsFloat() {
		return e.Remainder(a, b)
	}
	r, zero := remainder(e, a, b), number(e, 0, a.Dtype())
	other := e.LogicalAnd(e.NotEqual(e.Less(r, zero), e.Less(b, zero)), e.NotEqual(r, zero))
	return e.Where(other, e.Add(r, b), r)
}

// lexical makes a comparison one of complex numbers too, by their real parts and then
// the imaginary ones.
func lexical(f binaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		a, b := x.(*ivy.Array), y.(*ivy.Array)
		if !a.Dtype().IsComplex() {
			return f(e, a, b)
		}
		p, q := e.Real(a), e.Real(b)
		return e.Where(e.Equal(p, q), f(e, e.Imag(a), e.Imag(b)), f(e, p, q))
	}
}

func greater(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	if a := x.(*ivy.Array); a.Dtype().IsComplex() {
		return e.Where(lexical((*ivy.Env).Greater)(e, x, y), x, y)
	}
	return e.Maximum(x, y)
}

func lesser(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	if a := x.(*ivy.Array); a.Dtype().IsComplex() {
		return e.Where(lexical((*ivy.Env).Less)(e, x, y), x, y)
	}
	return e.Minimum(x, y)
}

func atan2(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	d := a.Dtype()
	if !d.IsComplex() {
		return e.Atan2(a, b)
	}
	i := e.Astype(e.Asarray(1i, dtype.Complex128), d)
	direction := complexQuotient(e, e.Add(b, e.Multiply(i, a)), polarSqrt(e, e.Add(e.Multiply(b, b), e.Multiply(a, a))))
	return e.Multiply(e.Negative(i), log(e, direction))
}

// complexQuotient is the quotient of complex numbers by Smith's algorithm, which is XLA's: the signs of its zeros, and
// its rounding, decide on which side of a branch cut it lies.
func complexQuotient(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	a, b, c, d := e.Real(x), e.Imag(x), e.Real(y), e.Imag(y)
	steep := e.Less(e.Abs(c), e.Abs(d))
	ratio := e.Where(steep, e.Divide(c, d), e.Divide(d, c))
	under := e.Where(steep, fused(e, ratio, c, d), fused(e, ratio, d, c))
	re := e.Where(steep, fused(e, a, ratio, b), fused(e, b, ratio, a))
	im := e.Where(steep, fused(e, b, ratio, e.Negative(a)), fused(e, e.Negative(a), ratio, b))
	z := compose.Complex(e, e.Divide(re, under), e.Divide(im, under))
	open := e.LogicalAnd(e.IsNan(e.Real(z)), e.IsNan(e.Imag(z))) // zeros and infinities have rules of their own
	return e.Where(open, divided(e, x, y), z)
}

// fused is x·y + z of float32 numbers whose product is not rounded, as XLA's compiler fuses it. Of float64 numbers it is rounded.
func fused(e *ivy.Env, x, y, z *ivy.Array) *ivy.Array {
	if x.Dtype() == dtype.Float64 {
		return e.Add(e.Multiply(x, y), z)
	}
	wide := func(x *ivy.Array) *ivy.Array { return e.Astype(x, dtype.Float64) }
	return e.Astype(e.Add(e.Multiply(wide(x), wide(y)), wide(z)), dtype.Float32)
}

// polarSqrt is the square root of complex numbers by their length and angle, as XLA takes it within arctan2.
func polarSqrt(e *ivy.Env, z *ivy.Array) *ivy.Array {
	re, im := e.Real(z), e.Imag(z)
	half := e.Divide(e.Atan2(im, re), e.Asarray(2, re.Dtype()))
	length := e.Sqrt(e.Hypot(re, im))
	return compose.Complex(e, e.Multiply(length, e.Cos(half)), e.Multiply(length, e.Sin(half)))
}

func arithmeticShift(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return viaOther(e, x, y, dtype.Signed)
}

func logicalShift(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return viaOther(e, x, y, dtype.Unsigned)
}

// viaOther shifts right in integers of the same width that are in the set.
func viaOther(e *ivy.Env, x, y any, set dtype.Set) *ivy.Array {
	d := x.(*ivy.Array).Dtype()
	if set.Has(d) {
		return e.BitwiseRightShift(x, y)
	}
	for _, other := range set.Dtypes() {
		if other.Bits() == d.Bits() {
			return e.Astype(e.BitwiseRightShift(e.Astype(x, other), e.Astype(y, other)), d)
		}
	}
	return nil // no integer dtype is without a partner
}

// halfAway rounds to the nearest integer, halves away from zero.
func halfAway(e *ivy.Env, x *ivy.Array) *ivy.Array {
	t := e.Trunc(x)
	half := e.GreaterEqual(e.Abs(e.Subtract(x, t)), number(e, 0.5, x.Dtype()))
	return e.Where(half, e.Add(t, e.CopySign(number(e, 1, x.Dtype()), x)), t)
}

// intPow is jax.numpy.power of integers: of the exponent six bits count.
func intPow(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	zero, one := number(e, 0, a.Dtype()), number(e, 1, a.Dtype())
	acc := e.Where(e.LogicalAnd(e.Equal(a, zero), e.NotEqual(b, zero)), zero, one)
	for range 6 {
		acc = e.Where(e.NotEqual(e.BitwiseAnd(b, one), zero), e.Multiply(acc, a), acc)
		a = e.Multiply(a, a)
		b = logicalShift(e, b, one)
	}
	return acc
}
