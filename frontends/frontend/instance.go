package frontend

import (
	"strings"
	"sync"
)

// A Type is a class of a framework's objects that are no arrays: numpy.random.Generator. Its methods are functions of the
// framework's table whose paths are below its own, "random.Generator.normal" of "self, loc=0.0": the object is their first
// argument, which [Call.Self] returns. A function of the type's own path makes objects, if programs can.
type Type struct {
	// Path is the class's name in the framework's namespace: "random.Generator".
	Path string
	// Class is what the framework calls the type in messages, if it is not the last part of Path.
	Class string
	// Go is the name of the Go type, if it is not that part either. It is generated, with the methods.
	Go string
	// Doc says what the objects are, as a sentence with the name of the Go type first.
	Doc string

	// Attributes are what objects have that is no method.
	Attributes map[string]Attribute

	// Str and Repr return the texts of an object; without them they are "<framework.Path object>".
	Str, Repr func(o *Instance) string

	// Public returns an object as the frontend's own type in Go, which has an embedded *Instance. It is generated.
	Public func(o *Instance) any

	// Operator, if there is one, applies one of Python's operators, by its name in [Framework.Operators]; "[]" is
	// indexing, its second argument a []any. Without it objects are equal to themselves alone, and other operators are TypeErrors.
	Operator func(n *Namespace, op string, args ...any) any

	// Len, if there is one, returns the length of an object, over whose elements programs loop: those that indexing
	// returns. It panics with an error for an object without length.
	Len func(o *Instance) int
}

// An Attribute is read, and written if Set is not nil.
type Attribute struct {
	Get func(o *Instance) any
	Set func(o *Instance, v any)
}

// An Instance is an object of a [Type]. It is an [Object].
type Instance struct {
	Of    *Type
	NS    *Namespace
	State any // the frontend's own
}

var _ Object = (*Instance)(nil)

// InstanceOf returns the object that a value is, of any type; nil if it is none.
func InstanceOf(v any) *Instance {
	switch v := v.(type) {
	case *Instance:
		return v
	case interface{ Self() *Instance }:
		if !isNil(v) {
			return v.Self()
		}
	}
	return nil
}

// Self returns o. A frontend's own type in Go has it by embedding o.
func (o *Instance) Self() *Instance { return o }

// Type returns the name of the type, as messages have it.
func (o *Instance) Type() string { return o.Of.Name() }

// Class returns the name of the type, as messages have it.
func (o *Instance) Class() string { return o.Of.Name() }

// Name returns the name of the type, as messages have it.
func (t *Type) Name() string {
	if t.Class != "" {
		return t.Class
	}
	return t.Path[strings.LastIndexByte(t.Path, '.')+1:]
}

// String returns what str does.
func (o *Instance) String() string {
	if o.Of.Str != nil {
		return o.Of.Str(o)
	}
	return o.Repr()
}

// Repr returns what repr does.
func (o *Instance) Repr() string {
	if o.Of.Repr != nil {
		return o.Of.Repr(o)
	}
	return "<" + o.NS.Name + "." + o.Of.Path + " object>"
}

// Attr returns an attribute as functions of the frontend have it; ok is false where there is none.
func (o *Instance) Attr(name string) (v any, ok bool) {
	a, ok := o.Of.Attributes[name]
	if !ok {
		return nil, false
	}
	defer o.NS.blame(&Func{Path: o.Of.Path + "." + name})
	return a.Get(o), true
}

// Get returns an attribute, with arrays and objects of the frontend's own types.
func (o *Instance) Get(name string) any {
	v, ok := o.Attr(name)
	if !ok {
		o.noAttribute(name)
	}
	return o.NS.Published(v)
}

// Set writes an attribute.
func (o *Instance) Set(name string, v any) {
	a, ok := o.Of.Attributes[name]
	switch {
	case !ok:
		o.noAttribute(name)
	case a.Set == nil:
		defer o.NS.blame(&Func{Path: o.Of.Path + "." + name})
		Raise(o.NS.Name, "AttributeError", "attribute '%s' of '%s' objects is not writable", name, o.Of.Name())
	}
	defer o.NS.blame(&Func{Path: o.Of.Path + "." + name})
	a.Set(o, v)
}

