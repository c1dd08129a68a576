package lanes

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Functions do whole vectors only, touch nothing beyond, and leave what they cannot do. That the numbers are the right ones is
// for the goldens of the packages that call them, at lengths around those of vectors.
func TestBounds(t *testing.T) {
	for n := range 70 {
		words, pairs := make([]uint32, n+16), make([]uint64, n+16)
		for i := range words {
			words[i], pairs[i] = 7, 7
		}
		done := ThreeFry(words[:n], [2]uint32{1, 2}, 3)
		assert.LessOrEqual(t, done, n)
		assert.Equal(t, ThreeFryPairs(pairs[:n], [2]uint32{1, 2}, 3), done)
		for i := range words {
			assert.Equal(t, i >= done, words[i] == 7 && pairs[i] == 7, "%d of %d", i, n)
		}
		for i := range done {
			assert.Equal(t, words[i], uint32(pairs[i]>>32)^uint32(pairs[i]))
		}
		for _, f := range []func(x []float32) int{
			func(x []float32) int { return Unit23(x, 1, 5) }, func(x []float32) int { return Unit24(x, 1, 5, 6) },
			func(x []float32) int { return TorchNormal(x, 5, 0) }, func(x []float32) int { return JAXNormal(x) },
		} {
			x := make([]float32, n+16)
			for i := range x {
				x[i] = 0.25
			}
			done := f(x[:n])
			assert.LessOrEqual(t, done, n)
			for i, v := range x {
				assert.Equal(t, i >= done, v == 0.25, "%d of %d", i, n)
			}
		}
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	x := make([]float32, 16)
	for _, bad := range []float32{nan, inf, -inf} {
		assert.Zero(t, Unit23(x, bad, 0)+Unit23(x, 0, bad)+Unit24(x, bad, 0, 0)+Unit24(x, 0, bad, 0)+Unit24(x, 0, 0, bad)+TorchNormal(x, bad, 1)+TorchNormal(x, 0, bad))
	}
}
