package fuse

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A fusedKernel goes through a matrix of elements in blocks. On each block it runs all of its
// instructions, whose intermediate values lie in a few buffers of a block's length.
//
// A block is either several whole rows, so that instructions can read the results of
// reductions of these rows, or a part of one row.
type fusedKernel struct {
	rows, cols int
	byRows     bool // blocks are whole rows
	height     int  // rows of a block, 1 if they are parts
	piece      int  // columns that are one unit of work
	width      int  // columns of a block: piece or, where reductions need long pieces, fewer
	pieces     int  // of a row
	units      int
	cost       float64 // of a unit, in nanoseconds, about

	registers    []register
	classes      []class // of the registers
	operands     []int   // registers
	results      []int   // registers
	inPlace      []int   // registers
	tiles        []instruction
	instructions []instruction
	partial      []partial
	completed    *completed // nil if it completes no other
	slots        *slots     // of the values
	alone        bool       // the only instruction is a reduction of an operand
	bufferBytes  int        // bytes that the buffers have together
	shortLen     int        // elements of a buffer that has one for each row

	frames sync.Pool // of *frame
}

type registerKind uint8

const (
	buffered registerKind = iota // in a buffer of the fused kernel
	operand                      // in memory
	result                       // in memory, where the fused kernel makes it
	inPlace                      // in the memory of a result that is computed of it
)

// A register is a value in a fused kernel.
type register struct {
	kind  registerKind
	class class
	dtype dtype.Dtype
	short bool // as many elements as there are rows
	at    int  // in bytes, of its buffer; of one in place the register of the result

	value   int   // of the plan
	shape   []int // as an operand; of a result, its own
	over    []int // what an operand of class other broadcasts to
	outcome int   // which result of the program it is, −1 if it is none
	reuse   int   // the value in whose memory a result is made, −1 if there is none
	spent   bool  // that value is not read here
}

type opcode uint8

const (
	opLoop       opcode = iota // on a block
	opRows                     // on each row of a block
	opReduce                   // of each row
	opReducePart               // on a part of a row; its results are combined when the piece is done
	opSpread                   // repeats the elements of an operand for all elements of a block
	opRowLoop                  // on the rows of a block, with one number for each row
	opShifted                  // a shiftedReduction of each row, or of a part of one
	opChain                    // several loops, in one pass
)

type instruction struct {
	opcode    opcode
	loop      *elementwise.Loop
	reduction *rowReduction
	rows      rowLoop
	shifted   *shiftedReduction
	cost      float64 // of a unit
	z         int
	sum       int // of opShifted the sums; z is −1 where the terms are not stored
	in        operands

	pair    [2]*elementwise.Loop // of opRowLoop, the two that it joins, if loop is nil
	between int                  // the register that the first made, and the second read
	chain   *chain
}

// outputs returns the registers that an instruction makes.
func (s *instruction) outputs() []int {
	if s.chain != nil {
		return s.chain.writes
	}
	if s.opcode != opShifted {
		return []int{s.z}
	}
	if s.z < 0 {
		return []int{s.sum}
	}
	return []int{s.z, s.sum}
}

// reads returns the registers that an instruction reads.
func (s *instruction) reads() []int {
	if s.chain != nil {
		return s.chain.reads
	}
	var ls []int
	for k, l := range s.in {
		if l >= 0 && !slices.Contains(s.in[:k], l) {
			ls = append(ls, l)
		}
	}
	return ls
}

// readsFirst reports whether an instruction has read each element of register l before it writes one at its position.
func (s *instruction) readsFirst(l int) bool {
	return s.chain == nil || slices.Contains(s.chain.early, l)
}

// A partial is a reduction whose rows are in several pieces.
type partial struct {
	reduction *rowReduction
	results   int // register of a piece's results
	z         int // register of the result
}

// blockBytes is the size of a block of the widest elements. Several such blocks fit into the
// L2 cache; in smaller blocks the calls of instructions would take too much of the time.
const blockBytes = 64 << 10

// An operand with one element for each row is repeated along rows shorter than shortRow, an
// operand with one element for each column along columns shorter than shortTile; in longer
// ones loops run row by row. Loops of package simd over rows take the element of each row
// as it is, from rows of shortestRow elements on.
const (
	shortRow    = 64
	shortTile   = 1024
	shortestRow = 8
)

// A builder makes a fused kernel of a group.
type builder struct {
	*planner
	*fusedKernel
	group      *group
	number     int
	registerOf map[int]int    // of values
	found      map[string]int // registers of operands, and of what is spread
}

