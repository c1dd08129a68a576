package tensorflow

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// Sets of dtypes that kernels have.
const (
	real_   = dtype.Integer | dtype.Float
	negable = dtype.Signed | dtype.Inexact
	f4f8    = 1<<dtype.Float32 | 1<<dtype.Float64
	halves  = 1<<dtype.Float16 | 1<<dtype.BFloat16
)

// unaryRow, and the functions below, return rows of functions. All take a name too, which only names the operation.
func unaryRow(path, sig string, u unary) frontend.Func {
	f := frontend.Func{Path: path, Sig: sig, Run: func(c *frontend.Call) any {
		named(c)
		return u.run(c, c.Func.Signature().Params[0].Name)
	}}
	if u.patched {
		f.Unary, f.Same = u.f, u.takes
	}
	return f
}

func binaryRow(path, sig string, b binary) frontend.Func {
	f := frontend.Func{Path: path, Sig: sig, Run: func(c *frontend.Call) any {
		named(c)
		p := c.Func.Signature().Params
		return b.run(c, p[0].Name, p[1].Name)
	}}
	if b.truth || b.patched && !b.strong {
		same := b.takes
		for d := range b.to {
			same &^= 1 << d
		}
		f.Binary, f.Same, f.Typing = b.f, same, b.typing(path)
	}
	return f
}

// typing is what apply comes to for a row of the table, if a scalar's value makes no
// difference; it panics with errors.
func (b binary) typing(path string) frontend.Typing {
	return func(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
		d, weak := b.typed(n, path, &input{Arg: args[0]}, &input{Arg: args[1]})
		if _, other := b.to[d]; other {
			return dtype.Invalid, promote.Result{}, nil
		}
		return d, promote.Result{Weak: weak}, nil
	}
}

// both are the rows of a function that is there as tf.x and as tf.math.x.
func both(row func(path string) frontend.Func, paths ...string) []frontend.Func {
	rows := make([]frontend.Func, len(paths))
	for i, p := range paths {
		rows[i] = row(p)
	}
	return rows
}

func unaries(sig string, u unary, paths ...string) []frontend.Func {
	return both(func(path string) frontend.Func { return unaryRow(path, sig, u) }, paths...)
}

func binaries(sig string, b binary, paths ...string) []frontend.Func {
	return both(func(path string) frontend.Func { return binaryRow(path, sig, b) }, paths...)
}

const (
	sigX  = "x, name=None"
	sigXY = "x, y, name=None"
)

// division is what true division computes integers in.
var division = map[dtype.Dtype]dtype.Dtype{
	dtype.Int8: dtype.Float32, dtype.Int16: dtype.Float32, dtype.Uint8: dtype.Float32, dtype.Uint16: dtype.Float32,
	dtype.Int32: dtype.Float64, dtype.Int64: dtype.Float64, dtype.Uint32: dtype.Float64, dtype.Uint64: dtype.Float64,
}

