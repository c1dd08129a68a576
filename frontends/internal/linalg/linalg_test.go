package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// random returns numbers of the normal distribution.
func random(d dtype.Dtype, seed uint64, dims ...int) *ivy.Array {
	r := rand.New(rand.NewPCG(seed, 7))
	n := 1
	for _, l := range dims {
		n *= l
	}
	if d.IsComplex() {
		v := make([]complex128, n)
		for i := range v {
			v[i] = complex(r.NormFloat64(), r.NormFloat64())
		}
		return ivy.Reshape(ivy.Asarray(v), dims)
	}
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return ivy.Reshape(ivy.Asarray(v), dims)
}

func near(t *testing.T, want, got *ivy.Array, what string) {
	t.Helper()
	require.Equal(t, want.Shape(), got.Shape(), what)
	require.Equal(t, want.Dtype(), got.Dtype(), what)
	if want.Size() > 0 {
		assert.Less(t, ivy.Max(ivy.Abs(ivy.Subtract(want, got))).Float(), 1e-11, what)
	}
}

func adjoint(a *ivy.Array) *ivy.Array { return ivy.Conj(ivy.MatrixTranspose(a)) }

func eye(n int, like *ivy.Array) *ivy.Array {
	s := slices.Clone(like.Shape())
	s[len(s)-1], s[len(s)-2] = n, n
	return ivy.Astype(ivy.BroadcastTo(ivy.Eye(n, dtype.Float64), s), like.Dtype())
}

// columns multiplies the columns of u by s.
func columns(u, s *ivy.Array) *ivy.Array {
	return ivy.Multiply(u, ivy.Astype(ivy.ExpandDims(s, ivy.Axis(-2)), u.Dtype()))
}

func TestDecompositions(t *testing.T) {
	for _, d := range []dtype.Dtype{dtype.Float64, dtype.Complex128} {
		for i, dims := range [][]int{{1, 1}, {2, 2}, {3, 3}, {7, 7}, {40, 40}, {5, 3}, {3, 5}, {1, 4}, {4, 1}, {2, 3, 4, 4}, {2, 6, 2}, {0, 3, 3}, {0, 0}, {3, 0}, {0, 3}} {
			t.Run(fmt.Sprint(d, dims), func(t *testing.T) {
				a := random(d, uint64(i), dims...)
				before := a.Bytes()
				m, n := dims[len(dims)-2], dims[len(dims)-1]
				for _, full := range []bool{false, true} {
					q, r, err := QR(a, full)
					require.NoError(t, err)
					near(t, a, ivy.MatMul(q, r), "QR")
					near(t, eye(q.Shape()[len(dims)-1], q), ivy.MatMul(adjoint(q), q), "QᴴQ")
					near(t, r, ivy.Triu(r), "R is upper triangular")
					u, s, vh, err := SVD(a, full)
					require.NoError(t, err)
					k := min(m, n)
					head := func(x *ivy.Array, axis int) *ivy.Array {
						key := []any{ivy.Ellipsis, ivy.Slice(nil, k)}
						if axis == -2 {
							key = append(key, ivy.Colon)
						}
						return x.Get(key...)
					}
					near(t, a, ivy.MatMul(columns(head(u, -1), s), head(vh, -2)), "USVᴴ")
					near(t, eye(u.Shape()[len(dims)-1], u), ivy.MatMul(adjoint(u), u), "UᴴU")
					near(t, eye(vh.Shape()[len(dims)-2], u), ivy.MatMul(vh, adjoint(vh)), "VᴴV")
					if s.Size() > 0 {
						assert.Equal(t, ivy.Sort(s, ivy.Descending(true)).Bytes(), s.Bytes())
					}
				}
				if m == n {
					square(t, a, n)
				}
				assert.Equal(t, before, a.Bytes(), "the operand stays as it is")
			})
		}
	}
}

