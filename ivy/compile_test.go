package ivy_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// compiling is native under another name, with a compiler that runs programs by its kernels.
type compiling struct {
	native.Backend
	compiled, ran atomic.Int64
	closed        atomic.Int64
	last          atomic.Pointer[backend.Program]
	refuse        error
	bytes         int // that each plan says it has
}

func (*compiling) Name() string { return "compiling" }

func (c *compiling) Compile(p *backend.Program) (*backend.Plan, error) {
	if c.refuse != nil {
		return nil, c.refuse
	}
	c.compiled.Add(1)
	c.last.Store(p)
	return &backend.Plan{
		Run: func(in, results []backend.Buffer, _ []backend.Spec) error {
			c.ran.Add(1)
			zs, err := p.Run(native.Backend{}.Kernels(), in, nil)
			copy(results, zs)
			return err
		},
		Bytes: c.bytes,
		Close: func() { c.closed.Add(1) },
	}, nil
}

var compiler = &compiling{}

// plain is native under another name, without its compiler.
type plain struct{ backend.Backend }

func (plain) Name() string { return "plain" }

func init() {
	backend.Register(compiler)
	backend.Register(plain{native.Backend{}})
}

func compilingEnv(t *testing.T) *ivy.Env {
	e, err := ivy.NewEnv("compiling")
	require.NoError(t, err)
	return e
}

