package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions that take arrays apart and put them together.

// wholeNumbers returns the integers of an operand of at most one axis; one reports that it is a number alone.
func (e *Env) wholeNumbers(s *state, be *engine, name string, v any) (ns []int, one bool) {
	if !isArray(v) { // numbers are known, whatever array they are about
		be = nativeEngine()
	}
	r, err := e.asArray(s, be, v)
	check(err)
	if !r.dtype.IsInteger() {
		if r.Size() == 0 && !isArray(v) { // an empty list has no dtype
			return nil, false
		}
		check(errorf(ErrDtype, "%s of dtype %v, want %v", name, r.dtype, dtype.Integer))
	}
	if len(r.shape) > 1 {
		check(errorf(ErrShape, "%s of shape %s, want one dimension or none", name, shape.Text(r.shape)))
	}
	if r.dtype == Uint64 {
		r = e.Minimum(r, uint64(math.MaxInt64))
	}
	wide, err := extract[int64](e.Astype(r, Int64))
	check(err)
	ns = make([]int, len(wide))
	for i, n := range wide {
		ns[i] = int(max(math.MinInt, min(n, math.MaxInt)))
	}
	return ns, len(r.shape) == 0
}

// cutAlong returns the ranges of an axis of a, as arrays.
func (e *Env) cutAlong(a *Array, axis int, ranges []shape.Range) []*Array {
	zs := make([]*Array, len(ranges))
	for i, r := range ranges {
		rs := wholes(a)
		rs[axis] = r
		zs[i] = e.slice(a, rs)
	}
	return zs
}

// sections returns the ranges of an axis of so many elements that have these lengths.
func sections(lengths []int) []shape.Range {
	rs := make([]shape.Range, len(lengths))
	at := 0
	for i, n := range lengths {
		if n > 0 {
			rs[i].Start = at
		}
		rs[i].Step, rs[i].Len = 1, n
		at += n
	}
	return rs
}

// sameSections returns the lengths of n parts of an axis. Those of which there is a remainder are longer by one.
func (e *Env) sameSections(length, n int, remainder bool) []int {
	if n < 1 {
		check(errorf(ErrValue, "%d parts, want 1 or more", n))
	}
	if length%n != 0 && !remainder {
		check(errorf(ErrValue, "%d parts of a length of %d, which they do not divide", n, length))
	}
	check(backend.CheckElements(n, partBytes))
	lengths := make([]int, n)
	for i := range lengths {
		lengths[i] = length / n
		if i < length%n {
			lengths[i]++
		}
	}
	return lengths
}

func (e *Env) split(x any, opts []Option) []*Array {
	a, o, s := e.use(ops.Split, x, opts)
	axis, err := oneAxis(opts, 0)
	check(err)
	v := valueOf(opts, ops.NumOrSizeSplits)
	var given []int
	number := false
	if v != nil {
		given, number = e.wholeNumbers(s, a.be, "num_or_size_splits", v)
	}
	if len(a.shape) == 0 && !o.has(ops.Axis) {
		if v != nil && !(number && given[0] == 1) {
			check(errorf(ErrValue, "parts of an array without axes"))
		}
		return []*Array{e.viewed(ops.Reshape, a, nil, backend.ViewAttrs{})}
	}
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	length := a.shape[axis]
	switch {
	case v == nil && length == 0:
		return []*Array{}
	case v == nil:
		given = e.sameSections(length, length, false)
	case number:
		given = e.sameSections(length, given[0], bool(get(opts, WithRemainder(false))))
	default:
		check(backend.CheckElements(len(given), partBytes))
		given = restOf(given, length)
	}
	return e.cutAlong(a, axis, sections(given))
}

