package array

import (
	"github.com/goivy/goivy/ivy/backend"
)

// Views: other shapes and strides over the same block of elements.

// AxesOf returns a view with b's axes lo to hi alone, the others at their first index.
func AxesOf(b *Buffer, lo, hi int) *Buffer {
	v := b.View(b.Shape[lo:hi], b.Offset)
	copy(v.Strides, b.Strides[lo:hi])
	return v
}

// ContiguousPart returns the elements of a contiguous b from number at on as an array of shape s.
func ContiguousPart(b *Buffer, at int, s []int) *Buffer {
	z := b.View(s, b.Offset+at)
	n := 1
	for i := len(s) - 1; i >= 0; i-- {
		z.Strides[i] = n
		n *= max(s[i], 1)
	}
	return z
}

// Part returns a view of n elements along an axis, from lo on.
func Part(b *Buffer, axis, lo, n int) *Buffer { return Every(b, axis, lo, n, 1) }

// Every returns a view of n elements along an axis, from lo on, that are step apart.
func Every(b *Buffer, axis, lo, n, step int) *Buffer {
	v := b.View(b.Shape, b.Offset+lo*b.Strides[axis])
	copy(v.Strides, b.Strides)
	v.Shape[axis] = n
	v.Strides[axis] *= step
	return v
}

// Permute returns a view of x with its axes in the order of a.Perm.
func Permute(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.ViewFor(out, b.Offset)
	v.permute(b, a.Perm)
	return v, nil
}

// Permuted is Permute of a buffer whose new shape is not known yet.
func Permuted(b *Buffer, perm []int) *Buffer {
	v := b.View(b.Shape, b.Offset)
	for i, axis := range perm {
		v.Shape[i] = b.Shape[axis]
	}
	v.permute(b, perm)
	return v
}

// Reordered is Permuted for a result that no one else has: the view takes over the memory, which ends with it.
func Reordered(b *Buffer, perm []int) *Buffer {
	v := Permuted(b, perm)
	v.Borrows = b.Borrows
	return v
}

// permute sets v's strides to those of b's axes in the order of perm.
func (v *Buffer) permute(b *Buffer, perm []int) {
	for i, axis := range perm {
		v.Strides[i] = b.Strides[axis]
	}
}

// Slice returns a view of the ranges a.Ranges of x.
func Slice(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.ViewFor(out, b.Offset)
	for i, r := range a.Ranges {
		v.Offset += r.Start * b.Strides[i]
		v.Strides[i] = r.Step * b.Strides[i]
	}
	if v.Len() == 0 {
		v.Offset = 0 // a start may lie behind the last element
	}
	return v, nil
}

// BroadcastTo returns a view of x broadcast to out's shape.
func BroadcastTo(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.ViewFor(out, b.Offset)
	for i := range v.Strides {
		v.Strides[i] = BroadcastStride(b, len(v.Shape), i)
	}
	return v, nil
}

// Reshape shares x's memory if runs of x's axes that lie in memory as one can be
// cut into the new ones, and copies otherwise.
func Reshape(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.ViewFor(out, b.Offset)
	if b.Len() == 0 || restride(v, b) {
		return v, nil
	}
	c, err := Clone(out.Stop, b)
	if err != nil {
		return nil, err
	}
	v = c.ViewFor(out, c.Offset)
	v.Borrows = false // nothing else has the copy
	restride(v, c)
	return v, nil
}

// restride fills v's strides so that it has b's elements in b's order, and reports
// whether there are such strides.
func restride(v, b *Buffer) bool {
	w := NewIterator(b.Shape, b)
	i := 0
	for k, n := range w.dims {
		// The new axes that make up this run, the last of them with its stride.
		have, first := 1, i
		for i < len(v.Shape) && have < n {
			have *= v.Shape[i]
			i++
		}
		if have != n {
			return false
		}
		for i < len(v.Shape) && v.Shape[i] == 1 {
			i++
		}
		st := w.strides[0][k]
		for j := i - 1; j >= first; j-- {
			v.Strides[j] = st
			st *= v.Shape[j]
		}
	}
	for ; i < len(v.Shape); i++ {
		v.Strides[i] = 1
	}
	return true
}
