package linalg

import (
	"math"
	"math/cmplx"
	"slices"
)

// What LAPACK does, for complex matrices, which gonum's has not, and for those that hold
// NaN or nothing.

func factorAny[T element](a mat[T], pivots []int) {
	for k := range pivots {
		p := k
		for i := k + 1; i < a.rows; i++ {
			if magnitude(a.at(i, k)) > magnitude(a.at(p, k)) {
				p = i
			}
		}
		pivots[k] = p
		if p != k {
			x, y := a.row(k), a.row(p)
			for j := range x {
				x[j], y[j] = y[j], x[j]
			}
		}
		if a.at(k, k) == 0 {
			continue
		}
		for i := k + 1; i < a.rows; i++ {
			f := a.at(i, k) / a.at(k, k)
			a.set(i, k, f)
			for j := k + 1; j < a.cols; j++ {
				a.set(i, j, a.at(i, j)-f*a.at(k, j))
			}
		}
	}
}

// magnitude is what LAPACK chooses pivots by: |re| + |im|.
func magnitude[T element](v T) float64 {
	if c, ok := any(v).(complex128); ok {
		return math.Abs(real(c)) + math.Abs(imag(c))
	}
	return abs(v)
}

func substituteAny[T element](a mat[T], pivots []int, b mat[T]) {
	n := a.rows
	for i, p := range pivots {
		if p != i {
			x, y := b.row(i), b.row(p)
			for j := range x {
				x[j], y[j] = y[j], x[j]
			}
		}
	}
	for i := range n {
		for k := range i {
			subtract(b.row(i), a.at(i, k), b.row(k))
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			subtract(b.row(i), a.at(i, k), b.row(k))
		}
		x := b.row(i)
		for j := range x {
			x[j] /= a.at(i, i)
		}
	}
}

// subtract makes x x − f·y.
func subtract[T element](x []T, f T, y []T) {
	for j := range x {
		x[j] -= f * y[j]
	}
}

func choleskyAny[T element](a mat[T]) bool {
	for j := range a.rows {
		d := realPart(a.at(j, j))
		for k := range j {
			m := abs(a.at(j, k))
			d -= m * m
		}
		if !(d > 0) {
			return false
		}
		d = math.Sqrt(d)
		a.set(j, j, fromFloat[T](d))
		for i := j + 1; i < a.rows; i++ {
			v := a.at(i, j)
			for k := range j {
				v -= a.at(i, k) * conj(a.at(j, k))
			}
			a.set(i, j, v/fromFloat[T](d))
		}
	}
	clearUpper(a)
	return true
}

// reflector returns tau and the real beta of LAPACK's larfg: H = 1 − tau·v·vᴴ with v[0] = 1
// makes Hᴴ·x the vector (beta, 0, …). x becomes v.
func reflector[T element](x []T) (tau T, beta float64) {
	norm := 0.0
	for _, v := range x[1:] {
		norm = math.Hypot(norm, abs(v))
	}
	alpha := x[0]
	imaginary := abs(alpha - fromFloat[T](realPart(alpha)))
	if norm == 0 && imaginary == 0 {
		x[0] = 1
		return 0, realPart(alpha)
	}
	beta = -math.Copysign(math.Hypot(abs(alpha), norm), realPart(alpha))
	b := fromFloat[T](beta)
	for i := range x[1:] {
		x[i+1] /= alpha - b
	}
	x[0] = 1
	return (b - alpha) / b, beta
}

// reflect applies 1 − tau·v·vᴴ to the rows of a from r on, in the columns from c on.
func reflect[T element](a mat[T], v []T, tau T, r, c int) {
	for j := c; j < a.cols; j++ {
		var sum T
		for i, f := range v {
			sum += conj(f) * a.at(r+i, j)
		}
		for i, f := range v {
			a.set(r+i, j, a.at(r+i, j)-tau*f*sum)
		}
	}
}

