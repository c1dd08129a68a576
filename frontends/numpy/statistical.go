package numpy

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Signatures that functions share.
const (
	sums     = "a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True"
	extremes = "a, axis=None, out=None, keepdims=False, initial=None, where=True"
	means    = "a, axis=None, dtype=None, out=None, keepdims=False, *, where=True"
	spreads  = "a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None"
	medians  = "a, axis=None, out=None, overwrite_input=False, keepdims=False"
	ranked   = "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None, interpolation=None"
)

const (
	summed = 1<<dtype.Int64 | 1<<dtype.Uint64 | dtype.Inexact // the dtypes of sums
	reals  = dtype.All &^ dtype.Complex
)

var statistical = []frontend.Func{
	{Path: "sum", Sig: sums, Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Sum, Of: summed}, Run: total(sum, 0, false)},
	{Path: "prod", Sig: sums, Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Prod, Of: summed}, Run: total(prod, 1, false)},
	{Path: "nansum", Sig: sums, Run: total(sum, 0, true)},
	{Path: "nanprod", Sig: sums, Run: total(prod, 1, true)},
	{Path: "cumsum", Sig: "a, axis=None, dtype=None, out=None", Method: true, Run: scan((*ivy.Env).CumulativeSum, 0, false)},
	{Path: "cumprod", Sig: "a, axis=None, dtype=None, out=None", Method: true, Run: scan((*ivy.Env).CumulativeProd, 1, false)},
	{Path: "nancumsum", Sig: "a, axis=None, dtype=None, out=None", Run: scan((*ivy.Env).CumulativeSum, 0, true)},
	{Path: "nancumprod", Sig: "a, axis=None, dtype=None, out=None", Run: scan((*ivy.Env).CumulativeProd, 1, true)},
	{Path: "max", Sig: extremes, Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Max, Of: reals}, Run: greatest((*ivy.Env).Max, false)},
	{Path: "min", Sig: extremes, Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Min, Of: reals}, Run: greatest((*ivy.Env).Min, false)},
	{Path: "amax", Sig: extremes, Reduction: frontend.Reduction{F: (*ivy.Env).Max, Of: reals}, Run: greatest((*ivy.Env).Max, false)},
	{Path: "amin", Sig: extremes, Reduction: frontend.Reduction{F: (*ivy.Env).Min, Of: reals}, Run: greatest((*ivy.Env).Min, false)},
	{Path: "nanmax", Sig: extremes, Run: greatest((*ivy.Env).Max, true)},
	{Path: "nanmin", Sig: extremes, Run: greatest((*ivy.Env).Min, true)},
	{Path: "ptp", Sig: "a, axis=None, out=None, keepdims=False", Run: func(c *frontend.Call) any {
		x := array(c, "a")
		axes, keep := axesOrNone(c, "axis", x.Ndim()), c.Bool("keepdims")
		high, low := extremum(c, x, axes, keep, false), extremum(c, x, axes, keep, true)
		if out := outOfRank(c, high.Ndim()); out != nil { // holds the maximum on the way
			high = c.Cast(c.Namespace, high, out.V.Dtype())
		}
		return into(c, apply(c, "subtract", c.Wrap(high), c.Wrap(low)))
	}},
	{Path: "mean", Sig: means, Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Mean, Of: 1<<dtype.Float32 | 1<<dtype.Float64}, Run: mean},
	{Path: "nanmean", Sig: means, Run: mean},
	{Path: "var", Sig: spreads, Method: true, Run: variance},
	{Path: "std", Sig: spreads, Method: true, Run: variance},
	{Path: "nanvar", Sig: spreads, Run: variance},
	{Path: "nanstd", Sig: spreads, Run: variance},
	{Path: "average", Sig: "a, axis=None, weights=None, returned=False, *, keepdims=False", Out: frontend.Value, Run: average},
	{Path: "median", Sig: medians, Run: median(false)},
	{Path: "nanmedian", Sig: medians, Run: median(true)},
	{Path: "quantile", Sig: ranked, Run: func(c *frontend.Call) any { return quantiles(c, c.Arg("q"), 1, false) }},
	{Path: "percentile", Sig: ranked, Run: func(c *frontend.Call) any { return quantiles(c, c.Arg("q"), 100, false) }},
	{Path: "nanquantile", Sig: ranked, Run: func(c *frontend.Call) any { return quantiles(c, c.Arg("q"), 1, true) }},
	{Path: "nanpercentile", Sig: ranked, Run: func(c *frontend.Call) any { return quantiles(c, c.Arg("q"), 100, true) }},
	{Path: "cov", Sig: "m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None", Run: func(c *frontend.Call) any { return c.Wrap(covariance(c, "m")) }},
	{Path: "corrcoef", Sig: "x, y=None, rowvar=True, bias=None, ddof=None, *, dtype=None", Doc: "bias and ddof make no difference.", Run: func(c *frontend.Call) any {
		e := c.Env()
		z := covariance(c, "x")
		if z.Ndim() == 0 {
			return c.Wrap(divide(e, z, z))
		}
		d := e.Sqrt(e.Real(diagonal(c, z, 0, 0, 1)))
		d = e.Astype(d, z.Dtype())
		z = divide(e, divide(e, z, e.ExpandDims(d, ivy.Axis(1))), e.ExpandDims(d, ivy.Axis(0)))
		if z.Dtype().IsComplex() {
			re, im := parts(e, z)
			return c.Wrap(join(e, clipped(e, re), clipped(e, im)))
		}
		return c.Wrap(clipped(e, z))
	}},
	{Path: "bincount", Sig: "x, /, weights=None, minlength=0", Run: bincount},
	{Path: "histogram", Sig: "a, bins=10, range=None, density=None, weights=None", Out: frontend.List, Run: histogram},
	{Path: "histogram_bin_edges", Sig: "a, bins=10, range=None, weights=None", Run: func(c *frontend.Call) any { return c.Wrap(binEdges(c, array(c, "a"))) }},
}

