package ivy

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Derivatives are made by levels. A level is an engine over another one: its kernels call
// those of the engine below and keep a node of what they did, which a pull goes through
// backwards. Promotion, options, views, writes and compositions know nothing of it.
//
// Levels nest: the array below may be on another level, or in a trace. What is computed of
// arrays on two of them is on the one that was made last.

// A level is the Backend of a level's engine: the real one's name, dtypes and devices. It is
// no Exposer, Releaser or Compiler.
type level struct {
	backend.Backend
	engine *engine
	root   *engine // of arrays without operands
	tape   *Tape
}

// A dual is the Buffer of an array on a level: the array one level lower, and the node that
// made it.
type dual struct {
	in   *Array // nobody writes to it but assignments of the level
	node *node  // nil of a constant
	out  int    // which of the node's results it is

	// kept says that a node, or another dual, needs the elements of in: an assignment then
	// writes into a copy.
	kept atomic.Bool
	// written says that an assignment made it: others may come after it.
	written bool
}

// A node is the work of one kernel. It hangs on the duals that it made and on the nodes that
// use these, so that the collector frees what nothing can pull through any more.
type node struct {
	tape  *Tape
	seq   int64   // nodes are numbered as they are made: a node's operands come before it
	op    *ops.Op // nil of a leaf and of functions whose rule is not in the table
	rule  *rule
	attrs any
	args  []arg
	z     *Array // the result, if the rule needs it
	outs  int    // results; 0 is one
}

// An arg is what a node keeps of an operand.
type arg struct {
	node  *node // nil of a constant
	out   int
	x     *Array // the elements, if the rule needs them
	dtype Dtype
	shape []int
}

// A record is all that a kernel's work on a level takes, as one allocation.
type record struct {
	dual
	node  node
	array Array
	args  [2]arg
}

// engineOrders counts traces and levels as they are made.
var engineOrders atomic.Int64

// order of engines of abstract arrays; that of backends is 0.
const abstractOrder = 1

func nextOrder() int64 { return engineOrders.Add(1) + abstractOrder }

// newLevel returns the engine of a level over root for t.
func newLevel(root *engine, t *Tape) *engine {
	l := &level{Backend: root.Backend, root: root, tape: t}
	l.engine = &engine{Backend: l, name: root.name, table: root.recording(), dtypes: root.dtypes,
		abstract: root.abstract, probe: root.probe, level: l, order: t.order}
	l.engine.noInline.Store(true)
	return l.engine
}

func (l *level) InPlace() bool           { return false }
func (l *level) Kernels() *backend.Table { return l.engine.table }

func (l *level) FromHost(out backend.Spec, data []byte) (backend.Buffer, error) {
	return constantOn(l.root, out, func(s backend.Spec) (backend.Buffer, error) { return l.root.FromHost(s, data) })
}

func (l *level) ToHost(b backend.Buffer, dst []byte) error {
	in := b.(*dual).in
	return in.be.ToHost(in.buffer(), dst)
}

// Device is that of the array below.
func (l *level) Device(b backend.Buffer) string { return string(b.(*dual).in.Device()) }

// Place brings the array below to a device; gradients are brought back.
func (l *level) Place(out backend.Spec, b backend.Buffer, device string) (backend.Buffer, error) {
	x := b.(*dual)
	if _, ok := l.root.Backend.(backend.Placer); !ok {
		return x, nil
	}
	r := newRecord(x.in.be, x.in.env, out)
	z := x.in.ToDevice(Device(device))
	r.array.buf = z.buffer()
	z.share()
	r.array.shares()
	r.keep(nil, placing, string(x.in.Device()), x)
	return &r.dual, nil
}

// placing is the rule of a transfer between devices.
var placing = &rule{vjp: func(c *pulling) { c.give(0, c.g.ToDevice(Device(c.n.attrs.(string)))) }}

