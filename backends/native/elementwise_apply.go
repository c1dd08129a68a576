package native

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A span is a run of n elements in a Buffer's block.
type span struct {
	buffer *Buffer
	at, n  int
}

// spanOf returns the elements of s.
func spanOf[T element](s span) []T { return elems[T](s.buffer)[s.at : s.at+s.n] }

// part returns the elements lo to hi of an operand of a loop over n: of one that
// stretches, its one element.
func (s span) part(lo, hi, n int) span {
	if s.n == n {
		return span{s.buffer, s.at + lo, hi - lo}
	}
	return s
}

// spans are the operands of a loop; those it does not have are zero.
type spans [maxOperands - 1]span

func (in spans) part(lo, hi, n int) spans {
	for k := range in {
		if in[k].buffer != nil {
			in[k] = in[k].part(lo, hi, n)
		}
	}
	return in
}

// A loop fills the elements of a result from as many of each operand, or from one
// that stands for all of them: of an operation on some dtype. The result may lie
// where an operand lies.
type loop struct {
	run    func(z span, in spans)
	stream func(z span, in spans) // nil, or what run does past the caches, which others see after simd.Fence
	cost   float64                // of one element, in nanoseconds, about
	long   uint8                  // bit k: operand k never stands for all with one element
}

// What an element costs, about.
const (
	costMove    = 0.4 // one instruction or two, in a loop of its own
	costCall    = 3   // a call of a small function
	costMath    = 8   // an elementary function
	costComplex = 60  // one of complex numbers
)

// costMoved is what moving a byte costs where the registers are whole: nanoseconds, about.
// Measured, it is 0.012 in the second cache, 0.026 at its end and 0.04 from memory; near
// its end is where threads begin to pay.
const costMoved = 0.02

// movedCost is the cost of an element of loops that do no more than move: of a result's
// dtype, and one or two operands'.
func movedCost(ds ...dtype.Dtype) float64 {
	bytes := 0
	for _, d := range ds {
		bytes += d.Size()
	}
	return costMoved * float64(bytes)
}

// Loops of Go slices as loops of Buffers.

func loop1[R, X element](cost float64, f func(z []R, x []X)) loop {
	return loop{cost: cost, long: 1, run: func(z span, in spans) { f(spanOf[R](z), spanOf[X](in[0])) }}
}

func loop2[R, X element](cost float64, f func(z []R, x, y []X)) loop {
	return loop{cost: cost, run: func(z span, in spans) { f(spanOf[R](z), spanOf[X](in[0]), spanOf[X](in[1])) }}
}

// each1 is the loop of a function.
func each1[R, X element](f func(X) R) func(z []R, x []X) {
	return func(z []R, x []X) {
		x = x[:len(z)]
		for i, v := range x {
			z[i] = f(v)
		}
	}
}

// each2 is the loop of a function of two operands.
func each2[R, X element](f func(x, y X) R) func(z []R, x, y []X) {
	return func(z []R, x, y []X) {
		switch {
		case len(x) < len(z):
			v := x[0]
			for i, w := range y[:len(z)] {
				z[i] = f(v, w)
			}
		case len(y) < len(z):
			w := y[0]
			for i, v := range x[:len(z)] {
				z[i] = f(v, w)
			}
		default:
			y = y[:len(z)]
			for i, v := range x[:len(z)] {
				z[i] = f(v, y[i])
			}
		}
	}
}

// loops are the loops of a row by its operands' dtype.
type loops [dtype.Count]loop

// A loopTable has the loops of rows.
type loopTable map[*ops.Op]*loops

func (t loopTable) set(op *ops.Op, d dtype.Dtype, l loop) {
	ls := t[op]
	if ls == nil {
		ls = new(loops)
		t[op] = ls
	}
	if ls[d].run != nil {
		panic("native: two loops of " + op.Name + " for " + d.String())
	}
	ls[d] = l
}

func set1[R, X element](t loopTable, r ops.Unary, d dtype.Dtype, cost float64, f func(z []R, x []X)) {
	t.set(r.Op, d, loop1(cost, f))
}

func set2[R, X element](t loopTable, r ops.Binary, d dtype.Dtype, cost float64, f func(z []R, x, y []X)) {
	t.set(r.Op, d, loop2(cost, f))
}

