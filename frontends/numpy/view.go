package numpy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// operandArray returns an argument as an array that views may be taken of: a scalar is a
// new array.
func operandArray(c *frontend.Call, name string) *frontend.Array { return viewable(c, c.Arg(name)) }

func viewable(c *frontend.Call, v any) *frontend.Array {
	o := mustOperand(c, v)
	switch {
	case o.A == nil:
		return c.Wrap(arrayOf(c, o))
	case o.A.Scalar:
		return c.Wrap(c.Env().CopyArray(o.A.V))
	}
	return o.A
}

// given returns an argument if it is an array, which a function may then return itself;
// else nil. What PyTorch has becomes an array that shares its elements.
func given(c *frontend.Call, name string) *frontend.Array {
	if a := views.Foreign(c.Namespace, c.Arg(name)); a != nil {
		return a
	}
	if o, err := c.Namespace.Operand(c.Arg(name)); err == nil && o.A != nil && !o.A.Scalar && !isGo(c.Arg(name)) {
		return o.A
	}
	return nil
}

// fOrdered returns the strides of an array without gaps whose first axis is the innermost.
func fOrdered(dims []int) []int {
	strides := make([]int, len(dims))
	n := 1
	for i, d := range dims {
		strides[i] = n
		n *= max(d, 1)
	}
	return strides
}

// isFOrdered reports whether strides are those of an array without gaps whose first axis
// is the innermost.
func isFOrdered(dims, strides []int) bool {
	r, s := slices.Clone(dims), slices.Clone(strides)
	slices.Reverse(r)
	slices.Reverse(s)
	return views.IsRowMajor(r, s)
}

// kOrdered returns the strides without gaps that keep the order of the axes in memory.
func kOrdered(dims, strides []int) []int {
	axes := shape.All(len(dims))
	slices.SortStableFunc(axes, func(i, j int) int { return max(strides[j], -strides[j]) - max(strides[i], -strides[i]) })
	out := make([]int, len(dims))
	n := 1
	for _, i := range slices.Backward(axes) {
		out[i] = n
		n *= max(dims[i], 1)
	}
	return out
}

// orders are the orders of memory by NumPy's names.
var orders = []string{"C", "F", "A", "K"}

// orderOf returns the argument "order", in a capital letter; otherwise for None. A is C
// or F by the layout of a, which may be nil.
func orderOf(c *frontend.Call, otherwise string, a *frontend.Array) string {
	order := otherwise
	if c.Has("order") {
		text, isText := c.Arg("order").(string)
		if !isText {
			c.Raise("TypeError", "order must be str, not %s", typeText(c.Arg("order")))
		}
		if order = strings.ToUpper(text); !slices.Contains(orders, order) {
			c.Raise("ValueError", "order must be one of 'C', 'F', 'A', or 'K' (got '%s')", text)
		}
	}
	if order == "A" {
		order = "C"
		if a != nil {
			strides, _ := views.Layout(a)
			if isFOrdered(a.V.Shape(), strides) && !views.IsRowMajor(a.V.Shape(), strides) {
				order = "F"
			}
		}
	}
	return order
}

// laid says of a new array that its elements lie in an order, for K as those of like,
// which may be nil.
func laid(z *frontend.Array, order string, like *frontend.Array) *frontend.Array {
	dims := z.V.Shape()
	var strides []int
	switch {
	case len(dims) < 2:
		return z
	case order == "F":
		strides = fOrdered(dims)
	case order == "K" && like != nil && like.V.Ndim() == len(dims) && !views.Contiguous(like):
		strides, _ = views.Layout(like)
		strides = kOrdered(dims, strides)
	}
	if strides != nil {
		views.SetStrides(z, strides)
	}
	return z
}

// hasOrder reports whether the elements of an array lie in an order without gaps, as K
// whatever.
func hasOrder(a *frontend.Array, order string) bool {
	strides, _ := views.Layout(a)
	switch order {
	case "C":
		return views.IsRowMajor(a.V.Shape(), strides)
	case "F":
		return isFOrdered(a.V.Shape(), strides)
	}
	return true
}

