package fuse

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Networks compute each example of a batch by itself. The planner finds the nodes that do; their values have the batch along the first axis. It makes a
// program of them that computes a part of the batch, a few examples, and each thread takes the next part when it is done with one. An
// example's intermediate values stay in the cache of a thread then, and threads wait for one another once, not after each kernel. Results are the same
// bit for bit: no node sums over the batch, and kernels sum in one order, however many rows there are.

// A batch is a part of a program that runs for parts of the first axis.
type batch struct {
	body  *backend.Program
	parts int // how many there are
	rows  int // how many of the arguments it takes parts of; the others stay the same
	outs  []backend.Spec
	cost  float64 // of a part, in nanoseconds, about
}

// WorthBatch is the least work in a part, in nanoseconds: far more than what the stages of a plan cost themselves. Tests make it smaller.
var WorthBatch = 300_000.0

// longestPart is how many times as long as it has to be a part is at most, where the batch cannot be cut otherwise.
const longestPart = 8

// leastRows is how many rows matrices have in a part: those of one row are multiplied by other loops, which sum in another order.
const leastRows = 2

// batched returns p with the nodes that compute each example by itself as one node, p itself if that is not worth it.
func batched(p *backend.Program) *backend.Program {
	var best *batching
	tried := map[int]bool{}
	for _, s := range p.Inputs {
		if len(s.Shape) == 0 || s.Shape[0] < 2 || tried[s.Shape[0]] {
			continue
		}
		tried[s.Shape[0]] = true
		b := &batching{p: p, size: s.Shape[0]}
		if b.find() && (best == nil || b.work > best.work) {
			best = b
		}
	}
	if best == nil {
		return p
	}
	return best.program()
}

// mostPasses is how often the nodes are gone through, at most: once more for cheap ones that turn out to be needed before.
const mostPasses = 8

// A phase says when a value is computed.
type phase uint8

const (
	before phase = iota // of what is there before the batch's part of the program
	within              // for a part of the batch
	behind              // of what that has computed
)

// A batching is a program and the size of its batch.
type batching struct {
	p      *backend.Program
	size   int
	length int // examples in a part

	phase   []phase
	heavy   []bool   // it depends on a product of matrices
	inputs  []bool   // it depends on inputs
	early   []bool   // it is computed before, whatever it is
	takes   [][]bool // of those within: which arguments they take a part of
	work    float64
	results []int // values within that are read behind, or are results of the program
}

func (b *batching) first() int { return len(b.p.Inputs) + len(b.p.Constants) }

// find finds the nodes of the batch, and reports whether they are worth it.
func (b *batching) find() bool {
	p, n := b.p, b.first()+len(b.p.Nodes)
	b.phase, b.heavy, b.inputs, b.early, b.takes = make([]phase, n), make([]bool, n), make([]bool, n), make([]bool, n), make([][]bool, n)
	for v := range p.Inputs {
		b.inputs[v] = true
	}
	passes := 0
	for again := true; again; passes++ {
		if passes == mostPasses {
			return false
		}
		again = false
		b.work = 0
		for i := range p.Nodes {
			node, v := &p.Nodes[i], b.first()+i
			most := before
			for _, a := range node.Args {
				most = max(most, b.phase[a])
				b.heavy[v], b.inputs[v] = b.heavy[v] || b.heavy[a], b.inputs[v] || b.inputs[a]
			}
			parts, ok := b.roles(node)
			switch {
			case most == behind:
				b.phase[v] = behind
			case !ok && most == within && !b.heavy[v]: // cheap: its operands are computed for the whole batch
				b.hasten(v)
				again = true
			case !ok && most == within:
				b.phase[v] = behind
			case !ok || b.early[v] || most == before && !slices.Contains(parts, true):
				b.phase[v] = before
			default:
				b.phase[v], b.takes[v] = within, parts
				if c := b.workOf(node); c > 0 {
					b.heavy[v], b.work = true, b.work+c
				}
			}
		}
	}
	return b.worth()
}

// hasten has a value, and what it depends on, computed before.
func (b *batching) hasten(v int) {
	if v < b.first() || b.early[v] {
		return
	}
	b.early[v] = true
	for _, a := range b.p.Nodes[v-b.first()].Args {
		b.hasten(a)
	}
}

