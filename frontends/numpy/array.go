package numpy

import (
	"errors"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// An NDArray is NumPy's ndarray, or with Scalar set a scalar, which has no axes.
type NDArray frontend.Array

func own(x any) *frontend.Array {
	a, _ := x.(*NDArray)
	return (*frontend.Array)(a)
}

// Ivy returns the array of the unified API.
func (a *NDArray) Ivy() *ivy.Array { return a.V }

// Operand makes a an operand of the unified API: see [ivy.Operand].
func (a *NDArray) Operand() (x *ivy.Array, weak bool) { return (*frontend.Array)(a).Operand() }

// Dtype returns the dtype of the elements.
func (a *NDArray) Dtype() dtype.Dtype { return a.V.Dtype() }

// Shape returns the lengths of the axes.
func (a *NDArray) Shape() []int { return a.V.Shape() }

// Ndim returns the number of axes.
func (a *NDArray) Ndim() int { return a.V.Ndim() }

// Size returns the number of elements.
func (a *NDArray) Size() int { return a.V.Size() }

// Itemsize returns the size of an element in bytes.
func (a *NDArray) Itemsize() int { return a.V.Dtype().Size() }

// Nbytes returns the size of the elements in bytes.
func (a *NDArray) Nbytes() int { return a.V.Nbytes() }

// T returns a view with the axes in reverse order.
func (a *NDArray) T() *NDArray { return a.attribute("T") }

// MT returns a view with the last two axes exchanged.
func (a *NDArray) MT() *NDArray { return a.attribute("mT") }

// Real returns the real parts of complex numbers as a view, another array itself.
func (a *NDArray) Real() *NDArray { return a.attribute("real") }

// Imag returns the imaginary parts of complex numbers as a view, zeros of another array.
func (a *NDArray) Imag() *NDArray { return a.attribute("imag") }

// Flat returns the elements in one axis, a view whatever the layout.
func (a *NDArray) Flat() *NDArray { return a.attribute("flat") }

func (a *NDArray) attribute(name string) *NDArray {
	return (*NDArray)(attributes[name]((*frontend.Array)(a)).(*frontend.Array))
}

// Get returns a[key…]: a key is an int, a slice ([ivy.Slice]), [ivy.Ellipsis], nil for a new axis,
// or an array of integers or bools.
func (a *NDArray) Get(key ...any) *NDArray {
	return (*NDArray)(a.NS.Call1(a.NS.Functions.Must(".__getitem__"), a, []any{key}))
}

// Set writes v, cast as C does, into a[key…].
func (a *NDArray) Set(v any, key ...any) {
	a.NS.Call(a.NS.Functions.Must(".__setitem__"), a, key, v)
}

// method is an attribute that a function of the table gives.
func method(path string) func(a *frontend.Array) any {
	return func(a *frontend.Array) any { return a.NS.Call(a.NS.Functions.Must(path), a) }
}

var attributes = map[string]func(*frontend.Array) any{
	"shape":    func(a *frontend.Array) any { return a.V.Shape() },
	"dtype":    func(a *frontend.Array) any { return a.V.Dtype() },
	"ndim":     func(a *frontend.Array) any { return a.V.Ndim() },
	"size":     func(a *frontend.Array) any { return a.V.Size() },
	"itemsize": func(a *frontend.Array) any { return a.V.Dtype().Size() },
	"nbytes":   func(a *frontend.Array) any { return a.V.Nbytes() },
	"T":        method(".transpose"),
	"mT":       method("matrix_transpose"),
	"real":     method("real"),
	"imag":     method("imag"),
	"flat":     func(a *frontend.Array) any { return flat(a.NS, a) },
	"strides":  func(a *frontend.Array) any { return byteStrides(a) },
	"flags":    func(a *frontend.Array) any { return Flags{a} },
	"base": func(a *frontend.Array) any {
		if r := views.Root(a); r != a {
			return r
		}
		return nil
	},
}

// methods are functions of arrays alone.
var methods = append([]frontend.Func{
	{Path: ".item", Sig: "self, *args", Out: frontend.Value, Run: item, Doc: "The one element, or that at an index, as a Python scalar."},
	{Path: ".tolist", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any { return list(self(c).V) }, Doc: "The elements as nested lists of Python scalars."},
	{Path: ".astype", Sig: "self, dtype, order='K', casting='unsafe', subok=True, copy=True", Run: astype("self")},
	{Path: ".fill", Sig: "self, value", Out: frontend.None, Run: func(c *frontend.Call) any {
		a := self(c)
		if a.Scalar { // as NumPy: a copy is filled
			return nil
		}
		setItem(c, a, []any{ivy.Ellipsis}, c.Arg("value"))
		return nil
	}},
	{Path: ".flatten", Sig: "self, order='C'", Run: func(c *frontend.Call) any {
		a := self(c)
		x := raveled(c, a, orderOf(c, "C", a)).V
		return c.Wrap(c.Env().CopyArray(x))
	}},
	{Path: ".view", Sig: "self, dtype=None, type=None", Run: func(c *frontend.Call) any {
		if c.Given("type") {
			c.Raise("ValueError", "Type must be a sub-type of ndarray type")
		}
		a := operandArray(c, "self")
		if !c.Has("dtype") || c.Dtype("dtype") == a.V.Dtype() {
			return whole(c, a)
		}
		return viewAs(c, a, c.Dtype("dtype"))
	}, Doc: "The same memory, read as another dtype."},
	{Path: ".setflags", Sig: "self, write=None, align=None, uic=None", Out: frontend.None, Run: func(c *frontend.Call) any {
		a := self(c)
		write, back := text.Truth(c, c.Arg("write")), text.Truth(c, c.Arg("uic"))
		if c.Has("write") && !a.Scalar {
			setWriteable(a, write)
		}
		if back {
			c.Raise("ValueError", "cannot set WRITEBACKIFCOPY flag to True")
		}
		return nil
	}, Doc: "Says whether the array may be written to."},
	{Path: ".__getitem__", Go: "GetItem", Sig: "self, key, /", Run: getItem},
	{Path: ".__setitem__", Go: "SetItem", Sig: "self, key, value, /", Out: frontend.None, Run: func(c *frontend.Call) any {
		a := self(c)
		arraysOnly(c, a, "item assignment")
		setItem(c, a, keys(c), c.Arg("value"))
		return nil
	}},
}, inPlace()...)

// self returns the array that a method is called on.
func self(c *frontend.Call) *frontend.Array {
	o := c.Operand("self")
	if o.A == nil {
		c.Raise("TypeError", "descriptor '%s' requires a 'numpy.ndarray' object", c.Func.Path)
	}
	return o.A
}

// isTwo reports whether a value is the float 2.0, or an array of it without axes.
func isTwo(c *frontend.Call, v any) bool {
	o, err := c.Namespace.Operand(v)
	switch {
	case err != nil:
		return false
	case o.A == nil:
		return o.Scalar == dtype.KindFloat && o.Value.Float64() == 2
	}
	return o.A.V.Ndim() == 0 && o.Dtype.Kind() == dtype.KindFloat && frontend.Peek(o.A).Float64() == 2
}

// inPlace are the operators that write into their left operand, which must be able to
// hold the result: same_kind.
func inPlace() []frontend.Func {
	var fs []frontend.Func
	for _, op := range [][3]string{
		{"iadd", "add", "+="}, {"isub", "subtract", "-="}, {"imul", "multiply", "*="}, {"itruediv", "true_divide", "/="}, {"ifloordiv", "floor_divide", "//="},
		{"imod", "remainder", "%="}, {"ipow", ".__pow__", "**="}, {"imatmul", "matmul", "@="}, {"iand", "bitwise_and", "&="}, {"ior", "bitwise_or", "|="},
		{"ixor", "bitwise_xor", "^="}, {"ilshift", "left_shift", "<<="}, {"irshift", "right_shift", ">>="},
	} {
		goName := map[string]string{"itruediv": "ITrueDiv", "ifloordiv": "IFloorDiv", "ilshift": "ILShift", "irshift": "IRShift", "imatmul": "IMatMul"}[op[0]]
		if goName == "" {
			goName = "I" + string(op[0][1]-'a'+'A') + op[0][2:]
		}
		out := frontend.One
		if op[0] == "imul" { // a list, of a scalar
			out = frontend.Value
		}
		fs = append(fs, frontend.Func{Path: ".__" + op[0] + "__", Go: goName, Sig: "self, value, /", Out: out, Doc: "The operator " + op[2] + ".", Run: func(c *frontend.Call) any {
			a := self(c)
			if a.Scalar { // nothing writes into scalars
				return c.Operator(strings.TrimSuffix(op[2], "="), a, c.Arg("value"))
			}
			f := c.Functions.Lookup(op[1])
			if op[1] == "matmul" {
				matMul.fits(c, a, mustOperand(c, c.Arg("value")))
			}
			if op[1] == ".__pow__" && isTwo(c, c.Arg("value")) && a.V.Dtype().IsInteger() {
				f = c.Functions.Must("square") // of integers too, where a ** 2.0 is float64
				return c.Namespace.Call(f, a, frontend.Named{Name: "out", Value: a})
			}
			if op[1] == ".__pow__" || op[1] == "matmul" {
				var z *frontend.Array
				if err := ivy.Try(func() { z = c.Namespace.Call(f, a, c.Arg("value")).(*frontend.Array) }); err != nil {
					if op[1] == ".__pow__" { // whether the result may be cast comes before the shapes
						c.Namespace.Call(c.Functions.Must("power"), a, c.Arg("value"), frontend.Named{Name: "out", Value: a})
					}
					panic(err)
				}
				return deliver(c, f.Path, z, a, nil, sameKind)
			}
			return c.Namespace.Call(f, a, c.Arg("value"), frontend.Named{Name: "out", Value: a})
		}})
	}
	return fs
}

func item(c *frontend.Call) any {
	x := array(c, "self")
	key, _ := c.Arg("args").([]any)
	if len(key) == 1 {
		if list, ok := frontend.Sequence(key[0]); ok {
			key = list
		} else { // counts the elements
			x = c.Env().Reshape(x, []int{-1})
		}
	}
	if len(key) > 0 {
		if len(key) != x.Ndim() {
			c.Raise("ValueError", "incorrect number of indices for array")
		}
		at := make([]any, len(key))
		for i, n := range intsOf(c, key) {
			at[i] = n
		}
		x = c.Env().GetItem(x, at...)
	}
	if x.Size() != 1 {
		c.Raise("ValueError", "can only convert an array of size 1 to a Python scalar")
	}
	return scalarOf(c.Env().Reshape(x, []int{}))
}

// scalarOf returns the one element as a Python scalar.
func scalarOf(x *ivy.Array) any {
	switch d := x.Dtype(); {
	case d.IsBool():
		return ivy.Item[bool](x)
	case d == dtype.Uint64:
		if u := ivy.Item[uint64](x); u > 1<<63-1 {
			return u
		}
		return int(ivy.Item[uint64](x))
	case d.IsInteger():
		return int(ivy.Item[int64](x))
	case d.IsComplex():
		return ivy.Item[complex128](x)
	}
	return ivy.Item[float64](x)
}

// list returns the elements as nested lists of Python scalars.
func list(x *ivy.Array) any {
	if x.Ndim() == 0 {
		return scalarOf(x)
	}
	frontend.Room(nil, x.Shape()[0], 64) // an interface, the number in it, and an array on the way
	out := make([]any, x.Shape()[0])
	for i := range out {
		out[i] = list(x.Get(i))
	}
	return out
}

// astype returns the function that casts the parameter of that name.
func astype(name string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		if c.Func.Path == "astype" && arrayValue(c.Arg(name)) == nil {
			c.Raise("TypeError", "Input should be a NumPy array. It is of type %s.", typeText(c.Arg(name)))
		}
		x := array(c, name)
		d := c.Dtype("dtype")
		if d == dtype.Invalid {
			d = dtype.Float64
		}
		if c.Func.Path == ".astype" {
			c.Bool("subok")
			l := castingOf(c)
			if !l.holds(x.Dtype(), d) {
				c.Raise("TypeError", "Cannot cast array data from %v to %v according to the rule '%s'", x.Dtype(), d, c.Text("casting"))
			}
		}
		a := given(c, name)
		if a == nil && c.Func.Path == "astype" {
			c.Raise("TypeError", "Input should be a NumPy array. It is of type %s.", typeText(c.Arg(name)))
		}
		order := "K"
		if c.Func.Path == ".astype" {
			order = orderOf(c, "K", a)
		}
		if x.Dtype() == d && !c.Bool("copy") && a != nil && hasOrder(a, order) {
			return a
		}
		return laid(c.Wrap(c.Cast(c.Namespace, c.Env().CopyArray(x), d)), order, a)
	}
}

