package anvil

import (
	"fmt"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// What StableHLO's operations take of anvil's dtypes.
const (
	integerish = dtype.Boolean | dtype.Integer
	floats     = 1<<dtype.Float32 | 1<<dtype.Float64
	numeric    = dtype.Integer | floats
	signed     = numeric &^ dtype.Unsigned
)

var elementwise = slices.Concat(
	[]frontend.Func{
		binary("nv_add", Dtypes, nil, (*ivy.Env).Add),
		binary("nv_sub", numeric, nil, (*ivy.Env).Subtract),
		binary("nv_mul", Dtypes, nil, (*ivy.Env).Multiply),
		binary("nv_div", numeric, nil, divide),
		binary("nv_pow", numeric, nil, (*ivy.Env).Pow),
		binary("nv_remainder", numeric, nil, remainder),
		binary("nv_mod", numeric, nil, mod),
		binary("nv_max", Dtypes, nil, ofBools((*ivy.Env).Maximum, (*ivy.Env).LogicalOr)),
		binary("nv_min", Dtypes, nil, ofBools((*ivy.Env).Minimum, (*ivy.Env).LogicalAnd)),
		binary("nv_atan2", floats, nil, (*ivy.Env).Atan2),
		binary("nv_and", integerish, nil, (*ivy.Env).BitwiseAnd),
		binary("nv_or", integerish, nil, (*ivy.Env).BitwiseOr),
		binary("nv_xor", integerish, nil, (*ivy.Env).BitwiseXor),
		binary("nv_shift_left", dtype.Integer, nil, (*ivy.Env).BitwiseLeftShift),
		binary("nv_shift_right_arithmetic", dtype.Integer, nil, (*ivy.Env).BitwiseRightShift),
		binary("nv_shift_right_logical", dtype.Integer, nil, shiftRightLogical),
		binary("nv_eq", Dtypes, boolean, (*ivy.Env).Equal),
		binary("nv_ne", Dtypes, boolean, (*ivy.Env).NotEqual),
		binary("nv_gt", Dtypes, boolean, (*ivy.Env).Greater),
		binary("nv_ge", Dtypes, boolean, (*ivy.Env).GreaterEqual),
		binary("nv_lt", Dtypes, boolean, (*ivy.Env).Less),
		binary("nv_le", Dtypes, boolean, (*ivy.Env).LessEqual),
		unary("nv_negate", numeric, nil, (*ivy.Env).Negative),
		unary("nv_not", integerish, nil, (*ivy.Env).BitwiseInvert),
		unary("nv_abs", signed, nil, (*ivy.Env).Abs),
		unary("nv_sign", signed, nil, sign),
		unary("nv_is_finite", floats, known, (*ivy.Env).IsFinite),
		unary("nv_is_nan", Dtypes, boolean, (*ivy.Env).IsNan),
		unary("nv_is_infinite", floats, known, (*ivy.Env).IsInf),
		unary("nv_rsqrt", floats, nil, func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return e.Reciprocal(e.Sqrt(x)) }),
		unary("nv_logistic", floats, nil, (*ivy.Env).Sigmoid),
		{Path: "nv_round", Sig: "operand, method='nearest_even'", Method: true, Run: round},
		{Path: "nv_clamp", Sig: "min_val, operand, max_val", Run: clamp},
		{Path: "nv_ifelse", Sig: "pred, true_value, false_value", Run: ifelse},
	},
	unaries(map[string]func(*ivy.Env, any, ...ivy.Option) *ivy.Array{
		"nv_sqrt": (*ivy.Env).Sqrt, "nv_exp": (*ivy.Env).Exp, "nv_expm1": (*ivy.Env).Expm1, "nv_log": (*ivy.Env).Log, "nv_log1p": (*ivy.Env).Log1p,
		"nv_log2": (*ivy.Env).Log2, "nv_log10": (*ivy.Env).Log10, "nv_floor": (*ivy.Env).Floor, "nv_ceiling": (*ivy.Env).Ceil, "nv_trunc": (*ivy.Env).Trunc,
		"nv_sin": (*ivy.Env).Sin, "nv_cos": (*ivy.Env).Cos, "nv_tan": (*ivy.Env).Tan, "nv_asin": (*ivy.Env).Asin, "nv_acos": (*ivy.Env).Acos, "nv_atan": (*ivy.Env).Atan,
		"nv_sinh": (*ivy.Env).Sinh, "nv_cosh": (*ivy.Env).Cosh, "nv_tanh": (*ivy.Env).Tanh, "nv_asinh": (*ivy.Env).Asinh, "nv_acosh": (*ivy.Env).Acosh,
		"nv_atanh": (*ivy.Env).Atanh, "nv_erf": (*ivy.Env).Erf,
	}),
)

