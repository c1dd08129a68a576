package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var sets = []frontend.Func{
	{Path: "numpy.unique", Sig: "ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, size=None, fill_value=None, sorted=True", Out: frontend.Value,
		Doc: "With size the results are cut to that length, or filled up with fill_value, or the least element.", Run: run(func(c call) any {
			u := c.uniqueArgument("ar", c.Bool("equal_nan"), c.Arg("axis"))
			list := []value{u.values}
			if c.Bool("return_index") {
				list = append(list, u.index)
			}
			if c.Bool("return_inverse") {
				list = append(list, u.inverse)
			}
			if c.Bool("return_counts") {
				list = append(list, u.counts)
			}
			if len(list) == 1 {
				return list[0]
			}
			return list
		})},
	{Path: "numpy.unique_values", Sig: "x, /, *, size=None, fill_value=None", Run: run(func(c call) any {
		return c.uniqueArgument("x", false, nil).values
	})},
	{Path: "numpy.unique_counts", Sig: "x, /, *, size=None, fill_value=None", Out: frontend.List, Run: run(func(c call) any {
		u := c.uniqueArgument("x", false, nil)
		return []value{u.values, u.counts}
	})},
	{Path: "numpy.unique_inverse", Sig: "x, /, *, size=None, fill_value=None", Out: frontend.List, Run: run(func(c call) any {
		u := c.uniqueArgument("x", false, nil)
		return []value{u.values, u.inverse}
	})},
	{Path: "numpy.unique_all", Sig: "x, /, *, size=None, fill_value=None", Out: frontend.List, Run: run(func(c call) any {
		u := c.uniqueArgument("x", false, nil)
		return []value{u.values, u.index, u.inverse, u.counts}
	})},
	{Path: "numpy.isin", Sig: "element, test_elements, assume_unique=False, invert=False, *, method='auto'", Run: run(func(c call) any {
		xs := c.common(c.arr("element"), c.arr("test_elements"))
		if xs[0].V.Size() > 0 && xs[1].V.Size() > 0 { // or there is nothing to do
			c.oneOf("method", "auto", "compare_all", "binary_search", "sort")
		}
		return c.wrap(c.e.IsIn(xs[0].V, xs[1].V, ivy.Invert(c.Bool("invert"))), false)
	})},
	{Path: "numpy.union1d", Sig: "ar1, ar2, *, size=None, fill_value=None", Run: run(func(c call) any {
		size, given := c.length("size")
		both := c.do("numpy.concatenate", []any{c.arr("ar1"), c.arr("ar2")}, nil)
		return c.unique(both, uniqueOptions{equalNaN: true, size: size, sized: given, fill: c.Arg("fill_value")}).values
	})},
	{Path: "numpy.setdiff1d", Sig: "ar1, ar2, assume_unique=False, *, size=None, fill_value=None", Run: run(setDifference)},
	{Path: "numpy.setxor1d", Sig: "ar1, ar2, assume_unique=False, *, size=None, fill_value=None", Run: run(func(c call) any {
		m := c.merged(false)
		n := len(m.origin)
		var at []int64
		for i := range n {
			if (i == 0 || !m.repeats[i]) && (i == n-1 || !m.repeats[i+1]) {
				at = append(at, int64(i))
			}
		}
		return c.sized(m.sorted, at, m.weak)
	})},
	{Path: "numpy.intersect1d", Sig: "ar1, ar2, assume_unique=False, return_indices=False, *, size=None, fill_value=None", Out: frontend.Value, Run: run(func(c call) any {
		indices := c.Bool("return_indices")
		m := c.merged(indices)
		var at []int64
		for i := 1; i < len(m.origin); i++ {
			if m.repeats[i] {
				at = append(at, int64(i-1))
			}
		}
		z := c.sized(m.sorted, at, m.weak)
		if !indices {
			return z
		}
		list := []value{z}
		n := z.V.Size()
		if len(m.origin) == 0 {
			n = 0
		}
		for side := range 2 {
			positions := make([]int64, 0, n)
			for _, i := range at[:min(len(at), n)] {
				positions = append(positions, m.positions[side][m.origin[int(i)+side]-side*len(m.positions[0])])
			}
			for len(positions) < n {
				positions = append(positions, int64(m.lengths[side]))
			}
			indices := c.ints(positions, n)
			if c.Bool("assume_unique") && !c.Has("size") { // those of the sort itself
				indices = c.to(indices, dtype.Int32, false)
			}
			list = append(list, indices)
		}
		return list
	})},
}

// length returns an argument that is the length of a result; given is false for None.
func (c call) length(name string) (n int, given bool) {
	if !c.Has(name) {
		return 0, false
	}
	return c.lengthOf(name, c.Arg(name)), true
}

