package native_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/internal/thorough"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

func newEnv(t require.TestingT) *ivy.Env {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	return e
}

// A method is what a step of a random function does with up to three values and numbers
// that say more.
type method struct {
	name string
	run  func(e *ivy.Env, x [3]*ivy.Array, how [3]int) *ivy.Array
}

var methods = func() []method {
	var ms []method
	call := func(operands int, names ...string) {
		for _, name := range names {
			ms = append(ms, method{name, func(e *ivy.Env, x [3]*ivy.Array, _ [3]int) *ivy.Array {
				args := []any{x[0], x[1], x[2]}
				return e.Call(ops.Lookup(name), args[:operands])[0]
			}})
		}
	}
	special := func(name string, f func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array) {
		ms = append(ms, method{name, func(e *ivy.Env, x [3]*ivy.Array, how [3]int) *ivy.Array { return f(e, x[0], how) }})
	}
	call(1, "Negative", "Abs", "Square", "Exp", "Tanh", "Sqrt", "Floor", "Sign", "IsNan", "LogicalNot", "Relu", "Gelu", "Reciprocal",
		"CopyArray", "Softmax", "LogSoftmax", "Flip", "Sort")
	for range 2 { // they are most of what functions have
		call(2, "Add", "Subtract", "Multiply", "Divide", "Maximum", "Less", "Equal", "LogicalAnd")
	}
	call(2, "BitwiseXor", "Pow", "MatMul")
	call(3, "Where")
	for _, name := range []string{"Sum", "Prod", "Max", "Min", "Mean", "Var", "Std", "All", "Any", "ArgMax"} {
		special(name, func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array {
			opts := []ivy.Option{ivy.KeepDims(how[2]%2 == 0)}
			if rank := x.Ndim(); how[0]%4 > 0 && rank > 0 {
				first := rank - 1 - how[1]%rank
				switch {
				case how[0]%4 == 3 || name == "ArgMax":
					opts = append(opts, ivy.Axis(first))
				default: // the last ones, which are in a pass
					axes := ivy.Axes{}
					for ; first < rank; first++ {
						axes = append(axes, first)
					}
					opts = append(opts, axes)
				}
			}
			return e.Call(ops.Lookup(name), []any{x}, opts...)[0]
		})
	}
	special("Astype", func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array {
		all := dtype.All.Dtypes()
		return e.Astype(x, all[how[0]%len(all)])
	})
	special("LayerNorm", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array { return e.LayerNorm(x, []int{-1}) })
	special("PermuteDims", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array {
		perm := make([]int, x.Ndim())
		for i := range perm {
			perm[i] = len(perm) - 1 - i
		}
		return e.PermuteDims(x, perm)
	})
	special("flat", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array { return e.Reshape(x, []int{-1}) })
	special("squeezed", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array {
		return e.Reshape(x, slices.DeleteFunc(x.Shape(), func(n int) bool { return n == 1 }))
	})
	special("ExpandDims", func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array { return e.ExpandDims(x, ivy.Axis(-how[0]%2)) })
	special("broadcast", func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array {
		return e.BroadcastTo(x, append([]int{how[0]%3 + 1}, x.Shape()...))
	})
	special("tail", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array { return e.GetItem(x, ivy.Slice(1, nil)) })
	special("steps", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array { return e.GetItem(x, ivy.Slice(nil, nil, -2)) })
	special("Concat", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array { return e.Concat([]*ivy.Array{x, x}) })
	special("CumulativeSum", func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array {
		return e.CumulativeSum(x, ivy.Axis(how[0]%max(x.Ndim(), 1)))
	})
	special("FullLike", func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array { return e.FullLike(x, how[0]%3) })
	special("number", func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array { return e.Multiply(x, how[0]%5-2) })
	special("Arange", func(e *ivy.Env, x *ivy.Array, _ [3]int) *ivy.Array {
		return e.Add(x, e.Arange(append([]int{1}, x.Shape()...)[x.Ndim()]))
	})
	special("write", func(e *ivy.Env, x *ivy.Array, how [3]int) *ivy.Array {
		z := e.Multiply(x, 1)
		before := e.Multiply(z, 2)
		e.SetItem(z, how[0]%5, how[1]%max(x.Size(), 1))
		return e.Add(z, before)
	})
	return ms
}()

