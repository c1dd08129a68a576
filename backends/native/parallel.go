package native

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// threads is what SetThreads was given; 0 stands for as many as there are processors.
var threads atomic.Int32

func threadCount() int {
	if n := int(threads.Load()); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// worthSplitting is how many nanoseconds of work a piece must be, so that starting
// a goroutine for it (about a microsecond) pays.
const worthSplitting = 20_000

// split calls f on pieces of 0 … n, which together cover it, at once on the threads
// there are. cost is what one of n costs in nanoseconds, about; what is not worth
// it runs in one piece. A panic in f is raised again here.
func split(n int, cost float64, f func(lo, hi int)) {
	pieces := min(threadCount(), n, int(cost*float64(n)/worthSplitting))
	if pieces <= 1 {
		f(0, n)
		return
	}
	var (
		wg     sync.WaitGroup
		failed atomic.Pointer[any]
	)
	guard := func(lo, hi int) {
		defer func() {
			if p := recover(); p != nil {
				failed.CompareAndSwap(nil, &p)
			}
		}()
		f(lo, hi)
	}
	for i := 1; i < pieces; i++ {
		wg.Go(func() { guard(i*n/pieces, (i+1)*n/pieces) })
	}
	guard(0, n/pieces)
	wg.Wait()
	if p := failed.Load(); p != nil {
		panic(*p)
	}
}
