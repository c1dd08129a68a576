package jax

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var nn = []frontend.Func{
	{Path: "nn.identity", Sig: "x", Run: run(func(c call) any { return c.arr("x") })},
	{Path: "nn.relu", Sig: "x", Run: run(func(c call) any { return c.do("numpy.maximum", c.arr("x"), 0) })},
	{Path: "nn.relu6", Sig: "x", Run: run(func(c call) any { return c.relu6(c.arr("x")) })},
	{Path: "nn.sigmoid", Sig: "x", Run: run(func(c call) any { return c.do("lax.logistic", c.arr("x")) })},
	{Path: "nn.silu", Sig: "x", Run: run(silu)},
	{Path: "nn.swish", Sig: "x", Run: run(silu)},
	{Path: "nn.softplus", Sig: "x", Run: run(func(c call) any { return c.do("numpy.logaddexp", c.arr("x"), 0) })},
	{Path: "nn.log_sigmoid", Sig: "x", Run: run(func(c call) any {
		return c.neg(c.do("numpy.logaddexp", c.neg(c.arr("x")), 0))
	})},
	{Path: "nn.soft_sign", Sig: "x", Run: run(func(c call) any {
		x := c.arr("x")
		return c.div(x, c.add(c.abs(x), 1))
	})},
	{Path: "nn.squareplus", Sig: "x, b=4", Run: run(func(c call) any {
		x := c.arr("x")
		sum := c.add(x, c.do("numpy.sqrt", c.add(c.do("numpy.square", x), c.arr("b"))))
		return c.over2(sum, 1)
	})},
	{Path: "nn.sparse_plus", Sig: "x", Run: run(func(c call) any {
		x := c.arr("x")
		curve := c.over2(c.do("numpy.power", c.add(x, 1.0), 2), 2)
		return c.where(c.do("numpy.less_equal", x, -1.0), 0.0, c.where(c.ge(x, 1.0), x, curve))
	})},
	{Path: "nn.sparse_sigmoid", Sig: "x", Run: run(func(c call) any {
		return c.mul(0.5, c.do("numpy.clip", c.add(c.arr("x"), 1.0), 0.0, 2.0))
	})},
	{Path: "nn.tanh", Sig: "x, /", Run: run(func(c call) any { return c.do("numpy.tanh", c.arr("x")) })},
	{Path: "nn.mish", Sig: "x", Run: run(func(c call) any {
		x := c.arr("x")
		y := c.do("numpy.logaddexp", x, 0)
		if d := y.V.Dtype(); d == dtype.Float32 || d == dtype.Float64 { // XLA's exp has no subnormal results
			info, err := dtype.Finfo(d)
			frontend.Check(err)
			y = c.wrap(c.where(c.ge(y, c.like(y, info.SmallestNormal)), y, c.like(y, 0)).V, y.Weak)
		}
		return c.mul(x, c.do("numpy.tanh", y))
	})},
	{Path: "nn.elu", Sig: "x, alpha=1.0", Run: run(func(c call) any { return c.elu(c.arr("x"), c.arr("alpha")) })},
	{Path: "nn.selu", Sig: "x", Run: run(func(c call) any {
		return c.mul(1.0507009873554805, c.elu(c.arr("x"), c.calc.array(1.6732632423543772)))
	})},
	{Path: "nn.celu", Sig: "x, alpha=1.0", Run: run(func(c call) any {
		x, alpha := c.arr("x"), c.arr("alpha")
		return c.add(c.do("numpy.maximum", x, 0.0), c.mul(alpha, c.do("numpy.expm1", c.div(c.do("numpy.minimum", x, 0.0), alpha))))
	})},
	{Path: "nn.leaky_relu", Sig: "x, negative_slope=0.01", Run: run(func(c call) any {
		x := c.arr("x")
		return c.where(c.ge(x, 0), x, c.mul(c.arr("negative_slope"), x))
	})},
	{Path: "nn.hard_tanh", Sig: "x", Run: run(func(c call) any {
		x := c.arr("x")
		return c.where(c.gt(x, 1), 1, c.where(c.lt(x, -1), -1, x))
	})},
	{Path: "nn.hard_sigmoid", Sig: "x", Run: run(func(c call) any { return c.hardSigmoid(c.arr("x")) })},
	{Path: "nn.hard_silu", Sig: "x", Run: run(hardSilu)},
	{Path: "nn.hard_swish", Sig: "x", Run: run(hardSilu)},
	{Path: "nn.gelu", Sig: "x, approximate=True", Run: run(func(c call) any {
		x := c.inexact(c.arr("x"))[0]
		if c.Bool("approximate") {
			cube := c.do("numpy.power", x, 3)
			inner := c.mul(c.constant(x, math.Sqrt(2/math.Pi)), c.add(x, c.mul(0.044715, cube)))
			return c.mul(x, c.mul(0.5, c.add(1.0, c.do("numpy.tanh", inner))))
		}
		z := c.mul(c.mul(0.5, x), c.do("lax.erfc", c.mul(c.neg(x), c.constant(x, math.Sqrt(0.5)))))
		return c.to(z, x.V.Dtype(), false)
	})},
	{Path: "nn.glu", Sig: "x, axis=-1", Run: run(func(c call) any {
		x := c.arr("x")
		if i, r := c.Int("axis"), x.V.Ndim(); i < -r || i >= r {
			c.Raise("IndexError", "glu: axis %d of %d axes", i, r)
		}
		axis := c.axisOf("axis", x.V.Ndim())
		n := x.V.Shape()[axis]
		if n%2 != 0 {
			c.Raise("AssertionError", "glu: %d elements do not halve", n)
		}
		half := func(s ivy.Span) value { return c.wrap(c.e.GetItem(x.V, along(axis, s)...), x.Weak) }
		return c.mul(half(ivy.Slice(nil, n/2)), c.do("lax.logistic", half(ivy.Slice(n/2, nil))))
	})},
	{Path: "nn.softmax", Sig: "x, axis=-1, where=None", Run: run(func(c call) any { return c.softmax(c.arr("x"), c.Arg("where")) })},
	{Path: "nn.log_softmax", Sig: "x, axis=-1, where=None", Run: run(func(c call) any { return c.logSoftmax(c.arr("x"), c.Arg("where")) })},
	{Path: "scipy.special.softmax", Sig: "x, /, *, axis=None", Run: run(func(c call) any { return c.softmax(c.arr("x"), nil) })},
	{Path: "scipy.special.log_softmax", Sig: "x, /, *, axis=None", Run: run(func(c call) any { return c.logSoftmax(c.arr("x"), nil) })},
	{Path: "nn.logsumexp", Sig: lseSig, Out: frontend.Value, Run: run(logSumExp)},
	{Path: "scipy.special.logsumexp", Sig: lseSig, Out: frontend.Value, Run: run(logSumExp)},
	{Path: "nn.logmeanexp", Sig: "x, axis=None, where=None, keepdims=False", Run: run(func(c call) any {
		x := c.arr("x")
		axes, keep := c.axes("axis", x.V.Ndim()), c.Bool("keepdims")
		z := c.do("nn.logsumexp", x, Kw("axis", axes), Kw("where", c.Arg("where")), Kw("keepdims", keep))
		return c.sub(z, c.do("numpy.log", c.count(x, axes, keep, c.Arg("where"), z.V.Dtype())))
	})},
	{Path: "nn.standardize", Sig: "x, axis=-1, mean=None, variance=None, epsilon=1e-05, where=None, *, algorithm='fast'", Run: run(func(c call) any {
		x := c.arr("x")
		mean, variance, where := c.optional("mean"), c.optional("variance"), c.Arg("where")
		var axes []int
		if mean == nil || variance == nil {
			if i, isInt := c.Arg("axis").(int); isInt && (i < -x.V.Ndim() || i >= x.V.Ndim()) {
				c.Raise("IndexError", "standardize: axis %d of %d axes", i, x.V.Ndim())
			}
			axes = c.axes("axis", x.V.Ndim())
		}
		if mean == nil {
			mean = c.mean(x, axes, true, dtype.Invalid, where)
		}
		if variance == nil {
			switch algorithm := c.Arg("algorithm"); algorithm {
			case "stable":
				variance = c.mean(c.do("numpy.square", c.sub(x, mean)), axes, true, dtype.Invalid, where)
			case "fast":
				variance = c.mean(c.do("numpy.square", x), axes, true, dtype.Invalid, where)
				variance = c.do("numpy.clip", c.sub(variance, c.do("numpy.square", mean)), 0)
			default:
				c.Raise("ValueError", "standardize: algorithm %v, want \"fast\" or \"stable\"", algorithm)
			}
		}
		return c.mul(c.sub(x, mean), c.do("lax.rsqrt", c.add(variance, c.arr("epsilon"))))
	})},
	{Path: "nn.one_hot", Sig: "x, num_classes, *, dtype=None, axis=-1", Run: run(func(c call) any {
		x, n := c.made(c.Arg("x")), c.Int("num_classes")
		c.grown(x, n)
		rank := x.V.Ndim()
		axis := c.axisOf("axis", rank+1)
		shape := make([]int, rank+1)
		for i := range shape {
			shape[i] = 1
		}
		shape[axis] = n
		if isBool(x) {
			c.Raise("TypeError", "one_hot does not take bools")
		}
		classes := cast(c.Namespace, c.e.Reshape(c.e.Arange(n, dtype.Int64), shape), x.V.Dtype())
		hot := c.e.Equal(c.e.ExpandDims(x.V, ivy.Axis(axis)), classes)
		return c.wrap(cast(c.Namespace, hot, c.dtype("dtype", c.defaults().Float)), false)
	})},
}

