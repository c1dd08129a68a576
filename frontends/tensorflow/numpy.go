package tensorflow

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// tnp is the path of tf.experimental.numpy, whose functions promote in every mode.
const tnp = "experimental.numpy."

func npBinary(b binary, names ...string) []frontend.Func {
	if !b.bymode {
		b.numpy = true
	}
	rows := make([]frontend.Func, len(names))
	for i, name := range names {
		rows[i] = frontend.Func{Path: tnp + name, Sig: "x1, x2", Run: func(c *frontend.Call) any { return b.run(c, "x1", "x2") }}
	}
	return rows
}

func npUnary(u unary, names ...string) []frontend.Func {
	u.numpy, u.patched = true, true
	rows := make([]frontend.Func, len(names))
	for i, name := range names {
		rows[i] = frontend.Func{Path: tnp + name, Sig: "x", Run: func(c *frontend.Call) any { return u.run(c, c.Func.Sig) }}
	}
	return rows
}

// of gives the rows' one parameter another name.
func of(name string, rows []frontend.Func) []frontend.Func {
	for i := range rows {
		rows[i].Sig = name
	}
	return rows
}

// npFloat is npUnary of what makes floats of all but NumPy's inexact dtypes.
func npFloat(f unaryFunc, takes dtype.Set, names ...string) []frontend.Func {
	return npUnary(unary{kernel: kernel{takes: takes}, float: true, f: f}, names...)
}

// boolsBy makes a binary take bools too, by another function.
func boolsBy(b binary, f binaryFunc) binary {
	g := b.f
	b.takes |= dtype.Boolean
	b.f = func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		if x.(*ivy.Array).Dtype() == dtype.Bool {
			return f(e, x, y)
		}
		return g(e, x, y)
	}
	return b
}

// as8 makes a binary take bools as int8.
func as8(b binary) binary {
	b.takes |= dtype.Boolean
	b.to = map[dtype.Dtype]dtype.Dtype{dtype.Bool: dtype.Int8}
	return b
}

func ordered(b binary) binary {
	b.bymode = true
	return boolsBy(b, func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
		return b.f(e, e.Astype(x, dtype.Int32), e.Astype(y, dtype.Int32))
	})
}

func byMode_(b binary) binary { return with(b, func(b *binary) { b.bymode = true }) }

