package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func (e *Env) gelu(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Gelu, x, opts)
	op := ops.GeluErf.Op
	if o.approx {
		op = ops.GeluTanh.Op
	}
	return e.activate(op, a, &o)
}

// activate is the end of functions that are one of two hidden rows.
func (e *Env) activate(op *ops.Op, a *Array, o *options) *Array {
	z, be, err := e.unary(op, a, nil)
	return e.toOut(one(op, z, be, err), o)
}

func (e *Env) softplus(x any, opts []Option) *Array {
	a, o, s := e.use(ops.Softplus, x, opts)
	if !o.has(ops.Beta) && !o.has(ops.Threshold) {
		return e.activate(ops.SoftplusOne.Op, a, &o)
	}
	beta := 1.0
	if o.has(ops.Beta) {
		beta = o.num[0]
	}
	if beta == 0 {
		check(errorf(ErrValue, "beta 0"))
	}
	scaled := e.Multiply(a, beta)
	z, be, err := e.unary(ops.SoftplusOne.Op, scaled, nil)
	z = e.Divide(one(ops.SoftplusOne.Op, z, be, err), beta)
	if o.has(ops.Threshold) {
		limit, err := e.fromGo(s, a.be, o.num[1], a.dtype)
		check(err)
		z = e.Where(e.Greater(scaled, limit), a, z)
	}
	return e.toOut(z, &o)
}

// wider returns a in the dtype that a function of several steps works in: float32 for
// the 16-bit floats, which would lose what the steps have in common. The result has
// the dtype of the operand; it is rounded to it once, as one kernel would.
func (e *Env) wider(a *Array) *Array {
	if dtype.Narrow.Has(a.dtype) {
		return e.Astype(a, Float32)
	}
	return a
}

// shifted returns x − max(x) along the axis, so that exp does not overflow. Where
// the greatest is infinite it stays what it is.
func (e *Env) shifted(op *ops.Op, x any, opts []Option) (z *Array, d Dtype, axis Axis, o options) {
	a, o, _ := e.use(op, x, opts)
	d = a.dtype
	a = e.wider(a)
	i, err := o.oneAxis(-1)
	check(err)
	i, err = shape.Axis(i, len(a.shape))
	check(err)
	if a.shape[i] == 0 {
		return a, d, Axis(i), o
	}
	return e.Subtract(a, e.Max(a, Axis(i), KeepDims(true))), d, Axis(i), o
}

func (e *Env) softmax(x any, opts []Option) *Array {
	z, d, axis, o := e.shifted(ops.Softmax, x, opts)
	z = e.Exp(z)
	return e.toOut(e.Astype(e.Divide(z, e.Sum(z, axis, KeepDims(true))), d), &o)
}

func (e *Env) logSoftmax(x any, opts []Option) *Array {
	z, d, axis, o := e.shifted(ops.LogSoftmax, x, opts)
	return e.toOut(e.Astype(e.Subtract(z, e.Log(e.Sum(e.Exp(z), axis, KeepDims(true)))), d), &o)
}

func (e *Env) layerNorm(x any, axes []int, opts []Option) *Array {
	a, o, s := e.use(ops.LayerNorm, x, opts)
	over, err := shape.Axes(axes, len(a.shape))
	check(err)
	eps := 1e-5
	if o.has(ops.Eps) {
		eps = o.num[2]
	}
	result, given := a.dtype, []any{a}
	for _, opt := range []ops.Opt{ops.ScaleOpt, ops.OffsetOpt} {
		if v := o.value(opt); v != nil {
			given = append(given, v)
			result = e.ResultType(given...) // all at once: the tables are not associative
		}
	}
	wide := e.wider(a)
	mean := e.Mean(wide, Axes(over), KeepDims(true))
	centred := e.Subtract(wide, mean)
	deviation := e.Sqrt(e.Add(e.Mean(e.Square(centred), Axes(over), KeepDims(true)), eps))
	z := e.Divide(centred, deviation)
	if o.has(ops.NewStd) {
		z = e.Multiply(z, o.num[3])
	}
	for _, opt := range []ops.Opt{ops.ScaleOpt, ops.OffsetOpt} {
		v := o.value(opt)
		if v == nil {
			continue
		}
		p, err := e.operand(s, a.be, v)
		check(err)
		w := v
		if p.arr != nil {
			check(shape.BroadcastTo(p.arr.shape, a.shape))
			w = p.arr
			if p.arr.dtype == a.dtype { // widened as x was
				w = e.wider(p.arr)
			}
		}
		if opt == ops.ScaleOpt {
			z = e.Multiply(z, w)
		} else {
			z = e.Add(z, w)
		}
	}
	return e.toOut(e.Astype(z, result), &o)
}