func square(t *testing.T, a *ivy.Array, n int) {
	inv, err := Inv(a)
	require.NoError(t, err)
	near(t, eye(n, a), ivy.MatMul(a, inv), "A·A⁻¹")
	b := random(a.Dtype(), 99, n, 3)
	x, err := Solve(a, b)
	require.NoError(t, err)
	near(t, ivy.BroadcastTo(b, x.Shape()), ivy.MatMul(a, x), "A·x")

	det, err := Det(a)
	require.NoError(t, err)
	sign, logs, err := SlogDet(a)
	require.NoError(t, err)
	w, v, err := Eig(a)
	require.NoError(t, err)
	c := ivy.Astype(a, dtype.Complex128)
	near(t, ivy.MatMul(c, v), columns(v, w), "A·v = w·v")
	if det.Size() > 0 {
		product := ivy.Prod(w, ivy.Axis(-1))
		scale := ivy.Add(1., ivy.Exp(logs))
		diff := ivy.Divide(ivy.Abs(ivy.Subtract(ivy.Astype(det, dtype.Complex128), product)), scale)
		assert.Less(t, ivy.Max(diff).Float(), 1e-11, "the determinant is the product of the eigenvalues")
		near(t, sign, ivy.Divide(det, ivy.Astype(ivy.Exp(logs), a.Dtype())), "SlogDet")
		lengths := ivy.Sum(ivy.Square(ivy.Abs(v)), ivy.Axis(-2))
		near(t, ivy.OnesLike(lengths), lengths, "vectors are of length 1")
	}

	lu, pivots, err := LU(a)
	require.NoError(t, err)
	assert.Equal(t, dtype.Int64, pivots.Dtype())
	if a.Ndim() == 2 {
		pa := ivy.CopyArray(a)
		for i, p := range ivy.Values[int](pivots) {
			row := ivy.CopyArray(pa.Get(i))
			pa.Set(ivy.CopyArray(pa.Get(p)), i)
			pa.Set(row, p)
		}
		near(t, pa, ivy.MatMul(ivy.Add(ivy.Tril(lu, ivy.K(-1)), eye(n, a)), ivy.Triu(lu)), "LU")
	}

	h := ivy.Add(a, adjoint(a))
	for _, upper := range []bool{false, true} {
		half := ivy.Tril(h)
		if upper {
			half = ivy.Triu(h)
		}
		w, v, err := Eigh(half, upper)
		require.NoError(t, err)
		near(t, ivy.MatMul(h, v), columns(v, w), "H·v = w·v")
		near(t, eye(n, v), ivy.MatMul(adjoint(v), v), "VᴴV")
		if n > 0 && w.Size() > 0 {
			assert.Equal(t, ivy.Sort(w).Bytes(), w.Bytes())
		}
		p := ivy.Add(ivy.MatMul(a, adjoint(a)), eye(n, a))
		half = ivy.Tril(p)
		if upper {
			half = ivy.Triu(p)
		}
		l, err := Cholesky(half, upper)
		require.NoError(t, err)
		if upper {
			near(t, l, ivy.Triu(l), "the upper factor")
			near(t, p, ivy.MatMul(adjoint(l), l), "UᴴU")
		} else {
			near(t, l, ivy.Tril(l), "the lower factor")
			near(t, p, ivy.MatMul(l, adjoint(l)), "LLᴴ")
		}
	}
}