var numpyElementwise = slices.Concat(
	npBinary(boolsBy(opAdd, (*ivy.Env).LogicalOr), "add"),
	npBinary(opSubtract, "subtract"),
	npBinary(boolsBy(opMultiply, (*ivy.Env).LogicalAnd), "multiply"),
	npBinary(as8(opFloorDiv), "floor_divide"),
	npBinary(as8(opFloorMod), "mod", "remainder"),
	npBinary(opPow, "power", "float_power"),
	npBinary(boolsBy(opMaximum, (*ivy.Env).LogicalOr), "maximum"),
	npBinary(boolsBy(opMinimum, (*ivy.Env).LogicalAnd), "minimum"),
	npBinary(binary{kernel: kernel{takes: dtype.Float}, f: (*ivy.Env).Atan2}, "arctan2"),
	npBinary(binary{kernel: kernel{takes: f4f8}, f: (*ivy.Env).NextAfter}, "nextafter"),
	npBinary(binary{kernel: kernel{takes: dtype.Integer, class: valueError}, f: gcd}, "gcd"),
	npBinary(binary{kernel: kernel{takes: dtype.Integer, class: valueError}, f: lcm}, "lcm"),
	npBinary(boolsBy(opAnd, (*ivy.Env).LogicalAnd), "bitwise_and"),
	npBinary(boolsBy(opOr, (*ivy.Env).LogicalOr), "bitwise_or"),
	npBinary(boolsBy(opXor, (*ivy.Env).LogicalXor), "bitwise_xor"),
	npBinary(byMode_(opEqual), "equal"),
	npBinary(byMode_(opNotEqual), "not_equal"),
	npBinary(ordered(opLess), "less"),
	npBinary(ordered(opLessEqual), "less_equal"),
	npBinary(ordered(opGreater), "greater"),
	npBinary(ordered(opGreaterEq), "greater_equal"),
	npUnary(opAbs, "abs", "absolute", "fabs"),
	npUnary(opNegative, "negative"),
	npUnary(opSquare, "square"),
	npUnary(opReciprocal, "reciprocal"),
	of("val", npUnary(opReal, "real")),
	of("val", npUnary(opImag, "imag")),
	npUnary(opConj, "conj", "conjugate"),
	npUnary(unary{kernel: kernel{takes: dtype.All}, f: func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return x.(*ivy.Array) }}, "positive"),
	npUnary(unary{kernel: kernel{takes: dtype.Integer | dtype.Boolean}, f: (*ivy.Env).BitwiseInvert}, "bitwise_not"),
	npUnary(unary{kernel: kernel{takes: real_ | dtype.Boolean}, f: signbit}, "signbit"),
	npFloat((*ivy.Env).Floor, dtype.Float, "floor"),
	npFloat((*ivy.Env).Ceil, dtype.Float, "ceil"),
	npFloat(fix, dtype.Float, "fix"),
	npFloat((*ivy.Env).IsNan, dtype.Float, "isnan"),
	npFloat((*ivy.Env).IsFinite, dtype.Float, "isfinite"),
	npFloat(exp2, dtype.Inexact, "exp2"),
	npFloat(func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		return e.Multiply(x, number(e, x.(*ivy.Array), math.Pi/180))
	}, dtype.Inexact, "deg2rad"),
	npInexact(),
	npLogical("logical_and", (*ivy.Env).LogicalAnd),
	npLogical("logical_or", (*ivy.Env).LogicalOr),
	npLogical("logical_xor", (*ivy.Env).LogicalXor),
	[]frontend.Func{
		{Path: tnp + "true_divide", Sig: "x1, x2", Run: npDivide},
		{Path: tnp + "divide", Sig: "x1, x2", Run: npDivide},
		{Path: tnp + "divmod", Sig: "x1, x2", Out: frontend.List, Run: func(c *frontend.Call) any {
			return []*frontend.Array{call(c, tnp+"floor_divide", c.Arg("x1"), c.Arg("x2")), call(c, tnp+"mod", c.Arg("x1"), c.Arg("x2"))}
		}},
		{Path: tnp + "logical_not", Sig: "x", Run: func(c *frontend.Call) any { return result(c, c.Env().LogicalNot(truth(c, "x")), false) }},
		{Path: tnp + "hypot", Sig: "x1, x2", Run: func(c *frontend.Call) any {
			return call(c, tnp+"sqrt", add(c, call(c, tnp+"square", c.Arg("x1")), call(c, tnp+"square", c.Arg("x2"))))
		}},
		{Path: tnp + "logaddexp", Sig: "x1, x2", Run: logaddexp},
		{Path: tnp + "log2", Sig: "x", Run: func(c *frontend.Call) any { return logOf(c, math.Ln2) }},
		{Path: tnp + "log10", Sig: "x", Run: func(c *frontend.Call) any { return logOf(c, math.Ln10) }},
		{Path: tnp + "isinf", Sig: "x", Out: frontend.Value, Doc: "Of what is no float it is False.", Run: func(c *frontend.Call) any {
			return ofFloats(c, func(x *ivy.Array) *ivy.Array {
				if !numpyInexact.Has(x.Dtype()) {
					noAstype(c.Namespace)
				}
				return c.Env().IsInf(x)
			})
		}},
		{Path: tnp + "isposinf", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any {
			return ofFloats(c, func(x *ivy.Array) *ivy.Array { return c.Env().Equal(x, number(c.Env(), x, math.Inf(1))) })
		}},
		{Path: tnp + "isneginf", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any {
			return ofFloats(c, func(x *ivy.Array) *ivy.Array { return c.Env().Equal(x, number(c.Env(), x, math.Inf(-1))) })
		}},
		{Path: tnp + "iscomplex", Sig: "x", Run: func(c *frontend.Call) any {
			return c.Namespace.Operator("!=", result(c, imag(c.Env(), array(c, "x").V), false), 0)
		}},
		{Path: tnp + "isreal", Sig: "x", Run: func(c *frontend.Call) any {
			return c.Namespace.Operator("==", result(c, imag(c.Env(), array(c, "x").V), false), 0)
		}},
		{Path: tnp + "iscomplexobj", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return !get(c, "x").text && array(c, "x").V.Dtype().IsComplex() }},
		{Path: tnp + "isrealobj", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return get(c, "x").text || !array(c, "x").V.Dtype().IsComplex() }},
		{Path: tnp + "sign", Sig: "x, out=None, where=None, **kwargs", Run: func(c *frontend.Call) any {
			if kw, _ := c.Arg("kwargs").([]frontend.Named); holds(c, "out") || holds(c, "where") || len(kw) > 0 {
				c.Raise(valueError, "tf.numpy does not support out, where and further arguments")
			}
			x := array(c, "x")
			opSign.check(c.Func.Path, x.V.Dtype())
			return result(c, sign(c.Env(), x.V), x.Weak)
		}},
		{Path: tnp + "around", Sig: "a, decimals=0", Run: around},
		{Path: tnp + "round", Sig: "a, decimals=0", Run: around},
		{Path: tnp + "clip", Sig: "a, a_min, a_max", Run: func(c *frontend.Call) any { return npClip(c, "a") }},
		{Path: tnp + "heaviside", Sig: "x1, x2", Run: heaviside},
		{Path: tnp + "isclose", Sig: "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", Run: func(c *frontend.Call) any { return result(c, isclose(c), false) }},
		{Path: tnp + "allclose", Sig: "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", Run: func(c *frontend.Call) any { return result(c, c.Env().All(isclose(c)), false) }},
		{Path: tnp + "array_equal", Sig: "a1, a2", Run: func(c *frontend.Call) any {
			x, y := get(c, "a1"), get(c, "a2")
			d := byMode(c.Namespace, &x, &y)
			a, b := x.as(c.Namespace, d), y.as(c.Namespace, d)
			if !slices.Equal(a.Shape(), b.Shape()) {
				return result(c, c.Env().Zeros(nil, dtype.Bool), false)
			}
			return result(c, c.Env().All(c.Env().Equal(a, b)), false)
		}},
		{Path: tnp + "sinc", Sig: "x", Run: func(c *frontend.Call) any { return sinc(c) }},
		{Path: tnp + "cbrt", Sig: "x", Run: cbrt},
		{Path: tnp + "promote_types", Sig: "type1, type2", Out: frontend.Value, Run: func(c *frontend.Call) any {
			d, err := PromoteTypes(Legacy, dtypeArg(c, "type1"), dtypeArg(c, "type2"))
			frontend.Check(err)
			return d
		}},
		{Path: tnp + "result_type", Sig: "*arrays_and_dtypes", Out: frontend.Value, Run: func(c *frontend.Call) any {
			args, _ := c.Arg("arrays_and_dtypes").([]any)
			os := make([]*input, len(args))
			for i, a := range args {
				if text, ok := a.(string); ok && c.Dtypes[text] != nil {
					a = c.Dtypes[text]
				}
				if d, ok := a.(dtype.Dtype); ok && d.IsValid() {
					os[i] = &input{Arg: promote.Array(d)}
					continue
				}
				if p, ok := a.(frontend.PythonType); ok {
					os[i] = &input{Arg: promote.Array(p.Dtype())}
					if flexible(c.Namespace) {
						os[i].Arg = promote.Scalar(dtype.Kind(p))
					}
					continue
				}
				o := inputOf(c.Namespace, a)
				os[i] = &o
			}
			if len(os) == 0 {
				return numpyFloat(c.Namespace)
			}
			return byMode(c.Namespace, os...)
		}},
	},
)

