package fuse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// planOf returns the plan of nodes over float32 inputs of these shapes; the last node is
// the result.
func planOf(inputs [][]int, nodes ...backend.Node) *planner {
	p := &backend.Program{}
	for _, s := range inputs {
		p.Inputs = append(p.Inputs, backend.Spec{Dtype: dtype.Float32, Shape: s})
	}
	for i := range nodes {
		nodes[i].Out.Dtype = dtype.Float32
	}
	p.Nodes = nodes
	p.Results = []int{len(inputs) + len(nodes) - 1}
	b := &planner{program: p, kernels: kernels, known: map[string]int{}}
	b.read()
	b.drop()
	b.assemble()
	return b
}

func nodeOf(op *ops.Op, shape []int, attrs any, args ...int) backend.Node {
	return backend.Node{Op: op, Args: args, Attrs: attrs, Out: backend.Spec{Shape: shape}}
}

func TestPlans(t *testing.T) {
	full, row := []int{64, 300}, []int{64, 1}
	last := backend.ReduceAttrs{Axes: []int{1}, KeepDims: true}
	matrix := []int{300, 300}
	for name, c := range map[string]struct {
		inputs [][]int
		nodes  []backend.Node
		want   []int // the values of each group, negative of a kernel
	}{
		"a·b + c·d": {[][]int{full, full, full, full}, []backend.Node{
			nodeOf(ops.Multiply.Op, full, nil, 0, 1), nodeOf(ops.Multiply.Op, full, nil, 2, 3), nodeOf(ops.Add.Op, full, nil, 4, 5)}, []int{3}},
		"softmax": {[][]int{full}, []backend.Node{
			nodeOf(ops.Max.Op, row, last, 0), nodeOf(ops.Subtract.Op, full, nil, 0, 1), nodeOf(ops.Exp.Op, full, nil, 2),
			nodeOf(ops.Sum.Op, row, last, 3), nodeOf(ops.Divide.Op, full, nil, 3, 4)}, []int{5}},
		"views of one value": {[][]int{full}, []backend.Node{nodeOf(ops.Exp.Op, full, nil, 0),
			nodeOf(ops.Slice.Op, []int{64, 100}, backend.ViewAttrs{Ranges: []shape.Range{{Step: 1, Len: 64}, {Step: 3, Len: 100}}}, 1),
			nodeOf(ops.Slice.Op, []int{64, 100}, backend.ViewAttrs{Ranges: []shape.Range{{Step: 1, Len: 64}, {Start: 1, Step: 3, Len: 100}}}, 1), nodeOf(ops.Maximum.Op, []int{64, 100}, nil, 2, 3),
			nodeOf(ops.Slice.Op, []int{64, 100}, backend.ViewAttrs{Ranges: []shape.Range{{Step: 1, Len: 64}, {Start: 2, Step: 3, Len: 100}}}, 1), nodeOf(ops.Maximum.Op, []int{64, 100}, nil, 4, 5)},
			[]int{1, -1, -1, -1, 2}},
		"variance": {[][]int{full}, []backend.Node{nodeOf(ops.Var.Op, row, last, 0)}, []int{6}},
		"once": {[][]int{full}, []backend.Node{
			nodeOf(ops.Exp.Op, full, nil, 0), nodeOf(ops.Exp.Op, full, nil, 0), nodeOf(ops.Add.Op, full, nil, 1, 2)}, []int{2}},
		"nothing unused": {[][]int{full}, []backend.Node{nodeOf(ops.Exp.Op, full, nil, 0), nodeOf(ops.Abs.Op, full, nil, 0)}, []int{1}},
		"a product between": {[][]int{matrix, matrix}, []backend.Node{
			nodeOf(ops.Exp.Op, matrix, nil, 0), nodeOf(ops.MatMul.Op, matrix, nil, 2, 1), nodeOf(ops.Tanh.Op, matrix, nil, 3),
			nodeOf(ops.Add.Op, matrix, nil, 4, 2)}, []int{1, -1, 2}},
		"over the first axis": {[][]int{full}, []backend.Node{
			nodeOf(ops.Exp.Op, full, nil, 0), nodeOf(ops.Sum.Op, []int{300}, backend.ReduceAttrs{Axes: []int{0}}, 1)}, []int{1, -1}},
		"a long row": {[][]int{{2, 40_000}}, []backend.Node{
			nodeOf(ops.Exp.Op, []int{2, 40_000}, nil, 0), nodeOf(ops.Sum.Op, []int{2, 1}, last, 1), nodeOf(ops.Divide.Op, []int{2, 40_000}, nil, 1, 2)}, []int{2, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			b := planOf(c.inputs, c.nodes...)
			var got []int
			for _, g := range b.groups {
				n := len(g.members)
				if g.kernel {
					n = -n
				}
				got = append(got, n)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// What follows the sum of a long row is made where what it follows was, and instructions work
// where they read.
func TestPlansReuseMemory(t *testing.T) {
	s := []int{2, 40_000}
	b := planOf([][]int{s},
		nodeOf(ops.Exp.Op, s, nil, 0), nodeOf(ops.Sum.Op, []int{2, 1}, backend.ReduceAttrs{Axes: []int{1}, KeepDims: true}, 1), nodeOf(ops.Divide.Op, s, nil, 1, 2))
	b.reusable[b.exact[1]] = true // the plan has given it away
	p := b.makeFused(1)
	assert.Equal(t, b.exact[1], p.registers[p.results[0]].reuse)

	s = []int{64, 300}
	b = planOf([][]int{s}, nodeOf(ops.Exp.Op, s, nil, 0), nodeOf(ops.Tanh.Op, s, nil, 1), nodeOf(ops.Sqrt.Op, s, nil, 2))
	assert.LessOrEqual(t, b.makeFused(0).bufferBytes, blockBytes+256)
}

// Instructions that one loop does together are one instruction, unless others read what is between them.
func TestPlansJoinInstructions(t *testing.T) {
	if rowLoopOf(simd.RowSubtractDivide, dtype.Float32) == nil {
		t.Skip("no loops over rows")
	}
	full, row := []int{64, 300}, []int{64, 1}
	last := backend.ReduceAttrs{Axes: []int{1}, KeepDims: true}
	softmax := []backend.Node{nodeOf(ops.Max.Op, row, last, 0), nodeOf(ops.Subtract.Op, full, nil, 0, 1), nodeOf(ops.Exp.Op, full, nil, 2),
		nodeOf(ops.Sum.Op, row, last, 3), nodeOf(ops.Divide.Op, full, nil, 3, 4)}
	centred := []backend.Node{nodeOf(ops.Mean.Op, row, last, 0), nodeOf(ops.Subtract.Op, full, nil, 0, 1), nodeOf(ops.Square.Op, full, nil, 2),
		nodeOf(ops.Sum.Op, row, last, 3), nodeOf(ops.Divide.Op, full, nil, 2, 4)}
	kinds := func(p *fusedKernel) (ks []opcode) {
		for _, s := range p.instructions {
			ks = append(ks, s.opcode)
		}
		return ks
	}
	p := planOf([][]int{full}, softmax...).makeFused(0)
	if expSums == nil {
		assert.Equal(t, []opcode{opReduce, opRowLoop, opLoop, opReduce, opRowLoop}, kinds(p))
	} else {
		assert.Equal(t, []opcode{opReduce, opShifted, opRowLoop}, kinds(p))
		assert.LessOrEqual(t, p.bufferBytes, 3*(p.shortLen*4+256), "what is scaled lies where the result does")
	}
	assert.Equal(t, []opcode{opReduce, opLoop, opShifted, opRowLoop}, kinds(planOf([][]int{full}, centred...).makeFused(0)))
	p = planOf([][]int{full}, append(centred, nodeOf(ops.Tanh.Op, full, nil, 2), nodeOf(ops.Add.Op, full, nil, 5, 6))...).makeFused(0)
	assert.Equal(t, []opcode{opReduce, opLoop, opRowLoop, opShifted, opRowLoop, opLoop, opLoop}, kinds(p), "the shift has another reader")
}

// Operations that package simd has steps for are one instruction, with operands as they are; what has none, and values of rows,
// are between.
func TestPlansMakeChains(t *testing.T) {
	if !simd.HasChain() {
		t.Skip("no chains")
	}
	s := []int{64, 300}
	describe := func(p *fusedKernel) (ks []opcode, reads []int) {
		assert.Empty(t, p.tiles)
		for _, s := range p.instructions {
			ks, reads = append(ks, s.opcode), append(reads, len(s.reads()))
		}
		return ks, reads
	}
	for name, c := range map[string]struct {
		inputs [][]int
		nodes  []backend.Node
		kinds  []opcode
		reads  []int
	}{
		"one operation": {[][]int{s, s}, []backend.Node{nodeOf(ops.Add.Op, s, nil, 0, 1)}, []opcode{opLoop}, []int{2}},
		"hard swish": {[][]int{s, {}, {}, {}}, []backend.Node{
			nodeOf(ops.Add.Op, s, nil, 0, 1), nodeOf(ops.Maximum.Op, s, nil, 4, 2), nodeOf(ops.Minimum.Op, s, nil, 5, 3),
			nodeOf(ops.Multiply.Op, s, nil, 6, 0), nodeOf(ops.Divide.Op, s, nil, 7, 3)}, []opcode{opChain}, []int{4}},
		"rows and columns": {[][]int{s, {64, 1}, {300}}, []backend.Node{
			nodeOf(ops.Subtract.Op, s, nil, 0, 1), nodeOf(ops.Multiply.Op, s, nil, 3, 2)}, []opcode{opChain}, []int{3}},
		"a function between": {[][]int{s, s}, []backend.Node{
			nodeOf(ops.Add.Op, s, nil, 0, 1), nodeOf(ops.Abs.Op, s, nil, 2), nodeOf(ops.Exp.Op, s, nil, 3), nodeOf(ops.Multiply.Op, s, nil, 4, 2),
			nodeOf(ops.Sqrt.Op, s, nil, 5)}, []opcode{opChain, opLoop, opChain}, []int{2, 1, 2}},
		"short rows": {[][]int{{4000, 3}, {4000, 1}}, []backend.Node{
			nodeOf(ops.Subtract.Op, []int{4000, 3}, nil, 0, 1), nodeOf(ops.Abs.Op, []int{4000, 3}, nil, 2)}, []opcode{opSpread, opChain}, []int{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			kinds, reads := describe(planOf(c.inputs, c.nodes...).makeFused(0))
			assert.Equal(t, c.kinds, kinds)
			assert.Equal(t, c.reads, reads)
		})
	}
}

// Products of int32 whose operands are of 8 bits less zero points are ones of bytes, of numbers with another range are not.
func TestPlansMultiplyBytes(t *testing.T) {
	if !gemm.HasBytes() {
		t.Skip("no loops for bytes")
	}
	for name, c := range map[string]struct {
		weight, zero int64
		from         dtype.Dtype
		want         bool
	}{
		"bytes":                  {-100, 7, dtype.Uint8, true},
		"bytes and an offset":    {250, 7, dtype.Int8, true},
		"numbers of 16 bits":     {-100, 7, dtype.Int16, false},
		"weights of 9 bits":      {-300, 7, dtype.Uint8, false},
		"a zero point of 9 bits": {-100, 300, dtype.Uint8, false},
	} {
		t.Run(name, func(t *testing.T) {
			filled := func(d dtype.Dtype, s []int, v ...int64) backend.Buffer {
				b, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: s})
				require.NoError(t, err)
				elementwise.StoreInts(b, 0, v)
				return b
			}
			weights := []int64{c.weight, 5, 6, 7, 8, 9}
			ints := func(s ...int) backend.Spec { return backend.Spec{Dtype: dtype.Int32, Shape: s} }
			p := &backend.Program{Inputs: []backend.Spec{{Dtype: c.from, Shape: []int{4, 3}}},
				Constants: []backend.Buffer{filled(dtype.Int32, []int{3, 2}, weights...), filled(dtype.Int32, nil, c.zero)},
				Specs:     []backend.Spec{ints(3, 2), ints()},
				Nodes: []backend.Node{{Op: ops.Cast.Op, Args: []int{0}, Out: ints(4, 3)}, {Op: ops.Subtract.Op, Args: []int{3, 2}, Out: ints(4, 3)},
					{Op: ops.MatMul.Op, Args: []int{4, 1}, Out: ints(4, 2)}},
				Results: []int{5}}
			b := newPlanner(p, kernels)
			assert.Equal(t, c.want, b.values[b.exact[5]].bytes != nil)
		})
	}
}

// A vector is added with the product by a constant before it, if nothing else reads that, and it is one for all rows.
func TestPlansAddBias(t *testing.T) {
	if !gemm.AddsBias(dtype.Float32) {
		t.Skip("no loops")
	}
	weights, err := array.NewBuffer(backend.Spec{Dtype: dtype.Float32, Shape: []int{8, 6}})
	require.NoError(t, err)
	s := []int{4, 6}
	product, sum := nodeOf(ops.MatMul.Op, s, nil, 0, 4), nodeOf(ops.Add.Op, s, nil, 5, 2)
	for name, c := range map[string]struct {
		nodes  []backend.Node
		biased int
	}{
		"a vector":             {[]backend.Node{product, sum}, 1},
		"a vector on the left": {[]backend.Node{product, nodeOf(ops.Add.Op, s, nil, 2, 5)}, 1},
		"and an activation":    {[]backend.Node{product, sum, nodeOf(ops.Relu.Op, s, nil, 6)}, 1},
		"another reader":       {[]backend.Node{product, sum, nodeOf(ops.Multiply.Op, s, nil, 5, 6)}, 0},
		"a number":             {[]backend.Node{product, nodeOf(ops.Add.Op, s, nil, 5, 3)}, 0},
		"all elements":         {[]backend.Node{product, nodeOf(ops.Add.Op, s, nil, 5, 5)}, 0},
		"a difference":         {[]backend.Node{product, nodeOf(ops.Subtract.Op, s, nil, 5, 2)}, 0},
		"weights of each call": {[]backend.Node{nodeOf(ops.MatMul.Op, s, nil, 0, 1), sum}, 0},
		"two vectors":          {[]backend.Node{product, sum, nodeOf(ops.Add.Op, s, nil, 6, 2)}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := &backend.Program{Constants: []backend.Buffer{weights}, Specs: []backend.Spec{{Dtype: dtype.Float32, Shape: []int{8, 6}}}}
			for _, s := range [][]int{{4, 8}, {8, 6}, {6}, {}} {
				p.Inputs = append(p.Inputs, backend.Spec{Dtype: dtype.Float32, Shape: s})
			}
			for _, n := range c.nodes {
				n.Out.Dtype = dtype.Float32
				p.Nodes = append(p.Nodes, n)
			}
			p.Results = []int{4 + len(p.Nodes)}
			biased := 0
			for _, x := range newPlanner(p, kernels).values {
				if x.biased && x.needed {
					biased++
				}
			}
			assert.Equal(t, c.biased, biased)
		})
	}
}

// A convolution of planes is computed together with what follows it, and what is concatenated in the concatenation's memory: if nothing else reads
// what is between.
func TestPlansComplete(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no loops")
	}
	image, filters, bias, result := []int{1, 8, 30, 30}, []int{3, 3, 8, 16}, []int{16, 1, 1}, []int{1, 16, 28, 28}
	last, sum := []int{1, 28, 28, 16}, backend.ReduceAttrs{Axes: []int{3}}
	attrs := backend.ConvolutionAttrs{Strides: []int{1, 1}, Padding: make([][2]int, 2), Dilations: []int{1, 1}, Apart: []int{1, 1}, Groups: 1}
	turn := func(to ...int) backend.ViewAttrs { return backend.ViewAttrs{Perm: to} }
	convolution := func() []backend.Node { // of inputs 0, 1; 2 is the bias, 3 has the result's shape
		return []backend.Node{nodeOf(ops.PermuteDims.Op, []int{1, 30, 30, 8}, turn(0, 2, 3, 1), 0), nodeOf(ops.Convolve.Op, last, attrs, 4, 1),
			nodeOf(ops.PermuteDims.Op, result, turn(0, 3, 1, 2), 5)}
	}
	for name, c := range map[string]struct {
		nodes    []backend.Node
		complete bool
		slots    int
	}{
		"bias and relu":    {[]backend.Node{nodeOf(ops.Add.Op, result, nil, 6, 2), nodeOf(ops.Relu.Op, result, nil, 7)}, true, 0},
		"what is there":    {[]backend.Node{nodeOf(ops.Add.Op, result, nil, 6, 3), nodeOf(ops.Relu.Op, result, nil, 7)}, true, 0},
		"what comes later": {[]backend.Node{nodeOf(ops.CumulativeSum.Op, result, backend.ScanAttrs{Axis: 3}, 3), nodeOf(ops.Add.Op, result, nil, 6, 7)}, false, 0},
		"another reader":   {[]backend.Node{nodeOf(ops.Add.Op, result, nil, 6, 2), nodeOf(ops.CumulativeSum.Op, result, backend.ScanAttrs{Axis: 3}, 6), nodeOf(ops.Add.Op, result, nil, 7, 8)}, false, 0},
		"a sum":            {[]backend.Node{nodeOf(ops.Sum.Op, []int{1, 16, 28}, sum, 6)}, false, 0},
		"a concatenation": {[]backend.Node{nodeOf(ops.Add.Op, result, nil, 6, 2), nodeOf(ops.Exp.Op, result, nil, 3),
			nodeOf(ops.Concat.Op, []int{1, 64, 28, 28}, backend.JoinAttrs{Axis: 1}, 7, 3, 8, 7)}, true, 2},
		"a concatenation along another axis": {[]backend.Node{nodeOf(ops.Add.Op, result, nil, 6, 2),
			nodeOf(ops.Concat.Op, []int{1, 16, 56, 28}, backend.JoinAttrs{Axis: 2}, 7, 3)}, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := &backend.Program{}
			for _, s := range [][]int{image, filters, bias, result} {
				p.Inputs = append(p.Inputs, backend.Spec{Dtype: dtype.Float32, Shape: s})
			}
			p.Nodes = append(convolution(), c.nodes...)
			for i := range p.Nodes {
				p.Nodes[i].Out.Dtype = dtype.Float32
			}
			p.Results = []int{len(p.Inputs) + len(p.Nodes) - 1}
			b := newPlanner(p, kernels)
			complete := false
			for _, s := range b.assemble().stages {
				_, completes := s.companion.(*completion)
				complete = complete || completes
			}
			assert.Equal(t, c.complete, complete)
			assert.Len(t, b.slots.of, c.slots)
		})
	}
}

