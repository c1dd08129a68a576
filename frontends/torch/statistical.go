package torch

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// What reductions are implemented for.
var (
	summed   = kernelsOf("l  l  l  .  .  .  N  .")
	averaged = kernelsOf("R  R  R  .  .  .  N  .")
	spread   = kernelsOf("R  R  R  .  .  .  r  r")
	greatest = kernelsOf(".  .  N  .  .  .  N  N")
	middle   = kernelsOf("N  .  N  .  .  .  N  N")
)

var statistical = slices.Concat([]frontend.Func{
	{Path: "sum", Sig: "input, dim=None, keepdim=False, *, dtype=None, out=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Sum, Of: dtype.Inexact}, Run: func(c *frontend.Call) any {
		outWithDim(c)
		return out(c, sumOf(c, tensor(c, "input"), (*ivy.Env).Sum))
	}},
	{Path: "nansum", Sig: "input, dim=None, keepdim=False, *, dtype=None, out=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		if a.V.Dtype().IsComplex() {
			if targetOf(c) == nil {
				reduction(c, a)
			}
			c.Raise("RuntimeError", "nansum does not support complex inputs")
		}
		nanSumTarget(c, a)
		return out(c, sumOf(c, a, (*ivy.Env).NanSum))
	}},
	{Path: "prod", Sig: "input, dim=None, keepdim=False, *, dtype=None, out=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Prod, Of: dtype.Inexact, Given: true}, Run: func(c *frontend.Call) any {
		noNone(c, "dim")
		if _, one, ok := c.Ints("dim"); ok && !one {
			c.Raise("TypeError", "prod(): argument 'dim' must be int")
		}
		outWithDim(c)
		return out(c, sumOf(c, tensor(c, "input"), (*ivy.Env).Prod))
	}},
	{Path: "mean", Sig: "input, dim=None, keepdim=False, *, dtype=None, out=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Mean, Of: dtype.Inexact}, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		keepdimWithDim(c)
		if target := targetOf(c); target != nil && c.Has("dim") && !c.Has("dtype") && target.V.Dtype().IsFloat() && a.V.Dtype().IsComplex() {
			a = c.Result(a.V, typeOf(target)) // in whose dtype PyTorch adds
		}
		_, r := averaged.need(c, dtypeOr(c, "dtype", typeOf(a)))
		return out(c, c.Result(c.Env().Mean(c.Result(a.V, r).V, reduction(c, a)...), r))
	}},
	{Path: "nanmean", Sig: "input, dim=None, keepdim=False, *, dtype=None, out=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		if a.V.Dtype().IsComplex() { // whose elements that are no NaN are counted before nansum refuses them
			reduction(c, a)
		}
		if !a.V.Dtype().IsFloat() {
			c.Raise("RuntimeError", "nanmean(): expected input to have floating point or complex dtype but got %s", a.Type())
		}
		switch r, asked := dtypeArg(c, "dtype"); {
		case asked && !dtype.Inexact.Has(r.Dtype):
			c.Raise("RuntimeError", "nanmean(): the dtype must be a floating point or complex one, not %s", r)
		case asked && r.Dtype.IsComplex() && a.V.Size() > 0:
			reduction(c, a)
			c.Raise("NotImplementedError", "nansum is not implemented for %s", r)
		}
		nanSumTarget(c, a)
		e := c.Env()
		opts := reduction(c, a)
		r := dtypeOr(c, "dtype", typeOf(a))
		sum := e.NanSum(c.Result(a.V, r).V, opts...)
		n := e.Sum(e.LogicalNot(e.IsNan(a.V)), append(opts, dtype.Int64)...)
		return out(c, c.Result(e.Divide(sum, cast(c.Namespace, n, sum.Dtype())), r))
	}},
	{Path: "max", Sig: "input, dim=None, keepdim=False, *, other=None, out=None", Method: true, Out: frontend.Value, Run: outs(extreme((*ivy.Env).Max, (*ivy.Env).ArgMax, "maximum"))},
	{Path: "min", Sig: "input, dim=None, keepdim=False, *, other=None, out=None", Method: true, Out: frontend.Value, Run: outs(extreme((*ivy.Env).Min, (*ivy.Env).ArgMin, "minimum"))},
	{Path: "amax", Sig: "input, dim=(), keepdim=False, *, out=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Max, Of: dtype.Real &^ newUnsigned}, Run: func(c *frontend.Call) any { return out(c, extremeOf(c, tensor(c, "input"), (*ivy.Env).Max)) }},
	{Path: "amin", Sig: "input, dim=(), keepdim=False, *, out=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Min, Of: dtype.Real &^ newUnsigned}, Run: func(c *frontend.Call) any { return out(c, extremeOf(c, tensor(c, "input"), (*ivy.Env).Min)) }},
	{Path: "aminmax", Sig: "input, *, dim=None, keepdim=False, out=None", Method: true, Out: frontend.List, Run: outs(func(c *frontend.Call) any {
		a := tensor(c, "input")
		if c.Has("dim") {
			integer(c, "dim")
		}
		return []*frontend.Array{extremeOf(c, a, (*ivy.Env).Min), extremeOf(c, a, (*ivy.Env).Max)}
	})},
	{Path: "median", Sig: "input, dim=None, keepdim=False, *, out=None", Method: true, Out: frontend.Value, Run: outs(median(false))},
	{Path: "nanmedian", Sig: "input, dim=None, keepdim=False, *, out=None", Method: true, Out: frontend.Value, Run: outs(median(true))},
	{Path: "mode", Sig: "input, dim=-1, keepdim=False, *, out=None", Method: true, Out: frontend.List, Run: outs(mode)},
	{Path: "kthvalue", Sig: "input, k, dim=-1, keepdim=False, *, out=None", Method: true, Out: frontend.List, Run: outs(kthValue)},
	{Path: "cummax", Sig: "input, dim, *, out=None", Method: true, Out: frontend.List, Run: outs(cumulativeExtreme((*ivy.Env).CumMax))},
	{Path: "cummin", Sig: "input, dim, *, out=None", Method: true, Out: frontend.List, Run: outs(cumulativeExtreme((*ivy.Env).CumMin))},
	{Path: "std_mean", Sig: "input, dim=None, unbiased=True, keepdim=False, *, correction=1", Out: frontend.List, Run: func(c *frontend.Call) any {
		return []*frontend.Array{variance(c, (*ivy.Env).Std), meanBeside(c)}
	}},
	{Path: "var_mean", Sig: "input, dim=None, unbiased=True, keepdim=False, *, correction=1", Out: frontend.List, Run: func(c *frontend.Call) any {
		return []*frontend.Array{variance(c, (*ivy.Env).Var), meanBeside(c)}
	}},
	{Path: "std", Sig: "input, dim=None, unbiased=True, keepdim=False, *, correction=1, out=None", Method: true, Run: func(c *frontend.Call) any { return out(c, variance(c, (*ivy.Env).Std)) }},
	{Path: "var", Sig: "input, dim=None, unbiased=True, keepdim=False, *, correction=1, out=None", Method: true, Run: func(c *frontend.Call) any { return out(c, variance(c, (*ivy.Env).Var)) }},
	{Path: "bincount", Sig: "input, weights=None, minlength=0", Method: true, Run: bincount},
	{Path: "histc", Sig: "input, bins=100, min=0, max=0, *, out=None", Method: true, Run: histc},
	{Path: "cov", Sig: "input, *, correction=1, fweights=None, aweights=None", Method: true, Run: func(c *frontend.Call) any {
		return covariance(c, tensor(c, "input"), integer(c, "correction"), optional(c, "fweights"), optional(c, "aweights"))
	}},
	{Path: "corrcoef", Sig: "input", Method: true, Run: func(c *frontend.Call) any {
		z := covariance(c, tensor(c, "input"), 1, nil, nil)
		e := c.Env()
		if z.V.Ndim() == 0 {
			return c.Result(e.Divide(z.V, z.V), typeOf(z))
		}
		d := e.Sqrt(e.Real(e.Diagonal(z.V)))
		n := d.Size()
		v := e.Divide(e.Divide(z.V, e.Astype(e.Reshape(d, []int{n, 1}), z.V.Dtype())), e.Astype(e.Reshape(d, []int{1, n}), z.V.Dtype()))
		if v.Dtype().IsComplex() {
			return c.Result(v, typeOf(z))
		}
		return c.Result(e.Clip(v, e.Full(nil, -1, v.Dtype()), e.Full(nil, 1, v.Dtype())), typeOf(z))
	}},
	{Path: "quantile", Sig: "input, q, dim=None, keepdim=False, *, interpolation='linear', out=None", Method: true, Run: quantile},
	{Path: "logsumexp", Sig: "input, dim, keepdim=False, *, out=None", Method: true, Run: logSumExp},
	{Path: "special.logsumexp", Sig: "input, dim, keepdim=False, *, out=None", Run: logSumExp},
}, with("cumsum", "input, dim, *, dtype=None", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
	return cumulative(c, a, (*ivy.Env).CumulativeSum)
}, isMethod|hasOut|hasInPlace),
	with("cumprod", "input, dim, *, dtype=None", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return cumulative(c, a, (*ivy.Env).CumulativeProd)
	}, isMethod|hasOut|hasInPlace),
	with("logcumsumexp", "input, dim", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if target := targetOf(c); target != nil {
			fitting(c, typeOf(a), target)
		}
		axis := dim(c, "dim", a)
		_, r := floatsPlus.need(c, typeOf(a))
		e := c.Env()
		return c.Result(wide(e, a.V, func(x *ivy.Array) *ivy.Array {
			return alongAxis(e, x, axis, func(x *ivy.Array, axis int) *ivy.Array {
				combine := func(before, now *ivy.Array) *ivy.Array { return logAddExp(1)(e, now, before) } // of two with equal real parts the result has the new one's turn
				if x.Dtype().IsComplex() {                                                                 // whose angles depend on the order
					return oneByOneAlong(e, x, axis, combine)
				}
				return doubled(e, x, axis, combine)
			})
		}), r)
	}, isMethod|hasOut))

