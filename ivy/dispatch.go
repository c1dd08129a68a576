package ivy

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// The dispatch path from a public function to a kernel: coerce the operands, agree on a
// backend, promote, check the dtype, infer the result's dtype and shape, prepare
// the operands, fill. It is written out once per family of kernels; the steps are
// the functions after the families.

// unary is the dispatch path of functions of one operand, element by element.
func (e *Env) unary(op *ops.Op, x any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	a, ok := x.(*Array)
	if !ok || a == nil || a.be == nil {
		if a, err = e.asArray(s, nil, x); err != nil {
			return nil, s.be, err
		}
	}
	be = a.be
	e = e.in(a, a)
	k := be.table.Entry(op)
	in, err := fitting(s, be, op, k, a.dtype)
	if err != nil {
		return nil, be, orUnusable(err, a)
	}
	given := a
	if a.dtype != in {
		if a, err = e.castFor(op, k, a, a.dtype, in); err != nil {
			return nil, be, err
		}
	}
	z = newArray(e, be, op.Out(in, s.def))
	z.setShape(a.shape)
	if len(opts) > 0 {
		var target *Array
		if target, err = outOption(op, opts); err == nil {
			z, err = e.fillOut(be, target, z, func(out backend.Spec) (backend.Buffer, error) { return k.Unary(within(out, in, a), a.buffer()) }, a)
		}
	} else {
		out := e.spec(z)
		if a.dtype != in {
			out.In = in
		}
		z.buf, err = k.Unary(out, a.buffer())
	}
	if a != given {
		a.end()
	}
	return z, be, err
}

// binary is the dispatch path of functions of two operands, element by element.
// It is written out in one function because every arithmetic call goes through it: calls of steps would cost time.
func (e *Env) binary(op *ops.Op, x1, x2 any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	a, ok1 := x1.(*Array)
	b, ok2 := x2.(*Array)
	var pooled *Array
	if !ok1 || !ok2 || a == nil || b == nil || a.be != b.be || a.be == nil {
		if a, b, err = e.pair(s, op, x1, x2); err != nil {
			return nil, s.be, err
		}
		switch {
		case !ok1 && a.pooled:
			pooled = a
		case !ok2 && b.pooled:
			pooled = b
		}
	}
	be = a.be
	e = e.in(a, b)
	k := be.table.Entry(op)
	d := a.dtype
	if a.dtype != b.dtype || op.Logical {
		if d, err = common(s, op, a, b); err != nil {
			return nil, be, orUnusable(err, a, b)
		}
	} else if s.rule.Promote(promote.Class(d), promote.Class(d)).Dtype == dtype.Invalid {
		return nil, be, orUnusable(s.rule.Explain(promote.Class(d), promote.Class(d)), a, b)
	}
	in := d
	if op.Logical || op.Lift || !(op.In & k.Dtypes).Has(d) {
		if in, err = fitting(s, be, op, k, d); err != nil {
			return nil, be, orUnusable(err, a, b)
		}
	}
	given1, given2 := a, b
	if a.dtype != in || b.dtype != in {
		if a, err = e.castFor(op, k, a, d, in); err == nil {
			b, err = e.castFor(op, k, b, d, in)
		}
		if err != nil {
			return nil, be, err
		}
	}
	z = newArray(e, be, op.Out(in, s.def))
	var fits bool
	if z.shape, fits = shape.AppendBroadcast(z.inline.Dims[:0], a.shape, b.shape); !fits {
		_, err = shape.Broadcast(a.shape, b.shape)
		return nil, be, orUnusable(err, a, b)
	}
	if err = shape.Check(z.shape, z.dtype.Size()); err != nil {
		return nil, be, err
	}
	if most := e.maxBytes.Load(); most > 0 {
		z.limit(z.shape, most)
	}
	if len(opts) > 0 {
		var target *Array
		if target, err = outOption(op, opts); err == nil {
			z, err = e.fillOut(be, target, z, func(out backend.Spec) (backend.Buffer, error) {
				return k.Binary(within(out, in, a, b), a.buffer(), b.buffer())
			}, a, b)
		}
	} else {
		out := e.spec(z)
		if a.dtype != in || b.dtype != in {
			out.In = in
		}
		z.buf, err = k.Binary(out, a.buffer(), b.buffer())
	}
	if a != given1 {
		a.end()
	}
	if b != given2 {
		b.end()
	}
	if pooled != nil {
		pooled.release()
	}
	return z, be, err
}

// where is the dispatch path of Where.
func (e *Env) where(op *ops.Op, condition, x1, x2 any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	if be, err = e.agree(s, condition, x1, x2); err != nil {
		return nil, s.be, err
	}
	target, err := outOption(op, opts)
	if err != nil {
		return nil, be, err
	}
	c, err := e.asArray(s, be, condition)
	if err == nil {
		c, err = e.castTo(c, Bool)
	}
	if err != nil {
		return nil, be, err
	}
	a, b, err := e.pairOn(s, op, be, x1, x2)
	if err == nil {
		defer a.release()
		defer b.release()
		e = e.in(c, a).in(a, b)
		a, b, err = e.promotePair(s, op, a, b)
	}
	if err == nil {
		z, err = e.selects(s, op, be, target, c, a, b)
	}
	return z, be, err
}