// clipped holds correlations in their range.
func clipped(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return e.Clip(x, zeroD(e, -1, x.Dtype()), zeroD(e, 1, x.Dtype()))
}

// accumulator is the dtype of sums: integers become the greatest of their kind.
func accumulator(d dtype.Dtype) dtype.Dtype {
	switch {
	case d.IsUnsigned():
		return Uint64
	case d == Bool || d.IsInteger():
		return Int64
	}
	return d
}

func sum(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
	if x.Dtype() == Bool {
		return e.Any(x, ivy.Axes(axes), ivy.KeepDims(keep))
	}
	return e.Sum(x, ivy.Axes(axes), ivy.KeepDims(keep), x.Dtype())
}

func prod(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array {
	if x.Dtype() == Bool {
		return e.All(x, ivy.Axes(axes), ivy.KeepDims(keep))
	}
	return e.Prod(x, ivy.Axes(axes), ivy.KeepDims(keep), x.Dtype())
}

// chosenBy returns x with other in it where the argument "where" is false.
func chosenBy(c *frontend.Call, x *ivy.Array, other *ivy.Array) *ivy.Array {
	if c.Arg("where") == true {
		return x
	}
	return c.Env().Where(broadcast(c, maskOf(c, "where"), x.Shape()), x, other)
}

// total is sum or prod, of what is not NaN with skip. neutral is what makes no difference.
func total(f func(e *ivy.Env, x *ivy.Array, axes []int, keep bool) *ivy.Array, neutral int, skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		x := array(c, "a")
		d := reduceType(c, x)
		if skip {
			x = withoutNaN(e, x, float64(neutral))
		}
		x = chosenBy(c, c.Cast(c.Namespace, x, d), zeroD(e, neutral, d))
		z := f(e, x, axesOrNone(c, "axis", x.Ndim()), c.Bool("keepdims"))
		if c.Has("initial") {
			first := c.As(c.Operand("initial"), d)
			if neutral == 0 {
				z = e.Add(first, z)
			} else {
				z = e.Multiply(first, z)
			}
		}
		return reducedInto(c, z)
	}
}

// reduceType is the dtype of sums and products: "dtype", or what the elements and "out"
// have in common.
func reduceType(c *frontend.Call, x *ivy.Array) dtype.Dtype {
	out := outArray(c, c.Arg("out"))
	switch {
	case c.Has("dtype"):
		return c.Dtype("dtype")
	case out != nil:
		return commonOr(x.Dtype(), out.V.Dtype())
	}
	return accumulator(x.Dtype())
}

// reducedInto is into for reductions, which cast as C does.
func reducedInto(c *frontend.Call, z *ivy.Array) any {
	return deliver(c, c.Func.Path, c.Wrap(z), outOfRank(c, z.Ndim()), nil, unsafe)
}

// outOfRank returns the argument "out" of a reduction, which must have as many axes as
// the result.
func outOfRank(c *frontend.Call, rank int) *frontend.Array {
	out := outArray(c, c.Arg("out"))
	if out != nil && out.V.Ndim() != rank {
		c.Raise("ValueError", "output parameter for reduction operation %s has the wrong number of dimensions: Found %d but expected %d", c.Func.Path, out.V.Ndim(), rank)
	}
	return out
}

// commonOr returns the dtype that two have in common, or the first if there is none.
func commonOr(a, b dtype.Dtype) dtype.Dtype {
	if d := Rule.Of[a][b]; d.IsValid() {
		return d
	}
	return a
}

// hasNaN reports whether NumPy looks for NaN in a dtype: bfloat16 is none of its floats.
func hasNaN(d dtype.Dtype) bool { return d.Kind() >= dtype.KindFloat && d != BFloat16 }

// withoutNaN returns x with another number in NaN's place.
func withoutNaN(e *ivy.Env, x *ivy.Array, other float64) *ivy.Array {
	if !hasNaN(x.Dtype()) {
		return x
	}
	return e.Where(e.IsNan(x), zeroD(e, other, x.Dtype()), x)
}

func scan(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, neutral int, skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		x, axis := alongFirst(c, "a")
		d := reduceType(c, x)
		if skip {
			x = withoutNaN(e, x, float64(neutral))
		}
		x = c.Cast(c.Namespace, x, d)
		if d == Bool {
			return reducedInto(c, c.Cast(c.Namespace, f(e, x, ivy.Axis(axis), Int64), Bool))
		}
		return reducedInto(c, f(e, x, ivy.Axis(axis), d))
	}
}

