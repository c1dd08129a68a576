package scalar

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// near reports whether a and b are the same, or differ by a last place of floats of so many bits.
func near(a, b float64, bits int) bool {
	return same(a, b) || math.Abs(a-b) <= math.Ldexp(1, max(math.Ilogb(a), math.Ilogb(b))+1-bits)
}

// TestSlices proves that a loop gives what the function of one number gives, but for a last place, in place too.
func TestSlices(t *testing.T) {
	loops := map[string]func(dst, x []float64){
		"Exp": ExpSlice, "Expm1": Expm1Slice, "Log": LogSlice, "Log1p": Log1pSlice, "Sin": SinSlice, "Cos": CosSlice, "Tan": TanSlice, "Tanh": TanhSlice,
		"Erf": ErfSlice, "Sigmoid": SigmoidSlice, "Silu": SiluSlice, "Softplus": SoftplusSlice, "Gelu": GeluSlice, "Sqrt": SqrtSlice,
	}
	special := []float64{0, math.Copysign(0, -1), inf, -inf, nan, 1, -1, 0x1p-1074, math.MaxFloat64, 1e22, -700, 0.01}
	for name, loop := range loops {
		t.Run(name, func(t *testing.T) {
			x := append(append([]float64{}, special...), inputs(-10, 10)[:1000]...)
			dst := make([]float64, len(x))
			loop(dst, x)
			for i, v := range x {
				assert.True(t, near(real1[name](v), dst[i], 53), "%s(%v): %v, not %v", name, v, dst[i], real1[name](v))
			}
			loop(x, x)
			for i := range x {
				assert.True(t, same(dst[i], x[i]), "%s in place, element %d", name, i)
			}
			loop(nil, nil)
			assert.Panics(t, func() { loop(make([]float64, 1), make([]float64, 2)) }, "a short destination")
		})
	}
	for _, r := range rows32 {
		if r.loop == nil {
			continue
		}
		t.Run(r.name+"32", func(t *testing.T) {
			x := append([]float32{}, inputs32(-10, 10)[:1000]...)
			for _, v := range special {
				x = append(x, float32(v))
			}
			dst := make([]float32, len(x))
			r.loop(dst, x)
			for i, v := range x {
				assert.True(t, near(float64(r.f(v)), float64(dst[i]), 24), "%s32(%v)", r.name, v)
			}
			r.loop(x, x)
			for i := range x {
				assert.True(t, same(float64(dst[i]), float64(x[i])), "%s32 in place, element %d", r.name, i)
			}
		})
	}
}
