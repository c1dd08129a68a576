package tensorflow

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

var boolArg = promote.Scalar(dtype.KindBool)

// operators are Python's, on tensors. They differ from the functions: a scalar before a
// tensor becomes one of the tensor's dtype, and the mode legacy promotes.
var operators = []frontend.Func{
	operator(".__add__", "Add", opAdd),
	operator(".__sub__", "Sub", opSubtract),
	repeating(operator(".__mul__", "Mul", opMultiply)),
	operator(".__truediv__", "TrueDiv", opDivide),
	operator(".__floordiv__", "FloorDiv", opFloorDiv),
	operator(".__mod__", "Mod", opFloorMod),
	operator(".__pow__", "Pow", opPow),
	equality(".__eq__", "Equal", opEqual, false),
	equality(".__ne__", "NotEqual", opNotEqual, true),
	operator(".__lt__", "Less", opLess),
	operator(".__le__", "LessEqual", opLessEqual),
	operator(".__gt__", "Greater", opGreater),
	operator(".__ge__", "GreaterEqual", opGreaterEq),
	bits(".__and__", "And", opAnd, (*ivy.Env).LogicalAnd),
	bits(".__or__", "Or", opOr, (*ivy.Env).LogicalOr),
	bits(".__xor__", "Xor", opXor, (*ivy.Env).LogicalXor),
	{Path: ".__matmul__", Go: "MatMul", Sig: "x, y, /", Run: matmulOperator},
	{Path: ".__neg__", Go: "Neg", Sig: "x, /", Run: func(c *frontend.Call) any { return opNegative.run(c, "x") }, Unary: opNegative.f, Same: opNegative.takes},
	{Path: ".__abs__", Go: "Abs", Sig: "x, /", Run: func(c *frontend.Call) any { return opAbs.run(c, "x") }, Unary: opAbs.f, Same: opAbs.takes},
	{Path: ".__pos__", Go: "Pos", Sig: "x, /", Doc: "Only with NumPy's behaviour.", Run: func(c *frontend.Call) any {
		x := tensor(c, "x")
		if modeOf(c.Namespace) == "" {
			c.Raise(typeError, "bad operand type for unary +: Tensor")
		}
		return x
	}},
	{Path: ".__invert__", Go: "Invert", Sig: "x, /", Run: func(c *frontend.Call) any {
		if x := tensor(c, "x"); x.V.Dtype() == dtype.Bool {
			return result(c, c.Env().LogicalNot(x.V), false)
		}
		return opInvert.run(c, "x")
	}},
}

func operator(path, name string, b binary) frontend.Func {
	b.legacy = true
	f := frontend.Func{Path: path, Go: name, Sig: "x, y, /", Run: func(c *frontend.Call) any {
		x, y := b.operand(c, "x"), b.operand(c, "y")
		b := b
		if x.scalar() {
			b.way = inferred
		}
		return b.apply(c, &x, &y)
	}}
	row := binaryRow(path, "x, y", b)
	if f.Binary, f.Same = row.Binary, row.Same; f.Binary != nil {
		f.Typing = func(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
			b := b
			if args[0].Scalar != dtype.NoKind {
				b.way = inferred
			}
			return b.typing(path)(n, args...)
		}
	}
	return f
}

// repeating makes a product of a tensor and of a list or a string that cannot be a tensor what Python makes of it: it
// asks the list, which is repeated as often as an integer without axes says.
func repeating(f frontend.Func) frontend.Func {
	run := f.Run
	f.Run = func(c *frontend.Call) any {
		list, isList := c.Arg("y").([]any)
		text, isText := c.Arg("y").(string)
		if !isList && !isText {
			return run(c)
		}
		x := inputOf(c.Namespace, c.Arg("x")).a
		if x == nil || x.V.Ndim() > 0 {
			return run(c)
		}
		var z any
		err := frontend.Try(func() { z = run(c) })
		switch class := c.ClassOf(err); {
		case err == nil:
			return z
		case class != typeError && class != valueError:
			panic(err)
		case !x.V.Dtype().IsInteger() && !x.V.Dtype().IsBool():
			c.Raise("AttributeError", "a tensor of %v is no index", x.V.Dtype())
		}
		n := max(0, frontend.Number(x).Int64())
		if n > math.MaxInt32 {
			c.Raise("MemoryError", "a repetition by %d", n)
		}
		c.Room(int(n), 16*(len(list)+len(text)))
		if isText {
			return strings.Repeat(text, int(n))
		}
		return slices.Repeat(list, int(n))
	}
	return f
}

