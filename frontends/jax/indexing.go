package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var indexing = []frontend.Func{
	{Path: ".__getitem__", Go: "GetItem", Sig: "self, *key", Run: run(func(c call) any {
		key, _ := c.Arg("key").([]any)
		return (At{a: c.arr("self"), k: c.calc, key: key}).get("clip", nil)
	}), Doc: "A key is what package ivy's GetItem takes. An index out of range names the nearest element."},
	{Path: "numpy.take", Sig: "a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False, fill_value=None", Run: run(take)},
	{Path: ".take", Sig: "self, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False, fill_value=None", Run: run(take)},
	{Path: "numpy.take_along_axis", Sig: "arr, indices, axis=-1, mode=None, fill_value=None", Run: run(func(c call) any {
		x, i := c.arr("arr"), c.arr("indices")
		if !i.V.Dtype().IsInteger() {
			c.Raise("TypeError", "take_along_axis: indices are %v, want integers", i.V.Dtype())
		}
		axis := 0
		if !c.Has("axis") {
			if i.V.Ndim() != 1 {
				c.Raise("ValueError", "take_along_axis without an axis: indices of shape %v, want one axis", i.V.Shape())
			}
			x = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
		} else {
			if x.V.Ndim() != i.V.Ndim() {
				c.Raise("ValueError", "take_along_axis: indices of shape %v for an array of shape %v", i.V.Shape(), x.V.Shape())
			}
			axis = c.axisOf("axis", x.V.Ndim())
		}
		shape, ishape := x.V.Shape(), i.V.Shape()
		n := shape[axis]
		one := slices.Clone(shape)
		one[axis] = 1
		out := c.broadcast(one, ishape)
		if n == 0 {
			return c.wrap(c.e.Zeros(out, x.V.Dtype()), false)
		}
		out[axis] = n
		places := slices.Clone(out)
		places[axis] = ishape[axis]
		p, outside := c.places(i.V, n, c.mode())
		v := c.stretch(x, out)
		z := c.e.TakeAlongAxis(v.V, c.e.BroadcastTo(p, places), ivy.Axis(axis))
		if outside != nil {
			z = c.e.Where(c.e.BroadcastTo(outside, places), c.missing(x, c.Arg("fill_value")), z)
		}
		return c.wrap(z, x.Weak)
	})},
	{Path: "numpy.compress", Sig: "condition, a, axis=None, *, size=None, fill_value=0, out=None", Run: run(func(c call) any {
		c.none("size", "out")
		return c.compress(c.arr("condition"), c.arr("a"), c.Arg("axis") == nil)
	})},
	{Path: "numpy.extract", Sig: "condition, arr, *, size=None, fill_value=0", Run: run(func(c call) any {
		c.none("size")
		return c.compress(c.do("numpy.ravel", c.arr("condition")), c.arr("arr"), true)
	})},
	{Path: "numpy.diagonal", Sig: "a, offset=0, axis1=0, axis2=1", Method: true, Run: run(func(c call) any {
		x := c.arr("a")
		if x.V.Ndim() < 2 {
			c.Raise("ValueError", "diagonal: shape %v, want two axes at least", x.V.Shape())
		}
		if c.axisOf("axis1", x.V.Ndim()) == c.axisOf("axis2", x.V.Ndim()) {
			c.Raise("TypeError", "diagonal of axis %d and itself", c.Int("axis1"))
		}
		return c.diagonal(x, c.Int("offset"), c.Int("axis1"), c.Int("axis2"))
	})},
	{Path: "numpy.diag_indices", Sig: "n, ndim=2", Out: frontend.List, Run: run(func(c call) any {
		n, rank := c.Int("n"), c.Int("ndim")
		if n < 0 || rank < 0 || rank > 64 {
			c.Raise("ValueError", "diag_indices(%d, %d)", n, rank)
		}
		c.sizes(n)
		list := make([]value, rank)
		for i := range list {
			list[i] = c.counted(n, c.defaults().Int)
		}
		return list
	})},
	{Path: "numpy.tril_indices", Sig: "n, k=0, m=None", Out: frontend.List, Run: triangleIndices((*ivy.Env).Tril)},
	{Path: "numpy.triu_indices", Sig: "n, k=0, m=None", Out: frontend.List, Run: triangleIndices((*ivy.Env).Triu)},
	{Path: "numpy.unravel_index", Sig: "indices, shape", Out: frontend.List, Run: run(func(c call) any {
		shape := c.shape("shape")
		list := make([]value, len(shape))
		rest := c.arr("indices")
		for i := len(shape) - 1; i >= 0; i-- {
			both := c.Call.Namespace.Call(c.Functions.Must("numpy.divmod"), rest, shape[i]).([]value)
			rest, list[i] = both[0], both[1]
		}
		for i, n := range shape {
			below := any(false)
			if !rest.V.Dtype().IsUnsigned() {
				below = c.lt(rest, -1)
			}
			list[i] = c.where(c.gt(rest, 0), n-1, c.where(below, 0, list[i]))
		}
		return list
	})},
	{Path: "lax.slice", Sig: "operand, start_indices, limit_indices, strides=None", Run: run(func(c call) any {
		x := c.arr("operand")
		starts, _, _ := c.Ints("start_indices")
		limits, _, _ := c.Ints("limit_indices")
		strides, _, given := c.Ints("strides")
		rank := x.V.Ndim()
		if len(starts) != rank || len(limits) != rank || given && len(strides) != rank {
			c.Raise("TypeError", "lax.slice: %d starts and %d limits for shape %v", len(starts), len(limits), x.V.Shape())
		}
		key := make([]any, rank)
		for i, n := range x.V.Shape() {
			step := 1
			if given {
				step = strides[i]
			}
			if starts[i] < 0 || limits[i] > n || starts[i] > limits[i] || step < 1 {
				c.Raise("TypeError", "lax.slice: %d:%d:%d of an axis of length %d", starts[i], limits[i], step, n)
			}
			key[i] = ivy.Slice(starts[i], limits[i], step)
		}
		return c.wrap(c.e.GetItem(x.V, key...), x.Weak)
	})},
	{Path: "lax.slice_in_dim", Sig: "operand, start_index, limit_index, stride=1, axis=0", Run: run(func(c call) any {
		x := c.arr("operand")
		axis := c.axisOf("axis", x.V.Ndim())
		n := x.V.Shape()[axis]
		bound := func(name string, otherwise int) int {
			if !c.Has(name) {
				return otherwise
			}
			if i := c.Int(name); i < 0 {
				return i + n
			}
			return c.Int(name)
		}
		from, to, step := bound("start_index", 0), bound("limit_index", n), c.Int("stride")
		if from < 0 || to > n || from > to || step < 1 {
			c.Raise("TypeError", "lax.slice_in_dim: %d:%d:%d of an axis of length %d", from, to, step, n)
		}
		return c.wrap(c.e.GetItem(x.V, along(axis, ivy.Slice(from, to, step))...), x.Weak)
	})},
	{Path: "lax.index_in_dim", Sig: "operand, index, axis=0, keepdims=True", Run: run(func(c call) any {
		x, i := c.arr("operand"), c.Int("index")
		axis := c.axisOf("axis", x.V.Ndim())
		n := x.V.Shape()[axis]
		if i < -n || i >= n {
			c.Raise("IndexError", "lax.index_in_dim: index %d of an axis of length %d", i, n)
		}
		z := c.e.GetItem(x.V, along(axis, i)...)
		if c.Bool("keepdims") {
			z = c.e.ExpandDims(z, ivy.Axis(axis))
		}
		return c.wrap(z, x.Weak)
	})},
	{Path: "lax.dynamic_slice", Sig: "operand, start_indices, slice_sizes", Run: run(func(c call) any {
		x := c.arr("operand")
		key := c.window(x, c.starts("start_indices", x), c.shape("slice_sizes"))
		return c.wrap(c.e.GetItem(x.V, key...), x.Weak)
	})},
	{Path: "lax.dynamic_update_slice", Sig: "operand, update, start_indices", Run: run(func(c call) any {
		x, v := c.arr("operand"), c.arr("update")
		if x.V.Dtype() != v.V.Dtype() {
			c.Raise("TypeError", "lax.dynamic_update_slice: %v into %v", v.V.Dtype(), x.V.Dtype())
		}
		key := c.window(x, c.starts("start_indices", x), v.V.Shape())
		z := c.e.CopyArray(x.V)
		c.e.SetItem(z, v.V, key...)
		return c.wrap(z, x.Weak && v.Weak)
	})},
}

