package native

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A scanner accumulates in place along the middle axis of z's elements zs, which
// are o matrices of n rows and k columns; from the end if reverse.
type scanner func(z *Buffer, l lines, reverse bool)

type scanners [dtype.Count]scanner

var (
	cumulativeSums = scanners{dtype.Bool: accumulate(orRow()),
		dtype.Uint8: accumulate(accumulateRow[uint8]()), dtype.Uint16: accumulate(accumulateRow[uint16]()), dtype.Uint32: accumulate(accumulateRow[uint32]()), dtype.Uint64: accumulate(accumulateRow[uint64]()),
		dtype.Int8: accumulate(accumulateRow[int8]()), dtype.Int16: accumulate(accumulateRow[int16]()), dtype.Int32: accumulate(accumulateRow[int32]()), dtype.Int64: accumulate(accumulateRow[int64]()),
		dtype.BFloat16: accumulateNarrow(accumulateRow[float32]()), dtype.Float16: accumulateNarrow(accumulateRow[float32]()),
		dtype.Float32: accumulate(accumulateRow[float32]()), dtype.Float64: accumulate(accumulateRow[float64]()),
		dtype.Complex64: accumulate(accumulateRow[complex64]()), dtype.Complex128: accumulate(accumulateRow[complex128]())}

	cumulativeProds = scanners{dtype.Bool: accumulate(andRow()),
		dtype.Uint8: accumulate(multiplyRow[uint8]()), dtype.Uint16: accumulate(multiplyRow[uint16]()), dtype.Uint32: accumulate(multiplyRow[uint32]()), dtype.Uint64: accumulate(multiplyRow[uint64]()),
		dtype.Int8: accumulate(multiplyRow[int8]()), dtype.Int16: accumulate(multiplyRow[int16]()), dtype.Int32: accumulate(multiplyRow[int32]()), dtype.Int64: accumulate(multiplyRow[int64]()),
		dtype.BFloat16: accumulateNarrow(multiplyRow[float32]()), dtype.Float16: accumulateNarrow(multiplyRow[float32]()),
		dtype.Float32: accumulate(multiplyRow[float32]()), dtype.Float64: accumulate(multiplyRow[float64]()),
		dtype.Complex64: accumulate(multiplyRow[complex64]()), dtype.Complex128: accumulate(multiplyRow[complex128]())}
)

// lines are a contiguous array seen along an axis: o matrices of n rows and k columns.
type lines struct{ o, n, k int }

func linesOf(s []int, axis int) lines {
	l := lines{1, s[axis], 1}
	for _, n := range s[:axis] {
		l.o *= n
	}
	for _, n := range s[axis+1:] {
		l.k *= n
	}
	return l
}

// scanning puts x where its accumulation belongs and accumulates in place: after a
// row of neutral elements for Initial, or Exclusive, which leaves x's last row out.
func scanning(table *scanners) backend.ScanKernel {
	var neutral float64
	if table == &cumulativeProds {
		neutral = 1
	}
	return func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
		z, err := newBuffer(out)
		if err != nil || z.len() == 0 {
			return z, err
		}
		b := x.(*Buffer)
		rows := b.Shape[a.Axis]
		lead := a.Initial || a.Exclusive
		if a.Exclusive && !a.Initial {
			rows--
		}

		// The part of z that gets x, and of x that goes there.
		s := append(make([]int, 0, len(b.Shape)), b.Shape...)
		s[a.Axis] = rows
		to, from := z.view(s, z.Offset), b.view(s, b.Offset)
		copy(to.Strides, z.Strides)
		copy(from.Strides, b.Strides)
		first := 0
		switch {
		case lead && !a.Reverse:
			to.Offset += z.Strides[a.Axis]
		case lead:
			first = rows
			from.Offset += (b.Shape[a.Axis] - rows) * b.Strides[a.Axis]
		}
		if to.len() > 0 {
			copyInto(to, from)
		}
		if lead {
			s[a.Axis] = 1
			edge := z.view(s, z.Offset+first*z.Strides[a.Axis])
			copy(edge.Strides, z.Strides)
			one, err := newBuffer(backend.Spec{Dtype: z.Dtype})
			if err != nil {
				return nil, err
			}
			storeNumber(one, neutral)
			copyInto(edge, one)
		}
		if rows > 1 {
			all := linesOf(z.Shape, a.Axis)
			table[z.Dtype](to, lines{all.o, rows, all.k}, a.Reverse)
		}
		return z, nil
	}
}

