package elementary

import (
	"math"
)

const logOff = 0x3fe6000000000000

// logDD returns log(x) for a finite x > 0, to a relative 2**-64 even near 1.
func logDD(x dd) dd {
	k0 := 0
	if x.h < 0x1p-1000 {
		x = x.scale(0x1p200)
		k0 = -200
	}
	ix := math.Float64bits(x.h)
	tmp := ix - logOff
	i := tmp >> 45 & 127
	k := int(int64(tmp) >> 52)
	z := math.Float64frombits(ix - tmp&(0xfff<<52))
	tab := &logTab[i]
	// 1/c has 10 bits, so both products are exact.
	zh := math.Float64frombits(math.Float64bits(z) &^ (1<<21 - 1))
	r := twoSum(float64(zh*tab[0])-1, float64((z-zh)*tab[0]))
	if x.l != 0 {
		r = r.addF(float64(x.l * pow2(-k) * tab[0]))
	}
	k += k0
	kf := float64(k)
	t := log1pSmall(r)
	s := twoSum(float64(kf*ln2Grid)+tab[1], t.h)
	return quickSum(s.h, s.l+(t.l+(float64(kf*ln2Rest)+tab[2])))
}

// log1pSmall returns log(1+r) for |r| < 2**-6.
func log1pSmall(r dd) dd {
	sq := r.mul(r)
	p := poly(r.h, 1./3, -1./4, 1./5, -1./6, 1./7, -1./8, 1./9, -1./10, 1./11, -1./12)
	return r.add(sq.scale(-0.5)).addF(float64(float64(sq.h*r.h) * p))
}

// log1pDD returns log(1+x) for x > -1 to a relative 2**-62.
func log1pDD(x dd) dd {
	if math.Abs(x.h) < 0x1p-7 {
		return log1pSmall(x)
	}
	return logDD(dd{1, 0}.add(x))
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	a := [1]float64{x}
	logLoop(a[:], a[:])
	return a[0]
}

func logLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			ix := math.Float64bits(v)
			if ix-1<<52 >= 0x7fe<<52 {
				break
			}
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			k := float64(int64(tmp) >> 52)
			ix -= tmp & (0xfff << 52)
			z := math.Float64frombits(ix)
			zh := math.Float64frombits(ix &^ (1<<21 - 1))
			r := (float64(zh*t[0]) - 1) + float64((z-zh)*t[0])
			s := float64(k*ln2Grid) + t[1]
			hi := s + r
			lo := (s - hi) + r + (float64(k*ln2Rest) + t[2])
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(float64(-1./4+float64(r*(1./5)))+float64(r2*(-1./6+(float64(r*(1./7))+float64(r2*(-1./8)))))))
			dst[i] = hi + (lo + float64(r2*p))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = logSlow(x[i])
	}
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

// Log1p returns log(1+x), exact to the last places near 0.
func Log1p(x float64) float64 {
	a := [1]float64{x}
	log1pLoop(a[:], a[:])
	return a[0]
}

func log1pLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -1 && v < 0x1p60) || math.Abs(v) < 0x1p-54 {
				break
			}
			w := twoSum(1, v)
			ix := math.Float64bits(w.h)
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			kb := tmp & (0xfff << 52)
			k := float64(int64(tmp) >> 52)
			ix -= kb
			z := math.Float64frombits(ix)
			zh := math.Float64frombits(ix &^ (1<<21 - 1))
			r := (float64(zh*t[0]) - 1) + float64((z-zh)*t[0])
			// the rest of 1+v, scaled as z is
			c := float64(w.l * math.Float64frombits(0x3ff<<52-kb) * t[0])
			s := float64(k*ln2Grid) + t[1]
			hi := s + r
			lo := (s - hi) + r + (float64(k*ln2Rest) + t[2])
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(float64(-1./4+float64(r*(1./5)))+float64(r2*(-1./6+(float64(r*(1./7))+float64(r2*(-1./8)))))))
			dst[i] = hi + (lo + (float64(r2*p) + (c - float64(c*r))))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = log1pSlow(x[i])
	}
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
		// The second term is below 2**-1074; it counts only for x == 0, where it rounds to 0.
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

// Log32 returns the natural logarithm of x.
func Log32(x float32) float32 {
	a := [1]float32{x}
	logLoop32(a[:], a[:])
	return a[0]
}

func logLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if math.Float32bits(v)-1 >= bitsMax {
				break
			}
			ix := math.Float64bits(float64(v))
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			k := float64(int64(tmp) >> 52)
			// exact: 24 bits by 10
			r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(-1./4+float64(r*(1./5))))
			dst[i] = float32((float64(k*ln2Hi) + t[3]) + (r + float64(r2*p)))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(logSlow(float64(x[i])))
	}
}

// quickLog returns log(s) for normal s to 37 bits, of log 1.01 at least: where s is near 1 and not exact, so is the result.
func quickLog(s float64) float64 {
	ix := math.Float64bits(s)
	tmp := ix - logOff
	t := &logTab[tmp>>45&127]
	k := float64(int64(tmp) >> 52)
	r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
	r2 := float64(r * r)
	p := (-1./2 + float64(r*(1./3))) + float64(r2*((-1./4+float64(r*(1./5)))+float64(r2*(-1./6))))
	return (float64(k*ln2Hi) + t[3]) + (r + float64(r2*p))
}

// Log1p32 returns log(1+x), exact to the last places near 0.
func Log1p32(x float32) float32 {
	a := [1]float32{x}
	log1pLoop32(a[:], a[:])
	return a[0]
}

func log1pLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -1 && v < 0x1p50) || v == 0 {
				break
			}
			d := float64(v)
			s := 1 + d
			ix := math.Float64bits(s)
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			k := float64(int64(tmp) >> 52)
			r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(-1./4+float64(r*(1./5))))
			// what 1+d lost counts only where d is small
			dst[i] = float32((float64(k*ln2Hi) + t[3]) + ((r + (d - (s - 1))) + float64(r2*p)))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(log1pSlow(float64(x[i])))
	}
}

// quickLog1p returns log(1+d) for 0 <= d < 2**1000 to 37 bits.
func quickLog1p(d float64) float64 {
	if d > 0x1p50 {
		return quickLog(d)
	}
	s := 1 + d
	ix := math.Float64bits(s)
	tmp := ix - logOff
	t := &logTab[tmp>>45&127]
	k := float64(int64(tmp) >> 52)
	r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
	r2 := float64(r * r)
	p := (-1./2 + float64(r*(1./3))) + float64(r2*((-1./4+float64(r*(1./5)))+float64(r2*(-1./6))))
	return (float64(k*ln2Hi) + t[3]) + ((r + (d - (s - 1))) + float64(r2*p))
}

// Log232 returns the binary logarithm of x; it is exact for powers of two.
func Log232(x float32) float32 {
	if !(x > 0 && x <= math.MaxFloat32) {
		return float32(Log2(float64(x)))
	}
	return float32(quickLog(float64(x)) * invLn2Hi)
}

// Log1032 returns the decimal logarithm of x; it is exact for powers of ten.
func Log1032(x float32) float32 {
	if !(x > 0 && x <= math.MaxFloat32) {
		return float32(Log10(float64(x)))
	}
	return float32(quickLog(float64(x)) * invLn10Hi)
}

// LogAddExp32 returns log(exp(x) + exp(y)) without overflow on the way.
func LogAddExp32(x, y float32) float32 {
	if abs32(x) < bits350 && abs32(y) < bits350 {
		a, b := widen(x), widen(y)
		d := math.Abs(a - b)
		// the greater: the mean plus half the distance, exact but for roundings below 2**-43
		z := float64(0.5*(a+b+d)) + quickLog1p(quickExp(-d))
		if math.Abs(z) > 0x1p-10 {
			return float32(z)
		}
	}
	// specials, and terms that cancel
	return float32(LogAddExp(float64(x), float64(y)))
}

// CLog returns the natural logarithm of z, with its cut along the negative real axis.
func CLog(z complex128) complex128 {
	re, im, _ := cLog(z)
	return complex(re.val(), im.h)
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

// CLog2 returns log(z)/log(2).
func CLog2(z complex128) complex128 { return cLogBase(z, dd{invLn2Hi, invLn2Lo}) }

// CLog10 returns log(z)/log(10).
func CLog10(z complex128) complex128 { return cLogBase(z, dd{invLn10Hi, invLn10Lo}) }

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
