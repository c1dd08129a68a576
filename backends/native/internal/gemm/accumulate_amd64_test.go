//go:build linux

package gemm

import (
	"math/cmplx"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestAccumulate holds sums and differences with products against loops: all kernels, turned operands, gaps between
// rows that stay, one and several blocks of the summed axis.
func TestAccumulate(t *testing.T) {
	race.Sequential(t)
	for name, c := range machines(t) {
		t.Run(name, func(t *testing.T) {
			accumulated[float32](t, c, dtype.Float32, 0x1p-23)
			accumulated[float64](t, c, dtype.Float64, 0x1p-52)
			accumulated[complex64](t, c, dtype.Complex64, 0x1p-23)
			accumulated[complex128](t, c, dtype.Complex128, 0x1p-52)
		})
	}
}

func accumulated[T float32 | float64 | complex64 | complex128](t *testing.T, c *machine, d dtype.Dtype, epsilon float64) {
	r := rand.New(rand.NewPCG(3, uint64(d))) //nolint:gosec // no secret
	wide := func(x T) complex128 {
		switch x := any(x).(type) {
		case float32:
			return complex(float64(x), 0)
		case float64:
			return complex(x, 0)
		case complex64:
			return complex128(x)
		case complex128:
			return x
		}
		panic("no such element")
	}
	random := func(n int) []T {
		x := make([]T, n)
		for i := range x {
			re, im := 2*r.Float64()-1, 2*r.Float64()-1
			switch p := any(&x[i]).(type) {
			case *float32:
				*p = float32(re)
			case *float64:
				*p = re
			case *complex64:
				*p = complex(float32(re), float32(im))
			case *complex128:
				*p = complex(re, im)
			}
		}
		return x
	}
	for _, s := range [][3]int{{1, 1, 1}, {3, 2, 5}, {14, 16, 32}, {15, 31, 33}, {1, 40, 70}, {70, 40, 1}, {64, 64, 64}, {33, 700, 17}, {100, 50, 130}, {257, 33, 40}} {
		n, k, m := s[0], s[1], s[2]
		pitch := m + 5
		for turned := range 4 {
			for _, subtract := range []bool{false, true} {
				x, y, z := random(n*k), random(k*m), random(n*pitch)
				want := append([]T(nil), z...)
				a, b := Matrix{At: unsafe.Pointer(&x[0]), Row: k, Col: 1}, Matrix{At: unsafe.Pointer(&y[0]), Row: m, Col: 1}
				if turned&1 != 0 {
					a.Row, a.Col = 1, n
				}
				if turned&2 != 0 {
					b.Row, b.Col = 1, k
				}
				for i := range n {
					for j := range m {
						var sum T
						for l := range k {
							sum += x[i*a.Row+l*a.Col] * y[l*b.Row+j*b.Col]
						}
						if subtract {
							sum = -sum
						}
						want[i*pitch+j] += sum
					}
				}
				c.kernel(d).accumulate(Target{unsafe.Pointer(&z[0]), pitch, subtract}, a, b, n, k, m, []Split{InOne, inTurns, nil}[turned%3])
				for i := range z {
					if e := cmplx.Abs(wide(z[i]) - wide(want[i])); !(e <= 4*epsilon*float64(k+2)) || i%pitch >= m && e != 0 {
						t.Fatalf("%v %v, turned %d, subtract %v: element %d is %v, not %v", d, s, turned, subtract, i, z[i], want[i])
					}
				}
			}
		}
	}
}
