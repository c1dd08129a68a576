package jax

import (
	"math"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

type (
	unaryFunc  = func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array
	binaryFunc = func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array
)

// Sets of dtypes that primitives take.
const (
	all     = dtype.All
	numbers = dtype.Numeric
	ordered = dtype.Integer | dtype.Float | dtype.Boolean
	bits    = dtype.Integer | dtype.Boolean
)

// A result is what a typing makes of the computing type and the operands.
type result func(r promote.Result, args []promote.Arg) promote.Result

func same(r promote.Result, _ []promote.Arg) promote.Result { return r }

func truth(r promote.Result, _ []promote.Arg) promote.Result {
	return promote.Result{Dtype: dtype.Bool, Weak: r.Weak}
}

func strong(r promote.Result, _ []promote.Arg) promote.Result { return promote.Result{Dtype: r.Dtype} }

func strongTruth(promote.Result, []promote.Arg) promote.Result {
	return promote.Result{Dtype: dtype.Bool}
}

func floated(r promote.Result, _ []promote.Arg) promote.Result {
	r.Dtype = toInexact(r.Dtype)
	return r
}

func component(r promote.Result, _ []promote.Arg) promote.Result {
	r.Dtype = r.Dtype.Component()
	return r
}

func complexOf(r promote.Result, _ []promote.Arg) promote.Result {
	r.Dtype = r.Dtype.WithComplex()
	return r
}

// scalarly keeps weakness of operands without axes alone: where a function has a
// constant of its operand's type, it is weak for these only.
func scalarly(out result) result {
	return func(r promote.Result, args []promote.Arg) promote.Result {
		for _, a := range args {
			r.Weak = r.Weak && a.Rank == 0
		}
		return out(r, args)
	}
}

// inexactly keeps weakness of inexact numbers alone.
func inexactly(out result) result {
	return func(r promote.Result, args []promote.Arg) promote.Result {
		r.Weak = r.Weak && dtype.Inexact.Has(r.Dtype)
		return out(r, args)
	}
}

// promoting computes in what operands have in common, made one of a kind by to; the
// primitive takes the dtypes of a set.
func promoting(to func(dtype.Dtype) dtype.Dtype, set dtype.Set, out result) frontend.Typing {
	return func(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
		r, err := commonType(n, args...)
		if err != nil {
			return r.Dtype, r, err
		}
		r.Dtype = to(r.Dtype)
		return checked(set, r, out, args)
	}
}

// exact is the typing of lax, which promotes nothing.
func exact(set dtype.Set, out result) frontend.Typing {
	return func(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
		r, err := commonType(n, args[0])
		for _, a := range args[1:] {
			s, _ := commonType(n, a)
			if s.Dtype != r.Dtype {
				return r.Dtype, r, typeError("lax does not promote: dtypes %v and %v", r.Dtype, s.Dtype)
			}
			r.Weak = r.Weak && s.Weak
		}
		if err != nil {
			return r.Dtype, r, err
		}
		return checked(set, r, out, args)
	}
}

func checked(set dtype.Set, r promote.Result, out result, args []promote.Arg) (dtype.Dtype, promote.Result, error) {
	if !set.Has(r.Dtype) {
		return r.Dtype, r, typeError("dtype %v is not accepted, want one of %v", r.Dtype, set)
	}
	return r.Dtype, out(r, args), nil
}

func typeError(format string, args ...any) error {
	var err error
	func() {
		defer func() { err = recover().(error) }()
		frontend.Raise("jax", "TypeError", format, args...)
	}()
	return err
}

// fixed returns the dtypes of a set that to leaves as they are.
func fixed(to func(dtype.Dtype) dtype.Dtype, set dtype.Set) dtype.Set {
	var s dtype.Set
	for _, d := range set.Dtypes() {
		if to(d) == d {
			s |= dtype.Of(d)
		}
	}
	return s
}

// A ufunc is a function element by element: of jax.numpy under names, of lax under
// others, where either may be missing.
type ufunc struct {
	np, lax string // names, separated by spaces; a star before the first of np's makes it a method too
	to      func(dtype.Dtype) dtype.Dtype
	set     dtype.Set // the dtypes that the primitive takes
	out     result
	one     unaryFunc
	two     binaryFunc
	masks   func(*frontend.Call) any // what runs it where a bool array chooses between the other operand and 0
}

func (u ufunc) rows() (rows []frontend.Func) {
	names := map[string]string{"numpy.": u.np, "lax.": u.lax}
	for _, prefix := range []string{"numpy.", "lax."} {
		for name := range fields(names[prefix]) {
			f := frontend.Func{Path: prefix + name, Sig: u.signature(prefix, name), Unary: u.one, Binary: u.two}
			keeps := u.out(promote.Result{Dtype: dtype.Int8, Weak: true}, []promote.Arg{promote.Weak(dtype.Int8)}).Weak
			if prefix == "lax." {
				f.Typing, f.Same = exact(u.set, u.out), u.set
				if u.two != nil {
					f.Binary = sameRank(u.two)
				}
			} else {
				f.Typing, f.Same = promoting(u.to, u.set, u.out), fixed(u.to, u.set)
				if u.two != nil { // shapes are looked at before dtypes
					f.Typing, f.Binary = promoting(u.to, all, u.out), ranked(accepting(u.set, u.two))
				}
				f.Method = name == "conj" || name == "conjugate" || name == "round"
			}
			if !keeps {
				f.Same = 0 // the fast path keeps weakness
			}
			if strings.Contains(f.Sig, "=") && prefix == "numpy." {
				f.Check = ufuncOperands
			} else if prefix == "lax." {
				f.Check = laxOperands
			}
			if u.masks != nil {
				f.Run = u.masks
			}
			rows = append(rows, f)
		}
	}
	return rows
}

// What the signatures of some functions have besides their operands, or in their place.
const (
	ufuncNames    = " add bitwise_and bitwise_or bitwise_xor logical_and logical_or logical_xor maximum minimum multiply subtract negative "
	accuracyNames = " cbrt cos exp exp2 expm1 log log1p logistic rsqrt sin sqrt tan tanh "
)

var otherOperands = map[string]string{
	"numpy.real": "val, /", "numpy.imag": "val, /", "numpy.trunc": "x", "lax.nextafter": "x1, x2", "lax.mul": "x, y, *, out_dtype=None",
	"numpy.arctan2": "x1, x2, /", "numpy.atan2": "x1, x2, /", "numpy.true_divide": "x1, x2, /", "numpy.divide": "x1, x2, /", "numpy.remainder": "x1, x2, /", "numpy.mod": "x1, x2, /",
	"numpy.right_shift": "x1, x2, /", "numpy.bitwise_right_shift": "x1, x2, /",
}

// signature returns that of a row.
func (u ufunc) signature(prefix, name string) string {
	if sig := otherOperands[prefix+name]; sig != "" {
		return sig
	}
	sig := "x"
	if u.two != nil {
		sig = "x, y"
	}
	switch among := " " + name + " "; {
	case prefix == "lax." && strings.Contains(accuracyNames, among):
		return sig + ", *, accuracy=None"
	case prefix == "lax.":
		return sig
	case strings.Contains(ufuncNames, among):
		return sig + ", /, *, out=None, where=None"
	}
	return sig + ", /"
}

// masked is the product, in which XLA makes of a bool array that is not broadcast a choice
// between the other operand and 0, whatever the operand is: False · NaN is 0. bfloat16,
// which is converted twice, is multiplied.
func masked(c *frontend.Call) any {
	ufuncOperands(c)
	z := c.Elementwise()
	if d := z.V.Dtype(); !dtype.Inexact.Has(d) || d == dtype.BFloat16 {
		return z
	}
	for _, p := range c.Func.Signature().Params[:2] {
		if a := c.Operand(p.Name).A; a != nil && isBool(a) && equalShapes(a, z) {
			z.V = c.Env().Where(a.V, z.V, number(c.Env(), 0, z.V.Dtype()))
		}
	}
	return z
}

// laxProduct is lax.mul, which multiplies in the dtype that out_dtype asks for.
func laxProduct(c *frontend.Call) any {
	if !c.Has("out_dtype") {
		laxOperands(c)
		return c.Elementwise()
	}
	k := call{c.Namespace, c, calcOf(c.Namespace)}
	d := k.dtype("out_dtype", dtype.Invalid)
	xs := []value{k.arr("x"), k.arr("y")}
	for i, x := range xs {
		if !numbers.Has(x.V.Dtype()) {
			c.Raise("TypeError", "lax.mul does not take %v", x.V.Dtype())
		}
		xs[i] = k.to(x, d, x.Weak)
	}
	multiply := (*ivy.Env).Multiply
	if d == dtype.Bool {
		multiply = (*ivy.Env).LogicalAnd
	}
	return k.wrap(sameRank(multiply)(c.Env(), xs[0].V, xs[1].V), xs[0].Weak && xs[1].Weak)
}

// maskedQuotient is the quotient, which where the divisor is broadcast is such a product.
func maskedQuotient(c *frontend.Call) any {
	onlyOperands(c)
	z := c.Elementwise()
	x, y := c.Operand("x1").A, c.Operand("x2").A
	if d := z.V.Dtype(); d.IsFloat() && d != dtype.BFloat16 && x != nil && isBool(x) && equalShapes(x, z) && z.V.Size() > 1 && (y == nil || y.V.Size() < z.V.Size()) {
		z.V = c.Env().Where(x.V, z.V, number(c.Env(), 0, d))
	}
	return z
}

// ufuncOperands refuses what jax.numpy's ufuncs refuse before they call a function that jax.jit wraps: lists and None,
// and out and where.
func ufuncOperands(c *frontend.Call) {
	var operands []any
	for _, p := range c.Func.Signature().Params {
		if !p.Required {
			continue
		}
		v := c.Arg(p.Name)
		if _, isList := frontend.Sequence(v); isList || v == nil {
			_, err := c.Namespace.Operand(v)
			frontend.Check(err)
		}
		operands = append(operands, v)
	}
	onlyOperands(c)
	calcOf(c.Namespace).refuseLeaves(operands)
}

// laxOperands refuses what is no operand of lax, and what onlyOperands does.
func laxOperands(c *frontend.Call) {
	k := calcOf(c.Namespace)
	for _, p := range c.Func.Signature().Params {
		if !p.Required {
			continue
		}
		v := c.Arg(p.Name)
		if _, isList := frontend.Sequence(v); isList || v == nil || k.leaf(v) != fine {
			k.array(v)
		}
	}
	onlyOperands(c)
}

// onlyOperands refuses arguments that are no operands: only None is accepted for them. What
// is no array or number for an operand is refused before.
func onlyOperands(c *frontend.Call) {
	sig := c.Func.Signature()
	for _, p := range sig.Params {
		if p.Required || !c.Has(p.Name) {
			continue
		}
		for _, operand := range sig.Params {
			if _, isText := c.Arg(operand.Name).(string); operand.Required && (!isText || p.Name == "accuracy") { // out is refused before a text
				_, err := c.Namespace.Operand(c.Arg(operand.Name))
				frontend.Check(err)
			}
		}
		if p.Name == "accuracy" {
			v := c.Arg(p.Name)
			if !hashable(v) {
				c.Raise("TypeError", "%s(): accuracy has no hash: %s", c.Func.Path, c.Shown(v))
			}
			if c.Func.Path == "lax.logistic" || !text.Truth(c, v) { // on a CPU logistic does not look at it
				continue
			}
			if d := c.Operand(sig.Params[0].Name).Arg.Dtype; d.IsComplex() && (c.Func.Path == "lax.sin" || c.Func.Path == "lax.cos") { // nor do these
				continue
			}
			_, _, err := c.Func.Typing(c.Namespace, c.Operand(sig.Params[0].Name).Arg) // a dtype that is none comes first
			frontend.Check(err)
		}
		c.Raise("NotImplementedError", "%s(): the argument %s is not supported", c.Func.Path, p.Name)
	}
}

func fields(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := -1
		for i := 0; i <= len(s); i++ {
			switch space := i == len(s) || s[i] == ' '; {
			case space && start >= 0:
				if !yield(s[start:i]) {
					return
				}
				start = -1
			case !space && start < 0:
				start = i
			}
		}
	}
}

