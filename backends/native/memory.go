package native

import (
	"math/bits"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
)

// Blocks of these sizes in bytes are used again once nothing points into them: a new
// one would have to be cleared, and cost a page fault every 4 KiB, which is more than
// most loops take.
const (
	smallestRecycled = 1 << 13
	largestRecycled  = 1 << 27
)

// A recycler holds free blocks of one size. What is not used for two collections is
// the collector's to free, as in any sync.Pool. A block is free when the collector has
// found that nothing points into it, or when its only array is freed.
type recycler struct {
	words int
	found sync.Pool // by the collector; of *uint64, the first word
	freed sync.Pool // by Release: these are in the caches, and have their finalizer yet
	put   func(*uint64)
}

// A past is what a block was before.
type past uint8

const (
	blank past = iota // nothing: it is zero
	given             // the memory of an array, which the caller is to fill
	warm              // memory that was in use until just now
	cold              // memory that is likely not in the caches any more
)

// recyclers has four sizes between one power of two and the next.
var recyclers [4 * 15]recycler

func init() {
	for i := range recyclers {
		r := &recyclers[i]
		r.words = smallestRecycled / 8 * (5 + i%4) / 4 << (i / 4)
		r.put = func(p *uint64) { r.found.Put(p) }
	}
}

// recyclerOf returns the recycler of the smallest size that holds n bytes.
func recyclerOf(n int) *recycler {
	words := (n + 7) / 8
	i := 4 * max(bits.Len(uint(words-1))-bits.Len(smallestRecycled/8), 0)
	for recyclers[i].words < words {
		i++
	}
	return &recyclers[i]
}

// allocate returns a block of at least n bytes, n > 0.
func allocate(n int) (p unsafe.Pointer, was past) {
	if n <= smallestRecycled || n > largestRecycled {
		return unsafe.Pointer(unsafe.SliceData(make([]uint64, (n+7)/8))), blank
	}
	r := recyclerOf(n)
	collectIfDue()
	handedOut.Add(int64(r.words * 8))
	if first, ok := r.freed.Get().(*uint64); ok {
		return unsafe.Pointer(first), warm
	}
	first, ok := r.found.Get().(*uint64)
	was = cold
	if !ok {
		first, was = unsafe.SliceData(make([]uint64, r.words)), blank
	}
	// The finalizer runs when nothing points into the block any more, neither a Buffer
	// nor a slice of it; then the block is free, and its next user sets one again.
	runtime.SetFinalizer(first, r.put)
	return unsafe.Pointer(first), was
}

// Release makes b's block free for the next result, and b one without memory. Blocks too
// small to be used again stay as they are.
func (Backend) Release(b backend.Buffer) {
	x := b.(*Buffer)
	n := x.Size * x.Dtype.Size()
	if n <= smallestRecycled || n > largestRecycled {
		return
	}
	if p := (*uint64)(atomic.SwapPointer(&x.Mem, nil)); p != nil {
		r := recyclerOf(n)
		handedOut.Add(int64(-r.words * 8))
		r.freed.Put(p)
	}
}

// Left to itself the collector would run when the heap has doubled, and count the
// blocks it has just found free as used. So the recyclers have it run when they have
// handed out as much as is live, and keep to the memory they have. It runs beside the
// work: to wait for it takes longer than it works.
var (
	handedOut  atomic.Int64 // bytes since the last collection that was due
	live       atomic.Int64 // bytes after it
	collecting atomic.Bool
	due        = make(chan struct{}, 1)
	collector  sync.Once
)

// collectEvery is the least number of bytes worth a collection.
var collectEvery int64 = 32 << 20

// collectIfDue has the collector run if that is due.
func collectIfDue() {
	if n := handedOut.Load(); n < collectEvery || n < live.Load()/2 || !collecting.CompareAndSwap(false, true) {
		return
	}
	collector.Do(func() { go collect() })
	due <- struct{}{}
}

// collect runs the collector whenever that is due.
func collect() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for range due {
		handedOut.Store(0)
		runtime.GC()
		metrics.Read(sample)
		if v := sample[0].Value; v.Kind() == metrics.KindUint64 {
			live.Store(int64(v.Uint64()))
		}
		collecting.Store(false)
	}
}
