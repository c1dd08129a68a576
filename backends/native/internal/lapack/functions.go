package lapack

import (
	"math"
	"math/cmplx"

	"github.com/goivy/goivy/backends/native/internal/simd"
)

// Functions of square matrices, by their Schur form (N. J. Higham, Functions of Matrices, chapters 6 and 11).

// An Outcome is why a matrix has no root or logarithm.
type Outcome uint8

// What becomes of a function of a matrix.
const (
	Done        Outcome = iota
	NotRegular          // there is none: an eigenvalue is 0
	Negative            // there is none that is real: a real matrix has a negative eigenvalue
	Unconverged         // the iteration of the Schur form did not converge
)

// SquareRoot sets out to the principal square root of a, whose elements are finite: eigenvalues have a real part that
// is not negative. C is the complex type of T's precision. a is overwritten.
func SquareRoot[T Scalar, C Complex](w *Work, out, a Matrix[T]) Outcome {
	return function[T, C](w, out, a, func(t Matrix[C], values []complex128) Outcome {
		if !isComplex[T]() {
			// An eigenvalue that is 0 but for rounding is none that is negative.
			most := 0.0
			for _, v := range values {
				most = max(most, cmplx.Abs(v))
			}
			if negative(values, float64(len(values))*Epsilon[T]()*most) {
				return Negative
			}
		}
		if !rootOfTriangle(w, t) {
			return NotRegular
		}
		return Done
	})
}

// Logarithm sets out to the principal logarithm of a, whose elements are finite: eigenvalues have imaginary parts
// from −π (without) to π. C is the complex type of T's precision. a is overwritten.
func Logarithm[T Scalar, C Complex](w *Work, out, a Matrix[T]) Outcome {
	return function[T, C](w, out, a, func(t Matrix[C], values []complex128) Outcome {
		for i := range t.Rows {
			if t.At(i, i) == 0 {
				return NotRegular
			}
		}
		if !isComplex[T]() && negative(values, 0) {
			return Negative
		}
		if !logOfTriangle(w, t) {
			return NotRegular
		}
		return Done
	})
}

// negative reports whether a real eigenvalue is below −most.
func negative(values []complex128, most float64) bool {
	for _, v := range values {
		if imag(v) == 0 && real(v) < -most {
			return true
		}
	}
	return false
}

// function sets out to Z·f(T)·Zᴴ of the complex Schur form of a; f replaces T, and is given the eigenvalues.
func function[T Scalar, C Complex](w *Work, out, a Matrix[T], f func(t Matrix[C], values []complex128) Outcome) Outcome {
	n := a.Rows
	if n == 0 {
		return Done
	}
	values := make([]complex128, n)
	z, done := scratch[T](n, n)
	defer done()
	if !Schur(w, a, z, values) {
		return Unconverged
	}
	t, doneT := scratch[C](n, n)
	defer doneT()
	q, doneQ := scratch[C](n, n)
	defer doneQ()
	for i := range n {
		for j := range n {
			t.Set(i, j, C(Wide(a.At(i, j))))
			q.Set(i, j, C(Wide(z.At(i, j))))
		}
	}
	triangular(t, q, values)
	if o := f(t, values); o != Done {
		return o
	}
	product, doneP := scratch[C](n, n)
	defer doneP()
	multiply(w, product, q, None, t, None)
	multiply(w, t, product, None, q, ConjTransposed)
	for i := range n {
		for j := range n {
			out.Set(i, j, Narrow[T](complex128(t.At(i, j))))
		}
	}
	return Done
}

// triangular makes the 2×2 blocks of a real Schur form triangles, by rotations that q gets too.
func triangular[C Complex](t, q Matrix[C], values []complex128) {
	n := t.Rows
	for k := 1; k < n; k++ {
		if t.At(k, k-1) == 0 {
			continue
		}
		mu, sub := values[k-1]-complex128(t.At(k, k)), complex128(t.At(k, k-1))
		r := math.Hypot(cmplx.Abs(mu), cmplx.Abs(sub))
		c, s := mu/complex(r, 0), sub/complex(r, 0)
		cc, sc := C(c), C(s)
		ccConj, scConj := C(cmplx.Conj(c)), C(cmplx.Conj(s))
		x, y := t.Row(k - 1)[k-1:], t.Row(k)[k-1:]
		for j, u := range x { // from the left by (c̄, s; −s, c)
			v := y[j]
			x[j], y[j] = ccConj*u+sc*v, cc*v-sc*u
		}
		turn := func(a Matrix[C]) {
			for i := range a.Rows {
				row := a.Row(i)
				u, v := row[0], row[1]
				row[0], row[1] = cc*u+scConj*v, ccConj*v-scConj*u
			}
		}
		turn(t.Part(0, k+1, k-1, k+1))
		turn(q.Part(0, n, k-1, k+1))
		t.Set(k, k-1, 0)
	}
}

