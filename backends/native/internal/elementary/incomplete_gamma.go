package elementary

import (
	"math"
)

// The regularised incomplete gamma functions P(a, x), the integral of t**(a-1) e**-t from 0 to x over gamma(a), and Q = 1 - P.
// Of the two the lesser one is computed, mostly; the other is the difference from 1:
//
//	a < 1, x < 3/2          Q, from the power series of P / x**a, by which P loses nothing where it is all but 1
//	x < a + 1               P by its series of positive terms
//	a >= 20, x about a      P or Q by Temme's uniform expansion (DLMF 8.12): x is no easier to tell from a for any other method
//	elsewhere               Q by Legendre's continued fraction
//
// What decides on the error is the factor x**a e**-x / gamma(a+1): its logarithm is a double-double number.

// Igamma returns P(a, x).
func Igamma(a, x float64) float64 {
	p, _ := incompleteGamma(a, x)
	return p
}

// Igammac returns Q(a, x) = 1 - P(a, x).
func Igammac(a, x float64) float64 {
	_, q := incompleteGamma(a, x)
	return q
}

// uniformFrom is the least a of Temme's expansion.
const uniformFrom = 20

// incompleteGamma returns P(a, x) and Q(a, x).
func incompleteGamma(a, x float64) (p, q float64) {
	switch {
	case !(a >= 0) || !(x >= 0) || math.IsInf(a, 1) && math.IsInf(x, 1), a == 0 && x == 0:
		return nan, nan
	case a == 0 || math.IsInf(x, 1), x > 1e4 && x > 3*a: // the lesser one is below all numbers
		return 1, 0
	case x == 0 || math.IsInf(a, 1), a > 1e4 && x < a/3:
		return 0, 1
	case a < 1 && x < 1.5:
		return smallIncompleteGamma(a, x)
	case a < uniformFrom:
		log := logDD(dd{x, 0}).mulF(a).addF(-x).sub(lgammaDD(twoSum(1, a)))
		if x < a+1 {
			return gammaSeries(a, x, log)
		}
		return gammaFraction(a, x, log)
	}
	mu := twoSum(x, -a).div(dd{a, 0})
	phi := lessLog1p(mu)
	y := phi.mulF(a)
	if y.h > 800 {
		if x < a {
			return 0, 1
		}
		return 1, 0
	}
	if phi.h < 0.5 {
		return uniformGamma(a, y, phi.h, x < a)
	}
	w := 1 / a
	stirlingRest := w * poly(float64(w*w), gammaStirling[:]...)
	log := logDD(dd{a, 0}).scale(-0.5).sub(dd{halfLog2PiHi, halfLog2PiLo}).addF(-stirlingRest).sub(y)
	if x < a {
		return gammaSeries(a, x, log)
	}
	return gammaFraction(a, x, log)
}

// scaledBy returns v * e**log, rounded once, and 1 less that.
func (v dd) scaledBy(log dd) (z, rest float64) {
	f, k := expClamped(log)
	z = ldexpMul(v, f, k)
	if z < 0x1p-60 {
		return z, 1
	}
	return z, v.mul(f).scale(pow2(k)).neg().addF(1).val()
}

// gammaSeries returns P and Q of x < a+1 by the series 1 + x/(a+1) (1 + x/(a+2) (1 + ...)), log that of its factor.
func gammaSeries(a, x float64, log dd) (p, q float64) {
	n := 1
	for term, sum := 1.0, 1.0; term > 0x1p-70*sum; n++ {
		term *= x / (a + float64(n))
		sum += term
	}
	s := dd{1, 0}
	for ; n > 0; n-- {
		d := twoSum(a, float64(n))
		r := x / d.h
		rest := (math.FMA(-r, d.h, x) - float64(r*d.l)) / d.h
		s = s.mul(dd{r, rest}).addF(1)
	}
	return s.scaledBy(log)
}

