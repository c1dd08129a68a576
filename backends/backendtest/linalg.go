package backendtest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// matrices holds that factorizations are as exact as LAPACK's own tests want them, for matrices that are easy and
// hard to factorize, that what is unique is the same on every backend, and that a matrix without a result is named.
func (s *suite) matrices(t *testing.T) {
	t.Run("exact", func(t *testing.T) { t.Parallel(); s.factorizations(t) })
	t.Run("errors", func(t *testing.T) { t.Parallel(); s.irregular(t) })
	t.Run("orders", func(t *testing.T) { t.Parallel(); s.eigenOrders(t) })
	t.Run("tolerances", func(t *testing.T) { t.Parallel(); s.tolerances(t) })
	t.Run("singular determinant", func(t *testing.T) { t.Parallel(); s.singularDeterminant(t) })
}

// mostRatio is what LAPACK's tests take: an error in units of n·ε of the norm of the matrix.
const mostRatio = 30

// matrixKinds are how the test matrices come about: of n rows and columns, element i, j, in units of 1.
var matrixKinds = []struct {
	name  string
	entry func(r *rand.Rand, i, j, n int) float64
}{
	{"random", func(r *rand.Rand, _, _, _ int) float64 { return r.NormFloat64() }},
	{"graded rows", func(r *rand.Rand, i, _, n int) float64 {
		return r.NormFloat64() * math.Pow(2, -20*float64(i)/float64(n))
	}},
	{"graded columns", func(r *rand.Rand, _, j, n int) float64 {
		return r.NormFloat64() * math.Pow(2, -20*float64(j)/float64(n))
	}},
	{"Hilbert", func(_ *rand.Rand, i, j, _ int) float64 { return 1 / float64(i+j+1) }},
	{"rank 1", func(_ *rand.Rand, i, j, _ int) float64 { return float64((i + 1) * (j%5 - 2)) }},
	{"zero", func(*rand.Rand, int, int, int) float64 { return 0 }},
	{"identity", func(_ *rand.Rand, i, j, _ int) float64 {
		if i == j {
			return 1
		}
		return 0
	}},
	{"Jordan block", func(_ *rand.Rand, i, j, _ int) float64 {
		switch {
		case i == j:
			return 2
		case j == i+1:
			return 1
		}
		return 0
	}},
	{"Kahan", func(_ *rand.Rand, i, j, _ int) float64 {
		switch {
		case i == j:
			return math.Pow(0.95, float64(i))
		case j > i:
			return -0.3 * math.Pow(0.95, float64(i))
		}
		return 0
	}},
}

// testMatrix returns a matrix of m rows and n columns of one of the kinds; complex ones have imaginary parts of it.
func (s *suite) testMatrix(kind int, d dtype.Dtype, m, n int) *ivy.Array {
	r := rand.New(rand.NewPCG(uint64(kind), uint64(m*1000+n)))
	a := rawArray{dtype: d, shape: []int{m, n}, data: []byte{}}
	for i := range m {
		for j := range n {
			a.data = appendNumber(a.data, d.Component(), matrixKinds[kind].entry(r, i, j, max(m, n)))
			if d.IsComplex() {
				a.data = appendNumber(a.data, d.Component(), 0.5*matrixKinds[kind].entry(r, j, i, max(m, n)))
			}
		}
	}
	return a.make(s.env).(*ivy.Array)
}

// An exactness measures results on the backend native, in float64 and complex128.
type exactness struct {
	t    *testing.T
	env  *ivy.Env
	what string
	d    dtype.Dtype
	n    int
}

func (x *exactness) wide(a *ivy.Array) *ivy.Array {
	to := dtype.Float64
	if a.Dtype().IsComplex() {
		to = dtype.Complex128
	}
	return x.env.Astype(a.ToBackend("native"), to)
}

func (x *exactness) norm(a *ivy.Array) float64 {
	if a.Size() == 0 {
		return 0
	}
	return x.env.MatrixNorm(a, ivy.Ord(1)).Float()
}