// cutAgain is [engine.cut] for a view whose root was written to. That computes nothing new: it is recorded though the
// tape pauses, or has stopped.
func (be *engine) cutAgain(b backend.Buffer, d Dtype, ranges []shape.Range, s []int) (backend.Buffer, error) {
	x, ok := b.(*dual)
	if !ok {
		return be.cut(b, d, ranges, s)
	}
	lens := shape.Lens(ranges)
	z, err := x.cutAgain(ops.Slice.Op, backend.Spec{Dtype: d, Shape: lens}, backend.ViewAttrs{Ranges: ranges},
		func(low *engine, b backend.Buffer) (backend.Buffer, error) { return low.cutAgain(b, d, ranges, lens) })
	if err != nil || slices.Equal(lens, s) {
		return z, err
	}
	return z.reshapedAgain(d, s)
}

// reshapedAgain is cutAgain of everything in another shape.
func (d *dual) reshapedAgain(of Dtype, s []int) (*dual, error) {
	return d.cutAgain(ops.Reshape.Op, backend.Spec{Dtype: of, Shape: s}, backend.ViewAttrs{}, func(low *engine, b backend.Buffer) (backend.Buffer, error) {
		if x, ok := b.(*dual); ok {
			return x.reshapedAgain(of, s)
		}
		return low.reshape(b, of, s)
	})
}

// cutAgain records a view of d that is cut below.
func (d *dual) cutAgain(op *ops.Op, out backend.Spec, attrs backend.ViewAttrs, cut func(low *engine, b backend.Buffer) (backend.Buffer, error)) (*dual, error) {
	r := newRecord(d.in.be, d.in.env, out)
	var err error
	if r.array.buf, err = cut(d.in.be, d.in.buffer()); err != nil {
		return nil, err
	}
	d.shares(&r.dual)
	if d.node != nil {
		r.keepOn(d.node.tape, op, nil, attrs, d)
	}
	return &r.dual, nil
}

// lift returns a as an array of the level, a constant.
func (l *level) lift(a *Array) (*Array, error) {
	if a.be.order > l.engine.order {
		return nil, errEscaped
	}
	if l.tape.adopt != nil {
		if z, err := l.tape.adopt(a); z != nil || err != nil {
			return z, err
		}
	}
	z := newArray(a.env, l.engine, a.dtype)
	z.setShape(a.shape)
	if a.be.level != nil && a.be.level.tape == l.tape { // over another root
		z.buf = a.buffer()
		return z, nil
	}
	z.buf = &dual{in: a.snapshot()}
	return z, nil
}

var (
	errEscaped = errorf(ErrUnsupported, "an array of an inner gradient is used in an outer one, which it cannot be differentiated by")
	errTracked = errorf(ErrUnsupported, "the array is being differentiated (take StopGradient of it first)")
	errForeign = errorf(ErrBackend, "what is being differentiated is written into an array that is no part of it (make that with ZerosLike of one that is, or take StopGradient)")
)

// hasMemory reports whether arrays on be have memory, which Assign kernels may write into: it is a backend, and no
// engine of abstract arrays, traces or levels.
func (be *engine) hasMemory() bool { return be.order == 0 }

// constantFor returns a below the levels that were made later than be, on which it has to be a constant.
func (a *Array) constantFor(be *engine) (z *Array, ok bool) {
	for a.be.order > be.order && a.be.level != nil {
		d := a.buffer().(*dual)
		if d.node != nil {
			return nil, false
		}
		d.kept.Store(true)
		a = d.in.snapshot()
	}
	return a, true
}

// snapshot returns an array with the elements that a has now, whatever is written to a later.
func (a *Array) snapshot() *Array {
	z := newArray(a.env, a.be, a.dtype)
	z.setShape(a.shape)
	z.buf = a.buffer()
	if d, ok := z.buf.(*dual); ok {
		d.kept.Store(true)
	} else { // nor is it given back
		a.share()
		z.shares()
	}
	return z
}

