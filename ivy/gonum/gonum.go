// Package gonum makes matrices and vectors of gonum's package mat of arrays, and arrays of
// them. Elements are float64 on both sides; an array of another dtype is an error of kind
// ivy.ErrDtype, which Astype mends.
//
// [Dense], [VecDense] and [Array] copy, on every backend. [DenseView], [VecDenseView],
// [MatrixView] and [ArrayView] do not: they share the memory, so that a write to one side is
// seen on the other, and are an error of kind ivy.ErrValue where that is not possible. Memory
// is shared with arrays of the native backend, whose memory is Go's. There a matrix takes the
// columns of a row side by side and rows at any distance, a vector elements at any distance,
// and [MatrixView] any array of two dimensions, with columns or rows at any distance, forwards or backwards.
//
// What is shared lasts as long as one side is used: to free the array leaves the memory to
// the other. It is the array's own memory at the time of the call. Results of functions that only
// reshape, as T and Reshape do, may lie in it too, and have what the matrix writes; an array that is
// written to after it has such a result copies its elements first, and is shared no longer.
// Writing to one side while another goroutine reads the other needs the care
// that any variable does.
package gonum

import (
	"errors"
	"fmt"
	"unsafe"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/goivy/goivy/ivy"
)

// Dense returns a copy of x, of shape (rows, columns), as a matrix. x of shape (0, 0) is the
// empty one; gonum has no others without elements, which are an error of kind ivy.ErrShape.
func Dense(x *ivy.Array) *mat.Dense {
	r, c := matrixShape("Dense", x)
	if r == 0 {
		return &mat.Dense{}
	}
	return mat.NewDense(r, c, ivy.Values[float64](x))
}

// VecDense returns a copy of x, of shape (n), as a vector; with n = 0 the empty one.
func VecDense(x *ivy.Array) *mat.VecDense {
	n := vectorShape("VecDense", x)
	if n == 0 {
		return &mat.VecDense{}
	}
	return mat.NewVecDense(n, ivy.Values[float64](x))
}

// DenseView returns x, of shape (rows, columns), as a matrix in the same memory.
func DenseView(x *ivy.Array) *mat.Dense {
	r, c := matrixShape("DenseView", x)
	if r == 0 {
		return &mat.Dense{}
	}
	m := shared("DenseView", x, r, c)
	if c > 1 && m.columnStride != 1 || r > 1 && m.rowStride < c {
		fail("DenseView", ivy.ErrValue, "a matrix of strides %d and %d in elements becomes a Dense by copying alone (take Dense or MatrixView)", m.rowStride, m.columnStride)
	}
	d := &mat.Dense{}
	d.SetRawMatrix(blas64.General{Rows: r, Cols: c, Stride: max(m.rowStride, c), Data: m.data[m.offset:m.end()]})
	return d
}

// VecDenseView returns x, of shape (n), as a vector in the same memory.
func VecDenseView(x *ivy.Array) *mat.VecDense {
	n := vectorShape("VecDenseView", x)
	if n == 0 {
		return &mat.VecDense{}
	}
	m := shared("VecDenseView", x, n, 1)
	if n == 1 {
		m.rowStride = 1
	}
	if m.rowStride < 1 {
		fail("VecDenseView", ivy.ErrValue, "a vector of stride %d in elements becomes a VecDense by copying alone (take VecDense)", m.rowStride)
	}
	v := &mat.VecDense{}
	v.SetRawVector(blas64.Vector{N: n, Inc: m.rowStride, Data: m.data[m.offset:m.end()]})
	return v
}

// MatrixView returns x, of shape (rows, columns), as a matrix to be read, in the same memory and
// of any strides.
func MatrixView(x *ivy.Array) mat.Matrix {
	r, c := matrixShape("MatrixView", x)
	if r == 0 {
		return &mat.Dense{}
	}
	return shared("MatrixView", x, r, c)
}

// Array returns a copy of m as an array of the standard Env: of shape (n) if m is a [mat.Vector], else of
// shape (rows, columns).
func Array(m mat.Matrix) *ivy.Array { return ArrayOf(ivy.Standard(), m) }

// ArrayOf is [Array] of an Env.
func ArrayOf(e *ivy.Env, m mat.Matrix) *ivy.Array {
	if m == nil {
		fail("ArrayOf", ivy.ErrValue, "a nil matrix")
	}
	r, c := m.Dims()
	dims := []int{r, c}
	if _, ok := m.(mat.Vector); ok {
		dims = dims[:1]
	}
	if err := e.CheckSize(r*c, 8); err != nil {
		fail("ArrayOf", ivy.ErrValue, "%v", err)
	}
	data := make([]float64, 0, r*c)
	if raw, ok := m.(mat.RawMatrixer); ok {
		g := raw.RawMatrix()
		for i := range r {
			data = append(data, g.Data[i*g.Stride:i*g.Stride+c]...)
		}
	} else {
		for i := range r {
			for j := range c {
				data = append(data, m.At(i, j))
			}
		}
	}
	return e.FromBytes(ivy.Float64, dims, bytesOf(data))
}

// ArrayView returns m, a *[mat.Dense], *[mat.VecDense] or the transpose of one, as an array in the same
// memory, of the shape that [Array] returns. The backend of the standard Env is the native one.
func ArrayView(m mat.Matrix) *ivy.Array { return ArrayViewOf(ivy.Standard(), m) }

