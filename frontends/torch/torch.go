package torch

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Torch is torch with settings of its own, on one backend. Package-level functions are
// those of a Torch with PyTorch's defaults on the backend of package ivy.
type Torch struct{ *frontend.Namespace }

// A Config is what a Torch is made with. The zero value is PyTorch's defaults on the
// backend of package ivy.
type Config struct {
	DefaultDtype dtype.Dtype // of floats: Float32 if it is not set
	Backend      string
}

// New returns a Torch.
func New(c Config) (*Torch, error) {
	if c.DefaultDtype == dtype.Invalid {
		c.DefaultDtype = dtype.Float32
	}
	rule, err := RuleOf(c.DefaultDtype)
	if err != nil {
		return nil, err
	}
	n, err := frontend.NewOn(Framework, c.Backend, settings{c.DefaultDtype}, rule)
	if err != nil {
		return nil, err
	}
	return &Torch{n}, nil
}

// settings are a namespace's.
type settings struct{ float dtype.Dtype }

// defaultFloat returns the default dtype.
func defaultFloat(n *frontend.Namespace) dtype.Dtype { return n.Settings().(settings).float }

var std = &Torch{frontend.New(Framework, ivy.Standard(), settings{dtype.Float32}, Float32)}

// Framework is what a program needs that drives the frontend by names.
var Framework = &frontend.Framework{
	Name:      "torch",
	Functions: functions,
	Dtypes:    dtypes,
	Own:       own,
	Python: func(c *frontend.Call, p frontend.PythonType) dtype.Dtype {
		if c.Func.Path == ".type" {
			c.Raise("ValueError", "invalid type: '%v'", p)
		}
		return p.Dtype()
	},
	Public:       func(a *frontend.Array) any { return (*Tensor)(a) },
	Array:        fromList,
	OperandError: "TypeError",
	ArrayType:    "Tensor",
	Cast:         cast,
	Put:          put,
	Element:      elementOf,
	Finish:       finish,
	Classes:      map[error]string{ivy.ErrIndex: "IndexError", ivy.ErrUnsupported: "NotImplementedError"},
	Arranges:     true,
	Operators: map[string]string{
		"+": "add", "-": "sub", "*": ".__mul__", "/": ".__truediv__", "//": "floor_divide", "%": "remainder", "**": "pow", "@": "matmul",
		"&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor", "<<": ".__lshift__", ">>": ".__rshift__",
		"==": ".__eq__", "!=": ".__ne__", "<": ".__lt__", "<=": ".__le__", ">": ".__gt__", ">=": ".__ge__",
		"neg": "neg", "pos": "positive", "~": ".__invert__", "abs": "abs",
		"+=": ".add_", "-=": ".sub_", "*=": ".mul_", "/=": ".div_", "//=": ".floor_divide_", "%=": ".remainder_", "**=": ".pow_",
		"&=": ".bitwise_and_", "|=": ".bitwise_or_", "^=": ".bitwise_xor_", "<<=": ".bitwise_left_shift_", ">>=": ".bitwise_right_shift_",
	},
	Attributes: map[string]func(*frontend.Array) any{
		"shape":         func(a *frontend.Array) any { return a.V.Shape() },
		"dtype":         func(a *frontend.Array) any { return dtypeOf(a) },
		"ndim":          func(a *frontend.Array) any { return a.V.Ndim() },
		"itemsize":      func(a *frontend.Array) any { return itemSize(a) },
		"nbytes":        func(a *frontend.Array) any { return itemSize(a) * a.V.Size() },
		"device":        func(a *frontend.Array) any { return DeviceOf(string(a.V.Device())) },
		"requires_grad": func(*frontend.Array) any { return false },
		"is_leaf":       func(*frontend.Array) any { return true },
		"grad":          func(*frontend.Array) any { return nil },
		"is_cuda":       func(*frontend.Array) any { return false },
		"data":          func(a *frontend.Array) any { return attribute(a, "detach") },
		"T":             func(a *frontend.Array) any { return attribute(a, "transposed") },
		"mT":            func(a *frontend.Array) any { return attribute(a, "transposedMatrix") },
		"H":             func(a *frontend.Array) any { return attribute(a, "transposedConj") },
		"mH":            func(a *frontend.Array) any { return attribute(a, "adjoint") },
		"real":          func(a *frontend.Array) any { return attribute(a, "real") },
		"imag":          func(a *frontend.Array) any { return attribute(a, "imag") },
	},
	Texts: texts,
	Types: []*frontend.Type{generatorType, forkedType},
}

// attribute returns an attribute that a function of the table, or of its kind, gives.
func attribute(a *frontend.Array, name string) any {
	f := attributeFuncs[name]
	if f == nil {
		f = functions.Lookup(name)
	}
	return a.NS.Call(f, a)
}

// attributeFuncs are attributes that are no functions in PyTorch.
var attributeFuncs = map[string]*frontend.Func{}

