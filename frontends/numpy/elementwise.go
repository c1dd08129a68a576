package numpy

import (
	"math"
	"math/cmplx"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// ufuncs are NumPy's functions element by element. Adding one that the unified API has is
// one line.
var ufuncs = []ufunc{
	// Arithmetic.
	{path: "add", in: dtype.All, by: uniform, binary: (*ivy.Env).Add, same: dtype.All},
	{path: "subtract", in: realSet | complexs, by: notBool, binary: (*ivy.Env).Subtract, same: dtype.Numeric},
	{path: "multiply", in: dtype.All, by: uniform, binary: (*ivy.Env).Multiply, same: dtype.All},
	{path: "divide", in: inexact, by: quotient, nin: 2, loop: two(divide), alias: []string{"true_divide"}},
	{path: "floor_divide", in: realSet, nin: 2, loop: two(floorDivide)},
	{path: "remainder", in: realSet, nin: 2, loop: two(remainder), alias: []string{"mod"}},
	{path: "fmod", in: realSet, nin: 2, loop: two(fmod)},
	{path: "divmod", in: realSet, nin: 2, nout: 2, loop: func(e *ivy.Env, x []*ivy.Array) []*ivy.Array {
		return []*ivy.Array{floorDivide(e, x[0], x[1]), remainder(e, x[0], x[1])}
	}},
	{path: "power", in: realSet | complexs, by: search, nin: 2, loop: two(power), alias: []string{"pow"}},
	{path: "float_power", in: dtype.Of(dtype.Float64, dtype.Complex128), nin: 2, loop: two(power)},
	{path: "negative", in: realSet | complexs, by: notBool, unary: (*ivy.Env).Negative, same: dtype.Numeric},
	{path: "positive", in: realSet | complexs, by: uniform, unary: (*ivy.Env).Positive, same: dtype.Numeric},
	{path: "absolute", in: dtype.All, by: magnitude, out: toComponent, unary: (*ivy.Env).Abs, same: dtype.All, alias: []string{"abs"}},
	{path: "fabs", in: floats, unary: (*ivy.Env).Abs, same: floats},
	{path: "sign", in: realSet | complexs, by: uniform, loop: one(sign)},
	{path: "square", in: realSet | complexs, unary: (*ivy.Env).Square, same: dtype.Numeric},
	{path: "sqrt", in: inexact, unary: (*ivy.Env).Sqrt, same: inexact},
	{path: "cbrt", in: floats, loop: one(wide(compose.Cbrt))},
	{path: "reciprocal", in: realSet | complexs, loop: one(reciprocal)},
	{path: "conjugate", in: realSet | complexs, unary: (*ivy.Env).Conj, same: dtype.Numeric, alias: []string{"conj"}},
	{path: "gcd", in: ints, by: uniform, binary: (*ivy.Env).Gcd, same: ints},
	{path: "lcm", in: ints, by: uniform, binary: (*ivy.Env).Lcm, same: ints},

	// Exponents and logarithms.
	{path: "exp", in: inexact, unary: (*ivy.Env).Exp, same: inexact},
	{path: "exp2", in: inexact, loop: one(wide(exp2))},
	{path: "expm1", in: inexact, loop: one(expm1)},
	{path: "log", in: inexact, unary: (*ivy.Env).Log, same: inexact},
	{path: "log2", in: inexact, loop: one(logTo((*ivy.Env).Log2, math.Log2E))},
	{path: "log10", in: inexact, loop: one(logTo((*ivy.Env).Log10, math.Log10E))},
	{path: "log1p", in: inexact, loop: one(log1p)},
	{path: "logaddexp", in: floats, binary: (*ivy.Env).LogAddExp, same: floats},
	{path: "logaddexp2", in: floats, nin: 2, loop: two(logAddExp2)},

	// Angles.
	{path: "sin", in: inexact, unary: (*ivy.Env).Sin, same: inexact},
	{path: "cos", in: inexact, unary: (*ivy.Env).Cos, same: inexact},
	{path: "tan", in: inexact, unary: (*ivy.Env).Tan, same: inexact},
	{path: "arcsin", in: inexact, unary: (*ivy.Env).Asin, same: inexact, alias: []string{"asin"}},
	{path: "arccos", in: inexact, unary: (*ivy.Env).Acos, same: inexact, alias: []string{"acos"}},
	{path: "arctan", in: inexact, unary: (*ivy.Env).Atan, same: inexact, alias: []string{"atan"}},
	{path: "sinh", in: inexact, unary: (*ivy.Env).Sinh, same: inexact},
	{path: "cosh", in: inexact, unary: (*ivy.Env).Cosh, same: inexact},
	{path: "tanh", in: inexact, unary: (*ivy.Env).Tanh, same: inexact},
	{path: "arcsinh", in: inexact, unary: (*ivy.Env).Asinh, same: inexact, alias: []string{"asinh"}},
	{path: "arccosh", in: inexact, unary: (*ivy.Env).Acosh, same: inexact, alias: []string{"acosh"}},
	{path: "arctanh", in: inexact, unary: (*ivy.Env).Atanh, same: inexact, alias: []string{"atanh"}},
	{path: "arctan2", in: floats, binary: (*ivy.Env).Atan2, same: floats, alias: []string{"atan2"}},
	{path: "hypot", in: floats, binary: (*ivy.Env).Hypot, same: floats},
	{path: "deg2rad", in: floats, loop: one(wide(scaledBy(math.Pi / 180)))},
	{path: "radians", in: floats &^ brain, loop: one(wide(scaledBy(math.Pi / 180)))},
	{path: "rad2deg", in: floats, loop: one(wide(scaledBy(180 / math.Pi)))},
	{path: "degrees", in: floats &^ brain, loop: one(wide(scaledBy(180 / math.Pi)))},

	// Parts of floats.
	{path: "floor", in: floats, unary: (*ivy.Env).Floor, same: floats},
	{path: "ceil", in: floats, unary: (*ivy.Env).Ceil, same: floats},
	{path: "trunc", in: floats, unary: (*ivy.Env).Trunc, same: floats},
	{path: "rint", in: inexact, unary: (*ivy.Env).Round, same: inexact},
	{path: "modf", in: floats, nout: 2, loop: func(e *ivy.Env, x []*ivy.Array) []*ivy.Array {
		fraction, whole := e.Modf(x[0])
		return []*ivy.Array{fraction, whole}
	}},
	{path: "frexp", in: floats, by: untyped, nout: 2, out: toParts, loop: frexp},
	{path: "ldexp", in: floats, by: scaled, nin: 2, loop: two(ldexp)},
	{path: "copysign", in: floats, binary: (*ivy.Env).CopySign, same: floats},
	{path: "nextafter", in: floats, nin: 2, loop: two(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
		z := e.NextAfter(x, y)
		if x.Dtype() == dtype.Float16 { // equal ones are x, of two zeros too
			z = e.Where(e.Equal(x, y), x, z)
		}
		return z
	})},
	{path: "spacing", in: floats, loop: one(spacing)},
	{path: "signbit", in: floats, by: exactly, out: toBool, unary: (*ivy.Env).SignBit, same: floats},
	{path: "heaviside", in: floats, nin: 2, loop: two(heaviside)},

	// Bits.
	{path: "bitwise_and", in: bits, binary: (*ivy.Env).BitwiseAnd, same: bits},
	{path: "bitwise_or", in: bits, binary: (*ivy.Env).BitwiseOr, same: bits},
	{path: "bitwise_xor", in: bits, binary: (*ivy.Env).BitwiseXor, same: bits},
	{path: "invert", in: bits, unary: (*ivy.Env).BitwiseInvert, same: bits, alias: []string{"bitwise_not", "bitwise_invert"}},
	{path: "left_shift", in: ints, binary: (*ivy.Env).BitwiseLeftShift, same: ints, alias: []string{"bitwise_left_shift"}},
	{path: "right_shift", in: ints, binary: (*ivy.Env).BitwiseRightShift, same: ints, alias: []string{"bitwise_right_shift"}},
	{path: "bitwise_count", in: ints, by: exactly, out: toUint8, loop: one(bitCount)},

	// Comparisons and truth.
	{path: "equal", in: dtype.All, by: comparison, out: toBool, binary: (*ivy.Env).Equal, same: dtype.All},
	{path: "not_equal", in: dtype.All, by: comparison, out: toBool, binary: (*ivy.Env).NotEqual, same: dtype.All},
	{path: "less", in: dtype.All, by: comparison, out: toBool, binary: less, same: dtype.All},
	{path: "less_equal", in: dtype.All, by: comparison, out: toBool, binary: lessEqual, same: dtype.All},
	{path: "greater", in: dtype.All, by: comparison, out: toBool, binary: func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array { return less(e, y, x) }, same: dtype.All},
	{path: "greater_equal", in: dtype.All, by: comparison, out: toBool, binary: func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array { return lessEqual(e, y, x) }, same: dtype.All},
	{path: "logical_and", in: dtype.All, by: truth, out: toBool, binary: (*ivy.Env).LogicalAnd, same: dtype.All},
	{path: "logical_or", in: dtype.All, by: truth, out: toBool, binary: (*ivy.Env).LogicalOr, same: dtype.All},
	{path: "logical_xor", in: dtype.All, by: truth, out: toBool, binary: (*ivy.Env).LogicalXor, same: dtype.All},
	{path: "logical_not", in: dtype.All, by: truth, out: toBool, unary: (*ivy.Env).LogicalNot, same: dtype.All},
	{path: "isnan", in: dtype.All, by: predicate, out: toBool, unary: (*ivy.Env).IsNan, same: dtype.All},
	{path: "isinf", in: dtype.All, by: predicate, out: toBool, unary: (*ivy.Env).IsInf, same: dtype.All},
	{path: "isfinite", in: dtype.All, by: predicate, out: toBool, unary: (*ivy.Env).IsFinite, same: dtype.All},
	{path: "maximum", in: dtype.All, by: uniform, binary: maximum, same: dtype.All},
	{path: "minimum", in: dtype.All, by: uniform, binary: minimum, same: dtype.All},
	{path: "fmax", in: dtype.All, by: uniform, binary: fmax, same: dtype.All},
	{path: "fmin", in: dtype.All, by: uniform, binary: fmin, same: dtype.All},
}

