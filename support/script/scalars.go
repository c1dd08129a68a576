package script

import (
	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/ivy/dtype"
)

// NumPy's types: the abstract classes of its scalars, and dtype.

// abstractTypes are NumPy's abstract classes of scalars, with the dtypes of each.
var abstractTypes = map[string]dtype.Set{
	"generic": dtype.All, "number": dtype.Numeric, "integer": dtype.Integer, "signedinteger": dtype.Signed, "unsignedinteger": dtype.Unsigned,
	"inexact": dtype.Inexact, "floating": dtype.Float, "complexfloating": dtype.Complex,
}

// numpyType returns what numpy, and jax.numpy, have under a name that is a type of
// NumPy's but no dtype; nil if there is none.
func (in *interp) numpyType(name string) starlark.Value {
	if in.types["numpy."+name] == nil {
		c := &class{name: "numpy." + name}
		if name == "dtype" {
			c.is = func(x starlark.Value) bool {
				d, ok := x.(dtypeValue)
				return ok && d.call == nil && d.f != nil && d.f.Framework == numpy.Framework
			}
			c.call = in.numpyDtype
		} else {
			dtypes := abstractTypes[name]
			if dtypes == 0 {
				return nil
			}
			c.dtypes, c.passes = dtypes, name
			c.is = func(x starlark.Value) bool {
				t, ok := x.(*tensor)
				return ok && t.a.Scalar && dtypes.Has(t.a.V.Dtype())
			}
		}
		if in.types == nil {
			in.types = map[string]*class{}
		}
		in.types[c.name] = c
	}
	return in.types["numpy."+name]
}

// numpyTypeNames are the names that numpyType knows.
func numpyTypeNames() []string {
	names := []string{"dtype"}
	for name := range abstractTypes {
		names = append(names, name)
	}
	return names
}

// numpyDtype is numpy.dtype as a function.
func (in *interp) numpyDtype(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := unpack("numpy.dtype", args, kwargs, "dtype", &x); err != nil {
		return nil, err
	}
	f := in.frame("numpy")
	v, err := f.argument(x)
	if err != nil {
		return nil, err
	}
	d, err := f.call(f.lookup("promote_types"), v, v)
	if err != nil {
		text, textErr := in.repr(x)
		if textErr != nil {
			return nil, textErr
		}
		return nil, f.raise("TypeError", "data type %s not understood", text)
	}
	return d, nil
}

// A type of a program is a class, a dtype that makes NumPy's scalars, or a function of
// Python's own types.

// isSubclass is the function issubclass.
func (in *interp) isSubclass(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, of starlark.Value
	if err := unpack("issubclass", args, kwargs, "cls classinfo", &x, &of); err != nil {
		return nil, err
	}
	if !in.isType(x) {
		return nil, wrong("TypeError: issubclass() arg 1 must be a class, not %s", typeName(x))
	}
	is, err := in.subclassOf(x, of, 0)
	return starlark.Bool(is), err
}

func (in *interp) isType(x starlark.Value) bool {
	switch x := x.(type) {
	case *class:
		return true
	case *starlark.Builtin:
		return pythonTypes[x.Name()] != nil && in.own[x.Name()] == starlark.Value(x)
	case dtypeValue:
		return x.call != nil
	}
	return false
}

func (in *interp) subclassOf(x, of starlark.Value, depth int) (bool, error) {
	if depth > maxNesting {
		return false, wrong("issubclass(): types nested more than %d deep", maxNesting)
	}
	if t, ok := of.(starlark.Tuple); ok {
		for _, c := range t {
			if is, err := in.subclassOf(x, c, depth+1); is || err != nil {
				return is, err
			}
		}
		return false, in.work(len(t))
	}
	if !in.isType(of) {
		return false, wrong("TypeError: issubclass() arg 2 must be a class or a tuple of classes, not %s", typeName(of))
	}
	d, ofScalars := x.(dtypeValue)
	ofScalars = ofScalars && d.f != nil && d.f.Framework == numpy.Framework
	switch of := of.(type) {
	case *class:
		if c, ok := x.(*class); ok {
			return c == of || c.dtypes != 0 && of.dtypes != 0 && c.dtypes&^of.dtypes == 0, nil
		}
		return ofScalars && of.dtypes.Has(d.d), nil
	case dtypeValue:
		return ofScalars && of.f == d.f && of.d == d.d, nil
	case *starlark.Builtin:
		if b, ok := x.(*starlark.Builtin); ok {
			return b == of || b.Name() == "bool" && of.Name() == "int", nil
		}
		return ofScalars && pythonScalars[of.Name()] == d.d && d.d != dtype.Invalid, nil
	}
	return false, nil
}

// pythonScalars are the dtypes whose scalars are also of a type of Python's.
var pythonScalars = map[string]dtype.Dtype{"float": dtype.Float64, "complex": dtype.Complex128}

// isPythonScalar reports whether x is a NumPy scalar that is also of a type of Python's.
func isPythonScalar(x starlark.Value, name string) bool {
	t, ok := x.(*tensor)
	return ok && t.a.Scalar && t.a.V.Dtype() == pythonScalars[name]
}
