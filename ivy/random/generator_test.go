package random

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/random/internal/draws"
)

// A generatorCase is a call of NumPy's Generator, which goes on from the case before unless the seed or n is another.
type generatorCase struct {
	Source, Seed, Call string
	N                  int
	Parameters         []string
	Result             draws.Recorded
	First              bool
}

// follows reports whether the call is on the same generator as that of the case before.
func (c generatorCase) follows(before generatorCase) bool {
	return !c.First && c.Source == before.Source && c.Seed == before.Seed && c.N == before.N
}

// drawIntegers draws integers of a type between bounds that are texts.
func drawIntegers[T Integer](t *testing.T, g *Generator, n int, texts []string) draws.Recorded {
	b := bigs(t, texts)
	low, high := lowWords(b[0], 1)[0], lowWords(b[1], 1)[0]
	dst := make([]T, n)
	require.NoError(t, Integers(g, dst, T(low), T(high)))
	return draws.Of(t, dst)
}

// inParts calls a method that fills a slice: the first elements, and then the others.
func inParts[T any](t *testing.T, n int, fill func(dst []T) error) draws.Recorded {
	dst := make([]T, n)
	require.NoError(t, fill(dst[:n/3]))
	require.NoError(t, fill(dst[n/3:]))
	return draws.Of(t, dst)
}

func noError[T any](fill func(dst []T)) func(dst []T) error {
	return func(dst []T) error { fill(dst); return nil }
}

// multiples makes angles multiples of 2**-40, as their last bits may be others than NumPy's.
func multiples(err error, dst []float64) error {
	for i, v := range dst {
		dst[i] = math.RoundToEven(v * 0x1p40)
	}
	return err
}

// draw makes the call of a case.
func draw(t *testing.T, g *Generator, c generatorCase) draws.Recorded {
	n := c.N
	switch c.Call {
	case "random64":
		return inParts(t, n, noError(g.Random64))
	case "random32":
		return inParts(t, n, noError(g.Random32))
	case "standard_normal64":
		return inParts(t, n, noError(g.StandardNormal64))
	case "standard_normal32":
		return inParts(t, n, noError(g.StandardNormal32))
	case "standard_exponential64":
		return inParts(t, n, noError(g.StandardExponential64))
	case "standard_exponential32":
		return inParts(t, n, noError(g.StandardExponential32))
	case "standard_exponential_inverse64":
		return inParts(t, n, noError(g.StandardExponentialInverse64))
	case "standard_exponential_inverse32":
		return inParts(t, n, noError(g.StandardExponentialInverse32))
	case "standard_cauchy":
		return inParts(t, n, noError(g.StandardCauchy))
	case "integers bool":
		dst := make([]bool, n)
		g.Bools(dst)
		return draws.Of(t, dst)
	}
	if c.Call == "standard_gamma32" {
		shape := draws.Floats[float64](t, c.Parameters)[0]
		return inParts(t, n, func(dst []float32) error { return g.StandardGamma32(dst, float32(shape)) })
	}
	if f, ok := integerTypes[c.Call]; ok {
		return f(t, g, n, c.Parameters)
	}
	p := draws.Floats[float64](t, c.Parameters)
	if f, ok := continuous[c.Call]; ok {
		return inParts(t, n, func(dst []float64) error { return f(g, dst, p) })
	}
	if f, ok := discrete[c.Call]; ok {
		return inParts(t, n, func(dst []int64) error { return f(g, dst, p) })
	}
	dst := make([]int64, n)
	switch c.Call {
	case "permutation":
		g.Permutation(dst)
	case "choice distinct":
		require.NoError(t, g.ChoiceDistinct(dst, int64(p[0]), p[1] != 0))
	case "choice distinct weighted":
		weights := make([]float64, n+3)
		for i := range weights {
			weights[i] = float64(i+1) / float64(n+3) / float64(n+4) * 2
		}
		require.NoError(t, g.ChoiceDistinctWeighted(dst, weights))
	case "multinomial":
		dst = make([]int64, n*(len(p)-1))
		require.NoError(t, g.Multinomial(dst, int64(p[0]), p[1:]))
	case "multivariate_hypergeometric":
		kinds := make([]int64, len(p)-2)
		for i := range kinds {
			kinds[i] = int64(p[i+2])
		}
		dst = make([]int64, n*len(kinds))
		require.NoError(t, g.MultivariateHypergeometric(dst, kinds, int64(p[0]), p[1] != 0))
	case "dirichlet":
		rows := make([]float64, n*len(p))
		require.NoError(t, g.Dirichlet(rows, p))
		return draws.Of(t, rows)
	default:
		require.Fail(t, c.Call)
	}
	return draws.Of(t, dst)
}

