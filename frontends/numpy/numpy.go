package numpy

import (
	"reflect"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// NumPy is numpy on one backend. Package-level functions are those of a NumPy on the
// backend of package ivy.
type NumPy struct{ *frontend.Namespace }

// New returns a NumPy whose arrays are made on the named backend; with "" on that of
// package ivy.
func New(backendName string) (*NumPy, error) {
	n, err := frontend.NewOn(Framework, backendName, nil, Rule)
	if err != nil {
		return nil, err
	}
	return &NumPy{n}, nil
}

var std = &NumPy{frontend.New(Framework, ivy.Standard(), nil, Rule)}

// Framework is what a program needs that drives the frontend by names.
var Framework = &frontend.Framework{
	Name:         "numpy",
	Functions:    functions,
	Dtypes:       dtypes,
	Own:          own,
	Python:       func(_ *frontend.Call, p frontend.PythonType) dtype.Dtype { return p.Dtype() },
	Public:       func(a *frontend.Array) any { return (*NDArray)(a) },
	Array:        fromList,
	OperandError: "TypeError",
	Cast:         cast,
	Put:          put,
	Element:      elementOf,
	Classes: map[error]string{ivy.ErrShape: "ValueError", ivy.ErrDtype: "TypeError", ivy.ErrIndex: "IndexError", ivy.ErrValue: "ValueError",
		ivy.ErrUnsupported: "NotImplementedError"},
	Operators: map[string]string{
		"+": "add", "-": "subtract", "*": ".__mul__", "/": "true_divide", "//": "floor_divide", "%": "remainder", "**": ".__pow__", "@": ".__matmul__",
		"&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor", "<<": "left_shift", ">>": "right_shift",
		"==": ".__eq__", "!=": ".__ne__", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
		"neg": "negative", "pos": "positive", "~": "invert", "abs": "absolute",
		"+=": ".__iadd__", "-=": ".__isub__", "*=": ".__imul__", "/=": ".__itruediv__", "//=": ".__ifloordiv__", "%=": ".__imod__", "**=": ".__ipow__", "@=": ".__imatmul__",
		"&=": ".__iand__", "|=": ".__ior__", "^=": ".__ixor__", "<<=": ".__ilshift__", ">>=": ".__irshift__",
	},
	Attributes: attributes,
	Texts:      texts,
	Types:      randomTypes,
}

var functions = frontend.NewTable(append(withScalars(append([][]frontend.Func{rows(ufuncs)}, withObjects(creation, dtypesRows, factorizations, indexing, linear, manipulation, methods, operators, printing, searching, sets, sorting, statistical, utility)...)...), fourierRows, randomRows())...)

// Kw is an argument by its name: numpy.Sum(x, numpy.Kw("keepdims", true)).
func Kw(name string, v any) frontend.Named { return frontend.Named{Name: name, Value: v} }

// fromList makes an array of what is a list in Python: nested Go slices of numbers and
// arrays. Its dtype is what the elements have in common, float64 if there are none.
func fromList(n *frontend.Namespace, x any) *frontend.Array {
	return n.Wrap(listOf(n, x, dtype.Invalid))
}

// listOf is fromList with a dtype, which holds for Python's scalars as well as for arrays.
func listOf(n *frontend.Namespace, x any, d dtype.Dtype) *ivy.Array {
	var leaves []frontend.Operand
	shape := gather(n, x, &leaves)
	return build(n, shape, leaves, d)
}

// gather collects the operands in nested lists, and returns the lists' shape.
func gather(n *frontend.Namespace, x any, leaves *[]frontend.Operand) []int {
	list, ok := frontend.Sequence(x)
	if v, isInts := x.([]int); isInts || !ok {
		if isInts {
			x = n.Env().Asarray(v, dtype.Int64)
		} else if t := reflect.TypeOf(x); t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			x = n.Env().Asarray(x) // of a sized type
		}
		o, err := n.Operand(x)
		frontend.Check(err)
		*leaves = append(*leaves, o)
		if o.A != nil {
			return o.A.V.Shape()
		}
		return []int{}
	}
	var inner []int
	for i, e := range list {
		s := gather(n, e, leaves)
		if i > 0 && !slices.Equal(inner, s) {
			frontend.Raise(n.Name, "ValueError", "setting an array element with a sequence: the lists have an inhomogeneous shape")
		}
		inner = s
	}
	return append([]int{len(list)}, inner...)
}

// build makes an array of that shape of operands: of dtype d, or if it is Invalid of what
// they have in common.
func build(n *frontend.Namespace, shape []int, leaves []frontend.Operand, d dtype.Dtype) *ivy.Array {
	e := n.Env()
	if len(leaves) == 0 {
		if d == dtype.Invalid {
			d = dtype.Float64
		}
		return e.Empty(shape, d)
	}
	if d == dtype.Invalid {
		args := make([]promote.Arg, len(leaves))
		for i, o := range leaves { // in a list a scalar is an element of its own dtype
			if args[i] = o.Arg; o.A == nil {
				args[i] = promote.ZeroDim(defaults.Of(o.Scalar))
			}
		}
		r, err := promote.Fold(n.Rule().Rule(), args...)
		frontend.Check(err)
		d = r.Dtype
	}
	parts := make([]*ivy.Array, len(leaves))
	for i, o := range leaves {
		parts[i] = ravel(e, n.As(o, d))
	}
	return e.Reshape(e.Concat(parts), shape)
}

// array returns an argument as an array; a Python scalar is one of its own dtype.
func array(c *frontend.Call, name string) *ivy.Array { return arrayOf(c, c.Operand(name)) }

