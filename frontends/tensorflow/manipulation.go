package tensorflow

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var manipulation = slices.Concat([]frontend.Func{
	keepRow("reshape", "tensor, shape, name=None", true, func(c *frontend.Call, x *ivy.Array) *ivy.Array { return reshape(c, x, "shape") }),
	keepRow("expand_dims", "input, axis, name=None", true, func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		return c.Env().ExpandDims(x, ivy.Axis(oneAxis(c, "axis", x.Ndim()+1)))
	}),
	keepRow("squeeze", "input, axis=None, name=None", true, squeeze),
	keepRow("transpose", "a, perm=None, conjugate=False, name='transpose'", true, func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		z := permuted(c, x, "perm")
		if c.Bool("conjugate") && z.Dtype().IsComplex() {
			z = c.Env().Conj(z)
		}
		return z
	}),
	keepRow("reverse", "tensor, axis, name=None", false, func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		if x.Ndim() == 0 || x.Size() == 0 { // whatever the axes are
			return x
		}
		if _, one, _ := c.Ints("axis"); one {
			c.Raise(invalidArgument, "reverse(): axis is a scalar, want a list of axes")
		}
		axes := axesOf(c, "axis", x.Ndim())
		if len(axes) == 0 {
			return x
		}
		return c.Env().Flip(x, ivy.Axes(axes))
	}),
	keepRow("roll", "input, shift, axis, name=None", false, func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		noFloat(c, "shift", "axis")
		shift, _, _ := c.Ints("shift")
		axes, _, _ := c.Ints("axis")
		if len(shift) != len(axes) {
			c.Raise(invalidArgument, "roll by %v along %v", shift, axes)
		}
		return c.Env().Roll(x, shift, ivy.Axes(axes))
	}),
	keepRow("tile", "input, multiples, name=None", false, func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		by := shapeArg(c, "multiples")
		if len(by) != x.Ndim() {
			c.Raise(invalidArgument, "tile by %v of shape %v", by, x.Shape())
		}
		return tile(c, x, by)
	}),
	keepRow("repeat", "input, repeats, axis=None, name=None", false, func(c *frontend.Call, x *ivy.Array) *ivy.Array { return repeat(c, x) }),
	keepRow("broadcast_to", "input, shape, name=None", false, func(c *frontend.Call, x *ivy.Array) *ivy.Array { return broadcastTo(c, x, shapeArg(c, "shape")) }),
	keepRow("pad", "tensor, paddings, mode='CONSTANT', constant_values=0, name=None", false, func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		return pad(c, x, "paddings", c.Arg("constant_values"))
	}),
	{Path: "shape", Sig: "input, out_type=None, name=None", Doc: "out_type is int32 unless given.", Run: func(c *frontend.Call) any {
		named(c)
		return ints(c, tensor(c, "input").V.Shape(), int32Or(c, "out_type"))
	}},
	{Path: "size", Sig: "input, out_type=None, name=None", Doc: "out_type is int32 unless given.", Run: func(c *frontend.Call) any {
		named(c)
		return result(c, c.Env().Full(nil, tensor(c, "input").V.Size(), int32Or(c, "out_type")), false)
	}},
	{Path: "rank", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		named(c)
		return result(c, c.Env().Full(nil, tensor(c, "input").V.Ndim(), dtype.Int32), false)
	}},
	{Path: "concat", Sig: "values, axis, name='concat'", Run: func(c *frontend.Call) any {
		named(c)
		if _, isFloat := c.Arg("axis").(float64); isFloat {
			noFraction(c)
		}
		c.Int("axis")
		if _, isList := frontend.Sequence(c.Arg("values")); !isList { // one tensor is all there is
			x := tensor(c, "values")
			return result(c, x.V, x.Weak)
		}
		xs := list(c, "values", invalidArgument)
		weak := false
		if len(xs) == 1 { // which is returned as it is
			values, _ := frontend.Sequence(c.Arg("values"))
			only := inputOf(c.Namespace, values[0])
			weak = flexible(c.Namespace) && (only.scalar() || only.Weak)
		}
		return result(c, concat(c, arraysOf(xs), c.Int("axis")), weak)
	}},
	{Path: "stack", Sig: "values, axis=0, name='stack'", Run: func(c *frontend.Call) any {
		named(c)
		if _, isList := frontend.Sequence(c.Arg("values")); !isList { // a list of numbers is a tensor already
			if c.Arg("values") == nil {
				c.Raise(typeError, "stack(): 'NoneType' object is not subscriptable")
			}
			if _, isFloat := c.Arg("axis").(float64); isFloat {
				class := typeError
				if x := inputOf(c.Namespace, c.Arg("values")); x.a != nil && x.a.V.Ndim() == 0 {
					class = invalidArgument
				}
				c.Raise(class, "stack of a tensor along axis %v", c.Arg("axis"))
			}
			if _, isText := c.Arg("values").(string); isText && c.Int("axis") != 0 {
				c.Raise(valueError, "stack of a string along axis %d", c.Int("axis"))
			}
			x := tensor(c, "values")
			if x.V.Ndim() == 0 && c.Int("axis") != 0 {
				class := typeError
				if inputOf(c.Namespace, c.Arg("values")).a != nil { // a tensor is sliced
					class = invalidArgument
				}
				c.Raise(class, "stack of a number along axis %d", c.Int("axis"))
			}
			if c.Int("axis") == 0 {
				return result(c, x.V, false)
			}
			if x.V.Shape()[0] == 0 {
				c.Raise(invalidArgument, "stack of no tensors along axis %d", c.Int("axis"))
			}
			return result(c, stack(c, c.Env().Unstack(x.V, ivy.Axis(0))), false)
		}
		if values, _ := frontend.Sequence(c.Arg("values")); len(values) == 0 { // which is a tensor already
			if axis, isInt := c.Arg("axis").(int); !isInt || axis != 0 {
				c.Raise("IndexError", "stack(): list index out of range")
			}
			return result(c, c.Env().Zeros([]int{0}, dtype.Float32), false)
		}
		truncate(c, "axis")
		xs := arraysOf(list(c, "values", valueError))
		if values, _ := frontend.Sequence(c.Arg("values")); !rectangular(values) {
			return result(c, stack(c, xs), false)
		}
		if o := inputOf(c.Namespace, c.Arg("values")); o.scalar() && o.wide() && xs[0].Dtype() == dtype.Int32 { // the list is one tensor before it is split
			xs = c.Env().Unstack(o.as(c.Namespace, dtype.Int64), ivy.Axis(0))
		}
		return result(c, stack(c, xs), false)
	}},
	{Path: "unstack", Sig: "value, num=None, axis=0, name='unstack'", Out: frontend.List, Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "value").V
		if _, isFloat := c.Arg("axis").(float64); isFloat && x.Ndim() == 0 && !c.Has("num") { // the length of no axis
			c.Raise(valueError, "unstack of a tensor without axes")
		}
		if c.Has("num") {
			truncate(c, "axis")
		}
		if x.Ndim() == 0 && c.Has("num") {
			c.Raise(invalidArgument, "unstack of a tensor without axes")
		}
		class := valueError
		if c.Has("num") { // which leaves the axis to the operation
			class = invalidArgument
		}
		axis := oneAxisAs(c, "axis", x.Ndim(), class)
		if c.Has("num") && c.Int("num") != x.Shape()[axis] {
			c.Raise(invalidArgument, "unstack into %d of %d", c.Int("num"), x.Shape()[axis])
		}
		return wrapped(c, c.Env().Unstack(x, ivy.Axis(axis)))
	}},
	{Path: "split", Sig: "value, num_or_size_splits, axis=0, num=None, name='split'", Out: frontend.List, Run: split},
	{Path: "meshgrid", Sig: "*args, **kwargs", Out: frontend.List, Doc: "kwargs are indexing, \"xy\" or \"ij\", and name.", Run: func(c *frontend.Call) any {
		args, _ := c.Arg("args").([]any)
		indexing := keywords(c, typeError, map[string]any{"indexing": "xy", "name": nil})["indexing"]
		return meshgrid(c, args, indexing, func(x any) *frontend.Array { return toTensor(c, inputOf(c.Namespace, x)) })
	}},

	{Path: tnp + "shape", Sig: "a", Out: frontend.Value, Run: func(c *frontend.Call) any { return array(c, "a").V.Shape() }},
	{Path: tnp + "ndim", Sig: "a", Out: frontend.Value, Run: func(c *frontend.Call) any { return array(c, "a").V.Ndim() }},
	{Path: tnp + "isscalar", Sig: "num", Out: frontend.Value, Run: func(c *frontend.Call) any { return array(c, "num").V.Ndim() == 0 }},
	{Path: tnp + "size", Sig: "x, axis=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		if c.Has("axis") {
			c.Raise("NotImplementedError", "size takes no axis")
		}
		return array(c, "x").V.Size()
	}},
	npKeep("reshape", "a, newshape, order='C'", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		switch order := c.Text("order"); order {
		case "C":
			return reshape(c, x, "newshape")
		case "F":
			to, _, _ := c.Ints("newshape")
			return turned(c, c.Env().Reshape(turned(c, x), backwards(to)))
		default:
			c.Raise(valueError, "unsupported order argument %s", order)
			return nil
		}
	}),
	npKeep("ravel", "a", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return c.Env().Reshape(x, []int{-1}) }),
	npKeep("expand_dims", "a, axis", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		return c.Env().ExpandDims(x, ivy.Axis(oneAxis(c, "axis", x.Ndim()+1)))
	}),
	npKeep("squeeze", "a, axis=None", squeeze),
	npKeep("transpose", "a, axes=None", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		if list, isList := frontend.Sequence(c.Arg("axes")); isList && len(list) == 0 { // an array of floats
			c.Raise(invalidArgument, "%s(): axes have no elements, and are floats", c.Func.Path)
		}
		return permuted(c, x, "axes")
	}),
	npKeep("swapaxes", "a, axis1, axis2", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		axes := upTo(x.Ndim())
		i, j := oneAxisAs(c, "axis1", x.Ndim(), "IndexError"), oneAxisAs(c, "axis2", x.Ndim(), "IndexError")
		axes[i], axes[j] = j, i
		return c.Env().PermuteDims(x, axes)
	}),
	{Path: tnp + "moveaxis", Sig: "a, source, destination", Run: moveAxis},
	npKeep("flip", "m, axis=None", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return flip(c, x, "axis", 0) }),
	npKeep("flipud", "m", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return flip(c, x, "", 0) }),
	npKeep("fliplr", "m", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return flip(c, x, "", 1) }),
	npStrong("roll", "a, shift, axis=None", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		noFloat(c, "shift", "axis")
		shift, _, _ := c.Ints("shift")
		if !c.Has("axis") {
			return c.Env().Reshape(c.Env().Roll(c.Env().Reshape(x, []int{-1}), shift, ivy.Axis(0)), x.Shape())
		}
		axes, _, _ := c.Ints("axis")
		return c.Env().Roll(x, shift, ivy.Axes(axes))
	}),
	npStrong("tile", "a, reps", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		return tile(c, x, shapeArg(c, "reps"))
	}),
	npKeep("repeat", "a, repeats, axis=None", repeat),
	npStrong("broadcast_to", "array, shape", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return broadcastTo(c, x, shapeArg(c, "shape")) }),
	npStrong("pad", "array, pad_width, mode, **kwargs", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		if mode := c.Text("mode"); mode != "constant" && mode != "reflect" && mode != "symmetric" {
			c.Raise(valueError, "unsupported padding mode %s", mode)
		}
		return pad(c, x, "pad_width", keywords(c, "", map[string]any{"constant_values": 0})["constant_values"])
	}),
	npStrong("tril", "m, k=0", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return triangle(c, x, (*ivy.Env).Tril) }),
	npKeep("triu", "m, k=0", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return triangle(c, x, (*ivy.Env).Triu) }),
	npKeep("diff", "a, n=1, axis=-1", diff),
	atLeastRow("atleast_1d", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return atleast(c, x, 1) }),
	atLeastRow("atleast_2d", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return atleast(c, x, 2) }),
	atLeastRow("atleast_3d", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		switch s := x.Shape(); len(s) {
		case 0:
			return c.Env().Reshape(x, []int{1, 1, 1})
		case 1:
			return c.Env().Reshape(x, []int{1, s[0], 1})
		case 2:
			return c.Env().Reshape(x, []int{s[0], s[1], 1})
		}
		return x
	}),
	{Path: tnp + "concatenate", Sig: "arys, axis=0", Run: func(c *frontend.Call) any {
		return result(c, concat(c, npList(c, "arys"), c.Int("axis")), false)
	}},
	{Path: tnp + "append", Sig: "arr, values, axis=None", Run: func(c *frontend.Call) any {
		if c.Has("axis") {
			return result(c, concat(c, npArrays(c, []any{c.Arg("arr"), c.Arg("values")}), c.Int("axis")), false)
		}
		xs := npArrays(c, []any{array(c, "arr"), array(c, "values")})
		for i, x := range xs {
			xs[i] = c.Env().Reshape(x, []int{-1})
		}
		return result(c, concat(c, xs, 0), false)
	}},
	{Path: tnp + "stack", Sig: "arrays, axis=0", Run: func(c *frontend.Call) any { return result(c, stack(c, npList(c, "arrays")), false) }},
	{Path: tnp + "hstack", Sig: "tup", Run: func(c *frontend.Call) any {
		xs := npList(c, "tup")
		for i, x := range xs {
			xs[i] = atleast(c, x, 1)
		}
		return result(c, concat(c, xs, min(xs[0].Ndim()-1, 1)), false)
	}},
	{Path: tnp + "vstack", Sig: "tup", Run: func(c *frontend.Call) any {
		xs := npList(c, "tup")
		for i, x := range xs {
			xs[i] = atleast(c, x, 2)
		}
		return result(c, concat(c, xs, 0), false)
	}},
	{Path: tnp + "split", Sig: "ary, indices_or_sections, axis=0", Out: frontend.List, Run: npSplit},
	{Path: tnp + "broadcast_arrays", Sig: "*args, **kwargs", Out: frontend.List, Doc: "The one of kwargs, subok, is False.", Run: func(c *frontend.Call) any {
		if keywords(c, valueError, map[string]any{"subok": false})["subok"] != false {
			c.Raise(valueError, "subok=True is not supported")
		}
		args, _ := c.Arg("args").([]any)
		xs := make([]*ivy.Array, len(args))
		for i, a := range args {
			xs[i] = arrayOf(c, a).V
		}
		return wrapped(c, c.Env().BroadcastArrays(xs...))
	}},
	{Path: tnp + "meshgrid", Sig: "*xi, **kwargs", Out: frontend.List, Doc: "kwargs are indexing, \"xy\" or \"ij\", sparse, which is False, and copy, which is True.", Run: func(c *frontend.Call) any {
		args, _ := c.Arg("xi").([]any)
		kw := keywords(c, "", map[string]any{"indexing": "xy", "sparse": false, "copy": true})
		if kw["sparse"] != false || kw["copy"] != true {
			c.Raise(valueError, "meshgrid does not support sparse=True and copy=False")
		}
		return meshgrid(c, args, kw["indexing"], func(x any) *frontend.Array { return arrayOf(c, x) })
	}},
})

