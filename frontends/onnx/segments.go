package onnx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// A model that looks at computed elements is not one compiled function. From its second call on, the nodes between those that do are: segments of
// its graph, and of the bodies of its loops and branches, each as long as it can be traced. What a segment gives is bit for bit what its nodes do.

// leastSegment is how many nodes a segment has at least.
const leastSegment = 3

// A place is a node of a graph, by its index.
type place struct {
	g  *graph
	at int
}

// A segment is the nodes of a graph from one on, for one kind of values that they read.
type segment struct {
	mu    sync.Mutex
	found bool // what follows is known
	end   int  // the first node behind it
	ins   []string
	f     *ivy.Compiled
	outs  atomic.Pointer[[]segmentOut]
}

// A segmentOut is a value that is read behind a segment.
type segmentOut struct {
	name  string
	elem  elem
	known bool
}

// segment runs the nodes of f's graph from one on as a compiled function, and returns the first node that it did not run.
func (r *run) segment(f *frame, at int) int {
	s := r.b.segmentAt(f, at)
	if s == nil {
		return at
	}
	if s.find(r, f, at); s.end == at {
		r.b.mu.Lock()
		r.b.segments[place{f.g, at}].none = true
		r.b.mu.Unlock()
		return at
	}
	xs := make([]*ivy.Array, 0, len(s.ins))
	for _, name := range s.ins {
		v, _ := f.find(name)
		xs = append(xs, r.array(v))
	}
	var zs []*ivy.Array
	if err := ivy.Try(func() { zs = s.f.CallContext(r.ctx, xs...) }); err != nil {
		if errors.Is(err, ivy.ErrCanceled) {
			panic(err)
		}
		for i := at; i < s.end; i++ { // which says what is wrong, if anything is
			r.node(f, f.g.nodes[i])
		}
		return s.end
	}
	for i, o := range *s.outs.Load() {
		f.values[o.name] = value{x: zs[i], elem: o.elem, known: o.known}
	}
	return s.end
}

// segments are those that begin at one place.
type segments struct {
	reads []string // what the nodes from there on read
	kinds map[string]*segment
	none  bool // the first node looks at elements, or too few behind it do not
}

// segmentAt returns the segment for the values of f, nil if there is none.
func (b *onBackend) segmentAt(f *frame, at int) *segment {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.segments[place{f.g, at}]
	if all == nil {
		all = &segments{reads: f.g.readsBetween(at, len(f.g.nodes)), kinds: map[string]*segment{}}
		b.segments[place{f.g, at}] = all
	}
	if all.none {
		return nil
	}
	kind, _ := f.kindOf(all.reads)
	s := all.kinds[kind]
	if s == nil {
		s = &segment{}
		all.kinds[kind] = s
	}
	return s
}

// kindOf describes the values of names, but for dtypes and shapes of arrays, and returns the names of those that are no constants.
func (f *frame) kindOf(names []string) (kind string, args []string) {
	var text strings.Builder
	for _, name := range names {
		v, ok := f.find(name)
		switch {
		case !ok || !v.there():
			text.WriteByte('-')
		case v.sequence:
			text.WriteByte('s')
		case v.fixed:
			text.WriteByte('c')
		default:
			fmt.Fprintf(&text, "%d,", v.elem)
			args = append(args, name)
		}
	}
	return text.String(), args
}

// readsBetween returns the names that nodes at … end read, and that none of these computes.
func (g *graph) readsBetween(at, end int) (names []string) {
	seen := map[string]bool{"": true}
	for _, n := range g.nodes[at:end] {
		for _, name := range slices.Concat(n.ins, n.reads) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
		for _, name := range n.outs {
			seen[name] = true
		}
	}
	return names
}

// find finds out how long the segment is, and compiles it.
func (s *segment) find(r *run, f *frame, at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found {
		return
	}
	s.found, s.end = true, at
	end := len(f.g.nodes)
	for i := at; i < end; i++ { // sequences from before are others in each call, and no arguments
		if f.readsSequence(f.g.nodes[i]) {
			end = i
		}
	}
	for tries := 0; end-at >= leastSegment && tries < 2; tries++ {
		var reached atomic.Int64
		if _, s.ins = f.kindOf(f.g.readsBetween(at, end)); len(s.ins) == 0 {
			return
		}
		g := s.function(r, f, at, end, &reached)
		specs := make([]backend.Spec, len(s.ins))
		for i, name := range s.ins {
			v, _ := f.find(name)
			x := r.array(v)
			specs[i] = backend.Spec{Dtype: x.Dtype(), Shape: x.Shape()}
		}
		err := ivy.Try(func() {
			if _, err := g.Program(r.b.name, specs...); err != nil {
				panic(err)
			}
		})
		if err == nil {
			s.end, s.f = end, g
			return
		}
		end = int(reached.Load())
	}
}

// readsSequence reports whether a node reads a sequence of f.
func (f *frame) readsSequence(n *node) bool {
	return slices.ContainsFunc(slices.Concat(n.ins, n.reads), func(name string) bool {
		v, ok := f.find(name)
		return ok && v.sequence
	})
}

// function returns nodes at … end as a compiled function of what they read, which reached follows.
func (s *segment) function(r *run, f *frame, at, end int, reached *atomic.Int64) *ivy.Compiled {
	names, ins, g := f.g.readsBetween(at, end), s.ins, f.g
	given := map[string]value{}
	for _, name := range names {
		if v, ok := f.find(name); ok {
			if !v.fixed { // constants stay
				v = value{elem: v.elem}
			}
			given[name] = v
		}
	}
	around := f.empty()
	m, b := r.m, r.b
	return b.env.Compile(func(xs ...*ivy.Array) []*ivy.Array {
		if len(xs) == 0 || !xs[0].IsAbstract() {
			panic(&ivy.Error{Kind: ivy.ErrUnsupported, Err: errAlone})
		}
		inner := &run{ctx: context.Background(), m: m, b: b, e: b.env}
		f := &frame{around: around, values: map[string]value{}, g: g}
		for name, v := range given {
			f.values[name] = v
		}
		for i, name := range ins {
			v := f.values[name]
			v.x = xs[i]
			f.values[name] = v
		}
		for i := at; i < end; i++ {
			reached.Store(int64(i))
			inner.node(f, g.nodes[i])
		}
		var outs []segmentOut
		var zs []*ivy.Array
		for _, n := range g.nodes[at:end] {
			for _, name := range n.outs {
				v := f.values[name]
				if name == "" || g.last[name] < end || !v.there() {
					continue
				}
				if v.sequence {
					panic(&ivy.Error{Kind: ivy.ErrUnsupported, Err: errAlone})
				}
				z := inner.array(v)
				if v.known || slices.Contains(xs, z) { // results are no one else's
					z = inner.e.CopyArray(z)
				}
				outs, zs = append(outs, segmentOut{name, v.elem, v.known}), append(zs, z)
			}
		}
		s.outs.Store(&outs)
		return zs
	})
}

// empty returns frames with the constants of f's alone.
func (f *frame) empty() *frame {
	if f == nil {
		return nil
	}
	return &frame{around: f.around.empty(), g: f.g}
}
