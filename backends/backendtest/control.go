package backendtest

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/memtest"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// control holds branches and loops to what the same programs are without them, as they are and compiled, and their
// derivatives.
func (s *suite) control(t *testing.T) {
	for name, f := range map[string]func(*testing.T){
		"programs":    s.controlPrograms,
		"gradients":   s.controlGradients,
		"dtypes":      s.controlDtypes,
		"no elements": s.controlAbstract,
		"misuse":      s.controlMisuse,
		"memory":      s.controlMemory,
		"plans":       s.controlPlans,
		"canceled":    s.controlCanceled,
		"as it is":    s.controlEager,
	} {
		t.Run(name, f)
	}
}

// compiles reports whether the backend compiles functions.
func (s *suite) compiles() bool {
	be, err := backend.Lookup(s.name)
	if err != nil {
		return false
	}
	_, ok := be.(backend.Compiler)
	return ok
}

// A controlProgram is a function of branches and loops, and the same function without.
type controlProgram struct {
	name  string
	f     any
	plain any // with Go's own loops, unrolled where it is traced; for values that decide, a function without a trace
	args  []*ivy.Array
	flat  bool // it has no gradients
	while bool // its compiled gradient runs as it is
}

// controlled returns the programs. Both functions are of the arrays args.
func (s *suite) controlled() []controlProgram {
	e := s.env
	line := func(lo, hi float64, dims ...int) *ivy.Array {
		n := 1
		for _, d := range dims {
			n *= d
		}
		return e.Reshape(e.Linspace(lo, hi, n, ivy.Float64), dims)
	}
	type pair struct{ A, B *ivy.Array }
	type newton struct{ X, Step *ivy.Array }
	add, mul, tanh, sum := ivy.Add, ivy.Multiply, ivy.Tanh, ivy.Sum
	weights := line(-0.5, 0.5, 4, 4)
	return []controlProgram{
		{name: "Newton's iteration", while: true, args: []*ivy.Array{line(1, 9, 5)},
			f: func(a *ivy.Array) *ivy.Array {
				return e.While(func(s newton) *ivy.Array { return ivy.Greater(ivy.Max(ivy.Abs(s.Step)), 1e-9) }, func(s newton) newton {
					next := ivy.Multiply(add(s.X, ivy.Divide(a, s.X)), 0.5)
					return newton{next, ivy.Subtract(next, s.X)}
				}, newton{a, e.OnesLike(a)}).(newton).X
			},
			plain: func(a *ivy.Array) *ivy.Array {
				x := a
				for range 60 {
					next := ivy.Multiply(add(x, ivy.Divide(a, x)), 0.5)
					step := ivy.Subtract(next, x)
					x = next
					if ivy.StopGradient(step).Abs().Max().Float() <= 1e-9 {
						break
					}
				}
				return x
			}},
		{name: "power iteration", args: []*ivy.Array{add(line(0, 1, 4, 4), e.Eye(4, ivy.Float64)), line(1, 2, 4)},
			f: func(m, v *ivy.Array) *ivy.Array {
				return e.ForRange(0, 8, func(_, v *ivy.Array) *ivy.Array {
					w := ivy.MatMul(m, v)
					return ivy.Divide(w, ivy.Sqrt(sum(ivy.Square(w))))
				}, v).(*ivy.Array)
			},
			plain: func(m, v *ivy.Array) *ivy.Array {
				for range 8 {
					w := ivy.MatMul(m, v)
					v = ivy.Divide(w, ivy.Sqrt(sum(ivy.Square(w))))
				}
				return v
			}},
		{name: "a recurrent network", args: []*ivy.Array{line(-0.4, 0.6, 4, 4), line(-1, 1, 3, 4), line(-2, 2, 6, 2, 3)},
			f: func(w, u, xs *ivy.Array) (*ivy.Array, *ivy.Array) {
				h, ys := e.Scan(func(h, x *ivy.Array) (*ivy.Array, pair) {
					h = tanh(add(ivy.MatMul(h, w), ivy.MatMul(x, u)))
					return h, pair{h, sum(ivy.Square(h))}
				}, e.Zeros([]int{2, 4}, ivy.Float64), xs)
				return add(h.(*ivy.Array), sum(ys.(pair).B)), ys.(pair).A
			},
			plain: func(w, u, xs *ivy.Array) (*ivy.Array, *ivy.Array) {
				h := e.Zeros([]int{2, 4}, ivy.Float64)
				var hs, squares []*ivy.Array
				for k := range 6 {
					h = tanh(add(ivy.MatMul(h, w), ivy.MatMul(xs.Get(k), u)))
					hs, squares = append(hs, h), append(squares, sum(ivy.Square(h)))
				}
				return add(h, sum(e.Stack(squares))), e.Stack(hs)
			}},
		{name: "sums from the first", args: []*ivy.Array{line(-1, 3, 300, 2)},
			f: func(x *ivy.Array) (*ivy.Array, *ivy.Array) {
				last, all := e.Scan(func(s, x *ivy.Array) (*ivy.Array, *ivy.Array) { s = add(s, x); return s, s }, e.Zeros([]int{2}, ivy.Float64), x)
				return last.(*ivy.Array), all.(*ivy.Array)
			},
			plain: func(x *ivy.Array) (*ivy.Array, *ivy.Array) {
				all := e.CumulativeSum(x, ivy.Axis(0))
				return all.Get(-1), all
			}},
		{name: "sums from the last", args: []*ivy.Array{line(-1, 3, 600, 2)},
			f: func(x *ivy.Array) (*ivy.Array, *ivy.Array) {
				last, all := e.Scan(func(s, x *ivy.Array) (*ivy.Array, *ivy.Array) { s = add(s, x); return s, s }, e.Zeros([]int{2}, ivy.Float64), x, ivy.Reverse(true))
				return last.(*ivy.Array), all.(*ivy.Array)
			},
			plain: func(x *ivy.Array) (*ivy.Array, *ivy.Array) {
				all := e.Flip(e.CumulativeSum(e.Flip(x, ivy.Axis(0)), ivy.Axis(0)), ivy.Axis(0))
				return all.Get(0), all
			}},
		{name: "sums of two blocks", args: []*ivy.Array{line(-1, 3, 256)},
			f: func(x *ivy.Array) *ivy.Array {
				_, all := e.Scan(func(s, x *ivy.Array) (*ivy.Array, *ivy.Array) { s = add(s, x); return s, mul(s, x) }, e.Zeros(nil, ivy.Float64), x, ivy.Reverse(true))
				return all.(*ivy.Array)
			},
			plain: func(x *ivy.Array) *ivy.Array {
				return mul(x, e.Flip(e.CumulativeSum(e.Flip(x))))
			}},
		{name: "nested loops", args: []*ivy.Array{line(0.1, 1, 3, 4), line(-1, 1, 4)},
			f: func(x, w *ivy.Array) *ivy.Array {
				z, _ := e.Scan(func(s, row *ivy.Array) (*ivy.Array, []*ivy.Array) {
					s = e.ForRange(1, 4, func(i, s *ivy.Array) *ivy.Array {
						return tanh(add(mul(s, w), mul(row, ivy.Astype(i, ivy.Float64))))
					}, s).(*ivy.Array)
					return s, nil
				}, e.Ones([]int{4}, ivy.Float64), x)
				return z.(*ivy.Array)
			},
			plain: func(x, w *ivy.Array) *ivy.Array {
				s := e.Ones([]int{4}, ivy.Float64)
				for k := range 3 {
					for i := 1; i < 4; i++ {
						s = tanh(add(mul(s, w), mul(x.Get(k), float64(i))))
					}
				}
				return s
			}},
		{name: "a loop in a branch", args: []*ivy.Array{line(0.2, 2, 3), line(1, 2, 3)},
			f: func(x, w *ivy.Array) *ivy.Array {
				return e.IfElse(ivy.Greater(sum(x), 1), func(x *ivy.Array) *ivy.Array {
					return e.ForRange(0, 3, func(_, s *ivy.Array) *ivy.Array { return ivy.Sin(mul(s, w)) }, x).(*ivy.Array)
				}, func(x *ivy.Array) *ivy.Array { return x }, x).(*ivy.Array)
			},
			plain: func(x, w *ivy.Array) *ivy.Array {
				for range 3 {
					x = ivy.Sin(mul(x, w))
				}
				return x
			}},
		{name: "a branch in a loop", args: []*ivy.Array{line(-1, 1.3, 7, 2), line(1, 2, 2)},
			f: func(x, w *ivy.Array) *ivy.Array {
				return e.MapRows(func(x *ivy.Array) *ivy.Array {
					return e.IfElse(ivy.Less(sum(x), 0), func(x *ivy.Array) *ivy.Array { return ivy.Exp(mul(x, w)) },
						func(x *ivy.Array) *ivy.Array { return ivy.Negative(ivy.Square(x)) }, x).(*ivy.Array)
				}, x).(*ivy.Array)
			},
			plain: func(x, w *ivy.Array) *ivy.Array {
				below := ivy.Less(sum(x, ivy.Axis(1), ivy.KeepDims(true)), 0)
				return ivy.Where(below, ivy.Exp(mul(x, w)), ivy.Negative(ivy.Square(x)))
			}},
		{name: "Collatz", flat: true, args: []*ivy.Array{e.Asarray(int64(27))},
			f: func(n *ivy.Array) *ivy.Array {
				return e.While(func(s pair) *ivy.Array { return ivy.Greater(s.A, 1) }, func(s pair) pair {
					next := e.IfElse(ivy.Equal(ivy.Remainder(s.A, 2), 0), func(n *ivy.Array) *ivy.Array { return ivy.FloorDivide(n, 2) },
						func(n *ivy.Array) *ivy.Array { return add(mul(n, 3), 1) }, s.A).(*ivy.Array)
					return pair{next, add(s.B, 1)}
				}, pair{n, e.ZerosLike(n)}).(pair).B
			},
			plain: func(n *ivy.Array) *ivy.Array { return e.Asarray(int64(111)) }},
		{name: "no iterations", args: []*ivy.Array{line(1, 2, 3)},
			f: func(x *ivy.Array) []*ivy.Array {
				a := e.ForRange(3, 3, func(_, s *ivy.Array) *ivy.Array { return mul(s, x) }, x).(*ivy.Array)
				b, c := e.Scan(func(s, r *ivy.Array) (*ivy.Array, *ivy.Array) { return mul(s, x), add(r, x) }, x, e.Zeros([]int{0}, ivy.Float64))
				d := e.MapRows(func(r pair) pair { return pair{ivy.Equal(r.A, r.B), sum(r.B)} }, pair{e.Zeros([]int{0, 2}), e.Zeros([]int{0, 2}, ivy.Float64)}).(pair)
				return []*ivy.Array{a, b.(*ivy.Array), c.(*ivy.Array), ivy.Astype(d.A, ivy.Float64), d.B}
			},
			plain: func(x *ivy.Array) []*ivy.Array {
				return []*ivy.Array{x, x, e.Zeros([]int{0, 3}, ivy.Float64), e.Zeros([]int{0, 2}, ivy.Float64), e.Zeros([]int{0}, ivy.Float64)}
			}},
		{name: "a condition that is false at once", while: true, args: []*ivy.Array{line(1, 2, 3)},
			f: func(x *ivy.Array) *ivy.Array {
				return e.While(func(s *ivy.Array) *ivy.Array { return ivy.Less(sum(s), 0) }, func(s *ivy.Array) *ivy.Array { return mul(s, x) }, ivy.Square(x)).(*ivy.Array)
			},
			plain: func(x *ivy.Array) *ivy.Array { return ivy.Square(x) }},
		{name: "empty trees", args: []*ivy.Array{line(1, 2, 3)},
			f: func(x *ivy.Array) []*ivy.Array {
				e.ForRange(0, 2, func(_ *ivy.Array, s []*ivy.Array) []*ivy.Array { return s }, []*ivy.Array{})
				_, ys := e.Scan(func(s, r []*ivy.Array) ([]*ivy.Array, *ivy.Array) { return s, ivy.Exp(x) }, []*ivy.Array{}, []*ivy.Array{}, ivy.N(4))
				none := e.IfElse(ivy.Greater(sum(x), 0), func() []*ivy.Array { return nil }, func() []*ivy.Array { return nil }).([]*ivy.Array)
				return append(none, ys.(*ivy.Array))
			},
			plain: func(x *ivy.Array) []*ivy.Array {
				return []*ivy.Array{e.BroadcastTo(ivy.Exp(x), []int{4, 3})}
			}},
		{name: "rows", args: []*ivy.Array{line(-1, 1, 3, 4), line(0, 1, 3)},
			f: func(x, y *ivy.Array) ([]*ivy.Array, *ivy.Array) {
				zs := e.MapRows(func(p pair) []*ivy.Array { return []*ivy.Array{mul(p.A, p.B), sum(p.A)} }, pair{x, y}).([]*ivy.Array)
				return zs, mul(zs[1], 1)
			},
			plain: func(x, y *ivy.Array) ([]*ivy.Array, *ivy.Array) {
				row := sum(x, ivy.Axis(1))
				return []*ivy.Array{mul(x, ivy.Reshape(y, []int{3, 1})), row}, row
			}},
		{name: "constants from outside", args: []*ivy.Array{line(-1, 1, 4)},
			f: func(x *ivy.Array) *ivy.Array {
				return e.ForRange(0, 3, func(i, s *ivy.Array) *ivy.Array { return tanh(add(ivy.MatMul(weights, s), weights.Get(0))) }, x).(*ivy.Array)
			},
			plain: func(x *ivy.Array) *ivy.Array {
				for range 3 {
					x = tanh(add(ivy.MatMul(weights, x), weights.Get(0)))
				}
				return x
			}},
		{name: "numbers as indices", args: []*ivy.Array{line(-1, 1, 6), line(1, 2, 2)},
			f: func(x, w *ivy.Array) *ivy.Array {
				return e.ForRange(2, 5, func(i, s *ivy.Array) *ivy.Array {
					at := ivy.Take(x, ivy.Reshape(i, []int{1}))
					return add(mul(s, w), mul(at, ivy.Astype(i, ivy.Float64)))
				}, e.Zeros([]int{2}, ivy.Float64)).(*ivy.Array)
			},
			plain: func(x, w *ivy.Array) *ivy.Array {
				z := e.Zeros([]int{2}, ivy.Float64)
				for i := 2; i < 5; i++ {
					z = add(mul(z, w), mul(x.Get(i), float64(i)))
				}
				return z
			}},
		{name: "states that change places", args: []*ivy.Array{line(1, 2, 40), line(-1, 1, 40)},
			f: func(x, y *ivy.Array) []*ivy.Array {
				p := e.ForRange(0, 7, func(_ *ivy.Array, s []*ivy.Array) []*ivy.Array {
					return []*ivy.Array{s[1], s[0], s[3], add(s[2], mul(s[3], 0.5))}
				}, []*ivy.Array{x, y, x, y}).([]*ivy.Array)
				q, ys := e.Scan(func(s pair, _ []*ivy.Array) (pair, pair) {
					n := ivy.Sin(s.A)
					return pair{n, n}, pair{n, s.B}
				}, pair{x, x}, []*ivy.Array{}, ivy.N(3))
				return append(p, q.(pair).A, q.(pair).B, ys.(pair).A, ys.(pair).B)
			},
			plain: func(x, y *ivy.Array) []*ivy.Array {
				p := []*ivy.Array{x, y, x, y}
				for range 7 {
					p = []*ivy.Array{p[1], p[0], p[3], add(p[2], mul(p[3], 0.5))}
				}
				a := ivy.Sin(x)
				b := ivy.Sin(a)
				c := ivy.Sin(b)
				return append(p, c, c, e.Stack([]*ivy.Array{a, b, c}), e.Stack([]*ivy.Array{x, a, b}))
			}},
		{name: "views and rows as states", args: []*ivy.Array{line(1, 2, 3, 3), line(-1, 1, 4, 3, 3)},
			f: func(x, rows *ivy.Array) []*ivy.Array {
				s, ys := e.Scan(func(s pair, r *ivy.Array) (pair, []*ivy.Array) {
					return pair{ivy.MatrixTranspose(add(s.A, r)), r}, []*ivy.Array{r, ivy.MatrixTranspose(s.B), s.A.Get(0)}
				}, pair{x, x}, rows)
				return append(ys.([]*ivy.Array), s.(pair).A, s.(pair).B)
			},
			plain: func(x, rows *ivy.Array) []*ivy.Array {
				a, b := x, x
				var ys [3][]*ivy.Array
				for k := range 4 {
					r := rows.Get(k)
					ys[0], ys[1], ys[2] = append(ys[0], r), append(ys[1], ivy.MatrixTranspose(b)), append(ys[2], a.Get(0))
					a, b = ivy.MatrixTranspose(add(a, r)), r
				}
				return []*ivy.Array{e.Stack(ys[0]), e.Stack(ys[1]), e.Stack(ys[2]), a, b}
			}},
		{name: "writes in place", args: []*ivy.Array{line(1, 2, 5), line(-1, 1, 5)},
			f: func(x, w *ivy.Array) []*ivy.Array {
				s := e.ForRange(0, 3, func(_, s *ivy.Array) *ivy.Array {
					y := ivy.Multiply(s, w)
					y.Set(ivy.Multiply(s.Get(1), 2), 0)
					y.Get(ivy.Slice(2, 4)).IAdd(1)
					s.IMultiply(0) // the state is the function's own
					return y
				}, x).(*ivy.Array)
				return []*ivy.Array{s, mul(x, 1)}
			},
			plain: func(x, w *ivy.Array) []*ivy.Array {
				s := x
				for range 3 {
					y := ivy.Multiply(s, w)
					y.Set(ivy.Multiply(s.Get(1), 2), 0)
					y.Get(ivy.Slice(2, 4)).IAdd(1)
					s = y
				}
				return []*ivy.Array{s, mul(x, 1)}
			}},
		{name: "large states", args: []*ivy.Array{line(-1, 1, 60, 60), line(-0.1, 0.1, 60, 60)},
			f: func(x, w *ivy.Array) *ivy.Array {
				return e.ForRange(0, 4, func(_, s *ivy.Array) *ivy.Array { return tanh(add(ivy.MatMul(s, w), s)) }, x).(*ivy.Array)
			},
			plain: func(x, w *ivy.Array) *ivy.Array {
				for range 4 {
					x = tanh(add(ivy.MatMul(x, w), x))
				}
				return x
			}},
	}
}

