package onnx

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// manipulationRows move elements, or say where they are.
var manipulationRows = []row{
	{op: "Identity", since: []int{1, 13, 14, 16, 19, 21, 23, 24, 25}, in: "x", run: func(c *call) { c.outs = append(c.outs, c.in[0]) }},
	{op: "Reshape", since: []int{5, 13, 14, 19, 21, 23, 24, 25}, in: "ai", host: []int{1}, run: one(reshape)},
	{op: "Flatten", since: []int{1, 9, 11, 13, 21, 23, 24, 25}, in: "a", run: one(func(c *call) *ivy.Array {
		shape := c.shape(0)
		axis := c.attrInt("axis", 1)
		if axis != len(shape) {
			axis = c.axis(axis, len(shape))
		}
		return c.e.Reshape(c.x(0), []int{product(shape[:axis]), product(shape[axis:])})
	})},
	{op: "Squeeze", since: []int{1, 11, 13, 21, 23, 24, 25}, in: "a?i", host: []int{1}, run: one(func(c *call) *ivy.Array {
		x, shape := c.x(0), c.shape(0)
		axes, given := c.axesOf("axes", 1, 13)
		if !given {
			for i, d := range shape {
				if d == 1 {
					axes = append(axes, i)
				}
			}
		}
		axes = c.axes(axes, len(shape))
		kept := []int{}
		for i, d := range shape {
			switch {
			case !slices.Contains(axes, i):
				kept = append(kept, d)
			case d != 1:
				c.failf(ivy.ErrShape, "axis %d of shape %v has not length 1", i, shape)
			}
		}
		return c.e.Reshape(x, kept)
	})},
	{op: "Unsqueeze", since: []int{1, 11, 13, 21, 23, 24, 25}, in: "a?i", host: []int{1}, run: one(func(c *call) *ivy.Array {
		shape := c.shape(0)
		axes, given := c.axesOf("axes", 1, 13)
		if !given {
			c.failf(ivy.ErrValue, "no axes")
		}
		rank := len(shape) + len(axes)
		if rank > mostAxes {
			c.failf(ivy.ErrShape, "%d axes, at most %d are possible", rank, mostAxes)
		}
		axes = c.axes(axes, rank)
		slices.Sort(axes)
		if len(slices.Compact(slices.Clone(axes))) < len(axes) {
			c.failf(ivy.ErrValue, "axes %v, one of them twice", axes)
		}
		for _, a := range axes {
			shape = slices.Insert(shape, a, 1)
		}
		return c.e.Reshape(c.x(0), shape)
	})},
	{op: "Transpose", since: []int{1, 13, 21, 23, 24, 25}, in: "a", run: one(func(c *call) *ivy.Array {
		x := c.x(0)
		perm := c.attrInts("perm")
		if perm == nil {
			for i := x.Ndim() - 1; i >= 0; i-- {
				perm = append(perm, i)
			}
		}
		if len(perm) == 0 {
			return c.e.CopyArray(x)
		}
		return c.e.PermuteDims(x, perm)
	})},
	{op: "Concat", since: []int{4, 11, 13}, in: "a=*", run: one(func(c *call) *ivy.Array {
		rank := len(c.shape(0))
		return c.e.Concat(c.all(0), ivy.Axis(c.axis(c.attrInt("axis", 1), rank)))
	})},
	{op: "Split", since: []int{2, 11, 13, 18}, in: "a?i", host: []int{1}, run: func(c *call) {
		axis, sizes := splitSizes(c, len(c.n.outs))
		at := 0
		for _, n := range sizes {
			c.set(part(c.e, c.x(0), axis, at, at+n, 1))
			at += n
		}
	}},
	{op: "Slice", since: []int{1, 10, 11, 13}, in: "a?iiii", host: []int{1, 2, 3, 4}, run: one(slice)},
	{op: "Gather", since: []int{1, 11, 13}, in: "ai", run: one(func(c *call) *ivy.Array {
		axis := c.axis(c.attrInt("axis", 0), len(c.shape(0)))
		return c.e.Take(c.x(0), c.x(1), ivy.Axis(axis))
	})},
	{op: "GatherElements", since: []int{11, 13}, in: "ai", run: one(func(c *call) *ivy.Array {
		shape, index := c.shape(0), c.shape(1)
		axis := c.axis(c.attrInt("axis", 0), len(shape))
		return c.e.TakeAlongAxis(c.leading(c.x(0), shape, index, axis), c.x(1), ivy.Axis(axis))
	})},
	{op: "GatherND", since: []int{11, 12, 13}, in: "ai", run: one(func(c *call) *ivy.Array {
		return c.e.GatherND(c.x(0), c.x(1), ivy.BatchDims(c.attrInt("batch_dims", 0)))
	})},
	{op: "Scatter", since: []int{9, 11}, in: "ai=", run: one(scatterElements), check: func(n *node) string {
		if n.opset >= 11 {
			return "operator Scatter of opset 11 and later, which ScatterElements replaced"
		}
		return ""
	}},
	{op: "ScatterElements", since: []int{11, 13, 16, 18}, in: "ai=", run: one(scatterElements)},
	{op: "ScatterND", since: []int{11, 13, 16, 18}, in: "ai=", run: one(func(c *call) *ivy.Array {
		how := c.reduction("replace", "sum")
		x, index, updates := c.x(0), c.x(1), c.x(2)
		if index.Ndim() == 0 || last(index) > x.Ndim() {
			c.failf(ivy.ErrShape, "indices of shape %v for data of shape %v", index.Shape(), x.Shape())
		}
		want := append(slices.Clone(index.Shape()[:index.Ndim()-1]), x.Shape()[last(index):]...)
		if !slices.Equal(want, updates.Shape()) {
			c.failf(ivy.ErrShape, "updates of shape %v, want %v", updates.Shape(), want)
		}
		return c.e.ScatterND(index, updates, ivy.Initial(x), ivy.Reduction(how))
	})},
	{op: "Expand", since: []int{8, 13}, in: "ai", host: []int{1}, run: one(func(c *call) *ivy.Array {
		shape := c.ints(1)
		c.checkShape(shape)
		return c.e.CopyArray(c.e.BroadcastTo(c.x(0), ivy.BroadcastShapes(c.shape(0), shape)))
	})},
	{op: "Tile", since: []int{6, 13}, in: "ai", host: []int{1}, run: one(func(c *call) *ivy.Array {
		repeats := c.ints(1)
		if len(repeats) != len(c.shape(0)) {
			c.failf(ivy.ErrShape, "%d repeats for shape %v", len(repeats), c.shape(0))
		}
		if len(repeats) == 0 {
			return c.e.CopyArray(c.x(0))
		}
		return c.e.Tile(c.x(0), repeats)
	})},
	{op: "Pad", since: []int{2, 11, 13, 18, 19, 21, 23, 24, 25}, in: "a?i=i", host: []int{1, 3}, run: one(pad)},
	{op: "DepthToSpace", since: []int{1, 11, 13, 28}, in: "a", run: one(depthToSpace)},
	{op: "SpaceToDepth", since: []int{1, 13, 28}, in: "a", run: one(spaceToDepth)},
	{op: "Shape", since: []int{1, 13, 15, 19, 21, 23, 24, 25}, in: "a", run: func(c *call) {
		shape := c.shape(0)
		start, end := c.attrInt("start", 0), c.attrInt("end", len(shape))
		clamp := func(i int) int {
			if i < 0 {
				i += len(shape)
			}
			return max(0, min(i, len(shape)))
		}
		start, end = clamp(start), clamp(end)
		z := shape[start:max(start, end)]
		c.setInts([]int{len(z)}, z...)
	}},
	{op: "Size", since: []int{1, 13, 19, 21, 23, 24, 25}, in: "a", run: func(c *call) { c.setInts([]int{}, product(c.shape(0))) }},
	{op: "OneHot", since: []int{9, 11, 28}, in: "nna", host: []int{1}, run: one(oneHot)},
	{op: "NonZero", since: []int{9, 13}, in: "a", run: one(func(c *call) *ivy.Array {
		x := c.x(0)
		if x.Ndim() == 0 { // as ONNX Runtime has it
			x = c.e.Reshape(x, []int{1})
		}
		return c.e.Stack(c.e.Nonzero(x))
	})},
	{op: "Compress", since: []int{9, 11, 28}, in: "ab", run: one(compress)},
	{op: "Unique", since: []int{11, 28}, in: "n", run: unique},
	{op: "ReverseSequence", since: []int{10, 28}, in: "ai", run: one(reverseSequence)},
	{op: "Trilu", since: []int{14}, in: "a?i", host: []int{1}, run: one(func(c *call) *ivy.Array {
		k := 0
		if c.has(1) {
			k = c.int(1)
		}
		const most = 1 << 31 // beyond all diagonals
		k = max(-most+1, min(k, most-1))
		if c.attrInt("upper", 1) != 0 {
			return c.e.Triu(c.x(0), ivy.K(k))
		}
		return c.e.Tril(c.x(0), ivy.K(k))
	})},
	{op: "TopK", since: []int{1, 10, 11, 24}, in: "n?i", host: []int{1}, run: func(c *call) {
		k := c.attrInt("k", 0)
		if c.version >= 10 {
			k = c.int(1)
		}
		axis := c.axis(c.attrInt("axis", -1), len(c.shape(0)))
		values, indices := c.e.TopK(c.x(0), k, ivy.Axis(axis), ivy.Largest(c.attrInt("largest", 1) != 0))
		c.set(values)
		c.setAs(indices, elemInt64)
	}},
	{op: "CumSum", since: []int{11, 14}, in: "ni", host: []int{1}, run: one(func(c *call) *ivy.Array {
		return cumulative(c, (*ivy.Env).CumulativeSum)
	})},
	{op: "CumProd", since: []int{26}, in: "ni", host: []int{1}, run: one(func(c *call) *ivy.Array {
		return cumulative(c, (*ivy.Env).CumulativeProd)
	})},
	{op: "CenterCropPad", since: []int{18}, in: "ai", host: []int{1}, run: one(centerCropPad)},
	{op: "TensorScatter", since: []int{24}, in: "a=?i", run: one(tensorScatter)},
	{op: "Dropout", since: []int{7, 10, 12, 13, 22}, in: "f?fb", host: []int{2}, run: func(c *call) {
		if c.version >= 12 && c.has(2) && c.numbers(2)[0] != 0 && !(c.has(1) && c.numbers(1)[0] == 0) {
			c.failf(ivy.ErrUnsupported, "dropout in training")
		}
		c.outs = append(c.outs, c.in[0])
		if c.wants(1) {
			c.setAs(c.e.Full(c.shape(0), true, ivy.Bool), elemBool)
		}
	}},
	{op: "SplitToSequence", since: []int{11, 24}, in: "a?i", host: []int{1}, run: func(c *call) {
		whole := c.has(1)
		var axis int
		var sizes []int
		rank := len(c.shape(0))
		axis = c.axis(c.attrInt("axis", 0), rank)
		n := c.shape(0)[axis]
		switch {
		case !whole:
			sizes = slices.Repeat([]int{1}, n)
		case len(c.shape(1)) == 0:
			step := c.int(1)
			if step < 1 {
				c.failf(ivy.ErrValue, "parts of length %d", step)
			}
			for at := 0; at < n; at += step {
				sizes = append(sizes, min(step, n-at))
			}
		default:
			sizes = c.ints(1)
			if sum(sizes) != n || slices.Min(append(sizes, 0)) < 0 {
				c.failf(ivy.ErrShape, "parts of lengths %v of an axis of length %d", sizes, n)
			}
		}
		v := value{sequence: true, elem: c.elem(0)}
		at := 0
		for _, k := range sizes {
			x := part(c.e, c.x(0), axis, at, at+k, 1)
			if !whole && c.attrInt("keepdims", 1) == 0 {
				x = c.e.Squeeze(x, ivy.Axis(axis))
			}
			v.list = append(v.list, value{x: x, elem: c.elem(0), known: c.known})
			at += k
		}
		c.outs = append(c.outs, v)
	}},
	{op: "ConcatFromSequence", since: []int{11}, in: "s", run: func(c *call) {
		xs := c.list(0)
		if len(xs) == 0 {
			c.failf(ivy.ErrValue, "an empty sequence")
		}
		axis := c.attrInt("axis", 0)
		if c.flag("new_axis") {
			c.setAs(c.e.Stack(xs, ivy.Axis(c.axis(axis, xs[0].Ndim()+1))), c.elem(0))
			return
		}
		c.setAs(c.e.Concat(xs, ivy.Axis(c.axis(axis, xs[0].Ndim()))), c.elem(0))
	}},
	{op: "SequenceConstruct", since: []int{11}, in: "a=*", run: func(c *call) {
		c.outs = append(c.outs, value{sequence: true, elem: c.elem(0), list: slices.Clone(c.in)})
	}},
	{op: "SequenceEmpty", since: []int{11}, run: func(c *call) {
		c.outs = append(c.outs, value{sequence: true, elem: c.attrElem("dtype", elemFloat)})
	}},
	{op: "SequenceAt", since: []int{11}, in: "si", host: []int{1}, run: func(c *call) {
		c.outs = append(c.outs, c.in[0].list[c.axis(c.int(1), len(c.in[0].list))])
	}},
	{op: "SequenceLength", since: []int{11}, in: "s", run: func(c *call) { c.setInts([]int{}, len(c.in[0].list)) }},
	{op: "SequenceErase", since: []int{11}, in: "s?i", host: []int{1}, run: func(c *call) {
		v := c.in[0]
		at := len(v.list) - 1
		if c.has(1) {
			at = c.int(1)
		}
		at = c.axis(at, len(v.list))
		v.list = slices.Delete(slices.Clone(v.list), at, at+1)
		c.outs = append(c.outs, v)
	}},
	{op: "SequenceInsert", since: []int{11}, in: "sa?i", host: []int{2}, run: func(c *call) {
		v := c.in[0]
		at := len(v.list)
		if c.has(2) {
			if at = c.int(2); at != len(v.list) {
				at = c.axis(at, len(v.list))
			}
		}
		if len(v.list) > 0 && c.elem(1) != v.list[0].elem {
			c.failf(ivy.ErrDtype, "elements of type %v in a sequence of %v", c.elem(1), v.list[0].elem)
		}
		v.list = slices.Insert(slices.Clone(v.list), at, c.in[1])
		c.outs = append(c.outs, v)
	}},
}

