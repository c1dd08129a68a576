package jax

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// kindsOf are the classes of dtypes that issubdtype and isdtype know.
var kindsOf = map[string]dtype.Set{
	"generic": all, "number": numbers, "integer": dtype.Integer, "signedinteger": dtype.Signed, "unsignedinteger": dtype.Unsigned,
	"inexact": dtype.Inexact, "floating": dtype.Float, "complexfloating": dtype.Complex, "bool_": dtype.Boolean,
}

var isKinds = map[string]dtype.Set{
	"bool": dtype.Boolean, "signed integer": dtype.Signed, "unsigned integer": dtype.Unsigned, "integral": dtype.Integer,
	"real floating": dtype.Float, "complex floating": dtype.Complex, "numeric": numbers,
}

var types = []frontend.Func{
	{Path: "numpy.astype", Sig: "x, dtype, /, *, copy=False, device=None", Run: astype("x")},
	{Path: ".astype", Sig: "self, dtype, copy=False, device=None", Run: astype("self")},
	{Path: "numpy.promote_types", Sig: "a, b", Out: frontend.Value, Run: run(func(c call) any {
		r, err := commonType(c.Namespace, c.typeArg("a"), c.typeArg("b"))
		frontend.Check(err)
		if r.Weak { // a type of Python's own
			return map[dtype.Kind]dtype.Dtype{dtype.KindInt: dtype.Int64, dtype.KindFloat: dtype.Float64, dtype.KindComplex: dtype.Complex128}[r.Dtype.Kind()]
		}
		return r.Dtype
	})},
	{Path: "numpy.result_type", Sig: "*args", Out: frontend.Value, Run: run(func(c call) any {
		rest, _ := c.Arg("args").([]any)
		if len(rest) == 0 {
			c.Raise("ValueError", "result_type wants an argument at least")
		}
		args := make([]promote.Arg, len(rest))
		for i, a := range rest {
			if text, ok := a.(string); ok {
				if a, ok = c.Dtypes[text]; !ok {
					c.Raise("TypeError", "%q is no dtype", text)
				}
			}
			if p, isPython := a.(frontend.PythonType); isPython {
				args[i] = promote.Scalar(dtype.Kind(p))
			} else if d, ok := a.(dtype.Dtype); ok && d.IsValid() {
				args[i] = promote.Array(Canonical(c.config.rule(), d))
			} else if _, isInt := a.(int); isInt { // of any size
				args[i] = promote.Scalar(dtype.KindInt)
			} else {
				args[i] = c.calc.array(a).Arg()
			}
		}
		r, err := commonType(c.Namespace, args...)
		frontend.Check(err)
		if r.Weak {
			return c.defaults().Of(r.Dtype.Kind())
		}
		return Canonical(c.config.rule(), r.Dtype)
	})},
	{Path: "numpy.issubdtype", Sig: "arg1, arg2", Out: frontend.Value, Run: run(func(c call) any {
		return c.classOf("arg2", kindsOf).Has(c.typeOf("arg1"))
	})},
	{Path: "numpy.isdtype", Sig: "dtype, kind", Out: frontend.Value, Run: run(func(c call) any {
		d := c.typeOf("dtype")
		if list, ok := frontend.Sequence(c.Arg("kind")); ok {
			for _, k := range list {
				if c.class(k, isKinds).Has(d) {
					return true
				}
			}
			return false
		}
		return c.classOf("kind", isKinds).Has(d)
	})},
	{Path: "numpy.iscomplexobj", Sig: "x", Out: frontend.Value, Run: run(func(c call) any { return !c.plainScalar("x") && isComplex(c.made(c.Arg("x"))) || c.pythonComplex("x") })},
	{Path: "numpy.isrealobj", Sig: "x", Out: frontend.Value, Run: run(func(c call) any {
		return !(!c.plainScalar("x") && isComplex(c.made(c.Arg("x"))) || c.pythonComplex("x"))
	})},
	{Path: "numpy.isscalar", Sig: "element", Out: frontend.Value, Run: run(func(c call) any {
		switch v := c.Arg("element").(type) {
		case nil:
			return false
		case string, bool, int, float64, complex128:
			return true
		default:
			if _, list := frontend.Sequence(v); list {
				return false
			}
			return c.calc.array(v).V.Ndim() == 0
		}
	})},
	{Path: "numpy.ndim", Sig: "a", Out: frontend.Value, Run: run(func(c call) any { return len(c.shapeOf(c.Arg("a"))) })},
	{Path: "numpy.shape", Sig: "a", Out: frontend.Value, Run: run(func(c call) any {
		list := []any{}
		for _, n := range c.shapeOf(c.Arg("a")) {
			list = append(list, n)
		}
		return list
	})},
	{Path: "numpy.size", Sig: "a, axis=None", Out: frontend.Value, Run: run(func(c call) any {
		shape, n := c.shapeOf(c.Arg("a")), 1
		for _, i := range c.axes("axis", len(shape)) {
			n *= shape[i]
		}
		return n
	})},
	{Path: "lax.convert_element_type", Sig: "operand, new_dtype", Run: run(func(c call) any {
		d := c.dtype("new_dtype", dtype.Invalid)
		if !c.Has("operand") {
			c.Raise("ValueError", "lax.convert_element_type(): None has no dtype")
		}
		if o, err := c.Namespace.Operand(c.Arg("operand")); err == nil && o.A == nil && !o.Value.Fits(c.defaults().Int) {
			return c.wrap(cast(c.Namespace, c.e.Asarray(o.Value, wideOf(o.Value)), d), false) // NumPy has 64 bits
		}
		return c.to(c.arr("operand"), d, false)
	})},
	{Path: "lax.bitcast_convert_type", Sig: "operand, new_dtype", Run: run(func(c call) any {
		d := c.dtype("new_dtype", dtype.Invalid)
		if d == dtype.Invalid {
			c.Raise("ValueError", "dtype must be specified.")
		}
		return c.bitcast(c.arr("operand"), d)
	})},
	{Path: ".item", Sig: "self, *args", Out: frontend.Value, Run: run(func(c call) any {
		x := c.arr("self")
		if rest, _ := c.Arg("args").([]any); len(rest) > 0 {
			x = c.itemOf(x, rest)
		}
		if x.V.Size() != 1 {
			c.Raise("ValueError", "only an array of one element becomes a number, not one of shape %v", x.V.Shape())
		}
		return frontend.Plain(x.V)
	})},
	{Path: ".tolist", Sig: "self", Out: frontend.Value, Run: run(func(c call) any { return c.list(c.arr("self")) })},
}