func (e *Env) linear(x, weight any, opts []Option) *Array {
	var o options
	check(o.parse(ops.Linear, opts))
	s := e.now.Load()
	bias := o.value(ops.Bias)
	be, err := e.agree(s, x, weight, bias)
	check(err)
	a, err := e.asArray(s, be, x)
	check(err)
	w, err := e.asArray(s, be, weight)
	check(err)
	if len(w.shape) < 2 {
		check(errorf(ErrShape, "weight of shape %s, want two dimensions or more", shape.Text(w.shape)))
	}
	if len(a.shape) == 0 || a.shape[len(a.shape)-1] != w.shape[len(w.shape)-1] {
		check(errorf(ErrShape, "x of shape %s and weight of shape %s: the last lengths differ", shape.Text(a.shape), shape.Text(w.shape)))
	}
	if bias != nil { // all at once: the tables are not associative
		d, err := e.resultType(s, []any{a, w, bias})
		check(err)
		a, w = e.unify(s, be, a, d), e.unify(s, be, w, d)
	}
	z := e.MatMul(a, e.MatrixTranspose(w))
	if bias != nil {
		z = e.Add(z, bias)
	}
	return e.toOut(z, &o)
}

func (e *Env) oneHot(x any, depth int, opts []Option) *Array {
	a, o, s := e.use(ops.OneHot, x, opts)
	if depth < 0 {
		check(errorf(ErrValue, "depth %d", depth))
	}
	check(a.be.onDevice(o.device))
	rank := len(a.shape) + 1
	axis, err := o.oneAxis(-1)
	check(err)
	axis, err = shape.Axis(axis, rank)
	check(err)
	on, off := o.value(ops.OnValue), o.value(ops.OffValue)
	d := s.def.Float
	var given []any
	for _, v := range []any{on, off} {
		if v != nil {
			given = append(given, v)
		}
	}
	switch {
	case o.has(ops.Dtype):
		d = o.dtype
	case len(given) > 0:
		d = e.ResultType(given...)
	}
	value := func(v any, otherwise int) *Array {
		if v == nil {
			v = otherwise
		}
		p, err := e.operand(s, a.be, v)
		check(err)
		if p.arr == nil {
			z, err := e.fromGo(s, a.be, p.scalar, d)
			check(err)
			return z
		}
		z, err := e.castTo(p.arr, d)
		check(err)
		if len(z.shape) > 0 {
			check(errorf(ErrShape, "a value of shape %s, want a number", shape.Text(z.shape)))
		}
		return z
	}
	line := slices.Repeat([]int{1}, rank)
	line[axis] = depth
	places := e.counting(a.be, depth)
	at := e.ExpandDims(a, Axis(axis))
	if a.dtype == Uint64 { // compared as uint64: as int64 it would wrap
		places = e.Astype(places, Uint64)
	} else {
		at = e.Astype(at, Int64)
	}
	z, err := e.asked(e.Where(e.Equal(at, e.Reshape(places, line)), value(on, 1), value(off, 0)), &o)
	check(err)
	return e.toOut(z, &o)
}