func product(zs []int) int {
	n := 1
	for _, z := range zs {
		n *= z
	}
	return n
}

func sum(zs []int) int {
	n := 0
	for _, z := range zs {
		n += z
	}
	return n
}

// list returns the arrays of a sequence.
func (c *call) list(i int) []*ivy.Array {
	xs := make([]*ivy.Array, len(c.in[i].list))
	for k, v := range c.in[i].list {
		xs[k] = c.r.array(v)
	}
	return xs
}

// checkShape is an error for lengths that are negative, or too many.
func (c *call) checkShape(shape []int) {
	if len(shape) > mostAxes {
		c.failf(ivy.ErrShape, "%d axes, at most %d are possible", len(shape), mostAxes)
	}
	for _, d := range shape {
		if d < 0 {
			c.failf(ivy.ErrShape, "a shape of %v", shape)
		}
	}
}

// axesOf returns axes, an attribute before a version of the operator and then input i.
func (c *call) axesOf(name string, i, since int) (axes []int, given bool) {
	if c.version < since {
		axes = c.attrInts(name)
		return axes, axes != nil
	}
	if !c.has(i) {
		return nil, false
	}
	return c.ints(i), true
}

func reshape(c *call) *ivy.Array {
	shape, from := c.ints(1), c.shape(0)
	unknown, size := -1, 1
	for i, d := range shape {
		if d == 0 && !c.flag("allowzero") {
			if i >= len(from) {
				c.failf(ivy.ErrShape, "a shape of %v copies axis %d of %v", shape, i, from)
			}
			shape[i] = from[i]
		}
		switch {
		case d == -1 && unknown >= 0 || d < -1:
			c.failf(ivy.ErrShape, "a shape of %v", shape)
		case d == -1:
			unknown = i
		default:
			size *= shape[i]
		}
	}
	if unknown >= 0 {
		shape[unknown] = 0
		if size > 0 {
			shape[unknown] = product(from) / size
		}
	}
	c.checkShape(shape)
	return c.e.Reshape(c.x(0), shape)
}

