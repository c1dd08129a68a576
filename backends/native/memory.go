package native

import (
	"math/bits"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Blocks of these sizes in bytes are used again once nothing points into them: a new
// one would have to be cleared, and cost a page fault every 4 KiB, which is more than
// most loops take.
const (
	smallestRecycled = 1 << 16
	largestRecycled  = 1 << 27
)

// A recycler holds free blocks of one size. What is not used for two collections is
// the collector's to free, as in any sync.Pool.
type recycler struct {
	words int
	free  sync.Pool // of *uint64, the first word
	put   func(*uint64)
}

// recyclers has four sizes between one power of two and the next.
var recyclers [4 * 12]recycler

func init() {
	for i := range recyclers {
		r := &recyclers[i]
		r.words = smallestRecycled / 8 * (5 + i%4) / 4 << (i / 4)
		r.put = func(p *uint64) { r.free.Put(p) }
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

// allocate returns a block of at least n bytes, n > 0, and whether it is zero.
func allocate(n int) (p unsafe.Pointer, zero bool) {
	if n <= smallestRecycled || n > largestRecycled {
		return unsafe.Pointer(unsafe.SliceData(make([]uint64, (n+7)/8))), true
	}
	r := recyclerOf(n)
	first, again := r.free.Get().(*uint64)
	if !again && collectIfDue() {
		first, again = r.free.Get().(*uint64)
	}
	if !again {
		first = unsafe.SliceData(make([]uint64, r.words))
	}
	handedOut.Add(int64(r.words * 8))
	// The finalizer runs when nothing points into the block any more, neither a Buffer
	// nor a slice of it; then the block is free, and its next user sets one again.
	runtime.SetFinalizer(first, r.put)
	return unsafe.Pointer(first), !again
}

// Left to itself the collector would run when the heap has doubled, and count the
// blocks it has just found free as used. So the recyclers have it run when they are
// empty and have handed out as much as is live, and keep to the memory they have.
var (
	handedOut  atomic.Int64 // bytes since the last collection that was due
	collecting sync.Mutex
)

// collectEvery is the least number of bytes worth a collection. Of 8, 16, 32, 128 and
// 256 MiB it took the least time: what is used again soon is still in the cache.
const collectEvery = 16 << 20

// collectIfDue runs the collector if that is due, and reports whether it did.
func collectIfDue() bool {
	if handedOut.Load() < collectEvery || !collecting.TryLock() {
		return false
	}
	defer collecting.Unlock()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if v := live[0].Value; v.Kind() == metrics.KindUint64 && handedOut.Load() < int64(v.Uint64())/2 {
		return false
	}
	handedOut.Store(0)
	// The blocks' finalizers run before or about when this one does.
	done := make(chan struct{})
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) { close(done) })
	runtime.GC()
	select {
	case <-done:
	case <-time.After(time.Millisecond):
	}
	return true
}
