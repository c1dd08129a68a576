package jax

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A reduction is a function over axes. The parameter of the array is "a".
type reduction struct {
	op      func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array
	join    func(k calc, x, y value) value // two results as one: with initial
	neutral float64                        // of no elements, where there is such a value
	none    bool                           // there is none
	before  func(k calc, x value) value
	widen   bool      // integers become at least the default int
	half    bool      // half precision computes in float32
	plain   unaryFunc // the same, if there is such a function
	of      dtype.Set // the dtypes that it is for
}

// over reduces x; where and initial may be nil.
func (c call) over(r reduction, x value, axes []int, keepdims bool, d dtype.Dtype, initial, where any) value {
	if r.before != nil {
		x = r.before(c.calc, x)
	}
	mask := c.where1(where)
	if initial == nil && r.none {
		if mask != nil {
			c.Raise("ValueError", "%s(): where needs initial, as there is no neutral element", c.Func.Path)
		}
		for _, i := range axes {
			if x.V.Shape()[i] == 0 {
				c.Raise("ValueError", "%s(): no elements, and no neutral one", c.Func.Path)
			}
		}
	}
	out := d
	if d == dtype.Invalid {
		out = x.V.Dtype()
		if r.widen {
			out = c.widened(out)
		}
	}
	in := out
	if r.half && d == dtype.Invalid {
		in = wide(out)
	}
	if d == dtype.Bool && isComplex(x) { // the cast of lax, which takes the real part first, and not astype's
		x = c.wrap(c.e.Real(x.V), false)
	}
	v := astypeOf(c.Namespace, x.V, in)
	neutral := c.extreme(r.neutral, in)
	if mask != nil {
		// A mask with more axes broadcasts the array; the axes count from the first all the same.
		v = c.where(mask, c.wrap(v, false), c.wrap(neutral, false)).V
	}
	z := c.reduce(r.op, v, axes, keepdims, neutral)
	res := c.wrap(z, false)
	if initial != nil {
		first := c.calc.array(initial)
		if first.V.Ndim() != 0 {
			c.Raise("ValueError", "%s(): initial is a number, not of shape %v", c.Func.Path, first.V.Shape())
		}
		res = r.join(c.calc, c.to(first, in, false), res)
	}
	return c.to(res, out, false)
}

// reduce calls op, and fills with the neutral element what has none.
func (k calc) reduce(op unaryFunc, v *ivy.Array, axes []int, keepdims bool, neutral *ivy.Array) *ivy.Array {
	dims := v.Shape()
	empty := false
	for _, i := range axes {
		empty = empty || dims[i] == 0
	}
	if len(axes) == 0 {
		return v
	}
	if empty {
		return k.e.BroadcastTo(neutral, shape.Reduce(dims, axes, keepdims))
	}
	return op(k.e, v, ivy.Axes(axes), ivy.KeepDims(keepdims))
}

// extreme returns a neutral element in dtype d: an infinity is the last integer.
func (k calc) extreme(v float64, d dtype.Dtype) *ivy.Array {
	switch {
	case d == dtype.Bool:
		return k.e.Asarray(v > 0, dtype.Bool)
	case d.IsInteger() && math.IsInf(v, 0):
		return k.e.Astype(k.e.Asarray(v, dtype.Float64), d) // saturates
	}
	return number(k.e, v, d)
}

// where1 returns a mask, nil for None.
func (c call) where1(where any) value {
	if where == nil {
		return nil
	}
	mask := c.calc.array(where)
	if !isBool(mask) {
		c.Raise("ValueError", "%s(): where is %v, want bools", c.Func.Path, mask.V.Dtype())
	}
	return mask
}

func (k calc) widened(d dtype.Dtype) dtype.Dtype {
	def := k.defaults()
	switch {
	case d == dtype.Bool, d.IsSigned() && d.Bits() < def.Int.Bits():
		return def.Int
	case d.IsUnsigned() && d.Bits() < def.Uint.Bits():
		return def.Uint
	}
	return d
}

func sumIn(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
	return e.Sum(x, append(opts, x.(*ivy.Array).Dtype())...)
}

func prodIn(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
	return e.Prod(x, append(opts, x.(*ivy.Array).Dtype())...)
}

// orderedBy reduces complex numbers by their real parts, then the imaginary ones: one of
// pair after the other.
func orderedBy(op unaryFunc, pair binaryFunc) unaryFunc {
	return func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
		a := x.(*ivy.Array)
		if !a.Dtype().IsComplex() {
			return op(e, x, opts...)
		}
		axes, keep := []int(opts[0].(ivy.Axes)), bool(opts[1].(ivy.KeepDims))
		for _, axis := range axes {
			rows := e.Unstack(a, ivy.Axis(axis))
			z := rows[0]
			for _, row := range rows[1:] {
				z = pair(e, z, row)
			}
			a = e.ExpandDims(z, ivy.Axis(axis))
		}
		if !keep {
			a = e.Squeeze(a, ivy.Axes(axes))
		}
		return a
	}
}

func toBool(k calc, x value) value {
	if isComplex(x) {
		x = k.wrap(k.e.Real(x.V), false)
	}
	return k.to(x, dtype.Bool, false)
}

func toNumbers(k calc, x value) value { return k.to(x, toNumeric(x.V.Dtype()), x.Weak) }

const f4f8 = 1<<dtype.Float32 | 1<<dtype.Float64

var (
	sumOf  = reduction{op: sumIn, join: calcAdd, before: toNumbers, widen: true, half: true, plain: (*ivy.Env).Sum, of: f4f8}
	prodOf = reduction{op: prodIn, join: calcMul, neutral: 1, before: toNumbers, widen: true, half: true, plain: (*ivy.Env).Prod, of: f4f8}
	maxOfs = reduction{op: orderedBy((*ivy.Env).Max, greater), join: calcMax, neutral: math.Inf(-1), none: true, plain: (*ivy.Env).Max, of: ordered}
	minOfs = reduction{op: orderedBy((*ivy.Env).Min, lesser), join: calcMin, neutral: math.Inf(1), none: true, plain: (*ivy.Env).Min, of: ordered}
	allOf  = reduction{op: (*ivy.Env).All, neutral: 1, before: toBool, plain: (*ivy.Env).All, of: dtype.Boolean}
	anyOf  = reduction{op: (*ivy.Env).Any, before: toBool, plain: (*ivy.Env).Any, of: dtype.Boolean}
)

