// Package banded solves linear equations with matrices that are zero outside of a few diagonals, in operations of package ivy: panels of rows are dense
// matrices, so that time and memory grow with the length of the diagonals alone.
package banded

import (
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// panel is how many rows are solved together.
const panel = 64

// Tridiagonal solves a·x = b by Gaussian elimination with partial pivoting. diagonals has in its last two axes the superdiagonal, the
// diagonal and the subdiagonal of each n×n matrix a, of n elements each, of which the last and the first are not read; b is of shape (…, n, k) with the same
// batch. singular says of each matrix, as bools of shape (…, 1, 1), whether a pivot is 0; the solution has no meaning then.
func Tridiagonal(e *ivy.Env, diagonals, b *ivy.Array) (x, singular *ivy.Array) {
	s := b.Shape()
	lead, n, k := s[:len(s)-2:len(s)-2], s[len(s)-2], s[len(s)-1]
	d := b.Dtype()
	zero, one := e.Zeros(nil, d), e.Ones(nil, d)
	singular = e.BroadcastTo(e.Zeros(nil, dtype.Bool), append(lead, 1, 1))
	if b.Size() == 0 {
		return e.CopyArray(b), singular
	}
	part := func(x *ivy.Array, rows, columns any) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, rows, columns) }
	flat := withZero(e, diagonals)
	// The row whose first unknown the panel eliminates, and its right sides.
	row, right := e.Zeros(append(lead, 1, 0), d), e.Zeros(append(lead, 0, k), d)
	type factor struct{ u, rest, y *ivy.Array }
	var factors []factor
	for from := 0; from < n; from += panel {
		to := min(from+panel, n)
		first, last := from+1, min(to, n-1) // the rows of a that come in
		width := min(to+2, n) - from
		if from == 0 {
			first = 0
		}
		positions := make([]int64, 0, (last-first+1)*width)
		for i := first; i <= last; i++ {
			for j := from; j < from+width; j++ {
				p := 3 * n // the zero
				switch j {
				case i + 1:
					p = i
				case i:
					p = n + i
				case i - 1:
					p = 2*n + i
				}
				positions = append(positions, int64(p))
			}
		}
		rows := gathered(e, flat, positions, lead, last-first+1, width)
		rights := part(b, ivy.Slice(first, last+1), ivy.Colon)
		if from > 0 {
			wide := e.Concat([]*ivy.Array{row, e.Zeros(append(lead, 1, width-row.Shape()[row.Ndim()-1]), d)}, ivy.Axis(-1))
			rows, rights = e.Concat([]*ivy.Array{wide, rows}, ivy.Axis(-2)), e.Concat([]*ivy.Array{right, rights}, ivy.Axis(-2))
		}
		count := to - from
		lu, order := e.LUFactor(part(rows, ivy.Colon, ivy.Slice(0, count)))
		ordered := func(x *ivy.Array) *ivy.Array {
			return e.TakeAlongAxis(x, e.BroadcastTo(e.ExpandDims(order, ivy.Axis(-1)), x.Shape()), ivy.Axis(-2))
		}
		// What follows of the rows' coefficients, and their right sides, are solved with L together.
		others := e.Concat([]*ivy.Array{part(rows, ivy.Colon, ivy.Slice(count, width)), rights}, ivy.Axis(-1))
		others = ordered(others)
		top := part(lu, ivy.Slice(0, count), ivy.Colon)
		y := e.SolveTriangular(top, part(others, ivy.Slice(0, count), ivy.Colon), ivy.Unit(true))
		pivots := e.Equal(e.Diagonal(top), zero)
		singular = e.LogicalOr(singular, e.ExpandDims(e.Any(pivots, ivy.Axis(-1), ivy.KeepDims(true)), ivy.Axis(-1)))
		safe := e.Multiply(e.ExpandDims(e.Where(pivots, one, zero), ivy.Axis(-1)), e.Eye(count, d))
		factors = append(factors, factor{e.Add(e.Triu(top), safe), part(y, ivy.Colon, ivy.Slice(0, width-count)), part(y, ivy.Colon, ivy.Slice(width-count, width-count+k))})
		if to < n {
			below := e.Subtract(part(others, ivy.Slice(count, count+1), ivy.Colon), e.MatMul(part(lu, ivy.Slice(count, count+1), ivy.Colon), y))
			row, right = part(below, ivy.Colon, ivy.Slice(0, width-count)), part(below, ivy.Colon, ivy.Slice(width-count, width-count+k))
		}
	}
	parts := make([]*ivy.Array, len(factors))
	for i, f := range slices.Backward(factors) {
		y := f.y
		if i+1 < len(parts) {
			m := f.rest.Shape()[f.rest.Ndim()-1]
			y = e.Subtract(y, e.MatMul(f.rest, part(parts[i+1], ivy.Slice(0, m), ivy.Colon)))
		}
		parts[i] = e.SolveTriangular(f.u, y, ivy.Upper(true))
	}
	return e.Concat(parts, ivy.Axis(-2)), singular
}