// along is the key of one axis.
func along(axis int, key any) []any {
	keys := make([]any, axis+1)
	for i := range keys {
		keys[i] = ivy.Colon
	}
	keys[axis] = key
	return keys
}

// starts returns the first places of a window, one for each axis.
func (c call) starts(name string, x value) []int {
	list, ok := frontend.Sequence(c.Arg(name))
	if !ok {
		if a := c.arr(name); a.V.Ndim() == 1 && a.V.Dtype().IsInteger() {
			for _, v := range ivy.Values[int64](c.e.Astype(a.V, dtype.Int64)) {
				list = append(list, int(v))
			}
		}
	}
	at := make([]int, len(list))
	for i, v := range list {
		n, isInt := c.index(v)
		if !isInt {
			c.Raise("TypeError", "%s: %s has %v in it, want integers", c.Func.Path, name, v)
		}
		at[i] = n
	}
	if len(at) != x.V.Ndim() {
		c.Raise("ValueError", "%s: %d starts for shape %v", c.Func.Path, len(at), x.V.Shape())
	}
	return at
}

// window is the key of a window of sizes, moved into x.
func (c call) window(x value, starts, sizes []int) []any {
	if len(sizes) != x.V.Ndim() {
		c.Raise("TypeError", "%s: a window of shape %v in shape %v", c.Func.Path, sizes, x.V.Shape())
	}
	key := make([]any, len(sizes))
	for i, n := range x.V.Shape() {
		if sizes[i] > n {
			c.Raise("TypeError", "%s: a window of shape %v in shape %v", c.Func.Path, sizes, x.V.Shape())
		}
		at := starts[i]
		if at < 0 {
			at += n
		}
		at = max(0, min(n-sizes[i], at))
		key[i] = ivy.Slice(at, at+sizes[i])
	}
	return key
}