// greatest is max and min.
func greatest(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		least := slices.Contains([]string{"min", "amin", "nanmin"}, c.Func.Path)
		x := array(c, "a")
		d := x.Dtype()
		axes := axesOrNone(c, "axis", x.Ndim())
		var nan *ivy.Array
		if skip && d.Kind() >= dtype.KindFloat {
			worst := math.Inf(-1)
			if least {
				worst = math.Inf(1)
			}
			nan = e.IsNan(x)
			x = e.Where(nan, zeroD(e, worst, d), x)
		}
		if c.Arg("where") != true {
			if !c.Has("initial") {
				c.Raise("ValueError", "reduction operation '%s' does not have an identity, so to use a where mask one has to specify 'initial'", c.Func.Path)
			}
			x = chosenBy(c, x, c.As(c.Operand("initial"), d))
		}
		if c.Has("initial") { // one more element along one of the axes
			first := c.As(c.Operand("initial"), d)
			if len(axes) == 0 || x.Ndim() == 0 {
				return reducedInto(c, pick(e, x, first, least))
			}
			s := x.Shape()
			for i := range axes {
				s[axes[i]] = map[bool]int{true: 1, false: s[axes[i]]}[i == 0]
			}
			x = e.Concat([]*ivy.Array{e.BroadcastTo(first, s), x}, ivy.Axis(axes[0]))
			if slices.Contains(x.Shape(), 0) {
				return reducedInto(c, e.Full(shape.Reduce(x.Shape(), axes, c.Bool("keepdims")), frontend.Number(c.Wrap(first)), d))
			}
		}
		z := extremum(c, x, axes, c.Bool("keepdims"), least)
		if nan != nil {
			all := e.All(nan, ivy.Axes(axes), ivy.KeepDims(c.Bool("keepdims")))
			z = e.Where(all, zeroD(e, math.NaN(), d), z)
		}
		return reducedInto(c, z)
	}
}

func pick(e *ivy.Env, x, y *ivy.Array, least bool) *ivy.Array {
	if least {
		return minimum(e, x, y)
	}
	return maximum(e, x, y)
}

// extremum returns the greatest or the least over axes.
func extremum(c *frontend.Call, x *ivy.Array, axes []int, keep, least bool) *ivy.Array {
	e := c.Env()
	for _, i := range axes {
		if x.Shape()[i] == 0 && !slices.Contains(shape.Reduce(x.Shape(), axes, false), 0) {
			c.Raise("ValueError", "zero-size array to reduction operation %s which has no identity", c.Func.Path)
		}
	}
	if !x.Dtype().IsComplex() || len(axes) == 0 {
		f := e.Max
		if least {
			f = e.Min
		}
		if len(axes) == 0 {
			return e.CopyArray(x)
		}
		return f(x, ivy.Axes(axes), ivy.KeepDims(keep))
	}
	out := shape.Reduce(x.Shape(), axes, keep)
	y := lastAxes(e, x, axes)
	n := y.Shape()[y.Ndim()-1]
	if y.Size() == 0 {
		return e.Empty(out, x.Dtype())
	}
	z := e.GetItem(y, ivy.Ellipsis, 0)
	for i := 1; i < n; i++ {
		z = pick(e, z, e.GetItem(y, ivy.Ellipsis, i), least)
	}
	return e.Reshape(z, out)
}

// lastAxes returns x with axes joined into a last one.
func lastAxes(e *ivy.Env, x *ivy.Array, axes []int) *ivy.Array {
	s := x.Shape()
	kept := slices.DeleteFunc(count(len(s)), func(i int) bool { return slices.Contains(axes, i) })
	x = e.PermuteDims(x, slices.Concat(kept, axes))
	n := 1
	for _, i := range axes {
		n *= s[i]
	}
	return e.Reshape(x, append(shape.Reduce(s, axes, false), n))
}

// countOf returns how many elements there are to a result: as many as axes have, or as
// where and with skip NaN leave.
func countOf(c *frontend.Call, x *ivy.Array, axes []int, keep, skip bool) *ivy.Array {
	e := c.Env()
	mask := e.Ones(x.Shape(), Bool)
	if skip {
		mask = e.LogicalNot(e.IsNan(x))
	}
	return e.Sum(chosenBy(c, mask, e.Zeros(nil, Bool)), ivy.Axes(axes), ivy.KeepDims(keep), Int64)
}

// sumOver sums in dtype d what "where" leaves.
func sumOver(c *frontend.Call, x *ivy.Array, d dtype.Dtype, axes []int, keep bool) *ivy.Array {
	return sum(c.Env(), chosenBy(c, c.Cast(c.Namespace, x, d), zeroD(c.Env(), 0, d)), axes, keep)
}

// over divides sums by numbers of elements: in float64 or complex128, cast back.
func over(c *frontend.Call, z, n *ivy.Array) *ivy.Array {
	e := c.Env()
	d := Float64
	if z.Dtype().IsComplex() {
		d = Complex128
	}
	return c.Cast(c.Namespace, divide(e, e.Astype(z, d), e.Astype(n, d)), z.Dtype())
}

// skipping reports whether a function skips NaN and there may be any.
func skipping(c *frontend.Call, d dtype.Dtype) bool {
	if c.Func.Path[:3] != "nan" || !hasNaN(d) {
		return false
	}
	if c.Has("dtype") && c.Dtype("dtype").Kind() < dtype.KindFloat {
		c.Raise("TypeError", "If a is inexact, then dtype must be inexact")
	}
	return true
}

