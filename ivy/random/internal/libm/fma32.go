package libm

import (
	"math"
)

// FMA32 returns x·y + z, rounded once.
func FMA32(x, y, z float32) float32 {
	p := float64(float64(x) * float64(y)) // exact
	s := p + float64(z)
	// s is rounded as it should be unless it is the middle between two float32, or these have fewer bits there.
	if b := math.Float64bits(s); b&(1<<29-1) != 1<<28 && b<<1 > 897<<53 {
		return float32(s)
	}
	return fmaToOdd(p, z, s)
}

// fmaToOdd rounds p + z, of which s is the nearest float64. Where s is not exact its last bit is made 1, so that it is rounded in
// the right direction.
func fmaToOdd(p float64, z float32, s float64) float32 {
	bits := math.Float64bits(s)
	t := s - p
	if rest := (p - (s - t)) + (float64(z) - t); s != 0 && rest != 0 && bits&1 == 0 {
		if (rest > 0) == (s > 0) {
			bits++
		} else {
			bits--
		}
	}
	return float32(math.Float64frombits(bits))
}