// ArrayViewOf is [ArrayView] of an Env.
func ArrayViewOf(e *ivy.Env, m mat.Matrix) *ivy.Array {
	var t *ivy.DLTensor
	switch m := m.(type) {
	case *mat.Dense:
		g := m.RawMatrix()
		t = &ivy.DLTensor{Data: bytesOf(g.Data), Shape: []int{g.Rows, g.Cols}, Strides: []int{g.Stride, 1}}
	case *mat.VecDense:
		v := m.RawVector()
		t = &ivy.DLTensor{Data: bytesOf(v.Data), Shape: []int{v.N}, Strides: []int{v.Inc}}
	case mat.Transpose:
		switch m := m.Matrix.(type) {
		case *mat.Dense:
			g := m.RawMatrix()
			t = &ivy.DLTensor{Data: bytesOf(g.Data), Shape: []int{g.Cols, g.Rows}, Strides: []int{1, g.Stride}}
		case *mat.VecDense:
			return ArrayViewOf(e, m).Get(ivy.NewAxis)
		}
	case mat.TransposeVec:
		if v, ok := m.Vector.(*mat.VecDense); ok {
			return ArrayViewOf(e, v).Get(ivy.NewAxis)
		}
	}
	if t == nil {
		fail("ArrayViewOf", ivy.ErrValue, "a %T becomes an array by copying alone (take Array)", m)
	}
	t.Device, t.Code, t.Bits, t.Lanes, t.InGo = [2]int{1, 0}, 2, 64, 1, true
	return e.FromDlpack(tensor{t}, ivy.Copy(false))
}

// A tensor hands out a matrix's memory.
type tensor struct{ t *ivy.DLTensor }

func (t tensor) DLPack() *ivy.DLTensor { return t.t }
func (t tensor) DLPackDevice() [2]int  { return t.t.Device }

// A strided matrix lies in memory in any way.
type strided struct {
	data                    []float64
	offset                  int
	rows, columns           int
	rowStride, columnStride int
}

// Dims returns how many rows and columns there are.
func (m *strided) Dims() (r, c int) { return m.rows, m.columns }

// At returns an element. It panics with gonum's own errors for indices out of range.
func (m *strided) At(i, j int) float64 {
	if uint(i) >= uint(m.rows) {
		panic(mat.ErrRowAccess)
	}
	if uint(j) >= uint(m.columns) {
		panic(mat.ErrColAccess)
	}
	return m.data[m.offset+i*m.rowStride+j*m.columnStride]
}

// T returns the transpose, in the same memory.
func (m *strided) T() mat.Matrix {
	return &strided{m.data, m.offset, m.columns, m.rows, m.columnStride, m.rowStride}
}

// end returns where in data the elements end, of strides that are not negative.
func (m *strided) end() int {
	return m.offset + (m.rows-1)*m.rowStride + (m.columns-1)*m.columnStride + 1
}

// shared returns the memory of x, of shape (r, c), or (r) where c is 1. x has elements.
func shared(op string, x *ivy.Array, r, c int) *strided {
	// What goes backwards along an axis is not handed out: it is turned round for that, and
	// back here.
	var why error
	backwards := ivy.Slice(nil, nil, -1)
	for _, turned := range [][2]bool{{}, {true, false}, {false, true}, {true, true}} {
		y := x
		if turned[0] {
			y = y.Get(backwards)
		}
		if turned[1] {
			if x.Ndim() == 1 {
				break
			}
			y = y.Get(ivy.Colon, backwards)
		}
		var t *ivy.DLTensor
		if err := ivy.Try(func() { t = y.DLPackView() }); err != nil {
			if why == nil {
				why = err
			}
			if !errors.Is(why, ivy.ErrValue) || ivy.Try(func() { x.Get() }) != nil { // the array is not usable
				break
			}
			continue
		}
		if !t.InGo {
			fail(op, ivy.ErrValue, "an array of the backend %s becomes a matrix by copying alone (take Dense or VecDense)", x.Backend())
		}
		data := unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(t.Data))), len(t.Data)/8)
		m := &strided{data: data, offset: t.ByteOffset / 8, rows: r, columns: c, rowStride: t.Strides[0]}
		if len(t.Strides) == 2 {
			m.columnStride = t.Strides[1]
		}
		if turned[0] {
			m.offset += (r - 1) * m.rowStride
			m.rowStride = -m.rowStride
		}
		if turned[1] {
			m.offset += (c - 1) * m.columnStride
			m.columnStride = -m.columnStride
		}
		return m
	}
	var e *ivy.Error
	if errors.As(why, &e) {
		fail(op, e.Kind, "%w", e.Err)
	}
	panic(why)
}

func matrixShape(op string, x *ivy.Array) (r, c int) {
	dims := checked(op, x)
	if len(dims) != 2 || dims[0] == 0 != (dims[1] == 0) {
		fail(op, ivy.ErrShape, "shape %v, want rows and columns", dims)
	}
	return dims[0], dims[1]
}

func vectorShape(op string, x *ivy.Array) int {
	dims := checked(op, x)
	if len(dims) != 1 {
		fail(op, ivy.ErrShape, "shape %v, want one dimension", dims)
	}
	return dims[0]
}

// checked returns the shape of an array of float64.
func checked(op string, x *ivy.Array) []int {
	d := x.Dtype()
	if d != ivy.Float64 {
		fail(op, ivy.ErrDtype, "dtype %v, want float64 (cast with Astype)", d)
	}
	return x.Shape()
}

// fail panics with an error of a function of this package.
func fail(op string, kind error, format string, args ...any) {
	panic(&ivy.Error{Op: "gonum." + op, Kind: kind, Err: fmt.Errorf(format, args...)})
}

// bytesOf returns the memory of s.
func bytesOf(s []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 8*len(s))
}
