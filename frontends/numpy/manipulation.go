package numpy

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var manipulation = []frontend.Func{
	{Path: "shape", Sig: "a", Out: frontend.Value, Run: func(c *frontend.Call) any { return tuple(array(c, "a").Shape()) }},
	{Path: "ndim", Sig: "a", Out: frontend.Value, Run: func(c *frontend.Call) any { return array(c, "a").Ndim() }},
	{Path: "size", Sig: "a, axis=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		x := array(c, "a")
		if c.Has("axis") {
			return x.Shape()[axisIn(c, c.Int("axis"), x.Ndim())]
		}
		return x.Size()
	}},

	{Path: "reshape", Sig: "a, newshape, order='C'", Run: func(c *frontend.Call) any {
		s, _, ok := integers(c, "newshape")
		if !ok {
			c.Raise("TypeError", "reshape() wants a shape")
		}
		return reshapeOf(c, operandArray(c, "a"), s)
	}},
	{Path: ".reshape", Sig: "self, *shape, order='C'", Run: func(c *frontend.Call) any {
		return reshapeOf(c, operandArray(c, "self"), intsOf(c, restOf(c, "shape")))
	}},
	{Path: "ravel", Sig: "a, order='C'", Method: true, Run: func(c *frontend.Call) any {
		a := operandArray(c, "a")
		return raveled(c, a, orderOf(c, "C", a))
	}},
	{Path: "transpose", Sig: "a, axes=None", Run: func(c *frontend.Call) any {
		axes, _, ok := c.Ints("axes")
		return transpose(c, operandArray(c, "a"), axes, ok)
	}},
	{Path: ".transpose", Sig: "self, *axes", Run: func(c *frontend.Call) any {
		list := restOf(c, "axes")
		none := len(list) == 0 || len(list) == 1 && list[0] == nil
		if none {
			list = nil
		}
		return transpose(c, operandArray(c, "self"), intsOf(c, list), !none)
	}},
	{Path: "permute_dims", Sig: "a, axes=None", Run: func(c *frontend.Call) any {
		axes, _, ok := c.Ints("axes")
		return transpose(c, operandArray(c, "a"), axes, ok)
	}},
	{Path: "matrix_transpose", Sig: "x, /", Run: matrixTranspose},
	{Path: "linalg.matrix_transpose", Sig: "x, /", Run: matrixTranspose},
	{Path: "swapaxes", Sig: "a, axis1, axis2", Method: true, Run: func(c *frontend.Call) any {
		a := operandArray(c, "a")
		rank := a.V.Ndim()
		perm := count(rank)
		i, j := c.Int("axis1"), c.Int("axis2")
		i, j = axisOf(c, i, rank), axisOf(c, j, rank)
		perm[i], perm[j] = j, i
		return views.Permuted(c.Namespace, a, perm)
	}},
	{Path: "moveaxis", Sig: "a, source, destination", Run: func(c *frontend.Call) any {
		a := operandArray(c, "a")
		from, to := axesOf(c, "source", a.V.Ndim()), axesOf(c, "destination", a.V.Ndim())
		if len(from) != len(to) {
			c.Raise("ValueError", "`source` and `destination` arguments must have the same number of elements")
		}
		return moved(c, a, from, to)
	}},
	{Path: "rollaxis", Sig: "a, axis, start=0", Run: func(c *frontend.Call) any {
		if arrayValue(c.Arg("a")) == nil {
			c.Raise("AttributeError", "'%s' object has no attribute 'ndim'", typeText(c.Arg("a")))
		}
		a := operandArray(c, "a")
		rank := a.V.Ndim()
		axis, start := axisOf(c, c.Int("axis"), rank), c.Int("start")
		if start < 0 {
			start += rank
		}
		if start < 0 || start > rank {
			c.Raise("AxisError", "'start' arg %d is out of bounds for array of dimension %d", c.Int("start"), rank)
		}
		if axis < start {
			start--
		}
		return moved(c, a, []int{axis}, []int{start})
	}},
	{Path: "squeeze", Sig: "a, axis=None", Method: true, Run: func(c *frontend.Call) any {
		a := operandArray(c, "a")
		z := c.Env().Squeeze(a.V)
		if c.Has("axis") {
			z = c.Env().Squeeze(a.V, ivy.Axes(axesOrNone(c, "axis", a.V.Ndim())))
		}
		if z.Ndim() == a.V.Ndim() {
			return a
		}
		return reshapedTo(c, a, z.Shape(), "C")
	}},
	{Path: "expand_dims", Sig: "a, axis", Run: func(c *frontend.Call) any {
		a := operandArray(c, "a")
		axes, _, ok := c.Ints("axis")
		if !ok {
			c.Raise("TypeError", "'NoneType' object cannot be interpreted as an integer")
		}
		return withAxes(c, a, axesOf(c, "axis", a.V.Ndim()+len(axes)))
	}},

	{Path: "concatenate", Sig: "arrays, /, axis=0, out=None, *, dtype=None, casting='same_kind'", Run: concatenate},
	{Path: "concat", Sig: "arrays, /, axis=0, out=None, *, dtype=None, casting='same_kind'", Run: concatenate},
	{Path: "stack", Sig: "arrays, axis=0, out=None, *, dtype=None, casting='same_kind'", Run: func(c *frontend.Call) any {
		os := sequenceOf(c, "arrays")
		for i, o := range os {
			os[i].A = c.Wrap(arrayOf(c, o))
			os[i].Arg = os[i].A.Arg()
			if !slices.Equal(os[i].A.V.Shape(), os[0].A.V.Shape()) {
				c.Raise("ValueError", "all input arrays must have the same shape")
			}
		}
		axis := ivy.Axis(axisOf(c, c.Int("axis"), os[0].A.V.Ndim()+1))
		return joined(c, os, func(xs []*ivy.Array) *ivy.Array { return c.Env().Stack(xs, axis) })
	}},
	{Path: "vstack", Sig: "tup, *, dtype=None, casting='same_kind'", Run: stacked(0, 2, front)},
	{Path: "row_stack", Sig: "tup, *, dtype=None, casting='same_kind'", Run: stacked(0, 2, front)},
	{Path: "hstack", Sig: "tup, *, dtype=None, casting='same_kind'", Run: stacked(1, 1, front)},
	{Path: "dstack", Sig: "tup", Run: stacked(2, 3, middle)},
	{Path: "column_stack", Sig: "tup", Run: stacked(1, 2, back)},
	{Path: "append", Sig: "arr, values, axis=None", Run: func(c *frontend.Call) any {
		os := operands(c, []any{c.Arg("arr"), c.Arg("values")})
		for i, o := range os {
			x := arrayOf(c, o)
			if !c.Has("axis") {
				x = ravel(c.Env(), x)
			}
			os[i].A = c.Wrap(x)
			os[i].Arg = os[i].A.Arg()
		}
		axis := 0
		if c.Has("axis") {
			axis = c.Int("axis")
		}
		return c.Wrap(concat(c, alike(c, os), axis))
	}},
	{Path: "split", Sig: "ary, indices_or_sections, axis=0", Out: frontend.List, Run: split(true, -1)},
	{Path: "array_split", Sig: "ary, indices_or_sections, axis=0", Out: frontend.List, Run: split(false, -1)},
	{Path: "vsplit", Sig: "ary, indices_or_sections", Out: frontend.List, Run: split(true, 0)},
	{Path: "hsplit", Sig: "ary, indices_or_sections", Out: frontend.List, Run: split(true, 1)},
	{Path: "dsplit", Sig: "ary, indices_or_sections", Out: frontend.List, Run: split(true, 2)},
	{Path: "tile", Sig: "A, reps", Run: func(c *frontend.Call) any {
		reps, _, _ := integers(c, "reps")
		notNegative(c, reps...)
		return c.Wrap(c.Env().CopyArray(c.Env().Tile(array(c, "A"), reps)))
	}},
	{Path: "repeat", Sig: "a, repeats, axis=None", Method: true, Run: func(c *frontend.Call) any {
		x, axis := alongFirst(c, "a")
		return c.Wrap(c.Env().Repeat(x, indices64(c, "repeats"), ivy.Axis(axis)))
	}},

	{Path: "flip", Sig: "m, axis=None", Run: func(c *frontend.Call) any {
		a := operandArray(c, "m")
		return flipped(c, a, axesOf(c, "axis", a.V.Ndim())...)
	}},
	{Path: "fliplr", Sig: "m", Run: flip(1)},
	{Path: "flipud", Sig: "m", Run: flip(0)},
	{Path: "roll", Sig: "a, shift, axis=None", Run: func(c *frontend.Call) any {
		x := array(c, "a")
		shift, _, _ := integers(c, "shift")
		if !c.Has("axis") {
			total := 0
			for _, n := range shift {
				total += n
			}
			return c.Wrap(c.Env().Roll(x, []int{total}))
		}
		axes, _, _ := c.Ints("axis")
		for i, a := range axes {
			axes = slices.Clone(axes)
			axes[i] = axisOf(c, a, x.Ndim())
		}
		if len(shift) > 1 && len(axes) > 1 && len(shift) != len(axes) {
			c.Raise("ValueError", "shape mismatch: %d shifts, %d axes", len(shift), len(axes))
		}
		for i := range max(len(shift), len(axes)) {
			x = c.Env().Roll(x, []int{shift[i%len(shift)]}, ivy.Axis(axes[i%len(axes)]))
		}
		return c.Wrap(x)
	}},
	{Path: "rot90", Sig: "m, k=1, axes=None", Run: rot90, Doc: "The axes are 0 and 1 if there is None."},

	{Path: "broadcast_to", Sig: "array, shape, subok=False", Run: func(c *frontend.Call) any {
		c.Bool("subok")
		v := expandedTo(c, operandArray(c, "array"), shapeOf(c, "shape"))
		views.SetReadOnly(v, true)
		return v
	}},
	{Path: "broadcast_arrays", Sig: "*args, subok=False", Out: frontend.List, Run: func(c *frontend.Call) any {
		c.Bool("subok")
		list, _ := c.Arg("args").([]any)
		xs := make([]*ivy.Array, len(list))
		zs := make([]*frontend.Array, len(list))
		for i, v := range list {
			zs[i] = viewable(c, v)
			xs[i] = zs[i].V
		}
		if len(xs) == 0 {
			return []*frontend.Array{}
		}
		dims := c.Env().BroadcastArrays(xs...)[0].Shape()
		if !slices.ContainsFunc(xs, func(x *ivy.Array) bool { return !slices.Equal(x.Shape(), dims) }) {
			return zs
		}
		for i, a := range zs {
			zs[i] = expandedTo(c, a, dims)
		}
		return zs
	}},
	{Path: "broadcast_shapes", Sig: "*args", Out: frontend.Value, Run: func(c *frontend.Call) any {
		list, _ := c.Arg("args").([]any)
		xs := []*ivy.Array{c.Env().Empty(nil, Bool)}
		for _, v := range list {
			s, ok := frontend.Sequence(v)
			if !ok {
				s = []any{v}
			}
			dims := intsOf(c, s)
			notNegative(c, dims...)
			xs = append(xs, c.Env().BroadcastTo(c.Env().Empty(nil, Bool), dims))
		}
		return tuple(c.Env().BroadcastArrays(xs...)[0].Shape())
	}},
	{Path: "atleast_1d", Sig: "*arys", Out: frontend.Value, Run: atLeast(1)},
	{Path: "atleast_2d", Sig: "*arys", Out: frontend.Value, Run: atLeast(2)},
	{Path: "atleast_3d", Sig: "*arys", Out: frontend.Value, Run: atLeast(3)},

	{Path: "pad", Sig: "array, pad_width, mode='constant', *, constant_values=0, end_values=0, stat_length=None, reflect_type='even', **kwargs", Calls: true, Run: pad,
		Doc: "The mode may be a func(row *NDArray, width [2]int, axis int) that writes the ends of every row along every axis."},
	{Path: "resize", Sig: "a, new_shape", Run: func(c *frontend.Call) any {
		e := c.Env()
		x, s := ravel(e, array(c, "a")), shapeOf(c, "new_shape")
		size := sizeOf(c, s)
		if x.Size() == 0 || size == 0 {
			return c.Wrap(e.Zeros(s, x.Dtype()))
		}
		z := e.Tile(x, []int{(size + x.Size() - 1) / x.Size()})
		return c.Wrap(e.CopyArray(e.Reshape(e.GetItem(z, ivy.Slice(0, size)), s)))
	}},
	{Path: "delete", Sig: "arr, obj, axis=None", Run: remove},
	{Path: "insert", Sig: "arr, obj, values, axis=None", Run: insert},
	{Path: "trim_zeros", Sig: "filt, trim='fb'", Out: frontend.Value, Run: func(c *frontend.Call) any {
		e := c.Env()
		a := operandArray(c, "filt")
		x := a.V
		if x.Ndim() == 0 {
			c.Raise("TypeError", "iteration over a 0-d array")
		}
		n := x.Shape()[0]
		list, isList := frontend.Sequence(c.Arg("filt"))
		if isList && x.Ndim() > 1 { // no list is zero
			return list
		}
		if x.Ndim() > 1 { // NumPy asks whether an element is not zero, which is a row here
			if n > 0 && x.Size() > n {
				c.Raise("ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
			}
			if x.Size() == 0 {
				x = e.Zeros([]int{n}, Bool)
			}
		}
		at := e.Nonzero(ravel(e, x))[0] // the row TrimZeros has no views
		from, to := 0, n
		first, last := n, -1
		if k := at.Size(); k > 0 {
			first, last = int(ivy.Item[int64](e.GetItem(at, 0))), int(ivy.Item[int64](e.GetItem(at, k-1)))
		}
		for _, r := range c.Text("trim") {
			switch r {
			case 'f', 'F':
				from = first
			case 'b', 'B':
				to = last + 1
			}
		}
		if isList {
			return list[from:max(to, from)]
		}
		return sliceView(c, a, 0, ivy.Slice(from, max(to, from)))
	}},
	{Path: "copyto", Sig: "dst, src, casting='same_kind', where=True", Out: frontend.None, Run: copyTo, Doc: "Writes src into dst."},
	{Path: "real", Sig: "val", Run: part((*ivy.Env).Real)},
	{Path: "imag", Sig: "val", Run: part((*ivy.Env).Imag)},
}

