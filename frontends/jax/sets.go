package jax

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var sets = []frontend.Func{
	{Path: "numpy.unique", Sig: "ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, size=None, fill_value=None, sorted=True", Out: frontend.Value, Run: run(func(c call) any {
		c.none("axis", "size", "fill_value")
		x := c.arr("ar")
		u := c.unique(x, c.Bool("equal_nan"))
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
		c.none("size", "fill_value")
		return c.unique(c.arr("x"), false).values
	})},
	{Path: "numpy.unique_counts", Sig: "x, /, *, size=None, fill_value=None", Out: frontend.List, Run: run(func(c call) any {
		c.none("size", "fill_value")
		u := c.unique(c.arr("x"), false)
		return []value{u.values, u.counts}
	})},
	{Path: "numpy.unique_inverse", Sig: "x, /, *, size=None, fill_value=None", Out: frontend.List, Run: run(func(c call) any {
		c.none("size", "fill_value")
		u := c.unique(c.arr("x"), false)
		return []value{u.values, u.inverse}
	})},
	{Path: "numpy.unique_all", Sig: "x, /, *, size=None, fill_value=None", Out: frontend.List, Run: run(func(c call) any {
		c.none("size", "fill_value")
		u := c.unique(c.arr("x"), false)
		return []value{u.values, u.index, u.inverse, u.counts}
	})},
	{Path: "numpy.isin", Sig: "element, test_elements, assume_unique=False, invert=False, *, method='auto'", Run: run(func(c call) any {
		xs := c.common(c.arr("element"), c.arr("test_elements"))
		return c.wrap(c.e.IsIn(xs[0].V, xs[1].V, ivy.Invert(c.Bool("invert"))), false)
	})},
	{Path: "numpy.union1d", Sig: "ar1, ar2, *, size=None, fill_value=None", Run: run(func(c call) any {
		c.none("size", "fill_value")
		return c.unique(c.do("numpy.concatenate", []any{c.arr("ar1"), c.arr("ar2")}, nil), true).values
	})},
	{Path: "numpy.setdiff1d", Sig: "ar1, ar2, assume_unique=False, *, size=None, fill_value=None", Run: run(func(c call) any {
		c.none("size", "fill_value")
		a, b := c.arr("ar1"), c.arr("ar2")
		if a = c.do("numpy.ravel", a); !c.Bool("assume_unique") {
			a = c.unique(a, true).values
		}
		return c.picked(a, c.do("numpy.isin", a, b, Kw("invert", true)))
	})},
	{Path: "numpy.setxor1d", Sig: "ar1, ar2, assume_unique=False, *, size=None, fill_value=None", Run: run(func(c call) any {
		c.none("size", "fill_value")
		return c.merged(func(n int64) bool { return n == 1 })
	})},
	{Path: "numpy.intersect1d", Sig: "ar1, ar2, assume_unique=False, return_indices=False, *, size=None, fill_value=None", Run: run(func(c call) any {
		c.none("size", "fill_value")
		c.only("return_indices", false)
		return c.merged(func(n int64) bool { return n > 1 })
	})},
}

type unique struct{ values, index, inverse, counts value }

// unique returns the distinct elements of x in order. NaNs are one with equalNaN.
func (c call) unique(x value, equalNaN bool) unique {
	flat := c.e.Reshape(x.V, []int{-1})
	n := flat.Size()
	order := c.argsort(c.wrap(flat, false), 0)
	sorted := c.e.Take(flat, order, ivy.Axis(0))
	c.Room(n, 16)
	first := make([]bool, n)
	if n > 0 {
		low, high := c.e.GetItem(sorted, ivy.Slice(nil, n-1)), c.e.GetItem(sorted, ivy.Slice(1, nil))
		differ := c.e.NotEqual(high, low)
		if equalNaN {
			differ = c.e.LogicalAnd(differ, c.e.LogicalNot(c.e.LogicalAnd(c.e.IsNan(high), c.e.IsNan(low))))
		}
		first[0] = true
		copy(first[1:], ivy.Values[bool](differ))
	}
	ranks := ivy.Values[int64](order)
	places, index := []int64{}, []int64{}
	inverse, counts := make([]int64, n), []int64{}
	for i, is := range first {
		if is {
			places, index, counts = append(places, int64(i)), append(index, ranks[i]), append(counts, 0)
		}
		k := len(places) - 1
		inverse[ranks[i]] = int64(k)
		counts[k]++
	}
	ints := func(v []int64, shape ...int) value {
		return c.wrap(c.e.Reshape(c.e.Asarray(v, c.defaults().Int), shape), false)
	}
	k := len(places)
	return unique{
		values:  c.wrap(c.e.Take(sorted, c.e.Reshape(c.e.Asarray(places, dtype.Int64), []int{k}), ivy.Axis(0)), x.Weak),
		index:   ints(index, k),
		inverse: ints(inverse, x.V.Shape()...),
		counts:  ints(counts, k),
	}
}

// picked returns the elements of x, of one axis, where mask holds.
func (c call) picked(x, mask value) value {
	return c.do("numpy.compress", mask, x)
}

// merged returns the elements whose number among those of both arrays is wanted.
func (c call) merged(wanted func(n int64) bool) value {
	xs := c.common(c.do("numpy.ravel", c.arr("ar1")), c.do("numpy.ravel", c.arr("ar2")))
	if !c.Bool("assume_unique") {
		for i, x := range xs {
			xs[i] = c.unique(x, true).values
		}
	}
	u := c.unique(c.joinAlong(xs, 0), false)
	keep := []bool{}
	for _, n := range ivy.Values[int64](c.e.Astype(u.counts.V, dtype.Int64)) {
		keep = append(keep, wanted(n))
	}
	return c.picked(u.values, c.wrap(c.e.Reshape(c.e.Asarray(keep, dtype.Bool), []int{len(keep)}), false))
}
