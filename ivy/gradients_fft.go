package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// Rules of Fourier transforms: they are linear, and the gradient is that of the result under the
// transposed matrix, which for complex numbers is the transform itself.

func init() {
	setRule(ops.FourierComplex.Op, rule{vjp: func(c *pulling) {
		a := c.n.attrs.(backend.FourierAttrs)
		c.give(0, c.e.transformed(ops.FourierComplex, c.g, c.shape(0)[a.Axis], a))
	}})
	setRule(ops.FourierReal.Op, rule{vjp: func(c *pulling) {
		a := c.n.attrs.(backend.FourierAttrs)
		n := c.shape(0)[a.Axis]
		a.Inverse = true // which takes the elements in the middle twice
		c.give(0, c.e.transformed(ops.FourierHermitian, c.e.weighted(c.e.apply1(ops.Conj, c.g), a.Axis, n, 0.5), n, a))
	}})
	setRule(ops.FourierHermitian.Op, rule{vjp: func(c *pulling) {
		a := c.n.attrs.(backend.FourierAttrs)
		n := c.g.shape[a.Axis]
		a.Inverse = false
		z := c.e.weighted(c.e.transformed(ops.FourierReal, c.g, n/2+1, a), a.Axis, n, 2)
		c.give(0, c.e.apply1(ops.Conj, z))
	}})
}

// weighted returns a half spectrum of n numbers with those elements multiplied by w whose conjugates
// it leaves out: all but the first and, for even n, the last.
func (e *Env) weighted(z *Array, axis, n int, w float64) *Array {
	dims := slices.Repeat([]int{1}, len(z.shape))
	filled := func(v float64, count int) *Array {
		d := slices.Clone(dims)
		d[axis] = count
		return e.spread(e.numberLike(z, v), d)
	}
	parts := []*Array{filled(1, 1)}
	if middle := (n - 1) / 2; middle > 0 {
		parts = append(parts, filled(w, middle))
	}
	if n%2 == 0 {
		parts = append(parts, filled(1, 1))
	}
	return e.times(z, e.joined(parts, axis))
}
