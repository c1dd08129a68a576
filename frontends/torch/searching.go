package torch

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

var searching = slices.Concat([]frontend.Func{
	{Path: "where", Sig: "condition, input=None, other=None, *, out=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		if !c.Given("input") && !c.Given("other") {
			return positions(c, tensor(c, "condition"))
		}
		if !c.Given("input") || !c.Given("other") {
			c.Raise("TypeError", "where() received an invalid combination of arguments")
		}
		if c.Has("out") { // which goes with tensors alone
			tensor(c, "input")
			tensor(c, "other")
		}
		return out(c, whereOf(c, tensor(c, "condition"), number(c, "input"), number(c, "other")))
	}},
	{Path: ".where", Go: "Where", Sig: "self, condition, other", Run: func(c *frontend.Call) any {
		return whereOf(c, tensor(c, "condition"), number(c, "self"), number(c, "other"))
	}},
	{Path: "argmax", Sig: "input, dim=None, keepdim=False, *, out=None", Method: true, Run: func(c *frontend.Call) any { return out(c, argExtreme(c, (*ivy.Env).ArgMax)) }},
	{Path: "argmin", Sig: "input, dim=None, keepdim=False, *, out=None", Method: true, Run: func(c *frontend.Call) any { return out(c, argExtreme(c, (*ivy.Env).ArgMin)) }},
	{Path: "count_nonzero", Sig: "input, dim=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		axes, all := dims(c, "dim", a)
		if d := a.V.Dtype(); newUnsigned.Has(d) && (all || a.Half) { // what PyTorch has no kernel for, but along a dimension
			if !c.Has("dim") {
				c.Raise("NotImplementedError", "count_nonzero is not implemented for %s", a.Type())
			}
		}
		if all || len(axes) == 0 {
			return c.Wrap(c.Env().CountNonzero(a.V))
		}
		return c.Wrap(c.Env().CountNonzero(a.V, ivy.Axes(axes)))
	}},
	{Path: "nonzero", Sig: "input, *, out=None, as_tuple=False", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		if boolean(c, "as_tuple") {
			only(c, "out", nil)
			return positions(c, a)
		}
		return out(c, rowsOf(c, a))
	}},
	{Path: "argwhere", Sig: "input", Method: true, Run: func(c *frontend.Call) any { return rowsOf(c, tensor(c, "input")) }},
	{Path: "searchsorted", Sig: "sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None", Run: func(c *frontend.Call) any {
		return search(c, tensor(c, "sorted_sequence"), number(c, "input"))
	}},
	{Path: "bucketize", Sig: "input, boundaries, *, out_int32=False, right=False, out=None", Run: func(c *frontend.Call) any {
		b := tensor(c, "boundaries")
		if b.V.Ndim() != 1 {
			c.Raise("RuntimeError", "boundaries tensor must be 1 dimension, but got dim(%d)", b.V.Ndim())
		}
		return search(c, b, number(c, "input"))
	}},
	{Path: "isin", Sig: "elements, test_elements, *, assume_unique=False, invert=False, out=None", Run: func(c *frontend.Call) any {
		x, y := number(c, "elements"), number(c, "test_elements")
		if x.A == nil && y.A == nil {
			c.Raise("TypeError", "isin() received an invalid combination of arguments")
		}
		boolean(c, "assume_unique")
		for _, o := range []frontend.Operand{x, y} {
			if o.A == nil && (o.Scalar == dtype.KindBool || o.Scalar == dtype.KindComplex) {
				c.Raise("RuntimeError", "Unsupported input type encountered for isin(): %s", c.Shown(o.Value))
			}
			if o.A != nil && (o.Dtype.IsBool() || o.Dtype.IsComplex()) {
				c.Raise("RuntimeError", "Unsupported input type encountered for isin(): %s", o.A.Type())
			}
		}
		r, err := common(c.Namespace, x.Arg, y.Arg)
		frontend.Check(err)
		if x.A != nil && y.A != nil { // with a number it is eq
			kernelsOf("R b N b b b N R").need(c, r)
		}
		if y.A != nil {
			compared(c, x, y.A)
		}
		return out(c, c.Wrap(c.Env().IsIn(c.As(x, r.Dtype), c.As(y, r.Dtype), ivy.Invert(boolean(c, "invert")))))
	}},
})

// compared refuses the second operand of isin where PyTorch compares each element with all of its elements, and they
// cannot be viewed in a row: where they are so few that it does not sort them.
func compared(c *frontend.Call, x frontend.Operand, y *frontend.Array) {
	n := 1
	if x.A != nil {
		n = x.A.V.Size()
	}
	if n > 0 && y.V.Size() < int(10*math.Pow(float64(n), 0.145)) {
		mustView(c, y, []int{y.V.Size()})
	}
}

func whereOf(c *frontend.Call, cond *frontend.Array, x, y frontend.Operand) *frontend.Array {
	e := c.Env()
	m := cond.V
	switch m.Dtype() {
	case dtype.Bool:
	case dtype.Uint8:
		m = e.Astype(m, dtype.Bool)
	default:
		c.Raise("RuntimeError", "where expected condition to be a boolean tensor, but got a tensor with dtype %s", cond.Type())
	}
	r, err := common(c.Namespace, x.Arg, y.Arg)
	frontend.Check(err)
	part := func(o frontend.Operand) *ivy.Array {
		if o.A == nil && o.Value.IsInteger() {
			return filler(c, o.Value, r)
		}
		return c.As(o, r.Dtype)
	}
	return c.Result(e.Where(m, part(x), part(y)), r)
}

