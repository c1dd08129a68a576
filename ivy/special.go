package ivy

import (
	"math"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Special functions of several steps.

func (e *Env) polygamma(n int, x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Polygamma, x, opts)
	if n < 0 {
		check(errorf(ErrValue, "derivative %d, want 0 or more", n))
	}
	if n == 0 {
		return e.toOut(e.Digamma(a), &o)
	}
	// In float64: n! is more than narrower floats hold where the product is not.
	wide := e.Astype(a, Float64)
	z := e.Zeta(float64(n)+1, wide)
	z = e.Multiply(z, math.Copysign(math.Gamma(float64(n)+1), float64(2*(n%2)-1)))
	return e.toOut(e.Astype(z, a.dtype), &o)
}

// specialOf returns f of one or two arrays of a dtype, computed in float64 and rounded once: the steps of narrower floats
// would each lose what the result has.
func (e *Env) specialOf(op *ops.Op, f func(e *Env, x []*Array) *Array, args ...*Array) *Array {
	if op.Diff == ops.DiffRule {
		if z, ok := e.ruled(op, nil, func(x []*Array) *Array { return e.specialOf(op, f, x...) }, args...); ok {
			return z
		}
	}
	return e.composed(op, nil, func(e *Env, x []*Array) *Array {
		wide := make([]*Array, len(x))
		for i, a := range x {
			wide[i] = e.cast(a, Float64)
		}
		return e.cast(f(e, wide), x[0].dtype)
	}, args...)
}

// special1 is a function of one operand, of several steps.
func (e *Env) special1(op *ops.Op, x any, opts []Option, f func(e *Env, x *Array) *Array) *Array {
	a, o, _ := e.use(op, x, opts)
	e.room(a, Float64, a.shape...)
	return e.toOut(e.specialOf(op, func(e *Env, x []*Array) *Array { return f(e, x[0]) }, a), &o)
}

// special2 is a function of two operands, of several steps.
func (e *Env) special2(op *ops.Op, x1, x2 any, opts []Option, f func(e *Env, x, y *Array) *Array) *Array {
	a, b, o := e.operands(op, x1, x2, opts)
	dims, err := shape.Broadcast(a.shape, b.shape)
	check(err)
	e.room(a, Float64, dims...)
	return e.toOut(e.specialOf(op, func(e *Env, x []*Array) *Array { return f(e, x[0], x[1]) }, a, b), &o)
}

// Steps that these functions have in common, of float64.

func (e *Env) exponential(x *Array) *Array { return e.apply1(ops.Exp, x) }
func (e *Env) logarithm(x *Array) *Array   { return e.apply1(ops.Log, x) }
func (e *Env) magnitude(x *Array) *Array   { return e.apply1(ops.Abs, x) }
func (e *Env) isNaN(x *Array) *Array       { return e.apply1(ops.IsNan, x) }
func (e *Env) not(x *Array) *Array         { return e.apply1(ops.LogicalNot, x) }
func (e *Env) both(x, y *Array) *Array     { return e.apply2(ops.LogicalAnd, x, y) }
func (e *Env) greater(x, y *Array) *Array  { return e.apply2(ops.Greater, x, y) }
func (e *Env) below(x *Array, v float64) *Array {
	return e.apply2(ops.Less, x, e.numberLike(x, v))
}

// held returns x, but not below low and not above high; NaN stays NaN.
func (e *Env) held(x *Array, low, high float64) *Array {
	return e.apply2(ops.Minimum, e.apply2(ops.Maximum, x, e.numberLike(x, low)), e.numberLike(x, high))
}

// log1pOf is log(1 + x): x itself where it is small, which libraries make 0 where it is subnormal.
func (e *Env) log1pOf(x *Array) *Array {
	return e.choice(e.below(e.magnitude(x), 0x1p-54), x, e.apply1(ops.Log1p, x))
}

func (e *Env) exp2(x any, opts []Option) *Array {
	return e.special1(ops.Exp2, x, opts, func(e *Env, x *Array) *Array { return e.apply2(ops.Pow, e.numberLike(x, 2), x) })
}

