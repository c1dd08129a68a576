package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// Functions of float64. Numbers that must be more exact are sums of two.

// expm1Terms returns e**r - 1 - r + more for |r| <= log(2)/32.
func expm1Terms(r, more vec) vec {
	h := f64(bigLn2) / 32
	q := floats(fit(func(r num) num { return quo(minus(minus(bigExp(r), n(1)), r), times(r, r)) }, -h, h, 5))
	r2 := mul(r, r)
	return fma(poly(r, r2, q), r2, more)
}

// expRest has what lacks in 2**(i/16) rounded, relative to it.
func expRest() *table {
	v := make([]float64, 16)
	for i, p := range powers(16) {
		d := parts(p, 2, false)
		v[i] = d[1] / d[0]
	}
	return newTable("mathExpRest", v)
}

// expParts returns t, r and rest: e**(factor*x) = t*(1+rest)*e**r, t near a power of two, r at most log(2)/32; with exact, rest
// has what rounding r lost.
func expParts(x vec, factor float64, exact bool) (t, rest, r vec) {
	l := parts(quo(bigLn2, n(factor)), 2, false)
	z := fma(value(factor*math.Log2E), x, magic/16)
	k := sub(z, magic/16)
	r1 := nacc(copyOf(x), k, l[0])
	r = nacc(copyOf(r1), k, l[1])
	rest = expRest().lookup(z)
	if exact {
		rest = acc(rest, nacc(sub(r1, r), k, l[1]), factor)
	}
	if factor != 1 {
		r = mul(r, factor)
	}
	return addI(expTable().lookup(z), left(z, 48)), rest, r
}

func exp64(x vec) (vec, mask) {
	if wide {
		x = greatest(-760.0, least(720.0, x))
		z := fma(value(math.Log2E), x, magic/16)
		k := sub(z, magic/16)
		l := parts(bigLn2, 2, false)
		r := nacc(nacc(x, k, l[0]), k, l[1])
		hi, lo := hilo64("mathExp", powers(16))
		t := hi.lookup(z)
		p := expm1Terms(r, r)
		y := add(t, fma(p, t, lo.lookup(z)))
		for j := range y {
			VSCALEFPD(k[j], y[j], y[j])
		}
		return y, nil
	}
	t, rest, r := expParts(x, 1, false)
	p := expm1Terms(r, rest)
	return add(t, mul(t, add(p, r))), compare(abs(x), notLess, 700.0)
}

func hilo64(name string, v []num) (hi, lo *table) {
	h, l := make([]float64, len(v)), make([]float64, len(v))
	for i := range v {
		p := parts(v[i], 2, false)
		h[i], l[i] = p[0], p[1]
	}
	return newTable(name+"Hi", h), newTable(name+"Lo", l)
}

// rows64 returns lookups of the coefficients of 16 polynomials: those with 1 and t in two parts, 0 and 1 the first, 2 and 3 the second, d+2 that of
// t**d. The tables are written as they are looked up.
func rows64(name string, degree int, row func(i int) []num) func(d int, index vec) vec {
	rows := make([][]float64, degree+3)
	for d := range rows {
		rows[d] = make([]float64, 16)
	}
	for i := range 16 {
		for d, v := range row(i) {
			p := parts(v, 2, false)
			switch d {
			case 0, 1:
				rows[2*d][i], rows[2*d+1][i] = p[0], p[1]
			default:
				rows[d+2][i] = p[0]
			}
		}
	}
	return func(d int, index vec) vec { return newTable(name+string(rune('a'+d)), rows[d]).lookup(index) }
}

// rowParts returns the value at t + tl of a row of rows64 as a sum, with the same results at every level. The first coefficient is 0, or above the second times t. t is overwritten.
func rowParts(at func(d int, index vec) vec, degree int, index, t, tl vec) (hi, lo vec) {
	p := at(degree+2, index)
	for d := degree + 1; d >= 4; d-- {
		p = fma(p, t, at(d, index))
	}
	p = fma(p, t, at(3, index))
	slope := at(2, index)
	tl = mul(fma(copyOf(p), value(2.0), slope), tl) // by the derivative, to its second term
	p = fma(p, t, at(1, index))
	m := mul(t, slope)
	p = add(add(p, fms(t, slope, m)), tl)
	hi, lo = quickSum(at(0, index), m)
	return hi, add(lo, p)
}