type (
	unaryFunc  = func(*ivy.Env, any, ...ivy.Option) *ivy.Array
	binaryFunc = func(*ivy.Env, any, any, ...ivy.Option) *ivy.Array
)

// boolean makes a bool of a result; known makes it one that is not ambiguous.
func boolean(r promote.Result) promote.Result { return promote.Result{Dtype: dtype.Bool, Weak: r.Weak} }
func known(promote.Result) promote.Result     { return promote.Result{Dtype: dtype.Bool} }

// typing promotes the operands by the rule. The dtype must be in takes.
func typing(path string, takes dtype.Set, out func(promote.Result) promote.Result) frontend.Typing {
	return func(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
		r, err := promote.Fold(n.Rule().Rule(), args...)
		if err != nil {
			return r.Dtype, r, err
		}
		if !takes.Has(r.Dtype) {
			return r.Dtype, r, &promote.Error{Rule: "anvil", Class: rlang, A: args[0], B: args[len(args)-1], Why: fmt.Sprintf("%s takes no %s", path, Name(r.Dtype))}
		}
		in := r.Dtype
		if out != nil {
			r = out(r)
		}
		return in, r, nil
	}
}

func same(takes dtype.Set, out func(promote.Result) promote.Result) dtype.Set {
	if out != nil {
		return 0
	}
	return takes
}

func unary(path string, takes dtype.Set, out func(promote.Result) promote.Result, f unaryFunc) frontend.Func {
	return frontend.Func{Path: path, Sig: "operand", Method: true, Typing: typing(path, takes, out), Unary: f, Same: same(takes, out)}
}

func unaries(fs map[string]unaryFunc) []frontend.Func {
	var rows []frontend.Func
	for path, f := range fs {
		rows = append(rows, unary(path, floats, nil, f))
	}
	slices.SortFunc(rows, func(a, b frontend.Func) int { return slices.Compare([]byte(a.Path), []byte(b.Path)) })
	return rows
}

// binary is a function of two tensors of one shape; a scalar broadcasts.
func binary(path string, takes dtype.Set, out func(promote.Result) promote.Result, f binaryFunc) frontend.Func {
	return frontend.Func{Path: path, Sig: "lhs, rhs", Method: true, Typing: typing(path, takes, out), Same: same(takes, out),
		Binary: func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
			oneShape(x.(*ivy.Array), y.(*ivy.Array))
			return f(e, x, y, opts...)
		}}
}

// oneShape refuses tensors of several shapes; scalars may be among them.
func oneShape(xs ...*ivy.Array) {
	var first *ivy.Array
	for _, x := range xs {
		switch {
		case x.Ndim() == 0:
		case first == nil:
			first = x
		case !sameShape(first, x):
			frontend.Raise("anvil", rlang, "tensors that are no scalars must have the same shape, not %v and %v: use nv_broadcast_arrays", first.Shape(), x.Shape())
		}
	}
}

func sameShape(x, y *ivy.Array) bool {
	if x.Ndim() != y.Ndim() {
		return false
	}
	for i := range x.Ndim() {
		if x.Dim(i) != y.Dim(i) {
			return false
		}
	}
	return true
}

func ofBools(f, g binaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		if x.(*ivy.Array).Dtype().IsBool() {
			return g(e, x, y, opts...)
		}
		return f(e, x, y, opts...)
	}
}

// number makes a 0-d array of an integer in x's dtype.
func number(e *ivy.Env, x *ivy.Array, v int) *ivy.Array { return e.Full(nil, v, x.Dtype()) }

// divide truncates integers. XLA gives −1, all bits, for a division by zero.
func divide(e *ivy.Env, a, b any, _ ...ivy.Option) *ivy.Array {
	x, y := a.(*ivy.Array), b.(*ivy.Array)
	if !x.Dtype().IsInteger() {
		return e.Divide(x, y)
	}
	zero := number(e, x, 0)
	q := e.FloorDivide(x, y)
	if x.Dtype().IsSigned() {
		up := e.LogicalAnd(e.NotEqual(e.Remainder(x, y), zero), e.NotEqual(e.Less(x, zero), e.Less(y, zero)))
		q = e.Where(up, e.Add(q, number(e, x, 1)), q)
	}
	return e.Where(e.Equal(y, zero), e.BitwiseInvert(e.ZerosLike(q)), q)
}

