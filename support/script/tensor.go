package script

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// tensor is a frontend's array in a program.
type tensor struct {
	f *frame
	a *frontend.Array
}

var (
	_ starlark.HasSetKey = (*tensor)(nil)
	_ starlark.HasAttrs  = (*tensor)(nil)
	_ starlark.Sequence  = (*tensor)(nil)
	_ starlark.Callable  = (*tensor)(nil)
)

// String returns what repr does: "Array([1, 2], dtype=int32, weak_type=True)".
func (x *tensor) String() string {
	s, err := x.text(frontend.Repr)
	if err != nil {
		return "<array: " + err.Error() + ">"
	}
	return s
}

// named writes the elements as package ivy does, under the framework's name, with the
// type whatever it is.
func (x *tensor) named() (string, error) {
	var s string
	if err := try(func() { s = x.a.V.GoString() }); err != nil {
		return "", err
	}
	const prefix = "ivy.array("
	s, ok := strings.CutPrefix(s, prefix)
	if !ok { // an abstract array
		return s, nil
	}
	s = strings.TrimSuffix(strings.TrimSuffix(s, ")"), "dtype="+x.a.V.Dtype().String())
	s = strings.TrimRight(s, ", \n")
	name := x.f.array + "("
	s = strings.ReplaceAll(s, "\n"+strings.Repeat(" ", len(prefix)), "\n"+strings.Repeat(" ", len(name)))
	s = name + s + ", dtype=" + x.dtype()
	if x.a.Weak && x.f.weak != "" {
		s += ", " + x.f.weak
	}
	return s + ")", nil
}

// dtype returns the text of the dtype, which the framework may have a name of its own for.
func (x *tensor) dtype() string {
	if f := x.f.Attributes["dtype"]; f != nil {
		var d any
		if try(func() { d = f(x.a) }) == nil {
			if name, ok := d.(string); ok {
				return name
			}
			return x.f.dtype(d).String()
		}
	}
	return x.a.V.Dtype().String()
}

// Identical reports whether y is the same array: a frontend may return an argument itself.
func (x *tensor) Identical(y starlark.Value) bool {
	t, ok := y.(*tensor)
	return ok && t.a == x.a
}

func (x *tensor) Type() string         { return x.f.class }
func (x *tensor) Freeze()              {}
func (x *tensor) Truth() starlark.Bool { return starlark.True }

// Name is that of the class: a call of an array is one of a callable to Starlark, so
// that its error is the framework's.
func (x *tensor) Name() string { return x.f.class }

// CallInternal fails: arrays are no functions.
func (x *tensor) CallInternal(*starlark.Thread, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
	return nil, x.f.raise("TypeError", "'%s' object is not callable", x.f.class)
}

// plain returns x as an array of package ivy, if it is a frontend's.
func plain(x starlark.Value) starlark.Value {
	if t, ok := x.(*tensor); ok {
		return t.f.in.wrap(t.a.V)
	}
	return x
}

// ivy returns x as an array that functions of package ivy may return a view of.
func (x *tensor) ivy() (*ivy.Array, error) {
	if x.f.mutable {
		return x.a.V, nil
	}
	return x.f.in.copied(x.a.V)
}

// Len returns the length of the first axis.
func (x *tensor) Len() int {
	if s := x.a.V.Shape(); len(s) > 0 {
		return s[0]
	}
	return 0
}

// Iterate goes along the first axis; an array without axes ends the program.
func (x *tensor) Iterate() starlark.Iterator {
	if x.a.V.Ndim() == 0 {
		x.f.in.fail(x.unsized("iteration"))
	}
	return &tensorIterator{x: x, n: x.Len()}
}

type tensorIterator struct {
	x    *tensor
	i, n int
}

func (it *tensorIterator) Next(p *starlark.Value) bool {
	if it.i >= it.n {
		return false
	}
	v, err := it.x.get(starlark.MakeInt(it.i))
	if err != nil {
		it.x.f.in.fail(err)
		return false
	}
	*p = v
	it.i++
	return true
}

func (it *tensorIterator) Done() {}

// unsized is the error of what needs an axis.
func (x *tensor) unsized(what string) error {
	return x.f.raise("TypeError", "%s of an array of no dimensions", what)
}