// onAxis returns x, which has one axis, with as many as rank: its own is at axis, the others are of length 1.
func onAxis(e *ivy.Env, x *ivy.Array, axis, rank int) *ivy.Array {
	dims := slices.Repeat([]int{1}, rank)
	dims[axis] = x.Size()
	return e.Reshape(x, dims)
}

// part returns a slice along an axis.
func part(e *ivy.Env, x *ivy.Array, axis, start, stop, step int) *ivy.Array {
	key := slices.Repeat([]any{ivy.Colon}, axis+1)
	if step < 0 && stop < 0 {
		key[axis] = ivy.Slice(start, nil, step)
	} else {
		key[axis] = ivy.Slice(start, stop, step)
	}
	return e.CopyArray(e.GetItem(x, key...))
}

func slice(c *call) *ivy.Array {
	x := c.x(0)
	shape := x.Shape()
	var starts, ends, axes, steps []int
	if c.version < 10 {
		starts, ends, axes = c.attrInts("starts"), c.attrInts("ends"), c.attrInts("axes")
	} else {
		starts, ends = c.ints(1), c.ints(2)
		if c.has(3) {
			axes = c.ints(3)
		}
		if c.has(4) {
			steps = c.ints(4)
		}
	}
	if axes == nil {
		for i := range starts {
			axes = append(axes, i)
		}
	}
	if steps == nil {
		steps = slices.Repeat([]int{1}, len(starts))
	}
	if len(ends) != len(starts) || len(axes) != len(starts) || len(steps) != len(starts) {
		c.failf(ivy.ErrShape, "%d starts, %d ends, %d axes and %d steps", len(starts), len(ends), len(axes), len(steps))
	}
	key := slices.Repeat([]any{ivy.Colon}, len(shape))
	for i, a := range axes {
		a = c.axis(a, len(shape))
		n, step := shape[a], steps[i]
		if step == 0 {
			c.failf(ivy.ErrValue, "a step of 0")
		}
		low, high := 0, n
		if step < 0 {
			low, high = -1, n-1
		}
		bound := func(b int) int {
			if b < 0 {
				b = max(b, math.MinInt+n) + n
			}
			return max(low, min(b, high))
		}
		start, end := bound(starts[i]), bound(ends[i])
		if step < 0 {
			start = max(start, 0)
		}
		step = max(-n-1, min(step, n+1))
		switch {
		case n == 0 || step > 0 && start >= end || step < 0 && start <= end:
			key[a] = ivy.Slice(0, 0)
		case end < 0:
			key[a] = ivy.Slice(start, nil, step)
		default:
			key[a] = ivy.Slice(start, end, step)
		}
	}
	if len(key) == 0 {
		return c.e.CopyArray(x)
	}
	return c.e.CopyArray(c.e.GetItem(x, key...))
}

