package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Reductions that leave out NaN, and the cumulative extremes.

// axesOf returns the options of the axes that a reduction is over.
func axesOf(opts []Option) []Option {
	return slices.DeleteFunc(slices.Clone(opts), func(o Option) bool {
		switch o.(type) {
		case Axis, Axes, NoAxis, KeepDims:
			return false
		}
		return true
	})
}

// nanOf returns where x is NaN, nil where its dtype has none.
func (e *Env) nanOf(x *Array) *Array {
	if !dtype.Inexact.Has(x.dtype) {
		return nil
	}
	return e.IsNan(x)
}

func (e *Env) nanMean(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.NanMean, x, opts)
	if o.has(ops.Dtype) {
		if !dtype.Inexact.Has(o.dtype) {
			check(errorf(ErrDtype, "dtype %v, want one of floats or complex numbers", o.dtype))
		}
		a = e.Astype(a, o.dtype)
	}
	e.room(a, a.dtype, a.shape...)
	over := axesOf(opts)
	wide := e.wider(a)
	none := e.IsNan(wide)
	sum := e.Sum(e.Where(none, 0.0, wide), over...)
	count := e.Sum(e.LogicalNot(none), append(over, Int64)...)
	n := e.Astype(count, sum.dtype.Component())
	if !sum.dtype.IsComplex() {
		return e.toOut(e.Astype(e.Divide(sum, n), a.dtype), &o)
	}
	// The real and the imaginary part are divided one by one, as in Mean: complex division turns an infinite sum into NaN, which NumPy's nanmean returns.
	return e.toOut(e.Complex(e.Divide(e.Real(sum), n), e.Divide(e.Imag(sum), n)), &o)
}

// only returns which elements of x the option Only says to count, nil for all.
func (e *Env) only(s *state, x *Array, opts []Option) *Array {
	v := valueOf(opts, ops.Only)
	if v == nil {
		return nil
	}
	be, err := e.agree(s, x, v)
	check(err)
	m, err := e.asArray(s, be, v)
	check(err)
	if !m.dtype.IsBool() {
		check(errorf(ErrDtype, "where of %v, want bools", m.dtype))
	}
	check(shape.BroadcastTo(m.shape, x.shape))
	return m
}

// initial returns the number of the option Initial as an array of dtype d, nil if there is none.
func (e *Env) initial(s *state, x *Array, d Dtype, opts []Option) *Array {
	v := valueOf(opts, ops.Initial)
	if v == nil {
		return nil
	}
	be, err := e.agree(s, x, arrayOf(v))
	check(err)
	z, err := e.assigned(s, e.zerosAt(be, d), v)
	check(err)
	if len(z.shape) > 0 {
		check(errorf(ErrShape, "initial of shape %s, want a number", shape.Text(z.shape)))
	}
	return z
}

func (e *Env) nanProd(x any, opts []Option) *Array {
	a, o, s := e.use(ops.NanProd, x, opts)
	e.room(a, a.dtype, a.shape...)
	d := ops.Prod.Out(a.dtype, s.def)
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	mask, first := e.only(s, a, opts), e.initial(s, a, d, opts)
	if none := e.nanOf(a); none != nil {
		a = e.Where(none, 1, a)
	}
	if mask != nil {
		a = e.choice(mask, a, e.castOf(1, a))
	}
	z := e.Prod(a, append(axesOf(opts), d)...)
	if first != nil {
		z = e.Multiply(z, first)
	}
	return e.toOut(z, &o)
}

// castOf returns a number that every dtype has as an array of x's dtype.
func (e *Env) castOf(v int, x *Array) *Array {
	z, err := e.newFull(x.be.rootEngine(), x.dtype, nil, backend.IntScalar(int64(v)))
	check(err)
	return z
}

// endOf returns the least value of x's dtype, or the greatest one: infinities of floats, unless finite is set.
func (e *Env) endOf(x *Array, greatest, finite bool) *Array {
	var v backend.Scalar
	switch d := x.dtype; {
	case d.IsBool():
		v = backend.BoolScalar(greatest)
	case d.IsFloat() && !finite:
		v = backend.FloatScalar(math.Inf(1))
		if !greatest {
			v = backend.FloatScalar(math.Inf(-1))
		}
	case d.IsFloat():
		f, err := dtype.Finfo(d)
		check(err)
		v = backend.FloatScalar(f.Max)
		if !greatest {
			v = backend.FloatScalar(f.Min)
		}
	case d == Uint64 && greatest:
		v = backend.UintScalar(math.MaxUint64)
	default:
		i, err := dtype.Iinfo(d)
		check(err)
		v = backend.IntScalar(i.Min)
		if greatest {
			v = backend.IntScalar(int64(i.Max))
		}
	}
	z, err := e.newFull(x.be.rootEngine(), x.dtype, nil, v)
	check(err)
	return z
}

func (e *Env) nanMax(x any, opts []Option) *Array {
	return e.nanExtremum(ops.NanMax, x, opts, false, e.Max, e.Maximum)
}

func (e *Env) nanMin(x any, opts []Option) *Array {
	return e.nanExtremum(ops.NanMin, x, opts, true, e.Min, e.Minimum)
}

