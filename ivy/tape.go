package ivy

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A Tape records what is computed of the arrays that it watches, so that gradients can be
// asked for afterwards. [Env.Grad] and its kin are made with it; it is for programs that
// cannot say their function first. Its methods may be called from many goroutines.
type Tape struct {
	env     *Env
	order   int64
	nodes   atomic.Int64 // made so far
	paused  atomic.Int32
	stopped atomic.Bool

	// adopt, if not nil, returns the watched array of the level that stands for an array from outside the function that is
	// recorded; nil if that is a constant there.
	adopt func(a *Array) (*Array, error)
	level *level // whose arrays these are

	mu      sync.Mutex
	engines map[*engine]*engine // the level over each root
}

// NewTape returns a [Tape] that records functions of arrays that it watches.
func (e *Env) NewTape() *Tape {
	return &Tape{env: e, order: nextOrder(), engines: map[*engine]*engine{}}
}

func (t *Tape) recording() bool { return t.paused.Load() == 0 && !t.stopped.Load() }

// engine returns the tape's level over the engine that arrays of be are made on.
func (t *Tape) engine(be *engine) *engine {
	root := be.rootEngine()
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.engines[root]
	if l == nil {
		l = newLevel(root, t)
		t.engines[root] = l
	}
	return l
}

// rootEngine returns the engine that is no level: a backend's, or that of a trace.
func (be *engine) rootEngine() *engine {
	if be.level != nil {
		return be.level.root
	}
	return be
}

// Watch returns an array with the elements of x, which has an inexact dtype, that gradients can
// be asked for: what is computed of it is recorded. x is unchanged. Another dtype is an error of
// kind ErrDtype.
func (t *Tape) Watch(x *Array) *Array {
	defer blame("Watch")
	return t.watch(x)
}

func (t *Tape) watch(x *Array) *Array {
	check(x.usable())
	switch {
	case !dtype.Inexact.Has(x.dtype):
		check(errorf(ErrDtype, "a gradient with respect to an array of %v, want %v", x.dtype, dtype.Inexact))
	case x.be.order > t.order:
		check(errEscaped)
	}
	be := t.engine(x.be)
	z := newArray(t.env, be, x.dtype)
	z.setShape(x.shape)
	n := &node{tape: t, seq: t.nodes.Add(1), attrs: x.be.rootEngine()}
	n.args = []arg{{dtype: x.dtype, shape: slices.Clone(x.shape)}}
	z.buf = &dual{in: x.snapshot(), node: n}
	return z
}

// zeroLeaf returns zeros for a leaf that no result depends on.
func (e *Env) zeroLeaf(n *node) *Array {
	z, err := e.newFull(n.attrs.(*engine), n.args[0].dtype, n.args[0].shape, backend.IntScalar(0))
	check(err)
	return z
}

// on returns the dual of an array on the tape's level; nil if it is not there.
func (t *Tape) on(a *Array) *dual {
	if a.be.level == nil || a.be.level.tape != t {
		return nil
	}
	return a.buffer().(*dual)
}

// unwrapped returns the array one level below the tape's.
func (t *Tape) unwrapped(a *Array) *Array {
	check(a.usable())
	if d := t.on(a); d != nil {
		return d.in.snapshot()
	}
	if a.be.order > t.order {
		check(errEscaped)
	}
	return a
}

// Gradients returns the gradients of zs with respect to xs, watched arrays or results of these:
// for each x the sum over zs and their elements of gs[i] · dzs[i]/dx, in x's dtype and shape;
// nil for an x that no z depends on. gs has an array for each of zs, of its dtype and shape; nil,
// as an element or altogether, stands for 1 where that is one number, and is an error of kind
// ErrShape else. A z that was not recorded is left out. It may be called often.
func (t *Tape) Gradients(zs, gs []*Array, xs ...*Array) []*Array {
	defer blame("Gradients")
	if gs != nil && len(gs) != len(zs) {
		check(errorf(ErrValue, "%d gradients of %d results", len(gs), len(zs)))
	}
	if t.nodes.Load() == 0 {
		check(errorf(ErrValue, "the tape has recorded nothing"))
	}
	var targets []target
	for i, z := range zs {
		check(z.usable())
		d := t.on(z)
		if d == nil || d.node == nil {
			continue
		}
		var g *Array
		if gs != nil {
			g = gs[i]
		}
		targets = append(targets, target{d.node, d.out, t.env.cotangent(d.in, g)})
	}
	sources := make([]source, len(xs))
	for i, x := range xs {
		check(x.usable())
		if d := t.on(x); d != nil && d.node != nil {
			sources[i] = source{d.node, d.out}
		}
	}
	return enteredAll(t.env.pull(targets, sources, false)...)
}

