package tensorflow

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

// methods are what tensors have of NumPy's arrays with NumPy's behaviour: the functions of
// tf.experimental.numpy, and tf.cast.
var methods = []frontend.Func{
	method("astype", "self, dtype, name=None", func(c *frontend.Call) any { return castSelf(c) }),
	method("clip", "self, a_min, a_max", func(c *frontend.Call) any { return npClip(c, "self") }),
	method("flatten", "self, order='C'", func(c *frontend.Call) any {
		x := array(c, "self")
		v := x.V
		switch order := c.Text("order"); order {
		case "C", "A", "K":
		case "F":
			v = turned(c, v)
		default:
			c.Raise(valueError, "order is %q, want C, F, A or K", order)
		}
		return result(c, c.Env().Reshape(v, []int{-1}), x.Weak)
	}),
	method("max", "self, axis=None, out=None, keepdims=None", npReducedBy("self", redMax, keepInt, &redAny, false, true)),
	method("mean", "self, axis=None, dtype=None, out=None, keepdims=None", npReducedBy("self", redMean, toFloat, nil, true, true)),
	method("min", "self, axis=None, out=None, keepdims=None", npReducedBy("self", redMin, keepInt, &redAll, false, true)),
	method("ravel", "self", func(c *frontend.Call) any {
		x := array(c, "self")
		return result(c, c.Env().Reshape(x.V, []int{-1}), x.Weak)
	}),
	method("reshape", "self, *newshape, **kwargs", func(c *frontend.Call) any {
		rest, _ := c.Arg("newshape").([]any)
		var to any = rest
		if len(rest) == 1 {
			to = rest[0]
		}
		order := any("C")
		kw, _ := c.Arg("kwargs").([]frontend.Named)
		for _, k := range kw {
			if k.Name != "order" {
				c.Raise(valueError, "reshape has no argument %s", k.Name)
			}
			order = k.Value
		}
		if to == nil || len(rest) == 0 {
			to = []any{}
		}
		return call(c, tnp+"reshape", c.Arg("self"), to, order)
	}),
	valueMethod("tolist", "self", func(c *frontend.Call) any { return nested(c, array(c, "self").V) }),
	method("transpose", "self, axes=None", func(c *frontend.Call) any {
		return call(c, tnp+"transpose", c.Arg("self"), c.Arg("axes"))
	}),
}

func method(name, sig string, run func(c *frontend.Call) any) frontend.Func {
	return frontend.Func{Path: "." + name, Sig: sig, Doc: "Only with NumPy's behaviour.", Run: func(c *frontend.Call) any {
		likeArrays(c.Namespace, name)
		return run(c)
	}}
}

func valueMethod(name, sig string, run func(c *frontend.Call) any) frontend.Func {
	f := method(name, sig, run)
	f.Out = frontend.Value
	return f
}

func castSelf(c *frontend.Call) any {
	named(c)
	d := dtypeArg(c, "dtype")
	if !d.IsValid() {
		c.Raise(typeError, "astype needs a dtype")
	}
	x := get(c, "self")
	return result(c, x.as(c.Namespace, d), false)
}

// nested returns the elements as Python's numbers, in lists by the axes.
func nested(c *frontend.Call, x *ivy.Array) any {
	if x.Ndim() > 0 {
		list := []any{}
		for _, row := range c.Env().Unstack(x) {
			list = append(list, nested(c, row))
		}
		return list
	}
	return frontend.Plain(x)
}
