package scalar

import "github.com/goivy/goivy/backends/native/internal/simd"

// The functions of slices: loops of package simd where the machine has them, which work on whole registers, and otherwise
// those in Go. An element's result does not depend on where it stands, nor on how many there are.

// each sets dst[i] to f(x[i]).
func each[T float32 | float64](dst, x []T, f func(T) T) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = f(v)
	}
}

// each2 sets dst[i] to f(x[i], y[i]); x or y may have one element, which stands for all.
func each2[T float32 | float64](dst, x, y []T, f func(x, y T) T) {
	switch {
	case len(x) < len(dst):
		v := x[0]
		for i, w := range y[:len(dst)] {
			dst[i] = f(v, w)
		}
	case len(y) < len(dst):
		w := y[0]
		for i, v := range x[:len(dst)] {
			dst[i] = f(v, w)
		}
	default:
		y = y[:len(dst)]
		for i, v := range x[:len(dst)] {
			dst[i] = f(v, y[i])
		}
	}
}

// ExpSlice32 sets dst[i] to the function Exp32 of x[i]; the slices have one length, and may be the same.
func ExpSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Exp32(dst, x)
	} else {
		expLoop32(dst, x)
	}
}

// Expm1Slice32 sets dst[i] to the function Expm132 of x[i]; the slices have one length, and may be the same.
func Expm1Slice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Expm132(dst, x)
	} else {
		expm1Loop32(dst, x)
	}
}

// LogSlice32 sets dst[i] to the function Log32 of x[i]; the slices have one length, and may be the same.
func LogSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Log32(dst, x)
	} else {
		logLoop32(dst, x)
	}
}

// Log2Slice32 sets dst[i] to the function Log232 of x[i]; the slices have one length, and may be the same.
func Log2Slice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Log232(dst, x)
	} else {
		each(dst, x, Log232)
	}
}

// Log10Slice32 sets dst[i] to the function Log1032 of x[i]; the slices have one length, and may be the same.
func Log10Slice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Log1032(dst, x)
	} else {
		each(dst, x, Log1032)
	}
}

// Log1pSlice32 sets dst[i] to the function Log1p32 of x[i]; the slices have one length, and may be the same.
func Log1pSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Log1p32(dst, x)
	} else {
		log1pLoop32(dst, x)
	}
}

// SinSlice32 sets dst[i] to the function Sin32 of x[i]; the slices have one length, and may be the same.
func SinSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Sin32(dst, x, sinSlow)
	} else {
		sinLoop32(dst, x)
	}
}

// CosSlice32 sets dst[i] to the function Cos32 of x[i]; the slices have one length, and may be the same.
func CosSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Cos32(dst, x, cosSlow)
	} else {
		cosLoop32(dst, x)
	}
}

// TanSlice32 sets dst[i] to the function Tan32 of x[i]; the slices have one length, and may be the same.
func TanSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Tan32(dst, x, Tan)
	} else {
		tanLoop32(dst, x)
	}
}

// AsinSlice32 sets dst[i] to the function Asin32 of x[i]; the slices have one length, and may be the same.
func AsinSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Asin32(dst, x)
	} else {
		each(dst, x, Asin32)
	}
}

// AcosSlice32 sets dst[i] to the function Acos32 of x[i]; the slices have one length, and may be the same.
func AcosSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Acos32(dst, x)
	} else {
		each(dst, x, Acos32)
	}
}

// AtanSlice32 sets dst[i] to the function Atan32 of x[i]; the slices have one length, and may be the same.
func AtanSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Atan32(dst, x)
	} else {
		each(dst, x, Atan32)
	}
}

// SinhSlice32 sets dst[i] to the function Sinh32 of x[i]; the slices have one length, and may be the same.
func SinhSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Sinh32(dst, x)
	} else {
		each(dst, x, Sinh32)
	}
}

// CoshSlice32 sets dst[i] to the function Cosh32 of x[i]; the slices have one length, and may be the same.
func CoshSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Cosh32(dst, x)
	} else {
		each(dst, x, Cosh32)
	}
}

// TanhSlice32 sets dst[i] to the function Tanh32 of x[i]; the slices have one length, and may be the same.
func TanhSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Tanh32(dst, x)
	} else {
		tanhLoop32(dst, x)
	}
}

// AsinhSlice32 sets dst[i] to the function Asinh32 of x[i]; the slices have one length, and may be the same.
func AsinhSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Asinh32(dst, x)
	} else {
		each(dst, x, Asinh32)
	}
}

// AcoshSlice32 sets dst[i] to the function Acosh32 of x[i]; the slices have one length, and may be the same.
func AcoshSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Acosh32(dst, x)
	} else {
		each(dst, x, Acosh32)
	}
}

