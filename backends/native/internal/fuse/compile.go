package fuse

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/move"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Compile makes fused kernels of p. Neighbouring elementwise operations, and reductions over
// the last axes, make up one fused kernel, which goes through the elements in blocks that
// stay in the cache; intermediate values are in no array. It runs the loops of the single
// operations in their order, or one that does the work of several of them in the same order, so that the results are the
// same bit for bit. Every other operation runs by its kernel of the table kernels, between the fused kernels.
//
// What depends on constants alone is computed now, what is computed twice is computed
// once, and what no result needs is left out. Branches and loops have plans of their own: see control.
func Compile(p *backend.Program, kernels *backend.Table) (*backend.Plan, error) {
	b := newPlanner(batched(channelsLast(p)), kernels)
	e := b.assemble()
	return &backend.Plan{Run: e.run, Own: b.ownResults(), Bytes: e.bytes()}, nil
}

func newPlanner(p *backend.Program, kernels *backend.Table) *planner {
	b := &planner{program: p, kernels: kernels, known: map[string]int{}}
	b.read()
	b.drop()
	return b
}

// A planned is a value of a plan: an input, a constant, or the result of a loop, a reduction or
// a kernel.
type planned struct {
	spec     backend.Spec
	input    int           // −1 if it is none
	constant *array.Buffer // nil if it is none

	loop      *elementwise.Loop
	reduction *rowReduction
	over      []int          // the shape of a reduction's operand, or of the elements of a loop
	cols      int            // how many elements a reduction combines into one
	node      *backend.Node  // what a kernel does; of a loop what it is in the program, if that is one node
	bytes     *product.Bytes // how the kernel's work is done on bytes, or nil
	biased    bool           // the kernel is a product to whose rows the last operand is added

	control *control // of a branch or a loop, whose value stands for all of its results
	picked  bool     // it is one of those
	pick    int      // which one

	args   []use
	needed bool
	uses   int // by others, and as results
}

// A use is a value as an operand of a loop. Its shape broadcasts to the loop's; it may differ
// from the value's own, of which it then is a reshape.
type use struct {
	v     int
	shape []int
}

func (x *planned) fused() bool { return x.loop != nil || x.reduction != nil }

// family returns the family of what a kernel does; of others Composed.
func (x *planned) family() ops.Family {
	if x.node == nil || x.fused() {
		return ops.FamilyComposed
	}
	return x.node.Op.Family
}

// A planner makes a plan of a program.
type planner struct {
	program *backend.Program
	kernels *backend.Table
	values  []planned
	known   map[string]int // values by what they are computed of

	ofLoop bool // what is computed now is what a loop takes

	reads    []int // how often each value of the program is an operand, or a result
	elements []use // for each value of the program, what loops read instead of it
	exact    []int // its value in its own shape, for others than loops; −1 until it is needed

	groups   []*group
	at       []int  // the group of each value; −1 of inputs and constants
	outside  []bool // values that other groups need, or that are results
	lastUse  []int  // the group that needs a value last; len(groups) of results
	reusable []bool // values whose memory is free when they, and their views, have ended
	viewed   []bool // values that have views
	viewOf   []int  // the value that a view is one of; −1 of others
	ended    []int  // such that have ended
	slots    *slots
	between  []*between // of the groups that are one kernel with others
}

// largestConstant is how many bytes constants computed in advance have at most, but for views of others; largestOfLoop those that
// a loop takes, which may have a row for each iteration.
const (
	largestConstant = 1 << 20
	largestOfLoop   = 1 << 10
)

// read makes values of the program's.
func (b *planner) read() {
	p := b.program
	for i, s := range p.Inputs {
		b.enter(b.add(planned{spec: s, input: i}))
	}
	for i, c := range p.Constants {
		b.enter(b.constant(c.(*array.Buffer), p.Specs[i]))
	}
	b.reads = make([]int, len(b.exact)+len(p.Nodes))
	for i := range p.Nodes {
		for _, a := range p.Nodes[i].Args {
			b.reads[a]++
		}
	}
	for _, r := range p.Results {
		b.reads[r]++
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		b.elements, b.exact = append(b.elements, use{-1, n.Out.Shape}), append(b.exact, -1)
		b.node(len(b.exact)-1, n)
	}
	for _, r := range p.Results {
		v := b.whole(r)
		b.values[v].uses++
	}
}

func (b *planner) enter(v int) {
	b.elements, b.exact = append(b.elements, use{v, b.values[v].spec.Shape}), append(b.exact, v)
}

func (b *planner) add(x planned) int {
	b.values = append(b.values, x)
	return len(b.values) - 1
}

// constant returns the value of a constant; small ones that are equal are one.
func (b *planner) constant(c *array.Buffer, s backend.Spec) int {
	x := planned{spec: s, input: -1, constant: c}
	if c.Len()*s.Dtype.Size() > 256 || !c.Contiguous() {
		return b.add(x)
	}
	return b.once(fmt.Sprintf("constant %v %v %x", s.Dtype, s.Shape, array.BytesOf(c)), x)
}