// The operations that functions and operators share.
var (
	opAdd        = binary{kernel: kernel{takes: dtype.Numeric}, way: hinted, patched: true, f: (*ivy.Env).Add}
	opSubtract   = binary{kernel: kernel{takes: dtype.Numeric}, patched: true, f: (*ivy.Env).Subtract}
	opMultiply   = binary{kernel: kernel{takes: dtype.Numeric}, patched: true, f: (*ivy.Env).Multiply}
	opDivide     = binary{kernel: kernel{takes: dtype.Numeric, class: typeError, mismatch: typeError}, patched: true, to: division, f: (*ivy.Env).Divide}
	opFloorDiv   = binary{kernel: kernel{takes: real_, absent: dtype.Complex}, patched: true, f: floorDivide}
	opFloorMod   = binary{kernel: kernel{takes: real_}, patched: true, f: floorMod}
	opPow        = binary{kernel: kernel{takes: negable}, patched: true, f: pow}
	opMaximum    = binary{kernel: kernel{takes: real_}, patched: true, strong: true, f: maximum}
	opMinimum    = binary{kernel: kernel{takes: real_}, patched: true, strong: true, f: minimum}
	opEqual      = binary{kernel: kernel{takes: dtype.All}, patched: true, strong: true, truth: true, f: (*ivy.Env).Equal}
	opNotEqual   = binary{kernel: kernel{takes: dtype.All}, truth: true, f: (*ivy.Env).NotEqual}
	opLess       = binary{kernel: kernel{takes: real_}, truth: true, f: (*ivy.Env).Less}
	opLessEqual  = binary{kernel: kernel{takes: real_}, truth: true, f: (*ivy.Env).LessEqual}
	opGreater    = binary{kernel: kernel{takes: real_}, truth: true, f: (*ivy.Env).Greater}
	opGreaterEq  = binary{kernel: kernel{takes: real_}, truth: true, f: (*ivy.Env).GreaterEqual}
	opAnd        = binary{kernel: kernel{takes: dtype.Integer}, f: (*ivy.Env).BitwiseAnd}
	opOr         = binary{kernel: kernel{takes: dtype.Integer}, f: (*ivy.Env).BitwiseOr}
	opXor        = binary{kernel: kernel{takes: dtype.Integer}, f: (*ivy.Env).BitwiseXor}
	opAbs        = unary{kernel: kernel{takes: negable}, patched: true, f: (*ivy.Env).Abs}
	opNegative   = unary{kernel: kernel{takes: negable}, patched: true, f: (*ivy.Env).Negative}
	opInvert     = unary{kernel: kernel{takes: dtype.Integer}, patched: true, f: (*ivy.Env).BitwiseInvert}
	opSign       = unary{kernel: kernel{takes: negable}, patched: true, f: sign}
	opSquare     = unary{kernel: kernel{takes: dtype.Integer | dtype.Inexact}, patched: true, f: (*ivy.Env).Square}
	opReciprocal = unary{kernel: kernel{takes: dtype.Inexact, absent: dtype.Signed}, patched: true, f: (*ivy.Env).Reciprocal}
	opFloor      = unary{kernel: kernel{takes: dtype.Float}, patched: true, f: (*ivy.Env).Floor}
	opCeil       = unary{kernel: kernel{takes: dtype.Float}, patched: true, f: (*ivy.Env).Ceil}
	opRound      = unary{kernel: kernel{takes: real_, absent: dtype.Complex}, patched: true, f: (*ivy.Env).Round}
	opIsNan      = unary{kernel: kernel{takes: dtype.Float}, f: (*ivy.Env).IsNan}
	opIsFinite   = unary{kernel: kernel{takes: dtype.Float}, f: (*ivy.Env).IsFinite}
	opIsInf      = unary{kernel: kernel{takes: dtype.Float}, f: (*ivy.Env).IsInf}
	opReal       = unary{kernel: kernel{takes: dtype.Numeric, class: typeError}, patched: true, f: (*ivy.Env).Real}
	opImag       = unary{kernel: kernel{takes: dtype.All}, patched: true, f: imag}
	opConj       = unary{kernel: kernel{takes: dtype.Numeric, class: typeError}, patched: true, f: (*ivy.Env).Conj}
)

// inexact are the functions of one operand on all inexact dtypes.
var inexact = map[string]unaryFunc{
	"sqrt": (*ivy.Env).Sqrt, "exp": (*ivy.Env).Exp, "expm1": (*ivy.Env).Expm1, "log": (*ivy.Env).Log, "log1p": (*ivy.Env).Log1p,
	"sin": (*ivy.Env).Sin, "cos": (*ivy.Env).Cos, "tan": (*ivy.Env).Tan, "asin": (*ivy.Env).Asin, "acos": (*ivy.Env).Acos, "atan": (*ivy.Env).Atan,
	"sinh": (*ivy.Env).Sinh, "cosh": (*ivy.Env).Cosh, "tanh": (*ivy.Env).Tanh, "asinh": (*ivy.Env).Asinh, "acosh": (*ivy.Env).Acosh, "atanh": (*ivy.Env).Atanh,
	"rsqrt": rsqrt, "sigmoid": (*ivy.Env).Sigmoid,
}

// onlyMath are those of them that tf does not have but tf.math.
var onlyMath = []string{"expm1", "log", "log1p", "rsqrt"}

