package scalar

import "math"

// expSlow returns e**x.
func expSlow(x float64) float64 {
	switch {
	case x != x || x == inf:
		return x
	case x > 710:
		return inf
	case x < -746:
		return 0
	}
	v, k := expDD(dd{x, 0})
	return v.ldexp(k)
}

// expm1Slow returns e**x - 1, exact to the last places near 0.
func expm1Slow(x float64) float64 {
	switch {
	case x != x || x == inf || x == 0:
		return x
	case x > 710:
		return inf
	case x < -60:
		return -1
	case math.Abs(x) < 0x1p-55:
		return x
	case x > 100:
		return Exp(x)
	}
	return expm1DD(dd{x, 0}).val()
}

// logSlow returns the natural logarithm of x.
func logSlow(x float64) float64 {
	switch {
	case x != x || x == inf:
		return x
	case x < 0:
		return nan
	case x == 0:
		return -inf
	}
	return logDD(dd{x, 0}).val()
}

// Log2 returns the binary logarithm of x; it is exact for powers of two.
func Log2(x float64) float64 {
	switch {
	case x != x || x == inf:
		return x
	case x < 0:
		return nan
	case x == 0:
		return -inf
	}
	f, e := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, e = f*2, e-1
	}
	if f == 1 {
		return float64(e)
	}
	return logDD(dd{f, 0}).mul(dd{invLn2Hi, invLn2Lo}).addF(float64(e)).val()
}

// Log10 returns the decimal logarithm of x; it is exact for powers of ten.
func Log10(x float64) float64 {
	switch {
	case x != x || x == inf:
		return x
	case x < 0:
		return nan
	case x == 0:
		return -inf
	case x == 1:
		return 0
	}
	return logDD(dd{x, 0}).mul(dd{invLn10Hi, invLn10Lo}).val()
}

// log1pSlow returns log(1+x), exact to the last places near 0.
func log1pSlow(x float64) float64 {
	switch {
	case x != x || x == inf || math.Abs(x) < 0x1p-54:
		return x
	case x < -1:
		return nan
	case x == -1:
		return -inf
	case math.Abs(x) < 0x1p-7:
		return log1pSmall(dd{x, 0}).val()
	}
	return logDD(twoSum(1, x)).val()
}

// Sqrt returns the square root of x, correctly rounded.
func Sqrt(x float64) float64 { return math.Sqrt(x) }

// sinSlow returns the sine of x, in radians, for arguments of any size.
func sinSlow(x float64) float64 {
	if math.Abs(x) < 0x1p-27 {
		return tiny3(x, -1./6)
	}
	s, _ := sincosOf(x)
	return s.val()
}

// tiny3 is x + c x**3 where that differs from x by less than a last place; a subnormal x is returned as it is.
func tiny3(x, c float64) float64 {
	if math.Abs(x) < 0x1p-300 {
		return x // a zero keeps its sign
	}
	return x + float64(x*float64(c*float64(x*x)))
}

// cosSlow returns the cosine of x, in radians, for arguments of any size.
func cosSlow(x float64) float64 {
	_, c := sincosOf(x)
	return c.val()
}

// Tan returns the tangent of x, in radians, for arguments of any size.
func Tan(x float64) float64 {
	if math.Abs(x) < 0x1p-27 {
		return tiny3(x, 1./3)
	}
	s, c := sincosOf(x)
	if s.h != s.h {
		return nan
	}
	return s.div(c).val()
}

// Asin returns the arcsine of x, between -pi/2 and pi/2.
func Asin(x float64) float64 {
	switch ax := math.Abs(x); {
	case !(ax <= 1):
		return nan
	case ax < 0x1p-27:
		return tiny3(x, 1./6)
	}
	return atan2DD(dd{x, 0}, oneLessSquare(x).sqrt()).val()
}

// oneLessSquare is 1 - x*x for |x| <= 1.
func oneLessSquare(x float64) dd { return twoSum(1, x).mul(twoSum(1, -x)) }

// Acos returns the arccosine of x, between 0 and pi.
func Acos(x float64) float64 {
	if !(math.Abs(x) <= 1) {
		return nan
	}
	if x == 1 {
		return 0
	}
	return atan2DD(oneLessSquare(x).sqrt(), dd{x, 0}).val()
}