func tuple(ns []int) []any {
	list := make([]any, len(ns))
	for i, n := range ns {
		list[i] = n
	}
	return list
}

func wrapped(c *frontend.Call, xs []*ivy.Array) []*frontend.Array {
	zs := make([]*frontend.Array, len(xs))
	for i, x := range xs {
		zs[i] = c.Wrap(x)
	}
	return zs
}

// count returns 0, 1, …, n − 1.
func count(n int) []int {
	frontend.Room(nil, n, 8)
	is := make([]int, n)
	for i := range is {
		is[i] = i
	}
	return is
}

// intsOf returns values that are integers.
func intsOf(c *frontend.Call, list []any) []int {
	is := make([]int, len(list))
	for i, v := range list {
		o, err := c.Namespace.Operand(v)
		frontend.Check(err)
		x := o.Value
		if o.A != nil && o.A.V.Size() == 1 {
			x = frontend.Number(o.A)
		}
		if !x.IsInteger() {
			c.Raise("TypeError", "%v cannot be interpreted as an integer", v)
		}
		is[i] = c.Size(x)
	}
	return is
}

func ravel(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(x, []int{x.Size()}) }

func reshape(c *frontend.Call, x *ivy.Array, s []int) *ivy.Array {
	if len(s) == 1 && s[0] == -1 {
		return ravel(c.Env(), x)
	}
	return c.Env().Reshape(x, s)
}

