package numpy

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
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
	// Methods have no correction.
	spreadMethods = "self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None"
	spreads       = "a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None"
	medians       = "a, axis=None, out=None, overwrite_input=False, keepdims=False"
	ranked        = "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None, interpolation=None"
)

const (
	summed = 1<<dtype.Int64 | 1<<dtype.Uint64 | dtype.Inexact // the dtypes of sums
	reals  = dtype.All &^ dtype.Complex
)

var statistical = []frontend.Func{
	{Path: "sum", Sig: sums, Method: true, Reduction: frontend.Reduction{F: sumFromZero, Of: summed}, Run: total(sum, 0, false)},
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
		out := outOfRank(c, high.Ndim())
		sameShape(c, out, high)
		if out != nil { // holds the maximum on the way
			high = c.Cast(c.Namespace, high, out.V.Dtype())
		}
		return into(c, apply(c, "subtract", c.Wrap(high), c.Wrap(low)))
	}},
	{Path: "mean", Sig: means, Method: true, Reduction: frontend.Reduction{F: meanFromZero, Of: 1<<dtype.Float32 | 1<<dtype.Float64}, Run: mean},
	{Path: "nanmean", Sig: means, Run: mean},
	{Path: "var", Sig: spreads, Run: variance},
	{Path: "std", Sig: spreads, Run: variance},
	{Path: ".var", Sig: spreadMethods, Run: variance},
	{Path: ".std", Sig: spreadMethods, Run: variance},
	{Path: "nanvar", Sig: spreads, Run: variance},
	{Path: "nanstd", Sig: spreads, Run: variance},
	{Path: "average", Sig: "a, axis=None, weights=None, returned=False, *, keepdims=False", Out: frontend.Value, Run: average},
	{Path: "median", Sig: medians, Run: median(false)},
	{Path: "nanmedian", Sig: medians, Run: median(true)},
	{Path: "quantile", Sig: ranked, Run: quantile(1, false)},
	{Path: "percentile", Sig: ranked, Run: quantile(100, false)},
	{Path: "nanquantile", Sig: ranked, Run: quantile(1, true)},
	{Path: "nanpercentile", Sig: ranked, Run: quantile(100, true)},
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
	{Path: "histogram_bin_edges", Sig: "a, bins=10, range=None, weights=None", Run: func(c *frontend.Call) any {
		checkWeights(c)
		binsOfText(c)
		return c.Wrap(binEdges(c, array(c, "a")))
	}},
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
	return fromZero(e, e.Sum(x, ivy.Axes(axes), ivy.KeepDims(keep), x.Dtype()))
}

// fromZero returns sums as NumPy has them, which begins with 0: of zeros of whatever sign it is 0.
func fromZero(e *ivy.Env, z *ivy.Array) *ivy.Array {
	if !dtype.Inexact.Has(z.Dtype()) {
		return z
	}
	return e.Add(z, zeroD(e, 0, z.Dtype()))
}

// sumFromZero and meanFromZero are sum and mean of arrays that need nothing else.

func sumFromZero(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
	return fromZero(e, e.Sum(x, opts...))
}

func meanFromZero(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
	return fromZero(e, e.Mean(x, opts...))
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
		factorOfText(c)
		x := array(c, "a")
		d := reduceType(c, x)
		outOfRank(c, len(shape.Reduce(x.Shape(), axesOrNone(c, "axis", x.Ndim()), c.Bool("keepdims"))))
		if skip {
			x = withoutNaN(e, x, float64(neutral))
		}
		axes := axesOrNone(c, "axis", x.Ndim())
		x = chosenBy(c, c.Cast(c.Namespace, x, d), zeroD(e, neutral, d))
		z := f(e, x, axes, c.Bool("keepdims"))
		sameShape(c, outArray(c, c.Arg("out")), z)
		if c.Has("initial") {
			first := initial(c, d)
			if neutral == 0 {
				z = e.Add(first, z)
			} else {
				z = e.Multiply(first, z)
			}
		}
		return reducedInto(c, z)
	}
}