func (s *suite) controlPrograms(t *testing.T) {
	e := s.env
	for _, p := range s.controlled() {
		plain := e.Compile(p.plain).CallMany
		if p.while || p.flat {
			plain = func(args ...*ivy.Array) []*ivy.Array { return ivy.Leaves(e.TidyTree(p.plain, treesOf(args)...)) }
		}
		want := plain(p.args...)
		before := bytesOf(p.args)
		got := ivy.Leaves(e.TidyTree(p.f, treesOf(p.args)...))
		require.Len(t, got, len(want), p.name)
		c := e.Compile(p.f)
		for _, call := range []func(...*ivy.Array) []*ivy.Array{c.CallMany, c.CallMany, func(xs ...*ivy.Array) []*ivy.Array {
			return e.TidyMany(func(e *ivy.Env) []*ivy.Array { return c.CallMany(xs...) })
		}} {
			compiled := call(p.args...)
			require.Len(t, compiled, len(want), p.name)
			for i, w := range want {
				s.near(t, w, got[i], "%s: result %d", p.name, i)
				if s.name == "native" {
					assert.Equal(t, got[i].Bytes(), compiled[i].Bytes(), "%s, compiled: result %d is %v, want %v", p.name, i, compiled[i], got[i])
				}
				s.near(t, got[i], compiled[i], "%s, compiled: result %d", p.name, i)
			}
		}
		if s.compiles() {
			assert.NoError(t, c.Eager(), p.name)
		}
		for i, z := range got { // results are nobody else's
			if z.Size() > 0 {
				z.IMultiply(0)
				for j, other := range got[i+1:] {
					s.near(t, want[i+1+j], other, "%s: a write to result %d shows in %d", p.name, i, i+1+j)
				}
			}
		}
		assert.Equal(t, before, bytesOf(p.args), "%s writes into its arguments", p.name)
	}
}

