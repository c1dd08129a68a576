package torchrandom

import (
	"math"
	"unsafe"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// asWords returns the memory of the elements as words.
func asWords(x []float32) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// The functions of PyTorch's code for AVX2, which are those of the Cephes library (https://www.netlib.org/cephes) with
// fused operations.

// log32 returns the natural logarithm of a number above 0.
func log32(x float32) float32 {
	bits := math.Float32bits(max(x, 0x1p-126))
	e := float32(int32(bits>>23) - 126)
	m := math.Float32frombits(bits&0x7fffff | 0x3f000000)
	t := m - 1
	if m < 0.707106781186547524 {
		t += m
		e--
	}
	z := float32(t * t)
	y := float32(7.0376836292e-2)
	for _, c := range [...]float32{
		-1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
	} {
		y = libm.FMA32(y, t, c)
	}
	y = float32(y * t)
	y = libm.FMA32(y, z, float32(e*-2.12194440e-4))
	y = libm.FMA32(z, -0.5, y)
	return libm.FMA32(e, 0.693359375, t+y)
}

// sincos32 returns the sine and the cosine of a number between 0 and 2π.
func sincos32(theta float32) (sin, cos float32) {
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
