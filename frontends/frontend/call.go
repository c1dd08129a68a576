package frontend

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A Named is an argument given by its name.
type Named struct {
	Name  string
	Value any
}

// maxParams is how many parameters a function may have.
const maxParams = 24

// calls are Calls that were made: a new one is as long as a small array's function takes.
var calls = sync.Pool{New: func() any { return new(Call) }}

// A Call is a function being called: its arguments by parameter. It is the callee's
// until it returns.
type Call struct {
	*Namespace
	Func   *Func
	slots  [maxParams]any
	given  uint32
	byName uint32 // those of given that a keyword gave
}

// Call calls f with arguments by position and, as Named, by name.
func (n *Namespace) Call(f *Func, args ...any) any {
	defer n.blame(f)
	return n.call(f, args)
}

// call calls f; first come before args.
func (n *Namespace) call(f *Func, args []any, first ...any) any {
	if f.Before != nil {
		f.Before(n, f, slices.Concat(first, args))
	}
	c := calls.Get().(*Call)
	c.Namespace, c.Func = n, f
	c.bind(first, args)
	z := c.run()
	if f.Scalars != ArraysStay {
		c.markScalars(z)
	}
	*c = Call{}
	calls.Put(c) // not after a panic: the collector has it then
	return n.finish(z)
}

// markScalars says of the results without axes whether they are scalars.
func (c *Call) markScalars(z any) {
	switch z := z.(type) {
	case *Array:
		c.markScalar(z)
	case []*Array:
		for _, a := range z {
			c.markScalar(a)
		}
	}
}

func (c *Call) markScalar(z *Array) {
	if z == nil || z.Number != dtype.NoKind || z.V.Ndim() > 0 {
		return
	}
	for i := range c.Func.sig.Params {
		if a := c.own(c.slots[i]); a == z {
			return
		}
	}
	z.Scalar = true
	if c.Func.Scalars == KeepsScalars {
		a := c.own(c.slots[0])
		z.Scalar = a != nil && a.Scalar
	}
}

// Call1 is Call of a function that returns an array, x its first argument.
func (n *Namespace) Call1(f *Func, x any, args []any) *Array {
	defer n.blame(f)
	if f.Unary != nil && len(args) == 0 {
		if a := n.own(x); a != nil && a.Number == dtype.NoKind && !a.Half && f.Same.Has(a.V.Dtype()) && !n.arranges(a) {
			v := f.Unary(n.env, a.V)
			z := &Array{V: v, Weak: a.Weak, Scalar: f.Scalars != ArraysStay && v.Ndim() == 0, NS: n}
			if n.Finish != nil {
				n.Finish(n, z)
			}
			return z
		}
	}
	if f.Reduction.F != nil {
		if a := n.own(x); a != nil {
			if z := n.reduce(f, a, args); z != nil {
				return z
			}
		}
	}
	return n.one(n.call(f, args, x))
}

// arranges reports whether an array takes part in the layout of results: those of the short ways have none.
func (n *Namespace) arranges(a *Array) bool { return a.Memory != nil && n.Arranges }

// reduce reduces a, if its dtype, its shape and the arguments leave no more to do than
// the unified API's function does; else it returns nil.
func (n *Namespace) reduce(f *Func, a *Array, args []any) *Array {
	r, x := &f.Reduction, a.V
	if a.Number != dtype.NoKind || a.Half || !r.Of.Has(x.Dtype()) || x.Ndim() == 0 || x.Size() == 0 {
		return nil
	}
	var opts []ivy.Option
	axes := false
	for i, arg := range args {
		named, isNamed := arg.(Named)
		if isNamed && (named.Name == "keepdims" || named.Name == "keepdim") {
			keep, isBool := named.Value.(bool)
			if !isBool || i != len(args)-1 || !axes || f.sig.index(named.Name) < 0 {
				return nil
			}
			opts = append(opts, ivy.KeepDims(keep))
			continue
		}
		if isNamed {
			if arg = named.Value; axes || named.Name != f.sig.Params[1].Name {
				return nil
			}
		} else if i > 0 {
			return nil
		}
		axes = true
		if arg == nil && !r.Given {
			continue
		}
		axis, ok := r.axis(arg, x.Ndim())
		if !ok {
			return nil
		}
		opts = axisOption(axis)
	}
	v := r.F(n.env, x, opts...)
	z := &Array{V: v, Weak: r.Weak && a.Weak, Scalar: f.Scalars != ArraysStay && v.Ndim() == 0, NS: n}
	if n.Finish != nil {
		n.Finish(n, z)
	}
	return z
}

