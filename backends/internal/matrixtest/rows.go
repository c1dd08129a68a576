package matrixtest

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A row is what is known of one kernel.
type row struct {
	op     ops.Matrix
	square bool
	two    bool // there is a right-hand side
	parts  func(m, n, p int, a backend.MatrixAttrs) [][2]int
	attrs  []backend.MatrixAttrs
	make   func(r *rand.Rand, d dtype.Dtype, m, n int, a backend.MatrixAttrs) matrix // random if nil
	read   func(i, j int, a backend.MatrixAttrs) bool                                // everything if nil
	fails  string                                                                    // with a singular or indefinite matrix

	// check returns how far the parts z are from what they should be, in units that rounding has.
	check func(x, y matrix, z []matrix, a backend.MatrixAttrs) (float64, error)
}

func one(rows, cols int) [][2]int { return [][2]int{{rows, cols}} }

func lower(i, j int, _ backend.MatrixAttrs) bool { return i >= j }

// triangle is what SolveTriangle reads.
func triangle(i, j int, a backend.MatrixAttrs) bool {
	switch {
	case i == j:
		return !a.Unit
	case a.Upper:
		return i < j
	}
	return i > j
}

// mirrored is the Hermitian matrix of which the lower triangle is read.
func mirrored(x matrix) matrix {
	return x.mapped(func(i, j int, v complex128) complex128 {
		switch {
		case i == j:
			return complex(real(v), 0)
		case i < j:
			return cmplx.Conj(x.at(j, i))
		}
		return v
	})
}

var rows = []row{
	{op: ops.FactorLU, parts: func(m, n, _ int, _ backend.MatrixAttrs) [][2]int { return [][2]int{{m, n}, {1, m}} }, check: checkLU},
	{op: ops.SolveMatrix, square: true, two: true, fails: backend.Singular,
		parts: func(_, n, p int, _ backend.MatrixAttrs) [][2]int { return one(n, p) },
		check: func(x, y matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			return x.mul(z[0]).far(y, x.norm()*z[0].norm()+y.norm()), nil
		}},
	{op: ops.SolveTriangle, square: true, two: true, fails: backend.Singular, read: triangle, make: triangular,
		attrs: []backend.MatrixAttrs{{}, {Upper: true}, {Unit: true}, {Upper: true, Unit: true}},
		parts: func(_, n, p int, _ backend.MatrixAttrs) [][2]int { return one(n, p) },
		check: func(x, y matrix, z []matrix, a backend.MatrixAttrs) (float64, error) {
			x = x.mapped(func(i, j int, v complex128) complex128 {
				switch {
				case triangle(i, j, a):
					return v
				case i == j:
					return 1
				}
				return 0
			})
			return x.mul(z[0]).far(y, x.norm()*z[0].norm()+y.norm()), nil
		}},
	{op: ops.InvertMatrix, square: true, fails: backend.Singular,
		parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return one(n, n) },
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			return x.mul(z[0]).far(identity(x.rows), x.norm()*z[0].norm()), nil
		}},
	{op: ops.Determinant, square: true, parts: func(_, _, _ int, _ backend.MatrixAttrs) [][2]int { return one(1, 1) }, make: dominant,
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			sign, log := x.logDet()
			want := sign * complex(math.Exp(log), 0)
			return cmplx.Abs(z[0].v[0]-want) / math.Exp(log) / (1 + math.Abs(log)), nil
		}},
	{op: ops.LogDeterminant, square: true, parts: func(_, _, _ int, _ backend.MatrixAttrs) [][2]int { return one(1, 2) }, make: dominant,
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			sign, log := x.logDet()
			return cmplx.Abs(z[0].v[0]-sign) + cmplx.Abs(z[0].v[1]-complex(log, 0))/(1+math.Abs(log)), nil
		}},
	{op: ops.FactorCholesky, square: true, fails: backend.Indefinite, read: lower,
		parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return one(n, n) },
		make: func(r *rand.Rand, d dtype.Dtype, _, n int, _ backend.MatrixAttrs) matrix {
			return hermitian(r, d, n, 1)
		},
		check: checkCholesky},
	{op: ops.FactorQR, attrs: full, parts: func(m, n, _ int, a backend.MatrixAttrs) [][2]int {
		if a.Full {
			return [][2]int{{m, m}, {m, n}}
		}
		return [][2]int{{m, min(m, n)}, {min(m, n), n}}
	}, check: checkQR},
	{op: ops.HermitianEigen, square: true, read: lower, make: anyHermitian,
		parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return [][2]int{{1, n}, {n, n}} }, check: checkEigh},
	{op: ops.HermitianEigenvalues, square: true, read: lower, make: anyHermitian,
		parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return one(1, n) },
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			x = mirrored(x)
			return moments(x, z[0].v), ascending(z[0].v)
		}},
	{op: ops.GeneralEigen, square: true, parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return [][2]int{{1, n}, {n, n}} }, check: checkEig},
	{op: ops.GeneralEigenvalues, square: true, parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return one(1, n) },
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			return moments(x, z[0].v), nil
		}},
	{op: ops.SingularVectors, attrs: full, parts: func(m, n, _ int, a backend.MatrixAttrs) [][2]int {
		k := min(m, n)
		if a.Full {
			return [][2]int{{m, m}, {1, k}, {n, n}}
		}
		return [][2]int{{m, k}, {1, k}, {k, n}}
	}, check: checkSVD},
	{op: ops.SingularValues, parts: func(m, n, _ int, _ backend.MatrixAttrs) [][2]int { return one(1, min(m, n)) },
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			if x.rows < x.cols {
				x = x.adjoint()
			}
			values := z[0]
			if unit := x.norm(); unit > 0 {
				x, values = over(x, unit), over(values, unit)
			}
			squares := values.mapped(func(_, _ int, v complex128) complex128 { return v * v })
			return moments(x.adjoint().mul(x), squares.v), descending(values.v)
		}},
	{op: ops.SchurForm, square: true, parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return [][2]int{{n, n}, {n, n}} }, check: checkForm},
	{op: ops.HessenbergForm, square: true, parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return [][2]int{{n, n}, {n, n}} }, check: checkForm},
	{op: ops.RootOfMatrix, square: true, fails: backend.NegativeValues, parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return one(n, n) }, make: rightward,
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			return z[0].mul(z[0]).far(x, z[0].norm()*z[0].norm()), nil
		}},
	{op: ops.LogarithmOfMatrix, square: true, fails: backend.Singular, parts: func(_, n, _ int, _ backend.MatrixAttrs) [][2]int { return one(n, n) }, make: rightward,
		check: func(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
			return exponential(z[0]).far(x, 4*x.norm()*(1+z[0].norm())), nil
		}},
}

