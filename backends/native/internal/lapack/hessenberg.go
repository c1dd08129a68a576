package lapack

// Hessenberg makes a square matrix Q·H·Qᴴ with H zero below the first subdiagonal. H is in the other elements of a;
// below it are Q's reflectors, a.Rows−1 of them, which are those of [QR] of the rows from 1 on: see [HessenbergQ].
func Hessenberg[T Scalar](w *Work, a Matrix[T], tau []T) {
	n := a.Rows
	s, done := scratch[T](3, n)
	defer done()
	for i := range n - 1 {
		w.check()
		v, vc := s.Row(0)[:n-i-1], s.Row(1)[:n-i-1]
		column(v, a, i+1, i)
		beta, t := reflector(v[0], v[1:])
		v[0], tau[i] = 1, t
		copy(vc, v)
		conjugate(vc)
		applyRight(w, a.Part(0, n, i+1, n), v, vc, t)
		applyLeft(a.Part(i+1, n, i+1, n), v, conj(t), s.Row(2))
		a.Set(i+1, i, beta)
		for j := 1; j < len(v); j++ {
			a.Set(i+1+j, i, v[j])
		}
	}
}

// HessenbergQ sets q to Q of [Hessenberg], and the elements of a below H to 0.
func HessenbergQ[T Scalar](w *Work, q, a Matrix[T], tau []T) {
	n := a.Rows
	q.SetIdentity()
	if n > 1 {
		FormQ(w, q.Part(1, n, 1, n), a.Part(1, n, 0, n-1), tau)
	}
	clearBelow(a)
}

// clearBelow sets the elements below the first subdiagonal to 0.
func clearBelow[T Scalar](a Matrix[T]) {
	for i := 2; i < a.Rows; i++ {
		clear(a.Row(i)[:i-1])
	}
}