// selects fills a new array, or target, with the elements of a where c is true, else with
// those of b, which has the dtype of a: no rule of promotion is asked.
func (e *Env) selects(s *state, op *ops.Op, be *engine, target, c, a, b *Array) (*Array, error) {
	k := be.table.Entry(op)
	a, b, err := e.prepareBoth(s, op, k, a, b)
	if err != nil {
		return nil, err
	}
	z := newArray(e, be, a.dtype)
	dims, err := shape.Broadcast(c.shape, a.shape, b.shape)
	if err != nil {
		return nil, err
	}
	z.setShape(dims)
	return e.fillOut(be, target, z, func(out backend.Spec) (backend.Buffer, error) {
		return k.Ternary(out, c.buffer(), a.buffer(), b.buffer())
	}, c, a, b)
}

// selected is Where of two arrays of one dtype, for compositions: it has a result where the
// rule of promotion has none for two arrays of that dtype.
func (e *Env) selected(where, x1, x2 *Array, opts ...Option) *Array {
	target, err := outOption(ops.Where.Op, opts)
	check(err)
	z, err := e.selects(e.now.Load(), ops.Where.Op, x2.be, target, where, x1, x2)
	return one(ops.Where.Op, z, x2.be, err)
}

// reduce is the dispatch path of functions over axes.
func (e *Env) reduce(op *ops.Op, x any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	var o options
	a, err := e.asArray(s, nil, x)
	if err != nil {
		return nil, s.be, err
	}
	be = a.be
	e = e.in(a, a)
	if err = o.parse(op, opts); err != nil {
		return nil, be, err
	}
	attrs := backend.ReduceAttrs{KeepDims: bool(get(opts, KeepDims(false))), Correction: float64(get(opts, Correction(0)))}
	var single [1]int
	axes := manyAxes(opts, single[:0])
	switch {
	case axes == nil:
		attrs.Axes = shape.All(len(a.shape))
	case op.OneAxis && len(axes) != 1:
		err = errorf(ErrValue, "%d axes, want one or none", len(axes))
	default:
		attrs.Axes, err = shape.Axes(axes, len(a.shape))
	}
	if err != nil {
		return nil, be, err
	}
	k := be.table.Entry(op)
	given := a
	a, in, err := e.accumulated(s, op, k, &o, a)
	if err != nil {
		return nil, be, err
	}
	if op.NonEmpty {
		for _, i := range attrs.Axes {
			if a.shape[i] == 0 {
				return nil, be, errorf(ErrValue, "axis %d of shape %s has no elements to choose from", i, shape.Text(a.shape))
			}
		}
	}
	z = newArray(e, be, in)
	if !op.Takes(ops.Dtype) { // sums and products are of theirs
		z.dtype = op.Out(in, s.def)
	}
	z.setShape(shape.Reduce(a.shape, attrs.Axes, attrs.KeepDims))
	z, err = e.deliver(be, z, &o, func(out backend.Spec) (backend.Buffer, error) {
		return k.Reduce(within(out, in, a), a.buffer(), attrs)
	})
	if a != given {
		a.end()
	}
	return z, be, err
}

// scan is the dispatch path of cumulative functions.
func (e *Env) scan(op *ops.Op, x any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	var o options
	a, err := e.asArray(s, nil, x)
	if err != nil {
		return nil, s.be, err
	}
	be = a.be
	e = e.in(a, a)
	if err = o.parse(op, opts); err != nil {
		return nil, be, err
	}
	if len(a.shape) == 0 {
		return nil, be, errorf(ErrShape, "an array without axes")
	}
	if len(a.shape) > 1 && !o.has(ops.Axis) {
		return nil, be, errorf(ErrValue, "an axis is needed for shape %s", shape.Text(a.shape))
	}
	attrs := backend.ScanAttrs{Initial: bool(get(opts, IncludeInitial(false))), Exclusive: bool(get(opts, Exclusive(false))), Reverse: bool(get(opts, Reverse(false)))}
	if attrs.Axis, err = oneAxis(opts, 0); err == nil {
		attrs.Axis, err = shape.Axis(attrs.Axis, len(a.shape))
	}
	if err == nil && attrs.Initial && attrs.Exclusive {
		err = errorf(ErrValue, "IncludeInitial and Exclusive together")
	}
	k, in := be.table.Entry(op), dtype.Invalid
	if err == nil {
		a, in, err = e.accumulated(s, op, k, &o, a)
	}
	if err != nil {
		return nil, be, err
	}
	z = newArray(e, be, in)
	if attrs.Initial {
		dims := slices.Clone(a.shape)
		if dims[attrs.Axis] == math.MaxInt {
			return nil, be, errorf(ErrShape, "shape %s is too long for the initial value", shape.Text(dims))
		}
		dims[attrs.Axis]++
		z.setShape(dims)
	} else {
		z.setShape(a.shape)
	}
	z, err = e.deliver(be, z, &o, func(out backend.Spec) (backend.Buffer, error) {
		return k.Scan(within(out, in, a), a.buffer(), attrs)
	})
	return z, be, err
}