// splitSizes returns the lengths of parts of Split: those given, or equal ones, of which the last may be shorter from version 18 on.
func splitSizes(c *call, outputs int) (axis int, sizes []int) {
	shape := c.shape(0)
	axis = c.axis(c.attrInt("axis", 0), len(shape))
	n := shape[axis]
	var given bool
	if sizes, given = c.axesOf("split", 1, 13); !given {
		parts := outputs
		if k := c.attrInt("num_outputs", 0); c.version >= 18 && k > 0 {
			parts = k
		}
		if parts < 1 || c.version < 18 && n%parts != 0 || parts > 1<<16 {
			c.failf(ivy.ErrShape, "an axis of length %d in %d parts", n, parts)
		}
		step := (n + parts - 1) / parts
		for i := range parts {
			sizes = append(sizes, max(0, min(step, n-i*step)))
		}
	}
	if sum(sizes) != n || len(sizes) < outputs || slices.Min(append(slices.Clone(sizes), 0)) < 0 {
		c.failf(ivy.ErrShape, "parts of lengths %v of an axis of length %d, %d outputs", sizes, n, outputs)
	}
	return axis, sizes
}

// leading returns the first elements of x along all axes but one: as many as index is long there.
func (c *call) leading(x *ivy.Array, shape, index []int, axis int) *ivy.Array {
	if len(shape) != len(index) {
		c.failf(ivy.ErrShape, "indices of shape %v for shape %v", index, shape)
	}
	key := slices.Repeat([]any{ivy.Colon}, len(shape))
	same := true
	for i := range shape {
		if i == axis {
			continue
		}
		if index[i] > shape[i] {
			c.failf(ivy.ErrShape, "indices of shape %v for shape %v", index, shape)
		}
		if index[i] < shape[i] {
			key[i], same = ivy.Slice(0, index[i]), false
		}
	}
	if same {
		return x
	}
	return c.e.CopyArray(c.e.GetItem(x, key...))
}

