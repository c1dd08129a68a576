package tensorflow

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var nn = slices.Concat(
	unaries("features, name=None", unary{kernel: kernel{takes: real_}, f: relu}, "nn.relu"),
	unaries("features, name=None", unary{kernel: kernel{takes: real_}, patched: true, f: func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		return e.Minimum(relu(e, x), number(e, x.(*ivy.Array), 6))
	}}, "nn.relu6"),
	unaries("features, name=None", floats(func(e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Where(e.Less(x, number(e, x, 0)), expm1(e, x), x)
	}), "nn.elu"),
	unaries("features, name=None", floats(selu), "nn.selu"),
	unaries("features, name=None", floats(func(e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Divide(x, e.Add(e.Abs(x), number(e, x, 1)))
	}), "nn.softsign"),
	unaries(sigX, unary{kernel: kernel{takes: dtype.Inexact}, patched: true, f: (*ivy.Env).Tanh}, "nn.tanh"),
	[]frontend.Func{
		{Path: "nn.leaky_relu", Sig: "features, alpha=0.2, name=None", Run: func(c *frontend.Call) any {
			x := activated(c, "features", kernel{takes: dtype.Float | dtype.Integer})
			a := x.V
			if a.Dtype().IsInteger() {
				a = cast(c.Namespace, a, dtype.Float32)
			}
			return result(c, c.Env().Where(c.Env().Greater(a, number(c.Env(), a, 0)), a, c.Env().Multiply(a, number(c.Env(), a, float64(float32(c.Float("alpha")))))), x.Weak)
		}},
		{Path: "nn.silu", Sig: "features, beta=1.0", Run: swish},
		{Path: "nn.swish", Sig: "features, beta=1.0", Run: swish},
		{Path: "nn.gelu", Sig: "features, approximate=False, name=None", Run: func(c *frontend.Call) any {
			named(c)
			x := activated(c, "features", kernel{takes: dtype.Float, class: valueError})
			if modeOf(c.Namespace) == "legacy" && x.V.Dtype() == dtype.BFloat16 {
				return result(c, geluWide(c.Env(), x.V, c.Bool("approximate")), false)
			}
			return result(c, gelu(c.Env(), x.V, c.Bool("approximate")), x.Weak)
		}},
		{Path: "nn.softmax", Sig: "logits, axis=None, name=None", Run: func(c *frontend.Call) any { return softmax(c, (*ivy.Env).Softmax, "AbortedError", false) }},
		{Path: "nn.log_softmax", Sig: "logits, axis=None, name=None", Run: func(c *frontend.Call) any { return softmax(c, (*ivy.Env).LogSoftmax, invalidArgument, true) }},
		{Path: "nn.l2_loss", Sig: "t, name=None", Run: func(c *frontend.Call) any {
			named(c)
			x := activated(c, "t", kernel{takes: dtype.Float}).V
			wide := x
			if d := x.Dtype(); d == dtype.Float16 || d == dtype.BFloat16 { // the sum is of float32
				wide = cast(c.Namespace, x, dtype.Float32)
			}
			s := over(same((*ivy.Env).Sum))(c.Env(), c.Env().Square(wide), upTo(x.Ndim()), false)
			return result(c, cast(c.Namespace, c.Env().Divide(s, number(c.Env(), s, 2)), x.Dtype()), false)
		}},
		{Path: "nn.l2_normalize", Sig: "x, axis=None, epsilon=1e-12, name=None, dim=None", Doc: "dim is the old name of axis.", Run: l2Normalize},
		{Path: "math.l2_normalize", Sig: "x, axis=None, epsilon=1e-12, name=None, dim=None", Doc: "dim is the old name of axis.", Run: l2Normalize},
		{Path: "nn.bias_add", Sig: "value, bias, data_format=None, name=None", Run: func(c *frontend.Call) any {
			named(c)
			axis := -1 // that of the channels
			switch format := c.Arg("data_format"); {
			case format == nil, format == "N...C", format == "NHWC", format == "NWC", format == "NDHWC":
			case format == "NC...", format == "NCHW", format == "NCW", format == "NCDHW":
				axis = 1
			default:
				c.Raise(valueError, "bias_add: data_format is neither \"N...C\" nor \"NC...\"")
			}
			xs := one(c, []any{c.Arg("value"), c.Arg("bias")})
			x, b := xs[0].V, xs[1].V
			k := kernel{takes: dtype.Numeric}
			k.check(c.Func.Path, x.Dtype())
			if x.Ndim() < 2 || b.Ndim() != 1 || b.Size() != x.Shape()[(axis+x.Ndim())%x.Ndim()] {
				c.Raise(invalidArgument, "bias_add of shapes %v and %v", x.Shape(), b.Shape())
			}
			if axis == 1 {
				b = c.Env().Reshape(b, append([]int{b.Size()}, slices.Repeat([]int{1}, x.Ndim()-2)...))
			}
			return result(c, c.Env().Add(x, b), false)
		}},
		{Path: "nn.sigmoid_cross_entropy_with_logits", Sig: "labels=None, logits=None, name=None", Run: func(c *frontend.Call) any {
			named(c)
			return crossEntropy(c)
		}},
	},
)

