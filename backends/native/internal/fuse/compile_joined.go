package fuse

import (
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Fused kernels that run with the kernels next to them: what completes a convolution, and what lies between two products of matrices.

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
	reads := w.readsOf(w.group)
	for _, k := range w.operands {
		if w.registers[k].class == other {
			return nil
		}
		if c := w.completesOperand(k, reads); c != nil && (found == nil || c.at > found.at) {
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
		if l.class == whole && l.dtype == from.dtype && w.overwrites(found.operand, last, made[z]) {
			found.result = z
			return found
		}
	}
	return nil
}

// readsOf returns how often a group reads each value.
func (b *planner) readsOf(g *group) map[int]int {
	reads := map[int]int{}
	for _, m := range g.members {
		for _, a := range b.values[m].args {
			reads[a.v]++
		}
	}
	return reads
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
func (w *builder) completesOperand(k int, reads map[int]int) *completed {
	v := w.registers[k].value
	x := &w.values[v]
	if w.registers[k].class != whole || x.node == nil || x.constant != nil || reads[v] != x.uses {
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

func (c *completion) kernel() *fusedKernel { return c.fused }

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
	if err := p.prepare(f, values, out, p.registers[c.operand].value); err != nil {
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

// A product of matrices, the fused kernel that goes through its rows, and the product whose first operand this makes are one kernel, as attention is
// (product, scale, mask, softmax, product): they run for some rows at a time, which stay in a cache, and what lies between the products is in no array.

// A between is a fused kernel between two products.
type between struct {
	first, fused, second int // their groups; all run when the second does
	scores, weights      int // the values between them
	fusedKernel          *fusedKernel
	firstArgs            [2]int // the values that the first product takes
	lead                 [2][]int
	same                 bool  // weights may be made in the memory of scores
	order                []int // of the axes in which the result lies in memory, since what views it has it so and is copied then; nil if they lie as they are
}

func (t *between) kernel() *fusedKernel { return t.fusedKernel }

// findBetween finds the fused kernels between two products.
func (b *planner) findBetween() {
	b.between = make([]*between, len(b.groups))
	for at, g := range b.groups {
		if !g.kernel {
			continue
		}
		if t := b.betweenOf(at, g.members[0]); t != nil {
			b.between[t.first], b.between[t.fused], b.between[t.second] = t, t, t
		}
	}
}

// runsAt returns the group with which group at runs.
func (b *planner) runsAt(at int) int {
	if at >= 0 && b.between[at] != nil {
		return b.between[at].second
	}
	return at
}

// joinsProducts reports whether value v is a product that may be one of two.
func (b *planner) joinsProducts(v int) bool {
	x := &b.values[v]
	return x.needed && x.node != nil && !x.fused() && x.constant == nil && x.control == nil && x.bytes == nil && len(x.args) == 2 &&
		b.values[x.args[1].v].constant == nil && b.between[b.at[v]] == nil &&
		product.JoinsProducts(x.node, b.values[x.args[0].v].spec, b.values[x.args[1].v].spec)
}

// betweenOf returns the products of which value v, of group at, is the second, nil if there is nothing to join.
func (b *planner) betweenOf(at, v int) *between {
	if !b.joinsProducts(v) {
		return nil
	}
	x := &b.values[v]
	weights := x.args[0].v
	w := &b.values[weights]
	n := len(w.spec.Shape)
	if b.at[weights] < 0 || !w.fused() || !slices.Equal(w.spec.Shape[:n-2], x.spec.Shape[:len(x.spec.Shape)-2]) {
		return nil
	}
	t := &between{fused: b.at[weights], second: at, weights: weights, scores: -1}
	g := b.groups[t.fused]
	if g.cols != w.spec.Shape[n-1] || g.deferred() || g.n <= g.cols || g.class[weights] != whole {
		return nil
	}
	reads := b.readsOf(g)
	for _, m := range g.members {
		others := 0
		if m == weights {
			others = 1
		}
		if b.values[m].uses != reads[m]+others {
			return nil
		}
	}
	for s, n := range reads {
		if b.values[s].uses == n && b.at[s] >= 0 && b.at[s] < t.fused && (t.scores < 0 || b.at[s] > b.at[t.scores]) && b.scoresOf(s, g, w) {
			t.scores = s
		}
	}
	if t.scores < 0 {
		return nil
	}
	t.first = b.at[t.scores]
	s := &b.values[t.scores]
	t.firstArgs = [2]int{s.args[0].v, s.args[1].v}
	t.lead = [2][]int{s.spec.Shape[:len(s.spec.Shape)-2], x.spec.Shape[:n-2]}
	t.order = b.orderOf(v)
	return t
}

// scoresOf reports whether value s is a product of as many matrices, with as many rows, as the weights w are, that group g reads as it lies.
func (b *planner) scoresOf(s int, g *group, w *planned) bool {
	x := &b.values[s]
	if !b.joinsProducts(s) || x.spec.Dtype != w.spec.Dtype {
		return false
	}
	n, m := len(x.spec.Shape), len(w.spec.Shape)
	if x.spec.Shape[n-1] != g.cols || x.spec.Shape[n-2] != w.spec.Shape[m-2] || shape.Size(x.spec.Shape) != g.n {
		return false
	}
	for _, m := range g.members {
		for _, a := range b.values[m].args {
			if c, _, _ := classOf(a.shape, b.values[m].over); a.v == s && c != whole {
				return false
			}
		}
	}
	return true
}

// orderOf returns the order of axes that value v is best made in: that of a view which is then copied.
func (b *planner) orderOf(v int) []int {
	if b.values[v].uses != 1 {
		return nil
	}
	reader := func(v int) *planned {
		i := slices.IndexFunc(b.values, func(y planned) bool {
			return y.needed && slices.ContainsFunc(y.args, func(a use) bool { return a.v == v })
		})
		if i < 0 || b.values[i].node == nil || b.values[i].fused() {
			return nil
		}
		return &b.values[i]
	}
	turned := reader(v)
	if turned == nil || turned.node.Op != ops.PermuteDims.Op || turned.uses != 1 {
		return nil
	}
	order := turned.node.Attrs.(backend.ViewAttrs).Perm
	copied := reader(slices.IndexFunc(b.values, func(y planned) bool { return y.node == turned.node }))
	if copied == nil || copied.node.Op != ops.Reshape.Op || order[len(order)-1] != len(order)-1 {
		return nil
	}
	return order
}

// run computes the value of stage s, which is the second product, of args.
func (t *between) run(s *stage, args []backend.Buffer, values []*array.Buffer, out []backend.Spec) (err error) {
	var none backend.Buffer
	defer array.CatchShortage(&none, &err)
	p, stop := t.fusedKernel, stopOf(out)
	f := p.frame()
	defer p.release(f)
	if err := p.prepareOperands(f, values, stop, t.scores); err != nil {
		return err
	}
	z, err := t.result(s.node.Out)
	if err != nil {
		return err
	}
	joined := product.Between{Stop: stop, X: values[t.firstArgs[0]], Y: values[t.firstArgs[1]], V: args[1].(*array.Buffer), Lead: t.lead, Same: t.same,
		Cost: p.cost / float64(p.height), Make: func(first int) product.RowsBetween { return t.rows(f, first) }}
	joined.Into(z)
	values[s.z] = z
	return nil
}

// result returns memory for the result.
func (t *between) result(out backend.Spec) (*array.Buffer, error) {
	if t.order == nil {
		return array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Inline: out.Inline})
	}
	z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: inOrder(out.Shape, t.order)})
	if err != nil {
		return nil, err
	}
	return array.Reordered(z, shape.Inverse(t.order)), nil
}

// A rowsBetween makes weights of scores on one thread.
type rowsBetween struct {
	p        *fusedKernel
	f        *frame
	at       int // the next row
	in, made array.Buffer
}

// rows returns what makes weights from row first on, of what f has been prepared with.
func (t *between) rows(f *frame, first int) product.RowsBetween {
	p := t.fusedKernel
	r := &rowsBetween{p: p, f: p.share(f), at: first}
	r.in.Dtype = p.registers[p.results[0]].dtype
	r.made.Dtype = r.in.Dtype
	for _, l := range p.operands {
		switch {
		case p.registers[l].value == t.scores:
			r.f.bufs[l] = &r.in
		case r.f.strided[l]:
			r.f.open(l, &p.registers[l], first*p.cols, p.height*p.width)
		}
	}
	r.f.bufs[p.results[0]] = &r.made
	for _, l := range p.inPlace {
		r.f.bufs[l] = &r.made
	}
	p.spreadTiles(r.f)
	return r
}

// Next makes weights of n rows of scores.
func (r *rowsBetween) Next(scores, weights unsafe.Pointer, n int) {
	p := r.p
	r.in.Mem, r.made.Mem = scores, weights
	r.in.Size, r.made.Size = n*p.cols, n*p.cols
	r.in.Offset, r.made.Offset = -r.at*p.cols, -r.at*p.cols // blocks are placed by their rows among all
	for lo := 0; lo < n; lo += p.height {
		p.setBlock(r.f, r.at+lo, min(p.height, n-lo), 0, p.cols)
		p.read(r.f)
		p.block(r.f, 0)
	}
	r.at += n
}

func (r *rowsBetween) Close() { r.p.put(r.f) }
