package tensorflow

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var searching = slices.Concat(
	argRows((*ivy.Env).ArgMax, "argmax", "math.argmax"),
	argRows((*ivy.Env).ArgMin, "argmin", "math.argmin"),
	[]frontend.Func{
		{Path: "where", Sig: "condition, x=None, y=None, name=None", Run: where},
		{Path: "math.count_nonzero", Sig: "input, axis=None, keepdims=None, dtype='int64', name=None", Run: func(c *frontend.Call) any {
			named(c)
			x := tensor(c, "input").V
			n := over((*ivy.Env).Sum)(c.Env(), cast(c.Namespace, notZero(c, x), dtype.Int64), axesOf(c, "axis", x.Ndim()), keeps(c))
			return result(c, cast(c.Namespace, n, c.Dtype("dtype")), false)
		}},
		{Path: "searchsorted", Sig: "sorted_sequence, values, side='left', out_type='int32', name=None", Run: searchsorted},
		{Path: tnp + "where", Sig: "condition, x=None, y=None", Out: frontend.Value, Run: npWhere},
		{Path: tnp + "nonzero", Sig: "a", Out: frontend.List, Run: func(c *frontend.Call) any {
			return wrapped(c, c.Env().Nonzero(cast(c.Namespace, atleast(c, array(c, "a").V, 1), dtype.Bool)))
		}},
		{Path: tnp + "count_nonzero", Sig: "a, axis=None", Run: func(c *frontend.Call) any {
			x := notZero(c, array(c, "a").V)
			return result(c, over((*ivy.Env).Sum)(c.Env(), cast(c.Namespace, x, dtype.Int64), axesOf(c, "axis", x.Ndim()), false), false)
		}},
		npArg("argmax", (*ivy.Env).ArgMax),
		npArg("argmin", (*ivy.Env).ArgMin),
	},
)

// notZero reports of every element whether it is not zero; that of a complex one in either part.
func notZero(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if x.Dtype() == dtype.Bool {
		return x
	}
	return c.Env().NotEqual(x, number(c.Env(), x, 0))
}

func argRows(f unaryFunc, paths ...string) []frontend.Func {
	return both(func(path string) frontend.Func {
		return frontend.Func{Path: path, Sig: "input, axis=None, output_type='int64', name=None", Run: func(c *frontend.Call) any {
			named(c)
			axis := 0
			if c.Has("axis") {
				axis = c.Int("axis")
			}
			d := c.Dtype("output_type")
			if d != dtype.Int64 && d != dtype.Int32 && d != dtype.Uint16 && d != dtype.Int16 {
				c.Raise(invalidArgument, "%s(): output_type is %v", path, d)
			}
			return result(c, cast(c.Namespace, argExtreme(c, tensor(c, "input").V, axis, f), d), false)
		}}
	}, paths...)
}

// argExtreme returns the index of the first extreme element along an axis.
func argExtreme(c *frontend.Call, x *ivy.Array, axis int, f unaryFunc) *ivy.Array {
	k := kernel{takes: real_ | dtype.Boolean}
	k.check(c.Func.Path, x.Dtype())
	if axis < -x.Ndim() || axis >= x.Ndim() {
		c.Raise(invalidArgument, "%s() along axis %d of %d", c.Func.Path, axis, x.Ndim())
	}
	if x.Dtype() == dtype.Bool {
		x = c.Env().Astype(x, dtype.Uint8)
	}
	if x.Dtype().IsFloat() {
		least := c.Func.Path[len(c.Func.Path)-1] == 'x' // of argmax: TensorFlow passes over NaNs
		x = c.Env().Where(c.Env().IsNan(x), limit(c.Env(), x.Dtype(), least), x)
	}
	if axis < 0 {
		axis += x.Ndim()
	}
	if s := x.Shape(); s[axis] == 0 {
		c.Raise(invalidArgument, "%s() along an axis of length 0", c.Func.Path)
	}
	return f(c.Env(), x, ivy.Axis(axis))
}

func npArg(name string, f unaryFunc) frontend.Func {
	return frontend.Func{Path: tnp + name, Sig: "a, axis=None", Run: func(c *frontend.Call) any {
		x := array(c, "a").V
		axis := 0
		if c.Has("axis") {
			x, axis = atleast(c, x, 1), c.Int("axis")
		} else {
			x = c.Env().Reshape(x, []int{-1})
		}
		return result(c, argExtreme(c, x, axis, f), false)
	}}
}

