package libm

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FMA32 is rounded once, also where float64 is not enough for the sum.
func TestFused(t *testing.T) {
	state := uint64(1)
	next := func() float32 {
		state = state*6364136223846793005 + 1442695040888963407
		sign, exponent := uint32(state>>33)&0x80000000, 97+uint32(state>>40)%60
		return math.Float32frombits(sign | exponent<<23 | uint32(state>>20)&0x7fffff)
	}
	exact := func(x, y, z float32) float32 {
		a := new(big.Float).SetPrec(300).SetFloat64(float64(x))
		a.Mul(a, new(big.Float).SetPrec(300).SetFloat64(float64(y)))
		a.Add(a, new(big.Float).SetPrec(300).SetFloat64(float64(z)))
		f, _ := a.Float32()
		return f
	}
	for range 200_000 {
		x, y, z := next(), next(), next()
		require.Equal(t, exact(x, y, z), FMA32(x, y, z), "%v %v %v", x, y, z)
	}
	for _, c := range [][3]float32{
		{0x1.000002p0, 0x1p-24, 1}, {0x1.fffffep-1, 0x1p-24, 1}, {0x1p-24, 1, 1}, {-0x1.000002p0, 0x1p-24, 1}, {0x1p-100, 0x1p-40, 0x1p-126},
		{0x1p-70, 0x1.8p-79, 0x1p-149}, {0x1p-75, 0x1p-75, 0x1p-149}, {0x1p-75, -0x1p-75, 0x1p-149}, {0x1.000002p0, 0x1.000002p0, 0x1p-60},
	} {
		assert.Equal(t, exact(c[0], c[1], c[2]), FMA32(c[0], c[1], c[2]), c)
	}
}
