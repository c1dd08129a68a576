package lapack

import "github.com/goivy/goivy/backends/native/internal/simd"

// bidiagonalize makes a, with at least as many rows as columns, Q·B·Pᴴ with d on B's diagonal and e above it. Q is that
// of [QR] of a, and P that of the rows of p from 1 on.
//
// It is the blocked reduction of J. J. Dongarra, D. C. Sorensen and S. J. Hammarling (1989), by rows: for the columns and
// rows of a panel lines are found whose products are to be subtracted from the rest, and all of them are at once. Each
// column and each row reads the rest once.
func bidiagonalize[T Scalar](w *Work, a, p Matrix[T], d, e []float64, tauQ, tauP []T) {
	m, n := a.Rows, a.Cols
	for begin := 0; begin < n; {
		width := min(panelOfHermitian, n-begin)
		if n-begin <= fewForPanels {
			width = n - begin
		}
		b := newBidiagonalPanel(w, a.Part(begin, m, begin, n), width)
		for l := range width {
			w.check()
			i := begin + l
			d[i], tauQ[i] = b.column(l)
			if i == n-1 {
				break
			}
			var u []T
			e[i], tauP[i], u = b.row(l)
			for j, v := range u {
				p.Set(i+1+j, i, v)
			}
		}
		if rest := b.a.Part(width, m-begin, width, n-begin); rest.Rows > 0 && rest.Cols > 0 {
			subtract(w, rest, b.left.Part(0, 2*width, width, m-begin), Transposed, b.right.Part(0, 2*width, width, n-begin), None)
		}
		w.release(b.start)
		begin += width
	}
}

// A bidiagonalPanel is the first columns and rows of a matrix while they become bidiagonal. What they do to the matrix is
// to subtract Σ leftᵀ·right, line by line: line 2l is of column l, line 2l+1 of row l.
type bidiagonalPanel[T Scalar] struct {
	*Work
	a, left, right Matrix[T]
	c, cc          []T
	start          mark
}

func newBidiagonalPanel[T Scalar](w *Work, a Matrix[T], width int) *bidiagonalPanel[T] {
	b := &bidiagonalPanel[T]{Work: w, a: a, start: w.mark()}
	b.left, b.right = takeZeros[T](w, 2*width, a.Rows), takeZeros[T](w, 2*width, a.Cols)
	b.c, b.cc = takeLine[T](w, max(a.Rows, a.Cols)), takeLine[T](w, max(a.Rows, a.Cols))
	return b
}

// column makes zeros below the diagonal of column l.
func (b *bidiagonalPanel[T]) column(l int) (d float64, tau T) {
	m, n := b.a.Rows, b.a.Cols
	v, vc := b.c[:m-l], b.cc[:m-l]
	column(v, b.a, l, l)
	addLines(v, b.right, l, b.left, l, 2*l)
	beta, t := reflector(v[0], v[1:])
	for j := 1; j < len(v); j++ {
		b.a.Data[(l+j)*b.a.Stride+l] = v[j]
	}
	v[0] = 1
	copy(b.left.Row(2 * l)[l:], v)
	if t != 0 && l+1 < n {
		copy(vc, v)
		conjugate(vc)
		r := b.right.Row(2 * l)[l+1:]
		sumOfRows(b.Work, r, vc, b.a.Part(l, m, l+1, n))
		subtractProducts(r, b.left.Part(0, 2*l, l, m), vc, b.right.Part(0, 2*l, l+1, n))
		scale(r, conj(t))
	}
	return realOf(beta), t
}

// row makes zeros to the right of what is beside the diagonal in row l. It returns the reflector's vector, which is valid until the
// next column.
func (b *bidiagonalPanel[T]) row(l int) (e float64, tau T, u []T) {
	m, n := b.a.Rows, b.a.Cols
	u = b.c[:n-l-1]
	copy(u, b.a.Row(l)[l+1:])
	addLines(u, b.left, l, b.right, l+1, 2*l+1)
	conjugate(u)
	beta, t := reflector(u[0], u[1:])
	u[0] = 1
	if t != 0 {
		uc := b.right.Row(2*l + 1)[l+1:]
		copy(uc, u)
		conjugate(uc)
		if l+1 < m {
			x := b.left.Row(2*l + 1)[l+1:]
			productOfRows(b.Work, x, b.a.Part(l+1, m, l+1, n), u)
			subtractProducts(x, b.right.Part(0, 2*l+1, l+1, n), u, b.left.Part(0, 2*l+1, l+1, m))
			scale(x, t)
		}
	}
	return realOf(beta), t, u
}

// subtractProducts subtracts from z the lines of y, each times the sum of the products of the same line of x and of v.
func subtractProducts[T Scalar](z []T, x Matrix[T], v []T, y Matrix[T]) {
	r := 0
	for ; r+4 <= x.Rows; r += 4 {
		f := dot4(x.Data[r*x.Stride:], x.Stride, v)
		addTimes4(z, &[4]T{-f[0], -f[1], -f[2], -f[3]}, y.Data[r*y.Stride:], y.Stride)
	}
	for ; r < x.Rows; r++ {
		simd.AddTimes(z, -dot(x.Row(r), v), y.Row(r))
	}
}

// sumOfRows sets z to the sum of a's rows, each times its v.
func sumOfRows[T Scalar](w *Work, z, v []T, a Matrix[T]) {
	const chunk = 256 // columns, whose sums stay in L1
	w.split((a.Cols+chunk-1)/chunk, float64(chunk*a.Rows)/8, func(lo, hi int) {
		for c := lo; c < hi; c++ {
			from, to := c*chunk, min((c+1)*chunk, a.Cols)
			part := z[from:to]
			clear(part)
			i := 0
			for ; i+4 <= a.Rows; i += 4 {
				addTimes4(part, (*[4]T)(v[i:]), a.Data[i*a.Stride+from:], a.Stride)
			}
			for ; i < a.Rows; i++ {
				simd.AddTimes(part, v[i], a.Row(i)[from:to])
			}
		}
	})
}

// productOfRows sets z to the sums of the products of a's rows and v.
func productOfRows[T Scalar](w *Work, z []T, a Matrix[T], v []T) {
	w.split((a.Rows+3)/4, float64(a.Cols)/2, func(lo, hi int) { // in fours, whoever has them
		i, end := 4*lo, min(4*hi, a.Rows)
		for ; i+4 <= end; i += 4 {
			s := dot4(a.Data[i*a.Stride:], a.Stride, v)
			copy(z[i:i+4], s[:])
		}
		for ; i < end; i++ {
			z[i] = dot(a.Row(i), v)
		}
	})
}
