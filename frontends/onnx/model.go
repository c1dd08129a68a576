package onnx

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/goivy/goivy/internal/filemap"
	"github.com/goivy/goivy/ivy"
)

// A Model is a trained model that was read from an ONNX file. Its methods may be called from many goroutines.
type Model struct {
	proto    *modelProto
	opsets   map[string]int
	inputs   []Value
	outputs  []Value
	graph    *graph
	host     map[string]bool // inputs whose elements have to be known, see hostInputs
	weights  []*constant     // in the order of the file
	mu       sync.Mutex
	backends map[string]*onBackend
}

// A Value is an input or an output of a model.
type Value struct {
	Name  string
	Type  string    // as ONNX calls it: "float", "int64", "float8e4m3fn"; "map" of what ZipMap makes, which is a matrix here
	Dtype ivy.Dtype // of its arrays, wider than Type for types that package ivy does not have
	Shape []Dim     // as the file says it, which is not checked of outputs; nil if it says nothing
	// Optional says of an input that the file has a value for it.
	Optional bool
}

// A Dim is the length of an axis: Size, or −1 if that is not fixed, and the name that it has then, if it has one.
type Dim struct {
	Size int
	Name string
}

// String returns the length, or its name, or "?".
func (d Dim) String() string {
	switch {
	case d.Name != "":
		return d.Name
	case d.Size < 0:
		return "?"
	}
	return fmt.Sprint(d.Size)
}

// String returns "name: float (batch, 3, 224, 224)".
func (v Value) String() string {
	text := v.Name + ": " + v.Type
	if v.Shape == nil {
		return text
	}
	dims := make([]string, len(v.Shape))
	for i, d := range v.Shape {
		dims[i] = d.String()
	}
	return text + " (" + strings.Join(dims, ", ") + ")"
}

// An Unsupported is a file that uses what this package does not have, all of it.
type Unsupported struct{ What []string }

// Error names all of it.
func (u *Unsupported) Error() string { return "not supported: " + strings.Join(u.What, "; ") }

// Open reads the model in a file. Where the system can, its weights stay in the file until they are used, which other programs
// have to wait with changing then. Weights in other files have to be in the same folder, or in one below it.
//
// A file that is no model, or says what cannot be, is an error of kind [ivy.ErrValue]; one that uses operators, versions of them or types that
// the package does not have is an [Unsupported] of kind [ivy.ErrUnsupported], which names all of them.
func Open(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &ivy.Error{Op: "onnx.Open", Kind: ivy.ErrValue, Err: err}
	}
	defer f.Close()
	data, err := filemap.Read(f)
	if err != nil {
		return nil, &ivy.Error{Op: "onnx.Open", Kind: ivy.ErrValue, Err: err}
	}
	m, err := read(data, &outside{maps: map[string][]byte{}, read: readInFolder(filepath.Dir(path))})
	if err != nil {
		return nil, failed("onnx.Open", fmt.Errorf("%s: %w", path, err))
	}
	return m, nil
}

// NewReader reads a model of size bytes, which has all its weights in it: see [Open].
func NewReader(r io.ReaderAt, size int64) (*Model, error) {
	data, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err == nil && int64(len(data)) < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, &ivy.Error{Op: "onnx.NewReader", Kind: ivy.ErrValue, Err: err}
	}
	m, err := read(data, &outside{})
	if err != nil {
		return nil, failed("onnx.NewReader", err)
	}
	return m, nil
}

func failed(op string, err error) *ivy.Error {
	kind := ivy.ErrValue
	var u *Unsupported
	if errors.As(err, &u) {
		kind = ivy.ErrUnsupported
	}
	return &ivy.Error{Op: op, Kind: kind, Err: err}
}

// Inputs returns the inputs that a call has to give, and after them those that the file has values for.
func (m *Model) Inputs() []Value { return slices.Clone(m.inputs) }

// Outputs returns what the model computes.
func (m *Model) Outputs() []Value { return slices.Clone(m.outputs) }

