package scalar

import "math"

// The complex functions follow the tables of the standard, which are those of C99, Annex G, branch cuts and the signs of
// zeros included. Finite arguments are computed in double-double arithmetic throughout.

func isFinite(x float64) bool { return x-x == 0 }

func isInf(x float64) bool { return math.IsInf(x, 0) }

func isNaN(x float64) bool { return x != x }

func cNaN() complex128 { return complex(nan, nan) }

func conj(z complex128) complex128 { return complex(real(z), -imag(z)) }

// timesI returns i*z, exactly.
func timesI(z complex128) complex128 { return complex(-imag(z), real(z)) }

// overI returns z/i = -i*z, exactly.
func overI(z complex128) complex128 { return complex(imag(z), -real(z)) }

// cis returns r*cos(b) and r*sin(b) for an r that is infinite or zero.
func cis(r, b float64) complex128 {
	s, c := sincosOf(b)
	sign := math.Copysign(1, r)
	r = math.Abs(r)
	return complex(sign*math.Copysign(r, c.h), sign*math.Copysign(r, s.h))
}

// CExp returns e**z.
func CExp(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case b == 0:
		return complex(Exp(a), b)
	case a == inf && !isFinite(b):
		return complex(inf, nan)
	case a == -inf && !isFinite(b):
		return 0
	case a == inf:
		return cis(inf, b)
	case a == -inf:
		return cis(0, b)
	case !isFinite(a) || !isFinite(b):
		return cNaN()
	}
	v, k := expClamped(dd{a, 0})
	s, c := sincosOf(b)
	return complex(ldexpMul(v, c, k), ldexpMul(v, s, k))
}

// CExpm1 returns e**z - 1, exact to the last places near 0.
func CExpm1(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case b == 0:
		return complex(Expm1(a)+0, b) // of both zeros +0, as the standard has it
	case a == -inf && !isFinite(b):
		return -1
	case a == -inf:
		return complex(-1, imag(cis(0, b)))
	case !isFinite(a) || !isFinite(b) || a >= 690:
		return CExp(z)
	}
	v, k := expClamped(dd{a, 0})
	s, _ := sincosOf(b)
	im := ldexpMul(v, s, k)
	if a < -80 {
		return complex(-1, im)
	}
	// (1+m)*(1+c) - 1, m = exp(a)-1 and c = cos(b)-1
	h, _ := sincosOf(b / 2)
	c := h.mul(h).scale(-2)
	m := dd{a, 0}
	if math.Abs(a) > 0x1p-100 {
		m = expm1DD(m)
	}
	return complex(m.add(c).add(m.mul(c)).val(), im)
}

// logAbs returns log(sqrt(x*x + b*b)) for finite x and b, not both 0; x.l counts where x.h is not large.
func logAbs(x dd, b float64) dd {
	y := dd{math.Abs(b), 0}
	if x.h < 0 {
		x = x.neg()
	}
	if x.h < y.h {
		x, y = y, x
	}
	// Near the unit circle: log1p((x-1)*(x+1) + y*y)/2.
	if x.h > 0.5 && x.h < 1.5 {
		t := x.addF(-1).mul(x.addF(1)).add(y.mul(y))
		if math.Abs(t.h) < 0.5 {
			return log1pDD(t).scale(0.5)
		}
	}
	x, e := x.norm()
	ys := math.Ldexp(y.h, -e)
	n := x.mul(x)
	if ys > 0x1p-100 {
		y = dd{ys, math.Ldexp(y.l, -e)}
		n = n.add(y.mul(y))
	}
	return logDD(n).scale(0.5).add(dd{ln2Hi, ln2Lo}.mulF(float64(e)))
}

// arg returns the angle of (x, y) for finite arguments, not both 0; a zero y.h gives a zero or pi with its sign.
func arg(y, x dd) dd {
	if y.h == 0 || x.h == 0 {
		return dd{Atan2(y.h, x.h), atan2Rest(y.h, x.h)}
	}
	yn, ey := y.norm()
	xn, ex := x.norm()
	d := ey - ex
	switch {
	case d > 120:
		return dd{math.Copysign(halfPiHi, y.h), math.Copysign(halfPiLo, y.h)}
	case d < -120 && x.h < 0:
		return dd{math.Copysign(piHi, y.h), math.Copysign(piLo, y.h)}
	case d < -120:
		return dd{yn.div(xn).ldexp(d), 0}
	}
	return atan2DD(yn.scale(pow2(d)), xn)
}

