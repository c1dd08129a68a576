package torch

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/bessel"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions of the unified API, and what is made of them in this package.
type (
	unaryFunc  = func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array
	binaryFunc = func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array
)

// A unary is a function of one tensor, element by element, and by its names all rows
// that it has in the table: the first is the function's, "special.…" are in another
// namespace. Those without a dot are methods as well, and in place with a "_" appended.
type unary struct {
	names   string
	kernels *kernels
	f       unaryFunc
	same    dtype.Set // of which f alone is what PyTorch does
	only    bool      // neither a method nor in place
	place   func(c *frontend.Call, r promote.Result)
}

// What functions are implemented for: see kernelsOf.
var (
	//                      b1 i  u  bf f2 f  c4 c
	floating   = kernelsOf("F  F  F  .  .  .  N  N") // of floats, integers as the default dtype
	inexact    = kernelsOf("F  F  F  .  .  .  N  .")
	inexactR   = kernelsOf("F  F  F  .  .  .  R  R")
	rounding   = kernelsOf("N  .  .  .  .  .  N  N")
	wideFloats = kernelsOf("F  F  F  N  N  .  N  N") // as floating, but for the narrow floats
	floatsOnly = kernelsOf("N  N  N  .  .  .  N  N")
	floatsPlus = kernelsOf("N  N  N  .  .  .  N  .")
	everything = kernelsOf(".  .  .  .  .  .  .  .")
	ordered    = kernelsOf(".  .  N  .  .  .  R  R")
	orderedN   = kernelsOf(".  .  N  .  .  .  N  N")
	divisible  = kernelsOf("N  .  N  .  .  .  N  N")
	powerful   = kernelsOf("N  .  N  .  .  .  N  .")
	whole      = kernelsOf("N  .  N  N  N  N  N  N")
	bits       = kernelsOf(".  .  N  N  N  N  N  N")
	bitsU      = kernelsOf(".  .  .  N  N  N  N  N")
	allBool    = kernelsOf("b  b  b  b  b  b  b  b")
	comparable = kernelsOf("b  b  N  b  b  b  N  N")
	truth      = kernelsOf("b  b  N  b  b  b  N  b")
	realBool   = kernelsOf("b  b  b  b  b  b  R  R")
	realBoolN  = kernelsOf("b  b  b  b  b  b  N  N")
)

var unaries = []unary{
	{names: "abs absolute", kernels: kernelsOf("N . N . . . r r"), f: absolute, same: dtype.Real &^ newUnsigned, place: func(c *frontend.Call, r promote.Result) {
		if r.Dtype.IsComplex() {
			c.Raise("RuntimeError", "In-place abs is not supported for complex tensors")
		}
	}},
	{names: "neg negative", kernels: kernelsOf("R . N . . . . ."), f: (*ivy.Env).Negative, same: dtype.Numeric &^ newUnsigned},
	{names: "sign", kernels: orderedN, f: sign, same: dtype.Signed},
	{names: "sgn", kernels: kernelsOf(". . N . . . . ."), f: sign, same: dtype.Signed},
	{names: "square", kernels: kernelsOf("l . N . . . N ."), f: (*ivy.Env).Square, same: dtype.Numeric &^ newUnsigned},
	{names: "sqrt", kernels: inexact, f: (*ivy.Env).Sqrt, same: dtype.Inexact},
	{names: "rsqrt", kernels: inexact, f: rsqrt},
	{names: "reciprocal", kernels: inexact, f: reciprocal, same: dtype.Float},
	{names: "exp", kernels: inexact, f: (*ivy.Env).Exp, same: dtype.Inexact},
	{names: "exp2 special.exp2", kernels: inexact, f: exp2},
	{names: "expm1 special.expm1", kernels: inexact, f: (*ivy.Env).Expm1, same: dtype.Inexact},
	{names: "log", kernels: inexact, f: (*ivy.Env).Log, same: dtype.Inexact},
	{names: "log1p special.log1p", kernels: inexact, f: (*ivy.Env).Log1p, same: dtype.Inexact},
	{names: "log2", kernels: inexact, f: (*ivy.Env).Log2, same: dtype.Inexact},
	{names: "log10", kernels: inexact, f: (*ivy.Env).Log10, same: dtype.Inexact},
	{names: "sin", kernels: inexact, f: (*ivy.Env).Sin, same: dtype.Inexact},
	{names: "cos", kernels: inexact, f: (*ivy.Env).Cos, same: dtype.Inexact},
	{names: "tan", kernels: inexact, f: (*ivy.Env).Tan, same: dtype.Inexact},
	{names: "asin arcsin", kernels: inexact, f: (*ivy.Env).Asin, same: dtype.Inexact},
	{names: "acos arccos", kernels: inexact, f: (*ivy.Env).Acos, same: dtype.Inexact},
	{names: "atan arctan", kernels: inexact, f: (*ivy.Env).Atan, same: dtype.Inexact},
	{names: "sinh", kernels: inexact, f: (*ivy.Env).Sinh, same: dtype.Inexact},
	{names: "cosh", kernels: inexact, f: (*ivy.Env).Cosh, same: dtype.Inexact},
	{names: "tanh", kernels: inexact, f: (*ivy.Env).Tanh, same: dtype.Inexact},
	{names: "asinh arcsinh", kernels: inexact, f: (*ivy.Env).Asinh, same: dtype.Inexact},
	{names: "acosh arccosh", kernels: inexact, f: (*ivy.Env).Acosh, same: dtype.Inexact},
	{names: "atanh arctanh", kernels: inexact, f: (*ivy.Env).Atanh, same: dtype.Inexact},
	{names: "sigmoid special.expit", kernels: inexact, f: sigmoid},
	{names: "sinc special.sinc", kernels: inexact, f: sinc},
	{names: "floor", kernels: rounding, f: (*ivy.Env).Floor, same: dtype.Real},
	{names: "ceil", kernels: rounding, f: (*ivy.Env).Ceil, same: dtype.Real},
	{names: "trunc fix", kernels: rounding, f: (*ivy.Env).Trunc, same: dtype.Real},
	{names: "frac", kernels: floatsOnly, f: func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return e.Subtract(x, e.Trunc(x)) }},
	{names: "logical_not", kernels: truth, f: (*ivy.Env).LogicalNot, same: dtype.All &^ newUnsigned},
	{names: "bitwise_not", kernels: bits, f: (*ivy.Env).BitwiseInvert, same: dtype.Signed | dtype.Of(dtype.Bool, dtype.Uint8)},
	{names: "deg2rad", kernels: inexactR, f: times(math.Pi / 180)},
	{names: "rad2deg", kernels: inexactR, f: times(180 / math.Pi)},
	{names: "erf special.erf", kernels: floating, f: (*ivy.Env).Erf, same: dtype.Float},
	{names: "erfc special.erfc", kernels: floating, f: (*ivy.Env).Erfc, same: dtype.Float},
	{names: "erfinv special.erfinv", kernels: floating, f: (*ivy.Env).Erfinv, same: dtype.Float},
	{names: "lgamma special.gammaln", kernels: floating, f: (*ivy.Env).Lgamma, same: dtype.Float},
	{names: "digamma special.psi special.digamma", kernels: floating, f: (*ivy.Env).Digamma, same: dtype.Float},
	{names: "i0 special.i0", kernels: floating, f: i0},
	{names: "special.i0e", kernels: floating, f: (*ivy.Env).I0e, same: dtype.Float},
	{names: "special.i1", kernels: floating, f: (*ivy.Env).I1, same: dtype.Float},
	{names: "special.i1e", kernels: floating, f: (*ivy.Env).I1e, same: dtype.Float},
	{names: "special.erfcx", kernels: wideFloats, f: (*ivy.Env).Erfcx, same: dtype.Float},
	{names: "special.log_ndtr", kernels: wideFloats, f: (*ivy.Env).LogNdtr, same: dtype.Float},
	{names: "special.ndtri", kernels: wideFloats, f: (*ivy.Env).Ndtri, same: dtype.Float},

	{names: "relu", kernels: kernelsOf("R . N . . . N N"), f: relu, same: dtype.Float},

	{names: "isnan", kernels: allBool, f: (*ivy.Env).IsNan, same: dtype.All, only: true},
	{names: "isinf", kernels: allBool, f: (*ivy.Env).IsInf, same: dtype.All, only: true},
	{names: "isfinite", kernels: allBool, f: (*ivy.Env).IsFinite, same: dtype.All, only: true},
	{names: "isposinf", kernels: realBool, f: infinite(1), only: true},
	{names: "isneginf", kernels: realBool, f: infinite(-1), only: true},
	{names: "isreal", kernels: allBool, f: isReal, only: true},
	{names: "signbit", kernels: realBoolN, f: func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
		if a := x.(*ivy.Array); a.Dtype().IsBool() {
			return e.ZerosLike(a)
		}
		return e.SignBit(x, opts...)
	}, only: true},
	{names: "angle", kernels: kernelsOf("F F F . . . N r"), f: angle, only: true},
	{names: "special.ndtr", kernels: floating, f: func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { // which cancels below 0, as Ndtr does not
		d := x.(*ivy.Array).Dtype()
		return e.Multiply(e.Add(one(e, d), e.Erf(e.Multiply(x, constant(e, math.Sqrt2/2, d)))), constant(e, 0.5, d))
	}},
	{names: "special.entr", kernels: floating, f: (*ivy.Env).Entr, same: dtype.Float},
}