// sliced is basic indexing, by ints, slices, new axes and an ellipsis, as a view.
func sliced(c *frontend.Call, a *frontend.Array, key []any) *frontend.Array {
	strides, offset := views.Layout(a)
	dims := a.V.Shape()
	used := 0
	for _, k := range key {
		switch k.(type) {
		case int, ivy.Span:
			used++
		}
	}
	var to []int
	i := 0
	for _, k := range key {
		switch k := k.(type) {
		case int:
			if i >= len(dims) || k < -dims[i] || k >= dims[i] {
				i++
				continue // GetItem finds it
			}
			offset += (k + dims[i]) % dims[i] * strides[i]
			i++
		case ivy.Span:
			if i >= len(dims) {
				i++
				continue
			}
			start, _, n, err := k.Of(dims[i])
			if err == nil {
				if n > 0 {
					offset += start * strides[i]
				}
				step := k.Step()
				if n == 0 {
					step = 1
				}
				to = append(to, strides[i]*step)
			}
			i++
		default:
			if k == nil || k == any(ivy.NewAxis) {
				to = append(to, 0)
				continue
			}
			for range len(dims) - used { // the ellipsis
				to = append(to, strides[i])
				i++
			}
		}
	}
	for ; i < len(dims); i++ {
		to = append(to, strides[i])
	}
	return slicedAs(c.Namespace, a, key, to, offset)
}

// slicedAs is sliced where what it does to the layout is known.
func slicedAs(n *frontend.Namespace, a *frontend.Array, key []any, strides []int, offset int) *frontend.Array {
	if views.IsLens(a) {
		return views.Sliced(n, a, key, strides, offset)
	}
	return views.Live(n, a, n.Env().GetItem(a.V, key...), strides, offset)
}

// whole is a view of all of a.
func whole(c *frontend.Call, a *frontend.Array) *frontend.Array {
	return sliced(c, a, []any{ivy.Ellipsis})
}

// sliceView is a[from:to:step] along an axis, as a view.
func sliceView(c *frontend.Call, a *frontend.Array, axis int, s ivy.Span) *frontend.Array {
	key := make([]any, axis+1)
	for i := range key {
		key[i] = ivy.Colon
	}
	key[axis] = s
	return sliced(c, a, key)
}

// flipped is a view from the last to the first along axes.
func flipped(c *frontend.Call, a *frontend.Array, axes ...int) *frontend.Array {
	key := make([]any, a.V.Ndim())
	for i := range key {
		key[i] = ivy.Colon
		if slices.Contains(axes, i) {
			key[i] = ivy.Slice(nil, nil, -1)
		}
	}
	if len(key) == 0 {
		return whole(c, a)
	}
	return sliced(c, a, key)
}

// reshapedTo is a in another shape: a view where the elements can stay where they are,
// else one of a copy. order is C or F.
func reshapedTo(c *frontend.Call, a *frontend.Array, dims []int, order string) *frontend.Array {
	dims = reshape(c, a.V, dims).Shape()
	if slices.Equal(dims, a.V.Shape()) {
		return whole(c, a)
	}
	if order == "F" && (len(dims) > 1 || a.V.Ndim() > 1) {
		slices.Reverse(dims)
		return transposed(c.Namespace, reshapedTo(c, transposed(c.Namespace, a), dims, "C"))
	}
	var from, steps []int // of the axes that there is a step along
	layout, _ := views.Layout(a)
	for i, n := range a.V.Shape() {
		if n != 1 {
			from, steps = append(from, n), append(steps, layout[i])
		}
	}
	strides, ok := shape.Strides(dims), views.Contiguous(a)
	if !ok {
		strides, ok = views.Strides(from, steps, dims)
	}
	if !ok {
		a = c.Wrap(c.Env().CopyArray(a.V)) // which has the memory, though nobody sees it
		strides = shape.Strides(dims)
	}
	return views.Reshaped(c.Namespace, a, dims, strides)
}