// A program is a random function: steps, each with a method and the values before it that
// it takes. A step that fails for its operands, which their dtypes and shapes decide, has
// the first of them as its value.
type program struct {
	steps   [][7]int
	results []int
}

// mostBytes keeps values small.
const mostBytes = 4 << 20

func (p program) run(e *ivy.Env, xs []*ivy.Array) []*ivy.Array {
	values := slices.Clone(xs)
	for _, s := range p.steps {
		var x [3]*ivy.Array
		for k := range x {
			x[k] = values[s[1+k]%len(values)]
		}
		z := x[0]
		_ = ivy.Try(func() { z = methods[s[0]%len(methods)].run(e, x, [3]int(s[4:])) })
		values = append(values, z)
	}
	var out []*ivy.Array
	for _, r := range p.results {
		out = append(out, values[r%len(values)])
	}
	return out
}

// String shows the program in a failure.
func (p program) String() string {
	s := ""
	for i, step := range p.steps {
		s += fmt.Sprintf("%d: %s%v %v\n", i, methods[step[0]%len(methods)].name, step[1:4], step[4:])
	}
	return s + fmt.Sprint(p.results)
}

// bases are the shapes that a random function's arguments broadcast to.
var bases = [][]int{{}, {1}, {3}, {513}, {33_000}, {4, 5}, {7, 100}, {16, 33}, {3, 2000}, {2, 17_000}, {100, 7}, {1000, 3}, {40, 513},
	{2, 3, 4, 5}, {3, 30, 60}, {2, 1, 600}, {1, 7, 1}, {1, 1100}, {0}, {0, 3}, {5, 0}, {2, 3, 1, 2, 1, 2, 2, 1, 3}}

// randomArray draws an array that lies in memory in one way or another.
func randomArray(t *rapid.T, e *ivy.Env, base []int, d ivy.Dtype) *ivy.Array {
	dims := slices.Clone(base)
	switch form := rapid.IntRange(0, 7).Draw(t, "form"); {
	case len(dims) == 0 || form < 4:
	case form == 4: // for each row
		dims[len(dims)-1] = 1
	case form == 5: // for each column
		dims = dims[1:]
	case form == 6:
		dims[rapid.IntRange(0, len(dims)-1).Draw(t, "broadcast")] = 1
	default:
		dims = nil
	}
	if rapid.IntRange(0, 4).Draw(t, "other") == 0 {
		d = rapid.SampledFrom(dtype.All.Dtypes()).Draw(t, "dtype")
	}
	n := 1
	for _, k := range dims {
		n *= k
	}
	state := rapid.Uint32().Draw(t, "seed")
	vs := make([]float64, n)
	for i := range vs {
		state = state*1664525 + 1013904223
		vs[i] = float64(state>>20)/512 - 4
		switch state >> 12 & 0xff {
		case 0:
			vs[i] = math.NaN()
		case 1:
			vs[i] = math.Inf(1)
		case 2:
			vs[i] = math.Copysign(0, -1)
		}
	}
	make := func(dims []int) *ivy.Array { return e.Astype(e.Reshape(e.Asarray(vs), dims), d) }
	switch layout := rapid.IntRange(0, 6).Draw(t, "layout"); {
	case layout == 0:
		back := slices.Clone(dims)
		slices.Reverse(back)
		perm := []int{}
		for i := range back {
			perm = append(perm, len(back)-1-i)
		}
		return e.PermuteDims(make(back), perm)
	case layout == 1 && len(dims) > 0:
		twice := append(slices.Clone(dims), 1)
		return e.GetItem(e.Concat([]*ivy.Array{make(twice), make(twice)}, ivy.Axis(-1)), ivy.Ellipsis, 1)
	case layout == 2 && len(dims) > 0 && dims[0] > 0:
		return e.BroadcastTo(e.GetItem(make(dims), 0), dims)
	}
	return make(dims)
}

