package main

import "math/big"

// The logarithm of |gamma(x)|.

// stirlingTerms are the coefficients of 1/x**(2k+1) in log(gamma(x)) - (x-1/2)*log(x) + x - log(2*pi)/2, Stirling's series: Bernoulli's numbers b(2k+2), less often, over
// (2k+1)*(2k+2).
var stirlingTerms = func() []num {
	const count = 60
	b := []*big.Rat{big.NewRat(1, 1)}
	for m := int64(1); m <= 2*count; m++ {
		s, choice := new(big.Rat), big.NewInt(1) // how many ways there are to choose k of m+1
		for k := int64(0); k < m; k++ {
			s.Add(s, new(big.Rat).Mul(new(big.Rat).SetInt(choice), b[k]))
			choice.Div(new(big.Int).Mul(choice, big.NewInt(m+1-k)), big.NewInt(k+1))
		}
		b = append(b, s.Mul(s, big.NewRat(-1, m+1)))
	}
	c := make([]num, count)
	for k := range c {
		m := int64(2*k + 2)
		c[k] = new(big.Float).SetPrec(prec).SetRat(new(big.Rat).Mul(b[m], big.NewRat(1, m*(m-1))))
	}
	return c
}()

var bigHalfLog2Pi = quo(bigLog(times(n(2), bigPi)), n(2))

// bigLgamma is the logarithm for x > 0: Stirling's series of a greater argument, less the logarithm of the quotient of both.
func bigLgamma(x num) num {
	product := n(1)
	for ; f64(x) < 64; x = plus(x, n(1)) {
		product = times(product, x)
	}
	y := minus(plus(times(minus(x, n(0.5)), bigLog(x)), bigHalfLog2Pi), x)
	power, square := quo(n(1), x), times(x, x)
	for _, c := range stirlingTerms {
		y = plus(y, times(c, power))
		power = quo(power, square)
	}
	return minus(y, bigLog(product))
}

// lgammaCentre is the centre of the i-th of 16 intervals of [1, 16), four for each power of two, in the order of the low 4 of the upper 14 bits of their numbers. By those around
// the zeros 1 and 2 it is the zero.
func lgammaCentre(i int) (centre, lo, hi float64) {
	first := float64(uint(1) << ((i/4 + 1) % 4))
	lo, hi = first*(1+float64(i%4)/4), first*(1+float64(i%4+1)/4)
	switch {
	case lo == 1:
		return lo, lo, hi
	case lo == 2 || hi == 2:
		return 2, lo, hi
	}
	return (lo + hi) / 2, lo, hi
}

func lgammaCentres() *table {
	v := make([]float64, 16)
	for i := range v {
		v[i], _, _ = lgammaCentre(i)
	}
	return newTable("mathLgammaC", v)
}

// lgammaRow returns the polynomial around lgammaCentre.
func lgammaRow(i, degree int) []num {
	centre, lo, hi := lgammaCentre(i)
	f := func(t num) num { return bigLgamma(plus(n(centre), t)) }
	if centre > 2 || lo > 1 && hi < 2 {
		return fit(f, lo-centre, hi-centre, degree)
	}
	// The quotient by t, from which no digits are lost next to the zero.
	return append([]num{n(0)}, fit(func(t num) num { return quo(f(t), t) }, lo-centre, hi-centre, degree-1)...)
}

// lgammaIndex has the number of the interval of y in its low 4 bits.
func lgammaIndex(y vec) vec { return right(y, 50) }

// lgammaStirling is from where the series is used.
const lgammaStirling = 16.0

// lgammaLimit is the least number of a loop.
const lgammaLimit = 1 - lgammaStirling

// stirlingRest returns Stirling's series, x*(log(x)-1) - log(x)/2 being what comes before it.
func stirlingRest(x vec, terms int) vec {
	w := div(value(1.0), x)
	return fma(mul(horner(mul(w, w), floats(stirlingTerms[:terms])), w), value(1.0), f64(bigHalfLog2Pi))
}

// bigSinc is sin(pi*r)/(pi*r), of u = r*r.
func bigSinc(u num) num {
	v := times(bigPi, root(u))
	return quo(bigSin(v, false), v)
}