func bytesOf(xs []*ivy.Array) (out [][]byte) {
	for _, x := range xs {
		out = append(out, x.Bytes())
	}
	return out
}

func treesOf(xs []*ivy.Array) (out []ivy.Tree) {
	for _, x := range xs {
		out = append(out, x)
	}
	return out
}

func (s *suite) near(t *testing.T, want, got *ivy.Array, format string, args ...any) {
	t.Helper()
	args = append([]any{format + ": %v of %v, want %v of %v"}, append(args, got, got.Dtype(), want, want.Dtype())...)
	if assert.Equal(t, want.Dtype(), got.Dtype(), args...) && assert.Equal(t, want.Shape(), got.Shape(), args...) {
		assert.True(t, s.env.AllClose(want, got, ivy.Rtol(1e-7), ivy.Atol(1e-9)).Bool(), args...)
	}
}

// weighted returns f as a function whose one result has all of f's in it, each element with another weight.
func (s *suite) weighted(f any) func(xs []*ivy.Array) *ivy.Array {
	e := s.env
	return func(xs []*ivy.Array) *ivy.Array {
		var z *ivy.Array
		call := func(xs []ivy.Tree) []*ivy.Array { return ivy.Leaves(callTrees(f, xs)) }
		for k, a := range call(treesOf(xs)) {
			w := e.Reshape(e.Cos(e.Add(e.Arange(a.Size(), ivy.Float64), k)), a.Shape())
			part := ivy.Sum(ivy.Multiply(a, w))
			if z == nil {
				z = part
			} else {
				z = ivy.Add(z, part)
			}
		}
		return z
	}
}

