package onnx

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
)

// elementwiseRows are functions of one, two or many arrays, element by element, with broadcast; the source of each rule is
// https://onnx.ai/onnx/operators/.
var elementwiseRows = []row{
	{op: "Abs", since: []int{6, 13}, in: "n", run: ofOne((*ivy.Env).Abs)},
	{op: "Acos", since: []int{7, 22}, in: "f", run: ofOne((*ivy.Env).Acos)},
	{op: "Acosh", since: []int{9, 22}, in: "f", run: ofOne((*ivy.Env).Acosh)},
	{op: "Asin", since: []int{7, 22}, in: "f", run: ofOne((*ivy.Env).Asin)},
	{op: "Asinh", since: []int{9, 22}, in: "f", run: ofOne((*ivy.Env).Asinh)},
	{op: "Atan", since: []int{7, 22}, in: "f", run: ofOne((*ivy.Env).Atan)},
	{op: "Atanh", since: []int{9, 22}, in: "f", run: ofOne((*ivy.Env).Atanh)},
	{op: "Ceil", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Ceil)},
	{op: "Cos", since: []int{7, 22}, in: "f", run: ofOne((*ivy.Env).Cos)},
	{op: "Cosh", since: []int{9, 22}, in: "f", run: ofOne((*ivy.Env).Cosh)},
	{op: "Erf", since: []int{9, 13}, in: "n", run: ofOne((*ivy.Env).Erf)},
	{op: "Exp", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Exp)},
	{op: "Floor", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Floor)},
	{op: "HardSwish", since: []int{14, 22}, in: "f", run: one(func(c *call) *ivy.Array {
		x := c.x(0)
		return c.e.Multiply(x, hardSigmoid(c.e, x, 1.0/6, 0.5))
	})},
	{op: "IsNaN", since: []int{9, 13, 20}, in: "f", run: ofOne((*ivy.Env).IsNan)},
	{op: "Log", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Log)},
	{op: "Mish", since: []int{18, 22}, in: "f", run: ofOne((*ivy.Env).Mish)},
	{op: "Neg", since: []int{6, 13}, in: "n", run: ofOne((*ivy.Env).Negative)},
	{op: "Not", since: []int{1}, in: "b", run: ofOne((*ivy.Env).LogicalNot)},
	{op: "Reciprocal", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Reciprocal)},
	{op: "Relu", since: []int{6, 13, 14}, in: "n", run: ofOne((*ivy.Env).Relu)},
	{op: "Round", since: []int{11, 22}, in: "f", run: ofOne((*ivy.Env).Round)},
	{op: "Sigmoid", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Sigmoid)},
	{op: "Sign", since: []int{9, 13}, in: "n", run: ofOne((*ivy.Env).Sign)},
	{op: "Sin", since: []int{7, 22}, in: "f", run: ofOne((*ivy.Env).Sin)},
	{op: "Sinh", since: []int{9, 22}, in: "f", run: ofOne((*ivy.Env).Sinh)},
	{op: "Softplus", since: []int{1, 22}, in: "f", run: ofOne((*ivy.Env).Softplus)},
	{op: "Softsign", since: []int{1, 22}, in: "f", run: ofOne((*ivy.Env).Softsign)},
	{op: "Sqrt", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Sqrt)},
	{op: "Tan", since: []int{7, 22}, in: "f", run: ofOne((*ivy.Env).Tan)},
	{op: "Tanh", since: []int{6, 13}, in: "f", run: ofOne((*ivy.Env).Tanh)},
	{op: "BitwiseNot", since: []int{18}, in: "i", run: ofOne((*ivy.Env).BitwiseInvert)},

	{op: "Celu", since: []int{12, 28}, in: "f", run: withAlpha(1, func(c *call, x *ivy.Array, alpha float64) *ivy.Array {
		e := c.e
		return e.Add(e.Maximum(x, 0.0), e.Minimum(e.Multiply(e.Expm1(e.Divide(x, alpha)), alpha), 0.0))
	})},
	{op: "Elu", since: []int{6, 22}, in: "f", run: withAlpha(1, func(c *call, x *ivy.Array, alpha float64) *ivy.Array {
		return elu(c.e, x, alpha)
	})},
	{op: "HardSigmoid", since: []int{6, 22}, in: "f", run: one(func(c *call) *ivy.Array {
		return hardSigmoid(c.e, c.x(0), c.attrFloat("alpha", 0.2), c.attrFloat("beta", 0.5))
	})},
	{op: "LeakyRelu", since: []int{6, 16}, in: "f", run: withAlpha(0.01, func(c *call, x *ivy.Array, alpha float64) *ivy.Array {
		return leakyRelu(c.e, x, alpha)
	})},
	{op: "Selu", since: []int{6, 22}, in: "f", run: one(func(c *call) *ivy.Array {
		e, x := c.e, c.x(0)
		alpha, gamma := c.attrFloat("alpha", float64(float32(1.67326319217681884765625))), c.attrFloat("gamma", float64(float32(1.05070102214813232421875)))
		return e.Multiply(e.Where(e.Greater(x, 0.0), x, e.Multiply(e.Expm1(x), alpha)), gamma)
	})},
	{op: "Shrink", since: []int{9}, in: "n", run: one(func(c *call) *ivy.Array {
		e, x := c.e, c.x(0)
		bias, lambda := c.number32("bias", 0), c.number32("lambd", 0.5)
		wide := x
		if !x.Dtype().IsFloat() {
			wide = e.Astype(x, ivy.Float32)
		}
		z := e.Where(e.Less(wide, -lambda), e.Add(wide, bias), e.Where(e.Greater(wide, lambda), e.Subtract(wide, bias), 0.0))
		return e.Astype(z, x.Dtype())
	})},
	{op: "ThresholdedRelu", since: []int{10, 22}, in: "f", run: withAlpha(1, func(c *call, x *ivy.Array, alpha float64) *ivy.Array {
		return c.e.Where(c.e.Greater(x, alpha), x, 0.0)
	})},
	{op: "Swish", since: []int{24}, in: "f", run: withAlpha(1, func(c *call, x *ivy.Array, alpha float64) *ivy.Array {
		if alpha != 1 {
			return c.e.Multiply(x, c.e.Sigmoid(c.e.Multiply(x, alpha)))
		}
		return c.e.Multiply(x, c.e.Sigmoid(x))
	})},
	{op: "SwiGLU", since: []int{28}, in: "f=", run: one(func(c *call) *ivy.Array {
		e, a := c.e, c.x(0)
		return e.Multiply(e.Multiply(a, e.Sigmoid(e.Multiply(a, c.attrFloat("alpha", 1)))), c.x(1))
	})},
	{op: "Gelu", since: []int{20}, in: "f", run: one(func(c *call) *ivy.Array {
		return c.e.Gelu(c.x(0), ivy.Approximate(c.oneOf("approximate", "none", "tanh") == "tanh"))
	})},
	{op: "IsInf", since: []int{10, 20}, in: "f", run: one(func(c *call) *ivy.Array {
		e, x := c.e, c.x(0)
		z := e.IsInf(x)
		if c.attrInt("detect_negative", 1) == 0 {
			z = e.LogicalAnd(z, e.Greater(x, 0.0))
		}
		if c.attrInt("detect_positive", 1) == 0 {
			z = e.LogicalAnd(z, e.Less(x, 0.0))
		}
		return z
	})},

	{op: "Add", since: []int{7, 13, 14}, in: "n=", run: ofTwo((*ivy.Env).Add)},
	{op: "Sub", since: []int{7, 13, 14}, in: "n=", run: ofTwo((*ivy.Env).Subtract)},
	{op: "Mul", since: []int{7, 13, 14}, in: "n=", run: ofTwo((*ivy.Env).Multiply)},
	{op: "Div", since: []int{7, 13, 14}, in: "n=", run: one(func(c *call) *ivy.Array {
		if c.x(0).Dtype().IsInteger() {
			return quotient(c.e, c.x(0), c.x(1))
		}
		return c.e.Divide(c.x(0), c.x(1))
	})},
	{op: "Mod", since: []int{10, 13, 28}, in: "n=", run: one(func(c *call) *ivy.Array {
		e, x, y := c.e, c.x(0), c.x(1)
		if c.flag("fmod") {
			if x.Dtype().IsInteger() {
				return e.Subtract(x, e.Multiply(quotient(e, x, y), y))
			}
			return e.Fmod(x, y)
		}
		if !x.Dtype().IsInteger() && c.version < 28 {
			c.failf(ivy.ErrDtype, "elements of type %v without fmod, want integers", c.elem(0))
		}
		return e.Remainder(x, y)
	})},
	{op: "Pow", since: []int{7, 12, 13, 15}, in: "nn", run: one(power)},
	{op: "And", since: []int{7}, in: "bb", run: ofTwo((*ivy.Env).LogicalAnd)},
	{op: "Or", since: []int{7}, in: "bb", run: ofTwo((*ivy.Env).LogicalOr)},
	{op: "Xor", since: []int{7}, in: "bb", run: ofTwo((*ivy.Env).LogicalXor)},
	{op: "BitwiseAnd", since: []int{18}, in: "i=", run: ofTwo((*ivy.Env).BitwiseAnd)},
	{op: "BitwiseOr", since: []int{18}, in: "i=", run: ofTwo((*ivy.Env).BitwiseOr)},
	{op: "BitwiseXor", since: []int{18}, in: "i=", run: ofTwo((*ivy.Env).BitwiseXor)},
	{op: "BitShift", since: []int{11, 28}, in: "i=", run: one(func(c *call) *ivy.Array {
		e, x, y := c.e, c.x(0), c.x(1)
		width := 8 * x.Dtype().Size()
		beyond := e.GreaterEqual(y, width)
		if x.Dtype().IsSigned() && c.attrText("direction", "") == "RIGHT" { // the sign stays
			return e.BitwiseRightShift(x, e.Where(beyond, width-1, y))
		}
		y = e.Where(beyond, 0, y)
		if c.oneOf("direction", "", "LEFT", "RIGHT") == "LEFT" {
			return e.BitwiseLeftShift(e.Where(beyond, 0, x), y)
		}
		return e.BitwiseRightShift(e.Where(beyond, 0, x), y)
	})},
	{op: "Equal", since: []int{7, 11, 13, 19}, in: "a=", run: ofTwo((*ivy.Env).Equal)},
	{op: "Greater", since: []int{7, 9, 13}, in: "n=", run: ofTwo((*ivy.Env).Greater)},
	{op: "GreaterOrEqual", since: []int{12, 16}, in: "n=", run: ofTwo((*ivy.Env).GreaterEqual)},
	{op: "Less", since: []int{7, 9, 13}, in: "n=", run: ofTwo((*ivy.Env).Less)},
	{op: "LessOrEqual", since: []int{12, 16}, in: "n=", run: ofTwo((*ivy.Env).LessEqual)},
	{op: "PRelu", since: []int{7, 9, 16}, in: "n=", run: one(func(c *call) *ivy.Array {
		e, x := c.e, c.x(0)
		return e.Where(e.Less(x, 0), e.Multiply(x, c.x(1)), x)
	})},
	{op: "Where", since: []int{9, 16}, in: "bww", run: func(c *call) {
		c.setAs(c.e.Where(c.x(0), c.x(1), c.x(2)), c.elem(1))
	}},

	{op: "Max", since: []int{8, 12, 13}, in: "n=*", run: one(func(c *call) *ivy.Array { return c.fold((*ivy.Env).Maximum) })},
	{op: "Min", since: []int{8, 12, 13}, in: "n=*", run: one(func(c *call) *ivy.Array { return c.fold((*ivy.Env).Minimum) })},
	{op: "Sum", since: []int{8, 13}, in: "f=*", run: one(func(c *call) *ivy.Array { return c.fold((*ivy.Env).Add) })},
	{op: "Mean", since: []int{8, 13}, in: "f=*", run: one(func(c *call) *ivy.Array {
		return c.e.Divide(c.fold((*ivy.Env).Add), float64(len(c.in)))
	})},
	{op: "Clip", since: []int{6, 11, 12, 13}, in: "n?==", run: one(clip)},

	{op: "Cast", since: []int{6, 9, 13, 19, 21, 23, 24, 25, 28}, in: "a", run: func(c *call) {
		c.cast(c.attrElem("to", 0))
	}, check: func(n *node) string {
		if a := n.attrs["to"]; a != nil && !elem(a.proto.i).known() {
			return "Cast to elements of type " + elem(a.proto.i).String()
		}
		return ""
	}},
	{op: "CastLike", since: []int{15, 19, 21, 23, 24, 25}, in: "aa", run: func(c *call) { c.cast(c.elem(1)) }},
	{op: "BitCast", since: []int{26}, in: "a", run: func(c *call) {
		t := c.attrElem("to", 0)
		x := c.x(0)
		if !t.known() || elems[t].bits != elems[c.elem(0)].bits || elems[t].bits < 8 || elems[t].small != nil || elems[c.elem(0)].small != nil {
			c.failf(ivy.ErrUnsupported, "the bits of elements of type %v as %v", c.elem(0), t)
		}
		c.setAs(c.e.FromBytes(t.dtype(), x.Shape(), reading.Bytes(x)), t)
	}},
}

