package lapack

import "math"

// The small-bulge multishift QR algorithm with aggressive early deflation (K. Braman, R. Byers and R. Mathias, The multishift
// QR algorithm, parts I and II, SIAM J. Matrix Anal. Appl. 23, 2002). Steps are done in windows along the diagonal;
// what they do is collected in an orthogonal matrix, by which the rest is multiplied.

const (
	// doubleShiftTo is up to which size the double-shift iteration is faster.
	doubleShiftTo = 75
	// multishiftFrom is up to which size a whole matrix is left to it.
	multishiftFrom = 75
	// chainBulges is how many bulges follow one another in a window.
	chainBulges = 16
	// sweepsWithout is how many sweeps may deflate nothing before the double-shift iteration goes on.
	sweepsWithout = 30
)

// shiftsOf returns how many shifts a sweep over n rows has, and the size of the window of deflation.
func shiftsOf(n int) (shifts, window int) {
	switch {
	case n < 150:
		shifts = 10
	case n < 590:
		shifts = max(10, int(float64(n)/math.Log2(float64(n))))
	case n < 3000:
		shifts = 64
	default:
		shifts = 128
	}
	shifts -= shifts % 2
	return shifts, shifts * 3 / 2
}

// multishift is run for rows 0 … n−1.
func (q *realQR[F]) multishift() bool {
	without := 0
	for i := q.h.Rows - 1; i >= 0; {
		q.w.check()
		if without >= sweepsWithout {
			return q.doubleShift(i)
		}
		l := subdiagonal(q.h, i, without)
		if i-l < doubleShiftTo {
			if !q.finish(l, i+1) {
				return false
			}
			i, without = l-1, 0
			continue
		}
		shifts, window := shiftsOf(i - l + 1)
		deflated, roots, ok := q.deflate(l, i+1, min(window, i-l+1))
		if !ok {
			return q.doubleShift(i)
		}
		i -= deflated
		if deflated > 0 {
			without = 0
		}
		if i-l < doubleShiftTo || 100*deflated > 14*window {
			continue
		}
		without++
		pairs := pairsOf(roots, shifts/2)
		if without%6 == 0 || len(pairs) == 0 {
			pairs = q.exceptional(l, i, shifts/2)
		}
		for lo := 0; lo < len(pairs); lo += chainBulges {
			q.sweep(l, i, pairs[lo:min(lo+chainBulges, len(pairs))])
		}
	}
	return true
}

// finish makes rows and columns a … b−1, which are a block of their own, a Schur form.
func (q *realQR[F]) finish(a, b int) bool {
	n := b - a
	t, done := scratch[F](n, n)
	defer done()
	t.CopyFrom(q.h.Part(a, b, a, b))
	u, doneU := scratch[F](n, n)
	defer doneU()
	u.SetIdentity()
	local := &realQR[F]{w: q.w, h: t, z: u, values: q.values[a:b], whole: true}
	if !local.doubleShift(n - 1) {
		return false
	}
	q.h.Part(a, b, a, b).CopyFrom(t)
	q.outside(a, b, a, b, u, false)
	return true
}

// outside multiplies what is above and to the right of rows and columns a … b−1, and z, by u: from the left by its transpose.
// first … end−1 are the rows of the block that is not decomposed yet. u is the transpose if transposed.
func (q *realQR[F]) outside(a, b, first, end int, u Matrix[F], transposed bool) {
	from, to := first, end
	if q.whole {
		from, to = 0, q.h.Rows
	}
	left, right := Transposed, None
	if transposed {
		left, right = None, Transposed
	}
	s, done := scratch[F](b-a, max(q.h.Rows, 1))
	defer done()
	if to > b {
		part, old := q.h.Part(a, b, b, to), Matrix[F]{s.Data, b - a, to - b, to - b}
		old.CopyFrom(part)
		multiply(q.w, part, u, left, old, None)
	}
	columns := func(part Matrix[F]) {
		old := Matrix[F]{s.Data, part.Rows, b - a, b - a}
		old.CopyFrom(part)
		multiply(q.w, part, old, None, u, right)
	}
	if a > from {
		columns(q.h.Part(from, a, a, b))
	}
	if q.z.Data != nil {
		columns(q.z.Part(0, q.z.Rows, a, b))
	}
}

