package onnx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// onBackend is what a model has on a backend: an Env, its weights as arrays, and compiled functions.
type onBackend struct {
	name string
	env  *ivy.Env

	mu       sync.Mutex
	arrays   map[*constant]*ivy.Array
	results  map[*node][]value // of nodes that compute something of constants alone
	compiled map[string]*ivy.Compiled
	order    []string // of keys of compiled, the one that was used last at the end

	segments map[place]*segments
	alone    atomic.Int64 // how often the model ran operator by operator
}

// mostCompiled is how many functions a model keeps compiled on a backend: one for each of the elements of its hostInputs. Each of them
// keeps plans for as many shapes of the other inputs as the Env says.
const mostCompiled = 32

// mostHost is how many elements an input may have to be looked at before the model is compiled.
const mostHost = 256

func (m *Model) on(backend string) (*onBackend, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if b, ok := m.backends[backend]; ok {
		return b, nil
	}
	env, err := ivy.NewEnv(backend)
	if err != nil {
		return nil, err
	}
	b := &onBackend{name: backend, env: env, arrays: map[*constant]*ivy.Array{}, results: map[*node][]value{}, compiled: map[string]*ivy.Compiled{}, segments: map[place]*segments{}}
	m.backends[backend] = b
	return b, nil
}

// array returns a constant as an array, which is made once.
func (b *onBackend) array(c *constant) *ivy.Array {
	b.mu.Lock()
	defer b.mu.Unlock()
	x, ok := b.arrays[c]
	if !ok {
		x = c.array(b.env)
		b.arrays[c] = x
	}
	return x
}

// Run computes all outputs of inputs, which have the names of [Model.Inputs]; those that are Optional there may be left out. Each has
// the dtype that its Value says, and a shape that fits. The model is compiled for the dtypes and shapes that it is called with, see
// [ivy.Compile]; where what it does depends on computed elements it runs operator by operator, and from the second call on in compiled segments
// between the operators that look at them. All inputs are on one backend, on which it runs.
//
// An input that is not there, and one of another dtype or shape, are errors of kind [ivy.ErrValue], [ivy.ErrDtype] and [ivy.ErrShape];
// an error of an operator is a [NodeError] of the kind that is the operator's.
func (m *Model) Run(inputs map[string]*ivy.Array) (map[string]*ivy.Array, error) {
	return m.RunContext(context.Background(), inputs)
}

// RunContext is [Model.Run] that ends with an error of kind [ivy.ErrCanceled] when the context is done.
func (m *Model) RunContext(ctx context.Context, inputs map[string]*ivy.Array) (outputs map[string]*ivy.Array, err error) {
	err = ivy.Try(func() {
		defer blame.Named("onnx.Run")
		args := m.args(inputs)
		b := m.backendOf(args)
		fixed, rest := m.divide(args)
		var zs []*ivy.Array
		if err := ivy.Try(func() { zs = b.function(m, args, fixed).CallContext(ctx, rest...) }); errors.Is(err, errAlone) {
			r := &run{ctx: ctx, m: m, b: b, e: b.env.Context(ctx)}
			r.compiles = b.alone.Add(1) > 1
			zs = m.compute(r, args, nil)
		} else if err != nil {
			panic(err)
		}
		outputs = make(map[string]*ivy.Array, len(zs))
		for i, z := range zs {
			outputs[m.outputs[i].Name] = z
		}
	})
	return outputs, err
}

// Func returns the model as a function of its inputs that are not Optional, in the order of [Model.Inputs], whose results are its
// outputs in their order. It runs operator by operator, for [ivy.Compile], [ivy.Grad] and the like; its panics are [ivy.Error].
func (m *Model) Func() func(xs ...*ivy.Array) []*ivy.Array {
	return func(xs ...*ivy.Array) []*ivy.Array {
		defer blame.Named("onnx.Func")
		want := 0
		for _, in := range m.inputs {
			if !in.Optional {
				want++
			}
		}
		if len(xs) != want {
			panic(blame.Errorf(ivy.ErrValue, "%d inputs, the model has %d", len(xs), want))
		}
		args := append(slices.Clone(xs), make([]*ivy.Array, len(m.inputs)-want)...)
		m.check(args)
		b := m.backendOf(args)
		return m.compute(&run{ctx: context.Background(), m: m, b: b, e: b.env}, args, nil)
	}
}