// axis returns an argument that is one axis of rank, counted from the front.
func (r *Reduction) axis(arg any, rank int) (axis int, ok bool) {
	axis, ok = arg.(int)
	if axis -= r.First; axis < 0 && r.First == 0 {
		axis += rank
	}
	return axis, ok && axis >= 0 && axis < rank
}

func axisOption(axis int) []ivy.Option {
	if axis < len(oneAxis) {
		return oneAxis[axis][:]
	}
	return []ivy.Option{ivy.Axis(axis)}
}

// oneAxis are the options of one axis.
var oneAxis = [...][1]ivy.Option{{ivy.Axis(0)}, {ivy.Axis(1)}, {ivy.Axis(2)}, {ivy.Axis(3)}}

// Call2 is Call of a function that returns an array, x and y its first arguments.
func (n *Namespace) Call2(f *Func, x, y any, args []any) *Array {
	defer n.blame(f)
	if f.Binary != nil && len(args) == 0 {
		a, b := n.own(x), n.own(y)
		switch {
		case a != nil && b != nil:
			if a.Number|b.Number == dtype.NoKind && !a.Half && !b.Half && a.V.Dtype() == b.V.Dtype() && f.Same.Has(a.V.Dtype()) && !n.arranges(a) && !n.arranges(b) {
				v := f.Binary(n.env, a.V, b.V)
				z := &Array{V: v, Weak: a.Weak && b.Weak, Scalar: f.Scalars != ArraysStay && v.Ndim() == 0, NS: n}
				if n.Finish != nil {
					n.Finish(n, z)
				}
				return z
			}
		case a != nil:
			if z := n.callScalar(f, a, y, false); z != nil {
				return z
			}
		case b != nil:
			if z := n.callScalar(f, b, x, true); z != nil {
				return z
			}
		}
	}
	return n.one(n.call(f, args, x, y))
}

// CallN is Call of a function that returns an array.
func (n *Namespace) CallN(f *Func, args []any) *Array {
	defer n.blame(f)
	return n.one(n.call(f, args))
}

// one returns the result of a function that returns an array, as Go has it: where the framework returns an
// argument as it is, or a list that Python makes, it is made an array.
func (n *Namespace) one(z any) *Array {
	if a, ok := z.(*Array); ok {
		return a
	}
	if _, isList := Sequence(z); isList {
		return n.Array(n, z)
	}
	a := n.Array(n, []any{z})
	return &Array{V: n.env.Reshape(a.V, nil), NS: n}
}

// CallList is Call of a function that returns several arrays.
func (n *Namespace) CallList(f *Func, args []any) []*Array {
	defer n.blame(f)
	return n.call(f, args).([]*Array)
}

// CallValue is Call of a function whose result is of any kind; arrays are of the
// frontend's own type.
func (n *Namespace) CallValue(f *Func, args []any) any {
	defer n.blame(f)
	return n.Published(n.call(f, args))
}

// Published returns a result with its arrays of the frontend's own type, in lists too.
func (n *Namespace) Published(z any) any {
	switch z := z.(type) {
	case *Array:
		return n.Public(z)
	case []*Array:
		list := make([]any, len(z))
		for i, a := range z {
			list[i] = n.Public(a)
		}
		return list
	case []any:
		list := make([]any, len(z))
		for i, a := range z {
			list[i] = n.Published(a)
		}
		return list
	case Tuple:
		return Tuple(n.Published([]any(z)).([]any))
	case Dict:
		d := make(Dict, len(z))
		for i, item := range z {
			d[i] = Named{item.Name, n.Published(item.Value)}
		}
		return d
	case *Instance:
		if z != nil && z.Of.Public != nil {
			return z.Of.Public(z)
		}
	}
	return z
}