func callTrees(f any, xs []ivy.Tree) (zs []ivy.Tree) {
	switch f := f.(type) {
	case func(*ivy.Array) *ivy.Array:
		return []ivy.Tree{f(xs[0].(*ivy.Array))}
	case func(*ivy.Array) []*ivy.Array:
		return []ivy.Tree{f(xs[0].(*ivy.Array))}
	case func(*ivy.Array) (*ivy.Array, *ivy.Array):
		a, b := f(xs[0].(*ivy.Array))
		return []ivy.Tree{a, b}
	case func(_, _ *ivy.Array) *ivy.Array:
		return []ivy.Tree{f(xs[0].(*ivy.Array), xs[1].(*ivy.Array))}
	case func(_, _ *ivy.Array) []*ivy.Array:
		return []ivy.Tree{f(xs[0].(*ivy.Array), xs[1].(*ivy.Array))}
	case func(_, _ *ivy.Array) ([]*ivy.Array, *ivy.Array):
		a, b := f(xs[0].(*ivy.Array), xs[1].(*ivy.Array))
		return []ivy.Tree{a, b}
	case func(_, _, _ *ivy.Array) (*ivy.Array, *ivy.Array):
		a, b := f(xs[0].(*ivy.Array), xs[1].(*ivy.Array), xs[2].(*ivy.Array))
		return []ivy.Tree{a, b}
	}
	panic("another function")
}

// controlGradients compares gradients, first and second ones, and derivatives in a direction with those of the same
// program without branches and loops, and with differences.
func (s *suite) controlGradients(t *testing.T) {
	e := s.env
	for _, p := range s.controlled() {
		if p.flat {
			continue
		}
		f, plain := s.weighted(p.f), s.weighted(p.plain)
		want := e.Grad(plain)(p.args).([]*ivy.Array)
		all := func(what string, got []*ivy.Array, want []*ivy.Array) {
			for i, w := range want {
				s.near(t, w, got[i], "%s: %s, argument %d", p.name, what, i)
			}
		}
		all("gradient", e.Grad(f)(p.args).([]*ivy.Array), want)
		for i := range p.args { // of some of the arguments alone
			one := func(x *ivy.Array) *ivy.Array {
				xs := slices.Clone(p.args)
				xs[i] = x
				return f(xs)
			}
			all("gradient of one", []*ivy.Array{e.Grad(one)(p.args[i]).(*ivy.Array)}, want[i:i+1])
			if s.compiles() && !p.while {
				c := e.Compile(e.ValueAndGrad(one))
				all("compiled gradient of one", []*ivy.Array{c.CallTree(p.args[i])[1].(*ivy.Array)}, want[i:i+1])
				assert.NoError(t, c.Eager(), "%s: argument %d", p.name, i)
			}
		}
		c := e.Compile(e.ValueAndGrad(f))
		z := c.CallTree(p.args)
		all("compiled value", []*ivy.Array{z[0].(*ivy.Array)}, []*ivy.Array{plain(p.args)})
		all("compiled gradient", z[1].([]*ivy.Array), want)
		switch {
		case !s.compiles():
		case p.while:
			assert.ErrorContains(t, c.Eager(), "how often it runs", p.name)
		default:
			assert.NoError(t, c.Eager(), p.name)
		}
		directions := make([]*ivy.Array, len(p.args))
		for i, x := range p.args {
			directions[i] = e.Sin(e.Add(x, 1))
		}
		forward := func(f func([]*ivy.Array) *ivy.Array) func(xs, ts []*ivy.Array) *ivy.Array {
			return func(xs, ts []*ivy.Array) *ivy.Array {
				_, tz := e.JVP(f, []ivy.Tree{xs}, []ivy.Tree{ts})
				return tz.(*ivy.Array)
			}
		}
		along := forward(plain)(p.args, directions)
		all("derivative", []*ivy.Array{forward(f)(p.args, directions)}, []*ivy.Array{along})
		// A difference along the direction.
		const h = 1e-5
		at := func(h float64) float64 {
			xs := slices.Clone(p.args)
			for i := range xs {
				xs[i] = e.Add(xs[i], e.Multiply(directions[i], h))
			}
			return f(xs).Float()
		}
		assert.InDelta(t, (at(h)-at(-h))/(2*h), along.Float(), 1e-5*(1+math.Abs(along.Float())), p.name)
		// The derivative of the gradient in that direction.
		second := func(f func([]*ivy.Array) *ivy.Array) func(xs []*ivy.Array) []*ivy.Array {
			return func(xs []*ivy.Array) []*ivy.Array {
				return e.Grad(func(xs []*ivy.Array) *ivy.Array {
					z := e.Zeros(nil, ivy.Float64)
					for i, g := range e.Grad(f)(xs).([]*ivy.Array) {
						z = ivy.Add(z, ivy.Sum(ivy.Multiply(g, directions[i])))
					}
					return z
				})(xs).([]*ivy.Array)
			}
		}
		twice := second(plain)(p.args)
		all("second derivative", second(f)(p.args), twice)
		if s.compiles() && !p.while && !(testing.Short() && s.name != "native") {
			c := e.Compile(second(f))
			all("compiled second derivative", c.CallTree(p.args)[0].([]*ivy.Array), twice)
			assert.NoError(t, c.Eager(), p.name)
			c = e.Compile(forward(f))
			all("compiled derivative", []*ivy.Array{c.CallTree(p.args, directions)[0].(*ivy.Array)}, []*ivy.Array{along})
			assert.NoError(t, c.Eager(), p.name)
		}
	}
	// Operands that are not inexact go along.
	type mixed struct{ X, N *ivy.Array }
	f := func(x *ivy.Array) *ivy.Array {
		s := e.ForRange(0, 4, func(i *ivy.Array, s mixed) mixed {
			return mixed{ivy.Multiply(s.X, ivy.Astype(s.N, ivy.Float64)), ivy.Add(s.N, i)}
		}, mixed{x, e.Ones(nil, ivy.Int32)}).(mixed)
		return ivy.Sum(s.X)
	}
	x := e.Asarray([]float64{1, 2})
	for _, g := range []any{e.Grad(f)(x), e.Compile(e.Grad(f)).CallTree(x)[0]} {
		assert.Equal(t, []float64{1 * 1 * 2 * 4, 8}, ivy.Values[float64](g.(*ivy.Array)))
	}
	// A rule of the caller's own, and what no gradient goes through.
	double := e.CustomGradient(func(xs ...*ivy.Array) (*ivy.Array, func(*ivy.Array) []*ivy.Array) {
		return ivy.Square(xs[0]), func(g *ivy.Array) []*ivy.Array { return []*ivy.Array{ivy.Multiply(g, 10)} }
	})
	h := func(x, w *ivy.Array) *ivy.Array {
		return ivy.Sum(e.ForRange(0, 2, func(_, s *ivy.Array) *ivy.Array {
			return ivy.Add(double(s), ivy.Multiply(ivy.StopGradient(w), w))
		}, x).(*ivy.Array))
	}
	w := e.Asarray([]float64{3, 5})
	for _, g := range []any{e.Grad(h, ivy.Argnums(0, 1))(x, w), e.Compile(e.Grad(h, ivy.Argnums(0, 1))).CallTree(x, w)[0]} {
		assert.Equal(t, []float64{100, 100}, ivy.Values[float64](g.([]ivy.Tree)[0].(*ivy.Array)))
		assert.Equal(t, []float64{33, 55}, ivy.Values[float64](g.([]ivy.Tree)[1].(*ivy.Array)))
	}
}

