package torch

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// Functions have the derivatives that differences of their results show, or refuse.
func TestGradients(t *testing.T) {
	n, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	golden.Gradients{
		Apart:   strings.Join(slices.Collect(maps.Keys(drawers())), " "), // TestDrawsHaveGradients
		Refused: "nextafter .nextafter_ linalg.ldl_factor linalg.ldl_factor_ex special.gammainc special.gammaincc",
		// Python numbers that are given as tensors without axes are refused: PyTorch takes their values.
		PartlyRefused: `tensor as_tensor .new_tensor clamp .clamp_ clip .addcmul_ .addmm_ addmv .addmv_ baddbmm .baddbmm_ addbmm .addbmm_ addr .addr_
			special.zeta unique qr`, // the latter of all columns of tall matrices: they are not unique
		Hermitian: "linalg.cholesky linalg.cholesky_ex cholesky linalg.eigh linalg.eigvalsh",
		Unreached: map[string]string{
			"it has no tensor as its result": "set_default_dtype get_default_dtype promote_types can_cast broadcast_shapes device",
			"it takes no tensor":             "zeros ones empty full arange range linspace logspace eye tril_indices triu_indices bartlett_window blackman_window hamming_window hann_window kaiser_window",
			"it takes bools and integers": `bitwise_not .bitwise_not_ gcd .gcd_ lcm .lcm_ bitwise_and .bitwise_and_ bitwise_or .bitwise_or_
				bitwise_xor .bitwise_xor_ bitwise_left_shift .bitwise_left_shift_ bitwise_right_shift .bitwise_right_shift_ .__invert__
				.__lshift__ .__rshift__ nn.functional.one_hot`,
			"no call of it gives float64": ".half .bfloat16 .float .chalf .cfloat",
		},
	}.Run(t, golden.Space{Namespace: n.Namespace, Files: []string{"values", "values-convolutions", "values-factorizations", "values-decompositions", "values-forms", "values-complex", "values-fft"}})
}
