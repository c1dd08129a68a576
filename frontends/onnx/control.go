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
	{op: "Scan", since: []int{8, 9, 11, 16, 19, 21, 23, 24, 25}, in: "?a*", run: scan},
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

// A scanning is a Scan, whose body runs for the rows of arrays.
type scanning struct {
	*call
	g               *graph
	states          int
	results         int // of each step
	elems           []elem
	known           []bool // whether the elements of each array are known
	inAxes, outAxes []int
	inBack, outBack []int
}

func scan(c *call) {
	n, in := c.attrInt("num_scan_inputs", 0), c.in
	if c.version < 9 && len(in) > 0 {
		in = in[1:] // the lengths of sequences
	}
	if n < 1 || n > len(in) {
		c.failf(ivy.ErrValue, "num_scan_inputs %d of %d inputs", n, len(in))
	}
	s := &scanning{call: c, states: len(in) - n, g: c.graph("body", len(in), -1)}
	if s.results = len(s.g.outputs) - s.states; s.results < 0 {
		c.failf(ivy.ErrValue, "the body has %d outputs, want %d or more", len(s.g.outputs), s.states)
	}
	xs := make([]*ivy.Array, n)
	for i := range xs {
		at := len(c.in) - n + i
		xs[i] = c.x(at)
		s.elems, s.known = append(s.elems, c.elem(at)), append(s.known, c.in[at].known)
	}
	if c.version < 9 {
		s.inAxes, s.outAxes = make([]int, n), make([]int, s.results)
		s.inBack, s.outBack = c.listAny("directions", n), make([]int, s.results)
		s.batch(in[:s.states], xs)
		return
	}
	s.inAxes, s.outAxes = c.listAny("scan_input_axes", n), c.listAny("scan_output_axes", s.results)
	s.inBack, s.outBack = c.listAny("scan_input_directions", n), c.listAny("scan_output_directions", s.results)
	for i, x := range xs {
		s.inAxes[i] = c.axis(s.inAxes[i], x.Ndim())
	}
	state, lists := s.run(in[:s.states], xs, s.steps(xs))
	c.outs = state
	for k, list := range lists {
		c.outs = append(c.outs, c.stacked(list, s.outAxes[k], s.g.outTypes[s.states+k]))
	}
}

// steps returns how many rows the arrays have.
func (s *scanning) steps(xs []*ivy.Array) int {
	steps := -1
	for i, x := range xs {
		d := x.Dim(s.inAxes[i])
		if steps >= 0 && d != steps {
			s.failf(ivy.ErrShape, "%d steps of one input, %d of another", steps, d)
		}
		steps = d
	}
	return steps
}

// run runs the body for so many rows, and returns the last state and the outputs of each step.
func (s *scanning) run(state []value, xs []*ivy.Array, steps int) ([]value, [][]value) {
	state = slices.Clone(state)
	lists := make([][]value, s.results)
	for t := range steps {
		s.step(t, state)
		args := slices.Clone(state)
		for i, x := range xs {
			at := t
			if s.inBack[i] != 0 {
				at = steps - 1 - t
			}
			key := slices.Repeat([]any{ivy.Colon}, s.inAxes[i])
			args = append(args, value{x: s.e.GetItem(x, append(key, at)...), elem: s.elems[i], known: s.known[i]})
		}
		zs := s.inside(s.g, args)
		state = zs[:s.states]
		for k := range lists {
			lists[k] = append(lists[k], zs[s.states+k])
		}
	}
	for k, list := range lists {
		if s.outBack[k] != 0 {
			slices.Reverse(list)
		}
	}
	return slices.Clone(state), lists
}

// batch is Scan of opset 8: arrays have the batch along their first axis and the steps along the second one, each example so many as its sequence is
// long, and zeros behind these.
func (s *scanning) batch(state []value, xs []*ivy.Array) {
	for _, x := range xs {
		if x.Ndim() < 2 || !slices.Equal(x.Shape()[:2], xs[0].Shape()[:2]) {
			s.failf(ivy.ErrShape, "inputs of shapes %v and %v: a batch of sequences has two equal axes first", xs[0].Shape(), x.Shape())
		}
	}
	size, steps := xs[0].Dim(0), xs[0].Dim(1)
	lengths := slices.Repeat([]int{steps}, size)
	if s.has(0) {
		if lengths = s.ints(0); len(lengths) != size {
			s.failf(ivy.ErrShape, "lengths of %d sequences for a batch of %d", len(lengths), size)
		}
	}
	rows := make([][]value, s.states+s.results) // of each output, those of the examples
	for b, n := range lengths {
		if n < 0 || n > steps {
			s.failf(ivy.ErrValue, "a sequence of %d elements, want 0 to %d", n, steps)
		}
		example := func(x *ivy.Array) *ivy.Array {
			if x.Ndim() < 1 || x.Dim(0) != size {
				s.failf(ivy.ErrShape, "a state of shape %v for a batch of %d", x.Shape(), size)
			}
			return s.e.GetItem(x, b)
		}
		first, parts := make([]value, len(state)), make([]*ivy.Array, len(xs))
		for i, v := range state {
			first[i] = value{x: example(s.r.array(v)), elem: v.elem, known: v.known}
		}
		for i, x := range xs {
			parts[i] = s.e.GetItem(example(x), ivy.Slice(0, n))
		}
		last, lists := s.run(first, parts, n)
		for k, list := range lists {
			z := s.stacked(list, 0, s.g.outTypes[s.states+k])
			if n < steps {
				shape := s.r.array(z).Shape()
				shape[0] = steps - n
				z.x = s.e.Concat([]*ivy.Array{s.r.array(z), s.e.Zeros(shape, z.elem.dtype())}, ivy.Axis(0))
			}
			last = append(last, z)
		}
		for k, z := range last {
			rows[k] = append(rows[k], z)
		}
	}
	for k, list := range rows {
		s.outs = append(s.outs, s.stacked(list, 0, s.g.outTypes[k]))
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
