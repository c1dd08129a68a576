package random

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/random/internal/draws"
)

// legacyIntegers draws integers of a type between bounds that are texts.
func legacyIntegers[T Integer](t *testing.T, r *RandomState, n int, texts []string) draws.Recorded {
	b := bigs(t, texts)
	dst := make([]T, n)
	require.NoError(t, RandomIntegers(r, dst, T(lowWords(b[0], 1)[0]), T(lowWords(b[1], 1)[0])))
	return draws.Of(t, dst)
}

var legacyContinuous = map[string]func(r *RandomState, dst, p []float64) error{
	"uniform":        func(r *RandomState, dst, p []float64) error { return r.Uniform(dst, p[0], p[1]) },
	"normal":         func(r *RandomState, dst, p []float64) error { return r.Normal(dst, p[0], p[1]) },
	"exponential":    func(r *RandomState, dst, p []float64) error { return r.Exponential(dst, p[0]) },
	"standard_gamma": func(r *RandomState, dst, p []float64) error { return r.StandardGamma(dst, p[0]) },
	"gamma":          func(r *RandomState, dst, p []float64) error { return r.Gamma(dst, p[0], p[1]) },
	"beta":           func(r *RandomState, dst, p []float64) error { return r.Beta(dst, p[0], p[1]) },
	"chisquare":      func(r *RandomState, dst, p []float64) error { return r.ChiSquare(dst, p[0]) },
	"standard_t":     func(r *RandomState, dst, p []float64) error { return r.StandardT(dst, p[0]) },
	"lognormal":      func(r *RandomState, dst, p []float64) error { return r.LogNormal(dst, p[0], p[1]) },
	"rayleigh":       func(r *RandomState, dst, p []float64) error { return r.Rayleigh(dst, p[0]) },
	"weibull":        func(r *RandomState, dst, p []float64) error { return r.Weibull(dst, p[0]) },
	"laplace":        func(r *RandomState, dst, p []float64) error { return r.Laplace(dst, p[0], p[1]) },
	"logistic":       func(r *RandomState, dst, p []float64) error { return r.Logistic(dst, p[0], p[1]) },
	"pareto":         func(r *RandomState, dst, p []float64) error { return r.Pareto(dst, p[0]) },
	"power":          func(r *RandomState, dst, p []float64) error { return r.Power(dst, p[0]) },
	"vonmises":       func(r *RandomState, dst, p []float64) error { return multiples(r.VonMises(dst, p[0], p[1]), dst) },
	"gumbel":         func(r *RandomState, dst, p []float64) error { return r.Gumbel(dst, p[0], p[1]) },

	"random":               func(r *RandomState, dst, _ []float64) error { r.Random(dst); return nil },
	"standard_normal":      func(r *RandomState, dst, _ []float64) error { r.StandardNormal(dst); return nil },
	"standard_exponential": func(r *RandomState, dst, _ []float64) error { r.StandardExponential(dst); return nil },
	"standard_cauchy":      func(r *RandomState, dst, _ []float64) error { r.StandardCauchy(dst); return nil },
}

var legacyDiscrete = map[string]func(r *RandomState, dst []int64, p []float64) error{
	"poisson":           func(r *RandomState, dst []int64, p []float64) error { return r.Poisson(dst, p[0]) },
	"binomial":          func(r *RandomState, dst []int64, p []float64) error { return r.Binomial(dst, int64(p[0]), p[1]) },
	"geometric":         func(r *RandomState, dst []int64, p []float64) error { return r.Geometric(dst, p[0]) },
	"negative_binomial": func(r *RandomState, dst []int64, p []float64) error { return r.NegativeBinomial(dst, p[0], p[1]) },
	"zipf":              func(r *RandomState, dst []int64, p []float64) error { return r.Zipf(dst, p[0]) },
	"logseries":         func(r *RandomState, dst []int64, p []float64) error { return r.LogSeries(dst, p[0]) },
	"hypergeometric": func(r *RandomState, dst []int64, p []float64) error {
		return r.Hypergeometric(dst, int64(p[0]), int64(p[1]), int64(p[2]))
	},
	"choice":          func(r *RandomState, dst []int64, p []float64) error { return r.Choice(dst, int64(p[0])) },
	"choice weighted": func(r *RandomState, dst []int64, p []float64) error { return r.ChoiceWeighted(dst, p) },
}

