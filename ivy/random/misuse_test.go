package random

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Parameters that a distribution does not have are errors, and nothing is drawn and nothing written.
func TestBadParameters(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	negativeZero := math.Copysign(0, -1)
	g := NewSeeded(1)
	r := NewRandomState(1)
	x, k, b := make([]float64, 6), make([]int64, 6), make([]bool, 6)
	before, beforeLegacy := stateText(t, g.Source()), stateText(t, r.Source())
	for i, err := range []error{
		g.Uniform(x, 1, 0), g.Uniform(x, 0, nan), g.Uniform(x, 0, inf), g.Uniform(x, -math.MaxFloat64, math.MaxFloat64),
		r.Uniform(x, 0, nan), r.Uniform(x, 0, inf),
		g.Normal(x, 0, -1), g.Normal(x, 0, nan), g.Normal(x, 0, negativeZero), r.Normal(x, 0, -1),
		g.Exponential(x, -1), r.Exponential(x, -1), g.StandardGamma(x, -1), g.Gamma(x, -1, 1), g.Gamma(x, 1, -1), r.Gamma(x, 1, -1), r.StandardGamma(x[:0], -1),
		g.Beta(x, 0, 1), g.Beta(x, 1, nan), g.ChiSquare(x, 0), g.StandardT(x, 0), g.LogNormal(x, 0, -1), g.Rayleigh(x, -1), g.Weibull(x, -1),
		g.Laplace(x, 0, -1), g.Logistic(x, 0, -1), g.Gumbel(x, 0, -1),
		g.TruncatedNormal(x, 0, 0, -1, 1), g.TruncatedNormal(x, nan, 1, -1, 1), g.TruncatedNormal(x, 0, inf, -1, 1), g.TruncatedNormal(x, 0, 1, 1, 1), g.TruncatedNormal(x, 0, 1, nan, 1),
		g.Dirichlet(x, nil), g.Dirichlet(x, []float64{1, 2, 3, 4}), g.Dirichlet(x, []float64{1, 0}), g.Dirichlet(x, []float64{1, nan}),
		g.Poisson(k, -1), g.Poisson(k, nan), g.Poisson(k, 1e19), g.Poisson(k, inf),
		g.Binomial(k, -1, 0.5), g.Binomial(k, 1, -0.1), g.Binomial(k, 1, 1.1), g.Binomial(k, 1, nan),
		g.Geometric(k, 0), g.Geometric(k, 1.1), g.Geometric(k, nan),
		g.NegativeBinomial(k, 0, 0.5), g.NegativeBinomial(k, 1, 0), g.NegativeBinomial(k, 1, 1.1), g.NegativeBinomial(k, 1e300, 1e-300), g.NegativeBinomial(k, inf, 1),
		g.Pareto(x, 0), g.Pareto(x, nan), g.Power(x, -1), g.VonMises(x, 0, -1), g.VonMises(x, 0, nan), r.VonMises(x, 0, 1e16), r.Pareto(x, 0), r.Power(x, 0),
		g.Zipf(k, 1), g.Zipf(k, nan), r.Zipf(k, 1), g.LogSeries(k, 1), g.LogSeries(k, -0.1), g.LogSeries(k, nan), r.LogSeries(k, 1),
		g.Hypergeometric(k, -1, 1, 0), g.Hypergeometric(k, 1, -1, 0), g.Hypergeometric(k, 1, 1, -1), g.Hypergeometric(k, 1, 1, 3), g.Hypergeometric(k, 1e9, 1, 3), g.Hypergeometric(k, 1, 1e9, 3),
		r.Hypergeometric(k, 1, 1, 0), r.Hypergeometric(k, math.MaxInt64, 1, 1),
		g.MultivariateHypergeometric(k, nil, 0, false), g.MultivariateHypergeometric(k, make([]int64, 4), 0, false), g.MultivariateHypergeometric(k, []int64{1, -1}, 0, false),
		g.MultivariateHypergeometric(k, []int64{1, 2}, 4, false), g.MultivariateHypergeometric(k, []int64{1, 2}, -1, true), g.MultivariateHypergeometric(k, []int64{1, 1e9}, 4, false),
		g.MultivariateHypergeometric(k, []int64{1, 1 << 41}, 4, true), g.MultivariateHypergeometric(k, []int64{math.MaxInt64, 1}, 4, true),
		g.StandardGamma32(nil, -1),
		g.Multinomial(k, 3, nil), g.Multinomial(k, 3, make([]float64, 4)), g.Multinomial(k, -1, []float64{0.5, 0.5}), g.Multinomial(k, 3, []float64{0.6, 0.6, 0}), g.Multinomial(k, 3, []float64{-0.1, 1.1}),
		g.Bernoulli(b, -0.1), g.Bernoulli(b, nan),
		Integers(g, k, 1, 0), RandomIntegers(r, k, 1, 0),
		g.Choice(k, 0), g.Choice(k, -1), r.Choice(k, 0), g.ChoiceDistinct(k, 5, true), r.ChoiceDistinct(k, 5), g.ChoiceDistinct(k, -1, true),
		g.ChoiceWeighted(k, nil), g.ChoiceWeighted(k, []float64{0.5, 0.4}), g.ChoiceWeighted(k, []float64{1.5, -0.5}), g.ChoiceWeighted(k, []float64{nan, 1}),
		g.ChoiceDistinctWeighted(k, []float64{0.5, 0.5, 0, 0, 0, 0, 0}), g.ChoiceDistinctWeighted(k, []float64{0.5, 0.4}),
	} {
		var e *Error
		require.ErrorAs(t, err, &e, "%d", i)
		assert.NotEmpty(t, e.Func)
		assert.Contains(t, err.Error(), e.Func+": "+e.Text)
	}
	assert.Equal(t, before, stateText(t, g.Source()))
	assert.Equal(t, beforeLegacy, stateText(t, r.Source()))
	assert.Equal(t, make([]float64, 6), x)
	assert.Equal(t, make([]int64, 6), k)
}