// deflate looks for eigenvalues in the last window rows of first … end−1 that have converged. It returns how many there
// are, and the eigenvalues of the rest of the window.
func (q *realQR[F]) deflate(first, end, window int) (deflated int, roots []complex128, ok bool) {
	top := end - window
	spike := 0.0
	if top > first {
		spike = q.at(top, top-1)
	}
	t, done := scratch[F](window, window)
	defer done()
	t.CopyFrom(q.h.Part(top, end, top, end))
	v, doneV := scratch[F](window, window)
	defer doneV()
	v.SetIdentity()
	values := make([]complex128, window)
	local := &realQR[F]{w: q.w, h: t, z: v, values: values, whole: true}
	if !local.doubleShift(window - 1) {
		return 0, nil, false
	}
	rest := window
	if spike == 0 {
		rest = 0
	} else {
		rest = local.converged(spike, float64(q.h.Rows))
	}
	roots = local.roots(rest)
	if rest == window {
		return 0, roots, true
	}
	copy(q.values[top+rest:end], local.roots(window)[rest:])
	if rest > 0 {
		local.restore(rest)
	}
	if top > first {
		f := F(0)
		if rest > 0 {
			f = F(spike * float64(v.At(0, 0)))
		}
		q.h.Set(top, top-1, f)
	}
	q.h.Part(top, end, top, end).CopyFrom(t)
	q.outside(top, end, first, end, v, false)
	return window - rest, roots, true
}

// converged moves the blocks whose part of the spike is not negligible to the front, and returns how many rows they have.
func (q *realQR[F]) converged(spike, n float64) int {
	eps := Epsilon[F]()
	small := tiny[F]() * n / eps
	front, rest := 0, q.h.Rows
	for front < rest {
		e := rest - 1
		size, part, count := math.Abs(q.at(e, e)), math.Abs(spike*float64(q.z.At(0, e))), 1
		if e > 0 && q.h.At(e, e-1) != 0 {
			count = 2
			size += math.Sqrt(math.Abs(q.at(e, e-1))) * math.Sqrt(math.Abs(q.at(e-1, e)))
			part = max(part, math.Abs(spike*float64(q.z.At(0, e-1))))
		}
		if size == 0 {
			size = math.Abs(spike)
		}
		if part <= max(small, eps*size) {
			rest -= count
			continue
		}
		if !q.moveUp(rest-count, count, front) {
			return rest
		}
		front += count
	}
	return rest
}

// roots returns the eigenvalues of the first count rows of a Schur form.
func (q *realQR[F]) roots(count int) []complex128 {
	out := make([]complex128, count)
	for i := range out {
		out[i] = complex(q.at(i, i), 0)
		if i > 0 && q.h.At(i, i-1) != 0 {
			im := math.Sqrt(math.Abs(q.at(i, i-1))) * math.Sqrt(math.Abs(q.at(i-1, i)))
			out[i-1], out[i] = complex(q.at(i-1, i-1), im), complex(q.at(i, i), -im)
		}
	}
	return out
}

// restore makes the first count rows of a Schur form with its spike, the first row of z, upper Hessenberg.
func (q *realQR[F]) restore(count int) {
	n := q.h.Rows
	if count < 2 {
		return
	}
	s, done := scratch[F](2, n)
	defer done()
	v := s.Row(0)[:count]
	copy(v, q.z.Row(0)[:count])
	_, tau := reflector(v[0], v[1:])
	v[0] = 1
	applyLeft(q.h.Part(0, count, 0, n), v, tau, s.Row(1))
	applyRight(q.w, q.h.Part(0, count, 0, count), v, v, tau)
	applyRight(q.w, q.z.Part(0, n, 0, count), v, v, tau)
	taus, doneT := scratch[F](1, count)
	defer doneT()
	part := q.h.Part(0, count, 0, count)
	Hessenberg(q.w, part, taus.Row(0)[:count-1])
	u, doneU := scratch[F](count, count)
	defer doneU()
	HessenbergQ(q.w, u, part, taus.Row(0)[:count-1])
	old, doneOld := scratch[F](n, n)
	defer doneOld()
	if count < n {
		right := q.h.Part(0, count, count, n)
		x := old.Part(0, count, 0, n-count)
		x.CopyFrom(right)
		multiply(q.w, right, u, Transposed, x, None)
	}
	left := q.z.Part(0, n, 0, count)
	x := old.Part(0, n, 0, count)
	x.CopyFrom(left)
	multiply(q.w, left, x, None, u, None)
}

// moveUp moves the block of count rows that begins in row i to row front, past those between.
func (q *realQR[F]) moveUp(i, count, front int) bool {
	for i > front {
		before := 1
		if i-1 > front && q.h.At(i-1, i-2) != 0 {
			before = 2
		}
		if !q.exchange(i-before, before, count) {
			return false
		}
		i -= before
	}
	return true
}

