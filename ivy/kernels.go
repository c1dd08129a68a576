package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Calls of kernels on arrays of one dtype, for rules of derivatives: no promotion, casting mode
// or default dtype of the Env has a say in them. A step that fails panics. A 16-bit float that
// the backend has no kernel for is computed in float32.

// meet brings arrays to the one engine that takes them all.
func meet(xs ...*Array) []*Array {
	_, err := onOneEngine(xs)
	check(err)
	return xs
}

// meetTwo is meet for two arrays, which mostly are on one engine already.
func meetTwo(x, y *Array) (*Array, *Array) {
	if x.be == y.be {
		return x, y
	}
	xs := meet(x, y)
	return xs[0], xs[1]
}

// buffersOf returns the buffers of arrays.
func buffersOf(xs []*Array) []backend.Buffer {
	bufs := make([]backend.Buffer, len(xs))
	for i, x := range xs {
		bufs[i] = x.buffer()
	}
	return bufs
}

// with returns z with a kernel's result for its elements, and panics with a kernel's error. z belongs to the scope of its
// Env, whether it becomes a result or is an intermediate array.
func (z *Array) with(b backend.Buffer, err error) *Array {
	check(err)
	z.buf = b
	return entered(z)
}

// entryFor returns the kernel of op for operands of dtype d, and the dtype to compute in.
func (be *engine) entryFor(op *ops.Op, d Dtype) (*backend.Entry, Dtype) {
	k := be.table.Entry(op)
	if !k.Dtypes.Has(d) && dtype.Narrow.Has(d) && k.Dtypes.Has(Float32) {
		return k, Float32
	}
	k, err := be.step(op, d)
	check(err)
	return k, d
}

// cast returns x as dtype d: x itself if it has that.
func (e *Env) cast(x *Array, d Dtype) *Array {
	z, err := e.castTo(x, d)
	check(err)
	return z
}

// apply1 returns op of x, element by element.
func (e *Env) apply1(op ops.Unary, x *Array) *Array {
	k, in := x.be.entryFor(op.Op, x.dtype)
	d := x.dtype
	x = e.cast(x, in)
	z := newArray(e, x.be, op.Out(in, dtype.StandardDefaults))
	z.setShape(x.shape)
	return e.narrow(z.with(k.Unary(e.spec(z), x.buffer())), d, in)
}

// narrow casts z back to the dtype that its operands had before they were computed in another.
func (e *Env) narrow(z *Array, d, in Dtype) *Array {
	if d == in || z.dtype != in {
		return z
	}
	return e.cast(z, d)
}

// apply2 returns op of x and y, which have one dtype, broadcast.
func (e *Env) apply2(op ops.Binary, x, y *Array) *Array {
	x, y = meetTwo(x, y)
	k, in := x.be.entryFor(op.Op, x.dtype)
	d := x.dtype
	x, y = e.cast(x, in), e.cast(y, in)
	z := newArray(e, x.be, op.Out(in, dtype.StandardDefaults))
	if slices.Equal(x.shape, y.shape) {
		z.setShape(x.shape)
	} else {
		dims, err := shape.Broadcast(x.shape, y.shape)
		check(err)
		z.setShape(dims)
	}
	return e.narrow(z.with(k.Binary(e.spec(z), x.buffer(), y.buffer())), d, in)
}

func (e *Env) plus(x, y *Array) *Array   { return e.apply2(ops.Add, x, y) }
func (e *Env) minus(x, y *Array) *Array  { return e.apply2(ops.Subtract, x, y) }
func (e *Env) times(x, y *Array) *Array  { return e.apply2(ops.Multiply, x, y) }
func (e *Env) over(x, y *Array) *Array   { return e.apply2(ops.Divide, x, y) }
func (e *Env) negated(x *Array) *Array   { return e.apply1(ops.Negative, x) }
func (e *Env) equals(x, y *Array) *Array { return e.apply2(ops.Equal, x, y) }

// timesOnce returns x·y in the memory of y, which nothing else needs, where that is possible.
func (e *Env) timesOnce(x, y *Array) *Array {
	if y.be.inPlace && x.be == y.be && y.sole() && x.dtype == y.dtype && slices.Equal(x.shape, y.shape) {
		if k := y.be.table.Entry(ops.Multiply.Op); k.Dtypes.Has(y.dtype) {
			b, err := k.Binary(backend.Spec{Dtype: y.dtype, Shape: y.shape, Into: y.buf}, x.buffer(), y.buf)
			check(err)
			y.buf = b
			return y
		}
	}
	return e.times(x, y)
}

// numberLike returns v as an array without axes of x's dtype, which meets x.
func (e *Env) numberLike(x *Array, v float64) *Array {
	z, err := e.newFull(x.be.rootEngine(), x.dtype, nil, backend.FloatScalar(v))
	check(err)
	return z
}

