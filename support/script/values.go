package script

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// array is an ivy array in a program.
type array struct {
	in *interp
	a  *ivy.Array
}

var (
	_ starlark.HasSetKey = (*array)(nil)
	_ starlark.HasAttrs  = (*array)(nil)
	_ starlark.Sequence  = (*array)(nil)
)

func (in *interp) wrap(a *ivy.Array) *array { return &array{in, a} }

// String returns what repr does: "ivy.array([1, 2])".
func (x *array) String() string {
	s := ""
	if err := try(func() { s = x.a.GoString() }); err != nil {
		return "<array: " + err.Error() + ">"
	}
	return s
}

func (x *array) text() (s string, err error) {
	err = try(func() { s = x.a.String() })
	return s, err
}

func (x *array) Type() string         { return "Array" }
func (x *array) Freeze()              {}
func (x *array) Truth() starlark.Bool { return starlark.True }

func (x *array) Hash() (uint32, error) { return 0, wrong("unhashable type: 'Array'") }

// Len returns the length of the first axis.
func (x *array) Len() int {
	if s := x.a.Shape(); len(s) > 0 {
		return s[0]
	}
	return 0
}

// Iterate goes along the first axis; it is nil for an array without axes.
func (x *array) Iterate() starlark.Iterator {
	if x.a.Ndim() == 0 {
		return nil
	}
	return &arrayIterator{x: x, n: x.Len()}
}

type arrayIterator struct {
	x    *array
	i, n int
}

func (it *arrayIterator) Next(p *starlark.Value) bool {
	if it.i >= it.n {
		return false
	}
	err := try(func() { *p = it.x.in.wrap(it.x.a.Get(it.i)) })
	if err != nil {
		it.x.in.fail(err)
		return false
	}
	it.i++
	return true
}

func (it *arrayIterator) Done() {}

func (x *array) Get(key starlark.Value) (starlark.Value, bool, error) {
	v, err := x.in.getArray(x, key)
	return v, true, err
}

func (x *array) SetKey(key, value starlark.Value) error { return x.in.setArray(x, key, value) }

// Complex is Python's complex number.
type Complex complex128

// String returns what Python prints: "(1+2j)", "2j".
func (c Complex) String() string { return format.PythonComplex(complex128(c)) }

// Type returns "complex".
func (c Complex) Type() string { return "complex" }

// Freeze does nothing.
func (c Complex) Freeze() {}

// Truth reports whether c is not zero.
func (c Complex) Truth() starlark.Bool { return c != 0 }

// Hash is that of the parts.
func (c Complex) Hash() (uint32, error) {
	re, err := starlark.Float(real(c)).Hash()
	if err != nil {
		return 0, err
	}
	im, err := starlark.Float(imag(c)).Hash()
	return re + 1000003*im, err
}

// CompareSameType answers == and != of dict keys.
func (c Complex) CompareSameType(op tok, y starlark.Value, _ int) (bool, error) {
	return compareEqual(op, c == y.(Complex), "complex")
}

// dtypeValue is a dtype in a program.
type dtypeValue struct {
	d    ivy.Dtype
	own  any               // a framework's dtype that package ivy has no like of: torch.complex32
	name string            // the framework's name for d, where it has its own: "f32"
	call *starlark.Builtin // what it does as a function: numpy.float32(1)

	f     *frame // whose dtype it is; nil for package ivy's
	class string // the name under which the framework's namespace has it, "" for an array's dtype
}

var _ starlark.Callable = dtypeValue{}

func (d dtypeValue) String() string {
	switch {
	case d.own != nil:
		return fmt.Sprint(d.own)
	case d.name != "":
		return d.name
	}
	return d.d.String()
}

func (d dtypeValue) Type() string          { return "Dtype" }
func (d dtypeValue) Freeze()               {}
func (d dtypeValue) Truth() starlark.Bool  { return starlark.True }
func (d dtypeValue) Hash() (uint32, error) { return starlark.MakeInt(int(d.d)).Hash() }
func (d dtypeValue) Name() string          { return d.String() }

// CallInternal makes an array, where the framework's dtypes do.
func (d dtypeValue) CallInternal(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if d.call == nil {
		return nil, wrong("the dtype %s is no function", d)
	}
	return d.call.CallInternal(thread, args, kwargs)
}

