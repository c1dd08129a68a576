package native

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/shape"
)

// A reduction reduces arrays to one value per place by an operation that is taken as
// associative. The order in which values meet follows from the array's shape and
// axes alone, not from its strides nor from the number of threads: results are the
// same bit for bit. It is a tree: blocks are folded by values side by side, of which
// each takes in at most 64 elements, and their results in pairs, so that rounding errors
// of sums grow with the logarithm of the length (Higham, "The accuracy of floating
// point summation"). Package simd states the order within a block.
type reduction[A element] struct {
	block   func(x []A) A               // of a block's elements
	merge   func(x, y A) A              // of two results
	rows    func(acc []A, rows *[8][]A) // acc[i] with the i-th of each row
	row     func(acc, row []A)          // acc[i] with row[i]
	neutral A                           // changes nothing it is folded with
	none    A                           // the result for no elements
	cost    float64                     // nanoseconds an element takes, about

	few           func(x []A) A   // run for at most fewTerms elements, if that is another
	wide          simd.Fold[A, A] // loops that take the place of run, rows and row
	brain, halves simd.Fold[A, uint16]
	// widen gives s loops that fold the elements of x, of a narrower dtype, and reports
	// whether there are some.
	widen func(s *source[A], x *Buffer) bool
}

const (
	blockSize = 1 << 14 // of elements that run gets at most: 64 for each of its lanes
	chunkLen  = 1 << 14 // elements of a line that are one piece of work; a multiple of blocks
	blockRows = 128     // rows that are folded one after the other
	tileLen   = 512     // columns that are one piece of work

	mostBlocks = chunkLen * 16 / blockSize // of a chunk, by the largest elements

	// Chunks of a line that is not in the caches, as one of farFrom bytes is not, are folded
	// farLines at a time, if there are farLeast for each of these: so memory is read at as
	// many places, each in order, from which the processor reads ahead.
	farFrom  = 8 << 20
	farLines = 4
	farLeast = 4

	// fewTerms are added as most libraries do, one after the other or in eight sums side by
	// side: in results of few numbers, which people compare, no last bit is to differ.
	fewTerms = 32
)

// blockLenOf returns how many values of type A run gets at most.
func blockLenOf[A element]() int {
	var one A
	return blockSize / int(unsafe.Sizeof(one))
}

// A axisGroup is a group of neighbouring axes walked as one.
type axisGroup struct {
	n       int
	step    int // between elements, in the source
	mate    int // between the places of the final result that they belong to
	reduced bool
}

// A source is where a fold's values come from: memory, or what load makes of other memory.
type source[A element] struct {
	xs []A
	// load fills dst with what the elements at, at+step, … stand for. mate and
	// mateStep are the places of the final result that they belong to.
	load func(dst []A, at, step, mate, mateStep int)
	// What can fold elements that lie in one run without load has lines, which sets z[i]
	// to the fold of n elements from at+i*step on, whose place is mate+i*mateStep; and
	// maybe across, which folds rows at, at+step, … into acc, and returns how many of its
	// columns it did: the place of a column is the one before and 1.
	lines  func(z []A, at, n, step, mate, mateStep int)
	across func(acc []A, at, rows, step, mate int) (done int)
	far    bool // lines takes lines that are far apart side by side: see simd.FoldsFar
}

// runs reports whether elements step apart can be folded along where they are.
func (s *source[A]) runs(step int) bool { return step == 1 && (s.load == nil || s.lines != nil) }

// direct reports whether elements step apart can be used where they are.
func (s *source[A]) direct(step int) bool { return s.load == nil && step == 1 }

func (s *source[A]) fill(dst []A, at, step, mate, mateStep int) {
	if s.load != nil {
		s.load(dst, at, step, mate, mateStep)
		return
	}
	if step == 1 {
		copy(dst, s.xs[at:])
		return
	}
	copyApart(dst, s.xs, 0, at, 1, step, len(dst))
}

