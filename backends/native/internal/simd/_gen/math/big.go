package main

import (
	"math"
	"math/big"
)

// Numbers of 400 bits, in which tables and coefficients are computed.

type num = *big.Float

const prec = 400

func n(v float64) num     { return new(big.Float).SetPrec(prec).SetFloat64(v) }
func ratio(a, b int) num  { return quo(n(float64(a)), n(float64(b))) }
func plus(a, b num) num   { return new(big.Float).SetPrec(prec).Add(a, b) }
func minus(a, b num) num  { return new(big.Float).SetPrec(prec).Sub(a, b) }
func times(a, b num) num  { return new(big.Float).SetPrec(prec).Mul(a, b) }
func quo(a, b num) num    { return new(big.Float).SetPrec(prec).Quo(a, b) }
func root(a num) num      { return new(big.Float).SetPrec(prec).Sqrt(a) }
func tiny(a, of num) bool { return a.Sign() == 0 || a.MantExp(nil) < of.MantExp(nil)-prec }

func f64(a num) float64 { v, _ := a.Float64(); return v }

// series sums terms until one is too small to count; next returns a term from the one before and its index.
func series(first num, next func(term num, i int) num) num {
	s, t := plus(first, n(0)), first
	for i := 1; ; i++ {
		t = next(t, i)
		if s = plus(s, t); i > 4 && tiny(t, s) {
			return s
		}
	}
}

func bigExp(x num) num {
	const halvings = 20
	y := new(big.Float).SetPrec(prec).SetMantExp(x, -halvings)
	s := series(n(1), func(t num, i int) num { return times(t, quo(y, n(float64(i)))) })
	for range halvings {
		s = times(s, s)
	}
	return s
}

func bigLog(x num) num {
	y := n(math.Log(f64(x)))
	for range 5 { // each step triples the digits
		e := bigExp(y)
		y = plus(y, times(n(2), quo(minus(x, e), plus(x, e))))
	}
	return y
}

// bigSin is the sine, and with cosine the cosine, by their series: for small arguments.
func bigSin(x num, cosine bool) num {
	q, first, at := times(x, x), x, 2.0
	if cosine {
		first, at = n(1), 1
	}
	return series(first, func(t num, i int) num {
		k := at + 2*float64(i-1)
		return quo(times(t, minus(n(0), q)), n(k*(k+1)))
	})
}

// bigAtan is the arctangent, by halving the angle and the series.
func bigAtan(x num) num {
	const halvings = 8
	for range halvings {
		x = quo(x, plus(n(1), root(plus(n(1), times(x, x)))))
	}
	q, p := times(x, x), x
	s := series(x, func(_ num, i int) num {
		p = times(p, minus(n(0), q))
		return quo(p, n(float64(2*i+1)))
	})
	return times(s, n(1<<halvings))
}

func bigAsin(x num) num { return bigAtan(quo(x, root(minus(n(1), times(x, x))))) }

var (
	bigPi  = times(n(4), bigAtan(n(1)))
	bigLn2 = bigLog(n(2))
)

// bigErf is the error function by its series.
func bigErf(x num) num {
	q, p := times(x, x), x
	s := series(x, func(_ num, i int) num {
		p = quo(times(p, minus(n(0), q)), n(float64(i)))
		return quo(p, n(float64(2*i+1)))
	})
	return quo(times(n(2), s), root(bigPi))
}

// bigNormal is the normal distribution at -x, for x >= 0: to 60 bits or more, relative to it.
func bigNormal(x num) num { return times(bigMills(x), bigExp(quo(times(x, x), n(-2)))) }

// bigMills is bigNormal(x) * e**(x*x/2), by the error function or by a continued fraction.
func bigMills(x num) num {
	if f64(x) < 6 {
		half := quo(minus(n(1), bigErf(quo(x, root(n(2))))), n(2))
		return times(half, bigExp(quo(times(x, x), n(2))))
	}
	d := x
	for i := 400; i > 0; i-- {
		d = plus(x, quo(n(float64(i)), d))
	}
	return quo(n(1), times(d, root(times(n(2), bigPi))))
}

// fit returns the coefficients of the polynomial of a degree that equals f at Chebyshev's points of [a, b]: within a factor
// of some 2 the best there is.
func fit(f func(num) num, a, b float64, degree int) []num {
	m := degree + 1
	x, d := make([]num, m), make([]num, m)
	for i := range x {
		x[i] = n((a+b)/2 + (b-a)/2*math.Cos(math.Pi*(float64(i)+0.5)/float64(m)))
		if x[i].MantExp(nil) < -50 {
			x[i] = n((b - a) * 0x1p-20) // next to 0, where a quotient may be undefined
		}
		d[i] = f(x[i])
	}
	for j := 1; j < m; j++ { // divided differences
		for i := m - 1; i >= j; i-- {
			d[i] = quo(minus(d[i], d[i-1]), minus(x[i], x[i-j]))
		}
	}
	c := make([]num, m)
	for i := range c {
		c[i] = n(0)
	}
	for i := m - 1; i >= 0; i-- { // c = c*(t-x[i]) + d[i]
		for j := m - 1; j >= 0; j-- {
			v := times(c[j], minus(n(0), x[i]))
			if j > 0 {
				v = plus(v, c[j-1])
			}
			c[j] = v
		}
		c[0] = plus(c[0], d[i])
	}
	return c
}

func floats(c []num) []float64 {
	v := make([]float64, len(c))
	for i := range c {
		v[i] = f64(c[i])
	}
	return v
}

// parts splits a into floats of 53 bits (24 with single) whose sum it is.
func parts(a num, count int, single bool) []float64 {
	v := make([]float64, count)
	for i := range v {
		v[i] = f64(a)
		if single {
			f, _ := a.Float32()
			v[i] = float64(f)
		}
		a = minus(a, n(v[i]))
	}
	return v
}

// grid rounds a to a multiple of a power of two.
func grid(a num, unit float64) float64 {
	return math.RoundToEven(f64(quo(a, n(unit)))) * unit
}
