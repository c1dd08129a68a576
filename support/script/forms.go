package script

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/ivy/dtype"
)

// What the grammar has beyond operators: import, with, del, stars and assert.

// Elements returns what x holds; of a text its characters.
func (o operators) Elements(_ *starlark.Thread, x starlark.Value) ([]starlark.Value, error) {
	if t, ok := x.(starlark.Tuple); ok {
		return t, o.in.work(len(t))
	}
	return o.in.elements(x)
}

// Set is a set display.
func (o operators) Set(_ *starlark.Thread, elements []starlark.Value) (starlark.Value, error) {
	s := starlark.NewSet(len(elements))
	for _, e := range elements {
		if err := o.in.add(s, e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// DelItem removes an element or a slice of a list, or a key of a dict. What cannot be
// removed leaves all as it was.
func (o operators) DelItem(_ *starlark.Thread, x, key starlark.Value) error {
	in := o.in
	switch x := x.(type) {
	case *tensor:
		return x.f.raise("TypeError", "'%s' object doesn't support item deletion", x.f.class)
	case *starlark.Dict:
		stored, err := in.dictKey(x, key)
		if err != nil {
			return err
		}
		_, found, err := x.Delete(stored)
		switch {
		case err != nil:
			return wrong("%s", err)
		case !found:
			s, err := in.repr(key)
			if err != nil {
				return err
			}
			return wrong("key %s not in dict", s)
		}
		return nil
	case *starlark.List:
		n := x.Len()
		if err := in.work(n); err != nil {
			return err
		}
		if err := in.charge(16 * int64(n)); err != nil {
			return err
		}
		gone := make([]bool, n)
		at := make([]starlark.Value, n) // the indices that a slice stands for
		for i := range at {
			at[i] = starlark.MakeInt(i)
		}
		which, err := in.getItem(starlark.NewList(at), key)
		if err != nil {
			return err
		}
		if i, ok := which.(starlark.Int); ok {
			which = starlark.NewList([]starlark.Value{i})
		}
		for e := range starlark.Elements(which.(starlark.Iterable)) {
			i, err := toInt(e)
			if err != nil {
				return err
			}
			gone[i] = true
		}
		var rest []starlark.Value
		for i := range n {
			if !gone[i] {
				rest = append(rest, x.Index(i))
			}
		}
		if err := x.Clear(); err != nil {
			return wrong("%s", err)
		}
		for _, e := range rest {
			if err := x.Append(e); err != nil {
				return wrong("%s", err)
			}
		}
		return nil
	}
	return wrong("TypeError: '%s' object doesn't support item deletion", typeName(x))
}

// Unbind takes a global away. A name that every program has is there again for the
// next one.
func (o operators) Unbind(_ *starlark.Thread, name string) {
	if v, ok := o.in.own[name]; ok {
		o.in.globals[name] = v
		return
	}
	delete(o.in.globals, name)
}

// Failed is the error of an assertion.
func (o operators) Failed(_ *starlark.Thread, msg starlark.Value) error {
	if msg == nil {
		return wrong("AssertionError")
	}
	s, err := o.in.str(msg)
	if err != nil {
		return err
	}
	return wrong("AssertionError: %s", s)
}

// Import returns a module that is here, or a member of one.
func (o operators) Import(_ *starlark.Thread, path, name string) (starlark.Value, error) {
	first, rest, _ := strings.Cut(path, ".")
	v, ok := o.in.modules[first]
	if !ok {
		near := ""
		if s := nearest(first, slices.Collect(maps.Keys(o.in.modules))); s != "" && absentModules[first] == "" {
			near = fmt.Sprintf("did you mean %q? ", s)
		}
		if cure := absentModules[first]; cure != "" {
			near = cure + "; "
		}
		return nil, wrong("no module named '%s' (%sthere are %s)", path, near, strings.Join(slices.Sorted(maps.Keys(o.in.modules)), ", "))
	}
	at := first
	for rest != "" {
		first, rest, _ = strings.Cut(rest, ".")
		var below []string
		next := starlark.Value(nil)
		if s, ok := v.(starlark.HasAttrs); ok {
			for _, n := range s.AttrNames() {
				if m, _ := s.Attr(n); isModule(m) { // a space has no errors
					below = append(below, n)
				}
			}
			if slices.Contains(below, first) {
				next, _ = s.Attr(first)
			}
		}
		if next == nil {
			has := "no modules"
			if below != nil {
				has = strings.Join(below, ", ")
			}
			return nil, wrong("no module named '%s' (%s has %s)", path, at, has)
		}
		v, at = next, at+"."+first
	}
	if name == "" {
		return v, nil
	}
	return o.in.attr(v, name)
}

// absentModules says what to do without modules that many programs import.
var absentModules = map[string]string{
	"time": "a program has no clock: ivy bench and ivy compare measure", "timeit": "a program has no clock: ivy bench and ivy compare measure",
	"datetime": "a program has no clock", "random": "write numpy.random, torch.rand or jax.random",
	"os": "a program has files by load alone", "sys": "a program has its inputs by name, and print", "io": "a program has files by load alone",
	"pathlib": "a program has files by load alone", "pickle": "a program has files by load alone", "json": "ivy eval --json writes results",
	"itertools": "write loops and comprehensions", "functools": "write a lambda", "collections": "write dicts and lists", "operator": "write a lambda",
	"typing": "annotations are not looked up: leave the import out", "dataclasses": "write dicts", "copy": "write x.copy()",
	"matplotlib": "ivy compare --html draws", "pytest": "write assert", "unittest": "write assert", "decimal": "write floats", "fractions": "write floats",
}

// absentNames says what to write for functions of Python's that programs have not.
var absentNames = map[string]string{
	"open": `a program has files by load("x.npy") alone`, "input": "a program has its inputs by name, as x=data.npy", "eval": "write the expression itself",
	"exec": "write the statements themselves", "compile": "write the statements themselves", "globals": "write the names themselves", "locals": "write the names themselves",
	"vars": "write dir(x)", "id": `write "is"`, "object": "write a dict", "super": "there are no classes", "property": "there are no classes",
	"setattr": "write x.name = v", "delattr": "write a dict", "frozenset": "write a tuple, or a set",
	"bytearray": "write bytes", "memoryview": "write bytes", "slice": "write x[a:b]", "exit": "return, or end the program", "quit": "return, or end the program",
	"np": "write import numpy as np", "jnp": "write import jax.numpy as jnp", "tf": "write import tensorflow as tf", "F": "write import torch.nn.functional as F",
	"Exception": "write fail(\"why\")", "ValueError": "write fail(\"why\")", "TypeError": "write fail(\"why\")", "NotImplementedError": "write fail(\"why\")",
}

// undefined returns what the message of a name that is not there says more.
func (in *interp) undefined(name string) string {
	if cure := absentNames[name]; cure != "" {
		return " (" + cure + ")"
	}
	if with := in.having(name); with != nil {
		return " (there is " + strings.Join(with, ", ") + ")"
	}
	if len(name) > 4 {
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(in.globals)), func(n string) bool {
			return strings.HasPrefix(n, "__") || strings.HasSuffix(n, "()")
		})
		if s := nearest(name, names); s != "" {
			return fmt.Sprintf(" (did you mean %q?)", s)
		}
	}
	return ""
}

func isModule(v starlark.Value) bool {
	switch v.(type) {
	case *space, *module:
		return true
	}
	return false
}

// scope is a value that with can enter.
type scope interface {
	starlark.Value
	enter() (v starlark.Value, leave func(), err error)
}

// Enter enters the scope of a with.
func (o operators) Enter(_ *starlark.Thread, x starlark.Value) (starlark.Value, func(), error) {
	s, ok := x.(scope)
	if !ok {
		return nil, nil, wrong("TypeError: '%s' object is no scope for with", typeName(x))
	}
	v, leave, err := s.enter()
	if err != nil {
		return nil, nil, err
	}
	return v, leave, nil
}

// A class is a type that isinstance knows: torch.Tensor.
type class struct {
	name string
	is   func(starlark.Value) bool
	call function // what makes a value of it; nil if programs cannot

	attr   func(name string) starlark.Value // further attributes; nil if there are none
	dtypes dtype.Set                        // of an abstract class of NumPy's scalars
	passes string                           // its name in NumPy, "" if frontends do not take it
}

var _ starlark.Callable = (*class)(nil)

// Name returns the name of the class.
func (c *class) Name() string { return c.name }

// CallInternal makes a value of the class.
func (c *class) CallInternal(_ *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if c.call == nil {
		return nil, wrong("TypeError: cannot create '%s' instances (functions make them)", c.name)
	}
	return c.call(args, kwargs)
}

func (c *class) String() string { return "<class '" + c.name + "'>" }
func (c *class) Type() string   { return "type" }
func (c *class) Attr(name string) (starlark.Value, error) {
	if name == "__name__" {
		return starlark.String(c.name[strings.LastIndexByte(c.name, '.')+1:]), nil
	}
	if c.attr != nil {
		return c.attr(name), nil
	}
	return nil, nil
}
func (c *class) AttrNames() []string   { return []string{"__name__"} }
func (c *class) Freeze()               {}
func (c *class) Truth() starlark.Bool  { return starlark.True }
func (c *class) Hash() (uint32, error) { return starlark.String(c.name).Hash() }

// arrayClass is the class of a framework's arrays.
func arrayClass(of, name string) *class {
	return &class{name: of + "." + name, is: func(x starlark.Value) bool {
		t, ok := x.(*tensor)
		return ok && t.f.Name == of && !t.a.Scalar
	}}
}

// isInstance is the function isinstance.
func (in *interp) isInstance(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, of starlark.Value
	if err := unpack("isinstance", args, kwargs, "object classinfo", &x, &of); err != nil {
		return nil, err
	}
	is, err := in.instanceOf(x, of, 0)
	return starlark.Bool(is), err
}

// pythonTypes are the types of values, by the functions that make them.
var pythonTypes = map[string]func(starlark.Value) bool{
	"bool": func(x starlark.Value) bool { _, ok := x.(starlark.Bool); return ok },
	"int": func(x starlark.Value) bool {
		_, ok := plainInt(x).(starlark.Int)
		return ok
	},
	"float":   func(x starlark.Value) bool { _, ok := x.(starlark.Float); return ok || isPythonScalar(x, "float") },
	"complex": func(x starlark.Value) bool { _, ok := x.(Complex); return ok || isPythonScalar(x, "complex") },
	"str": func(x starlark.Value) bool {
		_, ok := x.(starlark.String)
		return ok || isIvyDtype(x)
	},
	"bytes": func(x starlark.Value) bool { _, ok := x.(starlark.Bytes); return ok },
	"list":  isList,
	"tuple": func(x starlark.Value) bool {
		_, plain := x.(starlark.Tuple)
		_, named := x.(*Results)
		return plain || named
	},
	"dict":  func(x starlark.Value) bool { _, ok := x.(*starlark.Dict); return ok },
	"set":   func(x starlark.Value) bool { _, ok := x.(*starlark.Set); return ok },
	"range": func(x starlark.Value) bool { return x.Type() == "range" },
}

func (in *interp) instanceOf(x, of starlark.Value, depth int) (bool, error) {
	if depth > maxNesting {
		return false, wrong("isinstance(): types nested more than %d deep", maxNesting)
	}
	if err := in.work(1); err != nil {
		return false, err
	}
	switch of := of.(type) {
	case starlark.Tuple:
		for _, t := range of {
			if is, err := in.instanceOf(x, t, depth+1); is || err != nil {
				return is, err
			}
		}
		return false, nil
	case *class:
		return of.is(x), nil
	case *starlark.Builtin:
		if is := pythonTypes[of.Name()]; is != nil && in.own[of.Name()] == of {
			return is(x), nil
		}
	case dtypeValue: // numpy.float32 is the type of its scalars
		if t, ok := x.(*tensor); ok && of.call != nil && of.own == nil && t.f.Framework == numpy.Framework {
			return t.a.Scalar && t.a.V.Dtype() == of.d, nil
		}
		if of.call != nil {
			return false, nil
		}
	}
	return false, wrong("TypeError: isinstance() arg 2 must be a type or a tuple of types, not %s", typeName(of))
}

// divmod is the function divmod: both x // y and x %% y.
func (in *interp) divmod(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y starlark.Value
	if err := unpack("divmod", args, kwargs, "x y", &x, &y); err != nil {
		return nil, err
	}
	if !isNumber(x) && !isArray(plain(x)) || !isNumber(y) && !isArray(plain(y)) {
		return nil, wrong("TypeError: unsupported operand types for divmod(): '%s' and '%s'", typeName(x), typeName(y))
	}
	q, err := operators{in}.Binary(nil, "//", x, y)
	if err != nil {
		return nil, err
	}
	r, err := operators{in}.Binary(nil, "%", x, y)
	if err != nil {
		return nil, err
	}
	return starlark.Tuple{q, r}, nil
}
