//go:build tensorflow

package tensorflow

import (
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// The special functions are computed in float64: the library's own of float32 lose half of
// their digits where terms cancel. Of float16 it computes some in float32 by itself.
var specialRows = []*row{
	unary(ops.Digamma, formula(digamma).double()),
	unary(ops.Erfcx, formula(erfcx).double()),
	unary(ops.Erfinv, formula(erfinv).double()),
	unary(ops.I0, grown("BesselI0", "BesselI0e").double()),
	unary(ops.I0e, op("BesselI0e").through(dtype.Float64, belowFloat64&^float16s)),
	unary(ops.I1, odd(grown("BesselI1", "BesselI1e")).double()),
	unary(ops.I1e, odd(op("BesselI1e")).double()),
	unary(ops.Lgamma, op("Lgamma").through(dtype.Float64, belowFloat64&^float16s)),
	unary(ops.Ndtri, formula(ndtri).double()),
	binary(ops.Zeta, formula(zeta).double()),
}

// Of its incomplete gamma functions the library's own are NaN or infinite for large x1, have three digits for x1 of some
// hundred thousand, and Igammac none for x1 near 0.
var specialKernels = append(entries(specialRows), backend.Binary(ops.Igamma, byNative(ops.Igamma)), backend.Binary(ops.Igammac, byNative(ops.Igammac)))

// digamma is the library's, but at zeros of either sign.
func digamma(g *graph, x ...value) value {
	zero := g.equal(x[0], g.float64(0))
	return g.where(zero, g.div(g.float64(-1), x[0]), g.Op("Digamma", x[0]))
}

// erfcx is e**x² · Erfc(x) up to 10, with the square in two parts, and its asymptotic series from there on.
func erfcx(g *graph, x ...value) value {
	const far = 10
	near := g.Op("Minimum", x[0], g.float64(far))
	square := g.mul(near, near)
	h := g.upper(near)
	l := g.sub(near, h)
	rest := g.add(g.sub(g.mul(h, h), square), g.mul(g.add(near, h), l))
	e := g.Op("Exp", square)
	z := g.mul(g.mul(e, g.add(g.float64(1), rest)), g.Op("Erfc", near))
	z = g.where(g.less(near, g.float64(-27)), g.float64(inf), z)

	a := g.Op("Maximum", x[0], g.float64(far))
	u := g.div(g.float64(0.5), g.mul(a, a))
	sum := g.float64(1)
	for k := 14; k > 0; k-- {
		sum = g.sub(g.float64(1), g.mul(g.mul(u, g.float64(float64(2*k-1))), sum))
	}
	tail := g.div(g.mul(sum, g.float64(1/math.SqrtPi)), a)
	return g.where(g.less(g.float64(far), x[0]), tail, z)
}

// erfinv goes by Ndtri where |x| is near 1, and elsewhere by a step of Newton's method: the library's own
// adds 1 to x.
func erfinv(g *graph, x ...value) value {
	a := g.abs(x[0])
	q := g.mul(g.sub(g.float64(1), a), g.float64(0.5))
	tail := g.mul(ndtri(g, q), g.float64(-math.Sqrt2/2))
	tail = g.copySign(tail, x[0], g.in)

	y := g.Op("Erfinv", g.Op("Minimum", a, g.float64(0.5)))
	off := g.sub(g.Op("Erf", y), a)
	y = g.sub(y, g.mul(off, g.mul(g.Op("Exp", g.mul(y, y)), g.float64(math.SqrtPi/2))))
	near := g.copySign(y, x[0], g.in)
	return g.where(g.less(g.float64(0.5), a), tail, near)
}

// ndtri is the library's within [0, 1].
func ndtri(g *graph, x ...value) value {
	inside := g.both(g.Op("LessEqual", g.float64(0), x[0]), g.Op("LessEqual", x[0], g.float64(1)))
	return g.where(inside, g.Op("Ndtri", x[0]), g.float64(nan))
}

// grown is a Bessel function. Where e**|x| overflows and the result does not, it goes by that of the name scaled.
func grown(name, scaled string) formula {
	return func(g *graph, x ...value) value {
		half := g.Op("Exp", g.mul(g.abs(x[0]), g.float64(0.5)))
		far := g.mul(g.mul(half, g.Op(scaled, x[0])), half)
		far = g.where(g.Op("IsInf", x[0]), g.abs(x[0]), far)
		return g.where(g.less(g.float64(700), g.abs(x[0])), far, g.Op(name, x[0]))
	}
}

// odd is f, an odd function of which one of |x| is as good, with the sign of x, that of a zero too.
func odd(f formula) formula {
	return func(g *graph, x ...value) value { return g.copySign(f(g, g.abs(x[0])), x[0], g.in) }
}

// zeta is Hurwitz's function. The library adds up a term for each integer between a negative y and
// 0, which may take for ever: here sums of positive numbers stand for them.
func zeta(g *graph, x ...value) value {
	s, q := x[0], x[1]
	zero, half, one := g.float64(0), g.float64(0.5), g.float64(1)
	// Of a large s one term is all of the sum, which the library makes NaN; of a large q it is nearly
	// an integral, of which the library's factors underflow.
	of := func(q value) value {
		z := g.where(g.less(g.float64(1e4), s), g.Op("Pow", q, g.neg(s)), g.Op("Zeta", s, q))
		less := g.sub(s, one)
		factor := g.add(g.Op("Reciprocal", less), g.div(half, q))
		far := g.both(g.less(g.float64(1e13), q), g.less(one, s))
		return g.where(far, g.mul(factor, g.Op("Pow", q, g.neg(less))), z)
	}
	negative := g.less(q, zero)
	f := g.where(negative, g.sub(q, g.Op("Floor", q)), half)
	// With f the fraction of q, Σ (q+k)^-s = Σ (f+k)^-s + (-1)^s (Σ (1-f+k)^-s - Σ (1-q+k)^-s).
	beyond := of(g.sub(one, g.where(negative, q, zero)))
	above, below := of(f), g.sub(of(g.where(negative, g.sub(g.Op("Ceil", q), q), half)), beyond)
	odd := g.equal(g.Op("FloorMod", s, g.float64(2)), one)
	sum := g.where(odd, g.sub(above, below), g.add(above, below))
	// Both may overflow: the greater one decides, and of two that are the same the rest is left.
	sum = g.where(g.Op("IsNan", sum), g.where(g.less(f, half), above, g.neg(above)), sum)
	sum = g.where(g.both(g.equal(f, half), odd), beyond, sum)
	sum = g.where(g.equal(g.Op("Floor", s), s), sum, g.float64(nan))

	z := g.where(negative, sum, of(g.where(negative, one, q)))
	pole := g.both(g.Op("LessEqual", q, zero), g.equal(g.Op("Floor", q), q))
	z = g.where(g.either(pole, g.equal(s, one)), g.float64(inf), z)
	return g.where(g.either(g.less(s, one), g.either(g.Op("IsNan", s), g.Op("IsNan", q))), g.float64(nan), z)
}
