package ivy

import (
	"math"
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
		a = e.apartAlong(a, i, d, first)
	}
	return e.Reduce(e.underWindow(s.padded(e, a, padding, first), s), first, computation, Axis(-1))
}

// sliding is a window over an array: a number for each axis.
type sliding struct{ size, strides, dilations, apart []int }

func newSliding(x *Array, size, strides []int, opts []Option, apart bool) sliding {
	rank := len(x.shape)
	each := func(name string, given []int) []int {
		if given == nil {
			given = []int{1}
		}
		if len(given) == 1 {
			given = slices.Repeat(given, rank)
		}
		if len(given) != rank {
			check(errorf(ErrValue, "%d %s for %d axes", len(given), name, rank))
		}
		for _, n := range given {
			if n < 1 || n > math.MaxInt32 {
				check(errorf(ErrValue, "%s %v, want 1 or more", name, given))
			}
		}
		return given
	}
	if len(size) == 0 && rank > 0 {
		check(errorf(ErrValue, "a window without lengths"))
	}
	var dilations, xDilations []int
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
	return sliding{each("lengths", size), each("strides", strides), each("dilations", dilations), each("x_dilations", xDilations)}
}

// padded returns x with padding of a value.
func (s sliding) padded(e *Env, x *Array, padding any, v any) *Array {
	pads := paddingOf(padding, len(x.shape), func(i int) [2]int {
		covered := 0
		if x.shape[i] > 0 {
			covered = (x.shape[i] - 1) / s.strides[i] * s.strides[i]
		}
		n := max(0, covered+movedApart(s.size[i], s.dilations[i])-x.shape[i])
		return [2]int{n / 2, n - n/2}
	})
	if !slices.ContainsFunc(pads, func(p [2]int) bool { return p != [2]int{} }) {
		return x
	}
	return e.Pad(x, pads, ConstantValues(v))
}

// apartAlong returns x with its elements d apart along an axis, and a value between them.
func (e *Env) apartAlong(x *Array, axis, d int, v *Array) *Array {
	n := x.shape[axis]
	if d == 1 || n < 2 {
		return x
	}
	e.room(x, x.dtype, slices.Concat(x.shape[:axis], []int{n, d}, x.shape[axis+1:])...)
	width := make([][2]int, len(x.shape)+1)
	width[axis+1][1] = d - 1
	z := e.Pad(e.ExpandDims(x, Axis(axis+1)), width, ConstantValues(v))
	z = e.Reshape(z, slices.Concat(x.shape[:axis], []int{n * d}, x.shape[axis+1:]))
	return e.partAlong(z, axis, 0, (n-1)*d+1)
}

// underWindow takes the elements under each position, axis by axis.
func (e *Env) underWindow(x *Array, s sliding) *Array {
	rank := len(x.shape)
	var positions []int
	elements := 1
	for i, n := range x.shape {
		span := movedApart(s.size[i], s.dilations[i])
		if span > n {
			check(errorf(ErrShape, "a window over %d elements of an axis of %d", span, n))
		}
		positions = append(positions, (n-span)/s.strides[i]+1)
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
	if rank == 0 {
		return e.Reshape(x, dims)
	}
	return e.Reshape(e.PermuteDims(z, order), dims)
}