// same reports whether two arrays have the same bits, any NaN being as good as another.
func same(x, y *ivy.Array) string {
	if x.Dtype() != y.Dtype() || !slices.Equal(x.Shape(), y.Shape()) {
		return fmt.Sprintf("%v%v, want %v%v", y.Dtype(), y.Shape(), x.Dtype(), x.Shape())
	}
	a, b := x.Bytes(), y.Bytes()
	if slices.Equal(a, b) {
		return ""
	}
	nan := func(b []byte, size int) []bool {
		var out []bool
		for ; len(b) > 0; b = b[size:] {
			switch {
			case x.Dtype() == ivy.Float64 || x.Dtype() == ivy.Complex128:
				v := math.Float64frombits(uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56)
				out = append(out, v != v)
			case x.Dtype() == ivy.BFloat16:
				out = append(out, dtype.Brain(uint16(b[0])|uint16(b[1])<<8).Float32() != dtype.Brain(uint16(b[0])|uint16(b[1])<<8).Float32())
			case x.Dtype() == ivy.Float16:
				h := dtype.Half(uint16(b[0]) | uint16(b[1])<<8)
				out = append(out, h&0x7c00 == 0x7c00 && h&0x3ff != 0)
			case x.Dtype() == ivy.Float32 || x.Dtype() == ivy.Complex64:
				v := math.Float32frombits(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
				out = append(out, v != v)
			default:
				out = append(out, false)
			}
		}
		return out
	}
	size := x.Dtype().Size()
	if x.Dtype().IsComplex() {
		size /= 2
	}
	p, q := nan(a, size), nan(b, size)
	for i := range p {
		if u, v := a[i*size:(i+1)*size], b[i*size:(i+1)*size]; !slices.Equal(u, v) && !(p[i] && q[i]) {
			return fmt.Sprintf("element %d: % x, want % x", i, v, u)
		}
	}
	return ""
}

// A compiled function gives bit for bit what it gives call by call, on any number of
// threads, whatever it is made of; its results share no memory with its arguments.
func TestCompiledRandomly(t *testing.T) {
	e := newEnv(t)
	e.SetMaxBytes(mostBytes)
	defer native.Backend{}.SetThreads(0)
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom(bases).Draw(t, "shape")
		main := rapid.SampledFrom(append(dtype.All.Dtypes(), ivy.Float32, ivy.Float32, ivy.Float32, ivy.Float64)).Draw(t, "main")
		xs := make([]*ivy.Array, rapid.IntRange(1, 3).Draw(t, "arguments"))
		for i := range xs {
			xs[i] = randomArray(t, e, base, main)
		}
		number := rapid.IntRange(0, 1000)
		var p program
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			var s [7]int
			for k := range s {
				s[k] = number.Draw(t, "step")
			}
			p.steps = append(p.steps, s)
		}
		p.results = rapid.SliceOfN(rapid.IntRange(0, len(xs)+len(p.steps)-1), 1, 4).Draw(t, "results")
		before := make([]*ivy.Array, len(xs))
		for i, x := range xs {
			before[i] = e.Asarray(x, ivy.Copy(true))
		}
		native.Backend{}.SetThreads(1)
		want := p.run(e, xs)
		g := e.Compile(func(xs ...*ivy.Array) []*ivy.Array { return p.run(e, xs) })
		for threads := 1; threads <= 3; threads += 2 {
			native.Backend{}.SetThreads(threads)
			got := g.CallMany(xs...)
			if err := g.Eager(); err != nil {
				t.Fatalf("not compiled: %v\n%v", err, p)
			}
			for i := range want {
				if diff := same(want[i], got[i]); diff != "" {
					t.Fatalf("result %d on %d threads: %s\n%v", i, threads, diff, p)
				}
			}
			for _, z := range got {
				if !slices.Contains(xs, z) && z.Size() > 0 && z.Ndim() > 0 {
					e.SetItem(z, 1, ivy.Ellipsis)
				}
			}
			for i := range xs {
				if diff := same(before[i], xs[i]); diff != "" {
					t.Fatalf("argument %d has changed: %s\n%v", i, diff, p)
				}
			}
		}
	})
}