// crossEntropy is tf.nn.sigmoid_cross_entropy_with_logits. Each operand becomes a tensor of
// its own dtype first; the products then want one dtype, or promote with NumPy's behaviour.
func crossEntropy(c *frontend.Call) any {
	if !c.Has("labels") || !c.Has("logits") {
		c.Raise(valueError, "%s() needs labels and logits", c.Func.Path)
	}
	logits, labels, e := get(c, "logits"), get(c, "labels"), c.Env()
	if p, q := operandShape(&logits), operandShape(&labels); !slices.Equal(p, q) {
		c.Raise(valueError, "logits and labels must have the same shape, not %v and %v", p, q)
	}
	if logits.text || labels.text {
		c.Raise(invalidArgument, "%s() of strings", c.Func.Path)
	}
	in := logits.def(c.Namespace)
	of := labels.def(c.Namespace)
	out := in
	if flexible(c.Namespace) {
		out = flexibly(c.Namespace, &input{Arg: promoteArg(in)}, &input{Arg: promoteArg(of)}).Dtype
	} else {
		if modeOf(c.Namespace) == "legacy" { // the product promotes, but what is added to it does not
			of = likeNumPy(&input{Arg: promoteArg(in)}, &input{Arg: promoteArg(of)})
		}
		if in != of {
			c.Raise(invalidArgument, "%s() of logits of %v and labels of %v", c.Func.Path, in, of)
		}
		of = labels.def(c.Namespace)
	}
	k := kernel{takes: dtype.Float}
	k.check(c.Func.Path, in)
	x, z := logits.as(c.Namespace, in), cast(c.Namespace, labels.as(c.Namespace, of), out)
	wide := cast(c.Namespace, x, out)
	soft := cast(c.Namespace, e.Log1p(e.Exp(e.Negative(e.Abs(x)))), out)
	return result(c, e.Add(e.Subtract(cast(c.Namespace, e.Relu(x), out), e.Multiply(wide, z)), soft), false)
}

// operandShape returns the shape that an operand has as a tensor.
func operandShape(o *input) []int {
	switch {
	case o.a != nil:
		return o.a.V.Shape()
	case o.list != nil:
		shape, _ := lengths(o.list)
		return shape
	}
	return nil
}

// activated returns an argument that a kernel takes.
func activated(c *frontend.Call, name string, k kernel) *frontend.Array {
	x := tensor(c, name)
	k.check(c.Func.Path, x.V.Dtype())
	return x
}

// floats is a function of floats that never gives weak ones; those of half dtypes are rounded at every step, as
// TensorFlow's are.
func floats(f func(e *ivy.Env, x *ivy.Array) *ivy.Array) unary {
	return unary{kernel: kernel{takes: dtype.Float}, f: func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return f(e, x.(*ivy.Array)) }}
}

// expm1 is not that of the name: TensorFlow's elu and selu subtract.
func expm1(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Subtract(e.Exp(x), number(e, x, 1)) }

// gelu takes the steps of tf.nn.gelu.
func gelu(e *ivy.Env, x *ivy.Array, approximate bool) *ivy.Array {
	n := func(v float64) *ivy.Array { return number(e, x, float64(float32(v))) } // constants are float32 there
	h := e.Multiply(n(0.5), x)
	if approximate {
		cube := e.Add(x, e.Multiply(n(0.044715), e.Pow(x, n(3))))
		return e.Multiply(h, e.Add(n(1), e.Tanh(e.Multiply(number(e, x, 0.7978845608028654), cube))))
	}
	return e.Multiply(h, e.Add(n(1), e.Erf(e.Divide(x, n(math.Sqrt2)))))
}

// geluWide is gelu of bfloat16 in the mode legacy: with Python's floats it becomes float64, step
// by step.
func geluWide(e *ivy.Env, x *ivy.Array, approximate bool) *ivy.Array {
	wide := func(x *ivy.Array) *ivy.Array { return e.Astype(x, dtype.Float64) }
	h := e.Multiply(e.Full(nil, 0.5, dtype.Float64), wide(x))
	if approximate {
		cube := e.Add(x, e.Multiply(number(e, x, 0.044715), e.Pow(x, number(e, x, 3))))
		return e.Multiply(h, e.Add(e.Full(nil, 1.0, dtype.Float64), e.Tanh(e.Multiply(e.Full(nil, 0.7978845608028654, dtype.Float64), wide(cube)))))
	}
	return e.Multiply(h, e.Add(e.Full(nil, 1.0, dtype.Float64), wide(e.Erf(e.Divide(x, number(e, x, math.Sqrt2))))))
}

