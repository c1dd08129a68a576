package lapack

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/internal/race"
)

var w = &Work{}

// limit is that of LAPACK's own tests.
const limit = 30

var sizes = []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 97, 128, 129, 257}

func testSizes() []int {
	if testing.Short() {
		return []int{0, 1, 2, 3, 5, 10, 16, 17, 33, 65, 129}
	}
	return sizes
}

// padded returns a matrix with gaps of NaN between its rows.
func padded[T Scalar](rows, cols int) Matrix[T] {
	a := Matrix[T]{make([]T, rows*(cols+3)), rows, cols, cols + 3}
	for i := range a.Data {
		a.Data[i] = Narrow[T](complex(math.NaN(), 0))
	}
	for i := range rows {
		clear(a.Row(i))
	}
	return a
}

func gapsKept[T Scalar](t *testing.T, a Matrix[T]) {
	t.Helper()
	for i := range a.Rows {
		for _, v := range a.Data[i*a.Stride+a.Cols : (i+1)*a.Stride] {
			require.True(t, math.IsNaN(realOf(v)), "a gap between rows was written")
		}
	}
}

func random[T Scalar](r *rand.Rand, rows, cols int) Matrix[T] {
	a := padded[T](rows, cols)
	for i := range rows {
		for j := range cols {
			a.Set(i, j, Narrow[T](complex(r.NormFloat64(), r.NormFloat64())))
		}
	}
	return a
}

func clone[T Scalar](a Matrix[T]) Matrix[T] {
	b := padded[T](a.Rows, a.Cols)
	b.CopyFrom(a)
	return b
}

func widened[T Scalar](a Matrix[T]) Matrix[complex128] {
	b := NewMatrix[complex128](a.Rows, a.Cols)
	for i := range a.Rows {
		for j := range a.Cols {
			b.Set(i, j, Wide(a.At(i, j)))
		}
	}
	return b
}

// times returns op(a)·op(b) in complex128.
func times[T, U Scalar](a Matrix[T], opA Op, b Matrix[U], opB Op) Matrix[complex128] {
	n, _ := opA.size(a.Rows, a.Cols)
	_, m := opB.size(b.Rows, b.Cols)
	c := NewMatrix[complex128](n, m)
	multiply(w, c, widened(a), opA, widened(b), opB)
	return c
}

// norm1 returns the greatest sum of a column; NaN if there is one.
func norm1(a Matrix[complex128]) float64 {
	most := 0.0
	for j := range a.Cols {
		s := 0.0
		for i := range a.Rows {
			s += math.Hypot(real(a.At(i, j)), imag(a.At(i, j)))
		}
		most = max(most, s)
	}
	return most
}

func minus(a, b Matrix[complex128]) Matrix[complex128] {
	c := NewMatrix[complex128](a.Rows, a.Cols)
	for i := range a.Rows {
		for j := range a.Cols {
			c.Set(i, j, a.At(i, j)-b.At(i, j))
		}
	}
	return c
}

// close requires ‖got − want‖ < limit·n·ε·size.
func closeTo[T Scalar](t *testing.T, got, want Matrix[complex128], size float64, what string) {
	t.Helper()
	n := float64(max(got.Rows, got.Cols, 1))
	diff := norm1(minus(got, want))
	if diff == 0 {
		return
	}
	require.Less(t, diff/(n*Epsilon[T]())/size, float64(limit), what)
}

func orthonormal[T Scalar](t *testing.T, q Matrix[T], what string) {
	t.Helper()
	g := times(q, ConjTransposed, q, None)
	one := NewMatrix[complex128](q.Cols, q.Cols)
	one.SetIdentity()
	if q.Rows > 0 {
		closeTo[T](t, g, one, 1, what)
	}
}

// four runs a test for every dtype.
func four(t *testing.T, f32, f64, c64, c128 func(t *testing.T)) {
	t.Run("float32", f32)
	t.Run("float64", f64)
	t.Run("complex64", c64)
	t.Run("complex128", c128)
}

func TestLU(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testLU[float32], testLU[float64], testLU[complex64], testLU[complex128])
}

