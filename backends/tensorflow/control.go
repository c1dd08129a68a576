//go:build tensorflow

package tensorflow

import (
	"fmt"
	"math"
	"runtime"
	"unsafe"

	tf "github.com/wamuir/graft/tensorflow"

	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Branches and loops are TensorFlow's own, If and While, of functions that are graphs: what they take goes in and
// comes out of each. The rows that a loop takes, and its results, are in lists of tensors.

// variant is the dtype of lists.
const variant = tf.DataType(21)

// control adds a branch or a loop to the graph.
func (r *recorder) control(n *backend.Node, args []backend.Buffer) ([]backend.Buffer, error) {
	in := make([]tf.Output, len(args))
	for i, a := range args {
		var err error
		if in[i], err = r.output(of(a)); err != nil {
			return nil, err
		}
	}
	switch c := n.Attrs.(type) {
	case *backend.Branch:
		return r.branch(c, in)
	case *backend.Loop:
		return r.loop(c, in)
	}
	return nil, &backend.NodeError{Op: n.Op}
}

// A function is a graph that becomes a function.
type function struct {
	*recorder
	in, out []tf.Output
}

// function returns an empty function.
func (r *recorder) function() *function {
	f := &function{recorder: newRecorder()}
	if r.most > 0 {
		f.most = max(1, r.most-r.ops)
	}
	return f
}

// input adds an input to the function. dims is nil of a list.
func (f *function) input(d tf.DataType, dims []int) (tf.Output, error) {
	op, err := f.add("Placeholder", nil, map[string]any{"dtype": d, "shape": shapeAttr(dims)})
	if err != nil {
		return tf.Output{}, err
	}
	f.in = append(f.in, op.Output(0))
	return op.Output(0), nil
}

func (f *function) buffer(s backend.Spec) (backend.Buffer, error) {
	v, err := f.input(natives[s.Dtype], s.Shape)
	return newBuffer(s, tfeager.Symbol(f.recorder, v)), err
}

// result adds a result, by an operation of its own.
func (f *function) result(v tf.Output) error {
	z, err := f.op("Identity", nil, v)
	f.out = append(f.out, z)
	return err
}

// results adds what a program makes of inputs.
func (f *function) results(p *backend.Program, inputs []backend.Buffer) ([]tf.Output, error) {
	zs, err := p.RunWith(kernels, inputs, nil, f.control)
	if err != nil {
		return nil, err
	}
	out := make([]tf.Output, len(zs))
	for i, z := range zs {
		if out[i], err = f.output(of(z)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// made makes the function one of those of r's graph.
func (f *function) made(r *recorder) (*tfeager.GraphFunction, error) {
	name := fmt.Sprintf("goivy_%d", functions.Add(1))
	z, err := tfeager.NewGraphFunction((*graftGraph)(unsafe.Pointer(f.graph)).c, name, outputsOf(f.in), outputsOf(f.out))
	runtime.KeepAlive(f.graph)
	if err != nil {
		return nil, err
	}
	r.ops, r.bytes = r.ops+f.ops, r.bytes+f.bytes
	r.functions = append(append(r.functions, f.functions...), z)
	for _, g := range r.functions[len(r.functions)-len(f.functions)-1:] {
		if err := g.CopyTo((*graftGraph)(unsafe.Pointer(r.graph)).c); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// op adds an operation with one result.
func (r *recorder) op(name string, attrs map[string]any, inputs ...tf.Input) (tf.Output, error) {
	op, err := r.add(name, inputs, attrs)
	if err != nil {
		return tf.Output{}, err
	}
	return op.Output(0), nil
}

func (r *recorder) number(d dtype.Dtype, v int) (tf.Output, error) {
	t, err := tfeager.NewTFTensor(code(d), nil, appendElement(nil, d, backend.IntScalar(int64(v))))
	if err != nil {
		return tf.Output{}, err
	}
	return r.constant(t)
}

// operation returns an operation that the shim has made.
func (r *recorder) operation(c unsafe.Pointer) *tf.Operation {
	op := new(tf.Operation)
	*(*graftOperation)(unsafe.Pointer(op)) = graftOperation{c, r.graph}
	return op
}

func (r *recorder) name() string {
	r.ops++
	return fmt.Sprintf("n%d", r.ops)
}

func (r *recorder) branch(c *backend.Branch, in []tf.Output) ([]backend.Buffer, error) {
	outs := c.Outs()
	if len(outs) == 0 {
		return nil, nil
	}
	var functions [2]*tfeager.GraphFunction
	for i, p := range [2]*backend.Program{c.Then, c.Otherwise} {
		f := r.function()
		inputs := make([]backend.Buffer, len(p.Inputs))
		for k, s := range p.Inputs {
			var err error
			if inputs[k], err = f.buffer(s); err != nil {
				return nil, err
			}
		}
		zs, err := f.results(p, inputs)
		if err != nil {
			return nil, err
		}
		for _, z := range zs {
			if err := f.result(z); err != nil {
				return nil, err
			}
		}
		if functions[i], err = f.made(r); err != nil {
			return nil, err
		}
	}
	dtypes, results := make([]int, len(c.Then.Inputs)), make([]int, len(outs))
	for i, s := range c.Then.Inputs {
		dtypes[i] = code(s.Dtype)
	}
	for i, s := range outs {
		results[i] = code(s.Dtype)
	}
	all := outputsOf(in)
	op, err := tfeager.If((*graftGraph)(unsafe.Pointer(r.graph)).c, r.name(), all[0], all[1:], dtypes, functions[0], functions[1], results)
	if err != nil {
		return nil, err
	}
	return r.buffers(r.operation(op), 0, outs), nil
}

// buffers returns results of an operation, from the first on.
func (r *recorder) buffers(op *tf.Operation, first int, outs []backend.Spec) []backend.Buffer {
	zs := make([]backend.Buffer, len(outs))
	for i, s := range outs {
		zs[i] = newBuffer(s, tfeager.Symbol(r, op.Output(first+i)))
	}
	return zs
}

// A loopGraph is a loop that is being added to a graph. What goes round: how many iterations there were, the
// state, lists of rows, lists of results, what stays the same.
type loopGraph struct {
	*recorder
	*backend.Loop
	outs   []backend.Spec
	dtypes []int
	dims   [][]int
}

func (r *recorder) loop(l *backend.Loop, in []tf.Output) ([]backend.Buffer, error) {
	g := &loopGraph{recorder: r, Loop: l, outs: l.Outs()}
	if l.Trips > math.MaxInt32 && (l.Rows > 0 || len(g.outs) > l.State) {
		return nil, fmt.Errorf("a loop of %d iterations with rows or results: a list has %d at most", l.Trips, math.MaxInt32)
	}
	start, err := r.number(dtype.Int64, 0)
	if err != nil {
		return nil, err
	}
	around := []tf.Output{start}
	g.turn(int(tf.Int64), nil)
	for i := range l.State {
		around = append(around, in[i])
		g.turn(code(g.outs[i].Dtype), g.outs[i].Shape)
	}
	for i := range l.Rows {
		s := l.Body.Inputs[g.first()+l.State+i]
		list, err := g.list("TensorListFromTensor", s, in[l.State+i])
		if err != nil {
			return nil, err
		}
		around = append(around, list)
		g.turn(int(variant), nil)
	}
	ys := g.outs[l.State:]
	for _, s := range ys {
		n, err := r.number(dtype.Int32, l.Trips)
		if err != nil {
			return nil, err
		}
		list, err := g.reserved(s, n)
		if err != nil {
			return nil, err
		}
		around = append(around, list)
		g.turn(int(variant), nil)
	}
	for i, v := range in[l.State+l.Rows:] {
		s := l.Body.Inputs[g.first()+l.State+l.Rows+i]
		around = append(around, v)
		g.turn(code(s.Dtype), s.Shape)
	}
	test, err := g.test()
	if err != nil {
		return nil, err
	}
	body, err := g.body()
	if err != nil {
		return nil, err
	}
	c, err := tfeager.While((*graftGraph)(unsafe.Pointer(r.graph)).c, r.name(), outputsOf(around), g.dtypes, test, body)
	if err != nil {
		return nil, err
	}
	op := r.operation(c)
	zs := r.buffers(op, 1, g.outs[:l.State])
	for j, s := range ys {
		dims, err := r.shapeOf(s.Shape[1:])
		if err != nil {
			return nil, err
		}
		z, err := r.op("TensorListStack", map[string]any{"element_dtype": natives[s.Dtype], "num_elements": int64(l.Trips)}, op.Output(1+l.State+l.Rows+j), dims)
		if err != nil {
			return nil, err
		}
		zs = append(zs, newBuffer(s, tfeager.Symbol(r, z)))
	}
	return zs, nil
}

func (g *loopGraph) first() int {
	if g.Counter.IsValid() {
		return 1
	}
	return 0
}

func (g *loopGraph) turn(d int, dims []int) {
	g.dtypes, g.dims = append(g.dtypes, d), append(g.dims, dims)
}

// shapeOf returns a shape as a constant.
func (r *recorder) shapeOf(dims []int) (tf.Output, error) {
	var data []byte
	for _, n := range dims {
		data = appendElement(data, dtype.Int32, backend.IntScalar(int64(n)))
	}
	t, err := tfeager.NewTFTensor(code(dtype.Int32), []int{len(dims)}, data)
	if err != nil {
		return tf.Output{}, err
	}
	return r.constant(t)
}

// list returns a list whose elements are like row.
func (g *loopGraph) list(name string, row backend.Spec, x tf.Output) (tf.Output, error) {
	dims, err := g.shapeOf(row.Shape)
	if err != nil {
		return tf.Output{}, err
	}
	return g.op(name, map[string]any{"element_dtype": natives[row.Dtype]}, x, dims)
}

// reserved returns a list of n elements that are not there yet, for results like out.
func (g *loopGraph) reserved(out backend.Spec, n tf.Output) (tf.Output, error) {
	dims, err := g.shapeOf(out.Shape[1:])
	if err != nil {
		return tf.Output{}, err
	}
	return g.op("TensorListReserve", map[string]any{"element_dtype": natives[out.Dtype]}, dims, n)
}

// inputs adds what goes round to a function.
func (g *loopGraph) inputs(f *function) ([]tf.Output, error) {
	for i, d := range g.dtypes {
		if _, err := f.input(tf.DataType(d), g.dims[i]); err != nil {
			return nil, err
		}
	}
	return f.in, nil
}

// symbol returns an input of a function as a buffer like s.
func (f *function) symbol(s backend.Spec, v tf.Output) backend.Buffer {
	return newBuffer(s, tfeager.Symbol(f.recorder, v))
}

// test makes the function that says whether there is another iteration.
func (g *loopGraph) test() (*tfeager.GraphFunction, error) {
	f := g.function()
	in, err := g.inputs(f)
	if err != nil {
		return nil, err
	}
	var z tf.Output
	if g.Cond == nil {
		n, err := f.number(dtype.Int64, g.Trips)
		if err != nil {
			return nil, err
		}
		if z, err = f.op("Less", nil, in[0], n); err != nil {
			return nil, err
		}
	} else {
		args := make([]backend.Buffer, len(g.Cond.Inputs))
		for i, s := range g.Cond.Inputs {
			args[i] = f.symbol(s, in[1+i]) // there are no lists
		}
		zs, err := f.results(g.Cond, args)
		if err != nil {
			return nil, err
		}
		z = zs[0]
	}
	if err := f.result(z); err != nil {
		return nil, err
	}
	return f.made(g.recorder)
}

// body makes the function of an iteration.
func (g *loopGraph) body() (*tfeager.GraphFunction, error) {
	f := g.function()
	in, err := g.inputs(f)
	if err != nil {
		return nil, err
	}
	specs := g.Body.Inputs
	one, err := f.number(dtype.Int64, 1)
	if err != nil {
		return nil, err
	}
	next, err := f.op("AddV2", nil, in[0], one)
	if err != nil {
		return nil, err
	}
	at := in[0]
	if g.Reverse {
		last, err := f.number(dtype.Int64, g.Trips-1)
		if err != nil {
			return nil, err
		}
		if at, err = f.op("Sub", nil, last, at); err != nil {
			return nil, err
		}
	}
	var args []backend.Buffer
	if g.Counter.IsValid() {
		from, err := f.number(dtype.Int64, g.From)
		if err != nil {
			return nil, err
		}
		i, err := f.op("AddV2", nil, at, from)
		if err != nil {
			return nil, err
		}
		if i, err = f.op("Cast", map[string]any{"DstT": natives[g.Counter]}, i); err != nil {
			return nil, err
		}
		args = append(args, f.symbol(specs[0], i))
	}
	index, err := f.op("Cast", map[string]any{"DstT": tf.Int32}, at)
	if err != nil {
		return nil, err
	}
	states, lists, same := in[1:1+g.State], in[1+g.State:], in[1+g.State+g.Rows+len(g.outs)-g.State:]
	for _, v := range states {
		args = append(args, f.symbol(specs[len(args)], v))
	}
	for _, list := range lists[:g.Rows] {
		s := specs[len(args)]
		dims, err := f.shapeOf(s.Shape)
		if err != nil {
			return nil, err
		}
		row, err := f.op("TensorListGetItem", map[string]any{"element_dtype": natives[s.Dtype]}, list, index, dims)
		if err != nil {
			return nil, err
		}
		args = append(args, f.symbol(s, row))
	}
	for _, v := range same {
		args = append(args, f.symbol(specs[len(args)], v))
	}
	zs, err := f.results(g.Body, args)
	if err != nil {
		return nil, err
	}
	out := append([]tf.Output{next}, zs[:g.State]...)
	out = append(out, lists[:g.Rows]...)
	for j, y := range zs[g.State:] {
		list, err := f.op("TensorListSetItem", map[string]any{"element_dtype": natives[g.outs[g.State+j].Dtype]}, lists[g.Rows+j], index, y)
		if err != nil {
			return nil, err
		}
		out = append(out, list)
	}
	for _, v := range append(out, same...) {
		if err := f.result(v); err != nil {
			return nil, err
		}
	}
	return f.made(g.recorder)
}