// check compares a compiled function with itself call by call.
func check(t *testing.T, e *ivy.Env, f func(x ...*ivy.Array) []*ivy.Array, xs ...*ivy.Array) {
	t.Helper()
	defer native.Backend{}.SetThreads(0)
	want := f(xs...)
	g := e.Compile(f)
	for threads := 1; threads <= 3; threads++ {
		native.Backend{}.SetThreads(threads)
		got := g.CallMany(xs...)
		require.NoError(t, g.Eager())
		require.Len(t, got, len(want))
		for i := range want {
			assert.Empty(t, same(want[i], got[i]), "result %d on %d threads", i, threads)
		}
	}
}

// ramp returns n elements of a shape, each another.
func ramp(e *ivy.Env, d ivy.Dtype, dims ...int) *ivy.Array {
	n := 1
	for _, k := range dims {
		n *= k
	}
	return e.Astype(e.Reshape(e.Sin(e.Multiply(e.Arange(n, ivy.Float64), 0.37)), dims), d)
}

func TestCompiledLarge(t *testing.T) {
	e := newEnv(t)
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64, ivy.BFloat16, ivy.Float16} {
		t.Run(d.String(), func(t *testing.T) {
			for _, dims := range [][]int{{300, 700}, {3, 40_000}, {20_001, 3}, {150_000, 1}, {200_000}, {7, 16_384}, {5, 16_385}, {2, 3, 513, 17}} {
				x := ramp(e, d, dims...)
				row, column := ramp(e, d, append(slices.Clone(dims[:len(dims)-1]), 1)...), ramp(e, d, dims[len(dims)-1])
				check(t, e, func(x ...*ivy.Array) []*ivy.Array {
					return []*ivy.Array{e.Softmax(x[0]), e.LayerNorm(x[0], []int{-1}, ivy.Scale(x[2])), e.Sum(e.Exp(x[0])), e.Var(x[0], ivy.Axis(-1), ivy.Correction(1)),
						e.Add(e.Multiply(x[0], x[1]), x[2]), e.Max(e.Abs(x[0])), e.Subtract(x[1], x[2])}
				}, x, row, column)
			}
		})
	}
}

// Rows of all lengths, whose steps one loop does together: all of them, and where some have
// other readers, or are results themselves.
func TestCompiledRowLoops(t *testing.T) {
	e := newEnv(t)
	functions := map[string]func(x ...*ivy.Array) []*ivy.Array{
		"softmax":     func(x ...*ivy.Array) []*ivy.Array { return []*ivy.Array{e.Softmax(x[0])} },
		"log_softmax": func(x ...*ivy.Array) []*ivy.Array { return []*ivy.Array{e.LogSoftmax(x[0])} },
		"layer_norm": func(x ...*ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.LayerNorm(x[0], []int{-1}), e.LayerNorm(x[0], []int{0, 1}), e.LayerNorm(x[0], []int{-1}, ivy.Scale(x[2]), ivy.NewStd(2))}
		},
		"variances": func(x ...*ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Var(x[0], ivy.Axis(-1)), e.Std(e.Exp(x[0])), e.Sum(e.Square(x[0]), ivy.Axis(-1))}
		},
		"exponentials": func(x ...*ivy.Array) []*ivy.Array {
			z := e.Exp(x[0])
			d := e.Subtract(x[0], x[1])
			y := e.Exp(d)
			return []*ivy.Array{z, e.Sum(z), e.Sum(y, ivy.Axis(-1)), d, e.Sum(e.Exp(e.Multiply(x[1], x[0])), ivy.Axis(-1))}
		},
		"numbers of rows": func(x ...*ivy.Array) []*ivy.Array {
			d, one := e.Subtract(x[0], x[1]), e.Subtract(x[0], 0.5)
			return []*ivy.Array{e.Divide(d, x[1]), e.Multiply(d, x[1]), e.Subtract(d, x[1]), e.Add(x[1], d), e.Multiply(x[1], x[0]), e.Divide(one, x[1]),
				e.Divide(e.Subtract(x[0], e.Add(x[1], 1)), 3), e.Add(e.Multiply(x[0], x[2]), x[1])}
		},
		"one reader more": func(x ...*ivy.Array) []*ivy.Array {
			d := e.Subtract(x[0], e.Mean(x[0], ivy.Axis(-1), ivy.KeepDims(true)))
			s := e.Sum(e.Square(d), ivy.Axis(-1), ivy.KeepDims(true))
			return []*ivy.Array{e.Divide(d, s), e.Tanh(d), e.Sum(e.Exp(d), ivy.Axis(-1))}
		},
	}
	lengths := []int{2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 129, 1000, 2049, 4097, 8200, 16_384, 16_385, 40_000}
	dtypes := []ivy.Dtype{ivy.Float32, ivy.BFloat16, ivy.Float64}
	if testing.Short() {
		lengths, dtypes = []int{7, 33, 129, 4097, 16_385, 40_000}, dtypes[:2]
	}
	for name, f := range functions {
		t.Run(name, func(t *testing.T) {
			for _, cols := range lengths {
				for _, d := range dtypes {
					rows := max(3, 20_000/cols)
					check(t, e, f, ramp(e, d, rows, cols), e.Add(ramp(e, d, rows, 1), 1), ramp(e, d, cols))
				}
			}
		})
	}
}

