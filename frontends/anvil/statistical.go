package anvil

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

const reduced = "operand, dims=None, drop=True"

var statistical = []frontend.Func{
	reduce("nv_reduce_sum", wrapping((*ivy.Env).Sum), (*ivy.Env).Any),
	reduce("nv_reduce_prod", wrapping((*ivy.Env).Prod), (*ivy.Env).All),
	reduce("nv_reduce_max", (*ivy.Env).Max, (*ivy.Env).Any),
	reduce("nv_reduce_min", (*ivy.Env).Min, (*ivy.Env).All),
	truth("nv_reduce_any", (*ivy.Env).Any),
	truth("nv_reduce_all", (*ivy.Env).All),
	{Path: "nv_mean", Sig: reduced, Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Mean, Of: floats, Weak: true, First: 1}, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", numeric)
		axes := allDims(c, a)
		return mean(c, a, axes, !c.Bool("drop"))
	}},
	{Path: "nv_var", Sig: "operand, dims, drop=True, correction=1", Method: true, Run: variance},
	{Path: "nv_sd", Sig: "operand, dims, drop=True, correction=1", Method: true, Run: func(c *frontend.Call) any {
		z := variance(c).(*frontend.Array)
		return like(c, z, c.Env().Sqrt(z.V))
	}},
	cumulative("nv_cumsum", (*ivy.Env).CumulativeSum),
	cumulative("nv_cumprod", (*ivy.Env).CumulativeProd),
}

// wrapping keeps the dtype, in which integers wrap.
func wrapping(f unaryFunc) unaryFunc {
	return func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
		if d := x.(*ivy.Array).Dtype(); !d.IsFloat() { // floats keep theirs
			opts = append(slices.Clip(opts), d)
		}
		return f(e, x, opts...)
	}
}

func allDims(c *frontend.Call, a *frontend.Array) []int {
	if !c.Has("dims") {
		axes := order(a.V.Ndim())
		slices.Reverse(axes)
		return axes
	}
	return dims(c, "dims", a.V.Ndim())
}

func reduce(path string, f, ofBools unaryFunc) frontend.Func {
	return frontend.Func{Path: path, Sig: reduced, Method: true, Reduction: frontend.Reduction{F: f, Of: numeric, Weak: true, First: 1}, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		g := f
		if boolOf(a) {
			g = ofBools
		}
		return like(c, a, over(c, g, a.V, allDims(c, a), !c.Bool("drop")))
	}}
}

// over reduces over axes; over none of them x is the result.
func over(c *frontend.Call, f unaryFunc, x *ivy.Array, axes []int, keep bool) *ivy.Array {
	if len(axes) == 0 {
		return x
	}
	return f(c.Env(), x, ivy.Axes(axes), ivy.KeepDims(keep))
}

func truth(path string, f unaryFunc) frontend.Func {
	return frontend.Func{Path: path, Sig: reduced, Method: true, Reduction: frontend.Reduction{F: f, Of: dtype.Boolean, First: 1}, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", dtype.Boolean)
		return c.Wrap(over(c, f, a.V, allDims(c, a), !c.Bool("drop")))
	}}
}

func mean(c *frontend.Call, a *frontend.Array, axes []int, keep bool) *frontend.Array {
	return quotient(c, like(c, a, over(c, wrapping((*ivy.Env).Sum), a.V, axes, keep)), float64(count(a.V, axes)))
}

func count(x *ivy.Array, axes []int) int {
	n := 1
	for _, axis := range axes {
		n *= x.Shape()[axis]
	}
	return n
}

// quotient divides by a literal.
func quotient(c *frontend.Call, a *frontend.Array, by float64) *frontend.Array {
	r, err := promote.Fold(Rule, a.Arg(), promote.Scalar(dtype.KindFloat))
	frontend.Check(err)
	return c.Result(c.Env().Divide(c.As(frontend.Operand{Arg: a.Arg(), A: a}, r.Dtype), c.Env().Full(nil, by, r.Dtype)), r)
}

func variance(c *frontend.Call) any {
	a, e := tensor(c, "operand", numeric), c.Env()
	axes := allDims(c, a)
	n := count(a.V, axes) - c.Int("correction")
	m := mean(c, a, axes, true)
	r, err := promote.Fold(Rule, a.Arg(), m.Arg())
	frontend.Check(err)
	d := e.Subtract(c.Cast(c.Namespace, a.V, r.Dtype), m.V)
	return quotient(c, c.Result(over(c, wrapping((*ivy.Env).Sum), e.Multiply(d, d), axes, !c.Bool("drop")), r), float64(n))
}

// cumulative works along a dimension, or over all elements in their order.
func cumulative(path string, f unaryFunc) frontend.Func {
	return frontend.Func{Path: path, Sig: "operand, dim=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "operand", Dtypes)
		x := a.V
		axis := 0
		if c.Has("dim") {
			axis = oneDim(c, a)
		} else {
			x = c.Env().Reshape(x, []int{-1})
		}
		if x.Ndim() == 0 {
			c.Raise(rlang, "%s() takes no scalar", path)
		}
		if boolOf(a) { // sums of bools are or, products and
			return like(c, a, c.Env().Astype(f(c.Env(), c.Env().Astype(x, dtype.Int64), ivy.Axis(axis), dtype.Int64), dtype.Bool))
		}
		return like(c, a, f(c.Env(), x, ivy.Axis(axis), x.Dtype()))
	}}
}

func oneDim(c *frontend.Call, a *frontend.Array) int {
	axes := dims(c, "dim", a.V.Ndim())
	if len(axes) != 1 {
		c.Raise(rlang, "%s(): dim is one dimension", c.Func.Path)
	}
	return axes[0]
}
