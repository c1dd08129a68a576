package ivy

import (
	"errors"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions that gather and scatter by indices.

// indexed returns an array and the integers that index it, as int64.
func (e *Env) indexed(op *ops.Op, x, indices any, name string, opts []Option) (a, i *Array, o options, s *state) {
	s = e.now.Load()
	be, err := e.agree(s, x, indices)
	check(err)
	check(o.parse(op, opts))
	a, err = e.asArray(s, be, x)
	check(err)
	a, err = e.prepare(s, op, composed(op), a)
	check(err)
	i, err = e.indices(s, be, indices)
	if errors.Is(err, ErrDtype) {
		check(errorf(ErrDtype, "%s of another dtype than integers", name))
	}
	check(err)
	return a, i, o, s
}

// batchDims returns how many first axes two operands have in common, of at most most.
func batchDims(opts []Option, x, indices *Array, most int) int {
	b := int(get(opts, BatchDims(0)))
	if b < 0 || b > most {
		check(errorf(ErrValue, "batch_dims %d, want 0 to %d", b, most))
	}
	if !slices.Equal(x.shape[:b], indices.shape[:b]) {
		check(errorf(ErrShape, "the first %d axes of shapes %s and %s differ", b, shape.Text(x.shape), shape.Text(indices.shape)))
	}
	return b
}

// numbersAlong returns the numbers 0, 1, … along each of the first b axes of like, which has rank axes.
func (e *Env) numbersAlong(like *Array, b, rank int) []*Array {
	out := make([]*Array, b)
	for i := range out {
		line := ones(rank)
		line[i] = like.shape[i]
		out[i] = e.shaped(e.counting(like.be.rootEngine(), like.shape[i]), line)
	}
	return out
}

// picked returns x[indices…] for integer arrays over the first axes, which broadcast to common.
func (e *Env) picked(x *Array, indices []*Array, common []int) *Array {
	for i, idx := range indices {
		indices[i] = e.spread(idx, common)
	}
	dims := slices.Concat(common, x.shape[len(indices):])
	check(shape.Check(dims, x.dtype.Size()))
	return e.gathered(ops.Index, x, indices, dims, 0)
}

func (e *Env) gather(params, indices any, opts []Option) *Array {
	a, idx, o, _ := e.indexed(ops.GatherOp, params, indices, "indices", opts)
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "params without axes"))
	}
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	b := batchDims(opts, a, idx, min(axis, len(idx.shape)))
	e.room(a, a.dtype, slices.Concat(a.shape[:axis], idx.shape[b:], a.shape[axis+1:])...)
	if b == 0 {
		return e.toOut(e.Take(a, idx, Axis(axis)), &o)
	}
	// The axis right behind the first ones.
	perm := shape.All(len(a.shape))
	perm = slices.Insert(slices.Delete(perm, axis, axis+1), b, axis)
	x := a
	if axis != b {
		x = e.PermuteDims(a, perm)
	}
	z := e.picked(x, append(e.numbersAlong(idx, b, len(idx.shape)), idx), idx.shape)
	if axis != b { // the axes of indices go behind those that were before the axis
		n := len(idx.shape)
		order := slices.Concat(shape.All(b), span(n, axis-b), span(b, n-b), span(n+axis-b, len(z.shape)-n-axis+b))
		z = e.PermuteDims(z, order)
	}
	return e.toOut(z, &o)
}

// parts returns the k arrays along the last axis of indices.
func (e *Env) parts(indices *Array) []*Array {
	last := len(indices.shape) - 1
	out := make([]*Array, indices.shape[last])
	for i := range out {
		out[i] = e.Reshape(e.partAlong(indices, last, i, 1), indices.shape[:last])
	}
	return out
}

func (e *Env) gatherND(params, indices any, opts []Option) *Array {
	a, idx, o, _ := e.indexed(ops.GatherND, params, indices, "indices", opts)
	if len(idx.shape) == 0 {
		check(errorf(ErrShape, "indices without axes"))
	}
	last := len(idx.shape) - 1
	b := batchDims(opts, a, idx, min(last, len(a.shape)))
	k := idx.shape[last]
	if k > len(a.shape)-b {
		check(errorf(ErrShape, "indices of %d numbers for the axes of shape %s", k, shape.Text(a.shape[b:])))
	}
	common := idx.shape[:last]
	e.room(a, a.dtype, slices.Concat(common, a.shape[b+k:])...)
	if b+k == 0 {
		dims := slices.Concat(common, a.shape)
		return e.toOut(e.copied(e.BroadcastTo(a, dims), dims), &o)
	}
	return e.toOut(e.picked(a, append(e.numbersAlong(idx, b, last), e.parts(idx)...), common), &o)
}

// scatterings are the values of Reduction of functions that scatter.
var scatterings = []string{"sum", "mul", "min", "max", "replace"}

