package script

import (
	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
)

// Functions of functions that go over elements, and over windows of them, with Ivy's names and parameters.

// overElements returns them by name.
func (in *interp) overElements() map[string]function {
	return map[string]function{
		"reduce":         in.reduce,
		"reduce_window":  in.reduceWindow,
		"sliding_window": in.slidingWindow,
		"vmap":           in.vmap,
	}
}

// combining returns a function of the program of two arrays.
func (in *interp) combining(name string, f starlark.Value) (func(x, y *ivy.Array) *ivy.Array, error) {
	call, err := in.called(name, "computation", f)
	if err != nil {
		return nil, err
	}
	return func(x, y *ivy.Array) *ivy.Array {
		return must(in.toArray(must(call(starlark.Tuple{in.wrap(x), in.wrap(y)}, nil))))
	}, nil
}

// reduce is func(operand, init_value, computation, axes=0, keepdims=False).
func (in *interp) reduce(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var operand, init, computation, axes, keep starlark.Value
	if err := unpack("ivy.reduce", args, kwargs, "operand init_value computation ? axes keepdims", &operand, &init, &computation, &axes, &keep); err != nil {
		return nil, err
	}
	x, err := in.operand(operand)
	if err != nil {
		return nil, about("ivy.reduce", "operand", err)
	}
	start, err := in.operand(init)
	if err != nil {
		return nil, about("ivy.reduce", "init_value", err)
	}
	f, err := in.combining("reduce", computation)
	if err != nil {
		return nil, err
	}
	var opts []ivy.Option
	if present(axes) {
		list, err := in.toInts(axes)
		if err != nil {
			return nil, about("ivy.reduce", "axes", err)
		}
		opts = append(opts, ivy.Axes(list))
	}
	if present(keep) {
		opts = append(opts, ivy.KeepDims(bool(keep.Truth())))
	}
	var z starlark.Value
	err = differentiated(func() { z = in.wrap(in.env.Reduce(x, start, f, opts...)) })
	return z, err
}

// A window is what windows' parameters say, of which nil are those that are not given.
type window struct {
	size, strides []int
	padding       any
	opts          []ivy.Option
}

// An argument is one of a function that is called, nil if it is not given.
type argument struct {
	parameter string
	value     starlark.Value
}

// windowOf reads the arguments of a function that say what its windows are.
func (in *interp) windowOf(name string, size, strides, padding, dilation argument) (w window, err error) {
	read := func(from argument) ([]int, error) {
		if !present(from.value) {
			return nil, nil
		}
		list, err := in.toInts(from.value)
		return list, about("ivy."+name, from.parameter, err)
	}
	if w.size, err = read(size); err != nil {
		return w, err
	}
	if w.strides, err = read(strides); err != nil {
		return w, err
	}
	apart, err := read(dilation)
	if err != nil {
		return w, err
	}
	if apart != nil {
		w.opts = append(w.opts, ivy.Dilations(apart))
	}
	switch v := padding.value.(type) {
	case nil, starlark.NoneType:
		w.padding = "VALID"
	case starlark.String:
		w.padding = string(v)
	case starlark.Int:
		w.padding, err = toInt(v)
	default:
		w.padding, err = in.pairs(v)
	}
	return w, about("ivy."+name, padding.parameter, err)
}

// slidingWindow is func(input, kernel_size, stride=1, dilation=1, padding=0).
func (in *interp) slidingWindow(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var input, size, stride, dilation, padding starlark.Value
	if err := unpack("ivy.sliding_window", args, kwargs, "input kernel_size ? stride dilation padding", &input, &size, &stride, &dilation, &padding); err != nil {
		return nil, err
	}
	x, err := in.operand(input)
	if err != nil {
		return nil, about("ivy.sliding_window", "input", err)
	}
	w, err := in.windowOf("sliding_window", argument{"kernel_size", size}, argument{"stride", stride}, argument{"padding", padding}, argument{"dilation", dilation})
	if err != nil {
		return nil, err
	}
	var z starlark.Value
	err = try(func() { z = in.wrap(in.env.SlidingWindow(x, w.size, w.strides, w.padding, w.opts...)) })
	return z, err
}