// reduction returns the options of a reduction's dim and keepdim.
func reduction(c *frontend.Call, a *frontend.Array) []ivy.Option {
	axes, all := dims(c, "dim", a)
	keep := ivy.KeepDims(boolean(c, "keepdim"))
	if all || len(axes) == 0 {
		return []ivy.Option{ivy.NoAxis{}, keep}
	}
	return []ivy.Option{ivy.Axes(axes), keep}
}

func sumOf(c *frontend.Call, a *frontend.Array, f unaryFunc) *frontend.Array {
	if c.Func.Path != "nansum" {
		keepdimWithDim(c)
	}
	opts := reduction(c, a)
	r, asked := dtypeArg(c, "dtype")
	if target := optional(c, "out"); target != nil {
		if asked && typeOf(target) != r {
			c.Raise("RuntimeError", "Expected out tensor to have dtype %s, but got %s instead", r, target.Type())
		}
		r, asked = typeOf(target), true
	}
	if asked {
		k := kernelsOf(". . N . . . N .")
		k.need(c, r)
	} else {
		_, r = summed.need(c, typeOf(a))
	}
	x := c.Result(a.V, r).V
	if r.Dtype.IsBool() {
		if c.Func.Path == "prod" {
			return c.Wrap(c.Env().All(x, opts...))
		}
		return c.Wrap(c.Env().Any(x, opts...))
	}
	return c.Result(f(c.Env(), x, append(opts, r.Dtype)...), r)
}

