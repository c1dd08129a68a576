package libm

import (
	"math"
)

// Logf returns the natural logarithm of x as a float32, with an error below 0.82 units in the last place.
func Logf(x float32) float32 {
	bits := math.Float32bits(x)
	if bits == 0x3f800000 {
		return 0
	}
	if bits-0x00800000 >= 0x7f800000-0x00800000 { // 0, subnormal, negative, infinite or NaN
		switch {
		case x == 0:
			return float32(math.Inf(-1))
		case bits == 0x7f800000 || x != x:
			return x
		case x < 0:
			return float32(math.NaN())
		}
		bits = math.Float32bits(x*0x1p23) - 23<<23
	}
	from := bits - 0x3f330000
	row := &logfRows[from>>19&15]
	k := float64(int32(from) >> 23)
	z := float64(math.Float32frombits(bits - from&0xff800000))
	r := math.FMA(z, row[0], -1)
	y := math.FMA(k, math.Ln2, row[1])
	r2 := float64(r * r)
	p := math.FMA(logfPoly[0], r2, math.FMA(logfPoly[1], r, logfPoly[2]))
	return float32(math.FMA(p, r2, y+r))
}

// Powf returns x to the power y as a float32 for x >= 0, with an error below 0.53 units in the last place, and NaN for a negative x whatever
// y is.
func Powf(x, y float32) float32 {
	bits := math.Float32bits(x)
	switch {
	case y == 0 || bits == 0x3f800000:
		return 1
	case x != x || y != y || x < 0:
		return float32(math.NaN())
	case x == 0 || math.IsInf(float64(x), 0) || math.IsInf(float64(y), 0):
		return float32(math.Pow(float64(x), float64(y)))
	case bits < 0x00800000:
		bits = math.Float32bits(x*0x1p23)&0x7fffffff - 23<<23
	}
	from := bits - 0x3f330000
	row := &powfRows[from>>19&15]
	k := float64(int32(from) >> 23)
	r := math.FMA(float64(math.Float32frombits(bits-from&0xff800000)), row[0], -1)
	r2 := float64(r * r)
	log := math.FMA(powfPoly[4], r, row[1]+k)
	log = math.FMA(math.FMA(powfPoly[2], r, powfPoly[3]), r2, log)
	log = math.FMA(math.FMA(powfPoly[0], r, powfPoly[1]), float64(r2*r2), log)
	return exp2f(float64(float64(y) * log))
}

// exp2f returns 2 to the power x as a float32.
func exp2f(x float64) float32 {
	const c0, c1, c2 = 0x1.c6af84b912394p-5, 0x1.ebfce50fac4f3p-3, 0x1.62e42ff0c52d6p-1
	switch {
	case x > 0x1.fffffffd1d571p+6:
		return float32(math.Inf(1))
	case x <= -150:
		return 0
	}
	const shift = 0x1.8p47 // of which the last bit is 1/32
	turned := x + shift
	n := math.Float64bits(turned)
	r := x - (turned - shift)
	scale := math.Float64frombits(exp2fRows[n%32] + n<<47)
	y := math.FMA(math.FMA(c0, r, c1), float64(r*r), math.FMA(c2, r, 1))
	return float32(float64(y * scale))
}

// Sinf returns the sine of x, |x| < 120, as a float32, with an error below 0.56 units in the last place.
func Sinf(x float32) float32 {
	if top := math.Float32bits(x) >> 20 & 0x7ff; top < 0x3f4 { // |x| < about π/4
		if top < 0x398 { // 2**-12
			return x
		}
		return float32(sineOf(float64(x)))
	}
	r, n := quarter(x)
	return turned(r, n)
}

// Cosf returns the cosine of x, |x| < 120, as a float32, with an error below 0.56 units in the last place.
func Cosf(x float32) float32 {
	if top := math.Float32bits(x) >> 20 & 0x7ff; top < 0x3f4 {
		if top < 0x398 {
			return 1
		}
		return float32(cosineOf(float64(x)))
	}
	r, n := quarter(x)
	return turned(r, n+1)
}

// quarter returns x less the nearest multiple of π/2, and that multiple.
func quarter(x float32) (r float64, n int32) {
	scaled := float64(float64(x) * (0x1.45f306dc9c883p-1 * 0x1p24)) // 2/π
	n = (int32(scaled) + 0x800000) >> 24
	return math.FMA(float64(-n), math.Pi/2, float64(x)), n
}

// turned returns the sine of r + n·π/2.
func turned(r float64, n int32) float32 {
	v := 0.0
	if n&1 == 0 {
		v = sineOf(r)
	} else {
		v = cosineOf(r)
	}
	if n&2 != 0 {
		v = -v
	}
	return float32(v)
}

func sineOf(x float64) float64 {
	x2 := float64(x * x)
	x3 := float64(x * x2)
	s := math.FMA(x3, sinfPoly[0], x)
	return math.FMA(float64(x3*x2), math.FMA(x2, sinfPoly[2], sinfPoly[1]), s)
}

func cosineOf(x float64) float64 {
	x2 := float64(x * x)
	x4 := float64(x2 * x2)
	c := math.FMA(x4, cosfPoly[1], math.FMA(x2, cosfPoly[0], 1))
	return math.FMA(float64(x4*x2), math.FMA(x2, cosfPoly[3], cosfPoly[2]), c)
}
