package lapack

import "github.com/goivy/goivy/backends/native/internal/simd"

// narrowPanel is how many columns of a panel are factorized without products of blocks.
const narrowPanel = 16

// LU factorizes a, of any shape, as P·L·U: L unit lower in the elements below the diagonal, U in the
// others. Row i was swapped with row pivots[i] ≥ i, for i = 0 … min(Rows, Cols)−1 in this order.
// It returns the index of the first pivot that is 0, or −1; the factorization is complete all the same.
func LU[T Scalar](w *Work, a Matrix[T], pivots []int) (zeroPivot int) {
	k := min(a.Rows, a.Cols)
	zeroPivot = lu(w, a.Part(0, a.Rows, 0, k), pivots)
	if k < a.Cols {
		right := a.Part(0, a.Rows, k, a.Cols)
		swapRows(right, pivots[:k])
		SolveTriangular(w, a.Part(0, k, 0, k), right, Triangle{Lower: true, Unit: true})
	}
	return zeroPivot
}

// lu is LU of a matrix with at least as many rows as columns.
func lu[T Scalar](w *Work, a Matrix[T], pivots []int) int {
	m, n := a.Rows, a.Cols
	if n <= narrowPanel {
		w.check()
		return luPanel(w, a, pivots)
	}
	k := (n/2 + narrowPanel - 1) / narrowPanel * narrowPanel
	zero := lu(w, a.Part(0, m, 0, k), pivots[:k])
	swapRows(a.Part(0, m, k, n), pivots[:k])
	top := a.Part(0, k, k, n)
	SolveTriangular(w, a.Part(0, k, 0, k), top, Triangle{Lower: true, Unit: true})
	rest := a.Part(k, m, k, n)
	subtract(w, rest, a.Part(k, m, 0, k), None, top, None)
	z := lu(w, rest, pivots[k:n])
	if zero < 0 && z >= 0 {
		zero = k + z
	}
	swapRows(a.Part(k, m, 0, k), pivots[k:n])
	for i := k; i < n; i++ {
		pivots[i] += k
	}
	return zero
}

// luPanel is lu of a few columns. They are copied out as lines: each takes what the columns to its left subtract
// from it, and then gives its pivot.
func luPanel[T Scalar](w *Work, a Matrix[T], pivots []int) int {
	m, n := a.Rows, a.Cols
	defer w.release(w.mark())
	t := take[T](w, n, m)
	a.TransposeTo(t)
	zero := -1
	for j := range n {
		v := t.Row(j)
		t.leftOf(v, j)
		p := j + greatest(v[j:])
		pivots[j] = p
		if v[p] == 0 {
			if zero < 0 {
				zero = j
			}
			continue
		}
		if p != j {
			for i := range n {
				row := t.Row(i)
				row[p], row[j] = row[j], row[p]
			}
		}
		divide(v[j+1:], v[j])
	}
	t.TransposeTo(a)
	return zero
}

// leftOf subtracts from column j what the columns to its left do: lines of t, whose elements below the diagonal are those
// of a unit triangle.
func (t Matrix[T]) leftOf(v []T, j int) {
	i, stride := 0, t.Stride
	for ; i+4 <= j; i += 4 {
		x := t.Data[i*stride+i:]
		v0 := v[i]
		v1 := v[i+1] - x[1]*v0
		v2 := v[i+2] - x[2]*v0 - x[stride+2]*v1
		v3 := v[i+3] - x[3]*v0 - x[stride+3]*v1 - x[2*stride+3]*v2
		v[i+1], v[i+2], v[i+3] = v1, v2, v3
		if len(v) > i+4 {
			addTimes4(v[i+4:], &[4]T{-v0, -v1, -v2, -v3}, x[4:], stride)
		}
	}
	for ; i < j; i++ {
		simd.AddTimes(v[i+1:], -v[i], t.Row(i)[i+1:])
	}
}

func swap[T Scalar](x, y []T) {
	var part [64]T
	for len(x) > 0 {
		n := copy(part[:], x)
		copy(x, y[:n])
		copy(y, part[:n])
		x, y = x[n:], y[n:]
	}
}

func swapRows[T Scalar](a Matrix[T], pivots []int) {
	for i, p := range pivots {
		if p != i {
			swap(a.Row(i), a.Row(p))
		}
	}
}

// SolveLU sets b to the solution X of A·X = B, Aᵀ·X = B or Aᴴ·X = B, where a and pivots are of [LU] of a
// square A. If a pivot is 0 the solution has infinities or NaN.
func SolveLU[T Scalar](w *Work, a Matrix[T], pivots []int, op Op, b Matrix[T]) {
	lower, upper := Triangle{Lower: true, Unit: true, Op: op}, Triangle{Op: op}
	if op == None {
		swapRows(b, pivots)
		SolveTriangular(w, a, b, lower)
		SolveTriangular(w, a, b, upper)
		return
	}
	SolveTriangular(w, a, b, upper)
	SolveTriangular(w, a, b, lower)
	for i := len(pivots) - 1; i >= 0; i-- {
		if p := pivots[i]; p != i {
			swap(b.Row(i), b.Row(p))
		}
	}
}

// Inverse sets z to the inverse of a square matrix, of which it makes the factors of [LU]. It returns the
// index of the first pivot that is 0, or −1; z is then not set.
func Inverse[T Scalar](w *Work, z, a Matrix[T]) (zeroPivot int) {
	pivots := make([]int, a.Rows)
	if zero := LU(w, a, pivots); zero >= 0 {
		return zero
	}
	z.SetIdentity()
	invertUnitLower(w, z, a)
	SolveTriangular(w, a, z, Triangle{})
	// What was swapped were rows of A: these are columns of the inverse.
	defer w.release(w.mark())
	row := takeLine[T](w, a.Rows)
	order := make([]int, a.Rows)
	for i := range order {
		order[i] = i
	}
	for i, p := range pivots {
		order[i], order[p] = order[p], order[i]
	}
	for i := range z.Rows {
		x := z.Row(i)
		copy(row, x)
		for j, to := range order {
			x[to] = row[j]
		}
	}
	return -1
}

// invertUnitLower sets z, which is the identity, to the inverse of the unit lower triangle of a: a triangle too.
func invertUnitLower[T Scalar](w *Work, z, a Matrix[T]) {
	n := a.Rows
	t := Triangle{Lower: true, Unit: true}
	if n <= 4*triangleBase {
		solveTriangle(w, a, z, t)
		return
	}
	k := (n/2 + triangleBase - 1) / triangleBase * triangleBase
	first := z.Part(0, k, 0, k)
	invertUnitLower(w, first, a.Part(0, k, 0, k))
	below := z.Part(k, n, 0, k)
	subtract(w, below, a.Part(k, n, 0, k), None, first, None)
	solveTriangle(w, a.Part(k, n, k, n), below, t)
	invertUnitLower(w, z.Part(k, n, k, n), a.Part(k, n, k, n))
}