// nanSumTarget refuses the dtypes that nansum does not compute floats in: those of dtype=, or
// of out= without it.
func nanSumTarget(c *frontend.Call, a *frontend.Array) {
	r, asked := dtypeArg(c, "dtype")
	if target := targetOf(c); target != nil {
		if asked && typeOf(target) != r {
			c.Raise("RuntimeError", "nansum: provided dtype must match dtype of result. Got %s and %s.", target.Type(), r)
		}
		dims(c, "dim", a)
		if !asked && a.V.Dtype().IsFloat() && !target.V.Dtype().IsFloat() && a.V.Size() > 0 {
			c.Raise("NotImplementedError", "nansum is not implemented for %s", target.Type())
		}
	}
	if asked && r.Dtype.IsComplex() && a.V.Dtype().IsFloat() && a.V.Size() > 0 && c.Func.Path == "nansum" {
		c.Raise("NotImplementedError", "nansum is not implemented for %s", r)
	}
}

// variance reads what std and var take: correction, or unbiased, which may come first.
func variance(c *frontend.Call, f unaryFunc) *frontend.Array {
	a := tensor(c, "input")
	if c.Given("unbiased") && (c.Given("correction") || c.Given("keepdim") && !c.Given("dim")) {
		c.Raise("TypeError", "%s() received an invalid combination of arguments - unbiased with correction, or with keepdim and no dim", c.Func.Path)
	}
	if c.Given("out") && c.Given("unbiased") && !c.Given("dim") {
		c.Raise("TypeError", "%s() received an invalid combination of arguments - got unbiased and out without dim", c.Func.Path)
	}
	unbiased, first := c.Arg("dim").(bool)
	if first && c.GivenByName("dim") {
		c.Raise("TypeError", "%s(): argument 'dim' must be tuple of ints, not bool", c.Func.Path)
	}
	if !first {
		c.Ints("dim") // whose kind is looked at before the dtype
	}
	_, r := spread.need(c, typeOf(a))
	correction := 1.0
	if c.Has("correction") {
		correction = realArg(c, "correction")
	}
	opts := []ivy.Option{ivy.NoAxis{}, ivy.KeepDims(boolean(c, "keepdim"))}
	if first {
		if !unbiased {
			correction = 0
		}
	} else {
		opts = reduction(c, a)
		if !boolean(c, "unbiased") {
			correction = 0
		}
	}
	return c.Result(inDouble(c.Env(), a.V, func(x *ivy.Array) *ivy.Array { return f(c.Env(), x, append(opts, ivy.Correction(correction))...) }), r)
}

// inDouble computes f of numbers below float64 in float64, as PyTorch does for variances on a CPU: the squares of
// float32 numbers may be beyond float32.
func inDouble(e *ivy.Env, x *ivy.Array, f func(x *ivy.Array) *ivy.Array) *ivy.Array {
	return wide(e, x, func(x *ivy.Array) *ivy.Array {
		if x.Dtype() != dtype.Float32 {
			return f(x)
		}
		return e.Astype(f(e.Astype(x, dtype.Float64)), dtype.Float32)
	})
}

func meanBeside(c *frontend.Call) *frontend.Array {
	a := tensor(c, "input")
	opts := []ivy.Option{ivy.NoAxis{}, ivy.KeepDims(boolean(c, "keepdim"))}
	if _, first := c.Arg("dim").(bool); !first {
		opts = reduction(c, a)
	}
	return c.Result(c.Env().Mean(a.V, opts...), typeOf(a))
}

// ordinal returns bools as integers, which have an order.
func ordinal(e *ivy.Env, x *ivy.Array) *ivy.Array { return numeric(e, x) }

func extremeOf(c *frontend.Call, a *frontend.Array, f unaryFunc) *frontend.Array {
	if c.Func.Out == frontend.One && targetOf(c) != nil {
		c.Ints("dim") // whose kind is looked at before the dtypes
		fitting(c, typeOf(a), targetOf(c))
	}
	if list, _, ok := c.Ints("dim"); ok && a.V.Size() == 0 { // before PyTorch finds one twice
		for _, d := range list {
			if i := wrapped(c, d, a.V.Ndim()); a.V.Shape()[i] == 0 {
				c.Raise("IndexError", "%s(): expected reduction dim %d to have non-zero size", c.Func.Path, i)
			}
		}
	}
	opts := reduction(c, a)
	axes, all := dims(c, "dim", a)
	for _, i := range axes {
		if a.V.Shape()[i] != 0 {
			continue
		}
		if all {
			c.Raise("RuntimeError", "%s(): expected reduction dim to be specified for a tensor without elements", c.Func.Path)
		}
		c.Raise("IndexError", "%s(): expected reduction dim %d to have non-zero size", c.Func.Path, i)
	}
	k := greatest
	if a.V.Size() == 0 { // no kernel is looked for
		k = everything
	}
	_, r := k.need(c, typeOf(a))
	if a.V.Dtype().IsComplex() && k == everything {
		return c.Result(c.Env().Zeros(shape.Reduce(a.V.Shape(), axes, boolean(c, "keepdim")), r.Dtype), r)
	}
	return c.Result(f(c.Env(), ordinal(c.Env(), a.V), opts...), r)
}

