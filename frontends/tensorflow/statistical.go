package tensorflow

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

const sigReduce = "input_tensor, axis=None, keepdims=False, name=None"

// A reduction is an operation over axes.
type reduction struct {
	kernel
	ints string // the class of the error for integers, if they have one of their own
	f    func(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array

	// direct, if there is one, is the unified API's function, for tensors of the dtypes
	// in directly; it makes what f does.
	direct   unaryFunc
	directly dtype.Set
}

func reduceRows(r reduction, paths ...string) []frontend.Func {
	return both(func(path string) frontend.Func {
		return frontend.Func{Path: path, Sig: sigReduce, Reduction: frontend.Reduction{F: r.direct, Of: r.directly, Weak: true}, Run: func(c *frontend.Call) any {
			named(c)
			x := get(c, "input_tensor")
			if !flexible(c.Namespace) || x.a != nil && !x.Weak {
				c.Ints("axis") // is a tensor of integers, before all else
			}
			var d dtype.Dtype
			var weak bool
			if r.takes == dtype.Boolean {
				logically(path, &x, &input{Arg: boolArg})
				d = dtype.Bool
			} else {
				u := unary{kernel: r.kernel, patched: true}
				d, weak = u.typed(c.Namespace, &x)
			}
			if r.ints != "" && d.IsInteger() {
				axesOf(c, "axis", x.as(c.Namespace, d).Ndim()) // of the mean, which is taken first
				c.Raise(r.ints, "%s of integers: cast them to a float dtype", path)
			}
			r.check(path, d)
			a := x.as(c.Namespace, d)
			return result(c, r.f(c.Env(), a, axesOf(c, "axis", a.Ndim()), keeps(c)), weak)
		}}
	}, paths...)
}

func keeps(c *frontend.Call) bool { return c.Has("keepdims") && c.Bool("keepdims") }

// axesOf returns an argument of axes from 0 on: all of them for None.
func axesOf(c *frontend.Call, name string, ndim int) []int {
	is, _, ok := c.Ints(name)
	if !ok {
		return upTo(ndim)
	}
	axes := make([]int, len(is))
	for i, a := range is {
		if axes[i] = a; a < 0 {
			axes[i] += ndim
		}
		if axes[i] < 0 || axes[i] >= ndim {
			c.Raise(invalidArgument, "%s(): axis %d of %d axes", c.Func.Path, a, ndim)
		}
		if slices.Contains(axes[:i], axes[i]) {
			c.Raise(invalidArgument, "%s(): axis %d twice", c.Func.Path, a)
		}
	}
	return axes
}

// upTo returns 0, 1 … n−1.
func upTo(n int) []int {
	is := make([]int, n)
	for i := range is {
		is[i] = i
	}
	return is
}

// over reduces with a function of the unified API; over no axes nothing changes.
func over(f unaryFunc) func(*ivy.Env, *ivy.Array, []int, bool) *ivy.Array {
	return func(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
		if len(axes) == 0 {
			return x
		}
		return f(e, x, ivy.Axes(axes), ivy.KeepDims(keep))
	}
}

// same keeps the dtype, in which integers wrap.
func same(f unaryFunc) unaryFunc {
	return func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
		if d := x.(*ivy.Array).Dtype(); !dtype.Inexact.Has(d) { // the others keep theirs
			opts = append(slices.Clip(opts), d)
		}
		return f(e, x, opts...)
	}
}

// extreme is the greatest or least element, and of none the limit of the dtype.
func extreme(f unaryFunc, greatest bool) func(*ivy.Env, *ivy.Array, []int, bool) *ivy.Array {
	return func(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
		if n := count(x, axes); n > 0 || len(axes) == 0 {
			return over(f)(e, x, axes, keep)
		}
		z := e.Sum(e.Zeros(x.Shape(), dtype.Int32), ivy.Axes(axes), ivy.KeepDims(keep), dtype.Int32)
		return e.CopyArray(e.BroadcastTo(limit(e, x.Dtype(), greatest), z.Shape()))
	}
}