// controlDtypes has states and rows of every dtype.
func (s *suite) controlDtypes(t *testing.T) {
	e := s.env
	for _, d := range e.ValidDtypes() {
		rows := e.Astype(e.Reshape(e.Remainder(e.Arange(12, ivy.Int64), 5), []int{4, 3}), d)
		f := func(rows *ivy.Array) []*ivy.Array {
			last, ys := e.Scan(func(s, r *ivy.Array) (*ivy.Array, []*ivy.Array) {
				next := ivy.Where(ivy.Equal(s, r), ivy.Flip(r), r)
				return next, []*ivy.Array{s, ivy.Equal(next, s)}
			}, e.Zeros([]int{3}, d), rows)
			n := e.While(func(s []*ivy.Array) *ivy.Array { return ivy.Less(s[1], 3) }, func(s []*ivy.Array) []*ivy.Array {
				return []*ivy.Array{ivy.Flip(s[0]), ivy.Add(s[1], 1)}
			}, []*ivy.Array{last.(*ivy.Array), e.Zeros(nil, ivy.Int32)}).([]*ivy.Array)
			b := e.IfElse(ivy.Any(ivy.LogicalNot(ivy.Equal(rows, e.ZerosLike(rows)))), func(x *ivy.Array) *ivy.Array { return ivy.Flip(x) }, func(x *ivy.Array) *ivy.Array { return x }, rows)
			return append(ys.([]*ivy.Array), last.(*ivy.Array), n[0], b.(*ivy.Array))
		}
		state := e.Zeros([]int{3}, d)
		var states, equal []*ivy.Array
		for k := range 4 {
			r := rows.Get(k)
			next := e.Where(e.Equal(state, r), e.Flip(r), r)
			states, equal = append(states, state), append(equal, e.Equal(next, state))
			state = next
		}
		want := []*ivy.Array{e.Stack(states), e.Stack(equal), state, e.Flip(state), e.Flip(rows)}
		c := e.Compile(f)
		for i, got := range [][]*ivy.Array{f(rows), c.CallMany(rows)} {
			for k, w := range want {
				assert.Equal(t, w.Dtype(), got[k].Dtype())
				assert.Equal(t, w.Shape(), got[k].Shape())
				assert.Equal(t, w.Bytes(), got[k].Bytes(), "%v, result %d, compiled %v: %v, want %v", d, k, i > 0, got[k], w)
			}
		}
		if s.compiles() {
			assert.NoError(t, c.Eager(), "%v", d)
		}
	}
}

// controlAbstract infers dtypes and shapes.
func (s *suite) controlAbstract(t *testing.T) {
	e := s.env
	x := e.Abstract(ivy.Float32, 3, 4)
	carry, ys := e.Scan(func(s, r *ivy.Array) (*ivy.Array, *ivy.Array) { return ivy.Add(s, r), ivy.Sum(r) }, e.Zeros([]int{4}, ivy.Float32), x)
	assert.Equal(t, []int{4}, carry.(*ivy.Array).Shape())
	assert.Equal(t, []int{3}, ys.(*ivy.Array).Shape())
	z := e.IfElse(ivy.Greater(ivy.Sum(x), 0), func(x *ivy.Array) *ivy.Array { return ivy.Exp(x) }, func(x *ivy.Array) *ivy.Array { return x }, x).(*ivy.Array)
	w := e.While(func(x *ivy.Array) *ivy.Array { return ivy.Any(ivy.Greater(x, 0)) }, func(x *ivy.Array) *ivy.Array { return ivy.Sin(x) }, x).(*ivy.Array)
	for _, a := range []*ivy.Array{z, w, e.ForRange(0, 9, func(i, x *ivy.Array) *ivy.Array { return ivy.Add(x, ivy.Astype(i, ivy.Float32)) }, x).(*ivy.Array)} {
		assert.True(t, a.IsAbstract())
		assert.Equal(t, []int{3, 4}, a.Shape())
		assert.Equal(t, ivy.Float32, a.Dtype())
	}
	assert.ErrorIs(t, ivy.Try(func() {
		e.IfElse(ivy.Greater(ivy.Sum(x), 0), func(x *ivy.Array) *ivy.Array { return ivy.Sum(x) }, func(x *ivy.Array) *ivy.Array { return x }, x)
	}), ivy.ErrShape)
}