// constantOn returns a dual of a new array on root, which no operand goes into.
func constantOn(root *engine, out backend.Spec, fill func(backend.Spec) (backend.Buffer, error)) (backend.Buffer, error) {
	r := &struct {
		dual
		array Array
	}{}
	z := &r.array
	z.be, z.dtype = root, out.Dtype
	z.setShape(out.Shape)
	r.in = z
	var err error
	z.buf, err = fill(z.spec(out.Stop))
	return &r.dual, err
}

// newRecord returns a record for a result like out on the engine low.
func newRecord(low *engine, e *Env, out backend.Spec) *record {
	if err := out.Stop.Err(); err != nil {
		panic(wrap("", low, err))
	}
	r := &record{}
	z := &r.array
	z.env, z.be, z.dtype = e, low, out.Dtype
	z.setShape(out.Shape)
	r.in = z
	return r
}

// spec returns what the kernel below is to fill for the record of out.
func (r *record) spec(out backend.Spec) backend.Spec { return r.array.spec(out.Stop) }

// keep makes the record's node if a gradient can be pulled through it to one of the operands.
// op and what a node has of it are those of the work done.
func (r *record) keep(op *ops.Op, rl *rule, attrs any, operands ...*dual) {
	if !dtype.Inexact.Has(r.array.dtype) {
		return
	}
	if tape := recordingTape(operands); tape != nil {
		r.keepOn(tape, op, rl, attrs, operands...)
	}
}

// keepOn makes the record's node on a tape, whether or not that records now.
func (r *record) keepOn(tape *Tape, op *ops.Op, rl *rule, attrs any, operands ...*dual) {
	if rl == nil {
		if rl = rules[op.ID]; rl == nil {
			return
		}
	}
	n := &r.node
	*n = node{tape: tape, seq: tape.nodes.Add(1), op: op, rule: rl, attrs: attrs}
	n.args = keepArgs(r.args[:0], rl, operands)
	if rl.keeps&keepResult != 0 {
		n.z = &r.array
		r.kept.Store(true)
	}
	r.dual.node = n
}

// recordingTape returns the tape that one of the operands is recorded on, nil if there is none
// or it does not record now.
func recordingTape(operands []*dual) *Tape {
	for _, d := range operands {
		if d.node != nil && d.node.tape.recording() {
			return d.node.tape
		}
	}
	return nil
}

// keepArgs appends what a node with this rule keeps of its operands.
func keepArgs(args []arg, rl *rule, operands []*dual) []arg {
	for i, d := range operands {
		a := arg{node: d.node, out: d.out, dtype: d.in.dtype}
		if rl.keeps&keepOperand(i) != 0 {
			a.x = d.in
			a.shape = d.in.shape
			d.kept.Store(true)
		} else { // a copy: the array's own would keep its elements
			a.shape = append([]int(nil), d.in.shape...)
		}
		args = append(args, a)
	}
	return args
}

// below returns the arrays that operands are one level lower, on the one engine that they are
// all brought to.
func below(ins []*Array, operands ...backend.Buffer) (*engine, []*dual, error) {
	ds := make([]*dual, len(operands))
	for i, b := range operands {
		d, ok := b.(*dual)
		if !ok {
			return nil, nil, errAbstract
		}
		ds[i], ins[i] = d, d.in
	}
	low, err := onOneEngine(ins)
	return low, ds, err
}

// onOneEngine brings arrays to the one engine that takes them all, which it returns.
func onOneEngine(xs []*Array) (be *engine, err error) {
	for _, x := range xs {
		if be, err = together(be, x); err != nil {
			return nil, err
		}
	}
	for i, x := range xs {
		if xs[i], err = x.to(be); err != nil {
			return nil, err
		}
	}
	return be, nil
}

// envOf returns the Env of the first array that has one.
func envOf(ins []*Array) *Env {
	for _, a := range ins {
		if a.env != nil {
			return a.env
		}
	}
	return std
}

