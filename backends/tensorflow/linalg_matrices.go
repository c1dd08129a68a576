//go:build tensorflow

package tensorflow

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/backends/internal/bynative"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A step computes something for each matrix. Its program writes the parts of the result.
type step struct {
	op    ops.Matrix
	reads func(s *matrices, x value) value // x with zeros for what is not read; all is if nil
	parts func(s *matrices) []value
	fails string // why the library's operation fails, without telling where

	// byNative has the native backend compute what the library's result is wrong of.
	byNative bool

	// instead is what is computed where that fails, if it is no failure.
	instead func(s *matrices) []value
}

// matrices are a graph as steps write it. All matrices are in one axis, before two of their own.
type matrices struct {
	*graph
	attrs backend.MatrixAttrs
	size  int // how many
	m, n  int

	x, y value // operands; of x what is read is finite
	good value // for each matrix, whether its result is not NaN
}

var matrixSteps = []step{
	{op: ops.FactorLU, fails: backend.Singular, parts: (*matrices).lu, instead: (*matrices).luByColumns},
	{op: ops.SolveMatrix, fails: backend.Singular, parts: func(s *matrices) []value { return []value{s.Op("MatrixSolve", s.x, s.y)} }},
	{op: ops.SolveTriangle, reads: (*matrices).triangle, parts: (*matrices).solveTriangle},
	{op: ops.InvertMatrix, fails: backend.Singular, parts: func(s *matrices) []value { return []value{s.Op("MatrixInverse", s.x)} }},
	{op: ops.Determinant, parts: func(s *matrices) []value { return []value{s.unsignedZeros(s.Op("MatrixDeterminant", s.x))} }},
	{op: ops.LogDeterminant, parts: func(s *matrices) []value {
		sign := s.Ops(2, "LogMatrixDeterminant", s.x)
		return []value{s.unsignedZeros(sign), sign + 1}
	}},
	{op: ops.FactorCholesky, reads: (*matrices).hermitian, parts: (*matrices).cholesky},
	{op: ops.FactorQR, parts: func(s *matrices) []value {
		x, by := s.scaled()
		q := s.Ops(2, "Qr", x)
		s.Bool("full_matrices", s.attrs.Full)
		return []value{q, s.mul(q+1, by)}
	}},
	{op: ops.HermitianEigen, reads: (*matrices).hermitian, fails: backend.Unconverged, parts: func(s *matrices) []value {
		e := s.Ops(2, "SelfAdjointEigV2", s.x)
		s.Bool("compute_v", true)
		return []value{e, e + 1}
	}},
	{op: ops.HermitianEigenvalues, reads: (*matrices).hermitian, fails: backend.Unconverged, parts: func(s *matrices) []value {
		e := s.Ops(2, "SelfAdjointEigV2", s.x)
		s.Bool("compute_v", false)
		return []value{s.realPart(e)}
	}},
	{op: ops.GeneralEigen, fails: backend.Unconverged, parts: func(s *matrices) []value { return s.eig(true) }},
	{op: ops.GeneralEigenvalues, fails: backend.Unconverged, parts: func(s *matrices) []value { return s.eig(false)[:1] }},
	{op: ops.SingularVectors, byNative: true, parts: func(s *matrices) []value {
		sigma := s.svd(true)
		return []value{sigma + 1, sigma, s.Op("ConjugateTranspose", sigma+2, s.Int64s(0, 2, 1))}
	}},
	{op: ops.SingularValues, byNative: true, parts: func(s *matrices) []value { return []value{s.realPart(s.svd(false))} }},
}

// matrixKernels has the kernel of each step.
func matrixKernels() []backend.Entry {
	var es []backend.Entry
	for _, st := range matrixSteps {
		es = append(es, backend.Matrix(st.op, st.kernel))
	}
	return es
}

func (st *step) kernel(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) (backend.Buffer, error) {
	count := shape.Size(out.Shape[:len(out.Shape)-1])
	b, err := st.run(out, xs, a, 0, count, st.parts)
	if err == nil || !unsuccessful(err) {
		err = matrixError(err)
		if e, ok := errors.AsType[*backend.MatrixError](err); ok && st.byNative && e.Reason == backend.Unconverged {
			return bynative.Matrix(Backend{}, st.op, out, xs, []backend.Spec{specOf(xs[0])}, a)
		}
		return b, err
	}
	if st.instead != nil {
		b, err = st.run(out, xs, a, 0, count, st.instead)
		return b, matrixError(err)
	}
	// The library does not say which matrix it is: halves of them do.
	from, to := 0, count
	for to-from > 1 {
		middle := from + (to-from)/2
		part := backend.Spec{Dtype: out.Dtype, Shape: []int{middle - from, out.Shape[len(out.Shape)-1]}}
		_, err := st.run(part, xs, a, from, middle, st.parts)
		switch {
		case err == nil:
			from = middle
		case unsuccessful(err):
			to = middle
		default:
			return nil, matrixError(err)
		}
	}
	return nil, &backend.MatrixError{Index: from, Reason: st.fails}
}

