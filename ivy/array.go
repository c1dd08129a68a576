package ivy

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// An Array holds elements of one dtype in a shape, on one backend. Basic indexing
// (see [Env.GetItem]) gives views: a write through one is seen through the other.
// Results of functions never alias their operands. Reading an Array from many
// goroutines is safe; writing to it, or to a view of it, needs the care that any
// variable does.
type Array struct {
	byAddress

	env    *Env
	be     *engine
	buf    backend.Buffer
	dtype  Dtype
	pooled bool        // Free returns it to the pool of scalars: see pooled.go
	scoped atomic.Bool // the scope of env has it in its list: see scope.go
	shape  []int

	mem   atomic.Pointer[memory] // who else has buf's memory, once that may be anybody; what a view is of its root
	group atomic.Pointer[group]  // the array and its views, once there are any

	// Inline storage: of a short shape, and of a small result's elements if the backend puts
	// them here. One object is allocated instead of three.
	inline backend.Strided
}

// spec returns what a kernel is to fill for a, which has no buffer yet, unless stop ends it.
func (a *Array) spec(stop *backend.Stop) backend.Spec {
	return backend.Spec{Dtype: a.dtype, Shape: a.shape, Inline: &a.inline, Stop: stop}
}

// spec is what a kernel called by e is to fill for a.
func (e *Env) spec(a *Array) backend.Spec { return a.spec(e.stop()) }

// A group is an array, the root, and its views: what a write to one of them changes.
type group struct {
	mu       sync.Mutex
	root     *Array                         // nil of the group of freed arrays
	own      atomic.Pointer[backend.Buffer] // what DLPack has put in the place of root.buf, which others may be reading
	version  uint64                         // goes up when the root's buffer is another
	exported atomic.Bool                    // somebody has its memory by DLPack
	members  atomic.Int32                   // the arrays of the group that are not freed, and who has its memory by DLPack
}

// buffer returns the root's buffer.
func (g *group) buffer() backend.Buffer {
	if b := g.own.Load(); b != nil {
		return *b
	}
	return g.root.buf
}

// newArray returns an Array of this dtype; its shape is for the caller to set. Every kernel's
// result begins here: it panics if the calls of e have been canceled.
func newArray(e *Env, be *engine, d Dtype) (z *Array) {
	z = &Array{env: e, be: be, dtype: d}
	if e != nil && e.deadline != nil {
		z.whileGoing()
	}
	return
}

// setShape copies s into the array. It panics if the array would be larger than its
// Env allows, or an int counts its bytes.
func (a *Array) setShape(s []int) {
	check(shape.Check(s, a.dtype.Size()))
	if a.env != nil {
		if most := a.env.maxBytes.Load(); most > 0 {
			a.limit(s, most)
		}
	}
	if dims := &a.inline.Dims; len(s) <= len(dims) {
		a.shape = dims[:len(s):len(s)]
		copy(a.shape, s)
	} else {
		a.shape = slices.Clone(s)
	}
}

// limit panics if an array of shape s is larger than most bytes.
func (a *Array) limit(s []int, most int64) {
	n := int64(max(a.dtype.Size(), 1))
	for _, d := range s {
		if d == 0 {
			return
		}
	}
	for _, d := range s {
		if int64(d) > most/n {
			check(errorf(ErrValue, "an array of shape %s and dtype %v is larger than the limit of %d bytes", shape.Text(s), a.dtype, most))
		}
		n *= int64(d)
	}
}

// wrapBuffer returns an Array around a backend's buffer.
func wrapBuffer(e *Env, be *engine, b backend.Buffer, d Dtype, s []int) *Array {
	a := newArray(e, be, d)
	a.setShape(s)
	a.buf = b
	return a
}

// buffer returns the array's buffer, as the last write left it.
func (a *Array) buffer() backend.Buffer {
	if g := a.group.Load(); g != nil {
		return a.grouped(g)
	}
	return a.buf
}

