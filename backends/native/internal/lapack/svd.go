package lapack

import (
	"math"
	"slices"
)

// SVD factorizes a, m×n, as U·S·Vᴴ, with the singular values in s, min(m, n) of them in descending order. u has m rows
// and min(m, n) or m columns; vh has n columns and min(m, n) or n rows. a is overwritten. It reports whether
// the iteration converged.
func SVD[T Scalar](w *Work, a Matrix[T], s []float64, u, vh Matrix[T]) (converged bool) {
	if a.Rows >= a.Cols {
		return svdTall(w, a, s, u, vh, true)
	}
	b, done := scratch[T](a.Cols, a.Rows)
	defer done()
	adjoint(b, a)
	right, doneU := scratch[T](b.Rows, vh.Rows)
	defer doneU()
	left, doneV := scratch[T](u.Cols, b.Cols)
	defer doneV()
	converged = svdTall(w, b, s, right, left, true)
	adjoint(u, left)
	adjoint(vh, right)
	return converged
}

// SingularValues is [SVD] without the vectors.
func SingularValues[T Scalar](w *Work, a Matrix[T], s []float64) (converged bool) {
	if a.Rows >= a.Cols {
		return svdTall(w, a, s, Matrix[T]{}, Matrix[T]{}, false)
	}
	b, done := scratch[T](a.Cols, a.Rows)
	defer done()
	adjoint(b, a)
	return svdTall(w, b, s, Matrix[T]{}, Matrix[T]{}, false)
}

// adjoint sets z to xᴴ.
func adjoint[T Scalar](z, x Matrix[T]) {
	for i := range z.Rows {
		row := z.Row(i)
		for j := range row {
			row[j] = x.At(j, i)
		}
		conjugate(row)
	}
}

// svdTall is SVD of a matrix with at least as many rows as columns.
func svdTall[T Scalar](w *Work, a Matrix[T], s []float64, u, vh Matrix[T], vectors bool) bool {
	n := a.Cols
	most, finite := largestOf(a)
	if !finite {
		fillNaN(s)
		nan := Narrow[T](complex(math.NaN(), 0))
		u.fill(nan)
		vh.fill(nan)
		return true
	}
	if n == 0 {
		u.SetIdentity()
		return true
	}
	f := scaleFor[T](most)
	if f != 1 {
		for i := range a.Rows {
			scaleWide(a.Row(i), complex(f, 0))
		}
	}
	var ok bool
	switch {
	case a.Rows <= smallSide && !isComplex[T]():
		ok = svdSmall(a, s, u, vh, vectors)
	case single[T]():
		ok = svd[T, float32](w, a, s, u, vh, vectors)
	default:
		ok = svd[T, float64](w, a, s, u, vh, vectors)
	}
	for i := range s {
		s[i] /= f
	}
	return ok
}

// tallRatio is from how many times as many rows as columns on R of QR is factorized in place of the matrix (T. F. Chan, 1982).
const tallRatio = 2

// svdOfR is svd by way of QR.
func svdOfR[T Scalar, F Real](w *Work, a Matrix[T], s []float64, u, vh Matrix[T], vectors bool) bool {
	n := a.Cols
	defer w.release(w.mark())
	tau, r := takeLine[T](w, n), takeZeros[T](w, n, n)
	QR(w, a, tau)
	for i := range n {
		copy(r.Row(i)[i:], a.Row(i)[i:n])
	}
	if !vectors {
		return svd[T, F](w, r, s, u, vh, false)
	}
	left := take[T](w, n, n)
	ok := svd[T, F](w, r, s, left, vh, true)
	u.SetIdentity()
	u.Part(0, n, 0, n).CopyFrom(left)
	ApplyQ(w, a, tau, false, u)
	return ok
}

func svd[T Scalar, F Real](w *Work, a Matrix[T], s []float64, u, vh Matrix[T], vectors bool) bool {
	n := a.Cols
	if a.Rows >= tallRatio*n && a.Rows > n {
		return svdOfR[T, F](w, a, s, u, vh, vectors)
	}
	e, tauQ, tauP := make([]float64, n), make([]T, n), make([]T, n-1)
	p, doneP := scratch[T](n, n)
	defer doneP()
	bidiagonalize(w, a, p, s, e, tauQ, tauP)
	if !vectors {
		ok := bidiagonalQR(w, s, e, iterationTolerance[F](), nil, nil, nil)
		slices.Sort(s)
		slices.Reverse(s)
		return ok
	}
	x, doneX := zeros[F](n, n)
	defer doneX()
	y, doneY := zeros[F](n, n)
	defer doneY()
	ok := bidiagonalDC(w, s, e, x, y)
	order := sorted(s, true)
	u.SetIdentity()
	v, doneV := scratch[T](n, n)
	defer doneV()
	for j, from := range order {
		for i, t := range x.Row(from) {
			u.Set(i, j, fromReal[T](float64(t)))
		}
		for i, t := range y.Row(from) {
			v.Set(i, j, fromReal[T](float64(t)))
		}
	}
	ApplyQ(w, a, tauQ, false, u)
	if n > 1 {
		ApplyQ(w, p.Part(1, n, 0, n-1), tauP, false, v.Part(1, n, 0, n))
	}
	vh.SetIdentity()
	adjoint(vh.Part(0, n, 0, n), v)
	return ok
}