func calcAdd(k calc, x, y value) value { return k.add(x, y) }
func calcMul(k calc, x, y value) value { return k.mul(x, y) }
func calcMax(k calc, x, y value) value { return k.do("numpy.maximum", x, y) }
func calcMin(k calc, x, y value) value { return k.do("numpy.minimum", x, y) }

const (
	sumSig = "a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None, promote_integers=True"
	maxSig = "a, axis=None, out=None, keepdims=False, initial=None, where=None"
	allSig = "a, axis=None, out=None, keepdims=False, *, where=None"
	varSig = "a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, mean=None, correction=None"
	cumSig = "a, axis=None, dtype=None, out=None"

	varMethodSig = "self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, correction=None"
)

// reducing is the row of a reduction.
func reducing(path, sig string, method bool, r reduction) frontend.Func {
	return frontend.Func{Path: path, Sig: sig, Method: method, Reduction: frontend.Reduction{F: r.plain, Of: r.of}, Run: r.run()}
}

func (r reduction) run() func(*frontend.Call) any {
	return run(func(c call) any {
		c.none("out")
		sig := c.Func.Signature()
		r, x, d := r, c.arr(sig.Params[0].Name), dtype.Invalid
		var initial any
		for _, p := range sig.Params {
			switch p.Name {
			case "dtype":
				d = c.dtype("dtype", dtype.Invalid)
			case "initial":
				initial = c.Arg("initial")
			case "promote_integers":
				r.widen = c.Bool("promote_integers")
			}
		}
		if c.Func.Path == ".sum" { // which leaves initial out
			initial = nil
		}
		return c.over(r, x, c.axes("axis", x.V.Ndim()), c.Bool("keepdims"), d, initial, c.Arg("where"))
	})
}

