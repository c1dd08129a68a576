package scalar

import "math"

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

// Hypot32 returns sqrt(x*x + y*y) without overflow or underflow on the way; +Inf if either is infinite, even beside NaN.
func Hypot32(x, y float32) float32 {
	a, b := float64(x), float64(y)
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return float32(inf)
	}
	return float32(math.Sqrt(float64(a*a) + float64(b*b)))
}

// Pow32 returns x**y, with the special cases of the standard (those of C99).
func Pow32(x, y float32) float32 {
	d, e := float64(x), float64(y)
	a := math.Abs(d)
	if !(a > 0 && a <= math.MaxFloat32 && math.Abs(e) <= math.MaxFloat32) || d < 0 && math.Trunc(e) != e {
		return float32(Pow(d, e))
	}
	u := e * quickLog(a)
	var z float64
	switch {
	case u > 700:
		z = inf
	case u < -700:
		z = 0
	default:
		z = quickExp(u)
	}
	if d < 0 && isOdd(e) {
		z = -z
	}
	return float32(z)
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

// Copysign32 returns x with the sign bit of y, of NaN too.
func Copysign32(x, y float32) float32 {
	return math.Float32frombits(math.Float32bits(x)&^(1<<31) | math.Float32bits(y)&(1<<31))
}

// NextAfter32 returns the next float32 from x towards y; y if they are equal.
func NextAfter32(x, y float32) float32 {
	if x == y {
		return y
	}
	return math.Nextafter32(x, y)
}

// FloorDivide32 is FloorDivide for float32.
func FloorDivide32(x, y float32) float32 {
	q := float64(x) / float64(y)
	// Of float32, a quotient below 2**28 that is no integer stays clear of the next by more than its rounding error.
	if y != 0 && q != 0 && math.Abs(q) < 0x1p28 && math.Abs(float64(y)) <= math.MaxFloat32 {
		q = math.Floor(q)
	} else {
		q = FloorDivide(float64(x), float64(y))
	}
	z := float32(q)
	if float64(z) > q {
		z = math.Nextafter32(z, float32(-inf))
	}
	return z
}

// Remainder32 is Remainder for float32.
func Remainder32(x, y float32) float32 {
	d, e := float64(x), float64(y)
	q := d / e
	if !(math.Abs(q) < 0x1p28 && math.Abs(e) <= math.MaxFloat32) {
		return float32(Remainder(d, e))
	}
	r := d - float64(math.Floor(q)*e)
	if r == 0 {
		return float32(math.Copysign(0, e))
	}
	return float32(r)
}

// Round32 returns the nearest integer, ties to even.
func Round32(x float32) float32 { return float32(math.RoundToEven(float64(x))) }

// Sign32 returns -1, 0 or 1; a zero keeps its sign, NaN is NaN.
func Sign32(x float32) float32 {
	switch {
	case x == 0:
		return 0
	case x != x:
		return x
	}
	return Copysign32(1, x)
}

// GeluTanh32 returns 0.5*x*(1+tanh(sqrt(2/pi)*(x+0.044715*x**3))), without loss in the left tail.
func GeluTanh32(x float32) float32 {
	d := float64(x)
	if !(math.Abs(d) < 20) {
		return float32(GeluTanh(d))
	}
	u := float64(2*sqrt2ByPiHi*d) * (1 + float64(geluCubeHi*float64(d*d)))
	return float32(d / (1 + quickExp(-u)))
}

// Relu32 returns the greater of x and 0; NaN is NaN, and -0 gives 0.
func Relu32(x float32) float32 {
	return max(x, 0)
}
