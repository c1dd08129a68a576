// Package frames cuts signals into frames that may overlap, and adds frames up to signals, with the unified API.
package frames

import (
	"slices"

	"github.com/goivy/goivy/ivy"
)

// Cut returns count frames of size elements of the last axis, each step further on than the one before: an array
// of shape […, count, size]. The signal must hold them all.
func Cut(e *ivy.Env, x *ivy.Array, size, step, count int) *ivy.Array {
	at := make([]int64, 0, count*size)
	for i := range count {
		for j := range size {
			at = append(at, int64(i*step+j))
		}
	}
	dims := append(slices.Clone(x.Shape()[:x.Ndim()-1]), count, size)
	if len(at) == 0 {
		return e.Zeros(dims, x.Dtype())
	}
	return e.Reshape(e.Take(x, e.Asarray(at), ivy.Axis(-1)), dims)
}

// Add returns the sums of frames of shape […, count, size] that begin step elements apart: an array of shape
// […, (count−1)·step+size]. There must be one frame at least.
func Add(e *ivy.Env, x *ivy.Array, step int) *ivy.Array {
	rank := x.Ndim()
	outer, count, size := x.Shape()[:rank-2], x.Shape()[rank-2], x.Shape()[rank-1]
	n := (size + step - 1) / step // parts of a frame
	parts := e.Reshape(Padded(e, x, -1, 0, n*step-size), append(slices.Clone(outer), count, n, step))
	var sum *ivy.Array
	for i := range n {
		part := Padded(e, e.GetItem(parts, ivy.Ellipsis, i, ivy.Slice(nil, nil)), -2, i, n-1-i)
		if sum == nil {
			sum = part
		} else {
			sum = e.Add(sum, part)
		}
	}
	length := (count-1)*step + size
	if sum == nil {
		return e.Zeros(append(slices.Clone(outer), length), x.Dtype())
	}
	flat := e.Reshape(sum, append(slices.Clone(outer), (count+n-1)*step))
	return Padded(e, e.GetItem(flat, ivy.Ellipsis, ivy.Slice(nil, min(length, (count+n-1)*step))), -1, 0, max(0, length-(count+n-1)*step))
}

// Padded returns x with zeros before and after the elements of an axis, counted from the end.
func Padded(e *ivy.Env, x *ivy.Array, axis, before, after int) *ivy.Array {
	if before == 0 && after == 0 {
		return x
	}
	widths := make([][2]int, x.Ndim())
	widths[x.Ndim()+axis] = [2]int{before, after}
	return e.Pad(x, widths)
}