// TridiagonalInOrder is Tridiagonal without exchanges of rows, by Thomas's algorithm.
func TridiagonalInOrder(e *ivy.Env, diagonals, b *ivy.Array) (x, singular *ivy.Array) {
	s := b.Shape()
	lead, n := s[:len(s)-2:len(s)-2], s[len(s)-2]
	d := b.Dtype()
	zero, one := e.Zeros(nil, d), e.Ones(nil, d)
	singular = e.BroadcastTo(e.Zeros(nil, dtype.Bool), append(lead, 1, 1))
	if b.Size() == 0 {
		return e.CopyArray(b), singular
	}
	element := func(r, i int) *ivy.Array {
		return e.GetItem(diagonals, ivy.Ellipsis, ivy.Slice(r, r+1), ivy.Slice(i, i+1))
	}
	above, rows := make([]*ivy.Array, n), make([]*ivy.Array, n)
	for i := range n {
		pivot, right := element(1, i), e.GetItem(b, ivy.Ellipsis, ivy.Slice(i, i+1), ivy.Colon)
		if i > 0 {
			below := element(2, i)
			pivot = e.Subtract(pivot, e.Multiply(below, above[i-1]))
			right = e.Subtract(right, e.Multiply(below, rows[i-1]))
		}
		isZero := e.Equal(pivot, zero)
		singular = e.LogicalOr(singular, isZero)
		pivot = e.Where(isZero, one, pivot)
		if i < n-1 {
			above[i] = e.Divide(element(0, i), pivot)
		}
		rows[i] = e.Divide(right, pivot)
	}
	for i := n - 2; i >= 0; i-- {
		rows[i] = e.Subtract(rows[i], e.Multiply(above[i], rows[i+1]))
	}
	return e.Concat(rows, ivy.Axis(-2)), singular
}

// Triangular solves a·x = b, or aᴴ·x = b, with triangular matrices a of bands. bands has their k diagonals in its last but one axis: of a lower triangle the main
// diagonal and then those below it, of an upper one those above it, the farthest first, and then the main one. Position i of a diagonal is in row i of a. b is of shape (…, n, m); the batches broadcast. A zero
// on the main diagonal is an error of kind [ivy.ErrLinAlg]; see [TriangularInOrder].
func Triangular(e *ivy.Env, bands, b *ivy.Array, lower, adjoint bool) *ivy.Array {
	s := bands.Shape()
	lead, k, n := s[:len(s)-2:len(s)-2], s[len(s)-2], s[len(s)-1]
	if n == 0 || k == 0 {
		return e.CopyArray(b)
	}
	flat := withZero(e, bands)
	size := max(panel, k-1)
	block := func(rows, columns [2]int) *ivy.Array {
		positions := make([]int64, 0, (rows[1]-rows[0])*(columns[1]-columns[0]))
		for i := rows[0]; i < rows[1]; i++ {
			for j := columns[0]; j < columns[1]; j++ {
				p := k * n // the zero
				if band, row, ok := inBands(i, j, k, lower, adjoint); ok {
					p = band*n + row
				}
				positions = append(positions, int64(p))
			}
		}
		z := gathered(e, flat, positions, lead, rows[1]-rows[0], columns[1]-columns[0])
		if adjoint {
			z = e.Conj(z)
		}
		return z
	}
	forwards := lower != adjoint
	var blocks [][2]int
	for from := 0; from < n; from += size {
		blocks = append(blocks, [2]int{from, min(from+size, n)})
	}
	if !forwards {
		slices.Reverse(blocks)
	}
	parts := make([]*ivy.Array, len(blocks))
	for i, at := range blocks {
		y := e.GetItem(b, ivy.Ellipsis, ivy.Slice(at[0], at[1]), ivy.Colon)
		if i > 0 {
			y = e.Subtract(y, e.MatMul(block(at, blocks[i-1]), parts[i-1]))
		}
		parts[i] = e.SolveTriangular(block(at, at), y, ivy.Upper(!forwards))
	}
	if !forwards {
		slices.Reverse(parts)
	}
	return e.Concat(parts, ivy.Axis(-2))
}