// one and two make loops of functions that have one result.

func one(f func(e *ivy.Env, x *ivy.Array) *ivy.Array) func(*ivy.Env, []*ivy.Array) []*ivy.Array {
	return func(e *ivy.Env, x []*ivy.Array) []*ivy.Array { return []*ivy.Array{f(e, x[0])} }
}

func two(f func(e *ivy.Env, x, y *ivy.Array) *ivy.Array) func(*ivy.Env, []*ivy.Array) []*ivy.Array {
	return func(e *ivy.Env, x []*ivy.Array) []*ivy.Array { return []*ivy.Array{f(e, x[0], x[1])} }
}

// wide computes float16 and bfloat16 in float32, as NumPy and ml_dtypes do.
func wide(f func(e *ivy.Env, x *ivy.Array) *ivy.Array) func(*ivy.Env, *ivy.Array) *ivy.Array {
	return func(e *ivy.Env, x *ivy.Array) *ivy.Array {
		if d := x.Dtype(); dtype.Narrow.Has(d) {
			return e.Astype(f(e, e.Astype(x, dtype.Float32)), d)
		}
		return f(e, x)
	}
}

func parts(e *ivy.Env, x any) (re, im *ivy.Array) { return e.Real(x), e.Imag(x) }

// join makes complex numbers of their parts, whatever these are: the pairs are the memory
// of complex numbers, where arithmetic would make NaN of infinities.
func join(e *ivy.Env, re, im *ivy.Array) *ivy.Array {
	return compose.Complex(e, re, im)
}

