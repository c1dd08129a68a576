package script

import (
	"slices"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
)

// The functions of the module ivy that differentiate. Their arguments and results are trees:
// arrays, numbers, which become arrays, and lists, tuples and dicts of trees.

// gradients returns them by name.
func (in *interp) gradients() map[string]function {
	return map[string]function{
		"grad":                   in.differentiating("grad", func(v, g starlark.Value) starlark.Value { return g }),
		"value_and_grad":         in.differentiating("value_and_grad", func(v, g starlark.Value) starlark.Value { return starlark.Tuple{v, g} }),
		"jac":                    in.jacobian("jac", (*ivy.Env).Jacobian),
		"hessian":                in.jacobian("hessian", (*ivy.Env).Hessian),
		"vjp":                    in.vjp,
		"jvp":                    in.jvp,
		"execute_with_gradients": in.executeWithGradients,
		"stop_gradient": unary("stop_gradient", func(x starlark.Value) (starlark.Value, error) {
			a, err := in.toArray(x)
			if err != nil {
				return nil, err
			}
			return in.wrap(in.env.StopGradient(a)), nil
		}),
		"requires_gradient": unary("requires_gradient", func(x starlark.Value) (starlark.Value, error) {
			a, ok := x.(*array)
			return starlark.Bool(ok && a.a.RequiresGradient()), nil
		}),
	}
}

// A stopped is the panic of a function of the program that failed: it is no error, so that it
// goes through package ivy as it is.
type stopped struct{ err error }

// differentiated runs f, which calls functions of the program, and returns their error.
func differentiated(f func()) (err error) {
	defer func() {
		if s, ok := recover().(stopped); ok {
			err = s.err
		}
	}()
	var fault error
	func() {
		defer func() {
			if p := recover(); p != nil {
				if s, ok := p.(stopped); ok {
					panic(s)
				}
				fault = try(func() { panic(p) })
			}
		}()
		f()
	}()
	return fault
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(stopped{err})
	}
	return v
}

// treeLeaves returns the arrays of a tree.
func (in *interp) treeLeaves(x starlark.Value) ([]*ivy.Array, error) {
	switch x := x.(type) {
	case *array:
		return []*ivy.Array{x.a}, nil
	case *starlark.List:
		return in.leavesOf(slices.Collect(x.Elements()))
	case starlark.Tuple:
		return in.leavesOf(x)
	case *starlark.Dict:
		var values []starlark.Value
		for _, item := range x.Items() {
			values = append(values, item[1])
		}
		return in.leavesOf(values)
	case starlark.Int, starlark.Float, Complex:
		a, err := in.toArray(x)
		return []*ivy.Array{a}, err
	}
	return nil, wrong("a %s is no array, nor a list, tuple or dict of arrays", typeName(x))
}

func (in *interp) leavesOf(xs []starlark.Value) (all []*ivy.Array, err error) {
	for _, x := range xs {
		leaves, err := in.treeLeaves(x)
		if err != nil {
			return nil, err
		}
		all = append(all, leaves...)
	}
	return all, nil
}

// treeLike returns a tree like x with the first of arrays, which it takes away.
func (in *interp) treeLike(x starlark.Value, arrays *[]*ivy.Array) starlark.Value {
	switch x := x.(type) {
	case *starlark.List:
		return starlark.NewList(in.treesLike(slices.Collect(x.Elements()), arrays))
	case starlark.Tuple:
		return starlark.Tuple(in.treesLike(x, arrays))
	case *starlark.Dict:
		z := starlark.NewDict(x.Len())
		for _, item := range x.Items() {
			must(0, z.SetKey(item[0], in.treeLike(item[1], arrays)))
		}
		return z
	}
	a := (*arrays)[0]
	*arrays = (*arrays)[1:]
	return in.wrap(a)
}

func (in *interp) treesLike(xs []starlark.Value, arrays *[]*ivy.Array) []starlark.Value {
	zs := make([]starlark.Value, len(xs))
	for i, x := range xs {
		zs[i] = in.treeLike(x, arrays)
	}
	return zs
}

