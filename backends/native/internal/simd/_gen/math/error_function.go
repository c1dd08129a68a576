package main

import "math"

// The error function, its complement and its inverse.

func erfWidened(x vec) vec { return piecewise("mathErf", bigErf, x, 0.26, 7) }

// erf32 has 32 intervals around multiples of 1/8.
func erf32() form {
	var rows []*table
	var c1 *table
	return form{md: float32s, unroll: 2, before: func() {
		const degree = 5
		low := make([]float64, 32)
		rows = rows32("math32Erf", degree, 32, func(i int) []num {
			h := 1. / 16 * 1.001
			c := fit(func(t num) num { return bigErf(plus(ratio(i, 8), t)) }, -h, h, degree)
			if i == 0 {
				q := fit(func(u num) num { v := root(u); return quo(bigErf(v), v) }, 0, h*h, 2)
				// a factor of 1, so that subnormal results are rounded once
				low[i] = f64(minus(q[0], n(1)))
				return []num{n(0), n(1), n(0), q[1], n(0), q[2]}
			}
			low[i] = parts(c[1], 2, true)[1]
			return c
		})
		c1 = newTable("math32ErfLow", low)
		locateTables()
	}, body: func(x, _ vec) (vec, mask) {
		a := least(3.93, abs(x))
		z := fma(value(8.0), a, magic32)
		t := nacc(a, sub(z, magic32), 1./8)
		p := rows[6].lookup(z)
		for d := 5; d >= 3; d-- {
			p = fma(p, t, rows[d].lookup(z))
		}
		p = fma(p, t, c1.lookup(z))
		w := fma(p, t, rows[1].lookup(z))
		w = acc(w, t, rows[2].lookup(z))
		return withSign(add(rows[0].lookup(z), w), x), nil
	}}
}

// erf64 has 16 intervals around multiples of 0.4, for AVX-512.
func erf64(x vec) vec {
	const degree, step = 17, 0.4
	at := rows64("math64Erf", degree, func(i int) []num {
		h := step / 2 * 1.0001
		c := fit(func(t num) num { return bigErf(plus(times(n(step), n(float64(i))), t)) }, -h, h, degree)
		if i == 0 {
			q := fit(func(u num) num { v := root(u); return quo(bigErf(v), v) }, 0, h*h, (degree-1)/2)
			for d := range c {
				c[d] = n(0)
				if d%2 == 1 {
					c[d] = q[d/2]
				}
			}
		}
		return c
	})
	a := least(6.1, abs(x))
	z := fma(value(1/step), a, magic)
	t := nacc(a, sub(z, magic), step)
	// even and odd terms apart
	u := mul(t, t)
	even, odd := at(degree+1, z), at(degree+2, z)
	for d := degree - 1; d >= 4; d -= 2 {
		even = fma(even, u, at(d, z))
		odd = fma(odd, u, at(d+1, z))
	}
	p := fma(odd, t, even) // from t**2 on
	p = fma(p, t, at(3, z))
	w := fma(p, t, at(1, z))
	w = acc(w, t, at(2, z))
	return withSign(add(at(0, z), w), x)
}

// bigErfcx is e**(x*x) * erfc(x), for x >= 0.
func bigErfcx(x num) num { return times(n(2), bigMills(times(x, root(n(2))))) }

// erfcMiddle is where (a-3)/(a+3) is 0.
const erfcMiddle = 3.0

// erfcWidened is the complement of the error function: e**(-a*a), a = |x|, times a polynomial of (a-3)/(a+3).
func erfcWidened(x vec) vec {
	const limit = 10.5 // results of float32 are 0 from 10.06 on
	a := least(limit, abs(x))
	s, p := quickExp(expTable(), mul(a, a), -1)
	t := quickDiv(sub(a, erfcMiddle), add(a, erfcMiddle))
	q := floats(fit(func(t num) num {
		return bigErfcx(quo(times(n(erfcMiddle), plus(n(1), t)), minus(n(1), t)))
	}, -1, (limit-erfcMiddle)/(limit+erfcMiddle), 15))
	y := mul(horner(t, q), fma(p, s, s))
	return choose(signs(x), sub(value(2.0), y), y)
}