// Names returns the names of all tensors that nodes of the model compute, in the order of the nodes, but not those inside of branches,
// loops and functions.
func (m *Model) Names() []string {
	var names []string
	for _, n := range m.graph.nodes {
		for _, name := range n.outs {
			if name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// NodeOf returns the name of the node that computes a tensor, which may be empty, and its operator; both are empty if none does.
func (m *Model) NodeOf(tensor string) (name, op string) {
	for _, n := range m.graph.nodes {
		if slices.Contains(n.outs, tensor) && tensor != "" {
			return n.name, n.full()
		}
	}
	return "", ""
}

// WithOutputs returns the model with other outputs, any of [Model.Names] or of the inputs: to look at what it computes on the way. An unknown name is an error of kind
// [ivy.ErrValue].
func (m *Model) WithOutputs(names ...string) (*Model, error) {
	known := map[string]bool{}
	for _, name := range slices.Concat(m.Names(), m.graph.inputs) {
		known[name] = true
	}
	g := *m.graph
	z := &Model{proto: m.proto, opsets: m.opsets, inputs: m.inputs, graph: &g, host: m.host, weights: m.weights, backends: map[string]*onBackend{}}
	g.outputs = slices.Clone(names)
	g.survey()
	for _, name := range names {
		if !known[name] {
			return nil, &ivy.Error{Op: "onnx.WithOutputs", Kind: ivy.ErrValue, Err: fmt.Errorf("no tensor is named %q", name)}
		}
		at := slices.IndexFunc(m.outputs, func(v Value) bool { return v.Name == name })
		if at >= 0 {
			z.outputs = append(z.outputs, m.outputs[at])
		} else {
			z.outputs = append(z.outputs, Value{Name: name})
		}
	}
	return z, nil
}

// Metadata returns the entries that the file has about itself, and what it says of its producer under "producer_name",
// "producer_version", "domain", "model_version" and "doc_string" unless there are entries of these names.
func (m *Model) Metadata() map[string]string {
	all := map[string]string{"producer_name": m.proto.producer, "producer_version": m.proto.producerVersion, "domain": m.proto.domain,
		"model_version": fmt.Sprint(m.proto.version), "doc_string": m.proto.doc}
	maps.Copy(all, m.proto.metadata)
	return all
}

// Opset returns the version of the operators of a domain that the model is written for: of the standard's for "" and "ai.onnx", 0 for a
// domain that the file does not name.
func (m *Model) Opset(domain string) int { return m.opsets[domainName(domain)] }

// Weights returns the tensors of the file by their names, on the standard Env: initializers and values of Constant nodes, those of
// branches, loops and functions too. Names that are there twice are told apart by "#2" and so on behind them.
func (m *Model) Weights() map[string]*ivy.Array {
	all := make(map[string]*ivy.Array, len(m.weights))
	for _, c := range m.weights {
		name := c.name
		for n := 2; ; n++ {
			if _, ok := all[name]; !ok {
				break
			}
			name = fmt.Sprintf("%s#%d", c.name, n)
		}
		all[name] = c.array(ivy.Standard())
	}
	return all
}

// Operators returns how many nodes of each operator the model has, those of branches, loops and functions too: "Conv", "ai.onnx.ml.Scaler".
func (m *Model) Operators() map[string]int {
	counts := map[string]int{}
	m.graph.each(func(n *node) { counts[n.full()]++ })
	return counts
}

// Parameters returns how many elements the weights have, and how many bytes in the file.
func (m *Model) Parameters() (elements, bytes int) {
	for _, c := range m.weights {
		n := product(c.shape)
		elements += n
		bytes += (n*elems[c.elem].bits + 7) / 8
	}
	return elements, bytes
}

// domainName returns the name under which a domain is known here: "" is ONNX's own.
func domainName(domain string) string {
	if domain == "ai.onnx" {
		return ""
	}
	return domain
}

// The newest versions of the sets of operators.
var newest = map[string]int{"": 28, "ai.onnx.ml": 5, "com.microsoft": 1}

// read makes a model of a file's bytes.
func read(data []byte, o *outside) (*Model, error) {
	d := &decoder{}
	p := d.model(data)
	if d.err != nil {
		return nil, d.err
	}
	if p.graph == nil || len(p.opsets) == 0 {
		return nil, errors.New("no ONNX model: it has no graph, or names no opset")
	}
	b := &builder{m: &Model{proto: p, opsets: map[string]int{}, backends: map[string]*onBackend{}}, outside: o, functions: map[string]*functionProto{}, refused: map[string]bool{}}
	return b.model()
}

// A graph is one of the file's, checked and in the form in which it runs.
type graph struct {
	inputs   []string
	outputs  []string
	types    []elem // of the inputs, 0 where the file says nothing
	outTypes []outType
	consts   map[string]*constant
	computed map[string]*constant // results of nodes that are the same in every call, see compute
	whole    bool                 // it is the model's own graph, whose inputs may have values in the file
	nodes    []*node
	last     map[string]int // the last node that reads each value, the number of nodes for outputs
	unread   map[*node]bool // nodes whose results nothing reads but products of integers
	folded   map[*node]*folding
	merged   map[*node]bool // nodes that are in a folding
}

// An outType is what the file says of an output: the shape without what is not fixed.
type outType struct {
	elem  elem
	shape []int
}

func outTypeOf(t *typeProto) (z outType) {
	if t == nil || t.kind != "tensor" {
		return z
	}
	z.elem = t.elem
	for _, d := range t.dims {
		z.shape = append(z.shape, max(0, d.Size))
	}
	return z
}

// each calls f with all nodes, those of graphs in attributes and of functions too.
func (g *graph) each(f func(n *node)) {
	for _, n := range g.nodes {
		f(n)
		for _, a := range n.attrs {
			if a.graph != nil {
				a.graph.each(f)
			}
		}
		if n.body != nil {
			n.body.each(f)
		}
	}
}

// A node is a call of an operator.
type node struct {
	name, op, domain string
	opset            int // of its domain
	version          int // of the operator: that of the opset in which it was last changed
	ins, outs        []string
	attrs            map[string]*attr
	row              *row
	body             *graph   // of a function of the model
	reads            []string // names that graphs in attributes use of those around them, and what quantized reads
	quantized        *quantizedProduct
}

// An attr is an attribute.
type attr struct {
	proto  *attrProto
	tensor *constant
	graph  *graph
}

// full returns the operator's name, with the domain if that is not ONNX's own.
func (n *node) full() string {
	if n.domain == "" {
		return n.op
	}
	return n.domain + "." + n.op
}

// A NodeError is an error of a node: Err says what is wrong.
type NodeError struct {
	Node, Op string // the node's name, the operator's with its domain
	Opset    int    // of the operator's domain
	Err      error
}

// Error returns `node "conv1" (Conv, opset 17): …`.
func (e *NodeError) Error() string {
	return fmt.Sprintf("node %q (%s, opset %d): %v", e.Node, e.Op, e.Opset, e.Err)
}

// Unwrap returns what is wrong.
func (e *NodeError) Unwrap() error { return e.Err }

func (n *node) failed(err error) *NodeError {
	name := n.name
	if name == "" && len(n.outs) > 0 {
		name = n.outs[0]
	}
	return &NodeError{Node: name, Op: n.full(), Opset: n.opset, Err: err}
}

// A builder makes a Model of the messages.
type builder struct {
	m         *Model
	outside   *outside
	functions map[string]*functionProto
	refused   map[string]bool
	what      []string
	calls     int // of functions, in one another
	nodes     int // those that functions came to
}

// refuse notes what the package does not have, once.
func (b *builder) refuse(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if !b.refused[what] {
		b.refused[what] = true
		b.what = append(b.what, what)
	}
}

func (b *builder) setOpsets(of []opsetProto) map[string]int {
	sets := map[string]int{}
	for _, o := range of {
		domain := domainName(o.domain)
		if top, ok := newest[domain]; ok && o.version > int64(top) {
			b.refuse("opset %d of domain %q (at most %d)", o.version, o.domain, top)
		}
		sets[domain] = int(max(0, min(o.version, 1<<30)))
	}
	return sets
}

func functionKey(domain, name, overload string) string {
	return domainName(domain) + "\x00" + name + "\x00" + overload
}

func (b *builder) model() (*Model, error) {
	p := b.m.proto
	b.m.opsets = b.setOpsets(p.opsets)
	for _, f := range p.functions {
		b.functions[functionKey(f.domain, f.name, f.overload)] = f
	}
	if p.training {
		b.refuse("training_info")
	}
	g, err := b.graph(p.graph, &names{here: map[string]bool{}, reads: map[string]bool{}}, b.m.opsets, nil)
	if err != nil {
		return nil, err
	}
	for _, v := range p.graph.inputs {
		_, has := g.consts[v.name]
		value := b.value(v)
		value.Optional = has
		b.m.inputs = append(b.m.inputs, value)
	}
	slices.SortStableFunc(b.m.inputs, func(x, y Value) int {
		switch {
		case x.Optional == y.Optional:
			return 0
		case y.Optional:
			return -1
		}
		return 1
	})
	for _, v := range p.graph.outputs {
		b.m.outputs = append(b.m.outputs, b.value(v))
	}
	if len(b.what) > 0 {
		return nil, &Unsupported{b.what}
	}
	b.m.graph = g
	b.m.host = g.hostInputs()
	return b.m, nil
}

func (b *builder) value(v *valueProto) Value {
	z := Value{Name: v.name}
	switch {
	case v.typ == nil:
		return z
	case v.typ.kind != "tensor" && v.typ.kind != "sequence":
		b.refuse("%q is of type %s", v.name, v.typ.kind)
		return z
	case v.typ.kind == "sequence" && v.typ.of != nil && v.typ.of.kind == "map":
		z.Type = "map" // of ZipMap
		return z
	case v.typ.kind == "sequence":
		b.refuse("%q is a sequence of arrays", v.name)
		return z
	case !v.typ.elem.known() && v.typ.elem != 0:
		b.refuse("%q has elements of type %v", v.name, v.typ.elem)
		return z
	}
	z.Type = v.typ.elem.String()
	if v.typ.elem.known() {
		z.Dtype = v.typ.elem.dtype()
	}
	if v.typ.hasShape {
		z.Shape = append([]Dim{}, v.typ.dims...)
	}
	return z
}

// A names is a scope of the file: what has been defined up to here, in this graph and those around it.
type names struct {
	around *names
	here   map[string]bool
	reads  map[string]bool // what is read of graphs around this one
}

func (s *names) has(name string) bool {
	for at := s; at != nil; at = at.around {
		if at.here[name] {
			for in := s; in != at; in = in.around {
				in.reads[name] = true
			}
			return true
		}
	}
	return false
}

// graph makes a graph of the model, or of an attribute, in which those of the function around it may be referred to.
func (b *builder) graph(p *graphProto, scope *names, opsets map[string]int, args map[string]*attrProto) (*graph, error) {
	g := &graph{consts: map[string]*constant{}, whole: scope.around == nil}
	for _, v := range p.inputs {
		g.inputs = append(g.inputs, v.name)
		t := elem(0)
		if v.typ != nil && v.typ.kind == "tensor" {
			t = v.typ.elem
		}
		g.types = append(g.types, t)
		scope.here[v.name] = true
	}
	add := func(name string, c *constant, err error) error {
		if err != nil {
			return fmt.Errorf("initializer %q: %w", name, err)
		}
		c.name = name
		g.consts[name] = c
		b.m.weights = append(b.m.weights, c)
		scope.here[name] = true
		return nil
	}
	for _, t := range p.tensors {
		if t.elem == elemString {
			b.refuse("initializer %q has strings", t.name)
			scope.here[t.name] = true
			continue
		}
		c, err := b.outside.constant(t)
		if err := add(t.name, c, err); err != nil {
			return nil, err
		}
	}
	for _, s := range p.sparse {
		c, err := b.outside.dense(s)
		name := ""
		if s.values != nil {
			name = s.values.name
		}
		if err := add(name, c, err); err != nil {
			return nil, err
		}
	}
	for _, v := range p.outputs {
		g.outputs = append(g.outputs, v.name)
		g.outTypes = append(g.outTypes, outTypeOf(v.typ))
	}
	return g, b.fill(g, p.nodes, scope, opsets, args)
}

// mostNodes is how many nodes the functions of a model may come to: functions that call functions grow as powers do.
const mostNodes = 1 << 20

// fill adds the nodes of a graph or a function, whose attributes are args.
func (b *builder) fill(g *graph, nodes []*nodeProto, scope *names, opsets map[string]int, args map[string]*attrProto) error {
	for _, p := range nodes {
		if b.nodes++; b.nodes > mostNodes {
			return fmt.Errorf("more than %d nodes", mostNodes)
		}
		n, err := b.node(p, scope, opsets, args)
		if err != nil {
			return err
		}
		g.nodes = append(g.nodes, n)
	}
	for _, name := range g.outputs {
		if !scope.has(name) {
			return fmt.Errorf("no node computes the output %q", name)
		}
	}
	g.compute()
	g.findQuantized()
	g.survey()
	return nil
}

// survey finds out what is read where, for the outputs that the graph has: those are read after all nodes.
func (g *graph) survey() {
	g.last, g.unread = map[string]int{}, map[*node]bool{}
	makers, reads := map[string]*node{}, map[string]int{} // how often a value is read, but as an operand of a product of integers
	for i, n := range g.nodes {
		for k, name := range slices.Concat(n.ins, n.reads) {
			g.last[name] = i
			if n.quantized == nil || k >= 2 {
				reads[name]++
			}
		}
		for _, name := range n.outs {
			makers[name] = n
		}
	}
	for _, name := range g.outputs {
		g.last[name] = len(g.nodes)
		reads[name]++
	}
	for _, n := range g.nodes {
		if n.quantized != nil {
			for _, name := range n.ins[:2] {
				g.unread[makers[name]] = reads[name] == 0
			}
		}
	}
	g.fold(reads)
}

func (b *builder) node(p *nodeProto, scope *names, opsets map[string]int, args map[string]*attrProto) (*node, error) {
	domain := domainName(p.domain)
	n := &node{name: p.name, op: p.op, domain: domain, ins: p.inputs, outs: p.outputs, attrs: map[string]*attr{}, opset: opsets[domain]}
	for _, name := range p.inputs {
		if name != "" && !scope.has(name) {
			return nil, n.failed(fmt.Errorf("nothing before it computes its input %q", name))
		}
	}
	reads := map[string]bool{}
	given := map[string]*attrProto{}
	for _, a := range p.attrs {
		if a.ref != "" {
			from, ok := args[a.ref]
			if !ok {
				continue
			}
			renamed := *from
			renamed.name = a.name
			a = &renamed
		}
		given[a.name] = a
		at := &attr{proto: a}
		var err error
		switch {
		case a.g != nil:
			inner := &names{around: scope, here: map[string]bool{}, reads: reads}
			if at.graph, err = b.graph(a.g, inner, opsets, args); err != nil {
				return nil, n.failed(fmt.Errorf("attribute %q: %w", a.name, err))
			}
		case a.t != nil && a.t.elem != elemString:
			if at.tensor, err = b.outside.constant(a.t); err != nil {
				return nil, n.failed(fmt.Errorf("attribute %q: %w", a.name, err))
			}
		case a.sparse != nil:
			if at.tensor, err = b.outside.dense(a.sparse); err != nil {
				return nil, n.failed(fmt.Errorf("attribute %q: %w", a.name, err))
			}
		}
		n.attrs[a.name] = at
	}
	for name := range reads {
		n.reads = append(n.reads, name)
	}
	slices.Sort(n.reads)
	for _, name := range p.outputs {
		if name != "" && scope.here[name] {
			return nil, n.failed(fmt.Errorf("%q is there already", name))
		}
		if name != "" {
			scope.here[name] = true
		}
	}
	if f, ok := b.functions[functionKey(p.domain, p.op, p.overload)]; ok {
		return n, b.call(n, f, given)
	}
	if _, ok := opsets[domain]; !ok {
		return nil, n.failed(fmt.Errorf("the file names no opset of its domain %q", p.domain))
	}
	n.row, n.version = find(n.domain, n.op, n.opset)
	switch {
	case n.row == nil:
		b.refuse("operator %s", n.full())
	case n.version == 0:
		b.refuse("operator %s of opset %d", n.full(), n.opset)
	case n.op == "Constant":
		if c := n.attrs["value"]; c != nil && c.tensor != nil && len(p.outputs) > 0 {
			c.tensor.name = p.outputs[0]
			b.m.weights = append(b.m.weights, c.tensor)
		}
		fallthrough
	default:
		if n.row.check != nil {
			if what := n.row.check(n); what != "" {
				b.refuse("%s", what)
			}
		}
	}
	return n, nil
}

// call makes the body of a call of a function of the model.
func (b *builder) call(n *node, f *functionProto, given map[string]*attrProto) error {
	if b.calls++; b.calls > deepest {
		return n.failed(fmt.Errorf("functions call one another more than %d deep", deepest))
	}
	defer func() { b.calls-- }()
	if len(n.ins) > len(f.inputs) || len(n.outs) > len(f.outputs) {
		return n.failed(fmt.Errorf("%d inputs and %d outputs of a function that has %d and %d", len(n.ins), len(n.outs), len(f.inputs), len(f.outputs)))
	}
	args := map[string]*attrProto{}
	for _, a := range f.defaults {
		args[a.name] = a
	}
	for name, a := range given {
		args[name] = a
	}
	scope := &names{here: map[string]bool{}, reads: map[string]bool{}}
	for _, name := range f.inputs {
		scope.here[name] = true
	}
	n.body = &graph{inputs: f.inputs, outputs: f.outputs, types: make([]elem, len(f.inputs)), consts: map[string]*constant{}}
	if err := b.fill(n.body, f.nodes, scope, b.setOpsets(f.opsets), args); err != nil {
		return n.failed(err)
	}
	return nil
}