// nanExtremum returns NanMin if least is set, else NanMax.
func (e *Env) nanExtremum(op *ops.Op, x any, opts []Option, least bool, over func(x any, opts ...Option) *Array, two func(x, y any, opts ...Option) *Array) *Array {
	a, o, s := e.use(op, x, opts)
	e.room(a, a.dtype, a.shape...)
	mask, first := e.only(s, a, opts), e.initial(s, a, a.dtype, opts)
	if mask != nil && first == nil {
		check(errorf(ErrValue, "where without initial, which counts where nothing else does"))
	}
	how := axesOf(opts)
	none := e.nanOf(a)
	if none != nil || mask != nil || first != nil {
		end := e.endOf(a, least, false)
		if first != nil {
			if nan := e.nanOf(first); nan != nil {
				first = e.Where(nan, end, first)
			}
		}
		if mask != nil {
			a = e.choice(mask, a, end)
		}
		if none != nil {
			a = e.choice(none, end, a)
		}
	}
	if first != nil {
		v := e.overAxes(a, opts)
		if v.n == 0 {
			return e.toOut(e.copied(e.BroadcastTo(first, v.dims), v.dims), &o)
		}
		return e.toOut(two(over(a, how...), first), &o)
	}
	z := over(a, how...)
	if none != nil {
		z = e.Where(e.All(none, how...), math.NaN(), z)
	}
	return e.toOut(z, &o)
}

func (e *Env) cumMax(x any, opts []Option) (values, indices *Array) {
	return e.cumulativeExtreme(ops.CumMax, x, opts, false)
}

func (e *Env) cumMin(x any, opts []Option) (values, indices *Array) {
	return e.cumulativeExtreme(ops.CumMin, x, opts, true)
}

func (e *Env) cumulativeExtreme(op *ops.Op, x any, opts []Option, least bool) (values, indices *Array) {
	a, o, _ := e.use(op, x, opts)
	if o.has(ops.Dtype) {
		if o.dtype.IsComplex() {
			check(errorf(ErrDtype, "dtype %v, whose numbers have no order", o.dtype))
		}
		a = e.Astype(a, o.dtype)
	}
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "an array without axes"))
	}
	axis, err := oneAxis(opts, 0)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	e.room(a, Int64, a.shape...)
	n, reverse := a.shape[axis], bool(get(opts, Reverse(false)))
	if a.Size() == 0 {
		return e.CopyArray(a), e.zerosAt(a.be.rootEngine(), Int64, a.shape...)
	}
	indices = e.extremesUpTo(a, axis, least, reverse)
	values = e.TakeAlongAxis(a, indices, Axis(axis))
	if !get(opts, Exclusive(false)) {
		return values, indices
	}
	line := slices.Clone(a.shape)
	line[axis] = 1
	begin, nowhere := e.BroadcastTo(e.endOf(a, least, false), line), e.BroadcastTo(e.integerLike(indices, -1), line)
	moved := func(x, begin *Array) *Array {
		if reverse {
			return e.joined([]*Array{e.partAlong(x, axis, 1, n-1), begin}, axis)
		}
		return e.joined([]*Array{begin, e.partAlong(x, axis, 0, n-1)}, axis)
	}
	return moved(values, begin), moved(indices, nowhere)
}

// extremesUpTo returns the indices along an axis of the extremes of x up to each element. Without a kernel it looks twice as far
// back at each step.
func (e *Env) extremesUpTo(x *Array, axis int, least, reverse bool) *Array {
	x = x.withoutTape()
	if z := e.kernelOf(ops.CumulativeExtremes, x.dtype, Int64, x.shape, backend.ExtremesAttrs{Axis: axis, Least: least, Reverse: reverse}, x); z != nil {
		return z
	}
	n := x.shape[axis]
	line := ones(len(x.shape))
	line[axis] = n
	at := e.spread(e.shaped(e.counting(x.be.rootEngine(), n), line), x.shape)
	if x.dtype.IsBool() {
		x = e.Astype(x, Uint8)
	}
	if reverse {
		x, at = e.Flip(x, Axis(axis)), e.Flip(at, Axis(axis))
	}
	better := ops.Greater
	if least {
		better = ops.Less
	}
	for far := 1; far < n; far *= 2 {
		before := func(x *Array) *Array { return e.partAlong(x, axis, 0, n-far) }
		behind := func(x *Array) *Array { return e.partAlong(x, axis, far, n-far) }
		take := e.apply2(better, before(x), behind(x))
		if nan := e.nanOf(x); nan != nil {
			take = e.LogicalAnd(e.LogicalOr(take, before(nan)), e.LogicalNot(behind(nan)))
		}
		from := func(x *Array) *Array {
			return e.joined([]*Array{e.partAlong(x, axis, 0, far), e.choice(take, before(x), behind(x))}, axis)
		}
		x, at = from(x), from(at)
	}
	if reverse {
		at = e.Flip(at, Axis(axis))
	}
	return at
}

// withoutTape returns x as an array that no gradient is asked for.
func (a *Array) withoutTape() *Array {
	if a.be.level == nil {
		return a
	}
	return a.untracked()
}
