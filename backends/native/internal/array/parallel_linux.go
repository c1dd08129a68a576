package array

import (
	"bytes"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Linux often puts a thread that it wakes on the processor of the thread that woke it, though
// another processor is idle: it does not search the processors that share a cache when these
// were busy recently, which two processors always were. The threads of a job then share one
// processor until the kernel balances its load, tens of milliseconds later. So a helper that
// finds itself on the processor of another thread of its job moves to a free one.

// processors is where the threads of a job run.
type processors struct {
	lock   sync.Mutex
	set    unix.CPUSet
	caller int // the thread that began the job
}

// mayMove reports whether threads may ask where they run and move: not where a filter of
// system calls is set, which may end the process for that.
var mayMove = sync.OnceValue(func() bool {
	status, err := os.ReadFile("/proc/self/status")
	return err == nil && bytes.Contains(status, []byte("\nSeccomp:\t0\n"))
})

// spreading returns the processors of a job of the calling thread, nil if its helpers stay
// where they are.
func spreading() *processors {
	if !mayMove() {
		return nil
	}
	p := &processors{caller: unix.Gettid()}
	p.enter()
	return p
}

// processor returns the number of the one that the calling thread runs on, or -1.
func processor() int {
	var n uint32
	if _, _, e := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&n)), 0, 0); e != 0 {
		return -1
	}
	return int(n)
}

// enter adds the processor of the calling thread, and reports whether it was there already.
func (p *processors) enter() (was bool) {
	n := processor()
	if n < 0 {
		return false
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	was = p.set.IsSet(n)
	p.set.Set(n)
	return was
}

// spread is enter for a thread that then moves to a processor that is not there, if it may
// run on one.
func (p *processors) spread() {
	// Threads that the runtime starts from this one would inherit the processors it may
	// run on; from one that a goroutine has locked it starts none.
	runtime.LockOSThread()
	stay := false
	defer func() {
		if !stay {
			runtime.UnlockOSThread()
		}
	}()
	if unix.Gettid() == p.caller || !p.enter() {
		return
	}
	var all unix.CPUSet
	if unix.SchedGetaffinity(0, &all) != nil {
		return
	}
	free := all
	p.lock.Lock()
	for i := range free {
		free[i] &^= p.set[i]
	}
	p.lock.Unlock()
	if free.Count() == 0 || unix.SchedSetaffinity(0, &free) != nil {
		return
	}
	if unix.SchedSetaffinity(0, &all) != nil { // it was so before
		stay = true // locked: the thread ends with the helper
	}
	p.enter()
}

// giveWay lets another thread that waits for this processor have it.
func giveWay() { _, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0) }
