package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// The functions below are composed of others: they need no kernels, so every backend has them,
// with the same dtypes. A step that fails panics; the public function defers a call that makes
// this an error of that function.

// Of dtypes and shapes.

func (e *Env) astype(x any, d Dtype, opts []Option) *Array {
	var o options
	check(o.parse(ops.Astype, opts))
	if !d.IsValid() {
		check(errorf(ErrDtype, "%v is no dtype", d))
	}
	a, err := e.asArray(e.now.Load(), nil, x)
	check(err)
	check(a.be.onDevice(get(opts, Device(""))))
	if a.dtype == d {
		if o.out != nil {
			return e.toOut(a, &o)
		}
		if !get(opts, Copy(true)) {
			return a
		}
		if get(opts, Copy(false)) {
			return e.CopyArray(a)
		}
		z, err := e.view(ops.Reshape.Op, a, a.shape, backend.ViewAttrs{})
		check(err)
		return z
	}
	z, err := e.castTo(a, d)
	check(err)
	return e.toOut(z, &o)
}

// viewOf is the end of functions that only change the shape.
func (e *Env) viewOf(op *ops.Op, a *Array, dims []int, attrs backend.ViewAttrs, o *options) *Array {
	z, err := e.view(op, a, dims, attrs)
	check(err)
	return e.toOut(z, o)
}

func (e *Env) broadcastTo(x any, dims []int, opts []Option) *Array {
	a, o, _ := e.use(ops.BroadcastTo.Op, x, opts)
	check(shape.Check(dims, a.dtype.Size()))
	check(shape.BroadcastTo(a.shape, dims))
	return e.viewOf(ops.BroadcastTo.Op, a, dims, backend.ViewAttrs{}, &o)
}

func (e *Env) broadcastArrays(arrays []*Array) []*Array {
	_, err := agreeArrays(e.now.Load(), arrays)
	check(err)
	shapes := make([][]int, len(arrays))
	for i, a := range arrays {
		shapes[i] = a.shape
	}
	dims, err := shape.Broadcast(shapes...)
	check(err)
	zs := make([]*Array, len(arrays))
	for i, a := range arrays {
		zs[i] = e.BroadcastTo(a, dims)
	}
	return zs
}

func (e *Env) reshape(x any, dims []int, opts []Option) *Array {
	a, o, _ := e.use(ops.Reshape.Op, x, opts)
	dims, err := shape.Reshape(a.shape, dims)
	check(err)
	if o.has(ops.Copy) {
		if get(opts, Copy(true)) {
			a = e.CopyArray(a)
		} else { // a view that writes go through, if that is what the memory allows
			return e.toOut(e.alias(a, dims), &o)
		}
	}
	return e.viewOf(ops.Reshape.Op, a, dims, backend.ViewAttrs{}, &o)
}

// alias returns a in another shape as a view of it. The view's axes must be a's but
// for those of length 1, or a have one run of elements that is all of its root.
func (e *Env) alias(a *Array, dims []int) *Array {
	if !slices.Equal(strip(a.shape), strip(dims)) {
		check(errorf(ErrValue, "shape %s becomes %s by copying alone", shape.Text(a.shape), shape.Text(dims)))
	}
	v := e.GetItem(a)
	if v.group.Load() == nil {
		return e.Reshape(v, dims)
	}
	z := newArray(e, a.be, a.dtype)
	z.setShape(dims)
	of := v.mem.Load()
	z.mem.Store(&memory{ranges: of.ranges, version: of.version - 1}) // its buffer is made when it is needed
	v.group.Load().join(z)
	return z
}

// strip returns the lengths other than 1.
func strip(dims []int) []int {
	return slices.DeleteFunc(slices.Clone(dims), func(n int) bool { return n == 1 })
}

func (e *Env) permuteDims(x any, axes []int, opts []Option) *Array {
	a, o, _ := e.use(ops.PermuteDims.Op, x, opts)
	dims, perm, err := shape.Permute(a.shape, axes)
	check(err)
	return e.viewOf(ops.PermuteDims.Op, a, dims, backend.ViewAttrs{Perm: perm}, &o)
}

func (e *Env) matrixTranspose(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.MatrixTranspose, x, opts)
	n := len(a.shape)
	if n < 2 {
		check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
	}
	perm := shape.All(n)
	perm[n-2], perm[n-1] = n-1, n-2
	return e.toOut(e.PermuteDims(a, perm), &o)
}