// take returns n elements from the i-th on of the axes, in row-major order: in
// place if they lie in one run, else in buf.
func (s *source[A]) take(buf []A, axes []axisGroup, at, mate, i, n int) []A {
	last := axes[len(axes)-1]
	if len(axes) == 1 {
		if s.direct(last.step) {
			return s.xs[at+i : at+i+n]
		}
		s.fill(buf[:n], at+i*last.step, last.step, mate+i*last.mate, last.mate)
		return buf[:n]
	}
	c := newCursor(axes[:len(axes)-1], at, mate, i/last.n)
	i %= last.n
	for done := 0; done < n; i = 0 {
		m := min(last.n-i, n-done)
		s.fill(buf[done:done+m], c.at+i*last.step, last.step, c.mate+i*last.mate, last.mate)
		done += m
		c.next()
	}
	return buf[:n]
}

// A cursor goes through the elements of axes in row-major order.
type cursor struct {
	axes     []axisGroup
	at, mate int
	index    [shape.MaxRank]int
}

// newCursor returns the cursor at the i-th element.
func newCursor(axes []axisGroup, at, mate, i int) cursor {
	c := cursor{axes: axes, at: at, mate: mate}
	for k := len(axes) - 1; k >= 0 && i > 0; k-- {
		a := &axes[k]
		c.index[k] = i % a.n
		c.at += c.index[k] * a.step
		c.mate += c.index[k] * a.mate
		i /= a.n
	}
	return c
}

// skip goes on by n elements of the innermost axis, no more than are left on it.
func (c *cursor) skip(n int) {
	if k := len(c.axes) - 1; k >= 0 {
		c.index[k] += n - 1
		c.at += (n - 1) * c.axes[k].step
		c.mate += (n - 1) * c.axes[k].mate
		c.next()
	}
}

func (c *cursor) next() {
	for k := len(c.axes) - 1; k >= 0; k-- {
		a := &c.axes[k]
		c.at += a.step
		c.mate += a.mate
		if c.index[k]++; c.index[k] < a.n {
			return
		}
		c.at -= a.n * a.step
		c.mate -= a.n * a.mate
		c.index[k] = 0
	}
}

// elemsOf returns the number of elements that axes axisGroup.
func elemsOf(axes []axisGroup) int {
	n := 1
	for _, a := range axes {
		n *= a.n
	}
	return n
}

// spansOf returns x's axes, outermost first, without those of length 1 and with
// neighbours joined where both are reduced or both kept and they lie in memory as one.
func spansOf(x *Buffer, reduced []int) []axisGroup {
	axes := make([]axisGroup, 0, len(x.Shape))
	for i, n := range x.Shape {
		a := axisGroup{n: n, step: x.Strides[i]}
		if len(reduced) > 0 && reduced[0] == i {
			a.reduced = true
			reduced = reduced[1:]
		}
		axes = append(axes, a)
	}
	place := 1
	for i := len(axes) - 1; i >= 0; i-- {
		if !axes[i].reduced {
			axes[i].mate = place
			place *= axes[i].n
		}
	}
	return joined(axes)
}

// joined drops and joins axes in place: see spansOf.
func joined(axes []axisGroup) []axisGroup {
	out := axes[:0]
	for _, a := range axes {
		if a.n == 1 {
			continue
		}
		if k := len(out) - 1; k >= 0 && out[k].reduced == a.reduced && out[k].step == a.step*a.n && out[k].mate == a.mate*a.n {
			out[k] = axisGroup{out[k].n * a.n, a.step, a.mate, a.reduced}
			continue
		}
		out = append(out, a)
	}
	return out
}

// packed returns the axes of a contiguous array with the lengths of these axes.
func packed(axes, more []axisGroup) []axisGroup {
	out := append(append(make([]axisGroup, 0, len(axes)+len(more)), axes...), more...)
	n, place := 1, 1
	for i := len(out) - 1; i >= 0; i-- {
		a := out[i]
		a.step, a.mate = n, 0
		n *= a.n
		if !a.reduced {
			a.mate = place
			place *= a.n
		}
		out[i] = a
	}
	return joined(out)
}

// trailing returns where the run of axes at the end begins that are all reduced, or all kept.
func trailing(axes []axisGroup) int {
	i := len(axes)
	for i > 0 && axes[i-1].reduced == axes[len(axes)-1].reduced {
		i--
	}
	return i
}

