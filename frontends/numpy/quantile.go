package numpy

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// median keeps axes in an array, even if there are none.
func median(skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any { return scalarUnlessKept(c, quantiles(c, nil, 1, skip)) }
}

// quantile is quantile and percentile, of parts of whole.
func quantile(whole float64, skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any { return scalarUnlessKept(c, quantiles(c, c.Arg("q"), whole, skip)) }
}

// scalarUnlessKept makes a result without axes a scalar, if it is neither "out" nor has kept its axes.
func scalarUnlessKept(c *frontend.Call, z any) any {
	if a, ok := z.(*frontend.Array); ok && !c.Has("out") && !c.Bool("keepdims") {
		return scalar(a)
	}
	return z
}

// A ranking is a call of median, quantile or one of their like.
type ranking struct {
	c            *frontend.Call
	median, skip bool // skip NaN
	dtype        dtype.Dtype
	axes         []int
	kept         []int // the shape without axes, or with axes of length one

	rows     *ivy.Array // the elements to rank in a last axis
	method   string
	discrete bool       // the result is one of the elements
	quantile *ivy.Array // in parts of one
	out      dtype.Dtype
}

// quantiles is median, quantile and their like, in NumPy's steps, which round in the dtypes of both q and the elements; the rows
// Quantile and Median round once. q, in parts of whole, is nil for a median.
func quantiles(c *frontend.Call, q any, whole float64, skip bool) any {
	r := &ranking{c: c, median: q == nil, skip: skip}
	if !r.median {
		r.method = quantileMethod(c)
	}
	x := array(c, "a")
	c.Bool("overwrite_input")
	if r.dtype = x.Dtype(); !r.median {
		r.checkMethod()
	}
	keep := c.Bool("keepdims")
	if skip && x.Size() == 0 { // whatever q is
		named := func(name string) any { return frontend.Named{Name: name, Value: c.Arg(name)} }
		return c.Namespace.Call(c.Functions.Must("nanmean"), c.Wrap(x), named("axis"), named("out"), named("keepdims"))
	}
	r.axes = axesOf(c, "axis", x.Ndim())
	r.kept = shape.Reduce(x.Shape(), r.axes, keep && !c.Has("out"))
	r.rows = lastAxes(c.Env(), x, r.axes)
	r.chooseQuantile(whole)
	if c.Has("out") {
		r.target() // which may be none for the result
	}
	n := r.rows.Shape()[r.rows.Ndim()-1]
	if n == 0 {
		if !r.median && r.rows.Size() == 0 && !skip {
			if r.discrete && c.Has("out") { // which elements are taken into
				sameShape(c, r.target(), c.Env().BroadcastTo(zeroD(c.Env(), 0, Bool), slices.Concat(r.quantile.Shape(), r.kept)))
			}
			c.Raise("IndexError", "cannot take a quantile of no elements")
		}
		return r.deliver(c.Env().Full(slices.Concat(r.quantile.Shape(), r.kept), math.NaN(), r.out))
	}
	if !r.median && c.Has("weights") {
		return r.deliver(r.weighted(x))
	}
	return r.deliver(r.ranked(n))
}

// checkMethod looks at the method, and whether it goes with the dtype and with "weights".
func (r *ranking) checkMethod() {
	c := r.c
	if r.dtype.IsComplex() {
		c.Raise("TypeError", "a must be an array of real numbers")
	}
	if c.Has("weights") && r.method != "inverted_cdf" {
		c.Raise("ValueError", "Only method 'inverted_cdf' supports weights. Got: %s.", r.method)
	}
	if r.discrete = slices.Contains(discreteMethods, r.method); !r.discrete && !slices.Contains(smoothMethods, r.method) {
		c.Raise("ValueError", "'%s' is not a valid method. Use one of: %s, %s", r.method, strings.Join(discreteMethods, ", "), strings.Join(smoothMethods, ", "))
	}
}