// ranked makes the error of shapes that do not fit a ValueError where ranks differ, as
// jax.numpy's own broadcasting has it; that of lax is a TypeError.
func ranked(f binaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		ranksFit(x.(*ivy.Array), y.(*ivy.Array))
		return f(e, x, y, opts...)
	}
}

// ranksFit raises the ValueError of ranked, which comes before what is wrong with dtypes.
func ranksFit(a, b *ivy.Array) {
	if p, q := a.Ndim(), b.Ndim(); p != q && p != 0 && q != 0 && !fits(a.Shape(), b.Shape()) {
		frontend.Raise("jax", "ValueError", "incompatible shapes for broadcasting: %v and %v", a.Shape(), b.Shape())
	}
}

// accepting refuses operands of dtypes that are not in the set.
func accepting(set dtype.Set, f binaryFunc) binaryFunc {
	if set == all {
		return f
	}
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		if d := x.(*ivy.Array).Dtype(); !set.Has(d) {
			frontend.Raise("jax", "TypeError", "dtype %v is not accepted, want one of %v", d, set)
		}
		return f(e, x, y, opts...)
	}
}

// promotedFirst makes floats of operands of one dtype, in which a number that it does not hold wraps around.
func promotedFirst(f binaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		a, b := x.(*ivy.Array), y.(*ivy.Array)
		d := toInexact(a.Dtype())
		return f(e, e.Astype(a, d), e.Astype(b, d), opts...)
	}
}