// gammaFraction returns P and Q of x >= a+1 and x >= 3/2 by 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - ...))), log that of
// its factor over a. It converges as e**(-4 sqrt(nx)) does, and from the end no error grows: the last step's is all but one.
func gammaFraction(a, x float64, log dd) (p, q float64) {
	b := twoSum(x, -a)
	k := float64(int(10 + (100+float64(10*a))/x))
	f := 2*k + 1 + b.h
	for ; k > 1; k-- {
		f = (2*k - 1 + b.h) + k*(a-k)/f
	}
	q, p = dd{a, 0}.div(b.addF(1).addF((a - 1) / f)).scaledBy(log)
	return p, q
}

// smallIncompleteGamma returns P and Q for a < 1 and x < 3/2, where Q = -(u + (1+u) v) with 1+u = x**a/gamma(a+1) and
// v = a times the sum of (-x)**k / (k! (a+k)) over k = 1, 2, ...
func smallIncompleteGamma(a, x float64) (p, q float64) {
	log := logDD(dd{x, 0}).mulF(a).sub(lgammaDD(twoSum(1, a)))
	end, k := 0.0, 24.0
	for ; k > 8; k-- { // from the end: -x/k (1/(a+k) + ...)
		end = -x / k * (1/(a+k) + end)
	}
	s := dd{end, 0}
	for ; k > 0; k-- {
		s = s.add(dd{1, 0}.div(twoSum(a, k))).mulF(-x).mul(reciprocals[int(k)])
	}
	v := s.mulF(a)
	if log.h < -0.5 { // P is small: x**a/gamma(a+1) (1 + v)
		return v.addF(1).scaledBy(log)
	}
	u := expm1DD(log)
	z := u.add(u.addF(1).mul(v))
	return z.addF(1).val(), 0 - z.val() // not -0
}

// reciprocals holds 1/n.
var reciprocals = func() (r [16]dd) {
	for n := 1; n < len(r); n++ {
		r[n] = dd{1, 0}.div(dd{float64(n), 0})
	}
	return r
}()

// lessLog1p returns mu - log(1+mu) for mu > -1: with w = mu/(2+mu), log(1+mu) is 2 (w + w**3/3 + w**5/5 + ...), and mu - 2w is mu w.
func lessLog1p(mu dd) dd {
	if mu.h < -0.66 || mu.h > 2 {
		return mu.sub(log1pDD(mu))
	}
	w := mu.div(mu.addF(2))
	u := w.mul(w)
	s := dd{1. / 17, 0}
	if u.h > 0x1p-10 {
		t := 1.0 / 81
		for n := 79; n >= 17; n -= 2 {
			t = float64(t*u.h) + 1/float64(n)
		}
		s.h = t
	}
	for n := 15; n >= 3; n -= 2 {
		s = s.mul(u).add(reciprocals[n])
	}
	return w.mul(mu.sub(u.mul(s).scale(2)))
}

// uniformGamma returns P and Q by Temme's expansion, for y = a phi(mu), phi as lessLog1p has it, up to 1/2: the lesser one is
// e**-y (e**y erfc(sqrt y)/2 +- S/sqrt(2 pi a)), S the sum of functions of eta = +-sqrt(2 phi) over powers of a.
func uniformGamma(a float64, y dd, phi float64, left bool) (p, q float64) {
	eta := math.Sqrt(2 * phi)
	if left {
		eta = -eta
	}
	sum, over := 0.0, 1.0
	for _, c := range temmeTab {
		sum += float64(over * poly(eta, c...))
		if over /= a; over < 0x1p-60 {
			break
		}
	}
	sum /= math.Sqrt(2*math.Pi) * math.Sqrt(a)
	if left {
		sum = -sum
	}
	v := millsDD(y.scale(2).sqrt()).addF(sum)
	z, rest := v.scaledBy(y.neg())
	if left {
		return z, rest
	}
	return rest, z
}
