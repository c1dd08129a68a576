package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Rules of what moves elements: all are linear.

func init() {
	setRule(ops.BroadcastTo.Op, rule{vjp: func(c *pulling) { c.give(0, c.g) }}) // give sums
	setRule(ops.Reshape.Op, rule{vjp: func(c *pulling) { c.give(0, c.e.shaped(c.g, c.shape(0))) }})
	setRule(ops.PermuteDims.Op, rule{vjp: func(c *pulling) {
		c.give(0, c.e.permuted(c.g, shape.Inverse(c.n.attrs.(backend.ViewAttrs).Perm)))
	}})
	setRule(ops.Slice.Op, rule{vjp: func(c *pulling) {
		rs := c.n.attrs.(backend.ViewAttrs).Ranges
		if shape.Size(c.g.shape) > 0 {
			c.giveSlice(0, rs, c.g)
		}
	}})
	setRule(ops.Concat.Op, rule{vjp: func(c *pulling) {
		axis := c.n.attrs.(backend.JoinAttrs).Axis
		at := 0
		for i := range c.n.args {
			n := c.shape(i)[axis]
			if c.wants(i) {
				c.give(i, c.e.partAlong(c.g, axis, at, n))
			}
			at += n
		}
	}})
	gatherRules()
	assignRules()
}

func gatherRules() {
	setRule(ops.Index.Op, rule{vjp: func(c *pulling) {
		idx := make([]*Array, len(c.n.args)-1)
		for i := range idx {
			idx[i] = c.x(i + 1)
		}
		c.giveIndex(0, idx, c.g)
	}, keeps: ^keepOperand(0) &^ keepResult})
	setRule(ops.Take.Op, rule{vjp: takeRule, keeps: keepOperand(1)})
	setRule(ops.TakeAlongAxis.Op, rule{vjp: takeAlongAxisRule, keeps: keepOperand(1)})
}

// takeRule adds the gradient at the indices along an axis.
func takeRule(c *pulling) {
	if !c.wants(0) {
		return
	}
	axis := c.n.attrs.(backend.GatherAttrs).Axis
	idx, dims := c.x(1), c.shape(0)
	if axis == 0 {
		c.giveIndex(0, []*Array{idx}, c.g)
		return
	}
	// With the axis in front.
	rank := len(dims)
	perm := append([]int{axis}, slices.DeleteFunc(shape.All(rank), func(i int) bool { return i == axis })...)
	front := make([]int, rank)
	for i, p := range perm {
		front[i] = dims[p]
	}
	zeros := c.e.zerosAt(c.g.be, c.g.dtype, front...)
	// of the gradient those axes that the indices have come first
	moved := shape.All(len(c.g.shape))
	n := len(idx.shape)
	order := slices.Concat(moved[axis:axis+n], moved[:axis], moved[axis+n:])
	sum := c.e.addAt(zeros, c.e.permuted(c.g, order), []*Array{idx}, nil)
	c.give(0, c.e.permuted(sum, shape.Inverse(perm)))
}

// takeAlongAxisRule adds the gradient at the number that each element has in row-major order.
func takeAlongAxisRule(c *pulling) {
	if !c.wants(0) {
		return
	}
	e := c.e
	axis := c.n.attrs.(backend.GatherAttrs).Axis
	idx, dims := c.x(1), c.shape(0)
	strides := shape.Strides(dims)
	n := e.integerLike(idx, dims[axis])
	at := e.choice(e.apply2(ops.Less, idx, e.integerLike(idx, 0)), e.plus(idx, n), idx)
	at = e.times(at, e.integerLike(idx, strides[axis]))
	for i, length := range dims {
		if i == axis || length == 1 {
			continue
		}
		line := slices.Repeat([]int{1}, len(dims))
		line[i] = length
		steps := e.times(e.shaped(e.counting(idx.be.rootEngine(), length), line), e.integerLike(idx, strides[i]))
		at = e.plus(at, steps)
	}
	at = e.spread(at, c.g.shape)
	zeros := e.zerosAt(c.g.be, c.g.dtype, shape.Size(dims))
	flat := []int{shape.Size(c.g.shape)}
	sum := e.addAt(zeros, e.shaped(c.g, flat), []*Array{e.shaped(at, flat)}, nil)
	c.give(0, e.shaped(sum, dims))
}

