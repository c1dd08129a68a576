package jax

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

var manipulation = []frontend.Func{
	{Path: "numpy.reshape", Sig: "a, shape, order='C', *, copy=None, out_sharding=None", Run: run(func(c call) any {
		shape, _, ok := c.Ints("shape")
		if !ok {
			c.Raise("TypeError", "reshape: the shape is None")
		}
		return c.reshape(c.arr("a"), shape, c.orderOf())
	})},
	{Path: ".reshape", Sig: "self, *args, order='C', out_sharding=None", Run: run(func(c call) any {
		shape := []int{}
		for _, v := range c.Rest("args") {
			n, ok := c.index(v)
			if !ok {
				c.Raise("TypeError", "reshape: a shape with %v in it", v)
			}
			shape = append(shape, n)
		}
		return c.reshape(c.arr("self"), shape, c.orderOf())
	})},
	{Path: "numpy.ravel", Sig: "a, order='C', *, out_sharding=None", Method: true, Run: run(func(c call) any { return c.reshape(c.arr("a"), []int{-1}, c.orderOf()) })},
	{Path: ".flatten", Sig: "self, order='C', *, out_sharding=None", Run: run(func(c call) any { return c.reshape(c.arr("self"), []int{-1}, c.orderOf()) })},
	{Path: "numpy.transpose", Sig: "a, axes=None", Run: run(func(c call) any { return c.transpose(c.arr("a"), c.Arg("axes")) })},
	{Path: ".transpose", Sig: "self, *args", Run: run(func(c call) any {
		rest := c.Rest("args")
		if len(rest) == 0 || len(rest) == 1 && rest[0] == nil {
			return c.transpose(c.arr("self"), nil)
		}
		return c.transpose(c.arr("self"), rest)
	})},
	{Path: "numpy.permute_dims", Sig: "a, /, axes", Run: run(func(c call) any { return c.permute(c.arr("a"), "axes") })},
	{Path: "numpy.matrix_transpose", Sig: "x, /", Run: run(func(c call) any {
		x := c.arr("x")
		if x.V.Ndim() < 2 {
			c.Raise("ValueError", "matrix_transpose: shape %v, want two axes at least", x.V.Shape())
		}
		return c.wrap(c.e.MatrixTranspose(x.V), x.Weak)
	})},
	{Path: "numpy.swapaxes", Sig: "a, axis1, axis2", Method: true, Run: run(func(c call) any {
		x := c.arr("a")
		order := c.order(x)
		i, j := c.swapped("axis1", order), c.swapped("axis2", order)
		switch {
		case i == nil && j == nil || (i == nil || j == nil) && len(order) == 1:
			return x
		case i == nil || j == nil:
			c.Raise("ValueError", "swapaxes: an axis and a new one of shape %v", x.V.Shape())
		}
		*i, *j = *j, *i
		return c.wrap(c.e.PermuteDims(x.V, order), x.Weak)
	})},
	{Path: "numpy.moveaxis", Sig: "a, source, destination", Run: run(func(c call) any {
		x := c.arr("a")
		c.Ints("source")
		c.Ints("destination")
		from, to := c.axes("source", x.V.Ndim()), c.axes("destination", x.V.Ndim())
		if len(from) != len(to) {
			c.Raise("ValueError", "moveaxis: %d axes to %d positions", len(from), len(to))
		}
		return c.wrap(c.e.MoveAxis(x.V, from, to), x.Weak)
	})},
	{Path: "numpy.rollaxis", Sig: "a, axis, start=0", Run: run(func(c call) any {
		x := c.arr("a")
		rank := x.V.Ndim()
		axis, start := c.axisOf("axis", rank), c.Int("start")
		if start < -rank || start > rank {
			c.Raise("ValueError", "rollaxis: start=%d of %d axes", start, rank)
		}
		if start < 0 {
			start += rank
		}
		if start > axis {
			start--
		}
		return c.wrap(c.e.MoveAxis(x.V, []int{axis}, []int{start}), x.Weak)
	})},
	{Path: "numpy.expand_dims", Sig: "a, axis", Run: run(func(c call) any {
		x := c.arr("a")
		is, _, ok := c.Ints("axis")
		if !ok {
			c.Raise("TypeError", "expand_dims: no axis")
		}
		return c.expand(x, is)
	})},
	{Path: "numpy.squeeze", Sig: "a, axis=None", Method: true, Run: run(func(c call) any {
		x := c.arr("a")
		if !c.Has("axis") {
			return c.wrap(c.e.Squeeze(x.V), x.Weak)
		}
		return c.squeeze(x, c.axes("axis", x.V.Ndim()))
	})},
	{Path: "numpy.broadcast_to", Sig: "array, shape, *, out_sharding=None", Run: run(func(c call) any {
		x := c.arr("array")
		if is, _, _ := c.Ints("shape"); len(is) < x.V.Ndim() || !reaches(x.V.Shape(), is) {
			c.Raise("ValueError", "broadcast_to: shape %v does not broadcast to %v", x.V.Shape(), is)
		}
		return c.broadcastTo(x, c.shape("shape"))
	})},
	{Path: "numpy.broadcast_arrays", Sig: "*args", Out: frontend.List, Run: run(func(c call) any {
		rest, _ := c.Arg("args").([]any)
		xs := c.arrays(rest)
		shapes := make([][]int, len(xs))
		for i, x := range xs {
			shapes[i] = x.V.Shape()
		}
		shape := c.broadcast(shapes...)
		for i, x := range xs {
			xs[i] = c.broadcastTo(x, shape)
		}
		return xs
	})},
	{Path: "numpy.broadcast_shapes", Sig: "*shapes", Out: frontend.Value, Run: run(func(c call) any {
		rest, _ := c.Arg("shapes").([]any)
		shapes := make([][]int, len(rest))
		for i, s := range rest {
			list, ok := frontend.Sequence(s)
			if !ok {
				list = []any{s}
			}
			for _, v := range list {
				n, isInt := c.index(v)
				if !isInt {
					c.Raise("TypeError", "broadcast_shapes: %v is no shape", s)
				}
				shapes[i] = append(shapes[i], n)
			}
		}
		out := []any{}
		for _, n := range c.broadcast(shapes...) {
			out = append(out, n)
		}
		return out
	})},
	{Path: "numpy.concatenate", Sig: "arrays, axis=0, dtype=None", Run: run(func(c call) any {
		return c.concatenate(c.parts("arrays"), c.Arg("axis"), c.dtype("dtype", dtype.Invalid))
	})},
	{Path: "numpy.concat", Sig: "arrays, /, *, axis=0", Run: run(func(c call) any { return c.concatenate(c.parts("arrays"), c.Arg("axis"), dtype.Invalid) })},
	{Path: "numpy.stack", Sig: "arrays, axis=0, out=None, dtype=None", Run: run(func(c call) any {
		c.none("out")
		xs := c.parts("arrays")
		if _, isInt := c.IntOf(c.Arg("axis")); !isInt && len(xs) > 0 { // the axis comes before the shapes
			c.Raise("TypeError", "stack(): axis is %v, want an integer", c.Shown(c.Arg("axis")))
		}
		if len(xs) == 0 {
			c.Raise("ValueError", "stack of no arrays")
		}
		xs = c.together(xs, c.dtype("dtype", dtype.Invalid))
		for _, x := range xs {
			if !slices.Equal(x.V.Shape(), xs[0].V.Shape()) {
				c.Raise("ValueError", "stack: arrays of shapes %v and %v", xs[0].V.Shape(), x.V.Shape())
			}
		}
		return c.wrap(c.e.Stack(raw(xs), ivy.Axis(c.axisOf("axis", xs[0].V.Ndim()+1))), weakAll(xs))
	})},
	{Path: "numpy.unstack", Sig: "x, /, *, axis=0", Out: frontend.List, Run: run(func(c call) any {
		x := c.arr("x")
		if x.V.Ndim() == 0 {
			c.Raise("ValueError", "unstack of an array without axes")
		}
		list := []value{}
		for _, v := range c.e.Unstack(x.V, ivy.Axis(c.axisOf("axis", x.V.Ndim()))) {
			list = append(list, c.wrap(v, x.Weak))
		}
		return list
	})},
	{Path: "numpy.vstack", Sig: "tup, dtype=None", Run: run(func(c call) any { return c.stacked("numpy.atleast_2d", 0) })},
	{Path: "numpy.hstack", Sig: "tup, dtype=None", Run: run(func(c call) any { return c.stacked("numpy.atleast_1d", 1) })},
	{Path: "numpy.dstack", Sig: "tup, dtype=None", Run: run(func(c call) any { return c.stacked("numpy.atleast_3d", 2) })},
	{Path: "numpy.column_stack", Sig: "tup", Run: run(func(c call) any {
		xs := c.parts("tup")
		for i, x := range xs {
			if x.V.Ndim() < 2 {
				xs[i] = c.wrap(c.e.Reshape(x.V, []int{-1, 1}), x.Weak)
			}
		}
		return c.concatenate(xs, 1, dtype.Invalid)
	})},
	{Path: "numpy.append", Sig: "arr, values, axis=None", Run: run(func(c call) any {
		return c.concatenate([]value{c.arr("arr"), c.arr("values")}, c.Arg("axis"), dtype.Invalid)
	})},
	{Path: "numpy.atleast_1d", Sig: "*arys", Out: frontend.Value, Run: run(func(c call) any { return c.atLeast(1) })},
	{Path: "numpy.atleast_2d", Sig: "*arys", Out: frontend.Value, Run: run(func(c call) any { return c.atLeast(2) })},
	{Path: "numpy.atleast_3d", Sig: "*arys", Out: frontend.Value, Run: run(func(c call) any { return c.atLeast(3) })},
	{Path: "numpy.split", Sig: "ary, indices_or_sections, axis=0", Out: frontend.List, Run: run(func(c call) any { return c.split(c.Int("axis"), false) })},
	{Path: "numpy.array_split", Sig: "ary, indices_or_sections, axis=0", Out: frontend.List, Run: run(func(c call) any { return c.split(c.Int("axis"), true) })},
	{Path: "numpy.vsplit", Sig: "ary, indices_or_sections", Out: frontend.List, Run: run(func(c call) any { return c.split(0, false) })},
	{Path: "numpy.hsplit", Sig: "ary, indices_or_sections", Out: frontend.List, Run: run(func(c call) any {
		axis := 1
		if c.arr("ary").V.Ndim() == 1 {
			axis = 0
		}
		return c.split(axis, false)
	})},
	{Path: "numpy.dsplit", Sig: "ary, indices_or_sections", Out: frontend.List, Run: run(func(c call) any { return c.split(2, false) })},
	{Path: "numpy.flip", Sig: "m, axis=None", Run: run(func(c call) any {
		x := c.arr("m")
		return c.wrap(c.e.Flip(x.V, ivy.Axes(c.axes("axis", x.V.Ndim()))), x.Weak)
	})},
	{Path: "numpy.fliplr", Sig: "m", Run: run(func(c call) any { return c.flipped(1) })},
	{Path: "numpy.flipud", Sig: "m", Run: run(func(c call) any { return c.flipped(0) })},
	{Path: "numpy.roll", Sig: "a, shift, axis=None", Run: run(func(c call) any {
		x := c.arr("a")
		if !c.Has("axis") {
			z := c.rolled(c.e.Reshape(x.V, []int{-1}), c.shifts(), []int{0})
			return c.wrap(c.e.Reshape(z, x.V.Shape()), x.Weak)
		}
		axes, _, _ := c.Ints("axis")
		for i, a := range axes {
			axes[i] = c.calc.axis(a, x.V.Ndim())
		}
		return c.wrap(c.rolled(x.V, c.shifts(), axes), x.Weak)
	})},
	{Path: "numpy.rot90", Sig: "m, k=1, axes=None", Run: run(rot90), Doc: "The axes are 0 and 1 unless given."},
	{Path: "numpy.tile", Sig: "A, reps", Run: run(func(c call) any {
		x := c.arr("A")
		c.arrayAsList("reps")
		reps, _, ok := c.Ints("reps")
		if !ok {
			c.Raise("TypeError", "tile: no repetitions")
		}
		for _, r := range reps {
			if r < 0 {
				c.Raise("ValueError", "tile: %v repetitions", reps)
			}
		}
		c.grown(x, reps...)
		return c.wrap(c.e.Tile(x.V, reps), x.Weak)
	})},
	{Path: "numpy.repeat", Sig: "a, repeats, axis=None, *, total_repeat_length=None, out_sharding=None", Run: repeat},
	{Path: ".repeat", Sig: "self, repeats, axis=None, *, total_repeat_length=None, out_sharding=None", Run: repeat},
	{Path: "numpy.resize", Sig: "a, new_shape", Run: run(func(c call) any {
		x := c.arr("a")
		is, _, ok := c.Ints("new_shape")
		if !ok {
			c.Raise("TypeError", "resize: no shape")
		}
		c.sizes(is...)
		n := 1
		for _, i := range is {
			n *= i
		}
		if x.V.Size() == 0 || n == 0 {
			return c.wrap(c.e.Zeros(is, x.V.Dtype()), x.Weak)
		}
		flat := c.e.Tile(c.e.Reshape(x.V, []int{-1}), []int{(n + x.V.Size() - 1) / x.V.Size()})
		return c.wrap(c.e.Reshape(c.e.GetItem(flat, ivy.Slice(nil, n)), is), x.Weak)
	})},
	{Path: "numpy.pad", Sig: "array, pad_width, mode='constant', **kwargs", Calls: true, Run: run(pad)},
	{Path: "numpy.trim_zeros", Sig: "filt, trim='fb', axis=None", Run: run(trimZeros)},
	{Path: "numpy.delete", Sig: "arr, obj, axis=None, *, assume_unique_indices=False", Run: run(deleted)},
}