// grouped is buffer of an array that has a group.
func (a *Array) grouped(g *group) backend.Buffer {
	switch g.root {
	case nil:
		panic(wrap("", a.be, errFreed))
	case a:
		return g.buffer()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	v := a.mem.Load()
	if v.version != g.version {
		b, err := a.be.cutAgain(g.buffer(), a.dtype, v.ranges, a.shape)
		if err != nil {
			panic(wrap("GetItem", a.be, err))
		}
		if !v.exported.Load() && a.be.hasMemory() {
			a.be.release(a.buf)
		}
		a.buf, v.version = b, g.version
	}
	return a.buf
}

// cut returns the ranges of b in shape s, which lacks or adds axes of length 1.
func (be *engine) cut(b backend.Buffer, d Dtype, ranges []shape.Range, s []int) (backend.Buffer, error) {
	lens := shape.Lens(ranges)
	k, err := be.step(ops.Slice.Op, d)
	if err != nil {
		return nil, err
	}
	b, err = k.View(backend.Spec{Dtype: d, Shape: lens}, b, backend.ViewAttrs{Ranges: ranges})
	if err != nil || slices.Equal(lens, s) {
		return b, err
	}
	return be.reshape(b, d, s)
}

// reshape returns b, of dtype d, in shape s.
func (be *engine) reshape(b backend.Buffer, d Dtype, s []int) (backend.Buffer, error) {
	k, err := be.step(ops.Reshape.Op, d)
	if err != nil {
		return nil, err
	}
	return k.View(backend.Spec{Dtype: d, Shape: s}, b, backend.ViewAttrs{})
}

// viewGroup returns the array's group, making one if there is none.
func (a *Array) viewGroup() *group {
	if g := a.group.Load(); g != nil {
		return g
	}
	g := &group{root: a}
	g.members.Store(1)
	a.group.CompareAndSwap(nil, g)
	return a.group.Load()
}

// join makes a, a view, one of the group.
func (g *group) join(a *Array) {
	g.members.Add(1)
	a.group.Store(g)
}

// root returns the array whose buffer holds a's elements, and the ranges of it that
// a is. It panics if a has been freed; that its root has been does not matter.
func (a *Array) root() (*Array, []shape.Range) {
	if g := a.group.Load(); g == freed {
		panic(wrap("", a.be, errFreed))
	} else if g != nil && g.root != a {
		return g.root, a.mem.Load().ranges
	}
	ranges := make([]shape.Range, len(a.shape))
	for i, n := range a.shape {
		ranges[i] = shape.Full(n)
	}
	return a, ranges
}

// own makes the root's memory its own before a write.
func (a *Array) own() error {
	former, err := a.leaveShared()
	if err == nil {
		former.end()
	}
	return err
}

// leaveShared is own for a write of what may lie in the memory that the root leaves: that is
// given back when the caller ends it.
func (a *Array) leaveShared() (former formerMemory, err error) {
	r, _ := a.root()
	g := a.group.Load()
	m, b := r.mem.Load(), r.held(g)
	if m.alone(b) {
		return former, nil
	}
	c, err := r.copied(g)
	if err != nil {
		return former, err
	}
	r.replace(g, c)
	r.mem.Store(nil)
	former = formerMemory{r.be, m, nil}
	if m.root != nil && m.root != b && (g == nil || !g.exported.Load()) {
		former.view = b
	}
	return former, nil
}

// A formerMemory is what an array shared before it was written to.
type formerMemory struct {
	be   *engine
	m    *memory
	view backend.Buffer // the array's own, of it; nil if it has none
}

func (f formerMemory) end() {
	if f.m != nil {
		f.be.release(f.view)
		f.m.drop(f.be)
	}
}

// ownShared is own while other goroutines read the array, or call ownShared too. a has a group.
func (a *Array) ownShared() error {
	r, _ := a.root()
	g := a.group.Load()
	g.mu.Lock()
	defer g.mu.Unlock()
	if r.mem.Load().alone(r.held(g)) {
		return nil
	}
	b, err := r.copied(g)
	if err != nil {
		return err
	}
	// In this order: who shares the new buffer from now on says so after the memory
	// counts as the root's own. Who shares the old one may say so of the new: nobody gives
	// either back.
	r.mem.Store(&memory{})
	g.own.Store(&b)
	g.version++
	return nil
}

// copied returns a copy of the buffer of a, the root of g if that is not nil.
func (a *Array) copied(g *group) (backend.Buffer, error) {
	k, err := a.be.step(ops.CopyArray.Op, a.dtype)
	if err != nil {
		return nil, err
	}
	return k.Unary(backend.Spec{Dtype: a.dtype, Shape: a.shape}, a.held(g))
}

// held returns the buffer of a, the root of g if that is not nil.
func (a *Array) held(g *group) backend.Buffer {
	if g != nil {
		return g.buffer()
	}
	return a.buf
}

// replace makes b the buffer of a, the root of g if that is not nil.
func (a *Array) replace(g *group, b backend.Buffer) {
	if g == nil {
		a.buf = b
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	a.buf = b
	g.own.Store(nil)
	g.version++
}

// write puts v, of a's dtype, into the whole of a.
func (a *Array) write(v backend.Buffer) error {
	r, ranges := a.root()
	k, err := r.be.step(ops.SetSlice.Op, r.dtype)
	if err != nil {
		return err
	}
	former, err := a.leaveShared()
	if err != nil {
		return err
	}
	defer former.end()
	g := a.group.Load()
	old := r.held(g)
	b, err := k.Assign(old, v, nil, backend.AssignAttrs{Ranges: ranges})
	if err == nil && !r.be.inPlace {
		r.replace(g, b)
		if b != old && b != v && r.be.hasMemory() && (g == nil || !g.exported.Load()) {
			r.be.release(old)
		}
	}
	return err
}

// fill puts v, of a's dtype and shape, into the whole of a.
func (a *Array) fill(v backend.Buffer) error {
	// A view may lack axes of length 1 that the ranges of its root have, and the kernel
	// counts every one.
	if lens := a.lens(); !slices.Equal(lens, a.shape) {
		var err error
		if v, err = a.be.reshape(v, a.dtype, lens); err != nil {
			return err
		}
	}
	return a.write(v)
}

// fillOnce is fill of what nothing else has, and which ends with it.
func (a *Array) fillOnce(v backend.Buffer) error {
	err := a.fill(v)
	if r, _ := a.root(); r.be.hasMemory() && r.held(a.group.Load()) != v {
		r.be.release(v)
	}
	return err
}

// Dtype returns the dtype of the elements.
func (a *Array) Dtype() Dtype { a.known("Dtype"); return a.dtype }

// Shape returns the lengths of the axes.
func (a *Array) Shape() []int { a.known("Shape"); return slices.Clone(a.shape) }

// Ndim returns the number of axes.
func (a *Array) Ndim() int { a.known("Ndim"); return len(a.shape) }

// Dim returns the length of an axis, counted from 0 up to Ndim − 1.
func (a *Array) Dim(axis int) int {
	a.known("Dim")
	if axis < 0 || axis >= len(a.shape) {
		panic(wrap("Dim", a.be, errorf(ErrIndex, "axis %d of an array of %d dimensions", axis, len(a.shape))))
	}
	return a.shape[axis]
}

// Size returns the number of elements.
func (a *Array) Size() int { a.known("Size"); return shape.Size(a.shape) }

// Nbytes returns the size of the elements in bytes.
func (a *Array) Nbytes() int { a.known("Nbytes"); return a.Size() * a.dtype.Size() }

// Backend returns the name of the backend that holds the elements.
func (a *Array) Backend() string { a.known("Backend"); return a.be.name }

// Env returns the Env that the array's methods use.
func (a *Array) Env() *Env { a.known("Env"); return a.env }

// T returns the transpose of an array of two dimensions.
func (a *Array) T() *Array {
	a.usableIn("T")
	if len(a.shape) != 2 {
		panic(wrap("T", a.be, errorf(ErrShape, "shape %s, want two dimensions (for more take MatrixTranspose or PermuteDims)", shape.Text(a.shape))))
	}
	return a.home().PermuteDims(a, []int{1, 0})
}

// MT returns the array with its last two axes exchanged.
func (a *Array) MT() *Array { return a.home().MatrixTranspose(a) }

// ToBackend returns the array with the same elements on another backend.
func (a *Array) ToBackend(name string) *Array {
	a.usableIn("ToBackend")
	if a.be.level != nil && name == a.be.name {
		return a
	}
	be, err := engineOf(name)
	if err == nil {
		var z *Array
		if z, err = a.to(be); err == nil {
			return entered(z)
		}
	}
	panic(wrap("ToBackend", a.be, err))
}

func (a *Array) to(be *engine) (*Array, error) {
	switch {
	case be == a.be:
		return a, nil
	case be.level != nil:
		return be.level.lift(a)
	case a.be.level != nil && !be.captures():
		return nil, errTracked
	}
	if err := be.valid(a.dtype); err != nil {
		return nil, err
	}
	if t, ok := be.Backend.(*trace); ok && t.captures != nil {
		return t.capture(a)
	}
	if a.be.abstract && be.abstract {
		return wrapBuffer(a.env, be, nothing{}, a.dtype, a.shape), nil
	}
	z := newArray(a.env, be, a.dtype)
	z.setShape(a.shape)
	if t, ok := be.Backend.(*trace); ok && t.keeps(a) {
		a.share()
		z.buf = t.constant(a.buffer(), a.env.spec(z))
		return z, nil
	}
	b := a.buffer()
	data, ok := a.be.contiguous(b, a.dtype, a.shape)
	if !ok {
		if err := a.env.CheckSize(a.Nbytes(), 1); err != nil {
			return nil, err
		}
		data = newBytes(a.Nbytes())
		if err := a.be.ToHost(b, data); err != nil {
			return nil, err
		}
	}
	var err error
	z.buf, err = be.FromHost(a.env.spec(z), data)
	runtime.KeepAlive(b) // data may be its memory
	return z, err
}

// contiguous returns the memory of b, if it can be seen and has the elements of this
// dtype and shape in row-major order without gaps. It lasts as long as b.
func (be *engine) contiguous(b backend.Buffer, d Dtype, s []int) (data []byte, ok bool) {
	x, ok := be.Backend.(backend.Exposer)
	if !ok {
		return nil, false
	}
	data, offset, strides, ok := x.Expose(b)
	if !ok {
		return nil, false
	}
	n := 1
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] > 1 && strides[i] != n {
			return nil, shape.Size(s) == 0
		}
		n *= s[i]
	}
	if n == 0 {
		return nil, true
	}
	size := d.Size()
	return data[offset*size : (offset+n)*size], true
}

