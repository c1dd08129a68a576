// Package views makes arrays of frontends share elements, as views of NumPy's and
// PyTorch's do: a write to one is seen in all. Arrays of package ivy share memory where
// basic indexing makes them; views of every other kind are here. A view knows how to take
// its elements from its base's, and how to put them back.
package views

import (
	"reflect"
	"slices"
	"sync"
	"weak"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A Memory is what an array shares its elements with: the array that it is a view of, and
// its own views. It is an array's field of that name.
type Memory struct {
	Lens
	base   *frontend.Array // nil of one that is no view
	live   bool            // package ivy shares the elements with base: no lens is needed
	listed bool            // among the views of base
	views  []weak.Pointer[frontend.Array]

	ReadOnly bool // for the frontend: nothing here goes by it
}

// IsView reports whether the array is a view of another.
func (m *Memory) IsView() bool {
	sharing.Lock()
	defer sharing.Unlock()
	return m.base != nil
}

// Reach calls visit with the array that has the memory's elements, and its own views.
func (m *Memory) Reach(visit func(a *frontend.Array)) {
	sharing.Lock()
	next := []*frontend.Array{m.base}
	for _, p := range m.views {
		next = append(next, p.Value())
	}
	sharing.Unlock()
	for _, a := range next {
		if a != nil {
			visit(a)
		}
	}
}

// A Lens is how a view's elements come from its base's, and go back, and where they are.
// Its functions outlive the call that makes the view, and so must not use that.
type Lens struct {
	Get     func(e *ivy.Env, base *ivy.Array) *ivy.Array
	Put     func(e *ivy.Env, base, v *ivy.Array) *ivy.Array // base with v in it
	Strides []int                                           // in elements of the memory
	Offset  int
	Conj    bool // the elements are the conjugates of the base's
}

// sharing guards what arrays know of each other's memory.
var sharing sync.Mutex

// Of returns what an array knows of its memory; nil if it shares it with none.
func Of(a *frontend.Array) *Memory {
	sharing.Lock()
	defer sharing.Unlock()
	return of(a)
}

func of(a *frontend.Array) *Memory {
	m, _ := a.Memory.(*Memory)
	return m
}

// Base returns the array that a is a view of, nil of one that is none.
func Base(a *frontend.Array) *frontend.Array {
	if m := Of(a); m != nil {
		return m.base
	}
	return nil
}

// Root returns the array that has the memory of a: a itself if it is no view.
func Root(a *frontend.Array) *frontend.Array {
	sharing.Lock()
	defer sharing.Unlock()
	for m := of(a); m != nil && m.base != nil; m = of(a) {
		a = m.base
	}
	return a
}

// Layout returns the strides of an array's elements, and where the first is.
func Layout(a *frontend.Array) (strides []int, offset int) {
	sharing.Lock()
	defer sharing.Unlock()
	if m := of(a); m != nil {
		return slices.Clone(m.Strides), m.Offset
	}
	return shape.Strides(a.V.Shape()), 0
}

// IsRowMajor reports whether strides are those of an array without gaps.
func IsRowMajor(dims, strides []int) bool {
	n := 1
	for i := len(dims) - 1; i >= 0; i-- {
		if dims[i] != 1 && strides[i] != n {
			return shape.Size(dims) == 0
		}
		n *= dims[i]
	}
	return true
}

// Contiguous reports whether an array's elements are in row-major order without gaps.
func Contiguous(a *frontend.Array) bool {
	strides, _ := Layout(a)
	return IsRowMajor(a.V.Shape(), strides)
}

// Overlaps reports whether several elements are in one place.
func Overlaps(a *frontend.Array) bool {
	strides, _ := Layout(a)
	for i, n := range a.V.Shape() {
		if n > 1 && strides[i] == 0 {
			return true
		}
	}
	return false
}

// memory returns what an array knows of its memory, after it has been made if need be.
func memory(a *frontend.Array) *Memory {
	m := of(a)
	if m == nil {
		m = &Memory{Lens: Lens{Strides: shape.Strides(a.V.Shape())}}
		a.Memory = m
	}
	return m
}

// SetReadOnly says of an array whether the frontend lets programs write to it.
func SetReadOnly(a *frontend.Array, readOnly bool) {
	sharing.Lock()
	defer sharing.Unlock()
	if readOnly || of(a) != nil {
		memory(a).ReadOnly = readOnly
	}
}

// SetStrides says where the elements of an array that is no view are.
func SetStrides(a *frontend.Array, strides []int) {
	sharing.Lock()
	defer sharing.Unlock()
	memory(a).Strides = strides
}

// New returns a view of base.
func New(n *frontend.Namespace, base *frontend.Array, l Lens) *frontend.Array {
	v := &frontend.Array{V: l.Get(n.Env(), base.V), Half: base.Half, NS: n}
	sharing.Lock()
	defer sharing.Unlock()
	v.Memory = &Memory{Lens: l, base: base, ReadOnly: memory(base).ReadOnly}
	enlist(v)
	return v
}

// enlist enters a view among those of its base, and the base among those of its own.
func enlist(v *frontend.Array) {
	for m := of(v); m.base != nil && !m.listed; m = of(v) {
		b := of(m.base)
		if len(b.views) == cap(b.views) {
			b.views = slices.DeleteFunc(b.views, func(p weak.Pointer[frontend.Array]) bool { return p.Value() == nil })
		}
		b.views = append(b.views, weak.Make(v))
		m.listed = true
		v = m.base
	}
}

// Live returns a view of base that shares its elements by package ivy: x is what basic
// indexing gave. It must not be of a view that is made by a lens.
func Live(n *frontend.Namespace, base *frontend.Array, x *ivy.Array, strides []int, offset int) *frontend.Array {
	v := &frontend.Array{V: x, Half: base.Half, NS: n}
	sharing.Lock()
	defer sharing.Unlock()
	m := memory(base)
	readOnly := m.ReadOnly
	if m.live { // shares with the same root
		base = m.base
	}
	v.Memory = &Memory{Lens: Lens{Strides: strides, Offset: offset}, base: base, live: true, ReadOnly: readOnly}
	return v
}

// IsLens reports whether an array is a view that a lens makes.
func IsLens(a *frontend.Array) bool {
	m := Of(a)
	return m != nil && m.base != nil && !m.live
}

// Write makes v, of a's dtype and shape, the elements of a, and of what shares them.
func Write(n *frontend.Namespace, a *frontend.Array, v *ivy.Array) {
	if r := Root(a); r.NS != nil && r.NS.Framework != n.Framework { // whose own views package ivy may make, which share memory
		Update(n, a, func(x *ivy.Array) { n.Env().SetItem(x, v, ivy.Ellipsis) })
		return
	}
	sharing.Lock()
	defer sharing.Unlock()
	a.V = v
	m, root, e := of(a), a, n.Env()
	if m == nil {
		return
	}
	for m.base != nil {
		m.base.V = m.Put(e, m.base.V, root.V)
		root, m = m.base, of(m.base)
	}
	m.refresh(e, root)
}

// Update changes the elements of a, by a function that writes to its argument in place,
// and what shares them. Views of package ivy see the change too.
func Update(n *frontend.Namespace, a *frontend.Array, change func(x *ivy.Array)) {
	sharing.Lock()
	m := of(a)
	shared := m != nil && (len(m.views) > 0 || m.base != nil)
	sharing.Unlock()
	if !shared {
		change(a.V)
		return
	}
	sharing.Lock()
	defer sharing.Unlock()
	change(a.V)
	e, x := n.Env(), a
	for m.base != nil {
		if !m.live {
			e.SetItem(m.base.V, m.Put(e, m.base.V, x.V), ivy.Ellipsis)
		}
		x, m = m.base, of(m.base)
	}
	m.refresh(e, x)
}

// Become makes a itself the view that change makes of it, which is another arrangement of
// the same elements: transposed, say. It does nothing and returns false if a has views,
// whose base it would no longer be.
func Become(a *frontend.Array, change func(a *frontend.Array) *frontend.Array) bool {
	sharing.Lock()
	before := &frontend.Array{V: a.V, Half: a.Half, NS: a.NS}
	m := of(a)
	if m != nil {
		for _, p := range m.views {
			if p.Value() != nil {
				sharing.Unlock()
				return false
			}
		}
		copied := *m
		copied.views, copied.listed = nil, false
		before.Memory = &copied
	}
	sharing.Unlock()
	after := change(before)
	sharing.Lock()
	defer sharing.Unlock()
	is := func(p weak.Pointer[frontend.Array]) bool { v := p.Value(); return v == nil || v == a || v == after }
	if m != nil && m.base != nil {
		b := of(m.base)
		b.views = slices.DeleteFunc(b.views, is)
	}
	a.V, a.Memory = after.V, after.Memory
	if m := of(a); m != nil && m.base != nil && m.listed {
		b := of(m.base)
		b.views = append(slices.DeleteFunc(b.views, is), weak.Make(a))
	}
	return true
}

// Resize makes a an array of a shape that starts where it started, in row-major order without
// gaps, in the same memory. Memory that is too small grows by zeros. What shares the memory
// stays as it is: views of a become views of what a was.
func Resize(n *frontend.Namespace, a *frontend.Array, dims []int) {
	sharing.Lock()
	defer sharing.Unlock()
	e := n.Env()
	before := &frontend.Array{V: a.V, Half: a.Half, NS: a.NS, Memory: &Memory{Lens: memory(a).Lens}}
	m, old := of(a), of(before)
	old.base, old.live, old.ReadOnly, old.views = m.base, m.live, m.ReadOnly, m.views
	for _, p := range old.views {
		if v := p.Value(); v != nil {
			of(v).base = before
		}
	}
	if m.base != nil {
		b := of(m.base)
		b.views = slices.DeleteFunc(b.views, func(p weak.Pointer[frontend.Array]) bool { v := p.Value(); return v == nil || v == a })
		enlist(before)
	}
	root, conj := before, false
	for r := of(root); r.base != nil; r = of(root) {
		conj = conj != r.Conj
		root = r.base
	}
	like, size, offset := a.V.Dtype(), shape.Size(dims), old.Offset
	if offset+size > flatAs(e, root.V, like).Size() {
		root = grown(e, root, offset+size, like)
	}
	l := Lens{
		Get: func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			z := e.Reshape(e.GetItem(flatAs(e, x, like), ivy.Slice(offset, offset+size)), dims)
			if conj {
				z = e.Conj(z)
			}
			return z
		},
		Put: func(e *ivy.Env, x, v *ivy.Array) *ivy.Array {
			if conj {
				v = e.Conj(v)
			}
			z := e.CopyArray(flatAs(e, x, like))
			e.SetItem(z, e.Reshape(v, []int{size}), ivy.Slice(offset, offset+size))
			return e.Reshape(flatAs(e, z, x.Dtype()), x.Shape())
		},
		Strides: shape.Strides(dims), Offset: offset, Conj: conj,
	}
	a.V = l.Get(e, root.V)
	a.Memory = &Memory{Lens: l, base: root, ReadOnly: m.ReadOnly}
	memory(root)
	enlist(a)
}