// twoSum returns a + b and what its rounding lost.
func twoSum(a vec, b any) (s, rest vec) {
	s = add(a, b)
	v := sub(s, a)
	return s, add(sub(a, sub(s, v)), sub(value(b), v))
}

// quickSum returns a + b, a above b, and what its rounding lost.
func quickSum(a, b vec) (s, rest vec) {
	s = add(a, b)
	return s, add(sub(a, s), b)
}

// expm1Parts returns e**(factor*x) - 1 as a sum, for |factor*x| < 700.
func expm1Parts(x vec, factor float64) (hi, lo vec) {
	t, rest, r := expParts(x, factor, true)
	one, low := twoSum(t, -1.0)
	w := mul(expm1Terms(r, fma(copyOf(rest), r, rest)), t)
	ph := mul(t, r)
	pl := fms(r, t, ph)
	hi = add(one, ph)
	lo = add(sub(one, hi), ph)
	lo = add(add(lo, low), add(pl, w))
	sum := add(hi, lo)
	return sum, add(sub(hi, sum), lo)
}

func expm164(x vec) (vec, mask) {
	y, _ := expm1Parts(x, 1)
	return withSign(y, x), compare(abs(x), notLess, 700.0)
}

// quotient returns (ah+al)/(bh+bl) rounded, nearly always to the nearest.
func quotient(ah, al, bh, bl vec) vec {
	inv := div(value(1.0), bh)
	q := mul(ah, inv)
	rest := fnma(copyOf(q), bh, ah)
	rest = nacc(rest, q, bl)
	if al != nil {
		rest = add(rest, al)
	}
	return fma(rest, inv, q)
}

func tanh64(x vec) vec {
	hi, lo := expm1Parts(least(22.0, abs(x)), 2)
	d, rest := twoSum(hi, 2.0)
	return withSign(quotient(hi, lo, d, add(rest, lo)), x)
}

func sigmoid64(x vec) (vec, mask) {
	bad := compare(abs(x), notLess, 700.0)
	t, rest, r := expParts(or(x, bits(signBit)), 1, false)
	s := mul(add(expm1Terms(r, rest), r), t)
	e := add(t, s)
	el := add(sub(t, e), s)
	d := add(e, 1.0)
	dl := add(add(sub(value(1.0), d), e), el)
	m := signs(x)
	return quotient(choose(m, e, value(1.0)), choose(m, el, sub(el, el)), d, dl), bad
}

func sinh64(x vec) (vec, mask) {
	a := abs(x)
	hi, lo := expm1Parts(a, 1)
	// (m + m/(1+m))/2
	d, rest := twoSum(hi, 1.0)
	rest = add(rest, lo)
	inv := div(value(1.0), d)
	q := mul(hi, inv)
	f := add(nacc(fnma(copyOf(q), d, hi), q, rest), lo)
	ql := mul(f, inv)
	s := add(hi, q)
	low := add(add(sub(hi, s), q), add(lo, ql))
	return withSign(mul(add(s, low), 0.5), x), compare(a, notLess, 700.0)
}

func cosh64(x vec) (vec, mask) {
	a := abs(x)
	t, rest, r := expParts(a, 1, false)
	s := mul(add(expm1Terms(r, rest), r), t)
	e := add(t, s)
	el := add(sub(t, e), s)
	inv := div(value(1.0), e) // its own rounding errors count at most a quarter of those of e
	il := mul(nacc(fnma(copyOf(inv), e, 1.0), el, inv), inv)
	sum := add(e, inv)
	low := add(add(sub(e, sum), inv), add(el, il))
	return mul(add(sum, low), 0.5), compare(a, notLess, 700.0)
}