// functionBase is the greatest triangle whose root is found without products of blocks.
const functionBase = 32

// rootOfTriangle replaces an upper triangle by its principal square root (Björck and Hammarling, by blocks as
// Deadman, Higham and Ralha), and reports whether there is one.
func rootOfTriangle[C Complex](w *Work, t Matrix[C]) bool {
	w.check()
	n := t.Rows
	if n > functionBase {
		k := n / 2
		first, last := t.Part(0, k, 0, k), t.Part(k, n, k, n)
		return rootOfTriangle(w, first) && rootOfTriangle(w, last) && sylvester(w, first, last, t.Part(0, k, k, n))
	}
	for j := range n {
		t.Set(j, j, C(cmplx.Sqrt(complex128(t.At(j, j)))))
		for i := j - 1; i >= 0; i-- {
			s := t.At(i, j)
			row := t.Row(i)
			for k := i + 1; k < j; k++ {
				s -= row[k] * t.At(k, j)
			}
			v, ok := quotient(s, t.At(i, i)+t.At(j, j))
			if !ok {
				return false
			}
			t.Set(i, j, v)
		}
	}
	return true
}

// quotient returns s/d; 0 of two zeros. A d of 0 has no other quotient.
func quotient[C Complex](s, d C) (C, bool) {
	if d == 0 {
		return 0, s == 0
	}
	return C(complex128(s) / complex128(d)), true
}

// sylvester replaces x by the solution X of A·X + X·B = x with upper triangles a and b, and reports whether there is one.
func sylvester[C Complex](w *Work, a, b, x Matrix[C]) bool {
	m, n := a.Rows, b.Rows
	switch {
	case m <= functionBase && n <= functionBase:
		return sylvesterBase(w, a, b, x)
	case m >= n:
		k := m / 2
		top, bottom := x.Part(0, k, 0, n), x.Part(k, m, 0, n)
		if !sylvester(w, a.Part(k, m, k, m), b, bottom) {
			return false
		}
		subtract(w, top, a.Part(0, k, k, m), None, bottom, None)
		return sylvester(w, a.Part(0, k, 0, k), b, top)
	default:
		k := n / 2
		left, right := x.Part(0, m, 0, k), x.Part(0, m, k, n)
		if !sylvester(w, a, b.Part(0, k, 0, k), left) {
			return false
		}
		subtract(w, right, left, None, b.Part(0, k, k, n), None)
		return sylvester(w, a, b.Part(k, n, k, n), right)
	}
}

func sylvesterBase[C Complex](w *Work, a, b, x Matrix[C]) bool {
	w.check()
	for i := a.Rows - 1; i >= 0; i-- {
		row := x.Row(i)
		for k := i + 1; k < a.Rows; k++ {
			simd.AddTimes(row, -a.At(i, k), x.Row(k))
		}
		for j := range row {
			v, ok := quotient(row[j], a.At(i, i)+b.At(j, j))
			if !ok {
				return false
			}
			row[j] = v
			simd.AddTimes(row[j+1:], -v, b.Row(j)[j+1:])
		}
	}
	return true
}

// mostRoots is how many roots of a triangle are taken: from the greatest number 12 lead near 1.
const mostRoots = 100

// nearOne is up to what norm of T − I the approximation of degree 7 is as exact as float64 (Al-Mohy and Higham,
// Improved inverse scaling and squaring algorithms for the matrix logarithm, table 2.1).
const nearOne = 0.264

// nodes and weights of Gauss and Legendre's quadrature with 7 points from 0 to 1: log(I + X) is nearly the
// sum of weight·X·(I + node·X)⁻¹.
var nodes, weights = gaussLegendre(7)