// npInexact are the functions of one operand that make floats of integers.
func npInexact() []frontend.Func {
	names := map[string]string{"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh"}
	var rows []frontend.Func
	for name, f := range inexact {
		if name == "rsqrt" || name == "sigmoid" {
			continue
		}
		if n := names[name]; n != "" {
			name = n
		}
		row := npFloat(f, dtype.Inexact, name)
		if name == "arccosh" { // the one that TensorFlow forgot
			run := row[0].Run
			row[0].Run = func(c *frontend.Call) any {
				z := run(c).(*frontend.Array)
				return result(c, z.V, false)
			}
		}
		rows = append(rows, row...)
	}
	slices.SortFunc(rows, func(a, b frontend.Func) int { return slices.Compare([]byte(a.Path), []byte(b.Path)) })
	return rows
}

func npLogical(name string, f binaryFunc) []frontend.Func {
	return []frontend.Func{{Path: tnp + name, Sig: "x1, x2", Run: func(c *frontend.Call) any {
		return result(c, f(c.Env(), truth(c, "x1"), truth(c, "x2")), false)
	}}}
}

// truth returns an argument's elements as bools.
func truth(c *frontend.Call, name string) *ivy.Array {
	if x := get(c, name); x.text {
		c.Raise(unimplemented, "%s(): there is no cast of a string to a bool", c.Func.Path)
	}
	return cast(c.Namespace, array(c, name).V, dtype.Bool)
}

