// Package backend is the contract between the unified API and the engines under
// it. Package ivy coerces, promotes, checks, infers and prepares; a backend fills
// results, and nothing else. So no two backends can disagree on a dtype or a shape.
//
// A backend is a [Backend] and its [Table] of kernels, registered under a name by
// [Register]. What a kernel is owed and owes is said at its family's type below.
// For all of them:
//
//   - Operands have the dtype that the row of package ops asks for, but for what
//     Spec.In says, and the caller has checked shapes, axes and attributes. Operands of
//     elementwise families are not broadcast: the kernel broadcasts them to the Spec's shape.
//   - A kernel fills the [Spec] it is given: that dtype, that shape.
//   - It must not modify its operands, which may be shared, nor keep them, nor keep
//     the slices of a Spec or of attributes, which the caller may reuse.
//   - Its result does not share memory with its operands, except in the View family.
//   - It is called from many goroutines at once.
//   - It returns an error for what it cannot do, and never panics on its account.
//     Values outside what shapes say (an index out of range) are the kernel's to find:
//     the error is an [*IndexError]. A result too large for memory is a [*SizeError].
//   - Bools are 0 or 1 in memory: FromHost makes any other byte 1.
package backend

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Buffer is a backend's own array: its elements with their dtype and shape.
// nil is no Buffer.
type Buffer any

// A Spec is the dtype and shape of a result.
type Spec struct {
	Dtype dtype.Dtype

	// In, if valid, is the dtype that operands are cast to first, as Cast does: some have
	// others. Only kernels whose Entry has Casts get that; elsewhere it is left out.
	In dtype.Dtype

	Shape []int

	// Into, if not nil, is a Buffer of this dtype and shape which the kernel of an
	// elementwise family may fill and return in place of new memory. It may be one of
	// the operands, but overlaps none in any other way. To ignore it is right.
	Into Buffer

	// Inline, if not nil, is part of the result's own object, for a backend whose Buffers
	// are *Strided: a small result that it makes there costs no allocation. It is empty
	// but for Dims, which begin with Shape if that is short. A kernel whose Inline.Mem is
	// not nil any more has used it. To ignore it is right.
	Inline *Strided

	// Stop, if not nil, may be set while the kernel runs. A kernel that can look at it as it goes
	// then returns a StoppedError, or panics with it, without a result, and with no thread of it at work any more; what
	// it was to fill in place holds anything. To ignore it is right.
	Stop *Stop
}

// A Strided is the Buffer of backends in Go's memory: a block of elements and a view
// of it with strides.
type Strided struct {
	Dtype   dtype.Dtype
	Borrows bool           // the block is that of another Strided, which it ends with
	Mem     unsafe.Pointer // the block's first element
	Size    int            // elements in the block
	Offset  int            // of the view's first element, in elements
	Shape   []int
	Strides []int // in elements; may be 0 or negative

	// Small arrays are one object: the slices above and Mem may point into these.
	Dims [4]int // a shape, and its strides after it
	Data [4]uint64
}

// A Backend computes.
type Backend interface {
	// Name is what SetBackend takes: "native".
	Name() string
	// Version is that of the library underneath.
	Version() string
	// Devices lists the devices there are, the default first.
	Devices() []string
	// Dtypes is the set of dtypes that arrays may have.
	Dtypes() dtype.Set
	// Native is the backend's own name of a valid dtype, and its value.
	Native(d dtype.Dtype) (name string, value any)
	// InPlace reports whether Assign kernels write into the memory they are given, and
	// View kernels share it. If not, the front keeps views by itself.
	InPlace() bool
	// Kernels is the table of kernels. It is the same at every call.
	Kernels() *Table
	// FromHost returns a Buffer with out's dtype and shape and a copy of data: elements
	// in row-major order in this machine's byte order, complex numbers as two floats.
	FromHost(out Spec, data []byte) (Buffer, error)
	// ToHost copies the elements of b into dst, which has their size in bytes, in
	// FromHost's form.
	ToHost(b Buffer, dst []byte) error
}

// An Exposer is a Backend whose memory Go can see.
type Exposer interface {
	// Expose returns the memory of b without copying it, in FromHost's form but with
	// these strides in elements, offset elements into data. Writes to it are writes to b.
	Expose(b Buffer) (data []byte, offset int, strides []int, ok bool)
}

