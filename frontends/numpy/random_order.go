package numpy

import (
	"math"
	"reflect"
	"slices"
	"sort"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// Random orders and choices.

// shuffleFunction puts the elements of an array along an axis, of a program's list or of a slice of Go's into random order, in place.
func shuffleFunction(d drawer) frontend.Func {
	sig := "x"
	if d == ofGenerator {
		sig = "x, axis=0"
	}
	return frontend.Func{Path: d.path("shuffle"), Sig: d.sig(sig), Takes: frontend.Lists, Out: frontend.None, Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		axis := 0
		if d == ofGenerator {
			axis = c.Int("axis")
		}
		switch x := c.Arg("x").(type) {
		case frontend.Swapper:
			onlyFirst(c, axis)
			s.Shuffle(x.Len(), x.Swap)
			return nil
		case frontend.Tuple, string:
			onlyFirst(c, axis)
			c.Raise("TypeError", "'%s' object does not support item assignment", map[bool]string{true: "str", false: "tuple"}[c.TypeName(x) == "str"])
		default:
			if v := reflect.ValueOf(x); anyArray(x) == nil && v.Kind() == reflect.Slice {
				onlyFirst(c, axis)
				s.Shuffle(v.Len(), reflect.Swapper(x))
				return nil
			}
		}
		o, err := c.Namespace.Operand(c.Arg("x"))
		if err != nil || o.A == nil || isGo(c.Arg("x")) {
			c.Raise("TypeError", "object of type '%s' has no len()", c.TypeName(c.Arg("x")))
		}
		a := o.A
		if a.V.Ndim() == 0 {
			c.Raise("TypeError", "len() of unsized object")
		}
		axis = axisOf(c, axis, a.V.Ndim())
		writable(c.Namespace, a, "array")
		order := make([]int64, a.V.Shape()[axis])
		s.Permutation(order)
		if len(order) > 1 {
			assign(c.Namespace, a, takeAlong(c, c.Env().CopyArray(a.V), order, axis))
		}
		return nil
	}}
}

// onlyFirst refuses an axis of what is no array.
func onlyFirst(c *frontend.Call, axis int) {
	if axis != 0 {
		c.Raise("NotImplementedError", "Axis argument is only supported on ndarray objects")
	}
}

// takeAlong returns the elements of x at indices along an axis.
func takeAlong(c *frontend.Call, x *ivy.Array, order []int64, axis int) *ivy.Array {
	e := c.Env()
	return e.Take(x, e.Asarray(order), ivy.Axis(axis))
}

// permutationFunction returns the numbers below an integer, or the elements of an array along an axis, in random order.
func permutationFunction(d drawer) frontend.Func {
	sig := "x"
	if d == ofGenerator {
		sig = "x, axis=0"
	}
	return frontend.Func{Path: d.path("permutation"), Sig: d.sig(sig), Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		x := c.Arg("x")
		if a := anyArray(x); a == nil || a.Scalar && a.V.Dtype().IsInteger() {
			if n, ok := indexOf(c, x); ok {
				if _, isBool := x.(bool); !isBool {
					c.Room(max(n, 0), 8)
					dst := make([]int64, max(n, 0))
					s.Permutation(dst)
					return drawn(c, []int{len(dst)}, dst)
				}
			}
		}
		axis := 0
		if d == ofGenerator {
			axis = c.Int("axis")
		}
		var v *ivy.Array
		if _, isText := x.(string); !isText && x != nil {
			v = toArray(c, x)
		}
		switch {
		case d == ofGenerator && (v == nil || v.Ndim() == 0):
			c.Raise("AxisError", "axis %d is out of bounds for array of dimension 0", axis)
		case v == nil || v.Ndim() == 0:
			c.Raise("IndexError", "x must be an integer or at least 1-dimensional")
		}
		axis = axisOf(c, axis, v.Ndim())
		order := make([]int64, v.Shape()[axis])
		s.Permutation(order)
		return c.Wrap(takeAlong(c, v, order, axis))
	}}
}