// sameRank refuses operands of different ranks but for 0.
func sameRank(f binaryFunc) binaryFunc {
	return func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
		a, b := x.(*ivy.Array), y.(*ivy.Array)
		if p, q := a.Ndim(), b.Ndim(); p != q && p != 0 && q != 0 {
			frontend.Raise("jax", "TypeError", "lax wants arrays of one rank, not of shapes %v and %v", a.Shape(), b.Shape())
		}
		return f(e, x, y, opts...)
	}
}

func fits(a, b []int) bool {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if p, q := a[len(a)-i], b[len(b)-i]; p != q && p != 1 && q != 1 {
			return false
		}
	}
	return true
}

var ufuncs = []ufunc{
	{np: "negative", lax: "neg", to: anyDtype, set: numbers, out: same, one: (*ivy.Env).Negative},
	{np: "positive", to: anyDtype, set: all, out: same, one: identity},
	{np: "sign", lax: "sign", to: anyDtype, set: numbers, out: same, one: sign},
	{np: "abs absolute", to: anyDtype, set: all, out: component, one: magnitude},
	{lax: "abs", to: anyDtype, set: dtype.Signed | dtype.Inexact, out: component, one: magnitude},
	{np: "fabs", to: toInexact, set: dtype.Float, out: same, one: (*ivy.Env).Abs},
	{lax: "floor", set: dtype.Float, out: same, one: (*ivy.Env).Floor},
	{np: "floor", to: anyDtype, set: ordered, out: same, one: kept((*ivy.Env).Floor)},
	{lax: "ceil", set: dtype.Float, out: same, one: (*ivy.Env).Ceil},
	{np: "ceil", to: anyDtype, set: ordered, out: same, one: kept((*ivy.Env).Ceil)},
	{np: "trunc", to: anyDtype, set: ordered, out: same, one: kept((*ivy.Env).Trunc)},
	{np: "square", lax: "square", to: toNumeric, set: numbers, out: same, one: (*ivy.Env).Square},
	{np: "sqrt", lax: "sqrt", to: toInexact, set: dtype.Inexact, out: same, one: sqrt},
	{lax: "rsqrt", set: dtype.Inexact, out: same, one: rsqrt},
	{np: "cbrt", lax: "cbrt", to: toInexact, set: dtype.Float, out: same, one: cbrt},
	{np: "reciprocal", lax: "reciprocal", to: toInexact, set: dtype.Inexact, out: same, one: (*ivy.Env).Reciprocal},
	{np: "exp", lax: "exp", to: toInexact, set: dtype.Inexact, out: same, one: exp},
	{np: "exp2", lax: "exp2", to: toInexact, set: dtype.Inexact, out: same, one: exp2},
	{np: "expm1", lax: "expm1", to: toInexact, set: dtype.Inexact, out: same, one: expm1},
	{np: "log", lax: "log", to: toInexact, set: dtype.Inexact, out: same, one: log},
	{np: "log1p", lax: "log1p", to: toInexact, set: dtype.Inexact, out: same, one: log1p},
	{np: "log2", to: toInexact, set: dtype.Inexact, out: strong, one: log2},
	{np: "log10", to: toInexact, set: dtype.Inexact, out: strong, one: log10},
	{np: "sin", lax: "sin", to: toInexact, set: dtype.Inexact, out: same, one: sin},
	{np: "cos", lax: "cos", to: toInexact, set: dtype.Inexact, out: same, one: cos},
	{np: "tan", lax: "tan", to: toInexact, set: dtype.Inexact, out: same, one: tan},
	{np: "asin arcsin", lax: "asin", to: toInexact, set: dtype.Inexact, out: same, one: asin},
	{np: "acos arccos", lax: "acos", to: toInexact, set: dtype.Inexact, out: same, one: acos},
	{np: "atan arctan", lax: "atan", to: toInexact, set: dtype.Inexact, out: same, one: atan},
	{np: "sinh", lax: "sinh", to: toInexact, set: dtype.Inexact, out: same, one: sinh},
	{np: "cosh", lax: "cosh", to: toInexact, set: dtype.Inexact, out: same, one: cosh},
	{np: "tanh", lax: "tanh", to: toInexact, set: dtype.Inexact, out: same, one: tanh},
	{np: "asinh arcsinh", lax: "asinh", to: toInexact, set: dtype.Inexact, out: same, one: asinh},
	{np: "acosh arccosh", lax: "acosh", to: toInexact, set: dtype.Inexact, out: same, one: acosh},
	{np: "atanh arctanh", lax: "atanh", to: toInexact, set: dtype.Inexact, out: same, one: atanh},
	{np: "deg2rad radians", to: toInexact, set: dtype.Inexact, out: scalarly(same), one: times(math.Pi / 180)},
	{np: "rad2deg degrees", to: toInexact, set: dtype.Inexact, out: scalarly(same), one: times(180 / math.Pi)},
	{lax: "logistic", set: dtype.Inexact, out: same, one: logistic},
	{lax: "erf", set: dtype.Float, out: same, one: (*ivy.Env).Erf},
	{lax: "erfc", set: dtype.Float, out: same, one: (*ivy.Env).Erfc},
	{lax: "erf_inv", set: dtype.Float, out: same, one: (*ivy.Env).Erfinv},
	{lax: "lgamma", set: dtype.Float, out: same, one: (*ivy.Env).Lgamma},
	{lax: "digamma", set: dtype.Float, out: same, one: psi},
	{np: "isnan", to: anyDtype, set: all, out: truth, one: (*ivy.Env).IsNan},
	{np: "isfinite", to: anyDtype, set: all, out: inexactly(truth), one: (*ivy.Env).IsFinite},
	{lax: "is_finite", set: dtype.Float, out: truth, one: (*ivy.Env).IsFinite},
	{np: "isinf", to: anyDtype, set: all, out: strongTruth, one: (*ivy.Env).IsInf},
	{np: "conj conjugate", to: anyDtype, set: all, out: same, one: conj},
	{np: "real", to: anyDtype, set: all, out: component, one: realPart},
	{np: "imag", to: anyDtype, set: all, out: component, one: imagPart},
	{lax: "real", set: dtype.Complex, out: component, one: (*ivy.Env).Real},
	{lax: "imag", set: dtype.Complex, out: component, one: (*ivy.Env).Imag},
	{np: "bitwise_invert bitwise_not invert", lax: "bitwise_not", to: anyDtype, set: bits, out: same, one: (*ivy.Env).BitwiseInvert},
	{np: "logical_not", to: anyDtype, set: all, out: scalarly(truth), one: (*ivy.Env).LogicalNot},
	{lax: "population_count", set: dtype.Integer, out: same, one: popCount},
	{lax: "clz", set: dtype.Integer, out: same, one: leadingZeros},

	{np: "add", to: anyDtype, set: all, out: same, two: (*ivy.Env).Add},
	{lax: "add", set: numbers, out: same, two: (*ivy.Env).Add},
	{np: "subtract", lax: "sub", to: anyDtype, set: numbers, out: same, two: (*ivy.Env).Subtract},
	{np: "multiply", to: anyDtype, set: all, out: same, two: (*ivy.Env).Multiply, masks: masked},
	{lax: "mul", set: numbers, out: same, two: (*ivy.Env).Multiply, masks: laxProduct},
	{np: "true_divide divide", to: toInexact, set: dtype.Inexact, out: same, two: divided, masks: maskedQuotient},
	{lax: "div", set: numbers, out: same, two: quotient},
	{lax: "rem", set: dtype.Real, out: same, two: remainder},
	{np: "remainder mod", to: toNumeric, set: dtype.Real, out: same, two: modulo},
	{np: "maximum", lax: "max", to: anyDtype, set: all, out: same, two: greater},
	{np: "minimum", lax: "min", to: anyDtype, set: all, out: same, two: lesser},
	{np: "arctan2", lax: "atan2", to: toInexact, set: dtype.Inexact, out: same, two: atan2},
	{np: "atan2", to: anyDtype, set: all, out: floated, two: promotedFirst(atan2)},
	{np: "nextafter", lax: "nextafter", to: toInexact, set: dtype.Float, out: same, two: (*ivy.Env).NextAfter},
	{np: "float_power", to: toInexact, set: dtype.Inexact, out: same, two: raised},
	{np: "bitwise_and", lax: "bitwise_and", to: anyDtype, set: bits, out: same, two: (*ivy.Env).BitwiseAnd},
	{np: "bitwise_or", lax: "bitwise_or", to: anyDtype, set: bits, out: same, two: (*ivy.Env).BitwiseOr},
	{np: "bitwise_xor", lax: "bitwise_xor", to: anyDtype, set: bits, out: same, two: (*ivy.Env).BitwiseXor},
	{np: "left_shift bitwise_left_shift", lax: "shift_left", to: toNumeric, set: dtype.Integer, out: same, two: (*ivy.Env).BitwiseLeftShift},
	{np: "right_shift bitwise_right_shift", to: toNumeric, set: dtype.Integer, out: same, two: (*ivy.Env).BitwiseRightShift},
	{lax: "shift_right_arithmetic", set: dtype.Integer, out: same, two: arithmeticShift},
	{lax: "shift_right_logical", set: dtype.Integer, out: same, two: logicalShift},
	{np: "equal", lax: "eq", to: anyDtype, set: all, out: truth, two: (*ivy.Env).Equal},
	{np: "not_equal", lax: "ne", to: anyDtype, set: all, out: truth, two: (*ivy.Env).NotEqual},
	{np: "less", to: anyDtype, set: all, out: truth, two: lexical((*ivy.Env).Less)},
	{np: "less_equal", to: anyDtype, set: all, out: truth, two: lexical((*ivy.Env).LessEqual)},
	{np: "greater", to: anyDtype, set: all, out: truth, two: lexical((*ivy.Env).Greater)},
	{np: "greater_equal", to: anyDtype, set: all, out: truth, two: lexical((*ivy.Env).GreaterEqual)},
	{lax: "lt", set: ordered, out: truth, two: (*ivy.Env).Less},
	{lax: "le", set: ordered, out: truth, two: (*ivy.Env).LessEqual},
	{lax: "gt", set: ordered, out: truth, two: (*ivy.Env).Greater},
	{lax: "ge", set: ordered, out: truth, two: (*ivy.Env).GreaterEqual},
	{np: "logical_and", to: anyDtype, set: all, out: scalarly(truth), two: (*ivy.Env).LogicalAnd},
	{np: "logical_or", to: anyDtype, set: all, out: scalarly(truth), two: (*ivy.Env).LogicalOr},
	{np: "logical_xor", to: anyDtype, set: all, out: scalarly(truth), two: (*ivy.Env).LogicalXor},
	{lax: "complex", set: dtype.Of(dtype.Float32, dtype.Float64), out: complexOf, two: joined},
}

