package reduce

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/shape"
)

// A Reduction combines the elements along some axes into one value by an operation that is
// taken as associative. The order follows from the array's shape and the axes alone, not
// from strides nor from the number of threads: results are the same bit for bit. Within a
// block lanes accumulate side by side, each at most 64 elements; the results of blocks are
// combined in pairs, so that rounding errors of sums grow with the logarithm of the length
// (Higham, "The accuracy of floating point summation"). Package simd states the order
// within a block.
type Reduction[A array.Element] struct {
	block   func(x []A) A               // of a block's elements
	merge   func(x, y A) A              // of two results
	rows    func(acc []A, rows *[8][]A) // acc[i] with the i-th of each row
	row     func(acc, row []A)          // acc[i] with row[i]
	neutral A                           // changes nothing that it is combined with
	none    A                           // the result for no elements
	Cost    float64                     // nanoseconds an element takes, about

	few           func(x []A) A        // block for at most FewTerms elements, if that is another
	Wide          simd.Reduction[A, A] // loops in place of block, rows and row
	brain, halves simd.Reduction[A, uint16]
	// widen gives s loops that reduce the elements of x, of a narrower dtype, and reports
	// whether there are such loops.
	widen func(s *Source[A], x *array.Buffer) bool
}

const (
	blockSize = 1 << 14 // of elements that block gets at most: 64 for each of its lanes
	ChunkLen  = 1 << 14 // elements of a lane that are one piece of work; a multiple of blocks
	BlockRows = 128     // rows that are combined one after the other
	TileLen   = 512     // columns that are one piece of work

	mostBlocks = ChunkLen * 16 / blockSize // of a chunk, by the largest elements

	// A lane of FarFrom bytes or more is not in the caches. Its chunks are reduced farRows at
	// a time, if there are farLeast for each of these: memory is then read in order at several
	// positions at once, and the processor prefetches from each.
	FarFrom  = 8 << 20
	farRows  = 4
	farLeast = 4

	// FewTerms are added as most libraries do, one after the other or in eight sums side by
	// side: in results of few numbers, which people compare, no last bit is to differ.
	FewTerms = 32
)

// BlockLenOf returns how many values of type A a block has at most.
func BlockLenOf[A array.Element]() int {
	var one A
	return blockSize / int(unsafe.Sizeof(one))
}

// An AxisGroup is a group of neighbouring axes that are iterated over as one.
type AxisGroup struct {
	N       int
	Step    int // between elements, in the source
	OutStep int // between the positions in the final result to which elements belong
	Reduced bool
}

// A Source is where the elements of a reduction come from: memory, or a function that computes
// them from other memory.
type Source[A array.Element] struct {
	Stop  *backend.Stop // what the call's Spec has
	Elems []A
	// Load, if it is not nil, fills dst with what the elements at, at+step, … stand for. outAt and
	// outStep say to which positions of the final result they belong.
	Load func(dst []A, at, step, outAt, outStep int)
	// Inner may be nil. It reduces contiguous elements without load: it sets z[i] to the
	// reduction of the n elements from at+i*step on, whose position in the result is
	// outAt+i*outStep. across may be nil as well. It combines the rows at, at+step, … into
	// acc, of which the first element has position outAt, and returns how many columns it did.
	Inner  func(z []A, at, n, step, outAt, outStep int)
	across func(acc []A, at, rows, step, outAt int) (done int)
	far    bool // lanes can take several lanes far apart at a time: see simd.DistantRows
}

// Until returns s for a reduction that may be stopped.
func (s Source[A]) Until(stop *backend.Stop) Source[A] {
	s.Stop = stop
	return s
}

// contiguous reports whether elements step apart can be reduced where they are.
func (s *Source[A]) contiguous(step int) bool { return step == 1 && (s.Load == nil || s.Inner != nil) }

// Direct reports whether elements step apart can be used where they are.
func (s *Source[A]) Direct(step int) bool { return s.Load == nil && step == 1 }

func (s *Source[A]) fill(dst []A, at, step, outAt, outStep int) {
	if s.Load != nil {
		s.Load(dst, at, step, outAt, outStep)
		return
	}
	if step == 1 {
		copy(dst, s.Elems[at:])
		return
	}
	array.CopyApart(dst, s.Elems, 0, at, 1, step, len(dst))
}

