//go:build libtorch

package torch

// #include "shim.h"
//
// #cgo noescape gt_free_all
// #cgo nocallback gt_free_all
// #cgo nocallback gt_free
import "C"

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// A Tensor is a reference to a tensor of the library, which the collector gives back.
// Its functions return an error when the reference has been given back by Free.
type Tensor struct{ t C.gt_tensor }

// A finalizer costs as much as a third of a small operation, so small tensors have one
// for so many. One that is kept keeps its neighbours, which is why they are small.
const (
	blockLen = 32
	small    = 512 // bytes

	// A small tensor takes about 1 KiB with what the library keeps beside its elements.
	blockBytes = blockLen << 10
)

type block struct {
	ts   [blockLen]Tensor
	used int
}

func (b *block) free() {
	C.gt_free_all(&b.ts[0].t, C.int(b.used))
	atomic.AddInt64(live, -blockBytes)
}

// blocks holds those that are not full.
var blocks sync.Pool

func newBlock() *block {
	b := new(block)
	runtime.SetFinalizer(b, (*block).free)
	atomic.AddInt64(live, blockBytes)
	relieve()
	return b
}

// A lone tensor is not in a block. It is as large as what can have a finalizer.
type lone struct {
	Tensor
	_ uint64
}

// own takes over a reference to a tensor that is a view of so many bytes.
func own(t C.gt_tensor, bytes int) *Tensor {
	if bytes > small {
		return ownLarge(t)
	}
	b, ok := blocks.Get().(*block)
	if !ok {
		b = newBlock()
	}
	x := &b.ts[b.used]
	x.t = t
	if b.used++; b.used < blockLen {
		blocks.Put(b)
	}
	return x
}

func ownLarge(t C.gt_tensor) *Tensor {
	x := &lone{Tensor: Tensor{t}}
	runtime.SetFinalizer(x, (*lone).Free)
	relieve()
	return &x.Tensor
}

// Free gives the reference back at once. It may be called twice. Memory that another
// tensor is a view of stays until that is freed.
func (x *Tensor) Free() {
	if t := x.t; t != nil {
		x.t = nil // before the call: a finalizer may run meanwhile
		C.gt_free(t)
	}
}

// The collector sees a few words in Go for each tensor, not its memory. So it is run
// when the memory of all tensors has grown by as much as was live when it last ran, in
// Go and here: what Go's own rule would be. Below least bytes it would do little else:
// of 32, 64, 128, 256 and 384 MiB additions of 1 MiB took the longer the more it was, up
// to half as long again, and the time of a collection goes by what is live in Go.
const least = 1 << 27

var (
	live       = (*int64)(unsafe.Pointer(C.gt_live()))
	limit      = (*int64)(unsafe.Pointer(C.gt_limit()))
	collecting sync.Mutex
)

// Live returns the bytes of the memory of all tensors of the library, where several
// share memory counted once. Those of a few hundred bytes count together, by estimate.
func Live() int { return int(atomic.LoadInt64(live)) }

// next is the limit that follows from what is live after a collection.
func next() int64 {
	now, heap := atomic.LoadInt64(live), []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	grown := now
	if metrics.Read(heap); heap[0].Value.Kind() == metrics.KindUint64 {
		grown += int64(heap[0].Value.Uint64())
	}
	return now + max(least, grown)
}

// relieve collects if that is due.
func relieve() {
	if atomic.LoadInt64(live) >= atomic.LoadInt64(limit) {
		collect()
	}
}

// collect runs the collector, and returns when it has freed what it found.
func collect() {
	collecting.Lock()
	defer collecting.Unlock()
	if atomic.LoadInt64(live) < atomic.LoadInt64(limit) {
		return // another goroutine has been here
	}
	runtime.GC()
	finalize()
	atomic.StoreInt64(limit, next())
}

// finalize waits until the finalizers that are due have run, as long as any do.
func finalize() {
	state := []metrics.Sample{{Name: "/gc/finalizers/queued:finalizers"}, {Name: "/gc/finalizers/executed:finalizers"}}
	metrics.Read(state)
	if state[0].Value.Kind() != metrics.KindUint64 || state[1].Value.Kind() != metrics.KindUint64 {
		return
	}
	due, done, since := state[0].Value.Uint64(), state[1].Value.Uint64(), time.Now()
	for done < due {
		if time.Since(since) > 20*time.Millisecond {
			return // one of them waits, perhaps for this goroutine
		}
		time.Sleep(20 * time.Microsecond)
		metrics.Read(state[1:])
		if n := state[1].Value.Uint64(); n != done {
			done, since = n, time.Now()
		}
	}
}

// A pulse's finalizer runs at every collection, whoever began it.
type pulse struct{ _ [64]byte }

func (p *pulse) beat() {
	if n := next(); n < atomic.LoadInt64(limit) {
		atomic.StoreInt64(limit, n)
	}
	C.gt_trim()
	runtime.SetFinalizer(p, (*pulse).beat)
}

func init() { runtime.SetFinalizer(new(pulse), (*pulse).beat) }
