package lapack

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

// Eigenvalues and vectors of symmetric tridiagonal matrices by divide and conquer: J. J. M. Cuppen (1981), with
// deflation and the roots of the secular equation as in M. Gu and S. C. Eisenstat (1995), "A Divide-and-Conquer
// Algorithm for the Symmetric Tridiagonal Eigenproblem". Secular equations are solved in float64, products of vectors are
// in the dtype F.

// divideBase is the greatest matrix that is left to the QL algorithm.
const divideBase = 32

// tridiagonalDC makes d the eigenvalues, in ascending order, of the tridiagonal matrix of d and e, and sets row i of z, which is
// zero, to a vector of d[i]. e[n−1] is not read; e is undefined then. It reports whether the iterations converged.
func tridiagonalDC[F Real](w *Work, d, e []float64, z Matrix[F]) (ok bool) {
	n := len(d)
	w.check()
	if n <= divideBase {
		for i := range n {
			z.Set(i, i, 1)
		}
		defer w.release(w.mark())
		x := take[F](w, n, n)
		x.CopyFrom(z)
		if !tridiagonalQL(w, d, e, iterationTolerance[F](), turner(w, x)) {
			return false
		}
		for i, from := range sorted(d, false) {
			copy(z.Row(i), x.Row(from))
		}
		return true
	}
	k := n / 2
	rho := e[k-1]
	d[k-1] -= math.Abs(rho)
	d[k] -= math.Abs(rho)
	z1, z2 := z.Part(0, k, 0, k), z.Part(k, n, k, n)
	if !tridiagonalDC(w, d[:k], e[:k], z1) || !tridiagonalDC(w, d[k:], e[k:], z2) {
		return false
	}
	m := &merge[F]{Work: w, z: z, k: k, d: d, u: make([]float64, n), rho: 2 * math.Abs(rho)}
	for i := range k {
		m.u[i] = float64(z1.At(i, k-1)) * math.Sqrt2 / 2
	}
	for i := range n - k {
		m.u[k+i] = math.Copysign(math.Sqrt2/2, rho) * float64(z2.At(i, 0))
	}
	return m.run()
}

// A merge makes of the eigenvalues d of two halves, with vectors in the rows of z, those of diag(d) + rho·u·uᵀ.
type merge[F Real] struct {
	*Work
	z    Matrix[F]
	k    int // rows of the first half
	d, u []float64
	rho  float64

	order []int  // the rows, by ascending d
	side  []side // of rows, which columns are not zero
	kept  []int  // rows that are not deflated, by ascending d
	off   []int  // those that are
}

// A side says in which half of the columns a vector has elements.
type side uint8

const (
	firstHalf side = 1 << iota
	secondHalf
)

func (m *merge[F]) run() bool {
	n := len(m.d)
	m.order, m.side = make([]int, n), make([]side, n)
	for i := range n {
		m.order[i], m.side[i] = i, firstHalf
		if i >= m.k {
			m.side[i] = secondHalf
		}
	}
	slices.SortStableFunc(m.order, func(i, j int) int {
		switch {
		case m.d[i] < m.d[j]:
			return -1
		case m.d[i] > m.d[j]:
			return 1
		}
		return 0
	})
	m.deflate()
	kept := len(m.kept)
	values := make([]float64, kept)
	defer m.release(m.mark())
	s := take[F](m.Work, kept, kept)
	if kept > 0 && !m.secular(values, s) {
		return false
	}
	m.combine(values, s)
	return true
}

// deflate finds eigenvalues that are those of the halves already: of vectors without a share in u, or equal to another one.
func (m *merge[F]) deflate() {
	most, share := 0.0, 0.0
	for i, v := range m.d {
		most, share = max(most, math.Abs(v)), max(share, math.Abs(m.u[i]))
	}
	tolerance := 4 * Epsilon[F]() * max(most, share)
	before := -1 // the last row that is kept, so far
	for _, i := range m.order {
		if m.rho*math.Abs(m.u[i]) <= tolerance {
			m.u[i] = 0
			m.off = append(m.off, i)
			continue
		}
		if before >= 0 {
			s, c := m.u[before], m.u[i]
			r := math.Hypot(c, s)
			c, s = c/r, -s/r
			if t := m.d[i] - m.d[before]; math.Abs(t*c*s) <= tolerance {
				// A rotation of both vectors leaves one of them no share.
				m.u[i], m.u[before] = r, 0
				rotate(m.z.Row(before), m.z.Row(i), F(c), F(s))
				m.side[i] |= m.side[before]
				m.side[before] = m.side[i]
				d0, d1 := m.d[before], m.d[i]
				m.d[before], m.d[i] = d0*c*c+d1*s*s, d0*s*s+d1*c*c
				m.off = append(m.off, before)
				m.kept[len(m.kept)-1] = i
				before = i
				continue
			}
		}
		m.kept = append(m.kept, i)
		before = i
	}
}