// Take returns n elements from the i-th on of the axes, in row-major order: in
// place if they are contiguous, else in buf.
func (s *Source[A]) Take(buf []A, axes []AxisGroup, at, outAt, i, n int) []A {
	last := axes[len(axes)-1]
	if len(axes) == 1 {
		if s.Direct(last.Step) {
			return s.Elems[at+i : at+i+n]
		}
		s.fill(buf[:n], at+i*last.Step, last.Step, outAt+i*last.OutStep, last.OutStep)
		return buf[:n]
	}
	c := NewCursor(axes[:len(axes)-1], at, outAt, i/last.N)
	i %= last.N
	for done := 0; done < n; i = 0 {
		m := min(last.N-i, n-done)
		s.fill(buf[done:done+m], c.At+i*last.Step, last.Step, c.OutStep+i*last.OutStep, last.OutStep)
		done += m
		c.Next()
	}
	return buf[:n]
}

// A Cursor goes through the elements of axes in row-major order.
type Cursor struct {
	Axes        []AxisGroup
	At, OutStep int
	Index       [shape.MaxRank]int
}

// NewCursor returns the cursor at the i-th element.
func NewCursor(axes []AxisGroup, at, outAt, i int) Cursor {
	c := Cursor{Axes: axes, At: at, OutStep: outAt}
	for k := len(axes) - 1; k >= 0 && i > 0; k-- {
		a := &axes[k]
		c.Index[k] = i % a.N
		c.At += c.Index[k] * a.Step
		c.OutStep += c.Index[k] * a.OutStep
		i /= a.N
	}
	return c
}

// Skip goes on by n elements of the innermost axis, no more than are left on it.
func (c *Cursor) Skip(n int) {
	if k := len(c.Axes) - 1; k >= 0 {
		c.Index[k] += n - 1
		c.At += (n - 1) * c.Axes[k].Step
		c.OutStep += (n - 1) * c.Axes[k].OutStep
		c.Next()
	}
}

// Next goes on to the next element.
func (c *Cursor) Next() {
	for k := len(c.Axes) - 1; k >= 0; k-- {
		a := &c.Axes[k]
		c.At += a.Step
		c.OutStep += a.OutStep
		if c.Index[k]++; c.Index[k] < a.N {
			return
		}
		c.At -= a.N * a.Step
		c.OutStep -= a.N * a.OutStep
		c.Index[k] = 0
	}
}

// ElemsOf returns the number of elements that axes span.
func ElemsOf(axes []AxisGroup) int {
	n := 1
	for _, a := range axes {
		n *= a.N
	}
	return n
}

// SpansOf returns x's axes, outermost first, without those of length 1 and with
// neighbours joined where both are reduced or both kept and they lie in memory as one.
func SpansOf(x *array.Buffer, reduced []int) []AxisGroup {
	axes := make([]AxisGroup, 0, len(x.Shape))
	for i, n := range x.Shape {
		a := AxisGroup{N: n, Step: x.Strides[i]}
		if len(reduced) > 0 && reduced[0] == i {
			a.Reduced = true
			reduced = reduced[1:]
		}
		axes = append(axes, a)
	}
	outStep := 1
	for i := len(axes) - 1; i >= 0; i-- {
		if !axes[i].Reduced {
			axes[i].OutStep = outStep
			outStep *= axes[i].N
		}
	}
	return Joined(axes)
}

// Joined drops axes of length 1, and joins neighbours, in place: see SpansOf.
func Joined(axes []AxisGroup) []AxisGroup {
	out := axes[:0]
	for _, a := range axes {
		if a.N == 1 {
			continue
		}
		if k := len(out) - 1; k >= 0 && out[k].Reduced == a.Reduced && out[k].Step == a.Step*a.N && out[k].OutStep == a.OutStep*a.N {
			out[k] = AxisGroup{out[k].N * a.N, a.Step, a.OutStep, a.Reduced}
			continue
		}
		out = append(out, a)
	}
	return out
}

// Packed returns the axes of a contiguous array with the lengths of these axes.
func Packed(axes, more []AxisGroup) []AxisGroup {
	out := append(append(make([]AxisGroup, 0, len(axes)+len(more)), axes...), more...)
	n, outStep := 1, 1
	for i := len(out) - 1; i >= 0; i-- {
		a := out[i]
		a.Step, a.OutStep = n, 0
		n *= a.N
		if !a.Reduced {
			a.OutStep = outStep
			outStep *= a.N
		}
		out[i] = a
	}
	return Joined(out)
}

