package backendtest

import (
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A layerCall is a call of a layer or a normalization that fits: the shapes of its operands, and its other arguments in their order.
type layerCall struct {
	shapes [][]int
	rest   []any
}

// layerCalls are calls of the composed layers and normalizations: what the other tables of arguments have for other rows. The other
// arguments of one function fit all of its shapes.
var layerCalls = map[*ops.Op][]layerCall{
	ops.AdaptiveAvgPool:      adaptivePools,
	ops.AdaptiveMaxPool:      adaptivePools,
	ops.AvgPool:              pools,
	ops.MaxPool:              pools,
	ops.MaxPoolWithIndices:   pools,
	ops.Unfold:               pools,
	ops.Fold:                 {{[][]int{{1, 4, 6}}, []any{[]int{8}, []int{2}, []int{2}, "VALID"}}, {[][]int{{2, 4, 2}}, []any{[]int{8}, []int{2}, []int{2}, "SAME"}}},
	ops.ConvGeneralTranspose: {{[][]int{{1, 3, 2}, {2, 3, 2}}, []any{[]int{2}, "SAME"}}, {[][]int{{2, 2, 3, 1}, {3, 1, 2, 1}}, []any{[]int{2}, "VALID"}}},
	ops.DepthwiseConv:        {{[][]int{{2, 4, 3}, {2, 3}}, []any{[]int{1}, "SAME"}}, {[][]int{{1, 4, 3, 2}, {2, 3, 2}}, []any{[]int{1}, "VALID"}}},
	ops.Embedding:            {{[][]int{{4, 3}, {2}}, nil}, {[][]int{{3}, {2, 2}}, nil}},
	ops.EmbeddingBag:         {{[][]int{{4, 3}, {2, 3}}, nil}, {[][]int{{4, 2}, {3}}, nil}, {[][]int{{3}, {2, 2}}, nil}, {[][]int{{4, 2}, {3, 1}}, nil}},                                               // the second with Offsets
	ops.Dropout:              {{[][]int{{2, 3}}, []any{0.0}}, {[][]int{{4}}, []any{0.0}}},                                                                                                              // of which nothing is drawn
	ops.LSTMUpdate:           {{[][]int{{2, 3, 2}, {2, 2}, {2, 2}, {2, 8}, {2, 8}}, nil}, {[][]int{{2, 2, 2}, {2, 2}, {2, 2}, {2, 8}, {2, 8}}, nil}, {[][]int{{3, 2}, {2}, {2}, {2, 8}, {2, 8}}, nil}}, // of the second either axis may be time
	ops.Interpolate:          {{[][]int{{1, 4, 2}}, []any{[]int{3}}}, {[][]int{{2, 3, 2, 1}}, []any{[]int{3}}}},
	ops.LPPool:               pools,
	ops.MaxUnpool:            {{[][]int{{2, 2, 3}, {2, 2, 3}}, []any{[]int{3}}}, {[][]int{{1, 2, 1, 2}, {1, 2, 1, 2}}, []any{[]int{3}}}},
	ops.GridSample:           {{[][]int{{2, 3, 2, 2}, {2, 2, 3, 2}}, nil}, {[][]int{{1, 2, 3, 2, 1}, {1, 2, 1, 2, 3}}, nil}},
	ops.ROIAlign:             {{[][]int{{2, 3, 4, 2}, {3, 5}}, []any{[]int{2}}}, {[][]int{{3, 2, 3, 1}, {1, 5}}, []any{[]int{2}}}},
	ops.NMS:                  {{[][]int{{5, 4}}, nil}, {[][]int{{1, 4}}, nil}},
	ops.SeparableConv:        {{[][]int{{2, 4, 3}, {2, 3, 2}, {6, 2}}, []any{[]int{1}, "SAME"}}, {[][]int{{1, 4, 3, 2}, {2, 2, 2, 1}, {2, 3}}, []any{[]int{1}, "VALID"}}},
	ops.MultiHeadAttention:   {{[][]int{{2, 3, 4}, {2, 2, 4}, {2, 2, 4}}, []any{2}}, {[][]int{{3, 2}, {1, 2}, {1, 2}}, []any{2}}},
	ops.ScaledDotProductAttention: {
		{[][]int{{2, 3, 4}, {2, 5, 4}, {2, 5, 2}}, nil}, {[][]int{{3, 2}, {1, 2}, {1, 3}}, nil}, {[][]int{{1, 4, 2, 3}, {1, 2, 2, 3}, {1, 2, 2, 1}}, nil},
	},
	ops.BatchNorm:         {{[][]int{{2, 4, 3}, {3}, {3}}, nil}, {[][]int{{5, 2}, {2}, {2}}, nil}},
	ops.GroupNorm:         {{[][]int{{2, 2, 6}}, []any{3}}, {[][]int{{4, 3}}, []any{3}}},
	ops.InstanceNorm:      {{[][]int{{2, 4, 3}}, nil}, {[][]int{{1, 3, 2, 2}}, nil}},
	ops.LocalResponseNorm: {{[][]int{{2, 4, 3}}, []any{2}}, {[][]int{{2, 5}}, []any{2}}},
	ops.RMSNorm:           {{[][]int{{2, 3}}, []any{[]int{-1}}}, {[][]int{{4}}, []any{[]int{-1}}}},
}

var (
	pools         = []layerCall{{[][]int{{2, 5, 3}}, []any{[]int{2}, []int{2}, "VALID"}}, {[][]int{{1, 4, 3, 2}}, []any{[]int{2}, []int{2}, "SAME"}}}
	adaptivePools = []layerCall{{[][]int{{2, 5, 3}}, []any{[]int{2}}}, {[][]int{{1, 4, 3, 2}}, []any{[]int{2}}}}
)

// layerDtypes are the dtypes of operands that are of another than the first.
var layerDtypes = map[*ops.Op]map[int]dtype.Dtype{ops.Embedding: {1: dtype.Int64}, ops.EmbeddingBag: {1: dtype.Int64}, ops.MaxUnpool: {1: dtype.Int64}}

func init() {
	for op, calls := range layerCalls {
		for _, c := range calls {
			operandShapes[op.Name] = append(operandShapes[op.Name], c.shapes)
		}
		n := len(calls[0].shapes)
		for i, p := range op.Params[n:] { // operands come first
			value := calls[0].rest[i]
			if p.Kind == ops.Padding {
				value = choices{"SAME", "VALID", 1, [][2]int{{1, 0}}}
			}
			arguments[op.Name+"."+p.Name] = func([][]int) any { return value }
		}
		if n > 2 {
			fixed := map[int]any{}
			for i, s := range calls[0].shapes[2:] {
				fixed[i+2] = sample(dtype.Float32, s, secondReal, nil)
			}
			frames[op.Name] = []frame{{vary: []int{0, 1}, fixed: fixed, n: n}}
		}
		if layerDtypes[op] != nil { // the dtypes of the two have nothing to do with each other
			frames[op.Name] = []frame{{vary: []int{0, 1}, n: n}}
			for _, c := range calls[:2] {
				frames[op.Name] = append(frames[op.Name], frame{vary: []int{0}, fixed: map[int]any{1: sample(dtype.Int64, c.shapes[1], indices, nil)}, n: n})
			}
		}
		argumentDrawers[op] = (*drawer).layer
	}
	hasRole["Embedding.indices"], hasRole["EmbeddingBag.indices"], hasRole["MaxUnpool.indices"] = indices, indices, indices
	hasRole["ROIAlign.boxes"] = []float64{1, 0.5, 0, 2, 2.5, 0, 1, -1, 3, 1}
	hasRole["NMS.boxes"] = []float64{0, 0, 2, 2, 0, 0.5, 2, 2, 3, 0, 4, 1}
}

// layer draws a call of layerCalls.
func (g *drawer) layer() {
	c := layerCalls[g.op][g.r.IntN(len(layerCalls[g.op]))]
	g.first = slices.Clone(c.shapes[0])
	if g.op == ops.Interpolate { // most modes take neither of two options
		mode := pick(g, "nearest", "nearest-exact", "linear", "linear", "cubic", "cubic", "area")
		g.add(ops.Mode, ivy.Mode(mode))
		g.given.Add(ops.Mode)
		if mode != "linear" && mode != "cubic" && !g.chance(8) {
			g.given.Add(ops.AlignCorners)
			g.given.Add(ops.Antialias)
		}
	}
	g.args = c.arguments(g.op, func(i int, dims []int) any {
		switch {
		case g.op == ops.ROIAlign && i == 1:
			return g.boxes(g.dtype(), dims, c.shapes[0][0])
		case g.op == ops.NMS:
			return g.boxes(g.d, dims, 0)
		case g.op == ops.MaxUnpool && i == 1:
			return g.whole(pick(g, dtype.Int64, dtype.Int32, dtype.Uint8), dims, 0, pick(g, 2, 2, 9))
		case g.op == ops.LSTMUpdate: // small whole numbers, so that what is rounded in a step does not grow much in the next ones
			return g.whole(g.dtype(), dims, -1, 1)
		}
		if fixed, ok := layerDtypes[g.op][i]; ok {
			return g.whole(fixed, dims, -2, 3)
		}
		d := g.d
		if i > 0 {
			d = g.dtype()
		}
		return g.array(d, dims)
	})
	switch g.op {
	case ops.NMS:
		if !g.chance(4) { // without which there is no threshold
			optionDrawers[ops.Scores](g, ops.Scores)
			g.given.Add(ops.Scores)
		}
	case ops.EmbeddingBag:
		g.bags()
	case ops.Dropout:
		g.drop()
	}
	for i, p := range g.op.Params {
		if p.Kind == ops.Padding {
			g.args[i] = pick(g, g.args[i], "SAME", "VALID", 1)
		}
	}
}

// boxes draws boxes, which have before them the number of one of n images if there are any.
func (g *drawer) boxes(d dtype.Dtype, dims []int, n int) rawArray {
	return g.filled(d, dims, func(i int) float64 {
		x := float64(g.between(0, 16)) / 4
		if n > 0 && i%dims[1] == 0 {
			x = float64(g.r.IntN(n))
		}
		return x
	})
}

// bags draws the options of a bag's indices, which may have one axis and offsets.
func (g *drawer) bags() {
	for _, opt := range []ops.Opt{ops.Offsets, ops.IncludeLastOffset, ops.Mode, ops.PerSampleWeights} {
		g.given.Add(opt)
	}
	mode := pick(g, "mean", "sum", "max")
	g.add(ops.Mode, ivy.Mode(mode))
	dims := g.args[1].(rawArray).shape
	if g.chance(2) {
		dims = []int{g.between(0, 6)}
		g.args[1] = g.whole(pick(g, dtype.Int64, dtype.Int32, dtype.Int8), dims, -2, 2)
		n := g.between(0, 3)
		if g.chance(3) {
			n++
			g.add(ops.IncludeLastOffset, ivy.IncludeLastOffset(true))
		}
		g.opts = append(g.opts, valued{ops.Offsets, g.whole(pick(g, dtype.Int64, dtype.Int32, dtype.Uint8), []int{n}, 0, dims[0])})
	}
	if mode == "sum" && g.chance(2) {
		g.opts = append(g.opts, valued{ops.PerSampleWeights, g.whole(pick(g, dtype.Float32, dtype.Float64, dtype.Int8), dims, -2, 2)})
	}
}

// drop draws a probability, and the seed of what it drops.
func (g *drawer) drop() {
	g.args[1] = pick[any](g, 0.0, 0.25, 0.5, 0.5, 1.0, 1)
	for _, opt := range []ops.Opt{ops.FromSeed, ops.ScaleOpt, ops.NoiseShape} {
		g.given.Add(opt)
	}
	g.add(ops.FromSeed, ivy.FromSeed(g.r.Uint64()))
	if g.chance(3) {
		g.add(ops.ScaleOpt, ivy.Scale(g.chance(2)))
	}
	if g.chance(3) {
		noise := make([]int, g.between(0, len(g.first)))
		for i := range noise {
			noise[i] = pick(g, 1, -1, g.first[len(g.first)-len(noise)+i])
		}
		g.add(ops.NoiseShape, ivy.NoiseShape(noise))
	}
}

// arguments returns those of a call of op, with what operand makes for each operand, by its number and shape.
func (c layerCall) arguments(op *ops.Op, operand func(i int, dims []int) any) []any {
	var args []any
	for _, p := range op.Params {
		if n := len(args); p.Kind != ops.Operand { // operands come first
			args = append(args, c.rest[n-len(c.shapes)])
		} else {
			args = append(args, operand(n, c.shapes[n]))
		}
	}
	return args
}

// layerArguments returns arguments of a layer whose operands are of dtype d, nil for other rows.
func layerArguments(env *ivy.Env, op *ops.Op, d dtype.Dtype) []any {
	calls := layerCalls[op]
	if calls == nil {
		return nil
	}
	return calls[0].arguments(op, func(i int, dims []int) any {
		of := d
		if fixed, ok := layerDtypes[op][i]; ok {
			of = fixed
		}
		a := sample(of, dims, indices, []float64{0})
		return env.FromBytes(of, a.shape, a.data)
	})
}