// truth is that of the one element.
func (x *tensor) truth() (bool, error) {
	if f := x.f.method("__bool__"); f != nil {
		v, err := x.f.call(f, x.a)
		if err != nil {
			return false, err
		}
		return bool(v.Truth()), nil
	}
	switch n := x.a.V.Size(); {
	case n == 0 && x.f.truth0:
		return false, nil
	case n != 1:
		return false, x.f.raise(x.f.errors.truth, "the truth of an array of %d elements is not defined (use any or all)", n)
	}
	v, err := item(x.f.in.wrap(x.a.V))
	if err != nil {
		return false, err
	}
	return bool(v.Truth()), nil
}

// method returns the method of that name, nil if there is none.
func (f *frame) method(name string) *frontend.Func { return f.Functions.Method(name) }

// Attr returns an attribute or a method.
func (x *tensor) Attr(name string) (starlark.Value, error) {
	if f := x.f.Attributes[name]; f != nil {
		v, err := x.f.run(name, func() any { return f(x.a) })
		if t, ok := v.(starlark.Tuple); ok && name == "shape" {
			dims := &Results{values: t}
			return x.f.shape(dims.dims()), err
		}
		if s, ok := v.(starlark.String); ok && name == "dtype" { // by its name
			if d := x.f.member(x.f.modules[0], string(s), string(s)); d != nil {
				v = d
			}
		}
		return v, err
	}
	if strings.HasPrefix(name, "__") {
		return nil, nil
	}
	if f := x.f.method(name); f != nil {
		if x.f.Framework == tensorflow.Framework {
			if _, err := x.f.run(name, func() any { tensorflow.CheckMethod(x.a.NS, name); return nil }); err != nil {
				return nil, err
			}
		}
		return x.f.function(f, x.a), nil
	}
	if name == "at" && x.f.Framework == jax.Framework {
		return &at{x: x}, nil
	}
	if v := x.scalarMethod(name); v != nil {
		return v, nil
	}
	if name == "numpy" && x.f.toNumPy() {
		return x.f.in.function(name, x.numpy), nil
	}
	if x.f.Framework == tensorflow.Framework { // whose table has all else that tensors have
		return nil, nil
	}
	switch name {
	case "item":
		return x.f.in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := unpack(name, args, kwargs, ""); err != nil {
				return nil, err
			}
			return x.number("item()")
		}), nil
	case "tolist":
		return x.f.in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := unpack(name, args, kwargs, ""); err != nil {
				return nil, err
			}
			return x.f.in.tolist(x.f.in.wrap(x.a.V))
		}), nil
	}
	return nil, nil
}

// toNumPy reports whether the framework's arrays have the method numpy.
func (f *frame) toNumPy() bool {
	return f.Framework == torch.Framework || f.Framework == tensorflow.Framework
}

// numpy is PyTorch's Tensor.numpy, whose result shares the tensor's elements, and TensorFlow's, whose
// result is a copy, and without axes a scalar.
func (x *tensor) numpy(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	to, v := x.f.in.frame("numpy"), x.a.V
	if x.f.Framework == torch.Framework {
		if len(args) > 0 {
			were := "were"
			if len(args) == 1 {
				were = "was"
			}
			return nil, x.f.raise("TypeError", "numpy() takes 0 positional arguments but %d %s given", len(args), were)
		}
		var force starlark.Value // is for what is on a device, or has a gradient
		if err := unpack("numpy", nil, kwargs, "? force", &force); err != nil {
			return nil, err
		}
		if _, ok := force.(starlark.Bool); !ok && force != nil {
			return nil, x.f.raise("TypeError", "numpy(): argument 'force' must be bool, not %s", force.Type())
		}
		switch {
		case x.a.Half:
			return nil, x.f.raise("TypeError", "Got unsupported ScalarType ComplexHalf")
		case v.Dtype() == dtype.BFloat16:
			return nil, x.f.raise("TypeError", "Got unsupported ScalarType BFloat16")
		}
		return to.call(to.Functions.Must("asarray"), x.a)
	}
	if err := unpack("numpy", args, kwargs, ""); err != nil {
		return nil, err
	}
	v, err := x.f.in.copied(v)
	if err != nil {
		return nil, err
	}
	z, err := to.adopt(v)
	if t, ok := z.(*tensor); ok && v.Ndim() == 0 {
		t.a.Scalar = true
	}
	return z, err
}

