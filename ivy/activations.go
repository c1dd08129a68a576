package ivy

import (
	"github.com/goivy/goivy/ivy/backend"
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
	e.room(a, a.dtype, a.shape...)
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
	return e.ofShifted(ops.Softmax, a, axis, false, func(e *Env, x *Array) *Array {
		z := e.Exp(x)
		return e.Divide(z, e.Sum(z, axis, KeepDims(true)))
	})
}

func (e *Env) logSoftmax(x any, opts []Option) *Array {
	a, axis, o := e.alongAxis(ops.LogSoftmax, x, opts)
	return e.toOut(e.logSoftmaxOf(a, axis), &o)
}

func (e *Env) logSoftmaxOf(a *Array, axis Axis) *Array {
	return e.ofShifted(ops.LogSoftmax, a, axis, true, func(e *Env, x *Array) *Array {
		return e.Subtract(x, e.Log(e.Sum(e.Exp(x), axis, KeepDims(true))))
	})
}

// ofShifted returns f of a less its greatest elements along the axis, the softmax or its logarithm: one node of a derivative.
func (e *Env) ofShifted(op *ops.Op, a *Array, axis Axis, log bool, f func(e *Env, x *Array) *Array) *Array {
	if z, ok := e.ruled(op, axis, func(x []*Array) *Array { return e.ofShifted(op, x[0], axis, log, f) }, a); ok {
		return z
	}
	if z := e.layerOf(ops.SoftmaxAlong, a.shape, backend.SoftmaxAttrs{Axis: int(axis), Log: log}, a); z != nil {
		return z
	}
	return e.composed(op, int(axis), func(e *Env, x []*Array) *Array {
		return e.Astype(f(e, e.shifted(x[0], axis)), x[0].dtype)
	}, a)
}

// activated is the activation function f of x: computed in float32 for the 16-bit floats, and
// rounded to their dtype once.
func (e *Env) activated(op *ops.Op, x any, opts []Option, f func(x *Array) *Array) *Array {
	a, o, _ := e.use(op, x, opts)
	return e.toOut(e.Astype(f(e.wider(a)), a.dtype), &o)
}

// between returns x between lo and hi. The derivative is 0 at both ends, as PyTorch's of hardtanh
// is, which Clip's is not; NaN stays NaN.
func (e *Env) between(x *Array, lo, hi float64) *Array {
	return e.Where(e.LessEqual(x, lo), lo, e.Where(e.GreaterEqual(x, hi), hi, x))
}

// positivePart returns max(x, 0). The derivative at 0 is 1, as PyTorch's of clamp_min is, which
// Relu's is not; NaN stays NaN.
func (e *Env) positivePart(x *Array) *Array { return e.Where(e.Less(x, 0.0), 0.0, x) }

// exponentialUnit returns x where it is positive, and α·(e**(x/β) − 1) elsewhere. Of what is positive no
// exponential is taken: it might overflow, and the gradient with it.
func (e *Env) exponentialUnit(x *Array, alpha, beta float64) *Array {
	positive := e.Greater(x, 0.0)
	z := e.Where(positive, 0.0, x)
	if beta != 1 {
		z = e.Divide(z, beta)
	}
	z = e.Expm1(z)
	if alpha != 1 {
		z = e.Multiply(z, alpha)
	}
	return e.Where(positive, x, z)
}

func (e *Env) elu(x any, opts []Option) *Array {
	return e.activated(ops.Elu, x, opts, func(x *Array) *Array { return e.exponentialUnit(x, float64(get(opts, Alpha(1))), 1) })
}

func (e *Env) celu(x any, opts []Option) *Array {
	return e.activated(ops.Celu, x, opts, func(x *Array) *Array {
		alpha := float64(get(opts, Alpha(1)))
		if alpha == 0 {
			check(errorf(ErrValue, "alpha 0"))
		}
		return e.exponentialUnit(x, alpha, alpha)
	})
}

func (e *Env) selu(x any, opts []Option) *Array {
	const alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
	return e.activated(ops.Selu, x, opts, func(x *Array) *Array { return e.Multiply(e.exponentialUnit(x, alpha, 1), scale) })
}

func (e *Env) leakyRelu(x any, opts []Option) *Array {
	return e.activated(ops.LeakyRelu, x, opts, func(x *Array) *Array {
		return e.Where(e.Greater(x, 0.0), x, e.Multiply(x, float64(get(opts, Alpha(0.2)))))
	})
}

func (e *Env) pRelu(x, slope any, opts []Option) *Array {
	a, b, o := e.operands(ops.PRelu, x, slope, opts)
	check(shape.BroadcastTo(b.shape, a.shape))
	x1 := e.wider(a)
	return e.toOut(e.Astype(e.Where(e.Greater(x1, 0.0), x1, e.Multiply(x1, e.wider(b))), a.dtype), &o)
}

func (e *Env) relu6(x any, opts []Option) *Array {
	return e.activated(ops.Relu6, x, opts, func(x *Array) *Array { return e.between(x, 0, 6) })
}

