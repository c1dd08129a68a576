package fuse

import (
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/simd"
)

// Instructions in a row that package simd has steps for become a chain: one instruction that
// takes the elements through all of them, in registers of the processor.

// A chain is a program of package simd. Its elements are all of a block, or one for each row.
type chain struct {
	class  class // of what it makes
	byRows bool  // it goes row by row, since operands have one element for each row or each column
	steps  []chainStep
	reads  []int // registers
	writes []int // registers
	early  []int // those it reads before it writes elements at the same position

	slots int // temporary blocks
	at    int // in bytes, where they are in the buffers
	index int // among the fused kernel's chains
}

// A chainStep is a step of a chain: its operand is a register or a temporary block; −1 stands for none.
type chainStep struct {
	op             simd.ChainOp
	first, one     bool
	register, slot int
	size           int // bytes of an element of the register
}

// shortestChain is how many instructions are worth a chain, longestChain how many operations it has at most, since nothing can stop
// it within a block; and chainRow how many columns rows must have for it to go row by row: half a block takes as long whatever part of
// it a row fills.
const (
	shortestChain = 2
	longestChain  = 64
	chainRow      = 40
)

// A chainer makes chains of a fused kernel's instructions.
type chainer struct {
	*builder
	sources map[int]int // of registers that repeat the elements of another
	readers []int       // how many instructions read each register
	run     []chainPart // what the next chain may have
	left    []instruction
	chains  int
}

// A chainPart is an operation of a chain, with the registers that it reads and makes.
type chainPart struct {
	chainLoop
	in   operands
	z    int
	from int // the instruction that it is of
}

// chain makes chains where there are instructions for them.
func (w *builder) chain() {
	if len(chainLoops) == 0 {
		return
	}
	c := &chainer{builder: w, sources: map[int]int{}, readers: make([]int, len(w.registers))}
	for _, set := range [][]instruction{w.tiles, w.instructions} {
		for i := range set {
			if s := &set[i]; s.opcode == opSpread {
				c.sources[s.z] = s.in[0]
			}
			for _, l := range set[i].reads() {
				c.readers[l]++
			}
		}
	}
	for i := range w.instructions {
		s := &w.instructions[i]
		if s.opcode == opSpread {
			if c.inRun(s.in[0]) {
				c.end()
			}
			c.left = append(c.left, *s)
			continue
		}
		if len(c.run) >= longestChain {
			c.end()
		}
		parts := c.parts(i)
		if len(parts) == 0 || len(c.run) > 0 && w.registers[c.run[0].z].class != w.registers[s.z].class {
			c.end()
		}
		if len(parts) == 0 {
			c.left = append(c.left, *s)
		}
		c.run = append(c.run, parts...)
	}
	c.end()
	w.instructions = c.left
	c.dropUnread()
}

// inRun reports whether the next chain makes register l.
func (c *chainer) inRun(l int) bool {
	return slices.ContainsFunc(c.run, func(p chainPart) bool { return p.z == l })
}

// parts returns the operations of instruction i, none if a chain cannot have it.
func (c *chainer) parts(i int) []chainPart {
	s := &c.instructions[i]
	if s.opcode != opLoop && s.opcode != opRows && s.opcode != opRowLoop {
		return nil
	}
	loops, ins, zs := []*elementwise.Loop{s.loop}, []operands{s.in}, []int{s.z}
	if s.loop == nil {
		loops, zs = s.pair[:], []int{s.between, s.z}
		ins = []operands{{s.in[0], s.in[1], -1}, {s.between, s.in[2], -1}}
	}
	var parts []chainPart
	for k, l := range loops {
		p := chainPart{in: ins[k], z: zs[k], from: i}
		var ok bool
		if p.chainLoop, ok = chainLoops[l]; !ok || chainLoads[c.registers[p.z].dtype] == 0 {
			return nil
		}
		for j := range p.args {
			if _, ok := c.operandOf(p.in[j], c.registers[s.z].class); !ok || chainLoads[c.registers[p.in[j]].dtype] == 0 {
				return nil
			}
		}
		if p.z != s.z && c.inRun(p.z) { // what several instructions have in common
			continue
		}
		parts = append(parts, p)
	}
	return parts
}