// Functions of several steps, which are compiled for large arrays, give what their steps do.
func TestComposed(t *testing.T) {
	race.CoveredBy(t, "TestCompiledLarge")
	e := newEnv(t)
	defer native.Backend{}.SetThreads(0)
	keep := ivy.KeepDims(true)
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64, ivy.BFloat16, ivy.Float16} {
		for _, dims := range [][]int{{300, 700}, {3, 40_000}, {20_001, 4}, {2, 300, 150}} {
			x := ramp(e, d, dims...)
			scale, offset := ramp(e, d, dims[len(dims)-1]), ramp(e, ivy.Float32, dims...)
			wide := func(x *ivy.Array) *ivy.Array {
				if dtype.Narrow.Has(x.Dtype()) {
					return e.Astype(x, ivy.Float32)
				}
				return x
			}
			for threads := 1; threads <= 3; threads += 2 {
				native.Backend{}.SetThreads(threads)
				for _, axis := range []ivy.Axis{-1, 0} {
					z := e.Subtract(wide(x), e.Max(wide(x), axis, keep))
					p := e.Exp(z)
					assert.Empty(t, same(e.Astype(e.Divide(p, e.Sum(p, axis, keep)), d), e.Softmax(x, axis)), "softmax of %v%v", d, dims)
					assert.Empty(t, same(e.Astype(e.Subtract(z, e.Log(e.Sum(p, axis, keep))), d), e.LogSoftmax(x, axis)), "log_softmax of %v%v", d, dims)
				}
				z := e.Subtract(wide(x), e.Mean(wide(x), ivy.Axis(-1), keep))
				z = e.Divide(z, e.Sqrt(e.Add(e.Mean(e.Square(z), ivy.Axis(-1), keep), 1e-5)))
				assert.Empty(t, same(e.Astype(z, d), e.LayerNorm(x, []int{-1})), "layer_norm of %v%v", d, dims)
				z = e.Add(e.Multiply(e.Multiply(z, 3.0), wide(scale)), offset)
				for range 2 { // then by what was compiled
					got := e.LayerNorm(x, []int{-1}, ivy.NewStd(3), ivy.Scale(scale), ivy.Offset(offset))
					assert.Empty(t, same(e.Astype(z, got.Dtype()), got), "layer_norm with scale and offset of %v%v", d, dims)
				}
			}
		}
	}
	x := e.Zeros([]int{300, 300})
	assert.ErrorIs(t, ivy.Try(func() { e.LayerNorm(x, []int{-1}, ivy.Scale(e.Zeros([]int{7}))) }), ivy.ErrShape)
	assert.Error(t, ivy.Try(func() { e.Softmax(x, ivy.Axis(2)) }))
	for n := range 100 { // more shapes than are kept
		assert.Equal(t, []int{300 + n, 250}, e.Softmax(e.Zeros([]int{300 + n, 250})).Shape())
	}
}

