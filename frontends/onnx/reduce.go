package onnx

import (
	"slices"

	"github.com/goivy/goivy/ivy"
)

// reduceRows are reductions, and what normalizes along axes.
var reduceRows = []row{
	{op: "ReduceSum", since: []int{1, 11, 13}, in: "n?i", host: []int{1}, run: reduction(13, func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return c.e.Sum(x, append(o, x.Dtype())...)
	})},
	{op: "ReduceMean", since: []int{1, 11, 13, 18}, in: "n?i", host: []int{1}, run: reduction(18, func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		if x.Dtype().IsInteger() {
			total := c.e.Sum(x, append(o, ivy.Int64)...)
			return c.e.Astype(quotient(c.e, total, c.like(total, max(x.Size()/max(total.Size(), 1), 1))), x.Dtype())
		}
		return c.e.Mean(x, o...)
	})},
	{op: "ReduceProd", since: []int{1, 11, 13, 18}, in: "n?i", host: []int{1}, run: reduction(18, func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return c.e.Prod(x, append(o, x.Dtype())...)
	})},
	{op: "ReduceMax", since: []int{1, 11, 12, 13, 18, 20}, in: "a?i", host: []int{1}, run: reduction(18, func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return extreme(c, x, o, (*ivy.Env).Max, (*ivy.Env).Any, false)
	})},
	{op: "ReduceMin", since: []int{1, 11, 12, 13, 18, 20}, in: "a?i", host: []int{1}, run: reduction(18, func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return extreme(c, x, o, (*ivy.Env).Min, (*ivy.Env).All, true)
	})},
	{op: "ReduceL1", since: []int{1, 11, 13, 18}, in: "n?i", host: []int{1}, run: reduction(18, func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return c.e.Sum(c.e.Abs(x), append(o, x.Dtype())...)
	})},
	{op: "ReduceL2", since: []int{1, 11, 13, 18}, in: "n?i", host: []int{1}, run: reduction(18, inFloats(func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return c.e.Sqrt(c.e.Sum(c.e.Square(x), o...))
	}))},
	{op: "ReduceSumSquare", since: []int{1, 11, 13, 18}, in: "n?i", host: []int{1}, run: reduction(18, func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return c.e.Sum(c.e.Square(x), append(o, x.Dtype())...)
	})},
	{op: "ReduceLogSum", since: []int{1, 11, 13, 18, 28}, in: "n?i", host: []int{1}, run: reduction(18, inFloats(func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		return c.e.Log(c.e.Sum(x, o...))
	}))},
	{op: "ReduceLogSumExp", since: []int{1, 11, 13, 18, 28}, in: "n?i", host: []int{1}, run: reduction(18, inFloats(logSumExp))},
	{op: "ArgMax", since: []int{1, 11, 12, 13}, in: "n", run: one(func(c *call) *ivy.Array { return argExtreme(c, (*ivy.Env).ArgMax) })},
	{op: "ArgMin", since: []int{1, 11, 12, 13}, in: "n", run: one(func(c *call) *ivy.Array { return argExtreme(c, (*ivy.Env).ArgMin) })},
	{op: "Softmax", since: []int{1, 11, 13}, in: "f", run: one(flattened((*ivy.Env).Softmax))},
	{op: "LogSoftmax", since: []int{1, 11, 13}, in: "f", run: one(flattened((*ivy.Env).LogSoftmax))},
	{op: "Hardmax", since: []int{1, 11, 13}, in: "f", run: one(flattened(func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
		a := x.(*ivy.Array)
		return e.Astype(e.MoveAxis(e.OneHot(e.ArgMax(a, opts...), a.Dim(int(opts[0].(ivy.Axis))), ivy.Float32), []int{-1}, []int{int(opts[0].(ivy.Axis))}), a.Dtype())
	}))},
	{op: "LpNormalization", since: []int{1, 22}, in: "f", run: one(func(c *call) *ivy.Array {
		e, x := c.e, c.x(0)
		axis := ivy.Axis(c.axis(c.attrInt("axis", -1), x.Ndim()))
		var norm *ivy.Array
		switch p := c.attrInt("p", 2); p {
		case 1:
			norm = e.Sum(e.Abs(x), axis, ivy.KeepDims(true))
		case 2:
			norm = e.Sqrt(e.Sum(e.Square(x), axis, ivy.KeepDims(true)))
		default:
			c.failf(ivy.ErrValue, "p %d, want 1 or 2", p)
		}
		return e.Where(e.Equal(norm, 0.0), 0.0, e.Divide(x, e.Where(e.Equal(norm, 0.0), 1.0, norm)))
	})},
	{op: "MeanVarianceNormalization", since: []int{9, 13}, in: "f", run: one(func(c *call) *ivy.Array {
		e, x := c.e, c.x(0)
		axes := c.attrInts("axes")
		if axes == nil {
			axes = []int{0, 2, 3}
		}
		over := ivy.Axes(c.axes(axes, x.Ndim()))
		off := e.Subtract(x, e.Mean(x, over, ivy.KeepDims(true)))
		return e.Divide(off, e.Add(e.Sqrt(e.Mean(e.Square(off), over, ivy.KeepDims(true))), 1e-9))
	})},
}