var elementwise = slices.Concat(
	binaries(sigXY, opAdd, "add", "math.add"),
	binaries(sigXY, opSubtract, "subtract", "math.subtract"),
	binaries(sigXY, opMultiply, "multiply", "math.multiply"),
	both(divideRow, "divide", "math.divide"),
	binaries(sigXY, with(opDivide, func(b *binary) { b.way = hinted }), "truediv", "math.truediv"),
	binaries(sigXY, opFloorDiv, "math.floordiv"),
	binaries(sigXY, opFloorMod, "math.floormod", "math.mod"),
	binaries(sigXY, opPow, "pow", "math.pow"),
	binaries(sigXY, opMaximum, "maximum", "math.maximum"),
	binaries(sigXY, opMinimum, "minimum", "math.minimum"),
	binaries("y, x, name=None", binary{kernel: kernel{takes: dtype.Float}, f: (*ivy.Env).Atan2}, "atan2", "math.atan2"),
	binaries("x1, x2, name=None", binary{kernel: kernel{takes: f4f8}, def: dtype.Float32, f: (*ivy.Env).NextAfter}, "math.nextafter"),
	binaries(sigXY, binary{kernel: kernel{takes: 1<<dtype.Int32 | 1<<dtype.Int64 | dtype.Inexact}, f: squaredDifference}, "math.squared_difference"),
	binaries(sigXY, with(opDivide, func(b *binary) { b.f = divideNoNan }), "math.divide_no_nan"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Inexact, mismatch: valueError}, way: firsts, patched: true, f: multiplyNoNan}, "math.multiply_no_nan"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Inexact}, f: xTimes((*ivy.Env).Log)}, "math.xlogy"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Inexact}, f: xTimes((*ivy.Env).Log1p)}, "math.xlog1py"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Inexact}, f: xTimes((*ivy.Env).Reciprocal)}, "math.xdivy"),
	binaries(sigXY, opEqual, "equal", "math.equal"),
	binaries(sigXY, opNotEqual, "not_equal", "math.not_equal"),
	binaries(sigXY, opLess, "less", "math.less"),
	binaries(sigXY, opLessEqual, "less_equal", "math.less_equal"),
	binaries(sigXY, opGreater, "greater", "math.greater"),
	binaries(sigXY, opGreaterEq, "greater_equal", "math.greater_equal"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Boolean}, way: logical, f: (*ivy.Env).LogicalAnd}, "logical_and", "math.logical_and"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Boolean}, way: logical, f: (*ivy.Env).LogicalOr}, "logical_or", "math.logical_or"),
	binaries("x, y, name='LogicalXor'", binary{kernel: kernel{takes: dtype.Boolean}, way: logical, f: (*ivy.Env).LogicalXor}, "math.logical_xor"),
	binaries(sigXY, opAnd, "bitwise.bitwise_and"),
	binaries(sigXY, opOr, "bitwise.bitwise_or"),
	binaries(sigXY, opXor, "bitwise.bitwise_xor"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Integer}, f: shift((*ivy.Env).BitwiseLeftShift)}, "bitwise.left_shift"),
	binaries(sigXY, binary{kernel: kernel{takes: dtype.Integer}, f: shift((*ivy.Env).BitwiseRightShift)}, "bitwise.right_shift"),
	unaries(sigX, with(opInvert, func(u *unary) { u.patched = false }), "bitwise.invert"),
	unaries(sigX, opAbs, "abs", "math.abs"),
	unaries(sigX, opNegative, "negative", "math.negative"),
	unaries(sigX, opSign, "sign", "math.sign"),
	unaries(sigX, opSquare, "square", "math.square"),
	unaries(sigX, opReciprocal, "math.reciprocal"),
	unaries(sigX, opFloor, "floor", "math.floor"),
	unaries(sigX, opCeil, "math.ceil"),
	unaries(sigX, opRound, "round", "math.round"),
	unaries(sigX, unary{kernel: kernel{takes: f4f8, absent: halves}, patched: true, f: (*ivy.Env).Round}, "math.rint"),
	unaries(sigX, opIsNan, "math.is_nan"),
	unaries(sigX, opIsFinite, "math.is_finite"),
	unaries(sigX, opIsInf, "math.is_inf"),
	unaries("input, name=None", opReal, "math.real"),
	unaries("input, name=None", opImag, "math.imag"),
	unaries(sigX, opConj, "math.conj"),
	unaries(sigX, unary{kernel: kernel{takes: dtype.Float}, patched: true, f: (*ivy.Env).Erf}, "math.erf"),
	unaries(sigX, unary{kernel: kernel{takes: dtype.Float}, patched: true, f: (*ivy.Env).Erfc}, "math.erfc"),
	unaries("features, name=None", unary{kernel: kernel{takes: dtype.Float}, patched: true, f: softplus}, "math.softplus", "nn.softplus"),
	unaries(sigX, unary{kernel: kernel{takes: dtype.Float}, patched: true, f: logSigmoid}, "math.log_sigmoid"),
	inexactRows(),
	[]frontend.Func{
		{Path: "logical_not", Sig: sigX, Run: logicalNot},
		{Path: "math.logical_not", Sig: sigX, Run: logicalNot},
		{Path: "clip_by_value", Sig: "t, clip_value_min, clip_value_max, name=None", Run: clip},
		{Path: "add_n", Sig: "inputs, name=None", Run: addN},
		{Path: "math.add_n", Sig: "inputs, name=None", Run: addN},
		{Path: "cast", Sig: "x, dtype, name=None", Run: castTo},
		{Path: "complex", Sig: "real, imag, name=None", Run: complexOf},
	},
)

