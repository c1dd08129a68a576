package jax

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

const argSig = "a, axis=None, out=None, keepdims=None"

var searching = []frontend.Func{
	{Path: "numpy.argmax", Sig: argSig, Method: true, Run: argument((*ivy.Env).ArgMax, 0)},
	{Path: "numpy.argmin", Sig: argSig, Method: true, Run: argument((*ivy.Env).ArgMin, 0)},
	{Path: "numpy.nanargmax", Sig: argSig, Run: argument((*ivy.Env).ArgMax, math.Inf(-1))},
	{Path: "numpy.nanargmin", Sig: argSig, Run: argument((*ivy.Env).ArgMin, math.Inf(1))},
	{Path: "lax.argmax", Sig: "operand, axis, index_dtype", Run: laxArgument((*ivy.Env).ArgMax)},
	{Path: "lax.argmin", Sig: "operand, axis, index_dtype", Run: laxArgument((*ivy.Env).ArgMin)},
	{Path: "numpy.where", Sig: "condition, x=None, y=None, /, *, size=None, fill_value=None", Out: frontend.Value, Run: run(func(c call) any {
		switch cond := c.arr("condition"); {
		case !c.Has("x") && !c.Has("y"):
			return c.nonzero(cond)
		case !c.Has("x") || !c.Has("y"):
			c.Raise("TypeError", "where: x and y, both or neither")
			return nil
		default:
			x, y := c.arr("x"), c.arr("y")
			if c.Has("size") || c.Has("fill_value") {
				c.Raise("ValueError", "where: size and fill_value are for a condition alone")
			}
			return c.choose(cond, x, y)
		}
	})},
	{Path: "numpy.select", Sig: "condlist, choicelist, default=0", Run: run(func(c call) any {
		conds, choices := c.listOf("condlist"), c.listOf("choicelist")
		if len(conds) != len(choices) || len(conds) == 0 {
			c.Raise("ValueError", "select: %d conditions for %d choices", len(conds), len(choices))
		}
		xs := c.common(append(c.arrays(choices), c.arr("default"))...)
		z := xs[len(xs)-1]
		for i := len(conds) - 1; i >= 0; i-- {
			z = c.choose(c.calc.array(conds[i]), xs[i], z)
		}
		return z
	})},
	{Path: "numpy.nonzero", Sig: "a, *, size=None, fill_value=None", Method: true, Out: frontend.List, Run: run(func(c call) any {
		return c.nonzero(c.arr("a"))
	})},
	{Path: "numpy.flatnonzero", Sig: "a, *, size=None, fill_value=None", Run: run(func(c call) any {
		return c.nonzero(c.do("numpy.ravel", c.arr("a")))[0]
	})},
	{Path: "numpy.argwhere", Sig: "a, *, size=None, fill_value=None", Run: run(func(c call) any {
		x := c.arr("a")
		positions := c.nonzero(c.do("numpy.atleast_1d", x))
		if x.V.Ndim() == 0 {
			return c.wrap(c.e.Zeros([]int{positions[0].V.Size(), 0}, positions[0].V.Dtype()), positions[0].Weak)
		}
		positions = c.common(positions...)
		return c.wrap(c.e.Stack(raw(positions), ivy.Axis(1)), positions[0].Weak)
	})},
	{Path: "numpy.searchsorted", Sig: "a, v, side='left', sorter=None, *, method='scan'", Method: true, Run: run(func(c call) any {
		c.oneOf("method", "scan", "scan_unrolled", "sort", "compare_all")
		a, v := c.arr("a"), c.arr("v")
		if a.V.Ndim() != 1 {
			c.Raise("ValueError", "searchsorted: a has shape %v, want one axis", a.V.Shape())
		}
		xs := c.common(a, v)
		if c.Has("sorter") {
			xs[0] = c.do(".__getitem__", xs[0], c.arr("sorter"))
		}
		side := c.Arg("side")
		if side != "left" && side != "right" {
			c.Raise("ValueError", "searchsorted: side=%v, want \"left\" or \"right\"", side)
		}
		if isComplex(xs[0]) { // as many as are before it
			before := lexical((*ivy.Env).Less)
			if side == "right" {
				before = lexical((*ivy.Env).LessEqual)
			}
			each := before(c.e, xs[0].V, c.e.ExpandDims(xs[1].V, ivy.Axis(-1)))
			return c.wrap(c.e.Sum(c.e.Astype(each, dtype.Int32), ivy.Axis(-1), dtype.Int32), false)
		}
		return c.wrap(c.e.Astype(c.e.SearchSorted(sortable(c.e, xs[0].V), sortable(c.e, xs[1].V), ivy.Side(side.(string))), dtype.Int32), false)
	})},
	{Path: "numpy.digitize", Sig: "x, bins, right=False, *, method=None", Run: run(func(c call) any {
		c.oneOf("method", nil, "scan", "scan_unrolled", "sort", "compare_all")
		x, bins := c.arr("x"), c.arr("bins")
		if bins.V.Ndim() != 1 {
			c.Raise("ValueError", "digitize: bins of shape %v, want one axis", bins.V.Shape())
		}
		n := bins.V.Size()
		if n == 0 {
			return c.wrap(c.e.Zeros(x.V.Shape(), dtype.Int32), false)
		}
		side := "right"
		if c.Bool("right") {
			side = "left"
		}
		// JAX looks at the ends alone; the row Digitize refuses bins that do not ascend or descend.
		at := func(i int) value { return c.wrap(c.e.GetItem(bins.V, i), false) }
		up := c.do("numpy.searchsorted", bins, x, side)
		down := c.sub(n, c.do("numpy.searchsorted", c.wrap(c.e.Flip(bins.V), false), x, side))
		return c.where(c.ge(at(n-1), at(0)), up, down)
	})},
}