// accumulated casts the operand of a reduction or scan to the dtype that it is computed
// in, which it returns, or leaves that to the kernel.
func (e *Env) accumulated(s *state, op *ops.Op, k *backend.Entry, o *options, a *Array) (*Array, Dtype, error) {
	d, err := e.accumulator(s, op, o, a)
	if err != nil {
		return nil, d, err
	}
	in, err := fitting(s, a.be, op, k, d)
	if err == nil {
		a, err = e.castFor(op, k, a, d, in)
	}
	return a, in, err
}

// accumulator returns the dtype of a sum or product, to which its operand is cast, or that
// of what a casting mode puts in its place where the backend lacks the former.
func (e *Env) accumulator(s *state, op *ops.Op, o *options, a *Array) (Dtype, error) {
	if !op.Takes(ops.Dtype) {
		return a.dtype, nil
	}
	d := op.Out(a.dtype, s.def)
	if o.has(ops.Dtype) {
		d = o.dtype
	} else if !a.be.dtypes.Has(d) {
		supported := accumulates(s, a.be, op)
		t := dtype.Invalid
		if !a.be.probe {
			t = s.casting.target(a.dtype, supported, a.be.dtypes, s.def)
		}
		if t == dtype.Invalid {
			return t, errorf(ErrUnsupported, "dtype %v is not supported by %s %s: the result would be %v, which it has not (%scast with Astype)",
				a.dtype, a.be.name, a.be.Version(), d, helpfulModes(s, a.be, supported, a.dtype))
		}
		d = op.Out(t, s.def)
	}
	return d, nil
}

// accumulates returns the dtypes whose sum or product the backend has a dtype for.
func accumulates(s *state, be *engine, op *ops.Op) dtype.Set {
	set := dtype.None
	for _, d := range be.dtypes.Dtypes() {
		if (be.dtypes & be.table.Entry(op).Dtypes).Has(op.Out(d, s.def)) {
			set |= dtype.Of(d)
		}
	}
	return set
}

// sort is the dispatch path of Sort and ArgSort.
func (e *Env) sort(op *ops.Op, x any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	var o options
	a, err := e.asArray(s, nil, x)
	if err != nil {
		return nil, s.be, err
	}
	be = a.be
	e = e.in(a, a)
	if err = o.parse(op, opts); err != nil {
		return nil, be, err
	}
	attrs := backend.SortAttrs{Descending: bool(get(opts, Descending(false)))}
	if attrs.Axis, err = oneAxis(opts, -1); err == nil {
		attrs.Axis, err = shape.Axis(attrs.Axis, len(a.shape))
	}
	if err != nil {
		return nil, be, err
	}
	k := be.table.Entry(op)
	if a, err = e.prepare(s, op, k, a); err != nil {
		return nil, be, err
	}
	z = newArray(e, be, op.Out(a.dtype, s.def))
	z.setShape(a.shape)
	z, err = e.finish(be, z, o.out, func(out backend.Spec) (backend.Buffer, error) { return k.Sort(out, a.buffer(), attrs) })
	return z, be, err
}

// search is the dispatch path of SearchSorted and IsIn; z has the shape of y, or of x.
func (e *Env) search(op *ops.Op, x1, x2 any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	var o options
	if err = o.parse(op, opts); err != nil {
		return nil, s.be, err
	}
	a, b, err := owned(e.pair(s, op, x1, x2))
	if err != nil {
		return nil, s.be, err
	}
	be = a.be
	e = e.in(a, b)
	attrs := backend.SearchAttrs{Invert: bool(get(opts, Invert(false)))}
	shaped := a
	if op.Sorted {
		shaped = b
		switch side := get(opts, Side("left")); {
		case len(a.shape) != 1:
			err = errorf(ErrShape, "x1 of shape %s, want one dimension", shape.Text(a.shape))
		case side == "right":
			attrs.Right = true
		case side != "left":
			err = errorf(ErrValue, "side %q, want left or right", side)
		}
		if err == nil && o.has(ops.Sorter) {
			var sorter *Array
			if sorter, err = e.indices(s, be, valueOf(opts, ops.Sorter)); err == nil {
				err = Try(func() { a = e.Take(a, sorter) })
			}
		}
		if err != nil {
			return nil, be, err
		}
	}
	if a, b, err = e.promotePair(s, op, a, b); err != nil {
		return nil, be, err
	}
	k := be.table.Entry(op)
	if a, b, err = e.prepareBoth(s, op, k, a, b); err != nil {
		return nil, be, err
	}
	z = newArray(e, be, op.Out(a.dtype, s.def))
	z.setShape(shaped.shape)
	z, err = e.finish(be, z, o.out, func(out backend.Spec) (backend.Buffer, error) {
		return k.Search(out, a.buffer(), b.buffer(), attrs)
	})
	return z, be, err
}