// atan2Rest is what Atan2 rounds away on the axes.
func atan2Rest(y, x float64) float64 {
	switch {
	case y == 0 && math.Signbit(x):
		return math.Copysign(piLo, y)
	case y == 0:
		return 0
	}
	return math.Copysign(halfPiLo, y)
}

// cLog returns the parts of log(z), and false where z is zero, infinite or NaN.
func cLog(z complex128) (re, im dd, ok bool) {
	a, b := real(z), imag(z)
	switch {
	case isInf(a) || isInf(b):
		return dd{inf, 0}, dd{Atan2(b, a), 0}, false
	case isNaN(a) || isNaN(b):
		return dd{nan, 0}, dd{nan, 0}, false
	case a == 0 && b == 0:
		return dd{-inf, 0}, dd{Atan2(b, a), 0}, false
	}
	return logAbs(dd{a, 0}, b), arg(dd{b, 0}, dd{a, 0}), true
}

// CLog returns the natural logarithm of z, with its cut along the negative real axis.
func CLog(z complex128) complex128 {
	re, im, _ := cLog(z)
	return complex(re.val(), im.h)
}

// cLogBase returns log(z)*c.
func cLogBase(z complex128, c dd) complex128 {
	re, im, ok := cLog(z)
	if !ok {
		return complex(re.h, im.h*c.h)
	}
	if im.h == 0 {
		return complex(re.mul(c).val(), im.h)
	}
	return complex(re.mul(c).val(), ldexpMul(im, c, 0))
}

// CLog2 returns log(z)/log(2).
func CLog2(z complex128) complex128 { return cLogBase(z, dd{invLn2Hi, invLn2Lo}) }

// CLog10 returns log(z)/log(10).
func CLog10(z complex128) complex128 { return cLogBase(z, dd{invLn10Hi, invLn10Lo}) }

// CLog1p returns log(1+z), exact to the last places near 0.
func CLog1p(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case isInf(a) || isInf(b):
		return complex(inf, Atan2(b, a))
	case isNaN(a) || isNaN(b):
		return cNaN()
	case a == -1 && b == 0:
		return complex(-inf, b)
	}
	x := twoSum(1, a)
	im := arg(dd{b, 0}, x)
	if math.Abs(a) < 4 && math.Abs(b) < 4 {
		// |1+z|**2 = 1 + a*(2+a) + b*b
		t := twoSum(2, a).mulF(a).add(twoMul(b, b))
		if math.Abs(a) < 0x1p-500 {
			t = dd{2 * a, 0}.add(twoMul(b, b))
		}
		if math.Abs(t.h) < 0.5 {
			return complex(log1pDD(t).scale(0.5).val(), im.h)
		}
	}
	return complex(logAbs(x, b).val(), im.h)
}

// CSqrt returns the square root of z with a real part that is not negative; its cut is the negative real axis.
func CSqrt(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case isInf(b):
		return complex(inf, b)
	case isNaN(a):
		return cNaN()
	case isInf(a) && isNaN(b):
		if a > 0 {
			return complex(inf, nan)
		}
		return complex(nan, inf)
	case isNaN(b):
		return cNaN()
	case a == inf:
		return complex(inf, math.Copysign(0, b))
	case a == -inf:
		return complex(0, math.Copysign(inf, b))
	case b == 0 && a >= 0:
		return complex(math.Abs(math.Sqrt(a)), b)
	case b == 0:
		return complex(0, math.Copysign(math.Sqrt(-a), b))
	}
	x, y := math.Abs(a), math.Abs(b)
	_, e := math.Frexp(max(x, y))
	e &^= 1
	xs, ys := math.Ldexp(x, -e), math.Ldexp(y, -e)
	// t = sqrt((|a| + |z|)/2) is the greater part, y/(2t) the other.
	t := hypotDD(max(xs, ys), min(xs, ys)).addF(xs).scale(0.5).sqrt()
	fy, ey := math.Frexp(y)
	p, q := t.ldexp(e/2), dd{fy, 0}.div(t.scale(2)).ldexp(ey-e/2)
	if a < 0 {
		p, q = q, p
	}
	return complex(p, math.Copysign(q, b))
}

