package ivy_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/promote"
)

// traced returns a function compiled by e, and how often it was traced: the arrays of a
// trace have no elements.
func traced(e *ivy.Env) (*ivy.Compiled, *int) {
	n := new(int)
	return e.Compile(func(x *ivy.Array) *ivy.Array {
		*n++
		return e.Add(e.Multiply(x, 2), e.Full([]int{1}, 1.0))
	}), n
}

// What was traced is not traced anew when the settings that it was traced under return.
func TestPlansReturnWithSettings(t *testing.T) {
	rule := promote.Rule(widest{})
	for name, change := range map[string]func(e *ivy.Env) (undo func()){
		"precise mode":   func(e *ivy.Env) func() { return e.WithPreciseMode(false) },
		"a default":      func(e *ivy.Env) func() { return e.WithDefaultFloatDtype(ivy.Float64) },
		"casting":        func(e *ivy.Env) func() { return e.WithUpcastDataTypes() },
		"a rule":         func(e *ivy.Env) func() { return e.WithPromotionRule(rule) },
		"a list as rule": func(e *ivy.Env) func() { return e.WithPromotionRule(listed{{ivy.Int8}}) },
		"a backend": func(e *ivy.Env) func() {
			must(0, e.SetBackend("native"))
			return func() { must(0, e.SetBackend("compiling")) }
		},
		"plans": func(e *ivy.Env) func() { return e.WithMaxPlans(7) },
	} {
		t.Run(name, func(t *testing.T) {
			e := compilingEnv(t)
			g, n := traced(e)
			x := e.Ones([]int{2}, ivy.Int8)
			g.Call(x)
			assert.Equal(t, 1, *n)
			for range 5 {
				undo := change(e)
				if name != "a backend" { // the function makes an array there
					g.Call(x)
				}
				undo()
				g.Call(x)
			}
			want := 2
			switch name {
			case "a backend", "plans": // nothing to trace anew for
				want = 1
			case "a list as rule": // which cannot be told from another
				want = 6
			}
			assert.Equal(t, want, *n)
		})
	}
}

// widest is a rule of promotion by size; listed cannot be compared.
type (
	widest struct{}
	listed [][]ivy.Dtype
)

func (widest) Name() string { return "widest" }
func (widest) Promote(a, b promote.Arg) (promote.Result, error) {
	if a.Dtype.Size() < b.Dtype.Size() {
		a = b
	}
	return promote.Result{Dtype: a.Dtype}, nil
}

func (listed) Name() string                                     { return "listed" }
func (listed) Promote(a, b promote.Arg) (promote.Result, error) { return widest{}.Promote(a, b) }

// Plans are bounded by number, those used least recently go first, and they are closed.
func TestMaxPlans(t *testing.T) {
	e := compilingEnv(t)
	assert.Equal(t, 512, e.MaxPlans())
	g, n := traced(e)
	call := func(k int) int {
		before := *n
		assert.Equal(t, slices.Repeat([]float32{3}, k), ivy.Values[float32](g.Call(e.Ones([]int{k}))))
		return *n - before
	}
	undo := e.WithMaxPlans(3)
	assert.Equal(t, 3, e.MaxPlans())
	closed := compiler.closed.Load()
	for _, k := range []int{1, 2, 3, 1, 4} { // without 2
		call(k)
	}
	assert.EqualValues(t, 1, compiler.closed.Load()-closed)
	assert.Equal(t, []int{0, 0, 0}, []int{call(1), call(3), call(4)})
	assert.Equal(t, 1, call(2))
	assert.Equal(t, 1, call(1))
	assert.EqualValues(t, 3, compiler.closed.Load()-closed)
	undo()
	for k := range 600 {
		call(k + 1)
	}
	assert.EqualValues(t, 3+(600-512), compiler.closed.Load()-closed)
	e.SetMaxPlans(0) // no limit
	for k := range 600 {
		call(k + 1000)
	}
	assert.EqualValues(t, 3+(600-512), compiler.closed.Load()-closed)
	e.SetMaxPlans(1)
	call(5000)
	assert.EqualValues(t, 3+600+600, compiler.closed.Load()-closed)
	e.UnsetMaxPlans()
	e.UnsetMaxPlans()
	assert.Equal(t, 512, e.MaxPlans())
	for _, f := range []func(){func() { e.SetMaxPlans(-1) }, func() { e.WithMaxPlans(-1) }, func() { e.SetMaxPlanBytes(-1) }, func() { e.WithMaxPlanBytes(-1) }} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrValue)
	}
}

