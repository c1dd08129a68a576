package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Branches and loops as functions of functions. Called with elements they are Go's own; in a
// function that is being traced they are one node with programs of its own: see control_trace.go.

// IfElse returns what one of two functions returns for operands: then if the condition is true, else
// otherwise. The other one is not called.
//
//	z := ivy.IfElse(x.Sum().Greater(0), func(x *ivy.Array) *ivy.Array { return x.Sqrt() },
//		func(x *ivy.Array) *ivy.Array { return x.Negative() }, x).(*ivy.Array)
//
// The functions are Go functions of trees (see [Tree]) with one result, or several, which are returned as
// a []Tree. What they make on their way is freed, as [Env.Tidy] does it. In a function that is
// compiled both are traced, and one runs: their results must have the same structure, dtypes and
// shapes there. Where there are elements, only the function that is called matters.
//
// The condition is what [Array.Bool] takes, an array with one element. Errors are of kind ErrValue for what
// is no function of trees and for results of another structure, ErrShape for a condition of several elements, ErrDtype
// and ErrShape for results that differ, which are named.
func (e *Env) IfElse(cond *Array, then, otherwise any, operands ...Tree) Tree {
	defer blame("IfElse")
	check(cond.usable())
	first, second := controlled("then", then), controlled("otherwise", otherwise)
	b := &branch{e: e, cond: oneElement("the condition", cond), operands: usableLeaves(operands)}
	var results treeOf
	for i, f := range [2]func([]Tree) Tree{first, second} {
		b.calls[i] = func(xs []*Array) []*Array { return results.leaves("the result", f(replaced(operands, xs).([]Tree))) }
	}
	b.path = results.path
	zs := b.run()
	return replaced(results.tree, zs)
}

// While calls body with a state, first init, then what it returned before, as long as cond of
// the state is true, and returns the last state: init if cond is false at once.
//
//	type iteration struct{ X, Step *ivy.Array }
//	z := ivy.While(
//		func(s iteration) *ivy.Array { return s.Step.Abs().Greater(1e-12) },
//		func(s iteration) iteration { … },
//		iteration{x, ivy.Full([]int{}, math.Inf(1))}).(iteration)
//
// cond is a Go function of one tree (see [Tree]) whose result is what [Array.Bool] takes, an array with one
// element; body is one of that tree whose result is a tree like it. The state keeps its structure, dtypes and
// shapes: an error of kind ErrValue, ErrDtype or ErrShape names the array that does not. Fields that are no arrays
// stay as init has them.
//
// What an iteration makes is freed when the next one has its state, as [Env.Tidy] does it: what is to
// stay is in the state, or goes to [Env.Keep]. A loop ends with the context of its Env ([Env.Context]).
//
// In a function that is compiled the loop is a part of what is compiled, however often it runs. Gradients go through it,
// but a compiled gradient cannot, as nothing says how many states there will be: it runs as it is (see [Compiled.Eager];
// [Env.ForRange] and [Env.Scan] can).
func (e *Env) While(cond, body any, init Tree) Tree {
	defer blame("While")
	test, next := controlled("cond", cond), controlled("body", body)
	l := &loop{e: e, name: "While", init: usableLeaves(init), state: TreePaths(init)}
	l.cond = func(state []*Array) *Array {
		c, ok := test([]Tree{replaced(init, state)}).(*Array)
		if !ok {
			check(errorf(ErrValue, "cond returns no array"))
		}
		check(c.usable())
		return oneElement("the condition", c)
	}
	l.step = func(_ *Array, state, _ []*Array) (out, ys []*Array) {
		return l.carried(next([]Tree{replaced(init, state)})), nil
	}
	state, _ := l.run()
	return replaced(init, state)
}