// entries returns the kernels of the table's rows, in the order of package ops. A
// 16-bit float for which a row has no loop of its own takes float32's.
func (t loopTable) entries() []backend.Entry {
	var es []backend.Entry
	for _, op := range ops.All() {
		ls := t[op]
		if ls == nil {
			continue
		}
		for _, d := range (op.In & dtype.Narrow).Dtypes() {
			if ls[d].run == nil {
				ls[d] = through32(ls[dtype.Float32])
			}
		}
		switch op.Family {
		case ops.FamilyUnary:
			es = append(es, backend.Unary(ops.Unary{Op: op}, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				b := x.(*Buffer)
				return ls[computeDtype(out, b)].fill(out, [...]*Buffer{b, nil, nil})
			}))
		case ops.FamilyBinary:
			es = append(es, backend.Binary(ops.Binary{Op: op}, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
				b := x.(*Buffer)
				return ls[computeDtype(out, b)].fill(out, [...]*Buffer{b, y.(*Buffer), nil})
			}))
		}
	}
	return backend.Casting(es)
}

// computeDtype returns the dtype that a result is computed in, of which x is an operand.
func computeDtype(out backend.Spec, x *Buffer) dtype.Dtype {
	if out.In.IsValid() {
		return out.In
	}
	return x.Dtype
}

// fill returns a Buffer for out that the loop has filled from operands stretched to
// its shape.
func (l *loop) fill(out backend.Spec, operands [maxOperands - 1]*Buffer) (backend.Buffer, error) {
	if l.run == nil {
		return nil, fmt.Errorf("no loop from %v to %v", operands[0].Dtype, out.Dtype)
	}
	z, stream, err := newStreamed(out)
	if err != nil {
		return nil, err
	}
	n := z.len()
	if n == 0 {
		return z, nil
	}
	stream = stream && l.worthStreaming(computeDtype(out, operands[0]), z, operands)
	var in spans
	if out.In.IsValid() {
		return z, l.casting(out.In, span{z, z.Offset, n}, stream, operands)
	}
	direct, full := true, false
	for k, b := range operands {
		if b == nil {
			break
		}
		in[k] = span{b, b.Offset, 1}
		stream = stream && b.Mem != z.Mem // what was just read is in the caches
		switch {
		case b.len() == n && b.contiguous():
			in[k].n, full = n, true
		case l.long>>k&1 != 0 || !b.uniform():
			in[k].n, direct = 0, false
		}
	}
	switch {
	case !direct || !full || stream:
		if err := l.gathered(span{z, z.Offset, n}, stream, operands, in, dtype.Invalid); err != nil {
			return nil, err
		}
	case l.cost*float64(n) < 2*worthSplitting:
		l.run(span{z, z.Offset, n}, in)
	default:
		l.split(span{z, z.Offset, n}, in)
	}
	return z, nil
}

// worthStreaming reports whether the loop of d is to write z past the caches: if it does
// that itself, or does no more than move. What others compute hides what writing through
// the caches takes, and would wait for the copies of their blocks.
func (l *loop) worthStreaming(d dtype.Dtype, z *Buffer, operands [maxOperands - 1]*Buffer) bool {
	moved := append(make([]dtype.Dtype, 0, maxOperands), z.Dtype)
	for _, b := range operands {
		if b != nil {
			moved = append(moved, d)
		}
	}
	return l.stream != nil || l.cost <= movedCost(moved...)
}

// casting fills z by the loop from operands that are cast to d, block by block.
func (l *loop) casting(d dtype.Dtype, z span, stream bool, operands [maxOperands - 1]*Buffer) error {
	var in spans
	for k, b := range operands {
		if b == nil {
			break
		}
		in[k] = span{b, b.Offset, 1}
		stream = stream && b.Mem != z.buffer.Mem
		switch {
		case b.len() == z.n && b.contiguous():
			in[k].n = z.n
		case l.long>>k&1 != 0 || !b.uniform():
			in[k].n = 0
		case b.Dtype != d: // one element is cast once
			one := scratch(d, 1)
			castLoops[b.Dtype][d].run(span{one, 0, 1}, spans{in[k]})
			in[k].buffer, in[k].at = one, 0
		}
	}
	return l.gathered(z, stream, operands, in, d)
}

// streamTo copies the first elements of a block past the caches to z.
func streamTo(z span, block *Buffer) {
	size := z.buffer.Dtype.Size()
	bytes := func(b *Buffer, at int) []byte { return unsafe.Slice((*byte)(unsafe.Add(b.base(), at*size)), z.n*size) }
	simd.Stream(bytes(z.buffer, z.at), bytes(block, 0))
}

