// Package linalg decomposes matrices on the host: what frontends have and the unified API
// has not. Matrices are the last two axes of arrays of float64 or complex128; the axes
// before them are a batch. Real ones go through gonum's LAPACK, whose signs and orders are
// LAPACK's own.
package linalg

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// What may be wrong with a matrix.
var (
	ErrDims                = errors.New("two dimensions or more are needed")
	ErrNotSquare           = errors.New("the last two axes must have one length")
	ErrShapes              = errors.New("the shapes do not fit")
	ErrSingular            = errors.New("singular matrix")
	ErrNotPositiveDefinite = errors.New("the matrix is not positive definite")
	ErrNotFinite           = errors.New("the matrix has infinities or NaNs")
	ErrNotConverged        = errors.New("the iteration did not converge")
)

// element is what matrices are made of here.
type element interface{ float64 | complex128 }

// A mat is a matrix in row-major order without gaps.
type mat[T element] struct {
	rows, cols int
	data       []T
}

func newMat[T element](rows, cols int) mat[T] { return mat[T]{rows, cols, make([]T, rows*cols)} }

func identity[T element](n int) mat[T] {
	a := newMat[T](n, n)
	for i := range n {
		a.data[i*n+i] = 1
	}
	return a
}

func (a mat[T]) at(i, j int) T     { return a.data[i*a.cols+j] }
func (a mat[T]) set(i, j int, v T) { a.data[i*a.cols+j] = v }
func (a mat[T]) row(i int) []T     { return a.data[i*a.cols : (i+1)*a.cols] }

// adjoint returns the conjugate transpose.
func (a mat[T]) adjoint() mat[T] {
	b := newMat[T](a.cols, a.rows)
	for i := range a.rows {
		for j := range a.cols {
			b.set(j, i, conj(a.at(i, j)))
		}
	}
	return b
}

func (a mat[T]) finite() bool {
	return !slices.ContainsFunc(a.data, func(v T) bool { m := abs(v); return math.IsNaN(m) || math.IsInf(m, 0) })
}

func conj[T element](v T) T {
	if c, ok := any(v).(complex128); ok {
		return any(cmplx.Conj(c)).(T)
	}
	return v
}

func abs[T element](v T) float64 {
	switch v := any(v).(type) {
	case float64:
		return math.Abs(v)
	case complex128:
		return cmplx.Abs(v)
	}
	return 0
}

// batch cuts an array into its matrices.
func batch[T element](a *ivy.Array) (lead []int, ms []mat[T]) {
	s := a.Shape()
	n := len(s) - 2
	data := reading.Values[T](a)
	size := s[n] * s[n+1]
	count := 1
	for _, d := range s[:n] {
		count *= d
	}
	ms = make([]mat[T], count)
	for i := range ms {
		ms[i] = mat[T]{s[n], s[n+1], data[i*size : (i+1)*size : (i+1)*size]}
	}
	return s[:n], ms
}

// join makes an array of the results of a batch, each of shape tail.
func join[T ivy.Element](e *ivy.Env, lead []int, parts [][]T, tail ...int) *ivy.Array {
	all := slices.Concat(parts...)
	if all == nil {
		all = []T{}
	}
	return e.Reshape(e.Asarray(all), slices.Concat(lead, tail))
}

func check(a *ivy.Array, square bool) error {
	s := a.Shape()
	switch n := len(s); {
	case a.Dtype() != dtype.Float64 && a.Dtype() != dtype.Complex128:
		return fmt.Errorf("matrices of %v, want float64 or complex128", a.Dtype())
	case n < 2:
		return fmt.Errorf("shape %v: %w", s, ErrDims)
	case square && s[n-1] != s[n-2]:
		return fmt.Errorf("shape %v: %w", s, ErrNotSquare)
	}
	return nil
}