// ForRange calls body with each number from from up to to, without to itself, and a state, first init, then
// what it returned before, and returns the last state: init if there is no number.
//
//	sum := ivy.ForRange(0, 10, func(i, sum *ivy.Array) *ivy.Array { return sum.Add(i) }, ivy.Zeros([]int{})).(*ivy.Array)
//
// body is a Go function of two trees (see [Tree]): the number, an array without axes of the default int
// dtype (of int64 if one of the numbers does not go into that), and the state. Its result is a tree like the state, which keeps its
// structure, dtypes and shapes: an error of kind ErrValue, ErrDtype or ErrShape names the array that does not. Fields
// that are no arrays stay as init has them.
//
// What an iteration makes is freed when the next one has its state, as [Env.Tidy] does it: what is to
// stay is in the state, or goes to [Env.Keep]. A loop ends with the context of its Env ([Env.Context]).
// In a function that is compiled, a gradient too, the loop is a part of what is compiled, however often it runs.
func (e *Env) ForRange(from, to int, body any, init Tree) Tree {
	defer blame("ForRange")
	next := controlled("body", body)
	l := &loop{e: e, name: "ForRange", from: from, trips: trips(from, to), init: usableLeaves(init), state: TreePaths(init)}
	def := e.now.Load().def.Int
	if l.counter = def; l.trips > 0 && !(fits(def, from) && fits(def, to-1)) {
		l.counter = Int64
	}
	l.step = func(i *Array, state, _ []*Array) (out, ys []*Array) {
		return l.carried(next([]Tree{i, replaced(init, state)})), nil
	}
	state, _ := l.run()
	return replaced(init, state)
}

// Scan calls f with a state, first init, then what it returned before, and with each row of the arrays of
// xs, which are those along their first axes. f returns the next state and a tree of results, ys. Scan returns the last state, and a tree like
// ys with all results in the order of the rows, one after the other along a new first axis.
//
//	_, sums := ivy.Scan(func(sum, x *ivy.Array) (*ivy.Array, *ivy.Array) {
//		sum = sum.Add(x)
//		return sum, sum
//	}, ivy.Zeros([]int{}), xs)
//
// f is a Go function of two trees with two trees as results (see [Tree]). The state keeps its structure, dtypes and
// shapes, and so does ys: an error of kind ErrValue, ErrDtype or ErrShape names the array that does not. Fields
// that are no arrays stay as init, or the first ys, has them. All arrays of xs have one length, which may be 0: f is called once then, with arrays without
// elements (see [Env.Abstract]), that the results are known. Without any rows the option N says how many iterations there are: xs is
// []*Array{} then, say. It may be given with others if it is their length.
//
// With Reverse(true) it goes from the last row to the first; results have their rows' places.
//
// What an iteration makes is freed when the next one has its state, as [Env.Tidy] does it: what is to
// stay is in the state or the results, or goes to [Env.Keep]. A loop ends with the context of its Env ([Env.Context]).
// In a function that is compiled, a gradient too, the loop is a part of what is compiled, however often it runs.
func (e *Env) Scan(f any, init, xs Tree, opts ...Option) (carry, ys Tree) {
	defer blame("Scan")
	call, err := treeCallable(f)
	check(err)
	call = naming(call)
	l := &loop{e: e, name: "Scan", init: usableLeaves(init), state: TreePaths(init), rows: usableLeaves(xs), results: new(treeOf)}
	l.options(opts, TreePaths(xs))
	l.step = func(_ *Array, state, row []*Array) (out, ys []*Array) {
		zs := call([]Tree{replaced(init, state), replaced(xs, row)})
		if len(zs) != 2 {
			check(errorf(ErrValue, "the function has %d results, want the next state and a result", len(zs)))
		}
		return l.carried(zs[0]), l.results.leaves("the result", zs[1])
	}
	state, all := l.run()
	return replaced(init, state), replaced(l.results.tree, all)
}

// MapRows calls f with each row of the arrays of xs, which are those along their first axes, and returns a tree like its
// results with all of them one after the other along a new first axis.
//
//	norms := ivy.MapRows(func(x *ivy.Array) *ivy.Array { return x.Square().Sum().Sqrt() }, xs).(*ivy.Array)
//
// f is a Go function of one tree (see [Tree]) with one result, or several, which are returned as a
// []Tree. Its results keep their structure, dtypes and shapes: an error of kind ErrValue, ErrDtype or ErrShape names the
// array that does not. All arrays of xs, of which there is one at least, have one length, which may be 0: f is called once then, with
// arrays without elements (see [Env.Abstract]), that the results are known.
//
// What f makes on its way is freed when it returns, as [Env.Tidy] does it. It ends with the context of its Env ([Env.Context]).
// In a function that is compiled, a gradient too, the loop is a part of what is compiled, however often it runs.
func (e *Env) MapRows(f any, xs Tree) Tree {
	defer blame("MapRows")
	call := controlled("f", f)
	l := &loop{e: e, name: "MapRows", rows: usableLeaves(xs), results: new(treeOf)}
	l.options(nil, TreePaths(xs))
	l.step = func(_ *Array, _, row []*Array) (out, ys []*Array) {
		return nil, l.results.leaves("the result", call([]Tree{replaced(xs, row)}))
	}
	_, all := l.run()
	return replaced(l.results.tree, all)
}