func add(c *frontend.Call, x, y any) any { return c.Namespace.Operator("+", x, y) }

func npDivide(c *frontend.Call) any {
	b := opDivide
	b.numpy, b.takes = true, dtype.All
	promoteRagged(c, "x1", "x2")
	x, y := get(c, "x1"), get(c, "x2")
	if byPair(c.Namespace, &x, &y) == dtype.Bool {
		d := numpyFloat(c.Namespace)
		return result(c, b.f(c.Env(), cast(c.Namespace, x.as(c.Namespace, dtype.Bool), d), cast(c.Namespace, y.as(c.Namespace, dtype.Bool), d)), false)
	}
	return b.apply(c, &x, &y)
}

func gcd(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	opAbs.check("gcd", x.(*ivy.Array).Dtype())
	return e.Gcd(x, y)
}

func lcm(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	g := gcd(e, x, y)
	zero, one := number(e, g, 0), number(e, g, 1)
	safe := e.Where(e.Equal(g, zero), one, g)
	return e.Where(e.Equal(g, zero), zero, e.Multiply(e.Abs(x), e.FloorDivide(e.Abs(y), safe)))
}

func signbit(e *ivy.Env, a any, _ ...ivy.Option) *ivy.Array {
	x := a.(*ivy.Array)
	if x.Dtype() == dtype.Bool {
		return e.ZerosLike(x)
	}
	return e.Less(x, number(e, x, 0))
}

func fix(e *ivy.Env, a any, _ ...ivy.Option) *ivy.Array {
	x := a.(*ivy.Array)
	return e.Where(e.Less(x, number(e, x, 0)), e.Ceil(x), e.Floor(x))
}

func exp2(e *ivy.Env, a any, _ ...ivy.Option) *ivy.Array {
	return e.Pow(number(e, a.(*ivy.Array), 2), a)
}

// logOf divides by what is a strong float64 in NumPy.
func logOf(c *frontend.Call, base float64) any {
	x := get(c, "x")
	u := unary{kernel: kernel{takes: dtype.Inexact}, numpy: true, patched: true, float: true}
	d, weak := u.typed(c.Namespace, &x)
	to := dtype.Float64
	if modeOf(c.Namespace) == "" {
		to = d
	} else if d.IsComplex() {
		to = dtype.Complex128
	}
	z := cast(c.Namespace, c.Env().Log(x.as(c.Namespace, d)), to)
	return result(c, c.Env().Divide(z, number(c.Env(), z, base)), weak)
}

