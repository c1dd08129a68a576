package torch

import (
	"fmt"
	"math"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// Complex32 is PyTorch's dtype of that name: complex numbers of two float16.
var Complex32 = half{}

type half struct{}

// Ivy returns the dtype that holds its values.
func (half) Ivy() dtype.Dtype { return dtype.Complex64 }

// String returns "complex32".
func (half) String() string { return "complex32" }

// dtypes are the names of dtypes in PyTorch.
var dtypes = map[string]any{
	"bool": dtype.Bool, "uint8": dtype.Uint8, "uint16": dtype.Uint16, "uint32": dtype.Uint32, "uint64": dtype.Uint64,
	"int8": dtype.Int8, "int16": dtype.Int16, "int32": dtype.Int32, "int64": dtype.Int64,
	"bfloat16": dtype.BFloat16, "float16": dtype.Float16, "float32": dtype.Float32, "float64": dtype.Float64,
	"complex32": Complex32, "complex64": dtype.Complex64, "complex128": dtype.Complex128,
	"short": dtype.Int16, "int": dtype.Int32, "long": dtype.Int64,
	"half": dtype.Float16, "float": dtype.Float32, "double": dtype.Float64,
	"chalf": Complex32, "cfloat": dtype.Complex64, "cdouble": dtype.Complex128,
}

// tensorNames are what Tensor.type() calls the dtypes.
var tensorNames = map[string]string{
	"bool": "Bool", "uint8": "Byte", "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long",
	"bfloat16": "BFloat16", "float16": "Half", "float32": "Float", "float64": "Double", "complex32": "ComplexHalf", "complex64": "ComplexFloat", "complex128": "ComplexDouble",
}

// dtypeOf returns an array's dtype as PyTorch's.
func dtypeOf(a *frontend.Array) any { return asDtype(typeOf(a)) }

func asDtype(r promote.Result) any {
	if r.Half {
		return Complex32
	}
	return r.Dtype
}

func typeOf(a *frontend.Array) promote.Result {
	return promote.Result{Dtype: a.V.Dtype(), Half: a.Half}
}

func itemSize(a *frontend.Array) int {
	if a.Half {
		return 4
	}
	return a.V.Dtype().Size()
}

// dtypeArg returns an argument that is a dtype; ok is false for None.
func dtypeArg(c *frontend.Call, name string) (r promote.Result, ok bool) {
	switch d := c.Arg(name).(type) {
	case nil:
		return r, false
	case string: // of the script's dtypes alone: PyTorch takes no names
		c.Raise("TypeError", "%s(): %s must be a dtype, not the string %q", c.Func.Path, name, d)
	case half:
		return promote.Result{Dtype: dtype.Complex64, Half: true}, true
	}
	return promote.Result{Dtype: c.Dtype(name)}, true
}

// dtypeOr is dtypeArg with what None stands for.
func dtypeOr(c *frontend.Call, name string, otherwise promote.Result) promote.Result {
	if r, ok := dtypeArg(c, name); ok {
		return r
	}
	return otherwise
}

// madeType returns the dtype of what a function makes: that of dtype=, or of out=, which
// must be the same, or otherwise.
func madeType(c *frontend.Call, otherwise promote.Result) promote.Result {
	r, asked := dtypeArg(c, "dtype")
	target := targetOf(c)
	switch {
	case target == nil && asked:
		return r
	case target == nil:
		return otherwise
	}
	if asked && r != typeOf(target) {
		c.Raise("RuntimeError", "dtype %s does not match dtype of out parameter (%s)", r, target.Type())
	}
	return typeOf(target)
}

// A kernels says what a function does with operands of each dtype, once they have one
// in common: in which dtype it computes, and of which its result is, or the class of
// the error that it is not implemented.
type kernels [dtype.Count + 1]kernel

type kernel struct {
	in, out rune
	class   string
}

// columns are the dtypes of the columns that parseKernels reads: bool, the integers that
// PyTorch has always had, the unsigned ones that came later, the floats and the complex.
var columns = [8]dtype.Set{dtype.Boolean, dtype.Signed | dtype.Of(dtype.Uint8), dtype.Of(dtype.Uint16, dtype.Uint32, dtype.Uint64),
	dtype.Of(dtype.BFloat16), dtype.Of(dtype.Float16), dtype.Of(dtype.Float32, dtype.Float64), dtype.Of(promote.Complex32), dtype.Complex}

// kernelsOf reads eight columns. In each is what the function does there:
//
//	.  computes in the dtype, which is the result's
//	F  computes in the default dtype
//	l  computes in int64
//	D  computes in float64 or complex128
//	b  gives bools, i int64, r a complex dtype's component, c a float's complex dtype
//	N, R, T  NotImplementedError, RuntimeError, TypeError
func kernelsOf(text string) *kernels {
	cells := strings.Fields(text)
	if len(cells) != len(columns) {
		panic(fmt.Sprintf("torch: %q has not %d columns", text, len(columns)))
	}
	k := new(kernels)
	for i, cell := range cells {
		for d := range k {
			if !columns[i].Has(dtype.Dtype(d)) {
				continue
			}
			switch what := rune(cell[0]); what {
			case '.', 'F', 'l', 'D':
				k[d] = kernel{in: what, out: what}
			case 'b', 'i', 'r', 'c':
				k[d] = kernel{in: '.', out: what}
			case 'N', 'R', 'T':
				k[d].class = map[rune]string{'N': "NotImplementedError", 'R': "RuntimeError", 'T': "TypeError"}[what]
			default:
				panic(fmt.Sprintf("torch: %q in %q", cell, text))
			}
		}
	}
	return k
}

// of returns the dtype in which a function computes operands that have type r in
// common, and its result's type.
func (k *kernels) of(n *frontend.Namespace, r promote.Result) (in, out promote.Result, err error) {
	at := r.Dtype
	if r.Half {
		at = promote.Complex32
	}
	cell := k[at]
	if cell.class != "" {
		return in, out, &frontend.Error{Framework: n.Name, Class: cell.class, Msg: "not implemented for " + r.String() + " (cast the operands, for example with .to(torch.float32))"}
	}
	return shift(n, r, cell.in), shift(n, r, cell.out), nil
}

func shift(n *frontend.Namespace, r promote.Result, what rune) promote.Result {
	switch what {
	case 'F':
		return promote.Result{Dtype: defaultFloat(n)}
	case 'l', 'i':
		return promote.Result{Dtype: dtype.Int64}
	case 'D':
		if r.Dtype.IsComplex() {
			return promote.Result{Dtype: dtype.Complex128}
		}
		return promote.Result{Dtype: dtype.Float64}
	case 'b':
		return promote.Result{Dtype: dtype.Bool}
	case 'r':
		return component(r)
	case 'c':
		if r.Dtype == dtype.Float16 {
			return promote.Result{Dtype: dtype.Complex64, Half: true}
		}
		return promote.Result{Dtype: r.Dtype.WithComplex()}
	}
	return r
}

// component returns the type of a complex type's parts, a real type itself.
func component(r promote.Result) promote.Result {
	switch {
	case r.Half:
		return promote.Result{Dtype: dtype.Float16}
	case r.Dtype.IsComplex():
		return promote.Result{Dtype: r.Dtype.Component()}
	}
	return r
}

// typing is k as a row of the table has it.
func (k *kernels) typing(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
	r, err := common(n, args...)
	if err != nil {
		return dtype.Invalid, r, err
	}
	in, out, err := k.of(n, r)
	return in.Dtype, out, err
}

// common returns the type that operands have in common.
func common(n *frontend.Namespace, args ...promote.Arg) (promote.Result, error) {
	if len(args) == 1 && args[0].Scalar == dtype.NoKind {
		return promote.Result{Dtype: args[0].Dtype, Half: args[0].Half}, nil
	}
	if len(args) == 2 {
		if r := n.Rule().Promote(promote.ClassOf(args[0]), promote.ClassOf(args[1])); r.Dtype != dtype.Invalid {
			return r, nil
		}
	}
	return promote.Fold(n.Rule().Rule(), args...)
}

// cast is C's: floats become integers by truncation, those out of range what x86 makes
// of them; wide numbers become narrow floats by way of float32; complex numbers lose
// their imaginary part.
func cast(n *frontend.Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array {
	e, from := n.Env(), x.Dtype()
	if from == d {
		return x
	}
	if from.IsComplex() && !d.IsComplex() && d != dtype.Bool {
		return cast(n, e.Real(x), d)
	}
	switch {
	case dtype.Narrow.Has(d) && from != dtype.Float32 && !dtype.Narrow.Has(from):
		return e.Astype(e.Astype(x, dtype.Float32), d)
	case from.IsFloat() && d.IsInteger():
		return truncated(e, x, d)
	}
	return e.Astype(x, d)
}

// truncated casts floats to integers as x86 does: what the register of 32 or 64 bits
// does not hold becomes its least integer, then the high bits go.
func truncated(e *ivy.Env, x *ivy.Array, d dtype.Dtype) *ivy.Array {
	if dtype.Narrow.Has(x.Dtype()) {
		x = e.Astype(x, dtype.Float32)
	}
	via, limit := dtype.Int64, 0x1p63
	if d.Bits() < 32 || d == dtype.Int32 {
		via, limit = dtype.Int32, 0x1p31
	}
	number := func(f float64) *ivy.Array { return e.Full(nil, f, x.Dtype()) }
	least := e.Full(nil, dtypeMin(via), via)
	inRange := e.LogicalAnd(e.GreaterEqual(x, number(-limit)), e.Less(x, number(limit)))
	z := e.Where(inRange, e.Astype(x, via), least)
	if d == dtype.Uint64 {
		return e.Where(e.GreaterEqual(x, number(limit)), e.Astype(x, d), e.Astype(z, d))
	}
	return e.Astype(z, d)
}

func dtypeMin(d dtype.Dtype) backend.Scalar {
	if d == dtype.Int32 {
		return backend.IntScalar(math.MinInt32)
	}
	return backend.IntScalar(math.MinInt64)
}

// put makes a scalar an element: integers wrap.
func put(n *frontend.Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array {
	e := n.Env()
	switch {
	case v.Kind == dtype.KindComplex:
		if d.IsComplex() {
			return e.Asarray(v, d)
		}
		return cast(n, e.Asarray(v.Complex128(), dtype.Complex128), d)
	case v.IsInteger() && d.IsInteger():
		if v.Kind == dtype.KindUint {
			return e.Astype(e.Full(nil, v, dtype.Uint64), d)
		}
		return e.Astype(e.Full(nil, v, dtype.Int64), d)
	case v.Kind == dtype.KindFloat && (d.IsInteger() || dtype.Narrow.Has(d)):
		return cast(n, e.Full(nil, v.Float64(), dtype.Float64), d)
	case v.IsInteger() && dtype.Narrow.Has(d):
		return cast(n, e.Full(nil, float64(v.Float64()), dtype.Float64), d)
	}
	return e.Asarray(v, d)
}

// elementOf returns the scalar of which Asarray makes what put does, if nothing is cut off.
func elementOf(_ *frontend.Namespace, v backend.Scalar, d dtype.Dtype) (e backend.Scalar, ok bool) {
	switch {
	case v.Kind == dtype.KindComplex && !d.IsComplex(), v.Kind == dtype.KindFloat && d.IsInteger(), !v.Fits(d):
		return v, false
	case v.Kind != dtype.KindBool && dtype.Narrow.Has(d):
		return backend.FloatScalar(float64(float32(v.Float64()))), true
	}
	return v, true
}

// finish rounds the parts of a result of complex32 to float16.
func finish(n *frontend.Namespace, a *frontend.Array) {
	if a.Half {
		a.V = rounded(n, a.V)
	}
}

// rounded returns complex64 numbers with parts that float16 holds.
func rounded(n *frontend.Namespace, x *ivy.Array) *ivy.Array {
	room(x.Shape(), 8)
	z := reading.Values[complex64](x)
	for i, v := range z {
		z[i] = complex(dtype.HalfFromFloat32(real(v)).Float32(), dtype.HalfFromFloat32(imag(v)).Float32())
	}
	return n.Env().Reshape(n.Env().Asarray(z), x.Shape())
}

// joined returns the complex numbers of float parts of one shape, bit by bit.
func joined(n *frontend.Namespace, re, im *ivy.Array) *ivy.Array {
	d := re.Dtype().WithComplex()
	if dtype.Narrow.Has(re.Dtype()) {
		re, im = n.Env().Astype(re, dtype.Float32), n.Env().Astype(im, dtype.Float32)
	}
	room(re.Shape(), 2*d.Size())
	return compose.Complex(n.Env(), re, im)
}

// dtypesFuncs are the functions of dtypes and settings.
var dtypesFuncs = append(castMethods(), []frontend.Func{
	{Path: "set_default_dtype", Sig: "d, /", Out: frontend.None, Run: func(c *frontend.Call) any {
		r, ok := dtypeArg(c, "d")
		if !ok || !r.Dtype.IsFloat() {
			c.Raise("TypeError", "only floating-point types are supported as the default type, not %s", c.Shown(c.Arg("d")))
		}
		rule, err := RuleOf(r.Dtype)
		frontend.Check(err)
		c.Set(settings{r.Dtype}, rule)
		return nil
	}},
	{Path: "get_default_dtype", Sig: "", Out: frontend.Value, Run: func(c *frontend.Call) any { return defaultFloat(c.Namespace) }},
	{Path: "promote_types", Go: "PromoteDtypes", Sig: "type1, type2", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a, aok := dtypeArg(c, "type1")
		b, bok := dtypeArg(c, "type2")
		if !aok || !bok {
			c.Raise("TypeError", "promote_types() wants two dtypes")
		}
		r, err := common(c.Namespace, promote.Arg{Dtype: a.Dtype, Half: a.Half, Rank: 1}, promote.Arg{Dtype: b.Dtype, Half: b.Half, Rank: 1})
		frontend.Check(err)
		return asDtype(r)
	}},
	{Path: "result_type", Go: "ResultTypeOf", Sig: "tensor, other", Out: frontend.Value, Run: func(c *frontend.Call) any {
		r, err := common(c.Namespace, number(c, "tensor").Arg, number(c, "other").Arg)
		frontend.Check(err)
		return asDtype(r)
	}},
	{Path: "can_cast", Go: "CanCastTo", Sig: "from_, to", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a, aok := dtypeArg(c, "from_")
		b, bok := dtypeArg(c, "to")
		if !aok || !bok {
			c.Raise("TypeError", "can_cast() wants two dtypes")
		}
		return CanCast(a.Dtype, b.Dtype)
	}},
	{Path: "is_tensor", Sig: "obj", Out: frontend.Value, Run: func(c *frontend.Call) any { return ours(c.Namespace, c.Arg("obj")) != nil }},
	{Path: "is_complex", Sig: "input", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "input").V.Dtype().IsComplex() }},
	{Path: "is_floating_point", Sig: "input", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "input").V.Dtype().IsFloat() }},
	{Path: ".is_signed", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any {
		d := tensor(c, "self").V.Dtype()
		return !d.IsBool() && !d.IsUnsigned()
	}},
	{Path: ".type", Sig: "self, dtype=None, non_blocking=False", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		if text, isText := c.Arg("dtype").(string); isText { // the name of a type: "torch.FloatTensor"
			for name, kind := range tensorNames {
				if d, ok := dtypes[name].(dtype.Dtype); ok && text == "torch."+kind+"Tensor" {
					return to(c, a, promote.Result{Dtype: d}, false)
				}
			}
			c.Raise("ValueError", "invalid type: '%s'", text)
		}
		if r, ok := dtypeArg(c, "dtype"); ok {
			return to(c, a, r, false)
		}
		return "torch." + tensorNames[typeOf(a).String()] + "Tensor"
	}},
	{Path: ".to", Go: "To", Sig: "self, device=None, dtype=None, non_blocking=False, copy=False, *, tensor=None, memory_format=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		only(c, "memory_format", nil)
		device(c, "device")
		boolean(c, "non_blocking")
		r := typeOf(a)
		if c.Has("tensor") {
			if c.Has("dtype") || c.Has("device") {
				c.Raise("TypeError", "to() received an invalid combination of arguments - a tensor with a dtype or a device")
			}
			r = typeOf(tensor(c, "tensor"))
		}
		return to(c, a, dtypeOr(c, "dtype", r), boolean(c, "copy"))
	}},
	{Path: ".type_as", Sig: "self, other", Run: func(c *frontend.Call) any { return to(c, tensor(c, "self"), typeOf(tensor(c, "other")), false) }},
}...)

// castMethods are Tensor.float() and its like.
func castMethods() (rows []frontend.Func) {
	for _, name := range []string{"bool", "byte", "char", "short", "int", "long", "half", "bfloat16", "float", "double", "chalf", "cfloat", "cdouble"} {
		var r promote.Result
		switch d := dtypes[name].(type) {
		case half:
			r = promote.Result{Dtype: dtype.Complex64, Half: true}
		case dtype.Dtype:
			r.Dtype = d
		default:
			r.Dtype = map[string]dtype.Dtype{"byte": dtype.Uint8, "char": dtype.Int8}[name]
		}
		goName := ""
		if name == "half" { // Tensor has a field of that name
			goName = "ToHalf"
		}
		rows = append(rows, frontend.Func{Path: "." + name, Go: goName, Sig: "self, memory_format=None", Run: func(c *frontend.Call) any {
			only(c, "memory_format", nil)
			return to(c, tensor(c, "self"), r, false)
		}})
	}
	return rows
}

// to returns a as a tensor of type r: a itself if it is one and copying is not asked.
func to(c *frontend.Call, a *frontend.Array, r promote.Result, copied bool) *frontend.Array {
	if typeOf(a) == r && !copied {
		return a
	}
	return c.Result(a.V, r)
}