// once adds x if there is none of this description.
func (b *planner) once(key string, x planned) int {
	v, ok := b.known[key]
	if !ok {
		v = b.add(x)
		b.known[key] = v
	}
	return v
}

// node makes a node of the program its value i.
func (b *planner) node(i int, n *backend.Node) {
	switch n.Op {
	case backend.Control:
		b.control(i, n)
		return
	case backend.Pick:
		b.pick(i, n)
		return
	}
	shapes := n.Out.Shape
	empty := shape.Size(shapes) == 0
	switch n.Op.Family {
	case ops.FamilyFill:
		if n.Op == ops.Full.Op && !empty {
			one, err := move.Full(backend.Spec{Dtype: n.Out.Dtype}, n.Attrs.(backend.FillAttrs))
			if err == nil {
				b.elements[i] = use{b.constant(one.(*array.Buffer), backend.Spec{Dtype: n.Out.Dtype}), nil}
				return
			}
		}
	case ops.FamilyView:
		x := b.elements[n.Args[0]]
		switch {
		case empty:
		case n.Op == ops.BroadcastTo.Op:
			b.elements[i] = x
			return
		case n.Op == ops.Reshape.Op && shape.Size(x.shape) == shape.Size(shapes):
			b.elements[i] = use{x.v, shapes}
			return
		}
	case ops.FamilyUnary, ops.FamilyBinary, ops.FamilyTernary:
		if n.Op == ops.CopyArray.Op { // nothing here writes into what others read
			b.elements[i] = b.elements[n.Args[0]]
			if v := b.whole(n.Args[0]); !b.strided(v) {
				b.exact[i] = v
			}
			return
		}
		if n.Op == ops.Add.Op && !empty && b.addsBias(i, n) {
			return
		}
		d := b.program.Spec(n.Args[0]).Dtype
		if l := loopOf(n, d); l != nil && !empty {
			args := make([]use, len(n.Args))
			for k, a := range n.Args {
				args[k] = b.elements[a]
			}
			if !b.allConstant(args) {
				v := b.loop(l, fmt.Sprint(n.Op.ID, d), n.Out, args...)
				b.values[v].node = n
				b.made(i, v)
				return
			}
		}
	case ops.FamilyReduce:
		if b.reduce(i, n) {
			return
		}
	case ops.FamilyProduct, ops.FamilyLayer:
		if b.bytes(i, n) || b.normalize(i, n) {
			return
		}
	}
	b.kernel(i, n)
}

// addsBias makes the sum of a product by a constant and a vector, value i of the program, one kernel, if nothing else reads the product. It reports whether it
// could.
func (b *planner) addsBias(i int, n *backend.Node) bool {
	first := len(b.program.Inputs) + len(b.program.Constants)
	for k, p := range n.Args {
		if p < first || b.reads[p] != 1 || b.exact[p] < 0 {
			continue
		}
		x := &b.values[b.exact[p]]
		if x.family() != ops.FamilyProduct || x.bytes != nil || x.biased || x.constant != nil || b.values[x.args[1].v].constant == nil || !slices.Equal(x.spec.Shape, n.Out.Shape) ||
			!product.TakesBias(x.node, b.values[x.args[0].v].spec, b.values[x.args[1].v].spec, b.program.Spec(n.Args[1-k])) {
			continue
		}
		v := b.whole(n.Args[1-k])
		args := append(slices.Clone(x.args), use{v, b.values[v].spec.Shape})
		b.made(i, b.once(fmt.Sprint("biased", n.Out.Dtype, n.Out.Shape, args), planned{spec: n.Out, input: -1, node: x.node, args: args, biased: true}))
		return true
	}
	return false
}

// made says that value i of the program is v.
func (b *planner) made(i, v int) {
	b.elements[i], b.exact[i] = use{v, b.values[v].spec.Shape}, v
}

func (b *planner) allConstant(args []use) bool {
	return !slices.ContainsFunc(args, func(u use) bool { return b.values[u.v].constant == nil })
}

// loopOf returns the loop of an elementwise node on dtype d, nil if it has none.
func loopOf(n *backend.Node, d dtype.Dtype) *elementwise.Loop {
	var l *elementwise.Loop
	switch n.Op {
	case ops.Cast.Op:
		l = &elementwise.CastLoops[d][n.Out.Dtype]
	case ops.Where.Op:
		l = &elementwise.WhereLoops[n.Out.Dtype.Size()]
	default:
		ls := elementwise.Loops[n.Op]
		switch n.Op.Group {
		case ops.Activations:
			ls = elementwise.ActivationLoops[n.Op]
		case ops.Special:
			ls = elementwise.SpecialLoops[n.Op]
		}
		if ls == nil {
			return nil
		}
		l = &ls[d]
	}
	if l.Run == nil {
		return nil
	}
	return l
}

// loop returns the value of a loop that name and out describe.
func (b *planner) loop(l *elementwise.Loop, name string, out backend.Spec, args ...use) int {
	return b.once(fmt.Sprint(name, out.Dtype, out.Shape, args), planned{spec: out, input: -1, loop: l, over: out.Shape, args: args})
}

