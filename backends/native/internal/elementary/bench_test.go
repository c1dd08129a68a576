package elementary

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func inputs(lo, hi float64) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 1_000_000)
	for i := range x {
		x[i] = lo + (hi-lo)*r.Float64()
	}
	return x
}

func inputs32(lo, hi float64) []float32 {
	x := make([]float32, 1_000_000)
	for i, v := range inputs(lo, hi) {
		x[i] = float32(v)
	}
	return x
}

// BenchmarkSlice reports, of the functions of slices and of the loops in Go, the least time per element over 1,000, 100,000 and
// 1,000,000 of the usual arguments.
func BenchmarkSlice(b *testing.B) {
	for _, f := range Functions {
		if f.Float64.One != nil {
			x, y := inputs(f.Low, f.High), inputs32(f.Low, f.High)
			b.Run(f.Name, func(b *testing.B) { benchmark(b, f.Float64.Slice(), x) })
			b.Run(f.Name+"/loop", func(b *testing.B) { benchmark(b, f.Float64.Loop, x) })
			b.Run(f.Name+"32", func(b *testing.B) { benchmark(b, f.Float32.Slice(), y) })
			b.Run(f.Name+"32/loop", func(b *testing.B) { benchmark(b, f.Float32.Loop, y) })
		}
		if f.Float64.One2 != nil {
			b.Run(f.Name, func(b *testing.B) { benchmark(b, ofPairs(f.Float64.Slice2(), inputs(0, 10)), inputs(-10, 10)) })
			b.Run(f.Name+"/loop", func(b *testing.B) { benchmark(b, ofPairs(f.Float64.Loop2, inputs(0, 10)), inputs(-10, 10)) })
			b.Run(f.Name+"32", func(b *testing.B) { benchmark(b, ofPairs(f.Float32.Slice2(), inputs32(0, 10)), inputs32(-10, 10)) })
			b.Run(f.Name+"32/loop", func(b *testing.B) { benchmark(b, ofPairs(f.Float32.Loop2, inputs32(0, 10)), inputs32(-10, 10)) })
		}
	}
}

// ofPairs makes a function of two operands one of the second: the first are from x.
func ofPairs[T float32 | float64](slice func(dst, x, y []T), x []T) func(dst, y []T) {
	return func(dst, y []T) { slice(dst, x[len(x)-len(y):], y) }
}

func benchmark[T float32 | float64](b *testing.B, slice func(dst, x []T), x []T) {
	dst := make([]T, len(x))
	sizes := []int{1000, 100_000, 1_000_000}
	least := []float64{inf, inf, inf}
	for b.Loop() {
		for i, n := range sizes {
			for range 1_000_000 / n {
				start := time.Now()
				slice(dst[:n], x[:n])
				least[i] = min(least[i], float64(time.Since(start).Nanoseconds())/float64(n))
			}
		}
	}
	for i, n := range sizes {
		b.ReportMetric(least[i], fmt.Sprintf("ns/elem-%d", n))
	}
}
