package anvil

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

var dtypes = []frontend.Func{
	{Path: "common_dtype", Go: "CommonDtypeOf", Sig: "lhs_dtype, rhs_dtype, lhs_ambiguous=False, rhs_ambiguous=False", Out: frontend.Value,
		Doc: "It returns a list of the dtype's name and whether it is ambiguous; see [CommonDtype].",
		Run: func(c *frontend.Call) any {
			d, ambiguous, err := CommonDtype(need(c, c.Dtype("lhs_dtype")), need(c, c.Dtype("rhs_dtype")), c.Bool("lhs_ambiguous"), c.Bool("rhs_ambiguous"))
			frontend.Check(err)
			return []any{Name(d), ambiguous}
		}},
	{Path: "dtype", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return Name(tensor(c, "x", Dtypes).V.Dtype()) }},
	{Path: "ambiguous", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "x", Dtypes).Weak }},
	{Path: "shape", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "x", Dtypes).V.Shape() }},
	{Path: "ndims", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "x", Dtypes).V.Ndim() }},
	{Path: "nv_convert", Sig: "operand, dtype", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		if d := need(c, c.Dtype("dtype")); d != a.V.Dtype() {
			return c.Result(c.As(c.Operand("operand"), d), promote.Result{Dtype: d})
		}
		return a
	}},
	{Path: "nv_promote_to_common", Sig: "*args", Out: frontend.List, Run: func(c *frontend.Call) any {
		os := operands(c)
		r := common(c, os)
		list := make([]*frontend.Array, len(os))
		for i, o := range os {
			a := as(c, o, Dtypes)
			if list[i] = a; a.V.Dtype() != r.Dtype {
				list[i] = c.Result(c.As(o, r.Dtype), r)
			}
		}
		return list
	}},
}

// operands returns the arguments of "*args".
func operands(c *frontend.Call) []frontend.Operand {
	args := c.Rest("args")
	os := make([]frontend.Operand, len(args))
	for i, a := range args {
		var err error
		os[i], err = c.Namespace.Operand(a)
		frontend.Check(err)
	}
	return os
}

// common returns the type that operands have in common.
func common(c *frontend.Call, os []frontend.Operand) promote.Result {
	args := make([]promote.Arg, len(os))
	for i, o := range os {
		args[i] = o.Arg
	}
	r, err := promote.Fold(Rule, args...)
	frontend.Check(err)
	return r
}

// dims returns an argument of dimensions, which R counts from 1, as axes; nil for None.
func dims(c *frontend.Call, name string, ndims int) []int {
	is, _, ok := c.Ints(name)
	if !ok {
		return nil
	}
	axes := make([]int, len(is))
	for i, d := range is {
		if d < 1 || d > ndims {
			c.Raise(rlang, "%s(): %s is %d, want one of 1 to %d", c.Func.Path, name, d, ndims)
		}
		axes[i] = d - 1
	}
	return axes
}

// boolOf returns whether a dtype is that of bools, which reductions take in their own way.
func boolOf(a *frontend.Array) bool { return a.V.Dtype() == dtype.Bool }