func arrayOf(c *frontend.Call, o frontend.Operand) *ivy.Array {
	if o.A != nil {
		return o.A.V
	}
	return c.As(o, defaults.Of(o.Scalar))
}

// toArray is array for a value.
func toArray(c *frontend.Call, v any) *ivy.Array {
	o, err := c.Namespace.Operand(v)
	frontend.Check(err)
	return arrayOf(c, o)
}

// arrays returns the elements of an argument that is a sequence of arrays, or an array
// whose first axis counts them.
func arrays(c *frontend.Call, v any) []*ivy.Array {
	list, ok := frontend.Sequence(v)
	if !ok {
		x := toArray(c, v)
		if x.Ndim() == 0 {
			c.Raise("TypeError", "iteration over a 0-d array")
		}
		return c.Env().Unstack(x)
	}
	xs := make([]*ivy.Array, len(list))
	for i, e := range list {
		xs[i] = toArray(c, e)
	}
	return xs
}

// operands returns the elements of a sequence as operands.
func operands(c *frontend.Call, list []any) []frontend.Operand {
	os := make([]frontend.Operand, len(list))
	for i, v := range list {
		var err error
		os[i], err = c.Namespace.Operand(v)
		frontend.Check(err)
	}
	return os
}

// alike casts operands to the dtype that they have in common.
func alike(c *frontend.Call, os []frontend.Operand) []*ivy.Array { return alikeBy(c, os, c.As) }

// alikeJoined is alike for arrays that are joined: a scalar becomes an array first, which is
// cast as C does.
func alikeJoined(c *frontend.Call, os []frontend.Operand) []*ivy.Array {
	return alikeBy(c, os, func(o frontend.Operand, d dtype.Dtype) *ivy.Array { return c.Cast(c.Namespace, arrayOf(c, o), d) })
}

func alikeBy(c *frontend.Call, os []frontend.Operand, cast func(o frontend.Operand, d dtype.Dtype) *ivy.Array) []*ivy.Array {
	if len(os) == 0 {
		return nil
	}
	r, err := c.Promote(os...)
	frontend.Check(err)
	xs := make([]*ivy.Array, len(os))
	for i, o := range os {
		xs[i] = cast(o, r.Dtype)
	}
	return xs
}

// alikeArrays is alike for arrays.
func alikeArrays(c *frontend.Call, xs ...*ivy.Array) []*ivy.Array {
	os := make([]frontend.Operand, len(xs))
	for i, x := range xs {
		a := c.Wrap(x)
		os[i] = frontend.Operand{Arg: a.Arg(), A: a}
	}
	return alike(c, os)
}

// axisOf returns an axis counted from the front.
func axisOf(c *frontend.Call, axis, rank int) int {
	if axis < -rank || axis >= rank {
		c.Raise("AxisError", "axis %d is out of bounds for array of dimension %d", axis, rank)
	}
	if axis < 0 {
		axis += rank
	}
	return axis
}

// axesOf returns an argument that is None or axes, counted from the front; all for None.
func axesOf(c *frontend.Call, name string, rank int) []int {
	axes, _, ok := c.Ints(name)
	out := make([]int, 0, rank)
	if !ok {
		for i := range rank {
			out = append(out, i)
		}
		return out
	}
	for _, a := range axes {
		a = axisOf(c, a, rank)
		if slices.Contains(out, a) {
			c.Raise("ValueError", "duplicate value in 'axis'")
		}
		out = append(out, a)
	}
	return out
}

// isFirst reports whether axis names the one axis that many functions take an array
// without axes to have.
func isFirst(axis, rank int) bool { return rank == 0 && (axis == 0 || axis == -1) }

// axesOrNone is axesOf where an array without axes has a first one too.
func axesOrNone(c *frontend.Call, name string, rank int) []int {
	if axes, _, ok := c.Ints(name); ok && len(axes) == 1 && isFirst(axes[0], rank) {
		return []int{}
	}
	return axesOf(c, name, rank)
}

// integers is [frontend.Call.Ints], where an array of integers stands for its elements too.
func integers(c *frontend.Call, name string) (is []int, one, ok bool) {
	a := arrayValue(c.Arg(name))
	if a == nil || a.V.Ndim() != 1 {
		return c.Ints(name)
	}
	if !a.V.Dtype().IsInteger() && a.V.Size() > 0 {
		c.Raise("TypeError", "'numpy.%s' object cannot be interpreted as an integer", scalarName(a.V.Dtype()))
	}
	return intsOf(c, elements(c, a)), false, true
}

// shapeOf returns an argument that is a shape: an integer or several, none negative.
func shapeOf(c *frontend.Call, name string) []int {
	s, _, ok := integers(c, name)
	if !ok {
		s = []int{}
	}
	for _, n := range s {
		if n < 0 {
			c.Raise("ValueError", "negative dimensions are not allowed")
		}
	}
	return s
}

// number makes a result that is a plain Python integer.
func number(c *frontend.Call, x *ivy.Array) *frontend.Array {
	return &frontend.Array{V: x, Number: dtype.KindInt, NS: c.Namespace}
}

// into writes z, cast by same_kind, into the argument "out" if there is one.
func into(c *frontend.Call, z *ivy.Array) any {
	out := outArray(c, c.Arg("out"))
	return deliver(c, c.Func.Path, c.Wrap(z), out, nil, sameKind)
}

// apply calls another function of the table.
func apply(c *frontend.Call, path string, args ...any) *ivy.Array {
	return c.Namespace.Call(c.Functions.Must(path), args...).(*frontend.Array).V
}

// zeroD makes a 0-d array of dtype d.
func zeroD(e *ivy.Env, v any, d dtype.Dtype) *ivy.Array { return e.Full(nil, v, d) }