// Atan returns the arctangent of x, between -pi/2 and pi/2.
func Atan(x float64) float64 {
	switch ax := math.Abs(x); {
	case x != x:
		return x
	case ax < 0x1p-27:
		return tiny3(x, -1./3)
	case ax > 0x1p60:
		return math.Copysign(halfPiHi, x)
	}
	return atan2DD(dd{x, 0}, dd{1, 0}).val()
}

// Atan2 returns the angle of the point (x, y), between -pi and pi, with the signs of zeros as the standard has them.
func Atan2(y, x float64) float64 {
	switch {
	case x != x || y != y:
		return nan
	case y == 0:
		if math.Signbit(x) {
			return math.Copysign(piHi, y)
		}
		return y
	case x == 0:
		return math.Copysign(halfPiHi, y)
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		switch {
		case !math.IsInf(y, 0):
			if x > 0 {
				return math.Copysign(0, y)
			}
			return math.Copysign(piHi, y)
		case x == inf:
			return math.Copysign(piHi/4, y)
		case x == -inf:
			return math.Copysign(0x1.2d97c7f3321d2p+1, y) // 3 pi/4
		}
		return math.Copysign(halfPiHi, y)
	}
	return math.Copysign(atan2Scaled(y, x).val(), y) // a quotient that underflows keeps its sign
}

// atan2Scaled is atan2DD for any finite arguments but zeros; where the quotient is close to underflow it rounds once.
func atan2Scaled(y, x float64) dd {
	fy, ey := math.Frexp(y)
	fx, ex := math.Frexp(x)
	d := ey - ex
	switch {
	case d > 120:
		return dd{math.Copysign(halfPiHi, y), math.Copysign(halfPiLo, y)}
	case d < -120 && x < 0:
		return dd{math.Copysign(piHi, y), math.Copysign(piLo, y)}
	case d < -120:
		return dd{dd{math.Abs(fy), 0}.div(dd{fx, 0}).ldexp(d) * math.Copysign(1, y), 0}
	}
	return atan2DD(dd{math.Ldexp(fy, d), 0}, dd{fx, 0})
}

// Sinh returns the hyperbolic sine of x.
func Sinh(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case x != x || ax == inf || x == 0:
		return x
	case ax < 0x1p-27:
		return tiny3(x, 1./6)
	case ax > 711:
		return math.Copysign(inf, x)
	}
	v, k := sinhDD(ax)
	return math.Copysign(v.ldexp(k), x)
}

// sinhDD returns sinh(ax) = v * 2**k for 0 <= ax <= 1490, v to a relative 2**-60.
func sinhDD(ax float64) (v dd, k int) {
	switch {
	case ax < 0.25:
		m := expm1DD(dd{ax, 0})
		// sinh = (m + m/(1+m))/2
		return m.add(m.div(m.addF(1))).scale(0.5), 0
	case ax > 40:
		v, k = expDD(dd{ax, 0})
		return v, k - 1
	}
	v, k = expDD(dd{ax, 0})
	w := dd{1, 0}.div(v).scale(pow2(-2 * k))
	return v.sub(w), k - 1
}

// Cosh returns the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case x != x:
		return x
	case ax > 711:
		return inf
	}
	v, k := coshDD(ax)
	return v.ldexp(k)
}

// coshDD returns cosh(ax) = v * 2**k for 0 <= ax <= 1490.
func coshDD(ax float64) (v dd, k int) {
	v, k = expDD(dd{ax, 0})
	if ax > 40 {
		return v, k - 1
	}
	return v.add(dd{1, 0}.div(v).scale(pow2(-2 * k))), k - 1
}

// tanhSlow returns the hyperbolic tangent of x.
func tanhSlow(x float64) float64 {
	ax := math.Abs(x)
	if ax < 0x1p-4 {
		return tanhNear0(x)
	}
	if ax >= 20 {
		return math.Copysign(1, x)
	}
	if x != x {
		return x
	}
	i, t := sixteenth(ax)
	return math.Copysign(row(&tanhTab[i], t).h, x)
}

