package ivy

import "sync/atomic"

// A recent keeps values by key, and lets those go that were used least recently. Its
// user holds a lock: to find, for reading is enough.
type recent[K comparable, V any] struct {
	entries map[K]*recentEntry[V]
	bytes   int // of all values
	clock   atomic.Uint64
}

type recentEntry[V any] struct {
	value V
	bytes int
	used  atomic.Uint64 // the clock at its last use
}

// find returns the value of a key.
func (r *recent[K, V]) find(key K) (v V, ok bool) {
	e, ok := r.entries[key]
	if !ok {
		return v, false
	}
	e.used.Store(r.clock.Add(1))
	return e.value, true
}

// add keeps a value of so many bytes, under a key that has none, and returns those that
// it lets go: until there are at most so many values, and bytes, where these limits are
// not 0. The new value stays in any case.
func (r *recent[K, V]) add(key K, v V, bytes, most, mostBytes int) (dropped []V) {
	if r.entries == nil {
		r.entries = map[K]*recentEntry[V]{}
	}
	e := &recentEntry[V]{value: v, bytes: bytes}
	e.used.Store(r.clock.Add(1))
	r.entries[key] = e
	r.bytes += bytes
	for len(r.entries) > 1 && (most > 0 && len(r.entries) > most || mostBytes > 0 && r.bytes > mostBytes) {
		var oldest K
		var last *recentEntry[V]
		for k, e := range r.entries {
			if last == nil || e.used.Load() < last.used.Load() {
				oldest, last = k, e
			}
		}
		delete(r.entries, oldest)
		r.bytes -= last.bytes
		dropped = append(dropped, last.value)
	}
	return dropped
}
