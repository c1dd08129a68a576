package torch

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// sortable are the dtypes that sort takes.
var sortable = kernelsOf(". . . . . . R R")

var sorting = []frontend.Func{
	{Path: "sort", Sig: "input, dim=-1, descending=False, *, stable=False, out=None", Method: true, Out: frontend.List, Run: outs(func(c *frontend.Call) any {
		a := tensor(c, "input")
		stableByName(c)
		dim(c, "dim", a)
		_, r := sortable.need(c, typeOf(a))
		at := order(c, a)
		z := a.V
		if z.Ndim() > 0 {
			z = c.Env().TakeAlongAxis(z, at, ivy.Axis(dim(c, "dim", a)))
		}
		return []*frontend.Array{c.Result(z, r), c.Wrap(at)}
	})},
	{Path: "argsort", Sig: "input, dim=-1, descending=False, *, stable=False, out=None", Method: true, Run: func(c *frontend.Call) any {
		if c.Given("out") && !c.Given("stable") {
			c.Raise("TypeError", "argsort() received an invalid combination of arguments - got out without stable")
		}
		a := tensor(c, "input")
		stableByName(c)
		dim(c, "dim", a)
		sortable.need(c, typeOf(a))
		return out(c, c.Wrap(order(c, a)))
	}},
	{Path: "msort", Sig: "input, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		_, r := sortable.need(c, typeOf(a))
		if a.V.Ndim() == 0 {
			return out(c, c.Result(a.V, r))
		}
		e := c.Env()
		return out(c, c.Result(e.TakeAlongAxis(a.V, e.ArgSort(ordinal(e, a.V), ivy.Axis(0)), ivy.Axis(0)), r))
	}},
	{Path: "topk", Sig: "input, k, dim=-1, largest=True, sorted=True, *, out=None", Method: true, Out: frontend.List, Run: outs(func(c *frontend.Call) any {
		a, k := tensor(c, "input"), integer(c, "k")
		boolean(c, "sorted")
		axis := dim(c, "dim", a)
		k0 := kernelsOf("R . N . . . R R")
		if a.V.Ndim() == 0 {
			k0 = kernelsOf("R . . . . . R R")
		}
		_, r := k0.need(c, typeOf(a))
		e, n := c.Env(), 1
		if a.V.Ndim() > 0 {
			n = a.V.Shape()[axis]
		}
		if k < 0 || k > n {
			c.Raise("RuntimeError", "selected index k out of range")
		}
		if a.V.Ndim() == 0 {
			return []*frontend.Array{c.Result(a.V, r), c.Wrap(e.Zeros(nil, dtype.Int64))}
		}
		z, at := e.TopK(a.V, k, ivy.Axis(axis), ivy.Largest(boolean(c, "largest")))
		return []*frontend.Array{c.Result(z, r), c.Wrap(at)}
	})},
}

// stableByName refuses a dimension by its position together with stable=.
func stableByName(c *frontend.Call) {
	if c.Given("stable") && c.Given("dim") && !c.GivenByName("dim") {
		c.Raise("TypeError", "%s() received an invalid combination of arguments - stable goes with dim by its name", c.Func.Path)
	}
}

// order returns the indices that sort a tensor.
func order(c *frontend.Call, a *frontend.Array) *ivy.Array {
	axis := dim(c, "dim", a)
	down := boolean(c, "descending")
	boolean(c, "stable")
	e := c.Env()
	if a.V.Ndim() == 0 {
		return e.Zeros(nil, dtype.Int64)
	}
	return e.ArgSort(ordinal(e, a.V), ivy.Axis(axis), ivy.Descending(down))
}