// reduction returns what becomes of several updates of one element, by the names that the function called has.
func (c *call) reduction(none, add string) string {
	return map[string]string{"none": none, "add": add, "mul": "mul", "max": "max", "min": "min"}[c.oneOf("reduction", "none", "add", "mul", "max", "min")]
}

func scatterElements(c *call) *ivy.Array {
	e, x, index, updates := c.e, c.x(0), c.x(1), c.x(2)
	shape, at := x.Shape(), index.Shape()
	axis := c.axis(c.attrInt("axis", 0), len(shape))
	if !slices.Equal(at, updates.Shape()) || len(at) != len(shape) {
		c.failf(ivy.ErrShape, "indices of shape %v and updates of shape %v for data of shape %v", at, updates.Shape(), shape)
	}
	how := c.reduction("replace", "sum")
	whole := true
	for i := range shape {
		if i != axis && at[i] != shape[i] {
			whole = false
			if at[i] > shape[i] {
				c.failf(ivy.ErrShape, "indices of shape %v for data of shape %v", at, shape)
			}
		}
	}
	if whole {
		return e.PutAlongAxis(x, index, updates, axis, ivy.Mode(how))
	}
	places := make([]*ivy.Array, len(at))
	index = e.Astype(index, ivy.Int64)
	for i, n := range at {
		if i == axis {
			places[i] = index
			continue
		}
		places[i] = e.BroadcastTo(onAxis(e, e.Arange(n, ivy.Int64), i, len(at)), at)
	}
	return e.ScatterND(e.Stack(places, ivy.Axis(-1)), updates, ivy.Initial(x), ivy.Reduction(how))
}

