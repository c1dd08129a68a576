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
	r := C.ge_to_host(x.o.t, octets(dst), C.size_t(len(dst)))
	runtime.KeepAlive(x)
	return status(r)
}

// TFTensor returns a TF_Tensor which shares x's memory, for DeleteTFTensor.
func (x *Tensor) TFTensor() (unsafe.Pointer, error) {
	var r C.ge_result
	t := C.ge_tensor_of(x.o.t, &r)
	runtime.KeepAlive(x)
	return t, status(r)
}

// FromTFTensor returns a tensor which shares the memory of a TF_Tensor.
func FromTFTensor(t unsafe.Pointer) (*Tensor, error) { return result(C.ge_from_tensor(t)) }

// DeleteTFTensor gives back a TF_Tensor.
func DeleteTFTensor(t unsafe.Pointer) { C.ge_delete_tensor(t) }

// Shape returns the lengths of the axes.
func (x *Tensor) Shape() ([]int, error) {
	var dims [254]C.int64_t
	n := int(C.ge_shape(x.o.t, &dims[0], C.int(len(dims))))
	runtime.KeepAlive(x)
	if n < 0 || n > len(dims) {
		return nil, fmt.Errorf("a tensor whose shape is not known")
	}
	s := make([]int, n)
	for i := range s {
		s[i] = int(dims[i])
	}
	return s, nil
}

func (p *Program) start() *C.int64_t { return (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(p.words))) }

// Run1 runs a program on one operand for one result.
func (p *Program) Run1(x *Tensor) (*Tensor, error) {
	if x.symbol != nil {
		return p.recordOne(x)
	}
	r := C.ge_run1(p.start(), x.o.t)
	runtime.KeepAlive(x)
	return result(r)
}

// Run2 runs a program on two operands for one result.
func (p *Program) Run2(x, y *Tensor) (*Tensor, error) {
	if x.symbol != nil || y.symbol != nil {
		return p.recordOne(x, y)
	}
	r := C.ge_run2(p.start(), x.o.t, y.o.t)
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return result(r)
}

// Run3 runs a program on three operands for one result.
func (p *Program) Run3(x, y, z *Tensor) (*Tensor, error) {
	if x.symbol != nil || y.symbol != nil || z.symbol != nil {
		return p.recordOne(x, y, z)
	}
	r := C.ge_run3(p.start(), x.o.t, y.o.t, z.o.t)
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	runtime.KeepAlive(z)
	return result(r)
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