// equality is == or !=, which answer None too, with a plain bool, and operands whose shapes do not
// broadcast, with a tensor without axes.
func equality(path, name string, b binary, unequal bool) frontend.Func {
	f := b.f
	b.f = func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		if !broadcast(x.(*ivy.Array).Shape(), y.(*ivy.Array).Shape()) {
			return e.Full(nil, unequal, dtype.Bool)
		}
		return f(e, x, y, opts...)
	}
	row := operator(path, name, b)
	run := row.Run
	row.Run = func(c *frontend.Call) any {
		for _, name := range []string{"x", "y"} {
			switch v := c.Arg(name).(type) {
			case nil:
				z := result(c, c.Env().Full(nil, unequal, dtype.Bool), false)
				z.Number = dtype.KindBool
				return z
			default:
				if hasText(v) {
					noText(c)
				}
			}
		}
		if list, ok := c.Arg("y").([]any); ok && len(list) == 0 { // of the tensor's dtype, whatever that is
			if x := get(c, "x"); x.a != nil {
				return result(c, b.f(c.Env(), x.a.V, c.Env().Zeros([]int{0}, x.Dtype)), false)
			}
		}
		return run(c)
	}
	return row
}

// hasText reports whether an argument is a string, or a list with one.
func hasText(v any) bool {
	if _, is := v.(string); is {
		return true
	}
	list, _ := v.([]any)
	return slices.ContainsFunc(list, hasText)
}

// noText ends the comparison of a tensor with strings: there are no tensors of strings here, and
// TensorFlow has no conversion of others to them.
func noText(c *frontend.Call) {
	x, _ := c.Arg("x").(*frontend.Array)
	switch {
	case modeOf(c.Namespace) != "legacy":
		c.Raise(typeError, "cannot convert a string to a tensor of numbers")
	case x != nil && x.V.Dtype() == dtype.BFloat16:
		c.Raise("DTypePromotionError", "bfloat16 and strings have no common dtype")
	}
	c.Raise(unimplemented, "no cast of a tensor to strings")
}

// broadcast reports whether two shapes broadcast.
func broadcast(a, b []int) bool {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if m, n := a[len(a)-i], b[len(b)-i]; m != n && m != 1 && n != 1 {
			return false
		}
	}
	return true
}

// bits is an operator of integers, and of bools with their own function.
func bits(path, name string, b binary, ofBools binaryFunc) frontend.Func {
	b.legacy = true
	b.takes |= dtype.Boolean
	f := b.f
	b.f = func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		if x.(*ivy.Array).Dtype() == dtype.Bool {
			return ofBools(e, x, y)
		}
		return f(e, x, y)
	}
	return frontend.Func{Path: path, Go: name, Sig: "x, y, /", Run: func(c *frontend.Call) any {
		if list, isList := c.Arg("y").([]any); path == ".__or__" && (c.Arg("y") == nil || isList && !rectangular(list)) { // what is no tensor may have the operator itself
			c.Raise("AttributeError", "%s has no operator |", c.Namespace.Shown(c.Arg("y")))
		}
		if list, isList := c.Arg("x").([]any); flexible(c.Namespace) && (c.Arg("x") == nil || isList && !rectangular(list)) {
			c.Raise("AttributeError", "%s has no attribute dtype", c.Namespace.Shown(c.Arg("x")))
		}
		x, y := b.operand(c, "x"), b.operand(c, "y")
		if (x.scalar() || x.text) && !y.scalar() && flexible(c.Namespace) {
			c.Raise("AttributeError", "%s has no attribute dtype", x.Arg)
		}
		if path == ".__or__" && y.scalar() && !x.scalar() && y.Scalar >= dtype.KindFloat && modeOf(c.Namespace) != "legacy" && !fits(&y, x.Dtype) {
			c.Raise("AttributeError", "%s has no attribute dtype", y.Arg)
		}
		return b.apply(c, &x, &y)
	}}
}

func matmulOperator(c *frontend.Call) any {
	x, y := get(c, "x"), get(c, "y")
	switch {
	case modeOf(c.Namespace) != "":
		return numpyMatmul(c, &x, &y)
	case x.scalar() && !y.scalar():
		converted(y.Dtype, &x)
		x = input{Arg: promote.Array(y.Dtype), a: result(c, x.as(c.Namespace, y.Dtype), false)}
	}
	return matmul(c, &x, &y, false, false, false, false)
}
