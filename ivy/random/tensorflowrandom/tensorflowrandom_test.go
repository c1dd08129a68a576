package tensorflowrandom

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/internal/draws"
)

// A golden is a call of TensorFlow's, and what support/oracle/gen_random.py recorded of its result. One of a generator goes on from
// the case before unless the seed is another.
type golden struct {
	Kind, Call       string
	Seed, Parameters []string
	N                int
	Result           draws.Recorded
}

func check[T any](t *testing.T, c golden, values []T) bool {
	got := draws.Of(t, values)
	require.Equal(t, c.Result.N, got.N, c.Call)
	return assert.Equal(t, c.Result.Sha, got.Sha, "%s %s %v of %d from seed %s", c.Kind, c.Call, c.Parameters, c.N, c.Seed)
}

func TestGolden(t *testing.T) {
	var cases []golden
	draws.Read(t, "testdata/tensorflow.json.gz", &cases)
	require.Greater(t, len(cases), 900)
	var many []golden
	draws.Read(t, "testdata/many.json.gz", &many)
	require.Greater(t, len(many), 1000)
	cases = append(cases, many...)
	var g *Generator
	var seeds *Seeds
	bad := 0
	for i, c := range cases {
		var seed []int64
		for _, text := range c.Seed {
			v, ok := new(big.Int).SetString(text, 10)
			require.True(t, ok)
			seed = append(seed, v.Int64())
			if c.Kind == "generator" && (i == 0 || c.Seed[0] != cases[i-1].Seed[0] || cases[i-1].Kind != c.Kind) {
				g = FromSeed(v)
			}
		}
		var p *random.Philox4x32
		if c.Kind == "seeded" {
			if cases[i-1].Kind != c.Kind || cases[i-1].Seed[0] != c.Seed[0] {
				seeds = SetSeed(seed[0])
			}
			if i%5 == 0 {
				seeds = seeds.Clone()
			}
			p, c = seededCall(t, seeds, c)
		} else if c.Kind == "generator" {
			g = FromState(g.State())
			p = g.Next(c.N)
		} else {
			switch c.Call {
			case "split":
				var out []int64
				for _, s := range Split([2]int64(seed), 7) {
					out = append(out, s[:]...)
				}
				check(t, c, out)
				continue
			case "fold in":
				s := FoldIn([2]int64(seed), 7)
				check(t, c, s[:])
				continue
			}
			p = Stateless([2]int64(seed))
		}
		if testing.Short() && c.N > 50_000 {
			continue
		}
		if !checkCase(t, p, c) {
			if bad++; bad > 10 {
				return
			}
		}
	}
}

// seededCall returns the words of a call, and the call without its seed.
func seededCall(t *testing.T, s *Seeds, c golden) (*random.Philox4x32, golden) {
	own := map[string]int{"uniform32": 2, "normal32": 2, "truncated normal32": 2, "uniform64": 2, "int32": 2, "shuffle": 0}[c.Call]
	if len(c.Parameters) == own {
		return s.Next(), c
	}
	seed, err := strconv.ParseInt(c.Parameters[own], 10, 64)
	require.NoError(t, err)
	c.Parameters = c.Parameters[:own]
	if c.Call == "shuffle" {
		return s.NextShuffle(c.Call, seed, c.N), c
	}
	return s.NextOf(c.Call, seed, c.N), c
}

func checkIntegers[T int32 | int64 | uint32 | uint64](t *testing.T, p *random.Philox4x32, c golden, low, high T) bool {
	dst := make([]T, c.N)
	require.NoError(t, Integers(p, dst, low, high))
	return check(t, c, dst)
}

func checkCase(t *testing.T, p *random.Philox4x32, c golden) bool {
	params := draws.Floats[float64](t, c.Parameters)
	single, double := make([]float32, c.N), make([]float64, c.N)
	switch c.Call {
	case "uniform32":
		Uniform32(p, single, float32(params[0]), float32(params[1]))
	case "normal32":
		Normal32(p, single, float32(params[0]), float32(params[1]))
	case "truncated normal32":
		TruncatedNormal32(p, single, float32(params[0]), float32(params[1]))
	case "uniform64", "normal64", "truncated normal64":
		map[string]func(*random.Philox4x32, []float64, float64, float64){
			"uniform64": Uniform64, "normal64": Normal64, "truncated normal64": TruncatedNormal64,
		}[c.Call](p, double, params[0], params[1])
		return check(t, c, double)
	case "int32":
		return checkIntegers(t, p, c, int32(params[0]), int32(params[1])-1)
	case "int64":
		return checkIntegers(t, p, c, int64(params[0]), int64(params[1])-1)
	case "full int32":
		return checkIntegers[int32](t, p, c, math.MinInt32, math.MaxInt32)
	case "full int64":
		return checkIntegers[int64](t, p, c, math.MinInt64, math.MaxInt64)
	case "full uint32":
		return checkIntegers[uint32](t, p, c, 0, math.MaxUint32)
	case "full uint64":
		return checkIntegers[uint64](t, p, c, 0, math.MaxUint64)
	case "shuffle":
		order := make([]int64, c.N)
		for i := range order {
			order[i] = int64(i)
		}
		Shuffle(p, order)
		return check(t, c, order)
	default:
		require.Fail(t, c.Call)
	}
	return check(t, c, single)
}

func TestMisuse(t *testing.T) {
	var e *random.Error
	assert.ErrorAs(t, Integers(Stateless([2]int64{}), make([]int32, 1), 1, 0), &e)
}
