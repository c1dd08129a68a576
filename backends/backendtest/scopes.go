package backendtest

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/memtest"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/internal/thorough"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// scopes holds what Tidy frees, and what it does not.
func (s *suite) scopes(t *testing.T) {
	for name, f := range map[string]func(*testing.T){
		"what belongs":    s.scopeMembers,
		"shared memory":   s.scopeSharing,
		"nested":          s.scopeNesting,
		"panics":          s.scopePanics,
		"goroutines":      s.scopeGoroutines,
		"derivatives":     s.scopeDerivatives,
		"compiled":        s.scopeCompiled,
		"functions":       s.scopeFunctions,
		"a training loop": s.scopeTraining,
		"call into":       s.callInto,
	} {
		t.Run(name, f)
	}
}

// isFreed reports whether using x is the error of a freed array.
func isFreed(x *ivy.Array) bool {
	err := ivy.Try(func() { x.Bytes() })
	return errors.Is(err, ivy.ErrValue)
}

// overwriteFreed makes and frees arrays like x, whose memory may be that of others that were freed.
func overwriteFreed(x *ivy.Array) {
	for range 4 {
		x.Multiply(1e9).Free()
	}
}

func (s *suite) scopeMembers(t *testing.T) {
	e := s.env
	const n = 3000 // more than fits into an Array itself
	outer := e.Ones([]int{n}, ivy.Float32)
	var inner []*ivy.Array
	var kept *ivy.Array
	belongs := func(x *ivy.Array) *ivy.Array {
		inner = append(inner, x)
		return x
	}
	z := e.Tidy(func(e *ivy.Env) *ivy.Array {
		x := belongs(e.Asarray(outer))        // shares its memory
		a := belongs(e.Add(outer, 1))         // the receiver's scope
		b := belongs(x.Multiply(2))           // a method's
		c := belongs(ivy.Add(b, outer))       // a function's, by an operand
		d := belongs(s.env.Subtract(c, a))    // another Env's, by an operand
		belongs(ivy.Reshape(d, []int{1, -1})) // a view
		belongs(d.Get(ivy.Slice(nil, 5)))     // a view that writes go through
		belongs(ivy.Astype(d, ivy.Float64))
		belongs(ivy.Where(ivy.Greater(d, 0), d, outer))
		belongs(ivy.Concat([]*ivy.Array{outer, d}))
		for _, u := range ivy.Unstack(ivy.Reshape(d, []int{2, -1})) {
			belongs(u)
		}
		belongs(ivy.UniqueValues(d))
		belongs(ivy.Softmax(d))
		belongs(ivy.Take(outer, ivy.Astype(d, ivy.Int64)))
		belongs(e.FromBytes(ivy.Uint8, []int{2}, []byte{1, 2}))
		kept = e.Keep(e.Square(c))
		assert.Same(t, outer, e.Keep(outer))
		return e.Add(d, outer)
	})
	assert.Equal(t, float64(n*2), z.Sum().Float())
	assert.Equal(t, float64(n*9), kept.Sum().Float())
	assert.Equal(t, float64(n), outer.Sum().Float())
	for i, x := range inner {
		assert.True(t, isFreed(x), "array %d is still there", i)
		assert.NotPanics(t, x.Free)
	}
	// The results belong to the Env that Tidy was called on.
	assert.Same(t, e, z.Env())
	assert.Same(t, e, kept.Env())
	assert.False(t, isFreed(z.Add(kept)))
	// An operand that the function returns stays what it is.
	assert.Same(t, outer, e.Tidy(func(e *ivy.Env) *ivy.Array { return outer }))
	assert.Nil(t, e.Tidy(func(e *ivy.Env) *ivy.Array { return nil }))
	assert.Equal(t, []*ivy.Array{nil}, e.TidyMany(func(e *ivy.Env) []*ivy.Array { return []*ivy.Array{nil} }))
	// What is made through the Env after the end belongs to what is around.
	var late *ivy.Env
	e.TidyDo(func(e *ivy.Env) { late = e })
	w := late.Ones([]int{n})
	assert.Equal(t, float64(n), w.Add(0).Sum().Float())
	assert.Same(t, e, w.Env())
	// Settings are shared.
	e.TidyDo(func(e *ivy.Env) {
		defer e.WithDefaultDtype(ivy.Float64)()
		assert.Equal(t, ivy.Float64, s.env.DefaultDtype())
		assert.Equal(t, s.name, e.CurrentBackend())
	})
}

