package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/shape"
)

// NotMapped stands in [InAxes] for an argument that every call of [Env.Vmap]'s function gets as it is.
const NotMapped = -1 << 31

// A VmapOption is an option of [Env.Vmap]: [InAxes] or [OutAxes].
type VmapOption interface{ vmapOption() }

type (
	inAxes  []int
	outAxes []int
)

func (inAxes) vmapOption()  {}
func (outAxes) vmapOption() {}

// InAxes says along which axis each argument is taken apart, or one axis for all: the first unless told. NotMapped is for an
// argument that is not.
func InAxes(axes ...int) VmapOption { return inAxes(axes) }

// OutAxes says where each result gets the axis of the calls, or one for all: first unless told.
func OutAxes(axes ...int) VmapOption { return outAxes(axes) }

// Vmap returns a function that calls f, a function over arrays, with each element of its arguments along an axis, and stacks the
// results: f is written for one example, the function it gives is for many. f is as [NewFunction] takes it. The arguments have one length
// along their axes, and one at least has an axis; of length 0 is an error of kind ErrValue, as f gives no shape then. Options are InAxes
// and OutAxes. It is differentiated and traced as f is. f is called once for each element: what a function of
// package ivy does along an axis by itself is faster.
func (e *Env) Vmap(f any, opts ...VmapOption) func(xs ...*Array) []*Array {
	defer blame("Vmap")
	call, err := callable("Vmap", f)
	check(err)
	in, out := []int{0}, []int{0}
	for _, o := range opts {
		switch o := o.(type) {
		case inAxes:
			in = slices.Clone(o)
		case outAxes:
			out = slices.Clone(o)
		default:
			check(errorf(ErrValue, "a nil option"))
		}
	}
	return func(xs ...*Array) []*Array {
		defer blame("Vmap")
		axes, n := mappedAxes(xs, in)
		var results [][]*Array
		for i := range n {
			args := slices.Clone(xs)
			for k, axis := range axes {
				if axis == NotMapped {
					continue
				}
				key := make([]any, axis+1)
				for j := range axis {
					key[j] = Slice(nil, nil)
				}
				key[axis] = i
				args[k] = e.GetItem(xs[k], key...)
			}
			zs := call(args)
			if i == 0 {
				results = make([][]*Array, len(zs))
				if len(out) != 1 && len(out) != len(zs) {
					check(errorf(ErrValue, "%d OutAxes for %d results", len(out), len(zs)))
				}
			} else if len(zs) != len(results) {
				check(errorf(ErrValue, "%d results of call %d, and %d of the first one", len(zs), i+1, len(results)))
			}
			for j, z := range zs {
				results[j] = append(results[j], z)
			}
		}
		stacked := make([]*Array, len(results))
		for j, all := range results {
			axis := out[0]
			if len(out) > 1 {
				axis = out[j]
			}
			stacked[j] = e.Stack(all, Axis(axis))
		}
		return stacked
	}
}

// mappedAxes returns the axis of each argument, and how long they are.
func mappedAxes(xs []*Array, in []int) (axes []int, n int) {
	if len(in) == 1 {
		in = slices.Repeat(in, len(xs))
	}
	if len(in) != len(xs) {
		check(errorf(ErrValue, "%d arguments, and %d InAxes", len(xs), len(in)))
	}
	n = -1
	axes = slices.Clone(in)
	for k, x := range xs {
		check(x.usable())
		if in[k] == NotMapped {
			continue
		}
		axis, err := shape.Axis(in[k], len(x.shape))
		check(err)
		axes[k] = axis
		switch length := x.shape[axis]; {
		case n < 0:
			n = length
		case n != length:
			check(errorf(ErrShape, "argument %d has length %d along its axis, one before it %d", k+1, length, n))
		}
	}
	switch {
	case n < 0:
		check(errorf(ErrValue, "no argument is mapped"))
	case n == 0:
		check(errorf(ErrValue, "arguments of length 0 along their axes"))
	}
	return axes, n
}

// Reduce returns what a function of two arrays makes of the elements along axes, one after the other, beginning with init: computation(…computation(init, x₀)…,
// xₙ₋₁). init is a number or an array that broadcasts to what is left of x's shape, in x's dtype; an empty axis gives it. computation gets and gives arrays of that shape.
// Options are Axis or Axes, the first axis unless told (several are gone along in their order), and KeepDims. It is differentiated and traced as computation is.
// Sum, Prod, Max and Min, and what else reduces by itself, are faster.
func (e *Env) Reduce(x any, init any, computation func(x, y *Array) *Array, opts ...Option) *Array {
	defer blame("Reduce")
	a := e.Asarray(x)
	if computation == nil {
		check(errorf(ErrValue, "a nil function"))
	}
	axes, keep := []int{0}, false
	for _, o := range opts {
		switch o := o.(type) {
		case Axis:
			axes = []int{int(o)}
		case Axes:
			axes = slices.Clone(o)
		case KeepDims:
			keep = bool(o)
		default:
			check(errorf(ErrValue, "option %T (there are Axis, Axes and KeepDims)", o))
		}
	}
	for i := range axes {
		axis, err := shape.Axis(axes[i], len(a.shape))
		check(err)
		if axes[i] = axis; slices.Contains(axes[:i], axis) {
			check(errorf(ErrValue, "axis %d is named twice", axis))
		}
	}
	kept := slices.Clone(a.shape)
	for _, axis := range axes {
		kept[axis] = 1
	}
	for i, axis := range axes {
		left := slices.Delete(slices.Clone(a.shape), axis, axis+1)
		z := e.BroadcastTo(e.Asarray(init, a.dtype), left)
		if i > 0 { // what is reduced further has been begun already
			z = nil
		}
		for j := range a.shape[axis] {
			key := make([]any, axis+1)
			for k := range axis {
				key[k] = Slice(nil, nil)
			}
			key[axis] = j
			part := e.GetItem(a, key...)
			if z == nil {
				z = part
				continue
			}
			z = computation(z, part)
			if z == nil || !slices.Equal(z.shape, left) {
				check(errorf(ErrShape, "computation gave %v, want an array of shape %v", z, left))
			}
		}
		if z == nil {
			z = e.BroadcastTo(e.Asarray(init, a.dtype), left)
		}
		a = z
		for k := i + 1; k < len(axes); k++ {
			if axes[k] > axis {
				axes[k]--
			}
		}
	}
	if keep {
		return e.Reshape(a, kept)
	}
	return a
}