// initial is the argument "initial" as a reduction in dtype d begins with it: it lies in "out" first, if that is given.
func initial(c *frontend.Call, d dtype.Dtype) *ivy.Array {
	x := c.As(c.Operand("initial"), d)
	if out := outArray(c, c.Arg("out")); out != nil {
		return c.Cast(c.Namespace, c.Cast(c.Namespace, x, out.V.Dtype()), d)
	}
	return x
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

// reducedInto is into for reductions, which cast as C does and whose result broadcasts to nothing.
func reducedInto(c *frontend.Call, z *ivy.Array) any {
	out := outOfRank(c, z.Ndim())
	sameShape(c, out, z)
	return scalarOfMethod(c, deliver(c, c.Func.Path, c.Wrap(z), out, nil, unsafe))
}

// scalarOfMethod returns what was written into "out", as a scalar where the method of a scalar did that.
func scalarOfMethod(c *frontend.Call, a *frontend.Array) any {
	if c.Has("out") && isScalar(c.Arg(c.Func.Signature().Params[0].Name)) && slices.Contains(scalarMethods, strings.TrimPrefix(c.Func.Path, ".")) {
		return scalar(c.Wrap(c.Env().CopyArray(a.V)))
	}
	return a
}

// scalarMethods are the functions that call the method of that name of a scalar, which returns a scalar
// even where there is an array for the result.
var scalarMethods = strings.Fields("sum prod max min amax amin any all mean var std argmax argmin clip round around choose")

// sameShape raises an error if there is an array for the result of a reduction that has another shape.
func sameShape(c *frontend.Call, out *frontend.Array, z *ivy.Array) {
	if out != nil && !slices.Equal(out.V.Shape(), z.Shape()) {
		c.Raise("ValueError", "output parameter for reduction operation %s has shape %v, want %v", c.Func.Path, shape.Text(out.V.Shape()), shape.Text(z.Shape()))
	}
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

// factorOfText puts the number that a text writes in its place, if products are asked for in a dtype. Sums
// refuse a text whatever the dtype.
func factorOfText(c *frontend.Call) {
	d := c.Dtype("dtype")
	if !strings.HasSuffix(c.Func.Path, "prod") || d == dtype.Invalid {
		return
	}
	c.Substitute(func(p *frontend.Param, v any) (any, bool) {
		text, isText := v.(string)
		if !isText || p.Name != "a" {
			return nil, false
		}
		axesOrNone(c, "axis", 0) // come first
		return c.Wrap(parsed(c, text, d)), true
	})
}

func scan(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, neutral int, skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		factorOfText(c)
		x, axis := alongFirst(c, "a")
		d := reduceType(c, x)
		if skip {
			x = withoutNaN(e, x, float64(neutral))
		}
		from := x.Dtype()
		x = c.Cast(c.Namespace, x, d)
		if out := outArray(c, c.Arg("out")); out != nil && x.Size() == 0 && out.V.Ndim() == x.Ndim() { // there is nothing to write
			if from != d || out.V.Dtype() != d { // a cast looks at the shapes
				sameShape(c, out, x)
			}
			return out
		}
		if d == Bool {
			return reducedInto(c, c.Cast(c.Namespace, f(e, x, ivy.Axis(axis), Int64), Bool))
		}
		z := f(e, x, ivy.Axis(axis), d)
		if d == Float16 {
			z = beyondHalf(e, x, z, f, neutral, axis)
		}
		return reducedInto(c, z)
	}
}

// beyondHalf returns the sums or products z of the parts of x along an axis as of one that is infinite on of infinities: NumPy
// rounds each to float16, and the unified API what it keeps in float32.
func beyondHalf(e *ivy.Env, x, z *ivy.Array, f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, neutral, axis int) *ivy.Array {
	infinite := e.Astype(e.IsInf(z), Int64)
	seen := e.CumulativeSum(infinite, ivy.Axis(axis), Int64)
	on := e.Greater(seen, zeroD(e, 0, Int64))
	first := e.LogicalAnd(on, e.Equal(seen, infinite))
	parts := e.Where(first, z, e.Where(on, x, zeroD(e, float64(neutral), Float16)))
	return e.Where(on, f(e, parts, ivy.Axis(axis), Float16), z)
}

// greatest is max and min.
func greatest(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, skip bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		least := slices.Contains([]string{"min", "amin", "nanmin"}, c.Func.Path)
		x := array(c, "a")
		d := x.Dtype()
		axes := axesOrNone(c, "axis", x.Ndim())
		reduced := shape.Reduce(x.Shape(), axes, c.Bool("keepdims"))
		if out := outOfRank(c, len(reduced)); out != nil {
			if c.Has("initial") { // which comes after the shape
				sameShape(c, out, e.BroadcastTo(zeroD(e, 0, Bool), reduced))
			}
			d = commonOr(d, out.V.Dtype())
			x = c.Cast(c.Namespace, x, d)
		}
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
			mask := broadcast(c, maskOf(c, "where"), x.Shape()) // or an error, before that of the first value
			x = e.Where(mask, x, initial(c, d))
		}
		if c.Has("initial") { // one more element along one of the axes
			first := initial(c, d)
			if len(axes) == 0 || x.Ndim() == 0 {
				return reducedInto(c, pick(e, x, first, least))
			}
			s := x.Shape()
			for i := range axes {
				s[axes[i]] = map[bool]int{true: 1, false: s[axes[i]]}[i == 0]
			}
			x = e.Concat([]*ivy.Array{e.BroadcastTo(first, s), x}, ivy.Axis(axes[0]))
		}
		var z *ivy.Array
		if c.Has("initial") && slices.Contains(x.Shape(), 0) {
			z = e.Full(reduced, frontend.Number(c.Wrap(initial(c, d))), d)
		} else {
			z = extremum(c, x, axes, c.Bool("keepdims"), least)
		}
		if nan != nil && (!c.Has("initial") || isGo(c.Arg("a")) || isScalar(c.Arg("a"))) { // arrays alone are reduced in one step
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
	if !skip && c.Arg("where") == true { // one number, whatever shape the result has
		n := 1
		for _, i := range axes {
			n *= x.Shape()[i]
		}
		return zeroD(e, n, Int64)
	}
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

// summedInto casts a sum to the dtype of the argument "out", in which it is divided then.
func summedInto(c *frontend.Call, z *ivy.Array) *ivy.Array {
	if out := outArray(c, c.Arg("out")); out != nil {
		return c.Cast(c.Namespace, z, out.V.Dtype())
	}
	return z
}

// skipping reports whether a function skips NaN and there may be any.
func skipping(c *frontend.Call, d dtype.Dtype) bool {
	if c.Func.Path[:3] != "nan" || !hasNaN(d) {
		return false
	}
	if c.Has("dtype") && c.Dtype("dtype").Kind() < dtype.KindFloat {
		c.Raise("TypeError", "If a is inexact, then dtype must be inexact")
	}
	if out := outArray(c, c.Arg("out")); out != nil && out.V.Dtype().Kind() < dtype.KindFloat {
		c.Raise("TypeError", "If a is inexact, then out must be inexact")
	}
	return true
}

// axesSkipping returns the argument "axis"; those that skip NaN or have a mask count by functions that
// take an array without axes to have a first one.
func axesSkipping(c *frontend.Call, x *ivy.Array, skip bool) []int {
	rank := x.Ndim()
	if !skip && c.Arg("where") != true && !fits(array(c, "where").Shape(), x.Shape()) { // the mask comes before the axes
		c.Raise("ValueError", "a mask of shape %v for an array of shape %v", array(c, "where").Shape(), x.Shape())
	}
	if skip || c.Arg("where") != true {
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
	axes, keep := axesSkipping(c, x, skip), c.Bool("keepdims")
	n := countOf(c, x, axes, keep, skip)
	if skip {
		x = withoutNaN(e, x, 0)
	}
	z := over(c, summedInto(c, sumOver(c, x, in, axes, keep)), n)
	if !c.Has("out") {
		z = c.Cast(c.Namespace, z, out)
	}
	return reducedInto(c, z)
}

// variance is var and std, step by step as NumPy has them, where the steps' dtypes show.
func variance(c *frontend.Call) any {
	e := c.Env()
	isMethod := strings.HasPrefix(c.Func.Path, ".")
	x := array(c, c.Func.Signature().Params[0].Name)
	d := x.Dtype()
	skip := skipping(c, d)
	ddof := c.Float("ddof")
	if !isMethod && c.Has("correction") {
		if ddof != 0 {
			c.Raise("ValueError", "ddof and correction can't be provided simultaneously.")
		}
		ddof = c.Float("correction")
	}
	axes := axesSkipping(c, x, skip)
	n := countOf(c, x, axes, true, skip)
	var nan *ivy.Array
	if skip {
		nan, x = e.IsNan(x), withoutNaN(e, x, 0)
	}
	in := dtypeOr(c, "dtype", d)
	if !c.Has("dtype") && d.Kind() <= dtype.KindInt {
		in = Float64
	}
	m := c.Arg("mean")
	switch {
	case m == nil && skip && c.Given("mean"): // which NumPy subtracts
		c.Raise("TypeError", "unsupported operand type(s) for -: 'float' and 'NoneType'")
	case m == nil:
		m = c.Wrap(over(c, sumOver(c, x, in, axes, true), n))
	}
	diff := apply(c, "subtract", c.Wrap(x), m)
	if skip {
		if !fits(diff.Shape(), x.Shape()) { // the elements' copy holds the differences
			c.Raise("ValueError", "non-broadcastable output operand with shape %s doesn't match the broadcast shape %s", shape.Text(x.Shape()), shape.Text(diff.Shape()))
		}
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
	if square.Ndim() > x.Ndim() { // a mean with more axes
		axes = axesSkipping(c, square, skip)
	}
	z := summedInto(c, sumOver(c, square, in, axes, true))
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
	if strings.HasSuffix(c.Func.Path, "std") {
		z = deviation(c, z)
	}
	return reducedInto(c, z)
}

// deviation returns the roots of variances in their dtype, which the argument "out" must hold.
func deviation(c *frontend.Call, z *ivy.Array) *ivy.Array {
	out := outOfRank(c, z.Ndim())
	if sameShape(c, out, z); out != nil && out.V.Dtype().Kind() < dtype.KindFloat {
		c.Raise("UFuncTypeError", "Cannot cast ufunc 'sqrt' output to %v with casting rule 'same_kind'", out.V.Dtype())
	}
	root := apply(c, "sqrt", c.Wrap(z))
	if z.Ndim() > 0 && !sameKind.holds(root.Dtype(), z.Dtype()) {
		c.Raise("UFuncTypeError", "Cannot cast ufunc 'sqrt' output from %v to %v with casting rule 'same_kind'", root.Dtype(), z.Dtype())
	}
	return c.Cast(c.Namespace, root, z.Dtype())
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
		if z.Size() == 0 {
			c.Raise("ZeroDivisionError", "division by zero")
		}
		scale = e.Full(z.Shape(), n, z.Dtype())
	} else {
		w := weightsOf(c, x, axes)
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

// covariance is cov of the argument of that name, and what corrcoef divides.
func covariance(c *frontend.Call, name string) *ivy.Array {
	e := c.Env()
	ddof := covarianceDegrees(c, name)
	m := array(c, name)
	if m.Ndim() > 2 {
		c.Raise("ValueError", "m has more than 2 dimensions")
	}
	d := commonOr(m.Dtype(), Float64)
	var y *ivy.Array
	if c.Has("y") {
		if y = covarianceText(c, m); y == nil {
			y = array(c, "y")
		}
		if y.Ndim() > 2 {
			c.Raise("ValueError", "y has more than 2 dimensions")
		}
		d = commonOr(commonOr(m.Dtype(), y.Dtype()), Float64)
	}
	if c.Has("dtype") {
		d = c.Dtype("dtype")
	}
	variables := func(x *ivy.Array) *ivy.Array {
		x = c.Cast(c.Namespace, raised(e, x, 2, front), d)
		if !c.Bool("rowvar") && x.Shape()[0] != 1 {
			x = e.MatrixTranspose(x)
		}
		return x
	}
	x := variables(m)
	if x.Shape()[0] == 0 {
		return e.Zeros([]int{0, 0}, Float64)
	}
	if y != nil {
		x = e.Concat([]*ivy.Array{x, variables(y)}, ivy.Axis(0))
	}
	n := x.Shape()[1]
	var w *ivy.Array
	scale, mean := float64(n)-ddof, over(c, sum(e, x, []int{1}, true), zeroD(e, n, Int64))
	if name == "m" && (c.Has("fweights") || c.Has("aweights")) {
		w, scale = covarianceWeights(c, n, ddof)
		f := commonOr(d, Float64)
		w = e.Astype(w, f)
		total := sum(e, w, []int{0}, false)
		if e.Equal(total, zeroD(e, 0, f)).Bool() {
			c.Raise("ZeroDivisionError", "Weights sum to zero, can't be normalized")
		}
		mean = divide(e, sum(e, e.Multiply(c.Cast(c.Namespace, x, f), w), []int{1}, true), total)
	}
	if from := mean.Dtype(); !sameKind.holds(from, d) || d.Kind() <= dtype.KindInt {
		c.Raise("UFuncTypeError", "Cannot cast ufunc 'subtract' output from float64 to %v with casting rule 'same_kind'", d)
	}
	if w == nil {
		x = e.Subtract(x, c.Cast(c.Namespace, mean, d))
	} else {
		x = c.Cast(c.Namespace, e.Subtract(c.Cast(c.Namespace, x, mean.Dtype()), mean), d)
	}
	weighted := x
	if w != nil {
		weighted = e.Multiply(c.Cast(c.Namespace, x, w.Dtype()), w)
		x = c.Cast(c.Namespace, x, w.Dtype())
	}
	z := e.MatMul(x, e.Conj(e.MatrixTranspose(weighted)))
	z = e.Multiply(z, zeroD(e, 1/math.Max(scale, 0), z.Dtype()))
	return e.Squeeze(z)
}

// covarianceText returns the argument "y" of cov and its like where it is a text: the number that it writes in
// the dtype asked for. Without one it raises the error of texts, of which there are as many as observations of m.
// It returns nil for another argument.
func covarianceText(c *frontend.Call, m *ivy.Array) *ivy.Array {
	text, isText := c.Arg("y").(string)
	switch n := m.Size(); {
	case !isText:
		return nil
	case c.Has("dtype"):
		return parsed(c, text, c.Dtype("dtype"))
	case m.Ndim() > 0:
		if n = m.Shape()[m.Ndim()-1]; !c.Bool("rowvar") && m.Ndim() == 2 && m.Shape()[0] != 1 {
			n = m.Shape()[0]
		}
		fallthrough
	default:
		if n != 1 {
			c.Raise("ValueError", "all the input array dimensions except for the concatenation axis must match exactly")
		}
	}
	c.Raise("TypeError", "texts have no sums")
	return nil
}

// covarianceDegrees is what is taken off the number of observations: "ddof", or as "bias" says.
func covarianceDegrees(c *frontend.Call, name string) float64 {
	switch {
	case name != "m":
		return 1
	case c.Has("ddof"):
		ddof := c.Float("ddof")
		if ddof != math.Trunc(ddof) {
			c.Raise("ValueError", "ddof must be integer")
		}
		return ddof
	case c.Bool("bias"):
		return 0
	}
	return 1
}

// covarianceWeights returns the weights of n observations, and what their products are divided by.
func covarianceWeights(c *frontend.Call, n int, ddof float64) (w *ivy.Array, scale float64) {
	e := c.Env()
	weights := func(name string) *ivy.Array {
		var v *ivy.Array
		if text, isText := c.Arg(name).(string); isText {
			v = parsed(c, text, Float64)
		} else {
			v = array(c, name)
		}
		if v.Dtype().IsComplex() && arrayValue(c.Arg(name)) == nil {
			c.Raise("TypeError", "float() argument must be a string or a real number, not 'complex'")
		}
		v = c.Cast(c.Namespace, v, Float64)
		if name == "fweights" && !e.All(e.Equal(v, e.Round(v))).Bool() {
			c.Raise("TypeError", "fweights must be integer")
		}
		switch {
		case v.Ndim() > 1:
			c.Raise("RuntimeError", "cannot handle multidimensional %s", name)
		case v.Ndim() == 0:
			c.Raise("IndexError", "tuple index out of range")
		case v.Size() != n:
			c.Raise("RuntimeError", "incompatible numbers of samples and %s", name)
		case e.Any(e.Less(v, zeroD(e, 0, Float64))).Bool():
			c.Raise("ValueError", "%s cannot be negative", name)
		}
		return v
	}
	var analytic *ivy.Array
	if c.Has("fweights") {
		w = weights("fweights")
	}
	if c.Has("aweights") {
		analytic = weights("aweights")
		if w == nil {
			w = analytic
		} else {
			w = e.Multiply(w, analytic)
		}
	}
	total := reading.Float(e.Sum(w))
	switch {
	case ddof == 0:
		return w, total
	case analytic == nil:
		return w, total - ddof
	}
	return w, total - ddof*reading.Float(e.Sum(e.Multiply(w, analytic)))/total
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
	x = e.Astype(x, Int64)
	if x.Size() > 0 { // errors before those of the weights
		if ivy.Item[int64](e.Min(x)) < 0 {
			c.Raise("ValueError", "'list' argument must have no negative elements")
		}
		most := ivy.Item[int64](e.Max(x))
		if most >= 1<<40 || most >= math.MaxInt {
			c.Raise("ValueError", "%d bins are too many", most)
		}
		c.Room(max(least, int(most)+1), 8)
	}
	if c.Has("weights") {
		w := array(c, "weights")
		if w.Dtype().IsComplex() {
			c.Raise("TypeError", "Cannot cast array data from %v to float64 according to the rule 'safe'", w.Dtype())
		}
		if w.Ndim() != 1 || w.Size() != x.Size() {
			c.Raise("ValueError", "The weights and list don't have the same length.")
		}
		return c.Wrap(e.Bincount(x, ivy.Weights(e.Astype(w, Float64)), ivy.MinLength(least)))
	}
	return c.Wrap(e.Bincount(x, ivy.MinLength(least)))
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
		lo, hi = c.Cast(c.Namespace, ends[0], commonOr(ends[0].Dtype(), Float64)), c.Cast(c.Namespace, ends[1], commonOr(ends[1].Dtype(), Float64))
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
		half := c.Cast(c.Namespace, zeroD(e, 0.5, Float64), lo.Dtype())
		lo, hi = e.Subtract(lo, half), e.Add(hi, half)
	}
	return apply(c, "linspace", c.Wrap(lo), c.Wrap(hi), n+1, frontend.Named{Name: "dtype", Value: d})
}

// evenBins returns the bins, from one, of complex numbers among n bins of one width, zero outside of them. As
// NumPy it divides the distance from the first edge by the whole width, takes the real part, and goes on from
// there by one bin at most, which is another order than that of the numbers themselves: a bin that is not
// there is an error.
func evenBins(c *frontend.Call, edges, x *ivy.Array, n int) []int {
	e := c.Env()
	at := func(i int) *ivy.Array { return e.GetItem(edges, i) }
	inside := e.LogicalAnd(lessEqual(e, at(0), x), lessEqual(e, x, at(n)))
	part := e.Multiply(divide(e, e.Subtract(x, at(0)), e.Subtract(at(n), at(0))), zeroD(e, n, x.Dtype()))
	parts := ivy.Values[float64](e.Astype(e.Trunc(e.Real(part)), Float64))
	bins := make([]int, len(parts))
	edge, elements := ivy.Values[complex128](e.Astype(edges, Complex128)), ivy.Values[complex128](e.Astype(x, Complex128))
	before := func(bin int, z complex128) int { // how an element compares with the first edge of a bin
		if bin < 0 {
			bin += n + 1
		}
		if bin < 0 || bin > n {
			c.Raise("IndexError", "index %d is out of bounds for axis 0 with size %d", bin, n+1)
		}
		return cmp.Or(cmp.Compare(real(z), real(edge[bin])), cmp.Compare(imag(z), imag(edge[bin])))
	}
	for i, in := range ivy.Values[bool](inside) {
		if !in {
			continue
		}
		if !(math.Abs(parts[i]) <= math.MaxInt32) { // an integer far from all bins
			parts[i] = math.MinInt32
		}
		bin := int(parts[i])
		if bin == n {
			bin--
		}
		if before(bin, elements[i]) < 0 {
			bin--
		}
		if before(bin+1, elements[i]) >= 0 && bin != n-1 {
			bin++
		}
		if bin < 0 || bin >= n {
			c.Raise("ValueError", "'list' argument must have no negative elements, nor one beyond the bins")
		}
		bins[i] = bin + 1
	}
	return bins
}

// checkWeights refuses weights of another shape than the elements'.
func checkWeights(c *frontend.Call) {
	if !c.Has("weights") {
		return
	}
	shapeOf := func(name string) []int {
		if isOther(c.Arg(name)) { // which has no axes
			return nil
		}
		return array(c, name).Shape()
	}
	if !slices.Equal(shapeOf("weights"), shapeOf("a")) {
		c.Raise("ValueError", "weights should have the same shape as a.")
	}
}

// binsOfText refuses bins in a range for a text.
func binsOfText(c *frontend.Call) {
	if _, isText := c.Arg("a").(string); isText && c.Has("range") {
		c.Raise("DTypePromotionError", "a text and the numbers of a range have no dtype in common")
	}
}

func histogram(c *frontend.Call) any {
	e := c.Env()
	checkWeights(c)
	binsOfText(c)
	x := ravel(e, array(c, "a"))
	edges := binEdges(c, x)
	xs := alikeArrays(c, edges, x)
	n := edges.Size() - 1
	// The row Histogram compares integers as float64, and takes no complex numbers and no bins of NaN: only its sums are a row's here.
	var at *ivy.Array // from one, what is in no bin is outside of 1 to n
	if bins := c.Operand("bins"); x.Dtype().IsComplex() && (bins.A == nil || bins.A.V.Ndim() == 0) {
		at = e.Asarray(evenBins(c, xs[0], xs[1], n), Int64)
	} else {
		last := e.GetItem(xs[0], ivy.Slice(n, n+1))
		sides := searchSorted(e, xs[0], xs[1], "right")
		at = e.Subtract(sides, e.Astype(e.Equal(xs[1], last), Int64)) // the last bin has its right edge
	}
	c.Room(n, 24)
	beyond := e.LogicalOr(e.Greater(at, zeroD(e, n, Int64)), e.IsNan(xs[1]))
	at = e.Where(beyond, zeroD(e, 0, Int64), at)
	sums := func(weights ...ivy.Option) *ivy.Array {
		return e.GetItem(e.Bincount(at, append(weights, ivy.MinLength(n+1))...), ivy.Slice(1, n+1))
	}
	var z *ivy.Array
	if !c.Has("weights") {
		z = sums()
	} else {
		w := ravel(e, array(c, "weights"))
		d := w.Dtype()
		if bins := c.Operand("bins"); d == Bool && at.Size() > 0 && bins.A != nil && bins.A.V.Ndim() > 0 { // the sums of other bins are integers
			c.Raise("UFuncTypeError", "Cannot cast ufunc 'add' output from int64 to bool with casting rule 'same_kind'")
		}
		in := Float64
		if d.IsComplex() {
			in = Complex128
		}
		z = c.Cast(c.Namespace, sums(ivy.Weights(e.Astype(w, in))), d)
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
