package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Products of tensors.

func (e *Env) inner(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.Inner, x1, x2, opts)
	if len(a.shape) == 0 || len(b.shape) == 0 {
		return e.toOut(e.times(a, b), &o)
	}
	return e.toOut(e.TensorDot(a, b, ContractAxes{{-1}, {-1}}), &o)
}

func (e *Env) dot(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.Dot, x1, x2, opts)
	switch len(b.shape) {
	case 0:
		return e.toOut(e.times(a, b), &o)
	case 1:
		if len(a.shape) > 0 {
			return e.toOut(e.TensorDot(a, b, ContractAxes{{-1}, {0}}), &o)
		}
		return e.toOut(e.times(a, b), &o)
	}
	if len(a.shape) == 0 {
		return e.toOut(e.times(a, b), &o)
	}
	return e.toOut(e.TensorDot(a, b, ContractAxes{{-1}, {-2}}), &o)
}

func (e *Env) batchedOuter(tensors []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.BatchedOuter, opts))
	if len(tensors) == 0 {
		check(errorf(ErrValue, "no arrays"))
	}
	s := e.now.Load()
	xs := e.promoteUnlike(s, tensors)
	for i, x := range xs {
		x, err := e.prepare(s, ops.BatchedOuter, composed(ops.BatchedOuter), x)
		check(err)
		if len(x.shape) == 0 || x.shape[0] != shape.Size(xs[0].shape[:1]) {
			check(errorf(ErrShape, "shapes %s and %s of arrays 0 and %d, want the same first length", shape.Text(xs[0].shape), shape.Text(x.shape), i))
		}
		xs[i] = x
	}
	z := xs[0]
	for _, x := range xs[1:] {
		z = e.outerOfRows(z, x)
	}
	if len(xs) == 1 {
		z = e.CopyArray(z)
	}
	return e.toOut(z, &o)
}

// outerOfRows returns the products of each element of a row of x and each of the same row of y.
func (e *Env) outerOfRows(x, y *Array) *Array {
	e.room(x, x.dtype, slices.Concat(x.shape, y.shape[1:])...)
	return e.times(e.shaped(x, slices.Concat(x.shape, ones(len(y.shape)-1))), e.shaped(y, slices.Concat(y.shape[:1], ones(len(x.shape)-1), y.shape[1:])))
}

func (e *Env) higherOrderMoment(x any, order int, opts []Option) *Array {
	a, o, _ := e.use(ops.HigherOrderMoment, x, opts)
	if order < 1 {
		check(errorf(ErrValue, "order %d, want 1 or more", order))
	}
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "an array without axes"))
	}
	wide := e.wider(a)
	z := wide
	if len(a.shape) == 1 { // a power, however great the order
		z = nil
		for square, left := wide, order; left > 0; left >>= 1 {
			switch {
			case left&1 != 0 && z == nil:
				z = square
			case left&1 != 0:
				z = e.times(z, square)
			}
			if left > 1 {
				square = e.times(square, square)
			}
		}
	} else {
		tail := a.shape[1:]
		if order > (shape.MaxRank-1)/len(tail) {
			check(errorf(ErrShape, "order %d of an array of shape %s: more than %d axes", order, shape.Text(a.shape), shape.MaxRank-1))
		}
		e.room(wide, wide.dtype, append([]int{a.shape[0]}, slices.Repeat(tail, order)...)...)
		for range order - 1 { // each adds axes
			z = e.outerOfRows(z, wide)
		}
	}
	return e.toOut(e.Astype(e.Mean(z, Axis(0)), a.dtype), &o)
}