// newUnsigned are the unsigned integers that few functions are implemented for.
var newUnsigned = dtype.Of(dtype.Uint16, dtype.Uint32, dtype.Uint64)

// noOut are functions without an out=.
var noOut = []string{"isnan", "isinf", "isfinite", "isreal", "relu"}

// run calls a function of one tensor.
func (u *unary) run(c *frontend.Call, a *frontend.Array) *frontend.Array {
	in, result := u.kernels.need(c, typeOf(a))
	return arranged(c.Namespace, c.Result(u.f(c.Env(), c.Result(a.V, in).V), result), a)
}

// rows are those of a function in the table.
func (u unary) rows() (rows []frontend.Func) {
	for _, name := range strings.Fields(u.names) {
		sig, given := "input, *, out=None", true
		if slices.Contains(noOut, name) {
			sig, given = "input", false
		}
		method := !strings.Contains(name, ".")
		rows = append(rows, frontend.Func{Path: name, Sig: sig, Method: method, Typing: u.kernels.typing, Unary: u.f, Same: u.same,
			Run: func(c *frontend.Call) any {
				z := u.run(c, tensor(c, "input"))
				if given {
					if u.kernels == realBool || u.kernels == realBoolN {
						booleanOut(c)
					}
					return out(c, z)
				}
				return z
			}})
		if method && !u.only {
			rows = append(rows, frontend.Func{Path: "." + name + "_", Sig: "self", Run: func(c *frontend.Call) any {
				a := tensor(c, "self")
				if u.place != nil {
					u.place(c, typeOf(a))
				}
				return u.inPlace(c, a)
			}})
		}
	}
	return rows
}

// booleanOut refuses an out= that is no tensor of bools.
func booleanOut(c *frontend.Call) {
	if target := optional(c, "out"); target != nil && !target.V.Dtype().IsBool() {
		c.Raise("RuntimeError", "%s does not support non-boolean outputs.", c.Func.Path)
	}
}

func (u *unary) inPlace(c *frontend.Call, a *frontend.Array) *frontend.Array {
	if k := u.kernels[kernelAt(typeOf(a))]; k.class == "" {
		castable(c, shift(c.Namespace, typeOf(a), k.out), a)
	}
	writesTo(c, a)
	return deliver(c, a, u.run(c, a))
}

func kernelAt(r promote.Result) dtype.Dtype {
	if r.Half {
		return promote.Complex32
	}
	return r.Dtype
}

// castable refuses a result in place of a type that does not become a's.
func castable(c *frontend.Call, r promote.Result, a *frontend.Array) {
	if !CanCast(r.Dtype, a.V.Dtype()) {
		c.Raise("RuntimeError", "result type %s can't be cast to the desired output type %s", r, a.Type())
	}
}

// What PyTorch has and the unified API writes otherwise.

// entropy is −x·log(x), each step rounded to the dtype: 0 at 0 and −∞ below.
func absolute(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
	if a := x.(*ivy.Array); a.Dtype().IsUnsigned() {
		return a
	}
	return e.Abs(x, opts...)
}

// sign of NaN is 0.
func sign(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	switch d := a.Dtype(); {
	case d.IsBool():
		return a
	case d.IsFloat():
		return e.Where(e.IsNan(a), e.Zeros(nil, d), e.Sign(a))
	}
	return e.Sign(a, opts...)
}

func relu(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	zero := e.Zeros(nil, x.(*ivy.Array).Dtype())
	return e.Where(e.Less(x, zero), zero, x)
}

func sigmoid(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return wide(e, x.(*ivy.Array), func(x *ivy.Array) *ivy.Array {
		return e.Divide(one(e, x.Dtype()), e.Add(one(e, x.Dtype()), e.Exp(e.Negative(x))))
	})
}

func one(e *ivy.Env, d dtype.Dtype) *ivy.Array { return e.Ones(nil, d) }

func constant(e *ivy.Env, f float64, d dtype.Dtype) *ivy.Array {
	if d.IsComplex() {
		return e.Full(nil, complex(f, 0), d)
	}
	return e.Full(nil, f, d)
}

// wide calls f with narrow floats as float32, and casts back.
func wide(e *ivy.Env, x *ivy.Array, f func(x *ivy.Array) *ivy.Array) *ivy.Array {
	if d := x.Dtype(); dtype.Narrow.Has(d) {
		return e.Astype(f(e.Astype(x, dtype.Float32)), d)
	}
	return f(x)
}

func rsqrt(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return wide(e, x.(*ivy.Array), func(x *ivy.Array) *ivy.Array { return e.Divide(one(e, x.Dtype()), e.Sqrt(x)) })
}

func reciprocal(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return divide(e, one(e, x.(*ivy.Array).Dtype()), x)
}

func exp2(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return wide(e, x.(*ivy.Array), func(x *ivy.Array) *ivy.Array { return e.Pow(constant(e, 2, x.Dtype()), x) })
}

func sinc(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return wide(e, x.(*ivy.Array), func(x *ivy.Array) *ivy.Array {
		d := x.Dtype()
		p := e.Multiply(x, constant(e, math.Pi, d))
		return e.Where(e.Equal(x, constant(e, 0, d)), one(e, d), e.Divide(e.Sin(p), p))
	})
}

func times(f float64) unaryFunc {
	return func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		return wide(e, x.(*ivy.Array), func(x *ivy.Array) *ivy.Array { return e.Multiply(x, constant(e, f, x.Dtype())) })
	}
}

func infinite(sign float64) unaryFunc {
	return func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
		a := x.(*ivy.Array)
		if !a.Dtype().IsFloat() {
			return e.Zeros(a.Shape(), dtype.Bool)
		}
		return e.Equal(a, e.Full(nil, math.Inf(int(sign)), a.Dtype()))
	}
}

func isReal(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	if !a.Dtype().IsComplex() {
		return e.Ones(a.Shape(), dtype.Bool)
	}
	im := e.Imag(a)
	return e.Equal(im, e.ZerosLike(im))
}

func angle(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	a := x.(*ivy.Array)
	if a.Dtype().IsComplex() {
		return e.Atan2(e.Imag(a), e.Real(a))
	}
	d := a.Dtype()
	z := e.Where(e.Less(a, e.Zeros(nil, d)), e.Full(nil, math.Pi, d), e.Zeros(nil, d))
	return e.Where(e.IsNan(a), a, z)
}

