package ivy

import (
	"errors"
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Branches and loops in a function that is traced. The functions are traced by themselves, into programs of a node. What
// they use from outside is captured: arrays with elements are constants of the program, others become
// arguments of the node.
//
// Where an operand is differentiated, or what is captured, the functions are recorded on a level of their own over
// their trace, and gradients are pulled in the same trace. That gives two programs: the function itself, and the pull, which computes
// the function's steps again. The node of the tape is a loop of the first one, which keeps the states; its pull
// is a loop of the second one, in the opposite order. What is differentiated several times goes through this
// again: then the functions are the programs.

// captures are what a trace has of arrays from outside.
type captures struct {
	// from is the order of the level whose arrays are constants here, and of later ones: others are left
	// to the levels below, which see the node.
	from   int64
	outer  []*Array
	inner  []*Array // the same in the trace
	byData map[backend.Buffer]*Array
}

// captures reports whether arrays from outside become operands of the trace that be is of.
func (be *engine) captures() bool {
	t, ok := be.Backend.(*trace)
	return ok && t.captures != nil
}

// A trackedError says that a function takes an array from outside that is differentiated.
type trackedError struct {
	error
	tape *Tape
}

// Unwrap returns the error without the tape.
func (e *trackedError) Unwrap() error { return e.error }

// within returns a trace for the program of a node.
func (t *trace) within(from int64) *trace {
	z := newTrace(t.under)
	z.captures = &captures{from: from, byData: map[backend.Buffer]*Array{}}
	return z
}

// input returns a new input of the program as an array.
func (t *trace) input(e *Env, d Dtype, dims []int) *Array {
	s := backend.Spec{Dtype: d, Shape: slices.Clone(dims)}
	v := &value{t: t, input: len(t.program.Inputs), spec: s}
	t.program.Inputs = append(t.program.Inputs, s)
	return wrapBuffer(e, t.engine, v, d, dims)
}

// capture returns an array from outside in the trace.
func (t *trace) capture(a *Array) (*Array, error) {
	c := t.captures
	for a.be.level != nil && a.be.order >= c.from {
		d := a.buffer().(*dual)
		if d.node != nil {
			return nil, &trackedError{errCaptured, d.node.tape}
		}
		d.kept.Store(true)
		a = d.in
	}
	if a.be == t.engine {
		return a, nil
	}
	if a.be.order > t.order {
		return nil, errEscaped
	}
	if a.be.hasMemory() { // which may be written to until it is used again
		data, err := a.bytes()
		if err != nil {
			return nil, err
		}
		s := backend.Spec{Dtype: a.dtype, Shape: a.shape}
		b, err := t.FromHost(s, data)
		if err != nil {
			return nil, err
		}
		return wrapBuffer(a.env, t.engine, b, a.dtype, a.shape), nil
	}
	key := a.buffer()
	if z := c.byData[key]; z != nil {
		return z, nil
	}
	z := t.input(a.env, a.dtype, a.shape)
	c.outer, c.inner = append(c.outer, a.snapshot()), append(c.inner, z)
	c.byData[key] = z
	return z, nil
}

// valuesOf returns the values of arrays in the trace, which they are brought into.
func (t *trace) valuesOf(xs []*Array) []*value {
	out := make([]*value, len(xs))
	for i, x := range xs {
		x, err := x.to(t.engine)
		check(err)
		out[i], err = t.of(x.buffer())
		check(err)
	}
	return out
}

// subprogram returns the program that computes results of inputs, which are arrays of this trace, or of another one: those
// it does not use.
func (t *trace) subprogram(inputs, results []*Array) *backend.Program {
	p := &backend.Program{}
	numbers := map[*value]int{}
	for i, x := range inputs {
		p.Inputs = append(p.Inputs, backend.Spec{Dtype: x.dtype, Shape: slices.Clone(x.shape)})
		if v := x.buffer().(*value); v.t == t {
			numbers[v] = i
		}
	}
	zs := t.valuesOf(results)
	needed := make([]bool, len(t.nodes)+1)
	use := func(v *value) {
		_, known := numbers[v]
		switch {
		case known:
		case v.node > 0:
			needed[v.node] = true
		case v.constant:
			numbers[v] = len(p.Inputs) + len(p.Constants)
			p.Constants, p.Specs = append(p.Constants, v.buf), append(p.Specs, v.spec)
		default:
			check(errorf(ErrBackend, "a program without one of its inputs"))
		}
	}
	for _, v := range zs {
		use(v)
	}
	for i := len(t.nodes) - 1; i >= 0; i-- {
		if needed[i+1] {
			for _, x := range t.nodes[i].args {
				use(x)
			}
		}
	}
	for _, v := range t.nodes {
		if !needed[v.node] {
			continue
		}
		n := backend.Node{Op: v.op, Out: v.spec, Attrs: v.attrs, Args: make([]int, len(v.args))}
		for j, x := range v.args {
			n.Args[j] = numbers[x]
		}
		numbers[v] = len(p.Inputs) + len(p.Constants) + len(p.Nodes)
		p.Nodes = append(p.Nodes, n)
	}
	for _, v := range zs {
		p.Results = append(p.Results, numbers[v])
	}
	return p
}

// usesInput reports whether a program's input is an argument of a node, or a result.
func usesInput(p *backend.Program, i int) bool {
	return slices.Contains(p.Results, i) || slices.ContainsFunc(p.Nodes, func(n backend.Node) bool { return slices.Contains(n.Args, i) })
}

// controls writes a node of a branch or a loop down, and returns its results.
func (t *trace) controls(e *Env, c any, outs []backend.Spec, args []*Array) []*Array {
	all := &value{t: t, op: backend.Control, attrs: c, args: t.valuesOf(args)}
	t.nodes = append(t.nodes, all)
	all.node = len(t.nodes)
	zs := make([]*Array, len(outs))
	for i, s := range outs {
		v := &value{t: t, op: backend.Pick, attrs: i, args: []*value{all}, spec: s}
		t.nodes = append(t.nodes, v)
		v.node = len(t.nodes)
		zs[i] = wrapBuffer(e, t.engine, v, s.Dtype, s.Shape)
	}
	return zs
}

// innermostTrace returns the trace that a node on arrays goes into: the latest of theirs.
func innermostTrace(t *trace, xs []*Array) *trace {
	for _, x := range xs {
		if in := traceOf(x.be); in != nil && in.order > t.order {
			t = in
		}
	}
	return t
}

// A step is a function of arrays: of a loop's iteration, or of a branch.
type step func(xs []*Array) []*Array

// A part is a function of a node, traced. Its programs take what the function takes and then what it captured.
type part struct {
	t       *trace
	inputs  []*Array // of the trace
	results []*Array
	outer   []*Array // what was captured
	inner   []*Array

	// Of a function that is differentiated:
	tape    *Tape
	watched []*Array // the inputs, on the level
	adopted []*Array // what was captured and is differentiated, on the level outside
	leaves  []*Array // the same on the level
	inside  []*Array // the same in the trace
	zs      []*Array // the results on the level
}

// traced traces f on arrays of these Specs. Without a tape it may use nothing that is differentiated, else only by the tape.
func traced(e *Env, t *trace, tape *Tape, f step, specs []backend.Spec) *part {
	p := &part{}
	var from int64
	if tape != nil {
		from = tape.order
	}
	p.t = t.within(from)
	for _, s := range specs {
		p.inputs = append(p.inputs, p.t.input(e, s.Dtype, s.Shape))
	}
	if tape == nil {
		p.results = f(snapshots(p.inputs))
	} else {
		p.record(e, tape, f)
	}
	for i, z := range p.results { // what is from outside is captured
		z, err := z.to(p.t.engine)
		check(err)
		p.results[i] = z
	}
	p.outer, p.inner = p.t.captures.outer, p.t.captures.inner
	return p
}

// record calls f on a level over the trace, for what is differentiated by tape.
func (p *part) record(e *Env, tape *Tape, f step) {
	p.tape = e.NewTape()
	found := map[*dual]*Array{}
	p.tape.adopt = func(a *Array) (*Array, error) {
		if a.be.level != nil && a.be.order < tape.order && tape.adopt != nil { // of a function around the one that is recorded for tape
			var err error
			if a, err = tape.level.lift(a); err != nil {
				return nil, err
			}
		}
		if a.be.level == nil || a.be.level.tape != tape {
			return nil, nil
		}
		d := a.buffer().(*dual)
		if d.node == nil || !dtype.Inexact.Has(a.dtype) {
			return nil, nil
		}
		if z := found[d]; z != nil {
			return z, nil
		}
		d.kept.Store(true)
		in, err := d.in.to(p.t.engine)
		if err != nil {
			return nil, err
		}
		if in.be != p.t.engine || traceOf(d.in.be) == nil { // a constant of the trace takes no gradient
			in = p.t.input(e, d.in.dtype, d.in.shape)
			p.t.captures.outer, p.t.captures.inner = append(p.t.captures.outer, d.in.snapshot()), append(p.t.captures.inner, in)
		}
		z := p.tape.watch(in)
		found[d] = z
		p.adopted, p.leaves, p.inside = append(p.adopted, a.snapshot()), append(p.leaves, z), append(p.inside, in)
		return z, nil
	}
	defer func() { p.tape.adopt = nil }()
	be := p.tape.engine(p.t.engine)
	p.tape.level = be.level
	for _, x := range p.inputs {
		var z *Array
		if dtype.Inexact.Has(x.dtype) {
			z = p.tape.watch(x)
		} else {
			var err error
			z, err = x.to(be)
			check(err)
		}
		p.watched = append(p.watched, z)
	}
	for _, z := range f(snapshots(p.watched)) {
		z, err := z.to(be)
		check(err)
		p.zs = append(p.zs, z)
		p.results = append(p.results, z.buf.(*dual).in)
	}
	p.tape.Stop()
}

// pull returns the gradients of watched arrays of the level from those of the results, nil for none.
func (p *part) pull(e *Env, gs []*Array, xs []*Array) []*Array {
	var targets []target
	for i, z := range p.zs {
		if d := p.tape.on(z); gs[i] != nil && d != nil && d.node != nil {
			targets = append(targets, target{d.node, d.out, gs[i]})
		}
	}
	sources := make([]source, len(xs))
	for i, x := range xs {
		d := p.tape.on(x)
		sources[i] = source{d.node, d.out}
	}
	grads := e.pull(targets, sources, false)
	p.outer, p.inner = p.t.captures.outer, p.t.captures.inner // there may be more now
	return e.orZeros(grads, xs)
}

// latestTape is topTape of arrays that a gradient goes through.
func latestTape(xs []*Array) *Tape {
	var tracked []*Array
	for _, x := range xs {
		for a := x; a.be.level != nil; a = a.buffer().(*dual).in {
			if a.buffer().(*dual).node != nil {
				tracked = append(tracked, a)
			}
		}
	}
	return topTape(tracked)
}

// retrying calls f with the tape that has to be seen to: first, if there is one, else, and after that, the tape of what a
// function was found to take from outside. Tapes from before the trace t are for what is around it to see to.
func retrying(t *trace, first *Tape, f func(tape *Tape)) {
	tape := first
	for {
		var tracked *trackedError
		err := func() (err error) {
			defer func() {
				if p := recover(); p != nil {
					if e, ok := p.(error); ok && errors.As(e, &tracked) && tracked.tape.order > t.order && (tape == nil || tracked.tape.order > tape.order) {
						err = e
						return
					}
					panic(p)
				}
			}()
			f(tape)
			return nil
		}()
		if err == nil {
			return
		}
		tape = tracked.tape
	}
}

// below returns arrays one level below a tape's.
func (t *Tape) below(xs []*Array) []*Array {
	out := make([]*Array, len(xs))
	for i, x := range xs {
		out[i] = t.unwrapped(x)
	}
	return out
}

// constants returns arrays below the levels, from that of the order on.
func constants(xs []*Array, from int64) []*Array {
	out := slices.Clone(xs)
	for i, a := range out {
		for a.be.level != nil && a.be.order >= from {
			d := a.buffer().(*dual)
			d.kept.Store(true)
			a = d.in
		}
		if a != xs[i] {
			a = a.snapshot()
		}
		out[i] = a
	}
	return out
}

func specsOf(xs []*Array) []backend.Spec {
	out := make([]backend.Spec, len(xs))
	for i, x := range xs {
		out[i] = backend.Spec{Dtype: x.dtype, Shape: slices.Clone(x.shape)}
	}
	return out
}

// orZeros returns gradients, with zeros in the place of gradients that are not there.
func (e *Env) orZeros(gs, like []*Array) []*Array {
	out := make([]*Array, len(gs))
	for i, g := range gs {
		if g == nil {
			g = e.zerosOf(like[i])
		}
		out[i] = g
	}
	return out
}

// replay calls the kernels of a program on arrays, which are brought to one engine.
func (e *Env) replay(t *trace, p *backend.Program, xs []*Array) []*Array {
	be := t.engine
	for _, x := range xs {
		var err error
		be, err = together(be, x)
		check(err)
	}
	inputs := make([]backend.Buffer, len(xs))
	for i, x := range xs {
		x, err := x.to(be)
		check(err)
		inputs[i] = x.buffer()
	}
	q := *p
	q.Constants = make([]backend.Buffer, len(p.Constants))
	for i, b := range p.Constants {
		c := wrapBuffer(e, t.under, b, p.Specs[i].Dtype, p.Specs[i].Shape)
		c.shares()
		c, err := c.to(be)
		check(err)
		q.Constants[i] = c.buffer()
	}
	results, err := q.RunWith(be.table, inputs, e.stop(), func(n *backend.Node, args []backend.Buffer) ([]backend.Buffer, error) {
		xs := make([]*Array, len(args))
		for i, b := range args {
			xs[i] = bufferArray(e, be, b)
		}
		var zs []*Array
		switch c := n.Attrs.(type) {
		case *backend.Loop:
			zs = e.loopNode(t, c, xs)
		case *backend.Branch:
			zs = e.branchNode(t, c, xs)
		}
		out := make([]backend.Buffer, len(zs))
		for i, z := range zs {
			z, err := z.to(be)
			if err != nil {
				return nil, err
			}
			out[i] = z.buffer()
		}
		return out, nil
	})
	check(err)
	zs := make([]*Array, len(results))
	for i, b := range results {
		zs[i] = bufferArray(e, be, b)
	}
	return zs
}

// bufferArray returns the array of a buffer of a trace, or of a level.
func bufferArray(e *Env, be *engine, b backend.Buffer) *Array {
	switch b := b.(type) {
	case *dual:
		return wrapBuffer(e, be, b, b.in.dtype, b.in.shape)
	case *value:
		return wrapBuffer(e, be, b, b.spec.Dtype, b.spec.Shape)
	}
	panic(errAbstract)
}

// A tracedLoop is a loop in a trace. same is what stays the same, which step gets after the others.
type tracedLoop struct {
	e *Env
	t *trace
	backend.Loop
	step, cond        step
	state, rows, same []*Array
}

// traced runs the loop as a node of the trace t, or of a later one.
func (l *loop) traced(t *trace) (state, ys []*Array) {
	e := l.e.plain()
	w := &tracedLoop{e: e, t: t, state: l.init, rows: l.rows}
	w.Trips, w.Counter, w.From, w.Reverse = l.trips, l.counter, l.from, l.reverse
	w.step = func(xs []*Array) []*Array {
		var i *Array
		if l.counter.IsValid() {
			i, xs = xs[0], xs[1:]
		}
		next, ys := l.step(i, xs[:len(l.init):len(l.init)], xs[len(l.init):])
		return slices.Concat(next, ys)
	}
	if l.cond != nil {
		w.cond = func(xs []*Array) []*Array { return []*Array{e.truth(l.cond(xs))} }
	}
	zs := w.run()
	return zs[:len(l.init):len(l.init)], zs[len(l.init):]
}

// truth returns whether the one element of an array is not zero, as a bool without axes.
func (e *Env) truth(c *Array) *Array {
	c = e.shaped(c, nil)
	if c.dtype == Bool {
		return c
	}
	return e.cast(c, Bool)
}

// loopNode is a loop whose programs are there already.
func (e *Env) loopNode(t *trace, l *backend.Loop, args []*Array) []*Array {
	w := &tracedLoop{e: e, t: t, Loop: *l}
	w.state, w.rows, w.same = args[:l.State], args[l.State:l.State+l.Rows], args[l.State+l.Rows:]
	if latestTape(args) == nil {
		return w.put(l.Body, l.Cond, w.same)
	}
	w.step = func(xs []*Array) []*Array { return e.replay(t, l.Body, xs) }
	if l.Cond != nil {
		w.cond = func(xs []*Array) []*Array { return e.replay(t, l.Cond, xs) }
	}
	return w.run()
}

// put writes the node down.
func (w *tracedLoop) put(body, cond *backend.Program, same []*Array) []*Array {
	l := w.Loop
	l.Body, l.Cond, l.State, l.Rows = body, cond, len(w.state), len(w.rows)
	args := constants(slices.Concat(w.state, w.rows, same), 0)
	return innermostTrace(w.t, args).controls(w.e, &l, l.Outs(), args)
}

// errRepeats is the error of a gradient through a loop that does not say how often it runs.
var errRepeats = errorf(ErrUnsupported, "a gradient goes through While, which does not say how often it runs (take ForRange or Scan)")

func (w *tracedLoop) run() (zs []*Array) {
	retrying(w.t, latestTape(slices.Concat(w.state, w.rows, w.same)), func(tape *Tape) {
		switch {
		case tape == nil:
			zs = w.plain()
		case w.cond != nil:
			check(errRepeats)
		default:
			zs = w.differentiated(tape)
		}
	})
	return zs
}

// specs returns those of what an iteration takes.
func (w *tracedLoop) specs() []backend.Spec {
	var specs []backend.Spec
	if w.Counter.IsValid() {
		specs = append(specs, backend.Spec{Dtype: w.Counter})
	}
	specs = append(specs, specsOf(w.state)...)
	for _, x := range w.rows {
		specs = append(specs, backend.Spec{Dtype: x.dtype, Shape: slices.Clone(x.shape[1:])})
	}
	return append(specs, specsOf(w.same)...)
}

// plain is a loop that no gradient goes through.
func (w *tracedLoop) plain() []*Array {
	body := traced(w.e, w.t, nil, w.step, w.specs())
	if w.cond == nil {
		return w.put(body.t.subprogram(append(body.inputs, body.inner...), body.results), nil, slices.Concat(w.same, body.outer))
	}
	cond := traced(w.e, w.t, nil, w.cond, append(specsOf(w.state), specsOf(w.same)...))
	inner := slices.Concat(body.inner, cond.inner)
	test := cond.t.subprogram(slices.Concat(cond.inputs, inner), cond.results)
	return w.put(body.t.subprogram(slices.Concat(body.inputs, inner), body.results), test, slices.Concat(w.same, body.outer, cond.outer))
}

// differentiated is a loop that gradients go through, by tape and those below.
func (w *tracedLoop) differentiated(tape *Tape) []*Array {
	e := w.e
	p := traced(e, w.t, tape, w.step, w.specs())
	states, rows := len(w.state), len(w.rows)
	first := 0
	if w.Counter.IsValid() {
		first = 1
	}
	results := len(p.results) - states

	// The pull: of the gradients of the state and of what stays the same, which add up; of those of the results.
	like := func(xs []*Array) (inexact []*Array) {
		for _, x := range xs {
			if dtype.Inexact.Has(x.dtype) {
				inexact = append(inexact, x)
			}
		}
		return inexact
	}
	state, row, same := p.inputs[first:first+states], p.inputs[first+states:first+states+rows], p.inputs[first+states+rows:]
	onLevel := p.watched[first:]
	var gs []*Array // of the results; nil of what is not inexact
	var gState, gYs []*Array
	for i, z := range p.results {
		var g *Array
		if dtype.Inexact.Has(z.dtype) {
			g = p.t.input(e, z.dtype, z.shape)
			if i < states {
				gState = append(gState, g)
			} else {
				gYs = append(gYs, g)
			}
		}
		gs = append(gs, g)
	}
	sums := slices.Concat(like(same), p.inside)
	var added []*Array
	for _, x := range sums {
		added = append(added, p.t.input(e, x.dtype, x.shape))
	}
	wanted := slices.Concat(like(onLevel), p.leaves) // the state, rows, what stays the same, and what is adopted
	grads := p.pull(e, gs, wanted)
	nState, nRow := len(like(state)), len(like(row))
	for i, g := range grads[nState+nRow:] {
		grads[nState+nRow+i] = e.plus(added[i], g)
	}
	// In the order of the results of a loop: the state, and what adds up, and the gradients of rows.
	back := slices.Concat(grads[:nState], grads[nState+nRow:], grads[nState:nState+nRow])

	// The function itself, which keeps the states that the pull needs.
	all := slices.Concat(p.inputs, p.inner)
	inputs := func(kept []*Array) []*Array {
		return slices.Concat(p.inputs[:first], gState, added, kept, row, gYs, same, p.inner)
	}
	whole := p.t.subprogram(inputs(state), back)
	var kept []*Array
	for i, x := range state {
		if usesInput(whole, first+len(gState)+len(added)+i) {
			kept = append(kept, x)
		}
	}
	forward := backend.Loop{Trips: w.Trips, State: states, Rows: rows, Counter: w.Counter, From: w.From, Reverse: w.Reverse}
	forward.Body = p.t.subprogram(all, slices.Concat(p.results, kept))
	backward := backend.Loop{Trips: w.Trips, State: len(gState) + len(added), Rows: len(kept) + rows + len(gYs), Counter: w.Counter, From: w.From, Reverse: !w.Reverse}
	backward.Body = p.t.subprogram(inputs(kept), back)

	lower := tape.below(slices.Concat(w.state, w.rows, w.same))
	lowerRows, lowerSame := lower[states:states+rows], slices.Concat(lower[states+rows:], p.outer)
	zs := e.loopNode(w.t, &forward, slices.Concat(lower, p.outer))
	keptStates := zs[states+results:]
	zs = zs[:states+results]
	operands := slices.Concat(w.state, w.rows, w.same, p.adopted)
	return tape.recordCustom(operands, zs, func(gs []*Array) []*Array {
		gs = e.orZeros(gs, zs)
		var gState, gYs []*Array
		for i, g := range gs {
			switch {
			case !dtype.Inexact.Has(zs[i].dtype):
			case i < states:
				gState = append(gState, g)
			default:
				gYs = append(gYs, g)
			}
		}
		var zeros []*Array
		for _, x := range sums {
			z, err := e.newFull(w.t.engine, x.dtype, x.shape, backend.IntScalar(0))
			check(err)
			zeros = append(zeros, z)
		}
		got := e.loopNode(w.t, &backward, slices.Concat(gState, zeros, keptStates, lowerRows, gYs, lowerSame))
		// Back to the operands' order.
		ofState, ofSums, ofRows := got[:nState], got[nState:nState+len(sums)], got[nState+len(sums):]
		var out []*Array
		rest := slices.Concat(ofState, ofRows, ofSums)
		for _, x := range operands {
			if !dtype.Inexact.Has(x.dtype) {
				out = append(out, nil)
				continue
			}
			out, rest = append(out, rest[0]), rest[1:]
		}
		return out
	})
}

// A tracedBranch is a branch in a trace.
type tracedBranch struct {
	e        *Env
	t        *trace
	cond     *Array
	operands []*Array
	calls    [2]step
	path     func(int) string
}

// traced runs the branch as a node of the trace t, or of a later one.
func (b *branch) traced(t *trace) []*Array {
	e := b.e.plain()
	w := &tracedBranch{e: e, t: t, cond: e.truth(b.cond), operands: b.operands, path: b.path}
	w.calls = [2]step{b.calls[0], b.calls[1]}
	return w.run()
}

// branchNode is a branch whose programs are there already.
func (e *Env) branchNode(t *trace, c *backend.Branch, args []*Array) []*Array {
	w := &tracedBranch{e: e, t: t, cond: args[0], operands: args[1:], path: func(i int) string { return fmt.Sprint(i) }}
	if latestTape(w.operands) == nil {
		return w.put(c, w.operands)
	}
	for i, p := range [2]*backend.Program{c.Then, c.Otherwise} {
		w.calls[i] = func(xs []*Array) []*Array { return e.replay(t, p, xs) }
	}
	return w.run()
}

func (w *tracedBranch) put(c *backend.Branch, operands []*Array) []*Array {
	args := constants(append([]*Array{w.cond}, operands...), 0)
	return innermostTrace(w.t, args).controls(w.e, c, c.Outs(), args)
}

func (w *tracedBranch) run() (zs []*Array) {
	retrying(w.t, latestTape(w.operands), func(tape *Tape) {
		var parts [2]*part
		for i, f := range w.calls {
			parts[i] = traced(w.e, w.t, tape, f, specsOf(w.operands))
		}
		sameKind("the result", w.path, parts[1].results, parts[0].results)
		if tape == nil {
			zs = w.plain(parts)
		} else {
			zs = w.differentiated(tape, parts)
		}
	})
	return zs
}

// programs returns those of the parts, for results and with extra inputs of each, and what they take from outside.
func (w *tracedBranch) programs(parts [2]*part, extra, results [2][]*Array) (*backend.Branch, []*Array) {
	inner := slices.Concat(parts[0].inner, parts[1].inner)
	var programs [2]*backend.Program
	for i, p := range parts {
		programs[i] = p.t.subprogram(slices.Concat(p.inputs, extra[i], inner), results[i])
	}
	return &backend.Branch{Then: programs[0], Otherwise: programs[1]}, slices.Concat(parts[0].outer, parts[1].outer)
}

func (w *tracedBranch) plain(parts [2]*part) []*Array {
	c, outer := w.programs(parts, [2][]*Array{}, [2][]*Array{parts[0].results, parts[1].results})
	return w.put(c, slices.Concat(w.operands, outer))
}

func (w *tracedBranch) differentiated(tape *Tape, parts [2]*part) []*Array {
	e := w.e
	var extra, back [2][]*Array
	adopted := slices.Concat(parts[0].adopted, parts[1].adopted)
	for i, p := range parts {
		gs := make([]*Array, len(p.results))
		for j, z := range p.results {
			if dtype.Inexact.Has(z.dtype) {
				gs[j] = p.t.input(e, z.dtype, z.shape)
				extra[i] = append(extra[i], gs[j])
			}
		}
		var wanted []*Array
		for _, x := range p.watched {
			if dtype.Inexact.Has(x.dtype) {
				wanted = append(wanted, x)
			}
		}
		operands := len(wanted)
		wanted = append(wanted, p.leaves...)
		grads := p.pull(e, gs, wanted)
		// The other one's are zeros.
		zeros := func(xs []*Array) []*Array {
			out := make([]*Array, len(xs))
			for k, x := range xs {
				var err error
				out[k], err = e.newFull(p.t.engine, x.dtype, x.shape, backend.IntScalar(0))
				check(err)
			}
			return out
		}
		if i == 0 {
			back[i] = slices.Concat(grads, zeros(parts[1].leaves))
		} else {
			back[i] = slices.Concat(grads[:operands], zeros(parts[0].leaves), grads[operands:])
		}
	}
	forward, outer := w.programs(parts, [2][]*Array{}, [2][]*Array{parts[0].results, parts[1].results})
	backward, _ := w.programs(parts, extra, back)
	lower := tape.below(w.operands)
	cond := constants([]*Array{w.cond}, 0)
	zs := e.branchNode(w.t, forward, slices.Concat(cond, lower, outer))
	operands := slices.Concat(w.operands, adopted)
	return tape.recordCustom(operands, zs, func(gs []*Array) []*Array {
		var given []*Array
		for i, g := range e.orZeros(gs, zs) {
			if dtype.Inexact.Has(zs[i].dtype) {
				given = append(given, g)
			}
		}
		got := e.branchNode(w.t, backward, slices.Concat(cond, lower, given, outer))
		var out []*Array
		for _, x := range operands {
			if !dtype.Inexact.Has(x.dtype) {
				out = append(out, nil)
				continue
			}
			out, got = append(out, got[0]), got[1:]
		}
		return out
	})
}