func (b *planner) makeFused(at int) *fusedKernel {
	g := b.groups[at]
	w := &builder{planner: b, fusedKernel: &fusedKernel{}, group: g, number: at, registerOf: map[int]int{}, found: map[string]int{}}
	w.fusedKernel.slots = b.slots
	w.layout()
	for _, v := range g.members {
		w.member(v)
	}
	w.fuse()
	w.chain()
	for i := range w.instructions {
		w.cost += w.instructions[i].cost
	}
	w.alone = len(w.instructions) == 1 && len(w.tiles) == 0 && w.instructions[0].reduction != nil && w.instructions[0].shifted == nil
	last := w.lastReads()
	w.makeInPlace(last)
	w.allocate(last)
	if t := b.between[at]; t != nil {
		w.shrink(completedBytes)
		at := w.made()[w.results[0]]
		t.same = !slices.ContainsFunc(w.operands, func(k int) bool { return w.registers[k].value == t.scores && !w.overwrites(k, last, at) })
	} else {
		if w.completed = w.completes(last); w.completed != nil && w.byRows && len(w.tiles) > 0 {
			w.shrink(completedBytes)
		}
		w.reuseOperands(last)
	}
	w.classes = make([]class, len(w.registers))
	for i := range w.registers {
		w.classes[i] = w.registers[i].class
	}
	return w.fusedKernel
}

// layout chooses the fused kernel's rows, columns and blocks.
func (w *builder) layout() {
	g := w.group
	size, reductions := 1, g.cols > 0
	w.rows, w.cols = 1, g.n
	if reductions {
		w.rows, w.cols = g.n/g.cols, g.cols
	}
	for _, v := range g.members {
		x := &w.values[v]
		size = max(size, x.spec.Dtype.Size())
		for _, a := range x.args {
			size = max(size, w.values[a.v].spec.Dtype.Size())
			c, rows, cols := classOf(a.shape, x.over)
			if !reductions && (c == byRow || c == byCol) && w.rows == 1 {
				w.rows, w.cols = rows, cols
			}
		}
	}
	block := blockBytes / size
	// Rows that a reduction takes in pieces are never whole in a block, however many of
	// their elements it would hold: of one or two bytes it holds more than a piece has.
	w.byRows = w.rows > 1 && w.cols < block
	if reductions {
		w.byRows = !g.deferred()
	}
	w.height, w.width = 1, block
	switch {
	case w.byRows:
		w.height = max(1, min(block/w.cols, w.rows))
		w.width = w.cols
		w.piece, w.pieces = w.cols, 1
		w.units = array.CeilDiv(w.rows, w.height)
	case reductions: // blocks that hold whole blocks of each reduction
		w.piece = reduce.ChunkLen
		for _, v := range g.members {
			if f := w.values[v].reduction; f != nil {
				w.width = max(w.width, f.block)
			}
		}
		w.width = min(w.width, w.piece)
	default:
		w.piece = block
	}
	if !w.byRows {
		w.width = min(w.width, w.cols)
		w.piece = min(w.piece, w.cols)
		w.pieces = array.CeilDiv(w.cols, w.piece)
		w.units = w.rows * w.pieces
	}
	w.shortLen = max(w.height, reduce.ChunkLen/reduce.BlockLenOf[complex128]())
}

// completedBytes is the size of a block of what completes a convolution: its tiles are made again for each part of the result, and then stay in the L1 cache.
const completedBytes = 16 << 10

// shrink makes blocks of whole rows smaller, to so many bytes if rows are no longer.
func (w *builder) shrink(bytes int) {
	size := 1
	for _, l := range w.registers {
		size = max(size, l.dtype.Size())
	}
	height := max(1, min(w.height, bytes/(w.cols*size)))
	w.cost *= float64(height) / float64(w.height)
	w.height, w.units = height, array.CeilDiv(w.rows, height)
}

func (w *builder) addRegister(l register) int {
	w.registers = append(w.registers, l)
	return len(w.registers) - 1
}

// An operands has the registers that an instruction reads, −1 for those it does not have.
type operands [array.MaxOperands - 1]int

// member adds the instructions of a value.
func (w *builder) member(v int) {
	x := &w.values[v]
	c := w.group.class[v]
	if x.reduction != nil {
		c = whole
	}
	in := operands{-1, -1, -1}
	for k, a := range x.args {
		in[k] = w.operand(a, x.over, c)
	}
	switch {
	case x.reduction != nil:
		w.addReduction(v, in)
	case c == byRow:
		w.addLoopOfRows(v, in)
	default:
		w.addLoop(v, in)
	}
}

// addReduction adds the reduction of each row. Rows that are in several pieces have a
// partial result for each piece.
func (w *builder) addReduction(v int, in operands) {
	x := &w.values[v]
	if w.registers[in[0]].class != whole && w.registers[in[0]].class != other {
		in[0] = w.repeated(in[0], false)
	}
	z := w.makeRegister(v, byRow)
	cost := x.reduction.cost * float64(w.height*w.piece)
	if w.byRows {
		w.instructions = append(w.instructions, instruction{opcode: opReduce, reduction: x.reduction, cost: cost, z: z, in: in})
		return
	}
	r := w.addRegister(register{class: byRow, dtype: x.reduction.dtype, short: true})
	w.instructions = append(w.instructions, instruction{opcode: opReducePart, reduction: x.reduction, cost: cost, z: r, in: in})
	w.partial = append(w.partial, partial{x.reduction, r, z})
}

