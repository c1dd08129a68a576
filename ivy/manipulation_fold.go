package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions that give arrays other axes.

func (e *Env) swapAxes(x any, axis0, axis1 int, opts []Option) *Array {
	a, o, _ := e.use(ops.SwapAxes, x, opts)
	rank := len(a.shape)
	i, err := shape.Axis(axis0, rank)
	check(err)
	j, err := shape.Axis(axis1, rank)
	check(err)
	perm := shape.All(rank)
	perm[i], perm[j] = j, i
	return e.toOut(e.permuted(a, perm), &o)
}

func (e *Env) flatten(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Flatten, x, opts)
	rank := max(1, len(a.shape))
	first, err := shape.Axis(int(get(opts, StartDim(0))), rank)
	check(err)
	last, err := shape.Axis(int(get(opts, EndDim(-1))), rank)
	check(err)
	if first > last {
		check(errorf(ErrValue, "start_dim %d is behind end_dim %d", first, last))
	}
	order := string(get(opts, Order("C")))
	if order != "C" && order != "F" {
		check(errorf(ErrValue, "order %q, want C or F", order))
	}
	if len(a.shape) == 0 {
		return e.viewOf(ops.Reshape.Op, a, []int{1}, backend.ViewAttrs{}, &o)
	}
	dims := slices.Concat(a.shape[:first], []int{shape.Size(a.shape[first : last+1])}, a.shape[last+1:])
	if order == "F" && first < last {
		perm := shape.All(len(a.shape))
		slices.Reverse(perm[first : last+1])
		a = e.permuted(a, perm)
	}
	return e.viewOf(ops.Reshape.Op, a, dims, backend.ViewAttrs{}, &o)
}

func (e *Env) unflatten(x any, dim int, lengths []int, opts []Option) *Array {
	a, o, _ := e.use(ops.Unflatten, x, opts)
	i, err := shape.Axis(dim, len(a.shape))
	check(err)
	if len(lengths) == 0 {
		check(errorf(ErrShape, "no lengths for axis %d", i))
	}
	apart, err := shape.Reshape(a.shape[i:i+1], lengths)
	check(err)
	dims := slices.Concat(a.shape[:i], apart, a.shape[i+1:])
	check(shape.Check(dims, a.dtype.Size()))
	return e.viewOf(ops.Reshape.Op, a, dims, backend.ViewAttrs{}, &o)
}

func (e *Env) flipUD(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.FlipUD, x, opts)
	if len(a.shape) < 1 {
		check(errorf(ErrShape, "shape %s, want one dimension or more", shape.Text(a.shape)))
	}
	return e.toOut(e.Flip(a, Axis(0)), &o)
}

func (e *Env) flipLR(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.FlipLR, x, opts)
	if len(a.shape) < 2 {
		check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
	}
	return e.toOut(e.Flip(a, Axis(1)), &o)
}

func (e *Env) rot90(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Rot90, x, opts)
	rank := len(a.shape)
	axes := manyAxes(opts, nil)
	if axes == nil {
		if rank < 2 {
			check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
		}
		axes = []int{0, 1}
	}
	axes, err := shape.AxesInOrder(axes, rank)
	check(err)
	if len(axes) != 2 {
		check(errorf(ErrValue, "%d axes, want two", len(axes)))
	}
	first, second := axes[0], axes[1]
	perm := shape.All(rank)
	perm[first], perm[second] = second, first
	switch k := int(get(opts, K(1))); (k%4 + 4) % 4 {
	case 1:
		a = e.permuted(e.Flip(a, Axis(second)), perm)
	case 2:
		a = e.Flip(a, Axes{first, second})
	case 3:
		a = e.Flip(e.permuted(a, perm), Axis(second))
	default:
		a = e.viewed(ops.Reshape, a, a.shape, backend.ViewAttrs{})
	}
	return e.toOut(a, &o)
}

func (e *Env) expand(x any, dims []int, opts []Option) *Array {
	a, o, _ := e.use(ops.Expand, x, opts)
	dims = slices.Clone(dims)
	more := len(dims) - len(a.shape)
	for i, n := range dims {
		switch {
		case n != -1:
		case i < more:
			check(errorf(ErrValue, "length −1 of axis %d, which shape %s does not have", i, shape.Text(a.shape)))
		case more >= 0:
			dims[i] = a.shape[i-more]
		}
	}
	check(shape.Check(dims, a.dtype.Size()))
	check(shape.BroadcastTo(a.shape, dims))
	return e.viewOf(ops.BroadcastTo.Op, a, dims, backend.ViewAttrs{}, &o)
}