func ofFloats(c *frontend.Call, f func(x *ivy.Array) *ivy.Array) any {
	if c.Arg("x") == nil {
		c.Raise("AttributeError", "%s(): None has no dtype", c.Func.Path)
	}
	if list, isList := c.Arg("x").([]any); isList && !rectangular(list) {
		c.Raise("AttributeError", "%s(): a list has no dtype", c.Func.Path)
	}
	x := anyInput(c.Namespace, c.Arg("x"), false)
	switch {
	case x.a == nil:
		c.Raise("AttributeError", "%v has no attribute dtype", x.Arg)
	case !x.a.V.Dtype().IsFloat():
		return false
	}
	return result(c, f(x.a.V), false)
}

// python is one of Python's operators on two scalars or a scalar and a tensor.
func python(c *frontend.Call, op string, x, y any) any {
	a, b := inputOf(c.Namespace, x), inputOf(c.Namespace, y)
	if !a.scalar() || !b.scalar() || a.list != nil || b.list != nil {
		return c.Namespace.Operator(op, x, y)
	}
	sign := complex(1, 0)
	if op == "-" {
		sign = -1
	}
	z := a.v.Complex128() + sign*b.v.Complex128()
	switch max(a.Scalar, b.Scalar) {
	case dtype.KindComplex:
		return z
	case dtype.KindFloat:
		return real(z)
	}
	return frontend.Integer(a.v.Int64() + int64(real(sign))*b.v.Int64())
}

func logaddexp(c *frontend.Call) any {
	x, y := c.Arg("x1"), c.Arg("x2")
	most := call(c, tnp+"maximum", x, y)
	delta := python(c, "-", x, y)
	nan := call(c, tnp+"isnan", delta)
	sum := python(c, "+", x, y)
	away := c.Namespace.Operator("neg", call(c, tnp+"abs", delta))
	return call(c, tnp+"where", nan, sum, add(c, most, call(c, tnp+"log1p", call(c, tnp+"exp", away))))
}

func around(c *frontend.Call) any {
	x := array(c, "a")
	d := x.V.Dtype()
	in := d
	if !numpyInexact.Has(d) {
		in = numpyFloat(c.Namespace)
	}
	if in.IsComplex() {
		c.Raise(notFound, "%s has no kernel for %v", c.Func.Path, d)
	}
	noAstype(c.Namespace)
	e := c.Env()
	factor := e.Astype(e.Full(nil, math.Pow(10, float64(c.Int("decimals"))), dtype.Float32), in) // a float32 in TensorFlow, whatever x is
	z := e.Divide(e.Round(e.Multiply(cast(c.Namespace, x.V, in), factor)), factor)
	return result(c, cast(c.Namespace, z, d), x.Weak)
}

func npClip(c *frontend.Call, name string) any {
	switch {
	case !c.Has("a_min") && !c.Has("a_max"):
		c.Raise(valueError, "not more than one of a_min and a_max may be None")
	case !c.Has("a_min"):
		return call(c, tnp+"minimum", c.Arg(name), c.Arg("a_max"))
	case !c.Has("a_max"):
		return call(c, tnp+"maximum", c.Arg(name), c.Arg("a_min"))
	}
	x, low, high := get(c, name), get(c, "a_min"), get(c, "a_max")
	d := byMode(c.Namespace, &x, &low, &high)
	opMaximum.check(c.Func.Path, d)
	e := c.Env()
	return result(c, maximum(e, minimum(e, x.as(c.Namespace, d), high.as(c.Namespace, d)), low.as(c.Namespace, d)), false)
}