// addLoopOfRows adds a loop over operands that have one element for each row.
func (w *builder) addLoopOfRows(v int, in operands) {
	x := &w.values[v]
	for k := range in {
		if in[k] >= 0 && x.loop.Long>>k&1 != 0 && w.registers[in[k]].class == single {
			in[k] = w.repeated(in[k], true)
		}
	}
	w.instructions = append(w.instructions, instruction{opcode: opLoop, loop: x.loop, cost: x.loop.Cost * float64(w.height), z: w.makeRegister(v, byRow), in: in})
}

// addLoop adds a loop over all elements of a block.
func (w *builder) addLoop(v int, in operands) {
	x := &w.values[v]
	cost := x.loop.Cost * float64(w.height*w.piece)
	if rows, in := w.onRows(x.loop, in); rows != nil && w.height > 1 && w.cols >= shortestRow && w.registers[in[1]].class == byRow {
		w.instructions = append(w.instructions, instruction{opcode: opRowLoop, loop: x.loop, rows: rows, cost: cost, z: w.makeRegister(v, whole), in: in})
		return
	}
	code := w.broadcastOperands(&in)
	for k := range in {
		if in[k] >= 0 && x.loop.Long>>k&1 != 0 && !w.full(in[k]) {
			in[k] = w.repeated(in[k], false)
		}
	}
	if !slices.ContainsFunc(in[:], func(l int) bool { return l >= 0 && w.full(l) }) {
		in[0] = w.repeated(in[0], false)
	}
	w.instructions = append(w.instructions, instruction{opcode: code, loop: x.loop, cost: cost, z: w.makeRegister(v, whole), in: in})
}

// broadcastOperands repeats operands of one element for each row, or each column, in all
// elements of a block where rows are short. Where they are long the loop runs row by row.
func (w *builder) broadcastOperands(in *operands) opcode {
	code := opLoop
	for k := range in {
		if in[k] < 0 || w.height == 1 {
			continue
		}
		short := 0
		switch w.registers[in[k]].class {
		case byRow:
			short = shortRow
		case byCol:
			short = shortTile
		default:
			continue
		}
		if w.cols < short {
			in[k] = w.repeated(in[k], false)
		} else {
			code = opRows
		}
	}
	return code
}

// full reports whether register l has an element for each one of a row.
func (w *builder) full(l int) bool {
	c := w.registers[l].class
	return c == whole || c == other || c == byCol
}

// makeRegister returns the register of a value that is made here.
func (w *builder) makeRegister(v int, c class) int {
	x := &w.values[v]
	l := register{class: c, dtype: x.spec.Dtype, short: c == byRow, value: v, shape: x.spec.Shape, outcome: w.outcome(v), reuse: -1}
	if w.outside[v] {
		l.kind = result
	}
	k := w.addRegister(l)
	if l.kind == result {
		w.results = append(w.results, k)
	}
	w.registerOf[v] = k
	return k
}

// operand returns the register of an operand of an instruction on elements of shape over, or on
// one element for each row if c is byRow.
func (w *builder) operand(a use, over []int, c class) int {
	if k, ok := w.registerOf[a.v]; ok {
		return k
	}
	x := &w.values[a.v]
	l := register{kind: operand, dtype: x.spec.Dtype, value: a.v, shape: a.shape}
	var rows int
	l.class, rows, _ = classOf(a.shape, over)
	switch {
	case c == byRow && l.class == whole:
		l.class = byRow
	case (l.class == byRow || l.class == byCol) && rows != w.rows:
		l.class = other
	}
	key := fmt.Sprint(a.v, l.class)
	if l.class == other || l.class == whole {
		key = fmt.Sprint(key, a.shape, over)
		l.over = over
	}
	k, ok := w.found[key]
	if !ok {
		k = w.addRegister(l)
		w.operands = append(w.operands, k)
		w.found[key] = k
	}
	return k
}

// repeated returns a register that has the elements of register l repeated for all elements of
// a block or, if short, once for each row.
func (w *builder) repeated(l int, short bool) int {
	key := fmt.Sprint("spread", l, short)
	k, ok := w.found[key]
	if ok {
		return k
	}
	from := &w.registers[l]
	to := register{class: whole, dtype: from.dtype, short: short}
	if short {
		to.class = byRow
	}
	k = w.addRegister(to)
	w.found[key] = k
	s := instruction{opcode: opSpread, z: k, in: operands{l, -1, -1}}
	if c := w.registers[l].class; c == single || c == byCol && w.byRows {
		w.tiles = append(w.tiles, s) // the same in every block
	} else {
		w.instructions = append(w.instructions, s)
	}
	return k
}