// axesSkipping returns the argument "axis"; those that skip NaN sum by functions that take
// an array without axes to have a first one.
func axesSkipping(c *frontend.Call, rank int, skip bool) []int {
	if skip {
		return axesOrNone(c, "axis", rank)
	}
	return axesOf(c, "axis", rank)
}

func mean(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "a")
	d := x.Dtype()
	skip := skipping(c, d)
	in, out := dtypeOr(c, "dtype", d), dtypeOr(c, "dtype", d)
	switch {
	case c.Has("dtype"):
	case d.Kind() <= dtype.KindInt:
		in, out = Float64, Float64
	case d == Float16 && !skip:
		in = Float32
	}
	axes, keep := axesSkipping(c, x.Ndim(), skip), c.Bool("keepdims")
	n := countOf(c, x, axes, keep, skip)
	if skip {
		x = withoutNaN(e, x, 0)
	}
	return reducedInto(c, c.Cast(c.Namespace, over(c, sumOver(c, x, in, axes, keep), n), out))
}

// variance is var and std, step by step as NumPy has them, where the steps' dtypes show.
func variance(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "a")
	d := x.Dtype()
	skip := skipping(c, d)
	ddof := c.Float("ddof")
	if c.Has("correction") {
		if ddof != 0 {
			c.Raise("ValueError", "ddof and correction can't be provided simultaneously.")
		}
		ddof = c.Float("correction")
	}
	axes := axesSkipping(c, x.Ndim(), skip)
	n := countOf(c, x, axes, true, skip)
	var nan *ivy.Array
	if skip {
		nan, x = e.IsNan(x), withoutNaN(e, x, 0)
	}
	in := dtypeOr(c, "dtype", d)
	if !c.Has("dtype") && d.Kind() <= dtype.KindInt {
		in = Float64
	}
	var m *ivy.Array
	if c.Has("mean") {
		m = array(c, "mean")
	} else {
		m = over(c, sumOver(c, x, in, axes, true), n)
	}
	diff := apply(c, "subtract", c.Wrap(x), c.Wrap(m))
	if skip {
		diff = e.Where(nan, zeroD(e, 0, d), c.Cast(c.Namespace, diff, d))
	}
	squares := e.Square
	if diff.Dtype().IsComplex() && (d.IsComplex() || d == Bool || d == BFloat16) {
		squares = func(x any, _ ...ivy.Option) *ivy.Array {
			re, im := parts(e, x)
			return e.Add(e.Square(re), e.Square(im))
		}
	}
	square := squares(diff)
	if !c.Has("dtype") && d.Kind() >= dtype.KindFloat {
		in = square.Dtype()
	}
	z := sumOver(c, square, in, axes, true)
	zero := zeroD(e, 0, Float64)
	count := e.Subtract(e.Astype(n, Float64), zeroD(e, ddof, Float64))
	short := e.LessEqual(count, zero)
	if !skip {
		count = e.Where(short, zero, count)
	}
	z = over(c, z, count)
	if skip {
		z = e.Where(short, zeroD(e, math.NaN(), z.Dtype()), z)
	}
	if !c.Bool("keepdims") {
		z = e.Reshape(z, shape.Reduce(z.Shape(), axes, false))
	}
	if name := c.Func.Path; name == "std" || name == "nanstd" {
		root := apply(c, "sqrt", c.Wrap(z))
		if z.Ndim() > 0 && !sameKind.holds(root.Dtype(), z.Dtype()) {
			c.Raise("UFuncTypeError", "Cannot cast ufunc 'sqrt' output from %v to %v with casting rule 'same_kind'", root.Dtype(), z.Dtype())
		}
		z = c.Cast(c.Namespace, root, z.Dtype())
	}
	return reducedInto(c, z)
}

func average(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "a")
	axes, keep := axesOf(c, "axis", x.Ndim()), c.Bool("keepdims")
	var z, scale *ivy.Array
	if !c.Has("weights") {
		z = apply(c, "mean", c.Wrap(x), frontend.Named{Name: "axis", Value: axes}, frontend.Named{Name: "keepdims", Value: keep})
		n := 1
		for _, i := range axes {
			n *= x.Shape()[i]
		}
		scale = e.Full(z.Shape(), n, z.Dtype())
	} else {
		w := array(c, "weights")
		if !slices.Equal(w.Shape(), x.Shape()) {
			switch {
			case !c.Has("axis"):
				c.Raise("TypeError", "Axis must be specified when shapes of a and weights differ.")
			case w.Ndim() != len(axes):
				c.Raise("TypeError", "1D weights expected when shapes of a and weights differ.")
			}
			s := slices.Repeat([]int{1}, x.Ndim())
			for k, i := range axes {
				if w.Shape()[k] != x.Shape()[i] {
					c.Raise("ValueError", "Shape of weights must be consistent with shape of a along specified axis.")
				}
				s[i] = w.Shape()[k]
			}
			w = e.Reshape(w, s)
		}
		d := alikeArrays(c, x, w)[0].Dtype()
		if x.Dtype().Kind() <= dtype.KindInt {
			d = commonOr(d, Float64)
		}
		w = c.Cast(c.Namespace, w, d)
		x = c.Cast(c.Namespace, x, d)
		scale = sum(e, e.BroadcastTo(w, x.Shape()), axes, keep)
		if e.Any(e.Equal(scale, zeroD(e, 0, d))).Bool() {
			c.Raise("ZeroDivisionError", "Weights sum to zero, can't be normalized")
		}
		z = divide(e, sum(e, e.Multiply(x, w), axes, keep), scale)
	}
	if c.Bool("returned") {
		return wrapped(c, []*ivy.Array{z, scale})
	}
	return c.Wrap(z)
}

