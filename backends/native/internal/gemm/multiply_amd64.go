package gemm

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Tests make them smaller.
var (
	// chunkBytes is how much of the strips a task reads for every panel of rows, at most: about
	// half of L2. Of fewStrips or more it reads about enoughBytes, so that rows of c stay in L2 too,
	// and what is prefetched.
	chunkBytes, enoughBytes, fewStrips = l2Bytes() / 2, l2Bytes() / 8, 16

	// stripBytes and panelBytes bound the memory of packed strips and panels.
	stripBytes, panelBytes = 8 << 20, 8 << 20

	// sumRows bounds the memory of sums that are not results yet, with sumCols, a multiple of the columns of any strip.
	sumRows, sumCols = 1024, 4096

	// directBytes is the size of the second operand up to which its rows are read where they lie;
	// fewDirectBytes is that for at most fewPanels panels of rows, which read it so often, or
	// oddPanels if its rows begin at other places of cache lines than one another, and rows that
	// do not all begin at one place of a page: these would share few lines of L1.
	directBytes, fewDirectBytes, fewPanels, oddPanels = 1 << 20, 2 * l2Bytes(), 10, 4

	// inPlaceColumns is the number of columns up to which the rows of the first operand are
	// read where they lie.
	inPlaceColumns = 512

	// smallWork is how many nanoseconds of work are done without a plan, on one thread.
	smallWork = 15_000.0

	// keptOffsets is how many offsets of windows' runs a plan keeps memory for.
	keptOffsets = 1 << 16
)

// A plan is one product, while it is computed.
type plan struct {
	e          *kernel
	z          unsafe.Pointer
	zRow       int  // elements between rows of z
	accumulate bool // z has elements to which the product is added
	add        func(c *byte, ldc int, sums *byte, pitch, rows int, m0, m1 uint64)
	x, y       Matrix
	windows    *Windows // instead of x
	runs       []int    // where the runs of its columns begin in a row
	yCols      []Axis   // y's columns, if they are several axes
	yRuns      []int    // where the runs of y's rows begin, if there are several
	yRun       int      // how many rows a run has
	n, k, m    int
	yInPlace   bool  // y is better read where it lies
	mirrored   bool  // y is x transposed: what lies below the diagonal is copied from above
	direct     bool  // b is read where it lies
	inPlace    bool  // a is, or its tasks copy the rows they need of windows
	lineRows   int   // how many rows of windows that are read where they lie are a step apart; 0 if they are copied
	linePanels int   // panels of so many
	blockRuns  []run // of such windows, or of y's rows that are read where they lie, in the block: those behind the first
	firstRun   int   // lines of the first
	subnormal  atomic.Bool
	i0, j0, k0 int // the block that is computed
	rows, cols int
	depth      int
	panels     int
	allStrips  int // of the block
	strips     int // in a chunk
	chunks     int
	bias       unsafe.Pointer // a number for each column that is added to the results, of bytes whole lines of them; or nil
	givenX     *Packed        // all panels of x, or nil
	given      *Packed        // all strips of y, or nil
	packed     memory         // strips of b, unless direct or given
	stripSize  int
	lines      memory // panels of a, unless inPlace or givenX
	panelSize  int
	ars, acs   int    // of a panel
	sums       memory // of several blocks of the summed axis, before they are rounded

	packTask, tileTask func(lo, hi int) // the methods, made once
}

// A memory is a block that is used again.
type memory struct{ words []uint64 }

// take returns n bytes, which begin where a cache line does.
func (b *memory) take(n int) unsafe.Pointer {
	if want := (n + 64 + 7) / 8; cap(b.words) < want {
		b.words = make([]uint64, want)
	}
	p := unsafe.Pointer(unsafe.SliceData(b.words))
	return unsafe.Add(p, -uintptr(p)&63)
}

var plans = sync.Pool{New: func() any {
	p := &plan{}
	p.packTask, p.tileTask = p.pack, p.tiles
	return p
}}

