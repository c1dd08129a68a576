package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Statistics of order: quantiles and medians.

// kernelOf returns a result of this dtype and shape by the backend's kernel for operands of dtype d, nil if it has none for that.
func (e *Env) kernelOf(op ops.Layer, d, out Dtype, dims []int, a backend.LayerAttrs, xs ...*Array) *Array {
	be := xs[0].be
	k := be.table.Entry(op.Op)
	if k.Op == nil || !k.Dtypes.Has(d) || shape.Size(dims) == 0 || slices.ContainsFunc(xs, func(x *Array) bool { return x.be != be }) {
		return nil
	}
	z := newArray(e, be, out)
	z.setShape(dims)
	return z.with(k.Layer(e.spec(z), buffersOf(xs), a))
}

// An overAxes is an operand whose axes to reduce over have become one, the last.
type overAxes struct {
	x    *Array
	n    int   // the length of the last axis
	dims []int // the shape of the result
}

// together makes one axis of those that opts name, all by default.
func (e *Env) overAxes(a *Array, opts []Option) overAxes {
	keep := bool(get(opts, KeepDims(false)))
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(len(a.shape))
	}
	axes, err := shape.Axes(axes, len(a.shape))
	check(err)
	rest := slices.DeleteFunc(shape.All(len(a.shape)), func(i int) bool { return slices.Contains(axes, i) })
	dims := shape.Reduce(a.shape, axes, keep)
	lens, n := make([]int, len(rest), len(rest)+1), 1
	for i, axis := range rest {
		lens[i] = a.shape[axis]
	}
	for _, axis := range axes {
		n *= a.shape[axis]
	}
	if order := slices.Concat(rest, axes); !slices.IsSorted(order) {
		a = e.PermuteDims(a, order)
	}
	return overAxes{e.Reshape(a, append(lens, n)), n, dims}
}

// nans returns NaN everywhere.
func (e *Env) nans(like *Array, dims []int) *Array {
	check(shape.Check(dims, like.dtype.Size()))
	z, err := e.newFull(like.be.rootEngine(), like.dtype, dims, backend.FloatScalar(math.NaN()))
	check(err)
	return z
}

// ranked returns, along the last axis of x, the elements at places in ascending order, NaN for lines with one if nan is set.
func (e *Env) ranked(x *Array, ranks []int, nan bool) *Array {
	last := len(x.shape) - 1
	n := x.shape[last]
	dims := slices.Clone(x.shape)
	dims[last] = len(ranks)
	if z := e.kernelOf(ops.OrderStatistics, x.dtype, x.dtype, dims, backend.RanksAttrs{Ranks: ranks, NaN: nan}, x); z != nil {
		return z
	}
	sorted := e.Sort(x)
	z := e.columns(sorted, ranks)
	if nan && x.dtype.IsFloat() {
		greatest := e.partAlong(sorted, last, n-1, 1)
		z = e.choice(e.isNaN(greatest), greatest, z)
	}
	return z
}

// columns returns the elements of x at places along its last axis.
func (e *Env) columns(x *Array, places []int) *Array {
	at := make([]int64, len(places))
	for i, p := range places {
		at[i] = int64(p)
	}
	idx, err := e.fromGo(e.now.Load(), x.be.rootEngine(), at, Int64)
	check(err)
	return e.Take(x, idx, Axis(len(x.shape)-1))
}

// known reports whether elements of x are looked at: an abstract array has none, and to look at one of a trace ends the trace.
func known(x *Array) bool { return !x.be.abstract || traceOf(x.be) != nil }

// shares returns the quantiles that are asked for, and their shape.
func (e *Env) shares(s *state, q any) ([]float64, []int) {
	var a *Array
	var err error
	if v, ok := plainNumber(q); ok && v.Kind != dtype.KindComplex {
		a, err = e.fromGo(s, nativeEngine(), v.Float64(), Float64)
	} else {
		a, err = e.asArray(s, nil, q)
	}
	check(err)
	if a.dtype.IsComplex() {
		check(errorf(ErrDtype, "q of %v, want real numbers", a.dtype))
	}
	qs := e.numbersOf(a)
	for _, v := range qs {
		if !(v >= 0 && v <= 1) {
			check(errorf(ErrValue, "q %v, want 0 to 1", v))
		}
	}
	return qs, a.shape
}

// methods are the values of Interpolation.
var methods = []string{"linear", "lower", "higher", "midpoint", "nearest", "nearest_jax", "inverted_cdf", "averaged_inverted_cdf", "closest_observation",
	"interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"}

// A rank is where a quantile is among elements in ascending order: share of it is the element at high, the rest that at low.
type rank struct{ low, high, share *Array }

