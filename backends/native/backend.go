// Package native is the backend in pure Go. It is always there, has every dtype and
// every operation, and needs no library.
//
// This package registers it; its methods call the packages below internal, each of which
// imports only those before it:
//
//   - array: buffers, strided views and iteration, memory, threads
//   - elementwise: operations on one position, and casts
//   - move: creation, indexing, manipulation
//   - reduce: reductions and accumulations
//   - product: matrix products and convolutions
//   - order: sorting, searching, sets
//   - fourier: Fourier transforms
//   - lapack: factorizations, eigenvalues and singular values; matrix: its kernels
//   - fuse: compiled functions
//
// Each of them has a file by the name of a group of operations for the kernels of that
// group: the rows of the table at its top, their loops below. Packages simd and gemm have
// the loops in assembly, package elementary the functions of one number.
package native

import (
	"fmt"
	"runtime"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/fourier"
	"github.com/goivy/goivy/backends/native/internal/fuse"
	"github.com/goivy/goivy/backends/native/internal/matrix"
	"github.com/goivy/goivy/backends/native/internal/move"
	"github.com/goivy/goivy/backends/native/internal/order"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

func init() { backend.Register(Backend{}) }

// A Buffer is an array of this backend.
type Buffer = array.Buffer

// Backend is the native backend.
type Backend struct{}

var (
	_ backend.Backend  = Backend{}
	_ backend.Compiler = Backend{}
	_ backend.Exposer  = Backend{}
	_ backend.Releaser = Backend{}
	_ backend.Threader = Backend{}
)

// Version is the native backend's own.
const Version = "0.2.0"

// Name returns "native".
func (Backend) Name() string { return "native" }

// Version returns the native backend's version and Go's.
func (Backend) Version() string { return Version + "+" + runtime.Version() }

// Devices returns the one device there is.
func (Backend) Devices() []string { return []string{"cpu"} }

// Dtypes returns all fifteen.
func (Backend) Dtypes() dtype.Set { return dtype.All }

// InPlace returns true.
func (Backend) InPlace() bool { return true }

// Native returns the name of d's Go type, and a zero of it.
func (Backend) Native(d dtype.Dtype) (string, any) {
	zeros := [dtype.Count]any{dtype.Bool: false,
		dtype.Uint8: uint8(0), dtype.Uint16: uint16(0), dtype.Uint32: uint32(0), dtype.Uint64: uint64(0),
		dtype.Int8: int8(0), dtype.Int16: int16(0), dtype.Int32: int32(0), dtype.Int64: int64(0),
		dtype.BFloat16: dtype.Brain(0), dtype.Float16: dtype.Half(0), dtype.Float32: float32(0), dtype.Float64: float64(0),
		dtype.Complex64: complex64(0), dtype.Complex128: complex128(0)}
	if !d.IsValid() {
		return "", nil
	}
	return fmt.Sprintf("%T", zeros[d]), zeros[d]
}

// Kernels returns the table of all operations.
func (Backend) Kernels() *backend.Table { return kernels }

// FromHost returns a Buffer with a copy of data.
func (Backend) FromHost(out backend.Spec, data []byte) (backend.Buffer, error) {
	return array.FromHost(out, data)
}

// Allocate returns a Buffer whose elements are not defined.
func (Backend) Allocate(out backend.Spec) (backend.Buffer, error) {
	b, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Adopt returns a Buffer whose elements are in data.
func (Backend) Adopt(out backend.Spec, data []byte, offset int, strides []int) backend.Buffer {
	return array.Adopt(out, data, offset, strides)
}

// ToHost copies the elements of b into dst.
func (Backend) ToHost(b backend.Buffer, dst []byte) error { return array.ToHost(b, dst) }

// Expose returns the memory of b.
func (Backend) Expose(b backend.Buffer) ([]byte, int, []int, bool) { return array.Expose(b) }

// Release makes b's block free for the next result, and b one without memory. Blocks too
// small to be used again stay as they are.
func (Backend) Release(b backend.Buffer) { array.Release(b.(*array.Buffer)) }

// SetThreads sets how many threads a kernel may use, 0 as many as there are processors.
func (Backend) SetThreads(n int) { array.SetThreads(n) }

// Threads returns how many threads a kernel may use.
func (Backend) Threads() int { return array.ThreadCount() }

// Compile makes fused kernels of p.
func (Backend) Compile(p *backend.Program) (*backend.Plan, error) { return fuse.Compile(p, kernels) }

// kernels is the table of all operations, which the packages below share.
var kernels = backend.NewTable(stoppable(elementwise.Kernels), stoppable(move.Kernels), stoppable(reduce.Kernels), stoppable(product.Kernels), stoppable(order.Kernels), stoppable(fourier.Kernels), stoppable(matrix.Kernels))