var statistical = []frontend.Func{
	reducing("numpy.sum", sumSig, false, sumOf),
	reducing(".sum", "self"+strings.TrimPrefix(sumSig, "a"), false, sumOf),
	reducing("numpy.prod", sumSig, true, prodOf),
	reducing("numpy.max", maxSig, true, maxOfs),
	reducing("numpy.min", maxSig, true, minOfs),
	reducing("numpy.amax", maxSig, false, maxOfs),
	reducing("numpy.amin", maxSig, false, minOfs),
	reducing("numpy.all", allSig, true, allOf),
	reducing("numpy.any", allSig, true, anyOf),
	{Path: "numpy.mean", Sig: "a, axis=None, dtype=None, out=None, keepdims=False, *, where=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Mean, Of: f4f8}, Run: run(func(c call) any {
		x := c.arr("a")
		c.where1(c.Arg("where"))
		c.none("out")
		d := c.dtype("dtype", dtype.Invalid)
		return c.mean(x, c.axesThere(x), c.Bool("keepdims"), d, c.Arg("where"))
	})},
	{Path: "numpy.var", Sig: varSig, Run: run(func(c call) any { return c.variance("a", "mean") })},
	{Path: ".var", Sig: varMethodSig, Run: run(func(c call) any { return c.variance("self", "") })},
	{Path: "numpy.std", Sig: varSig, Run: run(func(c call) any { return c.deviation("a", "mean") })},
	{Path: ".std", Sig: varMethodSig, Run: run(func(c call) any { return c.deviation("self", "") })},
	{Path: "numpy.ptp", Sig: "a, axis=None, out=None, keepdims=False", Method: true, Run: run(func(c call) any {
		c.none("out")
		x := c.arr("a")
		axes, keep := c.axes("axis", x.V.Ndim()), c.Bool("keepdims")
		return c.sub(c.over(maxOfs, x, axes, keep, dtype.Invalid, nil, nil), c.over(minOfs, x, axes, keep, dtype.Invalid, nil, nil))
	})},
	{Path: "numpy.count_nonzero", Sig: "a, axis=None, keepdims=False", Run: run(func(c call) any {
		x := c.arr("a")
		nonzero := c.wrap(c.e.NotEqual(x.V, c.e.ZerosLike(x.V)), false)
		return c.over(sumOf, nonzero, c.axes("axis", x.V.Ndim()), c.Bool("keepdims"), c.defaults().Int, nil, nil)
	})},
	{Path: "numpy.average", Sig: "a, axis=None, weights=None, returned=False, keepdims=False", Out: frontend.Value, Run: run(average)},
	{Path: "numpy.median", Sig: "a, axis=None, out=None, overwrite_input=False, keepdims=False", Run: run(func(c call) any {
		c.asTheyAre("a")
		return c.quantile(c.arr("a"), c.calc.array(0.5), nil, "midpoint", false)
	})},
	{Path: "numpy.nanmedian", Sig: "a, axis=None, out=None, overwrite_input=False, keepdims=False", Run: run(func(c call) any {
		c.asTheyAre("a")
		return c.quantile(c.arr("a"), c.calc.array(0.5), nil, "midpoint", true)
	})},
	{Path: "numpy.quantile", Sig: "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None", Run: quantiles(1, false)},
	{Path: "numpy.percentile", Sig: "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None, out_sharding=None", Run: quantiles(100, false)},
	{Path: "numpy.nanquantile", Sig: "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None", Run: quantiles(1, true)},
	{Path: "numpy.nanpercentile", Sig: "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None", Run: quantiles(100, true)},
	{Path: "numpy.nansum", Sig: "a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None", Run: withoutNaN(sumOf, 0, false)},
	{Path: "numpy.nanprod", Sig: "a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None", Run: withoutNaN(prodOf, 1, false)},
	{Path: "numpy.nanmax", Sig: maxSig, Run: withoutNaN(maxOfs, math.Inf(-1), true)},
	{Path: "numpy.nanmin", Sig: maxSig, Run: withoutNaN(minOfs, math.Inf(1), true)},
	{Path: "numpy.nanmean", Sig: "a, axis=None, dtype=None, out=None, keepdims=False, where=None", Run: run(func(c call) any {
		x := c.arr("a")
		c.where1(c.Arg("where"))
		c.none("out")
		keep, d := c.Bool("keepdims"), c.dtype("dtype", dtype.Invalid)
		if !isInexact(x) {
			return c.mean(x, c.axesThere(x), keep, d, c.Arg("where"))
		}
		return c.nanMean(x, c.axes("axis", x.V.Ndim()), keep, d, c.Arg("where"))
	})},
	{Path: "numpy.nanvar", Sig: "a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None, mean=None", Run: run(func(c call) any { return c.nanVariance() })},
	{Path: "numpy.nanstd", Sig: "a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None, mean=None", Run: run(func(c call) any {
		return c.do("lax.sqrt", c.nanVariance())
	})},
	{Path: "numpy.cumsum", Sig: cumSig, Method: true, Run: cumulative(scanSum, false, nil)},
	{Path: "numpy.cumprod", Sig: cumSig, Method: true, Run: cumulative(scanProd, false, nil)},
	{Path: "numpy.nancumsum", Sig: cumSig, Run: cumulative(scanSum, false, new(float64))},
	{Path: "numpy.nancumprod", Sig: cumSig, Run: cumulative(scanProd, false, func() *float64 { one := 1.0; return &one }())},
	{Path: "numpy.cumulative_sum", Sig: "x, /, *, axis=None, dtype=None, include_initial=False", Run: run(func(c call) any { return c.cumulativeFrom(scanSum, 0, true) })},
	{Path: "numpy.cumulative_prod", Sig: "x, /, *, axis=None, dtype=None, include_initial=False", Run: run(func(c call) any { return c.cumulativeFrom(scanProd, 1, false) })},
	{Path: "lax.cumsum", Sig: "operand, axis=0, reverse=False", Run: laxScan(scanSum, numbers)},
	{Path: "lax.cumprod", Sig: "operand, axis=0, reverse=False", Run: laxScan(scanProd, numbers)},
	{Path: "lax.cummax", Sig: "operand, axis=0, reverse=False", Run: laxScan(extremes((*ivy.Env).CumMax, greater), numbers)},
	{Path: "lax.cummin", Sig: "operand, axis=0, reverse=False", Run: laxScan(extremes((*ivy.Env).CumMin, lesser), numbers)},
	{Path: "lax.reduce_sum", Sig: "operand, axes, *, out_sharding=None", Run: laxReduce(sumIn, 0, numbers)},
	{Path: "lax.reduce_prod", Sig: "operand, axes", Run: laxReduce(prodIn, 1, numbers)},
	{Path: "lax.reduce_max", Sig: "operand, axes", Run: laxReduce(orderedBy((*ivy.Env).Max, greater), math.Inf(-1), all)},
	{Path: "lax.reduce_min", Sig: "operand, axes", Run: laxReduce(orderedBy((*ivy.Env).Min, lesser), math.Inf(1), all)},
	{Path: "numpy.diff", Sig: "a, n=1, axis=-1, prepend=None, append=None", Run: run(diff)},
	{Path: "numpy.ediff1d", Sig: "ary, to_end=None, to_begin=None", Run: run(func(c call) any {
		x := c.do("numpy.ravel", c.arr("ary"))
		n := x.V.Size()
		if isBool(x) {
			c.Raise("TypeError", "ediff1d does not take bools")
		}
		z := c.wrap(c.e.Subtract(c.e.GetItem(x.V, ivy.Slice(1, nil)), c.e.GetItem(x.V, ivy.Slice(nil, max(n-1, 0)))), x.Weak)
		if c.Has("to_begin") {
			z = c.do("numpy.concatenate", []any{c.do("numpy.ravel", c.to(c.arr("to_begin"), x.V.Dtype(), false)), z})
		}
		if c.Has("to_end") {
			z = c.do("numpy.concatenate", []any{z, c.do("numpy.ravel", c.to(c.arr("to_end"), x.V.Dtype(), false))})
		}
		return z
	})},
	{Path: "numpy.trapezoid", Sig: "y, x=None, dx=1.0, axis=-1", Run: run(trapezoid)},
	{Path: "numpy.bincount", Sig: "x, weights=None, minlength=0, *, length=None, out_sharding=None", Run: run(bincount)},
	{Path: "numpy.cov", Sig: "m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None", Run: run(func(c call) any {
		ddof := any(1)
		if c.Has("ddof") {
			ddof = c.Arg("ddof")
		} else if c.Bool("bias") {
			ddof = 0
		}
		return c.cov("m", ddof, true)
	})},
	{Path: "numpy.corrcoef", Sig: "x, y=None, rowvar=True, dtype=None", Run: run(func(c call) any {
		v := c.cov("x", 1, false)
		if v.V.Ndim() == 0 {
			return c.div(v, v)
		}
		d := c.to(c.do("numpy.sqrt", c.do("numpy.real", c.do("numpy.diag", v))), v.V.Dtype(), false)
		v = c.div(c.div(v, c.wrap(c.e.ExpandDims(d.V, ivy.Axis(1)), false)), c.wrap(c.e.ExpandDims(d.V, ivy.Axis(0)), false))
		if isComplex(v) {
			return c.do("lax.complex", c.do("numpy.clip", c.do("numpy.real", v), -1, 1), c.do("numpy.clip", c.do("numpy.imag", v), -1, 1))
		}
		return c.do("numpy.clip", v, -1, 1)
	})},
}

// axesThere is axes whose error for one that is not there is an IndexError.
func (c call) axesThere(x value) []int {
	is, _, _ := c.Ints("axis")
	for _, i := range is {
		if r := x.V.Ndim(); (i < -r || i >= r) && !c.Has("where") { // whose axes are looked at otherwise
			c.Raise("IndexError", "%s: axis %d of shape %v", c.Func.Path, i, x.V.Shape())
		}
	}
	return c.axes("axis", x.V.Ndim())
}

// count returns how many elements a mean is of, in dtype d.
func (c call) count(x value, axes []int, keepdims bool, where any, d dtype.Dtype) value {
	if where == nil {
		n := 1
		for _, i := range axes {
			n *= x.V.Shape()[i]
		}
		return c.wrap(cast(c.Namespace, c.e.Asarray(int64(n)), d), false)
	}
	return c.over(sumOf, c.broadcastChecked(c.where1(where), x.V.Shape()), axes, keepdims, d, nil, nil)
}

func (c call) mean(x value, axes []int, keepdims bool, d dtype.Dtype, where any) value {
	c.where1(where)
	out := d
	if d == dtype.Invalid {
		out = toInexact(x.V.Dtype())
	}
	in := out
	if d == dtype.Invalid {
		in = wide(out)
	}
	sum := c.over(sumOf, x, axes, keepdims, in, nil, where)
	return c.to(c.do("lax.div", sum, c.count(x, axes, keepdims, where, in)), out, false)
}