// scattered returns base, whose memory nothing else needs, with updates at indices over its first axes: how is
// "sum" or "replace".
func (e *Env) scattered(how string, indices []*Array, updates, base *Array) *Array {
	op := ops.AddIndex
	if how == "replace" {
		op = ops.SetIndex
	}
	return e.written(op, base, updates, indices, nil, true)
}

// A scattering is a call of ScatterND, or of what is like it.
type scattering struct {
	e       *Env
	how     string
	lens    []int    // of the axes that are indexed
	rest    []int    // the shape of what is written at each index
	indices []*Array // one for each of lens, of one shape
	joint   *Array   // the same with them along the last axis, if there is one
	updates *Array   // of that shape, and rest
	base    *Array   // nil for zeros
}

// result returns the array that is written into.
func (c *scattering) result() *Array {
	e := c.e
	dims := slices.Concat(c.lens, c.rest)
	m := c.indices[0].Size()
	if m == 0 || c.updates.Size() == 0 {
		if c.base != nil {
			return e.CopyArray(c.base)
		}
		return e.zerosIn(c.updates, dims...)
	}
	r := shape.Size(c.rest)
	if z := c.whole(m, r, dims); z != nil {
		return z
	}
	base := c.base
	if c.how == "sum" || c.how == "replace" {
		if base == nil {
			base = e.zerosIn(c.updates, dims...)
		} else {
			base = e.CopyArray(base)
		}
		return e.scattered(c.how, c.indices, c.updates, base)
	}
	updates := c.reduced(m, r) // which sorts the indices
	if base != nil {
		base = c.neutral(base)
	} else {
		base = e.zerosIn(c.updates, dims...)
	}
	reduced := e.scattered("replace", c.indices, updates, base)
	if c.base == nil {
		return reduced
	}
	return e.combined(c.how, c.base, reduced)
}

// combined returns the reduction of two arrays.
func (e *Env) combined(how string, x, y *Array) *Array {
	switch how {
	case "min":
		return e.apply2(ops.Minimum, x, y)
	case "max":
		return e.apply2(ops.Maximum, x, y)
	}
	return e.Astype(e.Multiply(e.wider(x), e.wider(y)), x.dtype)
}

// whole returns the result by the backend's kernel, nil if it has none.
func (c *scattering) whole(m, r int, dims []int) *Array {
	e := c.e
	x := c.updates
	if !x.be.table.Has(ops.ScatterReduced.Op) || slices.ContainsFunc(c.indices, func(i *Array) bool { return i.be != x.be }) || c.base != nil && c.base.be != x.be {
		return nil
	}
	index := c.joint
	if index == nil {
		at := make([]*Array, len(c.indices))
		for i, idx := range c.indices {
			at[i] = e.Reshape(idx, []int{m, 1})
		}
		index = at[0]
		if len(at) > 1 {
			index = e.Concat(at, Axis(1))
		}
	}
	args := []*Array{e.Reshape(index, []int{m, len(c.indices)}), e.Reshape(x, []int{m, r})}
	if c.base != nil {
		args = append(args, e.Reshape(c.base, []int{shape.Size(c.lens), r}))
	}
	z := e.kernelOf(ops.ScatterReduced, x.dtype, x.dtype, []int{shape.Size(c.lens), r}, backend.ScatterAttrs{How: c.how, Lens: c.lens, Initial: c.base != nil}, args...)
	if z == nil {
		return nil
	}
	return e.Reshape(z, dims)
}

// neutral returns what has no say in a reduction, everywhere.
func (c *scattering) neutral(like *Array) *Array {
	e := c.e
	v := e.castOf(1, like)
	switch c.how {
	case "min":
		v = e.endOf(like, true, false)
	case "max":
		v = e.endOf(like, false, false)
	}
	return e.copied(e.BroadcastTo(v, like.shape), like.shape)
}

// reduced returns updates of which the last one for each place is the reduction of all for that place: sorted by place, in steps
// that look twice as far back each. It sets the indices in the same order.
func (c *scattering) reduced(m, r int) *Array {
	e := c.e
	place := e.zerosAt(c.updates.be.rootEngine(), Int64, m)
	flat := make([]*Array, len(c.indices))
	for i, idx := range c.indices {
		flat[i] = e.Reshape(idx, []int{m})
		n := c.lens[i]
		place = e.Add(e.Multiply(place, n), e.Where(e.Less(flat[i], 0), e.Add(flat[i], n), flat[i]))
	}
	order := e.ArgSort(place)
	place = e.Take(place, order)
	for i, idx := range flat {
		c.indices[i] = e.Take(idx, order)
	}
	x := e.wider(e.Take(e.Reshape(c.updates, []int{m, r}), order, Axis(0)))
	for far := 1; far < m; far *= 2 {
		same := e.Reshape(e.Equal(e.partAlong(place, 0, far, m-far), e.partAlong(place, 0, 0, m-far)), []int{m - far, 1})
		behind := e.partAlong(x, 0, far, m-far)
		x = e.joined([]*Array{e.partAlong(x, 0, 0, far), e.choice(same, e.combined(c.how, e.partAlong(x, 0, 0, m-far), behind), behind)}, 0)
	}
	return e.Reshape(e.Astype(x, c.updates.dtype), append([]int{m}, c.rest...))
}

