//go:build tensorflow

package tfeager

// #include "shim.h"
//
// #cgo nocallback ge_free
import "C"

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/cgo/memory"
)

// A Tensor is a handle of the library's, which the collector gives back. Its functions
// return an error when the handle has been given back by Free.
type Tensor struct {
	o      C.ge_owned
	symbol *symbol // of a tensor that is yet to be computed
	at     *Remote // of a tensor on another process's device
}

// Guard has check asked before the library allocates much for tensors, and returns what is
// to free the memory that it keeps for later.
func Guard(check func(bytes uint64) error) (empty func()) {
	C.ge_ask((*[0]byte)(memory.Ask(check)))
	return func() { C.ge_empty() }
}

// overhead is about how many bytes a small tensor takes in addition to its elements, which nothing counts.
const overhead = 1 << 10

var (
	live  = (*int64)(unsafe.Pointer(C.ge_live()))
	meter = memory.NewMeter(live, (*int64)(unsafe.Pointer(C.ge_limit())), func() {})
)

// spare holds Tensors without a handle: their finalizer, which takes longer to set than
// small operations, stays.
var spare sync.Pool

// own takes over a handle.
func own(o C.ge_owned) *Tensor {
	x, ok := spare.Get().(*Tensor)
	if !ok {
		x = new(Tensor)
		runtime.SetFinalizer(x, (*Tensor).Free)
	}
	x.o, x.at = o, nil
	if o.memory == nil {
		atomic.AddInt64(live, overhead)
	}
	meter.Relieve()
	return x
}

// Free gives the handle back at once. It may be called twice. Memory that another tensor
// shares stays until that is freed.
func (x *Tensor) Free() {
	if o := x.o; o.t != nil {
		x.o = C.ge_owned{} // before the call: a finalizer may run meanwhile
		if o.memory == nil {
			atomic.AddInt64(live, -overhead)
		}
		if x.at != nil {
			x.at.Peer.bury(o)
			return
		}
		C.ge_free(o)
	}
}

// Release is Free of a Tensor that nothing refers to any more.
func (x *Tensor) Release() {
	if x.o.t != nil {
		x.Free()
		spare.Put(x)
	}
}

// Live returns the bytes of the memory of all tensors that were returned and are not
// freed, where several share memory counted once. Those of a few hundred bytes count
// together, by estimate.
func Live() int { return meter.Live() }