func (s *suite) controlMisuse(t *testing.T) {
	e := s.env
	x := e.Asarray([]float32{1, 2, 3})
	one, yes := e.Ones(nil, ivy.Float32), e.Ones(nil, ivy.Bool)
	gone := e.Add(x, 1)
	gone.Free()
	same := func(x *ivy.Array) *ivy.Array { return x }
	never := func(x *ivy.Array) *ivy.Array { return e.Zeros(nil, ivy.Bool) }
	always := func(x *ivy.Array) *ivy.Array { return yes }
	wide := func(x *ivy.Array) *ivy.Array { return ivy.Astype(x, ivy.Float64) }
	long := func(x *ivy.Array) *ivy.Array { return ivy.Concat([]*ivy.Array{x, x}) }
	second := func(_, x *ivy.Array) *ivy.Array { return x }
	type params struct{ W, B *ivy.Array }
	for name, c := range map[string]struct {
		f    func(x *ivy.Array)
		kind error
		says string
	}{
		"a nil condition":          {func(x *ivy.Array) { e.IfElse(nil, same, same, x) }, ivy.ErrValue, ""},
		"a freed condition":        {func(x *ivy.Array) { e.IfElse(gone, same, same, x) }, ivy.ErrValue, "freed"},
		"a long condition":         {func(x *ivy.Array) { e.IfElse(x, same, same, x) }, ivy.ErrShape, "one element"},
		"no function":              {func(x *ivy.Array) { e.IfElse(yes, same, 3, x) }, ivy.ErrValue, "otherwise"},
		"a nil function":           {func(x *ivy.Array) { e.IfElse(yes, (func(*ivy.Array) *ivy.Array)(nil), same, x) }, ivy.ErrValue, "then"},
		"too many operands":        {func(x *ivy.Array) { e.IfElse(yes, same, same, x, x) }, ivy.ErrValue, "2 arguments"},
		"a freed operand":          {func(x *ivy.Array) { e.IfElse(yes, same, same, gone) }, ivy.ErrValue, "freed"},
		"cond of nothing":          {func(x *ivy.Array) { e.While(nil, same, x) }, ivy.ErrValue, "cond"},
		"cond of several elements": {func(x *ivy.Array) { e.While(same, same, x) }, ivy.ErrShape, "one element"},
		"cond of a tree":           {func(x *ivy.Array) { e.While(func(x *ivy.Array) []*ivy.Array { return nil }, same, x) }, ivy.ErrValue, "no array"},
		"a state of another dtype": {func(x *ivy.Array) { e.While(always, wide, x) }, ivy.ErrDtype, "float64"},
		"a state of another shape": {func(x *ivy.Array) { e.While(always, long, x) }, ivy.ErrShape, "(6,)"},
		"a state that is freed":    {func(x *ivy.Array) { e.ForRange(0, 1, func(_, _ *ivy.Array) *ivy.Array { return gone }, x) }, ivy.ErrValue, "freed"},
		"a state with other names": {func(x *ivy.Array) {
			e.ForRange(0, 2, func(i, _ ivy.Tree) ivy.Tree { return map[string]*ivy.Array{"b": one} }, map[string]*ivy.Array{"a": one})
		}, ivy.ErrValue, `"b"`},
		"a state that is no tree": {func(x *ivy.Array) { e.ForRange(0, 2, func(i, _ ivy.Tree) ivy.Tree { return 3 }, x) }, ivy.ErrValue, "int"},
		"a named array": {func(x *ivy.Array) {
			e.ForRange(0, 2, func(_ *ivy.Array, p params) params { return params{p.W, ivy.Sum(x)} }, params{x, x})
		}, ivy.ErrShape, `"B"`},
		"the second iteration": {func(x *ivy.Array) {
			n := 0
			e.ForRange(0, 2, func(_, s *ivy.Array) *ivy.Array { n++; return []*ivy.Array{nil, s, ivy.Sum(x)}[n] }, x)
		}, ivy.ErrShape, "()"},
		"a nil state":                 {func(x *ivy.Array) { e.While(never, same, nil) }, ivy.ErrValue, "nil"},
		"a body of one":               {func(x *ivy.Array) { e.ForRange(0, 2, same, x) }, ivy.ErrValue, "2 arguments"},
		"more numbers than there are": {func(x *ivy.Array) { e.ForRange(math.MinInt, math.MaxInt, second, x) }, ivy.ErrValue, "counts"},
		"rows of a number":            {func(x *ivy.Array) { e.MapRows(same, one) }, ivy.ErrShape, "no axes"},
		"no rows":                     {func(x *ivy.Array) { e.MapRows(same, []*ivy.Array{}) }, ivy.ErrValue, "rows"},
		"results without end": {func(x *ivy.Array) {
			e.Scan(func(s, _ ivy.Tree) (ivy.Tree, ivy.Tree) { return s, s }, x, []*ivy.Array{}, ivy.N(math.MaxInt))
		}, ivy.ErrShape, ""},
		"rows of two lengths": {func(x *ivy.Array) {
			e.MapRows(func(p params) *ivy.Array { return p.W }, params{x, e.Zeros([]int{2})})
		}, ivy.ErrShape, `"B"`},
		"scan without rows": {func(x *ivy.Array) {
			e.Scan(func(a, b ivy.Tree) (ivy.Tree, ivy.Tree) { return a, a }, x, []*ivy.Array{})
		}, ivy.ErrValue, "N"},
		"scan of another N":    {func(x *ivy.Array) { e.Scan(func(a, b *ivy.Array) (_, _ *ivy.Array) { return a, b }, one, x, ivy.N(2)) }, ivy.ErrShape, "3 rows"},
		"scan of a negative N": {func(x *ivy.Array) { e.Scan(func(a, b *ivy.Array) (_, _ *ivy.Array) { return a, b }, one, x, ivy.N(-1)) }, ivy.ErrValue, "N(-1)"},
		"scan with Axis": {func(x *ivy.Array) {
			e.Scan(func(a, b *ivy.Array) (_, _ *ivy.Array) { return a, b }, one, x, ivy.Axis(0))
		}, ivy.ErrValue, "Axis"},
		"scan with N twice": {func(x *ivy.Array) {
			e.Scan(func(a, b *ivy.Array) (_, _ *ivy.Array) { return a, b }, one, x, ivy.N(3), ivy.N(3))
		}, ivy.ErrValue, "twice"},
		"scan with a nil":      {func(x *ivy.Array) { e.Scan(func(a, b *ivy.Array) (_, _ *ivy.Array) { return a, b }, one, x, nil) }, ivy.ErrValue, "nil"},
		"scan with one result": {func(x *ivy.Array) { e.Scan(func(a, b *ivy.Array) *ivy.Array { return a }, one, x) }, ivy.ErrValue, "1 results"},
		"results of two shapes": {func(x *ivy.Array) {
			n := 0
			e.MapRows(func(r *ivy.Array) *ivy.Array { n++; return e.Zeros([]int{n}) }, x)
		}, ivy.ErrShape, "(2,)"},
		"results of two dtypes": {func(x *ivy.Array) {
			n := 0
			e.MapRows(func(r *ivy.Array) *ivy.Array {
				n++
				return e.Zeros(nil, []ivy.Dtype{0, ivy.Int8, ivy.Int16, ivy.Int16}[n])
			}, x)
		}, ivy.ErrDtype, "int16"},
		"an error in the function": {func(x *ivy.Array) {
			e.ForRange(0, 1, func(_, s *ivy.Array) *ivy.Array { return ivy.MatMul(s, e.Ones([]int{2, 2}, ivy.Float32)) }, x)
		}, ivy.ErrShape, "MatMul"},
		"an array of the iteration before": {func(x *ivy.Array) {
			var kept *ivy.Array
			e.ForRange(0, 2, func(_, s *ivy.Array) *ivy.Array {
				if kept != nil {
					return ivy.Add(s, kept)
				}
				kept = ivy.Add(s, 1)
				return ivy.Add(kept, s)
			}, x)
		}, ivy.ErrValue, "freed"},
	} {
		err := ivy.Try(func() { c.f(x) })
		var ours *ivy.Error
		if assert.ErrorIs(t, err, c.kind, name) && assert.ErrorAs(t, err, &ours, name) {
			assert.Contains(t, err.Error(), c.says, name)
		}
	}
	if strconv.IntSize == 64 { // with 32 bits there is memory for what an int counts
		err := ivy.Try(func() {
			e.Scan(func(s, _ ivy.Tree) (ivy.Tree, ivy.Tree) { return s, s }, x, []*ivy.Array{}, ivy.N(math.MaxInt/16))
		})
		assert.ErrorIs(t, err, ivy.ErrValue)
		assert.ErrorContains(t, err, "bytes")
	}
	// The other branch may fail, and return what it likes, where there are elements.
	z := e.IfElse(yes, same, func(x *ivy.Array) []*ivy.Array { panic("called") }, x)
	assert.Equal(t, x.Bytes(), z.(*ivy.Array).Bytes())
	// In a trace both are the same.
	branch := func(x *ivy.Array) *ivy.Array {
		return e.IfElse(ivy.Greater(ivy.Sum(x), 0), same, wide, x).(*ivy.Array)
	}
	if s.compiles() {
		c := e.Compile(branch)
		assert.Equal(t, ivy.Float32, c.Call(x).Dtype()) // as it is
		assert.ErrorIs(t, c.Eager(), ivy.ErrDtype)
	}
	// A panic that is no error goes through.
	assert.PanicsWithValue(t, "mine", func() { e.While(always, func(x *ivy.Array) *ivy.Array { panic("mine") }, x) })
}