func ofOne(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) func(c *call) {
	return func(c *call) {
		x := c.x(0)
		z := f(c.e, x)
		if d := x.Dtype(); z.Dtype() != d && !z.Dtype().IsBool() { // of a function that has no integers
			z = c.e.Astype(z, d)
		}
		c.set(z)
	}
}

func ofTwo(f func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array) func(c *call) {
	return func(c *call) { c.set(f(c.e, c.x(0), c.x(1))) }
}

func withAlpha(otherwise float64, f func(c *call, x *ivy.Array, alpha float64) *ivy.Array) func(c *call) {
	return func(c *call) { c.set(f(c, c.x(0), c.attrFloat("alpha", otherwise))) }
}

// fold returns f of all inputs, from the first on.
func (c *call) fold(f func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array) *ivy.Array {
	z := c.x(0)
	for i := 1; i < len(c.in); i++ {
		z = f(c.e, z, c.x(i))
	}
	return z
}

// number32 returns an attribute as the float32 that it is.
func (c *call) number32(name string, otherwise float64) float64 {
	return float64(float32(c.attrFloat(name, otherwise)))
}

// oneOf returns an attribute that has one of some values, of which the first is the default.
func (c *call) oneOf(name string, values ...string) string {
	text := c.attrText(name, values[0])
	if !slices.Contains(values, text) || text == "" {
		c.failf(ivy.ErrValue, "attribute %q is %q, want one of %q", name, text, values)
	}
	return text
}