func i0(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array {
	return wide(e, x.(*ivy.Array), func(x *ivy.Array) *ivy.Array { return bessel.I0(e, x) })
}

// numbers says which of two operands may be Python numbers.
type numbers uint8

const (
	neither    numbers = iota // both are tensors
	other                     // the second
	oneOfThem                 // either, but not both
	eitherBoth                // any
)

// A binary is a function of two operands, element by element, with the rows of its
// names, as a unary.
type binary struct {
	names   string
	kernels *kernels
	f       binaryFunc
	same    dtype.Set
	numbers numbers
	sig     string // what follows the operands
	only    bool   // neither a method nor in place
	first   func(c *frontend.Call, x, y frontend.Operand)
	special func(c *frontend.Call, x, y frontend.Operand) *frontend.Array // nil where nothing is special
	checked func(c *frontend.Call, x, y *ivy.Array)
	typed   func(d dtype.Dtype) // checks the dtype that the operands have in common
	opmath  bool                // narrow floats compute in float32, 0-d operands unrounded
	modify  func(c *frontend.Call, b *binary) *binary
}

var binaries = []binary{
	{names: "add", kernels: kernelsOf(". . N . . . . ."), f: add, same: dtype.All &^ newUnsigned, numbers: eitherBoth, sig: "*, alpha=1", modify: scaled},
	{names: "sub subtract", kernels: kernelsOf("R . N . . . . ."), f: subtract, same: dtype.Numeric &^ newUnsigned, numbers: eitherBoth, sig: "*, alpha=1", first: noBools, modify: scaled},
	{names: "mul multiply", kernels: everything, f: (*ivy.Env).Multiply, same: dtype.All, numbers: eitherBoth, opmath: true},
	{names: "div divide", kernels: inexact, f: divide, same: dtype.Inexact, numbers: eitherBoth, sig: "*, rounding_mode=None", opmath: true, modify: roundingMode},
	{names: "true_divide", kernels: inexact, f: divide, same: dtype.Inexact, numbers: eitherBoth, opmath: true},
	{names: "floor_divide", kernels: divisible, f: floorDivide, numbers: eitherBoth, checked: noZeros},
	{names: "remainder", kernels: divisible, f: remainder, numbers: oneOfThem, checked: noZeros},
	{names: "fmod", kernels: divisible, f: (*ivy.Env).Fmod, numbers: other, checked: noZeros},
	{names: "pow", kernels: powerful, f: power, same: dtype.Inexact, numbers: oneOfThem, special: simplePower},
	{names: "maximum", kernels: ordered, f: maximum, same: dtype.Real &^ newUnsigned, only: true},
	{names: "minimum", kernels: ordered, f: minimum, same: dtype.Real &^ newUnsigned, only: true},
	{names: "fmax", kernels: ordered, f: fmax, same: dtype.Real &^ newUnsigned, only: true},
	{names: "fmin", kernels: ordered, f: fmin, same: dtype.Real &^ newUnsigned, only: true},
	{names: "atan2 arctan2", kernels: floating, f: (*ivy.Env).Atan2, same: dtype.Float},
	{names: "hypot", kernels: floatsOnly, f: hypot, same: dtype.Of(dtype.Float32, dtype.Float64)},
	{names: "logaddexp", kernels: floatsPlus, f: logAddExp(1), only: true},
	{names: "logaddexp2", kernels: floatsOnly, f: logAddExp(math.Ln2), only: true},
	{names: "copysign", kernels: floating, f: (*ivy.Env).CopySign, same: dtype.Float, numbers: other},
	{names: "nextafter", kernels: floatsOnly, f: (*ivy.Env).NextAfter, same: dtype.Float},
	{names: "gcd", kernels: whole, f: gcd},
	{names: "lcm", kernels: whole, f: lcm},
	{names: "eq", kernels: allBool, f: (*ivy.Env).Equal, same: dtype.All, numbers: other},
	{names: "ne not_equal", kernels: allBool, f: (*ivy.Env).NotEqual, same: dtype.All, numbers: other},
	{names: "lt less", kernels: comparable, f: less((*ivy.Env).Less), same: dtype.Real &^ newUnsigned, numbers: other},
	{names: "le less_equal", kernels: comparable, f: less((*ivy.Env).LessEqual), same: dtype.Real &^ newUnsigned, numbers: other},
	{names: "gt greater", kernels: comparable, f: less((*ivy.Env).Greater), same: dtype.Real &^ newUnsigned, numbers: other},
	{names: "ge greater_equal", kernels: comparable, f: less((*ivy.Env).GreaterEqual), same: dtype.Real &^ newUnsigned, numbers: other},
	{names: "logical_and", kernels: truth, f: (*ivy.Env).LogicalAnd, same: dtype.All &^ newUnsigned},
	{names: "logical_or", kernels: truth, f: (*ivy.Env).LogicalOr, same: dtype.All &^ newUnsigned},
	{names: "logical_xor", kernels: truth, f: (*ivy.Env).LogicalXor, same: dtype.All &^ newUnsigned},
	{names: "bitwise_and", kernels: bitsU, f: (*ivy.Env).BitwiseAnd, same: dtype.Integer | dtype.Boolean, numbers: oneOfThem},
	{names: "bitwise_or", kernels: bitsU, f: (*ivy.Env).BitwiseOr, same: dtype.Integer | dtype.Boolean, numbers: oneOfThem},
	{names: "bitwise_xor", kernels: bitsU, f: (*ivy.Env).BitwiseXor, same: dtype.Integer | dtype.Boolean, numbers: oneOfThem},
	{names: "bitwise_left_shift", kernels: whole, f: shiftLeft, numbers: oneOfThem},
	{names: "bitwise_right_shift", kernels: whole, f: shiftRight, numbers: oneOfThem},
	{names: "heaviside", kernels: ordered, f: heaviside, first: func(c *frontend.Call, x, y frontend.Operand) {
		switch {
		case x.Dtype.IsComplex() || y.Dtype.IsComplex():
			c.Raise("RuntimeError", "heaviside is not implemented for complex tensors")
		case x.Dtype != y.Dtype:
			c.Raise("RuntimeError", "heaviside is not implemented for tensors with different dtypes")
		}
	}},
	{names: "xlogy special.xlogy", kernels: floating, f: (*ivy.Env).XLogY, same: dtype.Float, numbers: oneOfThem},
	{names: "special.gammainc", kernels: floatsOnly, f: (*ivy.Env).Igamma, same: dtype.Float},
	{names: "special.gammaincc", kernels: floatsOnly, f: (*ivy.Env).Igammac, same: dtype.Float},
	{names: "special.zeta", kernels: wideFloats, f: (*ivy.Env).Zeta, same: dtype.Float, numbers: oneOfThem},
	{names: "special.xlog1py", kernels: floating, f: (*ivy.Env).XLog1pY, same: dtype.Float, numbers: oneOfThem},
}

// elementwise are the functions of this group.
var elementwise = elementwiseRows()

func elementwiseRows() (rows []frontend.Func) {
	for _, u := range unaries {
		rows = append(rows, u.rows()...)
	}
	for _, b := range binaries {
		rows = append(rows, b.rows()...)
	}
	return append(append(rows, operators()...), elementwiseOthers...)
}

func (b binary) rows() (rows []frontend.Func) {
	for _, name := range strings.Fields(b.names) {
		sig := "input, other"
		if name == "pow" {
			sig = "input, exponent"
		}
		if name == "heaviside" {
			sig = "input, values"
		}
		place := strings.Replace(sig, "input", "self", 1)
		if b.sig == "" {
			sig += ", *, out=None"
		} else {
			sig += ", " + b.sig + ", out=None"
			place += ", " + b.sig
		}
		second := strings.Split(sig, ", ")[1]
		method := !strings.Contains(name, ".")
		rows = append(rows, frontend.Func{Path: name, Sig: sig, Method: method, Typing: b.typing, Binary: b.f, Same: b.same,
			Run: func(c *frontend.Call) any {
				x, y := b.operands(c, "input", second)
				return out(c, b.run(c, x, y))
			}})
		if !method || b.only {
			continue
		}
		rows = append(rows, frontend.Func{Path: "." + name + "_", Sig: place, Run: func(c *frontend.Call) any {
			x, y := b.operands(c, "self", second)
			if x.A == nil {
				c.Raise("TypeError", "%s(): argument %q must be a Tensor", c.Func.Path, "self")
			}
			return b.inPlace(c, x, y)
		}})
	}
	return rows
}

// typing is what run comes to for a row of the table: float32 of narrow floats where that
// is what it computes in, and of no dtype where a number may be special.
func (b *binary) typing(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
	x, y := args[0], args[1]
	if numbers := x.Scalar != dtype.NoKind || y.Scalar != dtype.NoKind; !b.takes(x, y) || numbers && b.special != nil {
		return dtype.Invalid, promote.Result{}, nil
	}
	if b.first != nil {
		b.first(&frontend.Call{Namespace: n}, frontend.Operand{Arg: x}, frontend.Operand{Arg: y})
	}
	in, out, err := b.kernels.typing(n, x, y)
	if b.opmath && dtype.Narrow.Has(in) {
		in = dtype.Float32
	}
	return in, out, err
}

// takes reports whether the function takes Python numbers where they are.
func (b *binary) takes(x, y promote.Arg) bool {
	first, second := x.Scalar == dtype.NoKind, y.Scalar == dtype.NoKind // are tensors
	switch b.numbers {
	case neither:
		return first && second
	case other:
		return first
	case oneOfThem:
		return first || second
	}
	return true
}

// tensorsOut are functions that take a number before a tensor, but not with out=.
var tensorsOut = []string{"remainder", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift"}

// operands returns the arguments, of which Python numbers are only what they may be.
func (b *binary) operands(c *frontend.Call, first, second string) (x, y frontend.Operand) {
	x, y = number(c, first), number(c, second)
	if !b.takes(x.Arg, y.Arg) || x.A == nil && slices.Contains(tensorsOut, c.Func.Path) && targetOf(c) != nil {
		c.Raise("TypeError", "%s() received an invalid combination of arguments - got (%s, %s)", c.Func.Path, c.TypeName(c.Arg(first)), c.TypeName(c.Arg(second)))
	}
	return x, y
}

// run calls a function of two operands.
func (b *binary) run(c *frontend.Call, x, y frontend.Operand) *frontend.Array {
	return arranged(c.Namespace, b.compute(c, x, y), x.A, y.A)
}

func (b *binary) compute(c *frontend.Call, x, y frontend.Operand) *frontend.Array {
	if b.first != nil {
		b.first(c, x, y)
	}
	if b.modify != nil {
		b = b.modify(c, b)
	}
	r, err := common(c.Namespace, x.Arg, y.Arg)
	frontend.Check(err)
	if b.typed != nil {
		b.typed(r.Dtype)
	}
	if b.special != nil {
		if z := b.special(c, x, y); z != nil {
			return z
		}
	}
	if x.A != nil && y.A != nil {
		broadcast(c, x.A.V.Shape(), y.A.V.Shape())
	}
	in, result := b.kernels.need(c, r)
	e := c.Env()
	if b.opmath && dtype.Narrow.Has(in.Dtype) {
		// PyTorch does not round a number to 16 bits first, nor a 0-d tensor where the other operand has dimensions.
		p := c.Result(c.As(x, in.Dtype), promote.Result{Dtype: dtype.Float32}).V
		q := c.As(y, dtype.Float32)
		if y.A != nil && (y.Rank > 0 || x.Rank == 0 && x.A != nil) {
			q = e.Astype(c.As(y, in.Dtype), dtype.Float32)
		}
		return c.Result(b.f(e, p, q), result)
	}
	p, q := c.As(x, in.Dtype), c.As(y, in.Dtype)
	if in.Half {
		p, q = rounded(c.Namespace, p), rounded(c.Namespace, q)
	}
	if b.checked != nil {
		b.checked(c, p, q)
	}
	return c.Result(b.f(e, p, q), result)
}

// inPlace calls a function of two operands and writes its result into the first.
func (b *binary) inPlace(c *frontend.Call, x, y frontend.Operand) *frontend.Array {
	if b.first != nil {
		b.first(c, x, y)
	}
	m := b
	if b.modify != nil {
		m = b.modify(c, b)
	}
	r, err := common(c.Namespace, x.Arg, y.Arg)
	frontend.Check(err)
	switch k := m.kernels[kernelAt(r)]; {
	case k.class == "":
		castable(c, shift(c.Namespace, r, k.out), x.A)
	case m.kernels[dtype.Bool].out != 'b' || m.kernels[dtype.Float32].out != 'b':
		castable(c, r, x.A)
	}
	if y.A != nil {
		fits(c, x.A, y.A.V.Shape())
	}
	writesTo(c, x.A)
	return deliver(c, x.A, b.run(c, x, y))
}

// fits refuses an operand whose shape would make the result larger than a, which it is
// to be written to.
func fits(c *frontend.Call, a *frontend.Array, dims []int) {
	s, err := shape.Broadcast(a.V.Shape(), dims)
	if err != nil {
		c.Raise("RuntimeError", "%v", err)
	}
	if !slices.Equal(s, a.V.Shape()) {
		c.Raise("RuntimeError", "output with shape %s doesn't match the broadcast shape %s", shape.Text(a.V.Shape()), shape.Text(s))
	}
}

// noBools refuses bools to be subtracted.
func noBools(c *frontend.Call, x, y frontend.Operand) {
	for _, o := range []frontend.Operand{x, y} {
		if o.Dtype == dtype.Bool || o.Scalar == dtype.KindBool {
			c.Raise("RuntimeError", "subtraction, the - operator, with a bool tensor is not supported (take ^, logical_xor() or logical_not())")
		}
	}
}

// noZeros refuses integers to be divided by zero.
func noZeros(c *frontend.Call, x, y *ivy.Array) {
	e := c.Env()
	if !y.Dtype().IsInteger() || x.Size() == 0 || y.Size() == 0 {
		return
	}
	if e.Any(e.Equal(y, e.Zeros(nil, y.Dtype()))).Bool() {
		c.Raise("RuntimeError", "ZeroDivisionError")
	}
}

// scaled makes alpha, if it is given, a factor of the second operand.
func scaled(c *frontend.Call, b *binary) *binary {
	if !c.Given("alpha") {
		return b
	}
	alpha := scalarOf(c, "alpha")
	m := *b
	m.opmath = false
	m.typed = func(d dtype.Dtype) {
		switch {
		case alpha.Kind == dtype.KindComplex && !d.IsComplex():
			c.Raise("RuntimeError", "for non-complex input tensors, argument alpha must not be a complex number")
		case alpha.Kind == dtype.KindFloat && !dtype.Inexact.Has(d):
			c.Raise("RuntimeError", "for integral input tensors, argument alpha must not be a floating point number")
		case alpha.Kind == dtype.KindBool && d != dtype.Bool:
			c.Raise("RuntimeError", "boolean alpha only supported for boolean results")
		}
	}
	m.f = func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
		return multiplyAdd(c, e, b.f, x.(*ivy.Array), y.(*ivy.Array), alpha)
	}
	m.modify = nil
	return &m
}

// multiplyAdd returns f(x, alpha·y) with one rounding for floats.
func multiplyAdd(c *frontend.Call, e *ivy.Env, f binaryFunc, x, y *ivy.Array, alpha backend.Scalar) *ivy.Array {
	d := x.Dtype()
	if d.IsComplex() { // a difference adds the negated factor's product
		if name := c.Func.Path; strings.Contains(name, "sub") {
			alpha = negated(alpha)
		}
		return e.Add(x, e.Multiply(put(c.Namespace, alpha, d), y))
	}
	if d == dtype.Float64 && x.HasElements() && y.HasElements() {
		factor := alpha.Float64()
		if strings.Contains(c.Func.Path, "sub") {
			factor = -factor
		}
		return fusedMultiplyAdd(e, x, y, factor)
	}
	via := map[dtype.Dtype]dtype.Dtype{dtype.Float32: dtype.Float64, dtype.Float16: dtype.Float32, dtype.BFloat16: dtype.Float32}[d]
	if via == dtype.Invalid {
		return f(e, x, e.Multiply(put(c.Namespace, alpha, d), y))
	}
	a := put(c.Namespace, alpha, dtype.Float32)
	return e.Astype(f(e, e.Astype(x, via), e.Multiply(e.Astype(a, via), e.Astype(y, via))), d)
}

// fusedMultiplyAdd returns x + factor·y of float64, rounded once.
func fusedMultiplyAdd(e *ivy.Env, x, y *ivy.Array, factor float64) *ivy.Array {
	both := e.BroadcastArrays(x, y)
	room(both[0].Shape(), 24)
	return reading.As(e, func(xs []*ivy.Array) *ivy.Array {
		a, b := reading.Values[float64](xs[0]), reading.Values[float64](xs[1])
		for i := range a {
			a[i] = math.FMA(factor, b[i], a[i])
		}
		return e.Reshape(e.Asarray(a), xs[0].Shape())
	}, func(xs []*ivy.Array) *ivy.Array {
		return e.Add(xs[0], e.Multiply(xs[1], e.Full(nil, factor, dtype.Float64)))
	}, both...)
}

// negated returns −v; of a complex number both parts have the other sign.
func negated(v backend.Scalar) backend.Scalar {
	switch v.Kind {
	case dtype.KindFloat:
		return backend.FloatScalar(-v.Float64())
	case dtype.KindComplex:
		return backend.ComplexScalar(-v.Complex128())
	}
	return backend.IntScalar(-v.Int64())
}

// roundingMode makes a division what rounding_mode says.
func roundingMode(c *frontend.Call, b *binary) *binary {
	mode := c.Arg("rounding_mode")
	if mode == nil {
		return b
	}
	m := *b
	m.modify, m.kernels, m.opmath, m.checked = nil, divisible, false, noZeros
	switch mode {
	case "floor":
		m.f = floorDivide
	case "trunc":
		m.f = truncDivide
	default:
		if _, ok := mode.(string); !ok {
			c.Raise("TypeError", "div(): argument \"rounding_mode\" must be str, not %s", c.TypeName(mode))
		}
		c.Raise("RuntimeError", "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%v'", mode)
	}
	return &m
}

// floorDivide is Python's: of floats from the remainder, so that 1 // −∞ is −1.
func floorDivide(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	d := p.Dtype()
	if !d.IsFloat() {
		return e.FloorDivide(p, q)
	}
	zero, half, unit := e.Zeros(nil, d), e.Full(nil, 0.5, d), one(e, d)
	mod := e.Fmod(p, q)
	quotient := e.Divide(e.Subtract(p, mod), q)
	apart := e.LogicalAnd(e.NotEqual(mod, zero), e.NotEqual(e.Less(q, zero), e.Less(mod, zero)))
	quotient = e.Where(apart, e.Subtract(quotient, unit), quotient)
	floor := e.Floor(quotient)
	floor = e.Where(e.Greater(e.Subtract(quotient, floor), half), e.Add(floor, unit), floor)
	floor = e.Where(e.Equal(quotient, zero), e.CopySign(zero, e.Divide(p, q)), floor)
	return e.Where(e.Equal(q, zero), e.Divide(p, q), floor)
}

func truncDivide(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	if d := p.Dtype(); d.IsFloat() {
		return e.Trunc(e.Divide(p, q))
	}
	floor := e.FloorDivide(p, q)
	exact := e.Equal(e.Multiply(floor, q), p)
	zero := e.Zeros(nil, p.Dtype())
	negative := e.NotEqual(e.Less(p, zero), e.Less(q, zero))
	return e.Where(e.LogicalAnd(negative, e.LogicalNot(exact)), e.Add(floor, one(e, p.Dtype())), floor)
}

func wide2(e *ivy.Env, x, y *ivy.Array, f func(x, y *ivy.Array) *ivy.Array) *ivy.Array {
	if d := x.Dtype(); dtype.Narrow.Has(d) {
		return e.Astype(f(e.Astype(x, dtype.Float32), e.Astype(y, dtype.Float32)), d)
	}
	return f(x, y)
}

// remainder has the divisor's sign.
func remainder(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	d := p.Dtype()
	if d.IsInteger() {
		return e.Remainder(p, q)
	}
	if dtype.Narrow.Has(d) {
		return e.Astype(remainder(e, e.Astype(p, dtype.Float32), e.Astype(q, dtype.Float32)), d)
	}
	zero := e.Zeros(nil, d)
	mod := e.Fmod(p, q)
	apart := e.LogicalAnd(e.NotEqual(mod, zero), e.NotEqual(e.Less(q, zero), e.Less(mod, zero)))
	return e.Where(apart, e.Add(mod, q), mod)
}

func power(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return wide2(e, x.(*ivy.Array), y.(*ivy.Array), func(x, y *ivy.Array) *ivy.Array { return e.Pow(x, y) })
}

// simplePower are powers that PyTorch does not compute: of a tensor to the number 0 or
// 1, and of integers to a negative number, which it refuses.
func simplePower(c *frontend.Call, x, y frontend.Operand) *frontend.Array {
	r, err := common(c.Namespace, x.Arg, y.Arg)
	frontend.Check(err)
	if target := targetOf(c); target != nil && x.A == nil && x.Value.Kind != dtype.KindBool && x.Value.Complex128() == 1 { // of whatever dtype
		return c.Result(c.Env().Ones(y.A.V.Shape(), target.V.Dtype()), typeOf(target))
	}
	if y.A != nil {
		return nil
	}
	switch v := y.Value; {
	case v.Complex128() == 0:
		return c.Result(c.Env().Ones(x.A.V.Shape(), r.Dtype), r)
	case v.Complex128() == 1:
		return c.Result(c.As(x, r.Dtype), r)
	case r.Dtype.IsFloat() && r.Dtype != dtype.Float16 && math.Abs(v.Float64()) == 0.5: // by the root, which differs at -0 and at -inf
		e := c.Env()
		return c.Result(wide(e, c.As(x, r.Dtype), func(x *ivy.Array) *ivy.Array {
			z := e.Sqrt(x)
			if v.Float64() < 0 {
				z = e.Divide(e.OnesLike(z), z)
			}
			return z
		}), r)
	case r.Dtype.IsComplex() && imag(v.Complex128()) == 0:
		if z := complexPower(c.Env(), c.As(x, r.Dtype), real(v.Complex128())); z != nil {
			return c.Result(z, r)
		}
	case !dtype.Inexact.Has(r.Dtype) && v.IsInteger() && v.Float64() < 0:
		c.Raise("RuntimeError", "integers to negative integer powers are not allowed")
	case r.Dtype.IsInteger() && v.IsInteger(), r.Dtype.IsFloat():
		filler(c, v, r)
	}
	return nil
}

// gcd is Euclid's of the magnitudes as C has them: that of the least integer is itself.
func gcd(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	if !hasLeast(e, p) && !hasLeast(e, q) {
		return e.Gcd(p, q)
	}
	return ofPairs(e, p, q, euclid)
}

// hasLeast reports whether the least of the signed integers of a dtype is among elements.
func hasLeast(e *ivy.Env, x *ivy.Array) bool {
	d := x.Dtype()
	if d.IsUnsigned() || x.Size() == 0 {
		return false
	}
	info, err := dtype.Iinfo(d)
	return err == nil && e.Any(e.Equal(x, e.Full(nil, int(info.Min), d))).Bool()
}

// ofPairs calls f for the pairs of two arrays of integers, which broadcast.
func ofPairs(e *ivy.Env, x, y *ivy.Array, f func(d dtype.Dtype, a, b int64) int64) *ivy.Array {
	both := e.BroadcastArrays(x, y)
	room(both[0].Shape(), 24)
	a, b := ivy.Values[int64](both[0]), ivy.Values[int64](both[1])
	for i := range a {
		a[i] = f(x.Dtype(), a[i], b[i])
	}
	return e.Astype(e.Reshape(e.Asarray(a), both[0].Shape()), x.Dtype())
}

// wrappedAbs is the magnitude of an integer of so many bits, which wraps around.
func wrappedAbs(d dtype.Dtype, a int64) int64 {
	shift := 64 - d.Bits()
	return max(a, -a) << shift >> shift
}

func euclid(d dtype.Dtype, a, b int64) int64 {
	a, b = wrappedAbs(d, a), wrappedAbs(d, b)
	for a != 0 {
		a, b = b%a, a
	}
	return b
}

// lcm of the wide integers is made positive, where it overflowed too.
func lcm(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	if d := p.Dtype(); d.IsUnsigned() || d.Bits() >= 32 && !hasLeast(e, p) && !hasLeast(e, q) {
		return absolute(e, e.Lcm(p, q))
	}
	return ofPairs(e, p, q, func(d dtype.Dtype, a, b int64) int64 {
		wide := d // narrow integers are C's int, of which the dtype keeps its bits
		if d.Bits() < 32 {
			wide = dtype.Int32
		}
		g := euclid(wide, a, b)
		if g == 0 {
			return 0
		}
		shift := 64 - wide.Bits()
		return wrappedAbs(wide, a/g*b<<shift>>shift)
	})
}

// maximum, and the functions below, choose one of two elements. Of bools they are or and and.
func maximum(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	return boolsBy((*ivy.Env).LogicalOr, (*ivy.Env).Maximum)(e, x, y, opts...)
}
func minimum(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	return boolsBy((*ivy.Env).LogicalAnd, (*ivy.Env).Minimum)(e, x, y, opts...)
}
func fmax(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	return boolsBy((*ivy.Env).LogicalOr, (*ivy.Env).Fmax)(e, x, y, opts...)
}
func fmin(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
	return boolsBy((*ivy.Env).LogicalAnd, (*ivy.Env).Fmin)(e, x, y, opts...)
}

func boolsBy(bools, others binaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		if x.(*ivy.Array).Dtype().IsBool() {
			return bools(e, x, y, opts...)
		}
		return others(e, x, y, opts...)
	}
}