func (e *Env) moveAxis(x any, source, destination []int, opts []Option) *Array {
	a, o, _ := e.use(ops.MoveAxis, x, opts)
	perm, err := shape.Move(source, destination, len(a.shape))
	check(err)
	return e.toOut(e.PermuteDims(a, perm), &o)
}

func (e *Env) expandDims(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.ExpandDims, x, opts)
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = []int{0}
	}
	dims, err := shape.ExpandDims(a.shape, axes)
	check(err)
	return e.viewOf(ops.Reshape.Op, a, dims, backend.ViewAttrs{}, &o)
}

func (e *Env) squeeze(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Squeeze, x, opts)
	axes := manyAxes(opts, nil)
	if axes == nil {
		for i, n := range a.shape {
			if n == 1 {
				axes = append(axes, i)
			}
		}
	}
	dims, err := shape.Squeeze(a.shape, axes)
	check(err)
	return e.viewOf(ops.Reshape.Op, a, dims, backend.ViewAttrs{}, &o)
}

// slice returns the ranges of a, which share its memory until either is written to.
func (e *Env) slice(a *Array, ranges []shape.Range) *Array {
	dims := shape.Lens(ranges)
	z, err := e.view(ops.Slice.Op, a, dims, backend.ViewAttrs{Ranges: ranges})
	check(err)
	return z
}

// wholes returns the ranges that are all of a.
func wholes(a *Array) []shape.Range {
	rs := make([]shape.Range, len(a.shape))
	for i, n := range a.shape {
		rs[i] = shape.Full(n)
	}
	return rs
}

// partAlong returns n elements of x along an axis from the first on.
func (e *Env) partAlong(x *Array, axis, first, n int) *Array {
	if first == 0 && n == x.shape[axis] {
		return x
	}
	rs := wholes(x)
	rs[axis] = shape.Range{Start: first, Step: 1, Len: n}
	return e.slice(x, rs)
}

// equalParts splits an axis of x into n parts of one length, which divide it.
func (e *Env) equalParts(x *Array, axis, n int) []*Array {
	zs := make([]*Array, n)
	size := x.shape[axis] / n
	for i := range zs {
		zs[i] = e.partAlong(x, axis, i*size, size)
	}
	return zs
}

func (e *Env) flip(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Flip, x, opts)
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(len(a.shape))
	}
	axes, err := shape.Axes(axes, len(a.shape))
	check(err)
	rs := wholes(a)
	for _, i := range axes {
		if n := a.shape[i]; n > 0 {
			rs[i] = shape.Range{Start: n - 1, Step: -1, Len: n}
		}
	}
	return e.toOut(e.slice(a, rs), &o)
}

func (e *Env) roll(x any, shift []int, opts []Option) *Array {
	a, o, _ := e.use(ops.Roll, x, opts)
	axes := manyAxes(opts, nil)
	flat := axes == nil
	z := a
	if flat {
		if len(shift) != 1 {
			check(errorf(ErrValue, "%d shifts without an axis", len(shift)))
		}
		z, axes = e.Reshape(a, []int{-1}), []int{0}
		if a.Size() == 0 {
			z = e.Reshape(a, []int{0})
		}
	}
	if len(shift) == 1 && len(axes) > 1 {
		shift = slices.Repeat(shift, len(axes))
	}
	if len(axes) == 1 && len(shift) > 1 {
		axes = slices.Repeat(axes, len(shift))
	}
	if len(axes) != len(shift) {
		check(errorf(ErrValue, "%d shifts for %d axes", len(shift), len(axes)))
	}
	for i, axis := range axes {
		axis, err := shape.Axis(axis, len(z.shape))
		check(err)
		n := z.shape[axis]
		if n == 0 {
			continue
		}
		by := (shift[i]%n + n) % n
		if by == 0 {
			continue
		}
		z = e.Concat([]*Array{e.partAlong(z, axis, n-by, by), e.partAlong(z, axis, 0, n-by)}, Axis(axis))
	}
	if flat {
		z = e.Reshape(z, a.shape)
	} else if z == a {
		z = e.Reshape(a, a.shape)
	}
	return e.toOut(z, &o)
}

