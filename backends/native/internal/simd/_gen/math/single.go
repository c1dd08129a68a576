package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// Functions of float32 in its own arithmetic, for AVX-512: numbers that must be more exact are sums of two, so that of the
// roundings only the last one counts much.

const magic32 = 0x1.8p23

// hilo returns tables of numbers rounded, and of the rests.
func hilo(name string, v []num) (hi, lo *table) {
	h, l := make([]float64, len(v)), make([]float64, len(v))
	for i := range v {
		p := parts(v[i], 2, true)
		h[i], l[i] = p[0], p[1]
	}
	return newTable(name+"Hi", h), newTable(name+"Lo", l)
}

func powers(count int) []num {
	v := make([]num, count)
	for i := range v {
		v[i] = bigExp(times(bigLn2, ratio(i, count)))
	}
	return v
}

// expReduce writes x as k*log(2) + r, k a multiple of 1/16, |r| <= log(2)/32; the low bits of z are those of 16 k.
func expReduce(x vec, sign float64) (z, k, r vec) {
	l := parts(bigLn2, 2, true)
	z = fma(value(sign*math.Log2E), x, magic32/16)
	k = sub(z, magic32/16)
	r = copyOf(x)
	if sign < 0 {
		r = xor(x, bits(1<<31))
	}
	return z, k, nacc(nacc(r, k, l[0]), k, l[1])
}

// expm1Terms returns (e**r - 1) for |r| <= log(2)/32.
func shortExpm1(r vec) vec {
	h := f64(bigLn2) / 32
	q := floats(fit(func(r num) num { return quo(minus(minus(bigExp(r), n(1)), r), times(r, r)) }, -h, h, 1))
	p := fma(value(q[1]), r, q[0])
	p = fma(p, r, 1.0)
	return mul(p, r)
}

func scale(a, k vec) vec {
	z := newVec()
	for j := range z {
		VSCALEFPS(k[j], a[j], z[j])
	}
	return z
}

func exp32() form {
	var hi, lo *table
	return form{md: float32s, unroll: 3, before: func() {
		hi, lo = hilo("math32Exp", powers(16))
		hi.load()
		lo.load()
	}, body: func(x, _ vec) (vec, mask) {
		x = greatest(-104.5, least(89.0, x))
		z, k, r := expReduce(x, 1)
		t := hi.lookup(z)
		s := fma(shortExpm1(r), t, lo.lookup(z))
		return scale(add(t, s), k), nil
	}}
}

// sigmoid32 is for |x| < 87.
func sigmoid32() form {
	var hi, lo *table
	return form{md: float32s, unroll: 2, before: func() {
		h, l := make([]uint64, 16), make([]float64, 16)
		for i, v := range powers(16) {
			p := parts(v, 2, true)
			h[i] = uint64(math.Float32bits(float32(p[0]))-uint32(i)<<19) & 0xffffffff
			l[i] = p[1] / p[0]
		}
		hi, lo = bitTable("math32ExpBits", h).load(), newTable("math32ExpRest", l).load()
	}, body: func(x, _ vec) (vec, mask) {
		bad := compare(abs(x), notLess, 87.0)
		z, _, r := expReduce(x, -1)
		t := addI(hi.lookup(z), left(z, 19))
		s := mul(add(shortExpm1(r), lo.lookup(z)), t)
		e := add(t, s)
		rest := add(sub(t, e), s)
		// 1 + e in two parts
		d := add(e, 1.0)
		b := sub(d, e)
		rest = add(rest, add(sub(e, sub(d, b)), sub(value(1.0), b)))
		y := one(func(a, z Op) { VRCP14PS(a, z) }, d)
		f := nacc(fnma(copyOf(d), y, 1.0), rest, y)
		f = fma(copyOf(f), f, f)
		return fma(f, y, y), bad
	}}
}

// A logarithm32 is a logarithm to a base, unit being log(base): its tables, of 32 intervals.
type logarithm32 struct {
	unit        num
	inv, hi, lo *table
}

// logStep32 is what hi and k times its part of log(2) are multiples of.
const logStep32 = 0x1p-16