func tanhNear0(x float64) float64 {
	if math.Abs(x) < 0x1p-30 {
		return x
	}
	u := float64(x * x)
	c := &tanhSmall
	p := c[0] + float64(u*(c[1]+float64(u*(c[2]+float64(u*(c[3]+float64(u*(c[4]+float64(u*(c[5]+float64(u*c[6])))))))))))
	return x + float64(x*float64(u*p))
}

// Asinh returns the inverse hyperbolic sine of x.
func Asinh(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case x != x || ax == inf || x == 0:
		return x
	case ax < 0.125:
		u := float64(x * x)
		if u == 0 {
			return x
		}
		return x + float64(x*float64(u*poly(u, asinhSmall[:]...)))
	}
	return math.Copysign(asinhDD(dd{ax, 0}).val(), x)
}

// asinhDD returns asinh(x) for x >= 1/8.
func asinhDD(x dd) dd {
	if x.h > 0x1p60 {
		return logDD(x).add(dd{ln2Hi, ln2Lo})
	}
	return logDD(x.add(x.mul(x).addF(1).sqrt()))
}

// Acosh returns the inverse hyperbolic cosine of x.
func Acosh(x float64) float64 {
	switch {
	case !(x >= 1):
		return nan
	case x == inf:
		return x
	case x > 0x1p60:
		return logDD(dd{x, 0}).add(dd{ln2Hi, ln2Lo}).val()
	}
	t := x - 1
	if x > 2 {
		return logDD(twoMul(x, x).addF(-1).sqrt().addF(x)).val()
	}
	// log1p(t + sqrt(t*(t+2))), t exact
	return log1pDD(twoSum(t, 2).mulF(t).sqrt().addF(t)).val()
}

// Atanh returns the inverse hyperbolic tangent of x.
func Atanh(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case !(ax <= 1):
		return nan
	case ax == 1:
		return math.Copysign(inf, x)
	case ax < 0x1p-27:
		return tiny3(x, 1./3)
	case ax < 0x1p-3:
		// atanh x = log1p(2x/(1-x))/2
		return log1pDD(dd{2 * x, 0}.div(twoSum(1, -x))).scale(0.5).val()
	}
	return logDD(twoSum(1, x)).sub(logDD(twoSum(1, -x))).scale(0.5).val()
}

// Hypot returns sqrt(x*x + y*y) without overflow or underflow on the way; +Inf if either is infinite, even beside NaN.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	switch {
	case x == inf || y == inf:
		return inf
	case x != x || y != y:
		return nan
	}
	if x < y {
		x, y = y, x
	}
	if y == 0 {
		return x
	}
	_, e := math.Frexp(x)
	h := hypotDD(math.Ldexp(x, -e), math.Ldexp(y, -e))
	return h.ldexp(e)
}

// hypotDD returns sqrt(x*x + y*y) for x in [1/2, 1), y <= x.
func hypotDD(x, y float64) dd {
	if y < 0x1p-80 {
		return dd{x, 0}
	}
	return twoMul(x, x).add(twoMul(y, y)).sqrt()
}

// Pow returns x**y, with the special cases of the standard (those of C99).
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return nan
	case math.IsInf(y, 0):
		switch ax := math.Abs(x); {
		case ax == 1:
			return 1
		case (ax > 1) == (y > 0):
			return inf
		}
		return 0
	}
	odd := isOdd(y)
	if x == 0 || math.IsInf(x, 0) {
		z := 0.0
		if (x == 0) == (y < 0) {
			z = inf
		}
		if odd {
			z = math.Copysign(z, x)
		}
		return z
	}
	sign := 1.0
	if x < 0 {
		if math.Trunc(y) != y {
			return nan
		}
		if odd {
			sign = -1
		}
		x = -x
	}
	switch {
	case y == 1:
		return sign * x
	case y == 2:
		return x * x
	case y == -1:
		return sign / x
	case y == 0.5:
		return math.Sqrt(x)
	case x == 1:
		return sign
	}
	l := logDD(dd{x, 0})
	// |log x| is between 2**-53 and 746.
	if a := math.Abs(l.h) * math.Abs(y); a > 1490 {
		if (l.h > 0) == (y > 0) {
			return sign * inf
		}
		return sign * 0
	} else if a < 0x1p-60 {
		return sign
	}
	v, k := expDD(l.mulF(y))
	return sign * v.ldexp(k)
}

