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
	backend.Find(ops.UniqueAll, func(x backend.Buffer) ([]backend.Buffer, []backend.Spec, error) {
		b := x.(*buffer)
		n := shape.Size(b.Shape)
		return composeAll(b.Dtype, []dtype.Dtype{b.Dtype, dtype.Int64, dtype.Int64, dtype.Int64}, func(g *graph) []value {
			v := g.reshape(g.Operand(0), []int{n})
			if n == 0 {
				none := g.Int64s()
				return []value{v, none, g.reshape(none, b.Shape), none}
			}
			order, number, first := g.groups(v, n)
			at := g.places(first, n)
			indices := g.Op("GatherV2", order, at, g.Int64(0))
			ends := g.Op("ConcatV2", g.List(g.Op("StridedSlice", at, g.Int64s(1), g.Int64s(math.MaxInt64), g.Int64s(1)), g.Int64s(n)), g.Int64(0))
			return []value{g.Op("GatherV2", v, indices, g.Int64(0)), indices, g.reshape(g.spread(number, order, n), b.Shape), g.Op("Sub", ends, at)}
		}, x)
	}),
}

// isIn looks the n elements of x up among the m of y, in order. NaN is in nothing.
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

// isInGroups looks for elements of x in groups with one of y.
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

// groups returns the places of x's elements, a line of n, in ascending order, and in that
// order the numbers of the groups of equal ones and whether an element is the first of
// its group. NaNs come last, each a group.
func (g *graph) groups(x value, n int) (order, number, first value) {
	line := func(keys value) value {
		_, places := g.sorted(g.reshape(keys, []int{1, n}), n, false)
		return g.reshape(places, []int{n})
	}
	take := func(x, places value) value { return g.Op("GatherV2", x, places, g.Int64(0)) }
	if g.in.IsComplex() {
		re, im := g.parts(x)
		nan := g.Op("LogicalOr", g.Op("IsNan", re), g.Op("IsNan", im))
		in := g.in
		g.in = in.Component()
		none := g.number(g.in, math.NaN())
		order = line(g.key(g.where(nan, none, im)))
		order = take(order, line(take(g.key(g.where(nan, none, re)), order)))
		g.in = in
	} else {
		order = line(g.key(x))
	}
	x = take(x, order)
	neighbours := func(begin, end int) value {
		return g.Op("StridedSlice", x, g.Int64s(begin), g.Int64s(end), g.Int64s(1))
	}
	first = g.Op("ConcatV2", g.List(g.Const(code(dtype.Bool), []int{1}, []byte{1}), g.Op("NotEqual", neighbours(0, n-1), neighbours(1, n))), g.Int64(0))
	number = g.Op("Sub", g.Op("Cumsum", g.cast(first, dtype.Int64), g.Int64(0)), g.Int64(1))
	return order, number, first
}

// spread puts values, of n elements in order, where the elements were.
func (g *graph) spread(values, order value, n int) value {
	return g.Op("ScatterNd", g.reshape(order, []int{n, 1}), values, g.Int64s(n))
}
