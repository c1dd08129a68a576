package script

import (
	"slices"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
)

// Branches and loops as functions of functions. Those that Ivy has take values of any kind, as it does; scan
// and map_rows, which it has not, take trees of arrays.

// controls returns them by name.
func (in *interp) controls() map[string]function {
	return map[string]function{
		"if_else":    in.ifElse,
		"while_loop": in.whileLoop,
		"for_loop":   in.forLoop,
		"scan":       in.scan,
		"map_rows":   in.mapRows,
	}
}

// called returns what calls a function of the program.
func (in *interp) called(name, parameter string, f starlark.Value) (func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error), error) {
	if _, ok := f.(starlark.Callable); !ok {
		return nil, wrong("ivy.%s(): %s is a %s, want a function", name, parameter, typeName(f))
	}
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return starlark.Call(in.thread, f, args, kwargs)
	}, nil
}

// variables returns vars, a dict, tuple or list, as arguments: those of a dict are given by name too.
func variables(name string, vars starlark.Value) (args starlark.Tuple, kwargs []starlark.Tuple, err error) {
	switch v := vars.(type) {
	case *starlark.Dict:
		for _, item := range v.Items() {
			if _, ok := item[0].(starlark.String); !ok {
				return nil, nil, wrong("ivy.%s(): vars has the key %s, want names", name, item[0])
			}
			args = append(args, item[1])
		}
		return args, v.Items(), nil
	case starlark.Tuple, *starlark.List:
		return slices.Collect(starlark.Elements(v.(starlark.Sequence))), nil, nil
	}
	return nil, nil, wrong("ivy.%s(): vars is a %s, want a dict or a tuple", name, typeName(vars))
}

// ifElse is func(cond, body_fn, orelse_fn, vars): cond is a function of vars, or a bool.
func (in *interp) ifElse(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var cond, body, otherwise, vars starlark.Value
	if err := unpack("ivy.if_else", args, kwargs, "cond body_fn orelse_fn vars", &cond, &body, &otherwise, &vars); err != nil {
		return nil, err
	}
	given, named, err := variables("if_else", vars)
	if err != nil {
		return nil, err
	}
	if named != nil {
		given = nil
	}
	first, err := in.called("if_else", "body_fn", body)
	if err != nil {
		return nil, err
	}
	second, err := in.called("if_else", "orelse_fn", otherwise)
	if err != nil {
		return nil, err
	}
	if f, ok := cond.(starlark.Callable); ok {
		if cond, err = starlark.Call(in.thread, f, given, named); err != nil {
			return nil, err
		}
	}
	holds, err := in.holds(cond)
	if err != nil {
		return nil, err
	}
	if holds {
		return first(given, named)
	}
	return second(given, named)
}

// holds returns whether a value is true; of an array its one element.
func (in *interp) holds(v starlark.Value) (holds bool, err error) {
	if a, ok := v.(*array); ok {
		err = try(func() { holds = a.a.Bool() })
		return holds, err
	}
	return bool(v.Truth()), nil
}

// whileLoop is func(test_fn, body_fn, vars): both are functions of the variables, and the second one returns them, as a tuple if there
// are several.
func (in *interp) whileLoop(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var test, body, vars starlark.Value
	if err := unpack("ivy.while_loop", args, kwargs, "test_fn body_fn vars", &test, &body, &vars); err != nil {
		return nil, err
	}
	state, _, err := variables("while_loop", vars)
	if err != nil {
		return nil, err
	}
	cond, err := in.called("while_loop", "test_fn", test)
	if err != nil {
		return nil, err
	}
	next, err := in.called("while_loop", "body_fn", body)
	if err != nil {
		return nil, err
	}
	for {
		c, err := cond(state, nil)
		if err != nil {
			return nil, err
		}
		if holds, err := in.holds(c); err != nil || !holds {
			return state, err
		}
		z, err := next(state, nil)
		if err != nil {
			return nil, err
		}
		state = several(z)
	}
}

// several returns a tuple as it is, another value as one of one element.
func several(z starlark.Value) starlark.Tuple {
	if t, ok := z.(starlark.Tuple); ok {
		return t
	}
	return starlark.Tuple{z}
}