// hyper returns sinh(|a|) and cosh(|a|), each v * 2**k.
func hyper(a float64) (s dd, ks int, c dd, kc int) {
	a = math.Abs(a)
	switch {
	case a > 1490:
		return dd{1, 0}, 5000, dd{1, 0}, 5000
	case a < 0x1p-60:
		return dd{a, 0}, 0, dd{1, 0}, 0
	}
	s, ks = sinhDD(a)
	c, kc = coshDD(a)
	return s, ks, c, kc
}

// CSinh returns the hyperbolic sine of z.
func CSinh(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case b == 0:
		return complex(Sinh(a), b)
	case a == 0 && !isFinite(b):
		return complex(a, nan)
	case isInf(a) && !isFinite(b):
		return complex(a, nan)
	case !isFinite(b) || isNaN(a):
		return cNaN()
	case isInf(a):
		w := cis(inf, b)
		return complex(math.Copysign(1, a)*real(w), imag(w))
	}
	sb, cb := sincosOf(b)
	if a == 0 {
		return complex(a*math.Copysign(1, cb.h), sb.val())
	}
	s, ks, c, kc := hyper(a)
	return complex(ldexpMul(s, cb, ks)*math.Copysign(1, a), ldexpMul(c, sb, kc))
}

// CCosh returns the hyperbolic cosine of z.
func CCosh(z complex128) complex128 {
	a, b := real(z), imag(z)
	sign := math.Copysign(1, a)
	switch {
	case b == 0:
		return complex(Cosh(a), sign*b)
	case a == 0 && !isFinite(b):
		return complex(nan, 0)
	case isInf(a) && !isFinite(b):
		return complex(inf, nan)
	case !isFinite(b) || isNaN(a):
		return cNaN()
	case isInf(a):
		w := cis(inf, b)
		return complex(real(w), sign*imag(w))
	}
	sb, cb := sincosOf(b)
	if a == 0 {
		return complex(cb.val(), a*math.Copysign(1, sb.h))
	}
	s, ks, c, kc := hyper(a)
	return complex(ldexpMul(c, cb, kc), ldexpMul(s, sb, ks)*sign)
}

// CTanh returns the hyperbolic tangent of z.
func CTanh(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case isInf(a):
		return complex(math.Copysign(1, a), math.Copysign(0, b))
	case b == 0:
		return complex(Tanh(a), b)
	case isNaN(a):
		return cNaN()
	case a == 0 && !isFinite(b):
		return complex(a, nan)
	case !isFinite(b):
		return cNaN()
	case a == 0:
		return complex(a, Tan(b))
	case math.Abs(a) < 0x1p-300 && math.Abs(b) < 0x1p-300:
		return z
	}
	sb, cb := sincosOf(b)
	if math.Abs(a) > 22 {
		// The real part differs from 1 by less than 2**-60; the other is 4 sin cos exp(-2|a|).
		v, k := expClamped(dd{-2 * math.Abs(a), 0})
		return complex(math.Copysign(1, a), ldexpMul(v, sb.mul(cb), k+2))
	}
	s, ks, c, kc := hyper(a)
	s, c = s.scale(pow2(ks)), c.scale(pow2(kc))
	d := s.mul(s).add(cb.mul(cb))
	// (sinh cosh + i sin cos)/(sinh**2 + cos**2)
	sc := sb.mul(cb)
	return complex(math.Copysign(s.mul(c).div(d).val(), a), math.Copysign(sc.div(d).h, sc.h))
}

// CSin returns the sine of z: -i*sinh(i*z).
func CSin(z complex128) complex128 { return overI(CSinh(timesI(z))) }

// CCos returns the cosine of z: cosh(i*z).
func CCos(z complex128) complex128 { return CCosh(timesI(z)) }