// lgammaWidened is the logarithm: for x below 1 that of gamma(1+|x|), of which that of x, or of |sin(pi*x)|/pi and the sign, is taken.
func lgammaWidened(x vec) (vec, mask) {
	const degree = 9
	at := rowsWidened("mathLgamma", degree, func(i int) []float64 { return floats(lgammaRow(i, degree)) })
	y := choose(compare(x, less, 1.0), add(abs(x), 1.0), x)
	index := lgammaIndex(y)
	f := rowWidened(at, degree, index, sub(y, lgammaCentres().lookup(index)))
	r := abs(sub(x, round(x, false)))
	u := mul(r, r)
	l := choose(signs(x), mul(horner(u, floats(fit(bigSinc, 0, 0.25, 7))), r), x)
	h := quickLog(l, nil, n(1), "E", 6)
	below := sub(xor(f, and(x, signMask())), h)
	far := add(fma(h, sub(x, 0.5), stirlingRest(x, 4)), xor(x, signMask()))
	f = choose(compare(x, less, 1.0), below, f)
	f = choose(compare(x, greaterEq, lgammaStirling), far, f)
	bad := any2(compare(l, notGreater, 0.0), compare(x, notLess, inf))
	return f, any2(bad, compare(x, lessEqual, lgammaLimit))
}

// lgamma64 is lgammaWidened with numbers of two parts.
func lgamma64(x vec) (vec, mask) {
	const degree = 13
	at := rows64("math64Lgamma", degree, func(i int) []num { return lgammaRow(i, degree) })
	h, hl := lgammaLog(x)
	// x*(h - 1) - h/2 and so on, from lgammaStirling on
	m := sub(h, 1.0) // exact
	p := mul(m, x)
	low := acc(fms(m, x, p), hl, x)
	far := add(p, add(low, fma(value(-0.5), h, stirlingRest(x, 7))))
	small := compare(x, less, 1.0)
	zero := sub(x, x)
	h, hl = choose(small, h, zero), choose(small, hl, zero)
	y, yl := twoSum(abs(x), 1.0)
	y, yl = choose(small, y, x), choose(small, yl, zero)
	index := lgammaIndex(y)
	f, fl := rowParts(at, degree, index, sub(y, lgammaCentres().lookup(index)), yl)
	sign := and(x, signMask())
	f, fl = xor(f, sign), xor(fl, sign)
	// f - h
	t := sub(f, h)
	v := sub(t, f)
	fl = add(sub(fl, hl), sub(sub(f, sub(t, v)), add(h, v)))
	y = choose(compare(x, greaterEq, lgammaStirling), far, add(t, fl))
	bad := compareIf(compare(x, less, 1.0), x, equal, round(x, false))
	bad = any2(bad, any2(compare(abs(x), notGreater, 0x1p-900), any2(compare(x, notLess, 0x1p1000), compare(x, lessEqual, lgammaLimit))))
	return y, bad
}

// lgammaLog returns the logarithm of x, or for negative x that of |sin(pi*x)|/pi, as a sum.
func lgammaLog(x vec) (sum, rest vec) {
	// |sin(pi*x)|/pi is r*(1 + q), r the distance to an integer
	r := abs(sub(x, round(x, false)))
	u := mul(r, r)
	ul := fms(copyOf(r), r, u)
	c := fit(func(u num) num { return quo(minus(bigSinc(u), n(1)), u) }, 0, 0.25, 9)
	slope := parts(c[0], 2, false)
	q := mul(u, slope[0])
	ql := acc(fms(value(slope[0]), u, q), ul, slope[0])
	ql = acc(ql, horner(u, append([]float64{slope[1]}, floats(c[1:])...)), u)
	s, sl := quickSum(value(1.0), q)
	s, sl = quickSum(s, add(sl, ql))
	l := mul(r, s)
	ll := acc(fms(s, r, l), r, sl)
	negative := signs(x)
	h, hl := log64Same(choose(negative, l, x), choose(negative, ll, sub(x, x)))
	return quickSum(h, hl)
}
