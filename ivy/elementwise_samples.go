package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions of samples along an axis: integrals, derivatives and straight lines between points.

func (e *Env) trapz(y any, opts []Option) *Array {
	at := any(nil)
	for _, g := range opts {
		if v, ok := g.(valued); ok && v.opt == ops.Points {
			at = v.v
		}
	}
	n := 1
	if at != nil {
		n = 2
	}
	xs, o, _ := e.together(ops.Trapz, opts, n, y, at)
	a, points := xs[0], xs[1]
	if o.has(ops.Points) && points == nil {
		check(errorf(ErrValue, "no Points"))
	}
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	d := a.dtype
	e.room(a, double(d), a.shape...)
	a = e.cast(a, double(d))
	n = a.shape[axis]
	pairs := max(n-1, 0)
	z := e.plus(e.partAlong(a, axis, min(1, n), pairs), e.partAlong(a, axis, 0, pairs))
	if points == nil {
		z = e.scaled(z, float64(get(opts, Dx(1)))/2)
		return e.toOut(e.cast(e.sumOver(z, []int{axis}, false), d), &o)
	}
	points = e.cast(points, double(d))
	if len(points.shape) == 1 {
		if points.shape[0] != n {
			check(errorf(ErrShape, "%d points for %d samples", points.shape[0], n))
		}
		line := ones(len(a.shape))
		line[axis] = n
		points = e.shaped(points, line)
	} else if len(points.shape) != len(a.shape) || points.shape[axis] != n {
		check(errorf(ErrShape, "points of shape %s for samples of shape %s", shape.Text(points.shape), shape.Text(a.shape)))
	}
	steps := e.minus(e.partAlong(points, axis, min(1, n), pairs), e.partAlong(points, axis, 0, pairs))
	dims, err := shape.Broadcast(steps.shape, z.shape)
	check(err)
	e.room(a, a.dtype, dims...)
	z = e.scaled(e.times(e.spread(z, dims), steps), 0.5)
	return e.toOut(e.cast(e.sumOver(z, []int{axis}, false), d), &o)
}

// distancesOf returns what the distances between samples are along each of n axes: a number, or an array of positions.
func (e *Env) distancesOf(s *state, be *engine, v any, n int) []any {
	all := func(v any) []any { return slices.Repeat([]any{v}, n) }
	number := func(v any) (float64, bool) {
		x, _, ok := backend.ScalarOf(v)
		if !ok {
			return 0, false
		}
		if x.Kind == dtype.KindComplex {
			check(errorf(ErrDtype, "the distance %v, want a real number", x))
		}
		return x.Float64(), true
	}
	if v == nil {
		return all(1.0)
	}
	if h, ok := number(v); ok {
		return all(h)
	}
	var items []any
	switch list := v.(type) {
	case []any:
		items = list
	case []*Array:
		for _, x := range list {
			items = append(items, x)
		}
	default:
		a, err := e.asArray(s, be, v)
		check(err)
		switch len(a.shape) {
		case 0:
			return all(e.realDistance(a))
		case 1:
			check(backend.CheckElements(a.shape[0], partBytes))
			if a.shape[0] != n {
				check(errorf(ErrValue, "%d distances for %d axes", a.shape[0], n))
			}
			for i := range n {
				items = append(items, e.shaped(e.partAlong(a, 0, i, 1), nil))
			}
		default:
			check(errorf(ErrShape, "distances of shape %s, want a number, or a list of numbers and positions", shape.Text(a.shape)))
		}
	}
	if len(items) == 1 && n > 1 {
		items = all(items[0])
	}
	if len(items) != n {
		check(errorf(ErrValue, "%d distances for %d axes", len(items), n))
	}
	for i, x := range items {
		if h, ok := number(x); ok {
			items[i] = h
			continue
		}
		a, err := e.asArray(s, be, x)
		check(err)
		items[i] = e.realDistance(a)
	}
	return items
}

// realDistance returns a distance or positions as float64.
func (e *Env) realDistance(a *Array) *Array {
	if a.dtype.IsComplex() {
		check(errorf(ErrDtype, "distances of %v, want real numbers", a.dtype))
	}
	if len(a.shape) > 1 {
		check(errorf(ErrShape, "distances of shape %s, want a number or one dimension", shape.Text(a.shape)))
	}
	return e.cast(a, Float64)
}

