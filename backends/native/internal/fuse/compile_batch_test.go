package fuse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// batchOf returns how many nodes the batch of a program over float32 inputs has, whether there are several examples in a part (2, else 1), how many nodes come
// before it and behind; nothing if there is none.
func batchOf(inputs [][]int, nodes ...backend.Node) []int {
	p := &backend.Program{}
	for _, s := range inputs {
		p.Inputs = append(p.Inputs, backend.Spec{Dtype: dtype.Float32, Shape: s})
	}
	for i := range nodes {
		nodes[i].Out.Dtype = dtype.Float32
	}
	p.Nodes, p.Results = nodes, []int{len(inputs) + len(nodes) - 1}
	z := batched(p)
	for i, n := range z.Nodes {
		if a, ok := n.Attrs.(*batch); ok {
			return []int{len(a.body.Nodes), min(2, p.Inputs[0].Shape[0]/a.parts), i, len(z.Nodes) - i - 1 - len(a.outs)}
		}
	}
	return nil
}

func TestBatches(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no products of matrices by assembly here")
	}
	x, w, v := []int{12, 128, 512}, []int{512, 512}, []int{512, 2}
	last := backend.ReduceAttrs{Axes: []int{2}}
	product := func(args ...int) backend.Node { return nodeOf(ops.MatMul.Op, x, nil, args...) }
	narrow := func(a int) backend.Node { return nodeOf(ops.Max.Op, []int{12, 128}, last, a) }
	for name, c := range map[string]struct {
		inputs [][]int
		nodes  []backend.Node
		want   []int
	}{
		"a layer":        {[][]int{x, w}, []backend.Node{product(0, 1), nodeOf(ops.Tanh.Op, x, nil, 2), product(3, 1), narrow(4)}, []int{4, 1, 0, 0}},
		"little work":    {[][]int{{12, 2, 512}, w}, []backend.Node{nodeOf(ops.MatMul.Op, []int{12, 2, 512}, nil, 0, 1), nodeOf(ops.Max.Op, []int{12, 2}, last, 2)}, nil},
		"a large part":   {[][]int{{512, 2, 512}, w}, []backend.Node{nodeOf(ops.MatMul.Op, []int{512, 2, 512}, nil, 0, 1), nodeOf(ops.Max.Op, []int{512, 2}, last, 2)}, []int{2, 2, 0, 0}},
		"rows":           {[][]int{{512, 512}, w, v}, []backend.Node{nodeOf(ops.MatMul.Op, []int{512, 512}, nil, 0, 1), nodeOf(ops.MatMul.Op, []int{512, 2}, nil, 3, 2)}, []int{2, 2, 0, 0}},
		"mostly results": {[][]int{x, w}, []backend.Node{product(0, 1)}, nil},
		"what is cheap before": {[][]int{x, w}, []backend.Node{nodeOf(ops.Exp.Op, x, nil, 0), nodeOf(ops.CumulativeSum.Op, x, backend.ScanAttrs{}, 2), product(3, 1),
			product(4, 1), product(5, 1), narrow(6)}, []int{4, 1, 2, 0}},
		"a sum behind":               {[][]int{x, w}, []backend.Node{product(0, 1), product(2, 1), narrow(3), nodeOf(ops.Sum.Op, []int{128}, backend.ReduceAttrs{Axes: []int{0}}, 4)}, []int{3, 1, 0, 1}},
		"a product of the batch":     {[][]int{{512, 512}}, []backend.Node{nodeOf(ops.MatMul.Op, []int{512, 512}, nil, 0, 0), nodeOf(ops.Max.Op, []int{512}, backend.ReduceAttrs{Axes: []int{1}}, 1)}, []int{2, 2, 0, 0}},
		"a batch without end":        {[][]int{{1 << 30}}, []backend.Node{nodeOf(ops.Exp.Op, []int{1 << 30}, nil, 0)}, nil},
		"a prime number of examples": {[][]int{{1009, 2, 512}, w}, []backend.Node{nodeOf(ops.MatMul.Op, []int{1009, 2, 512}, nil, 0, 1), nodeOf(ops.Max.Op, []int{1009, 2}, last, 2)}, nil},
		"one by a product": {[][]int{{512, 512}}, []backend.Node{nodeOf(ops.Tanh.Op, []int{512, 512}, nil, 0), nodeOf(ops.MatMul.Op, []int{512, 512}, nil, 1, 1),
			nodeOf(ops.MatMul.Op, []int{512, 512}, nil, 2, 2)}, nil},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, batchOf(c.inputs, c.nodes...)) })
	}
}

// What is the same for all examples and made of constants alone is in the batch's program, where it is computed once.
func TestBatchConstants(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no products of matrices by assembly here")
	}
	x, w := []int{12, 128, 512}, []int{512, 512}
	one, err := kernels.Entry(ops.Full.Op).Fill(backend.Spec{Dtype: dtype.Float32, Shape: w}, backend.FillAttrs{Value: backend.IntScalar(1)})
	require.NoError(t, err)
	f := func(s ...int) backend.Spec { return backend.Spec{Dtype: dtype.Float32, Shape: s} }
	p := &backend.Program{Inputs: []backend.Spec{f(x...)}, Constants: []backend.Buffer{one}, Specs: []backend.Spec{f(w...)}, Results: []int{6}, Nodes: []backend.Node{
		{Op: ops.PermuteDims.Op, Args: []int{1}, Out: f(w...), Attrs: backend.ViewAttrs{Perm: []int{1, 0}}},
		{Op: ops.MatMul.Op, Args: []int{0, 2}, Out: f(x...)}, {Op: ops.Exp.Op, Args: []int{3}, Out: f(x...)}, {Op: ops.MatMul.Op, Args: []int{4, 1}, Out: f(x...)},
		{Op: ops.Max.Op, Args: []int{5}, Out: f(12, 128), Attrs: backend.ReduceAttrs{Axes: []int{2}}},
	}}
	for _, n := range batched(p).Nodes {
		if b, ok := n.Attrs.(*batch); ok {
			assert.Equal(t, []int{0}, n.Args, "the input alone")
			assert.Len(t, b.body.Constants, 1)
			assert.Len(t, b.body.Nodes, 5)
			assert.Equal(t, [][]int{{1, 128}}, [][]int{b.body.Nodes[4].Out.Shape})
			return
		}
	}
	t.Error("no batch")
}
