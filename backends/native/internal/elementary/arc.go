package elementary

import (
	"math"
)

// atanRatio returns atan(y/x) for finite y >= 0, x >= 0, not both 0, to a relative 2**-63. The quotient must not underflow.
func atanRatio(y, x dd) dd {
	if y.h > x.h {
		return dd{halfPiHi, halfPiLo}.sub(atanRatio(x, y))
	}
	i := int(float64(y.h/x.h*64) + 0.5)
	var t dd
	if i == 0 {
		t = y.div(x)
	} else {
		c := float64(i) / 64
		t = y.sub(x.mulF(c)).div(x.add(y.mulF(c)))
	}
	sq := t.mul(t)
	a := t.add(t.mul(sq).mul(dd{-thirdHi, -thirdLo})).addF(float64(float64(float64(sq.h*sq.h)*t.h) * poly(sq.h, 1./5, -1./7, 1./9, -1./11)))
	return dd{atanTab[i][0], atanTab[i][1]}.add(a)
}

// atan2DD returns the angle of (x, y), finite and not both 0, |y.h| and |x.h| within 2**±900 of 1 or 0.
func atan2DD(y, x dd) dd {
	ys, xs := math.Signbit(y.h), math.Signbit(x.h)
	if ys {
		y = y.neg()
	}
	if xs {
		x = x.neg()
	}
	var a dd
	switch {
	case y.h == 0:
	case x.h == 0:
		a = dd{halfPiHi, halfPiLo}
	default:
		a = atanRatio(y, x)
	}
	if xs {
		a = dd{piHi, piLo}.sub(a)
	}
	if ys {
		a = a.neg()
	}
	return a
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

// quickAtan returns atan(y/x) for y, x >= 0, not both 0, to 40 bits; the quotient must not underflow.
func quickAtan(y, x float64) float64 {
	// With y > x the angle is pi/2 less that of the mirrored point. Masks, as data may be on both sides.
	by, bx := math.Float64bits(y), math.Float64bits(x)
	above := uint64(int64(bx-by) >> 63)
	swap := (by ^ bx) & above
	u, v := math.Float64frombits(by^swap), math.Float64frombits(bx^swap)
	z := float64(u/v*64) + round1
	c := (z - round1) * (1. / 64)
	t := (u - float64(c*v)) / (v + float64(c*u))
	w := float64(t * t)
	a := atanTab[math.Float64bits(z)&127][0] + (t + float64(float64(t*w)*(-1./3+float64(w*(1./5+float64(w*(-1./7)))))))
	const half = 0x3ff921fb54442d18 // the bits of pi/2
	return math.Float64frombits(half&above) + math.Float64frombits(math.Float64bits(a)^above&(1<<63))
}

// Asin32 returns the arcsine of x, between -pi/2 and pi/2.
func Asin32(x float32) float32 {
	if abs32(x) > bits1 {
		return float32(nan)
	}
	d := widen(x)
	a := math.Abs(d)
	return float32(math.Copysign(quickAtan(a, math.Sqrt(float64((1-a)*(1+a)))), d))
}

// Acos32 returns the arccosine of x, between 0 and pi.
func Acos32(x float32) float32 {
	if abs32(x) > bits1 {
		return float32(nan)
	}
	a := math.Abs(widen(x))
	return float32(mirror(quickAtan(math.Sqrt(float64((1-a)*(1+a))), a), math.Float32bits(x)))
}

// mirror returns t, or pi - t if the sign bit of x is set, without a branch.
func mirror(t float64, x uint32) float64 {
	neg := uint64(int64(int32(x)) >> 63)
	const pi = 0x400921fb54442d18
	return math.Float64frombits(pi&neg) + math.Float64frombits(math.Float64bits(t)^neg&(1<<63))
}

// Atan32 returns the arctangent of x, between -pi/2 and pi/2.
func Atan32(x float32) float32 {
	d := math.Abs(float64(x))
	if !(d <= math.MaxFloat32) {
		return float32(Atan(float64(x)))
	}
	return float32(math.Copysign(quickAtan(d, 1), float64(x)))
}

// Atan232 returns the angle of the point (x, y), between -pi and pi, with the signs of zeros as the standard has them.
func Atan232(y, x float32) float32 {
	if abs32(x)-1 >= bitsMax || abs32(y)-1 >= bitsMax {
		return float32(Atan2(float64(y), float64(x)))
	}
	a, b := math.Abs(widen(y)), math.Abs(widen(x))
	return Copysign32(float32(mirror(quickAtan(a, b), math.Float32bits(x))), y)
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