func (e *Env) gradient(x any, opts []Option) []*Array {
	a, o, s := e.use(ops.Gradient, x, opts)
	order := int(get(opts, EdgeOrder(1)))
	if order != 1 && order != 2 {
		check(errorf(ErrValue, "edge_order %d, want 1 or 2", order))
	}
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(len(a.shape))
	}
	axes, err := shape.AxesInOrder(axes, len(a.shape))
	check(err)
	v := valueOf(opts, ops.Distances)
	if o.has(ops.Distances) && v == nil {
		check(errorf(ErrValue, "no Distances"))
	}
	apart := e.distancesOf(s, a.be, v, len(axes))
	for _, axis := range axes {
		if n := a.shape[axis]; n < order+1 {
			check(errorf(ErrShape, "%d samples along axis %d, want %d or more", n, axis, order+1))
		}
	}
	e.room(a, double(a.dtype), a.shape...)
	wide := e.cast(a, double(a.dtype))
	zs := make([]*Array, len(axes))
	for i, axis := range axes {
		zs[i] = e.cast(e.slopes(wide, axis, apart[i], order), a.dtype)
	}
	return zs
}

// slopes returns the derivative of x along an axis. apart is a number, or an array: a number or the positions.
func (e *Env) slopes(x *Array, axis int, apart any, order int) *Array {
	n := x.shape[axis]
	part := func(first, count int) *Array { return e.partAlong(x, axis, first, count) }
	h, positions := apart, (*Array)(nil)
	if a, ok := apart.(*Array); ok {
		if len(a.shape) == 1 {
			if a.shape[0] != n {
				check(errorf(ErrShape, "%d positions for %d samples along axis %d", a.shape[0], n, axis))
			}
			line := ones(len(x.shape))
			line[axis] = n
			positions = e.shaped(a, line)
		} else {
			h = e.cast(a, x.dtype)
		}
	}
	if positions != nil {
		d := e.minus(e.partAlong(positions, axis, 1, n-1), e.partAlong(positions, axis, 0, n-1))
		cut := func(first, count int) *Array { return e.cast(e.partAlong(d, axis, first, count), x.dtype) }
		return e.unequalSlopes(x, axis, order, part, cut)
	}
	over := func(z *Array, times float64) *Array {
		if number, ok := h.(float64); ok {
			return e.over(z, e.numberLike(z, number*times))
		}
		return e.over(z, e.scaled(h.(*Array), times))
	}
	var first, last *Array
	if order == 1 {
		first, last = over(e.minus(part(1, 1), part(0, 1)), 1), over(e.minus(part(n-1, 1), part(n-2, 1)), 1)
	} else {
		edge := func(at, next, third *Array, sign float64) *Array { // (−3·f₀ + 4·f₁ − f₂)/(2h)
			sum := e.minus(e.minus(e.scaled(next, 4), e.scaled(at, 3)), third)
			return over(e.scaled(sum, sign), 2)
		}
		first, last = edge(part(0, 1), part(1, 1), part(2, 1), 1), edge(part(n-1, 1), part(n-2, 1), part(n-3, 1), -1)
	}
	parts := []*Array{first}
	if n > 2 {
		parts = append(parts, over(e.minus(part(2, n-2), part(0, n-2)), 2))
	}
	return e.joined(append(parts, last), axis)
}

// unequalSlopes is slopes of samples whose distances cut returns. The derivative is that of the parabola through three.
func (e *Env) unequalSlopes(x *Array, axis, order int, part, cut func(first, count int) *Array) *Array {
	n := x.shape[axis]
	sum := func(a, x, b, y, c, z *Array) *Array {
		return e.plus(e.plus(e.times(a, x), e.times(b, y)), e.times(c, z))
	}
	var first, last *Array
	if order == 1 {
		first = e.over(e.minus(part(1, 1), part(0, 1)), cut(0, 1))
		last = e.over(e.minus(part(n-1, 1), part(n-2, 1)), cut(n-2, 1))
	} else {
		edge := func(at, next, third, h, k *Array) *Array { // h from the edge to the next, k from that to the third
			both := e.plus(h, k)
			a := e.negated(e.over(e.plus(h, both), e.times(h, both)))
			return sum(a, at, e.over(both, e.times(h, k)), next, e.negated(e.over(h, e.times(k, both))), third)
		}
		first = edge(part(0, 1), part(1, 1), part(2, 1), cut(0, 1), cut(1, 1))
		last = e.negated(edge(part(n-1, 1), part(n-2, 1), part(n-3, 1), cut(n-2, 1), cut(n-3, 1)))
	}
	parts := []*Array{first}
	if n > 2 {
		h, k := cut(0, n-2), cut(1, n-2)
		both := e.plus(h, k)
		before := e.negated(e.over(k, e.times(h, both)))
		middle := e.over(e.minus(k, h), e.times(h, k))
		parts = append(parts, sum(before, part(0, n-2), middle, part(1, n-2), e.over(h, e.times(k, both)), part(2, n-2)))
	}
	return e.joined(append(parts, last), axis)
}

