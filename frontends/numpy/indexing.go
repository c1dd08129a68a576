package numpy

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var indexing = []frontend.Func{
	{Path: "take", Sig: "a, indices, axis=None, out=None, mode='raise'", Method: true, Run: func(c *frontend.Call) any {
		x, axis := alongFirst(c, "a")
		if out := outArray(c, c.Arg("out")); out != nil { // which must fit whatever the indices are
			s := x.Shape()
			sameShape(c, out, c.Env().BroadcastTo(zeroD(c.Env(), 0, Bool), slices.Concat(s[:axis], array(c, "indices").Shape(), s[axis+1:])))
			takesInto(c, out, x.Dtype())
		}
		at := indexArray(c, "indices", x.Shape()[axis], c.Text("mode"))
		e := c.Env()
		z := e.Take(x, ravel(e, at), ivy.Axis(axis))
		s := x.Shape()
		return taken(c, e.Reshape(z, slices.Concat(s[:axis], at.Shape(), s[axis+1:])), outArray(c, c.Arg("out")))
	}},
	{Path: "take_along_axis", Sig: "arr, indices, axis", Run: func(c *frontend.Call) any {
		for _, name := range []string{"indices", "arr"} {
			if isGo(c.Arg(name)) && (name == "indices" || c.Has("axis")) {
				c.Raise("AttributeError", "'%s' object has no attribute 'dtype'", typeText(c.Arg(name)))
			}
		}
		x, axis := along(c, "arr")
		at := array(c, "indices")
		if !c.Has("axis") {
			at = ravel(c.Env(), at)
		}
		alongKey(c, x, at, axis) // or an error
		return c.Wrap(c.Env().TakeAlongAxis(x, at, ivy.Axis(axis)))
	}},
	{Path: "put_along_axis", Sig: "arr, indices, values, axis", Out: frontend.None, Run: func(c *frontend.Call) any {
		a := outArray(c, c.Arg("arr"))
		if a == nil || !c.Has("axis") {
			c.Raise("NotImplementedError", "put_along_axis() needs an array and an axis here")
		}
		setItem(c, a, alongKey(c, a.V, array(c, "indices"), axisOf(c, c.Int("axis"), a.V.Ndim())), c.Arg("values"))
		return nil
	}, Doc: "Writes values into arr."},
	{Path: "put", Sig: "a, ind, v, mode='raise'", Out: frontend.None, Run: func(c *frontend.Call) any {
		a := outArray(c, c.Arg("a"))
		if a == nil {
			c.Raise("TypeError", "argument 1 must be numpy.ndarray")
		}
		e := c.Env()
		if a.V.Size() == 0 && array(c, "ind").Size() > 0 { // whatever the values are
			c.Raise("IndexError", "cannot replace elements of an empty array")
		}
		v := ravel(e, assigned(c, c.Arg("v"), a.V.Dtype()))
		at := ravel(e, indexArray(c, "ind", a.V.Size(), c.Text("mode")))
		if at.Size() == 0 || v.Size() == 0 {
			return nil
		}
		flat := e.CopyArray(ravel(e, a.V))
		e.SetItem(flat, cycled(e, v, at.Size()), at)
		assign(c.Namespace, a, e.Reshape(flat, a.V.Shape()))
		return nil
	}, Doc: "Writes v, over and over, into the flat a."},
	{Path: "place", Sig: "arr, mask, vals", Out: frontend.None, Run: func(c *frontend.Call) any { return masked(c, "arr", "vals", true) }, Doc: "Writes vals one after another where mask is true."},
	{Path: "putmask", Sig: "a, mask, values", Out: frontend.None, Run: func(c *frontend.Call) any { return masked(c, "a", "values", false) }, Doc: "Writes values of the same positions where mask is true."},
	{Path: "fill_diagonal", Sig: "a, val, wrap=False", Out: frontend.None, Run: fillDiagonal},
	{Path: "choose", Sig: "a, choices, out=None, mode='raise'", Run: func(c *frontend.Call) any {
		e := c.Env()
		xs := alike(c, sequenceOf(c, "choices"))
		at := indexArray(c, "a", len(xs), c.Text("mode"))
		z := e.Choose(at, xs)
		out := outArray(c, c.Arg("out"))
		sameShape(c, out, z)
		return scalarOfMethod(c, deliver(c, c.Func.Path, c.Wrap(z), out, nil, unsafe))
	}},
	{Path: "compress", Sig: "condition, a, axis=None, out=None", Run: func(c *frontend.Call) any {
		x, axis := along(c, "a")
		mask := array(c, "condition")
		if mask.Ndim() != 1 {
			c.Raise("ValueError", "condition must be a 1-d array")
		}
		at := trueAt(c, mask, x.Shape()[axis], axis)
		return taken(c, c.Env().Take(x, at, ivy.Axis(axis)), outArray(c, c.Arg("out")))
	}},
	{Path: "extract", Sig: "condition, arr", Run: func(c *frontend.Call) any {
		e := c.Env()
		mask, x := ravel(e, array(c, "condition")), ravel(e, array(c, "arr"))
		return c.Wrap(e.Take(x, trueAt(c, mask, x.Size(), 0), ivy.Axis(0)))
	}},
	{Path: "diagonal", Sig: "a, offset=0, axis1=0, axis2=1", Method: true, Run: func(c *frontend.Call) any {
		return diagonalView(c, operandArray(c, "a"), c.Int("offset"), c.Int("axis1"), c.Int("axis2"))
	}},
	{Path: "linalg.diagonal", Sig: "x, /, *, offset=0", Run: func(c *frontend.Call) any {
		return diagonalView(c, operandArray(c, "x"), c.Int("offset"), -2, -1)
	}},
	{Path: "select", Sig: "condlist, choicelist, default=0", Run: selectFrom},
	{Path: "tril_indices", Sig: "n, k=0, m=None", Out: frontend.List, Run: triangleIndices((*ivy.Env).TrilIndices)},
	{Path: "triu_indices", Sig: "n, k=0, m=None", Out: frontend.List, Run: triangleIndices((*ivy.Env).TriuIndices)},
	{Path: "diag_indices", Sig: "n, ndim=2", Out: frontend.List, Run: func(c *frontend.Call) any {
		zs := make([]*frontend.Array, max(min(c.Int("ndim"), 64), 0))
		for i := range zs {
			zs[i] = c.Wrap(c.Env().Arange(0, max(c.Int("n"), 0), dtype.Int64))
		}
		return zs
	}},
	{Path: "unravel_index", Sig: "indices, shape, order='C'", Out: frontend.Value, Run: unravel},
	{Path: "ravel_multi_index", Sig: "multi_index, dims, mode='raise', order='C'", Run: func(c *frontend.Call) any {
		e := c.Env()
		dims := shapeOf(c, "dims")
		xs := arrays(c, c.Arg("multi_index"))
		if len(xs) != len(dims) {
			c.Raise("ValueError", "parameter multi_index must be a sequence of length %d", len(dims))
		}
		mode := c.Text("mode")
		if mode != "wrap" && mode != "clip" {
			mode = "raise"
		}
		var ordered []*ivy.Array
		var lengths []int
		for _, i := range axesBy(c, len(dims)) {
			at, n := xs[i], dims[i]
			if !at.Dtype().IsInteger() {
				c.Raise("TypeError", "only int indices permitted")
			}
			at = e.Astype(at, Int64)
			if mode == "raise" && e.Any(e.LogicalOr(e.Less(at, zeroD(e, 0, Int64)), e.GreaterEqual(at, zeroD(e, n, Int64)))).Bool() {
				c.Raise("ValueError", "invalid entry in coordinates array")
			}
			ordered, lengths = append(ordered, at), append(lengths, n)
		}
		if len(dims) == 0 {
			return c.Wrap(zeroD(e, 0, Int64))
		}
		return c.Wrap(e.RavelMultiIndex(ordered, lengths, ivy.Mode(mode)))
	}},
	{Path: "ix_", Sig: "*args", Out: frontend.List, Run: func(c *frontend.Call) any {
		list, _ := c.Arg("args").([]any)
		zs := make([]*frontend.Array, len(list))
		for i, v := range list {
			_, isText := v.(string)
			if v == nil || isText { // has no axes
				c.Raise("ValueError", "Cross index must be 1 dimensional")
			}
			a := viewable(c, v)
			if a.V.Ndim() != 1 {
				c.Raise("ValueError", "Cross index must be 1 dimensional")
			}
			if a.V.Size() == 0 && !a.V.Dtype().IsInteger() && a.V.Dtype() != Bool {
				a = c.Wrap(c.Env().Astype(a.V, Int64))
			}
			if a.V.Dtype() == Bool {
				a = c.Wrap(c.Env().Nonzero(a.V)[0])
			}
			s := slices.Repeat([]int{1}, len(list))
			s[i] = a.V.Size()
			zs[i] = reshapedTo(c, a, s, "C")
		}
		return zs
	}},
}