// Plans are bounded by bytes; the last one stays.
func TestMaxPlanBytes(t *testing.T) {
	e := compilingEnv(t)
	assert.Equal(t, 256<<20, e.MaxPlanBytes())
	compiler.bytes = 1 << 20
	defer func() { compiler.bytes = 0 }()
	g, n := traced(e)
	closed := compiler.closed.Load()
	for k := range 300 {
		g.Call(e.Ones([]int{k + 1}))
	}
	assert.InDelta(t, 300-256, compiler.closed.Load()-closed, 2)
	defer e.WithMaxPlanBytes(10)()
	g.Call(e.Ones([]int{1000}))
	assert.EqualValues(t, 300, compiler.closed.Load()-closed)
	before := *n
	g.Call(e.Ones([]int{1000}))
	assert.Equal(t, before, *n)
	g.Call(e.Ones([]int{1}))
	assert.EqualValues(t, 301, compiler.closed.Load()-closed)
}

// The backend's own estimates are of the order of what plans take.
func TestPlanBytes(t *testing.T) {
	e := must(ivy.NewEnv("native"))
	defer e.WithMaxPlanBytes(1 << 20)()
	weights := e.Ones([]int{1 << 16}) // 256 KiB, a constant of each plan
	g := e.Compile(func(x *ivy.Array) []*ivy.Array {
		return []*ivy.Array{e.Add(e.Sum(e.Exp(x)), 1), e.Add(e.Multiply(weights, 2), e.Sum(x))}
	})
	live := func() uint64 {
		for range 10 { // the memory that native keeps to use again goes after some collections
			runtime.GC()
			time.Sleep(5 * time.Millisecond)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	g.CallMany(e.Ones([]int{1}))
	before := live()
	for k := range 400 {
		g.CallMany(e.Ones([]int{k + 2}))
	}
	require.NoError(t, g.Eager())
	assert.Less(t, int(live())-int(before), 8<<20, "400 plans with 256 KiB each were made")
	runtime.KeepAlive(g)
}

// What several plans have captured counts once: weights that are as large as the limit allow plans of many shapes.
func TestPlansShareConstants(t *testing.T) {
	e := must(ivy.NewEnv("native"))
	defer e.WithMaxPlanBytes(1 << 20)()
	weights := e.Ones([]int{400, 400}, ivy.Float32) // 640 KB
	traced := 0
	g := e.Compile(func(x *ivy.Array) *ivy.Array {
		traced++
		return e.Exp(e.MatMul(x, weights))
	})
	for range 3 {
		for n := range 8 {
			g.Call(e.Ones([]int{n + 1, 400}, ivy.Float32))
		}
	}
	require.NoError(t, g.Eager())
	assert.Equal(t, 8, traced)
}

// Functions of several steps are compiled for large arrays: as many as are called with
// other attributes do not stay.
func TestCompositesAreBounded(t *testing.T) {
	e := compilingEnv(t)
	x := e.Ones([]int{256, 256})
	closed, compiled := compiler.closed.Load(), compiler.compiled.Load()
	for k := range 200 {
		e.LayerNorm(x, []int{1}, ivy.Eps(float64(k+1)))
	}
	compiled = compiler.compiled.Load() - compiled
	require.Positive(t, compiled)
	assert.GreaterOrEqual(t, compiler.closed.Load()-closed, compiled-64)
}
