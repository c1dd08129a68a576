// Package decomposition factorizes arrays of any number of axes, the tensors of multilinear algebra, as
// Ivy's functions tucker, partial_tucker, tensor_train and their kin do: by truncated singular value
// decompositions of their unfoldings. It has the factorized forms themselves, TuckerTensor, CPTensor,
// TTTensor, TRTensor and Parafac2Tensor, whose method Array multiplies the factors out, and makes random ones.
//
// The definitions are those of T. G. Kolda and B. W. Bader, "Tensor Decompositions and Applications",
// SIAM Review 51 (2009), and of I. V. Oseledets, "Tensor-Train Decomposition", SIAM Journal on Scientific
// Computing 33 (2011); details such as signs and when iterations end are those of TensorLy, from which Ivy
// has them.
//
// Arrays may be of any backend: a decomposition is computed by the Env of its array. Arrays of integers and
// bools count as ones of the default float dtype; results have the dtype of the array. Functions are
// differentiable as far as the singular value decomposition is.
//
// Errors are panics with an *ivy.Error, as in package ivy: ErrShape for shapes that do not fit each other and
// arrays with too few axes, ErrValue for ranks below 1, other numbers of ranks than there are axes and settings
// that make no sense, ErrIndex for modes that are not there or named twice.
package decomposition

