package scalar

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSlices proves that a loop gives what the function of one number gives, wherever the value stands, in place too.
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
				assert.True(t, same(real1[name](v), dst[i]), "%s(%v)", name, v)
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
				assert.True(t, same(float64(r.f(v)), float64(dst[i])), "%s32(%v)", r.name, v)
			}
			r.loop(x, x)
			for i := range x {
				assert.True(t, same(float64(dst[i]), float64(x[i])), "%s32 in place, element %d", r.name, i)
			}
		})
	}
}