// controlled returns what calls f, a function of trees, with its results as one tree.
func controlled(name string, f any) func(xs []Tree) Tree {
	call, err := treeCallable(f)
	if err != nil {
		check(errorf(ErrValue, "%s: %v", name, err))
	}
	call = naming(call)
	return func(xs []Tree) Tree {
		zs := call(xs)
		if len(zs) == 1 {
			return zs[0]
		}
		return zs
	}
}

func usableLeaves(t Tree) []*Array {
	arrays := leaves(t)
	for _, a := range arrays {
		check(a.usable())
	}
	return arrays
}

func oneElement(what string, c *Array) *Array {
	if shape.Size(c.shape) != 1 {
		check(errorf(ErrShape, "%s has shape %s, want one element", what, shape.Text(c.shape)))
	}
	return c
}

// A treeOf is the tree that a function returns, every time with the same structure.
type treeOf struct {
	tree  Tree // the first one
	known bool
	paths []string
}

func (t *treeOf) leaves(what string, z Tree) []*Array {
	arrays := usableLeaves(z)
	if !t.known {
		t.tree, t.known, t.paths = z, true, TreePaths(z)
		return arrays
	}
	sameStructure(what, t.paths, z, len(arrays))
	return arrays
}

func (t *treeOf) path(i int) string { return t.paths[i] }

// sameStructure checks that z, a tree of n arrays, has them at these paths.
func sameStructure(what string, paths []string, z Tree, n int) {
	if _, ok := z.(*Array); ok && n == len(paths) && paths[0] == "" { // without reflection
		return
	}
	if now := TreePaths(z); !slices.Equal(now, paths) {
		check(errorf(ErrValue, "%s has arrays at %q, and had them at %q", what, now, paths))
	}
}

// place names an array of a tree in an error.
func placeIn(what, path string) string {
	if path == "" {
		return what
	}
	return what + ", at " + `"` + path + `"`
}

// sameKind checks that arrays have the dtypes, shapes and backends of others.
func sameKind(what string, paths func(int) string, xs, like []*Array) {
	for i, x := range xs {
		switch y := like[i]; {
		case x.dtype != y.dtype:
			check(errorf(ErrDtype, "%s has dtype %v, and had %v (cast it with Astype)", placeIn(what, paths(i)), x.dtype, y.dtype))
		case !slices.Equal(x.shape, y.shape):
			check(errorf(ErrShape, "%s has shape %s, and had %s", placeIn(what, paths(i)), shape.Text(x.shape), shape.Text(y.shape)))
		case x.be.name != y.be.name:
			check(errorf(ErrBackend, "%s is on %s, and was on %s", placeIn(what, paths(i)), x.be.name, y.be.name))
		}
	}
}

// fits reports whether n goes into an integer dtype.
func fits(d Dtype, n int) bool {
	bits := 8 * d.Size()
	switch {
	case d.Kind() == dtype.KindUint:
		return n >= 0 && (bits == 64 || n>>bits == 0)
	case bits == 64:
		return true
	}
	return n>>(bits-1) == 0 || n>>(bits-1) == -1
}

// trips returns how many numbers there are.
func trips(from, to int) int {
	if to <= from {
		return 0
	}
	n := to - from
	if n < 0 {
		check(errorf(ErrValue, "more numbers from %d to %d than an int counts", from, to))
	}
	return n
}

// A loop is a loop whose functions are of arrays.
type loop struct {
	e       *Env
	name    string
	trips   int // without cond
	from    int // the first number
	counter Dtype
	reverse bool
	init    []*Array
	state   []string // the paths of its arrays
	rows    []*Array
	results *treeOf // of ys; nil if there are none

	cond func(state []*Array) *Array                                      // nil if trips says how often
	step func(i *Array, state, row []*Array) (next []*Array, ys []*Array) // i is nil without counter
}