var integerTypes = map[string]func(t *testing.T, g *Generator, n int, texts []string) draws.Recorded{
	"integers int8": drawIntegers[int8], "integers uint8": drawIntegers[uint8],
	"integers int16": drawIntegers[int16], "integers uint16": drawIntegers[uint16],
	"integers int32": drawIntegers[int32], "integers uint32": drawIntegers[uint32],
	"integers int64": drawIntegers[int64], "integers uint64": drawIntegers[uint64],
}

var continuous = map[string]func(g *Generator, dst, p []float64) error{
	"uniform":        func(g *Generator, dst, p []float64) error { return g.Uniform(dst, p[0], p[1]) },
	"normal":         func(g *Generator, dst, p []float64) error { return g.Normal(dst, p[0], p[1]) },
	"exponential":    func(g *Generator, dst, p []float64) error { return g.Exponential(dst, p[0]) },
	"standard_gamma": func(g *Generator, dst, p []float64) error { return g.StandardGamma(dst, p[0]) },
	"gamma":          func(g *Generator, dst, p []float64) error { return g.Gamma(dst, p[0], p[1]) },
	"beta":           func(g *Generator, dst, p []float64) error { return g.Beta(dst, p[0], p[1]) },
	"chisquare":      func(g *Generator, dst, p []float64) error { return g.ChiSquare(dst, p[0]) },
	"standard_t":     func(g *Generator, dst, p []float64) error { return g.StandardT(dst, p[0]) },
	"lognormal":      func(g *Generator, dst, p []float64) error { return g.LogNormal(dst, p[0], p[1]) },
	"rayleigh":       func(g *Generator, dst, p []float64) error { return g.Rayleigh(dst, p[0]) },
	"weibull":        func(g *Generator, dst, p []float64) error { return g.Weibull(dst, p[0]) },
	"laplace":        func(g *Generator, dst, p []float64) error { return g.Laplace(dst, p[0], p[1]) },
	"logistic":       func(g *Generator, dst, p []float64) error { return g.Logistic(dst, p[0], p[1]) },
	"pareto":         func(g *Generator, dst, p []float64) error { return g.Pareto(dst, p[0]) },
	"power":          func(g *Generator, dst, p []float64) error { return g.Power(dst, p[0]) },
	"vonmises":       func(g *Generator, dst, p []float64) error { return multiples(g.VonMises(dst, p[0], p[1]), dst) },
	"gumbel":         func(g *Generator, dst, p []float64) error { return g.Gumbel(dst, p[0], p[1]) },
}

var discrete = map[string]func(g *Generator, dst []int64, p []float64) error{
	"poisson":           func(g *Generator, dst []int64, p []float64) error { return g.Poisson(dst, p[0]) },
	"binomial":          func(g *Generator, dst []int64, p []float64) error { return g.Binomial(dst, int64(p[0]), p[1]) },
	"geometric":         func(g *Generator, dst []int64, p []float64) error { return g.Geometric(dst, p[0]) },
	"negative_binomial": func(g *Generator, dst []int64, p []float64) error { return g.NegativeBinomial(dst, p[0], p[1]) },
	"zipf":              func(g *Generator, dst []int64, p []float64) error { return g.Zipf(dst, p[0]) },
	"logseries":         func(g *Generator, dst []int64, p []float64) error { return g.LogSeries(dst, p[0]) },
	"hypergeometric": func(g *Generator, dst []int64, p []float64) error {
		return g.Hypergeometric(dst, int64(p[0]), int64(p[1]), int64(p[2]))
	},
	"choice":          func(g *Generator, dst []int64, p []float64) error { return g.Choice(dst, int64(p[0])) },
	"choice weighted": func(g *Generator, dst []int64, p []float64) error { return g.ChoiceWeighted(dst, p) },
}

// Every call of NumPy's, one after the other on one generator.
func TestGenerator(t *testing.T) {
	t.Parallel()
	var cases []generatorCase
	draws.Read(t, "testdata/generator.json.gz", &cases)
	require.Greater(t, len(cases), 2700)
	var many []generatorCase
	draws.Read(t, "testdata/many.json.gz", &many)
	require.Greater(t, len(many), 5900)
	many[0].First = true
	cases = append(cases, many...)
	var g *Generator
	bad := map[string]bool{}
	for i, c := range cases {
		if testing.Short() && c.N > 50_000 { // all calls of that generator
			continue
		}
		if i == 0 || !c.follows(cases[i-1]) {
			g = New(sourceCase{Source: c.Source, Numbers: []string{c.Seed}}.open(t))
		}
		if i%5 == 0 { // goes on from a saved state
			g = New(restored(t, g.Source()))
		}
		if i%7 == 0 {
			g = g.Clone()
		}
		got := draw(t, g, c)
		if !assert.Equal(t, c.Result, got, "%s %.60v of %d from seed %s", c.Call, c.Parameters, c.N, c.Seed) {
			bad[c.Call] = true
			if len(bad) > 3 {
				return
			}
		}
	}
}
