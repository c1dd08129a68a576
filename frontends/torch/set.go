package torch

import (
	"cmp"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

var sets = []frontend.Func{
	{Path: "unique", Sig: "input, sorted=True, return_inverse=False, return_counts=False, dim=None", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		boolean(c, "sorted")
		if c.Has("dim") {
			integer(c, "dim")
		}
		r := uniqueType(c, a)
		if c.Has("dim") {
			v, inverse, counts := uniqueAlong(c, a, r, false)
			return distinct(c, v, inverse, counts)
		}
		v, _, inverse, counts := c.Env().UniqueAll(a.V)
		return distinct(c, c.Result(v, r), inverse, counts)
	}},
	{Path: "unique_consecutive", Sig: "input, return_inverse=False, return_counts=False, dim=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		v, inverse, counts := consecutive(c, tensor(c, "input"))
		return dispatched(c, v, inverse, counts)
	}},
	{Path: ".unique_consecutive", Sig: "self, return_inverse=False, return_counts=False, dim=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		v, inverse, counts := consecutive(c, tensor(c, "self"))
		return distinct(c, v, inverse, counts)
	}},
}

// consecutive returns the elements, or slices along a dimension, that differ from the one
// before, where each went and how often each occurs.
func consecutive(c *frontend.Call, a *frontend.Array) (v *frontend.Array, inverse, counts *ivy.Array) {
	if c.Has("dim") {
		integer(c, "dim")
	}
	r := uniqueType(c, a)
	if c.Has("dim") {
		return uniqueAlong(c, a, r, true)
	}
	x, inverse, counts := c.Env().UniqueConsecutive(a.V)
	return c.Result(x, r), inverse, counts
}

// dispatched returns what the function unique_consecutive does: PyTorch takes its first
// positional flag for return_counts and its second for return_inverse, where it decides which
// results there are. Without dim one that was not computed is empty.
func dispatched(c *frontend.Call, v *frontend.Array, inverse, counts *ivy.Array) any {
	flag := func(name, position string) bool {
		if c.GivenByName(name) {
			position = name
		} else if c.GivenByName(position) {
			return false
		}
		return boolean(c, position)
	}
	computed := func(name string, x *ivy.Array) *frontend.Array {
		if alone := !c.Has("dim") || tensor(c, "input").V.Ndim() == 1 && integer(c, "dim") == 0; alone && !boolean(c, name) {
			x = c.Env().Zeros([]int{0}, dtype.Int64)
		}
		return c.Wrap(x)
	}
	zs := []*frontend.Array{v}
	if flag("return_inverse", "return_counts") {
		zs = append(zs, computed("return_inverse", inverse))
	}
	if flag("return_counts", "return_inverse") {
		zs = append(zs, computed("return_counts", counts))
	}
	if len(zs) == 1 {
		return v
	}
	return zs
}

// uniqueType returns the type of the values, and refuses dtypes without an order.
func uniqueType(c *frontend.Call, a *frontend.Array) promote.Result {
	_, r := kernelsOf(". . . . . . N N").need(c, typeOf(a))
	return r
}

// uniqueAlong returns the different slices along a dimension, in the order of their
// elements; of slices that follow each other the first of equal ones.
func uniqueAlong(c *frontend.Call, a *frontend.Array, r promote.Result, consecutive bool) (v *frontend.Array, inverse, counts *ivy.Array) {
	e, s := c.Env(), a.V.Shape()
	axis := dim(c, "dim", a)
	if len(s) == 0 {
		c.Raise("IndexError", "Dimension specified as %d but tensor has no dimensions", axis)
	}
	n := s[axis]
	if a.V.Size() == 0 {
		for i, d := range s {
			if d == 0 && i != axis {
				c.Raise("RuntimeError", "There are 0 sized dimensions, and they aren't selected by `dim`, so unique cannot be applied")
			}
		}
		none := e.Zeros([]int{0}, dtype.Int64)
		return c.Result(a.V, r), none, none
	}
	if consecutive {
		x, inverse, counts := e.UniqueConsecutive(a.V, ivy.Axis(axis))
		return c.Result(x, r), inverse, counts
	}
	m := shape.Size(s) / n
	x := e.Reshape(e.MoveAxis(a.V, []int{axis}, []int{0}), []int{n, m})
	room(s, 8)
	var first, group, size []int64
	switch d := x.Dtype(); {
	case d == dtype.Uint64:
		first, group, size = rowGroups(ivy.Values[uint64](x), n, m)
	case d.IsFloat():
		first, group, size = rowGroups(ivy.Values[float64](x), n, m)
	default:
		first, group, size = rowGroups(ivy.Values[int64](e.Astype(x, dtype.Int64)), n, m)
	}
	return c.Result(e.Take(a.V, e.Asarray(first), ivy.Axis(axis)), r), e.Asarray(group), e.Asarray(size)
}

// rowGroups groups the equal ones of n rows of m elements, sorted: of each group it returns a row and how many there are, of each row its group.
// A row with a NaN equals none.
func rowGroups[T cmp.Ordered](v []T, n, m int) (first, inverse, counts []int64) {
	row := func(i int) []T { return v[i*m : (i+1)*m] }
	order := shape.All(n)
	sortRows(order, func(i, j int) int {
		for k, p := range row(i) { // a NaN is neither less nor greater
			switch q := row(j)[k]; {
			case p < q:
				return -1
			case p > q:
				return 1
			}
		}
		return 0
	})
	inverse = make([]int64, n)
	for i, at := range order {
		if i == 0 || !slices.Equal(row(at), row(order[i-1])) {
			first, counts = append(first, int64(at)), append(counts, 0)
		}
		counts[len(counts)-1]++
		inverse[at] = int64(len(first) - 1)
	}
	return first, inverse, counts
}

// sortRows sorts as libstdc++'s std::sort does, whose order shows where NaNs are neither less
// nor greater: up to 16 elements by insertion, an element that is less than the first at once
// before it.
func sortRows(order []int, compare func(i, j int) int) {
	if len(order) > 16 {
		slices.SortStableFunc(order, compare)
		return
	}
	for i := 1; i < len(order); i++ {
		x, j := order[i], i
		switch {
		case compare(x, order[0]) < 0:
			j = 0
		default:
			for compare(x, order[j-1]) < 0 {
				j--
			}
		}
		copy(order[j+1:i+1], order[j:i])
		order[j] = x
	}
}

// distinct returns what unique was asked for.
func distinct(c *frontend.Call, v *frontend.Array, inverse, counts *ivy.Array) any {
	list := []*frontend.Array{v}
	if boolean(c, "return_inverse") {
		list = append(list, c.Wrap(inverse))
	}
	if boolean(c, "return_counts") {
		list = append(list, c.Wrap(counts))
	}
	if len(list) == 1 {
		return v
	}
	return list
}