// extreme is max or min: of all, along a dimension, or of two tensors.
func extreme(f, at unaryFunc, of string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a := tensor(c, "input")
		b := c.Arg("other")
		if c.Given("other") {
			if ours(c.Namespace, b) == nil || c.Given("dim") || c.Given("keepdim") {
				c.Raise("TypeError", "%s(): argument 'other' must be Tensor, alone beside the input, not %s", c.Func.Path, c.TypeName(b))
			}
		} else {
			b = c.Arg("dim")
		}
		if t := ours(c.Namespace, b); t != nil && (c.Has("other") || !c.Given("keepdim") && !c.GivenByName("dim")) {
			return out(c, two[of].run(c, operandOf(a), operandOf(t)))
		}
		noNone(c, "dim")
		if !c.Has("dim") {
			if c.Given("keepdim") {
				c.Raise("TypeError", "%s(): keepdim goes with dim", c.Func.Path)
			}
			if a.V.Size() == 0 && c.Has("out") { // with out= there is an identity
				_, r := greatest.need(c, typeOf(a))
				return out(c, c.Result(worstOf(c.Env(), r.Dtype, c.Func.Path == "max"), r))
			}
			if a.V.Size() == 0 {
				c.Raise("RuntimeError", "%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.", c.Func.Path)
			}
			_, r := greatest.need(c, typeOf(a))
			return out(c, c.Result(f(c.Env(), ordinal(c.Env(), a.V)), r))
		}
		axis := dim(c, "dim", a)
		keep := ivy.KeepDims(boolean(c, "keepdim"))
		nonEmpty(c, a, axis)
		if a.V.Dtype().IsComplex() {
			c.Raise("RuntimeError", "%s(): does not support complex input", c.Func.Path)
		}
		if a.V.Ndim() == 0 {
			return []*frontend.Array{c.Result(a.V, typeOf(a)), c.Wrap(c.Env().Zeros(nil, dtype.Int64))}
		}
		k := ordered
		if a.V.Size() == 0 {
			k = everything
		}
		_, r := k.need(c, typeOf(a))
		x := ordinal(c.Env(), a.V)
		return []*frontend.Array{c.Result(f(c.Env(), x, ivy.Axis(axis), keep), r), c.Wrap(at(c.Env(), x, ivy.Axis(axis), keep))}
	}
}

// worstOf is what is not greater than any element of a dtype, or not less.
func worstOf(e *ivy.Env, d dtype.Dtype, least bool) *ivy.Array {
	switch {
	case d.IsBool():
		return e.Full(nil, !least, d)
	case d.IsFloat() && least:
		return e.Full(nil, math.Inf(-1), d)
	case d.IsFloat():
		return e.Full(nil, math.Inf(1), d)
	}
	info, err := dtype.Iinfo(d)
	frontend.Check(err)
	if least {
		return e.Full(nil, info.Min, d)
	}
	return e.Full(nil, info.Max, d)
}

// alongAxis calls f with an axis; a 0-d array has one for that.
func alongAxis(e *ivy.Env, x *ivy.Array, axis int, f func(x *ivy.Array, axis int) *ivy.Array) *ivy.Array {
	if x.Ndim() > 0 {
		return f(x, axis)
	}
	return e.Reshape(f(e.Reshape(x, []int{1}), 0), nil)
}

func cumulative(c *frontend.Call, a *frontend.Array, f unaryFunc) *frontend.Array {
	axis := dim(c, "dim", a)
	r, asked := dtypeArg(c, "dtype")
	if target := targetOf(c); target != nil && !asked {
		r, asked = typeOf(target), true
	}
	if asked && inPlace(c) && r != typeOf(a) {
		c.Raise("RuntimeError", "Bad in-place call: input tensor dtype %s and output tensor dtype %s should match", a.Type(), r)
	}
	if asked {
		if a.V.Size() > 0 && a.V.Ndim() > 0 {
			kernelsOf("N . N . . . N .").need(c, r)
		}
	} else if c.Func.Path[0] == '.' { // in place the dtype stays
		r = typeOf(a)
		if a.V.Ndim() == 0 || a.V.Size() == 0 {
			return c.Result(a.V, r)
		}
		kernelsOf("N . N . . . N .").need(c, r)
	} else {
		_, r = summed.need(c, typeOf(a))
	}
	if asked && a.V.Ndim() == 0 {
		return c.Result(a.V, r)
	}
	e := c.Env()
	x := c.Result(a.V, r).V
	return c.Result(alongAxis(e, x, axis, func(x *ivy.Array, axis int) *ivy.Array { return f(e, x, ivy.Axis(axis), r.Dtype) }), r)
}

// oneByOneAlong combines every element with all before it along an axis, one after another.
func oneByOneAlong(e *ivy.Env, x *ivy.Array, axis int, combine func(before, now *ivy.Array) *ivy.Array) *ivy.Array {
	n := x.Shape()[axis]
	if n == 0 {
		return x
	}
	key := slices.Repeat([]any{ivy.Colon}, axis+1)
	parts := make([]*ivy.Array, n)
	for i := range parts {
		key[axis] = ivy.Slice(i, i+1)
		parts[i] = e.GetItem(x, key...)
		if i > 0 {
			parts[i] = combine(parts[i-1], parts[i])
		}
	}
	return e.Concat(parts, ivy.Axis(axis))
}

// doubled combines every element with all before it along an axis, in as many steps as
// the length has bits.
func doubled(e *ivy.Env, x *ivy.Array, axis int, combine func(before, now *ivy.Array) *ivy.Array) *ivy.Array {
	n := x.Shape()[axis]
	part := func(x *ivy.Array, start, stop int) *ivy.Array {
		key := make([]any, axis+1)
		for i := range key {
			key[i] = ivy.Colon
		}
		key[axis] = ivy.Slice(start, stop)
		return e.GetItem(x, key...)
	}
	for by := 1; by < n; by *= 2 {
		now := combine(part(x, 0, n-by), part(x, by, n))
		x = e.Concat([]*ivy.Array{part(x, 0, by), now}, ivy.Axis(axis))
	}
	return x
}

// cumulativeExtreme returns the extremes so far and their indices, of equal ones the
// last; a NaN is more extreme than any number.
func cumulativeExtreme(extreme func(e *ivy.Env, x any, opts ...ivy.Option) (z, at *ivy.Array)) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a := tensor(c, "input")
		axis := integer(c, "dim")
		if a.V.Size() > 0 { // of nothing PyTorch does not look at it
			axis = wrapped(c, axis, a.V.Ndim())
		}
		e, k := c.Env(), greatest
		if a.V.Ndim() == 0 || a.V.Size() == 0 {
			k = everything
		}
		_, r := k.need(c, typeOf(a))
		if a.V.Ndim() == 0 || a.V.Size() == 0 {
			return []*frontend.Array{c.Result(a.V, r), c.Wrap(e.Zeros(a.V.Shape(), dtype.Int64))}
		}
		x := ordinal(e, a.V)
		z, at := extreme(e, x, ivy.Axis(axis))
		return []*frontend.Array{c.Result(z, r), c.Wrap(at)}
	}
}