func transpose(c *frontend.Call, a *frontend.Array, axes []int, given bool) *frontend.Array {
	n := a.V.Ndim()
	if !given {
		axes = count(n)
		slices.Reverse(axes)
	}
	if len(axes) != n {
		c.Raise("ValueError", "axes don't match array")
	}
	perm := make([]int, n)
	for i, a := range axes {
		perm[i] = axisOf(c, a, n)
		if slices.Contains(perm[:i], perm[i]) {
			c.Raise("ValueError", "repeated axis in transpose")
		}
	}
	return views.Permuted(c.Namespace, a, perm)
}

func matrixTranspose(c *frontend.Call) any {
	a := operandArray(c, "x")
	n := a.V.Ndim()
	if n < 2 {
		c.Raise("ValueError", "Input array must be at least 2-dimensional, but it is %d", n)
	}
	perm := count(n)
	perm[n-2], perm[n-1] = n-1, n-2
	return views.Permuted(c.Namespace, a, perm)
}

// reshapeOf is reshape, with its argument "order".
func reshapeOf(c *frontend.Call, a *frontend.Array, dims []int) *frontend.Array {
	order := orderOf(c, "C", a)
	if order == "K" {
		c.Raise("ValueError", "order 'K' is not permitted for reshaping")
	}
	return reshapedTo(c, a, dims, order)
}

