package lapack

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
		return luPanel(a, pivots)
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

func luPanel[T Scalar](a Matrix[T], pivots []int) int {
	zero := -1
	for j := range a.Cols {
		p := pivotOf(a, j)
		pivots[j] = p
		if a.At(p, j) == 0 {
			if zero < 0 {
				zero = j
			}
			continue
		}
		if p != j {
			swap(a.Row(p), a.Row(j))
		}
		top := a.Row(j)
		for i := j + 1; i < a.Rows; i++ {
			row := a.Row(i)
			row[j] /= top[j]
			if row[j] != 0 {
				addTimes(row[j+1:], -row[j], top[j+1:])
			}
		}
	}
	return zero
}

// pivotOf returns the row ≥ j whose element of column j is the greatest.
func pivotOf[T Scalar](a Matrix[T], j int) int {
	p := j
	most := sizeOf(a.At(j, j))
	for i := j + 1; i < a.Rows; i++ {
		if v := sizeOf(a.At(i, j)); v > most {
			p, most = i, v
		}
	}
	return p
}

func swap[T Scalar](x, y []T) {
	for i, v := range x {
		x[i], y[i] = y[i], v
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
	SolveLU(w, a, pivots, None, z)
	return -1
}
