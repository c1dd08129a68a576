package backendtest

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// gradientCases are functions of every row that has a derivative, with every option that the
// derivative depends on.
var gradientCases = sync.OnceValue(func() []*gradientCase {
	return slices.Concat(elementwiseGradients(), pairGradients(), reduceGradients(), scanGradients(), moveGradients(),
		joinGradients(), indexGradients(), assignGradients(), productGradients(), fourierGradients(), matrixGradients(), networkGradients(), activationGradients(), lossGradients(), stepGradients())
})

type (
	function1 = func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array
	function2 = func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array
)

var (
	pointShapes = [][][]int{{{}}, {{2, 3}}, {{2, 0}}}
	broadShapes = [][][]int{{{}, {}}, {{2, 3}, {2, 3}}, {{2, 1}, {1, 3}}, {{2}, {}}, {{3}, {2, 1, 3}}, {{2, 0}, {1, 1}}}
)

// of returns a case of a function of one operand.
func of(rows, name string, f function1, shapes [][][]int, opts ...ivy.Option) *gradientCase {
	return &gradientCase{rows: rows, name: name, shapes: shapes, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return f(e, x[0], opts...) }}
}

// onlyReal returns a case without complex dtypes.
func onlyReal(c *gradientCase) *gradientCase {
	c.real = true
	return c
}

func elementwiseGradients() (out []*gradientCase) {
	for _, c := range []struct {
		name string
		f    function1
		from interval
	}{
		{"Abs", (*ivy.Env).Abs, anyNumbers}, {"Acos", (*ivy.Env).Acos, inUnit}, {"Acosh", (*ivy.Env).Acosh, above1},
		{"Asin", (*ivy.Env).Asin, inUnit}, {"Asinh", (*ivy.Env).Asinh, anyNumbers}, {"Atan", (*ivy.Env).Atan, anyNumbers},
		{"Atanh", (*ivy.Env).Atanh, inUnit}, {"Conj", (*ivy.Env).Conj, anyNumbers}, {"CopyArray", (*ivy.Env).CopyArray, anyNumbers},
		{"Cos", (*ivy.Env).Cos, anyNumbers}, {"Cosh", (*ivy.Env).Cosh, anyNumbers}, {"Erf", (*ivy.Env).Erf, anyNumbers},
		{"Erfc", (*ivy.Env).Erfc, anyNumbers}, {"Exp", (*ivy.Env).Exp, anyNumbers}, {"Expit", (*ivy.Env).Expit, anyNumbers},
		{"Expm1", (*ivy.Env).Expm1, anyNumbers}, {"Imag", (*ivy.Env).Imag, anyNumbers}, {"Log", (*ivy.Env).Log, positives},
		{"Log10", (*ivy.Env).Log10, positives}, {"Log1p", (*ivy.Env).Log1p, inUnit}, {"Log2", (*ivy.Env).Log2, positives},
		{"Negative", (*ivy.Env).Negative, anyNumbers}, {"Positive", (*ivy.Env).Positive, anyNumbers}, {"Real", (*ivy.Env).Real, anyNumbers},
		{"Reciprocal", (*ivy.Env).Reciprocal, positives}, {"Relu", (*ivy.Env).Relu, anyNumbers}, {"Sigmoid", (*ivy.Env).Sigmoid, anyNumbers},
		{"Sign", (*ivy.Env).Sign, anyNumbers}, {"Silu", (*ivy.Env).Silu, anyNumbers}, {"Sin", (*ivy.Env).Sin, anyNumbers},
		{"Sinh", (*ivy.Env).Sinh, anyNumbers}, {"Softplus SoftplusOne", (*ivy.Env).Softplus, anyNumbers}, {"Sqrt", (*ivy.Env).Sqrt, positives},
		{"Square", (*ivy.Env).Square, anyNumbers}, {"Tan", (*ivy.Env).Tan, inUnit}, {"Tanh", (*ivy.Env).Tanh, anyNumbers},
		{"Gelu GeluErf", (*ivy.Env).Gelu, anyNumbers}, {"NanToNum JoinComplex", (*ivy.Env).NanToNum, anyNumbers},
		{"Digamma", (*ivy.Env).Digamma, positives}, {"Erfcx", (*ivy.Env).Erfcx, anyNumbers}, {"Erfinv", (*ivy.Env).Erfinv, inUnit},
		{"I0", (*ivy.Env).I0, anyNumbers}, {"I0e", (*ivy.Env).I0e, anyNumbers}, {"I1", (*ivy.Env).I1, anyNumbers}, {"I1e", (*ivy.Env).I1e, anyNumbers},
		{"Entr", (*ivy.Env).Entr, positives}, {"Exp2", (*ivy.Env).Exp2, anyNumbers}, {"LogNdtr", (*ivy.Env).LogNdtr, anyNumbers}, {"Logit", (*ivy.Env).Logit, fractions},
		{"Ndtr", (*ivy.Env).Ndtr, anyNumbers}, {"Sinc", (*ivy.Env).Sinc, anyNumbers},
		{"Lgamma", (*ivy.Env).Lgamma, positives}, {"Ndtri", (*ivy.Env).Ndtri, fractions},
	} {
		k := of(c.name, "", c.f, pointShapes)
		k.from = []interval{c.from}
		out = append(out, k)
	}
	cast := func(d dtype.Dtype) function1 {
		return func(e *ivy.Env, x any, _ ...ivy.Option) *ivy.Array { return e.Astype(x, d) }
	}
	some := [][][]int{{{2, 3}}}
	return append(out,
		of("Gelu GeluTanh", "approximate", (*ivy.Env).Gelu, some, ivy.Approximate(true)),
		of("Softplus", "beta", (*ivy.Env).Softplus, some, ivy.Beta(2.5)),
		of("Softplus", "beta and threshold", (*ivy.Env).Softplus, some, ivy.Beta(-1.5), ivy.Threshold(0.7)),
		of("Cast Astype", "complex", cast(dtype.Complex128), some),
		onlyReal(of("Cast Astype", "float64", cast(dtype.Float64), some)),
		of("Asarray", "", (*ivy.Env).Asarray, some, ivy.Copy(true)),
		of("Asarray", "as it is", (*ivy.Env).Asarray, some))
}

func pairGradients() (out []*gradientCase) {
	for _, c := range []struct {
		name string
		f    function2
		from []interval
	}{
		{"Add", (*ivy.Env).Add, nil}, {"Subtract", (*ivy.Env).Subtract, nil}, {"Multiply", (*ivy.Env).Multiply, nil},
		{"Divide", (*ivy.Env).Divide, []interval{anyNumbers, positives}}, {"Pow", (*ivy.Env).Pow, []interval{positives, anyNumbers}},
		{"Atan2", (*ivy.Env).Atan2, nil}, {"Hypot", (*ivy.Env).Hypot, nil}, {"LogAddExp", (*ivy.Env).LogAddExp, nil},
		{"CopySign", (*ivy.Env).CopySign, nil}, {"Maximum", (*ivy.Env).Maximum, nil}, {"Minimum", (*ivy.Env).Minimum, nil},
		{"Fmax", (*ivy.Env).Fmax, nil}, {"Fmin", (*ivy.Env).Fmin, nil},
		{"BetaLn", (*ivy.Env).BetaLn, []interval{positives, positives}}, {"XLogY", (*ivy.Env).XLogY, []interval{anyNumbers, positives}},
		{"XLog1pY", (*ivy.Env).XLog1pY, []interval{anyNumbers, inUnit}},
		{"Remainder", (*ivy.Env).Remainder, []interval{{2.1, 2.9, 0}, {0.75, 1, 0}}},
	} {
		out = append(out, &gradientCase{rows: c.name, shapes: broadShapes, from: c.from,
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return c.f(e, x[0], x[1]) }})
	}
	with := func(rows, name string, shapes [][][]int, from []interval, f func(e *ivy.Env, x *ivy.Array) *ivy.Array) {
		out = append(out, &gradientCase{rows: rows, name: name, shapes: shapes, from: from,
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return f(e, x[0]) }})
	}
	some := [][][]int{{{2, 3}}}
	with("Multiply", "by itself", some, nil, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Multiply(x, x) })
	with("Multiply", "by its transpose", [][][]int{{{3, 3}}}, nil, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Multiply(x, e.MatrixTranspose(x)) })
	with("Divide", "a number by it", some, []interval{positives}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Divide(3.0, x) })
	with("Pow", "to a whole number", some, nil, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Pow(x, 3) })
	with("Pow", "a number to it", some, nil, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Pow(2.5, x) })
	with("Zeta", "", some, []interval{positives}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Zeta(2.5, x) })
	with("Igamma", "", some, []interval{positives}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Igamma(2.5, x) })
	with("Igammac", "", some, []interval{positives}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Igammac(0.5, x) })
	with("Sinc", "near 0", some, []interval{{-0.1, 0.1, 0}}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Sinc(x) })
	with("BetaLn", "large", some, []interval{positives}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.BetaLn(x, 250.0) })
	with("Zeta Polygamma", "negative", some, []interval{{-2.9, -2.1, 0}}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Polygamma(1, x) })
	with("Polygamma Digamma", "0", some, []interval{positives}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Polygamma(0, x) })
	with("Pow", "to itself", some, []interval{positives}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Pow(x, x) })
	with("Subtract", "from a number", some, nil, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Subtract(1.5, x) })
	with("Maximum", "of a number", some, nil, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Maximum(x, 0.0) })
	with("Remainder", "negative divisor", some, []interval{{2.1, 2.9, 0}}, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Remainder(x, -3.5) })
	with("CopySign", "of a number", some, nil, func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.CopySign(x, -1.0) })
	out = append(out,
		&gradientCase{rows: "Where", shapes: broadShapes, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Where(e.Asarray([]bool{true, false, true}[:max(1, lastLength(x))]), x[0], x[1])
		}},
		&gradientCase{rows: "Where", name: "on values", real: true, shapes: [][][]int{{{2, 3}, {3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Where(e.Greater(x[0], 0.0), e.Multiply(x[0], x[1]), 1.5)
		}},
		&gradientCase{rows: "Clip", shapes: [][][]int{{{2, 3}, {3}, {2, 1}}}, from: []interval{{-4, 4, 0}, {-2, -1, 0}, {1, 2, 0}},
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Clip(x[0], x[1], x[2]) }},
		&gradientCase{rows: "Clip", name: "numbers", shapes: pointShapes,
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Clip(x[0], -0.5, 1.0) }},
		&gradientCase{rows: "Clip", name: "one bound", shapes: [][][]int{{{2, 3}}},
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Clip(x[0], nil, 0.3) }})
	return out
}