func selu(e *ivy.Env, x *ivy.Array) *ivy.Array {
	const scale, scaledAlpha = 1.0507009873554804934193349852946, 1.7580993408473768599402175208123
	return e.Where(e.Less(x, number(e, x, 0)), e.Multiply(number(e, x, scaledAlpha), expm1(e, x)), e.Multiply(number(e, x, scale), x))
}

func swish(c *frontend.Call) any {
	x := activated(c, "features", kernel{takes: dtype.Inexact})
	e, a := c.Env(), x.V
	beta := get(c, "beta")
	b := beta.as(c.Namespace, beta.def(c.Namespace)) // a float32, whatever the features are
	return result(c, e.Multiply(a, e.Sigmoid(e.Multiply(cast(c.Namespace, b, a.Dtype()), a))), x.Weak)
}

func softmax(c *frontend.Call, f unaryFunc, ofScalar string, weak bool) any {
	named(c)
	x := activated(c, "logits", kernel{takes: dtype.Float})
	axis := -1
	if c.Has("axis") {
		axis = c.Int("axis")
	}
	if x.V.Ndim() == 0 {
		if d := x.V.Dtype(); d == dtype.Float16 || d == dtype.Float64 { // not oneDNN's
			ofScalar = invalidArgument
		}
		c.Raise(ofScalar, "%s() of a scalar", c.Func.Path)
	}
	if axis < -x.V.Ndim() || axis >= x.V.Ndim() {
		c.Raise(invalidArgument, "%s() along axis %d of %d", c.Func.Path, axis, x.V.Ndim())
	}
	z := f(c.Env(), x.V, ivy.Axis(axis))
	if d := x.V.Dtype(); !weak && (d == dtype.Float32 || d == dtype.BFloat16) {
		z = oneDNN(c.Env(), x.V, z, axis)
	}
	return result(c, z, x.Weak && weak)
}

// oneDNN makes a softmax what oneDNN's is, which TensorFlow calls for some dtypes: next to an
// infinity or a NaN, which are NaN, the others are 0.
func oneDNN(e *ivy.Env, x, z *ivy.Array, axis int) *ivy.Array {
	bad := e.LogicalOr(e.IsNan(x), e.Equal(x, number(e, x, math.Inf(1))))
	others := e.LogicalAnd(e.Any(bad, ivy.Axis(axis), ivy.KeepDims(true)), e.LogicalNot(bad))
	return e.Where(others, number(e, z, 0), z)
}

func l2Normalize(c *frontend.Call) any {
	named(c)
	name := "axis"
	if c.Has("dim") {
		if name = "dim"; c.Has("axis") {
			c.Raise(valueError, "%s(): axis and its old name dim", c.Func.Path)
		}
	}
	x := activated(c, "x", kernel{takes: dtype.Numeric}).V
	axes := axesOf(c, name, x.Ndim())
	if x.Dtype().IsInteger() { // TensorFlow takes the greater of their squares and epsilon
		if !flexible(c.Namespace) {
			c.Raise(typeError, "l2_normalize of %v with a float epsilon", x.Dtype())
		}
		epsilon := inputOf(c.Namespace, 1e-12)
		d, e := flexibly(c.Namespace, &input{Arg: promoteArg(x.Dtype())}, &epsilon).Dtype, c.Env()
		s := cast(c.Namespace, over(same((*ivy.Env).Sum))(e, e.Square(x), axes, true), d) // of squares that wrap
		s = e.Maximum(s, number(e, s, math.Max(c.Float("epsilon"), 0)))
		return result(c, e.Multiply(cast(c.Namespace, x, d), rsqrt(e, s)), false)
	}
	e := c.Env()
	s := x
	if x.Dtype().IsComplex() {
		a := e.Real(e.Multiply(x, e.Conj(x)))
		s = over(same((*ivy.Env).Sum))(e, a, axes, true)
		s = e.Reciprocal(e.Sqrt(e.Maximum(s, number(e, s, c.Float("epsilon")))))
		return result(c, e.Multiply(x, e.Astype(s, x.Dtype())), false)
	}
	s = over(same((*ivy.Env).Sum))(e, e.Square(x), axes, true)
	s = e.Maximum(s, number(e, s, math.Max(c.Float("epsilon"), 0)))
	return result(c, e.Multiply(x, rsqrt(e, s)), false)
}
