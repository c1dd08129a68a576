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
		from, indices := shapeOf(x), shapeOf(idx[0])
		return compose(out, out.Dtype, func(g *graph) value {
			i := g.Indices(g.Operand(1), a.Axis, from[a.Axis])
			if shape.Size(out.Shape) == 0 {
				return g.none(i, shape.Size(indices), out.Dtype, out.Shape)
			}
			wide := slices.Clone(out.Shape)
			wide[a.Axis] = from[a.Axis]
			v := g.rows(g.broadcast(g.Operand(0), from, wide), wide, a.Axis)
			return g.fromRows(g.along(v, g.rows(g.broadcast(i, indices, out.Shape), out.Shape, a.Axis)), out.Shape, a.Axis)
		}, x, idx[0])
	}),
	backend.Gather(ops.Index, func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, _ backend.GatherAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value {
			at := g.indexed(1, shapeOf(x), idx)
			if shape.Size(out.Shape) == 0 {
				return g.none(at.offsets, shape.Size(at.shape), out.Dtype, out.Shape)
			}
			z := g.Op("GatherV2", g.reshape(g.Operand(0), at.from), at.offsets, g.Int64(0))
			return g.reshape(z, out.Shape)
		}, slices.Concat([]backend.Buffer{x}, idx)...)
	}),
	assign(ops.SetSlice, func(g *graph, s []int, v value, from []int, _ []backend.Buffer, a backend.AssignAttrs) value {
		to := shape.Lens(a.Ranges)
		return g.setSlice(g.Operand(0), s, g.broadcast(v, from, to), a.Ranges)
	}),
	assign(ops.SetIndex, func(g *graph, s []int, v value, from []int, idx []backend.Buffer, _ backend.AssignAttrs) value {
		return g.scattered("TensorScatterUpdate", s, v, from, idx, g.in)
	}),
	assign(ops.AddIndex, func(g *graph, s []int, v value, from []int, idx []backend.Buffer, _ backend.AssignAttrs) value {
		return g.scattered("TensorScatterAdd", s, v, from, idx, addedIn(g.in))
	}),
}

// addedIn returns the dtype in which AddIndex adds elements of dtype d. 16-bit floats are added
// in float32, so that a sum is rounded once; bools in int64: a sum is true if it is not zero.
func addedIn(d dtype.Dtype) dtype.Dtype {
	switch d {
	case dtype.Float16, dtype.BFloat16:
		return dtype.Float32
	case dtype.Bool:
		return dtype.Int64
	}
	return d
}

// scattered returns operand 0, of shape s, with v, of shape from, written or added to the elements
// at the indices idx, which are the operands from 2 on. name is the library's operation, which
// computes in dtype in.
func (g *graph) scattered(name string, s []int, v value, from []int, idx []backend.Buffer, in dtype.Dtype) value {
	at := g.indexed(2, s, idx)
	n := shape.Size(at.shape)
	switch {
	case n == 0:
		return g.Operand(0)
	case at.from[1] == 0:
		return g.none(at.offsets, n, g.in, s)
	}
	x := g.Operand(0)
	if in != g.in {
		x, v = g.cast(x, in), g.cast(v, in)
	}
	updates := g.broadcast(v, from, slices.Concat(at.shape, s[len(idx):]))
	z := g.reshape(g.Op(name, g.reshape(x, at.from), g.reshape(at.offsets, []int{n, 1}), g.reshape(updates, []int{n, at.from[1]})), s)
	if in != g.in {
		return g.cast(z, g.in)
	}
	return z
}

// none returns a result without elements, of dtype d and shape dims. It depends on the n indices:
// a graph leaves out operations without results, and with them the check of indices.
func (g *graph) none(indices value, n int, d dtype.Dtype, dims []int) value {
	first := g.Op("StridedSlice", g.reshape(indices, []int{n}), g.Int64s(0), g.Int64s(0), g.Int64s(1))
	return g.reshape(g.cast(first, d), dims)
}

// assign returns the kernel of a function that writes to elements of x. Its program returns a new
// tensor: the memory of tensors is never written. Operands are x, v and the indices.
func assign(o ops.Assign, f func(g *graph, s []int, v value, from []int, idx []backend.Buffer, a backend.AssignAttrs) value) backend.Entry {
	return backend.Assign(o, func(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		return compose(backend.Spec{Dtype: b.Dtype, Shape: b.Shape}, b.Dtype, func(g *graph) value {
			return f(g, b.Shape, g.Operand(1), shapeOf(v), idx, a)
		}, slices.Concat([]backend.Buffer{x, v}, idx)...)
	})
}

// An indexed says which elements the index arrays of the first axes name: rows of the array as a
// matrix, whose rows are those axes in row-major order.
type indexed struct {
	from    []int // the matrix's shape
	offsets value // its row for each index, in row-major order
	shape   []int // of the index arrays
}

// indexed reads operands, from the given one on, as indices over the first axes of an
// array of shape s. Without an index array it is the whole array.
func (g *graph) indexed(operand int, s []int, idx []backend.Buffer) indexed {
	n := len(idx)
	at := indexed{from: []int{shape.Size(s[:n]), shape.Size(s[n:])}}
	if n == 0 {
		at.offsets = g.Int64(0)
		return at
	}
	at.offsets, at.shape = g.Indices(g.Operand(operand), 0, s[0]), shapeOf(idx[0])
	for k := 1; k < n; k++ {
		i := g.Indices(g.Operand(operand+k), k, s[k])
		at.offsets = g.Op("AddV2", g.Op("Mul", at.offsets, g.Int64(s[k])), i)
	}
	return at
}

// setSlice returns x, of shape s, with v written to ranges of it.
func (g *graph) setSlice(x value, s []int, v value, ranges []shape.Range) value {
	cut := 0 // the number of axes whose range is not the whole axis
	for i, r := range ranges {
		if r.Len == 0 {
			return x
		}
		if r == shape.Full(s[i]) {
			continue
		}
		if cut++; cut > sliced { // the library slices so many axes at most: first those before axis i
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