// grown makes an array the first of a larger memory, of as many elements of dtype d, and
// returns that.
func grown(e *ivy.Env, root *frontend.Array, size int, d dtype.Dtype) *frontend.Array {
	from, r := root.V.Shape(), root.V.Dtype()
	n := root.V.Size()
	size = (size*d.Size() + r.Size() - 1) / r.Size()
	flat := e.Reshape(root.V, []int{n})
	larger := &frontend.Array{V: e.Concat([]*ivy.Array{flat, e.Zeros([]int{size - n}, r)}), Half: root.Half, NS: root.NS}
	memory(larger)
	m := of(root)
	m.Get = func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(e.GetItem(x, ivy.Slice(0, n)), from) }
	m.Put = func(e *ivy.Env, x, v *ivy.Array) *ivy.Array {
		z := e.CopyArray(x)
		e.SetItem(z, e.Reshape(v, []int{n}), ivy.Slice(0, n))
		return z
	}
	m.base = larger
	enlist(root)
	return larger
}

// flatAs returns the elements of an array in a row as a dtype that reads the same bytes.
func flatAs(e *ivy.Env, x *ivy.Array, d dtype.Dtype) *ivy.Array {
	if x.Dtype() != d {
		n := x.Size() * x.Dtype().Size() / d.Size()
		return e.FromBytes(d, []int{n}, reading.Bytes(x))
	}
	return e.Reshape(x, []int{x.Size()})
}

