package elementary

import "math"

// The gamma function's logarithm, the derivative of that, and the zeta function.

// sinCosPi returns the sine and the cosine of pi*x for a finite x.
func sinCosPi(x float64) (s, c dd) {
	x = math.Mod(x, 2)
	k := math.RoundToEven(x * 64)
	return sincosDD(int(k), dd{piHi, piLo}.mulF(x-k/64))
}

// stirling is where asymptotic series are exact enough: arguments below are increased to it.
const stirling = 12

// Lgamma returns the logarithm of |gamma(x)|.
func Lgamma(x float64) float64 {
	switch {
	case x != x:
		return x
	case x <= 0 && x == math.Floor(x), x > 2.5563481638716906e305: // poles, -Inf among them, and overflow
		return inf
	case math.Abs(x) < 0x1p-60:
		return -Log(math.Abs(x))
	case x > 0:
		return lgammaDD(dd{x, 0}).val()
	}
	return lgammaReflected(x, lgammaDD).val()
}

// lgammaReflected is the logarithm of a negative x by f, that of positive numbers.
func lgammaReflected(x float64, f func(x dd) dd) dd {
	s, _ := sinCosPi(x) // gamma(x) * gamma(1-x) = pi / sin(pi*x)
	if s.h < 0 {
		s = s.neg()
	}
	return logDD(dd{piHi, piLo}.div(s)).sub(f(twoSum(1, -x)))
}

// lgammaDD returns log(gamma(x)) for x > 0.
func lgammaDD(x dd) dd {
	switch {
	case x.h >= 1.5 && x.h <= 2.5:
		return lgamma2(x.addF(-2))
	case x.h >= 0.5 && x.h < 1.5:
		z := x.addF(-1)
		return lgamma2(z).sub(log1pDD(z))
	}
	return lgammaStirling(x)
}

// lgammaStirling is lgammaDD by Stirling's series, of an argument that is increased to stirling: its error is absolute.
func lgammaStirling(x dd) dd {
	product, whole := dd{1, 0}, true
	for ; x.h < stirling; whole = false {
		product = product.mul(x)
		x = x.addF(1)
	}
	w := 1 / x.h
	series := w * poly(float64(w*w), gammaStirling[:]...)
	v := x.addF(-0.5).mul(logDD(x)).sub(x).add(dd{halfLog2PiHi, halfLog2PiLo}).addF(series)
	if whole {
		return v
	}
	return v.sub(logDD(product))
}

// lgamma2 returns log(gamma(2+z)) for |z| <= 1/2.
func lgamma2(z dd) dd {
	p := poly(z.h, gammaTaylor[:]...)
	return z.mul(dd{oneLessEulerHi, oneLessEulerLo}).addF(float64(float64(z.h*z.h) * p))
}

// Digamma returns the derivative of Lgamma.
func Digamma(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case math.Abs(x) < 0x1p-60:
		return -1 / x // with the sign of a zero, as SciPy has it
	case x < 0 && x == math.Floor(x):
		return nan
	case x > 0:
		return digammaDD(dd{x, 0}).val()
	}
	s, c := sinCosPi(x)
	return digammaDD(twoSum(1, -x)).sub(c.div(s).mul(dd{piHi, piLo})).val()
}

// digammaDD returns the derivative of log(gamma(x)) for x > 2**-60.
func digammaDD(x dd) dd {
	var sum dd
	for x.h < stirling {
		sum = sum.add(dd{1, 0}.div(x))
		x = x.addF(1)
	}
	w := dd{1, 0}.div(x)
	u := float64(w.h * w.h)
	return logDD(x).sub(w.scale(0.5)).addF(-float64(u * poly(u, digammaStirling[:]...))).sub(sum)
}

// Zeta returns Hurwitz's zeta function, the sum of (q+k)**-s for k = 0, 1, 2, ...
func Zeta(s, q float64) float64 {
	switch {
	case s != s || q != q || s < 1:
		return nan
	case s == 1:
		return inf
	case q > 0:
		return zetaDD(s, q).val()
	case q == math.Floor(q):
		return inf // a term is
	case math.IsInf(s, 1):
		return inf // the term nearest to 0 is
	case s != math.Floor(s):
		return nan
	}
	// The terms of negative numbers are a sum of their own, of 1-f+k with f the fraction of q, but those beyond 1-q.
	f := q - math.Floor(q)
	above, below, beyond := zetaDD(s, f), zetaDD(s, math.Ceil(q)-q), zetaDD(s, 1-q)
	switch odd := math.Mod(s, 2) == 1; {
	case odd && f == 0.5:
		return beyond.val()
	case math.IsInf(above.h, 1) && (!odd || f < 0.5):
		return inf
	case math.IsInf(below.h, 1) && odd:
		return -inf
	case math.IsInf(below.h, 1):
		return inf
	case odd:
		return above.sub(below.sub(beyond)).val()
	}
	return above.add(below.sub(beyond)).val()
}

// zetaDD is Zeta for s > 1 and q > 0, to some 50 bits: by terms up to stirling, then by Euler and Maclaurin's formula.
func zetaDD(s, q float64) dd {
	if math.IsInf(q, 1) {
		return dd{}
	}
	if q > 1 && Pow(q, -s) < 0x1p-900 { // of terms in units of the first one, which is the square of root and may be subnormal
		root := Pow(q, -s/2)
		if root == 0 {
			return dd{}
		}
		sum, rest := zetaTerms(s, q, q, root)
		return dd{(float64(sum.val()*root) + rest) * root, 0}
	}
	sum, rest := zetaTerms(s, q, 1, 1)
	if rest == 0 {
		return sum // which may be infinite
	}
	return sum.addF(rest)
}

// zetaTerms returns the sum of (a/unit)**-s, a = q, q+1, ... but for an integral, which rest is, times scale.
func zetaTerms(s, q, unit, scale float64) (sum dd, rest float64) {
	a := q
	for k := 1; k <= stirling || a < stirling; k++ {
		t := Pow(a/unit, -s)
		if math.IsInf(t, 1) {
			return dd{inf, 0}, 0
		}
		sum = sum.addF(t)
		if after := t + t*(a/(s-1)); after < 0x1p-60*sum.h { // what the terms after t come to
			return sum, 0
		}
		a = q + float64(k)
	}
	p := Pow(a/unit, -s)
	if p == 0 {
		return sum, 0
	}
	rest = float64(a*scale) * p / (s - 1) // s - 1 is exact
	sum = sum.addF(p / 2)
	term := p / a * s
	for k, b := range zetaTail {
		t := float64(term * b)
		sum = sum.addF(t)
		if math.Abs(t) <= 0x1p-60*sum.h {
			break
		}
		n := s + float64(2*k)
		term *= float64((n+1)/a) * float64((n+2)/a)
	}
	return sum, rest
}
