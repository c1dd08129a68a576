//go:build tensorflow

package tensorflow

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// product detours: sums of float16 and bfloat16 are float32's, and products of integers
// wrap alike whatever their sign.
func product(name string) formula {
	return op(name).through(dtype.Float32, dtype.Narrow).through(dtype.Int32, dtype.Of(dtype.Int8, dtype.Int16)).signed()
}

var matmul, batchMatmul = product("MatMul"), product("BatchMatMulV2")

// mostStacked is how many axes of matrices, joined, the library broadcasts here.
const mostStacked = 8

var linalgKernels = []backend.Entry{
	backend.Product(ops.MatMul, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		a, b := shapeOf(x), shapeOf(y)
		split := func(s []int) (lead, matrix []int) { return s[:len(s)-2], s[len(s)-2:] }
		leadA, n := split(a)
		leadB, m := split(b)
		lead, _ := split(out.Shape)
		return compose(out, out.Dtype, func(g *graph) value {
			v, w := g.Operand(0), g.Operand(1)
			s := joined(lead, leadA, leadB)
			switch {
			case shape.Size(leadB) == 1: // many rows by one matrix
				v, w = g.reshaped(v, a, []int{shape.Size(a[:len(a)-1]), n[1]}), g.reshaped(w, b, m)
				return g.reshape(matmul(g, v, w), out.Shape)
			case len(s.dims) <= mostStacked:
				v, w = g.reshaped(v, a, slices.Concat(s.from[0], n)), g.reshaped(w, b, slices.Concat(s.from[1], m))
			default:
				count := shape.Size(lead)
				v = g.reshape(g.broadcast(v, a, slices.Concat(lead, n)), []int{count, n[0], n[1]})
				w = g.reshape(g.broadcast(w, b, slices.Concat(lead, m)), []int{count, m[0], m[1]})
			}
			return g.reshape(batchMatmul(g, v, w), out.Shape)
		}, x, y)
	}),
}
