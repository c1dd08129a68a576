//go:build libtorch

package libtorch

import (
	"testing"

	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/stretchr/testify/require"
)

// BenchmarkCall times functions of the unified API against a loop in C++ that calls
// the library's own function with the same operands.
func BenchmarkCall(b *testing.B) {
	defer ivy.WithBackend("torch")()
	for _, c := range []struct {
		name string
		op   torch.LoopOp
		dims []int
		call func(x *ivy.Array) *ivy.Array
	}{
		{"Add/1", torch.LoopAdd, []int{1}, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"Add/262144", torch.LoopAdd, []int{262144}, func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }},
		{"MatMul/1024", torch.LoopMatMul, []int{1024, 1024}, func(x *ivy.Array) *ivy.Array { return ivy.MatMul(x, x) }},
		{"Exp/1000000", torch.LoopExp, []int{1_000_000}, func(x *ivy.Array) *ivy.Array { return ivy.Exp(x) }},
	} {
		x := ivy.Full(c.dims, 0.5, ivy.Float32)
		b.Run(c.name+"/loop", func(b *testing.B) {
			t, err := torch.Full(code(ivy.Float32), c.dims, torch.Scalar{Kind: 2, Real: 0.5})
			require.NoError(b, err)
			b.ResetTimer()
			require.NoError(b, torch.Loop(c.op, t, t, b.N))
		})
		b.Run(c.name+"/ivy", func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				c.call(x)
			}
		})
		b.Run(c.name+"/free", func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				c.call(x).Free()
			}
		})
	}
}
