package fuse

import (
	"slices"

	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Frameworks with the channels before the other axes of an image have programs that turn the axes around before each convolution, whose kernel takes the
// channels last, and back behind it. Convolutions read and write memory faster where the channels are last there as well. The nodes between two
// convolutions, those that compute each element by itself, pooling, concatenations, give the same elements in either order of axes: they are made nodes
// of values with the channels last, and what turned the axes around goes away. Where other nodes read such a value it is turned back. Results are the
// same bit for bit: kernels of convolutions and pooling sum in one order, wherever elements lie.

// A layout is a program and its values that may have the channels last.
type layout struct {
	p     *backend.Program
	part  []int     // of each value the part of the program that has the channels last or not as a whole, as a tree of values; −1 of those that cannot
	gain  []float64 // of each part, by its root: nanoseconds that it is faster with the channels last
	turns []bool    // values that have been counted as turned around

	z           *backend.Program
	first, last []int // the numbers in z of values with the axes in their order, and with the channels last; −1 until they are needed
}

// Nanoseconds, about, that it takes to copy an element of an array that is concatenated.
const costOfCopy = 0.5

// LeastGain is how many nanoseconds a part of a program has to gain by channels that are last. Tests make it less.
var LeastGain = 0.0

// imageAxes is how many axes images have at least: of the batch, of channels, and one other.
const imageAxes = 3

// channelsLast returns p with the channels last where that is faster, p itself if it is nowhere.
func channelsLast(p *backend.Program) *backend.Program {
	l := &layout{p: p}
	if !product.SumsAlike() || !slices.ContainsFunc(p.Nodes, func(n backend.Node) bool { return n.Op == ops.Convolve.Op }) {
		return p
	}
	l.find()
	for v := range l.part {
		if l.chosen(v) {
			return l.program()
		}
	}
	return p
}

func (l *layout) firstNode() int { return len(l.p.Inputs) + len(l.p.Constants) }

// turned returns the operand of a node that only turns axes around by order, −1 of others.
func (l *layout) turned(n *backend.Node, order func(n int) []int) int {
	if n.Op != ops.PermuteDims.Op || len(n.Out.Shape) < imageAxes {
		return -1
	}
	if !slices.Equal(n.Attrs.(backend.ViewAttrs).Perm, order(len(n.Out.Shape))) {
		return -1
	}
	return n.Args[0]
}

// node returns the node whose value v is, nil if it is an input or a constant.
func (l *layout) node(v int) *backend.Node {
	if v < l.firstNode() {
		return nil
	}
	return &l.p.Nodes[v-l.firstNode()]
}

// root returns the value that stands for the part that v belongs to.
func (l *layout) root(v int) int {
	for l.part[v] != v {
		l.part[v] = l.part[l.part[v]]
		v = l.part[v]
	}
	return v
}

func (l *layout) join(v, u int) {
	v, u = l.root(v), l.root(u)
	if v != u {
		l.part[u] = v
		l.gain[v] += l.gain[u]
	}
}

func (l *layout) may(v int) bool { return l.part[v] >= 0 }

// chosen reports whether v has the channels last.
func (l *layout) chosen(v int) bool { return l.may(v) && l.gain[l.root(v)] > LeastGain }

// find finds the values that may have the channels last, and what each part of the program gains.
func (l *layout) find() {
	n := l.firstNode() + len(l.p.Nodes)
	l.part, l.gain, l.turns = slices.Repeat([]int{-1}, n), make([]float64, n), make([]bool, n)
	for i := range l.p.Nodes {
		n, v := &l.p.Nodes[i], l.firstNode()+i
		switch {
		case n.Op == ops.Convolve.Op:
			continue // it has the channels last
		case l.turned(n, product.LastOrder) >= 0 && l.may(l.turned(n, product.LastOrder)):
			continue // that is the operand with the channels last
		case l.turned(n, product.FirstOrder) >= 0:
			l.part[v] = v
			l.convolution(v, l.turned(n, product.FirstOrder))
			continue
		case l.follows(n):
			l.part[v] = v
			for _, a := range l.images(n) {
				if l.may(a) {
					l.join(v, a)
				} else {
					l.turn(v, a)
				}
			}
			if n.Op == ops.Concat.Op && shape.Size(n.Out.Shape[:n.Attrs.(backend.JoinAttrs).Axis]) == 1 { // it need not be copied
				l.gain[l.root(v)] -= costOfCopy * float64(shape.Size(n.Out.Shape))
			}
			continue
		}
		for _, a := range n.Args {
			l.turn(a, a)
		}
	}
	for _, r := range l.p.Results {
		l.turn(r, r)
	}
}

// turn says that value v, if it may have the channels last, or what reads it, needs value u turned around.
func (l *layout) turn(v, u int) {
	if l.may(v) && !l.turns[u] {
		l.turns[u] = true
		l.gain[l.root(v)] -= product.CostOfTurn * float64(shape.Size(l.p.Spec(u).Shape))
	}
}

// convolution says that v is u turned around: what the channels last gain if that is a convolution.
func (l *layout) convolution(v, u int) {
	n := l.node(u)
	if n == nil || n.Op != ops.Convolve.Op {
		return
	}
	x := l.p.Spec(n.Args[0]).Shape
	if in := l.image(n); in >= 0 {
		l.join(v, in)
		l.gain[l.root(v)] += product.GainOfLast(n, x, l.p.Spec(n.Args[1]).Shape)
		return
	}
	l.gain[l.root(v)] -= product.CostOfTurn * float64(min(shape.Size(x), shape.Size(n.Out.Shape))) // one or the other is turned around
}

// image returns the value that a convolution takes turned around, if that may have the channels last, else −1.
func (l *layout) image(n *backend.Node) int {
	m := l.node(n.Args[0])
	if m == nil {
		return -1
	}
	if u := l.turned(m, product.LastOrder); u >= 0 && l.may(u) {
		return u
	}
	return -1
}

// byElements reports whether an operation computes each element by itself.
func byElements(op *ops.Op) bool {
	return op.Family == ops.FamilyUnary || op.Family == ops.FamilyBinary || op.Family == ops.FamilyTernary
}

// images returns the operands of n that are images as its result is: others are small, and broadcast, or say something about the first one.
func (l *layout) images(n *backend.Node) []int {
	switch {
	case byElements(n.Op):
		return slices.DeleteFunc(slices.Clone(n.Args), func(a int) bool { return !slices.Equal(l.p.Spec(a).Shape, n.Out.Shape) })
	case n.Op.Family == ops.FamilyJoin:
		return n.Args
	}
	return n.Args[:1]
}

// follows reports whether the result of n may have the channels last if its operands have.
func (l *layout) follows(n *backend.Node) bool {
	s := n.Out.Shape
	if len(s) < imageAxes || n.Out.Dtype != dtype.Float32 && n.Out.Dtype != dtype.Float64 || len(n.Args) == 0 || shape.Size(s) == 0 {
		return false
	}
	x := l.p.Spec(n.Args[0]).Shape
	switch {
	case !slices.ContainsFunc(l.images(n), l.may):
		return false
	case byElements(n.Op):
		return true
	case len(x) != len(s):
		return false
	}
	switch a := n.Attrs.(type) {
	case backend.JoinAttrs:
		return n.Op == ops.Concat.Op
	case backend.ViewAttrs:
		return n.Op == ops.Slice.Op || (n.Op == ops.Reshape.Op || n.Op == ops.BroadcastTo.Op) && slices.Equal(x, s)
	case backend.GatherAttrs:
		return n.Op == ops.Take.Op && a.Axis > 0 && len(l.p.Spec(n.Args[1]).Shape) == 1
	case backend.WindowAttrs:
		return a.First == 2 && len(a.Kernel) == len(s)-2
	case backend.NormalizationAttrs: // the planner makes loops of it, as the kernel takes no last axis
		return a.Axis == 1 && n.Out.Dtype == dtype.Float32 && simd.HasChain() && !slices.ContainsFunc(n.Args[1:], l.varies)
	}
	return false
}

// varies reports whether v is more than a view of a constant.
func (l *layout) varies(v int) bool {
	if n := l.node(v); n != nil {
		return n.Op.Family != ops.FamilyView || l.varies(n.Args[0])
	}
	return v < len(l.p.Inputs)
}

// program returns the program with the channels last where they are chosen to be.
func (l *layout) program() *backend.Program {
	p, n := l.p, len(l.part)
	l.z = &backend.Program{Inputs: p.Inputs, Constants: p.Constants, Specs: p.Specs}
	l.first, l.last = slices.Repeat([]int{-1}, n), slices.Repeat([]int{-1}, n)
	for v := range l.firstNode() {
		l.first[v] = v
	}
	for i := range p.Nodes {
		n, v := p.Nodes[i], l.firstNode()+i
		u := l.turned(&n, product.LastOrder)
		switch {
		case u >= 0 && l.chosen(u):
			l.first[v] = l.lastOf(u)
		case l.chosen(v) && l.turned(&n, product.FirstOrder) >= 0:
			l.last[v] = l.firstOf(n.Args[0])
		case l.chosen(v):
			l.last[v] = l.add(l.withLast(n))
		default:
			n.Args = l.firstOfAll(n.Args)
			l.first[v] = l.add(n)
		}
	}
	l.z.Results = l.firstOfAll(p.Results)
	return l.z
}

func (l *layout) add(n backend.Node) int {
	l.z.Nodes = append(l.z.Nodes, n)
	return l.firstNode() + len(l.z.Nodes) - 1
}

// permuted returns value v of z, with the axes in another order.
func (l *layout) permuted(v int, order []int) int {
	s := l.z.Spec(v)
	return l.add(backend.Node{Op: ops.PermuteDims.Op, Args: []int{v}, Out: backend.Spec{Dtype: s.Dtype, Shape: inOrder(s.Shape, order)}, Attrs: backend.ViewAttrs{Perm: order}})
}

// firstOf returns the number in z of value v, in its own order of axes: a copy, if others have the channels last.
func (l *layout) firstOf(v int) int {
	if l.first[v] < 0 {
		turned := l.permuted(l.last[v], product.FirstOrder(len(l.p.Spec(v).Shape)))
		l.first[v] = l.add(backend.Node{Op: ops.CopyArray.Op, Args: []int{turned}, Out: l.z.Spec(turned)})
	}
	return l.first[v]
}

func (l *layout) firstOfAll(vs []int) []int {
	zs := make([]int, len(vs))
	for i, v := range vs {
		zs[i] = l.firstOf(v)
	}
	return zs
}

// lastOf returns the number in z of value v with the channels last.
func (l *layout) lastOf(v int) int {
	if l.last[v] < 0 {
		l.last[v] = l.permuted(l.firstOf(v), product.LastOrder(len(l.p.Spec(v).Shape)))
	}
	return l.last[v]
}

// broadcastOf returns the number in z of what value v is broadcast as, to a result with n axes, the channels last.
func (l *layout) broadcastOf(v, n int) int {
	s := l.p.Spec(v).Shape
	switch {
	case len(s) == n:
		return l.lastOf(v)
	case shape.Size(s) == 1:
		return l.firstOf(v)
	}
	x := l.firstOf(v)
	long := append(slices.Repeat([]int{1}, n-len(s)), s...)
	x = l.add(backend.Node{Op: ops.Reshape.Op, Args: []int{x}, Out: backend.Spec{Dtype: l.p.Spec(v).Dtype, Shape: long}, Attrs: backend.ViewAttrs{}})
	return l.permuted(x, product.LastOrder(n))
}

// withLast returns node n, which follows, for z.
func (l *layout) withLast(n backend.Node) backend.Node {
	r := len(n.Out.Shape)
	order := product.LastOrder(r)
	axis := func(a int) int { return slices.Index(order, a) }
	args := slices.Clone(n.Args)
	n.Out.Shape = inOrder(n.Out.Shape, order)
	switch a := n.Attrs.(type) {
	case backend.ViewAttrs:
		args[0] = l.lastOf(args[0])
		if n.Op == ops.Slice.Op {
			a.Ranges = inOrder(a.Ranges, order)
			n.Attrs = a
		}
	case backend.JoinAttrs:
		for k, v := range args {
			args[k] = l.lastOf(v)
		}
		n.Attrs = backend.JoinAttrs{Axis: axis(a.Axis)}
	case backend.GatherAttrs:
		args[0], args[1] = l.lastOf(args[0]), l.firstOf(args[1])
		n.Attrs = backend.GatherAttrs{Axis: axis(a.Axis)}
	case backend.WindowAttrs:
		args[0] = l.lastOf(args[0])
		a.First = 1
		n.Attrs = a
	case backend.NormalizationAttrs:
		args[0] = l.lastOf(args[0])
		for k, v := range args[1:] {
			args[k+1] = l.firstOf(v)
		}
		a.Axis = r - 1
		n.Attrs = a
	default:
		for k, v := range args {
			args[k] = l.broadcastOf(v, r)
		}
	}
	n.Args = args
	return n
}

func inOrder[T any](xs []T, order []int) []T {
	zs := make([]T, len(xs))
	for i, j := range order {
		zs[i] = xs[j]
	}
	return zs
}