// inBands returns where the k bands of a triangle, as [Triangular] takes them, have element (i, j) of it or of its adjoint; ok is
// false outside of them.
func inBands(i, j, k int, lower, adjoint bool) (band, row int, ok bool) {
	if adjoint {
		i, j = j, i
	}
	band = k - 1 - (j - i)
	if lower {
		band = i - j
	}
	return band, i, band >= 0 && band < k
}

// TriangularInOrder is [Triangular] row by row: it divides by a zero on the main diagonal.
func TriangularInOrder(e *ivy.Env, bands, b *ivy.Array, lower, adjoint bool) *ivy.Array {
	s := bands.Shape()
	k, n := s[len(s)-2], s[len(s)-1]
	element := func(i, j int) *ivy.Array { // nil outside of the bands
		band, row, ok := inBands(i, j, k, lower, adjoint)
		if !ok {
			return nil
		}
		x := e.GetItem(bands, ivy.Ellipsis, ivy.Slice(band, band+1), ivy.Slice(row, row+1))
		if adjoint {
			x = e.Conj(x)
		}
		return x
	}
	rows := make([]*ivy.Array, n)
	for step := range n {
		i, before := step, -1
		if lower == adjoint {
			i, before = n-1-step, 1
		}
		r := e.GetItem(b, ivy.Ellipsis, ivy.Slice(i, i+1), ivy.Colon)
		for t := 1; t < k && t <= step; t++ {
			if x := element(i, i+before*t); x != nil {
				r = e.Subtract(r, e.Multiply(x, rows[i+before*t]))
			}
		}
		rows[i] = e.Divide(r, element(i, i))
	}
	return e.Concat(rows, ivy.Axis(-2))
}

// withZero returns the last two axes of x as one, and a zero after it.
func withZero(e *ivy.Env, x *ivy.Array) *ivy.Array {
	s := x.Shape()
	lead := s[: len(s)-2 : len(s)-2]
	return e.Concat([]*ivy.Array{e.Reshape(x, append(lead, s[len(s)-2]*s[len(s)-1])), e.Zeros(append(lead, 1), x.Dtype())}, ivy.Axis(-1))
}

// gathered returns matrices of elements of flat.
func gathered(e *ivy.Env, flat *ivy.Array, positions []int64, lead []int, rows, columns int) *ivy.Array {
	z := e.Take(flat, e.Asarray(append([]int64{}, positions...), dtype.Int64), ivy.Axis(-1))
	return e.Reshape(z, append(slices.Clone(lead), rows, columns))
}

// Diagonals returns the three diagonals of square matrices as [Tridiagonal] takes them; what it does not read is 0.
func Diagonals(e *ivy.Env, x *ivy.Array) *ivy.Array {
	s := x.Shape()
	n := s[len(s)-1]
	var positions []int64
	for off := 1; off >= -1; off-- {
		for i := range n {
			p := n * n // the zero
			if j := i + off; j >= 0 && j < n {
				p = i*n + j
			}
			positions = append(positions, int64(p))
		}
	}
	return gathered(e, withZero(e, x), positions, s[:len(s)-2], 3, n)
}

// Dense returns the matrices of which diagonals are the superdiagonal, the diagonal and the subdiagonal, as [Tridiagonal] takes them.
func Dense(e *ivy.Env, diagonals *ivy.Array) *ivy.Array {
	s := diagonals.Shape()
	n := s[len(s)-1]
	positions := make([]int64, 0, n*n)
	for i := range n {
		for j := range n {
			p := 3 * n // the zero
			if off := j - i; off >= -1 && off <= 1 {
				p = (1-off)*n + i
			}
			positions = append(positions, int64(p))
		}
	}
	return gathered(e, withZero(e, diagonals), positions, s[:len(s)-2], n, n)
}