// kernel lets the kernel of node n compute value i of the program: now, if that is a constant.
func (b *planner) kernel(i int, n *backend.Node) {
	x := planned{spec: n.Out, input: -1, node: n}
	largest := largestConstant
	if b.ofLoop {
		largest = largestOfLoop
	}
	small := bytesOf(n.Out) <= largest
	constant, view := true, n.Op.Family == ops.FamilyView
	var bufs []backend.Buffer
	for _, a := range n.Args {
		v := b.whole(a)
		x.args = append(x.args, use{v, b.values[v].spec.Shape})
		c := b.values[v].constant
		constant = constant && c != nil
		bufs = append(bufs, c)
	}
	if constant && (small || view) && n.Op.Family != ops.FamilyAssign {
		if z, err := n.Run(b.kernels.Entry(n.Op), bufs, nil); err == nil {
			z := z.(*array.Buffer)
			if shares := view && z.Mem == bufs[0].(*array.Buffer).Mem; shares || small {
				b.made(i, b.constant(z, n.Out))
				return
			}
		}
	}
	b.made(i, b.once(fmt.Sprintf("%d %v %v %v %v %#v", n.Op.ID, n.Out.Dtype, n.Out.In, n.Out.Shape, x.args, n.Attrs), x))
}

// strided reports whether value v may have other strides than row-major order: a kernel may sum a copy of it in another order.
func (b *planner) strided(v int) bool {
	x := &b.values[v]
	return x.input >= 0 || x.constant != nil && !x.constant.Contiguous() || x.loop == nil && x.node != nil && x.node.Op.Family == ops.FamilyView
}

// whole returns value i of the program in its own shape.
func (b *planner) whole(i int) int {
	if b.exact[i] < 0 {
		x := b.elements[i]
		n := &b.program.Nodes[i-len(b.program.Inputs)-len(b.program.Constants)]
		copies := n.Op == ops.CopyArray.Op && b.strided(x.v)
		if !copies && slices.Equal(x.shape, n.Out.Shape) && slices.Equal(x.shape, b.values[x.v].spec.Shape) {
			b.exact[i] = x.v
		} else {
			b.kernel(i, n)
			b.elements[i] = x
		}
	}
	return b.exact[i]
}

// reduce turns a reduction over the last axes into loops and rowReductions, and reports whether
// it could. Their results are bit for bit those of the kernel.
func (b *planner) reduce(i int, n *backend.Node) bool {
	a := n.Attrs.(backend.ReduceAttrs)
	s := b.program.Spec(n.Args[0])
	x := b.elements[n.Args[0]]
	cols, ok := lastAxes(s.Shape, a.Axes)
	if n.Out.In.IsValid() && n.Out.In != s.Dtype { // the kernel takes integers as they are
		return false
	}
	if !ok || cols < 2 || shape.Size(s.Shape) == 0 || b.values[x.v].constant != nil {
		return false
	}
	wide, out := s.Dtype, n.Out
	if dtype.Narrow.Has(wide) {
		wide = dtype.Float32
	}
	row := n.Op
	switch n.Op {
	case ops.Mean.Op:
		row = ops.Sum.Op
	case ops.Var.Op, ops.Std.Op:
		if wide.IsComplex() {
			return false
		}
		row = ops.Sum.Op
	case ops.AllOp.Op, ops.Any.Op:
		wide = dtype.Bool
	}
	if rowReductions[row] == nil || rowReductions[row][wide] == nil {
		return false
	}
	reduction := rowReductions[row][wide]
	reduced := func(x use, dims []int) use {
		out := backend.Spec{Dtype: reduction.dtype, Shape: dims}
		v := b.once(fmt.Sprint("fold", row.ID, wide, s.Shape, cols, dims, x), planned{spec: out, input: -1, reduction: reduction, over: s.Shape, cols: cols, args: []use{x}})
		return use{v, dims}
	}
	apply := func(name string, l *elementwise.Loop, d dtype.Dtype, dims []int, args ...use) use {
		return use{b.loop(l, name, backend.Spec{Dtype: d, Shape: dims}, args...), dims}
	}
	divided := func(x use, count float64) use {
		return apply(fmt.Sprint("/", count), dividing(reduction.dtype, count), reduction.dtype, x.shape, x)
	}
	if s.Dtype != wide {
		x = apply(fmt.Sprint(ops.Cast.Op.ID, s.Dtype), &elementwise.CastLoops[s.Dtype][wide], wide, s.Shape, x)
	}
	var z use
	switch n.Op {
	case ops.Mean.Op:
		z = divided(reduced(x, out.Shape), float64(cols))
	case ops.Var.Op, ops.Std.Op:
		kept := slices.Clone(s.Shape)
		for _, axis := range a.Axes {
			kept[axis] = 1
		}
		count := float64(cols) - a.Correction
		if count <= 0 {
			count = math.NaN() // see squares
		}
		mean := divided(reduced(x, kept), float64(cols))
		away := apply(fmt.Sprint(ops.Subtract.Op.ID, wide), &elementwise.Loops[ops.Subtract.Op][wide], wide, s.Shape, x, mean)
		squared := apply(fmt.Sprint(ops.Square.Op.ID, wide), &elementwise.Loops[ops.Square.Op][wide], wide, s.Shape, away)
		z = divided(reduced(squared, out.Shape), count)
		if n.Op == ops.Std.Op {
			z = apply("root", rooting(wide), wide, out.Shape, z)
		}
	default:
		z = reduced(x, out.Shape)
	}
	if d := b.values[z.v].spec.Dtype; d != out.Dtype {
		z = apply(fmt.Sprint(ops.Cast.Op.ID, d), &elementwise.CastLoops[d][out.Dtype], out.Dtype, out.Shape, z)
	}
	b.made(i, z.v)
	return true
}