func (e *Env) stack(arrays []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.Stack, opts))
	if len(arrays) == 0 {
		check(errorf(ErrValue, "no arrays to join"))
	}
	_, err := agreeArrays(e.now.Load(), arrays)
	check(err)
	axis, err := oneAxis(opts, 0)
	check(err)
	axis, err = shape.Axis(axis, len(arrays[0].shape)+1)
	check(err)
	wide := make([]*Array, len(arrays))
	for i, a := range arrays {
		if !slices.Equal(a.shape, arrays[0].shape) {
			check(errorf(ErrShape, "shapes %s and %s do not stack", shape.Text(arrays[0].shape), shape.Text(a.shape)))
		}
		wide[i] = e.ExpandDims(a, Axis(axis))
	}
	return e.toOut(e.Concat(wide, Axis(axis)), &o)
}

func (e *Env) unstack(x any, opts []Option) []*Array {
	a, _, _ := e.use(ops.Unstack, x, opts)
	axis, err := oneAxis(opts, 0)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	dims := shape.Reduce(a.shape, []int{axis}, false)
	check(backend.CheckElements(a.shape[axis], partBytes))
	zs := make([]*Array, a.shape[axis])
	if e.splitsOnHost(a, len(zs)) {
		e.splitOnHost(zs, a, axis, dims)
		return zs
	}
	for i := range zs {
		zs[i] = e.Reshape(e.partAlong(a, axis, i, 1), dims)
	}
	return zs
}

// Arrays of a backend whose views are operations of a library are split in host memory
// from mostViews parts on, if these have at most hostPart bytes: a view of so little takes
// the library many times as long as a copy.
const (
	mostViews = 64
	hostPart  = 4 << 10
)

// splitsOnHost reports whether splitOnHost is the faster way to split a into n parts.
func (e *Env) splitsOnHost(a *Array, n int) bool {
	return !a.be.inPlace && !a.be.abstract && a.be.level == nil && n >= mostViews && a.Nbytes()/n <= hostPart && a.Device() == Device(a.be.Devices()[0])
}

// splitOnHost sets zs to the parts of a along an axis, of shape dims, copied one by one
// from all its elements in host memory.
func (e *Env) splitOnHost(zs []*Array, a *Array, axis int, dims []int) {
	k := a.be.table.Entry(ops.Slice.Op)
	a, err := e.prepare(e.now.Load(), ops.Slice.Op, k, a)
	check(err)
	if axis > 0 {
		a = e.MoveAxis(a, []int{axis}, []int{0})
	}
	data, err := a.bytes()
	check(err)
	n := len(data) / len(zs)
	for i := range zs {
		z := newArray(e, a.be, a.dtype)
		z.setShape(dims)
		z.buf, err = a.be.FromHost(e.spec(z), data[i*n:(i+1)*n])
		check(err)
		zs[i] = z
	}
}

// withoutElements returns an array of a's dtype and a shape without elements. a has an
// axis.
func (e *Env) withoutElements(a *Array, dims []int) *Array {
	rs := make([]shape.Range, len(a.shape))
	for i := range rs {
		rs[i] = shape.Range{Step: 1}
	}
	z, err := e.view(ops.Reshape.Op, e.slice(a, rs), dims, backend.ViewAttrs{})
	check(err)
	return z
}

// partBytes is what each of many small arrays takes, about, besides its elements: an Array,
// and what its backend keeps for it.
const partBytes = 1 << 10

func (e *Env) tile(x any, repetitions []int, opts []Option) *Array {
	a, o, _ := e.use(ops.Tile, x, opts)
	rank := max(len(a.shape), len(repetitions))
	if rank > shape.MaxRank {
		check(errorf(ErrShape, "%d repetitions (at most %d)", len(repetitions), shape.MaxRank))
	}
	dims := append(slices.Repeat([]int{1}, rank-len(a.shape)), a.shape...)
	reps := append(slices.Repeat([]int{1}, rank-len(repetitions)), repetitions...)
	out := make([]int, rank)
	for i, r := range reps {
		if r < 0 {
			check(errorf(ErrValue, "%d repetitions", r))
		}
		if r > 0 && dims[i] > math.MaxInt/r {
			check(errorf(ErrShape, "%d repetitions of axis %d are too many", r, i))
		}
		out[i] = dims[i] * r
	}
	check(shape.Check(out, a.dtype.Size()))
	if shape.Size(out) == 0 { // at once, however often an axis is repeated
		return e.toOut(e.withoutElements(e.Reshape(a, dims), out), &o)
	}
	if 2*rank > shape.MaxRank { // too many axes to interleave: one axis at a time
		z := e.Reshape(a, dims)
		for i, r := range reps {
			if r != 1 {
				dims[i] = out[i]
				parts := []int{shape.Size(z.shape[:i]), r, shape.Size(z.shape[i:])}
				z = e.copied(e.BroadcastTo(e.Reshape(z, []int{parts[0], 1, parts[2]}), parts), dims)
			}
		}
		return e.toOut(e.Reshape(z, out), &o)
	}
	thin, wide := make([]int, 0, 2*rank), make([]int, 0, 2*rank)
	for i, r := range reps {
		thin = append(thin, 1, dims[i])
		wide = append(wide, r, dims[i])
	}
	return e.toOut(e.copied(e.BroadcastTo(e.Reshape(a, thin), wide), out), &o)
}

