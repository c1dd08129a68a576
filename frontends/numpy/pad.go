package numpy

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
)

// padKeywords are the keywords of pad that a mode has.
var padKeywords = map[string]string{"constant": "constant_values", "linear_ramp": "end_values", "maximum": "stat_length", "minimum": "stat_length", "mean": "stat_length",
	"median": "stat_length", "reflect": "reflect_type", "symmetric": "reflect_type", "edge": "", "wrap": "", "empty": ""}

// padKeywordsOf returns the keywords with which pad was called, which a function that is
// the mode gets as they are.
func padKeywordsOf(c *frontend.Call) frontend.Dict {
	given := frontend.Dict{}
	for _, name := range []string{"constant_values", "end_values", "stat_length", "reflect_type"} {
		if c.Given(name) {
			given = append(given, frontend.Named{Name: name, Value: c.Arg(name)})
		}
	}
	more, _ := c.Arg("kwargs").([]frontend.Named)
	return append(given, more...)
}

func pad(c *frontend.Call) any {
	x := array(c, "array")
	width := padWidths(c, x.Ndim())
	keywords := padKeywordsOf(c)
	switch f := c.Arg("mode").(type) {
	case func(row *NDArray, width [2]int, axis int):
		return padBy(c, x, width, f)
	case frontend.Callable:
		return padBy(c, x, width, func(row *NDArray, width [2]int, axis int) {
			f((*frontend.Array)(row), width[:], axis, keywords)
		})
	}
	mode := padMode(c, keywords)
	if mode != "constant" && mode != "empty" {
		for i, n := range x.Shape() {
			if n == 0 && width[i] != [2]int{} {
				c.Raise("ValueError", "can't extend empty axis %d using modes other than 'constant' or 'empty'", i)
			}
		}
	}
	return c.Wrap(padded(c, c.Env().CopyArray(x), width, mode))
}

// padWidths returns the argument "pad_width": how many elements come before and after each of rank axes.
func padWidths(c *frontend.Call, rank int) [][2]int {
	w := array(c, "pad_width")
	if !w.Dtype().IsInteger() {
		c.Raise("TypeError", "`pad_width` must be of integral type.")
	}
	pairs := ivy.Values[int](c.Env().Astype(broadcast(c, w, []int{rank, 2}), Int64))
	width := make([][2]int, rank)
	for i := range width {
		width[i] = [2]int{pairs[2*i], pairs[2*i+1]}
		if width[i][0] < 0 || width[i][1] < 0 {
			c.Raise("ValueError", "index can't contain negative values")
		}
	}
	return width
}

// padMode returns the argument "mode", which takes one of pad's keywords at most.
func padMode(c *frontend.Call, keywords frontend.Dict) string {
	mode, isText := c.Arg("mode").(string)
	keyword, known := padKeywords[mode]
	if !isText || !known {
		c.Raise("ValueError", "mode %s is not supported", c.Shown(c.Arg("mode")))
	}
	for _, k := range keywords {
		if k.Name != keyword {
			c.Raise("ValueError", "unsupported keyword arguments for mode '%s': {'%s'}", mode, k.Name)
		}
	}
	return mode
}

// padded returns x with elements on both sides of each axis, as the mode has them; those of the mode
// "empty" are zeros here.
func padded(c *frontend.Call, x *ivy.Array, width [][2]int, mode string) *ivy.Array {
	e, d := c.Env(), x.Dtype()
	var sides func(x *ivy.Array, axis int) (left, right *ivy.Array)
	switch mode {
	case "constant":
		sides = constantSides(c, c.As(c.Operand("constant_values"), d), x.Ndim())
	case "linear_ramp":
		sides = rampSides(c, x.Ndim(), width)
	case "maximum", "minimum", "mean", "median":
		sides = statSides(c, mode, x.Ndim())
	case "reflect", "symmetric":
		if c.Text("reflect_type") != "odd" {
			return e.Pad(x, width, ivy.Mode(mode))
		}
		for axis, w := range width {
			x = reflectedOdd(e, x, axis, w[0], w[1], mode == "symmetric")
		}
		return x
	case "edge", "wrap":
		return e.Pad(x, width, ivy.Mode(mode))
	}
	if sides == nil || x.Size() == 0 && mode != "constant" { // there is nothing to extend
		return e.Pad(x, width, ivy.Mode("constant"))
	}
	return compose.PadSides(e, x, width, func(x *ivy.Array, axis int) (left, right *ivy.Array) {
		left, right = sides(x, axis)
		return c.Cast(c.Namespace, left, d), c.Cast(c.Namespace, right, d)
	})
}

// constantSides are the values that pad puts on both sides of an axis.
func constantSides(c *frontend.Call, v *ivy.Array, rank int) func(x *ivy.Array, axis int) (left, right *ivy.Array) {
	v = broadcast(c, v, []int{rank, 2})
	return func(_ *ivy.Array, axis int) (left, right *ivy.Array) { return v.Get(axis, 0), v.Get(axis, 1) }
}

