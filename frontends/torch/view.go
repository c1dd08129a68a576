package torch

import (
	"slices"
	"sync"
	"weak"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/shape"
)

// A memory is what a tensor shares its elements with: the tensor it is a view of, and
// its own views. A write to one of them is seen in all, because each knows how to take
// its elements from its base's, and how to put them back.
type memory struct {
	base    *frontend.Array // nil of one that is no view
	get     func(e *ivy.Env, base *ivy.Array) *ivy.Array
	put     func(e *ivy.Env, base, v *ivy.Array) *ivy.Array
	views   []weak.Pointer[frontend.Array]
	strides []int // in elements of the memory
	offset  int
}

// sharing guards what tensors know of each other's memory.
var sharing sync.Mutex

func memoryOf(a *frontend.Array) *memory {
	m, _ := a.Memory.(*memory)
	return m
}

// rowMajor returns the strides of an array without gaps.
func rowMajor(dims []int) []int {
	strides := make([]int, len(dims))
	n := 1
	for i := len(dims) - 1; i >= 0; i-- {
		strides[i] = n
		n *= max(dims[i], 1)
	}
	return strides
}

// layout returns the strides of a tensor's elements, and where the first is.
func layout(a *frontend.Array) (strides []int, offset int) {
	sharing.Lock()
	defer sharing.Unlock()
	if m := memoryOf(a); m != nil {
		return slices.Clone(m.strides), m.offset
	}
	return rowMajor(a.V.Shape()), 0
}

func contiguous(a *frontend.Array) bool {
	strides, _ := layout(a)
	return isRowMajor(a.V.Shape(), strides)
}

func isRowMajor(dims, strides []int) bool {
	n := 1
	for i := len(dims) - 1; i >= 0; i-- {
		if dims[i] != 1 && strides[i] != n {
			return shape.Size(dims) == 0
		}
		n *= dims[i]
	}
	return true
}

// overlaps reports whether several elements are in one place.
func overlaps(a *frontend.Array) bool {
	strides, _ := layout(a)
	for i, n := range a.V.Shape() {
		if n > 1 && strides[i] == 0 {
			return true
		}
	}
	return false
}

// A lens is how a view's elements come from its base's, and go back.
type lens struct {
	get     func(e *ivy.Env, base *ivy.Array) *ivy.Array
	put     func(e *ivy.Env, base, v *ivy.Array) *ivy.Array
	strides []int
	offset  int
}

// viewOf returns a view of base.
func viewOf(n *frontend.Namespace, base *frontend.Array, l lens) *frontend.Array {
	v := &frontend.Array{V: l.get(n.Env(), base.V), Half: base.Half, NS: n}
	sharing.Lock()
	defer sharing.Unlock()
	m := memoryOf(base)
	if m == nil {
		m = &memory{strides: rowMajor(base.V.Shape())}
		base.Memory = m
	}
	v.Memory = &memory{base: base, get: l.get, put: l.put, strides: l.strides, offset: l.offset}
	if len(m.views) == cap(m.views) {
		m.views = slices.DeleteFunc(m.views, func(p weak.Pointer[frontend.Array]) bool { return p.Value() == nil })
	}
	m.views = append(m.views, weak.Make(v))
	return v
}

// write makes v, of a's dtype and shape, the elements of a, and of what shares them.
func write(c *frontend.Call, a *frontend.Array, v *ivy.Array) *frontend.Array {
	if a.Half {
		v = rounded(c.Namespace, v)
	}
	sharing.Lock()
	defer sharing.Unlock()
	a.V = v
	m, root, e := memoryOf(a), a, c.Env()
	if m == nil {
		return a
	}
	for m.base != nil {
		m.base.V = m.put(e, m.base.V, root.V)
		root, m = m.base, memoryOf(m.base)
	}
	m.refresh(e, root)
	return a
}

// refresh makes the views of a what a's elements are now.
func (m *memory) refresh(e *ivy.Env, a *frontend.Array) {
	for _, p := range m.views {
		if v := p.Value(); v != nil {
			mv := memoryOf(v)
			v.V = mv.get(e, a.V)
			mv.refresh(e, v)
		}
	}
}

// writable refuses to write to a tensor of which several elements are in one place.
func writable(c *frontend.Call, a *frontend.Array) {
	if overlaps(a) {
		c.Raise("RuntimeError", "unsupported operation: more than one element of the written-to tensor refers to a single memory location (clone() it first)")
	}
}

// resized gives a tensor that shares its elements with none the elements of v.
func resized(c *frontend.Call, a *frontend.Array, v *ivy.Array) *frontend.Array {
	sharing.Lock()
	m := memoryOf(a)
	sharing.Unlock()
	if m != nil {
		c.Raise("RuntimeError", "a tensor of shape %s that shares its elements with others does not become one of shape %s", shape.Text(a.V.Shape()), shape.Text(v.Shape()))
	}
	a.V = v
	return a
}

// The views of PyTorch.

// alias is the whole.
func alias(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
	strides, offset := layout(a)
	return viewOf(n, a, lens{
		get:     func(_ *ivy.Env, x *ivy.Array) *ivy.Array { return x },
		put:     func(_ *ivy.Env, _, v *ivy.Array) *ivy.Array { return v },
		strides: strides, offset: offset,
	})
}

// permuted has the axes in another order.
func permuted(n *frontend.Namespace, a *frontend.Array, perm []int) *frontend.Array {
	strides, offset := layout(a)
	to, inverse := make([]int, len(perm)), make([]int, len(perm))
	for i, p := range perm {
		to[i], inverse[p] = strides[p], i
	}
	return viewOf(n, a, lens{
		get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.PermuteDims(x, perm) },
		put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.PermuteDims(v, inverse) },
		strides: to, offset: offset,
	})
}

