package libm

import (
	"math"
)

// FMA32 returns x·y + z, rounded once.
func FMA32(x, y, z float32) float32 {
	p := float64(float64(x) * float64(y)) // exact
	s := p + float64(z)
	bits := math.Float64bits(s)
	const half, tail = 1 << 28, 1<<29 - 1
	if bits&tail != half && math.Abs(s) >= 0x1p-126 || s == 0 {
		return float32(s)
	}
	// s may be rounded to the middle between two float32, or these have fewer bits: where s is not exact its last bit is
	// made 1, so that it is rounded in the right direction.
	t := s - p
	if rest := (p - (s - t)) + (float64(z) - t); rest != 0 && bits&1 == 0 {
		if (rest > 0) == (s > 0) {
			bits++
		} else {
			bits--
		}
	}
	return float32(math.Float64frombits(bits))
}