// restOf returns lengths that add up to that of an axis: −1, which one may be, stands for what is left.
func restOf(lengths []int, length int) []int {
	lengths = slices.Clone(lengths)
	open, left := -1, length
	for i, n := range lengths {
		switch {
		case n == -1 && open < 0:
			open = i
		case n < 0:
			check(errorf(ErrValue, "a part of length %d", n))
		case n > left:
			check(errorf(ErrValue, "parts that are longer together than an axis of length %d", length))
		default:
			left -= n
		}
	}
	if open >= 0 {
		lengths[open], left = left, 0
	}
	if left > 0 {
		check(errorf(ErrValue, "parts that are shorter together, by %d, than an axis of length %d", left, length))
	}
	return lengths
}

// splitAt is the body of HSplit and its like: along an axis of an array of so many or more.
func (e *Env) splitAt(op *ops.Op, x, where any, axis func(rank int) int, least int) []*Array {
	a, _, s := e.use(op, x, nil)
	if len(a.shape) < least {
		check(errorf(ErrShape, "shape %s, want %d dimensions or more", shape.Text(a.shape), least))
	}
	i := axis(len(a.shape))
	given, number := e.wholeNumbers(s, a.be, "indices_or_sections", where)
	if number {
		return e.cutAlong(a, i, sections(e.sameSections(a.shape[i], given[0], false)))
	}
	check(backend.CheckElements(len(given)+1, partBytes))
	ranges := make([]shape.Range, 0, len(given)+1)
	start := 0
	cut := func(stop *int) {
		r, err := shape.Slice(&start, stop, 1, a.shape[i])
		check(err)
		if r.Len == 0 {
			r.Start = 0
		}
		ranges = append(ranges, r)
	}
	for _, stop := range given {
		cut(&stop)
		start = stop
	}
	cut(nil)
	return e.cutAlong(a, i, ranges)
}

func (e *Env) hSplit(x, where any) []*Array {
	return e.splitAt(ops.HSplit, x, where, func(rank int) int { return min(1, rank-1) }, 1)
}

func (e *Env) vSplit(x, where any) []*Array {
	return e.splitAt(ops.VSplit, x, where, func(int) int { return 0 }, 2)
}

func (e *Env) dSplit(x, where any) []*Array {
	return e.splitAt(ops.DSplit, x, where, func(int) int { return 2 }, 3)
}

// The shapes that Atleast1D and its like give arrays of fewer axes.

func atLeast1(dims []int) []int {
	if len(dims) == 0 {
		return []int{1}
	}
	return dims
}

func atLeast2(dims []int) []int { return slices.Concat(ones(max(0, 2-len(dims))), dims) }

func atLeast3(dims []int) []int {
	switch len(dims) {
	case 0, 1:
		return []int{1, shape.Size(dims), 1}
	case 2:
		return append(slices.Clone(dims), 1)
	}
	return dims
}

func (e *Env) atLeast(arrays []*Array, dims func([]int) []int) []*Array {
	_, err := agreeArrays(e.now.Load(), arrays)
	check(err)
	zs := make([]*Array, len(arrays))
	for i, a := range arrays {
		zs[i] = e.viewed(ops.Reshape, a, dims(a.shape), backend.ViewAttrs{})
	}
	return zs
}

func (e *Env) atleast1D(arrays []*Array) []*Array { return e.atLeast(arrays, atLeast1) }
func (e *Env) atleast2D(arrays []*Array) []*Array { return e.atLeast(arrays, atLeast2) }
func (e *Env) atleast3D(arrays []*Array) []*Array { return e.atLeast(arrays, atLeast3) }

// joinedAs is the body of HStack and its like: the arrays in other shapes, joined along an axis.
func (e *Env) joinedAs(op *ops.Op, arrays []*Array, opts []Option, dims func([]int) []int, axis int) *Array {
	var o options
	check(o.parse(op, opts))
	if len(arrays) == 0 {
		check(errorf(ErrValue, "no arrays to join"))
	}
	_, err := agreeArrays(e.now.Load(), arrays)
	check(err)
	xs := make([]*Array, len(arrays))
	for i, a := range arrays {
		xs[i] = e.shaped(a, dims(a.shape))
	}
	if axis < 0 { // the first of one axis, else the second
		axis = min(1, len(xs[0].shape)-1)
	}
	return e.toOut(e.Concat(xs, Axis(axis)), &o)
}