// A watchedCall is a call of a function of the program, with some of its arguments watched.
type watchedCall struct {
	in     *interp
	f      starlark.Value
	args   starlark.Tuple
	kwargs []starlark.Tuple
	nums   []int
	leaves []*ivy.Array // of the arguments nums
}

// watched finds the arrays of the arguments that argnums names, an int or several.
func (in *interp) watched(f, argnums starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (*watchedCall, error) {
	c := &watchedCall{in: in, f: f, args: args, kwargs: kwargs, nums: []int{0}}
	if argnums != nil {
		var err error
		if c.nums, err = in.toInts(argnums); err != nil {
			return nil, err
		}
	}
	for i, n := range c.nums {
		if n < 0 {
			n += len(args)
			c.nums[i] = n
		}
		if n < 0 || n >= len(args) {
			return nil, wrong("argnums names argument %d of %d", n, len(args))
		}
		leaves, err := in.treeLeaves(args[n])
		if err != nil {
			return nil, err
		}
		c.leaves = append(c.leaves, leaves...)
	}
	return c, nil
}

// call calls the function with other arrays in the arguments that are watched.
func (c *watchedCall) call(leaves []*ivy.Array) starlark.Value {
	args := slices.Clone(c.args)
	for _, n := range c.nums {
		args[n] = c.in.treeLike(args[n], &leaves)
	}
	return must(starlark.Call(c.in.thread, c.f, args, c.kwargs))
}

// flattened returns call as a function of arrays that returns arrays: the leaves of the result. The
// result itself is stored in out.
func (c *watchedCall) flattened(out *starlark.Value) func(leaves []*ivy.Array) []*ivy.Array {
	return func(leaves []*ivy.Array) []*ivy.Array {
		*out = c.call(leaves)
		return must(c.in.treeLeaves(*out))
	}
}

// array is call of a function that returns one array, or a number.
func (c *watchedCall) array(leaves []*ivy.Array) *ivy.Array {
	return must(c.in.toArray(c.call(leaves)))
}

// trees returns arrays, one for each of the watched ones, as trees like the arguments.
func (c *watchedCall) trees(arrays []*ivy.Array, argnums starlark.Value) starlark.Value {
	zs := make(starlark.Tuple, len(c.nums))
	for i, n := range c.nums {
		zs[i] = c.in.treeLike(c.args[n], &arrays)
	}
	if _, several := argnums.(starlark.Sequence); !several {
		return zs[0]
	}
	return zs
}

// differentiating returns the function that makes of func(f, argnums=0) what result says of the
// value and the gradient.
func (in *interp) differentiating(name string, result func(v, g starlark.Value) starlark.Value) function {
	return in.ofFunction(name, func(c *watchedCall, argnums starlark.Value) starlark.Value {
		value, g := in.env.ValueAndGrad(c.array)(c.leaves)
		return result(in.wrap(value), c.trees(g.([]*ivy.Array), argnums))
	})
}

func (in *interp) jacobian(name string, of func(e *ivy.Env, f any, opts ...ivy.GradOption) func(xs ...ivy.Tree) ivy.Tree) function {
	return in.ofFunction(name, func(c *watchedCall, argnums starlark.Value) starlark.Value {
		if name == "hessian" {
			if len(c.leaves) != 1 {
				panic(stopped{wrong("ivy.hessian(): derivatives with respect to %d arrays, want one", len(c.leaves))})
			}
			f := func(x *ivy.Array) *ivy.Array { return c.array([]*ivy.Array{x}) }
			return c.trees([]*ivy.Array{of(in.env, f)(c.leaves[0]).(*ivy.Array)}, argnums)
		}
		return c.trees(of(in.env, c.array)(c.leaves).([]*ivy.Array), argnums)
	})
}

// ofFunction returns the function of (func, argnums=0) that returns a function of what func takes.
func (in *interp) ofFunction(name string, run func(c *watchedCall, argnums starlark.Value) starlark.Value) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var f, argnums starlark.Value
		if err := unpack("ivy."+name, args, kwargs, "func ? argnums", &f, &argnums); err != nil {
			return nil, err
		}
		if _, ok := f.(starlark.Callable); !ok {
			return nil, wrong("ivy.%s(): func is a %s, want a function", name, typeName(f))
		}
		return in.function("ivy."+name+"(func)", func(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
			c, err := in.watched(f, argnums, args, kwargs)
			if err != nil {
				return nil, err
			}
			err = differentiated(func() { z = run(c, argnums) })
			return z, err
		}), nil
	}
}