// A result's memory is its own, so Free gives it back; what is a constant, or shared with
// another result, stays.
func TestCompiledFree(t *testing.T) {
	e := newEnv(t)
	w := ramp(e, ivy.Float32, 100, 100)
	g := e.Compile(func(x *ivy.Array) []*ivy.Array {
		y := e.Add(e.Multiply(x, 2), 1)
		z := e.Multiply(e.MatMul(e.Exp(x), x), 0.5)
		return []*ivy.Array{y, z, e.Subtract(z, y), w, e.Tanh(x), e.Reshape(e.Sin(x), []int{-1}), y, e.Square(w)}
	})
	x := ramp(e, ivy.Float32, 100, 100)
	var want [][]float32
	for round := range 8 {
		var got [][]float32
		zs := g.CallMany(x)
		require.NoError(t, g.Eager())
		for _, z := range zs {
			got = append(got, ivy.Values[float32](z))
		}
		if round == 0 {
			want = got
		}
		require.Equal(t, want, got)
		kept := round % len(zs)
		for i, z := range zs {
			if i != kept {
				z.Free()
				assert.ErrorIs(t, ivy.Try(func() { z.Bytes() }), ivy.ErrValue, "result %d", i)
				b := (*native.Buffer)(reflect.ValueOf(z).Elem().FieldByName("buf").Elem().UnsafePointer())
				assert.Equal(t, slices.Contains([]int{1, 2, 4}, i), b.Mem == nil, "result %d: its memory is given back", i)
			}
		}
		for range zs { // in what was given back
			e.Full([]int{100, 100}, 99, ivy.Float32)
		}
		assert.Equal(t, want[kept], ivy.Values[float32](zs[kept]), "result %d, the others freed", kept)
	}
	assert.Equal(t, want[3], ivy.Values[float32](w))
}

// What lies out of order in memory, with more axes than readers know.
func TestCompiledLayouts(t *testing.T) {
	e := newEnv(t)
	many := ramp(e, ivy.Float32, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3)
	turned := e.PermuteDims(many, []int{8, 1, 6, 3, 4, 5, 2, 7, 0, 9})
	check(t, e, func(x ...*ivy.Array) []*ivy.Array {
		return []*ivy.Array{e.Add(e.Multiply(x[0], 2), x[1]), e.Add(x[0], e.Sum(x[0], ivy.Axes{1, 3, 5, 7, 9}, ivy.KeepDims(true))), e.Mean(e.Add(x[0], 1), ivy.Axes{8, 9})}
	}, turned, e.GetItem(many, 0, ivy.Ellipsis))
	square := ramp(e, ivy.Float64, 700, 300)
	check(t, e, func(x ...*ivy.Array) []*ivy.Array {
		return []*ivy.Array{e.Softmax(x[0]), e.Add(e.Reshape(x[0], []int{-1}), 1), e.Sum(x[0]), e.Sum(e.Exp(x[0]), ivy.Axis(0))}
	}, square.T())
}

// Long functions have several passes; the memory of what has ended is used again, and
// nothing is lost with it.
func TestCompiledLong(t *testing.T) {
	e := newEnv(t)
	x, w := ramp(e, ivy.Float32, 64, 64), ramp(e, ivy.Float32, 64, 64)
	check(t, e, func(x ...*ivy.Array) []*ivy.Array {
		z, kept := x[0], []*ivy.Array{}
		for i := range 40 {
			y := e.Tanh(e.Add(e.MatMul(z, x[1]), float32(i)))
			z = e.Subtract(e.Multiply(y, z), e.Mean(y, ivy.Axis(-1), ivy.KeepDims(true)))
			if i%10 == 0 {
				kept = append(kept, z, e.Reshape(y, []int{-1}))
			}
		}
		return append(kept, z)
	}, x, w)
	check(t, e, func(x ...*ivy.Array) []*ivy.Array {
		z := x[0]
		for range 700 {
			z = e.Subtract(e.Multiply(z, 0.99), x[1])
		}
		return []*ivy.Array{z}
	}, x, w)
}