func anyReduced(axes []axisGroup) bool {
	for _, a := range axes {
		if a.reduced {
			return true
		}
	}
	return false
}

// over fills z, one value per element of the axes kept, with the fold over the others.
func (f *reduction[A]) over(z []A, s source[A], at int, axes []axisGroup) {
	if elemsOf(axes) == 0 {
		for i := range z {
			z[i] = f.none
		}
		return
	}
	if !anyReduced(axes) {
		f.lift(z, s, at, axes)
		return
	}
	// The innermost group of reduced axes goes first, so that memory is read in
	// order; what is left of it is reduced again until no such axes are left.
	for {
		i := trailing(axes)
		outer, inner := axes[:i], axes[i:]
		var cols []axisGroup
		if !inner[0].reduced {
			cols = inner
			j := trailing(outer)
			outer, inner = outer[:j], outer[j:]
		}
		part, more := z, anyReduced(outer)
		if more {
			part = temporary[A](elemsOf(outer) * elemsOf(cols))
		}
		if cols == nil {
			f.along(part, s, at, outer, inner)
		} else {
			f.across(part, s, at, outer, inner, cols)
		}
		if !more {
			return
		}
		s, at, axes = source[A]{xs: part}, 0, packed(outer, cols)
	}
}

// lift fills z with the elements themselves.
func (f *reduction[A]) lift(z []A, s source[A], at int, axes []axisGroup) {
	if len(axes) == 0 {
		s.fill(z[:1], at, 1, 0, 1)
		return
	}
	last := axes[len(axes)-1]
	c := newCursor(axes[:len(axes)-1], at, 0, 0)
	for i := 0; i < len(z); i += last.n {
		s.fill(z[i:i+last.n], c.at, last.step, c.mate, last.mate)
		c.next()
	}
}

// lines sets z[i] to the fold of n elements of s from at+i*step on, n at most a block,
// whose place is mate+i*mateStep.
func (f *reduction[A]) lines(z []A, s *source[A], at, n, step, mate, mateStep int) {
	switch {
	case f.few != nil && n <= fewTerms:
		var buf [fewTerms]A
		for i := range z {
			if s.load == nil {
				z[i] = f.few(s.xs[at : at+n])
			} else {
				s.load(buf[:n], at, 1, mate, 0)
				z[i] = f.few(buf[:n])
			}
			at, mate = at+step, mate+mateStep
		}
	case s.load != nil:
		s.lines(z, at, n, step, mate, mateStep)
	case f.wide.OK():
		f.wide.Lines(z, s.xs, at, n, step)
	default:
		for i := range z {
			z[i] = f.block(s.xs[at : at+n])
			at += step
		}
	}
}

// one sets z[0] to the fold of a block.
func (f *reduction[A]) one(z, block []A) {
	switch {
	case f.few != nil && len(block) <= fewTerms:
		z[0] = f.few(block)
	case f.wide.OK():
		f.wide.Lines(z[:1], block, 0, len(block), 0)
	default:
		z[0] = f.block(block)
	}
}

// along folds the inner axes for every element of the outer ones.
func (f *reduction[A]) along(z []A, s source[A], at int, outer, inner []axisGroup) {
	n, m := elemsOf(inner), elemsOf(outer)
	chunks := ceilDiv(n, chunkLen)
	part := z
	if chunks > 1 {
		part = temporary[A](m * chunks)
	}
	split(m*chunks, f.cost*float64(min(n, chunkLen))+3, func(lo, hi int) {
		f.pieces(part, &s, at, outer, inner, chunks, lo, hi)
	})
	if chunks > 1 {
		for i := range z {
			z[i] = f.total(part[i*chunks : (i+1)*chunks])
		}
	}
}

