package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A rule says how the gradient of a kernel's result becomes those of its operands: the plain
// transpose of the derivative, without a conjugate (JAX's convention). It has one of three
// forms. What it computes is computed by kernels one level below that of the node, so that it
// can be differentiated itself.
type rule struct {
	// unary returns dz/dx for each element.
	unary func(e *Env, x, z *Array) *Array
	// binary returns dz/dx and dz/dy for each element; nil stands for 1.
	binary *[2]func(e *Env, x, y, z *Array) *Array
	// vjp gives each operand that is wanted its gradient.
	vjp func(c *pulling)

	keeps uint8 // which operands, and whether the result, are needed
}

const keepResult = 1 << 7

// keepOperand is the bit of the ith operand; those from the seventh on share one.
func keepOperand(i int) uint8 { return 1 << min(i, 6) }

// rules are the rules of rows with kernels, and of composed rows that have one.
var rules = make([]*rule, ops.Len())

func init() {
	for _, op := range ops.All() {
		switch op.Diff {
		case ops.DiffRule: // the files of rules come before this one
			if rules[op.ID] == nil {
				panic("ivy: " + op.Name + " has no rule: its gradient would be zero")
			}
		case ops.DiffFlat:
			rules[op.ID] = &rule{vjp: func(*pulling) {}}
		case ops.DiffRefused:
			rules[op.ID] = &rule{vjp: func(*pulling) {
				check(errorf(ErrUnsupported, "%s has no derivative (take StopGradient of its result, or CustomGradient)", op.Name))
			}}
		}
	}
}

// setRule enters the rule of a row.
func setRule(op *ops.Op, r rule) { rules[op.ID] = &r }

// A slot is a node on the way of a pull.
type slot struct {
	n     *node
	grads []gradient // of its results
	one   [1]gradient
	args  []*slot // nil of constants
	asked bool    // the gradient of a result is one that was asked for
}

// A gradient is what has been added up so far of the gradient of an array.
type gradient struct {
	a     *Array
	owned bool // nothing else has a: it may be added to in place
}

// A pulling is what a rule gets: a node, and the gradient of its result.
type pulling struct {
	e *Env
	n *node
	g *Array // of the only result
	s *slot
}

// x returns the elements of an operand, which the rule keeps.
func (c *pulling) x(i int) *Array { return c.n.args[i].x }

// shape returns that of an operand.
func (c *pulling) shape(i int) []int { return c.n.args[i].shape }

// wants reports whether the gradient of an operand is asked for.
func (c *pulling) wants(i int) bool { return c.s.args[i] != nil }

// give adds g to the gradient of an operand, which may have been broadcast to g's shape.
func (c *pulling) give(i int, g *Array) {
	if !c.wants(i) {
		return
	}
	g = c.e.unbroadcast(g, c.shape(i))
	c.s.args[i].grads[c.n.args[i].out].add(c.e, g, g != c.g)
}

// add adds g; owned says that nothing else has that.
func (t *gradient) add(e *Env, g *Array, owned bool) {
	switch {
	case t.a == nil:
		t.a, t.owned = g, owned && g.sole()
	case t.owned && t.a.be == g.be && g.be.inPlace && t.a.dtype == g.dtype:
		k, err := g.be.step(ops.Add.Op, g.dtype)
		check(err)
		b, err := k.Binary(backend.Spec{Dtype: g.dtype, Shape: g.shape, Into: t.a.buf}, t.a.buf, g.buffer())
		check(err)
		t.a.buf = b
		if owned {
			g.discard()
		}
	default:
		t.a, t.owned = e.plus(t.a, g), true
	}
}

// discard gives back the memory of an array that nothing else has.
func (a *Array) discard() {
	if a.be.level == nil && !a.be.abstract && a.sole() {
		a.Free()
	}
}

// own returns the gradient for rules that add to parts of it: in memory that nothing else has,
// zeros if there was none.
func (t *gradient) own(e *Env, like *arg, be *engine) *Array {
	switch {
	case t.a == nil:
		z, err := e.newFull(be, like.dtype, like.shape, backend.IntScalar(0))
		check(err)
		t.a, t.owned = z, true
	case !t.owned:
		z, err := e.newFull(t.a.be, like.dtype, like.shape, backend.IntScalar(0))
		check(err)
		old := t.a
		t.a, t.owned = z, true
		t.add(e, old, false)
	}
	return t.a
}

// giveSlice adds g to a range of the gradient of an operand.
func (c *pulling) giveSlice(i int, ranges []shape.Range, g *Array) { c.giveAt(i, nil, ranges, g) }

// giveIndex adds g to the elements of the gradient of an operand that indices over its first
// axes name.
func (c *pulling) giveIndex(i int, indices []*Array, g *Array) { c.giveAt(i, indices, nil, g) }

// giveAt is giveIndex, or giveSlice if there are no indices.
func (c *pulling) giveAt(i int, indices []*Array, ranges []shape.Range, g *Array) {
	if !c.wants(i) {
		return
	}
	arg := &c.n.args[i]
	t := &c.s.args[i].grads[arg.out]
	t.a = c.e.addAt(t.own(c.e, arg, g.be), g, indices, ranges)
}

// A target is a result from which a pull begins, with its gradient.
type target struct {
	node *node
	out  int
	g    *Array
}