// divideRow is tf.divide, which is the operator after the first operand has become a tensor.
func divideRow(path string) frontend.Func {
	b := with(opDivide, func(b *binary) { b.legacy = true })
	f := binaryRow(path, sigXY, b)
	f.Run = func(c *frontend.Call) any {
		named(c)
		x, y := get(c, "x"), get(c, "y")
		if x.scalar() && !flexible(c.Namespace) {
			d := y.def(c.Namespace)
			if y.scalar() {
				d = x.def(c.Namespace)
			}
			converted(d, &x)
			x = input{Arg: promoteArg(d), a: result(c, x.as(c.Namespace, d), false)}
		}
		return b.apply(c, &x, &y)
	}
	f.Typing = func(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
		if x, y := args[0], args[1]; x.Scalar != dtype.NoKind && !flexible(n) {
			converted(y.Dtype, &input{Arg: x})
			args = []promote.Arg{promoteArg(y.Dtype), y}
		}
		return b.typing(path)(n, args...)
	}
	return f
}

func with[T any](b T, change func(*T)) T {
	change(&b)
	return b
}

func inexactRows() []frontend.Func {
	var rows []frontend.Func
	for name, f := range inexact {
		u := unary{kernel: kernel{takes: dtype.Inexact}, patched: true, f: f}
		rows = append(rows, unaryRow("math."+name, sigX, u))
		if !slices.Contains(onlyMath, name) {
			rows = append(rows, unaryRow(name, sigX, u))
		}
	}
	rows = append(rows, unaryRow("nn.sigmoid", sigX, unary{kernel: kernel{takes: dtype.Inexact}, patched: true, f: inexact["sigmoid"]}))
	slices.SortFunc(rows, func(a, b frontend.Func) int { return slices.Compare([]byte(a.Path), []byte(b.Path)) })
	return rows
}

// number makes a 0-d array of x's dtype.
func number(e *ivy.Env, x *ivy.Array, v any) *ivy.Array { return e.Full(nil, v, x.Dtype()) }

func anyOf(e *ivy.Env, x *ivy.Array) bool { return ivy.Item[bool](e.Any(x)) }

func floorDivide(e *ivy.Env, a, b any, _ ...ivy.Option) *ivy.Array {
	x, y := a.(*ivy.Array), b.(*ivy.Array)
	if x.Dtype().IsInteger() {
		nonzero(e, x, y)
		return e.FloorDivide(x, y)
	}
	return e.Floor(e.Divide(x, y))
}

// nonzero refuses an integer divisor of 0.
func nonzero(e *ivy.Env, x, y *ivy.Array) {
	e.BroadcastArrays(x, y)
	if x.Size() > 0 && anyOf(e, e.Equal(y, number(e, y, 0))) {
		frontend.Raise("tensorflow", invalidArgument, "integer division by zero")
	}
}