// median is the lower of two in the middle: of all, or along a dimension with its index.
func median(skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a := tensor(c, "input")
		noNone(c, "dim")
		keepdimWithDim(c)
		outWithDim(c)
		if c.Has("dim") {
			nonEmpty(c, a, dim(c, "dim", a))
		}
		e := c.Env()
		if !c.Has("dim") && a.V.Size() == 0 { // NaN, as what it becomes in the dtype
			return out(c, c.Result(cast(c.Namespace, e.Full(nil, math.NaN(), dtype.Float64), a.V.Dtype()), typeOf(a)))
		}
		_, r := middle.need(c, typeOf(a))
		if !c.Has("dim") {
			x := e.Reshape(a.V, []int{a.V.Size()})
			v, _ := middleOf(e, x, 0, skip)
			return out(c, c.Result(e.Reshape(v, nil), r))
		}
		axis := dim(c, "dim", a)
		return along(c, a, axis, r, func(x *ivy.Array, axis int) (v, at *ivy.Array) { return middleOf(e, x, axis, skip) })
	}
}

// along calls f along an axis that its results keep with length 1.
func along(c *frontend.Call, a *frontend.Array, axis int, r promote.Result, f func(x *ivy.Array, axis int) (v, at *ivy.Array)) any {
	e, x := c.Env(), a.V
	if x.Ndim() == 0 {
		return []*frontend.Array{c.Result(x, r), c.Wrap(e.Zeros(nil, dtype.Int64))}
	}
	nonEmpty(c, a, axis)
	v, at := f(x, axis)
	if !boolean(c, "keepdim") {
		dims := shape.Reduce(x.Shape(), []int{axis}, false)
		v, at = e.Reshape(v, dims), e.Reshape(at, dims)
	}
	return []*frontend.Array{c.Result(v, r), c.Wrap(at)}
}

// nonEmpty refuses an axis without elements to choose from.
func nonEmpty(c *frontend.Call, a *frontend.Array, axis int) {
	if s := a.V.Shape(); len(s) > 0 && s[axis] == 0 {
		c.Raise("IndexError", "%s(): Expected reduction dim %d to have non-zero size.", c.Func.Path, axis)
	}
}

func middleOf(e *ivy.Env, x *ivy.Array, axis int, skip bool) (v, at *ivy.Array) {
	order := e.ArgSort(x, ivy.Axis(axis))
	n := x.Shape()[axis]
	line := slices.Clone(x.Shape())
	line[axis] = 1
	place := e.Full(line, (n-1)/2, dtype.Int64)
	if x.Dtype().IsFloat() {
		nans := e.Sum(e.IsNan(x), ivy.Axis(axis), ivy.KeepDims(true), dtype.Int64)
		if skip {
			left := e.Subtract(e.Full(nil, n-1, dtype.Int64), nans)
			place = e.FloorDivide(e.Maximum(left, e.Zeros(nil, dtype.Int64)), e.Full(nil, 2, dtype.Int64))
		} else { // the first NaN
			first := e.Subtract(e.Full(nil, n, dtype.Int64), nans)
			place = e.Where(e.Greater(nans, e.Zeros(nil, dtype.Int64)), first, place)
		}
	}
	at = e.TakeAlongAxis(order, place, ivy.Axis(axis))
	return e.TakeAlongAxis(x, at, ivy.Axis(axis)), at
}

func kthValue(c *frontend.Call) any {
	a, k := tensor(c, "input"), integer(c, "k")
	kernels := middle
	if a.V.Ndim() == 0 {
		kernels = everything
	}
	axis := dim(c, "dim", a) // which is looked at before the dtype, and so is k
	n := 1
	if a.V.Ndim() > 0 {
		n = a.V.Shape()[axis]
	}
	nonEmpty(c, a, axis)
	if k < 1 || k > n {
		c.Raise("RuntimeError", "kthvalue(): selected number k out of range for dimension %d", axis)
	}
	_, r := kernels.need(c, typeOf(a))
	e := c.Env()
	return along(c, a, axis, r, func(x *ivy.Array, axis int) (v, at *ivy.Array) {
		line := slices.Clone(x.Shape())
		line[axis] = 1
		at = e.TakeAlongAxis(e.ArgPartition(x, []int{k - 1}, ivy.Axis(axis)), e.Full(line, k-1, dtype.Int64), ivy.Axis(axis))
		return e.TakeAlongAxis(x, at, ivy.Axis(axis)), at
	})
}