// worth chooses the length of a part, and reports whether there is one.
func (b *batching) worth() bool {
	least := math.Ceil(WorthBatch / b.work * float64(b.size))
	if b.work == 0 || least > float64(b.size)/2 {
		return false
	}
	b.length = max(int(least), 1)
	for most := min(b.size/2, longestPart*b.length); b.size%b.length != 0 || !b.rowsSuffice(b.length); b.length++ {
		if b.length >= most {
			return false
		}
	}
	read := make([]bool, len(b.phase))
	for i := range b.p.Nodes {
		if b.phase[b.first()+i] != within {
			for _, a := range b.p.Nodes[i].Args {
				read[a] = true
			}
		}
	}
	for _, r := range b.p.Results {
		read[r] = true
	}
	all, passed := 0, 0
	b.results = nil
	for v, ph := range b.phase {
		if ph == within {
			n := bytesOf(b.p.Spec(v))
			all += n
			if read[v] {
				b.results = append(b.results, v)
				passed += n
			}
		}
	}
	return passed <= all/4 // else it is mostly memory that is filled
}

// bytesOf returns how many bytes the elements of a value have.
func bytesOf(s backend.Spec) int { return shape.Size(s.Shape) * s.Dtype.Size() }

// rowsSuffice reports whether matrices of parts of c examples have more than one row.
func (b *batching) rowsSuffice(c int) bool {
	for i := range b.p.Nodes {
		n := &b.p.Nodes[i]
		if b.phase[b.first()+i] != within {
			continue
		}
		s := n.Out.Shape
		rows := s[0] / b.size * c
		switch {
		case n.Op == ops.MatMul.Op && len(s) > 2, n.Op == ops.Convolve.Op:
			rows *= shape.Size(s[1 : len(s)-1])
		case n.Op != ops.MatMul.Op:
			continue
		}
		if rows < leastRows {
			return false
		}
	}
	return true
}

// workOf returns the nanoseconds that a product of matrices or a convolution takes on one thread, about: see product.Work.
func (b *batching) workOf(n *backend.Node) float64 {
	if n.Op != ops.MatMul.Op && n.Op != ops.Convolve.Op {
		return 0
	}
	return product.Work(n, b.p.Spec(n.Args[0]).Shape, b.p.Spec(n.Args[1]).Shape)
}

