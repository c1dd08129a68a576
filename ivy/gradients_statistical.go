package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Rules of functions over axes.

func init() {
	setRule(ops.Sum.Op, rule{vjp: func(c *pulling) { c.give(0, c.overAxes(c.g)) }})
	setRule(ops.Mean.Op, rule{vjp: func(c *pulling) {
		n := 1
		for _, i := range c.n.attrs.(backend.ReduceAttrs).Axes {
			n *= c.shape(0)[i]
		}
		c.give(0, c.overAxes(c.e.over(c.g, c.e.numberLike(c.g, float64(n)))))
	}})
	setRule(ops.Prod.Op, rule{vjp: prodRule, keeps: keepOperand(0)})
	for _, op := range []ops.Reduce{ops.Max, ops.Min} {
		setRule(op.Op, rule{vjp: extremesRule, keeps: keepOperand(0) | keepResult})
	}
	setRule(ops.Var.Op, rule{vjp: func(c *pulling) {
		c.give(0, c.spreadRule(func(g *Array) *Array { return c.e.plus(g, g) }))
	}, keeps: keepOperand(0)})
	setRule(ops.Std.Op, rule{vjp: func(c *pulling) { // where it is 0, no gradient
		c.give(0, c.spreadRule(func(g *Array) *Array {
			e := c.e
			zero := e.isZero(c.n.z)
			safe := e.choice(zero, e.numberLike(c.n.z, 1), c.n.z)
			return e.choice(zero, e.numberLike(g, 0), e.over(g, safe))
		}))
	}, keeps: keepOperand(0) | keepResult})
	setRule(ops.CumulativeSum.Op, rule{vjp: func(c *pulling) {
		a := c.n.attrs.(backend.ScanAttrs)
		c.give(0, c.e.scanned(ops.CumulativeSum, c.withoutInitial(c.g, a), reversed(a)))
	}})
	setRule(ops.CumulativeProd.Op, rule{vjp: cumulativeProdRule, keeps: keepOperand(0) | keepResult})
	setRule(ops.SortOp.Op, rule{vjp: func(c *pulling) {
		a := c.n.attrs.(backend.SortAttrs)
		order := c.e.sorted(ops.ArgSort, c.x(0), a)
		back := c.e.sorted(ops.ArgSort, order, backend.SortAttrs{Axis: a.Axis})
		c.give(0, c.e.gathered(ops.TakeAlongAxis, c.g, []*Array{back}, c.g.shape, a.Axis))
	}, keeps: keepOperand(0)})
}

// kept returns an array like a reduction's result with the axes that were reduced, of length 1.
func (c *pulling) withAxes(z *Array) *Array {
	return c.e.shaped(z, shape.Reduce(c.shape(0), c.n.attrs.(backend.ReduceAttrs).Axes, true))
}

// overAxes returns an array like a reduction's result broadcast to the operand's shape.
func (c *pulling) overAxes(z *Array) *Array { return c.e.spread(c.withAxes(z), c.shape(0)) }

// extremesRule shares the gradient among all elements that are the greatest, or least. Where the
// result is NaN so is the gradient.
func extremesRule(c *pulling) {
	e, x := c.e, c.x(0)
	z := c.withAxes(c.n.z)
	same := e.equals(x, z)
	axes := c.n.attrs.(backend.ReduceAttrs).Axes
	in := x.dtype
	if dtype.Narrow.Has(in) { // in which a count may be too large
		in = Float32
	}
	share := e.over(e.cast(c.withAxes(c.g), in), e.sumOver(e.cast(same, in), axes, true))
	others := e.choice(e.apply1(ops.IsNan, z), e.numberLike(z, math.NaN()), e.numberLike(z, 0))
	c.give(0, e.choice(same, e.cast(share, x.dtype), others))
}

// spreadRule returns factor(g)·(x − mean)/(n − correction), conjugate, for Var and Std.
func (c *pulling) spreadRule(factor func(g *Array) *Array) *Array {
	e, x := c.e, c.x(0)
	a := c.n.attrs.(backend.ReduceAttrs)
	n := 1
	for _, i := range a.Axes {
		n *= x.shape[i]
	}
	centred := e.minus(x, e.reduced(ops.Mean, x, a.Axes, true, 0))
	g := factor(c.g)
	g = c.withAxes(e.over(g, e.numberLike(g, float64(n)-a.Correction)))
	if x.dtype.IsComplex() {
		centred, g = e.apply1(ops.Conj, centred), e.joinedParts(g, nil)
	}
	return e.times(centred, g)
}