// A Sharer is a Backend whose memory Go can see, but not write to.
type Sharer interface {
	// Share returns the memory of b in FromHost's form, to be read alone. It stays for as
	// long as the owner does.
	Share(b Buffer) (data []byte, owner any, err error)
}

// An Allocator is an [Exposer] whose memory is Go's.
type Allocator interface {
	// Allocate returns a Buffer with out's dtype and shape in row-major order without
	// gaps. Its elements are not defined: the caller fills all of them.
	Allocate(out Spec) (Buffer, error)
	// Adopt returns a Buffer with out's dtype and shape whose elements are in data, in the form
	// that Expose returns: writes to one are writes to the other. All of the elements lie in data,
	// which begins at a multiple of the size of a component.
	Adopt(out Spec, data []byte, offset int, strides []int) Buffer
}

// A Releaser is a Backend that can free memory before the collector does.
type Releaser interface {
	// Release frees b's memory, which no other Buffer shares. If b is a view that a kernel
	// returned, it frees what is b's alone, and not the elements. It may be called twice.
	Release(b Buffer)
}

// A Threader is a Backend whose number of threads can be set.
type Threader interface {
	// SetThreads sets how many threads a kernel may use, 0 as many as there are processors.
	SetThreads(n int)
	// Threads returns how many threads a kernel may use.
	Threads() int
}

// A Placer is a Backend with several devices, on one of which each Buffer lies. A kernel
// runs where its operands lie; those on the first device go along with others, and
// operands on two others are a [*DeviceError].
type Placer interface {
	// Device returns the device that b lies on.
	Device(b Buffer) string
	// Place returns b's elements, of this dtype and shape, on a device, which is one of
	// Devices.
	Place(out Spec, b Buffer, device string) (Buffer, error)
}

// A DeviceError is operands of one kernel on two devices.
type DeviceError struct{ A, B string }

// Error says how to bring them together.
func (e *DeviceError) Error() string {
	return fmt.Sprintf("arrays on devices %s and %s (bring one over with ToDevice)", e.A, e.B)
}

// A LostError is a device that does not answer any more.
type LostError struct{ Reason string }

// Error says why.
func (e *LostError) Error() string { return "a device does not answer: " + e.Reason }

// An IndexError is an index outside its axis, found in the values of an index array.
type IndexError struct{ Index, Axis, Len int }

// Error says what the index may be.
func (e *IndexError) Error() string {
	return fmt.Sprintf("index %d is out of range for axis %d of length %d", e.Index, e.Axis, e.Len)
}

// A SizeError is an allocation that memory does not hold: see [CheckMemory].
type SizeError struct{ Bytes, Limit uint64 }

// Error says how much there is.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%d bytes of memory are needed (there are %d)", e.Bytes, e.Limit)
}