// roles returns for each argument of a node whether a part of the batch needs a part of it, and whether the node computes each example by itself.
func (b *batching) roles(n *backend.Node) (parts []bool, ok bool) {
	p, out := b.p, n.Out.Shape
	if len(out) == 0 || out[0] == 0 || out[0]%b.size != 0 {
		return nil, false
	}
	parts = make([]bool, len(n.Args))
	// along says that argument k has the result's first axis.
	along := func(k int) bool {
		s := p.Spec(n.Args[k]).Shape
		parts[k] = len(s) == len(out) && s[0] == out[0]
		return parts[k]
	}
	// shared says that argument k is the same for all examples.
	shared := func(k int) bool { return b.phase[n.Args[k]] == before }
	// broadcast says that argument k is one or the other.
	broadcast := func(k int) bool { return along(k) || shared(k) }
	all := func(f func(k int) bool) bool {
		for k := range n.Args {
			if !f(k) {
				return false
			}
		}
		return true
	}
	sharedRest := func() bool { return all(func(k int) bool { return k == 0 || shared(k) }) }
	switch a := n.Attrs.(type) {
	case backend.ViewAttrs:
		s := p.Spec(n.Args[0]).Shape
		if len(s) == 0 || s[0] == 0 || s[0]%b.size != 0 {
			return nil, false
		}
		parts[0] = true
		switch n.Op {
		case ops.Reshape.Op:
			return parts, true
		case ops.PermuteDims.Op:
			return parts, a.Perm[0] == 0
		case ops.Slice.Op:
			return parts, a.Ranges[0].Start == 0 && a.Ranges[0].Step == 1 && a.Ranges[0].Len == s[0]
		case ops.BroadcastTo.Op:
			return parts, along(0)
		}
		return nil, false
	case backend.ReduceAttrs:
		s := p.Spec(n.Args[0]).Shape
		_, last := lastAxes(s, a.Axes)
		parts[0] = true
		return parts, last && !slices.Contains(a.Axes, 0) && s[0] == out[0]
	case backend.JoinAttrs:
		return parts, a.Axis != 0 && all(along)
	case backend.GatherAttrs:
		switch {
		case n.Op != ops.Take.Op:
			return nil, false
		case a.Axis == 0:
			s := p.Spec(n.Args[1]).Shape
			parts[1] = len(s) > 0 && s[0] == out[0]
			return parts, parts[1] && shared(0)
		}
		parts[0] = true
		return parts, shared(1)
	case backend.ConvolutionAttrs:
		return parts, n.Op == ops.Convolve.Op && b.workOf(n) > 0 && along(0) && shared(1) && out[len(out)-1]/a.Groups > 1
	case backend.WindowAttrs:
		return parts, a.First > 0 && along(0)
	case backend.AttentionAttrs:
		return parts, len(out) > 2 && all(broadcast)
	case backend.SoftmaxAttrs:
		return parts, a.Axis != 0 && all(along)
	case backend.NormalizationAttrs:
		return parts, a.Axis != 0 && along(0) && sharedRest()
	case backend.GroupNormalizationAttrs:
		return parts, along(0) && sharedRest()
	}
	switch n.Op.Family {
	case ops.FamilyUnary, ops.FamilyBinary, ops.FamilyTernary:
		return parts, all(broadcast)
	case ops.FamilyProduct:
		x, y := p.Spec(n.Args[0]).Shape, p.Spec(n.Args[1]).Shape
		if n.Op != ops.MatMul.Op || b.workOf(n) == 0 || len(x) < 2 || len(y) < 2 || out[len(out)-1] < leastRows {
			return nil, false
		}
		if len(out) == 2 {
			return parts, along(0) && shared(1)
		}
		return parts, all(broadcast) && out[len(out)-2] >= leastRows
	}
	return nil, false
}

// program returns the program with the batch's nodes as one.
func (b *batching) program() *backend.Program {
	p, first := b.p, b.first()
	z := &backend.Program{Inputs: p.Inputs, Constants: p.Constants, Specs: p.Specs}
	numbers := make([]int, len(b.phase)) // of values in z
	for v := range first {
		numbers[v] = v
	}
	add := func(n backend.Node) int {
		z.Nodes = append(z.Nodes, n)
		return first + len(z.Nodes) - 1
	}
	copies := func(ph phase) {
		for i, n := range p.Nodes {
			if v := first + i; b.phase[v] == ph {
				n.Args = renumbered(n.Args, numbers)
				numbers[v] = add(n)
			}
		}
	}
	copies(before)
	node, args := b.node()
	at := add(backend.Node{Op: backend.Control, Args: renumbered(args, numbers), Attrs: node})
	for i, v := range b.results {
		numbers[v] = add(backend.Node{Op: backend.Pick, Args: []int{at}, Out: node.outs[i], Attrs: i})
	}
	copies(behind)
	z.Results = renumbered(p.Results, numbers)
	return z
}

func renumbered(vs, numbers []int) []int {
	zs := make([]int, len(vs))
	for i, v := range vs {
		zs[i] = numbers[v]
	}
	return zs
}

// A place is a value in the batch's program: a part of it, or all of it.
type place struct {
	v    int
	part bool
}