// A scratch is the memory of one task.
type scratch struct {
	a, lines memory
	tile     [32 * 32 * 4 / 8]uint64 // of sums: the greatest tile
	edge     [16]uint64
	config   [64]byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (e *kernel) multiply(z unsafe.Pointer, pitch int, x, y Matrix, n, k, m int, split Split) {
	e.multiplyBiased(z, pitch, x, y, nil, n, k, m, split)
}

// multiplyBiased is multiply, and adds a bias, if that is not nil, to each row.
func (e *kernel) multiplyBiased(z unsafe.Pointer, pitch int, x, y Matrix, bias unsafe.Pointer, n, k, m int, split Split) {
	if n == 0 || m == 0 {
		return
	}
	if k == 0 {
		for i := range n {
			clear(unsafe.Slice((*byte)(unsafe.Add(z, i*pitch*e.size)), m*e.size))
		}
		e.addToRows(z, pitch, bias, n, m)
		return
	}
	alone := split == nil
	if alone {
		split = InOne
	}
	if given := y.Packed; given != nil && given.subnormal {
		y.Packed = nil
		e.safe.multiply(z, pitch, x, y, n, k, m, split)
		return
	}
	if n == 1 || m == 1 {
		one := e
		if e.safe != nil {
			one = e.safe
		}
		if m == 1 && one.vector(z, x, y.At, y.Row, n, k, split) ||
			n == 1 && one.vector(z, Matrix{At: y.At, Row: y.Col, Col: y.Row}, x.At, x.Col, m, k, split) {
			e.addToRows(z, pitch, bias, n, m)
			return
		}
	}
	if e.small(Target{At: z, Pitch: pitch}, nil, x, y, bias, n, k, m, alone) {
		return
	}
	p := newPlan(e, pitch)
	p.bias = bias
	if !p.result(e, z, x, y, n, k, m, split) {
		y.Packed = nil
		e.safe.multiply(z, pitch, x, y, n, k, m, split)
	}
}

// addToRows adds a bias, if that is not nil, to whole rows.
func (e *kernel) addToRows(z unsafe.Pointer, pitch int, bias unsafe.Pointer, n, m int) {
	if bias == nil {
		return
	}
	for j := 0; j < m; j += e.cols {
		e.addBias(unsafe.Add(z, j*e.size), pitch*e.size, unsafe.Add(bias, j*e.size), n, min(e.cols, m-j))
	}
}

// addBias adds a bias to rows of a strip, of so many columns.
func (e *kernel) addBias(c unsafe.Pointer, ldc int, bias unsafe.Pointer, rows, cols int) {
	e.add((*byte)(c), ldc, (*byte)(bias), 0, rows, uint64(1)<<min(cols, e.cols/2)-1, uint64(1)<<max(cols-e.cols/2, 0)-1)
}

// accumulate adds the product to z's elements, or subtracts it.
func (e *kernel) accumulate(z Target, x, y Matrix, n, k, m int, split Split) {
	if n == 0 || m == 0 || k == 0 {
		return
	}
	add := e.add
	if z.Subtract {
		add = e.subtract
	}
	if e.small(z, add, x, y, nil, n, k, m, split == nil) {
		return
	}
	if split == nil {
		split = InOne
	}
	p := plans.Get().(*plan)
	p.zRow, p.accumulate, p.add = z.Pitch, true, add
	p.result(e, z.At, x, y, n, k, m, split)
}

func (e *kernel) multiplyWindows(z unsafe.Pointer, pitch int, x, y *Windows, n, k, m int, split Split) {
	if given := y.Packed; given != nil && given.subnormal || !e.plannedWindows(z, pitch, x, y, n, k, m, split) {
		unpacked := *y
		unpacked.Packed = nil
		e.safe.plannedWindows(z, pitch, x, &unpacked, n, k, m, split)
	}
}

// plannedWindows is planned for windows.
func (e *kernel) plannedWindows(z unsafe.Pointer, pitch int, x, y *Windows, n, k, m int, split Split) bool {
	p := newPlan(e, pitch)
	first := p.firstOf(x, k)
	return p.result(e, z, first, p.secondOf(y, k), n, k, m, split)
}

// firstOf makes windows the first operand.
func (p *plan) firstOf(x *Windows, k int) Matrix {
	p.windows, p.runs = x, runsOf(p.runs[:0], x.Cols)
	copied := Matrix{Row: k, Col: 1, Packed: x.Packed} // the panels are made of rows that have been copied
	if x.across() {
		copied.Row, copied.Col = 1, p.e.rows
	}
	return copied
}

// secondOf makes windows the second operand.
func (p *plan) secondOf(y *Windows, k int) Matrix {
	last := y.Rows[len(y.Rows)-1]
	if last.Len < k {
		p.yRuns, p.yRun = runsOf(p.yRuns, y.Rows), last.Len
	}
	if len(y.Cols) > 1 {
		p.yCols = y.Cols
	}
	p.yInPlace = y.InPlace && p.e.half != nil && last.Len >= shortestRun
	return Matrix{y.At, last.Step, y.Cols[len(y.Cols)-1].Step, y.Packed}
}

// runsOf appends where the elements of the last of axes begin.
func runsOf(at []int, axes []Axis) []int {
	n := 1
	for _, a := range axes[:len(axes)-1] {
		n *= a.Len
	}
	for i := range n {
		at = append(at, offset(axes[:len(axes)-1], i))
	}
	return at
}

// planned computes a product and reports whether there was nothing that the kernel takes for 0.
func (e *kernel) planned(z unsafe.Pointer, pitch int, x, y Matrix, n, k, m int, split Split) bool {
	return newPlan(e, pitch).result(e, z, x, y, n, k, m, split)
}

// newPlan returns a plan of a product whose rows are pitch elements apart.
func newPlan(e *kernel, pitch int) *plan {
	p := plans.Get().(*plan)
	p.e, p.zRow, p.accumulate, p.add = e, pitch, false, e.add
	return p
}

func (p *plan) result(e *kernel, z unsafe.Pointer, x, y Matrix, n, k, m int, split Split) bool {
	p.e, p.z, p.x, p.y, p.n, p.k, p.m, p.givenX, p.given = e, z, x, y, n, k, m, x.Packed, y.Packed
	p.subnormal.Store(false)
	// Products of two reals have the same bits either way, and so have their sums, which are in one order.
	p.mirrored = p.windows == nil && !p.accumulate && p.bias == nil && e.narrow == nil && e.parts == 1 && (e.size == 4 || e.size == 8) &&
		n == m && x.At == y.At && x.Row == y.Col && x.Col == y.Row
	p.compute(split)
	if p.mirrored {
		p.mirror(split)
	}
	whole := !p.subnormal.Load()
	p.free()
	return whole
}

// free puts the plan into the pool, without what it multiplied.
func (p *plan) free() {
	p.yInPlace, p.bias, p.z, p.x, p.windows, p.y, p.givenX, p.given, p.yCols, p.yRuns = false, nil, nil, Matrix{}, nil, Matrix{}, nil, nil, nil, p.yRuns[:0]
	if cap(p.runs)+cap(p.yRuns) > keptOffsets {
		p.runs, p.yRuns = nil, nil
	}
	plans.Put(p)
}

// small computes products of few multiplications, or of any number on this thread alone, if their operands can be read where
// they lie, and reports whether it did. add, if not nil, adds the product to z's elements, and bias, if not nil, is added to each row.
func (e *kernel) small(z Target, add func(c *byte, ldc int, sums *byte, pitch, rows int, m0, m1 uint64), x, y Matrix, bias unsafe.Pointer, n, k, m int, alone bool) bool {
	if e.narrow != nil || y.Col != 1 && y.Packed == nil || k > e.depth || e.half == nil && m%e.cols != 0 || float64(n)*float64(k)*float64(m) > smallWork*e.rate && !alone {
		return false
	}
	panels := (n + e.rows - 1) / e.rows
	var s *scratch
	if add != nil {
		s = scratches.Get().(*scratch)
		defer scratches.Put(s)
	}
	strips, bks, next := y.At, y.Row*e.size, e.cols*e.size
	if y.Packed != nil {
		strips, bks, next = y.Packed.strip(0, 0), e.line, y.Packed.size
	}
	for j, at := 0, 0; j < m; j, at = j+e.cols, at+next {
		b := unsafe.Add(strips, at)
		f, m0, m1, mask := e.loopFor(min(e.cols, m-j), y.Packed == nil)
		for i := range panels {
			from, to := i*n/panels, (i+1)*n/panels
			a, ars, acs := unsafe.Add(x.At, from*x.Row*e.size), x.Row*e.size, x.Col*e.size
			if x.Packed != nil {
				a, ars, acs = x.Packed.panel(0, 0, i), x.Packed.ars, x.Packed.acs
			}
			c := unsafe.Add(z.At, (from*z.Pitch+j)*e.size)
			if add != nil {
				tile, pitch := unsafe.Pointer(&s.tile), e.cols*e.sum
				e.run(f, tile, pitch, a, ars, acs, b, bks, k, to-from, m0, m1, ahead(c, mask), z.Pitch*e.size, uintptr(a), 0, nil)
				add((*byte)(c), z.Pitch*e.size, (*byte)(tile), pitch, to-from, m0, m1)
				continue
			}
			e.run(f, c, z.Pitch*e.size, a, ars, acs, b, bks, k, to-from, m0, m1, ahead(c, mask), z.Pitch*e.size, uintptr(a), 0, nil)
			if bias != nil {
				e.addBias(c, z.Pitch*e.size, unsafe.Add(bias, j*e.size), to-from, min(e.cols, m-j))
			}
		}
	}
	return true
}

// loopFor returns the loop for some columns of a strip, and their masks; direct says that
// no more of them may be read, for which the loop has to mask what it reads.
func (e *kernel) loopFor(cols int, direct bool) (f tile, m0, m1 uint64, mask bool) {
	half := e.cols / 2
	m0, m1 = uint64(1)<<(min(cols, half)*e.parts)-1, uint64(1)<<(max(cols-half, 0)*e.parts)-1
	switch {
	case e.half != nil && cols <= half:
		return e.half, m0, m1, true
	case direct && cols < e.cols:
		return e.full, m0, m1, true
	}
	return e.full, m0, m1, false
}

// ahead returns what a loop is to prefetch: rows of c, or nothing if it reads b under masks.
func ahead(c unsafe.Pointer, mask bool) unsafe.Pointer {
	if mask {
		return nil
	}
	return c
}

// compute goes through the blocks of the product.
func (p *plan) compute(split Split) {
	e := p.e
	p.direct = p.given == nil && e.narrow == nil && e.group == 1 && p.y.Col == 1 && len(p.yCols) == 0 && (e.half != nil || p.m%e.cols == 0) &&
		(p.yInPlace || len(p.yRuns) == 0 && p.readsDirect())
	p.inPlace = p.givenX == nil && len(p.yCols) == 0 && !p.yInPlace && e.inPlace(p.x, p.windows != nil, p.k, p.m)
	p.lineRows = 0
	if p.inPlace && p.windows != nil && e.readsWindows(p.windows) {
		p.lineRows = p.windows.Rows[len(p.windows.Rows)-1].Len
		p.linePanels = (p.lineRows + e.rows - 1) / e.rows
	}
	deep := e.deep(p.k)
	p.stripSize = e.stripSize(deep)
	p.panelSize, p.ars, p.acs = e.panel(p.x, deep)
	rows := max(e.rows, panelBytes/p.panelSize*e.rows)
	if p.inPlace {
		rows = p.n
	}
	if p.givenX != nil {
		rows, p.ars, p.acs = p.n, p.givenX.ars, p.givenX.acs
	}
	strips := stripBytes
	if len(p.yCols) > 0 || p.n <= fewPanels*e.rows { // to copy them takes a good part of the time: they stay in L2 until they are read
		strips = min(strips, chunkBytes)
	}
	cols := max(e.cols, strips/p.stripSize*e.cols)
	if p.direct || p.given != nil {
		cols = p.m
	}
	if e.sums(p.k) {
		rows, cols = min(rows, sumRows), min(cols, sumCols)
	}
	for p.i0 = 0; p.i0 < p.n; p.i0 += rows {
		p.rows = min(rows, p.n-p.i0)
		p.panels = (p.rows + e.rows - 1) / e.rows
		if p.lineRows > 0 {
			p.panels = p.rows / p.lineRows * p.linePanels
		}
		for p.j0 = 0; p.j0 < p.m; p.j0 += cols {
			p.cols = min(cols, p.m-p.j0)
			p.allStrips = (p.cols + e.cols - 1) / e.cols
			for p.k0 = 0; p.k0 < p.k; p.k0 += deep {
				p.depth = min(deep, p.k-p.k0)
				if p.lineRows > 0 || p.direct && len(p.yRuns) > 0 {
					p.findRuns()
				}
				p.packAll(split)
				if e.sums(p.k) {
					p.sums.take(p.rows * p.pitch())
				}
				strip := p.depth * e.line / e.group
				p.strips = min(p.allStrips, max(1, chunkBytes/strip), max(fewStrips, enoughBytes/strip))
				least := 1
				if e.row != nil && p.rows == 1 {
					least = rowStrips
				}
				p.strips = min(p.strips, max(least, p.allStrips*p.panels/64)) // else too few tasks to share them evenly
				p.chunks = (p.allStrips + p.strips - 1) / p.strips
				split(p.chunks*p.panels, float64(e.rows*p.strips*e.cols*p.depth)/e.rate, p.tileTask)
			}
		}
	}
}

// deep returns how many elements of a summed axis of k a block has: blocks are about as deep as one another.
func (e *kernel) deep(k int) int {
	if k <= e.depth {
		return k
	}
	blocks := (k + e.depth - 1) / e.depth
	return ((k+blocks-1)/blocks + 31) &^ 31
}

// stripSize returns how many bytes a strip of a block has.
func (e *kernel) stripSize(deep int) int { return (deep + 31) &^ 31 * e.line / e.group }

// sums reports whether a summed axis of k takes sums of blocks that are not results yet.
func (e *kernel) sums(k int) bool { return e.narrow != nil && k > e.depth }

// readsDirect reports whether to read b where it lies is faster than to pack it.
func (p *plan) readsDirect() bool {
	bytes, row, panels := p.k*p.m*p.e.size, p.y.Row*p.e.size, fewPanels
	if row%64 != 0 {
		panels = oddPanels
	}
	return p.n <= p.e.rows || bytes <= directBytes || p.n <= panels*p.e.rows && bytes <= fewDirectBytes && row%4096 != 0
}

// packCost is how many nanoseconds it takes to pack an element, about.
const packCost = 0.3

// packAll packs what the block needs of both operands.
func (p *plan) packAll(split Split) {
	e, tasks, cost := p.e, 0, 0
	if !p.direct && p.given == nil {
		p.packed.take(p.allStrips * p.stripSize)
		tasks, cost = (p.allStrips+stripsAtOnce-1)/stripsAtOnce, p.allStrips*e.cols
	}
	if !p.inPlace && p.givenX == nil {
		p.lines.take(p.panels * p.panelSize)
		tasks, cost = tasks+p.panels, cost+p.panels*e.rows
	}
	if tasks > 0 {
		split(tasks, packCost*float64(cost*p.depth)/float64(tasks), p.packTask)
	}
}

// pitch returns how many bytes the rows of sums are apart.
func (p *plan) pitch() int { return (p.cols + p.e.cols - 1) / p.e.cols * p.e.cols * p.e.sum }

// tiles computes tasks lo … hi, each of a panel of rows and a chunk of strips.
func (p *plan) tiles(lo, hi int) {
	s := scratches.Get().(*scratch)
	for t := lo; t < hi; t++ {
		p.panel(s, t/p.panels, t%p.panels)
	}
	scratches.Put(s)
}

// panel multiplies one panel of rows by the strips of a chunk.
func (p *plan) panel(s *scratch, chunk, panel int) {
	e := p.e
	from, to := p.rowsOf(panel)
	rows := to - from
	first, last := chunk*p.strips*e.cols, min((chunk+1)*p.strips*e.cols, p.cols)
	a, ars, acs := unsafe.Pointer(nil), p.ars, p.acs
	lines, more := (p.depth+e.group-1)/e.group, []run(nil)
	switch {
	case p.givenX != nil:
		a = p.givenX.panel(p.k0, p.i0, panel)
	case p.inPlace:
		switch {
		case p.windows == nil:
			a, ars, acs = unsafe.Add(p.x.At, ((p.i0+from)*p.x.Row+p.k0*p.x.Col)*e.size), p.x.Row*e.size, p.x.Col*e.group*e.size
		case p.lineRows > 0:
			a, ars, acs = p.windowsAt(from)
			lines, more = p.firstRun, p.blockRuns
		case p.windows.across():
			a = s.a.take(p.panelSize)
			p.packWindows(s, a, from, to)
		default:
			a, ars = p.copyWindows(s, from, to)
			acs = e.group * e.size
		}
		if chunk == 0 {
			p.lookFor(a, ars, rows, p.depth)
		}
	default:
		a = unsafe.Add(p.lines.take(0), panel*p.panelSize)
	}
	bRow := p.k0 * p.y.Row // where the block's lines begin in y
	if p.direct && len(p.yRuns) > 0 {
		bRow = p.yRuns[p.k0/p.yRun] + p.k0%p.yRun*p.y.Row
		lines, more = p.firstRun, p.blockRuns
	}
	lastBlock := p.k0+p.depth == p.k
	if e.row != nil && rows == 1 && p.given != nil && p.bias != nil && p.k0 == 0 && lastBlock && len(more) == 0 {
		first += p.wholeStrips(a, acs, first, last, from, lines)
	}
	early, step := p.early(a, rows, ars, acs)
	for j := first; j < last; j += e.cols {
		if j > first { // what they read is in a cache
			early, step = uintptr(a), 0
		}
		cols := min(e.cols, last-j)
		if p.mirrored && p.j0+j+cols <= p.i0+from {
			continue
		}
		var b unsafe.Pointer
		bks := e.line
		if p.direct {
			b, bks = unsafe.Add(p.y.At, (bRow+p.j0+j)*e.size), p.y.Row*e.size
		} else {
			b = p.strip(j / e.cols)
		}
		z := unsafe.Add(p.z, ((p.i0+from)*p.zRow+p.j0+j)*e.out)
		c, ldc, add := z, p.zRow*e.out, p.k0 > 0 || p.accumulate
		switch {
		case e.narrow == nil:
		case p.k > e.depth:
			ldc = p.pitch()
			c = unsafe.Add(p.sums.take(0), from*ldc+j*e.sum)
		default:
			c, ldc = unsafe.Pointer(&s.tile), e.cols*e.sum
		}
		// Whether c lacks columns of the rows that the loop writes.
		cut := e.half == nil && e.narrow == nil && cols < e.cols
		switch {
		case e.tiles != nil:
			e.runAMX(s, c, ldc, a, ars, b, (lines+15)/16, rows, add)
		case add || cut:
			// The loop writes a tile of the task's own.
			f, m0, m1, mask := e.loopFor(cols, p.direct)
			tile, pitch := unsafe.Pointer(&s.tile), e.cols*e.sum
			e.run(f, tile, pitch, a, ars, acs, b, bks, lines, rows, m0, m1, ahead(c, mask), ldc, early, step, more)
			switch {
			case !add:
				copyRows(c, ldc, tile, pitch, cols*e.sum, rows)
			case cut:
				whole := unsafe.Add(tile, len(s.tile)*8/2)
				copyRows(whole, pitch, c, ldc, cols*e.sum, rows)
				p.add((*byte)(whole), pitch, (*byte)(tile), pitch, rows, 0, 0)
				copyRows(c, ldc, whole, pitch, cols*e.sum, rows)
			default:
				p.add((*byte)(c), ldc, (*byte)(tile), pitch, rows, m0, m1)
			}
		default:
			f, m0, m1, mask := e.loopFor(cols, p.direct)
			e.run(f, c, ldc, a, ars, acs, b, bks, lines, rows, m0, m1, ahead(c, mask), ldc, early, step, more)
		}
		if lastBlock && p.bias != nil {
			e.addBias(c, ldc, unsafe.Add(p.bias, (p.j0+j)*e.out), rows, cols)
		}
		switch {
		case e.narrow == nil || !lastBlock:
		case e.safe != nil:
			brainRows((*byte)(z), p.zRow*e.out, (*byte)(c), ldc, rows, uint64(1)<<cols-1)
		default:
			for i := range rows {
				e.narrowLine(s, unsafe.Add(z, i*p.zRow*e.out), unsafe.Add(c, i*ldc), cols)
			}
		}
	}
}

// wholeStrips computes row from of a block of the summed axis that is the only one by the loop of rows: as many strips from column first on as it takes. It
// returns how many columns they have.
func (p *plan) wholeStrips(a unsafe.Pointer, acs, first, last, from, lines int) int {
	e := p.e
	n := (last - first) / (rowStrips * e.cols)
	if n > 0 {
		at := p.j0 + first
		e.row((*byte)(unsafe.Add(p.z, ((p.i0+from)*p.zRow+at)*e.out)), (*byte)(a), acs, (*byte)(p.strip(first/e.cols)), p.stripSize, n, lines, (*byte)(unsafe.Add(p.bias, at*e.out)))
	}
	return n * rowStrips * e.cols
}

// aheadInPanel is how many bytes before they are read elements of a packed panel are asked for: each is read from memory for a strip or two only where
// there are few columns.
const aheadInPanel = 2560

// early returns where elements of the first operand are that a loop asks for in its first round, before they are read, and how many bytes further those
// of the next round are: the same panel's if it is packed, the next one's if rows are read where they lie, one behind the other.
func (p *plan) early(a unsafe.Pointer, rows, ars, acs int) (at uintptr, step int) {
	const line = 64
	switch {
	case !p.inPlace || p.givenX != nil:
		return uintptr(a) + aheadInPanel, acs
	case p.windows == nil && ars == p.depth*p.e.size:
		return uintptr(a) + uintptr(rows*ars), (rows*p.e.size + line - 1) / line * line
	}
	return uintptr(a), 0
}

// mirrorRows is how many rows of z are mirrored at a time.
const mirrorRows = 32

// mirror copies what lies above z's diagonal to below.
func (p *plan) mirror(split Split) {
	split((p.n+mirrorRows-1)/mirrorRows, packCost*mirrorRows*float64(p.n)/2, func(lo, hi int) {
		for i := lo * mirrorRows; i < min(hi*mirrorRows, p.n); i += mirrorRows {
			if p.e.size == 4 {
				mirror[uint32](p.z, p.zRow, i, min(i+mirrorRows, p.n))
			} else {
				mirror[uint64](p.z, p.zRow, i, min(i+mirrorRows, p.n))
			}
		}
	})
}

// mirror sets what lies below the diagonal in rows from … to of z.
func mirror[T any](z unsafe.Pointer, pitch, from, to int) {
	all := unsafe.Slice((*T)(z), (to-1)*pitch+to)
	for j0 := 0; j0 < to; j0 += mirrorRows {
		for j := j0; j < min(j0+mirrorRows, to); j++ {
			above := all[j*pitch:][:to]
			for i := max(from, j+1); i < to; i++ {
				all[i*pitch+j] = above[i]
			}
		}
	}
}

// rowsOf returns which rows of the block a panel has.
func (p *plan) rowsOf(panel int) (from, to int) {
	if p.lineRows > 0 { // no panel has rows of two lines
		line, at := panel/p.linePanels*p.lineRows, panel%p.linePanels
		return line + at*p.lineRows/p.linePanels, line + (at+1)*p.lineRows/p.linePanels
	}
	return panel * p.rows / p.panels, (panel + 1) * p.rows / p.panels
}

// lookFor looks for what the kernel takes for 0 in a panel.
func (p *plan) lookFor(a unsafe.Pointer, pitch, rows, n int) {
	if p.e.safe != nil && p.j0 == 0 && subnormalRows(a, pitch, rows, n) {
		p.subnormal.Store(true)
	}
}

// run calls the assembly, and is not inlined: here the scheduler and the collector can
// stop the goroutine.
//
//go:noinline
func (e *kernel) run(f tile, c unsafe.Pointer, ldc int, a unsafe.Pointer, ars, acs int, b unsafe.Pointer, bks, k, rows int, m0, m1 uint64, ahead unsafe.Pointer, pitch int, early uintptr, step int, more []run) {
	f((*byte)(c), ldc, (*byte)(a), ars, acs, (*byte)(b), bks, k, rows, m0, m1, (*byte)(ahead), pitch, early, step, (*int)(unsafe.Pointer(unsafe.SliceData(more))), len(more))
}

// runAMX is run for tiles of 16 rows above and below. Where none is below, one is
// computed again, and left in a tile of its own.
//
//go:noinline
func (e *kernel) runAMX(s *scratch, c unsafe.Pointer, ldc int, a unsafe.Pointer, lda int, b unsafe.Pointer, k, rows int, add bool) {
	var sum uint64
	if add {
		sum = 1
	}
	above := min(rows, 16)
	below, c1, a1 := 1, unsafe.Pointer(&s.edge), a
	if rows > above {
		below, c1, a1 = rows-above, unsafe.Add(c, 16*ldc), unsafe.Add(a, 16*lda)
	}
	if s.config[0] == 0 || s.config[48] != byte(above) || s.config[50] != byte(below) {
		// Palette 1; bytes of a row from 16 on, rows from 48 on (Intel, Software Developer's Manual, LDTILECFG).
		s.config[0] = 1
		for t, rows := range [8]int{above, above, below, below, above, below, 16, 16} {
			s.config[16+2*t], s.config[48+t] = 64, byte(rows)
		}
	}
	e.tiles((*byte)(c), (*byte)(c1), ldc, (*byte)(a), (*byte)(a1), lda, (*byte)(b), k, &s.config[0], sum)
}

func copyRows(dst unsafe.Pointer, to int, src unsafe.Pointer, from, bytes, rows int) {
	for i := range rows {
		copy(unsafe.Slice((*byte)(unsafe.Add(dst, i*to)), bytes), unsafe.Slice((*byte)(unsafe.Add(src, i*from)), bytes))
	}
}
