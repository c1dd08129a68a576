package matrix

import (
	"math"
	"math/cmplx"

	"github.com/goivy/goivy/backends/native/internal/lapack"
	"github.com/goivy/goivy/ivy/backend"
)

func converged(ok bool) string {
	if ok {
		return ""
	}
	return backend.Unconverged
}

func regular(pivot int) string {
	if pivot < 0 {
		return ""
	}
	return backend.Singular
}

func factorLU[T lapack.Scalar](t *task[T], out []T) string {
	m := t.x.Rows
	pivots := make([]int, min(m, t.x.Cols))
	lapack.LU(t.Work, t.x, pivots)
	out = out[m*t.x.Cols:] // before it is t.x
	rows := make([]int, m)
	for i := range rows {
		rows[i] = i
	}
	for i, p := range pivots {
		rows[i], rows[p] = rows[p], rows[i]
	}
	for i, p := range rows {
		out[i] = lapack.Narrow[T](complex(float64(p), 0))
	}
	return ""
}

func solve[T lapack.Scalar](t *task[T], _ []T) string {
	pivots := make([]int, t.x.Rows)
	if p := lapack.LU(t.Work, t.x, pivots); p >= 0 {
		return backend.Singular
	}
	lapack.SolveLU(t.Work, t.x, pivots, lapack.None, t.y)
	return ""
}

func solveTriangle[T lapack.Scalar](t *task[T], _ []T) string {
	return regular(lapack.SolveTriangular(t.Work, t.x, t.y, lapack.Triangle{Lower: !t.Upper, Unit: t.Unit}))
}

func invert[T lapack.Scalar](t *task[T], out []T) string {
	return regular(lapack.Inverse(t.Work, part(&out, t.x.Rows, t.x.Cols), t.x))
}

func determinant[T lapack.Scalar](t *task[T], out []T) string {
	n := t.x.Rows
	pivots := make([]int, n)
	lapack.LU(t.Work, t.x, pivots)
	det := lapack.Narrow[T](1)
	for i, p := range pivots {
		det *= t.x.At(i, i)
		if p != i {
			det = -det
		}
	}
	out[0] = det + lapack.Narrow[T](0) // not −0
	return ""
}

func logDeterminant[T lapack.Scalar](t *task[T], out []T) string {
	n := t.x.Rows
	pivots := make([]int, n)
	lapack.LU(t.Work, t.x, pivots)
	sign, sum := complex(1, 0), 0.0
	for i, p := range pivots {
		v := lapack.Wide(t.x.At(i, i))
		r := cmplx.Abs(v)
		sum += math.Log(r)
		if r != 0 {
			v /= complex(r, 0)
		}
		if sign *= v; p != i {
			sign = -sign
		}
	}
	if r := cmplx.Abs(sign); r != 0 { // rounded n times
		sign /= complex(r, 0)
	}
	out[0], out[1] = lapack.Narrow[T](sign+0), lapack.Narrow[T](complex(sum, 0))
	return ""
}

func factorCholesky[T lapack.Scalar](t *task[T], _ []T) string {
	if lapack.Cholesky(t.Work, t.x) >= 0 {
		return backend.Indefinite
	}
	return ""
}

func factorQR[T lapack.Scalar](t *task[T], out []T) string {
	m, n := t.x.Rows, t.x.Cols
	k := min(m, n)
	tau := make([]T, k)
	lapack.QR(t.Work, t.x, tau)
	if t.Full {
		k = m
	}
	lapack.FormQ(t.Work, part(&out, m, k), t.x, tau)
	r := part(&out, k, n)
	for i := range k {
		row := r.Row(i)
		clear(row)
		if i < n {
			copy(row[i:], t.x.Row(i)[i:])
		}
	}
	return ""
}

func hermitianEigen[T lapack.Scalar](t *task[T], out []T) string {
	n := t.x.Rows
	values := make([]float64, n)
	ok := lapack.Eigh(t.Work, t.x, values)
	putReal(part(&out, 1, n).Data, values)
	part(&out, n, n).CopyFrom(t.x)
	return converged(ok)
}

func hermitianValues[T, O lapack.Scalar](t *task[T], out []O) string {
	values := make([]float64, t.x.Rows)
	ok := lapack.EighValues(t.Work, t.x, values)
	putReal(out, values)
	return converged(ok)
}

func generalEigen[T lapack.Scalar, O lapack.Complex](t *task[T], out []O) string {
	n := t.x.Rows
	values := make([]complex128, n)
	of := part(&out, 1, n).Data
	ok := lapack.Eig(t.Work, t.x, values, part(&out, n, n))
	for i, v := range values {
		of[i] = lapack.Narrow[O](v)
	}
	return converged(ok)
}

func generalValues[T lapack.Scalar, O lapack.Complex](t *task[T], out []O) string {
	values := make([]complex128, t.x.Rows)
	ok := lapack.EigValues(t.Work, t.x, values)
	for i, v := range values {
		out[i] = lapack.Narrow[O](v)
	}
	return converged(ok)
}

func singularVectors[T lapack.Scalar](t *task[T], out []T) string {
	m, n := t.x.Rows, t.x.Cols
	k := min(m, n)
	s := make([]float64, k)
	left, right := k, k
	if t.Full {
		left, right = m, n
	}
	u := part(&out, m, left)
	of := part(&out, 1, k).Data
	ok := lapack.SVD(t.Work, t.x, s, u, part(&out, right, n))
	putReal(of, s)
	return converged(ok)
}

func singularValues[T, O lapack.Scalar](t *task[T], out []O) string {
	s := make([]float64, min(t.x.Rows, t.x.Cols))
	ok := lapack.SingularValues(t.Work, t.x, s)
	putReal(out, s)
	return converged(ok)
}

func schurForm[T lapack.Scalar](t *task[T], out []T) string {
	n := t.x.Rows
	of := part(&out, n, n)
	ok := lapack.Schur(t.Work, t.x, part(&out, n, n), make([]complex128, n))
	of.CopyFrom(t.x)
	return converged(ok)
}

func hessenbergForm[T lapack.Scalar](t *task[T], out []T) string {
	n := t.x.Rows
	tau := make([]T, max(n-1, 0))
	lapack.Hessenberg(t.Work, t.x, tau)
	h := part(&out, n, n)
	lapack.HessenbergQ(t.Work, part(&out, n, n), t.x, tau)
	h.CopyFrom(t.x)
	return ""
}

var outcomes = [...]string{lapack.Done: "", lapack.NotRegular: backend.Singular, lapack.Negative: backend.NegativeValues, lapack.Unconverged: backend.Unconverged}

func rootOf[T lapack.Scalar, C lapack.Complex](t *task[T], out []T) string {
	n := t.x.Rows
	return outcomes[lapack.SquareRoot[T, C](t.Work, part(&out, n, n), t.x)]
}

func logarithmOf[T lapack.Scalar, C lapack.Complex](t *task[T], out []T) string {
	n := t.x.Rows
	return outcomes[lapack.Logarithm[T, C](t.Work, part(&out, n, n), t.x)]
}