func testLU[T Scalar](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range testSizes() {
		for _, shape := range [][2]int{{n, n}, {n + 7, n}, {n, n + 40}} {
			a := random[T](r, shape[0], shape[1])
			lu, pivots := clone(a), make([]int, min(shape[0], shape[1]))
			require.Equal(t, -1, LU(w, lu, pivots))
			gapsKept(t, lu)
			checkLU(t, a, lu, pivots)
			if shape[0] == shape[1] {
				for _, op := range []Op{None, Transposed, ConjTransposed} {
					b := random[T](r, n, 5)
					x := clone(b)
					SolveLU(w, lu, pivots, op, x)
					gapsKept(t, x)
					closeTo[T](t, times(a, op, x, None), widened(b), norm1(widened(a))*norm1(widened(x)), "A·X = B")
				}
				z, c := padded[T](n, n), clone(a)
				require.Equal(t, -1, Inverse(w, z, c))
				one := NewMatrix[complex128](n, n)
				one.SetIdentity()
				closeTo[T](t, times(a, None, z, None), one, norm1(widened(a))*norm1(widened(z)), "A·A⁻¹")
			}
		}
	}
}

func checkLU[T Scalar](t *testing.T, a, lu Matrix[T], pivots []int) {
	t.Helper()
	k := len(pivots)
	l, u := NewMatrix[T](a.Rows, k), NewMatrix[T](k, a.Cols)
	for i := range a.Rows {
		for j := range a.Cols {
			switch {
			case i > j && j < k:
				l.Set(i, j, lu.At(i, j))
				require.LessOrEqual(t, sizeOf(lu.At(i, j)), 2.001, "a multiplier is greater than its pivot")
			case i < k:
				u.Set(i, j, lu.At(i, j))
			}
		}
		if i < k {
			l.Set(i, i, 1)
		}
	}
	pa := clone(a)
	swapRows(pa, pivots)
	closeTo[T](t, times(l, None, u, None), widened(pa), norm1(widened(a)), fmt.Sprintf("P·A = L·U of %d×%d", a.Rows, a.Cols))
}

func TestZeroPivot(t *testing.T) {
	a := Matrix[float64]{[]float64{1, 2, 3, 2, 4, 6, 1, 1, 1}, 3, 3, 3}
	p := make([]int, 3)
	require.Equal(t, 2, LU(w, a, p))
	require.Equal(t, 0, LU(w, NewMatrix[complex64](40, 40), make([]int, 40)))
	b := NewMatrix[float32](40, 40)
	b.SetIdentity()
	b.Set(33, 33, 0)
	require.Equal(t, 33, LU(w, clone(b), make([]int, 40)))
	require.Equal(t, 33, Cholesky(w, clone(b)))
	require.Equal(t, 33, SolveTriangular(w, b, NewMatrix[float32](40, 1), Triangle{}))
}

func TestTriangular(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testTriangular[float32], testTriangular[float64], testTriangular[complex64], testTriangular[complex128])
}

func testTriangular[T Scalar](t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range testSizes() {
		for bits := range 24 {
			tr := Triangle{Lower: bits&1 > 0, Unit: bits&2 > 0, Right: bits&4 > 0, Op: Op(bits / 8)}
			a := random[T](r, n, n)
			read := NewMatrix[T](n, n)
			for i := range n {
				for j := range n {
					switch {
					case i == j && tr.Unit:
						read.Set(i, i, 1)
						a.Set(i, i, Narrow[T](complex(math.NaN(), 0)))
					case i == j:
						a.Set(i, i, a.At(i, i)+fromReal[T](float64(n)+3))
						read.Set(i, i, a.At(i, i))
					case i > j == tr.Lower:
						if tr.Unit {
							a.Set(i, j, a.At(i, j)/fromReal[T](float64(n)+1))
						}
						read.Set(i, j, a.At(i, j))
					default:
						a.Set(i, j, Narrow[T](complex(math.NaN(), 0)))
					}
				}
			}
			rows, cols := n, 37
			if tr.Right {
				rows, cols = cols, rows
			}
			b := random[T](r, rows, cols)
			x := clone(b)
			require.Equal(t, -1, SolveTriangular(w, a, x, tr))
			gapsKept(t, x)
			var got Matrix[complex128]
			if tr.Right {
				got = times(x, None, read, tr.Op)
			} else {
				got = times(read, tr.Op, x, None)
			}
			closeTo[T](t, got, widened(b), norm1(widened(read))*norm1(widened(x)), fmt.Sprint(n, tr))
		}
	}
}