// rampSides goes from the end values to the edges.
func rampSides(c *frontend.Call, rank int, width [][2]int) func(x *ivy.Array, axis int) (left, right *ivy.Array) {
	e := c.Env()
	ends := constantSides(c, arrayOf(c, c.Operand("end_values")), rank)
	return func(x *ivy.Array, axis int) (left, right *ivy.Array) {
		from, to := ends(x, axis)
		ramp := func(end *ivy.Array, i, n int) *ivy.Array {
			edge := e.Take(x, zeroD(e, i, Int64), ivy.Axis(axis))
			return apply(c, "linspace", c.Wrap(end), c.Wrap(edge), n, false, frontend.Named{Name: "dtype", Value: x.Dtype()}, frontend.Named{Name: "axis", Value: axis})
		}
		return ramp(from, 0, width[axis][0]), e.Flip(ramp(to, x.Shape()[axis]-1, width[axis][1]), ivy.Axis(axis))
	}
}

// statSides is the maximum, minimum, mean or median of what is next to the side.
func statSides(c *frontend.Call, mode string, rank int) func(x *ivy.Array, axis int) (left, right *ivy.Array) {
	e := c.Env()
	var lengths []int
	if c.Has("stat_length") {
		n := array(c, "stat_length")
		lengths = ivy.Values[int](e.Astype(broadcast(c, e.Round(e.Astype(n, Float64)), []int{rank, 2}), Int64))
	}
	path := map[string]string{"maximum": "amax", "minimum": "amin", "mean": "mean", "median": "median"}[mode]
	return func(x *ivy.Array, axis int) (left, right *ivy.Array) {
		n := x.Shape()[axis]
		stat := func(side int) *ivy.Array {
			k := n
			if lengths != nil {
				if k = lengths[2*axis+side]; k < 0 {
					c.Raise("ValueError", "index can't contain negative values")
				}
				k = min(k, n)
			}
			if k == 0 && (mode == "maximum" || mode == "minimum") {
				c.Raise("ValueError", "stat_length of 0 yields no value for padding")
			}
			part := sliceAxis(e, x, axis, 0, k)
			if side == 1 {
				part = sliceAxis(e, x, axis, n-k, n)
			}
			z := apply(c, path, c.Wrap(part), frontend.Named{Name: "axis", Value: axis}, frontend.Named{Name: "keepdims", Value: true})
			if x.Dtype().IsInteger() && !z.Dtype().IsInteger() {
				z = e.Round(z)
			}
			return z
		}
		return stat(0), stat(1)
	}
}

// reflectedOdd extends x along an axis by what is on the other side of its edges, turned
// upside down; with edge the edges are there twice.
func reflectedOdd(e *ivy.Env, x *ivy.Array, axis, left, right int, edge bool) *ivy.Array {
	period := x.Shape()[axis]
	if period == 1 { // as the mode edge
		width := make([][2]int, x.Ndim())
		width[axis] = [2]int{left, right}
		return e.Pad(x, width, ivy.Mode("edge"))
	}
	at := func(x *ivy.Array, from, to int) *ivy.Array { return sliceAxis(e, x, axis, from, to) }
	for left > 0 || right > 0 {
		n := x.Shape()[axis]
		skip, most := 1, (n-1)/(period-1)*(period-1)
		if edge {
			skip, most = 0, n/period*period
		}
		two := zeroD(e, 2, x.Dtype())
		turned := func(edge, part *ivy.Array) *ivy.Array {
			return e.Subtract(e.Multiply(two, edge), e.Flip(part, ivy.Axis(axis)))
		}
		l, r := min(most, left), min(most, right)
		x = e.Concat([]*ivy.Array{turned(at(x, 0, 1), at(x, skip, skip+l)), x, turned(at(x, n-1, n), at(x, n-skip-r, n-skip))}, ivy.Axis(axis))
		left, right = left-l, right-r
	}
	return x
}

// padBy pads with zeros, which f writes over in every row along every axis in turn.
func padBy(c *frontend.Call, x *ivy.Array, width [][2]int, f func(row *NDArray, width [2]int, axis int)) any {
	a := c.Wrap(c.Env().Pad(c.Env().CopyArray(x), width, ivy.Mode("constant")))
	for axis := range width {
		v := moved(c, a, []int{axis}, []int{-1})
		dims := v.V.Shape()[:len(width)-1]
		index := make([]int, len(dims))
		for more := a.V.Size() > 0; more; more = next(index, dims) {
			key := make([]any, 0, len(dims)+1)
			for _, i := range index {
				key = append(key, i)
			}
			f((*NDArray)(sliced(c, v, append(key, ivy.Ellipsis))), width[axis], axis)
		}
	}
	return a
}

// next counts an index up in row-major order; it returns false after the last.
func next(index, dims []int) bool {
	for i := len(dims) - 1; i >= 0; i-- {
		if index[i]++; index[i] < dims[i] {
			return true
		}
		index[i] = 0
	}
	return false
}
