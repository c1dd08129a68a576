package random

import (
	"testing"
)

const million = 1_000_000

func benchmarkFill[T any](b *testing.B, fill func(dst []T)) {
	dst := make([]T, million)
	b.SetBytes(million)
	for b.Loop() {
		fill(dst)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/million, "ns/element")
}

// The time of a million words of each bit generator.
func BenchmarkSource(b *testing.B) {
	for _, s := range []Source{
		NewPCG64(NewSeedSequence(1)), NewPCG64DXSM(NewSeedSequence(1)), NewMT19937(1),
		NewPhilox4x32(1, 2, 3), NewPhilox4x64Sequence(NewSeedSequence(1)), NewThreeFry2x32([2]uint32{1, 2}, 3),
	} {
		name := s.(state).name()
		b.Run(name+"/64", func(b *testing.B) { benchmarkFill(b, s.FillUint64) })
		b.Run(name+"/32", func(b *testing.B) { benchmarkFill(b, s.FillUint32) })
	}
}

// The time of a million numbers over PCG64; numpy.random.default_rng is what to compare it with.
func BenchmarkGenerator(b *testing.B) {
	g := NewSeeded(1)
	b.Run("Random64", func(b *testing.B) { benchmarkFill(b, g.Random64) })
	b.Run("Random32", func(b *testing.B) { benchmarkFill(b, g.Random32) })
	b.Run("StandardNormal64", func(b *testing.B) { benchmarkFill(b, g.StandardNormal64) })
	b.Run("StandardNormal32", func(b *testing.B) { benchmarkFill(b, g.StandardNormal32) })
	b.Run("StandardExponential64", func(b *testing.B) { benchmarkFill(b, g.StandardExponential64) })
	b.Run("StandardExponential32", func(b *testing.B) { benchmarkFill(b, g.StandardExponential32) })
	b.Run("Gamma", func(b *testing.B) { benchmarkFill(b, func(dst []float64) { _ = g.Gamma(dst, 2.5, 1) }) })
	b.Run("Integers64", func(b *testing.B) { benchmarkFill(b, func(dst []int64) { _ = Integers(g, dst, 0, 99) }) })
	b.Run("Integers8", func(b *testing.B) { benchmarkFill(b, func(dst []uint8) { _ = Integers(g, dst, 0, 99) }) })
	b.Run("Poisson", func(b *testing.B) { benchmarkFill(b, func(dst []int64) { _ = g.Poisson(dst, 20) }) })
	b.Run("Binomial", func(b *testing.B) { benchmarkFill(b, func(dst []int64) { _ = g.Binomial(dst, 100, 0.4) }) })
	b.Run("Permutation", func(b *testing.B) { benchmarkFill(b, g.Permutation) })
	r := NewRandomState(1)
	b.Run("legacy StandardNormal", func(b *testing.B) { benchmarkFill(b, r.StandardNormal) })
}