// lastLength returns the length of the last axis of broadcast operands.
func lastLength(x []*ivy.Array) int {
	n := 1
	for _, a := range x {
		if s := a.Shape(); len(s) > 0 && (n == 1 || s[len(s)-1] == 0) {
			n = s[len(s)-1]
		}
	}
	return n
}

func reduceGradients() (out []*gradientCase) {
	all := [][][]int{{{}}, {{4}}, {{2, 3}}}
	for _, c := range []struct {
		name string
		f    function1
		none bool // also of no elements
	}{
		{"Sum", (*ivy.Env).Sum, true}, {"Mean", (*ivy.Env).Mean, false}, {"Prod", (*ivy.Env).Prod, true}, {"Max", (*ivy.Env).Max, false},
		{"Min", (*ivy.Env).Min, false}, {"Std", (*ivy.Env).Std, false}, {"Var", (*ivy.Env).Var, false},
	} {
		shapes := all
		if c.name == "Std" { // of one element it is 0
			shapes = all[1:]
		}
		if c.none {
			shapes = append(slices.Clone(shapes), [][]int{{0}}, [][]int{{2, 0}})
		}
		out = append(out,
			of(c.name, "", c.f, shapes),
			of(c.name, "axis", c.f, [][][]int{{{2, 3}}, {{3, 2, 2}}}, ivy.Axis(0)),
			of(c.name, "last axis kept", c.f, [][][]int{{{4}}, {{2, 3}}, {{3, 0, 2}}}, ivy.Axis(-1), ivy.KeepDims(true)),
			of(c.name, "axes", c.f, [][][]int{{{2, 3, 2}}}, ivy.Axes{2, 0}),
			of(c.name, "negative axes kept", c.f, [][][]int{{{2, 3, 2}}}, ivy.Axes{-1, -2}, ivy.KeepDims(true)),
			of(c.name, "no axes", c.f, [][][]int{{{2, 3}}}, ivy.Axes{}))
		if c.name == "Std" {
			out = out[:len(out)-1]
		}
		if c.name == "Std" || c.name == "Var" {
			out = append(out,
				of(c.name, "correction", c.f, [][][]int{{{5}}, {{3, 2}}}, ivy.Correction(1)),
				of(c.name, "correction of a half along an axis", c.f, [][][]int{{{3, 2}}}, ivy.Correction(0.5), ivy.Axis(0)))
		}
	}
	zeros := func(f function1, opts ...ivy.Option) func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return func(e *ivy.Env, x []*ivy.Array) ivy.Tree { // the number of zeros differs by row
			zero := e.Asarray([][]float64{{1, 1, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 0}, {0, 0, 1, 0}}, x[0].Dtype())
			return f(e, e.Multiply(x[0], zero), opts...)
		}
	}
	out = append(out,
		&gradientCase{rows: "Prod", name: "zeros", shapes: [][][]int{{{4, 4}}}, f: zeros((*ivy.Env).Prod, ivy.Axis(1))},
		&gradientCase{rows: "CumulativeProd", name: "zeros", shapes: [][][]int{{{4, 4}}}, f: zeros((*ivy.Env).CumulativeProd, ivy.Axis(1))},
		&gradientCase{rows: "CumulativeProd", name: "zeros, reverse", shapes: [][][]int{{{4, 4}}}, f: zeros((*ivy.Env).CumulativeProd, ivy.Axis(1), ivy.Reverse(true))},
		&gradientCase{rows: "CumulativeProd", name: "zeros, exclusive", shapes: [][][]int{{{4, 4}}}, f: zeros((*ivy.Env).CumulativeProd, ivy.Axis(1), ivy.Exclusive(true))},
		&gradientCase{rows: "Sum", name: "of a dtype", shapes: [][][]int{{{2, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Sum(x[0], ivy.Axis(0), ivy.Dtype(dtype.Complex128))
		}},
		&gradientCase{rows: "Prod", name: "of a dtype", shapes: [][][]int{{{2, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Prod(x[0], ivy.Axis(0), ivy.Dtype(dtype.Complex128))
		}})
	return out
}

func scanGradients() (out []*gradientCase) {
	for _, c := range []struct {
		name string
		f    function1
	}{{"CumulativeSum", (*ivy.Env).CumulativeSum}, {"CumulativeProd", (*ivy.Env).CumulativeProd}} {
		add := func(name string, opts ...ivy.Option) {
			out = append(out, of(c.name, name, c.f, [][][]int{{{2, 4}}, {{3, 0}}}, append(opts, ivy.Axis(1))...))
		}
		out = append(out, of(c.name, "", c.f, [][][]int{{{4}}, {{0}}}), of(c.name, "negative axis", c.f, [][][]int{{{3, 2}}}, ivy.Axis(-2)))
		add("initial", ivy.IncludeInitial(true))
		add("exclusive", ivy.Exclusive(true))
		add("reverse", ivy.Reverse(true))
		add("exclusive reverse", ivy.Exclusive(true), ivy.Reverse(true))
		add("initial reverse", ivy.IncludeInitial(true), ivy.Reverse(true))
	}
	sorted := [][][]int{{{5}}, {{2, 4}}, {{0}}}
	return append(out,
		of("Sort", "", (*ivy.Env).Sort, sorted),
		of("Sort", "descending", (*ivy.Env).Sort, sorted, ivy.Descending(true)),
		of("Sort", "axis", (*ivy.Env).Sort, [][][]int{{{3, 2, 2}}}, ivy.Axis(0), ivy.Descending(true)),
		of("Sort", "negative axis", (*ivy.Env).Sort, [][][]int{{{3, 2, 2}}}, ivy.Axis(-2)),
		of("Diff", "", (*ivy.Env).Diff, [][][]int{{{4}}, {{2, 3}}}),
		of("Diff", "twice along an axis", (*ivy.Env).Diff, [][][]int{{{4, 2}}}, ivy.Axis(0), ivy.N(2)),
		&gradientCase{rows: "Diff", name: "with ends", shapes: [][][]int{{{3, 2}, {1, 2}, {2, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Diff(x[0], ivy.Axis(0), ivy.Prepend(x[1]), ivy.Append(x[2]))
		}})
}

func moveGradients() []*gradientCase {
	m := func(rows, name string, f func(e *ivy.Env, x *ivy.Array) ivy.Tree, shapes ...[]int) *gradientCase {
		c := &gradientCase{rows: rows, name: name, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return f(e, x[0]) }}
		for _, s := range shapes {
			c.shapes = append(c.shapes, [][]int{s})
		}
		return c
	}
	return []*gradientCase{
		m("BroadcastTo", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.BroadcastTo(x, append([]int{2}, x.Shape()...)) }, []int{}, []int{3}, []int{2, 0}),
		m("BroadcastTo", "ones", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.BroadcastTo(x, []int{2, 3, 2}) }, []int{3, 1}, []int{1}, []int{1, 1, 2}),
		m("Reshape", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Reshape(x, []int{3, -1}) }, []int{2, 3}, []int{6}),
		m("Reshape", "copy", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Reshape(x, []int{6}, ivy.Copy(true)) }, []int{2, 3}),
		m("PermuteDims", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.PermuteDims(x, []int{2, 0, -2}) }, []int{2, 3, 2}, []int{2, 0, 1}),
		m("MatrixTranspose", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.MatrixTranspose(x) }, []int{2, 3}, []int{2, 1, 3}),
		m("MoveAxis", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.MoveAxis(x, []int{0, -1}, []int{-1, 0}) }, []int{2, 3, 2}),
		m("ExpandDims", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.ExpandDims(x, ivy.Axes{0, -1}) }, []int{2, 3}, []int{}),
		m("Squeeze", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Squeeze(x, ivy.Axes{0, 2}) }, []int{1, 3, 1}),
		m("Flip", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Flip(x) }, []int{2, 3}, []int{}),
		m("Flip", "axis", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Flip(x, ivy.Axis(-1)) }, []int{2, 3}),
		m("Roll", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Roll(x, []int{2}) }, []int{2, 3}),
		m("Roll", "axes", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Roll(x, []int{1, -2}, ivy.Axes{0, -1}) }, []int{2, 3}, []int{2, 0}),
		m("Tile", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Tile(x, []int{2, 1, 3}) }, []int{2, 2}, []int{2, 1, 2}),
		m("Tile", "fewer", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Tile(x, []int{3}) }, []int{2, 2}, []int{}),
		m("Repeat", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Repeat(x, 2) }, []int{2, 3}),
		m("Repeat", "by counts", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.Repeat(x, e.Asarray([]int64{2, 0, 3}), ivy.Axis(1))
		}, []int{2, 3}),
		m("Tril", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Tril(x, ivy.K(-1)) }, []int{3, 3}, []int{2, 2, 3}),
		m("Triu", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Triu(x, ivy.K(1)) }, []int{3, 3}, []int{2, 2, 3}),
		m("Pad", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Pad(x, [][2]int{{1, 2}, {0, 1}}) }, []int{2, 3}),
		m("Pad", "edge", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Pad(x, [][2]int{{1, 2}}, ivy.Mode("edge")) }, []int{2, 3}),
		m("Pad", "reflect", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Pad(x, [][2]int{{1, 3}}, ivy.Mode("reflect")) }, []int{2, 3}),
		m("Pad", "symmetric", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Pad(x, [][2]int{{1, 3}}, ivy.Mode("symmetric")) }, []int{2, 3}),
		m("Pad", "wrap", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Pad(x, [][2]int{{4, 3}}, ivy.Mode("wrap")) }, []int{2, 3}),
		m("AssociativeScanned", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.AssociativeScan(x, func(x, y *ivy.Array) *ivy.Array { return e.Multiply(x, y) }, ivy.Axis(1))
		}, []int{2, 5}),
		m("AssociativeScanned", "in reverse", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.AssociativeScan(x, func(x, y *ivy.Array) *ivy.Array { return e.MatMul(x, y) }, ivy.Reverse(true))
		}, []int{4, 2, 2}),
		m("AsStrided", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.AsStrided(x, []int{3, 2}, []int{x.Dtype().Size(), 2 * x.Dtype().Size()})
		}, []int{2, 3}),
		m("ConstantPad", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.ConstantPad(x, [][2]int{{1, 2}}, ivy.Value(2)) }, []int{2, 3}),
		m("ZeroPad", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.ZeroPad(x, [][2]int{{1, 2}}) }, []int{2, 3}),
		m("Expand", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Expand(x, []int{2, -1, 3}) }, []int{2, 1}),
		m("Flatten", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Flatten(x, ivy.StartDim(1), ivy.Order("F")) }, []int{2, 3, 2}),
		m("Unflatten", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Unflatten(x, 1, []int{2, -1}) }, []int{2, 4}),
		m("FlipLR", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.FlipLR(x) }, []int{2, 3}),
		m("FlipUD", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.FlipUD(x) }, []int{2, 3}),
		m("Rot90", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Rot90(x, ivy.K(3)) }, []int{2, 3}),
		m("SwapAxes", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.SwapAxes(x, 0, -1) }, []int{2, 3, 2}),
		m("Split", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.Split(x, ivy.NumOrSizeSplits(2), ivy.WithRemainder(true), ivy.Axis(1))
		}, []int{2, 3}),
		m("HSplit", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.HSplit(x, []int{1, 0}) }, []int{2, 3}),
		m("VSplit", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.VSplit(x, 2) }, []int{2, 3}),
		m("DSplit", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.DSplit(x, 2) }, []int{1, 3, 2}),
		m("Matricize", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Matricize(x, []int{2, 0}) }, []int{2, 3, 2}),
		m("PartialFold", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.PartialFold(x, 1, []int{2, 3, 2}) }, []int{2, 2, 3}),
		m("PartialTensorToVec", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.PartialTensorToVec(x) }, []int{2, 3, 2}),
		m("PartialUnfold", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.PartialUnfold(x, 1, ivy.SkipEnd(1)) }, []int{2, 3, 2, 2}),
		m("PartialVecToTensor", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.PartialVecToTensor(x, []int{2, 3, 2}) }, []int{2, 6}),
		m("TrimZeros", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.TrimZeros(e.ZeroPad(x, [][2]int{{1, 2}})) }, []int{4}),
		m("UniqueConsecutive", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			values, _, _ := e.UniqueConsecutive(e.Repeat(x, 2, ivy.Axis(0)), ivy.Axis(0))
			return values
		}, []int{2, 3}),
		m("Unstack", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Unstack(x, ivy.Axis(1)) }, []int{2, 3}),
		m("Meshgrid", "of one", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.Meshgrid([]*ivy.Array{x, e.Multiply(x, x)}, ivy.Indexing("ij"))
		}, []int{3}),
		m("EinopsRearrange", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.EinopsRearrange(x, "(a b) c -> b (c a)", ivy.AxesLengths{"a": 2})
		}, []int{4, 3}),
		m("EinopsReduce", "mean", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.EinopsReduce(x, "a b c -> c a", "mean") }, []int{2, 3, 2}),
		m("EinopsReduce", "max", func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.EinopsReduce(e.Real(x), "(a 2) c -> a c", "max")
		}, []int{4, 3}),
		m("EinopsReduce", "prod", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.EinopsReduce(x, "a b -> a", "prod") }, []int{2, 3}),
		m("EinopsRepeat", "", func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.EinopsRepeat(x, "a b -> (b 2) a") }, []int{2, 3}),
	}
}

