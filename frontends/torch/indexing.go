package torch

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// gathers are the dtypes that gather, scatter and flip take.
var gathers = kernelsOf(". . N . . . N .")

var indexing = slices.Concat([]frontend.Func{
	{Path: ".__getitem__", Go: "GetItem", Sig: "self, key", Run: func(c *frontend.Call) any {
		k := parseKey(c, tensor(c, "self"), c.Arg("key"))
		if k.arrays == nil {
			return k.view
		}
		return c.Result(c.Env().GetItem(k.view.V, k.inside(c)...), typeOf(k.view))
	}},
	{Path: ".__setitem__", Go: "SetItem", Sig: "self, key, value", Out: frontend.None, Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		v := assignable(c, a, c.Arg("value"))
		k := parseKey(c, a, c.Arg("key"))
		if src := ours(c.Namespace, c.Arg("value")); src != nil && overlapOf(k.view, src) >= partialOverlap && (k.arrays != nil || overlapOf(k.view, src) == partialOverlap) {
			readsFrom(c, k.view, src)
		}
		if k.arrays != nil {
			k.inside(c)
		}
		if src := ours(c.Namespace, c.Arg("value")); src != nil && k.arrays != nil && typeOf(src) != typeOf(a) {
			mask := ours(c.Namespace, c.Arg("key"))
			if list, ok := frontend.Sequence(c.Arg("key")); ok && len(list) == 1 {
				mask = ours(c.Namespace, list[0])
			}
			if src.V.Size() != 1 || mask == nil || !mask.V.Dtype().IsBool() { // one element fills where a mask is true
				c.Raise("RuntimeError", "Index put requires the source and destination dtypes match, got %s for the destination and %s for the source.", a.Type(), src.Type())
			}
			filler(c, onlyElement(c, src), typeOf(a)) // which the dtype must hold
		}
		assign(c, a, k, v)
		return nil
	}},
	{Path: ".__len__", Go: "Len", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		if a.V.Ndim() == 0 {
			c.Raise("TypeError", "len() of a 0-d tensor")
		}
		return a.V.Shape()[0]
	}},
	{Path: "take", Sig: "input, index, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a, at := tensor(c, "input"), tensor(c, "index")
		_, r := gathers.need(c, typeOf(a))
		if at.V.Dtype() != dtype.Int64 {
			c.Raise("RuntimeError", "take(): Expected a long tensor for index, but got %s", at.Type())
		}
		e := c.Env()
		n := a.V.Size()
		if n == 0 && at.V.Size() > 0 {
			c.Raise("IndexError", "take(): tried to take from an empty tensor")
		}
		inRange(c, "IndexError", at.V, -n, n)
		return out(c, c.Result(e.Reshape(e.Take(e.Reshape(a.V, []int{n}), e.Reshape(at.V, []int{at.V.Size()}), ivy.Axis(0)), at.V.Shape()), r))
	}},
	{Path: "take_along_dim", Sig: "input, indices, dim=None, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a, at := tensor(c, "input"), tensor(c, "indices")
		e := c.Env()
		if at.V.Dtype() != dtype.Int64 {
			c.Raise("RuntimeError", "torch.take_along_dim(): dtype of indices should be Long but got %s", at.Type())
		}
		_, r := gathers.need(c, typeOf(a))
		x, i, axis := a.V, at.V, 0
		if !c.Has("dim") {
			x, i = e.Reshape(x, []int{x.Size()}), e.Reshape(i, []int{i.Size()})
		} else {
			if x.Ndim() != i.Ndim() {
				c.Raise("RuntimeError", "torch.take_along_dim(): input and indices should have the same number of dimensions, but got %d dimensions for input, and %d dimensions for indices", x.Ndim(), i.Ndim())
			}
			axis = dim(c, "dim", a)
		}
		if x.Ndim() == 0 {
			inRange(c, "RuntimeError", i, 0, 1)
			return out(c, c.Result(x, r))
		}
		if n := x.Shape()[axis]; c.Has("dim") && i.Size() > 0 { // along a dimension they wrap around
			if n == 0 {
				c.Raise("RuntimeError", "ZeroDivisionError")
			}
			i = e.Remainder(i, e.Full(nil, n, dtype.Int64))
		}
		want, have := i.Shape(), x.Shape()
		want[axis], have[axis] = 1, 1
		broadcast(c, want, have)
		inRange(c, "RuntimeError", i, 0, x.Shape()[axis])
		return out(c, c.Result(e.TakeAlongAxis(x, i, ivy.Axis(axis)), r))
	}},
	{Path: "masked_select", Sig: "input, mask, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a, m := tensor(c, "input"), mask(c)
		_, r := bitsAll.need(c, typeOf(a))
		e := c.Env()
		dims := broadcast(c, a.V.Shape(), m.Shape())
		x, m2 := e.Reshape(e.BroadcastTo(a.V, dims), []int{shape.Size(dims)}), e.Reshape(e.BroadcastTo(m, dims), []int{shape.Size(dims)})
		return out(c, c.Result(e.GetItem(x, m2), r))
	}},
},
	with("index_select", "input, dim, index", indexSelect, isMethod|hasOut),
	with("gather", "input, dim, index, *, sparse_grad=False", gather, isMethod|hasOut),
	with("scatter", "input, dim, index, src=None, value=None, reduce=None", scatter, isMethod|hasOut|hasInPlace),
	with("scatter_add", "input, dim, index, src", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return scattered(c, a, "sum", true, tensor(c, "src"))
	}, isMethod|hasOut|hasInPlace),
	with("scatter_reduce", "input, dim, index, src, reduce, *, include_self=True", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		how, whole := c.Text("reduce"), boolean(c, "include_self")
		k := gathers
		switch how {
		case "amax", "amin":
			k = greatest
		case "mean":
			k = kernelsOf("N . N . . . N .")
		}
		if whole { // else PyTorch looks at the index before
			k.need(c, typeOf(a))
		}
		z := scattered(c, a, how, whole, tensor(c, "src"))
		k.need(c, typeOf(a))
		return z
	}, isMethod|hasOut|hasInPlace),
	with("index_add", "input, dim, index, source, *, alpha=1", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return indexWith(c, a, "source", true)
	}, isMethod|hasOut|hasInPlace),
	with("index_copy", "input, dim, index, source", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return indexWith(c, a, "source", false)
	}, isMethod|hasOut|hasInPlace),
	with("index_fill", "input, dim, index, value", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		_, r := bitsAll.need(c, typeOf(a))
		axis, at := dim(c, "dim", a), line(c, "index")
		if o := number(c, "value"); o.A != nil && o.Rank != 0 {
			c.Raise("RuntimeError", "index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).", o.Rank)
		}
		value := scalarOf(c, "value")
		if value.Kind == dtype.KindComplex && !r.Dtype.IsComplex() {
			c.Raise("RuntimeError", "index_fill_(): Converting complex Scalar to non-complex type is not supported")
		}
		v := filler(c, value, r)
		return alongIndex(c, a, axis, at, func(e *ivy.Env, x *ivy.Array, key []any) { e.SetItem(x, v, key...) })
	}, isMethod|hasInPlace),
	with("index_put", "input, indices, values, accumulate=False", indexPut, isMethod|hasInPlace),
	with("masked_fill", "input, mask, value", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		m := mask(c)
		_, r := bitsAll.need(c, typeOf(a))
		var v *ivy.Array
		if o := number(c, "value"); o.A != nil {
			if o.Rank != 0 {
				c.Raise("RuntimeError", "masked_fill only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).", o.Rank)
			}
			if !CanCast(o.Dtype, r.Dtype) {
				c.Raise("RuntimeError", "value cannot be converted to type %s", r)
			}
			v = c.As(o, r.Dtype)
		} else {
			v = filler(c, o.Value, r)
		}
		broadcast(c, a.V.Shape(), m.Shape())
		return c.Result(c.Env().Where(m, v, a.V), r)
	}, isMethod|hasInPlace),
	with("masked_scatter", "input, mask, source", maskedScatter, isMethod|hasInPlace),
	with("put", "input, index, source, accumulate=False", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		at, src := tensor(c, "index"), tensor(c, "source")
		_, r := gathers.need(c, typeOf(a))
		switch {
		case at.V.Dtype() != dtype.Int64:
			c.Raise("RuntimeError", "put_(): Expected a long tensor for index, but got %s", at.Type())
		case typeOf(src) != typeOf(a):
			c.Raise("RuntimeError", "put_(): self and source expected to have the same dtype, but got self.dtype = %s and source.dtype = %s", a.Type(), src.Type())
		case src.V.Size() != at.V.Size():
			c.Raise("RuntimeError", "put_(): Expected source and index to have the same number of elements")
		}
		e := c.Env()
		n := a.V.Size()
		inRange(c, "IndexError", at.V, -n, n)
		flat := e.CopyArray(e.Reshape(a.V, []int{n}))
		i, v := e.Reshape(at.V, []int{at.V.Size()}), e.Reshape(src.V, []int{src.V.Size()})
		if boolean(c, "accumulate") {
			flat = added(e, flat, i, v)
		} else if v.Size() > 0 {
			e.SetItem(flat, v, i)
		}
		return c.Result(e.Reshape(flat, a.V.Shape()), r)
	}, isMethod|hasInPlace),
	with("select_scatter", "input, src, dim, index", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		axis := dim(c, "dim", a)
		if a.V.Ndim() == 0 {
			c.Raise("IndexError", "select() cannot be applied to a 0-dim tensor.")
		}
		i := position(c, integer(c, "index"), axis, a.V.Shape()[axis])
		return putBack(c, a, "src", func(z *frontend.Array) *frontend.Array { return selected(c.Namespace, z, axis, i) })
	}, isMethod),
	with("slice_scatter", "input, src, dim=0, start=None, end=None, step=1", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		axis, step := dim(c, "dim", a), integer(c, "step")
		if a.V.Ndim() == 0 {
			c.Raise("RuntimeError", "slice() cannot be applied to a 0-dim tensor.")
		}
		if step <= 0 {
			c.Raise("RuntimeError", "slice step must be positive")
		}
		n := a.V.Shape()[axis]
		from, to := 0, n
		if c.Has("start") {
			from = held(integer(c, "start"), n)
		}
		if c.Has("end") {
			to = held(integer(c, "end"), n)
		}
		return putBack(c, a, "src", func(z *frontend.Array) *frontend.Array {
			return narrowed(c.Namespace, z, axis, from, max(0, (to-from+step-1)/step), step)
		})
	}, isMethod|hasOut),
	with("diagonal_scatter", "input, src, offset=0, dim1=0, dim2=1", func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		return putBack(c, a, "src", func(z *frontend.Array) *frontend.Array { return diagonal("dim1", "dim2")(c, z) })
	}, isMethod))

