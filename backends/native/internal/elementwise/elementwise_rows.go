package elementwise

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
)

// longRow is the least length of rows over which a loop runs where they lie in memory. Shorter
// rows are gathered in blocks first.
const longRow = 64

// byRows runs the loop over z row by row and reports whether it did. It does if rows are long
// and those of each operand are contiguous or one broadcast element: so lie the parts of
// wider arrays, and operands that are broadcast. If stream, z is written by non-temporal stores.
func (l *Loop) byRows(stop *backend.Stop, z Span, stream bool, operands [array.MaxOperands - 1]*array.Buffer) bool {
	if z.N < 2*longRow {
		return false
	}
	bs := make([]*array.Buffer, 1, array.MaxOperands)
	bs[0] = z.Buffer
	for _, b := range operands {
		if b != nil {
			bs = append(bs, b)
		}
	}
	w := array.NewIterator(z.Buffer.Shape, bs...)
	if w.RowLen() < longRow {
		return false
	}
	long := false
	for k := 1; k < len(bs); k++ {
		switch w.InnerStride(k) {
		case 1:
			long = true
		case 0:
			if l.Long>>(k-1)&1 != 0 {
				return false
			}
		default:
			return false
		}
	}
	if !long {
		return false
	}
	array.Split(stop, z.N, l.Cost, func(lo, hi int) { l.rows(w, bs, z, stream, lo, hi) })
	return true
}

// rows runs the loop over the elements lo to hi of z, row by row, as w iterates over z and its
// operands, bs.
func (l *Loop) rows(w *array.Iterator, bs []*array.Buffer, z Span, stream bool, lo, hi int) {
	var block *array.Buffer // the results that are written next
	if stream {
		block = BlockPool.Get().(*array.Buffer)
		block.Dtype, block.Size = z.Buffer.Dtype, streamBytes/z.Buffer.Dtype.Size()
	}
	filled := 0 // of the block, which ends before element done of z
	flush := func(done int) {
		streamTo(z.part(done-filled, done, z.N), block)
		filled = 0
	}
	n := w.RowLen()
	row := lo / n * n // the row's first element
	var in Spans
	w.EachIn(lo/n, (hi+n-1)/n, func(at [array.MaxOperands]int, n int) {
		for from, end := max(lo-row, 0), min(hi-row, n); from < end; {
			m := end - from
			if stream {
				m = min(m, block.Size-filled)
			}
			for k := 1; k < len(bs); k++ {
				in[k-1] = Span{bs[k], at[k], 1}
				if w.InnerStride(k) != 0 {
					in[k-1] = Span{bs[k], at[k] + from, m}
				}
			}
			to := z.part(row+from, row+from+m, z.N)
			if stream {
				to = Span{block, filled, m}
			}
			l.Run(to, in)
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
		block.Size = BlockLen
		BlockPool.Put(block)
	}
}
