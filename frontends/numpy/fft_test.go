package numpy

import (
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestFourier compares Fourier transforms and windows with NumPy's: transforms to a few units in the last place
// of their greatest element.
func TestFourier(t *testing.T) {
	golden.ReadValues(t, "fft", 2000).Run(t, std.Namespace, golden.Check{
		ULPOf: func(c *golden.Case, d dtype.Dtype) (float64, bool) {
			switch c.Path {
			case "i0", "kaiser", "blackman", "hamming", "hanning":
				return 8, true
			}
			return 0, false
		},
		Near: golden.Transformed(4),
	})
}
