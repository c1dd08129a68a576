package golden

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy/dtype"
)

func TestDistance(t *testing.T) {
	nan, inf, tiny := math.NaN(), math.Inf(1), math.SmallestNonzeroFloat64
	one := math.Nextafter(1, 2)
	for _, c := range []struct{ x, y, want float64 }{
		{1, 1, 0}, {0, 0, 0}, {nan, -nan, 0}, {inf, inf, 0}, {0, math.Copysign(0, -1), 0.5},
		{1, one, 1}, {one, 1, 1}, {-1, -one, 1}, {1, math.Nextafter(one, 2), 2}, // float64 has no room for these bits as a number
		{tiny, 0, 1}, {tiny, -tiny, 2}, {-tiny, tiny, 2},
		{1, nan, inf}, {1, inf, inf}, {inf, -inf, 2 * float64(math.Float64bits(inf))},
	} {
		p := binary.LittleEndian.AppendUint64(nil, math.Float64bits(c.x))
		q := binary.LittleEndian.AppendUint64(nil, math.Float64bits(c.y))
		assert.Equal(t, c.want, distance(dtype.Float64, p, q), "%v, %v", c.x, c.y)
		same := append(p[:8:8], p...)
		assert.Equal(t, c.want, distance(dtype.Complex128, same, append(p[:8:8], q...)), "the imaginary part alone: %v, %v", c.x, c.y)
	}
	assert.Equal(t, inf, distance(dtype.Int8, []byte{1}, []byte{2}))
}
