package elementwise

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A Span is N contiguous elements of a Buffer's block, from position At on.
type Span struct {
	Buffer *array.Buffer
	At, N  int
}

// SpanOf returns the elements of s, of the Go type of its dtype.
func SpanOf[T array.Element](s Span) []T { return array.Elems[T](s.Buffer)[s.At : s.At+s.N] }

// part returns the elements lo to hi of an operand of a loop over n elements. An operand of
// one element, which is broadcast, stays as it is.
func (s Span) part(lo, hi, n int) Span {
	if s.N == n {
		return Span{s.Buffer, s.At + lo, hi - lo}
	}
	return s
}

// Spans are the operands of a loop; those it does not have are zero.
type Spans [array.MaxOperands - 1]Span

func (in Spans) part(lo, hi, n int) Spans {
	for k := range in {
		if in[k].Buffer != nil {
			in[k] = in[k].part(lo, hi, n)
		}
	}
	return in
}

// A Loop fills the elements of a result from as many of each operand, or from one
// that stands for all of them: of an operation on some dtype. The result may lie
// where an operand lies.
type Loop struct {
	Run    func(z Span, in Spans)
	stream func(z Span, in Spans) // nil, or Run by non-temporal stores, which other threads see after simd.Fence
	Cost   float64                // of one element, in nanoseconds, about
	Long   uint8                  // bit k: operand k never stands for all with one element
}

// What an element costs, about.
const (
	CostMove    = 0.4 // one instruction or two, in a loop of its own
	costCall    = 3   // a call of a small function
	costMath    = 8   // an elementary function
	costComplex = 60  // one of complex numbers
)

// costMoved is what moving a byte costs where the registers are whole: nanoseconds, about.
// Measured, it is 0.012 within the L2 cache, 0.026 where arrays just fit into it and 0.04 from
// memory; where arrays just fit threads begin to pay.
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

// Loop1 and loop2 make loops of functions of Go slices.

// Loop1 returns the loop of a function of one operand, at the cost of one element.
func Loop1[R, X array.Element](cost float64, f func(z []R, x []X)) Loop {
	return Loop{Cost: cost, Long: 1, Run: func(z Span, in Spans) { f(SpanOf[R](z), SpanOf[X](in[0])) }}
}

// loop2 is Loop1 for two operands.
func loop2[R, X array.Element](cost float64, f func(z []R, x, y []X)) Loop {
	return Loop{Cost: cost, Run: func(z Span, in Spans) { f(SpanOf[R](z), SpanOf[X](in[0]), SpanOf[X](in[1])) }}
}

// Each1 is the loop of a function of one number.
func Each1[R, X array.Element](f func(X) R) func(z []R, x []X) {
	return func(z []R, x []X) {
		x = x[:len(z)]
		for i, v := range x {
			z[i] = f(v)
		}
	}
}

// each2 is the loop of a function of two operands.
func each2[R, X array.Element](f func(x, y X) R) func(z []R, x, y []X) {
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

// rowLoops are the loops of a row by its operands' dtype.
type rowLoops [dtype.Count]Loop

// A loopTable has the loops of rows.
type loopTable map[*ops.Op]*rowLoops

func (t loopTable) set(op *ops.Op, d dtype.Dtype, l Loop) {
	ls := t[op]
	if ls == nil {
		ls = new(rowLoops)
		t[op] = ls
	}
	if ls[d].Run != nil {
		panic("native: two loops of " + op.Name + " for " + d.String())
	}
	ls[d] = l
}

func set1[R, X array.Element](t loopTable, r ops.Unary, d dtype.Dtype, cost float64, f func(z []R, x []X)) {
	t.set(r.Op, d, Loop1(cost, f))
}

func set2[R, X array.Element](t loopTable, r ops.Binary, d dtype.Dtype, cost float64, f func(z []R, x, y []X)) {
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
			if ls[d].Run == nil {
				ls[d] = through32(ls[dtype.Float32])
			}
		}
		switch op.Family {
		case ops.FamilyUnary:
			es = append(es, backend.Unary(ops.Unary{Op: op}, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				b := x.(*array.Buffer)
				return ls[ComputeDtype(out, b)].fill(out, [...]*array.Buffer{b, nil, nil})
			}))
		case ops.FamilyBinary:
			es = append(es, backend.Binary(ops.Binary{Op: op}, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
				b := x.(*array.Buffer)
				return ls[ComputeDtype(out, b)].fill(out, [...]*array.Buffer{b, y.(*array.Buffer), nil})
			}))
		}
	}
	return backend.Casting(es)
}