// CTan returns the tangent of z: -i*tanh(i*z).
func CTan(z complex128) complex128 { return overI(CTanh(timesI(z))) }

// CAsin returns the arcsine of z: -i*asinh(i*z), with cuts along the real axis beyond -1 and 1.
func CAsin(z complex128) complex128 { return overI(CAsinh(timesI(z))) }

// CAtan returns the arctangent of z: -i*atanh(i*z), with cuts along the imaginary axis beyond -i and i.
func CAtan(z complex128) complex128 { return overI(CAtanh(timesI(z))) }

// arcs returns asin and acos of u and the magnitude of the imaginary part of both, for the point (u, v) of the first
// quadrant with max(u, v) in [2**-500, 2**500], after Hull, Fairgrieve, Tang (1997).
func arcs(u, v float64) (asin, acos, im dd) {
	up, um := twoSum(u, 1), twoSum(u, -1)
	neg := um.h < 0
	if neg {
		um = um.neg() // |u-1|
	}
	if um.h == 0 && v <= 0x1p-480 {
		q := dd{v * 0x1p540, 0}.sqrt().scale(0x1p-270)
		return dd{halfPiHi, halfPiLo}, q, q
	}
	r, s := radius(up, v), radius(um, v)
	a := r.add(s).scale(0.5)
	v2 := dd{}
	if v > 0x1p-480 {
		v2 = twoMul(v, v)
	}
	// far = v*v/(r+u+1), which is r-(u+1); toward = v*v/(s+|u-1|), which is s-|u-1|
	far, toward := v2.div(r.add(up)), dd{}
	if um.h == 0 {
		toward = dd{v, 0}
	} else {
		toward = v2.div(s.add(um))
	}
	var am1, amu dd // a-1 and a-u
	if neg {
		am1 = far.add(toward)
		amu = far.add(s.add(um))
	} else {
		am1 = far.add(s.add(um))
		amu = far.add(toward)
	}
	am1, amu = am1.scale(0.5), amu.scale(0.5)
	if neg && v <= um.h*0x1p-60 {
		im = dd{v, 0}.div(um.mul(up).sqrt())
	} else {
		im = log1pDD(am1.add(am1.mul(a.addF(1)).sqrt()))
	}
	w := amu.mul(a.addF(u)).sqrt()
	uu := dd{u, 0}
	if !neg && um.h != 0 && v <= um.h*0x1p-60 {
		return arg(uu, w), dd{v, 0}.div(um.mul(up).sqrt()), im
	}
	return arg(uu, w), arg(w, uu), im
}

// radius returns sqrt(x*x + v*v).
func radius(x dd, v float64) dd {
	if v == 0 || x.h > 0x1p120*v {
		return x
	}
	if v > 0x1p120*x.h {
		return dd{v, 0}
	}
	return x.mul(x).add(twoMul(v, v)).sqrt()
}

// CAsinh returns the inverse hyperbolic sine of z, with cuts along the imaginary axis beyond -i and i.
func CAsinh(z complex128) complex128 {
	a, b := real(z), imag(z)
	x, y := math.Abs(a), math.Abs(b)
	var re, im float64
	switch m := max(x, y); {
	case isNaN(x) && y == 0:
		return z
	case isNaN(x) && y == inf:
		return complex(inf, nan)
	case x == inf && isNaN(y):
		return z
	case isNaN(x) || isNaN(y):
		return cNaN()
	case m == inf:
		re, im = inf, Atan2(y, x)
	case m < 0x1p-500:
		return z
	case m > 0x1p500:
		re = logAbs(dd{x, 0}, y).add(dd{ln2Hi, ln2Lo}).val()
		im = Atan2(y, x)
	case y == 0:
		return complex(Asinh(a), b)
	default:
		s, _, t := arcs(y, x)
		re, im = t.val(), s.val()
	}
	return complex(math.Copysign(re, a), math.Copysign(im, b))
}