// Results that lie in one another's memory are no results of their own.
func TestPlansOwnConcatenations(t *testing.T) {
	half, all := []int{40, 50}, []int{80, 50}
	joined := []backend.Node{nodeOf(ops.Exp.Op, half, nil, 0), nodeOf(ops.Tanh.Op, half, nil, 0), nodeOf(ops.Concat.Op, all, backend.JoinAttrs{}, 1, 2)}
	for name, c := range map[string]struct {
		nodes   []backend.Node
		results []int
		want    []bool
	}{
		"alone":  {joined, []int{3}, []bool{true}},
		"a view": {append(joined, nodeOf(ops.PermuteDims.Op, []int{50, 40}, backend.ViewAttrs{Perm: []int{1, 0}}, 2)), []int{3, 4}, []bool{false, false}},
		"in another": {append(joined, nodeOf(ops.Concat.Op, []int{120, 50}, backend.JoinAttrs{}, 3, 0),
			nodeOf(ops.PermuteDims.Op, []int{50, 40}, backend.ViewAttrs{Perm: []int{1, 0}}, 2)), []int{4, 5}, []bool{false, false}},
		"an operand": {joined, []int{3, 2}, []bool{true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &backend.Program{Inputs: []backend.Spec{{Dtype: dtype.Float32, Shape: half}}, Results: c.results}
			for _, n := range c.nodes {
				n.Out.Dtype = dtype.Float32
				p.Nodes = append(p.Nodes, n)
			}
			plan, err := Compile(p, kernels)
			require.NoError(t, err)
			assert.Equal(t, c.want, plan.Own)
		})
	}
}