func TestCholesky(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testCholesky[float32], testCholesky[float64], testCholesky[complex64], testCholesky[complex128])
}

func testCholesky[T Scalar](t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range testSizes() {
		g := random[T](r, n, n+5)
		a := padded[T](n, n)
		multiply(w, a, g, None, g, ConjTransposed)
		f := clone(a)
		for i := range n { // the other triangle, and the imaginary parts of the diagonal, are not read
			for j := i + 1; j < n; j++ {
				f.Set(i, j, Narrow[T](complex(math.NaN(), 0)))
			}
			f.Set(i, i, f.At(i, i)+Narrow[T](complex(0, 3)))
		}
		require.Equal(t, -1, Cholesky(w, f))
		gapsKept(t, f)
		closeTo[T](t, times(f, None, f, ConjTransposed), widened(a), norm1(widened(a)), "the product of the factors")
	}
}

func TestQR(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testQR[float32], testQR[float64], testQR[complex64], testQR[complex128])
}

func testQR[T Scalar](t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range testSizes() {
		for _, shape := range [][2]int{{n, n}, {n + 40, n}, {n, n + 9}} {
			m, c := shape[0], shape[1]
			k := min(m, c)
			a := random[T](r, m, c)
			f, tau := clone(a), make([]T, k)
			QR(w, f, tau)
			gapsKept(t, f)
			upper := NewMatrix[T](m, c)
			for i := range k {
				copy(upper.Row(i)[i:], f.Row(i)[i:])
			}
			for _, cols := range []int{k, m} {
				q := padded[T](m, cols)
				FormQ(w, q, f.Part(0, m, 0, k), tau)
				gapsKept(t, q)
				orthonormal(t, q, "Q")
				closeTo[T](t, times(q, None, upper.Part(0, cols, 0, c), None), widened(a), norm1(widened(a)), "A = Q·R")
			}
			x := clone(a)
			ApplyQ(w, f.Part(0, m, 0, k), tau, true, x)
			closeTo[T](t, widened(x), widened(upper), norm1(widened(a)), "Qᴴ·A = R")
			ApplyQ(w, f.Part(0, m, 0, k), tau, false, x)
			closeTo[T](t, widened(x), widened(a), norm1(widened(a)), "Q·Qᴴ·A = A")
		}
	}
}

func hermitian[T Scalar](r *rand.Rand, n int) Matrix[T] {
	a := random[T](r, n, n)
	for i := range n {
		for j := range i {
			a.Set(j, i, conj(a.At(i, j)))
		}
		a.Set(i, i, fromReal[T](realOf(a.At(i, i))))
	}
	return a
}

func TestEigh(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testEigh[float32], testEigh[float64], testEigh[complex64], testEigh[complex128])
}

func testEigh[T Scalar](t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, n := range testSizes() {
		checkEigh(t, hermitian[T](r, n), fmt.Sprint(n))
	}
	for name, a := range special[T]() {
		for i := range a.Rows {
			for j := range i {
				a.Set(j, i, conj(a.At(i, j)))
			}
			a.Set(i, i, fromReal[T](realOf(a.At(i, i))))
		}
		checkEigh(t, a, name)
	}
}

func checkEigh[T Scalar](t *testing.T, a Matrix[T], name string) {
	t.Helper()
	n := a.Rows
	v, d := clone(a), make([]float64, n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			v.Set(i, j, Narrow[T](complex(math.NaN(), 0)))
		}
	}
	only, values := clone(v), make([]float64, n)
	require.True(t, Eigh(w, v, d), name)
	require.True(t, EighValues(w, only, values), name)
	require.True(t, slices.IsSorted(d), name)
	gapsKept(t, v)
	orthonormal(t, v, name)
	size, _ := largestOf(a)
	f := scaleFor[float64](size)
	wa := widened(a)
	scaleWide(wa.Data, complex(f, 0))
	vd := widened(v)
	for j, x := range d {
		require.InDelta(t, x*f, values[j]*f, 10*math.Sqrt(float64(n))*Epsilon[T]()*norm1(wa), name)
		for i := range n {
			vd.Set(i, j, vd.At(i, j)*complex(x*f, 0))
		}
	}
	closeTo[T](t, times(wa, None, v, None), vd, norm1(wa), "A·V = V·D of "+name)
}