// mode returns what is done with indices out of range: "fill" or "clip", "wrap".
func (c call) mode() string {
	switch m := c.Arg("mode"); m {
	case nil, "fill", "drop":
		return "fill"
	case "clip", "promise_in_bounds":
		return "clip"
	case "wrap":
		return "wrap"
	case "raise":
		c.Raise("NotImplementedError", "%s: mode='raise' is not supported", c.Func.Path)
	default:
		c.Raise("ValueError", "%s: mode %v", c.Func.Path, m)
	}
	return ""
}

// places returns indices of an axis of length n as int64 in range, and where they were
// not if these elements are to be filled (nil: nowhere). Negative ones count from the
// end, unless they are clipped.
func (k calc) places(indices *ivy.Array, n int, mode string) (p, outside *ivy.Array) {
	e := k.e
	i := e.Astype(indices, dtype.Int64)
	zero, size := e.Asarray(int64(0)), e.Asarray(int64(n))
	switch mode {
	case "wrap":
		return e.Remainder(i, size), nil
	case "fill":
		i = e.Where(e.Less(i, zero), e.Add(i, size), i)
		outside = e.LogicalOr(e.Less(i, zero), e.GreaterEqual(i, size))
		if indices.Dtype() == dtype.Uint64 { // what int64 does not hold
			outside = e.LogicalOr(outside, e.GreaterEqual(indices, e.Astype(size, dtype.Uint64)))
		}
	}
	return e.Maximum(zero, e.Minimum(i, e.Asarray(int64(n-1)))), outside
}

// missing is the element in place of one that is not there: NaN, the least of signed
// integers, the greatest of others.
func (k calc) missing(x value, fill any) *ivy.Array {
	d := x.V.Dtype()
	switch {
	case fill != nil:
		v := k.array(fill)
		if v.V.Ndim() != 0 {
			k.raise("ValueError", "fill_value is a number, not of shape %v", v.V.Shape())
		}
		return cast(k.Namespace, v.V, d)
	case d == dtype.Bool:
		return k.e.Asarray(true)
	case d.IsSigned():
		return k.extreme(math.Inf(-1), d)
	case d.IsUnsigned():
		return k.extreme(math.Inf(1), d)
	}
	return number(k.e, math.NaN(), d)
}