// pieces sets part[lo:hi] to the folds of chunks, which each line has several of.
func (f *reduction[A]) pieces(part []A, s *source[A], at int, outer, inner []axisGroup, chunks, lo, hi int) {
	n, block := elemsOf(inner), blockLenOf[A]()
	runs := len(inner) == 1 && s.runs(inner[0].step)
	var buf, results []A
	if !runs {
		buf = make([]A, min(n, block))
	}
	if n > block {
		results = make([]A, chunkLen/block)
	}
	far := n >= farFrom/blockSize*block && simd.FoldsFar && (s.far || s.load == nil && f.wide.OK())
	c := newCursor(outer, at, 0, lo/chunks)
	for i := lo; i < hi; {
		if n > block {
			k := i % chunks
			if whole := min(n/chunkLen-k, hi-i); runs && whole > 0 {
				if far && whole >= farLines*farLeast {
					whole -= whole % farLines
					f.farChunks(part[i:i+whole], s, c.at+k*chunkLen, c.mate)
				} else {
					f.nearChunks(part[i:i+whole], s, c.at+k*chunkLen, c.mate)
				}
				i += whole
				if k+whole == chunks {
					c.next()
				}
				continue
			}
			part[i] = f.chunk(s, buf, results, inner, c.at, c.mate, k*chunkLen, min((k+1)*chunkLen, n))
			if k == chunks-1 {
				c.next()
			}
			i++
			continue
		}
		if !runs {
			f.one(part[i:], s.take(buf, inner, c.at, c.mate, 0, n))
			c.next()
			i++
			continue
		}
		lines, step, mate := 1, 0, 0
		if k := len(outer) - 1; k >= 0 {
			lines, step, mate = min(hi-i, outer[k].n-c.index[k]), outer[k].step, outer[k].mate
		}
		f.lines(part[i:i+lines], s, c.at, n, step, c.mate, mate)
		c.skip(lines)
		i += lines
	}
}

// nearChunks folds as many whole chunks as part has, the first of which begins at an
// element of a run.
func (f *reduction[A]) nearChunks(part []A, s *source[A], at, mate int) {
	const most = 4 // at a time
	block := blockLenOf[A]()
	var room [most * mostBlocks]A
	for blocks := chunkLen / block; len(part) > 0; {
		k := min(most, len(part))
		results := room[:k*blocks]
		f.lines(results, s, at, block, block, mate, 0)
		for i := range k {
			part[i] = f.total(results[i*blocks : (i+1)*blocks])
		}
		part, at = part[k:], at+k*chunkLen
	}
}

// farChunks is nearChunks for a multiple of farLines. It takes that many at a time, of which
// one is in each quarter of them.
func (f *reduction[A]) farChunks(part []A, s *source[A], at, mate int) {
	block, apart := blockLenOf[A](), len(part)/farLines
	var results [farLines][mostBlocks]A
	var four [farLines]A
	for i := range apart {
		for b := range chunkLen / block {
			f.lines(four[:], s, at+i*chunkLen+b*block, block, apart*chunkLen, mate, 0)
			for k, v := range four {
				results[k][b] = v
			}
		}
		for k := range results {
			part[k*apart+i] = f.total(results[k][:chunkLen/block])
		}
	}
}

// chunk folds the elements lo to hi of the axes: blocks first, then their results in
// pairs. results is room for these, and buf for a block.
func (f *reduction[A]) chunk(s *source[A], buf, results []A, axes []axisGroup, at, mate, lo, hi int) A {
	block := blockLenOf[A]()
	if buf == nil { // the elements lie in one run, and have one place
		whole := (hi - lo) / block
		if whole > 0 {
			f.lines(results[:whole], s, at+lo, block, block, mate, 0)
		}
		if lo += whole * block; lo < hi {
			f.lines(results[whole:whole+1], s, at+lo, hi-lo, 0, mate, 0)
			whole++
		}
		return f.total(results[:whole])
	}
	n := 0
	for ; lo < hi; lo += block {
		f.one(results[n:], s.take(buf, axes, at, mate, lo, min(block, hi-lo)))
		n++
	}
	return f.total(results[:n])
}

// total folds results in pairs.
func (f *reduction[A]) total(results []A) A {
	switch n := len(results); n {
	case 1:
		return results[0]
	case 2:
		return f.merge(results[0], results[1])
	default:
		return f.merge(f.total(results[:n/2]), f.total(results[n/2:]))
	}
}