func (n *Namespace) finish(z any) any {
	if n.Finish == nil {
		return z
	}
	switch z := z.(type) {
	case *Array:
		n.Finish(n, z)
	case []*Array:
		for _, a := range z {
			n.Finish(n, a)
		}
	}
	return z
}

// bind sorts the arguments out by the function's signature.
func (c *Call) bind(lists ...[]any) {
	if c.Func.Forms != nil && c.bindForm(lists) {
		return
	}
	s := &c.Func.sig
	at := 0
	for _, args := range lists {
		for _, a := range args {
			if named, ok := a.(Named); ok {
				c.bindNamed(named)
				continue
			}
			if at < len(s.Params) && s.Params[at].Rest {
				rest, _ := c.slots[at].([]any)
				c.slots[at] = append(rest, a)
				c.given |= 1 << at
				continue
			}
			if at >= len(s.Params) || !s.Params[at].Positional {
				c.Raise("TypeError", "%s() takes %d positional arguments, not %d (its parameters: %s)", c.Func.Path, at, countPositional(lists), s.Text)
			}
			c.slots[at] = a
			c.given |= 1 << at
			at++
		}
	}
	for i := range s.Params {
		p := &s.Params[i]
		if c.given>>i&1 != 0 {
			continue
		}
		if p.Required {
			c.Raise("TypeError", "%s() needs %q (its parameters: %s)", c.Func.Path, p.Name, s.Text)
		}
		c.slots[i] = p.Default
	}
}

func countPositional(lists [][]any) (n int) {
	for _, args := range lists {
		for _, a := range args {
			if _, ok := a.(Named); !ok {
				n++
			}
		}
	}
	return n
}

func (c *Call) bindNamed(a Named) {
	s := &c.Func.sig
	i := c.Func.named(s, a.Name)
	switch {
	case i >= 0 && (s.Params[i].Keyword || s.Params[i].Rest && c.Func.Also[a.Name] != ""):
		if c.given>>i&1 != 0 {
			c.Raise("TypeError", "%s() got %q twice", c.Func.Path, a.Name)
		}
		c.slots[i] = a.Value
		if s.Params[i].Rest {
			if _, isList := Sequence(a.Value); !isList {
				c.Raise("TypeError", "%s(): argument %q must be a list or a tuple, not %s", c.Func.Path, a.Name, c.TypeName(a.Value))
			}
			c.slots[i] = []any{a.Value}
		}
		c.byName |= 1 << i
	case len(s.Params) > 0 && s.Params[len(s.Params)-1].More:
		i = len(s.Params) - 1
		more, _ := c.slots[i].([]Named)
		c.slots[i] = append(more, a)
	default:
		c.Raise("TypeError", "%s() has no parameter %q by name (it takes %s)", c.Func.Path, a.Name, s.names())
	}
	c.given |= 1 << i
}

// Raise ends the call with an exception of the framework's class. Arguments of the call among args
// are as [Namespace.Shown] has them.
func (c *Call) Raise(class, format string, args ...any) {
	Raise(c.Name, class, format, c.Readable(args)...)
}

// Room panics if the Env, or memory, has no room for n elements of size bytes that the
// function is to make itself: see [ivy.Env.CheckSize].
func (c *Call) Room(n, size int) { Room(c.Namespace.Env(), n, size) }

// Room is [Call.Room] for an Env, or without one, for what is no array.
func Room(e *ivy.Env, n, size int) {
	if err := e.CheckSize(n, size); err != nil {
		panic(err)
	}
}

// Arg returns the argument of a parameter, or its default.
func (c *Call) Arg(name string) any {
	i := c.Func.sig.index(name)
	if i < 0 {
		panic("frontend: " + c.Func.Path + " has no parameter " + name) // a mistake in the table
	}
	return c.slots[i]
}

// Given reports whether the call has an argument for a parameter, None included.
func (c *Call) Given(name string) bool {
	i := c.Func.sig.index(name)
	return i >= 0 && c.given>>i&1 != 0
}

