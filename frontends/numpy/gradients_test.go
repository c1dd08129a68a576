package numpy

import (
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// Functions have the derivatives that differences of their results show, or refuse.
func TestGradients(t *testing.T) {
	golden.Gradients{
		Apart:   "random.", // TestDrawsRefuseGradients
		Refused: `arange nextafter spacing intersect1d bartlett blackman hamming hanning`,
		// Complete factors, distinct real numbers, and weights.
		PartlyRefused: `linalg.qr unique unique_values unique_counts unique_inverse unique_all union1d setdiff1d setxor1d`,
		Hermitian:     "linalg.cholesky linalg.eigh linalg.eigvalsh",
		Unreached: map[string]string{
			"it has no array as its result": `can_cast promote_types isdtype issubdtype iinfo broadcast_shapes set_printoptions get_printoptions printoptions
				format_float_positional format_float_scientific`,
			"it takes no array": "zeros ones empty full eye identity tri indices tril_indices triu_indices diag_indices",
			"it takes bools and integers": `gcd lcm bitwise_and bitwise_or bitwise_xor invert bitwise_not bitwise_invert left_shift bitwise_left_shift
				right_shift bitwise_right_shift bitwise_count unravel_index ravel_multi_index .__iand__ .__ior__ .__ixor__ .__ilshift__ .__irshift__`,
			"no call of it gives float64": "astype",
			"it takes a function":         "apply_along_axis",
		},
	}.Run(t, golden.Space{Namespace: std.Namespace, Files: []string{"values", "arguments", "fft"}})
}