// limit returns what no element of a dtype is less than, or greater.
func limit(e *ivy.Env, d dtype.Dtype, least bool) *ivy.Array {
	switch {
	case d.IsFloat() && least:
		return e.Astype(e.Full(nil, math.Inf(-1), dtype.Float64), d)
	case d.IsFloat():
		return e.Astype(e.Full(nil, math.Inf(1), dtype.Float64), d)
	case least && d.IsUnsigned():
		return e.Zeros(nil, d)
	case d.IsUnsigned():
		return e.BitwiseInvert(e.Zeros(nil, d))
	}
	low := e.BitwiseLeftShift(e.Ones(nil, d), e.Full(nil, d.Bits()-1, d))
	if least {
		return low
	}
	return e.BitwiseInvert(low)
}

func count(x *ivy.Array, axes []int) int {
	n := 1
	for _, a := range axes {
		n *= x.Shape()[a]
	}
	return n
}

// mean of integers is truncated.
func mean(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
	if len(axes) == 0 {
		return x
	}
	if x.Dtype().IsComplex() && count(x, axes) == 0 { // Eigen divides no sum of none
		return e.Sum(x, ivy.Axes(axes), ivy.KeepDims(keep), x.Dtype())
	}
	if !x.Dtype().IsInteger() {
		return e.Mean(x, ivy.Axes(axes), ivy.KeepDims(keep))
	}
	d, wide := x.Dtype(), dtype.Int64
	if d.IsUnsigned() {
		wide = dtype.Uint64
	}
	w := e.Sum(e.Astype(x, wide), ivy.Axes(axes), ivy.KeepDims(keep), wide)
	by := e.Full(nil, max(count(x, axes), 1), wide)
	if d.IsUnsigned() {
		return e.Astype(e.FloorDivide(w, by), d)
	}
	q := e.FloorDivide(w, by) // towards 0 where there is a remainder
	up := e.LogicalAnd(e.Less(w, e.ZerosLike(w)), e.NotEqual(e.Multiply(q, by), w))
	return e.Astype(e.Add(q, e.Astype(up, wide)), d)
}

func logSumExp(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
	if len(axes) == 0 {
		return x
	}
	if x.Size() == 0 {
		return e.Log(e.Sum(x, ivy.Axes(axes), ivy.KeepDims(keep), x.Dtype()))
	}
	top := e.Max(x, ivy.Axes(axes), ivy.KeepDims(true))
	top = e.Where(e.IsFinite(top), top, e.ZerosLike(top))
	s := e.Log(e.Sum(e.Exp(e.Subtract(x, top)), ivy.Axes(axes), ivy.KeepDims(true), x.Dtype()))
	z := e.Add(s, top)
	if keep {
		return z
	}
	return e.Squeeze(z, ivy.Axes(axes))
}

func euclidean(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
	s := over(same((*ivy.Env).Sum))(e, e.Multiply(x, e.Conj(x)), axes, keep)
	if x.Dtype().IsInteger() {
		return e.Astype(e.Sqrt(e.Astype(s, dtype.Float64)), x.Dtype())
	}
	return e.Sqrt(s)
}

// deviation is the variance, or with root its root.
func deviation(root bool) func(*ivy.Env, *ivy.Array, []int, bool) *ivy.Array {
	return func(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
		m := mean(e, x, axes, true)
		d := e.Subtract(x, m)
		if d.Dtype().IsComplex() {
			d = e.Real(e.Multiply(d, e.Conj(d)))
		} else {
			d = e.Square(d)
		}
		v := mean(e, d, axes, keep)
		if root {
			return e.Sqrt(v)
		}
		return v
	}
}

