package gemm

import "unsafe"

// stripsAtOnce is how many strips are packed together: of each of b's lines more than one
// strip has, since their beginnings often lie in pages of their own.
const stripsAtOnce, rowsAtOnce = 4, 32

// pack writes tasks lo … hi: groups of strips of b's block, if it is not read where it lies,
// and then panels of a's.
func (p *plan) pack(lo, hi int) {
	s := scratches.Get().(*scratch)
	groups := (p.allStrips + stripsAtOnce - 1) / stripsAtOnce
	if p.direct || p.given != nil {
		groups = 0
	}
	for t := lo; t < hi; t++ {
		if t < groups {
			p.packStrips(s, t*stripsAtOnce, min((t+1)*stripsAtOnce, p.allStrips))
		} else {
			p.packPanel(s, unsafe.Add(p.lines.take(0), (t-groups)*p.panelSize), t-groups)
		}
	}
	scratches.Put(s)
}

// packStrips writes strips from … to: for every line of group elements of the summed axis
// e.line bytes.
//
//go:noinline
func (p *plan) packStrips(s *scratch, from, to int) {
	e, y := p.e, p.y
	lines := (p.depth + e.group - 1) / e.group
	if e.tiles != nil {
		lines = (lines + 15) &^ 15 // tiles are 16 lines high
	}
	for j := from; j < to; j++ {
		dst := p.strip(j)
		switch {
		case p.cols-j*e.cols < e.cols:
			clear(unsafe.Slice((*byte)(dst), lines*e.line))
		case e.tiles != nil:
			clear(unsafe.Slice((*byte)(unsafe.Add(dst, p.depth/2*e.line)), (lines-p.depth/2)*e.line))
		}
	}
	at := p.depth
	if y.Col == 1 {
		at = rowsAtOnce
	}
	for q := 0; q < p.depth; {
		row, n := (p.k0+q)*y.Row, min(at, p.depth-q)
		if len(p.yRuns) > 0 {
			run, i := (p.k0+q)/p.yRun, (p.k0+q)%p.yRun
			row, n = p.yRuns[run]+i*y.Row, min(n, p.yRun-i)
		}
		for j := from; j < to; j++ {
			dst, lanes := unsafe.Add(p.strip(j), q/e.group*e.line), min(e.cols, p.cols-j*e.cols)
			if p.yCols != nil {
				p.packColumnsOf(s, dst, p.j0+j*e.cols, lanes, row, n)
				continue
			}
			e.pack(s, dst, e.line, unsafe.Add(y.At, (row+(p.j0+j*e.cols)*y.Col)*e.size), y.Col, y.Row, lanes, n)
		}
		q += n
	}
	for j := from; j < to && e.safe != nil; j++ {
		if subnormalRows(p.strip(j), 0, 1, lines*e.line/2) {
			p.subnormal.Store(true)
		}
	}
}

// packColumnsOf writes n lines, the first of which begins row elements behind y's first, of so many columns of several axes from one on.
func (p *plan) packColumnsOf(s *scratch, dst unsafe.Pointer, column, lanes, row, n int) {
	e, y, last := p.e, p.y, p.yCols[len(p.yCols)-1]
	for lanes > 0 {
		some := min(last.Len-column%last.Len, lanes) // a step apart
		src := unsafe.Add(y.At, (row+offset(p.yCols, column))*e.size)
		switch { // never by packColumns, which writes lanes behind the last
		case y.Col == 1:
			e.pack(s, dst, e.line, src, 1, y.Row, some, n)
		case e.widen == nil:
			packElements(dst, e.line, src, y.Col*e.size, y.Row*e.size, e.size, some, n)
		default:
			gathered := s.lines.take(e.cols * e.size)
			for q := range n {
				packElements(gathered, 0, unsafe.Add(src, q*y.Row*e.size), y.Col*e.size, 0, e.size, some, 1)
				e.widenLine(s, unsafe.Add(dst, q*e.line), gathered, some)
			}
		}
		dst, column, lanes = unsafe.Add(dst, some*e.wide), column+some, lanes-some
	}
}

// strip returns where a packed strip of the block begins.
func (p *plan) strip(j int) unsafe.Pointer {
	if p.given != nil {
		return p.given.strip(p.k0, p.j0/p.e.cols+j)
	}
	return unsafe.Add(p.packed.take(0), j*p.stripSize)
}