// listOf returns the elements of an argument that is a list, or an array, whose rows they are.
func (c call) listOf(name string) []any {
	v := c.Arg(name)
	if list, isList := frontend.Sequence(v); isList {
		return list
	}
	var list []any
	for _, x := range c.parts(name) {
		list = append(list, x)
	}
	return list
}

// oneOf refuses an argument that is none of these, ways to the same result.
func (c call) oneOf(name string, ways ...any) {
	for _, w := range ways {
		if got := c.Arg(name); got == w {
			return
		}
	}
	c.Raise("ValueError", "%s(): %s is none of %v", c.Func.Path, name, ways)
}

// choose is where with three arguments: what the two have in common.
func (c call) choose(cond, x, y value) value {
	mask := cond.V
	if mask.Dtype() != dtype.Bool {
		mask = c.e.NotEqual(mask, c.e.ZerosLike(mask))
	}
	xs := c.common(x, y)
	shape := c.broadcast(mask.Shape(), xs[0].V.Shape(), xs[1].V.Shape())
	return c.broadcastTo(c.wrap(c.e.Where(mask, xs[0].V, xs[1].V), xs[0].Weak && xs[1].Weak), shape)
}

// argument makes argmax and the like; instead stands for NaN where these do not count.
func argument(f unaryFunc, instead float64) func(*frontend.Call) any {
	return run(func(c call) any {
		c.none("out")
		x := c.arr("a")
		v := x.V
		var nan *ivy.Array
		if instead != 0 && isInexact(x) {
			nan = c.e.IsNan(v)
			if !isComplex(x) {
				v = c.e.Where(nan, number(c.e, instead, v.Dtype()), v)
			} else if v.Size() == 0 { // XLA compares nothing then
				v = c.e.Real(v)
			}
		}
		axis, flat := 0, !c.Has("axis")
		if flat {
			v = c.e.Reshape(v, []int{-1})
		} else {
			if i, r := c.Int("axis"), x.V.Ndim(); i < -r || i >= r {
				c.Raise("IndexError", "%s: axis %d of shape %v", c.Func.Path, i, x.V.Shape())
			}
			axis = c.axisOf("axis", x.V.Ndim())
		}
		if v.Shape()[axis] == 0 {
			c.Raise("ValueError", "%s of no elements", c.Func.Path)
		}
		z := c.argument(f, v, axis)
		if nan != nil { // −1 where there is nothing but NaN
			if flat {
				nan = c.e.Reshape(nan, []int{-1})
			}
			z = c.e.Where(c.e.All(nan, ivy.Axis(axis)), c.e.Asarray(int64(-1)), z)
		}
		z = c.e.Astype(z, c.defaults().Int)
		if text.Truth(c.Call, c.Arg("keepdims")) {
			shape := x.V.Shape()
			for i := range shape {
				if flat || i == axis {
					shape[i] = 1
				}
			}
			z = c.e.Reshape(z, shape)
		}
		return c.wrap(z, false)
	})
}

func (c call) argument(f unaryFunc, v *ivy.Array, axis int) *ivy.Array {
	if v.Dtype().IsComplex() {
		c.Raise("TypeError", "%s: complex numbers are not compared", c.Func.Path)
	}
	return f(c.e, sortable(c.e, v), ivy.Axis(axis))
}

func laxArgument(f unaryFunc) func(*frontend.Call) any {
	return run(func(c call) any {
		d := c.dtype("index_dtype", dtype.Invalid)
		x, axis := c.arr("operand"), c.Int("axis")
		if !d.IsInteger() {
			c.Raise("TypeError", "%s: index_dtype %v, want an integer", c.Func.Path, d)
		}
		if axis < 0 || axis >= x.V.Ndim() || x.V.Shape()[axis] == 0 {
			c.Raise("ValueError", "%s: axis %d of shape %v", c.Func.Path, axis, x.V.Shape())
		}
		return c.wrap(c.e.Astype(c.argument(f, x.V, axis), d), false)
	})
}