// load makes and loads the tables, which begin with name.
func (l *logarithm32) load(name string) {
	i, h, low := make([]float64, 32), make([]float64, 32), make([]float64, 32)
	for j := range i {
		switch j {
		case 0:
			i[j] = 1
		case 30, 31:
			i[j] = 0.5
		default:
			// few bits, so that m/c - 1 is exact
			i[j] = grid(quo(n(1), n(1+(float64(j)+0.5)/32)), 1./64)
		}
		v := minus(n(0), quo(bigLog(n(i[j])), l.unit))
		h[j] = grid(v, logStep32)
		low[j] = f64(minus(v, n(h[j])))
	}
	l.inv = newTable("math32LogInv", i).load()
	l.hi = newTable("math32LogHi"+name, h).load()
	l.lo = newTable("math32LogLo"+name, low).load()
}

// of returns the logarithm of x + more: more is nil or, where the base is e, some last places of x at most.
func (l *logarithm32) of(x, more vec) vec {
	ln2 := quo(bigLn2, l.unit)
	ln2Hi := grid(ln2, logStep32)
	m := one(func(a, z Op) { VGETMANTPS(Imm(8), a, z) }, x)
	k := one(func(a, z Op) { VGETEXPPS(a, z) }, x)
	index := right(m, 18)
	c := l.inv.lookup(index)
	low := l.lo.lookup(index)
	u := parts(quo(n(1), l.unit), 2, true)
	h := l.hi.lookup(index)
	if ln2Low := f64(minus(ln2, n(ln2Hi))); ln2Low != 0 {
		h, low = acc(h, k, ln2Hi), acc(low, k, ln2Low)
	} else {
		h = add(h, k)
	}
	var r, part vec // part is what is exact of r
	if more == nil {
		part = fms(c, m, 1.0)
		r = part
	} else {
		part = fms(copyOf(c), m, 1.0)
		rest := mul(more, scale(c, negated(k)))
		low = add(low, rest)
		r = add(part, rest)
	}
	p := horner(r, floats(fit(func(r num) num {
		return quo(minus(bigLog(plus(n(1), r)), r), times(times(r, r), l.unit))
	}, -0.0313, 1./31.5, 3)))
	if u[0] != 1 {
		// part/unit is below h, or h is 0
		p = fma(p, r, u[1])
		return add(h, fma(value(u[0]), part, fma(p, r, low)))
	}
	// h + part, and what its rounding lost
	s := add(h, part)
	low = add(low, add(sub(h, s), part))
	return add(s, fma(p, mul(r, r), low))
}

func log32(name string, unit num) form {
	l := &logarithm32{unit: unit}
	return form{md: float32s, unroll: 2, hold: 14, before: func() { l.load(name) }, body: func(x, _ vec) (vec, mask) {
		return logSpecial(x, l.of(x, nil)), nil
	}}
}

func log1p32() form {
	l := &logarithm32{unit: n(1)}
	return form{md: float32s, unroll: 2, hold: 14, before: func() { l.load("") }, body: func(x, _ vec) (vec, mask) {
		s := add(x, 1.0)
		y := l.of(s, sub(x, sub(s, 1.0)))
		return withSign(logSpecial(s, y), x), nil
	}}
}