var (
	redSum  = reduction{kernel: kernel{takes: dtype.Numeric}, f: over(same((*ivy.Env).Sum)), direct: same((*ivy.Env).Sum), directly: dtype.Numeric}
	redProd = reduction{kernel: kernel{takes: dtype.Numeric}, f: over(same((*ivy.Env).Prod)), direct: same((*ivy.Env).Prod), directly: dtype.Numeric}
	redMean = reduction{kernel: kernel{takes: dtype.Numeric}, f: mean, direct: (*ivy.Env).Mean, directly: dtype.Inexact}
	redMax  = reduction{kernel: kernel{takes: real_}, f: extreme((*ivy.Env).Max, true), direct: (*ivy.Env).Max, directly: real_}
	redMin  = reduction{kernel: kernel{takes: real_}, f: extreme((*ivy.Env).Min, false), direct: (*ivy.Env).Min, directly: real_}
	redStd  = reduction{kernel: kernel{takes: dtype.Inexact}, ints: typeError, f: deviation(true)}
	redVar  = reduction{kernel: kernel{takes: dtype.Inexact}, ints: typeError, f: deviation(false)}
	redAny  = reduction{kernel: kernel{takes: dtype.Boolean}, f: over((*ivy.Env).Any), direct: (*ivy.Env).Any, directly: dtype.Boolean}
	redAll  = reduction{kernel: kernel{takes: dtype.Boolean}, f: over((*ivy.Env).All), direct: (*ivy.Env).All, directly: dtype.Boolean}
)

var statistical = slices.Concat(
	reduceRows(redSum, "reduce_sum", "math.reduce_sum"),
	reduceRows(redProd, "reduce_prod", "math.reduce_prod"),
	reduceRows(redMean, "reduce_mean", "math.reduce_mean"),
	reduceRows(redMax, "reduce_max", "math.reduce_max"),
	reduceRows(redMin, "reduce_min", "math.reduce_min"),
	reduceRows(redStd, "math.reduce_std"),
	reduceRows(redVar, "math.reduce_variance"),
	reduceRows(redAny, "reduce_any", "math.reduce_any"),
	reduceRows(redAll, "reduce_all", "math.reduce_all"),
	reduceRows(reduction{kernel: kernel{takes: dtype.Float}, f: logSumExp}, "reduce_logsumexp", "math.reduce_logsumexp"),
	reduceRows(reduction{kernel: kernel{takes: dtype.Numeric}, f: euclidean}, "math.reduce_euclidean_norm"),
	cumulative("cumsum", (*ivy.Env).CumulativeSum),
	cumulative("cumprod", (*ivy.Env).CumulativeProd),
	[]frontend.Func{
		npReduce("sum", redSum, toInt, &redAny),
		npReduce("prod", redProd, toInt, &redAll),
		npReduce("amax", redMax, keepInt, &redAny),
		npReduce("amin", redMin, keepInt, &redAll),
		npReduce("max", redMax, keepInt, &redAny),
		npReduce("min", redMin, keepInt, &redAll),
		npReduce("mean", redMean, toFloat, nil),
		npReduce("std", redStd, toFloat, nil),
		{Path: tnp + "var", Sig: "a, axis=None, dtype=None, out=None, ddof=0, keepdims=None", Run: npVar},
		{Path: tnp + "any", Sig: "a, axis=None, keepdims=None", Run: func(c *frontend.Call) any { return npTruth(c, redAny) }},
		{Path: tnp + "all", Sig: "a, axis=None, keepdims=None", Run: func(c *frontend.Call) any { return npTruth(c, redAll) }},
		{Path: tnp + "cumsum", Sig: "a, axis=None, dtype=None", Run: func(c *frontend.Call) any { return npCumulative(c, (*ivy.Env).CumulativeSum) }},
		{Path: tnp + "cumprod", Sig: "a, axis=None, dtype=None", Run: func(c *frontend.Call) any { return npCumulative(c, (*ivy.Env).CumulativeProd) }},
		{Path: tnp + "ptp", Sig: "a, axis=None, keepdims=None", Run: func(c *frontend.Call) any {
			kw := []any{c.Arg("a"), frontend.Named{Name: "axis", Value: c.Arg("axis")}, frontend.Named{Name: "keepdims", Value: c.Arg("keepdims")}}
			return c.Namespace.Operator("-", call(c, tnp+"amax", kw...), call(c, tnp+"amin", kw...))
		}},
	},
)