// erfc64 is the complement of the error function: e**(-a*a), a = |x|, times a polynomial of u = a/(a+3) around one of 16 multiples of 1/16.
// Results that are subnormal, or nearly so, are left.
func erfc64(x vec) (vec, mask) {
	const degree, step, end = 10, 1. / 16, 26.0
	bad := both(compare(x, notLess, end), compare(x, less, 27.5)) // from there on 0
	lookups := rows64("math64Erfc", degree, func(i int) []num {
		if i == 15 { // u is below 0.9
			return nil
		}
		h, c := step/2*1.0001, n(float64(i)*step)
		f := func(t num) num { u := plus(c, t); return bigErfcx(quo(times(n(erfcMiddle), u), minus(n(1), u))) }
		lo := -h
		if i == 0 {
			lo = 0
		}
		return fit(f, lo, h, degree)
	})
	a := least(end, abs(x))
	// u in two parts
	d := add(a, erfcMiddle)
	dl := sub(a, sub(d, erfcMiddle))
	inv := div(value(1.0), d)
	u := mul(a, inv)
	ul := mul(nacc(fnma(copyOf(u), d, a), u, dl), inv)
	z := fma(value(1/step), u, magic)
	t, tl := quickSum(nacc(u, sub(z, magic), step), ul)
	at := func(d int) vec { return lookups(d, z) }
	p := at(degree + 2)
	for d := degree + 1; d >= 3; d-- {
		p = fma(p, t, at(d))
	}
	c, slope := at(0), at(2)
	w := acc(copyOf(c), t, slope)
	wl := acc(acc(sub(c, w), t, slope), tl, slope)
	wl = add(wl, fma(p, t, at(1)))
	// e**(-a*a) in two parts
	square := mul(a, a)
	sl := fms(copyOf(a), a, square)
	e, rest, r := expParts(square, -1, true)
	rest = sub(rest, sl)
	rest = fma(copyOf(rest), r, rest)
	s := mul(add(expm1Terms(r, rest), r), e)
	h := add(e, s)
	hl := add(sub(e, h), s)
	// the product, and 2 less that for negative x
	y := mul(h, w)
	yl := acc(acc(fms(copyOf(h), w, y), h, wl), hl, w)
	sign := and(x, signMask())
	base := choose(signs(x), 2.0, sub(a, a))
	y, yl = xor(y, sign), xor(yl, sign)
	v := add(base, y)
	yl = add(add(sub(base, v), y), yl)
	return choose(compare(x, greaterEq, 27.5), 0.0, add(v, yl)), bad
}

// bigInverseErf is the y with erf(y) = x over x, for w = -log(1-x*x) >= 0.
func bigInverseErf(w num) num {
	e := bigExp(minus(n(0), w))
	x := root(minus(n(1), e))
	q := quo(e, plus(n(1), x)) // 1-x
	y := n(math.Erfinv(1 - max(f64(q), 0x1p-50)))
	for range 8 { // Newton's steps for erfc(y) = q, the last of which double the digits
		d := minus(bigErfcx(y), times(q, bigExp(times(y, y))))
		y = plus(y, times(d, quo(root(bigPi), n(2))))
	}
	return quo(y, x)
}

// The w = -log(1-x*x) of |x| < 1 lie in 16 intervals: in the i-th one erfinvSlope*w + erfinvBend*w*w is between i and i+1. They are wider
// where w is greater, as the function is flatter there.
const (
	erfinvSlope = 0.745
	erfinvBend  = -0.0085
	erfinvEnd   = 36.05 // above w of the greatest float64 below 1
)

// erfinvIndex has the number of the interval of w in its low bits.
func erfinvIndex(w vec) vec {
	return add(fma(fma(value(erfinvBend), w, erfinvSlope), w, -0.5), magic)
}

func erfinvEdge(i int) float64 {
	if i == 16 {
		return erfinvEnd
	}
	return (erfinvSlope - math.Sqrt(erfinvSlope*erfinvSlope+4*erfinvBend*float64(i))) / (-2 * erfinvBend)
}

// erfinvCentre is a number of few bits near the middle of an interval, and 0 in the first: differences to it are exact.
func erfinvCentre(i int) float64 {
	if i == 0 {
		return 0
	}
	return math.Round((erfinvEdge(i)+erfinvEdge(i+1))*32) / 64
}

func erfinvCentres() *table {
	v := make([]float64, 16)
	for i := range v {
		v[i] = erfinvCentre(i)
	}
	return newTable("mathErfinvC", v)
}

// erfinvRow returns the polynomial around erfinvCentre.
func erfinvRow(i, degree int) []num {
	c, lo, hi := erfinvCentre(i), erfinvEdge(i), erfinvEdge(i+1)
	return fit(func(t num) num { return bigInverseErf(plus(n(c), t)) }, lo-c, hi-c+1e-6, degree)
}

// erfinvWidened is the inverse of the error function, x times a polynomial of log(1-x*x), for |x| < 1.
func erfinvWidened(x vec) (vec, mask) {
	const degree = 7
	at := rowsWidened("mathErfinv", degree, func(i int) []float64 { return floats(erfinvRow(i, degree)) })
	w := xor(quickLog(fnma(copyOf(x), x, 1.0), nil, n(1), "E", 6), signMask())
	z := erfinvIndex(w)
	t := sub(w, erfinvCentres().lookup(z))
	return mul(rowWidened(at, degree, z, t), x), compare(abs(x), notLess, 1.0)
}

// erfinv64 is erfinvWidened with numbers of two parts.
func erfinv64(x vec) (vec, mask) {
	const degree = 12
	at := rows64("math64Erfinv", degree, func(i int) []num { return erfinvRow(i, degree) })
	a := abs(x)
	// 1 - x*x in two parts
	p := mul(a, a)
	pl := fms(copyOf(a), a, p)
	q := sub(value(1.0), p)
	q, ql := quickSum(q, sub(sub(sub(value(1.0), q), p), pl))
	h, hl := log64Same(q, ql)
	w, wl := quickSum(h, hl)
	w, wl = xor(w, signMask()), xor(wl, signMask())
	z := erfinvIndex(w)
	hi, lo := rowParts(at, degree, z, sub(w, erfinvCentres().lookup(z)), wl)
	y := fma(hi, a, mul(lo, a))
	return withSign(y, x), compare(a, notLess, 1.0)
}
