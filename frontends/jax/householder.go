package jax

import (
	"slices"

	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Householder reflections as LAPACK stores them: H = I − τ·v·vᴴ, of which v begins with 1.

// reflector returns the reflection of vectors that begin with alpha, one without axes for each matrix, and go on with x, which its
// adjoint turns into multiples beta, real ones, of the first unit vector: what follows the 1 of v, and τ. The beta has the sign that
// alpha's real part has not. Where nothing is to be done τ is 0.
func reflector(e *ivy.Env, alpha, x *ivy.Array) (beta, v, tau *ivy.Array) {
	d := alpha.Dtype()
	parts := d.Component()
	zero, one := number(e, 0, parts), number(e, 1, parts)
	rest := e.Sum(e.Square(e.Abs(x)), ivy.Axis(-1))
	re := e.Real(alpha)
	there := e.Greater(rest, zero)
	if d.IsComplex() {
		there = e.LogicalOr(there, e.NotEqual(e.Imag(alpha), zero))
	}
	norm := e.Sqrt(e.Where(there, e.Add(e.Square(e.Abs(alpha)), rest), one))
	beta = e.Where(e.Less(re, zero), norm, e.Negative(norm))
	wide := e.Astype(beta, d)
	tau = e.Where(there, e.Divide(e.Subtract(wide, alpha), wide), number(e, 0, d))
	scale := e.Where(there, e.Divide(number(e, 1, d), e.Where(there, e.Subtract(alpha, wide), number(e, 1, d))), number(e, 0, d))
	return e.Where(there, beta, re), e.Multiply(x, e.ExpandDims(scale, ivy.Axis(-1))), tau
}

// wholeReflector returns the v of a reflection as a column, with so many zeros before the 1, or after it where it ends with the 1.
func wholeReflector(e *ivy.Env, v *ivy.Array, zeros int, last bool) *ivy.Array {
	dims := v.Shape()
	batch := dims[:len(dims)-1]
	d := v.Dtype()
	list := []*ivy.Array{e.Zeros(append(slices.Clone(batch), zeros), d), e.Ones(append(slices.Clone(batch), 1), d), v}
	if last {
		slices.Reverse(list)
	}
	return e.ExpandDims(e.Concat(list, ivy.Axis(-1)), ivy.Axis(-1))
}

// reflected returns x − τ·v·(vᴴ·x), of columns v.
func reflected(e *ivy.Env, x, v, tau *ivy.Array) *ivy.Array {
	return e.Subtract(x, e.Multiply(inMatrix(e, tau), e.MatMul(v, e.MatMul(e.Adjoint(v), x))))
}

// reflectedRight returns x − τ·(x·v)·vᴴ.
func reflectedRight(e *ivy.Env, x, v, tau *ivy.Array) *ivy.Array {
	return e.Subtract(x, e.Multiply(inMatrix(e, tau), e.MatMul(e.MatMul(x, v), e.Adjoint(v))))
}

// inMatrix gives numbers, one for each matrix, the axes of matrices.
func inMatrix(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return e.ExpandDims(e.ExpandDims(x, ivy.Axis(-1)), ivy.Axis(-1))
}

// householderProduct returns the first columns of the product of reflections, of which a has the vectors below its diagonal.
func householderProduct(e *ivy.Env, a, taus *ivy.Array) *ivy.Array {
	s, t := a.Shape(), taus.Shape()
	one := e.BroadcastTo(e.Eye(s[len(s)-2], ivy.NCols(s[len(s)-1]), a.Dtype()), s)
	return compose.Reflected(e, compose.ReflectionVectors(e, a, t[len(t)-1]), taus, one, false)
}

// hessenbergReflectors returns the Hessenberg form of matrices, with the vectors of reflections below its subdiagonal, and their τ.
func hessenbergReflectors(e *ivy.Env, a *ivy.Array) (h, taus *ivy.Array) {
	s := a.Shape()
	n := s[len(s)-1]
	d := a.Dtype()
	if n == 1 {
		return a, e.Zeros(append(slices.Clone(s[:len(s)-2]), 0), d)
	}
	columns, list := make([]*ivy.Array, n), make([]*ivy.Array, n-1)
	for i := range n - 1 { // a has the columns from i
		column := e.GetItem(a, ivy.Ellipsis, 0)
		beta, v, tau := reflector(e, e.GetItem(column, ivy.Ellipsis, i+1), e.GetItem(column, ivy.Ellipsis, ivy.Slice(i+2, nil)))
		w := wholeReflector(e, v, 0, false)
		a = reflectedRight(e, e.GetItem(a, ivy.Ellipsis, ivy.Slice(1, nil)), w, tau)
		low := reflected(e, e.GetItem(a, ivy.Ellipsis, ivy.Slice(i+1, nil), ivy.Colon), w, conj(e, tau))
		a = e.Concat([]*ivy.Array{e.GetItem(a, ivy.Ellipsis, ivy.Slice(0, i+1), ivy.Colon), low}, ivy.Axis(-2))
		head := e.GetItem(column, ivy.Ellipsis, ivy.Slice(0, i+1))
		columns[i] = e.Concat([]*ivy.Array{head, e.ExpandDims(e.Astype(beta, d), ivy.Axis(-1)), v}, ivy.Axis(-1))
		list[i] = tau
	}
	columns[n-1] = e.GetItem(a, ivy.Ellipsis, 0)
	return e.Stack(columns, ivy.Axis(-1)), e.Stack(list, ivy.Axis(-1))
}

// tridiagonalReflectors returns Hermitian matrices, of which one triangle is read, as tridiagonal ones: their diagonals, of real numbers,
// the τ of the reflections, and x with the diagonals and the vectors in that triangle.
func tridiagonalReflectors(e *ivy.Env, x *ivy.Array, lower bool) (z, diagonal, off, taus *ivy.Array) {
	s := x.Shape()
	n := s[len(s)-1]
	batch := s[:len(s)-2]
	d := x.Dtype()
	a := e.Tril(x, ivy.K(-1))
	if !lower {
		a = e.Triu(x, ivy.K(1))
	}
	a = e.Where(e.Eye(n, dtype.Bool), e.Astype(e.Real(x), d), e.Add(a, e.Adjoint(a)))
	part := func(from, to any) *ivy.Array {
		return e.GetItem(a, ivy.Ellipsis, ivy.Slice(from, to), ivy.Slice(from, to))
	}
	column := func(x *ivy.Array, from, to any, j int) *ivy.Array {
		return e.GetItem(x, ivy.Ellipsis, ivy.Slice(from, to), j)
	}
	row := func(x *ivy.Array) *ivy.Array { return e.ExpandDims(e.Astype(x, d), ivy.Axis(-1)) }
	columns, middles := make([]*ivy.Array, n), make([]*ivy.Array, n)
	betas, list := make([]*ivy.Array, n-1), make([]*ivy.Array, n-1)
	for k := n - 1; k > 0; k-- { // a has k + 1 rows
		var i, j int // the index of the off-diagonal element, and that of its column
		var middle, beta, v, tau *ivy.Array
		if lower {
			i, j = n-1-k, n-1-k
			now := column(a, nil, nil, 0)
			middle = e.Real(e.GetItem(now, ivy.Ellipsis, 0))
			beta, v, tau = reflector(e, e.GetItem(now, ivy.Ellipsis, 1), e.GetItem(now, ivy.Ellipsis, ivy.Slice(2, nil)))
			columns[j] = e.Concat([]*ivy.Array{column(x, nil, j, j), row(middle), row(beta), v}, ivy.Axis(-1))
			a = part(1, nil)
		} else {
			i, j = k-1, k
			now := column(a, nil, nil, k)
			middle = e.Real(e.GetItem(now, ivy.Ellipsis, k))
			beta, v, tau = reflector(e, e.GetItem(now, ivy.Ellipsis, k-1), e.GetItem(now, ivy.Ellipsis, ivy.Slice(0, k-1)))
			columns[j] = e.Concat([]*ivy.Array{v, row(beta), row(middle), column(x, j+1, nil, j)}, ivy.Axis(-1))
			a = part(nil, k)
		}
		w := wholeReflector(e, v, 0, !lower)
		a = reflected(e, reflectedRight(e, a, w, tau), w, conj(e, tau))
		middles[j], betas[i], list[i] = middle, beta, tau
	}
	last := 0
	if lower {
		last = n - 1
	}
	middles[last] = e.Real(e.GetItem(a, ivy.Ellipsis, 0, 0))
	columns[last] = e.Concat([]*ivy.Array{column(x, nil, last, last), row(middles[last]), column(x, last+1, nil, last)}, ivy.Axis(-1))
	z, diagonal = e.Stack(columns, ivy.Axis(-1)), e.Stack(middles, ivy.Axis(-1))
	if n == 1 {
		none := append(slices.Clone(batch), 0)
		return z, diagonal, e.Zeros(none, d.Component()), e.Zeros(none, d)
	}
	return z, diagonal, e.Stack(betas, ivy.Axis(-1)), e.Stack(list, ivy.Axis(-1))
}

// columnOrder returns the order of the columns in a QR factorization that takes the longest of the columns that are left, without what
// the columns before it span: the first of several.
func columnOrder(e *ivy.Env, x *ivy.Array) *ivy.Array {
	x = e.StopGradient(x)
	s := x.Shape()
	m, n := s[len(s)-2], s[len(s)-1]
	batch := s[:len(s)-2]
	row := append(slices.Clone(batch), n)
	order := e.BroadcastTo(e.Arange(0, n, dtype.Int64), row)
	for i := range min(m, n) {
		left := e.GetItem(x, ivy.Ellipsis, ivy.Slice(i, nil), ivy.Slice(i, nil))
		j := e.Add(e.ExpandDims(e.ArgMax(e.Sum(e.Square(e.Abs(left)), ivy.Axis(-2)), ivy.Axis(-1)), ivy.Axis(-1)), number(e, float64(i), dtype.Int64))
		at := e.BroadcastTo(e.Arange(0, n, dtype.Int64), row)
		here := number(e, float64(i), dtype.Int64)
		swap := e.Where(e.Equal(at, here), j, e.Where(e.Equal(at, j), here, at))
		order = e.TakeAlongAxis(order, swap, ivy.Axis(-1))
		x = e.TakeAlongAxis(x, e.BroadcastTo(e.ExpandDims(swap, ivy.Axis(-2)), s), ivy.Axis(-1))
		_, v, tau := reflector(e, e.GetItem(x, ivy.Ellipsis, i, i), e.GetItem(x, ivy.Ellipsis, ivy.Slice(i+1, nil), i))
		x = reflected(e, x, wholeReflector(e, v, i, false), conj(e, tau))
	}
	return order
}