// varTypes are the dtypes in which a variance is computed, and of the result.
func (c call) varTypes(x value) (in, out dtype.Dtype) {
	d := x.V.Dtype()
	switch out = c.dtype("dtype", dtype.Invalid); {
	case out != dtype.Invalid && !out.IsComplex() && d.IsComplex():
		c.Raise("ValueError", "%s(): dtype %v of complex numbers", c.Func.Path, out)
	case out != dtype.Invalid:
		in = out
	case !dtype.Inexact.Has(d):
		out = toInexact(d)
		in = out
	default:
		in, out = d, d.Component()
	}
	return wide(in), out
}

// deviation is the root of the variance.
func (c call) deviation(array, mean string) value {
	if d := c.dtype("dtype", dtype.Float32); !dtype.Inexact.Has(d) {
		c.Raise("ValueError", "std: dtype %v, want a float", d)
	}
	return c.do("numpy.sqrt", c.variance(array, mean))
}

// variance is that of the array, which a parameter names; so does another the mean, if there is one.
func (c call) variance(array, given string) value {
	x, ddof := c.arr(array), c.Arg("ddof")
	if c.Has("correction") {
		ddof = c.Arg("correction")
	}
	c.where1(c.Arg("where"))
	c.dtype("dtype", dtype.Invalid)
	c.none("out")
	axes, keep, where := c.axesThere(x), c.Bool("keepdims"), c.Arg("where")
	in, out := c.varTypes(x)
	x = c.to(x, in, false)
	var mean value
	if given != "" && c.Has(given) {
		mean = c.to(c.arr(given), in, false)
	} else {
		mean = c.mean(x, axes, true, in, where)
	}
	away := c.squared(c.do("lax.sub", x, mean))
	real := away.V.Dtype()
	n := c.sub(c.count(x, axes, keep, where, real), c.to(c.calc.array(ddof), real, false))
	sum := c.over(sumOf, away, c.axes("axis", away.V.Ndim()), keep, real, nil, where) // mean may have more axes than x
	z := c.to(c.do("lax.div", sum, n), out, false)
	return c.where(c.gt(n, 0), z, math.NaN())
}

// squared returns |x|².
func (c call) squared(x value) value {
	if isComplex(x) {
		return c.do("numpy.real", c.mul(x, c.do("numpy.conj", x)))
	}
	return c.wrap(c.e.Square(x.V), x.Weak)
}

func (c call) nanMean(x value, axes []int, keep bool, d dtype.Dtype, where any) value {
	if d == dtype.Invalid {
		d = toInexact(x.V.Dtype())
	}
	nan := c.do("numpy.isnan", x)
	n := c.over(sumOf, c.wrap(c.e.LogicalNot(nan.V), false), axes, keep, d, nil, where)
	sum := c.over(sumOf, c.where(nan, c.like(x, 0), x), axes, keep, d, nil, where)
	return c.do("lax.div", sum, n)
}

func (c call) nanVariance() value {
	x := c.arr("a")
	c.where1(c.Arg("where"))
	c.dtype("dtype", dtype.Invalid)
	c.none("out")
	keep, where := c.Bool("keepdims"), c.Arg("where")
	in, out := c.varTypes(x)
	x = c.to(x, in, false)
	var axes []int
	if isInexact(x) || c.Has("mean") {
		axes = c.axes("axis", x.V.Ndim())
	} else { // which has no NaN, so that lengths say what a mean is of
		axes = c.axesThere(x)
	}
	var mean value
	switch {
	case c.Has("mean"):
		mean = c.to(c.arr("mean"), in, false)
	case isInexact(x):
		mean = c.nanMean(x, axes, true, in, where)
	default:
		mean = c.mean(x, axes, true, in, where)
	}
	nan := c.do("numpy.isnan", x)
	away := c.squared(c.where(nan, 0, c.do("lax.sub", x, mean)))
	n := c.over(sumOf, c.wrap(c.e.LogicalNot(nan.V), false), axes, keep, dtype.Invalid, nil, where)
	n = c.sub(n, c.calc.array(c.Arg("ddof")))
	sum := c.over(sumOf, away, c.axes("axis", away.V.Ndim()), keep, dtype.Invalid, nil, where) // mean may have more axes than x
	none := c.do("lax.le", n, c.wrap(c.e.ZerosLike(n.V), n.Weak))
	sum = c.where(none, math.NaN(), sum)
	return c.to(c.do("lax.div", sum, c.to(c.where(none, 1, n), sum.V.Dtype(), false)), out, false)
}

func withoutNaN(r reduction, instead float64, onlyNaN bool) func(*frontend.Call) any {
	return run(func(c call) any {
		x, d := c.arr("a"), dtype.Invalid
		c.where1(c.Arg("where"))
		c.axesAreIndices()
		if !onlyNaN {
			d = c.dtype("dtype", dtype.Invalid)
		}
		c.none("out")
		axes, keep, where, initial := c.axes("axis", x.V.Ndim()), c.Bool("keepdims"), c.Arg("where"), c.Arg("initial")
		if !isInexact(x) {
			return c.over(r, x, axes, keep, d, initial, where)
		}
		nan := c.do("numpy.isnan", x)
		z := c.over(r, c.where(nan, c.wrap(c.extreme(instead, x.V.Dtype()), false), x), axes, keep, d, initial, where)
		if onlyNaN && initial == nil {
			return c.where(c.over(allOf, nan, axes, keep, dtype.Invalid, nil, nil), c.like(x, math.NaN()), z)
		}
		return z
	})
}