// pack writes lines of the summed axis: k elements of each of n lanes, the lanes side by
// side, groups of a lane's elements together, lines stride bytes apart. ls and ks are
// the elements of src from one lane to the next, and from one of its elements to the next.
func (e *kernel) pack(s *scratch, dst unsafe.Pointer, stride int, src unsafe.Pointer, ls, ks, n, k int) {
	switch {
	case e.group == 4:
		packFours(dst, stride, src, ls, ks, n, k)
	case e.group == 2 && ls == 1:
		e.packPairs(dst, stride, src, ks, n, k)
	case e.group == 2 && ks == 1:
		packColumns(dst, stride, src, ls*2, 4, n, k/2)
		if k&1 != 0 {
			line := unsafe.Slice((*uint32)(unsafe.Add(dst, k/2*stride)), n)
			for i := range line {
				line[i] = uint32(*(*uint16)(unsafe.Add(src, (i*ls+k-1)*2)))
			}
		}
	case e.group == 2:
		for q := 0; q < k; q += 2 {
			line := unsafe.Slice((*uint32)(unsafe.Add(dst, q/2*stride)), n)
			for i := range line {
				at := i*ls + q*ks
				v := uint32(*(*uint16)(unsafe.Add(src, at*2)))
				if q+1 < k {
					v |= uint32(*(*uint16)(unsafe.Add(src, (at+ks)*2))) << 16
				}
				line[i] = v
			}
		}
	case e.widen != nil && ls == 1:
		for q := range k {
			e.widenLine(s, unsafe.Add(dst, q*stride), unsafe.Add(src, q*ks*e.size), n)
		}
	case e.widen != nil:
		pitch := (k*e.wide + 63) &^ 63
		wide := s.lines.take(n*pitch + (k+64)*e.size)
		gathered := unsafe.Add(wide, n*pitch)
		for i := range n {
			lane := unsafe.Add(src, i*ls*e.size)
			if ks != 1 {
				packElements(gathered, e.size, lane, 0, ks*e.size, e.size, 1, k)
				lane = gathered
			}
			e.widenLine(s, unsafe.Add(wide, i*pitch), lane, k)
		}
		packColumns(dst, stride, wide, pitch, e.wide, n, k)
	case ls == 1:
		copyPackedRows(dst, stride, src, ks*e.size, n*e.size, k)
	case ks == 1:
		packColumns(dst, stride, src, ls*e.size, e.size, n, k)
	default:
		packElements(dst, stride, src, ls*e.size, ks*e.size, e.size, n, k)
	}
}

// packFours is pack for bytes in groups of four, the last of which zeros fill.
func packFours(dst unsafe.Pointer, stride int, src unsafe.Pointer, ls, ks, n, k int) {
	whole := k / 4
	if ks == 1 && whole > 0 {
		packColumns(dst, stride, src, ls, 4, n, whole)
	} else {
		for q := range whole {
			line, at := unsafe.Slice((*[4]byte)(unsafe.Add(dst, q*stride)), n), unsafe.Add(src, 4*q*ks)
			for i := range line {
				line[i] = [4]byte{*(*byte)(at), *(*byte)(unsafe.Add(at, ks)), *(*byte)(unsafe.Add(at, 2*ks)), *(*byte)(unsafe.Add(at, 3*ks))}
				at = unsafe.Add(at, ls)
			}
		}
	}
	if rest := k % 4; rest > 0 {
		line := unsafe.Slice((*[4]byte)(unsafe.Add(dst, whole*stride)), n)
		for i := range line {
			line[i] = [4]byte{}
			for j := range rest {
				line[i][j] = *(*byte)(unsafe.Add(src, i*ls+(4*whole+j)*ks))
			}
		}
	}
}

// copyPackedRows copies n lines of some bytes.
func copyPackedRows(dst unsafe.Pointer, to int, src unsafe.Pointer, from, bytes, n int) {
	at, by := (*byte)(dst), (*byte)(src)
	switch {
	case bytes < 16 || bytes > 128:
		copyRows(dst, to, src, from, bytes, n)
	case bytes <= 32:
		ends32(at, to, by, from, bytes, n)
	case bytes <= 64:
		ends64(at, to, by, from, bytes, n)
	default:
		ends128(at, to, by, from, bytes, n)
	}
}

// packColumns is pack for n lanes whose k elements of some size lie together, lanes
// pitch bytes apart.
func packColumns(dst unsafe.Pointer, stride int, src unsafe.Pointer, pitch, size, n, k int) {
	if size != 4 && size != 8 {
		packElements(dst, stride, src, pitch, size, size, n, k)
		return
	}
	lanes := 32 / size
	whole := k &^ (lanes - 1)
	if whole > 0 {
		for i := 0; i < n; i += lanes {
			// Lanes that are not there are copies of the first.
			var at [8]*byte
			for j := range lanes {
				at[j] = (*byte)(unsafe.Add(src, i*pitch))
				if i+j < n {
					at[j] = (*byte)(unsafe.Add(src, (i+j)*pitch))
				}
			}
			if size == 4 {
				transpose8((*byte)(unsafe.Add(dst, i*4)), stride, &at, whole)
			} else {
				transpose4((*byte)(unsafe.Add(dst, i*8)), stride, (*[4]*byte)(at[:4]), whole)
			}
		}
	}
	if whole < k {
		packElements(unsafe.Add(dst, whole*stride), stride, unsafe.Add(src, whole*size), pitch, size, size, n, k-whole)
	}
}

