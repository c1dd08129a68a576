//go:build tensorflow

package tensorflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// BenchmarkCall times ivy.Add against a loop in C++ of TFE_Execute with the same operands,
// and where the time between the two goes.
func BenchmarkCall(b *testing.B) {
	defer ivy.WithBackend("tensorflow")()
	for _, c := range []struct {
		name string
		dims []int
	}{{"Add/1", []int{1}}, {"Add/262144", []int{262144}}} {
		x := ivy.Full(c.dims, 0.5, ivy.Float32)
		t, err := tfeager.FromHost(code(ivy.Float32), c.dims, x.Bytes())
		require.NoError(b, err)
		b.Run(c.name+"/loop", func(b *testing.B) {
			require.NoError(b, tfeager.Loop(t, t, b.N))
		})
		b.Run(c.name+"/program", func(b *testing.B) {
			var p tfeager.Program
			p.Reset(2)
			p.Return(p.Op("AddV2", p.Operand(0), p.Operand(1)))
			b.ReportAllocs()
			for range b.N {
				_, err := p.Run2(tfeager.Operand{}, tfeager.Operand{Tensor: t}, tfeager.Operand{Tensor: t})
				require.NoError(b, err)
			}
		})
		b.Run(c.name+"/kernel", func(b *testing.B) {
			be := Backend{}
			out := backend.Spec{Dtype: ivy.Float32, Shape: c.dims}
			x, err := be.FromHost(out, x.Bytes())
			require.NoError(b, err)
			k := be.Kernels()
			for _, e := range elementwiseKernels {
				if e.Op.Name == "Add" {
					add := k.Entry(e.Op).Binary
					b.ReportAllocs()
					for range b.N {
						if _, err := add(out, x, x); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
		})
		b.Run(c.name+"/ivy", func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				ivy.Add(x, x)
			}
		})
		b.Run(c.name+"/free", func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				ivy.Add(x, x).Free()
			}
		})
	}
}
