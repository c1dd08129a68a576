package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Eigenvalues and singular values, and what is computed from them.

// lowered returns Hermitian matrices of which the lower triangle is to be read.
func (e *Env) lowered(a *Array, opts []Option) *Array {
	if get(opts, Upper(false)) {
		return e.adjointOf(a)
	}
	return a
}

func (e *Env) eigh(x any, opts []Option) (eigenvalues, eigenvectors *Array) {
	a, d, _ := e.matrices(ops.Eigh, x, opts, true)
	w, v := e.hermitian(e.lowered(a, opts))
	return e.cast(w, d.Component()), e.cast(e.scaledColumns(v, e.phases(v)), d)
}

func (e *Env) eighTridiagonal(alpha, beta any) (eigenvalues, eigenvectors *Array) {
	a, b, _ := e.operands(ops.EighTridiagonal, alpha, beta, nil)
	if len(a.shape) == 0 || len(b.shape) == 0 || b.shape[len(b.shape)-1] != max(a.shape[len(a.shape)-1]-1, 0) {
		check(errorf(ErrShape, "shapes %s and %s, want (…, n) and (…, n − 1)", shape.Text(a.shape), shape.Text(b.shape)))
	}
	n := a.shape[len(a.shape)-1]
	lead, err := shape.Broadcast(a.shape[:len(a.shape)-1], b.shape[:len(b.shape)-1])
	check(err)
	d := a.dtype
	e.room(a, d, slices.Concat(lead, []int{n, n})...)
	a, b = e.wider(a), e.wider(b)
	m := e.zerosIn(a, slices.Concat(lead, []int{n * n})...)
	place := func(x *Array, start int) {
		if k := x.shape[len(x.shape)-1]; k > 0 {
			m = e.withDiagonal(m, e.spread(x, slices.Concat(lead, []int{k})), start, n)
		}
	}
	place(a, 0)
	place(b, n)
	place(e.conjugated(b), 1) // which is not read, but has its share of the derivatives
	w, v := e.hermitian(e.shaped(m, slices.Concat(lead, []int{n, n})))
	return e.cast(w, d.Component()), e.cast(e.scaledColumns(v, e.phases(v)), d)
}

// hermitian returns eigenvalues and eigenvectors as kernels have them.
func (e *Env) hermitian(a *Array) (w, v *Array) {
	_, n, _ := sizesOf(a)
	p := parts{e: e, z: e.ofMatrices(ops.HermitianEigen, n+n*n, backend.MatrixAttrs{}, a)}
	w = e.realOf(p.next(n))
	return w, p.next(n, n)
}

func (e *Env) eigvalsh(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.Eigvalsh, x, opts, true)
	_, n, _ := sizesOf(a)
	w := e.ofMatrices(ops.HermitianEigenvalues, n, backend.MatrixAttrs{}, e.lowered(a, opts))
	return e.toOut(e.cast(w, d.Component()), &o)
}

func (e *Env) eig(x any) (eigenvalues, eigenvectors *Array) {
	a, _, _ := e.matrices(ops.Eig, x, nil, true)
	w, v := e.general(a)
	lead, n, _ := sizesOf(a)
	if n == 0 {
		return w, v
	}
	order := e.eigenOrder(w)
	w = e.gathered(ops.TakeAlongAxis, w, []*Array{order}, w.shape, len(lead))
	columns := e.spread(e.shaped(order, append(slices.Clone(lead), 1, n)), v.shape)
	v = e.gathered(ops.TakeAlongAxis, v, []*Array{columns}, v.shape, len(lead)+1)
	return w, e.scaledColumns(v, e.phases(v))
}

// general returns eigenvalues and eigenvectors as kernels have them.
func (e *Env) general(a *Array) (w, v *Array) {
	_, n, _ := sizesOf(a)
	p := parts{e: e, z: e.ofMatrices(ops.GeneralEigen, n+n*n, backend.MatrixAttrs{}, a)}
	return p.next(n), p.next(n, n)
}

