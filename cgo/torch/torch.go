//go:build libtorch

package torch

// #cgo CXXFLAGS: -std=c++20 -O2 -DNDEBUG -fopenmp -Wno-attributes
// #cgo LDFLAGS: -ltorch_cpu -lc10 -lgomp -lstdc++
// #include "shim.h"
//
// #cgo noescape gt_from_host
// #cgo nocallback gt_from_host
// #cgo noescape gt_to_host
// #cgo nocallback gt_to_host
// #cgo noescape gt_shape
// #cgo nocallback gt_shape
// #cgo noescape gt_reduce
// #cgo nocallback gt_reduce
// #cgo noescape gt_expose
// #cgo nocallback gt_expose
// #cgo noescape gt_full
// #cgo nocallback gt_full
// #cgo noescape gt_broadcast
// #cgo nocallback gt_broadcast
// #cgo noescape gt_permute
// #cgo nocallback gt_permute
// #cgo noescape gt_reshape
// #cgo nocallback gt_reshape
// #cgo noescape gt_slice
// #cgo nocallback gt_slice
// #cgo noescape gt_concat
// #cgo nocallback gt_concat
// #cgo noescape gt_index
// #cgo nocallback gt_index
// #cgo noescape gt_set_slice
// #cgo nocallback gt_set_slice
// #cgo noescape gt_set_index
// #cgo nocallback gt_set_index
// #cgo noescape gt_unary_small
// #cgo nocallback gt_unary_small
// #cgo noescape gt_binary_small
// #cgo nocallback gt_binary_small
// #cgo nocallback gt_unary
// #cgo nocallback gt_binary
// #cgo nocallback gt_where
// #cgo nocallback gt_matmul
import "C"

import (
	"errors"
	"runtime"
	"unsafe"
)

func failure(text *C.char) error {
	err := errors.New(C.GoString(text))
	C.gt_free_text(text)
	return err
}

func result(r C.gt_result) (*Tensor, error) {
	if r.error != nil {
		return nil, failure(r.error)
	}
	return own(r.t, int(r.bytes)), nil
}

func status(text *C.char) error {
	if text == nil {
		return nil
	}
	return failure(text)
}

func ints(s []int) (*C.int64_t, C.int) {
	return (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(s))), C.int(len(s))
}

// octets is of a type without pointers: data may lie in an object that has some, and cgo
// is not to look at those.
func octets(data []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(data)) }

func refs(xs []*Tensor) []C.gt_tensor {
	ts := make([]C.gt_tensor, len(xs))
	for i, x := range xs {
		ts[i] = x.t
	}
	return ts
}

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// Version returns the library's version.
func Version() string { return C.GoString(C.gt_version()) }

// SetThreads sets how many threads the library uses.
func SetThreads(n int) { C.gt_set_threads(C.int(n)) }

// Teams returns how many times the library's work was divided among threads.
func Teams() int { return int(C.gt_teams()) }

// Threads returns how many threads the library uses.
func Threads() int { return int(C.gt_threads()) }

// FromHost returns a tensor of a dtype (c10::ScalarType's number) and shape with a copy
// of data.
func FromHost(dtype int, dims []int, data []byte) (*Tensor, error) {
	p, n := ints(dims)
	return result(C.gt_from_host(C.int(dtype), p, n, octets(data), C.size_t(len(data))))
}

// ToHost copies the elements in row-major order into dst.
func (x *Tensor) ToHost(dst []byte) error {
	r := C.gt_to_host(x.t, octets(dst), C.size_t(len(dst)))
	runtime.KeepAlive(x)
	return status(r)
}

// Shape returns the lengths of the axes.
func (x *Tensor) Shape() []int {
	var dims [64]C.int64_t
	n := int(C.gt_shape(x.t, &dims[0], C.int(len(dims))))
	runtime.KeepAlive(x)
	s := make([]int, min(n, len(dims)))
	for i := range s {
		s[i] = int(dims[i])
	}
	return s
}

// Expose returns the elements' memory, from the first to the last of them, and their
// strides in elements; size is that of one. The memory is the library's: it lasts as
// long as x, which the caller keeps alive. A tensor without elements has none.
func (x *Tensor) Expose(size int) (data []byte, strides []int, err error) {
	dims := x.Shape()
	strides = make([]int, max(len(dims), 1))
	p := C.gt_expose(x.t, (*C.int64_t)(unsafe.Pointer(&strides[0])))
	runtime.KeepAlive(x)
	n := 1
	for i, d := range dims {
		if d == 0 {
			return nil, strides[:len(dims)], nil
		}
		n += (d - 1) * strides[i]
	}
	if p == nil {
		return nil, nil, errors.New("the tensor's memory is not to be seen")
	}
	return unsafe.Slice((*byte)(p), n*size), strides[:len(dims)], nil
}

