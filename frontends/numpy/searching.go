package numpy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var searching = []frontend.Func{
	{Path: "where", Sig: "condition, x=None, y=None, /", Out: frontend.Value, Run: func(c *frontend.Call) any {
		mask := array(c, "condition")
		if !c.Given("x") && !c.Given("y") {
			return wrapped(c, nonzero(c, mask))
		}
		if !c.Given("x") || !c.Given("y") {
			c.Raise("ValueError", "either both or neither of x and y should be given")
		}
		whereOfText(c, mask)
		xs := alikeJoined(c, operands(c, []any{c.Arg("x"), c.Arg("y")}))
		return c.Wrap(c.Env().Where(c.Env().Astype(mask, Bool), xs[0], xs[1]))
	}, Doc: "x where the condition is true, else y; without them the indices where it is, as nonzero has them."},
	{Path: "nonzero", Sig: "a", Method: true, Out: frontend.List, Run: func(c *frontend.Call) any { return wrapped(c, nonzero(c, array(c, "a"))) }},
	{Path: "flatnonzero", Sig: "a", Run: func(c *frontend.Call) any {
		return c.Wrap(c.Env().Nonzero(ravel(c.Env(), array(c, "a")))[0])
	}},
	{Path: "argwhere", Sig: "a", Run: func(c *frontend.Call) any {
		e := c.Env()
		x := array(c, "a")
		if x.Ndim() == 0 {
			return c.Wrap(e.Zeros([]int{map[bool]int{true: 1}[x.Bool()], 0}, Int64))
		}
		return c.Wrap(e.Stack(e.Nonzero(x), ivy.Axis(1)))
	}},
	{Path: "argmax", Sig: "a, axis=None, out=None, *, keepdims=False", Method: true, Run: extreme((*ivy.Env).ArgMax, false)},
	{Path: "argmin", Sig: "a, axis=None, out=None, *, keepdims=False", Method: true, Run: extreme((*ivy.Env).ArgMin, false)},
	{Path: "nanargmax", Sig: "a, axis=None, out=None, *, keepdims=False", Run: extreme((*ivy.Env).ArgMax, true)},
	{Path: "nanargmin", Sig: "a, axis=None, out=None, *, keepdims=False", Run: extreme((*ivy.Env).ArgMin, true)},
	{Path: "count_nonzero", Sig: "a, axis=None, *, keepdims=False", Run: func(c *frontend.Call) any {
		x := array(c, "a")
		z := c.Env().CountNonzero(x, ivy.Axes(axesOrNone(c, "axis", x.Ndim())), ivy.KeepDims(c.Bool("keepdims")))
		if !c.Has("axis") && !c.Bool("keepdims") {
			return number(c, z)
		}
		return c.Wrap(z)
	}},
	{Path: "searchsorted", Sig: "a, v, side='left', sorter=None", Method: true, Run: func(c *frontend.Call) any {
		e := c.Env()
		xs := alike(c, operands(c, []any{c.Arg("a"), c.Arg("v")}))
		if xs[0].Ndim() != 1 {
			c.Raise("ValueError", "object of too small depth for desired array")
		}
		side := c.Text("side")
		if side != "left" && side != "right" {
			c.Raise("ValueError", "search side must be 'left' or 'right' (got %q)", side)
		}
		if c.Has("sorter") {
			at := array(c, "sorter")
			if !at.Dtype().IsInteger() {
				c.Raise("TypeError", "sorter must only contain integers")
			}
			if at.Size() != xs[0].Size() {
				c.Raise("ValueError", "sorter.size must equal a.size")
			}
			xs[0] = e.Take(xs[0], e.Astype(at, Int64), ivy.Axis(0))
		}
		return c.Wrap(searchSorted(e, xs[0], xs[1], side))
	}},
	{Path: "digitize", Sig: "x, bins, right=False", Run: func(c *frontend.Call) any {
		e := c.Env()
		bins := array(c, "bins")
		x := array(c, "x")
		if x.Dtype().IsComplex() {
			c.Raise("TypeError", "x may not be complex")
		}
		xs := alikeArrays(c, bins, x)
		bins, x = xs[0], xs[1]
		if bins.Ndim() != 1 {
			c.Raise("ValueError", "object of too small depth for desired array")
		}
		if !bins.Dtype().IsComplex() {
			return c.Wrap(e.Digitize(x, bins, ivy.RightEnd(c.Bool("right"))))
		}
		up, down := true, true
		if n := bins.Size(); n > 1 {
			a, b := e.GetItem(bins, ivy.Slice(0, n-1)), e.GetItem(bins, ivy.Slice(1, n))
			up, down = e.All(lessEqual(e, a, b)).Bool(), e.All(lessEqual(e, b, a)).Bool()
		}
		if !up && !down {
			c.Raise("ValueError", "bins must be monotonically increasing or decreasing")
		}
		side := "right"
		if c.Bool("right") {
			side = "left"
		}
		if up {
			return c.Wrap(searchSorted(e, bins, x, side))
		}
		return c.Wrap(e.Subtract(zeroD(e, bins.Size(), Int64), searchSorted(e, e.Flip(bins), x, side)))
	}},
}

