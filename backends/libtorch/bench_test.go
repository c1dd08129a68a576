//go:build libtorch

package libtorch

import (
	"testing"

	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/internal/turns"
	"github.com/goivy/goivy/ivy"
	"github.com/stretchr/testify/require"
)

// BenchmarkCall times functions of the unified API against a loop in C++ that calls
// the library's own function with the same operands and drops each result. The three
// take turns, so that what else the machine does meets them all; it reports the medians:
// of the loop, and of what calls take beyond it, their results freed with Free or left
// to the collector. A turn without Free is longer, to have its share of collections.
func BenchmarkCall(b *testing.B) {
	defer ivy.WithBackend("torch")()
	for _, c := range []struct {
		name string
		op   torch.LoopOp
		dims []int
		turn int // calls
		call func(x *ivy.Array) *ivy.Array
	}{
		{"Add/1", torch.LoopAdd, []int{1}, 5000, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"Add/64", torch.LoopAdd, []int{64}, 5000, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"Add/1024", torch.LoopAdd, []int{1024}, 5000, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"Add/262144", torch.LoopAdd, []int{262144}, 100, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"Add/1000000", torch.LoopAdd, []int{1_000_000}, 20, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"Add/16000000", torch.LoopAdd, []int{16_000_000}, 2, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"Exp/1000000", torch.LoopExp, []int{1_000_000}, 20, func(x *ivy.Array) *ivy.Array { return ivy.Exp(x) }},
		{"MatMul/1024", torch.LoopMatMul, []int{1024, 1024}, 2, func(x *ivy.Array) *ivy.Array { return ivy.MatMul(x, x) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			// Where in memory an operand lies makes a few per cent, so there are several.
			var xs [4]*ivy.Array
			var ts [4]*torch.Tensor
			for i := range xs {
				var err error
				xs[i] = ivy.Full(c.dims, 0.5, ivy.Float32)
				ts[i], err = torch.Full(code(ivy.Float32), c.dims, torch.Scalar{Kind: 2, Real: 0.5})
				require.NoError(b, err)
			}
			k := 0
			ns := turns.Time(b.N,
				func() int {
					k = (k + 1) % len(xs)
					require.NoError(b, torch.Loop(c.op, ts[k], ts[k], c.turn))
					return c.turn
				},
				func() int {
					for range c.turn {
						c.call(xs[k]).Free()
					}
					return c.turn
				},
				func() int {
					for range 10 * c.turn {
						c.call(xs[k])
					}
					return 10 * c.turn
				})
			free, drop, loop := turns.Over(ns[1], ns[0]), turns.Over(ns[2], ns[0]), turns.Median(ns[0])
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(loop, "loop-ns")
			b.ReportMetric(free, "Free:+ns")
			b.ReportMetric(100*free/loop, "Free:+%")
			b.ReportMetric(drop, "drop:+ns")
			b.ReportMetric(100*drop/loop, "drop:+%")
		})
	}
}