// lastAxes returns how many elements of an array of shape s lie along the axes, and
// whether these are the last but for others of length 1.
func lastAxes(s, axes []int) (n int, ok bool) {
	n = 1
	for i, d := range s {
		switch {
		case slices.Contains(axes, i):
			n *= d
		case n > 1 && d > 1:
			return 0, false
		}
	}
	return n, true
}

// normalize makes a NormalizeChannels by constants, value i of the program, loops that do what its kernel does: with others next to them they are one
// pass, where package simd has chains. It reports whether it could.
func (b *planner) normalize(i int, n *backend.Node) bool {
	if n.Op != ops.NormalizeChannels.Op || n.Out.Dtype != dtype.Float32 || !simd.HasChain() {
		return false
	}
	a, s := n.Attrs.(backend.NormalizationAttrs), n.Out.Shape
	last := a.Axis == len(s)-1
	if !last && (shape.Size(s[:a.Axis]) != 1 || shape.Size(s[a.Axis+1:]) < chainRow) || shape.Size(s) == 0 {
		return false
	}
	constants := make([]*array.Buffer, len(n.Args))
	for k, v := range n.Args[1:] {
		c := b.values[b.whole(v)].constant
		if c == nil || !c.Contiguous() {
			return false
		}
		constants[k+1] = c
	}
	factors, err := product.ChannelFactors(constants, a)
	if err != nil {
		return false
	}
	perChannel := slices.Repeat([]int{1}, len(s)-a.Axis)
	perChannel[0] = s[a.Axis]
	z := b.elements[n.Args[0]]
	apply := func(op *ops.Op, y int) {
		z = use{b.loop(&elementwise.Loops[op][dtype.Float32], fmt.Sprint(op.ID, dtype.Float32), n.Out, z, use{y, perChannel}), s}
	}
	apply(ops.Subtract.Op, b.whole(n.Args[1]))
	apply(ops.Multiply.Op, b.constant(factors, backend.Spec{Dtype: dtype.Float32, Shape: factors.Shape}))
	if a.Offset {
		apply(ops.Add.Op, b.whole(n.Args[len(n.Args)-1]))
	}
	b.made(i, z.v)
	return true
}

// drop finds out what the results need.
func (b *planner) drop() {
	for _, r := range b.program.Results {
		b.values[b.exact[r]].needed = true
	}
	for v := len(b.values) - 1; v >= 0; v-- {
		x := &b.values[v]
		if x.needed {
			for _, a := range x.args {
				b.values[a.v].needed = true
				b.values[a.v].uses++
			}
		}
	}
}

// A class says how an operand broadcasts to the elements of a fused kernel, which are the rows
// and columns of a matrix.
type class uint8

const (
	whole  class = iota // it has every element
	byRow               // it has one for each row
	byCol               // it has one for each column
	single              // it has one
	other               // none of these
)

// classOf returns the class of an operand of shape from that broadcasts to shape to, and of
// byRow and byCol the numbers of rows and columns.
func classOf(from, to []int) (c class, rows, cols int) {
	var lens [3]int
	var kept [3]bool
	runs := 0
	for i, n := range to {
		if n == 1 {
			continue
		}
		k := i - len(to) + len(from)
		keeps := k >= 0 && from[k] != 1
		switch {
		case runs > 0 && kept[runs-1] == keeps:
			lens[runs-1] *= n
		case runs == 2:
			return other, 0, 0
		default:
			lens[runs], kept[runs] = n, keeps
			runs++
		}
	}
	switch {
	case runs == 0 || runs == 1 && kept[0]:
		return whole, 0, 0
	case runs == 1:
		return single, 0, 0
	case kept[0]:
		return byRow, lens[0], lens[1]
	}
	return byCol, lens[0], lens[1]
}

// A group has the values that one fused kernel, or one kernel, computes.
type group struct {
	kernel  bool
	n, cols int // elements of the fused kernel, and of a row; cols is 0 if no reduction decides it
	members []int
	class   map[int]class // of its members
}

// deferred reports whether the results of reductions are there only when the whole fused
// kernel is done: because rows are longer than what a cache keeps.
func (g *group) deferred() bool { return g.cols > reduce.ChunkLen }

// Passes have at most so many operations, and a value goes into one of the first so many
// that could take it.
const (
	longestFused = 256
	groupsTried  = 64
)