// int32Or returns an argument that is a dtype, int32 for None.
func int32Or(c *frontend.Call, name string) dtype.Dtype {
	if d := dtypeArg(c, name); d.IsValid() {
		return d
	}
	return dtype.Int32
}

// keywords returns the arguments of **kwargs, others with their defaults. One that is not among these
// is an error of a class, or without one passed over.
func keywords(c *frontend.Call, class string, defaults map[string]any) map[string]any {
	kw, _ := c.Arg("kwargs").([]frontend.Named)
	for _, k := range kw {
		if _, known := defaults[k.Name]; !known && class != "" {
			c.Raise(class, "%s() has no argument %s", c.Func.Path, k.Name)
		}
		defaults[k.Name] = k.Value
	}
	return defaults
}

// atLeastRow is a function of tf.experimental.numpy that gives each of its arguments axes, alone or
// in a list.
func atLeastRow(name string, f func(c *frontend.Call, x *ivy.Array) *ivy.Array) frontend.Func {
	return frontend.Func{Path: tnp + name, Sig: "*arys", Out: frontend.Value, Run: func(c *frontend.Call) any {
		args, _ := c.Arg("arys").([]any)
		zs := make([]*frontend.Array, len(args))
		for i, a := range args {
			x := arrayOf(c, a)
			zs[i] = result(c, f(c, x.V), x.Weak)
		}
		if len(zs) == 1 {
			return zs[0]
		}
		return zs
	}}
}

