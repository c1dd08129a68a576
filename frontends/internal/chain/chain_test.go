package chain

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A matrix is a name and a shape.
type matrix struct {
	name  string
	shape []int
}

func multiplied(x, y matrix) matrix {
	return matrix{"(" + x.name + y.name + ")", []int{x.shape[0], y.shape[len(y.shape)-1]}}
}

func TestProduct(t *testing.T) {
	for _, row := range []struct {
		shapes      [][]int
		first, last string // the order of products with FirstSplit and with LastSplit
	}{
		{[][]int{{2, 3}}, "a", "a"},
		{[][]int{{2, 3}, {3, 4}}, "(ab)", "(ab)"},
		{[][]int{{2, 2}, {2, 2}, {2, 2}}, "(a(bc))", "((ab)c)"},
		{[][]int{{2, 2}, {2, 2}, {2, 2}, {2, 2}}, "(a(b(cd)))", "(((ab)c)d)"},
		{[][]int{{10, 2}, {2, 10}, {10, 1}}, "(a(bc))", "(a(bc))"},
		{[][]int{{1, 10}, {10, 2}, {2, 10}}, "((ab)c)", "((ab)c)"},
		{[][]int{{3}, {3, 4}, {4}}, "(a(bc))", "(a(bc))"}, // 12 + 3 multiplications, not 12 + 4
		{[][]int{{30, 35}, {35, 15}, {15, 5}, {5, 10}, {10, 20}, {20, 25}}, "((a(bc))((de)f))", "((a(bc))((de)f))"},
	} {
		xs := make([]matrix, len(row.shapes))
		for i, s := range row.shapes {
			xs[i] = matrix{string(rune('a' + i)), s}
		}
		shape := func(x matrix) []int { return x.shape }
		require.Equal(t, row.first, Product(xs, shape, multiplied, FirstSplit).name, row.shapes)
		require.Equal(t, row.last, Product(xs, shape, multiplied, LastSplit).name, row.shapes)
	}
}