// Bytes returns the size of the memory that the tensor is a view of.
func (x *Tensor) Bytes() int {
	r := C.gt_bytes(x.t)
	runtime.KeepAlive(x)
	return int(r)
}

// The operations of each family.
type (
	UnaryOp  C.int
	BinaryOp C.int
	ReduceOp C.int
	ScanOp   C.int
)

// Unary calls op; out is the result's dtype, which Cast goes by.
func Unary(op UnaryOp, out int, x *Tensor) (*Tensor, error) {
	r := C.gt_unary(C.int(op), C.int(out), x.t)
	runtime.KeepAlive(x)
	return result(r)
}

// Binary calls op on two tensors of one dtype, broadcast.
func Binary(op BinaryOp, out int, x, y *Tensor) (*Tensor, error) {
	r := C.gt_binary(C.int(op), C.int(out), x.t, y.t)
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return result(r)
}

// Small is the most bytes that the elements of an Operand in Go may have.
const Small = C.GT_SMALL

// An Operand is a tensor, or a small one whose elements are in Go: of a dtype, in up to
// four dimensions.
type Operand struct {
	Tensor *Tensor // else nil
	Dtype  int
	Dims   []int
	Data   unsafe.Pointer // not nil, whatever Dims
}

func (x Operand) c() (t C.gt_tensor, kind C.int, dims *C.int64_t, data *C.uint8_t) {
	if x.Tensor != nil {
		return x.Tensor.t, 0, nil, nil
	}
	return nil, C.int(x.Dtype | len(x.Dims)<<8), (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(x.Dims))), (*C.uint8_t)(x.Data)
}

// UnarySmall is Unary into the elements of out, which are in Go.
func UnarySmall(op UnaryOp, out, x Operand) error {
	_, zkind, zdims, zdata := out.c()
	t, kind, dims, data := x.c()
	r := C.gt_unary_small(C.int(op), t, kind, dims, data, zkind, zdims, zdata)
	runtime.KeepAlive(x.Tensor)
	return status(r)
}

// BinarySmall is Binary into the elements of out, which are in Go.
func BinarySmall(op BinaryOp, out, x, y Operand) error {
	_, zkind, zdims, zdata := out.c()
	xt, xkind, xdims, xdata := x.c()
	yt, ykind, ydims, ydata := y.c()
	r := C.gt_binary_small(C.int(op), xt, xkind, xdims, xdata, yt, ykind, ydims, ydata, zkind, zdims, zdata)
	runtime.KeepAlive(x.Tensor)
	runtime.KeepAlive(y.Tensor)
	return status(r)
}

// Where chooses from x where c is true, else from y.
func Where(c, x, y *Tensor) (*Tensor, error) {
	r := C.gt_where(c.t, x.t, y.t)
	runtime.KeepAlive(c)
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return result(r)
}

// Reduce calls op over axes.
func Reduce(op ReduceOp, out int, x *Tensor, axes []int, keepDims bool, correction float64) (*Tensor, error) {
	p, n := ints(axes)
	r := C.gt_reduce(C.int(op), C.int(out), x.t, p, n, flag(keepDims), C.double(correction))
	runtime.KeepAlive(x)
	return result(r)
}

// Scan calls op along an axis.
func Scan(op ScanOp, out int, x *Tensor, axis int, initial, exclusive, reverse bool) (*Tensor, error) {
	r := C.gt_scan(C.int(op), C.int(out), x.t, C.int64_t(axis), flag(initial), flag(exclusive), flag(reverse))
	runtime.KeepAlive(x)
	return result(r)
}

// Sort sorts along an axis, stable, or returns the indices that do.
func Sort(x *Tensor, axis int, descending, indices bool) (*Tensor, error) {
	r := C.gt_sort(x.t, C.int64_t(axis), flag(descending), flag(indices))
	runtime.KeepAlive(x)
	return result(r)
}

// A FourierKind is what a transform goes from and to.
type FourierKind int

// The kinds of transforms.
const (
	FourierComplex   FourierKind = C.GT_FOURIER_COMPLEX
	FourierReal      FourierKind = C.GT_FOURIER_REAL      // from real numbers to the first half of their transform
	FourierHermitian FourierKind = C.GT_FOURIER_HERMITIAN // the way back
)

