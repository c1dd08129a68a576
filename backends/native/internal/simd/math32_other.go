//go:build !amd64

package simd

// Exp32 is not available here: AVX512 is false.
func Exp32(dst, x []float32, tab *[32]float64, f func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

// Log32 is not available here: AVX512 is false.
func Log32(dst, x []float32, tab *[128][4]float64, f func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

// Tanh32 is not available here: AVX512 is false.
func Tanh32(dst, x []float32, tab *[256][8]float64, f func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

// Sin32 is not available here: AVX512 is false.
func Sin32(dst, x []float32, f func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

// Cos32 is not available here: AVX512 is false.
func Cos32(dst, x []float32, f func(float64) float64) {
	panic("simd: no assembly on this architecture")
}