func where(c *frontend.Call) any {
	named(c)
	cond := get(c, "condition")
	if c.Has("x") != c.Has("y") {
		c.Raise(valueError, "x and y must both be None or both be given")
	}
	if !c.Has("x") {
		if !cond.text && cond.a == nil {
			cond.checkWeak(c.Namespace)
		}
		m := cond.as(c.Namespace, cond.def(c.Namespace))
		if m.Ndim() == 0 {
			c.Raise(invalidArgument, "where of a scalar")
		}
		if m.Dtype() == dtype.Float16 {
			c.Raise(unimplemented, "where has no kernel for float16")
		}
		return result(c, c.Env().Stack(c.Env().Nonzero(cast(c.Namespace, m, dtype.Bool)), ivy.Axis(1)), false)
	}
	if cond.text {
		c.Raise(typeError, "where: a string is no condition")
	} else if cond.scalar() {
		converted(dtype.Bool, &cond)
	} else if cond.Dtype != dtype.Bool {
		c.Raise(invalidArgument, "where: the condition is of %v, want bool", cond.Dtype)
	}
	x, y := get(c, "x"), get(c, "y")
	k := kernel{takes: dtype.All}
	d := plainly(c.Func.Path, &k, inferred, dtype.Invalid, &x, &y)
	return result(c, c.Env().Where(cond.as(c.Namespace, dtype.Bool), x.as(c.Namespace, d), y.as(c.Namespace, d)), false)
}

func npWhere(c *frontend.Call) any {
	cond := truth(c, "condition")
	if c.Has("x") != c.Has("y") {
		c.Raise(valueError, "both x and y must be ndarrays, or both must be None")
	}
	if !c.Has("x") {
		return wrapped(c, c.Env().Nonzero(atleast(c, cond, 1)))
	}
	promoteRagged(c, "x", "y")
	x, y := get(c, "x"), get(c, "y")
	d := byMode(c.Namespace, &x, &y)
	return result(c, c.Env().Where(cond, x.as(c.Namespace, d), y.as(c.Namespace, d)), false)
}

func searchsorted(c *frontend.Call) any {
	named(c)
	if a, b := get(c, "sorted_sequence"), get(c, "values"); b.scalar() && !a.scalar() && !fits(&b, a.Dtype) {
		c.Raise(invalidArgument, "searchsorted of %v in a sequence of %v", b.Arg, a.Dtype)
	}
	xs := one(c, []any{c.Arg("sorted_sequence"), c.Arg("values")})
	s, v := xs[0].V, xs[1].V
	side := c.Text("side")
	if side != "left" && side != "right" {
		c.Raise(valueError, "side is %q, want left or right", side)
	}
	if s.Ndim() == 0 || v.Ndim() == 0 {
		c.Raise(invalidArgument, "searchsorted of scalars")
	}
	k := kernel{takes: real_, absent: dtype.All}
	k.check(c.Func.Path, s.Dtype())
	d := dtypeArg(c, "out_type")
	if d != dtype.Int32 && d != dtype.Int64 {
		c.Raise(invalidArgument, "searchsorted: out_type %v, want int32 or int64", d)
	}
	n, m := s.Shape()[s.Ndim()-1], v.Shape()[v.Ndim()-1]
	if product(s.Shape()[:s.Ndim()-1]) != product(v.Shape()[:v.Ndim()-1]) {
		c.Raise(invalidArgument, "searchsorted of values of shape %v in sequences of shape %v", v.Shape(), s.Shape())
	}
	e := c.Env()
	if s.Size() == 0 || v.Size() == 0 {
		return result(c, e.Zeros(v.Shape(), d), false)
	}
	seqs, values := e.Unstack(e.Reshape(s, []int{-1, n})), e.Unstack(e.Reshape(v, []int{-1, m}))
	for i := range values {
		at := e.SearchSorted(seqs[i], values[i], ivy.Side(side))
		if values[i].Dtype().IsFloat() && side == "left" { // nothing is less than a NaN
			at = e.Where(e.IsNan(values[i]), e.ZerosLike(at), at)
		}
		values[i] = at
	}
	return result(c, cast(c.Namespace, e.Reshape(e.Concat(values), v.Shape()), d), false)
}
