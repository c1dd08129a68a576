package ivy

import (
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// The rule of the matrix product.

func init() {
	setRule(ops.MatMul.Op, rule{vjp: func(c *pulling) {
		if c.wants(0) {
			c.give(0, c.e.summedProduct(c.g, c.e.matrixTransposed(c.x(1)), len(c.shape(0))))
		}
		if c.wants(1) {
			c.give(1, c.e.leftProduct(c.x(0), c.g, len(c.shape(1))))
		}
	}, keeps: keepOperand(0) | keepOperand(1)})
}

// matrixTransposed returns x with its last two axes exchanged.
func (e *Env) matrixTransposed(x *Array) *Array {
	n := len(x.shape)
	perm := shape.All(n)
	perm[n-2], perm[n-1] = n-1, n-2
	return e.permuted(x, perm)
}

// summedProduct returns g·y for an operand of rank axes.
func (e *Env) summedProduct(g, y *Array, rank int) *Array {
	if rank == 2 && len(y.shape) == 2 && len(g.shape) > 2 { // one product of all rows
		n, k := len(g.shape), g.shape[len(g.shape)-1]
		z := e.productOf(e.shaped(g, []int{shape.Size(g.shape[:n-1]), k}), y)
		return e.shaped(z, append(append([]int(nil), g.shape[:n-1]...), y.shape[1]))
	}
	return e.productOf(g, y)
}

// leftProduct returns xᵀ·g for an operand of rank axes. Where that is one matrix for many of x's
// the sum over these is part of the product.
func (e *Env) leftProduct(x, g *Array, rank int) *Array {
	n := len(g.shape)
	if rank == 2 && n > 2 && len(x.shape) == n && shape.Size(x.shape[:n-1]) == shape.Size(g.shape[:n-1]) {
		rows := shape.Size(g.shape[:n-1])
		return e.productOf(e.matrixTransposed(e.shaped(x, []int{rows, x.shape[n-1]})), e.shaped(g, []int{rows, g.shape[n-1]}))
	}
	return e.productOf(e.matrixTransposed(x), g)
}
