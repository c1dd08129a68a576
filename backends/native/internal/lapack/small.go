package lapack

import "math"

// Matrices of a few rows are factorized by Jacobi's rotations of pairs of rows, which need no memory of their own and are as
// accurate as the algorithms for larger ones (C. G. J. Jacobi, 1846; for singular values M. R. Hestenes, 1958).

// smallSide is how many rows and columns such matrices have at most.
const smallSide = 8

// A smallMatrix has the rows that are rotated.
type smallMatrix [smallSide][smallSide]float64

func (a *smallMatrix) setIdentity(n int) {
	for i := range n {
		clear(a[i][:n])
		a[i][i] = 1
	}
}

// mostSmallSweeps is how often all pairs are rotated at most: some five times is enough.
const mostSmallSweeps = 60

// rotationOf returns the cosine, the sine and the tangent of the angle, of at most 45°, whose double has the tangent 2·b/(c − a).
func rotationOf(a, b, c float64) (cos, sin, tan float64) {
	cot := (c - a) / (2 * b)
	tan = 1 / (math.Abs(cot) + math.Sqrt(cot*cot+1))
	if cot < 0 {
		tan = -tan
	}
	cos = 1 / math.Sqrt(tan*tan+1)
	return cos, tan * cos, tan
}

// rotateSmall replaces x and y by cos·x − sin·y and sin·x + cos·y.
func rotateSmall(x, y []float64, cos, sin float64) {
	for i, v := range x {
		w := y[i]
		x[i], y[i] = cos*v-sin*w, sin*v+cos*w
	}
}

// insertionSorted returns the order in which each of n numbers is before those that it is to be before; equal ones stay.
func insertionSorted(n int, before func(i, j int) bool) (order [smallSide]int) {
	for i := range n {
		j := i
		for ; j > 0 && before(i, order[j-1]); j-- {
			order[j] = order[j-1]
		}
		order[j] = i
	}
	return order
}

// eighSmall is [eigh] of a real matrix of at most smallSide rows.
func eighSmall[T Scalar](a Matrix[T], d []float64, vectors bool) bool {
	n := a.Rows
	var x, v smallMatrix
	size := 0.0
	for i := range n {
		for j, t := range a.Row(i)[:i+1] {
			u := realOf(t)
			x[i][j], x[j][i] = u, u
			size += u * u
		}
	}
	if vectors {
		v.setIdentity(n)
	}
	tolerance := iterationTolerance[T]() / 8
	enough := tolerance * tolerance * size
	converged := false
	for range mostSmallSweeps {
		off := 0.0
		for i := range n {
			for _, t := range x[i][:i] {
				off += t * t
			}
		}
		if converged = off <= enough; converged {
			break
		}
		for p := range n - 1 {
			for q := p + 1; q < n; q++ {
				b := x[p][q]
				if b == 0 {
					continue
				}
				cos, sin, tan := rotationOf(x[p][p], b, x[q][q])
				top, low := x[p][p]-tan*b, x[q][q]+tan*b
				rotateSmall(x[p][:n], x[q][:n], cos, sin)
				x[p][p], x[q][q], x[p][q], x[q][p] = top, low, 0, 0
				for r := range n {
					x[r][p], x[r][q] = x[p][r], x[q][r]
				}
				if vectors {
					rotateSmall(v[p][:n], v[q][:n], cos, sin)
				}
			}
		}
	}
	order := insertionSorted(n, func(i, j int) bool { return x[i][i] < x[j][j] })
	for j, from := range order[:n] {
		d[j] = x[from][from]
		if !vectors {
			continue
		}
		for i, t := range v[from][:n] {
			a.Data[i*a.Stride+j] = fromReal[T](t)
		}
	}
	return converged
}

// negligible is the ratio to the greatest singular value from which down a singular value is zero but for rounding: its left vector
// is replaced by any that is orthogonal to the others. Without it the columns that rounding leaves of a matrix of lower rank would
// be rotated again and again.
const negligible = 0x1p-70

// svdSmall is [svd] of a real matrix of at most smallSide rows, and as many columns or fewer.
func svdSmall[T Scalar](a Matrix[T], s []float64, u, vh Matrix[T], vectors bool) bool {
	m, n := a.Rows, a.Cols
	var x, v smallMatrix // the columns of a, and those that turn them into orthogonal ones
	for i := range m {
		for j, t := range a.Row(i) {
			x[j][i] = realOf(t)
		}
	}
	if vectors {
		v.setIdentity(n)
	}
	tolerance := iterationTolerance[T]() * float64(m) // what the sums round to
	converged := n == 1
	var squares [smallSide]float64
	for range mostSmallSweeps {
		if converged {
			break
		}
		converged = true
		least := 0.0
		for j := range n {
			squares[j] = dotSmall(x[j][:m], x[j][:m])
			least = max(least, squares[j]*negligible*negligible)
		}
		for p := range n - 1 {
			for q := p + 1; q < n; q++ {
				b := dotSmall(x[p][:m], x[q][:m])
				if squares[p] <= least || squares[q] <= least || math.Abs(b) <= tolerance*math.Sqrt(squares[p])*math.Sqrt(squares[q]) {
					continue
				}
				converged = false
				cos, sin, tan := rotationOf(squares[p], b, squares[q])
				squares[p], squares[q] = max(squares[p]-tan*b, 0), squares[q]+tan*b
				rotateSmall(x[p][:m], x[q][:m], cos, sin)
				if vectors {
					rotateSmall(v[p][:n], v[q][:n], cos, sin)
				}
			}
		}
	}
	var lengths [smallSide]float64
	for i := range n {
		lengths[i] = math.Sqrt(dotSmall(x[i][:m], x[i][:m]))
	}
	order := insertionSorted(n, func(i, j int) bool { return lengths[i] > lengths[j] })
	for j, from := range order[:n] {
		s[j] = lengths[from]
	}
	if !vectors {
		return converged
	}
	var left smallMatrix
	for j, from := range order[:n] {
		for i, t := range v[from][:n] {
			vh.Data[j*vh.Stride+i] = fromReal[T](t)
		}
		if s[j] > s[0]*negligible {
			for i, t := range x[from][:m] {
				left[j][i] = t / s[j]
			}
		} else {
			left.complete(j, m)
		}
	}
	for j := n; j < u.Cols; j++ {
		left.complete(j, m)
	}
	for i := range m {
		row := u.Row(i)
		for j := range row {
			row[j] = fromReal[T](left[j][i])
		}
	}
	return converged
}

func dotSmall(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// complete makes row j, of m elements, one of length 1 that is orthogonal to those before it: of the unit vector that is farthest from them.
func (a *smallMatrix) complete(j, m int) {
	far, most := 0, -1.0
	for k := range m {
		left := 1.0
		for i := range j {
			left -= a[i][k] * a[i][k]
		}
		if left > most {
			far, most = k, left
		}
	}
	clear(a[j][:m])
	a[j][far] = 1
	for range 2 { // twice is enough
		for i := range j {
			along := dotSmall(a[i][:m], a[j][:m])
			for k := range m {
				a[j][k] -= along * a[i][k]
			}
		}
		length := math.Sqrt(dotSmall(a[j][:m], a[j][:m]))
		for k := range m {
			a[j][k] /= length
		}
	}
}