// trueAt returns where a mask of one axis is true, which must be below n.
func trueAt(c *frontend.Call, mask *ivy.Array, n, axis int) *ivy.Array {
	at := c.Env().Nonzero(mask)[0]
	if k := at.Size(); k > 0 && mask.Size() > n {
		if last := ivy.Item[int64](c.Env().GetItem(at, k-1)); last >= int64(n) {
			c.Raise("IndexError", "index %d is out of bounds for axis %d with size %d", last, axis, n)
		}
	}
	return at
}

// indexArray returns an argument that holds positions below n, counted from the front.
// Those that are not there are errors, or with a mode of "wrap" or "clip" others.
func indexArray(c *frontend.Call, name string, n int, mode string) *ivy.Array {
	e := c.Env()
	at := indices64(c, name)
	zero, end := zeroD(e, 0, Int64), zeroD(e, n, Int64)
	switch mode {
	case "wrap":
		if n == 0 && at.Size() > 0 {
			c.Raise("IndexError", "cannot do a non-empty take from an empty axes.")
		}
		return e.Remainder(at, end)
	case "clip":
		return e.Clip(at, zero, zeroD(e, max(n-1, 0), Int64))
	case "raise":
	default:
		c.Raise("ValueError", "clipmode must be one of 'clip', 'raise', or 'wrap' (got %q)", mode)
	}
	low := zeroD(e, -n, Int64)
	class := "IndexError"
	if c.Func.Path == "choose" {
		low, class = zero, "ValueError"
	}
	if e.Any(e.LogicalOr(e.Less(at, low), e.GreaterEqual(at, end))).Bool() {
		c.Raise(class, "an index is out of bounds for size %d", n)
	}
	return e.Where(e.Less(at, zero), e.Add(at, end), at)
}