// LU returns the factors of PA = LU of LAPACK's getrf, L below and U from the diagonal
// on, and for each row i the row ≥ i that it was exchanged with, as int64. A matrix that
// is singular has a zero on U's diagonal.
func LU(a *ivy.Array) (lu, pivots *ivy.Array, err error) {
	if err := check(a, false); err != nil {
		return nil, nil, err
	}
	if a.Dtype().IsComplex() {
		lu, pivots = luOf[complex128](a)
	} else {
		lu, pivots = luOf[float64](a)
	}
	return lu, pivots, nil
}

func luOf[T element](a *ivy.Array) (lu, pivots *ivy.Array) {
	lead, ms := batch[T](a)
	parts, pivs := make([][]T, len(ms)), make([][]int64, len(ms))
	for i, m := range ms {
		for _, p := range factor(m) {
			pivs[i] = append(pivs[i], int64(p))
		}
		parts[i] = m.data
	}
	s := a.Shape()
	m, n := s[len(s)-2], s[len(s)-1]
	return join(a.Env(), lead, parts, m, n), join(a.Env(), lead, pivs, min(m, n))
}

// Det returns the determinants, the products of U's diagonals.
func Det(a *ivy.Array) (*ivy.Array, error) {
	if err := check(a, true); err != nil {
		return nil, err
	}
	if a.Dtype().IsComplex() {
		return det[complex128](a), nil
	}
	return det[float64](a), nil
}

func det[T element](a *ivy.Array) *ivy.Array {
	lead, ms := batch[T](a)
	parts := make([][]T, len(ms))
	for k, m := range ms {
		d := T(1)
		for i, p := range factor(m) {
			if p != i {
				d = -d
			}
		}
		for i := range m.rows {
			d *= m.at(i, i)
		}
		parts[k] = []T{d}
	}
	return join(a.Env(), lead, parts)
}

// SlogDet returns the sign of the determinants, a complex number of magnitude 1 for
// complex matrices, and the logarithm of their magnitude as float64. A singular matrix
// has 0 and −∞.
func SlogDet(a *ivy.Array) (sign, logAbs *ivy.Array, err error) {
	if err := check(a, true); err != nil {
		return nil, nil, err
	}
	if a.Dtype().IsComplex() {
		sign, logAbs = slogdets[complex128](a)
	} else {
		sign, logAbs = slogdets[float64](a)
	}
	return sign, logAbs, nil
}

func slogdets[T element](a *ivy.Array) (sign, logAbs *ivy.Array) {
	lead, ms := batch[T](a)
	signs, logs := make([][]T, len(ms)), make([][]float64, len(ms))
	for k, m := range ms {
		s, l := slogdet(m)
		signs[k], logs[k] = []T{s}, []float64{l}
	}
	return join(a.Env(), lead, signs), join(a.Env(), lead, logs)
}

// slogdet destroys m.
func slogdet[T element](m mat[T]) (sign T, logAbs float64) {
	sign = 1
	for i, p := range factor(m) {
		if p != i {
			sign = -sign
		}
	}
	for i := range m.rows {
		d := m.at(i, i)
		r := abs(d)
		if r == 0 {
			return 0, math.Inf(-1)
		}
		sign *= unit(d, r)
		logAbs += math.Log(r)
	}
	return sign, logAbs
}

// unit returns d/r, r being its magnitude.
func unit[T element](d T, r float64) T { return d / fromFloat[T](r) }

func fromFloat[T element](f float64) T {
	var zero T
	if _, ok := any(zero).(complex128); ok {
		return any(complex(f, 0)).(T)
	}
	return any(f).(T)
}