// over returns the option of a function that may put its result in the place of z, which nobody else has.
func over(z *Array) []Option {
	if z.be.inPlace && !z.be.abstract {
		return []Option{Out(z)}
	}
	return nil
}

// copied returns a copy of a in another shape.
func (e *Env) copied(a *Array, dims []int) *Array {
	c := e.CopyArray(a)
	z := e.viewed(ops.Reshape, c, dims, backend.ViewAttrs{})
	c.end()
	return z
}

func (e *Env) repeat(x, repeats any, opts []Option) *Array {
	a, o, s := e.use(ops.Repeat, x, opts)
	be := a.be
	if !isArray(repeats) { // numbers are known, whatever repeats them
		be = nativeEngine()
	}
	r, err := e.asArray(s, be, repeats)
	check(err)
	if !r.dtype.IsInteger() {
		check(errorf(ErrDtype, "repeats of dtype %v, want %v", r.dtype, dtype.Integer))
	}
	if len(r.shape) > 1 {
		check(errorf(ErrShape, "repeats of shape %s, want one dimension or none", shape.Text(r.shape)))
	}
	axis := 0
	if noAxis(opts) {
		a = e.Reshape(a, []int{a.Size()})
	} else {
		axis, err = oneAxis(opts, 0)
		check(err)
		axis, err = shape.Axis(axis, len(a.shape))
		check(err)
	}
	n := a.shape[axis]
	if len(r.shape) == 1 && r.shape[0] != n && r.shape[0] != 1 {
		check(errorf(ErrShape, "%d repeats for an axis of length %d", r.shape[0], n))
	}
	counts, err := extract[int64](e.Astype(r, Int64))
	check(err)
	total := 0
	if c := slices.Min(append(counts, 0)); c < 0 {
		check(errorf(ErrValue, "%d repeats", c))
	}
	each := len(counts) == 1 // as often
	if each && n > 0 {
		if counts[0] > int64(math.MaxInt/n) {
			check(errorf(ErrShape, "too many repeats"))
		}
		total = n * int(counts[0])
	}
	for i := 0; i < n && !each; i++ {
		c := counts[i]
		if c > int64(math.MaxInt-total) {
			check(errorf(ErrShape, "too many repeats"))
		}
		total += int(c)
	}
	dims := slices.Clone(a.shape)
	dims[axis] = total
	check(shape.Check(dims, a.dtype.Size()))
	if shape.Size(dims) == 0 { // without an index for each repetition
		return e.toOut(e.withoutElements(a, dims), &o)
	}
	if each && len(dims) < shape.MaxRank { // by a broadcast axis behind
		thin := slices.Insert(slices.Clone(a.shape), axis+1, 1)
		wide := slices.Insert(slices.Clone(a.shape), axis+1, int(counts[0]))
		return e.toOut(e.copied(e.BroadcastTo(e.Reshape(a, thin), wide), dims), &o)
	}
	check(e.CheckSize(total, 8))
	idx := make([]int64, total)
	left := idx
	for i := range n {
		c := counts[min(i, len(counts)-1)]
		for j := range left[:c] {
			left[j] = int64(i)
		}
		left = left[c:]
	}
	at, err := e.fromGo(s, a.be, idx, Int64)
	check(err)
	return e.toOut(e.Take(a, at, Axis(axis)), &o)
}

