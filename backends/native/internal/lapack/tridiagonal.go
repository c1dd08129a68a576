package lapack

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

// panelOfHermitian is how many columns of a Hermitian matrix become tridiagonal before the rest is changed.
const panelOfHermitian = 32

// fewForPanels is the size from which on down each column changes all that is left.
const fewForPanels = 64

// tridiagonalize factors a Hermitian matrix, of which it reads the lower triangle, into Q·T·Qᴴ. T has d on its diagonal and e
// on its subdiagonal. Q is in the form that [QR] leaves it in, of the rows from 1 on.
//
// It is the blocked reduction of J. J. Dongarra, D. C. Sorensen and S. J. Hammarling (1989), by rows: for the columns of a
// panel vectors v and x are found with which the rest is to become A − v·xᴴ − x·vᴴ, and all of them change it at
// once. A·v of a column reads each element of the rest once.
func tridiagonalize[T Scalar](w *Work, a Matrix[T], d, e []float64, tau []T) {
	n := a.Rows
	for begin := 0; begin < n; {
		width := min(panelOfHermitian, n-begin)
		if n-begin <= fewForPanels {
			width = n - begin
		}
		tridiagonalPanel(w, a.Part(begin, n, begin, n), d[begin:], e[begin:], tau[min(begin, len(tau)):], width)
		begin += width
	}
}

// tridiagonalPanel makes the first columns of a tridiagonal and changes the others.
func tridiagonalPanel[T Scalar](w *Work, a Matrix[T], d, e []float64, tau []T, width int) {
	n := a.Rows
	defer w.release(w.mark())
	// Lines 2l and 2l+1 of p are v and x of column l, those of q the conjugates of x and v.
	p, q := takeZeros[T](w, 2*width, n), takeZeros[T](w, 2*width, n)
	c := takeLine[T](w, n)
	for l := range width {
		w.check()
		v := c[l:]
		column(v, a, l, l)
		addLines(v, q, l, p, l, 2*l)
		d[l] = realOf(v[0])
		if l == n-1 {
			break
		}
		v = v[1:]
		beta, t := reflector(v[0], v[1:])
		e[l], tau[l] = realOf(beta), t
		for j := 1; j < len(v); j++ {
			a.Data[(l+1+j)*a.Stride+l] = v[j]
		}
		v[0] = 1
		if t == 0 {
			continue // both lines are zeros
		}
		x, xc, vc := p.Row(2*l + 1)[l+1:], q.Row(2 * l)[l+1:], q.Row(2*l + 1)[l+1:]
		copy(p.Row(2 * l)[l+1:], v)
		copy(vc, v)
		conjugate(vc)
		timesHermitian(w, x, a.Part(l+1, n, l+1, n), v, vc)
		for r := 0; r < 2*l; r += 2 {
			var f [4]T
			if r+4 <= 2*l {
				f = dot4(q.Data[r*q.Stride+l+1:], q.Stride, v)
				addTimes4(x, &[4]T{-f[0], -f[1], -f[2], -f[3]}, p.Data[r*p.Stride+l+1:], p.Stride)
				r += 2
				continue
			}
			f[0], f[1] = dot(q.Row(r)[l+1:], v), dot(q.Row(r + 1)[l+1:], v)
			simd.AddTimes(x, -f[0], p.Row(r)[l+1:])
			simd.AddTimes(x, -f[1], p.Row(r + 1)[l+1:])
		}
		scale(x, t)
		simd.AddTimes(x, -t*dotConj(x, v)/2, v)
		copy(xc, x)
		conjugate(xc)
	}
	rest := a.Part(width, n, width, n)
	subtractTriangle(w, rest, p.Part(0, 2*width, width, n), q.Part(0, 2*width, width, n))
}

// addLines subtracts from z the first lines of p, from an element on, each times the element i of the same line of q.
func addLines[T Scalar](z []T, q Matrix[T], i int, p Matrix[T], from, lines int) {
	r := 0
	for ; r+4 <= lines; r += 4 {
		f := q.Data[r*q.Stride+i:]
		addTimes4(z, &[4]T{-f[0], -f[q.Stride], -f[2*q.Stride], -f[3*q.Stride]}, p.Data[r*p.Stride+from:], p.Stride)
	}
	for ; r < lines; r++ {
		simd.AddTimes(z, -q.At(r, i), p.Row(r)[from:])
	}
}

// subtractTriangle subtracts pᵀ·q from the lower triangle of c, whose other triangle is undefined then.
func subtractTriangle[T Scalar](w *Work, c, p, q Matrix[T]) {
	n := c.Rows
	if n <= squareBase {
		subtract(w, c, p, Transposed, q, None)
		return
	}
	k := n / 2
	first := q.Part(0, q.Rows, 0, k)
	subtractTriangle(w, c.Part(0, k, 0, k), p.Part(0, p.Rows, 0, k), first)
	subtract(w, c.Part(k, n, 0, k), p.Part(0, p.Rows, k, n), Transposed, first, None)
	subtractTriangle(w, c.Part(k, n, k, n), p.Part(0, p.Rows, k, n), q.Part(0, q.Rows, k, n))
}

// Of a matrix of so many rows and more, several parts of the rows are multiplied at once: how many does not depend on
// the threads, since each has sums of its own.
const (
	manyRows   = 512
	partsOfRow = 4
)

// timesHermitian sets x to a·v for a Hermitian matrix of which it reads the lower triangle. vc is the conjugate of v.
func timesHermitian[T Scalar](w *Work, x []T, a Matrix[T], v, vc []T) {
	n := a.Rows
	parts := 1
	if n >= manyRows {
		parts = partsOfRow
	}
	defer w.release(w.mark())
	y := takeZeros[T](w, parts, n) // sums of the other triangle's part, which is that of the conjugate
	bound := func(part int) int {  // so that parts have about as many elements
		if part == parts {
			return n
		}
		return int(float64(n)*math.Sqrt(float64(part)/float64(parts))) &^ 3
	}
	w.split(parts, float64(n*n)/float64(8*parts), func(lo, hi int) {
		for part := lo; part < hi; part++ {
			timesRows(x, y.Row(part), a, v, vc, bound(part), bound(part+1))
		}
	})
	for part := 1; part < parts; part++ {
		simd.AddTimes(y.Row(0), 1, y.Row(part))
	}
	conjugate(y.Row(0))
	simd.AddTimes(x, 1, y.Row(0))
}

// timesRows is timesHermitian of some rows, without the sum.
func timesRows[T Scalar](x, y []T, a Matrix[T], v, vc []T, from, to int) {
	j := from
	for ; j+4 <= to; j += 4 {
		f := (*[4]T)(vc[j:])
		s := dotAddTimes4(y[:j], f, a.Data[j*a.Stride:], a.Stride, v[:j])
		for i := range 4 {
			row := a.Data[(j+i)*a.Stride+j:][:i+1]
			for l, c := range row[:i] {
				s[i] += c * v[j+l]
				y[j+l] += f[i] * c
			}
			x[j+i] = s[i] + fromReal[T](realOf(row[i]))*v[j+i]
		}
	}
	for ; j < to; j++ {
		row := a.Row(j)[:j]
		x[j] = dot(row, v[:j]) + fromReal[T](realOf(a.At(j, j)))*v[j]
		simd.AddTimes(y[:j], vc[j], row)
	}
}
