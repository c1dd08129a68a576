package lapack

import (
	"math"
	"math/cmplx"
)

// Eig sets values to the eigenvalues of a square matrix, in the order of its Schur form, of conjugate pairs that with the
// positive imaginary part first, and column i of vectors to a right eigenvector of values[i], of length 1, and with
// its element of greatest modulus real if the value is not. C has T's precision. vectors.Data may be nil. a is
// overwritten. It reports whether the iteration converged.
func Eig[T Scalar, C Complex](w *Work, a Matrix[T], values []complex128, vectors Matrix[C]) (converged bool) {
	defer w.release(w.mark())
	n := a.Rows
	most, finite := largestOf(a)
	if !finite {
		fillComplexNaN(values)
		if vectors.Data != nil {
			vectors.fill(C(complex(math.NaN(), math.NaN())))
		}
		return true
	}
	if n == 0 {
		return true
	}
	f := 1.0
	if _, e := math.Frexp(most); most != 0 && (e < -16 || e > 16) {
		f = math.Ldexp(1, max(min(-e, 1000), -1000))
		for i := range n {
			scaleWide(a.Row(i), complex(f, 0))
		}
	}
	scales := make([]float64, n)
	balance(w, a, scales)
	z := Matrix[T]{}
	if vectors.Data != nil {
		z = take[T](w, n, n)
	}
	ok := schur(w, a, z, values, vectors.Data != nil)
	if ok && vectors.Data != nil {
		eigenvectors(w, a, z, values, scales, vectors)
	}
	for i, v := range values {
		values[i] = complex(real(v)/f, imag(v)/f)
	}
	return ok
}

// EigValues is [Eig] without vectors.
func EigValues[T Scalar](w *Work, a Matrix[T], values []complex128) (converged bool) {
	return Eig(w, a, values, Matrix[complex128]{})
}

// balance makes the norms of each row and column about equal by powers of two, in scales: a becomes D⁻¹·A·D
// (James, Langou and Lowery, On matrix balancing and eigenvector computation).
func balance[T Scalar](w *Work, a Matrix[T], scales []float64) {
	defer w.release(w.mark())
	n := a.Rows
	for i := range scales {
		scales[i] = 1
	}
	s := take[T](w, 1, n)
	limit := math.Sqrt(1 / tiny[T]())
	for range 32 {
		w.check()
		changed := false
		for i := range n {
			col := s.Row(0)
			column(col, a, 0, i)
			c, r := norm(col), norm(a.Row(i))
			if c == 0 || r == 0 || i < n && offDiagonalZero(a, i) {
				continue
			}
			f, sum := 1.0, c*c+r*r
			for c < r/2 && f < 0x1p60 {
				c, r, f = c*2, r/2, f*2
			}
			for c >= r*2 && f > 0x1p-60 {
				c, r, f = c/2, r*2, f/2
			}
			if f == 1 || c*c+r*r >= 0.9*sum || scales[i]*f > limit || scales[i]*f < 1/limit {
				continue
			}
			changed = true
			scales[i] *= f
			scaleWide(a.Row(i), complex(1/f, 0))
			for j := range n {
				scaleWide(a.Row(j)[i:i+1], complex(f, 0))
			}
		}
		if !changed {
			return
		}
	}
}

// offDiagonalZero reports whether row or column i is zero but for the diagonal: no scale balances them.
func offDiagonalZero[T Scalar](a Matrix[T], i int) bool {
	row, col := true, true
	for j := range a.Rows {
		if j != i {
			row, col = row && a.At(i, j) == 0, col && a.At(j, i) == 0
		}
	}
	return row || col
}