func joinGradients() []*gradientCase {
	j := func(rows, name string, f func(e *ivy.Env, x []*ivy.Array) ivy.Tree, shapes ...[][]int) *gradientCase {
		return &gradientCase{rows: rows, name: name, shapes: shapes, f: f}
	}
	return []*gradientCase{
		j("Concat", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Concat(x) }, [][]int{{2}, {3}, {1}}, [][]int{{1, 2}, {0, 2}, {2, 2}}),
		j("Concat", "negative axis", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Concat(x, ivy.Axis(-1)) }, [][]int{{2, 1}, {2, 3}}),
		j("Concat", "flat", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Concat(x, ivy.NoAxis{}) }, [][]int{{2, 1}, {3}}),
		j("Concat", "the same twice", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Concat([]*ivy.Array{x[0], x[1], x[0]}, ivy.Axis(0))
		}, [][]int{{2}, {1}}),
		j("Stack", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Stack(x, ivy.Axis(1)) }, [][]int{{2, 3}, {2, 3}}, [][]int{{2}, {2}}),
		j("Atleast1D Atleast2D Atleast3D", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return []*ivy.Array{e.Atleast1D(x...)[0], e.Atleast2D(x...)[1], e.Atleast3D(x...)[1]}
		}, [][]int{{}, {3}}),
		j("HStack", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.HStack(x) }, [][]int{{2, 1}, {2, 3}}, [][]int{{2}, {}}),
		j("VStack", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.VStack(x) }, [][]int{{3}, {2, 3}}),
		j("DStack", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.DStack(x) }, [][]int{{2, 3}, {2, 3}}),
		j("ColumnStack", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.ColumnStack(x) }, [][]int{{2}, {2, 3}}),
		j("ConcatFromSequence", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ConcatFromSequence(x, ivy.WithNewAxis(1), ivy.Axis(1))
		}, [][]int{{2}, {2}}),
		j("PadSequence", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.PadSequence(x, ivy.PaddingValue(2)) }, [][]int{{2, 2}, {3, 2}}),
		j("Choose", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Choose([]int{1, 0, 1}, x) }, [][]int{{3}, {2, 3}}),
		j("FillDiagonal", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.FillDiagonal(x[0], x[1], ivy.Wrap(true)) }, [][]int{{5, 2}, {3}}, [][]int{{2, 3}, {}}),
		j("PutAlongAxis", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.PutAlongAxis(x[0], [][]int{{0, 2, 0}}, x[1], 1)
		}, [][]int{{2, 3}, {2, 3}}, [][]int{{2, 3}, {}}),
		j("PutAlongAxis", "sum", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.PutAlongAxis(x[0], [][]int{{0, 2, 0}}, x[1], 1, ivy.Mode("sum"))
		}, [][]int{{2, 3}, {2, 3}}),
		j("PutAlongAxis", "mul", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.PutAlongAxis(x[0], [][]int{{0, 2, 0}}, x[1], 1, ivy.Mode("mul"))
		}, [][]int{{2, 3}, {2, 3}}),
		j("PutAlongAxis", "mean", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.PutAlongAxis(x[0], [][]int{{0, 2, 0}}, x[1], 1, ivy.Mode("mean"))
		}, [][]int{{2, 3}, {2, 3}}),
		onlyReal(j("PutAlongAxis", "amax", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.PutAlongAxis(x[0], [][]int{{0, 2, 0}}, x[1], 1, ivy.Mode("amax"))
		}, [][]int{{2, 3}, {2, 3}})),
		j("BroadcastArrays", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.BroadcastArrays(x...) }, [][]int{{2, 1}, {3}}),
		j("Meshgrid", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Meshgrid(x) }, [][]int{{2}, {3}}),
		j("Pad", "a tracked constant", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Pad(x[0], [][2]int{{1, 2}}, ivy.ConstantValues(x[1]))
		}, [][]int{{3}, {}}),
	}
}