func take(c call) any {
	c.none("out")
	name := c.Func.Signature().Params[0].Name
	x, i := c.arr(name), c.arr("indices")
	mode := c.mode()
	if isBool(i) && mode != "clip" {
		i = c.to(i, dtype.Int32, false)
		if mode == "wrap" { // modulo the length as a bool, true
			i = c.wrap(c.e.ZerosLike(i.V), false)
		}
	}
	if !i.V.Dtype().IsInteger() {
		c.Raise("ValueError", "take: indices are %v, want integers", i.V.Dtype())
	}
	axis := 0
	if !c.Has("axis") {
		x = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
	} else {
		axis = c.axisOf("axis", x.V.Ndim())
	}
	shape := x.V.Shape()
	n := shape[axis]
	out := slices.Concat(shape[:axis], i.V.Shape(), shape[axis+1:])
	if n == 0 && i.V.Size() > 0 {
		c.Raise("IndexError", "take of an axis of length 0")
	}
	if n == 0 {
		return x
	}
	p, outside := c.places(i.V, n, mode)
	z := c.e.Reshape(c.e.Take(x.V, c.e.Reshape(p, []int{-1}), ivy.Axis(axis)), out)
	if outside != nil {
		there := make([]int, x.V.Ndim()-1+i.V.Ndim())
		for j := range there {
			there[j] = 1
		}
		copy(there[axis:], i.V.Shape())
		z = c.e.Where(c.e.Reshape(outside, there), c.missing(x, c.Arg("fill_value")), z)
	}
	return c.wrap(z, x.Weak)
}

func (c call) compress(mask, x value, flat bool) value {
	if mask.V.Ndim() != 1 {
		c.Raise("ValueError", "compress: a condition of shape %v, want one axis", mask.V.Shape())
	}
	axis := 0
	if flat {
		x = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
	} else {
		axis = c.axisOf("axis", x.V.Ndim())
	}
	n := x.V.Shape()[axis]
	var places []int64
	for i, on := range ivy.Values[bool](c.e.NotEqual(mask.V, c.e.ZerosLike(mask.V))) {
		if on && i >= n {
			c.Raise("ValueError", "compress: the condition holds at %d, of an axis of length %d", i, n)
		}
		if on {
			places = append(places, int64(i))
		}
	}
	return c.wrap(c.e.Take(x.V, c.e.Reshape(c.e.Asarray(places, dtype.Int64), []int{len(places)}), ivy.Axis(axis)), x.Weak)
}

func triangleIndices(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) func(*frontend.Call) any {
	return run(func(c call) any {
		n, m := c.Int("n"), c.Int("n")
		if c.Has("m") {
			m = c.Int("m")
		}
		c.sizes(n, m)
		list := []value{}
		for _, i := range c.e.Nonzero(f(c.e, c.e.Ones([]int{n, m}, dtype.Bool), ivy.K(c.Int("k")))) {
			list = append(list, c.wrap(c.e.Astype(i, c.defaults().Int), false))
		}
		return list
	})
}

// At is x.at[key]: elements of an array, to make a changed copy of it with. [Array.At]
// returns one.
type At struct {
	a   value
	k   calc
	key []any
}

// At names the elements x[key…], which Python writes x.at[key]: x.At(0).Set(1) is an
// array like x but for its first element.
func (a *Array) At(key ...any) At {
	return At{(*frontend.Array)(a), calcOf(a.NS), key}
}

// Get returns the elements. Of the keywords that all these functions take, mode says what
// happens to indices out of range: "fill" (here, with fill_value), "clip", "drop".
func (at At) Get(kw ...frontend.Named) *Array {
	return at.call("get", nil, kw)
}

// Set returns the array with v in place of the elements; those out of range are dropped.
func (at At) Set(v any, kw ...frontend.Named) *Array { return at.call("set", v, kw) }

// Add returns the array with v added to the elements, as often as each is named.
func (at At) Add(v any, kw ...frontend.Named) *Array { return at.call("add", v, kw) }

// Subtract returns the array with v subtracted from the elements.
func (at At) Subtract(v any, kw ...frontend.Named) *Array { return at.call("subtract", v, kw) }

// Multiply returns the array with the elements multiplied by v.
func (at At) Multiply(v any, kw ...frontend.Named) *Array { return at.call("multiply", v, kw) }

// Mul is Multiply.
func (at At) Mul(v any, kw ...frontend.Named) *Array { return at.call("multiply", v, kw) }

// Divide returns the array with the elements divided by v.
func (at At) Divide(v any, kw ...frontend.Named) *Array { return at.call("divide", v, kw) }

// Power returns the array with the elements to the power v.
func (at At) Power(v any, kw ...frontend.Named) *Array { return at.call("power", v, kw) }

// Min returns the array with the lesser of the elements and v.
func (at At) Min(v any, kw ...frontend.Named) *Array { return at.call("min", v, kw) }

