package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// The hyperbolic functions of float32 and their inverses in its own arithmetic, for AVX-512, as those of single.go.

// wholeReduce writes x as k*log(2) + r + rest, |r| <= log(2)/2.
// The low bits of z are those of k.
func wholeReduce(x vec) (z, k, r, rest vec) {
	l := parts(bigLn2, 2, true)
	z = fma(value(math.Log2E), x, magic32)
	k = sub(z, magic32)
	r1 := nacc(copyOf(x), k, l[0])
	r = nacc(copyOf(r1), k, l[1])
	return z, k, r, nacc(sub(r1, r), k, l[1])
}

func negated(k vec) vec { return xor(k, bits(1<<31)) }

// halfLn2 is the greatest remainder of wholeReduce, and a little more.
var halfLn2 = f64(bigLn2) / 2 * 1.001

// expm132 is 2**k times 1 - 2**-k + (e**r - 1).
func expm132() form {
	return form{md: float32s, unroll: 2, hold: 16, body: func(x, _ vec) (vec, mask) {
		_, k, r, rest := wholeReduce(greatest(-18.0, least(89.0, x)))
		s := horner(r, floats(fit(func(r num) num {
			return quo(minus(minus(bigExp(r), n(1)), r), times(r, r))
		}, -halfLn2, halfLn2, 5)))
		s = fma(s, mul(r, r), rest)
		p := scale(shared(1.0), negated(k))
		c := sub(shared(1.0), p)
		s = add(s, sub(sub(shared(1.0), c), p)) // what rounding c lost
		h := add(c, r)
		s = add(s, add(sub(c, h), r))
		return withSign(scale(add(h, s), k), x), nil
	}}
}

// bigSinh is the hyperbolic sine, and with cosine the hyperbolic cosine.
func bigSinh(x num, cosine bool) num {
	e, f := bigExp(x), bigExp(minus(n(0), x))
	if cosine {
		return quo(plus(e, f), n(2))
	}
	return quo(minus(e, f), n(2))
}

// hyperbolic32 is the hyperbolic sine, or the cosine, of k*log(2) + r, for |x| < 88: it is the sum of cosh(r) and sinh(r), one
// times the sum of 2**k/2 and 2**-k/2 and the other times their difference.
func hyperbolic32(cosine bool) form {
	rest := quickSinh
	if cosine {
		rest = quickCosh
	}
	return form{md: float32s, unroll: 1, hold: 22, before: locateTables, body: func(x, _ vec) (vec, mask) {
		a := abs(x)
		z, _, r, rest := wholeReduce(a)
		z = left(z, 23)
		p, q := addI(z, bits(126<<23)), binary(opMaxI, subI(shared(bits(126<<23)), z), bits(0))
		f, g, base := sub(p, q), add(p, q), p
		if cosine {
			f, g = g, f
		} else {
			base = f
		}
		u := mul(r, r)
		c := mul(horner(u, floats(fit(func(u num) num {
			return quo(minus(bigSinh(root(u), true), n(1)), u)
		}, 0, halfLn2*halfLn2, 2))), u)
		s := horner(u, floats(fit(func(u num) num {
			v := root(u)
			return quo(minus(bigSinh(v, false), v), times(u, v))
		}, 0, halfLn2*halfLn2, 2)))
		// base + g*r, and what its rounding lost
		h := fma(copyOf(r), g, base)
		e := fma(copyOf(r), g, sub(base, h))
		if cosine { // results are greater than what rest counts
			e = add(e, q)
			s = mul(s, mul(u, r))
		} else {
			s = fma(s, mul(u, r), rest)
		}
		y := add(h, acc(acc(e, f, c), g, s))
		if !cosine {
			y = withSign(y, x)
		}
		return y, compare(a, notLess, 88.0)
	}, rest: rest}
}