// recording returns the table of kernels that record, for levels whose root the engine is.
func (be *engine) recording() *backend.Table {
	be.recordingOnce.Do(func() { be.recordingTable = recordingKernels(be).Within(be.table) })
	return be.recordingTable
}

// A recordingState is the part of an engine that levels over it share.
type recordingState struct {
	recordingOnce  sync.Once
	recordingTable *backend.Table
}

// recordingKernels returns the kernels of levels over root.
func recordingKernels(root *engine) *backend.Table {
	var es []backend.Entry
	for _, op := range ops.All() {
		if op.Family == ops.FamilyComposed || op.Family == ops.FamilyLayer { // which has steps, or a rule above
			continue
		}
		e := backend.Entry{Op: op, Dtypes: op.In}
		elementwiseRecording(&e)
		reducingRecording(&e, root)
		movingRecording(&e)
		switch op.Family {
		case ops.FamilyFill:
			e.Fill = func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
				return constantOn(root, out, func(s backend.Spec) (backend.Buffer, error) { return root.table.Entry(op).Fill(s, a) })
			}
		case ops.FamilyAssign:
			e.Assign = func(x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
				return recordAssign(op, x, v, idx, a)
			}
		case ops.FamilyFind:
			e.Find = func(x backend.Buffer, stop *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
				return recordFind(op, x, stop)
			}
		}
		es = append(es, e)
	}
	return backend.NewTable(es)
}

// elementwiseRecording gives e its kernel if it is of one of the families that go element by
// element, of the products or of the searches.
func elementwiseRecording(e *backend.Entry) {
	op := e.Op
	switch op.Family {
	case ops.FamilyUnary:
		e.Unary = func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) { return recordUnary(op, out, x) }
	case ops.FamilyBinary:
		e.Binary = func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
			return recordPair(op, out, x, y, func(k *backend.Entry, s backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
				return k.Binary(s, x, y)
			})
		}
	case ops.FamilyProduct:
		e.Product = func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
			return recordPair(op, out, x, y, func(k *backend.Entry, s backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
				return k.Product(s, x, y)
			})
		}
	case ops.FamilySearch:
		e.Search = func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
			return recordPair(op, out, x, y, func(k *backend.Entry, s backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
				return k.Search(s, x, y, a)
			})
		}
	case ops.FamilyTernary:
		e.Ternary = func(out backend.Spec, x, y, z backend.Buffer) (backend.Buffer, error) {
			var ins [3]*Array
			low, ds, err := below(ins[:], x, y, z)
			if err != nil {
				return nil, err
			}
			r := newRecord(low, envOf(ins[:]), out)
			r.array.buf, err = low.table.Entry(op).Ternary(r.spec(out), ins[0].buffer(), ins[1].buffer(), ins[2].buffer())
			r.keep(op, nil, nil, ds...)
			return &r.dual, err
		}
	}
}

func recordUnary(op *ops.Op, out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
	d, ok := x.(*dual)
	if !ok {
		return nil, errAbstract
	}
	r := newRecord(d.in.be, d.in.env, out)
	var err error
	r.array.buf, err = d.in.be.table.Entry(op).Unary(r.spec(out), d.in.buffer())
	r.keep(op, nil, nil, d)
	return &r.dual, err
}

// recordPair records the work that run does with two operands.
func recordPair(op *ops.Op, out backend.Spec, x, y backend.Buffer,
	run func(k *backend.Entry, s backend.Spec, x, y backend.Buffer) (backend.Buffer, error)) (backend.Buffer, error) {
	a, ok := x.(*dual)
	b, ok2 := y.(*dual)
	if !ok || !ok2 {
		return nil, errAbstract
	}
	ins := [2]*Array{a.in, b.in}
	low := a.in.be
	if low != b.in.be {
		var err error
		if low, err = onOneEngine(ins[:]); err != nil {
			return nil, err
		}
	}
	r := newRecord(low, envOf(ins[:]), out)
	var err error
	r.array.buf, err = run(low.table.Entry(op), r.spec(out), ins[0].buffer(), ins[1].buffer())
	r.keep(op, nil, nil, a, b)
	return &r.dual, err
}