// A chainOperand is a register as an operand of a chain.
type chainOperand struct {
	register int
	one      bool // it is one element, or one for each row
	byRows   bool // for that the chain must go row by row
}

// operandOf returns what a chain that makes registers of class z reads for register l.
func (c *chainer) operandOf(l int, z class) (o chainOperand, ok bool) {
	at := func(l int) (o chainOperand, ok bool) {
		k := c.registers[l].class
		o.register = l
		switch {
		case z == byRow:
			o.one = k == single
			return o, k == single || k == byRow
		case k == byRow || k == byCol:
			o.byRows = c.height > 1
			o.one = k == byRow
			return o, !o.byRows || k == byRow && c.cols >= chainRow || k == byCol && fillsBlocks(c.cols)
		}
		o.one = k == single
		return o, true
	}
	if from, repeats := c.sources[l]; repeats {
		if o, ok = at(from); ok {
			return o, true
		}
	}
	return at(l)
}

// fillsBlocks reports whether blocks of rows of so many columns leave little idle. Else what has one element for each column is better repeated.
func fillsBlocks(cols int) bool {
	const half = simd.ChainBlock / 2
	return cols >= shortTile || 8*cols >= 7*half*array.CeilDiv(cols, half)
}

// end makes a chain of the run, if it is worth one.
func (c *chainer) end() {
	run := c.run
	c.run = nil
	if len(run) == 0 {
		return
	}
	var from []int
	for _, p := range run {
		if len(from) == 0 || from[len(from)-1] != p.from {
			from = append(from, p.from)
		}
	}
	if len(from) < shortestChain {
		for _, i := range from {
			c.left = append(c.left, c.instructions[i])
		}
		return
	}
	inside := map[int]int{}
	for _, i := range from {
		for _, l := range c.instructions[i].reads() {
			inside[l]++
		}
	}
	m := &chainMaker{chainer: c, chain: &chain{class: c.registers[run[0].z].class, index: c.chains}, acc: -1, last: map[int]int{}, slot: map[int]int{}, made: map[int]bool{}}
	for k, p := range run {
		for _, l := range p.in[:p.args] {
			m.last[l] = k
		}
	}
	c.chains++
	m.loadNarrow(run)
	for k, p := range run {
		m.part(k, p)
		m.acc, m.made[p.z] = p.z, true
		l := &c.registers[p.z]
		if l.kind == result || c.readers[p.z] > inside[p.z] {
			m.steps = append(m.steps, chainStep{op: chainStores[l.dtype.Size()], register: p.z, slot: -1, size: l.dtype.Size()})
			m.writes = append(m.writes, p.z)
		}
		m.release(k)
	}
	m.finish()
	c.left = append(c.left, instruction{opcode: opChain, chain: m.chain, cost: m.cost() * float64(c.elementsOfUnit(m.class)), z: -1, in: operands{-1, -1, -1}})
}

// elementsOfUnit returns how many elements of a class a unit of work has.
func (w *builder) elementsOfUnit(c class) int {
	if c == byRow {
		return w.height
	}
	return w.height * w.piece
}

// dropUnread drops instructions that repeat elements for none that is left.
func (c *chainer) dropUnread() {
	read := map[int]bool{}
	for i := range c.instructions {
		for _, l := range c.instructions[i].reads() {
			read[l] = true
		}
	}
	unread := func(s instruction) bool { return s.opcode == opSpread && !read[s.z] }
	c.tiles = slices.DeleteFunc(c.tiles, unread)
	c.instructions = slices.DeleteFunc(c.instructions, unread)
}