// remainder has the dividend's sign. XLA gives x for a division by zero.
func remainder(e *ivy.Env, a, b any, _ ...ivy.Option) *ivy.Array {
	x, y := a.(*ivy.Array), b.(*ivy.Array)
	if !x.Dtype().IsInteger() {
		return e.CopySign(e.Remainder(e.Abs(x), e.Abs(y)), x)
	}
	zero := number(e, x, 0)
	r := e.Remainder(x, y)
	if x.Dtype().IsSigned() {
		down := e.LogicalAnd(e.NotEqual(r, zero), e.NotEqual(e.Less(x, zero), e.Less(y, zero)))
		r = e.Where(down, e.Subtract(r, y), r)
	}
	return e.Where(e.Equal(y, zero), x, r)
}

// mod is R's %%, with the divisor's sign: anvil makes it of two remainders.
func mod(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return remainder(e, e.Add(remainder(e, x, y), y), y)
}

func shiftRightLogical(e *ivy.Env, a, b any, _ ...ivy.Option) *ivy.Array {
	x, s := a.(*ivy.Array), b.(*ivy.Array)
	if x.Dtype().IsUnsigned() {
		return e.BitwiseRightShift(x, s)
	}
	width, zero := number(e, x, x.Dtype().Bits()), number(e, x, 0)
	ones := e.BitwiseLeftShift(number(e, x, -1), e.Subtract(width, s))
	z := e.BitwiseAnd(e.BitwiseRightShift(x, s), e.BitwiseInvert(ones))
	return e.Where(e.LogicalOr(e.Less(s, zero), e.GreaterEqual(s, width)), zero, z)
}

// sign keeps a zero's sign.
func sign(e *ivy.Env, a any, _ ...ivy.Option) *ivy.Array {
	x := a.(*ivy.Array)
	return e.Where(e.Equal(x, number(e, x, 0)), x, e.Sign(x))
}

// tensor returns an argument as a tensor of a dtype in takes.
func tensor(c *frontend.Call, name string, takes dtype.Set) *frontend.Array {
	return as(c, c.Operand(name), takes)
}

func as(c *frontend.Call, o frontend.Operand, takes dtype.Set) *frontend.Array {
	r, err := promote.Fold(Rule, o.Arg)
	frontend.Check(err)
	if !takes.Has(r.Dtype) {
		c.Raise(rlang, "%s takes no %s", c.Func.Path, Name(r.Dtype))
	}
	return c.Result(c.As(o, r.Dtype), r)
}

// like returns x as a tensor of a's type.
func like(c *frontend.Call, a *frontend.Array, x *ivy.Array) *frontend.Array {
	return c.Result(x, promote.Result{Dtype: x.Dtype(), Weak: a.Weak})
}

func round(c *frontend.Call) any {
	a, e := tensor(c, "operand", floats), c.Env()
	switch method := c.Text("method"); method {
	case "nearest_even":
		return like(c, a, e.Round(a.V))
	case "afz":
		t := e.Trunc(a.V)
		half := e.GreaterEqual(e.Abs(e.Subtract(a.V, t)), e.Full(nil, 0.5, a.V.Dtype()))
		return like(c, a, e.Where(half, e.Add(t, e.Sign(a.V)), t))
	default:
		c.Raise(rlang, "method must be one of: 'nearest_even', 'afz', but is %q", method)
		return nil
	}
}

func clamp(c *frontend.Call) any {
	a, e := tensor(c, "operand", Dtypes), c.Env()
	low, high := c.As(c.Operand("min_val"), a.V.Dtype()), c.As(c.Operand("max_val"), a.V.Dtype())
	oneShape(a.V, low)
	oneShape(a.V, high)
	return like(c, a, ofBools((*ivy.Env).Minimum, (*ivy.Env).LogicalAnd)(e, ofBools((*ivy.Env).Maximum, (*ivy.Env).LogicalOr)(e, a.V, low), high))
}

func ifelse(c *frontend.Call) any {
	pred := tensor(c, "pred", dtype.Boolean)
	x, y := c.Operand("true_value"), c.Operand("false_value")
	r, err := c.Promote(x, y)
	frontend.Check(err)
	a, b := c.As(x, r.Dtype), c.As(y, r.Dtype)
	oneShape(pred.V, a, b)
	return c.Result(c.Env().Where(pred.V, a, b), r)
}