// choice returns x where the condition is true, else y: of one dtype.
func (e *Env) choice(condition, x, y *Array) *Array {
	all := meet(condition, x, y)
	condition, x, y = all[0], all[1], all[2]
	k, in := x.be.entryFor(ops.Where.Op, x.dtype)
	d := x.dtype
	x, y = e.cast(x, in), e.cast(y, in)
	dims, err := shape.Broadcast(condition.shape, x.shape, y.shape)
	check(err)
	z := newArray(e, x.be, in)
	z.setShape(dims)
	return e.narrow(z.with(k.Ternary(e.spec(z), condition.buffer(), x.buffer(), y.buffer())), d, in)
}

// where0 returns x where the condition is true, else 0.
func (e *Env) where0(condition, x *Array) *Array { return e.choice(condition, x, e.numberLike(x, 0)) }

// reduced returns op of x over axes, which ascend, counted from the front.
func (e *Env) reduced(op ops.Reduce, x *Array, axes []int, keep bool, correction float64) *Array {
	k, in := x.be.entryFor(op.Op, x.dtype)
	d := x.dtype
	x = e.cast(x, in)
	z := newArray(e, x.be, in)
	if !op.Takes(ops.Dtype) {
		z.dtype = op.Out(in, dtype.StandardDefaults)
	}
	z.setShape(shape.Reduce(x.shape, axes, keep))
	return e.narrow(z.with(k.Reduce(e.spec(z), x.buffer(), backend.ReduceAttrs{Axes: axes, KeepDims: keep, Correction: correction})), d, in)
}

func (e *Env) sumOver(x *Array, axes []int, keep bool) *Array {
	return e.reduced(ops.Sum, x, axes, keep, 0)
}

// scanned returns op of x along an axis.
func (e *Env) scanned(op ops.Scan, x *Array, a backend.ScanAttrs) *Array {
	k, in := x.be.entryFor(op.Op, x.dtype)
	d := x.dtype
	x = e.cast(x, in)
	z := newArray(e, x.be, in)
	z.setShape(x.shape)
	return e.narrow(z.with(k.Scan(e.spec(z), x.buffer(), a)), d, in)
}

// sorted returns Sort or ArgSort of x along an axis.
func (e *Env) sorted(op ops.Sort, x *Array, a backend.SortAttrs) *Array {
	k, in := x.be.entryFor(op.Op, x.dtype)
	x = e.cast(x, in)
	z := newArray(e, x.be, op.Out(in, dtype.StandardDefaults))
	z.setShape(x.shape)
	return z.with(k.Sort(e.spec(z), x.buffer(), a))
}

// viewed returns x's elements in another shape.
func (e *Env) viewed(op ops.View, x *Array, dims []int, a backend.ViewAttrs) *Array {
	z, err := e.view(op.Op, x, dims, a)
	check(err)
	return z
}

// shaped returns x in another shape: x itself if it has that.
func (e *Env) shaped(x *Array, dims []int) *Array {
	if slices.Equal(x.shape, dims) {
		return x
	}
	return e.viewed(ops.Reshape, x, dims, backend.ViewAttrs{})
}

// spread returns x broadcast to a shape.
func (e *Env) spread(x *Array, dims []int) *Array {
	if slices.Equal(x.shape, dims) {
		return x
	}
	return e.viewed(ops.BroadcastTo, x, dims, backend.ViewAttrs{})
}

// permuted returns x with its axes in another order.
func (e *Env) permuted(x *Array, perm []int) *Array {
	dims := make([]int, len(perm))
	for i, p := range perm {
		dims[i] = x.shape[p]
	}
	return e.viewed(ops.PermuteDims, x, dims, backend.ViewAttrs{Perm: perm})
}

// gathered returns elements of x in a shape, as the row says.
func (e *Env) gathered(op ops.Gather, x *Array, indices []*Array, dims []int, axis int) *Array {
	all := meet(append([]*Array{x}, indices...)...)
	x, indices = all[0], all[1:]
	k, err := x.be.step(op.Op, x.dtype)
	check(err)
	z := newArray(e, x.be, x.dtype)
	z.setShape(dims)
	return z.with(k.Gather(e.spec(z), x.buffer(), buffersOf(indices), backend.GatherAttrs{Axis: axis}))
}

// written returns x with v written where indices or ranges say, as the row does it. x keeps
// its elements unless mine says that nothing else needs them.
func (e *Env) written(op ops.Assign, x, v *Array, indices []*Array, ranges []shape.Range, mine bool) *Array {
	all := meet(append([]*Array{x, v}, indices...)...)
	x, v, indices = all[0], all[1], all[2:]
	k, err := x.be.step(op.Op, x.dtype)
	check(err)
	z := newArray(e, x.be, x.dtype)
	z.setShape(x.shape)
	b := x.buffer()
	mine = mine && x.sole()
	if !mine {
		if d, ok := b.(*dual); ok { // the level copies what it does not write to
			d.kept.Store(true)
		} else if x.be.hasMemory() {
			c, err := x.be.step(ops.CopyArray.Op, x.dtype)
			check(err)
			b, err = c.Unary(e.spec(z), b)
			check(err)
		}
	}
	z.buf, err = k.Assign(b, v.buffer(), buffersOf(indices), backend.AssignAttrs{Ranges: ranges, Stop: e.stop()})
	check(err)
	if mine && z.buf == b { // two arrays would free it
		return x
	}
	return entered(z)
}

