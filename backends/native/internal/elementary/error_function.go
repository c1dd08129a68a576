package elementary

import (
	"math"
)

// Erf returns the error function of x.
func Erf(x float64) float64 {
	a := [1]float64{x}
	erfLoop(a[:], a[:])
	return a[0]
}

func erfLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			av := math.Abs(v)
			if !(av >= 0x1p-4) {
				break
			}
			// Beyond 6 the result is that at 6, which is 1. No branch: data may be on both sides.
			const six = 0x4018 << 48
			d := six - int64(math.Float64bits(av))
			j, t := sixteenth(math.Float64frombits(uint64(six - d&^(d>>63))))
			c := &erfTab[j]
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
		dst[i] = erfSlow(x[i])
	}
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

// Erfc returns 1 - erf(x), as exact where it is small: erfc(x) is 2*Phi(-x*sqrt(2)), Phi the normal distribution.
func Erfc(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 27.5: // from 27.23 on the nearest float64 is 0
		return 0
	case x < -6: // from -5.87 on it is 2
		return 2
	}
	v, k := erfcDD(math.Abs(x))
	if x < 0 {
		return dd{2, 0}.sub(v.scale(pow2(k))).val()
	}
	return v.ldexp(k)
}

// erfcDD returns erfc(x) = v * 2**k for 0 <= x < 28, v to a relative 2**-57.
func erfcDD(x float64) (v dd, k int) {
	v, k = expDD(twoMul(x, x).neg())
	return v.mul(erfcxDD(x)), k
}

// erfcxDD returns exp(x*x)*erfc(x) for 0 <= x < 45.
func erfcxDD(x float64) dd { return millsDD(root2.mulF(x)).scale(2) }

// Erfcx returns exp(x*x) * erfc(x).
func Erfcx(x float64) float64 {
	switch {
	case x != x:
		return x
	case x >= 45:
		u := 1 / float64(2*float64(x*x))
		return poly(u, 1, -1, 3, -15, 105, -945) / math.SqrtPi / x
	case x >= 0:
		return erfcxDD(x).val()
	case x < -26.7: // from -26.63 on it overflows
		return inf
	}
	v, k := expDD(twoMul(x, x))
	v = v.scale(2)
	if k < 200 {
		v = v.sub(erfcxDD(-x).scale(pow2(-k)))
	}
	return v.ldexp(k)
}

// Erfinv returns the y with erf(y) = x.
func Erfinv(x float64) float64 {
	switch a := math.Abs(x); {
	case a <= 0.5:
		if a < 0x1p-500 {
			return x * (math.SqrtPi / 2) // rounded once, subnormal too
		}
		return erfinvNear0(x).val()
	case a == 1:
		return math.Copysign(inf, x)
	case a < 1:
		return math.Copysign(erfcinv(1-a).val(), x)
	}
	return nan
}

// erfinvNear0 is Erfinv for |x| <= 1/2.
func erfinvNear0(x float64) dd {
	u := float64(x*x) - 0.125
	c := &erfinvNear
	return dd{c[0], 0}.addF(float64(u * poly(u, c[1:]...))).mulF(x)
}

// erfcinv returns the y with erfc(y) = q, for 0 < q < 0.75.
func erfcinv(q float64) dd {
	i, t := sixteenth(math.Sqrt(-Log(q)))
	return row(&erfinvTab[i-3*16], t) // which begins at 1/2
}

// Ndtri returns the x at which the normal distribution function is p.
func Ndtri(p float64) float64 {
	switch {
	case p == 0:
		return -inf
	case p == 1:
		return inf
	case p > 0 && p < 0.25:
		return -erfcinv(2 * p).mul(root2).val()
	case p >= 0.25 && p <= 0.75:
		return erfinvNear0(2*p - 1).mul(root2).val()
	case p > 0.75 && p < 1:
		return erfcinv(2 * (1 - p)).mul(root2).val()
	}
	return nan
}

// root2 is the square root of 2.
var root2 = dd{math.Sqrt2, -0x1.bdd3413b26456p-54}

// Erf32 returns the error function of x.
func Erf32(x float32) float32 {
	a := [1]float32{x}
	erfLoop32(a[:], a[:])
	return a[0]
}

func erfLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			ix := math.Float32bits(v) & 0x7fffffff
			if ix >= 0x7f800000 {
				break
			}
			c := &erfTab32[uint8(clamp(int32(ix>>19)-(122<<4-1), 113))&127]
			t := float64(math.Float32frombits(ix)) - c[0]
			t2 := float64(t * t)
			y := (c[1] + float64(t*c[2])) + float64(t2*((c[3]+float64(t*c[4]))+float64(t2*((c[5]+float64(t*c[6]))+float64(t2*c[7])))))
			dst[i] = math.Float32frombits(math.Float32bits(float32(y)) | math.Float32bits(v)&(1<<31))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(erfSlow(float64(x[i])))
	}
}

const bits11 = 0x41300000 // float32(11), see bits1

// Erfc32 returns 1 - erf(x), as exact where it is small.
func Erfc32(x float32) float32 {
	if abs32(x) >= bits11 { // from 10.06 on the nearest float32 is 0, from -3.83 on 2
		switch {
		case x > 0:
			return 0
		case x < 0:
			return 2
		}
		return x
	}
	d := widen(x)
	p := float64(2 * float64(quickMills(math.Abs(d)*math.Sqrt2)*quickExp(-float64(d*d))))
	// p for a positive x, 2-p for a negative one
	two := math.Float64frombits(2 << 61 & uint64(int64(math.Float64bits(d))>>63))
	return float32(math.Abs(two - p))
}

// quickMills is millsDD to 38 bits.
func quickMills(x float64) float64 {
	if x < 0x1p-4 {
		return rowVal(&mills0, x-0x1p-5)
	}
	i, t := sixteenth(x)
	return rowVal(&millsTab[i], t)
}

// millsDD returns Phi(-x)*exp(x*x/2) for 0 <= x < 64, to a relative 2**-58, Phi the normal distribution.
func millsDD(x dd) dd {
	if x.h < 0x1p-4 {
		return row(&mills0, x.h-0x1p-5+x.l)
	}
	i, t := sixteenth(x.h)
	return row(&millsTab[i], t+x.l)
}