// scopeSharing holds that memory stays as long as anything has it, and that a write to what is
// left is seen where it was before.
func (s *suite) scopeSharing(t *testing.T) {
	e := s.env
	const rows, cols = 60, 70
	start := func(e *ivy.Env) *ivy.Array { return e.Reshape(e.Arange(rows*cols, ivy.Float64), []int{rows, cols}) }
	want := start(e)
	for name, f := range map[string]func(e *ivy.Env, x *ivy.Array) *ivy.Array{
		"reshape":              func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(x, []int{cols, rows}) },
		"transpose":            func(e *ivy.Env, x *ivy.Array) *ivy.Array { return x.T() },
		"reshape of transpose": func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(x.T(), []int{-1}) },
		"reshape twice": func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			return e.Reshape(e.Reshape(x.T(), []int{-1}), []int{rows, cols})
		},
		"flip":               func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Flip(x) },
		"broadcast":          func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.BroadcastTo(x, []int{2, rows, cols}) },
		"a row":              func(e *ivy.Env, x *ivy.Array) *ivy.Array { return x.Row(3) },
		"a row of a row":     func(e *ivy.Env, x *ivy.Array) *ivy.Array { return x.Row(3).Get(ivy.Slice(1, 60)) },
		"reshape of rows":    func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(x.Get(ivy.Slice(nil, 30)), []int{-1}) },
		"a row of a reshape": func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Reshape(x, []int{cols, rows}).Row(2) },
		"a part of unstack":  func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Unstack(x)[4] },
		"a copy of the same": func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Astype(x, ivy.Float64) },
		"asarray":            func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Asarray(x) },
		"tile":               func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Tile(x, []int{2, 1}) },
		"real":               func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Real(x) },
		"roll by nothing":    func(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Roll(x, []int{0}) },
		"written into": func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			y := e.Reshape(x, []int{-1})
			y.IAdd(1)
			return y
		},
		"what is written into": func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			y := e.Reshape(x, []int{-1})
			x.IAdd(1)
			return y
		},
		"written through a row": func(e *ivy.Env, x *ivy.Array) *ivy.Array {
			x.Row(1).IMultiply(3)
			return x.Row(1)
		},
	} {
		plain := f(e, start(e)).Bytes()
		// Made inside; and of an array outside.
		z := e.Tidy(func(e *ivy.Env) *ivy.Array { return f(e, start(e)) })
		outer := start(e)
		o := e.Tidy(func(e *ivy.Env) *ivy.Array { return f(e, e.Asarray(outer)) })
		overwriteFreed(want)
		assert.Equal(t, plain, z.Bytes(), name)
		assert.Equal(t, plain, o.Bytes(), "%s, of an array outside", name)
		z.IMultiply(0)
		o.IMultiply(0)
		assert.Equal(t, want.Bytes(), outer.Bytes(), "%s: a write to the result shows outside", name)
		z.Free()
		o.Free()
		outer.Free()
	}
	// A view keeps what it is of; freed one after the other, in any order, they end once.
	x := start(e)
	row, all := x.Row(2), e.Reshape(x, []int{-1})
	x.Free()
	other := start(e)
	assert.Equal(t, other.Row(2).Bytes(), row.Bytes())
	row.Free()
	assert.Equal(t, other.Bytes(), all.Bytes())
	all.Free()
	for _, y := range []*ivy.Array{x, row, all} {
		assert.True(t, isFreed(y))
	}
	// What was handed out stays.
	var data []byte
	tensor := func() *ivy.DLTensor {
		var out *ivy.DLTensor
		e.TidyDo(func(e *ivy.Env) { out = start(e).DLPack() })
		return out
	}()
	overwriteFreed(want)
	data = tensor.Data[tensor.ByteOffset : tensor.ByteOffset+want.Nbytes()]
	assert.Equal(t, want.Bytes(), data)
}

func (s *suite) scopeNesting(t *testing.T) {
	var a, b, c, d *ivy.Array
	z := s.env.Tidy(func(out *ivy.Env) *ivy.Array {
		a = out.Ones([]int{3000})
		b = out.Tidy(func(in *ivy.Env) *ivy.Array {
			c = in.Add(a, 1)
			d = in.Keep(ivy.Add(c, a)) // of two scopes the inner one
			return c.Multiply(2)
		})
		assert.True(t, isFreed(c))
		assert.Same(t, out, b.Env())
		assert.Equal(t, 3.0, d.Get(0).Float())
		return b.Add(d)
	})
	for _, x := range []*ivy.Array{a, b, c, d} {
		assert.True(t, isFreed(x))
	}
	assert.Equal(t, 7.0, z.Get(0).Float())
}

func (s *suite) scopePanics(t *testing.T) {
	var x *ivy.Array
	err := ivy.Try(func() {
		s.env.TidyDo(func(e *ivy.Env) {
			x = e.Ones([]int{3000})
			e.Add(x, e.Ones([]int{2}))
		})
	})
	assert.ErrorIs(t, err, ivy.ErrShape)
	assert.True(t, isFreed(x))
}

// scopeGoroutines has several goroutines in one scope, and scopes side by side.
func (s *suite) scopeGoroutines(t *testing.T) {
	e := s.env
	shared := e.Arange(5000, ivy.Float32)
	want := e.Sum(e.Square(e.Add(shared, 1))).Bytes()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				z := e.Tidy(func(e *ivy.Env) *ivy.Array {
					x := e.Asarray(shared)
					parts := make([]*ivy.Array, 3)
					var in sync.WaitGroup
					for i := range parts {
						in.Go(func() { parts[i] = e.Square(e.Add(e.Reshape(x, []int{50, 100}), 1)) })
					}
					in.Wait()
					return ivy.Sum(parts[1])
				})
				assert.Equal(t, want, z.Bytes())
			}
		})
	}
	wg.Wait()
	assert.Equal(t, float64(5000*4999/2), e.Sum(shared, ivy.Float64).Float())
}

func (s *suite) scopeDerivatives(t *testing.T) {
	e := s.env
	w := e.Reshape(e.Linspace(-1, 1, 60*50, ivy.Float64), []int{60, 50})
	f := func(w, x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Tanh(ivy.MatMul(x, w))) }
	x := e.Reshape(e.Linspace(0, 1, 40*60, ivy.Float64), []int{40, 60})
	value, grad := e.ValueAndGrad(f)(w, x)
	var inner []*ivy.Array
	for range 3 {
		zs := e.TidyMany(func(e *ivy.Env) []*ivy.Array {
			v, g := e.ValueAndGrad(f)(e.Asarray(w), e.Multiply(x, 1))
			inner = append(inner, v, g.(*ivy.Array))
			h := ivy.Grad(func(w *ivy.Array) *ivy.Array { return f(w, x) })(e.Add(w, 0)).(*ivy.Array)
			inner = append(inner, h)
			return []*ivy.Array{e.Add(v, 0), e.Divide(e.Add(g, h), 2)}
		})
		assert.Equal(t, value.Bytes(), zs[0].Bytes())
		assert.Equal(t, grad.(*ivy.Array).Bytes(), zs[1].Bytes())
	}
	for i, a := range inner {
		assert.True(t, isFreed(a), "array %d", i)
	}
	// Functions of several steps with a rule, of data that is not differentiated and of what is.
	image, filters := e.Reshape(e.Sin(e.Arange(8*16*16*2, ivy.Float64)), []int{8, 16, 16, 2}), e.Reshape(e.Cos(e.Arange(3*3*2*4, ivy.Float64)), []int{3, 3, 2, 4})
	net := func(k, scale *ivy.Array) *ivy.Array {
		y := ivy.ConvGeneralDilated(image, k, []int{1, 1}, "SAME")
		y = ivy.Add(y, ivy.Softmax(image, ivy.Axis(1)).Get(ivy.Ellipsis, ivy.Slice(0, 1)))
		y = ivy.LayerNorm(y, []int{3}, ivy.Scale(scale))
		return ivy.Sum(ivy.Square(ivy.Add(ivy.LogSoftmax(y), ivy.Gelu(y))))
	}
	scale := e.Linspace(1, 2, 4, ivy.Float64)
	plain := e.Grad(net, ivy.Argnums(0, 1))(filters, scale).([]ivy.Tree)
	eager := ivy.TidyMany(func(e *ivy.Env) []*ivy.Array {
		g := e.Grad(net, ivy.Argnums(0, 1))(e.Asarray(filters), e.Asarray(scale)).([]ivy.Tree)
		return []*ivy.Array{g[0].(*ivy.Array), g[1].(*ivy.Array)}
	})
	compiled := e.Compile(e.Grad(net, ivy.Argnums(0, 1))).CallTree(filters, scale)[0].([]ivy.Tree)
	for i := range plain {
		assert.Equal(t, plain[i].(*ivy.Array).Bytes(), eager[i].Bytes(), "argument %d", i)
		assert.True(t, e.AllClose(plain[i], compiled[i], ivy.Rtol(1e-9), ivy.Atol(1e-9)).Bool(), "argument %d, compiled", i)
	}
	// A tape outside holds what it recorded inside.
	tape := e.NewTape()
	p := tape.Watch(w)
	z := e.Tidy(func(e *ivy.Env) *ivy.Array {
		y := e.Multiply(x, 1) // a constant that the gradient needs
		return e.Sum(e.Tanh(e.MatMul(y, p)))
	})
	overwriteFreed(x)
	assert.Equal(t, grad.(*ivy.Array).Bytes(), tape.Gradients([]*ivy.Array{z}, nil, p)[0].Bytes())
	// And what pulls the gradient of a result.
	var pull func(ivy.Tree) []ivy.Tree
	e.TidyDo(func(e *ivy.Env) {
		_, pull = e.VJP(func(w *ivy.Array) *ivy.Array { return f(w, x) }, e.Add(w, 0))
	})
	overwriteFreed(w)
	assert.Equal(t, grad.(*ivy.Array).Bytes(), pull(e.Ones([]int{}, ivy.Float64))[0].(*ivy.Array).Bytes())
}