const lseSig = "a, axis=None, b=None, keepdims=False, return_sign=False, where=None"

func (c call) optional(name string) value {
	if !c.Has(name) {
		return nil
	}
	return c.arr(name)
}

func (c call) relu6(x value) value { return c.do("numpy.minimum", c.do("numpy.maximum", x, 0), 6.0) }

func (c call) hardSigmoid(x value) value {
	z := c.relu6(c.add(x, 3.0))
	return c.wrap(overConstant(c.e, z.V, 6), z.Weak)
}

func hardSilu(c call) any {
	x := c.arr("x")
	return c.mul(x, c.hardSigmoid(x))
}

// over2 divides by 2ⁿ. Of complex numbers it is a product with 1/2ⁿ, as XLA's compiler
// makes it, which is NaN where a part is infinite.
func (c call) over2(x value, n int) value {
	if isComplex(x) {
		return c.mul(x, c.like(x, math.Ldexp(1, -n)))
	}
	return c.div(x, 1<<n)
}

func silu(c call) any {
	x := c.arr("x")
	return c.mul(x, c.do("lax.logistic", x))
}

func (c call) elu(x, alpha value) value {
	above := c.gt(x, 0)
	return c.where(above, x, c.mul(alpha, c.do("numpy.expm1", c.where(above, 0.0, x))))
}