// allocate assigns a buffer to every register that is in one. A buffer is free when no
// instruction reads it any more. The result of an instruction may take the buffer of an
// operand that it reads last, if elements have one size.
func (w *builder) allocate(last []int) {
	size := 0
	for _, l := range w.registers {
		size = max(size, l.dtype.Size())
	}
	// Where addresses differ by a multiple of 4 KiB, a load waits for an earlier store to the
	// other address: the processor compares only their low bits at first.
	const apart = 192
	long := (w.height*w.width*size+63)&^63 + apart
	short := (w.shortLen*size+63)&^63 + apart
	var free [2][]int
	take := func(l int) {
		if w.registers[l].kind != buffered {
			return
		}
		pool, bytes := &free[0], long
		if w.registers[l].short {
			pool, bytes = &free[1], short
		}
		if n := len(*pool); n > 0 {
			w.registers[l].at = (*pool)[n-1]
			*pool = (*pool)[:n-1]
			return
		}
		w.registers[l].at = w.bufferBytes
		w.bufferBytes += bytes
	}
	give := func(l int) {
		if w.registers[l].kind != buffered {
			return
		}
		if w.registers[l].short {
			free[1] = append(free[1], w.registers[l].at)
		} else {
			free[0] = append(free[0], w.registers[l].at)
		}
	}
	for _, s := range w.tiles {
		take(s.z)
	}
	for _, p := range w.partial {
		take(p.results)
	}
	partial := map[int]bool{}
	for _, p := range w.partial {
		partial[p.results] = true
	}
	for i, s := range w.instructions {
		made := slices.DeleteFunc(slices.Clone(s.outputs()), func(l int) bool { return partial[l] })
		inPlace := func(l int) bool {
			return len(made) > 0 && w.registers[l].dtype.Size() == w.registers[made[0]].dtype.Size() && s.opcode != opSpread &&
				(s.chain == nil || len(made) == 1 && s.readsFirst(l))
		}
		ends := w.ending(s, last, i)
		for _, l := range ends {
			if inPlace(l) {
				give(l)
			}
		}
		for _, l := range made {
			take(l)
		}
		for _, l := range ends {
			if !inPlace(l) {
				give(l)
			}
		}
		for _, l := range made {
			if last[l] == i {
				give(l)
			}
		}
		if s.chain != nil && s.chain.slots > 0 {
			s.chain.at = w.bufferBytes
			w.bufferBytes += s.chain.slots*chainSlot + apart
		}
	}
}

// makeInPlace puts the last operand of which a result is computed, element by element, into
// the result's memory. That memory is then brought into the cache by an instruction that
// computes, not by one that mostly writes.
func (w *builder) makeInPlace(last []int) {
	for i, s := range w.instructions {
		if s.opcode != opLoop && s.opcode != opRows && s.opcode != opRowLoop && s.opcode != opChain {
			continue
		}
		for _, z := range s.outputs() {
			if w.registers[z].kind != result || w.registers[z].class != whole {
				continue
			}
			for _, l := range w.ending(s, last, i) {
				if x := &w.registers[l]; x.kind == buffered && x.class == whole && !x.short && x.dtype == w.registers[z].dtype && s.readsFirst(l) {
					x.kind, x.at = inPlace, z
					w.inPlace = append(w.inPlace, l)
					break
				}
			}
		}
	}
}

// lastReads returns for each register the last instruction that reads it, or that makes it.
func (w *builder) lastReads() []int {
	last := make([]int, len(w.registers))
	for i, s := range w.instructions {
		for _, z := range s.outputs() {
			last[z] = max(last[z], i)
		}
		for _, l := range s.reads() {
			last[l] = i
		}
	}
	always := len(w.instructions)
	for _, s := range w.tiles {
		last[s.z] = always
	}
	for _, p := range w.partial {
		last[p.results] = always
	}
	return last
}

// reuseOperands puts results into the memory of values that nothing needs any more: of values
// whose last use was earlier, and of operands whose last use is here, if no instruction reads
// an element after it is overwritten.
func (w *builder) reuseOperands(last []int) {
	made := w.made()
	readers := map[int]int{} // how many operands a value is
	for _, k := range w.operands {
		readers[w.registers[k].value]++
	}
	for _, z := range w.results {
		l := &w.registers[z]
		if w.planner.slots.has(l.value) {
			continue
		}
		fits := func(v int) bool { // what completes a convolution runs when that does
			x := &w.values[v]
			return (w.completed == nil || w.lastUse[v] < w.completed.at) && x.spec.Dtype == l.dtype && shape.Size(x.spec.Shape) == shape.Size(l.shape)
		}
		if i := slices.IndexFunc(w.ended, fits); i >= 0 {
			l.reuse, l.spent = w.ended[i], true
			w.ended = slices.Delete(w.ended, i, i+1)
			continue
		}
		if l.class != whole {
			continue
		}
		for _, k := range w.operands {
			from := &w.registers[k]
			if from.class == whole && fits(from.value) && readers[from.value] == 1 && w.lastUse[from.value] == w.number &&
				w.reusable[from.value] && w.viewOf[from.value] < 0 && !w.viewed[from.value] && w.overwrites(k, last, made[z]) {
				l.reuse = from.value
				w.reusable[from.value] = false
				break
			}
		}
	}
}

