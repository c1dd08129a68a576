package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRound(t *testing.T) {
	needAVX512(t)
	t.Run("float32", func(t *testing.T) {
		testUnary(t, edges32, map[string]func(z, x []float32){
			"round": Round32, "floor": Floor32, "ceil": Ceil32, "trunc": Trunc32, "sqrt": Sqrt32, "abs": Abs32,
		})
	})
	t.Run("float64", func(t *testing.T) {
		testUnary(t, edges64, map[string]func(z, x []float64){
			"round": Round64, "floor": Floor64, "ceil": Ceil64, "trunc": Trunc64, "sqrt": Sqrt64, "abs": Abs64,
		})
	})
}

func testUnary[T float](t *testing.T, edges []T, loops map[string]func(z, x []T)) {
	functions := map[string]func(float64) float64{
		"round": math.RoundToEven, "floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "sqrt": math.Sqrt, "abs": math.Abs,
	}
	require.Len(t, loops, len(functions))
	for name, f := range loops {
		t.Run(name, func(t *testing.T) {
			check := func(x []T) {
				z, unhurt := guarded[T](t, 42, len(x))
				f(z, x)
				unhurt()
				same, unhurtToo := guarded[T](t, 42, len(x))
				copy(same, x)
				f(same, same)
				unhurtToo()
				for i, v := range x {
					w := T(functions[name](float64(v)))
					if bitsOf(z[i]) != bitsOf(w) || bitsOf(same[i]) != bitsOf(w) {
						require.FailNow(t, "differs", "%v (%d of %d): %v, in place %v, not %v", v, i, len(x), z[i], same[i], w)
					}
				}
			}
			check(edges)
			r := rand.New(rand.NewPCG(3, 4))
			for _, n := range lengths() {
				check(draws(r, edges, n))
			}
		})
	}
}

func TestExtremes(t *testing.T) {
	needAVX512(t)
	greatest := func(x, y float32) float32 { return max(x, y) }
	least := func(x, y float32) float32 { return min(x, y) }
	greatest64 := func(x, y float64) float64 { return max(x, y) }
	least64 := func(x, y float64) float64 { return min(x, y) }
	t.Run("maximum32", func(t *testing.T) {
		testBinary(t, 42, edges32, Maximum32, greatest, bitsOf)
		testInPlace(t, edges32, Maximum32)
	})
	t.Run("minimum32", func(t *testing.T) {
		testBinary(t, 42, edges32, Minimum32, least, bitsOf)
		testInPlace(t, edges32, Minimum32)
	})
	t.Run("maximum64", func(t *testing.T) {
		testBinary(t, 42, edges64, Maximum64, greatest64, bitsOf)
		testInPlace(t, edges64, Maximum64)
	})
	t.Run("minimum64", func(t *testing.T) {
		testBinary(t, 42, edges64, Minimum64, least64, bitsOf)
		testInPlace(t, edges64, Minimum64)
	})
}

// testInPlace lets the result lie where an operand lies.
func testInPlace[T float](t *testing.T, edges []T, f func(z, x, y []T)) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range lengths() {
		x, y := draws(r, edges, n), draws(r, edges, n)
		want := make([]T, n)
		f(want, x, y)
		overX, overY := append([]T(nil), x...), append([]T(nil), y...)
		f(overX, overX, y)
		f(overY, x, overY)
		for i, w := range want {
			if bitsOf(overX[i]) != bitsOf(w) || bitsOf(overY[i]) != bitsOf(w) {
				require.FailNow(t, "differs in place", "%d of %d", i, n)
			}
		}
	}
}