// product is the dispatch path of MatMul.
func (e *Env) product(op *ops.Op, x1, x2 any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	var target *Array
	if len(opts) > 0 {
		if target, err = outOption(op, opts); err != nil {
			return nil, s.be, err
		}
	}
	a, b, err := owned(e.pair(s, op, x1, x2))
	if err != nil {
		return nil, s.be, err
	}
	be = a.be
	e = e.in(a, b)
	given1, given2 := a, b
	if a, b, err = e.promotePair(s, op, a, b); err != nil {
		return nil, be, err
	}
	k := be.table.Entry(op)
	if a, b, err = e.prepareBoth(s, op, k, a, b); err != nil {
		return nil, be, err
	}
	cast1, cast2 := a, b
	z = newArray(e, be, a.dtype)
	dims, err := shape.AppendMatMul(z.inline.Dims[:0], a.shape, b.shape)
	if err != nil {
		return nil, be, err
	}
	// The kernel knows matrices only: a row for a one-dimensional x1, a column for x2.
	full := dims
	if len(b.shape) == 1 {
		if b, err = e.view(ops.Reshape.Op, b, []int{b.shape[0], 1}, backend.ViewAttrs{}); err != nil {
			return nil, be, err
		}
		full = append(slices.Clone(full), 1)
	}
	if len(a.shape) == 1 {
		if a, err = e.view(ops.Reshape.Op, a, []int{1, a.shape[0]}, backend.ViewAttrs{}); err != nil {
			return nil, be, err
		}
		full = slices.Insert(slices.Clone(full), len(full)-1, 1)
	}
	if err = shape.Check(full, a.dtype.Size()); err != nil {
		return nil, be, err
	}
	z.setShape(dims)
	if target == nil && len(full) == len(dims) {
		z.buf, err = k.Product(e.spec(z), a.buffer(), b.buffer())
	} else {
		z, err = e.reshapedProduct(be, k, z, target, a, b, full)
	}
	for _, c := range [...][3]*Array{{a, cast1, given1}, {b, cast2, given2}} {
		if c[0] != c[1] { // a view of it
			c[0].end()
		}
		if c[1] != c[2] {
			c[1].end()
		}
	}
	return z, be, err
}

// reshapedProduct fills z, or target, with the product of a and b, whose shape is full.
func (e *Env) reshapedProduct(be *engine, k *backend.Entry, z, target, a, b *Array, full []int) (*Array, error) {
	return e.finish(be, z, target, func(out backend.Spec) (backend.Buffer, error) {
		buf, err := k.Product(backend.Spec{Dtype: out.Dtype, Shape: full, Stop: out.Stop}, a.buffer(), b.buffer())
		if err == nil && len(full) != len(out.Shape) {
			buf, err = be.reshape(buf, out.Dtype, out.Shape)
		}
		return buf, err
	})
}

// take is the dispatch path of Take and TakeAlongAxis.
func (e *Env) take(op *ops.Op, x, indices any, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	var o options
	fill := valueOf(opts, ops.FillValue)
	if be, err = e.agree(s, x, indices, arrayOf(fill)); err != nil {
		return nil, s.be, err
	}
	if err = o.parse(op, opts); err != nil {
		return nil, be, err
	}
	a, err := e.asArray(s, be, x)
	if err != nil {
		return nil, be, err
	}
	mode, err := modeOfTake(opts, fill)
	if err != nil {
		return nil, be, err
	}
	var i *Array
	if mode == "raise" {
		i, err = e.indices(s, be, indices)
	} else {
		i, err = e.integers(s, be, indices)
	}
	if err != nil {
		return nil, be, err
	}
	e = e.in(a, i)
	k := be.table.Entry(op)
	if a, err = e.prepare(s, op, k, a); err != nil {
		return nil, be, err
	}
	rank := len(a.shape)
	otherwise := -1
	if op.AnyShape {
		if rank > 1 && !o.has(ops.Axis) {
			return nil, be, errorf(ErrValue, "an axis is needed for shape %s", shape.Text(a.shape))
		}
		otherwise = 0
	}
	axis, err := oneAxis(opts, otherwise)
	if err == nil {
		axis, err = shape.Axis(axis, rank)
	}
	if err != nil {
		return nil, be, err
	}
	var dims []int
	if op.AnyShape {
		dims = slices.Concat(a.shape[:axis], i.shape, a.shape[axis+1:])
	} else {
		if len(i.shape) != rank {
			return nil, be, errorf(ErrShape, "indices of shape %s for an array of shape %s: as many dimensions are needed", shape.Text(i.shape), shape.Text(a.shape))
		}
		lines := slices.Clone(a.shape)
		lines[axis] = i.shape[axis]
		if dims, err = shape.Broadcast(lines, i.shape); err != nil {
			return nil, be, errorf(ErrShape, "indices of shape %s do not broadcast with an array of shape %s along axis %d", shape.Text(i.shape), shape.Text(a.shape), axis)
		}
	}
	if err = shape.Check(dims, a.dtype.Size()); err != nil {
		return nil, be, err
	}
	if mode != "raise" {
		return e.toOut(e.takeAnywhere(s, a, i, axis, dims, mode, fill), &o), be, nil
	}
	z = newArray(e, be, a.dtype)
	z.setShape(dims)
	z, err = e.finish(be, z, o.out, func(out backend.Spec) (backend.Buffer, error) {
		return k.Gather(out, a.buffer(), []backend.Buffer{i.buffer()}, backend.GatherAttrs{Axis: axis})
	})
	return z, be, err
}

