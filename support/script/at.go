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
	"set": jax.At.Set, "add": jax.At.Add, "subtract": jax.At.Subtract, "sub": jax.At.Subtract, "multiply": jax.At.Multiply, "mul": jax.At.Multiply,
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
	if a.keys == nil || update == nil && name != "get" {
		return nil, nil
	}
	f := a.x.f
	return f.in.function(f.class+".at."+name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var values starlark.Value
		switch {
		case name == "get" && len(args) > 0:
			return nil, f.raise("TypeError", "x.at[key].get() takes no values")
		case name != "get" && len(args) != 1:
			return nil, f.raise("TypeError", "x.at[key].%s() takes the values, got %d arguments", name, len(args))
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
		return f.run("at."+name, func() any {
			at := (*jax.Array)(a.x.a).At(a.keys...)
			if update == nil {
				return at.Get(named...)
			}
			return update(at, v, named...)
		})
	}), nil
}

// AttrNames returns the names of the functions.
func (a *at) AttrNames() []string {
	if a.keys == nil {
		return nil
	}
	return append(slices.Sorted(maps.Keys(updates)), "get")
}
