package ivy

import "github.com/goivy/goivy/ivy/ops"

// Rules of functions of several steps: one node keeps less than those of its steps would.

func init() {
	setRule(ops.Softmax, rule{vjp: func(c *pulling) {
		e, axis := c.e, []int{int(c.n.attrs.(Axis))}
		z, g := e.wider(c.n.z), e.wider(c.g)
		part := e.times(g, z)
		c.give(0, e.cast(e.minus(part, e.times(z, e.sumOver(part, axis, true))), c.g.dtype))
	}, keeps: keepResult})
	setRule(ops.LogSoftmax, rule{vjp: func(c *pulling) {
		e, axis := c.e, []int{int(c.n.attrs.(Axis))}
		z, g := e.wider(c.n.z), e.wider(c.g)
		share := e.times(e.apply1(ops.Exp, z), e.sumOver(g, axis, true))
		c.give(0, e.cast(e.minus(g, share), c.g.dtype))
	}, keeps: keepResult})
}