// gaussLegendre returns the nodes and weights of the quadrature with n points from 0 to 1.
func gaussLegendre(n int) (nodes, weights []float64) {
	for i := range n {
		x := math.Cos(math.Pi * (float64(i) + 0.75) / (float64(n) + 0.5))
		slope := 0.0
		for range 20 { // Newton's steps on the polynomial of Legendre
			before, now := 1.0, x
			for k := 2; k <= n; k++ {
				before, now = now, (float64(2*k-1)*x*now-float64(k-1)*before)/float64(k)
			}
			slope = float64(n) * (x*now - before) / (x*x - 1)
			x -= now / slope
		}
		nodes = append(nodes, (1+x)/2)
		weights = append(weights, 1/((1-x*x)*slope*slope))
	}
	return nodes, weights
}

// logOfTriangle replaces a regular upper triangle by its principal logarithm, by inverse scaling and squaring.
func logOfTriangle[C Complex](w *Work, t Matrix[C]) bool {
	n := t.Rows
	logs, above := make([]complex128, n), make([]complex128, max(n-1, 0))
	for i := range n {
		logs[i] = cmplx.Log(complex128(t.At(i, i)))
	}
	for i := range above {
		above[i] = logAbove(complex128(t.At(i, i)), complex128(t.At(i+1, i+1)), complex128(t.At(i, i+1)), logs[i], logs[i+1])
	}
	roots := 0
	for ; roots < mostRoots && !(distanceFromOne(t) <= nearOne); roots++ {
		if !rootOfTriangle(w, t) {
			return false
		}
	}
	for i, l := range logs { // T − I without a difference of what is nearly equal
		t.Set(i, i, C(expm1(l/complex(math.Ldexp(1, roots), 0))))
	}
	sum, doneSum := zeros[C](n, n)
	defer doneSum()
	part, donePart := scratch[C](n, n)
	defer donePart()
	shifted, doneShifted := scratch[C](n, n)
	defer doneShifted()
	for k, node := range nodes {
		for i := range n {
			row, to := t.Row(i), shifted.Row(i)
			for j, v := range row {
				to[j] = C(complex(node, 0)) * v
			}
			to[i]++
			copy(part.Row(i), row)
		}
		SolveTriangular(w, shifted, part, Triangle{Right: true})
		f := C(complex(weights[k], 0))
		for i := range n {
			simd.AddTimes(sum.Row(i), f, part.Row(i))
		}
	}
	scaleMatrix(sum, math.Ldexp(1, roots))
	t.CopyFrom(sum)
	for i, l := range logs {
		t.Set(i, i, C(l))
	}
	for i, v := range above {
		t.Set(i, i+1, C(v))
	}
	return true
}

// distanceFromOne returns the greatest sum of magnitudes of a column of T − I.
func distanceFromOne[C Complex](t Matrix[C]) float64 {
	sums := make([]float64, t.Cols)
	for i := range t.Rows {
		for j := i; j < t.Cols; j++ {
			v := complex128(t.At(i, j))
			if i == j {
				v--
			}
			sums[j] += cmplx.Abs(v)
		}
	}
	most := 0.0
	for _, s := range sums {
		most = max(most, s)
	}
	return most
}

// expm1 returns exp(z) − 1.
func expm1(z complex128) complex128 {
	e := math.Expm1(real(z))
	half := math.Sin(imag(z) / 2)
	return complex(e*math.Cos(imag(z))-2*half*half, (e+1)*math.Sin(imag(z)))
}

// logAbove returns the element above the diagonal of the logarithm of the triangle (a, t; 0, b), whose diagonal has the
// logarithms la and lb (Higham, equation 11.28).
func logAbove(a, b, t, la, lb complex128) complex128 {
	if a == b {
		return t / a
	}
	if cmplx.Abs(a) < cmplx.Abs(b)/2 || cmplx.Abs(b) < cmplx.Abs(a)/2 {
		return t * (lb - la) / (b - a)
	}
	turns := math.Ceil((imag(lb-la) - math.Pi) / (2 * math.Pi))
	z := cmplx.Atanh((b-a)/(b+a)) + complex(0, math.Pi*turns)
	return t * 2 * z / (b - a)
}