// exchange exchanges the blocks of n1 and n2 rows that begin in row j. It reports false and leaves them if their eigenvalues
// are too close for that.
func (q *realQR[F]) exchange(j, n1, n2 int) bool {
	n := n1 + n2
	var d, u [4][4]float64
	most := 0.0
	for r := range n {
		for c := range n {
			d[r][c] = q.at(j+r, j+c)
			most = max(most, math.Abs(d[r][c]))
		}
		u[r][r] = 1
	}
	x, ok := coupling(&d, n1, n2)
	if !ok {
		return false
	}
	// The second block's invariant subspace is spanned by the columns of (−X; 1).
	var w [4][2]float64
	for c := range n2 {
		for r := range n1 {
			w[r][c] = -x[r][c]
		}
		w[n1+c][c] = 1
	}
	for c := range n2 {
		var v [4]float64
		for r := c; r < n; r++ {
			v[r] = w[r][c]
		}
		_, tau := reflector(v[c], v[c+1:n])
		v[c] = 1
		for k := range n2 {
			s := 0.0
			for r := c; r < n; r++ {
				s += v[r] * w[r][k]
			}
			for r := c; r < n; r++ {
				w[r][k] -= tau * s * v[r]
			}
		}
		for r := range n {
			s := 0.0
			for k := c; k < n; k++ {
				s += u[r][k] * v[k]
			}
			for k := c; k < n; k++ {
				u[r][k] -= tau * s * v[k]
			}
		}
	}
	if !(couplingAfter(&d, &u, n1, n2) <= 10*Epsilon[F]()*most) {
		return false
	}
	q.turn(j, n, &u)
	for r := n2; r < n; r++ {
		for c := range n2 {
			q.h.Set(j+r, j+c, 0)
		}
	}
	if n2 == 2 {
		q.block(j + 1)
	}
	if n1 == 2 {
		q.block(j + n - 1)
	}
	return true
}

// couplingAfter returns the greatest element of uᵀ·d·u below its first n2 rows and in their columns, which is to be 0.
func couplingAfter(d, u *[4][4]float64, n1, n2 int) float64 {
	n, most := n1+n2, 0.0
	for r := n2; r < n; r++ {
		for c := range n2 {
			s := 0.0
			for k := range n {
				for l := range n {
					s += u[k][r] * d[k][l] * u[l][c]
				}
			}
			most = max(most, math.Abs(s))
		}
	}
	return most
}

// turn multiplies rows and columns j … j+n−1 by u, and the columns of z.
func (q *realQR[F]) turn(j, n int, u *[4][4]float64) {
	var rows [4][]F
	for r := range n {
		rows[r] = q.h.Row(j + r)[j:]
	}
	for c := range rows[0] {
		var old [4]float64
		for r := range n {
			old[r] = float64(rows[r][c])
		}
		for r := range n {
			s := 0.0
			for k := range n {
				s += u[k][r] * old[k]
			}
			rows[r][c] = F(s)
		}
	}
	columns := func(a Matrix[F]) {
		for i := range a.Rows {
			row := a.Row(i)
			var old [4]float64
			for k := range n {
				old[k] = float64(row[k])
			}
			for c := range n {
				s := 0.0
				for k := range n {
					s += old[k] * u[k][c]
				}
				row[c] = F(s)
			}
		}
	}
	columns(q.h.Part(0, j+n, j, j+n))
	columns(q.z.Part(0, q.z.Rows, j, j+n))
}