// Substitute puts another value in the place of those arguments, defaults among them, for which replace
// returns one.
func (c *Call) Substitute(replace func(p *Param, v any) (any, bool)) {
	for i := range c.Func.sig.Params {
		if v, ok := replace(&c.Func.sig.Params[i], c.slots[i]); ok {
			c.slots[i] = v
		}
	}
}

// GivenByName reports whether the call names a parameter.
func (c *Call) GivenByName(name string) bool {
	i := c.Func.sig.index(name)
	return i >= 0 && c.byName>>i&1 != 0
}

// Count returns how many parameters the call has an argument for.
func (c *Call) Count() int { return bits.OnesCount32(c.given) }

// Has reports whether the argument of a parameter is not None.
func (c *Call) Has(name string) bool { return c.Arg(name) != nil }

// Operand returns an argument as an operand.
func (c *Call) Operand(name string) Operand {
	o, err := c.Namespace.Operand(c.Arg(name))
	Check(err)
	return o
}

// Rest returns the arguments of a parameter "*name"; a single list among them stands
// for its elements.
func (c *Call) Rest(name string) []any {
	rest, _ := c.Arg(name).([]any)
	if len(rest) == 1 {
		if list, ok := Sequence(rest[0]); ok {
			return list
		}
	}
	return rest
}

// Int returns an argument that is a Python integer, or a 0-d array of one.
func (c *Call) Int(name string) int {
	i, ok := c.toInt(c.Arg(name))
	if !ok {
		c.Raise("TypeError", "%s(): %s is %s, want an integer", c.Func.Path, name, c.Shown(c.Arg(name)))
	}
	return i
}

// IntOf returns what Int does of any value; ok is false for what is no integer.
func (c *Call) IntOf(v any) (i int, ok bool) { return c.toInt(v) }

func (c *Call) toInt(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case bool, float64, complex128, string, nil:
		return 0, false
	}
	o, err := c.Namespace.Operand(v)
	switch {
	case err != nil:
	case o.A == nil && o.Value.IsInteger():
		return c.Size(o.Value), true
	case o.A != nil && o.A.V.Size() == 1 && o.A.V.Dtype().IsInteger():
		return c.Size(Number(o.A)), true
	}
	return 0, false
}

// Size returns an integer as an int. One that an int does not hold, which has 32 bits on
// some machines, raises OverflowError.
func (c *Call) Size(v backend.Scalar) int {
	i := v.Int64()
	if v.Kind == dtype.KindUint || int64(int(i)) != i {
		c.Raise("OverflowError", "%s(): the integer %v is too large for an int", c.Func.Path, v)
	}
	return int(i)
}

// Ints returns an argument that is an integer or a sequence of them; ok is false for
// None, and one tells that it was a single integer.
func (c *Call) Ints(name string) (is []int, one, ok bool) {
	v := c.Arg(name)
	switch v := v.(type) {
	case nil:
		return nil, false, false
	case int:
		return []int{v}, true, true
	case []int:
		return v, false, true
	}
	if list, isList := Sequence(v); isList {
		is = make([]int, len(list))
		for i, e := range list {
			n, isInt := c.toInt(e)
			if !isInt {
				c.Raise("TypeError", "%s(): %s has %s in it, want integers", c.Func.Path, name, c.Shown(e))
			}
			is[i] = n
		}
		return is, false, true
	}
	return []int{c.Int(name)}, true, true
}

// Axes returns an argument that is None, an axis or several as what the unified API
// takes.
func (c *Call) Axes(name string) ivy.Option {
	switch v := c.Arg(name).(type) {
	case nil:
		return ivy.NoAxis{}
	case int:
		return ivy.Axis(v)
	}
	axes, _, _ := c.Ints(name)
	return ivy.Axes(axes)
}

// Bool returns an argument that is true or false: a bool or an integer.
func (c *Call) Bool(name string) bool {
	switch v := c.Arg(name).(type) {
	case bool:
		return v
	case int:
		return v != 0
	}
	c.Raise("TypeError", "%s(): %s is %s, want a bool", c.Func.Path, name, c.Shown(c.Arg(name)))
	return false
}