// quantileRank returns the places of q among n elements by a method. n and q are of float64, and broadcast; 0 elements count as one.
func (e *Env) quantileRank(method string, n, q *Array) rank {
	least := e.Subtract(n, 1.0)
	whole := func(at *Array) rank {
		at = e.Maximum(e.Minimum(at, least), 0.0)
		return rank{at, at, nil}
	}
	var at *Array
	continuous := func(alpha, beta float64) *Array {
		return e.Subtract(e.Add(e.Multiply(n, q), e.Add(e.Multiply(q, 1-alpha-beta), alpha)), 1.0)
	}
	// behind returns the place after the last whole number before at, or that itself where stay is true.
	behind := func(at *Array, stay func(before, share *Array) *Array) rank {
		before := e.Floor(at)
		return whole(e.Where(stay(before, e.Subtract(at, before)), before, e.Add(before, 1.0)))
	}
	zero := func(_, share *Array) *Array { return e.Equal(share, 0.0) }
	switch method {
	case "linear", "lower", "higher", "midpoint", "nearest", "nearest_jax":
		at = e.Multiply(least, q)
	case "inverted_cdf", "averaged_inverted_cdf":
		at = e.Subtract(e.Multiply(n, q), 1.0)
	case "closest_observation":
		return behind(e.Subtract(e.Multiply(n, q), 1.5), func(before, share *Array) *Array {
			odd := e.NotEqual(e.Remainder(before, 2.0), 0.0)
			return e.LogicalAnd(e.Equal(share, 0.0), odd)
		})
	case "interpolated_inverted_cdf":
		at = continuous(0, 1)
	case "hazen":
		at = continuous(0.5, 0.5)
	case "weibull":
		at = continuous(0, 0)
	case "median_unbiased":
		at = continuous(1/3.0, 1/3.0)
	case "normal_unbiased":
		at = continuous(3/8.0, 3/8.0)
	}
	switch method {
	case "lower":
		return whole(e.Floor(at))
	case "higher":
		return whole(e.Ceil(at))
	case "nearest":
		return whole(e.Round(at))
	case "nearest_jax":
		return whole(e.Where(e.LessEqual(e.Subtract(at, e.Floor(at)), 0.5), e.Floor(at), e.Ceil(at)))
	case "inverted_cdf":
		return behind(at, zero)
	}
	low := e.Floor(at)
	share := e.Subtract(at, low)
	switch method {
	case "midpoint":
		share = e.Where(e.Equal(share, 0.0), 0.0, 0.5)
	case "averaged_inverted_cdf":
		share = e.Where(e.Equal(share, 0.0), 0.5, 1.0)
	}
	high := whole(e.Add(low, 1.0)).low
	low = whole(low).low
	low = e.Where(e.Equal(share, 1.0), high, low) // of which nothing is left
	high = e.Where(e.Equal(share, 0.0), low, high)
	return rank{low, high, e.Where(e.Equal(low, high), 0.0, share)}
}

// mixed returns what lies between low and high, of which share has the part: not a NaN between equal infinities.
func (e *Env) mixed(low, high, share *Array) *Array {
	d := low.dtype
	low, high = e.wider(low), e.wider(high)
	same := e.LogicalAnd(e.Equal(low, high), e.LogicalNot(e.IsFinite(low)))
	distance := e.Subtract(e.Where(same, 0.0, high), e.Where(same, 0.0, low))
	share = e.Astype(share, low.dtype)
	upper := e.GreaterEqual(share, 0.5) // from the nearer one on
	z := e.Add(e.Where(upper, high, low), e.Multiply(distance, e.Where(upper, e.Subtract(share, 1.0), share)))
	return e.Astype(z, d)
}

// interpolation returns the method that opts name.
func interpolation(opts []Option) string {
	method := string(get(opts, Interpolation("linear")))
	if !slices.Contains(methods, method) {
		check(errorf(ErrValue, "interpolation %q, want one of %q", method, methods))
	}
	return method
}

func (e *Env) quantile(x, q any, opts []Option) *Array {
	a, o, s := e.use(ops.Quantile, x, opts)
	method := interpolation(opts)
	qs, of := e.shares(s, q)
	v := e.overAxes(a, opts)
	dims := slices.Concat(of, v.dims)
	e.roomForLines(v, dims)
	if v.n == 0 || shape.Size(dims) == 0 {
		return e.toOut(e.nans(a, dims), &o)
	}
	be := nativeEngine()
	given, err := e.fromGo(s, be, qs, Float64)
	check(err)
	n, err := e.fromGo(s, be, []float64{float64(v.n)}, Float64)
	check(err)
	at := e.quantileRank(method, n, given)
	numbers := func(x *Array) []float64 {
		if x == nil {
			return make([]float64, len(qs))
		}
		return e.numbersOf(x)
	}
	lows, highs, parts := numbers(at.low), numbers(at.high), numbers(at.share)
	var ranks []int
	for i := range lows {
		ranks = append(ranks, int(lows[i]), int(highs[i]))
	}
	slices.Sort(ranks)
	ranks = slices.Compact(ranks)
	column := func(at []float64) []int {
		places := make([]int, len(at))
		for i, v := range at {
			places[i], _ = slices.BinarySearch(ranks, int(v))
		}
		return places
	}
	found := e.ranked(v.x, ranks, true)
	first := column(lows)
	z := found
	if !slices.Equal(first, shape.All(len(ranks))) {
		z = e.columns(found, first)
	}
	if !slices.Equal(lows, highs) || a.be.probe { // which asks for all lengths
		share, err := e.fromGo(s, a.be.rootEngine(), parts, Float64)
		check(err)
		z = e.mixed(z, e.columns(found, column(highs)), share)
	}
	return e.toOut(e.Reshape(e.lastFirst(z), dims), &o)
}

