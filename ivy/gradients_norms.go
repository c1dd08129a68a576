package ivy

import (
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Rules of functions of several steps: one node keeps less than those of its steps would.

func init() {
	setRule(ops.LayerNorm, rule{vjp: layerNormRule, keeps: keepOperand(0) | keepOperand(1)})
}

// A normalization is the attributes of a LayerNorm.
type normalization struct {
	axes          []int
	eps, std      float64
	scale, offset bool
}

// ruledNorm returns LayerNorm as one node, where its arrays have one dtype.
func (e *Env) ruledNorm(n *normalization, x *Array, scale, offset any) (*Array, bool) {
	args := []*Array{x}
	for _, v := range []any{scale, offset} {
		if v == nil {
			continue
		}
		p, ok := v.(*Array)
		if !ok || p.usable() != nil || p.dtype != x.dtype || shape.BroadcastTo(p.shape, x.shape) != nil {
			return nil, false
		}
		args = append(args, p)
	}
	return e.ruled(ops.LayerNorm, n, func(x []*Array) *Array {
		opts := []Option{Eps(n.eps), NewStd(n.std)}
		rest := x[1:]
		if n.scale {
			opts = append(opts, Scale(rest[0]))
			rest = rest[1:]
		}
		if n.offset {
			opts = append(opts, Offset(rest[0]))
		}
		return e.LayerNorm(x[0], n.axes, opts...)
	}, args...)
}

// layerNormRule computes mean and deviation again.
func layerNormRule(c *pulling) {
	e, n := c.e, c.n.attrs.(*normalization)
	d := c.g.dtype
	x, g := e.wider(c.x(0)), e.wider(c.g)
	mean := func(x *Array) *Array { return e.reduced(ops.Mean, x, n.axes, true, 0) }
	centred := e.minus(x, mean(x))
	deviation := e.root(e.plus(mean(e.squared(centred)), e.numberLike(x, n.eps)))
	normal := e.over(centred, deviation)
	if n.std != 1 {
		g = e.scaled(g, n.std)
	}
	at := 1
	inner := g
	if n.scale {
		if c.wants(1) {
			c.give(1, e.cast(e.unbroadcast(e.times(g, normal), c.shape(1)), d))
		}
		inner = e.times(g, e.wider(c.x(1)))
		at = 2
	}
	if n.offset {
		c.give(at, c.g)
	}
	if c.wants(0) {
		along := e.times(normal, mean(e.times(inner, normal)))
		c.give(0, e.cast(e.over(e.minus(e.minus(inner, mean(inner)), along), deviation), d))
	}
}
