package jax

import (
	"math"
	mathbits "math/bits"

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

// sign keeps zeros with their signs.
func sign(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	z := e.Sign(a)
	if a.Dtype().IsFloat() {
		return e.Where(e.Equal(a, number(e, 0, a.Dtype())), a, z)
	}
	return z
}

func rsqrt(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	return e.Astype(e.Reciprocal(e.Sqrt(e.Astype(a, wide(a.Dtype())))), a.Dtype())
}

func exp2(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return e.Exp(times(math.Ln2)(e, x)) }

func times(factor float64) unaryFunc {
	return func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		return e.Multiply(x, number(e, factor, x.(*ivy.Array).Dtype()))
	}
}

func logistic(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	w := e.Astype(a, wide(a.Dtype()))
	one := number(e, 1, w.Dtype())
	return e.Astype(e.Divide(one, e.Add(one, e.Exp(e.Negative(w)))), a.Dtype())
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
	parts := e.Stack(e.BroadcastArrays(re.(*ivy.Array), im.(*ivy.Array)), ivy.Axis(-1))
	shape := parts.Shape()
	return e.FromBytes(parts.Dtype().WithComplex(), shape[:len(shape)-1], parts.Bytes())
}

// floats returns the elements of x, of any real dtype, as float64.
func floats(e *ivy.Env, x *ivy.Array) []float64 {
	return ivy.Values[float64](e.Astype(x, dtype.Float64))
}

// hosted applies f to each element, in float64, and returns an array like x.
func hosted(e *ivy.Env, x *ivy.Array, f func(float64) float64) *ivy.Array {
	v := floats(e, x)
	for i := range v {
		v[i] = f(v[i])
	}
	return e.Astype(e.Reshape(e.Asarray(v), x.Shape()), x.Dtype())
}

// onHost is for functions that no backend has a kernel of.
func onHost(f func(float64) float64) unaryFunc {
	return func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return hosted(e, x.(*ivy.Array), f) }
}

func lgamma(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.Inf(1)
	}
	v, _ := math.Lgamma(x)
	return v
}

// digamma is the derivative of lgamma: by its recurrence up to where the asymptotic
// series is exact, by reflection on the left.
func digamma(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, -1):
		return math.NaN()
	case math.IsInf(x, 1):
		return x
	case x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x < 0:
		r := x - math.Floor(x)
		return digamma(1-x) - math.Pi/math.Tan(math.Pi*r)
	}
	var z float64
	for ; x < 10; x++ {
		z -= 1 / x
	}
	u := 1 / (x * x)
	series := u * (1./12 - u*(1./120-u*(1./252-u*(1./240-u*(1./132-u*691./32760)))))
	return z + math.Log(x) - 0.5/x - series
}

func ldexp(m, n float64) float64 {
	if m == 0 || math.IsInf(m, 0) || math.IsNaN(m) {
		return m
	}
	return math.Ldexp(m, int(max(-1<<20, min(1<<20, n))))
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

// quotient is lax.div: of integers truncated, by 0 all bits set.
func quotient(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	d := a.Dtype()
	if !d.IsInteger() {
		return e.Divide(a, b)
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
	direction := e.Divide(e.Add(b, e.Multiply(i, a)), e.Sqrt(e.Add(e.Multiply(b, b), e.Multiply(a, a))))
	return e.Multiply(e.Negative(i), e.Log(direction))
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
