//go:build tensorflow

package tensorflow

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"

	tf "github.com/wamuir/graft/tensorflow"
	pb "github.com/wamuir/graft/tensorflow/core/protobuf/for_core_protos_go_proto"
	"google.golang.org/protobuf/proto"

	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

var _ backend.Compiler = Backend{}

// asWritten has graphs run as they are: what TensorFlow rewrites gives other roundings.
var asWritten = &pb.GraphOptions{
	OptimizerOptions: &pb.OptimizerOptions{OptLevel: pb.OptimizerOptions_L0},
	RewriteOptions:   &pb.RewriterConfig{DisableMetaOptimizer: true},
}

// sessions are how graphs run here: each on the calling thread, as the operations would
// one by one.
var sessions = func() *tf.SessionOptions {
	config, err := proto.Marshal(&pb.ConfigProto{InterOpParallelismThreads: -1, GraphOptions: asWritten})
	if err != nil {
		panic(err) // it has no field that could fail
	}
	return &tf.SessionOptions{Config: config}
}()

// What a session and each operation of its graph take of memory, about.
const (
	sessionBytes   = 192 << 10
	operationBytes = 8 << 10
)

// mostOperations is how many operations a graph has at most. The first run of a larger one
// takes seconds, in which the library prepares each operation: some hundred times as
// long as it takes to run that by itself.
const mostOperations = 1 << 14

// Compile makes a graph of p, which a session runs in one call.
func (Backend) Compile(p *backend.Program) (*backend.Plan, error) {
	r := newRecorder()
	r.most = mostOperations
	outputs, results, err := r.program(p)
	if err != nil {
		return nil, err
	}
	var fetches []tf.Output
	from := make([]func([]backend.Buffer, []*tf.Tensor) (backend.Buffer, error), len(results))
	for i, z := range results {
		spec := p.Spec(p.Results[i])
		v, symbolic := of(z).Symbol(r)
		switch {
		case p.Results[i] < len(p.Inputs):
			from[i] = func(in []backend.Buffer, _ []*tf.Tensor) (backend.Buffer, error) { return in[p.Results[i]], nil }
		case !symbolic:
			from[i] = func([]backend.Buffer, []*tf.Tensor) (backend.Buffer, error) {
				return run1(copied.program(spec.Dtype, spec.Dtype), spec, z)
			}
		default:
			at := len(fetches)
			fetches = append(fetches, v.(tf.Output))
			from[i] = func(_ []backend.Buffer, out []*tf.Tensor) (backend.Buffer, error) { return take(spec, out[at]) }
		}
	}
	session, err := tf.NewSession(r.graph, sessions)
	if err != nil {
		return nil, err
	}
	elsewhere := &remote{graph: r.graph, in: outputs, out: fetches, functions: len(r.functions)}
	execute := func(in []backend.Buffer) ([]backend.Buffer, error) {
		if devices.Load() != nil && slices.ContainsFunc(in, func(b backend.Buffer) bool { return Backend{}.Device(b) != localDevice }) {
			return elsewhere.run(p, in, results)
		}
		out, err := run(session, outputs, in, fetches)
		if err != nil { // operation by operation it comes with what the graph cannot say
			return interpreted(p, in)
		}
		zs := make([]backend.Buffer, len(from))
		for i, f := range from {
			if zs[i], err = f(in, out); err != nil {
				return nil, err
			}
		}
		return zs, nil
	}
	return &backend.Plan{
		Run: func(in, results []backend.Buffer, _ []backend.Spec) error {
			zs, err := execute(in)
			copy(results, zs)
			return err
		},
		Bytes: sessionBytes + r.ops*operationBytes + r.bytes,
		// It waits for the calls under way. Those that begin later find the session closed
		// and run operation by operation.
		Close: func() { go func() { _ = session.Close() }() },
	}, nil
}

