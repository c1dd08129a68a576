package tensorflow

import (
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// TensorFlow is tensorflow with settings, on one backend. Package-level functions are
// those of plain TensorFlow 2 on the backend of package ivy.
type TensorFlow struct{ *frontend.Namespace }

// Config are a TensorFlow's settings. Mode is "" for plain TensorFlow 2, or the
// dtype_conversion_mode of NumPy's behaviour: "all", "safe" or "legacy". Backend is the
// backend's name, "" for that of package ivy.
type Config struct{ Mode, Backend string }

// rules are the promotion rules of the modes.
var rules = map[string]promote.Rule{"": Plain, "off": Plain, "all": All, "safe": Safe, "legacy": Legacy}

// New returns a TensorFlow with these settings.
func New(c Config) (*TensorFlow, error) {
	rule, ok := rules[c.Mode]
	if !ok {
		return nil, modeError(c.Mode)
	}
	n, err := frontend.NewOn(Framework, c.Backend, c, rule)
	if err != nil {
		return nil, err
	}
	return &TensorFlow{n}, nil
}

func modeError(mode string) error {
	return &frontend.Error{Framework: "tensorflow", Class: "ValueError", Msg: "there is no dtype_conversion_mode " + mode + ": want all, safe, legacy or off"}
}

var std = &TensorFlow{frontend.New(Framework, ivy.Standard(), Config{}, Plain)}

// modeOf returns the mode of a namespace.
func modeOf(n *frontend.Namespace) string {
	mode := n.Settings().(Config).Mode
	if mode == "off" {
		return ""
	}
	return mode
}

// flexible reports whether a namespace promotes by tables with weak dtypes.
func flexible(n *frontend.Namespace) bool {
	mode := modeOf(n)
	return mode == "all" || mode == "safe"
}

// Framework is what a program needs that drives the frontend by names.
var Framework = &frontend.Framework{
	Name:         "tensorflow",
	Functions:    functions,
	Dtypes:       dtypesByName(),
	Python:       pythonType,
	Own:          own,
	Public:       func(a *frontend.Array) any { return (*Tensor)(a) },
	Array:        fromList,
	ArrayType:    "Tensor",
	OperandError: "ValueError",
	Cast:         cast,
	Put:          put,
	Element:      elementOf,
	Finish:       finish,
	Classes: map[error]string{ivy.ErrShape: invalidArgument, ivy.ErrDtype: invalidArgument, ivy.ErrIndex: invalidArgument,
		ivy.ErrValue: invalidArgument, ivy.ErrUnsupported: notFound, ivy.ErrBackend: "InternalError", ivy.ErrDevice: invalidArgument},
	Operators: map[string]string{
		"+": ".__add__", "-": ".__sub__", "*": ".__mul__", "/": ".__truediv__", "//": ".__floordiv__", "%": ".__mod__", "**": ".__pow__", "@": ".__matmul__",
		"&": ".__and__", "|": ".__or__", "^": ".__xor__", "==": ".__eq__", "!=": ".__ne__", "<": ".__lt__", "<=": ".__le__", ">": ".__gt__", ">=": ".__ge__",
		"neg": ".__neg__", "pos": ".__pos__", "~": ".__invert__", "abs": ".__abs__",
	},
	Attributes: map[string]func(*frontend.Array) any{
		"shape": func(a *frontend.Array) any { return a.V.Shape() },
		"dtype": func(a *frontend.Array) any { return a.V.Dtype() },
		"ndim":  func(a *frontend.Array) any { return a.V.Ndim() },
		"size": func(a *frontend.Array) any {
			likeArrays(a.NS, "size")
			if a.V.Ndim() == 0 { // the product of no lengths, which is a float in NumPy
				return 1.0
			}
			return a.V.Size()
		},
		"T": func(a *frontend.Array) any {
			return (*Tensor)(a).T()
		},
		"data": func(a *frontend.Array) any {
			likeArrays(a.NS, "data")
			return (*Tensor)(a)
		},
		"device": func(a *frontend.Array) any { return deviceName(string(a.V.Device())) },
	},
	Texts: texts,
	Types: []*frontend.Type{generatorType},
}

// CheckMethod ends a look-up of a method of NumPy's arrays, such as flatten, with an AttributeError
// without NumPy's behaviour, with which alone tensors have it.
func CheckMethod(n *frontend.Namespace, name string) { likeArrays(n, name) }

// likeArrays refuses what tensors have of NumPy's arrays with NumPy's behaviour alone.
func likeArrays(n *frontend.Namespace, name string) {
	if modeOf(n) == "" {
		frontend.Raise(n.Name, "AttributeError", "Tensor has no attribute %s (only with NumPy's behaviour: make a namespace with a Mode)", name)
	}
}

// pythonType returns the dtype of one of Python's types: TensorFlow has none for int and complex,
// tf.experimental.numpy has NumPy's, of 32 bits in the modes all and safe.
func pythonType(c *frontend.Call, p frontend.PythonType) dtype.Dtype {
	d := p.Dtype()
	numpy := strings.HasPrefix(c.Func.Path, tnp) && c.Func.Path != tnp+"var" || c.Func.Path == ".mean"
	switch {
	case !numpy && d == dtype.Float64:
		return dtype.Float32
	case !numpy && d != dtype.Bool:
		return dtype.Invalid
	case c.Func.Path == tnp+"promote_types" || !flexible(c.Namespace):
		return d
	case d == dtype.Int64:
		return dtype.Int32
	case d == dtype.Float64:
		return dtype.Float32
	}
	return d
}

// The classes of TensorFlow's errors that most functions have.
const (
	invalidArgument = "InvalidArgumentError"
	notFound        = "NotFoundError"
	typeError       = "TypeError"
	valueError      = "ValueError"
	overflowError   = "OverflowError"
	unimplemented   = "UnimplementedError"
)

var functions = frontend.NewTable(refusing(creation, elementwise, operators, methods, numpyElementwise, indexing, linalg, factorizations, bandedMatrices, manipulation, nn, convolutions, randoms, searching, set, signal, sorting, statistical))

func init() {
	// Checked here: the table needs no function that is missing for an operator.
	for _, path := range Framework.Operators {
		functions.Must(path)
	}
}

// Kw is an argument by its name: tensorflow.ReduceSum(x, tensorflow.Kw("axis", 0)).
func Kw(name string, v any) frontend.Named { return frontend.Named{Name: name, Value: v} }

// A Tensor is TensorFlow's Tensor, or with Weak its WeakTensor.
type Tensor frontend.Array

func own(x any) *frontend.Array {
	a, _ := x.(*Tensor)
	return (*frontend.Array)(a)
}

// Ivy returns the array of the unified API.
func (a *Tensor) Ivy() *ivy.Array { return a.V }

// Operand makes a an operand of the unified API: see [ivy.Operand].
func (a *Tensor) Operand() (x *ivy.Array, weak bool) { return (*frontend.Array)(a).Operand() }

// Dtype returns the dtype of the elements.
func (a *Tensor) Dtype() dtype.Dtype { return a.V.Dtype() }

// Shape returns the lengths of the axes.
func (a *Tensor) Shape() []int { return a.V.Shape() }

// Ndim returns the number of axes.
func (a *Tensor) Ndim() int { return a.V.Ndim() }

// Size returns the number of elements.
func (a *Tensor) Size() int { return a.V.Size() }

// WeakType reports whether it is a WeakTensor, whose dtype gives way to others.
func (a *Tensor) WeakType() bool { return a.Weak }

// T returns the tensor with its axes turned around. It is there with NumPy's behaviour only.
func (a *Tensor) T() *Tensor {
	x := (*frontend.Array)(a)
	return (*Tensor)(a.NS.CallN(transposed, []any{x}))
}

// Get returns the elements that a key names, as x[key] does in Python, with the tensor's dtype: a key is
// an int, a slice ([ivy.Slice]), [ivy.Ellipsis], nil for a new axis, or a tensor without axes of int32 or
// int64. A bool tensor alone picks the elements where it is true. It panics with a TypeError for
// other keys, and an InvalidArgumentError for an index out of range or more keys than axes.
func (a *Tensor) Get(key ...any) *Tensor {
	return (*Tensor)(a.NS.CallN(indexed, append([]any{(*frontend.Array)(a)}, key...)))
}

// indexed is indexing as a function, whose errors are TensorFlow's.
var indexed = frontend.NewTable([]frontend.Func{{Path: "__getitem__", Sig: "self, *key", Run: func(c *frontend.Call) any {
	o, err := c.Namespace.Operand(c.Arg("self"))
	frontend.Check(err)
	given := c.Rest("key")
	keys := make([]any, len(given))
	for i, k := range given {
		keys[i] = indexOf(c, k, len(given))
	}
	z := c.Wrap(c.Env().GetItem(o.A.V, keys...))
	z.Weak = o.A.Weak
	return z
}}}).Must("__getitem__")

// indexOf returns one of so many keys as [ivy.Env.GetItem] takes it.
func indexOf(c *frontend.Call, key any, of int) any {
	switch k := key.(type) {
	case nil:
		return ivy.NewAxis
	case int, ivy.Span:
		return k
	}
	if key == any(ivy.Ellipsis) || key == any(ivy.NewAxis) {
		return key
	}
	if o, err := c.Namespace.Operand(key); err == nil && o.A != nil {
		switch d := o.A.V.Dtype(); {
		case d == dtype.Bool && of == 1 && o.A.V.Ndim() == 0:
			c.Raise(valueError, "mask cannot be scalar.")
		case d == dtype.Bool && of == 1, (d == dtype.Int32 || d == dtype.Int64) && o.A.V.Ndim() == 0:
			return o.A.V
		}
	}
	c.Raise(typeError, "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid indices, got %v", key)
	return nil
}

// transposed is the attribute T as a function, whose errors are TensorFlow's.
var transposed = func() *frontend.Func {
	return frontend.NewTable([]frontend.Func{{Path: "T", Sig: "self, /", Run: func(c *frontend.Call) any {
		likeArrays(c.Namespace, "T")
		return call(c, tnp+"transpose", c.Arg("self"))
	}}}).Must("T")
}()

func dtypesByName() map[string]any {
	m := map[string]any{"half": dtype.Float16, "double": dtype.Float64}
	for _, d := range dtype.All.Dtypes() {
		m[d.String()] = d
	}
	return m
}

// finish: there are no weak bools.
func finish(_ *frontend.Namespace, a *frontend.Array) {
	if a.Weak && a.V.Dtype() == dtype.Bool {
		a.Weak = false
	}
}

// cast is tf.cast: a complex number's real part, and else C's.
func cast(n *frontend.Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array {
	if x.Dtype() == d {
		return x
	}
	if x.Dtype().IsComplex() && !d.IsComplex() {
		x = n.Env().Real(x)
	}
	return n.Env().Astype(x, d)
}

// put makes a scalar a tensor; integers wrap.
func put(n *frontend.Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array {
	if v.IsInteger() && !v.Fits(d) {
		if d.IsInteger() || d == dtype.Bool {
			return n.Env().Astype(n.Env().Asarray(backend.IntScalar(int64(v.Uint64())), dtype.Int64), d)
		}
		return n.Env().Astype(n.Env().Asarray(backend.FloatScalar(v.Float64()), dtype.Float64), d)
	}
	switch {
	case v.Kind == dtype.KindComplex && !d.IsComplex():
		v = backend.FloatScalar(v.Float64())
		fallthrough
	case v.Kind == dtype.KindFloat && !d.IsFloat() && !d.IsComplex():
		return n.Env().Astype(n.Env().Asarray(v, dtype.Float64), d)
	case v.Kind == dtype.KindFloat && d != dtype.Float64 || v.Kind == dtype.KindInt && d.IsFloat():
		return n.Env().Astype(n.Env().Asarray(v, dtype.Float64), d)
	}
	return n.Env().Asarray(v, d)
}

// elementOf returns the scalar of which Asarray makes what put does, if nothing is cut off.
func elementOf(_ *frontend.Namespace, v backend.Scalar, d dtype.Dtype) (e backend.Scalar, ok bool) {
	switch {
	case !v.Fits(d), v.Kind == dtype.KindComplex && !d.IsComplex(), v.Kind == dtype.KindFloat && !dtype.Inexact.Has(d):
		return v, false
	case v.IsInteger() && d.IsFloat():
		return backend.FloatScalar(v.Float64()), true
	}
	return v, true
}

// wide reports whether int32 does not hold an integer scalar.
func wide(v backend.Scalar) bool { return v.IsInteger() && !v.Fits(dtype.Int32) }

// fromList makes a tensor of Python's lists: of the default dtype of what is in them.
func fromList(n *frontend.Namespace, x any) *frontend.Array {
	o := input{list: x}
	if kind, ok := listKind(n, x); ok {
		o.Arg = promote.Arg{Scalar: kind}
		return n.Wrap(o.as(n, o.def(n)))
	}
	return n.Wrap(stacked(n, x, dtype.Invalid))
}