// A chainMaker writes a chain's program.
type chainMaker struct {
	*chainer
	*chain
	acc   int          // the register whose elements the accumulator has, −1 if there is none
	last  map[int]int  // the last part that reads each register
	slot  map[int]int  // the temporary block of a register, if it has one
	made  map[int]bool // registers that this chain has made
	empty []int        // temporary blocks
}

// loadNarrow brings operands of fewer than 32 bits into temporary blocks, but those that a step can load.
func (m *chainMaker) loadNarrow(run []chainPart) {
	inside := map[int]bool{}
	for _, p := range run {
		inside[p.z] = true
	}
	for _, p := range run {
		for _, l := range p.in[:p.args] {
			if _, there := m.slot[l]; there || p.args == 1 || inside[l] || m.registers[l].dtype.Size() == 4 {
				continue
			}
			m.load(l)
			m.store(l)
			m.acc = l
		}
	}
}

// store puts the accumulator, register l, into a temporary block.
func (m *chainMaker) store(l int) {
	if n := len(m.empty); n > 0 {
		m.slot[l] = m.empty[n-1]
		m.empty = m.empty[:n-1]
	} else {
		m.slot[l] = m.slots
		m.slots++
	}
	m.steps = append(m.steps, chainStep{op: simd.ChainStore32, register: -1, slot: m.slot[l]})
}

// release makes the temporary blocks free that no part after the k-th reads.
func (m *chainMaker) release(k int) {
	for l, s := range m.slot {
		if m.last[l] <= k {
			m.empty = append(m.empty, s)
			delete(m.slot, l)
		}
	}
	slices.Sort(m.empty)
}

// inMemory reports whether a step can have register l as its operand.
func (m *chainMaker) inMemory(l int) bool {
	if _, there := m.slot[l]; there {
		return true
	}
	return m.registers[l].dtype.Size() == 4 && (!m.made[l] || slices.Contains(m.writes, l))
}

// keep sees to it that what the accumulator has is not lost, if a part after the k-th reads it, or if always.
func (m *chainMaker) keep(k int, always bool) {
	if m.acc >= 0 && (always || m.last[m.acc] > k) && !m.inMemory(m.acc) && (m.made[m.acc] || always) {
		m.store(m.acc)
	}
}

// step adds a step whose operand is register l.
func (m *chainMaker) step(op simd.ChainOp, l int, first bool) {
	if s, there := m.slot[l]; there {
		m.steps = append(m.steps, chainStep{op: op, first: first, register: -1, slot: s})
		return
	}
	o := chainOperand{register: l}
	if !m.made[l] {
		o, _ = m.operandOf(l, m.class)
		m.byRows = m.byRows || o.byRows
		if !slices.Contains(m.reads, o.register) {
			m.reads = append(m.reads, o.register)
		}
	}
	m.steps = append(m.steps, chainStep{op: op, first: first, one: o.one, register: o.register, slot: -1, size: m.registers[l].dtype.Size()})
}

// load brings register l into the accumulator.
func (m *chainMaker) load(l int) {
	op := chainLoads[m.registers[l].dtype]
	if m.inMemory(l) {
		op = simd.ChainLoad
	}
	m.step(op, l, false)
}

// part adds the steps of p, the k-th.
func (m *chainMaker) part(k int, p chainPart) {
	switch p.args {
	case 1:
		m.keep(k, false)
		if m.acc != p.in[0] {
			m.load(p.in[0])
		}
		if p.op != simd.ChainLoad {
			m.steps = append(m.steps, chainStep{op: p.op, register: -1, slot: -1})
		}
	case 2:
		m.two(k, p)
	case 3:
		m.choice(k, p.in[0], p.in[1], p.in[2])
	}
}

// two adds the steps of an operation with two operands.
func (m *chainMaker) two(k int, p chainPart) {
	a, b := p.in[0], p.in[1]
	if p.turned {
		a, b = b, a
	}
	if p.oneLast && !m.made[a] {
		if o, _ := m.operandOf(a, m.class); o.one {
			a, b = b, a
		}
	}
	switch m.acc {
	case a:
		m.keep(k, a == b)
		m.step(p.op, b, false)
	case b:
		m.keep(k, false)
		m.step(p.op, a, !p.either)
	default:
		m.keep(k, false)
		m.load(a)
		m.step(p.op, b, false)
	}
}

