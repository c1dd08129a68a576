package main

import "math"

// Functions of float32 that are computed in float64's registers, as a whole.

func expWidened(x vec) vec {
	s, p := quickExp(expTable(), greatest(-700.0, least(700.0, x)), 1)
	return fma(p, s, s)
}

func expm1Widened(x vec) vec {
	s, p := quickExp(expTable(), greatest(-700.0, least(700.0, x)), 1)
	return withSign(fma(p, s, sub(s, 1.0)), x)
}

func sigmoidWidened(x vec) vec {
	s, p := quickExp(expTable(), greatest(-150.0, least(150.0, x)), -1)
	return quickDiv(value(1.0), add(fma(p, s, s), 1.0))
}

func tanhWidened(x vec) vec {
	s, p := quickExp(expTable(), least(20.0, abs(x)), 2)
	m := fma(p, s, sub(s, 1.0))
	return withSign(quickDiv(m, add(m, 2.0)), x)
}

func atanWidened(x vec) vec {
	a := least(0x1p100, abs(x))
	swap := compare(a, greater, 1.0)
	y := quickAtan(least(1.0, a), greatest(1.0, a))
	y = choose(swap, sub(value(math.Pi/2), y), y)
	return withSign(y, x)
}

func asinWidened(x vec) vec {
	a := abs(x)
	big, p := quickAsin(a)
	p = choose(big, fnma(copyOf(p), value(2.0), math.Pi/2), p)
	return withSign(choose(compare(a, notLE, 1.0), math.NaN(), p), x)
}

func acosWidened(x vec) vec {
	a := abs(x)
	big, p := quickAsin(a)
	base := choose(big, and(choose(signs(x), math.Pi, sub(x, x)), bits(signBit-1)), value(math.Pi/2))
	p = xor(choose(big, add(p, p), xor(p, bits(signBit))), and(x, bits(signBit)))
	return choose(compare(a, notLE, 1.0), math.NaN(), add(base, p))
}

func atanhWidened(x vec) vec {
	a := abs(x)
	return withSign(mul(quickLog1p(div(add(a, a), sub(value(1.0), a))), 0.5), x)
}

func atan2Widened(y, x vec) (vec, mask) {
	a, b := abs(y), abs(x)
	v := greatest(a, b)
	bad := any2(any2(compare(a, notLess, inf), compare(b, notLess, inf)), compare(v, equal, 0.0))
	swap := compare(a, greater, b)
	at := quickAtan(least(a, b), v)
	at = choose(swap, sub(value(math.Pi/2), at), at)
	at = choose(signs(x), sub(value(math.Pi), at), at)
	return withSign(at, y), bad
}

func hypotWidened(x, y vec) (vec, mask) {
	return sqrt(fma(copyOf(x), x, mul(y, y))), compare(x, unordered, y)
}

func powWidened(x, y vec) (vec, mask) {
	a := abs(x)
	negative := compare(x, less, 0.0)
	whole := round(y, true)
	h := mul(y, 0.5)
	odd := compare(round(h, true), 4, h) // halves
	fraction := compare(whole, 4, y)
	bad := any2(any2(compare(a, equal, 0.0), compare(a, notLess, inf)), any2(compare(abs(y), notLess, inf), both(negative, fraction)))
	l := quickLog(a, nil, bigLn2, "2", 8)
	u := mul(l, y)
	u = greatest(-300.0, least(300.0, u))
	z := fma(value(16.0), u, magic)
	r := nacc(u, sub(z, magic), 1./16)
	s := addI(expTable().lookup(z), left(z, 48))
	q := floats(fit(func(r num) num { return quo(minus(bigExp(times(r, bigLn2)), n(1)), r) }, -1./32, 1./32, 4))
	p := mul(r, horner(r, q))
	v := fma(p, s, s)
	return choose(both(negative, odd), xor(v, bits(signBit)), v), bad
}

func logAddExpWidened(x, y vec) (vec, mask) {
	bad := any2(compare(abs(x), notLess, 350.0), compare(abs(y), notLess, 350.0))
	d := abs(sub(x, y))
	s, p := quickExp(expTable(), d, -1)
	z := add(quickLog1p(fma(p, s, s)), greatest(x, y))
	return z, any2(bad, compare(abs(z), notGreater, 0x1p-10))
}

// logWidened is the logarithm to a base, unit being log(base).
func logWidened(name string, unit num) func(x vec) vec {
	return func(x vec) vec { return logSpecial(x, quickLog(x, nil, unit, name, 6)) }
}

func log1pWidened(x vec) vec { return withSign(quickLog1p(x), x) }
