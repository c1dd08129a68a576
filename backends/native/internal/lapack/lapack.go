// Package lapack has the algorithms of dense linear algebra: factorizations, triangular solves,
// eigenvalues and singular values of row-major matrices of float32, float64, complex64 and complex128.
//
// Cubic work is products of blocks (package gemm) where the algorithm allows it, and is done in the
// matrix's dtype. Which numbers are added in which order depends on the sizes and the machine, never
// on the number of threads.
//
// No function panics for the numbers in a matrix, and every iteration is bounded. Functions that
// iterate give NaN for a matrix that has a NaN or an infinity.
package lapack

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
)

// Scalar is an element of a matrix.
type Scalar interface {
	float32 | float64 | complex64 | complex128
}

// Real is a real [Scalar].
type Real interface{ float32 | float64 }

// Complex is a complex [Scalar].
type Complex interface{ complex64 | complex128 }

// A Matrix is rows of Cols elements in Data, the first of each Stride elements after that of the row
// before.
type Matrix[T Scalar] struct {
	Data               []T
	Rows, Cols, Stride int
}

// NewMatrix returns a matrix of zeros without gaps between its rows.
func NewMatrix[T Scalar](rows, cols int) Matrix[T] {
	return Matrix[T]{make([]T, rows*cols), rows, cols, cols}
}

// Row returns row i.
func (a Matrix[T]) Row(i int) []T {
	if a.Cols == 0 {
		return nil
	}
	return a.Data[i*a.Stride : i*a.Stride+a.Cols : i*a.Stride+a.Cols]
}

// At returns the element of row i and column j.
func (a Matrix[T]) At(i, j int) T { return a.Data[i*a.Stride+j] }

// Set sets the element of row i and column j.
func (a Matrix[T]) Set(i, j int, v T) { a.Data[i*a.Stride+j] = v }

// Part returns rows i … i1−1 and columns j … j1−1, in the same memory.
func (a Matrix[T]) Part(i, i1, j, j1 int) Matrix[T] {
	if i >= i1 || j >= j1 {
		return Matrix[T]{nil, max(0, i1-i), max(0, j1-j), a.Stride}
	}
	return Matrix[T]{a.Data[i*a.Stride+j : (i1-1)*a.Stride+j1], i1 - i, j1 - j, a.Stride}
}

// CopyFrom copies b, which has the same size.
func (a Matrix[T]) CopyFrom(b Matrix[T]) {
	for i := range a.Rows {
		copy(a.Row(i), b.Row(i))
	}
}

// SetIdentity makes a ones on the diagonal and zeros elsewhere.
func (a Matrix[T]) SetIdentity() {
	for i := range a.Rows {
		row := a.Row(i)
		clear(row)
		if i < a.Cols {
			row[i] = 1
		}
	}
}

func (a Matrix[T]) fill(v T) {
	for i := range a.Rows {
		row := a.Row(i)
		for j := range row {
			row[j] = v
		}
	}
}

// An Op is what a matrix stands for in a product or a solve.
type Op uint8

// The matrix itself, its transpose, and its conjugate transpose.
const (
	None Op = iota
	Transposed
	ConjTransposed
)

// A Work says how a function may run. The zero Work uses the threads there are and cannot be stopped.
type Work struct {
	Stop   *backend.Stop // looked at in long loops, which panic with [*backend.StoppedError] when it is set
	Serial bool          // one thread alone, as for a matrix of a batch that is split itself
	stack  stack
}

// split is a gemm.Split.
func (w *Work) split(n int, cost float64, f func(lo, hi int)) {
	if w.Serial {
		array.InTurn(w.Stop, n, cost, f)
		return
	}
	array.Split(w.Stop, n, cost, f)
}

// check panics if the work is to stop.
func (w *Work) check() { w.Stop.Check() }

// scratch returns a matrix of undefined elements, and what gives its memory back.
func scratch[T Scalar](rows, cols int) (Matrix[T], func()) {
	s, done := array.Scratch[T](rows * cols)
	return Matrix[T]{s, rows, cols, cols}, done
}

// zeros is scratch of zeros.
func zeros[T Scalar](rows, cols int) (Matrix[T], func()) {
	a, done := scratch[T](rows, cols)
	clear(a.Data)
	return a, done
}

func isComplex[T Scalar]() bool {
	var x T
	switch any(x).(type) {
	case complex64, complex128:
		return true
	}
	return false
}

// single reports whether the parts of T are float32.
func single[T Scalar]() bool {
	var x T
	return unsafe.Sizeof(x) == 4 || unsafe.Sizeof(x) == 8 && isComplex[T]()
}

// Epsilon returns the distance from 1 to the next number of T's parts.
func Epsilon[T Scalar]() float64 {
	if single[T]() {
		return 0x1p-23
	}
	return 0x1p-52
}

// iterationTolerance returns what iterations in float64 for results in T neglect, relative to the numbers next to it: for single
// precision it is far below what rounding loses.
func iterationTolerance[T Scalar]() float64 {
	if single[T]() {
		return 0x1p-30
	}
	return 0x1p-52
}

// tiny returns the least normal number of T's parts.
func tiny[T Scalar]() float64 {
	if single[T]() {
		return 0x1p-126
	}
	return 0x1p-1022
}