// restOf is [frontend.Call.Rest], where an array stands for its elements too.
func restOf(c *frontend.Call, name string) []any {
	rest := c.Rest(name)
	if len(rest) == 1 {
		if a := arrayValue(rest[0]); a != nil && a.V.Ndim() == 1 {
			rest = elements(c, a)
		}
	}
	return rest
}

// elements returns the elements of an array of one axis.
func elements(c *frontend.Call, a *frontend.Array) []any {
	list := make([]any, a.V.Size())
	for i := range list {
		list[i] = scalar(c.Wrap(c.Env().GetItem(a.V, i)))
	}
	return list
}

// sequenceOf returns an argument that is a sequence of arrays, not empty, as operands.
func sequenceOf(c *frontend.Call, name string) []frontend.Operand {
	list, ok := frontend.Sequence(c.Arg(name))
	var os []frontend.Operand
	if ok {
		os = operands(c, list)
	} else {
		for _, x := range arrays(c, c.Arg(name)) {
			a := c.Wrap(x)
			os = append(os, frontend.Operand{Arg: a.Arg(), A: a})
		}
	}
	if len(os) == 0 {
		c.Raise("ValueError", "need at least one array to concatenate")
	}
	return os
}

// joined casts operands to their common dtype, or to what "dtype" or "out" says by the
// rule that casting says, and joins them.
func joined(c *frontend.Call, os []frontend.Operand, join func(xs []*ivy.Array) *ivy.Array) any {
	var out *frontend.Array
	want := dtype.Invalid
	casts := c.Func.Path != "column_stack" && c.Func.Path != "dstack"
	if casts {
		want = c.Dtype("dtype")
	}
	if c.Func.Path == "concatenate" || c.Func.Path == "concat" || c.Func.Path == "stack" {
		if out = outArray(c, c.Arg("out")); out != nil {
			if want != dtype.Invalid {
				c.Raise("TypeError", "concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
			}
			want = out.V.Dtype()
		}
	}
	if want == dtype.Invalid {
		xs := alikeJoined(c, os)
		if !casts || !c.Given("casting") {
			return c.Wrap(join(xs))
		}
		want = xs[0].Dtype()
	}
	l := castingOf(c)
	xs := make([]*ivy.Array, len(os))
	for i, o := range os {
		from := o.Dtype
		if o.A == nil {
			from = defaults.Of(o.Scalar)
		}
		if !l.holds(from, want) {
			sameShape(c, out, join(alikeJoined(c, os))) // NumPy looks at the shapes first
			c.Raise("TypeError", "Cannot cast array data from %v to %v according to the rule '%s'", from, want, c.Text("casting"))
		}
		xs[i] = c.As(o, want)
	}
	z := join(xs)
	if out != nil && !slices.Equal(out.V.Shape(), z.Shape()) {
		c.Raise("ValueError", "Output array is the wrong shape")
	}
	if out != nil {
		assign(c.Namespace, out, z)
		return out
	}
	return c.Wrap(z)
}

func concatenate(c *frontend.Call) any {
	os := sequenceOf(c, "arrays")
	if c.Has("out") && c.Has("dtype") {
		c.Raise("TypeError", "concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
	}
	if c.Has("axis") {
		c.Int("axis") // which must be an integer, whatever the arrays are
		for _, o := range os {
			if o.A == nil || o.A.V.Ndim() == 0 {
				c.Raise("ValueError", "zero-dimensional arrays cannot be concatenated")
			}
		}
	}
	return joined(c, os, func(xs []*ivy.Array) *ivy.Array {
		if !c.Has("axis") {
			for i, x := range xs {
				xs[i] = ravel(c.Env(), x)
			}
			return c.Env().Concat(xs)
		}
		return concat(c, xs, c.Int("axis"))
	})
}

func concat(c *frontend.Call, xs []*ivy.Array, axis int) *ivy.Array {
	n := xs[0].Ndim()
	if n == 0 {
		c.Raise("ValueError", "zero-dimensional arrays cannot be concatenated")
	}
	axis = axisOf(c, axis, n)
	for _, x := range xs {
		if x.Ndim() != n {
			c.Raise("ValueError", "all the input array dimensions must match exactly, but arrays have %d and %d dimensions", n, x.Ndim())
		}
	}
	return c.Env().Concat(xs, ivy.Axis(axis))
}

// Where new axes of length 1 come: before the others, behind, or as dstack has them.
const (
	front = iota
	back
	middle
)

// raised returns x with at least n axes.
func raised(e *ivy.Env, x *ivy.Array, n, where int) *ivy.Array {
	s := x.Shape()
	switch k := n - len(s); {
	case k <= 0:
		return x
	case where == front:
		s = append(slices.Repeat([]int{1}, k), s...)
	case where == back && len(s) > 0:
		s = append(s, slices.Repeat([]int{1}, k)...)
	case len(s) == 0:
		s = slices.Repeat([]int{1}, n)
	case len(s) == 1 && n == 3:
		s = []int{1, s[0], 1}
	default:
		s = append(s, 1)
	}
	return e.Reshape(x, s)
}

func stacked(axis, rank, where int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		os := sequenceOf(c, "tup")
		for i, o := range os {
			os[i].A = c.Wrap(raised(c.Env(), arrayOf(c, o), rank, where))
			os[i].Arg = os[i].A.Arg()
		}
		return joined(c, os, func(xs []*ivy.Array) *ivy.Array {
			return concat(c, xs, min(axis, xs[0].Ndim()-1))
		})
	}
}

func flip(axis int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a := operandArray(c, "m")
		if a.V.Ndim() <= axis {
			c.Raise("ValueError", "Input must be >= %d-d.", axis+1)
		}
		return flipped(c, a, axis)
	}
}