// CompareSameType orders dtypes as ivy.AllDtypes does. A framework's own dtype comes after
// the dtype of package ivy that holds its values, or last where there is none; those that
// share a position are ordered by name.
func (d dtypeValue) CompareSameType(op tok, y starlark.Value, _ int) (bool, error) {
	key := func(d dtypeValue) (position int, name string) {
		if position = int(d.d); d.d == dtype.Invalid {
			position = int(dtype.Count)
		}
		if d.own != nil {
			name = d.String()
		}
		return position, name
	}
	other := y.(dtypeValue)
	p, name := key(d)
	q, otherName := key(other)
	return compareOrder(op, cmp.Or(cmp.Compare(p, q), strings.Compare(name, otherName))), nil
}

func (d dtypeValue) Attr(name string) (starlark.Value, error) {
	switch {
	case name == "name":
		return starlark.String(d.String()), nil
	case name == "__name__" && d.call != nil:
		return starlark.String(d.d.String()), nil
	case name == "type" && d.call == nil && d.f != nil && d.f.Framework == numpy.Framework:
		return (&space{in: d.f.in, of: d.f.Name}).Attr(d.d.String())
	case d.own != nil:
		return nil, nil
	case d.f != nil && d.f.Framework == numpy.Framework:
		return plainValue(numpy.DtypeAttributes(d.d)[name]), nil
	}
	switch name {
	case "itemsize":
		return starlark.MakeInt(d.d.Size()), nil
	case "bits":
		return starlark.MakeInt(d.d.Bits()), nil
	case "kind":
		return starlark.String(d.d.Kind().String()), nil
	}
	return nil, nil
}

func (d dtypeValue) AttrNames() []string {
	switch {
	case d.own != nil:
		return []string{"name"}
	case d.f != nil && d.f.Framework == numpy.Framework:
		names := append(slices.Sorted(maps.Keys(numpy.DtypeAttributes(d.d))), "name")
		if d.call == nil {
			names = append(names, "type")
		}
		return names
	}
	return []string{"bits", "itemsize", "kind", "name"}
}

// Results are the arrays of a function that returns several, a tuple whose elements
// may have names too; or the facts of finfo and iinfo, which have names alone.
type Results struct {
	name   string
	names  []string // empty, or as long as values
	values starlark.Tuple

	of    *frame // whose function returned them; nil for package ivy's
	path  string // the function's
	shape *frame // of a shape, whose it is
}

var (
	_ starlark.Indexable = (*Results)(nil)
	_ starlark.Sequence  = (*Results)(nil)
	_ starlark.HasAttrs  = (*Results)(nil)
)

// String returns "name(field=value, …)".
func (r *Results) String() string {
	if r.shape != nil {
		return r.shape.Texts.Shape(r.dims(), true)
	}
	var b strings.Builder
	b.WriteString(r.name + "(")
	for i, v := range r.values {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(r.names[i] + "=" + v.String())
	}
	return b.String() + ")"
}

// Type returns the name of the function.
func (r *Results) Type() string { return r.name }

// Freeze freezes the values.
func (r *Results) Freeze() { r.values.Freeze() }

// Truth returns true.
func (r *Results) Truth() starlark.Bool { return starlark.True }

// Hash fails, but for a shape.
func (r *Results) Hash() (uint32, error) {
	if r.shape != nil {
		return r.values.Hash()
	}
	return 0, wrong("unhashable type: '%s'", r.name)
}

// Len returns the number of values.
func (r *Results) Len() int { return len(r.values) }

// Index returns the value at i.
func (r *Results) Index(i int) starlark.Value { return r.values[i] }

// Iterate goes through the values.
func (r *Results) Iterate() starlark.Iterator { return r.values.Iterate() }

// Attr returns the value of that name.
func (r *Results) Attr(name string) (starlark.Value, error) {
	if i := slices.Index(r.names, name); i >= 0 {
		return r.values[i], nil
	}
	if r.shape != nil {
		return r.shapeAttr(name), nil
	}
	return nil, nil
}

// AttrNames returns the names.
func (r *Results) AttrNames() []string { return slices.Sorted(slices.Values(r.names)) }

// module is a namespace.
type module struct {
	name    string
	members starlark.StringDict
}