// logStep is what the upper parts of logarithms are multiples of.
const logStep = 0x1p-42

func logTables(name string, unit num) (hi, lo *table) {
	h, l := make([]float64, 16), make([]float64, 16)
	for j := range h {
		v := minusLog(j, unit)
		h[j] = grid(v, logStep)
		l[j] = f64(minus(v, n(h[j])))
	}
	return newTable("mathLogHi"+name, h), newTable("mathLogLo"+name, l)
}

// log64 returns log(x + more)/log(base): more, which may be nil where the base is e, is scaled like x and below its last place.
func log64(x, more vec, name string, unit num, degree int) vec {
	hi, lo := log64Parts(x, more, name, unit, degree)
	return add(hi, lo)
}

// log64Parts is log64 as a sum.
func log64Parts(x, more vec, name string, unit num, degree int) (sum, rest vec) {
	s, low, r, co := log64Terms(x, more, name, unit, degree)
	r2 := mul(r, r)
	if !wide { // fewer registers
		return s, fma(horner(r, co), r2, low)
	}
	return s, fma(poly(r, r2, co), r2, low)
}

// log64Same is log64Parts of the natural logarithm, with the same results at every level.
func log64Same(x, more vec) (sum, rest vec) {
	s, low, r, co := log64Terms(x, more, "E", n(1), 10)
	return s, fma(horner(r, co), mul(r, r), low)
}

// log64Terms returns the parts of log64Parts: s + low + r*r*(co[0] + co[1]*r + …).
func log64Terms(x, more vec, name string, unit num, degree int) (s, low, r vec, co []float64) {
	natural := unit.Cmp(n(1)) == 0
	ln2 := quo(bigLn2, unit)
	ln2Hi := grid(ln2, logStep)
	hi, lo := logTables(name, unit)
	k, m := logSplit(x)
	index := right(m, 48)
	c := logInverse().lookup(index)
	r1 := fms(copyOf(c), m, 1.0)
	r = r1
	var rest vec
	if more != nil {
		if wide {
			kn := xor(k, bits(signBit))
			s := newVec()
			for j := range s {
				VSCALEFPD(kn[j], more[j], s[j])
			}
			rest = mul(s, c)
		} else {
			// m/x is a power of two
			rest = mul(mul(more, div(m, x)), c)
		}
		r = add(r1, rest)
	}
	top := acc(hi.lookup(index), k, ln2Hi)
	low = acc(lo.lookup(index), k, f64(minus(ln2, n(ln2Hi))))
	co = floats(fit(func(r num) num {
		return quo(minus(bigLog(plus(n(1), r)), r), times(times(r, r), unit))
	}, -0.0475, 1./15.9, degree))
	if rest != nil {
		low = add(low, rest)
	}
	if !natural {
		u := parts(quo(n(1), unit), 2, false)
		low = acc(low, r1, u[1])
		p := mul(r1, u[0])
		low = add(low, fms(value(u[0]), r1, p))
		r1 = p
	}
	s = add(top, r1)
	return s, add(low, add(sub(top, s), r1)), r, co
}

// logBad has, for AVX2, what logSplit does not know.
func logBad(x vec) mask {
	if wide {
		return nil
	}
	return any2(compare(x, notGreaterEq, 0x1p-1022), compare(x, notLess, inf))
}

func logSpecial64(x, y vec) vec {
	if !wide {
		return y
	}
	return logSpecial(x, y)
}

// logarithm64 is the logarithm to a base, unit being log(base).
func logarithm64(name string, unit num) func(x vec) (vec, mask) {
	return func(x vec) (vec, mask) { return logSpecial64(x, log64(x, nil, name, unit, 10)), logBad(x) }
}

func log1p64(x vec) (vec, mask) {
	s, rest := twoSum(x, 1.0)
	y := withSign(logSpecial64(s, log64(s, rest, "E", n(1), 10)), x)
	if wide {
		return choose(compare(s, notLess, inf), s, y), nil
	}
	return y, any2(compare(x, notGreater, -1.0), compare(x, notLess, 0x1p900))
}