// raveled is the elements in one axis: a view of an array without gaps, else a copy. K is
// the order in memory.
func raveled(c *frontend.Call, a *frontend.Array, order string) *frontend.Array {
	size := []int{a.V.Size()}
	if order == "K" {
		strides, _ := views.Layout(a)
		order = "C"
		if !views.IsRowMajor(a.V.Shape(), strides) {
			axes := shape.All(a.V.Ndim())
			slices.SortStableFunc(axes, func(i, j int) int { return max(strides[j], -strides[j]) - max(strides[i], -strides[i]) })
			a = views.Permuted(c.Namespace, a, axes)
		}
	}
	if !hasOrder(a, order) {
		x := a.V
		if order == "F" {
			x = transposed(c.Namespace, a).V
		}
		return c.Wrap(c.Env().CopyArray(ravel(c.Env(), x)))
	}
	return reshapedTo(c, a, size, order)
}

// transposed is a view with the axes in reverse order.
func transposed(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
	perm := shape.All(a.V.Ndim())
	slices.Reverse(perm)
	return views.Permuted(n, a, perm)
}

// moved is a view with axes in other positions.
func moved(c *frontend.Call, a *frontend.Array, from, to []int) *frontend.Array {
	perm, err := shape.Move(from, to, a.V.Ndim())
	frontend.Check(err)
	return views.Permuted(c.Namespace, a, perm)
}

// expandedTo is a view that is broadcast to a shape.
func expandedTo(c *frontend.Call, a *frontend.Array, dims []int) *frontend.Array {
	_ = broadcast(c, a.V, dims)
	v := views.Expanded(c.Namespace, a, dims)
	strides, _ := views.Layout(v)
	for i, n := range dims {
		if n == 1 {
			strides[i] = 0
		}
	}
	views.SetStrides(v, strides)
	return v
}

// withAxes is a view with new axes of length 1 at positions of the result.
func withAxes(c *frontend.Call, a *frontend.Array, axes []int) *frontend.Array {
	dims, err := shape.ExpandDims(a.V.Shape(), axes)
	frontend.Check(err)
	return reshapedTo(c, a, dims, "C")
}

// raisedTo is a with at least n axes: itself if it has them.
func raisedTo(c *frontend.Call, a *frontend.Array, n, where int) *frontend.Array {
	if a.V.Ndim() >= n {
		return a
	}
	if a.V.Ndim() == 0 {
		return reshapedTo(c, a, raised(c.Env(), a.V, n, where).Shape(), "C")
	}
	key := []any{ivy.NewAxis, ivy.Ellipsis}
	switch {
	case n == 3 && a.V.Ndim() == 1:
		key = []any{ivy.NewAxis, ivy.Colon, ivy.NewAxis}
	case n == 3:
		key = []any{ivy.Ellipsis, ivy.NewAxis}
	}
	return sliced(c, a, key)
}

// partOf is the real or imaginary parts of complex numbers, as a view.
func partOf(n *frontend.Namespace, a *frontend.Array, imaginary bool) *frontend.Array {
	return views.Part(n, a, imaginary, join)
}

// diagonalView is the elements (i, i + k) of two axes, along a last axis.
func diagonalView(c *frontend.Call, a *frontend.Array, k, axis1, axis2 int) *frontend.Array {
	z := diagonal(c, a.V, k, axis1, axis2) // raises what is wrong
	rank := a.V.Ndim()
	i, j := axisOf(c, axis1, rank), axisOf(c, axis2, rank)
	strides, offset := views.Layout(a)
	if z.Size() > 0 {
		offset += max(-k, 0)*strides[i] + max(k, 0)*strides[j]
	}
	var to []int
	for axis, s := range strides {
		if axis != i && axis != j {
			to = append(to, s)
		}
	}
	n := z.Shape()[z.Ndim()-1]
	v := views.New(c.Namespace, a, views.Lens{
		Get: func(e *ivy.Env, x *ivy.Array) *ivy.Array { return diagonalOf(e, x, k, i, j) },
		Put: func(e *ivy.Env, base, v *ivy.Array) *ivy.Array {
			base = e.CopyArray(base)
			at := e.Arange(0, n, dtype.Int64)
			m := e.MoveAxis(base, []int{i, j}, []int{0, 1})
			z := e.CopyArray(m)
			e.SetItem(z, e.MoveAxis(v, []int{-1}, []int{0}), e.Add(at, zeroD(e, max(-k, 0), Int64)), e.Add(at, zeroD(e, max(k, 0), Int64)))
			return e.MoveAxis(z, []int{0, 1}, []int{i, j})
		},
		Strides: append(to, strides[i]+strides[j]), Offset: offset,
	})
	views.SetReadOnly(v, true)
	return v
}