// refresh makes the views of a what a's elements are now.
func (m *Memory) refresh(e *ivy.Env, a *frontend.Array) {
	for _, p := range m.views {
		if v := p.Value(); v != nil {
			mv := of(v)
			if !mv.live {
				v.V = mv.Get(e, a.V)
			}
			mv.refresh(e, v)
		}
	}
}

// The kinds of views.

// Alias is the whole.
func Alias(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
	strides, offset := Layout(a)
	return New(n, a, Lens{
		Get:     func(_ *ivy.Env, x *ivy.Array) *ivy.Array { return x },
		Put:     func(_ *ivy.Env, _, v *ivy.Array) *ivy.Array { return v },
		Strides: strides, Offset: offset,
	})
}

// Foreign returns an array of another framework as one of n that shares its elements, as NumPy's and
// PyTorch's arrays share them; nil of what is no such array. Arrays of frameworks that never write
// to arrays, and numbers of a framework's own, are not shared.
func Foreign(n *frontend.Namespace, x any) *frontend.Array {
	a, ok := x.(*frontend.Array)
	if v := reflect.ValueOf(x); !ok && v.Kind() == reflect.Pointer && v.CanConvert(arrayType) { // as Go programs have it
		a = v.Convert(arrayType).Interface().(*frontend.Array)
	}
	if a == nil || a.NS == nil || a.NS.Framework == n.Framework || a.NS.Framework.Operators["+="] == "" ||
		a.Scalar || a.Half || a.Number != dtype.NoKind {
		return nil
	}
	return Alias(n, a)
}

