package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions that write elements into a copy of an array, or choose them.

// A putting is a call of PutAlongAxis: x with values at indices, which have one shape.
type putting struct {
	e                  *Env
	x, indices, values *Array
	axis               int
}

func (e *Env) putAlongAxis(arr, indices, values any, axis int, opts []Option) *Array {
	var o options
	check(o.parse(ops.PutAlongAxis, opts))
	s := e.now.Load()
	be, err := e.agree(s, arr, indices, values)
	check(err)
	a, err := e.asArray(s, be, arr)
	check(err)
	a, err = e.prepare(s, ops.PutAlongAxis, composed(ops.PutAlongAxis), a)
	check(err)
	at, err := e.indices(s, be, indices)
	check(err)
	v, err := e.assigned(s, a, values)
	check(err)
	mode := string(get(opts, Mode("replace")))
	switch mode {
	case "replace", "sum", "mul", "mean", "amin", "amax":
	case "min", "max":
		mode = "a" + mode
	default:
		check(errorf(ErrValue, "mode %q, want replace, sum, mul, amin, amax or mean", mode))
	}
	if (mode == "amin" || mode == "amax") && a.dtype.IsComplex() || mode == "mean" && a.dtype == Bool {
		check(errorf(ErrDtype, "mode %q of %v", mode, a.dtype))
	}
	rank := len(a.shape)
	axis, err = shape.Axis(axis, rank)
	check(err)
	if len(at.shape) != rank {
		check(errorf(ErrShape, "indices of shape %s for an array of shape %s: as many dimensions are needed", shape.Text(at.shape), shape.Text(a.shape)))
	}
	lines := slices.Clone(a.shape)
	lines[axis] = at.shape[axis]
	dims, err := shape.Broadcast(lines, at.shape)
	check(err)
	check(shape.BroadcastTo(v.shape, dims))
	e.room(a, a.dtype, a.shape...)
	e.room(a, Int64, dims...)
	e.room(a, a.dtype, dims...)
	p := &putting{e, a, e.spread(at, dims), e.spread(v, dims), axis}
	return e.toOut(p.by(mode), &o)
}

// by returns x with the values put in as a mode says.
func (p *putting) by(mode string) *Array {
	e, d := p.e, p.x.dtype
	switch {
	case shape.Size(p.indices.shape) == 0:
		return e.CopyArray(p.x)
	case mode == "replace":
		return e.written(ops.SetIndex, e.CopyArray(p.x), p.values, p.key(), nil, true)
	case d == Bool && (mode == "sum" || mode == "amax"):
		return p.combined((*Env).LogicalOr)
	case d == Bool:
		return p.combined((*Env).LogicalAnd)
	case mode == "amin":
		return p.combined((*Env).Minimum)
	case mode == "amax":
		return p.combined((*Env).Maximum)
	}
	in := d // sums and products of narrow numbers are rounded once
	if dtype.Narrow.Has(d) {
		in = Float32
	} else if mode == "mean" && d.IsInteger() && d != Uint64 {
		in = Int64
	}
	p.x, p.values = e.Astype(p.x, in), e.Astype(p.values, in)
	switch mode {
	case "mul":
		return e.Astype(p.combined((*Env).Multiply), d)
	case "sum":
		return e.Astype(p.sum(), d)
	}
	count := &putting{e, e.OnesLike(p.x, Int64), p.indices, e.OnesLike(p.indices), p.axis}
	n := e.Astype(count.sum(), in)
	if in.IsInteger() {
		return e.Astype(e.FloorDivide(p.sum(), n), d)
	}
	return e.Astype(e.Divide(p.sum(), n), d)
}

// key returns the indices of all axes that name the elements written to.
func (p *putting) key() []*Array {
	key := make([]*Array, len(p.x.shape))
	for i, n := range p.x.shape {
		if i == p.axis {
			key[i] = p.indices
			continue
		}
		line := ones(len(p.x.shape))
		line[i] = n
		key[i] = p.e.spread(p.e.shaped(p.e.counting(p.x.be.rootEngine(), n), line), p.indices.shape)
	}
	return key
}

// sum returns x with the values added.
func (p *putting) sum() *Array {
	return p.e.written(ops.AddIndex, p.e.CopyArray(p.x), p.values, p.key(), nil, true)
}

