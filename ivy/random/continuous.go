package random

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// StandardGamma fills dst with numbers of the gamma distribution with scale 1: NumPy's standard_gamma. shape is not negative; of 0
// it is 0.
func (g *Generator) StandardGamma(dst []float64, shape float64) error {
	if err := notNegative("StandardGamma", "shape", shape); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 { return standardGamma(g.from, shape) })
	return nil
}

// Gamma fills dst with numbers of the gamma distribution: NumPy's gamma. shape and scale are not negative.
func (g *Generator) Gamma(dst []float64, shape, scale float64) error {
	if err := firstError(notNegative("Gamma", "shape", shape), notNegative("Gamma", "scale", scale)); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 { return float64(scale * standardGamma(g.from, shape)) })
	return nil
}

// parts are what other distributions are made of. Those of a [RandomState] differ from those of a [Generator].
type parts interface {
	unit() float64
	normal() float64
	exponential() float64
	// isLegacy reports whether they are those of a RandomState.
	isLegacy() bool
}

// standardGamma returns a number of the gamma distribution: above 1 by G. Marsaglia and W. W. Tsang, "A simple method for generating
// gamma variables" (2000), below by J. H. Ahrens and U. Dieter, "Computer methods for sampling from gamma, beta,
// Poisson and binomial distributions" (1974).
func standardGamma(g parts, shape float64) float64 {
	switch {
	case shape == 1:
		return g.exponential()
	case shape == 0:
		return 0
	case shape < 1:
		return gammaBelow1(g, shape)
	}
	b := shape - 1./3
	c := 1 / math.Sqrt(float64(9*b))
	for {
		x, v := 0.0, 0.0
		for v <= 0 {
			x = g.normal()
			v = 1 + float64(c*x)
		}
		v = float64(float64(v*v) * v)
		u := g.unit()
		if u < 1-float64(float64(0.0331*float64(x*x))*float64(x*x)) {
			return float64(b * v)
		}
		if libm.Log(u) < float64(float64(0.5*x)*x)+float64(b*(1-v+libm.Log(v))) {
			return float64(b * v)
		}
	}
}

func gammaBelow1(g parts, shape float64) float64 {
	for {
		u := g.unit()
		v := g.exponential()
		if u <= 1-shape {
			if x := libm.Pow(u, 1/shape); x <= v {
				return x
			}
			continue
		}
		y := -libm.Log((1 - u) / shape)
		if x := libm.Pow(1-shape+float64(shape*y), 1/shape); x <= v+y {
			return x
		}
	}
}

// StandardGamma32 is [Generator.StandardGamma] of float32: NumPy's standard_gamma(dtype=float32).
func (g *Generator) StandardGamma32(dst []float32, shape float32) error {
	if err := notNegative("StandardGamma32", "shape", float64(shape)); err != nil {
		return err
	}
	switch {
	case shape == 1:
		g.StandardExponential32(dst)
	case shape == 0:
		clear(dst)
	default:
		g.halves.left = 0
		for i := range dst {
			if shape < 1 {
				dst[i] = g.gammaBelow1Single(shape)
			} else {
				dst[i] = g.gammaAbove1Single(shape)
			}
		}
	}
	return nil
}

// one32 returns the number that a method of float32 sets.
func one32(fill func(dst []float32)) float32 {
	var x [1]float32
	fill(x[:])
	return x[0]
}

func (g *Generator) gammaAbove1Single(shape float32) float32 {
	b := shape - float32(1)/3
	c := 1 / float32(math.Sqrt(float64(float32(9*b))))
	for {
		var x, v float32
		for v <= 0 {
			x = one32(g.StandardNormal32)
			v = 1 + float32(c*x)
		}
		v = float32(float32(v*v) * v)
		u := g.unit32()
		square := float32(x * x)
		if u < 1-float32(float32(0.0331*square)*square) {
			return float32(b * v)
		}
		if libm.Logf(u) < float32(float32(0.5*x)*x)+float32(b*(1-v+libm.Logf(v))) {
			return float32(b * v)
		}
	}
}

func (g *Generator) gammaBelow1Single(shape float32) float32 {
	for {
		u := g.unit32()
		v := one32(g.StandardExponential32)
		if u <= 1-shape {
			if x := libm.Powf(u, 1/shape); x <= v {
				return x
			}
			continue
		}
		y := -libm.Logf((1 - u) / shape)
		if x := libm.Powf(1-shape+float32(shape*y), 1/shape); x <= v+y {
			return x
		}
	}
}

// Beta fills dst with numbers of the beta distribution in [0, 1]: NumPy's beta. a and b are above 0.
func (g *Generator) Beta(dst []float64, a, b float64) error {
	if err := firstError(positive("Beta", "a", a), positive("Beta", "b", b)); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 { return beta(g.from, a, b) })
	return nil
}

// betaTiny is below which parameters all numbers but 0 and 1 are lost.
const betaTiny = 3e-103

// beta returns a number of the beta distribution: by M. D. Jöhnk (1964) if both parameters are at most 1, else of two gamma
// distributions.
func beta(g parts, a, b float64) float64 {
	if a > 1 || b > 1 {
		x := standardGamma(g, a)
		return x / (x + standardGamma(g, b))
	}
	if a < betaTiny && b < betaTiny && !g.isLegacy() {
		if float64((a+b)*g.unit()) < a {
			return 1
		}
		return 0
	}
	for {
		u, v := g.unit(), g.unit()
		x, y := libm.Pow(u, 1/a), libm.Pow(v, 1/b)
		if !(x+y <= 1 && (u+v > 0 || g.isLegacy())) {
			continue
		}
		if x+y > 0 {
			return x / (x + y)
		}
		logX, logY := libm.Log(u)/a, libm.Log(v)/b
		most := max(logX, logY)
		logX -= most
		logY -= most
		return libm.Exp(logX - libm.Log(libm.Exp(logX)+libm.Exp(logY)))
	}
}