// Writes show neither between results and arguments nor in later calls.
func TestCompiledMemory(t *testing.T) {
	e := newEnv(t)
	w := e.Asarray([]float32{1, 2, 3, 4, 5, 6})
	g := e.Compile(func(x *ivy.Array) []*ivy.Array {
		y := e.Add(x, 1)
		return []*ivy.Array{x, e.CopyArray(x), e.Reshape(x, []int{2, 3}), e.GetItem(x, ivy.Slice(1, nil)), e.BroadcastTo(x, []int{2, 6}), w, e.Reshape(w, []int{3, 2}), y, e.Reshape(y, []int{3, 2})}
	})
	for range 2 {
		x := e.Zeros([]int{6})
		zs := g.CallMany(x)
		require.NoError(t, g.Eager())
		assert.Same(t, x, zs[0])
		var before [][]float32
		for _, z := range zs {
			before = append(before, ivy.Values[float32](z))
		}
		e.SetItem(x, 7, ivy.Ellipsis)
		e.SetItem(w, 8, ivy.Ellipsis)
		for i, z := range zs[1:] {
			assert.Equal(t, before[i+1], ivy.Values[float32](z), "result %d", i+1)
		}
		assert.Equal(t, []float32{1, 2, 3, 4, 5, 6}, ivy.Values[float32](zs[5]))
		e.SetItem(zs[5], 9, ivy.Ellipsis)
		e.SetItem(zs[7], 9, ivy.Ellipsis)
		assert.Equal(t, before[6], ivy.Values[float32](zs[6]))
		assert.Equal(t, before[8], ivy.Values[float32](zs[8]))
	}
}

// The memory of intermediate values is used again in the next call, that of values with views too.
func TestCompiledViewsGiveBack(t *testing.T) {
	race.Sequential(t)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would free what calls leave
	e := newEnv(t)
	f := func(x *ivy.Array) *ivy.Array {
		h := e.Reshape(e.Relu(e.Add(x, 1)), []int{64, 8, 128})
		r := e.PermuteDims(h, []int{1, 0, 2})
		both := e.Add(h, e.Reshape(e.MatMul(r, e.Ones([]int{128, 128})), []int{64, 8, 128})) // reads a value and views of it
		copied := e.MatMul(e.Reshape(r, []int{512, 128}), e.Ones([]int{128, 128}))           // of elements that a view cannot show in this order
		return e.Sum(e.Multiply(e.Add(both, e.Reshape(copied, []int{64, 8, 128})), e.Reshape(r, []int{64, 8, 128})))
	}
	x := e.Reshape(e.Sin(e.Arange(512*128, ivy.Float32)), []int{512, 128})
	c := e.Compile(f)
	want := f(x).Bytes()
	var before, after runtime.MemStats
	for i := range 40 {
		if i == 20 { // no free memory but what these calls leave
			array.DropFree()
			assert.Equal(t, want, c.Call(x).Bytes())
			runtime.ReadMemStats(&before)
		}
		assert.Equal(t, want, c.Call(x).Bytes())
	}
	require.NoError(t, c.Eager())
	runtime.ReadMemStats(&after)
	assert.Less(t, (after.TotalAlloc-before.TotalAlloc)/20, uint64(64<<10), "bytes of a call, whose values have 256 KiB each")
}

