package torch

import (
	"math"

	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Sums, differences and quotients of complex numbers as PyTorch computes them, whose zeros
// and infinities C and NumPy have otherwise.

// add is x + y; of complex numbers x + (1+0j)·y, because PyTorch's sum has a factor.
func add(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	return sum(e, x, y, 1, (*ivy.Env).Add, opts)
}

// subtract is x − y; of complex numbers x + (−1+0j)·y.
func subtract(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	return sum(e, x, y, -1, (*ivy.Env).Subtract, opts)
}

func sum(e *ivy.Env, x, y any, factor complex128, f binaryFunc, opts []ivy.Option) *ivy.Array {
	d := x.(*ivy.Array).Dtype()
	if !d.IsComplex() {
		return f(e, x, y, opts...)
	}
	return e.Add(x, e.Multiply(y, e.Full(nil, factor, d)), opts...)
}

// divide is x / y; of complex numbers by c10's formula, which scales by the greater part
// of the divisor and takes zero divisors as positive.
func divide(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	switch x.(*ivy.Array).Dtype() {
	case dtype.Complex64:
		return quotients(e, x, y, complexQuotient[complex64, float32])
	case dtype.Complex128:
		return quotients(e, x, y, complexQuotient[complex128, float64])
	}
	return e.Divide(x, y, opts...)
}

func quotients[C complex64 | complex128](e *ivy.Env, x, y any, f func(z, w C) C) *ivy.Array {
	both := e.BroadcastArrays(x.(*ivy.Array), y.(*ivy.Array))
	dims := both[0].Shape()
	room(dims, 32)
	return reading.As(e, func(xs []*ivy.Array) *ivy.Array {
		p, q := reading.Values[C](xs[0]), reading.Values[C](xs[1])
		for i, z := range p {
			p[i] = f(z, q[i])
		}
		return e.Reshape(e.Asarray(p), dims)
	}, func(xs []*ivy.Array) *ivy.Array { return e.Divide(xs[0], xs[1]) }, both...)
}

// complexQuotient is c10::complex's: the conversions keep products from being fused with sums.
func complexQuotient[C complex64 | complex128, F float32 | float64](z, w C) C {
	a, b, c, d := F(real(complex128(z))), F(imag(complex128(z))), F(real(complex128(w))), F(imag(complex128(w)))
	abs := func(x F) F { return F(math.Abs(float64(x))) }
	switch {
	case abs(c) >= abs(d) && c == 0 && d == 0:
		return C(complex(float64(a/abs(c)), float64(b/abs(d))))
	case abs(c) >= abs(d):
		ratio := d / c
		scale := 1 / (c + F(d*ratio))
		return C(complex(float64(F(a+F(b*ratio))*scale), float64(F(b-F(a*ratio))*scale)))
	}
	ratio := c / d
	scale := 1 / (d + F(c*ratio))
	return C(complex(float64(F(F(a*ratio)+b)*scale), float64(F(F(b*ratio)-a)*scale)))
}

// complexPower returns a power that PyTorch computes by products, roots and reciprocals;
// it is nil of other exponents.
func complexPower(e *ivy.Env, x *ivy.Array, exponent float64) *ivy.Array {
	unit := constant(e, 1, x.Dtype())
	switch exponent {
	case 2:
		return e.Multiply(x, x)
	case 3:
		return e.Multiply(e.Multiply(x, x), x)
	case 0.5:
		return e.Sqrt(x)
	case -0.5:
		return divide(e, unit, e.Sqrt(x))
	case -1:
		return divide(e, unit, x)
	case -2:
		return divide(e, unit, e.Multiply(x, x))
	}
	return nil
}