// combined returns x with f of each element and all values that are put there. Values of one element stand side by side
// after a sort by indices; each step combines those that are twice as far apart, so that the last of them has all.
func (p *putting) combined(f func(*Env, any, any, ...Option) *Array) *Array {
	e, axis := p.e, p.axis
	n := p.x.shape[axis]
	at := p.indices
	at = e.choice(e.Less(at, 0), e.plus(at, e.integerLike(at, n)), at)
	at = e.choice(e.Less(at, 0), e.integerLike(at, n), at) // out of range, as it is no index from the end either
	order := e.ArgSort(at, Axis(axis))
	at = e.TakeAlongAxis(at, order, Axis(axis))
	v := e.TakeAlongAxis(p.values, order, Axis(axis))
	length := at.shape[axis]
	for far := 1; far < length; far *= 2 {
		before := func(x *Array) *Array { return e.partAlong(x, axis, 0, length-far) }
		behind := func(x *Array) *Array { return e.partAlong(x, axis, far, length-far) }
		same := e.equals(before(at), behind(at))
		v = e.joined([]*Array{e.partAlong(v, axis, 0, far), e.choice(same, f(e, before(v), behind(v)), behind(v))}, axis)
	}
	whole := slices.Clone(at.shape)
	whole[axis] = n
	v = f(e, e.TakeAlongAxis(e.spread(p.x, whole), at, Axis(axis)), v)
	last := &putting{e, p.x, at, v, axis}
	return e.written(ops.SetIndex, e.CopyArray(p.x), v, last.key(), nil, true)
}

func (e *Env) fillDiagonal(x, v any, opts []Option) *Array {
	var o options
	check(o.parse(ops.FillDiagonal, opts))
	s := e.now.Load()
	be, err := e.agree(s, x, v)
	check(err)
	a, err := e.asArray(s, be, x)
	check(err)
	a, err = e.prepare(s, ops.FillDiagonal, composed(ops.FillDiagonal), a)
	check(err)
	values, err := e.assigned(s, a, v)
	check(err)
	rank := len(a.shape)
	if rank < 2 {
		check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
	}
	size, end, step := a.Size(), a.Size(), 1
	for i, n := range a.shape {
		if rank > 2 && n != a.shape[0] {
			check(errorf(ErrShape, "shape %s, want lengths that are equal", shape.Text(a.shape)))
		}
		if i > 0 {
			step += shape.Size(a.shape[i:])
		}
	}
	if n := a.shape[1]; rank == 2 && !bool(get(opts, Wrap(false))) {
		end = min(size, shape.Product(n, n))
	}
	e.room(a, a.dtype, a.shape...)
	if end == 0 {
		return e.CopyArray(a)
	}
	if values.Size() == 0 {
		check(errorf(ErrValue, "a diagonal of no values"))
	}
	count := (end-1)/step + 1
	values = e.cycled(values, count)
	if count == 1 {
		step = 1
	}
	flat := e.CopyArray(e.Reshape(a, []int{size}))
	flat = e.written(ops.SetSlice, flat, values, nil, []shape.Range{{Step: step, Len: count}}, true)
	return e.Reshape(flat, a.shape)
}

// cycled returns n elements of x, which has some, in turn.
func (e *Env) cycled(x *Array, n int) *Array {
	size := x.Size()
	switch {
	case size == 1:
		return e.spread(e.shaped(x, []int{1}), []int{n})
	case size >= n:
		return e.partAlong(e.Reshape(x, []int{size}), 0, 0, n)
	}
	return e.partAlong(e.Tile(e.Reshape(x, []int{size}), []int{(n-1)/size + 1}), 0, 0, n)
}

func (e *Env) choose(arr any, choices []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.Choose, opts))
	s := e.now.Load()
	_, err := e.agree(s, arr)
	check(err)
	if len(choices) == 0 {
		check(errorf(ErrValue, "no choices"))
	}
	xs := e.promoteUnlike(s, choices)
	be, err := e.agree(s, arr, xs[0])
	check(err)
	at, err := e.asArray(s, be, arr)
	check(err)
	if !at.dtype.IsInteger() {
		check(errorf(ErrDtype, "arr of dtype %v, want %v", at.dtype, dtype.Integer))
	}
	mode := string(get(opts, Mode("raise")))
	at = e.amongChoices(at, len(xs), mode)
	shapes := [][]int{at.shape}
	for _, x := range xs {
		shapes = append(shapes, x.shape)
	}
	dims, err := shape.Broadcast(shapes...)
	check(err)
	e.room(xs[0], xs[0].dtype, append([]int{len(xs)}, dims...)...)
	for i, x := range xs {
		xs[i] = e.spread(x, dims)
	}
	one := append([]int{1}, dims...)
	z := e.TakeAlongAxis(e.Stack(xs), e.shaped(e.spread(at, dims), one), Axis(0))
	return e.toOut(e.Reshape(z, dims), &o)
}

