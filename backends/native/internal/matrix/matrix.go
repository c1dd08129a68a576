// Package matrix has the kernels of matrices: package lapack, on batches of them.
package matrix

import (
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/lapack"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Kernels are the rows of this package for the backend's table.
var Kernels = []backend.Entry{
	backend.Matrix(ops.FactorLU, same(factorInResult, whole[float32], factorLU[float32], smallLU[float32], whole[float64], factorLU[float64], smallLU[float64],
		whole[complex64], factorLU[complex64], whole[complex128], factorLU[complex128])),
	backend.Matrix(ops.SolveMatrix, same(solutionInResult, whole[float32], solve[float32], smallSolve[float32], whole[float64], solve[float64], smallSolve[float64],
		whole[complex64], solve[complex64], whole[complex128], solve[complex128])),
	backend.Matrix(ops.SolveTriangle, same(solutionInResult, triangle[float32], solveTriangle[float32], smallTriangle[float32], triangle[float64], solveTriangle[float64], smallTriangle[float64],
		triangle[complex64], solveTriangle[complex64], triangle[complex128], solveTriangle[complex128])),
	backend.Matrix(ops.InvertMatrix, same(apart, whole[float32], invert[float32], smallInverse[float32], whole[float64], invert[float64], smallInverse[float64],
		whole[complex64], invert[complex64], whole[complex128], invert[complex128])),
	backend.Matrix(ops.Determinant, same(apart, whole[float32], determinant[float32], smallDeterminant[float32], whole[float64], determinant[float64], smallDeterminant[float64],
		whole[complex64], determinant[complex64], whole[complex128], determinant[complex128])),
	backend.Matrix(ops.LogDeterminant, same(apart, whole[float32], logDeterminant[float32], smallLogDeterminant[float32], whole[float64], logDeterminant[float64], smallLogDeterminant[float64],
		whole[complex64], logDeterminant[complex64], whole[complex128], logDeterminant[complex128])),
	backend.Matrix(ops.FactorCholesky, same(factorInResult, lower[float32], factorCholesky[float32], smallCholesky[float32], lower[float64], factorCholesky[float64], smallCholesky[float64],
		lower[complex64], factorCholesky[complex64], lower[complex128], factorCholesky[complex128])),
	backend.Matrix(ops.FactorQR, same(apart, whole[float32], factorQR[float32], smallQR[float32], whole[float64], factorQR[float64], smallQR[float64],
		whole[complex64], factorQR[complex64], whole[complex128], factorQR[complex128])),
	backend.Matrix(ops.HermitianEigen, same(apart, lower[float32], hermitianEigen[float32], nil, lower[float64], hermitianEigen[float64], nil,
		lower[complex64], hermitianEigen[complex64], lower[complex128], hermitianEigen[complex128])),
	backend.Matrix(ops.HermitianEigenvalues, toReal(lower[float32], hermitianValues[float32, float32], lower[float64], hermitianValues[float64, float64],
		lower[complex64], hermitianValues[complex64, float32], lower[complex128], hermitianValues[complex128, float64])),
	backend.Matrix(ops.GeneralEigen, toComplex(generalEigen[float32, complex64], generalEigen[float64, complex128],
		generalEigen[complex64, complex64], generalEigen[complex128, complex128])),
	backend.Matrix(ops.GeneralEigenvalues, toComplex(generalValues[float32, complex64], generalValues[float64, complex128],
		generalValues[complex64, complex64], generalValues[complex128, complex128])),
	backend.Matrix(ops.SingularVectors, same(apart, whole[float32], singularVectors[float32], nil, whole[float64], singularVectors[float64], nil,
		whole[complex64], singularVectors[complex64], whole[complex128], singularVectors[complex128])),
	backend.Matrix(ops.SingularValues, toReal(whole[float32], singularValues[float32, float32], whole[float64], singularValues[float64, float64],
		whole[complex64], singularValues[complex64, float32], whole[complex128], singularValues[complex128, float64])),
	backend.Matrix(ops.SchurForm, same(apart, whole[float32], schurForm[float32], nil, whole[float64], schurForm[float64], nil,
		whole[complex64], schurForm[complex64], whole[complex128], schurForm[complex128])),
	backend.Matrix(ops.HessenbergForm, same(apart, whole[float32], hessenbergForm[float32], nil, whole[float64], hessenbergForm[float64], nil,
		whole[complex64], hessenbergForm[complex64], whole[complex128], hessenbergForm[complex128])),
	backend.Matrix(ops.RootOfMatrix, same(apart, whole[float32], rootOf[float32, complex64], nil, whole[float64], rootOf[float64, complex128], nil,
		whole[complex64], rootOf[complex64, complex64], whole[complex128], rootOf[complex128, complex128])),
	backend.Matrix(ops.LogarithmOfMatrix, same(apart, whole[float32], logarithmOf[float32, complex64], nil, whole[float64], logarithmOf[float64, complex128], nil,
		whole[complex64], logarithmOf[complex64, complex64], whole[complex128], logarithmOf[complex128, complex128])),
}

// A task is the work on one matrix of a batch.
type task[T lapack.Scalar] struct {
	*lapack.Work
	x, y lapack.Matrix[T] // the operands, copied
	backend.MatrixAttrs
}

// An algorithm fills out, the parts of the result of one matrix, and returns why there is none.
type algorithm[T, O lapack.Scalar] func(t *task[T], out []O) (reason string)

// A reading tells what elements of a matrix an algorithm reads: those of row i are from … to−1.
type reading[T lapack.Scalar] func(t *task[T], i int) (from, to int)

func whole[T lapack.Scalar](t *task[T], _ int) (from, to int) { return 0, t.x.Cols }
func lower[T lapack.Scalar](_ *task[T], i int) (from, to int) { return 0, i + 1 }

func triangle[T lapack.Scalar](t *task[T], i int) (from, to int) {
	skip := 0
	if t.Unit {
		skip = 1
	}
	if t.Upper {
		return i + skip, t.x.Cols
	}
	return 0, i + 1 - skip
}

// A place is where operands are copied to.
type place uint8

const (
	apart            place = iota
	factorInResult         // the matrix is copied to where the result begins, and becomes its first part
	solutionInResult       // the right sides are copied to the result, and become the solution
)

// same returns the kernel of algorithms whose results have the operands' dtype. Of those for many small matrices
// there may be none.
func same(to place, r4 reading[float32], f4 algorithm[float32, float32], l4 lanes[float32], r8 reading[float64], f8 algorithm[float64, float64], l8 lanes[float64],
	rc8 reading[complex64], c8 algorithm[complex64, complex64], rc16 reading[complex128], c16 algorithm[complex128, complex128]) backend.MatrixKernel {
	return kernel(batchTo(to, r4, f4, l4), batchTo(to, r8, f8, l8), batchTo(to, rc8, c8, nil), batchTo(to, rc16, c16, nil))
}

// toReal returns the kernel of algorithms with real results.
func toReal(r4 reading[float32], f4 algorithm[float32, float32], r8 reading[float64], f8 algorithm[float64, float64],
	rc8 reading[complex64], c8 algorithm[complex64, float32], rc16 reading[complex128], c16 algorithm[complex128, float64]) backend.MatrixKernel {
	return kernel(batch(r4, f4), batch(r8, f8), batch(rc8, c8), batch(rc16, c16))
}

// toComplex returns the kernel of algorithms with complex results.
func toComplex(f4 algorithm[float32, complex64], f8 algorithm[float64, complex128],
	c8 algorithm[complex64, complex64], c16 algorithm[complex128, complex128]) backend.MatrixKernel {
	return kernel(batch(whole[float32], f4), batch(whole[float64], f8), batch(whole[complex64], c8), batch(whole[complex128], c16))
}

// A filling fills z from the operands.
type filling func(stop *backend.Stop, z *array.Buffer, xs []*array.Buffer, a backend.MatrixAttrs) error

// kernel chooses by the operands' dtype.
func kernel(f4, f8, c8, c16 filling) backend.MatrixKernel {
	fillings := [dtype.Count]filling{dtype.Float32: f4, dtype.Float64: f8, dtype.Complex64: c8, dtype.Complex128: c16}
	return func(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) (result backend.Buffer, err error) {
		defer array.CatchShortage(&result, &err)
		z, err := array.NewResult(out)
		if err != nil {
			return nil, err
		}
		operands, err := array.CompactAll(out.Stop, xs)
		if err != nil {
			return nil, err
		}
		if err := fillings[operands[0].Dtype](out.Stop, z, operands, a); err != nil {
			return nil, err
		}
		return z, nil
	}
}

// largeMatrix is from how many elements on matrices of a batch are computed one after the other, on all threads.
const largeMatrix = 256 * 256

// batchTo is batch for results of the operands' dtype, to which operands may be copied.
func batchTo[T lapack.Scalar](to place, reads reading[T], f algorithm[T, T], l lanes[T]) filling {
	all := batchWith(reads, f, func(x, y *lapack.Matrix[T], out []T) {
		switch to {
		case factorInResult:
			x.Data = out[:x.Rows*x.Cols]
		case solutionInResult:
			y.Data = out[:y.Rows*y.Cols]
		}
	}, to)
	if l == nil {
		return func(stop *backend.Stop, z *array.Buffer, xs []*array.Buffer, a backend.MatrixAttrs) error {
			return all(stop, z, xs, a, nil)
		}
	}
	return func(stop *backend.Stop, z *array.Buffer, xs []*array.Buffer, a backend.MatrixAttrs) error {
		if !isSmall(xs) {
			return all(stop, z, xs, a, nil)
		}
		return all(stop, z, xs, a, inLanes(stop, z, xs, a, reads, l))
	}
}

// batch returns what runs f on all matrices of a batch.
func batch[T, O lapack.Scalar](reads reading[T], f algorithm[T, O]) filling {
	all := batchWith(reads, f, func(_, _ *lapack.Matrix[T], _ []O) {}, apart)
	return func(stop *backend.Stop, z *array.Buffer, xs []*array.Buffer, a backend.MatrixAttrs) error {
		return all(stop, z, xs, a, nil)
	}
}

// batchWith returns what runs f on matrices of a batch, all but those for which done is true.
func batchWith[T, O lapack.Scalar](reads reading[T], f algorithm[T, O], put func(x, y *lapack.Matrix[T], out []O), to place) func(stop *backend.Stop, z *array.Buffer, xs []*array.Buffer, a backend.MatrixAttrs, done []bool) error {
	return func(stop *backend.Stop, z *array.Buffer, xs []*array.Buffer, a backend.MatrixAttrs, done []bool) error {
		s := xs[0].Shape
		lead := len(s) - 2
		rows, cols := s[lead], s[lead+1]
		count, size := shape.Size(s[:lead]), z.Shape[lead]
		if count == 0 || size == 0 {
			return nil
		}
		var failed failure
		failed.index.Store(math.MaxInt64)
		one := func(w *lapack.Work, i int, x, y lapack.Matrix[T]) {
			out := elements[O](z)[i*size : (i+1)*size : (i+1)*size]
			put(&x, &y, out)
			copy(x.Data, elements[T](xs[0])[i*rows*cols:])
			if len(xs) > 1 {
				copy(y.Data, elements[T](xs[1])[i*y.Rows*y.Cols:])
			}
			t := task[T]{w, x, y, a}
			if !finite(&t, reads) {
				lapackNaN(out)
				return
			}
			if reason := f(&t, out); reason != "" {
				failed.put(i, reason)
			}
		}
		each := func(serial bool) func(lo, hi int) {
			return func(lo, hi int) {
				x, free := operand[T](xs[0], to != factorInResult)
				defer free()
				var y lapack.Matrix[T]
				if len(xs) > 1 {
					var free func()
					y, free = operand[T](xs[1], to != solutionInResult)
					defer free()
				}
				w := &lapack.Work{Stop: stop, Serial: serial}
				for i := lo; i < hi; i++ {
					if done == nil || !done[i] {
						one(w, i, x, y)
					}
				}
			}
		}
		switch {
		case done != nil && !slices.Contains(done, false):
		case count == 1 || rows*cols >= largeMatrix:
			each(false)(0, count)
		default:
			n := float64(max(rows, cols))
			array.Split(stop, count, 100+10*n*n+n*n*n, each(true))
		}
		return failed.err()
	}
}

// elements are those of an array without gaps.
func elements[T lapack.Scalar](b *array.Buffer) []T {
	return unsafe.Slice((*T)(b.Base()), b.Size)[b.Offset:][:b.Len()]
}

// operand returns a matrix for one of b's, and what gives its memory back, if it is to have its own: of undefined elements.
func operand[T lapack.Scalar](b *array.Buffer, own bool) (lapack.Matrix[T], func()) {
	lead := len(b.Shape) - 2
	rows, cols := b.Shape[lead], b.Shape[lead+1]
	if !own {
		return lapack.Matrix[T]{Rows: rows, Cols: cols, Stride: cols}, func() {}
	}
	s, done := array.Scratch[T](rows * cols)
	return lapack.Matrix[T]{Data: s, Rows: rows, Cols: cols, Stride: cols}, done
}

// A failure is the first matrix of a batch without a result.
type failure struct {
	index  atomic.Int64
	reason atomic.Pointer[string]
}

func (f *failure) put(i int, reason string) {
	for {
		first := f.index.Load()
		if int64(i) >= first {
			return
		}
		if f.index.CompareAndSwap(first, int64(i)) {
			f.reason.Store(&reason) // all of a batch fail for one reason, or do not converge
			return
		}
	}
}

func (f *failure) err() error {
	if i := f.index.Load(); i != math.MaxInt64 {
		return &backend.MatrixError{Index: int(i), Reason: *f.reason.Load()}
	}
	return nil
}

// finite reports whether the elements that are read are finite.
func finite[T lapack.Scalar](t *task[T], reads reading[T]) bool {
	var zero T
	for i := range t.x.Rows {
		from, to := reads(t, i)
		if from >= to {
			continue
		}
		var s0, s1, s2, s3 T // sums of x·0, which are NaN if one is not finite
		row := t.x.Row(i)[from:to]
		for ; len(row) >= 4; row = row[4:] {
			s0 += row[0] - row[0]
			s1 += row[1] - row[1]
			s2 += row[2] - row[2]
			s3 += row[3] - row[3]
		}
		for _, v := range row {
			s0 += v - v
		}
		if s0+s1+s2+s3 != zero {
			return false
		}
	}
	return true
}

// lapackNaN fills the result of a matrix that is not finite.
func lapackNaN[O lapack.Scalar](out []O) {
	nan := lapack.Narrow[O](complex(math.NaN(), math.NaN()))
	for i := range out {
		out[i] = nan
	}
}

// part takes a matrix of rows and cols off the front of out.
func part[T lapack.Scalar](out *[]T, rows, cols int) lapack.Matrix[T] {
	n := rows * cols
	m := lapack.Matrix[T]{Data: (*out)[:n:n], Rows: rows, Cols: cols, Stride: cols}
	*out = (*out)[n:]
	return m
}

// putReal sets the first elements of out to real numbers.
func putReal[T lapack.Scalar](out []T, values []float64) {
	for i, v := range values {
		out[i] = lapack.Narrow[T](complex(v, 0))
	}
}