func (e *Env) pad(x any, width [][2]int, opts []Option) *Array {
	a, o, s := e.use(ops.Pad, x, opts)
	rank := len(a.shape)
	for _, w := range width {
		if w[0] < 0 || w[1] < 0 {
			check(errorf(ErrValue, "widths %v, want 0 or more", w))
		}
	}
	if len(width) == 1 && rank != 1 {
		width = slices.Repeat(width, rank)
	}
	if len(width) != rank {
		check(errorf(ErrValue, "%d pairs of widths for %d axes", len(width), rank))
	}
	dims := make([]int, rank)
	for i, w := range width {
		if w[0] > math.MaxInt/4 || w[1] > math.MaxInt/4 {
			check(errorf(ErrShape, "widths %v are too large", w))
		}
		dims[i] = a.shape[i] + w[0] + w[1]
	}
	check(shape.Check(dims, a.dtype.Size()))
	mode := string(get(opts, Mode("constant")))
	if o.has(ops.ConstantValues) && mode != "constant" {
		check(errorf(ErrValue, "constant_values with mode %q", mode))
	}
	switch mode {
	case "constant":
		v := any(0)
		if o.has(ops.ConstantValues) {
			v = valueOf(opts, ops.ConstantValues)
		}
		value, err := e.assigned(s, a, v)
		check(err)
		if len(value.shape) > 0 {
			check(errorf(ErrShape, "constant_values of shape %s, want a number", shape.Text(value.shape)))
		}
		z := e.CopyArray(e.BroadcastTo(value, dims))
		rs := make([]shape.Range, rank)
		for i, w := range width {
			rs[i] = shape.Range{Start: w[0], Step: 1, Len: a.shape[i]}
		}
		if a.Size() > 0 {
			k, err := a.be.step(ops.SetSlice.Op, a.dtype)
			check(err)
			z.buf, err = k.Assign(z.buf, a.buffer(), nil, backend.AssignAttrs{Ranges: rs, Stop: e.stop()})
			check(err)
		}
		return e.toOut(z, &o)
	case "edge", "reflect", "symmetric", "wrap":
	case "linear_ramp", "maximum", "mean", "median", "minimum", "empty":
		check(errorf(ErrUnsupported, "mode %q (there is constant, edge, reflect, symmetric, wrap)", mode))
	default:
		check(errorf(ErrValue, "mode %q, want constant, edge, reflect, symmetric or wrap", mode))
	}
	z := a
	empty := shape.Size(dims) == 0 // made without an index for each position
	for i, w := range width {
		if w == [2]int{} {
			continue
		}
		n := a.shape[i]
		if n == 0 {
			check(errorf(ErrValue, "axis %d of length 0 has nothing to pad with", i))
		}
		if empty {
			continue
		}
		check(e.CheckSize(dims[i], 8))
		at := make([]int64, dims[i])
		for j := range at {
			at[j] = int64(padIndex(mode, j-w[0], n))
		}
		idx, err := e.fromGo(s, a.be, at, Int64)
		check(err)
		z = e.Take(z, idx, Axis(i))
	}
	if empty {
		z = e.withoutElements(a, dims)
	} else if z == a {
		z = e.CopyArray(a)
	}
	return e.toOut(z, &o)
}

// padIndex returns the place of the element that stands at i, which may be outside,
// of an axis of length n.
func padIndex(mode string, i, n int) int {
	mod := func(a, b int) int { return (a%b + b) % b }
	switch mode {
	case "wrap":
		return mod(i, n)
	case "symmetric":
		if i = mod(i, 2*n); i >= n {
			i = 2*n - 1 - i
		}
		return i
	case "reflect":
		if n == 1 {
			return 0
		}
		if i = mod(i, 2*n-2); i >= n {
			i = 2*n - 2 - i
		}
		return i
	}
	return min(max(i, 0), n-1)
}

// Of elements.