func (e *Env) entr(x any, opts []Option) *Array {
	return e.special1(ops.Entr, x, opts, func(e *Env, x *Array) *Array {
		z := e.minus(e.numberLike(x, 0), e.times(x, e.logarithm(e.apply2(ops.Maximum, x, e.numberLike(x, 0))))) // not −0
		z = e.choice(e.below(x, 0), e.numberLike(x, math.Inf(-1)), z)
		return e.choice(e.isZero(x), e.numberLike(x, 0), z)
	})
}

// leftNdtr is the normal distribution function of x <= 0: e**(−x²/2) · Erfcx(−x/√2)/2. The square is in two parts, as its
// error would be one of the result: of x to four binary digits after the point, which is exact, and of the rest.
func (e *Env) leftNdtr(x *Array) *Array {
	x = e.held(x, -40, 0) // where it is 0 already
	near := e.scaled(e.apply1(ops.Round, e.scaled(x, 16)), 1./16)
	rest := e.scaled(e.times(e.minus(x, near), e.plus(x, near)), -0.5)
	z := e.times(e.apply1(ops.Erfcx, e.scaled(x, -math.Sqrt2/2)), e.exponential(rest))
	return e.times(e.scaled(z, 0.5), e.exponential(e.scaled(e.squared(near), -0.5)))
}

func (e *Env) ndtr(x any, opts []Option) *Array {
	return e.special1(ops.Ndtr, x, opts, func(e *Env, x *Array) *Array {
		right := e.scaled(e.apply1(ops.Erfc, e.scaled(x, -math.Sqrt2/2)), 0.5)
		return e.choice(e.below(x, -1), e.leftNdtr(x), right)
	})
}

func (e *Env) logNdtr(x any, opts []Option) *Array {
	return e.special1(ops.LogNdtr, x, opts, func(e *Env, x *Array) *Array {
		far := e.apply2(ops.Minimum, x, e.numberLike(x, 0))
		left := e.minus(e.logarithm(e.scaled(e.apply1(ops.Erfcx, e.scaled(far, -math.Sqrt2/2)), 0.5)), e.scaled(e.squared(far), 0.5))
		right := e.log1pOf(e.negated(e.leftNdtr(e.negated(x))))
		return e.choice(e.below(x, 0), left, right)
	})
}

func (e *Env) logit(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Logit, x, opts)
	e.room(a, Float64, a.shape...)
	d := a.dtype
	if o.has(ops.Eps) { // in float64: 1 − it may be 1 in narrower floats
		eps := float64(get(opts, Eps(0)))
		if !(eps >= 0 && eps <= 0.5) {
			check(errorf(ErrValue, "eps is %v, want a number in [0, 1/2]", eps))
		}
		a = e.cast(a, Float64)
		low, high := e.numberLike(a, eps), e.numberLike(a, 1-eps)
		a = e.choice(e.apply2(ops.Less, a, low), low, e.choice(e.greater(a, high), high, a))
	}
	z := e.specialOf(ops.Logit, func(e *Env, xs []*Array) *Array {
		x := xs[0]
		// Near 1/2 the odds are near 1: what they are more is exact before it is divided.
		rest := e.oneMinus(x)
		near := e.below(e.magnitude(e.minus(x, e.numberLike(x, 0.5))), 0.25)
		more := e.over(e.minus(e.plus(x, x), e.numberLike(x, 1)), rest)
		return e.choice(near, e.apply1(ops.Log1p, more), e.logarithm(e.over(x, rest)))
	}, a)
	return e.toOut(e.cast(z, d), &o)
}

// sinOfPi returns sin(π·x), exact but for one rounding: of what x is from the nearest integer, which is exact.
func (e *Env) sinOfPi(x *Array) *Array {
	n := e.apply1(ops.Round, x)
	sine := e.apply1(ops.Sin, e.scaled(e.minus(x, n), math.Pi))
	odd := e.apply2(ops.Remainder, n, e.numberLike(x, 2))
	return e.times(sine, e.oneMinus(e.plus(odd, odd)))
}

func (e *Env) sinc(x any, opts []Option) *Array {
	return e.special1(ops.Sinc, x, opts, func(e *Env, x *Array) *Array {
		z := e.over(e.sinOfPi(x), e.scaled(x, math.Pi))
		z = e.choice(e.isZero(z), e.numberLike(x, 0), z)
		return e.choice(e.below(e.magnitude(x), 1e-9), e.numberLike(x, 1), z)
	})
}

