package numpy

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var sets = []frontend.Func{
	{Path: "unique", Sig: "ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True", Out: frontend.Value, Run: unique,
		Doc: "The distinct elements in order; with return_… a list of them, the first index of each, the indices that rebuild ar, and their numbers."},
	{Path: "unique_values", Sig: "x", Run: func(c *frontend.Call) any { return c.Wrap(distinct(c, array(c, "x"), false).values) }},
	{Path: "unique_counts", Sig: "x", Out: frontend.List, Run: func(c *frontend.Call) any {
		d := distinct(c, array(c, "x"), false)
		return wrapped(c, []*ivy.Array{d.values, d.counts})
	}},
	{Path: "unique_inverse", Sig: "x", Out: frontend.List, Run: func(c *frontend.Call) any {
		x := array(c, "x")
		d := distinct(c, x, false)
		return wrapped(c, []*ivy.Array{d.values, c.Env().Reshape(d.inverse, x.Shape())})
	}},
	{Path: "unique_all", Sig: "x", Out: frontend.List, Run: func(c *frontend.Call) any {
		x := array(c, "x")
		d := distinct(c, x, false)
		return wrapped(c, []*ivy.Array{d.values, d.indices, c.Env().Reshape(d.inverse, x.Shape()), d.counts})
	}},
	{Path: "intersect1d", Sig: "ar1, ar2, assume_unique=False, return_indices=False", Out: frontend.Value, Run: func(c *frontend.Call) any {
		e := c.Env()
		x, y := array(c, "ar1"), array(c, "ar2")
		x, y = ravel(e, x), ravel(e, y)
		var dx, dy distincts
		if c.Bool("assume_unique") {
			dx.values, dy.values = x, y
		} else {
			dx, dy = distinct(c, x, true), distinct(c, y, true)
		}
		all := e.Concat(alikeArrays(c, dx.values, dy.values))
		at := argSorted(e, all, 0)
		all = e.Take(all, at, ivy.Axis(0))
		n := all.Size()
		if n < 2 {
			n = 1
		}
		mask := e.Equal(e.GetItem(all, ivy.Slice(1, n)), e.GetItem(all, ivy.Slice(0, n-1)))
		hits := e.Nonzero(mask)[0]
		z := e.Take(all, hits, ivy.Axis(0))
		if !c.Bool("return_indices") {
			return c.Wrap(z)
		}
		first := e.Take(at, hits, ivy.Axis(0))
		second := e.Subtract(e.Take(at, e.Add(hits, zeroD(e, 1, Int64)), ivy.Axis(0)), zeroD(e, dx.values.Size(), Int64))
		if !c.Bool("assume_unique") {
			first, second = e.Take(dx.indices, first, ivy.Axis(0)), e.Take(dy.indices, second, ivy.Axis(0))
		}
		return wrapped(c, []*ivy.Array{z, first, second})
	}},
	{Path: "union1d", Sig: "ar1, ar2", Run: func(c *frontend.Call) any {
		e := c.Env()
		xs := alikeJoined(c, operands(c, []any{c.Arg("ar1"), c.Arg("ar2")}))
		return c.Wrap(distinct(c, e.Concat([]*ivy.Array{ravel(e, xs[0]), ravel(e, xs[1])}), true).values)
	}},
	{Path: "setdiff1d", Sig: "ar1, ar2, assume_unique=False", Run: func(c *frontend.Call) any {
		e := c.Env()
		x := ravel(e, array(c, "ar1"))
		if !c.Bool("assume_unique") {
			x = distinct(c, x, true).values
		}
		if isOther(c.Arg("ar2")) {
			return c.Wrap(e.CopyArray(x))
		}
		y := array(c, "ar2")
		xs := alikeArrays(c, x, y)
		return c.Wrap(e.Take(x, e.Nonzero(e.LogicalNot(e.IsIn(xs[0], xs[1])))[0], ivy.Axis(0)))
	}},
	{Path: "setxor1d", Sig: "ar1, ar2, assume_unique=False", Run: func(c *frontend.Call) any {
		e := c.Env()
		x, y := ravel(e, array(c, "ar1")), ravel(e, array(c, "ar2"))
		if !c.Bool("assume_unique") {
			x, y = distinct(c, x, true).values, distinct(c, y, true).values
		}
		all := e.Concat(alikeArrays(c, x, y))
		if all.Size() == 0 {
			return c.Wrap(all)
		}
		all = sorted(e, all, 0)
		n := all.Size()
		edge := e.Ones([]int{1}, Bool)
		changes := e.Concat([]*ivy.Array{edge, e.NotEqual(e.GetItem(all, ivy.Slice(1, n)), e.GetItem(all, ivy.Slice(0, n-1))), edge})
		alone := e.LogicalAnd(e.GetItem(changes, ivy.Slice(1, n+1)), e.GetItem(changes, ivy.Slice(0, n)))
		return c.Wrap(e.Take(all, e.Nonzero(alone)[0], ivy.Axis(0)))
	}},
	{Path: "isin", Sig: "element, test_elements, assume_unique=False, invert=False, *, kind=None", Run: func(c *frontend.Call) any { return isIn(c, "element", "test_elements") }},
	{Path: "in1d", Sig: "ar1, ar2, assume_unique=False, invert=False, *, kind=None", Run: func(c *frontend.Call) any {
		return c.Wrap(ravel(c.Env(), isIn(c, "ar1", "ar2").V))
	}},
}

// isOther reports whether a value is None or a text, of which NumPy makes arrays of other dtypes.
func isOther(v any) bool {
	_, isText := v.(string)
	return isText || v == nil
}