// recordOne records the work that run does with one operand and attributes.
func recordOne(op *ops.Op, out backend.Spec, attrs any, x backend.Buffer,
	run func(k *backend.Entry, s backend.Spec, x backend.Buffer) (backend.Buffer, error)) (backend.Buffer, error) {
	d, ok := x.(*dual)
	if !ok {
		return nil, errAbstract
	}
	r := newRecord(d.in.be, d.in.env, out)
	s := r.spec(out)
	s.In = out.In
	var err error
	r.array.buf, err = run(d.in.be.table.Entry(op), s, d.in.buffer())
	r.keep(op, nil, attrs, d)
	return &r.dual, err
}

// reducingRecording gives e its kernel if it goes over axes.
func reducingRecording(e *backend.Entry, root *engine) {
	op := e.Op
	switch op.Family {
	case ops.FamilyReduce:
		e.Casts = op.Lift && root.table.Entry(op).Casts // what is of integers is computed from these
		e.Reduce = func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (backend.Buffer, error) {
			a.Axes = append([]int(nil), a.Axes...)
			x, out, err := castFirst(out, x)
			if err != nil {
				return nil, err
			}
			return recordOne(op, out, a, x, func(k *backend.Entry, s backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				return k.Reduce(s, x, a)
			})
		}
	case ops.FamilyScan:
		e.Scan = func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
			return recordOne(op, out, a, x, func(k *backend.Entry, s backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				return k.Scan(s, x, a)
			})
		}
	case ops.FamilyFourier:
		e.Fourier = func(out backend.Spec, x backend.Buffer, a backend.FourierAttrs) (backend.Buffer, error) {
			return recordOne(op, out, a, x, func(k *backend.Entry, s backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				return k.Fourier(s, x, a)
			})
		}
	case ops.FamilyMatrix:
		e.Matrix = func(out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) (backend.Buffer, error) {
			return recordMany(op, out, a, xs, func(k *backend.Entry, s backend.Spec, xs []backend.Buffer) (backend.Buffer, error) {
				return k.Matrix(s, xs, a)
			})
		}
	case ops.FamilySort:
		e.Sort = func(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (backend.Buffer, error) {
			return recordOne(op, out, a, x, func(k *backend.Entry, s backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				return k.Sort(s, x, a)
			})
		}
	}
}

// castFirst casts inexact elements, which a kernel would have done as it goes: the cast is then
// a node too.
func castFirst(out backend.Spec, x backend.Buffer) (backend.Buffer, backend.Spec, error) {
	d, ok := x.(*dual)
	if !ok {
		return nil, out, errAbstract
	}
	if out.In == dtype.Invalid || out.In == d.in.dtype || !dtype.Inexact.Has(d.in.dtype) {
		return x, out, nil
	}
	x, err := recordUnary(ops.Cast.Op, backend.Spec{Dtype: out.In, Shape: d.in.shape}, x)
	out.In = dtype.Invalid
	return x, out, err
}

// movingRecording gives e its kernel if it moves elements.
func movingRecording(e *backend.Entry) {
	op := e.Op
	switch op.Family {
	case ops.FamilyView:
		e.View = func(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
			a.Perm, a.Ranges = append([]int(nil), a.Perm...), append([]shape.Range(nil), a.Ranges...)
			d, ok := x.(*dual)
			if !ok {
				return nil, errAbstract
			}
			// A small part of what is written to again and again is copied: all would be before the next write.
			alone := d.written && op == ops.Slice.Op && isSmall(out.Shape, d.in.shape)
			z, err := recordOne(op, out, a, x, func(k *backend.Entry, s backend.Spec, x backend.Buffer) (backend.Buffer, error) {
				b, err := k.View(s, x, a)
				if err != nil || !alone || !d.in.be.hasMemory() {
					return b, err
				}
				c, err := d.in.be.step(ops.CopyArray.Op, s.Dtype)
				if err != nil {
					return nil, err
				}
				return c.Unary(s, b)
			})
			if err == nil && !alone {
				d.shares(z.(*dual))
			}
			return z, err
		}
	case ops.FamilyJoin:
		e.Join = func(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
			return recordMany(op, out, a, xs, func(k *backend.Entry, s backend.Spec, xs []backend.Buffer) (backend.Buffer, error) {
				return k.Join(s, xs, a)
			})
		}
	case ops.FamilyGather:
		e.Gather = func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
			return recordMany(op, out, a, append([]backend.Buffer{x}, idx...), func(k *backend.Entry, s backend.Spec, xs []backend.Buffer) (backend.Buffer, error) {
				return k.Gather(s, xs[0], xs[1:], a)
			})
		}
	}
}