func (l *loop) split(z span, in spans) {
	split(z.n, l.cost, func(lo, hi int) { l.run(z.part(lo, hi, z.n), in.part(lo, hi, z.n)) })
}

// blockLen is how many elements are brought into order at a time: few enough that
// they are in the cache when they are used.
const blockLen = 512

// gathered runs the loop over z's elements with operands of which some, those whose
// span has none, do not lie in z's order. If d is valid, those of other dtypes are cast to it;
// if stream, z is written past the caches.
func (l *loop) gathered(z span, stream bool, operands [maxOperands - 1]*Buffer, in spans, d dtype.Dtype) error {
	if !d.IsValid() && l.byRows(z, stream, operands) {
		return nil
	}
	full := false
	for k, b := range operands {
		full = full || b != nil && (in[k].n != 1 || z.n == 1)
	}
	if !full {
		in[0].n = 0 // a loop needs one operand as long as its result
	}
	if len(z.buffer.Shape) > readerRank {
		for k, b := range operands {
			if b != nil && in[k].n == 0 {
				c, err := newResult(backend.Spec{Dtype: b.Dtype, Shape: z.buffer.Shape})
				if err != nil {
					return err
				}
				copyInto(c, b)
				in[k] = span{c, 0, z.n}
			}
		}
	}
	cost := l.cost
	for k, b := range operands {
		switch {
		case b == nil:
		case in[k].n == 0:
			cost++
		case d.IsValid() && in[k].buffer.Dtype != d:
			cost += castLoops[b.Dtype][d].cost
		}
	}
	if cost*float64(z.n) < 2*worthSplitting {
		l.blocks(z, stream, in, d, 0, z.n)
	} else {
		l.splitBlocks(z, stream, in, d, cost)
	}
	return nil
}

func (l *loop) splitBlocks(z span, stream bool, in spans, d dtype.Dtype, cost float64) {
	split(z.n, cost, func(lo, hi int) { l.blocks(z, stream, in, d, lo, hi) })
}

// blocks runs the loop over the elements lo to hi of z, block by block, into which
// operands whose span has no elements are copied, and then cast to d, if that is valid. If
// stream, z is written past the caches: by the loop, or from blocks that stay in the first
// cache.
func (l *loop) blocks(z span, stream bool, in spans, d dtype.Dtype, lo, hi int) {
	var readers [maxOperands - 1]reader
	var casts [maxOperands - 1]*Buffer
	step := blockLen
	switch {
	case d.IsValid(): // as many as that of complex numbers' parts
		step = blockLen * 8 / min(d.Size(), 8)
	case stream && l.stream != nil:
		step = hi - lo
	case stream:
		step = streamBytes / z.buffer.Dtype.Size()
	}
	for k := range in {
		if in[k].buffer == nil {
			continue
		}
		if in[k].n == 0 {
			readers[k].open(in[k].buffer, z.buffer.Shape, lo)
			step = blockLen
		}
		if d.IsValid() && in[k].buffer.Dtype != d {
			casts[k] = blockPool.Get().(*Buffer)
			casts[k].Dtype, casts[k].Size = d, largestBlock/d.Size()
		}
	}
	var result *Buffer
	if stream && l.stream == nil {
		size := z.buffer.Dtype.Size()
		step = min(step, largestBlock/size)
		result = blockPool.Get().(*Buffer)
		result.Dtype, result.Size = z.buffer.Dtype, largestBlock/size
	}
	for ; lo < hi; lo += step {
		end := min(hi, lo+step)
		part := in.part(lo, end, z.n)
		for k := range readers {
			if readers[k].b != nil {
				part[k] = readers[k].next(end - lo)
			}
			if casts[k] != nil {
				cast := span{casts[k], 0, end - lo}
				castLoops[part[k].buffer.Dtype][d].run(cast, spans{part[k]})
				part[k] = cast
			}
		}
		switch to := z.part(lo, end, z.n); {
		case !stream:
			l.run(to, part)
		case result == nil:
			l.stream(to, part)
		default:
			l.run(span{result, 0, end - lo}, part)
			streamTo(to, result)
		}
	}
	if stream {
		simd.Fence()
	}
	if result != nil {
		result.Size = blockLen
		blockPool.Put(result)
	}
	for k := range readers {
		if readers[k].b != nil {
			readers[k].close()
		}
		if casts[k] != nil {
			casts[k].Size = blockLen
			blockPool.Put(casts[k])
		}
	}
}