// held returns a bound of a slice, counted from the start and held in the axis.
func held(i, n int) int {
	if i < 0 {
		i += n
	}
	return min(max(i, 0), n)
}

// inRange refuses indices that are not in [lo, hi).
func inRange(c *frontend.Call, class string, at *ivy.Array, lo, hi int) {
	if at.Size() == 0 {
		return
	}
	e := c.Env()
	if least, most := int(ivy.Item[int64](e.Min(at))), int(ivy.Item[int64](e.Max(at))); least < lo || most >= hi {
		bad := most
		if least < lo {
			bad = least
		}
		c.Raise(class, "index %d is out of bounds for dimension with size %d", bad, hi)
	}
}

// A key is an index understood: the view that its ints, slices and Nones name, and the
// arrays that index it.
type key struct {
	view   *frontend.Array
	second []any // the index of the view: a colon for an axis, or an array for those that it takes
	arrays []*ivy.Array
}

// inside returns the index of the view. Where the result has no elements, PyTorch looks for
// indices out of range in the axes without elements alone.
func (k *key) inside(c *frontend.Call) []any {
	s := k.view.V.Shape()
	if !slices.Contains(s, 0) {
		return k.second
	}
	list := slices.Clone(k.second)
	axis := 0
	for i, item := range list {
		switch x, isArray := item.(*ivy.Array); {
		case !isArray: // a colon
			axis++
		case x.Dtype().IsBool():
			axis += x.Ndim()
		default:
			if s[axis] > 0 {
				list[i] = c.Env().ZerosLike(x)
			} else if x.Size() > 0 {
				c.Raise("IndexError", "index is out of bounds for dimension with size 0")
			}
			axis++
		}
	}
	return list
}