func floorMod(e *ivy.Env, a, b any, _ ...ivy.Option) *ivy.Array {
	x, y := a.(*ivy.Array), b.(*ivy.Array)
	if x.Dtype().IsInteger() {
		nonzero(e, x, y)
	}
	r := e.Remainder(x, y)
	if x.Dtype().IsInteger() {
		return r
	}
	return e.Where(e.Equal(r, number(e, r, 0)), e.CopySign(r, x), r)
}

func pow(e *ivy.Env, a, b any, _ ...ivy.Option) *ivy.Array {
	x, y := a.(*ivy.Array), b.(*ivy.Array)
	if x.Dtype().IsInteger() && x.Size() > 0 && anyOf(e, e.Less(y, number(e, y, 0))) {
		frontend.Raise("tensorflow", invalidArgument, "integers to negative integer powers are not allowed")
	}
	return e.Pow(x, y)
}

func squaredDifference(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	d := e.Subtract(x, y)
	return e.Multiply(d, e.Conj(d))
}

func divideNoNan(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	zero := number(e, y.(*ivy.Array), 0)
	return e.Where(e.Equal(y, zero), zero, e.Divide(x, y))
}

func multiplyNoNan(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	zero := number(e, y.(*ivy.Array), 0)
	return e.Where(e.Equal(y, zero), zero, e.Multiply(x, y))
}

// xTimes is x·f(y), and 0 where x is.
func xTimes(f unaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
		zero := number(e, x.(*ivy.Array), 0)
		return e.Where(e.Equal(x, zero), zero, e.Multiply(x, f(e, y)))
	}
}

// shift shifts by no less than 0 and no more than the width less one.
func shift(f binaryFunc) binaryFunc {
	return func(e *ivy.Env, a, b any, _ ...ivy.Option) *ivy.Array {
		x, y := a.(*ivy.Array), b.(*ivy.Array)
		return f(e, x, e.Minimum(e.Maximum(y, number(e, y, 0)), number(e, y, y.Dtype().Bits()-1)))
	}
}

func sign(e *ivy.Env, a any, _ ...ivy.Option) *ivy.Array { return e.Sign(a) }

func imag(e *ivy.Env, a any, _ ...ivy.Option) *ivy.Array {
	if x := a.(*ivy.Array); !x.Dtype().IsComplex() {
		return e.ZerosLike(x)
	}
	return e.Imag(a)
}

// maximum and minimum of the half dtypes keep the first of two zeros of unlike signs. In the others it depends on the
// registers which one TensorFlow takes.
func maximum(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return firstZero(e, x.(*ivy.Array), y.(*ivy.Array), e.Maximum(x, y))
}

func minimum(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return firstZero(e, x.(*ivy.Array), y.(*ivy.Array), e.Minimum(x, y))
}

func firstZero(e *ivy.Env, x, y, z *ivy.Array) *ivy.Array {
	if !half(x) {
		return z
	}
	return e.Where(e.Equal(x, y), x, z)
}

// relu of the half dtypes keeps a negative zero.
func relu(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	if !half(a) {
		return e.Relu(a)
	}
	zero := number(e, a, 0)
	return e.Where(e.Less(a, zero), zero, a)
}

// rsqrt of complex numbers is Eigen's, whose imaginary part is divided by a product that may overflow.
func rsqrt(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	if a.Dtype().IsComplex() {
		return complexRsqrt(e, a)
	}
	if d := a.Dtype(); d == dtype.Float16 || d == dtype.BFloat16 { // rounded once
		return e.Astype(e.Reciprocal(e.Sqrt(e.Astype(a, dtype.Float32))), d)
	}
	return e.Reciprocal(e.Sqrt(x))
}

func complexRsqrt(e *ivy.Env, z *ivy.Array) *ivy.Array {
	x, y, size := e.Real(z), e.Imag(z), e.Abs(z)
	zero, half := number(e, x, 0), number(e, x, 0.5)
	w := e.Sqrt(e.Multiply(half, e.Add(e.Abs(x), size)))
	long := e.Divide(w, size)
	short := e.Divide(y, e.Multiply(number(e, x, 2), e.Multiply(w, size)))
	signed := e.Where(e.Less(y, zero), long, e.Negative(long))
	right, on := e.Greater(x, zero), e.Equal(x, zero)
	re := e.Where(e.LogicalOr(right, on), long, e.Abs(short))
	im := e.Where(right, e.Negative(short), signed)
	infinite := e.LogicalOr(e.IsInf(x), e.IsInf(y))
	re, im = e.Where(infinite, zero, re), e.Where(infinite, zero, im)
	none := e.Equal(size, zero)
	return compose.Complex(e, e.Where(none, number(e, x, math.Inf(1)), re), e.Where(none, number(e, x, math.NaN()), im))
}