// ComputeDtype returns the dtype in which a result is computed of operand x: out.In, or x's own.
func ComputeDtype(out backend.Spec, x *array.Buffer) dtype.Dtype {
	if out.In.IsValid() {
		return out.In
	}
	return x.Dtype
}

// fill returns a Buffer for out that the loop has filled from operands broadcast to
// its shape.
func (l *Loop) fill(out backend.Spec, operands [array.MaxOperands - 1]*array.Buffer) (backend.Buffer, error) {
	if l.Run == nil {
		return nil, fmt.Errorf("no loop from %v to %v", operands[0].Dtype, out.Dtype)
	}
	z, stream, err := array.NewStreamed(out)
	if err != nil {
		return nil, err
	}
	n := z.Len()
	if n == 0 {
		return z, nil
	}
	stream = stream && l.worthStreaming(ComputeDtype(out, operands[0]), z, operands)
	var in Spans
	if out.In.IsValid() {
		return z, l.casting(out.Stop, out.In, Span{z, z.Offset, n}, stream, operands)
	}
	direct, full := true, false
	for k, b := range operands {
		if b == nil {
			break
		}
		in[k] = Span{b, b.Offset, 1}
		stream = stream && b.Mem != z.Mem // an operand was just read into the caches
		switch {
		case b.Len() == n && b.Contiguous():
			in[k].N, full = n, true
		case l.Long>>k&1 != 0 || !b.Uniform():
			in[k].N, direct = 0, false
		}
	}
	switch {
	case !direct || !full || stream:
		if err := l.gathered(out.Stop, Span{z, z.Offset, n}, stream, operands, in, dtype.Invalid); err != nil {
			return nil, err
		}
	case l.Cost*float64(n) < 2*array.WorthSplitting:
		l.Run(Span{z, z.Offset, n}, in)
	default:
		l.split(out.Stop, Span{z, z.Offset, n}, in)
	}
	return z, nil
}

// worthStreaming reports whether the loop of d is to write z by non-temporal stores: if it has
// a version that does, or if it only moves elements. Other loops compute for longer than
// ordinary stores take, and would have to copy their blocks in addition.
func (l *Loop) worthStreaming(d dtype.Dtype, z *array.Buffer, operands [array.MaxOperands - 1]*array.Buffer) bool {
	moved := append(make([]dtype.Dtype, 0, array.MaxOperands), z.Dtype)
	for _, b := range operands {
		if b != nil {
			moved = append(moved, d)
		}
	}
	return l.stream != nil || l.Cost <= movedCost(moved...)
}

// casting fills z by the loop from operands that are cast to d, block by block.
func (l *Loop) casting(stop *backend.Stop, d dtype.Dtype, z Span, stream bool, operands [array.MaxOperands - 1]*array.Buffer) error {
	var in Spans
	for k, b := range operands {
		if b == nil {
			break
		}
		in[k] = Span{b, b.Offset, 1}
		stream = stream && b.Mem != z.Buffer.Mem
		switch {
		case b.Len() == z.N && b.Contiguous():
			in[k].N = z.N
		case l.Long>>k&1 != 0 || !b.Uniform():
			in[k].N = 0
		case b.Dtype != d: // one element is cast once
			one := Scratch(d, 1)
			CastLoops[b.Dtype][d].Run(Span{one, 0, 1}, Spans{in[k]})
			in[k].Buffer, in[k].At = one, 0
		}
	}
	return l.gathered(stop, z, stream, operands, in, d)
}

// streamTo copies the first elements of a block to z by non-temporal stores.
func streamTo(z Span, block *array.Buffer) {
	size := z.Buffer.Dtype.Size()
	bytes := func(b *array.Buffer, at int) []byte {
		return unsafe.Slice((*byte)(unsafe.Add(b.Base(), at*size)), z.N*size)
	}
	simd.Stream(bytes(z.Buffer, z.At), bytes(block, 0))
}