var full = []backend.MatrixAttrs{{}, {Full: true}}

// triangular has a diagonal that makes solutions small.
func triangular(r *rand.Rand, d dtype.Dtype, _, n int, a backend.MatrixAttrs) matrix {
	return random(r, d, n, n).mapped(func(i, j int, v complex128) complex128 {
		if i == j {
			return v + 4
		}
		return held(d, v/complex(float64(n), 0))
	})
}

// dominant has a greater diagonal.
func dominant(r *rand.Rand, d dtype.Dtype, _, n int, _ backend.MatrixAttrs) matrix {
	return random(r, d, n, n).mapped(func(i, j int, v complex128) complex128 {
		if (i+1)%n == j { // not the diagonal, so that rows are exchanged
			return v + complex(0.5*float64(n), 0)
		}
		return v
	}).mapped(func(_, _ int, v complex128) complex128 { return held(d, v/complex(math.Sqrt(float64(n)), 0)) })
}

// rightward has eigenvalues to the right of the imaginary axis.
func rightward(r *rand.Rand, d dtype.Dtype, _, n int, _ backend.MatrixAttrs) matrix {
	return random(r, d, n, n).mapped(func(i, j int, v complex128) complex128 {
		v /= complex(4*math.Sqrt(float64(n)), 0)
		if i == j {
			v += 1
		}
		return held(d, v)
	})
}

// exponential is that of a matrix, by Taylor's series of a fraction.
func exponential(a matrix) matrix {
	a = over(a, 16)
	z, term := identity(a.rows), identity(a.rows)
	for k := 1; k < 40; k++ {
		term = over(term.mul(a), float64(k))
		z = z.mapped(func(i, j int, v complex128) complex128 { return v + term.at(i, j) })
	}
	for range 4 {
		z = z.mul(z)
	}
	return z
}

// checkForm is the check of a product z·t·zᴴ with zeros below the subdiagonal of t.
func checkForm(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
	t, q := z[0], z[1]
	for i := range t.rows {
		for j := range i - 1 {
			if t.at(i, j) != 0 {
				return 0, fmt.Errorf("%v at %d, %d", t.at(i, j), i, j)
			}
		}
	}
	return q.mul(t).mul(q.adjoint()).far(x, x.norm()) + q.orthonormal(), nil
}

// anyHermitian has eigenvalues of both signs.
func anyHermitian(r *rand.Rand, d dtype.Dtype, _, n int, _ backend.MatrixAttrs) matrix {
	return mirrored(random(r, d, n, n))
}