// unsuccessful reports whether the library has said of a matrix that it has no result.
func unsuccessful(err error) bool {
	var e *tfeager.Error
	return errors.As(err, &e) && (strings.Contains(e.Text, "not invertible") || strings.Contains(e.Text, "not successful"))
}

// failures are why matrices fail that a graph looks at: an axis to failing.
var failures = []string{backend.Singular, backend.Indefinite, backend.Unconverged}

// matrixError is an error of a step, of which indices that are out of range are those of failing.
func matrixError(err error) error {
	if e, ok := errors.AsType[*backend.IndexError](err); ok {
		return &backend.MatrixError{Index: e.Index - 1, Reason: failures[e.Axis]}
	}
	return err
}

// failing has the run end with a MatrixError if one of the matrices is bad.
func (s *matrices) failing(bad value, reason string) {
	first := s.Op("ArgMax", s.cast(bad, dtype.Int32), s.Int64(0))
	// An index into an axis of length 1: 0, or one more than the matrix's.
	i := s.where(s.Op("Any", bad, s.Int64s(0)), s.add(first, s.Int64(1)), s.Int64(0))
	i = s.Indices(s.reshape(i, []int{1}), slices.Index(failures, reason), 1)
	s.good = s.both(s.good, s.equal(i, s.Int64(0)))
}

// run computes parts of the matrices from one to another.
func (st *step) run(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs, from, to int, parts func(s *matrices) []value) (backend.Buffer, error) {
	dims := shapeOf(xs[0])
	lead := len(dims) - 2
	s := &matrices{attrs: a, size: to - from, m: dims[lead], n: dims[lead+1]}
	return compose(out, xs[0].(*buffer).Dtype, func(g *graph) value {
		s.graph = g
		if shape.Size(out.Shape) == 0 {
			return g.Op("Fill", g.Int64s(out.Shape...), g.number(out.Dtype, 0))
		}
		if s.m == 0 || s.n == 0 {
			return g.reshape(s.broadcast(st.ofNothing(s), []int{1, out.Shape[lead]}, []int{s.size, out.Shape[lead]}), out.Shape)
		}
		operand := func(i int) value {
			d := shapeOf(xs[i])
			n := shape.Size(d[:lead])
			x := g.reshaped(g.Operand(i), d, []int{n, d[lead], d[lead+1]})
			if s.size < n {
				x = g.Op("Slice", x, g.Int64s(from, 0, 0), g.Int64s(s.size, d[lead], d[lead+1]))
			}
			return x
		}
		x := operand(0)
		if len(xs) > 1 {
			s.y = operand(1)
		}
		if st.reads != nil {
			x = st.reads(s, x)
		}
		s.good = s.allFinite(x)
		s.x = g.where(s.each(s.good, 3), x, s.eye(s.m, s.n))
		return s.packed(out, parts(s))
	}, xs...)
}

// packed joins parts, and makes those of matrices that are not good NaN.
func (s *matrices) packed(out backend.Spec, parts []value) value {
	for i := range parts {
		parts[i] = s.reshape(parts[i], []int{s.size, -1})
	}
	total := out.Shape[len(out.Shape)-1]
	z := parts[0]
	if len(parts) > 1 {
		z = s.Op("ConcatV2", s.List(parts...), s.Int64(1))
	}
	return s.reshaped(s.where(s.each(s.good, 2), z, s.scalar(out.Dtype, backend.ComplexScalar(complex(math.NaN(), math.NaN())))), []int{s.size, total}, out.Shape)
}