// flat is the elements in row-major order, whatever the layout; writes go through.
func flat(n *frontend.Namespace, a *frontend.Array) *frontend.Array {
	return views.Reshaped(n, a, []int{a.V.Size()}, []int{1})
}

// viewAs is the memory of a read as another dtype.
func viewAs(c *frontend.Call, a *frontend.Array, d dtype.Dtype) *frontend.Array {
	from := a.V.Dtype()
	strides, offset := views.Layout(a)
	dims := a.V.Shape()
	last := len(dims) - 1
	old, size := from.Size(), d.Size()
	switch {
	case old == size:
	case last < 0:
		c.Raise("ValueError", "Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
	case dims[last] != 1 && strides[last] != 1 && a.V.Size() > 0:
		c.Raise("ValueError", "To change to a dtype of a different size, the last axis must be contiguous")
	case dims[last]*old%size != 0:
		c.Raise("ValueError", "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.")
	default:
		dims[last] = dims[last] * old / size
		for i, s := range strides {
			if i != last && s*old%size != 0 && dims[i] > 1 && a.V.Size() > 0 {
				c.Raise("NotImplementedError", "view() of rows that are no multiple of %d bytes apart is not there in this package", size)
			}
			strides[i] = s * old / size
		}
		strides[last] = 1
		offset = offset * old / size
	}
	shapeNow := a.V.Shape()
	return views.New(c.Namespace, a, views.Lens{
		Get:     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.FromBytes(d, dims, reading.Bytes(x)) },
		Put:     func(e *ivy.Env, _, v *ivy.Array) *ivy.Array { return e.FromBytes(from, shapeNow, reading.Bytes(v)) },
		Strides: strides, Offset: offset,
	})
}

// writable refuses to write to an array that may not be written to.
func writable(n *frontend.Namespace, a *frontend.Array, what string) {
	if m := views.Of(a); m != nil && m.ReadOnly {
		frontend.Raise(n.Name, "ValueError", "%s is read-only", what)
	}
}

// bounds returns the bytes of its root's memory that an array's elements are in.
func bounds(a *frontend.Array) (from, to int) {
	strides, offset := views.Layout(a)
	size := a.V.Dtype().Size()
	from, to = offset*size, offset*size
	for i, n := range a.V.Shape() {
		if n == 0 {
			return 0, 0
		}
		if d := (n - 1) * strides[i] * size; d < 0 {
			from += d
		} else {
			to += d
		}
	}
	return from, to + size
}

// mayShare reports whether the memories of arrays lie apart by their bounds.
func mayShare(a, b *frontend.Array) bool {
	if views.Root(a) != views.Root(b) {
		return false
	}
	af, at := bounds(a)
	bf, bt := bounds(b)
	return af < bt && bf < at
}

// sameMemory reports whether the elements of arrays are in the same positions, one by one.
func sameMemory(a, b *frontend.Array) bool {
	p, i := views.Layout(a)
	q, j := views.Layout(b)
	return views.Root(a) == views.Root(b) && a.V.Dtype() == b.V.Dtype() && i == j && slices.Equal(a.V.Shape(), b.V.Shape()) && slices.Equal(p, q)
}

// shares reports whether arrays have a byte in common.
func shares(c *frontend.Call, a, b *frontend.Array) bool {
	if !mayShare(a, b) {
		return false
	}
	c.Room(a.V.Size()+b.V.Size(), 32)
	bytes := map[int]bool{}
	each(a, func(at, size int) bool {
		for i := range size {
			bytes[at+i] = true
		}
		return true
	})
	found := false
	each(b, func(at, size int) bool {
		for i := range size {
			found = found || bytes[at+i]
		}
		return !found
	})
	return found
}