// less compares bools as 0 and 1.
func less(f binaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		if p := x.(*ivy.Array); p.Dtype().IsBool() {
			return f(e, e.Astype(p, dtype.Uint8), e.Astype(y, dtype.Uint8))
		}
		return f(e, x, y, opts...)
	}
}

func hypot(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	return wide2(e, x.(*ivy.Array), y.(*ivy.Array), func(x, y *ivy.Array) *ivy.Array { return e.Hypot(x, y) })
}

// logAddExp is log(eᵏˣ + eᵏʸ)/k.
func logAddExp(k float64) binaryFunc {
	return func(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
		return wide2(e, x.(*ivy.Array), y.(*ivy.Array), func(x, y *ivy.Array) *ivy.Array {
			d := x.Dtype()
			if d.IsComplex() {
				return complexLogAddExp(e, x, y)
			}
			if k == 1 {
				return e.LogAddExp(x, y)
			}
			f := e.Full(nil, 1/k, d)
			top := e.Maximum(x, y)
			below := e.Negative(e.Abs(e.Subtract(x, y)))
			z := e.Add(top, e.Multiply(e.Log1p(e.Pow(e.Full(nil, 2.0, d), below)), f))
			return e.Where(e.LogicalAnd(e.IsInf(x), e.Equal(x, y)), x, z)
		})
	}
}