func isOdd(y float64) bool {
	if math.Abs(y) >= 0x1p53 {
		return false
	}
	i := int64(y)
	return float64(i) == y && i&1 != 0
}

// erfSlow returns the error function of x.
func erfSlow(x float64) float64 {
	ax := math.Abs(x)
	if ax < 0x1p-4 {
		return erfNear0(x)
	}
	if ax >= 6 {
		return math.Copysign(1, x)
	}
	if x != x {
		return x
	}
	i, t := sixteenth(ax)
	return math.Copysign(row(&erfTab[i], t).h, x)
}

func erfNear0(x float64) float64 {
	u := float64(x * x)
	c := &erfSmall
	p := c[0] + float64(u*(c[1]+float64(u*(c[2]+float64(u*(c[3]+float64(u*(c[4]+float64(u*(c[5]+float64(u*c[6])))))))))))
	return x + float64(x*p)
}

// LogAddExp returns log(exp(x) + exp(y)) without overflow on the way.
func LogAddExp(x, y float64) float64 {
	switch {
	case x != x || y != y:
		return nan
	case x == inf || y == inf:
		return inf
	}
	if x < y {
		x, y = y, x
	}
	if y == -inf {
		return x
	}
	d := twoSum(y, -x)
	if math.IsInf(d.h, 0) {
		return x
	}
	if d.h < -800 {
		// The second term is below 2**-1074; it counts only beside x == 0, where it rounds to 0.
		return x + 0
	}
	if x == 0 && d.h < -60 {
		return Exp(y)
	}
	v, k := expDD(d)
	if k < -300 {
		// x is not 0 here, or the result is exp(y): at this distance x itself decides.
		if math.Abs(x) > 0x1p-200 {
			return x
		}
		return x + v.ldexp(k)
	}
	return log1pDD(v.scale(pow2(k))).addF(x).val()
}

// Copysign returns x with the sign bit of y, of NaN too.
func Copysign(x, y float64) float64 { return math.Copysign(x, y) }

// NextAfter returns the next float64 from x towards y; y if they are equal.
func NextAfter(x, y float64) float64 {
	if x == y {
		return y
	}
	return math.Nextafter(x, y)
}

// FloorDivide returns the greatest integer not above x/y, with the special cases of the standard: an infinite x gives an
// infinity, an infinite y a signed zero. Where no float64 is that integer, the next below.
func FloorDivide(x, y float64) float64 {
	if y == 0 || x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) || x != x || y != y {
		return x / y // NaN, an infinity or a zero, each with the sign wanted
	}
	if n, ok := quickFloor(x, y); ok && n != 0 {
		return n
	}
	m := math.Mod(x, y)
	d := twoSum(x, -m) // a multiple of y
	q := math.RoundToEven(d.h / y)
	if math.IsInf(q, 0) {
		return q
	}
	n := twoSum(q, math.RoundToEven((math.FMA(-q, y, d.h)+d.l)/y))
	if m != 0 && (m < 0) != (y < 0) {
		n = n.addF(-1)
	}
	switch {
	case n.h == 0:
		return math.Copysign(0, x/y)
	case n.l < 0:
		return math.Nextafter(n.h, -inf)
	}
	return n.h
}

// quickFloor returns floor(x/y) where the rounded quotient leaves no doubt of it.
func quickFloor(x, y float64) (n float64, ok bool) {
	q := x / y
	if !(math.Abs(q) < 0x1p45) {
		return 0, false
	}
	return math.Floor(q), math.Abs(q-math.RoundToEven(q)) > 0x1p-6
}