// indices64 returns an argument of integers as int64; a Python float is truncated.
func indices64(c *frontend.Call, name string) *ivy.Array {
	o := c.Operand(name)
	if o.A != nil && !safe.holds(o.Dtype, Int64) && !(o.A.V.Size() == 0 && isGo(c.Arg(name))) {
		c.Raise("TypeError", "Cannot cast array data from %v to int64 according to the rule 'safe'", o.Dtype)
	}
	return c.As(o, Int64)
}

// cycled repeats v until there are n elements.
func cycled(e *ivy.Env, v *ivy.Array, n int) *ivy.Array {
	at := e.Remainder(e.Arange(0, n, dtype.Int64), zeroD(e, v.Size(), Int64))
	return e.Take(v, at, ivy.Axis(0))
}

// alongKey returns the index that takes the elements at positions along an axis, those of
// the other axes being where they are.
func alongKey(c *frontend.Call, x, at *ivy.Array, axis int) []any {
	if !at.Dtype().IsInteger() {
		c.Raise("IndexError", "`indices` must be an integer array")
	}
	if at.Ndim() != x.Ndim() {
		c.Raise("ValueError", "`indices` and `arr` must have the same number of dimensions")
	}
	key := make([]any, x.Ndim())
	for i, n := range x.Shape() {
		if i == axis {
			key[i] = at
			continue
		}
		s := slices.Repeat([]int{1}, x.Ndim())
		s[i] = n
		key[i] = c.Env().Reshape(c.Env().Arange(0, n, dtype.Int64), s)
	}
	return key
}