// CAcos returns the arccosine of z, with cuts along the real axis beyond -1 and 1.
func CAcos(z complex128) complex128 {
	a, b := real(z), imag(z)
	x, y := math.Abs(a), math.Abs(b)
	var re, im float64
	switch m := max(x, y); {
	case x == 0 && isNaN(y):
		return complex(halfPiHi, nan)
	case isNaN(y) && x == inf:
		return complex(nan, inf)
	case isNaN(x) && y == inf:
		return complex(nan, -b)
	case isNaN(x) || isNaN(y):
		return cNaN()
	case m == inf:
		re, im = Atan2(y, a), inf
	case m < 0x1p-500:
		re, im = halfPiHi, y
	case m > 0x1p500:
		re = Atan2(y, a)
		im = logAbs(dd{x, 0}, y).add(dd{ln2Hi, ln2Lo}).val()
	default:
		_, c, t := arcs(x, y)
		if a < 0 {
			c = dd{piHi, piLo}.sub(c)
		}
		re, im = c.val(), t.val()
	}
	return complex(re, math.Copysign(im, -b))
}

// CAcosh returns the inverse hyperbolic cosine of z, with a cut along the real axis below 1; its real part is not negative.
func CAcosh(z complex128) complex128 {
	w := CAcos(z)
	return complex(math.Abs(imag(w)), math.Copysign(real(w), imag(z)))
}

// CAtanh returns the inverse hyperbolic tangent of z, with cuts along the real axis beyond -1 and 1.
func CAtanh(z complex128) complex128 {
	a, b := real(z), imag(z)
	x, y := math.Abs(a), math.Abs(b)
	var re, im float64
	switch m := max(x, y); {
	case y == inf || x == inf && !isNaN(y):
		re, im = 0, halfPiHi
	case x == inf:
		return complex(math.Copysign(0, a), nan)
	case x == 0 && isNaN(y):
		return complex(a, nan)
	case isNaN(x) || isNaN(y):
		return cNaN()
	case m < 0x1p-300:
		return z
	case m > 0x1p300:
		// 1/z
		_, e := math.Frexp(m)
		xs, ys := math.Ldexp(x, -e), math.Ldexp(y, -e)
		h := hypotDD(max(xs, ys), min(xs, ys))
		fx, ex := math.Frexp(x)
		re = dd{fx, 0}.div(h.mul(h)).ldexp(ex - 2*e)
		im = halfPiHi
	case x == 1 && y == 0:
		return complex(math.Copysign(inf, a), b)
	case x == 1 && y < 0x1p-60:
		re = dd{ln2Hi, ln2Lo}.sub(logDD(dd{y, 0})).scale(0.5).val()
		im = arg(dd{2, 0}, dd{-y, 0}).scale(0.5).val()
	default:
		u, v := twoSum(1, -x), twoSum(1, x)
		y2 := dd{}
		if y > 0x1p-480 {
			y2 = twoMul(y, y)
		}
		// log1p(4x/((1-x)**2+y**2))/4, and half the angle of ((1-x)*(1+x) - y**2, 2y)
		re = log1pDD(dd{4 * x, 0}.div(u.mul(u).add(y2))).scale(0.25).val()
		im = arg(dd{2 * y, 0}, u.mul(v).sub(y2)).scale(0.5).val()
	}
	return complex(math.Copysign(re, a), math.Copysign(im, b))
}

// CSign returns z/|z|, 0 for 0. A NaN part gives NaN in both, and so does an infinite one, as the quotient of two
// infinities is.
func CSign(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case a == 0 && b == 0:
		return 0
	case !isFinite(a) || !isFinite(b):
		return cNaN()
	}
	x, y := math.Abs(a), math.Abs(b)
	_, e := math.Frexp(max(x, y))
	xs, ys := math.Ldexp(x, -e), math.Ldexp(y, -e)
	h := hypotDD(max(xs, ys), min(xs, ys))
	fx, ex := math.Frexp(x)
	fy, ey := math.Frexp(y)
	re, im := dd{fx, 0}.div(h).ldexp(ex-e), dd{fy, 0}.div(h).ldexp(ey-e)
	return complex(math.Copysign(re, a), math.Copysign(im, b))
}

// CMul returns x*y. Infinities are recovered as C99, Annex G has them, and finite parts do not overflow on the way.
func CMul(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	re := float64(a*c) - float64(b*d)
	im := float64(a*d) + float64(b*c)
	if isFinite(re) && isFinite(im) {
		return complex(re, im)
	}
	return cMulSlow(a, b, c, d, re, im)
}