// parseKey reads an index, or as []any one for each axis. Unlike NumPy's, ints with tensors take
// their axis away first.
func parseKey(c *frontend.Call, a *frontend.Array, index any) *key {
	list, isTuple := index.([]any)
	if !isTuple {
		list = []any{index}
	}
	items := make([]shape.KeyItem, 0, len(list)+1) // and an ellipsis
	for _, v := range list {
		items = append(items, keyItem(c, v))
	}
	n := a.V.Ndim()
	items, err := shape.PlanKey(items, n)
	if err != nil {
		c.Raise("IndexError", "too many indices for tensor of dimension %d", n)
	}
	b := &keyBuilder{key: key{view: a}, c: c, dims: a.V.Shape()}
	b.strides, b.offset = layout(a)
	for _, item := range items {
		b.add(item)
	}
	if b.basic || b.arrays == nil {
		b.view = sliced(c.Namespace, a, b.first, b.to, b.offset)
	}
	return &b.key
}

// keyItem returns an item of an index.
func keyItem(c *frontend.Call, v any) shape.KeyItem {
	const wrong = "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)"
	switch v := v.(type) {
	case nil:
		return shape.KeyItem{Kind: shape.KeyNewAxis}
	case bool:
		return shape.KeyItem{Kind: shape.KeyMask, Value: c.Env().Asarray(v)}
	case int:
		return shape.KeyItem{Kind: shape.KeyInt, Value: v, Axes: 1}
	case ivy.Span:
		return shape.KeyItem{Kind: shape.KeySlice, Value: v, Axes: 1}
	case float64, complex128:
		c.Raise("IndexError", wrong, c.TypeName(v))
	case string:
		c.Raise("TypeError", "invalid index %q", v)
	}
	switch {
	case v == ivy.Ellipsis:
		return shape.KeyItem{Kind: shape.KeyEllipsis}
	case v == ivy.NewAxis:
		return shape.KeyItem{Kind: shape.KeyNewAxis}
	}
	t := ours(c.Namespace, v)
	if t == nil {
		if _, isList := frontend.Sequence(v); !isList {
			c.Raise("IndexError", wrong, c.TypeName(v))
		}
		t = fromList(c.Namespace, v)
		if t.V.Size() == 0 {
			t = c.Result(t.V, promote.Result{Dtype: dtype.Int64})
		}
	}
	x := t.V
	if x.Dtype() == dtype.Uint8 {
		x = c.Env().Astype(x, dtype.Bool)
	}
	switch d := x.Dtype(); {
	case d.IsBool():
		return shape.KeyItem{Kind: shape.KeyMask, Value: x, Axes: x.Ndim()}
	case x.Ndim() == 0 && d.IsInteger():
		return shape.KeyItem{Kind: shape.KeyInt, Value: int(frontend.Number(t).Int64()), Axes: 1}
	case d != dtype.Int64 && d != dtype.Int32:
		c.Raise("IndexError", "tensors used as indices must be long, int, byte or bool tensors")
	}
	return shape.KeyItem{Kind: shape.KeyArray, Value: x, Axes: 1}
}