// pad crops by negative numbers first, and pads then.
func pad(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	shape := x.Shape()
	var pads []int
	var fill any = 0
	if x.Dtype().IsBool() {
		fill = false
	}
	axes := make([]int, len(shape))
	for i := range axes {
		axes[i] = i
	}
	if c.version < 11 {
		pads = c.attrInts("pads")
		fill = c.number32("value", 0)
	} else {
		pads = c.ints(1)
		if c.has(2) {
			if fill = c.x(2); c.x(2).Size() != 1 {
				c.failf(ivy.ErrShape, "a constant_value of shape %v", c.shape(2))
			}
			fill = e.Reshape(c.x(2), []int{})
		}
		if c.has(3) {
			axes = c.axes(c.ints(3), len(shape))
		}
	}
	if len(pads) != 2*len(axes) {
		c.failf(ivy.ErrShape, "%d pads for %d axes", len(pads), len(axes))
	}
	width := make([][2]int, len(shape))
	key := slices.Repeat([]any{ivy.Colon}, len(shape))
	crops, grows := false, false
	for i, a := range axes {
		from, to := pads[i], pads[i+len(axes)]
		if from < 0 || to < 0 {
			crops = true
			low, high := max(0, -from), shape[a]-max(0, -to)
			if low > shape[a] || high < low {
				c.failf(ivy.ErrShape, "pads %d and %d of an axis of length %d", from, to, shape[a])
			}
			key[a] = ivy.Slice(low, high)
		}
		width[a] = [2]int{max(0, from), max(0, to)}
		grows = grows || from > 0 || to > 0
	}
	if crops {
		x = e.CopyArray(e.GetItem(x, key...))
	}
	mode := c.oneOf("mode", "constant", "reflect", "edge", "wrap")
	switch {
	case !grows || len(shape) == 0:
		return e.CopyArray(x)
	case mode == "constant":
		return e.Pad(x, width, ivy.ConstantValues(fill))
	}
	if mode == "reflect" {
		for i, w := range width {
			if n := x.Dim(i); max(w[0], w[1]) >= max(n, 1) && max(w[0], w[1]) > 0 {
				c.failf(ivy.ErrShape, "pads %d and %d reflect an axis of length %d", w[0], w[1], n)
			}
		}
	}
	return e.Pad(x, width, ivy.Mode(mode))
}

func blocks(c *call) (x *ivy.Array, n, channels, h, w, b int) {
	x = c.x(0)
	b = c.attrInt("blocksize", 0)
	if x.Ndim() != 4 || b < 1 || b > 1<<15 {
		c.failf(ivy.ErrShape, "blocks of %d in shape %v", b, x.Shape())
	}
	s := x.Shape()
	return x, s[0], s[1], s[2], s[3], b
}

func depthToSpace(c *call) *ivy.Array {
	x, n, ch, h, w, b := blocks(c)
	if ch%(b*b) != 0 {
		c.failf(ivy.ErrShape, "%d channels in blocks of %d", ch, b)
	}
	ch /= b * b
	shape, perm := []int{n, b, b, ch, h, w}, []int{0, 3, 4, 1, 5, 2}
	if c.oneOf("mode", "DCR", "CRD") == "CRD" {
		shape, perm = []int{n, ch, b, b, h, w}, []int{0, 1, 4, 2, 5, 3}
	}
	return c.e.Reshape(c.e.PermuteDims(c.e.Reshape(x, shape), perm), []int{n, ch, h * b, w * b})
}