// divide is Smith's method for complex numbers.
func divide(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	if !x.Dtype().IsComplex() {
		return e.Divide(x, y)
	}
	a, b := parts(e, x)
	c, d := parts(e, y)
	wider := e.GreaterEqual(e.Abs(c), e.Abs(d))
	zero := zeroD(e, 0, c.Dtype())
	none := e.LogicalAnd(e.Equal(c, zero), e.Equal(d, zero))
	p, q := e.Where(wider, c, d), e.Where(wider, d, c) // the greater part of y, and the other
	ratio := e.Divide(q, p)
	scale := e.Divide(zeroD(e, 1, c.Dtype()), e.Add(p, e.Multiply(q, ratio)))
	re := e.Where(wider, e.Add(a, e.Multiply(b, ratio)), e.Add(e.Multiply(a, ratio), b))
	im := e.Where(wider, e.Subtract(b, e.Multiply(a, ratio)), e.Subtract(e.Multiply(b, ratio), a))
	re, im = e.Multiply(re, scale), e.Multiply(im, scale)
	return join(e, e.Where(none, e.Divide(a, e.Abs(c)), re), e.Where(none, e.Divide(b, e.Abs(c)), im))
}

// divmodOf is Python's division of floats: quotient and remainder.
func divmodOf(e *ivy.Env, x, y *ivy.Array) (div, mod *ivy.Array) {
	d := x.Dtype()
	zero := zeroD(e, 0, d)
	rem := fmod(e, x, y)
	turned := e.LogicalAnd(e.NotEqual(rem, zero), e.NotEqual(e.Less(y, zero), e.Less(rem, zero)))
	mod = e.Where(turned, e.Add(rem, y), rem)
	div = e.Divide(e.Subtract(x, rem), y)
	div = e.Where(turned, e.Subtract(div, zeroD(e, 1, d)), div)
	floor := e.Floor(div)
	floor = e.Where(e.Greater(e.Subtract(div, floor), zeroD(e, 0.5, d)), e.Add(floor, zeroD(e, 1, d)), floor)
	quotient := e.Divide(x, y)
	div = e.Where(e.NotEqual(div, zero), floor, e.CopySign(zero, quotient))
	mod = e.Where(e.Equal(mod, zero), e.CopySign(zero, y), mod)
	byZero := e.Equal(y, zero)
	return e.Where(byZero, quotient, div), e.Where(byZero, rem, mod)
}