// moveAxis returns its argument as it is where source and destination are 0, or nothing: Python takes these for false.
func moveAxis(c *frontend.Call) any {
	if !holds(c, "source") && !holds(c, "destination") {
		if inputOf(c.Namespace, c.Arg("a")).a == nil && !flexible(c.Namespace) {
			return c.Arg("a")
		}
		return array(c, "a")
	}
	x := array(c, "a")
	from, _, _ := c.Ints("source")
	to, _, _ := c.Ints("destination")
	if len(from) != len(to) {
		c.Raise(valueError, "the lengths of source and destination must equal")
	}
	return result(c, moved(c, x.V, from, to), x.Weak)
}

// moved puts axes in other positions, by inserting them into a list of the others as Python does: an index below 0 is
// counted from the end of that list, and one below its length is its front.
func moved(c *frontend.Call, x *ivy.Array, from, to []int) *ivy.Array {
	n := x.Ndim()
	type move struct{ to, from int }
	moves := make([]move, len(from))
	for i := range from {
		moves[i] = move{to[i], from[i]}
		if to[i] < 0 {
			moves[i].to += n
		}
		if from[i] < 0 {
			moves[i].from += n
		}
	}
	var order []int
	for i := range n {
		if !slices.ContainsFunc(moves, func(m move) bool { return m.from == i }) {
			order = append(order, i)
		}
	}
	slices.SortFunc(moves, func(a, b move) int { return cmp.Or(a.to-b.to, a.from-b.from) })
	for _, m := range moves {
		if m.to > len(order) {
			c.Raise("AssertionError", "%s() to %d of %d axes", c.Func.Path, m.to, n)
		}
		if m.to < 0 {
			m.to = max(m.to+len(order), 0)
		}
		order = slices.Insert(order, m.to, m.from)
	}
	if sorted := slices.Sorted(slices.Values(order)); !slices.Equal(sorted, upTo(n)) {
		c.Raise(invalidArgument, "%s() of %d axes from %v to %v", c.Func.Path, n, from, to)
	}
	return c.Env().PermuteDims(x, order)
}

