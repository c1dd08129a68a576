package anvil

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

var creation = []frontend.Func{
	{Path: "nv_array", Sig: "data, dtype=None, device=None, shape=None, ambiguous=None, backend=None, byrow=False",
		Doc: "A dtype is known unless ambiguous says otherwise. Elements fill a given shape column by column, as R does, or row by row.",
		Run: func(c *frontend.Call) any { return array(c, c.Arg("shape") != nil) }},
	{Path: "nv_scalar", Sig: "data, dtype=None, device=None, ambiguous=None, backend=None", Run: func(c *frontend.Call) any {
		a := array(c, false)
		if a.V.Size() != 1 {
			c.Raise(rlang, "a scalar has one element, not %d", a.V.Size())
		}
		return like(c, a, c.Env().Reshape(a.V, nil))
	}},
	{Path: "nv_fill", Sig: "value, shape, dtype=None, ambiguous=False, device=None", Run: fill},
	{Path: "nv_empty", Sig: "dtype, shape, device=None, ambiguous=False", Run: func(c *frontend.Call) any {
		here(c)
		return made(c, c.Env().Zeros(shape(c), need(c, c.Dtype("dtype"))), c.Bool("ambiguous"))
	}},
	{Path: "nv_eye", Sig: "n, dtype='f32', device=None", Run: func(c *frontend.Call) any {
		here(c)
		return made(c, c.Env().Eye(c.Int("n"), need(c, c.Dtype("dtype"))), false)
	}},
	{Path: "nv_iota", Sig: "dim, dtype, shape, start=1, ambiguous=False, device=None", Run: iota},
	{Path: "nv_seq", Sig: "start, end, steps=None, dtype=None, ambiguous=False, device=None", Run: seq},
	{Path: "nv_fill_like", Sig: "like, value, shape=None, dtype=None, ambiguous=None, device=None", Run: fill},
	{Path: "nv_empty_like", Sig: "like, dtype=None, shape=None, device=None, ambiguous=None", Run: func(c *frontend.Call) any {
		here(c)
		r := ofLike(c)
		return made(c, c.Env().Zeros(shape(c), r.Dtype), r.Weak)
	}},
}

// here refuses devices and backends: a namespace is on one.
func here(c *frontend.Call) {
	for _, name := range []string{"device", "backend"} {
		for _, p := range c.Func.Signature().Params {
			if p.Name == name && c.Has(name) {
				c.Raise(rlang, "%s(): %s cannot be chosen here: make a namespace on that backend with New", c.Func.Path, name)
			}
		}
	}
}

func need(c *frontend.Call, d dtype.Dtype) dtype.Dtype {
	if !Dtypes.Has(d) {
		c.Raise(rlang, "anvil has no %v", d)
	}
	return d
}

func made(c *frontend.Call, x *ivy.Array, ambiguous bool) *frontend.Array {
	return c.Result(x, promote.Result{Dtype: x.Dtype(), Weak: ambiguous})
}

// array makes a tensor of data, known or as ambiguous says.
func array(c *frontend.Call, shaped bool) *frontend.Array {
	here(c)
	o := c.Operand("data")
	a := as(c, o, Dtypes)
	x, weak := a.V, false
	if c.Own(c.Arg("data")) != nil {
		weak = a.Weak
	}
	if c.Has("ambiguous") {
		weak = c.Bool("ambiguous")
	}
	if d := c.Dtype("dtype"); d != dtype.Invalid && d != x.Dtype() {
		d = need(c, d)
		if d == dtype.Float64 && x.Dtype() == dtype.Float32 && literalDtype(c.Arg("data")) == dtype.Float32 {
			x = c.Env().Asarray(c.Arg("data"), d) // R's doubles keep their precision
		} else {
			x = c.As(o, d)
		}
	}
	if shaped {
		to := shape(c)
		size := 1
		for _, n := range to {
			size *= n
		}
		if size != x.Size() {
			c.Raise(rlang, "%d elements do not fill the shape %v", x.Size(), to)
		}
		if c.Bool("byrow") || len(to) < 2 {
			x = c.Env().Reshape(x, to)
		} else {
			x = c.Env().PermuteDims(c.Env().Reshape(reversed(c, x), backwards(to)), order(len(to)))
		}
	}
	return made(c, x, weak)
}

