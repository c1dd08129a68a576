package ivy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Compiled is a function over arrays that is traced once for the dtypes and shapes of
// its arguments, and then runs as a whole where the arguments' backend can do that. Its
// methods may be called from many goroutines.
//
// Tracing runs the function on arrays without elements, so what depends on dtypes and
// shapes is decided then, once, and what the function computes of other arrays than its
// arguments is a constant from then on. A function that looks at values, or writes into
// its arguments, cannot be traced, nor, on TensorFlow, one that comes to more than 16,384 of its
// operations: it runs as it is, call by call, and [Compiled.Eager] says why.
// Results share no memory that a write would show.
//
// A function is traced again for other dtypes and shapes, and under other settings of the
// Env. What was traced is kept as a plan, and not traced anew while it is: of each Compiled
// the plans that were used last, as many as [Env.SetMaxPlans] and [Env.SetMaxPlanBytes] say.
//
// On the native backend neighbouring operations run together, block by block, so that what
// is between them stays in the cache; results are bit for bit those of the calls. On
// TensorFlow the function is one graph.
type Compiled struct {
	env  *Env
	name string // for errors
	call func([]*Array) []*Array

	trees    func([]Tree) []Tree // the function as one of trees
	byTree   sync.Map            // of string: the *Compiled for arguments of one structure, see CallTree
	template []Tree              // of such a one: its arguments, with other arrays

	last  atomic.Pointer[compilation] // what ran last; the next call is often alike. It is among plans
	mu    sync.RWMutex
	plans recent[planKey, *compilation]
	most  int // plans to keep; 0 is the Env's limit
	eager error
}

// A planKey says what a function was traced for: settings, and dtypes and shapes of
// arguments, with their backend.
type planKey struct {
	s    *state
	args string
}

// planLimits are how many plans a Compiled keeps, and bytes that they have; 0 is no limit.
type planLimits struct{ plans, bytes int }

// The standard limits. A plan has some 10 KB on the native backend and some 300 on
// TensorFlow.
const (
	standardPlans     = 512
	standardPlanBytes = 256 << 20
)

// A compilation is what a function came to for arguments of some dtypes and shapes.
type compilation struct {
	s     *state // the settings it was traced with
	be    *engine
	args  []backend.Spec
	run   backend.Executable // nil if the function runs as it is, or is one kernel
	alone *kernelCall        // nil if it is not one kernel
	outs  []backend.Spec
	given []int  // for each result the argument that it is, −1 if it is none
	own   []bool // results whose memory is theirs alone; nil if that is of none known
	tree  []Tree // of a function of trees: its results, with other arrays
	bytes int    // about, that it keeps
	stop  func() // gives them back; nil if the collector does
}

func (p *compilation) close() {
	if p.stop != nil {
		p.stop()
	}
}

// Compile returns f, a Go function over arrays as [NewFunction] takes it or a function of
// trees (see [Tree]), as a [Compiled]. Its first call with arguments of some dtypes and shapes
// traces f and compiles a plan; other calls run the plan. A backend that compiles nothing runs f
// as it is. The functions that [Env.Grad] and [Env.ValueAndGrad] return can be compiled. What is
// no function over arrays is an error of kind ErrValue.
func (e *Env) Compile(f any) *Compiled {
	call, err := callable("Compile", f)
	trees, err2 := treeCallable(f)
	switch {
	case err2 != nil && err != nil:
		panic(wrap("Compile", nil, err))
	case err != nil:
		call = func(args []*Array) []*Array {
			xs := make([]Tree, len(args))
			for i, a := range args {
				xs[i] = a
			}
			return leaves(trees(xs))
		}
	}
	return &Compiled{env: e, name: "Compile", call: call, trees: trees}
}

// CallTree calls the function with trees, and returns its results as it does: it is traced for
// the arrays that all of xs have, and again for other dtypes, shapes and structures. What is no
// array in them (fields with the tag `ivy:"-"`) is part of the structure.
func (c *Compiled) CallTree(xs ...Tree) []Tree {
	if c.trees == nil {
		panic(wrap(c.name, nil, errorf(ErrValue, "the function is none of trees")))
	}
	defer blame(c.name)
	args := leaves(xs)
	key := treeStructure(xs)
	v, ok := c.byTree.Load(key)
	if !ok {
		of := &Compiled{env: c.env, name: c.name, trees: c.trees}
		of.template = replaced(xs, placeholders(len(args))).([]Tree)
		v, _ = c.byTree.LoadOrStore(key, of)
	}
	of := v.(*Compiled)
	var tree []Tree
	zs := of.append(c.env.innermost(args...), nil, args, &tree)
	if err := of.Eager(); err != nil {
		c.runsAsItIs(err)
	}
	return replaced(tree, zs).([]Tree)
}