import (
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// TruncatedSVD returns the first n singular triplets of a matrix x (rows, columns), n descending singular
// values s with columns of u and rows of vh, Ivy's truncated_svd; an n of 0 is as many as x has rows or
// columns, whichever are more, and a greater one is that too. Beyond the lesser of the two there are no values:
// s has that many at most, and u or vh is completed to an orthonormal basis.
func TruncatedSVD(x *ivy.Array, n int) (u, s, vh *ivy.Array) {
	defer blame.Named("decomposition.TruncatedSVD")
	return truncated(x, n)
}

func truncated(x *ivy.Array, n int) (u, s, vh *ivy.Array) {
	x = inexact(x)
	dims := x.Shape()
	if len(dims) != 2 {
		panic(blame.Errorf(ivy.ErrShape, "shape %v, want a matrix", dims))
	}
	if n < 0 {
		panic(blame.Errorf(ivy.ErrValue, "%d singular values, want 1 or more, or 0 for all", n))
	}
	if most := max(dims[0], dims[1]); n == 0 || n > most {
		n = most
	}
	u, s, vh = x.Env().SVD(x, ivy.FullMatrices(n > min(dims[0], dims[1])))
	first := ivy.Slice(nil, n)
	return u.Get(ivy.Slice(nil, nil), first), s.Get(first), vh.Get(first)
}

// SVDFlip returns u and v, the singular vectors of a matrix as columns and rows, with the signs that are open
// made definite, Ivy's svd_flip: of each column of u, or of each row of v if byU is false, the first of the
// elements of the greatest magnitude is positive; of complex ones it is real and positive. The product
// u·diag(s)·v stays what it was. Vectors without a partner in the other matrix keep their sign there.
func SVDFlip(u, v *ivy.Array, byU bool) (*ivy.Array, *ivy.Array) {
	defer blame.Named("decomposition.SVDFlip")
	return flipped(u, v, byU)
}

func flipped(u, v *ivy.Array, byU bool) (*ivy.Array, *ivy.Array) {
	if len(u.Shape()) != 2 || len(v.Shape()) != 2 {
		panic(blame.Errorf(ivy.ErrShape, "shapes %v and %v, want two matrices", u.Shape(), v.Shape()))
	}
	if !byU {
		vt, ut := flipped(turned(v), turned(u), true)
		return turned(ut), turned(vt)
	}
	e := u.Env()
	k, l := u.Shape()[1], v.Shape()[0]
	if u.Shape()[0] == 0 {
		return u, v
	}
	greatest := e.ExpandDims(e.ArgMax(e.Abs(u), ivy.Axis(0)), ivy.Axis(0))
	sign := e.Sign(e.TakeAlongAxis(u, greatest, ivy.Axis(0))) // (1, k)
	if u.Dtype().IsComplex() {
		sign = e.Conj(sign)
	}
	other := e.Reshape(e.Conj(sign), []int{k, 1})
	if l < k {
		other = other.Get(ivy.Slice(nil, l))
	} else if l > k {
		other = e.Concat([]*ivy.Array{other, e.Ones([]int{l - k, 1}, u.Dtype())}, ivy.Axis(0))
	}
	return e.Multiply(u, sign), e.Multiply(v, other)
}

func turned(x *ivy.Array) *ivy.Array { return x.Env().MatrixTranspose(x) }

// How MakeSVDNonNegative fills what is zero.
const (
	NNDSVD  = "nndsvd"  // it stays zero
	NNDSVDA = "nndsvda" // by the mean of the matrix
)

// MakeSVDNonNegative returns factors w and h without negative elements, whose product is near the matrix x
// (rows, columns), of its singular value decomposition u, s, v: Ivy's make_svd_non_negative, the
// initialization of C. Boutsidis and E. Gallopoulos, "SVD based initialization", Pattern Recognition 41
// (2008). Elements up to the dtype's epsilon are zero; kind, NNDSVD or NNDSVDA, says what becomes of them. (Ivy
// itself compares with the dtype's least number, which fills nothing.)
func MakeSVDNonNegative(x, u, s, v *ivy.Array, kind string) (w, h *ivy.Array) {
	defer blame.Named("decomposition.MakeSVDNonNegative")
	return nonNegative(x, u, s, v, kind)
}

func nonNegative(x, u, s, v *ivy.Array, kind string) (w, h *ivy.Array) {
	if kind != NNDSVD && kind != NNDSVDA {
		panic(blame.Errorf(ivy.ErrValue, "kind %q, want %q or %q", kind, NNDSVD, NNDSVDA))
	}
	for _, a := range []*ivy.Array{x, u, s, v} {
		if a.Dtype().IsComplex() {
			panic(blame.Errorf(ivy.ErrDtype, "%v, want real numbers", a.Dtype()))
		}
	}
	if len(u.Shape()) != 2 || len(v.Shape()) != 2 || len(s.Shape()) != 1 {
		panic(blame.Errorf(ivy.ErrShape, "shapes %v, %v and %v, want a matrix, a vector and a matrix", u.Shape(), s.Shape(), v.Shape()))
	}
	n := s.Shape()[0]
	if u.Shape()[1] < n || v.Shape()[0] < n || n == 0 {
		panic(blame.Errorf(ivy.ErrShape, "%d singular values for u of shape %v and v of shape %v", n, u.Shape(), v.Shape()))
	}
	e := u.Env()
	d := u.Dtype()
	// Of both parts of each pair of vectors, the positive and the negative one, the greater is taken.
	values := ivy.Slice(nil, n)
	a, b := u.Get(ivy.Slice(nil, nil), values), v.Get(values)
	part := func(m *ivy.Array, axis int) (parts, norms [2]*ivy.Array) {
		for i, m := range []*ivy.Array{m, e.Negative(m)} {
			parts[i] = e.Maximum(m, 0)
			norms[i] = e.VectorNorm(parts[i], ivy.Axis(axis), ivy.KeepDims(true))
		}
		return parts, norms
	}
	ap, an := part(a, 0)
	bp, bn := part(b, 1)
	row := func(x *ivy.Array) *ivy.Array { return e.Reshape(x, []int{1, n}) }
	column := func(x *ivy.Array) *ivy.Array { return e.Reshape(x, []int{n, 1}) }
	positive, negative := e.Multiply(an[0], row(bn[0])), e.Multiply(an[1], row(bn[1]))
	first := e.Greater(positive, negative)
	size := e.Sqrt(e.Multiply(row(s), e.Where(first, positive, negative)))
	unit := func(x, norm *ivy.Array) *ivy.Array {
		return e.Divide(x, e.Where(e.Equal(norm, 0), e.OnesLike(norm), norm))
	}
	w = e.Multiply(e.Where(first, unit(ap[0], an[0]), unit(ap[1], an[1])), size)
	h = e.Multiply(e.Where(column(first), unit(bp[0], bn[0]), unit(bp[1], bn[1])), column(size))
	// The greatest pair has one sign, so it is taken as it is.
	leading := e.Sqrt(s.Get(ivy.Slice(nil, 1)))
	lead := func(x, m *ivy.Array, axis int) *ivy.Array {
		own := e.Multiply(e.Abs(x), leading)
		rest := []any{ivy.Slice(nil, nil), ivy.Slice(nil, nil)}
		rest[axis] = ivy.Slice(1, nil)
		return e.Concat([]*ivy.Array{own, m.Get(rest...)}, ivy.Axis(axis))
	}
	w = lead(u.Get(ivy.Slice(nil, nil), ivy.Slice(nil, 1)), w, 1)
	h = lead(v.Get(ivy.Slice(nil, 1)), h, 0)
	if more := u.Shape()[1] - n; more > 0 {
		w = e.Concat([]*ivy.Array{w, e.Zeros([]int{u.Shape()[0], more}, d)}, ivy.Axis(1))
	}
	if more := v.Shape()[0] - n; more > 0 {
		h = e.Concat([]*ivy.Array{h, e.Zeros([]int{more, v.Shape()[1]}, d)}, ivy.Axis(0))
	}
	eps := ivy.Finfo(d).Eps
	if kind == NNDSVD {
		less := func(x *ivy.Array) *ivy.Array { return e.Maximum(e.Subtract(x, eps), 0) }
		return less(w), less(h)
	}
	mean := e.Mean(x)
	filled := func(x *ivy.Array) *ivy.Array { return e.Where(e.Less(x, eps), e.Astype(mean, d), x) }
	return filled(w), filled(h)
}

// definite is truncated with definite signs.
func definite(x *ivy.Array, n int) (u, s, vh *ivy.Array) {
	u, s, vh = truncated(x, n)
	u, vh = flipped(u, vh, true)
	return u, s, vh
}

// inexact returns x, as floats if it has none.
func inexact(x *ivy.Array) *ivy.Array {
	if d := x.Dtype(); d.IsFloat() || d.IsComplex() {
		return x
	}
	return x.Env().Astype(x, x.Env().DefaultFloatDtype())
}

// unfolded returns x as a matrix whose rows go along an axis.
func unfolded(x *ivy.Array, mode int) *ivy.Array {
	e := x.Env()
	n := 1
	for i, d := range x.Shape() {
		if i != mode {
			n *= d
		}
	}
	return e.Reshape(e.MoveAxis(x, []int{mode}, []int{0}), []int{x.Shape()[mode], n})
}

// modesOf returns modes of an array of so many axes, counted from the front; nil are all.
func modesOf(modes []int, rank int) []int {
	if modes == nil {
		modes = make([]int, rank)
		for i := range modes {
			modes[i] = i
		}
		return modes
	}
	modes = slices.Clone(modes)
	for i, m := range modes {
		if m < -rank || m >= rank {
			panic(blame.Errorf(ivy.ErrIndex, "mode %d of %d axes", m, rank))
		}
		if m < 0 {
			m += rank
		}
		if slices.Contains(modes[:i], m) {
			panic(blame.Errorf(ivy.ErrIndex, "mode %d is named twice", m))
		}
		modes[i] = m
	}
	return modes
}

// ranksOf returns the ranks for lengths: those given, one for all, or with nil the lengths.
func ranksOf(rank, lengths []int) []int {
	switch {
	case rank == nil:
		return slices.Clone(lengths)
	case len(rank) == 1:
		rank = slices.Repeat(rank, len(lengths))
	case len(rank) != len(lengths):
		panic(blame.Errorf(ivy.ErrValue, "%d ranks for %d axes", len(rank), len(lengths)))
	}
	for _, r := range rank {
		if r < 1 {
			panic(blame.Errorf(ivy.ErrValue, "rank %d, want 1 or more", r))
		}
	}
	return slices.Clone(rank)
}
