package random

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// TruncatedNormal fills dst with numbers of the normal distribution that are between low and high, which may be infinite. mean
// is finite, scale, the deviation, is above 0, and low is below high. NumPy has no such method.
//
// Normal, uniform or exponential numbers are drawn until one is accepted, by C. P. Robert, "Simulation of truncated normal variables"
// (1995), so that the tails are exact too.
func (g *Generator) TruncatedNormal(dst []float64, mean, scale, low, high float64) error {
	if err := positive("TruncatedNormal", "scale", scale); err != nil {
		return err
	}
	if math.IsInf(scale, 1) || math.IsInf(mean, 0) || math.IsNaN(mean) {
		return badArgument("TruncatedNormal", "mean is %v and scale %v, want finite numbers", mean, scale)
	}
	if !(low < high) {
		return badArgument("TruncatedNormal", "low is %v and high %v, want low < high", low, high)
	}
	a, b := (low-mean)/scale, (high-mean)/scale
	if math.IsInf(a, 1) || math.IsInf(b, -1) { // so many deviations away that no float64 but the nearer end is possible
		for i := range dst {
			dst[i] = low
			if math.IsInf(b, -1) {
				dst[i] = high
			}
		}
		return nil
	}
	draw := func() float64 { return g.normalBetween(a, b) }
	if b < 0 { // the mirror image
		draw = func() float64 { return -g.normalBetween(-b, -a) }
	}
	each(dst, &g.words, func() float64 { return min(max(mean+float64(scale*draw()), low), high) })
	return nil
}

// normalBetween returns a number of the standard normal distribution in [a, b]; b is not negative.
func (g *Generator) normalBetween(a, b float64) float64 {
	if a <= 0 {
		if b-a > 2.5066282746310002 { // the root of 2π, from which on a normal number is accepted more often than a uniform one
			for {
				if x := g.normal(); x >= a && x <= b {
					return x
				}
			}
		}
		return g.uniformBetween(a, b, 0)
	}
	root := a
	if a < 0x1p30 { // else the same number
		root = math.Sqrt(float64(a*a) + 4)
	}
	rate := float64((a + root) / 2)
	// exponential numbers are accepted more often than uniform ones from this width on
	if b-a <= libm.Exp(0.5+float64(float64(a*(a-root))/4))/rate {
		return g.uniformBetween(a, b, a)
	}
	for {
		x := a + g.exponential()/rate
		d := x - rate
		if x <= b && g.unit() <= libm.Exp(float64(float64(-0.5*d)*d)) {
			return x
		}
	}
}

// uniformBetween accepts uniform numbers in [a, b] by their density over the greatest, which is at most.
func (g *Generator) uniformBetween(a, b, most float64) float64 {
	for {
		x := a + float64((b-a)*g.unit())
		if g.unit() <= libm.Exp(float64(0.5*(most-x))*(most+x)) {
			return x
		}
	}
}