var arrayType = reflect.TypeFor[*frontend.Array]()

// Permuted has the axes in another order.
func Permuted(n *frontend.Namespace, a *frontend.Array, perm []int) *frontend.Array {
	strides, offset := Layout(a)
	to, inverse := make([]int, len(perm)), make([]int, len(perm))
	for i, p := range perm {
		to[i], inverse[p] = strides[p], i
	}
	return New(n, a, Lens{
		Get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.PermuteDims(x, perm) },
		Put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.PermuteDims(v, inverse) },
		Strides: to, Offset: offset,
	})
}

// Reshaped has the same elements in order in another shape, which has as many; strides
// are those that [Strides] finds.
func Reshaped(n *frontend.Namespace, a *frontend.Array, dims, strides []int) *frontend.Array {
	_, offset := Layout(a)
	from := a.V.Shape()
	return New(n, a, Lens{
		Get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(x, dims) },
		Put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.Reshape(v, from) },
		Strides: strides, Offset: offset,
	})
}

// Strides returns the strides of an array in another shape of as many elements where the
// elements stay where they are; ok is false if they cannot.
func Strides(from, strides, dims []int) (out []int, ok bool) {
	if shape.Size(from) == 0 {
		return shape.Strides(dims), true
	}
	out = make([]int, len(dims))
	to := len(dims) - 1
	// Axes of the old shape that follow each other without gaps are a run, which the new
	// axes must divide.
	run, base := 1, 1
	if len(strides) > 0 {
		base = strides[len(strides)-1]
	}
	for i := len(from) - 1; i >= 0; i-- {
		run *= from[i]
		if i > 0 && (from[i-1] == 1 || strides[i-1] == run*base) {
			continue
		}
		n := 1
		for to >= 0 && (n < run || dims[to] == 1) {
			out[to] = n * base
			n *= dims[to]
			to--
		}
		if n != run {
			return nil, false
		}
		if i > 0 {
			run, base = 1, strides[i-1]
		}
	}
	for ; to >= 0; to-- { // of an array without axes
		out[to] = 1
	}
	return out, true
}