// AtanhSlice32 sets dst[i] to the function Atanh32 of x[i]; the slices have one length, and may be the same.
func AtanhSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Atanh32(dst, x)
	} else {
		each(dst, x, Atanh32)
	}
}

// ErfSlice32 sets dst[i] to the function Erf32 of x[i]; the slices have one length, and may be the same.
func ErfSlice32(dst, x []float32) {
	if simd.AVX512 {
		simd.Erf32(dst, x)
	} else {
		erfLoop32(dst, x)
	}
}

// SigmoidSlice32 sets dst[i] to the function Sigmoid32 of x[i]; the slices have one length, and may be the same.
func SigmoidSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Sigmoid32(dst, x)
	} else {
		sigmoidLoop32(dst, x)
	}
}

// SiluSlice32 sets dst[i] to the function Silu32 of x[i]; the slices have one length, and may be the same.
func SiluSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Silu32(dst, x)
	} else {
		siluLoop32(dst, x)
	}
}

// SoftplusSlice32 sets dst[i] to the function Softplus32 of x[i]; the slices have one length, and may be the same.
func SoftplusSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Softplus32(dst, x)
	} else {
		softplusLoop32(dst, x)
	}
}

// GeluSlice32 sets dst[i] to the function Gelu32 of x[i]; the slices have one length, and may be the same.
func GeluSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.Gelu32(dst, x)
	} else {
		geluLoop32(dst, x)
	}
}

// GeluTanhSlice32 sets dst[i] to the function GeluTanh32 of x[i]; the slices have one length, and may be the same.
func GeluTanhSlice32(dst, x []float32) {
	if simd.AVX2 {
		simd.GeluTanh32(dst, x)
	} else {
		each(dst, x, GeluTanh32)
	}
}

// Atan2Slice32 sets dst[i] to the function Atan232 of x[i] and y[i]; x or y may have one element, which stands for all. dst may be
// one of them.
func Atan2Slice32(dst, x, y []float32) {
	if simd.AVX2 {
		simd.Atan232(dst, x, y, Atan2)
	} else {
		each2(dst, x, y, Atan232)
	}
}

// HypotSlice32 sets dst[i] to the function Hypot32 of x[i] and y[i]; x or y may have one element, which stands for all. dst may be
// one of them.
func HypotSlice32(dst, x, y []float32) {
	if simd.AVX2 {
		simd.Hypot32(dst, x, y, Hypot)
	} else {
		each2(dst, x, y, Hypot32)
	}
}

// PowSlice32 sets dst[i] to the function Pow32 of x[i] and y[i]; x or y may have one element, which stands for all. dst may be
// one of them.
func PowSlice32(dst, x, y []float32) {
	if simd.AVX2 {
		simd.Pow32(dst, x, y, Pow)
	} else {
		each2(dst, x, y, Pow32)
	}
}

// LogAddExpSlice32 sets dst[i] to the function LogAddExp32 of x[i] and y[i]; x or y may have one element, which stands for all. dst may be
// one of them.
func LogAddExpSlice32(dst, x, y []float32) {
	if simd.AVX2 {
		simd.LogAddExp32(dst, x, y, LogAddExp)
	} else {
		each2(dst, x, y, LogAddExp32)
	}
}

// ExpSlice sets dst[i] to the function Exp of x[i]; the slices have one length, and may be the same.
func ExpSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Exp64(dst, x, Exp)
	} else {
		expLoop(dst, x)
	}
}

// Expm1Slice sets dst[i] to the function Expm1 of x[i]; the slices have one length, and may be the same.
func Expm1Slice(dst, x []float64) {
	if simd.AVX2 {
		simd.Expm164(dst, x, Expm1)
	} else {
		expm1Loop(dst, x)
	}
}

// LogSlice sets dst[i] to the function Log of x[i]; the slices have one length, and may be the same.
func LogSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Log64(dst, x, Log)
	} else {
		logLoop(dst, x)
	}
}

// Log2Slice sets dst[i] to the function Log2 of x[i]; the slices have one length, and may be the same.
func Log2Slice(dst, x []float64) {
	if simd.AVX2 {
		simd.Log264(dst, x, Log2)
	} else {
		each(dst, x, Log2)
	}
}

// Log10Slice sets dst[i] to the function Log10 of x[i]; the slices have one length, and may be the same.
func Log10Slice(dst, x []float64) {
	if simd.AVX2 {
		simd.Log1064(dst, x, Log10)
	} else {
		each(dst, x, Log10)
	}
}

// Log1pSlice sets dst[i] to the function Log1p of x[i]; the slices have one length, and may be the same.
func Log1pSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Log1p64(dst, x, Log1p)
	} else {
		log1pLoop(dst, x)
	}
}

