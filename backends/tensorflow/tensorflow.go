//go:build tensorflow

package tensorflow

import (
	"errors"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	tf "github.com/wamuir/graft/tensorflow"

	"github.com/goivy/goivy/backends/internal/bynative"
	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

func init() {
	backend.AddPool(backend.Pool{Live: tfeager.Live, Free: tfeager.Guard(backend.CheckMemory)})
	backend.Register(Backend{})
}

// Backend is the backend on TensorFlow.
type Backend struct{}

var (
	_ backend.Backend  = Backend{}
	_ backend.Threader = Backend{}
	_ backend.Releaser = Backend{}
)

// Name returns "tensorflow".
func (Backend) Name() string { return "tensorflow" }

// Version returns TensorFlow's version.
func (Backend) Version() string { return tf.Version() }

// Dtypes returns all fifteen.
func (Backend) Dtypes() dtype.Set { return dtype.All }

// InPlace returns false: what the library returns often shares memory with an operand, so
// nothing is written.
func (Backend) InPlace() bool { return false }

// natives are the dtypes as graft names them, and names as TensorFlow does in Python.
var (
	natives = [dtype.Count]tf.DataType{dtype.Bool: tf.Bool, dtype.Uint8: tf.Uint8, dtype.Uint16: tf.Uint16, dtype.Uint32: tf.Uint32, dtype.Uint64: tf.Uint64,
		dtype.Int8: tf.Int8, dtype.Int16: tf.Int16, dtype.Int32: tf.Int32, dtype.Int64: tf.Int64, dtype.BFloat16: tf.Bfloat16, dtype.Float16: tf.Half,
		dtype.Float32: tf.Float, dtype.Float64: tf.Double, dtype.Complex64: tf.Complex64, dtype.Complex128: tf.Complex128}
)

func code(d dtype.Dtype) int { return int(natives[d]) }

// Native returns "tf.float32" and graft's DataType.
func (Backend) Native(d dtype.Dtype) (string, any) {
	if !d.IsValid() {
		return "", nil
	}
	return "tf." + d.String(), natives[d]
}

// A buffer's Mem is its *tfeager.Tensor, whose elements Go does not see: it is a Strided
// to have room in the array that it is made for. Its Shape is the tensor's.
//
// A small result has its elements in Go, see package small. It becomes a tensor when one
// is needed, and stays one.
type buffer backend.Strided

func (b *buffer) strided() *backend.Strided { return (*backend.Strided)(b) }

// setShape gives a buffer its shape.
func (b *buffer) setShape(dims []int) {
	if n := len(dims); n <= len(b.Dims) {
		copy(b.Dims[:], dims)
		b.Shape = b.Dims[:n:n]
	} else {
		b.Shape = append([]int(nil), dims...)
	}
}

func newBuffer(out backend.Spec, t *tfeager.Tensor) *buffer {
	b := (*buffer)(inline.Storage(out.Inline))
	b.Mem, b.Dtype = unsafe.Pointer(t), out.Dtype
	b.setShape(out.Shape)
	return b
}

func operandOf(x backend.Buffer) tfeager.Operand {
	b := x.(*buffer).strided()
	if t := inline.Tensor[tfeager.Tensor](b); t != nil {
		return tfeager.Operand{Tensor: t}
	}
	return inGo(b)
}

// inGo is the operand of a buffer whose elements are in Go, or of none.
func inGo(b *backend.Strided) tfeager.Operand {
	if b == nil {
		return tfeager.Operand{}
	}
	return tfeager.Operand{Dtype: code(b.Dtype), Dims: b.Shape, Data: inline.Elements(b), Bytes: b.Size}
}

// of returns the tensor of a buffer.
func of(x backend.Buffer) *tfeager.Tensor { return inline.Of(x.(*buffer).strided(), fromHost) }

func fromHost(d dtype.Dtype, dims []int, data []byte) (*tfeager.Tensor, error) {
	return tfeager.FromHost(code(d), dims, data)
}

func shapeOf(b backend.Buffer) []int { return b.(*buffer).Shape }

func specOf(b backend.Buffer) backend.Spec {
	return backend.Spec{Dtype: b.(*buffer).Dtype, Shape: shapeOf(b)}
}

// computedSpec is specOf of what is computed already, as it is not while a graph is made.
func computedSpec(b backend.Buffer) (backend.Spec, error) {
	if of(b).IsSymbol() {
		return backend.Spec{}, kindOf(ivy.ErrUnsupported, "the native backend computes it, which a graph does not call")
	}
	return specOf(b), nil
}

func all(bs []backend.Buffer) []*tfeager.Tensor {
	ts := make([]*tfeager.Tensor, len(bs))
	for i, b := range bs {
		ts[i] = of(b)
	}
	return ts
}

// run1, run2 and run3 run a program for a kernel's result.
func run1(p *tfeager.Program, out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
	z := inline.New(out)
	t, err := p.Run1(inGo(z), operandOf(x))
	return delivered(out, z, t, err)
}

func run2(p *tfeager.Program, out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
	z := inline.New(out)
	t, err := p.Run2(inGo(z), operandOf(x), operandOf(y))
	return delivered(out, z, t, err)
}

func run3(p *tfeager.Program, out backend.Spec, w, x, y backend.Buffer) (backend.Buffer, error) {
	z := inline.New(out)
	t, err := p.Run3(inGo(z), operandOf(w), operandOf(x), operandOf(y))
	return delivered(out, z, t, err)
}

// delivered is what a kernel returns whose small result was asked for in Go, in z.
func delivered(out backend.Spec, z *backend.Strided, t *tfeager.Tensor, err error) (backend.Buffer, error) {
	switch {
	case err != nil:
		return nil, translated(out, err)
	case t == nil:
		return (*buffer)(z), nil
	case z != nil: // a symbol, or elsewhere
		z.Mem, z.Strides = unsafe.Pointer(t), nil
		return (*buffer)(z), nil
	}
	return newBuffer(out, t), nil
}

// made is what a kernel returns that has a tensor.
func made(out backend.Spec, t *tfeager.Tensor, err error) (backend.Buffer, error) {
	if err != nil {
		return nil, translated(out, err)
	}
	return newBuffer(out, t), nil
}

var indexError = regexp.MustCompile(`goivy index (-?\d+) axis (\d+) length (\d+)`)

var deviceError = regexp.MustCompile(`goivy device (\S+) device (\S+)`)

var remoteTarget = regexp.MustCompile(`from remote target (/job:\S+)`)

// TF_RESOURCE_EXHAUSTED and TF_UNAVAILABLE.
const (
	resourceExhausted = 8
	unavailable       = 14
)

// translated makes an index out of range, and memory that is not there, the contract's
// errors.
func translated(out backend.Spec, err error) error {
	var e *tfeager.Error
	if !errors.As(err, &e) {
		return err
	}
	if m := deviceError.FindStringSubmatch(e.Text); m != nil {
		return &backend.DeviceError{A: shortDevice(m[1]), B: shortDevice(m[2])}
	}
	if m := indexError.FindStringSubmatch(e.Text); m != nil {
		number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n }
		return &backend.IndexError{Index: number(1), Axis: number(2), Len: number(3)}
	}
	if e.Code == unavailable {
		reason, _, _ := strings.Cut(e.Text, "\n")
		if from := remoteTarget.FindStringSubmatch(e.Text); from != nil {
			reason = shortDevice(from[1]) + ": " + reason
		}
		return &backend.LostError{Reason: reason}
	}
	if e.Code == resourceExhausted {
		return backend.OutOfMemory(uint64(shape.Product(append([]int{out.Dtype.Size()}, out.Shape...)...)))
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
	if err := of(b).ToHost(dst); err != nil {
		return translated(backend.Spec{}, err)
	}
	return nil
}

// Share returns the tensor's memory. Other tensors may have it too.
func (Backend) Share(b backend.Buffer) ([]byte, any, error) {
	if data, ok := inline.Host(b.(*buffer).strided()); ok {
		return data, b, nil
	}
	data, owner, err := of(b).Memory()
	if err != nil {
		return nil, nil, translated(backend.Spec{}, err)
	}
	return data, owner, nil
}

// Release frees the tensor's memory.
func (Backend) Release(x backend.Buffer) {
	if t := inline.Release(x.(*buffer).strided(), freed); t != nil {
		t.Release()
	}
}

// freed is the tensor of what has been freed.
var freed = new(tfeager.Tensor)

// threads is what was asked for last, under its mutex; 0 leaves it to the library.
var threads struct {
	sync.Mutex
	n atomic.Int32
}

// SetThreads sets how many threads the library uses, 0 as many as there are processors.
func (Backend) SetThreads(n int) {
	threads.Lock()
	defer threads.Unlock()
	if tfeager.SetThreads(n, n) == nil {
		threads.n.Store(int32(n))
	}
}

// Threads returns how many threads the library uses.
func (Backend) Threads() int {
	if n := int(threads.n.Load()); n > 0 {
		return n
	}
	return runtime.NumCPU()
}

// Kernels returns the table of all operations.
func (Backend) Kernels() *backend.Table { return kernels }

var kernels = backend.NewTable(creationKernels, elementwiseKernels, fftKernels, indexingKernels, linalgKernels, matrixKernels(), bynative.Matrices(Backend{}, computedSpec), manipulationKernels, activationKernels, searchingKernels, specialKernels,
	setKernels, sortingKernels, statisticalKernels, utilityKernels)
