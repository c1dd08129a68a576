package anvil

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// Anvil is anvil on one backend. Package-level functions are those of an Anvil on the
// backend of package ivy.
type Anvil struct{ *frontend.Namespace }

// New returns an Anvil whose tensors are made on the named backend; with "" on that of
// package ivy.
func New(backendName string) (*Anvil, error) {
	n, err := frontend.NewOn(Framework, backendName, nil, Rule)
	if err != nil {
		return nil, err
	}
	return &Anvil{n}, nil
}

var std = &Anvil{frontend.New(Framework, ivy.Standard(), nil, Rule)}

// rlang is the class of anvil's errors, which R's package rlang raises.
const rlang = "rlang_error"

// Framework is what a program needs that drives the frontend by names.
var Framework = &frontend.Framework{
	Name:         "anvil",
	Functions:    functions,
	Dtypes:       dtypesByName(),
	Own:          own,
	Public:       func(a *frontend.Array) any { return (*Tensor)(a) },
	Array:        fromList,
	OperandError: rlang,
	Cast:         cast,
	Put:          put,
	Element:      elementOf,
	Finish:       finish,
	Classes: map[error]string{ivy.ErrShape: rlang, ivy.ErrDtype: rlang, ivy.ErrIndex: rlang, ivy.ErrValue: rlang,
		ivy.ErrUnsupported: rlang, ivy.ErrBackend: rlang, ivy.ErrDevice: rlang},
	Operators: map[string]string{
		"+": "nv_add", "-": "nv_sub", "*": "nv_mul", "/": "nv_div", "**": "nv_pow", "%": "nv_mod", "@": "nv_matmul", "neg": "nv_negate",
		"==": "nv_eq", "!=": "nv_ne", "<": "nv_lt", "<=": "nv_le", ">": "nv_gt", ">=": "nv_ge", "&": "nv_and", "|": "nv_or", "~": "nv_not", "abs": "nv_abs",
	},
	Attributes: map[string]func(*frontend.Array) any{
		"shape":     func(a *frontend.Array) any { return a.V.Shape() },
		"dtype":     func(a *frontend.Array) any { return Name(a.V.Dtype()) },
		"ambiguous": func(a *frontend.Array) any { return a.Weak },
		"ndims":     func(a *frontend.Array) any { return a.V.Ndim() },
	},
}

var functions = frontend.NewTable(creation, dtypes, elementwise, manipulation, linalg, searching, sorting, statistical)

// Kw is an argument by its name: anvil.NvScalar(1.0, anvil.Kw("dtype", "f64")).
func Kw(name string, v any) frontend.Named { return frontend.Named{Name: name, Value: v} }

// A Tensor is anvil's AnvilTensor. Its dtype is known or, with Weak, ambiguous.
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

// Ambiguous reports whether the dtype is a guess, as a literal's is.
func (a *Tensor) Ambiguous() bool { return a.Weak }

// Shape returns the lengths of the dimensions.
func (a *Tensor) Shape() []int { return a.V.Shape() }

// Ndims returns the number of dimensions.
func (a *Tensor) Ndims() int { return a.V.Ndim() }

// Type returns the dtype in anvil's names, an ambiguous one with a question mark: "f32?".
func (a *Tensor) Type() string { return Text(promote.Result{Dtype: a.V.Dtype(), Weak: a.Weak}) }

// String returns the elements, one a line, a matrix row by row, and the type, as anvil
// prints them.
func (a *Tensor) String() string {
	d := a.V.Dtype()
	name := Name(d)
	if d.IsBool() {
		name = "pred"
	}
	columns := 1
	if shape := a.V.Shape(); len(shape) > 1 {
		columns = shape[len(shape)-1]
	}
	texts := make([]string, 0, a.V.Size())
	flat, width := a.NS.Env().Reshape(a.V, []int{-1}), 0
	for i := range a.V.Size() {
		n := frontend.Peek(&frontend.Array{V: flat.Get(i)})
		var text string
		switch {
		case d.IsFloat():
			text = fmt.Sprintf("%.4f", n.Float64())
		case d.IsBool() && n.Bool():
			text = "1"
		case d.IsBool():
			text = "0"
		default:
			text = n.String()
		}
		texts, width = append(texts, text), max(width, len(text))
	}
	var b strings.Builder
	b.WriteString("AnvilTensor\n")
	for i, text := range texts {
		end := "\n"
		if (i+1)%columns != 0 {
			end = " "
		}
		fmt.Fprintf(&b, " %*s%s", width, text, end)
	}
	fmt.Fprintf(&b, "[ CPU%s{%s} ]", name, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(a.V.Shape())), ","), "[]"))
	return b.String()
}

func dtypesByName() map[string]any {
	m := map[string]any{"bool": dtype.Bool, "pred": dtype.Bool}
	for _, d := range Dtypes.Dtypes() {
		m[Name(d)] = d
	}
	return m
}

// literalDtype returns the dtype of nested slices of R's literals, Invalid for slices
// of numbers that have a dtype.
func literalDtype(x any) dtype.Dtype {
	switch x := x.(type) {
	case bool, []bool, [][]bool, [][][]bool:
		return dtype.Bool
	case int, []int, [][]int, [][][]int:
		return dtype.Int32
	case float64, []float64, [][]float64, [][][]float64:
		return dtype.Float32
	case []any:
		var d dtype.Dtype
		for i, e := range x {
			of := literalDtype(e)
			switch {
			case of == dtype.Invalid:
				return dtype.Invalid
			case i == 0 || d == dtype.Bool || of == dtype.Float32:
				d = of
			}
		}
		return d
	}
	return dtype.Invalid
}

// fromList makes a tensor of slices: ambiguous, of literals.
func fromList(n *frontend.Namespace, x any) *frontend.Array {
	if d := literalDtype(x); d != dtype.Invalid {
		a := n.Wrap(n.Env().Asarray(x, d))
		a.Weak = true
		return a
	}
	return n.Wrap(n.Env().Asarray(x))
}

func cast(n *frontend.Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array { return n.Env().Astype(x, d) }

// put makes a literal of its default dtype first, as anvil does.
func put(n *frontend.Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array {
	of := defaults.Of(v.Kind)
	if v.Kind == dtype.KindBool {
		of = dtype.Bool
	}
	if v.Kind == dtype.KindFloat && d == dtype.Float64 {
		of = d // R's doubles have that precision
	}
	if v.IsInteger() && !v.Fits(of) {
		frontend.Raise("anvil", rlang, "R's integers have 32 bits: %v", v)
	}
	return cast(n, n.Env().Asarray(v, of), d)
}

// elementOf returns the scalar of which Asarray makes what put does, if nothing is cut off.
func elementOf(_ *frontend.Namespace, v backend.Scalar, d dtype.Dtype) (e backend.Scalar, ok bool) {
	switch {
	case v.Kind == dtype.KindBool:
		return v, true
	case v.Kind == dtype.KindInt:
		return v, d != dtype.Bool && v.Fits(d) && v.Fits(defaults.Int)
	case v.Kind == dtype.KindFloat && d.IsFloat():
		if d != dtype.Float64 {
			v = backend.FloatScalar(float64(float32(v.Float64())))
		}
		return v, true
	}
	return v, false
}

// finish refuses dtypes that anvil does not have.
func finish(_ *frontend.Namespace, a *frontend.Array) {
	if d := a.V.Dtype(); !Dtypes.Has(d) {
		frontend.Raise("anvil", rlang, "anvil has no %v", d)
	}
}
