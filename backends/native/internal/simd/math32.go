// Package simd holds loops in assembly, for machines that have the instructions; the loops in Go that they stand for are
// elsewhere, and give the same bits.
package simd

import "math/bits"

//go:generate go run -C _gen/math32 . -out ../../zmath32_amd64.s

// math32Block is the greatest number of elements of one call of assembly, where no goroutine can be stopped.
const math32Block = 2048

// Math32 says whether this machine has the instructions (AVX-512 F, BW, DQ and VL, and BMI2) that the loops Exp32, Log32,
// Tanh32, Sin32 and Cos32 need, and the environment variable IVY_SIMD is not "off". Where it is false they must not be called.
var Math32 = math32Level()

// math32Mend computes the elements of which slow has the bits set, in the order of the elements from bit 0 of slow[0] on.
func math32Mend(dst, x []float32, slow *[math32Block / 8]uint8, f func(float64) float64) {
	for g, m := range slow[:(len(x)+7)/8] {
		for ; m != 0; m &= m - 1 {
			i := 8*g + bits.TrailingZeros8(m)
			dst[i] = float32(f(float64(x[i])))
		}
	}
}
