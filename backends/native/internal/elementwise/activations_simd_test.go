package elementwise

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementary"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// The activations' loops of float32 give what the functions of one number do, or the float
// outside it: for every 4,093rd bit pattern, in place and not, and for short runs.
func TestActivations(t *testing.T) {
	for _, c := range []struct {
		op *ops.Op
		f  func(float32) float32
	}{
		{ops.GeluErf.Op, elementary.Gelu32}, {ops.GeluTanh.Op, elementary.GeluTanh32}, {ops.SoftplusOne.Op, elementary.Softplus32}, {ops.Silu.Op, elementary.Silu32},
	} {
		t.Run(c.op.Name, func(t *testing.T) {
			l := ActivationLoops[c.op][dtype.Float32]
			x := Scratch(dtype.Float32, 1<<20)
			z := Scratch(dtype.Float32, 1<<20)
			xs, zs := array.Flat[float32](x), array.Flat[float32](z)
			for i := range xs {
				xs[i] = math.Float32frombits(uint32(i) * 4093)
			}
			want := make([]float32, len(xs))
			for i, v := range xs {
				want[i] = c.f(v)
			}
			l.Run(Span{z, 0, len(zs)}, Spans{{x, 0, len(xs)}})
			compare := func(got []float32, at int) {
				for i, v := range got {
					if w := want[at+i]; v != w && !(v != v && w != w) || math.Signbit(float64(v)) != math.Signbit(float64(w)) && v == v {
						if math.Nextafter32(v, w) != w {
							assert.Equal(t, w, v, "%s(%v)", c.op.Name, math.Float32frombits(uint32(at+i)*4093))
							return
						}
					}
				}
			}
			compare(zs, 0)
			for _, n := range []int{1, 5, 63, 64, 65, 511, 512, 513, 1500} {
				at := 300_000 + n
				l.Run(Span{x, at, n}, Spans{{x, at, n}})
				compare(xs[at:at+n], at)
			}
		})
	}
}
