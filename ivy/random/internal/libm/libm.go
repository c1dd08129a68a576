// Package libm has functions of the GNU C library 2.36 bit for bit, but for [Sincos], as its code for x86-64 with FMA
// computes them: NumPy, JAX and PyTorch call that library, and the last bit of a logarithm is in the numbers
// that they draw. Results are the same on every platform: sums of products are math.FMA where that code fuses
// them, and converted to float64 where it does not.
//
// The errors are below 0.52 units in the last place for Log, Exp and Pow, and below 1 for Log1p. NaN and
// infinities are as in C; no floating-point exceptions are raised.
//
// The algorithms: Log, Exp, Pow, Logf, Sinf and Cosf by tables and short polynomials (S. Nagy, "Optimized
// routines", https://github.com/ARM-software/optimized-routines, 2018); Log1p and Log1pf by the rational
// approximation of Sun's fdlibm (https://www.netlib.org/fdlibm). The constants are read out of the library by
// support/oracle/gen_random.py.
package libm

import (
	"math"
)

const (
	ln2High = 0x1.62e42fefa38p-1
	ln2Low  = 0x1.ef35793c7673p-45
)

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	bits := math.Float64bits(x)
	const low, high = 0x3fee000000000000, 0x3ff1090000000000 // 1 - 1/16 and 1 + 0x1.09/16
	if bits-low < high-low {
		if x == 1 {
			return 0
		}
		return logNear1(x)
	}
	if bits>>52-1 >= 0x7fe { // 0, subnormal, negative, infinite or NaN
		switch {
		case x == 0:
			return math.Inf(-1)
		case x < 0:
			return math.NaN()
		case bits>>52 == 0x7ff || x != x:
			return x
		}
		bits = math.Float64bits(x*0x1p52) - 52<<52
	}
	from := bits - 0x3fe6000000000000
	row := &logRows[from>>45&127]
	k := float64(int64(from) >> 52)
	z := math.Float64frombits(bits - from&^(1<<52-1))
	r := math.FMA(z, row[0], -1)
	w := math.FMA(k, ln2High, row[1])
	hi := r + w
	lo := math.FMA(k, ln2Low, w-hi+r)
	r2 := float64(r * r)
	p := math.FMA(math.FMA(r, logPoly[4], logPoly[3]), r2, math.FMA(r, logPoly[2], logPoly[1]))
	return math.FMA(float64(r*r2), p, math.FMA(r2, logPoly[0], lo)) + hi
}

func logNear1(x float64) float64 {
	b := &logNear
	r := x - 1
	r2 := float64(r * r)
	r3 := float64(r * r2)
	p := math.FMA(r2, b[9], math.FMA(r, b[8], b[7]))
	p = math.FMA(r3, b[10], p)
	p = math.FMA(p, r3, math.FMA(r2, b[6], math.FMA(r, b[5], b[4])))
	p = math.FMA(p, r3, math.FMA(r2, b[3], math.FMA(r, b[2], b[1])))
	// r - r*r/2 as a sum: the square of the upper half of r's bits is exact.
	upper := math.FMA(-0x1p27, r, math.FMA(r, 0x1p27, r))
	square := float64(upper * upper)
	hi := math.FMA(square, b[0], r)
	lo := math.FMA(square, b[0], r-hi)
	lo = math.FMA(float64(b[0]*(r-upper)), r+upper, lo)
	return hi + math.FMA(p, r3, lo)
}

const (
	expInverse = 0x1.71547652b82fep+7 // 128/ln 2
	expHigh    = -0x1.62e42fefap-8    // -ln 2/128, its upper bits
	expLow     = -0x1.cf79abc9e3b3ap-47
	expShift   = 0x1.8p52 // added to round to an integer
)

// Exp returns e to the power x.
func Exp(x float64) float64 {
	exponent := math.Float64bits(x) >> 52 & 0x7ff
	if exponent-0x3c9 >= 0x3f {
		switch {
		case exponent < 0x3c9:
			return 1 + x
		case math.IsInf(x, -1):
			return 0
		case exponent == 0x7ff:
			return x + 1
		case exponent >= 0x409:
			if x < 0 {
				return 0
			}
			return math.Inf(1)
		}
	}
	p, scale, k := expParts(x, 0)
	if exponent >= 0x408 {
		return scaled(p, scale, k)
	}
	s := math.Float64frombits(scale)
	return math.FMA(s, p, s)
}

