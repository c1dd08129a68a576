package numpy

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// gradient takes differences on both sides, at the ends on one. Its steps are NumPy's, with NumPy's dtypes, which the row Gradient has not.
func gradient(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "f")
	axes := axesOf(c, "axis", x.Ndim())
	steps := gradientSteps(c, x, axes)
	order := c.Int("edge_order")
	if order > 2 {
		c.Raise("ValueError", "'edge_order' greater than 2 not supported")
	}
	d := x.Dtype()
	if !hasNaN(d) {
		if d.IsInteger() {
			x = e.Astype(x, Float64)
		}
		d = Float64
	}
	var zs []*frontend.Array
	for k, axis := range axes {
		n := x.Shape()[axis]
		if n < order+1 {
			c.Raise("ValueError", "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
		}
		g := differences{c: c, x: x, axis: axis, n: n, dtype: d}
		if o := mustOperand(c, steps[k]); o.A != nil && o.A.V.Ndim() > 0 {
			g.uneven(o.A.V, order)
		} else {
			g.even(steps[k], order)
		}
		zs = append(zs, c.Wrap(e.Concat([]*ivy.Array{g.first, g.inner, g.last}, ivy.Axis(axis))))
	}
	if len(zs) == 1 {
		return zs[0]
	}
	return zs
}

// gradientSteps returns the argument "varargs" as what each axis has: one distance, or the distances from
// element to element.
func gradientSteps(c *frontend.Call, x *ivy.Array, axes []int) []any {
	e := c.Env()
	spacing, _ := c.Arg("varargs").([]any)
	switch {
	case len(spacing) == 0:
		return slices.Repeat([]any{1.0}, len(axes))
	case len(spacing) == 1:
		if o := mustOperand(c, spacing[0]); o.A == nil || o.A.V.Ndim() == 0 {
			return slices.Repeat(spacing, len(axes))
		}
	}
	if len(spacing) != len(axes) {
		c.Raise("TypeError", "invalid number of arguments")
	}
	steps := slices.Clone(spacing)
	for i, v := range spacing {
		o := mustOperand(c, v)
		if o.A == nil || o.A.V.Ndim() == 0 {
			continue
		}
		at := o.A.V
		if at.Ndim() != 1 {
			c.Raise("ValueError", "distances must be either scalars or 1d")
		}
		if at.Size() != x.Shape()[axes[i]] {
			c.Raise("ValueError", "when 1d, distances must match the length of the corresponding dimension")
		}
		if at.Dtype().IsInteger() {
			at = e.Astype(at, Float64)
		}
		between := apply(c, "diff", c.Wrap(at))
		if between.Size() == 0 {
			c.Raise("IndexError", "index 0 is out of bounds for axis 0 with size 0")
		}
		if first := e.GetItem(between, 0); e.All(e.Equal(between, first)).Bool() {
			steps[i] = scalar(c.Wrap(first))
		} else {
			steps[i] = c.Wrap(between)
		}
	}
	return steps
}

// differences are the gradient along an axis of n elements: that of the first element, of the last, and of
// those between.
type differences struct {
	c                  *frontend.Call
	x                  *ivy.Array
	axis, n            int
	dtype              dtype.Dtype
	first, inner, last *ivy.Array
}

// at returns element i, counted from the end if it is negative.
func (g *differences) at(i int) *ivy.Array {
	if i < 0 {
		i += g.n
	}
	return sliceAxis(g.c.Env(), g.x, g.axis, i, i+1)
}

// do calls a ufunc.
func (g *differences) do(path string, args ...any) any {
	return g.c.Wrap(apply(g.c, path, args...))
}

// store casts as a write into the result does.
func (g *differences) store(v any) *ivy.Array {
	return g.c.Cast(g.c.Namespace, v.(*frontend.Array).V, g.dtype)
}

// mix returns a·x[i] + b·x[i+1] + c·x[i+2].
func (g *differences) mix(a, b, f any, x0, x1, x2 *ivy.Array) *ivy.Array {
	w := g.c.Wrap
	return g.store(g.do("add", g.do("add", g.do("multiply", a, w(x0)), g.do("multiply", b, w(x1))), g.do("multiply", f, w(x2))))
}

// even is for elements at one distance from each other.
func (g *differences) even(step any, order int) {
	e, w := g.c.Env(), g.c.Wrap
	minus := func(x, y *ivy.Array) any { return g.do("subtract", w(x), w(y)) }
	g.inner = g.store(g.do("true_divide", minus(sliceAxis(e, g.x, g.axis, 2, g.n), sliceAxis(e, g.x, g.axis, 0, max(g.n-2, 0))), g.do("multiply", 2.0, step)))
	if order == 1 {
		g.first = g.store(g.do("true_divide", minus(g.at(1), g.at(0)), step))
		g.last = g.store(g.do("true_divide", minus(g.at(-1), g.at(-2)), step))
		return
	}
	part := func(v float64) any { return g.do("true_divide", v, step) }
	g.first = g.mix(part(-1.5), part(2), part(-0.5), g.at(0), g.at(1), g.at(2))
	g.last = g.mix(part(0.5), part(-2), part(1.5), g.at(-3), g.at(-2), g.at(-1))
}

// uneven is for elements at these distances from each other.
func (g *differences) uneven(steps *ivy.Array, order int) {
	e, w, n := g.c.Env(), g.c.Wrap, g.n
	s := slices.Repeat([]int{1}, g.x.Ndim())
	s[g.axis] = n - 2
	along := func(x any) any { return w(e.Reshape(x.(*frontend.Array).V, s)) }
	times, plus, minus, over := func(x, y any) any { return g.do("multiply", x, y) }, func(x, y any) any { return g.do("add", x, y) },
		func(x, y any) any { return g.do("subtract", x, y) }, func(x, y any) any { return g.do("true_divide", x, y) }
	negative := func(x any) any { return g.do("negative", x) }
	before, after := any(w(e.GetItem(steps, ivy.Slice(0, n-2)))), any(w(e.GetItem(steps, ivy.Slice(1, n-1))))
	g.inner = g.mix(along(over(negative(after), times(before, plus(before, after)))), along(over(minus(after, before), times(before, after))),
		along(over(before, times(after, plus(before, after)))), sliceAxis(e, g.x, g.axis, 0, n-2), sliceAxis(e, g.x, g.axis, 1, n-1), sliceAxis(e, g.x, g.axis, 2, n))
	step := func(i int) any { return scalar(w(e.GetItem(steps, (i+n-1)%(n-1)))) }
	if order == 1 {
		g.first = g.store(over(minus(w(g.at(1)), w(g.at(0))), step(0)))
		g.last = g.store(over(minus(w(g.at(-1)), w(g.at(-2))), step(-1)))
		return
	}
	p, q := step(0), step(1)
	g.first = g.mix(over(negative(plus(times(2.0, p), q)), times(p, plus(p, q))), over(plus(p, q), times(p, q)), over(negative(p), times(q, plus(p, q))), g.at(0), g.at(1), g.at(2))
	p, q = step(-2), step(-1)
	g.last = g.mix(over(q, times(p, plus(p, q))), over(negative(plus(q, p)), times(p, q)), over(plus(times(2.0, q), p), times(q, plus(p, q))), g.at(-3), g.at(-2), g.at(-1))
}
