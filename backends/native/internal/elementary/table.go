package elementary

import (
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/ops"
)

// A Function is an elementary function: its algorithms, what they cost, and how far off their results may be.
type Function struct {
	Name  string  // the name of the Go function of a float64; that of a float32 has 32 after it, that of a complex128 a C before it
	Op    *ops.Op // the operation that computes it
	Alias *ops.Op // nil, or another operation that computes it

	Low, High float64 // the usual arguments: most of those of tests, and all of those of benchmarks

	// Special has the results of special arguments, in the words of TestSpecialReal: "nan nan; inf +0" is NaN of NaN, and +0 of
	// infinity. It is empty for functions of two numbers.
	Special string

	Float32 Kernel[float32]
	Float64 Kernel[float64]

	Complex  func(z complex128) complex128    // nil where the operation takes no complex numbers, and for two numbers
	Complex2 func(x, y complex128) complex128 // the same of two numbers
}

// A Kernel is a function for one type of float: of one number the fields One, Loop and Vector, of two those with a 2.
type Kernel[T float32 | float64] struct {
	One    func(x T) T      // of one number, in Go: the result is the same on every machine
	Loop   func(dst, x []T) // sets dst[i] to One(x[i])
	Vector func(dst, x []T) // nil, or the function of package simd that does it in vector registers

	One2    func(x, y T) T
	Loop2   func(dst, x, y []T)
	Vector2 func(dst, x, y []T)

	AVX512 bool       // Vector is used with AVX-512 only: with AVX2, Loop is faster
	Cost   [2]float64 // nanoseconds of an element of a slice, about: with AVX-512, and with AVX2. 0 where there is no Vector.
	ULP    float64    // how far off an element of a slice may be, at every level of package simd, in units in the last place
	OneULP float64    // 0, or how far off One and Loop may be, where they are less exact than Vector
}

// Slice returns the function of slices for this machine, which sets dst[i] to the function of x[i]. The slices have one length, and
// may be the same; dst may not be shorter than x.
func (k *Kernel[T]) Slice() func(dst, x []T) {
	if k.Vector != nil && k.vectors() {
		return k.Vector
	}
	return k.Loop
}

// Slice2 returns the function of slices for this machine, which sets dst[i] to the function of x[i] and y[i]. x or y may have one
// element, which is broadcast; the others have dst's length. dst may be x or y.
func (k *Kernel[T]) Slice2() func(dst, x, y []T) {
	if k.Vector2 != nil && k.vectors() {
		return k.Vector2
	}
	return k.Loop2
}

func (k *Kernel[T]) vectors() bool { return simd.AVX512 || simd.AVX2 && !k.AVX512 }

// Nanoseconds returns what an element of a slice costs on this machine, about, or 0 where that is not known.
func (k *Kernel[T]) Nanoseconds() float64 {
	switch {
	case simd.AVX512:
		return k.Cost[0]
	case simd.AVX2:
		return k.Cost[1]
	}
	return 0
}

// bounded returns a function of package simd that leaves some numbers to slow as one of slices alone.
func bounded[T float32 | float64](vector func(dst, x []T, slow func(float64) float64), slow func(float64) float64) func(dst, x []T) {
	return func(dst, x []T) { vector(dst, x, slow) }
}

// bounded2 is bounded for functions of two numbers.
func bounded2[T float32 | float64](vector func(dst, x, y []T, slow func(x, y float64) float64), slow func(x, y float64) float64) func(dst, x, y []T) {
	return func(dst, x, y []T) { vector(dst, x, y, slow) }
}

// each sets dst[i] to f(x[i]). The compiler inlines it into the loops of the table, and with it f or a direct call of f.
func each[T float32 | float64](dst, x []T, f func(T) T) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = f(v)
	}
}

// each2 sets dst[i] to f(x[i], y[i]); x or y may have one element, which is broadcast.
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