// sine32 is the sine or the cosine for |x| < 512 that are no closer than 2**-13 to multiples of pi/32 but 0.
func sine32(cosine bool) form {
	const count = 32 // of a half turn
	var sh, sl, ch, cl *table
	return form{md: float32s, unroll: 2, hold: 6, before: func() {
		s, c := make([]num, count), make([]num, count)
		for i := range s {
			a := times(bigPi, ratio(i, count))
			s[i], c[i] = bigSin(a, false), bigSin(a, true)
		}
		s[0], c[count/2] = n(0), n(0)
		sh, sl = hilo("math32Sin", s)
		ch, cl = hilo("math32Cos", c)
		preload(sh, sl, ch, cl)
	}, body: func(x, _ vec) (vec, mask) {
		bad := compare(abs(x), notLess, 512.0)
		z := fma(value(count/math.Pi), x, magic32)
		k := sub(z, magic32)
		p := parts(quo(bigPi, n(count)), 2, true)
		r1 := nacc(copyOf(x), k, p[0])
		r := nacc(copyOf(r1), k, p[1])
		rest := nacc(sub(r1, r), k, p[1])
		u := mul(r, r)
		// rest is exact where r1 is greater than k*p[1], which is below 2**-15
		bad = any2(bad, compareIf(compare(u, less, 0x1p-26), k, 4, 0.0))
		if cosine {
			z = addI(z, bits(count/2))
		}
		limit := math.Pi / count / 2 * 1.001
		cq := floats(fit(func(u num) num { return quo(minus(bigSin(root(u), true), n(1)), u) }, 0, limit*limit, 1))
		sq := floats(fit(func(u num) num { v := root(u); return quo(minus(bigSin(v, false), v), times(u, v)) }, 0, limit*limit, 1))
		cm := mul(fma(value(cq[1]), u, cq[0]), u)
		sr := fma(fma(value(sq[1]), u, sq[0]), mul(u, r), rest)
		s, c := sh.lookup(z), ch.lookup(z)
		w := fma(cm, s, sl.lookup(z))
		w = acc(w, cl.lookup(z), r)
		w = acc(w, sr, c)
		h := fma(copyOf(r), c, s)
		w = add(w, fma(r, c, sub(s, h)))
		y := flip(add(h, w), z, 5)
		if !cosine {
			y = withSignOfZero(y, x)
		}
		return y, bad
	}}
}

// withSignOfZero returns y, but x where that is a zero.
func withSignOfZero(y, x vec) vec {
	return choose(compare(x, equal, 0.0), x, y)
}

// rows32 returns tables of coefficients of the intervals of a function of float32: the constant term in two parts.
func rows32(name string, degree int, count int, row func(i int) []num) []*table {
	v := make([][]float64, degree+2)
	for d := range v {
		v[d] = make([]float64, count)
	}
	for i := range count {
		c := row(i)
		p := parts(c[0], 2, true)
		v[0][i], v[1][i] = p[0], p[1]
		for d := 1; d <= degree; d++ {
			v[d+1][i] = f64(c[d])
		}
	}
	t := make([]*table, len(v))
	for d := range v {
		t[d] = newTable(name+string(rune('a'+d)), v[d])
	}
	return t
}

// piece32 returns the value at t of the polynomial of a row.
func piece32(rows []*table, index, t vec) vec {
	last := len(rows) - 1
	p := rows[last].lookup(index)
	for d := last - 1; d >= 3; d-- {
		p = fma(p, t, rows[d].lookup(index))
	}
	w := fma(p, mul(t, t), rows[1].lookup(index))
	w = acc(w, t, rows[2].lookup(index))
	return add(rows[0].lookup(index), w)
}

func bigTanh(x num) num {
	e := bigExp(times(n(2), x))
	return quo(minus(e, n(1)), plus(e, n(1)))
}

// tanh32 has four intervals for each power of two from 1/16 on.
func tanh32() form {
	var rows []*table
	var centre *table
	return form{md: float32s, unroll: 2, before: func() {
		const degree = 5
		c := make([]float64, 32)
		h := make([]float64, 32)
		for i := range 32 {
			// the low 5 bits of the upper 11 are i
			j := (i - 12 + 32) % 32 // intervals from 1/16 on; the last is [0, 1/16)
			lo := math.Ldexp(1+float64(j%4)/4, j/4-4)
			w := math.Ldexp(0.25, j/4-4)
			c[i], h[i] = lo+w/2, w/2
			if j == 31 {
				c[i], h[i] = 0, 1./16
			}
		}
		centre = newTable("math32TanhC", c)
		rows = rows32("math32Tanh", degree, 32, func(i int) []num {
			if c[i] == 0 {
				q := fit(func(u num) num { v := root(u); return quo(minus(bigTanh(v), v), times(u, v)) }, 0, h[i]*h[i], 1)
				return []num{n(0), n(1), n(0), q[0], n(0), q[1]}
			}
			return fit(func(t num) num { return bigTanh(plus(n(c[i]), t)) }, -h[i], h[i], degree)
		})
		locateTables()
	}, body: func(x, _ vec) (vec, mask) {
		a := least(9.1, abs(x))
		index := right(greatest(0x1.fffp-5, a), 21)
		return withSign(piece32(rows, index, sub(a, centre.lookup(index))), x), nil
	}}
}