// secular sets values to the eigenvalues of the rows that are kept, in ascending order, and row j of s to the vector of
// values[j] in terms of the kept rows.
func (m *merge[F]) secular(values []float64, s Matrix[F]) bool {
	n := len(m.kept)
	p := &secular{Work: m.Work, d: make([]float64, n), u: make([]float64, n), rho: m.rho, tolerance: iterationTolerance[F]()}
	for i, row := range m.kept {
		p.d[i], p.u[i] = m.d[row], m.u[row]
	}
	defer m.release(m.mark())
	p.gaps = take[float64](m.Work, n, n)
	if !p.solve() {
		return false
	}
	for j, r := range p.roots {
		values[j] = p.d[r.origin] + r.step
	}
	m.split(n, float64(4*n), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			row := p.gaps.Row(j)
			simd.Quotients(row, p.u)
			f := 1 / math.Sqrt(simd.Dot(row, row))
			to := s.Row(j)
			for i, v := range row {
				to[i] = F(v * f)
			}
		}
	})
	return true
}

// A secular is the secular equation 1 + rho·Σ u²/(p − λ) = 0 of poles p, which ascend: d, or their squares.
type secular struct {
	*Work
	d, u    []float64
	rho     float64
	squares bool

	tolerance float64 // of the function's value at a root, as a part of the sum of the magnitudes in it

	roots []secularRoot
	gaps  Matrix[float64] // row j is the poles less root j
}

// A secularRoot is a root that is a step away from a pole.
type secularRoot struct {
	origin int
	step   float64
}

// apart returns pole i less pole j.
func (p *secular) apart(i, j int) float64 {
	if p.squares {
		return (p.d[i] - p.d[j]) * (p.d[i] + p.d[j])
	}
	return p.d[i] - p.d[j]
}

// solve finds the roots and the gaps, and changes u to that of which these are exactly the roots: with it vectors are
// orthogonal (Gu and Eisenstat). It reports whether the iterations converged.
func (p *secular) solve() bool {
	n := len(p.d)
	p.roots = make([]secularRoot, n)
	var failed atomic.Bool
	p.split(n, float64(20*n), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			r, ok := p.root(j, p.gaps.Row(j))
			p.roots[j] = r
			if !ok {
				failed.Store(true)
			}
		}
	})
	if failed.Load() {
		return false
	}
	p.split(n, float64(4*n), func(lo, hi int) {
		products, apart := make([]float64, hi-lo), make([]float64, hi-lo)
		for i := range products {
			products[i] = 1
		}
		for j := range n {
			for i := range apart {
				apart[i] = p.apart(lo+i, j)
			}
			if lo <= j && j < hi {
				apart[j-lo] = 1
			}
			simd.MultiplyQuotients(products, p.gaps.Row(j)[lo:hi], apart)
		}
		for i, f := range products {
			p.u[lo+i] = math.Copysign(math.Sqrt(math.Abs(f)/p.rho), p.u[lo+i])
		}
	})
	return true
}