// A keyBuilder takes the items of an index one by one.
type keyBuilder struct {
	key
	c       *frontend.Call
	dims    []int // of the tensor
	strides []int // of the tensor
	basic   bool  // the view is not the tensor itself
	first   []any // the index that gives the view
	to      []int // the view's strides
	offset  int   // of the view
}

// add takes the next item.
func (b *keyBuilder) add(item shape.KeyItem) {
	n := len(b.dims)
	if item.Kind != shape.KeyEllipsis && item.Kind != shape.KeyNewAxis && item.Axis+item.Axes > n { // after a second ellipsis
		b.c.Raise("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -n, n-1, item.Axis)
	}
	switch item.Kind {
	case shape.KeyInt:
		i := position(b.c, item.Value.(int), item.Axis, b.dims[item.Axis])
		b.first = append(b.first, i)
		b.offset += i * b.strides[item.Axis]
		b.basic = true
	case shape.KeySlice:
		v := item.Value.(ivy.Span)
		start, _, _, err := v.Of(b.dims[item.Axis])
		if err != nil || v.Step() < 0 {
			b.c.Raise("ValueError", "step must be greater than zero")
		}
		b.offset += start * b.strides[item.Axis]
		b.axis(v, b.strides[item.Axis]*v.Step())
		b.basic = true
	case shape.KeyNewAxis:
		b.axis(ivy.NewAxis, b.strideBefore(item.Axis))
		b.basic = true
	case shape.KeyEllipsis: // there may be several
		for axis := item.Axis; axis < min(item.Axis+item.Axes, n); axis++ {
			b.axis(ivy.Colon, b.strides[axis])
		}
	default:
		b.array(item.Value.(*ivy.Array), item)
	}
}

// axis gives the view an axis, which no tensor of the index is for.
func (b *keyBuilder) axis(index any, stride int) {
	b.first = append(b.first, index)
	b.to = append(b.to, stride)
	b.second = append(b.second, ivy.Colon)
}

// strideBefore returns the stride of a new axis in front of one of the tensor's, or behind the last.
func (b *keyBuilder) strideBefore(axis int) int {
	if axis == len(b.dims) {
		return 1
	}
	return b.dims[axis] * b.strides[axis]
}

// array takes a tensor of bools or of integers.
func (b *keyBuilder) array(v *ivy.Array, item shape.KeyItem) {
	b.arrays = append(b.arrays, v)
	if item.Axes == 0 { // a bool without axes: a new axis that is there or not
		b.first = append(b.first, ivy.NewAxis)
		b.to = append(b.to, b.strideBefore(item.Axis))
		b.basic = true
		b.second = append(b.second, b.c.Env().Reshape(v, []int{1}))
		return
	}
	if item.Kind == shape.KeyMask {
		for i, d := range v.Shape() {
			if d != b.dims[item.Axis+i] {
				b.c.Raise("IndexError", "The shape of the mask %s at index %d does not match the shape of the indexed tensor %s at index %d", shape.Text(v.Shape()), i, shape.Text(b.dims), item.Axis+i)
			}
		}
	}
	b.second = append(b.second, v)
	for i := range item.Axes {
		b.first = append(b.first, ivy.Colon)
		b.to = append(b.to, b.strides[item.Axis+i])
	}
}

// assignable returns a value as a tensor of a's type.
func assignable(c *frontend.Call, a *frontend.Array, value any) *ivy.Array {
	if _, isList := frontend.Sequence(value); isList || value == nil {
		c.Raise("TypeError", "can't assign a %s to a torch.%sTensor", c.TypeName(value), tensorNames[a.Type()])
	}
	o, err := c.Namespace.Operand(value)
	if err != nil {
		c.Raise("TypeError", "can't assign a %s to a torch.%sTensor", c.TypeName(value), tensorNames[a.Type()])
	}
	if o.A != nil {
		return c.Result(o.A.V, typeOf(a)).V
	}
	return indexed(c, o.Value, typeOf(a))
}

// assign writes v, which is of a's type, into the elements of a key.
func assign(c *frontend.Call, a *frontend.Array, k *key, v *ivy.Array) {
	e, r := c.Env(), typeOf(a)
	if k.arrays == nil {
		dims := k.view.V.Shape()
		for v.Ndim() > len(dims) && v.Shape()[0] == 1 {
			v = e.Reshape(v, v.Shape()[1:])
		}
		if shape.BroadcastTo(v.Shape(), dims) != nil {
			c.Raise("RuntimeError", "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s", shape.Text(v.Shape()), shape.Text(dims))
		}
		writable(c, k.view)
		write(c, k.view, e.BroadcastTo(v, dims))
		return
	}
	bitsAll.need(c, r)
	z := e.CopyArray(k.view.V)
	second := k.inside(c)
	if k.view.V.Size() == 0 { // of what is written the shape counts, and of the index the range
		e.GetItem(z, second...)
	}
	e.SetItem(z, v, second...)
	write(c, k.view, z)
}

// line returns an argument that is a tensor of indices of one dimension at most.
func line(c *frontend.Call, name string) *ivy.Array {
	at := tensor(c, name)
	if at.V.Ndim() > 1 {
		c.Raise("IndexError", "%s(): Index is supposed to be a vector, but got dim: %d", c.Func.Path, at.V.Ndim())
	}
	if d := at.V.Dtype(); d != dtype.Int64 && (d != dtype.Int32 || c.Func.Path != "index_select" && c.Func.Path != "index_add") {
		c.Raise("RuntimeError", "%s(): Expected dtype int32 or int64 for index, but got %s", c.Func.Path, at.Type())
	}
	return c.Env().Reshape(c.Env().Astype(at.V, dtype.Int64), []int{at.V.Size()})
}

func indexSelect(c *frontend.Call, a *frontend.Array) *frontend.Array {
	at := line(c, "index")
	axis := dim(c, "dim", a)
	k := bitsAll
	if a.V.Ndim() > 1 { // whose lines PyTorch copies as they are
		k = everything
	}
	_, r := k.need(c, typeOf(a))
	e := c.Env()
	if a.V.Ndim() == 0 {
		inRange(c, "IndexError", at, 0, 1)
		if at.Size() != 1 {
			c.Raise("IndexError", "index_select(): Index to scalar can have only 1 value, got %d value(s)", at.Size())
		}
		return c.Result(a.V, r)
	}
	class := "IndexError"
	if a.V.Ndim() > 1 && (axis > 0 || a.V.Size() == 0) {
		class = "RuntimeError"
	}
	inRange(c, class, at, 0, a.V.Shape()[axis])
	return c.Result(e.Take(a.V, at, ivy.Axis(axis)), r)
}

// indices checks the index of gather and scatter.
func indices(c *frontend.Call) *frontend.Array {
	at := tensor(c, "index")
	if d := at.V.Dtype(); d != dtype.Int64 && d != dtype.Int32 {
		c.Raise("RuntimeError", "%s(): Expected dtype int32/int64 for index", c.Func.Path)
	}
	return c.Result(at.V, promote.Result{Dtype: dtype.Int64})
}

// head returns the part of x that an index of shape dims has positions for, but of an
// axis all.
func head(e *ivy.Env, x *ivy.Array, dims []int, axis int) *ivy.Array {
	key := make([]any, len(dims))
	for i, n := range dims {
		key[i] = ivy.Slice(0, n)
		if i == axis {
			key[i] = ivy.Colon
		}
	}
	return e.GetItem(x, key...)
}

func gather(c *frontend.Call, a *frontend.Array) *frontend.Array {
	at := indices(c)
	axis := dim(c, "dim", a)
	only(c, "sparse_grad", false)
	_, r := gathers.need(c, typeOf(a))
	e := c.Env()
	if at.V.Size() == 0 {
		return c.Result(e.Zeros(at.V.Shape(), r.Dtype), r)
	}
	x, i := a.V, at.V
	if x.Ndim() == 0 {
		x = e.Reshape(x, []int{1})
	}
	if i.Ndim() == 0 {
		i = e.Reshape(i, []int{1})
	}
	if x.Ndim() != i.Ndim() {
		c.Raise("RuntimeError", "Index tensor must have the same number of dimensions as input tensor")
	}
	for j, n := range i.Shape() {
		if j != axis && n > x.Shape()[j] {
			c.Raise("RuntimeError", "Size does not match at dimension %d expected index %s to be no larger than self %s apart from dimension %d", j, shape.Text(i.Shape()), shape.Text(x.Shape()), axis)
		}
	}
	inRange(c, "RuntimeError", i, 0, x.Shape()[axis])
	z := e.TakeAlongAxis(head(e, x, i.Shape(), axis), i, ivy.Axis(axis))
	return c.Result(e.Reshape(z, at.V.Shape()), r)
}

// scatter writes src, or a number, at the indices along an axis.
func scatter(c *frontend.Call, a *frontend.Array) *frontend.Array {
	reduce := "replace"
	if c.Has("reduce") {
		switch text := c.Text("reduce"); text {
		case "add":
			reduce = "sum"
		case "multiply":
			reduce = "prod"
		default:
			c.Raise("RuntimeError", "reduce argument must be either add or multiply.")
		}
	}
	src := c.Arg("src")
	if src == nil {
		src = c.Arg("value")
	}
	if t := ours(c.Namespace, src); t != nil {
		return scattered(c, a, reduce, true, t)
	}
	o, err := c.Namespace.Operand(src)
	if err != nil || o.A != nil {
		c.Raise("TypeError", "scatter(): argument 'src' must be Tensor or Number, not %s", c.TypeName(src))
	}
	v := filler(c, o.Value, typeOf(a))
	return scattered(c, a, reduce, true, c.Result(c.Env().BroadcastTo(v, tensor(c, "index").V.Shape()), typeOf(a)))
}

func scattered(c *frontend.Call, a *frontend.Array, reduce string, includeSelf bool, src *frontend.Array) *frontend.Array {
	at := indices(c)
	axis := dim(c, "dim", a)
	_, r := gathers.need(c, typeOf(a))
	if typeOf(src) != typeOf(a) {
		c.Raise("RuntimeError", "scatter(): Expected self.dtype to be equal to src.dtype")
	}
	e := c.Env()
	if at.V.Size() == 0 {
		return c.Result(a.V, r)
	}
	lift := func(x *ivy.Array) *ivy.Array {
		if x.Ndim() == 0 {
			return e.Reshape(x, []int{1})
		}
		return x
	}
	x, i, v := lift(a.V), lift(at.V), lift(src.V)
	if x.Ndim() != i.Ndim() || v.Ndim() != i.Ndim() {
		c.Raise("RuntimeError", "Index tensor must have the same number of dimensions as self and src tensor")
	}
	dims := i.Shape()
	for j, n := range dims {
		if n > v.Shape()[j] || j != axis && n > x.Shape()[j] {
			c.Raise("RuntimeError", "Expected index %s to be no larger than self %s apart from dimension %d and to be no larger size than src %s", shape.Text(dims), shape.Text(x.Shape()), axis, shape.Text(v.Shape()))
		}
	}
	inRange(c, "RuntimeError", i, 0, x.Shape()[axis])
	// The positions in the flattened array.
	strides := shape.Strides(x.Shape())
	place := e.Multiply(i, e.Full(nil, strides[axis], dtype.Int64))
	for j := range dims {
		if j == axis {
			continue
		}
		line := slices.Repeat([]int{1}, len(dims))
		line[j] = dims[j]
		place = e.Add(place, e.Multiply(e.Reshape(e.Arange(dims[j], dtype.Int64), line), e.Full(nil, strides[j], dtype.Int64)))
	}
	for j := range dims {
		v = narrowTo(e, v, j, dims[j])
	}
	flat := e.CopyArray(e.Reshape(x, []int{x.Size()}))
	p, q := e.Reshape(place, []int{place.Size()}), e.Reshape(v, []int{v.Size()})
	switch {
	case reduce == "replace":
		e.SetItem(flat, q, p)
	case reduce == "sum":
		if !includeSelf {
			e.SetItem(flat, e.Zeros(nil, flat.Dtype()), p)
		}
		e.AddItem(flat, q, p)
	default:
		if !slices.Contains([]string{"prod", "mean", "amax", "amin"}, reduce) {
			c.Raise("RuntimeError", "reduce argument must be either sum, prod, mean, amax or amin, got %s", reduce)
		}
		if flat.Dtype().IsBool() && (reduce == "amax" || reduce == "amin") {
			flat, q = ordinal(e, flat), ordinal(e, q)
		}
		if _, _, err := greatest.of(c.Namespace, typeOf(a)); err != nil && (reduce == "amax" || reduce == "amin") || reduce == "mean" && r.Dtype.IsBool() {
			return a // which has no kernel
		}
		flat = cast(c.Namespace, accumulate(e, flat, p, q, reduce, includeSelf), r.Dtype)
	}
	return c.Result(e.Reshape(flat, a.V.Shape()), r)
}

func narrowTo(e *ivy.Env, x *ivy.Array, axis, n int) *ivy.Array {
	if x.Shape()[axis] == n {
		return x
	}
	key := make([]any, axis+1)
	for i := range key {
		key[i] = ivy.Colon
	}
	key[axis] = ivy.Slice(0, n)
	return e.GetItem(x, key...)
}

// added adds values to the elements of x, of one dimension, at positions that may occur several
// times, as index_put_ does: a 16-bit float is rounded after each addition.
func added(e *ivy.Env, x, positions, v *ivy.Array) *ivy.Array {
	if dtype.Narrow.Has(x.Dtype()) {
		return accumulate(e, x, positions, v, "sum", true)
	}
	z := e.CopyArray(x)
	e.AddItem(z, v, positions)
	return z
}

// accumulate combines values with the elements of x, of one dimension, at positions that may occur several times. Without
// includeSelf an element that is named has no say.
func accumulate(e *ivy.Env, x, positions, v *ivy.Array, reduce string, includeSelf bool) *ivy.Array {
	n, d := x.Size(), x.Dtype()
	room(positions.Shape(), 64)
	if reduce == "amax" || reduce == "amin" || !dtype.Narrow.Has(d) {
		return scatteredOnto(e, x, positions, v, reduce, includeSelf)
	}
	// In rounds, each with one value per place: 16-bit floats are rounded after each of them, which the row ScatterFlat does once.
	var rounds [][]int64
	count := map[int64]int{}
	for i, p := range ivy.Values[int64](positions) {
		if p < 0 {
			p += int64(n)
		}
		k := count[p]
		count[p]++
		if k == len(rounds) {
			rounds = append(rounds, nil)
		}
		rounds[k] = append(rounds[k], int64(i))
	}
	z := e.CopyArray(x)
	combine := map[string]binaryFunc{"sum": (*ivy.Env).Add, "mean": (*ivy.Env).Add, "prod": (*ivy.Env).Multiply}[reduce]
	for k, order := range rounds {
		i := e.Asarray(order)
		p := e.Take(positions, i, ivy.Axis(0))
		w := e.Take(v, i, ivy.Axis(0))
		if k > 0 || includeSelf {
			w = combine(e, e.Take(z, p, ivy.Axis(0)), w)
		}
		e.SetItem(z, w, p)
	}
	if reduce == "mean" {
		z = e.Divide(z, e.Astype(timesNamed(e, n, positions, includeSelf), d))
	}
	return z
}

// scatteredOnto is accumulate by the row ScatterFlat.
func scatteredOnto(e *ivy.Env, x, positions, v *ivy.Array, reduce string, includeSelf bool) *ivy.Array {
	d := x.Dtype()
	if !includeSelf {
		first := e.Zeros(nil, d)
		switch reduce {
		case "prod":
			first = one(e, d)
		case "amax":
			first = extremeOfDtype(e, d, false)
		case "amin":
			first = extremeOfDtype(e, d, true)
		}
		x = e.CopyArray(x)
		e.SetItem(x, first, positions)
	}
	how := map[string]string{"sum": "sum", "mean": "sum", "prod": "mul", "amax": "max", "amin": "min"}[reduce]
	z := e.ScatterFlat(positions, v, ivy.Initial(x), ivy.Reduction(how))
	if reduce != "mean" {
		return z
	}
	count := timesNamed(e, x.Size(), positions, includeSelf)
	if dtype.Inexact.Has(d) {
		return e.Divide(z, e.Astype(count, d))
	}
	return e.FloorDivide(z, e.Astype(count, d))
}

// extremeOfDtype returns the least value of a dtype, or the greatest: an infinity of floats.
func extremeOfDtype(e *ivy.Env, d dtype.Dtype, greatest bool) *ivy.Array {
	if d.IsFloat() {
		return e.Full(nil, math.Inf(map[bool]int{false: -1, true: 1}[greatest]), d)
	}
	info, err := dtype.Iinfo(d)
	frontend.Check(err)
	if greatest {
		return e.Full(nil, info.Max, d)
	}
	return e.Full(nil, info.Min, d)
}

// timesNamed returns how many values each of n elements has at positions, and itself with includeSelf: 1 at least.
func timesNamed(e *ivy.Env, n int, positions *ivy.Array, includeSelf bool) *ivy.Array {
	at := e.Remainder(positions, e.Full(nil, n, dtype.Int64)) // negative ones count from the end
	count := e.Bincount(at, ivy.MinLength(n))
	unit := e.Full(nil, 1, dtype.Int64)
	if includeSelf {
		return e.Add(count, unit)
	}
	return e.Maximum(count, unit)
}

// alongIndex writes into a copy of a where an index names positions of an axis.
func alongIndex(c *frontend.Call, a *frontend.Array, axis int, at *ivy.Array, set func(e *ivy.Env, x *ivy.Array, key []any)) *frontend.Array {
	e := c.Env()
	x := a.V
	if x.Ndim() == 0 {
		x = e.Reshape(x, []int{1})
	}
	n := x.Shape()[axis]
	if n == 0 && at.Size() > 0 {
		c.Raise("RuntimeError", "%s(): an index into a dimension without elements", c.Func.Path)
	}
	if x.Size() > 0 {
		inRange(c, "IndexError", at, -n, n)
	}
	z := e.CopyArray(x)
	if at.Size() > 0 && z.Size() > 0 {
		key := make([]any, axis+1)
		for i := range key {
			key[i] = ivy.Colon
		}
		key[axis] = at
		set(e, z, key)
	}
	return c.Result(e.Reshape(z, a.V.Shape()), typeOf(a))
}

func indexWith(c *frontend.Call, a *frontend.Array, name string, add bool) *frontend.Array {
	axis, at, src := dim(c, "dim", a), line(c, "index"), tensor(c, name)
	_, r := bitsAll.need(c, typeOf(a))
	if typeOf(src) != typeOf(a) {
		c.Raise("RuntimeError", "%s(): self (%s) and source (%s) must have the same scalar type", c.Func.Path, a.Type(), src.Type())
	}
	e := c.Env()
	want := a.V.Shape()
	v := src.V
	if len(want) == 0 {
		want = []int{1}
	}
	if v.Ndim() == 0 {
		v = e.Reshape(v, []int{1})
	}
	want[axis] = at.Size()
	class := "RuntimeError"
	if !add {
		class = "IndexError"
	}
	if !slices.Equal(v.Shape(), want) {
		if v.Ndim() == len(want) && v.Shape()[axis] != at.Size() && !add {
			class = "IndexError"
		} else if v.Ndim() == len(want) {
			class = "RuntimeError"
		}
		c.Raise(class, "%s(): source of shape %s, want %s", c.Func.Path, shape.Text(v.Shape()), shape.Text(want))
	}
	if add {
		v = e.Multiply(v, put(c.Namespace, scalarOf(c, "alpha"), r.Dtype))
	}
	n := 1
	if a.V.Ndim() > 0 {
		n = a.V.Shape()[axis]
	}
	outer := a.V.Ndim() >= 2 && (axis == 0 || axis == a.V.Ndim()-1) // to which PyTorch adds as scatter_add does
	if add {
		class = "IndexError"
		switch {
		case outer:
			class = "RuntimeError"
			if a.V.Size() == 0 && (n > 0 || a.V.Ndim() == 2) {
				return c.Result(a.V, r)
			}
		case a.V.Size() == 0 && n > 0:
			return c.Result(a.V, r)
		}
		inRange(c, class, at, 0, n)
	} else if a.V.Size() > 0 {
		inRange(c, "IndexError", at, 0, n)
	}
	if !add {
		return alongIndex(c, a, axis, at, func(e *ivy.Env, x *ivy.Array, key []any) { e.SetItem(x, v, key...) })
	}
	return alongIndex(c, a, axis, at, func(e *ivy.Env, x *ivy.Array, key []any) {
		if outer || !dtype.Narrow.Has(x.Dtype()) {
			e.AddItem(x, v, key...)
			return
		}
		addLines(e, x, v, key, at)
	})
}

// addLines adds each line of v to the line of x that at, the last of the key, names. A 16-bit
// float is rounded after each addition.
func addLines(e *ivy.Env, x, v *ivy.Array, key []any, at *ivy.Array) {
	axis := len(key) - 1
	for j, i := range ivy.Values[int64](at) {
		key[axis] = j
		w := e.GetItem(v, key...)
		key[axis] = int(i)
		e.SetItem(x, e.Add(e.GetItem(x, key...), w), key...)
	}
}

func indexPut(c *frontend.Call, a *frontend.Array) *frontend.Array {
	list, ok := frontend.Sequence(c.Arg("indices"))
	if !ok {
		c.Raise("TypeError", "index_put(): argument 'indices' must be a tuple of Tensors")
	}
	_, r := bitsAll.need(c, typeOf(a))
	v := tensor(c, "values")
	if typeOf(v) != typeOf(a) {
		c.Raise("RuntimeError", "Index put requires the source and destination dtypes match, got %s for the destination and %s for the source.", a.Type(), v.Type())
	}
	z := c.Result(c.Env().CopyArray(a.V), r)
	items := make([]any, len(list))
	for i, x := range list {
		if items[i] = x; x == nil {
			items[i] = ivy.Colon
		}
	}
	k := parseKey(c, z, items)
	if !boolean(c, "accumulate") {
		assign(c, z, k, v.V)
		return z
	}
	// The positions that the key names, as elements of an array of positions.
	e := c.Env()
	positions := e.Reshape(e.Arange(a.V.Size(), dtype.Int64), a.V.Shape())
	at := e.GetItem(positions, k.second...)
	if shape.BroadcastTo(v.V.Shape(), at.Shape()) != nil {
		c.Raise("RuntimeError", "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s", shape.Text(v.V.Shape()), shape.Text(at.Shape()))
	}
	w := e.BroadcastTo(v.V, at.Shape())
	flat := added(e, e.Reshape(a.V, []int{a.V.Size()}), e.Reshape(at, []int{at.Size()}), e.Reshape(w, []int{w.Size()}))
	return c.Result(e.Reshape(flat, a.V.Shape()), r)
}

// mask returns an argument that is a tensor of bools.
func mask(c *frontend.Call) *ivy.Array {
	m := tensor(c, "mask")
	if !m.V.Dtype().IsBool() {
		c.Raise("RuntimeError", "%s only supports boolean masks, but got mask with dtype %s", c.Func.Path, m.Type())
	}
	return m.V
}

func maskedScatter(c *frontend.Call, a *frontend.Array) *frontend.Array {
	m, src := mask(c), tensor(c, "source")
	_, r := gathers.need(c, typeOf(a))
	if typeOf(src) != typeOf(a) {
		c.Raise("RuntimeError", "masked_scatter: expected self and source to have same dtypes but got %s and %s", a.Type(), src.Type())
	}
	e := c.Env()
	dims := broadcast(c, a.V.Shape(), m.Shape())
	flat := e.CopyArray(e.Reshape(e.BroadcastTo(a.V, dims), []int{shape.Size(dims)}))
	at := e.Nonzero(e.Reshape(e.BroadcastTo(m, dims), []int{shape.Size(dims)}))[0]
	if at.Size() > src.V.Size() {
		c.Raise("RuntimeError", "Number of elements of source < number of ones in mask")
	}
	if at.Size() > 0 {
		e.SetItem(flat, e.GetItem(e.Reshape(src.V, []int{src.V.Size()}), ivy.Slice(0, at.Size())), at)
	}
	return c.Result(e.Reshape(flat, dims), r)
}

// putBack is a copy of a in which src are the elements of a view.
func putBack(c *frontend.Call, a *frontend.Array, name string, view func(z *frontend.Array) *frontend.Array) *frontend.Array {
	src := tensor(c, name)
	z := c.Result(a.V, typeOf(a))
	v := view(z)
	if !slices.Equal(v.V.Shape(), src.V.Shape()) {
		c.Raise("RuntimeError", "expected src to have a size equal to the slice of self. src size = %s, slice size = %s", shape.Text(src.V.Shape()), shape.Text(v.V.Shape()))
	}
	write(c, v, c.Result(src.V, typeOf(v)).V)
	return c.Result(z.V, typeOf(a))
}
