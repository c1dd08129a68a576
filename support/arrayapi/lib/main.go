// Command lib is a C library: a Bridge of package arrayapi, and the DLPack protocol, by
// which other libraries share the memory of its arrays.
//
//	go build -buildmode=c-shared -o libgoivy.so ./support/arrayapi/lib
package main

// #include <stdlib.h>
// #include "dlpack.h"
import "C"

import (
	"encoding/json"
	"errors"
	"runtime"
	"runtime/cgo"
	"unsafe"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/arrayapi"
)

var (
	bridge     = arrayapi.New()
	errVersion = errors.New("a DLPack tensor of a later version than 1")
)

func main() {}

// text returns what Go has as C's, for goivy_free.
func text(answer []byte, n *C.size_t) *C.char {
	*n = C.size_t(len(answer))
	return (*C.char)(C.CBytes(answer))
}

// goivy_call does what a request asks for; the elements that it refers to lie at data.
// The answer is the caller's, for goivy_free.
//
//export goivy_call
func goivy_call(request *C.char, n C.size_t, data unsafe.Pointer, bytes C.size_t, answerLen *C.size_t) *C.char {
	return text(bridge.Call(unsafe.Slice((*byte)(unsafe.Pointer(request)), n), unsafe.Slice((*byte)(data), bytes)), answerLen)
}

// goivy_versions returns the versions of the backends that are built in, by their names, as
// an object of JSON, for goivy_free.
//
//export goivy_versions
func goivy_versions(n *C.size_t) *C.char {
	versions := map[string]string{}
	for _, name := range backend.Linked() {
		if b, err := backend.Lookup(name); err == nil { // all of them are there
			versions[name] = b.Version()
		}
	}
	answer, err := json.Marshal(versions)
	if err != nil {
		answer = []byte("{}") // strings always can be written
	}
	return text(answer, n)
}

//export goivy_free
func goivy_free(answer *C.char) { C.free(unsafe.Pointer(answer)) }

// goivy_release forgets an array.
//
//export goivy_release
func goivy_release(handle C.uint64_t) { bridge.Release(uint64(handle)) }

// An export is what a managed tensor keeps alive: Go's memory that C points into, or the
// owner of a backend's.
type export struct {
	pinner runtime.Pinner
	tensor *ivy.DLTensor
}

// goivy_to_dlpack returns a managed tensor over the elements of an array, or nil and the
// answer that says why there is none. versioned asks for DLManagedTensorVersioned, which
// says whether the elements were copied for the tensor alone: so they were if copied is 1,
// and may be by the backend if it is 0; −1 makes that an error.
//
//export goivy_to_dlpack
func goivy_to_dlpack(handle C.uint64_t, versioned, copied C.int, answer **C.char, answerLen *C.size_t) unsafe.Pointer {
	fail := func(err error) unsafe.Pointer {
		*answer = text(arrayapi.Failure(err), answerLen)
		return nil
	}
	x, err := bridge.Array(uint64(handle))
	if err != nil {
		return fail(err)
	}
	var t *ivy.DLTensor
	handOut := x.DLPack
	if copied < 0 {
		handOut = x.DLPackView
	}
	if err := ivy.Try(func() { t = handOut() }); err != nil {
		return fail(err)
	}
	if t.Owner == nil { // of the elements there is no other
		copied = 1
	}
	e := &export{tensor: t}
	var data unsafe.Pointer
	if len(t.Data) > 0 {
		data = unsafe.Pointer(unsafe.SliceData(t.Data))
		e.pinner.Pin(data)
	}
	m := C.goivy_new_managed(versioned, max(copied, 0), C.int32_t(len(t.Shape)), C.uintptr_t(cgo.NewHandle(e)))
	d := C.goivy_tensor(m, versioned)
	d.data = data
	d.byte_offset = C.uint64_t(t.ByteOffset)
	d.device = C.DLDevice{device_type: C.int32_t(t.Device[0]), device_id: C.int32_t(t.Device[1])}
	d.dtype = C.DLDataType{code: C.uint8_t(t.Code), bits: C.uint8_t(t.Bits), lanes: C.uint16_t(t.Lanes)}
	shape, strides := unsafe.Slice(d.shape, len(t.Shape)), unsafe.Slice(d.strides, len(t.Shape))
	for i := range shape {
		shape[i], strides[i] = C.int64_t(t.Shape[i]), C.int64_t(t.Strides[i])
	}
	return m
}

// goivy_unpin ends what goivy_to_dlpack began; the deleter of a managed tensor calls it.
//
//export goivy_unpin
func goivy_unpin(context C.uintptr_t) {
	h := cgo.Handle(context)
	h.Value().(*export).pinner.Unpin()
	h.Delete()
}

// goivy_from_dlpack makes an array of a copy of a managed tensor's elements and calls its
// deleter. The answer is goivy_call's.
//
//export goivy_from_dlpack
func goivy_from_dlpack(backend *C.char, managed unsafe.Pointer, versioned C.int, answerLen *C.size_t) *C.char {
	defer C.goivy_delete(managed, versioned)
	if C.goivy_major(managed, versioned) > 1 {
		return text(arrayapi.Failure(errVersion), answerLen)
	}
	d := C.goivy_tensor(managed, versioned)
	t := &ivy.DLTensor{
		Device: [2]int{int(d.device.device_type), int(d.device.device_id)},
		Code:   uint8(d.dtype.code), Bits: uint8(d.dtype.bits), Lanes: uint16(d.dtype.lanes),
		Shape: make([]int, d.ndim),
	}
	for i, n := range unsafe.Slice(d.shape, d.ndim) {
		t.Shape[i] = int(n)
	}
	if d.strides != nil {
		t.Strides = make([]int, d.ndim)
		for i, n := range unsafe.Slice(d.strides, d.ndim) {
			t.Strides[i] = int(n)
		}
	}
	if t.Device == [2]int{1, 0} { // what is elsewhere is not to be looked at
		if lo, n, ok := t.Extent(); ok && n > 0 {
			t.Data = unsafe.Slice((*byte)(unsafe.Add(d.data, int(d.byte_offset)+lo)), n)
			t.ByteOffset = -lo
		}
	}
	return text(bridge.Import(C.GoString(backend), t), answerLen)
}
