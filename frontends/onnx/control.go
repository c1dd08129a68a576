package onnx

import (
	"context"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// controlRows run graphs. Which one, and how often, is decided on elements: known ones while the model is traced, where branches and loops
// disappear; others end the trace, and the model runs operator by operator, or in segments.
var controlRows = []row{
	{op: "If", since: []int{1, 11, 13, 16, 19, 21, 23, 24, 25}, in: "b", host: []int{0}, run: branch},
	{op: "Loop", since: []int{1, 11, 13, 16, 19, 21, 23, 24, 25}, in: "?ibx*", host: []int{0, 1}, run: loop},
	{op: "Scan", since: []int{9, 11, 16, 19, 21, 23, 24, 25}, in: "a*", run: scan},
	{op: "SequenceMap", since: []int{17}, in: "sx*", run: sequenceMap},
}

// graph returns a graph in an attribute.
func (c *call) graph(name string, inputs, outputs int) *graph {
	c.attr(name, attrGraph)
	a := c.n.attrs[name]
	if a == nil || a.graph == nil {
		c.failf(ivy.ErrValue, "attribute %q is missing", name)
	}
	if len(a.graph.inputs) != inputs || outputs >= 0 && len(a.graph.outputs) != outputs {
		c.failf(ivy.ErrValue, "attribute %q has %d inputs and %d outputs, want %d and %d", name, len(a.graph.inputs), len(a.graph.outputs), inputs, outputs)
	}
	return a.graph
}

// inside runs a graph in an attribute with inputs, which are others the next time.
func (c *call) inside(g *graph, inputs []value) []value {
	f := &frame{around: c.f, values: make(map[string]value, len(inputs)), g: g}
	for i, v := range inputs {
		v.fixed = false
		f.values[g.inputs[i]] = v
	}
	return c.r.graph(f)
}

func branch(c *call) {
	name := "else_branch"
	if cond := c.ints(0); len(cond) != 1 {
		c.failf(ivy.ErrShape, "a condition of %d elements, want 1", len(cond))
	} else if cond[0] != 0 {
		name = "then_branch"
	}
	c.outs = c.inside(c.graph(name, 0, -1), nil)
	if len(c.outs) < len(c.n.outs) {
		c.failf(ivy.ErrValue, "%s has %d outputs, want %d", name, len(c.outs), len(c.n.outs))
	}
}

// known returns a value that is known, an integer or a bool without axes.
func known(t elem, n int) value {
	data := []byte{byte(n)}
	if t == elemInt64 {
		data = int64Bytes(n)
	}
	return value{c: &constant{elem: t, shape: []int{}, data: data}, elem: t, known: true}
}

// mostTraced is how many steps a loop has in a trace, where they all are written down.
const mostTraced = 4096

// step is called before step i of a loop.
func (c *call) step(i int, state []value) {
	if c.r.ctx.Err() != nil {
		c.failf(ivy.ErrCanceled, "%w", context.Cause(c.r.ctx))
	}
	traced := func(v value) bool { return v.x != nil && v.x.IsAbstract() }
	if i >= mostTraced && (slices.ContainsFunc(c.in, traced) || slices.ContainsFunc(state, traced)) {
		panic(&ivy.Error{Kind: ivy.ErrUnsupported, Err: errAlone})
	}
}

func loop(c *call) {
	const forever = int(^uint(0) >> 1)
	trips, goes := forever, true
	if c.has(0) {
		trips = c.int(0)
	}
	truth := func(v value) bool {
		zs := (&call{r: c.r, n: c.n, e: c.e, in: []value{v}}).ints(0)
		if len(zs) != 1 {
			c.failf(ivy.ErrShape, "a condition of %d elements, want 1", len(zs))
		}
		return zs[0] != 0
	}
	if c.has(1) {
		goes = truth(c.in[1])
	}
	state := slices.Clone(c.in[min(2, len(c.in)):])
	g := c.graph("body", 2+len(state), -1)
	if len(g.outputs) < 1+len(state) {
		c.failf(ivy.ErrValue, "the body has %d outputs, want %d or more", len(g.outputs), 1+len(state))
	}
	lists := make([][]value, len(g.outputs)-1-len(state))
	for i := 0; i < trips && goes; i++ {
		c.step(i, state)
		outs := c.inside(g, slices.Concat([]value{known(elemInt64, i), known(elemBool, 1)}, state))
		if !c.has(0) || outs[0].there() { // the condition may be what it was
			goes = truth(outs[0])
		}
		state = outs[1 : 1+len(state)]
		for k, v := range outs[1+len(state):] {
			lists[k] = append(lists[k], v)
		}
	}
	c.outs = slices.Clone(state)
	for k, list := range lists {
		c.outs = append(c.outs, c.stacked(list, 0, g.outTypes[1+len(state)+k]))
	}
}

// stacked returns arrays along a new axis: an empty one if there are none.
func (c *call) stacked(list []value, axis int, like outType) value {
	if len(list) == 0 {
		t := like.elem
		if !t.known() {
			t = elemFloat
		}
		return value{x: c.e.Zeros(append([]int{0}, like.shape...), t.dtype()), elem: t, known: c.known}
	}
	xs, all := make([]*ivy.Array, len(list)), true
	for i, v := range list {
		if !v.there() || v.sequence {
			c.failf(ivy.ErrUnsupported, "an output of each step that is a sequence")
		}
		xs[i] = c.r.array(v)
		all = all && v.known
	}
	return value{x: c.e.Stack(xs, ivy.Axis(c.axis(axis, xs[0].Ndim()+1))), elem: list[0].elem, known: all}
}

func scan(c *call) {
	n := c.attrInt("num_scan_inputs", 0)
	if n < 1 || n > len(c.in) {
		c.failf(ivy.ErrValue, "num_scan_inputs %d of %d inputs", n, len(c.in))
	}
	states := len(c.in) - n
	g := c.graph("body", len(c.in), -1)
	outs := len(g.outputs) - states
	if outs < 0 {
		c.failf(ivy.ErrValue, "the body has %d outputs, want %d or more", len(g.outputs), states)
	}
	inAxes, outAxes := c.listAny("scan_input_axes", n), c.listAny("scan_output_axes", outs)
	inBack, outBack := c.listAny("scan_input_directions", n), c.listAny("scan_output_directions", outs)
	steps := -1
	xs := make([]*ivy.Array, n)
	for i := range xs {
		xs[i] = c.x(states + i)
		inAxes[i] = c.axis(inAxes[i], xs[i].Ndim())
		if d := xs[i].Dim(inAxes[i]); steps >= 0 && d != steps {
			c.failf(ivy.ErrShape, "%d steps of one input, %d of another", steps, d)
		}
		steps = xs[i].Dim(inAxes[i])
	}
	state := slices.Clone(c.in[:states])
	lists := make([][]value, outs)
	for t := range steps {
		c.step(t, state)
		args := slices.Clone(state)
		for i, x := range xs {
			at := t
			if inBack[i] != 0 {
				at = steps - 1 - t
			}
			key := slices.Repeat([]any{ivy.Colon}, inAxes[i])
			args = append(args, value{x: c.e.GetItem(x, append(key, at)...), elem: c.elem(states + i), known: c.in[states+i].known})
		}
		zs := c.inside(g, args)
		state = zs[:states]
		for k := range lists {
			lists[k] = append(lists[k], zs[states+k])
		}
	}
	c.outs = slices.Clone(state)
	for k, list := range lists {
		if outBack[k] != 0 {
			slices.Reverse(list)
		}
		c.outs = append(c.outs, c.stacked(list, outAxes[k], g.outTypes[states+k]))
	}
}

// listAny returns an attribute of n integers, zeros if it is not there.
func (c *call) listAny(name string, n int) []int {
	zs := c.attrInts(name)
	if zs == nil {
		return make([]int, n)
	}
	if len(zs) != n {
		c.failf(ivy.ErrValue, "%d %s, want %d", len(zs), name, n)
	}
	return zs
}

func sequenceMap(c *call) {
	g := c.graph("body", len(c.in), -1)
	outs := make([]value, len(g.outputs))
	for i := range outs {
		outs[i].sequence = true
	}
	for i := range c.in[0].list {
		args := make([]value, len(c.in))
		for k, v := range c.in {
			if args[k] = v; v.sequence {
				if len(v.list) != len(c.in[0].list) {
					c.failf(ivy.ErrShape, "sequences of %d and %d arrays", len(c.in[0].list), len(v.list))
				}
				args[k] = v.list[i]
			}
		}
		for k, z := range c.inside(g, args) {
			outs[k].list = append(outs[k].list, z)
			outs[k].elem = z.elem
		}
	}
	c.outs = outs
}