// join is the dispatch path of Concat.
func (e *Env) join(op *ops.Op, arrays []*Array, opts []Option) (z *Array, be *engine, err error) {
	s := e.now.Load()
	var o options
	be = s.be
	if err = o.parse(op, opts); err != nil {
		return nil, be, err
	}
	if len(arrays) == 0 {
		return nil, be, errorf(ErrValue, "no arrays to join")
	}
	if be, err = agreeArrays(s, arrays); err != nil {
		return nil, s.be, err
	}
	e = e.among(arrays)
	xs := slices.Clone(arrays)
	if slices.ContainsFunc(arrays, func(a *Array) bool { return a.dtype != arrays[0].dtype }) {
		xs, err = e.promoteArrays(s, arrays)
	} else { // the standard: the result has the dtype that all have, whatever it is
		for i, x := range arrays {
			if err == nil {
				xs[i], err = x.to(be)
			}
		}
	}
	if err != nil {
		return nil, be, err
	}
	axis, err := oneAxis(opts, 0)
	if o.has(ops.Axis) && noAxis(opts) {
		axis, err = 0, nil
		for i, x := range xs {
			if xs[i], err = e.view(ops.Reshape.Op, x, []int{x.Size()}, backend.ViewAttrs{}); err != nil {
				return nil, be, err
			}
		}
	}
	if err != nil {
		return nil, be, err
	}
	k := be.table.Entry(op)
	shapes := make([][]int, len(xs))
	bufs := make([]backend.Buffer, len(xs))
	for i := range xs {
		if xs[i], err = e.prepare(s, op, k, xs[i]); err != nil {
			return nil, be, err
		}
		shapes[i], bufs[i] = xs[i].shape, xs[i].buffer()
	}
	dims, axis, err := shape.Concat(shapes, axis)
	if err == nil {
		err = shape.Check(dims, xs[0].dtype.Size())
	}
	if err != nil {
		return nil, be, err
	}
	z = newArray(e, be, xs[0].dtype)
	z.setShape(dims)
	z, err = e.finish(be, z, o.out, func(out backend.Spec) (backend.Buffer, error) {
		return k.Join(out, bufs, backend.JoinAttrs{Axis: axis})
	})
	return z, be, err
}

// find is the dispatch path of functions whose results' sizes depend on values.
func (e *Env) find(op *ops.Op, x any) ([]*Array, *engine, error) {
	s := e.now.Load()
	a, err := e.asArray(s, nil, x)
	if err != nil {
		return nil, s.be, err
	}
	if op.NeedsAxis && len(a.shape) == 0 {
		return nil, a.be, errorf(ErrShape, "an array without axes")
	}
	be := a.be
	k := be.table.Entry(op)
	if a, err = e.prepare(s, op, k, a); err != nil {
		return nil, be, err
	}
	bufs, specs, err := k.Find(a.buffer(), e.stop())
	if err != nil {
		return nil, be, err
	}
	zs := make([]*Array, len(bufs))
	for i, b := range bufs {
		zs[i] = entered(wrapBuffer(e, be, b, specs[i].Dtype, specs[i].Shape))
	}
	return zs, be, nil
}

// fill is the dispatch path of new arrays of this dtype and shape on the current backend.
func (e *Env) fill(op *ops.Op, d Dtype, dims []int, opts []Option, o *options, attrs backend.FillAttrs) (*Array, *engine, error) {
	s := e.now.Load()
	be := s.be
	if o.out != nil {
		be = o.out.be
	}
	k := be.table.Entry(op)
	err := be.onDevice(get(opts, Device("")))
	if err == nil {
		err = be.valid(d)
	}
	if err == nil {
		d, err = fit(s, be, op, k, d)
	}
	if err == nil {
		err = shape.Check(dims, d.Size())
	}
	if err != nil {
		return nil, be, err
	}
	z := newArray(e, be, d)
	z.setShape(dims)
	run := func(out backend.Spec) (backend.Buffer, error) { return k.Fill(out, attrs) }
	if o.out != nil && (!o.has(ops.Dtype) || o.dtype == d) {
		z, err = e.fillOut(be, o.out, z, run)
	} else {
		z, err = e.deliver(be, z, o, run)
	}
	return z, be, err
}