// largestBlock is the size of the largest dtype's block, streamBytes how much of a result is
// made before it is copied past the caches.
const (
	largestBlock = blockLen * 16
	streamBytes  = 4096
)

// blockPool has Buffers with room for a block of any dtype, whose dtype is set by
// who takes one.
var blockPool = sync.Pool{New: func() any { return scratch(dtype.Complex128, blockLen) }}

// scratch returns a Buffer of n elements, few.
func scratch(d dtype.Dtype, n int) *Buffer {
	b, err := newResult(backend.Spec{Dtype: d, Shape: []int{n}})
	if err != nil {
		panic(err) // only arrays as large as the machine's memory fail
	}
	return b
}

// A reader brings the elements of a Buffer, stretched to a shape, into row-major order.
type reader struct {
	b, block *Buffer
	at       int // of the next element
	rank     int // how many axes are left when those that lie in memory as one are one

	dims, strides, index [readerRank]int
}

// readerRank is the largest number of axes that readers know.
const readerRank = 8

// open makes r the reader of b, stretched to s, from its element i on.
func (r *reader) open(b *Buffer, s []int, i int) {
	r.openWith(blockPool.Get().(*Buffer), b, s, i)
	r.block.Dtype = b.Dtype
}

// openWith is open with a block of b's dtype, which is the caller's.
func (r *reader) openWith(block, b *Buffer, s []int, i int) {
	*r = reader{b: b, block: block}
	for axis, n := range s {
		if n == 1 {
			continue
		}
		step := broadcastStride(b, len(s), axis)
		if last := r.rank - 1; last >= 0 && r.strides[last] == step*n {
			r.dims[last], r.strides[last] = r.dims[last]*n, step
			continue
		}
		r.dims[r.rank], r.strides[r.rank] = n, step
		r.rank++
	}
	r.at = b.Offset
	for k := r.rank - 1; k >= 0; k-- {
		r.index[k] = i % r.dims[k]
		i /= r.dims[k]
		r.at += r.index[k] * r.strides[k]
	}
}

// openLine makes r the reader of n elements of b's block, step apart, from position at on.
func (r *reader) openLine(b *Buffer, at, step, n int) {
	*r = reader{b: b, block: blockPool.Get().(*Buffer), at: at, rank: 1}
	r.block.Dtype = b.Dtype
	r.dims[0], r.strides[0] = n, step
}

// close gives r's block back. Who opened r with a block of its own forgets it instead.
func (r *reader) close() { blockPool.Put(r.block) }

// forget leaves r without the Buffer that it reads.
func (r *reader) forget() { r.b = nil }

// next returns the next n elements, which stay until next is called again.
func (r *reader) next(n int) span {
	switch r.b.Dtype.Size() {
	case 1:
		gather[uint8](r, n)
	case 2:
		gather[uint16](r, n)
	case 4:
		gather[uint32](r, n)
	case 8:
		gather[uint64](r, n)
	case 16:
		gather[complex128](r, n)
	}
	return span{r.block, 0, n}
}

func gather[T element](r *reader, n int) {
	dst, src := flat[T](r.block)[:n], elems[T](r.b)
	last := r.rank - 1
	for len(dst) > 0 {
		rows, m, over := 1, r.dims[last]-r.index[last], 0
		if m > len(dst) {
			m = len(dst)
		} else if last > 0 && r.index[last] == 0 {
			rows, over = min(len(dst)/m, r.dims[last-1]-r.index[last-1]), r.strides[last-1]
		}
		copyRows(dst[:rows*m], src, r.at, rows, m, r.strides[last], over)
		dst = dst[rows*m:]
		r.advance(rows, m)
	}
}

// advance goes on by n elements, no more than are left on the innermost axis; or by several rows of it, n elements
// each, no more than are left on the axis before.
func (r *reader) advance(rows, n int) {
	k := r.rank - 1
	if rows > 1 {
		k, n = k-1, rows
	}
	r.index[k] += n
	r.at += n * r.strides[k]
	for ; k > 0 && r.index[k] == r.dims[k]; k-- {
		r.at += r.strides[k-1] - r.dims[k]*r.strides[k]
		r.index[k] = 0
		r.index[k-1]++
	}
}
