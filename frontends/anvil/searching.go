package anvil

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var searching = []frontend.Func{
	extreme("nv_argmax", (*ivy.Env).ArgMax),
	extreme("nv_argmin", (*ivy.Env).ArgMin),
}

func extreme(path string, f unaryFunc) frontend.Func {
	return frontend.Func{Path: path, Sig: "operand, dim, drop=True", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", numeric)
		axis := oneDim(c, a)
		if a.V.Shape()[axis] == 0 {
			c.Raise(rlang, "%s() is undefined for an empty axis", path)
		}
		return c.Wrap(fromOne(c, f(c.Env(), a.V, ivy.Axis(axis), ivy.KeepDims(!c.Bool("drop")))))
	}}
}

// fromOne makes R's indices of indices from 0.
func fromOne(c *frontend.Call, i *ivy.Array) *ivy.Array {
	i = c.Env().Astype(i, dtype.Int32)
	return c.Env().Add(i, c.Env().Ones(nil, dtype.Int32))
}
