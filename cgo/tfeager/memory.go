//go:build tensorflow

package tfeager

// #include "shim.h"
//
// #cgo noescape ge_free_all
// #cgo nocallback ge_free_all
// #cgo nocallback ge_free
import "C"

import (
	"runtime"
	"unsafe"

	"github.com/goivy/goivy/cgo/memory"
)

// A Tensor is a handle of the library's, which the collector gives back. Its functions
// return an error when the handle has been given back by Free.
type Tensor struct {
	o      C.ge_owned
	symbol *symbol // of a tensor that is yet to be computed
}

var (
	meter  = memory.NewMeter((*int64)(unsafe.Pointer(C.ge_live())), (*int64)(unsafe.Pointer(C.ge_limit())), func() {})
	blocks = memory.NewBlocks(meter, func(first *Tensor, n int) { C.ge_free_all(&first.o, C.int(n)) })
)

// own takes over a handle. Memory that is counted makes it a large one.
func own(o C.ge_owned) *Tensor {
	if o.memory == nil {
		x := blocks.New()
		x.o = o
		return x
	}
	x := &Tensor{o: o}
	runtime.SetFinalizer(x, (*Tensor).Free)
	meter.Relieve()
	return x
}

// Free gives the handle back at once. It may be called twice. Memory that another tensor
// shares stays until that is freed.
func (x *Tensor) Free() {
	if o := x.o; o.t != nil {
		x.o = C.ge_owned{} // before the call: a finalizer may run meanwhile
		C.ge_free(o)
	}
}

// Live returns the bytes of the memory of all tensors that were returned and are not
// freed, where several share memory counted once. Those of a few hundred bytes count
// together, by estimate.
func Live() int { return meter.Live() }