// SinSlice sets dst[i] to the function Sin of x[i]; the slices have one length, and may be the same.
func SinSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Sin64(dst, x, Sin)
	} else {
		sinLoop(dst, x)
	}
}

// CosSlice sets dst[i] to the function Cos of x[i]; the slices have one length, and may be the same.
func CosSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Cos64(dst, x, Cos)
	} else {
		cosLoop(dst, x)
	}
}

// SinhSlice sets dst[i] to the function Sinh of x[i]; the slices have one length, and may be the same.
func SinhSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Sinh64(dst, x, Sinh)
	} else {
		each(dst, x, Sinh)
	}
}

// CoshSlice sets dst[i] to the function Cosh of x[i]; the slices have one length, and may be the same.
func CoshSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Cosh64(dst, x, Cosh)
	} else {
		each(dst, x, Cosh)
	}
}

// TanhSlice sets dst[i] to the function Tanh of x[i]; the slices have one length, and may be the same.
func TanhSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Tanh64(dst, x)
	} else {
		tanhLoop(dst, x)
	}
}

// ErfSlice sets dst[i] to the function Erf of x[i]; the slices have one length, and may be the same.
func ErfSlice(dst, x []float64) {
	if simd.AVX512 {
		simd.Erf64(dst, x)
	} else {
		erfLoop(dst, x)
	}
}

// SigmoidSlice sets dst[i] to the function Sigmoid of x[i]; the slices have one length, and may be the same.
func SigmoidSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Sigmoid64(dst, x, Sigmoid)
	} else {
		sigmoidLoop(dst, x)
	}
}

// SiluSlice sets dst[i] to the function Silu of x[i]; the slices have one length, and may be the same.
func SiluSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Silu64(dst, x, Silu)
	} else {
		siluLoop(dst, x)
	}
}

// SoftplusSlice sets dst[i] to the function Softplus of x[i]; the slices have one length, and may be the same.
func SoftplusSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Softplus64(dst, x, Softplus)
	} else {
		softplusLoop(dst, x)
	}
}

// TanSlice sets dst[i] to the function Tan of x[i]; the slices have one length, and may be the same.
func TanSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Tan64(dst, x, Tan)
	} else {
		tanLoop(dst, x)
	}
}

// GeluTanhSlice sets dst[i] to the function GeluTanh of x[i]; the slices have one length, and may be the same.
func GeluTanhSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.GeluTanh64(dst, x, GeluTanh)
	} else {
		each(dst, x, GeluTanh)
	}
}

// AsinSlice sets dst[i] to the function Asin of x[i]; the slices have one length, and may be the same.
func AsinSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Asin64(dst, x)
	} else {
		each(dst, x, Asin)
	}
}

// AcosSlice sets dst[i] to the function Acos of x[i]; the slices have one length, and may be the same.
func AcosSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Acos64(dst, x)
	} else {
		each(dst, x, Acos)
	}
}

// AtanSlice sets dst[i] to the function Atan of x[i]; the slices have one length, and may be the same.
func AtanSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Atan64(dst, x)
	} else {
		each(dst, x, Atan)
	}
}

// AsinhSlice sets dst[i] to the function Asinh of x[i]; the slices have one length, and may be the same.
func AsinhSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Asinh64(dst, x, Asinh)
	} else {
		each(dst, x, Asinh)
	}
}

// AcoshSlice sets dst[i] to the function Acosh of x[i]; the slices have one length, and may be the same.
func AcoshSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Acosh64(dst, x, Acosh)
	} else {
		each(dst, x, Acosh)
	}
}

// AtanhSlice sets dst[i] to the function Atanh of x[i]; the slices have one length, and may be the same.
func AtanhSlice(dst, x []float64) {
	if simd.AVX2 {
		simd.Atanh64(dst, x, Atanh)
	} else {
		each(dst, x, Atanh)
	}
}

// Atan2Slice sets dst[i] to the function Atan2 of x[i] and y[i]; x or y may have one element, which stands for all. dst may be
// one of them.
func Atan2Slice(dst, x, y []float64) {
	if simd.AVX2 {
		simd.Atan264(dst, x, y, Atan2)
	} else {
		each2(dst, x, y, Atan2)
	}
}

// HypotSlice sets dst[i] to the function Hypot of x[i] and y[i]; x or y may have one element, which stands for all. dst may be
// one of them.
func HypotSlice(dst, x, y []float64) {
	if simd.AVX2 {
		simd.Hypot64(dst, x, y, Hypot)
	} else {
		each2(dst, x, y, Hypot)
	}
}