// storeNumber stores 0 or 1 in the one element of z.
func storeNumber(z *Buffer, v float64) {
	switch z.Dtype {
	case dtype.Bool, dtype.Uint8, dtype.Int8:
		flat[uint8](z)[0] = uint8(v)
	case dtype.Uint16, dtype.Int16:
		flat[uint16](z)[0] = uint16(v)
	case dtype.Uint32, dtype.Int32:
		flat[uint32](z)[0] = uint32(v)
	case dtype.Uint64, dtype.Int64:
		flat[uint64](z)[0] = uint64(v)
	case dtype.BFloat16, dtype.Float16:
		storeNarrow(z, 0, []float32{float32(v)})
	case dtype.Float32:
		flat[float32](z)[0] = float32(v)
	case dtype.Float64:
		flat[float64](z)[0] = v
	case dtype.Complex64:
		flat[complex64](z)[0] = complex(float32(v), 0)
	case dtype.Complex128:
		flat[complex128](z)[0] = complex(v, 0)
	}
}

// A joiner accumulates: row[i] with before[i]; if there is but one column, down the column.
type joiner[T element] struct {
	row    func(row, before []T)
	column func(xs []T, first, step, n int)
}

// walkLines calls f for pieces of work on l, columns lo to hi of matrix o, on the
// threads there are.
func walkLines(l lines, cost float64, f func(o, lo, hi int)) {
	tiles := (l.k + tileLen - 1) / tileLen
	split(l.o*tiles, cost*float64(l.n*min(l.k, tileLen)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			left := i % tiles * tileLen
			f(i/tiles, left, min(left+tileLen, l.k))
		}
	})
}

// accumulate returns the scanner for values of type T that are combined by j.
// z views the rows to accumulate, in an array whose matrices may be longer.
func accumulate[T element](j joiner[T]) scanner {
	return func(z *Buffer, l lines, reverse bool) {
		zs := elems[T](z)
		m := matrixStep(z, l)
		walkLines(l, 1, func(o, lo, hi int) {
			at, step := z.Offset+o*m, l.k
			if reverse {
				at, step = at+(l.n-1)*l.k, -l.k
			}
			if l.k == 1 {
				j.column(zs, at, step, l.n)
				return
			}
			for range l.n - 1 {
				j.row(zs[at+step+lo:at+step+hi], zs[at+lo:at+hi])
				at += step
			}
		})
	}
}

// accumulateNarrow is accumulate in float32 for the 16-bit floats; each result is rounded once.
func accumulateNarrow(j joiner[float32]) scanner {
	return func(z *Buffer, l lines, reverse bool) {
		zs, widen := elems[uint16](z), widening(z.Dtype)
		whole := Buffer{Dtype: z.Dtype, Mem: z.Mem, Size: z.Size, Shape: []int{z.Size}}
		m := matrixStep(z, l)
		walkLines(l, 3, func(o, lo, hi int) {
			at, step := z.Offset+o*m+lo, l.k
			if reverse {
				at, step = at+(l.n-1)*l.k, -l.k
			}
			w := hi - lo
			both := make([]float32, 2*w)
			row, next := both[:w], both[w:]
			widen(row, zs, at, 1)
			for range l.n - 1 {
				at += step
				widen(next, zs, at, 1)
				j.row(next, row)
				storeNarrow(&whole, at, next)
				row, next = next, row
			}
		})
	}
}

// matrixStep returns how far apart the matrices of z are.
func matrixStep(z *Buffer, l lines) int {
	return l.k * (z.Size / max(l.o*l.k, 1))
}

func accumulateRow[T numerical]() joiner[T] {
	return joiner[T]{
		row: func(row, before []T) {
			before = before[:len(row)]
			for i := range row {
				row[i] = before[i] + row[i]
			}
		},
		column: func(xs []T, at, step, n int) {
			v := xs[at]
			for range n - 1 {
				at += step
				v += xs[at]
				xs[at] = v
			}
		},
	}
}

func multiplyRow[T numerical]() joiner[T] {
	return joiner[T]{
		row: func(row, before []T) {
			before = before[:len(row)]
			for i := range row {
				row[i] = before[i] * row[i]
			}
		},
		column: func(xs []T, at, step, n int) {
			v := xs[at]
			for range n - 1 {
				at += step
				v *= xs[at]
				xs[at] = v
			}
		},
	}
}

// Sums of bools are or, products and.
func orRow() joiner[uint8]  { return truthRow(func(x, y uint8) uint8 { return x | y }) }
func andRow() joiner[uint8] { return truthRow(func(x, y uint8) uint8 { return x & y }) }

func truthRow(op func(x, y uint8) uint8) joiner[uint8] {
	return joiner[uint8]{
		row: func(row, before []uint8) {
			for i := range row {
				row[i] = op(before[i], row[i])
			}
		},
		column: func(xs []uint8, at, step, n int) {
			for range n - 1 {
				xs[at+step] = op(xs[at], xs[at+step])
				at += step
			}
		},
	}
}