// placeholder stands for the arrays of trees of which the structure alone is kept.
var placeholder = &Array{}

func placeholders(n int) []*Array { return slices.Repeat([]*Array{placeholder}, n) }

// do calls the function as it is, and sets tree to the structure of its results where it is
// called with trees.
func (c *Compiled) do(args []*Array, tree *[]Tree) []*Array {
	if c.template == nil {
		return c.call(args)
	}
	*tree = c.trees(replaced(c.template, args).([]Tree))
	return leaves(*tree)
}

// SetMaxPlans sets how many plans each [Compiled] keeps, for arguments of as many dtypes and
// shapes and for settings of the Env: 512 by default. 0 is no limit; less is an error of
// kind ErrValue. The plan that was used least recently goes first; for its arguments the
// function is traced again. The limit is kept from the next plan on.
func (e *Env) SetMaxPlans(n int) {
	checkLimit("SetMaxPlans", n)
	e.change(func() { e.maxPlans.push(n) })
}

// UnsetMaxPlans takes back the last [Env.SetMaxPlans]: the limit is what it was before, or the standard one.
func (e *Env) UnsetMaxPlans() { e.change(e.maxPlans.pop) }

// WithMaxPlans sets the number of plans that each [Compiled] keeps as [Env.SetMaxPlans] does, until undo is called:
//
//	defer ivy.WithMaxPlans(16)()
func (e *Env) WithMaxPlans(n int) (undo func()) {
	checkLimit("WithMaxPlans", n)
	return with(e, &e.maxPlans, n)
}

// MaxPlans returns how many plans each [Compiled] keeps, 512 by default; 0 is no limit.
func (e *Env) MaxPlans() int { return e.planLimits.Load().plans }

// SetMaxPlanBytes sets how many bytes the plans of each [Compiled] have together: 256 MiB by
// default. 0 is no limit; less is an error of kind ErrValue. Plans go as they do by
// SetMaxPlans, but the last one stays, however large it is. Bytes are those of constants and
// buffers, and an estimate of what programs take, in a backend's library too.
func (e *Env) SetMaxPlanBytes(n int) {
	checkLimit("SetMaxPlanBytes", n)
	e.change(func() { e.maxPlanBytes.push(n) })
}

// UnsetMaxPlanBytes takes back the last [Env.SetMaxPlanBytes]: the limit is what it was before, or the standard one.
func (e *Env) UnsetMaxPlanBytes() { e.change(e.maxPlanBytes.pop) }

// WithMaxPlanBytes sets the bytes that the plans of each [Compiled] have together as [Env.SetMaxPlanBytes] does, until undo is called:
//
//	defer ivy.WithMaxPlanBytes(1<<20)()
func (e *Env) WithMaxPlanBytes(n int) (undo func()) {
	checkLimit("WithMaxPlanBytes", n)
	return with(e, &e.maxPlanBytes, n)
}

// MaxPlanBytes returns how many bytes the plans of each [Compiled] may have together, 256 MiB by
// default; 0 is no limit.
func (e *Env) MaxPlanBytes() int { return e.planLimits.Load().bytes }

func checkLimit(name string, n int) {
	if n < 0 {
		panic(wrap(name, nil, errorf(ErrValue, "a limit of %d (0 is none)", n)))
	}
}

// A composite names a function of several steps and how they are made.
type composite struct {
	op  *ops.Op
	how any
}

// Functions of several steps are compiled for arrays from wholeFrom elements on, which
// take longer than finding out what to do. An Env keeps so many of them compiled, each for
// so many dtypes and shapes.
const (
	wholeFrom      = 1 << 16
	mostComposites = 64
	mostCompiled   = 64
)

// composed returns f of args: a function of several steps, which op and how say all of.
// Where it is worth it and the backend can, it is compiled, with the same result.
func (e *Env) composed(op *ops.Op, how any, f func(e *Env, x []*Array) *Array, args ...*Array) *Array {
	if !worthCompiling(args[0].Size(), args) {
		return f(e, args)
	}
	var z [1]*Array
	return e.composite(composite{op, how}, f).append(e, z[:0], args, nil)[0]
}