// Solve returns x with a·x = b: a of shape (…, n, n), b of shape (…, n, k), the batches
// broadcast.
func Solve(a, b *ivy.Array) (*ivy.Array, error) {
	if err := check(a, true); err != nil {
		return nil, err
	}
	if err := check(b, false); err != nil {
		return nil, err
	}
	sa, sb := a.Shape(), b.Shape()
	n, k := sa[len(sa)-1], sb[len(sb)-1]
	if sb[len(sb)-2] != n || a.Dtype() != b.Dtype() {
		return nil, fmt.Errorf("%v of shape %v and %v of shape %v: %w", a.Dtype(), sa, b.Dtype(), sb, ErrShapes)
	}
	e := a.Env()
	var lead []int
	err := ivy.Try(func() {
		lead = e.BroadcastArrays(e.Empty(sa[:len(sa)-2], dtype.Bool), e.Empty(sb[:len(sb)-2], dtype.Bool))[0].Shape()
	})
	if err != nil {
		return nil, fmt.Errorf("shapes %v and %v: %w", sa, sb, ErrShapes)
	}
	a, b = e.BroadcastTo(a, slices.Concat(lead, []int{n, n})), e.BroadcastTo(b, slices.Concat(lead, []int{n, k}))
	if a.Dtype().IsComplex() {
		return solve[complex128](a, b)
	}
	return solve[float64](a, b)
}

func solve[T element](a, b *ivy.Array) (*ivy.Array, error) {
	lead, ms := batch[T](a)
	_, bs := batch[T](b)
	parts := make([][]T, len(ms))
	for i, m := range ms {
		pivots := factor(m)
		for j := range m.rows {
			if m.at(j, j) == 0 {
				return nil, ErrSingular
			}
		}
		substitute(m, pivots, bs[i])
		parts[i] = bs[i].data
	}
	s := b.Shape()
	return join(a.Env(), lead, parts, s[len(s)-2:]...), nil
}

// Inv returns the inverses.
func Inv(a *ivy.Array) (*ivy.Array, error) {
	if err := check(a, true); err != nil {
		return nil, err
	}
	s := a.Shape()
	return Solve(a, a.Env().Eye(s[len(s)-1], a.Dtype()))
}

// Cholesky returns the lower triangular L with a = L·Lᴴ, or with upper its conjugate
// transpose. Only the lower triangle of a is read, or with upper the upper one.
func Cholesky(a *ivy.Array, upper bool) (*ivy.Array, error) {
	if err := check(a, true); err != nil {
		return nil, err
	}
	if a.Dtype().IsComplex() {
		return choleskyOf[complex128](a, upper)
	}
	return choleskyOf[float64](a, upper)
}

func choleskyOf[T element](a *ivy.Array, upper bool) (*ivy.Array, error) {
	lead, ms := batch[T](a)
	parts := make([][]T, len(ms))
	for i, m := range ms {
		if upper {
			m = m.adjoint()
		}
		if !cholesky(m) {
			return nil, ErrNotPositiveDefinite
		}
		if upper {
			m = m.adjoint()
		}
		parts[i] = m.data
	}
	s := a.Shape()
	return join(a.Env(), lead, parts, s[len(s)-2:]...), nil
}

// QR returns Q with orthonormal columns and the upper triangular R with a = Q·R: Q has
// min(m, n) columns, or with complete m.
func QR(a *ivy.Array, complete bool) (q, r *ivy.Array, err error) {
	if err := check(a, false); err != nil {
		return nil, nil, err
	}
	if a.Dtype().IsComplex() {
		q, r = qrOf[complex128](a, complete)
	} else {
		q, r = qrOf[float64](a, complete)
	}
	return q, r, nil
}

func qrOf[T element](a *ivy.Array, complete bool) (q, r *ivy.Array) {
	lead, ms := batch[T](a)
	qs, rs := make([][]T, len(ms)), make([][]T, len(ms))
	s := a.Shape()
	m, n := s[len(s)-2], s[len(s)-1]
	k := min(m, n)
	if complete {
		k = m
	}
	for i, x := range ms {
		qi, ri := qr(x, k)
		qs[i], rs[i] = qi.data, ri.data
	}
	return join(a.Env(), lead, qs, m, k), join(a.Env(), lead, rs, k, n)
}