// prodRule gives each element the product of all others, zeros or not: that of those before it
// times that of those after it.
func prodRule(c *pulling) {
	e, x := c.e, c.x(0)
	axes := c.n.attrs.(backend.ReduceAttrs).Axes
	rank := len(x.shape)
	perm := slices.DeleteFunc(shape.All(rank), func(i int) bool { return slices.Contains(axes, i) })
	perm = append(perm, axes...)
	outer := rank - len(axes)
	moved := e.permuted(x, perm)
	dims := append(slices.Clone(moved.shape[:outer]), shape.Size(moved.shape[outer:]))
	line := e.shaped(moved, dims)
	before := e.scanned(ops.CumulativeProd, line, backend.ScanAttrs{Axis: outer, Exclusive: true})
	after := e.scanned(ops.CumulativeProd, line, backend.ScanAttrs{Axis: outer, Exclusive: true, Reverse: true})
	others := e.permuted(e.shaped(e.times(before, after), moved.shape), shape.Inverse(perm))
	c.give(0, e.times(others, c.withAxes(c.g)))
}

// reversed returns the attributes of the sums whose transpose those of a are.
func reversed(a backend.ScanAttrs) backend.ScanAttrs {
	return backend.ScanAttrs{Axis: a.Axis, Exclusive: a.Exclusive, Reverse: !a.Reverse}
}

// withoutInitial returns the gradient of a scan's result without that of the neutral element.
func (c *pulling) withoutInitial(g *Array, a backend.ScanAttrs) *Array {
	if !a.Initial {
		return g
	}
	rs := wholes(g)
	rs[a.Axis].Len--
	if !a.Reverse {
		rs[a.Axis].Start = 1
	}
	return c.e.slice(g, rs)
}

// cumulativeProdRule is right with zeros. The products up to an element and those after it have
// it as a factor, so its gradient is their sum, weighted, over the element itself. For the first
// zero along the axis the products without it are computed; behind it all others have it as a
// factor, and are 0.
func cumulativeProdRule(c *pulling) {
	e, x := c.e, c.x(0)
	a := c.n.attrs.(backend.ScanAttrs)
	g, z := c.withoutInitial(c.g, a), c.withoutInitial(c.n.z, a)
	back := backend.ScanAttrs{Axis: a.Axis, Reverse: !a.Reverse}
	zero := e.isZero(x)
	one := e.numberLike(x, 1)
	ahead := backend.ScanAttrs{Axis: a.Axis, Reverse: a.Reverse, Exclusive: true}
	// The first zero: no element before it is one.
	before := e.scanned(ops.CumulativeSum, e.cast(zero, Int64), ahead)
	first := e.apply2(ops.LogicalAnd, zero, e.isZero(before))
	if a.Exclusive { // the results are moved by one: so is what they are made of
		c.give(0, e.exclusiveProdRule(x, g, a, first, zero))
		return
	}
	sums := e.scanned(ops.CumulativeSum, e.times(g, z), back)
	usual := e.over(sums, e.choice(zero, one, x))
	without := e.scanned(ops.CumulativeProd, e.choice(first, one, x), backend.ScanAttrs{Axis: a.Axis, Reverse: a.Reverse})
	atZero := e.scanned(ops.CumulativeSum, e.times(g, without), back)
	c.give(0, e.choice(first, atZero, usual))
}

// exclusiveProdRule is cumulativeProdRule for products without the element itself.
func (e *Env) exclusiveProdRule(x, g *Array, a backend.ScanAttrs, first, zero *Array) *Array {
	one := e.numberLike(x, 1)
	forward := backend.ScanAttrs{Axis: a.Axis, Reverse: a.Reverse, Exclusive: true}
	back := backend.ScanAttrs{Axis: a.Axis, Reverse: !a.Reverse, Exclusive: true}
	z := e.scanned(ops.CumulativeProd, x, forward)
	usual := e.over(e.scanned(ops.CumulativeSum, e.times(g, z), back), e.choice(zero, one, x))
	without := e.scanned(ops.CumulativeProd, e.choice(first, one, x), forward)
	return e.choice(first, e.scanned(ops.CumulativeSum, e.times(g, without), back), usual)
}