// getItem returns a scalar for an element, but an array without axes for a key with an
// ellipsis.
func getItem(c *frontend.Call) any {
	a, key := self(c), keys(c)
	dots := slices.Contains(key, any(ivy.Ellipsis))
	if a.Scalar && slices.ContainsFunc(key, func(k any) bool {
		switch k.(type) {
		case int, ivy.Span:
			return true
		}
		return false
	}) {
		c.Raise("IndexError", "invalid index to scalar variable.")
	}
	basic := !slices.ContainsFunc(key, func(k any) bool {
		switch k.(type) {
		case bool, *ivy.Array:
			return true
		}
		return false
	})
	if !basic || a.Scalar {
		z := c.Wrap(indexed(c.Env(), a.V, key))
		if !slices.ContainsFunc(key, hasAxes) { // package ivy takes what has none for an int, and gives a view
			z.V = c.Env().CopyArray(z.V)
		}
		if !dots {
			scalar(z)
		}
		return z
	}
	if !dots && isElement(a.V, key) {
		return scalar(c.Wrap(c.Env().CopyArray(c.Env().GetItem(a.V, key...))))
	}
	return sliced(c, a, key)
}

// indexed returns x[key…] for a key with arrays. An index out of range is no error where the result has no
// elements, as NumPy has it still.
func indexed(e *ivy.Env, x *ivy.Array, key []any) (z *ivy.Array) {
	err := ivy.Try(func() { z = e.GetItem(x, key...) })
	if !errors.Is(err, ivy.ErrIndex) {
		frontend.Check(err)
		return z
	}
	if y, inRange := withoutBounds(e, x, key); ivy.Try(func() { z = e.GetItem(y, inRange...) }) == nil && z.Size() == 0 {
		return z
	}
	panic(err)
}