// coupling solves A·X − X·B = C for the blocks of n1 and n2 rows of d.
func coupling(d *[4][4]float64, n1, n2 int) (x [2][2]float64, ok bool) {
	var m [4][5]float64
	n := n1 * n2
	for r := range n1 {
		for c := range n2 {
			row := &m[r*n2+c]
			for k := range n1 {
				row[k*n2+c] += d[r][k]
			}
			for k := range n2 {
				row[r*n2+k] -= d[n1+k][n1+c]
			}
			row[4] = d[r][n1+c]
		}
	}
	for c := range n {
		p := c
		for r := c + 1; r < n; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		m[c], m[p] = m[p], m[c]
		if m[c][c] == 0 {
			return x, false
		}
		for r := range n {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 5; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for i := range n {
		v := m[i][4] / m[i][i]
		if !(math.Abs(v) <= 1e30) {
			return x, false
		}
		x[i/n2][i%n2] = v
	}
	return x, true
}

// pairsOf returns at most count pairs of shifts, conjugates or two that are real, from the last roots.
func pairsOf(roots []complex128, count int) [][2]complex128 {
	var pairs [][2]complex128
	lone, have := complex128(0), false
	for i := len(roots) - 1; i >= 0 && len(pairs) < count; i-- {
		switch {
		case imag(roots[i]) != 0:
			pairs = append(pairs, [2]complex128{roots[i-1], roots[i]})
			i--
		case have:
			pairs = append(pairs, [2]complex128{lone, roots[i]})
			have = false
		default:
			lone, have = roots[i], true
		}
	}
	if len(pairs) == 0 && have {
		pairs = append(pairs, [2]complex128{lone, lone})
	}
	return pairs
}

// exceptional returns shifts for rows l … i when others do not lead on.
func (q *realQR[F]) exceptional(l, i, count int) [][2]complex128 {
	var pairs [][2]complex128
	for k := i; k >= l+2 && len(pairs) < count; k -= 2 {
		s := math.Abs(q.at(k, k-1)) + math.Abs(q.at(k-1, k-2))
		re, im := 0.75*s+q.at(k, k), 0.6614378277661477*s
		pairs = append(pairs, [2]complex128{complex(re, im), complex(re, -im)})
	}
	return pairs
}

// sweep chases a bulge for each pair of shifts through rows l … i.
func (q *realQR[F]) sweep(l, i int, pairs [][2]complex128) {
	next := make([]int, len(pairs)) // the row of each bulge's next reflection; i or more: it is through
	for k := range next {
		next[k] = l
	}
	width := 6*len(pairs) + 6
	s, done := scratch[F](width, width)
	defer done()
	memory, doneM := scratch[F](width, width)
	defer doneM()
	for a := l; ; {
		q.w.check()
		b := min(a+width, i+1)
		n := b - a
		h, u := s.Part(0, n, 0, n), memory.Part(0, n, 0, n)
		h.CopyFrom(q.h.Part(a, b, a, b))
		u.SetIdentity()
		local := &realQR[F]{w: q.w, h: h, z: u}
		for k := range next {
			last := i - 1
			if b <= i {
				last = b - 4
			}
			if k > 0 && next[k-1] < i {
				last = min(last, next[k-1]-4)
			}
			for ; next[k] <= last; next[k]++ {
				local.chase(next[k]-a, next[k] == l, pairs[k])
			}
		}
		q.h.Part(a, b, a, b).CopyFrom(h)
		q.outside(a, b, l, i+1, u, true)
		if next[len(next)-1] >= i {
			return
		}
		a = max(next[len(next)-1]-1, l)
	}
}

// chase does the reflection of rows p … p+2 of a window; begin: that which makes the bulge. z is the product's transpose.
func (q *realQR[F]) chase(p int, begin bool, shifts [2]complex128) {
	n := q.h.Rows
	count := min(3, n-p)
	var v [3]float64
	if begin {
		v = q.start(p, real(shifts[0]), imag(shifts[0]), real(shifts[1]), imag(shifts[1]))
	} else {
		for j := range count {
			v[j] = q.at(p+j, p-1)
		}
	}
	beta, tau := shortReflector(v[0], v[1:count])
	if !begin {
		q.h.Set(p, p-1, F(beta))
		for j := 1; j < count; j++ {
			q.h.Set(p+j, p-1, 0)
		}
	}
	if tau == 0 {
		return
	}
	f, v1, v2 := F(tau), F(v[1]), F(v[2])
	below := min(p+4, n)
	if count == 2 {
		reflectRows2(q.h.Row(p)[p:], q.h.Row(p + 1)[p:], f, v1)
		reflectTwo(q.h.Part(0, below, p, p+2), f, v1, f*v1)
		reflectRows2(q.z.Row(p), q.z.Row(p+1), f, v1)
		return
	}
	reflectRows3(q.h.Row(p)[p:], q.h.Row(p + 1)[p:], q.h.Row(p + 2)[p:], f, v1, v2)
	reflectThree(q.h.Part(0, below, p, p+3), f, v1, v2)
	reflectRows3(q.z.Row(p), q.z.Row(p+1), q.z.Row(p+2), f, v1, v2)
}

// shortReflector is [reflector] of few elements.
func shortReflector(alpha float64, x []float64) (beta, tau float64) {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	if sum := alpha*alpha + s; s > 1e-250 && sum < 1e250 {
		beta = -math.Copysign(math.Sqrt(sum), alpha)
		f := 1 / (alpha - beta)
		for i := range x {
			x[i] *= f
		}
		return beta, (beta - alpha) / beta
	}
	return reflector(alpha, x)
}

func reflectRows2[F Real](x, y []F, tau, v1 F) {
	y = y[:len(x)]
	t1 := tau * v1
	for j, a := range x {
		s := a + v1*y[j]
		x[j] -= s * tau
		y[j] -= s * t1
	}
}

func reflectRows3[F Real](x, y, u []F, tau, v1, v2 F) {
	y, u = y[:len(x)], u[:len(x)]
	t1, t2 := tau*v1, tau*v2
	for j, a := range x {
		b, c := y[j], u[j]
		s := a + v1*b + v2*c
		x[j] = a - s*tau
		y[j] = b - s*t1
		u[j] = c - s*t2
	}
}