// Kernel types, one per family.
type (
	// FillKernel returns a new array made of scalars alone.
	//
	//   Full:     every element a.Value
	//   Arange:   a.Start + i·a.Step
	//   Linspace: len(out) values from a.Start to a.Stop, in float64 or complex128
	//             a.Start + i·((a.Stop − a.Start)/n), n one less than the number of
	//             values if a.Endpoint, the last then a.Stop exactly
	//   Eye:      1 on diagonal a.K of the matrix, 0 elsewhere
	//
	// Scalars are rounded to out.Dtype as Cast rounds; what an integer dtype does not hold,
	// integers too, is held in its range.
	FillKernel func(out Spec, a FillAttrs) (Buffer, error)

	// UnaryKernel fills out with the operation's value for each element of x. x has the
	// dtype that the row names, out.Dtype may be another (IsNan, Abs); x has out's shape.
	// For Cast any dtype, except complex to real.
	UnaryKernel func(out Spec, x Buffer) (Buffer, error)

	// BinaryKernel fills out for each pair of elements of x and y, which have one dtype
	// and broadcast to out's shape.
	BinaryKernel func(out Spec, x, y Buffer) (Buffer, error)

	// TernaryKernel fills out. Where: x is bool, y and z have out's dtype; all three
	// broadcast to out's shape.
	TernaryKernel func(out Spec, x, y, z Buffer) (Buffer, error)

	// ReduceKernel fills out with one value for all elements along a.Axes, which ascend,
	// are counted from the front, and may be none. out's shape is x's without them, or
	// with length 1 there if a.KeepDims. x has out's dtype for Sum and Prod.
	// ArgMax and ArgMin have one axis, or all, and then count in row-major order.
	// Max, Min, ArgMax and ArgMin never get an empty reduction.
	// Mean, Var and Std of entries with Casts are computed from the integers that they
	// get: Mean is the exact one, rounded once.
	ReduceKernel func(out Spec, x Buffer, a ReduceAttrs) (Buffer, error)

	// ScanKernel fills out with the values accumulated along a.Axis. x has out's dtype, or is
	// cast to it; out is longer by one along the axis if a.Initial.
	ScanKernel func(out Spec, x Buffer, a ScanAttrs) (Buffer, error)

	// SortKernel fills out with x sorted along a.Axis, or the indices that do: always stable.
	SortKernel func(out Spec, x Buffer, a SortAttrs) (Buffer, error)

	// ViewKernel gives x's elements another shape; the result may share x's memory.
	//
	//   Reshape:     out.Shape in row-major order
	//   PermuteDims: axis i of out is axis a.Perm[i] of x
	//   BroadcastTo: x broadcast to out.Shape
	//   Slice:       axis i of out runs over a.Ranges[i] of x
	//
	// A backend whose memory can be written in place shares it in PermuteDims,
	// BroadcastTo and Slice always, and in Reshape where strides allow, which they do
	// when only axes of length 1 come and go.
	ViewKernel func(out Spec, x Buffer, a ViewAttrs) (Buffer, error)

	// JoinKernel fills out with xs, one after the other along a.Axis; all have out's
	// dtype. Some may be empty.
	JoinKernel func(out Spec, xs []Buffer, a JoinAttrs) (Buffer, error)

	// GatherKernel fills out with elements of x. Indices are int64, may be negative, and
	// are checked by the kernel.
	//
	//   Take:          idx has one Buffer of any shape, which replaces x's a.Axis
	//   TakeAlongAxis: idx has one Buffer of x's rank; along a.Axis it chooses, the other
	//                  axes of x and idx broadcast to out's
	//   Index:         idx has n Buffers of one shape s, over the first n axes of x;
	//                  out's shape is s and then x's other axes
	GatherKernel func(out Spec, x Buffer, idx []Buffer, a GatherAttrs) (Buffer, error)

	// AssignKernel writes v into x, in place if the backend's memory can be written, and
	// returns the Buffer that now holds the values. v has x's dtype and broadcasts to the
	// shape of what is written; it may share memory with x, and the result is as if it
	// were copied first. On error x is unchanged, but for ErrStopped.
	//
	//   SetSlice: a.Ranges of x
	//   SetIndex: x[idx…] as Index reads it; of values for one element the last stays
	//   AddIndex: x[idx…] += v, as Add adds; all values for one element are added to it, one
	//             after the other in v's row-major order, 16-bit floats in float32, which
	//             is rounded once
	AssignKernel func(x, v Buffer, idx []Buffer, a AssignAttrs) (Buffer, error)

	// ProductKernel fills out with the matrix products of x (…, n, k) and y (…, k, m).
	// Both have two dimensions or more and out's dtype; the leading axes broadcast to out's.
	ProductKernel func(out Spec, x, y Buffer) (Buffer, error)

	// LayerKernel fills out with a layer of a neural network. Each row has a type of attributes,
	// which says what the operands are. All have out's dtype but where that says otherwise. No
	// result depends on the number of threads. A backend has kernels for layers that it computes
	// faster, or in less memory, than the steps that the front has for those without one.
	LayerKernel func(out Spec, xs []Buffer, a LayerAttrs) (Buffer, error)

	// SearchKernel fills out, of y's shape for SearchSorted and of x's for IsIn.
	//
	//   SearchSorted: where each element of y belongs in x, ascending, one-dimensional
	//   IsIn:         whether each element of x is in y, or is not if a.Invert
	SearchKernel func(out Spec, x, y Buffer, a SearchAttrs) (Buffer, error)

	// FindKernel returns results whose size depends on values, with their Specs.
	//
	//   Nonzero:   for each axis of x the int64 indices of what is not zero
	//   UniqueAll: values, int64 indices of the first of each, inverse indices in
	//              x's shape, counts. Ascending, complex numbers by real then
	//              imaginary part; each NaN counts for itself, at the end.
	//
	// stop is as in a Spec.
	FindKernel func(x Buffer, stop *Stop) ([]Buffer, []Spec, error)

	// FourierKernel fills out with the discrete Fourier transforms of the lines of x along a.Axis,
	// times a.Scale. The exponent is −2πi·j·k/n, or 2πi·j·k/n if a.Inverse. n is not 0.
	//
	//   FourierComplex:   x has out's dtype and shape; n is the axis's length
	//   FourierReal:      x is real, of length n along the axis, and out has the elements up to
	//                     n/2, of which the others are conjugates; never a.Inverse
	//   FourierHermitian: x has n/2+1 elements along the axis, of which those left out are
	//                     conjugates, and out is real, of length n; always a.Inverse. The
	//                     imaginary part of the first, and for even n of the last, is ignored
	FourierKernel func(out Spec, x Buffer, a FourierAttrs) (Buffer, error)

	// MatrixKernel fills out with what is computed of each matrix of xs[0]: its last two axes, m
	// rows of n columns, k the lesser of both. All of xs have one dtype and the same axes before
	// those, which come first in out; after them out has one axis with the parts named here, one
	// after the other, each in row-major order. Numbers that are real are so in a complex dtype too.
	//
	//   FactorLU:             the m·n elements of l and u, by partial pivoting, then the m numbers of
	//                         the rows of x in the order of those of l·u. A pivot may be 0
	//   SolveMatrix:          n·p elements of the solutions, xs[1] has p columns
	//   SolveTriangle:        the same; the lower triangle of x, or with a.Upper the upper one, is
	//                         read, with a.Unit without the diagonal, which is ones
	//   InvertMatrix:         n·n elements of the inverse
	//   Determinant:          one number
	//   LogDeterminant:       two: the determinant divided by its magnitude, the magnitude's logarithm
	//   FactorCholesky:       n·n elements of l, zeros above the diagonal. The lower triangle is read
	//   FactorQR:             m·k elements of q and k·n of r, or with a.Full m·m and m·n
	//   HermitianEigen:       n eigenvalues, ascending, and n·n elements of the matrix whose columns
	//                         are orthonormal eigenvectors. The lower triangle is read
	//   HermitianEigenvalues: n eigenvalues, ascending, real in out
	//   GeneralEigen:         n eigenvalues and n·n elements of the matrix whose columns are
	//                         eigenvectors of length 1, complex in out
	//   GeneralEigenvalues:   n eigenvalues, complex in out
	//   SingularVectors:      m·k elements of u, k singular values, descending, k·n elements of vh;
	//                         with a.Full m·m of u and n·n of vh
	//   SingularValues:       k singular values, descending, real in out
	//   SchurForm:            n·n elements of t and n·n of z, x = z·t·zᴴ: z unitary, t upper triangular,
	//                         of a real x quasi-triangular: its 2×2 blocks are of conjugate eigenvalues
	//   HessenbergForm:       n·n elements of h, zeros below the first subdiagonal, and n·n of the
	//                         unitary q, x = q·h·qᴴ
	//   RootOfMatrix:         n·n elements of the principal square root
	//   LogarithmOfMatrix:    n·n elements of the principal logarithm
	//
	// Of a matrix with a NaN or an infinity among the elements that are read all results are NaN, those
	// of the others are not touched by it. A singular matrix in SolveMatrix, SolveTriangle (with a zero on
	// the diagonal), InvertMatrix, LogarithmOfMatrix and, if it has no root, RootOfMatrix, a real one with
	// negative eigenvalues in the latter two, one that is not positive definite in FactorCholesky, and
	// one whose iteration does not converge are a [*MatrixError].
	MatrixKernel func(out Spec, xs []Buffer, a MatrixAttrs) (Buffer, error)
)

