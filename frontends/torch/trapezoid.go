package torch

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy/dtype"
)

// Integrals by the trapezoidal rule. PyTorch composes them of its other functions, and so are these: they round alike.
var integrals = []frontend.Func{
	{Path: "trapezoid", Sig: "y, x=None, *, dx=None, dim=-1", Run: func(c *frontend.Call) any { return trapezoid(c) }},
	{Path: "trapz", Sig: "y, x=None, *, dx=None, dim=-1", Run: func(c *frontend.Call) any {
		if c.Has("dx") {
			realArg(c, "dx")
		}
		return trapezoid(c)
	}},
	{Path: "cumulative_trapezoid", Sig: "y, x=None, *, dx=None, dim=-1", Run: func(c *frontend.Call) any {
		y, axis := sampled(c)
		heights := sides(c, y, axis, "add")
		if c.Has("x") {
			return apply(c, "div", addedUp(c, "cumsum", apply(c, "mul", spacing(c, y, axis), heights), axis), 2.0)
		}
		return addedUp(c, "cumsum", apply(c, "mul", heights, step(c)/2), axis)
	}},
}

// apply calls another function of the table.
func apply(c *frontend.Call, path string, args ...any) *frontend.Array {
	return c.Namespace.Call(c.Functions.Must(path), args...).(*frontend.Array)
}

// addedUp is a sum, or sums, along an axis. PyTorch's begin with +0, and so are none of −0 alone −0.
func addedUp(c *frontend.Call, path string, x *frontend.Array, axis int) *frontend.Array {
	return apply(c, "add", apply(c, path, x, axis), 0)
}

func trapezoid(c *frontend.Call) any {
	y, axis := sampled(c)
	s := y.V.Shape()
	if s[axis] == 0 {
		return c.Result(c.Env().Zeros(slices.Delete(s, axis, axis+1), y.V.Dtype()), typeOf(y))
	}
	if c.Has("x") {
		dx := spacing(c, y, axis)
		return apply(c, "div", addedUp(c, "sum", apply(c, "mul", sides(c, y, axis, "add"), dx), axis), 2.0)
	}
	h := step(c)
	ends := apply(c, "add", apply(c, "select", y, axis, 0), apply(c, "select", y, axis, -1)) // integers wrap around in their dtype
	return apply(c, "mul", apply(c, "sub", addedUp(c, "sum", y, axis), apply(c, "mul", ends, 0.5)), h)
}

// sampled returns the argument y and the dimension that is integrated over.
func sampled(c *frontend.Call) (y *frontend.Array, axis int) {
	y = tensor(c, "y")
	if c.Given("x") && (!c.Has("x") || c.Given("dx")) || c.Given("dx") && !c.Has("dx") {
		c.Raise("TypeError", "%s() received an invalid combination of arguments", c.Func.Path)
	}
	if c.Has("x") {
		tensor(c, "x")
	} else if c.Has("dx") {
		scalarOf(c, "dx")
	}
	x := y
	if c.Has("x") {
		x = tensor(c, "x")
	}
	cumulates := c.Func.Path == "cumulative_trapezoid"
	noBools := func() {
		if y.V.Dtype() == dtype.Bool || x.V.Dtype() == dtype.Bool {
			c.Raise("RuntimeError", "trapezoid: received a bool input for `x` or `y`, but bool is not supported")
		}
	}
	if cumulates { // which looks at the dimension later
		noBools()
	}
	axis = dim(c, "dim", y)
	if y.V.Ndim() == 0 {
		c.Raise("IndexError", "Dimension specified as %d but tensor has no dimensions", axis)
	}
	if !cumulates && y.V.Shape()[axis] > 0 {
		noBools()
	}
	return y, axis
}

// step is dx, 1 by default.
func step(c *frontend.Call) float64 {
	if !c.Has("dx") {
		return 1
	}
	v := scalarOf(c, "dx")
	if v.Kind == dtype.KindComplex || v.Kind == dtype.KindBool && c.Func.Path != "trapz" {
		c.Raise("RuntimeError", "%s: Currently, we only support dx as a real number.", c.Func.Path)
	}
	return v.Float64()
}

// sides combines neighbours along an axis by a function: what is after, and what is before.
func sides(c *frontend.Call, a *frontend.Array, axis int, path string) *frontend.Array {
	n := a.V.Shape()[axis]
	after, before := compose.Slice(c.Env(), a.V, axis, min(1, n), n), compose.Slice(c.Env(), a.V, axis, 0, max(n-1, 0))
	return apply(c, path, c.Result(after, typeOf(a)), c.Result(before, typeOf(a)))
}

// spacing returns the differences of x, which has one axis, or those of y but for some of the first.
func spacing(c *frontend.Call, y *frontend.Array, axis int) *frontend.Array {
	x := tensor(c, "x")
	s := x.V.Shape()
	dims := slices.Repeat([]int{1}, max(y.V.Ndim(), len(s)))
	if len(s) == 1 {
		if s[0] != y.V.Shape()[axis] {
			c.Raise("RuntimeError", "%s: There must be one `x` value for each sample point", c.Func.Path)
		}
		dims[axis] = s[0]
	} else {
		copy(dims[len(dims)-len(s):], s)
	}
	return sides(c, c.Result(c.Env().Reshape(x.V, dims), typeOf(x)), axis, "sub")
}

// Norms of matrices under torch's older names.
var oldNorms = []frontend.Func{
	{Path: "nuclear_norm", Sig: "input, dim=None, keepdim=False, *, out=None", Run: func(c *frontend.Call) any {
		axes, one, given := c.Ints("dim")
		if one { // an integer stands for as many as there are to be
			axes = append(axes, axes[0])
		}
		if c.Given("dim") && !given {
			c.Raise("TypeError", "nuclear_norm(): argument 'dim' must be tuple of ints, not NoneType")
		}
		if !given {
			axes = []int{-2, -1}
		} else if len(axes) != 2 {
			c.Raise("RuntimeError", "linalg.matrix_norm: dim must be a 2-tuple. Got %v", axes)
		}
		return out(c, apply(c, "linalg.matrix_norm", tensor(c, "input"), "nuc", axes, boolean(c, "keepdim")))
	}},
	{Path: "frobenius_norm", Sig: "input, dim, keepdim=False, *, out=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		axes, _, given := c.Ints("dim")
		if !given {
			c.Raise("TypeError", "frobenius_norm(): argument 'dim' must be tuple of ints, not NoneType")
		}
		if len(axes) > 2 {
			c.Raise("RuntimeError", "Expected at most 2 dimensions, but got %d dimensions instead.", len(axes))
		}
		return out(c, apply(c, "linalg.vector_norm", a, 2.0, axes, boolean(c, "keepdim")))
	}},
}