func hardSigmoid(e *ivy.Env, x *ivy.Array, alpha, beta float64) *ivy.Array {
	return e.Clip(e.Add(e.Multiply(x, alpha), beta), 0.0, 1.0)
}

func leakyRelu(e *ivy.Env, x *ivy.Array, alpha float64) *ivy.Array {
	return e.Where(e.Less(x, 0.0), e.Multiply(x, alpha), x)
}

func elu(e *ivy.Env, x *ivy.Array, alpha float64) *ivy.Array {
	return e.Where(e.Less(x, 0.0), e.Multiply(e.Expm1(x), alpha), x)
}

// quotient returns the quotients of integers, truncated.
func quotient(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	z := e.FloorDivide(x, y)
	if !x.Dtype().IsUnsigned() {
		off := e.LogicalAnd(e.Less(z, 0), e.NotEqual(e.Multiply(z, y), x))
		z = e.Add(z, e.Astype(off, z.Dtype()))
	}
	return z
}

// power returns powers in the dtype of the bases.
func power(c *call) *ivy.Array {
	e, x, y := c.e, c.x(0), c.x(1)
	d := x.Dtype()
	if y.Dtype() == d {
		return e.Pow(x, y)
	}
	if c.version < 12 {
		c.failf(ivy.ErrDtype, "input 1 of type %v, want %v", c.elem(1), c.elem(0))
	}
	switch {
	case d.IsFloat():
		if c.in[1].known && y.Size() == 1 { // an exact number, and x², √x and the like
			return e.Reshape(e.Pow(x, e.Astype(y, d)), shapeWith(x, y))
		}
		return e.Pow(x, e.Astype(y, d))
	case y.Dtype().IsInteger():
		return e.Astype(e.Pow(e.Astype(x, ivy.Int64), e.Astype(y, ivy.Int64)), d)
	}
	return e.Astype(e.Pow(e.Astype(x, ivy.Float64), e.Astype(y, ivy.Float64)), d)
}

