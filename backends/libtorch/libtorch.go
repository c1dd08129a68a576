//go:build libtorch

package libtorch

import (
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/goivy/goivy/backends/internal/bynative"
	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

func init() {
	backend.AddPool(backend.Pool{Live: torch.Live, Free: torch.Guard(backend.CheckMemory)})
	backend.Register(Backend{})
}

// Backend is the backend on libtorch.
type Backend struct{}

var (
	_ backend.Backend  = Backend{}
	_ backend.Threader = Backend{}
	_ backend.Releaser = Backend{}
	_ backend.Exposer  = Backend{}
)

// Name returns "torch".
func (Backend) Name() string { return "torch" }

// Version returns libtorch's version.
func (Backend) Version() string { return torch.Version() }

// Devices returns the one device that the library is built for here.
func (Backend) Devices() []string { return []string{"cpu"} }

// Dtypes returns all fifteen from version 2.3 of the library on: what it lacks of the
// unsigned ones is done in signed ones. Before, there were none of 16 bits and more.
func (Backend) Dtypes() dtype.Set { return dtypes }

var dtypes = dtypesOf(torch.Version())

func dtypesOf(version string) dtype.Set {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err == nil && (major < 2 || major == 2 && minor < 3) {
		return dtype.All &^ dtype.Of(dtype.Uint16, dtype.Uint32, dtype.Uint64)
	}
	return dtype.All
}

// InPlace returns false: the library has no negative strides, so the front keeps views.
// What is written is written in place all the same.
func (Backend) InPlace() bool { return false }

// A ScalarType is libtorch's number of a dtype, c10::ScalarType.
type ScalarType int

// codes are the dtypes' ScalarTypes (c10/core/ScalarType.h), names those in Python.
var (
	codes = [dtype.Count]ScalarType{dtype.Bool: 11, dtype.Uint8: 0, dtype.Uint16: 27, dtype.Uint32: 28, dtype.Uint64: 29,
		dtype.Int8: 1, dtype.Int16: 2, dtype.Int32: 3, dtype.Int64: 4, dtype.BFloat16: 15, dtype.Float16: 5, dtype.Float32: 6, dtype.Float64: 7,
		dtype.Complex64: 9, dtype.Complex128: 10}
)

func code(d dtype.Dtype) int { return int(codes[d]) }

// Native returns "torch.float32" and the ScalarType.
func (Backend) Native(d dtype.Dtype) (string, any) {
	if !d.IsValid() {
		return "", nil
	}
	return "torch." + d.String(), codes[d]
}

// A buffer's Mem is its *torch.Tensor, whose elements Go does not see: it is a Strided
// to have room in the array that it is made for.
//
// A small result has its elements in Go, see package small. It becomes a tensor when one
// is needed, and stays one.
type buffer backend.Strided

func (b *buffer) strided() *backend.Strided { return (*backend.Strided)(b) }

func operandOf(x backend.Buffer) torch.Operand {
	b := x.(*buffer).strided()
	if t := inline.Tensor[torch.Tensor](b); t != nil {
		return torch.Operand{Tensor: t}
	}
	return inGo(b)
}

// inGo is the operand of a buffer whose elements are in Go.
func inGo(b *backend.Strided) torch.Operand {
	return torch.Operand{Dtype: code(b.Dtype), Dims: b.Shape, Data: inline.Elements(b)}
}

func newBuffer(room *backend.Strided, t *torch.Tensor, d dtype.Dtype) *buffer {
	b := inline.Storage(room)
	b.Mem, b.Dtype = unsafe.Pointer(t), d
	return (*buffer)(b)
}

// of returns the tensor of a buffer.
func of(x backend.Buffer) *torch.Tensor { return inline.Of(x.(*buffer).strided(), fromHost) }

func specOf(x backend.Buffer) (backend.Spec, error) {
	return backend.Spec{Dtype: x.(*buffer).Dtype, Shape: of(x).Shape()}, nil
}

func fromHost(d dtype.Dtype, dims []int, data []byte) (*torch.Tensor, error) {
	return torch.FromHost(code(d), dims, data)
}

func all(bs []backend.Buffer) []*torch.Tensor {
	ts := make([]*torch.Tensor, len(bs))
	for i, b := range bs {
		ts[i] = of(b)
	}
	return ts
}

// made is what a kernel returns.
func made(out backend.Spec, t *torch.Tensor, err error) (backend.Buffer, error) {
	if err != nil {
		return nil, translated(err)
	}
	if b := inline.New(out); b != nil {
		if err = t.Move(inGo(b)); err != nil {
			return nil, translated(err)
		}
		return (*buffer)(b), nil
	}
	return newBuffer(out.Inline, t, out.Dtype), nil
}

var (
	indexError  = regexp.MustCompile(`goivy index (-?\d+) axis (\d+) length (\d+)`)
	matrixError = regexp.MustCompile(`goivy matrix (\d+) is (\w+)`)
	memoryError = regexp.MustCompile(`tried to allocate (\d+) bytes`)
)

// matrixReasons are why a matrix has no result, by the shim's words.
var matrixReasons = map[string]string{"singular": backend.Singular, "indefinite": backend.Indefinite, "unconverged": backend.Unconverged}

// translated makes an index out of range, a matrix without a result, and memory that is not there,
// the contract's errors.
func translated(err error) error {
	if err == nil {
		return nil
	}
	if m := indexError.FindStringSubmatch(err.Error()); m != nil {
		number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n }
		return &backend.IndexError{Index: number(1), Axis: number(2), Len: number(3)}
	}
	if m := matrixError.FindStringSubmatch(err.Error()); m != nil {
		index, _ := strconv.Atoi(m[1])
		return &backend.MatrixError{Index: index, Reason: matrixReasons[m[2]]}
	}
	if m := memoryError.FindStringSubmatch(err.Error()); m != nil {
		bytes, _ := strconv.ParseUint(m[1], 10, 64)
		return backend.OutOfMemory(bytes)
	}
	return err
}

