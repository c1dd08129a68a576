package lapack

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

func qrPanel[T Scalar](w *Work, a Matrix[T], tau []T) {
	m, n := a.Rows, a.Cols
	w.check()
	s, done := scratch[T](2, max(m, n))
	defer done()
	for j := range tau {
		v := s.Row(0)[:m-j]
		column(v, a, j, j)
		beta, t := reflector(v[0], v[1:])
		v[0], tau[j] = 1, t
		applyLeft(a.Part(j, m, j+1, n), v, conj(t), s.Row(1))
		for i := j + 1; i < m; i++ {
			a.Set(i, j, v[i-j])
		}
		a.Set(j, j, beta)
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
			addTimes(s, conj(f), c.Row(i))
		}
	}
	scale(s, -tau)
	for i, f := range v {
		if f != 0 {
			addTimes(c.Row(i), f, s)
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
			addTimes(row, -tau*dot(row, v), vc)
		}
	})
}

// applyBlock multiplies c from the left by the product of the reflectors whose vectors are in the columns of v below
// its diagonal, or by its conjugate transpose if adjoint.
func applyBlock[T Scalar](w *Work, v Matrix[T], tau []T, adjoint bool, c Matrix[T]) {
	m, k := v.Rows, len(tau)
	if k == 0 || c.Cols == 0 {
		return
	}
	full, done := zeros[T](m, k) // v with its ones and zeros
	defer done()
	for i := range m {
		copy(full.Row(i)[:min(i, k)], v.Row(i))
		if i < k {
			full.Set(i, i, 1)
		}
	}
	gram, doneGram := scratch[T](k, k)
	defer doneGram()
	multiply(w, gram, full, ConjTransposed, full, None)
	// S: column j is −tau[j]·S·Vᴴ·vⱼ above the diagonal, and tau[j] on it.
	s, doneS := zeros[T](k, k)
	defer doneS()
	for j := range k {
		for i := range j {
			var sum T
			for l := i; l < j; l++ {
				sum += s.At(i, l) * gram.At(l, j)
			}
			s.Set(i, j, -tau[j]*sum)
		}
		s.Set(j, j, tau[j])
	}
	x, doneX := scratch[T](k, c.Cols)
	defer doneX()
	multiply(w, x, full, ConjTransposed, c, None)
	y, doneY := scratch[T](k, c.Cols)
	defer doneY()
	op := None
	if adjoint {
		op = ConjTransposed
	}
	multiply(w, y, s, op, x, None)
	subtract(w, c, full, None, y, None)
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