var elementwise = append(ufuncRows(), []frontend.Func{
	{Path: "numpy.signbit", Sig: "x, /", Run: run(func(c call) any {
		x := c.arr("x")
		if isComplex(x) {
			c.Raise("ValueError", "signbit is not defined for %v", x.V.Dtype())
		}
		if isBool(x) {
			return c.wrap(c.e.ZerosLike(x.V), false)
		}
		return c.wrap(c.e.SignBit(x.V), false)
	})},
	{Path: "numpy.isposinf", Sig: "x, /, out=None", Run: infinite(math.Inf(1))},
	{Path: "numpy.isneginf", Sig: "x, /, out=None", Run: infinite(math.Inf(-1))},
	{Path: "numpy.isreal", Sig: "x", Run: run(func(c call) any { return c.imaginary((*ivy.Env).Equal) })},
	{Path: "numpy.iscomplex", Sig: "x", Run: run(func(c call) any { return c.imaginary((*ivy.Env).NotEqual) })},
	{Path: "numpy.rint", Sig: "x, /", Run: run(func(c call) any {
		x := c.arr("x")
		if !isInexact(x) {
			return c.to(x, c.defaults().Float, false)
		}
		return c.wrap(c.e.Round(x.V), x.Weak)
	})},
	{Path: "numpy.round", Sig: "a, decimals=0, out=None", Method: true, Run: round},
	{Path: "numpy.around", Sig: "a, decimals=0, out=None", Run: round},
	{Path: "numpy.copysign", Sig: "x1, x2, /", Run: run(func(c call) any {
		x := c.inexact(c.arr("x1"), c.arr("x2"))
		ranksFit(x[0].V, x[1].V)
		if isComplex(x[0]) {
			c.Raise("TypeError", "copysign does not take complex numbers")
		}
		c.broadcast(x[0].V.Shape(), x[1].V.Shape())
		return c.wrap(ranked((*ivy.Env).CopySign)(c.e, x[0].V, x[1].V), x[0].Weak)
	})},
	{Path: "numpy.floor_divide", Sig: "x1, x2, /", Run: run(func(c call) any {
		q, _ := c.divmod(true, false)
		return q
	})},
	{Path: "numpy.divmod", Sig: "x1, x2, /", Out: frontend.List, Run: run(func(c call) any {
		q, r := c.divmod(true, true)
		return []value{q, r}
	})},
	{Path: "numpy.fmod", Sig: "x1, x2, /", Run: run(func(c call) any {
		r, err := commonType(c.Namespace, c.arr("x1").Arg(), c.arr("x2").Arg())
		frontend.Check(err)
		x := c.numeric(c.arr("x1"), c.arr("x2"))
		ranksFit(x[0].V, x[1].V)
		if isComplex(x[0]) {
			c.Raise("TypeError", "fmod does not take complex numbers")
		}
		if r.Dtype.IsInteger() {
			x[1] = c.where(c.eq(x[1], 0), c.like(x[1], 1), x[1])
		}
		return c.wrap(ranked(remainder)(c.e, x[0].V, x[1].V), r.Weak)
	})},
	{Path: "numpy.power", Sig: "x1, x2, /", Run: power},
	{Path: "numpy.pow", Sig: "x1, x2, /", Run: power},
	{Path: "lax.pow", Sig: "x, y", Run: run(func(c call) any { return c.pow(c.arr("x"), c.arr("y"), sameRank) })},
	{Path: "lax.integer_pow", Sig: "x, y", Run: run(func(c call) any { return c.integerPow(c.arr("x"), c.Int("y")) })},
	{Path: "numpy.modf", Sig: "x, /, out=None", Out: frontend.List, Run: run(func(c call) any {
		c.none("out")
		x := c.inexact(c.arr("x"))[0]
		if isComplex(x) {
			c.Raise("TypeError", "modf does not take complex numbers")
		}
		whole := c.wrap(c.e.Trunc(x.V), x.Weak)
		return []value{c.sub(x, whole), whole}
	})},
	{Path: "numpy.frexp", Sig: "x, /", Out: frontend.List, Run: run(func(c call) any {
		x := c.inexact(c.arr("x"))[0]
		if isComplex(x) {
			c.Raise("TypeError", "frexp does not take complex numbers")
		}
		fraction, exponent := c.e.Frexp(x.V)
		return []value{c.wrap(fraction, false), c.wrap(exponent, false)}
	})},
	{Path: "numpy.ldexp", Sig: "x1, x2, /", Run: run(func(c call) any {
		x, y := c.arr("x1"), c.arr("x2")
		if isComplex(x) || isInexact(y) {
			c.Raise("ValueError", "ldexp does not take %v and %v", x.V.Dtype(), y.V.Dtype())
		}
		x = c.inexact(x)[0]
		c.broadcast(x.V.Shape(), y.V.Shape())
		return c.wrap(c.e.Ldexp(x.V, c.e.Astype(y.V, dtype.Int64)), false)
	})},
	{Path: "numpy.heaviside", Sig: "x1, x2, /", Run: run(func(c call) any {
		x := c.inexact(c.arr("x1"), c.arr("x2"))
		if isComplex(x[0]) {
			c.Raise("TypeError", "heaviside does not take complex numbers")
		}
		a := x[0] // in JAX's steps, whose weak types and errors are others than those of the row Heaviside
		return c.where(c.lt(a, c.like(a, 0)), c.like(a, 0), c.where(c.gt(a, c.like(a, 0)), c.like(a, 1), c.where(c.do("numpy.isnan", a), a, x[1])))
	})},
	{Path: "numpy.hypot", Sig: "x1, x2, /", Run: run(func(c call) any {
		x := c.inexact(c.arr("x1"), c.arr("x2"))
		if isComplex(x[0]) {
			c.Raise("ValueError", "hypot does not take complex numbers")
		}
		return c.wrap(ranked((*ivy.Env).Hypot)(c.e, x[0].V, x[1].V), c.scalarWeak(x...))
	})},
	{Path: "numpy.logaddexp", Sig: "x1, x2, /, *, out=None, where=None", Run: run(func(c call) any { return c.logAddExp(1) })},
	{Path: "numpy.logaddexp2", Sig: "x1, x2, /, *, out=None, where=None", Run: run(func(c call) any { return c.logAddExp(math.Ln2) })},
	{Path: "numpy.gcd", Sig: "x1, x2", Run: integers("gcd", (*ivy.Env).Gcd)},
	{Path: "numpy.lcm", Sig: "x1, x2", Run: integers("lcm", (*ivy.Env).Lcm)},
	{Path: "numpy.fmax", Sig: "x1, x2", Run: run(func(c call) any { return c.unlessNaN("numpy.greater") })},
	{Path: "numpy.fmin", Sig: "x1, x2", Run: run(func(c call) any { return c.unlessNaN("numpy.less") })},
	{Path: "numpy.sinc", Sig: "x, /", Run: run(func(c call) any {
		x := c.inexact(c.arr("x"))[0]
		zero := c.eq(x, c.like(x, 0))
		pi := c.mul(c.like(x, math.Pi), x)
		safe := c.where(zero, c.like(x, 1), pi)
		return c.where(zero, c.add(c.mul(pi, 0), c.like(x, 1)), c.div(c.do("numpy.sin", safe), safe))
	})},
	{Path: "numpy.bitwise_count", Sig: "x, /", Run: run(func(c call) any {
		x := c.numeric(c.arr("x"))[0]
		return c.to(c.do("lax.population_count", c.abs(x)), dtype.Uint8, false)
	})},
	{Path: "numpy.angle", Sig: "z, deg=False", Run: run(func(c call) any {
		z := c.arr("z")
		re, im := c.do("numpy.real", z), c.do("numpy.imag", z)
		if !isInexact(re) || isFloat(z) && z.V.Ndim() == 0 {
			d := c.defaults().Float
			re, im = c.to(re, d, false), c.to(im, d, false)
		}
		a := c.do("lax.atan2", im, re)
		if c.Bool("deg") {
			return c.do("numpy.degrees", a)
		}
		return a
	})},
	{Path: "lax.conj", Sig: "x", Run: run(func(c call) any {
		if !c.Has("x") {
			c.Raise("ValueError", "lax.conj: None has no dtype")
		}
		x := c.arr("x")
		if d := x.V.Dtype(); !dtype.Complex.Has(d) && d != dtype.Float32 && d != dtype.Float64 {
			c.Raise("TypeError", "lax.conj takes complex numbers, float32 and float64, not %v", d)
		}
		return c.wrap(toConj(c.e, x.V), x.Weak)
	})},
	{Path: "numpy.clip", Sig: "arr=None, /, min=None, max=None", Run: clip},
	{Path: ".clip", Sig: "self, /, min=None, max=None", Run: clip},
	{Path: "lax.clamp", Sig: "min, x, max", Run: run(func(c call) any {
		lo, x, hi := c.arr("min"), c.arr("x"), c.arr("max")
		for _, b := range []value{lo, hi} {
			if b.V.Dtype() != x.V.Dtype() || b.V.Ndim() != 0 && !equalShapes(b, x) {
				c.Raise("TypeError", "lax.clamp: bounds want x's dtype and shape (or no axes), not %v%v for %v%v", b.V.Dtype(), b.V.Shape(), x.V.Dtype(), x.V.Shape())
			}
		}
		weak := lo.Weak && x.Weak && hi.Weak
		if isComplex(x) { // by the real parts alone
			z := c.e.Where(c.e.GreaterEqual(c.e.Real(lo.V), c.e.Real(x.V)), lo.V, x.V)
			return c.wrap(c.e.Where(c.e.LessEqual(c.e.Real(z), c.e.Real(hi.V)), z, hi.V), weak)
		}
		return c.wrap(lesser(c.e, greater(c.e, x.V, lo.V), hi.V), weak)
	})},
	{Path: "numpy.nan_to_num", Sig: "x, copy=True, nan=0.0, posinf=None, neginf=None", Run: run(func(c call) any {
		x := c.arr("x")
		switch {
		case !isInexact(x):
			return x
		case isComplex(x):
			re := c.finite(c.do("numpy.real", x))
			return c.do("lax.complex", re, c.finite(c.do("numpy.imag", x)))
		}
		return c.finite(x)
	})},
	{Path: "numpy.isclose", Sig: "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", Run: run(func(c call) any { return c.isClose() })},
	{Path: "numpy.allclose", Sig: "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", Run: run(func(c call) any {
		return c.do("numpy.all", c.isClose())
	})},
	{Path: "numpy.array_equal", Sig: "a1, a2, equal_nan=False", Run: run(func(c call) any {
		a, b := c.made(c.Arg("a1")), c.made(c.Arg("a2"))
		if !equalShapes(a, b) {
			return c.wrap(c.e.Asarray(false), false)
		}
		eq := c.eq(a, b)
		if c.Bool("equal_nan") {
			eq = c.do("numpy.logical_or", eq, c.do("numpy.logical_and", c.do("numpy.isnan", a), c.do("numpy.isnan", b)))
		}
		return c.do("numpy.all", eq)
	})},
	{Path: "numpy.array_equiv", Sig: "a1, a2", Run: run(func(c call) any {
		a, b := c.made(c.Arg("a1")), c.made(c.Arg("a2"))
		if a.V.Ndim() != b.V.Ndim() && !fits(a.V.Shape(), b.V.Shape()) {
			return c.wrap(c.e.Asarray(false), false)
		}
		var equal *frontend.Array
		if err := frontend.Try(func() { equal = c.eq(a, b) }); frontend.Class(err) == "TypePromotionError" { // a ValueError, which array_equiv catches
			return c.wrap(c.e.Asarray(false), false)
		} else if err != nil {
			frontend.Check(err)
		}
		return c.do("numpy.all", equal)
	})},
}...)