func (e *Env) hardtanh(x any, opts []Option) *Array {
	return e.activated(ops.Hardtanh, x, opts, func(x *Array) *Array {
		lo, hi := float64(get(opts, MinVal(-1))), float64(get(opts, MaxVal(1)))
		if !(lo <= hi) {
			check(errorf(ErrValue, "min_val %v and max_val %v, want one that is not greater than the other", lo, hi))
		}
		return e.between(x, lo, hi)
	})
}

func (e *Env) hardsigmoid(x any, opts []Option) *Array {
	return e.activated(ops.Hardsigmoid, x, opts, func(x *Array) *Array { return e.Divide(e.between(e.Add(x, 3.0), 0, 6), 6.0) })
}

func (e *Env) hardswish(x any, opts []Option) *Array {
	return e.activated(ops.Hardswish, x, opts, func(x *Array) *Array {
		outside := e.GreaterEqual(e.Abs(x), 3.0)
		mid := e.Where(outside, 0.0, x) // whose square does not overflow
		return e.Where(outside, e.Where(e.Greater(x, 0.0), x, 0.0), e.Divide(e.Multiply(mid, e.Add(mid, 3.0)), 6.0))
	})
}

// lambda returns the half width of the interval that Hardshrink and Softshrink map to 0.
func lambda(opts []Option) float64 {
	l := float64(get(opts, Lambd(0.5)))
	if !(l >= 0) {
		check(errorf(ErrValue, "lambd %v, want 0 or more", l))
	}
	return l
}

func (e *Env) hardshrink(x any, opts []Option) *Array {
	return e.activated(ops.Hardshrink, x, opts, func(x *Array) *Array {
		return e.Where(e.LessEqual(e.Abs(x), lambda(opts)), 0.0, x)
	})
}

func (e *Env) softshrink(x any, opts []Option) *Array {
	return e.activated(ops.Softshrink, x, opts, func(x *Array) *Array {
		l := lambda(opts)
		z := e.Where(e.LessEqual(e.Abs(x), l), 0.0, e.Add(x, l)) // NaN stays
		return e.Where(e.Greater(x, l), e.Subtract(x, l), z)
	})
}

func (e *Env) tanhshrink(x any, opts []Option) *Array {
	return e.activated(ops.Tanhshrink, x, opts, func(x *Array) *Array { return e.Subtract(x, e.Tanh(x)) })
}

func (e *Env) thresholdedRelu(x any, opts []Option) *Array {
	return e.activated(ops.ThresholdedRelu, x, opts, func(x *Array) *Array {
		return e.Where(e.LessEqual(x, float64(get(opts, Threshold(0)))), 0.0, x)
	})
}

func (e *Env) thresholded(x, threshold, value any, opts []Option) *Array {
	a, o, s := e.use(ops.Thresholded, x, opts)
	var limits [2]*Array
	for i, v := range []any{threshold, value} {
		n, _, err := e.number(v)
		check(err)
		if n.Kind == dtype.KindComplex {
			check(errorf(ErrDtype, "%s is complex, want a real number", ops.Thresholded.Params[i+1].Name))
		}
		limits[i], err = e.fromGo(s, a.be, n.Float64(), a.dtype)
		check(err)
	}
	return e.toOut(e.Where(e.LessEqual(a, limits[0]), limits[1], a), &o)
}

func (e *Env) mish(x any, opts []Option) *Array {
	return e.activated(ops.Mish, x, opts, func(x *Array) *Array {
		x = e.Where(e.Less(x, -1e4), -1e4, x) // of which the result is −0 already: −∞ times 0 would be NaN
		return e.Multiply(x, e.Tanh(e.Softplus(x)))
	})
}

func (e *Env) logSigmoid(x any, opts []Option) *Array {
	return e.activated(ops.LogSigmoid, x, opts, e.logSigmoidOf)
}

func (e *Env) logSigmoidOf(x *Array) *Array { return e.Negative(e.Softplus(e.Negative(x))) }

func (e *Env) softsign(x any, opts []Option) *Array {
	return e.activated(ops.Softsign, x, opts, func(x *Array) *Array {
		infinite := e.IsInf(x)
		finite := e.Where(infinite, 0.0, x)
		return e.Where(infinite, e.Sign(x), e.Divide(finite, e.Add(e.Abs(finite), 1.0)))
	})
}

func (e *Env) scaledTanh(x any, opts []Option) *Array {
	return e.activated(ops.ScaledTanh, x, opts, func(x *Array) *Array {
		return e.Multiply(e.Tanh(e.Multiply(x, float64(get(opts, Beta(0.67))))), float64(get(opts, Alpha(1.7159))))
	})
}

func (e *Env) softmin(x any, opts []Option) *Array {
	a, axis, o := e.alongAxis(ops.Softmin, x, opts)
	return e.toOut(e.softmaxOf(e.Negative(a), axis), &o)
}

func (e *Env) glu(x any, opts []Option) *Array {
	a, axis, o := e.alongAxis(ops.Glu, x, opts)
	n := a.shape[axis]
	if n%2 != 0 {
		check(errorf(ErrShape, "axis %d of length %d, want an even length", int(axis), n))
	}
	halves := e.equalParts(e.wider(a), int(axis), 2)
	z := e.Multiply(halves[0], e.Sigmoid(halves[1]))
	return e.toOut(e.Astype(z, a.dtype), &o)
}