func (e *Env) interp(x, xp, fp any, opts []Option) *Array {
	xs, o, _ := e.together(ops.Interp, opts, 3, x, xp, fp)
	d := xs[0].dtype
	e.room(xs[0], Float64, xs[0].shape...)
	a, at, of := e.cast(xs[0], Float64), e.cast(xs[1], Float64), e.cast(xs[2], Float64)
	if len(at.shape) != 1 || len(of.shape) != 1 || at.shape[0] != of.shape[0] || at.shape[0] == 0 {
		check(errorf(ErrShape, "points of shapes %s and %s, want one dimension and one length above 0", shape.Text(at.shape), shape.Text(of.shape)))
	}
	if o.has(ops.Period) {
		period := math.Abs(float64(get(opts, Period(0))))
		if !(period > 0) || math.IsInf(period, 0) {
			check(errorf(ErrValue, "period %v, want a number other than 0", period))
		}
		a, at, of = e.periodic(a, at, of, period)
	}
	z := e.onLines(a, at, of)
	if n := at.shape[0]; !o.has(ops.Period) {
		first, last := e.shaped(e.partAlong(at, 0, 0, 1), nil), e.shaped(e.partAlong(at, 0, n-1, 1), nil)
		left, right := e.shaped(e.partAlong(of, 0, 0, 1), nil), e.shaped(e.partAlong(of, 0, n-1, 1), nil)
		if o.has(ops.Left) {
			left = e.numberLike(of, float64(get(opts, Left(0))))
		}
		if o.has(ops.Right) {
			right = e.numberLike(of, float64(get(opts, Right(0))))
		}
		z = e.choice(e.apply2(ops.Less, a, first), left, z)
		z = e.choice(e.greater(a, last), right, z)
	}
	z = e.choice(e.isNaN(a), a, z)
	return e.toOut(e.cast(z, d), &o)
}

// periodic returns x in one period, and the points in it in their order, with the last one before and the first one behind.
func (e *Env) periodic(x, at, of *Array, period float64) (y, points, values *Array) {
	size := e.numberLike(x, period)
	x, at = e.apply2(ops.Remainder, x, size), e.apply2(ops.Remainder, at, size)
	n := at.shape[0]
	order := e.sorted(ops.ArgSort, e.StopGradient(at), backend.SortAttrs{})
	at = e.gathered(ops.Take, at, []*Array{order}, []int{n}, 0)
	of = e.gathered(ops.Take, of, []*Array{order}, []int{n}, 0)
	ends := func(x, shift *Array) *Array {
		return e.joined([]*Array{e.minus(e.partAlong(x, 0, n-1, 1), shift), x, e.plus(e.partAlong(x, 0, 0, 1), shift)}, 0)
	}
	return x, ends(at, size), ends(of, e.numberLike(of, 0))
}

// onLines returns, for elements of x, what lies on the line between the two points around: at a point the point's.
// What overflows from the point before is taken from that behind, as NumPy does it.
func (e *Env) onLines(x, at, of *Array) *Array {
	n := at.shape[0]
	if n == 1 {
		return e.spread(e.shaped(of, nil), x.shape)
	}
	j := e.SearchSorted(e.StopGradient(at), e.StopGradient(x), Side("right"))
	j = e.heldWhole(e.minus(j, e.integerLike(j, 1)), 0, n-2)
	next := e.plus(j, e.integerLike(j, 1))
	take := func(x, i *Array) *Array { return e.gathered(ops.Take, x, []*Array{i}, i.shape, 0) }
	x0, x1, f0, f1 := take(at, j), take(at, next), take(of, j), take(of, next)
	slope := e.over(e.minus(f1, f0), e.minus(x1, x0))
	z := e.plus(e.times(slope, e.minus(x, x0)), f0)
	behind := e.plus(e.times(slope, e.minus(x, x1)), f1)
	behind = e.choice(e.both(e.isNaN(behind), e.equals(f0, f1)), f0, behind)
	z = e.choice(e.isNaN(z), behind, z)
	z = e.choice(e.equals(x, x0), f0, z)
	return e.choice(e.equals(x, x1), f1, z)
}