// keepRow is a function that keeps its first operand's dtype, and with weak its weakness.
func keepRow(path, sig string, weak bool, f func(c *frontend.Call, x *ivy.Array) *ivy.Array) frontend.Func {
	return frontend.Func{Path: path, Sig: sig, Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, c.Func.Signature().Params[0].Name)
		return result(c, f(c, x.V), x.Weak && weak)
	}}
}

func npKeep(name, sig string, f func(c *frontend.Call, x *ivy.Array) *ivy.Array) frontend.Func {
	return frontend.Func{Path: tnp + name, Sig: sig, Run: func(c *frontend.Call) any {
		x := array(c, c.Func.Signature().Params[0].Name)
		return result(c, f(c, x.V), x.Weak)
	}}
}

func npStrong(name, sig string, f func(c *frontend.Call, x *ivy.Array) *ivy.Array) frontend.Func {
	return frontend.Func{Path: tnp + name, Sig: sig, Run: func(c *frontend.Call) any {
		return result(c, f(c, array(c, c.Func.Signature().Params[0].Name).V), false)
	}}
}

func wrapped(c *frontend.Call, xs []*ivy.Array) []*frontend.Array {
	zs := make([]*frontend.Array, len(xs))
	for i, x := range xs {
		zs[i] = result(c, x, false)
	}
	return zs
}