func cMulSlow(a, b, c, d, re, im float64) complex128 {
	if isFinite(a) && isFinite(b) && isFinite(c) && isFinite(d) {
		_, e := math.Frexp(max(math.Abs(a), math.Abs(b)))
		_, f := math.Frexp(max(math.Abs(c), math.Abs(d)))
		a, b, c, d = math.Ldexp(a, -e), math.Ldexp(b, -e), math.Ldexp(c, -f), math.Ldexp(d, -f)
		return complex(math.Ldexp(float64(a*c)-float64(b*d), e+f), math.Ldexp(float64(a*d)+float64(b*c), e+f))
	}
	if !isNaN(re) || !isNaN(im) {
		return complex(re, im)
	}
	recalc := false
	if isInf(a) || isInf(b) {
		a, b = box(a), box(b)
		c, d = zeroNaN(c), zeroNaN(d)
		recalc = true
	}
	if isInf(c) || isInf(d) {
		c, d = box(c), box(d)
		a, b = zeroNaN(a), zeroNaN(b)
		recalc = true
	}
	if !recalc {
		return complex(re, im)
	}
	return complex(inf*(float64(a*c)-float64(b*d)), inf*(float64(a*d)+float64(b*c)))
}

// box maps infinities to ±1, everything else to ±0.
func box(x float64) float64 {
	if isInf(x) {
		return math.Copysign(1, x)
	}
	return math.Copysign(0, x)
}

func zeroNaN(x float64) float64 {
	if isNaN(x) {
		return math.Copysign(0, x)
	}
	return x
}

// CDiv returns x/y. Infinities and zeros are recovered as C99, Annex G has them, and finite parts neither over- nor
// underflow on the way.
func CDiv(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	m, n := max(math.Abs(a), math.Abs(b)), max(math.Abs(c), math.Abs(d))
	if !(n > 0 && n < inf && m < inf) {
		return cDivSpecial(a, b, c, d)
	}
	if m == 0 {
		// the signs of zeros, as the formula has them
		return complex(float64(a*box1(c))+float64(b*box1(d)), float64(b*box1(c))-float64(a*box1(d)))
	}
	_, f := math.Frexp(n)
	_, e := math.Frexp(m)
	s := 0
	if f < -400 || f > 400 || e < -400 || e > 400 {
		a, b, c, d = math.Ldexp(a, -e), math.Ldexp(b, -e), math.Ldexp(c, -f), math.Ldexp(d, -f)
		s = e - f
	}
	den := float64(c*c) + float64(d*d)
	re := (float64(a*c) + float64(b*d)) / den
	im := (float64(b*c) - float64(a*d)) / den
	if s != 0 {
		return complex(math.Ldexp(re, s), math.Ldexp(im, s))
	}
	return complex(re, im)
}

// box1 maps numbers to ±1 and zeros to themselves.
func box1(x float64) float64 {
	if x == 0 {
		return x
	}
	return math.Copysign(1, x)
}

func cDivSpecial(a, b, c, d float64) complex128 {
	switch {
	case c == 0 && d == 0 && (!isNaN(a) || !isNaN(b)):
		r := math.Copysign(inf, c)
		return complex(r*a, r*b)
	case (isInf(a) || isInf(b)) && isFinite(c) && isFinite(d):
		a, b = box(a), box(b)
		return complex(inf*(float64(a*c)+float64(b*d)), inf*(float64(b*c)-float64(a*d)))
	case (isInf(c) || isInf(d)) && isFinite(a) && isFinite(b):
		c, d = box(c)/2, box(d)/2 // so that the sums are finite
		return complex(0*(float64(a*c)+float64(b*d)), 0*(float64(b*c)-float64(a*d)))
	}
	return cNaN()
}

