package lapack

import "github.com/goivy/goivy/backends/native/internal/simd"

// Hessenberg makes a square matrix Q·H·Qᴴ with H zero below the first subdiagonal. H is in the other elements of a;
// below it are Q's reflectors, a.Rows−1 of them, which are those of [QR] of the rows from 1 on: see [HessenbergQ].
func Hessenberg[T Scalar](w *Work, a Matrix[T], tau []T) {
	defer w.release(w.mark())
	n, k := a.Rows, 0
	for ; n-k > hessenbergFrom; k += hessenbergWidth {
		hessenbergPanel(w, a, tau, k)
	}
	s := take[T](w, 3, n)
	for i := k; i < n-1; i++ {
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

const (
	// hessenbergWidth is how many columns are reduced before the others are changed, by products of blocks.
	hessenbergWidth = 32
	// hessenbergFrom is up to how many columns are reduced one by one.
	hessenbergFrom = 96
)

// hessenbergPanel reduces columns k … k+hessenbergWidth−1: a becomes (I − V·S·Vᴴ)ᴴ·(a − Y·Vᴴ), with Y = a·V·S.
func hessenbergPanel[T Scalar](w *Work, a Matrix[T], tau []T, k int) {
	defer w.release(w.mark())
	n, width := a.Rows, hessenbergWidth
	end, rows := k+width, n-k-1 // V has rows from k+1 on
	vc := takeZeros[T](w, width, rows)
	v := takeZeros[T](w, width, rows)
	y := takeZeros[T](w, width, rows) // the transpose of those rows of Y
	s := takeZeros[T](w, width, width)
	memory := take[T](w, 3, max(rows, width))
	x, inner, turned := memory.Row(0)[:rows], memory.Row(1)[:width], memory.Row(2)[:width]
	for j := range width {
		w.check()
		c := k + j
		column(x, a, k+1, c)
		if j > 0 {
			for l := range j {
				inner[l] = -vc.At(l, j-1)
			}
			addFirstLines(x, inner[:j], y)
			for l := range j {
				inner[l] = dot(vc.Row(l)[l:], x[l:])
			}
			for l := range j { // −Sᴴ times it
				turned[l] = 0
				for p := range l + 1 {
					turned[l] -= conj(s.At(p, l)) * inner[p]
				}
			}
			addFirstLines(x, turned[:j], v)
		}
		beta, t := reflector(x[j], x[j+1:])
		tau[c] = t
		x[j] = beta
		for i, f := range x {
			a.Set(k+1+i, c, f)
		}
		line := v.Row(j)
		copy(line[j:], x[j:])
		line[j] = 1
		copy(vc.Row(j), line)
		conjugate(vc.Row(j))
		for l := range j {
			inner[l] = dot(vc.Row(l)[j:], line[j:])
		}
		for l := range j {
			turned[l] = 0
			for p := l; p < j; p++ {
				turned[l] -= s.At(l, p) * inner[p]
			}
			inner[l] = -inner[l]
		}
		out := y.Row(j)
		productOfRows(w, out, a.Part(k+1, n, c+1, n), line[j:])
		addFirstLines(out, inner[:j], y)
		scale(out, t)
		for l := range j {
			s.Set(l, j, t*turned[l])
		}
		s.Set(j, j, t)
	}
	// Rows 0 … k.
	p := take[T](w, k+1, width)
	multiply(w, p, a.Part(0, k+1, k+1, n), None, vc, ConjTransposed)
	top := take[T](w, k+1, width)
	multiply(w, top, p, None, s, None)
	subtract(w, a.Part(0, k+1, k+1, n), top, None, vc, None)
	// The others, right of the panel.
	rest := a.Part(k+1, n, end, n)
	subtract(w, rest, y, Transposed, vc.Part(0, width, width-1, rows), None)
	q := take[T](w, width, n-end)
	multiply(w, q, vc, None, rest, None)
	r := take[T](w, width, n-end)
	multiply(w, r, s, ConjTransposed, q, None)
	subtract(w, rest, vc, ConjTransposed, r, None)
}

// addFirstLines adds to z the first len(f) rows of lines, each times its f.
func addFirstLines[T Scalar](z []T, f []T, lines Matrix[T]) {
	i := 0
	for ; i+4 <= len(f); i += 4 {
		four := [4]T(f[i : i+4])
		addTimes4(z, &four, lines.Data[i*lines.Stride:], lines.Stride)
	}
	for ; i < len(f); i++ {
		simd.AddTimes(z, f[i], lines.Row(i))
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
