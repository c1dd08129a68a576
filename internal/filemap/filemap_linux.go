package filemap

import (
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"
	"weak"

	"golang.org/x/sys/unix"
)

// A mapping is pages of a file in a block of Go's memory.
type mapping struct {
	at   weak.Pointer[byte] // the first of the pages
	size int                // of them, in bytes
	fd   int                // the file's, which has the lease; −1 without one
}

// leased are the mappings of files, whose leases may be asked back.
var leased = struct {
	sync.Mutex
	all      map[*mapping]struct{}
	watching bool
	signals  chan os.Signal
}{all: map[*mapping]struct{}{}}

// kept are blocks in which a file could not be replaced by memory: they are never free.
var kept []*byte

// Map returns the file's size bytes, to read alone: a write to them ends the process. They stay what they are, whatever
// becomes of file, until nothing points into them any more. ok is false where the file cannot be mapped, or is of another size.
func Map(file *os.File, size int64) (data []byte, ok bool) {
	page := os.Getpagesize()
	if size < Least || size != int64(int(size)) || int(size)+2*page < 0 {
		return nil, false
	}
	leased.Lock()
	defer leased.Unlock()
	if leased.signals == nil { // before there is a lease: a program without a handler would end by the signal
		leased.signals = make(chan os.Signal, 1)
		signal.Notify(leased.signals, unix.SIGIO)
	}
	m := &mapping{size: (int(size) + page - 1) / page * page, fd: reopened(file)}
	if m.fd < 0 {
		return nil, false
	}
	var stat unix.Stat_t
	if _, err := unix.FcntlInt(uintptr(m.fd), unix.F_SETLEASE, unix.F_RDLCK); err != nil ||
		unix.Fstat(m.fd, &stat) != nil || stat.Size != size || !m.place(page) {
		m.end()
		return nil, false
	}
	data = unsafe.Slice(m.at.Value(), int(size))
	leased.all[m] = struct{}{}
	if !leased.watching {
		leased.watching = true
		go watch()
	}
	return data, true
}

// reopened opens the file that file is open on a second time, and returns the descriptor, which can have a lease of its own; −1 if
// that fails. It does not go by the file's name, which another file may have by now.
func reopened(file *os.File) int {
	raw, err := file.SyscallConn()
	if err != nil {
		return -1
	}
	fd := -1
	err = raw.Control(func(of uintptr) {
		var opened error
		if fd, opened = unix.Open("/proc/self/fd/"+strconv.Itoa(int(of)), unix.O_RDONLY|unix.O_CLOEXEC, 0); opened != nil {
			fd = -1
		}
	})
	if err != nil {
		return -1
	}
	return fd
}

// place maps the file over a block of Go's memory that nobody has written to.
func (m *mapping) place(page int) bool {
	var b strings.Builder
	b.Grow(m.size + page) // which, other than make, does not clear a block that was in use
	b.WriteByte(0)
	block := unsafe.StringData(b.String())
	first := (*byte)(unsafe.Add(unsafe.Pointer(block), -uintptr(unsafe.Pointer(block))&uintptr(page-1)))
	p, err := unix.MmapPtr(m.fd, 0, nil, uintptr(m.size), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil || !m.move(p, unsafe.Pointer(first)) {
		return false
	}
	m.at = weak.Make(first)
	// A block with a finalizer becomes free after that has run, when its memory is Go's again.
	runtime.SetFinalizer(block, func(block *byte) {
		leased.Lock()
		defer leased.Unlock()
		if m.fd < 0 {
			return
		}
		first := unsafe.Add(unsafe.Pointer(block), -uintptr(unsafe.Pointer(block))&uintptr(page-1))
		if p, err := m.memory(); err != nil || !m.move(p, first) {
			kept = append(kept, block)
		}
		m.end()
	})
	return true
}

// end gives the lease back, and has nobody look after the mapping.
func (m *mapping) end() {
	unix.FcntlInt(uintptr(m.fd), unix.F_SETLEASE, unix.F_UNLCK)
	unix.Close(m.fd)
	m.fd = -1
	delete(leased.all, m)
}

// tick is how often leases are looked at where no signal came, as in a program that ignores SIGIO. The
// system waits for some 45 seconds (/proc/sys/fs/lease-break-time) before it lets the writer go on.
const tick = time.Second

// watch replaces mappings whose leases are asked back, while there are mappings.
func watch() {
	t := time.NewTicker(tick)
	defer t.Stop()
	for {
		select {
		case <-leased.signals:
		case <-t.C:
		}
		if !lookThrough() {
			return
		}
	}
}

// lookThrough reports whether there are mappings still.
func lookThrough() bool {
	leased.Lock()
	defer leased.Unlock()
	for m := range leased.all {
		lease, err := unix.FcntlInt(uintptr(m.fd), unix.F_GETLEASE, 0)
		if err != nil || lease == unix.F_RDLCK {
			continue
		}
		// nil: nothing points into it, and its finalizer is due
		if first := m.at.Value(); first != nil && m.copyOver(unsafe.Pointer(first)) {
			m.end()
		}
	}
	leased.watching = len(leased.all) > 0
	return leased.watching
}

// copyOver puts a copy of the file in place of its pages. The system has the file unchanged until then.
func (m *mapping) copyOver(first unsafe.Pointer) bool {
	p, err := m.memory()
	if err != nil {
		return false // it is tried again
	}
	data := unsafe.Slice((*byte)(p), m.size)
	for at := 0; at < m.size; {
		n, err := unix.Pread(m.fd, data[at:], int64(at))
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			unix.MunmapPtr(p, uintptr(m.size))
			return false
		}
		if n == 0 {
			break // the last page's rest
		}
		at += n
	}
	return m.move(p, first)
}

// memory returns as much memory that is not Go's.
func (m *mapping) memory() (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, uintptr(m.size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
}

// move puts the pages at p in place of those at first, of which they are gone from p; or it ends them.
func (m *mapping) move(p, first unsafe.Pointer) bool {
	// By the plain call: unix.MremapPtr's result is a pointer made of a number, which checkptr refuses in Go's memory.
	_, _, failed := unix.Syscall6(unix.SYS_MREMAP, uintptr(p), uintptr(m.size), uintptr(m.size), unix.MREMAP_MAYMOVE|unix.MREMAP_FIXED, uintptr(first), 0)
	if failed != 0 {
		unix.MunmapPtr(p, uintptr(m.size))
	}
	return failed == 0
}