// viewsEarly returns the values in the order of the program, but views right behind what they are views of: loops that read several of one value
// can then be in one fused kernel.
func (b *planner) viewsEarly() []int {
	views := make([][]int, len(b.values))
	isView := func(v int) bool {
		x := &b.values[v]
		return x.needed && x.constant == nil && !x.fused() && x.family() == ops.FamilyView
	}
	for v := range b.values {
		if isView(v) {
			of := b.values[v].args[0].v
			views[of] = append(views[of], v)
		}
	}
	order := make([]int, 0, len(b.values))
	var add func(v int)
	add = func(v int) {
		order = append(order, v)
		for _, u := range views[v] {
			add(u)
		}
	}
	for v := range b.values {
		if !isView(v) {
			add(v)
		}
	}
	return order
}

// divide divides the values that are computed into groups, in the order of their running.
func (b *planner) divide() {
	b.at = make([]int, len(b.values))
	for _, v := range b.viewsEarly() {
		b.at[v] = -1
		x := &b.values[v]
		if !x.needed || x.input >= 0 || x.constant != nil {
			continue
		}
		first := 0
		for _, a := range x.args {
			first = max(first, b.at[a.v])
		}
		if x.picked {
			b.at[v] = b.at[x.args[0].v]
			g := b.groups[b.at[v]]
			g.members = append(g.members, v)
			continue
		}
		if !x.fused() {
			b.at[v] = len(b.groups)
			b.groups = append(b.groups, &group{kernel: true, members: []int{v}})
			continue
		}
		n := shape.Size(x.over)
		for at := max(first, len(b.groups)-groupsTried); at < len(b.groups); at++ {
			if g := b.groups[at]; b.joins(at, g, x) {
				if n == g.n && x.reduction != nil {
					g.cols = x.cols
				}
				b.join(at, g, v)
				break
			}
		}
		if b.at[v] < 0 {
			b.groups = append(b.groups, &group{n: n, cols: x.cols, class: map[int]class{}})
			b.join(len(b.groups)-1, b.groups[len(b.groups)-1], v)
		}
	}
}

func (b *planner) join(at int, g *group, v int) {
	b.at[v] = at
	g.members = append(g.members, v)
	g.class[v] = whole
	if x := &b.values[v]; x.reduction != nil || shape.Size(x.over) != g.n {
		g.class[v] = byRow
	}
}

// joins reports whether x can be computed in the fused kernel g, which is the at-th group.
func (b *planner) joins(at int, g *group, x *planned) bool {
	if g.kernel || len(g.members) >= longestFused {
		return false
	}
	n := shape.Size(x.over)
	rows := 0
	if g.cols > 0 {
		rows = g.n / g.cols
	}
	switch {
	case n == g.n:
		return b.joinsElements(at, g, x, rows)
	case n == rows && x.reduction == nil && !g.deferred():
		return b.joinsRows(at, g, x)
	}
	return false
}

// joinsElements is joins for a value that goes through all elements of the group, which
// are so many rows.
func (b *planner) joinsElements(at int, g *group, x *planned, rows int) bool {
	if x.reduction != nil && g.cols > 0 && g.cols != x.cols {
		return false
	}
	for _, a := range x.args {
		if b.at[a.v] != at {
			continue
		}
		c, r, _ := classOf(a.shape, x.over)
		if g.class[a.v] == whole {
			if c != whole {
				return false
			}
		} else if g.deferred() || !(c == byRow && r == rows || c == single && rows == 1) {
			return false
		}
	}
	return true
}

// joinsRows is joins for a loop that goes through one element of each row: it must read
// a value of that kind from the group.
func (b *planner) joinsRows(at int, g *group, x *planned) bool {
	within := false
	for _, a := range x.args {
		c, _, _ := classOf(a.shape, x.over)
		switch {
		case b.at[a.v] == at:
			if g.class[a.v] != byRow || c != whole {
				return false
			}
			within = true
		case c != whole && c != single:
			return false
		}
	}
	return within
}

// lifetimes finds out how long values are needed. The memory of a value is needed as long as its
// views are, and views of them.
func (b *planner) lifetimes() {
	n := len(b.values)
	b.outside, b.lastUse, b.reusable, b.viewed, b.viewOf = make([]bool, n), make([]int, n), make([]bool, n), make([]bool, n), make([]int, n)
	for v := range b.values {
		b.viewOf[v], b.lastUse[v] = -1, b.at[v]
	}
	b.findSlots()
	for v := range b.values {
		x := &b.values[v]
		if !x.needed {
			continue
		}
		family := x.family()
		if family == ops.FamilyView {
			b.viewOf[v] = x.args[0].v
			b.viewed[x.args[0].v] = true
		}
		b.reusable[v] = b.at[v] >= 0
		for _, a := range x.args {
			for u := a.v; u >= 0; u = b.viewOf[u] {
				b.lastUse[u] = max(b.lastUse[u], b.runsAt(b.at[v]))
			}
			if b.at[a.v] != b.at[v] {
				b.outside[a.v] = true
			}
		}
		if family == ops.FamilyAssign { // it may write into its first operand, and is that then
			for u := x.args[0].v; u >= 0; u = b.viewOf[u] {
				b.reusable[u] = false
			}
		}
	}
	for _, r := range b.program.Results {
		for u := b.exact[r]; u >= 0; u = b.viewOf[u] {
			b.outside[u], b.lastUse[u], b.reusable[u] = true, len(b.groups), false
		}
	}
	for _, t := range b.between {
		if t != nil { // they are in no memory
			b.reusable[t.scores], b.reusable[t.weights] = false, false
		}
	}
}