// SVD returns u, the singular values in descending order as float64, and vᴴ with
// a = u·diag(s)·vᴴ. u has min(m, n) columns and vᴴ as many rows, or with full all.
func SVD(a *ivy.Array, full bool) (u, s, vh *ivy.Array, err error) {
	if err := check(a, false); err != nil {
		return nil, nil, nil, err
	}
	if a.Dtype().IsComplex() {
		return svdOf[complex128](a, full)
	}
	return svdOf[float64](a, full)
}

func svdOf[T element](a *ivy.Array, full bool) (u, s, vh *ivy.Array, err error) {
	lead, ms := batch[T](a)
	us, ss, vs := make([][]T, len(ms)), make([][]float64, len(ms)), make([][]T, len(ms))
	dims := a.Shape()
	m, n := dims[len(dims)-2], dims[len(dims)-1]
	k := min(m, n)
	ku, kv := k, k
	if full {
		ku, kv = m, n
	}
	for i, x := range ms {
		if !x.finite() {
			return nil, nil, nil, ErrNotFinite
		}
		ui, si, vi, ok := svd(x, ku, kv)
		if !ok {
			return nil, nil, nil, ErrNotConverged
		}
		us[i], ss[i], vs[i] = ui.data, si, vi.data
	}
	e := a.Env()
	return join(e, lead, us, m, ku), join(e, lead, ss, k), join(e, lead, vs, kv, n), nil
}

// Eigh returns the eigenvalues of Hermitian matrices in ascending order as float64, and
// their eigenvectors as columns. Only the lower triangle is read, or with upper the
// upper one.
func Eigh(a *ivy.Array, upper bool) (w, v *ivy.Array, err error) {
	if err := check(a, true); err != nil {
		return nil, nil, err
	}
	if a.Dtype().IsComplex() {
		return eighOf[complex128](a, upper)
	}
	return eighOf[float64](a, upper)
}

func eighOf[T element](a *ivy.Array, upper bool) (w, v *ivy.Array, err error) {
	lead, ms := batch[T](a)
	ws, vs := make([][]float64, len(ms)), make([][]T, len(ms))
	for i, m := range ms {
		if upper {
			m = m.adjoint()
		}
		for r := range m.rows { // from here on the lower triangle is all there is
			m.set(r, r, fromFloat[T](realPart(m.at(r, r))))
			for c := range r {
				m.set(c, r, conj(m.at(r, c)))
			}
		}
		if !m.finite() {
			return nil, nil, ErrNotFinite
		}
		wi, vi, ok := eigh(m)
		if !ok {
			return nil, nil, ErrNotConverged
		}
		ws[i], vs[i] = wi, vi.data
	}
	s := a.Shape()
	n := s[len(s)-1]
	return join(a.Env(), lead, ws, n), join(a.Env(), lead, vs, n, n), nil
}

func realPart[T element](v T) float64 {
	switch v := any(v).(type) {
	case float64:
		return v
	case complex128:
		return real(v)
	}
	return 0
}

// Eig returns the eigenvalues of matrices and their eigenvectors as columns of length 1,
// all as complex128.
func Eig(a *ivy.Array) (w, v *ivy.Array, err error) {
	if err := check(a, true); err != nil {
		return nil, nil, err
	}
	if a.Dtype().IsComplex() {
		return eigOf[complex128](a)
	}
	return eigOf[float64](a)
}

func eigOf[T element](a *ivy.Array) (w, v *ivy.Array, err error) {
	lead, ms := batch[T](a)
	ws, vs := make([][]complex128, len(ms)), make([][]complex128, len(ms))
	for i, m := range ms {
		if !m.finite() {
			return nil, nil, ErrNotFinite
		}
		wi, vi, ok := eig(m)
		if !ok {
			return nil, nil, ErrNotConverged
		}
		ws[i], vs[i] = wi, vi.data
	}
	s := a.Shape()
	n := s[len(s)-1]
	return join(a.Env(), lead, ws, n), join(a.Env(), lead, vs, n, n), nil
}