// vjp is func(func, *primals): the result, and the function that pulls its gradient back.
func (in *interp) vjp(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) < 2 || len(kwargs) > 0 {
		return nil, wrong("ivy.vjp() takes a function and its arguments")
	}
	c, err := in.watchAll(args[0], args[1:])
	if err != nil {
		return nil, err
	}
	var out starlark.Value
	var pull func(g ivy.Tree) []ivy.Tree
	var z starlark.Value
	err = differentiated(func() {
		zs, p := in.env.VJP(c.flattened(&out), c.leaves)
		pull = p
		below := zs.([]*ivy.Array)
		z = in.treeLike(out, &below)
	})
	if err != nil {
		return nil, err
	}
	back := unary("vjp(func)", func(g starlark.Value) (w starlark.Value, err error) {
		gs, err := in.treeLeaves(g)
		if err != nil {
			return nil, err
		}
		err = differentiated(func() {
			arrays := pull(gs)[0].([]*ivy.Array)
			w = starlark.Tuple(in.treesLike(c.args, &arrays))
		})
		return w, err
	})
	return starlark.Tuple{z, in.function("ivy.vjp(func)", back)}, nil
}

// watchAll watches all arguments.
func (in *interp) watchAll(f starlark.Value, args starlark.Tuple) (*watchedCall, error) {
	nums := make(starlark.Tuple, len(args))
	for i := range nums {
		nums[i] = starlark.MakeInt(i)
	}
	if _, ok := f.(starlark.Callable); !ok {
		return nil, wrong("func is a %s, want a function", typeName(f))
	}
	return in.watched(f, nums, args, nil)
}

// jvp is func(func, primals, tangents): the result, and its derivative in that direction.
func (in *interp) jvp(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f, primals, tangents starlark.Value
	if err := unpack("ivy.jvp", args, kwargs, "func primals tangents", &f, &primals, &tangents); err != nil {
		return nil, err
	}
	sequence, ok := primals.(starlark.Sequence)
	if !ok {
		return nil, wrong("ivy.jvp(): primals is a %s, want a tuple of arguments", typeName(primals))
	}
	c, err := in.watchAll(f, slices.Collect(starlark.Elements(sequence)))
	if err != nil {
		return nil, err
	}
	ts, err := in.treeLeaves(tangents)
	if err != nil {
		return nil, err
	}
	var result starlark.Value
	err = differentiated(func() {
		var out starlark.Value
		z, tz := in.env.JVP(c.flattened(&out), []ivy.Tree{c.leaves}, []ivy.Tree{ts})
		zs, tzs := z.([]*ivy.Array), tz.([]*ivy.Array)
		result = starlark.Tuple{in.treeLike(out, &zs), in.treeLike(out, &tzs)}
	})
	return result, err
}

// executeWithGradients is func(func, xs): the result, and the gradient of its first array.
func (in *interp) executeWithGradients(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f, xs starlark.Value
	if err := unpack("ivy.execute_with_gradients", args, kwargs, "func xs", &f, &xs); err != nil {
		return nil, err
	}
	c, err := in.watchAll(f, starlark.Tuple{xs})
	if err != nil {
		return nil, err
	}
	var result starlark.Value
	err = differentiated(func() {
		var out starlark.Value
		z, g := in.env.ExecuteWithGradients(c.flattened(&out), c.leaves)
		zs, gs := z.([]*ivy.Array), g.([]*ivy.Array)
		result = starlark.Tuple{in.treeLike(out, &zs), in.treeLike(xs, &gs)}
	})
	return result, err
}