// Trailing returns where the last axes begin that are all reduced, or all kept.
func Trailing(axes []AxisGroup) int {
	i := len(axes)
	for i > 0 && axes[i-1].Reduced == axes[len(axes)-1].Reduced {
		i--
	}
	return i
}

// AnyReduced reports whether some of the axes are reduced.
func AnyReduced(axes []AxisGroup) bool {
	for _, a := range axes {
		if a.Reduced {
			return true
		}
	}
	return false
}

// Over fills z, one value per element of the axes kept, with the reduction over the others.
func (f *Reduction[A]) Over(z []A, s Source[A], at int, axes []AxisGroup) {
	if ElemsOf(axes) == 0 {
		for i := range z {
			z[i] = f.none
		}
		return
	}
	if !AnyReduced(axes) {
		f.lift(z, s, at, axes)
		return
	}
	// The innermost group of reduced axes goes first, so that memory is read in
	// order; what is left of it is reduced again until no such axes are left.
	release := func() {} // the memory of what is left
	for {
		i := Trailing(axes)
		outer, inner := axes[:i], axes[i:]
		var cols []AxisGroup
		if !inner[0].Reduced {
			cols = inner
			j := Trailing(outer)
			outer, inner = outer[:j], outer[j:]
		}
		part, more := z, AnyReduced(outer)
		var done func()
		if more {
			part, done = array.Scratch[A](ElemsOf(outer) * ElemsOf(cols))
		}
		if cols == nil {
			f.along(part, s, at, outer, inner)
		} else {
			f.across(part, s, at, outer, inner, cols)
		}
		release()
		if !more {
			return
		}
		release = done
		s, at, axes = Source[A]{Elems: part, Stop: s.Stop}, 0, Packed(outer, cols)
	}
}

// lift fills z with the elements themselves.
func (f *Reduction[A]) lift(z []A, s Source[A], at int, axes []AxisGroup) {
	if len(axes) == 0 {
		s.fill(z[:1], at, 1, 0, 1)
		return
	}
	last := axes[len(axes)-1]
	c := NewCursor(axes[:len(axes)-1], at, 0, 0)
	for i := 0; i < len(z); i += last.N {
		s.fill(z[i:i+last.N], c.At, last.Step, c.OutStep, last.OutStep)
		c.Next()
	}
}

// Inner sets z[i] to the reduction of n elements of s from at+i*step on, n at most a block,
// whose position in the result is outAt+i*outStep.
func (f *Reduction[A]) Inner(z []A, s *Source[A], at, n, step, outAt, outStep int) {
	switch {
	case f.few != nil && n <= FewTerms:
		var buf [FewTerms]A
		for i := range z {
			if s.Load == nil {
				z[i] = f.few(s.Elems[at : at+n])
			} else {
				s.Load(buf[:n], at, 1, outAt, 0)
				z[i] = f.few(buf[:n])
			}
			at, outAt = at+step, outAt+outStep
		}
	case s.Load != nil:
		s.Inner(z, at, n, step, outAt, outStep)
	case f.Wide.OK():
		f.Wide.Inner(z, s.Elems, at, n, step)
	default:
		for i := range z {
			z[i] = f.block(s.Elems[at : at+n])
			at += step
		}
	}
}

// one sets z[0] to the reduction of a block.
func (f *Reduction[A]) one(z, block []A) {
	switch {
	case f.few != nil && len(block) <= FewTerms:
		z[0] = f.few(block)
	case f.Wide.OK():
		f.Wide.Inner(z[:1], block, 0, len(block), 0)
	default:
		z[0] = f.block(block)
	}
}

// along reduces the inner axes for every element of the outer ones.
func (f *Reduction[A]) along(z []A, s Source[A], at int, outer, inner []AxisGroup) {
	n, m := ElemsOf(inner), ElemsOf(outer)
	chunks := array.CeilDiv(n, ChunkLen)
	part := z
	if chunks > 1 {
		var done func()
		part, done = array.Scratch[A](m * chunks)
		defer done()
	}
	array.Split(s.Stop, m*chunks, f.Cost*float64(min(n, ChunkLen))+3, func(lo, hi int) {
		f.pieces(part, &s, at, outer, inner, chunks, lo, hi)
	})
	if chunks > 1 {
		for i := range z {
			z[i] = f.Total(part[i*chunks : (i+1)*chunks])
		}
	}
}