// moments is how far the sum and the sum of squares of eigenvalues are from the traces of x and of its
// square.
func moments(x matrix, values []complex128) float64 {
	if x.norm() > 0 {
		x, values = over(x, x.norm()), over(matrix{1, len(values), values}, x.norm()).v
	}
	var sum, squares, want1, want2 complex128
	for _, v := range values {
		sum, squares = sum+v, squares+v*v
	}
	xx := x.mul(x)
	for i := range x.rows {
		want1, want2 = want1+x.at(i, i), want2+xx.at(i, i)
	}
	return cmplx.Abs(sum-want1) + cmplx.Abs(squares-want2)
}

// over is x divided by a number.
func over(x matrix, by float64) matrix {
	return x.mapped(func(_, _ int, v complex128) complex128 { return v / complex(by, 0) })
}

func ascending(values []complex128) error {
	if !slices.IsSortedFunc(values, func(a, b complex128) int { return compare(real(a), real(b)) }) {
		return fmt.Errorf("eigenvalues %v do not ascend", values)
	}
	for _, v := range values {
		if imag(v) != 0 {
			return fmt.Errorf("%v is not real", v)
		}
	}
	return nil
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func descending(values []complex128) error {
	if len(values) > 0 && real(values[len(values)-1]) < 0 {
		return fmt.Errorf("a singular value below 0 in %v", values)
	}
	values = slices.Clone(values)
	slices.Reverse(values)
	return ascending(values)
}

func checkLU(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
	m, n := x.rows, x.cols
	k := min(m, n)
	l := zeros(m, k).mapped(func(i, j int, _ complex128) complex128 {
		switch {
		case i > j:
			return z[0].at(i, j)
		case i == j:
			return 1
		}
		return 0
	})
	u := zeros(k, n).mapped(func(i, j int, _ complex128) complex128 {
		if i <= j {
			return z[0].at(i, j)
		}
		return 0
	})
	for _, v := range l.v {
		if cmplx.Abs(v) > 1.5 { // some libraries take the sum of the parts for the magnitude
			return 0, fmt.Errorf("%v below the diagonal of l", v)
		}
	}
	seen := make([]bool, m)
	for _, v := range z[1].v {
		i := int(real(v))
		if complex(float64(i), 0) != v || i < 0 || i >= m || seen[i] {
			return 0, fmt.Errorf("%v are not the rows", z[1].v)
		}
		seen[i] = true
	}
	exchanged := x.mapped(func(i, j int, _ complex128) complex128 { return x.at(int(real(z[1].v[i])), j) })
	return l.mul(u).far(exchanged, x.norm()), nil
}

func checkCholesky(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
	l := z[0]
	for i := range l.rows {
		for j := range l.cols {
			if i < j && l.at(i, j) != 0 {
				return 0, fmt.Errorf("%v above the diagonal", l.at(i, j))
			}
		}
		if v := l.at(i, i); real(v) <= 0 || imag(v) != 0 {
			return 0, fmt.Errorf("%v on the diagonal", v)
		}
	}
	x = mirrored(x)
	return l.mul(l.adjoint()).far(x, x.norm()), nil
}

func checkQR(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
	q, r := z[0], z[1]
	for i := range r.rows {
		for j := range min(i, r.cols) {
			if r.at(i, j) != 0 {
				return 0, fmt.Errorf("%v below the diagonal of r", r.at(i, j))
			}
		}
	}
	return q.mul(r).far(x, x.norm()) + q.orthonormal(), nil
}

func checkEigh(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
	x = mirrored(x)
	v := z[1]
	return x.mul(v).far(v.mul(diagonal(x.rows, x.rows, z[0].v)), x.norm()) + v.orthonormal(), ascending(z[0].v)
}

func checkEig(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
	v := z[1]
	lengths := 0.0
	for j := range v.cols {
		column := zeros(v.rows, 1).mapped(func(i, _ int, _ complex128) complex128 { return v.at(i, j) })
		lengths += math.Abs(column.norm() - 1)
	}
	return x.mul(v).far(v.mul(diagonal(x.rows, x.rows, z[0].v)), x.norm()) + lengths + moments(x, z[0].v), nil
}

func checkSVD(x, _ matrix, z []matrix, _ backend.MatrixAttrs) (float64, error) {
	u, vh := z[0], z[2]
	s := diagonal(u.cols, vh.rows, z[1].v)
	return u.mul(s).mul(vh).far(x, x.norm()) + u.orthonormal() + vh.adjoint().orthonormal(), descending(z[1].v)
}