// ofNothing is the row of results for a matrix without elements that has some: 1 and 0 of
// determinants, the order of rows, or an orthogonal matrix.
func (st *step) ofNothing(s *matrices) value {
	switch st.op {
	case ops.Determinant:
		return s.reshape(s.number(s.out, 1), []int{1, 1})
	case ops.LogDeterminant:
		return s.Op("OneHot", s.Int64s(0), s.integer(dtype.Int32, 2), s.number(s.out, 1), s.number(s.out, 0))
	case ops.FactorLU:
		return s.reshape(s.cast(s.Op("Range", s.Int64(0), s.Int64(s.m), s.Int64(1)), s.out), []int{1, s.m})
	}
	n := max(s.m, s.n)
	return s.reshape(s.eye(n, n), []int{1, n * n})
}

// each gives what is one for each matrix, or one for all, so many axes.
func (s *matrices) each(x value, axes int) value {
	return s.reshape(x, append([]int{-1}, slices.Repeat([]int{1}, axes-1)...))
}

// allFinite is whether all elements of each matrix are.
func (s *matrices) allFinite(x value) value {
	var is value
	if s.in.IsComplex() {
		is = s.equal(s.sub(x, x), s.number(s.in, 0))
	} else {
		is = s.finite(x)
	}
	return s.Op("All", is, s.Int64s(1, 2))
}

// eye is the identity of m rows and n columns.
func (s *matrices) eye(m, n int) value {
	one := s.Op("Fill", s.Int64s(min(m, n)), s.number(s.in, 1))
	return s.Op("MatrixSetDiag", s.Op("Fill", s.Int64s(m, n), s.number(s.in, 0)), one)
}

// band is the diagonal and those up to so many below and above it; of −1 all.
func (s *matrices) band(x value, below, above int) value {
	return s.Op("MatrixBandPart", x, s.Int64(below), s.Int64(above))
}

// unit is x, square matrices of n rows, with ones on the diagonal.
func (s *matrices) unit(x value, n int) value {
	return s.Op("MatrixSetDiag", x, s.Op("Fill", s.Int64s(s.size, n), s.number(s.in, 1)))
}

// hermitian is the lower triangle, with the real part of the diagonal.
func (s *matrices) hermitian(x value) value {
	x = s.band(x, -1, 0)
	if !s.in.IsComplex() {
		return x
	}
	re, _ := s.parts(s.Op("MatrixDiagPart", x))
	return s.Op("MatrixSetDiag", x, s.cast(re, s.in))
}

func (s *matrices) triangle(x value) value {
	if s.attrs.Upper {
		x = s.band(x, 0, -1)
	} else {
		x = s.band(x, -1, 0)
	}
	if s.attrs.Unit {
		x = s.unit(x, s.n)
	}
	return x
}

func (s *matrices) solveTriangle() []value {
	if !s.attrs.Unit {
		zero := s.equal(s.Op("MatrixDiagPart", s.x), s.number(s.in, 0))
		s.failing(s.Op("Any", zero, s.Int64s(1)), backend.Singular)
	}
	return []value{s.solved(s.x, s.y, !s.attrs.Upper)}
}

// solved is the solution with triangular matrices.
func (s *matrices) solved(x, y value, lower bool) value {
	z := s.Op("MatrixTriangularSolve", x, y)
	s.Bool("lower", lower)
	return z
}

// cholesky looks at the library's result, which is NaN for a matrix that has none, with anything
// above the diagonal. Of a complex matrix it is any memory then: there numbers a + bi are matrices
// [a −b; b a], whose factor is that of the complex numbers, in the same form.
func (s *matrices) cholesky() []value {
	if !s.in.IsComplex() {
		return []value{s.choleskyReal(s.x)}
	}
	axes := []int{s.size, s.n, 2, s.n, 2}
	number := []int{s.size, s.n, 1, s.n, 1}
	re, im := s.parts(s.x)
	re, im = s.reshape(re, number), s.reshape(im, number)
	upper := s.Op("ConcatV2", s.List(re, s.neg(im)), s.Int64(4))
	lower := s.Op("ConcatV2", s.List(im, re), s.Int64(4))
	x := s.reshape(s.Op("ConcatV2", s.List(upper, lower), s.Int64(2)), []int{s.size, 2 * s.n, 2 * s.n})
	l := s.reshape(s.choleskyReal(x), axes)
	part := func(i int) value { return s.Op("Slice", l, s.Int64s(0, 0, i, 0, 0), s.Int64s(number...)) }
	z := s.Op("Complex", part(0), part(1))
	s.Type("Tout", code(s.in))
	z = s.reshape(z, []int{s.size, s.n, s.n})
	return []value{s.hermitian(z)} // without what rounding has made of the diagonal's imaginary part
}

