package ivy

import (
	"context"

	"github.com/goivy/goivy/ivy/backend"
)

// A deadline is the context of an Env.
type deadline struct {
	stop  *backend.Stop
	plain *Env // the same without it, which is the Env of results
}

// with returns the deadline for the Env that is plain without it.
func (d *deadline) with(plain *Env) *deadline { return &deadline{d.stop, plain} }

// check panics if calls have ended.
func (d *deadline) check(be *engine) {
	if err := d.stop.Err(); err != nil {
		panic(wrap("", be, err))
	}
}

// Context returns an Env derived from e whose calls end when ctx does: with an error of kind
// ErrCanceled, for which errors.Is(err, context.Canceled) or errors.Is(err, context.DeadlineExceeded)
// and errors.Is(err, context.Cause(ctx)) hold too.
//
//	err := ivy.Try(func() { z = e.Context(r.Context()).MatMul(x, y) })
//	if errors.Is(err, ivy.ErrCanceled) {
//		return
//	}
//
// On native a call ends within about 50 ms, in the middle of its work; on other backends between
// two kernels, of which compositions, gradients and loops have many, and a compiled function only
// one. A call that has finished by then may still give its result.
//
// Nothing is lost with a canceled call: its operands are as they were. What it was to write in
// place, or into the option Out, holds the old elements, the new ones, or some of each.
//
// The context is that of the methods of this Env, of functions that [Env.Compile] of it has
// compiled, and of Envs derived from it, of which the last Context counts. Arrays do not take it
// along: their own methods do not end with ctx, and they can be used when it is done. See
// [Compiled.CallContext] for other compiled functions.
//
// Until ctx is done it keeps a little memory for the Env.
func (e *Env) Context(ctx context.Context) *Env {
	derived, _ := e.during(ctx)
	return derived
}

// during is Context with a function that has ctx forget the Env.
func (e *Env) during(ctx context.Context) (derived *Env, forget func() bool) {
	plain := e.plain()
	if ctx.Done() == nil {
		return plain, func() bool { return true }
	}
	stop := new(backend.Stop)
	end := func() { stop.Set(ctx.Err(), context.Cause(ctx)) }
	forget = func() bool { return true }
	if ctx.Err() != nil {
		end()
	} else {
		forget = context.AfterFunc(ctx, end)
	}
	return &Env{core: e.core, scope: e.scope, deadline: &deadline{stop, plain}}, forget
}

// plain returns e without a context.
func (e *Env) plain() *Env {
	if e.deadline != nil {
		return e.deadline.plain
	}
	return e
}

// whileGoing has a, a new array, be of its Env without the context, unless that has ended the calls: then it
// panics. It is not inlined, so that newArray is.
//
//go:noinline
func (a *Array) whileGoing() {
	a.env.deadline.check(a.be)
	a.env = a.env.deadline.plain
}

// stop returns what ends the calls of e, which may be nil.
func (e *Env) stop() *backend.Stop {
	if e == nil || e.deadline == nil {
		return nil
	}
	return e.deadline.stop
}

// CallContext is [Compiled.CallMany] that ends when ctx does, as calls of [Env.Context] do: on
// native in the middle of its work, elsewhere before it begins. Of a function that is not compiled,
// see [Compiled.Eager], the calls end that it makes by an Env with that context.
func (c *Compiled) CallContext(ctx context.Context, args ...*Array) []*Array {
	defer blame(c.name)
	e, forget := c.env.innermost(args...).during(ctx)
	defer forget()
	return c.append(e, nil, args, nil)
}

// CallIntoContext is [Compiled.CallInto] that ends when ctx does, as [Compiled.CallContext] does it. What outs
// held is not lost with a call that has ended before its results were there.
func (c *Compiled) CallIntoContext(ctx context.Context, outs []*Array, args ...*Array) {
	defer blame(c.name)
	e, forget := c.env.innermost(args...).during(ctx)
	defer forget()
	c.callInto(e, outs, args)
}