func complexLogAddExp(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	swap := e.Less(e.Real(x), e.Real(y))
	top, low := e.Where(swap, y, x), e.Where(swap, x, y)
	return e.Add(top, e.Log1p(e.Exp(e.Subtract(low, top))))
}

// shiftLeft returns 0 for counts that are negative, or the width or more.
func shiftLeft(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	zero := e.Zeros(nil, p.Dtype())
	off := tooFar(e, q)
	return e.Where(off, zero, e.BitwiseLeftShift(p, e.Where(off, zero, q)))
}

func shiftRight(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	d := p.Dtype()
	zero := e.Zeros(nil, d)
	sign := zero
	if d.IsSigned() {
		sign = e.Where(e.Less(p, zero), e.Full(nil, -1, d), zero)
	}
	off := tooFar(e, q)
	return e.Where(off, sign, e.BitwiseRightShift(p, e.Where(off, zero, q)))
}

func tooFar(e *ivy.Env, count *ivy.Array) *ivy.Array {
	d := count.Dtype()
	far := e.GreaterEqual(count, e.Full(nil, d.Bits(), d))
	if d.IsSigned() {
		far = e.LogicalOr(far, e.Less(count, e.Zeros(nil, d)))
	}
	return far
}

// heaviside is 0 of NaN, of which the row Heaviside is NaN, and takes bools.
func heaviside(e *ivy.Env, x, y any, _ ...ivy.Option) *ivy.Array {
	p, q := x.(*ivy.Array), y.(*ivy.Array)
	d := p.Dtype()
	if d.IsBool() {
		return e.LogicalOr(p, q)
	}
	zero := e.Zeros(nil, d)
	z := e.Where(e.Greater(p, zero), one(e, d), zero)
	return e.Where(e.Equal(p, zero), q, z)
}

