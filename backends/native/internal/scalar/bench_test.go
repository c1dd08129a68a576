package scalar

import (
	"math/rand/v2"
	"testing"
)

// The benchmarks run over a million elements in [-10, 10], or the part of it that the function takes, and report ns per element.

func inputs(lo, hi float64) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 1_000_000)
	for i := range x {
		x[i] = lo + (hi-lo)*r.Float64()
	}
	return x
}

func BenchmarkSlice(b *testing.B) {
	for _, c := range []struct {
		name   string
		loop   func(dst, x []float64)
		lo, hi float64
	}{
		{"Exp", ExpSlice, -10, 10}, {"Log", LogSlice, 0, 10}, {"Sin", SinSlice, -10, 10}, {"Cos", CosSlice, -10, 10}, {"Tan", TanSlice, -10, 10},
		{"Tanh", TanhSlice, -10, 10}, {"Sigmoid", SigmoidSlice, -10, 10}, {"Erf", ErfSlice, -10, 10}, {"Expm1", Expm1Slice, -10, 10},
		{"Log1p", Log1pSlice, -1, 10}, {"Sqrt", SqrtSlice, 0, 10}, {"Gelu", GeluSlice, -10, 10}, {"Silu", SiluSlice, -10, 10},
		{"Softplus", SoftplusSlice, -10, 10},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := inputs(c.lo, c.hi)
			dst := make([]float64, len(x))
			for b.Loop() {
				c.loop(dst, x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(x)), "ns/elem")
		})
	}
}

func inputs32(lo, hi float64) []float32 {
	x := make([]float32, 1_000_000)
	for i, v := range inputs(lo, hi) {
		x[i] = float32(v)
	}
	return x
}

func BenchmarkSlice32(b *testing.B) {
	for _, r := range rows32 {
		lo, hi := -10.0, 10.0
		switch r.name {
		case "Log", "Log2", "Log10", "Sqrt":
			lo = 0
		case "Log1p", "Acosh":
			lo = map[string]float64{"Log1p": -1, "Acosh": 1}[r.name]
		case "Asin", "Acos", "Atanh":
			lo, hi = -1, 1
		}
		b.Run(r.name, func(b *testing.B) {
			x := inputs32(lo, hi)
			dst := make([]float32, len(x))
			for b.Loop() {
				if r.loop != nil {
					r.loop(dst, x)
					continue
				}
				for i, v := range x {
					dst[i] = r.f(v)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(x)), "ns/elem")
		})
	}
	for _, r := range pairs32 {
		b.Run(r.name, func(b *testing.B) {
			x, y := inputs32(0, 10), inputs32(-10, 10)
			dst := make([]float32, len(x))
			for b.Loop() {
				for i, v := range x {
					dst[i] = r.f(v, y[len(y)-1-i])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(x)), "ns/elem")
		})
	}
}