// each64 is the kernel of f.
func each64(f func(float64) float64, ulp float64) Kernel[float64] {
	return Kernel[float64]{One: f, Loop: func(dst, x []float64) { each(dst, x, f) }, ULP: ulp}
}

// rounded32 is the kernel that computes f in float64.
func rounded32(f func(float64) float64) Kernel[float32] {
	one := func(x float32) float32 { return float32(f(float64(x))) }
	return Kernel[float32]{One: one, Loop: func(dst, x []float32) { each(dst, x, one) }, ULP: 0.51}
}

// with is k with a function of package simd that is off by ulp at most, and what an element of that costs in nanoseconds, as in Cost.
func (k Kernel[T]) with(vector func(dst, x []T), ulp, avx512, avx2 float64) Kernel[T] {
	k.Vector, k.Cost = vector, [2]float64{avx512, avx2}
	k.ULP, k.OneULP = ulp, max(k.ULP, ulp)
	return k
}

// each264 is the kernel of f.
func each264(f func(x, y float64) float64, ulp float64) Kernel[float64] {
	return Kernel[float64]{One2: f, Loop2: func(dst, x, y []float64) { each2(dst, x, y, f) }, ULP: ulp}
}

// rounded232 is the kernel that computes f in float64.
func rounded232(f func(x, y float64) float64) Kernel[float32] {
	one := func(x, y float32) float32 { return float32(f(float64(x), float64(y))) }
	return Kernel[float32]{One2: one, Loop2: func(dst, x, y []float32) { each2(dst, x, y, one) }, ULP: 0.51}
}

