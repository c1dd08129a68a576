package backendtest

import (
	"math"

	"github.com/goivy/goivy/ivy"
)

// stepGradients are those of functions of several steps: element by element, of samples, new arrays, norms.
func stepGradients() []*gradientCase {
	some := [][][]int{{{2, 3}}}
	one := func(rows, name string, from []interval, shapes [][][]int, f func(e *ivy.Env, x *ivy.Array) ivy.Tree) *gradientCase {
		return &gradientCase{rows: rows, name: name, shapes: shapes, from: from, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return f(e, x[0]) }}
	}
	two := func(rows, name string, from []interval, shapes [][][]int, f function2) *gradientCase {
		return &gradientCase{rows: rows, name: name, shapes: shapes, from: from, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return f(e, x[0], x[1]) }}
	}
	// Whole numbers, at which these functions jump, are far from the operands.
	noJump, divisors := interval{2.1, 2.9, 0}, interval{0.97, 1, 0}
	cases := []*gradientCase{
		of("Angle", "", (*ivy.Env).Angle, pointShapes), of("Angle", "degrees", (*ivy.Env).Angle, some, ivy.Deg(true)),
		of("Deg2rad", "", (*ivy.Env).Deg2rad, pointShapes), of("Rad2deg", "", (*ivy.Env).Rad2deg, pointShapes),
		one("Fix", "", []interval{noJump}, pointShapes, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Add(x, e.Fix(x)) }),
		one("Frexp", "", []interval{{1.1, 1.9, 0}}, pointShapes, func(e *ivy.Env, x *ivy.Array) ivy.Tree { m, _ := e.Frexp(x); return m }),
		one("Modf", "", []interval{noJump}, pointShapes, func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			fraction, whole := e.Modf(x)
			return e.Add(fraction, e.Multiply(whole, x))
		}),
		one("Modf", "negative", []interval{{-2.9, -2.1, 0}}, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { fraction, _ := e.Modf(x); return fraction }),
		two("Complex", "", nil, broadShapes, (*ivy.Env).Complex),
		two("FloatPower", "", []interval{positives, anyNumbers}, broadShapes, (*ivy.Env).FloatPower),
		two("Fmod", "", []interval{noJump, divisors}, broadShapes, (*ivy.Env).Fmod),
		one("Fmod", "of negative numbers", []interval{noJump}, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Fmod(e.Negative(x), 1.75) }),
		one("Fmod", "by a negative number", []interval{{0.85, 0.95, 0}}, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Fmod(2.5, e.Negative(x)) }),
		two("Heaviside", "", nil, broadShapes, func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array { return e.Multiply(e.Heaviside(x, y), x) }),
		one("Heaviside", "of 0", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Heaviside(0.0, x) }),
		one("Ldexp", "", nil, pointShapes, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Ldexp(x, 3) }),
		one("Ldexp", "negative", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Ldexp(x, []int{-1, 2, 0}) }),
		two("LogAddExp2", "", nil, broadShapes, (*ivy.Env).LogAddExp2),
		one("LogAddExp2", "of the same", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.LogAddExp2(x, x) }),
		two("TruncDivide", "", []interval{noJump, divisors}, broadShapes, func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array { return e.Multiply(e.TruncDivide(x, y), x) }),
		{rows: "Lerp", shapes: [][][]int{{{2, 3}, {3}, {2, 1}}, {{2, 0}, {1, 1}, {}}}, from: []interval{anyNumbers, anyNumbers, {0.55, 0.95, 0}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Lerp(x[0], x[1], x[2]) }},
		one("Lerp", "near the start", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Lerp(x, 2.0, 0.25) }),
		one("SoftThresholding", "", []interval{{-2, 2, 0.7}}, pointShapes, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.SoftThresholding(x, 0.5) }),
		one("SoftThresholding", "inside", []interval{inUnit}, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.SoftThresholding(x, 3.0) }),
		onlyReal(two("SoftThresholding", "the threshold", []interval{above1, {0.1, 0.9, 0}}, [][][]int{{{2, 3}, {3}}}, (*ivy.Env).SoftThresholding)),
		one("SparsifyTensor", "", nil, [][][]int{{{6}}, {{2, 3}}}, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.SparsifyTensor(x, 4) }),
		one("NanSum", "", nil, [][][]int{{{2, 3}}, {{}}}, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.NanSum(x) }),
		one("NanSum", "along an axis", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.NanSum(e.Where(e.Asarray([]bool{true, false, true}), x, math.NaN()), ivy.Axis(0))
		}),
		of("Trapz", "", (*ivy.Env).Trapz, [][][]int{{{4}}, {{2, 3}}, {{3, 1}}}, ivy.Dx(0.5)),
		of("Trapz", "axis", (*ivy.Env).Trapz, some, ivy.Axis(0)),
		onlyReal(two("Trapz", "points", nil, [][][]int{{{2, 4}, {4}}, {{2, 3}, {1, 3}}}, func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array { return e.Trapz(x, ivy.Points(y)) })),
		one("Gradient", "", nil, [][][]int{{{3, 4}}, {{2, 2}}}, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.Gradient(x) }),
		one("Gradient", "edges of second order", nil, [][][]int{{{2, 4}}}, func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.Gradient(x, ivy.Axis(1), ivy.EdgeOrder(2), ivy.Distances(0.5))
		}),
		one("Gradient", "positions", nil, [][][]int{{{2, 4}}}, func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.Gradient(x, ivy.Axis(1), ivy.EdgeOrder(2), ivy.Distances([]any{[]float64{0, 0.5, 2, 3}}))
		}),
		{rows: "Interp", real: true, shapes: [][][]int{{{2, 3}, {3}}}, from: []interval{{0.1, 1.9, 0}, anyNumbers}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Interp(x[0], []float64{0, 0.95, 2}, x[1])
		}},
		{rows: "Interp", name: "outside", real: true, shapes: [][][]int{{{2, 3}, {2}}}, from: []interval{above1, anyNumbers}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.Interp(x[0], []float64{0, 1}, x[1])
		}},
		of("L1Normalize", "", (*ivy.Env).L1Normalize, some), of("L1Normalize", "axis", (*ivy.Env).L1Normalize, some, ivy.Axis(0)),
		of("L2Normalize", "", (*ivy.Env).L2Normalize, some), of("L2Normalize", "axes", (*ivy.Env).L2Normalize, some, ivy.Axes{0, 1}),
		of("LpNormalize", "", (*ivy.Env).LpNormalize, some, ivy.NormOrder(3)),
		of("Trilu", "", (*ivy.Env).Trilu, [][][]int{{{3, 3}}}), of("Trilu", "lower", (*ivy.Env).Trilu, [][][]int{{{2, 3}}}, ivy.Upper(false), ivy.K(-1)),
		two("Logspace", "", []interval{positives, positives}, [][][]int{{{}, {}}, {{2}, {2}}}, func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array { return e.Logspace(x, y, 3, ivy.Base(2.5)) }),
		two("Polyval", "", nil, [][][]int{{{3}, {2, 2}}, {{1}, {}}}, (*ivy.Env).Polyval),
		one("ClipVectorNorm", "", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.ClipVectorNorm(x, 0.5) }),
		one("ClipVectorNorm", "as it is", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.ClipVectorNorm(x, 100) }),
		one("ClipMatrixNorm", "", nil, [][][]int{{{2, 2, 3}}}, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.ClipMatrixNorm(x, 0.5) }),
		one("FourierEncode", "", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree { return e.FourierEncode(x, 4, ivy.NumBands(2)) }),
		one("FourierEncode", "flat", nil, some, func(e *ivy.Env, x *ivy.Array) ivy.Tree {
			return e.FourierEncode(x, 4, ivy.NumBands(2), ivy.FlattenBands(true))
		}),
		two("StableDivide", "", []interval{anyNumbers, positives}, broadShapes, func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array {
			return e.StableDivide(x, y, ivy.MinDenominator(0.5))
		}),
		two("StablePow", "", []interval{positives, anyNumbers}, broadShapes, (*ivy.Env).StablePow),
	}
	return cases
}