// options reads Reverse and N, and finds out how many rows there are.
func (l *loop) options(opts []Option, paths []string) {
	l.trips = -1
	given := map[string]bool{}
	for _, o := range opts {
		name := ""
		switch o := o.(type) {
		case Reverse:
			name, l.reverse = "Reverse", bool(o)
		case N:
			if name, l.trips = "N", int(o); l.trips < 0 {
				check(errorf(ErrValue, "N(%d), want 0 or more", int(o)))
			}
		case nil:
			check(errorf(ErrValue, "a nil option"))
		default:
			check(errorf(ErrValue, "no option %s here (it takes Reverse, N)", optionName(o)))
		}
		if given[name] {
			check(errorf(ErrValue, "option %s given twice", name))
		}
		given[name] = true
	}
	for i, x := range l.rows {
		switch {
		case len(x.shape) == 0:
			check(errorf(ErrShape, "%s has no axes, and so no rows", placeIn("the argument", paths[i])))
		case l.trips < 0:
			l.trips = x.shape[0]
		case x.shape[0] != l.trips:
			check(errorf(ErrShape, "%s has %d rows, want %d", placeIn("the argument", paths[i]), x.shape[0], l.trips))
		}
	}
	switch {
	case l.trips >= 0:
	case l.name == "Scan":
		check(errorf(ErrValue, "no arrays that have rows (say how many iterations there are with N)"))
	default:
		check(errorf(ErrValue, "no arrays that have rows"))
	}
}

func (l *loop) path(i int) string { return l.state[i] }

// carried returns the arrays of the next state.
func (l *loop) carried(next Tree) []*Array {
	arrays := usableLeaves(next)
	sameStructure("the state", l.state, next, len(arrays))
	sameKind("the state", l.path, arrays, l.init)
	return arrays
}

// engine returns the engine that takes all operands; with none of them the current one.
func (l *loop) engine() *engine {
	be, err := agreeArrays(l.e.now.Load(), slices.Concat(l.init, l.rows))
	check(err)
	return be
}

// run returns the last state, and all results, one after the other.
func (l *loop) run() (state, ys []*Array) {
	be := l.engine()
	if t := traceOf(be); t != nil {
		return l.traced(t)
	}
	if be.rootEngine().abstract {
		return l.inferred(be)
	}
	if l.results != nil && l.trips == 0 {
		return l.withoutRows(be)
	}
	return l.eager(be)
}

// A batch is arrays, of which those that the loop has made end with it.
type batch struct {
	arrays []*Array
	own    []bool
}

// free frees what the loop has made and kept does not have.
func (m *batch) free(kept []*Array) {
	for i, a := range m.arrays {
		if m.own[i] && !slices.Contains(kept, a) {
			a.Free()
		}
	}
}

// blockOfRows is how many results are put together at a time: the memory of each by itself, and what there is to say of it, ends then.
const blockOfRows = 256

// eager runs the loop on elements.
func (l *loop) eager(be *engine) (state, ys []*Array) {
	e := l.e.innermost(slices.Concat(l.init, l.rows)...)
	now := batch{l.init, make([]bool, len(l.init))}
	var out stacks
	finished := false
	defer func() {
		if !finished { // but panics, or goes on in a trace
			now.free(nil)
			out.free()
		}
	}()
	for k := 0; l.cond != nil || k < l.trips; k++ {
		if e.deadline != nil {
			e.deadline.check(be)
		}
		if l.cond != nil {
			c, traced := l.test(e, now.arrays)
			if traced != nil {
				return l.traced(traced)
			}
			if !c {
				break
			}
		}
		at := k
		if l.reverse {
			at = l.trips - 1 - k
		}
		next, results := l.iteration(e, be, at, now.arrays)
		for _, z := range slices.Concat(next.arrays, results.arrays) {
			if t := traceOf(z.be); t != nil { // the function is traced, and the loop takes from outside what depends on arguments
				next.free(nil)
				results.free(nil)
				return l.traced(t)
			}
		}
		now.free(next.arrays)
		now = next
		if l.results != nil {
			if k == 0 { // before there is memory for more than one
				out = newStacks(e, l.trips, results.arrays)
			} else {
				sameKind("the result", l.results.path, results.arrays, out.first)
			}
			out.add(results)
		}
	}
	if l.results != nil {
		ys = e.handOver(out.done(l.reverse))
	}
	finished = true
	return e.handOver(now), ys
}

// handOver gives arrays to the caller of e: none of them is an array that he has.
func (e *Env) handOver(m batch) []*Array {
	out := make([]*Array, len(m.arrays))
	for i, a := range m.arrays {
		switch {
		case m.own[i] && !slices.Contains(out[:i], a):
			a.env = e.plain()
			out[i] = entered(a)
		case a.be.hasMemory():
			out[i] = e.shareAll(m.arrays[i : i+1])[0]
		default:
			out[i] = a.snapshot()
		}
	}
	return out
}

