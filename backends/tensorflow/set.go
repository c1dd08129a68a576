//go:build tensorflow

package tensorflow

import (
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var setKernels = []backend.Entry{
	backend.Search(ops.IsIn, func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		n, m := shape.Size(out.Shape), shape.Size(shapeOf(y))
		return compose(out, b.Dtype, func(g *graph) value {
			if n == 0 || m == 0 {
				return g.Op("Fill", g.Int64s(out.Shape...), g.scalar(dtype.Bool, backend.BoolScalar(a.Invert)))
			}
			in := g.isIn
			if g.in.IsComplex() {
				in = g.isInGroups
			}
			z := in(g.reshape(g.Operand(0), []int{n}), n, g.reshape(g.Operand(1), []int{m}), m)
			if a.Invert {
				z = g.Op("LogicalNot", z)
			}
			return g.reshape(z, out.Shape)
		}, x, y)
	}),
	backend.Find(ops.UniqueAll, func(x backend.Buffer, _ *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
		b := x.(*buffer)
		n := shape.Size(b.Shape)
		return composeAll(b.Dtype, []dtype.Dtype{b.Dtype, dtype.Int64, dtype.Int64, dtype.Int64}, func(g *graph) []value {
			v := g.reshape(g.Operand(0), []int{n})
			if n == 0 {
				none := g.Int64s()
				return []value{v, none, g.reshape(none, b.Shape), none}
			}
			order, number, first := g.groups(v, n)
			at := g.trueIndices(first, n)
			indices := g.Op("GatherV2", order, at, g.Int64(0))
			ends := g.Op("ConcatV2", g.List(g.Op("StridedSlice", at, g.Int64s(1), g.Int64s(math.MaxInt64), g.Int64s(1)), g.Int64s(n)), g.Int64(0))
			return []value{g.Op("GatherV2", v, indices, g.Int64(0)), indices, g.reshape(g.spread(number, order, n), b.Shape), g.Op("Sub", ends, at)}
		}, x)
	}),
}

// isIn returns whether each of the n elements of x equals one of the m elements of y, by binary
// search. NaN equals nothing.
func (g *graph) isIn(x value, n int, y value, m int) value {
	set, _ := g.sorted(g.reshape(g.key(y), []int{1, m}), m, false)
	set = g.reshape(set, []int{m})
	keys := g.key(x)
	at := g.Op("Minimum", g.bound("LowerBound", set, m, keys, n), g.Int64(m-1))
	z := g.Op("Equal", g.Op("GatherV2", set, at, g.Int64(0)), keys)
	if g.in.IsFloat() {
		z = g.Op("LogicalAnd", z, g.Op("Equal", x, x))
	}
	return z
}

// isInGroups is isIn for complex numbers: it looks for elements of x that share a group of equal
// elements with one of y.
func (g *graph) isInGroups(x value, n int, y value, m int) value {
	all := n + m
	order, number, _ := g.groups(g.Op("ConcatV2", g.List(x, y), g.Int64(0)), all)
	number = g.spread(number, order, all)
	part := func(begin, end int) value {
		return g.Op("StridedSlice", number, g.Int64s(begin), g.Int64s(end), g.Int64s(1))
	}
	yes := g.scalar(dtype.Bool, backend.BoolScalar(true))
	marks := g.Op("TensorScatterUpdate", g.Op("Fill", g.Int64s(all), g.scalar(dtype.Bool, backend.BoolScalar(false))),
		g.reshape(part(n, all), []int{m, 1}), g.Op("Fill", g.Int64s(m), yes))
	return g.Op("GatherV2", marks, part(0, n), g.Int64(0))
}

// groups sorts the n elements of x, which has one axis, and groups equal ones. It returns the
// indices that sort x and, for the elements in that order, the number of the group and whether
// the element is the first of the group. NaNs come last, each a group.
func (g *graph) groups(x value, n int) (order, number, first value) {
	argsort := func(keys value) value {
		_, indices := g.sorted(g.reshape(keys, []int{1, n}), n, false)
		return g.reshape(indices, []int{n})
	}
	take := func(x, indices value) value { return g.Op("GatherV2", x, indices, g.Int64(0)) }
	if g.in.IsComplex() {
		re, im := g.parts(x)
		nan := g.Op("LogicalOr", g.Op("IsNan", re), g.Op("IsNan", im))
		in := g.in
		g.in = in.Component()
		none := g.number(g.in, math.NaN())
		order = argsort(g.key(g.where(nan, none, im)))
		order = take(order, argsort(take(g.key(g.where(nan, none, re)), order)))
		g.in = in
	} else {
		order = argsort(g.key(x))
	}
	x = take(x, order)
	neighbours := func(begin, end int) value {
		return g.Op("StridedSlice", x, g.Int64s(begin), g.Int64s(end), g.Int64s(1))
	}
	first = g.Op("ConcatV2", g.List(g.Const(code(dtype.Bool), []int{1}, []byte{1}), g.Op("NotEqual", neighbours(0, n-1), neighbours(1, n))), g.Int64(0))
	number = g.Op("Sub", g.Op("Cumsum", g.cast(first, dtype.Int64), g.Int64(0)), g.Int64(1))
	return order, number, first
}

// spread undoes the sorting by order: it writes values[i] to index order[i] of n elements.
func (g *graph) spread(values, order value, n int) value {
	return g.Op("ScatterNd", g.reshape(order, []int{n, 1}), values, g.Int64s(n))
}
