package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Places of elements, as indices and as numbers in row-major order.

func (e *Env) argWhere(x any, opts []Option) *Array {
	a, o, s := e.use(ops.ArgWhere, x, opts)
	rank := len(a.shape)
	if rank == 0 {
		a = e.Reshape(a, []int{1})
	}
	var places []*Array
	if a.be.probe { // which asks whether there are places of that dtype
		_, err := e.prepare(s, ops.Nonzero.Op, a.be.table.Entry(ops.Nonzero.Op), a)
		check(err)
		places = slices.Repeat([]*Array{e.zerosAt(a.be, Int64, 0)}, len(a.shape))
	} else {
		places = e.Nonzero(a)
	}
	if rank == 0 {
		return e.toOut(e.zerosAt(a.be.rootEngine(), Int64, places[0].Size(), 0), &o)
	}
	return e.toOut(e.Stack(places, Axis(1)), &o)
}

// sizeOf returns how many elements an array of this shape has.
func sizeOf(dims []int) int {
	n := 1
	for _, d := range dims {
		if d < 0 {
			check(errorf(ErrShape, "shape %s with a negative length", shape.Text(dims)))
		}
	}
	if slices.Contains(dims, 0) {
		return 0
	}
	for _, d := range dims {
		if n > math.MaxInt/d {
			check(errorf(ErrShape, "shape %s has too many elements", shape.Text(dims)))
		}
		n *= d
	}
	return n
}

// inBounds refuses indices that are not from 0 to n − 1.
func (e *Env) inBounds(name string, index *Array, n int) {
	if index.Size() == 0 {
		return
	}
	low, high := e.Min(index), e.Max(index)
	if !known(index) {
		return
	}
	least, most := low.scalar("Min"), high.scalar("Max")
	if least.Float64() < 0 {
		check(errorf(ErrIndex, "%s %v, want 0 to %d", name, least, n-1))
	}
	if most.Uint64() >= uint64(n) {
		check(errorf(ErrIndex, "%s %v, want 0 to %d", name, most, n-1))
	}
}

func (e *Env) unravelIndex(indices any, dims []int) []*Array {
	a, _, _ := e.use(ops.UnravelIndex, indices, nil)
	n := sizeOf(dims)
	check(backend.CheckElements(len(dims), partBytes))
	e.room(a, Int64, a.shape...)
	e.inBounds("index", a, n)
	a = e.Astype(a, Int64)
	zs := make([]*Array, len(dims))
	rest := a
	for i := len(dims) - 1; i >= 0; i-- {
		d := max(dims[i], 1)
		zs[i] = e.Remainder(rest, d)
		rest = e.FloorDivide(rest, d)
	}
	return zs
}

func (e *Env) ravelMultiIndex(multiIndex []*Array, dims []int, opts []Option) *Array {
	var o options
	check(o.parse(ops.RavelMultiIndex, opts))
	s := e.now.Load()
	_, err := agreeArrays(s, multiIndex)
	check(err)
	mode := string(get(opts, Mode("raise")))
	if !slices.Contains([]string{"raise", "wrap", "clip"}, mode) {
		check(errorf(ErrValue, "mode %q, want raise, wrap or clip", mode))
	}
	sizeOf(dims)
	if len(multiIndex) != len(dims) || len(dims) == 0 {
		check(errorf(ErrShape, "%d arrays of indices for shape %s", len(multiIndex), shape.Text(dims)))
	}
	var z *Array
	for i, x := range multiIndex {
		x, err := e.prepare(s, ops.RavelMultiIndex, composed(ops.RavelMultiIndex), x)
		check(err)
		if !x.dtype.IsInteger() {
			check(errorf(ErrDtype, "indices of dtype %v, want integers", x.dtype))
		}
		n := dims[i]
		e.room(x, Int64, x.shape...)
		switch {
		case mode == "raise":
			e.inBounds("index", x, n)
		case n == 0 && x.Size() > 0:
			check(errorf(ErrValue, "mode %q for an axis without elements", mode))
		default:
			x = e.inRange(x, max(n, 1), mode)
		}
		x = e.Astype(x, Int64)
		if z == nil {
			z = x
		} else {
			z = e.Add(e.Multiply(z, n), x)
		}
	}
	return e.toOut(e.Reshape(z, z.shape), &o)
}