// small holds that a difference is small relative to a size.
func (x *exactness) small(name string, difference *ivy.Array, size float64) {
	limits, _ := dtype.Finfo(x.d)
	got := x.norm(difference)
	most := mostRatio * float64(max(x.n, 1)) * limits.Eps * size
	if !(got <= most+float64(x.n)*limits.SmallestNormal) {
		x.t.Errorf("%s: %s is off by %.3g, %.3g allowed", x.what, name, got, most)
	}
}

func (x *exactness) product(as ...*ivy.Array) *ivy.Array {
	z := as[0]
	for _, a := range as[1:] {
		z = x.env.MatMul(z, a)
	}
	return z
}

// unitary holds that the columns are orthonormal.
func (x *exactness) unitary(name string, q *ivy.Array) {
	k := q.Shape()[1]
	x.small(name, x.env.Subtract(x.product(x.env.Adjoint(q), q), x.env.Astype(x.env.Eye(k), q.Dtype())), 1)
}

func (s *suite) factorizations(t *testing.T) {
	sizes := [][2]int{{1, 1}, {2, 2}, {3, 3}, {10, 10}, {33, 33}, {5, 3}, {3, 7}, {40, 9}}
	if !testing.Short() {
		sizes = append(sizes, [2]int{100, 100}, [2]int{130, 257})
	}
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128} {
		for _, size := range sizes {
			for kind := range matrixKinds {
				x := &exactness{t: t, env: must(ivy.NewEnv("native")), d: d, n: max(size[0], size[1]),
					what: fmt.Sprintf("%v %v of %s", d, size, matrixKinds[kind].name)}
				err := ivy.Try(func() { s.factorized(x, s.testMatrix(kind, d, size[0], size[1])) })
				assert.NoError(t, err, x.what)
			}
		}
	}
}

// factorized factorizes a matrix in every way.
func (s *suite) factorized(x *exactness, a *ivy.Array) {
	e := s.env
	w := x.wide(a)
	size := x.norm(w)
	p, l, u := e.LU(a)
	x.small("the product of LU", x.env.Subtract(w, x.product(x.wide(p), x.wide(l), x.wide(u))), size)
	q, r := e.QR(a)
	x.small("the product of QR", x.env.Subtract(w, x.product(x.wide(q), x.wide(r))), size)
	x.unitary("Q of QR", x.wide(q))
	left, sigma, right := e.SVD(a, ivy.FullMatrices(false))
	k := min(a.Shape()[0], a.Shape()[1])
	scaled := x.env.Multiply(x.wide(left), x.env.Reshape(x.wide(sigma), []int{1, k}))
	x.small("the product of SVD", x.env.Subtract(w, x.product(scaled, x.wide(right))), size)
	x.unitary("U of SVD", x.wide(left))
	x.unitary("V of SVD", x.env.Adjoint(x.wide(right)))
	x.small("Svdvals against SVD", x.env.Reshape(x.env.Subtract(x.wide(sigma), x.wide(e.Svdvals(a))), []int{k, 1}), size)
	if a.Shape()[0] == a.Shape()[1] {
		s.factorizedSquare(x, a, w, size)
	}
}