func ufuncRows() (rows []frontend.Func) {
	for _, u := range ufuncs {
		if u.lax == "" || u.np != "" {
			rows = append(rows, ufunc{np: u.np, to: u.to, set: u.set, out: u.out, one: u.one, two: u.two, masks: u.masks}.rows()...)
		}
	}
	return rows
}

// laxElementwise are the same functions without promotion.
var laxElementwise = func() (rows []frontend.Func) {
	for _, u := range ufuncs {
		if u.lax != "" {
			row := ufunc{lax: u.lax, set: u.set, out: u.out, one: u.one, two: u.two}
			if u.np == "" {
				row.masks = u.masks
			}
			rows = append(rows, row.rows()...)
		}
	}
	return rows
}()

func equalShapes(a, b value) bool {
	p, q := a.V.Shape(), b.V.Shape()
	return len(p) == len(q) && fits(p, q) && a.V.Size() == b.V.Size()
}

func infinite(inf float64) func(*frontend.Call) any {
	return run(func(c call) any {
		c.none("out")
		x := c.arr("x")
		switch {
		case isComplex(x):
			c.Raise("ValueError", "infinities of a sign are not defined for complex numbers")
		case !isFloat(x):
			return c.wrap(c.e.Zeros(x.V.Shape(), dtype.Bool), false)
		}
		return c.wrap(c.e.Equal(x.V, c.like(x, inf).V), false)
	})
}