// overwrites reports whether instruction i, the first that writes there, may write into the memory of register k, which last says where it is read last.
func (w *builder) overwrites(k int, last []int, i int) bool {
	return last[k] < i || last[k] == i && w.instructions[i].readsFirst(k)
}

// made returns for each register that instructions make which of them is the first that writes into its memory.
func (w *builder) made() map[int]int {
	made := map[int]int{}
	for i, s := range w.instructions {
		for _, z := range s.outputs() {
			made[z] = i
		}
	}
	for _, l := range w.inPlace {
		z := w.registers[l].at
		made[z] = min(made[z], made[l])
	}
	return made
}

// ending returns the registers that no instruction after s, the i-th, reads.
func (w *builder) ending(s instruction, last []int, i int) []int {
	var ls []int
	for _, l := range s.reads() {
		if last[l] == i {
			ls = append(ls, l)
		}
	}
	return ls
}

// A frame is what one thread needs for a fused kernel.
type frame struct {
	bufs    []*array.Buffer       // of each register
	at      []int                 // where its block begins
	lens    [other + 1]int        // of a block's operands by their class
	own     []array.Buffer        // the headers of what is in buffers
	strided []bool                // operands that do not lie in order
	readers []*elementwise.Reader // of those
	blocks  []*array.Buffer       // of those
	parts   []*array.Buffer       // of each partial
	copies  []*array.Buffer       // of operands, which end with the run
	chains  [][]simd.ChainStep    // the programs
	mem     []uint64
}

func (p *fusedKernel) newFrame() *frame {
	n := len(p.registers)
	f := &frame{bufs: make([]*array.Buffer, n), at: make([]int, n), own: make([]array.Buffer, n), strided: make([]bool, n),
		readers: make([]*elementwise.Reader, n), blocks: make([]*array.Buffer, n), parts: make([]*array.Buffer, len(p.partial))}
	f.mem = make([]uint64, p.bufferBytes/8+8)
	base := unsafe.Pointer(unsafe.SliceData(f.mem))
	skip := int(-uintptr(base) & 63)
	for i := range p.registers {
		l := &p.registers[i]
		if l.kind != buffered {
			continue
		}
		h := &f.own[i]
		h.Dtype, h.Size = l.dtype, p.height*p.width
		if l.short {
			h.Size = p.shortLen
		}
		h.Mem = unsafe.Add(base, skip+l.at)
		f.bufs[i] = h
	}
	f.chains = p.newChains(unsafe.Add(base, skip))
	return f
}

// run makes the fused kernel's results of values, and sets them there.
func (p *fusedKernel) run(values []*array.Buffer, out []backend.Spec) error {
	f := p.frame()
	err := p.prepare(f, values, out, -1)
	if err == nil {
		p.compute(f, stopOf(out))
	}
	p.release(f)
	return err
}

// frame returns a frame that is free.
func (p *fusedKernel) frame() *frame {
	f, _ := p.frames.Get().(*frame)
	if f == nil {
		f = p.newFrame()
	}
	return f
}

// compute computes the results of what f has been prepared with.
func (p *fusedKernel) compute(f *frame, stop *backend.Stop) {
	switch total := p.cost * float64(p.units); {
	case p.alone && !f.strided[p.operands[0]]:
		z, x := f.bufs[p.results[0]], f.bufs[p.operands[0]]
		p.instructions[0].reduction.all(stop, elementwise.Span{Buffer: z, At: z.Offset, N: p.rows}, elementwise.Span{Buffer: x, At: x.Offset, N: p.rows * p.cols}, p.cols)
	case total < 2*array.WorthSplitting || p.units == 1:
		p.work(f, 0, p.units)
		p.totals(f)
	default:
		p.split(stop, f)
		p.totals(f)
	}
}

// release gives a frame back that has been prepared, with what it made for the run.
func (p *fusedKernel) release(f *frame) {
	for _, part := range f.parts {
		if part != nil { // nil if memory did not hold them all
			array.Release(part)
		}
	}
	for _, c := range f.copies {
		array.Release(c)
	}
	clear(f.copies)
	f.copies = f.copies[:0]
	p.put(f)
}