func spaceToDepth(c *call) *ivy.Array {
	x, n, ch, h, w, b := blocks(c)
	if h%b != 0 || w%b != 0 {
		c.failf(ivy.ErrShape, "%d × %d elements in blocks of %d", h, w, b)
	}
	perm := []int{0, 3, 5, 1, 2, 4}
	if c.oneOf("mode", "DCR", "CRD") == "CRD" {
		perm = []int{0, 1, 3, 5, 2, 4}
	}
	x = c.e.PermuteDims(c.e.Reshape(x, []int{n, ch, h / b, b, w / b, b}), perm)
	return c.e.Reshape(x, []int{n, ch * b * b, h / b, w / b})
}

// oneHot has the second of values where an axis has the index, the first elsewhere and everywhere for an index out of range.
func oneHot(c *call) *ivy.Array {
	e, index, values := c.e, c.x(0), c.x(2)
	depths := c.numbers(1)
	if len(depths) != 1 || !(depths[0] >= 0 && depths[0] < 1<<31) || values.Size() != 2 || values.Ndim() != 1 {
		c.failf(ivy.ErrShape, "a depth of %v and values of shape %v", depths, values.Shape())
	}
	depth := int(depths[0])
	if !index.Dtype().IsInteger() {
		index = integral(e, index, ivy.Int64)
	}
	index = e.Astype(index, ivy.Int64)
	index = e.Where(e.Less(index, 0), e.Add(index, depth), index)
	rank := index.Ndim() + 1
	axis := c.axis(c.attrInt("axis", -1), rank)
	at := e.Equal(e.ExpandDims(index, ivy.Axis(axis)), onAxis(e, e.Arange(depth, ivy.Int64), axis, rank))
	c.in[0].elem = c.elem(2) // that of the result
	return e.Where(at, e.GetItem(values, 1), e.GetItem(values, 0))
}

func compress(c *call) *ivy.Array {
	e, x, cond := c.e, c.x(0), c.x(1)
	if cond.Ndim() != 1 {
		c.failf(ivy.ErrShape, "a condition of shape %v", cond.Shape())
	}
	axis := 0
	if c.n.attrs["axis"] == nil {
		x = e.Reshape(x, []int{-1})
	} else {
		axis = c.axis(c.attrInt("axis", 0), x.Ndim())
	}
	if cond.Size() > x.Dim(axis) {
		c.failf(ivy.ErrShape, "a condition of %d elements for an axis of length %d", cond.Size(), x.Dim(axis))
	}
	return e.Take(x, e.Nonzero(cond)[0], ivy.Axis(axis))
}