// interpreted runs p operation by operation.
func interpreted(p *backend.Program, in []backend.Buffer) ([]backend.Buffer, error) {
	return (&backend.Interpreter{Backend: Backend{}, Table: kernels}).Run(p, in)
}

// A remote is a graph as a function that runs on other devices of a cluster.
type remote struct {
	graph   *tf.Graph
	in, out []tf.Output

	functions int // that it has, which other devices do not

	mu      sync.Mutex
	defined bool
	program tfeager.Program
}

// functions counts those there are: each has a name of its own.
var functions atomic.Int64

// define makes the graph a function, if it is none yet.
func (r *remote) define() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.defined {
		return nil
	}
	name := fmt.Sprintf("goivy_%d", functions.Add(1))
	if err := tfeager.Function((*graftGraph)(unsafe.Pointer(r.graph)).c, name, outputsOf(r.in), outputsOf(r.out)); err != nil {
		return err
	}
	r.defined = true
	runtime.KeepAlive(r.graph)
	r.program.Reset(len(r.in))
	operands := make([]value, len(r.in))
	for i := range operands {
		operands[i] = r.program.Operand(i)
	}
	first := r.program.Ops(len(r.out), name, operands...)
	outs := make([]value, len(r.out))
	for i := range outs {
		outs[i] = first + value(i)
	}
	r.program.Return(outs...)
	return nil
}

// run runs the graph on the device of its inputs. results are those of its tracing.
func (r *remote) run(p *backend.Program, in, results []backend.Buffer) ([]backend.Buffer, error) {
	if len(r.out) == 0 || r.functions > 0 {
		return interpreted(p, in)
	}
	if r.define() != nil {
		return interpreted(p, in)
	}
	ts, err := r.program.Run(all(in)...)
	if err != nil {
		return interpreted(p, in) // for an error that says more
	}
	zs := make([]backend.Buffer, len(results))
	for i, z := range results {
		switch spec := p.Spec(p.Results[i]); {
		case p.Results[i] < len(p.Inputs):
			zs[i] = in[p.Results[i]]
		case of(z).IsSymbol():
			zs[i], ts = newBuffer(spec, ts[0]), ts[1:]
		default:
			zs[i] = z
		}
	}
	return zs, nil
}

func shapeAttr(dims []int) tf.Shape {
	s := make([]int64, len(dims))
	for i, n := range dims {
		s[i] = int64(n)
	}
	return tf.MakeShape(s...)
}

// run runs a graph on buffers fed to inputs.
func run(session *tf.Session, inputs []tf.Output, in []backend.Buffer, fetches []tf.Output) ([]*tf.Tensor, error) {
	if len(fetches) == 0 {
		return nil, nil
	}
	feeds := make(map[tf.Output]*tf.Tensor, len(in))
	defer func() {
		for _, t := range feeds {
			tfeager.DeleteTFTensor((*graftTensor)(unsafe.Pointer(t)).c)
		}
	}()
	for i, b := range in {
		c, err := tensorOf(b)
		if err != nil {
			return nil, err
		}
		feeds[inputs[i]] = (*tf.Tensor)(unsafe.Pointer(&graftTensor{c: c}))
	}
	out, err := session.Run(feeds, fetches, nil)
	runtime.KeepAlive(in)
	return out, err
}

// tensorOf returns a TF_Tensor of b's elements, for DeleteTFTensor.
func tensorOf(b backend.Buffer) (unsafe.Pointer, error) {
	s := b.(*buffer).strided()
	if data, ok := inline.Host(s); ok {
		return tfeager.NewTFTensor(code(s.Dtype), s.Shape, data)
	}
	return of(b).TFTensor()
}