func TestSVD(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testSVD[float32], testSVD[float64], testSVD[complex64], testSVD[complex128])
}

func testSVD[T Scalar](t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, n := range testSizes() {
		for _, shape := range [][2]int{{n, n}, {n + 13, n}, {n, 2*n + 3}} {
			checkSVD(t, random[T](r, shape[0], shape[1]), fmt.Sprint(shape))
		}
	}
	for name, a := range special[T]() {
		checkSVD(t, a, name)
	}
}

func checkSVD[T Scalar](t *testing.T, a Matrix[T], name string) {
	t.Helper()
	m, n := a.Rows, a.Cols
	k := min(m, n)
	size, _ := largestOf(a)
	f := scaleFor[float64](size)
	wa := widened(a)
	scaleWide(wa.Data, complex(f, 0))
	for _, full := range []bool{false, true} {
		u, vh, s := padded[T](m, k), padded[T](k, n), make([]float64, k)
		if full {
			u, vh = padded[T](m, m), padded[T](n, n)
		}
		require.True(t, SVD(w, clone(a), s, u, vh), name)
		gapsKept(t, u)
		gapsKept(t, vh)
		orthonormal(t, u, name)
		adj := NewMatrix[T](vh.Cols, vh.Rows)
		adjoint(adj, vh)
		orthonormal(t, adj, name)
		us := NewMatrix[complex128](m, k)
		for j, x := range s {
			require.GreaterOrEqual(t, x, 0.0)
			for i := range m {
				us.Set(i, j, Wide(u.At(i, j))*complex(x*f, 0))
			}
		}
		closeTo[T](t, times(us, None, vh.Part(0, k, 0, n), None), wa, norm1(wa), "A = U·S·Vᴴ of "+name)
		values := make([]float64, k)
		require.True(t, SingularValues(w, clone(a), values), name)
		for i := range s {
			require.InDelta(t, s[i]*f, values[i]*f, 10*math.Sqrt(float64(k))*Epsilon[T]()*s[0]*f, name)
			require.True(t, i == 0 || s[i] <= s[i-1])
		}
	}
}

func TestEig(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testEig[float32, complex64], testEig[float64, complex128], testEig[complex64, complex64], testEig[complex128, complex128])
}

func testEig[T Scalar, C Complex](t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, n := range testSizes() {
		checkEig[T, C](t, random[T](r, n, n), fmt.Sprint(n))
	}
	for name, a := range special[T]() {
		checkEig[T, C](t, a, name)
	}
}

func checkEig[T Scalar, C Complex](t *testing.T, a Matrix[T], name string) {
	t.Helper()
	n := a.Rows
	size, _ := largestOf(a)
	f := scaleFor[float64](size)
	wa := widened(a)
	scaleWide(wa.Data, complex(f, 0))

	v, d := padded[C](n, n), make([]complex128, n)
	require.True(t, Eig(w, clone(a), d, v), name)
	gapsKept(t, v)
	vd := widened(v)
	for j, x := range d {
		col := make([]complex128, n)
		column(col, widened(v), 0, j)
		require.InDelta(t, 1, norm(col), 10*float64(n)*Epsilon[T](), "length of a vector of %s", name)
		for i := range n {
			vd.Set(i, j, vd.At(i, j)*complex(real(x)*f, imag(x)*f))
		}
	}
	closeTo[T](t, times(wa, None, v, None), vd, norm1(wa), "A·V = V·D of "+name)
	require.True(t, EigValues(w, clone(a), make([]complex128, n)), name)

	if f == 1 {
		s, z := clone(a), padded[T](n, n)
		require.True(t, Schur(w, s, z, d), name)
		orthonormal(t, z, name)
		closeTo[T](t, times(a, None, z, None), times(z, None, s, None), norm1(wa), "A·Z = Z·T of "+name)
		for i := range n {
			for j := range i {
				block := j == i-1 && !isComplex[T]() && imag(d[i]) < 0
				require.True(t, block || s.At(i, j) == 0, "below the diagonal of the Schur form of %s", name)
			}
			require.InDelta(t, realOf(s.At(i, i)), real(d[i]), 1e-300)
		}
		h, q, tau := clone(a), padded[T](n, n), make([]T, max(n-1, 0))
		Hessenberg(w, h, tau)
		HessenbergQ(w, q, h, tau)
		orthonormal(t, q, name)
		closeTo[T](t, times(a, None, q, None), times(q, None, h, None), norm1(wa), "A·Q = Q·H of "+name)
	}
}