// TestSpecial has matrices whose eigenvectors or singular vectors are not unique, and
// such as have none.
func TestSpecial(t *testing.T) {
	for _, d := range []dtype.Dtype{dtype.Float64, dtype.Complex128} {
		for name, rows := range map[string][][]float64{
			"zero": {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, "one": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
			"rank 1": {{1, 2, 3}, {2, 4, 6}, {3, 6, 9}}, "circle": {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
			"defective": {{2, 1, 0}, {0, 2, 1}, {0, 0, 2}}, "large": {{1e200, 0, 1e199}, {0, 2e200, 0}, {0, 0, 3e200}},
		} {
			a := ivy.Astype(ivy.Asarray(rows), d)
			scale := max(ivy.Max(ivy.Abs(a)).Float(), 1)
			unit := func(x *ivy.Array) *ivy.Array {
				return ivy.Divide(x, ivy.Asarray(scale, x.Dtype()))
			}
			u, s, vh, err := SVD(a, true)
			require.NoError(t, err, name)
			near(t, unit(a), ivy.MatMul(columns(u, unit(s)), vh), name)
			near(t, eye(3, u), ivy.MatMul(adjoint(u), u), name)
			w, v, err := Eig(a)
			require.NoError(t, err, name)
			near(t, unit(ivy.MatMul(ivy.Astype(a, dtype.Complex128), v)), unit(columns(v, w)), name)
			w, v, err = Eigh(a, false)
			require.NoError(t, err, name)
			near(t, eye(3, v), ivy.MatMul(adjoint(v), v), name)
			assert.False(t, ivy.Any(ivy.IsNan(w)).Bool())
		}
		for name, c := range map[string]struct {
			rows                       [][]float64
			inv, chol, eig, svd, dimen error
		}{
			"singular":   {rows: [][]float64{{1, 2}, {2, 4}}, inv: ErrSingular, chol: ErrNotPositiveDefinite},
			"indefinite": {rows: [][]float64{{1, 2}, {2, 1}}, chol: ErrNotPositiveDefinite},
			"NaN":        {rows: [][]float64{{math.NaN(), 1}, {1, 2}}, chol: ErrNotPositiveDefinite, eig: ErrNotFinite, svd: ErrNotFinite},
			"infinite":   {rows: [][]float64{{math.Inf(1), 1}, {1, 2}}, eig: ErrNotFinite, svd: ErrNotFinite, chol: nil},
			"long":       {rows: [][]float64{{1, 2, 3}, {4, 5, 6}}, inv: ErrNotSquare, chol: ErrNotSquare, eig: ErrNotSquare},
		} {
			a := ivy.Astype(ivy.Asarray(c.rows), d)
			_, err := Inv(a)
			assert.ErrorIs(t, err, c.inv, name)
			if name != "infinite" { // ∞ − ∞ is no number: whether that ends it depends on the order of steps
				_, err = Cholesky(a, false)
				assert.ErrorIs(t, err, c.chol, name)
			}
			_, _, err = Eig(a)
			assert.ErrorIs(t, err, c.eig, name)
			_, _, err = Eigh(a, true)
			assert.ErrorIs(t, err, c.eig, name)
			_, _, _, err = SVD(a, false)
			assert.ErrorIs(t, err, c.svd, name)
		}
		sign, logs, err := SlogDet(ivy.Astype(ivy.Asarray([][]float64{{1, 2}, {2, 4}}), d))
		require.NoError(t, err)
		assert.Zero(t, ivy.Abs(sign).Float())
		assert.True(t, math.IsInf(logs.Float(), -1))
	}
}

func TestArguments(t *testing.T) {
	vector, ints := ivy.Asarray([]float64{1}), ivy.Asarray([][]int8{{1}})
	for _, a := range []*ivy.Array{vector, ints, ivy.Asarray(1., dtype.Float64)} {
		for _, err := range []error{
			second(Inv(a)), second(Det(a)), third(SlogDet(a)), third(LU(a)), second(Cholesky(a, false)), third(QR(a, false)), third(Eigh(a, false)), third(Eig(a)),
			second(Solve(a, a)), second(Solve(ivy.Asarray([][]float64{{1}}), a)),
		} {
			assert.Error(t, err)
		}
		_, _, _, err := SVD(a, false)
		assert.Error(t, err)
	}
	two := ivy.Ones([]int{2, 3, 3}, dtype.Float64)
	for _, b := range []*ivy.Array{ivy.Ones([]int{2, 1}, dtype.Float64), ivy.Ones([]int{4, 3, 1}, dtype.Float64), ivy.Ones([]int{3, 1}, dtype.Complex128)} {
		_, err := Solve(two, b)
		assert.ErrorIs(t, err, ErrShapes)
	}
}

func second(_ *ivy.Array, err error) error   { return err }
func third(_, _ *ivy.Array, err error) error { return err }