func heaviside(c *frontend.Call) any {
	promoteRagged(c, "x1", "x2")
	x, y := get(c, "x1"), get(c, "x2")
	d := byPair(c.Namespace, &x, &y)
	if d == dtype.Bool {
		c.Raise(typeError, "%s of bools", c.Func.Path)
	}
	opLess.check(c.Func.Path, d)
	e := c.Env()
	a, b := x.as(c.Namespace, d), y.as(c.Namespace, d)
	zero, one := number(e, a, 0), number(e, a, 1)
	z := e.Where(e.Less(a, zero), zero, e.Where(e.Greater(a, zero), one, b))
	if !numpyInexact.Has(d) {
		noAstype(c.Namespace)
		z = cast(c.Namespace, z, numpyFloat(c.Namespace))
	}
	return result(c, z, false)
}

func isclose(c *frontend.Call) *ivy.Array {
	promoteRagged(c, "a", "b")
	x, y := get(c, "a"), get(c, "b")
	d := byPair(c.Namespace, &x, &y)
	e := c.Env()
	a, b := x.as(c.Namespace, d), y.as(c.Namespace, d)
	if !numpyInexact.Has(d) { // the operator ==, to which tensors of shapes that do not broadcast are not equal
		if _, err := shape.Broadcast(a.Shape(), b.Shape()); err != nil {
			return e.Asarray(false)
		}
		return e.Equal(a, b)
	}
	tolerance := func(name string) *ivy.Array {
		return e.Astype(e.Full(nil, c.Float(name), dtype.Float64), d.Component())
	}
	z := e.LessEqual(e.Abs(e.Subtract(a, b)), e.Add(tolerance("atol"), e.Multiply(tolerance("rtol"), e.Abs(b))))
	if c.Bool("equal_nan") {
		if d.IsComplex() {
			c.Raise(invalidArgument, "%s: is_nan has no kernel for %v", c.Func.Path, d)
		}
		z = e.LogicalOr(z, e.LogicalAnd(e.IsNan(a), e.IsNan(b)))
	}
	return z
}

func floated(c *frontend.Call) (*ivy.Array, bool) {
	x := get(c, "x")
	u := unary{kernel: kernel{takes: dtype.Inexact}, numpy: true, patched: true, float: true}
	d, weak := u.typed(c.Namespace, &x)
	return x.as(c.Namespace, d), weak
}

func sinc(c *frontend.Call) any {
	x, weak := floated(c)
	e := c.Env()
	px := e.Multiply(x, number(e, x, math.Pi))
	return result(c, e.Where(e.Equal(x, number(e, x, 0)), e.OnesLike(x), e.Divide(e.Sin(px), px)), weak)
}

func cbrt(c *frontend.Call) any {
	x, weak := floated(c)
	if x.Dtype().IsComplex() {
		c.Raise(invalidArgument, "%s has no kernel for %v", c.Func.Path, x.Dtype())
	}
	e := c.Env()
	root := e.Pow(e.Abs(x), e.Astype(e.Full(nil, 1.0/3, dtype.Float64), x.Dtype()))
	return result(c, e.Where(e.Less(x, number(e, x, 0)), e.Negative(root), root), weak)
}

// holds reports whether Python takes an argument for true. An array of several elements is neither
// true nor false.
func holds(c *frontend.Call, name string) bool {
	switch v := c.Arg(name).(type) {
	case nil:
		return false
	case string:
		return v != ""
	}
	if list, isList := frontend.Sequence(c.Arg(name)); isList {
		return len(list) > 0
	}
	o := anyInput(c.Namespace, c.Arg(name), false)
	if o.scalar() && o.list == nil {
		return o.v.Complex128() != 0
	}
	x := o.as(c.Namespace, o.def(c.Namespace))
	if x.Size() > 1 {
		c.Raise(valueError, "%s(): the truth value of %s, an array of %d elements, is ambiguous", c.Func.Path, name, x.Size())
	}
	if x.Dtype().IsComplex() {
		x = c.Env().Abs(x)
	}
	return x.Size() == 1 && anyOf(c.Env(), cast(c.Namespace, x, dtype.Bool))
}