// isSmall reports whether an array of shape part is so small that copying the whole, of which it is a part, is a waste.
func isSmall(part, whole []int) bool { return 4*shape.Size(part) < shape.Size(whole) }

// indicesOf returns indices over the first axes of an array of shape dims that name the elements of ranges.
func (e *Env) indicesOf(be *engine, ranges []shape.Range, dims []int) []*Array {
	n := len(ranges)
	for n > 1 && ranges[n-1] == shape.Full(dims[n-1]) {
		n--
	}
	common := shape.Lens(ranges[:n])
	indices := make([]*Array, n)
	for i, r := range ranges[:n] {
		line := ones(n)
		line[i] = r.Len
		at := e.counting(be.rootEngine(), r.Len)
		at = e.plus(e.times(at, e.integerLike(at, r.Step)), e.integerLike(at, r.Start))
		indices[i] = e.spread(e.shaped(at, line), common)
	}
	return indices
}

// partOf returns a range of x. A small one is copied: as a view it would make the next write into x copy all of x.
func (e *Env) partOf(x *Array, ranges []shape.Range) *Array {
	lens := shape.Lens(ranges)
	switch {
	case !isSmall(lens, x.shape):
		return e.slice(x, ranges)
	case x.be.level != nil:
		return e.gathered(ops.Index, x, e.indicesOf(x.be, ranges, x.shape), lens, 0)
	case !x.be.hasMemory():
		return e.slice(x, ranges)
	}
	b, err := x.be.cut(x.buffer(), x.dtype, ranges, lens)
	check(err)
	z := newArray(e, x.be, x.dtype)
	z.setShape(lens)
	k, err := x.be.step(ops.CopyArray.Op, x.dtype)
	check(err)
	return z.with(k.Unary(e.spec(z), b))
}

// productOf returns the matrix product of x and y, of two dimensions or more.
func (e *Env) productOf(x, y *Array) *Array {
	x, y = meetTwo(x, y)
	k, in := x.be.entryFor(ops.MatMul.Op, x.dtype)
	d := x.dtype
	x, y = e.cast(x, in), e.cast(y, in)
	dims, err := shape.AppendMatMul(nil, x.shape, y.shape)
	check(err)
	z := newArray(e, x.be, in)
	z.setShape(dims)
	return e.narrow(z.with(k.Product(e.spec(z), x.buffer(), y.buffer())), d, in)
}

// joined returns arrays one after the other along an axis.
func (e *Env) joined(xs []*Array, axis int) *Array {
	xs = meet(slices.Clone(xs)...)
	x := xs[0]
	shapes := make([][]int, len(xs))
	for i, y := range xs {
		shapes[i] = y.shape
	}
	dims, axis, err := shape.Concat(shapes, axis)
	check(err)
	k, err := x.be.step(ops.Concat.Op, x.dtype)
	check(err)
	z := newArray(e, x.be, x.dtype)
	z.setShape(dims)
	return z.with(k.Join(e.spec(z), buffersOf(xs), backend.JoinAttrs{Axis: axis}))
}

// addAt returns z with g added to a range of it, or to the elements that indices over its first
// axes name, of which some may be the same. z is the caller's own.
func (e *Env) addAt(z, g *Array, indices []*Array, ranges []shape.Range) *Array {
	if indices != nil {
		return e.written(ops.AddIndex, z, g, indices, nil, true)
	}
	z, g = meetTwo(z, g)
	if z.be.level != nil && isSmall(g.shape, z.shape) { // a slice of z would share z's memory, which would be copied before the write
		return e.written(ops.AddIndex, z, g, e.indicesOf(z.be, ranges, z.shape), nil, true)
	}
	if !z.be.hasMemory() || !z.sole() {
		return e.written(ops.SetSlice, z, e.plus(e.slice(z, ranges), g), nil, ranges, true)
	}
	part, err := z.be.cut(z.buf, z.dtype, ranges, g.shape)
	check(err)
	k, err := z.be.step(ops.Add.Op, z.dtype)
	check(err)
	out := backend.Spec{Dtype: z.dtype, Shape: g.shape}
	if z.be.inPlace { // part is z's memory
		out.Into = part
	}
	sum, err := k.Binary(out, part, g.buffer())
	check(err)
	if !z.be.inPlace || sum != part {
		k, err := z.be.step(ops.SetSlice.Op, z.dtype)
		check(err)
		z.buf, err = k.Assign(z.buf, sum, nil, backend.AssignAttrs{Ranges: ranges, Stop: e.stop()})
		check(err)
	}
	return z
}