// take makes a tensor of graft's, which is given up, a buffer.
func take(spec backend.Spec, t *tf.Tensor) (backend.Buffer, error) {
	runtime.SetFinalizer(t, nil)
	g := (*graftTensor)(unsafe.Pointer(t))
	defer tfeager.DeleteTFTensor(g.c)
	if want := shape.Size(spec.Shape); elements(g.shape) != want {
		return nil, fmt.Errorf("a graph's result has shape %v, want %s", g.shape, shape.Text(spec.Shape))
	}
	if z := inline.New(spec); z != nil {
		data, _ := inline.Host(z)
		return (*buffer)(z), tfeager.ReadTFTensor(g.c, data)
	}
	z, err := tfeager.FromTFTensor(g.c)
	return made(spec, z, err)
}

func elements(dims []int64) int {
	n := 1
	for _, d := range dims {
		n *= int(d)
	}
	return n
}

// A recorder makes programs a part of a graph.
type recorder struct {
	graph   *tf.Graph
	ops     int
	most    int // operations; 0 is no limit
	bytes   int // of constants
	tensors map[*tfeager.Tensor]tf.Output
	consts  map[constKey]tf.Output // small ones: programs have many that are equal

	functions []*tfeager.GraphFunction // that the graph has, of branches and loops
}

// A constKey is all of a constant.
type constKey struct {
	dtype      int
	dims, data string
}

func newRecorder() *recorder {
	return &recorder{graph: tf.NewGraph(), tensors: map[*tfeager.Tensor]tf.Output{}, consts: map[constKey]tf.Output{}}
}

// program adds p to the graph, and returns the placeholders of its inputs and its results,
// which are symbols of the recorder, or constants.
func (r *recorder) program(p *backend.Program) (inputs []tf.Output, results []backend.Buffer, err error) {
	buffers := make([]backend.Buffer, len(p.Inputs))
	for i, in := range p.Inputs {
		op, err := r.add("Placeholder", nil, map[string]any{"dtype": natives[in.Dtype], "shape": shapeAttr(in.Shape)})
		if err != nil {
			return nil, nil, err
		}
		inputs = append(inputs, op.Output(0))
		buffers[i] = newBuffer(in, tfeager.Symbol(r, inputs[i]))
	}
	results, err = p.RunWith(kernels, buffers, nil, r.control)
	return inputs, results, err
}

func (r *recorder) add(name string, inputs []tf.Input, attrs map[string]any) (*tf.Operation, error) {
	if r.ops++; r.most > 0 && r.ops > r.most {
		return nil, fmt.Errorf("a graph of more than %d operations takes longer to prepare than they do", r.most)
	}
	return r.graph.AddOperation(tf.OpSpec{Type: name, Name: "n" + strconv.Itoa(r.ops), Input: inputs, Attrs: attrs})
}

// output returns the output of the graph that is a tensor; one that is there already becomes a
// constant.
func (r *recorder) output(x *tfeager.Tensor) (tf.Output, error) {
	if v, ok := x.Symbol(r); ok {
		return v.(tf.Output), nil
	}
	if z, ok := r.tensors[x]; ok {
		return z, nil
	}
	c, err := x.TFTensor()
	if err != nil {
		return tf.Output{}, err
	}
	z, err := r.constant(c)
	r.tensors[x] = z
	return z, err
}

// constant takes a TF_Tensor over.
func (r *recorder) constant(c unsafe.Pointer) (tf.Output, error) {
	defer tfeager.DeleteTFTensor(c)
	r.bytes += tfeager.TFTensorBytes(c)
	t := (*tf.Tensor)(unsafe.Pointer(&graftTensor{c: c}))
	op, err := r.add("Const", nil, map[string]any{"dtype": t.DataType(), "value": t})
	if err != nil {
		return tf.Output{}, err
	}
	return op.Output(0), nil
}

// small returns the constant of a program, which is there once.
func (r *recorder) small(c *tfeager.Const) (tf.Output, error) {
	key := constKey{c.Dtype, fmt.Sprint(c.Dims), string(c.Data)}
	if z, ok := r.consts[key]; ok {
		return z, nil
	}
	t, err := tfeager.NewTFTensor(c.Dtype, c.Dims, c.Data)
	if err != nil {
		return tf.Output{}, err
	}
	z, err := r.constant(t)
	if err == nil {
		r.consts[key] = z
	}
	return z, err
}