// pieces sets part[lo:hi] to the reductions of chunks, which each lane has several of.
func (f *Reduction[A]) pieces(part []A, s *Source[A], at int, outer, inner []AxisGroup, chunks, lo, hi int) {
	n, block := ElemsOf(inner), BlockLenOf[A]()
	contiguous := len(inner) == 1 && s.contiguous(inner[0].Step)
	var buf, results []A
	if !contiguous {
		buf = make([]A, min(n, block))
	}
	if n > block {
		results = make([]A, ChunkLen/block)
	}
	far := n >= FarFrom/blockSize*block && simd.DistantRows && (s.far || s.Load == nil && f.Wide.OK())
	c := NewCursor(outer, at, 0, lo/chunks)
	for i := lo; i < hi; {
		if n > block {
			k := i % chunks
			if whole := min(n/ChunkLen-k, hi-i); contiguous && whole > 0 {
				if far && whole >= farRows*farLeast {
					whole -= whole % farRows
					f.farChunks(part[i:i+whole], s, c.At+k*ChunkLen, c.OutStep)
				} else {
					f.nearChunks(part[i:i+whole], s, c.At+k*ChunkLen, c.OutStep)
				}
				i += whole
				if k+whole == chunks {
					c.Next()
				}
				continue
			}
			part[i] = f.Chunk(s, buf, results, inner, c.At, c.OutStep, k*ChunkLen, min((k+1)*ChunkLen, n))
			if k == chunks-1 {
				c.Next()
			}
			i++
			continue
		}
		if !contiguous {
			f.one(part[i:], s.Take(buf, inner, c.At, c.OutStep, 0, n))
			c.Next()
			i++
			continue
		}
		lines, step, outAt := 1, 0, 0
		if k := len(outer) - 1; k >= 0 {
			lines, step, outAt = min(hi-i, outer[k].N-c.Index[k]), outer[k].Step, outer[k].OutStep
		}
		f.Inner(part[i:i+lines], s, c.At, n, step, c.OutStep, outAt)
		c.Skip(lines)
		i += lines
	}
}

// nearChunks reduces as many whole chunks as part has, the first of which begins at a
// contiguous element.
func (f *Reduction[A]) nearChunks(part []A, s *Source[A], at, outAt int) {
	const most = 4 // at a time
	block := BlockLenOf[A]()
	var buf [most * mostBlocks]A
	for blocks := ChunkLen / block; len(part) > 0; {
		k := min(most, len(part))
		results := buf[:k*blocks]
		f.Inner(results, s, at, block, block, outAt, 0)
		for i := range k {
			part[i] = f.Total(results[i*blocks : (i+1)*blocks])
		}
		part, at = part[k:], at+k*ChunkLen
	}
}

// farChunks is nearChunks for a multiple of farRows. It takes that many at a time, of which
// one is in each quarter of them.
func (f *Reduction[A]) farChunks(part []A, s *Source[A], at, outAt int) {
	block, apart := BlockLenOf[A](), len(part)/farRows
	var results [farRows][mostBlocks]A
	var four [farRows]A
	for i := range apart {
		for b := range ChunkLen / block {
			f.Inner(four[:], s, at+i*ChunkLen+b*block, block, apart*ChunkLen, outAt, 0)
			for k, v := range four {
				results[k][b] = v
			}
		}
		for k := range results {
			part[k*apart+i] = f.Total(results[k][:ChunkLen/block])
		}
	}
}

// Chunk reduces the elements lo to hi of the axes: blocks first, then their results in
// pairs. results holds the latter, and buf a block.
func (f *Reduction[A]) Chunk(s *Source[A], buf, results []A, axes []AxisGroup, at, outAt, lo, hi int) A {
	block := BlockLenOf[A]()
	if buf == nil { // the elements are contiguous, and have one position
		whole := (hi - lo) / block
		if whole > 0 {
			f.Inner(results[:whole], s, at+lo, block, block, outAt, 0)
		}
		if lo += whole * block; lo < hi {
			f.Inner(results[whole:whole+1], s, at+lo, hi-lo, 0, outAt, 0)
			whole++
		}
		return f.Total(results[:whole])
	}
	n := 0
	for ; lo < hi; lo += block {
		f.one(results[n:], s.Take(buf, axes, at, outAt, lo, min(block, hi-lo)))
		n++
	}
	return f.Total(results[:n])
}