// widened computes a function of two floats in float32 if they are narrower.
func widened(e *ivy.Env, x, y *ivy.Array, f func(x, y *ivy.Array) *ivy.Array) *ivy.Array {
	d := x.Dtype()
	if !dtype.Narrow.Has(d) {
		return f(x, y)
	}
	return e.Astype(f(e.Astype(x, dtype.Float32), e.Astype(y, dtype.Float32)), d)
}

func floorDivide(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	if !x.Dtype().IsFloat() {
		return e.FloorDivide(x, y)
	}
	return widened(e, x, y, func(x, y *ivy.Array) *ivy.Array { div, _ := divmodOf(e, x, y); return div })
}

func remainder(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	if !x.Dtype().IsFloat() {
		return e.Remainder(x, y)
	}
	return widened(e, x, y, func(x, y *ivy.Array) *ivy.Array { _, mod := divmodOf(e, x, y); return mod })
}

// fmod is C's: the remainder has the dividend's sign.
func fmod(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Fmod(x, y) }

func power(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	d := x.Dtype()
	if d.IsSigned() && e.Any(e.Less(y, zeroD(e, 0, d))).Bool() && !slices.Contains(x.Shape(), 0) {
		frontend.Raise("numpy", "ValueError", "Integers to negative integer powers are not allowed.")
	}
	switch d {
	case dtype.Complex64:
		return complexPower[complex64](e, x, y)
	case dtype.Complex128:
		return complexPower[complex128](e, x, y)
	}
	return e.Pow(x, y)
}

