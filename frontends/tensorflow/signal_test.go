package tensorflow

import (
	"testing"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestSignal compares tf.signal with TensorFlow's: what is transformed to a few units in the last place of the
// greatest element.
func TestSignal(t *testing.T) {
	v := golden.ReadValues(t, "values-signal", 700)
	each(t, "", func(t *testing.T, n *TensorFlow) {
		near, mel := golden.Transformed(8), golden.Transformed(64)
		v.Run(t, n.Namespace, golden.Check{
			Near: func(v *golden.Values, c *golden.Case, d dtype.Dtype, i int) float64 {
				if c.Path == "signal.linear_to_mel_weight_matrix" { // differences of logarithms
					return mel(v, c, d, i)
				}
				return near(v, c, d, i)
			},
			ULPOf: func(_ *golden.Case, d dtype.Dtype) (float64, bool) {
				return 4, d == dtype.Float16 || d == dtype.BFloat16
			},
			Function: func(path string) golden.Caller {
				if path != "signal.inverse_stft_window_fn()" {
					return nil
				}
				return func(args ...any) any {
					window := n.Call(n.Functions.Must("signal.inverse_stft_window_fn"), args[1]).(frontend.Callable)
					return window(args[0], args[2])
				}
			},
		})
	})
}