func (e *Env) eigvals(x any, opts []Option) *Array {
	a, _, o := e.matrices(ops.Eigvals, x, opts, true)
	lead, n, _ := sizesOf(a)
	w := e.ofMatrices(ops.GeneralEigenvalues, n, backend.MatrixAttrs{}, a)
	if n > 0 {
		w = e.gathered(ops.TakeAlongAxis, w, []*Array{e.eigenOrder(w)}, w.shape, len(lead))
	}
	return e.toOut(w, &o)
}

// eigenOrder returns the indices that sort eigenvalues by their real part, and equal ones by the imaginary part.
// Real parts count as equal if they are the same multiple of √ε times the greatest magnitude: what
// differs by rounding alone, as those of conjugates and of multiple eigenvalues, is in the same order everywhere.
func (e *Env) eigenOrder(w *Array) *Array {
	axis := len(w.shape) - 1
	most := e.reduced(ops.Max, e.apply1(ops.Abs, w), []int{axis}, true, 0)
	unit := e.scaled(most, math.Sqrt(epsilonOf(w.dtype)))
	unit = e.choice(e.equals(unit, e.numberLike(unit, 0)), e.numberLike(unit, 1), unit)
	key := e.apply1(ops.Round, e.over(e.realOf(w), unit))
	byImaginary := e.sorted(ops.ArgSort, e.apply1(ops.Imag, w), backend.SortAttrs{Axis: axis})
	key = e.gathered(ops.TakeAlongAxis, key, []*Array{byImaginary}, key.shape, axis)
	byReal := e.sorted(ops.ArgSort, key, backend.SortAttrs{Axis: axis})
	return e.gathered(ops.TakeAlongAxis, byImaginary, []*Array{byReal}, byReal.shape, axis)
}

// epsilonOf returns the distance from 1 to the next number of d's parts.
func epsilonOf(d Dtype) float64 {
	switch d.Component() {
	case BFloat16:
		return 0x1p-7
	case Float16:
		return 0x1p-10
	case Float32:
		return 0x1p-23
	}
	return 0x1p-52
}

func (e *Env) svd(x any, opts []Option) (u, s, vh *Array) {
	a, d, _ := e.matrices(ops.SVD, x, opts, false)
	lead, m, n := sizesOf(a)
	k := min(m, n)
	u, s, vh = e.singular(a, bool(get(opts, FullMatrices(true))))
	if k > 0 {
		f := e.phases(e.firstColumns(u, k))
		padded := func(f *Array, to int) *Array { // ones for the other columns
			if to == k {
				return f
			}
			return e.joined([]*Array{f, e.spread(e.numberLike(f, 1), append(slices.Clone(lead), to-k))}, len(lead))
		}
		u = e.scaledColumns(u, padded(f, u.shape[len(lead)+1]))
		vh = e.scaledRows(padded(e.conjugated(f), vh.shape[len(lead)]), vh)
	}
	return e.cast(u, d), e.cast(s, d.Component()), e.cast(vh, d)
}

// singular returns the singular value decomposition as kernels have it.
func (e *Env) singular(a *Array, full bool) (u, s, vh *Array) {
	_, m, n := sizesOf(a)
	k := min(m, n)
	left, right := k, k
	if full {
		left, right = m, n
	}
	check(shape.Check([]int{3, max(m, n), max(left, right)}, Complex128.Size())) // no sum of the sizes overflows
	p := parts{e: e, z: e.ofMatrices(ops.SingularVectors, m*left+k+right*n, backend.MatrixAttrs{Full: full}, a)}
	u = p.next(m, left)
	s = e.realOf(p.next(k))
	return u, s, p.next(right, n)
}

func (e *Env) svdvals(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.Svdvals, x, opts, false)
	return e.toOut(e.cast(e.singularValues(a), d.Component()), &o)
}

func (e *Env) singularValues(a *Array) *Array {
	_, m, n := sizesOf(a)
	return e.ofMatrices(ops.SingularValues, min(m, n), backend.MatrixAttrs{}, a)
}

