package jaxrandom

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

// A golden is a call of jax.random with a key, and what support/oracle/gen_random.py recorded of its result.
type golden struct {
	Call            string
	Key, Parameters []string
	N               int
	Original        bool
	Result          draws.Recorded
}

func goldens(t *testing.T) []golden {
	var cases []golden
	draws.Read(t, "testdata/jax.json.gz", &cases)
	require.Greater(t, len(cases), 3500)
	var many []golden
	draws.Read(t, "testdata/many.json.gz", &many)
	require.Greater(t, len(many), 1500)
	return append(cases, many...)
}

func (c golden) key(t *testing.T) Key {
	k := Key{Original: c.Original}
	for i, text := range c.Key {
		w, err := strconv.ParseUint(text, 10, 32)
		require.NoError(t, err)
		k.Words[i] = uint32(w)
	}
	return k
}

// check compares a result with the recorded one.
func check[T any](t *testing.T, c golden, values []T) bool {
	got := draws.Of(t, values)
	require.Equal(t, c.Result.N, got.N)
	return assert.Equal(t, c.Result.Head, got.Head, "%s %.60v of %d", c.Call, c.Parameters, c.N) &&
		assert.Equal(t, c.Result.Sha, got.Sha, "%s %.60v of %d with %v", c.Call, c.Parameters, c.N, c.Key)
}

func checkIntegers[T random.Integer](t *testing.T, c golden) bool {
	bound := func(text string) T {
		v, ok := new(big.Int).SetString(text, 10)
		require.True(t, ok)
		return T(new(big.Int).And(v, new(big.Int).SetUint64(1<<64-1)).Uint64())
	}
	dst := make([]T, c.N)
	Integers(c.key(t), dst, bound(c.Parameters[0]), bound(c.Parameters[1]))
	return check(t, c, dst)
}

// increasing are the weights of "choice distinct weighted".
func increasing[F float32 | float64](n int) []F {
	out := make([]F, n+3)
	for i := range out {
		out[i] = F(float64(i+1) / float64(n+3) / float64(n+4) * 2)
	}
	return out
}

var samplers32 = map[string]func(k Key, dst []float32){
	"normal": Normal32, "exponential": Exponential32, "gumbel": Gumbel32, "gumbel high": GumbelHigh32, "laplace": Laplace32, "logistic": Logistic32,
}

var samplers64 = map[string]func(k Key, dst []float64){
	"normal": Normal64, "exponential": Exponential64, "gumbel": Gumbel64, "gumbel high": GumbelHigh64, "laplace": Laplace64, "logistic": Logistic64,
}

func TestGolden(t *testing.T) {
	bad := map[string]int{}
	for _, c := range goldens(t) {
		if testing.Short() && c.N > 50_000 {
			continue
		}
		if ok := checkCase(t, c); !ok {
			if bad[c.Call]++; len(bad) > 20 || bad[c.Call] > 3 {
				return
			}
		}
	}
}

func checkCase(t *testing.T, c golden) bool {
	k, n := c.key(t), c.N
	name, dtype, _ := strings.Cut(c.Call, " ")
	if name == "randint" {
		return map[string]func(*testing.T, golden) bool{
			"int8": checkIntegers[int8], "int16": checkIntegers[int16], "int32": checkIntegers[int32], "int64": checkIntegers[int64],
			"uint8": checkIntegers[uint8], "uint16": checkIntegers[uint16], "uint32": checkIntegers[uint32], "uint64": checkIntegers[uint64],
		}[dtype](t, c)
	}
	if name, ok := strings.CutSuffix(c.Call, "64"); ok && c.Call != "bits64" && c.Call != "key64" {
		return checkFloats(t, c, name, samplers64, Uniform64, Bernoulli64, ChoiceWeighted64[int64], ChoiceDistinctWeighted64[int64], Categorical64[int64])
	}
	if name, ok := strings.CutSuffix(c.Call, "32"); ok && c.Call != "bits32" && c.Call != "key32" {
		return checkFloats(t, c, name, samplers32, Uniform32, Bernoulli32, ChoiceWeighted32[int64], ChoiceDistinctWeighted32[int64], Categorical32[int64])
	}
	dst := make([]int64, n)
	switch c.Call {
	case "key32", "key64":
		seed, err := strconv.ParseInt(c.Parameters[0], 10, 64)
		require.NoError(t, err)
		key := NewKey(seed)
		if c.Call == "key64" {
			key = NewKey64(seed)
		}
		return check(t, c, key.Words[:])
	case "split":
		var words []uint32
		for _, child := range k.Split(n) {
			words = append(words, child.Words[:]...)
		}
		return check(t, c, words)
	case "fold in":
		key := k.FoldIn(uint32(n))
		return check(t, c, key.Words[:])
	case "bits8":
		bits := make([]uint8, n)
		Bits(k, bits)
		return check(t, c, bits)
	case "bits16":
		bits := make([]uint16, n)
		Bits(k, bits)
		return check(t, c, bits)
	case "bits32":
		bits := make([]uint32, n)
		Bits(k, bits)
		return check(t, c, bits)
	case "bits64":
		bits := make([]uint64, n)
		Bits(k, bits)
		return check(t, c, bits)
	case "permutation":
		Permutation(k, dst)
	case "choice":
		require.NoError(t, Choice(k, dst, int64(draws.Floats[float64](t, c.Parameters)[0])))
	case "choice distinct":
		require.NoError(t, ChoiceDistinct(k, dst, n+17))
	default:
		require.Fail(t, c.Call)
	}
	return check(t, c, dst)
}

func checkFloats[F float32 | float64](t *testing.T, c golden, name string, samplers map[string]func(Key, []F), uniform func(Key, []F, F, F),
	bernoulli func(Key, []bool, F), weighted, distinct func(Key, []int64, []F) error, categorical func(Key, []int64, []F, int) error,
) bool {
	k, p := c.key(t), draws.Floats[F](t, c.Parameters)
	dst, indices := make([]F, c.N), make([]int64, c.N)
	if f, ok := samplers[name]; ok {
		f(k, dst)
		return check(t, c, dst)
	}
	switch name {
	case "uniform":
		uniform(k, dst, p[0], p[1])
		return check(t, c, dst)
	case "truncated normal":
		out := make([]float32, c.N)
		TruncatedNormal32(k, out, float32(p[0]), float32(p[1]))
		return check(t, c, out)
	case "bernoulli":
		out := make([]bool, c.N)
		bernoulli(k, out, p[0])
		return check(t, c, out)
	case "choice weighted":
		require.NoError(t, weighted(k, indices, p))
	case "choice distinct weighted":
		require.NoError(t, distinct(k, indices, increasing[F](c.N)))
	case "categorical":
		require.NoError(t, categorical(k, indices, p, len(p)))
	default:
		require.Fail(t, c.Call)
	}
	return check(t, c, indices)
}
