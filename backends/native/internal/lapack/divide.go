package lapack

import (
	"math"
	"slices"
	"sync/atomic"
)

// Eigenvalues and vectors of symmetric tridiagonal matrices by divide and conquer: J. J. M. Cuppen (1981), with
// deflation and the roots of the secular equation as in M. Gu and S. C. Eisenstat (1995), "A Divide-and-Conquer
// Algorithm for the Symmetric Tridiagonal Eigenproblem". Secular equations are solved in float64, products of vectors are
// in the dtype F.

// divideBase is the greatest matrix that is left to the QL algorithm.
const divideBase = 32

// tridiagonalDC makes d the eigenvalues, in ascending order, of the tridiagonal matrix of d and e, and sets row i of z, which is
// zero, to a vector of d[i]. e[n−1] is not read; e is undefined then. It reports whether the iterations converged.
func tridiagonalDC[F Real](w *Work, d, e []float64, z Matrix[F]) (converged bool) {
	n := len(d)
	w.check()
	if n <= divideBase {
		for i := range n {
			z.Set(i, i, 1)
		}
		defer w.release(w.mark())
		x := take[F](w, n, n)
		x.CopyFrom(z)
		if !tridiagonalQL(w, d, e, turner(w, x)) {
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
	d, u := make([]float64, n), make([]float64, n)
	for i, row := range m.kept {
		d[i], u[i] = m.d[row], m.u[row]
	}
	var failed atomic.Bool
	gaps, done := scratch[float64](n, n) // row j is d − values[j]
	defer done()
	m.split(n, float64(20*n), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			v, ok := secularRoot(d, u, m.rho, j, gaps.Row(j))
			values[j] = v
			if !ok {
				failed.Store(true)
			}
		}
	})
	if failed.Load() {
		return false
	}
	// The u whose eigenvalues are exactly these: with it vectors are orthogonal (Gu and Eisenstat).
	exact := make([]float64, n)
	m.split(n, float64(4*n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f := -gaps.At(i, i)
			for j := range n {
				if j != i {
					f *= gaps.At(j, i) / (d[i] - d[j])
				}
			}
			exact[i] = math.Copysign(math.Sqrt(math.Abs(f)), u[i])
		}
	})
	m.split(n, float64(4*n), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			row, sum := gaps.Row(j), 0.0
			for i, g := range row {
				v := exact[i] / g
				row[i] = v
				sum += v * v
			}
			f := 1 / math.Sqrt(sum)
			to := s.Row(j)
			for i, v := range row {
				to[i] = F(v * f)
			}
		}
	})
	return true
}

// secularRoot returns root j of 1 + rho·Σ u²/(d − λ), which is above d[j], and sets gaps to d − λ. d ascends.
func secularRoot(d, u []float64, rho float64, j int, gaps []float64) (root float64, ok bool) {
	n := len(d)
	if n == 1 {
		gaps[0] = -rho * u[0] * u[0]
		return d[0] - gaps[0], true
	}
	last := j == n-1
	sum := 0.0
	for _, v := range u {
		sum += v * v
	}
	width := rho * sum // the root is less than that above d[j] if j is the last
	if !last {
		width = d[j+1] - d[j]
	}
	// f at the middle tells which pole is nearer: distances are counted from it, so that they have no error to speak of.
	origin, lo, hi := j, 0.0, width
	if !last {
		f := 1.0
		for i, v := range u {
			f += rho * v * v / ((d[i] - d[j]) - width/2)
		}
		if f >= 0 {
			hi = width / 2
		} else {
			origin, lo, hi = j+1, -width/2, 0
		}
	}
	t := (lo + hi) / 2
	o := d[origin]
	for try := range 100 {
		// psi sums poles up to j, phi those above, with their derivatives.
		psi, dpsi, phi, dphi := 0.0, 0.0, 0.0, 0.0
		for i := 0; i <= j; i++ {
			q := u[i] / ((d[i] - o) - t)
			psi += u[i] * q
			dpsi += q * q
		}
		for i := j + 1; i < n; i++ {
			q := u[i] / ((d[i] - o) - t)
			phi += u[i] * q
			dphi += q * q
		}
		f := 1/rho + psi + phi
		if f < 0 {
			lo = max(lo, t)
		} else {
			hi = min(hi, t)
		}
		if math.Abs(f) <= 0x1p-52*float64(n)/8*(1/rho+math.Abs(psi)+math.Abs(phi)) && try > 0 || f == 0 {
			ok = true
			break
		}
		next := interpolated(d[j]-o, t, f, dpsi, dphi, d[min(j+1, n-1)]-o, last)
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
			if lo > 0 && hi > 4*lo { // towards the pole, by magnitudes
				next = math.Sqrt(lo) * math.Sqrt(hi)
			} else if hi < 0 && lo < 4*hi {
				next = -math.Sqrt(-lo) * math.Sqrt(-hi)
			} else if lo == 0 {
				next = hi / 16
			} else if hi == 0 {
				next = lo / 16
			}
		}
		if next == t || next == lo || next == hi || math.Abs(next-t) <= 0x1p-53*math.Abs(t) {
			ok = true
			break
		}
		t = next
	}
	for i, v := range d {
		gaps[i] = (v - o) - t
	}
	return o + t, ok
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
	fresh, done := scratch[F](n, n)
	defer done()
	x := Matrix[F]{fresh.Data, kept, n, fresh.Stride}
	for _, h := range []struct {
		of       side
		from, to int
	}{{firstHalf, 0, m.k}, {secondHalf, m.k, n}} {
		var at []int // which of the kept rows have elements there
		for i, row := range m.kept {
			if m.side[row]&h.of != 0 {
				at = append(at, i)
			}
		}
		part := x.Part(0, kept, h.from, h.to)
		if len(at) == 0 {
			for i := range kept {
				clear(part.Row(i))
			}
			continue
		}
		mark := m.mark()
		columns, rows := take[F](m.Work, kept, len(at)), take[F](m.Work, len(at), h.to-h.from)
		for l, i := range at {
			copy(rows.Row(l), m.z.Row(m.kept[i])[h.from:h.to])
		}
		for j := range kept {
			from, to := s.Row(j), columns.Row(j)
			for l, i := range at {
				to[l] = from[i]
			}
		}
		multiply(m.Work, part, columns, None, rows, None)
		m.release(mark)
	}
	for l, row := range m.off {
		copy(fresh.Row(kept+l), m.z.Row(row))
	}
	all := append(slices.Clone(values), make([]float64, 0, len(m.off))...)
	for _, row := range m.off {
		all = append(all, m.d[row])
	}
	copy(m.d, all)
	for i, from := range sorted(m.d, false) {
		copy(m.z.Row(i), fresh.Row(from))
	}
}
