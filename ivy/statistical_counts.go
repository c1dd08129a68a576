package ivy

import (
	"errors"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Counts: of integers, and of what is in intervals.

// counted returns, for each of n numbers, the sum of the weights of the elements that have it in numbers, which are from 0 to
// n − 1: in Sum's dtype. Without weights it is how many they are, as int64.
func (e *Env) counted(s *state, numbers, weights *Array, n int) *Array {
	if weights == nil {
		one := e.spread(e.integerLike(numbers, 1), numbers.shape)
		return e.scattered("sum", []*Array{numbers}, one, e.zerosAt(numbers.be.rootEngine(), Int64, n))
	}
	d := ops.Sum.Out(weights.dtype, s.def)
	return e.scattered("sum", []*Array{numbers}, e.Astype(weights, d), e.zerosAt(weights.be.rootEngine(), d, n))
}

// weightsOf returns the array of the option Weights, which has the shape of x, nil if there is none.
func (e *Env) weightsOf(s *state, x *Array, opts []Option) *Array {
	v := valueOf(opts, ops.Weights)
	if v == nil {
		return nil
	}
	be, err := e.agree(s, x, v)
	check(err)
	w, err := e.asArray(s, be, v)
	check(err)
	if !slices.Equal(w.shape, x.shape) {
		check(errorf(ErrShape, "weights of shape %s, want %s", shape.Text(w.shape), shape.Text(x.shape)))
	}
	return w
}

func (e *Env) bincount(x any, opts []Option) *Array {
	given := valueOf(opts, ops.Weights)
	s := e.now.Load()
	_, err := e.agree(s, x, given)
	check(err)
	a, o, s := e.use(ops.Bincount, x, opts)
	if len(a.shape) != 1 {
		check(errorf(ErrShape, "x of shape %s, want one dimension", shape.Text(a.shape)))
	}
	e.room(a, Int64, a.shape...)
	weights := e.weightsOf(s, a, opts)
	n := int(get(opts, MinLength(0)))
	if n < 0 {
		check(errorf(ErrValue, "minlength %d, want 0 or more", n))
	}
	if !known(a) && !a.be.probe {
		check(errAbstract)
	}
	if a.dtype.IsBool() {
		a = e.Astype(a, Uint8)
	}
	signs := e.countsLook(s, a, weights)
	if a.shape[0] > 0 {
		n = max(n, e.countsOf(a, !signs))
	}
	check(e.CheckSize(n, 8))
	z := (*Array)(nil)
	err = Try(func() {
		defer blame("")
		z = e.wholeCounts(s, a, weights, n)
	})
	if errors.Is(err, ErrIndex) {
		e.notNegative(a)
	}
	check(err)
	if z == nil {
		z = e.counted(s, e.Astype(a, Int64), weights, n)
	}
	return e.toOut(z, &o)
}

// countsLook reports whether wholeCounts has a kernel for these operands, which looks for negative numbers.
func (e *Env) countsLook(s *state, numbers, weights *Array) bool {
	op, d := ops.CountIntegers, numbers.dtype
	if weights != nil {
		op, d = ops.ScatterReduced, ops.Sum.Out(weights.dtype, s.def)
		if weights.be != numbers.be {
			return false
		}
	}
	k := numbers.be.table.Entry(op.Op)
	return k.Op != nil && k.Dtypes.Has(d)
}

// wholeCounts is counted by a kernel of the backend for it, nil if there is none.
func (e *Env) wholeCounts(s *state, numbers, weights *Array, n int) *Array {
	if weights == nil {
		return e.kernelOf(ops.CountIntegers, numbers.dtype, Int64, []int{n}, backend.CountAttrs{}, numbers)
	}
	m := numbers.shape[0]
	if m == 0 || !e.countsLook(s, numbers, weights) {
		return nil
	}
	weights = e.Astype(weights, ops.Sum.Out(weights.dtype, s.def))
	z := e.kernelOf(ops.ScatterReduced, weights.dtype, weights.dtype, []int{n, 1}, backend.ScatterAttrs{How: "sum", Lens: []int{n}, Positive: true},
		e.Reshape(e.Astype(numbers, Int64), []int{m, 1}), e.Reshape(weights, []int{m, 1}))
	if z == nil {
		return nil
	}
	return e.Reshape(z, []int{n})
}

// countsOf returns how many integers there are from 0 to the greatest of x. It looks for negative ones if signs is set, or if no other is there.
func (e *Env) countsOf(x *Array, signs bool) int {
	if x.be.probe { // which asks whether there are counts of that dtype
		if signs {
			e.Min(x)
		}
		e.Max(x)
		return 1
	}
	if signs {
		e.notNegative(x)
	}
	most := e.Max(x).scalar("Max")
	switch v := most.Float64(); {
	case v < 0:
		e.notNegative(x)
	case v >= 1<<62:
		if !signs {
			e.notNegative(x)
		}
		check(errorf(ErrShape, "x has %v: as many counts are too many", most))
	}
	return int(most.Float64()) + 1
}

// notNegative checks that x, which is not empty, has no negative number.
func (e *Env) notNegative(x *Array) {
	if v := e.Min(x).scalar("Min"); v.Float64() < 0 {
		check(errorf(ErrValue, "x has %v, want 0 or more", v))
	}
}

func (e *Env) digitize(x, bins any, opts []Option) *Array {
	var o options
	check(o.parse(ops.Digitize, opts))
	s := e.now.Load()
	a, b, err := owned(e.pair(s, ops.Digitize, x, bins))
	check(err)
	a, b, err = e.promotePair(s, ops.Digitize, a, b)
	check(err)
	a, err = e.prepare(s, ops.Digitize, composed(ops.Digitize), a)
	check(err)
	b = e.cast(b, a.dtype)
	if len(b.shape) != 1 {
		check(errorf(ErrShape, "bins of shape %s, want one dimension", shape.Text(b.shape)))
	}
	e.room(a, Int64, a.shape...)
	e.room(b, Int64, b.shape...)
	descends := false
	n, y := b.shape[0], b.withoutTape()
	lows, highs := e.partAlong(y, 0, 0, max(n-1, 0)), e.partAlong(y, 0, min(n, 1), max(n-1, 0))
	ascend, descend := e.All(e.LessEqual(lows, highs)), e.All(e.GreaterEqual(lows, highs))
	if known(b) {
		descends = !ascend.Bool()
		if descends && !descend.Bool() {
			check(errorf(ErrValue, "bins that neither ascend nor descend"))
		}
	}
	side := Side("right") // behind the ends that are equal
	if get(opts, RightEnd(false)) {
		side = "left"
	}
	if !descends {
		return e.SearchSorted(b, a, side)
	}
	return e.Subtract(n, e.SearchSorted(e.Flip(b), a, side))
}

// A counting is a call of a histogram.
type counting struct {
	e     *Env
	s     *state
	o     options
	opts  []Option
	of    Dtype // of the operand
	given Dtype // the same, or what integers are lifted to
}

// wide returns x in the dtype that it is compared with ends in.
func (c *counting) wide(x *Array) *Array {
	switch {
	case dtype.Narrow.Has(x.dtype):
		return c.e.Astype(x, Float32)
	case x.dtype.IsFloat():
		return x
	}
	return c.e.Astype(x, Float64)
}

// histogram understands the operand and the options.
func (e *Env) newCounting(op *ops.Op, x any, opts []Option) (*counting, *Array) {
	s := e.now.Load()
	_, err := e.agree(s, x, valueOf(opts, ops.Weights), arrayOf(valueOf(opts, ops.Bins)), arrayOf(valueOf(opts, ops.Range)))
	check(err)
	c := &counting{e: e, opts: opts}
	var a *Array
	a, c.o, c.s = e.use(op, x, opts)
	c.of, c.given = a.dtype, a.dtype
	if !a.dtype.IsFloat() {
		c.given = s.def.Float
	}
	return c, a
}

// arrayOf returns v if it is an array, else nil.
func arrayOf(v any) any {
	if isArray(v) {
		return v
	}
	return nil
}

// A grid is the intervals along one axis.
type grid struct {
	ends         *Array
	n            int
	even         bool
	lower, upper bool // the first and the last interval are extended
}

// numberOf returns the number of intervals that v is; ok is false for ends.
func numberOf(v any) (n int, ok bool) {
	k, d, number := backend.ScalarOf(v)
	if !number {
		return 0, false
	}
	if d.IsValid() && !d.IsInteger() || !d.IsValid() && k.Kind != dtype.KindInt {
		check(errorf(ErrValue, "bins %v, want an integer or ends", v))
	}
	f := k.Float64()
	if f < 1 || f > math.MaxInt32*1024 {
		check(errorf(ErrValue, "bins %v, want 1 or more", k))
	}
	return int(f), true
}

// gridOf returns the intervals of x that bins and limits, two numbers or none, say.
func (c *counting) gridOf(x *Array, bins any, limits []float64) grid {
	e := c.e
	if a, _, ok := standsFor(bins); ok && len(a.shape) == 0 && a.dtype.IsInteger() && known(a) { // a number too
		bins = int(a.scalar("Bins").Float64())
	}
	if n, ok := numberOf(bins); ok {
		check(e.CheckSize(n+1, 8))
		return grid{ends: c.evenEnds(x, n, limits), n: n, even: true}
	}
	ends, err := e.asArray(c.s, x.be, bins)
	check(err)
	switch {
	case limits != nil:
		check(errorf(ErrValue, "range together with the ends of intervals"))
	case ends.dtype.IsComplex():
		check(errorf(ErrDtype, "bins of %v, want real numbers", ends.dtype))
	case len(ends.shape) != 1 || ends.shape[0] < 2:
		check(errorf(ErrValue, "bins of shape %s, want two ends or more along one dimension", shape.Text(ends.shape)))
	}
	d, err := e.resultType(c.s, []any{c.of, ends.dtype})
	check(err)
	ends = c.wide(e.Astype(ends, d))
	if known(ends) {
		at := e.numbersOf(ends)
		for i, v := range at {
			if math.IsNaN(v) || i > 0 && v < at[i-1] {
				check(errorf(ErrValue, "bins that do not ascend"))
			}
		}
	}
	return grid{ends: ends, n: ends.shape[0] - 1}
}

// limits returns the numbers of the option Range for each of n axes, nil if it is not given.
func (c *counting) limits(n int) [][]float64 {
	v := valueOf(c.opts, ops.Range)
	if v == nil {
		return make([][]float64, n)
	}
	r, err := c.e.asArray(c.s, nil, v)
	check(err)
	if r.dtype.IsComplex() {
		check(errorf(ErrDtype, "range of %v, want real numbers", r.dtype))
	}
	at := make([]float64, r.Size())
	if known(r) {
		at = c.e.numbersOf(r)
	}
	all := make([][]float64, n)
	switch {
	case slices.Equal(r.shape, []int{2}):
		for i := range all {
			all[i] = at
		}
	case slices.Equal(r.shape, []int{n, 2}):
		for i := range all {
			all[i] = at[2*i:][:2]
		}
	default:
		check(errorf(ErrShape, "range of shape %s, want two numbers", shape.Text(r.shape)))
	}
	return all
}

// evenEnds returns the ends of n intervals of one length between limits, or the least and the greatest element of x.
func (c *counting) evenEnds(x *Array, n int, limits []float64) *Array {
	e := c.e
	lo, hi := 0.0, 1.0
	switch {
	case limits != nil:
		if lo, hi = limits[0], limits[1]; lo > hi {
			check(errorf(ErrValue, "range from %v to %v", lo, hi))
		}
	case x.Size() > 0:
		y := x.withoutTape()
		low, high := e.Min(y), e.Max(y)
		if known(x) {
			lo, hi = low.scalar("Min").Float64(), high.scalar("Max").Float64()
		}
	}
	if math.IsNaN(lo-hi) || math.IsInf(lo-hi, 0) {
		check(errorf(ErrValue, "range from %v to %v, want finite numbers", lo, hi))
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	d := c.wideDtype(x.dtype)
	k, err := x.be.rootEngine().step(ops.Linspace.Op, d)
	check(err)
	z := newArray(e, x.be.rootEngine(), d)
	z.setShape([]int{n + 1})
	return z.with(k.Fill(e.spec(z), backend.FillAttrs{Start: backend.FloatScalar(lo), Stop: backend.FloatScalar(hi), Endpoint: true}))
}

func (c *counting) wideDtype(d Dtype) Dtype {
	switch {
	case dtype.Narrow.Has(d):
		return Float32
	case d.IsFloat():
		return d
	}
	return Float64
}

// intervals returns the number of the interval that each element of x is in, n for those that are in none.
func (c *counting) intervals(x *Array, g grid) *Array {
	e := c.e
	d, err := e.resultType(c.s, []any{x, g.ends})
	check(err)
	x, ends := e.Astype(x, d), e.Astype(g.ends, d)
	at := e.Subtract(e.SearchSorted(ends, x, Side("right")), 1)
	last := e.columns(ends, []int{g.n})
	at = e.Where(e.Equal(x, last), g.n-1, at)
	if g.lower {
		at = e.Maximum(at, 0)
	}
	if g.upper {
		at = e.Minimum(at, g.n-1)
	}
	out := e.LogicalOr(e.Less(at, 0), e.IsNan(x))
	return e.Where(out, g.n, at)
}

func (e *Env) histogram(x any, opts []Option) *Array {
	c, a := e.newCounting(ops.Histogram, x, opts)
	weights := c.realWeights(a)
	bins := valueOf(opts, ops.Bins)
	if bins == nil {
		bins = 10
	}
	limits := c.limits(1)[0]
	v := e.overAxes(a, opts)
	e.roomForLines(v, v.dims)
	w := weights
	if w != nil {
		w = e.overAxes(w, opts).x
	}
	wide := c.wide(v.x)
	g := c.gridOf(wide, bins, limits)
	g.lower, g.upper = bool(get(opts, ExtendLowerInterval(false))), bool(get(opts, ExtendUpperInterval(false)))
	lines := shape.Size(v.dims)
	e.room(a, Int64, lines, g.n+1)
	z := e.countedIn(c, wide, w, g, lines, v.n)
	if get(opts, Density(false)) {
		z = e.Astype(z, Float64)
		z = e.Divide(e.Divide(z, e.Sum(z, Axis(1), KeepDims(true))), c.lengths(g))
		z = e.Astype(z, c.given)
	}
	z = e.Reshape(e.MatrixTranspose(z), append([]int{g.n}, v.dims...))
	if c.o.has(ops.Dtype) {
		z = e.Astype(z, c.o.dtype)
	}
	return e.toOut(z, &c.o)
}

// realWeights returns the weights of the elements of x, nil if there are none.
func (c *counting) realWeights(x *Array) *Array {
	w := c.e.weightsOf(c.s, x, c.opts)
	if w != nil && w.dtype.IsComplex() {
		check(errorf(ErrDtype, "weights of %v, want real numbers", w.dtype))
	}
	return w
}

// lengths returns those of the intervals, as float64.
func (c *counting) lengths(g grid) *Array {
	ends := c.e.Astype(g.ends, Float64)
	return c.e.Subtract(c.e.partAlong(ends, 0, 1, g.n), c.e.partAlong(ends, 0, 0, g.n))
}

// countedIn returns how many elements of each of so many lines of n are in each interval, (lines, intervals).
func (e *Env) countedIn(c *counting, x, weights *Array, g grid, lines, n int) *Array {
	x = e.Reshape(x, []int{lines, n})
	if weights == nil {
		same := x.withoutTape()
		ends := g.ends.withoutTape()
		if same.dtype == ends.dtype {
			if z := e.kernelOf(ops.CountIntervals, same.dtype, Int64, []int{lines, g.n}, backend.IntervalsAttrs{Lower: g.lower, Upper: g.upper, Even: g.even}, same, ends); z != nil {
				return z
			}
		}
	} else {
		weights = e.Reshape(weights, []int{lines * n})
	}
	at := c.intervals(x.withoutTape(), g)
	if lines != 1 {
		first := e.Reshape(e.Multiply(e.counting(at.be.rootEngine(), lines), g.n+1), []int{lines, 1})
		at = e.Add(at, first)
	}
	z := e.counted(c.s, e.Reshape(at, []int{lines * n}), weights, lines*(g.n+1))
	return e.partAlong(e.Reshape(z, []int{lines, g.n + 1}), 1, 0, g.n)
}

func (e *Env) histogramDD(x any, opts []Option) []*Array {
	c, a := e.newCounting(ops.HistogramDD, x, opts)
	if len(a.shape) != 2 {
		check(errorf(ErrShape, "x of shape %s, want (n, d)", shape.Text(a.shape)))
	}
	n, d := a.shape[0], a.shape[1]
	e.room(a, Float64, a.shape...)
	if d == 0 || d > shape.MaxRank {
		check(errorf(ErrShape, "points of %d numbers, want 1 to %d", d, shape.MaxRank))
	}
	var weights *Array
	if v := valueOf(opts, ops.Weights); v != nil {
		weights = c.realWeights(e.Reshape(e.partAlong(a, 1, 0, 1), []int{n}))
	}
	bins := c.binsOf(a, d)
	limits := c.limits(d)
	wide := c.wide(a)
	grids := make([]grid, d)
	cells, parts := 1, make([]*Array, d)
	dims := make([]int, d)
	for i := range d {
		parts[i] = e.Reshape(e.partAlong(wide, 1, i, 1), []int{n})
		grids[i] = c.gridOf(parts[i], bins[i], limits[i])
		dims[i] = grids[i].n
		if cells > math.MaxInt/(dims[i]+1) {
			check(errorf(ErrShape, "a grid of too many cells"))
		}
		cells *= dims[i] + 1
	}
	check(e.CheckSize(cells, 8))
	at := e.zerosAt(a.be.rootEngine(), Int64, n)
	wider := make([]int, d) // with a place for what is in no interval
	for i, g := range grids {
		wider[i] = dims[i] + 1
		at = e.Add(e.Multiply(at, wider[i]), c.intervals(parts[i].withoutTape(), g))
	}
	z := e.Reshape(e.counted(c.s, at, weights, cells), wider)
	for i := range d {
		z = e.partAlong(z, i, 0, dims[i])
	}
	z = e.copied(z, dims)
	if get(opts, Density(false)) {
		z = e.Astype(z, Float64)
		z = e.Divide(z, e.Sum(z))
		for i, g := range grids {
			line := ones(d)
			line[i] = g.n
			z = e.Divide(z, e.Reshape(c.lengths(g), line))
		}
		z = e.Astype(z, c.given)
	}
	results := []*Array{z}
	for _, g := range grids {
		results = append(results, g.ends)
	}
	return results
}

// binsOf returns what the option Bins says for each of d axes.
func (c *counting) binsOf(x *Array, d int) []any {
	all := make([]any, d)
	v := valueOf(c.opts, ops.Bins)
	if v == nil {
		v = 10
	}
	if _, ok := numberOf(v); ok {
		for i := range all {
			all[i] = v
		}
		return all
	}
	of := func(n int, at func(i int) any) []any {
		if n != d {
			check(errorf(ErrValue, "bins for %d axes, want %d", n, d))
		}
		for i := range all {
			all[i] = at(i)
		}
		return all
	}
	switch v := v.(type) {
	case []int:
		return of(len(v), func(i int) any { return v[i] })
	case []any:
		return of(len(v), func(i int) any { return v[i] })
	case []*Array:
		return of(len(v), func(i int) any { return v[i] })
	case [][]float64:
		return of(len(v), func(i int) any { return v[i] })
	}
	b, err := c.e.asArray(c.s, x.be, v)
	check(err)
	switch {
	case len(b.shape) == 0 && b.dtype.IsInteger():
		n := int(b.scalar("Bins").Float64())
		return of(d, func(int) any { return n })
	case len(b.shape) == 1 && b.dtype.IsInteger():
		if b.shape[0] != d {
			check(errorf(ErrValue, "bins for %d axes, want %d", b.shape[0], d))
		}
		at := c.e.numbersOf(b)
		return of(len(at), func(i int) any { return int(at[i]) })
	case len(b.shape) == 2: // as many ends for each
		rows := c.e.Unstack(b)
		return of(len(rows), func(i int) any { return rows[i] })
	}
	check(errorf(ErrShape, "bins of shape %s, want integers or ends for each axis", shape.Text(b.shape)))
	return nil
}