// packElements is pack one element at a time, the lanes ls bytes apart and a lane's elements ks.
func packElements(dst unsafe.Pointer, stride int, src unsafe.Pointer, ls, ks, size, n, k int) {
	if ls == 2*size && n >= 32/size { // as under windows that are two elements apart
		switch size {
		case 4:
			evens8((*byte)(dst), stride, (*byte)(src), ks, n, k)
			return
		case 8:
			evens4((*byte)(dst), stride, (*byte)(src), ks, n, k)
			return
		}
	}
	switch size {
	case 1:
		packEach[uint8](dst, stride, src, ls, ks, n, k)
	case 2:
		packEach[uint16](dst, stride, src, ls, ks, n, k)
	case 4:
		packEach[uint32](dst, stride, src, ls, ks, n, k)
	case 8:
		packEach[uint64](dst, stride, src, ls, ks, n, k)
	default:
		packEach[[2]uint64](dst, stride, src, ls, ks, n, k)
	}
}

func packEach[T any](dst unsafe.Pointer, stride int, src unsafe.Pointer, ls, ks, n, k int) {
	for q := range k {
		line := unsafe.Slice((*T)(unsafe.Add(dst, q*stride)), n)
		at := q * ks
		for i := range line {
			line[i] = *(*T)(unsafe.Add(src, at))
			at += ls
		}
	}
}

// packPairs is pack for pairs of lines whose n lanes lie together.
func (e *kernel) packPairs(dst unsafe.Pointer, stride int, src unsafe.Pointer, ks, n, k int) {
	if k > 1 {
		for i := 0; i < n; i += 32 {
			f, rest := pairLines32, n-i
			if rest <= 16 {
				f = pairLines16
			}
			f((*byte)(unsafe.Add(dst, i*4)), stride, (*byte)(unsafe.Add(src, i*2)), ks*2, k/2, uint64(1)<<min(rest, 16)-1, uint64(1)<<min(max(rest-16, 0), 16)-1)
		}
	}
	if k&1 != 0 {
		line := unsafe.Slice((*uint32)(unsafe.Add(dst, k/2*stride)), n)
		for i := range line {
			line[i] = uint32(*(*uint16)(unsafe.Add(src, ((k-1)*ks+i)*2)))
		}
	}
}

// widenLine converts n elements that lie together.
func (e *kernel) widenLine(s *scratch, dst, src unsafe.Pointer, n int) {
	whole := n &^ (e.lanes - 1)
	e.widen((*byte)(dst), (*byte)(src), whole)
	if whole < n {
		copyRows(unsafe.Pointer(&s.edge), 0, unsafe.Add(src, whole*e.size), 0, (n-whole)*e.size, 1)
		e.widen((*byte)(unsafe.Add(unsafe.Pointer(&s.edge), 64)), (*byte)(unsafe.Pointer(&s.edge)), e.lanes)
		copyRows(unsafe.Add(dst, whole*e.wide), 0, unsafe.Add(unsafe.Pointer(&s.edge), 64), 0, (n-whole)*e.wide, 1)
	}
}

// narrowLine rounds n sums that lie together to elements.
func (e *kernel) narrowLine(s *scratch, dst, src unsafe.Pointer, n int) {
	whole := n &^ (e.lanes - 1)
	e.narrow((*byte)(dst), (*byte)(src), whole)
	if whole < n {
		copyRows(unsafe.Pointer(&s.edge), 0, unsafe.Add(src, whole*e.sum), 0, (n-whole)*e.sum, 1)
		e.narrow((*byte)(unsafe.Add(unsafe.Pointer(&s.edge), 64)), (*byte)(unsafe.Pointer(&s.edge)), e.lanes)
		copyRows(unsafe.Add(dst, whole*e.size), 0, unsafe.Add(unsafe.Pointer(&s.edge), 64), 0, (n-whole)*e.size, 1)
	}
}

