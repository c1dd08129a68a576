package jax

import (
	"maps"
	"slices"
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// Functions have the derivatives that differences of their results show, or refuse.
func TestGradients(t *testing.T) {
	n := newJAX(t, Config{X64: true}, "native").Namespace
	s := golden.Space{Namespace: n}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		if part != "x32" {
			s.Files = append(s.Files, "values-"+part)
		}
	}
	golden.Gradients{
		Function:      valueFunctions(n),
		Constant:      "lax.stop_gradient",
		Refused:       "numpy.arange numpy.nextafter lax.nextafter lax.digamma scipy.special.digamma",
		PartlyRefused: "numpy.linalg.matrix_norm", // by singular values
		Unreached: map[string]string{
			"it has no array as its result": `config.update numpy.promote_types numpy.issubdtype numpy.isdtype numpy.broadcast_shapes
				numpy.set_printoptions numpy.get_printoptions numpy.printoptions`,
			"it takes no array": `numpy.zeros numpy.ones numpy.empty numpy.eye numpy.identity numpy.tri numpy.indices lax.iota lax.broadcasted_iota
				numpy.bartlett numpy.blackman numpy.hamming numpy.hanning numpy.diag_indices numpy.tril_indices numpy.triu_indices`,
			"it takes bools and integers": `numpy.bitwise_invert numpy.bitwise_not numpy.invert numpy.bitwise_and numpy.bitwise_or numpy.bitwise_xor
				numpy.left_shift numpy.bitwise_left_shift numpy.right_shift numpy.bitwise_right_shift numpy.gcd numpy.lcm numpy.bitwise_count
				lax.bitwise_not lax.population_count lax.clz lax.bitwise_and lax.bitwise_or lax.bitwise_xor lax.shift_left
				lax.shift_right_arithmetic lax.shift_right_logical`,
			"no call of it gives float64": "numpy.bfloat16 numpy.float16 numpy.float32 numpy.complex64 lax.convert_element_type",
		},
	}.Run(t, s)
}