// mode is the most frequent value, of several the least, and the index of its last
// occurrence.
func mode(c *frontend.Call) any {
	a := tensor(c, "input")
	dim(c, "dim", a) // is looked at before the dtype
	k := greatest
	if a.V.Ndim() == 0 || a.V.Size() == 0 {
		k = everything
	}
	_, r := k.need(c, typeOf(a))
	e := c.Env()
	if a.V.Ndim() == 0 {
		return along(c, a, dim(c, "dim", a), r, nil)
	}
	if a.V.Size() == 0 {
		return along(c, a, dim(c, "dim", a), r, func(x *ivy.Array, axis int) (v, at *ivy.Array) {
			dims := slices.Clone(x.Shape())
			dims[axis] = 1
			return e.Zeros(dims, x.Dtype()), e.Zeros(dims, dtype.Int64)
		})
	}
	return along(c, c.Wrap(ordinal(e, a.V)), dim(c, "dim", a), r, func(x *ivy.Array, axis int) (v, at *ivy.Array) {
		n := x.Shape()[axis]
		order := e.ArgSort(x, ivy.Axis(axis))
		sorted := e.TakeAlongAxis(x, order, ivy.Axis(axis))
		line := slices.Repeat([]int{1}, x.Ndim())
		line[axis] = n
		i := e.BroadcastTo(e.Reshape(e.Arange(n, dtype.Int64), line), x.Shape())
		// Where the run of equal values begins that an element of sorted is in.
		begins := doubled(e, i, axis, func(before, now *ivy.Array) *ivy.Array {
			p, q := e.TakeAlongAxis(sorted, before, ivy.Axis(axis)), e.TakeAlongAxis(sorted, now, ivy.Axis(axis))
			return e.Where(e.Equal(p, q), before, now)
		})
		runs := e.Subtract(i, begins)
		place := e.ArgMax(runs, ivy.Axis(axis), ivy.KeepDims(true)) // the end of the first longest run
		at = e.TakeAlongAxis(order, place, ivy.Axis(axis))
		return e.TakeAlongAxis(sorted, place, ivy.Axis(axis)), at
	})
}

func logSumExp(c *frontend.Call) any {
	a := tensor(c, "input")
	in, r := inexact.need(c, typeOf(a))
	e := c.Env()
	noNone(c, "dim")
	target := targetOf(c)
	if target != nil && !dtype.Inexact.Has(target.V.Dtype()) {
		c.Ints("dim") // whose kind is looked at before the dtypes
		c.Raise("RuntimeError", "logsumexp(): Expected floating point type for result tensor, but got: %s", target.Type())
	}
	if axes, _, _ := c.Ints("dim"); len(axes) == 0 && a.V.Ndim() > 0 && !boolean(c, "keepdim") {
		c.Raise("RuntimeError", "logsumexp(): expected dimensions to reduce")
	}
	opts := reduction(c, a)
	keep := append(slices.Clone(opts), ivy.KeepDims(true))
	if target != nil && (dtype.Narrow.Has(in.Dtype) && target.V.Dtype() != in.Dtype || in.Dtype.IsComplex() && target.V.Dtype().IsFloat()) {
		return out(c, c.Result(logSumExpInto(e, c.Result(a.V, in).V, keep, opts, target.V.Dtype()), typeOf(target)))
	}
	return out(c, c.Result(wide(e, c.Result(a.V, in).V, func(x *ivy.Array) *ivy.Array {
		if x.Size() == 0 {
			return e.Log(e.Sum(e.Exp(x), opts...))
		}
		top := e.Max(e.Real(x), keep[0], keep[2])
		top = e.Where(e.IsInf(top), e.Zeros(nil, top.Dtype()), top)
		sum := e.Sum(e.Exp(e.Subtract(x, e.Astype(top, x.Dtype()))), opts[0], opts[1], x.Dtype())
		return e.Add(e.Log(sum), e.Astype(e.Reshape(top, sum.Shape()), x.Dtype()))
	}), r))
}

// logSumExpInto is logsumexp of narrow floats, or of complex numbers into real ones: the
// exponentials are rounded to the input's dtype and added in that of out=.
func logSumExpInto(e *ivy.Env, x *ivy.Array, keep, opts []ivy.Option, d dtype.Dtype) *ivy.Array {
	if x.Size() == 0 {
		return e.Log(e.Sum(e.Astype(e.Real(x), d), opts[0], opts[1], d))
	}
	if x.Dtype().IsComplex() {
		top := e.Max(e.Real(x), keep[0], keep[2])
		top = e.Where(e.IsInf(top), e.Zeros(nil, top.Dtype()), top)
		sum := e.Sum(e.Astype(e.Real(e.Exp(e.Subtract(x, e.Astype(top, x.Dtype())))), d), opts[0], opts[1], d)
		return e.Add(e.Log(sum), e.Astype(e.Reshape(top, sum.Shape()), d))
	}
	top := e.Max(x, keep[0], keep[2])
	top = e.Where(e.IsInf(top), e.Zeros(nil, top.Dtype()), top)
	sum := e.Sum(e.Astype(e.Exp(e.Subtract(x, top)), d), opts[0], opts[1], d)
	return e.Add(e.Log(sum), e.Astype(e.Reshape(top, sum.Shape()), d))
}

func bincount(c *frontend.Call) any {
	a, weights, least := tensor(c, "input"), optional(c, "weights"), integer(c, "minlength")
	whole.need(c, typeOf(a))
	if a.V.Ndim() != 1 {
		c.Raise("RuntimeError", "bincount only supports 1-d non-negative integral inputs")
	}
	if least < 0 {
		c.Raise("RuntimeError", "minlength should be >= 0")
	}
	if weights != nil && weights.V.Size() != a.V.Size() {
		c.Raise("RuntimeError", "weights should be 1-d and have the same length as input")
	}
	e := c.Env()
	at := e.Astype(a.V, dtype.Int64)
	n := int64(least)
	if at.Size() > 0 {
		if ivy.Item[int64](e.Min(at)) < 0 {
			c.Raise("RuntimeError", "bincount only supports 1-d non-negative integral inputs")
		}
		n = max(n, ivy.Item[int64](e.Max(at))+1)
	}
	room([]int{int(n)}, 8)
	if weights == nil {
		return c.Wrap(e.Bincount(at, ivy.MinLength(least)))
	}
	r := promote.Result{Dtype: dtype.Float64}
	if weights.V.Dtype() == dtype.Float32 {
		r.Dtype = dtype.Float32
	}
	return c.Result(e.Bincount(at, ivy.Weights(cast(c.Namespace, weights.V, r.Dtype)), ivy.MinLength(least)), r)
}