func (s *matrices) choleskyReal(x value) value {
	l := s.band(s.Op("Cholesky", x), -1, 0)
	s.failing(s.not(s.Op("All", s.finite(l), s.Int64s(1, 2))), backend.Indefinite)
	return l
}

func (s *matrices) eig(vectors bool) []value {
	x, by := s.scaled()
	e := s.Ops(2, "Eig", x)
	s.Bool("compute_v", vectors)
	s.Type("Tout", code(s.out))
	if !s.in.IsComplex() {
		by = s.cast(by, s.out)
	}
	return []value{s.mul(e, s.reshape(by, []int{s.size, 1})), e + 1}
}

// scaled is the operand divided by a power of two, which comes with it for each matrix: the greatest part of a
// number is near 1. The library squares numbers without a thought of their range.
func (s *matrices) scaled() (x, by value) {
	d, exponent := s.in.Component(), s.integer(dtype.Int64, 0x7ff<<52)
	bits := dtype.Int64
	least, most := 0x1p-1022, 0x1p1022 // of which the inverses are normal numbers, too
	if d == dtype.Float32 {
		bits, exponent = dtype.Int32, s.integer(dtype.Int32, 0xff<<23)
		least, most = 0x1p-126, 0x1p126
	}
	magnitude := func(x value) value { return s.Op("Max", s.abs(x), s.Int64s(1, 2)) }
	var greatest value
	if s.in.IsComplex() {
		re, im := s.parts(s.x)
		greatest = s.Op("Maximum", magnitude(re), magnitude(im))
	} else {
		greatest = magnitude(s.x)
	}
	by = s.bitcast(s.Op("BitwiseAnd", s.bitcast(greatest, bits), exponent), d)
	by = s.Op("Minimum", s.Op("Maximum", by, s.number(d, least)), s.number(d, most))
	inverse := s.div(s.number(d, 1), by)
	if s.in.IsComplex() {
		by, inverse = s.cast(by, s.in), s.cast(inverse, s.in)
	}
	return s.mul(s.x, s.each(inverse, 3)), s.each(by, 3)
}

// svd returns the first of singular values, u and v. Of matrices of low rank the library's are wrong now and then: NaN, or
// vectors that are not orthogonal.
func (s *matrices) svd(vectors bool) value {
	z := s.Ops(3, "Svd", s.x)
	s.Bool("compute_uv", vectors)
	s.Bool("full_matrices", s.attrs.Full)
	limits, _ := dtype.Finfo(s.in.Component())
	most := 64 * float64(max(s.m, s.n)) * limits.Eps
	// The squares of the singular values have the sum of those of all elements, here of a matrix near 1.
	x, by := s.scaled()
	sigma := s.div(s.realPart(z), s.reshape(s.realPart(by), []int{s.size, 1}))
	of := s.Op("Sum", s.mul(sigma, sigma), s.Int64s(1))
	size := s.magnitude(x)
	want := s.Op("Sum", s.mul(size, size), s.Int64s(1, 2))
	fine := s.less(s.abs(s.sub(of, want)), s.add(s.mul(want, s.number(s.in.Component(), most)), s.number(s.in.Component(), limits.SmallestNormal)))
	if vectors {
		fine = s.both(fine, s.both(s.orthonormal(z+1, most), s.orthonormal(z+2, most)))
	}
	s.failing(s.not(fine), backend.Unconverged)
	return z
}

// orthonormal is for each matrix whether its columns are, but for an error in their products.
func (s *matrices) orthonormal(u value, most float64) value {
	k := s.Op("BatchMatMulV2", u, u)
	s.Bool("adj_x", true)
	one := s.Op("MatrixDiagPart", k)
	rest := s.magnitude(s.sub(k, s.Op("MatrixDiag", s.div(one, one))))
	return s.Op("All", s.less(rest, s.number(s.in.Component(), most)), s.Int64s(1, 2))
}

// realPart is that of what is complex if the operand is.
func (s *matrices) realPart(x value) value {
	if !s.in.IsComplex() {
		return x
	}
	re, _ := s.parts(x)
	return re
}

// unsignedZeros makes zeros +0.
func (s *matrices) unsignedZeros(x value) value {
	zero := s.number(s.in, 0)
	return s.where(s.equal(x, zero), zero, x)
}

