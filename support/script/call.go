package script

import (
	"math/big"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/script/syntax"
)

// A Slice is lo:hi:step in a key; a bound that is left out is nil.
type Slice struct{ Lo, Hi, Step any }

// EllipsisType is the type of [Ellipsis].
type EllipsisType struct{}

// Ellipsis is ... in a key.
var Ellipsis EllipsisType

// A Keyword is an argument with its name.
type Keyword struct {
	Name  string
	Value any
}

// What a program does with arrays can be done from Go too, with values as [Session.Set]
// takes and [Value.Go] gives them; finfo and iinfo give a [Dict]. Errors are of type
// *Error, without a position.

// Call calls the function of the module ivy that has this name: "add", "fft.rfft".
func (s *Session) Call(name string, args []any, kwargs []Keyword) (any, error) {
	return s.apply(func() (starlark.Value, error) {
		f := starlark.Value(s.globals["ivy"])
		for _, part := range strings.Split(name, ".") {
			m, ok := f.(*module)
			if !ok || m.members[part] == nil {
				return nil, wrong("ivy has no member %q", name)
			}
			f = m.members[part]
		}
		return s.in.call(f, args, kwargs)
	})
}

// Method calls the method of an array that has this name.
func (s *Session) Method(x *ivy.Array, name string, args []any, kwargs []Keyword) (any, error) {
	return s.apply(func() (starlark.Value, error) {
		f, err := s.in.attribute(x, name)
		if err != nil {
			return nil, err
		}
		return s.in.call(f, args, kwargs)
	})
}

// Attr returns the attribute of an array that has this name.
func (s *Session) Attr(x *ivy.Array, name string) (any, error) {
	return s.apply(func() (starlark.Value, error) { return s.in.attribute(x, name) })
}

// Operator applies an operator of Python to its one or two operands: "-", "+", "@",
// "<=", ….
func (s *Session) Operator(op string, operands ...any) (any, error) {
	return s.apply(func() (starlark.Value, error) {
		xs, err := s.in.fromGoAll(operands)
		if err != nil {
			return nil, err
		}
		o := operators{s.in}
		switch {
		case len(xs) == 1 && unaryRows[op] != nil:
			return o.Unary(nil, op, xs[0])
		case len(xs) != 2 || binaryRows[op] == nil:
			return nil, wrong("no operator %q of %d operands", op, len(xs))
		}
		switch op {
		case "==", "!=", "<", "<=", ">", ">=":
			return o.Compare(nil, op, xs[0], xs[1])
		}
		return o.Binary(nil, op, xs[0], xs[1])
	})
}

// Augment applies an operator and writes the result into x.
func (s *Session) Augment(op string, x *ivy.Array, y any) error {
	_, err := s.apply(func() (starlark.Value, error) {
		v, err := s.in.fromGo(y)
		if err != nil {
			return nil, err
		}
		if binaryRows[op] == nil {
			return nil, wrong("no operator %q", op)
		}
		return starlark.None, operators{s.in}.augmentArray(op, s.in.wrap(x), v)
	})
	return err
}

// GetItem returns x[key]. A [Tuple] is a key for several axes.
func (s *Session) GetItem(x *ivy.Array, key any) (any, error) {
	return s.apply(func() (starlark.Value, error) {
		k, err := s.in.fromGo(key)
		if err != nil {
			return nil, err
		}
		return s.in.getArray(s.in.wrap(x), k)
	})
}

// SetItem sets x[key] to value.
func (s *Session) SetItem(x *ivy.Array, key, value any) error {
	_, err := s.apply(func() (starlark.Value, error) {
		k, err := s.in.fromGo(key)
		if err != nil {
			return nil, err
		}
		v, err := s.in.fromGo(value)
		if err != nil {
			return nil, err
		}
		return starlark.None, s.in.setArray(s.in.wrap(x), k, v)
	})
	return err
}

