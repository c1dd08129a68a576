package ivy

import (
	"sync/atomic"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/shape"
)

// A memory is what several arrays share: the results of functions that give an array another
// shape, until one of them is written to, which copies first. It counts its holders, so that it
// can be given back with the last of them. A group of views is one holder, which its root stands
// for.
type memory struct {
	root    backend.Buffer // that has all of it; nil if it is never given back
	holders atomic.Int32
	of      *memory // where root may be a view itself: what it holds for all its holders

	// Of a view, which counts for nothing alone: what it is of the root of its group.
	ranges   []shape.Range
	version  uint64 // the group's when the view's buffer was made
	exported atomic.Bool
}

// shared returns the memory of a, which may be that of others from now on. The caller
// adds to its holders.
func (a *Array) shared() *memory {
	r := a
	g := a.group.Load()
	if g != nil && g != freed {
		r = g.root
	} else {
		g = nil
	}
	for {
		m, b := r.mem.Load(), r.held(g)
		if m != nil && (m.root == nil || m.root == b) {
			return m
		}
		own := &memory{root: b, of: m}
		own.holders.Store(1)
		if r.mem.CompareAndSwap(m, own) {
			return own
		}
	}
}

// share notes that a's memory is shared for good with something that must not see writes to a.
func (a *Array) share() { a.shared().holders.Add(1) }

// shareWith notes that the memory of z, a new array, is that of a.
func (a *Array) shareWith(z *Array) {
	m := a.shared()
	m.holders.Add(1)
	z.mem.Store(m)
}

// shares notes that the memory of a, a new array, may be that of something that must not
// see writes to a, and outlives it.
func (a *Array) shares() {
	m := &memory{}
	m.holders.Store(2)
	a.mem.Store(m)
}

// sole reports whether nothing else has the memory of a, which is no view and has none.
func (a *Array) sole() bool { return a.group.Load() == nil && a.mem.Load().alone(a.buf) }

// alone reports whether the memory of b, of which nothing is known if m is nil, is that of one
// array alone, which may write into it through b.
func (m *memory) alone(b backend.Buffer) bool {
	if m == nil {
		return true
	}
	n := m.holders.Load()
	return n == 0 && m.root == nil || n == 1 && m.root == b && m.of == nil
}

// drop notes that one holder is gone, and gives the memory back if it was the last.
func (m *memory) drop(be *engine) {
	for ; m != nil && m.holders.Add(-1) == 0 && m.root != nil; m = m.of {
		be.release(m.root)
	}
}

// letGo gives back b, the buffer of a freed array, if it is the array's own; what it shares goes
// with the last holder.
func (a *Array) letGo(m *memory, b backend.Buffer) {
	if m == nil || m.root != nil && m.root != b {
		a.be.release(b)
	}
	m.drop(a.be)
}

// borrowed notes that something has a's memory that never says when it is done with it, and may
// write to it: Free leaves the memory from now on.
func (a *Array) borrowed() {
	g := a.viewGroup()
	g.members.Add(1)
	g.exported.Store(true)
	if g.root != a {
		a.mem.Load().exported.Store(true)
	}
}

// take has a, which has no views, hold what z does, a new array that ends with that.
func (a *Array) take(z *Array) {
	m, b := a.mem.Load(), a.buf
	a.buf = z.buf
	a.mem.Store(z.mem.Load())
	z.group.Store(freed)
	a.letGo(m, b)
}

// end frees a, an array that a function has made on its way to the result.
func (a *Array) end() {
	if a.be.hasMemory() {
		a.Free()
	}
}

// leave notes that one of the group is freed. With the last one goes what they had.
func (g *group) leave() {
	if g.members.Add(-1) == 0 {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.root.letGo(g.root.mem.Load(), g.buffer())
	}
}

// release gives a buffer's memory back, where the backend can. Of a view it gives back
// what is its own, which is not the elements.
func (be *engine) release(b backend.Buffer) {
	if r, ok := be.Backend.(backend.Releaser); ok && b != nil {
		r.Release(b)
	}
}