// unique has its results on the host: which rows of a matrix are alike no backend says.
func unique(c *call) {
	e, x := c.e, c.x(0)
	shape := x.Shape()
	axis := -1
	if c.n.attrs["axis"] != nil {
		axis = c.axis(c.attrInt("axis", 0), len(shape))
	}
	rows := e.Reshape(x, []int{-1, 1})
	if axis >= 0 {
		perm := []int{axis}
		for i := range shape {
			if i != axis {
				perm = append(perm, i)
			}
		}
		x = e.PermuteDims(x, perm)
		shape = x.Shape()
		rows = e.Reshape(x, []int{shape[0], product(shape[1:])})
	}
	n, width := rows.Dim(0), rows.Dim(1)
	var numbers [][]float64
	var wholes [][]int64
	if x.Dtype().IsInteger() && x.Dtype() != ivy.Uint64 {
		flat := ivy.Values[int64](e.Astype(rows, ivy.Int64))
		for i := range n {
			wholes = append(wholes, flat[i*width:(i+1)*width])
		}
	} else {
		flat := ivy.Values[float64](e.Astype(rows, ivy.Float64))
		for i := range n {
			numbers = append(numbers, flat[i*width:(i+1)*width])
		}
	}
	compare := func(i, k int) int {
		if wholes != nil {
			return slices.Compare(wholes[i], wholes[k])
		}
		return slices.CompareFunc(numbers[i], numbers[k], func(a, b float64) int {
			switch {
			case a < b || !math.IsNaN(a) && math.IsNaN(b):
				return -1
			case a > b || math.IsNaN(a) && !math.IsNaN(b):
				return 1
			}
			return 0
		})
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	var first []int
	group := make([]int, n)
	for i, at := range order {
		if i == 0 || compare(order[i-1], at) != 0 {
			first = append(first, at)
		}
		group[at] = len(first) - 1
	}
	place := make([]int, len(first)) // of each group in the result
	byPlace := make([]int, len(first))
	for i := range byPlace {
		byPlace[i] = i
	}
	if c.attrInt("sorted", 1) == 0 {
		slices.SortFunc(byPlace, func(a, b int) int { return first[a] - first[b] })
	}
	indices, counts, inverse := make([]int64, len(first)), make([]int64, len(first)), make([]int64, n)
	for at, g := range byPlace {
		place[g], indices[at] = at, int64(first[g])
	}
	for i, g := range group {
		inverse[i] = int64(place[g])
		counts[place[g]]++
	}
	index := e.Asarray(indices)
	z := e.Take(rows, index, ivy.Axis(0))
	if axis < 0 {
		z = e.Reshape(z, []int{len(first)})
	} else {
		z = e.MoveAxis(e.Reshape(z, append([]int{len(first)}, shape[1:]...)), []int{0}, []int{axis})
	}
	c.set(z)
	for _, zs := range [][]int64{indices, inverse, counts} {
		c.setAs(e.Reshape(e.Asarray(zs, ivy.Int64), []int{len(zs)}), elemInt64)
	}
}

func reverseSequence(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	batch, time := c.axis(c.attrInt("batch_axis", 1), x.Ndim()), c.axis(c.attrInt("time_axis", 0), x.Ndim())
	if batch == time || batch > 1 || time > 1 {
		c.failf(ivy.ErrValue, "batch_axis %d and time_axis %d, want 0 and 1, or 1 and 0", batch, time)
	}
	lengths := e.Astype(c.x(1), ivy.Int64)
	if lengths.Ndim() != 1 || lengths.Dim(0) != x.Dim(batch) {
		c.failf(ivy.ErrShape, "sequence_lens of shape %v for %d sequences", lengths.Shape(), x.Dim(batch))
	}
	n := onAxis(e, lengths, batch, x.Ndim())
	at := onAxis(e, e.Arange(x.Dim(time), ivy.Int64), time, x.Ndim())
	at = e.Where(e.Less(at, n), e.Subtract(e.Subtract(n, 1), at), at)
	return e.TakeAlongAxis(x, at, ivy.Axis(time))
}

func cumulative(c *call, f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) *ivy.Array {
	x := c.x(0)
	return f(c.e, x, ivy.Axis(c.axis(c.int(1), x.Ndim())), x.Dtype(), ivy.Exclusive(c.flag("exclusive")), ivy.Reverse(c.flag("reverse")))
}

func centerCropPad(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	shape := x.Shape()
	want, axes := c.ints(1), c.attrInts("axes")
	if axes == nil {
		for i := range shape {
			axes = append(axes, i)
		}
	}
	axes = c.axes(axes, len(shape))
	if len(want) != len(axes) {
		c.failf(ivy.ErrShape, "%d lengths for %d axes", len(want), len(axes))
	}
	c.checkShape(want)
	width := make([][2]int, len(shape))
	key := slices.Repeat([]any{ivy.Colon}, len(shape))
	for i, a := range axes {
		if d := shape[a] - want[i]; d > 0 {
			key[a] = ivy.Slice(d/2, d/2+want[i])
		} else {
			width[a] = [2]int{-d / 2, -d - -d/2}
		}
	}
	if len(shape) == 0 {
		return e.CopyArray(x)
	}
	return e.ConstantPad(e.GetItem(x, key...), width)
}

// tensorScatter writes update into a cache, for each element of the batch from write_indices on.
func tensorScatter(c *call) *ivy.Array {
	e, x, update := c.e, c.x(0), c.x(1)
	rank := x.Ndim()
	axis := c.axis(c.attrInt("axis", -2), rank)
	if axis == 0 || update.Ndim() != rank {
		c.failf(ivy.ErrShape, "an update of shape %v along axis %d of shape %v", update.Shape(), axis, x.Shape())
	}
	n := x.Dim(axis)
	at := onAxis(e, e.Arange(update.Dim(axis), ivy.Int64), axis, rank)
	if c.has(2) {
		dims := slices.Repeat([]int{1}, rank)
		dims[0] = x.Dim(0)
		at = e.Add(at, e.Reshape(e.Astype(c.x(2), ivy.Int64), dims))
	}
	if c.oneOf("mode", "linear", "circular") == "circular" {
		at = e.Remainder(at, max(n, 1))
	}
	return e.PutAlongAxis(x, e.BroadcastTo(at, update.Shape()), update, axis)
}