func (e *Env) clip(x, lo, hi any, opts []Option) *Array {
	var o options
	check(o.parse(ops.Clip, opts))
	s := e.now.Load()
	be, err := e.agree(s, x, lo, hi)
	check(err)
	if lo != nil || hi != nil { // all at once: the tables are not associative
		given := slices.DeleteFunc([]any{x, lo, hi}, func(v any) bool { return v == nil })
		d, err := e.resultType(s, given)
		check(err)
		x = e.unify(s, be, x, d)
		if isArray(lo) {
			lo = e.unify(s, be, lo, d)
		}
		if isArray(hi) {
			hi = e.unify(s, be, hi, d)
		}
	}
	a, err := e.asArray(s, be, x)
	check(err)
	a, err = e.prepare(s, ops.Clip, composed(ops.Clip), a)
	check(err)
	z := a
	if lo != nil {
		z = e.Maximum(z, lo)
	}
	if hi != nil {
		low := z
		if _, _, number := backend.ScalarOf(hi); number && low != a {
			z = e.Minimum(low, hi, over(low)...)
		} else { // with which the result may broadcast
			z = e.Minimum(low, hi)
		}
		if z != low && low != a {
			low.Free()
		}
	}
	if z == a {
		z = e.CopyArray(a)
	}
	return e.toOut(z, &o)
}

// unify makes an operand an array of dtype d, which it has in common with the others.
func (e *Env) unify(s *state, be *engine, x any, d Dtype) *Array {
	p, err := e.operand(s, be, x)
	check(err)
	if p.arr == nil {
		p.arr, err = e.fromGo(s, be, p.scalar, d)
	} else if p.arr, err = p.arr.to(be); err == nil {
		p.arr, err = e.castTo(p.arr, d)
	}
	check(err)
	return p.arr
}

func (e *Env) isClose(x1, x2 any, opts []Option) *Array {
	var o options
	check(o.parse(ops.IsClose, opts))
	s := e.now.Load()
	a, b, err := owned(e.pair(s, ops.IsClose, x1, x2))
	check(err)
	a, b, err = e.promotePair(s, ops.IsClose, a, b)
	check(err)
	if valueOf(opts, ops.Rtol) != nil {
		check(errorf(ErrValue, "tolerances by an array (want Rtol)"))
	}
	rtol, atol := float64(get(opts, Rtol(1e-5))), float64(get(opts, Atol(1e-8)))
	var made []*Array // on the way, by this function alone
	add := func(z *Array) *Array {
		if !slices.Contains(made, z) {
			made = append(made, z)
		}
		return z
	}
	widened := func(x *Array, d Dtype) *Array {
		if x.dtype == d {
			return x
		}
		return add(e.Astype(x, d))
	}
	z := e.Equal(a, b)
	if !dtype.Inexact.Has(a.dtype) { // integers and bools, whose differences wrap
		a, b = widened(a, Float64), widened(b, Float64)
	}
	// Tolerances below the dtype's own grain must not vanish.
	bound := widened(add(e.Abs(b)), Float64)
	bound = e.Multiply(bound, rtol, over(bound)...)
	bound = add(e.Add(add(bound), atol, over(bound)...))
	distance := add(e.Subtract(a, b))
	if distance.dtype.IsComplex() {
		distance = add(e.Abs(distance))
	} else {
		distance = add(e.Abs(distance, over(distance)...))
	}
	near := add(e.LessEqual(widened(distance, Float64), bound))
	near = add(e.LogicalAnd(near, add(e.IsFinite(b)), over(near)...))
	near = add(e.LogicalAnd(near, add(e.IsFinite(a)), over(near)...))
	z = e.LogicalOr(z, near, over(z)...)
	if get(opts, EqualNaN(false)) {
		nan := add(e.LogicalAnd(add(e.IsNan(a)), add(e.IsNan(b))))
		z = e.LogicalOr(z, nan, over(z)...)
	}
	for _, x := range made {
		x.Free()
	}
	return e.toOut(z, &o)
}

func (e *Env) allClose(x1, x2 any, opts []Option) *Array {
	var o options
	check(o.parse(ops.AllClose, opts))
	rest := slices.DeleteFunc(slices.Clone(opts), func(x Option) bool { v, ok := x.(valued); return ok && v.opt == ops.Out })
	return e.toOut(e.All(e.IsClose(x1, x2, rest...)), &o)
}

