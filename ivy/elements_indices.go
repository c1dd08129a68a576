package ivy

import (
	"iter"
	"slices"

	"github.com/goivy/goivy/ivy/shape"
)

// Ndindex returns an iterator over the indices of an array of a shape, in row-major order: one empty index for
// the shape (). Each index is a slice of its own. Negative lengths are an error of kind ErrShape.
func Ndindex(dims ...int) iter.Seq[[]int] {
	defer blame("Ndindex")
	check(shape.Check(dims, 1))
	dims = slices.Clone(dims)
	return func(yield func([]int) bool) {
		at := make([]int, len(dims))
		for range shape.Size(dims) {
			if !yield(slices.Clone(at)) {
				return
			}
			advance(at, dims)
		}
	}
}

// advance moves an index of an array of shape dims on to the next in row-major order.
func advance(index, dims []int) {
	for i := len(index) - 1; i >= 0; i-- {
		if index[i]++; index[i] < dims[i] {
			return
		}
		index[i] = 0
	}
}

// Ndenumerate returns an iterator over the indices and the elements of x, in row-major order, which are read
// as [Elements] reads them. Each index is a slice of its own.
func Ndenumerate[T Element](x *Array) iter.Seq2[[]int, T] {
	elements, dims := Elements[T](x), x.Shape()
	return func(yield func([]int, T) bool) {
		at := make([]int, len(dims))
		for v := range elements {
			if !yield(slices.Clone(at), v) {
				return
			}
			advance(at, dims)
		}
	}
}