func trigTables() (sh, sl, ch, cl *table) {
	sv, cv := make([]num, 16), make([]num, 16)
	for i := range sv {
		a := times(bigPi, ratio(i, 16))
		sv[i], cv[i] = bigSin(a, false), bigSin(a, true)
	}
	sv[0], cv[8] = n(0), n(0)
	sh, sl = hilo64("mathSin", sv)
	ch, cl = hilo64("mathCos", cv)
	return sh, sl, ch, cl
}

// preload brings tables into registers, for AVX-512.
func preload(t ...*table) {
	for _, t := range t {
		t.load()
	}
}

// expTables64, expTables, logTables64 and sineTables bring the tables of exponentials, logarithms and sines into registers.
func expTables64() {
	hi, lo := hilo64("mathExp", powers(16))
	preload(hi, lo)
}

func expTables() { preload(expTable(), expRest()) }

func logTables64(name string, unit num) func() {
	return func() {
		hi, lo := logTables(name, unit)
		preload(logInverse(), hi, lo)
	}
}

func sineTables() {
	sh, sl, ch, cl := trigTables()
	preload(sh, sl, ch, cl)
}

// sine64 is the sine or the cosine for |x| < 2**17 that are not too near a zero of a function.
func sine64(cosine bool) func(x vec) (vec, mask) {
	return func(x vec) (vec, mask) { return sineOf64(x, cosine) }
}

func sineOf64(x vec, cosine bool) (vec, mask) {
	a := abs(x)
	bad := compare(a, notLess, 0x1p17)
	z := fma(value(16/math.Pi), x, magic)
	k := sub(z, magic)
	p := parts(quo(bigPi, n(16)), 2, false)
	r1 := nacc(copyOf(x), k, p[0])
	r := nacc(copyOf(r1), k, p[1])
	rest := nacc(sub(r1, r), k, p[1])
	bad = any2(bad, compareIf(compare(abs(r), less, 0x1p-30), k, 4, 0.0))
	if cosine {
		z = addI(z, bits(8))
	}
	sh, sl, ch, cl := trigTables()
	limit := 0.0983
	cq := floats(fit(func(u num) num {
		return quo(plus(minus(bigSin(root(u), true), n(1)), times(u, n(0.5))), times(u, u))
	}, 0, limit*limit, 3))
	sq := floats(fit(func(u num) num { v := root(u); return quo(minus(bigSin(v, false), v), times(u, v)) }, 0, limit*limit, 3))
	u := mul(r, r)
	ul := acc(fms(copyOf(r), r, u), r, add(rest, rest)) // (r + rest)**2 is u + ul
	cm := mul(horner(u, cq), mul(u, u))
	sr := fma(horner(u, sq), mul(u, r), rest)
	s, c := sh.lookup(z), ch.lookup(z)
	w := fma(cm, s, sl.lookup(z))
	w = acc(w, cl.lookup(z), r)
	w = acc(w, sr, c)
	// s + c*r - s*r*r/2, and what its roundings lost
	half := mul(s, -0.5)
	q := mul(half, u)
	ql := acc(fms(u, half, q), half, ul)
	h := fma(copyOf(r), c, s)
	e := fma(r, c, sub(s, h))
	y := add(h, q)
	e = add(e, add(sub(h, y), q))
	y = add(y, add(w, add(e, ql)))
	y = flip(y, z, 4)
	if !cosine {
		y = choose(compare(a, less, 0x1p-27), x, y)
	}
	return y, bad
}

// silu64 is x/(1 + e**-x).
func silu64(x vec) (vec, mask) {
	t, rest, r := expParts(x, -1, false)
	return quotientOfOneMore(x, t, mul(add(expm1Terms(r, rest), r), t)), compare(abs(x), notLess, 700.0)
}

