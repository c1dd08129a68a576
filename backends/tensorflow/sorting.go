//go:build tensorflow

package tensorflow

import (
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var sortingKernels = []backend.Entry{
	sort(ops.ArgSort, func(g *graph, x value, n int, descending bool) value {
		_, places := g.sorted(g.key(x), n, descending)
		return places
	}),
	sort(ops.SortOp, func(g *graph, x value, n int, descending bool) value {
		values, places := g.sorted(g.key(x), n, descending)
		switch {
		case g.in.IsFloat(): // zeros keep their signs
			return g.along(x, places)
		case g.in.IsBool():
			return g.cast(values, dtype.Bool)
		}
		return values
	}),
}

// sort makes a matrix of x, the axis to sort along last.
func sort(o ops.Sort, f func(g *graph, x value, n int, descending bool) value) backend.Entry {
	return backend.Sort(o, func(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		return compose(out, b.Dtype, func(g *graph) value {
			if shape.Size(b.Shape) == 0 {
				return g.Op("Fill", g.Int64s(out.Shape...), g.integer(out.Dtype, 0))
			}
			return g.fromLines(f(g, g.lines(g.Operand(0), b.Shape, a.Axis), b.Shape[a.Axis], a.Descending), out.Shape, a.Axis)
		}, x)
	})
}

// lines makes a matrix of x, of shape s, whose rows are along an axis; fromLines takes
// such a matrix back to shape s.
func (g *graph) lines(x value, s []int, axis int) value {
	before, n, after := around(s, axis)
	if after != 1 {
		x = g.transpose(g.reshape(x, []int{before, n, after}), []int{0, 2, 1})
	}
	return g.reshape(x, []int{before * after, n})
}

func (g *graph) fromLines(x value, s []int, axis int) value {
	before, n, after := around(s, axis)
	if after != 1 {
		x = g.transpose(g.reshape(x, []int{before, after, n}), []int{0, 2, 1})
	}
	return g.reshape(x, s)
}

// along takes from each row of a matrix the elements at that row's indices.
func (g *graph) along(x, indices value) value {
	z := g.Op("GatherV2", x, indices, g.Int64(1))
	g.Int("batch_dims", 1)
	return z
}

// key returns integers in the order of x, of dtype g.in: zeros of both signs have one,
// and NaN has the greatest.
func (g *graph) key(x value) value {
	switch {
	case g.in.IsBool():
		return g.cast(x, dtype.Uint8)
	case g.in.IsFloat():
		return g.keyOr(x, math.MaxInt64)
	}
	return x
}

// keyOr returns the keys of floats, integers of their size, in which NaN has the one
// given, held in their range.
func (g *graph) keyOr(x value, nan int64) value {
	d := [...]dtype.Dtype{2: dtype.Int16, 4: dtype.Int32, 8: dtype.Int64}[g.in.Size()]
	bits := g.bitcast(g.Op("AddV2", x, g.number(g.in, 0)), d) // −0 + 0 is 0
	most := g.integer(d, math.MaxInt64)                       // all bits but the sign
	z := g.where(g.Op("Less", bits, g.integer(d, 0)), g.Op("BitwiseXor", bits, most), bits)
	return g.where(g.Op("IsNan", x), g.integer(d, nan), z)
}

// sorted returns keys in order, along the rows of a matrix, n long, and the places where
// they were: equal ones stay in theirs.
func (g *graph) sorted(keys value, n int, descending bool) (values, places value) {
	if !descending {
		keys = g.Op("Invert", keys) // whose order is the other one, and no key is out of range
	}
	values = g.Ops(2, "TopKV2", keys, g.Int64(n))
	g.Type("index_type", code(dtype.Int64))
	places = values + 1
	if !descending {
		values = g.Op("Invert", values)
	}
	return values, places
}