func (e *Env) hStack(arrays []*Array, opts []Option) *Array {
	return e.joinedAs(ops.HStack, arrays, opts, atLeast1, -1)
}

func (e *Env) vStack(arrays []*Array, opts []Option) *Array {
	return e.joinedAs(ops.VStack, arrays, opts, atLeast2, 0)
}

func (e *Env) dStack(arrays []*Array, opts []Option) *Array {
	return e.joinedAs(ops.DStack, arrays, opts, atLeast3, 2)
}

func (e *Env) columnStack(arrays []*Array, opts []Option) *Array {
	return e.joinedAs(ops.ColumnStack, arrays, opts, func(dims []int) []int {
		if len(dims) < 2 {
			return []int{shape.Size(dims), 1}
		}
		return dims
	}, 1)
}

func (e *Env) concatFromSequence(arrays []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.ConcatFromSequence, opts))
	axis, err := oneAxis(opts, 0)
	check(err)
	switch n := int(get(opts, WithNewAxis(0))); n {
	case 0:
		return e.toOut(e.Concat(arrays, Axis(axis)), &o)
	case 1:
		return e.toOut(e.Stack(arrays, Axis(axis)), &o)
	default:
		check(errorf(ErrValue, "new_axis %d, want 0 or 1", n))
		return nil
	}
}

func (e *Env) padSequence(sequences []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.PadSequence, opts))
	if len(sequences) == 0 {
		check(errorf(ErrValue, "no arrays to join"))
	}
	s := e.now.Load()
	xs := e.promoteUnlike(s, sequences)
	longest := 0
	for i, x := range xs {
		if len(x.shape) == 0 || len(x.shape) != len(xs[0].shape) || !slices.Equal(x.shape[1:], xs[0].shape[1:]) {
			check(errorf(ErrShape, "shapes %s and %s of arrays 0 and %d, want an axis at least, and others that are equal", shape.Text(xs[0].shape), shape.Text(x.shape), i))
		}
		longest = max(longest, x.shape[0])
	}
	value := e.filling(s, xs[0], valueOf(opts, ops.PaddingValue), "padding_value")
	axis := 1
	if get(opts, BatchFirst(false)) {
		axis = 0
	}
	e.room(xs[0], xs[0].dtype, append([]int{len(xs), longest}, xs[0].shape[1:]...)...)
	for i, x := range xs {
		if more := longest - x.shape[0]; more > 0 {
			xs[i] = e.joined([]*Array{x, e.spread(value, append([]int{more}, x.shape[1:]...))}, 0)
		}
	}
	return e.Stack(xs, Axis(axis))
}

// filling returns a number, 0 if there is none, as an array without axes of x's dtype.
func (e *Env) filling(s *state, x *Array, v any, name string) *Array {
	if v == nil {
		v = 0
	}
	z, err := e.assigned(s, x, v)
	check(err)
	if len(z.shape) > 0 {
		check(errorf(ErrShape, "%s of shape %s, want a number", name, shape.Text(z.shape)))
	}
	return z
}

func (e *Env) constantPad(x any, width [][2]int, opts []Option) *Array {
	a, o, s := e.use(ops.ConstantPad, x, opts)
	value := e.filling(s, a, valueOf(opts, ops.Value), "value")
	return e.toOut(e.Pad(a, width, ConstantValues(value)), &o)
}

func (e *Env) zeroPad(x any, width [][2]int, opts []Option) *Array {
	a, o, _ := e.use(ops.ZeroPad, x, opts)
	return e.toOut(e.Pad(a, width), &o)
}