// expParts returns p, the bits of a scale and k such that exp(x + rest) is scale*(1 + p), where k/128 is the logarithm to base 2
// of scale. Where that is no normal number its exponent has wrapped around.
func expParts(x, rest float64) (p float64, scale uint64, k uint64) {
	kd := math.FMA(x, expInverse, expShift)
	k = math.Float64bits(kd)
	kd -= expShift
	r := math.FMA(kd, expLow, math.FMA(kd, expHigh, x)) + rest
	row := &expRows[k&127]
	scale = row[1] + k<<45
	r2 := float64(r * r)
	p = math.FMA(math.FMA(r, expPoly[1], expPoly[0]), r2, r+math.Float64frombits(row[0]))
	return math.FMA(math.FMA(r, expPoly[3], expPoly[2]), float64(r2*r2), p), scale, k
}

// scaled returns scale*(1 + p) where it may be infinite, subnormal or 0.
func scaled(p float64, bits, k uint64) float64 {
	if k&0x80000000 == 0 { // k > 0
		s := math.Float64frombits(bits - 1009<<52)
		return 0x1p1009 * math.FMA(s, p, s)
	}
	s := math.Float64frombits(bits + 1022<<52)
	y := s + float64(s*p)
	if y < 1 { // subnormal: rounded once, to as many bits as are left
		lo := s - y + float64(s*p)
		hi := 1 + y
		lo = 1 - hi + y + lo
		y = hi + lo - 1
		if y == 0 {
			y = 0 // no -0
		}
	}
	return 0x1p-1022 * y
}

// Pow returns x to the power y for x >= 0, and NaN for a negative x whatever y is.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y || x < 0:
		return math.NaN()
	case x == 0 || math.IsInf(x, 1):
		if (x == 0) == (y > 0) {
			return 0
		}
		return math.Inf(1)
	case math.IsInf(y, 0):
		if (x > 1) == (y > 0) {
			return math.Inf(1)
		}
		return 0
	}
	exponent := math.Float64bits(y) >> 52 & 0x7ff
	switch {
	case exponent < 0x3be: // |y| < 2**-65
		return 1
	case exponent >= 0x43e: // the result over- or underflows
		if (x > 1) == (y > 0) {
			return math.Inf(1)
		}
		return 0
	}
	bits := math.Float64bits(x)
	if bits>>52 == 0 {
		bits = math.Float64bits(x*0x1p52) - 52<<52
	}
	hi, lo := powLog(bits)
	product := float64(y * hi)
	rest := math.FMA(y, lo, math.FMA(hi, y, -product))
	exponent = math.Float64bits(product) >> 52 & 0x7ff
	switch {
	case exponent < 0x3c9:
		return 1 + product
	case exponent >= 0x409:
		if product < 0 {
			return 0
		}
		return math.Inf(1)
	}
	p, scale, k := expParts(product, rest)
	if exponent >= 0x408 {
		return scaled(p, scale, k)
	}
	s := math.Float64frombits(scale)
	return math.FMA(p, s, s)
}

// powLog returns the logarithm of a positive number's bits, to some 68 bits, as a sum.
func powLog(bits uint64) (hi, lo float64) {
	from := bits - 0x3fe6955500000000
	row := &powRows[from>>45&127]
	k := float64(int64(from) >> 52)
	z := math.Float64frombits(bits - from&^(1<<52-1))
	r := math.FMA(z, row[0], -1)
	t1 := math.FMA(k, ln2High, row[1])
	t2 := r + t1
	lo1 := math.FMA(k, ln2Low, row[2])
	lo2 := t1 - t2 + r
	a := &powPoly
	ar := float64(r * a[0])
	ar2 := float64(r * ar)
	ar3 := float64(r * ar2)
	hi = t2 + ar2
	lo3 := math.FMA(ar, r, -ar2)
	lo4 := t2 - hi + ar2
	p := math.FMA(math.FMA(r, a[6], a[5]), ar2, math.FMA(r, a[4], a[3]))
	p = math.FMA(ar2, p, math.FMA(a[2], r, a[1]))
	lo = math.FMA(ar3, p, lo1+lo2+lo3+lo4)
	y := hi + lo
	return y, hi - y + lo
}

