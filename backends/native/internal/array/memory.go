package array

import (
	"math/bits"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"time"
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

// A recycler holds free blocks of one size. A block is free when the collector has found
// that nothing points into it, or when its only array is freed.
type recycler struct {
	words int
	put   func(*uint64) // the finalizer of blocks in use
	mu    sync.Mutex
	found freeList // by the collector
	freed freeList // by Release: these are likely in the caches, and still have their finalizer
}

// A freeList holds the first words of free blocks. The block put last is taken first.
type freeList struct {
	blocks []*uint64
	spare  [4]int // how many were not needed since the last collection, the one before, …
}

func (p *freeList) put(first *uint64) { p.blocks = append(p.blocks, first) }

func (p *freeList) take() *uint64 {
	n := len(p.blocks) - 1
	if n < 0 {
		return nil
	}
	first := p.blocks[n]
	p.blocks[n] = nil
	p.blocks = p.blocks[:n]
	p.spare[0] = min(p.spare[0], n)
	return first
}

// age takes out the blocks that were not needed for as many collections as spare counts.
func (p *freeList) age() []*uint64 {
	n := slices.Min(p.spare[:])
	old := slices.Clone(p.blocks[:n])
	p.blocks = slices.Delete(p.blocks, 0, n)
	copy(p.spare[1:], p.spare[:])
	for i := range p.spare {
		p.spare[i] = max(p.spare[i]-n, 0)
	}
	p.spare[0] = len(p.blocks)
	return old
}

// A history says what a block was before it was allocated.
type history uint8

const (
	blank history = iota // nothing: it is zero
	given                // the memory of an array, which the caller is to fill
	warm                 // memory that was in use until just now
	cold                 // memory that is likely not in the caches any more
)

// recyclers has four sizes between one power of two and the next.
var recyclers [4 * 15]recycler

func init() {
	for i := range recyclers {
		r := &recyclers[i]
		r.words = smallestRecycled / 8 * (5 + i%4) / 4 << (i / 4)
		r.put = func(first *uint64) {
			r.mu.Lock()
			r.found.put(first)
			r.mu.Unlock()
		}
	}
	runtime.SetFinalizer(new(collection), (*collection).over)
	backend.AddPool(backend.Pool{Free: DropFree})
}

// DropFree leaves all free blocks to the collector.
func DropFree() {
	for i := range recyclers {
		r := &recyclers[i]
		r.mu.Lock()
		for _, first := range r.freed.blocks {
			runtime.SetFinalizer(first, nil)
		}
		r.found, r.freed = freeList{}, freeList{}
		r.mu.Unlock()
	}
}

// A collection is garbage, whose finalizer is called after each of the collector's runs. It
// gives back to the system what has been free for long.
type collection struct{ _ [16]byte } // smaller ones share memory, and might never be found

func (c *collection) over() {
	for i := range recyclers {
		recyclers[i].age()
	}
	runtime.SetFinalizer(c, (*collection).over)
}

func (r *recycler) age() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.found.age()
	for _, first := range r.freed.age() {
		runtime.SetFinalizer(first, nil)
	}
}

// recyclerOf returns the recycler of the smallest size that holds n bytes.
func recyclerOf(n int) *recycler {
	words := (n-1)/8 + 1
	i := 4 * max(bits.Len(uint(words-1))-bits.Len(smallestRecycled/8), 0)
	for recyclers[i].words < words {
		i++
	}
	return &recyclers[i]
}

// allocate returns a block of at least n bytes, n > 0, or an error if memory does not hold it.
func allocate(n int) (unsafe.Pointer, history, error) {
	if n <= smallestRecycled || n > largestRecycled {
		if err := backend.CheckMemory(uint64(n)); err != nil {
			return nil, blank, err
		}
		return unsafe.Pointer(unsafe.SliceData(make([]uint64, (n-1)/8+1))), blank, nil
	}
	r := recyclerOf(n)
	count(r.words * 8)
	r.mu.Lock()
	if first := r.freed.take(); first != nil {
		r.mu.Unlock()
		return unsafe.Pointer(first), warm, nil
	}
	first, was := r.found.take(), cold
	r.mu.Unlock()
	if first == nil {
		if err := backend.CheckMemory(uint64(r.words) * 8); err != nil {
			return nil, blank, err
		}
		first, was = unsafe.SliceData(make([]uint64, r.words)), blank
	}
	// The finalizer runs when nothing points into the block any more, neither a Buffer
	// nor a slice of it; then the block is free, and its next user sets one again.
	runtime.SetFinalizer(first, r.put)
	return unsafe.Pointer(first), was, nil
}