func (c call) lengthOf(name string, v any) int {
	n, ok := c.index(v)
	if !ok {
		c.Raise("TypeError", "%s(): %s is no integer", c.Func.Path, name)
	}
	if n < 0 {
		c.Raise("TypeError", "%s(): %s is %d, want a length", c.Func.Path, name, n)
	}
	c.sizes(n)
	return n
}

// filledTo returns the argument size, the length of a result of which x are the elements to choose from: where these
// two functions have none of them, they make zeros of that shape.
func (c call) filledTo(x *ivy.Array) (n int, given bool) {
	shape, isList := frontend.Sequence(c.Arg("size"))
	if !isList || x.Size() > 0 || c.Func.Path != "numpy.setxor1d" && c.Func.Path != "numpy.intersect1d" {
		return c.length("size")
	}
	if len(shape) != 1 {
		c.Raise("ValueError", "%s(): size is %s, want one length", c.Func.Path, c.Shown(c.Arg("size")))
	}
	return c.lengthOf("size", shape[0]), true
}

// ints returns integers as an array of the default dtype.
func (k calc) ints(v []int64, shape ...int) value {
	return k.wrap(k.e.Reshape(k.e.Asarray(v, k.defaults().Int), shape), false)
}

// atPositions returns the elements, or rows, of x at positions along its first axis.
func (k calc) atPositions(x *ivy.Array, positions []int64) *ivy.Array {
	return k.e.Take(x, k.e.Reshape(k.e.Asarray(positions, dtype.Int64), []int{len(positions)}), ivy.Axis(0))
}

// first returns whether a result's elements are among the first n, along the first of so many
// axes.
func (k calc) first(length, n, rank int) *ivy.Array {
	shape := make([]int, rank)
	for i := range shape {
		shape[i] = 1
	}
	shape[0] = length
	return k.e.Reshape(k.e.Less(k.e.Arange(length, dtype.Int64), k.e.Asarray(int64(n))), shape)
}

type unique struct{ values, index, inverse, counts value }

// uniqueOptions say how the distinct elements are found: along an axis (whose rows they are
// then), and of how many of them, if sized, there are results.
type uniqueOptions struct {
	equalNaN bool // NaNs are one
	rows     bool
	axis     int
	size     int
	sized    bool
	fill     any // what stands for elements that are not there, nil for the first
}

// uniqueArgument is unique with the arguments that unique and its siblings have in common.
func (c call) uniqueArgument(name string, equalNaN bool, axis any) unique {
	o := uniqueOptions{equalNaN: equalNaN, fill: c.Arg("fill_value")}
	x := c.arr(name)
	if _, ok := c.index(c.Arg("size")); !ok {
		c.length("size")
	}
	n := x.V.Size()
	if axis != nil {
		o.rows, o.axis = true, c.axisOf("axis", x.V.Ndim())
		n = x.V.Shape()[o.axis]
	}
	if size, ok := c.index(c.Arg("size")); n == 0 && ok && size != 0 && o.fill == nil {
		c.Raise("ValueError", "%s(): no elements, and size %d without a fill_value", c.Func.Path, size)
	}
	o.size, o.sized = c.length("size")
	return c.unique(x, o)
}