// complexPower multiplies for whole exponents up to a hundred, and takes the logarithm for
// others.
func complexPower[T complex64 | complex128](e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	return reading.As(e, func(xs []*ivy.Array) *ivy.Array {
		a, b := reading.Values[T](xs[0]), reading.Values[T](xs[1])
		for i, z := range a {
			a[i] = powerOf(z, complex128(b[i]))
		}
		return e.Reshape(e.Asarray(a), xs[0].Shape())
	}, func(xs []*ivy.Array) *ivy.Array { return e.Pow(xs[0], xs[1]) }, e.BroadcastArrays(x, y)...)
}

func powerOf[T complex64 | complex128](z T, p complex128) T {
	n := real(p)
	switch {
	case p == 0:
		return 1
	case z == 0 && n > 0:
		return 0
	case z == 0:
		return T(cmplx.NaN())
	case imag(p) != 0 || n != math.Trunc(n) || math.Abs(n) >= 100:
		return T(cmplx.Pow(complex128(z), p))
	}
	k := int(math.Abs(n))
	if n == 1 || n == 2 || n == 3 {
		w := z
		for range k - 1 {
			w = multiplied(z, w)
		}
		return w
	}
	w := T(1)
	for mask, s := 1, z; ; {
		if k&mask != 0 {
			w = multiplied(w, s)
		}
		if mask <<= 1; k < mask {
			break
		}
		s = multiplied(s, s)
	}
	if n < 0 {
		w = T(smith(1, complex128(w)))
	}
	return w
}

func multiplied[T complex64 | complex128](x, y T) T { return x * y }

// smith divides as NumPy does.
func smith(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	if math.Abs(c) >= math.Abs(d) {
		if c == 0 && d == 0 {
			return complex(a/math.Abs(c), b/math.Abs(c))
		}
		r := d / c
		s := 1 / (c + d*r)
		return complex((a+b*r)*s, (b-a*r)*s)
	}
	r := c / d
	s := 1 / (d + c*r)
	return complex((a*r+b)*s, (b*r-a)*s)
}

// sign is that of C's comparisons; of complex numbers z/|z|.
func sign(e *ivy.Env, x *ivy.Array) *ivy.Array {
	switch d := x.Dtype(); {
	case d == dtype.BFloat16: // ml_dtypes keeps the sign of a zero
		return e.Where(e.Equal(x, zeroD(e, 0, d)), x, e.Sign(x))
	case !d.IsComplex():
		return e.Sign(x)
	}
	re, im := parts(e, x)
	d := re.Dtype()
	zero, nan := zeroD(e, 0, d), zeroD(e, math.NaN(), d)
	abs := e.Hypot(re, im)
	bad := e.LogicalOr(e.IsNan(abs), e.LogicalAnd(e.IsInf(re), e.IsInf(im)))
	far, alongRe := e.IsInf(abs), e.IsInf(re) // an infinite magnitude points along one axis
	part := func(x, atInfinity *ivy.Array) *ivy.Array {
		z := e.Where(e.Equal(abs, zero), zero, e.Divide(x, abs))
		return e.Where(bad, nan, e.Where(far, atInfinity, z))
	}
	return join(e, part(re, e.Where(alongRe, e.Sign(re), zero)), part(im, e.Where(alongRe, zero, e.Sign(im))))
}

