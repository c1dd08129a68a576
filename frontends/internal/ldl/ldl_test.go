package ldl

import (
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFactors multiplies the factors of random matrices, many of which need 2×2 blocks, together again.
func TestFactors(t *testing.T) {
	for n := range 24 {
		for _, zeros := range []bool{false, true} { // on the diagonal
			check(t, n, zeros, false, Symmetric[float64], func(z complex128) float64 { return real(z) }, func(x float64) complex128 { return complex(x, 0) })
			check(t, n, zeros, false, ComplexSymmetric[complex128], func(z complex128) complex128 { return z }, func(x complex128) complex128 { return x })
			check(t, n, zeros, true, Hermitian[complex128], func(z complex128) complex128 { return z }, func(x complex128) complex128 { return x })
		}
	}
}

func check[T float64 | complex128](t *testing.T, n int, zeros, hermitian bool, f func(a []T, n int, pivots []int32) int, from func(z complex128) T, to func(x T) complex128) {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	other := func(z complex128) complex128 { return z }
	if hermitian {
		other = cmplx.Conj
	}
	want, a := make([]complex128, n*n), make([]T, n*n)
	for i := range n {
		for j := range i + 1 {
			z := to(from(complex(r.NormFloat64(), r.NormFloat64())))
			if i == j && zeros {
				z = 0
			}
			if i == j && hermitian {
				z = complex(real(z), 0)
			}
			want[i*n+j], want[j*n+i] = z, other(z)
			a[i*n+j], a[j*n+i] = from(99), from(z) // the other triangle is not read
		}
	}
	pivots := make([]int32, n)
	info := f(a, n, pivots)
	if n > 1 || !zeros {
		require.Zero(t, info)
	}
	wide := make([]int64, n)
	for i, p := range pivots {
		wide[i] = int64(p)
	}
	lower, rows, partner, ok := Order(wide, n)
	require.True(t, ok)
	l, d := make([]complex128, n*n), make([]complex128, n*n)
	pairs := 0
	for i := range n {
		l[i*n+i], d[i*n+i] = 1, to(a[i*n+i])
		for j := range i {
			x := to(a[j*n+int(lower[i*n+j])])
			if int(partner[i]) == j {
				x = to(a[j*n+i])
				d[i*n+j], d[j*n+i] = x, other(x)
				pairs++
			} else {
				l[i*n+j] = x
			}
		}
	}
	if zeros && n > 1 {
		assert.NotZero(t, pairs)
	}
	for i := range n {
		for j := range n {
			sum := complex128(0)
			for p := range n {
				for q := max(0, p-1); q < min(n, p+2); q++ {
					sum += l[i*n+p] * d[p*n+q] * other(l[j*n+q])
				}
			}
			assert.InDelta(t, 0, cmplx.Abs(sum-want[int(rows[i])*n+int(rows[j])]), 1e-11, "%d of %d, %d", i, n, j)
		}
	}
}

// TestSingular has what is left where there is nothing to divide by.
func TestSingular(t *testing.T) {
	pivots := make([]int32, 3)
	a := []float64{2, 4, 0, 0, 8, 0, 0, 0, 0}
	assert.Equal(t, 2, Symmetric(a, 3, pivots), "the first block that is zero")
	assert.Equal(t, []int32{2, 2, 3}, pivots)
	assert.Equal(t, []float64{8, 0.5, 0, 0, 0, 0, 0, 0, 0}, []float64{a[0], a[1], a[2], 0, a[4], a[5], 0, 0, a[8]})
}

// TestOrder refuses what no factorization gives.
func TestOrder(t *testing.T) {
	for _, p := range [][]int64{{0, 2}, {1, 3}, {1, 1}, {-2, 2}, {-1, -1}, {1, -2}, {-3, -3}} {
		_, _, _, ok := Order(p, 2)
		assert.False(t, ok, "%v", p)
	}
	lower, rows, partner, ok := Order([]int64{2, -3, -3}, 3)
	assert.True(t, ok)
	assert.Equal(t, []int64{0, 0, 0, 1, 1, 1, 2, 2, 2}, lower)
	assert.Equal(t, []int64{1, 0, 2}, rows)
	assert.Equal(t, []int64{0, 2, 1}, partner)
}