func arraysOf(xs []*frontend.Array) []*ivy.Array {
	zs := make([]*ivy.Array, len(xs))
	for i, x := range xs {
		zs[i] = x.V
	}
	return zs
}

// npList returns an argument that is a list, promoted by the mode.
func npList(c *frontend.Call, name string) []*ivy.Array {
	v := c.Arg(name)
	xs, ok := frontend.Sequence(v)
	if !ok {
		if r, isList := listKind(c.Namespace, v); isList && r != dtype.NoKind {
			xs = rows(v)
		} else {
			xs = rows(inputOf(c.Namespace, v).a)
		}
	}
	if len(xs) == 0 {
		c.Raise(valueError, "%s() needs at least one array", c.Func.Path)
	}
	return npArrays(c, xs)
}

// rows returns what a tensor or a slice has along its first axis.
func rows(x any) []any {
	switch x := x.(type) {
	case []float64:
		return anys(x)
	case [][]float64:
		return anys(x)
	case [][]int:
		return anys(x)
	case []bool:
		return anys(x)
	case *frontend.Array:
		if x == nil || x.V.Ndim() == 0 {
			return nil
		}
		var zs []any
		for _, r := range x.V.Env().Unstack(x.V, ivy.Axis(0)) {
			zs = append(zs, r)
		}
		return zs
	}
	return nil
}

func anys[T any](xs []T) []any {
	zs := make([]any, len(xs))
	for i, x := range xs {
		zs[i] = x
	}
	return zs
}

func npArrays(c *frontend.Call, xs []any) []*ivy.Array {
	os := make([]input, len(xs))
	ps := make([]*input, len(xs))
	for i, x := range xs {
		os[i] = inputOf(c.Namespace, x)
		ps[i] = &os[i]
	}
	d := byMode(c.Namespace, ps...)
	zs := make([]*ivy.Array, len(xs))
	for i := range os {
		zs[i] = os[i].as(c.Namespace, d)
	}
	return zs
}

// noFloat refuses a float where TensorFlow's operation takes a tensor of integers and has no
// kernel for one of floats.
func noFloat(c *frontend.Call, names ...string) {
	for _, name := range names {
		if v, isFloat := c.Arg(name).(float64); isFloat {
			c.Raise(invalidArgument, "%s(): %s is %v, want an integer", c.Func.Path, name, v)
		}
	}
}

// noFraction refuses a float as the axis of concat: several values without a tensor that is not weak are converted
// with it, and have another error.
func noFraction(c *frontend.Call) {
	values, _ := frontend.Sequence(c.Arg("values"))
	strong := slices.ContainsFunc(values, func(v any) bool {
		o := inputOf(c.Namespace, v)
		return o.a != nil && !o.Weak
	})
	if len(values) > 1 && !strong {
		c.Raise(invalidArgument, "concat(): axis is %v, want an integer", c.Arg("axis"))
	}
}

func oneAxis(c *frontend.Call, name string, n int) int { return oneAxisAs(c, name, n, invalidArgument) }

func oneAxisAs(c *frontend.Call, name string, n int, class string) int {
	axis := c.Int(name)
	if axis < -n || axis >= n {
		c.Raise(class, "%s(): axis %d of %d", c.Func.Path, axis, n)
	}
	if axis < 0 {
		axis += n
	}
	return axis
}

func ints(c *frontend.Call, is []int, d dtype.Dtype) *frontend.Array {
	e := c.Env()
	if len(is) == 0 {
		return result(c, e.Zeros([]int{0}, d), false)
	}
	return result(c, e.Astype(e.Asarray(is, dtype.Int64), d), false)
}

func reshape(c *frontend.Call, x *ivy.Array, name string) *ivy.Array {
	to, _, ok := c.Ints(name)
	if !ok {
		c.Raise(valueError, "%s(): %s is None", c.Func.Path, name)
	}
	for _, n := range to {
		if n < -1 {
			c.Raise(invalidArgument, "%s() to %v", c.Func.Path, to)
		}
	}
	return c.Env().Reshape(x, to)
}