func reciprocal(e *ivy.Env, x *ivy.Array) *ivy.Array {
	d := x.Dtype()
	switch {
	case d.IsComplex():
		return complexReciprocal(e, x)
	case d.IsFloat():
		return e.Reciprocal(x)
	}
	unit := e.Equal(x, zeroD(e, 1, d))
	if d.IsSigned() {
		unit = e.LogicalOr(unit, e.Equal(x, zeroD(e, -1, d)))
	}
	z := e.Where(unit, x, zeroD(e, 0, d))
	if d == dtype.Int32 || d == dtype.Int64 { // what the processor makes of infinity
		info, err := dtype.Iinfo(d)
		frontend.Check(err)
		z = e.Where(e.Equal(x, zeroD(e, 0, d)), zeroD(e, info.Min, d), z)
	}
	return z
}

// complexReciprocal is Smith's method for 1/x, which NumPy has of its own.
func complexReciprocal(e *ivy.Env, x *ivy.Array) *ivy.Array {
	c, d := parts(e, x)
	one := zeroD(e, 1, c.Dtype())
	wider := e.LessEqual(e.Abs(d), e.Abs(c))
	p, q := e.Where(wider, c, d), e.Where(wider, d, c)
	ratio := e.Divide(q, p)
	denominator := e.Add(p, e.Multiply(q, ratio))
	a, b := e.Divide(one, denominator), e.Divide(ratio, denominator)
	return join(e, e.Where(wider, a, b), e.Negative(e.Where(wider, b, a)))
}

func exp2(e *ivy.Env, x *ivy.Array) *ivy.Array {
	if d := x.Dtype(); d.IsComplex() { // e to the power ln 2 · x, part by part
		re, im := parts(e, x)
		ln2 := zeroD(e, math.Ln2, re.Dtype())
		return e.Exp(join(e, e.Multiply(re, ln2), e.Multiply(im, ln2)))
	}
	return e.Pow(zeroD(e, 2, x.Dtype()), x)
}

// expm1 and its like are for complex numbers what NumPy makes of real functions.

func expm1(e *ivy.Env, x *ivy.Array) *ivy.Array {
	if !x.Dtype().IsComplex() {
		return e.Expm1(x)
	}
	re, im := parts(e, x)
	two := zeroD(e, 2, re.Dtype())
	a := e.Sin(e.Divide(im, two))
	return join(e, e.Subtract(e.Multiply(e.Expm1(re), e.Cos(im)), e.Multiply(two, e.Square(a))), e.Multiply(e.Exp(re), e.Sin(im)))
}

func log1p(e *ivy.Env, x *ivy.Array) *ivy.Array {
	if !x.Dtype().IsComplex() {
		return e.Log1p(x)
	}
	re, im := parts(e, x)
	re = e.Add(re, zeroD(e, 1, re.Dtype()))
	return join(e, e.Log(e.Hypot(re, im)), e.Atan2(im, re))
}

func logTo(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, scale float64) func(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return func(e *ivy.Env, x *ivy.Array) *ivy.Array {
		if !x.Dtype().IsComplex() {
			return f(e, x)
		}
		re, im := parts(e, e.Log(x))
		s := zeroD(e, scale, re.Dtype())
		return join(e, e.Multiply(re, s), e.Multiply(im, s))
	}
}

// logAddExp2 is NumPy's: the greater one plus log2(1 + 2^−|x−y|).
func logAddExp2(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	return widened(e, x, y, func(x, y *ivy.Array) *ivy.Array {
		d := x.Dtype()
		diff := e.Subtract(x, y)
		tail := e.Multiply(zeroD(e, math.Log2E, d), e.Log1p(exp2(e, e.Negative(e.Abs(diff)))))
		z := e.Where(e.Greater(diff, zeroD(e, 0, d)), e.Add(x, tail), e.Add(y, tail))
		z = e.Where(e.IsNan(diff), diff, z)
		return e.Where(e.Equal(x, y), e.Add(x, zeroD(e, 1, d)), z)
	})
}

func scaledBy(f float64) func(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Multiply(x, zeroD(e, f, x.Dtype())) }
}