// median keeps axes in an array, even if there are none.
func median(skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		z := quantiles(c, nil, 1, skip)
		if a, ok := z.(*frontend.Array); ok && !c.Has("out") && !c.Bool("keepdims") {
			return scalar(a)
		}
		return z
	}
}

// quantiles is median, quantile and their like: q, in parts of whole, is nil for a median.
func quantiles(c *frontend.Call, q any, whole float64, skip bool) any {
	e := c.Env()
	x := array(c, "a")
	c.Bool("overwrite_input")
	d := x.Dtype()
	median := q == nil
	deliverTo := into
	switch {
	case median && skip: // assigned to out
		deliverTo = func(c *frontend.Call, z *ivy.Array) any {
			return deliver(c, c.Func.Path, c.Wrap(z), outArray(c, c.Arg("out")), nil, unsafe)
		}
	case median: // a mean's
		deliverTo = reducedInto
	}
	method, discrete := "", false
	if !median {
		method = quantileMethod(c)
		if d.IsComplex() {
			c.Raise("TypeError", "a must be an array of real numbers")
		}
		if c.Has("weights") {
			if method != "inverted_cdf" {
				c.Raise("ValueError", "Only method 'inverted_cdf' supports weights. Got: %s.", method)
			}
			c.Raise("NotImplementedError", "%s() with weights is not there", c.Func.Path)
		}
		if discrete = slices.Contains(discreteMethods, method); !discrete && !slices.Contains(smoothMethods, method) {
			c.Raise("ValueError", "'%s' is not a valid method. Use one of: %s, %s", method, strings.Join(discreteMethods, ", "), strings.Join(smoothMethods, ", "))
		}
	}
	axes, keep := axesOf(c, "axis", x.Ndim()), c.Bool("keepdims")
	if skip && x.Size() == 0 { // whatever q is
		return deliverTo(c, apply(c, "nanmean", c.Wrap(x), frontend.Named{Name: "axis", Value: c.Arg("axis")}, frontend.Named{Name: "keepdims", Value: keep}))
	}
	out := shape.Reduce(x.Shape(), axes, keep)
	y := lastAxes(e, x, axes)
	n := y.Shape()[y.Ndim()-1]
	f := d
	if d.Kind() <= dtype.KindInt {
		f = Float64
	}
	one := zeroD(e, 1, Float64)
	qs := zeroD(e, 0.5, Float64)
	if !median {
		qo := c.Operand("q")
		qs = arrayOf(c, qo)
		if qs.Dtype().Kind() <= dtype.KindInt || qs.Dtype() == BFloat16 {
			qs = c.Cast(c.Namespace, qs, Float64)
		}
		if qs.Dtype().IsComplex() {
			c.Raise("TypeError", "q must be an array of real numbers")
		}
		if qo.A == nil || qo.Dtype.Kind() <= dtype.KindInt || qo.Dtype == Float64 {
			if hasNaN(d) && qo.A == nil { // a Python scalar is weak beside floats
				qs = e.Divide(e.Astype(qs, f), zeroD(e, whole, f))
			} else {
				qs = e.Divide(qs, zeroD(e, whole, Float64))
				f = commonOr(f, Float64)
			}
		} else {
			qs = e.Divide(qs, zeroD(e, whole, qs.Dtype()))
			f = commonOr(f, qo.Dtype)
		}
		one = zeroD(e, 1, qs.Dtype())
		if e.Any(e.LogicalNot(e.LogicalAnd(e.GreaterEqual(qs, e.Subtract(one, one)), e.LessEqual(qs, one)))).Bool() {
			c.Raise("ValueError", "Quantiles must be in the range [0, 1]")
		}
		if d == Bool && !discrete {
			c.Raise("TypeError", "numpy boolean subtract, the `-` operator, is not supported")
		}
	}
	if discrete { // the result is one of the elements
		f = d
	}
	if n == 0 {
		if !median && y.Size() == 0 && !skip {
			c.Raise("IndexError", "cannot take a quantile of no elements")
		}
		return deliverTo(c, e.Full(slices.Concat(qs.Shape(), out), math.NaN(), f))
	}
	y = sorted(e, y, y.Ndim()-1)
	if d.Kind() < dtype.KindFloat && !discrete {
		y = e.Astype(y, Float64)
	}
	counts := e.Full(append(slices.Clone(y.Shape()[:y.Ndim()-1]), 1), n, Float64)
	nan := e.Zeros(nil, Bool)
	if hasNaN(d) {
		isNaN := e.IsNan(y)
		if skip {
			counts = e.Subtract(counts, e.Astype(e.Sum(isNaN, ivy.Axis(-1), ivy.KeepDims(true), Int64), Float64))
			nan = e.Squeeze(e.Equal(counts, zeroD(e, 0, Float64)), ivy.Axis(-1))
		} else {
			nan = e.Any(isNaN, ivy.Axis(-1))
		}
	}
	var zs []*ivy.Array
	zero := e.Subtract(one, one)
	last := e.Maximum(e.Astype(e.Subtract(counts, zeroD(e, 1, Float64)), one.Dtype()), zero)
	for _, p := range e.Unstack(ravel(e, qs)) { // places are computed in the quantiles' dtype
		at := e.Multiply(last, p)
		if !median {
			at = virtualIndex(e, method, e.Astype(counts, one.Dtype()), last, p)
		}
		lo := e.Clip(e.Floor(at), zero, last)
		hi := e.Clip(e.Add(e.Floor(at), one), zero, last)
		if !median && !discrete { // beyond the ends both are the end
			hi = e.Where(e.Less(at, zero), zero, hi)
		}
		pickAt := func(i *ivy.Array) *ivy.Array {
			return e.Squeeze(e.TakeAlongAxis(y, e.Astype(i, Int64), ivy.Axis(-1)), ivy.Axis(-1))
		}
		a := pickAt(lo)
		if discrete {
			if hasNaN(d) {
				a = e.Where(nan, zeroD(e, math.NaN(), d), a)
			}
			zs = append(zs, e.Reshape(a, out))
			continue
		}
		b := pickAt(hi)
		t := e.Subtract(at, e.Floor(at))
		half := zeroD(e, 0.5, t.Dtype())
		switch method {
		case "averaged_inverted_cdf":
			t = e.Where(e.Equal(t, zero), half, one)
		case "midpoint":
			t = e.Where(e.Equal(t, zero), zero, half)
		}
		t = e.Squeeze(t, ivy.Axis(-1))
		var z *ivy.Array
		if median { // the middle one, or the mean of two
			even := e.NotEqual(t, zero)
			z = e.Where(even, halved(c, a, b), a)
		} else {
			z = lerp(c, e.Astype(a, f), e.Astype(b, f), e.Astype(t, f))
		}
		z = c.Cast(c.Namespace, z, f)
		zs = append(zs, e.Reshape(e.Where(nan, zeroD(e, math.NaN(), f), z), out))
	}
	if qs.Ndim() == 0 {
		return deliverTo(c, zs[0])
	}
	if len(zs) == 0 {
		return deliverTo(c, e.Empty(slices.Concat(qs.Shape(), out), f))
	}
	return deliverTo(c, e.Reshape(e.Stack(zs), slices.Concat(qs.Shape(), out)))
}