// A MatrixError is a matrix that has no result.
type MatrixError struct {
	Index  int    // of the matrix, in row-major order of the axes before the last two
	Reason string // "is singular"
}

// Why a matrix has no result.
const (
	Singular       = "is singular"
	Indefinite     = "is not positive definite"
	NegativeValues = "is real and has a negative eigenvalue: the result is complex, as of a complex dtype"
	Unconverged    = "has an iteration that does not converge"
)

// Error says what the matrix is.
func (e *MatrixError) Error() string { return fmt.Sprintf("matrix %d %s", e.Index, e.Reason) }

// FillAttrs are the attributes of the Fill family.
type FillAttrs struct {
	Value             Scalar
	Start, Stop, Step Scalar
	Endpoint          bool
	K                 int
}

// ReduceAttrs are the attributes of the Reduce family.
type ReduceAttrs struct {
	Axes       []int
	KeepDims   bool
	Correction float64 // Var and Std divide by n − Correction
}

// ScanAttrs are the attributes of the Scan family.
type ScanAttrs struct {
	Axis      int
	Initial   bool // the neutral element comes first
	Exclusive bool // an element is not in its own sum
	Reverse   bool // from the end; Initial then comes last
}

// SortAttrs are the attributes of the Sort family.
type SortAttrs struct {
	Axis       int
	Descending bool
}