// totals makes the results of reductions whose rows are in pieces.
func (p *fusedKernel) totals(f *frame) {
	for i, c := range p.partial {
		z := f.bufs[c.z]
		c.reduction.totals(elementwise.Span{Buffer: z, At: z.Offset, N: p.rows}, elementwise.Span{Buffer: f.parts[i], At: 0, N: p.rows * p.pieces}, p.pieces)
	}
}

// unitsBetweenStops is how many units are done before a stop is looked at again: a unit has some thousand
// elements, and there are functions that take ten times what they cost at most elements, as those of large angles.
const unitsBetweenStops = 16

func (p *fusedKernel) split(stop *backend.Stop, f *frame) {
	array.Split(stop, p.units, p.cost, func(lo, hi int) {
		g := p.share(f)
		for stop != nil && hi-lo > unitsBetweenStops {
			p.work(g, lo, lo+unitsBetweenStops)
			lo += unitsBetweenStops
			stop.Check()
		}
		p.work(g, lo, hi)
		p.put(g)
	})
}

// share returns another frame that has been prepared with the same.
func (p *fusedKernel) share(f *frame) *frame {
	g := p.frame()
	for _, l := range p.operands {
		g.bufs[l], g.strided[l] = f.bufs[l], f.strided[l]
	}
	for _, l := range p.results {
		g.bufs[l] = f.bufs[l]
	}
	for _, l := range p.inPlace {
		g.bufs[l] = f.bufs[l]
	}
	copy(g.parts, f.parts)
	return g
}

// put gives a frame back, without what it holds of others' memory.
func (p *fusedKernel) put(f *frame) {
	for _, l := range p.operands {
		f.bufs[l] = nil
		if f.strided[l] {
			f.strided[l] = false
			if r := f.readers[l]; r != nil {
				r.Forget()
			}
		}
	}
	for _, l := range p.results {
		f.bufs[l] = nil
	}
	for _, l := range p.inPlace {
		f.bufs[l] = nil
	}
	clear(f.parts)
	p.forgetChains(f)
	p.frames.Put(f)
}

// prepare brings the operands into a form from which blocks can be taken, and allocates the
// results. It leaves out operands that are value without, −1 if there is none such.
func (p *fusedKernel) prepare(f *frame, values []*array.Buffer, out []backend.Spec, without int) error {
	if err := p.prepareOperands(f, values, stopOf(out), without); err != nil {
		return err
	}
	for _, i := range p.results {
		l := &p.registers[i]
		if l.reuse >= 0 {
			b := values[l.reuse]
			if b.Contiguous() || l.spent && !b.Borrows && b.Size == b.Len() { // elements that are read lie where the result's do
				f.bufs[i] = takeOver(b, l.shape)
				continue
			}
			f.copies = append(f.copies, b) // which ends with them
		}
		if p.slots.has(l.value) {
			z, err := p.slots.part(l.value, l.shape, values, out)
			if err != nil {
				return err
			}
			f.bufs[i] = z
			continue
		}
		s := backend.Spec{Dtype: l.dtype, Shape: l.shape}
		if l.outcome >= 0 {
			s.Inline, s.Into = out[l.outcome].Inline, out[l.outcome].Into
		}
		z, err := array.NewResult(s)
		if err != nil {
			return err
		}
		f.bufs[i] = z
	}
	for i, c := range p.partial {
		z, err := array.NewResult(backend.Spec{Dtype: c.reduction.dtype, Shape: []int{p.rows * p.pieces}})
		if err != nil {
			return err
		}
		f.parts[i] = z
	}
	for _, i := range p.results {
		values[p.registers[i].value] = f.bufs[i]
	}
	for _, i := range p.inPlace {
		f.bufs[i] = f.bufs[p.registers[i].at]
	}
	return nil
}

// prepareOperands is prepare for the operands.
func (p *fusedKernel) prepareOperands(f *frame, values []*array.Buffer, stop *backend.Stop, without int) error {
	for _, i := range p.operands {
		if p.registers[i].value == without {
			continue
		}
		if err := p.prepareOperand(f, i, values, stop); err != nil {
			return err
		}
	}
	return nil
}

// prepareOperand is prepare for register i.
func (p *fusedKernel) prepareOperand(f *frame, i int, values []*array.Buffer, stop *backend.Stop) error {
	l := &p.registers[i]
	b := values[l.value]
	if l.class == single || l.class != other && b.Contiguous() {
		f.bufs[i] = b
		return nil
	}
	same := slices.Equal(b.Shape, l.shape)
	if l.class == whole && same || l.class == other {
		var err error
		if !same {
			if b, err = reshaped(stop, b, l.shape); err != nil {
				return err
			}
			f.copies = append(f.copies, b) // if it is one
		}
		if len(l.over) <= elementwise.ReaderRank {
			f.strided[i] = true
		} else {
			if b, err = broadcastCopy(stop, b, l.over); err != nil {
				return err
			}
			f.copies = append(f.copies, b)
		}
		f.bufs[i] = b
		return nil
	}
	c, err := array.Clone(stop, b)
	if err != nil {
		return err
	}
	f.copies = append(f.copies, c)
	f.bufs[i] = c
	return nil
}