// operators are what Python's operators call that differ from functions.
func operators() []frontend.Func {
	rows := []frontend.Func{
		{Path: ".__truediv__", Go: "OperatorDiv", Sig: "self, other, /", Run: func(c *frontend.Call) any {
			x, y := number(c, "self"), number(c, "other")
			if x.A == nil && y.A != nil {
				r := named["reciprocal"].run(c, y.A)
				return two["mul"].run(c, frontend.Operand{Arg: r.Arg(), A: r}, x)
			}
			return two["true_divide"].run(c, x, y)
		}},
		{Path: ".__mul__", Go: "OperatorMul", Sig: "self, other, /", Run: func(c *frontend.Call) any {
			x, y := number(c, "self"), number(c, "other")
			if x.A == nil { // the tensor's method has it as the second factor
				x, y = y, x
			}
			return two["mul"].run(c, x, y)
		}},
	}
	for _, o := range []struct{ path, name, function, turned string }{
		{".__lt__", "OperatorLT", "lt", "gt"}, {".__le__", "OperatorLE", "le", "ge"}, {".__gt__", "OperatorGT", "gt", "lt"}, {".__ge__", "OperatorGE", "ge", "le"},
		{".__eq__", "OperatorEQ", "eq", "eq"}, {".__ne__", "OperatorNE", "ne", "ne"},
	} {
		rows = append(rows, frontend.Func{Path: o.path, Go: o.name, Sig: "self, other, /", Out: frontend.Value, Run: func(c *frontend.Call) any {
			if o.function == "eq" || o.function == "ne" { // Python compares what is no tensor by identity
				for _, name := range []string{"self", "other"} {
					switch v := c.Arg(name).(type) {
					case nil, string:
						return o.function == "ne"
					default:
						if _, isList := frontend.Sequence(v); isList {
							return o.function == "ne"
						}
					}
				}
			}
			x, y := number(c, "self"), number(c, "other")
			if x.A == nil && y.A != nil {
				return two[o.turned].run(c, y, x)
			}
			if x.A == nil {
				c.Raise("TypeError", "%s wants a Tensor", o.path)
			}
			return two[o.function].run(c, x, y)
		}})
	}
	rows = append(rows, frontend.Func{Path: ".__invert__", Go: "OperatorInvert", Sig: "self, /", Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		if d := a.V.Dtype(); !d.IsInteger() && !d.IsBool() {
			c.Raise("TypeError", "~ (operator.invert) is only implemented on integer and Boolean-type tensors")
		}
		return named["bitwise_not"].run(c, a)
	}})
	for path, f := range map[string][2]string{".__lshift__": {"OperatorLeftShift", "bitwise_left_shift"}, ".__rshift__": {"OperatorRightShift", "bitwise_right_shift"}} {
		rows = append(rows, frontend.Func{Path: path, Go: f[0], Sig: "self, other, /", Run: func(c *frontend.Call) any {
			x, y := number(c, "self"), number(c, "other")
			return two[f[1]].run(c, x, y)
		}})
	}
	slices.SortFunc(rows, func(a, b frontend.Func) int { return strings.Compare(a.Path, b.Path) })
	return rows
}

// named and two are the unaries and binaries by their first names.
var named, two = func() (map[string]*unary, map[string]*binary) {
	u, b := map[string]*unary{}, map[string]*binary{}
	for i := range unaries {
		u[strings.Fields(unaries[i].names)[0]] = &unaries[i]
	}
	for i := range binaries {
		b[strings.Fields(binaries[i].names)[0]] = &binaries[i]
	}
	return u, b
}()

// with returns rows of one function: its names, and in place ones. f computes from the
// first argument.
func with(names, sig string, f func(c *frontend.Call, a *frontend.Array) *frontend.Array, where rowKind) (rows []frontend.Func) {
	for _, name := range strings.Fields(names) {
		first := strings.TrimSuffix(strings.SplitN(sig, ",", 2)[0], " ")
		full := sig
		if where&hasOut != 0 {
			if strings.Contains(sig, "*") {
				full += ", out=None"
			} else {
				full += ", *, out=None"
			}
		}
		rows = append(rows, frontend.Func{Path: name, Sig: full, Method: where&isMethod != 0 && !strings.Contains(name, "."), Run: func(c *frontend.Call) any {
			z := f(c, tensor(c, first))
			if where&hasOut != 0 {
				return out(c, z)
			}
			return z
		}})
		if where&hasInPlace != 0 && !strings.Contains(name, ".") {
			rows = append(rows, frontend.Func{Path: "." + name + "_", Sig: sig, Run: func(c *frontend.Call) any {
				a := tensor(c, first)
				z := f(c, a)
				castable(c, typeOf(z), a)
				fits(c, a, z.V.Shape())
				writesTo(c, a)
				return deliver(c, a, z)
			}})
		}
	}
	return rows
}

// A rowKind says what rows a function has in addition to its own.
type rowKind uint8

const (
	isMethod rowKind = 1 << iota
	hasOut
	hasInPlace
)

var elementwiseOthers = slices.Concat(
	with("clamp clip", "input, min=None, max=None", clamp, isMethod|hasOut|hasInPlace),
	with("clamp_min", "input, min", clampOne("min", maximum, less((*ivy.Env).Less)), isMethod|hasOut|hasInPlace),
	with("clamp_max", "input, max", clampOne("max", minimum, less((*ivy.Env).Greater)), isMethod|hasOut|hasInPlace),
	with("round", "input, *, decimals=0", round, isMethod|hasOut|hasInPlace),
	with("special.round", "input, *, decimals=0", round, hasOut),
	with("nan_to_num", "input, nan=None, posinf=None, neginf=None", nanToNum, isMethod|hasOut|hasInPlace),
	with("logit special.logit", "input, eps=None", logit, isMethod|hasOut|hasInPlace),
	with("lerp", "input, end, weight", lerp, isMethod|hasOut|hasInPlace),
	with("addcmul", "input, tensor1, tensor2, *, value=1", addc((*ivy.Env).Multiply, kernelsOf("N . N . . . . .")), isMethod|hasOut|hasInPlace),
	with("addcdiv", "input, tensor1, tensor2, *, value=1", addc(divide, kernelsOf("R R R . . . N .")), isMethod|hasOut|hasInPlace),
	with("ldexp", "input, other", ldexp, isMethod|hasOut|hasInPlace),
	with("rsub", "input, other, *, alpha=1", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return two["sub"].run(c, number(c, "other"), operandOf(a))
	}, 0),
	with("real", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if !a.V.Dtype().IsComplex() {
			return a
		}
		return partOf(c.Namespace, a, false)
	}, 0),
	with("imag", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if !a.V.Dtype().IsComplex() {
			c.Raise("RuntimeError", "imag is not implemented for tensors with non-complex dtypes")
		}
		return partOf(c.Namespace, a, true)
	}, 0),
	with("conj", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array { return conjOf(c.Namespace, a) }, isMethod),
	with("conj_physical", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return c.Result(c.Env().Conj(numeric(c.Env(), a.V)), typeOf(a))
	}, isMethod|hasOut|hasInPlace),
	with("resolve_conj resolve_neg", "input", func(_ *frontend.Call, a *frontend.Array) *frontend.Array { return a }, isMethod),
	with("positive", "input", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if a.V.Dtype().IsBool() {
			c.Raise("RuntimeError", "the + operator, on a bool tensor is not supported")
		}
		return a
	}, isMethod),
	[]frontend.Func{
		{Path: "special.polygamma", Sig: "n, input, *, out=None", Run: func(c *frontend.Call) any {
			n, a := integer(c, "n"), tensor(c, "input")
			if n < 0 {
				c.Raise("RuntimeError", "polygamma(n, x) does not support negative n")
			}
			in, result := floating.need(c, typeOf(a))
			return out(c, c.Result(c.Env().Polygamma(n, c.Result(a.V, in).V), result))
		}},
	},
	with("special.multigammaln", "input, p", multigammaln, hasOut),
	with("isclose", "input, other, rtol=1e-05, atol=1e-08, equal_nan=False", isClose, isMethod),
	[]frontend.Func{
		{Path: "float_power", Sig: "input, exponent, *, out=None", Method: true, Run: func(c *frontend.Call) any {
			z := floatPower(c, number(c, "input"), number(c, "exponent"))
			if target := optional(c, "out"); target != nil && typeOf(target) != typeOf(z) {
				c.Raise("RuntimeError", "the output given to float_power has dtype %s but the operation's result requires dtype %s", target.Type(), z.Type())
			}
			return out(c, z)
		}},
		{Path: ".float_power_", Sig: "self, exponent", Run: func(c *frontend.Call) any {
			a, y := tensor(c, "self"), number(c, "exponent")
			if d := doubleOf(operandOf(a), y); a.V.Dtype() != d {
				c.Raise("RuntimeError", "the base given to float_power_ has dtype %s but the operation's result requires dtype %v", a.Type(), d)
			}
			if y.A != nil {
				fits(c, a, y.A.V.Shape())
			}
			writesTo(c, a)
			return deliver(c, a, floatPower(c, operandOf(a), y))
		}},
		{Path: "allclose", Sig: "input, other, rtol=1e-05, atol=1e-08, equal_nan=False", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any {
			return c.Env().All(isClose(c, tensor(c, "input")).V).Bool()
		}},
		{Path: "equal", Sig: "input, other", Method: true, Out: frontend.Value, Run: equal},
		{Path: "complex", Go: "NewComplex", Sig: "real, imag, *, out=None", Run: func(c *frontend.Call) any {
			re, im, result := parts(c, "real", "imag", kernelsOf("R R R R c c R R"))
			return out(c, c.Result(joined(c.Namespace, re, im), result))
		}},
		{Path: "polar", Sig: "abs, angle, *, out=None", Run: func(c *frontend.Call) any {
			r, phi, result := parts(c, "abs", "angle", kernelsOf("R R R R N c R R"))
			e := c.Env()
			return out(c, c.Result(joined(c.Namespace, e.Multiply(r, e.Cos(phi)), e.Multiply(r, e.Sin(phi))), result))
		}},
	},
)