func squeeze(c *frontend.Call, x *ivy.Array) *ivy.Array {
	given := c.Has("axis")
	var axes []int
	if f, isFloat := c.Arg("axis").(float64); isFloat { // which TensorFlow truncates
		if axes = []int{int(f)}; axes[0] < -x.Ndim() || axes[0] >= x.Ndim() {
			c.Raise(invalidArgument, "%s(): axis %v of %d axes", c.Func.Path, f, x.Ndim())
		}
		axes[0] = (axes[0] + x.Ndim()) % x.Ndim()
	} else {
		axes = axesOf(c, "axis", x.Ndim())
	}
	if given && len(axes) == 0 {
		given = false
		axes = upTo(x.Ndim())
	}
	var to []int
	for i, n := range x.Shape() {
		switch {
		case !slices.Contains(axes, i):
			to = append(to, n)
		case n == 1:
		case given:
			c.Raise(invalidArgument, "cannot squeeze axis %d of length %d", i, n)
		default:
			to = append(to, n)
		}
	}
	return c.Env().Reshape(x, to)
}

func permuted(c *frontend.Call, x *ivy.Array, name string) *ivy.Array {
	if !c.Has(name) {
		return turned(c, x)
	}
	axes := axesOf(c, name, x.Ndim())
	if len(axes) != x.Ndim() {
		c.Raise(invalidArgument, "%s() of %d axes by %v", c.Func.Path, x.Ndim(), axes)
	}
	return c.Env().PermuteDims(x, axes)
}

func turned(c *frontend.Call, x *ivy.Array) *ivy.Array {
	return c.Env().PermuteDims(x, backwards(upTo(x.Ndim())))
}

func backwards(s []int) []int {
	z := slices.Clone(s)
	slices.Reverse(z)
	return z
}

// tile has no kernel for uint16, which TensorFlow finds where there is something to repeat.
func tile(c *frontend.Call, x *ivy.Array, by []int) *ivy.Array {
	noUint16(c, x, slices.ContainsFunc(by, func(n int) bool { return n != 1 }) && !slices.Contains(by, 0))
	return c.Env().Tile(x, by)
}

// noUint16 refuses a uint16 tensor of which elements are repeated.
func noUint16(c *frontend.Call, x *ivy.Array, repeated bool) {
	if repeated && x.Dtype() == dtype.Uint16 && x.Size() > 0 {
		c.Raise(unimplemented, "%s() has no kernel for uint16", c.Func.Path)
	}
}

func repeat(c *frontend.Call, x *ivy.Array) *ivy.Array {
	by := get(c, "repeats")
	if by.vacant() && strings.HasPrefix(c.Func.Path, tnp) {
		c.Raise(typeError, "%s(): repeats have no elements, and are floats", c.Func.Path)
	}
	n := by.as(c.Namespace, dtype.Int64)
	if strings.HasPrefix(c.Func.Path, tnp) && x.Ndim() == 0 && by.list != nil && n.Ndim() == 1 && n.Size() == 1 {
		c.Raise(typeError, "%s(): repeats of a scalar are a number, not a list", c.Func.Path)
	}
	if anyOf(c.Env(), c.Env().Less(n, number(c.Env(), n, 0))) {
		c.Raise(invalidArgument, "%s(): negative repeats", c.Func.Path)
	}
	if x.Ndim() == 0 || !c.Has("axis") {
		x = c.Env().Reshape(x, []int{-1})
	}
	axis := 0
	if c.Has("axis") {
		class := valueError
		if strings.HasPrefix(c.Func.Path, tnp) {
			class = "IndexError" // of the list of the lengths
		}
		axis = oneAxisAs(c, "axis", x.Ndim(), class)
	}
	noUint16(c, x, n.Ndim() == 0 && intItem(n) > 1)
	if n.Ndim() > 1 || n.Size() != 1 && n.Size() != x.Shape()[axis] {
		c.Raise(valueError, "%s(): repeats of shape %v for an axis of length %d", c.Func.Path, n.Shape(), x.Shape()[axis])
	}
	return c.Env().Repeat(x, n, ivy.Axis(axis))
}

func broadcastTo(c *frontend.Call, x *ivy.Array, to []int) *ivy.Array {
	return c.Env().CopyArray(c.Env().BroadcastTo(x, to))
}

