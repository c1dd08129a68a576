package lapack

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/internal/thorough"
)

// tridiagonals are what divides and conquers with difficulty: equal and close eigenvalues, couplings that vanish, grades.
func tridiagonals(n int) map[string][2][]float64 {
	r := rand.New(rand.NewPCG(21, uint64(n))) //nolint:gosec // no secret
	made := func(f func(i int) (d, e float64)) [2][]float64 {
		m := [2][]float64{make([]float64, n), make([]float64, n)}
		for i := range n {
			m[0][i], m[1][i] = f(i)
		}
		return m
	}
	return map[string][2][]float64{
		"random":       made(func(int) (d, e float64) { return r.NormFloat64(), r.NormFloat64() }),
		"second order": made(func(int) (d, e float64) { return 2, -1 }),
		"all equal":    made(func(int) (d, e float64) { return 3, 0 }),
		"zero":         made(func(int) (d, e float64) { return 0, 0 }),
		"no diagonal":  made(func(int) (d, e float64) { return 0, 1 }),
		"Wilkinson":    made(func(i int) (d, e float64) { return math.Abs(float64(i) - float64(n-1)/2), 1 }),
		"glued Wilkinson": made(func(i int) (d, e float64) {
			return math.Abs(float64(i%21) - 10), map[bool]float64{true: 1e-7, false: 1}[i%21 == 20]
		}),
		"close":          made(func(i int) (d, e float64) { return 1 + 1e-14*float64(i), 1e-15 }),
		"graded up":      made(func(i int) (d, e float64) { v := math.Pow(10, float64(i)*40/float64(n)-20); return v, v / 3 }),
		"graded down":    made(func(i int) (d, e float64) { v := math.Pow(10, 20-float64(i)*40/float64(n)); return v, v / 3 }),
		"half uncoupled": made(func(i int) (d, e float64) { return float64(i % 3), float64(i % 2) }),
		"negative":       made(func(i int) (d, e float64) { return -float64(i), -2 }),
		"tiny couplings": made(func(i int) (d, e float64) { return float64(i % 5), 1e-9 * r.Float64() }),
		"one large":      made(func(i int) (d, e float64) { return map[bool]float64{true: 1e18, false: 1}[i == n/2], 1e-3 }),
	}
}

func dividedSizes() []int {
	sizes := []int{1, 2, divideBase, divideBase + 1, 2*divideBase + 1, 100}
	if !testing.Short() {
		sizes = append(sizes, 129, 257)
	}
	return sizes
}

// TestDivide holds eigenvalues and vectors of tridiagonal matrices by what they are: T·v = λ·v, orthonormal.
func TestDivide(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	for _, n := range dividedSizes() {
		for name, m := range tridiagonals(n) {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				testDivide[float32](t, m[0], m[1])
				testDivide[float64](t, m[0], m[1])
			})
		}
	}
}

func testDivide[F Real](t *testing.T, diagonal, beside []float64) {
	n := len(diagonal)
	d, e := slices.Clone(diagonal), slices.Clone(beside)
	z := NewMatrix[F](n, n)
	require.True(t, tridiagonalDC(w, d, e, z))
	require.True(t, slices.IsSorted(d))
	size := 0.0
	for i := range n {
		size = max(size, math.Abs(diagonal[i])+2*math.Abs(beside[i]))
	}
	bound := 30 * float64(n) * Epsilon[F]()
	for i := range n {
		v := z.Row(i)
		for l := range n {
			s := (diagonal[l] - d[i]) * float64(v[l])
			if l > 0 {
				s += beside[l-1] * float64(v[l-1])
			}
			if l < n-1 {
				s += beside[l] * float64(v[l+1])
			}
			require.LessOrEqual(t, math.Abs(s), bound*size, "row %d of T·v of λ %d", l, i)
		}
		for j := range i + 1 {
			s := 0.0
			for l, x := range z.Row(j) {
				s += float64(x) * float64(v[l])
			}
			if i == j {
				s--
			}
			require.LessOrEqual(t, math.Abs(s), bound, "the product of vectors %d and %d", i, j)
		}
	}
	// The values alone, by another algorithm.
	x, y := slices.Clone(diagonal), slices.Clone(beside)
	require.True(t, tridiagonalQL(w, x, y, iterationTolerance[F](), nil))
	slices.Sort(x)
	for i, v := range x {
		require.InDelta(t, v, d[i], bound*size)
	}
}

// TestDivideBidiagonal holds singular values and vectors by what they are: B·v = σ·u, orthonormal, with a column more or not.
func TestDivideBidiagonal(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	for _, n := range dividedSizes() {
		for name, m := range tridiagonals(n) {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				for more := range 2 {
					if more > 0 || thorough.All() {
						testDivideBidiagonal[float32](t, m[0], m[1], more)
					}
					testDivideBidiagonal[float64](t, m[0], m[1], more)
				}
			})
		}
	}
}

func testDivideBidiagonal[F Real](t *testing.T, diagonal, above []float64, more int) {
	n := len(diagonal)
	d, e := slices.Clone(diagonal), slices.Clone(above)
	x, y := NewMatrix[F](n, n), NewMatrix[F](n+more, n+more)
	require.True(t, bidiagonalDC(w, d, e, x, y))
	size := 0.0
	for i := range n {
		size = max(size, math.Abs(diagonal[i])+math.Abs(above[i]))
	}
	bound := 30 * float64(n) * Epsilon[F]()
	for j := range n + more {
		v := y.Row(j)
		for i := range n {
			s := diagonal[i] * float64(v[i])
			if i+1 < n+more {
				s += above[i] * float64(v[i+1])
			}
			if j < n {
				s -= d[j] * float64(x.At(j, i))
			}
			require.LessOrEqual(t, math.Abs(s), bound*size, "row %d of B·v − σ·u of σ %d", i, j)
		}
	}
	for _, z := range []Matrix[F]{x, y} {
		for i := range z.Rows {
			for j := range i + 1 {
				s := 0.0
				for l, v := range z.Row(j) {
					s += float64(v) * float64(z.At(i, l))
				}
				if i == j {
					s--
				}
				require.LessOrEqual(t, math.Abs(s), bound, "the product of vectors %d and %d", i, j)
			}
		}
	}
	if more == 0 { // the values alone, by another algorithm
		p, q := slices.Clone(diagonal), slices.Clone(above)
		require.True(t, bidiagonalQR(w, p, q[:n], iterationTolerance[F](), nil, nil, nil))
		slices.Sort(p)
		slices.Sort(d)
		for i, v := range p {
			require.InDelta(t, v, d[i], bound*size)
		}
	}
}