func (e *Env) vectorToSkewSymmetricMatrix(vector any, opts []Option) *Array {
	a, o, _ := e.use(ops.VectorToSkewSymmetricMatrix, vector, opts)
	rank := len(a.shape)
	if rank == 0 || a.shape[rank-1] != 3 {
		check(errorf(ErrShape, "shape %s, want (…, 3)", shape.Text(a.shape)))
	}
	lead := a.shape[:rank-1]
	e.room(a, a.dtype, slices.Concat(lead, []int{9})...)
	zero := e.zerosIn(a, slices.Concat(lead, []int{1})...)
	minus := e.negated(a)
	at := func(x *Array, i int) *Array { return e.partAlong(x, rank-1, i, 1) }
	z := e.joined([]*Array{zero, at(minus, 2), at(a, 1), at(a, 2), zero, at(minus, 0), at(minus, 1), at(a, 0), zero}, rank-1)
	return e.toOut(e.shaped(z, slices.Concat(lead, []int{3, 3})), &o)
}

func (e *Env) generalInnerProduct(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.GeneralInnerProduct, x1, x2, opts)
	n := len(a.shape)
	if o.has(ops.NModes) {
		if n = int(get(opts, NModes(0))); n < 0 {
			check(errorf(ErrValue, "n_modes %d, want 0 or more", n))
		}
	} else if !slices.Equal(a.shape, b.shape) {
		check(errorf(ErrShape, "shapes %s and %s, want the same", shape.Text(a.shape), shape.Text(b.shape)))
	}
	return e.toOut(e.TensorDot(a, b, Contract(n)), &o)
}

func (e *Env) kronecker(matrices []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.Kronecker, opts))
	if len(matrices) == 0 {
		check(errorf(ErrValue, "no matrices"))
	}
	s := e.now.Load()
	xs, err := e.promoteArrays(s, matrices)
	check(err)
	for i, x := range xs {
		x, err := e.prepare(s, ops.Kronecker, composed(ops.Kronecker), x)
		check(err)
		if len(x.shape) != 2 {
			check(errorf(ErrShape, "shape %s of matrix %d, want two dimensions", shape.Text(x.shape), i))
		}
		xs[i] = x
	}
	if o.has(ops.SkipMatrix) {
		i, err := shape.Axis(int(get(opts, SkipMatrix(0))), len(xs))
		check(err)
		if xs = slices.Delete(xs, i, i+1); len(xs) == 0 {
			check(errorf(ErrValue, "no matrices but the one that is left out"))
		}
	}
	if get(opts, Reverse(false)) {
		slices.Reverse(xs)
	}
	z := xs[0]
	for _, x := range xs[1:] {
		z = e.Kron(z, x)
	}
	if len(xs) == 1 {
		z = e.CopyArray(z)
	}
	return e.toOut(z, &o)
}

func (e *Env) khatriRao(matrices []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.KhatriRao, opts))
	if len(matrices) == 0 {
		check(errorf(ErrValue, "no matrices"))
	}
	s := e.now.Load()
	xs := e.promoteUnlike(s, matrices)
	for i, x := range xs {
		x, err := e.prepare(s, ops.KhatriRao, composed(ops.KhatriRao), x)
		check(err)
		if len(x.shape) == 1 {
			x = e.shaped(x, []int{x.shape[0], 1})
		}
		if len(x.shape) != 2 || i > 0 && x.shape[1] != xs[0].shape[1] {
			check(errorf(ErrShape, "shape %s of matrix %d, want matrices with as many columns each", shape.Text(x.shape), i))
		}
		xs[i] = x
	}
	if o.has(ops.SkipMatrix) {
		i, err := shape.Axis(int(get(opts, SkipMatrix(0))), len(xs))
		check(err)
		if xs = slices.Delete(xs, i, i+1); len(xs) == 0 {
			check(errorf(ErrValue, "no matrices but the one that is left out"))
		}
	}
	z, n := xs[0], xs[0].shape[1]
	for _, x := range xs[1:] {
		e.room(z, z.dtype, z.shape[0], x.shape[0], n)
		rows := z.shape[0] * x.shape[0]
		z = e.shaped(e.times(e.shaped(z, []int{z.shape[0], 1, n}), e.shaped(x, []int{1, x.shape[0], n})), []int{rows, n})
	}
	if len(xs) == 1 {
		z = e.CopyArray(z)
	}
	return e.toOut(z, &o)
}