// scatterOptions returns the reduction and the array to write into, nil for zeros.
func (e *Env) scatterOptions(s *state, updates *Array, opts []Option) (how string, base *Array) {
	how = string(get(opts, Reduction("sum")))
	if !slices.Contains(scatterings, how) {
		check(errorf(ErrValue, "reduction %q, want one of %q", how, scatterings))
	}
	if v := valueOf(opts, ops.Initial); v != nil {
		be, err := e.agree(s, updates, v)
		check(err)
		base, err = e.asArray(s, be, v)
		check(err)
		if base.dtype != updates.dtype {
			check(errorf(ErrDtype, "initial of %v, updates of %v", base.dtype, updates.dtype))
		}
	}
	if updates.dtype.IsComplex() && (how == "min" || how == "max") {
		check(errorf(ErrDtype, "reduction %q of %v, whose numbers have no order", how, updates.dtype))
	}
	return how, base
}

func (e *Env) scatterFlat(indices, updates any, opts []Option) *Array {
	s := e.now.Load()
	_, err := e.agree(s, indices, updates, arrayOf(valueOf(opts, ops.Initial)))
	check(err)
	a, idx, o, s := e.indexed(ops.ScatterFlat, updates, indices, "indices", opts)
	how, base := e.scatterOptions(s, a, opts)
	if len(idx.shape) != 1 || !slices.Equal(idx.shape, a.shape) {
		check(errorf(ErrShape, "indices of shape %s and updates of shape %s, want one dimension and one length", shape.Text(idx.shape), shape.Text(a.shape)))
	}
	var n int
	switch {
	case o.has(ops.Size):
		n = int(get(opts, Size(0)))
		if n < 0 {
			check(errorf(ErrShape, "size %d, want 0 or more", n))
		}
		if base != nil && !slices.Equal(base.shape, []int{n}) {
			check(errorf(ErrShape, "initial of shape %s for size %d", shape.Text(base.shape), n))
		}
	case base == nil && a.be.probe: // which asks whether arrays of that dtype are scattered
		n = 1
	case base == nil:
		check(errorf(ErrValue, "neither size nor initial"))
	case len(base.shape) != 1:
		check(errorf(ErrShape, "initial of shape %s, want one dimension", shape.Text(base.shape)))
	default:
		n = base.shape[0]
	}
	e.room(a, a.dtype, n)
	c := scattering{e, how, []int{n}, nil, []*Array{idx}, nil, a, base}
	return e.toOut(c.result(), &o)
}

func (e *Env) scatterND(indices, updates any, opts []Option) *Array {
	s := e.now.Load()
	_, err := e.agree(s, indices, updates, arrayOf(valueOf(opts, ops.Initial)))
	check(err)
	a, idx, o, s := e.indexed(ops.ScatterND, updates, indices, "indices", opts)
	how, base := e.scatterOptions(s, a, opts)
	if len(idx.shape) == 0 {
		check(errorf(ErrShape, "indices without axes"))
	}
	var dims []int
	switch {
	case o.has(ops.Shape):
		dims = slices.Clone(get(opts, Shape(nil)))
		check(shape.Check(dims, a.dtype.Size()))
		if base != nil && !slices.Equal(base.shape, dims) {
			check(errorf(ErrShape, "initial of shape %s for shape %s", shape.Text(base.shape), shape.Text(dims)))
		}
	case base == nil && a.be.probe:
		dims = []int{1}
	case base == nil:
		check(errorf(ErrValue, "neither shape nor initial"))
	default:
		dims = base.shape
	}
	e.room(a, a.dtype, dims...)
	last := len(idx.shape) - 1
	k := idx.shape[last]
	if k > len(dims) {
		check(errorf(ErrShape, "indices of %d numbers for shape %s", k, shape.Text(dims)))
	}
	want := slices.Concat(idx.shape[:last], dims[k:])
	check(shape.BroadcastTo(a.shape, want))
	e.room(a, a.dtype, want...)
	a = e.BroadcastTo(a, want)
	c := scattering{e, how, dims[:k], dims[k:], nil, nil, a, base}
	if k == 0 { // all of the array is one place
		c.lens, c.indices = []int{1}, []*Array{e.zerosAt(a.be.rootEngine(), Int64, idx.shape[:last]...)}
		if base != nil {
			c.base = e.ExpandDims(base)
		}
		return e.toOut(e.Reshape(c.result(), dims), &o)
	}
	c.indices, c.joint = e.parts(idx), idx
	return e.toOut(c.result(), &o)
}