func (c call) imaginary(test binaryFunc) value {
	im := c.do("numpy.imag", c.arr("x"))
	return c.wrap(test(c.e, im.V, c.e.ZerosLike(im.V)), c.scalarWeak(im))
}

func round(fc *frontend.Call) any {
	return run(func(c call) any {
		x, n := c.arr("a"), c.Int("decimals")
		c.none("out")
		d := x.V.Dtype()
		switch {
		case d.IsInteger():
			if n < 0 {
				c.Raise("NotImplementedError", "round of integers to less than whole numbers (decimals=%d)", n)
			}
			return x
		case d.IsBool():
			c.Raise("ValueError", "round does not take bools")
		case n == 0:
			return c.wrap(c.e.Round(x.V), x.Weak)
		case float64(n) > math.Log10(maxOf(d.Component())):
			return x
		}
		in := d
		if d == dtype.Float16 {
			in = dtype.Float32
		}
		v := cast(c.Namespace, x.V, in)
		if d.IsComplex() {
			return c.wrap(joined(c.e, c.rounded(c.e.Real(v), n), c.rounded(c.e.Imag(v), n)), c.scalarWeak(x))
		}
		return c.wrap(cast(c.Namespace, c.rounded(v, n), d), c.scalarWeak(x) && in == d)
	})(fc)
}