func (s *suite) scopeCompiled(t *testing.T) {
	e := s.env
	f := e.Compile(func(x *ivy.Array) []*ivy.Array {
		y := ivy.Exp(x)
		return []*ivy.Array{y, ivy.Reshape(y, []int{-1}), ivy.Sum(y), x}
	})
	x := e.Reshape(e.Linspace(0, 1, 3000, ivy.Float64), []int{30, 100})
	want := f.CallMany(x)
	for k := range want {
		var all []*ivy.Array
		z := e.Tidy(func(e *ivy.Env) *ivy.Array {
			all = f.CallMany(e.Asarray(x))
			return all[k]
		})
		overwriteFreed(x)
		assert.Equal(t, want[k].Bytes(), z.Bytes(), "result %d", k)
		for i, a := range all {
			assert.Equal(t, i != k, isFreed(a), "result %d of a call that keeps %d", i, k)
		}
	}
	// Compiled in a scope, called after its end.
	var g *ivy.Compiled
	e.TidyDo(func(e *ivy.Env) {
		c := e.Add(x, 1)
		g = e.Compile(func(x *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Multiply(x, 2)) })
		g.Call(c)
	})
	assert.Equal(t, want[3].Sum().Multiply(2).Float(), g.Call(x).Float())
	// Functions of several steps, which the Env keeps compiled.
	big := e.Reshape(e.Linspace(0, 1, 1<<17, ivy.Float32), []int{1 << 7, 1 << 10})
	soft := e.Softmax(big).Bytes()
	for range 2 {
		assert.Equal(t, soft, e.Tidy(func(e *ivy.Env) *ivy.Array { return e.Softmax(big) }).Bytes())
	}
	assert.Equal(t, soft, e.Softmax(big).Bytes())
}

