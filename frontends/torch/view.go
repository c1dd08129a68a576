package torch

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/shape"
)

// lens is how a view's elements come from its base's, and go back.
type lens = views.Lens

// What package views has for all frontends.
var (
	layout      = views.Layout
	contiguous  = views.Contiguous
	overlaps    = views.Overlaps
	viewOf      = views.New
	viewStrides = views.Strides
	alias       = views.Alias
	permuted    = views.Permuted
	reshaped    = views.Reshaped
	expanded    = views.Expanded
	sliced      = views.Sliced
	placed      = views.Placed
)

// write makes v, of a's dtype and shape, the elements of a, and of what shares them.
func write(c *frontend.Call, a *frontend.Array, v *ivy.Array) *frontend.Array {
	if a.Half {
		v = rounded(c.Namespace, v)
	}
	views.Write(c.Namespace, a, v)
	return a
}

// writable refuses to write to a tensor of which several elements are in one place.
func writable(c *frontend.Call, a *frontend.Array) {
	if overlaps(a) {
		c.Raise("RuntimeError", "unsupported operation: more than one element of the written-to tensor refers to a single memory location (clone() it first)")
	}
}

// resized gives a tensor the elements and the shape of v.
func resized(c *frontend.Call, a *frontend.Array, v *ivy.Array) *frontend.Array {
	if views.Of(a) == nil {
		a.V = v
		return a
	}
	views.Resize(c.Namespace, a, v.Shape())
	return write(c, a, v)
}

// arranged gives the result of a function of elements the layout that PyTorch gives it: the axes are in the order of
// the operands' strides.
func arranged(n *frontend.Namespace, z *frontend.Array, operands ...*frontend.Array) *frontend.Array {
	some := false
	for _, a := range operands {
		some = some || a != nil && a != z && views.Of(a) != nil && !contiguous(a)
	}
	if !some || views.Of(z) != nil || z.V.Size() == 0 {
		return z
	}
	order := iterated(z.V.Shape(), operands)
	if slices.IsSorted(order) {
		return z
	}
	inverse := make([]int, len(order))
	for i, axis := range order {
		inverse[axis] = i
	}
	memory := &frontend.Array{V: n.Env().PermuteDims(z.V, order), Half: z.Half, NS: n}
	return permuted(n, memory, inverse)
}

// iterated returns the axes of a result of a shape, from the slowest to the fastest, as PyTorch's iterator orders them:
// it sorts them by the strides of the first operand that tells two of them apart, from the last axis on.
func iterated(dims []int, operands []*frontend.Array) []int {
	var strides [][]int
	for _, a := range operands {
		if a == nil {
			continue
		}
		of, _ := layout(a)
		s, more := a.V.Shape(), len(dims)-a.V.Ndim()
		wide := make([]int, len(dims)) // 0 where it is broadcast
		for i := range s {
			if s[i] == dims[more+i] {
				wide[more+i] = of[i]
			}
		}
		strides = append(strides, wide)
	}
	swaps := func(i, j int) int {
		for _, s := range strides {
			switch {
			case s[i] == 0 || s[j] == 0:
			case s[i] != s[j]:
				return s[i] - s[j]
			case dims[i] > dims[j]:
				return 1
			}
		}
		return 0
	}
	fast := shape.All(len(dims))
	slices.Reverse(fast)
	for i := 1; i < len(fast); i++ {
		at := i
		for j := i - 1; j >= 0; j-- {
			order := swaps(fast[j], fast[at])
			if order < 0 {
				break
			}
			if order > 0 {
				fast[j], fast[at] = fast[at], fast[j]
				at = j
			}
		}
	}
	slices.Reverse(fast)
	return fast
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
	return views.Part(n, a, imaginary, func(_ *ivy.Env, re, im *ivy.Array) *ivy.Array { return joined(n, re, im) })
}

// conjOf is the conjugate: a view of complex numbers, a itself of others.
func conjOf(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
	if !a.V.Dtype().IsComplex() {
		return a
	}
	strides, offset := layout(a)
	return viewOf(n, a, lens{
		Get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Conj(x) },
		Put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.Conj(v) },
		Strides: strides, Offset: offset, Conj: true,
	})
}