// controlMemory holds that what an iteration makes ends with it.
func (s *suite) controlMemory(t *testing.T) {
	e := s.env
	const n = 3000
	var inner []*ivy.Array
	belongs := func(x *ivy.Array) *ivy.Array {
		inner = append(inner, x)
		return x
	}
	var kept *ivy.Array
	x := e.Ones([]int{n}, ivy.Float64)
	rows := e.Ones([]int{600, 5}, ivy.Float64)
	run := func(e *ivy.Env) []*ivy.Array {
		a := e.ForRange(0, 50, func(i, s *ivy.Array) *ivy.Array {
			belongs(s)
			belongs(i)
			y := belongs(ivy.Multiply(s, 0.5))
			return belongs(ivy.Add(y, 1))
		}, x).(*ivy.Array)
		inner = inner[:len(inner)-1] // the last state, which is the result
		b := e.While(func(s *ivy.Array) *ivy.Array { return belongs(ivy.Less(belongs(ivy.Sum(s)), 9000*n)) }, func(s *ivy.Array) *ivy.Array {
			belongs(s)
			return ivy.Multiply(s, 2)
		}, x).(*ivy.Array)
		c, d := e.Scan(func(s, r *ivy.Array) (*ivy.Array, *ivy.Array) {
			belongs(s)
			belongs(r)
			y := belongs(ivy.Add(r, ivy.Sum(s)))
			return ivy.Multiply(s, 0.5), y
		}, x, rows)
		f := e.MapRows(func(r *ivy.Array) *ivy.Array { belongs(r); return belongs(ivy.Exp(r)) }, rows)
		g := e.IfElse(ivy.Greater(ivy.Sum(b), 0), func(x *ivy.Array) *ivy.Array { return ivy.Add(belongs(ivy.Exp(belongs(x))), 1) }, func(x *ivy.Array) *ivy.Array { return x }, x)
		return []*ivy.Array{a, b, c.(*ivy.Array), d.(*ivy.Array), f.(*ivy.Array), g.(*ivy.Array)}
	}
	for _, zs := range [][]*ivy.Array{run(e), e.TidyMany(run)} {
		for i, a := range inner {
			assert.True(t, isFreed(a), "array %d is still there", i)
		}
		assert.InDelta(t, 2*n, zs[0].Sum().Float(), 1e-9)
		assert.Equal(t, 16384.0*n, zs[1].Sum().Float())
		assert.Equal(t, []int{600, 5}, zs[3].Shape())
		assert.InDelta(t, math.E, zs[4].At(599, 4), 1e-12)
		for _, z := range zs {
			assert.Same(t, e, z.Env())
		}
		inner = nil
	}
	assert.Equal(t, float64(n), x.Sum().Float())
	// What is kept stays, and so does what shares memory with a state.
	e.ForRange(0, 3, func(i, s *ivy.Array) *ivy.Array {
		if kept == nil {
			kept = e.Add(s, 1) // by an Env outside, of the scope
			kept = kept.Env().Keep(kept)
		}
		return ivy.Reshape(ivy.Reshape(s, []int{-1, 1}), []int{n})
	}, x)
	assert.Equal(t, 2.0*n, kept.Sum().Float())
	// In a scope the results belong to it.
	var z *ivy.Array
	e.TidyDo(func(e *ivy.Env) {
		z = e.ForRange(0, 3, func(_, s *ivy.Array) *ivy.Array { return ivy.Add(s, 1) }, x).(*ivy.Array)
		assert.Equal(t, 4.0*n, z.Sum().Float())
	})
	assert.True(t, isFreed(z))
	// After an error all is freed.
	inner = nil
	err := ivy.Try(func() {
		e.ForRange(0, 9, func(i, s *ivy.Array) *ivy.Array {
			if belongs(s); i.Int() == 5 {
				return ivy.Sum(s)
			}
			return belongs(ivy.Add(s, 1))
		}, x)
	})
	assert.ErrorIs(t, err, ivy.ErrShape)
	for i, a := range inner {
		assert.True(t, isFreed(a), "array %d is still there after an error", i)
	}
}

// controlPlans holds that a plan does not grow with the number of iterations.
func (s *suite) controlPlans(t *testing.T) {
	if !s.compiles() {
		t.Skip("it compiles nothing")
	}
	be, err := backend.Lookup(s.name)
	require.NoError(t, err)
	x := backend.Spec{Dtype: ivy.Float64, Shape: []int{4}}
	size := func(f any) int {
		p, err := s.env.Compile(f).Program(s.name, x)
		require.NoError(t, err)
		plan, err := be.(backend.Compiler).Compile(p)
		require.NoError(t, err)
		if plan.Close != nil {
			plan.Close()
		}
		return plan.Bytes
	}
	loss := func(n int) func(x *ivy.Array) *ivy.Array {
		return func(x *ivy.Array) *ivy.Array {
			z, ys := s.env.Scan(func(s, _ []*ivy.Array) ([]*ivy.Array, *ivy.Array) {
				y := ivy.Sin(ivy.Multiply(s[0], x))
				return []*ivy.Array{y}, ivy.Sum(y)
			}, []*ivy.Array{x}, []*ivy.Array{}, ivy.N(n))
			z = s.env.ForRange(0, n, func(i *ivy.Array, z []*ivy.Array) []*ivy.Array {
				return []*ivy.Array{ivy.Add(z[0], ivy.Astype(i, ivy.Float64))}
			}, z)
			sum, _ := s.env.Scan(func(s, y *ivy.Array) (*ivy.Array, []*ivy.Array) { return ivy.Add(s, y), nil }, s.env.Zeros(nil, ivy.Float64), ys)
			return ivy.Add(ivy.Sum(z.([]*ivy.Array)[0]), sum.(*ivy.Array))
		}
	}
	assert.Equal(t, size(loss(10)), size(loss(100000)))
	assert.Equal(t, size(s.env.Grad(loss(10))), size(s.env.Grad(loss(100000))))
}

