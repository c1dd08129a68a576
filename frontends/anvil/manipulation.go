package anvil

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

var manipulation = []frontend.Func{
	{Path: "nv_reshape", Sig: "operand, shape", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		return like(c, a, c.Env().Reshape(a.V, shape(c)))
	}},
	{Path: "nv_flatten", Sig: "operand", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		if a.V.Ndim() == 0 {
			c.Raise(rlang, "cannot flatten a scalar")
		}
		return like(c, a, c.Env().Reshape(a.V, []int{a.V.Size()}))
	}},
	{Path: "nv_transpose", Sig: "operand, permutation=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		axes := dims(c, "permutation", a.V.Ndim())
		if !c.Has("permutation") {
			axes = order(a.V.Ndim())
		}
		return like(c, a, c.Env().PermuteDims(a.V, axes))
	}},
	{Path: "nv_concatenate", Sig: "*args, dimension=None", Run: func(c *frontend.Call) any { return concatenate(c, operands(c)) }},
	{Path: "nv_rbind", Sig: "*args", Run: func(c *frontend.Call) any { return bind(c, 0) }},
	{Path: "nv_cbind", Sig: "*args", Run: func(c *frontend.Call) any { return bind(c, 1) }},
	{Path: "nv_broadcast_to", Sig: "operand, shape", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		return like(c, a, c.Env().CopyArray(c.Env().BroadcastTo(a.V, shape(c))))
	}},
	{Path: "nv_broadcast_scalars", Sig: "*args", Out: frontend.List, Run: func(c *frontend.Call) any { return broadcast(c, true) }},
	{Path: "nv_broadcast_arrays", Sig: "*args", Out: frontend.List, Run: func(c *frontend.Call) any { return broadcast(c, false) }},
	{Path: "nv_squeeze", Sig: "operand, dims=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		axes := dims(c, "dims", a.V.Ndim())
		var to []int
		for i, n := range a.V.Shape() {
			switch {
			case c.Has("dims") && slices.Contains(axes, i) && n != 1:
				c.Raise(rlang, "cannot squeeze dimension %d of size %d", i+1, n)
			case c.Has("dims") && slices.Contains(axes, i), !c.Has("dims") && n == 1:
			default:
				to = append(to, n)
			}
		}
		return like(c, a, c.Env().Reshape(a.V, to))
	}},
	{Path: "nv_unsqueeze", Sig: "operand, dim", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		axes := dims(c, "dim", a.V.Ndim()+1)
		if len(axes) != 1 {
			c.Raise(rlang, "dim is one dimension")
		}
		return like(c, a, c.Env().ExpandDims(a.V, ivy.Axis(axes[0])))
	}},
	{Path: "nv_reverse", Sig: "operand, dims", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		axes := dims(c, "dims", a.V.Ndim())
		if len(axes) == 0 {
			return a
		}
		return like(c, a, c.Env().Flip(a.V, ivy.Axes(axes)))
	}},
	{Path: "nv_static_slice", Sig: "operand, start_indices, limit_indices, strides", Method: true, Run: staticSlice},
}

func concatenate(c *frontend.Call, os []frontend.Operand) any {
	r := common(c, os)
	rank := 1
	xs := make([]*ivy.Array, len(os))
	for i, o := range os {
		xs[i] = c.As(o, r.Dtype)
		rank = max(rank, xs[i].Ndim())
	}
	axis := 0
	if c.Func.Path == "nv_concatenate" {
		if axes := dims(c, "dimension", rank); len(axes) == 1 {
			axis = axes[0]
		} else if rank > 1 {
			c.Raise(rlang, "dimension is needed: one of 1 to %d", rank)
		}
	}
	return c.Result(join(c, xs, axis), r)
}

func join(c *frontend.Call, xs []*ivy.Array, axis int) *ivy.Array {
	one := []int{1}
	for _, x := range xs {
		if x.Ndim() > 0 {
			one = x.Shape()
		}
	}
	one = slices.Clone(one)
	one[min(axis, len(one)-1)] = 1
	for i, x := range xs {
		if x.Ndim() == 0 {
			xs[i] = c.Env().BroadcastTo(x, one)
		}
	}
	return c.Env().Concat(xs, ivy.Axis(axis))
}

// bind joins rows or columns; a vector is one.
func bind(c *frontend.Call, axis int) any {
	os := operands(c)
	r := common(c, os)
	xs := make([]*ivy.Array, len(os))
	for i, o := range os {
		x := c.As(o, r.Dtype)
		switch {
		case x.Ndim() == 1:
			x = c.Env().ExpandDims(x, ivy.Axis(axis))
		case x.Ndim() == 0 && len(os) == 1:
			x = c.Env().Reshape(x, []int{1, 1})
		}
		xs[i] = x
	}
	if !slices.ContainsFunc(xs, func(x *ivy.Array) bool { return x.Ndim() > 0 }) {
		for i, x := range xs {
			xs[i] = c.Env().Reshape(x, []int{1, 1})
		}
	}
	return c.Result(join(c, xs, axis), r)
}

func broadcast(c *frontend.Call, scalars bool) any {
	os := operands(c)
	list := make([]*frontend.Array, len(os))
	xs := make([]*ivy.Array, len(os))
	for i, o := range os {
		list[i] = as(c, o, Dtypes)
		xs[i] = list[i].V
	}
	if scalars {
		oneShape(xs...)
	}
	for i, x := range c.Env().BroadcastArrays(xs...) {
		list[i] = like(c, list[i], c.Env().CopyArray(x))
	}
	return list
}

func staticSlice(c *frontend.Call) any {
	a := tensor(c, "operand", Dtypes)
	start, _, _ := c.Ints("start_indices")
	limit, _, _ := c.Ints("limit_indices")
	step, _, _ := c.Ints("strides")
	if n := a.V.Ndim(); len(start) != n || len(limit) != n || len(step) != n {
		c.Raise(rlang, "nv_static_slice() needs %d indices of each kind", n)
	}
	key := make([]any, len(start))
	for i, n := range a.V.Shape() {
		if start[i] < 1 || limit[i] < start[i]-1 || limit[i] > n || step[i] < 1 {
			c.Raise(rlang, "dimension %d of length %d has no slice from %d to %d by %d", i+1, n, start[i], limit[i], step[i])
		}
		key[i] = ivy.Slice(start[i]-1, limit[i], step[i])
	}
	if len(key) == 0 {
		return a
	}
	return like(c, a, c.Env().CopyArray(c.Env().GetItem(a.V, key...)))
}
