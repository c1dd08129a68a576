//go:build tensorflow

package tfeager

// #cgo CXXFLAGS: -std=c++20 -O2 -DNDEBUG
// #cgo LDFLAGS: -ltensorflow -ltensorflow_framework -lstdc++ -ldl
// #include "shim.h"
//
// #cgo noescape ge_from_host
// #cgo nocallback ge_from_host
// #cgo noescape ge_to_host
// #cgo nocallback ge_to_host
// #cgo noescape ge_shape
// #cgo nocallback ge_shape
// #cgo noescape ge_run
// #cgo nocallback ge_run
// #cgo noescape ge_run1
// #cgo nocallback ge_run1
// #cgo noescape ge_run2
// #cgo nocallback ge_run2
// #cgo noescape ge_run3
// #cgo nocallback ge_run3
import "C"

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"
)

// An Error is a status of TensorFlow's.
type Error struct {
	Code int // TF_Code
	Text string
}

func (e *Error) Error() string { return e.Text }

func failure(r C.ge_result) error {
	err := &Error{int(r.code), C.GoString(r.error)}
	C.ge_free_text(r.error)
	return err
}

func result(r C.ge_result) (*Tensor, error) {
	if r.error != nil {
		return nil, failure(r)
	}
	return own(r.owned), nil
}

func status(r C.ge_result) error {
	if r.error != nil {
		return failure(r)
	}
	return nil
}

func ints(s []int) (*C.int64_t, C.int) {
	return (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(s))), C.int(len(s))
}

// octets is of a type without pointers: data may lie in an object that has some, and cgo
// is not to look at those.
func octets(data []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(data)) }

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Version returns the library's version.
func Version() string { return C.GoString(C.ge_version()) }

// SetThreads sets how many threads operations use from now on: within one, and among
// several. Tensors that there are stay good.
func SetThreads(within, among int) error {
	if text := C.ge_context(C.int(within), C.int(among)); text != nil {
		return failure(C.ge_result{error: text})
	}
	return nil
}

// Devices returns the names of the devices.
func Devices() ([]string, error) {
	var fault *C.char
	text := C.ge_devices(&fault)
	if fault != nil {
		return nil, failure(C.ge_result{error: fault})
	}
	defer C.ge_free_text(text)
	return strings.Fields(C.GoString(text)), nil
}

// FromHost returns a tensor of a dtype (TF_DataType's number) and shape with a copy of
// data, whose length must be what they take.
func FromHost(dtype int, dims []int, data []byte) (*Tensor, error) {
	p, n := ints(dims)
	return result(C.ge_from_host(C.int(dtype), p, n, octets(data), C.size_t(len(data))))
}

// ToHost copies the elements in row-major order into dst.
func (x *Tensor) ToHost(dst []byte) error {
	if x.at != nil {
		t, err := x.TFTensor()
		if err != nil {
			return err
		}
		defer DeleteTFTensor(t)
		return ReadTFTensor(t, dst)
	}
	r := C.ge_to_host(x.o.t, octets(dst), C.size_t(len(dst)))
	runtime.KeepAlive(x)
	return status(r)
}

// Memory returns the memory of the elements in row-major order, to be read alone, which
// stays for as long as the owner does.
func (x *Tensor) Memory() (data []byte, owner any, err error) {
	t, err := x.TFTensor()
	if err != nil {
		return nil, nil, err
	}
	var n C.size_t
	p := C.ge_tensor_memory(t, &n)
	kept := &struct{ t unsafe.Pointer }{t}
	runtime.AddCleanup(kept, DeleteTFTensor, t)
	return unsafe.Slice((*byte)(p), n), kept, nil
}

// TFTensor returns a TF_Tensor which shares x's memory, for DeleteTFTensor.
func (x *Tensor) TFTensor() (unsafe.Pointer, error) {
	t, err := reading(x, func(h C.ge_tensor) (unsafe.Pointer, error) {
		var r C.ge_result
		t := C.ge_tensor_of(h, &r)
		return t, status(r)
	}, DeleteTFTensor)
	runtime.KeepAlive(x)
	return t, err
}

