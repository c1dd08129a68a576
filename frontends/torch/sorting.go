package torch

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// sortable are the dtypes that sort takes.
var sortable = kernelsOf(". . . . . . R R")

var sorting = []frontend.Func{
	{Path: "sort", Sig: "input, dim=-1, descending=False, stable=False, *, out=None", Method: true, Out: frontend.List, Doc: "It returns the values and their indices; equal values stay in their order.", Run: outs(func(c *frontend.Call) any {
		a := tensor(c, "input")
		_, r, err := sortable.of(c.Namespace, typeOf(a))
		frontend.Check(err)
		at := order(c, a)
		z := a.V
		if z.Ndim() > 0 {
			z = c.Env().TakeAlongAxis(z, at, ivy.Axis(dim(c, "dim", a)))
		}
		return []*frontend.Array{c.Result(z, r), c.Wrap(at)}
	})},
	{Path: "argsort", Sig: "input, dim=-1, descending=False, stable=False, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		if c.Given("out") && !c.Given("stable") {
			c.Raise("TypeError", "argsort() received an invalid combination of arguments - got out without stable")
		}
		a := tensor(c, "input")
		_, _, err := sortable.of(c.Namespace, typeOf(a))
		frontend.Check(err)
		return out(c, c.Wrap(order(c, a)))
	}},
	{Path: "msort", Sig: "input, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		_, r, err := sortable.of(c.Namespace, typeOf(a))
		frontend.Check(err)
		if a.V.Ndim() == 0 {
			return out(c, c.Result(a.V, r))
		}
		e := c.Env()
		return out(c, c.Result(e.TakeAlongAxis(a.V, e.ArgSort(ordinal(e, a.V), ivy.Axis(0)), ivy.Axis(0)), r))
	}},
	{Path: "topk", Sig: "input, k, dim=-1, largest=True, sorted=True, *, out=None", Method: true, Out: frontend.List, Doc: "It returns the values and their indices, always sorted.", Run: outs(func(c *frontend.Call) any {
		a, k := tensor(c, "input"), integer(c, "k")
		boolean(c, "sorted")
		axis := dim(c, "dim", a)
		k0 := kernelsOf("R . N . . . R R")
		if a.V.Ndim() == 0 {
			k0 = kernelsOf("R . . . . . R R")
		}
		_, r, err := k0.of(c.Namespace, typeOf(a))
		frontend.Check(err)
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
		at := narrowTo(e, e.ArgSort(a.V, ivy.Axis(axis), ivy.Descending(boolean(c, "largest"))), axis, k)
		return []*frontend.Array{c.Result(e.TakeAlongAxis(a.V, at, ivy.Axis(axis)), r), c.Wrap(at)}
	})},
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
