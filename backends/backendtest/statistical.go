package backendtest

import (
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// statisticCalls are calls of functions of statistics, sorting and indexing whose operands are no two that promote each other.
var statisticCalls = map[*ops.Op][]layerCall{
	ops.Quantile:            quantileCalls,
	ops.NanQuantile:         quantileCalls,
	ops.Digitize:            {{[][]int{{2, 3}, {3}}, nil}, {[][]int{{4}, {2}}, nil}},
	ops.HistogramDD:         {{[][]int{{4, 2}}, nil}, {[][]int{{3, 1}}, nil}},
	ops.Bincount:            {{[][]int{{3}}, nil}, {[][]int{{0}}, nil}},
	ops.InvertPermutation:   {{[][]int{{3}}, nil}, {[][]int{{0}}, nil}},
	ops.LexSort:             {{[][]int{{2, 3}}, nil}, {[][]int{{3, 2, 2}}, nil}},
	ops.TopK:                {{[][]int{{2, 3}}, []any{2}}, {[][]int{{4}}, []any{2}}},
	ops.Partition:           {{[][]int{{2, 3}}, []any{[]int{1}}}, {[][]int{{4}}, []any{[]int{1}}}},
	ops.ArgPartition:        {{[][]int{{2, 3}}, []any{[]int{1}}}, {[][]int{{4}}, []any{[]int{1}}}},
	ops.UnravelIndex:        {{[][]int{{2, 3}}, []any{[]int{2, 3}}}, {[][]int{{4}}, []any{[]int{2, 3}}}},
	ops.GatherOp:            {{[][]int{{2, 3}, {2, 2}}, nil}, {[][]int{{3}, {2, 2}}, nil}},
	ops.GatherND:            {{[][]int{{2, 3}, {2, 1}}, nil}, {[][]int{{2, 2, 2}, {3, 2}}, nil}},
	ops.ScatterFlat:         {{[][]int{{3}, {3}}, nil}, {[][]int{{2}, {2}}, nil}},
	ops.ScatterND:           {{[][]int{{3, 1}, {3}}, nil}, {[][]int{{2, 2}, {2}}, nil}},
	ops.UnsortedSegmentMax:  segmentCalls,
	ops.UnsortedSegmentMean: segmentCalls,
	ops.UnsortedSegmentMin:  segmentCalls,
	ops.UnsortedSegmentSum:  segmentCalls,
}

var (
	quantileCalls = []layerCall{{[][]int{{2, 3}, {2}}, nil}, {[][]int{{4}, {}}, nil}}
	segmentCalls  = []layerCall{{[][]int{{3, 2}, {3}}, []any{2}}, {[][]int{{4}, {4}}, []any{2}}}
)

// statisticIndices are the operands that are indices, by their positions.
var statisticIndices = map[*ops.Op]int{
	ops.GatherOp: 1, ops.GatherND: 1, ops.ScatterFlat: 0, ops.ScatterND: 0,
	ops.UnsortedSegmentMax: 1, ops.UnsortedSegmentMean: 1, ops.UnsortedSegmentMin: 1, ops.UnsortedSegmentSum: 1,
}

func init() {
	for op, calls := range statisticCalls {
		for _, c := range calls {
			operandShapes[op.Name] = append(operandShapes[op.Name], c.shapes)
		}
		n := len(calls[0].shapes)
		for i, p := range op.Params[n:] { // operands come first
			value := calls[0].rest[i]
			arguments[op.Name+"."+p.Name] = func([][]int) any { return value }
		}
		if i, ok := statisticIndices[op]; ok {
			hasRole[op.Name+"."+op.Params[i].Name] = indices
		}
		argumentDrawers[op] = (*drawer).statistic
	}
	shares := []float64{0.5, 0.25, 1, 0}
	hasRole["Quantile.q"], hasRole["NanQuantile.q"] = shares, shares
	hasRole["Digitize.bins"] = ascending
	hasRole["Bincount.x"], hasRole["UnravelIndex.indices"], hasRole["RavelMultiIndex.multi_index"] = indices, indices, indices
	hasRole["InvertPermutation.x"] = []float64{2, 0, 1}
	arguments["RavelMultiIndex.dims"] = func(s [][]int) any { return slices.Repeat([]int{2}, len(s)) }
	argumentDrawers[ops.RavelMultiIndex] = (*drawer).multiIndex
	argumentDrawers[ops.Cov] = (*drawer).variables
	argumentDrawers[ops.CorrCoef] = (*drawer).variables
}

// statistic draws a call of statisticCalls.
func (g *drawer) statistic() {
	c := statisticCalls[g.op][g.r.IntN(len(statisticCalls[g.op]))]
	if g.chance(3) && len(c.shapes) == 1 && len(c.shapes[0]) == 2 {
		c.shapes = [][]int{{g.between(0, 40), c.shapes[0][1]}}
	}
	g.first = slices.Clone(c.shapes[0])
	at, isIndex := statisticIndices[g.op]
	g.args = c.arguments(g.op, func(i int, dims []int) any {
		switch {
		case isIndex && i == at:
			return g.whole(pick(g, dtype.Int64, dtype.Int32, dtype.Uint8, dtype.Int8), dims, pick(g, 0, 0, -1), 1)
		case isIndex:
			return g.array(g.d, dims)
		}
		switch g.op {
		case ops.Quantile, ops.NanQuantile:
			if i == 1 {
				return g.filled(pick(g, dtype.Float64, dtype.Float32), dims, func(int) float64 { return float64(g.between(0, 8)) / 8 })
			}
		case ops.Digitize:
			if i == 1 {
				down := g.chance(2)
				return g.filled(g.dtype(), dims, func(i int) float64 {
					if down {
						i = -i
					}
					return float64(2*i + 4)
				})
			}
		case ops.Bincount:
			return g.whole(g.d, dims, 0, pick(g, 1, 9, 100))
		case ops.InvertPermutation:
			return g.filled(g.d, dims, func(i int) float64 { return float64((i + 1) % max(dims[0], 1)) })
		case ops.UnravelIndex:
			return g.whole(g.d, dims, 0, 5)
		}
		return g.array(g.d, dims)
	})
	switch g.op {
	case ops.Partition, ops.ArgPartition:
		g.args[1] = []int{g.between(-g.first[len(g.first)-1], max(0, g.first[len(g.first)-1]-1)), 0}[:g.between(0, 2)]
	case ops.ScatterFlat:
		g.target2(ops.Size, ivy.Size(g.between(2, 4)), []int{3})
	case ops.ScatterND:
		dims := []int{2, 3}[:c.shapes[0][1]]
		g.target2(ops.Shape, ivy.Shape(dims), dims)
	}
}

// target2 draws what a scattering writes into: by its size, or as an array of a shape.
func (g *drawer) target2(opt ops.Opt, o ivy.Option, dims []int) {
	g.given.Add(ops.Size)
	g.given.Add(ops.Shape)
	g.given.Add(ops.Initial)
	if g.chance(2) {
		g.add(opt, o)
	} else {
		g.opts = append(g.opts, valued{ops.Initial, g.array(g.d, dims)})
	}
}

// multiIndex draws indices of an array of two axes.
func (g *drawer) multiIndex() {
	s := g.dims(0)
	list := make([]rawArray, 2)
	for i := range list {
		list[i] = contiguousSlices(g.whole(g.d, s, 0, pick(g, 1, 2, 5)))
	}
	g.args = []any{list, []int{2, 3}}
}

// variables draws variables and observations.
func (g *drawer) variables() {
	g.first = pick(g, []int{3, 5}, []int{2, 4}, []int{4}, []int{1, 3}, []int{2, 1})
	g.args = []any{g.whole(g.d, g.first, -4, 4)}
	if g.op == ops.Cov {
		g.args = append(g.args, pick[any](g, nil, g.whole(g.dtype(), g.first, -4, 4)))
	}
}

// statistic tries the steps of statistics, sorting and indexing.
func (p *prober) statistic(spec func([]int) backend.Spec) {
	if p.e.Op == ops.CountIntegers.Op {
		for _, n := range []int{1, 7} {
			x := backend.Spec{Dtype: p.d, Shape: []int{n}}
			zeros := make([]byte, n*p.d.Size())
			of := operand{must(p.Backend.FromHost(x, zeros)), must(must(backend.Lookup("native")).FromHost(x, zeros))}
			s := spec([]int{3})
			p.try("zeros", s, []operand{of}, func(e *backend.Entry, of2 func(operand) backend.Buffer) (backend.Buffer, error) {
				return e.Layer(s, []backend.Buffer{of2(of)}, backend.CountAttrs{})
			})
		}
		return
	}
	for _, l := range layouts {
		last := len(l.shape) - 1
		if shape.Size(l.shape) == 0 || last < 0 {
			continue
		}
		n := l.shape[last]
		of := func(k int) backend.Spec { return spec(append(slices.Clone(l.shape[:last]), k)) }
		switch p.e.Op {
		case ops.OrderStatistics.Op:
			p.layerOf(l.name, of(1), []layout{l}, backend.RanksAttrs{Ranks: []int{n / 2}, NaN: true})
		case ops.TopIndices.Op:
			p.layerOf(l.name, of(1), []layout{l}, backend.TopAttrs{K: 1})
		case ops.PartitionAround.Op:
			p.layerOf(l.name, of(n), []layout{l}, backend.PartitionAttrs{Kth: []int{n / 2}})
		case ops.CumulativeExtremes.Op:
			for axis := range l.shape {
				p.layerOf(l.name, spec(l.shape), []layout{l}, backend.ExtremesAttrs{Axis: axis})
			}
		case ops.CountIntervals.Op:
			if last == 1 {
				p.layerOf(l.name, of(2), []layout{l, {"ends", []int{3}}}, backend.IntervalsAttrs{})
			}
		case ops.ScatterReduced.Op:
			if last != 1 {
				continue
			}
			x, idx, s := p.operand(p.d, l), p.index(l.shape[0], 1), spec([]int{2, n})
			p.try(l.name, s, []operand{idx, x}, func(e *backend.Entry, of func(operand) backend.Buffer) (backend.Buffer, error) {
				return e.Layer(s, []backend.Buffer{of(idx), of(x)}, backend.ScatterAttrs{How: "sum", Lens: []int{2}})
			})
		}
	}
}