// errAlone ends a compiled model that is not traced: it runs operator by operator instead, by an Env with the call's context.
var errAlone = errors.New("the model runs operator by operator")

// args returns inputs in the order of the model's, nil for those that are left out.
func (m *Model) args(inputs map[string]*ivy.Array) []*ivy.Array {
	args := make([]*ivy.Array, len(m.inputs))
	used := 0
	for i, in := range m.inputs {
		x, ok := inputs[in.Name]
		switch {
		case ok && x == nil:
			panic(blame.Errorf(ivy.ErrValue, "input %q is nil", in.Name))
		case !ok && !in.Optional:
			panic(blame.Errorf(ivy.ErrValue, "input %q is missing: the model has %s", in.Name, m.inputNames()))
		case ok:
			used++
		}
		args[i] = x
	}
	if used < len(inputs) {
		for name := range inputs {
			if !slices.ContainsFunc(m.inputs, func(v Value) bool { return v.Name == name }) {
				panic(blame.Errorf(ivy.ErrValue, "no input is named %q: the model has %s", name, m.inputNames()))
			}
		}
	}
	m.check(args)
	return args
}

func (m *Model) inputNames() string {
	var texts []string
	for _, in := range m.inputs {
		texts = append(texts, in.String())
	}
	return strings.Join(texts, ", ")
}

// check compares arguments with what the file says of inputs.
func (m *Model) check(args []*ivy.Array) {
	for i, x := range args {
		switch {
		case x != nil:
			m.checkOne(i, x)
		case !m.inputs[i].Optional:
			panic(blame.Errorf(ivy.ErrValue, "input %q is nil", m.inputs[i].Name))
		}
	}
}

func (m *Model) checkOne(i int, x *ivy.Array) {
	in := m.inputs[i]
	if in.Type != "" && in.Dtype != x.Dtype() {
		panic(blame.Errorf(ivy.ErrDtype, "input %q of dtype %v, want %v", in.Name, x.Dtype(), in.Dtype))
	}
	if in.Shape == nil {
		return
	}
	shape := x.Shape()
	fits := len(shape) == len(in.Shape)
	for k := 0; fits && k < len(shape); k++ {
		fits = in.Shape[k].Size < 0 || shape[k] == in.Shape[k].Size
	}
	if !fits {
		panic(blame.Errorf(ivy.ErrShape, "input %q of shape %v, want %s", in.Name, shape, in))
	}
}

// backendOf returns the backend of the arguments.
func (m *Model) backendOf(args []*ivy.Array) *onBackend {
	name := ""
	for i, x := range args {
		switch {
		case x == nil:
		case name == "":
			name = x.Backend()
		case name != x.Backend():
			panic(blame.Errorf(ivy.ErrBackend, "input %q on backend %q, another one on %q", m.inputs[i].Name, x.Backend(), name))
		}
	}
	if name == "" {
		name = ivy.CurrentBackend()
	}
	b, err := m.on(name)
	if err != nil {
		panic(blame.Errorf(ivy.ErrBackend, "%w", err))
	}
	return b
}

// divide says which of the arguments the model looks at, and returns the others, of which it needs dtypes and shapes alone.
func (m *Model) divide(args []*ivy.Array) (fixed []bool, rest []*ivy.Array) {
	fixed = make([]bool, len(args))
	for i, x := range args {
		switch {
		case x == nil:
		case m.host[m.inputs[i].Name] && x.Size() <= mostHost:
			fixed[i] = true
		default:
			rest = append(rest, x)
		}
	}
	return fixed, rest
}