func astype(name string) func(*frontend.Call) any {
	return run(func(c call) any {
		c.none("device")
		x, d := c.arr(name), c.dtype("dtype", c.defaults().Float)
		c.Bool("copy")
		return c.wrap(astypeOf(c.Namespace, x.V, d), false)
	})
}

func (c call) classOf(name string, kinds map[string]dtype.Set) dtype.Set {
	return c.class(c.Arg(name), kinds)
}

func (c call) class(v any, kinds map[string]dtype.Set) dtype.Set {
	switch v := v.(type) {
	case string:
		if set, ok := kinds[v]; ok {
			return set
		}
		if d, ok := c.Dtypes[v].(dtype.Dtype); ok {
			return dtype.Of(d)
		}
	case dtype.Dtype:
		if v.IsValid() {
			return dtype.Of(v)
		}
	case frontend.PythonType:
		return dtype.Of(v.Dtype())
	}
	class := "TypeError"
	if c.Func.Path == "numpy.isdtype" {
		class = "ValueError"
	}
	c.Raise(class, "%s(): %v is no dtype or class of dtypes", c.Func.Path, v)
	return 0
}

func (c call) plainScalar(name string) bool {
	switch c.Arg(name).(type) {
	case nil, bool, int, float64, complex128, string:
		return true
	}
	return false
}

func (c call) pythonComplex(name string) bool { _, ok := c.Arg(name).(complex128); return ok }

func (c call) list(x value) any {
	if x.V.Ndim() == 0 {
		return frontend.Plain(x.V)
	}
	list := []any{}
	for _, row := range c.e.Unstack(x.V) {
		list = append(list, c.list(c.wrap(row, false)))
	}
	return list
}

// bitcast reads the bits of x as another dtype: wider ones take up the last axis,
// narrower ones make one.
// itemOf returns the element of x that item is asked for: by its index in all of x, or by one for each axis.
func (c call) itemOf(x value, indices []any) value {
	shape := x.V.Shape()
	if tuple, isTuple := indices[0].(frontend.Tuple); isTuple && len(indices) == 1 {
		if indices = tuple; len(indices) == 0 {
			return x
		}
	}
	if len(indices) == 1 {
		shape = []int{x.V.Size()}
	}
	keys := make([]any, len(indices))
	for i, v := range indices {
		n, isInt := c.index(v)
		if _, isBool := v.(bool); !isInt || isBool {
			c.Raise("TypeError", ".item(): %s is no integer", c.Shown(v))
		}
		keys[i] = n
	}
	if len(keys) != len(shape) {
		c.Raise("ValueError", ".item(): %d indices for an array of shape %v", len(keys), shape)
	}
	for i, n := range shape {
		if k := keys[i].(int); k < -n || k >= n {
			c.Raise("IndexError", ".item(): index %d of an axis of length %d", k, n)
		}
	}
	return c.wrap(c.e.GetItem(c.e.Reshape(x.V, shape), keys...), false)
}

// typeArg returns an argument that is a dtype, or a type of Python's own, as what promotes.
func (c call) typeArg(name string) promote.Arg {
	if p, isPython := c.Arg(name).(frontend.PythonType); isPython && dtype.Kind(p) != dtype.KindBool {
		return promote.Scalar(dtype.Kind(p))
	}
	return promote.Array(c.typeOf(name))
}

// wideOf returns the dtype in which NumPy holds a Python integer of more than 32 bits.
func wideOf(v backend.Scalar) dtype.Dtype {
	if v.Fits(dtype.Int64) {
		return dtype.Int64
	}
	return dtype.Uint64
}

// typeOf returns an argument that is a dtype, by one of NumPy's names too, or an array, whose dtype it is.
func (c call) typeOf(name string) dtype.Dtype {
	switch v := c.Arg(name).(type) {
	case string:
		if d, ok := map[string]dtype.Dtype{"int": dtype.Int64, "float": dtype.Float64, "complex": dtype.Complex128}[v]; ok {
			return d
		}
	case *Array:
		return v.Dtype()
	case *frontend.Array:
		return v.V.Dtype()
	}
	return c.Dtype(name)
}

func (k calc) bitcast(x value, d dtype.Dtype) value {
	from, shape := x.V.Dtype(), x.V.Shape()
	switch p, q := from.Size(), d.Size(); {
	case p > q:
		shape = append(shape, p/q)
	case p < q:
		if len(shape) == 0 || shape[len(shape)-1] != q/p {
			k.raise("ValueError", "the last axis of shape %v is to have length %d for %v", shape, q/p, d)
		}
		shape = shape[:len(shape)-1]
	}
	if (from == dtype.Bool || d == dtype.Bool || from.IsComplex() || d.IsComplex()) && from != d {
		k.raise("TypeError", "the bits of %v are no %v", from, d)
	}
	return k.wrap(k.e.FromBytes(d, shape, reading.Bytes(x.V)), false)
}
