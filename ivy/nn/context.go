package nn

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A Buffer is an array of a module's state that is no parameter: the running mean of a [BatchNorm],
// say. A field of type *Buffer has the tag `ivy:"-"`. The copies of a module that package ivy makes, such as
// those that a training step returns, have the same Buffers.
type Buffer struct{ now atomic.Pointer[bufferValue] }

type bufferValue struct {
	array   *ivy.Array
	version uint64
}

// NewBuffer returns a Buffer with a value.
func NewBuffer(x *ivy.Array) *Buffer {
	b := new(Buffer)
	b.now.Store(&bufferValue{x, 0})
	return b
}

// Value returns the array, nil if there is none.
func (b *Buffer) Value() *ivy.Array {
	if v := b.now.Load(); v != nil {
		return v.array
	}
	return nil
}

// Set gives the buffer another value. An array of a function that is being compiled or
// differentiated is an error of kind ErrValue: it has no elements that stay. So a function that sets a buffer is not compiled, but runs call by
// call; one that returns [Context.Buffers] is, and [SetBuffers] stores what it gives.
func (b *Buffer) Set(x *ivy.Array) {
	if x == nil || x.IsAbstract() || x.RequiresGradient() {
		panic(&ivy.Error{Op: "nn.Buffer.Set", Kind: ivy.ErrValue, Err: fmt.Errorf("an array without elements, or one that is being differentiated: return Context.Buffers, and store them by SetBuffers")})
	}
	old, version := b.now.Load(), uint64(0)
	if old != nil {
		version = old.version + 1
	}
	b.now.Store(&bufferValue{x, version})
}

// String returns a text that two buffers, and a buffer before and after [Buffer.Set], do not have in
// common. So a compiled function whose argument is a module is traced again when a buffer of it has another value.
func (b *Buffer) String() string {
	version := uint64(0)
	if v := b.now.Load(); v != nil {
		version = v.version
	}
	return fmt.Sprintf("Buffer(%p, %d)", b, version)
}

// A Context is what Forward is to know besides the input. nil is the context of evaluation. A Context
// is for one call of a model, and not for several goroutines at once.
//
// In training the modules with buffers give the context new values for them, which [Context.Store]
// puts into the buffers when the step has been computed:
//
//	c := &nn.Context{Training: true}
//	z, grads := step(m)    // ivy.ValueAndGrad of a function that calls m.Forward(c, x)
//	c.Store()
//
// A compiled step takes the values as a further argument, and returns the new ones:
//
//	step := ivy.Compile(func(m *net, buffers map[string]*ivy.Array, x *ivy.Array) (loss, grads, next ivy.Tree) {
//		c := &nn.Context{Training: true}
//		c.Bind(m, buffers)
//		loss, grads = ivy.ValueAndGrad(func(m *net) *ivy.Array { return m.Forward(c, x).Mean() })(m)
//		return loss, grads, c.Buffers(m)
//	})
//	z := step.CallTree(m, nn.Buffers(m), x)
//	nn.SetBuffers(m, z[2])
//
// Where it were no argument, a buffer's value would be a constant of the compiled function, which is traced again when the buffer has another.
type Context struct {
	// Training has modules do what they do in training: BatchNorm take the statistics of its input,
	// Dropout make elements zero.
	Training bool
	// Generator is what the seeds of what is dropped are drawn from; nil is the default generator of the input's Env. A function
	// that draws is not compiled, but runs call by call.
	Generator *ivy.Generator

	values map[*Buffer]*ivy.Array // in place of those that the buffers have
	order  []*Buffer              // of values, in the order in which they came

	reporter func(m any, z *ivy.Array) // of Summary
}

func (c *Context) training() bool { return c != nil && c.Training }

// Value returns the value of a buffer for this call: the one bound to it or set last, else its own.
func (c *Context) Value(b *Buffer) *ivy.Array {
	if c != nil {
		if v, ok := c.values[b]; ok {
			return v
		}
	}
	return b.Value()
}

// SetValue gives a buffer a new value, which [Context.Buffers] returns and [Context.Store] stores. It
// is a constant of what is differentiated. c is not nil.
func (c *Context) SetValue(b *Buffer, x *ivy.Array) { c.put(b, x.Env().StopGradient(x)) }

