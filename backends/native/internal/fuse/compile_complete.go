package fuse

import (
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// The bias and the activation behind a convolution are computed with it: the fused kernel that reads nothing else of its size but
// what is there before completes the parts of the result, in the result's memory, while they are in a cache.

// A completed says what a fused kernel completes.
type completed struct {
	at      int // the group of the convolution
	view    int // the group of the view of its result whose elements are in the order of its planes, −1 if it reads the result with the channels last
	operand int // the register of that view, or result
	result  int // the register in whose memory the convolution writes
}

// completes returns what the fused kernel completes, nil if it completes nothing.
func (w *builder) completes(last []int) *completed {
	for _, s := range w.instructions {
		if s.reduction != nil || s.shifted != nil {
			return nil
		}
	}
	var found *completed
	for _, k := range w.operands {
		if w.registers[k].class == other {
			return nil
		}
		if c := w.completesOperand(k); c != nil && (found == nil || c.at > found.at) {
			found = c
		}
	}
	if found == nil || !w.tilesFit(found) || slices.ContainsFunc(w.operands, func(k int) bool { return k != found.operand && w.at[w.registers[k].value] >= found.at }) {
		return nil
	}
	from := &w.registers[found.operand]
	made := w.made()
	for _, z := range w.results {
		l := &w.registers[z]
		if l.class == whole && l.dtype == from.dtype && (last[found.operand] < made[z] ||
			last[found.operand] == made[z] && w.instructions[made[z]].readsFirst(found.operand)) {
			found.result = z
			return found
		}
	}
	return nil
}

// tilesFit reports whether what is the same in every block of rows is so in any part of the result of a convolution, which has all channels of some positions
// if these are last.
func (w *builder) tilesFit(c *completed) bool {
	s := w.registers[c.operand].shape
	if c.view < 0 && w.byRows && s[len(s)-1]%w.cols == 0 {
		return true
	}
	return !slices.ContainsFunc(w.tiles, func(s instruction) bool { return w.registers[s.in[0]].class != single })
}

// completesOperand returns what the fused kernel completes if register k is the result of a convolution that nothing else reads, else nil.
func (w *builder) completesOperand(k int) *completed {
	v := w.registers[k].value
	x := &w.values[v]
	if w.registers[k].class != whole || x.node == nil || x.constant != nil {
		return nil
	}
	readers := 0
	for _, m := range w.group.members {
		for _, a := range w.values[m].args {
			if a.v == v {
				readers++
			}
		}
	}
	if readers != x.uses {
		return nil
	}
	of, view := v, -1
	if x.node.Op == ops.PermuteDims.Op {
		if n := len(x.spec.Shape); n < imageAxes || !slices.Equal(x.node.Attrs.(backend.ViewAttrs).Perm, product.FirstOrder(n)) || w.values[x.args[0].v].uses != 1 {
			return nil
		}
		of, view = x.args[0].v, w.at[v]
	}
	c := &w.values[of]
	if c.constant != nil || c.node == nil || c.fused() || c.bytes != nil {
		return nil
	}
	shapes := make([][]int, len(c.args))
	for i, a := range c.args {
		shapes[i] = w.values[a.v].spec.Shape
	}
	if !product.Targets(c.node, shapes) {
		return nil
	}
	return &completed{at: w.at[of], view: view, operand: k}
}

// A completion is a stage's convolution with the fused kernel that completes it.
type completion struct {
	*completed
	fused *fusedKernel
	turn  *stage // of the view, or nil
}

// run computes the convolution of stage s and what completes it.
func (c *completion) run(s *stage, args []backend.Buffer, values []*array.Buffer, out []backend.Spec) error {
	f := c.fused.frame()
	err := c.with(f, s, args, values, out)
	c.fused.release(f)
	return err
}

// with is run with a free frame.
func (c *completion) with(f *frame, s *stage, args []backend.Buffer, values []*array.Buffer, out []backend.Spec) error {
	p, stop := c.fused, stopOf(out)
	if err := p.prepare(f, values, out, c.operand); err != nil {
		return err
	}
	var t *product.Target
	if !slices.ContainsFunc(p.operands, func(k int) bool { return f.strided[k] }) { // such are read from first to last
		f.bufs[c.operand] = f.bufs[c.result]
		t = &product.Target{Into: f.bufs[c.result], Last: c.turn == nil, Finish: func(first, n, pitch, count int) { p.complete(f, first, n, pitch, count) }}
	}
	constant, _ := s.prepared.(*product.Constant)
	z, err := product.ConvolveInto(s.node, args, constant, stop, t)
	if err != nil || t.Complete() {
		return err
	}
	values[s.z] = z.(*array.Buffer)
	if c.turn != nil {
		if err := c.turn.run(values, out); err != nil {
			return err
		}
	}
	if err := p.prepareOperand(f, c.operand, values, stop); err != nil {
		return err
	}
	p.compute(f, stop)
	return nil
}

// complete computes the results' count runs of n elements, pitch apart, from element first on, whose operands f has.
func (p *fusedKernel) complete(f *frame, first, n, pitch, count int) {
	g := p.share(f)
	p.spreadTiles(g)
	if n == pitch {
		n, count = n*count, 1
	}
	for i := range count {
		p.elements(g, first+i*pitch, n)
	}
	p.put(g)
}

// elements computes the results' n elements from element at on.
func (p *fusedKernel) elements(f *frame, at, n int) {
	for n > 0 {
		row, col := at/p.cols, at%p.cols
		some := min(n, p.cols-col, p.width)
		if p.byRows && some == p.cols {
			rows := min(n/p.cols, p.height)
			p.setBlock(f, row, rows, 0, p.cols)
			some *= rows
		} else {
			p.setBlock(f, row, 1, col, some)
		}
		p.block(f, 0)
		at, n = at+some, n-some
	}
}
