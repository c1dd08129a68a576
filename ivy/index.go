package ivy

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Span is Python's slice start:stop:step, as an index. [Slice] makes one.
type Span struct {
	start, stop *int
	step        int
}

// Slice returns the index start:stop of Python, or start:stop:step. start and stop are
// ints or nil, which leaves the bound out; negative ones count from the end.
func Slice(start, stop any, step ...int) Span {
	s := Span{step: 1}
	if len(step) > 1 {
		panic(wrap("Slice", nil, errorf(ErrIndex, "%d steps", len(step))))
	}
	if len(step) == 1 {
		s.step = step[0]
	}
	bound := func(v any) *int {
		switch v := v.(type) {
		case nil:
			return nil
		case int:
			return &v
		case *Array:
			i := v.Index()
			return &i
		}
		panic(wrap("Slice", nil, errorf(ErrIndex, "a bound of type %T, want int or nil", v)))
	}
	s.start, s.stop = bound(start), bound(stop)
	return s
}

// String returns the slice as Python writes it.
func (s Span) String() string {
	text := ""
	if s.start != nil {
		text = fmt.Sprint(*s.start)
	}
	text += ":"
	if s.stop != nil {
		text += fmt.Sprint(*s.stop)
	}
	if s.step != 1 {
		text += fmt.Sprintf(":%d", s.step)
	}
	return text
}

// Step returns the distance from a position to the next.
func (s Span) Step() int { return s.step }

// Of returns which of n positions the slice takes: the first, the distance from each
// to the next, and how many.
func (s Span) Of(n int) (start, step, count int, err error) {
	r, err := shape.Slice(s.start, s.stop, s.step, n)
	if err != nil {
		return 0, 0, 0, &Error{Op: "Slice", Kind: ErrIndex, Err: err}
	}
	return r.Start, r.Step, r.Len, nil
}

type ellipsis struct{}

type newAxis struct{}

var (
	// Colon is the index ":", a whole axis.
	Colon = Span{step: 1}
	// Ellipsis is the index "...", as many whole axes as are left.
	Ellipsis = ellipsis{}
	// NewAxis is the index None, a new axis of length 1.
	NewAxis = newAxis{}
)

// GetItem returns x[key…]. A key is, for each axis of x: an int, which takes the axis
// away; a [Slice]; [Ellipsis]; [NewAxis]; a bool array, which stands for as many axes
// as it has and takes the elements where it is true; or an integer array, or slices
// of ints, which take the elements they name. Several arrays are taken together,
// broadcast, and their axes come where the first of them stood, or in front if they
// are apart. This is NumPy's indexing. Without arrays among the keys the result is a
// view of x.
func (e *Env) GetItem(x any, key ...any) *Array {
	defer blame("GetItem")
	s := e.now.Load()
	a, err := e.asArray(s, nil, x)
	check(err)
	e = e.in(a, a)
	k, err := e.parseKey(s, a, key)
	check(err)
	v, err := k.basic(e)
	check(err)
	if k.indices == nil {
		return entered(v)
	}
	z, err := k.gather(e, v)
	check(err)
	return entered(z)
}

// SetItem writes v, which broadcasts to the shape of x[key…], into those elements of
// x. v is cast to x's dtype, which it must have in common with x: an int array takes
// no floats. Where an element is named twice the last value stays.
func (e *Env) SetItem(x *Array, v any, key ...any) {
	defer blame("SetItem")
	s := e.now.Load()
	check(x.usable())
	if m := x.wholeMask(key); m != nil {
		value, err := e.assigned(s, x, v)
		check(err)
		if len(value.shape) == 0 {
			check(e.chosen(x, m, value))
			return
		}
		v = value
	}
	k, err := e.parseKey(s, x, key)
	check(err)
	value, err := e.assigned(s, x, v)
	check(err)
	check(k.assign(e, value))
}