// Record adds the program's operations to the graph.
func (r *recorder) Record(p *tfeager.Program, xs []*tfeager.Tensor) ([]*tfeager.Tensor, error) {
	var values []tf.Output
	for _, x := range xs {
		z, err := r.output(x)
		if err != nil {
			return nil, err
		}
		values = append(values, z)
	}
	steps, results := p.Steps()
	for _, s := range steps {
		made, err := r.step(&s, values)
		if err != nil {
			return nil, err
		}
		values = append(values, made...)
	}
	zs := make([]*tfeager.Tensor, len(results))
	for i, v := range results {
		zs[i] = tfeager.Symbol(r, values[v])
	}
	return zs, nil
}

func (r *recorder) step(s *tfeager.Step, values []tf.Output) ([]tf.Output, error) {
	switch {
	case s.Const != nil:
		z, err := r.small(s.Const)
		return []tf.Output{z}, err
	case s.Indices != nil:
		z, err := r.indices(values[s.Indices.Value], s.Indices.Length)
		return []tf.Output{z}, err
	}
	inputs := make([]tf.Input, len(s.Operands))
	for i, operand := range s.Operands {
		if !s.Lists[i] {
			inputs[i] = values[operand[0]]
			continue
		}
		list := make(tf.OutputList, len(operand))
		for j, v := range operand {
			list[j] = values[v]
		}
		inputs[i] = list
	}
	attrs := make(map[string]any, len(s.Attrs))
	for _, a := range s.Attrs {
		switch v := a.Value.(type) {
		case tfeager.Dtype:
			attrs[a.Name] = tf.DataType(v)
		case tfeager.Shape:
			attrs[a.Name] = shapeAttr(v)
		case []tfeager.Dtype:
			list := make([]tf.DataType, len(v))
			for i, d := range v {
				list[i] = tf.DataType(d)
			}
			attrs[a.Name] = list
		default:
			attrs[a.Name] = v
		}
	}
	op, err := r.add(s.Op, inputs, attrs)
	if err != nil {
		return nil, err
	}
	if op.NumOutputs() != s.Results {
		return nil, errors.New("an operation with another number of results")
	}
	zs := make([]tf.Output, s.Results)
	for i := range zs {
		zs[i] = op.Output(i)
	}
	return zs, nil
}

// indices counts negative ones from the end. One that is out of range ends the run, whatever
// is made of it: operations that take indices look at none where they have nothing to take,
// and several index arrays become one, in which a wrong pair may be another's number.
func (r *recorder) indices(x tf.Output, length int) (z tf.Output, err error) {
	step := func(name string, inputs ...tf.Input) tf.Output {
		var op *tf.Operation
		if err == nil {
			op, err = r.add(name, inputs, nil)
		}
		if err != nil {
			return tf.Output{}
		}
		return op.Output(0)
	}
	number := func(v int, dims ...int) (c tf.Output) {
		if err == nil {
			var t unsafe.Pointer
			if t, err = tfeager.NewTFTensor(code(dtype.Int64), dims, appendElement(nil, dtype.Int64, backend.IntScalar(int64(v)))); err == nil {
				c, err = r.constant(t)
			}
		}
		return c
	}
	counted := step("SelectV2", step("Less", x, number(0)), step("AddV2", x, number(length)), x)
	// Those below 0 become too large, and of an axis without elements all: there is no
	// operation that finds an index in nothing out of range.
	least, limit := 0, length
	if length == 0 {
		least, limit = math.MaxInt64, 1
	}
	within := step("SelectV2", step("Less", counted, number(least)), number(limit), counted)
	flat := step("UnravelIndex", step("Reshape", within, number(-1, 1)), number(limit, 1))
	z = step("Reshape", flat, step("Shape", x))
	return z, err
}