// reduction is the run of a reduction, whose axes are an input from a version on.
func reduction(since int, f func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array) func(c *call) {
	return one(func(c *call) *ivy.Array {
		x := c.x(0)
		axes, _ := c.axesOf("axes", 1, since)
		if len(axes) == 0 {
			if c.flag("noop_with_empty_axes") && c.version >= since {
				return f(c, c.e.Reshape(x, append(x.Shape(), 1)), []ivy.Option{ivy.Axis(x.Ndim()), ivy.KeepDims(false)})
			}
			axes = nil
			for i := range x.Ndim() {
				axes = append(axes, i)
			}
		}
		axes = c.axes(axes, x.Ndim())
		slices.Sort(axes)
		keep := ivy.KeepDims(c.attrInt("keepdims", 1) != 0)
		if len(axes) == 0 { // of an array without axes
			return f(c, c.e.Reshape(x, []int{1}), []ivy.Option{ivy.Axis(0), ivy.KeepDims(false)})
		}
		return f(c, x, []ivy.Option{ivy.Axes(slices.Compact(axes)), keep})
	})
}

// inFloats computes integers in float64, and gives them back as they were.
func inFloats(f func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array) func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
	return func(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
		if x.Dtype().IsFloat() {
			return f(c, x, o)
		}
		z := f(c, c.e.Astype(x, ivy.Float64), o)
		return c.e.Astype(z, x.Dtype())
	}
}

// extreme is Max or Min, of bools too, and the least or the greatest value that there is for no elements.
func extreme(c *call, x *ivy.Array, o []ivy.Option, f, bools func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, least bool) *ivy.Array {
	e := c.e
	d := x.Dtype()
	if d.IsBool() {
		return bools(e, x, o...)
	}
	if x.Size() > 0 {
		return f(e, x, o...)
	}
	z := e.Sum(x, append(o, d)...) // for the shape
	return e.FullLike(z, end(d, least))
}

// end returns the greatest value of a dtype, or the least: infinite ones of those that have them.
func end(d ivy.Dtype, greatest bool) any {
	if d.IsFloat() {
		if greatest {
			return inf
		}
		return -inf
	}
	info := ivy.Iinfo(d)
	if greatest {
		return info.Max
	}
	return info.Min
}

func logSumExp(c *call, x *ivy.Array, o []ivy.Option) *ivy.Array {
	e := c.e
	if x.Size() == 0 {
		return e.Log(e.Sum(x, o...))
	}
	most := e.Max(x, append(slices.Clone(o[:1]), ivy.KeepDims(true))...)
	most = e.Where(e.IsFinite(most), most, 0.0)
	z := e.Log(e.Sum(e.Exp(e.Subtract(x, most)), o...))
	return e.Add(z, e.Reshape(most, z.Shape()))
}

func argExtreme(c *call, f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) *ivy.Array {
	e, x := c.e, c.x(0)
	if x.Ndim() == 0 {
		x = e.Reshape(x, []int{1})
	}
	axis := c.axis(c.attrInt("axis", 0), x.Ndim())
	if c.flag("select_last_index") {
		x = e.Flip(x, ivy.Axis(axis))
	}
	z := f(e, x, ivy.Axis(axis), ivy.KeepDims(c.attrInt("keepdims", 1) != 0))
	if c.flag("select_last_index") {
		z = e.Subtract(x.Dim(axis)-1, z)
	}
	return e.Astype(z, ivy.Int64)
}

// flattened is a function along an axis, before version 13 along all axes from one on.
func flattened(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) func(c *call) *ivy.Array {
	return func(c *call) *ivy.Array {
		x := c.x(0)
		shape := x.Shape()
		if c.version >= 13 {
			return f(c.e, x, ivy.Axis(c.axis(c.attrInt("axis", -1), len(shape))))
		}
		axis := c.attrInt("axis", 1)
		if axis != len(shape) {
			axis = c.axis(axis, len(shape))
		}
		flat := c.e.Reshape(x, []int{product(shape[:axis]), product(shape[axis:])})
		return c.e.Reshape(f(c.e, flat, ivy.Axis(1)), shape)
	}
}
