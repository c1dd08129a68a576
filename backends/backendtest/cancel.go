package backendtest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

// canceled tests that calls end with the context of their Env, between two kernels at the latest, and
// that arrays are of use afterwards.
func (s *suite) canceled(t *testing.T) {
	e := s.env
	x := e.Asarray([]float32{1, 2, 3})
	compiled := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Exp(e.Add(x, x)) })
	compiled.Call(x)
	for name, f := range map[string]func(ctx context.Context, c *ivy.Env, cancel func()){
		"a loop": func(_ context.Context, c *ivy.Env, cancel func()) {
			for y := x; ; cancel() {
				y = c.Add(y, x)
			}
		},
		"a composition": func(_ context.Context, c *ivy.Env, cancel func()) { cancel(); c.Softmax(x) },
		"creation":      func(_ context.Context, c *ivy.Env, cancel func()) { cancel(); c.Zeros([]int{3}) },
		"a gradient": func(_ context.Context, c *ivy.Env, cancel func()) {
			c.Grad(func(x *ivy.Array) *ivy.Array { y := c.Square(x); cancel(); return c.Sum(c.Multiply(y, x)) })(x)
		},
		"a compiled function": func(ctx context.Context, _ *ivy.Env, cancel func()) { cancel(); compiled.CallContext(ctx, x) },
		"a scope": func(_ context.Context, c *ivy.Env, cancel func()) {
			c.TidyDo(func(c *ivy.Env) { y := c.Add(x, 1); cancel(); c.Add(y, 1) })
		},
		"in place": func(_ context.Context, c *ivy.Env, cancel func()) { cancel(); c.Add(x, 0, ivy.Out(e.CopyArray(x))) },
		"unique":   func(_ context.Context, c *ivy.Env, cancel func()) { cancel(); c.UniqueValues(x) },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		c := e.Context(ctx)
		err := ivy.Try(func() { f(ctx, c, func() { cancel(); waitFor(c) }) })
		cancel()
		assert.ErrorIs(t, err, ivy.ErrCanceled, name)
		assert.ErrorIs(t, err, context.Canceled, name)
		assert.Equal(t, "6.0", e.Sum(x).String(), name)
	}
}

// waitFor returns when calls of e end: its context is done.
func waitFor(e *ivy.Env) {
	for ivy.Try(func() { e.Zeros(nil) }) == nil {
	}
}