func histc(c *frontend.Call) any {
	a, bins := tensor(c, "input"), integer(c, "bins")
	if target := targetOf(c); target != nil {
		fitting(c, typeOf(a), target)
	}
	lo, hi := realArg(c, "min"), realArg(c, "max")
	if bins <= 0 {
		c.Raise("RuntimeError", "torch.histogram(): bins must be > 0, but got %d", bins)
	}
	if d := a.V.Dtype(); lo != hi && !d.IsFloat() { // what is wrong with the range comes before the dtype
		histogramRange(c, lo, hi)
		if info, err := dtype.Iinfo(d); err == nil && d != dtype.Bool && (lo < float64(info.Min) || hi > float64(info.Max)) {
			c.Raise("RuntimeError", "value cannot be converted to type %v without overflow", d)
		}
	}
	_, r := floatsOnly.need(c, typeOf(a))
	room([]int{bins}, 8)
	e := c.Env()
	x := e.Reshape(e.StopGradient(a.V), []int{a.V.Size()})
	if lo == hi && x.Size() > 0 {
		lo, hi = e.Astype(e.Min(x), dtype.Float64).Float(), e.Astype(e.Max(x), dtype.Float64).Float()
	}
	if lo == hi {
		lo, hi = lo-1, hi+1
	}
	histogramRange(c, lo, hi)
	// PyTorch finds the bin by a product and a quotient, rounded to the dtype; the row Histogram compares with ends.
	first, last := e.Full(nil, lo, r.Dtype), e.Full(nil, hi, r.Dtype)
	inside := e.LogicalAnd(e.GreaterEqual(x, first), e.LessEqual(x, last))
	place := e.Divide(e.Multiply(e.Subtract(x, first), e.Full(nil, bins, r.Dtype)), e.Subtract(last, first))
	at := e.Minimum(e.Astype(e.Where(inside, place, e.Zeros(nil, r.Dtype)), dtype.Int64), e.Full(nil, bins-1, dtype.Int64))
	counts := e.Bincount(e.Where(inside, at, e.Full(nil, bins, dtype.Int64)), ivy.MinLength(bins+1))
	return out(c, c.Result(e.GetItem(counts, ivy.Slice(0, bins)), r))
}

// histogramRange raises the error of a range that has no bins.
func histogramRange(c *frontend.Call, lo, hi float64) {
	switch {
	case math.IsInf(lo, 0) || math.IsInf(hi, 0) || lo != lo || hi != hi:
		c.Raise("RuntimeError", "torch.histc: range of [%v, %v] is not finite", lo, hi)
	case lo > hi:
		c.Raise("RuntimeError", "torch.histc: max must be larger than min")
	}
}

// covariance is of variables in rows, whose observations may have weights: often is how
// often each occurs, and much how much it counts.
func covariance(c *frontend.Call, a *frontend.Array, correction int, often, much *frontend.Array) *frontend.Array {
	if a.V.Ndim() > 2 {
		c.Raise("RuntimeError", "cov(): expected input to have two or fewer dimensions but got an input with %d dimensions", a.V.Ndim())
	}
	in, r := kernelsOf("R F F . . . N .").need(c, typeOf(a))
	e := c.Env()
	rows := 1
	if a.V.Ndim() == 2 {
		rows = a.V.Shape()[0]
	}
	n := 0
	if rows > 0 {
		n = a.V.Size() / rows
	}
	if args := covarianceWeights(c, n, often, much); len(args) > 0 {
		var err error
		r, err = promote.Fold(c.Rule().Rule(), append(args, promote.Arg{Dtype: in.Dtype, Rank: 2})...)
		frontend.Check(err)
	}
	own := e.Reshape(a.V, []int{rows, n})
	x := c.Result(c.Result(own, in).V, r).V
	z := wide(e, x, func(x *ivy.Array) *ivy.Array {
		d := x.Dtype()
		if often == nil && much == nil {
			x = e.Subtract(x, observationMean(e, own, x))
			return e.Divide(e.MatMul(x, e.Conj(e.MatrixTranspose(x))), constant(e, float64(max(n-correction, 0)), d))
		}
		w, total, divisor := covarianceDivisor(c, n, correction, often, much)
		w, total, divisor = cast(c.Namespace, w, d), cast(c.Namespace, total, d), cast(c.Namespace, divisor, d)
		weighed := e.Multiply(x, w)
		if own.Dtype().IsInteger() && much == nil { // a product of integers, which wraps
			common, err := promote.Fold(c.Rule().Rule(), promote.Array(own.Dtype()), promote.Array(often.V.Dtype()))
			frontend.Check(err)
			product := e.Multiply(cast(c.Namespace, own, common.Dtype), cast(c.Namespace, e.Reshape(often.V, []int{n}), common.Dtype))
			weighed = e.Astype(e.Sum(product, ivy.Axis(1), ivy.KeepDims(true), dtype.Int64), d)
		}
		mean := e.Divide(e.Sum(weighed, ivy.Axis(1), ivy.KeepDims(true), d), total)
		x = e.Subtract(x, mean)
		return divide(e, e.MatMul(x, e.Conj(e.MatrixTranspose(e.Multiply(x, w)))), divisor)
	})
	if a.V.Ndim() < 2 {
		z = e.Reshape(z, nil)
	}
	return c.Result(z, r)
}

// observationMean returns the mean of each row. Integers are added as integers, which wrap.
func observationMean(e *ivy.Env, own, x *ivy.Array) *ivy.Array {
	if !own.Dtype().IsInteger() {
		return e.Mean(x, ivy.Axis(1), ivy.KeepDims(true))
	}
	sum := e.Sum(own, ivy.Axis(1), ivy.KeepDims(true), dtype.Int64)
	return e.Divide(e.Astype(sum, x.Dtype()), constant(e, float64(own.Shape()[1]), x.Dtype()))
}

