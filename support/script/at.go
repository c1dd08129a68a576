package script

import (
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/jax"
)

// at is x.at of JAX, and with keys x.at[key]: elements to make a changed copy of x with.
type at struct {
	x    *tensor
	keys []any // nil of x.at itself
}

var _ starlark.Mapping = (*at)(nil)

// updates are what x.at[key] can do: x.at[key].set(v).
var updates = map[string]func(a jax.At, v any, kw ...frontend.Named) *jax.Array{
	"set": jax.At.Set, "add": jax.At.Add, "subtract": jax.At.Subtract, "multiply": jax.At.Multiply, "mul": jax.At.Multiply,
	"divide": jax.At.Divide, "power": jax.At.Power, "min": jax.At.Min, "max": jax.At.Max,
}

func (a *at) String() string        { return "<" + a.x.f.class + ".at>" }
func (a *at) Type() string          { return "at" }
func (a *at) Freeze()               {}
func (a *at) Truth() starlark.Bool  { return starlark.True }
func (a *at) Hash() (uint32, error) { return 0, a.x.f.raise("TypeError", "unhashable type: 'at'") }

// Get returns x.at[key].
func (a *at) Get(key starlark.Value) (starlark.Value, bool, error) {
	if a.keys != nil {
		return nil, false, a.x.f.raise("TypeError", "x.at[key] has no elements of its own (x.at[key].get() has)")
	}
	keys, err := a.x.f.keys(key)
	return &at{a.x, keys}, true, err
}

// Attr returns a function of x.at[key].
func (a *at) Attr(name string) (starlark.Value, error) {
	update := updates[name]
	if a.keys == nil || update == nil && name != "get" && name != "apply" {
		return nil, nil
	}
	f := a.x.f
	return f.in.function(f.class+".at."+name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var values starlark.Value
		switch {
		case name == "get" && len(args) > 0:
			return nil, f.raise("TypeError", "x.at[key].get() takes no values")
		case name != "get" && len(args) != 1:
			return nil, f.raise("TypeError", "x.at[key].%s() takes one argument, got %d", name, len(args))
		case name == "apply":
			values = starlark.None
		case name != "get":
			values = args[0]
		default:
			values = starlark.None
		}
		v, err := f.argument(values)
		if err != nil {
			return nil, err
		}
		named := make([]frontend.Named, len(kwargs))
		for i, kv := range kwargs {
			k, err := f.argument(kv[1])
			if err != nil {
				return nil, err
			}
			named[i] = frontend.Named{Name: string(kv[0].(starlark.String)), Value: k}
		}
		var failed error // of the program's function
		z, err := f.run("at."+name, func() any {
			at := (*jax.Array)(a.x.a).At(a.keys...)
			switch name {
			case "get":
				return at.Get(named...)
			case "apply":
				return at.Apply(func(x any, _ ...any) (z *jax.Array) {
					z, failed = f.applied(args[0], x.(*jax.Array))
					frontend.Check(failed)
					return z
				}, named...)
			}
			return update(at, v, named...)
		})
		if failed != nil {
			return nil, failed
		}
		return z, err
	}), nil
}

// applied calls a program's function on an array without axes.
func (f *frame) applied(fn starlark.Value, x *jax.Array) (*jax.Array, error) {
	g, ok := fn.(starlark.Callable)
	if !ok {
		return nil, f.raise("TypeError", "'%s' object is not callable", typeName(fn))
	}
	z, err := starlark.Call(f.in.thread, g, starlark.Tuple{&tensor{f, (*frontend.Array)(x)}}, nil)
	if err != nil {
		return nil, err
	}
	v, err := f.own(z)
	if err != nil {
		return nil, err
	}
	o, err := f.ns.Operand(v)
	if err != nil {
		return nil, err
	}
	if o.A == nil {
		o.A = f.ns.Wrap(f.ns.As(o, x.Dtype()))
	}
	return (*jax.Array)(o.A), nil
}

// AttrNames returns the names of the functions.
func (a *at) AttrNames() []string {
	if a.keys == nil {
		return nil
	}
	return append(slices.Sorted(maps.Keys(updates)), "apply", "get")
}
