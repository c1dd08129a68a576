// Package bench times the library.
package bench

import (
	"fmt"
	"testing"

	"github.com/goivy/goivy/ivy"
)

// sizes are the numbers of elements that calls are timed at: the cost of the call
// itself, of what fits the cache, and of what does not.
var sizes = []int{3, 100_000, 1_000_000}

func operand(n int) *ivy.Array {
	return ivy.Divide(ivy.Astype(ivy.Arange(n), ivy.Float32), float64(n))
}

func BenchmarkAdd(b *testing.B) {
	for _, n := range sizes {
		x, y := operand(n), operand(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(12 * n))
			for b.Loop() {
				ivy.Add(x, y)
			}
		})
		b.Run(fmt.Sprintf("%d/scalar", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ivy.Add(x, 1.5)
			}
		})
		b.Run(fmt.Sprintf("%d/out", n), func(b *testing.B) {
			z := ivy.Add(x, y)
			out := ivy.Out(z)
			b.ReportAllocs()
			for b.Loop() {
				ivy.Add(x, y, out)
			}
		})
	}
}

func BenchmarkUnary(b *testing.B) {
	for _, f := range []struct {
		name string
		f    func(any, ...ivy.Option) *ivy.Array
	}{{"Exp", ivy.Exp}, {"Log", ivy.Log}, {"Sin", ivy.Sin}, {"Tanh", ivy.Tanh}, {"Sqrt", ivy.Sqrt}, {"Abs", ivy.Abs}, {"Sum", ivy.Sum}, {"Max", ivy.Max}, {"Sort", ivy.Sort}} {
		for _, n := range sizes {
			x := operand(n)
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f.f(x)
				}
			})
		}
	}
}

func BenchmarkMatMul(b *testing.B) {
	for _, n := range []int{3, 64, 256, 1024} {
		x := ivy.Reshape(operand(n*n), []int{n, n})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ivy.MatMul(x, x)
			}
			b.ReportMetric(2*float64(n)*float64(n)*float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

// The call of a small array makes one object: the array with its buffer. A number beside
// it makes none.
func TestAllocations(t *testing.T) {
	x, y := operand(3), operand(3)
	for name, f := range map[string]func(){
		"Add":  func() { ivy.Add(x, y) },
		"Abs":  func() { ivy.Abs(x) },
		"Less": func() { ivy.Less(x, y) },

		"Add of an int":   func() { ivy.Add(x, 2) },
		"Add of a float":  func() { ivy.Add(x, 2.5) },
		"Add to a number": func() { ivy.Add(2, x) },
	} {
		if n := testing.AllocsPerRun(100, f); n > 1 {
			t.Errorf("%s of 3 elements: %v allocations, want 1", name, n)
		}
	}
}