// cotangent returns g as the gradient of z: 1 if it is nil and z one number.
func (e *Env) cotangent(z, g *Array) *Array {
	if g == nil {
		if len(z.shape) > 0 {
			check(errorf(ErrShape, "a result of shape %s, want a number, or its gradient (take Sum or Mean)", shape.Text(z.shape)))
		}
		return e.numberLike(z, 1)
	}
	check(g.usable())
	switch {
	case !slices.Equal(g.shape, z.shape):
		check(errorf(ErrShape, "a gradient of shape %s for a result of shape %s", shape.Text(g.shape), shape.Text(z.shape)))
	case g.dtype != z.dtype:
		check(errorf(ErrDtype, "a gradient of dtype %v for a result of %v", g.dtype, z.dtype))
	}
	_, err := together(z.be, g)
	check(err)
	return g
}

// Stop ends the recording: what is computed from now on is not recorded. Gradients of what was
// can still be asked for.
func (t *Tape) Stop() { t.stopped.Store(true) }

// Pause stops the recording until resume is called; what is computed meanwhile is constant.
func (t *Tape) Pause() (resume func()) {
	t.paused.Add(1)
	return sync.OnceFunc(func() { t.paused.Add(-1) })
}

// StopGradient returns x as a constant: an array of the same elements, dtype and shape, whose
// derivative is zero.
func (e *Env) StopGradient(x any) *Array {
	defer blame("StopGradient")
	a, err := e.asArray(e.now.Load(), nil, x)
	check(err)
	return entered(a.untracked())
}

// untracked returns the array below all levels.
func (a *Array) untracked() *Array {
	if a.be.level == nil {
		return a.snapshot()
	}
	for a.be.level != nil {
		d := a.buffer().(*dual)
		d.kept.Store(true)
		a = d.in
	}
	return a.snapshot()
}

// RequiresGradient reports whether a gradient can be pulled through a: it is watched, or was
// computed of an array that is.
func (a *Array) RequiresGradient() bool {
	a.usableIn("RequiresGradient")
	for a.be.level != nil {
		d := a.buffer().(*dual)
		if d.node != nil {
			return true
		}
		a = d.in
	}
	return false
}

// IsRecorded reports whether what is computed of a now is recorded: it requires a gradient, and the
// tape neither pauses nor has stopped.
func (a *Array) IsRecorded() bool {
	a.usableIn("IsRecorded")
	for a.be.level != nil {
		d := a.buffer().(*dual)
		if d.node != nil && d.node.tape.recording() {
			return true
		}
		a = d.in
	}
	return false
}

// refuseTracked is for functions that make something else of an array's elements: through
// that no gradient would go.
func (a *Array) refuseTracked() error {
	if a.be.level != nil && a.usable() == nil && a.RequiresGradient() {
		return errTracked
	}
	return nil
}

// customRule is the rule of functions whose pull is their own: attrs is a customPull.
var customRule = &rule{vjp: func(c *pulling) {
	gs := make([]*Array, len(c.s.grads))
	for i := range gs {
		c.s.grads[i].owned = false // the function may keep it
		gs[i] = c.s.grads[i].a
	}
	for i, g := range c.n.attrs.(customPull)(gs) {
		if g == nil || !c.wants(i) {
			continue
		}
		if !slices.Equal(g.shape, c.shape(i)) || g.dtype != c.n.args[i].dtype {
			check(errorf(ErrShape, "a pull gives operand %d, of %v and shape %s, a gradient of %v and shape %s", i+1,
				c.n.args[i].dtype, shape.Text(c.shape(i)), g.dtype, shape.Text(g.shape)))
		}
		c.s.args[i].grads[c.n.args[i].out].add(c.e, g, false)
	}
}}

// A customPull returns the gradients of operands, nil for none, from those of results, of
// which some may be nil.
type customPull func(gs []*Array) []*Array

// recordCustom returns zs, arrays one level lower, as results of one node, whose gradients pull gives.
func (t *Tape) recordCustom(operands []*Array, zs []*Array, pull customPull) []*Array {
	n := &node{tape: t, seq: t.nodes.Add(1), rule: customRule, attrs: pull, outs: len(zs)}
	tracked := false
	for _, x := range operands {
		a := arg{dtype: x.dtype, shape: slices.Clone(x.shape)}
		if d := t.on(x); d != nil {
			a.node, a.out = d.node, d.out
			tracked = tracked || d.node != nil
		}
		n.args = append(n.args, a)
	}
	out := make([]*Array, len(zs))
	for i, z := range zs {
		w := newArray(z.env, t.engine(z.be), z.dtype)
		w.setShape(z.shape)
		d := &dual{in: z.snapshot(), out: i}
		if tracked && t.recording() && dtype.Inexact.Has(z.dtype) {
			d.node = n
		}
		w.buf = d
		out[i] = w
	}
	return out
}

// topTape returns the tape of the latest level among arrays, nil if none is on a level.
func topTape(xs []*Array) *Tape {
	var top *engine
	for _, x := range xs {
		if x.be.level != nil && (top == nil || x.be.order > top.order) {
			top = x.be
		}
	}
	if top == nil {
		return nil
	}
	return top.level.tape
}
