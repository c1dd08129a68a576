// Package ldl factorizes symmetric and Hermitian matrices that need not be definite as P·L·D·Lᵀ·Pᵀ, with 1×1 and 2×2 blocks in D, by the
// diagonal pivoting of Bunch and Kaufman ("Some stable methods for calculating inertia and solving symmetric linear systems", 1977).
// Pivots and factors are laid out as LAPACK's sytrf and hetrf lay them out with the lower triangle.
package ldl

import "math"

// Real are the dtypes of real matrices.
type Real interface{ float32 | float64 }

// Complex are the dtypes of complex matrices.
type Complex interface{ complex64 | complex128 }

// threshold bounds how much elements grow in two steps of 1×1 blocks as in one of a 2×2 block.
var threshold = (1 + math.Sqrt(17)) / 8

// Symmetric factorizes a real symmetric matrix of n rows, of which a has the columns one after the other; the elements on the
// diagonal and below are read and written: D, and L without its ones. info is 0, or the number, from 1, of the first block that is zero.
// pivots holds for each 1×1 block the row, from 1, that was exchanged with its own, and for a 2×2 block, twice, minus
// the row that was exchanged with its second one. L's earlier columns are not exchanged.
func Symmetric[T Real](a []T, n int, pivots []int32) (info int) {
	return factor(a, n, pivots, number[T]{
		size:  func(x T) float64 { return math.Abs(float64(x)) },
		head:  func(x T) float64 { return math.Abs(float64(x)) },
		conj:  func(x T) T { return x },
		real:  func(x T) T { return x },
		whole: func(x T) T { return x },
	})
}

// ComplexSymmetric is Symmetric of complex matrices that equal their transposes.
func ComplexSymmetric[T Complex](a []T, n int, pivots []int32) (info int) {
	return factor(a, n, pivots, number[T]{size: size[T], head: size[T], conj: same[T], real: same[T], whole: same[T]})
}

// Hermitian is Symmetric of complex matrices that equal their adjoints: of P·L·D·Lᴴ·Pᵀ. The imaginary parts of the diagonal are not read.
func Hermitian[T Complex](a []T, n int, pivots []int32) (info int) {
	return factor(a, n, pivots, number[T]{
		size: size[T],
		head: func(x T) float64 { return math.Abs(real(complex128(x))) },
		conj: func(x T) T { v := complex128(x); return T(complex(real(v), -imag(v))) },
		real: func(x T) T { return T(complex(real(complex128(x)), 0)) },
		whole: func(x T) T {
			v := complex128(x)
			return T(complex(math.Hypot(real(v), imag(v)), 0))
		},
	})
}

// size is the measure by which pivots are chosen.
func size[T Complex](x T) float64 {
	v := complex128(x)
	return math.Abs(real(v)) + math.Abs(imag(v))
}

func same[T any](x T) T { return x }

// A number says how elements are taken.
type number[T any] struct {
	size, head func(x T) float64 // of elements, and of those on the diagonal
	conj       func(x T) T       // of the other triangle's elements
	real       func(x T) T       // of the diagonal's elements
	whole      func(x T) T       // by what a 2×2 block is scaled: the off-diagonal element, or its magnitude
}

func factor[T Real | Complex](a []T, n int, pivots []int32, as number[T]) (info int) {
	at := func(i, j int) *T { return &a[j*n+i] } // row i ≥ column j
	for k := 0; k < n; {
		step, p := 1, k
		head := as.head(*at(k, k))
		row, most := greatest(a[k*n:], k+1, n, as.size)
		switch {
		case max(head, most) == 0 || math.IsNaN(head):
			if info == 0 {
				info = k + 1
			}
			*at(k, k) = as.real(*at(k, k))
			pivots[k] = int32(k + 1)
			k++
			continue
		case head >= threshold*most:
		default:
			other := 0.0 // the greatest element of the row, but for the diagonal
			for j := k; j < row; j++ {
				if v := as.size(*at(row, j)); v > other {
					other = v
				}
			}
			if row+1 < n {
				if _, v := greatest(a[row*n:], row+1, n, as.size); v > other {
					other = v
				}
			}
			switch {
			case head >= threshold*most*(most/other):
			case as.head(*at(row, row)) >= threshold*other:
				p = row
			default:
				p, step = row, 2
			}
		}
		exchanged := k + step - 1
		if p != exchanged {
			exchange(a, n, exchanged, p, as)
			if step == 2 {
				x, y := at(k+1, k), at(p, k)
				*x, *y = *y, *x
			}
		}
		for i := k; i < k+step; i++ {
			*at(i, i) = as.real(*at(i, i))
		}
		if step == 1 {
			eliminate(a, n, k, as)
			pivots[k] = int32(p + 1)
		} else {
			eliminatePair(a, n, k, as)
			pivots[k], pivots[k+1] = -int32(p+1), -int32(p+1)
		}
		k += step
	}
	return info
}

