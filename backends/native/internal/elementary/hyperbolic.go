package elementary

import (
	"math"
)

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

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	a := [1]float64{x}
	tanhLoop(a[:], a[:])
	return a[0]
}

func tanhLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			av := math.Abs(v)
			if !(av >= 0x1p-4 && av < 20) {
				break
			}
			j, t := sixteenth(av)
			c := &tanhTab[j]
			t2 := float64(t * t)
			t4 := float64(t2 * t2)
			p := (c[2] + float64(c[3]*t)) + float64(t2*(c[4]+float64(c[5]*t)))
			q := (c[6] + float64(c[7]*t)) + float64(t2*(c[8]+float64(c[9]*t)))
			p += float64(t4 * (q + float64(t4*c[10])))
			dst[i] = math.Copysign(c[0]+(c[1]+float64(t*p)), v)
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = tanhSlow(x[i])
	}
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

// Sinh32 returns the hyperbolic sine of x.
func Sinh32(x float32) float32 {
	d := math.Abs(float64(x))
	if !(d < 700) {
		return float32(Sinh(float64(x)))
	}
	m := quickExpm1(d)
	return float32(math.Copysign(0.5*(m+m/(1+m)), float64(x)))
}

// Cosh32 returns the hyperbolic cosine of x.
func Cosh32(x float32) float32 {
	d := math.Abs(float64(x))
	if !(d < 700) {
		return float32(Cosh(float64(x)))
	}
	e := quickExp(d)
	return float32(0.5 * (e + 1/e))
}

// Tanh32 returns the hyperbolic tangent of x.
func Tanh32(x float32) float32 {
	a := [1]float32{x}
	tanhLoop32(a[:], a[:])
	return a[0]
}

func tanhLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			ix := math.Float32bits(v) & 0x7fffffff
			if ix >= 0x7f800000 {
				break
			}
			c := &tanhTab32[uint8(clamp(int32(ix>>19)-(122<<4-1), 145))]
			t := float64(math.Float32frombits(ix)) - c[0]
			t2 := float64(t * t)
			y := (c[1] + float64(t*c[2])) + float64(t2*((c[3]+float64(t*c[4]))+float64(t2*((c[5]+float64(t*c[6]))+float64(t2*c[7])))))
			dst[i] = math.Float32frombits(math.Float32bits(float32(y)) | math.Float32bits(v)&(1<<31))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(tanhSlow(float64(x[i])))
	}
}

// Asinh32 returns the inverse hyperbolic sine of x.
func Asinh32(x float32) float32 {
	if abs32(x) > bitsMax {
		return x
	}
	d := math.Abs(widen(x))
	u := float64(d * d)
	return Copysign32(float32(quickLog1p(d+u/(1+math.Sqrt(1+u)))), x)
}

// Acosh32 returns the inverse hyperbolic cosine of x.
func Acosh32(x float32) float32 {
	t := float64(x) - 1
	if !(t >= 0 && t <= math.MaxFloat32) {
		return float32(Acosh(float64(x)))
	}
	return float32(quickLog1p(t + math.Sqrt(float64(t*(t+2)))))
}

// Atanh32 returns the inverse hyperbolic tangent of x.
func Atanh32(x float32) float32 {
	d := math.Abs(float64(x))
	if !(d < 1) {
		return float32(Atanh(float64(x)))
	}
	return float32(math.Copysign(0.5*quickLog1p(2*d/(1-d)), float64(x)))
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