func qrAny[T element](a mat[T], k int) (q, r mat[T]) {
	steps := min(a.rows, a.cols)
	vs, taus := make([][]T, steps), make([]T, steps)
	for j := range steps {
		v := make([]T, a.rows-j)
		for i := range v {
			v[i] = a.at(j+i, j)
		}
		tau, beta := reflector(v)
		reflect(a, v, conj(tau), j, j)
		a.set(j, j, fromFloat[T](beta))
		for i := j + 1; i < a.rows; i++ {
			a.set(i, j, 0)
		}
		vs[j], taus[j] = v, tau
	}
	q, r = newMat[T](a.rows, k), newMat[T](k, a.cols)
	for i := range min(k, a.rows) {
		copy(r.row(i), a.row(i))
		q.set(i, i, 1)
	}
	for j := steps - 1; j >= 0; j-- {
		reflect(q, vs[j], taus[j], j, 0)
	}
	return q, r
}

// sweeps is how often Jacobi's method goes over a matrix before it gives up.
const sweeps = 60

// eighAny is Jacobi's method: rotations that make elements off the diagonal zero.
func eighAny[T element](a mat[T]) (w []float64, v mat[T], ok bool) {
	n := a.rows
	v = identity[T](n)
	for range sweeps {
		off, all := 0.0, 0.0
		for i := range n {
			for j := range n {
				m := abs(a.at(i, j))
				all = math.Hypot(all, m)
				if i != j {
					off = math.Hypot(off, m)
				}
			}
		}
		if off <= 1e-17*all || off == 0 {
			ok = true
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				m := abs(a.at(p, q))
				if m == 0 {
					continue
				}
				phase := unit(a.at(p, q), m)
				c, s := rotation(realPart(a.at(p, p)), realPart(a.at(q, q)), m)
				rotateColumns(a, p, q, c, s, phase)
				rotateRows(a, p, q, c, s, phase)
				rotateColumns(v, p, q, c, s, phase)
				for _, at := range [][2]int{{p, q}, {q, p}} {
					a.set(at[0], at[1], 0)
				}
				for _, i := range []int{p, q} {
					a.set(i, i, fromFloat[T](realPart(a.at(i, i))))
				}
			}
		}
	}
	w = make([]float64, n)
	for i := range n {
		w[i] = realPart(a.at(i, i))
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(w[i], w[j]) })
	return permuted(w, order), permutedColumns(v, order), ok
}

func compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func permuted(w []float64, order []int) []float64 {
	out := make([]float64, len(order))
	for i, j := range order {
		out[i] = w[j]
	}
	return out
}

func permutedColumns[T element](a mat[T], order []int) mat[T] {
	b := newMat[T](a.rows, len(order))
	for i := range a.rows {
		for k, j := range order {
			b.set(i, k, a.at(i, j))
		}
	}
	return b
}

// rotation returns cosine and sine of the angle that makes [[x, m], [m, y]] diagonal.
func rotation(x, y, m float64) (c, s float64) {
	theta := (y - x) / (2 * m)
	t := 1 / (math.Abs(theta) + math.Hypot(theta, 1))
	if theta < 0 {
		t = -t
	}
	c = 1 / math.Hypot(t, 1)
	return c, t * c
}

// rotateColumns multiplies by the rotation of columns p and q, whose element (p, q) of
// the matrix has that phase.
func rotateColumns[T element](a mat[T], p, q int, c, s float64, phase T) {
	fc, fs := fromFloat[T](c), fromFloat[T](s)
	for i := range a.rows {
		x, y := a.at(i, p), a.at(i, q)
		a.set(i, p, fc*x-fs*conj(phase)*y)
		a.set(i, q, fs*phase*x+fc*y)
	}
}

func rotateRows[T element](a mat[T], p, q int, c, s float64, phase T) {
	fc, fs := fromFloat[T](c), fromFloat[T](s)
	for j := range a.cols {
		x, y := a.at(p, j), a.at(q, j)
		a.set(p, j, fc*x-fs*phase*y)
		a.set(q, j, fs*conj(phase)*x+fc*y)
	}
}

// tiny is what the length of a column may be by rounding alone, the whole matrix's being 1.
const tiny = 0x1p-52