// quotientOfOneMore is x/(1 + t + s), s below t.
func quotientOfOneMore(x, t, s vec) vec {
	e := add(t, s)
	d, rest := twoSum(e, 1.0)
	return withSign(quotient(x, nil, d, add(rest, add(sub(t, e), s))), x)
}

// geluTanh64 is x/(1 + e**-u), u = 2*sqrt(2/pi)*(x + 0.044715*x**3).
func geluTanh64(x vec) (vec, mask) {
	slope := times(n(2), root(quo(n(2), bigPi)))
	c, d := parts(slope, 2, false), parts(times(slope, quo(n(44715), n(1e6))), 2, false)
	// u in two parts
	x2 := mul(x, x)
	x2l := fms(copyOf(x), x, x2)
	p := mul(x2, d[0])
	pl := fms(value(d[0]), x2, p)
	g, gl := twoSum(p, c[0])
	gl = acc(acc(add(gl, add(pl, c[1])), x2, d[1]), x2l, d[0])
	u := mul(x, g)
	ul := acc(fms(g, x, u), x, gl)
	t, rest, r := expParts(u, -1, true)
	rest = sub(rest, ul)
	rest = fma(copyOf(rest), r, rest)
	return quotientOfOneMore(x, t, mul(add(expm1Terms(r, rest), r), t)), compare(abs(x), notLess, 20.0)
}

// softplus64 is log(1 + e**x): the logarithm of 1 + e**-|x|, and x where that is positive.
func softplus64(x vec) (vec, mask) {
	t, rest, r := expParts(or(x, bits(signBit)), 1, false)
	s := mul(add(expm1Terms(r, rest), r), t)
	e := add(t, s)
	el := add(sub(t, e), s)
	d := add(e, 1.0)
	l, ll := log64Parts(d, add(add(sub(value(1.0), d), e), el), "E", n(1), 10)
	b := greatest(0.0, x)
	y := add(b, l)
	v := sub(y, b)
	ll = add(ll, add(sub(b, sub(y, v)), sub(l, v)))
	return add(y, ll), compare(abs(x), notLess, 700.0)
}

// tangents are those of multiples of pi/32 from 0 to pi/4, and from -pi/4 on.
func tangents() []num {
	v := make([]num, 16)
	for i := range v {
		a := times(bigPi, ratio((i+8)%16-8, 32))
		v[i] = quo(bigSin(a, false), bigSin(a, true))
	}
	v[0] = n(0)
	return v
}

// tangentTerms are the coefficients of (tan(r)-r)/r**3, in r*r, for |r| up to pi/64.
func tangentTerms(degree int) []float64 {
	const limit = 0.0492
	return floats(fit(func(u num) num {
		v := root(u)
		return quo(minus(quo(bigSin(v, false), bigSin(v, true)), v), times(u, v))
	}, 0, limit*limit, degree))
}

// tan64 is the tangent for |x| < 2**17 that are not too near a multiple of pi/32. With x = c + r + k*pi/2, T = tan(c) and
// t = tan(r) it is (T + t)/(1 - T*t), or the inverse of that with the other sign.
func tan64(x vec) (vec, mask) {
	a := abs(x)
	z := fma(value(32/math.Pi), x, magic)
	k := sub(z, magic)
	p := parts(quo(bigPi, n(32)), 2, false)
	r1 := nacc(copyOf(x), k, p[0])
	r := nacc(copyOf(r1), k, p[1])
	rest := nacc(sub(r1, r), k, p[1])
	bad := any2(compare(a, notLess, 0x1p17), compareIf(compare(abs(r), less, 0x1p-30), k, notEqual, 0.0))
	hi, lo := hilo64("mathTan", tangents())
	c, cl := hi.lookup(z), lo.lookup(z)
	u := mul(r, r)
	rest = acc(rest, horner(u, tangentTerms(4)), mul(u, r))
	above := add(c, r)
	aboveLow := add(add(sub(c, above), r), add(cl, rest))
	below := fnma(copyOf(c), r, 1.0)
	belowLow := nacc(sub(value(1.0), below), c, r)
	belowLow = nacc(nacc(belowLow, c, rest), cl, r)
	above, aboveLow = quickSum(above, aboveLow)
	below, belowLow = quickSum(below, belowLow)
	turn := left(addI(z, bits(8)), 59)
	odd := signs(turn)
	y := quotient(choose(odd, below, above), choose(odd, belowLow, aboveLow), choose(odd, above, below), choose(odd, aboveLow, belowLow))
	y = xor(y, and(turn, signMask()))
	return choose(compare(a, less, 0x1p-27), x, y), bad
}

