package tensorflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// Functions have the derivatives that differences of their results show, or refuse.
func TestGradients(t *testing.T) {
	each(t, "", func(t *testing.T, n *TensorFlow) {
		numpy, err := New(Config{Mode: "all", Backend: n.Env().CurrentBackend()})
		require.NoError(t, err)
		golden.Gradients{
			Apart:         "random.", // TestDrawsHaveGradients
			Refused:       `math.nextafter experimental.numpy.nextafter unique unique_with_counts`,
			PartlyRefused: "linalg.qr", // of complete factors
			Hermitian:     "linalg.cholesky linalg.eigh linalg.eigvalsh linalg.logdet",
			Unreached: map[string]string{
				"it takes no float64":            "nn.max_pool3d nn.avg_pool3d",
				"it has no tensor as its result": "experimental.numpy.promote_types",
				"it takes no tensor": `zeros ones eye linalg.eye range experimental.numpy.zeros experimental.numpy.empty experimental.numpy.ones
					experimental.numpy.eye experimental.numpy.identity experimental.numpy.full experimental.numpy.arange experimental.numpy.tri
					signal.hann_window signal.hamming_window signal.kaiser_window signal.kaiser_bessel_derived_window signal.vorbis_window
					signal.linear_to_mel_weight_matrix`,
				"it returns a function": "signal.inverse_stft_window_fn",
				"it takes bools and integers": `one_hot logical_and math.logical_and logical_or math.logical_or math.logical_xor logical_not
					math.logical_not bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift
					bitwise.invert .__and__ .__or__ .__xor__ .__invert__ experimental.numpy.gcd experimental.numpy.lcm
					experimental.numpy.bitwise_and experimental.numpy.bitwise_or experimental.numpy.bitwise_xor
					experimental.numpy.bitwise_not reduce_any math.reduce_any reduce_all math.reduce_all`,
			},
		}.Run(t, golden.Space{Namespace: n.Namespace, Files: []string{"values", "values-convolutions", "values-parameters", "values-signal", "values-factorizations", "values-banded"}},
			golden.Space{Namespace: numpy.Namespace, Files: []string{"values-all", "values-parameters-all"}})
	})
}