// inPlace reports whether the loops read x where it lies: they can, and its elements are
// read once or twice, or lie well, as rows that have been copied do.
func (e *kernel) inPlace(x Matrix, copied bool, k, m int) bool {
	if e.tiles != nil || e.widen != nil || e.group > 1 && (x.Col != 1 || k%e.group != 0) {
		return false
	}
	return m <= 2*e.cols || (copied || x.Col == 1 && x.Row*e.size%2048 != 0) && m <= inPlaceColumns
}

// panel returns the size of a packed panel of x of some elements of the summed axis, and
// its strides: lines of the rows' elements side by side if they are made fast, else rows.
func (e *kernel) panel(x Matrix, depth int) (size, ars, acs int) {
	unit := e.wide * e.group
	switch {
	case e.tiles != nil:
		pitch := (depth+31)&^31*2 + 64
		return e.rows * pitch, pitch, 64
	case unit == 4 || unit == 8 || x.Row == 1:
		acs = (e.rows*unit + 31) &^ 31
		return (depth + e.group - 1) / e.group * acs, unit, acs
	}
	pitch := (depth*unit+63)&^63 + 64
	return e.rows * pitch, pitch, unit
}

// packPanel writes a panel.
//
//go:noinline
func (p *plan) packPanel(s *scratch, dst unsafe.Pointer, panel int) {
	e, x := p.e, p.x
	from, to := p.rowsOf(panel)
	rows := to - from
	var src unsafe.Pointer
	switch {
	case p.windows == nil:
		src = unsafe.Add(x.At, ((p.i0+from)*x.Row+p.k0*x.Col)*e.size)
	case p.windows.across():
		p.packWindows(s, dst, from, to)
		return
	default:
		var pitch int
		src, pitch = p.copyWindows(s, from, to)
		x.Row = pitch / e.size
	}
	switch {
	case e.tiles != nil:
		e.tileRows(s, dst, p.ars, src, x, rows, p.depth)
	case p.acs > p.ars:
		lines := unsafe.Slice((*byte)(dst), p.panelSize)
		if e.safe != nil {
			clear(lines)
		}
		e.pack(s, dst, p.acs, src, x.Row, x.Col, rows, p.depth)
		p.lookFor(dst, 0, 1, len(lines)/2)
		return
	default:
		for i := range rows {
			row, from := unsafe.Add(dst, i*p.ars), unsafe.Add(src, i*x.Row*e.size)
			switch {
			case e.widen == nil && x.Col == 1:
				copyRows(row, 0, from, 0, p.depth*e.size, 1)
			case e.widen == nil:
				packElements(row, e.size, from, 0, x.Col*e.size, e.size, 1, p.depth)
			case x.Col == 1:
				e.widenLine(s, row, from, p.depth)
			default:
				gathered := s.lines.take((p.depth + 64) * e.size)
				packElements(gathered, e.size, from, 0, x.Col*e.size, e.size, 1, p.depth)
				e.widenLine(s, row, gathered, p.depth)
			}
		}
	}
	p.lookFor(dst, p.ars, rows, p.depth)
}

// copyWindows copies rows from … to of the windows' block to s, and returns where, and how
// many bytes they are apart.
//
//go:noinline
func (p *plan) copyWindows(s *scratch, from, to int) (at unsafe.Pointer, pitch int) {
	w, size := p.windows, p.e.size
	run := w.run()
	pitch = (p.depth*size+63)&^63 + 64
	at = s.a.take((to - from) * pitch)
	first, last := p.k0/run, w.Rows[len(w.Rows)-1]
	row, left := 0, 0 // where a row's windows begin, and how many more rows are a step apart
	for i := range to - from {
		if left == 0 {
			row, left = offset(w.Rows, p.i0+from+i), last.Len-(p.i0+from+i)%last.Len
		}
		src, dst := unsafe.Add(w.At, row*size), unsafe.Add(at, i*pitch)
		skip := p.k0 % run
		for j, rest := first, p.depth; rest > 0; j++ {
			n := min(run-skip, rest)
			copy(unsafe.Slice((*byte)(dst), n*size), unsafe.Slice((*byte)(unsafe.Add(src, (p.runs[j]+skip)*size)), n*size))
			dst, rest, skip = unsafe.Add(dst, n*size), rest-n, 0
		}
		row, left = row+last.Step, left-1
	}
	return at, pitch
}

// readsWindows reports whether the loops read windows where they lie: elements of rows that are a step apart,
// in runs that are not too short, and enough of those rows for the loops to be worth it.
func (e *kernel) readsWindows(w *Windows) bool {
	rows, run := w.Rows[len(w.Rows)-1], w.run()
	panels := (rows.Len + e.rows - 1) / e.rows
	return e.group == 1 && e.widen == nil && run >= shortestRun && 2*rows.Len > panels*e.rows && rows.Step*e.size%2048 != 0
}

