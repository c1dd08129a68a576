package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/shape"
)

// SlidingWindow returns the elements of x under each position of a window, Ivy's sliding_window: x has any number of axes, size is the window's length along
// each of them, or one for all, and the result has the axes of the positions and one more of the window's elements, in row-major order. strides are the distances between
// positions, for each axis or one for all, and nil are ones; padding is "VALID" (none), "SAME" (as many positions as strides fit in the axis), an int for all sides or pairs for
// each axis, and is filled with zeros (false). The option is Dilations, the distances between the elements of the window. It is differentiable, for every dtype, and may be compiled.
//
// Errors are ErrShape for a window that is longer than a padded axis and too large a result, and ErrValue for lengths, strides and distances below 1, other numbers of
// them than axes, and padding that is none of these. The definition is that of JAX's lax.conv_general_dilated_patches without channels.
func (e *Env) SlidingWindow(x any, size, strides []int, padding any, opts ...Option) *Array {
	defer blame("SlidingWindow")
	a := e.Asarray(x)
	s := newSliding(a, size, strides, opts, false)
	return e.underWindow(s.padded(e, a, padding, 0), s)
}

// ReduceWindow returns what a function of two arrays makes of the elements of x under each position of a window, one after the other, beginning with init, as [Env.Reduce] has it; Ivy's
// reduce_window. Sizes, strides and padding are those of [Env.SlidingWindow], but what is padded is init, as in JAX's lax.reduce_window (Ivy pads zeros). Options are Dilations, the
// distances between the elements of the window, and XDilations, the distances that the elements of x are moved apart to before, with init between them. The
// result has the dtype of x and an axis for each of x's. Errors are those of SlidingWindow and of Reduce.
func (e *Env) ReduceWindow(x, init any, computation func(x, y *Array) *Array, size, strides []int, padding any, opts ...Option) *Array {
	defer blame("ReduceWindow")
	a := e.Asarray(x)
	s := newSliding(a, size, strides, opts, true)
	if e.Asarray(init).Size() != 1 {
		check(errorf(ErrShape, "init of shape %s, want a number", shape.Text(e.Asarray(init).shape)))
	}
	first := e.Reshape(e.Astype(e.Asarray(init), a.dtype), []int{})
	for i, d := range s.apart {
		a = e.movedApart(a, i, d, first)
	}
	return e.Reduce(e.underWindow(s.padded(e, a, padding, first), s), first, computation, Axis(-1))
}

// sliding is a window over an array: a number for each axis.
type sliding struct{ size, strides, dilations, apart []int }

func newSliding(x *Array, size, strides []int, opts []Option, apart bool) sliding {
	rank := len(x.shape)
	if strides == nil {
		strides = []int{1}
	}
	dilations, xDilations := []int{1}, []int{1}
	for _, o := range opts {
		switch o := o.(type) {
		case Dilations:
			dilations = o
		case XDilations:
			if !apart {
				check(errorf(ErrValue, "option XDilations (there is Dilations)"))
			}
			xDilations = o
		default:
			check(errorf(ErrValue, "option %T (there are Dilations and, of ReduceWindow, XDilations)", o))
		}
	}
	return sliding{eachAxis("window", size, rank, 1), eachAxis("strides", strides, rank, 1), eachAxis("dilations", dilations, rank, 1), eachAxis("x_dilations", xDilations, rank, 1)}
}

// span returns how many elements the window lies over along an axis.
func (s sliding) span(i int) int { return movedApart(s.size[i], s.dilations[i]) }

// padded returns x with padding of a value.
func (s sliding) padded(e *Env, x *Array, padding any, v any) *Array {
	pads := paddingOf(padding, len(x.shape), func(i int) [2]int { return samePadding(x.shape[i], s.span(i), s.strides[i]) })
	if !slices.ContainsFunc(pads, func(p [2]int) bool { return p != [2]int{} }) {
		return x
	}
	return e.Pad(x, pads, ConstantValues(v))
}

// underWindow takes the elements under each position, axis by axis.
func (e *Env) underWindow(x *Array, s sliding) *Array {
	rank := len(x.shape)
	var positions []int
	elements := 1
	for i, n := range x.shape {
		if s.span(i) > n {
			check(errorf(ErrShape, "a window over %d elements of an axis of %d", s.span(i), n))
		}
		positions = append(positions, (n-s.span(i))/s.strides[i]+1)
		elements *= s.size[i] // which the axis has room for
	}
	dims := slices.Concat(positions, []int{elements})
	e.room(x, x.dtype, dims...)
	z := x
	for i := range rank { // (position 0, element 0, position 1, element 1, …)
		axis := 2 * i
		index := make([]int64, 0, positions[i]*s.size[i])
		for p := range positions[i] {
			for k := range s.size[i] {
				index = append(index, int64(p*s.strides[i]+k*s.dilations[i]))
			}
		}
		z = e.Take(z, index, Axis(axis))
		z = e.Reshape(z, slices.Concat(z.shape[:axis], []int{positions[i], s.size[i]}, z.shape[axis+1:]))
	}
	order := make([]int, 0, 2*rank)
	for _, first := range []int{0, 1} {
		for i := range rank {
			order = append(order, 2*i+first)
		}
	}
	return e.Reshape(e.PermuteDims(z, order), dims)
}