func (s *suite) factorizedSquare(x *exactness, a, w *ivy.Array, size float64) {
	e, n := s.env, a.Shape()[0]
	row := func(v *ivy.Array) *ivy.Array { return x.env.Reshape(v, []int{1, n}) }
	h := e.Add(a, e.Adjoint(a))
	wh := x.wide(h)
	values, vectors := e.Eigh(h)
	wv := x.wide(vectors)
	x.small("A·V of Eigh", x.env.Subtract(x.product(wh, wv), x.env.Multiply(wv, row(x.wide(values)))), x.norm(wh))
	x.unitary("V of Eigh", wv)
	x.small("Eigvalsh against Eigh", x.env.Reshape(x.env.Subtract(x.wide(values), x.wide(e.Eigvalsh(h))), []int{n, 1}), x.norm(wh))
	values, vectors = e.Eig(a)
	wv = x.wide(vectors)
	x.small("A·V of Eig", x.env.Subtract(x.product(w, wv), x.env.Multiply(wv, row(x.wide(values)))), size*max(1, x.norm(wv)))
	for name, forms := range map[string][]*ivy.Array{"Schur": two(e.Schur(a)), "Hessenberg": two(e.Hessenberg(a))} {
		form, q := x.wide(forms[0]), x.wide(forms[1])
		x.small("the product of "+name, x.env.Subtract(w, x.product(q, form, x.env.Adjoint(q))), size)
		x.unitary("the second of "+name, q)
	}
	scaled := e.Multiply(a, 1/max(size, 1))
	positive := e.Add(e.MatMul(scaled, e.Adjoint(scaled)), e.Astype(e.Eye(n), a.Dtype()))
	wp := x.wide(positive)
	root := x.wide(e.Sqrtm(positive))
	x.small("the square of Sqrtm", x.env.Subtract(wp, x.product(root, root)), x.norm(root)*x.norm(root))
	log := x.wide(e.Logm(positive))
	x.small("the exponential of Logm", x.env.Subtract(wp, x.env.MatrixExp(log)), x.norm(wp)*(1+x.norm(log)))
	l := x.wide(e.Cholesky(positive))
	x.small("the product of Cholesky", x.env.Subtract(wp, x.product(l, x.env.Adjoint(l))), x.norm(wp))
	b := e.MatMul(positive, e.Ones([]int{n, 2}, a.Dtype()))
	z := x.wide(e.Solve(positive, b))
	x.small("the residual of Solve", x.env.Subtract(x.product(wp, z), x.wide(b)), x.norm(wp)*x.norm(z))
	inverse := x.wide(e.Inv(positive))
	x.small("A·A⁻¹ of Inv", x.env.Subtract(x.product(wp, inverse), x.env.Astype(x.env.Eye(n), wp.Dtype())), x.norm(wp)*x.norm(inverse))
}

// irregular holds that the error of a matrix without a result names the matrix, and that those that are not finite
// touch no others.
func (s *suite) irregular(t *testing.T) {
	e := s.env
	for _, d := range []dtype.Dtype{dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128} {
		one := e.Astype(e.Eye(3), d)
		batch := func(odd *ivy.Array) *ivy.Array { // two by three, the last but one odd
			return e.Reshape(e.Stack([]*ivy.Array{one, one, one, one, odd, one}), []int{2, 3, 3, 3})
		}
		zero, negative := e.Zeros([]int{3, 3}, d), e.Negative(one)
		nilpotent := e.Astype(e.Eye(3, ivy.K(1)), d)
		right := e.Ones([]int{3, 1}, d)
		for name, f := range map[string]func(){
			"Inv": func() { e.Inv(batch(zero)) }, "Solve": func() { e.Solve(batch(zero), right) },
			"SolveTriangular": func() { e.SolveTriangular(batch(zero), right) }, "Cholesky": func() { e.Cholesky(batch(negative)) },
			"Logm": func() { e.Logm(batch(zero)) }, "Sqrtm": func() { e.Sqrtm(batch(nilpotent)) },
		} {
			err := ivy.Try(f)
			require.ErrorIs(t, err, ivy.ErrLinAlg, "%s of %v", name, d)
			var m *backend.MatrixError
			require.True(t, errors.As(err, &m))
			assert.Equal(t, 4, m.Index, name)
			assert.Contains(t, err.Error(), "matrix [1 1] of the batch", name)
		}
		odd := e.Multiply(one, e.Asarray([]float64{1, math.Inf(1), 1}, d))
		results := map[string][]*ivy.Array{
			"Inv": {e.Inv(batch(odd))}, "Det": {e.Det(batch(odd))}, "Cholesky": {e.Cholesky(batch(odd))}, "Eigvals": {e.Eigvals(batch(odd))},
			"Svdvals": {e.Svdvals(batch(odd))}, "Sqrtm": {e.Sqrtm(batch(odd))}, "Logm": {e.Logm(batch(odd))}, "Eigvalsh": {e.Eigvalsh(batch(odd))}, "Solve": {e.Solve(batch(odd), right)},
			"MatrixRank": {e.Astype(e.MatrixRank(batch(one)), d)},
		}
		add := func(name string, zs ...*ivy.Array) { results[name] = zs }
		w, v := e.Eigh(batch(odd))
		add("Eigh", w, v)
		w, v = e.Eig(batch(odd))
		add("Eig", w, v)
		add("Schur", two(e.Schur(batch(odd)))...)
		add("Hessenberg", two(e.Hessenberg(batch(odd)))...)
		w, v = e.QR(batch(odd))
		add("QR", w, v)
		u, sv, vh := e.SVD(batch(odd))
		add("SVD", u, sv, vh)
		for name, zs := range results {
			for i, z := range zs {
				z = e.Reshape(z, []int{6, -1})
				for k := range 6 {
					nan := e.Any(e.IsNan(z.Get(k))).Bool()
					assert.Equal(t, k == 4 && name != "MatrixRank", nan, "%s of %v: result %d of matrix %d: %v", name, d, i, k, z.Get(k))
				}
			}
		}
	}
}

