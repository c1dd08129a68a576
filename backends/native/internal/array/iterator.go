package array

import "github.com/goivy/goivy/ivy/backend"

// MaxOperands is the largest number of Buffers that an Iterator goes through.
const MaxOperands = 4

// An Iterator goes through several Buffers together, all broadcast to one shape. Axes
// that lie in memory as one are taken as one, so that the innermost is as long as
// it can be.
type Iterator struct {
	Size    int     // elements in all
	dims    []int   // lengths of the axes left, the innermost last; at least one
	strides [][]int // of each operand along each of dims
	starts  [MaxOperands]int
}

// NewIterator returns the Iterator over operands broadcast to shape s.
func NewIterator(s []int, operands ...*Buffer) *Iterator {
	w := &Iterator{Size: 1, dims: make([]int, 0, max(len(s), 1)), strides: make([][]int, len(operands))}
	for k, b := range operands {
		w.starts[k] = b.Offset
		w.strides[k] = make([]int, 0, max(len(s), 1))
	}
	for i, n := range s {
		w.Size *= n
		if n == 1 {
			continue
		}
		joined := len(w.dims) > 0
		for k, b := range operands {
			if !joined {
				break
			}
			joined = w.strides[k][len(w.dims)-1] == BroadcastStride(b, len(s), i)*n
		}
		if joined {
			w.dims[len(w.dims)-1] *= n
		} else {
			w.dims = append(w.dims, n)
		}
		for k, b := range operands {
			if joined {
				w.strides[k] = w.strides[k][:len(w.dims)-1]
			}
			w.strides[k] = append(w.strides[k], BroadcastStride(b, len(s), i))
		}
	}
	if len(w.dims) == 0 {
		w.dims = append(w.dims, 1)
		for k := range operands {
			w.strides[k] = append(w.strides[k], 1)
		}
	}
	return w
}

// BroadcastStride returns b's stride along axis i of a shape of the given rank, to which b
// broadcasts.
func BroadcastStride(b *Buffer, rank, i int) int {
	i -= rank - len(b.Shape)
	if i < 0 || b.Shape[i] == 1 {
		return 0
	}
	return b.Strides[i]
}

// InnerStride returns operand k's stride along the innermost axis.
func (w *Iterator) InnerStride(k int) int { return w.strides[k][len(w.dims)-1] }

// Rows returns the number of inner loops.
func (w *Iterator) Rows() int {
	rows := 1
	for _, n := range w.dims[:len(w.dims)-1] {
		rows *= n
	}
	return rows
}

// RowLen returns the length of the innermost axis.
func (w *Iterator) RowLen() int { return w.dims[len(w.dims)-1] }

// Each calls f for every inner loop, which is along the innermost axis, in order, with the
// operands' positions in their blocks and the loop's length.
func (w *Iterator) Each(f func(at [MaxOperands]int, n int)) {
	if w.Size > 0 {
		w.EachIn(0, w.Rows(), f)
	}
}

// Stoppable is Each for work that takes long on one thread: after at most so many elements it
// looks whether it is to stop, for which it cuts inner loops.
func (w *Iterator) Stoppable(stop *backend.Stop, most int, f func(at [MaxOperands]int, n int)) {
	if stop == nil {
		w.Each(f)
		return
	}
	done := 0 // since the last look
	w.Each(func(at [MaxOperands]int, n int) {
		for n > 0 {
			part := min(n, most-done)
			f(at, part)
			for k := range w.strides {
				at[k] += part * w.InnerStride(k)
			}
			n -= part
			if done += part; done == most {
				stop.Check()
				done = 0
			}
		}
	})
}

// EachIn is Each for the inner loops lo to hi.
func (w *Iterator) EachIn(lo, hi int, f func(at [MaxOperands]int, n int)) {
	w.eachRows(lo, hi, func(at [MaxOperands]int, rows, n int) { w.inRows(at, rows, n, f) })
}

// inRows calls f for each of so many runs from at on along the axis of w.between.
func (w *Iterator) inRows(at [MaxOperands]int, rows, n int, f func(at [MaxOperands]int, n int)) {
	for range rows {
		f(at, n)
		for k := range w.strides {
			at[k] += w.outerStride(k)
		}
	}
}

// outerStride returns operand k's stride from one run to the next along the second axis from
// the innermost.
func (w *Iterator) outerStride(k int) int {
	if last := len(w.dims) - 1; last > 0 {
		return w.strides[k][last-1]
	}
	return 0
}

// eachRows calls f for the runs lo to hi, as many at a time as w.between leads to.
func (w *Iterator) eachRows(lo, hi int, f func(at [MaxOperands]int, rows, n int)) {
	last := len(w.dims) - 1
	n, at := w.dims[last], w.starts
	if last == 0 {
		if lo < hi {
			f(at, hi-lo, n)
		}
		return
	}
	index := make([]int, last)
	rest := lo
	for i := last - 1; i >= 0; i-- {
		index[i] = rest % w.dims[i]
		rest /= w.dims[i]
		for k := range w.strides {
			at[k] += index[i] * w.strides[k][i]
		}
	}
	for lo < hi {
		rows := min(w.dims[last-1]-index[last-1], hi-lo)
		f(at, rows, n)
		lo += rows
		index[last-1] += rows
		for k := range w.strides {
			at[k] += rows * w.strides[k][last-1]
		}
		for i := last - 1; i > 0 && index[i] == w.dims[i]; i-- {
			for k := range w.strides {
				at[k] += w.strides[k][i-1] - w.dims[i]*w.strides[k][i]
			}
			index[i] = 0
			index[i-1]++
		}
	}
}

// Parallel is Each on several threads, for operations that cost about cost
// nanoseconds an element; f must allow calls at once, and gets pieces of inner loops. Only
// for iterators whose first operand, the result, has distinct elements.
func (w *Iterator) Parallel(stop *backend.Stop, cost float64, f func(at [MaxOperands]int, n int)) {
	w.parallelRows(stop, cost, func(at [MaxOperands]int, rows, n int) { w.inRows(at, rows, n, f) })
}

// parallelRows is parallel for functions of several runs at a time; see rowsOf.
func (w *Iterator) parallelRows(stop *backend.Stop, cost float64, f func(at [MaxOperands]int, rows, n int)) {
	if w.Size == 0 {
		return
	}
	if rows := w.Rows(); rows >= 2*ThreadCount() {
		Split(stop, rows, cost*float64(w.RowLen()), func(lo, hi int) { w.eachRows(lo, hi, f) })
		return
	}
	last := len(w.dims) - 1
	w.EachIn(0, w.Rows(), func(at [MaxOperands]int, n int) {
		Split(stop, n, cost, func(lo, hi int) {
			piece := at
			for k := range w.strides {
				piece[k] += lo * w.strides[k][last]
			}
			f(piece, 1, hi-lo)
		})
	})
}

// CeilDiv returns n/d rounded up, for n of 0 or more.
func CeilDiv(n, d int) int { return n/d + min(n%d, 1) }

// CostOfElement is what copying one element in an inner loop costs in nanoseconds, about.
const CostOfElement = 0.5