// quantileMethod returns the argument "method" of quantile and its like, or "interpolation",
// which is its name of old.
func quantileMethod(c *frontend.Call) string {
	if !c.Has("interpolation") {
		return c.Text("method")
	}
	if c.Arg("method") != "linear" {
		c.Raise("TypeError", "You shall not pass both `method` and `interpolation`!")
	}
	return c.Text("interpolation")
}

// The methods of quantiles: those that take one of the elements, and those that go from one
// to the next.
var (
	discreteMethods = []string{"inverted_cdf", "closest_observation", "lower", "higher", "nearest"}
	smoothMethods   = []string{"averaged_inverted_cdf", "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased", "midpoint"}
)

// plotting are the constants alpha and beta of the methods by Hyndman and Fan that have
// them.
var plotting = map[string][2]float64{"interpolated_inverted_cdf": {0, 1}, "hazen": {0.5, 0.5}, "weibull": {0, 0},
	"median_unbiased": {1. / 3, 1. / 3}, "normal_unbiased": {3. / 8, 3. / 8}}

// virtualIndex is where quantile p of n sorted elements lies, of which last is the last:
// between two of them, or of a discrete method at one. It may lie beyond the ends.
func virtualIndex(e *ivy.Env, method string, n, last, p *ivy.Array) *ivy.Array {
	num := func(f float64) *ivy.Array { return zeroD(e, f, p.Dtype()) }
	one := num(1)
	// step rounds up to the next element, but where exact keeps the one before.
	step := func(at *ivy.Array, exact func(floor *ivy.Array) *ivy.Array) *ivy.Array {
		floor := e.Floor(at)
		whole := e.LogicalAnd(e.Equal(at, floor), exact(floor))
		return e.Maximum(e.Where(whole, floor, e.Add(floor, one)), num(0))
	}
	all := e.Subtract(e.Multiply(n, p), one)
	if ab, ok := plotting[method]; ok {
		slope := e.Multiply(p, num(1-ab[0]-ab[1]))
		return e.Subtract(e.Add(e.Multiply(n, p), e.Add(num(ab[0]), slope)), one)
	}
	at := e.Multiply(last, p)
	switch method {
	case "inverted_cdf":
		return step(all, func(floor *ivy.Array) *ivy.Array { return e.Equal(floor, floor) })
	case "averaged_inverted_cdf":
		return all
	case "closest_observation":
		return step(e.Subtract(all, num(0.5)), func(floor *ivy.Array) *ivy.Array { return e.Equal(e.Remainder(floor, num(2)), one) })
	case "lower":
		return e.Floor(at)
	case "higher":
		return e.Ceil(at)
	case "nearest":
		return e.Round(at)
	case "midpoint":
		return e.Multiply(num(0.5), e.Add(e.Floor(at), e.Ceil(at)))
	}
	return at
}