func rot90(c *frontend.Call) any {
	a := operandArray(c, "m")
	axes, _, ok := c.Ints("axes")
	if !ok {
		axes = []int{0, 1}
	}
	if len(axes) != 2 {
		c.Raise("ValueError", "len(axes) must be 2.")
	}
	n := a.V.Ndim()
	i, j := axes[0], axes[1]
	if i == j || max(i-j, j-i) == n {
		c.Raise("ValueError", "Axes must be different.")
	}
	if i >= n || i < -n || j >= n || j < -n {
		c.Raise("ValueError", "Axes=%v out of range for array of ndim=%d.", axes, n)
	}
	i, j = axisOf(c, i, n), axisOf(c, j, n)
	exchanged := count(n)
	exchanged[i], exchanged[j] = j, i
	permuted := func(a *frontend.Array) *frontend.Array { return views.Permuted(c.Namespace, a, exchanged) }
	switch (c.Int("k")%4 + 4) % 4 {
	case 1:
		return permuted(flipped(c, a, j))
	case 2:
		return flipped(c, a, i, j)
	case 3:
		return flipped(c, permuted(a), j)
	}
	return whole(c, a)
}

func atLeast(n int) func(c *frontend.Call) any {
	where := front
	if n == 3 {
		where = middle
	}
	return func(c *frontend.Call) any {
		list, _ := c.Arg("arys").([]any)
		zs := make([]*frontend.Array, len(list))
		for i, v := range list {
			zs[i] = raisedTo(c, viewable(c, v), n, where)
		}
		if len(zs) == 1 {
			return zs[0]
		}
		return zs
	}
}