func isIn(c *frontend.Call, element, among string) *frontend.Array {
	if c.Has("kind") && c.Text("kind") != "sort" && c.Text("kind") != "table" {
		c.Raise("ValueError", "Invalid kind: '%s'. Please use None, 'sort' or 'table'.", c.Text("kind"))
	}
	c.Bool("assume_unique")                                                         // makes no difference to the result
	if one, other := isOther(c.Arg(element)), isOther(c.Arg(among)); one != other { // which no number is equal to
		if c.Arg("kind") == "table" {
			c.Raise("ValueError", "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' or None for kind.")
		}
		var s []int
		if other {
			s = array(c, element).Shape()
		}
		return c.Wrap(c.Env().Full(s, c.Bool("invert"), Bool))
	}
	x, y := array(c, element), array(c, among)
	if !Rule.Of[x.Dtype()][y.Dtype()].IsValid() { // compared one by one, where there is no common dtype
		e := c.Env()
		z := apply(c, "equal", c.Wrap(e.ExpandDims(x, ivy.Axis(-1))), c.Wrap(ravel(e, y)))
		return c.Wrap(e.NotEqual(e.Any(z, ivy.Axis(-1)), zeroD(e, c.Bool("invert"), Bool)))
	}
	xs := alikeArrays(c, x, y)
	return c.Wrap(c.Env().IsIn(xs[0], xs[1], ivy.Invert(c.Bool("invert"))))
}

// distincts are the distinct elements of an array in order, the first index of each, for
// each element the one that it is, and how often each occurs.
type distincts struct{ values, indices, inverse, counts *ivy.Array }

// distinct finds them in the flat x. NaNs are one if they count as equal.
func distinct(c *frontend.Call, x *ivy.Array, equalNaN bool) distincts {
	e := c.Env()
	x = ravel(e, x)
	n := x.Size()
	if n == 0 {
		none := e.Empty([]int{0}, Int64)
		return distincts{x, none, none, none}
	}
	at := argSorted(e, x, 0)
	s := e.Take(x, at, ivy.Axis(0))
	differs := e.NotEqual(e.GetItem(s, ivy.Slice(1, n)), e.GetItem(s, ivy.Slice(0, n-1)))
	if equalNaN && hasNaN(x.Dtype()) {
		nan := e.IsNan(s)
		differs = e.LogicalAnd(differs, e.LogicalNot(e.LogicalAnd(e.GetItem(nan, ivy.Slice(1, n)), e.GetItem(nan, ivy.Slice(0, n-1)))))
	}
	starts, inverse, counts := runs(e, at, differs)
	return distincts{e.Take(s, starts, ivy.Axis(0)), e.Take(at, starts, ivy.Axis(0)), inverse, counts}
}

// runs returns of sorted elements where those begin that are equal, for each element the
// run that it is in, and the runs' lengths. at holds where the elements were before, and
// differs whether each but the first differs from its predecessor.
func runs(e *ivy.Env, at, differs *ivy.Array) (starts, inverse, counts *ivy.Array) {
	n := at.Size()
	first := e.Concat([]*ivy.Array{e.Ones([]int{1}, Bool), differs})
	starts = e.Nonzero(first)[0]
	inverse = e.Zeros([]int{n}, Int64)
	e.SetItem(inverse, e.Subtract(e.CumulativeSum(first, Int64), zeroD(e, 1, Int64)), at)
	ends := e.Concat([]*ivy.Array{e.GetItem(starts, ivy.Slice(1, nil)), e.Full([]int{1}, n, Int64)})
	return starts, inverse, e.Subtract(ends, starts)
}

func unique(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "ar")
	var d distincts
	if c.Has("axis") {
		d = distinctAlong(c, x, axisOf(c, c.Int("axis"), x.Ndim()))
	} else {
		d = distinct(c, x, c.Bool("equal_nan"))
		d.inverse = e.Reshape(d.inverse, x.Shape())
	}
	zs := []*ivy.Array{d.values}
	for _, more := range []struct {
		name string
		z    *ivy.Array
	}{{"return_index", d.indices}, {"return_inverse", d.inverse}, {"return_counts", d.counts}} {
		if c.Bool(more.name) {
			zs = append(zs, more.z)
		}
	}
	if len(zs) == 1 {
		return c.Wrap(zs[0])
	}
	return wrapped(c, zs)
}

// distinctAlong finds the distinct parts of x along an axis: parts are compared element
// by element, the first of them first.
func distinctAlong(c *frontend.Call, x *ivy.Array, axis int) distincts {
	e := c.Env()
	m := e.MoveAxis(x, []int{axis}, []int{0})
	n := m.Shape()[0]
	if n == 0 {
		none := e.Zeros([]int{0}, Int64)
		return distincts{x, none, none, none}
	}
	width := m.Size() / n
	rows := e.Reshape(m, []int{n, width})
	at := e.Arange(0, n, dtype.Int64)
	for j := width - 1; j >= 0; j-- {
		column := e.Take(e.GetItem(rows, ivy.Colon, j), at, ivy.Axis(0))
		at = e.Take(at, argSorted(e, column, 0), ivy.Axis(0))
		if x.Dtype() == Float16 { // of which NumPy compares NaN as the least in a part
			isNumber := e.LogicalNot(e.IsNan(e.Take(e.GetItem(rows, ivy.Colon, j), at, ivy.Axis(0))))
			at = e.Take(at, argSorted(e, isNumber, 0), ivy.Axis(0))
		}
	}
	s := e.Take(rows, at, ivy.Axis(0))
	differs := e.Any(e.NotEqual(e.GetItem(s, ivy.Slice(1, n)), e.GetItem(s, ivy.Slice(0, n-1))), ivy.Axis(1))
	starts, inverse, counts := runs(e, at, differs)
	indices := e.Take(at, starts, ivy.Axis(0))
	return distincts{e.Take(x, indices, ivy.Axis(axis)), indices, inverse, counts}
}