// integerLike returns v as an array without axes of x's integer dtype, which meets x.
func (e *Env) integerLike(x *Array, v int) *Array {
	z, err := e.newFull(x.be.rootEngine(), x.dtype, nil, backend.IntScalar(int64(v)))
	check(err)
	return z
}

func assignRules() {
	setRule(ops.SetSlice.Op, rule{vjp: func(c *pulling) {
		rs := c.n.attrs.(backend.AssignAttrs).Ranges
		if c.wants(1) {
			c.give(1, c.e.partOf(c.g, rs))
		}
		c.pass(func(g *Array, mine bool) *Array {
			return c.e.written(ops.SetSlice, g, c.e.numberLike(g, 0), nil, rs, mine)
		})
	}})
	setRule(ops.SetIndex.Op, rule{vjp: setIndexRule, keeps: ^keepOperand(0) &^ keepOperand(1) &^ keepResult})
	setRule(ops.AddIndex.Op, rule{vjp: func(c *pulling) {
		if c.wants(1) {
			idx := c.indices()
			c.give(1, c.e.gathered(ops.Index, c.g, idx, slices.Concat(idx[0].shape, c.g.shape[len(idx):]), 0))
		}
		c.pass(func(g *Array, _ bool) *Array { return g })
	}, keeps: ^keepOperand(0) &^ keepOperand(1) &^ keepResult})
}

// indices returns those of an assignment.
func (c *pulling) indices() []*Array {
	idx := make([]*Array, len(c.n.args)-2)
	for i := range idx {
		idx[i] = c.x(i + 2)
	}
	return idx
}

// pass gives the first operand of an assignment what f makes of the gradient. If mine is set nothing else needs that: f may write
// into its memory, which the operand's gradient then has.
func (c *pulling) pass(f func(g *Array, mine bool) *Array) {
	if !c.wants(0) {
		return
	}
	own := &c.s.grads[0]
	mine := own.owned && !c.s.asked
	g := f(c.g, mine)
	own.owned = own.owned && !mine
	c.s.args[0].grads[c.n.args[0].out].add(c.e, g, mine || g != c.g)
}

// setIndexRule gives nothing to what was written over: neither to the elements that were there
// nor to values for which another one came later.
func setIndexRule(c *pulling) {
	e, idx := c.e, c.indices()
	if c.wants(1) {
		c.give(1, c.ofLastWriters(idx))
	}
	c.pass(func(g *Array, mine bool) *Array {
		return e.written(ops.SetIndex, g, e.numberLike(g, 0), idx, nil, mine)
	})
}

// ofLastWriters returns the gradient of values that were written at indices, zeros for those that another one was
// written over.
func (c *pulling) ofLastWriters(idx []*Array) *Array {
	e := c.e
	// Each element's writer is found by writing the numbers of the writers themselves.
	common := idx[0].shape
	n := shape.Size(common)
	numbers := e.shaped(e.counting(c.g.be.rootEngine(), n), common)
	rest := c.g.shape[len(idx):]
	none, err := e.newFull(c.g.be.rootEngine(), Int64, c.g.shape[:len(idx)], backend.IntScalar(0))
	check(err)
	last := e.written(ops.SetIndex, none, numbers, idx, nil, true)
	stays := e.equals(e.gathered(ops.Index, last, idx, common, 0), numbers)
	stays = e.shaped(stays, append(slices.Clone(common), ones(len(rest))...))
	return e.where0(stays, e.gathered(ops.Index, c.g, idx, slices.Concat(common, rest), 0))
}