// halved returns the mean of two, as mean has it.
func halved(c *frontend.Call, a, b *ivy.Array) *ivy.Array {
	e := c.Env()
	d := a.Dtype()
	in := d
	if d == Float16 {
		in = Float32
	}
	return e.Astype(over(c, e.Add(e.Astype(a, in), e.Astype(b, in)), zeroD(e, 2, Int64)), d)
}

// lerp is NumPy's linear interpolation: from the nearer end.
func lerp(c *frontend.Call, a, b, t *ivy.Array) *ivy.Array {
	e := c.Env()
	d := a.Dtype()
	diff := e.Subtract(b, a)
	z := e.Where(e.GreaterEqual(t, zeroD(e, 0.5, d)),
		e.Subtract(b, e.Multiply(diff, e.Subtract(zeroD(e, 1, d), t))), e.Add(a, e.Multiply(diff, t)))
	return e.Where(e.Equal(a, b), a, z)
}

func covariance(c *frontend.Call, name string) *ivy.Array {
	e := c.Env()
	m := array(c, name)
	if m.Ndim() > 2 {
		c.Raise("ValueError", "m has more than 2 dimensions")
	}
	d := commonOr(m.Dtype(), Float64)
	var y *ivy.Array
	if c.Has("y") {
		if y = array(c, "y"); y.Ndim() > 2 {
			c.Raise("ValueError", "y has more than 2 dimensions")
		}
		d = commonOr(commonOr(m.Dtype(), y.Dtype()), Float64)
	}
	if c.Has("dtype") {
		d = c.Dtype("dtype")
	}
	rows := func(x *ivy.Array) *ivy.Array {
		was := x.Ndim()
		x = c.Cast(c.Namespace, raised(e, x, 2, front), d)
		if !c.Bool("rowvar") && was != 1 && (x.Shape()[0] != 1 || x != m) {
			x = e.MatrixTranspose(x)
		}
		return x
	}
	x := rows(m)
	if y != nil {
		x = e.Concat([]*ivy.Array{x, rows(y)}, ivy.Axis(0))
	}
	n := x.Shape()[1]
	ddof := 1
	if name == "m" {
		fixed(c, "fweights", nil, "aweights", nil)
		if c.Bool("bias") {
			ddof = 0
		}
		if c.Has("ddof") {
			ddof = c.Int("ddof")
		}
	}
	mean := over(c, sum(e, x, []int{1}, true), zeroD(e, n, Int64))
	x = e.Subtract(x, mean)
	z := e.MatMul(x, e.Conj(e.MatrixTranspose(x)))
	scale := math.Max(float64(n-ddof), 0)
	z = e.Multiply(z, zeroD(e, 1/scale, d))
	return e.Squeeze(z)
}

func bincount(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "x")
	if x.Ndim() != 1 {
		c.Raise("ValueError", "object of too small depth for desired array")
	}
	if d := x.Dtype(); !safe.holds(d, Int64) && x.Size() > 0 {
		c.Raise("TypeError", "Cannot cast array data from %v to int64 according to the rule 'safe'", d)
	}
	least := c.Int("minlength")
	if least < 0 {
		c.Raise("ValueError", "'minlength' must not be negative")
	}
	at := ivy.Values[int](e.Astype(x, Int64))
	n := least
	for _, k := range at {
		if k < 0 {
			c.Raise("ValueError", "'list' argument must have no negative elements")
		}
		if int64(k) >= 1<<40 {
			c.Raise("ValueError", "%d bins are too many", k)
		}
		n = max(n, k+1)
	}
	_ = e.Zeros([]int{n}, Int64) // an error if there is no room
	if c.Has("weights") {
		w := array(c, "weights")
		if w.Dtype().IsComplex() {
			c.Raise("TypeError", "Cannot cast array data from %v to float64 according to the rule 'safe'", w.Dtype())
		}
		if w.Ndim() != 1 || w.Size() != len(at) {
			c.Raise("ValueError", "The weights and list don't have the same length.")
		}
		sums := make([]float64, n)
		for i, v := range ivy.Values[float64](e.Astype(w, Float64)) {
			sums[at[i]] += v
		}
		return c.Wrap(e.Asarray(sums))
	}
	counts := make([]int64, n)
	for _, k := range at {
		counts[k]++
	}
	return c.Wrap(e.Asarray(counts))
}

