package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// Functions of float64 to some 37 bits or more, for results of float32.

const magic = 0x1.8p52 // added to a number, it rounds it to an integer, which then is in the low bits

var inf = math.Inf(1)

// expTable has the bits of 2**(i/16) less i<<48: with an integer k<<48 more they are those of 2**(k/16), if i is k mod 16.
func expTable() *table {
	b := make([]uint64, 16)
	for i := range b {
		b[i] = math.Float64bits(f64(bigExp(times(bigLn2, ratio(i, 16))))) - uint64(i)<<48
	}
	return bitTable("mathExp16", b)
}

// quickExp returns s, a power of 2**(1/16), and p with e**(c*x) = s + s*p, for a c that is a power of two or less one, and |c*x| < 700.
func quickExp(t *table, x vec, c float64) (s, p vec) {
	step := quo(bigLn2, n(16*c)) // of x, between powers of 2**(1/16)
	z := fma(value(f64(quo(n(1), step))), x, magic)
	k := sub(z, magic)
	r := nacc(copyOf(x), k, f64(step))
	s = addI(t.lookup(z), left(z, 48))
	h := math.Abs(f64(step)) / 2
	q := floats(fit(func(r num) num { return quo(minus(bigExp(times(r, n(c))), n(1)), r) }, -h, h, 4))
	return s, mul(r, horner(r, q))
}

// quickDiv returns a/b to 40 bits, for finite b within 2**±1000 of 1.
func quickDiv(a, b vec) vec {
	if !wide {
		return div(a, b)
	}
	y := one(func(a, z Op) { VRCP14PD(a, z) }, b)
	e := fnma(copyOf(y), b, 1.0)
	e = fma(copyOf(e), e, e)
	return mul(a, fma(e, y, y))
}

// quickSqrt returns the root of a > 0 to 40 bits.
func quickSqrt(a vec) vec {
	if !wide {
		return sqrt(a)
	}
	y := one(func(a, z Op) { VRSQRT14PD(a, z) }, a)
	t := mul(a, y)
	e := fnma(y, t, 1.0)
	h := mul(fma(value(0.375), e, 0.5), e)
	return fma(h, t, t)
}

// logCentre returns, for the upper 4 bits of the significand of m in [1, 2), a number near 1/m, 1 near 1 and
// 1/2 near 2: it has so few bits that its product with m, less 1, is exact.
func logCentre(i int) float64 {
	switch i {
	case 0:
		return 1
	case 15:
		return 0.5
	}
	return grid(quo(n(1), n(1+(float64(i)+0.5)/16)), 1./32)
}

func logInverse() *table {
	v := make([]float64, 16)
	for i := range v {
		v[i] = logCentre(i)
	}
	return newTable("mathLogInv", v)
}

// minusLog returns -log(inv)/log(base) of a row of logInverse.
func minusLog(i int, unit num) num { return minus(n(0), quo(bigLog(n(logCentre(i))), unit)) }

// logSplit writes a positive x as 2**k * m, m in [1, 2).
func logSplit(x vec) (k, m vec) {
	if wide {
		m = one(func(a, z Op) { VGETMANTPD(Imm(8), a, z) }, x)
		return one(func(a, z Op) { VGETEXPPD(a, z) }, x), m
	}
	k = sub(or(right(x, 52), bits(0x433<<52)), 0x1p52+1023)
	return k, or(and(x, bits(1<<52-1)), bits(0x3ff<<52))
}

// special puts into y what VFIXUPIMM's table has for the classes of x, four bits each; for AVX-512.
func special(x, y vec, table uint32) vec {
	for j := range y {
		op{VFIXUPIMMPS, VFIXUPIMMPS_BCST, VFIXUPIMMPD, VFIXUPIMMPD_BCST}.pick(true)(Imm(0), constant(bits(table)), x[j], y[j])
	}
	return y
}

// logSpecial puts the results for zero, negative numbers, infinity and NaN, x, into y.
func logSpecial(x, y vec) vec {
	if wide {
		return special(x, y, 0x03530422)
	}
	y = choose(compare(x, notLess, 0.0), y, value(math.NaN()))
	y = choose(compare(x, equal, 0.0), value(-inf), y)
	return choose(compare(x, notLess, inf), x, y)
}