// reduceWindow is func(operand, init_value, computation, window_dimensions, window_strides=1, padding="VALID", base_dilation=None,
// window_dilation=None).
func (in *interp) reduceWindow(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var operand, init, computation, size, strides, padding, base, dilation starlark.Value
	if err := unpack("ivy.reduce_window", args, kwargs, "operand init_value computation window_dimensions ? window_strides padding base_dilation window_dilation",
		&operand, &init, &computation, &size, &strides, &padding, &base, &dilation); err != nil {
		return nil, err
	}
	x, err := in.operand(operand)
	if err != nil {
		return nil, about("ivy.reduce_window", "operand", err)
	}
	start, err := in.operand(init)
	if err != nil {
		return nil, about("ivy.reduce_window", "init_value", err)
	}
	f, err := in.combining("reduce_window", computation)
	if err != nil {
		return nil, err
	}
	w, err := in.windowOf("reduce_window", argument{"window_dimensions", size}, argument{"window_strides", strides}, argument{"padding", padding}, argument{"window_dilation", dilation})
	if err != nil {
		return nil, err
	}
	if present(base) {
		apart, err := in.toInts(base)
		if err != nil {
			return nil, about("ivy.reduce_window", "base_dilation", err)
		}
		w.opts = append(w.opts, ivy.XDilations(apart))
	}
	var z starlark.Value
	err = differentiated(func() { z = in.wrap(in.env.ReduceWindow(x, start, f, w.size, w.strides, w.padding, w.opts...)) })
	return z, err
}

// axesOf reads in_axes or out_axes, of vmap: an int, None for what is not mapped, or a sequence of them.
func axesOf(parameter string, v starlark.Value) ([]int, error) {
	one := func(v starlark.Value) (int, error) {
		if v == starlark.None && parameter == "in_axes" {
			return ivy.NotMapped, nil
		}
		n, err := toInt(v)
		return n, about("ivy.vmap", parameter, err)
	}
	list, ok := sequence(v)
	if !ok {
		n, err := one(v)
		return []int{n}, err
	}
	if list.Len() > ivyMaxRank {
		return nil, wrong("ivy.vmap(): %s: %d numbers", parameter, list.Len())
	}
	axes := make([]int, list.Len())
	for i := range axes {
		n, err := one(list.Index(i))
		if err != nil {
			return nil, err
		}
		axes[i] = n
	}
	return axes, nil
}

// vmap is func(func, in_axes=0, out_axes=0): a function of what func takes.
func (in *interp) vmap(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f, from, to starlark.Value
	if err := unpack("ivy.vmap", args, kwargs, "func ? in_axes out_axes", &f, &from, &to); err != nil {
		return nil, err
	}
	call, err := in.called("vmap", "func", f)
	if err != nil {
		return nil, err
	}
	var opts []ivy.VmapOption
	if from != nil {
		axes, err := axesOf("in_axes", from)
		if err != nil {
			return nil, err
		}
		opts = append(opts, ivy.InAxes(axes...))
	}
	if to != nil {
		axes, err := axesOf("out_axes", to)
		if err != nil {
			return nil, err
		}
		opts = append(opts, ivy.OutAxes(axes...))
	}
	return in.function("ivy.vmap(func)", func(args starlark.Tuple, kwargs []starlark.Tuple) (z starlark.Value, err error) {
		if len(kwargs) > 0 {
			return nil, wrong("ivy.vmap(func)() takes no arguments by name")
		}
		xs := make([]*ivy.Array, len(args))
		for i, x := range args {
			if xs[i], err = in.toArray(x); err != nil {
				return nil, err
			}
		}
		err = differentiated(func() {
			var out starlark.Value
			all := in.env.Vmap(func(xs ...*ivy.Array) []*ivy.Array {
				one := make(starlark.Tuple, len(xs))
				for i, x := range xs {
					one[i] = in.wrap(x)
				}
				out = must(call(one, nil))
				return must(in.treeLeaves(out))
			}, opts...)(xs...)
			z = in.treeLike(out, &all)
		})
		return z, err
	}), nil
}
