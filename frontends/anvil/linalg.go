package anvil

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

var linalg = []frontend.Func{
	{Path: "nv_matmul", Sig: "lhs, rhs", Method: true, Run: func(c *frontend.Call) any {
		return product(c, c.Operand("lhs"), c.Operand("rhs"), false, false)
	}},
	{Path: "nv_crossprod", Sig: "lhs, rhs=None", Method: true, Run: func(c *frontend.Call) any { return cross(c, true) }},
	{Path: "nv_tcrossprod", Sig: "lhs, rhs=None", Method: true, Run: func(c *frontend.Call) any { return cross(c, false) }},
	{Path: "nv_outer", Sig: "lhs, rhs", Method: true, Run: func(c *frontend.Call) any {
		x, y := c.Operand("lhs"), c.Operand("rhs")
		r, err := c.Promote(x, y)
		frontend.Check(err)
		a, b := c.As(x, r.Dtype), c.As(y, r.Dtype)
		if a.Ndim() != 1 || b.Ndim() != 1 {
			c.Raise(rlang, "nv_outer() takes vectors, not %v and %v", a.Shape(), b.Shape())
		}
		return c.Result(c.Env().Multiply(c.Env().ExpandDims(a, ivy.Axis(1)), c.Env().ExpandDims(b, ivy.Axis(0))), r)
	}},
	{Path: "nv_tril", Sig: "operand, diagonal=0", Method: true, Run: func(c *frontend.Call) any { return triangle(c, (*ivy.Env).Tril) }},
	{Path: "nv_triu", Sig: "operand, diagonal=0", Method: true, Run: func(c *frontend.Call) any { return triangle(c, (*ivy.Env).Triu) }},
	{Path: "nv_extract_diag", Sig: "operand", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		return like(c, a, diagonal(c, a))
	}},
	{Path: "nv_trace", Sig: "operand", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", numeric)
		return like(c, a, c.Env().Sum(diagonal(c, a), a.V.Dtype()))
	}},
}

func cross(c *frontend.Call, left bool) any {
	x := c.Operand("lhs")
	y := x
	if c.Has("rhs") {
		y = c.Operand("rhs")
	}
	return product(c, x, y, left, !left)
}

func product(c *frontend.Call, x, y frontend.Operand, turnX, turnY bool) any {
	r, err := c.Promote(x, y)
	frontend.Check(err)
	a, b := c.As(x, r.Dtype), c.As(y, r.Dtype)
	if a.Ndim() < 2 || a.Ndim() != b.Ndim() {
		c.Raise(rlang, "%s() takes matrices, or batches of them of one rank, not %v and %v", c.Func.Path, a.Shape(), b.Shape())
	}
	if turnX {
		a = c.Env().MatrixTranspose(a)
	}
	if turnY {
		b = c.Env().MatrixTranspose(b)
	}
	if r.Dtype.IsBool() {
		z := c.Env().MatMul(c.Env().Astype(a, dtype.Float32), c.Env().Astype(b, dtype.Float32))
		return c.Result(c.Env().Astype(z, dtype.Bool), promote.Result{Dtype: dtype.Bool})
	}
	return c.Result(c.Env().MatMul(a, b), promote.Result{Dtype: r.Dtype})
}

func triangle(c *frontend.Call, f unaryFunc) any {
	a := tensor(c, "operand", Dtypes)
	if a.V.Ndim() != 2 {
		c.Raise(rlang, "%s() takes a matrix", c.Func.Path)
	}
	return like(c, a, f(c.Env(), a.V, ivy.K(c.Int("diagonal"))))
}

func diagonal(c *frontend.Call, a *frontend.Array) *ivy.Array {
	if a.V.Ndim() != 2 {
		c.Raise(rlang, "%s() takes a matrix", c.Func.Path)
	}
	s := a.V.Shape()
	n := min(s[0], s[1])
	i := c.Env().Arange(0, n, dtype.Int64)
	at := c.Env().Add(c.Env().Multiply(i, c.Env().Full(nil, s[1], dtype.Int64)), i)
	return c.Env().Take(c.Env().Reshape(a.V, []int{-1}), at, ivy.Axis(0))
}