// quickLog returns log(x + rest) / log(base), unit being log(base), to degree+2 terms of the series; rest is nil or what a
// rounding of x lost, which only counts where x is near 1.
func quickLog(x, rest vec, unit num, name string, degree int) vec {
	k, m := logSplit(x)
	index := right(m, 48)
	row := make([]float64, 16)
	for i := range row {
		row[i] = f64(minusLog(i, unit))
	}
	r := fms(logInverse().lookup(index), m, 1.0)
	l := newTable("mathLog"+name, row).lookup(index)
	hi := acc(l, k, f64(quo(bigLn2, unit)))
	if rest != nil {
		r = add(r, rest)
	}
	q := floats(fit(func(r num) num { return quo(bigLog(plus(n(1), r)), times(r, unit)) }, -0.0475, 1./15.9, degree))
	q[0] = f64(quo(n(1), unit))
	y := fma(poly(r, mul(r, r), q), r, hi)
	return y
}

// sineTerms are the coefficients of sin(r)/r, in r*r, for |r| <= limit; cosineTerms those of cos(r).
func sineTerms(limit float64, degree int) []float64 {
	return floats(fit(func(u num) num { r := root(u); return quo(bigSin(r, false), r) }, 0, limit*limit, degree))
}

func cosineTerms(limit float64, degree int) []float64 {
	return floats(fit(func(u num) num { return bigSin(root(u), true) }, 0, limit*limit, degree))
}

const trigLimit = 0x1p30

// quickSine returns the sine, or the cosine, for |x| < 2**30; the mask has the others.
func quickSine(cosine bool) func(x vec) (vec, mask) {
	return func(x vec) (vec, mask) { return quickSineOf(x, cosine) }
}

func quickSineOf(x vec, cosine bool) (vec, mask) {
	bad := compare(abs(x), notLess, trigLimit)
	z := value(1 / math.Pi)
	if cosine {
		z = add(fma(z, x, -0.5), magic)
	} else {
		z = fma(z, x, magic)
	}
	k := sub(z, magic)
	if cosine {
		k = add(k, 0.5)
	}
	pi := parts(bigPi, 2, false)
	r := nacc(nacc(copyOf(x), k, pi[0]), k, pi[1])
	s := left(z, 63)
	if cosine {
		s = xor(s, bits(signBit))
	}
	u := mul(r, r)
	p := poly(u, mul(u, u), sineTerms(1.5708, 6))
	return xor(mul(r, p), s), bad
}

func quickTan(x vec) (vec, mask) {
	bad := compare(abs(x), notLess, trigLimit)
	z := fma(value(2/math.Pi), x, magic)
	k := sub(z, magic)
	h := parts(quo(bigPi, n(2)), 2, false)
	r := nacc(nacc(copyOf(x), k, h[0]), k, h[1])
	u := mul(r, r)
	u2 := mul(u, u)
	s := mul(r, poly(u, u2, sineTerms(0.7855, 5)))
	c := poly(u, u2, cosineTerms(0.7855, 5))
	odd := left(z, 63)
	m := signs(odd)
	return xor(quickDiv(choose(m, c, s), choose(m, s, c)), odd), bad
}

// piecewise returns f(|x|) from polynomials around 16 multiples of step, for an odd f that is constant beyond 15.5 steps.
func piecewise(name string, f func(num) num, x vec, step float64, degree int) vec {
	a := least(15.499*step, abs(x))
	z := fma(value(1/step), a, magic)
	t := nacc(a, sub(z, magic), step)
	at := rowsWidened(name, degree, func(i int) []float64 {
		c := times(n(step), n(float64(i)))
		h := step / 2 * 1.001
		q := floats(fit(func(t num) num { return f(plus(c, t)) }, -h, h, degree))
		for d := 0; i == 0 && d <= degree; d += 2 {
			q[d] = 0
		}
		return q
	})
	return withSign(rowWidened(at, degree, z, t), x)
}

// rowsWidened returns lookups of the coefficients of 16 polynomials, d that of t**d.
func rowsWidened(name string, degree int, row func(i int) []float64) func(d int, index vec) vec {
	rows := make([][]float64, degree+1)
	for d := range rows {
		rows[d] = make([]float64, 16)
	}
	for i := range 16 {
		for d, v := range row(i) {
			rows[d][i] = v
		}
	}
	return func(d int, index vec) vec { return newTable(name+string(rune('a'+d)), rows[d]).lookup(index) }
}

// rowWidened returns the value at t of a row of rowsWidened.
func rowWidened(at func(d int, index vec) vec, degree int, index, t vec) vec {
	y := at(degree, index)
	for d := degree - 1; d >= 0; d-- {
		y = fma(y, t, at(d, index))
	}
	return y
}

