package torchrandom

import (
	"math"
	"unsafe"
)

// asWords returns the memory of the elements as words.
func asWords(x []float32) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// The functions of PyTorch's code for AVX2, which are those of the Cephes library (https://www.netlib.org/cephes) with
// fused operations.

// fused returns x·y + z, rounded to float64 and then to float32. That is not one rounding for all numbers, but it is for
// those that the functions below meet: TestFunctions32 compares them with the fused operation for every argument that a draw has.
func fused(x, y, z float32) float32 {
	return float32(float64(float64(x)*float64(y)) + float64(z))
}

// log32 returns the natural logarithm of a normal number above 0.
func log32(x float32) float32 {
	bits := math.Float32bits(x)
	e := float32(int32(bits>>23) - 126)
	m := math.Float32frombits(bits&0x7fffff | 0x3f000000)
	t := m - 1
	if m < 0.707106781186547524 {
		t += m
		e--
	}
	z := float32(t * t)
	y := fused(7.0376836292e-2, t, -1.1514610310e-1)
	y = fused(y, t, 1.1676998740e-1)
	y = fused(y, t, -1.2420140846e-1)
	y = fused(y, t, 1.4249322787e-1)
	y = fused(y, t, -1.6668057665e-1)
	y = fused(y, t, 2.0000714765e-1)
	y = fused(y, t, -2.4999993993e-1)
	y = fused(y, t, 3.3333331174e-1)
	y = float32(y * t)
	y = fused(y, z, float32(e*-2.12194440e-4))
	y = fused(z, -0.5, y)
	return fused(e, 0.693359375, t+y)
}

// sincos32 returns the sine and the cosine of a number between 0 and 2π.
func sincos32(theta float32) (sin, cos float32) {
	j := (int32(float32(theta*1.27323954473516)) + 1) &^ 1
	jf := float32(j)
	x := fused(jf, -0.78515625, theta)
	x = fused(jf, -2.4187564849853515625e-4, x)
	x = fused(jf, -3.77489497744594108e-8, x)
	z := float32(x * x)
	c := fused(fused(2.443315711809948e-5, z, -1.388731625493765e-3), z, 4.166664568298827e-2)
	c = fused(float32(c*z), z, -float32(z*0.5)) + 1
	s := fused(fused(-1.9515295891e-4, z, 8.3321608736e-3), z, -1.6666654611e-1)
	s = fused(float32(s*z), x, x)
	// The quadrant decides without a branch, which no processor would foresee: the numbers are random.
	sb, cb := math.Float32bits(s), math.Float32bits(c)
	swap := (sb ^ cb) & -(uint32(j) >> 1 & 1)
	sb ^= swap ^ uint32(j)&4<<29
	cb ^= swap ^ ^uint32(j-2)&4<<29
	return math.Float32frombits(sb), math.Float32frombits(cb)
}