// eigenOrders holds the order of eigenvalues and the sign of vectors.
func (s *suite) eigenOrders(t *testing.T) {
	e := s.env
	values := func(rows [][]float64) []complex128 {
		return ivy.Values[complex128](e.Eigvals(e.Asarray(rows, ivy.Float64)))
	}
	near := func(want []complex128, got []complex128) {
		require.Len(t, got, len(want))
		for i := range want {
			assert.InDelta(t, real(want[i]), real(got[i]), 1e-12)
			assert.InDelta(t, imag(want[i]), imag(got[i]), 1e-12)
		}
	}
	near([]complex128{-1i, 1i}, values([][]float64{{0, 1}, {-1, 0}}))
	near([]complex128{-3, 1 - 2i, 1 + 2i, 5}, values([][]float64{{1, 2, 0, 0}, {-2, 1, 0, 0}, {0, 0, 5, 0}, {0, 0, 0, -3}}))
	root := math.Sqrt(0.5)
	_, v := e.Eigh(e.Asarray([][]float64{{2, 1}, {1, 2}}))
	for i, want := range []float64{root, root, -root, root} {
		assert.InDelta(t, want, ivy.Values[float64](e.Astype(v, ivy.Float64))[i], 1e-6)
	}
	_, w := e.Eig(e.Asarray([][]float64{{0, 1}, {-1, 0}}, ivy.Float64))
	near([]complex128{complex(root, 0), complex(root, 0), complex(0, -root), complex(0, root)}, slices.Concat(ivy.Values[complex128](w)))
}

// tolerances holds that each matrix has its own.
func (s *suite) tolerances(t *testing.T) {
	e := s.env
	x := e.Asarray([][][]float64{{{4, 0}, {0, 1}}, {{4, 0}, {0, 1}}}, ivy.Float64)
	assert.Equal(t, []int64{2, 1}, ivy.Values[int64](e.MatrixRank(x, ivy.Rtols([]float64{0.1, 0.5}))))
	assert.Equal(t, []float64{0.25, 0, 0, 1, 0.25, 0, 0, 0}, ivy.Values[float64](e.Pinv(x, ivy.Rtols([]float64{0.1, 0.5}))))
	assert.ErrorIs(t, ivy.Try(func() { e.MatrixRank(x, ivy.Rtols([]float64{1, 2, 3})) }), ivy.ErrShape)
	assert.ErrorIs(t, ivy.Try(func() { e.MatrixRank(x, ivy.Rtols(1i)) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { e.IsClose(x, x, ivy.Rtols([]float64{1})) }), ivy.ErrValue)
}

// singularDeterminant holds that the gradient of the determinant is the adjugate where there is no inverse, too.
func (s *suite) singularDeterminant(t *testing.T) {
	e := s.env
	det := func(x *ivy.Array) *ivy.Array { return e.Sum(e.Det(x)) }
	grad := e.Grad(det)(e.Asarray([][][]float64{{{1, 2}, {2, 4}}, {{1, 0}, {0, 3}}}, ivy.Float64)).(*ivy.Array)
	for i, want := range []float64{4, -2, -2, 1, 3, 0, 0, 1} {
		assert.InDelta(t, want, ivy.Values[float64](grad)[i], 1e-12)
	}
}