func drawLegacy(t *testing.T, r *RandomState, c generatorCase) draws.Recorded {
	n := c.N
	switch c.Call {
	case "integers int8":
		return legacyIntegers[int8](t, r, n, c.Parameters)
	case "integers uint8":
		return legacyIntegers[uint8](t, r, n, c.Parameters)
	case "integers int16":
		return legacyIntegers[int16](t, r, n, c.Parameters)
	case "integers uint16":
		return legacyIntegers[uint16](t, r, n, c.Parameters)
	case "integers int32":
		return legacyIntegers[int32](t, r, n, c.Parameters)
	case "integers uint32":
		return legacyIntegers[uint32](t, r, n, c.Parameters)
	case "integers int64":
		return legacyIntegers[int64](t, r, n, c.Parameters)
	case "integers uint64":
		return legacyIntegers[uint64](t, r, n, c.Parameters)
	case "integers bool":
		dst := make([]bool, n)
		r.Bools(dst)
		return draws.Of(t, dst)
	}
	p := draws.Floats[float64](t, c.Parameters)
	if f, ok := legacyContinuous[c.Call]; ok {
		return inParts(t, n, func(dst []float64) error { return f(r, dst, p) })
	}
	if f, ok := legacyDiscrete[c.Call]; ok {
		return inParts(t, n, func(dst []int64) error { return f(r, dst, p) })
	}
	dst := make([]int64, n)
	switch c.Call {
	case "permutation":
		r.Permutation(dst)
	case "choice distinct":
		require.NoError(t, r.ChoiceDistinct(dst, int(p[0])))
	case "choice distinct weighted":
		weights := make([]float64, n+3)
		for i := range weights {
			weights[i] = float64(i+1) / float64(n+3) / float64(n+4) * 2
		}
		require.NoError(t, r.ChoiceDistinctWeighted(dst, weights))
	case "multinomial":
		dst = make([]int64, n*(len(p)-1))
		require.NoError(t, r.Multinomial(dst, int64(p[0]), p[1:]))
	case "dirichlet":
		rows := make([]float64, n*len(p))
		require.NoError(t, r.Dirichlet(rows, p))
		return draws.Of(t, rows)
	default:
		require.Fail(t, c.Call)
	}
	return draws.Of(t, dst)
}

// Every call of NumPy's, one after the other on one RandomState.
func TestRandomState(t *testing.T) {
	t.Parallel()
	var cases []generatorCase
	draws.Read(t, "testdata/randomstate.json.gz", &cases)
	require.Greater(t, len(cases), 2500)
	var many []generatorCase
	draws.Read(t, "testdata/many_legacy.json.gz", &many)
	require.Greater(t, len(many), 1800)
	many[0].First = true
	cases = append(cases, many...)
	var r *RandomState
	bad := map[string]bool{}
	for i, c := range cases {
		if testing.Short() && c.N > 50_000 { // all calls of that RandomState
			continue
		}
		if i == 0 || !c.follows(cases[i-1]) {
			seed, err := strconv.ParseUint(c.Seed, 10, 32)
			require.NoError(t, err)
			r = NewRandomState(uint32(seed))
		}
		if i%5 == 0 { // goes on from a saved state
			r = restoredState(t, r)
		}
		if i%7 == 0 {
			r = r.Clone()
		}
		got := drawLegacy(t, r, c)
		if !assert.Equal(t, c.Result, got, "%s %.60v of %d from seed %s", c.Call, c.Parameters, c.N, c.Seed) {
			bad[c.Call] = true
			if len(bad) > 3 {
				return
			}
		}
	}
}

// restoredState returns a RandomState of the saved state, of the binary form restored from the text.
func restoredState(t *testing.T, r *RandomState) *RandomState {
	text, err := r.MarshalText()
	require.NoError(t, err)
	middle, out := new(RandomState), new(RandomState)
	require.NoError(t, middle.UnmarshalText(text))
	data, err := middle.MarshalBinary()
	require.NoError(t, err)
	require.NoError(t, out.UnmarshalBinary(data))
	return out
}

func TestDamagedRandomStates(t *testing.T) {
	r := NewRandomState(1)
	r.StandardNormal(make([]float64, 1))
	_, ok := r.Kept()
	require.True(t, ok)
	before, err := r.MarshalText()
	require.NoError(t, err)
	data, err := r.MarshalBinary()
	require.NoError(t, err)
	var e *Error
	for n := range data {
		assert.ErrorAs(t, r.UnmarshalBinary(data[:n]), &e)
	}
	other := append([]byte(nil), data...)
	other[0] = 2
	assert.ErrorAs(t, r.UnmarshalBinary(other), &e)
	for _, text := range []string{"", "MT19937:1", "MT19937:1;", ";", string(before) + "x", string(before[1:])} {
		assert.ErrorAs(t, r.UnmarshalText([]byte(text)), &e, text)
	}
	after, err := r.MarshalText()
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}