// counted are the dtypes of which nonzero finds elements.
var counted = kernelsOf("i i N i i i i i")

func positions(c *frontend.Call, a *frontend.Array) []*frontend.Array {
	counted.need(c, typeOf(a))
	x := a.V
	if x.Ndim() == 0 {
		x = c.Env().Reshape(x, []int{1})
	}
	found := c.Env().Nonzero(x)
	zs := make([]*frontend.Array, len(found))
	for i, f := range found {
		zs[i] = c.Wrap(f)
	}
	return zs
}

func rowsOf(c *frontend.Call, a *frontend.Array) *frontend.Array {
	e := c.Env()
	found := positions(c, a)
	if a.V.Ndim() == 0 {
		return c.Wrap(e.Zeros([]int{found[0].V.Size(), 0}, dtype.Int64))
	}
	return c.Wrap(e.Stack(values(found), ivy.Axis(1)))
}

func argExtreme(c *frontend.Call, f unaryFunc) *frontend.Array {
	a := tensor(c, "input")
	e := c.Env()
	if d := a.V.Dtype(); d.IsComplex() || d.IsBool() {
		c.Raise("RuntimeError", "%s is not implemented for %s", c.Func.Path, a.Type())
	}
	keep := boolean(c, "keepdim")
	if !c.Has("dim") {
		if a.V.Size() == 0 {
			c.Raise("IndexError", "%s(): Expected reduction dim to be specified for input.numel() == 0.", c.Func.Path)
		}
		_, r := argued.need(c, typeOf(a))
		z := e.Reshape(f(e, e.Reshape(a.V, []int{a.V.Size()}), ivy.Axis(0)), nil)
		if keep {
			z = e.Reshape(z, slices.Repeat([]int{1}, a.V.Ndim()))
		}
		return c.Result(z, r)
	}
	axis := dim(c, "dim", a)
	if a.V.Ndim() > 0 && a.V.Shape()[axis] == 0 {
		c.Raise("IndexError", "%s(): Expected reduction dim %d to have non-zero size.", c.Func.Path, axis)
	}
	_, r := argued.need(c, typeOf(a))
	if a.V.Ndim() == 0 {
		return c.Result(e.Zeros(nil, dtype.Int64), r)
	}
	return c.Result(f(e, a.V, ivy.Axis(axis), ivy.KeepDims(keep)), r)
}

// argued are the dtypes of which argmax finds indices.
var argued = kernelsOf("R i N i i i R R")

func search(c *frontend.Call, sorted *frontend.Array, o frontend.Operand) *frontend.Array {
	e := c.Env()
	right := boolean(c, "right")
	if c.Func.Path == "searchsorted" {
		if c.Has("side") {
			switch side := c.Text("side"); {
			case side != "left" && side != "right":
				c.Raise("RuntimeError", "torch.searchsorted(): side can only be 'left' or 'right' but got %s", side)
			case side == "left" && right:
				c.Raise("RuntimeError", "torch.searchsorted(): side and right can't be set to opposites")
			default:
				right = side == "right"
			}
		}
	}
	x, y := sorted.V, o
	if y.A != nil && typeOf(y.A) != typeOf(sorted) {
		r, err := common(c.Namespace, sorted.Arg(), y.Arg)
		frontend.Check(err)
		sorted = c.Result(x, r)
		x = sorted.V
	}
	kernelsOf("N i N i i i N N").need(c, typeOf(sorted))
	if x.Ndim() == 0 {
		c.Raise("RuntimeError", "torch.searchsorted(): boundary tensor should have positive dimension, but got 0 dimension")
	}
	v := c.As(y, x.Dtype())
	s, dims := x.Shape(), v.Shape()
	if len(s) > 1 && (len(dims) != len(s) || !slices.Equal(s[:len(s)-1], dims[:len(dims)-1])) {
		c.Raise("RuntimeError", "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got boundaries tensor %s and input value tensor %s", shape.Text(s), shape.Text(dims))
	}
	if c.Func.Path == "searchsorted" && c.Has("sorter") {
		by := tensor(c, "sorter")
		if by.V.Dtype() != dtype.Int64 || !slices.Equal(by.V.Shape(), s) {
			c.Raise("RuntimeError", "torch.searchsorted(): sorter must be a tensor of long dtype and of the boundaries' shape")
		}
		inRange(c, "RuntimeError", by.V, 0, s[len(s)-1])
		x = e.TakeAlongAxis(x, by.V, ivy.Axis(-1))
	}
	side := ivy.Side("left")
	if right {
		side = "right"
	}
	var z *ivy.Array
	if len(s) == 1 {
		z = e.SearchSorted(x, v, side)
	} else {
		n, rows := s[len(s)-1], shape.Size(s[:len(s)-1])
		m := dims[len(dims)-1]
		x, v = e.Reshape(x, []int{rows, n}), e.Reshape(v, []int{rows, m})
		lines := make([]*ivy.Array, rows)
		for i := range lines {
			lines[i] = e.SearchSorted(e.GetItem(x, i), e.GetItem(v, i), side)
		}
		if rows == 0 {
			z = e.Zeros(dims, dtype.Int64)
		} else {
			z = e.Reshape(e.Stack(lines), dims)
		}
	}
	r := promote.Result{Dtype: dtype.Int64}
	if boolean(c, "out_int32") {
		r.Dtype = dtype.Int32
	}
	return out(c, c.Result(z, r))
}