func spacing(e *ivy.Env, x *ivy.Array) *ivy.Array {
	d := x.Dtype()
	nan, infinity := zeroD(e, math.NaN(), d), zeroD(e, math.Inf(1), d)
	if d == dtype.Float16 { // to the next one above, whatever the sign
		return e.Where(e.IsFinite(x), e.Subtract(e.NextAfter(x, infinity), x), nan)
	}
	a := e.Abs(x)
	z := e.Where(e.IsFinite(a), e.Subtract(e.NextAfter(a, infinity), a), nan)
	if d == dtype.BFloat16 {
		return e.CopySign(z, x)
	}
	return e.Where(e.Equal(x, zeroD(e, 0, d)), z, e.CopySign(z, x))
}

func heaviside(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Heaviside(x, y) }

func frexp(e *ivy.Env, x []*ivy.Array) []*ivy.Array {
	frontend.Room(e, x[0].Size(), 8)
	fraction, exponent := e.Frexp(x[0])
	return []*ivy.Array{fraction, exponent}
}

func ldexp(e *ivy.Env, x, n *ivy.Array) *ivy.Array { return e.Ldexp(x, n) }

// bitCount adds up the bits of |x| in pairs, fours, eights and so on.
func bitCount(e *ivy.Env, x *ivy.Array) *ivy.Array {
	d := x.Dtype()
	unsigned := map[dtype.Dtype]dtype.Dtype{dtype.Int8: dtype.Uint8, dtype.Int16: dtype.Uint16, dtype.Int32: dtype.Uint32, dtype.Int64: dtype.Uint64}
	if d.IsSigned() {
		x = e.Astype(e.Abs(x), unsigned[d])
		d = x.Dtype()
	}
	masks := []uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff}
	for i, m := range masks {
		if shift := 1 << i; shift < d.Bits() {
			mask := e.Astype(e.Asarray(m), d)
			x = e.Add(e.BitwiseAnd(x, mask), e.BitwiseAnd(e.BitwiseRightShift(x, zeroD(e, shift, d)), mask))
		}
	}
	return e.Astype(x, dtype.Uint8)
}

// less is NumPy's order, in which complex numbers go by their real parts, then by their
// imaginary ones.
func less(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array { return ordered(e, x, y, e.Less, e.Less) }

func lessEqual(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return ordered(e, x, y, e.LessEqual, e.LessEqual)
}

func ordered(e *ivy.Env, x, y any, plain, last func(x, y any, opts ...ivy.Option) *ivy.Array) *ivy.Array {
	if a, ok := x.(*ivy.Array); !ok || !a.Dtype().IsComplex() {
		return plain(x, y)
	}
	a, b := parts(e, x)
	c, d := parts(e, y)
	before := e.LogicalAnd(e.Less(a, c), e.LogicalNot(e.LogicalOr(e.IsNan(b), e.IsNan(d))))
	return e.LogicalOr(before, e.LogicalAnd(e.Equal(a, c), last(b, d)))
}

// chosen is maximum and its like: of complex numbers the first where it is NaN, or with
// skip where the other one is, or where it comes first in NumPy's order.
func chosen(plain func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array, least, skip bool) func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	return func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
		if !x.(*ivy.Array).Dtype().IsComplex() {
			return plain(e, x, y)
		}
		nan := e.IsNan(x)
		if skip {
			nan = e.IsNan(y)
		}
		a, b := y, x
		if least {
			a, b = x, y
		}
		return e.Where(e.LogicalOr(nan, lessEqual(e, a, b)), x, y)
	}
}

var (
	maximum = chosen((*ivy.Env).Maximum, false, false)
	minimum = chosen((*ivy.Env).Minimum, true, false)
	fmax    = chosen((*ivy.Env).Fmax, false, true)
	fmin    = chosen((*ivy.Env).Fmin, true, true)
)