// svdAny is Jacobi's one-sided method: rotations that make columns orthogonal.
func svdAny[T element](a mat[T], ku, kv int) (u mat[T], s []float64, vh mat[T], ok bool) {
	if a.rows < a.cols { // the adjoint's columns are longer than they are many
		v, s, uh, ok := svdAny(a.adjoint(), kv, ku)
		return uh.adjoint(), s, v.adjoint(), ok
	}
	n := a.cols
	v := identity[T](n)
	most := 0.0
	for _, f := range a.data {
		most = math.Hypot(most, abs(f))
	}
	if most > 0 { // the squares below stay in range
		for i := range a.data {
			a.data[i] /= fromFloat[T](most)
		}
	}
	for range sweeps {
		turned := false
		for p := range n {
			for q := p + 1; q < n; q++ {
				x, y := 0.0, 0.0
				var dot T
				for i := range a.rows {
					mp, mq := abs(a.at(i, p)), abs(a.at(i, q))
					x, y = x+mp*mp, y+mq*mq
					dot += conj(a.at(i, p)) * a.at(i, q)
				}
				m := abs(dot)
				if m <= 0x1p-52*math.Sqrt(x*y) || min(x, y) <= tiny*tiny {
					continue
				}
				turned = true
				phase := unit(dot, m)
				c, sn := rotation(x, y, m)
				rotateColumns(a, p, q, c, sn, phase)
				rotateColumns(v, p, q, c, sn, phase)
			}
		}
		if !turned {
			ok = true
			break
		}
	}
	norms, order := make([]float64, n), make([]int, n)
	for j := range n {
		order[j] = j
		for i := range a.rows {
			norms[j] = math.Hypot(norms[j], abs(a.at(i, j)))
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(norms[j], norms[i]) })
	s = permuted(norms, order)
	a = permutedColumns(a, order)
	for j := range n {
		for i := range a.rows {
			if s[j] > tiny {
				a.set(i, j, a.at(i, j)/fromFloat[T](s[j]))
			}
		}
	}
	u = completed(a, s, ku)
	for j := range s {
		s[j] *= most
	}
	return u, s, permutedColumns(v, order).adjoint().firstRows(kv), ok
}

func (a mat[T]) firstRows(n int) mat[T] { return mat[T]{n, a.cols, a.data[:n*a.cols]} }

// completed returns k orthonormal columns, the first of them those of a; where a
// singular value is zero, or there are no more columns, they are made up.
func completed[T element](a mat[T], s []float64, k int) mat[T] {
	u := newMat[T](a.rows, k)
	for i := range a.rows {
		copy(u.row(i), a.row(i)[:min(k, a.cols)])
	}
	unitVector := 0
	for j := range k {
		if j < len(s) && s[j] > tiny {
			continue
		}
		for ; unitVector < a.rows; unitVector++ {
			x := make([]T, a.rows)
			x[unitVector] = 1
			for range 2 { // twice is enough for Gram and Schmidt
				for c := range k {
					if c >= j && !(c < len(s) && s[c] > tiny) {
						continue
					}
					var dot T
					for i := range x {
						dot += conj(u.at(i, c)) * x[i]
					}
					for i := range x {
						x[i] -= dot * u.at(i, c)
					}
				}
			}
			norm := 0.0
			for _, v := range x {
				norm = math.Hypot(norm, abs(v))
			}
			if norm > 1e-2/float64(a.rows) {
				for i := range x {
					u.set(i, j, x[i]/fromFloat[T](norm))
				}
				unitVector++
				break
			}
		}
	}
	return u
}

// eigAny is the QR algorithm: reflections to Hessenberg's form, then rotations with
// Wilkinson's shifts to Schur's, whose eigenvectors substitution finds.
func eigAny(a mat[complex128]) (w []complex128, v mat[complex128], ok bool) {
	n := a.rows
	z := identity[complex128](n)
	for k := 0; k+2 < n; k++ {
		x := make([]complex128, n-k-1)
		for i := range x {
			x[i] = a.at(k+1+i, k)
		}
		tau, _ := reflector(x)
		reflect(a, x, cmplx.Conj(tau), k+1, 0)
		for _, m := range []mat[complex128]{a, z} { // from the right: m·(1 − tau·x·xᴴ)
			for i := range n {
				var sum complex128
				for j, f := range x {
					sum += m.at(i, k+1+j) * f
				}
				for j, f := range x {
					m.set(i, k+1+j, m.at(i, k+1+j)-tau*sum*cmplx.Conj(f))
				}
			}
		}
	}
	if !schur(a, z) {
		return nil, z, false
	}
	w = make([]complex128, n)
	v = newMat[complex128](n, n)
	scale := 0.0
	for _, c := range a.data {
		scale = max(scale, cmplx.Abs(c))
	}
	tiny := complex(max(scale*0x1p-52, math.SmallestNonzeroFloat64), 0)
	for k := range n {
		w[k] = a.at(k, k)
		x := make([]complex128, n)
		x[k] = 1
		for i := k - 1; i >= 0; i-- {
			var sum complex128
			for j := i + 1; j <= k; j++ {
				sum += a.at(i, j) * x[j]
			}
			d := a.at(i, i) - w[k]
			if cmplx.Abs(d) < real(tiny) {
				d = tiny
			}
			x[i] = -sum / d
			if m := cmplx.Abs(x[i]); m > 1e100 { // keep the vector in range
				for j := i; j <= k; j++ {
					x[j] /= complex(m, 0)
				}
			}
		}
		norm := 0.0
		y := make([]complex128, n)
		for i := range n {
			for j := 0; j <= k; j++ {
				y[i] += z.at(i, j) * x[j]
			}
			norm = math.Hypot(norm, cmplx.Abs(y[i]))
		}
		for i := range n {
			if norm > 0 {
				v.set(i, k, y[i]/complex(norm, 0))
			}
		}
	}
	return w, v, true
}