func (e *Env) asStrided(x any, dims, strides []int, opts []Option) *Array {
	a, o, _ := e.use(ops.AsStrided, x, opts)
	size := a.dtype.Size()
	check(shape.Check(dims, size))
	if len(dims) != len(strides) {
		check(errorf(ErrValue, "%d strides for %d lengths", len(strides), len(dims)))
	}
	most := a.Size() - 1 // that is left for further strides
	empty := shape.Size(dims) == 0
	if most < 0 && !empty {
		check(errorf(ErrValue, "an element of none"))
	}
	for i, n := range dims {
		step := strides[i]
		if step%size != 0 {
			check(errorf(ErrValue, "stride %d of axis %d, want a multiple of %d bytes", step, i, size))
		}
		if n < 2 || empty {
			continue
		}
		if step /= size; step < 0 || step > most/(n-1) {
			check(errorf(ErrValue, "stride %d of axis %d with %d elements leads outside of x", strides[i], i, n))
		}
		most -= step * (n - 1)
	}
	flat := e.Reshape(a, []int{a.Size()})
	if empty {
		return e.toOut(e.withoutElements(flat, dims), &o)
	}
	e.room(a, Int64, dims...)
	at := e.zerosAt(a.be.rootEngine(), Int64)
	for i, n := range dims {
		line := e.counting(at.be, n)
		at = e.plus(e.shaped(at, append(slices.Clone(at.shape), 1)), e.times(line, e.integerLike(line, strides[i]/size)))
	}
	return e.toOut(e.Take(flat, at, Axis(0)), &o)
}

func (e *Env) matricize(x any, rows []int, opts []Option) *Array {
	a, o, _ := e.use(ops.Matricize, x, opts)
	rank := len(a.shape)
	perm, err := shape.AxesInOrder(rows, rank)
	check(err)
	split := len(perm)
	columns := []int(get(opts, ColumnModes(nil)))
	if !o.has(ops.ColumnModes) {
		for i := range rank {
			if !slices.Contains(perm, i) {
				columns = append(columns, i)
			}
		}
	}
	perm, err = shape.AxesInOrder(slices.Concat(perm, columns), rank)
	check(err)
	if len(perm) != rank {
		check(errorf(ErrValue, "%d rows and %d columns of %d axes", split, len(columns), rank))
	}
	z := e.permuted(a, perm)
	return e.toOut(e.Reshape(z, []int{shape.Size(z.shape[:split]), shape.Size(z.shape[split:])}), &o)
}

// staying returns how many axes at the front and at the back of an array of so many stay in a partial folding, of
// which least others are left.
func staying(rank int, opts []Option, least int) (begin, end int) {
	begin, end = int(get(opts, SkipBegin(1))), int(get(opts, SkipEnd(0)))
	if begin < 0 || end < 0 || begin > rank || end > rank-begin || rank-begin-end < least {
		check(errorf(ErrValue, "skip_begin %d and skip_end %d of %d axes", begin, end, rank))
	}
	return begin, end
}

func (e *Env) partialTensorToVec(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.PartialTensorToVec, x, opts)
	begin, end := staying(len(a.shape), opts, 0)
	last := len(a.shape) - end
	dims := slices.Concat(a.shape[:begin], []int{shape.Size(a.shape[begin:last])}, a.shape[last:])
	check(shape.Check(dims, a.dtype.Size()))
	return e.viewOf(ops.Reshape.Op, a, dims, backend.ViewAttrs{}, &o)
}

func (e *Env) partialUnfold(x any, mode int, opts []Option) *Array {
	a, o, _ := e.use(ops.PartialUnfold, x, opts)
	begin, end := staying(len(a.shape), opts, 1)
	last := len(a.shape) - end
	row, err := shape.Axis(mode, last-begin)
	check(err)
	perm := rowsFirst(len(a.shape), begin, begin+row)
	z := e.permuted(a, perm)
	inner := []int{z.shape[begin], shape.Size(z.shape[begin+1 : last])}
	if get(opts, RavelTensors(false)) {
		inner = []int{shape.Size(inner)}
	}
	dims := slices.Concat(z.shape[:begin], inner, z.shape[last:])
	check(shape.Check(dims, a.dtype.Size()))
	return e.toOut(e.Reshape(z, dims), &o)
}

// rowsFirst returns the axes of an array with one of them moved forward to another place.
func rowsFirst(rank, to, from int) []int {
	perm := shape.All(rank)
	return slices.Insert(slices.Delete(perm, from, from+1), to, from)
}

func (e *Env) partialFold(x any, mode int, dims []int, opts []Option) *Array {
	a, o, _ := e.use(ops.PartialFold, x, opts)
	check(shape.Check(dims, a.dtype.Size()))
	begin, _ := staying(len(dims), opts, 1)
	row, err := shape.Axis(mode, len(dims)-begin)
	check(err)
	perm := rowsFirst(len(dims), begin, begin+row)
	apart := make([]int, len(dims))
	back := make([]int, len(dims))
	for i, p := range perm {
		apart[i], back[p] = dims[p], i
	}
	return e.toOut(e.permuted(e.Reshape(a, apart), back), &o)
}

func (e *Env) partialVecToTensor(x any, dims []int, opts []Option) *Array {
	a, o, _ := e.use(ops.PartialVecToTensor, x, opts)
	check(shape.Check(dims, a.dtype.Size()))
	staying(len(dims), opts, 0)
	return e.viewOfShape(a, dims, &o)
}

// viewOfShape is viewOf for a shape of as many elements, which is looked at.
func (e *Env) viewOfShape(a *Array, dims []int, o *options) *Array {
	dims, err := shape.Reshape(a.shape, dims)
	check(err)
	return e.viewOf(ops.Reshape.Op, a, dims, backend.ViewAttrs{}, o)
}