// atanParts returns atan(u/v), 0 <= u <= v, as a sum; v is within 2**±1000 of 1.
func atanParts(u, v vec) (hi, lo vec) {
	var w vec
	if wide {
		w = mul(u, one(func(a, z Op) { VRCP14PD(a, z) }, v))
	} else {
		w = div(u, v)
	}
	z := fma(w, value(15.0), magic)
	cs, angles := make([]float64, 16), make([]num, 16)
	for i := range cs {
		cs[i] = grid(ratio(i, 15), 1./64)
		angles[i] = bigAtan(n(cs[i]))
	}
	c := newTable("mathAtanC", cs).lookup(z)
	first, second := hilo64("mathAtan", angles)
	// t = (u - c*v)/(v + c*u) in two parts
	p := mul(c, v)
	above := sub(u, p)
	aboveLow := fms(copyOf(c), v, p)
	below := fma(copyOf(c), u, v)
	belowLow := fma(c, u, sub(v, below))
	inv := div(value(1.0), below)
	t := mul(above, inv)
	rest := sub(fnma(copyOf(t), below, above), aboveLow)
	tl := mul(nacc(rest, t, belowLow), inv)
	limit := 0.0424
	q := floats(fit(func(u num) num { r := root(u); return quo(minus(bigAtan(r), r), times(u, r)) }, 0, limit*limit, 5))
	t2 := mul(t, t)
	tl = acc(tl, horner(t2, q), mul(t2, t))
	angle := first.lookup(z)
	hi = add(angle, t)
	return hi, add(add(sub(angle, hi), t), add(second.lookup(z), tl))
}

// onto returns base + hi + lo, where base is half of pi or all of it, or 0.
func onto(base, hi, lo vec) vec {
	pi := parts(bigPi, 2, false)
	y := add(base, hi)
	low := add(add(sub(base, y), hi), lo)
	return add(y, acc(low, base, pi[1]/pi[0]))
}

func atan64(x vec) vec {
	a := least(0x1p60, abs(x))
	swap := compare(a, greater, 1.0)
	hi, lo := atanParts(choose(swap, 1.0, a), choose(swap, a, value(1.0)))
	s := choose(swap, math.Copysign(0, -1), sub(a, a))
	y := onto(choose(swap, math.Pi/2, sub(a, a)), xor(hi, s), xor(lo, s))
	return withSign(y, x)
}

// atan264 is for operands within 2**±400 of 1.
func atan264(y, x vec) (vec, mask) {
	a, b := abs(y), abs(x)
	u, v := least2(a, b), greatest2(a, b)
	bad := any2(any2(compare(v, notLess, 0x1p400), compare(u, notGreater, 0x1p-400)), compare(x, unordered, y))
	swap := compare(a, greater, b)
	hi, lo := atanParts(u, v)
	s := and(x, signMask())
	s = choose(swap, xor(s, signMask()), s)
	base := choose(swap, math.Pi/2, choose(signs(x), math.Pi, sub(a, a)))
	return withSign(onto(base, xor(hi, s), xor(lo, s)), y), bad
}

// rootRest returns what the root q of a + al lacks: to 14 bits, or with exact to more.
func rootRest(q, a, al vec, exact bool) vec {
	e := fnma(copyOf(q), q, a)
	if al != nil {
		e = add(e, al)
	}
	q = greatest(0x1p-500, q)
	if !wide || exact {
		return div(e, add(q, q))
	}
	return mul(mul(e, 0.5), one(func(a, z Op) { VRCP14PD(a, z) }, q))
}