// chooseQuantile looks at the argument "q", and finds the dtype of the result.
func (r *ranking) chooseQuantile(whole float64) {
	c, e, d := r.c, r.c.Env(), r.dtype
	r.out = d
	if d.Kind() <= dtype.KindInt {
		r.out = Float64
	}
	r.quantile = zeroD(e, 0.5, Float64)
	if r.median {
		return
	}
	o := c.Operand("q")
	q := arrayOf(c, o)
	if q.Dtype().Kind() <= dtype.KindInt || q.Dtype() == BFloat16 {
		q = c.Cast(c.Namespace, q, Float64)
	}
	if q.Dtype().IsComplex() {
		c.Raise("TypeError", "q must be an array of real numbers")
	}
	switch {
	case o.A != nil && o.Dtype.Kind() > dtype.KindInt && o.Dtype != Float64:
		q = e.Divide(q, zeroD(e, whole, q.Dtype()))
		r.out = commonOr(r.out, o.Dtype)
	case hasNaN(d) && o.A == nil: // a Python scalar is weak next to floats
		q = e.Divide(e.Astype(q, r.out), zeroD(e, whole, r.out))
	default:
		q = e.Divide(q, zeroD(e, whole, Float64))
		r.out = commonOr(r.out, Float64)
	}
	one, zero := zeroD(e, 1, q.Dtype()), zeroD(e, 0, q.Dtype())
	if e.Any(e.LogicalNot(e.LogicalAnd(e.GreaterEqual(q, zero), e.LessEqual(q, one)))).Bool() {
		c.Raise("ValueError", "Quantiles must be in the range [0, 1]")
	}
	r.quantile = q
	if r.discrete {
		r.out = d
	}
}

// target returns the array that the result goes into, nil if there is none: with keepdims the part
// of "out" at the start of the reduced axes.
func (r *ranking) target() *frontend.Array {
	c := r.c
	out := outArray(c, c.Arg("out"))
	if out == nil || !c.Bool("keepdims") {
		return out
	}
	key := []any{ivy.Ellipsis}
	rank := array(c, "a").Ndim()
	if out.V.Ndim() < rank {
		c.Raise("IndexError", "too many indices for array: array is %d-dimensional, but %d were indexed", out.V.Ndim(), rank)
	}
	for i := range rank {
		if slices.Contains(r.axes, i) {
			key = append(key, 0)
		} else {
			key = append(key, ivy.Colon)
		}
	}
	return sliced(c, out, key)
}

// deliver returns the result, or writes it into "out": as a mean's for a median, assigned where NaN is
// skipped, else as a ufunc's.
func (r *ranking) deliver(z *ivy.Array) any {
	c, to := r.c, r.target()
	if to == nil {
		return c.Wrap(z)
	}
	l := sameKind
	switch {
	case r.discrete && !r.skip:
		taken(c, z, to)
		return outArray(c, c.Arg("out"))
	case r.skip:
		l = unsafe
	case r.median:
		l = unsafe
		sameShape(c, to, z)
	}
	deliver(c, c.Func.Path, c.Wrap(z), to, nil, l)
	return outArray(c, c.Arg("out"))
}

// ranked returns the quantiles of the rows, which have n elements.
func (r *ranking) ranked(n int) *ivy.Array {
	c, e := r.c, r.c.Env()
	if r.dtype == Bool && !r.discrete && !r.median {
		c.Raise("TypeError", "numpy boolean subtract, the `-` operator, is not supported")
	}
	y := sorted(e, r.rows, r.rows.Ndim()-1)
	if r.median && r.dtype.Kind() < dtype.KindFloat {
		y = e.Astype(y, Float64)
	}
	counts := e.Full(append(slices.Clone(y.Shape()[:y.Ndim()-1]), 1), n, Float64)
	nan := e.Zeros(nil, Bool)
	if hasNaN(r.dtype) {
		isNaN := e.IsNan(y)
		if r.skip {
			counts = e.Subtract(counts, e.Astype(e.Sum(isNaN, ivy.Axis(-1), ivy.KeepDims(true), Int64), Float64))
			nan = e.Squeeze(e.Equal(counts, zeroD(e, 0, Float64)), ivy.Axis(-1))
		} else {
			nan = e.Any(isNaN, ivy.Axis(-1))
		}
	}
	return compose.Quantiles(e, r.quantile, r.kept, r.out, func(q *ivy.Array) *ivy.Array {
		z := r.between(y, counts, q)
		if hasNaN(r.dtype) {
			z = e.Where(nan, zeroD(e, math.NaN(), z.Dtype()), z)
		}
		return c.Cast(c.Namespace, z, r.out)
	})
}

