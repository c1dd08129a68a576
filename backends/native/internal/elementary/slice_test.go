package elementary

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// near reports whether a and b, results of a function at x, are the same, or differ by a last place of floats of so many bits, or by one of the function's sensitivity.
func near(name string, x, a, b float64, bits int) bool {
	if same(a, b) {
		return true
	}
	size := max(math.Abs(a), math.Abs(b))
	if f := sensitivity[name]; f != nil {
		size = max(size, math.Abs(f(x, 0)))
	}
	return math.Abs(a-b) <= math.Ldexp(1, math.Ilogb(size)+1-bits)
}

// TestSlices proves that a function of slices gives what that of one number gives, but for a last place, in place too.
func TestSlices(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), inf, -inf, nan, 1, -1, 0x1p-1074, math.MaxFloat64, 1e22, -700, 0.01}
	for _, f := range Functions {
		if f.Float64.One != nil {
			t.Run(f.Name, func(t *testing.T) { testSlice(t, f.Name, &f.Float64, append(special, inputs(-10, 10)[:1000]...), 53) })
			t.Run(f.Name+"32", func(t *testing.T) {
				x := append([]float32{}, inputs32(-10, 10)[:1000]...)
				for _, v := range special {
					x = append(x, float32(v))
				}
				testSlice(t, f.Name, &f.Float32, x, 24)
			})
		}
	}
}

func testSlice[T float32 | float64](t *testing.T, name string, k *Kernel[T], x []T, bits int) {
	for _, slice := range []func(dst, x []T){k.Slice(), k.Loop} {
		x := append([]T{}, x...)
		dst := make([]T, len(x))
		slice(dst, x)
		for i, v := range x {
			assert.True(t, near(name, float64(v), float64(k.One(v)), float64(dst[i]), bits), "of %v: %v, not %v", v, dst[i], k.One(v))
		}
		slice(x, x)
		for i := range x {
			assert.True(t, same(float64(dst[i]), float64(x[i])), "in place, element %d", i)
		}
		slice(nil, nil)
		assert.Panics(t, func() { slice(make([]T, 1), make([]T, 2)) }, "a short destination")
	}
}