// permutedFunction returns an array whose elements, or those of each lane along an axis by itself, are in random order.
func permutedFunction() frontend.Func {
	return frontend.Func{Path: ofGenerator.path("permuted"), Sig: "self, x, *, axis=None, out=None", Run: func(c *frontend.Call) any {
		s, unlock := ofGenerator.stream(c)
		defer unlock()
		x := toArray(c, c.Arg("x"))
		var out *frontend.Array
		if c.Has("out") {
			if out = arrayValue(c.Arg("out")); out == nil || out.Scalar {
				c.Raise("TypeError", "out must be a numpy array")
			}
			if !slices.Equal(out.V.Shape(), x.Shape()) {
				c.Raise("ValueError", "out must have the same shape as x")
			}
			castable("permuted", x.Dtype(), out, sameKind)
			x = c.Cast(c.Namespace, x, out.V.Dtype())
		}
		e := c.Env()
		if !c.Has("axis") {
			if x.Ndim() == 0 {
				c.Raise("TypeError", "len() of unsized object")
			}
			order := make([]int64, x.Size())
			s.Permutation(order)
			return arranged(c, e.Reshape(takeAlong(c, ravel(e, x), order, 0), x.Shape()), out)
		}
		axis := axisOf(c, c.Int("axis"), x.Ndim())
		n := x.Shape()[axis]
		last := e.MoveAxis(x, []int{axis}, []int{-1})
		lanes := 1
		for _, k := range last.Shape()[:last.Ndim()-1] {
			lanes *= k
		}
		c.Room(lanes*n, 8)
		order := make([]int64, lanes*n)
		for i := range lanes {
			lane := order[i*n : (i+1)*n]
			s.Permutation(lane)
			for k := range lane {
				lane[k] += int64(i * n)
			}
		}
		z := e.Reshape(takeAlong(c, ravel(e, last), order, 0), last.Shape())
		return arranged(c, e.MoveAxis(z, []int{-1}, []int{axis}), out)
	}}
}

// arranged returns a result, in out if there is one.
func arranged(c *frontend.Call, z *ivy.Array, out *frontend.Array) *frontend.Array {
	if out == nil {
		return c.Wrap(c.Env().CopyArray(z))
	}
	assign(c.Namespace, out, z)
	return out
}

// A population is what choice draws from: the numbers below n, or the elements of an array along an axis.
type population struct {
	x    *ivy.Array // nil of numbers
	n    int64
	axis int
}

// populationOf reads the argument "a" of choice.
func populationOf(c *frontend.Call, d drawer) population {
	v := c.Arg("a")
	if i, ok := indexOf(c, v); ok {
		if a := anyArray(v); a == nil || a.V.Ndim() == 0 {
			return population{n: int64(i)}
		}
	}
	var x *ivy.Array
	switch v.(type) {
	case string, nil:
	default:
		x = toArray(c, v)
	}
	if x == nil || x.Ndim() == 0 {
		if d == ofGenerator {
			c.Raise("ValueError", "a must be a sequence or an integer, not <class '%s'>", c.TypeName(v))
		}
		c.Raise("ValueError", "a must be 1-dimensional or an integer")
	}
	if d != ofGenerator {
		if x.Ndim() > 1 {
			c.Raise("ValueError", "a must be 1-dimensional")
		}
		return population{x: x, n: int64(x.Size())}
	}
	axis := c.Int("axis")
	if axis < -x.Ndim() || axis >= x.Ndim() {
		c.Raise("IndexError", "tuple index out of range")
	}
	if axis < 0 {
		axis += x.Ndim()
	}
	return population{x: x, n: int64(x.Shape()[axis]), axis: axis}
}

// choiceFunction draws elements, with weights or without, with replacement or without.
func choiceFunction(d drawer) frontend.Func {
	sig := "a, size=None, replace=True, p=None"
	if d == ofGenerator {
		sig += ", axis=0, shuffle=True"
	}
	return frontend.Func{Path: d.path("choice"), Sig: d.sig(sig), Out: frontend.Value, Run: func(c *frontend.Call) any {
		s, unlock := d.stream(c)
		defer unlock()
		from := populationOf(c, d)
		dims, given := choiceSize(c, d)
		n := shape.Size(dims)
		if from.n <= 0 && (!given || n != 0) {
			c.Raise("ValueError", "%s", map[[2]bool]string{
				{true, true}: "a must be a positive integer unless no samples are taken", {true, false}: "a cannot be empty unless no samples are taken",
				{false, true}: "a must be greater than 0 unless no samples are taken", {false, false}: "'a' cannot be empty unless no samples are taken",
			}[[2]bool{d == ofGenerator, from.x == nil}])
		}
		p := choiceWeights(c, d, from)
		dst := make([]int64, n)
		if from.n > 0 {
			switch {
			case c.Bool("replace"):
				drawChoices(c, s, dst, from.n, p)
			default:
				drawDistinct(c, d, s, dst, from.n, p)
			}
		}
		if from.x == nil {
			if !given {
				return pythonInt(c, dst[0])
			}
			return drawn(c, dims, dst)
		}
		return from.take(c, dst, dims, given)
	}}
}

// choiceSize returns the shape of choices.
func choiceSize(c *frontend.Call, d drawer) (dims []int, given bool) {
	if d != ofGenerator && !c.Bool("replace") && c.Has("size") {
		for _, n := range lengths(c, c.Arg("size")) {
			if n < 0 {
				c.Raise("ValueError", "Negative dimensions are not allowed")
			}
		}
	}
	return drawSize(c, 8)
}

