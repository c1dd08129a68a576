package lapack

import "math"

// choleskyBase is the greatest matrix that is factorized without products of blocks.
const choleskyBase = 16

// Cholesky factorizes a Hermitian matrix, of which it reads one triangle and the real part of the diagonal,
// as L·Lᴴ if lower, else Uᴴ·U. The factor takes the triangle's place, and zeros the other's. It returns the
// first index whose leading matrix is not positive definite, or has a NaN, or −1; a is undefined then.
func Cholesky[T Scalar](w *Work, a Matrix[T], lower bool) (failed int) {
	if failed = cholesky(w, a, lower); failed >= 0 {
		return failed
	}
	for i := range a.Rows {
		row := a.Row(i)
		if lower {
			clear(row[i+1:])
		} else {
			clear(row[:i])
		}
	}
	return -1
}

func cholesky[T Scalar](w *Work, a Matrix[T], lower bool) int {
	n := a.Rows
	if n <= choleskyBase {
		w.check()
		if lower {
			return choleskyLower(a)
		}
		return choleskyUpper(a)
	}
	k := n / 2
	if failed := cholesky(w, a.Part(0, k, 0, k), lower); failed >= 0 {
		return failed
	}
	rest := a.Part(k, n, k, n)
	if lower {
		off := a.Part(k, n, 0, k)
		SolveTriangular(w, a.Part(0, k, 0, k), off, Triangle{Lower: true, Op: ConjTransposed, Right: true})
		subtractSquare(w, rest, off, lower)
	} else {
		off := a.Part(0, k, k, n)
		SolveTriangular(w, a.Part(0, k, 0, k), off, Triangle{Op: ConjTransposed})
		subtractSquare(w, rest, off, lower)
	}
	if failed := cholesky(w, rest, lower); failed >= 0 {
		return k + failed
	}
	return -1
}

// squareBase is the greatest matrix whose other triangle is computed in vain: nobody reads it.
const squareBase = 96

// subtractSquare subtracts x·xᴴ from the lower triangle of c, or xᴴ·x from the upper one. The other triangle is
// undefined then.
func subtractSquare[T Scalar](w *Work, c, x Matrix[T], lower bool) {
	n := c.Rows
	if n <= squareBase {
		if lower {
			subtract(w, c, x, None, x, ConjTransposed)
		} else {
			subtract(w, c, x, ConjTransposed, x, None)
		}
		return
	}
	k := n / 2
	if lower {
		x1, x2 := x.Part(0, k, 0, x.Cols), x.Part(k, n, 0, x.Cols)
		subtractSquare(w, c.Part(0, k, 0, k), x1, lower)
		subtract(w, c.Part(k, n, 0, k), x2, None, x1, ConjTransposed)
		subtractSquare(w, c.Part(k, n, k, n), x2, lower)
		return
	}
	x1, x2 := x.Part(0, x.Rows, 0, k), x.Part(0, x.Rows, k, n)
	subtractSquare(w, c.Part(0, k, 0, k), x1, lower)
	subtract(w, c.Part(0, k, k, n), x1, ConjTransposed, x2, None)
	subtractSquare(w, c.Part(k, n, k, n), x2, lower)
}

func choleskyLower[T Scalar](a Matrix[T]) int {
	switch p := any(&a).(type) {
	case *Matrix[float32]:
		return choleskyReal(*p)
	case *Matrix[float64]:
		return choleskyReal(*p)
	}
	for j := range a.Rows {
		x := a.Row(j)[:j+1]
		for l := range j {
			y := a.Row(l)[:l+1]
			s := x[l]
			for i := range l {
				s -= x[i] * conj(y[i])
			}
			x[l] = s / y[l]
		}
		d := realOf(x[j])
		for _, v := range x[:j] {
			c := Wide(v)
			d -= real(c)*real(c) + imag(c)*imag(c)
		}
		if !(d > 0) {
			return j
		}
		x[j] = fromReal[T](math.Sqrt(d))
	}
	return -1
}

// choleskyReal is choleskyLower without conjugates.
func choleskyReal[F Real](a Matrix[F]) int {
	for j := range a.Rows {
		x := a.Row(j)[:j+1]
		d := x[j]
		for l := range j {
			y := a.Row(l)[:l+1]
			s := x[l]
			for i, v := range y[:l] {
				s -= x[i] * v
			}
			s /= y[l]
			x[l] = s
			d -= s * s
		}
		if !(d > 0) {
			return j
		}
		x[j] = F(math.Sqrt(float64(d)))
	}
	return -1
}

func choleskyUpper[T Scalar](a Matrix[T]) int {
	for j := range a.Rows {
		x := a.Row(j)
		d := realOf(x[j])
		if !(d > 0) {
			return j
		}
		p := fromReal[T](math.Sqrt(d))
		x[j] = p
		for i := j + 1; i < len(x); i++ {
			x[i] /= p
		}
		for i := j + 1; i < len(x); i++ {
			addTimes(a.Row(i)[i:], -conj(x[i]), x[i:])
			a.Set(i, i, fromReal[T](realOf(a.At(i, i))))
		}
	}
	return -1
}

// SolveCholesky sets b to the solution X of A·X = B, where a is of [Cholesky] of A.
func SolveCholesky[T Scalar](w *Work, a, b Matrix[T], lower bool) {
	first, second := Triangle{Lower: true}, Triangle{Lower: true, Op: ConjTransposed}
	if !lower {
		first, second = Triangle{Op: ConjTransposed}, Triangle{}
	}
	SolveTriangular(w, a, b, first)
	SolveTriangular(w, a, b, second)
}