// Remainder returns x - y*floor(x/y) with the sign of y, as Python's % does.
func Remainder(x, y float64) float64 {
	if y == 0 || math.IsInf(x, 0) || x != x || y != y {
		return nan
	}
	if math.IsInf(y, 0) {
		switch {
		case x == 0:
			return math.Copysign(0, y)
		case (x < 0) != (y < 0):
			return y
		}
		return x
	}
	if n, ok := quickFloor(x, y); ok {
		return math.FMA(-n, y, x)
	}
	m := math.Mod(x, y)
	if m == 0 {
		return math.Copysign(0, y)
	}
	if (m < 0) != (y < 0) {
		m += y
	}
	return m
}

// Round returns the nearest integer, ties to even.
func Round(x float64) float64 { return math.RoundToEven(x) }

// Sign returns -1, 0 or 1; a zero keeps its sign, NaN is NaN.
func Sign(x float64) float64 {
	switch {
	case x == 0:
		return 0
	case x != x:
		return x
	}
	return math.Copysign(1, x)
}

// sigmoidSlow returns 1/(1+exp(-x)).
func sigmoidSlow(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 40:
		return 1
	case x < -40:
		return Exp(x)
	}
	v, k := expDD(dd{-math.Abs(x), 0})
	return sigmoidOf(v.scale(pow2(k)), x < 0).val()
}

// sigmoidOf returns 1/(1+e), or e/(1+e).
func sigmoidOf(e dd, neg bool) dd {
	d := quickSum(1, e.h)
	d.l += e.l
	if neg {
		return e.div(d)
	}
	return dd{1, 0}.div(d)
}

// Softplus returns log(1+exp(x)).
func Softplus(x float64) float64 {
	switch {
	case x != x || x > 40:
		return x
	case x < -40:
		return Exp(x)
	}
	v, k := expDD(dd{x, 0})
	return log1pDD(v.scale(pow2(k))).val()
}

// siluSlow returns x/(1+exp(-x)); -0 at -Inf.
func siluSlow(x float64) float64 {
	return timesSigmoid(x, dd{x, 0})
}

// timesSigmoid returns x/(1+exp(-u)), u of x's sign and not much smaller.
func timesSigmoid(x float64, u dd) float64 {
	switch {
	case x != x || u.h > 40:
		return x
	case u.h < -800:
		return math.Copysign(0, -1)
	case u.h < -40:
		f, e := math.Frexp(x)
		v, k := expDD(u)
		return v.mulF(f).ldexp(k + e)
	}
	a := u
	if u.h > 0 {
		a = u.neg()
	}
	v, k := expDD(a)
	s := sigmoidOf(v.scale(pow2(k)), u.h < 0)
	if math.Abs(x) < 0x1p-900 {
		return x * s.h
	}
	return s.mulF(x).val()
}

// Gelu returns x*Phi(x), Phi the normal distribution: 0.5*x*(1+erf(x/sqrt(2))), without loss in the left tail.
func Gelu(x float64) float64 {
	switch {
	case x != x || x > 9:
		return x
	case x < -39.5:
		return math.Copysign(0, -1)
	case math.Abs(x) < 0x1p-60:
		return x / 2
	}
	ax := math.Abs(x)
	sq := twoMul(x, x)
	v, k := expDD(sq.scale(-0.5))
	p := v.mul(millsDD(ax))
	if x > 0 {
		return dd{1, 0}.sub(p.scale(pow2(k))).mulF(x).val()
	}
	f, e := math.Frexp(x)
	return p.mulF(f).ldexp(k + e)
}

// GeluTanh returns 0.5*x*(1+tanh(sqrt(2/pi)*(x+0.044715*x**3))), without loss in the left tail.
func GeluTanh(x float64) float64 {
	switch {
	case x != x || x > 30:
		return x
	case x < -30:
		return math.Copysign(0, -1)
	case math.Abs(x) < 0x1p-60:
		return x / 2
	}
	// (1+tanh u)/2 is the sigmoid of 2u.
	u := twoMul(x, x).mul(dd{geluCubeHi, geluCubeLo}).addF(1).mulF(x).mul(dd{sqrt2ByPiHi, sqrt2ByPiLo})
	return timesSigmoid(x, u.scale(2))
}

// Relu returns the greater of x and 0; NaN is NaN, and -0 gives 0.
func Relu(x float64) float64 {
	return max(x, 0)
}