// ViewAttrs are the attributes of the View family.
type ViewAttrs struct {
	Perm   []int
	Ranges []shape.Range
}

// JoinAttrs are the attributes of the Join family.
type JoinAttrs struct{ Axis int }

// GatherAttrs are the attributes of the Gather family.
type GatherAttrs struct{ Axis int }

// AssignAttrs are the attributes of the Assign family.
type AssignAttrs struct {
	Ranges []shape.Range
	Stop   *Stop // as in a Spec; x holds some of the values when it has stopped the kernel
}

// LayerAttrs are the attributes of a row of the Layer family: a value of one of the types below,
// whose slices do not change.
type LayerAttrs interface{ layerAttrs() }

// ConvolutionAttrs are those of Convolve: of x, of shape (n, d1, …, dr, c), and filters, of shape
// (k1, …, kr, c/g, m), the result has shape (n, e1, …, er, m): at each window position the sums of the
// products of both in each of g groups. For each of the r axes in the middle there are the distance
// between window positions, that between the elements that a filter lies over, the distance that
// x's elements are moved apart to, with zeros between them, and how many zeros come before them
// and after them then. Turned filters are those of the convolution whose gradient this one is, of shape (k1, …, kr, m/g, c): they count as if they were
// turned around along each axis, with the channels that they give and take exchanged. A backend that does not take them gets others.
//
// Those of ConvolveFilters are the same: of Convolve's x and the gradient of its result, of shape
// (n, e1, …, er, m), its result is the gradient of the filters.
type ConvolutionAttrs struct {
	Strides, Dilations, Apart []int
	Padding                   [][2]int
	Groups                    int
	Turned                    bool
}

// AttentionAttrs are those of Attend: query (…, l, d), key (…, k, d), value (…, k, v) and perhaps a mask of
// numbers or bools (…, l, k), whose first axes broadcast to the result's, (…, l, v). It is the softmax over
// k of query·keyᵀ·Scale plus the mask, times value. What is false in a mask does not count, nor, if
// Causal, keys after the query's own position. A query for which nothing counts has zeros.
type AttentionAttrs struct {
	Scale  float64
	Causal bool
}

// SoftmaxAttrs are those of SoftmaxAlong: of x the softmax along an axis, or its logarithm if Log.
type SoftmaxAttrs struct {
	Axis int
	Log  bool
}

// NormalizationAttrs are those of NormalizeChannels: of x, and of mean, variance and perhaps a scale and an offset, a
// number for each index along the axis, the result is (x − mean)/√(variance + Eps)·scale + offset.
type NormalizationAttrs struct {
	Axis          int
	Eps           float64
	Scale, Offset bool
}

// GroupNormalizationAttrs are those of NormalizeGroups: of x, of shape (n, …), and perhaps a scale and an offset, a number for each index along the axis of
// channels, which is 1 or the last, the result is (x − mean)/√(variance + Eps)·scale + offset. Mean and variance are those of so many groups of adjacent
// channels with all axes after the first.
type GroupNormalizationAttrs struct {
	Axis, Groups  int
	Eps           float64
	Scale, Offset bool
}