// cumulative are the rows of tf.cumsum and tf.math's.
func cumulative(name string, f unaryFunc) []frontend.Func {
	paths := []string{"math." + name}
	if name == "cumsum" {
		paths = append(paths, name)
	}
	return both(func(path string) frontend.Func {
		return frontend.Func{Path: path, Sig: "x, axis=0, exclusive=False, reverse=False, name=None", Run: func(c *frontend.Call) any {
			named(c)
			x := tensor(c, "x").V
			k := kernel{takes: dtype.Numeric}
			k.check(path, x.Dtype())
			axes := axesOf(c, "axis", x.Ndim())
			if len(axes) != 1 {
				c.Raise(invalidArgument, "%s(): axis is %v, want one", path, c.Arg("axis"))
			}
			return result(c, f(c.Env(), x, ivy.Axis(axes[0]), x.Dtype(), ivy.Exclusive(c.Bool("exclusive")), ivy.Reverse(c.Bool("reverse"))), false)
		}}
	}, paths...)
}

// What reductions of tf.experimental.numpy make of integers and bools.
const (
	toInt   = iota // the widest of their sign, or in the modes all and safe 32 bits at least
	toFloat        // floats
	keepInt        // nothing; bools have a reduction of their own
)

func npReduce(name string, r reduction, ints int, ofBools *reduction) frontend.Func {
	sig := "a, axis=None, dtype=None, keepdims=None"
	switch name {
	case "mean":
		sig = "a, axis=None, dtype=None, out=None, keepdims=None"
	case "max", "min":
		sig = "a, axis=None, keepdims=None"
	case "amax", "amin":
		sig = "a, axis=None, out=None, keepdims=None"
	case "std":
		sig = "a, axis=None, keepdims=None"
	}
	withDtype, withOut := ints == toInt || name == "mean", name == "amax" || name == "amin" || name == "mean"
	return frontend.Func{Path: tnp + name, Sig: sig, Run: npReducedBy("a", r, ints, ofBools, withDtype, withOut)}
}

// npReducedBy is Run of a reduction of the array that a parameter names.
func npReducedBy(array string, r reduction, ints int, ofBools *reduction, withDtype, withOut bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		if withOut && c.Has("out") {
			c.Raise(valueError, "%s(): setting out is not supported", c.Func.Path)
		}
		d := dtype.Invalid
		if withDtype {
			d = dtypeArg(c, "dtype")
		}
		return npReduced(c, array, r, ints, ofBools, d)
	}
}

func npReduced(c *frontend.Call, name string, r reduction, ints int, ofBools *reduction, given dtype.Dtype) *frontend.Array {
	if axis, isFloat := c.Arg("axis").(float64); isFloat {
		inputOf(c.Namespace, c.Arg(name)) // is a tensor
		c.Raise(typeError, "%s(): axis is %v, want an integer", c.Func.Path, axis)
	}
	x := array(c, name)
	a, d := x.V, x.V.Dtype()
	if given != dtype.Invalid {
		a, d = cast(c.Namespace, a, given), given
	}
	axes, keep := axesOf(c, "axis", a.Ndim()), keeps(c)
	if d == dtype.Bool && ofBools != nil && (ints == keepInt || given != dtype.Invalid) {
		return result(c, ofBools.f(c.Env(), a, axes, keep), false)
	}
	if given == dtype.Invalid && (d.IsInteger() || d == dtype.Bool) {
		switch ints {
		case toInt:
			a = cast(c.Namespace, a, wideInt(c.Namespace, d))
		case toFloat:
			a = cast(c.Namespace, a, numpyFloat(c.Namespace))
		}
	}
	if r.ints != "" && a.Dtype().IsInteger() {
		c.Raise(r.ints, "%s of integers", c.Func.Path)
	}
	r.check(c.Func.Path, a.Dtype())
	return result(c, r.f(c.Env(), a, axes, keep), x.Weak && given == dtype.Invalid)
}