// Max returns the array with the greater of the elements and v.
func (at At) Max(v any, kw ...frontend.Named) *Array { return at.call("max", v, kw) }

// atSig is the signature of what At does, for keywords.
const atSig = "self, values, *, mode=None, fill_value=None, indices_are_sorted=False, unique_indices=False"

// updates are the functions of At, which are no part of the namespace.
var updates = func() *frontend.Table {
	var rows []frontend.Func
	for _, name := range []string{"get", "set", "add", "subtract", "multiply", "divide", "power", "min", "max"} {
		rows = append(rows, frontend.Func{Path: "at." + name, Sig: atSig, Run: run(func(c call) any {
			at := c.Arg("self").(At)
			mode := c.Arg("mode")
			if name == "get" {
				m := "clip"
				if mode != nil {
					m = c.mode()
				}
				return at.get(m, c.Arg("fill_value"))
			}
			m := "drop"
			if mode != nil {
				m = c.mode()
			}
			return at.update(name, c.made(c.Arg("values")), m)
		})})
	}
	return frontend.NewTable(rows)
}()

func (at At) call(name string, v any, kw []frontend.Named) *Array {
	args := []any{at, v}
	for _, k := range kw {
		args = append(args, k)
	}
	return (*Array)(at.k.Call(updates.Must("at."+name), args...).(value))
}

// resolve returns the key with indices in range as package ivy takes it, and the axes on
// which some were not: these want one more place at their end, which stands for them.
// With clip they are the nearest.
func (at At) resolve(mode string) (key []any, outside []int) {
	k, shape := at.k, at.a.V.Shape()
	used, dots := 0, -1
	keys := make([]any, len(at.key))
	for i, e := range at.key {
		switch v := e.(type) {
		case nil:
			e = ivy.NewAxis
		case string:
			k.raise("TypeError", "strings are no indices: %q", v)
		case float64, complex128:
			k.raise("TypeError", "indices are integers or bools, not %v", v)
		case int, ivy.Span, bool:
		default:
			if e == any(ivy.Ellipsis) || e == any(ivy.NewAxis) {
				break
			}
			x := k.made(e) // a list in a key is an array
			if d := x.V.Dtype(); !d.IsInteger() && d != dtype.Bool {
				k.raise("TypeError", "indices are integers or bools, not %v", d)
			}
			e = x.V
		}
		keys[i] = e
		switch v := e.(type) {
		case int, ivy.Span:
			used++
		case *ivy.Array:
			if v.Dtype() == dtype.Bool {
				used += v.Ndim()
			} else {
				used++
			}
		default:
			if e == any(ivy.Ellipsis) {
				if dots >= 0 {
					k.raise("IndexError", "two ellipses")
				}
				dots = i
			}
		}
	}
	if used > len(shape) {
		k.raise("IndexError", "%d indices for an array of %d axes", used, len(shape))
	}
	axis := 0
	for i, e := range keys {
		switch v := e.(type) {
		case ivy.Span:
			axis++
		case int:
			p, out := place(v, shape[axis], mode)
			if out {
				outside = append(outside, axis)
			}
			keys[i] = p
			axis++
		case *ivy.Array:
			if v.Dtype() == dtype.Bool {
				if got, want := v.Shape(), shape[axis:axis+v.Ndim()]; !slices.Equal(got, want) {
					k.raise("IndexError", "a mask of shape %v for axes of shape %v", got, want)
				}
				axis += v.Ndim()
				break
			}
			n := shape[axis]
			_, out := k.places(v, n, "fill")
			neg := k.e.Where(k.e.Less(k.e.Astype(v, dtype.Int64), k.e.Asarray(int64(0))), k.e.Add(k.e.Astype(v, dtype.Int64), k.e.Asarray(int64(n))), k.e.Astype(v, dtype.Int64))
			p, _ := k.places(neg, n, "clip")
			if mode != "clip" && ivy.Item[bool](k.e.Any(out)) {
				p = k.e.Where(out, k.e.Asarray(int64(n)), p)
				if !slices.Contains(outside, axis) {
					outside = append(outside, axis)
				}
			}
			keys[i] = p
			axis++
		default:
			if e == any(ivy.Ellipsis) {
				axis += len(shape) - used
			}
		}
	}
	for _, i := range indexed(keys, shape, used) {
		if shape[i] == 0 && mode == "clip" {
			k.raise("IndexError", "an index of an axis of length 0")
		}
	}
	return keys, outside
}

