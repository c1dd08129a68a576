package banded

import (
	"math"
	"math/cmplx"
)

// Number are the dtypes of [Perturbed].
type Number interface {
	float32 | float64 | complex64 | complex128
}

// A limits is what a dtype's parts are rounded to, and the least of their normal numbers.
type limits struct{ eps, least float64 }

func limitsOf[T Number]() limits {
	switch any(T(0)).(type) {
	case float32, complex64:
		return limits{0x1p-23, 0x1p-126}
	}
	return limits{0x1p-52, 0x1p-1022}
}

// Perturbed solves with one tridiagonal matrix, whose diagonals are laid out as those of [Tridiagonal] and are read on the host, and writes the solution into b, n rows of k numbers. Rows are
// exchanged by their scaled pivots; a pivot that a solution would overflow by is moved away from 0 by about ε times the greatest element of the triangular factor. It is the
// algorithm of LAPACK's lagtf and lagts (Wilkinson and Reinsch, "Handbook for Automatic Computation", 1971, II/18).
func Perturbed[T Number](diagonals, b []T, n, k int) {
	if n == 0 {
		return
	}
	lim := limitsOf[T]()
	above, main, below := diagonals[:n], diagonals[n:2*n], diagonals[2*n:3*n]
	u := make([][3]T, n) // the rows of the triangular factor, from the diagonal on
	u[0][0] = main[0]
	if n > 1 {
		u[0][1] = above[0]
	}
	most := max(magnitude(u[0][0]), magnitude(u[0][1]))
	scale := magnitude(u[0][0]) + magnitude(u[0][1])
	row := func(i int) []T { return b[i*k : (i+1)*k] }
	for i := range n - 1 {
		next, x, y := below[i+1], row(i), row(i+1)
		last := i == n-2
		u[i+1][0] = main[i+1]
		if !last {
			u[i+1][1] = above[i+1]
		}
		other := magnitude(next) + magnitude(u[i+1][0])
		if !last {
			other += magnitude(u[i+1][1])
		}
		pivot := 0.0
		if u[i][0] != 0 {
			pivot = magnitude(u[i][0]) / scale
		}
		switch {
		case next == 0:
			scale = other
		case magnitude(next)/other <= pivot:
			scale = other
			f := next / u[i][0]
			u[i+1][0] -= f * u[i][1]
			for c := range y {
				y[c] -= f * x[c]
			}
		default:
			f := u[i][0] / next
			mine := u[i][1]
			u[i] = [3]T{next, u[i+1][0], u[i+1][1]}
			u[i+1][0] = mine - f*u[i][1]
			u[i+1][1] = -f * u[i][2]
			for c := range y {
				x[c], y[c] = y[c], x[c]-f*y[c]
			}
		}
		if !last {
			for _, v := range u[i] {
				most = max(most, magnitude(v))
			}
		}
	}
	most = max(most, magnitude(u[n-1][0]))
	tolerance := lim.eps * most
	if n == 1 {
		tolerance = lim.eps * magnitude(u[0][0])
	}
	for i := n - 1; i >= 0; i-- {
		x := row(i)
		for off := 1; off < 3 && i+off < n; off++ {
			for c, v := range row(i + off) {
				x[c] -= u[i][off] * v
			}
		}
		pivot := moved(u[i][0], tolerance, x, lim)
		inverse := 1 / pivot
		for c := range x {
			x[c] *= inverse
		}
	}
}

// moved returns a pivot by whose inverse the numbers of a row can be multiplied. It scales both where they are tiny.
func moved[T Number](pivot T, by float64, row []T, lim limits) T {
	size := magnitude(pivot)
	if size >= 1 {
		return pivot
	}
	by = math.Copysign(max(by, lim.least), realOf(pivot))
	most, big := 0.0, 1/lim.least
	for _, v := range row {
		most = max(most, magnitude(v))
	}
	for size < 1 {
		switch {
		case size < lim.least && size != 0 && most*lim.least <= size:
			pivot *= number[T](big)
			for c := range row {
				row[c] *= number[T](big)
			}
			return pivot
		case size < lim.least, most > size*big:
			pivot += number[T](by)
			by *= 2
		default:
			return pivot
		}
		size = magnitude(pivot)
	}
	return pivot
}

func magnitude[T Number](x T) float64 {
	switch v := any(x).(type) {
	case float32:
		return math.Abs(float64(v))
	case float64:
		return math.Abs(v)
	case complex64:
		return cmplx.Abs(complex128(v))
	case complex128:
		return cmplx.Abs(v)
	}
	return 0
}

func realOf[T Number](x T) float64 {
	switch v := any(x).(type) {
	case float32:
		return float64(v)
	case float64:
		return v
	case complex64:
		return float64(real(v))
	case complex128:
		return real(v)
	}
	return 0
}

func number[T Number](x float64) (z T) {
	switch p := any(&z).(type) {
	case *float32:
		*p = float32(x)
	case *float64:
		*p = x
	case *complex64:
		*p = complex(float32(x), 0)
	case *complex128:
		*p = complex(x, 0)
	}
	return z
}
