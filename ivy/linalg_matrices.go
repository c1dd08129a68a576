package ivy

import (
	"errors"
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions of matrices: what they have in common. Kernels are of float32, float64, complex64 and
// complex128: 16-bit floats are computed in float32 and rounded at the end.

// matrices understands the operand of a function of matrices: square ones, if that is said. It
// returns it in a dtype that kernels have.
func (e *Env) matrices(op *ops.Op, x any, opts []Option, square bool) (a *Array, d Dtype, o options) {
	a, o, _ = e.use(op, x, opts)
	checkMatrices(a, square)
	return e.wider(a), a.dtype, o
}

func checkMatrices(a *Array, square bool) {
	n := len(a.shape)
	switch {
	case n < 2:
		check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
	case square && a.shape[n-2] != a.shape[n-1]:
		check(errorf(ErrShape, "shape %s, want square matrices", shape.Text(a.shape)))
	}
}

// sizesOf returns the shape of a batch of matrices, and of each.
func sizesOf(a *Array) (lead []int, m, n int) {
	last := len(a.shape) - 2
	return a.shape[:last:last], a.shape[last], a.shape[last+1]
}

// A linalgError is a matrix of a batch without a result.
type linalgError struct {
	lead []int
	of   *backend.MatrixError
}

func (e *linalgError) Unwrap() error { return e.of }

func (e *linalgError) Error() string {
	if len(e.lead) == 0 {
		return "the matrix " + e.of.Reason
	}
	at, i := make([]int, len(e.lead)), e.of.Index
	for k := len(at) - 1; k >= 0; k-- {
		at[k] = i % e.lead[k]
		i /= e.lead[k]
	}
	return fmt.Sprintf("matrix %v of the batch %s", at, e.of.Reason)
}

// ofMatrices returns what a kernel makes of matrices, size numbers of each, in one dimension.
func (e *Env) ofMatrices(op ops.Matrix, size int, a backend.MatrixAttrs, xs ...*Array) *Array {
	xs = meet(slices.Clone(xs)...)
	x := xs[0]
	k, err := x.be.step(op.Op, x.dtype)
	check(err)
	lead, _, _ := sizesOf(x)
	z := newArray(e, x.be, op.Out(x.dtype, dtype.StandardDefaults))
	dims := append(slices.Clone(lead), size)
	check(shape.Check(dims, z.dtype.Size()))
	z.setShape(dims)
	z.buf, err = k.Matrix(e.spec(z), buffersOf(xs), a)
	if failed := (*backend.MatrixError)(nil); errors.As(err, &failed) {
		err = &linalgError{lead, failed}
	}
	check(err)
	return entered(z)
}

// parts are those of a kernel's result.
type parts struct {
	e  *Env
	z  *Array
	at int
}

// next returns the part that comes next, of this shape for each matrix.
func (p *parts) next(dims ...int) *Array {
	last := len(p.z.shape) - 1
	lead, n := p.z.shape[:last:last], shape.Size(dims)
	x := p.e.partAlong(p.z, last, p.at, n)
	p.at += n
	return p.e.shaped(x, slices.Concat(lead, dims))
}

// conjugated returns the conjugates of x: x itself if it is real.
func (e *Env) conjugated(x *Array) *Array {
	if !x.dtype.IsComplex() {
		return x
	}
	return e.apply1(ops.Conj, x)
}

// adjointOf returns the conjugate transposes of matrices.
func (e *Env) adjointOf(x *Array) *Array { return e.conjugated(e.matrixTransposed(x)) }

// realOf returns the real parts of x: x itself if it is real.
func (e *Env) realOf(x *Array) *Array {
	if !x.dtype.IsComplex() {
		return x
	}
	return e.apply1(ops.Real, x)
}

// identity returns the identity matrix of n rows, in the dtype of x and on its engine.
func (e *Env) identity(x *Array, n int) *Array {
	be := x.be.rootEngine()
	k, err := be.step(ops.Eye.Op, x.dtype)
	check(err)
	z := newArray(e, be, x.dtype)
	check(shape.Check([]int{n, n}, z.dtype.Size()))
	z.setShape([]int{n, n})
	return z.with(k.Fill(e.spec(z), backend.FillAttrs{}))
}

// zerosIn returns zeros in the dtype of x and on its engine.
func (e *Env) zerosIn(x *Array, dims ...int) *Array {
	z, err := e.newFull(x.be.rootEngine(), x.dtype, dims, backend.IntScalar(0))
	check(err)
	return z
}

// diagonalOf returns a diagonal of matrices.
func (e *Env) diagonalOf(x *Array, offset int) *Array {
	lead, m, n := sizesOf(x)
	start, length := diagonalAt(m, n, offset)
	flat := e.shaped(x, append(slices.Clone(lead), m*n))
	rs := wholes(flat)
	rs[len(lead)] = shape.Range{Start: start, Step: n + 1, Len: length}
	if length <= 1 {
		rs[len(lead)].Step = 1
	}
	if length == 0 {
		rs[len(lead)].Start = 0
	}
	return e.slice(flat, rs)
}

// diagonalAt returns the index of the first element of a diagonal of a matrix without gaps, and how many elements it has.
func diagonalAt(m, n, offset int) (start, length int) {
	if offset >= 0 {
		return offset, max(0, min(m, n-offset))
	}
	if offset <= -m {
		return 0, 0
	}
	return -offset * n, max(0, min(m+offset, n))
}

// scaledColumns returns x with column i times element i of f.
func (e *Env) scaledColumns(x, f *Array) *Array {
	dims := append(slices.Clone(f.shape[:len(f.shape)-1]), 1, f.shape[len(f.shape)-1])
	return e.times(x, e.shaped(f, dims))
}

// scaledRows returns x with row i times element i of f.
func (e *Env) scaledRows(f, x *Array) *Array {
	return e.times(x, e.shaped(f, append(slices.Clone(f.shape), 1)))
}

// castLike returns x in the dtype of y, which is complex if x is.
func (e *Env) castLike(x, y *Array) *Array { return e.cast(x, y.dtype) }

// phases returns by what the columns of matrices are multiplied to make the first element of each that
// has nine tenths of the greatest magnitude positive and real. Not the greatest: where several are as great as
// that, rounding would choose among them.
func (e *Env) phases(v *Array) *Array {
	lead, m, n := sizesOf(v)
	if m == 0 || n == 0 {
		return e.zerosIn(v, append(slices.Clone(lead), n)...)
	}
	axis := len(lead)
	size := e.apply1(ops.Abs, v)
	most := e.reduced(ops.Max, size, []int{axis}, true, 0)
	great := e.apply1(ops.LogicalNot, e.apply2(ops.Less, size, e.scaled(most, 0.9)))
	at := e.firstTrue(great, axis)
	pivot := e.gathered(ops.TakeAlongAxis, v, []*Array{at}, at.shape, axis)
	size = e.apply1(ops.Abs, pivot)
	return e.shaped(e.over(e.conjugated(pivot), e.castLike(size, pivot)), append(slices.Clone(lead), n))
}

// firstTrue returns the index of the first true element along an axis, which stays with length 1.
func (e *Env) firstTrue(x *Array, axis int) *Array {
	x = e.cast(x, Int32)
	k, err := x.be.step(ops.ArgMax.Op, Int32)
	check(err)
	z := newArray(e, x.be, Int64)
	z.setShape(shape.Reduce(x.shape, []int{axis}, true))
	return z.with(k.Reduce(e.spec(z), x.buffer(), backend.ReduceAttrs{Axes: []int{axis}, KeepDims: true}))
}

// firstRows returns the first rows of matrices.
func (e *Env) firstRows(x *Array, rows int) *Array {
	return e.block(x, 0, rows, 0, x.shape[len(x.shape)-1])
}

// firstColumns returns the first columns of matrices.
func (e *Env) firstColumns(x *Array, columns int) *Array {
	return e.block(x, 0, x.shape[len(x.shape)-2], 0, columns)
}

// block returns rows i … i1−1 and columns j … j1−1 of matrices.
func (e *Env) block(x *Array, i, i1, j, j1 int) *Array {
	lead, m, n := sizesOf(x)
	if i == 0 && j == 0 && i1 == m && j1 == n {
		return x
	}
	rs := wholes(x)
	rs[len(lead)] = shape.Range{Start: i, Step: 1, Len: i1 - i}
	rs[len(lead)+1] = shape.Range{Start: j, Step: 1, Len: j1 - j}
	return e.slice(x, rs)
}

// triangleOf returns matrices with zeros above (lower) or below the diagonal with this offset.
func (e *Env) triangleOf(x *Array, lower bool, offset int) *Array {
	_, m, n := sizesOf(x)
	be := x.be.rootEngine()
	rows, columns := e.shaped(e.counting(be, m), []int{m, 1}), e.counting(be, n)
	limit := e.plus(rows, e.integerLike(rows, offset))
	op := ops.GreaterEqual
	if lower {
		op = ops.LessEqual
	}
	return e.where0(e.apply2(op, columns, limit), x)
}