// shapeWith returns the broadcast shape of two arrays.
func shapeWith(x, y *ivy.Array) []int { return ivy.BroadcastShapes(x.Shape(), y.Shape()) }

// clip has its bounds as attributes up to opset 10. A bound beyond the other one: the greater bound is what all become.
func clip(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	if c.version < 11 {
		if c.n.attrs["min"] != nil {
			x = e.Maximum(x, c.number32("min", -math.MaxFloat32))
		}
		if c.n.attrs["max"] != nil {
			x = e.Minimum(x, c.number32("max", math.MaxFloat32))
		}
		return x
	}
	for i, f := range []func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array{(*ivy.Env).Maximum, (*ivy.Env).Minimum} {
		if bound := c.opt(i + 1); bound != nil {
			if bound.Size() != 1 {
				c.failf(ivy.ErrShape, "a bound of shape %v, want a number", bound.Shape())
			}
			x = f(e, x, e.Reshape(bound, []int{}))
		}
	}
	return x
}

// cast returns the elements of input 0 in another type.
func (c *call) cast(to elem) {
	from, x := c.elem(0), c.x(0)
	saturate := c.attrInt("saturate", 1) != 0
	c.setAs(c.convert(x, from, to, saturate, c.attrText("round_mode", "up")), to)
}