// Fourier transforms along an axis, on which the result has n elements, and multiplies by scale.
func Fourier(kind FourierKind, x *Tensor, axis, n int, inverse bool, scale float64) (*Tensor, error) {
	r := C.gt_fourier(C.int(kind), x.t, C.int64_t(axis), C.int64_t(n), flag(inverse), C.double(scale))
	runtime.KeepAlive(x)
	return result(r)
}

// A MatrixOp is a step of linear algebra.
type MatrixOp int

// The steps of linear algebra.
const (
	MatrixLU       MatrixOp = C.GT_MATRIX_LU
	MatrixSolve    MatrixOp = C.GT_MATRIX_SOLVE
	MatrixTriangle MatrixOp = C.GT_MATRIX_TRIANGLE
	MatrixInverse  MatrixOp = C.GT_MATRIX_INVERSE
	MatrixDet      MatrixOp = C.GT_MATRIX_DET
	MatrixLogDet   MatrixOp = C.GT_MATRIX_LOGDET
	MatrixCholesky MatrixOp = C.GT_MATRIX_CHOLESKY
	MatrixQR       MatrixOp = C.GT_MATRIX_QR
	MatrixEigh     MatrixOp = C.GT_MATRIX_EIGH
	MatrixEigvalsh MatrixOp = C.GT_MATRIX_EIGVALSH
	MatrixEig      MatrixOp = C.GT_MATRIX_EIG
	MatrixEigvals  MatrixOp = C.GT_MATRIX_EIGVALS
	MatrixSVD      MatrixOp = C.GT_MATRIX_SVD
	MatrixSvdvals  MatrixOp = C.GT_MATRIX_SVDVALS
)

// Matrix computes a step for each matrix of x, and of y, which is nil but for solutions. Of the
// result's parts each has all of its elements, in row-major order, on the last axis.
func Matrix(op MatrixOp, x, y *Tensor, upper, unit, full bool) (*Tensor, error) {
	var t C.gt_tensor
	if y != nil {
		t = y.t
	}
	r := C.gt_matrix(C.int(op), x.t, t, flag(upper), flag(unit), flag(full))
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return result(r)
}

// A Scalar is a number: its kind (0 bool, 1 integer, 2 float, 3 complex), and its value.
type Scalar struct {
	Kind     int
	Real     float64
	Imag     float64
	Bits     uint64 // of a bool or an integer
	Unsigned bool
}

func (s Scalar) c() C.gt_scalar {
	v := C.gt_scalar{re: C.double(s.Real), im: C.double(s.Imag), bits: C.uint64_t(s.Bits), whole: -1, kind: C.int32_t(s.Kind)}
	if s.Unsigned {
		v.whole = 1
	}
	return v
}

// Full returns a tensor filled with v.
func Full(dtype int, dims []int, v Scalar) (*Tensor, error) {
	p, n := ints(dims)
	return result(C.gt_full(C.int(dtype), p, n, v.c()))
}

// Arange returns start + i·step for n numbers. Integers before index lo are first, and those
// from hi on last.
func Arange(dtype, n int, start, step Scalar, lo, hi int, first, last int64) (*Tensor, error) {
	return result(C.gt_arange(C.int(dtype), C.int64_t(n), start.c(), step.c(), C.int64_t(lo), C.int64_t(hi), C.int64_t(first), C.int64_t(last)))
}

// Linspace returns n numbers from start to stop.
func Linspace(dtype, n int, start, stop Scalar, endpoint bool) (*Tensor, error) {
	return result(C.gt_linspace(C.int(dtype), C.int64_t(n), start.c(), stop.c(), flag(endpoint)))
}

// Eye returns a matrix with ones on diagonal k.
func Eye(dtype, rows, cols, k int) (*Tensor, error) {
	return result(C.gt_eye(C.int(dtype), C.int64_t(rows), C.int64_t(cols), C.int64_t(k)))
}

// Broadcast returns a view that is broadcast to a shape.
func Broadcast(x *Tensor, dims []int) (*Tensor, error) {
	p, n := ints(dims)
	r := C.gt_broadcast(x.t, p, n)
	runtime.KeepAlive(x)
	return result(r)
}

// Permute returns a view with the axes in another order.
func Permute(x *Tensor, perm []int) (*Tensor, error) {
	p, n := ints(perm)
	r := C.gt_permute(x.t, p, n)
	runtime.KeepAlive(x)
	return result(r)
}