func (e *Env) modeDot(x, matrix any, mode int, opts []Option) *Array {
	a, m, o := e.operands(ops.ModeDot, x, matrix, opts)
	axis, err := shape.Axis(mode, len(a.shape))
	check(err)
	return e.toOut(e.alongMode(a, m, axis, bool(get(opts, Transposed(false)))), &o)
}

// alongMode is ModeDot along an axis counted from the front.
func (e *Env) alongMode(a, m *Array, axis int, transposed bool) *Array {
	switch len(m.shape) {
	case 1:
		return e.TensorDot(a, m, ContractAxes{{axis}, {0}})
	case 2:
	default:
		check(errorf(ErrShape, "shape %s, want a matrix or a vector", shape.Text(m.shape)))
	}
	if transposed {
		m = e.adjointOf(m)
	}
	z := e.TensorDot(a, m, ContractAxes{{axis}, {1}})
	return e.permuted(z, rowsFirst(len(z.shape), axis, len(z.shape)-1))
}

func (e *Env) multiModeDot(x any, list []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.MultiModeDot, opts))
	s := e.now.Load()
	_, err := e.agree(s, x)
	check(err)
	a, err := e.asArray(s, nil, x)
	check(err)
	xs, err := e.promoteArrays(s, append([]*Array{a}, list...))
	check(err)
	for i, x := range xs {
		xs[i], err = e.prepare(s, ops.MultiModeDot, composed(ops.MultiModeDot), x)
		check(err)
	}
	a, list = xs[0], xs[1:]
	rank := len(a.shape)
	modes := shape.All(len(list))
	if o.has(ops.Modes) {
		modes = slices.Clone([]int(get(opts, Modes(nil))))
	}
	if len(modes) != len(list) {
		check(errorf(ErrValue, "%d modes for %d matrices or vectors", len(modes), len(list)))
	}
	skip, err := shape.Axes([]int(get(opts, Skip(nil))), len(list))
	check(err)
	transposed := bool(get(opts, Transposed(false)))
	at := shape.All(rank) // where each axis is, −1 where a vector has taken it
	z := a
	for i, m := range list {
		if slices.Contains(skip, i) {
			continue
		}
		axis, err := shape.Axis(modes[i], rank)
		check(err)
		if at[axis] < 0 {
			check(errorf(ErrIndex, "axis %d, which a vector has taken", axis))
		}
		z = e.alongMode(z, m, at[axis], transposed)
		if len(m.shape) == 1 {
			at[axis] = -1
			for j := axis + 1; j < rank; j++ {
				if at[j] >= 0 {
					at[j]--
				}
			}
		}
	}
	if z == a {
		z = e.CopyArray(a)
	}
	return e.toOut(z, &o)
}

func (e *Env) tensorSolve(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.TensorSolve, x1, x2, opts)
	rank, n := len(a.shape), b.Size()
	axes, err := shape.AxesInOrder(manyAxes(opts, nil), rank)
	check(err)
	var order []int
	for i := range rank {
		if !slices.Contains(axes, i) {
			order = append(order, i)
		}
	}
	a = e.permuted(a, append(order, axes...))
	if rank < len(b.shape) || !slices.Equal(a.shape[:len(b.shape)], b.shape) || shape.Size(a.shape[len(b.shape):]) != n {
		check(errorf(ErrShape, "shapes %s and %s: the first is to begin with the second, and to have as many elements in its other axes", shape.Text(a.shape), shape.Text(b.shape)))
	}
	left := a.shape[len(b.shape):]
	d := a.dtype
	s := e.system(e.wider(e.shaped(a, []int{n, n})), e.wider(e.shaped(b, []int{n})))
	z := e.cast(s.result(e.solved(ops.SolveMatrix, s.a, s.b, backend.MatrixAttrs{})), d)
	return e.toOut(e.shaped(z, left), &o)
}
