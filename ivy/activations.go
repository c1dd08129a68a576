package ivy

import (
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func (e *Env) gelu(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Gelu, x, opts)
	op := ops.GeluErf.Op
	if get(opts, Approximate(false)) {
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
	beta := float64(get(opts, Beta(1)))
	if beta == 0 {
		check(errorf(ErrValue, "beta 0"))
	}
	scaled := e.Multiply(a, beta)
	z, be, err := e.unary(ops.SoftplusOne.Op, scaled, nil)
	z = e.Divide(one(ops.SoftplusOne.Op, z, be, err), beta)
	if o.has(ops.Threshold) {
		limit, err := e.fromGo(s, a.be, float64(get(opts, Threshold(0))), a.dtype)
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

// alongAxis returns the operand of a function along one axis, and the axis. The result is
// as large as the operand, which may be a view of less memory: that there is as much is
// looked at before the steps, of which the first goes over all elements.
func (e *Env) alongAxis(op *ops.Op, x any, opts []Option) (a *Array, axis Axis, o options) {
	a, o, _ = e.use(op, x, opts)
	i, err := oneAxis(opts, -1)
	check(err)
	i, err = shape.Axis(i, len(a.shape))
	check(err)
	if !a.be.abstract {
		check(e.CheckSize(a.Size(), a.dtype.Size()))
	}
	return a, Axis(i), o
}

// shifted returns x − max(x) along the axis, so that exp does not overflow. Where
// the greatest is infinite it stays what it is.
func (e *Env) shifted(a *Array, axis Axis) *Array {
	a = e.wider(a)
	if a.shape[axis] == 0 {
		return a
	}
	return e.Subtract(a, e.Max(a, axis, KeepDims(true)))
}

func (e *Env) softmax(x any, opts []Option) *Array {
	a, axis, o := e.alongAxis(ops.Softmax, x, opts)
	return e.toOut(e.softmaxOf(a, axis), &o)
}

func (e *Env) softmaxOf(a *Array, axis Axis) *Array {
	if z, ok := e.ruled(ops.Softmax, axis, func(x []*Array) *Array { return e.softmaxOf(x[0], axis) }, a); ok {
		return z
	}
	return e.composed(ops.Softmax, int(axis), func(e *Env, x []*Array) *Array {
		z := e.Exp(e.shifted(x[0], axis))
		return e.Astype(e.Divide(z, e.Sum(z, axis, KeepDims(true))), x[0].dtype)
	}, a)
}

func (e *Env) logSoftmax(x any, opts []Option) *Array {
	a, axis, o := e.alongAxis(ops.LogSoftmax, x, opts)
	return e.toOut(e.logSoftmaxOf(a, axis), &o)
}

func (e *Env) logSoftmaxOf(a *Array, axis Axis) *Array {
	if z, ok := e.ruled(ops.LogSoftmax, axis, func(x []*Array) *Array { return e.logSoftmaxOf(x[0], axis) }, a); ok {
		return z
	}
	return e.composed(ops.LogSoftmax, int(axis), func(e *Env, x []*Array) *Array {
		z := e.shifted(x[0], axis)
		return e.Astype(e.Subtract(z, e.Log(e.Sum(e.Exp(z), axis, KeepDims(true)))), x[0].dtype)
	}, a)
}