func TestCompile(t *testing.T) {
	e := compilingEnv(t)
	weights := e.Asarray([]float32{2, 3, 4})
	same := func(x *ivy.Array) *ivy.Array { return x }
	for name, c := range map[string]struct {
		f    any
		args [][]int
	}{
		"elementwise": {func(x, y *ivy.Array) *ivy.Array {
			return e.Tanh(e.Add(e.Multiply(x, y), 1.5))
		}, [][]int{{3}, {2, 3}}},
		"constants": {func(x *ivy.Array) *ivy.Array { return e.Add(e.Multiply(x, weights), e.Arange(3)) }, [][]int{{2, 3}}},
		"reductions": {func(x *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Sum(x, ivy.Axis(0)), e.Softmax(x), e.Var(x, ivy.Axes{0, 1}, ivy.Correction(1)), e.ArgMax(x, ivy.Axis(1))}
		}, [][]int{{3, 4}}},
		"moves": {func(x *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Reshape(x, []int{6, 2}), e.PermuteDims(x, []int{1, 0}), e.GetItem(x, ivy.Slice(2, nil, -1), 1), e.Concat([]*ivy.Array{x, x}), e.Flip(x),
				e.BroadcastTo(x, []int{2, 3, 4}), e.Take(x, []int{0, -1}, ivy.Axis(1)), e.TakeAlongAxis(x, e.ArgSort(x)), e.Roll(x, []int{1})}
		}, [][]int{{3, 4}}},
		"elements out of range": {func(x, y *ivy.Array) []*ivy.Array {
			at := e.Astype(y, ivy.Int64)
			return []*ivy.Array{e.Take(x, at, ivy.Axis(1), ivy.Mode("wrap")), e.Take(x, at, ivy.Axis(0), ivy.Mode("clip")), e.Take(x, at, ivy.Axis(1), ivy.Mode("fill"), ivy.FillValue(7))}
		}, [][]int{{3, 4}, {6}}},
		"more": {func(x, y *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.MatMul(x, y), e.Sort(x), e.CumulativeSum(x, ivy.Axis(0), ivy.IncludeInitial(true)), e.Where(e.Greater(x, 1), x, 0.0),
				e.SearchSorted(e.GetItem(x, 0), y), e.IsIn(x, y), e.LayerNorm(x, []int{1}), e.Linear(x, x), e.Einsum("ij,jk->k", x, y)}
		}, [][]int{{3, 4}, {4, 2}}},
		"writes to its own": {func(x *ivy.Array) *ivy.Array {
			z := e.Multiply(x, 2)
			e.SetItem(z, -1.0, 0)
			e.SetItem(z, e.GetItem(x, 1), []int{1, 2})
			return e.Add(z, x)
		}, [][]int{{3, 4}}},
		"shapes decide": {func(x *ivy.Array) *ivy.Array {
			for range x.Shape()[0] {
				x = e.Add(x, 1)
			}
			return x
		}, [][]int{{3, 4}}},
		"its argument":     {same, [][]int{{3}}},
		"a constant alone": {func(*ivy.Array) *ivy.Array { return weights }, [][]int{{3}}},
		"no argument":      {func() *ivy.Array { return e.Add(weights, 1) }, nil},
		"dtypes":           {func(x *ivy.Array) *ivy.Array { return e.Astype(e.Less(x, 2), ivy.Int8) }, [][]int{{3, 4}}},
		"unused":           {func(x, y *ivy.Array) *ivy.Array { e.Exp(y); return e.Abs(x) }, [][]int{{3}, {3}}},
	} {
		t.Run(name, func(t *testing.T) {
			g := e.Compile(c.f)
			compiled := compiler.compiled.Load()
			for _, shift := range []float64{0, 5} { // the second time by what was compiled
				args := make([]*ivy.Array, len(c.args))
				for i, dims := range c.args {
					n := 1
					for _, d := range dims {
						n *= d
					}
					args[i] = e.Reshape(e.Astype(e.Add(e.Arange(n), shift), ivy.Float32), dims)
				}
				got := g.CallMany(args...)
				want := e.CallFunction(must(ivy.NewFunction("f", c.f)), args...)
				require.NoError(t, g.Eager())
				require.Len(t, got, len(want))
				for i := range want {
					assert.Equal(t, want[i].Dtype(), got[i].Dtype())
					assert.Equal(t, want[i].Shape(), got[i].Shape())
					assert.Equal(t, want[i].Bytes(), got[i].Bytes(), "result %d", i)
					assert.Equal(t, "compiling", got[i].Backend())
				}
			}
			want := int64(1)
			if name == "unused" { // one kernel is left, which is called as it is
				want = 0
			}
			assert.Equal(t, want, compiler.compiled.Load()-compiled)
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Writes to a result change neither what was compiled nor another result.
func TestCompiledResultsAreTheCallers(t *testing.T) {
	e := compilingEnv(t)
	w := e.Asarray([]float32{1, 2})
	g := e.Compile(func(x *ivy.Array) []*ivy.Array {
		y := e.Add(x, w)
		return []*ivy.Array{w, y, e.Reshape(y, []int{2, 1}), e.GetItem(y, 0)}
	})
	x := e.Zeros([]int{2})
	for range 2 {
		zs := g.CallMany(x)
		for i, want := range [][]float32{{1, 2}, {1, 2}, {1, 2}, {1}} {
			assert.Equal(t, want, ivy.Values[float32](zs[i]))
		}
		e.SetItem(zs[0], 9.0)
		e.SetItem(zs[1], 8.0)
		e.SetItem(zs[2], 7.0)
		assert.Equal(t, []float32{8, 8}, ivy.Values[float32](zs[1]))
	}
	assert.Equal(t, []float32{0, 0}, ivy.Values[float32](x))
	assert.Equal(t, []float32{1, 2}, ivy.Values[float32](w))
}

// What no result needs is not in the program, and what is used twice is there once.
func TestProgram(t *testing.T) {
	e := compilingEnv(t)
	w := e.Asarray([]float32{1, 2})
	e.Compile(func(x *ivy.Array) *ivy.Array {
		e.Exp(x)
		y := e.Multiply(x, w)
		return e.Add(y, e.Multiply(y, w))
	}).Call(e.Ones([]int{2}))
	p := compiler.last.Load()
	var names []string
	for i, n := range p.Nodes {
		names = append(names, n.Op.Name)
		assert.Equal(t, n.Out, p.Spec(len(p.Inputs)+len(p.Constants)+i))
	}
	assert.Equal(t, []string{"Multiply", "Multiply", "Add"}, names)
	assert.Len(t, p.Inputs, 1)
	assert.Equal(t, []int{2}, p.Spec(0).Shape)
}

func TestCompileAnew(t *testing.T) {
	e := compilingEnv(t)
	g := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(x, e.Full([]int{1}, 1)) })
	count := func(f func()) int64 {
		before := compiler.compiled.Load()
		f()
		return compiler.compiled.Load() - before
	}
	x := e.Ones([]int{2}, ivy.Int8)
	assert.EqualValues(t, 1, count(func() { g.Call(x); g.Call(x) }))
	assert.EqualValues(t, 1, count(func() { g.Call(e.Ones([]int{3}, ivy.Int8)); g.Call(x) }))
	assert.EqualValues(t, 1, count(func() { g.Call(e.Ones([]int{2})) }))
	undo := e.WithDefaultIntDtype(ivy.Int64) // another setting, another program
	assert.EqualValues(t, 1, count(func() { assert.Equal(t, ivy.Int64, g.Call(x).Dtype()) }))
	undo() // the same setting, the same program
	assert.EqualValues(t, 0, count(func() { assert.Equal(t, ivy.Int32, g.Call(x).Dtype()) }))
	inner := g
	outer := e.Compile(func(x *ivy.Array) *ivy.Array { return inner.Call(inner.Call(x)) })
	assert.EqualValues(t, 1, count(func() { assert.Equal(t, []float64{3}, ivy.Values[float64](outer.Call(e.Ones([]int{1})))) }))
}

// A function that cannot be compiled runs as it is, and says so.
func TestCompileEager(t *testing.T) {
	e := compilingEnv(t)
	outside := e.Zeros([]int{2})
	for name, f := range map[string]func(x *ivy.Array) *ivy.Array{
		"looks at values": func(x *ivy.Array) *ivy.Array {
			if e.GetItem(x, 0).Bool() {
				return e.Add(x, 1)
			}
			return x
		},
		"sizes by values":       func(x *ivy.Array) *ivy.Array { return e.UniqueValues(x) },
		"a mask":                func(x *ivy.Array) *ivy.Array { return e.GetItem(x, e.Greater(x, 1)) },
		"writes into it":        func(x *ivy.Array) *ivy.Array { e.SetItem(x, 7.0, 0); return e.Add(x, 1) },
		"writes into another":   func(x *ivy.Array) *ivy.Array { e.SetItem(outside, x); return e.Add(outside, 1) },
		"writes out to another": func(x *ivy.Array) *ivy.Array { return e.Add(x, 1, ivy.Out(outside)) },
	} {
		g := e.Compile(f)
		x, y := e.Asarray([]float32{1, 2}), e.Asarray([]float32{1, 2})
		for range 2 {
			assert.Equal(t, ivy.Values[float32](f(x)), ivy.Values[float32](g.Call(y)), name)
			assert.Equal(t, ivy.Values[float32](x), ivy.Values[float32](y), name)
		}
		assert.ErrorIs(t, g.Eager(), ivy.ErrUnsupported, name)
	}

	p, err := ivy.NewEnv("plain")
	require.NoError(t, err)
	g := p.Compile(func(x *ivy.Array) *ivy.Array { return p.Add(x, 1) })
	assert.Equal(t, []float32{2}, ivy.Values[float32](g.Call(p.Ones([]int{1}))))
	assert.ErrorIs(t, g.Eager(), ivy.ErrUnsupported)

	compiler.refuse = errors.New("not today")
	defer func() { compiler.refuse = nil }()
	g = e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(e.Multiply(x, x), 1) })
	assert.Equal(t, []float32{2}, ivy.Values[float32](g.Call(e.Ones([]int{1}))))
	assert.ErrorContains(t, g.Eager(), "not today")
}