// view gives a's elements another shape. The result's memory may be a's: both are
// marked, so that a write to one copies first.
func (e *Env) view(op *ops.Op, a *Array, dims []int, attrs backend.ViewAttrs) (*Array, error) {
	k := a.be.table.Entry(op)
	a, err := e.prepare(e.now.Load(), op, k, a)
	if err != nil {
		return nil, err
	}
	z := newArray(e, a.be, a.dtype)
	z.setShape(dims)
	if err = shape.Check(dims, a.dtype.Size()); err == nil {
		z.buf, err = k.View(e.spec(z), a.buffer(), attrs)
	}
	if err != nil {
		return nil, err
	}
	a.shareWith(z)
	return entered(z), nil
}

// The steps.

// asArray makes x an array on be, or on the current backend if be is nil; a scalar
// takes its default dtype.
func (e *Env) asArray(s *state, be *engine, x any) (*Array, error) {
	if a, _, ok := standsFor(x); ok {
		if err := a.usable(); err != nil {
			return nil, err
		}
		if be != nil && a.be != be {
			return a.to(be)
		}
		return a, nil
	}
	if be == nil {
		be = s.be
	}
	return e.fromGo(s, be, x, dtype.Invalid)
}

// agree returns the one backend of the arrays among xs; the current one if there is none.
func (e *Env) agree(s *state, xs ...any) (*engine, error) {
	be := (*engine)(nil)
	var err error
	for _, x := range xs {
		if a, _, ok := standsFor(x); ok && err == nil {
			if err = a.usable(); err == nil {
				be, err = together(be, a)
			}
		}
	}
	if be == nil {
		be = s.be
	}
	return be, err
}

// agreeArrays is agree for arrays alone.
func agreeArrays(s *state, xs []*Array) (be *engine, err error) {
	for _, a := range xs {
		if err = a.usable(); err != nil {
			return nil, err
		}
		if be, err = together(be, a); err != nil {
			return nil, err
		}
	}
	if be == nil {
		be = s.be
	}
	return be, nil
}

// together returns the backend of arrays on be, if there are any, and a. Abstract arrays and
// those that are being differentiated take others among them.
func together(be *engine, a *Array) (*engine, error) {
	switch {
	case be == nil || be == a.be:
		return a.be, nil
	case be.order == 0 && a.be.order == 0 || be.name != a.be.name && (be.level != nil || a.be.level != nil):
		return nil, errorf(ErrBackend, "arrays of backends %s and %s (bring one over with ToBackend)", be.name, a.be.name)
	case be.order > a.be.order || be.order == a.be.order && be.abstract && !a.be.abstract:
		return be, nil
	}
	return a.be, nil
}

// pair makes two operands arrays on one backend. A scalar with an array becomes an
// array without axes of the dtype that the rule gives the two.
func (e *Env) pair(s *state, op *ops.Op, x1, x2 any) (*Array, *Array, error) {
	if a, ok := x1.(*Array); ok && a.usable() == nil {
		if v, ok := plainScalar(x2); ok {
			b, err := e.scalarWith(s, op, a.be, v, a)
			return a, b, err
		}
	} else if b, ok := x2.(*Array); ok && b.usable() == nil {
		if v, ok := plainScalar(x1); ok {
			a, err := e.scalarWith(s, op, b.be, v, b)
			return a, b, err
		}
	}
	be, err := e.agree(s, x1, x2)
	if err != nil {
		return nil, nil, err
	}
	return e.pairOn(s, op, be, x1, x2)
}