// shortestRun is how many lines a run has that is not copied.
const shortestRun = 4

// findRuns finds the runs of the block in the windows' rows, or in y's.
func (p *plan) findRuns() {
	starts, long, step := p.yRuns, p.yRun, p.y.Row
	if p.lineRows > 0 {
		starts, long, step = p.runs, p.windows.run(), p.windows.Cols[len(p.windows.Cols)-1].Step
	}
	at := p.k0 / long
	p.firstRun = min(long-p.k0%long, p.depth)
	p.blockRuns = p.blockRuns[:0]
	for rest := p.depth - p.firstRun; rest > 0; at++ {
		r := run{lines: min(long, rest)}
		jump := (starts[at+1] - starts[at] - long*step) * p.e.size
		if p.lineRows > 0 {
			r.jump = jump
		} else {
			r.jumpB = jump
		}
		p.blockRuns = append(p.blockRuns, r)
		rest -= r.lines
	}
}

// windowsAt returns where the windows' rows from one on begin in the block, and the bytes between them, and between their elements.
func (p *plan) windowsAt(from int) (a unsafe.Pointer, ars, acs int) {
	w, size := p.windows, p.e.size
	last := w.Cols[len(w.Cols)-1]
	at := offset(w.Rows, p.i0+from) + p.runs[p.k0/last.Len] + p.k0%last.Len*last.Step
	return unsafe.Add(w.At, at*size), w.Rows[len(w.Rows)-1].Step * size, last.Step * size
}

// packWindows writes a panel of rows from … to of windows whose rows' elements are not contiguous.
//
//go:noinline
func (p *plan) packWindows(s *scratch, dst unsafe.Pointer, from, to int) {
	e, w := p.e, p.windows
	run, last := w.run(), w.Cols[len(w.Cols)-1]
	rows := w.Rows[len(w.Rows)-1]
	for i := from; i < to; {
		n := min(rows.Len-(p.i0+i)%rows.Len, to-i) // a step apart
		src := unsafe.Add(w.At, offset(w.Rows, p.i0+i)*e.size)
		lane := unsafe.Add(dst, (i-from)*p.ars)
		skip := p.k0 % run
		for j, q := p.k0/run, 0; q < p.depth; j++ {
			k := min(run-skip, p.depth-q)
			e.pack(s, unsafe.Add(lane, q*p.acs), p.acs, unsafe.Add(src, (p.runs[j]+skip*last.Step)*e.size), rows.Step, last.Step, n, k)
			q, skip = q+k, 0
		}
		i += n
	}
}

// run returns how many columns of a row are a step apart.
func (w *Windows) run() int { return w.Cols[len(w.Cols)-1].Len }

// offset returns how far element i of the axes lies from their first.
func offset(axes []Axis, i int) (n int) {
	for a := len(axes) - 1; a >= 0; a-- {
		n += i % axes[a].Len * axes[a].Step
		i /= axes[a].Len
	}
	return n
}

// tileRows copies rows of bfloat16, pitch bytes apart, and fills them up to a multiple of
// 32 with zeros.
func (e *kernel) tileRows(s *scratch, a unsafe.Pointer, pitch int, src unsafe.Pointer, x Matrix, rows, k int) {
	whole := (k + 31) &^ 31
	if whole > k {
		for i := range rows {
			clear(unsafe.Slice((*uint16)(unsafe.Add(a, i*pitch+k*2)), whole-k))
		}
	}
	switch {
	case x.Col == 1:
		copyRows(a, pitch, src, x.Row*2, k*2, rows)
	case x.Row == 1:
		// Pairs side by side, and the lines of them turned into columns.
		lines := (whole/2 + 7) &^ 7
		between := s.lines.take(lines * 128)
		clear(unsafe.Slice((*byte)(unsafe.Add(between, k/2*128)), (lines-k/2)*128))
		e.packPairs(between, 128, src, x.Col, rows, k)
		packColumns(a, pitch, between, 128, 4, lines, (rows+7)&^7)
	default:
		for i := range rows {
			packElements(unsafe.Add(a, i*pitch), 2, unsafe.Add(src, i*x.Row*2), 0, x.Col*2, 2, 1, k)
		}
	}
}

// subnormalRows reports whether there is a subnormal among the bfloat16 of rows that are
// pitch bytes apart, n of each.
func subnormalRows(a unsafe.Pointer, pitch, rows, n int) bool {
	for i := range rows {
		if hasSubnormal((*byte)(unsafe.Add(a, i*pitch)), n) != 0 {
			return true
		}
	}
	return false
}