// Float returns an argument that is a real number.
func (c *Call) Float(name string) float64 {
	o := c.Operand(name)
	switch {
	case o.A == nil && o.Value.Kind != dtype.KindComplex:
		return o.Value.Float64()
	case o.A != nil && o.A.V.Size() == 1 && !o.A.V.Dtype().IsComplex():
		return Number(o.A).Float64()
	}
	c.Raise("TypeError", "%s(): %s is %s, want a real number", c.Func.Path, name, c.Shown(c.Arg(name)))
	return 0
}

// Text returns an argument that is a string.
func (c *Call) Text(name string) string {
	s, ok := c.Arg(name).(string)
	if !ok {
		c.Raise("TypeError", "%s(): %s is %s, want a string", c.Func.Path, name, c.Shown(c.Arg(name)))
	}
	return s
}

// Dtype returns an argument that is a dtype, as one or by its name in the framework;
// Invalid for None.
func (c *Call) Dtype(name string) dtype.Dtype {
	v := c.Arg(name)
	if text, ok := v.(string); ok {
		v = c.Dtypes[text]
	}
	switch d := v.(type) {
	case nil:
		if c.Arg(name) == nil {
			return dtype.Invalid
		}
	case dtype.Dtype:
		if d.IsValid() {
			return d
		}
	case interface{ Ivy() dtype.Dtype }:
		return d.Ivy()
	case PythonType:
		if c.Python == nil {
			return d.Dtype()
		}
		if z := c.Python(c, d); z.IsValid() {
			return z
		}
	}
	c.Raise("TypeError", "%s(): %s is %s, want a dtype", c.Func.Path, name, c.Shown(c.Arg(name)))
	return dtype.Invalid
}

// A PythonType is Python's own bool, int, float or complex, which frameworks take for dtypes.
type PythonType dtype.Kind

// Dtype returns the widest dtype of the kind, which most frameworks take the type for.
func (p PythonType) Dtype() dtype.Dtype {
	return map[dtype.Kind]dtype.Dtype{dtype.KindBool: dtype.Bool, dtype.KindInt: dtype.Int64, dtype.KindFloat: dtype.Float64, dtype.KindComplex: dtype.Complex128}[dtype.Kind(p)]
}

// String returns the type's name: "int".
func (p PythonType) String() string { return dtype.Kind(p).String() }

// A Tuple is a tuple of Python's, where a framework tells it from a list (see [Framework.Tuples]).
type Tuple []any

// Sequence returns the elements of a Go slice of ints, anything or arrays: of what is a
// list or tuple in Python.
func Sequence(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case Tuple:
		return v, true
	case []int:
		return elements(v), true
	case []*Array:
		return elements(v), true
	case []*ivy.Array:
		return elements(v), true
	}
	return reflected(v)
}

// Elementwise calls the unified API's function that the row names on the operands that
// come first.
func (c *Call) Elementwise() *Array {
	f := c.Func
	x, err := c.Namespace.Operand(c.slots[0])
	Check(err)
	if f.Unary != nil {
		in, out, err := f.Typing(c.Namespace, x.Arg)
		Check(err)
		return c.Result(f.Unary(c.env, c.As(x, in)), out)
	}
	y, err := c.Namespace.Operand(c.slots[1])
	Check(err)
	in, out, err := f.Typing(c.Namespace, x.Arg, y.Arg)
	Check(err)
	return c.Result(f.Binary(c.env, c.As(x, in), c.As(y, in)), out)
}

// Operator applies one of Python's operators to values of which one is an array: "+",
// "neg". The result is that of the function behind it.
func (n *Namespace) Operator(op string, args ...any) any {
	f := n.Functions.Lookup(n.Operators[op])
	if f == nil {
		f = n.Functions.Method(n.Operators[op])
	}
	if f == nil {
		f = &Func{Path: op}
		defer n.blame(f)
		Raise(n.Name, "TypeError", "there is no operator %s of %s's arrays", op, n.Name)
	}
	if n.ListError != "" && op != "[]" && op != "divmod" {
		for _, x := range args {
			if _, isList := Sequence(x); isList {
				defer n.blame(f)
				Raise(n.Name, n.ListError, "unsupported operand type(s) for %s: '%s'", op, n.TypeName(x))
			}
		}
	}
	return n.Call(f, args...)
}