// Temporary returns n zero elements for intermediate results of a kernel. If memory does not
// hold them it panics; the kernel defers CatchShortage, which makes the panic its error.
func Temporary[T any](n int) []T {
	var one T
	if err := backend.CheckElements(n, int(unsafe.Sizeof(one))); err != nil {
		panic(err)
	}
	return make([]T, n)
}

// Scratch is Temporary for elements that may hold anything, and of a type without pointers. done
// makes their memory free for the next result.
func Scratch[T any](n int) (s []T, done func()) {
	size := int(unsafe.Sizeof(*new(T)))
	if n*size <= smallestRecycled || n > largestRecycled/size {
		return Temporary[T](n), func() {}
	}
	p, _, err := allocate(n * size)
	if err != nil {
		panic(err)
	}
	if Poison {
		poison(unsafe.Slice((*byte)(p), n*size))
	}
	return unsafe.Slice((*T)(p), n), func() { free((*uint64)(p), n*size) }
}

// CatchShortage is deferred by kernels that call Temporary: it turns the panic of a shortage of
// memory into err, and sets z to nil.
func CatchShortage(z *backend.Buffer, err *error) {
	if p := recover(); p != nil {
		size, ok := p.(*backend.SizeError)
		if !ok {
			panic(p)
		}
		*z, *err = nil, size
	}
}

// AppendOne is append of one element. If memory does not hold the longer slice it panics as
// Temporary does.
func AppendOne[T any](s []T, v T) []T {
	if len(s) == cap(s) {
		if err := backend.CheckElements(2*len(s), int(unsafe.Sizeof(v))); err != nil {
			panic(err)
		}
	}
	return append(s, v)
}

// Left to itself the collector would run when the heap has doubled, and count the
// blocks it has just found free as used. So the recyclers have it run when they have
// handed out as much as is live, and keep to the memory they have. It runs
// concurrently with the work: to wait for it takes longer than it works. And it runs when
// the work pauses, so that what comes next finds its blocks free.
var (
	handedOut atomic.Int64 // bytes since the last collection that was due, less what was freed
	live      atomic.Int64 // bytes after it
	due       atomic.Bool  // a collection
	watching  atomic.Bool  // for a pause
	called    = make(chan struct{}, 1)
	collector sync.Once
)

const (
	// pause is how long no block is handed out before the work counts as paused.
	pause = 10 * time.Millisecond

	// worthPausing is the part of collectEvery that is worth a collection then.
	worthPausing = 4
)

// collectEvery is the least number of bytes worth a collection.
var collectEvery int64 = 64 << 20

// count adds n bytes to those handed out, and has the collector run if that is due.
func count(n int) {
	out := handedOut.Add(int64(n))
	if !watching.Load() && watching.CompareAndSwap(false, true) ||
		out >= collectEvery && out >= live.Load()/2 && !due.Load() && due.CompareAndSwap(false, true) {
		collector.Do(func() { go collect() })
		select {
		case called <- struct{}{}:
		default: // it is on its way
		}
	}
}

// collect runs the collector whenever that is due.
func collect() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTimer(pause)
	var last int64
	for {
		paused := false
		select {
		case <-called:
		case <-tick.C:
			n := handedOut.Load()
			if paused = n == last; paused { // who hands out a block from now on calls
				watching.Store(false)
				n = handedOut.Load()
				paused = n == last || !watching.CompareAndSwap(false, true)
			}
			last = n
		}
		if due.Load() || paused && last >= collectEvery/worthPausing {
			handedOut.Store(0)
			runtime.GC()
			metrics.Read(sample)
			if v := sample[0].Value; v.Kind() == metrics.KindUint64 {
				live.Store(int64(v.Uint64()))
			}
			due.Store(false)
		}
		if !paused {
			tick.Reset(pause)
		}
	}
}

// Release makes x's block free for the next result, and x one without memory. Blocks too
// small to be used again stay as they are, and so do those of what x is a view of.
func Release(x *Buffer) {
	n := x.Size * x.Dtype.Size()
	if x.Borrows {
		return
	}
	if n <= smallestRecycled || n > largestRecycled {
		if Poison && n > 0 && x.Mem != nil {
			poison(unsafe.Slice((*byte)(x.Mem), n))
		}
		return
	}
	if p := (*uint64)(atomic.SwapPointer(&x.Mem, nil)); p != nil {
		free(p, n)
	}
}

// free makes a block of n bytes that allocate returned free for the next result. It is one that
// is used again.
func free(first *uint64, n int) {
	if Poison {
		poison(unsafe.Slice((*byte)(unsafe.Pointer(first)), n))
	}
	r := recyclerOf(n)
	handedOut.Add(int64(-r.words * 8))
	r.mu.Lock()
	r.freed.put(first)
	r.mu.Unlock()
}