// root32 returns the root of w + rest in two parts, for w > 0; with zero, w may be 0.
func root32(w, rest vec, zero bool) (q, low vec) {
	v := w
	if zero {
		v = greatest(0x1p-100, w)
	}
	y := one(func(a, z Op) { VRSQRT14PS(a, z) }, v)
	q = mul(w, y)
	h := mul(y, 0.5)
	q = fma(fnma(copyOf(q), q, w), h, q)
	return q, mul(add(fnma(copyOf(q), q, w), rest), h)
}

// asinh32 is the logarithm of |x| + sqrt(x*x + 1).
func asinh32() form {
	l := &logarithm32{unit: n(1)}
	return form{md: float32s, unroll: 1, hold: 10, before: func() { l.load("") }, body: func(x, _ vec) (vec, mask) {
		a := abs(x)
		w := fma(copyOf(a), a, 1.0)
		q, low := root32(w, fma(copyOf(a), a, sub(shared(1.0), w)), false)
		s := add(q, a)
		y := l.of(s, add(add(sub(q, s), a), low))
		return withSign(choose(compare(a, less, 0x1p-12), a, y), x), compare(a, notLess, 0x1p60)
	}, rest: quickAsinh}
}

// acosh32 is the logarithm of x + sqrt(t*t + 2*t), t = x - 1.
func acosh32() form {
	l := &logarithm32{unit: n(1)}
	return form{md: float32s, unroll: 1, hold: 22, before: func() { l.load("") }, body: func(x, _ vec) (vec, mask) {
		t := sub(x, 1.0)
		d := add(t, t)
		w := fma(copyOf(t), t, d)
		q, low := root32(w, fma(copyOf(t), t, sub(d, w)), true)
		s := add(x, q)
		y := l.of(s, add(add(sub(x, s), q), low))
		return special(t, y, 0x03030000), compare(x, notLess, 0x1p60)
	}, rest: quickAcosh}
}

// atanh32 is k*log(2)/2 + atanh(t), t = (q - 2**k)/(q + 2**k) with q = (1 + |x|)/(1 - |x|) near 2**k.
func atanh32() form {
	return form{md: float32s, unroll: 2, hold: 20, body: func(x, _ vec) (vec, mask) {
		a := abs(x)
		above, below := add(a, 1.0), sub(shared(1.0), a)
		aboveLow := add(sub(shared(1.0), above), a)
		belowLow := sub(sub(shared(1.0), below), a)
		q := mul(mul(above, math.Sqrt2), one(func(a, z Op) { VRCP14PS(a, z) }, below))
		k := one(func(a, z Op) { VGETEXPPS(a, z) }, q)
		c := and(q, bits(0xff<<23))
		top := fnma(copyOf(c), below, above) // exact
		den := fma(copyOf(c), below, above)
		denLow := fma(copyOf(c), below, sub(above, den))
		c = mul(c, belowLow)
		denLow = add(denLow, add(aboveLow, c))
		y := one(func(a, z Op) { VRCP14PS(a, z) }, den)
		y = fma(fnma(copyOf(y), den, 1.0), y, y)
		t := mul(top, y)
		e := add(fnma(copyOf(t), den, top), sub(aboveLow, c))
		low := mul(nacc(e, t, denLow), y)
		u := mul(t, t)
		const limit = 0.1716 * 1.001
		p := horner(u, floats(fit(func(u num) num {
			v := root(u)
			return quo(minus(quo(bigLog(quo(plus(n(1), v), minus(n(1), v))), n(2)), v), times(u, v))
		}, 0, limit*limit, 2)))
		low = fma(p, mul(u, t), low)
		half := quo(bigLn2, n(2))
		hi := grid(half, logStep32)
		b := mul(k, hi)
		s := add(b, t)
		low = acc(low, k, f64(minus(half, n(hi))))
		y = add(s, add(low, add(sub(b, s), t)))
		return withSign(special(below, y, 0x03030522), x), nil
	}}
}
