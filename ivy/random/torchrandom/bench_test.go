package torchrandom

import (
	"testing"
)

// The time of a million numbers.
func BenchmarkMillion(b *testing.B) {
	g := New(1)
	x, y := make([]float32, 1_000_000), make([]float64, 1_000_000)
	for name, f := range map[string]func(){
		"Uniform32": func() { _ = g.Uniform32(x, 0, 1) }, "Uniform64": func() { _ = g.Uniform64(y, 0, 1) },
		"Normal32": func() { _ = g.Normal32(x, 0, 1) }, "Normal64": func() { _ = g.Normal64(y, 0, 1) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