// apply runs f with all limits unspent and returns what it gives as a value of Go.
func (s *Session) apply(f func() (starlark.Value, error)) (z any, err error) {
	defer func() {
		if p := recover(); p != nil {
			z, err = nil, asError(fault(p))
		}
	}()
	thread := &starlark.Thread{Name: "call"}
	thread.SetMaxExecutionSteps(s.in.opts.Steps) // functions may call functions of a program
	s.in.start(thread)
	v, err := f()
	if err != nil {
		return nil, asError(err)
	}
	if f, ok := v.(*facts); ok {
		t, err := Value{f.r.values, s.in}.Go()
		if err != nil {
			return nil, err
		}
		return Dict{f.r.names, t.(Tuple)}, nil
	}
	return Value{v, s.in}.Go()
}

func (in *interp) call(f starlark.Value, args []any, kwargs []Keyword) (starlark.Value, error) {
	b, ok := f.(*starlark.Builtin)
	if !ok {
		if len(args)+len(kwargs) > 0 {
			return nil, wrong("a %s is no function", typeName(f))
		}
		return f, nil
	}
	positional, err := in.fromGoAll(args)
	if err != nil {
		return nil, err
	}
	named := make([]starlark.Tuple, len(kwargs))
	for i, k := range kwargs {
		v, err := in.fromGo(k.Value)
		if err != nil {
			return nil, err
		}
		named[i] = starlark.Tuple{starlark.String(k.Name), v}
	}
	return b.CallInternal(in.thread, positional, named)
}

func (in *interp) attribute(x *ivy.Array, name string) (starlark.Value, error) {
	v, err := in.wrap(x).Attr(name)
	if err == nil && v == nil {
		err = wrong("an array has no attribute %q", name)
	}
	return v, err
}

func (in *interp) fromGoAll(vs []any) (starlark.Tuple, error) {
	t := make(starlark.Tuple, len(vs))
	for i, v := range vs {
		var err error
		if t[i], err = in.fromGo(v); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// fromGo returns the value of a program that v is.
func (in *interp) fromGo(v any) (starlark.Value, error) {
	switch v := v.(type) {
	case nil:
		return starlark.None, nil
	case *ivy.Array:
		return in.fromArray(v)
	case *frontend.Array:
		return in.fromTensor(v)
	case Value:
		if v.v == nil {
			return starlark.None, nil
		}
		return v.v, nil
	case bool:
		return starlark.Bool(v), nil
	case int:
		return starlark.MakeInt(v), nil
	case *big.Int:
		return starlark.MakeBigInt(v), nil
	case float64:
		return starlark.Float(v), nil
	case complex128:
		return Complex(v), nil
	case string:
		return starlark.String(v), nil
	case ivy.Dtype:
		return dtypeValue{d: v}, nil
	case ivy.NativeDtype:
		return nativeDtype{v}, nil
	case EllipsisType:
		return syntax.Ellipsis, nil
	case Slice:
		b, err := in.fromGoAll([]any{v.Lo, v.Hi, v.Step})
		if err != nil {
			return nil, err
		}
		return &syntax.Slice{Lo: b[0], Hi: b[1], Step: b[2]}, nil
	case Tuple:
		return in.fromGoAll(v)
	case []any:
		list, err := in.fromGoAll(v)
		return starlark.NewList(list), err
	case Dict:
		return in.fromDict(v)
	}
	return nil, wrong("a Go value of type %T is no value of a program", v)
}

func (in *interp) fromArray(a *ivy.Array) (starlark.Value, error) {
	switch {
	case a == nil:
		return nil, wrong("a nil array")
	case in.inputs != nil:
		return in.inputs.adopt(a)
	}
	return in.wrap(a), nil
}

func (in *interp) fromTensor(x *frontend.Array) (starlark.Value, error) {
	if x != nil {
		if f := in.frame(x.NS.Name); f != nil {
			a := *x
			a.NS = f.ns
			return &tensor{f, &a}, nil
		}
	}
	return nil, wrong("an array of a framework that programs do not see")
}

func (in *interp) fromDict(from Dict) (starlark.Value, error) {
	d := starlark.NewDict(len(from.Keys))
	for i, k := range from.Keys {
		x, err := in.fromGo(from.Values[i])
		if err != nil {
			return nil, err
		}
		if err := d.SetKey(starlark.String(k), x); err != nil {
			return nil, err
		}
	}
	return d, nil
}