// choice adds the steps that take x where c is true, and y elsewhere.
func (m *chainMaker) choice(k, c, x, y int) {
	switch {
	case m.acc == y && c != y && x != y:
		m.keep(k, false)
		m.step(simd.ChainLoadOther, x, false)
		m.step(simd.ChainReplaceWhere, c, false)
	case m.acc == x && c != x && x != y:
		m.keep(k, false)
		m.step(simd.ChainLoadOther, y, false)
		m.step(simd.ChainKeepWhere, c, false)
	default:
		m.keep(k, m.acc == x || m.acc == y)
		if m.acc != c {
			m.load(c)
		}
		m.step(simd.ChainLoadOther, x, false)
		m.step(simd.ChainChoose, y, false)
	}
}

// finish ends the program.
func (m *chainMaker) finish() {
	m.steps = append(m.steps, chainStep{op: simd.ChainEnd, register: -1, slot: -1})
	written := slices.IndexFunc(m.steps, func(s chainStep) bool { return s.register >= 0 && slices.Contains(m.writes, s.register) })
	for _, l := range m.reads {
		if !slices.ContainsFunc(m.steps[max(written, 0):], func(s chainStep) bool { return s.register == l }) {
			m.early = append(m.early, l)
		}
	}
}

// cost returns what an element costs, in nanoseconds, about.
func (m *chainMaker) cost() float64 {
	cost := 0.0
	for _, s := range m.steps {
		cost += simd.ChainCost(s.op)
	}
	for _, set := range [][]int{m.reads, m.writes} {
		for _, l := range set {
			cost += elementwise.CostFill(m.registers[l].dtype.Size())
		}
	}
	return cost
}

// newChains returns the programs of the fused kernel's chains, whose temporary blocks are in a frame's memory at base.
func (p *fusedKernel) newChains(base unsafe.Pointer) [][]simd.ChainStep {
	var programs [][]simd.ChainStep
	for i := range p.instructions {
		c := p.instructions[i].chain
		if c == nil {
			continue
		}
		steps := make([]simd.ChainStep, len(c.steps))
		for k, s := range c.steps {
			steps[k] = simd.NewChainStep(s.op, s.first, s.one, s.slot >= 0)
			if s.slot >= 0 {
				steps[k].Y = unsafe.Add(base, c.at+s.slot*chainSlot)
			}
		}
		programs = append(programs, steps)
	}
	return programs
}

// chainSlot is the size of a temporary block in bytes.
const chainSlot = 4 * simd.ChainBlock

// runChain runs a chain on the block that f is placed at.
func (p *fusedKernel) runChain(f *frame, c *chain) {
	program := f.chains[c.index]
	n := f.lens[byCol]
	for i := range c.steps {
		l, size := c.steps[i].register, c.steps[i].size
		if l < 0 {
			continue
		}
		s := &program[i]
		s.Y = unsafe.Add(f.bufs[l].Base(), f.at[l]*size)
		if c.byRows {
			switch p.classes[l] {
			case whole, other:
				s.RowBytes = n * size
			case byRow:
				s.RowBytes = size
			}
		}
	}
	if c.byRows {
		simd.RunChain(program, f.lens[byRow], n)
	} else {
		simd.RunChain(program, 1, f.lens[c.class])
	}
}

// forgetChains lets the programs have no memory of others.
func (p *fusedKernel) forgetChains(f *frame) {
	for i := range p.instructions {
		c := p.instructions[i].chain
		if c == nil {
			continue
		}
		for k, s := range c.steps {
			if s.register >= 0 {
				f.chains[c.index][k].Y = nil
			}
		}
	}
}