// greatest returns the first element of a column, from a row on, that no other exceeds.
func greatest[T any](column []T, from, n int, size func(x T) float64) (row int, most float64) {
	if from >= n {
		return from, 0
	}
	row, most = from, size(column[from])
	for i := from + 1; i < n; i++ {
		if v := size(column[i]); v > most {
			row, most = i, v
		}
	}
	return row, most
}

// exchange exchanges rows and columns k < p of what is left of the matrix, in its lower triangle.
func exchange[T Real | Complex](a []T, n, k, p int, as number[T]) {
	for i := p + 1; i < n; i++ {
		a[k*n+i], a[p*n+i] = a[p*n+i], a[k*n+i]
	}
	for j := k + 1; j < p; j++ {
		a[k*n+j], a[j*n+p] = as.conj(a[j*n+p]), as.conj(a[k*n+j])
	}
	a[k*n+p] = as.conj(a[k*n+p])
	a[k*n+k], a[p*n+p] = as.real(a[p*n+p]), as.real(a[k*n+k])
}

// eliminate takes the 1×1 block k out of the columns that follow.
func eliminate[T Real | Complex](a []T, n, k int, as number[T]) {
	x := a[k*n : k*n+n]
	d := 1 / x[k]
	for j := k + 1; j < n; j++ {
		f := d * as.conj(x[j])
		column := a[j*n : j*n+n]
		for i := j; i < n; i++ {
			column[i] -= x[i] * f
		}
		column[j] = as.real(column[j])
	}
	for i := k + 1; i < n; i++ {
		x[i] *= d
	}
}

// eliminatePair takes the 2×2 block k out of the columns that follow.
func eliminatePair[T Real | Complex](a []T, n, k int, as number[T]) {
	x, y := a[k*n:k*n+n], a[(k+1)*n:(k+1)*n+n]
	scale := as.whole(x[k+1])
	first, second := y[k+1]/scale, x[k]/scale
	off := x[k+1] / scale // 1, or of magnitude 1
	t := 1 / (first*second - 1) / scale
	for j := k + 2; j < n; j++ {
		f := t * (first*x[j] - off*y[j])
		g := t * (second*y[j] - as.conj(off)*x[j])
		cf, cg := as.conj(f), as.conj(g)
		column := a[j*n : j*n+n]
		for i := j; i < n; i++ {
			column[i] -= x[i]*cf + y[i]*cg
		}
		column[j] = as.real(column[j])
		x[j], y[j] = f, g
	}
}

// Order is how the factors that one matrix's pivots belong to are put together: for n rows, which row of the permuted matrix each element of L comes from,
// row by row, which row of the matrix each row of the permuted one is, and the partner of each row in its block of D: itself in a 1×1 block.
// It is false of what are no pivots.
func Order(pivots []int64, n int) (lower, rows, partner []int64, ok bool) {
	lower, rows, partner = make([]int64, n*n), make([]int64, n), make([]int64, n)
	for i := range n {
		rows[i], partner[i] = int64(i), int64(i)
		for j := range n {
			lower[i*n+j] = int64(i)
		}
	}
	for k := 0; k < n; k++ {
		p, at := int(pivots[k]), k
		if p < 0 {
			if k+1 == n || pivots[k+1] != pivots[k] {
				return nil, nil, nil, false
			}
			p, at = -p, k+1
			partner[k], partner[k+1] = int64(k+1), int64(k)
		}
		if p <= at || p > n { // those of a factorization exchange with what follows
			return nil, nil, nil, false
		}
		if p--; p != at {
			rows[at], rows[p] = rows[p], rows[at]
			for j := range k { // the columns before the block
				lower[at*n+j], lower[p*n+j] = lower[p*n+j], lower[at*n+j]
			}
		}
		k = at
	}
	return lower, rows, partner, true
}
