package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

var indexing = []frontend.Func{
	{Path: ".__getitem__", Go: "GetItem", Sig: "self, *key", Run: run(func(c call) any {
		key, _ := c.Arg("key").([]any)
		return (At{a: c.arr("self"), k: c.calc, key: key}).get("clip", nil)
	}), Doc: "A key is what package ivy's GetItem takes. An index out of range names the nearest element."},
	{Path: "numpy.take", Sig: "a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False, fill_value=None", Run: run(take)},
	{Path: ".take", Sig: "self, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False, fill_value=None", Run: run(take)},
	{Path: "numpy.take_along_axis", Sig: "arr, indices, axis=-1, mode=None, fill_value=None, *, wrap_negative_indices=None", Run: run(func(c call) any {
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
		positions := slices.Clone(out)
		positions[axis] = ishape[axis]
		p, outside := c.positions(i.V, n, c.mode(), c.Arg("wrap_negative_indices") == nil || c.Bool("wrap_negative_indices"))
		v := c.broadcastTo(x, out)
		z := c.e.TakeAlongAxis(v.V, c.e.BroadcastTo(p, positions), ivy.Axis(axis))
		if outside != nil {
			z = c.e.Where(c.e.BroadcastTo(outside, positions), c.missing(x, c.Arg("fill_value")), z)
		}
		return c.wrap(z, x.Weak)
	})},
	{Path: "numpy.compress", Sig: "condition, a, axis=None, *, size=None, fill_value=0, out=None", Run: run(func(c call) any {
		c.none("out")
		return c.compress(c.arr("condition"), c.arr("a"), c.Arg("axis") == nil)
	})},
	{Path: ".compress", Sig: "self, condition, axis=None, *, out=None, size=None, fill_value=0", Run: run(func(c call) any {
		c.none("out")
		return c.compress(c.arr("condition"), c.arr("self"), c.Arg("axis") == nil)
	})},
	{Path: "numpy.extract", Sig: "condition, arr, *, size=None, fill_value=0", Run: run(func(c call) any {
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
	{Path: "numpy.tril_indices", Sig: "n, k=0, m=None", Out: frontend.List, Run: triangleIndices((*ivy.Env).TrilIndices)},
	{Path: "numpy.triu_indices", Sig: "n, k=0, m=None", Out: frontend.List, Run: triangleIndices((*ivy.Env).TriuIndices)},
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
		axis := c.axisIn("axis", x.V.Ndim())
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
		axis := c.axisIn("axis", x.V.Ndim())
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
	{Path: "lax.dynamic_slice", Sig: "operand, start_indices, slice_sizes, *, allow_negative_indices=True", Run: run(func(c call) any {
		x, at := c.startsIn("operand", "start_indices")
		key := c.window(x, at, c.shape("slice_sizes"))
		return c.wrap(c.e.GetItem(x.V, key...), x.Weak)
	})},
	{Path: "lax.dynamic_update_slice", Sig: "operand, update, start_indices, *, allow_negative_indices=True", Run: run(func(c call) any {
		x, at := c.startsIn("operand", "start_indices")
		v := c.arr("update")
		if x.V.Dtype() != v.V.Dtype() {
			c.Raise("TypeError", "lax.dynamic_update_slice: %v into %v", v.V.Dtype(), x.V.Dtype())
		}
		key := c.window(x, at, v.V.Shape())
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

// startsIn returns an operand and the first positions of a window in it, one for each axis.
func (c call) startsIn(operand, name string) (x value, at []int) {
	if v := c.Arg(name); len(c.shapeOf(v)) == 0 {
		if _, isText := v.(string); !isText {
			c.Raise("TypeError", "%s(): %s is %s, which has no length", c.Func.Path, name, c.Shown(v))
		}
	}
	x = c.hasShape(operand)
	return x, c.starts(name, x)
}

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
	wraps, several := frontend.Sequence(c.Arg("allow_negative_indices"))
	if !several {
		wraps = slices.Repeat([]any{c.Call.Bool("allow_negative_indices")}, len(sizes))
	}
	if len(wraps) != len(sizes) {
		c.Raise("ValueError", "%s: allow_negative_indices of %d axes, want %d", c.Func.Path, len(wraps), len(sizes))
	}
	for i, n := range x.V.Shape() {
		if sizes[i] > n {
			c.Raise("TypeError", "%s: a window of shape %v in shape %v", c.Func.Path, sizes, x.V.Shape())
		}
		at := starts[i]
		if at < 0 {
			if wraps[i] == false {
				c.Raise("ValueError", "%s: a start of %d, and no negative ones are allowed", c.Func.Path, at)
			}
			at += n
		}
		at = max(0, min(n-sizes[i], at))
		key[i] = ivy.Slice(at, at+sizes[i])
	}
	return key
}

// mode returns what is done with indices out of range: "fill" or "clip".
func (c call) mode() string {
	switch c.Arg("mode") {
	case nil, "fill", "drop":
		return "fill"
	case "clip", "promise_in_bounds":
		return "clip"
	default:
		c.Raise("ValueError", "%s: mode is not \"fill\", \"drop\", \"clip\" or \"promise_in_bounds\"", c.Func.Path)
		return ""
	}
}

// positions returns indices of an axis of length n as int64 in range, and where they were
// not if these elements are to be filled (nil: nowhere). With fromEnd negative ones count from
// the end, unless they are clipped.
func (k calc) positions(indices *ivy.Array, n int, mode string, fromEnd bool) (p, outside *ivy.Array) {
	e := k.e
	i := e.Astype(indices, dtype.Int64)
	zero, size := e.Asarray(int64(0)), e.Asarray(int64(n))
	switch mode {
	case "wrap":
		return e.Remainder(i, size), nil
	case "fill":
		if fromEnd {
			i = e.Where(e.Less(i, zero), e.Add(i, size), i)
		}
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
		_, python := fill.(complex128)
		if python && !d.IsComplex() && d != dtype.Bool {
			k.raise("TypeError", "fill_value: a complex number is no %v", d)
		}
		if o, err := k.Namespace.Operand(fill); err == nil && o.A == nil && !o.Value.Fits(k.defaults().Int) { // NumPy has 64 bits
			return cast(k.Namespace, k.e.Asarray(o.Value, wideOf(o.Value)), d)
		}
		v := k.array(fill)
		if v.V.Ndim() != 0 {
			k.raise("ValueError", "fill_value is a number, not of shape %v", v.V.Shape())
		}
		if python {
			return astypeOf(k.Namespace, v.V, d)
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
	var mode string
	switch c.Arg("mode") {
	case "wrap":
		mode = "wrap"
	case "raise":
		c.Raise("NotImplementedError", "%s: mode='raise' is not supported", c.Func.Path)
	default:
		mode = c.mode()
	}
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
	n := x.V.Shape()[axis]
	if n == 0 && i.V.Size() > 0 {
		c.Raise("IndexError", "take of an axis of length 0")
	}
	if n == 0 {
		return x
	}
	opts := []ivy.Option{ivy.Axis(axis), ivy.Mode(mode)}
	if mode == "fill" {
		opts = append(opts, ivy.FillValue(c.missing(x, c.Arg("fill_value"))))
	}
	return c.wrap(c.e.Take(x.V, i.V, opts...), x.Weak)
}

// compress returns the elements of x along an axis where mask holds; with the argument size so many,
// the fill_value in place of those that are missing.
func (c call) compress(mask, x value, flat bool) value {
	fill := c.fillValue()
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
	sized := c.Has("size")
	on := c.e.NotEqual(mask.V, c.e.ZerosLike(mask.V))
	if beyond := mask.V.Size() > n; beyond && !sized && c.e.Any(c.e.GetItem(on, ivy.Slice(n, nil))).Bool() {
		c.Raise("ValueError", "compress: the condition holds behind the end of an axis of length %d", n)
	} else if beyond {
		on = c.e.GetItem(on, ivy.Slice(nil, n))
	}
	positions := c.e.Nonzero(on)[0]
	if !sized {
		return c.wrap(c.e.Take(x.V, positions, ivy.Axis(axis)), x.Weak)
	}
	size, ok := c.index(c.Arg("size"))
	switch most := min(n, mask.V.Size()); {
	case !ok:
		c.Raise("TypeError", "compress: size is no integer")
	case size < 0 || size > most:
		c.Raise("ValueError", "compress: size is %d, of %d elements", size, most)
	case fill.V.Ndim() != 0 && fill.V.Ndim() > x.V.Ndim():
		c.Raise("ValueError", "compress: fill_value has shape %v, want a number", fill.V.Shape())
	}
	positions = c.e.GetItem(positions, ivy.Slice(nil, min(positions.Size(), size)))
	v := c.e.Take(x.V, positions, ivy.Axis(axis))
	if pad := size - positions.Size(); pad > 0 {
		shape := v.Shape()
		shape[axis] = pad
		v = c.e.Concat([]*ivy.Array{v, c.e.BroadcastTo(cast(c.Namespace, fill.V, v.Dtype()), shape)}, ivy.Axis(axis))
	}
	return c.wrap(v, false)
}

func triangleIndices(f func(e *ivy.Env, n int, opts ...ivy.Option) (rows, columns *ivy.Array)) func(*frontend.Call) any {
	return run(func(c call) any {
		n, m := c.Int("n"), c.Int("n")
		if c.Has("m") {
			m = c.Int("m")
		}
		c.sizes(n, m)
		rows, columns := f(c.e, n, ivy.NCols(m), ivy.K(c.Int("k")), c.defaults().Int)
		return []value{c.wrap(rows, false), c.wrap(columns, false)}
	})
}

// At is x.at[key]: elements of an array, to make a changed copy of it with. [Array.At]
// returns one.
type At struct {
	a       value
	k       calc
	key     []any
	literal bool // negative integers do not count from the end
}

// At names the elements x[key…], which Python writes x.at[key]: x.At(0).Set(1) is an
// array like x but for its first element.
func (a *Array) At(key ...any) At {
	return At{a: (*frontend.Array)(a), k: calcOf(a.NS), key: key}
}

// Get returns the elements. Of the keywords that all these functions take, mode says what
// happens to indices out of range: "fill" (here, with fill_value), "clip", "drop", "wrap"; with
// wrap_negative_indices false negative ones are out of range too. An update gives mode "fill"
// the meaning of "drop".
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

// Apply returns the array with f of each of the elements in their place: as often as an element is
// named, f of what f made. f is a function of arrays as lax's and jax.numpy's are, [JAX.Lax].Neg, and
// gets one element at a time, as an array without axes; what it returns has the array's dtype.
func (at At) Apply(f func(x any, args ...any) *Array, kw ...frontend.Named) *Array {
	return at.call("apply", f, kw)
}

const (
	atSig   = "self, values, *, indices_are_sorted=False, unique_indices=False, mode=None, out_sharding=None, wrap_negative_indices=True"
	getSig  = "self, *, indices_are_sorted=False, unique_indices=False, mode=None, fill_value=None, out_sharding=None, wrap_negative_indices=True"
	funcSig = "self, func, *, indices_are_sorted=False, unique_indices=False, mode=None, wrap_negative_indices=True"
)

// updates are the functions of x.at[key], which are no part of the namespace.
var updates = func() *frontend.Table {
	rows := []frontend.Func{
		{Path: "at.get", Sig: getSig, Run: run(func(c call) any {
			c.none("out_sharding")
			at := c.at()
			mode := "clip"
			if c.Has("mode") {
				mode = c.mode()
			}
			return at.get(mode, c.Arg("fill_value"))
		})},
		{Path: "at.apply", Sig: funcSig, Run: run(func(c call) any {
			at, mode := c.at(), c.updateMode()
			return at.apply(c.function("func"), mode)
		})},
	}
	for _, name := range []string{"set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max"} {
		rows = append(rows, frontend.Func{Path: "at." + name, Sig: atSig, Run: run(func(c call) any {
			c.none("out_sharding")
			at, mode, v := c.at(), c.updateMode(), c.made(c.Arg("values"))
			if i, isInt := c.Arg("values").(int); isInt { // a Python integer that fits has the array's dtype
				if d := at.a.V.Dtype(); d.IsInteger() && backend.IntScalar(int64(i)).Fits(d) {
					v = c.wrap(c.e.Asarray(int64(i), d), false)
				}
			}
			if _, isBool := c.Arg("values").(bool); isBool && at.a.V.Dtype().IsInteger() { // so has a bool
				v = c.to(v, at.a.V.Dtype(), false)
			}
			if name == "mul" {
				return at.update("multiply", v, mode)
			}
			return at.update(name, v, mode)
		})})
	}
	return frontend.NewTable(rows)
}()

// at returns the receiver of an update, with the arguments that tell of its indices.
func (c call) at() At {
	at := c.Arg("self").(At)
	for _, name := range []string{"indices_are_sorted", "unique_indices"} {
		c.Bool(name) // a promise, which nothing here needs
	}
	at.literal = !c.Bool("wrap_negative_indices")
	return at
}

func (c call) updateMode() string {
	if c.Has("mode") {
		return c.mode()
	}
	return "drop"
}

// function returns an argument that is a function of one array.
func (c call) function(name string) func(x value) value {
	switch f := c.Arg(name).(type) {
	case func(any, ...any) *Array:
		return func(x value) value { return value(f((*Array)(x))) }
	case func(any) *Array:
		return func(x value) value { return value(f((*Array)(x))) }
	case func(*Array) *Array:
		return func(x value) value { return value(f((*Array)(x))) }
	case func(value) value:
		return f
	case *frontend.Func:
		if f != nil {
			return func(x value) value { return c.Namespace.Call1(f, x, nil) }
		}
	case frontend.Callable:
		return func(x value) value { return c.calc.array(f(x)) }
	}
	c.Raise("TypeError", "%s(): %s is no function", c.Func.Path, name)
	return nil
}

func (at At) call(name string, v any, kw []frontend.Named) *Array {
	args := []any{at}
	if name != "get" {
		args = append(args, v)
	}
	for _, k := range kw {
		args = append(args, k)
	}
	return (*Array)(at.k.Call(updates.Must("at."+name), args...).(value))
}

// resolve returns the key as package ivy takes it, with indices in range, and the axes on
// which some indices were out of range. Such an index becomes the axis's length: the caller
// appends an element there, which stands for what is missing. In mode clip it becomes the
// nearest index in range instead.
func (at At) resolve(mode string) (key []any, outside []int) {
	keys, shape := at.typed(), at.a.V.Shape()
	used := 0
	for _, e := range keys {
		used += axesUsed(e, 0)
	}
	if used > len(shape) {
		at.k.raise("IndexError", "%d indices for an array of %d axes", used, len(shape))
	}
	axis, left := 0, len(shape)-used
	for i, e := range keys {
		out := false
		switch v := e.(type) {
		case int:
			keys[i], out = place(v, shape[axis], mode, !at.literal)
		case *ivy.Array:
			if v.Dtype() != dtype.Bool {
				keys[i], out = at.inRange(v, shape[axis], mode)
			} else if got, want := v.Shape(), shape[axis:axis+v.Ndim()]; !slices.Equal(got, want) {
				at.k.raise("IndexError", "a mask of shape %v for axes of shape %v", got, want)
			}
		}
		if out {
			outside = append(outside, axis)
		}
		axis += axesUsed(e, left)
	}
	if mode == "clip" {
		return at.inEmpty(keys, outside, left)
	}
	return keys, outside
}

// typed returns the elements of the key: integers, spans, bools, arrays of integers or
// bools, ivy.NewAxis and at most one ivy.Ellipsis.
func (at At) typed() []any {
	keys, dots := make([]any, len(at.key)), 0
	for i, e := range at.key {
		switch v := e.(type) {
		case nil:
			e = ivy.NewAxis
		case string:
			at.k.raise("TypeError", "strings are no indices: %q", v)
		case float64, complex128:
			at.k.raise("TypeError", "indices are integers or bools, not %v", v)
		case int, ivy.Span, bool:
		default:
			if e == any(ivy.Ellipsis) {
				dots++
			} else if e != any(ivy.NewAxis) {
				x := at.k.made(e) // a list in a key is an array
				if d := x.V.Dtype(); !d.IsInteger() && d != dtype.Bool {
					at.k.raise("TypeError", "indices are integers or bools, not %v", d)
				}
				e = x.V
			}
		}
		keys[i] = e
	}
	if dots > 1 {
		at.k.raise("IndexError", "two ellipses")
	}
	return keys
}

// axesUsed returns how many axes of the array an element of a key indexes, of which an
// ellipsis indexes left.
func axesUsed(e any, left int) int {
	switch v := e.(type) {
	case int, ivy.Span:
		return 1
	case *ivy.Array:
		if v.Dtype() == dtype.Bool {
			return v.Ndim()
		}
		return 1
	}
	if e == any(ivy.Ellipsis) {
		return left
	}
	return 0
}

// inRange is place for an array of indices of an axis of n elements.
func (at At) inRange(v *ivy.Array, n int, mode string) (p *ivy.Array, outside bool) {
	e := at.k.e
	_, out := at.k.positions(v, n, "fill", !at.literal)
	from := e.Astype(v, dtype.Int64)
	if !at.literal {
		from = e.Where(e.Less(from, e.Asarray(int64(0))), e.Add(from, e.Asarray(int64(n))), from)
	}
	p, _ = at.k.positions(from, n, "clip", false)
	if mode == "clip" || !ivy.Item[bool](e.Any(out)) {
		return p, false
	}
	return e.Where(out, e.Asarray(int64(n)), p), true
}

// inEmpty refuses integer indices of an axis of length 0, which has no nearest element. JAX
// knows numbers before it compiles, and refuses them with an IndexError; with an array of
// indices with them it is a TypeError. A result without elements needs none of them: its
// indices become those of what is missing.
func (at At) inEmpty(keys []any, outside []int, left int) ([]any, []int) {
	shape, class := at.a.V.Shape(), "IndexError"
	whole, axis, refused := slices.Clone(shape), 0, false
	for i, e := range keys {
		v, isArray := e.(*ivy.Array)
		if isArray && v.Ndim() > 0 && v.Dtype() != dtype.Bool {
			class = "TypeError"
		}
		_, isInt := e.(int)
		if (isInt || isArray && v.Dtype() != dtype.Bool) && shape[axis] == 0 {
			refused = refused || isInt || v.Size() > 0
			whole[axis], outside = 1, append(outside, axis)
			if keys[i] = any(0); isArray {
				keys[i] = at.k.e.ZerosLike(v)
			}
		}
		axis += axesUsed(e, left)
	}
	if refused && (class == "IndexError" || at.k.e.GetItem(at.k.e.BroadcastTo(at.k.e.Asarray(false), whole), keys...).Size() > 0) {
		at.k.raise(class, "an index of an axis of length 0")
	}
	return keys, outside
}

func place(i, n int, mode string, fromEnd bool) (p int, outside bool) {
	if i < 0 && fromEnd {
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
		factors := At{ones, k, at.key, at.literal}.update("multiply", v, mode)
		return k.do(map[string]string{"divide": "numpy.divide", "power": "numpy.power"}[name], x, factors)
	}
	d, weak := x.V.Dtype(), x.Weak
	both := k.common(x, v)
	p := at.positions(mode)
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
	how, e := map[string]string{"set": "replace", "add": "sum", "subtract": "sum", "multiply": "mul", "min": "min", "max": "max"}[name], k.e
	if t := vs.Dtype(); name == "set" || !dtype.Narrow.Has(t) && !(t.IsComplex() && how == name) { // complex numbers have an order here
		// The last element, at −1, gets what is out of range.
		if name == "subtract" {
			vs = e.Negative(vs)
		}
		z := e.Concat([]*ivy.Array{e.Reshape(both[0].V, []int{-1}), e.Zeros([]int{1}, t)})
		z = e.ScatterFlat(e.Reshape(p, []int{-1}), vs, ivy.Initial(z), ivy.Reduction(how))
		z = e.Reshape(e.GetItem(z, ivy.Slice(0, x.V.Size())), x.V.Shape())
		return k.to(k.wrap(z, false), d, weak)
	}
	// 16-bit floats are rounded after each step, which the row ScatterFlat does once.
	z := k.e.Reshape(k.e.CopyArray(both[0].V), []int{-1})
	positions := ivy.Values[int64](p)
	join := map[string]func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array{"add": (*ivy.Env).Add, "subtract": (*ivy.Env).Subtract,
		"multiply": (*ivy.Env).Multiply, "min": lesser, "max": greater}[name]
	for _, round := range rounds(positions) {
		at := make([]int64, len(round))
		for i, r := range round {
			at[i] = positions[r]
		}
		here := k.e.Asarray(at)
		new := k.e.Take(vs, k.e.Asarray(round), ivy.Axis(0))
		k.e.SetItem(z, join(k.e, k.e.Take(z, here, ivy.Axis(0)), new), here)
	}
	return k.to(k.wrap(k.e.Reshape(z, x.V.Shape()), false), d, weak)
}

// positions returns the flat indices of the elements, −1 of those that are out of range.
func (at At) positions(mode string) *ivy.Array {
	k, x := at.k, at.a.V
	key, outside := at.resolve(mode)
	ids := k.e.Reshape(k.e.Arange(x.Size(), dtype.Int64), x.Shape())
	return k.e.GetItem(k.padded(ids, outside, k.e.Asarray(int64(-1))), key...)
}

// apply replaces each element by f of it.
func (at At) apply(f func(x value) value, mode string) value {
	k, d := at.k, at.a.V.Dtype()
	z := k.e.Reshape(k.e.CopyArray(at.a.V), []int{-1})
	of := func(x *ivy.Array) *ivy.Array {
		y := f(k.wrap(x, false))
		switch {
		case y == nil || y.V.Dtype() != d:
			k.raise("ValueError", "at.apply: the function does not give %v of it", d)
		case y.V.Ndim() != 0:
			k.raise("TypeError", "at.apply: the function gives shape %v of a number", y.V.Shape())
		}
		return y.V
	}
	positions := ivy.Values[int64](at.positions(mode))
	if len(positions) == 0 {
		return at.a
	}
	of(k.e.Zeros([]int{}, d)) // traced once even where no element is in range
	for _, p := range positions {
		if p >= 0 {
			k.e.SetItem(z, of(k.e.CopyArray(k.e.GetItem(z, int(p)))), int(p))
		}
	}
	return k.to(k.wrap(k.e.Reshape(z, at.a.V.Shape()), false), d, at.a.Weak)
}

// rounds groups the indices of positions so that none is twice in a round; negative positions
// are left out.
func rounds(positions []int64) (groups [][]int64) {
	seen := make(map[int64]int, len(positions))
	for i, p := range positions {
		if p < 0 {
			continue
		}
		n := seen[p]
		seen[p]++
		if n == len(groups) {
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], int64(i))
	}
	return groups
}