// along returns an argument's array, flat if there is no axis, and the axis.
func along(c *frontend.Call, name string) (*ivy.Array, int) {
	x := array(c, name)
	if !c.Has("axis") {
		return ravel(c.Env(), x), 0
	}
	return x, axisOf(c, c.Int("axis"), x.Ndim())
}

// alongFirst is along where an array without axes has a first one too.
func alongFirst(c *frontend.Call, name string) (*ivy.Array, int) {
	x := array(c, name)
	if c.Has("axis") && isFirst(c.Int("axis"), x.Ndim()) {
		return ravel(c.Env(), x), 0
	}
	return along(c, name)
}

// positions returns an argument that names positions along an axis of length n: an integer,
// a slice, or an array of integers or bools.
func positions(c *frontend.Call, name string, n int, atEnd bool) (at []int, one bool) {
	if s, ok := c.Arg(name).(ivy.Span); ok {
		return ivy.Values[int](c.Env().GetItem(c.Env().Arange(0, n, dtype.Int64), s)), false
	}
	x := array(c, name)
	switch d := x.Dtype(); {
	case d == Bool && !atEnd:
		if x.Ndim() != 1 || x.Size() != n {
			c.Raise("ValueError", "boolean array argument obj to delete must be one dimensional and match the axis length of %d", n)
		}
		return ivy.Values[int](c.Env().Nonzero(x)[0]), false
	case x.Size() == 0:
		return nil, false
	case !d.IsInteger() && d != Bool:
		c.Raise("IndexError", "arrays used as indices must be of integer (or boolean) type")
	}
	at = ivy.Values[int](c.Env().Astype(x, Int64))
	limit := n
	if atEnd {
		limit++
	}
	for i, k := range at {
		if k < -n || k >= limit {
			c.Raise("IndexError", "index %d is out of bounds for axis with size %d", k, n)
		}
		if k < 0 {
			at[i] += n
		}
	}
	return at, x.Ndim() == 0 || x.Size() == 1 && !atEnd
}