// controlCanceled ends loops that would not end.
func (s *suite) controlCanceled(t *testing.T) {
	e := s.env
	x := e.Asarray([]float32{1, 2, 3})
	yes := e.Ones(nil, ivy.Bool)
	forever := func(e *ivy.Env) func(x *ivy.Array) *ivy.Array {
		return func(x *ivy.Array) *ivy.Array {
			return e.While(func(x *ivy.Array) *ivy.Array { return yes }, func(x *ivy.Array) *ivy.Array { return ivy.Sin(x) }, x).(*ivy.Array)
		}
	}
	calls := map[string]func(ctx context.Context){
		"a loop": func(ctx context.Context) { forever(e.Context(ctx))(x) },
		"numbers": func(ctx context.Context) {
			e.Context(ctx).ForRange(0, math.MaxInt, func(_, x *ivy.Array) *ivy.Array { return ivy.Sin(x) }, x)
		},
		"no operations": func(ctx context.Context) {
			e.Context(ctx).ForRange(0, math.MaxInt, func(_, x *ivy.Array) *ivy.Array { return x }, x)
		},
		"a gradient": func(ctx context.Context) {
			c := e.Context(ctx)
			c.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(forever(c)(x)) })(x)
		},
	}
	if s.name == "native" { // elsewhere a compiled function ends before it begins
		compiled := e.Compile(forever(e))
		calls["a compiled loop"] = func(ctx context.Context) { compiled.CallContext(ctx, x) }
		numbers := e.Compile(func(x *ivy.Array) *ivy.Array {
			return e.ForRange(0, math.MaxInt, func(_, x *ivy.Array) *ivy.Array { return x }, x).(*ivy.Array)
		})
		calls["compiled numbers"] = func(ctx context.Context) { numbers.CallContext(ctx, x) }
	}
	for name, f := range calls {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		err := ivy.Try(func() { f(ctx) })
		cancel()
		assert.ErrorIs(t, err, ivy.ErrCanceled, name)
		assert.ErrorIs(t, err, context.DeadlineExceeded, name)
	}
	assert.Equal(t, "6.0", e.Sum(x).String())
}

// controlEager has functions that are not compiled, and say why.
func (s *suite) controlEager(t *testing.T) {
	e := s.env
	x := e.Asarray([]float64{1, 2, 3})
	f := func(x *ivy.Array) *ivy.Array {
		return e.ForRange(0, 3, func(i, s *ivy.Array) *ivy.Array {
			if i.Int() == 1 { // looks at a value
				return s
			}
			return ivy.Add(s, x)
		}, x).(*ivy.Array)
	}
	c := e.Compile(f)
	assert.Equal(t, f(x).Bytes(), c.Call(x).Bytes())
	assert.ErrorIs(t, c.Eager(), ivy.ErrUnsupported)
	// A loop over constants is gone through when the function is traced.
	g := func(x *ivy.Array) *ivy.Array {
		n := e.ForRange(0, 4, func(i, s *ivy.Array) *ivy.Array { return ivy.Add(s, i) }, e.Zeros(nil, ivy.Int32)).(*ivy.Array)
		return ivy.Multiply(x, ivy.Astype(n, ivy.Float64))
	}
	c = e.Compile(g)
	assert.Equal(t, g(x).Bytes(), c.Call(x).Bytes())
	// Arrays that the function makes of nothing are constants as they are when they are used, and may be written to; those
	// from outside may not, as every iteration would write.
	g = func(x *ivy.Array) *ivy.Array {
		return e.ForRange(0, 2, func(_, s *ivy.Array) *ivy.Array {
			y := e.Zeros([]int{3}, ivy.Float64)
			y.Set(1, 0)
			s = ivy.Add(s, y)
			y.Set(5, 0)
			return ivy.Add(s, y)
		}, x).(*ivy.Array)
	}
	c = e.Compile(g)
	assert.Equal(t, g(x).Bytes(), c.Call(x).Bytes())
	assert.Equal(t, []float64{13, 2, 3}, ivy.Values[float64](c.Call(x)))
	if s.compiles() {
		assert.NoError(t, c.Eager())
	}
	g = func(x *ivy.Array) *ivy.Array {
		out := e.Zeros([]int{3}, ivy.Float64)
		e.ForRange(0, 2, func(_, s *ivy.Array) *ivy.Array {
			out.Set(ivy.Add(out.Get(0), ivy.Sum(s)), 0)
			return ivy.Multiply(s, 2)
		}, x)
		return ivy.Add(out, x)
	}
	c = e.Compile(g)
	assert.Equal(t, []float64{6 + 12 + 1, 2, 3}, ivy.Values[float64](g(x)))
	assert.Equal(t, g(x).Bytes(), c.Call(x).Bytes(), "%v", c.Call(x))
	assert.Error(t, c.Eager())
	// An operation inside that fails says what it is.
	h := e.Compile(func(x, i *ivy.Array) *ivy.Array {
		return e.ForRange(0, 3, func(_, s *ivy.Array) *ivy.Array { return ivy.Add(s, ivy.Take(x, i)) }, x).(*ivy.Array)
	})
	h.Call(x, e.Asarray([]int64{0, 1, 2}))
	err := ivy.Try(func() { h.Call(x, e.Asarray([]int64{0, 1, 7})) })
	assert.ErrorIs(t, err, ivy.ErrIndex)
	assert.True(t, errors.Is(err, ivy.ErrIndex))
}

// LoopsFlat holds that the memory of a long loop is that of some of its iterations, without the collector. live
// are the bytes that the backend counts.
func LoopsFlat(t *testing.T, backendName string, live func() int) {
	s := newSuite(t, backendName, nil)
	e := s.env
	const n = 1 << 16
	x, rows := e.Ones([]int{n}, ivy.Float64), e.Ones([]int{3000, 2}, ivy.Float64)
	memtest.Settle(live)
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	before, most := live(), 0
	see := func() { most = max(most, live()-before) }
	e.ForRange(0, 300, func(_, s *ivy.Array) *ivy.Array { see(); return ivy.Multiply(ivy.Add(s, 1), 0.5) }, x)
	e.While(func(s []*ivy.Array) *ivy.Array { return ivy.Less(s[1], 300) }, func(s []*ivy.Array) []*ivy.Array {
		see()
		return []*ivy.Array{ivy.Multiply(ivy.Add(s[0], 1), 0.5), ivy.Add(s[1], 1)}
	}, []*ivy.Array{x, e.Zeros(nil, ivy.Int32)})
	e.Scan(func(s, r *ivy.Array) (_, _ *ivy.Array) {
		see()
		y := ivy.Multiply(s, 0.5)
		return y, ivy.Add(r, ivy.Sum(y))
	}, x, rows)
	assert.Less(t, most, 20*8*n)
}
