package random

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// Distributions with heavy tails, and the von Mises distribution.

// Pareto fills dst with numbers of the Pareto distribution of the second kind, that of Lomax: NumPy's pareto. shape is above 0.
func (g *Generator) Pareto(dst []float64, shape float64) error {
	if err := positive("Pareto", "shape", shape); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 {
		if g.from.isLegacy() {
			return libm.Exp(g.from.exponential()/shape) - 1
		}
		return libm.Expm1(g.exponential() / shape)
	})
	return nil
}

// Power fills dst with numbers in [0, 1] whose density is a power of them: NumPy's power. exponent, that power plus 1, is above 0.
func (g *Generator) Power(dst []float64, exponent float64) error {
	if err := positive("Power", "exponent", exponent); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 {
		if g.from.isLegacy() {
			return libm.Pow(1-libm.Exp(-g.from.exponential()), 1/exponent)
		}
		return libm.Pow(-libm.Expm1(-g.exponential()), 1/exponent)
	})
	return nil
}

// leastZipf is the least exponent that Zipf takes, at which an int64 holds one in 23,000 of the numbers that it draws.
const leastZipf = 1 + 1e-6

// Zipf fills dst with numbers of the Zipf distribution: NumPy's zipf, by rejection (L. Devroye, "Non-uniform random variate generation", 1986,
// chapter X.6). exponent is at least 1.000001, as hardly any number fits an int64 below; from 1025 on all numbers are 1.
func (g *Generator) Zipf(dst []int64, exponent float64) error {
	if !(exponent >= leastZipf) {
		return badArgument("Zipf", "exponent is %v, want at least %v", exponent, leastZipf)
	}
	if exponent >= 1025 { // 2**(exponent-1) is no float64
		for i := range dst {
			dst[i] = 1
		}
		return nil
	}
	less := exponent - 1
	b := libm.Pow(2, less)
	each(dst, &g.words, func() int64 {
		for {
			u := 1 - g.unit()
			v := g.unit()
			x := math.Floor(libm.Pow(u, -1/less))
			if x > math.MaxInt64 || x < 1 {
				continue
			}
			t := libm.Pow(1+1/x, less)
			if float64(float64(v*x)*(t-1))/(b-1) <= t/b {
				if x == 0x1p63 { // as x86 converts it
					return math.MinInt64
				}
				return int64(x)
			}
		}
	})
	return nil
}

// LogSeries fills dst with numbers of the logarithmic series distribution: NumPy's logseries, algorithm LK of A. W. Kemp, "Efficient
// generation of logarithmically distributed pseudo-random variables" (1981). p is in [0, 1).
func (g *Generator) LogSeries(dst []int64, p float64) error {
	if !(p >= 0 && p < 1) {
		return badArgument("LogSeries", "p is %v, want a number in [0, 1)", p)
	}
	legacy := g.from.isLegacy()
	r := libm.Log1p(-p)
	if legacy {
		r = libm.Log(1 - p)
	}
	each(dst, &g.words, func() int64 {
		for {
			v := g.unit()
			if v >= p {
				return 1
			}
			u := g.unit()
			q := -libm.Expm1(float64(r * u))
			if legacy {
				q = 1 - libm.Exp(float64(r*u))
			}
			switch {
			case v > float64(q*q) && v >= q:
				return 1
			case v > float64(q*q):
				return 2
			}
			if n := math.Floor(1 + libm.Log(v)/libm.Log(q)); n >= 1 && v != 0 {
				return int64(n)
			}
		}
	})
	return nil
}

// mostVonMises is the greatest concentration that VonMises of a RandomState takes: beyond it NumPy's draws do not end, as the
// ratio of the parameters is rounded to 1.
const mostVonMises = 1e15

// VonMises fills dst with angles in [-π, π] of the von Mises distribution: NumPy's vonmises, by rejection from the wrapped Cauchy distribution
// (D. J. Best and N. I. Fisher, "Efficient simulation of the von Mises distribution", 1979). mode is an angle in radians; concentration is not
// negative, and at most 1e15 for a [RandomState].
//
// Words are accepted and rejected as NumPy does. Of 10,000 angles some two differ from NumPy's in the last bit, by 8.9e-16 at most, as the arc
// cosine of the GNU C library is not always rounded correctly.
func (g *Generator) VonMises(dst []float64, mode, concentration float64) error {
	if err := notNegative("VonMises", "concentration", concentration); err != nil {
		return err
	}
	if g.from.isLegacy() && concentration > mostVonMises {
		return badArgument("VonMises", "concentration is %v, want at most %v", concentration, mostVonMises)
	}
	s := 1/concentration + concentration
	if concentration >= 1e-5 {
		r := 1 + math.Sqrt(1+float64(float64(4*concentration)*concentration))
		rho := (r - math.Sqrt(2*r)) / (2 * concentration)
		s = (1 + float64(rho*rho)) / (2 * rho)
	}
	each(dst, &g.words, func() float64 {
		switch {
		case concentration < 1e-8:
			return float64(math.Pi * (float64(2*g.unit()) - 1))
		case concentration > 1e6 && !g.from.isLegacy():
			return wrappedNormal(mode + float64(math.Sqrt(1/concentration)*g.normal()))
		}
		return g.vonMises(mode, concentration, s)
	})
	return nil
}

// wrappedNormal returns an angle in [-π, π] if it is no more than a turn away.
func wrappedNormal(angle float64) float64 {
	if angle < -math.Pi {
		angle += 2 * math.Pi
	}
	if angle > math.Pi {
		angle -= 2 * math.Pi
	}
	return angle
}

func (g *Generator) vonMises(mode, concentration, s float64) float64 {
	w := 0.0
	for {
		z := libm.Cos(float64(math.Pi * g.unit()))
		w = (1 + float64(s*z)) / (s + z)
		y := float64(concentration * (s - w))
		v := g.unit()
		if float64(y*(2-y))-v >= 0 || libm.Log(y/v)+1-y >= 0 {
			break
		}
	}
	negative := g.unit() < 0.5
	angle := libm.Acos(w)
	if negative {
		angle = -angle
	}
	angle += mode
	turned := math.Mod(math.Abs(angle)+math.Pi, 2*math.Pi) - math.Pi
	if angle < 0 {
		return -turned
	}
	return turned
}
