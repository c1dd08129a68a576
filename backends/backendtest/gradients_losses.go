package backendtest

import (
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// activationGradients are cases of activation functions of several steps, between the points where their slope jumps.
func activationGradients() (out []*gradientCase) {
	some, lines := [][][]int{{{2, 3}}, {{}}, {{2, 0}}}, [][][]int{{{4}}, {{2, 4}}}
	for _, c := range []struct {
		rows, name string
		f          function1
		from       interval
		opts       []ivy.Option
	}{
		{"Elu", "", (*ivy.Env).Elu, anyNumbers, nil}, {"Elu", "alpha", (*ivy.Env).Elu, anyNumbers, []ivy.Option{ivy.Alpha(0.5)}},
		{"Celu", "", (*ivy.Env).Celu, anyNumbers, nil}, {"Celu", "alpha", (*ivy.Env).Celu, anyNumbers, []ivy.Option{ivy.Alpha(2)}},
		{"Selu", "", (*ivy.Env).Selu, anyNumbers, nil}, {"LeakyRelu", "", (*ivy.Env).LeakyRelu, anyNumbers, nil},
		{"LeakyRelu", "alpha", (*ivy.Env).LeakyRelu, anyNumbers, []ivy.Option{ivy.Alpha(0.7)}},
		{"Relu6", "", (*ivy.Env).Relu6, anyNumbers, nil}, {"Relu6", "above", (*ivy.Env).Relu6, interval{6.2, 9, 0}, nil},
		{"Hardtanh", "", (*ivy.Env).Hardtanh, inUnit, nil}, {"Hardtanh", "above", (*ivy.Env).Hardtanh, above1, nil},
		{"Hardtanh", "other ends", (*ivy.Env).Hardtanh, above1, []ivy.Option{ivy.MinVal(-5), ivy.MaxVal(5)}},
		{"Hardshrink", "inside", (*ivy.Env).Hardshrink, interval{-0.45, 0.45, 0.01}, nil}, {"Hardshrink", "", (*ivy.Env).Hardshrink, above1, nil},
		{"Hardshrink", "lambd", (*ivy.Env).Hardshrink, anyNumbers, []ivy.Option{ivy.Lambd(5)}},
		{"Softshrink", "inside", (*ivy.Env).Softshrink, interval{-0.45, 0.45, 0.01}, nil}, {"Softshrink", "", (*ivy.Env).Softshrink, above1, nil},
		{"Softshrink", "below", (*ivy.Env).Softshrink, interval{-3, -1.3, 0}, []ivy.Option{ivy.Lambd(1)}},
		{"Hardsigmoid", "", (*ivy.Env).Hardsigmoid, anyNumbers, nil}, {"Hardsigmoid", "above", (*ivy.Env).Hardsigmoid, interval{3.2, 5, 0}, nil},
		{"Hardswish", "", (*ivy.Env).Hardswish, anyNumbers, nil}, {"Hardswish", "above", (*ivy.Env).Hardswish, interval{3.2, 5, 0}, nil},
		{"Hardswish", "below", (*ivy.Env).Hardswish, interval{-5, -3.2, 0}, nil},
		{"ThresholdedRelu", "", (*ivy.Env).ThresholdedRelu, anyNumbers, nil}, {"ThresholdedRelu", "threshold", (*ivy.Env).ThresholdedRelu, above1, []ivy.Option{ivy.Threshold(1)}},
		{"Tanhshrink", "", (*ivy.Env).Tanhshrink, anyNumbers, nil}, {"Mish", "", (*ivy.Env).Mish, anyNumbers, nil}, {"LogSigmoid", "", (*ivy.Env).LogSigmoid, anyNumbers, nil},
		{"Softsign", "", (*ivy.Env).Softsign, anyNumbers, nil}, {"ScaledTanh", "", (*ivy.Env).ScaledTanh, anyNumbers, nil},
		{"ScaledTanh", "factors", (*ivy.Env).ScaledTanh, anyNumbers, []ivy.Option{ivy.Alpha(0.5), ivy.Beta(2)}},
	} {
		k := of(c.rows, c.name, c.f, some, c.opts...)
		k.from = []interval{c.from}
		out = append(out, k)
	}
	return append(out,
		of("Softmin", "", (*ivy.Env).Softmin, lines), of("Glu", "", (*ivy.Env).Glu, lines), of("Glu", "axis", (*ivy.Env).Glu, [][][]int{{{2, 3}}}, ivy.Axis(0)),
		&gradientCase{rows: "Thresholded", shapes: some, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.Thresholded(x[0], 0, -2.5) }},
		&gradientCase{rows: "PRelu", shapes: [][][]int{{{2, 3}, {3}}, {{3}, {}}, {{2, 3}, {2, 1}}}, f: func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.PRelu(x[0], x[1]) }})
}

