// Package memory makes Go's collector mind the memory of C libraries: it runs when that
// has grown, and handles of the libraries are given back by finalizers.
package memory

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/internal/finalizers"
)

// Least is how many bytes a library's memory grows before a collection is due, however
// little is live. Below it a collection would do little else: it takes half a millisecond
// and more, as long as some tens of operations that make 1 MiB each. Much above it those
// take twice as long, on memory that has left the processor's caches.
const Least = 1 << 26

// A Meter runs the collector when the memory of a library has grown by as much as was
// live when it last ran, in Go and there: what Go's own rule would be, if it saw more of
// it than a few words for each handle.
type Meter struct {
	live, limit *int64
	collecting  sync.Mutex
}

// NewMeter returns the Meter of a library which counts its live bytes at live. It keeps
// at limit how many there may be before a collection; after each collection, whoever
// began it, trim is called.
func NewMeter(live, limit *int64, trim func()) *Meter {
	m := &Meter{live: live, limit: limit}
	runtime.SetFinalizer(new(pulse), func(p *pulse) { m.beat(p, trim) })
	return m
}

// Live returns the bytes that are live.
func (m *Meter) Live() int { return int(atomic.LoadInt64(m.live)) }

// Relieve collects if that is due. What allocates calls it.
func (m *Meter) Relieve() {
	if atomic.LoadInt64(m.live) >= atomic.LoadInt64(m.limit) {
		m.collect()
	}
}

// next is the limit that follows from what is live after a collection.
func (m *Meter) next() int64 {
	now, heap := atomic.LoadInt64(m.live), []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	grown := now
	if metrics.Read(heap); heap[0].Value.Kind() == metrics.KindUint64 {
		grown += int64(heap[0].Value.Uint64())
	}
	return now + max(Least, grown)
}

// collect runs the collector, and returns when it has freed what it found.
func (m *Meter) collect() {
	m.collecting.Lock()
	defer m.collecting.Unlock()
	if atomic.LoadInt64(m.live) < atomic.LoadInt64(m.limit) {
		return // another goroutine has been here
	}
	runtime.GC()
	finalizers.Wait()
	atomic.StoreInt64(m.limit, m.next())
}

// A pulse's finalizer runs at every collection, whoever began it.
type pulse struct{ _ [64]byte }

func (m *Meter) beat(p *pulse, trim func()) {
	if n := m.next(); n < atomic.LoadInt64(m.limit) {
		atomic.StoreInt64(m.limit, n)
	}
	trim()
	runtime.SetFinalizer(p, func(p *pulse) { m.beat(p, trim) })
}