// quickAtan returns atan(u/v) for 0 <= u <= v, v positive and neither far beyond float32.
func quickAtan(u, v vec) vec {
	var w vec
	if wide {
		w = mul(u, one(func(a, z Op) { VRCP14PD(a, z) }, v))
	} else {
		w = div(u, v)
	}
	z := fma(value(15.0), w, magic)
	row := make([]float64, 16)
	for i := range row {
		row[i] = f64(bigAtan(n(float64(i) * (1. / 15))))
	}
	c := mul(sub(z, magic), 1./15)
	t := quickDiv(nacc(copyOf(u), c, v), fma(copyOf(c), u, v))
	t2 := mul(t, t)
	q := poly(t2, mul(t2, t2), floats(fit(func(u num) num { r := root(u); return quo(bigAtan(r), r) }, 0, 0.0336*0.0336, 3)))
	return fma(q, t, newTable("mathAtan16", row).lookup(z))
}

// quickAsin returns, of a = |x|, the mask of a > 1/2, and asin(a) or, there, pi/4 - asin(a)/2.
func quickAsin(a vec) (big mask, p vec) {
	big = compare(a, greater, 0.5)
	h := fnma(copyOf(a), value(0.5), 0.5)
	v := choose(big, h, mul(a, a))
	s := choose(big, quickSqrt(greatest(0x1p-900, h)), a)
	q := floats(fit(func(u num) num { r := root(u); return quo(minus(bigAsin(r), r), times(u, r)) }, 0, 0.25, 8))
	return big, fma(mul(poly(v, mul(v, v), q), v), s, s)
}

// quickLog1p returns log(1+x).
func quickLog1p(x vec) vec {
	s := add(x, 1.0)
	rest := choose(compare(s, notLess, 2.0), 0.0, sub(x, sub(s, 1.0))) // beyond it is as nothing, and not of r's size
	return logSpecial(s, quickLog(s, rest, n(1), "E", 6))
}

func quickSilu(x vec) vec {
	x = greatest(-150.0, x)
	s, p := quickExp(expTable(), least(150.0, x), -1)
	return quickDiv(x, add(fma(p, s, s), 1.0))
}

func quickSoftplus(x vec) vec {
	s, p := quickExp(expTable(), least(150.0, abs(x)), -1)
	return add(quickLog1p(fma(p, s, s)), greatest(0.0, x))
}

// quickGelu is x*Phi(x), Phi the normal distribution: Phi(-a) is e**(-a*a/2) times a function of (a-4)/(a+4).
func quickGelu(x vec) vec {
	const limit = 37.0
	x = greatest(-limit, x)
	a := least(limit, abs(x))
	s, p := quickExp(expTable(), mul(mul(a, -0.5), a), 1)
	t := quickDiv(sub(a, 4.0), add(a, 4.0))
	q := floats(fit(func(t num) num { return bigMills(quo(times(n(4), plus(n(1), t)), minus(n(1), t))) }, -1, (limit-4.)/(limit+4), 13))
	f := mul(horner(t, q), fma(p, s, s))
	return mul(x, choose(signs(x), f, sub(value(1.0), f)))
}

// quickGeluTanh is x/(1 + e**-u), u = 2*sqrt(2/pi)*(x + 0.044715*x**3).
func quickGeluTanh(x vec) vec {
	x = greatest(-20.0, x)
	b := least(20.0, x)
	slope := times(n(2), root(quo(n(2), bigPi)))
	u := mul(fma(mul(b, b), value(f64(times(slope, quo(n(44715), n(1e6))))), f64(slope)), b)
	s, p := quickExp(expTable(), u, -1)
	return quickDiv(x, add(fma(p, s, s), 1.0))
}

func quickAsinh(x vec) vec {
	a := abs(x)
	u := mul(a, a)
	y := quickLog1p(add(a, div(u, add(sqrt(add(u, 1.0)), 1.0))))
	return withSign(choose(compare(a, equal, inf), inf, y), x)
}

func quickAcosh(x vec) vec {
	t := sub(x, 1.0)
	y := quickLog1p(add(t, sqrt(fma(copyOf(t), t, add(t, t)))))
	return choose(compare(x, notLess, 1.0), y, value(math.NaN()))
}

func quickSinh(x vec) vec {
	s, p := quickExp(expTable(), least(300.0, abs(x)), 1)
	m := mul(fma(p, s, sub(s, 1.0)), 0.5)
	return withSign(add(m, quickDiv(m, fma(copyOf(m), value(2.0), 1.0))), x)
}

func quickCosh(x vec) vec {
	s, p := quickExp(expTable(), least(300.0, abs(x)), 1)
	v := mul(fma(p, s, s), 0.5)
	return add(v, quickDiv(value(0.25), v))
}