// root finds root j, which is above pole j, and sets gaps.
func (p *secular) root(j int, gaps []float64) (r secularRoot, ok bool) {
	n, u, rho := len(p.d), p.u, p.rho
	if n == 1 {
		r.step = rho * u[0] * u[0]
		gaps[0] = -r.step
		return r, true
	}
	last := j == n-1
	var lo, hi float64
	r.origin = j
	if last {
		for _, v := range u {
			hi += rho * v * v
		}
	} else {
		// f at the middle tells which pole is nearer: distances are counted from it, so that they have no error to speak of.
		width := p.apart(j+1, j)
		for i := range gaps {
			gaps[i] = p.apart(i, j)
		}
		if sum, _ := simd.RationalSums(gaps, u, width/2); 1+rho*sum >= 0 {
			hi = width / 2
		} else {
			r.origin, lo = j+1, -width/2
		}
	}
	for i := range gaps {
		gaps[i] = p.apart(i, r.origin)
	}
	t := (lo + hi) / 2
	for try := range 200 {
		// psi sums poles up to j, phi those above, with their derivatives.
		psi, dpsi := simd.RationalSums(gaps[:j+1], u, t)
		phi, dphi := simd.RationalSums(gaps[j+1:], u[j+1:], t)
		f := 1/rho + psi + phi
		if f < 0 {
			lo = max(lo, t)
		} else {
			hi = min(hi, t)
		}
		if math.Abs(f) <= p.tolerance*float64(n)/8*(1/rho+math.Abs(psi)+math.Abs(phi)) && try > 0 || f == 0 {
			ok = true
			break
		}
		next := interpolated(gaps[j], t, f, dpsi, dphi, gaps[min(j+1, n-1)], last)
		if !(next > lo && next < hi) {
			next = between(lo, hi)
		}
		if next == t || next <= lo || next >= hi || math.Abs(next-t) <= p.tolerance/2*math.Abs(t) {
			ok = true
			break
		}
		t = next
	}
	r.step = t
	for i := range gaps {
		gaps[i] -= t
	}
	return r, ok
}

// between returns a number between lo and hi, of one sign: nearer to 0 by magnitudes if they are far apart.
func between(lo, hi float64) float64 {
	switch {
	case lo == 0:
		return hi / 16
	case hi == 0:
		return lo / 16
	case lo > 0 && hi > 4*lo:
		return math.Sqrt(lo) * math.Sqrt(hi)
	case hi < 0 && lo < 4*hi:
		return -math.Sqrt(-lo) * math.Sqrt(-hi)
	}
	return (lo + hi) / 2
}

// interpolated returns the root of the function that has poles at p and q, and at t the value f and the derivatives of both
// parts of the secular function: of one pole for the last root.
func interpolated(p, t, f, dpsi, dphi, q float64, last bool) float64 {
	a := p - t
	if last {
		// c + s/(p − x) with s = a²·dpsi
		s := a * a * dpsi
		c := f - a*dpsi
		return p + s/c
	}
	b := q - t
	s, r := a*a*dpsi, b*b*dphi
	c := f - a*dpsi - b*dphi
	// c·(a−y)·(b−y) + s·(b−y) + r·(a−y) = 0 for the step y.
	k := c*(a+b) + s + r
	constant := c*a*b + s*b + r*a
	root := math.Sqrt(max(k*k-4*c*constant, 0))
	var y float64
	if k >= 0 {
		y = 2 * constant / (k + root)
	} else {
		y = (k - root) / (2 * c)
	}
	return t + y
}

// combine makes z and d those of the whole matrix, in ascending order.
func (m *merge[F]) combine(values []float64, s Matrix[F]) {
	n := len(m.d)
	kept := len(m.kept)
	defer m.release(m.mark())
	fresh := take[F](m.Work, n, n)
	x := fresh.Part(0, kept, 0, n)
	combineHalf(m.Work, x.Part(0, kept, 0, m.k), s, m.z.Part(0, n, 0, m.k), m.kept, m.side, firstHalf)
	combineHalf(m.Work, x.Part(0, kept, m.k, n), s, m.z.Part(0, n, m.k, n), m.kept, m.side, secondHalf)
	all := append(make([]float64, 0, n), values...)
	for l, row := range m.off {
		copy(fresh.Row(kept+l), m.z.Row(row))
		all = append(all, m.d[row])
	}
	copy(m.d, all)
	for i, from := range sorted(m.d, false) {
		copy(m.z.Row(i), fresh.Row(from))
	}
}

// combineHalf sets x to the columns of s times the rows of z that are kept, where these have elements: in half of the columns.
func combineHalf[F Real](w *Work, x, s, z Matrix[F], kept []int, sides []side, half side) {
	var at []int
	for i, row := range kept {
		if sides[row]&half != 0 {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		for i := range x.Rows {
			clear(x.Row(i))
		}
		return
	}
	defer w.release(w.mark())
	columns, rows := take[F](w, x.Rows, len(at)), take[F](w, len(at), x.Cols)
	for l, i := range at {
		copy(rows.Row(l), z.Row(kept[i]))
	}
	for j := range x.Rows {
		from, to := s.Row(j), columns.Row(j)
		for l, i := range at {
			to[l] = from[i]
		}
	}
	multiply(w, x, columns, None, rows, None)
}
