package libm

import "math"

// Expm1 returns e to the power x, less 1.
func Expm1(x float64) float64 {
	const ln2Hi, ln2Lo = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	top := uint32(math.Float64bits(x)>>32) & 0x7fffffff
	if top >= 0x4043687a { // |x| >= 56 ln 2, or NaN
		switch {
		case x != x || x > 709.782712893383973096:
			return x + math.Inf(1) // which NaN stays
		case x < 0:
			return -1
		}
	}
	k, c := 0, 0.0
	switch {
	case top > 0x3fd62e42: // |x| > 0.5 ln 2
		var hi, lo float64
		switch {
		case top >= 0x3ff0a2b2: // |x| >= 1.5 ln 2
			k = int(math.FMA(math.Log2E, x, math.Copysign(0.5, x)))
			hi, lo = math.FMA(-float64(k), ln2Hi, x), float64(float64(k)*ln2Lo)
		case x > 0:
			k, hi, lo = 1, x-ln2Hi, ln2Lo
		default:
			k, hi, lo = -1, x+ln2Hi, -ln2Lo
		}
		x = hi - lo
		c = hi - x - lo
	case top < 0x3c900000: // |x| < 2**-54
		return x
	}
	half := float64(0.5 * x)
	square := float64(x * half)
	square2 := float64(square * square)
	r := math.FMA(square, -3.33333333333331316428e-02, 1)
	r = math.FMA(square2, math.FMA(square, -7.93650757867487942473e-05, 1.58730158725481460165e-03), r)
	r = math.FMA(float64(square2*square2), math.FMA(square, -2.01099218183624371326e-07, 4.00821782732936239552e-06), r)
	t := math.FMA(-r, half, 3)
	e := float64(square * ((r - t) / math.FMA(-x, t, 6)))
	if k == 0 {
		return x - math.FMA(x, e, -square)
	}
	e = math.FMA(x, e-c, -c) - square
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return -2 * (e - (x + 0.5))
	case k == 1:
		return 1 + float64(2*(x-e))
	case k <= -2 || k > 56:
		if k == 1024 { // twice, as 2**k is none
			return float64((1-(e-x))*2*0x1p1023) - 1
		}
		return float64((1-(e-x))*power2(k)) - 1
	case k < 20:
		return (1 - power2(-k) - (e - x)) * power2(k)
	}
	return (x - (e + power2(-k)) + 1) * power2(k)
}

// power2 returns 2 to the power k, which a float64 is.
func power2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }
