package main

// The modified Bessel function of the first kind of order 0, times e**-|x|.

// bigI0e is e**-a times the function of order 0: by its series, or by the asymptotic one, which is exact enough from 150 on.
func bigI0e(a num) num {
	if f64(a) > 150 {
		s := series(n(1), func(t num, i int) num {
			odd := n(float64(2*i - 1))
			return quo(times(t, times(odd, odd)), times(a, n(float64(8*i))))
		})
		return quo(s, root(times(times(n(2), bigPi), a)))
	}
	q := quo(times(a, a), n(4))
	s := series(n(1), func(t num, i int) num { return quo(times(t, q), n(float64(i*i))) })
	return times(s, bigExp(minus(n(0), a)))
}

const (
	i0eOffset = 3.0
	i0eStep   = 1. / 46
)

// i0eRow returns the polynomial around the i-th of 16 multiples of i0eStep that, times the root of v = 1/(|x|+i0eOffset), is the function of |x|.
func i0eRow(i, degree int) []num {
	h, c := i0eStep/2*1.0001, times(n(i0eStep), n(float64(i)))
	lo := -h
	if i == 0 {
		lo = 0
	}
	return fit(func(t num) num {
		v := plus(c, t)
		return quo(bigI0e(minus(quo(n(1), v), n(i0eOffset))), root(v))
	}, lo, h, degree)
}

func i0eWidened(x vec) vec {
	const degree = 6
	at := rowsWidened("mathI0e", degree, func(i int) []float64 { return floats(i0eRow(i, degree)) })
	v := div(value(1.0), add(abs(x), i0eOffset))
	z := fma(value(1/i0eStep), v, magic)
	t := nacc(copyOf(v), sub(z, magic), i0eStep)
	return mul(rowWidened(at, degree, z, t), sqrt(v))
}

// i0e64 is for |x| < 2**900.
func i0e64(x vec) (vec, mask) {
	const degree = 12
	at := rows64("math64I0e", degree, func(i int) []num { return i0eRow(i, degree) })
	a := abs(x)
	bad := compare(a, notLess, 0x1p900)
	// v in two parts
	d, dl := twoSum(a, i0eOffset)
	v := div(value(1.0), d)
	rest := nacc(fnma(copyOf(v), d, 1.0), v, dl) // relative to v
	z := fma(value(1/i0eStep), v, magic)
	t := nacc(copyOf(v), sub(z, magic), i0eStep)
	hi, lo := rowParts(at, degree, z, t, mul(rest, v))
	// the root of v is r*(1+rest/2)
	r := sqrt(v)
	rest = mul(acc(rest, fnma(copyOf(r), r, v), d), 0.5)
	lo = mul(fma(rest, hi, lo), r)
	return fma(r, hi, lo), bad
}
