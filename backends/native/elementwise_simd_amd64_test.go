package native

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

func TestWideExtremes(t *testing.T) {
	if !simd.AVX512 {
		t.Skip("this machine has no AVX-512, or IVY_SIMD is off")
	}
	t.Run("greatest float32", func(t *testing.T) {
		testWideExtreme(t, greatestFloat[float32](), greatestRun, greatestRow, math.Float32bits)
	})
	t.Run("least float32", func(t *testing.T) {
		testWideExtreme(t, leastFloat[float32](), leastRun, leastRow, math.Float32bits)
	})
	t.Run("greatest float64", func(t *testing.T) {
		testWideExtreme(t, greatestFloat[float64](), greatestRun, greatestRow, math.Float64bits)
	})
	t.Run("least float64", func(t *testing.T) {
		testWideExtreme(t, leastFloat[float64](), leastRun, leastRow, math.Float64bits)
	})
}

// testWideExtreme compares a fold with the loops in Go: runs bit for bit, rows up to
// which NaN it is. Values are few, so that zeros of both signs are often the result.
func testWideExtreme[A float, U uint32 | uint64](t *testing.T, f fold[A], run func([]A) A, row func(acc, x []A), bits func(A) U) {
	zero, inf, nan := math.Copysign(0, -1), math.Inf(1), math.NaN()
	same := func(a, b A) bool { return bits(a) == bits(b) || a != a && b != b }
	r := rand.New(rand.NewPCG(1, 2))
	for _, values := range [][]float64{
		{0, zero}, {0}, {zero}, {0, zero, 1, 2}, {0, zero, -1, -2}, {1, 2, 3}, {-1, -2, -3},
		{inf, 1, -inf}, {-inf}, {inf}, {nan, 1}, {nan, -nan, 0, zero},
	} {
		t.Run(fmt.Sprint(values), func(t *testing.T) {
			draw := func(n int) []A {
				x := make([]A, n)
				for i := range x {
					x[i] = A(values[r.IntN(len(values))])
				}
				return x
			}
			for n := 1; n <= foldLen; n += 1 + n/20 {
				x := draw(n)
				require.Equal(t, bits(run(x)), bits(f.run(x)), "run of %d", n)

				acc, rows := draw(n), new([8][]A)
				want := append([]A(nil), acc...)
				for i := range rows {
					rows[i] = draw(n)
					row(want, rows[i])
				}
				f.rows(acc, rows)
				row(want, x)
				f.row(acc, x)
				for i := range want {
					require.True(t, same(want[i], acc[i]), "rows of %d, at %d: %v, not %v", n, i, acc[i], want[i])
				}
			}
		})
	}
}