// composedOfSeveral is composed of a function with several results, of size elements.
func (e *Env) composedOfSeveral(size int, op *ops.Op, how any, f func(e *Env, x []*Array) []*Array, args ...*Array) []*Array {
	if !worthCompiling(size, args) {
		return f(e, args)
	}
	return e.several(composite{op, how}, f).append(e, nil, args, nil)
}

// worthCompiling reports whether a function of several steps on so many elements is compiled, where args are.
func worthCompiling(size int, args []*Array) bool {
	be := args[0].be
	_, compiles := be.Backend.(backend.Compiler)
	return compiles && be.inPlace && !be.abstract && size >= wholeFrom && !slices.ContainsFunc(args, func(a *Array) bool { return a.be != be })
}

// mostSteps is how many steps a function may take to be compiled on its own: expressions of thousands take more to compile than they save.
const mostSteps = 64

// composedOf is composed of a function of so many steps.
func (e *Env) composedOf(steps int, op *ops.Op, how any, f func(e *Env, x []*Array) *Array, args ...*Array) *Array {
	if steps > mostSteps {
		return f(e, args)
	}
	return e.composed(op, how, f, args...)
}

// composite returns the function that key says all of as a Compiled.
func (e *Env) composite(key composite, f func(e *Env, x []*Array) *Array) *Compiled {
	return e.several(key, func(e *Env, x []*Array) []*Array { return []*Array{f(e, x)} })
}

// several is composite of a function with several results.
func (e *Env) several(key composite, f func(e *Env, x []*Array) []*Array) *Compiled {
	e.compositesMu.RLock()
	c, ok := e.composites.find(key)
	e.compositesMu.RUnlock()
	if ok {
		return c
	}
	e.compositesMu.Lock()
	defer e.compositesMu.Unlock()
	if c, ok = e.composites.find(key); ok {
		return c
	}
	env := &Env{core: e.core} // it outlives all scopes
	c = &Compiled{env: env, name: key.op.Name, most: mostCompiled, call: func(x []*Array) []*Array { return f(env, x) }}
	for _, old := range e.composites.add(key, c, 0, mostComposites, 0) {
		old.forget()
	}
	return c
}

// forget lets all plans go. Calls that are under way may make new ones, which the
// collector takes.
func (c *Compiled) forget() {
	c.mu.Lock()
	plans := c.plans.entries
	c.plans = recent[planKey, *compilation]{}
	c.last.Store(nil)
	c.mu.Unlock()
	for _, e := range plans {
		e.value.close()
	}
}

// Call calls the function, which has one result.
func (c *Compiled) Call(args ...*Array) *Array {
	var results [1]*Array
	zs := c.append(c.env.innermost(args...), results[:0], args, nil)
	if len(zs) != 1 {
		panic(wrap(c.name, nil, errorf(ErrValue, "the function has %d results (take CallMany)", len(zs))))
	}
	return zs[0]
}

// Eager returns why a call ran as the function is, without being compiled; nil if none did.
func (c *Compiled) Eager() error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.eager
}

// CallMany calls the function and returns all its results; of results that are trees their
// arrays.
func (c *Compiled) CallMany(args ...*Array) []*Array {
	return c.append(c.env.innermost(args...), nil, args, nil)
}

// CallInto calls the function and puts its results into outs, one each, in place of what they
// held: their memory is that of the next call's results, so that a loop allocates nothing anew.
// Views of outs see the results. The arguments may be among outs.
//
// Each of outs has the dtype and shape of its result, and is on the same backend; else the error
// is that of the option [Out], and all of outs are what they were. Another number of them than of
// results, and an array that is there twice, are errors of kind ErrValue.
//
// See [Compiled.CallIntoContext] for calls that end with a context.
func (c *Compiled) CallInto(outs []*Array, args ...*Array) {
	defer blame(c.name)
	c.callInto(c.env.innermost(args...), outs, args)
}