func remove(c *frontend.Call) any {
	x, axis := along(c, "arr")
	n := x.Shape()[axis]
	at, _ := positions(c, "obj", n, false)
	e := c.Env()
	keep := e.CopyArray(e.Ones([]int{n}, Bool))
	if len(at) > 0 {
		e.SetItem(keep, false, e.Asarray(at, Int64))
	}
	return c.Wrap(e.Take(x, e.Nonzero(keep)[0], ivy.Axis(axis)))
}

// sizeOf returns how many elements a shape has; too many are an error.
func sizeOf(c *frontend.Call, s []int) int {
	return c.Env().BroadcastTo(zeroD(c.Env(), 0, Bool), s).Size()
}

// take returns the elements at positions along an axis.
func take(e *ivy.Env, x *ivy.Array, at []int, axis int) *ivy.Array {
	at64 := make([]int64, len(at))
	for i, k := range at {
		at64[i] = int64(k)
	}
	return e.Take(x, e.Asarray(at64), ivy.Axis(axis))
}

func insert(c *frontend.Call) any {
	e := c.Env()
	x, axis := along(c, "arr")
	n := x.Shape()[axis]
	at, one := positions(c, "obj", n, true)
	v := c.As(c.Operand("values"), x.Dtype())
	s := x.Shape()
	if one { // one place, any number of values
		k := v.Ndim()
		for range len(s) - k {
			v = e.ExpandDims(v, ivy.Axis(0))
		}
		if k > 0 && k <= len(s) && array(c, "obj").Ndim() == 0 { // values stand along the axis in front
			v = e.MoveAxis(v, []int{0}, []int{axis})
		}
		if v.Ndim() == len(s) {
			s[axis] = v.Shape()[axis]
		}
		at = slices.Repeat(at[:1], s[axis])
	} else {
		s[axis] = len(at)
	}
	v = broadcast(c, v, s)
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return at[i] - at[j] })
	from := make([]int, 0, n+len(at)) // positions in x and v joined
	next := 0
	for i := 0; i <= n; i++ {
		for next < len(order) && at[order[next]] == i {
			from = append(from, n+order[next])
			next++
		}
		if i < n {
			from = append(from, i)
		}
	}
	return c.Wrap(take(e, e.Concat([]*ivy.Array{x, v}, ivy.Axis(axis)), from, axis))
}