// forLoop is func(iterable, body_fn, vars): body_fn takes an element, and the variables as one tuple, which it returns.
func (in *interp) forLoop(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var over, body, vars starlark.Value
	if err := unpack("ivy.for_loop", args, kwargs, "iterable body_fn vars", &over, &body, &vars); err != nil {
		return nil, err
	}
	state, _, err := variables("for_loop", vars)
	if err != nil {
		return nil, err
	}
	next, err := in.called("for_loop", "body_fn", body)
	if err != nil {
		return nil, err
	}
	it := starlark.Iterate(over)
	if it == nil {
		return nil, wrong("ivy.for_loop(): a %s has no elements to go over", typeName(over))
	}
	defer it.Done()
	for x := starlark.Value(nil); it.Next(&x); {
		z, err := next(starlark.Tuple{x, state}, nil)
		if err != nil {
			return nil, err
		}
		state = several(z)
	}
	return state, nil
}

// scan is func(f, init, xs, length=None, reverse=False), JAX's of the name: f takes the state and a row of xs, and returns the
// next state and a result.
func (in *interp) scan(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f, init, xs, length, reverse starlark.Value
	if err := unpack("ivy.scan", args, kwargs, "f init xs ? length reverse", &f, &init, &xs, &length, &reverse); err != nil {
		return nil, err
	}
	call, err := in.called("scan", "f", f)
	if err != nil {
		return nil, err
	}
	state, err := in.treeLeaves(init)
	if err != nil {
		return nil, err
	}
	rows := []*ivy.Array{}
	if xs != starlark.None {
		if rows, err = in.treeLeaves(xs); err != nil {
			return nil, err
		}
	}
	var opts []ivy.Option
	if present(length) {
		n, err := starlark.AsInt32(length)
		if err != nil {
			return nil, wrong("ivy.scan(): length is a %s, want an int", typeName(length))
		}
		opts = append(opts, ivy.N(n))
	}
	if reverse != nil {
		opts = append(opts, ivy.Reverse(bool(reverse.Truth())))
	}
	var z starlark.Value
	err = differentiated(func() {
		var out starlark.Value
		last, ys := in.env.Scan(func(s, r []*ivy.Array) ([]*ivy.Array, []*ivy.Array) {
			row := starlark.Value(starlark.None)
			if xs != starlark.None {
				row = in.treeLike(xs, &r)
			}
			pair, ok := must(call(starlark.Tuple{in.treeLike(init, &s), row}, nil)).(starlark.Tuple)
			if !ok || len(pair) != 2 {
				panic(stopped{wrong("ivy.scan(): f returns no tuple of the next state and a result")})
			}
			var y []*ivy.Array
			if out = pair[1]; out != starlark.None {
				y = must(in.treeLeaves(out))
			}
			return must(in.treeLeaves(pair[0])), y
		}, state, rows, opts...)
		s, all := last.([]*ivy.Array), ys.([]*ivy.Array)
		results := starlark.Value(starlark.None)
		if out != starlark.None {
			results = in.treeLike(out, &all)
		}
		z = starlark.Tuple{in.treeLike(init, &s), results}
	})
	return z, err
}

// mapRows is func(f, xs): f of each row of the arrays of xs.
func (in *interp) mapRows(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f, xs starlark.Value
	if err := unpack("ivy.map_rows", args, kwargs, "f xs", &f, &xs); err != nil {
		return nil, err
	}
	call, err := in.called("map_rows", "f", f)
	if err != nil {
		return nil, err
	}
	rows, err := in.treeLeaves(xs)
	if err != nil {
		return nil, err
	}
	var z starlark.Value
	err = differentiated(func() {
		var out starlark.Value
		all := in.env.MapRows(func(r []*ivy.Array) []*ivy.Array {
			out = must(call(starlark.Tuple{in.treeLike(xs, &r)}, nil))
			return must(in.treeLeaves(out))
		}, rows).([]*ivy.Array)
		z = in.treeLike(out, &all)
	})
	return z, err
}