// convert returns numbers of one type in another one, as ONNX Runtime does where the standard leaves it open: what no integer of 32 bits is
// becomes the least of them, and integers of fewer bits keep the lowest bits of that.
func (c *call) convert(x *ivy.Array, from, to elem, saturate bool, mode string) *ivy.Array {
	e := c.e
	if !to.known() {
		c.failf(ivy.ErrValue, "no type to cast to")
	}
	if from == to {
		return e.CopyArray(x)
	}
	info := elems[to]
	d := x.Dtype()
	if info.small != nil {
		if d != ivy.Float32 {
			x = e.Astype(x, ivy.Float32)
		}
		return info.small.round(e, x, saturate, mode)
	}
	if least, greatest, ok := to.isSmallInt(); ok {
		if d.IsFloat() {
			x = e.Astype(e.Clip(e.Where(e.IsNan(x), 0.0, x), -2147483648.0, 2147483520.0), ivy.Int32)
		} else if d.IsBool() {
			x = e.Astype(x, ivy.Int32)
		}
		bits := greatest - least
		z := e.BitwiseAnd(e.Astype(x, ivy.Int32), bits)
		if least < 0 {
			z = e.Where(e.Greater(z, greatest), e.Subtract(z, bits+1), z)
		}
		return e.Astype(z, to.dtype())
	}
	if d.IsFloat() && info.dtype.IsInteger() {
		return e.Astype(integral(e, x, info.dtype), info.dtype)
	}
	return e.Astype(x, info.dtype)
}

// integral returns floating-point numbers as integers that are cast to d without an error of the range.
func integral(e *ivy.Env, x *ivy.Array, d ivy.Dtype) *ivy.Array {
	if d.Size() >= 4 {
		return x
	}
	wide := x
	if x.Dtype() != ivy.Float64 {
		wide = e.Astype(x, ivy.Float32)
	}
	out := e.LogicalNot(e.LogicalAnd(e.GreaterEqual(wide, -2147483648.0), e.Less(wide, 2147483648.0)))
	return e.Astype(e.Where(out, -2147483648.0, wide), ivy.Int32)
}