// cutoff returns below which singular values, of matrices of dtype d, count as 0.
func (e *Env) cutoff(s *Array, m, n int, d Dtype, opts []Option) *Array {
	axis := len(s.shape) - 1
	most := e.reduced(ops.Max, s, []int{axis}, true, 0)
	if v := valueOf(opts, ops.Rtol); v != nil {
		r, err := e.asArray(e.now.Load(), s.be, v)
		check(err)
		if r.dtype.IsComplex() {
			check(errorf(ErrDtype, "a tolerance of dtype %v, want a real one", r.dtype))
		}
		check(shape.BroadcastTo(r.shape, s.shape[:axis]))
		return e.times(most, e.shaped(e.spread(e.cast(r, s.dtype), s.shape[:axis]), most.shape))
	}
	return e.scaled(most, float64(get(opts, Rtol(float64(max(m, n))*epsilonOf(d)))))
}

func (e *Env) matrixRank(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.MatrixRank, x, opts, false)
	return e.toOut(e.rankOf(e.singularValues(a), a, d, opts), &o)
}

// rankOf returns how many of the singular values of a are greater than the tolerance.
func (e *Env) rankOf(s, a *Array, d Dtype, opts []Option) *Array {
	lead, m, n := sizesOf(a)
	if min(m, n) == 0 {
		return e.cast(e.zerosIn(s, lead...), Int64)
	}
	great := e.cast(e.apply2(ops.Greater, s, e.cutoff(s, m, n, d, opts)), Int64)
	return e.sumOver(great, []int{len(lead)}, false)
}

// inverses returns 1/s, or 0 where s is below the cutoff.
func (e *Env) inverses(s *Array, m, n int, d Dtype, opts []Option) *Array {
	great := e.apply2(ops.Greater, s, e.cutoff(s, m, n, d, opts))
	one := e.numberLike(s, 1)
	z := e.where0(great, e.over(one, e.choice(great, s, one)))
	return e.choice(e.apply2(ops.NotEqual, s, s), s, z) // NaN stays
}

func (e *Env) pinv(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.Pinv, x, opts, false)
	steps := func(xs []*Array) *Array {
		a := xs[0]
		lead, m, n := sizesOf(a)
		if min(m, n) == 0 {
			return e.zerosIn(a, append(slices.Clone(lead), n, m)...)
		}
		u, s, vh := e.singular(a, false)
		f := e.castLike(e.inverses(s, m, n, d, opts), a)
		return e.productOf(e.scaledColumns(e.adjointOf(vh), f), e.adjointOf(u))
	}
	z, ok := e.ruled(ops.Pinv, nil, steps, a)
	if !ok {
		z = steps([]*Array{a})
	}
	return e.toOut(e.cast(z, d), &o)
}

func (e *Env) lstsq(x1, x2 any, opts []Option) (solution, residuals, rank, singularValues *Array) {
	a, b, _ := e.operands(ops.Lstsq, x1, x2, opts)
	d := a.dtype
	sys := e.system(e.wider(a), e.wider(b))
	lead, m, n := sizesOf(sys.a)
	_, _, columns := sizesOf(sys.b)
	if min(m, n) == 0 {
		singularValues = e.cast(e.zerosIn(e.realOf(sys.a), append(slices.Clone(lead), 0)...), d.Component())
		solution = e.zerosIn(sys.a, append(slices.Clone(lead), n, columns)...)
	} else {
		u, s, vh := e.singular(sys.a, false)
		f := e.castLike(e.inverses(s, m, n, d, opts), sys.a)
		solution = e.productOf(e.adjointOf(vh), e.scaledRows(f, e.productOf(e.adjointOf(u), sys.b)))
		singularValues = s
	}
	rest := e.minus(sys.b, e.productOf(sys.a, solution))
	residuals = e.sumOver(e.squaredSize(rest), []int{len(lead)}, false)
	if sys.vector {
		residuals = e.shaped(residuals, lead)
	}
	rank = e.rankOf(singularValues, sys.a, d, opts)
	return e.cast(sys.result(solution), d), e.cast(residuals, d.Component()), rank, e.cast(singularValues, d.Component())
}

// squaredSize returns |x|² of each element, which is real.
func (e *Env) squaredSize(x *Array) *Array {
	if !x.dtype.IsComplex() {
		return e.times(x, x)
	}
	re, im := e.apply1(ops.Real, x), e.apply1(ops.Imag, x)
	return e.plus(e.times(re, re), e.times(im, im))
}