// binEdges returns the edges of histogram's bins.
func binEdges(c *frontend.Call, x *ivy.Array) *ivy.Array {
	e := c.Env()
	if _, isText := c.Arg("bins").(string); isText {
		c.Raise("NotImplementedError", "bins by a rule (%q) are not there", c.Arg("bins"))
	}
	bins := c.Operand("bins")
	if bins.A != nil && bins.A.V.Ndim() > 0 {
		b := bins.A.V
		if b.Ndim() != 1 {
			c.Raise("ValueError", "`bins` must be 1d, when an array")
		}
		if n := b.Size(); n > 1 && e.Any(less(e, e.GetItem(b, ivy.Slice(1, n)), e.GetItem(b, ivy.Slice(0, n-1)))).Bool() {
			c.Raise("ValueError", "`bins` must increase monotonically, when an array")
		}
		return b
	}
	n := c.Int("bins")
	if n < 1 {
		c.Raise("ValueError", "`bins` must be positive, when an integer")
	}
	d := x.Dtype()
	if d.Kind() <= dtype.KindInt {
		d = Float64
	}
	lo, hi := zeroD(e, 0, d), zeroD(e, 1, d)
	switch {
	case c.Has("range"):
		ends := arrays(c, c.Arg("range"))
		if len(ends) != 2 {
			c.Raise("ValueError", "range must be a pair")
		}
		lo, hi = c.Cast(c.Namespace, ends[0], d), c.Cast(c.Namespace, ends[1], d)
		if less(e, hi, lo).Bool() {
			c.Raise("ValueError", "max must be larger than min in range parameter.")
		}
	case x.Size() > 0:
		x = ravel(e, c.Cast(c.Namespace, x, d))
		lo, hi = extremum(c, x, []int{0}, false, true), extremum(c, x, []int{0}, false, false)
	}
	if !e.IsFinite(lo).Bool() || !e.IsFinite(hi).Bool() {
		c.Raise("ValueError", "range of [%v, %v] is not finite", lo, hi)
	}
	if e.Equal(lo, hi).Bool() {
		half := c.Cast(c.Namespace, zeroD(e, 0.5, Float64), d)
		lo, hi = e.Subtract(lo, half), e.Add(hi, half)
	}
	return c.Cast(c.Namespace, apply(c, "linspace", c.Wrap(lo), c.Wrap(hi), n+1), d)
}

// evenBins returns the bins, from one, of complex numbers among n bins of one width, zero
// and more than n outside of them. As NumPy it divides the distance from the first edge by
// the whole width, takes the real part, and goes on from there by one bin at most, which
// is another order than that of the numbers themselves.
func evenBins(e *ivy.Env, edges, x *ivy.Array, n int) *ivy.Array {
	d := x.Dtype()
	at := func(i int) *ivy.Array { return e.GetItem(edges, i) }
	zero, one, most := zeroD(e, 0, Int64), zeroD(e, 1, Int64), zeroD(e, n-1, Int64)
	part := e.Multiply(divide(e, e.Subtract(x, at(0)), e.Subtract(at(n), at(0))), zeroD(e, n, d))
	bin := e.Astype(e.Trunc(e.Real(part)), Int64)
	bin = e.Clip(bin, zero, most)
	edge := func(bin *ivy.Array) *ivy.Array { return e.Take(edges, bin, ivy.Axis(0)) }
	bin = e.Subtract(bin, e.Astype(less(e, x, edge(bin)), Int64))
	up := e.LogicalAnd(lessEqual(e, edge(e.Clip(e.Add(bin, one), zero, zeroD(e, n, Int64))), x), e.NotEqual(bin, most))
	bin = e.Add(e.Add(bin, e.Astype(up, Int64)), one)
	bin = e.Where(less(e, x, at(0)), zero, bin)
	bin = e.Where(less(e, at(n), x), zeroD(e, n+1, Int64), bin)
	return e.Add(bin, e.Astype(e.Equal(x, at(n)), Int64)) // as on the right of its edge
}

func histogram(c *frontend.Call) any {
	e := c.Env()
	x := ravel(e, array(c, "a"))
	if c.Has("weights") && !slices.Equal(array(c, "weights").Shape(), array(c, "a").Shape()) {
		c.Raise("ValueError", "weights should have the same shape as a.")
	}
	edges := binEdges(c, x)
	xs := alikeArrays(c, edges, x)
	n := edges.Size() - 1
	sides := searchSorted(e, xs[0], xs[1], "right")
	if bins := c.Operand("bins"); x.Dtype().IsComplex() && (bins.A == nil || bins.A.V.Ndim() == 0) {
		sides = evenBins(e, xs[0], xs[1], n)
	}
	last := e.GetItem(xs[0], ivy.Slice(n, n+1))
	sides = e.Subtract(sides, e.Astype(e.Equal(xs[1], last), Int64)) // the last bin has its right edge
	at := ivy.Values[int](sides)
	var weights []complex128
	if c.Has("weights") {
		weights = ivy.Values[complex128](e.Astype(ravel(e, array(c, "weights")), Complex128))
	}
	c.Room(n, 24)
	sums, counts := make([]complex128, n), make([]int64, n)
	nan := ivy.Values[bool](e.IsNan(xs[1]))
	for i, k := range at {
		if k < 1 || k > n || nan[i] {
			continue
		}
		counts[k-1]++
		if weights != nil {
			sums[k-1] += weights[i]
		}
	}
	z := e.Asarray(counts)
	if weights != nil {
		z = c.Cast(c.Namespace, e.Asarray(sums), array(c, "weights").Dtype())
	}
	if c.Has("density") && c.Bool("density") {
		width := c.Cast(c.Namespace, e.Diff(edges), Float64)
		d := Float64
		if z.Dtype().IsComplex() {
			d = Complex128
		}
		f := e.Astype(z, d)
		z = divide(e, divide(e, f, e.Astype(width, d)), e.Sum(f, d))
	}
	return wrapped(c, []*ivy.Array{z, edges})
}

func floatScalar(f float64) backend.Scalar { return backend.FloatScalar(f) }