// ldexp is input·2**other: of floats and integers in the floats' dtype.
func ldexp(c *frontend.Call, a *frontend.Array) *frontend.Array {
	b := tensor(c, "other")
	d, by := a.V.Dtype(), b.V.Dtype()
	if inPlace(c) && d.IsFloat() {
		fits(c, a, b.V.Shape())
	}
	switch {
	case d.IsFloat() && (by.IsBool() || newUnsigned.Has(by)):
		if target := targetOf(c); target != nil {
			castable(c, typeOf(a), target)
		}
		c.Raise("NotImplementedError", "ldexp is not implemented for an exponent of %s", b.Type())
	case d.IsFloat() && by.IsInteger():
		return c.Result(timesPowerOfTwo(c, a.V, b.V), typeOf(a))
	}
	base := frontend.Operand{Arg: promote.Scalar(dtype.KindFloat), Value: backend.FloatScalar(2)}
	if d.IsComplex() {
		base = operandOf(c.Result(constant(c.Env(), 2, d), typeOf(a)))
	}
	return two["mul"].run(c, operandOf(a), operandOf(two["pow"].run(c, base, operandOf(b))))
}

// timesPowerOfTwo is x·2**n, rounded once.
func timesPowerOfTwo(c *frontend.Call, x, n *ivy.Array) *ivy.Array {
	e := c.Env()
	both := e.BroadcastArrays(x, e.Astype(n, dtype.Int64))
	room(both[0].Shape(), 16)
	return e.Ldexp(both[0], both[1])
}

// inPlace reports whether the call is of a function in place.
func inPlace(c *frontend.Call) bool {
	return strings.HasPrefix(c.Func.Path, ".") && strings.HasSuffix(c.Func.Path, "_")
}

// doubleOf is the dtype in which float_power computes.
func doubleOf(x, y frontend.Operand) dtype.Dtype {
	for _, o := range []frontend.Operand{x, y} {
		if o.Scalar == dtype.KindComplex || o.Dtype.IsComplex() {
			return dtype.Complex128
		}
	}
	return dtype.Float64
}

func floatPower(c *frontend.Call, x, y frontend.Operand) *frontend.Array {
	if x.A == nil && y.A == nil {
		c.Raise("TypeError", "float_power() received an invalid combination of arguments")
	}
	d := doubleOf(x, y)
	if y.A == nil && !d.IsComplex() { // whose root is a root, as pow's
		return two["pow"].compute(c, operandOf(c.Wrap(c.As(x, d))), y)
	}
	return c.Wrap(c.Env().Pow(c.As(x, d), c.As(y, d)))
}

func operandOf(a *frontend.Array) frontend.Operand { return frontend.Operand{Arg: a.Arg(), A: a} }

// numeric returns bools as integers, and others as they are.
func numeric(e *ivy.Env, x *ivy.Array) *ivy.Array {
	if x.Dtype().IsBool() {
		return e.Astype(x, dtype.Uint8)
	}
	return x
}

// parts returns two tensors of floats of one dtype, broadcast to one shape.
func parts(c *frontend.Call, first, second string, k *kernels) (x, y *ivy.Array, r promote.Result) {
	a, b := tensor(c, first), tensor(c, second)
	if a.V.Dtype() != b.V.Dtype() {
		c.Raise("RuntimeError", "%s(): expected %s and %s of one dtype, not %s and %s", c.Func.Path, first, second, a.Type(), b.Type())
	}
	_, r = k.need(c, typeOf(a))
	both := c.Env().BroadcastArrays(a.V, b.V)
	return both[0], both[1], r
}

var clamped = kernelsOf("N . N . . . N N")

func clamp(c *frontend.Call, a *frontend.Array) *frontend.Array {
	if !c.Has("min") && !c.Has("max") {
		c.Raise("RuntimeError", "torch.clamp: At least one of 'min' or 'max' must not be None")
	}
	operands := []frontend.Operand{operandOf(a)}
	isTensor := [2]bool{}
	for i, name := range []string{"min", "max"} {
		if c.Has(name) {
			o := number(c, name)
			isTensor[i] = o.A != nil
			operands = append(operands, o)
		}
	}
	if len(operands) == 3 && isTensor[0] != isTensor[1] { // a tensor that counts as a number
		for i, o := range operands[1:] {
			if o.A == nil {
				continue
			}
			if o.Rank != 0 {
				c.Raise("TypeError", "clamp() received an invalid combination of arguments - a tensor and a number")
			}
			v := frontend.Number(o.A)
			operands[1+i], isTensor[i] = frontend.Operand{Arg: promote.Scalar(v.Kind), Value: v}, false
		}
	}
	args := make([]promote.Arg, len(operands))
	for i, o := range operands {
		if i > 0 && !isTensor[0] && !isTensor[1] && a.V.Dtype().IsFloat() { // which numbers do not promote
			v, ok := realFor(o.Value, a.V.Dtype())
			if !ok {
				c.Raise("RuntimeError", "value cannot be converted to type double without overflow")
			}
			o = frontend.Operand{Arg: promote.Scalar(v.Kind), Value: v}
			operands[i] = o
		}
		args[i] = o.Arg
	}
	r, err := promote.Fold(c.Rule().Rule(), args...)
	frontend.Check(err)
	k := clamped
	if len(operands) == 2 && (isTensor[0] || isTensor[1]) { // which PyTorch calls maximum or minimum of
		k = orderedN
	}
	if strings.HasSuffix(c.Func.Path, "_") { // which comes before the kernel
		castable(c, r, a)
	}
	in, result := k.need(c, r)
	z, at := c.As(operands[0], in.Dtype), 1
	for i, beyond := range []binaryFunc{less((*ivy.Env).Less), less((*ivy.Env).Greater)} {
		if c.Has([]string{"min", "max"}[i]) {
			z = clipped(c.Env(), z, bound(c, operands[at], in), beyond)
			at++
		}
	}
	return c.Result(z, result)
}

// clipped returns the elements of x, and the bound where they are beyond it. A zero is not
// beyond a zero of the other sign, and a bound that is NaN is everywhere.
func clipped(e *ivy.Env, x, bound *ivy.Array, beyond binaryFunc) *ivy.Array {
	out := beyond(e, x, bound)
	if bound.Dtype().IsFloat() {
		out = e.LogicalOr(out, e.LogicalAnd(e.IsNan(bound), e.LogicalNot(e.IsNan(x))))
	}
	return e.Where(out, bound, x)
}

func bound(c *frontend.Call, o frontend.Operand, in promote.Result) *ivy.Array {
	if o.A == nil {
		return filler(c, o.Value, in)
	}
	return c.As(o, in.Dtype)
}