func logSigmoid(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return e.Negative(softplus(e, e.Negative(x)))
}

// softplus is rounded at every step in the half dtypes, as TensorFlow's is.
func softplus(e *ivy.Env, a any, _ ...ivy.Option) *ivy.Array {
	x := a.(*ivy.Array)
	if !half(x) {
		return e.Softplus(x)
	}
	threshold := number(e, x, map[dtype.Dtype]float64{dtype.BFloat16: -7 * math.Ln2, dtype.Float16: -10 * math.Ln2}[x.Dtype()]+2)
	exp := e.Exp(x)
	return e.Where(e.Greater(x, e.Negative(threshold)), x, e.Where(e.Less(x, threshold), exp, e.Log1p(exp)))
}

func half(x *ivy.Array) bool { return dtype.Set(halves).Has(x.Dtype()) }

func logicalNot(c *frontend.Call) any {
	named(c)
	x := get(c, "x")
	logically(c.Func.Path, &x, &input{Arg: boolArg})
	return result(c, c.Env().LogicalNot(x.as(c.Namespace, dtype.Bool)), false)
}

func clip(c *frontend.Call) any {
	named(c)
	x := result(c, tensor(c, "t").V, false) // which is a tensor like others in minimum and maximum
	z := call(c, "maximum", call(c, "minimum", x, c.Arg("clip_value_max")), c.Arg("clip_value_min"))
	if z.V.Ndim() != x.V.Ndim() || z.V.Size() != x.V.Size() {
		c.Raise(invalidArgument, "clip_by_value: the bounds broadcast a tensor of shape %v to %v", x.V.Shape(), z.V.Shape())
	}
	weak := false
	if flexible(c.Namespace) { // unlike those of minimum and maximum the result may be weak
		t, low, high := get(c, "t"), get(c, "clip_value_min"), get(c, "clip_value_max")
		weak = flexibly(c.Namespace, &t, &low, &high).Weak && (t.a == nil && t.Scalar != dtype.KindBool || t.a != nil && t.a.Weak)
	}
	return result(c, z.V, weak)
}

func addN(c *frontend.Call) any {
	named(c)
	xs := list(c, "inputs", valueError)
	if a := xs[0]; len(xs) == 1 && a == getTensor(c, "inputs") && a.V.Ndim() > 0 { // a tensor is a list of its rows
		if xs = nil; a.V.Shape()[0] == 0 {
			c.Raise(valueError, "add_n of no tensors")
		}
		for _, row := range c.Env().Unstack(a.V) {
			xs = append(xs, result(c, row, false))
		}
	}
	if given, ok := frontend.Sequence(c.Arg("inputs")); ok { // each has its own dtype, unless there are tensors
		first := inputOf(c.Namespace, given[0])
		for _, v := range given {
			if o := inputOf(c.Namespace, v); o.scalar() && first.scalar() && o.def(c.Namespace) != first.def(c.Namespace) {
				c.Raise(invalidArgument, "add_n of %v and %v", first.def(c.Namespace), o.def(c.Namespace))
			}
		}
	}
	z := xs[0].V
	if len(xs) > 1 { // one tensor is the result as it is
		k := kernel{takes: dtype.Numeric}
		k.check(c.Func.Path, z.Dtype())
	}
	for _, x := range xs[1:] {
		if !slices.Equal(x.V.Shape(), z.Shape()) {
			c.Raise(invalidArgument, "add_n of shapes %v and %v", z.Shape(), x.V.Shape())
		}
		z = c.Env().Add(z, x.V)
	}
	return result(c, z, false)
}

// getTensor returns an argument if it is a tensor, else nil.
func getTensor(c *frontend.Call, name string) *frontend.Array {
	if _, ok := frontend.Sequence(c.Arg(name)); ok {
		return nil
	}
	return inputOf(c.Namespace, c.Arg(name)).a
}

