package torch

import (
	"strings"
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestFourier compares Fourier transforms, windows and short-time transforms with PyTorch's: transforms to a few
// units in the last place of their greatest element.
func TestFourier(t *testing.T) {
	v := golden.ReadValues(t, "values-fft", 1500)
	for _, n := range spaces(t)[Float32] {
		t.Run(n.Env().Ones(nil, dtype.Float32).Backend(), func(t *testing.T) {
			near, single := golden.Transformed(6), golden.Transformed(6*(1<<29))
			v.Run(t, n.Namespace, golden.Check{
				ULPOf: func(c *golden.Case, d dtype.Dtype) (float64, bool) {
					return 16, strings.HasSuffix(c.Path, "_window") && !dtype.Narrow.Has(d)
				},
				Near: func(v *golden.Values, c *golden.Case, d dtype.Dtype, i int) float64 {
					if first, _ := c.Args[0].(string); c.Path == "istft" && (d == dtype.Float64 || d == dtype.Complex128) && strings.HasPrefix(first, "@complex64") { // before a wider window
						return single(v, c, d, i)
					}
					return near(v, c, d, i)
				},
			})
		})
	}
}
