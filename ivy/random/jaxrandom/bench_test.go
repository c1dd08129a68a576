package jaxrandom

import (
	"testing"
)

// The time of a million numbers.
func BenchmarkMillion(b *testing.B) {
	k := NewKey(1)
	x, y := make([]float32, 1_000_000), make([]float64, 1_000_000)
	for name, f := range map[string]func(){
		"Uniform32": func() { Uniform32(k, x, 0, 1) }, "Uniform64": func() { Uniform64(k, y, 0, 1) },
		"Normal32": func() { Normal32(k, x) }, "Normal64": func() { Normal64(k, y) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