func pad(c *frontend.Call, x *ivy.Array, name string, fill any) *ivy.Array {
	v := get(c, name)
	w := v.as(c.Namespace, dtype.Int64)
	if s := w.Shape(); len(s) != 2 || s[0] != x.Ndim() || s[1] != 2 {
		c.Raise(invalidArgument, "%s(): %s of shape %v for %d axes", c.Func.Path, name, w.Shape(), x.Ndim())
	}
	widths := make([][2]int, x.Ndim())
	for i := range widths {
		for j := range 2 {
			n := intItem(w.Get(i, j))
			if n < 0 || n > math.MaxInt32 {
				c.Raise(invalidArgument, "%s() by %d", c.Func.Path, n)
			}
			widths[i][j] = int(n)
		}
	}
	mode := map[string]string{"CONSTANT": "constant", "REFLECT": "reflect", "SYMMETRIC": "symmetric", "constant": "constant", "reflect": "reflect", "symmetric": "symmetric"}[c.Text("mode")]
	for i, n := range x.Shape() {
		most := map[string]int{"reflect": n - 1, "symmetric": n, "constant": math.MaxInt32}[mode]
		if mode != "" && max(widths[i][0], widths[i][1]) > most {
			c.Raise(invalidArgument, "%s() of length %d by %v", c.Func.Path, n, widths[i])
		}
	}
	switch mode {
	case "":
		c.Raise(valueError, "unknown padding mode %q", c.Text("mode"))
	case "constant":
		o := inputOf(c.Namespace, fill)
		if fill != 0 {
			converted(x.Dtype(), &o)
		}
		return c.Env().Pad(x, widths, ivy.ConstantValues(o.as(c.Namespace, x.Dtype())))
	}
	return c.Env().Pad(x, widths, ivy.Mode(mode))
}

func concat(c *frontend.Call, xs []*ivy.Array, axis int) *ivy.Array {
	if len(xs) == 1 {
		return xs[0]
	}
	n := xs[0].Ndim()
	for _, x := range xs {
		if x.Ndim() != n || n == 0 || axis < -n || axis >= n {
			c.Raise(invalidArgument, "%s() along axis %d of shapes %v and %v", c.Func.Path, axis, xs[0].Shape(), x.Shape())
		}
	}
	return c.Env().Concat(xs, ivy.Axis(axis))
}

func stack(c *frontend.Call, xs []*ivy.Array) *ivy.Array {
	axis := oneAxisAs(c, "axis", xs[0].Ndim()+1, valueError)
	for _, x := range xs {
		if !slices.Equal(x.Shape(), xs[0].Shape()) {
			c.Raise(invalidArgument, "%s() of shapes %v and %v", c.Func.Path, xs[0].Shape(), x.Shape())
		}
	}
	return c.Env().Stack(xs, ivy.Axis(axis))
}

func split(c *frontend.Call) any {
	named(c)
	x := tensor(c, "value").V
	sizes, isOne, ok := c.Ints("num_or_size_splits")
	if !ok {
		c.Raise(typeError, "split needs num_or_size_splits")
	}
	if !isOne && c.Has("num") && c.Int("num") != len(sizes) {
		c.Raise(invalidArgument, "split into %d parts of lengths %v", c.Int("num"), sizes)
	}
	return parts(c, x, oneAxis(c, "axis", x.Ndim()), sizes, isOne)
}

// parts splits x into as many as n, or into parts of these lengths.
func parts(c *frontend.Call, x *ivy.Array, axis int, sizes []int, isOne bool) any {
	length := x.Shape()[axis]
	if isOne {
		n := sizes[0]
		if n <= 0 || length%n != 0 {
			c.Raise(invalidArgument, "%s() of length %d into %d", c.Func.Path, length, n)
		}
		frontend.Room(nil, n, 1<<10) // an array each
		sizes = slices.Repeat([]int{length / n}, n)
	}
	sum, open := 0, -1
	sizes = slices.Clone(sizes)
	for i, n := range sizes {
		switch {
		case n >= 0:
			sum += n
		case n == -1 && open < 0:
			open = i
		default:
			c.Raise(invalidArgument, "%s() of length %d into %v", c.Func.Path, length, sizes)
		}
	}
	if open >= 0 && sum <= length {
		sizes[open], sum = length-sum, length
	}
	if sum != length {
		c.Raise(invalidArgument, "%s() of length %d into %v", c.Func.Path, length, sizes)
	}
	var zs []*ivy.Array
	at := 0
	for _, n := range sizes {
		key := make([]any, axis+1)
		for i := range key {
			key[i] = ivy.Slice(nil, nil)
		}
		key[axis] = ivy.Slice(at, at+n)
		zs = append(zs, c.Env().CopyArray(c.Env().GetItem(x, key...)))
		at += n
	}
	return wrapped(c, zs)
}