// takesInto raises an error unless out, if there is one, is cast safely to the dtype of what is taken.
func takesInto(c *frontend.Call, out *frontend.Array, d dtype.Dtype) {
	if out != nil && !safe.holds(out.V.Dtype(), d) {
		c.Raise("TypeError", "Cannot cast array data from %v to %v according to the rule 'safe'", out.V.Dtype(), d)
	}
}

// taken returns elements that were taken, or writes them into out, whose dtype must be cast safely to theirs:
// NumPy takes them into a copy of it.
func taken(c *frontend.Call, z *ivy.Array, out *frontend.Array) *frontend.Array {
	sameShape(c, out, z)
	takesInto(c, out, z.Dtype())
	a := deliver(c, c.Func.Path, c.Wrap(z), out, nil, unsafe)
	if out != nil && isScalar(c.Arg("a")) {
		return scalar(c.Wrap(c.Env().CopyArray(a.V)))
	}
	return a
}

func masked(c *frontend.Call, target, values string, inTurn bool) any {
	e := c.Env()
	a := outArray(c, c.Arg(target))
	if a == nil {
		c.Raise("TypeError", "argument 1 must be numpy.ndarray")
	}
	mask := e.Astype(ravel(e, array(c, "mask")), Bool)
	if mask.Size() != a.V.Size() {
		c.Raise("ValueError", "the mask and the array must have the same size")
	}
	if x := given(c, values); x != nil && !safe.holds(x.V.Dtype(), a.V.Dtype()) {
		c.Raise("TypeError", "Cannot cast array data from %v to %v according to the rule 'safe'", x.V.Dtype(), a.V.Dtype())
	}
	v := ravel(e, assigned(c, c.Arg(values), a.V.Dtype()))
	at := e.Nonzero(mask)[0]
	if at.Size() == 0 {
		return nil
	}
	if v.Size() == 0 {
		if inTurn {
			c.Raise("ValueError", "Cannot insert from an empty array!")
		}
		return nil
	}
	flat := e.CopyArray(ravel(e, a.V))
	if inTurn {
		v = cycled(e, v, at.Size())
	} else {
		v = e.Take(v, e.Remainder(at, zeroD(e, v.Size(), Int64)), ivy.Axis(0))
	}
	e.SetItem(flat, v, at)
	assign(c.Namespace, a, e.Reshape(flat, a.V.Shape()))
	return nil
}

func fillDiagonal(c *frontend.Call) any {
	e := c.Env()
	switch a := arrayValue(c.Arg("a")); {
	case a == nil:
		c.Raise("AttributeError", "'%s' object has no attribute 'ndim'", c.TypeName(c.Arg("a")))
	case a.V.Ndim() < 2: // a scalar too
		c.Raise("ValueError", "array must be at least 2-d")
	}
	a := outArray(c, c.Arg("a"))
	s := a.V.Shape()
	if len(s) > 2 && slices.ContainsFunc(s, func(n int) bool { return n != s[0] }) {
		c.Raise("ValueError", "All dimensions of input must be of equal length")
	}
	z := a.V
	if v := ravel(e, assigned(c, c.Arg("val"), z.Dtype())); v.Size() > 0 && z.Size() > 0 {
		z = e.FillDiagonal(z, v, ivy.Wrap(c.Bool("wrap")))
	}
	assign(c.Namespace, a, z)
	return nil
}