// across folds the rows, element by element, for every element of the outer axes.
func (f *reduction[A]) across(z []A, s source[A], at int, outer, rows, cols []axisGroup) {
	m, n, k := elemsOf(outer), elemsOf(rows), elemsOf(cols)
	chunks := ceilDiv(n, blockRows)
	part := z
	if chunks > 1 {
		part = temporary[A](m * chunks * k)
	}
	f.chunks(part, &s, at, outer, rows, cols, chunks)
	if chunks > 1 {
		f.across(z, source[A]{xs: part}, 0,
			[]axisGroup{{n: m, step: chunks * k}}, []axisGroup{{n: chunks, step: k}}, []axisGroup{{n: k, step: 1}})
	}
}

// chunks folds blockRows rows at a time: part has as many rows of results as there are
// such chunks, for every element of the outer axes.
func (f *reduction[A]) chunks(part []A, s *source[A], at int, outer, rows, cols []axisGroup, chunks int) {
	m, n, k := elemsOf(outer), elemsOf(rows), elemsOf(cols)
	tiles := ceilDiv(k, tileLen)
	split(m*chunks*tiles, f.cost*float64(min(n, blockRows)*min(k, tileLen))+20, func(lo, hi int) {
		var buf []A
		if s.load != nil || len(rows) > 1 || len(cols) > 1 || cols[0].step != 1 {
			buf = make([]A, 8*min(k, tileLen))
		}
		c := newCursor(outer, at, 0, lo/tiles/chunks)
		for i := lo; i < hi; i++ {
			tile, chunk := i%tiles, i/tiles%chunks
			left := tile * tileLen
			acc := part[i/tiles*k+left : i/tiles*k+min(left+tileLen, k)]
			f.tile(acc, s, buf, c.at, c.mate, rows, chunk*blockRows, min((chunk+1)*blockRows, n), cols, left)
			if tile == tiles-1 && chunk == chunks-1 {
				c.next()
			}
		}
	})
}

// tile folds the rows lo to hi of len(acc) columns from the left-th on into acc.
// buf is room for eight rows, if not all lie where they can be folded.
func (f *reduction[A]) tile(acc []A, s *source[A], buf []A, at, mate int, rows []axisGroup, lo, hi int, cols []axisGroup, left int) {
	if len(rows) == 1 && len(cols) == 1 && cols[0].step == 1 && s.load == nil && f.wide.OK() && hi-lo < 8 {
		// The neutral element with the first row is that row.
		first := at + left + lo*rows[0].step
		copy(acc, s.xs[first:])
		f.rowsInto(acc, s.xs, first+rows[0].step, hi-lo-1, rows[0].step)
		return
	}
	for i := range acc {
		acc[i] = f.neutral
	}
	if len(rows) == 1 && len(cols) == 1 && cols[0].step == 1 {
		step, done := rows[0].step, 0
		first := at + left + lo*step
		switch {
		case s.load == nil:
			f.rowsInto(acc, s.xs, first, hi-lo, step)
			return
		case s.across != nil:
			done = s.across(acc, first, hi-lo, step, mate+left)
		}
		if acc, left = acc[done:], left+done; len(acc) == 0 {
			return
		}
	}
	w := len(acc)
	c := newCursor(rows, at, mate, lo)
	for lo < hi {
		n := min(8, hi-lo)
		if n < 8 {
			n = 1
		}
		for j := range n {
			row := buf[j*w : (j+1)*w]
			copy(row, s.take(row, cols, c.at, c.mate, left, w)) // where it is not yet there
			c.next()
		}
		f.rowsInto(acc, buf, 0, n, w)
		lo += n
	}
}

// rowsInto folds rows x[at+i*step:] into acc, eight at a time.
func (f *reduction[A]) rowsInto(acc, x []A, at, n, step int) {
	if f.wide.OK() && n > 0 {
		done := f.wide.Rows(acc, x, at, n, step)
		if acc, at = acc[done:], at+done; len(acc) == 0 {
			return
		}
	}
	w := len(acc)
	var eight *[8][]A
	if n >= 8 {
		eight = new([8][]A)
	}
	for ; n >= 8; n -= 8 {
		for j := range eight {
			eight[j] = x[at : at+w]
			at += step
		}
		f.rows(acc, eight)
	}
	for ; n > 0; n-- {
		f.row(acc, x[at:at+w])
		at += step
	}
}