// Roots of matrices are as exact as their condition lets them be, and logarithms have the matrices as exponentials.
func TestFunctions(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	four(t, testFunctions[float32, complex64], testFunctions[float64, complex128], testFunctions[complex64, complex64], testFunctions[complex128, complex128])
}

func testFunctions[T Scalar, C Complex](t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 2, 3, 5, 10, 31, 32, 33, 65, 100, 130} {
		if testing.Short() && n > 65 {
			continue
		}
		a := random[T](r, n, n)
		for i := range n { // eigenvalues to the right of the imaginary axis, and some conjugate
			scaleWide(a.Row(i), complex(0.4/math.Sqrt(float64(n)), 0))
			a.Set(i, i, a.At(i, i)+fromReal[T](2))
		}
		wa := widened(a)
		root := padded[T](n, n)
		require.Equal(t, Done, SquareRoot[T, C](w, root, clone(a)), n)
		gapsKept(t, root)
		size := norm1(widened(root))
		closeTo[T](t, times(root, None, root, None), wa, size*size+1e-300, "the square of the root")
		log := padded[T](n, n)
		require.Equal(t, Done, Logarithm[T, C](w, log, clone(a)), n)
		gapsKept(t, log)
		closeTo[T](t, exponential(widened(log)), wa, norm1(wa)*(1+norm1(widened(log)))+1e-300, "the exponential of the logarithm")
	}
}

// exponential is that of a matrix by Taylor's series of a fraction.
func exponential(a Matrix[complex128]) Matrix[complex128] {
	n := a.Rows
	z, term := NewMatrix[complex128](n, n), NewMatrix[complex128](n, n)
	z.SetIdentity()
	term.SetIdentity()
	for i := range n {
		scaleWide(a.Row(i), 0x1p-4)
	}
	for k := 1; k < 40; k++ {
		term = times(term, None, a, None)
		for i := range term.Data {
			term.Data[i] /= complex(float64(k), 0)
			z.Data[i] += term.Data[i]
		}
	}
	for range 4 {
		z = times(z, None, z, None)
	}
	return z
}

// What has no root or logarithm is named, and what is at the edge has them.
func TestFunctionsOfOddMatrices(t *testing.T) {
	race.CoveredBy(t, "TestThreads")
	of := func(rows ...float64) Matrix[float64] {
		n := int(math.Sqrt(float64(len(rows))))
		return Matrix[float64]{slices.Clone(rows), n, n, n}
	}
	root := func(a Matrix[float64]) (Matrix[float64], Outcome) {
		z := NewMatrix[float64](a.Rows, a.Rows)
		return z, SquareRoot[float64, complex128](w, z, a)
	}
	log := func(a Matrix[float64]) (Matrix[float64], Outcome) {
		z := NewMatrix[float64](a.Rows, a.Rows)
		return z, Logarithm[float64, complex128](w, z, a)
	}
	near := func(want, got Matrix[float64], o Outcome) {
		t.Helper()
		require.Equal(t, Done, o)
		require.InDeltaSlice(t, want.Data, got.Data, 1e-14)
	}
	z, o := root(of(0, 0, 0, 0))
	near(of(0, 0, 0, 0), z, o)
	z, o = root(of(4, 0, 0, 0))
	near(of(2, 0, 0, 0), z, o)
	z, o = root(of(0, 1, -1, 0)) // a rotation by a quarter: by an eighth
	near(of(math.Sqrt2/2, math.Sqrt2/2, -math.Sqrt2/2, math.Sqrt2/2), z, o)
	z, o = log(of(0, 1, -1, 0))
	near(of(0, math.Pi/2, -math.Pi/2, 0), z, o)
	z, o = log(of(1, 1, 0, 1))
	near(of(0, 1, 0, 0), z, o)
	z, o = log(of(1, 1e8, 0, 1))
	near(of(0, 1e8, 0, 0), z, o)
	z, o = log(of(1e100, 0, 0, 1e-100))
	require.Equal(t, Done, o)
	require.InDelta(t, 100*math.Ln10, z.At(0, 0), 1e-12)
	_, o = root(of(0, 1, 0, 0))
	require.Equal(t, NotRegular, o)
	_, o = root(of(-1, 0, 0, 1))
	require.Equal(t, Negative, o)
	_, o = log(of(-1, 0, 0, 1))
	require.Equal(t, Negative, o)
	_, o = log(of(1, 0, 0, 0))
	require.Equal(t, NotRegular, o)
	minus := Matrix[complex128]{[]complex128{-1, 0, 0, -4}, 2, 2, 2}
	c := NewMatrix[complex128](2, 2)
	require.Equal(t, Done, SquareRoot[complex128, complex128](w, c, minus))
	require.InDelta(t, 0, norm1(minus2(c, []complex128{1i, 0, 0, 2i})), 1e-15)
}