// unique returns the distinct elements of x, or rows along an axis, in order.
func (c call) unique(x value, o uniqueOptions) unique {
	v := x.V
	if o.rows {
		v = c.e.MoveAxis(v, []int{o.axis}, []int{0})
	} else {
		v = c.e.Reshape(v, []int{-1})
	}
	shape := v.Shape()
	n, width := shape[0], 1
	for _, m := range shape[1:] {
		width *= m
	}
	if n == 0 && o.size > 0 && o.fill == nil {
		c.Raise("ValueError", "%s(): no elements, and size %d without a fill_value", c.Func.Path, o.size)
	}
	if v.Dtype().IsComplex() { // a NaN in either part is one
		x = c.wrap(x.V, false)
		v = c.e.Where(c.e.IsNan(v), number(c.e, math.NaN(), v.Dtype()), v)
	}
	if width == 0 { // rows without elements are one
		return c.uniqueEmpty(x, v, n, o)
	}
	columns := c.e.Reshape(v, []int{n, width})
	var order *ivy.Array
	for i := width - 1; i >= 0; i-- {
		column := c.wrap(c.e.GetItem(columns, ivy.Colon, i), false)
		if order == nil {
			order = c.argsort(column, 0)
			continue
		}
		column = c.wrap(c.e.Take(column.V, order, ivy.Axis(0)), false)
		order = c.e.Take(order, c.argsort(column, 0), ivy.Axis(0))
	}
	sorted := c.e.Take(columns, order, ivy.Axis(0))
	c.Room(n, 16)
	e := c.e
	first := e.Ones([]int{min(n, 1)}, dtype.Bool)
	if n > 1 {
		low, high := e.GetItem(sorted, ivy.Slice(nil, n-1)), e.GetItem(sorted, ivy.Slice(1, nil))
		differ := e.NotEqual(high, low)
		if o.equalNaN {
			differ = e.LogicalAnd(differ, e.LogicalNot(e.LogicalAnd(e.IsNan(high), e.IsNan(low))))
		}
		first = e.Concat([]*ivy.Array{first, e.Any(differ, ivy.Axis(1))})
	}
	positions := e.Nonzero(first)[0]
	index := e.Take(order, positions, ivy.Axis(0))
	runs := e.Subtract(e.CumulativeSum(first, dtype.Int64), e.Asarray(int64(1)))
	inverse := e.Take(runs, e.InvertPermutation(order), ivy.Axis(0))
	k := positions.Size()
	counts := e.Bincount(runs, ivy.MinLength(k))
	if o.sized && n > 0 {
		c.Room(o.size, 24)
		to := func(x, fill *ivy.Array) *ivy.Array {
			if k >= o.size {
				return e.GetItem(x, ivy.Slice(nil, o.size))
			}
			return e.Concat([]*ivy.Array{x, e.BroadcastTo(fill, []int{o.size - k})})
		}
		zero := e.Zeros(nil, dtype.Int64)
		index, positions, counts = to(index, e.GetItem(order, 0)), to(positions, zero), to(counts, zero)
	}
	weak := x.Weak
	values := e.Reshape(e.Take(sorted, positions, ivy.Axis(0)), append([]int{positions.Size()}, shape[1:]...))
	if o.sized && o.fill != nil {
		fill := cast(c.Namespace, c.calc.array(o.fill).V, v.Dtype())
		if weak = false; n > 0 {
			values = c.e.Where(c.first(o.size, k, len(shape)), values, fill)
		} else {
			weak, values = x.Weak, c.e.CopyArray(c.e.BroadcastTo(fill, append([]int{o.size}, shape[1:]...)))
		}
	}
	return c.uniqueResult(x, values, weak, index, inverse, counts, o)
}

// uniqueEmpty is unique of n rows that have no elements.
func (c call) uniqueEmpty(x value, v *ivy.Array, n int, o uniqueOptions) unique {
	if n > 0 {
		v = c.e.GetItem(v, ivy.Slice(0, 1))
	}
	counts := c.e.Full([]int{min(n, 1)}, n, dtype.Int64)
	c.Room(n, 8)
	return c.uniqueResult(x, v, x.Weak, c.e.Zeros([]int{1}, dtype.Int64), c.e.Zeros([]int{n}, dtype.Int64), counts, o)
}

func (c call) uniqueResult(x value, values *ivy.Array, weak bool, index, inverse, counts *ivy.Array, o uniqueOptions) unique {
	shape := x.V.Shape()
	if o.rows {
		values = c.e.MoveAxis(values, []int{0}, []int{o.axis})
		shape = inverse.Shape()
	}
	ints := func(x *ivy.Array) value { return c.wrap(c.e.Astype(x, c.defaults().Int), false) }
	return unique{c.wrap(values, weak), ints(index), ints(c.e.Reshape(inverse, shape)), ints(counts)}
}

// picked returns the elements of x, of one axis, where mask holds.
func (c call) picked(x, mask value) value {
	return c.do("numpy.compress", mask, x)
}

func setDifference(c call) any {
	size, given := c.length("size")
	a, b := c.do("numpy.ravel", c.arr("ar1")), c.do("numpy.ravel", c.arr("ar2"))
	fill := any(0)
	if c.Has("fill_value") {
		fill = c.Arg("fill_value")
	}
	filling := c.do("numpy.full_like", a, fill, Kw("shape", []any{}))
	if a.V.Size() == 0 {
		return c.do("numpy.full_like", a, filling, Kw("shape", size))
	}
	if !c.Bool("assume_unique") {
		if given && size == 0 {
			c.Raise("IndexError", "%s(): an index of an axis of length 0", c.Func.Path)
		}
		a = c.unique(a, uniqueOptions{equalNaN: true}).values
	}
	left := c.picked(a, c.do("numpy.isin", a, b, Kw("invert", true)))
	if !given {
		return left
	}
	n := min(left.V.Size(), size)
	c.Room(size, 8)
	positions := make([]int64, size)
	for i := range n {
		positions[i] = int64(i)
	}
	z := c.e.BroadcastTo(filling.V, []int{size})
	if n > 0 {
		z = c.e.Where(c.first(size, n, 1), c.atPositions(left.V, positions), z)
	}
	return c.wrap(z, left.Weak && filling.Weak)
}

// A merger is the elements of two arrays in one, sorted: for each where it comes from and whether
// it is equal to the one before.
type merger struct {
	sorted    *ivy.Array
	weak      bool
	origin    []int // in the first array, then the second
	repeats   []bool
	positions [2][]int64 // of the elements in the arguments
	lengths   [2]int     // of the arguments
}