func (e *Env) trimZeros(x any, opts []Option) *Array {
	a, _, _ := e.use(ops.TrimZeros, x, opts)
	trim := string(get(opts, Trim("fb")))
	if !slices.Contains([]string{"f", "b", "fb", "bf"}, trim) {
		check(errorf(ErrValue, "trim %q, want f, b or fb", trim))
	}
	if len(a.shape) != 1 {
		check(errorf(ErrShape, "shape %s, want one dimension", shape.Text(a.shape)))
	}
	at := e.placesOf(e.StopGradient(a))
	first, end := a.shape[0], 0
	if n := at.shape[0]; n > 0 {
		places, err := extract[int64](at)
		check(err)
		first, end = int(places[0]), int(places[n-1])+1
	}
	if trim == "b" {
		first = 0
	}
	if trim == "f" {
		end = a.shape[0]
	}
	r := shape.Range{Step: 1}
	if end > first {
		r.Start, r.Len = first, end-first
	}
	return e.slice(a, []shape.Range{r})
}

// placesOf returns the places along the only axis of x where it is not zero: none where there are no elements, and
// the question is which dtypes a backend takes.
func (e *Env) placesOf(x *Array) *Array {
	if x.be.probe {
		_, err := x.be.step(ops.Nonzero.Op, x.dtype)
		check(err)
		return e.zerosAt(x.be, Int64, 0)
	}
	return e.Nonzero(x)[0]
}

// promoteUnlike returns arrays of one dtype, of which no rule is asked where they have one, and in other cases what they are promoted to.
func (e *Env) promoteUnlike(s *state, arrays []*Array) []*Array {
	be, err := agreeArrays(s, arrays)
	check(err)
	for _, a := range arrays {
		if a.dtype != arrays[0].dtype {
			xs, err := e.promoteArrays(s, arrays)
			check(err)
			return xs
		}
	}
	xs := make([]*Array, len(arrays))
	for i, a := range arrays {
		xs[i], err = a.to(be)
		check(err)
	}
	return xs
}

func (e *Env) uniqueConsecutive(x any, opts []Option) (output, inverse, counts *Array) {
	a, _, _ := e.use(ops.UniqueConsecutive, x, opts)
	rows, axis := a, 0
	if noAxis(opts) {
		rows = e.shaped(a, []int{a.Size()})
	} else {
		var err error
		axis, err = oneAxis(opts, 0)
		check(err)
		axis, err = shape.Axis(axis, len(a.shape))
		check(err)
	}
	n := rows.shape[axis]
	be := a.be.rootEngine()
	e.room(a, Int64, n)
	first, err := e.newFull(be, Bool, []int{min(1, n)}, backend.BoolScalar(true))
	check(err)
	if n > 1 {
		still := e.StopGradient(rows)
		other := e.NotEqual(e.partAlong(still, axis, 1, n-1), e.partAlong(still, axis, 0, n-1))
		if len(other.shape) > 1 {
			other = e.Any(other, Axes(slices.Delete(shape.All(len(other.shape)), axis, axis+1)))
		}
		first = e.Concat([]*Array{first, other})
	}
	starts := e.placesOf(first)
	output = e.Take(rows, starts, Axis(axis))
	end := e.newInteger(be, n)
	counts = e.minus(e.joined([]*Array{starts, end}, 0), e.joined([]*Array{e.newInteger(be, 0), starts}, 0))
	counts = e.partAlong(counts, 0, 1, starts.shape[0])
	inverse = e.Subtract(e.CumulativeSum(e.Astype(first, Int64), Axis(0)), 1)
	if noAxis(opts) {
		inverse = e.Reshape(inverse, a.shape)
	}
	return output, inverse, e.CopyArray(counts)
}

// newInteger returns an int64 array of one element.
func (e *Env) newInteger(be *engine, n int) *Array {
	z, err := e.newFull(be, Int64, []int{1}, backend.IntScalar(int64(n)))
	check(err)
	return z
}