// CReciprocal returns 1/z, by the rules of CDiv.
func CReciprocal(z complex128) complex128 {
	c, d := real(z), imag(z)
	n := max(math.Abs(c), math.Abs(d))
	if !(n > 0 && n < inf) {
		return CDiv(1, z)
	}
	if n > 0x1p-400 && n < 0x1p400 {
		den := float64(c*c) + float64(d*d)
		return complex(c/den, -d/den)
	}
	_, f := math.Frexp(n)
	c, d = math.Ldexp(c, -f), math.Ldexp(d, -f)
	den := float64(c*c) + float64(d*d)
	return complex(math.Ldexp(c/den, -f), math.Ldexp(-d/den, -f))
}

// CSquare returns z*z, by the rules of CMul.
func CSquare(z complex128) complex128 { return CMul(z, z) }

// CRound rounds each part to the nearest integer, ties to even.
func CRound(z complex128) complex128 {
	return complex(math.RoundToEven(real(z)), math.RoundToEven(imag(z)))
}

// CSigmoid returns 1/(1+exp(-z)).
func CSigmoid(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case a == inf:
		return complex(1, math.Copysign(0, b))
	case a == -inf:
		return CExp(z)
	case b == 0:
		return complex(Sigmoid(a), b)
	case !isFinite(a) || !isFinite(b):
		return cNaN()
	case a < -80:
		return CExp(z)
	}
	v, k := expClamped(dd{-math.Abs(a), 0})
	s, c := sincosOf(b)
	if a > 80 {
		return complex(1, ldexpMul(v, s, k))
	}
	// e = exp(-|a|) (cos b, sin b); with w = 1 + e the result is 1/conj(w) or e/w.
	v = v.scale(pow2(k))
	er, ei := v.mul(c), v.mul(s)
	wr := er.addF(1)
	den := wr.mul(wr).add(ei.mul(ei))
	if a > 0 {
		return complex(wr.div(den).val(), math.Copysign(ei.div(den).h, s.h))
	}
	// e*conj(w) = e + |e|**2
	return complex(er.add(v.mul(v)).div(den).val(), math.Copysign(ei.div(den).h, s.h))
}

// CPow returns x**y, exp(y*log(x)) but for real integers y, which are computed by multiplication, and x**0 = 1.
// 0**y is 0 for a positive real part of y. Of finite numbers it is off by less than two units in the last place of
// the greater part.
func CPow(x, y complex128) complex128 {
	c, d := real(y), imag(y)
	if y == 0 {
		return 1
	}
	ordinary := x != 0 && isFinite(real(x)) && isFinite(imag(x))
	if ordinary && d == 0 && math.Abs(c) <= mostSquared && c == math.Trunc(c) && imag(x) != 0 {
		return powInt(x, int64(c))
	}
	if d == 0 && math.Abs(c) <= 16 && c == math.Trunc(c) {
		n := int(math.Abs(c))
		z, p := complex128(1), x
		first := true
		for ; n > 0; n >>= 1 {
			if n&1 != 0 {
				if first {
					z, first = p, false
				} else {
					z = CMul(z, p)
				}
			}
			if n > 1 {
				p = CMul(p, p)
			}
		}
		if c < 0 {
			return CReciprocal(z)
		}
		return z
	}
	if x == 0 && c > 0 && isFinite(c) && isFinite(d) {
		return 0
	}
	lr, li, ok := cLog(x)
	if !ok || !isFinite(c) || !isFinite(d) {
		l := complex(lr.h, li.h)
		if d == 0 {
			return CExp(complex(c*lr.h, c*li.h))
		}
		return CExp(CMul(y, l))
	}
	if max(math.Abs(c), math.Abs(d))*max(math.Abs(lr.h), math.Abs(li.h)) > mostLog {
		return bigPow(x, y)
	}
	re := lr.mulF(c)
	im := li.mulF(c)
	if d != 0 {
		re = re.sub(li.mulF(d))
		im = im.add(lr.mulF(d))
	}
	if !isFinite(re.val()) || !isFinite(im.val()) {
		return CExp(CMul(y, complex(lr.val(), li.val())))
	}
	v, e := expClamped(re)
	if im.h == 0 {
		return complex(v.ldexp(e), im.h)
	}
	k, r := trigReduce(im.h)
	k2, r2 := trigReduce(im.l)
	s, co := sincosDD(k+k2, r.add(r2))
	return complex(ldexpMul(v, co, e), ldexpMul(v, s, e))
}
