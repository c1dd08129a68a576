package tensorflow

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var set = []frontend.Func{
	{Path: "unique", Sig: "x, out_idx='int32', name=None", Out: frontend.List, Doc: "It returns the distinct elements in the order of their first occurrence, and for each element the index of its value.",
		Run: func(c *frontend.Call) any { return wrapped(c, unique(c)[:2]) }},
	{Path: "unique_with_counts", Sig: "x, out_idx='int32', name=None", Out: frontend.List, Run: func(c *frontend.Call) any { return wrapped(c, unique(c)) }},
}

// unique returns distinct elements as they come, indices into them and their numbers.
func unique(c *frontend.Call) []*ivy.Array {
	named(c)
	x, e := tensor(c, "x").V, c.Env()
	k := kernel{takes: real_ | dtype.Boolean, absent: dtype.Complex}
	k.check(c.Func.Path, x.Dtype())
	if x.Ndim() != 1 {
		c.Raise(invalidArgument, "%s() of %d axes, want 1", c.Func.Path, x.Ndim())
	}
	d := c.Dtype("out_idx")
	values, first, inverse, counts := e.UniqueAll(x)
	order := e.ArgSort(first)
	place := e.ArgSort(order) // where each value comes
	return []*ivy.Array{e.Take(values, order, ivy.Axis(0)), e.Astype(e.Take(place, inverse, ivy.Axis(0)), d), e.Astype(e.Take(counts, order, ivy.Axis(0)), d)}
}
