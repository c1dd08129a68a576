package torchrandom

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// The logarithm, sine and cosine of all 2**24 uniform numbers are those of fused operations.
func TestFunctions32(t *testing.T) {
	step := uint32(1)
	if testing.Short() {
		step = 61
	}
	for k := uint32(0); k < 1<<24; k += step {
		u := float32(k) * 0x1p-24
		if got, want := log32(1-u), fusedLog32(1-u); math.Float32bits(got) != math.Float32bits(want) {
			require.Equal(t, want, got, "log of 1 - %v", u)
		}
		sin, cos := sincos32(float32(2*math.Pi) * u)
		s, c := fusedSincos32(float32(2*math.Pi) * u)
		if math.Float32bits(sin) != math.Float32bits(s) || math.Float32bits(cos) != math.Float32bits(c) {
			require.Equal(t, [2]float32{s, c}, [2]float32{sin, cos}, "sine and cosine of 2π·%v", u)
		}
	}
}

// fusedLog32 is that of this package by operations rounded once: the natural logarithm of a normal number above 0.
func fusedLog32(x float32) float32 {
	bits := math.Float32bits(x)
	e := float32(int32(bits>>23) - 126)
	m := math.Float32frombits(bits&0x7fffff | 0x3f000000)
	t := m - 1
	if m < 0.707106781186547524 {
		t += m
		e--
	}
	z := float32(t * t)
	y := libm.FMA32(7.0376836292e-2, t, -1.1514610310e-1)
	y = libm.FMA32(y, t, 1.1676998740e-1)
	y = libm.FMA32(y, t, -1.2420140846e-1)
	y = libm.FMA32(y, t, 1.4249322787e-1)
	y = libm.FMA32(y, t, -1.6668057665e-1)
	y = libm.FMA32(y, t, 2.0000714765e-1)
	y = libm.FMA32(y, t, -2.4999993993e-1)
	y = libm.FMA32(y, t, 3.3333331174e-1)
	y = float32(y * t)
	y = libm.FMA32(y, z, float32(e*-2.12194440e-4))
	y = libm.FMA32(z, -0.5, y)
	return libm.FMA32(e, 0.693359375, t+y)
}

// fusedSincos32 is that of this package by operations rounded once: the sine and the cosine of a number between 0 and 2π.
func fusedSincos32(theta float32) (sin, cos float32) {
	j := (int32(float32(theta*1.27323954473516)) + 1) &^ 1
	jf := float32(j)
	x := libm.FMA32(jf, -0.78515625, theta)
	x = libm.FMA32(jf, -2.4187564849853515625e-4, x)
	x = libm.FMA32(jf, -3.77489497744594108e-8, x)
	z := float32(x * x)
	c := libm.FMA32(libm.FMA32(2.443315711809948e-5, z, -1.388731625493765e-3), z, 4.166664568298827e-2)
	c = libm.FMA32(float32(c*z), z, -float32(z*0.5)) + 1
	s := libm.FMA32(libm.FMA32(-1.9515295891e-4, z, 8.3321608736e-3), z, -1.6666654611e-1)
	s = libm.FMA32(float32(s*z), x, x)
	if j&2 != 0 {
		s, c = c, s
	}
	if j&4 != 0 {
		s = -s
	}
	if (j-2)&4 == 0 {
		c = -c
	}
	return s, c
}
