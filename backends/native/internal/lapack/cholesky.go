package lapack

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

// Cholesky factorizes a Hermitian matrix, of which it reads the lower triangle and the real part of the diagonal,
// as L·Lᴴ. L takes the triangle's place, and zeros the other's. It returns the first index whose leading
// matrix is not positive definite, or has a NaN, or −1; a is undefined then.
func Cholesky[T Scalar](w *Work, a Matrix[T]) (failed int) {
	if failed = cholesky(w, a); failed >= 0 {
		return failed
	}
	for i := range a.Rows {
		clear(a.Row(i)[i+1:])
	}
	return -1
}

// cholesky computes the first columns of L, which a has: a matrix with at least as many rows. What is above their diagonal
// is undefined then.
func cholesky[T Scalar](w *Work, a Matrix[T]) int {
	m, n := a.Rows, a.Cols
	if n <= narrowPanel {
		w.check()
		return choleskyPanel(w, a)
	}
	k := (n/2 + narrowPanel - 1) / narrowPanel * narrowPanel
	if failed := cholesky(w, a.Part(0, m, 0, k)); failed >= 0 {
		return failed
	}
	x, y := a.Part(k, n, 0, k), a.Part(n, m, 0, k)
	subtractSquare(w, a.Part(k, n, k, n), x)
	subtract(w, a.Part(n, m, k, n), y, None, x, ConjTransposed)
	if failed := cholesky(w, a.Part(k, m, k, n)); failed >= 0 {
		return k + failed
	}
	return -1
}

// squareBase is the greatest matrix whose other triangle is computed in vain: nobody reads it.
const squareBase = 96

// subtractSquare subtracts x·xᴴ from the lower triangle of c. The upper one is undefined then.
func subtractSquare[T Scalar](w *Work, c, x Matrix[T]) {
	n := c.Rows
	if n <= squareBase {
		subtract(w, c, x, None, x, ConjTransposed)
		return
	}
	k := n / 2
	x1, x2 := x.Part(0, k, 0, x.Cols), x.Part(k, n, 0, x.Cols)
	subtractSquare(w, c.Part(0, k, 0, k), x1)
	subtract(w, c.Part(k, n, 0, k), x2, None, x1, ConjTransposed)
	subtractSquare(w, c.Part(k, n, k, n), x2)
}

// choleskyPanel is cholesky of a few columns. They are copied out as lines, each of which takes what those before
// it subtract.
func choleskyPanel[T Scalar](w *Work, a Matrix[T]) int {
	m, n := a.Rows, a.Cols
	defer w.release(w.mark())
	t := take[T](w, n, m)
	a.TransposeTo(t)
	for j := range n {
		v := t.Row(j)[j:]
		i := 0
		for ; i+4 <= j; i += 4 {
			x := t.Data[i*t.Stride+j:]
			addTimes4(v, &[4]T{-conj(x[0]), -conj(x[t.Stride]), -conj(x[2*t.Stride]), -conj(x[3*t.Stride])}, x, t.Stride)
		}
		for ; i < j; i++ {
			x := t.Row(i)[j:]
			simd.AddTimes(v, -conj(x[0]), x)
		}
		d := realOf(v[0])
		if !(d > 0) {
			return j
		}
		p := fromReal[T](math.Sqrt(d))
		v[0] = p
		divide(v[1:], p)
	}
	t.TransposeTo(a)
	return -1
}