// indexed returns the axes that integers name.
func indexed(keys []any, shape []int, used int) (axes []int) {
	axis := 0
	for _, e := range keys {
		switch v := e.(type) {
		case ivy.Span:
			axis++
		case int:
			axes = append(axes, axis)
			axis++
		case *ivy.Array:
			if v.Dtype() == dtype.Bool {
				axis += v.Ndim()
				break
			}
			if v.Size() > 0 {
				axes = append(axes, axis)
			}
			axis++
		default:
			if e == any(ivy.Ellipsis) {
				axis += len(shape) - used
			}
		}
	}
	return axes
}

func place(i, n int, mode string) (p int, outside bool) {
	if i < 0 {
		i += n
	}
	if i >= 0 && i < n {
		return i, false
	}
	if mode == "clip" {
		return max(0, min(n-1, i)), false
	}
	return n, true
}

// padded returns x with a place more, of v, at the end of axes.
func (k calc) padded(x *ivy.Array, axes []int, v *ivy.Array) *ivy.Array {
	for _, axis := range axes {
		shape := x.Shape()
		shape[axis] = 1
		x = k.e.Concat([]*ivy.Array{x, k.e.BroadcastTo(v, shape)}, ivy.Axis(axis))
	}
	return x
}

func (at At) get(mode string, fill any) value {
	key, outside := at.resolve(mode)
	x := at.a.V
	if len(outside) > 0 {
		x = at.k.padded(x, outside, at.k.missing(at.a, fill))
	}
	return at.k.wrap(at.k.e.GetItem(x, key...), at.a.Weak)
}

func (at At) update(name string, v value, mode string) value {
	k, x := at.k, at.a
	switch name {
	case "divide", "power":
		ones := k.wrap(k.e.OnesLike(x.V), x.Weak)
		factors := At{ones, k, at.key}.update("multiply", v, mode)
		return k.do(map[string]string{"divide": "numpy.divide", "power": "numpy.power"}[name], x, factors)
	}
	key, outside := at.resolve(mode)
	d, weak := x.V.Dtype(), x.Weak
	both := k.common(x, v)
	ids := k.e.Reshape(k.e.Arange(x.V.Size(), dtype.Int64), x.V.Shape())
	p := k.e.GetItem(k.padded(ids, outside, k.e.Asarray(int64(-1))), key...)
	if p.Size() == 0 { // nothing changes, whatever the values' shape is
		return x
	}
	if s := both[1].V.Shape(); len(s) > p.Ndim() || !slices.Equal(k.broadcast(s, p.Shape()), p.Shape()) {
		k.raise("ValueError", "values of shape %v for elements of shape %v", s, p.Shape())
	}
	if name != "set" && both[0].V.Dtype() == dtype.Bool && name != "min" && name != "max" {
		k.raise("TypeError", "at.%s does not take bools", name)
	}
	vs := k.e.Reshape(k.e.BroadcastTo(both[1].V, p.Shape()), []int{-1})
	z := k.e.Reshape(k.e.CopyArray(both[0].V), []int{-1})
	places := ivy.Values[int64](p)
	join := map[string]func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array{"add": (*ivy.Env).Add, "subtract": (*ivy.Env).Subtract,
		"multiply": (*ivy.Env).Multiply, "min": lesser, "max": greater}[name]
	for _, round := range rounds(places, join == nil) {
		at := make([]int64, len(round))
		for i, r := range round {
			at[i] = places[r]
		}
		here := k.e.Asarray(at)
		new := k.e.Take(vs, k.e.Asarray(round), ivy.Axis(0))
		if join != nil {
			new = join(k.e, k.e.Take(z, here, ivy.Axis(0)), new)
		}
		k.e.SetItem(z, new, here)
	}
	return k.to(k.wrap(k.e.Reshape(z, x.V.Shape()), false), d, weak)
}

// rounds groups the indices of places so that none is twice in a round; negative places
// are left out. With last there is one round, in which the last of each place counts.
func rounds(places []int64, last bool) (groups [][]int64) {
	seen := make(map[int64]int, len(places))
	for i, p := range places {
		if p < 0 {
			continue
		}
		n := seen[p]
		seen[p]++
		if last {
			n = 0
		}
		if n == len(groups) {
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], int64(i))
	}
	return groups
}
