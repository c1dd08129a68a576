//go:build tensorflow

package tensorflow

import "github.com/goivy/goivy/ivy/dtype"

// byParts is a function of complex numbers by their parts, computed in float64: for
// those of TensorFlow's that overflow on the way, or have other special cases than C's.
func byParts(f func(g *graph, parts ...value) (re, im value)) formula {
	return func(g *graph, x ...value) value {
		in := g.in
		g.in = dtype.Complex128
		parts := make([]value, 0, 4)
		for _, v := range x {
			if in == dtype.Complex64 {
				v = g.cast(v, dtype.Complex128)
			}
			re, im := g.parts(v)
			parts = append(parts, re, im)
		}
		re, im := f(g, parts...)
		g.in = in
		z := g.Op("Complex", re, im)
		g.Type("Tout", code(dtype.Complex128))
		if in == dtype.Complex64 {
			return g.cast(z, in)
		}
		return z
	}
}

func (g *graph) finite(x value) value   { return g.Op("IsFinite", x) }
func (g *graph) infinite(x value) value { return g.Op("IsInf", x) }

// signed64 is the magnitude of x with the sign of y, of float64s.
func (g *graph) signed64(x, y value) value { return g.copySign(x, y, dtype.Float64) }

// bothParts is whether a predicate holds of both parts of complex numbers.
func bothParts(name string) formula {
	return func(g *graph, x ...value) value {
		re, im := g.parts(x[0])
		return g.both(g.Op(name, re), g.Op(name, im))
	}
}

// part is a part of complex numbers.
func part(name string) formula {
	return func(g *graph, x ...value) value {
		z := g.Op(name, x[0])
		g.Type("Tout", code(g.out))
		return z
	}
}

// atInfinity is a tangent, whose limit where a part of the operand (0 the real one) is
// infinite is 1 in that part, and 0 in the other, with the signs of the operand's: C takes
// the sign of a sine.
func atInfinity(name string, part int) formula {
	return func(g *graph, x ...value) value {
		z := g.Op(name, x[0])
		re, im := g.parts(x[0])
		parts, d := [...]value{re, im}, g.in.Component()
		limits := [...]value{g.copySign(g.number(d, 0), re, d), g.copySign(g.number(d, 0), im, d)}
		limits[part] = g.copySign(g.number(d, 1), parts[part], d)
		limit := g.Op("Complex", limits[0], limits[1])
		g.Type("Tout", code(g.in))
		return g.where(g.infinite(parts[part]), limit, z)
	}
}

func roundedParts(g *graph, p ...value) (re, im value) {
	return g.Op("Rint", p[0]), g.Op("Rint", p[1])
}

// scale is a power of 2 by which numbers of magnitude m have squares: 2⁻⁶⁰⁰, 2⁶⁰⁰, or 1.
func (g *graph) scale(m value) value {
	high, low := g.float64(0x1p-600), g.float64(0x1p600)
	return g.where(g.less(g.float64(0x1p500), m), high, g.where(g.less(m, g.float64(0x1p-500)), low, g.float64(1)))
}

// greaterPart is the greater magnitude of two numbers.
func (g *graph) greaterPart(a, b value) value { return g.Op("Maximum", g.abs(a), g.abs(b)) }

// magnitude64 is the magnitude of the complex number of two parts.
func (g *graph) magnitude64(a, b value) value {
	z := g.Op("Complex", a, b)
	g.Type("Tout", code(dtype.Complex128))
	z = g.Op("ComplexAbs", z)
	g.Type("Tout", code(dtype.Float64))
	return z
}

// angle is a sine or cosine of b in e**(a + b·i): of a b that is not finite NaN, but
// with an infinite a what makes the product the limit.
func (g *graph) angle(name string, a, b value, left, right float64) value {
	limit := g.where(g.equal(a, g.float64(-inf)), g.float64(left), g.where(g.equal(a, g.float64(inf)), g.float64(right), g.float64(nan)))
	return g.where(g.finite(b), g.Op(name, b), limit)
}

// powers is e**a in two factors: it may overflow or have no subnormal results though the
// product with a sine does not.
func (g *graph) powers(a value) (e, by value) {
	const most = 700
	held := g.Op("Minimum", g.Op("Maximum", a, g.float64(-most)), g.float64(most))
	rest := g.where(g.equal(a, held), g.float64(0), g.sub(a, held))
	return g.Op("Exp", held), g.Op("Exp", rest)
}