func (c *Context) put(b *Buffer, x *ivy.Array) {
	if c.values == nil {
		c.values = map[*Buffer]*ivy.Array{}
	}
	if _, ok := c.values[b]; !ok {
		c.order = append(c.order, b)
	}
	c.values[b] = x
}

// Bind gives the buffers of a module values for this call, by the names of [Buffers]. A name that is missing
// or is none of a buffer's is an error of kind ErrValue, another shape one of kind ErrShape, another dtype one of kind ErrDtype.
func (c *Context) Bind(m any, values map[string]*ivy.Array) {
	defer blame.Named("nn.Context.Bind")
	for _, e := range fitting(bufferEntries(m), values) {
		c.put(e.buffer, values[e.name])
	}
}

// Buffers returns the values of a module's buffers by their names in a [StateDict], new ones where
// there are any. It is a tree, for a compiled function to return.
func (c *Context) Buffers(m any) map[string]*ivy.Array {
	defer blame.Named("nn.Context.Buffers")
	z := map[string]*ivy.Array{}
	for _, e := range bufferEntries(m) {
		z[e.name] = c.Value(e.buffer)
	}
	return z
}

// Store puts the new values into the buffers, see [Buffer.Set].
func (c *Context) Store() {
	defer blame.Named("nn.Context.Store")
	for _, b := range c.order {
		b.Set(c.values[b])
	}
	c.values, c.order = nil, nil
}

// Buffers returns the values of a module's buffers by their names in a [StateDict].
func Buffers(m any) map[string]*ivy.Array {
	defer blame.Named("nn.Buffers")
	return (*Context)(nil).Buffers(m)
}

// SetBuffers sets the buffers of a module, from a map[string]*ivy.Array like that of [Buffers]: what
// [Context.Buffers] returned from a compiled function. Values that do not fit are the errors of [Context.Bind], and nothing is set.
func SetBuffers(m any, values ivy.Tree) {
	defer blame.Named("nn.SetBuffers")
	v, ok := values.(map[string]*ivy.Array)
	if !ok {
		panic(blame.Errorf(ivy.ErrValue, "values are a %T, want a map[string]*ivy.Array", values))
	}
	for _, e := range fitting(bufferEntries(m), v) {
		e.buffer.Set(v[e.name])
	}
}

// fitting returns entries, all of which have a value that fits.
func fitting(entries []entry, values map[string]*ivy.Array) []entry {
	for name := range values {
		if !slices.ContainsFunc(entries, func(e entry) bool { return e.name == name }) {
			panic(blame.Errorf(ivy.ErrValue, "values have %q, which is no buffer", name))
		}
	}
	for _, e := range entries {
		v, have := values[e.name], e.array()
		if v == nil {
			panic(blame.Errorf(ivy.ErrValue, "values have no %q", e.name))
		}
		if how, kind := mismatch(v, have); kind != nil {
			panic(blame.Errorf(kind, "value %q %s", e.name, how))
		}
	}
	return entries
}

// report tells [Summary] of a module's result, which it returns.
func (c *Context) report(m any, z *ivy.Array) *ivy.Array {
	if c != nil && c.reporter != nil {
		c.reporter(m, z)
	}
	return z
}

// drop returns x with elements made zero at random, if the model is trained; with a noise shape those together that share a draw.
func (c *Context) drop(x *ivy.Array, p float64, noise ...int) *ivy.Array {
	if !c.training() || p == 0 {
		return x
	}
	opts := c.seed(x.Env())
	if noise != nil {
		opts = append(opts, ivy.NoiseShape(noise))
	}
	return x.Env().Dropout(x, p, opts...)
}

// seed returns the seed of a function that draws, which the context's generator draws: no option if that is the default one of e.
func (c *Context) seed(e *ivy.Env) []ivy.Option {
	if c.Generator == nil {
		return nil
	}
	seed := c.Generator.On(e).Integers(0, int64(math.MaxInt64), nil, ivy.Int64)
	return []ivy.Option{ivy.FromSeed(ivy.Values[int64](seed)[0])}
}