func (c call) softmax(x value, where any) value {
	axes := c.axes("axis", x.V.Ndim())
	top := c.over(maxOfs, x, axes, true, dtype.Invalid, math.Inf(-1), where)
	if where != nil {
		x = c.where(where, x, math.Inf(-1))
	}
	e := c.do("numpy.exp", c.sub(x, top))
	z := c.div(e, c.over(sumOf, e, axes, true, dtype.Invalid, nil, where))
	if where != nil {
		z = c.where(where, z, 0)
	}
	return z
}

func (c call) logSoftmax(x value, where any) value {
	axes := c.axes("axis", x.V.Ndim())
	top := c.over(maxOfs, x, axes, true, dtype.Invalid, math.Inf(-1), where)
	if where != nil {
		x = c.where(where, x, math.Inf(-1))
	}
	shifted := c.sub(x, top)
	z := c.sub(shifted, c.do("numpy.log", c.over(sumOf, c.do("numpy.exp", shifted), axes, true, dtype.Invalid, nil, where)))
	if where != nil {
		z = c.where(where, z, math.Inf(-1))
	}
	return z
}

func logSumExp(c call) any {
	x, where := c.arr("a"), c.Arg("where")
	if where != nil {
		x = c.where(where, x, 0)
	}
	var factor value
	if c.Has("b") {
		xs := c.inexact(x, c.arr("b"))
		factor = xs[1]
		x = c.where(c.ne(factor, 0), xs[0], math.Inf(-1))
	} else {
		x = c.inexact(x)[0]
	}
	axes, keep := c.axes("axis", x.V.Ndim()), c.Bool("keepdims")
	top := c.over(maxOfs, c.do("numpy.real", x), axes, true, dtype.Invalid, math.Inf(-1), where)
	top = c.wrap(c.e.Where(c.e.IsFinite(top.V), top.V, c.e.ZerosLike(top.V)), false)
	e := c.do("numpy.exp", c.sub(x, c.to(top, x.V.Dtype(), false)))
	if factor != nil {
		e = c.mul(e, factor)
	}
	sum := c.over(sumOf, e, axes, keep, dtype.Invalid, nil, where)
	sign := c.do("numpy.sign", sum)
	signed := c.Bool("return_sign")
	if signed || !isComplex(x) {
		sum = c.abs(sum)
	}
	if !keep && len(axes) > 0 {
		top = c.wrap(c.e.Squeeze(top.V, ivy.Axes(axes)), false)
	}
	z := c.add(c.do("numpy.log", sum), c.to(top, sum.V.Dtype(), false))
	if signed {
		return []value{z, sign}
	}
	if factor != nil && !isComplex(z) {
		z = c.where(c.lt(sign, 0), c.like(z, math.NaN()), z)
	}
	return z
}
