package jax

import (
	"math"

	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// The functions of complex numbers here are the unified API's but for zeros, infinities
// and NaN, where XLA does not do what C99 says: it takes zeros of the two signs for one
// on the branch cuts of most functions, and an infinity with a NaN part for a NaN.

var (
	sqrt  = complexly((*ivy.Env).Sqrt, func(z complex128) complex128 { return plusImag(allNaN(z)) }, nil)
	log   = complexly((*ivy.Env).Log, allNaN, nil)
	log1p = complexly((*ivy.Env).Log1p, allNaN, nil)
	log2  = complexly((*ivy.Env).Log2, allNaN, nil)
	log10 = complexly((*ivy.Env).Log10, allNaN, nil)
	exp   = complexly((*ivy.Env).Exp, turned, nil)
	expm1 = complexly((*ivy.Env).Expm1, turned, nil)
	sinh  = complexly((*ivy.Env).Sinh, func(z complex128) complex128 { return plusReal(turned(z)) }, nil)
	cosh  = complexly((*ivy.Env).Cosh, func(z complex128) complex128 { return plusReal(turned(z)) }, func(_, w complex128) complex128 { return plusImag(w) })
	tanh  = complexly((*ivy.Env).Tanh, tanhOperand, nil)
	sin   = complexly((*ivy.Env).Sin, func(z complex128) complex128 {
		if !finite(real(z)) {
			return nanNaN
		}
		return plusReal(z)
	}, nil)
	cos = complexly((*ivy.Env).Cos, func(z complex128) complex128 {
		if !finite(real(z)) {
			return nanNaN
		}
		return z
	}, func(z, w complex128) complex128 {
		if real(z) == 0 {
			return complex(real(w), 0)
		}
		return w
	})
	tan   = complexly((*ivy.Env).Tan, func(z complex128) complex128 { return overI(tanhOperand(timesI(z))) }, nil)
	asin  = complexly((*ivy.Env).Asin, arcOperand, func(z, w complex128) complex128 { return nanArc(z, w, 1) })
	acos  = complexly((*ivy.Env).Acos, arcOperand, func(z, w complex128) complex128 { return nanArc(z, w, -1) })
	acosh = complexly((*ivy.Env).Acosh, arcOperand, nil)
	asinh = complexly((*ivy.Env).Asinh, func(z complex128) complex128 {
		if imag(z) == 0 && isNaN(real(z)) {
			return nanNaN
		}
		return plusReal(z)
	}, nil)
	atanh = complexly((*ivy.Env).Atanh, atanhOperand, nil)
	atan  = complexly((*ivy.Env).Atan, func(z complex128) complex128 { return overI(atanhOperand(timesI(z))) }, nil)
)

var nanNaN = complex(math.NaN(), math.NaN())

func isNaN(x float64) bool { return x != x }

func finite(x float64) bool { return x-x == 0 }

// plusReal and plusImag make −0 of a part 0.
func plusReal(z complex128) complex128 { return complex(real(z)+0, imag(z)) }
func plusImag(z complex128) complex128 { return complex(real(z), imag(z)+0) }

func timesI(z complex128) complex128 { return complex(-imag(z), real(z)) }
func overI(z complex128) complex128  { return complex(imag(z), -real(z)) }

// allNaN makes what has a NaN one in both parts.
func allNaN(z complex128) complex128 {
	if isNaN(real(z)) || isNaN(imag(z)) {
		return nanNaN
	}
	return z
}

// turned is the operand of functions that have the cosine and sine of the imaginary part
// as factors, which are NaN where that is not finite.
func turned(z complex128) complex128 {
	if !finite(imag(z)) {
		return nanNaN
	}
	return plusImag(z)
}

func tanhOperand(z complex128) complex128 {
	switch {
	case finite(imag(z)):
		return plusImag(z)
	case math.IsInf(real(z), 0):
		return complex(real(z), 0)
	}
	return nanNaN
}

func arcOperand(z complex128) complex128 {
	if real(z) == 0 && isNaN(imag(z)) {
		return nanNaN
	}
	return plusImag(z)
}

// nanArc gives the infinite imaginary part of a result a sign, where an operand without
// one says nothing of it.
func nanArc(z, w complex128, sign float64) complex128 {
	if isNaN(imag(z)) && math.IsInf(imag(w), 0) {
		return complex(real(w), math.Inf(int(sign)))
	}
	return w
}

func atanhOperand(z complex128) complex128 {
	if math.IsInf(real(z), 0) {
		z = plusImag(z)
	}
	return plusReal(z)
}

// complexly is f, of complex numbers with operands and results put right: before makes
// the operand, after the result of operand and result. after may be nil.
func complexly(f unaryFunc, before func(complex128) complex128, after func(z, w complex128) complex128) unaryFunc {
	return func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		a := x.(*ivy.Array)
		d := a.Dtype()
		if !d.IsComplex() {
			return f(e, a)
		}
		return reading.As(e, func(xs []*ivy.Array) *ivy.Array {
			z := complexes(e, xs[0])
			w := f(e, arrayOf(e, z, before, a.Shape(), d))
			if after == nil {
				return w
			}
			v := complexes(e, w)
			i := -1
			return arrayOf(e, v, func(w complex128) complex128 { i++; return after(z[i], w) }, a.Shape(), d)
		}, func(xs []*ivy.Array) *ivy.Array { return f(e, xs[0]) }, a)
	}
}

func complexes(e *ivy.Env, a *ivy.Array) []complex128 {
	return reading.Values[complex128](e.Astype(a, dtype.Complex128))
}

// arrayOf returns what f makes of elements as an array.
func arrayOf(e *ivy.Env, z []complex128, f func(complex128) complex128, shape []int, d dtype.Dtype) *ivy.Array {
	w := make([]complex128, len(z))
	for i := range z {
		w[i] = f(z[i])
	}
	return e.Astype(e.Reshape(e.Asarray(w), shape), d)
}

// magnitude is the absolute value; of a complex number with a NaN it is one, whatever
// the other part.
func magnitude(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	if !a.Dtype().IsComplex() {
		return e.Abs(a)
	}
	m := e.Abs(a)
	return e.Where(e.IsNan(a), number(e, math.NaN(), m.Dtype()), m)
}

// raised is x to the power y; of complex numbers 0 to a power that is negative or has an
// imaginary part is NaN.
func raised(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	a, b := x.(*ivy.Array), y.(*ivy.Array)
	z := e.Pow(a, b)
	if d := a.Dtype(); d.IsComplex() {
		re, im := e.Real(b), e.Imag(b)
		zero := e.ZerosLike(im)
		lost := e.LogicalAnd(e.Equal(a, e.ZerosLike(a)), e.LogicalOr(e.NotEqual(im, zero), e.Less(re, zero)))
		return e.Where(lost, e.Astype(e.Asarray(nanNaN), d), z)
	}
	return z
}
