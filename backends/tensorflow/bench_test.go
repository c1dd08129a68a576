//go:build tensorflow

package tensorflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/internal/turns"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// BenchmarkCall times ivy.Add against a loop in C++ of TFE_Execute with the same operands,
// which drops each result, and where the time between the two goes: the program that the
// shim runs, without and with the buffers around it. All take turns; it reports the median
// of the loop, and of what the others take beyond it.
func BenchmarkCall(b *testing.B) {
	defer ivy.WithBackend("tensorflow")()
	for _, c := range []struct {
		name string
		dims []int
		turn int // calls
	}{{"Add/1", []int{1}, 5000}, {"Add/262144", []int{262144}, 100}, {"Add/1000000", []int{1_000_000}, 20}} {
		b.Run(c.name, func(b *testing.B) {
			x := ivy.Full(c.dims, 0.5, ivy.Float32)
			t, err := tfeager.FromHost(code(ivy.Float32), c.dims, x.Bytes())
			require.NoError(b, err)
			var p tfeager.Program
			p.Reset(2)
			p.Return(p.Op("AddV2", p.Operand(0), p.Operand(1)))
			out := backend.Spec{Dtype: ivy.Float32, Shape: c.dims}
			buf := must(Backend{}.FromHost(out, x.Bytes()))
			add := Backend{}.Kernels().Entry(ops.Add.Op).Binary
			times := func(f func()) func() int {
				return func() int {
					for range c.turn {
						f()
					}
					return c.turn
				}
			}
			ns := turns.Time(b.N,
				func() int {
					require.NoError(b, tfeager.Loop(t, t, c.turn))
					return c.turn
				},
				times(func() { must(p.Run2(tfeager.Operand{}, tfeager.Operand{Tensor: t}, tfeager.Operand{Tensor: t})).Free() }),
				times(func() { Backend{}.Release(must(add(out, buf, buf))) }),
				times(func() { ivy.Add(x, x).Free() }),
				times(func() { ivy.Add(x, x) }))
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(turns.Median(ns[0]), "loop-ns")
			for i, what := range []string{"tensor:+ns", "kernel:+ns", "Free:+ns", "drop:+ns"} {
				b.ReportMetric(turns.Over(ns[i+1], ns[0]), what)
			}
		})
	}
}

// BenchmarkLoop times an iteration of loops, small and large, as they are and compiled, here and on native.
func BenchmarkLoop(b *testing.B) {
	for _, size := range []struct {
		name    string
		dims    []int
		n       int
		product bool
	}{{"4", []int{4}, 10000, false}, {"65536", []int{1 << 16}, 100, false}, {"128x128", []int{128, 128}, 100, true}} {
		f := func(x, w *ivy.Array) *ivy.Array {
			return ivy.ForRange(0, size.n, func(_, s *ivy.Array) *ivy.Array {
				if size.product {
					return ivy.Tanh(ivy.Add(ivy.MatMul(s, w), x))
				}
				return ivy.Multiply(ivy.Add(ivy.Multiply(s, w), x), 0.5)
			}, x).(*ivy.Array)
		}
		for _, name := range []string{"native", "tensorflow"} {
			x := ivy.Multiply(ivy.Ones(size.dims, ivy.Float32), 0.1).ToBackend(name)
			w := ivy.Multiply(x, 0.5)
			c := ivy.Compile(f)
			for kind, call := range map[string]func() *ivy.Array{"as it is": func() *ivy.Array { return f(x, w) }, "compiled": func() *ivy.Array { return c.Call(x, w) }} {
				b.Run(size.name+"/"+name+"/"+kind, func(b *testing.B) {
					call()
					for b.Loop() {
						call().Free()
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.n), "ns/iteration")
				})
			}
			require.NoError(b, c.Eager())
		}
	}
}