// findSlots finds the slots of values, which are views then: their memory is that of the concatenation.
func (b *planner) findSlots() {
	b.slots = &slots{map[int]slot{}, map[int]joined{}}
	for c := range b.values {
		x := &b.values[c]
		if !b.concatenates(x) {
			continue
		}
		at := 0
		for _, a := range x.args {
			v, n := a.v, shape.Size(a.shape)
			if _, placed := b.slots.of[v]; !placed && n > 0 && b.outcome(v) < 0 && b.computesInto(v) && b.values[v].spec.Dtype == x.spec.Dtype {
				b.slots.of[v] = slot{c, at}
				b.slots.joined[c] = joined{x.spec, b.outcome(c)}
				if y := &b.values[v]; b.concatenates(y) { // even if nothing is computed in it
					b.slots.joined[v] = joined{y.spec, -1}
				}
				b.viewOf[v], b.viewed[c] = c, true
			}
			at += n
		}
	}
}

// outcome returns which result of the program value v is, −1 if it is none.
func (b *planner) outcome(v int) int {
	return slices.IndexFunc(b.program.Results, func(r int) bool { return b.exact[r] == v })
}

// concatenates reports whether x is a concatenation whose operands lie in it one behind the other.
func (b *planner) concatenates(x *planned) bool {
	if !x.needed || x.constant != nil || x.fused() || x.node == nil || x.node.Op != ops.Concat.Op {
		return false
	}
	return shape.Size(x.spec.Shape[:x.node.Attrs.(backend.JoinAttrs).Axis]) == 1
}

// computesInto reports whether value v can be computed in memory that is there.
func (b *planner) computesInto(v int) bool {
	x := &b.values[v]
	return b.at[v] >= 0 && (x.fused() || b.concatenates(x) || x.node != nil && (x.node.Op == ops.PoolWindows.Op || x.node.Op == ops.Take.Op))
}

// own reports whether a value has memory that no other shares, though it may be needed.
func (b *planner) own(v int) bool {
	x := &b.values[v]
	return b.at[v] >= 0 && x.family() != ops.FamilyView
}

// ownResults returns which results have memory that nothing shares.
func (b *planner) ownResults() []bool {
	shared := make([]int, len(b.values)) // how many results a value is, and views of it
	for _, r := range b.program.Results {
		shared[b.exact[r]]++
	}
	for v := range b.values {
		x := &b.values[v]
		if f := x.family(); x.needed && (f == ops.FamilyView || f == ops.FamilyAssign) {
			for _, a := range x.args {
				shared[a.v]++
			}
		}
	}
	for v := range b.values { // views of what lies in a concatenation
		if at, ok := b.slots.of[v]; ok {
			shared[at.of] += shared[v]
		}
	}
	own := make([]bool, len(b.program.Results))
	for i, r := range b.program.Results {
		v := b.exact[r]
		own[i] = b.own(v) && b.values[v].family() != ops.FamilyAssign && shared[v] == 1
	}
	return own
}

// A companion is a fused kernel that runs with the node of a stage.
type companion interface {
	run(s *stage, args []backend.Buffer, values []*array.Buffer, out []backend.Spec) error
	kernel() *fusedKernel
}

// A prepared is a node of which constant operands have been prepared: it takes the other arguments, and these if it likes.
type prepared interface {
	Run(n *backend.Node, args []backend.Buffer, stop *backend.Stop) (backend.Buffer, error)
}

// A stage is a fused kernel or a kernel's work.
type stage struct {
	fused *fusedKernel

	control *control
	picks   []pick // its results

	node  *backend.Node
	entry *backend.Entry
	args  []int
	z     int
	clone bool // its first operand is written into, and needed elsewhere

	prepared prepared // what computes the node instead of its kernel, or nil

	slots *slots // where the node's value lies, or what it is concatenated of, or nil

	companion companion // what runs with the node, or nil
	done      bool      // another stage does its work

	ended []int // values that nothing needs any more
	freed []int // those of them whose memory no other value has taken
}

// kernel returns the fused kernel of a stage, nil if it has none.
func (s *stage) kernel() *fusedKernel {
	if s.companion != nil {
		return s.companion.kernel()
	}
	return s.fused
}

// A pick is a result of a branch or a loop, and the value that it is.
type pick struct{ result, v int }

// stopOf returns what the results' Specs say may stop the call.
func stopOf(out []backend.Spec) *backend.Stop {
	if len(out) == 0 {
		return nil
	}
	return out[0].Stop
}