// swapped returns the element of a list of axes that swapaxes exchanges by an argument, or nil for None and True, by
// which NumPy, whose array of the axes JAX indexes, takes all of them behind a new axis.
func (c call) swapped(name string, axes []int) *int {
	switch v := c.Arg(name).(type) {
	case nil:
		return nil
	case bool:
		if v {
			return nil
		}
		c.Raise("ValueError", "swapaxes: %s is False, want an integer", name)
	}
	v := c.Arg(name)
	if tuple, isTuple := v.(frontend.Tuple); isTuple && len(tuple) == 1 {
		v = tuple[0]
	}
	i, isInt := c.index(v)
	if !isInt {
		c.Raise("IndexError", "swapaxes: %s is %s, want an integer", name, c.Shown(c.Arg(name)))
	}
	if i < -len(axes) || i >= len(axes) {
		c.Raise("IndexError", "swapaxes: axis %d of %d", i, len(axes))
	}
	return &axes[c.calc.axis(i, len(axes))]
}

// arrayAsList makes a list of an argument that is an array of one axis, over which JAX goes as over one.
func (c call) arrayAsList(name string) {
	if _, isList := frontend.Sequence(c.Arg(name)); isList {
		return
	}
	if o, err := c.Namespace.Operand(c.Arg(name)); err != nil || o.A == nil || o.A.V.Ndim() != 1 {
		return
	}
	list := []any{}
	for _, e := range c.parts(name) {
		list = append(list, e)
	}
	c.Substitute(func(p *frontend.Param, v any) (any, bool) { return list, p.Name == name })
}