// AddItem adds v, which broadcasts to the shape of x[key…], to those elements of x: to an
// element that is named several times all of its values, one after the other in
// row-major order. This is NumPy's add.at. v is cast to x's dtype as [Env.SetItem] does.
// Bools add as logical or and integers wrap, as in [Env.Add]; float16 and bfloat16 are
// added in float32, and the sum is rounded once.
func (e *Env) AddItem(x *Array, v any, key ...any) {
	defer blame("AddItem")
	check(x.usable())
	check(e.addItem(x, v, key))
}

// addItem is AddItem of an array that is usable.
func (e *Env) addItem(x *Array, v any, key []any) error {
	s := e.now.Load()
	k, err := e.parseKey(s, x, key)
	if err != nil {
		return err
	}
	value, err := e.assigned(s, x, v)
	if err != nil {
		return err
	}
	if k.indices != nil {
		return k.combine(e, ops.AddIndex.Op, value)
	}
	elements, err := k.elements(e)
	if err == nil {
		value, err = e.fitted(value, elements.shape)
	}
	if err != nil {
		return err
	}
	return k.assign(e, e.Add(elements, value))
}

// wholeMask returns the bool array that is the key, if it has an element for each of x, whose memory a choice between
// elements can be written to.
func (a *Array) wholeMask(key []any) *Array {
	if len(key) != 1 || !a.be.inPlace || a.be.abstract || a.group.Load() != nil {
		return nil
	}
	m, ok := key[0].(*Array)
	if !ok || m == nil || m == a || m.dtype != Bool || m.be != a.be || len(m.shape) == 0 || !slices.Equal(m.shape, a.shape) {
		return nil
	}
	return m
}

// chosen writes value, which has no axes, into the elements of x where m is true.
func (e *Env) chosen(x, m, value *Array) error {
	k, err := x.be.step(ops.Where.Op, x.dtype)
	if err == nil {
		err = x.own()
	}
	if err != nil {
		return err
	}
	b, err := k.Ternary(backend.Spec{Dtype: x.dtype, Shape: x.shape, Into: x.buf}, m.buffer(), value.buffer(), x.buf)
	if err == nil && b != x.buf {
		err = x.fill(b)
	}
	return err
}

// assigned makes v an array of x's dtype on x's backend.
func (e *Env) assigned(s *state, x *Array, v any) (*Array, error) {
	op, err := e.operand(s, x.be, v)
	if err != nil {
		return nil, err
	}
	if op.arr == nil {
		if err := assignable(x, op.scalar); err != nil {
			return nil, err
		}
		data := newBytes(x.dtype.Size())
		if err := putScalar(data, x.dtype, op.scalar); err != nil {
			return nil, err
		}
		return e.fromBytes(s, x.be, x.dtype, nil, data, x.dtype)
	}
	if op.arr.dtype.Kind() > dtype.KindInt && op.arr.dtype.Kind() > x.dtype.Kind() {
		return nil, errorf(ErrDtype, "%v into an array of %v (cast one with Astype)", op.arr.dtype, x.dtype)
	}
	a, ok := op.arr.constantFor(x.be)
	if !ok {
		return nil, errForeign
	}
	a, err = a.to(x.be)
	if err != nil {
		return nil, err
	}
	return e.castTo(a, x.dtype)
}

// assignable refuses a scalar that is not written into an array of x's dtype.
func assignable(x *Array, v backend.Scalar) error {
	if v.Kind > dtype.KindInt && v.Kind > x.dtype.Kind() {
		return errorf(ErrDtype, "%v into an array of %v (cast one with Astype)", v, x.dtype)
	}
	return nil
}

// Get returns a[key…]; see [Env.GetItem].
func (a *Array) Get(key ...any) *Array { return a.home().GetItem(a, key...) }

// Set writes v into a[key…]; see [Env.SetItem].
func (a *Array) Set(v any, key ...any) { a.home().SetItem(a, v, key...) }