// between returns the quantile q of sorted rows, of which counts are how many elements are ranked. The
// positions are computed in the quantile's dtype.
func (r *ranking) between(y, counts, q *ivy.Array) *ivy.Array {
	c, e := r.c, r.c.Env()
	zero, one := zeroD(e, 0, q.Dtype()), zeroD(e, 1, q.Dtype())
	counts = e.Astype(counts, q.Dtype())
	last := e.Maximum(e.Subtract(counts, one), zero)
	at := e.Multiply(last, q)
	if !r.median {
		at = virtualIndex(e, r.method, counts, last, q)
	}
	element := func(i *ivy.Array) *ivy.Array {
		return e.Squeeze(compose.Elements(e, y, i), ivy.Axis(-1))
	}
	a := element(e.Clip(e.Floor(at), zero, last))
	if r.discrete {
		return a
	}
	high := e.Clip(e.Add(e.Floor(at), one), zero, last)
	if !r.median { // beyond the ends both are the end
		high = e.Where(e.Less(at, zero), zero, high)
	}
	b := element(high)
	t := e.Subtract(at, e.Floor(at))
	switch r.method {
	case "averaged_inverted_cdf":
		t = e.Where(e.Equal(t, zero), zeroD(e, 0.5, t.Dtype()), one)
	case "midpoint":
		t = e.Where(e.Equal(t, zero), zero, zeroD(e, 0.5, t.Dtype()))
	}
	t = e.Squeeze(t, ivy.Axis(-1))
	if r.median { // the middle one, or the mean of two
		return fromZero(e, e.Where(e.NotEqual(t, zero), halved(c, a, b), a))
	}
	return r.lerp(a, b, t)
}

// lerp goes from a to b by t of their distance, from the end that is nearer. The distance has the elements'
// dtype, in which it may be rounded, or wrap around.
func (r *ranking) lerp(a, b, t *ivy.Array) *ivy.Array {
	e := r.c.Env()
	to := func(x *ivy.Array) *ivy.Array { return e.Astype(x, r.out) }
	distance, rest := to(e.Subtract(b, a)), to(e.Subtract(zeroD(e, 1, t.Dtype()), t))
	near := e.Add(to(a), e.Multiply(distance, to(t)))
	return e.Where(e.Less(t, zeroD(e, 0.5, t.Dtype())), near, e.Subtract(to(b), e.Multiply(distance, rest)))
}

// weighted returns the quantiles of x whose elements count as often as "weights" says: the first element at
// which the weights up to it are the quantile's part of all.
func (r *ranking) weighted(x *ivy.Array) *ivy.Array {
	c, e := r.c, r.c.Env()
	w := e.Astype(r.weightRows(x), Float64)
	rows := e.Reshape(r.rows, []int{-1, r.rows.Shape()[r.rows.Ndim()-1]})
	n, count := rows.Shape()[1], rows.Shape()[0]
	order := e.ArgSort(rows, ivy.Axis(-1))
	weights := ivy.Values[float64](e.TakeAlongAxis(w, order, ivy.Axis(-1)))
	nan := make([]bool, rows.Size())
	if hasNaN(r.dtype) {
		nan = ivy.Values[bool](e.IsNan(e.TakeAlongAxis(rows, order, ivy.Axis(-1))))
	}
	quantile := ivy.Values[float64](e.Astype(ravel(e, r.quantile), Float64))
	round := func(f float64) float64 { return f }
	switch r.quantile.Dtype() {
	case Float32:
		round = func(f float64) float64 { return float64(float32(f)) }
	case Float16:
		round = func(f float64) float64 { return float64(dtype.HalfFromFloat64(f).Float32()) }
	}
	c.Room(len(quantile)*count, 8)
	at := make([]int64, len(quantile)*count)
	cdf := make([]float64, n)
	for row := range count {
		end := n
		for end > 0 && nan[row*n+end-1] {
			end--
		}
		if end < n && !r.skip || end == 0 { // NaN is the result
			for k := range quantile {
				at[k*count+row] = int64(n - 1)
			}
			continue
		}
		sum := 0.0
		for i := range end {
			sum += weights[row*n+i]
			cdf[i] = sum
		}
		for k, q := range quantile {
			i := sort.Search(end, func(i int) bool { return !(round(cdf[i]/sum) < q) })
			at[k*count+row] = int64(min(i, end-1))
		}
	}
	ranked := e.TakeAlongAxis(rows, order, ivy.Axis(-1))
	index := e.MatrixTranspose(e.Reshape(e.Asarray(at), []int{len(quantile), count}))
	z := e.MatrixTranspose(e.TakeAlongAxis(ranked, index, ivy.Axis(-1)))
	return e.Reshape(z, slices.Concat(r.quantile.Shape(), r.kept))
}

// weightRows returns the weights in rows as those of the elements.
func (r *ranking) weightRows(x *ivy.Array) *ivy.Array {
	c, e := r.c, r.c.Env()
	w := e.BroadcastTo(weightsOf(c, x, r.axes), x.Shape())
	if w.Dtype().IsComplex() {
		c.Raise("TypeError", "Cannot cast array data from %v to float64 according to the rule 'safe'", w.Dtype())
	}
	if e.Any(e.Less(e.Astype(w, Float64), zeroD(e, 0, Float64))).Bool() {
		c.Raise("ValueError", "Weights must be non-negative.")
	}
	w = lastAxes(e, w, r.axes)
	return e.Reshape(w, []int{-1, w.Shape()[w.Ndim()-1]})
}

