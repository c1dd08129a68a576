package ivy

import (
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A GradOption is an option of [Env.Grad] and its kin: [Argnums] or [HasAux].
type GradOption interface{ gradOption() }

type (
	argnums []int
	hasAux  struct{}
)

func (argnums) gradOption() {}
func (hasAux) gradOption()  {}

// Argnums says with respect to which arguments gradients are taken, counted from 0: the first
// alone by default. Of one number the gradient is a tree like the argument, of several a []Tree
// in their order.
func Argnums(i ...int) GradOption { return argnums(i) }

// HasAux says that the function has a second result, a tree that goes along without being
// differentiated: gradients come as a [WithAux].
func HasAux() GradOption { return hasAux{} }

// WithAux is what Grad, ValueAndGrad and Jacobian return as the gradient of functions with
// [HasAux].
type WithAux struct {
	Grads Tree
	Aux   Tree
}

// A differentiated is a function and what is asked of its derivatives.
type differentiated struct {
	e    *Env
	name string
	call func(xs []Tree) []Tree
	nums []int
	aux  bool
}

func (e *Env) differentiate(name string, f any, opts []GradOption) *differentiated {
	call, err := treeCallable(f)
	if err != nil {
		panic(wrap(name, nil, err))
	}
	d := &differentiated{e: e, name: name, call: naming(call), nums: []int{0}}
	for _, o := range opts {
		switch o := o.(type) {
		case argnums:
			d.nums = slices.Clone(o)
		case hasAux:
			d.aux = true
		}
	}
	if len(d.nums) == 0 || slices.Min(d.nums) < 0 {
		panic(wrap(name, nil, errorf(ErrValue, "argnums %v", d.nums)))
	}
	return d
}

// naming returns call with errors that keep the name of the function that failed: the caller puts the name of a
// derivative, such as Grad, in front.
func naming(call func([]Tree) []Tree) func([]Tree) []Tree {
	return func(xs []Tree) []Tree {
		defer func() {
			switch p := recover().(type) {
			case nil:
			case *Error:
				if p.Op == "" {
					panic(p)
				}
				panic(&Error{Op: p.Op, Backend: p.Backend, Kind: p.Kind, Err: fmt.Errorf("%s: %w", p.Op, p.Err)})
			default:
				panic(p)
			}
		}()
		return call(xs)
	}
}

// A recorded is a call of a function that was recorded.
type recorded struct {
	tape    *Tape
	z       Tree // the first result, on the tape's level
	aux     Tree // the second
	sources []source
	trees   []Tree // the arguments that gradients are taken for
	env     *Env   // what gradients belong to
}

// record calls the function with the arguments that gradients are taken for watched.
func (d *differentiated) record(xs []Tree) *recorded {
	r := &recorded{tape: d.e.NewTape()}
	var in *Env
	args := slices.Clone(xs)
	for _, i := range d.nums {
		if i >= len(xs) {
			check(errorf(ErrValue, "argnums %v of %d arguments", d.nums, len(xs)))
		}
		arrays := leaves(xs[i])
		for j, x := range arrays {
			in = x.inner(in)
			arrays[j] = r.tape.watch(x)
			n := arrays[j].buf.(*dual).node
			r.sources = append(r.sources, source{n, 0})
		}
		r.trees = append(r.trees, xs[i])
		args[i] = replaced(xs[i], arrays)
	}
	r.env = d.e.inScope(in)
	zs := d.call(args)
	r.tape.Stop()
	want := 1
	if d.aux {
		want = 2
	}
	if len(zs) != want {
		check(errorf(ErrValue, "the function has %d results, want %d", len(zs), want))
	}
	r.z = zs[0]
	if d.aux {
		r.aux = r.below(zs[1])
	}
	return r
}

// below returns a tree with its arrays one level lower.
func (r *recorded) below(t Tree) Tree {
	arrays := leaves(t)
	for i, a := range arrays {
		arrays[i] = r.tape.unwrapped(a)
	}
	return replaced(t, arrays)
}

// pull returns the gradients of arrays of the result, given by g, as trees like the arguments.
func (r *recorded) pull(e *Env, zs, gs []*Array, last bool) []Tree {
	var targets []target
	for i, z := range zs {
		if gs[i] == nil {
			continue
		}
		if d := r.tape.on(z); d != nil && d.node != nil {
			targets = append(targets, target{d.node, d.out, gs[i]})
		}
	}
	grads := e.pull(targets, r.sources, last)
	for j, g := range grads {
		if g == nil {
			grads[j] = e.zeroLeaf(r.sources[j].node)
		}
		entered(grads[j])
	}
	return replaced(r.trees, grads).([]Tree)
}

// grads returns gradients as the option Argnums has them.
func (d *differentiated) grads(trees []Tree, r *recorded) Tree {
	var t Tree = trees
	if len(d.nums) == 1 {
		t = trees[0]
	}
	if d.aux {
		return WithAux{t, r.aux}
	}
	return t
}

// VJP returns z = f(xs…) and the function that pulls a gradient of z back: given a tree like z
// with an array of the same dtype and shape for each of z's, it returns a tree like each of xs.
// That is the product of the gradient with the Jacobian: the plain transpose, without a
// conjugate. pull may be called often, and from many goroutines. f is a Go function of trees,
// with one result, or several, which z then has as a []Tree.
//
// Errors are of kind ErrDtype for arrays of xs without an inexact dtype, ErrShape and ErrDtype
// for a gradient unlike z, ErrUnsupported for what has no derivative, ErrValue for what is no
// function of trees. All functions that differentiate share these.
func (e *Env) VJP(f any, xs ...Tree) (z Tree, pull func(g Tree) []Tree) {
	defer blame("VJP")
	d := e.differentiate("VJP", severalResults(f), []GradOption{Argnums(shape.All(len(xs))...)})
	r := d.record(xs)
	zs := leaves(r.z)
	z = r.below(r.z)
	return z, func(g Tree) []Tree {
		defer blame("VJP")
		gs := leaves(g)
		if len(gs) != len(zs) {
			check(errorf(ErrValue, "a gradient of %d arrays for a result of %d", len(gs), len(zs)))
		}
		for i, z := range zs {
			if !dtype.Inexact.Has(z.dtype) {
				gs[i] = nil
				continue
			}
			below := z
			if on := r.tape.on(z); on != nil {
				below = on.in
			}
			gs[i] = e.cotangent(below, gs[i])
		}
		return r.pull(e.among(gs), zs, gs, false)
	}
}

// severalResults returns f with its results as one []Tree if it has several.
func severalResults(f any) any {
	call, err := treeCallable(f)
	if err != nil {
		return f // whose caller says what is wrong
	}
	return func(xs ...Tree) Tree {
		zs := call(xs)
		if len(zs) == 1 {
			return zs[0]
		}
		return zs
	}
}

// Grad returns the function that returns the gradient of f, a Go function of trees whose result
// is one real number of a float dtype (an array without axes): a tree like its first argument, or
// as [Argnums] and [HasAux] say. f may itself be made with Grad. Arrays that f uses and that are
// not among its arguments are constants.
//
// Ties share: the gradient of Max and Min goes in equal parts to all elements that are the
// greatest or least, that of Maximum and Minimum by half to each; that of Abs and Relu at 0 is 0.
// A result that is no number is an error of kind ErrShape, one of another dtype of kind ErrDtype;
// see [Env.VJP] for the others.
func (e *Env) Grad(f any, opts ...GradOption) func(xs ...Tree) Tree {
	d := e.differentiate("Grad", f, opts)
	return func(xs ...Tree) Tree {
		defer blame("Grad")
		_, g := d.valueAndGrad(xs)
		return g
	}
}

// ValueAndGrad returns the function that returns both the result of f and its gradient. f is a Go
// function of trees whose result is one real number of a float dtype; the gradient is a tree like
// its first argument, or as [Argnums] and [HasAux] say. It computes f once. Errors and ties are
// those of [Env.Grad].
func (e *Env) ValueAndGrad(f any, opts ...GradOption) func(xs ...Tree) (*Array, Tree) {
	d := e.differentiate("ValueAndGrad", f, opts)
	return func(xs ...Tree) (*Array, Tree) {
		defer blame("ValueAndGrad")
		return d.valueAndGrad(xs)
	}
}

func (d *differentiated) valueAndGrad(xs []Tree) (*Array, Tree) {
	r := d.record(xs)
	z := scalarResult(r.z)
	value := r.tape.unwrapped(z)
	g := r.pull(r.env, []*Array{z}, []*Array{r.env.numberLike(value, 1)}, true)
	return entered(value), d.grads(g, r)
}

// scalarResult returns a result that is one real number.
func scalarResult(t Tree) *Array {
	z, ok := t.(*Array)
	if !ok {
		check(errorf(ErrValue, "the function returns a %T, want an array", t))
	}
	check(z.usable())
	switch {
	case len(z.shape) > 0:
		check(errorf(ErrShape, "a result of shape %s, want a number (take Sum or Mean, or VJP)", shape.Text(z.shape)))
	case !dtype.Float.Has(z.dtype):
		check(errorf(ErrDtype, "a result of dtype %v, want %v (of complex numbers take Real, Imag or Abs, or VJP)", z.dtype, dtype.Float))
	}
	return z
}

// JVP returns z = f(xs…) and its derivative in the direction of ts, which has an array of the same
// dtype and shape for each of xs': a tree like z, with zeros for arrays that are not inexact.
// It is the pull of a pull, and takes about three times as long as f.
func (e *Env) JVP(f any, xs, ts []Tree) (z, tz Tree) {
	defer blame("JVP")
	arrays, tangents := leaves(xs), leaves(ts)
	if len(arrays) != len(tangents) {
		check(errorf(ErrValue, "%d arrays and %d directions", len(arrays), len(tangents)))
	}
	for i, x := range arrays {
		e.cotangent(x, tangents[i])
	}
	z, pull := e.VJP(f, xs...)
	zs := leaves(z)
	zeros := make([]*Array, len(zs))
	for i, a := range zs {
		zeros[i] = e.zerosOf(a)
	}
	_, push := e.VJP(func(gs []*Array) Tree { return pull(replaced(z, withInexact(zs, gs))) }, inexact(zeros))
	pushed := leaves(push(replaced([]Tree(xs), tangents))[0])
	return z, replaced(z, withInexact(zeros, pushed))
}

// inexact returns those of arrays that have an inexact dtype.
func inexact(arrays []*Array) (out []*Array) {
	for _, a := range arrays {
		if dtype.Inexact.Has(a.dtype) {
			out = append(out, a)
		}
	}
	return out
}

// withInexact returns arrays with others in the place of those that inexact returns.
func withInexact(arrays, others []*Array) []*Array {
	out := slices.Clone(arrays)
	for i, a := range arrays {
		if dtype.Inexact.Has(a.dtype) {
			out[i], others = others[0], others[1:]
		}
	}
	return out
}

// zerosOf returns zeros of a's dtype and shape, which no gradient goes through.
func (e *Env) zerosOf(a *Array) *Array {
	z, err := e.newFull(a.be.rootEngine(), a.dtype, a.shape, backend.IntScalar(0))
	check(err)
	return z
}

// Jacobian returns the function that returns all derivatives of f: for each array of its argument
// one whose shape is that of f's result followed by the array's own, in a tree like the argument.
// Of a result of several arrays it is a []Tree with such a tree for each. It pulls once for each
// element of the result. Options are those of [Env.Grad].
func (e *Env) Jacobian(f any, opts ...GradOption) func(xs ...Tree) Tree {
	d := e.differentiate("Jacobian", f, opts)
	return func(xs ...Tree) Tree {
		defer blame("Jacobian")
		r := d.record(xs)
		zs := leaves(r.z)
		parts := make([]Tree, len(zs))
		for i, z := range zs {
			if !dtype.Inexact.Has(z.dtype) {
				check(errorf(ErrDtype, "derivatives of a result of %v", z.dtype))
			}
			parts[i] = d.grads(r.jacobian(r.env, zs, i), r)
		}
		if _, ok := r.z.(*Array); ok {
			return parts[0]
		}
		return parts
	}
}

// jacobian returns, for each argument, the derivatives of all elements of zs[i].
func (r *recorded) jacobian(e *Env, zs []*Array, i int) []Tree {
	z := r.tape.unwrapped(zs[i])
	n := shape.Size(z.shape)
	be := z.be.rootEngine()
	var rows [][]*Array // of each leaf
	for k := range n {
		at, err := e.newFull(be, Int64, nil, backend.IntScalar(int64(k)))
		check(err)
		g := e.shaped(e.cast(e.equals(e.counting(be, n), at), z.dtype), z.shape)
		gs := make([]*Array, len(zs))
		gs[i] = g
		got := leaves(r.pull(e, zs, gs, false))
		if rows == nil {
			rows = make([][]*Array, len(got))
		}
		for j, g := range got {
			rows[j] = append(rows[j], e.shaped(g, append([]int{1}, g.shape...)))
		}
	}
	var out []*Array
	for j, x := range leaves(r.trees) {
		dims := slices.Concat(z.shape, x.shape)
		if n == 0 {
			w, err := e.newFull(be, x.dtype, dims, backend.IntScalar(0))
			check(err)
			out = append(out, w)
			continue
		}
		out = append(out, e.shaped(e.joined(rows[j], 0), dims))
	}
	return replaced(r.trees, enteredAll(out...)).([]Tree)
}

// Hessian returns the function that returns the second derivatives of f, as [Env.Jacobian] of
// [Env.Grad]: of an argument that is one array an array of its shape twice, one after the other;
// of a tree a []Tree with a tree like it for each of its arrays.
func (e *Env) Hessian(f any, opts ...GradOption) func(xs ...Tree) Tree {
	d := e.differentiate("Hessian", f, opts) // whose errors come now
	return func(xs ...Tree) Tree {
		defer blame("Hessian")
		if d.aux {
			check(errorf(ErrValue, "HasAux has no meaning here"))
		}
		return e.Jacobian(e.Grad(f, opts...), opts...)(xs...)
	}
}

// ExecuteWithGradients returns z = f(xs) and the gradient of its first array, a number, with
// respect to the arrays of xs, as Ivy's function of the name does.
func (e *Env) ExecuteWithGradients(f any, xs Tree) (z, grads Tree) {
	defer blame("ExecuteWithGradients")
	d := e.differentiate("ExecuteWithGradients", severalResults(f), nil)
	r := d.record([]Tree{xs})
	zs := leaves(r.z)
	if len(zs) == 0 {
		check(errorf(ErrValue, "the function returns no array"))
	}
	first := scalarResult(zs[0])
	z = r.below(r.z)
	g := r.pull(r.env, []*Array{first}, []*Array{e.numberLike(leaves(z)[0], 1)}, true)
	return z, g[0]
}

// CustomGradient returns f as a function whose derivative the caller says. f returns its result
// and a function, pull, that takes the gradient of that result and returns those of the operands:
// one array of the operand's dtype and shape for each, or nil where there is none. Another number of them is an error of kind
// ErrValue, other dtypes and shapes of kind ErrShape, when the gradient is pulled.
func (e *Env) CustomGradient(f func(xs ...*Array) (z *Array, pull func(g *Array) []*Array)) func(xs ...*Array) *Array {
	if f == nil {
		panic(wrap("CustomGradient", nil, errorf(ErrValue, "no function")))
	}
	return func(xs ...*Array) *Array {
		defer blame("CustomGradient")
		for _, x := range xs {
			check(x.usable())
		}
		z, _ := e.custom(f, xs)
		return z
	}
}

// custom returns f's result with its own pull as the node of each level, and that pull.
func (e *Env) custom(f func(xs ...*Array) (z *Array, pull func(g *Array) []*Array), xs []*Array) (*Array, func(*Array) []*Array) {
	t := topTape(xs)
	if t == nil {
		return f(xs...)
	}
	ins := make([]*Array, len(xs))
	for i, x := range xs {
		ins[i] = t.unwrapped(x)
	}
	z, pull := f(ins...)
	check(z.usable())
	if topTape(ins) != nil { // the result with the pull at the levels below too
		z, _ = e.custom(f, ins)
	}
	if z.be.order >= t.order {
		check(errCaptured)
	}
	zs := t.recordCustom(xs, []*Array{z}, func(gs []*Array) []*Array {
		out := pull(gs[0])
		if len(out) != len(xs) {
			check(errorf(ErrValue, "a pull gives %d gradients for %d operands", len(out), len(xs)))
		}
		return out
	})
	return zs[0], pull
}

var errCaptured = errorf(ErrUnsupported, "the function uses arrays that are being differentiated and are not among its arguments (pass them)")

// Checkpoint returns a function that computes what f does, a Go function of trees with one
// result, but keeps nothing of its steps for a gradient: the pull computes f again. What f uses
// that is being differentiated has to be among its arguments; else there is an error of kind
// ErrUnsupported. The result of the function that is returned has the type of f's.
func (e *Env) Checkpoint(f any) func(xs ...Tree) Tree {
	call, err := treeCallable(f)
	if err != nil {
		panic(wrap("Checkpoint", nil, err))
	}
	return func(xs ...Tree) Tree {
		defer blame("Checkpoint")
		return e.checkpoint(call, xs)
	}
}

func (e *Env) checkpoint(call func([]Tree) []Tree, xs []Tree) Tree {
	one := func(xs []Tree) Tree {
		zs := call(xs)
		if len(zs) != 1 {
			check(errorf(ErrValue, "the function has %d results, want one", len(zs)))
		}
		return zs[0]
	}
	arrays := leaves(xs)
	t := topTape(arrays)
	if t == nil {
		return one(xs)
	}
	ins := make([]*Array, len(arrays))
	for i, a := range arrays {
		ins[i] = t.unwrapped(a)
	}
	lower := replaced(xs, ins).([]Tree)
	z := e.checkpoint(call, lower)
	zs := leaves(z)
	for _, a := range zs {
		if a.be.order >= t.order {
			check(errCaptured)
		}
	}
	out := t.recordCustom(arrays, zs, func(gs []*Array) []*Array {
		return e.pullAgain(one, lower, ins, gs)
	})
	return replaced(z, out)
}

// pullAgain calls a function once more, this time recorded, and pulls gradients of its result
// back to the inexact ones of its arrays.
func (e *Env) pullAgain(f func([]Tree) Tree, xs []Tree, arrays, gs []*Array) []*Array {
	z, pull := e.VJP(func(w []*Array) Tree { return f(replaced(xs, withInexact(arrays, w)).([]Tree)) }, inexact(arrays))
	zs := leaves(z)
	for i, g := range gs {
		if g == nil {
			g = e.zerosOf(zs[i])
		}
		zs[i] = g
	}
	// What is not inexact has no node that would want its gradient: that it is given itself is of no account.
	return withInexact(arrays, leaves(pull(replaced(z, zs))[0]))
}

// ruled returns f of args as one node of the latest level. f has several steps, and the row op
// has a rule for them all; attrs are what that rule has to know. ok is false if no array is on a level.
func (e *Env) ruled(op *ops.Op, attrs any, f func(x []*Array) *Array, args ...*Array) (z *Array, ok bool) {
	t := topTape(args)
	if t == nil {
		return nil, false
	}
	bufs := make([]backend.Buffer, len(args))
	for i, a := range args {
		a, err := a.to(t.engine(a.be))
		check(err)
		bufs[i] = a.buffer()
	}
	ins := make([]*Array, len(args))
	_, ds, err := below(ins, bufs...)
	check(err)
	in := f(ins)
	in.leaveScope()
	r := &record{}
	r.in = in
	r.array.dtype = in.dtype
	r.keep(op, nil, attrs, ds...)
	if n := r.dual.node; n != nil && n.z != nil {
		n.z = in
	}
	z = newArray(e, t.engine(in.be), in.dtype)
	z.setShape(in.shape)
	z.buf = &r.dual
	return z, true
}