func (e *Env) pairOn(s *state, op *ops.Op, be *engine, x1, x2 any) (*Array, *Array, error) {
	a, err := e.operand(s, be, x1)
	if err != nil {
		return nil, nil, err
	}
	b, err := e.operand(s, be, x2)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case a.arr != nil && b.arr != nil && a.weak != b.weak && !op.Logical:
		if a.weak {
			a.arr, err = e.castWeak(s, a.arr, b.arr)
		} else {
			b.arr, err = e.castWeak(s, b.arr, a.arr)
		}
	case a.arr != nil && b.arr != nil:
	case a.arr != nil:
		b.arr, err = e.scalarWith(s, op, be, b.scalar, a.arr)
	case b.arr != nil:
		a.arr, err = e.scalarWith(s, op, be, a.scalar, b.arr)
	default:
		if a.arr, err = e.fromGo(s, be, a.scalar, dtype.Invalid); err == nil {
			b.arr, err = e.fromGo(s, be, b.scalar, dtype.Invalid)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if a.arr.be != be {
		if a.arr, err = a.arr.to(be); err != nil {
			return nil, nil, err
		}
	}
	if b.arr.be != be {
		b.arr, err = b.arr.to(be)
	}
	return a.arr, b.arr, err
}

// scalarWith makes a scalar an array of the dtype that it and a have in common.
func (e *Env) scalarWith(s *state, op *ops.Op, be *engine, v backend.Scalar, a *Array) (*Array, error) {
	d := Bool
	value := v
	if op.Logical {
		value = backend.BoolScalar(v.Bool())
	} else {
		class := promote.ArrayClass(a.dtype, false, len(a.shape))
		res := s.rule.Promote(class, promote.ScalarClass(v.Kind))
		if d = res.Dtype; d == dtype.Invalid {
			return nil, s.rule.Explain(class, promote.ScalarClass(v.Kind))
		}
		if !v.Fits(d) {
			if a.dtype != Bool {
				return nil, errorf(ErrValue, "%v does not fit into %v, the dtype it takes beside %v", v, d, a.dtype)
			}
			d = s.scalarDtype(v)
		}
	}
	return e.pooledScalar(be, value, d)
}

// promotePair casts two arrays to the dtype they have in common; both to bool for
// logical functions.
func (e *Env) promotePair(s *state, op *ops.Op, a, b *Array) (*Array, *Array, error) {
	d, err := common(s, op, a, b)
	if err != nil {
		return nil, nil, err
	}
	return e.castBoth(a, b, d)
}

// common returns the dtype that two arrays have in common; bool for logical functions.
func common(s *state, op *ops.Op, a, b *Array) (Dtype, error) {
	if op.Logical {
		return Bool, nil
	}
	ca, cb := promote.ArrayClass(a.dtype, false, len(a.shape)), promote.ArrayClass(b.dtype, false, len(b.shape))
	d := s.rule.Promote(ca, cb).Dtype
	if d == dtype.Invalid {
		return d, s.rule.Explain(ca, cb)
	}
	return d, nil
}

func (e *Env) castBoth(a, b *Array, d Dtype) (*Array, *Array, error) {
	a, err := e.castTo(a, d)
	if err != nil {
		return nil, nil, err
	}
	b, err = e.castTo(b, d)
	return a, b, err
}

// castFor casts a, to d and then to in, for a kernel; the last step is left to those that cast.
func (e *Env) castFor(op *ops.Op, k *backend.Entry, a *Array, d, in Dtype) (*Array, error) {
	if op.Logical {
		d = Bool
	}
	if d != in {
		var err error
		if a, err = e.castTo(a, d); err != nil {
			return nil, err
		}
	}
	if !k.Casts || a.dtype == in {
		return e.castTo(a, in)
	}
	_, err := a.caster(in)
	return a, err
}

// within returns the Spec of a result that is computed in a dtype, which not all operands
// may have.
func within(out backend.Spec, in Dtype, operands ...*Array) backend.Spec {
	for _, a := range operands {
		if a.dtype != in {
			out.In = in
		}
	}
	return out
}

// promoteArrays casts arrays to the dtype they have in common.
func (e *Env) promoteArrays(s *state, xs []*Array) ([]*Array, error) {
	be, err := agreeArrays(s, xs)
	if err != nil {
		return nil, err
	}
	args := make([]promote.Arg, len(xs))
	for i, x := range xs {
		args[i] = promote.Arg{Dtype: x.dtype, Rank: len(x.shape)}
	}
	res, err := promote.Fold(s.rule.Rule(), args...)
	if err != nil {
		return nil, err
	}
	zs := make([]*Array, len(xs))
	for i, x := range xs {
		if x, err = x.to(be); err == nil {
			zs[i], err = e.castTo(x, res.Dtype)
		}
		if err != nil {
			return nil, err
		}
	}
	return zs, nil
}

// prepare casts a where the function takes integers as floats or anything as bools,
// or where a casting mode does, and checks that function and backend take its dtype.
func (e *Env) prepare(s *state, op *ops.Op, k *backend.Entry, a *Array) (*Array, error) {
	if op.Logical {
		var err error
		if a, err = e.castTo(a, Bool); err != nil {
			return nil, err
		}
	}
	d, err := fitting(s, a.be, op, k, a.dtype)
	if err != nil {
		return nil, err
	}
	return e.castTo(a, d)
}

// fitting returns what function and backend take instead of d: bool for logical functions,
// floats for integers, or what a casting mode says.
func fitting(s *state, be *engine, op *ops.Op, k *backend.Entry, d Dtype) (Dtype, error) {
	if op.Logical {
		d = Bool
	}
	if (op.In & k.Dtypes).Has(d) && (!op.Lift || dtype.Inexact.Has(d)) {
		return d, nil
	}
	return fit(s, be, op, k, d)
}

// prepareBoth is prepare of two arrays of one dtype.
func (e *Env) prepareBoth(s *state, op *ops.Op, k *backend.Entry, a, b *Array) (*Array, *Array, error) {
	a, err := e.prepare(s, op, k, a)
	if err == nil && b.dtype != a.dtype {
		b, err = e.castTo(b, a.dtype)
	}
	if err != nil {
		return nil, nil, err
	}
	return a, b, nil
}

// composed is the entry of a function that is composed of others: it is they that a
// backend supports or not.
func composed(op *ops.Op) *backend.Entry { return &backend.Entry{Op: op, Dtypes: op.In} }

// asked casts z to the dtype that a call names, if a casting mode has put another in
// its place.
func (e *Env) asked(z *Array, o *options) (*Array, error) {
	if o.has(ops.Dtype) {
		return e.castTo(z, o.dtype)
	}
	return z, nil
}

// deliver is finish for functions that may be told a dtype.
func (e *Env) deliver(be *engine, z *Array, o *options, run func(backend.Spec) (backend.Buffer, error)) (*Array, error) {
	if !o.has(ops.Dtype) || z.dtype == o.dtype {
		return e.finish(be, z, o.out, run)
	}
	z, err := e.finish(be, z, nil, run)
	if err == nil {
		z, err = e.asked(z, o)
	}
	if err != nil || o.out == nil {
		return z, err
	}
	return e.copyOut(be, o.out, z, func(backend.Spec) (backend.Buffer, error) { return z.buffer(), nil })
}

// indices makes x an int64 array on be.
func (e *Env) indices(s *state, be *engine, x any) (*Array, error) {
	a, err := e.integers(s, be, x)
	if err != nil {
		return nil, err
	}
	return e.wholes64(a)
}

// wholes64 returns integers as int64. Those of uint64 that it does not hold become the greatest length that there is: as indices
// they are out of range.
func (e *Env) wholes64(a *Array) (*Array, error) {
	if a.dtype == Uint64 {
		return e.signed(a, math.MaxInt), nil
	}
	return e.castTo(a, Int64)
}

// integers returns indices in the integer dtype that they have.
func (e *Env) integers(s *state, be *engine, x any) (*Array, error) {
	a, err := e.asArray(s, be, x)
	if err != nil || a.dtype.IsInteger() {
		return a, err
	}
	if a.Size() == 0 && !isArray(x) { // an empty list has no dtype
		return e.castTo(a, Int64)
	}
	return nil, errorf(ErrDtype, "indices of dtype %v, want %v", a.dtype, dtype.Integer)
}

// outOption returns the array of the option Out, the only one that elementwise
// functions take.
func outOption(op *ops.Op, opts []Option) (*Array, error) {
	var o options
	err := o.parse(op, opts)
	return o.out, err
}

// finish fills z, or target, the array of the option Out, with a result that is not
// made element by element.
func (e *Env) finish(be *engine, z, target *Array, run func(backend.Spec) (backend.Buffer, error)) (*Array, error) {
	if target != nil { // the operands may lie in its memory in any way
		return e.copyOut(be, target, z, run)
	}
	var err error
	z.buf, err = run(e.spec(z))
	return z, err
}

// checkOut refuses a target for a result like z.
func checkOut(be *engine, target, z *Array) error {
	switch {
	case be.abstract && !target.be.abstract:
		return fmt.Errorf("Out has elements, the result has none (make Out with EmptyLike): %w", errAbstract)
	case target.be != be && be.level != nil:
		return errForeign
	case target.be != be:
		return errorf(ErrBackend, "Out is on %s, the result on %s", target.be.name, be.name)
	case target.dtype != z.dtype:
		return outDtype(target.dtype, z.dtype)
	case !slices.Equal(target.shape, z.shape):
		return outShape(target.shape, z.shape)
	}
	return nil
}

// fillOut fills target with an elementwise result, in its own memory if that
// overlaps no operand but as the operand itself.
func (e *Env) fillOut(be *engine, target, z *Array, run func(backend.Spec) (backend.Buffer, error), operands ...*Array) (*Array, error) {
	if target == nil {
		var err error
		z.buf, err = run(e.spec(z))
		return z, err
	}
	if err := checkOut(be, target, z); err != nil {
		return nil, err
	}
	if !be.inPlace {
		return e.copyOut(be, target, z, run)
	}
	g := target.group.Load()
	for _, x := range operands {
		if x != target && g != nil && x.group.Load() == g {
			return e.copyOut(be, target, z, run)
		}
	}
	if err := target.own(); err != nil {
		return nil, err
	}
	into := target.buffer()
	b, err := run(backend.Spec{Dtype: z.dtype, Shape: z.shape, Into: into, Stop: e.stop()})
	if err == nil && b != into {
		err = target.fillOnce(b)
	}
	if err != nil {
		return nil, err
	}
	return target, nil
}

// copyOut fills a new buffer and then writes it into target.
func (e *Env) copyOut(be *engine, target, z *Array, run func(backend.Spec) (backend.Buffer, error)) (*Array, error) {
	if err := checkOut(be, target, z); err != nil {
		return nil, err
	}
	b, err := run(e.spec(z))
	if err == nil {
		err = target.fillOnce(b)
	}
	if err != nil {
		return nil, err
	}
	return target, nil
}

// toOut is copyOut for a result that is there already, of a composed function.
func (e *Env) toOut(z *Array, o *options) *Array {
	if o.out == nil {
		return z
	}
	check(checkOut(z.be, o.out, z))
	check(o.out.fill(z.buffer()))
	return o.out
}