func (s *suite) scopeFunctions(t *testing.T) {
	e := s.env
	x := e.Linspace(0, 1, 3000, ivy.Float64)
	type pair struct{ A, B *ivy.Array }
	out := e.TidyTree(func(p pair, ys []*ivy.Array) (pair, *ivy.Array) {
		return pair{ivy.Add(p.A, ys[0]), p.B}, ivy.Multiply(ys[1], 2)
	}, pair{x, e.Ones([]int{3000}, ivy.Float64)}, []*ivy.Array{x, x})
	require.Len(t, out, 2)
	got := out[0].(pair)
	assert.Equal(t, e.Multiply(x, 2).Bytes(), got.A.Bytes())
	assert.Equal(t, e.Multiply(x, 2).Bytes(), out[1].(*ivy.Array).Bytes())
	assert.Equal(t, 3000.0, got.B.Sum().Float())
	assert.Equal(t, e.Multiply(x, 2).Bytes(), e.TidyTree(e.Compile(func(x *ivy.Array) *ivy.Array { return ivy.Add(x, x) }), x)[0].(*ivy.Array).Bytes())
	for _, f := range []any{nil, 3, func(int) *ivy.Array { return nil }, func(*ivy.Array) {}} {
		assert.ErrorIs(t, ivy.Try(func() { e.TidyTree(f, x) }), ivy.ErrValue, "%T", f)
	}
	gone := e.Add(x, 1)
	gone.Free()
	assert.ErrorIs(t, ivy.Try(func() { e.TidyTree(func(x *ivy.Array) *ivy.Array { return x }, gone) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { e.Keep(gone) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { e.Keep(nil) }), ivy.ErrValue)
}

// scopeTraining has steps of a descent each in a scope, with the bits of those without.
func (s *suite) scopeTraining(t *testing.T) {
	e := s.env
	x := e.Reshape(e.Linspace(-1, 1, 64*48, ivy.Float32), []int{64, 48})
	y := e.Sin(e.Sum(x, ivy.Axis(1), ivy.KeepDims(true)))
	loss := func(p []*ivy.Array, x, y *ivy.Array) *ivy.Array {
		h := ivy.Tanh(ivy.Add(ivy.MatMul(x, p[0]), p[1]))
		return ivy.Mean(ivy.Square(ivy.Subtract(ivy.MatMul(h, p[2]), y)))
	}
	step := e.ValueAndGrad(loss)
	update := func(p []*ivy.Array, x, y *ivy.Array) []*ivy.Array {
		_, g := step(p, x, y)
		out := slices.Clone(p)
		for i, d := range g.([]*ivy.Array) {
			out[i] = ivy.Subtract(p[i], ivy.Multiply(d, 0.1))
		}
		return out
	}
	start := func() []*ivy.Array {
		return []*ivy.Array{e.Reshape(e.Linspace(-0.3, 0.3, 48*32, ivy.Float32), []int{48, 32}), e.Zeros([]int{32}, ivy.Float32), e.Reshape(e.Linspace(0, 0.2, 32, ivy.Float32), []int{32, 1})}
	}
	plain, tidy := start(), start()
	for range 20 {
		plain = update(plain, x, y)
		tidy = e.TidyTree(update, tidy, x, y)[0].([]*ivy.Array)
	}
	for i := range plain {
		assert.Equal(t, plain[i].Bytes(), tidy[i].Bytes(), "parameter %d", i)
	}
}

// callInto holds what Compiled.CallInto puts where.
func (s *suite) callInto(t *testing.T) {
	e := s.env
	const n = 3000
	f := e.Compile(func(x, y *ivy.Array) []*ivy.Array {
		return []*ivy.Array{ivy.Add(x, y), ivy.Multiply(x, 2), x, ivy.Sum(y)}
	})
	x, y := e.Linspace(0, 1, n, ivy.Float64), e.Linspace(5, 9, n, ivy.Float64)
	want := f.CallMany(x, y)
	outs := func() []*ivy.Array {
		var out []*ivy.Array
		for _, z := range want {
			out = append(out, e.ZerosLike(z))
		}
		return out
	}
	same := func(outs []*ivy.Array, message string) {
		t.Helper()
		for i, z := range want {
			assert.Equal(t, z.Bytes(), outs[i].Bytes(), "result %d, %s", i, message)
		}
	}
	a := outs()
	for range 3 {
		f.CallInto(a, x, y)
		same(a, "called again")
	}
	// What is in the way of taking the results' memory: views, sharing, what was handed out.
	a = outs()
	row, shared, flat := a[0].Get(ivy.Slice(10, 20)), e.Asarray(a[1]), e.Reshape(a[2], []int{10, -1})
	f.CallInto(a, x, y)
	same(a, "with views")
	assert.Equal(t, want[0].Get(ivy.Slice(10, 20)).Bytes(), row.Bytes(), "a view sees the result")
	assert.Equal(t, make([]byte, 8*n), shared.Bytes(), "what shared the memory does not")
	assert.Equal(t, make([]byte, 8*n), flat.Bytes(), "what shared the memory does not")
	// Arguments among them.
	b := []*ivy.Array{e.Add(x, 0), e.Add(y, 0)}
	swap := e.Compile(func(x, y *ivy.Array) []*ivy.Array { return []*ivy.Array{y, ivy.Add(x, y)} })
	for range 3 {
		before := contents(swap.CallMany(b...))
		swap.CallInto(b, b...)
		assert.Equal(t, before, contents(b))
	}
	// A result that is a constant of the function, and an array outside of it.
	c := e.Ones([]int{n})
	g := e.Compile(func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{c, ivy.Add(x, c), e.Ones([]int{n})} })
	d := []*ivy.Array{e.Zeros([]int{n}), e.Zeros([]int{n}, ivy.Float64), e.Zeros([]int{n})}
	g.CallInto(d, x)
	d[0].IAdd(1)
	d[2].IAdd(1)
	assert.Equal(t, float64(n), c.Sum().Float(), "a write to the result shows in the constant")
	g.CallInto(d, x)
	assert.Equal(t, float64(n), d[2].Sum().Float())
	// Errors leave everything as it is.
	a = outs()
	before := contents(a)
	for name, outs := range map[string][]*ivy.Array{
		"too few": a[:3], "twice": {a[0], a[0], a[2], a[3]}, "nil": {a[0], nil, a[2], a[3]},
		"a shape": {a[0], a[1], a[3], a[3].Add(0)}, "a dtype": {a[0], e.Zeros([]int{n}, ivy.Int64), a[2], a[3]},
	} {
		var failed *ivy.Error
		require.ErrorAs(t, ivy.Try(func() { f.CallInto(outs, x, y) }), &failed, name)
		assert.Equal(t, before, contents(a), name)
	}
}

// ScopesFlat has goroutines take steps in a scope each, GOIVY_STEPS of them in all, and holds that
// memory does not grow with them: live is what a backend's library holds, or nil.
func ScopesFlat(t *testing.T, backendName string, live func() int) {
	steps := 4000
	if s := os.Getenv("GOIVY_STEPS"); s != "" {
		_, err := fmt.Sscan(s, &steps)
		require.NoError(t, err)
	}
	e, err := ivy.NewEnv(backendName)
	require.NoError(t, err)
	const large, goroutines = 64, 8
	side := large
	if steps > 100_000 { // so that a million take minutes under the race detector
		side = 16
	}
	run := func(n, side int) {
		x := e.Reshape(e.Linspace(-1, 1, side*side, ivy.Float32), []int{side, side})
		want := scopeStep(e, x).Bytes()
		var wg sync.WaitGroup
		for range goroutines {
			wg.Go(func() {
				for range n / goroutines {
					z := e.Tidy(func(e *ivy.Env) *ivy.Array { return scopeStep(e, x) })
					if !slices.Equal(want, z.Bytes()) {
						t.Error("a step in a scope has another result")
						return
					}
					z.Free()
				}
			})
		}
		wg.Wait()
	}
	use := func() int {
		least := math.MaxInt
		for range 5 { // what others have dropped is freed by and by
			runtime.GC()
			time.Sleep(20 * time.Millisecond)
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			n := int(m.HeapAlloc)
			if live != nil {
				n += live()
			}
			least = min(least, n)
		}
		return least
	}
	run(steps/4, side)
	before := use()
	run(steps, side)
	after := use()
	t.Logf("%d bytes before %d steps, %d after", before, steps, after)
	assert.Less(t, after-before, 16<<20)
	// And it is the scopes that free it: without the collector there are the Arrays alone, not
	// their elements, which have some 350 KB in each step of 64×64 numbers.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	held := func() (inGo, outside int) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if live != nil {
			outside = live()
		}
		return int(m.HeapAlloc), outside
	}
	inGo, outside := held()
	run(800, large)
	inGo2, outside2 := held()
	t.Logf("without the collector 800 steps took %d bytes in Go, %d outside", inGo2-inGo, outside2-outside)
	assert.Less(t, inGo2-inGo, 48<<20)
	assert.Less(t, outside2-outside, 24<<20)
}