func TestCompileErrors(t *testing.T) {
	e := compilingEnv(t)
	for _, f := range []any{nil, 3, func(int) *ivy.Array { return nil }} {
		assert.ErrorIs(t, ivy.Try(func() { e.Compile(f) }), ivy.ErrValue)
	}
	add := e.Compile(func(x, y *ivy.Array) *ivy.Array { return e.Add(x, y) })
	two := e.Compile(func(x *ivy.Array) []*ivy.Array { return []*ivy.Array{x, x} })
	none := e.Compile(func(*ivy.Array) *ivy.Array { return nil })
	x := e.Ones([]int{2})
	for name, c := range map[string]struct {
		f    func()
		kind error
	}{
		"shapes":     {func() { add.Call(x, e.Ones([]int{3})) }, ivy.ErrShape},
		"few":        {func() { add.Call(x) }, ivy.ErrValue},
		"nil":        {func() { add.Call(x, nil) }, ivy.ErrValue},
		"two":        {func() { two.Call(x) }, ivy.ErrValue},
		"backends":   {func() { add.Call(x, ivy.Ones([]int{2})) }, ivy.ErrBackend},
		"dtype":      {func() { e.Compile(func(x *ivy.Array) *ivy.Array { return e.BitwiseAnd(x, x) }).Call(x) }, ivy.ErrDtype},
		"no indices": {func() { e.Compile(func(x *ivy.Array) *ivy.Array { return e.Take(x, []int{5}) }).Call(x) }, ivy.ErrIndex},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.kind, name)
	}
	assert.Nil(t, none.Call(x)) // as the function itself
}