// merged merges the arguments ar1 and ar2, of each the distinct elements unless they are said to
// be that.
func (c call) merged(indices bool) merger {
	xs := c.common(c.do("numpy.ravel", c.arr("ar1")), c.do("numpy.ravel", c.arr("ar2")))
	m := merger{lengths: [2]int{xs[0].V.Size(), xs[1].V.Size()}}
	for i, x := range xs {
		if c.Bool("assume_unique") {
			c.Room(x.V.Size(), 8)
			m.positions[i] = make([]int64, x.V.Size())
			for j := range m.positions[i] {
				m.positions[i][j] = int64(j)
			}
			continue
		}
		u := c.unique(x, uniqueOptions{equalNaN: true})
		xs[i], m.positions[i] = u.values, ivy.Values[int64](c.e.Astype(u.index.V, dtype.Int64))
	}
	both := c.joinAlong(xs, 0)
	m.weak = both.Weak
	if d := both.V.Dtype(); c.Func.Path == "numpy.setxor1d" && c.Has("size") && !c.Bool("assume_unique") && both.Weak && d != c.defaults().Of(d.Kind()) {
		c.Raise("TypeError", "%s(): with size, of a weak %v", c.Func.Path, d)
	}
	if indices && c.Has("size") && m.lengths[0]*m.lengths[1] == 0 && m.lengths[0]+m.lengths[1] > 0 {
		c.Raise("TypeError", "%s(): indices of no elements, with size", c.Func.Path)
	}
	order := c.argsort(both, 0)
	m.sorted = c.e.Take(both.V, order, ivy.Axis(0))
	for _, i := range ivy.Values[int64](order) {
		m.origin = append(m.origin, int(i))
	}
	n := len(m.origin)
	m.repeats = make([]bool, n)
	if n > 1 {
		copy(m.repeats[1:], ivy.Values[bool](c.e.Equal(c.e.GetItem(m.sorted, ivy.Slice(1, nil)), c.e.GetItem(m.sorted, ivy.Slice(nil, n-1)))))
	}
	return m
}

// sized returns the elements of x at positions, by the arguments size and fill_value: without
// fill_value, the least of them fills up.
func (c call) sized(x *ivy.Array, positions []int64, weak bool) value {
	size, given := c.filledTo(x)
	if !given {
		return c.wrap(c.atPositions(x, positions), weak)
	}
	n := min(len(positions), size)
	if size == 0 && !c.Has("fill_value") {
		c.Raise("ValueError", "%s(): no elements to fill up with", c.Func.Path)
	}
	found := c.wrap(c.atPositions(x, positions[:n]), false)
	var z *ivy.Array
	switch pad := size - n; {
	case pad == 0:
		z = found.V
	case n == 0:
		z = c.e.Zeros([]int{size}, x.Dtype())
	default:
		least := c.do("numpy.min", found)
		z = c.e.Concat([]*ivy.Array{found.V, c.e.BroadcastTo(least.V, []int{pad})})
	}
	if !c.Has("fill_value") {
		return c.wrap(z, false)
	}
	return c.where(c.wrap(c.first(size, n, 1), false), c.wrap(z, false), c.Arg("fill_value"))
}

// nonzero returns the positions of nonzero elements, by the arguments size and fill_value.
func (c call) nonzero(x value) []value {
	rank := x.V.Ndim()
	if rank == 0 {
		c.Raise("ValueError", "nonzero of an array without axes")
	}
	size, given := c.length("size")
	raw := c.e.Nonzero(x.V)
	n := raw[0].Size()
	list := make([]value, rank)
	for i, p := range raw {
		if given {
			if size <= n {
				p = c.e.GetItem(p, ivy.Slice(nil, size))
			} else {
				p = c.e.Pad(p, [][2]int{{0, size - n}})
			}
		}
		list[i] = c.wrap(c.e.Astype(p, c.defaults().Int), false)
	}
	if !given {
		size = n
	}
	if !c.Has("fill_value") || x.V.Size() == 0 || size == 0 {
		return list
	}
	fills := slices.Repeat([]any{c.Arg("fill_value")}, rank)
	if several, ok := frontend.Sequence(c.Arg("fill_value")); ok {
		fills = several
	}
	for _, f := range fills {
		if c.calc.array(f).V.Ndim() != 0 {
			c.Raise("ValueError", "%s(): fill_value is a number, or %d of them", c.Func.Path, rank)
		}
	}
	if len(fills) != rank {
		c.Raise("ValueError", "%s(): %d numbers to fill with, of %d axes", c.Func.Path, len(fills), rank)
	}
	missing := c.wrap(c.e.LogicalNot(c.first(size, n, 1)), false)
	for i, x := range list {
		list[i] = c.where(missing, fills[i], x)
	}
	return list
}