// reshaped returns b's elements in shape s.
func reshaped(stop *backend.Stop, b *array.Buffer, s []int) (*array.Buffer, error) {
	z, err := array.Reshape(backend.Spec{Dtype: b.Dtype, Shape: s, Stop: stop}, b, backend.ViewAttrs{})
	if err != nil {
		return nil, err
	}
	return z.(*array.Buffer), nil
}

// broadcastCopy returns a copy of b, broadcast to shape s.
func broadcastCopy(stop *backend.Stop, b *array.Buffer, s []int) (*array.Buffer, error) {
	z, err := array.NewResult(backend.Spec{Dtype: b.Dtype, Shape: s})
	if err == nil {
		array.CopyInto(stop, z, b)
	}
	return z, err
}

// takeOver returns a Buffer of shape s in b's memory, each of whose elements is needed no more
// once the result at its position is computed.
func takeOver(b *array.Buffer, s []int) *array.Buffer {
	v := b.View(s, b.Offset)
	if b.Size == b.Len() {
		v.Offset = 0
	}
	v.Borrows = b.Borrows
	n := 1
	for i := len(s) - 1; i >= 0; i-- {
		v.Strides[i] = n
		n *= max(s[i], 1)
	}
	return v
}

// work does the units lo to hi.
func (p *fusedKernel) work(f *frame, lo, hi int) {
	first := lo * p.height * p.cols
	if !p.byRows {
		first = lo/p.pieces*p.cols + lo%p.pieces*p.piece
	}
	for _, i := range p.operands {
		if f.strided[i] {
			f.open(i, &p.registers[i], first, p.height*p.width)
		}
	}
	p.spreadTiles(f)
	if p.byRows {
		for u := lo; u < hi; u++ {
			row := u * p.height
			p.setBlock(f, row, min(p.height, p.rows-row), 0, p.cols)
			p.read(f)
			p.block(f, 0)
		}
		return
	}
	for u := lo; u < hi; u++ {
		row, from := u/p.pieces, u%p.pieces*p.piece
		to := min(from+p.piece, p.cols)
		for at := from; at < to; at += p.width {
			p.setBlock(f, row, 1, at, min(p.width, to-at))
			p.read(f)
			p.block(f, at-from)
		}
		for i, c := range p.partial {
			runs := array.CeilDiv(to-from, c.reduction.block)
			c.reduction.totals(elementwise.Span{Buffer: f.parts[i], At: u, N: 1}, elementwise.Span{Buffer: f.bufs[c.results], At: 0, N: runs}, runs)
		}
	}
}

// spreadTiles repeats what is the same in every block.
func (p *fusedKernel) spreadTiles(f *frame) {
	if len(p.tiles) == 0 {
		return
	}
	p.setBlock(f, 0, p.height, 0, p.width)
	for i := range p.tiles {
		p.spread(f, &p.tiles[i])
	}
}

// open makes ready the reader of an operand that does not lie in order.
func (f *frame) open(i int, l *register, first, n int) {
	r := f.readers[i]
	if r == nil {
		r = new(elementwise.Reader)
		f.readers[i], f.blocks[i] = r, elementwise.Scratch(l.dtype, n)
	}
	r.OpenWith(f.blocks[i], f.bufs[i], l.over, first)
	f.bufs[i] = f.blocks[i]
}

// setBlock sets where a block begins that has n columns of some rows, from column col on.
func (p *fusedKernel) setBlock(f *frame, row, rows, col, n int) {
	f.lens = [...]int{whole: rows * n, byRow: rows, byCol: n, single: 1, other: rows * n}
	for _, set := range [...][]int{p.operands, p.results, p.inPlace} {
		for _, i := range set {
			at := f.bufs[i].Offset
			switch p.registers[i].class {
			case whole, other: // the latter is a copy, or read from its block
				at += row*p.cols + col
			case byRow:
				at += row
			case byCol:
				at += col
			}
			f.at[i] = at
		}
	}
}

// read takes the block of operands that do not lie in order.
func (p *fusedKernel) read(f *frame) {
	for _, i := range p.operands {
		if f.strided[i] {
			f.readers[i].Next(f.lens[whole])
			f.at[i] = 0
		}
	}
}

