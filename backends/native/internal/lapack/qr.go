package lapack

import "github.com/goivy/goivy/backends/native/internal/simd"

// panelWidth is how many reflectors are applied at once, as I − V·S·Vᴴ with an upper triangle S.
const panelWidth = 32

// QR factorizes a, of any shape, as Q·R: R is the upper triangle, its diagonal real but for a last row of complex
// numbers' rounding, and Q the product of reflectors H₀·H₁·…, Hᵢ = I − tau[i]·v·vᴴ, with vⱼ = 0 for j < i, vᵢ = 1 and
// the rest below the diagonal in column i. tau has min(Rows, Cols) elements.
func QR[T Scalar](w *Work, a Matrix[T], tau []T) {
	m, n := a.Rows, a.Cols
	k := min(m, n)
	for j := 0; j < k; j += panelWidth {
		end := min(j+panelWidth, k)
		panel := a.Part(j, m, j, end)
		qrPanel(w, panel, tau[j:end])
		if end < n {
			applyBlock(w, panel, tau[j:end], true, a.Part(j, m, end, n))
		}
	}
}

// qrPanel is QR of a few columns, which are copied out as lines.
func qrPanel[T Scalar](w *Work, a Matrix[T], tau []T) {
	m, n := a.Rows, a.Cols
	w.check()
	defer w.release(w.mark())
	t, vc := take[T](w, n, m), takeLine[T](w, m)
	a.TransposeTo(t)
	for j := range tau {
		v := t.Row(j)[j:]
		beta, f := reflector(v[0], v[1:])
		v[0], tau[j] = 1, f
		if f != 0 {
			u := v
			if isComplex[T]() {
				u = vc[:len(v)]
				copy(u, v)
				conjugate(u)
			}
			reflectLines(t.Part(j+1, n, j, m), v, u, -conj(f))
		}
		v[0] = beta
	}
	t.TransposeTo(a)
}

// reflectLines adds to each line of c v times f and the sum of the products of u and the line.
func reflectLines[T Scalar](c Matrix[T], v, u []T, f T) {
	k := 0
	for ; k+4 <= c.Rows; k += 4 {
		for i, s := range dot4(c.Data[k*c.Stride:], c.Stride, u) {
			simd.AddTimes(c.Row(k+i), f*s, v)
		}
	}
	for ; k < c.Rows; k++ {
		simd.AddTimes(c.Row(k), f*dot(c.Row(k), u), v)
	}
}

// column copies column j from row i on to v.
func column[T Scalar](v []T, a Matrix[T], i, j int) {
	for l := range v {
		v[l] = a.At(i+l, j)
	}
}

// applyLeft multiplies c from the left by I − tau·v·vᴴ. memory has as many elements as c has columns, or more.
func applyLeft[T Scalar](c Matrix[T], v []T, tau T, memory []T) {
	if tau == 0 || c.Cols == 0 {
		return
	}
	s := memory[:c.Cols]
	clear(s)
	for i, f := range v {
		if f != 0 {
			simd.AddTimes(s, conj(f), c.Row(i))
		}
	}
	scale(s, -tau)
	for i, f := range v {
		if f != 0 {
			simd.AddTimes(c.Row(i), f, s)
		}
	}
}

// applyRight multiplies c from the right by I − tau·v·vᴴ. vc is the conjugate of v.
func applyRight[T Scalar](w *Work, c Matrix[T], v, vc []T, tau T) {
	if tau == 0 {
		return
	}
	w.split(c.Rows, float64(2*c.Cols), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := c.Row(i)
			simd.AddTimes(row, -tau*dot(row, v), vc)
		}
	})
}

// oneByOne is up to how many rows reflectors are applied one by one: products of blocks do not pay.
const oneByOne = 16