func (l *Loop) split(stop *backend.Stop, z Span, in Spans) {
	array.Split(stop, z.N, l.Cost, func(lo, hi int) { l.Run(z.part(lo, hi, z.N), in.part(lo, hi, z.N)) })
}

// BlockLen is how many elements are brought into order at a time: few enough that
// they are in the cache when they are used.
const BlockLen = 512

// gathered runs the loop over z's elements with operands of which some, those whose
// span has none, do not lie in z's order. If d is valid, those of other dtypes are cast to it;
// if stream, z is written by non-temporal stores.
func (l *Loop) gathered(stop *backend.Stop, z Span, stream bool, operands [array.MaxOperands - 1]*array.Buffer, in Spans, d dtype.Dtype) error {
	if !d.IsValid() && l.byRows(stop, z, stream, operands) {
		return nil
	}
	full := false
	for k, b := range operands {
		full = full || b != nil && (in[k].N != 1 || z.N == 1)
	}
	if !full {
		in[0].N = 0 // a loop needs one operand as long as its result
	}
	if len(z.Buffer.Shape) > ReaderRank {
		for k, b := range operands {
			if b != nil && in[k].N == 0 {
				c, err := array.NewResult(backend.Spec{Dtype: b.Dtype, Shape: z.Buffer.Shape})
				if err != nil {
					return err
				}
				array.CopyInto(stop, c, b)
				in[k] = Span{c, 0, z.N}
			}
		}
	}
	cost := l.Cost
	for k, b := range operands {
		switch {
		case b == nil:
		case in[k].N == 0:
			cost++
		case d.IsValid() && in[k].Buffer.Dtype != d:
			cost += CastLoops[b.Dtype][d].Cost
		}
	}
	if cost*float64(z.N) < 2*array.WorthSplitting {
		l.blocks(z, stream, in, d, 0, z.N)
	} else {
		l.splitBlocks(stop, z, stream, in, d, cost)
	}
	return nil
}

func (l *Loop) splitBlocks(stop *backend.Stop, z Span, stream bool, in Spans, d dtype.Dtype, cost float64) {
	array.Split(stop, z.N, cost, func(lo, hi int) { l.blocks(z, stream, in, d, lo, hi) })
}

// blocks runs the loop over the elements lo to hi of z, block by block, into which
// operands whose span has no elements are copied, and then cast to d, if that is valid. If
// stream, z is written by non-temporal stores: by the loop, or from blocks that stay in the L1
// cache.
func (l *Loop) blocks(z Span, stream bool, in Spans, d dtype.Dtype, lo, hi int) {
	var readers [array.MaxOperands - 1]Reader
	var casts [array.MaxOperands - 1]*array.Buffer
	step := BlockLen
	switch {
	case d.IsValid(): // as many as that of complex numbers' parts
		step = BlockLen * 8 / min(d.Size(), 8)
	case stream && l.stream != nil:
		step = hi - lo
	case stream:
		step = streamBytes / z.Buffer.Dtype.Size()
	}
	for k := range in {
		if in[k].Buffer == nil {
			continue
		}
		if in[k].N == 0 {
			readers[k].open(in[k].Buffer, z.Buffer.Shape, lo)
			step = BlockLen
		}
		if d.IsValid() && in[k].Buffer.Dtype != d {
			casts[k] = BlockPool.Get().(*array.Buffer)
			casts[k].Dtype, casts[k].Size = d, LargestBlock/d.Size()
		}
	}
	var result *array.Buffer
	if stream && l.stream == nil {
		size := z.Buffer.Dtype.Size()
		step = min(step, LargestBlock/size)
		result = BlockPool.Get().(*array.Buffer)
		result.Dtype, result.Size = z.Buffer.Dtype, LargestBlock/size
	}
	for ; lo < hi; lo += step {
		end := min(hi, lo+step)
		part := in.part(lo, end, z.N)
		for k := range readers {
			if readers[k].b != nil {
				part[k] = readers[k].Next(end - lo)
			}
			if casts[k] != nil {
				cast := Span{casts[k], 0, end - lo}
				CastLoops[part[k].Buffer.Dtype][d].Run(cast, Spans{part[k]})
				part[k] = cast
			}
		}
		switch to := z.part(lo, end, z.N); {
		case !stream:
			l.Run(to, part)
		case result == nil:
			l.stream(to, part)
		default:
			l.Run(Span{result, 0, end - lo}, part)
			streamTo(to, result)
		}
	}
	if stream {
		simd.Fence()
	}
	if result != nil {
		result.Size = BlockLen
		BlockPool.Put(result)
	}
	for k := range readers {
		if readers[k].b != nil {
			readers[k].Close()
		}
		if casts[k] != nil {
			casts[k].Size = BlockLen
			BlockPool.Put(casts[k])
		}
	}
}

