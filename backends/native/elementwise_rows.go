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
	bs[0] = z.b
	for _, b := range operands {
		if b != nil {
			bs = append(bs, b)
		}
	}
	w := newWalk(z.b.Shape, bs...)
	if w.rowLen() < longRow {
		return false
	}
	long := false
	for k := 1; k < len(bs); k++ {
		switch w.inner(k) {
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
func (l *loop) rows(w *walk, bs []*Buffer, z span, stream bool, lo, hi int) {
	last := len(w.dims) - 1
	n := w.dims[last]
	index, at := make([]int, last), w.starts
	rest := lo / n
	for i := last - 1; i >= 0; i-- {
		index[i] = rest % w.dims[i]
		rest /= w.dims[i]
		for k := range w.strides {
			at[k] += index[i] * w.strides[k][i]
		}
	}
	from := lo % n // in the row
	into, step := z, hi-lo
	if stream {
		size := z.b.Dtype.Size()
		into = span{b: blockPool.Get().(*Buffer)}
		into.b.Dtype, into.b.Size = z.b.Dtype, roomBytes/size
		step = streamBytes / size
	}
	var in spans
	for ; lo < hi; lo += step {
		part := z.part(lo, min(hi, lo+step), z.n)
		if stream {
			into.n = part.n
		} else {
			into = part
		}
		for done := 0; done < part.n; {
			m := min(n-from, part.n-done)
			for k, b := range bs[1:] {
				if w.strides[k+1][last] == 0 {
					in[k] = span{b, at[k+1], 1}
				} else {
					in[k] = span{b, at[k+1] + from, m}
				}
			}
			l.run(span{into.b, into.at + done, m}, in)
			done += m
			if from += m; from < n {
				continue
			}
			from = 0
			for i := last - 1; i >= 0; i-- {
				index[i]++
				for k := range w.strides {
					at[k] += w.strides[k][i]
				}
				if index[i] < w.dims[i] {
					break
				}
				for k := range w.strides {
					at[k] -= w.dims[i] * w.strides[k][i]
				}
				index[i] = 0
			}
		}
		if stream {
			streamTo(part, into.b)
		}
	}
	if stream {
		simd.Fence()
		into.b.Size = blockLen
		blockPool.Put(into.b)
	}
}