// Compiled convolutions of planes, of all groups, and what follows them give their memory back for the next call, and so do their single calls.
func TestConvolutionsGiveBack(t *testing.T) {
	race.Sequential(t)
	e := newEnv(t)
	first := ivy.DataFormat("channel_first")
	image, filters, each := ramp(e, ivy.Float32, 1, 8, 64, 64), ramp(e, ivy.Float32, 3, 3, 8, 32), ramp(e, ivy.Float32, 3, 3, 1, 32)
	f := func(e *ivy.Env, x *ivy.Array) *ivy.Array {
		y := e.Relu(e.ConvGeneralDilated(x, filters, []int{1}, "SAME", first))
		z := e.ConvGeneralDilated(y, each, []int{1}, "SAME", first, ivy.FeatureGroupCount(32))
		w := e.ConvGeneralDilated(e.Add(e.Tanh(z), y), filters, []int{2}, "SAME", first, ivy.FeatureGroupCount(4))
		return e.Exp(w)
	}
	compiled := e.Compile(func(x *ivy.Array) *ivy.Array { return f(e, x) })
	for name, call := range map[string]func() *ivy.Array{
		"compiled": func() *ivy.Array { return compiled.Call(image) },
		"called":   func() *ivy.Array { return e.Tidy(func(e *ivy.Env) *ivy.Array { return f(e, image) }) },
	} {
		for range 5 {
			call().Free()
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		const calls = 20
		for range calls {
			call().Free()
		}
		runtime.ReadMemStats(&after)
		assert.Less(t, (after.TotalAlloc-before.TotalAlloc)/calls, uint64(400_000), "%s: bytes of a call, whose results have 500 KB each", name)
	}
	require.NoError(t, compiled.Eager())
}

func TestCompiledErrors(t *testing.T) {
	e := newEnv(t)
	g := e.Compile(func(x, i *ivy.Array) *ivy.Array { return e.Multiply(e.Take(e.Add(x, 1), i, ivy.Axis(0)), 2) })
	x, good, bad := e.Asarray([]float32{1, 2}), e.Asarray([]int64{1}), e.Asarray([]int64{5})
	for range 2 {
		assert.ErrorIs(t, ivy.Try(func() { g.Call(x, bad) }), ivy.ErrIndex)
		assert.Equal(t, []float32{6}, ivy.Values[float32](g.Call(x, good)))
	}
	require.NoError(t, g.Eager())
	if strconv.IntSize == 32 { // memory may well hold the longest result that a shape can have: 2 GiB
		return
	}
	huge := e.BroadcastTo(e.Asarray([]float32{1}), []int{math.MaxInt / 4})
	f := func(x *ivy.Array) *ivy.Array { return e.Add(e.Multiply(x, 2), 1) }
	var size *backend.SizeError
	h := e.Compile(f)
	assert.ErrorAs(t, ivy.Try(func() { h.Call(huge) }), &size)
	assert.Equal(t, fmt.Sprint(kindOf(ivy.Try(func() { f(huge) }))), fmt.Sprint(kindOf(ivy.Try(func() { h.Call(huge) }))))
}

func kindOf(err error) error {
	for _, kind := range []error{ivy.ErrValue, ivy.ErrShape, ivy.ErrDtype, ivy.ErrUnsupported} {
		if errors.Is(err, kind) {
			return kind
		}
	}
	return nil
}

func TestCompiledConcurrently(t *testing.T) {
	e := newEnv(t)
	g := e.Compile(func(x *ivy.Array) []*ivy.Array {
		return []*ivy.Array{e.Softmax(x), e.Sum(e.Exp(x)), e.Add(e.Multiply(x, x), 1)}
	})
	args := []*ivy.Array{ramp(e, ivy.Float32, 30, 40), ramp(e, ivy.Float32, 200, 300), ramp(e, ivy.Float32, 3)}
	var want [][]*ivy.Array
	for _, x := range args {
		want = append(want, g.CallMany(x))
	}
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			for k := range 30 {
				for i, z := range g.CallMany(args[k%3]) {
					assert.Empty(t, same(want[k%3][i], z))
				}
			}
		})
	}
	wg.Wait()
	require.NoError(t, g.Eager())
}

// Results in memory that is not in the caches are as those in memory that is.
func TestCompiledNonTemporal(t *testing.T) {
	race.CoveredBy(t, "TestCompiledLarge")
	e := newEnv(t)
	sizes := []int{5000, 400_000}
	if thorough.All() {
		sizes = append(sizes, 40_000)
	}
	for _, w := range workloads(e) {
		for _, n := range sizes {
			args := make([]*ivy.Array, w.operands)
			for i := range args {
				args[i] = e.Reshape(e.Astype(e.Linspace(-1, 1.5, n/8*8), ivy.Float32), []int{8, n / 8})
			}
			g := e.Compile(func(x ...*ivy.Array) *ivy.Array { return w.f(x) })
			want := g.Call(args...).Bytes()
			for i := range 40 {
				z := g.Call(args...)
				if i%10 == 9 {
					runtime.GC() // its blocks are cold from now on
					time.Sleep(time.Millisecond)
				}
				if i%10 == 0 || i > 30 {
					require.True(t, bytes.Equal(want, z.Bytes()), "%s of %d, call %d", w.name, n, i)
				}
			}
			require.NoError(t, g.Eager())
		}
	}
}