// bytes returns a copy of the elements in row-major order.
func (a *Array) bytes() ([]byte, error) {
	if err := a.env.CheckSize(a.Nbytes(), 1); err != nil {
		return nil, err
	}
	data := make([]byte, a.Nbytes())
	return data, a.be.ToHost(a.buffer(), data)
}

// Free gives the array's memory back at once, where the backend can; the collector
// would later. Memory that it shares, with views, results or by DLPack, stays: they
// can be used as before. The array itself cannot: what is done with it is an error of
// kind ErrValue from then on, but for asking what it was (Dtype, Shape, Ndim, Dim, Size,
// Nbytes, Backend, Env, IsAbstract, DLPackDevice), printing, which says that it was
// freed, and decoding into it. To free it again, from any goroutine, does nothing; to
// free it while another goroutine uses it is wrong.
func (a *Array) Free() {
	a.known("Free")
	if a.pooled {
		a.release()
		return
	}
	if a.env == nil { // a pooled scalar that is released: it is not the caller's any more
		return
	}
	switch g := a.group.Swap(freed); {
	case g == freed:
	case g == nil:
		a.letGo(a.mem.Load(), a.buf)
	default:
		if g.root != a && !a.mem.Load().exported.Load() {
			a.be.release(a.buf) // which frees no elements
		}
		g.leave()
	}
}

// SetNumThreads sets how many threads every linked backend may use, 0 as many as
// there are processors.
func SetNumThreads(n int) {
	if n < 0 {
		panic(wrap("SetNumThreads", nil, errorf(ErrValue, "%d threads", n)))
	}
	for _, name := range backend.Linked() {
		if be, err := engineOf(name); err == nil {
			if t, ok := be.Backend.(backend.Threader); ok {
				t.SetThreads(n)
			}
		}
	}
}

// NumThreads returns how many threads the current backend may use.
func NumThreads() int {
	if t, ok := std.now.Load().be.Backend.(backend.Threader); ok {
		return t.Threads()
	}
	return 1
}