// callInto is CallInto by an Env.
func (c *Compiled) callInto(e *Env, outs, args []*Array) {
	for i, out := range outs {
		check(out.usable())
		if slices.Contains(outs[:i], out) {
			check(errorf(ErrValue, "the array for result %d is that for another, too", i))
		}
	}
	e.TidyDo(func(e *Env) {
		zs := c.append(e, nil, e.shareAll(args), nil)
		if len(zs) != len(outs) {
			check(errorf(ErrValue, "%d arrays for %d results", len(outs), len(zs)))
		}
		for i, z := range zs {
			check(checkOut(z.be, outs[i], z))
		}
		for i, z := range zs {
			if out := outs[i]; z.scoped.Load() && z.env.scope == e.scope && z.sole() && out.group.Load() == nil {
				out.take(z)
			} else {
				check(out.fill(z.buffer()))
			}
		}
	})
}

// append calls the function and appends its results, which have the Env e, to zs. tree is set
// to their structure where it is called with trees.
func (c *Compiled) append(e *Env, zs, args []*Array, tree *[]Tree) []*Array {
	s := c.env.now.Load()
	be, err := agreeArrays(s, args)
	if err != nil {
		panic(wrap(c.name, nil, err))
	}
	if e.deadline != nil {
		e.deadline.check(be)
	}
	if be.abstract || be.level != nil { // of a trace, an inference or a gradient, which see through it
		return append(zs, c.do(args, tree)...)
	}
	p := c.last.Load()
	if p == nil || p.s != s || p.be != be || !p.fits(args) {
		p = c.find(s, be, args)
	}
	if p.tree != nil {
		*tree = p.tree
	}
	switch {
	case p.alone != nil:
		z := newArray(e, be, p.outs[0].Dtype)
		z.setShape(p.outs[0].Shape)
		if z.buf, err = p.alone.run(e.spec(z), args); err != nil {
			panic(wrap(c.name, be, err))
		}
		return append(zs, entered(z))
	case p.run == nil:
		return append(zs, c.do(args, tree)...)
	}
	r := callStates.Get().(*callState)
	for _, a := range args {
		r.inputs = append(r.inputs, a.buffer())
	}
	first := len(zs)
	for i, k := range p.given {
		r.results = append(r.results, nil)
		if k >= 0 {
			zs, r.out = append(zs, args[k]), append(r.out, p.outs[i])
			continue
		}
		z := newArray(e, be, p.outs[i].Dtype)
		z.setShape(p.outs[i].Shape)
		zs, r.out = append(zs, z), append(r.out, e.spec(z))
	}
	err = p.run(r.inputs, r.results, r.out)
	for i, k := range p.given {
		if k < 0 {
			z := zs[first+i]
			z.buf = r.results[i]
			if be.inPlace && (p.own == nil || !p.own[i]) {
				z.shares()
			}
		}
	}
	r.free()
	if err != nil {
		panic(wrap(c.name, be, err))
	}
	if e.scope != nil {
		enteredAll(zs[first:]...)
	}
	return zs
}

// A callState is what a call hands to an Executable.
type callState struct {
	inputs, results []backend.Buffer
	out             []backend.Spec
}

var callStates = sync.Pool{New: func() any { return new(callState) }}

func (r *callState) free() {
	for i := 0; i < len(r.inputs); i++ { // clear calls what takes longer for so few
		r.inputs[i] = nil
	}
	for i := 0; i < len(r.results); i++ {
		r.results[i] = nil
	}
	for i := 0; i < len(r.out); i++ {
		r.out[i].Shape, r.out[i].Into, r.out[i].Inline, r.out[i].Stop = nil, nil, nil, nil
	}
	r.inputs, r.results, r.out = r.inputs[:0], r.results[:0], r.out[:0]
	callStates.Put(r)
}

// fits reports whether p is of arguments like these.
func (p *compilation) fits(args []*Array) bool {
	if len(args) != len(p.args) {
		return false
	}
	for i, a := range args {
		if a.dtype != p.args[i].Dtype || !slices.Equal(a.shape, p.args[i].Shape) {
			return false
		}
	}
	return true
}