// NewTFTensor returns a TF_Tensor with a copy of data, for DeleteTFTensor.
func NewTFTensor(dtype int, dims []int, data []byte) (unsafe.Pointer, error) {
	var r C.ge_result
	p, n := ints(dims)
	t := C.ge_new_tensor(C.int(dtype), p, n, octets(data), C.size_t(len(data)), &r)
	return t, status(r)
}

// ReadTFTensor copies the elements of a TF_Tensor into dst, which must be as long.
func ReadTFTensor(t unsafe.Pointer, dst []byte) error {
	return status(C.ge_read_tensor(t, octets(dst), C.size_t(len(dst))))
}

// TFTensorBytes returns how many bytes the elements of a TF_Tensor take.
func TFTensorBytes(t unsafe.Pointer) int { return int(C.ge_tensor_bytes(t)) }

// NewTFStrings returns a TF_Tensor of strings, for DeleteTFTensor. dims must have as many
// elements as there are.
func NewTFStrings(dims []int, values []string) (unsafe.Pointer, error) {
	var data []byte
	lengths := make([]int, len(values))
	for i, s := range values {
		data = append(data, s...)
		lengths[i] = len(s)
	}
	var r C.ge_result
	p, n := ints(dims)
	l, _ := ints(lengths)
	t := C.ge_new_strings(p, n, octets(data), l, C.int64_t(len(values)), &r)
	return t, status(r)
}

// ReadTFStrings returns the n strings of a TF_Tensor.
func ReadTFStrings(t unsafe.Pointer, n int) ([]string, error) {
	lengths := make([]int, n)
	l, _ := ints(lengths)
	if err := status(C.ge_string_lengths(t, l, C.int64_t(n))); err != nil {
		return nil, err
	}
	bytes := 0
	for _, k := range lengths {
		bytes += k
	}
	data := make([]byte, bytes)
	if err := status(C.ge_read_strings(t, octets(data), C.size_t(bytes))); err != nil {
		return nil, err
	}
	values := make([]string, n)
	for i, k := range lengths {
		values[i], data = string(data[:k]), data[k:]
	}
	return values, nil
}

// FromTFTensor returns a tensor which shares the memory of a TF_Tensor.
func FromTFTensor(t unsafe.Pointer) (*Tensor, error) { return result(C.ge_from_tensor(t)) }

// DeleteTFTensor gives back a TF_Tensor.
func DeleteTFTensor(t unsafe.Pointer) { C.ge_delete_tensor(t) }

// Shape returns the lengths of the axes.
func (x *Tensor) Shape() ([]int, error) {
	s, err := reading(x, func(h C.ge_tensor) ([]int, error) {
		var dims [254]C.int64_t
		var rank C.int
		if err := status(C.ge_shape(h, &dims[0], C.int(len(dims)), &rank)); err != nil {
			return nil, err
		}
		if int(rank) > len(dims) {
			return nil, fmt.Errorf("a tensor of %d axes", rank)
		}
		s := make([]int, rank)
		for i := range s {
			s[i] = int(dims[i])
		}
		return s, nil
	}, nil)
	runtime.KeepAlive(x)
	return s, err
}

func (p *Program) start() *C.int64_t { return (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(p.words))) }

// Small is the most bytes that the elements of an Operand in Go may have.
const Small = C.GE_SMALL

// An Operand is a tensor, or a small one whose elements are in Go: of a dtype
// (TF_DataType's number), in up to four axes. In the place of a result it says where its
// elements go; the zero Operand asks for a tensor.
type Operand struct {
	Tensor *Tensor
	Dtype  int
	Dims   []int
	Data   unsafe.Pointer
	Bytes  int // of Data
}

func (x Operand) c() (t C.ge_tensor, kind C.int, dims *C.int64_t, data *C.uint8_t) {
	if x.Tensor != nil {
		return x.Tensor.o.t, 0, nil, nil
	}
	return nil, C.int(x.Dtype | len(x.Dims)<<8), (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(x.Dims))), (*C.uint8_t)(x.Data)
}

func (x Operand) isSymbol() bool { return x.Tensor != nil && x.Tensor.symbol != nil }