// diagonal returns the elements (i, i + k) of two axes, along a last axis.
func diagonal(c *frontend.Call, x *ivy.Array, k, axis1, axis2 int) *ivy.Array {
	if x.Ndim() < 2 {
		c.Raise("ValueError", "diag requires an array of at least two dimensions")
	}
	i, j := axisOf(c, axis1, x.Ndim()), axisOf(c, axis2, x.Ndim())
	if i == j {
		c.Raise("ValueError", "axis1 and axis2 cannot be the same")
	}
	return diagonalOf(c.Env(), x, k, i, j)
}

// diagonalOf is diagonal of axes i and j, which are there.
func diagonalOf(e *ivy.Env, x *ivy.Array, k, i, j int) *ivy.Array {
	x = e.MoveAxis(x, []int{i, j}, []int{0, 1})
	s := x.Shape()
	n := max(min(s[0]-max(-k, 0), s[1]-max(k, 0)), 0)
	at := e.Arange(0, n, dtype.Int64)
	x = e.GetItem(x, e.Add(at, zeroD(e, max(-k, 0), Int64)), e.Add(at, zeroD(e, max(k, 0), Int64)))
	return e.MoveAxis(x, []int{0}, []int{-1})
}

func selectFrom(c *frontend.Call) any {
	e := c.Env()
	conditions, _ := frontend.Sequence(c.Arg("condlist"))
	choices, _ := frontend.Sequence(c.Arg("choicelist"))
	if len(conditions) != len(choices) {
		c.Raise("ValueError", "list of cases must be same length as list of conditions")
	}
	if len(conditions) == 0 {
		c.Raise("ValueError", "select with an empty condition list is not possible")
	}
	xs := alikeJoined(c, operands(c, append(slices.Clone(choices), c.Arg("default"))))
	z := xs[len(xs)-1]
	all := []*ivy.Array{z}
	for i := len(conditions) - 1; i >= 0; i-- {
		mask := toArray(c, conditions[i])
		if mask.Dtype() != Bool {
			c.Raise("TypeError", "invalid entry %d in condlist: should be boolean ndarray", i)
		}
		z = e.Where(mask, xs[i], z)
		all = append(all, mask, xs[i])
	}
	_ = e.BroadcastArrays(all...)
	return c.Wrap(z)
}

func triangleIndices(f func(e *ivy.Env, n int, opts ...ivy.Option) (rows, columns *ivy.Array)) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		n := c.Int("n")
		m := n
		if c.Has("m") {
			m = c.Int("m")
		}
		notNegative(c, n, m)
		rows, columns := f(c.Env(), n, ivy.NCols(m), ivy.K(c.Int("k")))
		return wrapped(c, []*ivy.Array{rows, columns})
	}
}

// axesBy returns the axes from the outermost to the innermost, as "order" says: C or F.
func axesBy(c *frontend.Call, rank int) []int {
	axes := count(rank)
	if newOrder(c) == "F" {
		slices.Reverse(axes)
	}
	return axes
}

func unravel(c *frontend.Call) any {
	e := c.Env()
	dims := shapeOf(c, "shape")
	at := array(c, "indices")
	if !at.Dtype().IsInteger() {
		c.Raise("TypeError", "only int indices permitted")
	}
	at = e.Astype(at, Int64)
	size := sizeOf(c, dims)
	if e.Any(e.LogicalOr(e.Less(at, zeroD(e, 0, Int64)), e.GreaterEqual(at, zeroD(e, size, Int64)))).Bool() {
		c.Raise("ValueError", "an index is out of bounds for array with size %d", size)
	}
	order := axesBy(c, len(dims))
	lengths := make([]int, len(dims))
	for k, i := range order {
		lengths[k] = dims[i]
	}
	zs := make([]*frontend.Array, len(dims))
	for k, z := range e.UnravelIndex(at, lengths) {
		zs[order[k]] = c.Wrap(z)
	}
	return zs
}