// eigenvectors sets vectors to those of D·Z·T·Zᴴ·D⁻¹.
func eigenvectors[T Scalar, C Complex](w *Work, t, z Matrix[T], values []complex128, scales []float64, vectors Matrix[C]) {
	defer w.release(w.mark())
	n := t.Rows
	x := takeZeros[T](w, n, n)
	switch x := any(x).(type) {
	case Matrix[float32]:
		backReal(w, any(t).(Matrix[float32]), values, x)
	case Matrix[float64]:
		backReal(w, any(t).(Matrix[float64]), values, x)
	case Matrix[complex64]:
		backComplex(w, any(t).(Matrix[complex64]), x)
	case Matrix[complex128]:
		backComplex(w, any(t).(Matrix[complex128]), x)
	}
	v := take[T](w, n, n)
	multiply(w, v, z, None, x, None)
	col := make([]complex128, n)
	for j := 0; j < n; j++ {
		pair := !isComplex[T]() && imag(values[j]) != 0
		for i := range n {
			col[i] = Wide(v.At(i, j))
			if pair {
				col[i] = complex(real(col[i]), realOf(v.At(i, j+1)))
			}
			col[i] *= complex(scales[i], 0)
		}
		normalize(col, pair || isComplex[T]())
		for i, x := range col {
			vectors.Set(i, j, C(x))
			if pair {
				vectors.Set(i, j+1, C(cmplx.Conj(x)))
			}
		}
		if pair {
			j++
		}
	}
}

// normalize makes a vector's length 1, and if turned its greatest element real.
func normalize(x []complex128, turned bool) {
	most, _ := largest(x)
	if most == 0 {
		return
	}
	_, e := math.Frexp(most)
	scaleWide(x, complex(math.Ldexp(1, max(min(-e, 1000), -1000)), 0))
	f := complex(1/norm(x), 0)
	k := 0
	if turned {
		for i, v := range x {
			if cmplx.Abs(v) > cmplx.Abs(x[k]) {
				k = i
			}
		}
		f *= cmplx.Conj(x[k]) / complex(cmplx.Abs(x[k]), 0)
	}
	scaleWide(x, f)
	if turned {
		x[k] = complex(real(x[k]), 0)
	}
}

// bound returns the size from which a vector is scaled down before it overflows.
func bound[T Scalar]() float64 {
	if single[T]() {
		return 1e12
	}
	return 1e120
}

// backComplex sets column k of x to the eigenvector of t's element k.
func backComplex[C Complex](w *Work, t, x Matrix[C]) {
	n := t.Rows
	most, _ := largestOf(t)
	least := max(Epsilon[C]()*most, tiny[C]()/Epsilon[C]())
	w.split(n, float64(n*n), func(lo, hi int) {
		v := make([]C, n)
		for k := lo; k < hi; k++ {
			w.check()
			v[k] = 1
			for j := k - 1; j >= 0; j-- {
				d := complex128(t.At(j, j)) - complex128(t.At(k, k))
				if sizeOf(d) < least {
					d = complex(least, 0)
				}
				y := -complex128(dot(t.Row(j)[j+1:k+1], v[j+1:k+1])) / d
				if s := sizeOf(y); s > bound[C]() {
					scaleWide(v[j+1:k+1], complex(1/s, 0))
					y /= complex(s, 0)
				}
				v[j] = C(y)
			}
			for i := range k + 1 {
				x.Set(i, k, v[i])
			}
		}
	})
}

