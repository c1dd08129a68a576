package libm

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/random/internal/draws"
)

// splitmix returns the first n words of SplitMix64 from 0, of which arguments are made.
func splitmix(n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		z := uint64(i+1) * 0x9e3779b97f4a7c15
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		out[i] = z ^ z>>31
	}
	return out
}

// What the C library returned, for 200,000 arguments of each kind.
func TestGolden(t *testing.T) {
	var cases []struct {
		Function, Inputs string
		Result           draws.Recorded
	}
	draws.Read(t, "testdata/libm.json", &cases)
	require.Greater(t, len(cases), 36)
	words := splitmix(200_000)
	unit := func(w uint64) float64 { return float64(w>>11) * 0x1p-53 }
	inputs := map[string]func(w uint64) float64{
		"unit":  unit,
		"minus": func(w uint64) float64 { return -unit(w) },
		"wide":  math.Float64frombits,
		"turn":  func(w uint64) float64 { return math.Pi * unit(w) },
		"tens":  func(w uint64) float64 { return (unit(w) - 0.5) * 40 },
	}
	functions := map[string]func(x float64) float64{"log": Log, "exp": Exp, "log1p": Log1p, "expm1": Expm1, "cos": Cos}
	single := map[string]func(x float32) float32{"log1pf": Log1pf, "logf": Logf, "sinf": Sinf, "cosf": Cosf}
	number := func(x float64) float64 { // the bits of a NaN are no matter
		if x != x {
			return 7
		}
		return x
	}
	reversed := slices.Clone(words)
	slices.Reverse(reversed)
	for _, c := range cases {
		require.Equal(t, len(words), c.Result.N)
		out, out32 := make([]float64, len(words)), make([]float32, len(words))
		for i, w := range words {
			other := unit(reversed[i])
			switch {
			case single[c.Function] != nil:
				out32[i] = float32(number(float64(single[c.Function](float32(inputs[c.Inputs](w))))))
			case c.Function == "powf":
				power := map[string][2]float32{"unit": {float32(unit(w)), float32(other * 20)}, "under": {float32(unit(w)), float32(other * 150)},
					"wide": {math.Float32frombits(uint32(w) & (1<<31 - 1)), float32((other - 0.5) * 3)}}[c.Inputs]
				out32[i] = float32(number(float64(Powf(power[0], power[1]))))
			case c.Function != "pow":
				out[i] = number(functions[c.Function](inputs[c.Inputs](w)))
			case c.Inputs == "unit":
				out[i] = number(Pow(unit(w), other*20))
			case c.Inputs == "wide":
				out[i] = number(Pow(math.Abs(math.Float64frombits(w)), (other-0.5)*3))
			case c.Inputs == "under":
				out[i] = number(Pow(unit(w), other*1500))
			}
		}
		if strings.HasSuffix(c.Function, "f") {
			assert.Equal(t, c.Result.Sha, draws.Of(t, out32).Sha, "%s of %s", c.Function, c.Inputs)
		} else {
			assert.Equal(t, c.Result.Sha, draws.Of(t, out).Sha, "%s of %s", c.Function, c.Inputs)
		}
	}
}

func TestEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	same := func(want, got float64) {
		t.Helper()
		if want != want {
			assert.True(t, got != got, got)
			return
		}
		assert.Equal(t, math.Float64bits(want), math.Float64bits(got), "want %v, got %v", want, got)
	}
	for _, c := range [][2]float64{{0, -inf}, {1, 0}, {inf, inf}, {-1, nan}, {nan, nan}, {5e-324, -744.4400719213812}} {
		same(c[1], Log(c[0]))
	}
	for _, c := range [][2]float64{{0, 1}, {inf, inf}, {-inf, 0}, {nan, nan}, {1000, inf}, {-1000, 0}, {709.782712893384, 0x1.fffffffffff2ap1023}, {-745.1, 5e-324}, {-1e300, 0}, {1e-300, 1}} {
		same(c[1], Exp(c[0]))
	}
	for _, c := range [][2]float64{{-1, -inf}, {-2, nan}, {inf, inf}, {nan, nan}, {0, 0}, {1e-300, 1e-300}} {
		same(c[1], Log1p(c[0]))
		assert.True(t, float64(Log1pf(float32(c[0]))) == float64(float32(c[1])) || c[1] != c[1])
	}
	for _, c := range [][3]float64{
		{0, 0, 1}, {0, 2, 0}, {0, -2, inf}, {inf, 2, inf}, {inf, -2, 0}, {1, nan, 1}, {nan, 0, 1}, {nan, 1, nan}, {-2, 2, nan},
		{2, inf, inf}, {2, -inf, 0}, {0.5, inf, 0}, {0.5, -inf, inf}, {2, 1e300, inf}, {0.5, 1e300, 0}, {2, 1e-300, 1}, {2, 0.5, math.Sqrt2},
		{5e-324, 1, 5e-324}, {10, 400, inf}, {10, -400, 0}, {2, -1074, 5e-324},
	} {
		same(c[2], Pow(c[0], c[1]))
	}
}