func (s *stage) run(values []*array.Buffer, out []backend.Spec) error {
	stop := stopOf(out)
	if err := stop.Err(); err != nil {
		return err
	}
	switch {
	case s.done:
		return nil
	case s.fused != nil:
		return s.fused.run(values, out)
	}
	args := make([]backend.Buffer, len(s.args))
	for i, v := range s.args {
		args[i] = values[v]
	}
	if s.companion != nil {
		return s.companion.run(s, args, values, out)
	}
	if s.control != nil {
		zs, err := s.control.run(stop, args)
		if err != nil {
			return err
		}
		for _, p := range s.picks {
			values[p.v] = zs[p.result]
		}
		return nil
	}
	if s.clone {
		c, err := array.Clone(stop, values[s.args[0]])
		if err != nil {
			return err
		}
		args[0] = c
	}
	var z backend.Buffer
	var err error
	switch {
	case s.slots != nil && s.node.Op == ops.Concat.Op:
		return s.slots.concat(stop, s.z, s.args, values, out)
	case s.slots != nil:
		n := *s.node
		if n.Out.Into, err = s.slots.part(s.z, n.Out.Shape, values, out); err != nil {
			return err
		}
		z, err = n.Run(s.entry, args, stop)
	case s.prepared != nil:
		z, err = s.prepared.Run(s.node, args, stop)
	default:
		z, err = s.node.Run(s.entry, args, stop)
	}
	if err == nil {
		values[s.z] = z.(*array.Buffer)
	}
	return err
}

// prepare returns what computes a kernel's value by constants that are prepared once, nil if nothing does.
func (b *planner) prepare(x *planned) prepared {
	switch {
	case x.bytes != nil:
		return x.bytes
	case x.biased:
		return product.BiasedOf(x.node, b.values[x.args[1].v].constant)
	}
	if a, ok := x.node.Attrs.(backend.RecurrentAttrs); ok && a.Quantized {
		v := x.node.Args[1]
		if key, roots, ok := b.foldable(v); ok {
			if c := product.QuantizedWeightsOf(x.node, key, roots, func() *array.Buffer { return b.folded(v) }); c != nil {
				return c
			}
		}
		return nil
	}
	if x.node.Op == ops.Recur.Op {
		w, v := b.values[x.args[1].v].constant, b.values[x.args[2].v].constant
		if w != nil && v != nil {
			if c := product.RecurrentWeightsOf(x.node, w, v); c != nil {
				return c
			}
		}
	}
	if len(x.args) == 2 {
		if y := b.values[x.args[1].v].constant; y != nil {
			if c := product.ConstantOf(x.node, y); c != nil {
				return c
			}
		}
	}
	return nil
}

// assemble returns what runs the plan.
func (b *planner) assemble() *executable {
	b.divide()
	b.findBetween()
	b.lifetimes()
	stages := make([]stage, len(b.groups))
	ends := make([][]int, len(b.groups)+1)
	for v, last := range b.lastUse {
		if last >= 0 && b.at[v] >= 0 && b.outside[v] {
			ends[last] = append(ends[last], v)
		}
	}
	for i, g := range b.groups {
		s := &stages[i]
		s.ended = ends[i]
		t := b.between[i]
		if t != nil && i != t.second {
			s.done = true
			if i == t.fused {
				t.fusedKernel = b.makeFused(i)
			}
		} else if !g.kernel {
			s.fused = b.makeFused(i)
			if c := s.fused.completed; c != nil {
				done := &completion{completed: c, fused: s.fused}
				b.reusable[stages[c.at].z] = false // it is in no memory most often
				if c.view >= 0 {
					turn := stages[c.view]
					done.turn, stages[c.view].done = &turn, true
					b.reusable[turn.z] = false
				}
				stages[c.at].companion = done
				s.fused, s.done = nil, true
			}
		} else if x := &b.values[g.members[0]]; x.control != nil {
			s.control = x.control
			for _, a := range x.args {
				s.args = append(s.args, a.v)
			}
			for _, v := range g.members[1:] {
				s.picks = append(s.picks, pick{b.values[v].pick, v})
			}
		} else {
			s.z = g.members[0]
			x := &b.values[s.z]
			s.node, s.entry = x.node, b.kernels.Entry(x.node.Op)
			for _, a := range x.args {
				s.args = append(s.args, a.v)
			}
			s.prepared = b.prepare(x)
			if t != nil {
				s.companion = t
			}
			if b.slots.has(s.z) {
				s.slots = b.slots
			}
			s.clone = x.node.Op.Family == ops.FamilyAssign && !(b.own(s.args[0]) && b.values[s.args[0]].uses == 1 && !b.viewed[s.args[0]])
		}
		for _, v := range ends[i] {
			switch {
			case !b.reusable[v]:
			case b.viewOf[v] < 0:
				b.ended = append(b.ended, v)
			default: // it has memory of its own if its kernel had to copy
				s.freed = append(s.freed, v)
			}
		}
	}
	e := &executable{stages: stages, inputs: len(b.program.Inputs), results: make([]outcome, len(b.program.Results))}
	for i := range stages {
		if p := stages[i].kernel(); p != nil {
			for _, l := range p.results {
				if v := p.registers[l].reuse; v >= 0 { // until then it is kept
					s := &stages[b.lastUse[v]]
					s.ended = slices.DeleteFunc(s.ended, func(x int) bool { return x == v })
					stages[i].ended = append(stages[i].ended, v)
				}
			}
		}
	}
	for _, v := range b.ended {
		s := &stages[b.lastUse[v]]
		s.freed = append(s.freed, v)
	}
	for i, r := range b.program.Results {
		x := &b.values[b.exact[r]]
		e.results[i] = outcome{v: b.exact[r], input: -1, view: x.family() == ops.FamilyView, copy: x.input >= 0}
		if r < len(b.program.Inputs) {
			e.results[i].input = r
		}
		e.made = append(e.made, b.exact[r])
	}
	constants := make([]*array.Buffer, len(b.values))
	for v := range b.values {
		if x := &b.values[v]; x.needed {
			constants[v] = x.constant
		}
	}
	e.made = slices.DeleteFunc(e.made, func(v int) bool { return constants[v] != nil })
	e.pool.New = func() any {
		values := slices.Clone(constants)
		return &values
	}
	seen := map[unsafe.Pointer]bool{}
	for _, c := range constants {
		if c == nil || seen[c.Mem] {
			continue
		}
		seen[c.Mem] = true
		if counted.Find(uintptr(c.Mem), func() *executable { return e }) == e {
			e.constants += c.Len() * c.Dtype.Size()
		}
	}
	return e
}

