package fuse

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Two products with a softmax between them are one kernel, if nothing else reads what is between, and they sum in one order whatever their rows.
func TestPlansJoinProducts(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no loops")
	}
	// attention has the inputs queries, transposed keys, values, a mask and one more matrix; its result is value 12.
	attention := func(rows, keys int) (inputs [][]int, nodes []backend.Node) {
		scores, row := []int{2, 3, rows, keys}, []int{2, 3, rows, 1}
		last := backend.ReduceAttrs{Axes: []int{3}, KeepDims: true}
		return [][]int{{2, 3, rows, 8}, {2, 3, 8, keys}, {2, 3, keys, 5}, {2, 1, 1, keys}, {2, 3, 5, 7}}, []backend.Node{
			nodeOf(ops.MatMul.Op, scores, nil, 0, 1), nodeOf(ops.Add.Op, scores, nil, 5, 3), nodeOf(ops.Max.Op, row, last, 6), nodeOf(ops.Subtract.Op, scores, nil, 6, 7),
			nodeOf(ops.Exp.Op, scores, nil, 8), nodeOf(ops.Sum.Op, row, last, 9), nodeOf(ops.Divide.Op, scores, nil, 9, 10), nodeOf(ops.MatMul.Op, []int{2, 3, rows, 5}, nil, 11, 2)}
	}
	const before, sums, weights, result = 5, 10, 11, 12
	scan := func(v int, shape ...int) backend.Node {
		return nodeOf(ops.CumulativeSum.Op, shape, backend.ScanAttrs{Axis: len(shape) - 1}, v)
	}
	joined := func(columns int) backend.Node { // the result and what comes behind it
		return nodeOf(ops.Concat.Op, []int{2, 3, 40, columns}, backend.JoinAttrs{Axis: 3}, result, result+1)
	}
	turned := backend.ViewAttrs{Perm: []int{0, 2, 1, 3}}
	turn := nodeOf(ops.PermuteDims.Op, []int{2, 40, 3, 5}, turned, result)
	for name, c := range map[string]struct {
		rows, keys int
		behind     []backend.Node
		joined     bool
		order      []int
	}{
		"attention":                 {rows: 40, keys: 30, joined: true},
		"one query":                 {rows: 1, keys: 30},
		"one key":                   {rows: 40, keys: 1},
		"rows that are not whole":   {rows: 2, keys: 20_000},
		"another reader of weights": {rows: 40, keys: 30, behind: []backend.Node{scan(weights, 2, 3, 40, 30), joined(35)}},
		"another reader of scores":  {rows: 40, keys: 30, behind: []backend.Node{scan(before, 2, 3, 40, 30), joined(35)}},
		"another reader of sums":    {rows: 40, keys: 30, behind: []backend.Node{scan(sums, 2, 3, 40, 1), joined(6)}},
		"heads side by side": {rows: 40, keys: 30, joined: true, order: turned.Perm, behind: []backend.Node{turn,
			nodeOf(ops.Reshape.Op, []int{2, 40, 15}, backend.ViewAttrs{}, result+1), scan(result+2, 2, 40, 15)}},
		"a sum over heads": {rows: 40, keys: 30, joined: true, behind: []backend.Node{turn,
			nodeOf(ops.Sum.Op, []int{2, 40, 5}, backend.ReduceAttrs{Axes: []int{2}}, result+1)}},
		"the result and its heads": {rows: 40, keys: 30, joined: true, behind: []backend.Node{turn,
			nodeOf(ops.Reshape.Op, []int{2, 3, 40, 5}, backend.ViewAttrs{}, result+1), scan(result+2, 2, 3, 40, 5), nodeOf(ops.Add.Op, []int{2, 3, 40, 5}, nil, result, result+3)}},
		"a product of the result": {rows: 40, keys: 30, joined: true, behind: []backend.Node{
			nodeOf(ops.Max.Op, []int{2, 3, 40, 1}, backend.ReduceAttrs{Axes: []int{3}, KeepDims: true}, result), nodeOf(ops.Subtract.Op, []int{2, 3, 40, 5}, nil, result, result+1),
			nodeOf(ops.MatMul.Op, []int{2, 3, 40, 7}, nil, result+2, 4)}},
	} {
		t.Run(name, func(t *testing.T) {
			inputs, nodes := attention(c.rows, c.keys)
			b := planOf(inputs, append(nodes, c.behind...)...)
			var found []*between
			for i, x := range b.between {
				if x != nil && i == x.second {
					found = append(found, x)
				}
			}
			if !c.joined {
				assert.Empty(t, found)
				return
			}
			if assert.Len(t, found, 1) {
				assert.Equal(t, c.order, found[0].order)
				assert.True(t, found[0].same, "scores are overwritten")
			}
		})
	}
}