// An indexKey is an index understood: ranges of the array's axes, the shape that they
// give, and integer arrays over some axes of that shape.
type indexKey struct {
	a       *Array
	ranges  []shape.Range
	dims    []int    // the ranges' lengths, without axes that ints take, with new ones
	indices []*Array // int64, over the axes at of dims
	at      []int
	apart   bool // something stands between the arrays
	last    int  // the item of the key after the last array, -1 if there was none
}

// parseKey understands a key to a.
func (e *Env) parseKey(s *state, a *Array, key []any) (*indexKey, error) {
	var few [6]shape.KeyItem // on the stack
	items, arrays, err := e.keyItems(s, a, key, few[:0])
	if err != nil {
		return nil, err
	}
	if items, err = shape.PlanKey(items, len(a.shape)); err != nil {
		return nil, errorf(ErrIndex, "%v", err)
	}
	k := &indexKey{a: a, ranges: make([]shape.Range, 0, len(a.shape)), dims: make([]int, 0, len(a.shape)+1), last: -1}
	for i, item := range items {
		switch item.Kind {
		case shape.KeyEllipsis:
			k.whole(item.Axis, item.Axes)
		case shape.KeyNewAxis:
			k.dims = append(k.dims, 1)
		case shape.KeySlice:
			err = k.slice(item.Value.(Span), item.Axis)
		case shape.KeyInt:
			err = k.int(e, s, item, i, arrays)
		case shape.KeyArray:
			k.array(item.Value.(*Array), i)
			k.whole(item.Axis, 1)
		case shape.KeyMask:
			err = k.mask(e, s, item.Value.(*Array), item.Axis, i)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(k.dims) > shape.MaxRank {
		return nil, errorf(ErrIndex, "a result of %d dimensions (at most %d)", len(k.dims), shape.MaxRank)
	}
	return k, nil
}

// keyItems appends the items of a key to a, and returns whether there are arrays among them.
func (e *Env) keyItems(s *state, a *Array, key []any, items []shape.KeyItem) (_ []shape.KeyItem, arrays bool, err error) {
	open := false
	for _, v := range key {
		item := shape.KeyItem{Value: v, Axes: 1}
		switch v := v.(type) {
		case nil, newAxis:
			item = shape.KeyItem{Kind: shape.KeyNewAxis}
		case ellipsis:
			if open {
				return nil, false, errorf(ErrIndex, "two ellipses")
			}
			open = true
			item = shape.KeyItem{Kind: shape.KeyEllipsis}
		case int:
		case Span:
			item.Kind = shape.KeySlice
		case bool:
			x, err := e.fromGo(s, a.be, v, Bool)
			if err != nil {
				return nil, false, err
			}
			item = shape.KeyItem{Kind: shape.KeyMask, Value: x}
		default:
			if item, err = e.arrayItem(s, a, v, arrays); err != nil {
				return nil, false, err
			}
		}
		arrays = arrays || item.Kind >= shape.KeyArray
		items = append(items, item)
	}
	return items, arrays, nil
}

// arrayItem returns the item of a key to a that is an array, or becomes one: an array of
// integers without axes is an int if no array stands before it.
func (e *Env) arrayItem(s *state, a *Array, v any, arrays bool) (shape.KeyItem, error) {
	x, err := e.asArray(s, a.be, v)
	if err != nil {
		return shape.KeyItem{}, err
	}
	switch {
	case x.dtype == Bool:
		return shape.KeyItem{Kind: shape.KeyMask, Value: x, Axes: len(x.shape)}, nil
	case x.dtype.IsInteger() && len(x.shape) == 0 && !arrays && !x.be.abstract:
		if x.dtype == Uint64 {
			x = e.signed(x, math.MaxInt)
		}
		return shape.KeyItem{Kind: shape.KeyInt, Value: x.Index(), Axes: 1}, nil
	case x.dtype.IsInteger() || x.Size() == 0 && !isArray(v):
		x, err = e.wholes64(x)
		return shape.KeyItem{Kind: shape.KeyArray, Value: x, Axes: 1}, err
	}
	return shape.KeyItem{}, errorf(ErrIndex, "an index of dtype %v, want integers or bool", x.dtype)
}

// whole enters n whole axes.
func (k *indexKey) whole(axis, n int) {
	for i := range n {
		k.ranges = append(k.ranges, shape.Full(k.a.shape[axis+i]))
		k.dims = append(k.dims, k.a.shape[axis+i])
	}
}

// array enters an array of integers, the ith item of the key, over the axis that comes next.
func (k *indexKey) array(x *Array, i int) {
	k.apart = k.apart || k.last >= 0 && k.last != i
	k.last = i + 1
	k.indices = append(k.indices, x)
	k.at = append(k.at, len(k.dims))
}

// slice enters a slice of an axis.
func (k *indexKey) slice(s Span, axis int) error {
	r, err := shape.Slice(s.start, s.stop, s.step, k.a.shape[axis])
	if err != nil {
		return errorf(ErrIndex, "index %v: %v", s, err)
	}
	k.ranges = append(k.ranges, r)
	k.dims = append(k.dims, r.Len)
	return nil
}

// int enters an int, the ith item of the key: with arrays it is one without axes.
func (k *indexKey) int(e *Env, s *state, item shape.KeyItem, i int, arrays bool) error {
	n, at := k.a.shape[item.Axis], item.Value.(int)
	if at < -n || at >= n {
		return &backend.IndexError{Index: at, Axis: item.Axis, Len: n}
	}
	if at < 0 {
		at += n
	}
	if !arrays {
		k.ranges = append(k.ranges, shape.Range{Start: at, Step: 1, Len: 1})
		return nil
	}
	x, err := e.fromGo(s, k.a.be, int64(at), Int64)
	if err == nil {
		k.array(x, i)
		k.whole(item.Axis, 1)
	}
	return err
}

// mask enters a bool array, the ith item of the key: the indices of its true elements. One
// without axes is a new axis that has its one element, or not.
func (k *indexKey) mask(e *Env, s *state, m *Array, axis, i int) error {
	if len(m.shape) == 0 {
		var at []int64
		if m.be.abstract {
			return errAbstract
		}
		if m.Bool() {
			at = []int64{0}
		}
		x, err := e.fromGo(s, k.a.be, at, Int64)
		if err != nil {
			return err
		}
		k.array(x, i)
		k.dims = append(k.dims, 1)
		return nil
	}
	// An axis of length 0 stands for any: nothing is chosen.
	if want := k.a.shape[axis : axis+len(m.shape)]; !slices.EqualFunc(m.shape, want, func(have, want int) bool { return have == want || have == 0 }) {
		return errorf(ErrIndex, "a mask of shape %s for axes of shape %s", shape.Text(m.shape), shape.Text(want))
	}
	var found []*Array
	if err := Try(func() { found = e.Nonzero(m) }); err != nil {
		return err
	}
	for j, x := range found {
		k.array(x, i)
		k.whole(axis+j, 1)
	}
	return nil
}

// basic returns the view that the ranges are; one without elements needs no root.
func (k *indexKey) basic(e *Env) (*Array, error) {
	if shape.Size(k.dims) == 0 {
		return e.newFull(k.a.be, k.a.dtype, k.dims, backend.IntScalar(0))
	}
	v, g := k.part(e)
	g.mu.Lock()
	defer g.mu.Unlock()
	var err error
	if v.buf, err = v.be.cut(g.buffer(), v.dtype, v.mem.Load().ranges, v.shape); err != nil {
		return nil, err
	}
	v.mem.Load().version = g.version
	g.join(v)
	return v, nil
}

// part is basic without the view's buffer, and without its group, which it returns.
func (k *indexKey) part(e *Env) (*Array, *group) {
	_, mine := k.a.root()
	g := k.a.viewGroup()
	v := newArray(e, k.a.be, k.a.dtype)
	v.setShape(k.dims)
	v.mem.Store(&memory{ranges: k.compose(mine)})
	return v, g
}

// target is basic for what is written to alone: it has no buffer. On a level that would share the root's memory,
// which would be copied before the write.
func (k *indexKey) target(e *Env) (*Array, error) {
	if k.a.be.level == nil || shape.Size(k.dims) == 0 {
		return k.basic(e)
	}
	v, g := k.part(e)
	g.join(v)
	return v, nil
}

// elements is basic for what is read and then written to. On a level it is no view, which the write
// would be seen through.
func (k *indexKey) elements(e *Env) (*Array, error) {
	if k.a.be.level == nil || shape.Size(k.dims) == 0 {
		return k.basic(e)
	}
	v, _ := k.part(e)
	root, _ := k.a.root()
	return e.shaped(e.partOf(root, v.mem.Load().ranges), k.dims), nil
}

// compose returns the ranges of the root that are the key's ranges of a view which is
// the ranges mine of the root. The view's axes are the root's but for those of length
// 1, which may have come or gone.
func (k *indexKey) compose(mine []shape.Range) []shape.Range {
	if g := k.a.group.Load(); g.root == k.a {
		return k.ranges
	}
	out := slices.Clone(mine)
	i := 0 // of the view's axes
	for j, m := range mine {
		if m.Len == 1 {
			continue // one position, whatever axes the view has for it
		}
		for k.a.shape[i] == 1 {
			i++
		}
		r := k.ranges[i]
		i++
		out[j] = shape.Range{Start: m.Start + r.Start*m.Step, Step: m.Step * r.Step, Len: r.Len}
	}
	return out
}

// gather returns the elements of v, the view of the ranges, that the arrays name.
func (k *indexKey) gather(e *Env, v *Array) (*Array, error) {
	idx, common, err := k.broadcast(e)
	if err != nil {
		return nil, err
	}
	front, rest, err := k.toFront(e, v)
	if err != nil {
		return nil, err
	}
	dims := slices.Concat(common, rest)
	if err := shape.Check(dims, v.dtype.Size()); err != nil {
		return nil, err
	}
	z := newArray(e, v.be, v.dtype)
	z.setShape(dims)
	kernel, err := v.be.step(ops.Index.Op, v.dtype)
	if err != nil {
		return nil, err
	}
	if z.buf, err = kernel.Gather(e.spec(z), front.buffer(), idx, backend.GatherAttrs{}); err != nil {
		return nil, k.rename(err)
	}
	if position := k.position(); position > 0 {
		return e.MoveAxis(z, shape.All(len(common)), span(position, len(common))), nil
	}
	return z, nil
}

// rename makes the axis of an index error one of the array that was indexed.
func (k *indexKey) rename(err error) error {
	if ie, ok := err.(*backend.IndexError); ok && ie.Axis < len(k.at) {
		return &backend.IndexError{Index: ie.Index, Axis: k.at[ie.Axis], Len: ie.Len}
	}
	return err
}

// position returns where the arrays' axes come in the result.
func (k *indexKey) position() int {
	if k.apart {
		return 0
	}
	return k.at[0]
}

func span(start, n int) []int {
	out := shape.All(n)
	for i := range out {
		out[i] += start
	}
	return out
}

// broadcast brings the arrays to one shape.
func (k *indexKey) broadcast(e *Env) ([]backend.Buffer, []int, error) {
	shapes := make([][]int, len(k.indices))
	for i, x := range k.indices {
		shapes[i] = x.shape
	}
	common, err := shape.Broadcast(shapes...)
	if err != nil {
		return nil, nil, errorf(ErrIndex, "index arrays: %v", err)
	}
	idx := make([]backend.Buffer, len(k.indices))
	for i, x := range k.indices {
		if x, err = e.view(ops.BroadcastTo.Op, x, common, backend.ViewAttrs{}); err != nil {
			return nil, nil, err
		}
		idx[i] = x.buffer()
	}
	return idx, common, nil
}

// toFront returns v with the axes that the arrays index in front, and the lengths of
// the others.
func (k *indexKey) toFront(e *Env, v *Array) (*Array, []int, error) {
	perm := slices.Clone(k.at)
	var rest []int
	for i, n := range v.shape {
		if !slices.Contains(k.at, i) {
			perm = append(perm, i)
			rest = append(rest, n)
		}
	}
	dims := make([]int, len(perm))
	for i, p := range perm {
		dims[i] = v.shape[p]
	}
	kernel, err := v.be.step(ops.PermuteDims.Op, v.dtype)
	if err != nil {
		return nil, nil, err
	}
	b, err := kernel.View(backend.Spec{Dtype: v.dtype, Shape: dims}, v.buffer(), backend.ViewAttrs{Perm: perm})
	if err != nil {
		return nil, nil, err
	}
	return wrapBuffer(e, v.be, b, v.dtype, dims), rest, nil
}

// assign writes value into the elements that the key names.
func (k *indexKey) assign(e *Env, value *Array) error {
	if k.indices != nil {
		return k.combine(e, ops.SetIndex.Op, value)
	}
	if err := k.a.own(); err != nil {
		return err
	}
	v, err := k.target(e)
	if err != nil {
		return err
	}
	if value, err = e.fitted(value, v.shape); err != nil {
		return err
	}
	if slices.Equal(v.lens(), v.shape) {
		return v.write(value.buffer())
	}
	// The kernel counts every axis of the root: so must the value.
	full, err := e.view(ops.BroadcastTo.Op, value, v.shape, backend.ViewAttrs{})
	if err == nil {
		full, err = e.view(ops.Reshape.Op, full, v.lens(), backend.ViewAttrs{})
	}
	if err != nil {
		return err
	}
	return v.write(full.buffer())
}

// combine writes value into the elements that the key names, or adds it to them: op is
// SetIndex or AddIndex.
func (k *indexKey) combine(e *Env, op *ops.Op, value *Array) error {
	if err := k.a.own(); err != nil {
		return err
	}
	v, err := k.basic(e)
	if err != nil {
		return err
	}
	idx, common, err := k.broadcast(e)
	if err != nil {
		return err
	}
	front, rest, err := k.toFront(e, v)
	if err != nil {
		return err
	}
	position := k.position()
	want := slices.Insert(slices.Clone(rest), position, common...)
	if value, err = e.fitted(value, want); err != nil {
		return err
	}
	if position > 0 {
		if value, err = e.view(ops.BroadcastTo.Op, value, want, backend.ViewAttrs{}); err != nil {
			return err
		}
		value = e.MoveAxis(value, span(position, len(common)), shape.All(len(common)))
	}
	kernel, err := v.be.step(op, v.dtype)
	if err != nil {
		return err
	}
	b, err := kernel.Assign(front.buffer(), value.buffer(), idx, backend.AssignAttrs{Stop: e.stop()})
	if err != nil {
		return k.rename(err)
	}
	if v.be.inPlace {
		return nil
	}
	changed := wrapBuffer(e, v.be, b, v.dtype, front.shape)
	back := e.MoveAxis(changed, shape.All(len(k.at)), k.at)
	full, err := e.view(ops.Reshape.Op, back, v.lens(), backend.ViewAttrs{})
	if err != nil {
		return err
	}
	return v.write(full.buffer())
}

// lens returns the lengths of the ranges that the array is of its root.
func (a *Array) lens() []int {
	_, ranges := a.root()
	return shape.Lens(ranges)
}

// fitted returns value without leading axes of length 1 that want does not have, if it
// broadcasts to want then.
func (e *Env) fitted(value *Array, want []int) (*Array, error) {
	dims := value.shape
	for len(dims) > len(want) && dims[0] == 1 {
		dims = dims[1:]
	}
	if err := shape.BroadcastTo(dims, want); err != nil {
		return nil, errorf(ErrShape, "a value of shape %s into elements of shape %s", shape.Text(value.shape), shape.Text(want))
	}
	if len(dims) == len(value.shape) {
		return value, nil
	}
	return e.view(ops.Reshape.Op, value, dims, backend.ViewAttrs{})
}