// iteration calls the function with a state and row k in a scope of its own.
func (l *loop) iteration(e *Env, be *engine, k int, state []*Array) (next, ys batch) {
	var n int
	all := scoped(e, slices.Concat(state, l.rows), func(e *Env, xs []*Array) []*Array {
		state, rows := xs[:len(state):len(state)], xs[len(state):]
		for i, x := range rows {
			rows[i] = e.row(x, k)
		}
		var i *Array
		if l.counter != dtype.Invalid {
			var err error
			i, err = e.newFull(be.rootEngine(), l.counter, nil, backend.IntScalar(int64(l.from+k)))
			check(err)
		}
		next, ys := l.step(i, state, rows)
		n = len(next)
		return slices.Concat(next, ys)
	})
	for i, y := range all.arrays {
		if i >= n && all.own[i] && slices.Contains(all.arrays[:i], y) { // each ends by itself
			all.arrays[i] = (&Env{core: e.core}).shareAll([]*Array{y})[0]
		}
	}
	return batch{all.arrays[:n], all.own[:n]}, batch{all.arrays[n:], all.own[n:]}
}

// row returns row k of x, along its first axis.
func (e *Env) row(x *Array, k int) *Array {
	ranges := wholes(x)
	ranges[0] = shape.Range{Start: k, Step: 1, Len: 1}
	return e.shaped(e.slice(x, ranges), x.shape[1:])
}

// test calls cond. traced is the trace that the condition is in, which has no value there.
func (l *loop) test(e *Env, state []*Array) (holds bool, traced *trace) {
	scoped(e, state, func(_ *Env, xs []*Array) []*Array {
		c := l.cond(xs)
		if traced = traceOf(c.be); traced == nil {
			holds = c.Bool()
		}
		return nil
	})
	return holds, traced
}

// scoped calls f with arrays in a scope of its own, which its results do not belong to any more. Of arrays
// that are differentiated, which end with their tape, there is none.
func scoped(e *Env, xs []*Array, f func(e *Env, xs []*Array) []*Array) (m batch) {
	for _, x := range xs {
		if !x.be.hasMemory() {
			m.arrays = f(e, snapshots(xs))
			m.own = make([]bool, len(m.arrays))
			return m
		}
	}
	free := &Env{core: e.core}
	m.arrays = e.tidyFor(free, func(e *Env) []*Array {
		zs := f(e, e.shareAll(xs))
		for _, z := range zs {
			m.own = append(m.own, z.be.hasMemory() && z.env != nil && z.env.scope == e.scope)
		}
		return zs
	})
	return m
}

// snapshots returns arrays that a function may write into.
func snapshots(xs []*Array) []*Array {
	out := make([]*Array, len(xs))
	for i, x := range xs {
		out[i] = x.snapshot()
	}
	return out
}

// stacks put arrays together, one after the other along a new first axis.
type stacks struct {
	e      *Env
	first  []*Array   // what says the dtypes and shapes
	rows   []batch    // the latest ones, for each array
	blocks [][]*Array // of those before
}

func newStacks(e *Env, trips int, like []*Array) stacks {
	for _, a := range like {
		dims := append([]int{trips}, a.shape...)
		check(shape.Check(dims, a.dtype.Size()))
		if !a.be.abstract {
			check(e.CheckSize(shape.Size(dims), a.dtype.Size()))
		}
	}
	s := stacks{e: &Env{core: e.core}, rows: make([]batch, len(like)), blocks: make([][]*Array, len(like))}
	if e.deadline != nil {
		s.e.deadline = e.deadline.with(&Env{core: e.core})
	}
	for _, a := range like { // without elements
		s.first = append(s.first, wrapBuffer(s.e.plain(), a.be, nothing{}, a.dtype, a.shape))
	}
	return s
}

func (s *stacks) add(ys batch) {
	for i, y := range ys.arrays {
		r := &s.rows[i]
		r.arrays, r.own = append(r.arrays, y), append(r.own, ys.own[i])
		if len(r.arrays) == blockOfRows && y.be.hasMemory() {
			s.fold(i)
		}
	}
}

// fold makes the latest rows one block.
func (s *stacks) fold(i int) {
	r := &s.rows[i]
	if len(r.arrays) > 0 {
		s.blocks[i] = append(s.blocks[i], s.e.stacked(r.arrays))
		r.free(nil)
		*r = batch{}
	}
}

// stacked returns arrays along a new first axis.
func (e *Env) stacked(xs []*Array) *Array {
	parts := make([]*Array, len(xs))
	for i, x := range xs {
		parts[i] = e.shaped(x, append([]int{1}, x.shape...))
	}
	return e.joined(parts, 0)
}