// Log1p returns the natural logarithm of 1 + x.
func Log1p(x float64) float64 {
	const ln2Hi, ln2Lo = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	hx := int32(math.Float64bits(x) >> 32)
	ax := hx & 0x7fffffff
	k, f, hu, c := int32(1), 0.0, int32(1), 0.0
	if hx < 0x3fda827a { // x < 0.41422
		switch {
		case ax >= 0x3ff00000: // x <= -1
			if x == -1 {
				return math.Inf(-1)
			}
			return math.NaN()
		case ax < 0x3e200000: // |x| < 2**-29
			if ax < 0x3c900000 { // 2**-54
				return x
			}
			return math.FMA(-0.5, float64(x*x), x)
		case hx > 0 || hx <= -0x402d413d: // -0.2929 < x
			k, f = 0, x
		}
	} else if hx >= 0x7ff00000 {
		return x + x
	}
	if k != 0 {
		u := x
		if hx < 0x43400000 {
			u = 1 + x
			hu = int32(math.Float64bits(u) >> 32)
			k = hu>>20 - 1023
			if k > 0 {
				c = 1 - (u - x)
			} else {
				c = x - (u - 1)
			}
			c /= u
		} else {
			hu = int32(math.Float64bits(u) >> 32)
			k = hu>>20 - 1023
		}
		hu &= 0x000fffff
		low := math.Float64bits(u) & 0xffffffff
		if hu < 0x6a09e {
			u = math.Float64frombits(uint64(hu|0x3ff00000)<<32 | low)
		} else {
			k++
			u = math.Float64frombits(uint64(hu|0x3fe00000)<<32 | low)
			hu = (0x00100000 - hu) >> 2
		}
		f = u - 1
	}
	kd := float64(k)
	half := float64(float64(0.5*f) * f)
	if k != 0 {
		c = math.FMA(kd, ln2Lo, c)
	}
	if hu == 0 { // |f| < 2**-20
		if f == 0 {
			return math.FMA(kd, ln2Hi, c)
		}
		r := float64(half * math.FMA(-0.66666666666666666, f, 1))
		if k == 0 {
			return f - r
		}
		return math.FMA(kd, ln2Hi, -((r - c) - f))
	}
	s := f / (2 + f)
	z := float64(s * s)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	r2 := math.FMA(z, 2.857142874366239149e-01, 3.999999999940941908e-01)
	r3 := math.FMA(z, 1.818357216161805012e-01, 2.222219843214978396e-01)
	r4 := math.FMA(z, 1.479819860511658591e-01, 1.531383769920937332e-01)
	r := math.FMA(z, 6.666666666666735130e-01, float64(z2*r2))
	r = math.FMA(float64(z2*z4), r4, math.FMA(z4, r3, r))
	r = float64(s * (half + r))
	if k == 0 {
		return f - (half - r)
	}
	return math.FMA(kd, ln2Hi, -((half - (r + c)) - f))
}

// Log1pf returns the natural logarithm of 1 + x, computed in float32.
func Log1pf(x float32) float32 {
	const ln2Hi, ln2Lo = float32(6.9313812256e-01), float32(9.0580006145e-06)
	hx := int32(math.Float32bits(x))
	ax := hx & 0x7fffffff
	k, f, hu, c := int32(1), float32(0), int32(1), float32(0)
	if hx < 0x3ed413d7 {
		switch {
		case ax >= 0x3f800000:
			if x == -1 {
				return float32(math.Inf(-1))
			}
			return float32(math.NaN())
		case ax < 0x31000000:
			if ax < 0x24800000 {
				return x
			}
			return x - float32(float32(x*x)*0.5)
		case hx > 0 || hx <= -0x416a09e1: // -0.2929 < x
			k, f = 0, x
		}
	} else if hx >= 0x7f800000 {
		return x + x
	}
	if k != 0 {
		u := x
		if hx < 0x5a000000 {
			u = 1 + x
			hu = int32(math.Float32bits(u))
			k = hu>>23 - 127
			if k > 0 {
				c = 1 - (u - x)
			} else {
				c = x - (u - 1)
			}
			c /= u
		} else {
			hu = int32(math.Float32bits(u))
			k = hu>>23 - 127
		}
		hu &= 0x007fffff
		if hu < 0x3504f7 {
			u = math.Float32frombits(uint32(hu | 0x3f800000))
		} else {
			k++
			u = math.Float32frombits(uint32(hu | 0x3f000000))
			hu = (0x00800000 - hu) >> 2
		}
		f = u - 1
	}
	kd := float32(k)
	half := float32(float32(0.5*f) * f)
	if hu == 0 {
		if f == 0 {
			if k == 0 {
				return 0
			}
			c += float32(kd * ln2Lo)
			return float32(kd*ln2Hi) + c
		}
		r := float32(half * (1 - float32(0.66666666666666666*f)))
		if k == 0 {
			return f - r
		}
		return float32(kd*ln2Hi) - ((r - (float32(kd*ln2Lo) + c)) - f)
	}
	s := f / (2 + f)
	z := float32(s * s)
	r := float32(1.4798198640e-01)
	for _, coefficient := range [...]float32{1.5313838422e-01, 1.8183572590e-01, 2.2222198546e-01, 2.8571429849e-01, 4.0000000596e-01, 6.6666668653e-01} {
		r = coefficient + float32(z*r)
	}
	r = float32(z * r)
	if k == 0 {
		return f - (half - float32(s*(half+r)))
	}
	return float32(kd*ln2Hi) - ((half - (float32(s*(half+r)) + (float32(kd*ln2Lo) + c))) - f)
}
