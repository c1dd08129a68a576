//go:build !amd64

package simd

// These need AVX2, which is false here.

func Exp32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Expm132(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Sigmoid32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Silu32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Softplus32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Gelu32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func GeluTanh32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Tanh32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Sinh32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Cosh32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Log32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Log232(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Log1032(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Log1p32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Sin32(dst, x []float32, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Cos32(dst, x []float32, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Tan32(dst, x []float32, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Erf32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Atan32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Asin32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Acos32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Asinh32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Acosh32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Atanh32(dst, x []float32) {
	panic("simd: no assembly on this architecture")
}

func Atan232(dst, x, y []float32, slow func(x, y float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Hypot32(dst, x, y []float32, slow func(x, y float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Pow32(dst, x, y []float32, slow func(x, y float64) float64) {
	panic("simd: no assembly on this architecture")
}

func LogAddExp32(dst, x, y []float32, slow func(x, y float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Exp64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Expm164(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Log64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Log264(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Log1064(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Log1p64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Sigmoid64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Tanh64(dst, x []float64) {
	panic("simd: no assembly on this architecture")
}

func Sinh64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Cosh64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Sin64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Cos64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Erf64(dst, x []float64) {
	panic("simd: no assembly on this architecture")
}

func Silu64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Softplus64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func GeluTanh64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Tan64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Asinh64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Acosh64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Atanh64(dst, x []float64, slow func(float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Atan64(dst, x []float64) {
	panic("simd: no assembly on this architecture")
}

func Asin64(dst, x []float64) {
	panic("simd: no assembly on this architecture")
}

func Acos64(dst, x []float64) {
	panic("simd: no assembly on this architecture")
}

func Atan264(dst, x, y []float64, slow func(x, y float64) float64) {
	panic("simd: no assembly on this architecture")
}

func Hypot64(dst, x, y []float64, slow func(x, y float64) float64) {
	panic("simd: no assembly on this architecture")
}