// weightsOf returns the argument "weights": of x's shape, or of the axes that it is reduced over, from which it
// broadcasts to that.
func weightsOf(c *frontend.Call, x *ivy.Array, axes []int) *ivy.Array {
	w := array(c, "weights")
	s := x.Shape()
	if slices.Equal(w.Shape(), s) {
		return w
	}
	if !c.Has("axis") {
		c.Raise("TypeError", "Axis must be specified when shapes of a and weights differ.")
	}
	along := make([]int, len(axes))
	wide := slices.Repeat([]int{1}, len(s))
	for k, i := range axes {
		along[k], wide[i] = s[i], s[i]
	}
	if !slices.Equal(w.Shape(), along) {
		c.Raise("ValueError", "Shape of weights must be consistent with shape of a along specified axis.")
	}
	order := count(len(axes))
	slices.SortFunc(order, func(a, b int) int { return axes[a] - axes[b] })
	return c.Env().Reshape(c.Env().PermuteDims(w, order), wide)
}

// quantileMethod returns the argument "method" of quantile and its like, or "interpolation",
// which is its name of old.
func quantileMethod(c *frontend.Call) string {
	if !c.Has("interpolation") {
		return c.Text("method")
	}
	if c.Arg("method") != "linear" {
		c.Raise("TypeError", "You shall not pass both `method` and `interpolation`!")
	}
	return c.Text("interpolation")
}

// The methods of quantiles: those that take one of the elements, and those that go from one
// to the next.
var (
	discreteMethods = []string{"inverted_cdf", "closest_observation", "lower", "higher", "nearest"}
	smoothMethods   = []string{"averaged_inverted_cdf", "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased", "midpoint"}
)

// plotting are the constants alpha and beta of the methods by Hyndman and Fan that have
// them.
var plotting = map[string][2]float64{"interpolated_inverted_cdf": {0, 1}, "hazen": {0.5, 0.5}, "weibull": {0, 0},
	"median_unbiased": {1. / 3, 1. / 3}, "normal_unbiased": {3. / 8, 3. / 8}}

// virtualIndex is where quantile p of n sorted elements lies, of which last is the last:
// between two of them, or of a discrete method at one. It may lie beyond the ends.
func virtualIndex(e *ivy.Env, method string, n, last, p *ivy.Array) *ivy.Array {
	num := func(f float64) *ivy.Array { return zeroD(e, f, p.Dtype()) }
	one := num(1)
	// step rounds up to the next element, but where exact keeps the one before.
	step := func(at *ivy.Array, exact func(floor *ivy.Array) *ivy.Array) *ivy.Array {
		floor := e.Floor(at)
		whole := e.LogicalAnd(e.Equal(at, floor), exact(floor))
		return e.Maximum(e.Where(whole, floor, e.Add(floor, one)), num(0))
	}
	all := e.Subtract(e.Multiply(n, p), one)
	if ab, ok := plotting[method]; ok {
		slope := e.Multiply(p, num(1-ab[0]-ab[1]))
		return e.Subtract(e.Add(e.Multiply(n, p), e.Add(num(ab[0]), slope)), one)
	}
	at := e.Multiply(last, p)
	switch method {
	case "inverted_cdf":
		return step(all, func(floor *ivy.Array) *ivy.Array { return e.Equal(floor, floor) })
	case "averaged_inverted_cdf":
		return all
	case "closest_observation":
		return step(e.Subtract(all, num(0.5)), func(floor *ivy.Array) *ivy.Array { return e.Equal(e.Remainder(floor, num(2)), one) })
	case "lower":
		return e.Floor(at)
	case "higher":
		return e.Ceil(at)
	case "nearest":
		return e.Round(at)
	case "midpoint":
		return e.Multiply(num(0.5), e.Add(e.Floor(at), e.Ceil(at)))
	}
	return at
}

// halved returns the mean of two, as mean has it.
func halved(c *frontend.Call, a, b *ivy.Array) *ivy.Array {
	e := c.Env()
	d := a.Dtype()
	in := d
	if d == Float16 {
		in = Float32
	}
	return e.Astype(over(c, e.Add(e.Astype(a, in), e.Astype(b, in)), zeroD(e, 2, Int64)), d)
}
