package lapack

import (
	"cmp"
	"math"
	"slices"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

// Singular values and vectors of bidiagonal matrices by divide and conquer: M. Gu and S. C. Eisenstat (1995), "A
// Divide-and-Conquer Algorithm for the Bidiagonal SVD".

// bidiagonalDC makes d the singular values, in any order, of the upper bidiagonal matrix of d and e. It has len(d) rows, and
// as many columns or one more: those that y has rows. Rows i of x and y, which are zero, become the left and the right vector of d[i];
// where there is a column more, the last row of y is what the matrix takes to zero. e is undefined then.
// It reports whether the iterations converged.
func bidiagonalDC[F Real](w *Work, d, e []float64, x, y Matrix[F]) (ok bool) {
	n := len(d)
	w.check()
	if n <= divideBase {
		return bidiagonalBase(w, d, e, x, y)
	}
	k := n / 2 // the row that couples both halves
	last := y.Rows
	alpha, beta := d[k], e[k]
	first, second := half[F]{x.Part(0, k, 0, k), y.Part(0, k+1, 0, k+1)}, half[F]{x.Part(k+1, n, k+1, n), y.Part(k+1, last, k+1, last)}
	if !bidiagonalDC(w, d[:k], e[:k], first.x, first.y) || !bidiagonalDC(w, d[k+1:], e[k+1:], second.x, second.y) {
		return false
	}
	m := &bidiagonalMerge[F]{Work: w, d: d, x: x, y: y, k: k, z: make([]float64, n), side: make([]side, n)}
	for i := range k {
		m.z[i], m.side[i] = alpha*float64(first.y.At(i, k)), firstHalf
	}
	for i := k + 1; i < n; i++ {
		m.z[i], m.side[i] = beta*float64(second.y.At(i-k-1, 0)), secondHalf
	}
	// Row k is that of the pole 0: its left vector is the coupling row alone.
	x.Set(k, k, 1)
	d[k], m.side[k] = 0, firstHalf
	m.z[k] = alpha * float64(first.y.At(k, k))
	if last > n {
		// What either half takes to zero makes the right vector of the pole 0, and that of the whole.
		p := beta * float64(second.y.At(n-k-1, 0))
		if r := math.Hypot(m.z[k], p); r > 0 {
			rotate(y.Row(k), y.Row(n), F(m.z[k]/r), F(p/r))
			m.z[k], m.side[k] = r, firstHalf|secondHalf
		}
	}
	return m.run(max(math.Abs(alpha), math.Abs(beta)))
}

// A half is the vectors of a half of a matrix.
type half[F Real] struct{ x, y Matrix[F] }

// bidiagonalBase is bidiagonalDC by the QR algorithm.
func bidiagonalBase[F Real](w *Work, d, e []float64, x, y Matrix[F]) bool {
	n := len(d)
	for i := range x.Rows {
		x.Set(i, i, 1)
	}
	for i := range y.Rows {
		y.Set(i, i, 1)
	}
	if y.Rows > n && n > 0 {
		// Rotations of the last column with each other leave nothing in it.
		h := e[n-1]
		for i := n - 1; i >= 0; i-- {
			c, s, r := rotation(d[i], h)
			d[i] = r
			rotate(y.Row(i), y.Row(n), F(c), F(s))
			if i > 0 {
				h, e[i-1] = -s*e[i-1], c*e[i-1]
			}
		}
	}
	return bidiagonalQR(w, d, e, iterationTolerance[F](), turner(w, x), turner(w, y), func(i int) { scale(y.Row(i), -1) })
}

// A bidiagonalMerge makes of the singular values d of two halves and the pole 0 of row k, with vectors in the rows of x and y,
// those of the matrix that has z in row k and d on the other rows' diagonal.
type bidiagonalMerge[F Real] struct {
	*Work
	d    []float64
	x, y Matrix[F]
	k    int
	z    []float64
	side []side

	kept, off []int
}

// run merges. most is the greatest magnitude of the coupling row.
func (m *bidiagonalMerge[F]) run(most float64) bool {
	if most = max(most, slices.Max(m.d)); most == 0 {
		return true // the vectors of the halves will do
	}
	m.deflate(4 * Epsilon[F]() * most)
	n := len(m.kept)
	p := &secular{Work: m.Work, d: make([]float64, n), u: make([]float64, n), rho: 1, squares: true, tolerance: iterationTolerance[F]()}
	for i, row := range m.kept {
		p.d[i], p.u[i] = m.d[row], m.z[row]
	}
	defer m.release(m.mark())
	p.gaps = take[float64](m.Work, n, n)
	if !p.solve() {
		return false
	}
	left, right := take[F](m.Work, n, n), take[F](m.Work, n, n)
	values := make([]float64, n)
	m.split(n, float64(6*n), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			values[j] = singularVectors(p, j, left.Row(j), right.Row(j))
		}
	})
	m.combine(values, left, right)
	return true
}