// A segmenting is a call of a function of segments.
type segmenting struct {
	e         *Env
	data, ids *Array
	n         int
}

func (e *Env) newSegmenting(op *ops.Op, data, ids any, n int) segmenting {
	a, idx, _, _ := e.indexed(op, data, ids, "segment_ids", nil)
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "data without axes"))
	}
	if !slices.Equal(idx.shape, a.shape[:1]) {
		check(errorf(ErrShape, "segment_ids of shape %s for data of shape %s", shape.Text(idx.shape), shape.Text(a.shape)))
	}
	if n < 0 || n == math.MaxInt {
		check(errorf(ErrValue, "num_segments %d, want 0 or more", n))
	}
	e.room(a, Float64, append([]int{n + 1}, a.shape[1:]...)...)
	return segmenting{e, a, idx, n}
}

// reduced returns the reduction of each segment, 0 where there are no elements.
func (g segmenting) reduced(how string, x *Array) *Array {
	e := g.e
	rest := x.shape[1:]
	m, r := x.shape[0], shape.Size(rest)
	dims := append([]int{g.n}, rest...)
	if m > 0 && r > 0 && g.ids.be == x.be {
		z := e.kernelOf(ops.ScatterReduced, x.dtype, x.dtype, []int{g.n, r}, backend.ScatterAttrs{How: how, Lens: []int{g.n}, Drop: true}, e.Reshape(g.ids, []int{m, 1}), e.Reshape(x, []int{m, r}))
		if z != nil {
			return e.Reshape(z, dims)
		}
	}
	// One place more, for what is in no segment; a number that is too large is out of range of that too.
	ids := e.Where(e.Less(g.ids, 0), g.n, e.Where(e.GreaterEqual(g.ids, g.n), g.n+1, g.ids))
	c := scattering{e, how, []int{g.n + 1}, rest, []*Array{ids}, nil, x, nil}
	var z *Array
	if m > 0 && r == 0 { // which looks at no index
		e.Take(e.zerosAt(ids.be.rootEngine(), Int64, g.n+1), ids)
	}
	z = c.result()
	return e.partAlong(z, 0, 0, g.n)
}

// inRange calls f, whose error of an index becomes that of a segment's number.
func (g segmenting) inRange(f func() *Array) (z *Array) {
	err := Try(func() {
		defer blame("")
		z = f()
	})
	if errors.Is(err, ErrIndex) {
		check(errorf(ErrIndex, "segment_ids has a number of %d or more", g.n))
	}
	check(err)
	return z
}

// counts returns how many elements are in each segment, (n, 1, …), as int64.
func (g segmenting) counts() *Array {
	e := g.e
	one := e.spread(e.integerLike(g.ids, 1), g.ids.shape)
	return e.Reshape(g.reduced("sum", one), append([]int{g.n}, ones(len(g.data.shape)-1)...))
}

func (e *Env) unsortedSegmentSum(data, ids any, n int) *Array {
	g := e.newSegmenting(ops.UnsortedSegmentSum, data, ids, n)
	return g.inRange(func() *Array { return g.reduced("sum", g.data) })
}

func (e *Env) unsortedSegmentMean(data, ids any, n int) *Array {
	g := e.newSegmenting(ops.UnsortedSegmentMean, data, ids, n)
	return g.inRange(func() *Array {
		sum := g.reduced("sum", e.wider(g.data))
		count := e.Maximum(g.counts(), 1)
		n := e.Astype(count, sum.dtype.Component())
		if !sum.dtype.IsComplex() {
			return e.Astype(e.over(sum, n), g.data.dtype)
		}
		// Part by part: libraries round the quotient of two complex numbers in ways of their own.
		z := e.apply2(ops.JoinComplex, e.over(e.Real(sum), n), e.over(e.Imag(sum), n))
		return e.Astype(z, g.data.dtype)
	})
}

func (e *Env) unsortedSegmentMax(data, ids any, n int) *Array {
	return e.segmentExtremes(ops.UnsortedSegmentMax, data, ids, n, "max")
}

func (e *Env) unsortedSegmentMin(data, ids any, n int) *Array {
	return e.segmentExtremes(ops.UnsortedSegmentMin, data, ids, n, "min")
}

func (e *Env) segmentExtremes(op *ops.Op, data, ids any, n int, how string) *Array {
	g := e.newSegmenting(op, data, ids, n)
	return g.inRange(func() *Array {
		none := e.Equal(g.counts(), 0)
		return e.choice(none, e.endOf(g.data, how == "min", true), g.reduced(how, g.data))
	})
}
