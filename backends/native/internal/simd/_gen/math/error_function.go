package main

// The error function.

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
	rows := make([][]float64, degree+3) // the first two coefficients in two parts
	for d := range rows {
		rows[d] = make([]float64, 16)
	}
	for i := range 16 {
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
		for d, v := range c {
			p := parts(v, 2, false)
			switch d {
			case 0:
				rows[0][i], rows[1][i] = p[0], p[1]
			case 1:
				rows[2][i], rows[3][i] = p[0], p[1]
			default:
				rows[d+2][i] = p[0]
			}
		}
	}
	at := func(d int, z vec) vec { return newTable("math64Erf"+string(rune('a'+d)), rows[d]).lookup(z) }
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