// scopeStep makes some 20 arrays of x's size and more.
func scopeStep(e *ivy.Env, x *ivy.Array) *ivy.Array {
	y := e.Add(e.MatMul(x, x.T()), 1)
	for range 3 {
		y = e.Softmax(e.Add(y, e.Reshape(x, x.Shape())), ivy.Axis(-1))
		y.Row(0).IMultiply(2)
		y = ivy.Subtract(y, ivy.Mean(y, ivy.Axis(0), ivy.KeepDims(true)))
	}
	return e.Sum(e.Astype(y, ivy.Float64))
}

// Freed holds that the intermediate arrays of functions are freed when the scope of the call ends, and do not wait for
// Go's garbage collector: the backend then has as many bytes of arrays as before. live returns these; if it is nil they
// are not compared. Functions among except leave some to the collector. Results, and gradients, are those of a call
// without a scope. It makes one of 180 calls, and with GOIVY_CONSISTENCY "all" one of 30.
func Freed(t *testing.T, backendName string, live func() int, except ...string) {
	t.Helper()
	run, err := Consistency{Backends: []string{backendName}}.prepare()
	require.NoError(t, err)
	on := run.backends[0]
	counted := func() int { return 0 }
	if live != nil {
		counted = live
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
		memtest.Settle(live)
	}
	collected := 0
	every := 180 // of how many calls one is made
	if thorough.All() {
		every = 30
	}
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		if live != nil {
			collectMany(&collected)
		}
		s, n, faults := &sampler{op: op, setting: &settings[0]}, 0, 0
		for trial := range s.trials() {
			if n++; n%race.Sparse(every) != 1 || faults == failuresShown {
				continue
			}
			if !on.inScope(t, trial) {
				faults++
			}
			g, kept := on.given(trial, trial.args), 0
			for i := range 8 { // the first may make what later calls have, and a finalizer may run
				before := counted()
				err := ivy.Try(func() {
					on.envs[trial.setting].TidyDo(func(e *ivy.Env) { g.on(e, g.args) })
				})
				if kept = counted() - before; err != nil {
					kept = 0
				}
				if kept == 0 && i > 0 {
					break
				}
			}
			if kept != 0 && !slices.Contains(except, op.Name) {
				faults++
				t.Errorf("%v: %d bytes are left", trial, kept)
			}
		}
	}
}

