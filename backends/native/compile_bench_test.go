package native_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
)

// workloads are functions of arrays of n elements that are one pass when they are compiled.
func workloads(e *ivy.Env) []workload {
	matrix := func(n int) []int { return []int{min(n, 1024), max(n/1024, 1)} }
	line := func(n int) []int { return []int{n} }
	return []workload{
		{"ab+cd", 4, line, func(x []*ivy.Array) *ivy.Array { return e.Add(e.Multiply(x[0], x[1]), e.Multiply(x[2], x[3])) }},
		{"gelu", 1, line, func(x []*ivy.Array) *ivy.Array { return e.Gelu(x[0]) }},
		{"erf gelu", 1, line, func(x []*ivy.Array) *ivy.Array {
			return e.Multiply(e.Multiply(x[0], 0.5), e.Add(e.Erf(e.Divide(x[0], 1.4142135623730951)), 1))
		}},
		{"softmax", 1, matrix, func(x []*ivy.Array) *ivy.Array { return e.Softmax(x[0]) }},
		{"layer_norm", 1, matrix, func(x []*ivy.Array) *ivy.Array { return e.LayerNorm(x[0], []int{1}) }},
		{"tanh chain", 3, line, func(x []*ivy.Array) *ivy.Array {
			z := x[0]
			for range 5 {
				z = e.Subtract(e.Tanh(e.Add(e.Multiply(z, x[1]), x[2])), z)
			}
			return z
		}},
		{"exp sum", 1, line, func(x []*ivy.Array) *ivy.Array { return e.Sum(e.Exp(x[0])) }},
		{"add", 2, line, func(x []*ivy.Array) *ivy.Array { return e.Add(x[0], x[1]) }},
		{"bias", 2, line, func(x []*ivy.Array) *ivy.Array { return e.Add(e.Multiply(x[0], 2), x[1]) }},
	}
}

type workload struct {
	name     string
	operands int
	shape    func(n int) []int
	f        func(x []*ivy.Array) *ivy.Array
}

// BenchmarkCompiled times them call by call and compiled, on one thread and two.
func BenchmarkCompiled(b *testing.B) {
	e, err := ivy.NewEnv("native")
	require.NoError(b, err)
	defer native.Backend{}.SetThreads(0)
	for _, w := range workloads(e) {
		for _, n := range []int{3, 1 << 10, 1 << 20} {
			args := make([]*ivy.Array, w.operands)
			for i := range args {
				args[i] = e.Reshape(e.Astype(e.Linspace(-1, 1.5, n), ivy.Float32), w.shape(n))
			}
			g := e.Compile(func(x ...*ivy.Array) *ivy.Array { return w.f(x) })
			for _, threads := range []int{1, 2} {
				if n < 1<<20 && threads > 1 {
					continue
				}
				native.Backend{}.SetThreads(threads)
				name := fmt.Sprintf("%s/%d/%d", w.name, n, threads)
				b.Run(name+"/eager", func(b *testing.B) {
					for b.Loop() {
						w.f(args)
					}
				})
				b.Run(name+"/compiled", func(b *testing.B) {
					for b.Loop() {
						g.Call(args...)
					}
				})
			}
			require.NoError(b, g.Eager())
		}
	}
}