func copyTo(c *frontend.Call) any {
	dst := outArray(c, c.Arg("dst"))
	if dst == nil {
		c.Raise("TypeError", "copyto() argument 1 must be numpy.ndarray")
	}
	src := c.Operand("src")
	if src.A != nil && sameMemory(src.A, dst) && c.Arg("where") == true {
		return nil
	}
	writable(c.Namespace, dst, "assignment destination")
	l := castingOf(c)
	x := arrayOf(c, src)
	from, to := x.Dtype(), dst.V.Dtype()
	if x.Ndim() == 0 && from.IsInteger() && l == sameKind { // a number counts by its sign
		from = Uint8
		if frontend.Number(c.Wrap(x)).Float64() < 0 {
			from = Int8
		}
	}
	if !l.holds(from, to) {
		c.Raise("TypeError", "Cannot cast array data from %v to %v according to the rule '%s'", x.Dtype(), to, c.Text("casting"))
	}
	v := c.Cast(c.Namespace, x, to)
	for v.Ndim() > dst.V.Ndim() && v.Shape()[0] == 1 { // more axes than dst has
		v = c.Env().Squeeze(v, ivy.Axis(0))
	}
	v = broadcast(c, v, dst.V.Shape())
	if c.Arg("where") != true {
		v = c.Env().Where(broadcast(c, maskOf(c, "where"), dst.V.Shape()), v, dst.V)
	}
	assign(c.Namespace, dst, v)
	return nil
}

// part is a function of complex numbers' parts; a Python scalar's is a Python scalar.
func part(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		o := c.Operand("val")
		x := arrayOf(c, o)
		isBool := x.Dtype() == Bool
		if a := given(c, "val"); a != nil && (c.Func.Path == "real" || x.Dtype().IsComplex()) {
			if !x.Dtype().IsComplex() {
				return a
			}
			return partOf(c.Namespace, a, c.Func.Path == "imag")
		}
		switch {
		case c.Func.Path == "imag" && !x.Dtype().IsComplex():
			x = c.Env().ZerosLike(x)
		case !isBool:
			x = f(c.Env(), x)
		}
		z := c.Wrap(x)
		if o.A == nil {
			if z.Number = x.Dtype().Kind(); isBool {
				z.V, z.Number = c.Env().Astype(x, Int64), dtype.KindInt
			}
		}
		return z
	}
}