// Of nothing there is nothing to draw.
func TestNothing(t *testing.T) {
	g := NewSeeded(1)
	before := stateText(t, g.Source())
	require.NoError(t, g.Choice(nil, 0))
	require.NoError(t, g.ChoiceDistinct(nil, 0, true))
	require.NoError(t, g.ChoiceDistinctWeighted(nil, []float64{1}))
	require.NoError(t, g.Dirichlet(nil, []float64{1}))
	require.NoError(t, g.Multinomial(nil, 3, []float64{1}))
	require.NoError(t, g.TruncatedNormal(nil, 0, 1, 0, 1))
	require.NoError(t, Integers[int8](g, nil, 0, 1))
	g.Permutation(nil)
	g.Shuffle(0, nil)
	g.Shuffle(1, nil)
	assert.Equal(t, before, stateText(t, g.Source()))
}

// Truncated numbers are within the bounds, whatever these are.
func TestTruncatedBounds(t *testing.T) {
	g := NewSeeded(3)
	x := make([]float64, 2000)
	for _, c := range [][4]float64{{0, 1, 0.1, 0.1000001}, {0, 1, 37, 38}, {0, 1, -38, -37}, {5, 1e-3, 5, 5.0001}, {0, 1, 1000, math.Inf(1)}, {1e300, 1, 0, math.Inf(1)}, {0, 1, 1e10, 1e11}, {0, 1, 1e200, math.Inf(1)}, {0, 1e-10, 1e300, 2e300}, {0, 1e-10, -2e300, -1e300}, {0, 1, 1e200, math.Nextafter(1e200, 2e200)}} {
		require.NoError(t, g.TruncatedNormal(x, c[0], c[1], c[2], c[3]))
		for _, v := range x {
			require.True(t, v >= c[2] && v <= c[3], "%v in %v", v, c)
		}
	}
}