// withoutBounds returns a key and an array for it, in which no element of an array of integers is out of
// range: what their result has for a shape is what that of x and the key has.
func withoutBounds(e *ivy.Env, x *ivy.Array, key []any) (*ivy.Array, []any) {
	inRange, s := slices.Clone(key), x.Shape()
	axis, taken := 0, 0
	for _, k := range key {
		taken += axesTaken(k)
	}
	for i, k := range key {
		if at, isArray := k.(*ivy.Array); isArray && at.Dtype().IsInteger() && at.Ndim() > 0 && axis < len(s) {
			inRange[i] = e.Zeros(at.Shape(), Int64)
			s[axis] = max(s[axis], 1)
		}
		if axis += axesTaken(k); k == any(ivy.Ellipsis) {
			axis += len(s) - taken
		}
	}
	return e.BroadcastTo(e.Zeros(nil, x.Dtype()), s), inRange
}

// axesTaken returns how many axes an index is of.
func axesTaken(k any) int {
	switch k := k.(type) {
	case *ivy.Array:
		if k.Dtype() == Bool {
			return k.Ndim()
		}
		return 1
	case int, ivy.Span:
		return 1
	}
	return 0
}

// hasAxes reports whether an index is an array with axes.
func hasAxes(k any) bool {
	x, ok := k.(*ivy.Array)
	return ok && x.Ndim() > 0
}