// lossGradients are cases of losses.
func lossGradients() (out []*gradientCase) {
	pair := [][][]int{{{2, 3}, {2, 3}}, {{2, 3}, {3}}}
	add := func(rows, name string, shapes [][][]int, from []interval, f func(e *ivy.Env, x []*ivy.Array) ivy.Tree) {
		out = append(out, &gradientCase{rows: rows, name: name, shapes: shapes, from: from, f: f})
	}
	type option = ivy.Option
	none, sum := ivy.Reduction("none"), ivy.Reduction("sum")
	logarithms := interval{-3, -0.1, 0}
	near := []interval{{0, 0.4, 0}, {0.5, 0.9, 0}} // differences of 0.1 to 0.9
	for _, c := range []struct {
		rows, name string
		f          function2
		from       []interval
		opts       []option
	}{
		{"L1Loss", "", (*ivy.Env).L1Loss, nil, nil}, {"L1Loss", "none", (*ivy.Env).L1Loss, nil, []option{none}}, {"MSELoss", "", (*ivy.Env).MSELoss, nil, nil}, {"MSELoss", "sum", (*ivy.Env).MSELoss, nil, []option{sum}},
		{"SmoothL1Loss", "", (*ivy.Env).SmoothL1Loss, near, []option{none}}, {"SmoothL1Loss", "beta", (*ivy.Env).SmoothL1Loss, near, []option{ivy.Beta(0.05)}}, {"SmoothL1Loss", "beta 0", (*ivy.Env).SmoothL1Loss, nil, []option{ivy.Beta(0)}},
		{"HuberLoss", "", (*ivy.Env).HuberLoss, near, []option{none}}, {"HuberLoss", "delta", (*ivy.Env).HuberLoss, near, []option{ivy.Delta(0.05)}},
		{"KLDiv", "", (*ivy.Env).KLDiv, []interval{logarithms, fractions}, []option{none}}, {"KLDiv", "batchmean", (*ivy.Env).KLDiv, []interval{logarithms, logarithms}, []option{ivy.LogTarget(true), ivy.Reduction("batchmean")}},
		{"PoissonNLLLoss", "", (*ivy.Env).PoissonNLLLoss, []interval{anyNumbers, positives}, []option{none}}, {"PoissonNLLLoss", "full", (*ivy.Env).PoissonNLLLoss, []interval{anyNumbers, above1}, []option{ivy.FullLoss(true)}},
		{"PoissonNLLLoss", "rates", (*ivy.Env).PoissonNLLLoss, []interval{positives, positives}, []option{ivy.LogInput(false), ivy.Eps(0.1)}},
		{"LogPoissonLoss", "", (*ivy.Env).LogPoissonLoss, []interval{positives, anyNumbers}, nil}, {"LogPoissonLoss", "full", (*ivy.Env).LogPoissonLoss, []interval{above1, anyNumbers}, []option{ivy.FullLoss(true), ivy.Reduction("mean"), ivy.Axis(0)}},
		{"SoftMarginLoss", "", (*ivy.Env).SoftMarginLoss, nil, nil},
		{"BinaryCrossEntropy", "", (*ivy.Env).BinaryCrossEntropy, []interval{fractions}, nil}, {"BinaryCrossEntropy", "epsilon", (*ivy.Env).BinaryCrossEntropy, []interval{fractions}, []option{ivy.Epsilon(0.2), ivy.Axis(0)}},
		{"BinaryCrossEntropy", "logits", (*ivy.Env).BinaryCrossEntropy, []interval{fractions, anyNumbers}, []option{ivy.FromLogits(true), none}},
		{"WassersteinLossDiscriminator", "", (*ivy.Env).WassersteinLossDiscriminator, nil, nil},
		{"CrossEntropy", "", (*ivy.Env).CrossEntropy, []interval{fractions}, nil}, {"CrossEntropy", "axis", (*ivy.Env).CrossEntropy, []interval{fractions}, []option{ivy.Axis(0), none}},
		{"MultiLabelSoftMarginLoss", "", (*ivy.Env).MultiLabelSoftMarginLoss, []interval{anyNumbers, fractions}, []option{none}},
	} {
		add(c.rows, c.name, pair, c.from, func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return c.f(e, x[0], x[1], c.opts...) })
	}
	add("BinaryCrossEntropy", "positive weight", [][][]int{{{2, 3}, {2, 3}, {3}}}, []interval{fractions, anyNumbers, positives}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.BinaryCrossEntropy(x[0], x[1], ivy.FromLogits(true), ivy.PosWeight(x[2]))
	})
	add("GaussianNLLLoss", "", [][][]int{{{2, 3}, {2, 3}, {2, 1}}}, []interval{anyNumbers, anyNumbers, positives}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.GaussianNLLLoss(x[0], x[1], x[2], ivy.FullLoss(true))
	})
	add("WassersteinLossGenerator", "", [][][]int{{{2, 3}}, {{}}}, nil, func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.WassersteinLossGenerator(x[0]) })
	signs := func(e *ivy.Env) *ivy.Array { return e.Asarray([]int8{1, -1, 1}) }
	add("HingeEmbeddingLoss", "", [][][]int{{{2, 3}}}, []interval{{1.2, 3, 0}}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.HingeEmbeddingLoss(x[0], signs(e)) })
	add("HingeEmbeddingLoss", "near", [][][]int{{{2, 3}}}, []interval{inUnit}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.HingeEmbeddingLoss(x[0], signs(e), none) })
	add("MarginRankingLoss", "", [][][]int{{{2, 3}, {2, 3}}}, []interval{{0, 1, 0}, {1.2, 2, 0}}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.MarginRankingLoss(x[0], x[1], signs(e), ivy.Margin(0.1))
	})
	add("CosineEmbeddingLoss", "", [][][]int{{{3, 4}, {3, 4}}}, []interval{positives}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.CosineEmbeddingLoss(x[0], x[1], signs(e), none)
	})
	for _, p := range []ivy.NormOrder{1, 2, 3} {
		add("TripletMarginLoss", "", [][][]int{{{2, 3}, {2, 3}, {2, 3}}, {{3}, {2, 3}, {3}}}, []interval{{0, 0.5, 0}, {2, 3, 0}, {-1, -0.5, 0}}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.TripletMarginLoss(x[0], x[1], x[2], p, none)
		})
	}
	add("TripletMarginLoss", "swap", [][][]int{{{2, 3}, {2, 3}, {2, 3}}}, []interval{{0, 0.5, 0}, {2, 3, 0}, {4, 5, 0}}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.TripletMarginLoss(x[0], x[1], x[2], ivy.Swap(true), ivy.Margin(3))
	})
	add("MultiLabelSoftMarginLoss", "weight", [][][]int{{{2, 3}, {2, 3}, {3}}}, []interval{anyNumbers, fractions, positives}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.MultiLabelSoftMarginLoss(x[0], x[1], ivy.Weight(x[2]))
	})
	add("SSIMLoss", "", [][][]int{{{1, 2, 3, 1}, {1, 2, 3, 1}}}, []interval{fractions}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.SSIMLoss(x[0], x[1]) })
	classes := [][][]int{{{3, 4}, {4}}}
	target := func(e *ivy.Env) *ivy.Array { return e.Asarray([]int64{2, -100, 0}) }
	for _, o := range [][]option{nil, {none}, {sum, ivy.IgnoreIndex(0)}} {
		if len(o) == 2 {
			target = func(e *ivy.Env) *ivy.Array { return e.Asarray([]int64{2, 0, 3}) }
		}
		target := target
		name := []string{"mean", "none", "ignored"}[len(o)]
		with := func(x []*ivy.Array, more ...option) []option {
			return slices.Concat(o, []option{ivy.Weight(x[1])}, more)
		}
		from := []interval{anyNumbers, positives}
		add("NLLLoss", name, classes, from, func(e *ivy.Env, x []*ivy.Array) ivy.Tree { return e.NLLLoss(x[0], target(e), with(x)...) })
		add("SoftmaxCrossEntropy", name, classes, from, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			return e.SoftmaxCrossEntropy(x[0], target(e), with(x, ivy.LabelSmoothing(0.2))...)
		})
	}
	add("SoftmaxCrossEntropy", "probabilities", [][][]int{{{2, 3}, {2, 3}, {3}}}, []interval{anyNumbers, fractions, positives}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.SoftmaxCrossEntropy(x[0], x[1], ivy.Weight(x[2]))
	})
	add("SparseCrossEntropy", "", [][][]int{{{3, 4}}}, []interval{fractions}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.SparseCrossEntropy(e.Asarray([]uint8{2, 0, 3}), x[0], none)
	})
	add("MultiMarginLoss", "", [][][]int{{{3, 4}, {4}}}, []interval{{0, 0.8, 0}, positives}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.MultiMarginLoss(x[0], e.Asarray([]int64{2, 1, 0}), ivy.NormOrder(2), ivy.Weight(x[1]))
	})
	for _, o := range [][]option{nil, {ivy.Blank(3), ivy.Reduction("sum")}, {ivy.ZeroInfinity(true), none}} {
		add("CTCLoss", fmt.Sprint(o), [][][]int{{{4, 2, 4}}, {{5, 2, 4}}}, []interval{logarithms}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
			steps := x[0].Shape()[0]
			return e.CTCLoss(x[0], [][]int64{{1, 2}, {2, 2}}, []int{steps, steps - 1}, []int{1, 2}, o...)
		})
	}
	add("CTCLoss", "impossible", [][][]int{{{3, 2, 4}}}, []interval{logarithms}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.CTCLoss(x[0], [][]int64{{1, 2}, {2, 2}}, []int{3, 2}, []int{1, 2}, ivy.ZeroInfinity(true))
	})
	add("MultiLabelMarginLoss", "", [][][]int{{{2, 4}}}, []interval{{0, 0.8, 0}}, func(e *ivy.Env, x []*ivy.Array) ivy.Tree {
		return e.MultiLabelMarginLoss(x[0], e.Asarray([][]int64{{3, 1, -1, 0}, {2, -1, 1, 3}}), none)
	})
	return out
}