func (o *Instance) noAttribute(name string) {
	defer o.NS.blame(&Func{Path: o.Of.Path})
	Raise(o.NS.Name, "AttributeError", "'%s' object has no attribute '%s'", o.Of.Name(), name)
}

// MethodOf returns the function of the table that is a method of the type, nil if there is none.
func (f *Framework) MethodOf(t *Type, name string) *Func {
	return f.Functions.Lookup(t.Path + "." + name)
}

// TypeOf returns the type of objects whose method a function is, nil if it is none's, or takes no object.
func (f *Framework) TypeOf(fn *Func) *Type {
	at := strings.LastIndexByte(fn.Path, '.')
	if at <= 0 || fn.Static {
		return nil
	}
	for _, t := range f.Types {
		if t.Path == fn.Path[:at] {
			return t
		}
	}
	return nil
}

// Self returns the first argument, which must be an object of the type.
func (c *Call) Self(t *Type) *Instance {
	o := InstanceOf(c.slots[0])
	if o == nil || o.Of != t {
		name := c.Func.Path[strings.LastIndexByte(c.Func.Path, '.')+1:]
		c.Raise("TypeError", "descriptor '%s' for '%s.%s' objects doesn't apply to a '%s' object", name, c.Name, t.Path, c.TypeName(c.slots[0]))
	}
	return o
}

// New returns an object of a type.
func (n *Namespace) New(t *Type, state any) *Instance {
	for n.outer != nil { // the object outlives the call
		n = n.outer
	}
	return &Instance{Of: t, NS: n, State: state}
}

// CallMade is Call of a function that returns an object.
func (n *Namespace) CallMade(f *Func, args []any) *Instance {
	defer n.blame(f)
	return n.call(f, args).(*Instance)
}

// Operate applies one of Python's operators to values of which one is an object, by its name in [Framework.Operators].
func (n *Namespace) Operate(op string, args ...any) any {
	f := &Func{Path: op}
	defer n.blame(f)
	for _, a := range args {
		if o := InstanceOf(a); o != nil && o.Of.Operator != nil {
			return o.Of.Operator(n, op, args...)
		}
	}
	switch {
	case len(args) == 2 && (op == "==" || op == "!="):
		a, b := InstanceOf(args[0]), InstanceOf(args[1])
		return (a != nil && a == b) == (op == "==")
	case op == "[]":
		Raise(n.Name, "TypeError", "'%s' object is not subscriptable", n.TypeName(args[0]))
	case len(args) == 1:
		Raise(n.Name, "TypeError", "bad operand type for unary %s: '%s'", op, n.TypeName(args[0]))
	case op == "<" || op == "<=" || op == ">" || op == ">=":
		Raise(n.Name, "TypeError", "'%s' not supported between instances of '%s' and '%s'", op, n.TypeName(args[0]), n.TypeName(args[1]))
	}
	Raise(n.Name, "TypeError", "unsupported operand type(s) for %s: '%s' and '%s'", op, n.TypeName(args[0]), n.TypeName(args[1]))
	return nil
}

// locals are the values that a namespace keeps for its frontend.
type locals struct {
	mu     sync.Mutex
	values map[any]any
}

// Local returns the value that the namespace keeps under a key, which make makes when it is first asked for: a default
// generator, say. No other namespace has it.
func (n *Namespace) Local(key any, make func() any) any {
	n.locals.mu.Lock()
	defer n.locals.mu.Unlock()
	v, ok := n.locals.values[key]
	if !ok {
		v = make()
		if n.locals.values == nil {
			n.locals.values = map[any]any{}
		}
		n.locals.values[key] = v
	}
	return v
}

// SetLocal makes v the value that Local returns.
func (n *Namespace) SetLocal(key, v any) {
	n.Local(key, func() any { return v })
	n.locals.mu.Lock()
	defer n.locals.mu.Unlock()
	n.locals.values[key] = v
}

// Takes says which values a function knows among its arguments that others do not.
type Takes uint8

// The kinds of such values.
const (
	BigInts Takes = 1 << iota // integers of any size: a *big.Int where no int holds one
	Dicts                     // dicts with texts as keys, as a [Dict]
	Lists                     // lists of the program itself, as a [Swapper]
)

// A Swapper is a list of a program's, whose elements change places in it.
type Swapper interface {
	Len() int
	Swap(i, j int)
}