// function returns the model, for those of the arguments that are fixed, as a compiled function of the others.
func (b *onBackend) function(m *Model, args []*ivy.Array, fixed []bool) *ivy.Compiled {
	var key strings.Builder
	held, given := make([]value, len(args)), make([]bool, len(args))
	for i, x := range args {
		if given[i] = x != nil; given[i] {
			fmt.Fprintf(&key, "%d,", i)
		}
		if x != nil && fixed[i] {
			fmt.Fprintf(&key, "%v %v %x;", x.Dtype(), x.Shape(), x.Bytes())
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	name := key.String()
	if c, ok := b.compiled[name]; ok {
		at := slices.Index(b.order, name)
		b.order = append(slices.Delete(b.order, at, at+1), name)
		return c
	}
	for i, x := range args {
		if x != nil && fixed[i] {
			held[i] = value{c: &constant{elem: m.elemOf(i, x), shape: x.Shape(), data: x.Bytes()}}
		}
	}
	c := b.env.Compile(func(xs ...*ivy.Array) []*ivy.Array {
		if len(xs) == 0 || !xs[0].IsAbstract() {
			panic(&ivy.Error{Kind: ivy.ErrUnsupported, Err: errAlone})
		}
		args := make([]*ivy.Array, len(given))
		for i := range args {
			if given[i] && !fixed[i] {
				args[i], xs = xs[0], xs[1:]
			}
		}
		return m.compute(&run{ctx: context.Background(), m: m, b: b, e: b.env}, args, held)
	})
	b.compiled[name] = c
	if b.order = append(b.order, name); len(b.order) > mostCompiled {
		delete(b.compiled, b.order[0])
		b.order = b.order[1:]
	}
	return c
}

func (m *Model) elemOf(i int, x *ivy.Array) elem {
	if t := m.graph.types[slices.Index(m.graph.inputs, m.inputs[i].Name)]; t.known() {
		return t
	}
	return elemOf(x.Dtype())
}

// A value is what a name stands for while the model runs.
type value struct {
	x    *ivy.Array // nil for a constant that was not looked at, a sequence, and for nothing
	elem elem
	c    *constant // of the file; or an input whose elements are looked at
	// known says that the elements do not depend on inputs, but for their shapes: they can be looked at while the model is traced.
	known bool
	// fixed says that they depend on no shape either: they are the same in every call.
	fixed    bool
	sequence bool
	list     []value // of a sequence
}

func (v value) there() bool { return v.x != nil || v.c != nil || v.sequence }

// A run is one call of a model, operator by operator.
type run struct {
	ctx   context.Context
	m     *Model
	b     *onBackend
	e     *ivy.Env
	depth int
	cost  *Cost // nil unless it is counted
	given bool  // an input has another value than the file's: what depends on those that the file has is not folded

	compiles bool // segments of graphs are compiled
}

// A frame has the values of a graph.
type frame struct {
	around *frame
	values map[string]value
	g      *graph
}

func (f *frame) find(name string) (value, bool) {
	for ; f != nil; f = f.around {
		if v, ok := f.values[name]; ok {
			return v, true
		}
		if c, ok := f.g.consts[name]; ok {
			return value{c: c, elem: c.elem, known: true, fixed: true}, true
		}
	}
	return value{}, false
}

// graphOf runs the model's graph for compute.
func (m *Model) graphOf(r *run, args []*ivy.Array, held []value) (*run, []value) {
	f := &frame{values: map[string]value{}, g: m.graph}
	for i, in := range m.inputs {
		if in.Optional && (args[i] != nil || held != nil && held[i].c != nil) {
			r.given, r.compiles = true, false
		}
		switch {
		case args[i] != nil:
			f.values[in.Name] = value{x: args[i], elem: m.elemOf(i, args[i])}
		case held != nil && held[i].c != nil:
			f.values[in.Name] = value{c: held[i].c, elem: held[i].c.elem, known: true}
		}
	}
	return r, r.graph(f)
}

// compute runs the model's graph. held are values in place of arguments that are nil.
func (m *Model) compute(r *run, args []*ivy.Array, held []value) []*ivy.Array {
	r, outs := m.graphOf(r, args, held)
	zs := make([]*ivy.Array, len(outs))
	for i, v := range outs {
		if !v.there() || v.sequence {
			panic(blame.Errorf(ivy.ErrUnsupported, "output %q is a sequence of arrays", m.outputs[i].Name))
		}
		if zs[i] = r.array(v); v.known || slices.Contains(args, zs[i]) { // results are no one else's
			zs[i] = r.e.CopyArray(zs[i])
		}
	}
	return zs
}

// array returns a value as an array of the backend.
func (r *run) array(v value) *ivy.Array {
	if v.x == nil {
		return r.b.array(v.c)
	}
	return v.x
}

// graph runs the nodes of a graph whose inputs are in f, and returns its outputs.
func (r *run) graph(f *frame) []value {
	if r.depth++; r.depth > deepest {
		panic(blame.Errorf(ivy.ErrValue, "graphs in one another, more than %d deep", deepest))
	}
	defer func() { r.depth-- }()
	for at := 0; at < len(f.g.nodes); {
		end := at
		if r.compiles && !r.skips(f.g, f.g.nodes[at]) {
			end = r.segment(f, at)
		}
		if end == at {
			r.node(f, f.g.nodes[at])
			end++
		}
		for ; at < end; at++ {
			for _, name := range f.g.nodes[at].ins { // what is not read any more may go
				if f.g.last[name] == at {
					delete(f.values, name)
				}
			}
		}
	}
	outs := make([]value, len(f.g.outputs))
	for i, name := range f.g.outputs {
		outs[i], _ = f.find(name)
	}
	return outs
}

// folds reports whether nodes are done along with others.
func (r *run) folds() bool { return r.cost == nil && !r.given }

// skips reports whether a node is done by another one, or for nothing.
func (r *run) skips(g *graph, n *node) bool {
	return r.folds() && (g.merged[n] || g.unread[n] && r.integers())
}

// node runs a node.
func (r *run) node(f *frame, n *node) {
	if r.skips(f.g, n) {
		return
	}
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		err, ok := p.(*ivy.Error)
		if !ok {
			panic(p)
		}
		if inner := (*NodeError)(nil); errors.As(err, &inner) {
			panic(err)
		}
		what := err.Err
		if err.Op != "" {
			what = fmt.Errorf("%s: %w", err.Op, err.Err)
		}
		panic(&ivy.Error{Backend: err.Backend, Kind: err.Kind, Err: n.failed(what)})
	}()
	c := &call{r: r, n: n, f: f, e: r.e, version: n.version, known: true, fixed: true}
	for _, name := range n.ins {
		v, ok := value{}, false
		if name != "" {
			if v, ok = f.find(name); ok && v.there() {
				c.known, c.fixed = c.known && v.known, c.fixed && v.fixed
			}
		}
		c.in = append(c.in, v)
	}
	outs := n.outs
	if fold := f.g.folded[n]; fold != nil && r.folds() {
		c.in, outs = append(c.in[:1], fold.weights()...), fold.outs
	}
	for _, name := range n.reads {
		if v, ok := f.find(name); ok && v.there() {
			c.known, c.fixed = c.known && v.known, c.fixed && v.fixed
		}
	}
	switch {
	case n.body != nil:
		inner := &frame{values: map[string]value{}, g: n.body}
		for i, v := range c.in {
			if v.there() {
				inner.values[n.body.inputs[i]] = v
			}
		}
		c.outs = r.graph(inner)
	case c.fixed && !n.row.random:
		c.outs = r.b.result(c)
	default:
		c.do()
	}
	for i, name := range outs {
		if i < len(c.outs) && name != "" {
			f.values[name] = c.outs[i]
		}
	}
	if r.cost != nil {
		r.cost.add(c, f)
	}
}

// result returns what a node computes of constants alone, which it does once.
func (b *onBackend) result(c *call) []value {
	b.mu.Lock()
	outs, ok := b.results[c.n]
	b.mu.Unlock()
	if !ok {
		c.do()
		outs = c.outs
		b.mu.Lock()
		b.results[c.n] = outs
		b.mu.Unlock()
	}
	return outs
}

// hostInputs returns the names of inputs whose elements say what the model does: shapes, axes, branches, numbers of steps.
func (g *graph) hostInputs() map[string]bool {
	needed := map[string]bool{}
	g.need(needed)
	host := map[string]bool{}
	for i, name := range g.inputs {
		t := g.types[i]
		if needed[name] && t.known() && !t.isFloat() {
			host[name] = true
		}
	}
	return host
}

// need adds the names whose elements have to be known, from the last node to the first.
func (g *graph) need(needed map[string]bool) {
	for _, n := range slices.Backward(g.nodes) {
		wanted := slices.ContainsFunc(n.outs, func(name string) bool { return name != "" && needed[name] })
		for _, a := range n.attrs {
			if a.graph == nil {
				continue
			}
			if wanted {
				for _, name := range a.graph.outputs {
					needed[name] = true
				}
			}
			a.graph.need(needed)
		}
		if n.body != nil {
			inner := map[string]bool{}
			if wanted {
				for _, name := range n.body.outputs {
					inner[name] = true
				}
			}
			n.body.need(inner)
			for i, name := range n.ins {
				if inner[n.body.inputs[i]] {
					needed[name] = true
				}
			}
			continue
		}
		for i, name := range n.ins {
			if name != "" && (wanted && n.op != "Shape" && n.op != "Size" || slices.Contains(n.row.host, i)) {
				needed[name] = true
			}
		}
	}
}