// covarianceWeights checks the weights of n observations, and returns those that there are.
func covarianceWeights(c *frontend.Call, n int, often, much *frontend.Array) (args []promote.Arg) {
	if often != nil && !often.V.Dtype().IsInteger() {
		c.Raise("RuntimeError", "cov(): expected fweights to have integral dtype but got fweights with %s dtype", often.Type())
	}
	if much != nil && !much.V.Dtype().IsFloat() {
		c.Raise("RuntimeError", "cov(): expected aweights to have floating point dtype but got aweights with %s dtype", much.Type())
	}
	e := c.Env()
	for name, w := range map[string]*frontend.Array{"fweights": often, "aweights": much} {
		switch {
		case w == nil:
			continue
		case w.V.Ndim() > 1:
			c.Raise("RuntimeError", "cov(): expected %s to have one or fewer dimensions but got %s with %d dimensions", name, name, w.V.Ndim())
		case w.V.Size() != n:
			c.Raise("RuntimeError", "cov(): expected %s to have the same numel as there are observations in the input but got %d != %d", name, w.V.Size(), n)
		case n > 0 && e.Any(e.Less(w.V, zeroOf(e, w.V))).Bool():
			c.Raise("RuntimeError", "cov(): %s cannot be negative", name)
		}
		args = append(args, w.Arg())
	}
	return args
}

// covarianceDivisor returns the weights of n observations, what they add up to, and what
// the products' sums are divided by.
func covarianceDivisor(c *frontend.Call, n, correction int, often, much *frontend.Array) (w, total, divisor *ivy.Array) {
	e, of := c.Env(), dtype.Int64 // in which PyTorch adds the weights
	if much != nil {
		of = much.V.Dtype()
	}
	as := func(w *frontend.Array) *ivy.Array { return e.Reshape(cast(c.Namespace, w.V, of), []int{n}) }
	w = e.Ones([]int{n}, of)
	if often != nil {
		w = as(often)
	}
	factor := e.Full(nil, backend.IntScalar(int64(correction)), of)
	if much != nil {
		w = e.Multiply(w, as(much))
	}
	total = e.Sum(w, of)
	if n > 0 && e.Equal(total, e.Zeros(nil, of)).Bool() {
		c.Raise("RuntimeError", "cov(): weights sum to zero, can't be normalized")
	}
	if much != nil && correction != 0 {
		factor = e.Divide(e.Multiply(factor, e.Sum(e.Multiply(w, as(much)), of)), total)
	}
	divisor = e.Subtract(total, factor)
	if zero := e.Zeros(nil, of); e.LessEqual(divisor, zero).Bool() {
		divisor = zero
	}
	return w, total, divisor
}

// quantile interpolates between sorted values.
func quantile(c *frontend.Call) any {
	a := tensor(c, "input")
	if c.Has("dim") {
		integer(c, "dim") // whose kind is looked at before the dtypes
	}
	d := a.V.Dtype()
	if d != dtype.Float32 && d != dtype.Float64 {
		c.Raise("RuntimeError", "quantile() input tensor must be either float or double dtype")
	}
	e := c.Env()
	q := number(c, "q")
	scalarQ := q.A == nil
	if !scalarQ && typeOf(q.A) != typeOf(a) {
		c.Raise("RuntimeError", "quantile() q tensor must be same dtype as the input tensor")
	}
	if q.A != nil && q.Rank > 1 {
		c.Raise("RuntimeError", "quantile() q must be a scalar or 1D tensor")
	}
	if a.V.Size() == 0 {
		c.Raise("RuntimeError", "quantile() input tensor must be non-empty")
	}
	qv := c.As(q, d)
	qDims := qv.Shape()
	if !e.All(e.LogicalAnd(e.GreaterEqual(qv, e.Zeros(nil, d)), e.LessEqual(qv, e.Full(nil, 1, d)))).Bool() {
		c.Raise("RuntimeError", "quantile() q values must be in the range [0, 1]")
	}
	x, axis, dims := a.V, 0, []int(nil)
	if c.Has("dim") {
		axis = dim(c, "dim", a)
		if x.Ndim() == 0 {
			x = e.Reshape(x, []int{1})
		} else {
			dims = shape.Reduce(x.Shape(), []int{axis}, boolean(c, "keepdim"))
		}
		x = e.MoveAxis(x, []int{axis}, []int{-1})
	} else {
		x = e.Reshape(x, []int{x.Size()})
		if boolean(c, "keepdim") {
			dims = slices.Repeat([]int{1}, a.V.Ndim())
		}
	}
	lead := x.Shape()[:x.Ndim()-1]
	n := x.Shape()[x.Ndim()-1]
	x = e.Sort(e.Reshape(x, []int{shape.Size(lead), n}))
	m := qv.Size()
	rank := e.Multiply(e.Reshape(qv, []int{1, m}), e.Full(nil, float64(n-1), d))
	rank = e.BroadcastTo(rank, []int{shape.Size(lead), m})
	rank = e.Where(e.Any(e.IsNan(x), ivy.Axis(1), ivy.KeepDims(true)), e.Full(nil, float64(n-1), d), rank)
	mode := c.Text("interpolation")
	if !slices.Contains([]string{"linear", "lower", "higher", "midpoint", "nearest"}, mode) {
		c.Raise("RuntimeError", "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got %s", mode)
	}
	z := interpolation.Between(e, rank, mode, func(at *ivy.Array) *ivy.Array { return compose.Elements(e, x, at) })
	// The quantiles come first in the result.
	z = e.Reshape(e.MatrixTranspose(z), slices.Concat(qDims, dims))
	return out(c, c.Result(z, typeOf(a)))
}

// interpolation is quantile's: positions are rounded half to even.
var interpolation = compose.Interpolation{
	Nearest: func(e *ivy.Env, at *ivy.Array) *ivy.Array { return e.Round(at) },
	Middle: func(e *ivy.Env, low, high *ivy.Array) *ivy.Array {
		return compose.Lerp(e, low, high, e.Full(nil, 0.5, low.Dtype()))
	},
	Linear: compose.Lerp,
}