// indexGradients are of what indices take: basic ones and arrays.
func indexGradients() []*gradientCase {
	g := func(rows, name string, shapes [][]int, key func(e *ivy.Env) []any) *gradientCase {
		c := &gradientCase{rows: rows, name: name, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.GetItem(x[0], key(e)...) }}
		for _, s := range shapes {
			c.shapes = append(c.shapes, [][]int{s})
		}
		return c
	}
	ints := func(e *ivy.Env, v any) *ivy.Array { return e.Asarray(v, dtype.Int64) }
	two := [][]int{{4, 5}}
	three := [][]int{{3, 4, 2}}
	return []*gradientCase{
		g("Slice", "a number", [][]int{{4}, {4, 3}}, func(*ivy.Env) []any { return []any{-2} }),
		g("Slice", "steps", two, func(*ivy.Env) []any { return []any{ivy.Slice(1, nil, 2), ivy.Slice(0, 4, 3)} }),
		g("Slice", "steps back", two, func(*ivy.Env) []any { return []any{ivy.Slice(nil, nil, -1), ivy.Slice(4, 0, -2)} }),
		g("Slice", "ellipsis and new axis", three, func(*ivy.Env) []any { return []any{ivy.Ellipsis, ivy.NewAxis, 1} }),
		g("Slice", "nothing", two, func(*ivy.Env) []any { return []any{ivy.Slice(2, 2)} }),
		g("Index", "repeated", [][]int{{4}, {4, 2}}, func(e *ivy.Env) []any { return []any{ints(e, []int64{1, -1, 1, 0, 1})} }),
		g("Index", "of two axes", two, func(e *ivy.Env) []any { return []any{ints(e, [][]int64{{1, 3}, {-4, 1}})} }),
		g("Index", "two arrays", three, func(e *ivy.Env) []any { return []any{ints(e, []int64{0, 2, 0}), ints(e, []int64{1, -1, 1})} }),
		g("Index", "three arrays that broadcast", three, func(e *ivy.Env) []any {
			return []any{ints(e, [][]int64{{0}, {2}}), ints(e, []int64{1, -1, 1}), ints(e, 1)}
		}),
		g("Index", "arrays apart", three, func(e *ivy.Env) []any {
			return []any{ints(e, []int64{0, 2, 0}), ivy.Slice(nil, nil, -2), ints(e, []int64{1, 0, 1})}
		}),
		g("Index", "slice first", three, func(e *ivy.Env) []any { return []any{ivy.Slice(1, nil), ints(e, []int64{3, 3, 0})} }),
		g("Index", "none", two, func(e *ivy.Env) []any { return []any{ints(e, []int64{})} }),
		g("Index", "mask", two, func(e *ivy.Env) []any { return []any{e.Asarray([]bool{true, false, true, true})} }),
		g("Index", "mask of all axes", [][]int{{2, 3}}, func(e *ivy.Env) []any { return []any{e.Asarray([][]bool{{true, false, true}, {false, false, true}})} }),
		g("Index", "empty mask", [][]int{{3}}, func(e *ivy.Env) []any { return []any{e.Asarray([]bool{false, false, false})} }),
		{rows: "Index", name: "mask on values", real: true, shapes: [][][]int{{{3, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.GetItem(x[0], e.Greater(x[0], 0.0))
		}},
		{rows: "Take", shapes: [][][]int{{{4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Take(x[0], ints(e, []int64{1, 3, 1, 0})) }},
		{rows: "Take", name: "axis 0", shapes: [][][]int{{{4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Take(x[0], ints(e, []int64{1, 3, 1, -1}), ivy.Axis(0))
		}},
		{rows: "Take", name: "middle axis", shapes: [][][]int{{{2, 4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Take(x[0], ints(e, []int64{1, 3, 1, -1}), ivy.Axis(1))
		}},
		{rows: "Take", name: "indices of two axes", shapes: [][][]int{{{2, 4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Take(x[0], ints(e, [][]int64{{1, 2}, {1, -1}, {0, 0}}), ivy.Axis(-1))
		}},
		{rows: "Take", name: "wrap", shapes: [][][]int{{{2, 4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Take(x[0], ints(e, []int64{1, 7, -9, -1}), ivy.Axis(1), ivy.Mode("wrap"))
		}},
		{rows: "Take", name: "clip", shapes: [][][]int{{{2, 4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Take(x[0], ints(e, []int64{1, 7, -9, -1}), ivy.Axis(1), ivy.Mode("clip"))
		}},
		{rows: "Take", name: "fill", shapes: [][][]int{{{2, 4, 3}, {}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Take(x[0], ints(e, [][]int64{{1, 7}, {-9, -1}}), ivy.Axis(1), ivy.Mode("fill"), ivy.FillValue(x[1]))
		}},
		{rows: "Take", name: "one", shapes: [][][]int{{{2, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Take(x[0], ints(e, 2), ivy.Axis(1))
		}},
		{rows: "TakeAlongAxis", shapes: [][][]int{{{2, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.TakeAlongAxis(x[0], ints(e, [][]int64{{2, 2, 0, -1}, {1, 1, 1, 0}}))
		}},
		{rows: "TakeAlongAxis", name: "axis 0", shapes: [][][]int{{{3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.TakeAlongAxis(x[0], ints(e, [][]int64{{2, 2}, {-3, 2}, {0, 1}, {0, 0}}), ivy.Axis(0))
		}},
		{rows: "TakeAlongAxis", name: "broadcast indices", shapes: [][][]int{{{3, 2}}, {{3, 1}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.TakeAlongAxis(x[0], ints(e, [][]int64{{2}, {-3}}), ivy.Axis(0))
		}},
		{rows: "TakeAlongAxis", name: "broadcast operand", shapes: [][][]int{{{3, 1}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.TakeAlongAxis(x[0], ints(e, [][]int64{{2, 0}, {-3, 2}}), ivy.Axis(0))
		}},
		{rows: "TakeAlongAxis", name: "narrow indices", shapes: [][][]int{{{40, 10}}}, real: true, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.GetItem(e.TakeAlongAxis(x[0], e.Astype(e.Subtract(39, e.Reshape(e.Arange(40), []int{40, 1})), dtype.Int8), ivy.Axis(0)), ivy.Slice(nil, 3))
		}},
	}
}

// assignGradients are of writes: what was there gets no gradient any more, what is written does.
func assignGradients() []*gradientCase {
	w := func(rows, name string, x, v []int, key func(e *ivy.Env) []any) *gradientCase {
		return &gradientCase{rows: rows, name: name, shapes: [][][]int{{x, v}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z := e.Multiply(x[0], x[0])
			write := e.SetItem
			if rows == "AddIndex" {
				write = e.AddItem
			}
			write(z, e.Multiply(x[1], x[1]), key(e)...)
			return z
		}}
	}
	ints := func(e *ivy.Env, v any) *ivy.Array { return e.Asarray(v, dtype.Int64) }
	mask := func(e *ivy.Env) []any { return []any{e.Asarray([][]bool{{true, false, true}, {false, true, true}})} }
	var out []*gradientCase
	for _, rows := range []string{"SetSlice", "AddIndex"} {
		out = append(out,
			w(rows, "a number", []int{4}, []int{}, func(*ivy.Env) []any { return []any{1} }),
			w(rows, "a row", []int{3, 4}, []int{4}, func(*ivy.Env) []any { return []any{-1} }),
			w(rows, "steps", []int{3, 4}, []int{2, 1}, func(*ivy.Env) []any { return []any{ivy.Slice(nil, nil, 2), ivy.Slice(3, 0, -1)} }),
			w(rows, "everything", []int{3, 2}, []int{2}, func(*ivy.Env) []any { return nil }),
			w(rows, "nothing", []int{3, 2}, []int{2}, func(*ivy.Env) []any { return []any{ivy.Slice(1, 1)} }),
			w(rows, "no axes", []int{}, []int{}, func(*ivy.Env) []any { return []any{ivy.Ellipsis} }))
	}
	for _, rows := range []string{"SetIndex", "AddIndex"} {
		out = append(out,
			w(rows, "places", []int{5}, []int{3}, func(e *ivy.Env) []any { return []any{ints(e, []int64{1, 4, -3})} }),
			w(rows, "repeated", []int{4}, []int{5}, func(e *ivy.Env) []any { return []any{ints(e, []int64{1, 3, 1, -3, 0})} }),
			w(rows, "repeated rows", []int{3, 2}, []int{4, 2}, func(e *ivy.Env) []any { return []any{ints(e, []int64{1, 2, 1, -2})} }),
			w(rows, "one row for several", []int{3, 2}, []int{2}, func(e *ivy.Env) []any { return []any{ints(e, []int64{1, 2, 1})} }),
			w(rows, "several arrays", []int{3, 4, 2}, []int{3, 2}, func(e *ivy.Env) []any { return []any{ints(e, []int64{0, 2, 0}), ints(e, []int64{1, -1, 1})} }),
			w(rows, "arrays apart", []int{3, 4, 2}, []int{3, 2}, func(e *ivy.Env) []any {
				return []any{ints(e, []int64{0, 2, 0}), ivy.Slice(nil, nil, -2), ints(e, []int64{1, 0, 1})}
			}),
			w(rows, "mask", []int{2, 3}, []int{4}, mask),
			w(rows, "one number by mask", []int{2, 3}, []int{}, mask),
			w(rows, "no indices", []int{3, 2}, []int{0, 2}, func(e *ivy.Env) []any { return []any{ints(e, []int64{})} }))
	}
	return append(out,
		&gradientCase{rows: "SetSlice", name: "through views", shapes: [][][]int{{{3, 4}, {2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z := e.Multiply(x[0], 2.0)
			row := e.GetItem(z, 1)
			e.SetItem(e.GetItem(row, ivy.Slice(nil, nil, 2)), x[1])
			column := e.GetItem(z, ivy.Colon, 0)
			e.Multiply(column, column, ivy.Out(column))
			return []*ivy.Array{z, e.Multiply(row, row)}
		}},
		&gradientCase{rows: "SetSlice", name: "out", shapes: [][][]int{{{3}, {3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z := e.CopyArray(x[0])
			e.Multiply(z, x[1], ivy.Out(z))
			e.Add(z, x[0], ivy.Out(z))
			return e.Multiply(z, z)
		}},
		&gradientCase{rows: "SetSlice", name: "over zeros", shapes: [][][]int{{{3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z := e.ZerosLike(x[0])
			for i := range 3 {
				e.SetItem(z, e.Multiply(e.GetItem(x[0], i), e.GetItem(x[0], (i+1)%3)), i)
			}
			return z
		}})
}

func productGradients() []*gradientCase {
	p := func(rows, name string, f func(e *ivy.Env, x []*ivy.Array) ivy.Tree, shapes ...[][]int) *gradientCase {
		return &gradientCase{rows: rows, name: name, shapes: shapes, f: f}
	}
	return []*gradientCase{
		p("MatMul", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.MatMul(x[0], x[1]) },
			[][]int{{2, 3}, {3, 2}}, [][]int{{3}, {3}}, [][]int{{2, 3}, {3}}, [][]int{{3}, {3, 2}}, [][]int{{2, 2, 3}, {3, 2}}, [][]int{{2, 3}, {2, 3, 2}},
			[][]int{{2, 1, 2, 3}, {2, 3, 1}}, [][]int{{2, 2, 3}, {2, 3, 1}}, [][]int{{1, 2, 3}, {3, 2}}, [][]int{{2, 2, 3}, {3}}, [][]int{{3}, {2, 3, 2}},
			[][]int{{0, 3}, {3, 2}}, [][]int{{2, 0}, {0, 2}}, [][]int{{2, 0, 3}, {3, 2}}, [][]int{{2, 2, 3}, {3, 0}}),
		p("MatMul", "by itself", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.MatMul(x[0], e.MatMul(x[0], x[0])) }, [][]int{{3, 3}}),
		p("VecDot", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.VecDot(x[0], x[1]) }, [][]int{{3}, {3}}, [][]int{{2, 3}, {3}}),
		p("VecDot", "axis", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.VecDot(x[0], x[1], ivy.Axis(-2)) }, [][]int{{3, 2}, {3, 1}}),
		p("TensorDot", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.TensorDot(x[0], x[1]) }, [][]int{{2, 2, 3}, {2, 3, 2}}),
		p("TensorDot", "axes", func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.TensorDot(x[0], x[1], ivy.ContractAxes{{0, -1}, {1, 0}})
		}, [][]int{{2, 2, 3}, {3, 2, 2}}),
		p("TensorDot", "none", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.TensorDot(x[0], x[1], ivy.Contract(0)) }, [][]int{{2}, {3}}),
		p("Einsum", "product", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Einsum("ij,jk->ki", x...) }, [][]int{{2, 3}, {3, 2}}),
		p("Einsum", "batch", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Einsum("bij,bkj->bik", x...) }, [][]int{{2, 2, 3}, {2, 1, 3}}),
		p("Einsum", "three", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Einsum("ij,jk,k->i", x...) }, [][]int{{2, 3}, {3, 2}, {2}}),
		p("Einsum", "diagonal", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Einsum("ii->i", x...) }, [][]int{{3, 3}}),
		p("Einsum", "trace", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Einsum("ii", x...) }, [][]int{{3, 3}}),
		p("Einsum", "sum", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Einsum("...j->...", x...) }, [][]int{{2, 2, 3}}),
		p("Einsum", "outer", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Einsum("i,j->ij", x...) }, [][]int{{2}, {3}}),
		p("Linear", "", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Linear(x[0], x[1]) }, [][]int{{2, 3}, {2, 3}}, [][]int{{3}, {2, 3}}),
		p("Linear", "bias", func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Linear(x[0], x[1], ivy.Bias(x[2])) },
			[][]int{{2, 3}, {2, 3}, {2}}, [][]int{{2, 2, 3}, {2, 3}, {2}}),
	}
}

// fourierGradients are cases of transforms, and of their kernels in the dtypes that those take.
func fourierGradients() (out []*gradientCase) {
	one, many := [][][]int{{{4}}, {{2, 3}}, {{0, 3}}}, [][][]int{{{4}}, {{2, 3}}}
	for _, c := range []struct {
		rows   string
		f      function1
		shapes [][][]int
	}{
		{"FFT", (*ivy.Env).FFT, one}, {"FourierComplex", (*ivy.Env).FFT, one}, {"IFFT", (*ivy.Env).IFFT, one},
		{"RFFT", (*ivy.Env).RFFT, one}, {"FourierReal", (*ivy.Env).RFFT, one},
		{"IRFFT", (*ivy.Env).IRFFT, one}, {"FourierHermitian", (*ivy.Env).IRFFT, one},
		{"HFFT", (*ivy.Env).HFFT, one}, {"IHFFT", (*ivy.Env).IHFFT, one},
		{"FFTN", (*ivy.Env).FFTN, many}, {"IFFTN", (*ivy.Env).IFFTN, many},
		{"RFFTN", (*ivy.Env).RFFTN, many}, {"IRFFTN", (*ivy.Env).IRFFTN, many},
	} {
		out = append(out,
			of(c.rows, "", c.f, c.shapes),
			of(c.rows, "norm", c.f, [][][]int{{{3, 5}}}, ivy.Axis(0), ivy.Norm("ortho")))
		if c.shapes[len(c.shapes)-1][0][0] == 0 {
			out = append(out, of(c.rows, "cut", c.f, [][][]int{{{2, 7}}}, ivy.N(5)), of(c.rows, "filled", c.f, [][][]int{{{2, 3}}}, ivy.N(8)))
		} else {
			out = append(out, of(c.rows, "lengths", c.f, [][][]int{{{2, 3, 4}}}, ivy.S{5, 3}, ivy.Axes{1, 2}), of(c.rows, "empty", c.f, [][][]int{{{0, 3}}}, ivy.Axis(1)))
		}
	}
	for kind := 1; kind <= 4; kind++ {
		for _, norm := range []string{"backward", "ortho", "forward"} {
			name := fmt.Sprintf("type %d, %s", kind, norm)
			out = append(out, of("DCT", name, (*ivy.Env).DCT, [][][]int{{{4}}, {{2, 3}}}, ivy.DCTType(kind), ivy.Norm(norm)),
				of("IDCT", name, (*ivy.Env).IDCT, [][][]int{{{5}}, {{2, 2}}}, ivy.DCTType(kind), ivy.Norm(norm)))
		}
	}
	for _, mode := range []string{"full", "same", "valid"} {
		out = append(out, &gradientCase{rows: "FFTConvolve", name: mode, shapes: [][][]int{{{5}, {3}}, {{2, 4}, {2, 3}}},
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.FFTConvolve(x[0], x[1], ivy.Mode(mode)) }})
	}
	for _, o := range [][]ivy.Option{nil, {ivy.FFTLength(5)}, {ivy.PadEnd(true)}} {
		out = append(out, &gradientCase{rows: "STFT", name: fmt.Sprint(o), shapes: [][][]int{{{5}}, {{2, 4}}, {{1}}},
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.STFT(x[0], 3, 2, o...) }})
	}
	for _, o := range [][]ivy.Option{nil, {ivy.FFTLength(5)}, {ivy.N(6)}, {ivy.N(3)}} {
		out = append(out, &gradientCase{rows: "ISTFT", name: fmt.Sprint(o), shapes: [][][]int{{{2, 3}}, {{2, 3, 3}}, {{0, 3}}},
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.ISTFT(x[0], 3, 2, o...) }})
	}
	out = append(out, &gradientCase{rows: "STFT", name: "window", shapes: [][][]int{{{5}, {3}}},
		f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.STFT(x[0], 3, 1, ivy.Window(x[1])) }},
		&gradientCase{rows: "ISTFT", name: "window", real: true, from: []interval{{lo: -1, hi: 1}, {lo: 0.5, hi: 2}}, shapes: [][][]int{{{2, 3}, {4}}},
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.ISTFT(x[0], 4, 2, ivy.Window(x[1])) }})
	out = append(out, of("DCT", "length", (*ivy.Env).DCT, [][][]int{{{3, 4}}}, ivy.N(5), ivy.Axis(0)), of("IDCT", "length", (*ivy.Env).IDCT, [][][]int{{{2, 4}}}, ivy.N(3)),
		&gradientCase{rows: "FFTConvolve", name: "axis", shapes: [][][]int{{{3, 2}, {2, 1}}, {{3, 0}, {2, 1}}},
			f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.FFTConvolve(x[0], x[1], ivy.Axis(0)) }})
	return append(out,
		of("FFTShift", "", (*ivy.Env).FFTShift, one), of("FFTShift", "axis", (*ivy.Env).FFTShift, [][][]int{{{3, 4}}}, ivy.Axis(0)),
		of("IFFTShift", "", (*ivy.Env).IFFTShift, one), of("IFFTShift", "axis", (*ivy.Env).IFFTShift, [][][]int{{{3, 4}}}, ivy.Axis(0)))
}

func networkGradients() []*gradientCase {
	out := []*gradientCase{
		of("Softmax SoftmaxAlong", "", (*ivy.Env).Softmax, [][][]int{{{4}}, {{2, 3}}, {{0, 3}}}),
		of("Softmax", "axis", (*ivy.Env).Softmax, [][][]int{{{3, 2, 2}}}, ivy.Axis(0)),
		of("LogSoftmax", "", (*ivy.Env).LogSoftmax, [][][]int{{{4}}, {{2, 3}}, {{0, 3}}}),
		of("LogSoftmax", "axis", (*ivy.Env).LogSoftmax, [][][]int{{{3, 2, 2}}}, ivy.Axis(-2)),
		{rows: "MaxPool", name: "windows that lie over each other", shapes: [][][]int{{{2, 5, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.MaxPool(x[0], []int{3}, []int{1}, 1) }, real: true},
		{rows: "MaxPool", name: "channels first", shapes: [][][]int{{{1, 2, 5, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.MaxPool(x[0], []int{2}, []int{2, 1}, "SAME", ivy.DataFormat("channel_first"), ivy.Dilations{1, 2})
		}, real: true},
		{rows: "MaxPoolWithIndices", shapes: [][][]int{{{2, 4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z, _ := e.MaxPoolWithIndices(x[0], []int{2}, []int{2}, "VALID")
			return z
		}, real: true},
		{rows: "AdaptiveMaxPool", shapes: [][][]int{{{1, 5, 4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.AdaptiveMaxPool(x[0], []int{3, 2}) }, real: true},
		{rows: "AvgPool PoolWindows", shapes: [][][]int{{{1, 5, 4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.AvgPool(x[0], []int{3, 2}, []int{2}, 1, ivy.CeilMode(true))
		}, real: true},
		{rows: "AdaptiveAvgPool", shapes: [][][]int{{{1, 5, 4, 2}}, {{2, 3, 1}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.AdaptiveAvgPool(x[0], []int{3}) }, real: true},
		{rows: "Unfold", shapes: [][][]int{{{1, 4, 3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Unfold(x[0], []int{2}, []int{1, 2}, 1) }},
		{rows: "Fold", shapes: [][][]int{{{2, 4, 6}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Fold(x[0], []int{7}, []int{3}, []int{2}, 1) }},
		{rows: "ConvGeneralTranspose", shapes: [][][]int{{{1, 3, 2, 2}, {2, 3, 1, 2}, {1}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ConvGeneralTranspose(x[0], x[1], []int{2, 1}, 1, ivy.Bias(x[2]), ivy.OutputPadding{1, 0})
		}},
		{rows: "DepthwiseConv", shapes: [][][]int{{{1, 4, 3, 2}, {2, 2, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.DepthwiseConv(x[0], x[1], []int{1}, "SAME") }},
		{rows: "Embedding", shapes: [][][]int{{{4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Embedding(x[0], [][]int64{{1, -1}, {1, 0}}, ivy.MaxNorm(1.5))
		}, real: true},
		{rows: "Median", shapes: [][][]int{{{5}}, {{2, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Median(x[0], ivy.Axis(-1)) }, real: true},
		{rows: "NanMedian", shapes: [][][]int{{{5}}, {{2, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.NanMedian(x[0], ivy.Axis(-1)) }, real: true},
		{rows: "Quantile OrderStatistics", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Quantile(x[0], []float64{0.1, 0.7, 1}, ivy.Axis(1), ivy.Interpolation("hazen"))
		}, real: true},
		{rows: "Quantile", name: "lower, all", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Quantile(x[0], 0.4, ivy.Interpolation("lower")) }, real: true},
		{rows: "NanQuantile", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.NanQuantile(x[0], []float64{0.1, 0.7}, ivy.Axis(0))
		}, real: true},
		{rows: "NanMean", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.NanMean(x[0], ivy.Axis(1)) }},
		{rows: "NanProd", shapes: [][][]int{{{2, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.NanProd(x[0], ivy.Axis(1), ivy.Only([]bool{true, false, true}), ivy.Initial(2))
		}},
		{rows: "NanMax", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.NanMax(x[0], ivy.Axis(0)) }, real: true},
		{rows: "NanMin", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.NanMin(x[0], ivy.Initial(9.5)) }, real: true},
		{rows: "CumMax CumulativeExtremes", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { z, _ := e.CumMax(x[0], ivy.Axis(1)); return z }, real: true},
		{rows: "CumMin", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z, _ := e.CumMin(x[0], ivy.Axis(1), ivy.Reverse(true))
			return z
		}, real: true},
		{rows: "Cov", shapes: [][][]int{{{2, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Cov(x[0], nil) }},
		{rows: "Cov", name: "of two, weighted", shapes: [][][]int{{{2, 4}, {1, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Cov(x[0], x[1], ivy.FWeights([]int{1, 2, 0, 3}), ivy.AWeights([]float64{0.5, 1, 2, 1}))
		}},
		{rows: "CorrCoef", shapes: [][][]int{{{2, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.CorrCoef(x[0]) }, real: true},
		{rows: "Bincount CountIntegers", shapes: [][][]int{{{5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Bincount([]int{1, 0, 3, 1, 1}, ivy.Weights(x[0])) }},
		{rows: "Histogram CountIntervals", shapes: [][][]int{{{5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Histogram([]float64{0.5, 1.5, 0.25, 3, 9}, ivy.Bins([]float64{0, 1, 2, 4}), ivy.Weights(x[0]))
		}, real: true},
		{rows: "HistogramDD", shapes: [][][]int{{{3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.HistogramDD([][]float64{{0, 1}, {1, 1}, {0.2, 0.9}}, ivy.Bins(2), ivy.Weights(x[0]))[0]
		}, real: true},
		{rows: "MSort", shapes: [][][]int{{{4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.MSort(x[0]) }, real: true},
		{rows: "Partition PartitionAround", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Partition(x[0], []int{2}) }, real: true},
		{rows: "TopK TopIndices", shapes: [][][]int{{{2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { z, _ := e.TopK(x[0], 3, ivy.Axis(1)); return z }, real: true},
		{rows: "Gather", shapes: [][][]int{{{2, 3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Gather(x[0], [][]int64{{0, -1}, {2, 2}}, ivy.Axis(1), ivy.BatchDims(1))
		}},
		{rows: "Gather", name: "without batches", shapes: [][][]int{{{2, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Gather(x[0], []int64{0, -1, 0}) }},
		{rows: "GatherND", shapes: [][][]int{{{2, 3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.GatherND(x[0], [][]int64{{0, 2}, {1, -1}, {0, 2}}) }},
		{rows: "ScatterND ScatterReduced", shapes: [][][]int{{{4, 2}, {3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ScatterND([][]int64{{0}, {2}, {0}, {1}}, x[0], ivy.Initial(x[1]))
		}},
		{rows: "ScatterND", name: "products", rounded: true, shapes: [][][]int{{{4, 2}, {3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ScatterND([][]int64{{0}, {2}, {0}, {0}}, x[0], ivy.Initial(x[1]), ivy.Reduction("mul"))
		}},
		{rows: "ScatterFlat", name: "least", shapes: [][][]int{{{4}, {3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ScatterFlat([]int64{0, 2, 0, 0}, x[0], ivy.Initial(x[1]), ivy.Reduction("min"))
		}, real: true},
		{rows: "ScatterFlat", shapes: [][][]int{{{4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ScatterFlat([]int64{0, 2, 0, 0}, x[0], ivy.Size(4), ivy.Reduction("replace"))
		}},
		{rows: "UnsortedSegmentSum", shapes: [][][]int{{{4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.UnsortedSegmentSum(x[0], []int64{0, 2, 0, -1}, 3) }},
		{rows: "UnsortedSegmentMean", shapes: [][][]int{{{4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.UnsortedSegmentMean(x[0], []int64{0, 2, 0, -1}, 3) }},
		{rows: "UnsortedSegmentMax", shapes: [][][]int{{{4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.UnsortedSegmentMax(x[0], []int64{0, 1, 0, -1}, 2) }, real: true},
		{rows: "UnsortedSegmentMin", shapes: [][][]int{{{4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.UnsortedSegmentMin(x[0], []int64{0, 1, 0, -1}, 2) }, real: true},
		{rows: "LPPool", shapes: [][][]int{{{1, 5, 4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.LPPool(x[0], []int{3, 2}, []int{2}, 1, ivy.CeilMode(true))
		}, real: true},
		{rows: "LPPool", name: "of power 3", from: []interval{{lo: 0.5, hi: 2}}, shapes: [][][]int{{{2, 4, 1}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.LPPool(x[0], []int{2}, []int{1}, "VALID", ivy.NormOrder(3))
		}, real: true},
		{rows: "LPPool", name: "of the greatest", shapes: [][][]int{{{2, 4, 1}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.LPPool(x[0], []int{2}, []int{2}, "VALID", ivy.NormOrder(math.Inf(1)))
		}, real: true},
		{rows: "MaxUnpool", shapes: [][][]int{{{2, 3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.MaxUnpool(x[0], [][][]int64{{{0, 3}, {2, 3}, {0, 1}}, {{1, 1}, {1, 1}, {4, 0}}}, []int{5})
		}},
		{rows: "GridSample", from: []interval{{lo: -1, hi: 1}, {lo: -1.4, hi: 1.4}}, shapes: [][][]int{{{2, 3, 4, 2}, {2, 2, 2, 2}}, {{1, 2, 3, 2, 1}, {1, 1, 2, 2, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.GridSample(x[0], x[1]) }, real: true},
		{rows: "GridSample", name: "cubic, reflected", from: []interval{{lo: -1, hi: 1}, {lo: -2, hi: 2}}, shapes: [][][]int{{{1, 2, 3, 4}, {1, 2, 3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.GridSample(x[0], x[1], ivy.Mode("cubic"), ivy.PaddingMode("reflection"), ivy.AlignCorners(true), ivy.DataFormat("channel_first"))
		}, real: true},
		{rows: "GridSample", name: "nearest", from: []interval{{lo: -1, hi: 1}, {lo: -1, hi: 1}}, shapes: [][][]int{{{1, 2, 3, 1}, {1, 2, 2, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.GridSample(x[0], x[1], ivy.Mode("nearest"), ivy.PaddingMode("border"))
		}, real: true},
		{rows: "ROIAlign", from: []interval{{lo: -1, hi: 1}, {lo: 0.1, hi: 1}}, shapes: [][][]int{{{2, 4, 3, 2}, {2, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			images := e.Asarray([][]float64{{1}, {0}})
			boxes := e.Concat([]*ivy.Array{e.Astype(images, x[1].Dtype()), x[1], e.Add(x[1], 1.5)}, ivy.Axis(1))
			return e.ROIAlign(x[0], boxes, []int{2, 1}, ivy.SamplingRatio(2), ivy.SpatialScale(0.75), ivy.Aligned(true))
		}, real: true},
		{rows: "SeparableConv", shapes: [][][]int{{{1, 4, 3, 2}, {2, 2, 2, 2}, {4, 3}, {3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.SeparableConv(x[0], x[1], x[2], []int{2, 1}, "SAME", ivy.Bias(x[3]))
		}},
		{rows: "LocalResponseNorm", shapes: [][][]int{{{2, 3, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.LocalResponseNorm(x[0], 3, ivy.Alpha(0.5)) }, real: true},
		{rows: "EmbeddingBag", shapes: [][][]int{{{4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.EmbeddingBag(x[0], [][]int64{{1, -1, 2}, {1, 0, 0}}, ivy.MaxNorm(1.5), ivy.PaddingIdx(2))
		}, real: true},
		{rows: "EmbeddingBag", name: "offsets and factors", shapes: [][][]int{{{4, 3}, {5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.EmbeddingBag(x[0], []int64{1, -1, 2, 1, 0}, ivy.Offsets([]int64{0, 2, 2, 4}), ivy.Mode("sum"), ivy.PerSampleWeights(x[1]))
		}, real: true},
		{rows: "EmbeddingBag", name: "mean of offsets", shapes: [][][]int{{{4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.EmbeddingBag(x[0], []int64{1, -1, 2, 1, 0}, ivy.Offsets([]int64{0, 3, 4}), ivy.IncludeLastOffset(true))
		}, real: true},
		{rows: "EmbeddingBag", name: "greatest of offsets", shapes: [][][]int{{{4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.EmbeddingBag(x[0], []int64{1, -1, 2, 1, 0}, ivy.Offsets([]int64{0, 3, 3}), ivy.Mode("max"), ivy.PaddingIdx(2))
		}, real: true},
		{rows: "EmbeddingBag", name: "greatest of rows", shapes: [][][]int{{{4, 3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.EmbeddingBag(x[0], [][]int64{{1, -1, 2}, {1, 0, 3}}, ivy.Mode("max"))
		}, real: true},
		{rows: "Dropout", shapes: [][][]int{{{3, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Dropout(x[0], 0.25, ivy.FromSeed(7)) }, real: true},
		{rows: "Dropout", name: "whole channels", shapes: [][][]int{{{2, 3, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Dropout(x[0], 0.5, ivy.FromSeed(7), ivy.NoiseShape{-1, -1, 1})
		}, real: true},
		{rows: "Interpolate", shapes: [][][]int{{{1, 4, 3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Interpolate(x[0], []int{6, 2}, ivy.Mode("cubic")) }, real: true},
		{rows: "Interpolate", name: "with antialias", shapes: [][][]int{{{1, 5, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Interpolate(x[0], []int{2}, ivy.Mode("linear"), ivy.Antialias(true))
		}, real: true},
		{rows: "ScaledDotProductAttention Attend", shapes: [][][]int{{{2, 3, 2}, {2, 4, 2}, {2, 4, 3}, {3, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ScaledDotProductAttention(x[0], x[1], x[2], ivy.Mask(x[3]), ivy.IsCausal(true))
		}, real: true},
		{rows: "ScaledDotProductAttention", name: "grouped queries", shapes: [][][]int{{{1, 4, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ScaledDotProductAttention(x[0], x[1], x[2], ivy.Scale(0.5))
		}, real: true},
		{rows: "ScaledDotProductAttention", name: "operands that broadcast", shapes: [][][]int{{{2, 3, 2}, {4, 2}, {1, 4, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.ScaledDotProductAttention(x[0], x[1], x[2]) }, real: true},
		{rows: "ScaledDotProductAttention", name: "dropout", shapes: [][][]int{{{2, 3, 2}, {2, 4, 2}, {2, 4, 3}, {3, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.ScaledDotProductAttention(x[0], x[1], x[2], ivy.Mask(x[3]), ivy.DropoutP(0.4), ivy.Training(true), ivy.FromSeed(7))
		}, real: true},
		{rows: "MultiHeadAttention", name: "dropout", shapes: [][][]int{{{3, 4}, {2, 4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.MultiHeadAttention(x[0], x[1], x[1], 2, ivy.DropoutP(0.4), ivy.Training(true), ivy.FromSeed(3))
		}, real: true},
		{rows: "MultiHeadAttention", shapes: [][][]int{{{3, 4}, {2, 4}, {12, 4}, {12}, {3, 4}, {3}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.MultiHeadAttention(x[0], x[1], x[1], 2, ivy.InProjWeight(x[2]), ivy.InProjBias(x[3]), ivy.OutProjWeight(x[4]), ivy.OutProjBias(x[5]), ivy.Scale(0.1))
		}, real: true},
		{rows: "BatchNorm NormalizeChannels", rounded: true, shapes: [][][]int{{{2, 3, 2}, {2}, {2}, {2}, {2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z, _, _ := e.BatchNorm(x[0], x[1], e.Exp(x[2]), ivy.Scale(x[3]), ivy.Offset(x[4]))
			return z
		}, real: true},
		{rows: "BatchNorm", name: "training", shapes: [][][]int{{{4, 2, 3}, {2}, {2}, {2}, {2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			z, m, v := e.BatchNorm(x[0], x[1], x[2], ivy.Training(true), ivy.Eps(0.5), ivy.Scale(x[3]), ivy.Offset(x[4]), ivy.DataFormat("channel_first"))
			return []*ivy.Array{z, m, v}
		}, real: true},
		{rows: "GroupNorm NormalizeGroups", rounded: true, shapes: [][][]int{{{2, 3, 4}, {4}, {4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.GroupNorm(x[0], 2, ivy.Scale(x[1]), ivy.Offset(x[2]), ivy.Eps(0.5))
		}, real: true},
		{rows: "InstanceNorm", rounded: true, shapes: [][][]int{{{2, 2, 5}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.InstanceNorm(x[0], ivy.DataFormat("channel_first"), ivy.Eps(0.5))
		}, real: true},
		{rows: "RMSNorm", shapes: [][][]int{{{2, 4}, {4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.RMSNorm(x[0], []int{-1}, ivy.Scale(x[1])) }, real: true},
		{rows: "LayerNorm NormalizeLast", shapes: [][][]int{{{2, 4}}, {{4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.LayerNorm(x[0], []int{-1}) }},
		{rows: "LayerNorm", name: "scale and offset", shapes: [][][]int{{{2, 4}, {4}, {4}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.LayerNorm(x[0], []int{-1}, ivy.Scale(x[1]), ivy.Offset(x[2]), ivy.Eps(0.1), ivy.NewStd(1.7))
		}},
		{rows: "LayerNorm", name: "two axes", shapes: [][][]int{{{2, 3, 2}, {3, 2}, {3, 2}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.LayerNorm(x[0], []int{1, 2}, ivy.Scale(x[1]), ivy.Offset(x[2]))
		}},
	}
	// x, the weights of two directions, and the states before the first position
	recurrent := func(rows string, gates, states int, f func(e *ivy.Env, x []*ivy.Array) ivy.Tree) {
		shapes := [][]int{{3, 2, 2}}
		for range 2 {
			shapes = append(shapes, []int{gates * 2, 2}, []int{gates * 2, 2}, []int{gates * 2}, []int{gates * 2})
		}
		out = append(out, &gradientCase{rows: rows + " Recur", real: true, rounded: true, shapes: [][][]int{append(shapes, slices.Repeat([][]int{{2, 2, 2}}, states)...)}, f: f})
	}
	recurrent("LSTM", 4, 2, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		z, h, c := e.LSTM(x[0], x[1:9], ivy.InitialState(x[9]), ivy.InitialCell(x[10]), ivy.Bidirectional(true), ivy.Lengths([]int64{3, 2}))
		return []*ivy.Array{z, h, c}
	})
	recurrent("GRU", 3, 1, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		z, h := e.GRU(e.PermuteDims(x[0], []int{1, 0, 2}), x[1:9], ivy.InitialState(x[9]), ivy.Bidirectional(true), ivy.BatchFirst(true))
		return []*ivy.Array{z, h}
	})
	recurrent("RNN", 1, 1, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		z, h := e.RNN(x[0], x[1:9], ivy.InitialState(x[9]), ivy.Bidirectional(true))
		return []*ivy.Array{z, h}
	})
	out = append(out, &gradientCase{rows: "LSTMUpdate Recur", real: true, rounded: true, shapes: [][][]int{{{2, 3, 2}, {2, 2}, {2, 2}, {2, 8}, {2, 8}, {8}, {8}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		h, c := e.LSTMUpdate(x[0], x[1], x[2], x[3], x[4], ivy.Bias(x[5]), ivy.RecurrentBias(x[6]))
		return []*ivy.Array{h, c}
	}})
	conv := func(name string, x, filters, bias []int, strides []int, padding any, opts ...ivy.Option) {
		c := &gradientCase{rows: "ConvGeneralDilated Convolve ConvolveFilters", name: name, shapes: [][][]int{{x, filters}}}
		if bias != nil {
			c.shapes[0] = append(c.shapes[0], bias)
		}
		c.f = func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			o := slices.Clone(opts)
			if bias != nil {
				o = append(o, ivy.Bias(x[2]))
			}
			return e.ConvGeneralDilated(x[0], x[1], strides, padding, o...)
		}
		out = append(out, c)
	}
	conv("one dimension", []int{2, 5, 2}, []int{3, 2, 3}, nil, []int{1}, "VALID")
	conv("same", []int{1, 4, 3, 1}, []int{2, 2, 1, 2}, []int{2}, []int{1}, "SAME")
	conv("strides", []int{1, 5, 4, 1}, []int{2, 2, 1, 2}, nil, []int{2, 3}, "SAME")
	conv("strides that leave a rest", []int{1, 6, 1}, []int{2, 1, 2}, nil, []int{3}, "VALID")
	conv("padding", []int{1, 4, 3, 1}, []int{2, 2, 1, 2}, nil, []int{1}, [][2]int{{1, 2}, {0, 1}})
	conv("dilations", []int{1, 6, 1}, []int{2, 1, 2}, []int{2}, []int{2}, 1, ivy.Dilations{2})
	conv("dilated operand", []int{1, 4, 2}, []int{3, 2, 1}, nil, []int{2}, 1, ivy.XDilations{2})
	conv("groups", []int{1, 4, 4}, []int{2, 2, 4}, nil, []int{1}, "VALID", ivy.FeatureGroupCount(2))
	conv("channels first", []int{1, 2, 4, 3}, []int{2, 2, 2, 3}, nil, []int{1}, "VALID", ivy.DataFormat("channel_first"))
	conv("filters first", []int{1, 4, 2}, []int{3, 2, 2}, nil, []int{1}, "VALID", ivy.FilterFormat("channel_first"))
	return out
}
