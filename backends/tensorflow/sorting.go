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
		_, indices := g.sorted(g.key(x), n, descending)
		return indices
	}),
	sort(ops.SortOp, func(g *graph, x value, n int, descending bool) value {
		values, indices := g.sorted(g.key(x), n, descending)
		switch {
		case g.in.IsFloat(): // zeros keep their signs
			return g.along(x, indices)
		case g.in.IsBool():
			return g.cast(values, dtype.Bool)
		}
		return values
	}),
}

// sort returns the kernel of a function that sorts along an axis. f gets x as a matrix whose rows
// lie along that axis.
func sort(o ops.Sort, f func(g *graph, x value, n int, descending bool) value) backend.Entry {
	return backend.Sort(o, func(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		return compose(out, b.Dtype, func(g *graph) value {
			if shape.Size(b.Shape) == 0 {
				return g.Op("Fill", g.Int64s(out.Shape...), g.integer(out.Dtype, 0))
			}
			return g.fromRows(f(g, g.rows(g.Operand(0), b.Shape, a.Axis), b.Shape[a.Axis], a.Descending), out.Shape, a.Axis)
		}, x)
	})
}

// rows reshapes x, of shape s, to a matrix whose rows lie along an axis.
func (g *graph) rows(x value, s []int, axis int) value {
	before, n, after := around(s, axis)
	if after != 1 {
		x = g.transpose(g.reshape(x, []int{before, n, after}), []int{0, 2, 1})
	}
	return g.reshape(x, []int{before * after, n})
}

// fromRows is the inverse of rows: it reshapes such a matrix to shape s.
func (g *graph) fromRows(x value, s []int, axis int) value {
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

// key returns integers that have the order of x, whose dtype is g.in: −0 and 0 have the same key,
// NaN has the greatest.
func (g *graph) key(x value) value {
	switch {
	case g.in.IsBool():
		return g.cast(x, dtype.Uint8)
	case g.in.IsFloat():
		return g.keyOr(x, math.MaxInt64)
	}
	return x
}

// keyOr returns the keys of floats: integers of the same size. NaN has the key nan, clamped to
// their range.
func (g *graph) keyOr(x value, nan int64) value {
	d := [...]dtype.Dtype{2: dtype.Int16, 4: dtype.Int32, 8: dtype.Int64}[g.in.Size()]
	bits := g.bitcast(g.Op("AddV2", x, g.number(g.in, 0)), d) // −0 + 0 is 0
	most := g.integer(d, math.MaxInt64)                       // all bits but the sign
	z := g.where(g.Op("Less", bits, g.integer(d, 0)), g.Op("BitwiseXor", bits, most), bits)
	return g.where(g.Op("IsNan", x), g.integer(d, nan), z)
}

// sorted sorts the rows of a matrix of keys, of n columns each. It returns the keys in order and
// their indices; equal keys keep their order.
func (g *graph) sorted(keys value, n int, descending bool) (values, indices value) {
	if !descending {
		keys = g.Op("Invert", keys) // reverses the order, and never overflows
	}
	values = g.Ops(2, "TopKV2", keys, g.Int64(n))
	g.Type("index_type", code(dtype.Int64))
	indices = values + 1
	if !descending {
		values = g.Op("Invert", values)
	}
	return values, indices
}
