package tensorflow

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var sorting = []frontend.Func{
	{Path: "sort", Sig: "values, axis=-1, direction='ASCENDING', name=None", Run: func(c *frontend.Call) any {
		named(c)
		x := scalarByInt(c, tensor(c, "values").V)
		return result(c, sorted(c, x, c.Int("axis"), descending(c)), false)
	}},
	{Path: "argsort", Sig: "values, axis=-1, direction='ASCENDING', stable=False, name=None", Run: func(c *frontend.Call) any {
		named(c)
		c.Bool("stable") // every sort is
		x := scalarByInt(c, tensor(c, "values").V)
		return result(c, argSorted(c, x, c.Int("axis"), descending(c)), false)
	}},
	{Path: "math.top_k", Sig: "input, k=1, sorted=True, index_type='int32', name=None", Out: frontend.List, Run: topK},
	{Path: tnp + "sort", Sig: "a, axis=-1, kind='quicksort', order=None", Run: func(c *frontend.Call) any {
		only(c, "kind", "quicksort")
		only(c, "order", nil)
		x := array(c, "a")
		a, axis := flatOr(c, x.V)
		return result(c, sorted(c, a, axis, false), x.Weak)
	}},
	{Path: tnp + "argsort", Sig: "a, axis=-1, kind='quicksort', order=None", Run: func(c *frontend.Call) any {
		if kind := c.Arg("kind"); kind != any("quicksort") && kind != any("stable") {
			c.Raise(valueError, "kind is %v, want quicksort or stable", c.Shown(kind))
		}
		only(c, "order", nil)
		a, axis := flatOr(c, array(c, "a").V)
		d := dtype.Int64
		if flexible(c.Namespace) {
			d = dtype.Int32
		}
		if a.Ndim() == 0 {
			return result(c, c.Env().Zeros([]int{1}, d), false)
		}
		return result(c, cast(c.Namespace, argSorted(c, a, axis, false), d), false)
	}},
}

// flatOr returns the operand and the axis to sort along, or the operand flat.
func flatOr(c *frontend.Call, x *ivy.Array) (*ivy.Array, int) {
	if !c.Has("axis") {
		return c.Env().Reshape(x, []int{-1}), 0
	}
	return x, c.Int("axis")
}

func descending(c *frontend.Call) bool {
	switch direction := c.Text("direction"); direction {
	case "ASCENDING":
		return false
	case "DESCENDING":
		return true
	default:
		c.Raise(valueError, "direction is %q, want ASCENDING or DESCENDING", direction)
		return false
	}
}

func sortable(c *frontend.Call, x *ivy.Array, axis int, down bool) {
	if d := x.Dtype(); !down && flexible(c.Namespace) && (d == dtype.Uint32 || d == dtype.Uint64) {
		c.Raise(overflowError, "%s(): int32 does not hold the limit of %v", c.Func.Path, d)
	}
	k := kernel{takes: real_}
	k.check(c.Func.Path, x.Dtype())
	if axis < -x.Ndim() || axis >= x.Ndim() {
		c.Raise(invalidArgument, "%s() along axis %d of %d", c.Func.Path, axis, x.Ndim())
	}
}

func sorted(c *frontend.Call, x *ivy.Array, axis int, down bool) *ivy.Array {
	sortable(c, x, axis, down)
	return c.Env().Sort(x, ivy.Axis(axis), ivy.Descending(down))
}

func argSorted(c *frontend.Call, x *ivy.Array, axis int, down bool) *ivy.Array {
	sortable(c, x, axis, down)
	return c.Env().Astype(c.Env().ArgSort(x, ivy.Axis(axis), ivy.Descending(down)), dtype.Int32)
}

func topK(c *frontend.Call) any {
	named(c)
	c.Bool("sorted")
	x, k := tensor(c, "input").V, c.Int("k")
	if x.Ndim() == 0 {
		c.Raise(invalidArgument, "top_k of a scalar")
	}
	n := x.Shape()[x.Ndim()-1]
	if k < 0 || k > n {
		c.Raise(invalidArgument, "the %d greatest of %d", k, n)
	}
	kind := kernel{takes: real_}
	kind.check(c.Func.Path, x.Dtype())
	d := dtypeArg(c, "index_type")
	if d != dtype.Int16 && d != dtype.Int32 && d != dtype.Int64 {
		c.Raise(invalidArgument, "top_k: index_type %v, want int16, int32 or int64", d)
	}
	values, at := c.Env().TopK(x, k)
	return wrapped(c, []*ivy.Array{values, c.Env().Astype(at, d)})
}

// scalarByInt refuses a scalar along an axis that is a float, of which TensorFlow looks at the shape
// first.
func scalarByInt(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if x.Ndim() == 0 {
		noFloat(c, "axis")
	}
	return x
}
