package torchrandom

import (
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/internal/draws"
)

// A golden is a call of PyTorch's, and what support/oracle/gen_random.py recorded of its result. It goes on from the case before
// unless the seed or n is another.
type golden struct {
	Seed, Call string
	N          int
	Parameters []string
	Result     draws.Recorded
	First      bool
}

// check compares a result with the recorded one.
func check[T any](t *testing.T, c golden, values []T) bool {
	got := draws.Of(t, values)
	require.Equal(t, c.Result.N, got.N, c.Call)
	return assert.Equal(t, c.Result.Sha, got.Sha, "%s %.60v of %d from seed %s", c.Call, c.Parameters, c.N, c.Seed)
}

func TestGolden(t *testing.T) {
	var cases []golden
	draws.Read(t, "testdata/torch.json.gz", &cases)
	require.Greater(t, len(cases), 900)
	var many []golden
	draws.Read(t, "testdata/many.json.gz", &many)
	require.Greater(t, len(many), 2400)
	many[0].First = true
	cases = append(cases, many...)
	var g *Generator
	bad := map[string]int{}
	for i, c := range cases {
		if testing.Short() && c.N > 50_000 { // all calls of that generator
			continue
		}
		if i == 0 || c.First || c.Seed != cases[i-1].Seed || c.N != cases[i-1].N {
			seed, err := strconv.ParseUint(c.Seed, 10, 64)
			require.NoError(t, err)
			g = New(seed)
		}
		switch i % 5 {
		case 0:
			g = g.Clone()
		case 1: // goes on from a saved state
			text, err := g.MarshalText()
			require.NoError(t, err)
			middle, next := new(Generator), new(Generator)
			require.NoError(t, middle.UnmarshalText(text))
			data, err := middle.MarshalBinary()
			require.NoError(t, err)
			require.NoError(t, next.UnmarshalBinary(data))
			g = next
		}
		if !checkCase(t, g, c) {
			if bad[c.Call]++; len(bad) > 10 || bad[c.Call] > 3 {
				return
			}
		}
	}
}

func checkCase(t *testing.T, g *Generator, c golden) bool {
	p := draws.Floats[float64](t, c.Parameters)
	if name, ok := strings.CutSuffix(c.Call, "32"); ok {
		return checkFloats(t, c, name, draws.Floats[float32](t, c.Parameters), samplers[float32]{
			func(dst []float32) error { return g.Uniform32(dst, float32(p[0]), float32(p[1])) },
			func(dst []float32) error { return g.Normal32(dst, p[0], p[1]) },
			func(dst []float32) error { return g.Exponential32(dst, p[0]) },
			g.Bernoulli32, g.Multinomial32, g.MultinomialDistinct32,
		})
	}
	if name, ok := strings.CutSuffix(c.Call, "64"); ok {
		return checkFloats(t, c, name, p, samplers[float64]{
			func(dst []float64) error { return g.Uniform64(dst, p[0], p[1]) },
			func(dst []float64) error { return g.Normal64(dst, p[0], p[1]) },
			func(dst []float64) error { return g.Exponential64(dst, p[0]) },
			g.Bernoulli64, g.Multinomial64, g.MultinomialDistinct64,
		})
	}
	dst := make([]int64, c.N)
	switch c.Call {
	case "bernoulli scalar":
		out := make([]bool, c.N)
		require.NoError(t, g.Bernoulli(out, p[0]))
		return check(t, c, out)
	case "randint":
		low, ok := new(big.Int).SetString(c.Parameters[0], 10)
		require.True(t, ok)
		high, ok := new(big.Int).SetString(c.Parameters[1], 10)
		require.True(t, ok)
		require.NoError(t, g.Integers(dst, low.Int64(), high.Int64()-1))
	case "random":
		g.NotNegative(dst)
	case "randperm":
		g.Permutation(dst)
	case "geometric":
		require.NoError(t, g.Geometric(dst, p[0]))
	default:
		require.Fail(t, c.Call)
	}
	return check(t, c, dst)
}

type samplers[F float32 | float64] struct {
	uniform, normal, exponential func(dst []F) error
	bernoulli                    func(dst []bool, p []F) error
	multinomial, distinct        func(dst []int64, weights []F) error
}

func checkFloats[F float32 | float64](t *testing.T, c golden, name string, p []F, s samplers[F]) bool {
	dst := make([]F, c.N)
	indices := make([]int64, c.N)
	switch name {
	case "uniform":
		require.NoError(t, s.uniform(dst))
	case "normal":
		require.NoError(t, s.normal(dst))
	case "exponential":
		require.NoError(t, s.exponential(dst))
	case "bernoulli":
		out, probabilities := make([]bool, c.N), make([]F, c.N)
		for i := range probabilities {
			probabilities[i] = p[0]
		}
		require.NoError(t, s.bernoulli(out, probabilities))
		return check(t, c, out)
	case "multinomial":
		require.NoError(t, s.multinomial(indices, p))
		return check(t, c, indices)
	case "multinomial one":
		require.NoError(t, s.multinomial(indices[:0:0], p))
		one := make([]int64, 1)
		require.NoError(t, s.multinomial(one, p))
		return check(t, c, one)
	case "multinomial distinct":
		indices = make([]int64, int(p[0]))
		require.NoError(t, s.distinct(indices, p[1:]))
		return check(t, c, indices)
	default:
		require.Fail(t, c.Call)
	}
	return check(t, c, dst)
}

func TestMisuse(t *testing.T) {
	g := New(0)
	x, y, k, b := make([]float32, 3), make([]float64, 3), make([]int64, 3), make([]bool, 3)
	var e *random.Error
	for i, err := range []error{
		g.Uniform32(x, 1, 0), g.Uniform64(y, 1, 0), g.Normal32(x, 0, -1), g.Normal64(y, 0, -1), g.Exponential32(x, 0), g.Exponential64(y, 0),
		g.Bernoulli(b, 1.5), g.Bernoulli32(b, []float32{1}), g.Bernoulli64(b, []float64{0, 1, 2}), g.Integers(k, 1, 0), g.Geometric(k, 0), g.Geometric(k, 1),
		g.UnmarshalText(nil), g.UnmarshalBinary(nil), g.UnmarshalText([]byte("MT19937:1;")),
		g.Multinomial32(k, nil), g.Multinomial64(k, []float64{0, 0}), g.Multinomial64(k, []float64{-1, 2}), g.MultinomialDistinct32(k, []float32{1, 1, 0}), g.MultinomialDistinct64(k, []float64{1}),
	} {
		assert.ErrorAs(t, err, &e, "%d", i)
	}
	same := New(0)
	g.Permutation(k)
	same.Permutation(k)
	assert.Equal(t, same.Source(), g.Source(), "nothing was drawn for an error")
}