var functions = frontend.NewTable(known(slices.Concat(dtypesFuncs, creation, decompositions, integrals, oldNorms, elementwise, factorizations, fourierFuncs, indexing, linalgFuncs, manipulation, nn, printing, generators, draws, dropouts, inits, lowRanks, searching, sets, sorting, statistical, utility)))

func init() {
	for name, f := range map[string]func(n *frontend.Namespace, a *frontend.Array) *frontend.Array{
		"transposed": transposed, "transposedMatrix": func(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
			if a.V.Ndim() == 0 {
				return alias(n, a)
			}
			if a.V.Ndim() < 2 {
				frontend.Raise(n.Name, "RuntimeError", "mT of a tensor of %d dimensions, want two or more", a.V.Ndim())
			}
			return transposeOf(n, a, a.V.Ndim()-2, a.V.Ndim()-1)
		}, "transposedConj": func(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
			if d := a.V.Ndim(); d != 2 && d != 0 {
				frontend.Raise(n.Name, "RuntimeError", "H of a tensor of %d dimensions, want two", d)
			}
			return conjOf(n, transposed(n, a))
		},
	} {
		row := []frontend.Func{{Path: name, Sig: "input", Run: func(c *frontend.Call) any { return f(c.Namespace, tensor(c, "input")) }}}
		frontend.NewTable(row)
		attributeFuncs[name] = &row[0]
	}
}

// Kw is an argument by its name: torch.Sum(x, torch.Kw("keepdim", true)).
func Kw(name string, v any) frontend.Named { return frontend.Named{Name: name, Value: v} }

// A Tensor is PyTorch's Tensor.
type Tensor frontend.Array

func own(x any) *frontend.Array {
	a, _ := x.(*Tensor)
	return (*frontend.Array)(a)
}

// Ivy returns the array of the unified API.
func (a *Tensor) Ivy() *ivy.Array { return a.V }

// Operand makes a an operand of the unified API: see [ivy.Operand].
func (a *Tensor) Operand() (x *ivy.Array, weak bool) { return (*frontend.Array)(a).Operand() }

// Dtype returns the dtype of the elements: of complex32 the complex64 that holds them.
func (a *Tensor) Dtype() dtype.Dtype { return a.V.Dtype() }

// Shape returns the lengths of the axes.
func (a *Tensor) Shape() []int { return a.V.Shape() }

// Ndim returns the number of axes.
func (a *Tensor) Ndim() int { return a.V.Ndim() }

// MT returns the tensor with its last two axes exchanged: a view.
func (a *Tensor) MT() *Tensor { return a.attribute("mT") }

// H returns the conjugate transpose of a matrix: a view.
func (a *Tensor) H() *Tensor { return a.attribute("H") }

// MH returns the conjugate of the tensor with its last two axes exchanged: a view.
func (a *Tensor) MH() *Tensor { return a.attribute("mH") }

// Real returns the real parts: a view.
func (a *Tensor) Real() *Tensor { return a.attribute("real") }

// Imag returns the imaginary parts of a complex tensor: a view.
func (a *Tensor) Imag() *Tensor { return a.attribute("imag") }

func (a *Tensor) attribute(name string) *Tensor {
	return (*Tensor)(Framework.Attributes[name]((*frontend.Array)(a)).(*frontend.Array))
}

// Get returns the elements that an index names: see [Env.GetItem] of package ivy for
// what the keys may be. Without tensors among them it is a view.
func (a *Tensor) Get(key ...any) *Tensor {
	return (*Tensor)(a.NS.CallN(functions.Must(".__getitem__"), []any{a, key}))
}

// Set writes v, which broadcasts to the shape of the elements that the key names, into
// them. v is cast to the tensor's dtype, whatever it is.
func (a *Tensor) Set(v any, key ...any) { a.NS.Call(functions.Must(".__setitem__"), a, key, v) }

// MaxDim returns the greatest elements along a dimension and their indices.
func MaxDim(input, dim any) (values, indices *Tensor) { return std.MaxDim(input, dim) }

// MinDim returns the least elements along a dimension and their indices.
func MinDim(input, dim any) (values, indices *Tensor) { return std.MinDim(input, dim) }

// MedianDim returns the medians along a dimension and their indices.
func MedianDim(input, dim any) (values, indices *Tensor) { return std.MedianDim(input, dim) }

// MaxDim returns the greatest elements along a dimension and their indices.
func (n *Torch) MaxDim(input, dim any) (values, indices *Tensor) { return n.pair("max", input, dim) }

// MinDim returns the least elements along a dimension and their indices.
func (n *Torch) MinDim(input, dim any) (values, indices *Tensor) { return n.pair("min", input, dim) }

// MedianDim returns the medians along a dimension and their indices.
func (n *Torch) MedianDim(input, dim any) (values, indices *Tensor) {
	return n.pair("median", input, dim)
}

func (n *Torch) pair(path string, input, dim any) (values, indices *Tensor) {
	two := n.CallList(functions.Must(path), []any{input, Kw("dim", dim)})
	return (*Tensor)(two[0]), (*Tensor)(two[1])
}