func TestCompiledConcurrently(t *testing.T) {
	e := compilingEnv(t)
	g := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(e.Multiply(x, x), 1) })
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 50 {
				x := e.Full([]int{k%3 + 1}, float64(i))
				for _, v := range ivy.Values[float32](g.Call(x)) {
					assert.Equal(t, float32(i*i+1), v)
				}
			}
		})
	}
	wg.Wait()
}

// TestCapturedViews: what a compiled function has of arrays around it is what they held when it was traced, in the strides that they have, as the choice of a kernel may depend on these.
func TestCapturedViews(t *testing.T) {
	for _, name := range []string{"native", "compiling"} {
		e, err := ivy.NewEnv(name)
		require.NoError(t, err)
		w := e.RandomNormal(0.0, 1.0, ivy.Shape{128, 1536}, ivy.FromSeed(1), ivy.Float32)
		x := e.RandomNormal(0.0, 1.0, ivy.Shape{1, 1536}, ivy.FromSeed(2), ivy.Float32)
		f := func(x *ivy.Array) *ivy.Array { return e.MatMul(x, e.MatrixTranspose(w)) }
		want := f(x).Bytes()
		c := e.Compile(f)
		assert.Equal(t, want, c.Call(x).Bytes(), name)
		view := w.Get(ivy.Slice(0, 64))
		view.SetAt(float32(7), 0, 0)
		e.SetItem(w, 3.0, 100)
		assert.Equal(t, want, c.Call(x).Bytes(), "%s: a write to the array is seen", name)
		assert.NotEqual(t, want, f(x).Bytes(), name)
		w.Free()
		view.Free()
		assert.Equal(t, want, c.Call(x).Bytes(), "%s: the array is freed", name)
	}
}

// TestCopiesForProducts: a copy of a view has its elements in order in a compiled function too, where a product would sum others in another order.
func TestCopiesForProducts(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	draw := func(seed uint64, dims ...int) *ivy.Array {
		return e.RandomNormal(0.0, 0.1, ivy.Shape(dims), ivy.FromSeed(seed), ivy.Float32)
	}
	w, v, x, h := draw(1, 512, 128), draw(2, 512, 128), draw(3, 4, 1, 128), draw(4, 1, 1, 128)
	layer := func(x, w, v, h, c *ivy.Array) *ivy.Array {
		y, _, _ := e.LSTM(x, []*ivy.Array{w, v}, ivy.InitialState(h), ivy.InitialCell(c))
		return y
	}
	want := layer(x, w, v, h, h).Bytes()
	assert.Equal(t, want, e.Compile(layer).Call(x, w, v, h, h).Bytes())
	assert.Equal(t, want, e.Compile(func(x *ivy.Array) *ivy.Array { return layer(x, w, v, h, h) }).Call(x).Bytes())
	back := func(x *ivy.Array) *ivy.Array { return e.MatMul(e.CopyArray(e.MatrixTranspose(w)), x) }
	y := e.MatrixTranspose(draw(5, 1, 512))
	assert.Equal(t, back(y).Bytes(), e.Compile(back).Call(y).Bytes())
}