// A scan is a cumulative function, along an axis, in x's dtype.
type scan func(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array

func scanSum(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array {
	return e.CumulativeSum(x, ivy.Axis(axis), x.Dtype())
}

func scanProd(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array {
	return e.CumulativeProd(x, ivy.Axis(axis), x.Dtype())
}

// scanOf scans by a function of two, in steps of 1, 2, 4, …
func scanOf(f binaryFunc) scan {
	return func(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array {
		n := x.Shape()[axis]
		along := func(s ivy.Span) []any {
			key := make([]any, axis+1)
			for i := range key {
				key[i] = ivy.Colon
			}
			key[axis] = s
			return key
		}
		for step := 1; step < n; step *= 2 {
			head := e.GetItem(x, along(ivy.Slice(nil, step))...)
			rest := f(e, e.GetItem(x, along(ivy.Slice(nil, n-step))...), e.GetItem(x, along(ivy.Slice(step, nil))...))
			x = e.Concat([]*ivy.Array{head, rest}, ivy.Axis(axis))
		}
		return x
	}
}

// extremes scans real numbers by a function of package ivy, and complex ones, which have an order here, by f.
func extremes(row func(e *ivy.Env, x any, opts ...ivy.Option) (z, at *ivy.Array), f binaryFunc) scan {
	return func(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array {
		if x.Dtype().IsComplex() {
			return scanOf(f)(e, x, axis)
		}
		z, _ := row(e, x, ivy.Axis(axis))
		return z
	}
}

func cumulative(f scan, widen bool, instead *float64) func(*frontend.Call) any {
	return run(func(c call) any {
		c.none("out")
		return c.scan(f, c.arr("a"), c.Arg("axis") == nil, widen, instead)
	})
}

func (c call) scan(f scan, x value, flat, widen bool, instead *float64) value {
	axis := 0
	if !flat && x.V.Ndim() == 0 && !x.Weak {
		c.Raise("ValueError", "%s(): an axis of an array without any", c.Func.Path)
	}
	if flat || x.V.Ndim() == 0 {
		x = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
	}
	if !flat {
		axis = c.axisOf("axis", x.V.Ndim())
	}
	if instead != nil {
		x = c.where(c.do("numpy.isnan", x), c.like(x, *instead), x)
	}
	out := x.V.Dtype()
	in := out
	switch d := c.dtype("dtype", dtype.Invalid); {
	case d == dtype.Bool:
		out, in = d, c.defaults().Int
		if !isBool(x) {
			x = c.ne(x, 0)
		}
	case d != dtype.Invalid:
		out, in = d, d
	case widen || out == dtype.Bool:
		out = c.widened(out)
		in = out
	}
	return c.to(c.wrap(f(c.e, cast(c.Namespace, x.V, in), axis), false), out, false)
}

func (c call) cumulativeFrom(f scan, first float64, widen bool) value {
	x := c.arr("x")
	if x.V.Ndim() == 0 || !c.Has("axis") && x.V.Ndim() > 1 {
		c.Raise("ValueError", "%s(): shape %v, and no axis", c.Func.Path, x.V.Shape())
	}
	z := c.scan(f, x, c.Arg("axis") == nil, widen, nil)
	if !c.Bool("include_initial") {
		return z
	}
	axis := 0
	if c.Has("axis") {
		axis = c.axisOf("axis", x.V.Ndim())
	}
	shape := x.V.Shape()
	shape[axis] = 1
	start := c.e.BroadcastTo(number(c.e, first, z.V.Dtype()), shape)
	return c.wrap(c.e.Concat([]*ivy.Array{start, z.V}, ivy.Axis(axis)), false)
}

func laxScan(f scan, set dtype.Set) func(*frontend.Call) any {
	return run(func(c call) any {
		axis := c.truncated("axis")
		x := c.arr("operand")
		if axis < 0 || axis >= x.V.Ndim() {
			c.Raise("ValueError", "%s: axis %d of an array of shape %v", c.Func.Path, axis, x.V.Shape())
		}
		if !set.Has(x.V.Dtype()) {
			c.Raise("TypeError", "%s does not take %v", c.Func.Path, x.V.Dtype())
		}
		if !text.Truth(c.Call, c.Arg("reverse")) {
			return c.wrap(f(c.e, x.V, axis), x.Weak)
		}
		turned := c.e.Flip(x.V, ivy.Axis(axis))
		return c.wrap(c.e.Flip(f(c.e, turned, axis), ivy.Axis(axis)), x.Weak)
	})
}

func laxReduce(op unaryFunc, neutral float64, set dtype.Set) func(*frontend.Call) any {
	return run(func(c call) any {
		axes, _, ok := c.Ints("axes")
		if !ok {
			c.Raise("TypeError", "%s: axes is None", c.Func.Path)
		}
		x := c.arr("operand")
		if !set.Has(x.V.Dtype()) {
			c.Raise("TypeError", "%s does not take %v", c.Func.Path, x.V.Dtype())
		}
		for i, a := range axes {
			if a < 0 || a >= x.V.Ndim() || slices.Contains(axes[:i], a) {
				c.Raise("ValueError", "%s: axes %v of an array of shape %v", c.Func.Path, axes, x.V.Shape())
			}
		}
		return c.wrap(c.reduce(op, x.V, axes, false, c.extreme(neutral, x.V.Dtype())), x.Weak)
	})
}

func average(c call) any {
	if list, isList := frontend.Sequence(c.Arg("a")); isList {
		if some, ok := traced(list); some && ok {
			c.Raise("TracerArrayConversionError", "average: a list or tuple is no argument here: make it an array with jax.numpy.asarray")
		}
	}
	x := c.arr("a")
	axes, keep := c.axes("axis", x.V.Ndim()), c.Bool("keepdims")
	var avg, total value
	if !c.Has("weights") {
		x = c.inexact(x)[0]
		avg = c.mean(x, axes, keep, dtype.Invalid, nil)
		total = c.count(x, axes, false, nil, avg.V.Dtype())
	} else {
		xs := c.inexact(x, c.arr("weights"))
		x, w := xs[0], xs[1]
		if !equalShapes(x, w) {
			shape, want := make([]int, x.V.Ndim()), []int{}
			for i := range shape {
				shape[i] = 1
			}
			for _, i := range axes {
				shape[i] = x.V.Shape()[i]
				want = append(want, shape[i])
			}
			if !c.Has("axis") || !slices.Equal(w.V.Shape(), want) {
				c.Raise("ValueError", "average: weights of shape %v for an array of shape %v and axes %v", w.V.Shape(), x.V.Shape(), c.Arg("axis"))
			}
			order := make([]int, len(axes))
			for i := range order {
				order[i] = i
			}
			slices.SortFunc(order, func(p, q int) int { return axes[p] - axes[q] })
			w = c.wrap(c.e.Reshape(c.e.PermuteDims(w.V, order), shape), w.Weak)
		}
		total = c.over(sumOf, w, axes, keep, dtype.Invalid, nil, nil)
		avg = c.div(c.over(sumOf, c.mul(x, w), axes, keep, dtype.Invalid, nil, nil), total)
	}
	if c.Bool("returned") {
		return []value{avg, c.broadcastChecked(total, avg.V.Shape())}
	}
	return avg
}

// traced reports whether jax.jit would take lists in lists as an argument, and find any
// element there but None: a string is none.
func traced(list []any) (some, ok bool) {
	for _, v := range list {
		if inner, isList := frontend.Sequence(v); isList {
			found, fine := traced(inner)
			if !fine {
				return false, false
			}
			some = some || found
			continue
		}
		if _, text := v.(string); text {
			return false, false
		}
		some = some || v != nil
	}
	return some, true
}

// asTheyAre refuses out and overwrite_input, but looks at these operands before.
func (c call) asTheyAre(operands ...string) {
	if c.Has("out") || c.Bool("overwrite_input") {
		for _, name := range operands {
			c.arr(name)
		}
		if c.Given("weights") && c.Has("weights") { // which not all of the functions have
			c.arr("weights")
		}
		c.Raise("ValueError", "%s(): out and overwrite_input are not supported", c.Func.Path)
	}
}

func quantiles(whole float64, nan bool) func(*frontend.Call) any {
	return run(func(c call) any {
		c.asTheyAre("a", "q")
		q := c.arr("q")
		if whole == 1 {
			return c.quantile(c.arr("a"), q, nil, c.Text("method"), nan)
		}
		q = c.inexact(q)[0]
		return c.quantile(c.arr("a"), q, c.div(c.like(q, 1), whole), c.Text("method"), nan)
	})
}

// quantileMethods are the ways in which jax.numpy.quantile chooses between two elements.
var quantileMethods = []string{"linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf"}

// quantile returns the quantiles q of x, in units of unit, nil for 1. XLA divides by a
// constant so, which rounds twice; it multiplies the constant with the length first, but
// for one quantile of a number of elements that is not known.
func (c call) quantile(x, q, unit value, method string, nan bool) value {
	x, weights := c.quantileOperands(x, method)
	switch {
	case q.V.Ndim() > 1:
		c.Raise("ValueError", "%s: q has shape %v, want one axis or none", c.Func.Path, q.V.Shape())
	case !isInexact(q):
		c.Raise("TypeError", "%s: q is %v, want a float", c.Func.Path, q.V.Dtype())
	}
	if unit != nil && (method == "inverted_cdf" || nan && q.V.Ndim() == 0) {
		q, unit = c.mul(q, unit), nil
	}
	e, rank := c.e, x.V.Ndim()
	axes := c.axes("axis", rank)
	rest, kept, shape := []int{}, slices.Repeat([]int{1}, rank), []int{}
	for i, n := range x.V.Shape() {
		if !slices.Contains(axes, i) {
			rest, kept[i], shape = append(rest, i), n, append(shape, n)
		}
	}
	out := shape
	if c.Bool("keepdims") {
		if out = kept; rank == 0 { // as an array of one axis
			out = []int{1}
		}
	}
	// rows has the elements of which a quantile is taken along its last axis.
	rows := func(v *ivy.Array) *ivy.Array {
		return e.Reshape(e.PermuteDims(v, append(slices.Clone(rest), axes...)), append(slices.Clone(shape), c.size(x, axes)))
	}
	v := rows(x.V)
	if v.Shape()[len(shape)] == 0 {
		class, none := "TypeError", slices.Contains(shape, 0)
		if nan && (none && method == "inverted_cdf" || len(shape) == 0 && q.V.Ndim() == 0 && !c.Bool("keepdims")) {
			class = "IndexError"
		}
		if !nan || !none || class == "IndexError" {
			c.Raise(class, "%s of no elements", c.Func.Path)
		}
	}
	var quantileOf func(q *ivy.Array) *ivy.Array
	if slices.Contains(shape, 0) {
		quantileOf = func(*ivy.Array) *ivy.Array { return e.Zeros(shape, x.V.Dtype()) }
	} else if method == "inverted_cdf" {
		w := e.OnesLike(v)
		if weights != nil {
			w = rows(weights.V)
		}
		if w.Dtype() != q.V.Dtype() {
			c.Raise("TypeError", "%s: q is %v beside %v", c.Func.Path, q.V.Dtype(), w.Dtype())
		}
		quantileOf = func(q *ivy.Array) *ivy.Array { return c.weighted(v, w, q, nan) }
	} else {
		quantileOf = c.between(v, unit, q.V.Dtype(), method, nan)
	}
	return c.wrap(compose.Quantiles(e, q.V, out, x.V.Dtype(), func(q *ivy.Array) *ivy.Array {
		return e.Astype(quantileOf(q), x.V.Dtype())
	}), false)
}

// quantileOperands returns the operand and the weights of a quantile in the dtype in which
// it is computed; the weights are nil if there are none.
func (c call) quantileOperands(x value, method string) (values, weights value) {
	if !slices.Contains(quantileMethods, method) {
		c.Raise("ValueError", "%s(): method %q, want linear, lower, higher, midpoint, nearest or inverted_cdf", c.Func.Path, method)
	}
	if c.Given("weights") && c.Has("weights") { // which not all of the functions have
		weights = c.arr("weights")
		switch {
		case isComplex(weights):
			c.Raise("ValueError", "%s: complex weights", c.Func.Path)
		case method != "inverted_cdf":
			c.Raise("NotImplementedError", "%s: weights are for the method inverted_cdf, not %s", c.Func.Path, method)
		}
		both := c.inexact(x, weights)
		x, weights = both[0], c.alike(x, both[1])
	} else {
		x = c.inexact(x)[0]
	}
	if isComplex(x) {
		c.Raise("ValueError", "%s does not take complex numbers", c.Func.Path)
	}
	return c.common(x, c.calc.array(math.NaN()))[0], weights // the dtype that where gives, which puts NaN there
}

// between returns a function that gives the quantile q of the last axis of v, from the two
// elements between which it lies. d is the dtype of q, unit as in quantile. With nan, NaN
// elements are left out; else they make the quantile NaN.
func (c call) between(v *ivy.Array, unit value, d dtype.Dtype, method string, nan bool) func(q *ivy.Array) *ivy.Array {
	e, shape, n := c.e, v.Shape(), v.Shape()[v.Ndim()-1]
	shape[len(shape)-1] = 1
	isNaN := e.IsNan(v)
	var last *ivy.Array // the index of the last element that counts, for each row
	if nan {
		counts := e.Sum(e.Astype(e.LogicalNot(isNaN), dtype.Int64), ivy.Axis(-1), ivy.KeepDims(true), dtype.Int64)
		last = e.Subtract(e.Astype(counts, d), number(e, 1, d))
	} else {
		v = e.Where(e.Any(isNaN, ivy.Axis(-1), ivy.KeepDims(true)), number(e, math.NaN(), v.Dtype()), v)
		last = e.BroadcastTo(number(e, float64(n-1), d), shape)
	}
	v = e.Sort(v)
	scale := last
	if unit != nil {
		scale = e.Multiply(unit.V, last)
	}
	element := func(p *ivy.Array) *ivy.Array {
		p = e.Maximum(number(e, 0, d), e.Minimum(p, last))
		return e.TakeAlongAxis(v, e.Maximum(e.Astype(p, dtype.Int64), e.Asarray(int64(0))), ivy.Axis(-1)) // of NaN too
	}
	return func(q *ivy.Array) *ivy.Array {
		z := interpolation.Between(e, e.Multiply(q, scale), method, element)
		if nan { // NaN where all elements are NaN
			z = e.Where(e.Less(last, number(e, 0, d)), number(e, math.NaN(), z.Dtype()), z)
		}
		return z
	}
}

// interpolation is jax.numpy.quantile's: of two positions that are as near the lower one counts, and the parts of both
// elements are added in the dtype of q.
var interpolation = compose.Interpolation{
	Nearest: func(e *ivy.Env, at *ivy.Array) *ivy.Array {
		low := e.Floor(at)
		return e.Where(e.LessEqual(e.Subtract(at, low), number(e, 0.5, at.Dtype())), low, e.Ceil(at))
	},
	Middle: func(e *ivy.Env, low, high *ivy.Array) *ivy.Array {
		return e.Multiply(e.Add(low, high), number(e, 0.5, low.Dtype()))
	},
	Linear: func(e *ivy.Env, low, high, t *ivy.Array) *ivy.Array {
		d := t.Dtype()
		return e.Add(e.Multiply(e.Astype(low, d), e.Subtract(number(e, 1, d), t)), e.Multiply(e.Astype(high, d), t))
	},
}

// alike returns weights of x's shape, or of the axes that the argument names, for each element of x.
func (c call) alike(x, weights value) value {
	if equalShapes(x, weights) {
		return weights
	}
	axes := c.axes("axis", x.V.Ndim())
	shape, want := slices.Repeat([]int{1}, x.V.Ndim()), []int{}
	for _, a := range axes {
		shape[a] = x.V.Shape()[a]
		want = append(want, shape[a])
	}
	if !c.Has("axis") || !slices.Equal(weights.V.Shape(), want) {
		c.Raise("ValueError", "%s: weights of shape %v for shape %v", c.Func.Path, weights.V.Shape(), x.V.Shape())
	}
	order := make([]int, len(axes)) // of the axes, sorted as x has them
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return axes[i] - axes[j] })
	return c.broadcastTo(c.wrap(c.e.Reshape(c.e.PermuteDims(weights.V, order), shape), weights.Weak), x.V.Shape())
}

// weighted returns of each row of v the least element such that it and those before it have the part q
// of all weights, NaN where a weight is negative or NaN. With skip elements that are NaN do not count,
// else they are the result.
func (c call) weighted(v, w, q *ivy.Array, skip bool) *ivy.Array {
	e, last := c.e, ivy.Axis(-1)
	order := c.argsort(c.wrap(v, false), v.Ndim()-1)
	v, w = e.TakeAlongAxis(v, order, last), e.TakeAlongAxis(w, order, last)
	zero := number(e, 0, w.Dtype())
	isNaN := e.IsNan(v)
	bad := e.LogicalOr(e.Less(w, zero), e.IsNan(w))
	sums := e.CumulativeSum(e.Where(e.LogicalOr(bad, isNaN), zero, w), last, w.Dtype())
	n := v.Shape()[v.Ndim()-1]
	target := e.Multiply(q, e.GetItem(sums, ivy.Ellipsis, ivy.Slice(n-1, n)))
	count := func(x *ivy.Array) *ivy.Array {
		return e.Sum(e.Astype(x, dtype.Int64), last, ivy.KeepDims(true), dtype.Int64)
	}
	at, most := count(e.Less(sums, target)), e.Asarray(int64(n-1))
	void := e.Any(isNaN, last, ivy.KeepDims(true))
	if skip {
		there := count(e.LogicalNot(isNaN))
		most, void = e.Subtract(there, e.Asarray(int64(1))), e.Equal(there, e.Asarray(int64(0)))
	}
	at = e.Maximum(e.Asarray(int64(0)), e.Minimum(at, most))
	void = e.LogicalOr(void, e.Any(bad, last, ivy.KeepDims(true)))
	return e.Where(void, number(e, math.NaN(), v.Dtype()), e.TakeAlongAxis(v, at, last))
}

func (c call) size(x value, axes []int) int {
	n := 1
	for _, i := range axes {
		n *= x.V.Shape()[i]
	}
	return n
}

func diff(c call) any {
	x, n := c.arr("a"), c.Int("n")
	if n < 0 {
		c.Raise("ValueError", "diff: n is %d", n)
	}
	if n == 0 {
		return x
	}
	if x.V.Ndim() == 0 {
		c.Raise("ValueError", "diff of an array without axes")
	}
	axis := c.axisOf("axis", x.V.Ndim())
	list := []any{x}
	edge := func(name string) value {
		v := c.arr(name)
		if v.V.Ndim() == 0 {
			shape := x.V.Shape()
			shape[axis] = 1
			v = c.broadcastTo(v, shape)
		}
		return v
	}
	if c.Has("prepend") {
		list = slices.Insert(list, 0, any(edge("prepend")))
	}
	if c.Has("append") {
		list = append(list, edge("append"))
	}
	if len(list) > 1 {
		x = c.do("numpy.concatenate", list, axis)
	}
	return c.wrap(compose.Diff(c.e, x.V, axis, n, (*ivy.Env).Subtract), x.Weak)
}

func trapezoid(c call) any {
	y := c.arr("y")
	var step value
	if !c.Has("x") {
		y = c.inexact(y)[0]
		if step = c.arr("dx"); step.V.Ndim() > 0 {
			if more := y.V.Ndim() - step.V.Ndim(); more > 0 {
				step = c.wrap(c.e.Reshape(step.V, append(slices.Repeat([]int{1}, more), step.V.Shape()...)), step.Weak)
			}
			step = c.do("numpy.moveaxis", step, c.Int("axis"), -1)
		}
	} else {
		xs := c.inexact(y, c.arr("x"))
		y = xs[0]
		if x := xs[1]; x.V.Ndim() == 1 {
			step = c.do("numpy.diff", x)
		} else {
			step = c.do("numpy.moveaxis", c.do("numpy.diff", x, Kw("axis", c.Int("axis"))), c.Int("axis"), -1)
		}
	}
	y = c.do("numpy.moveaxis", y, c.Int("axis"), -1)
	n := y.V.Shape()[y.V.Ndim()-1]
	at := func(key any) value { return c.wrap(c.e.GetItem(y.V, ivy.Ellipsis, key), y.Weak) }
	if n == 0 {
		c.Raise("IndexError", "trapezoid of no elements")
	}
	if s := step.V.Shape(); len(s) == 0 || s[len(s)-1] == 1 {
		if len(s) > 0 {
			step = c.wrap(c.e.GetItem(step.V, ivy.Ellipsis, 0), step.Weak)
		}
		return c.mul(step, c.sub(c.do("numpy.sum", y, -1), c.mul(0.5, c.add(at(0), at(n-1)))))
	}
	return c.mul(0.5, c.do("numpy.sum", c.mul(step, c.add(at(ivy.Slice(1, nil)), at(ivy.Slice(nil, n-1)))), -1))
}

func bincount(c call) any {
	x := c.arr("x")
	if isBool(x) {
		x = c.to(x, dtype.Int32, false)
	}
	if !x.V.Dtype().IsInteger() {
		c.Raise("TypeError", "bincount counts integers, not %v", x.V.Dtype())
	}
	if x.V.Ndim() != 1 {
		c.Raise("ValueError", "bincount: shape %v, want one axis", x.V.Shape())
	}
	length := c.Int("minlength")
	if c.Has("length") {
		length = c.Int("length")
	} else if x.V.Size() > 0 {
		length = max(length, int(ivy.Item[int64](c.e.Astype(c.e.Max(x.V), dtype.Int64)))+1)
	}
	c.sizes(length)
	if int64(length) > 1<<32 {
		c.Raise("ValueError", "bincount: %d positions", length)
	}
	weights := c.wrap(c.e.Ones(x.V.Shape(), c.defaults().Int), false)
	if c.Has("weights") {
		if weights = c.arr("weights"); !slices.Equal(weights.V.Shape(), x.V.Shape()) {
			c.Raise("ValueError", "bincount: weights of shape %v for %v", weights.V.Shape(), x.V.Shape())
		}
	}
	zeros := c.wrap(compose.Zeros(c.e, []int{length}, weights.V.Dtype(), weights.V), false)
	return c.scatter(zeros, c.do("numpy.maximum", x, 0), weights)
}

// scatter adds vs to the elements of x, which has one axis, at positions; others are
// dropped.
func (c call) scatter(x, positions, vs value) value {
	at := At{a: x, k: c.calc, key: []any{positions.V}}
	return at.update("add", vs, "drop")
}

// cov is the covariance of the rows of an argument and of y, by the arguments of numpy.cov, with
// weights if it has them.
func (c call) cov(name string, ddof any, weighted bool) value {
	xs := []value{c.arr(name)}
	if c.Has("y") {
		xs = append(xs, c.arr("y"))
	}
	xs = c.inexact(xs...)
	m := xs[0]
	for _, x := range xs {
		if x.V.Ndim() > 2 {
			c.Raise("ValueError", "%s: shape %v, want two axes at most", c.Func.Path, x.V.Shape())
		}
	}
	d := c.dtype("dtype", m.V.Dtype())
	if !dtype.Inexact.Has(d) {
		c.Raise("ValueError", "%s: dtype %v, want a float or complex one", c.Func.Path, d)
	}
	v := c.do("numpy.atleast_2d", m)
	if !c.Bool("rowvar") && m.V.Ndim() != 1 {
		v = c.do("numpy.transpose", v)
	}
	if len(xs) == 2 {
		y := c.do("numpy.atleast_2d", xs[1])
		if !c.Bool("rowvar") && y.V.Shape()[0] != 1 {
			y = c.do("numpy.transpose", y)
		}
		v = c.do("numpy.concatenate", []any{v, y}, 0)
	}
	n := v.V.Shape()[1]
	if n == 0 || v.V.Shape()[0] == 0 {
		c.Raise("ValueError", "%s of no elements", c.Func.Path)
	}
	var w, extra value
	if weighted {
		w, extra = c.weights(n)
	}
	if c.Has("dtype") {
		if v = c.to(v, d, false); w != nil {
			w = c.to(w, d, false)
		}
	}
	options := []any{v, Kw("axis", 1), Kw("returned", true)}
	if w != nil {
		options = append(options, Kw("weights", w))
	}
	both := c.Namespace.Call(c.Functions.Must("numpy.average"), options...).([]value)
	avg, sum := both[0], c.wrap(c.e.GetItem(both[1].V, 0), false)
	var by any
	switch {
	case w == nil:
		by = c.sub(n, ddof)
	case !text.Truth(c.Call, ddof):
		by = sum
	case extra == nil:
		by = c.sub(sum, ddof)
	default:
		by = c.sub(sum, c.div(c.mul(ddof, c.do("numpy.sum", c.mul(w, extra))), sum))
	}
	v = c.sub(v, c.wrap(c.e.ExpandDims(avg.V, ivy.Axis(1)), false))
	turned := v
	if w != nil {
		turned = c.mul(v, c.wrap(c.e.ExpandDims(w.V, ivy.Axis(0)), w.Weak))
	}
	z := c.do("numpy.dot", v, c.do("numpy.conj", c.do("numpy.transpose", turned)))
	return c.do("numpy.squeeze", c.div(z, by))
}

// weights returns how much each of n samples counts, by the arguments fweights and aweights, nil
// where there is neither, and aweights.
func (c call) weights(n int) (w, extra value) {
	one := func(name string) value {
		if !c.Has(name) {
			return nil
		}
		x := c.arr(name)
		switch {
		case x.V.Ndim() > 1:
			c.Raise("RuntimeError", "%s: %s of shape %v, want one axis", c.Func.Path, name, x.V.Shape())
		case x.V.Ndim() == 0:
			c.Raise("IndexError", "%s: %s is a number, want one for each sample", c.Func.Path, name)
		case x.V.Size() != n:
			c.Raise("RuntimeError", "%s: %d %s for %d samples", c.Func.Path, x.V.Size(), name, n)
		case name == "fweights" && !x.V.Dtype().IsInteger():
			c.Raise("TypeError", "%s: fweights are %v, want integers", c.Func.Path, x.V.Dtype())
		}
		return c.abs(x)
	}
	w, extra = one("fweights"), one("aweights")
	switch {
	case w == nil:
		w = extra
	case extra != nil:
		w = c.mul(w, extra)
	}
	return w, extra
}
