package tensorflow

import (
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
	operator(".__mul__", "Mul", opMultiply),
	operator(".__truediv__", "TrueDiv", opDivide),
	operator(".__floordiv__", "FloorDiv", opFloorDiv),
	operator(".__mod__", "Mod", opFloorMod),
	operator(".__pow__", "Pow", opPow),
	operator(".__eq__", "Equal", opEqual),
	operator(".__ne__", "NotEqual", opNotEqual),
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
		x, y := get(c, "x"), get(c, "y")
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
		x, y := get(c, "x"), get(c, "y")
		if x.scalar() && !y.scalar() && flexible(c.Namespace) {
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