// A source is an array that a gradient is asked for: a result of a node.
type source struct {
	node *node // nil of an array that is not recorded
	out  int
}

// pull goes backwards from the targets and returns the gradients of sources, nil of those that
// no target depends on. If last is set nothing will be pulled through the nodes again: they
// let go of what they keep as soon as it has been used.
func (e *Env) pull(targets []target, sources []source, last bool) []*Array {
	slots := collect(targets)
	order := make([]*slot, 0, len(slots))
	for _, s := range slots {
		order = append(order, s)
	}
	slices.SortFunc(order, func(a, b *slot) int {
		switch {
		case a.n.seq > b.n.seq:
			return -1
		case a.n.seq < b.n.seq:
			return 1
		}
		return 0
	})
	for _, t := range targets {
		if s := slots[t.node]; s != nil {
			s.grads[t.out].add(e, t.g, false)
		}
	}
	wanted := make([]*slot, len(sources))
	for i, n := range sources {
		if s := slots[n.node]; s != nil {
			wanted[i] = s
			s.asked = true
		}
	}
	clear(slots)
	for i, s := range order {
		order[i] = nil
		if s.n.rule == nil || !s.hasGradient() {
			continue
		}
		s.apply(e)
		for j := range s.grads {
			if g := &s.grads[j]; g.owned && !s.asked {
				g.free(s)
			}
		}
		if last {
			s.n.args, s.n.z, s.n.attrs = nil, nil, nil
		}
		s.n, s.args = nil, nil
	}
	return e.handOut(wanted, sources)
}

// handOut returns the gradients of sources: no two of them, and no other array, share memory
// that a write would show in.
func (e *Env) handOut(wanted []*slot, sources []source) []*Array {
	out := make([]*Array, len(wanted))
	for i, s := range wanted {
		if s == nil {
			continue
		}
		g := &s.grads[sources[i].out]
		switch {
		case g.a == nil && sources[i].node.rule == nil:
			out[i] = e.zeroLeaf(sources[i].node)
		case g.a == nil:
		case g.owned:
			out[i] = g.a
			g.owned = false
		default:
			out[i] = g.a.snapshot()
		}
	}
	return out
}

// free gives a gradient's memory back, unless a rule has handed the array itself on.
func (t *gradient) free(s *slot) {
	for _, to := range s.args {
		if to == nil {
			continue
		}
		for _, g := range to.grads {
			if g.a == t.a {
				return
			}
		}
	}
	t.a.discard()
	t.a = nil
}

func (s *slot) hasGradient() bool {
	for _, g := range s.grads {
		if g.a != nil {
			return true
		}
	}
	return false
}

// collect returns a slot for each node between targets and leaves. It does not recurse: a graph
// may be a million nodes deep.
func collect(targets []target) map[*node]*slot {
	slots := map[*node]*slot{}
	var stack []*slot
	visit := func(n *node) *slot {
		if n == nil {
			return nil
		}
		s, ok := slots[n]
		if !ok {
			s = &slot{n: n}
			if n.outs < 2 {
				s.grads = s.one[:]
			} else {
				s.grads = make([]gradient, n.outs)
			}
			slots[n] = s
			stack = append(stack, s)
		}
		return s
	}
	for _, t := range targets {
		visit(t.node)
	}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.n.rule == nil { // a leaf, which has no operands
			continue
		}
		s.args = make([]*slot, len(s.n.args))
		for i := range s.n.args {
			s.args[i] = visit(s.n.args[i].node)
		}
	}
	return slots
}

// apply has the node's rule give the operands their gradients.
func (s *slot) apply(e *Env) {
	n := s.n
	c := &pulling{e: e, n: n, g: s.grads[0].a, s: s}
	if n.op != nil {
		defer func() {
			if p := recover(); p != nil {
				if err, ok := p.(error); ok {
					panic(wrap("the gradient of "+n.op.Name, nil, err))
				}
				panic(p)
			}
		}()
	}
	switch r := n.rule; {
	case r.unary != nil:
		if s.args[0] != nil {
			c.give(0, c.times(r.unary(e, n.args[0].x, n.z)))
		}
	case r.binary != nil:
		for i, d := range r.binary {
			switch {
			case s.args[i] == nil:
			case d == nil:
				c.give(i, c.g)
			default:
				c.give(i, c.times(d(e, n.args[0].x, n.args[1].x, n.z)))
			}
		}
	default:
		r.vjp(c)
	}
}

// times returns the gradient times d, in the memory of d if the rule has made that.
func (c *pulling) times(d *Array) *Array {
	if d == c.n.z {
		return c.e.times(c.g, d)
	}
	for i := range c.n.args {
		if d == c.n.args[i].x {
			return c.e.times(c.g, d)
		}
	}
	return c.e.timesOnce(c.g, d)
}

// unbroadcast returns the sums of g over the axes along which an array of this shape was
// broadcast to g's.
func (e *Env) unbroadcast(g *Array, dims []int) *Array {
	if slices.Equal(g.shape, dims) {
		return g
	}
	lead := len(g.shape) - len(dims)
	var axes []int
	for i, n := range g.shape {
		if i < lead || dims[i-lead] == 1 && n != 1 {
			axes = append(axes, i)
		}
	}
	z := g
	if len(axes) > 0 {
		z = e.sumOver(g, axes, true)
	}
	return e.shaped(z, dims)
}