// LayerNormalizationAttrs are those of NormalizeLast: of x, and perhaps a scale and an offset of the shape that the axes from First on have, the result is
// (x − mean)/√(variance + Eps)·scale + offset, with mean and variance over these axes.
type LayerNormalizationAttrs struct {
	First         int
	Eps           float64
	Scale, Offset bool
}

// RecurrentAttrs are those of Recur: of x (t, n, k), weights W, V and, if there are any, b and a, h (n, m) and, of an LSTM, c
// (n, m), the result has one axis, with the states h after each step, (t, n, m), in row-major order, and of an LSTM c after the last. The
// functions of a step are those of the rows LSTM ("lstm"), GRU ("gru") and RNN ("tanh", "relu").
//
// If the weights are Quantized the operands are what the inputs come to, with the summands, (t, n, g·m) for g gates, V transposed, (m, g·m) of int32,
// its scale, a number or (g·m), of a GRU a, if there is any, h and c. V is multiplied by the state before, which is quantized in each step to uint8
// from the least to the greatest of its elements and 0, less its zero point; the product is as package ivy computes it in steps, bit for bit.
type RecurrentAttrs struct {
	Cell      string
	Quantized bool
}

// WindowAttrs are those of PoolWindows: the windows slide over the axes of x from First on, of Kernel's length each. Window o of an axis
// begins Before elements before element o·stride and has its elements a dilation apart; those outside of x do not count. The result is the
// greatest element under each, or if Sum says so the sum, 0 where there is none: down the first of the axes, then along the next.
type WindowAttrs struct {
	First                              int
	Kernel, Strides, Dilations, Before []int
	Sum                                bool
}

// MovesApart reports whether x's elements are moved apart along any axis.
func (a ConvolutionAttrs) MovesApart() bool {
	return slices.ContainsFunc(a.Apart, func(d int) bool { return d != 1 })
}

func (ConvolutionAttrs) layerAttrs()        {}
func (AttentionAttrs) layerAttrs()          {}
func (SoftmaxAttrs) layerAttrs()            {}
func (NormalizationAttrs) layerAttrs()      {}
func (GroupNormalizationAttrs) layerAttrs() {}
func (LayerNormalizationAttrs) layerAttrs() {}
func (RecurrentAttrs) layerAttrs()          {}
func (WindowAttrs) layerAttrs()             {}

// SearchAttrs are the attributes of the Search family.
type SearchAttrs struct {
	Right  bool
	Invert bool
}

// FourierAttrs are the attributes of the Fourier family.
type FourierAttrs struct {
	Axis    int
	Inverse bool    // the exponent's sign is positive
	Scale   float64 // a factor of the result
}

// MatrixAttrs are the attributes of the Matrix family.
type MatrixAttrs struct {
	Upper bool // the triangle that is read
	Unit  bool // its diagonal is ones
	Full  bool // square orthogonal matrices
}

// An Entry is one kernel of a backend.
type Entry struct {
	Op     *ops.Op
	Dtypes dtype.Set // the operands' common dtypes that the kernel takes
	Gap    string    // after Resolve: why Dtypes is narrower than the row's

	// Casts says that the kernel, of the family Unary, Binary, Reduce or Scan, takes operands
	// of any dtype that Cast takes to Spec.In, and casts them itself: as it goes, say, where a
	// cast before it would fill memory that is read once.
	Casts bool

	declared []Declaration // see Declare

	// Takes reports, of a kernel of the family Layer, whether it takes operands of these shapes; nil
	// says that it takes all.
	Takes func(out Spec, shapes [][]int, a LayerAttrs) bool

	Fill    FillKernel
	Unary   UnaryKernel
	Binary  BinaryKernel
	Ternary TernaryKernel
	Reduce  ReduceKernel
	Scan    ScanKernel
	Sort    SortKernel
	View    ViewKernel
	Join    JoinKernel
	Gather  GatherKernel
	Assign  AssignKernel
	Product ProductKernel
	Layer   LayerKernel
	Search  SearchKernel
	Find    FindKernel
	Fourier FourierKernel
	Matrix  MatrixKernel
}