// scalarMethods are the methods of Python's numbers that NumPy's scalars have, by the kind
// of dtype.
var scalarMethods = map[dtype.Kind]string{
	dtype.KindInt: "bit_count is_integer", dtype.KindUint: "bit_count is_integer", dtype.KindFloat: "as_integer_ratio is_integer",
}

// scalarMethod returns a method of a NumPy scalar that arrays do not have, nil if it has none.
func (x *tensor) scalarMethod(name string) starlark.Value {
	if !x.a.Scalar || !slices.Contains(strings.Fields(scalarMethods[x.a.V.Dtype().Kind()]), name) {
		return nil
	}
	number := x.scalarNumber()
	if i, ok := number.(starlark.Int); ok && name == "is_integer" {
		number = i.Float()
	}
	return x.f.in.pythonMethod(number, name)
}

// number returns the one element, or an error of the framework's class.
func (x *tensor) number(what string) (starlark.Value, error) {
	switch {
	case x.a.V.Size() != 1:
		return nil, x.f.raise(x.f.errors.number, "%s of an array of %d elements", what, x.a.V.Size())
	case x.f.flat && x.a.V.Ndim() > 0:
		return nil, x.f.raise(x.f.errors.number, "%s of an array of %d dimensions, want none", what, x.a.V.Ndim())
	}
	return item(x.f.in.wrap(x.a.V))
}

// round is Python's round(x), or round(x, digits).
func (x *tensor) round(digits starlark.Value) (starlark.Value, error) {
	round := x.f.method("round")
	numpyScalar := x.f.Framework == numpy.Framework && x.a.V.Ndim() == 0
	if round == nil || x.f.Framework != jax.Framework && !numpyScalar {
		return nil, x.f.raise("TypeError", "arrays have no round()")
	}
	if present(digits) {
		n, err := toInt(digits)
		if err != nil {
			return nil, err
		}
		return x.f.call(round, x.a, n)
	}
	z, err := x.f.call(round, x.a)
	if err != nil {
		return nil, err
	}
	r := z.(*tensor)
	if numpyScalar { // a Python int
		return x.f.in.intOf(starlark.Tuple{r}, nil)
	}
	return x.f.call(x.f.method("astype"), r.a, x.f.pythonType("int"))
}

// real is number of an element that must not be complex.
func (x *tensor) real(what string) (starlark.Value, error) {
	v, err := x.number(what)
	if _, isComplex := v.(Complex); isComplex {
		return nil, x.f.raise(x.f.errors.real, "%s of a complex number", what)
	}
	return v, err
}