// choiceWeights returns the probabilities of choice, nil if there are none.
func choiceWeights(c *frontend.Call, d drawer, from population) []float64 {
	if !c.Has("p") {
		return nil
	}
	raise := func(generator, legacy string) {
		if d == ofGenerator {
			c.Raise("ValueError", "%s", generator)
		}
		c.Raise("ValueError", "%s", legacy)
	}
	if _, isList := frontend.Sequence(c.Arg("p")); !isList && anyArray(c.Arg("p")) == nil {
		c.Raise("TypeError", "object of type '%s' has no len()", c.TypeName(c.Arg("p")))
	}
	near := 0x1p-26
	if a := anyArray(c.Arg("p")); a != nil && a.V.Dtype().IsFloat() {
		info, err := dtype.Finfo(a.V.Dtype())
		frontend.Check(err)
		near = math.Max(near, math.Sqrt(info.Eps))
	}
	p := floatParameter(c, "p")
	switch {
	case len(p.shape) == 0:
		c.Raise("TypeError", "len() of unsized object")
	case len(p.shape) > 1:
		raise("p must be 1-dimensional", "'p' must be 1-dimensional")
	case int64(len(p.values)) != from.n:
		raise("a and p must have same size", "'a' and 'p' must have same size")
	}
	sum := kahan(p.values)
	if math.IsNaN(sum) {
		raise("Probabilities contain NaN", "probabilities contain NaN")
	}
	for _, v := range p.values {
		if v < 0 {
			raise("Probabilities are not non-negative", "probabilities are not non-negative")
		}
	}
	if math.Abs(sum-1) > near {
		raise("Probabilities do not sum to 1. See Notes section of docstring for more information.", "probabilities do not sum to 1")
	}
	return p.values
}

// drawChoices draws indices of which any may come again.
func drawChoices(c *frontend.Call, s stream, dst []int64, n int64, p []float64) {
	if p == nil {
		if len(dst) == 0 {
			return
		}
		if s.r != nil {
			checkDraw(c, random.RandomIntegers(s.r, dst, 0, n-1))
		} else {
			checkDraw(c, random.Integers(s.g, dst, 0, n-1))
		}
		return
	}
	u := make([]float64, len(dst))
	s.unit(u)
	sums := cumulative(p)
	for i, v := range u {
		dst[i] = placeIn(sums, v)
	}
}

// drawDistinct draws indices of which each comes once.
func drawDistinct(c *frontend.Call, d drawer, s stream, dst []int64, n int64, p []float64) {
	if int64(len(dst)) > n {
		if d == ofGenerator {
			c.Raise("ValueError", "Cannot take a larger sample than population when replace is False")
		}
		c.Raise("ValueError", "Cannot take a larger sample than population when 'replace=False'")
	}
	if p == nil {
		if s.r != nil {
			c.Room(int(n), 8)
			checkDraw(c, s.r.ChoiceDistinct(dst, int(n)))
			return
		}
		shuffled := c.Bool("shuffle")
		if n > 10000 && int64(len(dst)) > n/map[bool]int64{true: 50, false: 20}[shuffled] { // all indices are put into an order
			c.Room(int(n), 8)
		}
		checkDraw(c, s.g.ChoiceDistinct(dst, n, shuffled))
		return
	}
	possible := 0
	for _, v := range p {
		if v > 0 {
			possible++
		}
	}
	if possible < len(dst) {
		c.Raise("ValueError", "Fewer non-zero entries in p than size")
	}
	p = append([]float64{}, p...)
	for found := 0; found < len(dst); {
		for _, i := range dst[:found] {
			p[i] = 0
		}
		u := make([]float64, len(dst)-found)
		s.unit(u)
		sums := cumulative(p)
		taken := map[int64]bool{}
		for _, v := range u {
			if i := placeIn(sums, v); !taken[i] {
				taken[i] = true
				dst[found] = i
				found++
			}
		}
	}
}

// cumulative returns the sums of the first probabilities, over that of all.
func cumulative(p []float64) []float64 {
	out, sum := make([]float64, len(p)), 0.0
	for i, v := range p {
		sum += v
		out[i] = sum
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// placeIn returns how many of the sums are not above u, of which the last one is 1.
func placeIn(sums []float64, u float64) int64 {
	return int64(sort.Search(len(sums), func(i int) bool { return sums[i] > u }))
}

// take returns the elements of a population at indices: of an array of one dimension without a size a scalar.
func (f population) take(c *frontend.Call, at []int64, dims []int, given bool) any {
	e := c.Env()
	s := f.x.Shape()
	chosen := slices.Concat(s[:f.axis], dims, s[f.axis+1:])
	if f.n == 0 {
		return c.Wrap(e.Reshape(f.x, chosen))
	}
	z := e.Reshape(takeAlong(c, f.x, at, f.axis), chosen)
	if !given && z.Ndim() == 0 {
		return scalar(c.Wrap(z))
	}
	return c.Wrap(z)
}