func (e *Env) nanToNum(x any, opts []Option) *Array {
	a, o, s := e.use(ops.NanToNum, x, opts)
	copied := get(opts, Copy(true))
	if !dtype.Inexact.Has(a.dtype) {
		if copied {
			a = e.CopyArray(a)
		}
		return e.toOut(a, &o)
	}
	part := a.dtype.Component()
	limits, err := dtype.Finfo(part)
	check(err)
	value := func(opt ops.Opt, otherwise float64) *Array {
		v := valueOf(opts, opt)
		if v == nil {
			v = otherwise
		}
		z, err := e.fromGo(s, a.be, v, part)
		check(err)
		return z
	}
	fix := func(p *Array) *Array {
		put := func(z, where, v *Array) *Array {
			defer where.Free()
			if z == p || len(v.shape) > 0 { // with which the result may broadcast
				return e.selected(where, v, z)
			}
			return e.selected(where, v, z, over(z)...)
		}
		z := put(p, e.IsNan(p), value(ops.Nan, 0))
		z = put(z, e.Equal(p, math.Inf(1)), value(ops.PosInf, limits.Max))
		return put(z, e.Equal(p, math.Inf(-1)), value(ops.NegInf, limits.Min))
	}
	z := (*Array)(nil)
	if a.dtype.IsComplex() {
		joined, be, err := e.binary(ops.JoinComplex.Op, fix(e.Real(a)), fix(e.Imag(a)), nil)
		z = one(ops.JoinComplex.Op, joined, be, err)
	} else {
		z = fix(a)
	}
	if !copied {
		if !slices.Equal(z.shape, a.shape) {
			check(errorf(ErrShape, "shape %v cannot be written into x of shape %v: Nan, PosInf and NegInf broadcast it to another shape", z.shape, a.shape))
		}
		check(a.fill(z.buffer()))
		z = a
	}
	return e.toOut(z, &o)
}

// Of differences and sets.

func (e *Env) diff(x any, opts []Option) *Array {
	a, o, s := e.use(ops.Diff, x, opts)
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	n := int(get(opts, N(1)))
	if n < 0 {
		check(errorf(ErrValue, "differences taken %d times", n))
	}
	parts := []*Array{a}
	add := func(opt ops.Opt, front bool) {
		if !o.has(opt) {
			return
		}
		_, p, err := owned(e.pairOn(s, ops.Diff, a.be, a, valueOf(opts, opt)))
		check(err)
		if len(p.shape) == 0 {
			dims := slices.Clone(a.shape)
			dims[axis] = 1
			p = e.BroadcastTo(p, dims)
		}
		if front {
			parts = slices.Insert(parts, 0, p)
		} else {
			parts = append(parts, p)
		}
	}
	if n > 0 {
		add(ops.Prepend, true)
		add(ops.Append, false)
	}
	z := a
	if len(parts) > 1 {
		z = e.Concat(parts, Axis(axis))
	}
	if n == 0 {
		z = e.CopyArray(a)
	}
	if length := z.shape[axis]; n >= length || z.Size() == 0 {
		return e.toOut(e.noDifferences(z, axis, min(n, length)), &o)
	}
	for range n {
		length := z.shape[axis]
		z = e.Subtract(e.partAlong(z, axis, 1, length-1), e.partAlong(z, axis, 0, length-1))
	}
	return e.toOut(z, &o)
}

// noDifferences returns the differences along an axis of z, taken n times, of which there
// are none, or no elements along the other axes. What is subtracted has no elements, and
// only as often as its dtype changes.
func (e *Env) noDifferences(z *Array, axis, n int) *Array {
	rs := wholes(z)
	rs[axis] = shape.Range{Step: 1, Len: z.shape[axis] - n}
	for range n {
		before := z.dtype
		empty := e.slice(z, rs)
		if z = e.Subtract(empty, empty); z.dtype == before {
			break
		}
		rs = wholes(z)
	}
	return z
}

func (e *Env) nonzero(x any) []*Array {
	zs, be, err := e.find(ops.Nonzero.Op, x)
	if err != nil {
		panic(wrap("Nonzero", be, err))
	}
	return zs
}

func (e *Env) uniqueAll(x any) (values, indices, inverse, counts *Array) {
	zs, be, err := e.find(ops.UniqueAll.Op, x)
	if err != nil {
		panic(wrap("UniqueAll", be, err))
	}
	return zs[0], zs[1], zs[2], zs[3]
}

func (e *Env) uniqueCounts(x any) (values, counts *Array) {
	values, _, _, counts = e.UniqueAll(x)
	return values, counts
}

func (e *Env) uniqueInverse(x any) (values, inverse *Array) {
	values, _, inverse, _ = e.UniqueAll(x)
	return values, inverse
}

func (e *Env) uniqueValues(x any) *Array {
	values, _, _, _ := e.UniqueAll(x)
	return values
}