// asin64 is the arcsine: of |x| up to 1/2 by its series, beyond from that of sqrt((1-|x|)/2); or the arccosine.
func asin64(cosine bool) func(x vec) vec {
	return func(x vec) vec { return asinOf64(x, cosine) }
}

func asinOf64(x vec, cosine bool) vec {
	a := abs(x)
	big := compare(a, greater, 0.5)
	h := fnma(copyOf(a), value(0.5), 0.5)
	s := sqrt(h)
	low := choose(big, rootRest(s, h, nil, false), sub(a, a))
	v := choose(big, h, mul(a, a))
	s = choose(big, s, a)
	q := floats(fit(func(u num) num { r := root(u); return quo(minus(bigAsin(r), r), times(u, r)) }, 0, 0.25, 12))
	var p vec
	if wide {
		p = poly(v, mul(v, v), q)
	} else {
		p = horner(v, q)
	}
	low = acc(low, p, mul(s, v))
	var base, m vec
	if cosine {
		base = choose(both(big, signs(x)), math.Pi, choose(big, 0.0, value(math.Pi/2)))
		m = flip(choose(big, 2.0, value(-1.0)), x, 63)
	} else {
		base = choose(big, math.Pi/2, sub(a, a))
		m = choose(big, -2.0, value(1.0))
	}
	y := onto(base, mul(m, s), mul(m, low))
	if !cosine {
		y = withSign(y, x)
	}
	return y
}

// asinh64 is the logarithm of |x| + sqrt(x*x + 1).
func asinh64(x vec) (vec, mask) {
	a := abs(x)
	p := mul(a, a)
	w, wl := twoSum(p, 1.0)
	wl = add(wl, fms(copyOf(a), a, p))
	q := sqrt(w)
	s := add(q, a)
	y := log64(s, add(add(sub(q, s), a), rootRest(q, w, wl, true)), "E", n(1), 10)
	return withSign(choose(compare(a, less, 0x1p-28), a, y), x), compare(a, notLess, 0x1p400)
}

// acosh64 is the logarithm of x + sqrt(x*x - 1).
func acosh64(x vec) (vec, mask) {
	p := mul(x, x)
	w, wl := twoSum(p, -1.0)
	wl = add(wl, fms(copyOf(x), x, p))
	q := sqrt(w)
	s := add(x, q)
	y := log64(s, add(add(sub(x, s), q), rootRest(q, w, wl, true)), "E", n(1), 10)
	return y, any2(compare(x, notGreaterEq, 1.0), compare(x, notLess, 0x1p400))
}

// atanh64 is half the logarithm of (1 + |x|)/(1 - |x|).
func atanh64(x vec) (vec, mask) {
	a := abs(x)
	above := add(a, 1.0)
	aboveLow := add(sub(value(1.0), above), a)
	below := sub(value(1.0), a)
	belowLow := sub(sub(value(1.0), below), a)
	inv := div(value(1.0), below)
	q := mul(above, inv)
	rest := add(fnma(copyOf(q), below, above), aboveLow)
	y := log64(q, mul(nacc(rest, q, belowLow), inv), "E", n(1), 10)
	y = mul(y, 0.5)
	return withSign(choose(compare(a, less, 0x1p-28), a, y), x), compare(a, notLess, 1.0)
}

// hypot64 is for operands of which the greater is within 2**±400 of 1.
func hypot64(x, y vec) (vec, mask) {
	a, b := abs(x), abs(y)
	u, v := least2(a, b), greatest2(a, b)
	bad := any2(any2(compare(v, notLess, 0x1p400), compare(v, notGreater, 0x1p-400)), compare(x, unordered, y))
	p, q := mul(u, u), mul(v, v)
	s := add(p, q)
	sl := add(add(sub(q, s), p), add(fms(copyOf(u), u, p), fms(copyOf(v), v, q)))
	r := sqrt(s)
	return add(r, rootRest(r, s, sl, false)), bad
}
