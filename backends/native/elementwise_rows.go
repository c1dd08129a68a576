package native

import (
	"github.com/goivy/goivy/backends/native/internal/simd"
)

// longRow is how many elements a row has at least that a loop takes as it lies in memory, without bringing it into a
// block first.
const longRow = 64

// byRows runs the loop over z row by row and reports whether it did: if in the rows of all operands the elements are
// neighbours, or all one, as where arrays are parts of wider ones, or stretch. If stream, z is written past the caches.
func (l *loop) byRows(z span, stream bool, operands [maxOperands - 1]*Buffer) bool {
	if z.n < 2*longRow {
		return false
	}
	bs := make([]*Buffer, 1, maxOperands)
	bs[0] = z.buffer
	for _, b := range operands {
		if b != nil {
			bs = append(bs, b)
		}
	}
	w := newIterator(z.buffer.Shape, bs...)
	if w.rowLen() < longRow {
		return false
	}
	long := false
	for k := 1; k < len(bs); k++ {
		switch w.innerStride(k) {
		case 1:
			long = true
		case 0:
			if l.long>>(k-1)&1 != 0 {
				return false
			}
		default:
			return false
		}
	}
	if !long {
		return false
	}
	split(z.n, l.cost, func(lo, hi int) { l.rows(w, bs, z, stream, lo, hi) })
	return true
}

// rows runs the loop over the elements lo to hi of z, as w walks z and its operands bs, row by row.
func (l *loop) rows(w *iterator, bs []*Buffer, z span, stream bool, lo, hi int) {
	var block *Buffer // what is streamed next
	if stream {
		block = blockPool.Get().(*Buffer)
		block.Dtype, block.Size = z.buffer.Dtype, streamBytes/z.buffer.Dtype.Size()
	}
	filled := 0 // of the block, which ends before element done of z
	flush := func(done int) {
		streamTo(z.part(done-filled, done, z.n), block)
		filled = 0
	}
	n := w.rowLen()
	row := lo / n * n // the row's first element
	var in spans
	w.eachIn(lo/n, (hi+n-1)/n, func(at [maxOperands]int, n int) {
		for from, end := max(lo-row, 0), min(hi-row, n); from < end; {
			m := end - from
			if stream {
				m = min(m, block.Size-filled)
			}
			for k := 1; k < len(bs); k++ {
				in[k-1] = span{bs[k], at[k], 1}
				if w.innerStride(k) != 0 {
					in[k-1] = span{bs[k], at[k] + from, m}
				}
			}
			to := z.part(row+from, row+from+m, z.n)
			if stream {
				to = span{block, filled, m}
			}
			l.run(to, in)
			from += m
			if filled += m; stream && filled == block.Size {
				flush(row + from)
			}
		}
		row += n
	})
	if stream {
		if filled > 0 {
			flush(hi)
		}
		simd.Fence()
		block.Size = blockLen
		blockPool.Put(block)
	}
}