// isElement reports whether a key takes one element: by an integer, or an array of one without axes, for
// each axis.
func isElement(x *ivy.Array, key []any) bool {
	for _, k := range key {
		if at, isArray := k.(*ivy.Array); isArray && at.Dtype().IsInteger() && at.Ndim() == 0 {
			continue
		}
		if _, isInt := k.(int); !isInt {
			return false
		}
	}
	return len(key) == x.Ndim()
}

// keys returns the key of an index: what a tuple has, or one thing.
func keys(c *frontend.Call) []any {
	key, isTuple := c.Arg("key").([]any)
	if !isTuple {
		key = []any{c.Arg("key")}
	}
	out := make([]any, len(key))
	for i, k := range key {
		switch k := k.(type) {
		case nil, int, bool, ivy.Span, *ivy.Array:
			out[i] = k
			continue
		case float64, complex128, string, dtype.Dtype:
			c.Raise("IndexError", "only integers, slices, ellipsis, newaxis and integer or boolean arrays are valid indices, not %v", k)
		}
		if k == any(ivy.Ellipsis) || k == any(ivy.NewAxis) {
			out[i] = k
			continue
		}
		x := toArray(c, k)
		if x.Ndim() == 0 && x.Dtype().IsInteger() && isScalarOrInt(k) {
			out[i] = c.Size(frontend.Number(c.Wrap(x)))
			continue
		}
		if d := x.Dtype(); !d.IsInteger() && d != dtype.Bool && x.Size() > 0 {
			c.Raise("IndexError", "arrays used as indices must be of integer (or boolean) type, not %v", d)
		}
		if x.Size() == 0 && x.Dtype().IsFloat() {
			x = c.Env().Astype(x, dtype.Int64)
		}
		out[i] = x
	}
	return out
}

