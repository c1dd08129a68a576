package elementary

import "math"

// Modified Bessel functions of the first kind.

// I0 returns that of order 0.
func I0(x float64) float64 { return besselGrown(x, bessel0DD) }

// I0e returns exp(-|x|) * I0(x).
func I0e(x float64) float64 {
	if x != x {
		return x
	}
	return bessel0DD(math.Abs(x)).val()
}

// I1 returns that of order 1.
func I1(x float64) float64 {
	if x == 0 {
		return x
	}
	return math.Copysign(besselGrown(x, bessel1DD), x)
}

// I1e returns exp(-|x|) * I1(x).
func I1e(x float64) float64 {
	if x != x || x == 0 {
		return x
	}
	return math.Copysign(bessel1DD(math.Abs(x)).val(), x)
}

// besselGrown returns exp(|x|) * f(|x|).
func besselGrown(x float64, f func(x float64) dd) float64 {
	x = math.Abs(x)
	switch {
	case x != x:
		return x
	case x > 720: // from 714 on it overflows
		return inf
	}
	v, k := expDD(dd{x, 0})
	w := f(x)
	if w.h < 0x1p-90 { // of a small x, where exp(x) is 1
		return w.val()
	}
	return v.mul(w).ldexp(k)
}

func bessel0DD(x float64) dd {
	if x < 0x1p-4 {
		return row(&bessel0Near, x-0x1p-5)
	}
	return besselFrom(x, &bessel0Tab, &bessel0Far)
}

func bessel1DD(x float64) dd {
	if x >= 0x1p-4 {
		return besselFrom(x, &bessel1Tab, &bessel1Far)
	}
	v := row(&bessel1Near, x-0x1p-5)
	if x < 0x1p-1000 {
		return dd{v.h * x, 0} // what is below its last place is below the least number
	}
	return v.mulF(x)
}

// besselFrom evaluates a function from 1/16 on by its rows, and from 64 on by that of the function of 1/x times sqrt(x).
func besselFrom(x float64, near *[160][12]float64, far *[12]float64) dd {
	switch {
	case x < 64:
		i, t := sixteenth(x)
		return row(&near[i], t)
	case math.IsInf(x, 1):
		return dd{}
	}
	return row(far, 1/x-0x1p-7).div(dd{x, 0}.sqrt())
}
