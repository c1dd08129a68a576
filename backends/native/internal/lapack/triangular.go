package lapack

import "github.com/goivy/goivy/backends/native/internal/simd"

// A Triangle says which triangle of a square matrix is read, and how. The zero Triangle is the upper one,
// to the left of the unknown.
type Triangle struct {
	Lower bool
	Unit  bool // the diagonal is not read: it is ones
	Op    Op   // of the triangle
	Right bool // the unknown is to the left of the triangle
}

// triangleBase is the greatest triangle that is solved without products of blocks.
const triangleBase = 16

// SolveTriangular sets b to the solution X of op(A)·X = B, or X·op(A) = B if t.Right, where A is a triangle
// of the square matrix a. It returns the index of the first element of the diagonal that is 0, or −1; the solution
// then has infinities or NaN.
func SolveTriangular[T Scalar](w *Work, a, b Matrix[T], t Triangle) (zeroPivot int) {
	zeroPivot = -1
	if !t.Unit {
		for i := range a.Rows {
			if a.At(i, i) == 0 {
				zeroPivot = i
				break
			}
		}
	}
	if b.Rows > 0 && b.Cols > 0 {
		solveTriangle(w, a, b, t)
	}
	return zeroPivot
}

func solveTriangle[T Scalar](w *Work, a, b Matrix[T], t Triangle) {
	n := a.Rows
	if n <= triangleBase {
		w.check()
		solveBase(w, a, b, t)
		return
	}
	k := (n/2 + triangleBase - 1) / triangleBase * triangleBase
	if k >= n {
		k = n / 2
	}
	first, last := a.Part(0, k, 0, k), a.Part(k, n, k, n)
	off := a.Part(0, k, k, n)
	if t.Lower {
		off = a.Part(k, n, 0, k)
	}
	lower := t.Lower == (t.Op == None) // of op(a)
	if t.Right {
		x, y := b.Part(0, b.Rows, 0, k), b.Part(0, b.Rows, k, n)
		if lower {
			solveTriangle(w, last, y, t)
			subtract(w, x, y, None, off, t.Op)
			solveTriangle(w, first, x, t)
			return
		}
		solveTriangle(w, first, x, t)
		subtract(w, y, x, None, off, t.Op)
		solveTriangle(w, last, y, t)
		return
	}
	x, y := b.Part(0, k, 0, b.Cols), b.Part(k, n, 0, b.Cols)
	if lower {
		solveTriangle(w, first, x, t)
		subtract(w, y, off, t.Op, x, None)
		solveTriangle(w, last, y, t)
		return
	}
	solveTriangle(w, last, y, t)
	subtract(w, x, off, t.Op, y, None)
	solveTriangle(w, first, x, t)
}

// solveBase solves with a small triangle. What is to the right of the unknown is solved by its transpose.
func solveBase[T Scalar](w *Work, a, b Matrix[T], t Triangle) {
	n := a.Rows
	defer w.release(w.mark())
	s, lower := a, t.Lower
	if t.Right == (t.Op == None) {
		s, lower = take[T](w, n, n), !lower
		a.TransposeTo(s)
	}
	if t.Op == ConjTransposed && isComplex[T]() {
		if t.Right {
			s = take[T](w, n, n)
			s.CopyFrom(a)
		}
		conjugate(s.Data)
	}
	switch {
	case t.Right && b.Rows < fewRows:
		for i := range b.Rows {
			solveLine(s, b.Row(i), lower, t.Unit)
		}
	case t.Right:
		w.split(b.Rows, float64(n*n)/8, func(lo, hi int) {
			inner := w.inner()
			defer inner.release(inner.mark())
			x := take[T](&inner, n, min(lineOfBase, hi-lo))
			for i := lo; i < hi; i += lineOfBase {
				part := b.Part(i, min(i+lineOfBase, hi), 0, n)
				xt := x.Part(0, n, 0, part.Rows)
				part.TransposeTo(xt)
				solveLeft(s, xt, lower, t.Unit)
				xt.TransposeTo(part)
			}
		})
	case b.Cols == 1:
		var x [triangleBase]T
		for i := range n {
			x[i] = b.Data[i*b.Stride]
		}
		solveLine(s, x[:n], lower, t.Unit)
		for i := range n {
			b.Data[i*b.Stride] = x[i]
		}
	default:
		w.split(b.Cols, float64(n*n)/8, func(lo, hi int) {
			for j := lo; j < hi; j += lineOfBase {
				solveLeft(s, b.Part(0, n, j, min(j+lineOfBase, hi)), lower, t.Unit)
			}
		})
	}
}

// lineOfBase is how many right sides are solved at once with a small triangle: they stay in L1.
const lineOfBase = 256

// fewRows is how many rows are solved one by one.
const fewRows = 4

// solveLeft solves s·x = b.
func solveLeft[T Scalar](s, b Matrix[T], lower, unit bool) {
	n := s.Rows
	for l := range n {
		i, from, to := l, 0, l
		if !lower {
			i = n - 1 - l
			from, to = i+1, n
		}
		z, row := b.Row(i), s.Row(i)
		j := from
		for ; j+4 <= to; j += 4 {
			addTimes4(z, &[4]T{-row[j], -row[j+1], -row[j+2], -row[j+3]}, b.Data[j*b.Stride:], b.Stride)
		}
		for ; j < to; j++ {
			simd.AddTimes(z, -row[j], b.Row(j))
		}
		if !unit {
			divide(z, row[i])
		}
	}
}

// solveLine solves s·x = b for one right side, which is x at first.
func solveLine[T Scalar](s Matrix[T], x []T, lower, unit bool) {
	n := s.Rows
	for l := range n {
		i, from, to := l, 0, l
		if !lower {
			i = n - 1 - l
			from, to = i+1, n
		}
		row, v := s.Row(i), x[i]
		for j := from; j < to; j++ {
			v -= row[j] * x[j]
		}
		if !unit {
			v /= row[i]
		}
		x[i] = v
	}
}