// ragged raises an error for an argument that is nested lists of several lengths, as NumPy does, which is asked
// for their shape. Other lists are refused later.
func (c call) ragged(name string) {
	v := c.Arg(name)
	if _, isList := frontend.Sequence(v); !isList {
		return
	}
	if err := frontend.Try(func() { c.made(v) }); err != nil && c.ClassOf(err) == "ValueError" {
		panic(err)
	}
}

// shifts returns how far roll goes: integers, or what an int32 makes of numbers.
func (c call) shifts() []int {
	v := c.Arg("shift")
	if n, ok := c.index(v); ok {
		return []int{n}
	}
	if list, ok := frontend.Sequence(v); ok {
		whole := make([]int, len(list))
		for i, e := range list {
			n, isInt := c.index(e)
			if !isInt {
				whole = nil
				break
			}
			whole[i] = n
		}
		if whole != nil {
			return whole
		}
	}
	x := c.made(v)
	if x.V.Ndim() > 1 {
		c.Raise("ValueError", "roll: shifts of shape %v, want a number or one axis", x.V.Shape())
	}
	if !x.V.Dtype().IsInteger() {
		x = c.to(x, dtype.Int32, false)
	}
	list := []int{}
	for _, n := range ivy.Values[int64](c.e.Astype(x.V, dtype.Int64)) {
		list = append(list, int(n))
	}
	return list
}

// rolled moves x along axes, one after the other, by shifts; one of either stands for as
// many as there are of the other.
func (c call) rolled(x *ivy.Array, shifts, axes []int) *ivy.Array {
	n := len(shifts)
	switch {
	case n == 1:
		n = len(axes)
	case len(axes) != 1 && len(axes) != n:
		c.Raise("ValueError", "roll: %d shifts of %d axes", n, len(axes))
	}
	for i := range n {
		a, s := axes[min(i, len(axes)-1)], shifts[min(i, len(shifts)-1)]
		if m := x.Shape()[a]; m > 0 {
			x = c.e.Roll(x, []int{s % m}, ivy.Axis(a))
		}
	}
	return x
}

func rot90(c call) any {
	x := c.arr("m")
	axes, _, ok := c.Ints("axes")
	if !ok { // a tuple is no default that a signature can hold
		axes = []int{0, 1}
	}
	if x.V.Ndim() < 2 || len(axes) != 2 {
		c.Raise("ValueError", "rot90: shape %v, axes %v, want two", x.V.Shape(), axes)
	}
	i, j := c.calc.axis(axes[0], x.V.Ndim()), c.calc.axis(axes[1], x.V.Ndim())
	if i == j {
		c.Raise("ValueError", "rot90: axis %d twice", i)
	}
	return c.wrap(c.e.Rot90(x.V, ivy.K(c.Int("k")), ivy.Axes{i, j}), x.Weak)
}

// reaches reports whether shape from broadcasts to the last axes of shape to.
func reaches(from, to []int) bool {
	for i, n := range from {
		if n != 1 && n != to[len(to)-len(from)+i] {
			return false
		}
	}
	return true
}

func raw(xs []value) []*ivy.Array {
	list := make([]*ivy.Array, len(xs))
	for i, x := range xs {
		list[i] = x.V
	}
	return list
}

func weakAll(xs []value) bool {
	for _, x := range xs {
		if !x.Weak {
			return false
		}
	}
	return len(xs) > 0
}

// orderOf returns the argument order. What is no text is none of them.
func (c call) orderOf() string {
	if order, isText := c.Arg("order").(string); isText {
		return order
	}
	return c.Shown(c.Arg("order"))
}

func (c call) order(x value) []int {
	order := make([]int, x.V.Ndim())
	for i := range order {
		order[i] = i
	}
	return order
}

// grown refuses results that are too large: x's elements times all of ns.
func (c call) grown(x value, ns ...int) {
	c.sizes(append([]int{max(x.V.Size(), 1)}, ns...)...)
}

func (c call) reshape(x value, shape []int, order string) value {
	size, unknown := 1, -1
	for i, n := range shape {
		switch {
		case n == -1 && unknown >= 0:
			c.Raise("TypeError", "reshape: %v has two unknown lengths", shape)
		case n == -1:
			unknown = i
		case n < 0:
			c.Raise("TypeError", "reshape: %v has a negative length", shape)
		default:
			if n > 0 && size > math.MaxInt/2/n {
				c.Raise("TypeError", "reshape: the shape %v is too large", shape)
			}
			size *= n
		}
	}
	shape = slices.Clone(shape)
	if unknown >= 0 {
		if size == 0 {
			if x.V.Size() != 0 {
				c.Raise("ZeroDivisionError", "reshape: shape %v into %v", x.V.Shape(), shape)
			}
			c.Raise("ZeroDivisionError", "reshape: what is left in %v is not defined", shape)
		}
		shape[unknown] = x.V.Size() / size
		size *= shape[unknown]
	}
	if size != x.V.Size() {
		c.Raise("TypeError", "reshape: shape %v into %v", x.V.Shape(), shape)
	}
	switch order {
	case "C":
		return c.wrap(c.e.Reshape(x.V, shape), x.Weak)
	case "F":
		turned := slices.Clone(shape)
		slices.Reverse(turned)
		v := c.e.Reshape(c.e.PermuteDims(x.V, reversed(x.V.Ndim())), turned)
		return c.wrap(c.e.PermuteDims(v, reversed(len(shape))), x.Weak)
	case "A", "K":
		if order == "A" || !strings.HasSuffix(c.Func.Path, "reshape") {
			c.Raise("NotImplementedError", "order=%s is not supported", order)
		}
	}
	c.Raise("ValueError", "order=%s", order)
	return nil
}

func reversed(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = n - 1 - i
	}
	return order
}

func (c call) transpose(x value, axes any) value {
	rank := x.V.Ndim()
	if axes == nil {
		return c.wrap(c.e.PermuteDims(x.V, reversed(rank)), x.Weak)
	}
	list, ok := frontend.Sequence(axes)
	if !ok {
		c.Raise("TypeError", "transpose: axes %v", axes)
	}
	order := make([]int, len(list))
	for i, v := range list {
		n, isInt := c.index(v)
		if !isInt {
			c.Raise("TypeError", "transpose: axis %v", v)
		}
		order[i] = c.calc.axis(n, rank)
	}
	sorted := slices.Sorted(slices.Values(order))
	if len(sorted) != rank || len(slices.Compact(sorted)) != rank {
		c.Raise("TypeError", "transpose: %v is no permutation of %d axes", list, rank)
	}
	return c.wrap(c.e.PermuteDims(x.V, order), x.Weak)
}