func transposed(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
	perm := shape.All(a.V.Ndim())
	slices.Reverse(perm)
	return permuted(n, a, perm)
}

func transposeOf(n *frontend.Namespace, a *frontend.Array, i, j int) *frontend.Array {
	perm := shape.All(a.V.Ndim())
	if len(perm) > 0 {
		perm[i], perm[j] = perm[j], perm[i]
	}
	return permuted(n, a, perm)
}

// reshaped has the same elements in order in another shape, which has as many; strides
// are those that reshape finds.
func reshaped(n *frontend.Namespace, a *frontend.Array, dims, strides []int) *frontend.Array {
	_, offset := layout(a)
	from := a.V.Shape()
	return viewOf(n, a, lens{
		get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(x, dims) },
		put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.Reshape(v, from) },
		strides: strides, offset: offset,
	})
}

// viewStrides returns the strides of a tensor in another shape of as many elements
// where the elements stay where they are; ok is false if they cannot.
func viewStrides(from, strides, dims []int) (out []int, ok bool) {
	if shape.Size(from) == 0 {
		return rowMajor(dims), true
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
	for ; to >= 0; to-- { // of a 0-d tensor
		out[to] = 1
	}
	return out, true
}

// expanded is stretched along axes of length 1 and new ones in front.
func expanded(n *frontend.Namespace, a *frontend.Array, dims []int) *frontend.Array {
	strides, offset := layout(a)
	from := a.V.Shape()
	more := len(dims) - len(from)
	to := make([]int, len(dims))
	for i := range from {
		if from[i] == dims[i+more] {
			to[i+more] = strides[i]
		}
	}
	return viewOf(n, a, lens{
		get: func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.BroadcastTo(x, dims) },
		put: func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { // of elements in one place the first
			key := make([]any, len(dims))
			for i := range dims {
				key[i] = ivy.Colon
				if to[i] == 0 && dims[i] > 1 {
					key[i] = ivy.Slice(0, 1)
				}
			}
			return e.Reshape(e.GetItem(v, key...), from)
		},
		strides: to, offset: offset,
	})
}

// sliced is basic indexing: key is of ints, spans, ivy.NewAxis and ivy.Ellipsis.
// strides and offset are what they do to the layout.
func sliced(n *frontend.Namespace, a *frontend.Array, key []any, strides []int, offset int) *frontend.Array {
	return viewOf(n, a, lens{
		get: func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.GetItem(x, key...) },
		put: func(e *ivy.Env, base, v *ivy.Array) *ivy.Array {
			z := e.CopyArray(base)
			e.SetItem(z, v, key...)
			return z
		},
		strides: strides, offset: offset,
	})
}

// narrowed is the elements from start on along an axis.
func narrowed(n *frontend.Namespace, a *frontend.Array, axis, start, length, step int) *frontend.Array {
	strides, offset := layout(a)
	offset += start * strides[axis]
	strides[axis] *= step
	key := make([]any, axis+1)
	for i := range key {
		key[i] = ivy.Colon
	}
	key[axis] = ivy.Slice(start, start+length*step, step)
	return sliced(n, a, key, strides, offset)
}

// selected is one position of an axis.
func selected(n *frontend.Namespace, a *frontend.Array, axis, i int) *frontend.Array {
	strides, offset := layout(a)
	offset += i * strides[axis]
	key := make([]any, axis+1)
	for j := range key {
		key[j] = ivy.Colon
	}
	key[axis] = i
	return sliced(n, a, key, slices.Delete(strides, axis, axis+1), offset)
}

// partOf is the real or imaginary parts of complex numbers.
func partOf(n *frontend.Namespace, a *frontend.Array, imaginary bool) *frontend.Array {
	strides, offset := layout(a)
	for i := range strides {
		strides[i] *= 2
	}
	offset *= 2
	l := lens{strides: strides, offset: offset}
	wide := func(e *ivy.Env, base, v *ivy.Array) *ivy.Array { return e.Astype(v, base.Dtype().Component()) }
	l.get = func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Real(x) }
	l.put = func(e *ivy.Env, base, v *ivy.Array) *ivy.Array { return joined(n, wide(e, base, v), e.Imag(base)) }
	if imaginary {
		l.offset++
		l.get = func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Imag(x) }
		l.put = func(e *ivy.Env, base, v *ivy.Array) *ivy.Array { return joined(n, e.Real(base), wide(e, base, v)) }
	}
	if a.Half {
		get := l.get
		l.get = func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Astype(get(e, x), ivy.Float16) }
	}
	v := viewOf(n, a, l)
	v.Half = false
	return v
}

// conjOf is the conjugate: a view of complex numbers, a itself of others.
func conjOf(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
	if !a.V.Dtype().IsComplex() {
		return a
	}
	strides, offset := layout(a)
	return viewOf(n, a, lens{
		get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Conj(x) },
		put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.Conj(v) },
		strides: strides, offset: offset,
	})
}

// placed is the elements at places of the flattened base, which is in row-major order
// without gaps, in a shape.
func placed(n *frontend.Namespace, a *frontend.Array, places []int64, dims, strides []int, offset int) *frontend.Array {
	at := n.Env().Asarray(places)
	return viewOf(n, a, lens{
		get: func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			return e.Reshape(e.Take(e.Reshape(x, []int{x.Size()}), at, ivy.Axis(0)), dims)
		},
		put: func(e *ivy.Env, base, v *ivy.Array) *ivy.Array {
			z := e.CopyArray(e.Reshape(base, []int{base.Size()}))
			e.SetItem(z, e.Reshape(v, []int{v.Size()}), at)
			return e.Reshape(z, base.Shape())
		},
		strides: strides, offset: offset,
	})
}