// find returns what the function came to for arguments like args, which it finds out if
// they are the first.
func (c *Compiled) find(s *state, be *engine, args []*Array) *compilation {
	var buf [128]byte
	key := append(buf[:0], be.name...)
	for _, a := range args {
		key = append(key, byte(a.dtype), byte(len(a.shape)))
		for _, n := range a.shape {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	c.mu.RLock()
	p, ok := c.plans.find(planKey{s, unsafe.String(unsafe.SliceData(key), len(key))})
	if ok {
		c.last.Store(p) // under the lock, that it is no plan which was let go
	}
	c.mu.RUnlock()
	if ok {
		return p
	}
	if p = c.plan(s, be, args); p.s == nil {
		return p
	}
	limits := *c.env.planLimits.Load()
	if c.most > 0 {
		limits.plans = c.most
	}
	k := planKey{s, string(key)}
	c.mu.Lock()
	var dropped []*compilation
	if first, ok := c.plans.find(k); ok { // another goroutine was faster
		dropped, p = append(dropped, p), first
	} else {
		dropped = c.plans.add(k, p, p.bytes, limits.plans, limits.bytes)
	}
	c.last.Store(p)
	c.mu.Unlock()
	for _, old := range dropped {
		old.close()
	}
	return p
}

// plan traces the function for arguments like args and compiles what it came to.
func (c *Compiled) plan(s *state, be *engine, args []*Array) *compilation {
	var specs []backend.Spec
	for _, a := range args {
		specs = append(specs, backend.Spec{Dtype: a.dtype, Shape: slices.Clone(a.shape)})
	}
	p, t, program := c.trace(s, be, specs)
	if program == nil {
		return p
	}
	if p.alone = t.alone(program); p.alone != nil {
		for _, c := range program.Specs {
			p.bytes += shape.Size(c.Shape) * c.Dtype.Size()
		}
		return p
	}
	plan, err := be.Backend.(backend.Compiler).Compile(program)
	if err != nil {
		c.runsAsItIs(wrap("Compile", be, err))
		return p
	}
	p.run, p.own, p.stop = plan.Run, plan.Own, plan.Close
	p.bytes += plan.Bytes
	return p
}

// Program traces the function for arguments of these dtypes and shapes on a backend that
// compiles, and returns what it did there, for what writes programs down. It fails where
// the function cannot be traced, see [Compiled].
func (c *Compiled) Program(backendName string, args ...backend.Spec) (*backend.Program, error) {
	be, err := engineOf(backendName)
	if err != nil {
		return nil, wrap(c.name, nil, err)
	}
	for i, s := range args {
		if err := be.valid(s.Dtype); err != nil {
			return nil, wrap(c.name, be, fmt.Errorf("argument %d: %w", i+1, err))
		}
		if err := shape.Check(s.Shape, s.Dtype.Size()); err != nil {
			return nil, wrap(c.name, be, fmt.Errorf("argument %d: %w", i+1, err))
		}
	}
	traced := &Compiled{env: c.env, name: c.name, call: c.call} // whose Eager is not c's
	_, _, program := traced.trace(c.env.now.Load(), be, args)
	if program == nil {
		return nil, wrap(c.name, be, traced.eager)
	}
	return program, nil
}

// runsAsItIs notes why a call was not compiled.
func (c *Compiled) runsAsItIs(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.eager = err
}

// trace runs the function on arrays without elements, and returns the program of what it
// did; nil where it cannot be traced. Where it fails, so will the function itself, and
// better: such a compilation has no state, and is not kept.
func (c *Compiled) trace(s *state, be *engine, args []backend.Spec) (*compilation, *trace, *backend.Program) {
	const itself = 1 << 10
	p := &compilation{s: s, be: be, args: args, bytes: itself}
	why := func(err error) (*compilation, *trace, *backend.Program) {
		c.runsAsItIs(err)
		return p, nil, nil
	}
	if _, ok := be.Backend.(backend.Compiler); !ok {
		return why(wrap("Compile", be, errorf(ErrUnsupported, "this backend runs functions call by call")))
	}
	t := newTrace(be)
	traced := make([]*Array, len(args))
	for i, spec := range args {
		t.program.Inputs = append(t.program.Inputs, spec)
		traced[i] = wrapBuffer(c.env, t.engine, &value{t: t, input: i, spec: spec}, spec.Dtype, spec.Shape)
	}
	before := slices.Clone(traced)
	zs, err := c.traced(traced, &p.tree)
	var ours *Error
	switch {
	case err != nil && errors.As(err, &ours) && errors.Is(ours.Err, errDraws):
		return why(wrap("Compile", be, errorf(ErrUnsupported, "the function draws random numbers: %v", err)))
	case err != nil && errors.As(err, &ours) && errors.Is(ours.Err, errAbstract):
		return why(wrap("Compile", be, errorf(ErrUnsupported, "the function looks at values: %v", err)))
	case err != nil && errors.As(err, &ours) && errors.Is(ours.Err, errRepeats):
		return why(wrap("Compile", be, err))
	case err != nil && errors.As(err, &ours) && (errors.Is(ours.Err, errTracked) || errors.Is(ours.Err, errCaptured)):
		return why(wrap("Compile", be, errorf(ErrUnsupported, "the function uses arrays that are being differentiated and are not among its arguments")))
	case err != nil:
		p.s = nil
		return why(err)
	}
	for i, a := range before {
		if a.usable() != nil {
			return why(wrap("Compile", be, errorf(ErrUnsupported, "the function frees argument %d", i+1)))
		}
		if v, ok := a.buffer().(*value); !ok || v.node != 0 || v.input != i || v.constant {
			return why(wrap("Compile", be, errorf(ErrUnsupported, "the function writes into argument %d", i+1)))
		}
	}
	if p.tree != nil {
		p.tree = replaced(p.tree, placeholders(len(zs))).([]Tree)
	}
	results := make([]*value, len(zs))
	for i, z := range zs {
		if err := z.usable(); err != nil {
			p.s = nil
			return why(wrap("Compile", be, fmt.Errorf("result %d: %w", i+1, err)))
		}
		if results[i], err = t.value(z); err != nil {
			return why(wrap("Compile", be, err))
		}
		given := slices.Index(before, z)
		if v := results[i]; given < 0 && be.inPlace && v.node == 0 && !v.constant {
			// Another array with an argument's elements: writes to that must not show.
			b, err := t.record(ops.CopyArray.Op, v.spec, nil, v)
			if err != nil {
				return why(wrap("Compile", be, err))
			}
			results[i] = b.(*value)
		}
		p.given = append(p.given, given)
		p.outs = append(p.outs, backend.Spec{Dtype: z.dtype, Shape: slices.Clone(z.shape)})
	}
	return p, t, t.finish(results)
}

// A kernelCall is a function that comes to one elementwise kernel, of arguments and
// constants.
type kernelCall struct {
	kernel *backend.Entry
	args   []int            // of the function; −1 of constants
	consts []backend.Buffer // nil of arguments
}

// alone returns what p comes to if that is one kernel, where it works as the function's
// own call of it does.
func (t *trace) alone(p *backend.Program) *kernelCall {
	last := len(p.Nodes) - 1
	if last < 0 || !t.Backend.InPlace() || len(p.Results) != 1 || p.Results[0] != len(p.Inputs)+len(p.Constants)+last {
		return nil
	}
	n := &p.Nodes[last]
	switch n.Op.Family {
	case ops.FamilyUnary, ops.FamilyBinary, ops.FamilyTernary:
	default:
		return nil
	}
	table := t.Backend.Kernels()
	k := &kernelCall{kernel: table.Entry(n.Op)}
	for _, v := range n.Args {
		arg, b := -1, backend.Buffer(nil)
		switch at := v - len(p.Inputs); {
		case at < 0:
			arg = v
		case at < len(p.Constants):
			b = p.Constants[at]
		default:
			fill := &p.Nodes[at-len(p.Constants)]
			if fill.Op.Family != ops.FamilyFill {
				return nil
			}
			var err error
			if b, err = fill.Run(table.Entry(fill.Op), nil, nil); err != nil {
				return nil
			}
		}
		k.args, k.consts = append(k.args, arg), append(k.consts, b)
	}
	return k
}

func (k *kernelCall) run(out backend.Spec, args []*Array) (backend.Buffer, error) {
	operand := func(i int) backend.Buffer {
		if at := k.args[i]; at >= 0 {
			return args[at].buffer()
		}
		return k.consts[i]
	}
	switch len(k.args) {
	case 1:
		return k.kernel.Unary(out, operand(0))
	case 2:
		return k.kernel.Binary(out, operand(0), operand(1))
	}
	return k.kernel.Ternary(out, operand(0), operand(1), operand(2))
}

// A trace is a function being recorded. Its arrays are on a separate engine, whose
// kernels write down what they are asked for.
type trace struct {
	*engine
	backend.Backend // the real one
	program         backend.Program
	nodes           []*value

	under    *engine   // the real one's engine
	captures *captures // of a program in another one; nil of a function's
}

// A value is the Buffer of an array in a trace: an input, a constant or a node's result.
type value struct {
	t        *trace
	spec     backend.Spec
	input    int
	constant bool
	buf      backend.Buffer // of a constant
	node     int            // counted from 1; 0 of the others
	op       *ops.Op
	args     []*value
	attrs    any
	number   int // in the program; of a node 0 as long as it is not used
}

func newTrace(be *engine) *trace {
	t := &trace{Backend: be.Backend, under: be}
	t.engine = &engine{Backend: t, name: be.name, table: t.kernels().Within(be.table), dtypes: be.dtypes, abstract: true, order: nextOrder()}
	return t
}

func (t *trace) Name() string                                  { return t.Backend.Name() }
func (t *trace) Version() string                               { return t.Backend.Version() }
func (t *trace) Devices() []string                             { return t.Backend.Devices() }
func (t *trace) Dtypes() dtype.Set                             { return t.Backend.Dtypes() }
func (t *trace) Native(d dtype.Dtype) (name string, value any) { return t.Backend.Native(d) }
func (t *trace) InPlace() bool                                 { return false }
func (t *trace) Kernels() *backend.Table                       { return t.engine.table }
func (t *trace) ToHost(backend.Buffer, []byte) error           { return errAbstract }

func (t *trace) FromHost(out backend.Spec, data []byte) (backend.Buffer, error) {
	b, err := t.Backend.FromHost(backend.Spec{Dtype: out.Dtype, Shape: out.Shape}, data)
	if err != nil {
		return nil, err
	}
	return t.constant(b, out), nil
}

// keeps reports whether a program can have the memory of a for a constant: a write to a copies it first. Memory that something else
// may write to is copied now.
func (t *trace) keeps(a *Array) bool {
	g := a.group.Load()
	return a.be.Backend == t.Backend && !a.be.abstract && a.be.level == nil && (g == nil || !g.exported.Load())
}

func (t *trace) constant(b backend.Buffer, s backend.Spec) *value {
	return &value{t: t, constant: true, buf: b, spec: backend.Spec{Dtype: s.Dtype, Shape: slices.Clone(s.Shape)}}
}

// value returns the value of an array that is a result: one that is not of the trace is
// a constant.
func (t *trace) value(z *Array) (*value, error) {
	if z.be != t.engine {
		if z.be.Backend != t.Backend {
			return nil, errorf(ErrBackend, "a result is on %s, and the arguments are on %s", z.be.name, t.name)
		}
		data, err := z.bytes()
		if err != nil {
			return nil, err
		}
		b, err := t.FromHost(backend.Spec{Dtype: z.dtype, Shape: z.shape}, data)
		if err != nil {
			return nil, err
		}
		return t.of(b)
	}
	return t.of(z.buffer())
}

func (t *trace) of(b backend.Buffer) (*value, error) {
	v, ok := b.(*value)
	if !ok || v.t != t { // an array without elements, or of another trace
		return nil, errAbstract
	}
	return v, nil
}

// record writes a kernel's work down.
func (t *trace) record(op *ops.Op, out backend.Spec, attrs any, operands ...backend.Buffer) (backend.Buffer, error) {
	v := &value{t: t, op: op, attrs: attrs, node: len(t.nodes) + 1, spec: backend.Spec{Dtype: out.Dtype, In: out.In, Shape: slices.Clone(out.Shape)}}
	for _, b := range operands {
		x, err := t.of(b)
		if err != nil {
			return nil, err
		}
		v.args = append(v.args, x)
	}
	t.nodes = append(t.nodes, v)
	return v, nil
}

// finish numbers the values that the results need and returns the program of them.
func (t *trace) finish(results []*value) *backend.Program {
	p := &t.program
	needed := make([]bool, len(t.nodes)+1)
	use := func(v *value) {
		switch {
		case v.node > 0:
			needed[v.node] = true
		case v.constant && v.number == 0:
			p.Constants, p.Specs = append(p.Constants, v.buf), append(p.Specs, v.spec)
			v.number = len(p.Inputs) + len(p.Constants) - 1
			if v.number == 0 { // no inputs, the first constant: 0 says that it has no number
				v.number = -1
			}
		}
	}
	for _, v := range results {
		use(v)
	}
	for i := len(t.nodes) - 1; i >= 0; i-- {
		if v := t.nodes[i]; needed[v.node] {
			for _, x := range v.args {
				use(x)
			}
		}
	}
	number := func(v *value) int {
		if v.node == 0 && !v.constant {
			return v.input
		}
		return max(v.number, 0)
	}
	for _, v := range t.nodes {
		if !needed[v.node] {
			continue
		}
		n := backend.Node{Op: v.op, Out: v.spec, Attrs: v.attrs, Args: make([]int, len(v.args))}
		for j, x := range v.args {
			n.Args[j] = number(x)
		}
		p.Nodes = append(p.Nodes, n)
		v.number = len(p.Inputs) + len(p.Constants) + len(p.Nodes) - 1
	}
	for _, v := range results {
		p.Results = append(p.Results, number(v))
	}
	return p
}

// kernels returns the table of kernels that record.
func (t *trace) kernels() *backend.Table {
	type (
		spec   = backend.Spec
		buffer = backend.Buffer
	)
	var es []backend.Entry
	for _, op := range ops.All() {
		e := backend.Entry{Op: op, Dtypes: op.In}
		switch op.Family {
		case ops.FamilyComposed:
			continue
		case ops.FamilyFill:
			e.Fill = func(out spec, a backend.FillAttrs) (buffer, error) { return t.record(op, out, a) }
		case ops.FamilyUnary:
			e.Unary = func(out spec, x buffer) (buffer, error) { return t.record(op, out, nil, x) }
		case ops.FamilyBinary:
			e.Binary = func(out spec, x, y buffer) (buffer, error) { return t.record(op, out, nil, x, y) }
		case ops.FamilyTernary:
			e.Ternary = func(out spec, x, y, z buffer) (buffer, error) { return t.record(op, out, nil, x, y, z) }
		case ops.FamilyReduce:
			e.Casts = op.Lift && t.Backend.Kernels().Entry(op).Casts // what is of integers is computed from these
			e.Reduce = func(out spec, x buffer, a backend.ReduceAttrs) (buffer, error) {
				a.Axes = slices.Clone(a.Axes)
				return t.record(op, out, a, x)
			}
		case ops.FamilyScan:
			e.Scan = func(out spec, x buffer, a backend.ScanAttrs) (buffer, error) { return t.record(op, out, a, x) }
		case ops.FamilySort:
			e.Sort = func(out spec, x buffer, a backend.SortAttrs) (buffer, error) { return t.record(op, out, a, x) }
		case ops.FamilyView:
			e.View = func(out spec, x buffer, a backend.ViewAttrs) (buffer, error) {
				a.Perm, a.Ranges = slices.Clone(a.Perm), slices.Clone(a.Ranges)
				return t.record(op, out, a, x)
			}
		case ops.FamilyJoin:
			e.Join = func(out spec, xs []buffer, a backend.JoinAttrs) (buffer, error) { return t.record(op, out, a, xs...) }
		case ops.FamilyGather:
			e.Gather = func(out spec, x buffer, idx []buffer, a backend.GatherAttrs) (buffer, error) {
				return t.record(op, out, a, append([]buffer{x}, idx...)...)
			}
		case ops.FamilyAssign:
			e.Assign = func(x, v buffer, idx []buffer, a backend.AssignAttrs) (buffer, error) {
				to, err := t.of(x)
				if err != nil {
					return nil, err
				}
				a.Ranges = slices.Clone(a.Ranges)
				return t.record(op, to.spec, a, append([]buffer{x, v}, idx...)...)
			}
		case ops.FamilyProduct:
			e.Product = func(out spec, x, y buffer) (buffer, error) { return t.record(op, out, nil, x, y) }
		case ops.FamilyLayer:
			e.Layer = func(out spec, xs []buffer, a backend.LayerAttrs) (buffer, error) { return t.record(op, out, a, xs...) }
		case ops.FamilySearch:
			e.Search = func(out spec, x, y buffer, a backend.SearchAttrs) (buffer, error) { return t.record(op, out, a, x, y) }
		case ops.FamilyFourier:
			e.Fourier = func(out spec, x buffer, a backend.FourierAttrs) (buffer, error) { return t.record(op, out, a, x) }
		case ops.FamilyMatrix:
			e.Matrix = func(out spec, xs []buffer, a backend.MatrixAttrs) (buffer, error) { return t.record(op, out, a, xs...) }
		case ops.FamilyFind:
			e.Find = func(buffer, *backend.Stop) ([]buffer, []spec, error) { return nil, nil, errAbstract }
		}
		es = append(es, e)
	}
	return backend.NewTable(es)
}