func entry(op *ops.Op) Entry { return Entry{Op: op, Dtypes: op.In} }

// Fill is the entry of a kernel for a row of the Fill family; the functions below
// are the same for the other families.
func Fill(r ops.Fill, k FillKernel) Entry { e := entry(r.Op); e.Fill = k; return e }

// Unary is the entry of a kernel of the Unary family.
func Unary(r ops.Unary, k UnaryKernel) Entry { e := entry(r.Op); e.Unary = k; return e }

// Binary is the entry of a kernel of the Binary family.
func Binary(r ops.Binary, k BinaryKernel) Entry { e := entry(r.Op); e.Binary = k; return e }

// Ternary is the entry of a kernel of the Ternary family.
func Ternary(r ops.Ternary, k TernaryKernel) Entry { e := entry(r.Op); e.Ternary = k; return e }

// Reduce is the entry of a kernel of the Reduce family.
func Reduce(r ops.Reduce, k ReduceKernel) Entry { e := entry(r.Op); e.Reduce = k; return e }

// Scan is the entry of a kernel of the Scan family.
func Scan(r ops.Scan, k ScanKernel) Entry { e := entry(r.Op); e.Scan = k; return e }

// Sort is the entry of a kernel of the Sort family.
func Sort(r ops.Sort, k SortKernel) Entry { e := entry(r.Op); e.Sort = k; return e }

// View is the entry of a kernel of the View family.
func View(r ops.View, k ViewKernel) Entry { e := entry(r.Op); e.View = k; return e }

// Join is the entry of a kernel of the Join family.
func Join(r ops.Join, k JoinKernel) Entry { e := entry(r.Op); e.Join = k; return e }

// Gather is the entry of a kernel of the Gather family.
func Gather(r ops.Gather, k GatherKernel) Entry { e := entry(r.Op); e.Gather = k; return e }

// Assign is the entry of a kernel of the Assign family.
func Assign(r ops.Assign, k AssignKernel) Entry { e := entry(r.Op); e.Assign = k; return e }

// Product is the entry of a kernel of the Product family.
func Product(r ops.Product, k ProductKernel) Entry { e := entry(r.Op); e.Product = k; return e }

// Layer is the entry of a kernel of the Layer family whose row has attributes of type A.
func Layer[A LayerAttrs](r ops.Layer, k func(out Spec, xs []Buffer, a A) (Buffer, error)) Entry {
	e := entry(r.Op)
	e.Layer = func(out Spec, xs []Buffer, a LayerAttrs) (Buffer, error) { return k(out, xs, a.(A)) }
	return e
}

// Search is the entry of a kernel of the Search family.
func Search(r ops.Search, k SearchKernel) Entry { e := entry(r.Op); e.Search = k; return e }

// Find is the entry of a kernel of the Find family.
func Find(r ops.Find, k FindKernel) Entry { e := entry(r.Op); e.Find = k; return e }

// Fourier is the entry of a kernel of the Fourier family.
func Fourier(r ops.Fourier, k FourierKernel) Entry { e := entry(r.Op); e.Fourier = k; return e }

// Matrix is the entry of a kernel of the Matrix family.
func Matrix(r ops.Matrix, k MatrixKernel) Entry { e := entry(r.Op); e.Matrix = k; return e }

// Casting returns the entries with Casts.
func Casting(es []Entry) []Entry {
	for i := range es {
		es[i].Casts = true
	}
	return es
}

// A Table holds a backend's kernels by row.
type Table struct{ entries []Entry }

// NewTable returns the table of the entries. It panics if a row has two: a mistake
// in the backend, found when its package is initialised.
func NewTable(groups ...[]Entry) *Table {
	t := &Table{make([]Entry, ops.Len())}
	for _, es := range groups {
		for _, e := range es {
			if t.entries[e.Op.ID].Op != nil {
				panic("backend: two kernels for " + e.Op.Name)
			}
			t.entries[e.Op.ID] = e
		}
	}
	return t
}

// Entry returns the entry of a row; its Op is nil if there is none.
func (t *Table) Entry(op *ops.Op) *Entry { return &t.entries[op.ID] }

// Has reports whether there is a kernel for op.
func (t *Table) Has(op *ops.Op) bool { return t.entries[op.ID].Op != nil }