// Total combines results in pairs.
func (f *Reduction[A]) Total(results []A) A {
	switch n := len(results); n {
	case 1:
		return results[0]
	case 2:
		return f.merge(results[0], results[1])
	default:
		return f.merge(f.Total(results[:n/2]), f.Total(results[n/2:]))
	}
}

// across reduces the rows, element by element, for every element of the outer axes.
func (f *Reduction[A]) across(z []A, s Source[A], at int, outer, rows, cols []AxisGroup) {
	m, n, k := ElemsOf(outer), ElemsOf(rows), ElemsOf(cols)
	chunks := array.CeilDiv(n, BlockRows)
	part := z
	if chunks > 1 {
		var done func()
		part, done = array.Scratch[A](m * chunks * k)
		defer done()
	}
	f.Chunks(part, &s, at, outer, rows, cols, chunks)
	if chunks > 1 {
		f.across(z, Source[A]{Elems: part, Stop: s.Stop}, 0,
			[]AxisGroup{{N: m, Step: chunks * k}}, []AxisGroup{{N: chunks, Step: k}}, []AxisGroup{{N: k, Step: 1}})
	}
}

// Chunks reduces BlockRows rows at a time: part has as many rows of results as there are
// such chunks, for every element of the outer axes.
func (f *Reduction[A]) Chunks(part []A, s *Source[A], at int, outer, rows, cols []AxisGroup, chunks int) {
	m, n, k := ElemsOf(outer), ElemsOf(rows), ElemsOf(cols)
	tiles := array.CeilDiv(k, TileLen)
	array.Split(s.Stop, m*chunks*tiles, f.Cost*float64(min(n, BlockRows)*min(k, TileLen))+20, func(lo, hi int) {
		var buf []A
		if s.Load != nil || len(rows) > 1 || len(cols) > 1 || cols[0].Step != 1 {
			buf = make([]A, 8*min(k, TileLen))
		}
		c := NewCursor(outer, at, 0, lo/tiles/chunks)
		for i := lo; i < hi; i++ {
			tile, chunk := i%tiles, i/tiles%chunks
			left := tile * TileLen
			acc := part[i/tiles*k+left : i/tiles*k+min(left+TileLen, k)]
			f.tile(acc, s, buf, c.At, c.OutStep, rows, chunk*BlockRows, min((chunk+1)*BlockRows, n), cols, left)
			if tile == tiles-1 && chunk == chunks-1 {
				c.Next()
			}
		}
	})
}

// tile reduces the rows lo to hi of len(acc) columns from the left-th on into acc.
// buf holds eight rows, if not all lie where they can be reduced.
func (f *Reduction[A]) tile(acc []A, s *Source[A], buf []A, at, outAt int, rows []AxisGroup, lo, hi int, cols []AxisGroup, left int) {
	if len(rows) == 1 && len(cols) == 1 && cols[0].Step == 1 && s.Load == nil && f.Wide.OK() && hi-lo < 8 {
		// The neutral element with the first row is that row.
		first := at + left + lo*rows[0].Step
		copy(acc, s.Elems[first:])
		f.rowsInto(acc, s.Elems, first+rows[0].Step, hi-lo-1, rows[0].Step)
		return
	}
	for i := range acc {
		acc[i] = f.neutral
	}
	if len(rows) == 1 && len(cols) == 1 && cols[0].Step == 1 {
		step, done := rows[0].Step, 0
		first := at + left + lo*step
		switch {
		case s.Load == nil:
			f.rowsInto(acc, s.Elems, first, hi-lo, step)
			return
		case s.across != nil:
			done = s.across(acc, first, hi-lo, step, outAt+left)
		}
		if acc, left = acc[done:], left+done; len(acc) == 0 {
			return
		}
	}
	w := len(acc)
	c := NewCursor(rows, at, outAt, lo)
	for lo < hi {
		n := min(8, hi-lo)
		if n < 8 {
			n = 1
		}
		for j := range n {
			row := buf[j*w : (j+1)*w]
			copy(row, s.Take(row, cols, c.At, c.OutStep, left, w)) // where it is not yet there
			c.Next()
		}
		f.rowsInto(acc, buf, 0, n, w)
		lo += n
	}
}

// rowsInto reduces rows x[at+i*step:] into acc, eight at a time.
func (f *Reduction[A]) rowsInto(acc, x []A, at, n, step int) {
	if f.Wide.OK() && n > 0 {
		done := f.Wide.Rows(acc, x, at, n, step)
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
