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

func TestNumber(t *testing.T) {
	column := data{"float32", []int{2, 1}, []byte{0, 0, 0x80, 0x3f, 1, 0, 0, 0}} // 1, and the least subnormal
	row := data{"int8", []int{1, 3}, []byte{5, 6, 7}}
	v := Values{Pool: map[string]data{"column": column, "row": row}}
	c := Case{Args: []any{"@column", "@row", "f:0x1p+1", nil}, Result: []any{"float32", []any{2., 3.}, ""}}
	for i, want := range []complex128{1, 1, 1, 0x1p-149, 0x1p-149, 0x1p-149} {
		z, ok := v.Number(&c, 0, i)
		assert.True(t, ok)
		assert.Equal(t, want, z, "element %d", i)
		z, ok = v.Number(&c, 1, i)
		assert.True(t, ok)
		assert.Equal(t, complex(float64(5+i%3), 0), z, "element %d", i)
	}
	z, ok := v.Number(&c, 2, 5)
	assert.True(t, ok)
	assert.Equal(t, 2+0i, z)
	for _, operand := range []int{3, 4} {
		_, ok = v.Number(&c, operand, 0)
		assert.False(t, ok)
	}
	_, ok = v.Number(&c, 0, -1)
	assert.False(t, ok)
	c.Result = []any{"float32", []any{6.}, ""}
	_, ok = v.Number(&c, 0, 0)
	assert.False(t, ok, "of another rank")
}

func TestDifference(t *testing.T) {
	bits := func(x float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)) }
	assert.Equal(t, 0.5, difference(dtype.Float64, bits(1), bits(1.5)))
	assert.Equal(t, 2., difference(dtype.Complex128, append(bits(1), bits(-1)...), append(bits(1.5), bits(1)...)))
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		assert.Equal(t, math.Inf(1), difference(dtype.Float64, bits(x), bits(1)))
		assert.Equal(t, math.Inf(1), difference(dtype.Float64, bits(1), bits(x)))
	}
}