// Expanded broadcasts an array along axes of length 1 and new ones in front.
func Expanded(n *frontend.Namespace, a *frontend.Array, dims []int) *frontend.Array {
	strides, offset := Layout(a)
	from := a.V.Shape()
	more := len(dims) - len(from)
	to := make([]int, len(dims))
	for i := range from {
		if from[i] == dims[i+more] {
			to[i+more] = strides[i]
		}
	}
	return New(n, a, Lens{
		Get: func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.BroadcastTo(x, dims) },
		Put: func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { // of elements in one place the first
			key := make([]any, len(dims))
			for i := range dims {
				key[i] = ivy.Colon
				if to[i] == 0 && dims[i] > 1 {
					key[i] = ivy.Slice(0, 1)
				}
			}
			return e.Reshape(e.GetItem(v, key...), from)
		},
		Strides: to, Offset: offset,
	})
}

// Sliced is indexing: key is of ints, spans, ivy.NewAxis and ivy.Ellipsis, or of integer
// arrays that name no element twice.
// strides and offset are what they do to the layout.
func Sliced(n *frontend.Namespace, a *frontend.Array, key []any, strides []int, offset int) *frontend.Array {
	return New(n, a, Lens{
		Get: func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.GetItem(x, key...) },
		Put: func(e *ivy.Env, base, v *ivy.Array) *ivy.Array {
			z := e.CopyArray(base)
			e.SetItem(z, v, key...)
			return z
		},
		Strides: strides, Offset: offset,
	})
}

// Placed is the elements at positions of the flattened base, which is in row-major order
// without gaps, in a shape.
func Placed(n *frontend.Namespace, a *frontend.Array, positions []int64, dims, strides []int, offset int) *frontend.Array {
	at := n.Env().Asarray(positions)
	return New(n, a, Lens{
		Get: func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			return e.Reshape(e.Take(e.Reshape(x, []int{x.Size()}), at, ivy.Axis(0)), dims)
		},
		Put: func(e *ivy.Env, base, v *ivy.Array) *ivy.Array {
			z := e.CopyArray(e.Reshape(base, []int{base.Size()}))
			e.SetItem(z, e.Reshape(v, []int{v.Size()}), at)
			return e.Reshape(z, base.Shape())
		},
		Strides: strides, Offset: offset,
	})
}

// Part is the real or imaginary parts of complex numbers. join makes complex numbers of
// parts.
func Part(n *frontend.Namespace, a *frontend.Array, imaginary bool, join func(e *ivy.Env, re, im *ivy.Array) *ivy.Array) *frontend.Array {
	strides, offset := Layout(a)
	for i := range strides {
		strides[i] *= 2
	}
	offset *= 2
	wide := func(e *ivy.Env, base, v *ivy.Array) *ivy.Array { return e.Astype(v, base.Dtype().Component()) }
	l := Lens{
		Get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Real(x) },
		Put:     func(e *ivy.Env, base, v *ivy.Array) *ivy.Array { return join(e, wide(e, base, v), e.Imag(base)) },
		Strides: strides, Offset: offset,
	}
	if imaginary {
		l.Offset++
		l.Get = func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Imag(x) }
		l.Put = func(e *ivy.Env, base, v *ivy.Array) *ivy.Array { return join(e, e.Real(base), wide(e, base, v)) }
	}
	if a.Half {
		get := l.Get
		l.Get = func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Astype(get(e, x), ivy.Float16) }
	}
	v := New(n, a, l)
	v.Half = false
	return v
}
