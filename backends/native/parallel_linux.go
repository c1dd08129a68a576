package native

import (
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Linux often leaves a thread that is woken on the processor of the one that woke it,
// though another is idle: of those that share a cache it looks at none when they were busy
// of late, which two always are. There the threads of a job take turns until the next
// balancing, which is tens of milliseconds. So a helper that finds itself there moves.

// processors is where the threads of a job run.
type processors struct {
	lock sync.Mutex
	set  unix.CPUSet
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
	p.lock.Lock()
	defer p.lock.Unlock()
	was = p.set.IsSet(n)
	p.set.Set(n)
	return was
}

// spread is enter for a thread that then moves to a processor that is not there, if it may
// run on one.
func (p *processors) spread() {
	if !p.enter() {
		return
	}
	// Threads that the runtime starts from this one would inherit the processors it may
	// run on; from one that a goroutine has locked it starts none.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
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
	_ = unix.SchedSetaffinity(0, &all) // it was so before
	p.enter()
}

// giveWay lets another thread that waits for this processor have it.
func giveWay() { _, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0) }
