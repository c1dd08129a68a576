// Package chain multiplies several matrices in the order that takes the fewest multiplications.
package chain

// Ties says which of several splits of a chain is taken when they need equally many multiplications.
type Ties int

const (
	FirstSplit Ties = iota // the one farthest to the left: of three square matrices a·(b·c)
	LastSplit              // the one farthest to the right: of three square matrices (a·b)·c
)

// Product returns the product of the arrays xs, of which there must be at least one. shape returns the shape of an
// array and mul the product of two. Each array has two axes, but the first may have one, as a row, and the last
// one, as a column.
func Product[T any](xs []T, shape func(x T) []int, mul func(x, y T) T, ties Ties) T {
	splits := order(lengths(xs, shape), ties)
	var product func(i, j int) T
	product = func(i, j int) T {
		if i == j {
			return xs[i]
		}
		return mul(product(i, splits[i][j]), product(splits[i][j]+1, j))
	}
	return product(0, len(xs)-1)
}

// lengths returns the rows of each array, and the columns of the last.
func lengths[T any](xs []T, shape func(x T) []int) []float64 {
	out := make([]float64, len(xs)+1)
	for i, x := range xs {
		s := shape(x)
		switch {
		case len(s) == 2:
			out[i], out[i+1] = float64(s[0]), float64(s[1])
		case i == 0:
			out[0], out[1] = 1, float64(s[0])
		default:
			out[i], out[i+1] = float64(s[0]), 1
		}
	}
	return out
}

// order returns where to split each part of a chain of matrices so that it takes the fewest multiplications:
// part i to j is the product of i to order[i][j] and of order[i][j]+1 to j. Matrix i has lengths[i] rows and
// lengths[i+1] columns.
func order(lengths []float64, ties Ties) [][]int {
	n := len(lengths) - 1
	cost, splits := make([][]float64, n), make([][]int, n)
	for i := range n {
		cost[i], splits[i] = make([]float64, n), make([]int, n)
	}
	for size := 1; size < n; size++ {
		for i := range n - size {
			j := i + size
			for k := i; k < j; k++ {
				c := cost[i][k] + cost[k+1][j] + lengths[i]*lengths[k+1]*lengths[j+1]
				if k == i || c < cost[i][j] || ties == LastSplit && c == cost[i][j] {
					cost[i][j], splits[i][j] = c, k
				}
			}
		}
	}
	return splits
}
