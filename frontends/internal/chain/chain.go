// Package chain multiplies several matrices in the order that takes the fewest multiplications.
package chain

import "github.com/goivy/goivy/ivy"

// Product returns the product of two or more arrays, made by mul. All have two axes, but that the first and the
// last may have one, as a row and a column. Of orders that take as many multiplications it is the one that
// splits the arrays farthest to the left.
func Product(xs []*ivy.Array, mul func(x, y *ivy.Array) *ivy.Array) *ivy.Array {
	n := len(xs)
	dims := make([]float64, n+1) // array i has dims[i] rows and dims[i+1] columns
	for i, x := range xs {
		s := x.Shape()
		switch {
		case len(s) == 2:
			dims[i], dims[i+1] = float64(s[0]), float64(s[1])
		case i == 0:
			dims[0], dims[1] = 1, float64(s[0])
		default:
			dims[i], dims[i+1] = float64(s[0]), 1
		}
	}
	cost, at := make([][]float64, n), make([][]int, n)
	for i := range xs {
		cost[i], at[i] = make([]float64, n), make([]int, n)
	}
	for length := 1; length < n; length++ {
		for i := 0; i+length < n; i++ {
			j := i + length
			for k := i; k < j; k++ {
				q := cost[i][k] + cost[k+1][j] + dims[i]*dims[k+1]*dims[j+1]
				if k == i || q < cost[i][j] {
					cost[i][j], at[i][j] = q, k
				}
			}
		}
	}
	var product func(i, j int) *ivy.Array
	product = func(i, j int) *ivy.Array {
		if i == j {
			return xs[i]
		}
		return mul(product(i, at[i][j]), product(at[i][j]+1, j))
	}
	return product(0, n-1)
}
