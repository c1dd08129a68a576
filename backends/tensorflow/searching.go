//go:build tensorflow

package tensorflow

import (
	"github.com/goivy/goivy/backends/internal/inline"
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var where = &row{f: op("SelectV2"), operands: 3}

var searchingKernels = []backend.Entry{
	backend.Ternary(ops.Where, func(out backend.Spec, c, x, y backend.Buffer) (backend.Buffer, error) {
		if err := inline.Limit(out); err != nil {
			return nil, err
		}
		if !direct(out.Shape, shapeOf(c), shapeOf(x), shapeOf(y)) {
			return where.broadcast(out, out.Dtype, c, x, y)
		}
		return run3(where.program(out.Dtype, out.Dtype), out, c, x, y)
	}),
	reduce(ops.ArgMax, first("ArgMax", math.MaxInt64)),
	reduce(ops.ArgMin, first("ArgMin", math.MinInt64)),
	reduce(ops.CountNonzero, func(g *graph, x value, _ int, _ backend.ReduceAttrs) value {
		return g.Op("Sum", g.cast(g.truth(x), dtype.Int64), g.Int64s(1))
	}),
	backend.Search(ops.SearchSorted, func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		n, m := b.Shape[0], shape.Size(out.Shape)
		name := "LowerBound"
		if a.Right {
			name = "UpperBound"
		}
		return compose(out, b.Dtype, func(g *graph) value {
			if n == 0 || m == 0 {
				return g.Op("Fill", g.Int64s(out.Shape...), g.Int64(0))
			}
			// Flattened, since the operations of a key do not take all ranks.
			return g.reshape(g.bound(name, g.key(g.Operand(0)), n, g.key(g.reshape(g.Operand(1), []int{m})), m), out.Shape)
		}, x, y)
	}),
	backend.Find(ops.Nonzero, func(x backend.Buffer, _ *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
		b := x.(*buffer)
		rank := len(b.Shape)
		dtypes := make([]dtype.Dtype, rank)
		for i := range dtypes {
			dtypes[i] = dtype.Int64
		}
		return composeAll(b.Dtype, dtypes, func(g *graph) []value {
			v := g.truth(g.Operand(0))
			// Offsets in row-major order, then the index along each axis: Where takes few axes.
			at := g.trueIndices(v, shape.Size(b.Shape))
			zs := make([]value, rank)
			for i := rank - 1; i >= 0; i-- {
				d := g.Int64(max(b.Shape[i], 1))
				zs[i] = g.Op("FloorMod", at, d)
				at = g.Op("FloorDiv", at, d)
			}
			return zs
		}, x)
	}),
}

// trueIndices returns the indices of the true elements among n bools.
func (g *graph) trueIndices(x value, n int) value {
	return g.Op("Reshape", g.Op("Where", g.reshape(x, []int{n})), g.Int64s(-1))
}

// first returns the index of the first extreme. Floats are compared by keys, in which NaN has the
// given one: the library leaves NaN out.
func first(name string, nan int64) reduction {
	return func(g *graph, x value, _ int, _ backend.ReduceAttrs) value {
		switch {
		case g.in.IsBool():
			x = g.cast(x, dtype.Uint8)
		case g.in.IsFloat():
			x = g.keyOr(x, nan)
		}
		z := g.Op(name, x, g.Int64(1))
		g.Type("output_type", code(dtype.Int64))
		return z
	}
}

// bound returns the index at which each of m keys belongs among n ascending ones.
func (g *graph) bound(name string, ascending value, n int, keys value, m int) value {
	z := g.Op(name, g.reshape(ascending, []int{1, n}), g.reshape(keys, []int{1, m}))
	g.Type("out_type", code(dtype.Int64))
	return g.reshape(z, []int{m})
}