// rounded returns real numbers to n decimals.
func (k calc) rounded(x *ivy.Array, n int) *ivy.Array {
	factor := math.Pow(10, float64(n))
	return overConstant(k.e, k.e.Round(k.e.Multiply(x, number(k.e, factor, x.Dtype()))), factor)
}

// divmod returns the floored quotient and the remainder.
func (c call) divmod(wantQ, wantR bool) (q, r value) {
	x := c.numeric(c.arr("x1"), c.arr("x2"))
	a, b := x[0], x[1]
	ranksFit(a.V, b.V)
	weak := a.Weak
	switch d := a.V.Dtype(); {
	case d.IsComplex():
		c.Raise("TypeError", "floor_divide does not take complex numbers")
	case d.IsUnsigned():
		q = c.wrap(ranked(quotient)(c.e, a.V, b.V), weak)
	case d.IsInteger():
		t, rem := ranked(quotient)(c.e, a.V, b.V), remainder(c.e, a.V, b.V)
		off := c.e.LogicalAnd(c.e.NotEqual(sign(c.e, a.V), sign(c.e, b.V)), c.e.NotEqual(rem, c.like(a, 0).V))
		q = c.wrap(t, weak)
		q = c.where(c.wrap(off, false), c.sub(q, 1), q)
	default:
		ranked((*ivy.Env).Add)(c.e, a.V, b.V)
		mod := remainder(c.e, a.V, b.V)
		zero := c.like(a, 0).V
		whole := c.e.Where(c.e.Equal(b.V, zero), a.V, c.e.Subtract(a.V, mod))
		div := divided(c.e, whole, b.V)
		off := c.e.LogicalAnd(c.e.NotEqual(mod, zero), c.e.NotEqual(sign(c.e, b.V), sign(c.e, mod)))
		if less := c.sub(c.wrap(div, weak), 1.0); less.V.Dtype() != d { // of a weak type that is not its kind's default
			c.Raise("TypeError", "%s: lax.select of %v and %v", c.Func.Path, less.V.Dtype(), d)
		}
		q = c.wrap(halfAway(c.e, c.e.Where(off, c.e.Subtract(div, c.like(a, 1).V), div)), weak)
		return q, c.wrap(c.e.Where(off, c.e.Add(mod, b.V), mod), weak)
	}
	if wantR {
		r = c.do("numpy.remainder", a, b)
	}
	return q, r
}

func power(fc *frontend.Call) any {
	return run(func(c call) any {
		for _, name := range []string{"x1", "x2"} {
			if _, isText := c.Arg(name).(string); isText { // whose dtype is looked at before any number is converted
				c.arr(name)
			}
		}
		if n, ok := c.index(c.Arg("x2")); ok {
			return c.integerPow(c.numeric(c.arr("x1"))[0], n)
		}
		x, y := c.arr("x1"), c.arr("x2")
		p := c.numeric(x, y)
		switch {
		case p[0].V.Dtype().IsInteger():
			return c.wrap(ranked(intPow)(c.e, p[0].V, p[1].V), false)
		case isInexact(x) && y.V.Dtype().IsInteger():
			return c.pow(x, y, ranked)
		}
		return c.pow(p[0], p[1], ranked)
	})(fc)
}

// index returns what Python's operator.index makes of v: a Python integer or bool, or an
// integer array without axes.
func (k calc) index(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case float64, complex128, string, nil:
		return 0, false
	}
	if _, list := frontend.Sequence(v); list {
		return 0, false
	}
	o, err := k.Namespace.Operand(v)
	if err != nil || o.A == nil || o.A.V.Ndim() != 0 || !o.A.V.Dtype().IsInteger() {
		return 0, false
	}
	return int(frontend.Number(o.A).Int64()), true
}

