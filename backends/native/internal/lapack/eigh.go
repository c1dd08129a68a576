package lapack

import (
	"math"
	"slices"
)

// Eigh sets values, in ascending order, to the eigenvalues of a Hermitian matrix, of which it reads the lower triangle
// and the real part of the diagonal, and column i of a to an eigenvector of values[i], of length 1. It reports
// whether the iteration converged.
func Eigh[T Scalar](w *Work, a Matrix[T], values []float64) (converged bool) {
	return eighOf(w, a, values, true)
}

// EighValues is [Eigh] without the vectors; a is undefined then.
func EighValues[T Scalar](w *Work, a Matrix[T], values []float64) (converged bool) {
	return eighOf(w, a, values, false)
}

func eighOf[T Scalar](w *Work, a Matrix[T], values []float64, vectors bool) bool {
	n := a.Rows
	if n == 0 {
		return true
	}
	most, finite := 0.0, true
	for i := range n {
		m, ok := largest(a.Row(i)[:i+1])
		most, finite = max(most, m), finite && ok
	}
	if !finite {
		fillNaN(values)
		a.fill(Narrow[T](complex(math.NaN(), 0)))
		return true
	}
	f := scaleFor[T](most)
	if f != 1 {
		for i := range n {
			scaleWide(a.Row(i)[:i+1], complex(f, 0))
		}
	}
	var ok bool
	switch {
	case n <= smallSide && !isComplex[T]():
		ok = eighSmall(a, values, vectors)
	case single[T]():
		ok = eigh[T, float32](w, a, values, vectors)
	default:
		ok = eigh[T, float64](w, a, values, vectors)
	}
	for i := range values {
		values[i] /= f
	}
	return ok
}

func fillNaN(x []float64) {
	for i := range x {
		x[i] = math.NaN()
	}
}

// scaleFor returns by which power of two to multiply a matrix whose greatest element is m, so that squares
// neither overflow nor underflow: 1 if it need not be.
func scaleFor[T Scalar](m float64) float64 {
	bound := 400
	if single[T]() {
		bound = 40
	}
	_, e := math.Frexp(m)
	if m == 0 || e >= -bound && e <= bound {
		return 1
	}
	return math.Ldexp(1, max(min(-e, 1000), -1000))
}

func eigh[T Scalar, F Real](w *Work, a Matrix[T], d []float64, vectors bool) bool {
	n := a.Rows
	e, tau := make([]float64, n), make([]T, max(n-1, 0))
	tridiagonalize(w, a, d, e, tau)
	if !vectors {
		ok := tridiagonalQL(w, d, e, iterationTolerance[F](), nil)
		slices.Sort(d)
		return ok
	}
	z, done := zeros[F](n, n)
	defer done()
	ok := tridiagonalDC(w, d, e, z)
	x, doneX := scratch[T](n, n)
	defer doneX()
	for j := range n {
		for i, v := range z.Row(j) {
			x.Set(i, j, fromReal[T](float64(v)))
		}
	}
	if n > 1 {
		ApplyQ(w, a.Part(1, n, 0, n-1), tau, false, x.Part(1, n, 0, n))
	}
	a.CopyFrom(x)
	return ok
}

// sorted sorts d and returns where its elements were.
func sorted(d []float64, descending bool) []int {
	order := make([]int, len(d))
	for i := range order {
		order[i] = i
	}
	old := slices.Clone(d)
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case old[i] == old[j]:
			return 0
		case old[i] < old[j] != descending:
			return -1
		}
		return 1
	})
	for i, from := range order {
		d[i] = old[from]
	}
	return order
}

// dotConj returns Σ conj(x)·y.
func dotConj[T Scalar](x, y []T) T {
	if !isComplex[T]() {
		return dot(x, y)
	}
	var s T
	for i, v := range x {
		s += conj(v) * y[i]
	}
	return s
}

// A turn multiplies rows lo and lo+1, then lo+1 and lo+2, and so on, or the other way round if down, by rotations.
type turn func(lo int, c, s []float64, down bool)

// turnColumns is how many columns of rows are turned by all rotations of a sweep at once, while they are in the cache.
const turnColumns = 512

// turner returns a turn of the rows of z.
func turner[F Real](w *Work, z Matrix[F]) turn {
	return func(lo int, c, s []float64, down bool) {
		chunks := (z.Cols + turnColumns - 1) / turnColumns
		w.split(chunks, float64(2*turnColumns*len(c)), func(first, last int) {
			for j := first; j < last; j++ {
				from, to := j*turnColumns, min((j+1)*turnColumns, z.Cols)
				for l := range c {
					i := l
					if down {
						i = len(c) - 1 - l
					}
					rotate(z.Row(lo + i)[from:to], z.Row(lo + i + 1)[from:to], F(c[i]), F(s[i]))
				}
			}
		})
	}
}

// sweeps is how many times as many sweeps as rows an iteration may take.
const sweeps = 60

// tridiagonalQL makes d the eigenvalues of the tridiagonal matrix of d and e, in any order, by the implicit QL algorithm
// (Wilkinson and Reinsch, Handbook for Automatic Computation, II/4), and turns the rows of vectors accordingly. Elements of e are
// 0 from tolerance on.
func tridiagonalQL(w *Work, d, e []float64, tolerance float64, vectors turn) (ok bool) {
	n := len(d)
	cs, sn := make([]float64, n), make([]float64, n)
	budget := sweeps * n
	most := 0.0
	for i := range n {
		most = max(most, math.Abs(d[i]), math.Abs(e[i]))
	}
	for l := 0; l < n; {
		w.check()
		m := l
		for ; m < n-1; m++ {
			if v := math.Abs(e[m]); v <= tolerance/2*(math.Abs(d[m])+math.Abs(d[m+1])) || v <= tolerance/8*most {
				e[m] = 0
				break
			}
		}
		if m == l {
			l++
			continue
		}
		if budget--; budget < 0 {
			return false
		}
		g := (d[l+1] - d[l]) / (2 * e[l])
		g = d[m] - d[l] + e[l]/(g+math.Copysign(hypot(g, 1), g))
		s, c, p := 1.0, 1.0, 0.0
		i := m - 1
		for ; i >= l; i-- {
			f, b := s*e[i], c*e[i]
			r := hypot(f, g)
			e[i+1] = r
			if r == 0 {
				d[i+1] -= p
				e[m] = 0
				break
			}
			s, c = f/r, g/r
			g = d[i+1] - p
			r = (d[i]-g)*s + 2*c*b
			p = s * r
			d[i+1] = g + p
			g = c*r - b
			cs[i], sn[i] = c, -s
		}
		if vectors != nil {
			vectors(i+1, cs[i+1:m], sn[i+1:m], true)
		}
		if i >= l {
			continue
		}
		d[l] -= p
		e[l], e[m] = g, 0
	}
	return true
}

// hypot is math.Hypot, at once where squares neither overflow nor underflow.
func hypot(x, y float64) float64 {
	if s := x*x + y*y; s > 0x1p-900 && s < 0x1p1000 {
		return math.Sqrt(s)
	}
	return math.Hypot(x, y)
}