// collectMany collects garbage if the heap has grown by many bytes since the last time; after is how many it had then.
func collectMany(after *int) {
	const many = 64 << 20
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); int(m.HeapAlloc) < *after+many {
		return
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	*after = int(m.HeapAlloc)
}

// inScope reports whether the results of a trial, and their gradients, are the same in a scope, which ends before they are read.
func (s *subject) inScope(t *testing.T, trial *trial) bool {
	e := s.envs[trial.setting]
	call := func(run func(f func(e *ivy.Env) []*ivy.Array) []*ivy.Array, gradients bool) (text string) {
		err := ivy.Try(func() {
			g := s.given(trial, trial.args)
			tape := e.NewTape()
			var watched []*ivy.Array
			for i, x := range g.args {
				if a, ok := x.(*ivy.Array); ok && gradients && dtype.Inexact.Has(a.Dtype()) {
					p := tape.Watch(a)
					g.args[i], watched = p, append(watched, p)
				}
			}
			zs := run(func(e *ivy.Env) []*ivy.Array { return g.on(e, g.args) })
			for range 4 { // what was freed is used again
				for _, z := range zs {
					if !z.Dtype().IsBool() {
						e.OnesLike(z).Free()
					}
				}
				for n := range 5 {
					e.Ones([]int{1 << (3 * n)}, ivy.Float64).Free()
				}
			}
			if gradients {
				zs = slices.DeleteFunc(zs, func(z *ivy.Array) bool { return !dtype.Inexact.Has(z.Dtype()) })
				gs := make([]*ivy.Array, len(zs))
				for i, z := range zs {
					gs[i] = e.Linspace(1, 2, shape.Size(z.Shape()), z.Dtype()).Reshape(z.Shape())
				}
				zs = tape.Gradients(zs, gs, watched...)
			}
			for _, z := range zs {
				if z != nil {
					text += fmt.Sprint(z.Dtype(), z.Shape(), z.Bytes())
				}
			}
		})
		return text + fmt.Sprint(err)
	}
	alone := func(f func(e *ivy.Env) []*ivy.Array) []*ivy.Array { return f(e) }
	for _, gradients := range []bool{false, true} {
		want := call(alone, gradients)
		if got := call(e.TidyMany, gradients); got != want && call(alone, gradients) == want { // else it is random
			t.Errorf("%v: other results in a scope, or gradients (%v): %.200s, want %.200s", trial, gradients, got, want)
			return false
		}
	}
	return true
}
