package backend

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"github.com/goivy/goivy/internal/finalizers"
)

// unasked is a size in bytes up to which the system is not asked whether it has as much.
const unasked = 32 << 20

// CheckMemory returns a [*SizeError] if n bytes are more than the process can have now:
// than the machine has available, or one of the control groups that the process is in, or
// its limit of address space, or than an int counts. What can be collected counts as
// available. With 32 bits n bytes must also fit in one piece between what the process has
// mapped. It must come before every allocation whose size a caller's argument decides:
// Go cannot recover from one that fails, and where the system promises more than it has
// it ends the process later.
//
// Up to 32 MiB it answers nil at once; above it may read some files of the system, which
// takes less than a hundredth of the time that it takes to fill as many bytes.
func CheckMemory(n uint64) error {
	if n <= unasked {
		return nil
	}
	return checkMemory(n)
}

// CheckElements is CheckMemory for n elements of size bytes each.
func CheckElements(n, size int) error {
	if uint64(max(n, 0)) <= unasked/uint64(max(size, 1)) {
		return nil
	}
	if uint64(n) > math.MaxUint64/uint64(size) {
		return checkMemory(math.MaxUint64)
	}
	return checkMemory(uint64(n) * uint64(size))
}

// OutOfMemory returns the [*SizeError] for n bytes that a library did not get.
func OutOfMemory(n uint64) error { return &SizeError{Bytes: n, Limit: available()} }

// A Pool is memory that Go's runtime does not count, or cannot free.
type Pool struct {
	Live func() int // bytes that are in use outside of Go's memory; may be nil
	Free func()     // gives back what is kept for later; may be nil
}

var pools struct {
	sync.Mutex
	all []Pool
}

// AddPool has CheckMemory count a backend's memory, and free what it keeps before it
// refuses.
func AddPool(p Pool) {
	pools.Lock()
	defer pools.Unlock()
	pools.all = append(pools.all, p)
}

func eachPool(f func(Pool)) {
	pools.Lock()
	all := slices.Clone(pools.all)
	pools.Unlock()
	for _, p := range all {
		f(p)
	}
}

// asking holds what the system said last. Its mutex is held while memory is collected, so
// that what others found too little is looked at again after one collection.
var asking struct {
	sync.Mutex
	at   time.Time
	left uint64 // half of what there was, less what was asked for since
}

// fresh is how long an answer of the system's holds.
const fresh = 10 * time.Millisecond

func checkMemory(n uint64) error {
	asking.Lock()
	defer asking.Unlock()
	now := time.Now()
	if n <= asking.left && now.Sub(asking.at) < fresh {
		asking.left -= n
		return nil
	}
	there := available()
	if n > there {
		if most := thisSystem.total(); n > most {
			return &SizeError{Bytes: n, Limit: most}
		}
		collect()
		if there = available(); n > there {
			return &SizeError{Bytes: n, Limit: there}
		}
	}
	asking.at, asking.left = now, (there-n)/2
	if thisSystem.tight {
		asking.left = 0 // what is left is not known to be in one piece
	}
	return nil
}

// collect frees all memory that can be freed, and gives it back to the system.
func collect() {
	runtime.GC()
	finalizers.Wait() // of arrays, which give their memory to the pools
	eachPool(func(p Pool) {
		if p.Free != nil {
			p.Free()
		}
	})
	debug.FreeOSMemory()
}

// ours returns the bytes that the process has asked for, and those of them that Go's
// runtime has given back but keeps the addresses of.
func ours() (ready, released uint64) {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	for _, x := range s {
		if x.Value.Kind() != metrics.KindUint64 {
			return 0, 0
		}
	}
	released = s[1].Value.Uint64()
	ready = s[0].Value.Uint64() - released
	eachPool(func(p Pool) {
		if p.Live != nil {
			ready += uint64(max(p.Live(), 0))
		}
	})
	return ready, released
}

func available() uint64 {
	ready, released := ours()
	return thisSystem.available(ready, released)
}

// less returns a − b, at least 0.
func less(a, b uint64) uint64 { return a - min(a, b) }