func minus2(a Matrix[complex128], b []complex128) Matrix[complex128] {
	return minus(a, Matrix[complex128]{b, a.Rows, a.Cols, a.Cols})
}

// special returns matrices on which algorithms have failed.
func special[T Scalar]() map[string]Matrix[T] {
	few, most, eps := 1e-290, 1e290, Epsilon[T]()
	if single[T]() {
		few, most = 1e-36, 1e36
	}
	made := func(n int, f func(i, j int) float64) Matrix[T] {
		a := padded[T](n, n)
		for i := range n {
			for j := range n {
				a.Set(i, j, fromReal[T](f(i, j)))
			}
		}
		return a
	}
	band := func(i, j int, d, e float64) float64 {
		switch i - j {
		case 0:
			return d
		case 1, -1:
			return e
		}
		return 0
	}
	r := rand.New(rand.NewPCG(15, 16))
	c, s := math.Cos(1.2), math.Sin(1.2)
	m := map[string]Matrix[T]{
		"zeros": made(40, func(i, j int) float64 { return 0 }),
		"ones":  made(40, func(i, j int) float64 { return 1 }),
		"identity and squared hilbert": made(100, func(i, j int) float64 { // eigenvalues that differ by less than rounding
			sum := 0.0
			for k := range 100 {
				sum += 1 / float64((i+k+1)*(j+k+1)) / 25
			}
			if i == j {
				sum++
			}
			return sum
		}),
		"hilbert": made(30, func(i, j int) float64 { return 1 / float64(i+j+1) }),
		"kahan": made(40, func(i, j int) float64 {
			switch {
			case i == j:
				return math.Pow(s, float64(i))
			case j > i:
				return -c * math.Pow(s, float64(i))
			}
			return 0
		}),
		"frank": made(24, func(i, j int) float64 {
			if j < i-1 {
				return 0
			}
			return float64(24 - max(i, j))
		}),
		"grcar": made(60, func(i, j int) float64 {
			switch {
			case j == i-1:
				return -1
			case j >= i && j <= i+3:
				return 1
			}
			return 0
		}),
		"jordan": made(33, func(i, j int) float64 {
			if j == i+1 || i == j {
				return 1
			}
			return 0
		}),
		"companion": made(20, func(i, j int) float64 {
			if i == 0 {
				return float64(j%5) - 2
			}
			if j == i-1 {
				return 1
			}
			return 0
		}),
		"cycle": made(20, func(i, j int) float64 {
			if i == (j+1)%20 {
				return 1
			}
			return 0
		}),
		"wilkinson": made(21, func(i, j int) float64 { return band(i, j, math.Abs(float64(i-10)), 1) }),
		"glued": made(84, func(i, j int) float64 {
			e := 1.0
			if max(i, j)%21 == 0 {
				e = 10 * eps
			}
			return band(i, j, math.Abs(float64(i%21-10)), e)
		}),
		"graded":         made(40, func(i, j int) float64 { return math.Pow(few, float64(max(i, j))/40) * (1 + float64((i*j)%7)) }),
		"graded up":      made(40, func(i, j int) float64 { return math.Pow(few, float64(80-i-j)/80) * (1 + float64((i+j)%5)) }),
		"arrow":          made(50, func(i, j int) float64 { return map[bool]float64{true: 1 + float64(i)}[i == j || i*j == 0] }),
		"rank 1":         made(50, func(i, j int) float64 { return float64(i+1) * float64(j-7) / 50 }),
		"near overflow":  made(35, func(i, j int) float64 { return most * math.Sin(float64(i*j+i+1)) }),
		"near underflow": made(35, func(i, j int) float64 { return few * math.Sin(float64(i*j+i+1)) }),
		"couplings 0":    made(50, func(i, j int) float64 { return band(i, j, 2, float64(max(i, j)%3)) }),
		"lower":          made(30, func(i, j int) float64 { return map[bool]float64{true: r.NormFloat64()}[i >= j] }),
	}
	g := random[T](r, 60, 20)
	low := padded[T](60, 60)
	multiply(w, low, g, None, g, ConjTransposed)
	m["rank 20"] = low
	q, tau := random[T](r, 50, 50), make([]T, 50)
	QR(w, q, tau)
	o := padded[T](50, 50)
	FormQ(w, o, q, tau)
	m["orthogonal"] = o
	return m
}