// backReal sets column k of x to the eigenvector of value k of a quasi-triangular matrix, and two columns to the real and
// the imaginary part of that of the first of a pair.
func backReal[F Real](w *Work, t Matrix[F], values []complex128, x Matrix[F]) {
	n := t.Rows
	most, _ := largestOf(t)
	least := max(Epsilon[F]()*most, tiny[F]()/Epsilon[F]())
	w.split(n, float64(n*n), func(lo, hi int) {
		b := &backward[F]{t: t, re: make([]F, n), im: make([]F, n), least: least}
		for k := lo; k < hi; k++ {
			w.check()
			switch {
			case imag(values[k]) == 0:
				clear(b.im)
				b.re[k] = 1
				b.solve(k-1, k, real(values[k]), 0)
				for i := range k + 1 {
					x.Set(i, k, b.re[i])
				}
			case imag(values[k]) > 0:
				// (a − λ)·x₀ + b·x₁ = 0 with λ = a + i·im: x₁ = 1, x₀ = b/(i·im), or x₀ = 1, x₁ = i·im/b.
				up, im := float64(t.At(k, k+1)), imag(values[k])
				b.re[k], b.im[k], b.re[k+1], b.im[k+1] = 1, 0, 0, F(im/up)
				if math.Abs(up) < im {
					b.re[k], b.im[k], b.re[k+1], b.im[k+1] = 0, F(-up/im), 1, 0
				}
				b.solve(k-1, k+1, real(values[k]), im)
				for i := range k + 2 {
					x.Set(i, k, b.re[i])
					x.Set(i, k+1, b.im[i])
				}
			}
		}
	})
}

// A backward is a vector while its elements are computed from the last to the first.
type backward[F Real] struct {
	t      Matrix[F]
	re, im []F
	least  float64
}

// solve computes elements 0 … j of the vector of re + i·im, whose last element is that of row last.
func (b *backward[F]) solve(j, last int, re, im float64) {
	value := complex(re, im)
	for ; j >= 0; j-- {
		if j > 0 && b.t.At(j, j-1) != 0 {
			b.pair(j-1, last, value)
			j--
			continue
		}
		d := complex(float64(b.t.At(j, j)), 0) - value
		if sizeOf(d) < b.least {
			d = complex(b.least, 0)
		}
		b.put(j, last, b.rest(j, j+1, last)/d, 0)
	}
}

// rest returns −Σ t[i, l]·x[l] for l from … last.
func (b *backward[F]) rest(i, from, last int) complex128 {
	row := b.t.Row(i)[from : last+1]
	return complex(-float64(dot(row, b.re[from:last+1])), -float64(dot(row, b.im[from:last+1])))
}

// put sets element j, and element j+1 to y1 if y1 was computed with it, and scales the vector if they are great.
func (b *backward[F]) put(j, last int, y, y1 complex128, two ...bool) {
	from := j + 1
	if len(two) > 0 {
		from++
	}
	if s := max(sizeOf(y), sizeOf(y1)); s > bound[F]() {
		scaleWide(b.re[from:last+1], complex(1/s, 0))
		scaleWide(b.im[from:last+1], complex(1/s, 0))
		y, y1 = y/complex(s, 0), y1/complex(s, 0)
	}
	b.re[j], b.im[j] = F(real(y)), F(imag(y))
	if len(two) > 0 {
		b.re[j+1], b.im[j+1] = F(real(y1)), F(imag(y1))
	}
}

// pair computes the elements of rows j and j+1, which have a 2×2 block, with its greatest element as pivot.
func (b *backward[F]) pair(j, last int, value complex128) {
	at := func(i, l int) complex128 { return complex(float64(b.t.At(i, l)), 0) }
	m := [2][2]complex128{{at(j, j) - value, at(j, j+1)}, {at(j+1, j), at(j+1, j+1) - value}}
	r := [2]complex128{b.rest(j, j+2, last), b.rest(j+1, j+2, last)}
	row, col := 0, 0
	for i := range 2 {
		for l := range 2 {
			if sizeOf(m[i][l]) > sizeOf(m[row][col]) {
				row, col = i, l
			}
		}
	}
	p := m[row][col]
	if sizeOf(p) < b.least {
		p = complex(b.least, 0)
	}
	f := m[1-row][col] / p
	d := m[1-row][1-col] - f*m[row][1-col]
	if sizeOf(d) < b.least {
		d = complex(b.least, 0)
	}
	var y [2]complex128
	y[1-col] = (r[1-row] - f*r[row]) / d
	y[col] = (r[row] - m[row][1-col]*y[1-col]) / p
	b.put(j, last, y[0], y[1], true)
}