// bidiagonalQR makes d the singular values of the bidiagonal matrix of d and e, in any order, by the implicit QR
// algorithm (Golub and Reinsch), with a shift of 0 where another would lose the small ones (Demmel and Kahan). It turns
// the rows of the left and right vectors accordingly, and negates those on the right whose values were negative. Elements of e
// are 0 from tolerance on.
func bidiagonalQR(w *Work, d, e []float64, tolerance float64, left, right turn, negate func(i int)) (ok bool) {
	n := len(d)
	most := 0.0
	for i := range n {
		most = max(most, math.Abs(d[i]))
		if i < n-1 {
			most = max(most, math.Abs(e[i]))
		}
	}
	r := &bidiagonal{d: d, e: e, cl: make([]float64, n), sl: make([]float64, n), cr: make([]float64, n), sr: make([]float64, n)}
	budget := sweeps * n
	ok = true
	for m := n - 1; m > 0; {
		w.check()
		l := m
		for ; l > 0; l-- {
			if v := math.Abs(e[l-1]); v <= tolerance*(math.Abs(d[l-1])+math.Abs(d[l])) || v <= tolerance/2*most {
				e[l-1] = 0
				break
			}
		}
		if l == m {
			m--
			continue
		}
		if budget--; budget < 0 {
			ok = false
			break
		}
		r.sweep(l, m)
		if left != nil {
			left(l, r.cl[l:m], r.sl[l:m], false)
			right(l, r.cr[l:m], r.sr[l:m], false)
		}
	}
	for i, v := range d {
		if math.Signbit(v) {
			d[i] = -v
			if negate != nil {
				negate(i)
			}
		}
	}
	return ok
}

// A bidiagonal is a matrix and the rotations of a sweep.
type bidiagonal struct{ d, e, cl, sl, cr, sr []float64 }

// sweep does a step from row l to row m, between which no e is 0.
func (r *bidiagonal) sweep(l, m int) {
	d, e := r.d, r.e
	shift := leastSingular(d[m-1], e[m-1], d[m])
	for i := l; i <= m; i++ {
		if d[i] == 0 {
			shift = 0
		}
	}
	if top := math.Abs(d[l]); shift == 0 || (shift/top)*(shift/top) < 0x1p-53 {
		r.unshifted(l, m)
		return
	}
	f := (math.Abs(d[l]) - shift) * (math.Copysign(1, d[l]) + shift/d[l])
	g := e[l]
	for i := l; i < m; i++ {
		c, s, v := rotation(f, g)
		if i > l {
			e[i-1] = v
		}
		r.cr[i], r.sr[i] = c, s
		f, e[i] = c*d[i]+s*e[i], c*e[i]-s*d[i]
		g, d[i+1] = s*d[i+1], c*d[i+1]
		c, s, d[i] = rotation(f, g)
		r.cl[i], r.sl[i] = c, s
		f, d[i+1] = c*e[i]+s*d[i+1], c*d[i+1]-s*e[i]
		if i < m-1 {
			g, e[i+1] = s*e[i+1], c*e[i+1]
		}
	}
	e[m-1] = f
}

func (r *bidiagonal) unshifted(l, m int) {
	d, e := r.d, r.e
	c, oldC, oldS := 1.0, 1.0, 0.0
	for i := l; i < m; i++ {
		var s, v float64
		c, s, v = rotation(d[i]*c, e[i])
		if i > l {
			e[i-1] = oldS * v
		}
		oldC, oldS, d[i] = rotation(oldC*v, d[i+1]*s)
		r.cr[i], r.sr[i], r.cl[i], r.sl[i] = c, s, oldC, oldS
	}
	h := d[m] * c
	d[m], e[m-1] = h*oldC, h*oldS
}

// rotation returns c, s and r of a rotation that makes (f, g) (r, 0).
func rotation(f, g float64) (c, s, r float64) {
	switch {
	case g == 0:
		return 1, 0, f
	case f == 0:
		return 0, 1, g
	}
	r = math.Copysign(hypot(f, g), f)
	return f / r, g / r, r
}

// leastSingular returns the lesser singular value of the rows (f, g) and (0, h).
func leastSingular(f, g, h float64) float64 {
	f, g, h = math.Abs(f), math.Abs(g), math.Abs(h)
	lo, hi := min(f, h), max(f, h)
	if lo == 0 {
		return 0
	}
	as, at := 1+lo/hi, (hi-lo)/hi
	if g < hi {
		u := g / hi * (g / hi)
		return lo * (2 / (math.Sqrt(as*as+u) + math.Sqrt(at*at+u)))
	}
	u := hi / g
	if u == 0 {
		return lo * hi / g
	}
	c := 1 / (math.Sqrt(1+as*u*(as*u)) + math.Sqrt(1+at*u*(at*u)))
	return 2 * (lo * c) * u
}
