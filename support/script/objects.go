package script

import (
	"hash/maphash"
	"maps"
	"math/big"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
)

// object is a framework's object that is no array, in a program: a numpy.random.Generator. Its methods are functions of the
// framework's table.
type object struct {
	f *frame
	o *frontend.Instance
}

var (
	_ starlark.HasSetField = (*object)(nil)
	_ starlark.Mapping     = (*object)(nil)
	_ starlark.Sequence    = (*object)(nil)
	_ starlark.Comparable  = (*object)(nil)
)

func (x *object) String() string       { return x.o.Repr() }
func (x *object) Type() string         { return x.o.Class() }
func (x *object) Freeze()              {}
func (x *object) Truth() starlark.Bool { return starlark.True }

// Hash is that of the object itself: its elements, of those that have some, may change.
func (x *object) Hash() (uint32, error) {
	if x.o.Of.Operator != nil {
		return 0, x.f.raise("TypeError", "unhashable type: '%s'", x.Type())
	}
	return uint32(maphash.Comparable(objects, x.o)), nil
}

// Identical reports whether y is the same object.
func (x *object) Identical(y starlark.Value) bool {
	other, ok := y.(*object)
	return ok && other.o == x.o
}

// enter enters an object that is a scope: torch.random.fork_rng().
func (x *object) enter() (starlark.Value, func(), error) {
	s, ok := x.o.State.(interface{ Enter() (leave func()) })
	if !ok {
		return nil, nil, wrong("TypeError: '%s' object is no scope for with", x.Type())
	}
	return starlark.None, s.Enter(), nil
}

// CompareSameType answers == and != of keys.
func (x *object) CompareSameType(op tok, y starlark.Value, _ int) (bool, error) {
	return compareEqual(op, x.Identical(y), x.Type())
}

// Attr returns an attribute or a method.
func (x *object) Attr(name string) (starlark.Value, error) {
	if _, ok := x.o.Of.Attributes[name]; ok {
		return x.f.run(name, func() any { v, _ := x.o.Attr(name); return v })
	}
	if fn := x.f.MethodOf(x.o.Of, name); fn != nil && !strings.HasPrefix(name, "__") {
		if fn.Static {
			return x.f.function(fn, nil), nil
		}
		return x.f.function(fn, x.o), nil
	}
	return nil, nil
}

// AttrNames returns the names of attributes and methods.
func (x *object) AttrNames() []string {
	names := slices.Collect(maps.Keys(x.o.Of.Attributes))
	names = append(names, x.f.Functions.Names(x.o.Of.Path)...)
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, "__") })
	slices.Sort(names)
	return names
}

// SetField writes an attribute.
func (x *object) SetField(name string, v starlark.Value) error {
	value, err := x.f.taken(v, frontend.Dicts|frontend.BigInts)
	if err != nil {
		return err
	}
	return try(func() { x.o.Set(name, value) })
}

// Get returns x[key].
func (x *object) Get(key starlark.Value) (starlark.Value, bool, error) {
	keys, err := x.f.keys(key)
	if err != nil {
		return nil, false, err
	}
	v, err := x.f.operate("[]", func(n *frontend.Namespace) any { return n.Operate("[]", x.o, keys) })
	return v, true, err
}

// Len returns the length, −1 of an object that has none.
func (x *object) Len() int {
	n := -1
	if of := x.o.Of.Len; of != nil {
		if err := try(func() { n = of(x.o) }); err != nil {
			return -1
		}
	}
	return n
}

// Iterate goes over the elements.
func (x *object) Iterate() starlark.Iterator {
	n := x.Len()
	if n < 0 {
		return nil
	}
	return &objectIterator{x: x, n: n}
}

type objectIterator struct {
	x    *object
	i, n int
}

func (it *objectIterator) Next(p *starlark.Value) bool {
	if it.i >= it.n {
		return false
	}
	v, _, err := it.x.Get(starlark.MakeInt(it.i))
	if err != nil {
		it.x.f.in.fail(err)
		return false
	}
	*p = v
	it.i++
	return true
}

func (it *objectIterator) Done() {}

// objectOf returns the first object among operands, nil if there is none.
func objectOf(xs ...starlark.Value) *object {
	for _, x := range xs {
		if o, ok := x.(*object); ok {
			return o
		}
	}
	return nil
}

// operator applies one of Python's operators, by its name in [frontend.Framework].
func (x *object) operator(op string, xs ...starlark.Value) (starlark.Value, error) {
	args := make([]any, len(xs))
	for i, v := range xs {
		var err error
		if args[i], err = x.f.argument(v); err != nil {
			args[i] = foreign{v} // no operand of anything, whose type an error names
		}
	}
	return x.f.operate(op, func(n *frontend.Namespace) any { return n.Operate(op, args...) })
}