// An executable is a plan that is ready to run.
type executable struct {
	inputs  int
	stages  []stage
	results []outcome
	made    []int     // the results that are no constants
	pool    sync.Pool // of *[]*Buffer: the values, of which only constants are set

	constants int // bytes of those that no other one counts

	owned []bool // of a branch or a loop: which results are in memory that no other value shares
}

// counted are the executables that count the memory of constants, by where it is: that of several, as a model's weights are, counts once.
var counted array.Known[uintptr, executable]

// bytes returns about how much memory the executable keeps: its constants, the buffers of a
// thread, and what it takes to say what it does.
func (e *executable) bytes() int {
	const (
		value  = 128 // of a value, in a stage, among the results; of a chain's step
		ofStep = 512 // of an instruction, with its registers
	)
	n := e.constants
	for i := range e.stages {
		s := &e.stages[i]
		n += int(unsafe.Sizeof(*s)) + value*(1+len(s.args)+len(s.ended))
		if s.control != nil {
			n += s.control.bytes()
		}
		if p := s.kernel(); p != nil {
			n += int(unsafe.Sizeof(*p)) + p.bufferBytes + ofStep*(len(p.instructions)+len(p.tiles)+len(p.registers))
			for k := range p.instructions {
				if c := p.instructions[k].chain; c != nil {
					n += value * len(c.steps)
				}
			}
		}
	}
	return n + value*len(e.results)
}

// An outcome is a result of a program.
type outcome struct {
	v     int
	input int  // the input that it is, −1 if it is none
	view  bool // it may share memory with an input
	copy  bool // it does
}

func (e *executable) run(in, results []backend.Buffer, out []backend.Spec) error {
	pooled := e.pool.Get().(*[]*array.Buffer)
	values := *pooled
	for i, b := range in {
		values[i] = b.(*array.Buffer)
	}
	var err error
	if stopOf(out) == nil {
		err = e.all(in, values, results, out)
	} else {
		err = e.stoppable(in, values, results, out)
	}
	if err != nil { // what has ended is not there any more
		for i := range e.stages {
			e.stages[i].forget(values)
		}
	}
	clear(values[:e.inputs])
	for _, v := range e.made {
		values[v] = nil
	}
	e.pool.Put(pooled)
	return err
}

// stoppable is all for a call that may be stopped.
func (e *executable) stoppable(in []backend.Buffer, values []*array.Buffer, results []backend.Buffer, out []backend.Spec) (err error) {
	defer backend.CatchStop(&err)
	return e.all(in, values, results, out)
}

func (e *executable) all(in []backend.Buffer, values []*array.Buffer, results []backend.Buffer, out []backend.Spec) error {
	for i := range e.stages {
		s := &e.stages[i]
		if err := s.run(values, out); err != nil {
			return err
		}
		s.forget(values)
	}
	for i, r := range e.results {
		if r.input >= 0 {
			results[i] = in[r.input]
			continue
		}
		z := values[r.v]
		if r.copy || r.view && slices.ContainsFunc(values[:e.inputs], func(b *array.Buffer) bool { return b.Mem == z.Mem }) {
			var err error
			if z, err = array.Clone(stopOf(out), z); err != nil {
				return err
			}
		}
		results[i] = z
	}
	return nil
}

// forget lets go of the values that have ended with the stage.
func (s *stage) forget(values []*array.Buffer) {
	for _, v := range s.freed {
		if values[v] != nil {
			array.Release(values[v])
		}
	}
	for _, v := range s.ended {
		values[v] = nil
	}
}
