package lapack

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/internal/thorough"
)

// nonsymmetric returns matrices whose eigenvalues are hard to find.
func nonsymmetric[T Scalar](n int) map[string]Matrix[T] {
	fill := func(f func(i, j int) float64) Matrix[T] {
		a := padded[T](n, n)
		for i := range n {
			for j := range n {
				a.Set(i, j, fromReal[T](f(i, j)))
			}
		}
		return a
	}
	r := rand.New(rand.NewPCG(7, uint64(n)))
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	dense := random[T](r, n, n)
	blocks := clone(dense)
	for i := n / 3; i < n; i++ {
		for j := range n / 3 {
			blocks.Set(i, j, 0)
		}
	}
	cut := clone(dense)
	for i := range n {
		for j := range n {
			if i > j+1 || i == j+1 && i%17 == 0 {
				cut.Set(i, j, 0)
			}
		}
	}
	symmetric := clone(dense)
	for i := range n {
		for j := range i {
			symmetric.Set(i, j, conj(dense.At(j, i)))
		}
		symmetric.Set(i, i, fromReal[T](realOf(dense.At(i, i))))
	}
	turned := clone(dense)
	for i := range n {
		for j := range i {
			turned.Set(i, j, -conj(dense.At(j, i)))
		}
		turned.Set(i, i, 0)
	}
	return map[string]Matrix[T]{
		"random":           dense,
		"blocks":           blocks,
		"zero couplings":   cut,
		"symmetric":        symmetric,
		"skew":             turned,
		"Grcar":            fill(func(i, j int) float64 { return is(j >= i && j <= i+3) - is(i == j+1) }),
		"Frank":            fill(func(i, j int) float64 { return is(i <= j+1) * float64(n-max(i, j)) / float64(n) }),
		"companion":        fill(func(i, j int) float64 { return is(i == j+1) - is(i == 0)*float64(j%5) }),
		"permutation":      fill(func(i, j int) float64 { return is(i == (j+1)%n) }),
		"Jordan":           fill(func(i, j int) float64 { return is(i == j)/2 + is(j == i+1) }),
		"lower Jordan":     fill(func(i, j int) float64 { return is(i == j)/2 + is(i == j+1) }),
		"all equal":        fill(func(i, j int) float64 { return 1 }),
		"identity":         fill(func(i, j int) float64 { return is(i == j) }),
		"zeros":            fill(func(i, j int) float64 { return 0 }),
		"graded":           fill(func(i, j int) float64 { return math.Pow(2, -float64(i+j)/8) * float64(1+(i*j+i)%7) }),
		"pairs alike":      fill(func(i, j int) float64 { return is(i/2 == j/2)*(is(j > i)-is(i > j)) + is(j == i+2) }),
		"one by the other": fill(func(i, j int) float64 { return float64((i*7+j*3)%11) - 5 }),
	}
}

// Sizes around those at which the algorithm, or its number of shifts, changes.
func TestEigOfOddMatrices(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testEigOfOddMatrices[float32, complex64], testEigOfOddMatrices[float64, complex128], testEigOfOddMatrices[complex64, complex64], testEigOfOddMatrices[complex128, complex128])
}

func testEigOfOddMatrices[T Scalar, C Complex](t *testing.T) {
	sizes := []int{30, 75, 76, 77, 150}
	if thorough.All() {
		sizes = append(sizes, 149, 220)
	}
	for _, n := range sizes {
		if n > 77 && (testing.Short() || isComplex[T]()) {
			continue
		}
		for name, a := range nonsymmetric[T](n) {
			if name == "Frank" && n > 77 {
				continue // what balancing does to its vectors is greater than rounding
			}
			checkEig[T, C](t, a, fmt.Sprint(name, " of ", n))
		}
	}
}

// The eigenvalues of a permutation are the roots of 1, and those of a triangle its diagonal.
func TestKnownEigenvalues(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	for _, n := range []int{50, 120, 200} {
		values := make([]complex128, n)
		require.True(t, EigValues(w, nonsymmetric[float64](n)["permutation"], values))
		for _, v := range values {
			angle := math.Atan2(imag(v), real(v)) / (2 * math.Pi) * float64(n)
			require.InDelta(t, math.Round(angle), angle, 1e-10)
			require.InDelta(t, 1, real(v)*real(v)+imag(v)*imag(v), 1e-12)
		}
	}
}

// Two blocks change places, and stay a Schur form.
func TestExchange(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n1, n2 := 1+r.IntN(2), 1+r.IntN(2)
		n := n1 + n2
		a := NewMatrix[float64](n, n)
		for i := range n {
			for j := i; j < n; j++ {
				a.Set(i, j, r.NormFloat64())
			}
		}
		z := NewMatrix[float64](n, n)
		z.SetIdentity()
		q := &realQR[float64]{w: w, h: a, z: z, values: make([]complex128, n), whole: true}
		for _, at := range []int{n1, n1 + n2} {
			if k := at - 1; at == n1 && n1 == 2 || at == n && n2 == 2 {
				a.Set(k, k, a.At(k-1, k-1))
				a.Set(k, k-1, -a.At(k-1, k))
			}
		}
		before, values := clone(a), q.roots(n)
		require.True(t, q.exchange(0, n1, n2))
		closeTo[float64](t, times(z, None, times(a, None, z, ConjTransposed), None), widened(before), norm1(widened(before)), "exchange")
		after := q.roots(n)
		for i := range n {
			want := values[(i+n1)%n]
			require.InDelta(t, real(want), real(after[i]), 1e-10)
			require.InDelta(t, imag(want), imag(after[i]), 1e-10)
		}
	}
}