func nonzero(c *frontend.Call, x *ivy.Array) []*ivy.Array {
	return c.Env().Nonzero(raised(c.Env(), x, 1, front))
}

// extreme is argmax and its like; with skip NaN does not count.
func extreme(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		x := array(c, "a")
		keep := ivy.KeepDims(c.Bool("keepdims"))
		if skip && hasNaN(x.Dtype()) {
			nan := e.IsNan(x)
			axes := ivy.Axes(axesOrNone(c, "axis", x.Ndim()))
			if e.Any(e.All(nan, axes)).Bool() {
				c.Raise("ValueError", "All-NaN slice encountered")
			}
			worst := math.Inf(1)
			if c.Func.Path == "nanargmax" {
				worst = math.Inf(-1)
			}
			x = e.Where(nan, zeroD(e, worst, x.Dtype()), x)
		}
		n := x.Size()
		axis := ivy.Option(ivy.NoAxis{})
		if c.Has("axis") {
			i := axisOf(c, c.Int("axis"), max(x.Ndim(), 1))
			if x.Ndim() == 0 {
				x = e.Reshape(x, []int{1})
			}
			n, axis = x.Shape()[i], ivy.Axis(i)
		}
		if n == 0 {
			c.Raise("ValueError", "attempt to get %s of an empty sequence", c.Func.Path)
		}
		if x.Dtype().IsComplex() { // as positions in NumPy's order
			x = ranks(c, x, f)
		}
		z := f(e, x, axis, keep)
		if array(c, "a").Ndim() == 0 {
			z = e.Reshape(z, []int{})
		}
		if out := outArray(c, c.Arg("out")); out != nil {
			if !slices.Equal(out.V.Shape(), z.Shape()) {
				c.Raise("ValueError", "output array does not match result of %s.", c.Func.Path)
			}
			if d := out.V.Dtype(); !safe.holds(d, Int64) {
				c.Raise("TypeError", "Cannot cast array data from %v to int64 according to the rule 'safe'", d)
			}
		}
		return scalarOfMethod(c, deliver(c, c.Func.Path, c.Wrap(z), outArray(c, c.Arg("out")), nil, unsafe))
	}
}

// ranks returns for complex numbers how many different ones come before each; those that
// are NaN come last, or with ArgMin's like first.
func ranks(c *frontend.Call, x *ivy.Array, _ any) *ivy.Array {
	e := c.Env()
	flat := ravel(e, x)
	order := sortedComplex(flat)
	rank := make([]int64, len(order))
	v := ivy.Values[complex128](e.Astype(flat, Complex128))
	next := int64(0)
	for i, k := range order {
		if i > 0 && !sameComplex(v[order[i-1]], v[k]) {
			next++
		}
		rank[k] = next
	}
	least := c.Func.Path == "argmin" || c.Func.Path == "nanargmin"
	for k, z := range v {
		if isNaN(z) {
			rank[k] = int64(len(v)) + 1
			if least {
				rank[k] = -1
			}
		}
	}
	return e.Reshape(e.Asarray(rank), x.Shape())
}

func isNaN(z complex128) bool { return math.IsNaN(real(z)) || math.IsNaN(imag(z)) }

func sameComplex(x, y complex128) bool { return x == y || isNaN(x) && isNaN(y) }

// searchSorted is SearchSorted with NumPy's order of bools and complex numbers.
func searchSorted(e *ivy.Env, x, v *ivy.Array, side string) *ivy.Array {
	if !x.Dtype().IsComplex() {
		return e.SearchSorted(x, v, ivy.Side(side))
	}
	sorted := ivy.Values[complex128](e.Astype(x, Complex128))
	values := ivy.Values[complex128](e.Astype(v, Complex128))
	at := make([]int64, len(values))
	for i, w := range values {
		k, _ := slices.BinarySearchFunc(sorted, w, func(have, want complex128) int {
			if side == "right" && compareComplex(have, want) == 0 {
				return -1
			}
			return compareComplex(have, want)
		})
		at[i] = int64(k)
	}
	return e.Reshape(e.Asarray(at), v.Shape())
}

// whereOfText raises the errors that come before the one that there are no texts and no None: of a list
// that is no array, of shapes that do not broadcast, and of a text with a Python number.
func whereOfText(c *frontend.Call, mask *ivy.Array) {
	shapes := []*ivy.Array{mask}
	text, number := false, false
	for _, name := range []string{"x", "y"} {
		switch c.Arg(name).(type) {
		case string:
			text = true
		case nil:
		default:
			o := c.Operand(name)
			number = o.A == nil && o.Scalar != dtype.KindBool
			shapes = append(shapes, arrayOf(c, o))
		}
	}
	if len(shapes) == 3 {
		return
	}
	_ = c.Env().BroadcastArrays(shapes...)
	if text && number {
		c.Raise("DTypePromotionError", "a text and a number have no dtype in common")
	}
}