// permute is transpose with all axes counted from the start.
func (c call) permute(x value, name string) value {
	is, one, ok := c.Ints(name)
	if !ok || one {
		c.Raise("TypeError", "%s: %s is %v, want integers", c.Func.Path, name, c.Arg(name))
	}
	for _, i := range is {
		if i < 0 || i >= x.V.Ndim() {
			c.Raise("TypeError", "%s: %v is no permutation of %d axes", c.Func.Path, is, x.V.Ndim())
		}
	}
	return c.transpose(x, is)
}

// several returns an argument that is a list of axes.
func (c call) several(name string) []int {
	is, one, ok := c.Ints(name)
	if !ok || one {
		c.Raise("TypeError", "%s: %s is %v, want a list", c.Func.Path, name, c.Arg(name))
	}
	return is
}

// newAxes returns the positions of axes that an operand of that rank gets, counted from the start.
func (c call) newAxes(rank int, is []int) []int {
	axes := make([]int, len(is))
	for i, a := range is {
		axes[i] = c.calc.axis(a, rank+len(is))
		if slices.Contains(axes[:i], axes[i]) {
			c.Raise("ValueError", "expand_dims: axis %d is named twice", a)
		}
	}
	return axes
}

func (c call) expand(x value, is []int) value {
	axes := c.newAxes(x.V.Ndim(), is)
	if len(axes) == 0 {
		return x
	}
	return c.wrap(c.e.ExpandDims(x.V, ivy.Axes(axes)), x.Weak)
}

func (c call) squeeze(x value, axes []int) value {
	for _, i := range axes {
		if x.V.Shape()[i] != 1 {
			c.Raise("ValueError", "squeeze: axis %d of shape %v", i, x.V.Shape())
		}
	}
	if len(axes) == 0 {
		return x
	}
	return c.wrap(c.e.Squeeze(x.V, ivy.Axes(axes)), x.Weak)
}

// parts returns an argument that is a list of arrays, or an array whose rows they are.
func (c call) parts(name string) []value {
	v := c.Arg(name)
	if list, ok := frontend.Sequence(v); ok {
		return c.arrays(list)
	}
	if o, err := c.Namespace.Operand(v); err == nil && (o.A == nil || o.A.V.Ndim() == 0) {
		c.Raise("TypeError", "%s: %s has no axis to be a list by", c.Func.Path, name)
	}
	x := c.arr(name)
	list := []value{}
	for _, row := range c.e.Unstack(x.V) {
		list = append(list, c.wrap(row, x.Weak))
	}
	return list
}

// together casts arrays to d, or what they have in common.
func (c call) together(xs []value, d dtype.Dtype) []value {
	if d == dtype.Invalid {
		return c.common(xs...)
	}
	out := make([]value, len(xs))
	for i, x := range xs {
		out[i] = c.to(x, d, false)
	}
	return out
}

func (c call) concatenate(xs []value, axis any, d dtype.Dtype) value {
	if len(xs) == 0 {
		c.Raise("ValueError", "%s of no arrays", c.Func.Path)
	}
	at := 0
	if axis == nil {
		flat := make([]value, len(xs))
		for i, x := range xs {
			flat[i] = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
		}
		xs = flat
	} else {
		if xs[0].V.Ndim() == 0 {
			c.Raise("ValueError", "%s: arrays without axes", c.Func.Path)
		}
		n, ok := c.index(axis)
		if !ok {
			c.Raise("TypeError", "%s: axis %v", c.Func.Path, axis)
		}
		at = c.calc.axis(n, xs[0].V.Ndim())
	}
	xs = c.together(xs, d)
	return c.joinAlong(xs, at)
}

func (c call) joinAlong(xs []value, at int) value {
	first := xs[0].V.Shape()
	for _, x := range xs {
		s := x.V.Shape()
		if len(s) == len(first) {
			s[at] = first[at]
		}
		if !slices.Equal(s, first) {
			c.Raise("TypeError", "%s: arrays of shapes %v and %v along axis %d", c.Func.Path, first, x.V.Shape(), at)
		}
	}
	return c.wrap(c.e.Concat(raw(xs), ivy.Axis(at)), weakAll(xs))
}

// stacked is vstack and the like: arrays of so many axes at least, joined.
func (c call) stacked(path string, axis int) value {
	xs := c.parts("tup")
	if len(xs) == 0 {
		c.Raise(map[bool]string{true: "IndexError", false: "ValueError"}[axis == 1], "%s of no arrays", c.Func.Path)
	}
	for i, x := range xs {
		xs[i] = c.do(path, x)
	}
	if xs[0].V.Ndim() == 1 {
		axis = 0
	}
	return c.concatenate(xs, axis, c.dtype("dtype", dtype.Invalid))
}