// wideInt is the dtype in which tf.experimental.numpy adds up integers and bools.
func wideInt(n *frontend.Namespace, d dtype.Dtype) dtype.Dtype {
	switch {
	case flexible(n) && d.Bits() >= 32 && d.IsInteger():
		return d
	case flexible(n) && d.IsUnsigned():
		return dtype.Uint32
	case flexible(n):
		return dtype.Int32
	case d.IsUnsigned():
		return dtype.Uint64
	}
	return dtype.Int64
}

func npTruth(c *frontend.Call, r reduction) any {
	x := truth(c, "a")
	return result(c, r.f(c.Env(), x, axesOf(c, "axis", x.Ndim()), keeps(c)), false)
}

func npVar(c *frontend.Call) any {
	given := dtypeArg(c, "dtype")
	if x := get(c, "a"); given != dtype.Invalid && !x.text { // promotes before out is looked at
		byMode(c.Namespace, &x, &input{Arg: promoteArg(given)})
	}
	only(c, "out", nil)
	if ddof := c.Int("ddof"); ddof != 0 {
		x := array(c, "a")
		axesOf(c, "axis", x.V.Ndim()) // looked at first
		if given == dtype.Invalid {
			c.Raise(typeError, "var with ddof needs a dtype")
		}
		o, y := input{Arg: x.Arg(), a: x}, input{Arg: promoteArg(given)}
		d := byMode(c.Namespace, &o, &y)
		if d.IsInteger() || d == dtype.Bool {
			d = numpyFloat(c.Namespace)
		}
		a, e := cast(c.Namespace, x.V, d), c.Env()
		axes := axesOf(c, "axis", a.Ndim())
		dev := e.Subtract(a, mean(e, a, axes, true))
		s := over(same((*ivy.Env).Sum))(e, e.Real(e.Multiply(dev, e.Conj(dev))), axes, keeps(c))
		z := e.Divide(s, number(e, s, count(a, axes)-ddof))
		return result(c, cast(c.Namespace, z, given), false)
	}
	if given == dtype.Invalid {
		return npReduced(c, "a", redVar, toFloat, nil, dtype.Invalid)
	}
	o := get(c, "a")
	w := input{Arg: promoteArg(given)}
	return result(c, cast(c.Namespace, npReduced(c, "a", redVar, toFloat, nil, byMode(c.Namespace, &o, &w)).V, given), false)
}

func npCumulative(c *frontend.Call, f unaryFunc) any {
	x := array(c, "a")
	a, d := x.V, x.V.Dtype()
	if given := dtypeArg(c, "dtype"); given != dtype.Invalid {
		a = cast(c.Namespace, a, given)
	} else if d.IsInteger() {
		a = cast(c.Namespace, a, cumulativeInt(c.Namespace, d))
	}
	k := kernel{takes: dtype.Numeric}
	k.check(c.Func.Path, a.Dtype())
	axis := 0
	if c.Has("axis") {
		axes := axesOf(c, "axis", a.Ndim())
		if len(axes) != 1 {
			c.Raise(invalidArgument, "%s(): axis is %v, want one", c.Func.Path, c.Arg("axis"))
		}
		axis = axes[0]
	} else {
		a = c.Env().Reshape(a, []int{-1})
	}
	return result(c, f(c.Env(), a, ivy.Axis(axis), a.Dtype()), x.Weak && !c.Has("dtype"))
}

// cumulativeInt is what integers have in common with Python's int, in NumPy, and in the
// modes all and safe the narrow form of that.
func cumulativeInt(n *frontend.Namespace, d dtype.Dtype) dtype.Dtype {
	flex := flexible(n)
	switch {
	case d == dtype.Uint64 && flex:
		return dtype.Float32
	case d == dtype.Uint64:
		return dtype.Float64
	case flex && d != dtype.Int64:
		return dtype.Int32
	}
	return dtype.Int64
}