// AttrNames returns the names of attributes and methods.
func (x *tensor) AttrNames() []string {
	var names []string
	if x.f.Framework != tensorflow.Framework {
		names = []string{"item", "tolist"}
	}
	if x.f.Framework == jax.Framework {
		names = append(names, "at")
	}
	if x.f.toNumPy() {
		names = append(names, "numpy")
	}
	if x.a.Scalar {
		names = append(names, strings.Fields(scalarMethods[x.a.V.Dtype().Kind()])...)
	}
	for name := range x.f.Attributes {
		names = append(names, name)
	}
	for _, f := range x.f.Functions.All() {
		if name := f.Path[strings.LastIndexByte(f.Path, '.')+1:]; x.f.method(name) == f && !strings.HasPrefix(name, "__") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Get returns x[key].
func (x *tensor) Get(key starlark.Value) (starlark.Value, bool, error) {
	v, err := x.get(key)
	return v, true, err
}

// SetKey sets x[key].
func (x *tensor) SetKey(key, value starlark.Value) error { return x.set(key, value) }

// keys returns a key as a frontend takes it, of its own arrays and of others.
func (f *frame) keys(key starlark.Value) ([]any, error) {
	one := func(k starlark.Value) (any, error) {
		switch k := k.(type) {
		case starlark.NoneType:
			return ivy.NewAxis, nil
		case starlark.String:
			return nil, f.raise(f.errors.text, "an index of type str, want ints, slices, ..., None, and integer or bool arrays")
		case starlark.Float, Complex:
			return nil, f.raise(f.errors.index, "an index of type %s, want ints, slices, ..., None, and integer or bool arrays", typeName(k))
		}
		return f.argument(k)
	}
	list, ok := key.(starlark.Tuple)
	if !ok {
		if _, ok := key.(*starlark.List); ok && f.tupled {
			return nil, f.raise("TypeError", "a list as index: want an array of it, or a tuple")
		}
		list = starlark.Tuple{key}
	}
	out := make([]any, len(list))
	for i, k := range list {
		var err error
		if out[i], err = one(k); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// indices returns keys with arrays as package ivy has them.
func indices(f *frame, keys []any) []any {
	out := slices.Clone(keys)
	for i, k := range keys {
		if a, ok := k.(*frontend.Array); ok {
			out[i] = a.V
		}
	}
	return out
}

// indexed returns the arguments of a function that indexes: the key as one list of
// indices, or as "*key".
func indexed(f *frontend.Func, x *frontend.Array, keys []any, value any) []any {
	args := []any{x}
	for _, p := range f.Signature().Params[1:] {
		switch {
		case p.Rest:
			args = append(args, keys...)
		case p.Name == "value":
			args = append(args, value)
		case p.Required:
			args = append(args, keys)
		}
	}
	return args
}

func (x *tensor) get(key starlark.Value) (starlark.Value, error) {
	keys, err := x.f.keys(key)
	if err != nil {
		return nil, err
	}
	if f := x.f.method("__getitem__"); f != nil {
		return x.f.call(f, indexed(f, x.a, keys, nil)...)
	}
	return x.f.run("__getitem__", func() any {
		z := *x.a
		z.V = x.f.ns.Env().GetItem(x.a.V, indices(x.f, keys)...)
		return &z
	})
}

func (x *tensor) set(key, value starlark.Value) error {
	f := x.f.method("__setitem__")
	if f == nil && !x.f.mutable {
		return x.f.raise("TypeError", "arrays take no values at their indices")
	}
	keys, err := x.f.keys(key)
	if err != nil {
		return err
	}
	v, err := x.f.argument(value)
	if err != nil {
		return err
	}
	if f != nil {
		_, err = x.f.call(f, indexed(f, x.a, keys, v)...)
		return err
	}
	_, err = x.f.run("__setitem__", func() any {
		n := x.f.ns
		o, err := n.Operand(v)
		frontend.Check(err)
		n.Env().SetItem(x.a.V, n.As(o, x.a.V.Dtype()), indices(x.f, keys)...)
		return nil
	})
	return err
}

// owner returns the frame whose operators count for operands: that of the first array
// of a framework, unless it gives way to another's; nil if there is none.
func owner(xs ...starlark.Value) *frame {
	var f *frame
	for _, x := range xs {
		if t, ok := x.(*tensor); ok && (f == nil || f.yields && t.f != f) {
			f = t.f
		}
	}
	return f
}

// operator applies one of Python's operators, by its name in [frontend.Framework].
func (f *frame) operator(op string, xs ...starlark.Value) (starlark.Value, error) {
	args := make([]any, len(xs))
	for i, x := range xs {
		var err error
		if args[i], err = f.argument(x); err != nil {
			return nil, err
		}
	}
	var z any
	if err := try(func() { z = f.ns.Operator(op, args...) }); err != nil {
		return nil, err
	}
	return f.value(z)
}

// augment returns what x op= y leaves in x's place: x itself where the framework
// writes into it.
func (x *tensor) augment(op string, y starlark.Value) (starlark.Value, error) {
	if x.f.Operators[op+"="] == "" {
		return operators{x.f.in}.Binary(nil, op, x, y)
	}
	z, err := x.f.operator(op+"=", x, y)
	if t, ok := z.(*tensor); ok && t.a == x.a {
		return x, err
	}
	return z, err
}

// contains answers value in x.
func (x *tensor) contains(value starlark.Value) (bool, error) {
	eq, err := x.f.operator("==", x, value)
	if err != nil {
		return false, err
	}
	found := bool(eq.Truth())
	if t, ok := eq.(*tensor); ok {
		err = try(func() { found = x.f.ns.Env().Any(t.a.V).Bool() })
	}
	return found, err
}