// list returns an argument that is a list of tensors of one dtype.
func list(c *frontend.Call, name, empty string) []*frontend.Array {
	xs, ok := frontend.Sequence(c.Arg(name))
	if !ok {
		if a := inputOf(c.Namespace, c.Arg(name)); a.a != nil {
			return []*frontend.Array{a.a}
		}
		c.Raise(valueError, "%s(): %s is %v, want a list of tensors", c.Func.Path, name, c.Arg(name))
	}
	if len(xs) == 0 {
		c.Raise(empty, "%s(): %s has no tensors", c.Func.Path, name)
	}
	return one(c, xs)
}

// one makes tensors of the same dtype of all values: of the first tensor's among them.
func one(c *frontend.Call, xs []any) []*frontend.Array { return oneOf(c, nil, xs) }

// oneOf is one of a kernel: that it is not there is found before that tensors have several dtypes.
func oneOf(c *frontend.Call, k *kernel, xs []any) []*frontend.Array {
	os := make([]input, len(xs))
	d := dtype.Invalid
	for i, x := range xs {
		os[i] = anyInput(c.Namespace, x, !unpatched[c.Func.Path])
		if d == dtype.Invalid && !os[i].scalar() {
			d = os[i].Dtype
		}
	}
	if d == dtype.Invalid {
		d = os[0].def(c.Namespace)
	}
	texts := 0
	for i := range os {
		if os[i].text {
			texts++
		}
	}
	if texts > 0 && texts < len(os) {
		c.Raise(typeError, "%s: a string does not convert to numbers", c.Func.Path)
	}
	zs := make([]*frontend.Array, len(xs))
	for i := range os {
		converted(d, &os[i])
	}
	if k != nil && k.absent.Has(d) {
		k.check(c.Func.Path, d)
	}
	for i := range os {
		if !os[i].scalar() && os[i].Dtype != d {
			c.Raise(invalidArgument, "%s of %v and %v: TensorFlow does not promote (cast one with tf.cast)", c.Func.Path, d, os[i].Dtype)
		}
		zs[i] = result(c, os[i].as(c.Namespace, d), false)
	}
	return zs
}

func castTo(c *frontend.Call) any {
	named(c)
	d := dtypeArg(c, "dtype")
	if d == dtype.Invalid {
		c.Raise(typeError, "cast needs a dtype")
	}
	x := get(c, "x")
	if x.a != nil {
		return result(c, x.as(c.Namespace, d), false)
	}
	return result(c, cast(c.Namespace, x.as(c.Namespace, x.def(c.Namespace)), d), false)
}

// dtypeArg returns an argument that is a dtype; Invalid for None.
func dtypeArg(c *frontend.Call, name string) dtype.Dtype {
	text, isText := c.Arg(name).(string)
	switch numpy := strings.HasPrefix(c.Func.Path, tnp); {
	case !isText || c.Dtypes[text] != nil:
	case numpy && numpyDtypes[text].IsValid():
		return numpyDtypes[text]
	case !numpy && text == "float":
		return dtype.Float32
	}
	return c.Dtype(name)
}

// numpyDtypes are NumPy's further names of dtypes, which tf.experimental.numpy takes.
var numpyDtypes = map[string]dtype.Dtype{
	"int": dtype.Int64, "float": dtype.Float64, "complex": dtype.Complex128, "i1": dtype.Int8, "i2": dtype.Int16, "i4": dtype.Int32, "i8": dtype.Int64,
	"u1": dtype.Uint8, "u2": dtype.Uint16, "u4": dtype.Uint32, "u8": dtype.Uint64, "f2": dtype.Float16, "f4": dtype.Float32, "f8": dtype.Float64, "c8": dtype.Complex64, "c16": dtype.Complex128,
}

func complexOf(c *frontend.Call) any {
	named(c)
	x, y := tensor(c, "real").V, tensor(c, "imag").V
	if x.Dtype() != y.Dtype() || x.Dtype() != dtype.Float32 && x.Dtype() != dtype.Float64 {
		c.Raise(typeError, "complex takes two tensors of float32 or of float64, not %v and %v", x.Dtype(), y.Dtype())
	}
	return result(c, compose.Complex(c.Env(), x, y), false)
}