// timesLog returns x·log, log that of y or of 1 + y: 0 where x is, unless y is NaN.
func (e *Env) timesLog(x, y, log *Array) *Array {
	return e.choice(e.both(e.isZero(x), e.not(e.isNaN(y))), e.numberLike(x, 0), e.times(x, log))
}

func (e *Env) xLogY(x1, x2 any, opts []Option) *Array {
	return e.special2(ops.XLogY, x1, x2, opts, func(e *Env, x, y *Array) *Array { return e.timesLog(x, y, e.logarithm(y)) })
}

func (e *Env) xLog1pY(x1, x2 any, opts []Option) *Array {
	return e.special2(ops.XLog1pY, x1, x2, opts, func(e *Env, x, y *Array) *Array { return e.timesLog(x, y, e.log1pOf(y)) })
}

// stirlingFrom is from where on Stirling's series is exact enough, and stirlingSeries its terms B(2k)/(2k(2k−1)).
const stirlingFrom = 10

var stirlingSeries = [...]float64{1. / 12, -1. / 360, 1. / 1260, -1. / 1680, 1. / 1188, -691. / 360360, 1. / 156, -3617. / 122400, 43867. / 244188}

// stirlingRest returns log Γ(x) less (x − 1/2)·log(x) − x + log(2π)/2, for x from stirlingFrom on.
func (e *Env) stirlingRest(x *Array) *Array {
	w := e.reciprocal(x)
	u := e.squared(w)
	s := e.numberLike(x, stirlingSeries[len(stirlingSeries)-1])
	for i := len(stirlingSeries) - 2; i >= 0; i-- {
		s = e.plus(e.times(s, u), e.numberLike(x, stirlingSeries[i]))
	}
	return e.times(s, w)
}

// betaLn is the sum of three logarithms of the gamma function where both operands are small. Where the greater one, b, is
// not, log Γ(b) − log Γ(a+b) is a difference of Stirling's series, whose great terms are taken together; where both are
// large, so is all.
func (e *Env) betaLn(x1, x2 any, opts []Option) *Array {
	return e.special2(ops.BetaLn, x1, x2, opts, func(e *Env, x, y *Array) *Array {
		a, b := e.apply2(ops.Minimum, x, y), e.apply2(ops.Maximum, x, y)
		lgamma := func(x *Array) *Array { return e.apply1(ops.Lgamma, x) }
		plain := e.minus(e.plus(lgamma(a), lgamma(b)), lgamma(e.plus(a, b)))

		infinity := math.Inf(1)
		u, v := e.held(a, 0, infinity), e.held(b, stirlingFrom, infinity)
		ratio := e.over(u, v)
		grown := e.log1pOf(ratio) // log((a+b)/b)
		rest := e.minus(e.stirlingRest(v), e.stirlingRest(e.plus(u, v)))
		half := e.numberLike(x, 0.5)

		// log Γ(b) − log Γ(a+b) = a − a·log(b) − (a + b − 1/2)·log(1 + a/b) + …
		mixed := e.minus(e.minus(u, e.times(v, grown)), e.times(e.minus(u, half), grown))
		mixed = e.plus(lgamma(u), e.plus(rest, e.minus(mixed, e.times(u, e.logarithm(v)))))

		w := e.held(u, stirlingFrom, infinity)
		large := e.plus(e.times(e.minus(w, half), e.minus(e.logarithm(ratio), grown)), e.numberLike(x, math.Log(2*math.Pi)/2))
		large = e.minus(e.minus(large, e.times(v, grown)), e.scaled(e.logarithm(v), 0.5))
		large = e.plus(large, e.plus(e.stirlingRest(w), rest))

		z := e.choice(e.below(a, stirlingFrom), mixed, large)
		far := e.both(e.greater(a, e.numberLike(x, 0)), e.equals(b, e.numberLike(x, infinity)))
		z = e.choice(far, e.numberLike(x, -infinity), z)
		return e.choice(e.apply2(ops.LogicalOr, e.below(b, stirlingFrom), e.below(a, 0)), plain, z)
	})
}