// shares notes that the elements of two duals may be in one memory.
func (d *dual) shares(z *dual) {
	if d.in.be.level == nil {
		d.in.share()
		z.in.shares()
		return
	}
	d.kept.Store(true)
	z.kept.Store(true)
}

// recordMany records the work that run does with any number of operands.
func recordMany(op *ops.Op, out backend.Spec, attrs any, xs []backend.Buffer,
	run func(k *backend.Entry, s backend.Spec, xs []backend.Buffer) (backend.Buffer, error)) (backend.Buffer, error) {
	ins := make([]*Array, len(xs))
	low, ds, err := below(ins, xs...)
	if err != nil {
		return nil, err
	}
	bufs := make([]backend.Buffer, len(ins))
	for i, in := range ins {
		bufs[i] = in.buffer()
	}
	r := newRecord(low, envOf(ins), out)
	r.array.buf, err = run(low.table.Entry(op), r.spec(out), bufs)
	r.keep(op, nil, attrs, ds...)
	return &r.dual, err
}

// recordAssign records an assignment. The memory of x goes over to the result where nothing
// else needs what was in it.
func recordAssign(op *ops.Op, x, v backend.Buffer, idx []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
	a.Ranges = append([]shape.Range(nil), a.Ranges...)
	operands := append([]backend.Buffer{x, v}, idx...)
	ins := make([]*Array, len(operands))
	low, ds, err := below(ins, operands...)
	if err != nil {
		return nil, err
	}
	to := ins[0]
	out := backend.Spec{Dtype: to.dtype, Shape: to.shape, Stop: a.Stop}
	r := newRecord(low, envOf(ins), out)
	b := to.buffer()
	if d, ok := b.(*dual); ok && ds[0].kept.Load() { // what is needed here is needed below
		d.kept.Store(true)
	}
	if low.hasMemory() && (ds[0].kept.Load() || to != ds[0].in || !to.sole()) {
		k, err := low.step(ops.CopyArray.Op, to.dtype)
		if err != nil {
			return nil, err
		}
		if b, err = k.Unary(r.spec(out), b); err != nil {
			return nil, err
		}
	}
	bufs := make([]backend.Buffer, len(idx))
	for i := range idx {
		bufs[i] = ins[i+2].buffer()
	}
	r.array.buf, err = low.table.Entry(op).Assign(b, ins[1].buffer(), bufs, a)
	r.written = true
	r.keep(op, nil, a, ds...)
	return &r.dual, err
}

// recordFind records functions whose results have shapes that depend on values.
func recordFind(op *ops.Op, x backend.Buffer, stop *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
	d, ok := x.(*dual)
	if !ok {
		return nil, nil, errAbstract
	}
	bufs, specs, err := d.in.be.table.Entry(op).Find(d.in.buffer(), stop)
	if err != nil {
		return nil, nil, err
	}
	for i, b := range bufs {
		r := newRecord(d.in.be, d.in.env, specs[i])
		r.array.buf = b
		r.keep(op, nil, nil, d)
		bufs[i] = &r.dual
	}
	return bufs, specs, nil
}