// LargestBlock is the size in bytes of a block of the largest dtype, streamBytes how much of
// a result is computed before it is copied by non-temporal stores.
const (
	LargestBlock = BlockLen * 16
	streamBytes  = 4096
)

// BlockPool has Buffers that hold a block of any dtype. Who takes one sets its dtype.
var BlockPool = sync.Pool{New: func() any { return Scratch(dtype.Complex128, BlockLen) }}

// Scratch returns a Buffer of a few elements, n, whose values are not defined.
func Scratch(d dtype.Dtype, n int) *array.Buffer {
	b, err := array.NewResult(backend.Spec{Dtype: d, Shape: []int{n}})
	if err != nil {
		panic(err) // only arrays as large as the machine's memory fail
	}
	return b
}

// A Reader reads the elements of a Buffer, broadcast to a shape, in row-major order.
type Reader struct {
	b, block *array.Buffer
	at       int // of the next element
	rank     int // how many axes are left when those that lie in memory as one are one

	dims, strides, index [ReaderRank]int
}

// ReaderRank is the largest number of axes that readers know.
const ReaderRank = 8

// open makes r the reader of b, broadcast to s, from its element i on.
func (r *Reader) open(b *array.Buffer, s []int, i int) {
	r.OpenWith(BlockPool.Get().(*array.Buffer), b, s, i)
	r.block.Dtype = b.Dtype
}

// OpenWith makes r the reader of b, broadcast to s, from its element i on. It reads into block,
// a Buffer of b's dtype that the caller owns.
func (r *Reader) OpenWith(block, b *array.Buffer, s []int, i int) {
	*r = Reader{b: b, block: block}
	for axis, n := range s {
		if n == 1 {
			continue
		}
		step := array.BroadcastStride(b, len(s), axis)
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

// OpenRow makes r the reader of n elements of b's block, step apart, from position at on.
func (r *Reader) OpenRow(b *array.Buffer, at, step, n int) {
	*r = Reader{b: b, block: BlockPool.Get().(*array.Buffer), at: at, rank: 1}
	r.block.Dtype = b.Dtype
	r.dims[0], r.strides[0] = n, step
}

// Close gives r's block back. Who opened r with a block of its own forgets it instead.
func (r *Reader) Close() { BlockPool.Put(r.block) }

// Forget leaves r without the Buffer that it reads.
func (r *Reader) Forget() { r.b = nil }

// Next returns the next n elements, which stay until Next is called again.
func (r *Reader) Next(n int) Span {
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
	return Span{r.block, 0, n}
}

func gather[T array.Element](r *Reader, n int) {
	dst, src := array.Flat[T](r.block)[:n], array.Elems[T](r.b)
	last := r.rank - 1
	for len(dst) > 0 {
		rows, m, over := 1, r.dims[last]-r.index[last], 0
		if m > len(dst) {
			m = len(dst)
		} else if last > 0 && r.index[last] == 0 {
			rows, over = min(len(dst)/m, r.dims[last-1]-r.index[last-1]), r.strides[last-1]
		}
		array.CopyRows(dst[:rows*m], src, r.at, rows, m, r.strides[last], over)
		dst = dst[rows*m:]
		r.advance(rows, m)
	}
}

// advance goes on by n elements, no more than are left on the innermost axis; or by several rows of it, n elements
// each, no more than are left on the axis before.
func (r *Reader) advance(rows, n int) {
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