// applyBlock multiplies c from the left by the product of the reflectors whose vectors are in the columns of v below
// its diagonal, or by its conjugate transpose if adjoint.
func applyBlock[T Scalar](w *Work, v Matrix[T], tau []T, adjoint bool, c Matrix[T]) {
	m, k := v.Rows, len(tau)
	if k == 0 || c.Cols == 0 {
		return
	}
	defer w.release(w.mark())
	if m <= oneByOne {
		lines := take[T](w, 2, max(m, c.Cols))
		for i := range k {
			j, t := i, tau[i]
			if adjoint {
				t = conj(t)
			} else {
				j = k - 1 - i
				t = tau[j]
			}
			x := lines.Row(0)[:m-j]
			column(x, v, j, j)
			x[0] = 1
			applyLeft(c.Part(j, m, 0, c.Cols), x, t, lines.Row(1))
		}
		return
	}
	full := takeZeros[T](w, m, k) // v with its ones and zeros
	for i := range m {
		copy(full.Row(i)[:min(i, k)], v.Row(i))
		if i < k {
			full.Set(i, i, 1)
		}
	}
	gram := take[T](w, k, k)
	multiply(w, gram, full, ConjTransposed, full, None)
	s := takeZeros[T](w, k, k)
	triangleOf(w, s, gram, tau)
	x := take[T](w, k, c.Cols)
	multiply(w, x, full, ConjTransposed, c, None)
	y := take[T](w, k, c.Cols)
	op := None
	if adjoint {
		op = ConjTransposed
	}
	multiply(w, y, s, op, x, None)
	subtract(w, c, full, None, y, None)
}

// triangleOf sets s, which is zero, to the upper triangle S of the product of reflectors, I − V·S·Vᴴ; gram is Vᴴ·V.
// Column j of S is −tau[j]·S·Vᴴ·vⱼ above the diagonal, and tau[j] on it.
func triangleOf[T Scalar](w *Work, s, gram Matrix[T], tau []T) {
	n := len(tau)
	if n <= 8 {
		for j := range n {
			for i := range j {
				var sum T
				row := s.Row(i)
				for l := i; l < j; l++ {
					sum += row[l] * gram.Data[l*gram.Stride+j]
				}
				row[j] = -tau[j] * sum
			}
			s.Set(j, j, tau[j])
		}
		return
	}
	k := n / 2
	first, last := s.Part(0, k, 0, k), s.Part(k, n, k, n)
	triangleOf(w, first, gram.Part(0, k, 0, k), tau[:k])
	triangleOf(w, last, gram.Part(k, n, k, n), tau[k:])
	defer w.release(w.mark())
	x := take[T](w, k, n-k)
	multiply(w, x, first, None, gram.Part(0, k, k, n), None)
	subtract(w, s.Part(0, k, k, n), x, None, last, None)
}

// ApplyQ multiplies c from the left by Q of [QR], or by Qᴴ if adjoint. a has c.Rows rows.
func ApplyQ[T Scalar](w *Work, a Matrix[T], tau []T, adjoint bool, c Matrix[T]) {
	m, k := a.Rows, len(tau)
	if adjoint {
		for j := 0; j < k; j += panelWidth {
			end := min(j+panelWidth, k)
			applyBlock(w, a.Part(j, m, j, end), tau[j:end], true, c.Part(j, m, 0, c.Cols))
		}
		return
	}
	for j := (k - 1) / panelWidth * panelWidth; j >= 0 && k > 0; j -= panelWidth {
		end := min(j+panelWidth, k)
		applyBlock(w, a.Part(j, m, j, end), tau[j:end], false, c.Part(j, m, 0, c.Cols))
	}
}

// FormQ sets q, of a.Rows rows and at most as many columns, to the first columns of Q of [QR].
func FormQ[T Scalar](w *Work, q, a Matrix[T], tau []T) {
	q.SetIdentity()
	m, k := a.Rows, len(tau)
	for j := (k - 1) / panelWidth * panelWidth; j >= 0 && k > 0; j -= panelWidth {
		end := min(j+panelWidth, k)
		// The columns to the left are still those of the identity, and 0 in these rows.
		applyBlock(w, a.Part(j, m, j, end), tau[j:end], false, q.Part(j, m, min(j, q.Cols), q.Cols))
	}
}
