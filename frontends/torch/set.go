package torch

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var sets = []frontend.Func{
	{Path: "unique", Sig: "input, sorted=True, return_inverse=False, return_counts=False, dim=None", Method: true, Out: frontend.Value, Doc: "The values are sorted.", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		boolean(c, "sorted")
		if c.Has("dim") {
			c.Raise("NotImplementedError", "unique() along a dimension is not there in this package")
		}
		_, r, err := kernelsOf(". . . . . . N N").of(c.Namespace, typeOf(a))
		frontend.Check(err)
		v, _, inverse, counts := c.Env().UniqueAll(a.V)
		return distinct(c, c.Result(v, r), inverse, counts)
	}},
	{Path: "unique_consecutive", Sig: "input, return_inverse=False, return_counts=False, dim=None", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		if c.Has("dim") {
			c.Raise("NotImplementedError", "unique_consecutive() along a dimension is not there in this package")
		}
		_, r, err := kernelsOf(". . . . . . N N").of(c.Namespace, typeOf(a))
		frontend.Check(err)
		e := c.Env()
		x := e.Reshape(a.V, []int{a.V.Size()})
		n := x.Size()
		first := e.Ones([]int{min(n, 1)}, dtype.Bool)
		if n > 1 {
			first = e.Concat([]*ivy.Array{first, e.NotEqual(e.GetItem(x, ivy.Slice(1, n)), e.GetItem(x, ivy.Slice(0, n-1)))})
		}
		at := e.Nonzero(first)[0]
		ends := e.Concat([]*ivy.Array{at, e.Full([]int{1}, n, dtype.Int64)})
		counts := e.Diff(ends)
		inverse := e.Zeros(a.V.Shape(), dtype.Int64)
		if n > 0 {
			inverse = e.Reshape(e.Subtract(e.CumulativeSum(first, dtype.Int64), one(e, dtype.Int64)), a.V.Shape())
		}
		return distinct(c, c.Result(e.Take(x, at, ivy.Axis(0)), r), inverse, counts)
	}},
}

// distinct returns what unique was asked for.
func distinct(c *frontend.Call, v *frontend.Array, inverse, counts *ivy.Array) any {
	list := []*frontend.Array{v}
	if boolean(c, "return_inverse") {
		list = append(list, c.Wrap(inverse))
	}
	if boolean(c, "return_counts") {
		list = append(list, c.Wrap(counts))
	}
	if len(list) == 1 {
		return v
	}
	return list
}