// integerPow multiplies x with itself, by squares.
func (k calc) integerPow(x value, n int) value {
	switch {
	case isBool(x):
		k.raise("TypeError", "integer_pow does not take bools")
	case n < 0 && !isInexact(x):
		k.raise("TypeError", "integers have no negative powers, %d here", n)
	case n == 0:
		return k.wrap(k.e.OnesLike(x.V), x.Weak)
	}
	acc := compose.Power(x.V, n, func(x, y *ivy.Array) *ivy.Array { return k.e.Multiply(x, y) })
	if n < 0 {
		acc = k.do("lax.div", k.constant(x, 1), k.wrap(acc, false)).V
	}
	return k.wrap(acc, x.Weak)
}

// pow is lax.pow: of inexact numbers to powers of the same dtype, or whole.
func (c call) pow(x, y value, shapes func(binaryFunc) binaryFunc) value {
	dx, dy := x.V.Dtype(), y.V.Dtype()
	if !dtype.Inexact.Has(dx) || dx != dy && !dy.IsInteger() {
		c.Raise("TypeError", "lax.pow does not take %v to the power %v", dx, dy)
	}
	weak := x.Weak && y.Weak
	return c.wrap(shapes(raised)(c.e, x.V, cast(c.Namespace, y.V, dx)), weak)
}

// logAddExp is log_b(b^x1 + b^x2) of the base whose logarithm is scale.
func (c call) logAddExp(scale float64) any {
	ufuncOperands(c.Call)
	x := c.inexact(c.arr("x1"), c.arr("x2"))
	a, b, d := x[0].V, x[1].V, x[0].V.Dtype()
	e := c.e
	if isComplex(x[0]) {
		factor := number(e, scale, d)
		top := ranked(greater)(e, a, b)
		delta := e.Subtract(e.Add(a, b), e.Multiply(top, number(e, 2, d)))
		z := e.Add(top, e.Divide(e.Log1p(e.Exp(e.Multiply(delta, factor))), factor))
		return c.wrap(joined(e, e.Real(z), c.wrapped(e.Imag(z), math.Pi/scale)), c.scalarWeak(x...))
	}
	if scale == 1 && dtype.Narrow.Has(d) { // each step is rounded
		top, delta := ranked(greater)(e, a, b), ranked((*ivy.Env).Subtract)(e, a, b)
		z := e.Add(top, e.Log1p(e.Exp(e.Negative(e.Abs(delta)))))
		return c.wrap(e.Where(e.IsNan(delta), e.Add(a, b), z), x[0].Weak)
	}
	if scale == 1 {
		return c.wrap(ranked((*ivy.Env).LogAddExp)(e, a, b), x[0].Weak)
	}
	// In float64, whose own scaling by log 2 is as exact as it gets.
	ln2 := e.Asarray(scale, dtype.Float64)
	wider := func(v *ivy.Array) *ivy.Array { return e.Multiply(e.Astype(v, dtype.Float64), ln2) }
	z := e.Divide(ranked((*ivy.Env).LogAddExp)(e, wider(a), wider(b)), ln2)
	return c.wrap(e.Astype(z, d), c.scalarWeak(x...))
}

// wrapped returns x, moved into −a … a by multiples of 2a.
func (k calc) wrapped(x *ivy.Array, a float64) *ivy.Array {
	d := x.Dtype()
	half, whole, zero := number(k.e, a, d), number(k.e, 2*a, d), number(k.e, 0, d)
	r := remainder(k.e, k.e.Add(x, half), whole)
	return k.e.Subtract(k.e.Where(k.e.Less(r, zero), k.e.Add(r, whole), r), half)
}

func integers(name string, f binaryFunc) func(*frontend.Call) any {
	return run(func(c call) any {
		x := c.common(c.arr("x1"), c.arr("x2"))
		if !x[0].V.Dtype().IsInteger() {
			c.Raise("ValueError", "%s takes integers, not %v", name, x[0].V.Dtype())
		}
		c.broadcast(x[0].V.Shape(), x[1].V.Shape())
		return c.wrap(f(c.e, x[0].V, x[1].V), c.scalarWeak(x...))
	})
}

func (c call) unlessNaN(test string) any {
	x, y := c.arr("x1"), c.arr("x2")
	first := c.do("numpy.bitwise_or", c.do(test, x, y), c.do("numpy.isnan", y))
	return c.where(first, x, y)
}

func clip(fc *frontend.Call) any {
	return run(func(c call) any {
		name := fc.Func.Signature().Params[0].Name
		if c.Arg(name) == nil {
			c.Raise("ValueError", "clip: no array")
		}
		x, lo, hi := c.arr(name), c.Arg("min"), c.Arg("max")
		for _, v := range []any{x, lo, hi} {
			if v != nil && isComplex(c.calc.array(v)) {
				c.Raise("ValueError", "complex numbers have no order: clip real or imaginary parts")
			}
		}
		if lo != nil {
			x = c.do("numpy.maximum", lo, x)
		}
		if hi != nil {
			x = c.do("numpy.minimum", hi, x)
		}
		return x
	})(fc)
}

// finite replaces NaN and infinities by nan_to_num's arguments.
func (c call) finite(x value) value {
	d := x.V.Dtype()
	bound := func(name string, otherwise float64) value {
		if !c.Has(name) {
			return c.to(c.like(x, otherwise), d, false)
		}
		return c.to(c.arr(name), d, false)
	}
	z := c.where(c.do("numpy.isnan", x), bound("nan", 0), x)
	z = c.where(c.do("numpy.isposinf", z), bound("posinf", maxOf(d)), z)
	return c.where(c.do("numpy.isneginf", z), bound("neginf", -maxOf(d)), z)
}

func (c call) isClose() value {
	x := c.inexact(c.arr("a"), c.arr("b"))
	a, b := x[0].V, x[1].V
	d := a.Dtype().Component()
	rtol, atol := c.to(c.arr("rtol"), d, false).V, c.to(c.arr("atol"), d, false).V
	e := c.e
	near := e.LessEqual(e.Abs(ranked((*ivy.Env).Subtract)(e, a, b)), e.Add(atol, e.Multiply(rtol, e.Abs(b))))
	z := e.LogicalOr(e.Equal(a, b), e.LogicalAnd(e.IsFinite(b), near))
	if c.Bool("equal_nan") {
		z = e.LogicalOr(z, e.LogicalAnd(e.IsNan(a), e.IsNan(b)))
	}
	return c.wrap(z, false)
}