// done returns all of it, which ends here.
func (s *stacks) done(reverse bool) batch {
	var out batch
	for i := range s.rows {
		r := &s.rows[i]
		if reverse && len(s.blocks[i]) == 0 {
			slices.Reverse(r.arrays)
			slices.Reverse(r.own)
			s.fold(i)
		} else {
			s.fold(i)
			if reverse {
				s.reverse(i)
			}
		}
		z := s.blocks[i][0]
		if len(s.blocks[i]) > 1 {
			z = s.e.joined(s.blocks[i], 0)
			s.drop(i)
		}
		s.blocks[i] = nil
		out.arrays, out.own = append(out.arrays, z), append(out.own, z.be.hasMemory())
	}
	return out
}

// reverse puts blocks in the opposite order, and each one's rows.
func (s *stacks) reverse(i int) {
	out := make([]*Array, len(s.blocks[i]))
	for k, b := range s.blocks[i] {
		ranges := wholes(b)
		ranges[0] = shape.Range{Start: b.shape[0] - 1, Step: -1, Len: b.shape[0]}
		out[len(out)-1-k] = s.e.slice(b, ranges)
	}
	s.drop(i)
	s.blocks[i] = out
}

// drop frees blocks: memory that others share stays.
func (s *stacks) drop(i int) {
	for _, b := range s.blocks[i] {
		if b.be.hasMemory() {
			b.Free()
		}
	}
}

func (s *stacks) free() {
	for i := range s.rows {
		s.rows[i].free(nil)
		s.drop(i)
	}
}

// inferred gives the dtypes and shapes of the results, for arrays without elements.
func (l *loop) inferred(be *engine) (state, ys []*Array) {
	if l.cond != nil {
		l.cond(l.init)
	}
	row := make([]*Array, len(l.rows))
	for i, x := range l.rows {
		row[i] = wrapBuffer(l.e, x.be.rootEngine().shadow(false), nothing{}, x.dtype, x.shape[1:])
	}
	var i *Array
	if l.counter != dtype.Invalid {
		i = wrapBuffer(l.e, be.rootEngine(), nothing{}, l.counter, nil)
	}
	next, zs := l.step(i, l.init, row)
	for _, z := range zs {
		dims := append([]int{l.trips}, z.shape...)
		ys = append(ys, l.e.spread(l.e.shaped(z, append([]int{1}, z.shape...)), dims))
	}
	if l.trips == 0 && l.cond == nil {
		next = l.init
	}
	return slices.Clone(next), ys
}

// withoutRows is a loop of no iterations: what its results would be is found out without elements.
func (l *loop) withoutRows(be *engine) (state, ys []*Array) {
	abstract := *l
	shadow := func(xs []*Array) []*Array {
		out := make([]*Array, len(xs))
		for i, x := range xs {
			out[i] = wrapBuffer(l.e, x.be.rootEngine().shadow(false), nothing{}, x.dtype, x.shape)
		}
		return out
	}
	abstract.init, abstract.rows = shadow(l.init), shadow(l.rows)
	_, zs := abstract.inferred(be.rootEngine().shadow(false))
	e := l.e.innermost(slices.Concat(l.init, l.rows)...)
	for _, z := range zs {
		y, err := e.newFull(be.rootEngine(), z.dtype, z.shape, backend.IntScalar(0))
		check(err)
		ys = append(ys, y)
	}
	return e.handOver(batch{l.init, make([]bool, len(l.init))}), ys
}

// A branch is a branch whose functions are of arrays.
type branch struct {
	e        *Env
	cond     *Array
	operands []*Array
	calls    [2]func(xs []*Array) []*Array
	path     func(int) string
}

// run returns the results.
func (b *branch) run() []*Array {
	all := append([]*Array{b.cond}, b.operands...)
	be, err := agreeArrays(b.e.now.Load(), all)
	check(err)
	if t := traceOf(b.cond.be); t != nil {
		return b.traced(traceOf(be))
	}
	if b.cond.be.rootEngine().abstract {
		first := b.calls[0](b.operands)
		sameKind("the result", b.path, b.calls[1](b.operands), first)
		return first
	}
	call := b.calls[1]
	if b.cond.Bool() {
		call = b.calls[0]
	}
	e := b.e.innermost(all...)
	return e.handOver(scoped(e, b.operands, func(_ *Env, xs []*Array) []*Array { return call(xs) }))
}

// traceOf returns the trace that arrays of be are in, nil if there is none.
func traceOf(be *engine) *trace {
	t, _ := be.rootEngine().Backend.(*trace)
	return t
}