func complexExpm1(g *graph, p ...value) (re, im value) {
	a, b := p[0], p[1]
	zero := g.float64(0)
	c, s := g.angle("Cos", a, b, 1, 1), g.angle("Sin", a, b, 0, nan)
	h := g.angle("Sin", a, g.mul(b, g.float64(0.5)), 0, 0)
	e, by := g.powers(a)
	// e**a·cos b − 1 = (e**a − 1)·cos b + (cos b − 1)
	small := g.sub(g.mul(g.Op("Expm1", a), c), g.mul(g.float64(2), g.mul(h, h)))
	large := g.mul(g.mul(e, c), by)
	re = g.add(g.where(g.less(g.float64(600), a), large, small), zero)
	return re, g.where(g.equal(b, zero), b, g.mul(g.mul(e, s), by))
}

// logMagnitude is the logarithm of the magnitude of a + b·i.
func (g *graph) logMagnitude(a, b value) value {
	one, half := g.float64(1), g.float64(0.5)
	x, y := g.greaterPart(a, b), g.Op("Minimum", g.abs(a), g.abs(b))
	u := g.scale(x)
	xs, ys := g.mul(x, u), g.mul(y, u)
	far := g.sub(g.mul(g.Op("Log", g.add(g.mul(xs, xs), g.mul(ys, ys))), half), g.Op("Log", u))
	// Near the unit circle: log(1 + t)/2
	t := g.add(g.mul(g.sub(x, one), g.add(x, one)), g.mul(y, y))
	near := g.mul(g.Op("Log1p", t), half)
	z := g.where(g.less(g.abs(t), half), near, far)
	return g.where(g.either(g.infinite(a), g.infinite(b)), g.float64(inf), z)
}

func complexLog(g *graph, p ...value) (re, im value) {
	return g.logMagnitude(p[0], p[1]), g.Op("Atan2", p[1], p[0])
}

// complexLogBase is the logarithm times a number.
func complexLogBase(by float64) func(g *graph, p ...value) (re, im value) {
	return func(g *graph, p ...value) (re, im value) {
		re, im = complexLog(g, p...)
		return g.mul(re, g.float64(by)), g.mul(im, g.float64(by))
	}
}

func complexLog1p(g *graph, p ...value) (re, im value) {
	a, b := p[0], p[1]
	x := g.add(a, g.float64(1))
	// |1 + z|² = 1 + t
	t := g.add(g.mul(a, g.add(a, g.float64(2))), g.mul(b, b))
	near := g.mul(g.Op("Log1p", t), g.float64(0.5))
	return g.where(g.less(g.abs(t), g.float64(0.5)), near, g.logMagnitude(x, b)), g.Op("Atan2", b, x)
}

func complexSqrt(g *graph, p ...value) (re, im value) {
	a, b := p[0], p[1]
	zero, half := g.float64(0), g.float64(0.5)
	x, y := g.abs(a), g.abs(b)
	m := g.Op("Maximum", x, y)
	// Scaled, so that neither sums overflow nor subnormal numbers lose digits.
	large, small := g.less(g.float64(0x1p1000), m), g.less(m, g.float64(0x1p-900))
	pick := func(l, s float64) value {
		return g.where(large, g.float64(l), g.where(small, g.float64(s), g.float64(1)))
	}
	u, back := pick(0x1p-4, 0x1p110), pick(0x1p2, 0x1p-55)
	xs, ys := g.mul(x, u), g.mul(y, u)
	t := g.Op("Sqrt", g.mul(g.add(g.magnitude64(xs, ys), xs), half))
	q := g.where(g.equal(m, zero), zero, g.div(ys, g.add(t, t)))
	t, q = g.mul(t, back), g.mul(q, back)
	left := g.less(a, zero)
	re, im = g.where(left, q, t), g.signed64(g.where(left, t, q), b)
	upright := g.infinite(b)
	return g.where(upright, g.float64(inf), re), g.where(upright, b, im)
}

func complexReciprocal(g *graph, p ...value) (re, im value) {
	c, d := p[0], p[1]
	zero := g.float64(0)
	m := g.greaterPart(c, d)
	u := g.scale(m)
	cs, ds := g.mul(c, u), g.mul(d, u)
	r := g.add(g.mul(cs, cs), g.mul(ds, ds))
	re, im = g.mul(g.div(cs, r), u), g.mul(g.neg(g.div(ds, r)), u)
	far := g.either(g.infinite(c), g.infinite(d))
	re = g.where(far, g.signed64(zero, c), re)
	im = g.where(far, g.signed64(zero, g.neg(d)), im)
	return g.where(g.equal(m, zero), g.signed64(g.float64(inf), c), re), im
}