// Functions are the elementary functions. The operations of package native and the tests of this package take all that they
// know about one from its row.
//
// The bounds of float32 hold for all numbers, and for the pairs of TestVectorPairs32; those of float64 for the samples of
// TestVectorULP64 and TestVectorPairs64.
var Functions = []Function{
	{Name: "Exp", Op: ops.Exp.Op, Low: -10, High: 10,
		Special: "nan nan; 0 1; inf inf; -inf +0",
		Float32: Kernel[float32]{One: Exp32, Loop: expLoop32, Vector: simd.Exp32, Cost: [2]float64{0.3, 1.5}, ULP: 0.79},
		Float64: Kernel[float64]{One: Exp, Loop: expLoop, Vector: bounded(simd.Exp64, Exp), Cost: [2]float64{0.6, 2.1}, ULP: 0.56},
		Complex: CExp,
	},
	{Name: "Expm1", Op: ops.Expm1.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf inf; -inf -1",
		Float32: Kernel[float32]{One: Expm132, Loop: expm1Loop32, Vector: simd.Expm132, Cost: [2]float64{0.4, 1.7}, ULP: 0.88},
		Float64: Kernel[float64]{One: Expm1, Loop: expm1Loop, Vector: bounded(simd.Expm164, Expm1), Cost: [2]float64{1.1, 3.1}, ULP: 0.93},
		Complex: CExpm1,
	},
	{Name: "Log", Op: ops.Log.Op, Low: 0, High: 10,
		Special: "nan nan; neg nan; -inf nan; 0 -inf; 1 +0; inf inf",
		Float32: Kernel[float32]{One: Log32, Loop: logLoop32, Vector: simd.Log32, Cost: [2]float64{0.3, 2.8}, ULP: 0.54},
		Float64: Kernel[float64]{One: Log, Loop: logLoop, Vector: bounded(simd.Log64, Log), Cost: [2]float64{0.9, 3.6}, ULP: 0.63},
		Complex: CLog,
	},
	{Name: "Log1p", Op: ops.Log1p.Op, Low: 0, High: 10,
		Special: "nan nan; <-1 nan; -inf nan; -1 -inf; -0 -0; +0 +0; inf inf",
		Float32: Kernel[float32]{One: Log1p32, Loop: log1pLoop32, Vector: simd.Log1p32, Cost: [2]float64{0.4, 3.2}, ULP: 0.76},
		Float64: Kernel[float64]{One: Log1p, Loop: log1pLoop, Vector: bounded(simd.Log1p64, Log1p), Cost: [2]float64{1.2, 3.9}, ULP: 0.75},
		Complex: CLog1p,
	},
	{Name: "Log2", Op: ops.Log2.Op, Low: 0, High: 10,
		Special: "nan nan; neg nan; -inf nan; 0 -inf; 1 +0; inf inf",
		Float32: Kernel[float32]{One: Log232, Loop: func(dst, x []float32) { each(dst, x, Log232) }, Vector: simd.Log232, Cost: [2]float64{0.3, 2.9}, ULP: 0.77},
		Float64: Kernel[float64]{One: Log2, Loop: func(dst, x []float64) { each(dst, x, Log2) }, Vector: bounded(simd.Log264, Log2), Cost: [2]float64{1, 3.7}, ULP: 0.56},
		Complex: CLog2,
	},
	{Name: "Log10", Op: ops.Log10.Op, Low: 0, High: 10,
		Special: "nan nan; neg nan; -inf nan; 0 -inf; 1 +0; inf inf",
		Float32: Kernel[float32]{One: Log1032, Loop: func(dst, x []float32) { each(dst, x, Log1032) }, Vector: simd.Log1032, Cost: [2]float64{0.3, 2.8}, ULP: 0.77},
		Float64: Kernel[float64]{One: Log10, Loop: func(dst, x []float64) { each(dst, x, Log10) }, Vector: bounded(simd.Log1064, Log10), Cost: [2]float64{1, 3.9}, ULP: 0.57},
		Complex: CLog10,
	},
	{Name: "LogAddExp", Op: ops.LogAddExp.Op,
		Float32: Kernel[float32]{One2: LogAddExp32, Loop2: func(dst, x, y []float32) { each2(dst, x, y, LogAddExp32) }, Vector2: bounded2(simd.LogAddExp32, LogAddExp), Cost: [2]float64{2, 6.6}, ULP: 0.51},
		Float64: Kernel[float64]{One2: LogAddExp, Loop2: func(dst, x, y []float64) { each2(dst, x, y, LogAddExp) }, ULP: 0.52},
	},
	{Name: "Sin", Op: ops.Sin.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; ±inf nan",
		Float32: Kernel[float32]{One: Sin32, Loop: sinLoop32, Vector: bounded(simd.Sin32, sinSlow), Cost: [2]float64{0.6, 1.6}, ULP: 0.54},
		Float64: Kernel[float64]{One: Sin, Loop: sinLoop, Vector: bounded(simd.Sin64, Sin), Cost: [2]float64{1.4, 4.1}, ULP: 0.55},
		Complex: CSin,
	},
	{Name: "Cos", Op: ops.Cos.Op, Low: -10, High: 10,
		Special: "nan nan; 0 1; ±inf nan",
		Float32: Kernel[float32]{One: Cos32, Loop: cosLoop32, Vector: bounded(simd.Cos32, cosSlow), Cost: [2]float64{0.6, 2}, ULP: 0.54},
		Float64: Kernel[float64]{One: Cos, Loop: cosLoop, Vector: bounded(simd.Cos64, Cos), Cost: [2]float64{1.4, 4.1}, ULP: 0.55},
		Complex: CCos,
	},
	{Name: "Tan", Op: ops.Tan.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; ±inf nan",
		Float32: Kernel[float32]{One: Tan32, Loop: tanLoop32, Vector: bounded(simd.Tan32, Tan), Cost: [2]float64{0.7, 2.3}, ULP: 0.59},
		Float64: Kernel[float64]{One: Tan, Loop: func(dst, x []float64) { each(dst, x, Tan) }, Vector: bounded(simd.Tan64, Tan), Cost: [2]float64{1.4, 4}, ULP: 0.52},
		Complex: CTan,
	},
	{Name: "Asin", Op: ops.Asin.Op, Low: -1, High: 1,
		Special: "nan nan; >1 nan; <-1 nan; ±inf nan; +0 +0; -0 -0; 1 pi/2; -1 -pi/2",
		Float32: Kernel[float32]{One: Asin32, Loop: func(dst, x []float32) { each(dst, x, Asin32) }, Vector: simd.Asin32, Cost: [2]float64{0.4, 2.1}, ULP: 0.64},
		Float64: Kernel[float64]{One: Asin, Loop: func(dst, x []float64) { each(dst, x, Asin) }, Vector: simd.Asin64, Cost: [2]float64{1.2, 4}, ULP: 0.65},
		Complex: CAsin,
	},
	{Name: "Acos", Op: ops.Acos.Op, Low: -1, High: 1,
		Special: "nan nan; >1 nan; <-1 nan; ±inf nan; 1 +0; -1 pi; 0 pi/2",
		Float32: Kernel[float32]{One: Acos32, Loop: func(dst, x []float32) { each(dst, x, Acos32) }, Vector: simd.Acos32, Cost: [2]float64{0.4, 2.5}, ULP: 0.66},
		Float64: Kernel[float64]{One: Acos, Loop: func(dst, x []float64) { each(dst, x, Acos) }, Vector: simd.Acos64, Cost: [2]float64{1.2, 4}, ULP: 0.65},
		Complex: CAcos,
	},
	{Name: "Atan", Op: ops.Atan.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf pi/2; -inf -pi/2",
		Float32: Kernel[float32]{One: Atan32, Loop: func(dst, x []float32) { each(dst, x, Atan32) }, Vector: simd.Atan32, Cost: [2]float64{0.4, 2.6}, ULP: 0.95},
		Float64: Kernel[float64]{One: Atan, Loop: func(dst, x []float64) { each(dst, x, Atan) }, Vector: simd.Atan64, Cost: [2]float64{1.5, 4}, ULP: 0.52},
		Complex: CAtan,
	},
	{Name: "Atan2", Op: ops.Atan2.Op,
		Float32: Kernel[float32]{One2: Atan232, Loop2: func(dst, x, y []float32) { each2(dst, x, y, Atan232) }, Vector2: bounded2(simd.Atan232, Atan2), Cost: [2]float64{0.7, 3.5}, ULP: 0.92},
		Float64: Kernel[float64]{One2: Atan2, Loop2: func(dst, x, y []float64) { each2(dst, x, y, Atan2) }, Vector2: bounded2(simd.Atan264, Atan2), Cost: [2]float64{1.8, 5}, ULP: 0.52},
	},
	{Name: "Sinh", Op: ops.Sinh.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf inf; -inf -inf",
		Float32: Kernel[float32]{One: Sinh32, Loop: func(dst, x []float32) { each(dst, x, Sinh32) }, Vector: simd.Sinh32, Cost: [2]float64{0.4, 2.3}, ULP: 0.96},
		Float64: Kernel[float64]{One: Sinh, Loop: func(dst, x []float64) { each(dst, x, Sinh) }, Vector: bounded(simd.Sinh64, Sinh), Cost: [2]float64{2.3, 4.9}, ULP: 0.53},
		Complex: CSinh,
	},
	{Name: "Cosh", Op: ops.Cosh.Op, Low: -10, High: 10,
		Special: "nan nan; 0 1; ±inf inf",
		Float32: Kernel[float32]{One: Cosh32, Loop: func(dst, x []float32) { each(dst, x, Cosh32) }, Vector: simd.Cosh32, Cost: [2]float64{0.4, 1.9}, ULP: 0.95},
		Float64: Kernel[float64]{One: Cosh, Loop: func(dst, x []float64) { each(dst, x, Cosh) }, Vector: bounded(simd.Cosh64, Cosh), Cost: [2]float64{1.4, 3.2}, ULP: 0.56},
		Complex: CCosh,
	},
	{Name: "Tanh", Op: ops.Tanh.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf 1; -inf -1",
		Float32: Kernel[float32]{One: Tanh32, Loop: tanhLoop32, Vector: simd.Tanh32, Cost: [2]float64{0.4, 2.4}, ULP: 0.72},
		Float64: Kernel[float64]{One: Tanh, Loop: tanhLoop, Vector: simd.Tanh64, Cost: [2]float64{1.9, 4.2}, ULP: 0.58},
		Complex: CTanh,
	},
	{Name: "Asinh", Op: ops.Asinh.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf inf; -inf -inf",
		Float32: Kernel[float32]{One: Asinh32, Loop: func(dst, x []float32) { each(dst, x, Asinh32) }, Vector: simd.Asinh32, Cost: [2]float64{0.8, 5.2}, ULP: 0.64},
		Float64: Kernel[float64]{One: Asinh, Loop: func(dst, x []float64) { each(dst, x, Asinh) }, Vector: bounded(simd.Asinh64, Asinh), Cost: [2]float64{1.9, 6}, ULP: 0.58},
		Complex: CAsinh,
	},
	{Name: "Acosh", Op: ops.Acosh.Op, Low: 1, High: 11,
		Special: "nan nan; <1 nan; 1 +0; inf inf",
		Float32: Kernel[float32]{One: Acosh32, Loop: func(dst, x []float32) { each(dst, x, Acosh32) }, Vector: simd.Acosh32, Cost: [2]float64{0.8, 4.2}, ULP: 0.57},
		Float64: Kernel[float64]{One: Acosh, Loop: func(dst, x []float64) { each(dst, x, Acosh) }, Vector: bounded(simd.Acosh64, Acosh), Cost: [2]float64{1.7, 6}, ULP: 0.55},
		Complex: CAcosh,
	},
	{Name: "Atanh", Op: ops.Atanh.Op, Low: -1, High: 1,
		Special: "nan nan; >1 nan; <-1 nan; ±inf nan; -1 -inf; 1 inf; +0 +0; -0 -0",
		Float32: Kernel[float32]{One: Atanh32, Loop: func(dst, x []float32) { each(dst, x, Atanh32) }, Vector: simd.Atanh32, Cost: [2]float64{0.6, 4.1}, ULP: 0.65},
		Float64: Kernel[float64]{One: Atanh, Loop: func(dst, x []float64) { each(dst, x, Atanh) }, Vector: bounded(simd.Atanh64, Atanh), Cost: [2]float64{1.6, 6}, ULP: 0.57},
		Complex: CAtanh,
	},
	{Name: "Erf", Op: ops.Erf.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf 1; -inf -1",
		Float32: Kernel[float32]{One: Erf32, Loop: erfLoop32, Vector: simd.Erf32, AVX512: true, Cost: [2]float64{0.4, 4}, ULP: 0.78},
		Float64: Kernel[float64]{One: Erf, Loop: erfLoop, Vector: simd.Erf64, AVX512: true, Cost: [2]float64{1.5, 9}, ULP: 0.83},
	},
	{Name: "Erfc", Op: ops.Erfc.Op, Low: -6, High: 26,
		Special: "nan nan; 0 1; inf +0; -inf 2",
		Float32: Kernel[float32]{One: Erfc32, Loop: func(dst, x []float32) { each(dst, x, Erfc32) }, Vector: simd.Erfc32, Cost: [2]float64{1, 2}, ULP: 0.51},
		Float64: Kernel[float64]{One: Erfc, Loop: func(dst, x []float64) { each(dst, x, Erfc) }, Vector: bounded(simd.Erfc64, Erfc), Cost: [2]float64{2, 8}, ULP: 0.67},
	},
	{Name: "Erfcx", Op: ops.Erfcx.Op, Low: -6, High: 26,
		Special: "nan nan; 0 1; inf +0; -inf inf",
		Float32: rounded32(Erfcx),
		Float64: each64(Erfcx, 2),
	},
	{Name: "Erfinv", Op: ops.Erfinv.Op, Low: -1, High: 1,
		Special: "nan nan; +0 +0; -0 -0; 1 inf; -1 -inf; >1 nan; <-1 nan",
		Float32: rounded32(Erfinv).with(bounded(simd.Erfinv32, Erfinv), 0.51, 1.6, 7.4),
		Float64: each64(Erfinv, 2).with(bounded(simd.Erfinv64, Erfinv), 0.7, 3.1, 13),
	},
	{Name: "Ndtri", Op: ops.Ndtri.Op, Low: 0, High: 1,
		Special: "nan nan; 0 -inf; 1 inf; >1 nan; neg nan",
		Float32: rounded32(Ndtri),
		Float64: each64(Ndtri, 2),
	},
	{Name: "Lgamma", Op: ops.Lgamma.Op, Low: -10, High: 10,
		Special: "nan nan; 0 inf; 1 +0; inf inf; -inf inf; -1 inf",
		Float32: rounded32(Lgamma).with(bounded(simd.Lgamma32, Lgamma), 0.51, 2.4, 8),
		Float64: each64(Lgamma, 2).with(bounded(simd.Lgamma64, Lgamma), 0.95, 5.3, 15),
	},
	{Name: "Digamma", Op: ops.Digamma.Op, Low: -10, High: 10,
		Special: "nan nan; +0 -inf; -0 inf; inf inf; -inf nan; -1 nan",
		Float32: rounded32(Digamma),
		Float64: each64(Digamma, 1),
	},
	{Name: "I0", Op: ops.I0.Op, Low: -10, High: 10,
		Special: "nan nan; 0 1; ±inf inf",
		Float32: rounded32(I0),
		Float64: each64(I0, 0.6),
	},
	{Name: "I0e", Op: ops.I0e.Op, Low: -10, High: 10,
		Special: "nan nan; 0 1; ±inf +0",
		Float32: rounded32(I0e).with(simd.I0e32, 0.51, 1, 3.9),
		Float64: each64(I0e, 0.6).with(bounded(simd.I0e64, I0e), 0.6, 1.8, 7.3),
	},
	{Name: "I1", Op: ops.I1.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf inf; -inf -inf",
		Float32: rounded32(I1),
		Float64: each64(I1, 0.6),
	},
	{Name: "I1e", Op: ops.I1e.Op, Low: -10, High: 10,
		Special: "nan nan; +0 +0; -0 -0; inf +0; -inf -0",
		Float32: rounded32(I1e),
		Float64: each64(I1e, 0.6),
	},
	{Name: "Igamma", Op: ops.Igamma.Op, Float32: rounded232(Igamma), Float64: each264(Igamma, 2)},
	{Name: "Igammac", Op: ops.Igammac.Op, Float32: rounded232(Igammac), Float64: each264(Igammac, 2)},
	{Name: "Zeta", Op: ops.Zeta.Op, Float32: rounded232(Zeta), Float64: each264(Zeta, 2)},
	{Name: "Pow", Op: ops.Pow.Op,
		Float32:  Kernel[float32]{One2: Pow32, Loop2: func(dst, x, y []float32) { each2(dst, x, y, Pow32) }, Vector2: bounded2(simd.Pow32, Pow), Cost: [2]float64{1, 6.4}, ULP: 0.69},
		Float64:  Kernel[float64]{One2: Pow, Loop2: func(dst, x, y []float64) { each2(dst, x, y, Pow) }, ULP: 0.52},
		Complex2: CPow,
	},
	{Name: "Hypot", Op: ops.Hypot.Op,
		Float32: Kernel[float32]{One2: Hypot32, Loop2: func(dst, x, y []float32) { each2(dst, x, y, Hypot32) }, Vector2: bounded2(simd.Hypot32, Hypot), Cost: [2]float64{1.2, 1.2}, ULP: 0.51},
		Float64: Kernel[float64]{One2: Hypot, Loop2: func(dst, x, y []float64) { each2(dst, x, y, Hypot) }, Vector2: bounded2(simd.Hypot64, Hypot), Cost: [2]float64{0.7, 2}, ULP: 0.52},
	},
	{Name: "Sigmoid", Op: ops.Sigmoid.Op, Alias: ops.Expit.Op, Low: -10, High: 10,
		Special: "nan nan; inf 1; -inf +0",
		Float32: Kernel[float32]{One: Sigmoid32, Loop: sigmoidLoop32, Vector: simd.Sigmoid32, Cost: [2]float64{0.5, 1.9}, ULP: 0.64},
		Float64: Kernel[float64]{One: Sigmoid, Loop: sigmoidLoop, Vector: bounded(simd.Sigmoid64, Sigmoid), Cost: [2]float64{1.5, 3.6}, ULP: 0.55},
		Complex: CSigmoid,
	},
	{Name: "Silu", Op: ops.Silu.Op, Low: -10, High: 10,
		Special: "nan nan; inf inf; -inf -0; +0 +0; -0 -0",
		Float32: Kernel[float32]{One: Silu32, Loop: func(dst, x []float32) { each(dst, x, Silu32) }, Vector: simd.Silu32, Cost: [2]float64{0.4, 2.2}, ULP: 0.99},
		Float64: Kernel[float64]{One: Silu, Loop: siluLoop, Vector: bounded(simd.Silu64, Silu), Cost: [2]float64{1.2, 3}, ULP: 0.7},
	},
	{Name: "Softplus", Op: ops.SoftplusOne.Op, Low: -10, High: 10,
		Special: "nan nan; inf inf; -inf +0",
		Float32: Kernel[float32]{One: Softplus32, Loop: func(dst, x []float32) { each(dst, x, Softplus32) }, Vector: simd.Softplus32, Cost: [2]float64{0.4, 4}, ULP: 0.87},
		Float64: Kernel[float64]{One: Softplus, Loop: func(dst, x []float64) { each(dst, x, Softplus) }, Vector: bounded(simd.Softplus64, Softplus), Cost: [2]float64{2.4, 6}, ULP: 0.96},
	},
	{Name: "Gelu", Op: ops.GeluErf.Op, Low: -4, High: 4,
		Special: "nan nan; inf inf; -inf -0; +0 +0; -0 -0",
		Float32: Kernel[float32]{One: Gelu32, Loop: func(dst, x []float32) { each(dst, x, Gelu32) }, Vector: simd.Gelu32, Cost: [2]float64{0.4, 3}, ULP: 0.89},
		Float64: Kernel[float64]{One: Gelu, Loop: func(dst, x []float64) { each(dst, x, Gelu) }, ULP: 0.56},
	},
	{Name: "GeluTanh", Op: ops.GeluTanh.Op, Low: -4, High: 4,
		Special: "nan nan; inf inf; -inf -0; +0 +0; -0 -0",
		Float32: Kernel[float32]{One: GeluTanh32, Loop: func(dst, x []float32) { each(dst, x, GeluTanh32) }, Vector: simd.GeluTanh32, Cost: [2]float64{0.4, 2.5}, ULP: 0.95},
		Float64: Kernel[float64]{One: GeluTanh, Loop: func(dst, x []float64) { each(dst, x, GeluTanh) }, Vector: bounded(simd.GeluTanh64, GeluTanh), Cost: [2]float64{2, 5}, ULP: 0.52},
	},
	{Name: "Sqrt", Op: ops.Sqrt.Op, Complex: CSqrt},
	{Name: "Reciprocal", Op: ops.Reciprocal.Op, Complex: CReciprocal},
	{Name: "Round", Op: ops.Round.Op, Complex: CRound},
	{Name: "Sign", Op: ops.Sign.Op, Complex: CSign},
}