// amongChoices returns int64 numbers of n choices: those that no choice has are as a mode says, and n with the mode "raise".
func (e *Env) amongChoices(at *Array, n int, mode string) *Array {
	switch mode {
	case "raise":
		at = e.signed(at, n)
		return e.Where(e.Less(at, 0), n, at)
	case "wrap", "clip":
		return e.inRange(at, n, mode)
	}
	check(errorf(ErrValue, "mode %q, want raise, wrap or clip", mode))
	return nil
}

// AssociativeScan returns the results of an associative function along an axis, the first by default: of position i
// what f makes of the elements up to i, as f(f(x₀, x₁), x₂) and so on, or, as the order of the calls is open, as
// f(x₀, f(x₁, x₂)). f takes two arrays of one shape, whose length along the axis is any, and returns one of that shape, whose elements
// depend on the other axes as a whole if it likes (the product of matrices, say). With Reverse(true) it is of the elements from i
// on to the end: the scan of x in reverse order, reversed. f is called about 2·log₂ n times for n elements, on n elements
// in all or less. It can be differentiated, and compiled, if f can.
//
// An error is of kind ErrIndex for an axis that is not there, and ErrShape or ErrDtype for an f that returns another shape or dtype.
func (e *Env) AssociativeScan(x any, f func(x, y *Array) *Array, opts ...Option) *Array {
	defer blame("AssociativeScan")
	a, _, _ := e.use(ops.AssociativeScanned, x, opts)
	axis, err := oneAxis(opts, 0)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	if f == nil {
		check(errorf(ErrValue, "no function"))
	}
	reverse := bool(get(opts, Reverse(false)))
	if reverse {
		a = e.Flip(a, Axis(axis))
	}
	z := e.scannedBy(f, a, axis)
	if reverse {
		z = e.Flip(z, Axis(axis))
	}
	if z == a {
		z = e.viewed(ops.Reshape, a, a.shape, backend.ViewAttrs{})
	}
	return entered(z)
}

// scannedBy returns the scan of x by f: that of pairs of neighbours, which are the results at odd positions, and f
// of these and the elements behind them for the even ones (R. E. Ladner and M. J. Fischer, Parallel Prefix Computation, 1980).
func (e *Env) scannedBy(f func(x, y *Array) *Array, x *Array, axis int) *Array {
	n := x.shape[axis]
	if n < 2 {
		return x
	}
	every := func(x *Array, first, n int) *Array {
		rs := wholes(x)
		rs[axis] = shape.Range{Start: first, Step: 2, Len: n}
		if n < 2 {
			rs[axis].Step = 1
		}
		if n == 0 {
			rs[axis].Start = 0
		}
		return e.slice(x, rs)
	}
	call := func(x, y *Array) *Array {
		z := f(x, y)
		check(z.usable())
		if !slices.Equal(z.shape, x.shape) {
			check(errorf(ErrShape, "the function returns shape %s for shapes %s", shape.Text(z.shape), shape.Text(x.shape)))
		}
		if z.dtype != x.dtype {
			check(errorf(ErrDtype, "the function returns %v for %v", z.dtype, x.dtype))
		}
		return z
	}
	half := n / 2
	odd := e.scannedBy(f, call(every(x, 0, half), every(x, 1, half)), axis)
	even := every(x, 0, 1)
	if more := (n - 1) / 2; more > 0 {
		even = e.joined([]*Array{even, call(e.partAlong(odd, axis, 0, more), every(x, 2, more))}, axis)
	}
	// even₀, odd₀, even₁, odd₁, …
	if n%2 != 0 {
		last := e.partAlong(even, axis, half, 1)
		return e.joined([]*Array{e.interleaved(e.partAlong(even, axis, 0, half), odd, axis), last}, axis)
	}
	return e.interleaved(even, odd, axis)
}

// interleaved returns the elements of x and y in turn along an axis.
func (e *Env) interleaved(x, y *Array, axis int) *Array {
	apart := slices.Insert(slices.Clone(x.shape), axis+1, 1)
	dims := slices.Clone(x.shape)
	dims[axis] *= 2
	return e.shaped(e.joined([]*Array{e.shaped(x, apart), e.shaped(y, apart)}, axis+1), dims)
}