// clampOne is clamp_min and clamp_max. f is maximum or minimum, which differ from a bound that is a number in the
// sign of zeros alone: an element that is zero keeps its sign there.
func clampOne(name string, f, beyond binaryFunc) func(c *frontend.Call, a *frontend.Array) *frontend.Array {
	return func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		in, result, o := clampOneTyped(c, a, name)
		x, y := c.Result(a.V, in).V, bound(c, o, in)
		if o.A == nil && o.Value.Float64() == 0 && in.Dtype.IsFloat() {
			return c.Result(clipped(c.Env(), x, y, beyond), result)
		}
		return c.Result(f(c.Env(), x, y), result)
	}
}

// clampOneTyped returns the bound of clamp_min or clamp_max, and the types that it computes in and returns.
func clampOneTyped(c *frontend.Call, a *frontend.Array, name string) (in, result promote.Result, o frontend.Operand) {
	o = number(c, name)
	r, err := common(c.Namespace, a.Arg(), o.Arg)
	frontend.Check(err)
	k := clamped
	if o.A != nil { // of a tensor, PyTorch calls maximum
		k = orderedN
	}
	if inPlace(c) {
		if o.A != nil {
			fits(c, a, o.A.V.Shape())
		}
		if o.A != nil || !r.Dtype.IsComplex() {
			castable(c, r, a)
		}
	}
	in, result = k.need(c, r)
	return in, result, o
}

func round(c *frontend.Call, a *frontend.Array) *frontend.Array {
	decimals, k := integer(c, "decimals"), rounding
	if target := targetOf(c); target != nil && typeOf(target) != typeOf(a) {
		c.Raise("RuntimeError", "Found dtype %s but expected %s", target.Type(), a.Type())
	}
	if c.Given("decimals") || strings.HasPrefix(c.Func.Path, "special") {
		k = floatsOnly
	}
	_, result := k.need(c, typeOf(a))
	e := c.Env()
	if decimals == 0 {
		return c.Result(e.Round(a.V), result)
	}
	scale := math.Pow(10, math.Abs(float64(decimals)))
	return c.Result(wide(e, a.V, func(x *ivy.Array) *ivy.Array {
		ten := constant(e, scale, x.Dtype())
		if decimals < 0 {
			return e.Multiply(e.Round(e.Divide(x, ten)), ten)
		}
		return e.Divide(e.Round(e.Multiply(x, ten)), ten)
	}), result)
}

func nanToNum(c *frontend.Call, a *frontend.Array) *frontend.Array {
	_, result := kernelsOf(". . . . . . N .").need(c, typeOf(a))
	d := a.V.Dtype()
	if !dtype.Inexact.Has(d) {
		return c.Result(a.V, result)
	}
	var opts []ivy.Option
	for _, o := range []struct {
		name   string
		option func(any) ivy.Option
	}{{"nan", ivy.Nan}, {"posinf", ivy.PosInf}, {"neginf", ivy.NegInf}} {
		if c.Has(o.name) {
			opts = append(opts, o.option(realArg(c, o.name)))
		}
	}
	return c.Result(c.Env().NanToNum(a.V, opts...), result)
}

func multigammaln(c *frontend.Call, a *frontend.Array) *frontend.Array {
	p := integer(c, "p")
	if p < 1 {
		c.Raise("RuntimeError", "p has to be greater than or equal to 1")
	}
	if a.V.Dtype().IsBool() {
		c.Raise("RuntimeError", "the input tensor may not be a boolean tensor")
	}
	in, result := floating.need(c, typeOf(a))
	e := c.Env()
	z := wide(e, c.Result(a.V, in).V, func(x *ivy.Array) *ivy.Array {
		return compose.LogGammas(e, x, p)
	})
	return c.Result(z, result)
}

func logit(c *frontend.Call, a *frontend.Array) *frontend.Array {
	in, result := floating.need(c, typeOf(a))
	e := c.Env()
	x, unit := c.Result(a.V, in).V, one(e, in.Dtype)
	if c.Has("eps") { // every step is rounded to the dtype: 1 − eps may be 1
		least := constant(e, realArg(c, "eps"), in.Dtype)
		x = e.Minimum(e.Maximum(x, least), e.Subtract(unit, least))
	}
	return c.Result(e.Log(e.Divide(x, e.Subtract(unit, x))), result)
}

// lerp weighs from the nearer end, as PyTorch does: every step is rounded to float32, which the row Lerp does once.
func lerp(c *frontend.Call, a *frontend.Array) *frontend.Array {
	end, weight := tensor(c, "end"), number(c, "weight")
	for _, o := range []frontend.Operand{operandOf(end), weight} {
		if o.A != nil && typeOf(o.A) != typeOf(a) {
			c.Raise("RuntimeError", "expected dtype %s for `%s` but got dtype %s", a.Type(), "end", o.A.Type())
		}
	}
	_, result := floatsPlus.need(c, typeOf(a))
	e := c.Env()
	d := a.V.Dtype()
	if dtype.Narrow.Has(d) {
		d = dtype.Float32
	}
	x, y := e.Astype(a.V, d), e.Astype(end.V, d)
	w := c.As(weight, d)
	diff := e.Subtract(y, x)
	small := e.Less(e.Abs(w), e.Full(nil, 0.5, d.Component()))
	z := e.Where(small, e.Add(x, e.Multiply(w, diff)), e.Subtract(y, e.Multiply(diff, e.Subtract(one(e, d), w))))
	return c.Result(z, result)
}

// addc is input + value·f(tensor1, tensor2).
func addc(f binaryFunc, k *kernels) func(c *frontend.Call, a *frontend.Array) *frontend.Array {
	return func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		x, y := tensor(c, "tensor1"), tensor(c, "tensor2")
		if strings.Contains(c.Func.Path, "addcdiv") && !dtype.Inexact.Has(x.V.Dtype()) && !dtype.Inexact.Has(y.V.Dtype()) {
			c.Raise("RuntimeError", "addcdiv does not divide integers by integers (cast them, for example with .to(torch.float32))")
		}
		r, err := promote.Fold(c.Rule().Rule(), a.Arg(), x.Arg(), y.Arg())
		frontend.Check(err)
		in, result := k.need(c, r)
		e, d := c.Env(), in.Dtype
		value := scalarOf(c, "value")
		if dtype.Narrow.Has(d) {
			d = dtype.Float32
		}
		if !fitsDtype(value, d) || value.Kind == dtype.KindComplex && !d.IsComplex() {
			c.Raise("RuntimeError", "value %v cannot be converted to %v without overflow", value, in)
		}
		at := func(t *frontend.Array) *ivy.Array {
			v := c.Result(t.V, in).V
			if v.Dtype() != d {
				v = e.Astype(v, d)
			}
			return v
		}
		return c.Result(e.Add(at(a), f(e, e.Multiply(put(c.Namespace, value, d), at(x)), at(y))), result)
	}
}

func isClose(c *frontend.Call, a *frontend.Array) *frontend.Array {
	b := tensor(c, "other")
	if typeOf(a) != typeOf(b) {
		c.Raise("RuntimeError", "%s did not match %s", a.Type(), b.Type())
	}
	rtol, atol, nan := realArg(c, "rtol"), realArg(c, "atol"), boolean(c, "equal_nan")
	if !(rtol >= 0) || !(atol >= 0) {
		c.Raise("RuntimeError", "rtol and atol must be greater than or equal to zero, not %v and %v", rtol, atol)
	}
	e, d := c.Env(), a.V.Dtype()
	x, y := a.V, b.V
	z := e.Equal(x, y)
	if nan && dtype.Inexact.Has(d) {
		z = e.LogicalOr(z, e.LogicalAnd(e.IsNan(x), e.IsNan(y)))
	}
	if rtol == 0 && atol == 0 {
		return c.Wrap(z)
	}
	if !dtype.Inexact.Has(d) {
		x, y, d = e.Astype(x, defaultFloat(c.Namespace)), e.Astype(y, defaultFloat(c.Namespace)), defaultFloat(c.Namespace)
	}
	p := d.Component()
	allowed := e.Add(e.Full(nil, atol, p), e.Abs(e.Multiply(constant(e, rtol, d), y)))
	actual := e.Abs(e.Subtract(x, y))
	return c.Wrap(e.LogicalOr(z, e.LogicalAnd(e.IsFinite(actual), e.LessEqual(actual, allowed))))
}

func equal(c *frontend.Call) any {
	a, b := tensor(c, "input"), tensor(c, "other")
	if !slices.Equal(a.V.Shape(), b.V.Shape()) {
		return false
	}
	r, err := common(c.Namespace, a.Arg(), b.Arg())
	frontend.Check(err)
	if r.Half {
		c.Raise("NotImplementedError", "equal is not implemented for complex32")
	}
	return c.Env().All(c.Env().Equal(c.Result(a.V, r).V, c.Result(b.V, r).V)).Bool()
}