// lu is the library's factorization of the leading square, which alone has the pivots. It fails
// with a pivot that is 0.
func (s *matrices) lu() []value {
	if s.m > s.n {
		return s.luByColumns()
	}
	x := s.x
	if s.m < s.n {
		x = s.cut(x, 0, s.m, 0, s.m)
	}
	z := s.Ops(2, "Lu", x)
	rows := z + 1
	if s.m < s.n {
		rest := s.solved(s.unit(s.band(z, -1, 0), s.m), s.picked(s.cut(s.x, 0, s.m, s.m, s.n), rows), true)
		z = s.Op("ConcatV2", s.List(z, rest), s.Int64(2))
	}
	return []value{z, s.cast(rows, s.out)}
}

// cut returns rows i … i1−1 and columns j … j1−1.
func (s *matrices) cut(x value, i, i1, j, j1 int) value {
	return s.Op("Slice", x, s.Int64s(0, i, j), s.Int64s(s.size, i1-i, j1-j))
}

// picked takes rows of each matrix, or elements of each vector.
func (s *matrices) picked(x, rows value) value {
	z := s.Op("GatherV2", x, rows, s.Int64(1))
	s.Int("batch_dims", 1)
	return z
}

// luByColumns eliminates column by column, in blocks. It is for what the library's
// factorization does not take: more rows than columns, and pivots that are 0.
func (s *matrices) luByColumns() []value {
	z, rows := s.luBlocks(s.x, s.m, s.n)
	return []value{z, s.cast(rows, s.out)}
}

const luColumns = 32 // of a block

// luBlocks returns l and u of m×n matrices, and which rows are theirs.
func (s *matrices) luBlocks(x value, m, n int) (lu, rows value) {
	w := min(m, luColumns)
	if n <= w {
		return s.luPanel(x, m, n)
	}
	left, rows := s.luPanel(s.cut(x, 0, m, 0, w), m, w)
	right := s.picked(s.cut(x, 0, m, w, n), rows)
	top := s.cut(left, 0, w, 0, w)
	u := s.solved(s.unit(s.band(top, -1, 0), w), s.cut(right, 0, w, 0, n-w), true)
	joined := func(x, y value) value { return s.Op("ConcatV2", s.List(x, y), s.Int64(2)) }
	if m == w {
		return joined(left, u), rows
	}
	l := s.cut(left, w, m, 0, w)
	rest, order := s.luBlocks(s.sub(s.cut(right, w, m, 0, n-w), s.Op("BatchMatMulV2", l, u)), m-w, n-w)
	below := func(x, y value) value { return s.Op("ConcatV2", s.List(x, y), s.Int64(1)) }
	part := func(from, to int) value { return s.Op("Slice", rows, s.Int64s(0, from), s.Int64s(s.size, to-from)) }
	return below(joined(top, u), joined(s.picked(l, order), rest)), below(part(0, w), s.picked(part(w, m), order))
}

// luPanel is luBlocks of a few columns.
func (s *matrices) luPanel(x value, m, n int) (lu, rows value) {
	zero := s.number(s.in, 0)
	i, j := s.count(m), s.count(n)
	down := s.reshape(i, []int{m, 1})
	rows = s.Op("BroadcastTo", i, s.Int64s(s.size, m))
	for k := range min(m-1, n) {
		at := s.Int64(k)
		column := s.reshape(s.cut(x, 0, m, k, k+1), []int{s.size, m})
		p := s.Op("ArgMax", s.where(s.less(i, at), s.number(s.in.Component(), -1), s.magnitude(column)), s.Int64(1))
		p = s.reshape(p, []int{s.size, 1})
		exchanged := s.where(s.equal(i, p), at, s.where(s.equal(i, at), p, i))
		x, rows = s.picked(x, exchanged), s.picked(rows, exchanged)

		pivot := s.cut(x, k, k+1, k, k+1)
		pivot = s.where(s.equal(pivot, zero), s.number(s.in, 1), pivot) // what is below it is 0, too
		below := s.less(at, down)
		l := s.where(below, s.div(s.cut(x, 0, m, k, k+1), pivot), zero)
		u := s.where(s.less(at, j), s.cut(x, k, k+1, 0, n), zero)
		x = s.where(s.both(below, s.equal(j, at)), l, s.sub(x, s.mul(l, u)))
	}
	return x, rows
}

func (s *matrices) magnitude(x value) value {
	if !s.in.IsComplex() {
		return s.abs(x)
	}
	z := s.Op("ComplexAbs", x)
	s.Type("Tout", code(s.in.Component()))
	return z
}
