package lapack

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Matrices of up to 8 rows: normal, graded, of few integers, of magnitudes far apart, of rank 1 and 2, and of zeros.
func TestSmall(t *testing.T) {
	t.Run("float32", testSmall[float32])
	t.Run("float64", testSmall[float64])
}

func testSmall[T Real](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	elements := []func(i, j int) float64{
		func(i, j int) float64 { return r.NormFloat64() },
		func(i, j int) float64 { return r.NormFloat64() * math.Pow(10, -float64(i+j)*2) },
		func(i, j int) float64 { return float64(r.IntN(3) - 1) },
		func(i, j int) float64 { return r.NormFloat64() * math.Pow(10, float64(r.IntN(30)-15)) },
		func(i, j int) float64 { return float64(i+1) * float64(j+1) / 7 },
		func(i, j int) float64 { return float64(i%2)*1e-3 + float64(j%3) },
		func(i, j int) float64 { return 0 },
	}
	for trial := range 7000 {
		m, n := 1+r.IntN(smallSide), 1+r.IntN(smallSide)
		kind := trial % len(elements)
		name := fmt.Sprint(kind, " ", m, "×", n)
		a := NewMatrix[T](m, n)
		for i := range m {
			for j := range n {
				a.Set(i, j, T(elements[kind](i, j)))
			}
		}
		wide := widened(a)
		s, k := make([]float64, min(m, n)), min(m, n)
		u, vh := NewMatrix[T](m, k), NewMatrix[T](k, n)
		if r.IntN(2) == 0 {
			u, vh = NewMatrix[T](m, m), NewMatrix[T](n, n)
		}
		require.True(t, SVD(w, clone(a), s, u, vh), name)
		only := make([]float64, k)
		require.True(t, SingularValues(w, clone(a), only), name)
		require.Equal(t, s, only, name)
		orthonormal(t, u, name)
		v := NewMatrix[T](n, vh.Rows)
		adjoint(v, vh)
		orthonormal(t, v, name)
		us := clone(u.Part(0, m, 0, k))
		for j, x := range s {
			require.True(t, j == 0 || x <= s[j-1], name)
			for i := range m {
				us.Set(i, j, us.At(i, j)*T(x))
			}
		}
		closeTo[T](t, times(us, None, clone(vh.Part(0, k, 0, n)), None), wide, norm1(wide), "U·S·Vᴴ of "+name)

		h := NewMatrix[T](m, m)
		for i := range m {
			for j := range m {
				h.Set(i, j, a.At(max(i, j), min(i, j)%n))
			}
		}
		checkEigh(t, h, name)
	}
}
