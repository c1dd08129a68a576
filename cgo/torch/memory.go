//go:build libtorch

package torch

// #include "shim.h"
//
// #cgo nocallback gt_free
// #cgo noescape gt_move
// #cgo nocallback gt_move
import "C"

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/cgo/memory"
)

// A Tensor is a reference to a tensor of the library, which the collector gives back.
// Its functions return an error when the reference has been given back by Free.
type Tensor struct {
	t C.gt_tensor

	// What it counts for in addition to what the allocator does. It also makes a Tensor as large
	// as what can have a finalizer.
	extra int64
}

// Guard has check asked before the library allocates much, and returns what is to free the
// memory that it keeps for later.
func Guard(check func(bytes uint64) error) (empty func()) {
	C.gt_ask((*[0]byte)(memory.Ask(check)))
	return func() { C.gt_empty() }
}

// overhead is about how many bytes a small tensor takes in addition to its elements, which nothing counts.
const overhead = 1 << 10

var (
	live  = (*int64)(unsafe.Pointer(C.gt_live()))
	meter = memory.NewMeter(live, (*int64)(unsafe.Pointer(C.gt_limit())), func() { C.gt_trim() })
)

// spare holds Tensors without a reference: their finalizer, which takes longer to set
// than small operations, stays.
var spare sync.Pool

// own takes over a reference to a tensor that is a view of so many bytes.
func own(t C.gt_tensor, bytes int) *Tensor {
	x, ok := spare.Get().(*Tensor)
	if !ok {
		x = new(Tensor)
		runtime.SetFinalizer(x, (*Tensor).Free)
	}
	x.t = t
	if bytes <= Small {
		x.extra = overhead
		atomic.AddInt64(live, overhead)
	}
	meter.Relieve()
	return x
}

// Free gives the reference back at once. It may be called twice. Memory that another
// tensor is a view of stays until that is freed.
func (x *Tensor) Free() {
	if t := x.t; t != nil {
		x.t = nil // before the call: a finalizer may run meanwhile
		x.discount()
		C.gt_free(t)
	}
}

func (x *Tensor) discount() {
	if x.extra > 0 {
		atomic.AddInt64(live, -x.extra)
		x.extra = 0
	}
}

// Release is Free of a Tensor that nothing refers to any more.
func (x *Tensor) Release() {
	x.Free()
	spare.Put(x)
}

// Move copies the elements of a tensor that nothing else refers to into those of out,
// which are in Go, and releases it.
func (x *Tensor) Move(out Operand) error {
	_, kind, dims, data := out.c()
	r := C.gt_move(x.t, kind, dims, data)
	x.t = nil
	x.discount()
	spare.Put(x)
	return status(r)
}

// Live returns the bytes of the memory of all tensors of the library, where several
// share memory counted once, and those of a few hundred bytes by estimate.
func Live() int { return meter.Live() }
