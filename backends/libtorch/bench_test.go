//go:build libtorch

package libtorch

import (
	"slices"
	"testing"
	"time"

	"github.com/goivy/goivy/cgo/torch"
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
		{"Exp/1000000", torch.LoopExp, []int{1_000_000}, 20, func(x *ivy.Array) *ivy.Array { return ivy.Exp(x) }},
		{"MatMul/1024", torch.LoopMatMul, []int{1024, 1024}, 2, func(x *ivy.Array) *ivy.Array { return ivy.MatMul(x, x) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := ivy.Full(c.dims, 0.5, ivy.Float32)
			t, err := torch.Full(code(ivy.Float32), c.dims, torch.Scalar{Kind: 2, Real: 0.5})
			require.NoError(b, err)
			turns := []func(n int){
				func(n int) { require.NoError(b, torch.Loop(c.op, t, t, n)) },
				func(n int) {
					for range n {
						c.call(x).Free()
					}
				},
				func(n int) {
					for range 10 * n {
						c.call(x)
					}
				},
			}
			var ns [3][]float64
			for i := range b.N + 1 {
				for j, f := range turns {
					start := time.Now()
					f(c.turn)
					took := float64(time.Since(start)) / float64(c.turn)
					if j == 2 {
						took /= 10
					}
					if i > 0 { // after a turn to warm up
						ns[j] = append(ns[j], took)
					}
				}
			}
			free, drop := over(ns[1], ns[0]), over(ns[2], ns[0])
			loop := median(ns[0])
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(loop, "loop-ns")
			b.ReportMetric(free, "Free:+ns")
			b.ReportMetric(100*free/loop, "Free:+%")
			b.ReportMetric(drop, "drop:+ns")
			b.ReportMetric(100*drop/loop, "drop:+%")
		})
	}
}

// over returns the median of the differences of what was timed turn by turn.
func over(x, y []float64) float64 {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	return median(d)
}

func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}