func (m *module) String() string        { return "<module '" + m.name + "'>" }
func (m *module) Type() string          { return "module" }
func (m *module) Freeze()               {}
func (m *module) Truth() starlark.Bool  { return starlark.True }
func (m *module) Hash() (uint32, error) { return starlark.String(m.name).Hash() }

func (m *module) Attr(name string) (starlark.Value, error) {
	if v, ok := m.members[name]; ok {
		return v, nil
	}
	return nil, nil
}

func (m *module) AttrNames() []string { return slices.Sorted(maps.Keys(m.members)) }

// scalar returns Python's number or bool as one of package backend; ok is false for
// what is none.
func scalar(x starlark.Value) (s backend.Scalar, ok bool, err error) {
	switch x := x.(type) {
	case starlark.Bool:
		return backend.BoolScalar(bool(x)), true, nil
	case starlark.Int:
		if i, fits := x.Int64(); fits {
			return backend.IntScalar(i), true, nil
		}
		if u, fits := x.Uint64(); fits {
			return backend.UintScalar(u), true, nil
		}
		return s, true, wrong("integer of %d bits is out of range: no dtype holds it", x.BigInt().BitLen())
	case starlark.Float:
		return backend.FloatScalar(float64(x)), true, nil
	case Complex:
		return backend.ComplexScalar(complex128(x)), true, nil
	}
	return s, false, nil
}

// operand returns x as package ivy takes operands: an array, a scalar, or nested
// slices of these.
func (in *interp) operand(x starlark.Value) (any, error) {
	switch x := x.(type) {
	case *array:
		return x.a, nil
	case *tensor:
		return x.ivy()
	case *starlark.List, starlark.Tuple, *Results:
		if err := in.visit(x, func(starlark.Value) {}); err != nil {
			return nil, err
		}
		return in.nested(x.(starlark.Indexable))
	}
	if r, ok := x.(starlark.Indexable); ok && x.Type() == "range" {
		if err := in.work(r.Len()); err != nil {
			return nil, err
		}
		if err := in.charge(64 * int64(r.Len())); err != nil {
			return nil, err
		}
		return in.nested(r)
	}
	s, ok, err := scalar(x)
	if !ok {
		return nil, wrong("got %s, want an array, a number or nested lists of them", typeName(x))
	}
	return s, err
}