func (c call) atLeast(rank int) any {
	rest, _ := c.Arg("arys").([]any)
	list := make([]value, len(rest))
	for i, x := range c.arrays(rest) {
		shape := x.V.Shape()
		switch {
		case len(shape) >= rank:
			list[i] = x
			continue
		case len(shape) == 0:
			shape = []int{1, 1, 1}[:rank]
		case rank == 2 || len(shape) == 1:
			shape = append([]int{1}, shape...)
		}
		if len(shape) < rank {
			shape = append(shape, 1)
		}
		list[i] = c.wrap(c.e.Reshape(x.V, shape), x.Weak)
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}

func (c call) split(axis int, uneven bool) any {
	x := c.arr("ary")
	if r := x.V.Ndim(); axis < -r || axis >= r {
		c.Raise("IndexError", "%s: axis %d of shape %v", c.Func.Path, axis, x.V.Shape())
	}
	axis = c.calc.axis(axis, x.V.Ndim())
	n := x.V.Shape()[axis]
	var at []int
	if k, ok := c.index(c.Arg("indices_or_sections")); ok {
		switch {
		case k == 0:
			c.Raise("ZeroDivisionError", "%s into no parts", c.Func.Path)
		case k < 0 || k > 1<<20:
			c.Raise("ValueError", "%s into %d parts", c.Func.Path, k)
		case n%k != 0 && !uneven:
			c.Raise("ValueError", "%s: %d elements into %d parts", c.Func.Path, n, k)
		}
		place := 0
		for i := range k - 1 {
			place += n / k
			if i < n%k {
				place++
			}
			at = append(at, place)
		}
	} else {
		list, isList := frontend.Sequence(c.Arg("indices_or_sections"))
		if !isList {
			positions := c.arr("indices_or_sections")
			if !positions.V.Dtype().IsInteger() || positions.V.Ndim() != 1 {
				c.Raise("TypeError", "%s at %v", c.Func.Path, positions)
			}
			for _, p := range ivy.Values[int64](c.e.Astype(positions.V, dtype.Int64)) {
				list = append(list, int(p))
			}
		}
		last := 0
		for _, v := range list {
			p, isInt := c.index(v)
			if !isInt {
				c.Raise("TypeError", "%s at %v", c.Func.Path, v)
			}
			if p < last || p > n {
				c.Raise("ValueError", "%s: positions %v of an axis of length %d", c.Func.Path, list, n)
			}
			at, last = append(at, p), p
		}
	}
	list, from := []value{}, 0
	for _, to := range append(at, n) {
		list = append(list, c.wrap(c.e.GetItem(x.V, along(axis, ivy.Slice(from, to))...), x.Weak))
		from = to
	}
	return list
}

func (c call) flipped(axis int) value {
	x := c.arr("m")
	return c.wrap(c.e.Flip(x.V, ivy.Axis(c.calc.axis(axis, x.V.Ndim()))), x.Weak)
}

func repeat(fc *frontend.Call) any {
	return run(func(c call) any {
		x := c.arr(c.Func.Signature().Params[0].Name)
		axis := 0
		if _, isList := frontend.Sequence(c.Arg("repeats")); isList || !c.Has("repeats") {
			c.arr("repeats") // which is refused before anything else
		}
		switch scalar := x.V.Ndim() == 0 && c.Has("total_repeat_length"); {
		case scalar || !c.Has("axis"):
			x = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
		case x.V.Ndim() == 0: // along whatever axis
			x = c.wrap(c.e.Reshape(x.V, []int{1}), x.Weak)
		case c.Has("total_repeat_length") || slices.Max(append(c.shapeOf(c.Arg("repeats")), 1)) > 1:
			axis = c.axisIn("axis", x.V.Ndim())
		default:
			axis = c.axisOf("axis", x.V.Ndim())
		}
		if length, given := c.length("total_repeat_length"); given {
			return c.repeated(x, axis, length)
		}
		if n, ok := c.index(c.Arg("repeats")); ok {
			if n < 0 {
				c.Raise("TypeError", "repeat: %d times", n)
			}
			c.grown(x, n)
			return c.wrap(c.e.Repeat(x.V, n, ivy.Axis(axis)), x.Weak)
		}
		r := c.arr("repeats")
		if !r.V.Dtype().IsInteger() {
			c.Raise("TypeError", "repeat: %v times", r.V.Dtype())
		}
		if r.V.Ndim() > 1 {
			c.Raise("TypeError", "repeat: counts of shape %v", r.V.Shape())
		}
		total := 0
		for _, n := range ivy.Values[int64](c.e.Astype(r.V, dtype.Int64)) {
			if n < 0 || n > 1<<40 {
				c.Raise("TypeError", "repeat: %d times", n)
			}
			total += int(n)
		}
		n := x.V.Shape()[axis]
		if r.V.Size() == 1 {
			return c.wrap(c.e.Repeat(x.V, total, ivy.Axis(axis)), x.Weak)
		}
		if r.V.Size() != n {
			c.Raise("ValueError", "repeat: %d counts for %d elements", r.V.Size(), n)
		}
		c.grown(x, total)
		return c.wrap(c.e.Repeat(x.V, c.e.Astype(r.V, dtype.Int64), ivy.Axis(axis)), x.Weak)
	})(fc)
}

// repeated is repeat to a length: what is too much is cut off, and the last element fills up.
func (c call) repeated(x value, axis, length int) value {
	r := c.do("numpy.ravel", c.arr("repeats"))
	n := x.V.Shape()[axis]
	if m := r.V.Size(); m != n && m != 1 {
		c.Raise("ValueError", "repeat: %d counts for %d elements", m, n)
	}
	shape := x.V.Shape()
	shape[axis] = length
	c.sizes(shape...)
	switch {
	case c.arr(c.Func.Signature().Params[0].Name).V.Ndim() == 0:
		return c.wrap(c.e.CopyArray(c.e.BroadcastTo(x.V, shape)), x.Weak)
	case length == 0:
		return c.wrap(c.e.Zeros(shape, x.V.Dtype()), false)
	case n == 0:
		return x
	case !r.V.Dtype().IsInteger():
		c.Raise("TypeError", "repeat: %v times", r.V.Dtype())
	}
	// How many elements start at each place: sums of these are where elements come from.
	c.Room(length, 16)
	e, number := c.e, func(n int) *ivy.Array { return c.e.Asarray(int64(n)) }
	at := e.CumulativeSum(e.Astype(e.BroadcastTo(r.V, []int{n}), dtype.Int64), ivy.Exclusive(true))
	at = e.Where(e.Less(at, number(0)), e.Add(at, number(length)), at)
	at = e.Where(e.LogicalAnd(e.GreaterEqual(at, number(0)), e.Less(at, number(length))), at, number(length))
	starts := e.GetItem(e.Bincount(at, ivy.MinLength(length+1)), ivy.Slice(0, length))
	positions := e.Subtract(e.CumulativeSum(starts), number(1))
	return c.do("numpy.take", x, c.wrap(e.Astype(positions, c.defaults().Int), false), axis)
}

// trimZeros cuts zeros off at the ends of axes, of which the row TrimZeros knows one.
func trimZeros(c call) any {
	x, trim := c.arr("filt"), strings.ToLower(c.Text("trim"))
	axes := c.axes("axis", x.V.Ndim())
	front, back := strings.Contains(trim, "f"), strings.Contains(trim, "b")
	if len(axes) == 0 || !front && !back {
		return x
	}
	v := x.V
	if isComplex(x) { // JAX looks at the real parts alone
		v = c.e.Real(v)
	}
	nonzero := c.e.NotEqual(v, c.e.ZerosLike(v))
	key := make([]any, x.V.Ndim())
	for i := range key {
		key[i] = ivy.Colon
		if !slices.Contains(axes, i) {
			continue
		}
		on := c.e.Nonzero(c.reduce((*ivy.Env).Any, nonzero, slices.DeleteFunc(c.order(x), func(j int) bool { return j == i }), false, c.e.Asarray(false)))[0]
		if on.Size() == 0 {
			key[i] = ivy.Slice(0, 0)
			continue
		}
		from, to := 0, x.V.Shape()[i]
		if front {
			from = int(ivy.Item[int64](c.e.GetItem(on, 0)))
		}
		if back {
			to = int(ivy.Item[int64](c.e.GetItem(on, on.Size()-1))) + 1
		}
		key[i] = ivy.Slice(from, to)
	}
	return c.wrap(c.e.GetItem(x.V, key...), x.Weak)
}

// padModes are the keywords that each mode of pad takes, in addition to the widths.
var padModes = map[string]string{
	"constant": "constant_values", "edge": "", "empty": "", "linear_ramp": "end_values", "maximum": "stat_length", "mean": "stat_length", "median": "stat_length",
	"minimum": "stat_length", "reflect": "reflect_type", "symmetric": "reflect_type", "wrap": "",
}

// padStatistics are the functions of modes of pad that repeat what becomes of an axis' elements.
var padStatistics = map[string]string{"maximum": "numpy.amax", "mean": "numpy.mean", "median": "numpy.median", "minimum": "numpy.amin"}

func pad(c call) any {
	x := c.arr("array")
	rank := x.V.Ndim()
	widths := c.pairs(c.Arg("pad_width"), rank)
	more, _ := c.Arg("kwargs").([]frontend.Named)
	if f, ok := c.Arg("mode").(frontend.Callable); ok {
		return c.padRows(x, widths, func(row value, width [2]int, axis int) any {
			return f(row, width[:], axis, frontend.Dict(more))
		})
	}
	mode, ok := c.Arg("mode").(string)
	if !ok {
		c.Raise("NotImplementedError", "pad: only named modes, and functions")
	}
	keyword, there := padModes[mode]
	if !there {
		c.Raise("NotImplementedError", "pad: mode %q", mode)
	}
	var given any
	for _, m := range more {
		if m.Name != keyword {
			c.Raise("ValueError", "pad: %s is not for mode %q", m.Name, mode)
		}
		given = m.Value
	}
	for _, w := range widths {
		if w[0] < 0 || w[1] < 0 {
			c.Raise("ValueError", "pad: negative widths %v", widths)
		}
		c.grown(x, w[0]+1, w[1]+1)
	}
	if rank == 0 && mode != "constant" {
		return x
	}
	switch mode {
	case "constant":
		return c.padConstant(x, widths, given)
	case "empty":
		return c.wrap(c.e.Pad(x.V, widths), x.Weak)
	case "linear_ramp":
		if x.V.Size() == 0 { // which has no edges
			c.Raise("TypeError", "pad: an edge of shape %v", x.V.Shape())
		}
		return c.padRamp(x, widths, given)
	case "maximum", "mean", "median", "minimum":
		return c.padStatistic(x, widths, padStatistics[mode], given)
	case "reflect", "symmetric":
		switch given {
		case nil, "even":
		case "odd":
			return c.padOdd(x, widths, mode)
		default:
			c.Raise("AssertionError", "pad: reflect_type is not \"even\" or \"odd\"")
		}
	}
	return c.wrap(c.padBy(x.V, widths, mode), x.Weak)
}

// ends returns an argument of pad as two values for each axis.
func (c call) ends(v any, rank int) [][2]value {
	a := c.made(v).V
	switch s := a.Shape(); {
	case len(s) == 1 && s[0] != 1 && s[0] != 2, len(s) > 2, len(s) == 2 && (s[0] != 1 && s[0] != rank || s[1] > 2):
		c.Raise("ValueError", "pad: values of shape %v for %d axes", s, rank)
	}
	a = c.e.BroadcastTo(a, []int{rank, 2})
	out := make([][2]value, rank)
	for i := range out {
		for j := range 2 {
			out[i][j] = c.wrap(c.e.GetItem(a, i, j), false)
		}
	}
	return out
}

// padRows pads with zeros, and then replaces every row along every axis in turn by what f
// makes of it.
func (c call) padRows(x value, widths [][2]int, f func(row value, width [2]int, axis int) any) any {
	z := c.e.Pad(x.V, widths)
	for axis, w := range widths {
		y := c.e.MoveAxis(z, []int{axis}, []int{-1})
		if y.Size() == 0 {
			continue
		}
		s := y.Shape()
		rows := c.e.Unstack(c.e.Reshape(y, []int{-1, s[len(s)-1]}))
		for i, row := range rows {
			made := c.calc.array(f(c.wrap(row, x.Weak), w, axis))
			if !slices.Equal(made.V.Shape(), row.Shape()) {
				c.Raise("ValueError", "pad: the function of mode made shape %v of a row of shape %v", made.V.Shape(), row.Shape())
			}
			rows[i] = made.V
		}
		z = c.e.MoveAxis(c.e.Reshape(c.e.Stack(rows), s), []int{-1}, []int{axis})
	}
	return c.wrap(z, x.Weak)
}

func (c call) padConstant(x value, widths [][2]int, given any) value {
	rank, d := x.V.Ndim(), x.V.Dtype()
	if given == nil {
		given = 0
	}
	fill := c.made(given)
	values := make([][2]value, rank)
	for i := range values {
		values[i] = [2]value{fill, fill}
	}
	if fill.V.Ndim() > 0 {
		values = c.ends(given, rank)
	}
	z := compose.PadSides(c.e, x.V, widths, func(_ *ivy.Array, axis int) (before, after *ivy.Array) {
		v := values[axis]
		return cast(c.Namespace, v[0].V, d), cast(c.Namespace, v[1].V, d)
	})
	return c.wrap(z, x.Weak)
}

// padRamp pads with numbers on the way from the end values to the elements at the edges.
func (c call) padRamp(x value, widths [][2]int, given any) value {
	rank, d := x.V.Ndim(), x.V.Dtype()
	if given == nil {
		given = 0
	}
	ends := c.ends(given, rank)
	z := compose.PadSides(c.e, x.V, widths, func(x *ivy.Array, axis int) (before, after *ivy.Array) {
		var sides [2]*ivy.Array
		for j, at := range [2]int{0, x.Shape()[axis] - 1} {
			if at < 0 {
				c.Raise("ValueError", "pad: a ramp along an axis of length 0")
			}
			edge := c.wrap(c.e.GetItem(x, along(axis, at)...), false)
			sides[j] = c.do("numpy.linspace", ends[axis][j], edge, widths[axis][j], Kw("endpoint", false), Kw("dtype", d), Kw("axis", axis)).V
		}
		return sides[0], c.e.Flip(sides[1], ivy.Axis(axis))
	})
	return c.wrap(z, x.Weak)
}

// padStatistic pads with a function's results along each axis, of all elements or of so many at
// each end.
func (c call) padStatistic(x value, widths [][2]int, path string, given any) value {
	rank, d := x.V.Ndim(), x.V.Dtype()
	var lengths [][2]int
	if given != nil {
		lengths = c.pairs(given, rank)
	}
	z := compose.PadSides(c.e, x.V, widths, func(z *ivy.Array, axis int) (before, after *ivy.Array) {
		n := z.Shape()[axis]
		var sides [2]*ivy.Array
		for j := range sides {
			part := z
			if lengths != nil {
				k := min(lengths[axis][j], n)
				if k <= 0 {
					c.Raise("ValueError", "pad: the statistic of %d elements", lengths[axis][j])
				}
				span := ivy.Slice(0, k)
				if j == 1 {
					span = ivy.Slice(n-k, n)
				}
				part = c.e.GetItem(z, along(axis, span)...)
			}
			s := c.do(path, c.wrap(part, x.Weak), Kw("axis", axis), Kw("keepdims", true))
			if d.IsInteger() {
				s = c.do("numpy.round", s)
			}
			sides[j] = cast(c.Namespace, s.V, d)
		}
		return sides[0], sides[1]
	})
	return c.wrap(z, x.Weak)
}

// padOdd reflects at the edges in both directions: twice the edge minus what "reflect" or
// "symmetric" has there, again and again.
func (c call) padOdd(x value, widths [][2]int, mode string) value {
	e, z := c.e, x.V
	for i, w := range widths {
		n := z.Shape()[i]
		if n == 0 && w[0]+w[1] > 0 {
			c.Raise("ValueError", "pad: mode %q of an axis of length 0", mode)
		}
		offset := 0
		if mode == "reflect" && n > 1 {
			offset = 1
		}
		two := number(e, 2, z.Dtype())
		for side := range 2 {
			m := z.Shape()[i]
			edge := e.GetItem(z, along(i, ivy.Slice((m-1)*side, (m-1)*side+1))...)
			for left := w[side]; left > 0; {
				k := min(left, n-offset)
				left -= k
				m = z.Shape()[i]
				span := ivy.Slice(offset, offset+k)
				if side == 1 {
					span = ivy.Slice(m-offset-k, m-offset)
				}
				part := e.Subtract(e.Multiply(two, edge), e.Flip(e.GetItem(z, along(i, span)...), ivy.Axis(i)))
				if side == 0 {
					z = e.Concat([]*ivy.Array{part, z}, ivy.Axis(i))
					edge = e.GetItem(part, along(i, ivy.Slice(0, 1))...)
				} else {
					z = e.Concat([]*ivy.Array{z, part}, ivy.Axis(i))
					edge = e.GetItem(part, along(i, ivy.Slice(k-1, k))...)
				}
				if n == 1 {
					edge = e.GetItem(x.V, along(i, ivy.Slice(0, 1))...)
				}
			}
		}
	}
	return c.wrap(z, x.Weak)
}

// padBy pads with elements of x: the ones that are next in the mode's order.
func (c call) padBy(x *ivy.Array, widths [][2]int, mode string) *ivy.Array {
	for axis, w := range widths {
		if x.Shape()[axis] == 0 && w[0]+w[1] > 0 {
			c.Raise("ValueError", "pad: mode %q of an axis of length 0", mode)
		}
	}
	return c.e.Pad(x, widths, ivy.Mode(mode))
}

// pairs reads pad widths: one number, a pair for all axes, or a pair for each.
func (c call) pairs(v any, rank int) [][2]int {
	out := make([][2]int, rank)
	all := func(p [2]int) [][2]int {
		for i := range out {
			out[i] = p
		}
		return out
	}
	if n, ok := c.index(v); ok {
		return all([2]int{n, n})
	}
	list, ok := frontend.Sequence(v)
	if !ok {
		if o, err := c.Namespace.Operand(v); err == nil && o.A != nil {
			list, ok = frontend.Sequence(c.list(o.A))
		}
	}
	if !ok || len(list) == 0 {
		c.Raise("TypeError", "pad: the widths are no integers")
	}
	ints := func(list []any) []int {
		is := make([]int, len(list))
		for i, e := range list {
			n, isInt := c.index(e)
			if !isInt {
				c.Raise("TypeError", "pad: widths %v", v)
			}
			is[i] = n
		}
		return is
	}
	if _, nested := frontend.Sequence(list[0]); !nested {
		switch is := ints(list); len(is) {
		case 1:
			return all([2]int{is[0], is[0]})
		case 2:
			return all([2]int{is[0], is[1]})
		}
		c.Raise("ValueError", "pad: widths %v", v)
	}
	for i := range max(len(list), rank) {
		e := list[min(i, len(list)-1)]
		pair, isList := frontend.Sequence(e)
		if !isList || len(list) != rank && len(list) != 1 {
			c.Raise("ValueError", "pad: widths %v for %d axes", v, rank)
		}
		switch is := ints(pair); {
		case i >= rank:
		case len(is) == 1:
			out[i] = [2]int{is[0], is[0]}
		case len(is) == 2:
			out[i] = [2]int{is[0], is[1]}
		default:
			c.Raise("ValueError", "pad: widths %v", v)
		}
	}
	return out
}

func deleted(c call) any {
	x := c.arr("arr")
	axis := 0
	if !c.Has("axis") {
		x = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
	} else {
		axis = c.axisOf("axis", x.V.Ndim())
	}
	n := x.V.Shape()[axis]
	keep := c.e.CopyArray(c.e.Ones([]int{n}, dtype.Bool))
	if i, ok := c.index(c.Arg("obj")); ok {
		c.e.SetItem(keep, false, c.calc.axis(i, n))
	} else {
		o := c.arr("obj")
		switch d := o.V.Dtype(); {
		case d.IsInteger():
			at := c.e.Reshape(c.e.Astype(o.V, dtype.Int64), []int{-1})
			low, end := c.e.Asarray(int64(-n)), c.e.Asarray(int64(n))
			if c.e.Any(c.e.LogicalOr(c.e.Less(at, low), c.e.GreaterEqual(at, end))).Bool() {
				c.Raise("IndexError", "delete: an index that is none of an axis of length %d", n)
			}
			if at.Size() > 0 {
				c.e.SetItem(keep, false, at)
			}
		case d.IsBool():
			if !slices.Equal(o.V.Shape(), []int{n}) {
				c.Raise("ValueError", "delete: a mask of shape %v for an axis of length %d", o.V.Shape(), n)
			}
			keep = c.e.LogicalNot(o.V)
		default:
			c.Raise("ValueError", "delete: %v is no index", d)
		}
	}
	return c.wrap(c.e.Take(x.V, c.e.Nonzero(keep)[0], ivy.Axis(axis)), x.Weak)
}

// laxManipulation is of jax.lax.
var laxManipulation = []frontend.Func{
	{Path: "lax.reshape", Sig: "operand, new_sizes, dimensions=None, *, out_sharding=None", Run: run(func(c call) any {
		x := c.arr("operand")
		if c.Has("dimensions") {
			if is, _, _ := c.Ints("dimensions"); slices.ContainsFunc(is, func(i int) bool { return i < 0 || i >= x.V.Ndim() }) {
				c.Raise("TypeError", "lax.reshape: dimensions %v of shape %v", is, x.V.Shape())
			}
			x = c.transpose(x, c.Arg("dimensions"))
		}
		shape, _, ok := c.Ints("new_sizes")
		if !ok || slices.ContainsFunc(shape, func(n int) bool { return n < 0 }) {
			c.Raise("TypeError", "lax.reshape to %v", c.Arg("new_sizes"))
		}
		size := 1
		for _, n := range shape {
			if n > 0 && size > math.MaxInt/2/n {
				c.Raise("TypeError", "lax.reshape: the shape %v is too large", shape)
			}
			size *= n
		}
		if size != x.V.Size() {
			c.Raise("ValueError", "lax.reshape: shape %v into %v", x.V.Shape(), shape)
		}
		return c.reshape(x, shape, "C")
	})},
	{Path: "lax.transpose", Sig: "operand, permutation", Run: run(func(c call) any { return c.permute(c.arr("operand"), "permutation") })},
	{Path: "lax.concatenate", Sig: "operands, dimension", Run: run(func(c call) any {
		xs := c.parts("operands")
		if len(xs) == 0 {
			c.Raise("ValueError", "lax.concatenate of no arrays")
		}
		at := c.Int("dimension")
		if len(xs) == 1 { // along whatever dimension
			return xs[0]
		}
		for _, x := range xs {
			if x.V.Dtype() != xs[0].V.Dtype() {
				c.Raise("TypeError", "lax.concatenate: dtypes %v and %v", xs[0].V.Dtype(), x.V.Dtype())
			}
			if x.V.Ndim() != xs[0].V.Ndim() {
				c.Raise("TypeError", "lax.concatenate: shapes %v and %v", xs[0].V.Shape(), x.V.Shape())
			}
		}
		if at < 0 || at >= xs[0].V.Ndim() {
			c.Raise("TypeError", "lax.concatenate: dimension %d of shape %v", at, xs[0].V.Shape())
		}
		return c.joinAlong(xs, at)
	})},
	{Path: "lax.rev", Sig: "operand, dimensions", Run: run(func(c call) any {
		x := c.arr("operand")
		if _, isList := frontend.Sequence(c.Arg("dimensions")); !isList {
			c.Raise("TypeError", "lax.rev(): dimensions are %v, want a sequence of integers", c.Arg("dimensions"))
		}
		is, _, _ := c.Ints("dimensions")
		for i, a := range is {
			if a < 0 || a >= x.V.Ndim() || slices.Contains(is[:i], a) {
				c.Raise("TypeError", "lax.rev: dimensions %v of shape %v", is, x.V.Shape())
			}
		}
		if len(is) == 0 {
			return x
		}
		return c.wrap(c.e.Flip(x.V, ivy.Axes(is)), x.Weak)
	})},
	{Path: "lax.squeeze", Sig: "array, dimensions", Run: run(func(c call) any {
		rank := len(c.shapeOf(c.Arg("array")))
		c.several("dimensions")
		axes := c.axes("dimensions", rank)
		return c.squeeze(c.arr("array"), axes)
	})},
	{Path: "lax.expand_dims", Sig: "array, dimensions", Run: run(func(c call) any {
		if _, isList := frontend.Sequence(c.Arg("dimensions")); !isList && !holdsText(c.Arg("dimensions")) {
			c.several("dimensions")
		}
		rank, is := len(c.shapeOf(c.Arg("array"))), c.several("dimensions")
		c.newAxes(rank, is)
		return c.expand(c.arr("array"), is)
	})},
	{Path: "lax.broadcast", Sig: "operand, sizes, *, out_sharding=None", Run: run(func(c call) any {
		sizes, isList := frontend.Sequence(c.Arg("sizes"))
		if !isList {
			c.Raise("TypeError", "lax.broadcast(): sizes are %v, want a sequence of integers", c.Arg("sizes"))
		}
		if len(sizes) > 0 {
			c.ragged("operand")
		}
		x := c.arr("operand")
		return c.broadcastTo(x, append(slices.Clone(c.shape("sizes")), x.V.Shape()...))
	})},
	{Path: "lax.broadcast_in_dim", Sig: "operand, shape, broadcast_dimensions, *, out_sharding=None", Run: run(func(c call) any {
		c.ragged("operand")
		x, shape := c.arr("operand"), c.shape("shape")
		at, _, _ := c.Ints("broadcast_dimensions")
		here := make([]int, len(shape))
		for i := range here {
			here[i] = 1
		}
		last := -1
		if len(at) != x.V.Ndim() {
			c.Raise("TypeError", "lax.broadcast_in_dim: %d dimensions for shape %v", len(at), x.V.Shape())
		}
		for i, n := range x.V.Shape() {
			if at[i] <= last || at[i] >= len(shape) || n != 1 && n != shape[at[i]] {
				c.Raise("TypeError", "lax.broadcast_in_dim: shape %v at %v of %v", x.V.Shape(), at, shape)
			}
			here[at[i]], last = n, at[i]
		}
		return c.broadcastTo(c.wrap(c.e.Reshape(x.V, here), x.Weak), shape)
	})},
	{Path: "lax.select", Sig: "pred, on_true, on_false", Run: run(func(c call) any {
		p, y, x := c.arr("pred"), c.arr("on_false"), c.arr("on_true")
		switch {
		case x.V.Dtype() != y.V.Dtype():
			c.Raise("TypeError", "lax.select of %v and %v", x.V.Dtype(), y.V.Dtype())
		case !isBool(p) && p.V.Dtype() != dtype.Int32:
			c.Raise("TypeError", "lax.select by %v, want bools", p.V.Dtype())
		case !slices.Equal(x.V.Shape(), y.V.Shape()), p.V.Ndim() > 0 && !slices.Equal(p.V.Shape(), x.V.Shape()):
			c.Raise("TypeError", "lax.select of shapes %v, %v, %v", p.V.Shape(), x.V.Shape(), y.V.Shape())
		}
		return c.wrap(c.e.Where(c.e.Astype(p.V, dtype.Bool), x.V, y.V), x.Weak && y.Weak)
	})},
	{Path: "lax.pad", Sig: "operand, padding_value, padding_config", Run: run(func(c call) any {
		x, v := c.arr("operand"), c.arr("padding_value")
		config, ok := frontend.Sequence(c.Arg("padding_config"))
		switch {
		case !ok:
			c.Raise("TypeError", "lax.pad: the widths %v, want a list", c.Arg("padding_config"))
		case len(config) != x.V.Ndim():
			c.Raise("ValueError", "lax.pad: %d widths for shape %v", len(config), x.V.Shape())
		case v.V.Ndim() != 0:
			c.Raise("ValueError", "lax.pad: a value of shape %v, want a number", v.V.Shape())
		case x.V.Dtype() != v.V.Dtype():
			c.Raise("TypeError", "lax.pad: %v with %v", x.V.Dtype(), v.V.Dtype())
		}
		z := x.V
		for axis, w := range config {
			var is [3]int
			list, isList := frontend.Sequence(w)
			if !isList {
				c.Raise("TypeError", "lax.pad: the widths %v, want three", w)
			}
			if len(list) != 3 {
				c.Raise("ValueError", "lax.pad: the widths %v, want three", w)
			}
			for i, e := range list {
				n, isInt := c.index(e)
				if !isInt || n > 1<<30 || n < -1<<30 {
					c.Raise("TypeError", "lax.pad: the widths %v", w)
				}
				is[i] = n
			}
			if is[2] < 0 {
				c.Raise("ValueError", "lax.pad: the widths %v", w)
			}
			n := z.Shape()[axis]
			positions := []int64{}
			total := is[0] + is[1] + n + max(n-1, 0)*is[2]
			if total < 0 {
				c.Raise("ValueError", "lax.pad: the widths %v leave nothing of length %d", w, n)
			}
			c.grown(x, total)
			for i := range total {
				p := int64(n) // the place of the value
				if j := i - is[0]; j >= 0 && n > 0 && j <= (n-1)*(is[2]+1) && j%(is[2]+1) == 0 {
					p = int64(j / (is[2] + 1))
				}
				positions = append(positions, p)
			}
			z = c.e.Take(c.padded(z, []int{axis}, v.V), c.e.Asarray(positions), ivy.Axis(axis))
		}
		return c.wrap(z, x.Weak && v.Weak)
	})},
	{Path: "lax.stop_gradient", Sig: "x", Out: frontend.Value, Run: run(func(c call) any { return c.stopped(c.Arg("x")) }), Doc: "A list gives a list of its elements' results."},
	{Path: "lax.collapse", Sig: "operand, start_dimension, stop_dimension=None", Run: run(func(c call) any {
		x := c.hasShape("operand")
		rank := x.V.Ndim()
		bound := func(i int) int {
			if i < 0 {
				i += rank
			}
			return max(0, min(rank, i))
		}
		from, to := bound(c.Int("start_dimension")), rank
		if c.Has("stop_dimension") {
			to = bound(c.Int("stop_dimension"))
		}
		if to < from {
			c.Raise("ValueError", "lax.collapse: dimensions %d to %d", from, to)
		}
		n := 1
		for _, m := range x.V.Shape()[from:to] {
			n *= m
		}
		return c.wrap(c.e.Reshape(x.V, slices.Concat(x.V.Shape()[:from], []int{n}, x.V.Shape()[to:])), x.Weak)
	})},
}

// stopped is stop_gradient. The numbers in a list stay Python's.
func (c call) stopped(x any) any {
	list, isList := frontend.Sequence(x)
	if x == nil {
		return nil
	}
	if !isList {
		a := c.calc.array(x)
		return c.wrap(c.e.StopGradient(a.V), a.Weak)
	}
	out := make([]any, len(list))
	for i, v := range list {
		switch v.(type) {
		case bool, int, float64, complex128, backend.Scalar:
			c.calc.array(v) // an integer that its dtype does not hold
			out[i] = v
		default:
			out[i] = c.stopped(v)
		}
	}
	return out
}
