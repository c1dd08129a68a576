//go:build tensorflow

package tensorflow

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var indexingKernels = []backend.Entry{
	backend.Gather(ops.Take, func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value {
			s := shapeOf(x)
			before, n, after := around(s, a.Axis)
			i := g.Indices(g.Operand(1), a.Axis, n)
			if shape.Size(out.Shape) == 0 {
				return g.none(i, shape.Size(shapeOf(idx[0])), out.Dtype, out.Shape)
			}
			z := g.Op("GatherV2", g.reshaped(g.Operand(0), s, []int{before, n, after}), i, g.Int64(1))
			return g.reshape(z, out.Shape)
		}, x, idx[0])
	}),
	backend.Gather(ops.TakeAlongAxis, func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
		from, places := shapeOf(x), shapeOf(idx[0])
		return compose(out, out.Dtype, func(g *graph) value {
			i := g.Indices(g.Operand(1), a.Axis, from[a.Axis])
			if shape.Size(out.Shape) == 0 {
				return g.none(i, shape.Size(places), out.Dtype, out.Shape)
			}
			wide := slices.Clone(out.Shape)
			wide[a.Axis] = from[a.Axis]
			v := g.lines(g.broadcast(g.Operand(0), from, wide), wide, a.Axis)
			return g.fromLines(g.along(v, g.lines(g.broadcast(i, places, out.Shape), out.Shape, a.Axis)), out.Shape, a.Axis)
		}, x, idx[0])
	}),
	backend.Gather(ops.Index, func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, _ backend.GatherAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value {
			at := g.indexed(1, shapeOf(x), idx)
			if shape.Size(out.Shape) == 0 {
				return g.none(at.places, shape.Size(at.shape), out.Dtype, out.Shape)
			}
			z := g.Op("GatherV2", g.reshape(g.Operand(0), at.from), at.places, g.Int64(0))
			return g.reshape(z, out.Shape)
		}, slices.Concat([]backend.Buffer{x}, idx)...)
	}),
	assign(ops.SetSlice, func(g *graph, s []int, v value, from []int, _ []backend.Buffer, a backend.AssignAttrs) value {
		to := make([]int, len(a.Ranges))
		for i, r := range a.Ranges {
			to[i] = r.Len
		}
		return g.setSlice(g.Operand(0), s, g.broadcast(v, from, to), a.Ranges)
	}),
	assign(ops.SetIndex, func(g *graph, s []int, v value, from []int, idx []backend.Buffer, _ backend.AssignAttrs) value {
		return g.scattered("TensorScatterUpdate", s, v, from, idx, g.in)
	}),
	assign(ops.AddIndex, func(g *graph, s []int, v value, from []int, idx []backend.Buffer, _ backend.AssignAttrs) value {
		return g.scattered("TensorScatterAdd", s, v, from, idx, addedIn(g.in))
	}),
}

// addedIn is the dtype in which values of another are added one after the other: floats of 16
// bits so that a sum is rounded once, bools because their sum is whether it is zero.
func addedIn(d dtype.Dtype) dtype.Dtype {
	switch d {
	case dtype.Float16, dtype.BFloat16:
		return dtype.Float32
	case dtype.Bool:
		return dtype.Int64
	}
	return d
}

// scattered is operand 0, of shape s, with v, of shape from, brought to the elements at idx,
// the operands from 2 on, by an operation of the library that computes in a dtype.
func (g *graph) scattered(name string, s []int, v value, from []int, idx []backend.Buffer, in dtype.Dtype) value {
	at := g.indexed(2, s, idx)
	n := shape.Size(at.shape)
	switch {
	case n == 0:
		return g.Operand(0)
	case at.from[1] == 0:
		return g.none(at.places, n, g.in, s)
	}
	x := g.Operand(0)
	if in != g.in {
		x, v = g.cast(x, in), g.cast(v, in)
	}
	updates := g.broadcast(v, from, slices.Concat(at.shape, s[len(idx):]))
	z := g.reshape(g.Op(name, g.reshape(x, at.from), g.reshape(at.places, []int{n, 1}), g.reshape(updates, []int{n, at.from[1]})), s)
	if in != g.in {
		return g.cast(z, g.in)
	}
	return z
}

// none is a result without elements, of a dtype and shape, of n indices: it is made of them,
// as a graph would leave out the check of indices that nothing is made of.
func (g *graph) none(indices value, n int, d dtype.Dtype, dims []int) value {
	first := g.Op("StridedSlice", g.reshape(indices, []int{n}), g.Int64s(0), g.Int64s(0), g.Int64s(1))
	return g.reshape(g.cast(first, d), dims)
}

// assign writes a program whose operands are x, v and the indices, for what x becomes: the
// memory of tensors is never written.
func assign(o ops.Assign, f func(g *graph, s []int, v value, from []int, idx []backend.Buffer, a backend.AssignAttrs) value) backend.Entry {
	return backend.Assign(o, func(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		return compose(backend.Spec{Dtype: b.Dtype, Shape: b.Shape}, b.Dtype, func(g *graph) value {
			return f(g, b.Shape, g.Operand(1), shapeOf(v), idx, a)
		}, slices.Concat([]backend.Buffer{x, v}, idx)...)
	})
}

// An indexed array is one of two axes, of which places choose from the first, in the
// shape of the index arrays.
type indexed struct {
	from   []int
	places value
	shape  []int
}

// indexed reads operands, from the one given on, as indices over the first axes of an
// array of shape s. No index array names all of it.
func (g *graph) indexed(operand int, s []int, idx []backend.Buffer) indexed {
	n := len(idx)
	at := indexed{from: []int{shape.Size(s[:n]), shape.Size(s[n:])}}
	if n == 0 {
		at.places = g.Int64(0)
		return at
	}
	at.places, at.shape = g.Indices(g.Operand(operand), 0, s[0]), shapeOf(idx[0])
	for k := 1; k < n; k++ {
		i := g.Indices(g.Operand(operand+k), k, s[k])
		at.places = g.Op("AddV2", g.Op("Mul", at.places, g.Int64(s[k])), i)
	}
	return at
}

// setSlice writes v into ranges of x, of shape s.
func (g *graph) setSlice(x value, s []int, v value, ranges []shape.Range) value {
	cut := 0 // axes of which a range is not the whole
	for i, r := range ranges {
		if r.Len == 0 {
			return x
		}
		if r == shape.Full(s[i]) {
			continue
		}
		if cut++; cut > sliced { // those before, of which a part is written
			outer := slices.Clone(ranges)
			within := slices.Clone(s)
			for k := range s {
				if k < i {
					within[k] = ranges[k].Len
				} else {
					outer[k] = shape.Full(s[k])
				}
			}
			inner := slices.Clone(ranges)
			for k := range i {
				inner[k] = shape.Full(within[k])
			}
			v = g.setSlice(g.slice(x, s, outer), within, v, inner)
			return g.setSlice(x, s, v, outer)
		}
	}
	if cut == 0 {
		return v
	}
	c, _ := cutFrom(0, s, ranges)
	z := g.Op("TensorStridedSliceUpdate", g.reshape(x, c.from), g.Int64s(c.begin...), g.Int64s(c.end...), g.Int64s(c.step...), g.reshape(v, c.to))
	return g.reshape(z, s)
}