// tensor returns the tensor of an operand, which is made for one in Go.
func (x Operand) tensor() (*Tensor, error) {
	if x.Tensor != nil {
		return x.Tensor, nil
	}
	return FromHost(x.Dtype, x.Dims, unsafe.Slice((*byte)(x.Data), x.Bytes))
}

// delivered is a run's one result: nil if its elements are where they were asked for.
func delivered(r C.ge_result) (*Tensor, error) {
	switch {
	case r.error != nil:
		return nil, failure(r)
	case r.owned.t == nil:
		return nil, nil
	}
	return own(r.owned), nil
}

// single is how many words the program has, if it is one operation and nothing else.
func (p *Program) single() C.int64_t {
	if p.steps == 1 && p.results == 1 {
		return C.int64_t(len(p.words))
	}
	return 0
}

// Run1 runs a program on one operand for one result. If out has room for elements in Go
// they go there, and no tensor is returned; but for one that is yet to be computed, or
// lies on a device that is not of this process.
func (p *Program) Run1(out, x Operand) (*Tensor, error) {
	if x.isSymbol() {
		return p.recordOne(x)
	}
	if x.isRemote() {
		return p.remotelyOne(x)
	}
	t, kind, dims, data := x.c()
	r := C.ge_run1(p.start(), p.single(), t, kind, dims, data, C.int(out.Dtype), (*C.uint8_t)(out.Data), C.size_t(out.Bytes))
	runtime.KeepAlive(x.Tensor)
	return delivered(r)
}

// Run2 is Run1 on two operands.
func (p *Program) Run2(out, x, y Operand) (*Tensor, error) {
	if x.isSymbol() || y.isSymbol() {
		return p.recordOne(x, y)
	}
	if x.isRemote() || y.isRemote() {
		return p.remotelyOne(x, y)
	}
	xt, xkind, xdims, xdata := x.c()
	yt, ykind, ydims, ydata := y.c()
	r := C.ge_run2(p.start(), p.single(), xt, xkind, xdims, xdata, yt, ykind, ydims, ydata, C.int(out.Dtype), (*C.uint8_t)(out.Data), C.size_t(out.Bytes))
	runtime.KeepAlive(x.Tensor)
	runtime.KeepAlive(y.Tensor)
	return delivered(r)
}

// Run3 is Run1 on three operands.
func (p *Program) Run3(out, x, y, z Operand) (*Tensor, error) {
	if x.isSymbol() || y.isSymbol() || z.isSymbol() {
		return p.recordOne(x, y, z)
	}
	if x.isRemote() || y.isRemote() || z.isRemote() {
		return p.remotelyOne(x, y, z)
	}
	xt, xkind, xdims, xdata := x.c()
	yt, ykind, ydims, ydata := y.c()
	zt, zkind, zdims, zdata := z.c()
	r := C.ge_run3(p.start(), p.single(), xt, xkind, xdims, xdata, yt, ykind, ydims, ydata, zt, zkind, zdims, zdata, C.int(out.Dtype), (*C.uint8_t)(out.Data), C.size_t(out.Bytes))
	runtime.KeepAlive(x.Tensor)
	runtime.KeepAlive(y.Tensor)
	runtime.KeepAlive(z.Tensor)
	return delivered(r)
}

// Run runs a program on its operands for its results.
func (p *Program) Run(xs ...*Tensor) ([]*Tensor, error) {
	if len(xs) != p.operands {
		return nil, fmt.Errorf("%d operands for a program on %d", len(xs), p.operands)
	}
	ts := make([]C.ge_tensor, len(xs))
	for i, x := range xs {
		if x.symbol != nil {
			return p.record(xs...)
		}
		ts[i] = x.o.t
	}
	if peers := peersOf(xs...); peers != nil {
		return p.remotely(peers, xs)
	}
	out := make([]C.ge_owned, p.results)
	err := status(C.ge_run(p.start(), unsafe.SliceData(ts), C.int(len(ts)), unsafe.SliceData(out), C.int(len(out))))
	runtime.KeepAlive(xs)
	if err != nil {
		return nil, err
	}
	zs := make([]*Tensor, len(out))
	for i, o := range out {
		zs[i] = own(o)
	}
	return zs, nil
}
