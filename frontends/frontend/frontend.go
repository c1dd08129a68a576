// Package frontend is what the frontends share, and what a program needs that drives
// them all by name, as the script does: namespaces with their settings, tables of
// functions under the framework's own names and signatures, arrays with what a
// framework knows of them in addition to a dtype, errors with a framework's class.
//
// A frontend does its framework's promotion itself and calls the unified API with
// operands of one dtype, so what the unified API promotes never counts.
package frontend

import (
	"math"
	"sync/atomic"

	"github.com/goivy/goivy/frontends/internal/operand"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// A Framework is what all namespaces of a frontend have in common. It never changes.
type Framework struct {
	Name      string         // "jax"
	Functions *Table         // in every namespace of it
	Dtypes    map[string]any // the dtypes by their names: "float32", "long"; values are dtypes or what the frontend has

	// Python, if there is one, returns the dtype that a function takes one of Python's types for,
	// Invalid for none.
	Python func(c *Call, p PythonType) dtype.Dtype

	// Arranges says that the layout of operands which share memory decides on that of results. Such
	// operands do not take the short ways of functions element by element.
	Arranges bool

	// Own returns x as an Array if it is one of this frontend's, else nil, and Public an
	// Array as the frontend's own type.
	Own    func(x any) *Array
	Public func(a *Array) any

	// Array makes an array of nested Go slices of numbers and of arrays, which are
	// Python's lists. ScalarError is the class of error for a value that is no operand.
	Array        func(n *Namespace, x any) *Array
	OperandError string

	// ListError is the class of error for a list or a tuple together with an array under one of
	// Python's operators, "" if the function behind the operator looks at it.
	ListError string

	// Tuples says that functions tell tuples from lists: a program's tuple comes as a Tuple, a list as a []any.
	Tuples bool

	// ArrayType is what the framework calls the type of its arrays in messages: "Tensor".
	// It is "array" if there is none here.
	ArrayType string

	// Adopt, if there is one, makes an array from outside the frontend one that it can
	// have: of a dtype that its settings allow.
	Adopt func(n *Namespace, x *ivy.Array) *ivy.Array

	// Cast is the framework's cast, to another dtype; Put makes a scalar an element of a
	// dtype, as with an array of it. Element returns the scalar that the unified API
	// makes that element; ok is false where there is none, which Put sees to.
	Cast    func(n *Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array
	Put     func(n *Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array
	Element func(n *Namespace, v backend.Scalar, d dtype.Dtype) (e backend.Scalar, ok bool)

	// Finish, if there is one, sees every result before it is returned.
	Finish func(n *Namespace, a *Array)

	// Classes are the framework's names for the unified API's kinds of errors.
	Classes map[error]string

	// Operators are the paths of the functions behind Python's operators: "+", "neg" for
	// a minus with one operand, "pos", "~", "abs"; "+=" where it is in place. A missing
	// one is a TypeError.
	Operators map[string]string

	// Texts are the framework's own texts of its values.
	Texts Texts

	// Attributes are what Python's arrays have that is no function: "shape".
	Attributes map[string]func(a *Array) any

	// Types are the classes of objects that are no arrays.
	Types []*Type
}

// A Namespace is a framework with settings, on the backend of an Env.
type Namespace struct {
	*Framework
	*shared
	env   *ivy.Env
	outer *Namespace // that in whose place this one stands while a function is called, else nil
}

// shared is what a namespace has in common with those that stand for it while a function is called.
type shared struct {
	state    atomic.Pointer[state]
	printing atomic.Pointer[Printing]
	locals   locals
}

type state struct {
	settings    any
	rule        *promote.Table
	scalarPlans []atomic.Pointer[scalarPlans] // by the functions' positions in the table
}

// New returns a namespace whose arrays are made through env, with the frontend's own
// settings and the promotion rule that follows from them.
func New(f *Framework, env *ivy.Env, settings any, rule promote.Rule) *Namespace {
	n := &Namespace{Framework: f, shared: new(shared), env: env}
	n.Set(settings, rule)
	return n
}

// NewOn is New for an Env of its own on the named backend, or for the standard Env if
// there is no name.
func NewOn(f *Framework, backendName string, settings any, rule promote.Rule) (*Namespace, error) {
	if backendName == "" {
		return New(f, ivy.Standard(), settings, rule), nil
	}
	env, err := ivy.NewEnv(backendName)
	if err != nil {
		return nil, err
	}
	return New(f, env, settings, rule), nil
}

// Set changes the settings and the rule.
func (n *Namespace) Set(settings any, rule promote.Rule) {
	s := &state{settings: settings}
	if old := n.state.Load(); old != nil && old.rule.Rule() == rule {
		s.rule = old.rule
	} else {
		s.rule = promote.Compile(rule)
	}
	if n.Functions != nil {
		s.scalarPlans = make([]atomic.Pointer[scalarPlans], len(n.Functions.funcs))
	}
	n.state.Store(s)
}

// Settings returns the frontend's own settings.
func (n *Namespace) Settings() any { return n.state.Load().settings }

// Rule returns the promotion rule, compiled.
func (n *Namespace) Rule() *promote.Table { return n.state.Load().rule }

// Env returns the Env through which the namespace calls the unified API.
func (n *Namespace) Env() *ivy.Env { return n.env }

// SetEnv has the namespace call the unified API through env, which is derived from the Env that it
// had. It is not for namespaces that several goroutines use.
func (n *Namespace) SetEnv(env *ivy.Env) { n.env = env }

// An Array is an array as a framework has it. Each frontend has a type of its own
// with the same fields.
type Array struct {
	V    *ivy.Array // the elements
	Weak bool       // of a weak type (JAX, TensorFlow), or ambiguous (anvil)
	Half bool       // PyTorch's complex32: V is complex64 and its parts are float16 values

	// Number is the kind of a result that is no array in the framework but a plain Python
	// number, NoKind of an array. V is 0-d then.
	Number dtype.Kind

	// Scalar tells NumPy's scalars from its arrays without axes: a numpy.float32 is no
	// ndarray, though functions take either. V is 0-d then.
	Scalar bool

	NS *Namespace // whose functions the array's methods are

	// Memory is what a frontend knows of an array that shares its elements with others;
	// nil of one that does not.
	Memory any
}

// Wrap returns x as an array of n.
func (n *Namespace) Wrap(x *ivy.Array) *Array { return &Array{V: x, NS: n} }

// Operand makes a an operand of the unified API. Its dtype gives way to others if it is weak or
// ambiguous, or that of a plain Python number.
func (a *Array) Operand() (x *ivy.Array, weak bool) {
	if a == nil {
		return nil, false
	}
	return a.V, a.Weak || a.Number != dtype.NoKind
}

// Arg returns what a promotion rule may know of a.
func (a *Array) Arg() promote.Arg {
	if a.Number != dtype.NoKind {
		return promote.Scalar(a.Number)
	}
	return promote.Arg{Dtype: a.V.Dtype(), Weak: a.Weak, Half: a.Half, Rank: a.V.Ndim()}
}

// Type returns a's dtype with what else the framework knows of it, as the golden
// tables write it: "int8", "int8*", "complex32", "py:int".
func (a *Array) Type() string {
	if a.Number != dtype.NoKind {
		return "py:" + a.Number.String()
	}
	return promote.Result{Dtype: a.V.Dtype(), Weak: a.Weak, Half: a.Half}.String()
}

// own returns x as an array if it is one of this framework's.
func (n *Namespace) own(x any) *Array {
	if a := n.Own(x); a != nil {
		return a
	}
	if a, ok := x.(*Array); ok && a != nil && a.NS.Framework == n.Framework {
		return a
	}
	return nil
}

// An Operand is an argument of a function: an array, or a Python scalar that is yet to
// become one.
type Operand struct {
	promote.Arg
	A     *Array         // nil for a scalar
	Value backend.Scalar // of a scalar
}

// Operand returns x as an operand: an array of this frontend, of the unified API or of
// another frontend (which has no weak type here), a scalar (Go's bool, int, float64 and
// complex128, as Python's), another Go number as a 0-d array, nested slices by the
// framework's Array.
func (n *Namespace) Operand(x any) (Operand, error) {
	if a := n.own(x); a != nil {
		if a.Number != dtype.NoKind {
			return Operand{Arg: a.Arg(), Value: Peek(a)}, nil
		}
		return Operand{Arg: a.Arg(), A: a}, nil
	}
	if foreign, ok := x.(interface{ Ivy() *ivy.Array }); ok && !isNil(x) {
		x = foreign.Ivy()
	}
	switch x := x.(type) {
	case *Array: // of another framework
		if x != nil {
			return n.Operand(x.V)
		}
	case *ivy.Array:
		if x != nil {
			a := n.adopt(x)
			return Operand{Arg: a.Arg(), A: a}, nil
		}
	case dtype.Dtype, promote.Arg, nil:
	default:
		o, err := operand.Of(x, n.Name, n.OperandError)
		switch {
		case err == nil && o.Known:
			return Operand{Arg: o.Arg, Value: o.Value}, nil
		case err == nil:
			a := n.adopt(n.env.Asarray(x))
			return Operand{Arg: a.Arg(), A: a}, nil
		case isSlice(x):
			a := n.Array(n, x)
			return Operand{Arg: a.Arg(), A: a}, nil
		}
	}
	return Operand{}, &Error{Framework: n.Name, Class: n.OperandError, Msg: n.noOperand(x), NoOperand: true}
}

func (n *Namespace) adopt(x *ivy.Array) *Array {
	if n.Adopt != nil {
		x = n.Adopt(n, x)
	}
	return n.Wrap(x)
}

// As returns an operand's elements as dtype d, by the framework's own casts.
func (n *Namespace) As(o Operand, d dtype.Dtype) *ivy.Array {
	if o.A == nil {
		return n.Put(n, o.Value, d)
	}
	if o.A.V.Dtype() == d {
		return o.A.V
	}
	return n.Cast(n, o.A.V, d)
}

// Result returns x as an array of type r, cast if it is of another dtype.
func (n *Namespace) Result(x *ivy.Array, r promote.Result) *Array {
	if x.Dtype() != r.Dtype {
		x = n.Cast(n, x, r.Dtype)
	}
	return &Array{V: x, Weak: r.Weak, Half: r.Half, NS: n}
}

// Promote returns the type that operands have in common under the namespace's rule.
func (n *Namespace) Promote(os ...Operand) (promote.Result, error) {
	t := n.Rule()
	if len(os) == 2 {
		a, b := promote.ClassOf(os[0].Arg), promote.ClassOf(os[1].Arg)
		if r := t.Promote(a, b); r.Dtype != dtype.Invalid {
			return r, nil
		}
	}
	args := make([]promote.Arg, len(os))
	for i, o := range os {
		args[i] = o.Arg
	}
	return promote.Fold(t.Rule(), args...)
}

// Integer returns i as a Python integer: a Go int, or a [backend.Scalar] where an int has
// 32 bits and does not hold i.
func Integer(i int64) any {
	if int64(int(i)) == i {
		return int(i)
	}
	return backend.IntScalar(i)
}

// Plain returns the element of a 0-d array as Go's own number for Python's: a bool, an int, a
// float64 or a complex128, or a [backend.Scalar] of an integer that an int does not hold.
func Plain(x *ivy.Array) any {
	switch v, d := Peek(&Array{V: x}), x.Dtype(); {
	case d.IsBool():
		return v.Bool()
	case d.IsUnsigned() && v.Uint64() > math.MaxInt64:
		return v
	case d.IsInteger():
		return Integer(v.Int64())
	case d.IsComplex():
		return v.Complex128()
	default:
		return v.Float64()
	}
}

// NaN is Python's NaN, whose bits an array's view shows: those of math.NaN are others.
var NaN = math.Float64frombits(0x7FF8 << 48)

// Number returns the element of a 0-d array as a Python scalar that something is computed of: an array that is
// being differentiated is refused.
func Number(a *Array) backend.Scalar {
	reading.Refuse(a.V)
	return Peek(a)
}

// Peek returns the element of a 0-d array as a Python scalar that is looked at: shown, or a constant from here on,
// as what item() returns is.
func Peek(a *Array) backend.Scalar {
	switch d := a.V.Dtype(); {
	case d.IsBool():
		return backend.BoolScalar(ivy.Item[bool](a.V))
	case d.IsUnsigned():
		return backend.UintScalar(ivy.Item[uint64](a.V))
	case d.IsInteger():
		return backend.IntScalar(ivy.Item[int64](a.V))
	case d.IsComplex():
		return backend.ComplexScalar(ivy.Item[complex128](a.V))
	}
	return backend.FloatScalar(ivy.Item[float64](a.V))
}