// Reshape returns the elements in another shape, a view where that can be.
func Reshape(x *Tensor, dims []int) (*Tensor, error) {
	p, n := ints(dims)
	r := C.gt_reshape(x.t, p, n)
	runtime.KeepAlive(x)
	return result(r)
}

// Slice returns the ranges of x, each a start, a step and a length: a view if all steps
// are positive.
func Slice(x *Tensor, ranges [][3]int) (*Tensor, error) {
	r := C.gt_slice(x.t, (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(ranges))), C.int(len(ranges)))
	runtime.KeepAlive(x)
	return result(r)
}

// Concat joins tensors of one dtype along an axis.
func Concat(xs []*Tensor, axis int) (*Tensor, error) {
	ts := refs(xs)
	r := C.gt_concat(unsafe.SliceData(ts), C.int(len(ts)), C.int64_t(axis))
	runtime.KeepAlive(xs)
	return result(r)
}

// Take chooses along an axis by indices of any shape.
func Take(x, indices *Tensor, axis int) (*Tensor, error) {
	r := C.gt_take(x.t, indices.t, C.int64_t(axis))
	runtime.KeepAlive(x)
	runtime.KeepAlive(indices)
	return result(r)
}

// TakeAlong chooses along an axis by indices for each line.
func TakeAlong(x, indices *Tensor, axis int) (*Tensor, error) {
	r := C.gt_take_along(x.t, indices.t, C.int64_t(axis))
	runtime.KeepAlive(x)
	runtime.KeepAlive(indices)
	return result(r)
}

// Index chooses elements by an index tensor for each of the first axes.
func Index(x *Tensor, indices []*Tensor) (*Tensor, error) {
	ts := refs(indices)
	r := C.gt_index(x.t, unsafe.SliceData(ts), C.int(len(ts)))
	runtime.KeepAlive(x)
	runtime.KeepAlive(indices)
	return result(r)
}

// SetSlice writes v into the ranges of x.
func SetSlice(x, v *Tensor, ranges [][3]int) error {
	r := C.gt_set_slice(x.t, v.t, (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(ranges))), C.int(len(ranges)))
	runtime.KeepAlive(x)
	runtime.KeepAlive(v)
	return status(r)
}

// SetIndex writes v where Index would read.
func SetIndex(x, v *Tensor, indices []*Tensor) error {
	return writeIndex(x, v, indices, func(ts *C.gt_tensor, n C.int) *C.char { return C.gt_set_index(x.t, v.t, ts, n) })
}

// AddIndex adds v where Index would read, as often as an element is named.
func AddIndex(x, v *Tensor, indices []*Tensor) error {
	return writeIndex(x, v, indices, func(ts *C.gt_tensor, n C.int) *C.char { return C.gt_add_index(x.t, v.t, ts, n) })
}

// writeIndex calls write, which writes v to x, with the n tensors of indices.
func writeIndex(x, v *Tensor, indices []*Tensor, write func(ts *C.gt_tensor, n C.int) *C.char) error {
	ts := refs(indices)
	r := write(unsafe.SliceData(ts), C.int(len(ts)))
	runtime.KeepAlive(x)
	runtime.KeepAlive(v)
	runtime.KeepAlive(indices)
	return status(r)
}

// MatMul returns the products of matrices.
func MatMul(x, y *Tensor) (*Tensor, error) {
	r := C.gt_matmul(x.t, y.t)
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return result(r)
}

// SearchSorted returns where the elements of y belong in x.
func SearchSorted(x, y *Tensor, right bool) (*Tensor, error) {
	r := C.gt_searchsorted(x.t, y.t, flag(right))
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return result(r)
}

// IsIn reports which elements of x are in y.
func IsIn(x, y *Tensor, invert bool) (*Tensor, error) {
	r := C.gt_isin(x.t, y.t, flag(invert))
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return result(r)
}

// Nonzero returns the indices of what is not zero, a row for each.
func Nonzero(x *Tensor) (*Tensor, error) {
	r := C.gt_nonzero(x.t)
	runtime.KeepAlive(x)
	return result(r)
}

// Unique returns the distinct values, where each is first, which each element is, and
// how often each is.
func Unique(x *Tensor) (values, first, inverse, counts *Tensor, err error) {
	r := C.gt_unique(x.t)
	runtime.KeepAlive(x)
	if r.error != nil {
		return nil, nil, nil, nil, failure(r.error)
	}
	take := func(i int) *Tensor { return own(r.t[i], int(C.gt_bytes(r.t[i]))) }
	return take(0), take(1), take(2), take(3), nil
}