// atan32 has 16 intervals of |x| up to 1, and as many of 1/|x|.
func atan32() form {
	const degree = 4
	var rows [degree + 1]*table
	var centre *table
	return form{md: float32s, unroll: 2, hold: 18, before: func() {
		v := make([][]float64, degree+2)
		for i := range 32 {
			j := float64(i % 16)
			lo, hi := max(0, (j-0.5)/15), min(1, (j+0.5)/15)
			var at float64
			var c []float64
			switch {
			case i == 0:
				q := fit(func(t num) num { return quo(minus(bigAtan(t), t), times(t, t)) }, 0, hi*1.001, degree-2)
				c = append([]float64{0, 1}, floats(q)...)
			case i < 16:
				at, c = accurateRow(bigAtan, lo, hi, 0, 0x1p-24, degree)
			default:
				at, c = accurateRow(func(t num) num { return minus(quo(bigPi, n(2)), bigAtan(t)) }, lo, hi, 0, 0x1p-24, degree)
			}
			for d, x := range append(c, at) {
				v[d] = append(v[d], x)
			}
		}
		for d := range rows {
			rows[d] = newTable("math32Atan"+string(rune('a'+d)), v[d]).load()
		}
		centre = newTable("math32AtanC", v[degree+1]).load()
	}, body: func(x, _ vec) (vec, mask) {
		w := abs(x)
		swap := compare(w, greater, 1.0)
		z := choose(swap, magic32+16, value(magic32))
		one := value(1.0)
		for j := range w {
			VDIVPS(w[j], one[j], swap[j], w[j])
		}
		z = acc(z, w, 15.0)
		t := sub(w, centre.lookup(z))
		p := rows[degree].lookup(z)
		for d := degree - 1; d >= 2; d-- {
			p = fma(p, t, rows[d].lookup(z))
		}
		y := add(rows[0].lookup(z), acc(mul(p, mul(t, t)), t, rows[1].lookup(z)))
		return withSign(y, x), nil
	}}
}

// xorSign changes the sign of a where that of b is set; for AVX-512.
func xorSign(a, b vec) vec {
	z := copyOf(a)
	for j := range z {
		o, c := operand(signMask(), j)
		opTern.pick(c)(Imm(0x78), o, b[j], z[j]) // z ^ b&sign
	}
	return z
}

// atan232 is the angle of (x, y) where the greater of |x| and |y| is within 2**60 of 1 and the other is so or 0: that of the smaller over
// the greater, u/v, is atan(c) + atan((u - c*v)/(v + c*u)), c a multiple of 1/16.
func atan232() form {
	var hi, lo *table
	return form{md: float32s, unroll: 1, hold: 16, before: func() {
		v := make([]num, 32) // the last are not used
		for i := range v {
			v[i] = bigAtan(ratio(min(i, 16), 16))
		}
		hi, lo = hilo("math32Atan2", v)
		preload(hi, lo)
	}, body: func(y, x vec) (vec, mask) {
		a, b := abs(y), abs(x)
		swap := compare(a, greater, b)
		u, v := least2(a, b), greatest2(a, b)
		bad := any2(compare(add(a, b), notLess, 0x1p60), compare(choose(compare(u, equal, 0.0), v, u), less, 0x1p-60))
		w := mul(u, one(func(a, z Op) { VRCP14PS(a, z) }, v))
		z := fma(w, shared(0.999), magic32/16) // angles with a c are above 1/32
		c := sub(z, magic32/16)
		top := nacc(copyOf(u), c, v)
		den := fma(c, u, v)
		inv := one(func(a, z Op) { VRCP14PS(a, z) }, den)
		t := mul(top, inv)
		low := mul(fnma(copyOf(t), den, top), inv)
		r := add(t, low)
		t2 := mul(r, r)
		const limit = 0.0325
		q := floats(fit(func(u num) num { v := root(u); return quo(minus(bigAtan(v), v), times(u, v)) }, 0, limit*limit, 1))
		low = fma(fma(value(q[1]), t2, q[0]), mul(t2, r), low)
		low = add(low, lo.lookup(z))
		// base + that, or less that
		pi := parts(bigPi, 2, true)
		base := choose(swap, pi[0]/2, choose(signs(x), pi[0], sub(x, x)))
		s := choose(swap, negated(x), x)
		h := xorSign(hi.lookup(z), s)
		t, low = xorSign(t, s), xorSign(low, s)
		low = acc(low, base, pi[1]/pi[0])
		d := add(base, h)
		low = add(low, add(sub(base, d), h))
		e := add(d, t)
		low = add(low, add(sub(d, e), t))
		return withSign(add(e, low), y), bad
	}}
}