// node returns the batch, and the values that it takes.
func (b *batching) node() (z *batch, args []int) {
	p := b.p
	z = &batch{body: &backend.Program{}, parts: b.size / b.length, cost: b.work / float64(b.size) * float64(b.length)}
	var rows, same, constants []int // what the body takes
	var nodes []place
	seen := map[place]bool{}
	once := func(at place) bool {
		was := seen[at]
		seen[at] = true
		return !was
	}
	// need finds what a value that is the same for all examples is made of: nodes of constants alone are the body's, too.
	var need func(v int)
	need = func(v int) {
		switch {
		case !once(place{v, false}):
		case b.inputs[v]:
			same = append(same, v)
		case v < b.first():
			constants = append(constants, v)
		default:
			for _, a := range p.Nodes[v-b.first()].Args {
				need(a)
			}
			nodes = append(nodes, place{v, false})
		}
	}
	for i := range p.Nodes {
		v := b.first() + i
		if b.phase[v] != within {
			continue
		}
		for j, part := range b.takes[v] {
			switch a := p.Nodes[i].Args[j]; {
			case !part:
				need(a)
			case b.phase[a] != within && once(place{a, true}):
				rows = append(rows, a)
			}
		}
		nodes = append(nodes, place{v, true})
	}
	numbers := map[place]int{} // of values in the body
	enter := func(v int, part bool) { numbers[place{v, part}] = len(numbers) }
	for _, v := range rows {
		enter(v, true)
		z.body.Inputs = append(z.body.Inputs, b.part(p.Spec(v)))
	}
	for _, v := range same {
		enter(v, false)
		z.body.Inputs = append(z.body.Inputs, p.Spec(v))
	}
	for _, v := range constants {
		enter(v, false)
		z.body.Constants = append(z.body.Constants, p.Constants[v-len(p.Inputs)])
		z.body.Specs = append(z.body.Specs, p.Specs[v-len(p.Inputs)])
	}
	for _, at := range nodes {
		n := p.Nodes[at.v-b.first()]
		parts := make([]bool, len(n.Args))
		if at.part {
			parts, n = b.takes[at.v], b.partOf(n)
		}
		args := make([]int, len(n.Args))
		for j, a := range n.Args {
			args[j] = numbers[place{a, parts[j]}]
		}
		n.Args = args
		enter(at.v, at.part)
		z.body.Nodes = append(z.body.Nodes, n)
	}
	for _, v := range b.results {
		z.body.Results = append(z.body.Results, numbers[place{v, true}])
		s := p.Spec(v)
		z.outs = append(z.outs, backend.Spec{Dtype: s.Dtype, Shape: s.Shape})
	}
	z.rows = len(rows)
	return z, append(rows, same...)
}

// part returns a value's Spec for a part of the batch.
func (b *batching) part(s backend.Spec) backend.Spec {
	s.Shape = slices.Clone(s.Shape)
	s.Shape[0] = s.Shape[0] / b.size * b.length
	return s
}

// partOf returns a node for a part of the batch.
func (b *batching) partOf(n backend.Node) backend.Node {
	n.Out = b.part(n.Out)
	if a, ok := n.Attrs.(backend.ViewAttrs); ok && n.Op == ops.Slice.Op {
		a.Ranges = slices.Clone(a.Ranges)
		a.Ranges[0].Len = n.Out.Shape[0]
		n.Attrs = a
	}
	return n
}

// runBatch runs the parts of a batch, each on the next thread that is free.
func (c *control) runBatch(stop *backend.Stop, args []backend.Buffer) ([]*array.Buffer, error) {
	e, b := c.programs[0], c.batch
	zs := make([]*array.Buffer, len(c.outs))
	for i, s := range c.outs {
		z, err := array.NewResult(s)
		if err != nil {
			return nil, err
		}
		zs[i] = z
	}
	var failed error
	var once sync.Once
	var next atomic.Int64
	part := func(x *array.Buffer, i int) *array.Buffer {
		n := x.Shape[0] / b.parts
		return array.Part(x, 0, i*n, n)
	}
	threads := min(array.ThreadCount(), b.parts)
	array.Split(stop, threads, b.cost*float64(b.parts/threads), func(lo, hi int) {
		inputs, results, out := slices.Clone(args), make([]backend.Buffer, len(zs)), make([]backend.Spec, len(zs))
		for {
			i := int(next.Add(1)) - 1
			if i >= b.parts {
				return
			}
			for j := range b.rows {
				inputs[j] = part(args[j].(*array.Buffer), i)
			}
			for j, z := range zs {
				place := part(z, i)
				out[j] = backend.Spec{Dtype: z.Dtype, Shape: place.Shape, Stop: stop, Into: place}
			}
			if err := e.run(inputs, results, out); err != nil {
				once.Do(func() { failed = err })
				next.Store(int64(b.parts))
				return
			}
			for j := range zs {
				z := results[j].(*array.Buffer)
				if place := out[j].Into.(*array.Buffer); z != place {
					array.CopyInto(stop, place, z)
					if e.owned[j] {
						array.Release(z)
					}
				}
			}
		}
	})
	return zs, failed
}
