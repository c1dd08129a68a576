package script

import (
	"slices"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
)

// Ivy's own names for what the standard has under another, with Ivy's parameters.

// aliases returns the functions by their names in Ivy.
func (in *interp) aliases() map[string]function {
	m := map[string]function{
		"array_equal":     in.arrayEqual,
		"all_equal":       in.allEqual,
		"to_scalar":       in.onArray("to_scalar", item),
		"itemsize":        in.onArray("itemsize", func(x *array) (starlark.Value, error) { return starlark.MakeInt(x.a.Dtype().Size()), nil }),
		"get_num_dims":    in.onArray("get_num_dims", func(x *array) (starlark.Value, error) { return starlark.MakeInt(x.a.Ndim()), nil }),
		"dev":             in.onArray("dev", func(x *array) (starlark.Value, error) { return starlark.String(x.a.Device()), nil }),
		"is_ivy_array":    unary("ivy.is_ivy_array", func(x starlark.Value) (starlark.Value, error) { return starlark.Bool(isArray(x)), nil }),
		"is_native_array": unary("ivy.is_native_array", func(starlark.Value) (starlark.Value, error) { return starlark.False, nil }),
		"exists":          unary("ivy.exists", func(x starlark.Value) (starlark.Value, error) { return starlark.Bool(x != starlark.None), nil }),
		"is_hashable_dtype": unary("ivy.is_hashable_dtype", func(x starlark.Value) (starlark.Value, error) {
			_, err := x.Hash()
			return starlark.Bool(err == nil), nil
		}),
		"current_backend_str": func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return starlark.String(in.env.CurrentBackend()), unpack("ivy.current_backend_str", args, kwargs, "")
		},
		"inplace_update":    in.inplace("inplace_update", ""),
		"inplace_increment": in.inplace("inplace_increment", "+"),
		"inplace_decrement": in.inplace("inplace_decrement", "-"),
	}
	for name, op := range map[string]*ops.Op{"cumsum": ops.CumulativeSum.Op, "cumprod": ops.CumulativeProd.Op} {
		m[name] = in.cumulative(name, op)
	}
	return m
}

func (in *interp) onArray(name string, f func(x *array) (starlark.Value, error)) function {
	return unary("ivy."+name, func(v starlark.Value) (starlark.Value, error) {
		a, err := in.toArray(v)
		if err != nil {
			return nil, err
		}
		return f(in.wrap(a))
	})
}

// cumulative is cumsum or cumprod: along the first axis if none is given.
func (in *interp) cumulative(name string, op *ops.Op) function {
	row := in.row(op, nil)
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var x, axis, exclusive, reverse, dt, out starlark.Value
		if err := unpack("ivy."+name, args, kwargs, "x ? axis exclusive reverse dtype out", &x, &axis, &exclusive, &reverse, &dt, &out); err != nil {
			return nil, err
		}
		if axis == nil {
			axis = starlark.MakeInt(0)
		}
		named := []starlark.Tuple{{starlark.String("axis"), axis}}
		for k, v := range map[string]starlark.Value{"exclusive": exclusive, "reverse": reverse, "dtype": dt, "out": out} {
			if present(v) {
				named = append(named, starlark.Tuple{starlark.String(k), v})
			}
		}
		return row.CallInternal(in.thread, starlark.Tuple{x}, named)
	}
}

func (in *interp) arrayEqual(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y starlark.Value
	if err := unpack("ivy.array_equal", args, kwargs, "x0 x1", &x, &y); err != nil {
		return nil, err
	}
	equal, err := in.equalArrays(x, y)
	return starlark.Bool(equal), err
}

func (in *interp) equalArrays(x, y starlark.Value) (bool, error) {
	a, err := in.toArray(x)
	if err != nil {
		return false, err
	}
	b, err := in.toArray(y)
	if err != nil || !slices.Equal(a.Shape(), b.Shape()) {
		return false, err
	}
	equal := false
	err = try(func() { equal = in.env.All(in.env.Equal(a, b)).Bool() })
	return equal, err
}

func (in *interp) allEqual(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var matrix starlark.Value
	if err := unpack("ivy.all_equal", nil, kwargs, "? equality_matrix", &matrix); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, wrong("ivy.all_equal() takes the values to compare")
	}
	if matrix != nil {
		if asked, err := toBool(matrix); err != nil || asked {
			return in.equalityMatrix(args, err)
		}
	}
	for _, y := range args[1:] {
		var equal bool
		var err error
		if isArray(plain(args[0])) || isArray(plain(y)) {
			equal, err = in.equalArrays(args[0], y)
		} else {
			equal, err = in.compares("==", args[0], y, 0)
		}
		if err != nil || !equal {
			return starlark.False, err
		}
	}
	return starlark.True, nil
}

// equalityMatrix returns of each pair of arrays whether they are equal.
func (in *interp) equalityMatrix(args starlark.Tuple, err error) (starlark.Value, error) {
	xs := make([]*ivy.Array, len(args))
	for i := range xs {
		if err == nil {
			xs[i], err = in.toArray(args[i])
		}
	}
	if err != nil {
		return nil, err
	}
	var z *ivy.Array
	err = try(func() { z = in.env.AllEqual(xs, ivy.EqualityMatrix(true)) })
	if err != nil {
		return nil, err
	}
	return in.wrap(z), nil
}

// inplace writes a value, or with an operator what that gives, into an array.
func (in *interp) inplace(name, op string) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var x, val starlark.Value
		if err := unpack("ivy."+name, args, kwargs, "x val", &x, &val); err != nil {
			return nil, err
		}
		a, ok := x.(*array)
		if !ok {
			return nil, wrong("ivy.%s(): x: got %s, want an array", name, typeName(x))
		}
		if op != "" {
			return a, operators{in}.augmentArray(op, a, val)
		}
		v, err := in.operand(val)
		if err != nil {
			return nil, err
		}
		return a, try(func() { in.env.SetItem(a.a, v, ivy.Ellipsis) })
	}
}
