package numpy

import (
	"cmp"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

var sorting = []frontend.Func{
	{Path: "sort", Sig: "a, axis=-1, kind=None, order=None, *, stable=None", Run: func(c *frontend.Call) any {
		x, axis := sortable(c, "a")
		return c.Wrap(sorted(c.Env(), x, axis))
	}},
	{Path: ".sort", Sig: "self, axis=-1, kind=None, order=None, *, stable=None", Out: frontend.None, Run: func(c *frontend.Call) any {
		x, axis := sortable(c, "self")
		assign(c.Namespace, self(c), sorted(c.Env(), x, axis))
		return nil
	}, Doc: "Sorts the array itself."},
	{Path: "argsort", Sig: "a, axis=-1, kind=None, order=None, *, stable=None", Method: true, Run: func(c *frontend.Call) any {
		x, axis := sortable(c, "a")
		return c.Wrap(argSorted(c.Env(), x, axis))
	}, Doc: "Equal elements keep their order, whatever the kind."},
	{Path: "lexsort", Sig: "keys, axis=-1", Run: func(c *frontend.Call) any {
		e, along := c.Env(), c.Int("axis")
		xs := arrays(c, c.Arg("keys"))
		if len(xs) == 0 {
			c.Raise("TypeError", "need sequence of keys with len > 0 in lexsort")
		}
		if slices.ContainsFunc(xs, func(x *ivy.Array) bool { return !slices.Equal(x.Shape(), xs[0].Shape()) }) {
			c.Raise("ValueError", "all keys need to be the same shape")
		}
		if xs[0].Ndim() == 0 {
			return c.Wrap(zeroD(e, 0, Int64))
		}
		axis := axisOf(c, along, xs[0].Ndim())
		var at *ivy.Array
		for _, x := range xs {
			if at == nil || x.Size() == 0 { // there is nothing to order
				at = argSorted(e, x, axis)
				continue
			}
			next := argSorted(e, e.TakeAlongAxis(x, at, ivy.Axis(axis)), axis)
			at = e.TakeAlongAxis(at, next, ivy.Axis(axis))
		}
		return c.Wrap(at)
	}},
	{Path: "sort_complex", Sig: "a", Run: func(c *frontend.Call) any {
		e := c.Env()
		x := array(c, "a")
		if x.Ndim() == 0 {
			c.Raise("AxisError", "axis -1 is out of bounds for array of dimension 0")
		}
		x = sorted(e, x, x.Ndim()-1)
		if d := x.Dtype(); !d.IsComplex() {
			to := Complex128
			if d == Int8 || d == Int16 || d == Uint8 || d == Uint16 {
				to = Complex64
			}
			x = c.Cast(c.Namespace, x, to)
		}
		return c.Wrap(x)
	}},
	{Path: "partition", Sig: "a, kth, axis=-1, kind='introselect', order=None", Run: func(c *frontend.Call) any {
		x, axis, kth := partitionable(c)
		if x.Dtype().IsComplex() {
			return c.Wrap(sorted(c.Env(), x, axis))
		}
		return c.Wrap(c.Env().Partition(x, kth, ivy.Axis(axis)))
	}, Doc: "Elements between the places kth keep their order; complex numbers are sorted."},
	{Path: "argpartition", Sig: "a, kth, axis=-1, kind='introselect', order=None", Run: func(c *frontend.Call) any {
		x, axis, kth := partitionable(c)
		if x.Dtype().IsComplex() {
			return c.Wrap(argSorted(c.Env(), x, axis))
		}
		return c.Wrap(c.Env().ArgPartition(x, kth, ivy.Axis(axis)))
	}, Doc: "Elements between the places kth keep their order; complex numbers are sorted."},
}

// noFields raises an error if "order", the fields to sort by, is given: no array here has
// any.
func noFields(c *frontend.Call) {
	if c.Has("order") {
		c.Raise("ValueError", "Cannot specify order when the array has no fields.")
	}
}

// sortable returns the array and the axis of a function that sorts.
func sortable(c *frontend.Call, name string) (*ivy.Array, int) {
	x := array(c, name)
	if c.Has("axis") {
		c.Int("axis")
	}
	noFields(c)
	if c.Has("kind") {
		if c.Has("stable") {
			c.Raise("ValueError", "`kind` and `stable` parameters can't be provided at the same time.")
		}
		if !slices.Contains([]string{"quicksort", "mergesort", "heapsort", "stable"}, c.Text("kind")) {
			c.Raise("ValueError", "sort kind must be one of 'quick', 'heap', or 'stable' (got %q)", c.Text("kind"))
		}
	}
	if !c.Has("axis") {
		return ravel(c.Env(), x), 0
	}
	if c.Func.Path == "argsort" && isFirst(c.Int("axis"), x.Ndim()) {
		return ravel(c.Env(), x), 0
	}
	return x, axisOf(c, c.Int("axis"), x.Ndim())
}

// partitionable returns the array of a partition, its axis, and the places kth: none where there are no elements.
func partitionable(c *frontend.Call) (x *ivy.Array, axis int, kth []int) {
	if c.Has("axis") {
		c.Int("axis")
	}
	kind := c.Text("kind")
	noFields(c)
	if kind != "introselect" {
		c.Raise("ValueError", "select kind must be 'introselect' (got %q)", kind)
	}
	x = array(c, "a")
	if c.Has("axis") && !(c.Func.Path == "argpartition" && isFirst(c.Int("axis"), x.Ndim())) {
		axis = axisOf(c, c.Int("axis"), x.Ndim())
	} else {
		x = ravel(c.Env(), x)
	}
	n := x.Shape()[axis]
	at, _, ok := c.Ints("kth")
	if !ok {
		c.Raise("TypeError", "kth must be an integer")
	}
	for _, k := range at {
		if n > 0 && (k < -n || k >= n) {
			c.Raise("ValueError", "kth(=%d) out of bounds (%d)", k, n)
		}
	}
	if n == 0 {
		at = nil
	}
	return x, axis, at
}

func sorted(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array {
	if !x.Dtype().IsComplex() {
		return e.Sort(x, ivy.Axis(axis))
	}
	return e.TakeAlongAxis(x, argSorted(e, x, axis), ivy.Axis(axis))
}

// argSorted is stable; complex numbers go by their real parts, then by their imaginary
// ones, and those with NaN come last.
func argSorted(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array {
	if !x.Dtype().IsComplex() {
		return e.ArgSort(x, ivy.Axis(axis))
	}
	if x.Size() == 0 {
		return e.Zeros(x.Shape(), Int64)
	}
	x = e.MoveAxis(x, []int{axis}, []int{-1})
	s := x.Shape()
	n := s[len(s)-1]
	var at []int64
	flat := ravel(e, x)
	for i := 0; i < x.Size(); i += n {
		for _, k := range sortedComplex(e.GetItem(flat, ivy.Slice(i, i+n))) {
			at = append(at, int64(k))
		}
	}
	return e.MoveAxis(e.Reshape(e.Asarray(at), s), []int{-1}, []int{axis})
}

// sortedComplex returns the positions that sort complex numbers of one axis.
func sortedComplex(x *ivy.Array) []int {
	v := ivy.Values[complex128](x)
	at := count(len(v))
	slices.SortStableFunc(at, func(i, j int) int { return compareComplex(v[i], v[j]) })
	return at
}

// compareComplex is NumPy's order: "R + Rj", "R + nan j", "nan + Rj", "nan + nan j" after
// each other.
func compareComplex(x, y complex128) int {
	class := func(z complex128) (n int) {
		if math.IsNaN(real(z)) {
			n += 2
		}
		if math.IsNaN(imag(z)) {
			n++
		}
		return n
	}
	if d := cmp.Compare(class(x), class(y)); d != 0 {
		return d
	}
	if !math.IsNaN(real(x)) {
		if d := cmp.Compare(real(x), real(y)); d != 0 {
			return d
		}
	}
	if !math.IsNaN(imag(x)) {
		return cmp.Compare(imag(x), imag(y))
	}
	return 0
}