func (f *frame) operate(_ string, do func(n *frontend.Namespace) any) (starlark.Value, error) {
	var z any
	if err := try(func() { z = do(f.ns) }); err != nil {
		return nil, err
	}
	return f.value(z)
}

// objectValue returns a framework's object as a program has it.
func (f *frame) objectValue(o *frontend.Instance) starlark.Value {
	if g := f.in.frame(o.NS.Name); g != nil {
		f = g
	}
	return &object{f, o}
}

// objectClass returns what the framework's namespace has under the path of a type of objects: isinstance knows it, and a
// program that calls it makes an object, where the framework has a function for that. Its methods are attributes.
func (f *frame) objectClass(t *frontend.Type) *class {
	c := &class{name: f.Name + "." + t.Path, is: func(x starlark.Value) bool {
		o, ok := x.(*object)
		return ok && o.o.Of == t
	}}
	c.attr = func(name string) starlark.Value {
		if fn := f.MethodOf(t, name); fn != nil && !strings.HasPrefix(name, "__") {
			return f.function(fn, nil)
		}
		return nil
	}
	if fn := f.lookup(t.Path); fn != nil {
		made := f.function(fn, nil)
		c.call = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return made.CallInternal(f.in.thread, args, kwargs)
		}
	}
	return c
}

// typeAt returns the type of objects with a path, nil if there is none.
func (f *framework) typeAt(path string) *frontend.Type {
	for _, t := range f.Types {
		if t.Path == path {
			return t
		}
	}
	return nil
}

// taken is argument of a value that may be one of those that few functions know.
func (f *frame) taken(x starlark.Value, takes frontend.Takes) (any, error) {
	switch x := x.(type) {
	case starlark.Int:
		if takes&frontend.BigInts != 0 {
			if _, ok := x.Uint64(); ok {
				return f.integer(x)
			}
			if _, ok := x.Int64(); ok {
				return f.integer(x)
			}
			return new(big.Int).Set(x.BigInt()), f.in.charge(int64(x.BigInt().BitLen()))
		}
	case *starlark.Dict:
		if takes&frontend.Dicts != 0 {
			return f.takenDict(x, takes)
		}
	case *starlark.List:
		if takes&frontend.Lists != 0 {
			return swapper{x}, nil
		}
		if takes&frontend.BigInts != 0 {
			return f.takenList(x, takes)
		}
	case starlark.Tuple:
		list, err := f.own(x)
		switch {
		case takes&frontend.BigInts != 0:
			return f.takenList(x, takes)
		case takes&frontend.Lists != 0 && err == nil: // which does not change
			return frontend.Tuple(list.([]any)), nil
		}
		return list, err
	}
	return f.own(x)
}

func (f *frame) takenList(x starlark.Indexable, takes frontend.Takes) (any, error) {
	if err := f.in.visit(x.(starlark.Value), func(starlark.Value) {}); err != nil {
		return nil, err
	}
	if err := f.in.charge(64 * int64(x.Len())); err != nil {
		return nil, err
	}
	out := make([]any, x.Len())
	for i := range out {
		var err error
		if out[i], err = f.taken(x.Index(i), takes&^frontend.Lists); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (f *frame) takenDict(x *starlark.Dict, takes frontend.Takes) (any, error) {
	if err := f.in.visit(x, func(starlark.Value) {}); err != nil {
		return nil, err
	}
	out := make(frontend.Dict, 0, x.Len())
	for _, item := range x.Items() {
		name, ok := starlark.AsString(item[0])
		if !ok {
			return nil, f.raise("TypeError", "keywords must be strings")
		}
		v, err := f.taken(item[1], takes)
		if err != nil {
			return nil, err
		}
		out = append(out, frontend.Named{Name: name, Value: v})
	}
	return out, f.in.charge(64 * int64(x.Len()))
}

// swapper is a list of the program's whose elements a framework's function puts into another order.
type swapper struct{ list *starlark.List }

// Len returns the number of elements.
func (s swapper) Len() int { return s.list.Len() }

// Type is that of the list.
func (s swapper) Type() string { return "list" }

// Swap exchanges two elements. A list that cannot change, as one that a loop goes over, ends the call.
func (s swapper) Swap(i, j int) {
	x, y := s.list.Index(i), s.list.Index(j)
	frontend.Check(s.list.SetIndex(i, y))
	frontend.Check(s.list.SetIndex(j, x))
}

// member returns what a namespace has under a path.
func (s *space) member(path string) (v starlark.Value, err error) {
	for _, name := range strings.Split(path, ".") {
		at, ok := v.(*space)
		if v == nil {
			at, ok = s, true
		}
		if !ok {
			return nil, nil
		}
		if v, err = at.Attr(name); err != nil || v == nil {
			return nil, err
		}
	}
	return v, nil
}