// complexMultiply is the plain formula: TensorFlow's loops over whole vectors and over the
// rest make different things of infinities.
func complexMultiply(g *graph, p ...value) (re, im value) {
	re = g.sub(g.mul(p[0], p[2]), g.mul(p[1], p[3]))
	return re, g.add(g.mul(p[0], p[3]), g.mul(p[1], p[2]))
}

// complexDivide has infinities and zeros as C does.
func complexDivide(g *graph, p ...value) (re, im value) {
	zero, one := g.float64(0), g.float64(1)
	isInf, isFinite := [4]value{}, [4]value{}
	for i, x := range p {
		isInf[i], isFinite[i] = g.infinite(x), g.finite(x)
	}
	toInf := g.both(g.either(isInf[0], isInf[1]), g.both(isFinite[2], isFinite[3]))
	toZero := g.both(g.either(isInf[2], isInf[3]), g.both(isFinite[0], isFinite[1]))
	// There infinite parts count 1, and finite ones next to them 0.
	q := [4]value{}
	for i, x := range p {
		limit := toInf
		if i > 1 {
			limit = toZero
		}
		q[i] = g.where(limit, g.signed64(g.where(isInf[i], one, zero), x), x)
	}
	u, v := g.scale(g.greaterPart(q[0], q[1])), g.scale(g.greaterPart(q[2], q[3]))
	a, b, c, d := g.mul(q[0], u), g.mul(q[1], u), g.mul(q[2], v), g.mul(q[3], v)
	r := g.add(g.mul(c, c), g.mul(d, d))
	re = g.add(g.mul(a, c), g.mul(b, d))
	im = g.sub(g.mul(b, c), g.mul(a, d))
	same := g.equal(u, v)
	first, second := g.where(same, one, g.div(one, u)), g.where(same, one, v)
	by0 := g.both(g.equal(p[2], zero), g.equal(p[3], zero))
	finish := func(x, part value) value {
		z := g.mul(g.mul(g.div(x, r), first), second)
		z = g.where(toInf, g.mul(g.float64(inf), x), z)
		z = g.where(toZero, g.mul(zero, x), z)
		return g.where(by0, g.mul(g.signed64(g.float64(inf), p[2]), part), z)
	}
	return finish(re, p[0]), finish(im, p[1])
}

func complexSign(g *graph, p ...value) (re, im value) {
	a, b := p[0], p[1]
	m := g.greaterPart(a, b)
	u := g.scale(m)
	a, b = g.mul(a, u), g.mul(b, u)
	h := g.magnitude64(a, b)
	zero := g.equal(m, g.float64(0))
	outside := g.not(g.both(g.finite(p[0]), g.finite(p[1])))
	of := func(x value) value {
		return g.where(zero, g.float64(0), g.where(outside, g.float64(nan), g.div(x, h)))
	}
	return of(a), of(b)
}

// complexSigmoid goes by E = e**−|a|: the result is (1 + e)/|1 + e|² on the right and
// (e + |e|²)/|1 + e|² on the left, e = E·e**(b·i).
func complexSigmoid(g *graph, p ...value) (re, im value) {
	a, b := p[0], p[1]
	zero, two := g.float64(0), g.float64(2)
	unbound := g.both(g.infinite(a), g.not(g.finite(b)))
	angle := g.where(unbound, zero, b)
	n := g.neg(g.abs(a))
	E := g.exp(n)
	less := g.Op("Expm1", n)
	h := g.Op("Cos", g.mul(angle, g.float64(0.5)))
	turn := g.mul(two, g.mul(h, h)) // 1 + cos b
	// 1 + E·cos b = (1 − E) + E·(1 + cos b), of which neither is negative
	w := g.sub(g.mul(E, turn), less)
	s := g.mul(E, g.Op("Sin", angle))
	r := g.add(g.mul(w, w), g.mul(s, s))
	// The same of cos b + E, which is the better one of small E.
	left := g.where(g.less(E, g.float64(0.5)), g.add(g.Op("Cos", angle), E), g.add(turn, less))
	left = g.mul(E, left)
	re = g.div(g.where(g.less(a, zero), left, w), r)
	return re, g.where(g.equal(b, zero), b, g.div(s, r))
}
