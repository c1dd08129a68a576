// Package bessel computes the modified Bessel function of the first kind and order 0 with the unified API, by
// Chebyshev series: one for small numbers, and one in the reciprocals of greater ones.
package bessel

import (
	"github.com/goivy/goivy/ivy"
)

// small are the coefficients of exp(−x)·I0(x) from 0 to 8, in x/2 − 2, the highest order first.
var small = []float64{
	-4.4153416464793395e-18,
	3.3307945188222384e-17,
	-2.431279846547955e-16,
	1.715391285555133e-15,
	-1.1685332877993451e-14,
	7.676185498604936e-14,
	-4.856446783111929e-13,
	2.95505266312964e-12,
	-1.726826291441556e-11,
	9.675809035373237e-11,
	-5.189795601635263e-10,
	2.6598237246823866e-09,
	-1.300025009986248e-08,
	6.046995022541919e-08,
	-2.670793853940612e-07,
	1.1173875391201037e-06,
	-4.4167383584587505e-06,
	1.6448448070728896e-05,
	-5.754195010082104e-05,
	0.00018850288509584165,
	-0.0005763755745385824,
	0.0016394756169413357,
	-0.004324309995050576,
	0.010546460394594998,
	-0.02373741480589947,
	0.04930528423967071,
	-0.09490109704804764,
	0.17162090152220877,
	-0.3046826723431984,
	0.6767952744094761,
}

// great are the coefficients of exp(−x)·√x·I0(x) from 8 on, in 32/x − 2, the highest order first.
var great = []float64{
	-7.233180487874754e-18,
	-4.830504485944182e-18,
	4.46562142029676e-17,
	3.461222867697461e-17,
	-2.8276239805165836e-16,
	-3.425485619677219e-16,
	1.7725601330565263e-15,
	3.8116806693526224e-15,
	-9.554846698828307e-15,
	-4.150569347287222e-14,
	1.54008621752141e-14,
	3.8527783827421426e-13,
	7.180124451383666e-13,
	-1.7941785315068062e-12,
	-1.3215811840447713e-11,
	-3.1499165279632416e-11,
	1.1889147107846439e-11,
	4.94060238822497e-10,
	3.3962320257083865e-09,
	2.266668990498178e-08,
	2.0489185894690638e-07,
	2.8913705208347567e-06,
	6.889758346916825e-05,
	0.0033691164782556943,
	0.8044904110141088,
}

// I0 returns the modified Bessel function of real floats, of their dtype, rounded as NumPy and PyTorch round it. A factor
// overflows before the result does, and makes NaN of infinities.
func I0(e *ivy.Env, x *ivy.Array) *ivy.Array {
	d := x.Dtype()
	c := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
	scaled := func(y, series *ivy.Array) *ivy.Array { return e.Multiply(e.Exp(y), series) }
	x = e.Abs(x)
	// Each range is computed of numbers in it alone, so that the derivative of the other one is nowhere infinite.
	near := e.LessEqual(x, c(8))
	y := e.Where(near, x, c(1))
	low := scaled(y, series(e, e.Subtract(e.Divide(y, c(2)), c(2)), small))
	y = e.Where(near, c(32), x)
	high := e.Divide(scaled(y, series(e, e.Subtract(e.Divide(c(32), y), c(2)), great)), e.Sqrt(y))
	return e.Where(near, low, high)
}

// series returns a Chebyshev series of numbers from −2 to 2.
func series(e *ivy.Env, x *ivy.Array, coefficients []float64) *ivy.Array {
	d := x.Dtype()
	c := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
	b0, b1, b2 := e.FullLike(x, coefficients[0]), e.ZerosLike(x), (*ivy.Array)(nil)
	for _, v := range coefficients[1:] {
		b2 = b1
		b1 = b0
		b0 = e.Add(e.Subtract(e.Multiply(x, b1), b2), c(v))
	}
	return e.Multiply(c(0.5), e.Subtract(b0, b2))
}
