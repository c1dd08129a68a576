package jax

import (
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// Config is the settings of a JAX. The zero Config is what JAX starts with.
type Config struct {
	X64     bool   // jax_enable_x64: dtypes of 64 bits are there
	Strict  bool   // jax_numpy_dtype_promotion="strict": only weak types promote
	Backend string // the engine of its own that arrays are made on; "" is that of package ivy
}

func (c Config) rule() *promote.Lattice {
	switch {
	case c.X64 && c.Strict:
		return Strict
	case c.X64:
		return X64
	case c.Strict:
		return StrictX32
	}
	return X32
}

func (c Config) defaults() dtype.Defaults {
	if c.X64 {
		return defaults64
	}
	return defaults32
}

// JAX is the namespace jax with its settings.
type JAX struct{ *frontend.Namespace }

// New returns a JAX with settings c. It fails if there is no such backend.
func New(c Config) (*JAX, error) {
	n, err := frontend.NewOn(Framework, c.Backend, c, c.rule())
	if err != nil {
		return nil, err
	}
	return &JAX{n}, nil
}

var std = &JAX{frontend.New(Framework, ivy.Standard(), Config{}, X32)}

// Framework is what a program needs that drives the frontend by names.
var Framework = &frontend.Framework{
	Name:         "jax",
	Functions:    functions,
	Dtypes:       dtypes(),
	Own:          own,
	Python:       func(_ *frontend.Call, p frontend.PythonType) dtype.Dtype { return p.Dtype() },
	Public:       func(a *frontend.Array) any { return (*Array)(a) },
	Array:        refuse,
	Adopt:        func(n *frontend.Namespace, x *ivy.Array) *ivy.Array { return calcOf(n).canonical(x) },
	ArrayType:    "Array",
	OperandError: "TypeError",
	ListError:    "TypeError",
	Tuples:       true,
	Cast:         cast,
	Put:          put,
	Element:      elementOf,
	Classes: map[error]string{ivy.ErrShape: "TypeError", ivy.ErrDtype: "TypeError", ivy.ErrIndex: "ValueError", ivy.ErrValue: "ValueError",
		ivy.ErrUnsupported: "NotImplementedError"},
	Operators: map[string]string{
		"+": "numpy.add", "-": "numpy.subtract", "*": "numpy.multiply", "/": "numpy.true_divide", "//": "numpy.floor_divide", "%": "numpy.remainder",
		"**": "numpy.power", "@": "numpy.matmul", "&": "numpy.bitwise_and", "|": "numpy.bitwise_or", "^": "numpy.bitwise_xor",
		"<<": "numpy.left_shift", ">>": "numpy.right_shift", "==": "numpy.equal", "!=": "numpy.not_equal", "<": "numpy.less", "<=": "numpy.less_equal",
		">": "numpy.greater", ">=": "numpy.greater_equal", "neg": "numpy.negative", "pos": "numpy.positive", "~": "numpy.bitwise_invert", "abs": "numpy.abs",
		"divmod": "numpy.divmod", "[]": ".__getitem__",
	},
	Attributes: map[string]func(*frontend.Array) any{
		"shape":     func(a *frontend.Array) any { return a.V.Shape() },
		"dtype":     func(a *frontend.Array) any { return a.V.Dtype() },
		"ndim":      func(a *frontend.Array) any { return a.V.Ndim() },
		"size":      func(a *frontend.Array) any { return a.V.Size() },
		"itemsize":  func(a *frontend.Array) any { return a.V.Dtype().Size() },
		"nbytes":    func(a *frontend.Array) any { return a.V.Dtype().Size() * a.V.Size() },
		"weak_type": func(a *frontend.Array) any { return a.Weak },
		"T":         func(a *frontend.Array) any { return (*Array)(a).T() },
		"mT":        func(a *frontend.Array) any { return (*Array)(a).MT() },
		"real":      func(a *frontend.Array) any { return (*Array)(a).Real() },
		"imag":      func(a *frontend.Array) any { return (*Array)(a).Imag() },
		"device":    func(*frontend.Array) any { return device{} },
	},
	Texts: texts,
	Types: []*frontend.Type{keyType},
}

var functions = frontend.NewTable(jitting(placing(settings, creation, elementwise, fourier, laxElementwise, factorizations, indexing, linalg, manipulation, laxManipulation, nn, printing, randomKeys, randomDraws, randomLaws, searching, sets, scipyLinalg, scipyMatrices, laxLinalg, signal, sorting, special, statistical, types, convolutions)...)...)

// placing makes the functions refuse where to put a result: JAX's arguments for this are of classes
// that are not here, so only None is accepted.
func placing(lists ...[]frontend.Func) [][]frontend.Func {
	for _, list := range lists {
		for i := range list {
			var names []string
			for _, name := range []string{"out_sharding", "sharding"} {
				if strings.Contains(list[i].Sig, " "+name+"=None") {
					names = append(names, name)
				}
			}
			if f := list[i].Run; f != nil && names != nil {
				list[i].Run = func(c *frontend.Call) any {
					for _, name := range names {
						if c.Has(name) {
							c.Raise("NotImplementedError", "%s(): the argument %s is not supported", c.Func.Path, name)
						}
					}
					return f(c)
				}
			}
		}
	}
	return lists
}

func dtypes() map[string]any {
	m := map[string]any{"bool_": dtype.Bool, "single": dtype.Float32, "double": dtype.Float64, "csingle": dtype.Complex64, "cdouble": dtype.Complex128,
		"float_": dtype.Float64, "int_": dtype.Int64, "uint": dtype.Uint64, "complex_": dtype.Complex128, "half": dtype.Float16}
	for _, d := range dtype.All.Dtypes() {
		m[d.String()] = d
	}
	return m
}

// Kw is an argument by its name: jax.NumPy.Sum(x, jax.Kw("keepdims", true)).
func Kw(name string, v any) frontend.Named { return frontend.Named{Name: name, Value: v} }

// An Array is a jax.Array. It never changes; see [Array.At].
type Array frontend.Array

func own(x any) *frontend.Array {
	a, _ := x.(*Array)
	return (*frontend.Array)(a)
}

// Ivy returns the array of the unified API. Writing to it writes to a.
func (a *Array) Ivy() *ivy.Array { return a.V }

// Operand makes a an operand of the unified API: see [ivy.Operand].
func (a *Array) Operand() (x *ivy.Array, weak bool) { return (*frontend.Array)(a).Operand() }

// Dtype returns the dtype of the elements.
func (a *Array) Dtype() dtype.Dtype { return a.V.Dtype() }

// WeakType reports whether the dtype gives way to others as a Python scalar's does.
func (a *Array) WeakType() bool { return a.Weak }

// Shape returns the lengths of the axes.
func (a *Array) Shape() []int { return a.V.Shape() }

// Ndim returns the number of axes.
func (a *Array) Ndim() int { return a.V.Ndim() }

// Size returns the number of elements.
func (a *Array) Size() int { return a.V.Size() }

// Itemsize returns the size of an element in bytes.
func (a *Array) Itemsize() int { return a.V.Dtype().Size() }

// Nbytes returns the size of all elements in bytes.
func (a *Array) Nbytes() int { return a.Size() * a.Itemsize() }

// T returns a with its axes in reverse.
func (a *Array) T() *Array { return a.apply("numpy.transpose") }

// MT returns a with its last two axes swapped.
func (a *Array) MT() *Array { return a.apply("numpy.matrix_transpose") }

// Real returns the real parts.
func (a *Array) Real() *Array { return a.apply("numpy.real") }

// Imag returns the imaginary parts, zeros of real numbers.
func (a *Array) Imag() *Array { return a.apply("numpy.imag") }

func (a *Array) apply(path string) *Array {
	return (*Array)(a.NS.Call(a.NS.Functions.Must(path), a).(*frontend.Array))
}

// cast is lax.convert_element_type: floats truncate and saturate, NaN becomes 0, the
// imaginary part is dropped, of what becomes a bool too.
func cast(n *frontend.Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array {
	switch {
	case x.Dtype() == d:
		return x
	case x.Dtype().IsComplex() && !d.IsComplex():
		x = n.Env().Real(x)
	case x.Dtype().IsUnsigned() && x.Dtype().Bits() == 64 && (d == dtype.Float16 || d == dtype.BFloat16): // in two steps, as XLA does
		x = n.Env().Astype(x, dtype.Float32)
	}
	return n.Env().Astype(x, d)
}

// astypeOf is jax.numpy.astype: cast, but that numbers become whether they are not zero.
func astypeOf(n *frontend.Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array {
	if d == dtype.Bool {
		return n.Env().Astype(x, d)
	}
	return cast(n, x, d)
}

// put makes a Python scalar an element of d: first of its kind's default dtype, which it
// must fit, then as bool does or cast.
func put(n *frontend.Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array {
	k := calcOf(n)
	return astypeOf(n, k.scalar(v).V, d)
}

// elementOf returns the scalar of which Asarray makes what put does, where the two roundings
// of put are as one, and nothing is cut off.
func elementOf(n *frontend.Namespace, v backend.Scalar, d dtype.Dtype) (e backend.Scalar, ok bool) {
	x64 := n.Settings().(Config).X64
	switch v.Kind {
	case dtype.KindBool:
		return v, true
	case dtype.KindInt:
		return v, d != dtype.Bool && v.Fits(d) && (x64 || v.Fits(dtype.Int32))
	case dtype.KindFloat:
		if !x64 {
			v = backend.FloatScalar(float64(float32(v.Float64())))
		}
		return v, dtype.Inexact.Has(d)
	case dtype.KindComplex:
		if !x64 {
			v = backend.ComplexScalar(complex128(complex64(v.Complex128())))
		}
		return v, d.IsComplex()
	}
	return v, false
}

func refuse(n *frontend.Namespace, x any) *frontend.Array {
	if _, isList := frontend.Sequence(x); isList {
		frontend.Raise(n.Name, "TypeError", "a list or tuple is no argument here: make it an array with jax.numpy.asarray")
	}
	k := calcOf(n)
	return n.Wrap(k.canonical(k.e.Asarray(x)))
}
