//go:build tensorflow

package tensorflow

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var manipulationKernels = []backend.Entry{
	backend.View(ops.BroadcastTo, func(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value {
			return g.broadcast(g.Operand(0), shapeOf(x), out.Shape)
		}, x)
	}),
	backend.View(ops.PermuteDims, func(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value { return g.transpose(g.Operand(0), a.Perm) }, x)
	}),
	backend.View(ops.Reshape, func(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value { return g.reshape(g.Operand(0), out.Shape) }, x)
	}),
	backend.Join(ops.Concat, func(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value {
			if len(xs) == 1 {
				return g.Operand(0)
			}
			vs := make([]value, len(xs))
			for i := range vs {
				vs[i] = g.Operand(i)
			}
			return g.Op("ConcatV2", g.List(vs...), g.Int64(a.Axis))
		}, xs...)
	}),
	backend.View(ops.Slice, func(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value { return g.slice(g.Operand(0), shapeOf(x), a.Ranges) }, x)
	}),
}

// sliced is how many axes are sliced at a time: with those between them StridedSlice gets
// no more than it takes.
const sliced = 3

// A cut is ranges of an array, with the axes between those of which they are a part
// joined, as StridedSlice takes them.
type cut struct{ from, begin, end, step, to []int }

// cutFrom returns the cut of axes from i on, as many as are sliced at a time, and the
// axis where the next begins.
func cutFrom(i int, s []int, ranges []shape.Range) (c cut, next int) {
	add := func(from, begin, end, step, to int) {
		c.from, c.begin, c.end, c.step, c.to = append(c.from, from), append(c.begin, begin), append(c.end, end), append(c.step, step), append(c.to, to)
	}
	whole, parts := 1, 0
	next = len(s)
	for k, n := range s {
		r := ranges[k]
		if parts == sliced && k < next {
			next = k
		}
		if k < i || k >= next || r == shape.Full(n) {
			whole *= n
			continue
		}
		if whole != 1 {
			add(whole, 0, whole, 1, whole)
			whole = 1
		}
		parts++
		if r.Len == 0 {
			add(n, 0, 0, 1, 0)
			continue
		}
		stop := r.Start + (r.Len-1)*r.Step + 1
		if r.Step < 0 {
			if stop -= 2; stop < 0 { // before the first: a negative number would count from the end
				stop = -n - 1
			}
		}
		add(n, r.Start, stop, r.Step, r.Len)
	}
	if whole != 1 {
		add(whole, 0, whole, 1, whole)
	}
	if parts == 0 {
		c = cut{}
	}
	return c, next
}

// slice returns the ranges of x, of shape s.
func (g *graph) slice(x value, s []int, ranges []shape.Range) value {
	now := slices.Clone(s)
	last := s // the shape that x has
	for i := 0; i < len(ranges); {
		c, next := cutFrom(i, now, ranges)
		if c.from == nil {
			break
		}
		x = g.reshaped(x, last, c.from)
		x = g.Op("StridedSlice", x, g.Int64s(c.begin...), g.Int64s(c.end...), g.Int64s(c.step...))
		last = c.to
		for ; i < next; i++ {
			now[i] = ranges[i].Len
		}
	}
	return g.reshaped(x, last, now)
}
