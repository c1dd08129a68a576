package anvil

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

var sorting = []frontend.Func{
	{Path: "nv_sort", Sig: "operand, dim=None, decreasing=False", Method: true, Run: func(c *frontend.Call) any {
		a, axis := sortable(c)
		return like(c, a, c.Env().Sort(a.V, ivy.Axis(axis), ivy.Descending(c.Bool("decreasing"))))
	}},
	{Path: "nv_argsort", Sig: "operand, dim=None, decreasing=False, stable=False", Method: true, Run: func(c *frontend.Call) any {
		c.Bool("stable")
		a, axis := sortable(c)
		return c.Wrap(fromOne(c, c.Env().ArgSort(a.V, ivy.Axis(axis), ivy.Descending(c.Bool("decreasing")))))
	}},
}

// sortable returns the operand and the axis to sort along, the last by default. Every
// sort is stable here.
func sortable(c *frontend.Call) (*frontend.Array, int) {
	a := tensor(c, "operand", numeric)
	if a.V.Ndim() == 0 {
		c.Raise(rlang, "%s() takes no scalar", c.Func.Path)
	}
	if c.Has("dim") {
		return a, oneDim(c, a)
	}
	return a, a.V.Ndim() - 1
}