// block runs every instruction on the block that f is placed at. done is how many elements
// precede it in its piece.
func (p *fusedKernel) block(f *frame, done int) {
	for i := range p.instructions {
		s := &p.instructions[i]
		switch s.opcode {
		case opLoop:
			var in elementwise.Spans
			for k, l := range s.in {
				if l >= 0 {
					in[k] = elementwise.Span{Buffer: f.bufs[l], At: f.at[l], N: f.lens[p.classes[l]]}
				}
			}
			s.loop.Run(elementwise.Span{Buffer: f.bufs[s.z], At: f.at[s.z], N: f.lens[p.classes[s.z]]}, in)
		case opRows:
			p.eachRow(f, s)
		case opReduce:
			x := s.in[0]
			s.reduction.rows(elementwise.Span{Buffer: f.bufs[s.z], At: f.at[s.z], N: f.lens[byRow]}, elementwise.Span{Buffer: f.bufs[x], At: f.at[x], N: f.lens[whole]}, f.lens[byCol])
		case opReducePart:
			x, n := s.in[0], f.lens[whole]
			s.reduction.runs(elementwise.Span{Buffer: f.bufs[s.z], At: done / s.reduction.block, N: array.CeilDiv(n, s.reduction.block)}, elementwise.Span{Buffer: f.bufs[x], At: f.at[x], N: n})
		case opSpread:
			p.spread(f, s)
		case opChain:
			p.runChain(f, s.chain)
		case opRowLoop:
			s.rows(p.span(f, s.z), p.span(f, s.in[0]), p.span(f, s.in[1]), p.span(f, s.in[2]), f.lens[byCol])
		case opShifted:
			x, m, z := p.span(f, s.in[0]), p.span(f, s.in[1]), p.span(f, s.z)
			if s.in[1] < 0 {
				m = elementwise.Span{Buffer: noShift, At: 0, N: 1}
			}
			if s.z < 0 {
				z = x
			}
			if p.byRows {
				s.shifted.rows(p.span(f, s.sum), z, x, m, f.lens[byCol])
				continue
			}
			s.shifted.runs(elementwise.Span{Buffer: f.bufs[s.sum], At: done / s.reduction.block, N: array.CeilDiv(x.N, s.reduction.block)}, z, x, m)
		}
	}
}

// span returns a block's elements of register l; none if that is −1.
func (p *fusedKernel) span(f *frame, l int) elementwise.Span {
	if l < 0 {
		return elementwise.Span{}
	}
	return elementwise.Span{Buffer: f.bufs[l], At: f.at[l], N: f.lens[p.classes[l]]}
}

// eachRow runs an instruction row by row.
func (p *fusedKernel) eachRow(f *frame, s *instruction) {
	n := f.lens[byCol]
	var in elementwise.Spans
	var steps [array.MaxOperands - 1]int
	for k, l := range s.in {
		if l < 0 {
			continue
		}
		in[k] = elementwise.Span{Buffer: f.bufs[l], At: f.at[l], N: n}
		switch p.classes[l] {
		case whole, other:
			steps[k] = n
		case byRow:
			in[k].N, steps[k] = 1, 1
		case single:
			in[k].N = 1
		}
	}
	z := elementwise.Span{Buffer: f.bufs[s.z], At: f.at[s.z], N: n}
	for range f.lens[byRow] {
		s.loop.Run(z, in)
		z.At += n
		for k := range in {
			in[k].At += steps[k]
		}
	}
}

// spread repeats an operand's elements as a block needs them.
func (p *fusedKernel) spread(f *frame, s *instruction) {
	l := s.in[0]
	z := elementwise.Span{Buffer: f.bufs[s.z], At: f.at[s.z], N: f.lens[p.classes[s.z]]}
	x := elementwise.Span{Buffer: f.bufs[l], At: f.at[l], N: f.lens[p.classes[l]]}
	c, n := p.classes[l], f.lens[byCol]
	switch z.Buffer.Dtype.Size() {
	case 1:
		spreadTo(elementwise.SpanOf[uint8](z), elementwise.SpanOf[uint8](x), c, n)
	case 2:
		spreadTo(elementwise.SpanOf[uint16](z), elementwise.SpanOf[uint16](x), c, n)
	case 4:
		spreadTo(elementwise.SpanOf[uint32](z), elementwise.SpanOf[uint32](x), c, n)
	case 8:
		spreadTo(elementwise.SpanOf[uint64](z), elementwise.SpanOf[uint64](x), c, n)
	case 16:
		spreadTo(elementwise.SpanOf[complex128](z), elementwise.SpanOf[complex128](x), c, n)
	}
}

// spreadTo fills rows of n elements in z.
func spreadTo[T array.Element](z, x []T, c class, n int) {
	switch c {
	case single:
		array.Repeat(z, x[0])
	case byRow:
		for i, v := range x {
			array.Repeat(z[i*n:(i+1)*n], v)
		}
	case byCol:
		for ; len(z) > 0; z = z[n:] {
			copy(z[:n], x)
		}
	}
}