func npSplit(c *frontend.Call) any {
	x := array(c, "ary").V
	at, isOne, ok := c.Ints("indices_or_sections")
	if !ok {
		c.Raise(typeError, "split needs indices_or_sections")
	}
	if c.Int("axis") >= x.Ndim() && !isOne {
		c.Raise(valueError, "axis %d is out of bound for shape %v", c.Int("axis"), x.Shape())
	}
	if c.Int("axis") < -x.Ndim() && !isOne {
		c.Raise("IndexError", "axis %d is out of bound for shape %v", c.Int("axis"), x.Shape())
	}
	axis := oneAxis(c, "axis", x.Ndim())
	if isOne {
		return parts(c, x, axis, at, true)
	}
	length, prev, sum := x.Shape()[axis], 0, 0
	var sizes []int
	for _, b := range at {
		n := b - prev
		if n < 0 {
			c.Raise(valueError, "the boundary %d is smaller than the one before it", b)
		}
		n = min(n, max(0, length-sum))
		sizes, prev, sum = append(sizes, n), b, sum+n
	}
	return parts(c, x, axis, append(sizes, max(0, length-sum)), false)
}

func flip(c *frontend.Call, x *ivy.Array, name string, axis int) *ivy.Array {
	switch {
	case name == "" && (x.Ndim() == 0 || x.Size() == 0):
		return x
	case name == "":
		if x.Ndim() <= axis {
			c.Raise(invalidArgument, "%s() of %d axes", c.Func.Path, x.Ndim())
		}
	case !c.Has(name):
		return c.Env().Flip(x)
	default:
		noFloat(c, name)
		if axis = c.Int(name); x.Ndim() == 0 || x.Size() == 0 {
			return x
		}
		if n := x.Ndim(); axis < -2*n || axis >= n { // TensorFlow counts from the end twice
			c.Raise(invalidArgument, "%s(): axis %d of %d", c.Func.Path, axis, n)
		} else if axis < -n {
			axis += n
		}
	}
	return c.Env().Flip(x, ivy.Axis(axis))
}

func triangle(c *frontend.Call, x *ivy.Array, f unaryFunc) *ivy.Array {
	if x.Ndim() < 2 {
		c.Raise(valueError, "argument to %s must have rank at least 2", c.Func.Path)
	}
	zero := inputOf(c.Namespace, 0)
	converted(x.Dtype(), &zero)
	return f(c.Env(), x, ivy.K(c.Int("k")))
}

func diff(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if axis, isFloat := c.Arg("axis").(float64); isFloat && axis >= float64(x.Ndim()) { // compared with the number of axes first
		c.Raise(valueError, "%s(): axis %v of %d", c.Func.Path, axis, x.Ndim())
	}
	axis, n := c.Int("axis"), c.Int("n")
	if axis < 0 {
		axis += x.Ndim()
	}
	if axis < 0 {
		c.Raise("IndexError", "%s(): axis %d of %d", c.Func.Path, c.Int("axis"), x.Ndim())
	}
	if axis >= x.Ndim() || n < 0 {
		c.Raise(valueError, "%s(): axis %d of %d, n %d", c.Func.Path, c.Int("axis"), x.Ndim(), n)
	}
	e := c.Env()
	if shape := x.Shape(); x.Size() == 0 || n >= shape[axis] {
		shape[axis] = max(0, shape[axis]-n)
		return e.Zeros(shape, x.Dtype())
	}
	return compose.Diff(e, x, axis, n, (*ivy.Env).Subtract)
}

func atleast(c *frontend.Call, x *ivy.Array, n int) *ivy.Array {
	if k := n - x.Ndim(); k > 0 {
		return c.Env().Reshape(x, append(slices.Repeat([]int{1}, k), x.Shape()...))
	}
	return x
}

// meshgrid multiplies each argument by ones of the grid's shape and of the first one's dtype, as
// TensorFlow does: the operator * has no kernel for bools, and promotes by the mode.
func meshgrid(c *frontend.Call, args []any, indexing any, to func(any) *frontend.Array) any {
	if indexing != "xy" && indexing != "ij" {
		c.Raise(valueError, "indexing is %v, want xy or ij", indexing)
	}
	if len(args) == 0 {
		return []*frontend.Array{}
	}
	e := c.Env()
	xs := make([]*frontend.Array, len(args))
	shape := make([]int, len(args))
	for i, a := range args {
		if _, isText := a.(string); isText && i == 0 {
			c.Raise(typeError, "%s(): there are no ones of strings", c.Func.Path)
		} else if isText && modeOf(c.Namespace) == "legacy" {
			c.Raise(unimplemented, "%s(): there is no cast of a number to a string", c.Func.Path)
		}
		x := to(a)
		xs[i] = result(c, e.Reshape(x.V, []int{-1}), x.Weak)
	}
	swap := indexing == "xy" && len(xs) > 1
	for i := range xs {
		line := slices.Repeat([]int{1}, len(xs))
		at := i
		if swap && i < 2 {
			at = 1 - i
		}
		line[at], shape[at] = xs[i].V.Size(), xs[i].V.Size()
		xs[i].V = e.Reshape(xs[i].V, line)
	}
	ones := result(c, e.Ones(shape, xs[0].V.Dtype()), false)
	zs := make([]*frontend.Array, len(xs))
	for i, x := range xs {
		zs[i] = c.Namespace.Operator("*", x, ones).(*frontend.Array)
	}
	return zs
}