func (in *interp) nested(x starlark.Indexable) (any, error) {
	if err := in.charge(64 * int64(x.Len())); err != nil {
		return nil, err
	}
	out := make([]any, x.Len())
	for i := range out {
		v, err := in.operand1(x.Index(i))
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// operand1 is operand of a part of what was visited already.
func (in *interp) operand1(x starlark.Value) (any, error) {
	switch x := x.(type) {
	case *starlark.List:
		return in.nested(x)
	case starlark.Tuple:
		return in.nested(x)
	}
	return in.operand(x)
}

// toArray returns x as an array, the very one if it is one.
func (in *interp) toArray(x starlark.Value) (*ivy.Array, error) {
	switch x := x.(type) {
	case *array:
		return x.a, nil
	case *tensor:
		return x.ivy()
	}
	v, err := in.operand(x)
	if err != nil {
		return nil, err
	}
	var a *ivy.Array
	err = try(func() { a = in.env.Asarray(v) })
	return a, err
}

// toInt returns x, an int or an integer array of one element, as an int.
func toInt(x starlark.Value) (int, error) {
	switch x := plain(x).(type) {
	case starlark.Int:
		if i, ok := x.Int64(); ok && i >= math.MinInt && i <= math.MaxInt {
			return int(i), nil
		}
		return 0, wrong("%s is out of range", shortInt(x))
	case starlark.Bool:
		if x {
			return 1, nil
		}
		return 0, nil
	case *array:
		i := 0
		err := try(func() { i = x.a.Index() })
		return i, err
	}
	return 0, wrong("got %s, want int", typeName(x))
}

// toInts returns x as a list of ints: an int alone is one.
func (in *interp) toInts(x starlark.Value) ([]int, error) {
	switch s := plain(x).(type) {
	case *starlark.List, starlark.Tuple, *Results:
		list := s.(starlark.Indexable)
		if list.Len() > 1<<16 {
			return nil, wrong("%d ints are too many here", list.Len())
		}
		out := make([]int, list.Len())
		for i := range out {
			n, err := toInt(list.Index(i))
			if err != nil {
				return nil, err
			}
			out[i] = n
		}
		return out, nil
	case *array:
		if s.a.Ndim() == 1 && s.a.Dtype().IsInteger() && s.a.Size() <= 1<<16 {
			out := make([]int, s.a.Size())
			err := try(func() {
				for i := range out {
					out[i] = s.a.Get(i).Index()
				}
			})
			return out, err
		}
	}
	n, err := toInt(x)
	return []int{n}, err
}

// toFloat returns x, a real number or a real array of one element, as a float.
func toFloat(x starlark.Value) (float64, error) {
	switch x := plain(x).(type) {
	case starlark.Float:
		return float64(x), nil
	case starlark.Int:
		f := float64(x.Float())
		if math.IsInf(f, 0) {
			return 0, wrong("int too large to convert to float")
		}
		return f, nil
	case starlark.Bool:
		if x {
			return 1, nil
		}
		return 0, nil
	case *array:
		f := 0.0
		err := try(func() { f = x.a.Float() })
		return f, err
	}
	return 0, wrong("got %s, want a real number", typeName(x))
}

func toBool(x starlark.Value) (bool, error) {
	switch x := plain(x).(type) {
	case starlark.Bool:
		return bool(x), nil
	case starlark.Int:
		return x.Sign() != 0, nil
	case *array:
		b := false
		err := try(func() { b = x.a.Bool() })
		return b, err
	}
	return false, wrong("got %s, want bool", typeName(x))
}

func toText(x starlark.Value) (string, error) {
	if s, ok := starlark.AsString(x); ok {
		return s, nil
	}
	return "", wrong("got %s, want string", typeName(x))
}

// toDtype returns a dtype, the one that is a backend's own, or that a text names. Python's bool, int, float and
// complex stand for the defaults of their kinds.
func (in *interp) toDtype(x starlark.Value) (ivy.Dtype, error) {
	switch x := x.(type) {
	case dtypeValue:
		if x.own != nil {
			return x.d, errorf("dtype", "%s is no dtype here", x)
		}
		return x.d, nil
	case nativeDtype:
		d := dtype.Invalid
		err := try(func() { d = in.env.AsIvyDtype(x.n) })
		return d, err
	case starlark.String:
		d, err := dtype.Parse(string(x))
		if err != nil { // a mistake of the program, not a dtype that a function refuses
			return d, errorf("dtype", "%s", strings.TrimPrefix(err.Error(), "dtype: "))
		}
		return d, nil
	case *starlark.Builtin:
		switch x.Name() {
		case "bool":
			return ivy.Bool, nil
		case "int":
			return in.env.DefaultIntDtype(), nil
		case "float":
			return in.env.DefaultFloatDtype(), nil
		case "complex":
			return in.env.DefaultComplexDtype(), nil
		}
	}
	return dtype.Invalid, errorf("dtype", "got %s, want a dtype", typeName(x))
}

// typeName returns the name of x's type as Python has it.
func typeName(x starlark.Value) string {
	switch x.(type) {
	case starlark.String:
		return "str"
	case *starlark.Function, *starlark.Builtin:
		return "function"
	}
	if t, ok := x.(*tensor); ok && t.a.Scalar {
		return t.f.Name + "." + t.a.V.Dtype().String()
	}
	return x.Type()
}

func shortInt(x starlark.Int) string {
	if b := x.BigInt(); b.BitLen() > 256 {
		return fmt.Sprintf("an integer of %d bits", b.BitLen())
	}
	return x.String()
}

// A Dict is a dict with its keys in order.
type Dict struct {
	Keys   []string
	Values []any
}

// A Value is a value of a program. The zero Value is None.
type Value struct {
	v  starlark.Value
	in *interp
}

// IsNone reports whether the value is None.
func (v Value) IsNone() bool { return v.v == nil || v.v == starlark.None }

// A Tuple is a program's tuple.
type Tuple []any

// Go returns the value as Go has it: nil, bool, *big.Int, float64, complex128, string,
// *ivy.Array, a frontend's *frontend.Array, ivy.Dtype, ivy.NativeDtype, []any for a
// list, Tuple, or Dict (with its keys as text).
// The error is of kind "value": functions and the like have no such value.
func (v Value) Go() (any, error) {
	if v.IsNone() {
		return nil, nil
	}
	if err := v.in.visit(v.v, func(starlark.Value) {}); err != nil {
		return nil, asError(err)
	}
	x, err := toGo(v.v, func(*starlark.Function) (any, error) { return nil, wrong("a function is no result") })
	if err != nil {
		return nil, asError(err)
	}
	return x, nil
}

// toGo returns a value as Go has it, functions as call gives them.
func toGo(x starlark.Value, call func(*starlark.Function) (any, error)) (any, error) {
	switch x := x.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(x), nil
	case starlark.Int:
		return new(big.Int).Set(x.BigInt()), nil
	case starlark.Float:
		return float64(x), nil
	case Complex:
		return complex128(x), nil
	case starlark.String:
		return string(x), nil
	case *array:
		return x.a, nil
	case *tensor:
		return x.a, nil
	case *object:
		return x.o, nil
	case dtypeValue:
		if x.own != nil || x.name != "" {
			return x.String(), nil
		}
		return x.d, nil
	case nativeDtype:
		return x.n, nil
	case *starlark.List:
		return toGoAll(x, call)
	case starlark.Tuple:
		t, err := toGoAll(x, call)
		return Tuple(t), err
	case *Results:
		t, err := toGoAll(x, call)
		return Tuple(t), err
	case *starlark.Dict:
		return toGoDict(x, call)
	case *starlark.Function:
		return call(x)
	case *iterator:
		return nil, wrong("a %s is no result (make a list of it)", typeName(x))
	case starlark.Indexable:
		if x.Type() == "range" {
			if x.Len() > maxParts {
				return nil, wrong("a range of %d numbers is too long for a result", x.Len())
			}
			return toGoAll(x, call)
		}
	}
	return nil, wrong("a %s is no result", typeName(x))
}

func toGoAll(s starlark.Indexable, call func(*starlark.Function) (any, error)) ([]any, error) {
	out := make([]any, s.Len())
	for i := range out {
		v, err := toGo(s.Index(i), call)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func toGoDict(from *starlark.Dict, call func(*starlark.Function) (any, error)) (any, error) {
	d := Dict{}
	for _, item := range from.Items() {
		v, err := toGo(item[1], call)
		if err != nil {
			return nil, err
		}
		d.Keys = append(d.Keys, keyText(item[0]))
		d.Values = append(d.Values, v)
	}
	return d, nil
}

func keyText(k starlark.Value) string {
	if s, ok := starlark.AsString(k); ok {
		return s
	}
	return k.String()
}

// String returns what repr does, or a note that it is too long.
func (v Value) String() string {
	if v.IsNone() {
		return "None"
	}
	s, err := v.in.repr(v.v)
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return s
}

// Text returns what print writes.
func (v Value) Text() string {
	if v.IsNone() {
		return "None"
	}
	s, err := v.in.str(v.v)
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return s
}

// ToArray returns a value that [Value.Go] gave as an array: the very one if it is one,
// the elements of a frontend's, one made of numbers and nested lists otherwise. The
// error is of kind "value" where that cannot be.
func ToArray(x any) (*ivy.Array, error) {
	switch x := x.(type) {
	case *ivy.Array:
		return x, nil
	case *frontend.Array:
		return x.V, nil
	case nil:
		return nil, asError(wrong("None is no array"))
	}
	v, err := goOperand(x)
	if err != nil {
		return nil, asError(err)
	}
	var a *ivy.Array
	if err := try(func() { a = ivy.Asarray(v) }); err != nil {
		return nil, asError(err)
	}
	return a, nil
}

func goOperand(x any) (any, error) {
	list := func(items []any) (any, error) {
		out := make([]any, len(items))
		for i, e := range items {
			v, err := goOperand(e)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	switch x := x.(type) {
	case bool, float64, complex128, *ivy.Array:
		return x, nil
	case *frontend.Array:
		return x.V, nil
	case *big.Int:
		s, _, err := scalar(starlark.MakeBigInt(x))
		return s, err
	case []any:
		return list(x)
	case Tuple:
		return list(x)
	}
	return nil, wrong("a %T is no array", x)
}