// FromHost returns a tensor with a copy of data.
func (Backend) FromHost(out backend.Spec, data []byte) (backend.Buffer, error) {
	b, data, err := inline.FromHost(out, data)
	if err != nil {
		return nil, err
	}
	if b != nil {
		return (*buffer)(b), nil
	}
	t, err := fromHost(out.Dtype, out.Shape, data)
	return made(out, t, err)
}

// ToHost copies the elements of b into dst.
func (Backend) ToHost(b backend.Buffer, dst []byte) error {
	if data, ok := inline.Host(b.(*buffer).strided()); ok {
		copy(dst, data)
		return nil
	}
	return translated(of(b).ToHost(dst))
}

// Expose returns the memory of b, which is the library's: it lasts as long as b.
func (Backend) Expose(b backend.Buffer) (data []byte, offset int, strides []int, ok bool) {
	data, strides, err := of(b).Expose(b.(*buffer).Dtype.Size())
	return data, 0, strides, err == nil
}

// Release frees the tensor's memory.
func (Backend) Release(x backend.Buffer) {
	if t := inline.Release(x.(*buffer).strided(), freed); t != nil {
		t.Release()
	}
}

// freed is the tensor of what has been freed.
var freed = new(torch.Tensor)

// SetThreads sets how many threads the library uses, 0 as many as there are processors.
func (Backend) SetThreads(n int) {
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	torch.SetThreads(n)
}

// Threads returns how many threads the library uses.
func (Backend) Threads() int { return torch.Threads() }

// Kernels returns the table of all operations.
func (Backend) Kernels() *backend.Table { return kernels }

var kernels = backend.NewTable(numbered, creationKernels, fftKernels, indexingKernels, layerKernels, linalgKernels, bynative.Matrices(Backend{}, specOf), manipulationKernels, searchingKernels, setKernels, sortingKernels, specialKernels)