// asin32 is the arcsine: of |x| up to 1/2 by its series, beyond from that of sqrt((1-|x|)/2); or the arccosine.
func asin32(cosine bool) form {
	return form{md: float32s, unroll: 2, body: func(x, _ vec) (vec, mask) {
		a := abs(x)
		big := compare(a, greater, 0.5)
		h := fnma(copyOf(a), value(0.5), 0.5)
		// the root in two parts; NaN of negative numbers
		some := compare(h, notEqual, 0.0)
		s, low := newVec(), newVec()
		for j := range s {
			VRSQRT14PS_Z(h[j], some[j], s[j])
		}
		r := mul(s, 0.5)
		s = mul(s, h)
		e := fnma(copyOf(s), s, h)
		for j := range s {
			VMULPS_Z(e[j], r[j], big[j], low[j])
		}
		v := choose(big, h, mul(a, a))
		s = choose(big, s, a)
		q := floats(fit(func(u num) num { r := root(u); return quo(minus(bigAsin(r), r), times(u, r)) }, 0, 0.25, 5))
		low = acc(low, horner(v, q), mul(add(s, low), v))
		// base + m*(s + low)
		pi := parts(bigPi, 2, true)
		var base, m vec
		if cosine {
			base = choose(both(big, signs(x)), pi[0], choose(big, 0.0, value(pi[0]/2)))
			m = flip(choose(big, 2.0, value(-1.0)), x, 31)
		} else {
			base = choose(big, pi[0]/2, sub(a, a))
			m = choose(big, -2.0, value(1.0))
		}
		y := acc(copyOf(base), m, s)
		e = acc(sub(base, y), m, s)
		e = acc(acc(e, m, low), base, pi[1]/pi[0])
		y = add(y, e)
		if !cosine {
			y = withSign(y, x)
		}
		return y, nil
	}}
}

// tan32 is the tangent for |x| < 512 that are no closer than 2**-13 to multiples of pi/32 but 0, as tan64 computes it.
func tan32() form {
	var hi, lo *table
	return form{md: float32s, unroll: 2, hold: 4, before: func() {
		hi, lo = hilo("math32Tan", tangents())
		preload(hi, lo)
	}, body: func(x, _ vec) (vec, mask) {
		bad := compare(abs(x), notLess, 512.0)
		z := fma(value(32/math.Pi), x, magic32)
		k := sub(z, magic32)
		p := parts(quo(bigPi, n(32)), 2, true)
		r1 := nacc(copyOf(x), k, p[0])
		r := nacc(copyOf(r1), k, p[1])
		rest := nacc(sub(r1, r), k, p[1])
		u := mul(r, r)
		bad = any2(bad, compareIf(compare(u, less, 0x1p-26), k, notEqual, 0.0))
		q := tangentTerms(1)
		t, tl := quickSum(r, fma(fma(value(q[1]), u, q[0]), mul(u, r), rest))
		c := hi.lookup(z)
		above := add(c, t)
		aboveLow := add(add(sub(c, above), t), add(lo.lookup(z), tl))
		below := fnma(copyOf(c), t, 1.0)
		belowLow := nacc(sub(value(1.0), below), c, t)
		turn := left(addI(z, bits(8)), 27)
		odd := signs(turn)
		a, b := choose(odd, below, above), choose(odd, above, below)
		al, bl := choose(odd, belowLow, aboveLow), choose(odd, aboveLow, belowLow)
		inv := one(func(a, z Op) { VRCP14PS(a, z) }, b)
		y := mul(a, inv)
		al = add(al, nacc(fnma(copyOf(y), b, a), y, bl))
		y = flip(fma(al, inv, y), turn, 31)
		return withSignOfZero(y, x), bad
	}}
}