// schur makes the Hessenberg matrix h upper triangular by rotations, which z collects.
func schur(h, z mat[complex128]) bool {
	n := h.rows
	for hi, tries := n-1, 0; hi > 0; {
		lo := hi
		for lo > 0 {
			s := cmplx.Abs(h.at(lo-1, lo-1)) + cmplx.Abs(h.at(lo, lo))
			if cmplx.Abs(h.at(lo, lo-1)) <= 0x1p-52*s || h.at(lo, lo-1) == 0 {
				h.set(lo, lo-1, 0)
				break
			}
			lo--
		}
		if lo == hi {
			hi, tries = hi-1, 0
			continue
		}
		if tries++; tries > 30*n+300 {
			return false
		}
		shift := wilkinson(h.at(hi-1, hi-1), h.at(hi-1, hi), h.at(hi, hi-1), h.at(hi, hi))
		if tries%11 == 10 { // out of a circle
			shift += complex(cmplx.Abs(h.at(hi, hi-1)), 0)
		}
		for i := lo; i <= hi; i++ {
			h.set(i, i, h.at(i, i)-shift)
		}
		type turn struct {
			c float64
			s complex128
		}
		turns := make([]turn, hi-lo)
		for k := lo; k < hi; k++ { // R = Gᴴ·H, from the left
			x, y := h.at(k, k), h.at(k+1, k)
			norm := math.Hypot(cmplx.Abs(x), cmplx.Abs(y))
			t := turn{1, 0}
			if ax := cmplx.Abs(x); norm > 0 && ax > 0 {
				t = turn{ax / norm, x / complex(ax, 0) * cmplx.Conj(y) / complex(norm, 0)}
			} else if norm > 0 {
				t = turn{0, 1}
			}
			turns[k-lo] = t
			for j := k; j < n; j++ {
				x, y := h.at(k, j), h.at(k+1, j)
				h.set(k, j, complex(t.c, 0)*x+t.s*y)
				h.set(k+1, j, complex(t.c, 0)*y-cmplx.Conj(t.s)*x)
			}
		}
		for k := lo; k < hi; k++ { // H = R·G, from the right
			t := turns[k-lo]
			for _, m := range []mat[complex128]{h, z} {
				rows := n
				if &m.data[0] == &h.data[0] {
					rows = min(k+2, hi+1)
				}
				for i := range rows {
					x, y := m.at(i, k), m.at(i, k+1)
					m.set(i, k, complex(t.c, 0)*x+cmplx.Conj(t.s)*y)
					m.set(i, k+1, complex(t.c, 0)*y-t.s*x)
				}
			}
		}
		for i := lo; i <= hi; i++ {
			h.set(i, i, h.at(i, i)+shift)
		}
	}
	return true
}

// wilkinson returns the eigenvalue of [[a, b], [c, d]] that is nearer to d.
func wilkinson(a, b, c, d complex128) complex128 {
	half := (a - d) / 2
	root := cmplx.Sqrt(half*half + b*c)
	if real(half)*real(root)+imag(half)*imag(root) < 0 {
		root = -root
	}
	if half+root == 0 {
		return d
	}
	return d - b*c/(half+root)
}