// each calls f with the place of every element in bytes, until it returns false.
func each(a *frontend.Array, f func(at, size int) bool) {
	strides, offset := views.Layout(a)
	size := a.V.Dtype().Size()
	dims := a.V.Shape()
	var visit func(axis, at int) bool
	visit = func(axis, at int) bool {
		if axis == len(dims) {
			return f(at*size, size)
		}
		for i := range dims[axis] {
			if !visit(axis+1, at+i*strides[axis]) {
				return false
			}
		}
		return true
	}
	visit(0, offset)
}

// Flags are what NumPy tells of an array's memory.
type Flags struct{ a *frontend.Array }

// FlagNames are the names of an array's flags as attributes of Flags.
var FlagNames = []string{"c_contiguous", "f_contiguous", "owndata", "writeable", "aligned", "writebackifcopy", "contiguous", "fortran", "fnc", "forc", "behaved", "carray", "farray"}

// Get returns a flag by its name, as an attribute ("c_contiguous") or a key
// ("C_CONTIGUOUS", "C"); ok is false if there is none.
func (f Flags) Get(name string) (value, ok bool) {
	strides, _ := views.Layout(f.a)
	dims := f.a.V.Shape()
	isC, isF := views.IsRowMajor(dims, strides), isFOrdered(dims, strides)
	m := views.Of(f.a)
	writeable := !f.a.Scalar && (m == nil || !m.ReadOnly)
	switch strings.ToLower(name) {
	case "c_contiguous", "contiguous", "c":
		return isC, true
	case "f_contiguous", "fortran", "f":
		return isF, true
	case "owndata", "o":
		return views.Base(f.a) == nil, true
	case "writeable", "w":
		return writeable, true
	case "aligned", "a":
		return true, true
	case "writebackifcopy", "x":
		return false, true
	case "fnc":
		return isF && !isC, true
	case "forc":
		return isF || isC, true
	case "behaved", "b":
		return writeable, true
	case "carray", "ca":
		return writeable && isC, true
	case "farray", "fa":
		return writeable && isF && !isC, true
	}
	return false, false
}

// SetWriteable says whether programs may write to the array. It panics with a ValueError
// if the array is a view of one that may not be written to.
func (f Flags) SetWriteable(writeable bool) { setWriteable(f.a, writeable) }

func setWriteable(a *frontend.Array, writeable bool) {
	if writeable {
		for b := views.Base(a); b != nil; b = views.Base(b) {
			if m := views.Of(b); views.Base(b) == nil && m != nil && m.ReadOnly {
				frontend.Raise("numpy", "ValueError", "cannot set WRITEABLE flag to True of this array")
			}
		}
	}
	views.SetReadOnly(a, !writeable)
}

// String returns the flags as NumPy prints them.
func (f Flags) String() string {
	var b strings.Builder
	for _, name := range FlagNames[:6] {
		v, _ := f.Get(name)
		text := "False"
		if v {
			text = "True"
		}
		fmt.Fprintf(&b, "  %s : %s\n", strings.ToUpper(name), text)
	}
	return b.String()
}

// byteStrides are an array's strides as NumPy counts them.
func byteStrides(a *frontend.Array) []int {
	strides, _ := views.Layout(a)
	if a.V.Size() == 0 && views.Root(a) == a { // of what was made without elements
		clear(strides)
	}
	for i := range strides {
		strides[i] *= a.V.Dtype().Size()
	}
	return strides
}

// typeText is Python's name of the type of a value.
func typeText(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case float64:
		return "float"
	case complex128:
		return "complex"
	case string:
		return "str"
	case dtype.Dtype:
		return "dtype"
	case ivy.Span:
		return "slice"
	case *NDArray, *frontend.Array:
		if isScalar(v) {
			return "numpy." + scalarName(arrayValue(v).V.Dtype())
		}
		return "numpy.ndarray"
	}
	if v == any(ivy.Ellipsis) {
		return "ellipsis"
	}
	if _, isList := frontend.Sequence(v); isList {
		return "list"
	}
	return "int"
}