// ChiSquare fills dst with numbers of the chi-square distribution: NumPy's chisquare. freedom, the degrees of freedom, is above 0.
func (g *Generator) ChiSquare(dst []float64, freedom float64) error {
	if err := positive("ChiSquare", "freedom", freedom); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 { return 2 * standardGamma(g.from, freedom/2) })
	return nil
}

// StandardT fills dst with numbers of Student's t distribution: NumPy's standard_t. freedom, the degrees of freedom, is above 0.
func (g *Generator) StandardT(dst []float64, freedom float64) error {
	if err := positive("StandardT", "freedom", freedom); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 {
		z := g.from.normal()
		return float64(math.Sqrt(freedom/2)*z) / math.Sqrt(standardGamma(g.from, freedom/2))
	})
	return nil
}

// StandardCauchy fills dst with numbers of the Cauchy distribution around 0: NumPy's standard_cauchy.
func (g *Generator) StandardCauchy(dst []float64) {
	each(dst, &g.words, func() float64 {
		x := g.from.normal()
		return x / g.from.normal()
	})
}

// LogNormal fills dst with e to the power of numbers of the normal distribution: NumPy's lognormal. scale is not negative.
func (g *Generator) LogNormal(dst []float64, mean, scale float64) error {
	if err := notNegative("LogNormal", "scale", scale); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 { return libm.Exp(mean + float64(scale*g.from.normal())) })
	return nil
}

// Rayleigh fills dst with numbers of the Rayleigh distribution: NumPy's rayleigh. scale, the mode, is not negative.
func (g *Generator) Rayleigh(dst []float64, scale float64) error {
	if err := notNegative("Rayleigh", "scale", scale); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 {
		if g.from.isLegacy() {
			return float64(scale * math.Sqrt(-2*libm.Log1p(-g.unit())))
		}
		return float64(scale * math.Sqrt(2*g.exponential()))
	})
	return nil
}

// Weibull fills dst with numbers of the Weibull distribution with scale 1: NumPy's weibull. shape is not negative; of 0 it is 0.
func (g *Generator) Weibull(dst []float64, shape float64) error {
	if err := notNegative("Weibull", "shape", shape); err != nil {
		return err
	}
	if shape == 0 {
		clear(dst)
		return nil
	}
	each(dst, &g.words, func() float64 { return libm.Pow(g.from.exponential(), 1/shape) })
	return nil
}

// inside returns a number uniform in (0, 1).
func (g *Generator) inside() float64 {
	for {
		if u := g.unit(); u > 0 {
			return u
		}
	}
}

// Laplace fills dst with numbers of the Laplace distribution: NumPy's laplace. scale is not negative.
func (g *Generator) Laplace(dst []float64, mean, scale float64) error {
	if err := notNegative("Laplace", "scale", scale); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 {
		u := g.inside()
		if u >= 0.5 {
			return mean - float64(scale*libm.Log(2-u-u))
		}
		return mean + float64(scale*libm.Log(u+u))
	})
	return nil
}

// Logistic fills dst with numbers of the logistic distribution: NumPy's logistic. scale is not negative.
func (g *Generator) Logistic(dst []float64, mean, scale float64) error {
	if err := notNegative("Logistic", "scale", scale); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 {
		u := g.inside()
		return mean + float64(scale*libm.Log(u/(1-u)))
	})
	return nil
}

// Gumbel fills dst with numbers of the Gumbel distribution: NumPy's gumbel. scale is not negative.
func (g *Generator) Gumbel(dst []float64, mode, scale float64) error {
	if err := notNegative("Gumbel", "scale", scale); err != nil {
		return err
	}
	each(dst, &g.words, func() float64 {
		u := 1 - g.inside()
		return mode - float64(scale*libm.Log(-libm.Log(u)))
	})
	return nil
}

// Dirichlet fills dst, whose length is a multiple of that of alpha, with rows of numbers that are not negative and add up
// to 1: NumPy's dirichlet. The elements of alpha are above 0.
func (g *Generator) Dirichlet(dst, alpha []float64) error {
	if len(alpha) == 0 || len(dst)%len(alpha) != 0 {
		return badArgument("Dirichlet", "%d elements are no rows of %d", len(dst), len(alpha))
	}
	most := 0.0
	for i, a := range alpha {
		if err := positive("Dirichlet", "alpha", a); err != nil {
			return badArgument("Dirichlet", "alpha %d is %v, want a number > 0", i, a)
		}
		most = max(most, a)
	}
	g.words.left = 0
	for ; len(dst) > 0; dst = dst[len(alpha):] {
		row := dst[:len(alpha)]
		if most < 0.1 && !g.from.isLegacy() {
			g.breakStick(row, alpha)
			continue
		}
		sum := 0.0
		for i, a := range alpha {
			row[i] = standardGamma(g.from, a)
			sum += row[i]
		}
		inverse := 1 / sum
		for i := range row {
			row[i] *= inverse
		}
	}
	return nil
}

// breakStick takes from what is left of 1 one share after the other, where all gamma variables could be 0.
func (g *Generator) breakStick(row, alpha []float64) {
	rest := make([]float64, len(alpha)) // sums of the alphas that follow
	for i := len(alpha) - 2; i >= 0; i-- {
		rest[i] = rest[i+1] + alpha[i+1]
	}
	left := 1.0
	last := len(alpha) - 1
	for i := range last {
		v := beta(g.from, alpha[i], rest[i])
		row[i] = float64(left * v)
		left *= 1 - v
	}
	row[last] = left
}