// maskKey returns the one index of a key if it is an array of bools.
func maskKey(key []any) (mask *ivy.Array, ok bool) {
	if len(key) == 1 {
		mask, ok = key[0].(*ivy.Array)
	}
	return mask, ok && mask.Dtype() == Bool
}

// setItem writes a value, cast as C does, into a[key…].
func setItem(c *frontend.Call, a *frontend.Array, key []any, value any) {
	var v *ivy.Array
	if err := frontend.Try(func() {
		writable(c.Namespace, a, "assignment destination")
		v = itemValue(c, a, key, value)
	}); err != nil { // integers out of range come first, elements of arrays last
		x, inRange := withoutBounds(c.Env(), a.V, key)
		_ = c.Env().GetItem(x, inRange...)
		panic(err)
	}
	if mask, isMask := maskKey(key); isMask && v.Ndim() > 1 && mask.Ndim() == a.V.Ndim() {
		_ = c.Env().GetItem(a.V, mask)
		c.Raise("TypeError", "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has %d dimensions", v.Ndim())
	}
	if _, isList := frontend.Sequence(value); isList && !slices.ContainsFunc(key, hasAxes) && v.Ndim() > c.Env().GetItem(a.V, key...).Ndim() {
		c.Raise("ValueError", "setting an array element with a sequence: the list is nested deeper than what it is written into")
	}
	err := ivy.Try(func() {
		views.Update(c.Namespace, a, func(x *ivy.Array) { c.Env().SetItem(x, v, key...) })
	})
	if err == nil {
		return
	}
	x, inRange := withoutBounds(c.Env(), a.V, key)
	s := c.Env().GetItem(x, inRange...).Shape() // integers out of range come before the shape of the value
	if extra := v.Ndim() - len(s); extra > 0 && slices.Contains(s, 0) && slices.ContainsFunc(key, hasAxes) && fits(v.Shape()[extra:], s) {
		return // more axes of no elements
	}
	if errors.Is(err, ivy.ErrIndex) {
		if !fits(v.Shape(), s) {
			c.Raise("ValueError", "shape mismatch: value array of shape %s could not be broadcast to indexing result of shape %s", shape.Text(v.Shape()), shape.Text(s))
		} else if slices.Contains(s, 0) { // there is no element to look for
			return
		}
	}
	frontend.Check(err)
}

// itemValue returns the elements that setItem writes, in a's dtype.
func itemValue(c *frontend.Call, a *frontend.Array, key []any, value any) *ivy.Array {
	if list, isList := frontend.Sequence(value); isList && isElement(a.V, key) {
		value = elementOfList(c, list, a.V.Dtype())
	}
	if _, isList := frontend.Sequence(value); isList || isOther(value) {
		return assigned(c, value, a.V.Dtype())
	}
	o, err := c.Namespace.Operand(value)
	frontend.Check(err)
	if o.A != nil && a.V.Dtype().IsComplex() && o.A.V.Size() != 1 && isElement(a.V, key) {
		c.Raise("TypeError", "only length-1 arrays can be converted to Python scalars")
	}
	return c.As(o, a.V.Dtype())
}

// elementOfList returns what a list is as an element: true if it has any elements, and no number.
func elementOfList(c *frontend.Call, list []any, d dtype.Dtype) any {
	switch {
	case d == Bool:
		return len(list) > 0
	case d.IsFloat():
		c.Raise("ValueError", "setting an array element with a sequence.")
	}
	c.Raise("TypeError", "int() argument must be a string, a bytes-like object or a real number, not 'list'")
	return nil
}