// Functions end, and give NaN where they say so, whatever is not finite.
func TestNotFinite(t *testing.T) {
	four(t, testNotFinite[float32, complex64], testNotFinite[float64, complex128], testNotFinite[complex64, complex64], testNotFinite[complex128, complex128])
}

func testNotFinite[T Scalar, C Complex](t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, n := range []int{1, 2, 5, 40} {
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			a := random[T](r, n, n)
			a.Set(n-1, n/2, fromReal[T](bad))
			s := make([]float64, n)
			require.True(t, Eigh(w, clone(a), s))
			require.True(t, math.IsNaN(s[0]))
			u, vh := NewMatrix[T](n, n), NewMatrix[T](n, n)
			require.True(t, SVD(w, clone(a), s, u, vh))
			require.True(t, math.IsNaN(s[n-1]) && math.IsNaN(realOf(u.At(0, 0))) && math.IsNaN(realOf(vh.At(0, 0))))
			d := make([]complex128, n)
			v := NewMatrix[C](n, n)
			require.True(t, Eig(w, clone(a), d, v))
			require.True(t, math.IsNaN(real(d[0])) && math.IsNaN(realOf(v.At(0, 0))))
			require.True(t, Schur(w, clone(a), u, d))
			LU(w, clone(a), make([]int, n))
			QR(w, clone(a), make([]T, n))
			Hessenberg(w, clone(a), make([]T, n-1))
			Cholesky(w, clone(a))
		}
	}
}

// The number of threads changes no bit.
func TestThreads(t *testing.T) {
	four(t, testThreads[float32, complex64], testThreads[float64, complex128], testThreads[complex64, complex64], testThreads[complex128, complex128])
}

func testThreads[T Scalar, C Complex](t *testing.T) {
	defer array.SetThreads(0)
	const n = 150
	r := rand.New(rand.NewPCG(19, 20))
	a, h := random[T](r, n, n), hermitian[T](r, n)
	var want []any
	for i, threads := range []int{1, 2, 5} {
		array.SetThreads(threads)
		lu, z, qr, tau := clone(a), NewMatrix[T](n, n), clone(a), make([]T, n)
		LU(w, lu, make([]int, n))
		Inverse(w, z, clone(a))
		QR(w, qr, tau)
		q := NewMatrix[T](n, n)
		FormQ(w, q, qr, tau)
		root, solved := clone(h), clone(a)
		for i := range n {
			root.Set(i, i, root.At(i, i)+fromReal[T](4*n))
		}
		require.Negative(t, Cholesky(w, root))
		SolveTriangular(w, root, solved, Triangle{})
		v, d := NewMatrix[T](n, n), make([]float64, n)
		v.CopyFrom(h)
		Eigh(w, v, d)
		s, u, vh := make([]float64, n), NewMatrix[T](n, n), NewMatrix[T](n, n)
		SVD(w, clone(a), s, u, vh)
		values, vectors := make([]complex128, n), NewMatrix[C](n, n)
		Eig(w, clone(a), values, vectors)
		got := []any{widened(lu).Data, z.Data, widened(root).Data, widened(solved).Data, q.Data, v.Data, d, s, u.Data, vh.Data, values, vectors.Data}
		if i == 0 {
			want = got
			continue
		}
		for j := range got {
			require.Equal(t, want[j], got[j], "result %d on %d threads", j, threads)
		}
	}
}