// reversed returns x with its elements in R's order: the first dimension the fastest.
func reversed(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if x.Ndim() < 2 {
		return x
	}
	return c.Env().PermuteDims(x, order(x.Ndim()))
}

// order is that of the dimensions turned around.
func order(n int) []int {
	axes := make([]int, n)
	for i := range axes {
		axes[i] = n - 1 - i
	}
	return axes
}

func backwards(s []int) []int {
	z := make([]int, len(s))
	for i, n := range s {
		z[len(s)-1-i] = n
	}
	return z
}

// shape returns the argument of that name, or the shape of "like".
func shape(c *frontend.Call) []int {
	s, _, ok := c.Ints("shape")
	if !ok {
		for _, p := range c.Func.Signature().Params {
			if p.Name == "like" {
				return tensor(c, "like", Dtypes).V.Shape()
			}
		}
		c.Raise(rlang, "%s(): a shape is needed", c.Func.Path)
	}
	for _, n := range s {
		if n < 0 {
			c.Raise(rlang, "%s(): shape %v", c.Func.Path, s)
		}
	}
	return s
}

// ofLike returns the type that dtype and ambiguous name, or that of "like".
func ofLike(c *frontend.Call) promote.Result {
	a := tensor(c, "like", Dtypes)
	r := promote.Result{Dtype: a.V.Dtype(), Weak: a.Weak}
	if d := c.Dtype("dtype"); d != dtype.Invalid {
		r.Dtype = need(c, d)
	}
	if c.Has("ambiguous") {
		r.Weak = c.Bool("ambiguous")
	}
	return r
}

func fill(c *frontend.Call) any {
	here(c)
	o := c.Operand("value")
	if o.A != nil {
		c.Raise(rlang, "value must be a literal")
	}
	var r promote.Result
	if c.Func.Path == "nv_fill" {
		var err error
		r, err = promote.Fold(Rule, o.Arg)
		frontend.Check(err)
		r.Weak = c.Bool("ambiguous")
		if d := c.Dtype("dtype"); d != dtype.Invalid {
			r.Dtype = need(c, d)
		}
	} else {
		r = ofLike(c)
	}
	return c.Result(c.Env().CopyArray(c.Env().BroadcastTo(c.As(o, r.Dtype), shape(c))), r)
}

func iota(c *frontend.Call) any {
	here(c)
	to, d, start := shape(c), need(c, c.Dtype("dtype")), c.Int("start")
	if d.IsBool() {
		c.Raise(rlang, "nv_iota makes no bools")
	}
	dim := dims(c, "dim", len(to))
	if len(dim) != 1 {
		c.Raise(rlang, "dim is one dimension")
	}
	line := make([]int, len(to))
	for i := range line {
		line[i] = 1
	}
	line[dim[0]] = to[dim[0]]
	x := c.Env().Astype(c.Env().Arange(start, start+to[dim[0]], dtype.Int64), d)
	return made(c, c.Env().CopyArray(c.Env().BroadcastTo(c.Env().Reshape(x, line), to)), c.Bool("ambiguous"))
}

func seq(c *frontend.Call) any {
	here(c)
	d := c.Dtype("dtype")
	if !c.Has("steps") {
		if d == dtype.Invalid {
			d = dtype.Int32
		}
		start, end := c.Int("start"), c.Int("end")
		if start > end {
			c.Raise(rlang, "start <= end is not TRUE: %d, %d", start, end)
		}
		return made(c, c.Env().Astype(c.Env().Arange(start, end+1, dtype.Int64), need(c, d)), c.Bool("ambiguous"))
	}
	if d == dtype.Invalid {
		d = dtype.Float32
	}
	steps, start, end := c.Int("steps"), c.Float("start"), c.Float("end")
	if steps < 1 {
		c.Raise(rlang, "steps is %d", steps)
	}
	x := c.Env().Astype(c.Env().Arange(0, steps, dtype.Int64), need(c, d))
	if steps == 1 {
		return made(c, c.Env().Add(x, c.Env().Full(nil, start, d)), false)
	}
	one, err := promote.Fold(Rule, promote.Array(d), promote.Scalar(dtype.KindFloat))
	frontend.Check(err)
	x = c.Env().Astype(x, one.Dtype)
	step := (end - start) / float64(steps-1)
	return c.Result(c.Env().Add(c.Env().Multiply(x, c.Env().Full(nil, step, one.Dtype)), c.Env().Full(nil, start, one.Dtype)), one)
}