// roomForLines checks that there is memory for an operand, which may be a view of less, and for the result.
func (e *Env) roomForLines(v overAxes, dims []int) {
	e.room(v.x, v.x.dtype, v.x.shape...)
	e.room(v.x, Float64, dims...)
}

// lastFirst returns x with its last axis moved to the front.
func (e *Env) lastFirst(x *Array) *Array {
	if len(x.shape) < 2 {
		return x
	}
	return e.MoveAxis(x, []int{-1}, []int{0})
}

// withoutNaN returns x sorted along its last axis, NaN last, and how many elements of each line are no NaN: as float64, with an axis
// of length 1.
func (e *Env) withoutNaN(v overAxes) (sorted, count *Array) {
	last := len(v.x.shape) - 1
	count = e.Sum(e.LogicalNot(e.IsNan(v.x)), Axis(last), KeepDims(true), Int64)
	return e.Sort(v.x), e.Astype(count, Float64)
}

// along returns the elements of x at places along its last axis, which are of float64.
func (e *Env) along(x, places *Array) *Array { return e.TakeAlongAxis(x, e.Astype(places, Int64)) }

func (e *Env) nanQuantile(x, q any, opts []Option) *Array {
	a, o, s := e.use(ops.NanQuantile, x, opts)
	method := interpolation(opts)
	qs, of := e.shares(s, q)
	v := e.overAxes(a, opts)
	dims := slices.Concat(of, v.dims)
	e.roomForLines(v, dims)
	if v.n == 0 || shape.Size(dims) == 0 {
		return e.toOut(e.nans(a, dims), &o)
	}
	sorted, count := e.withoutNaN(v)
	given, err := e.fromGo(s, a.be.rootEngine(), qs, Float64)
	check(err)
	at := e.quantileRank(method, e.Maximum(count, 1.0), given)
	z := e.along(sorted, at.low)
	if at.share != nil {
		z = e.mixed(z, e.along(sorted, at.high), at.share)
	}
	return e.toOut(e.Reshape(e.lastFirst(z), dims), &o)
}

func (e *Env) median(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Median, x, opts)
	v := e.overAxes(a, opts)
	e.roomForLines(v, v.dims)
	if v.n == 0 || shape.Size(v.dims) == 0 {
		return e.toOut(e.nans(a, v.dims), &o)
	}
	ranks := []int{v.n / 2}
	if v.n%2 == 0 || a.be.probe {
		ranks = []int{max(v.n/2-1, 0), v.n / 2}
	}
	z := e.ranked(v.x, ranks, true)
	if len(ranks) == 2 {
		last := len(z.shape) - 1
		z = e.halfway(e.partAlong(z, last, 0, 1), e.partAlong(z, last, 1, 1))
	}
	return e.toOut(e.Reshape(z, v.dims), &o)
}

// halfway returns the mean of two elements, whose sum may be too large.
func (e *Env) halfway(x, y *Array) *Array {
	return e.Astype(e.Add(e.Multiply(e.wider(x), 0.5), e.Multiply(e.wider(y), 0.5)), x.dtype)
}

func (e *Env) nanMedian(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.NanMedian, x, opts)
	v := e.overAxes(a, opts)
	e.roomForLines(v, v.dims)
	if v.n == 0 || shape.Size(v.dims) == 0 {
		return e.toOut(e.nans(a, v.dims), &o)
	}
	sorted, count := e.withoutNaN(v)
	high := e.Floor(e.Multiply(count, 0.5))
	low := e.Maximum(e.Floor(e.Multiply(e.Subtract(count, 1.0), 0.5)), 0.0)
	x1, x2 := e.along(sorted, low), e.along(sorted, e.Minimum(high, float64(v.n-1)))
	z := e.choice(e.Equal(low, high), x1, e.halfway(x1, x2))
	return e.toOut(e.Reshape(z, v.dims), &o)
}