// singularVectors returns singular value j of an equation of squares, and sets its vectors in terms of the poles.
func singularVectors[F Real](p *secular, j int, left, right []F) (value float64) {
	row := p.gaps.Row(j)
	simd.Quotients(row, p.u)
	ls, rs := 1.0, simd.Dot(row, row)
	for i, v := range row[1:] {
		v *= p.d[i+1]
		ls += v * v
	}
	l, r := 1/math.Sqrt(ls), 1/math.Sqrt(rs)
	for i, v := range row {
		left[i], right[i] = F(p.d[i]*v*l), F(v*r)
	}
	left[0] = F(-l) // of the pole 0
	o, step := p.d[p.roots[j].origin], p.roots[j].step
	return o + step/(o+math.Sqrt(o*o+step))
}

// deflate finds singular values that are those of the halves already.
func (m *bidiagonalMerge[F]) deflate(tolerance float64) {
	order := make([]int, 0, len(m.d))
	for i := range m.d {
		if i != m.k {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(m.d[i], m.d[j]) })
	// The pole 0 stays, and the next is kept apart from it.
	m.kept = append(m.kept, m.k)
	if math.Abs(m.z[m.k]) <= tolerance {
		m.z[m.k] = tolerance
	}
	before := -1
	for _, i := range order {
		if math.Abs(m.z[i]) <= tolerance {
			m.off = append(m.off, i)
			continue
		}
		if before >= 0 && m.d[i]-m.d[before] <= tolerance {
			r := math.Hypot(m.z[i], m.z[before])
			c, s := m.z[i]/r, -m.z[before]/r
			m.z[i], m.z[before] = r, 0
			rotate(m.x.Row(before), m.x.Row(i), F(c), F(s))
			rotate(m.y.Row(before), m.y.Row(i), F(c), F(s))
			m.side[i] |= m.side[before]
			m.side[before] = m.side[i]
			m.off = append(m.off, before)
			m.kept[len(m.kept)-1] = i
		} else {
			m.kept = append(m.kept, i)
		}
		before = i
	}
	if len(m.kept) > 1 {
		if i := m.kept[1]; m.d[i] <= tolerance/2 {
			m.d[i] = tolerance / 2
		}
	}
}

// combine makes d, x and y those of the whole matrix.
func (m *bidiagonalMerge[F]) combine(values []float64, left, right Matrix[F]) {
	n, kept, last := len(m.d), len(m.kept), m.y.Rows
	k := m.k
	defer m.release(m.mark())
	x, y := take[F](m.Work, n, n), take[F](m.Work, n, last)
	w := m.Work
	combineHalf(w, y.Part(0, kept, 0, k+1), right, m.y.Part(0, n, 0, k+1), m.kept, m.side, firstHalf)
	combineHalf(w, y.Part(0, kept, k+1, last), right, m.y.Part(0, n, k+1, last), m.kept, m.side, secondHalf)
	m.side[k] = 0 // the left vector of the pole 0 has the one element between the halves
	combineHalf(w, x.Part(0, kept, 0, k), left, m.x.Part(0, n, 0, k), m.kept, m.side, firstHalf)
	combineHalf(w, x.Part(0, kept, k+1, n), left, m.x.Part(0, n, k+1, n), m.kept, m.side, secondHalf)
	for j := range kept {
		x.Set(j, k, left.At(j, 0))
	}
	all := append(make([]float64, 0, n), values...)
	for l, row := range m.off {
		copy(x.Row(kept+l), m.x.Row(row))
		copy(y.Row(kept+l), m.y.Row(row))
		all = append(all, m.d[row])
	}
	copy(m.d, all)
	m.x.CopyFrom(x)
	m.y.Part(0, n, 0, last).CopyFrom(y)
}
