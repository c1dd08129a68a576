package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions that sort in part, by several keys, or backwards.

func (e *Env) mSort(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.MSort, x, opts)
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "an array without axes"))
	}
	return e.toOut(e.Sort(a, Axis(0)), &o)
}

func (e *Env) lexSort(keys any, opts []Option) *Array {
	a, o, _ := e.use(ops.LexSort, keys, opts)
	if len(a.shape) < 2 {
		check(errorf(ErrShape, "keys of shape %s, want two axes or more", shape.Text(a.shape)))
	}
	k := a.shape[0]
	if k == 0 {
		check(errorf(ErrValue, "no keys"))
	}
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape)-1)
	check(err)
	e.room(a, Int64, a.shape[1:]...)
	key := func(i int) *Array { return e.Reshape(e.partAlong(a, 0, i, 1), a.shape[1:]) }
	order := e.ArgSort(key(0), Axis(axis))
	for i := 1; i < k; i++ {
		next := e.ArgSort(e.TakeAlongAxis(key(i), order, Axis(axis)), Axis(axis))
		order = e.TakeAlongAxis(order, next, Axis(axis))
	}
	return e.toOut(order, &o)
}

func (e *Env) invertPermutation(x any) *Array {
	a, _, s := e.use(ops.InvertPermutation, x, nil)
	if len(a.shape) != 1 {
		check(errorf(ErrShape, "x of shape %s, want one dimension", shape.Text(a.shape)))
	}
	n := a.shape[0]
	e.room(a, Int64, n)
	if a.dtype == Uint64 { // whose greatest numbers int64 has not
		a = e.Minimum(a, n)
	}
	a = e.Astype(a, Int64)
	if !known(a) {
		return e.counting(a.be, n)
	}
	at, err := extract[int64](a)
	check(err)
	z := slices.Repeat([]int64{-1}, n)
	for i, v := range at {
		if v < 0 || v >= int64(n) || z[v] >= 0 {
			check(errorf(ErrValue, "x is no permutation of the numbers from 0 to %d: it has %d", n-1, v))
		}
		z[v] = int64(i)
	}
	inverse, err := e.fromGo(s, a.be, z, Int64)
	check(err)
	return inverse
}

func (e *Env) topK(x any, k int, opts []Option) (values, indices *Array) {
	a, _, _ := e.use(ops.TopK, x, opts)
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "an array without axes"))
	}
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	n := a.shape[axis]
	if k < 0 || k > n {
		check(errorf(ErrValue, "k %d, want 0 to %d, the length of the axis", k, n))
	}
	e.room(a, Int64, a.shape...)
	indices = e.topIndices(a.withoutTape(), axis, k, !bool(get(opts, Largest(true))))
	return e.TakeAlongAxis(a, indices, Axis(axis)), indices
}

// topIndices returns the indices of the k greatest, or least, elements of x along an axis.
func (e *Env) topIndices(x *Array, axis, k int, least bool) *Array {
	last := len(x.shape) - 1
	if x.be.table.Has(ops.TopIndices.Op) {
		moved := x
		if axis != last {
			moved = e.MoveAxis(x, []int{axis}, []int{-1})
		}
		dims := slices.Clone(moved.shape)
		dims[last] = k
		if z := e.kernelOf(ops.TopIndices, x.dtype, Int64, dims, backend.TopAttrs{K: k, Least: least}, moved); z != nil {
			if axis != last {
				z = e.MoveAxis(z, []int{-1}, []int{axis})
			}
			return z
		}
	}
	return e.partAlong(e.ArgSort(x, Axis(axis), Descending(!least)), axis, 0, k)
}

// A partitioning is a call of Partition or ArgPartition.
type partitioning struct {
	e    *Env
	x    *Array // with the axis last
	axis int
	kth  []int
	o    options
}

func (e *Env) newPartitioning(op *ops.Op, x any, kth []int, opts []Option) *partitioning {
	a, o, _ := e.use(op, x, opts)
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "an array without axes"))
	}
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	n := a.shape[axis]
	places := make([]int, len(kth))
	for i, k := range kth {
		if k < -n || k >= n {
			check(errorf(ErrIndex, "kth %d is out of range for an axis of length %d", k, n))
		}
		if k < 0 {
			k += n
		}
		places[i] = k
	}
	slices.Sort(places)
	e.room(a, Int64, a.shape...)
	if axis != len(a.shape)-1 {
		a = e.MoveAxis(a, []int{axis}, []int{-1})
	}
	return &partitioning{e, a, axis, slices.Compact(places), o}
}

// end returns z with the axis where it was.
func (p *partitioning) end(z *Array) *Array {
	if p.axis != len(z.shape)-1 {
		z = p.e.MoveAxis(z, []int{-1}, []int{p.axis})
	}
	return p.e.toOut(z, &p.o)
}

// order returns the indices of the result along the last axis.
func (p *partitioning) order() *Array {
	e, x := p.e, p.x.withoutTape()
	if z := e.kernelOf(ops.PartitionAround, x.dtype, Int64, x.shape, backend.PartitionAttrs{Kth: p.kth, Indices: true}, x); z != nil {
		return z
	}
	if len(p.kth) == 0 || x.Size() == 0 {
		last := len(x.shape) - 1
		return e.spread(e.shaped(e.counting(x.be.rootEngine(), x.shape[last]), append(ones(last), x.shape[last])), x.shape)
	}
	if x.dtype.IsBool() {
		x = e.Astype(x, Uint8)
	}
	found := e.ranked(x, p.kth, false)
	class := e.zerosAt(x.be.rootEngine(), Int64, x.shape...)
	nan := e.nanOf(x)
	for i := range p.kth { // one more for each that an element is not less than, and one for each that it is greater than
		v := e.partAlong(found, len(x.shape)-1, i, 1)
		less, greater := e.apply2(ops.Less, x, v), e.apply2(ops.Greater, x, v)
		if nan != nil {
			none := e.IsNan(v)
			less = e.LogicalOr(less, e.LogicalAnd(none, e.LogicalNot(nan)))
			greater = e.LogicalOr(greater, e.LogicalAnd(nan, e.LogicalNot(none)))
		}
		class = e.Add(class, e.Add(e.Astype(e.LogicalNot(less), Int64), e.Astype(greater, Int64)))
	}
	return e.ArgSort(class)
}

func (e *Env) partition(x any, kth []int, opts []Option) *Array {
	p := e.newPartitioning(ops.Partition, x, kth, opts)
	if len(p.kth) == 0 || p.x.Size() == 0 {
		return p.end(e.CopyArray(p.x))
	}
	if z := e.kernelOf(ops.PartitionAround, p.x.dtype, p.x.dtype, p.x.shape, backend.PartitionAttrs{Kth: p.kth}, p.x); z != nil {
		return p.end(z)
	}
	return p.end(e.TakeAlongAxis(p.x, p.order()))
}

func (e *Env) argPartition(x any, kth []int, opts []Option) *Array {
	p := e.newPartitioning(ops.ArgPartition, x, kth, opts)
	return p.end(p.order())
}
