package optim_test

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/optim"
)

// A trajectory is what an optimizer of PyTorch or optax did: losses before, parameters after each step.
type trajectory struct {
	Losses []float64
	W, B   [][]float64
}

// golden is what support/oracle/gen_optim.py wrote.
type golden struct {
	X, Y, W, B []float64
	Runs       map[string]trajectory
	Schedules  map[string][]float64
	Clipping   []struct {
		Limit, Norm float64
		W, B        []float64
	}
	Ivy map[string]json.RawMessage
}

func load(t *testing.T) golden {
	t.Helper()
	data, err := os.ReadFile("testdata/optim.json")
	require.NoError(t, err)
	var g golden
	require.NoError(t, json.Unmarshal(data, &g))
	return g
}

// A model is a layer of 3 × 2 weights.
type model struct{ W, B *ivy.Array }

func (g golden) model() model {
	return model{ivy.Asarray(g.W).Reshape([]int{3, 2}), ivy.Asarray(g.B)}
}

func (g golden) loss() func(m model) *ivy.Array {
	x, y := ivy.Asarray(g.X).Reshape([]int{12, 3}), ivy.Asarray(g.Y).Reshape([]int{12, 2})
	return func(m model) *ivy.Array {
		return x.MatMul(m.W).Add(m.B).Tanh().Subtract(y).Square().Mean()
	}
}

// optimizers are those of the recorded runs.
func optimizers() map[string]optim.Optimizer {
	c := optim.Constant
	descent := func(o optim.GradientDescent, f func(o *optim.GradientDescent)) optim.Optimizer { f(&o); return o }
	adam := func(o optim.Adam, f func(o *optim.Adam)) optim.Optimizer { f(&o); return o }
	rms := func(f func(o *optim.RMSProp)) optim.Optimizer { o := optim.NewRMSProp(c(0.01)); f(&o); return o }
	return map[string]optim.Optimizer{
		"GradientDescent":       optim.NewGradientDescent(c(0.1)),
		"GradientDescent decay": descent(optim.NewGradientDescent(c(0.1)), func(o *optim.GradientDescent) { o.WeightDecay = 0.03 }),
		"Momentum":              optim.NewMomentum(c(0.05), 0.9),
		"Momentum dampening": descent(optim.NewMomentum(c(0.05), 0.8), func(o *optim.GradientDescent) {
			o.Dampening, o.WeightDecay = 0.3, 0.01
		}),
		"Momentum nesterov": descent(optim.NewMomentum(c(0.05), 0.9), func(o *optim.GradientDescent) { o.Nesterov = true }),
		"Adam":              optim.NewAdam(c(0.05)),
		"Adam decay": adam(optim.NewAdam(c(0.05)), func(o *optim.Adam) {
			o.Beta1, o.Beta2, o.Epsilon, o.WeightDecay = 0.8, 0.95, 1e-4, 0.1
		}),
		"Adam amsgrad":     adam(optim.NewAdam(c(0.3)), func(o *optim.Adam) { o.Beta1, o.Beta2, o.AMSGrad = 0.5, 0.6, true }),
		"AdamW":            optim.NewAdamW(c(0.05)),
		"AdamW decay":      adam(optim.NewAdamW(c(0.05)), func(o *optim.Adam) { o.WeightDecay, o.AMSGrad = 0.4, true }),
		"RMSProp":          rms(func(*optim.RMSProp) {}),
		"RMSProp centered": rms(func(o *optim.RMSProp) { o.Alpha, o.Centered, o.WeightDecay = 0.9, true, 0.02 }),
		"RMSProp momentum": rms(func(o *optim.RMSProp) { o.Momentum = 0.7 }),
		"RMSProp all":      rms(func(o *optim.RMSProp) { o.Momentum, o.Centered, o.Epsilon = 0.7, true, 1e-3 }),
		"Adagrad":          optim.NewAdagrad(c(0.1)),
		"Adagrad decay": optim.Adagrad{
			LearningRate: c(0.1), RateDecay: 0.2, WeightDecay: 0.05, Initial: 0.1, Epsilon: 1e-10,
		},
		"LARS": optim.NewLARS(c(2)),
		"LARS all": optim.LARS{
			LearningRate: c(2), WeightDecay: 0.1, TrustCoefficient: 0.01, Epsilon: 1e-3, Momentum: 0.8, Nesterov: true,
		},
		"LAMB":       optim.NewLAMB(c(0.02)),
		"LAMB decay": optim.LAMB{LearningRate: c(0.02), Beta1: 0.8, Beta2: 0.9, Epsilon: 1e-3, WeightDecay: 0.2},
		"LAMB zero":  optim.NewLAMB(c(0.02)),
	}
}

func values(a *ivy.Array) []float64 { return ivy.Values[float64](a.Reshape([]int{-1})) }

func near(t *testing.T, want, got []float64, tolerance float64, what ...any) {
	t.Helper()
	require.Len(t, got, len(want), what...)
	for i, w := range want {
		require.InDelta(t, w, got[i], tolerance*math.Max(1, math.Abs(w)), what...)
	}
}

// On every backend that is built in.
func TestTrajectories(t *testing.T) {
	g := load(t)
	all := optimizers()
	require.ElementsMatch(t, slices.Collect(maps.Keys(g.Runs)), slices.Collect(maps.Keys(all)))
	for _, name := range backend.Linked() {
		t.Run(name, func(t *testing.T) {
			defer ivy.WithBackend(name)()
			for name, o := range all {
				t.Run(name, func(t *testing.T) { g.follow(t, name, o) })
			}
		})
	}
}

// follow compares an optimizer with its recorded run.
func (g golden) follow(t *testing.T, name string, o optim.Optimizer) {
	step := ivy.ValueAndGrad(g.loss())
	run, m := g.Runs[name], g.model()
	if name == "LAMB zero" {
		m.B = m.B.ZerosLike()
	}
	state := o.Init(m)
	for i, want := range run.Losses {
		value, grads := step(m)
		near(t, []float64{want}, []float64{value.Float()}, 1e-12, i)
		var next ivy.Tree
		next, state = optim.Step(o, m, grads, state)
		m = next.(model)
		near(t, run.W[i], values(m.W), 1e-12, i)
		near(t, run.B[i], values(m.B), 1e-12, i)
		require.Equal(t, i+1, state.Step.Int())
	}
}

// A whole step compiled gives the bits of one that is not, and leaves its arguments alone.
func TestCompiledSteps(t *testing.T) {
	g := load(t)
	gradient := ivy.ValueAndGrad(g.loss())
	for name, o := range optimizers() {
		t.Run(name, func(t *testing.T) {
			whole := func(m model, s optim.State) (ivy.Tree, ivy.Tree) {
				_, grads := gradient(m)
				p, s := o.Update(m, grads, s)
				return p, s
			}
			compiled := ivy.Compile(whole)
			m := g.model()
			var em, cm ivy.Tree = m, m
			var es, cs ivy.Tree = o.Init(m), o.Init(m)
			for range 4 {
				em, es = whole(em.(model), es.(optim.State))
				z := compiled.CallTree(cm, cs)
				cm, cs = z[0], z[1]
			}
			require.NoError(t, compiled.Eager())
			for _, pair := range [][2]ivy.Tree{{em, cm}, {es, cs}} {
				require.Equal(t, ivy.TreePaths(pair[0]), ivy.TreePaths(pair[1]))
				want, got := ivy.Leaves(pair[0]), ivy.Leaves(pair[1])
				for i := range want {
					assert.Equal(t, want[i].Bytes(), got[i].Bytes(), ivy.TreePaths(pair[0])[i])
				}
			}
			assert.Equal(t, g.W, values(m.W))
		})
	}
}

// Every dtype trains: 16-bit parameters with a state of float32, to the parameters that
// float64 has but for their rounding.
func TestDtypes(t *testing.T) {
	g := load(t)
	gradient := ivy.Grad(g.loss())
	for name, o := range optimizers() {
		for d, tolerance := range map[ivy.Dtype]float64{ivy.BFloat16: 4e-2, ivy.Float16: 5e-3, ivy.Float32: 2e-6} {
			m := g.model()
			exact, exactState := ivy.Tree(m), o.Init(m)
			cast := func(x ...*ivy.Array) *ivy.Array { return x[0].Astype(d) }
			rounded := ivy.MapTree(cast, m)
			state := o.Init(rounded)
			for range 3 {
				grads := gradient(exact)
				exact, exactState = o.Update(exact, grads, exactState)
				rounded, state = o.Update(rounded, ivy.MapTree(cast, grads), state)
			}
			for i, a := range ivy.Leaves(rounded) {
				require.Equal(t, d, a.Dtype())
				near(t, values(ivy.Leaves(exact)[i]), values(a.Astype(ivy.Float64)), tolerance, name, d)
			}
			for slot, tree := range state.Slots {
				require.Equal(t, ivy.Float32, ivy.Leaves(tree)[0].Dtype(), "%s %s", name, slot)
			}
		}
	}
}

// Step frees what is old, and nothing that others have.
func TestStepFrees(t *testing.T) {
	w := ivy.Ones([]int{100, 100})
	view := w.Get(0)
	params := []*ivy.Array{w}
	o := optim.NewAdam(optim.Constant(0.1))
	state := o.Init(params)
	g := w.OnesLike()
	p, s := optim.Step(o, params, []*ivy.Array{g}, state)
	assert.ErrorIs(t, ivy.Try(func() { w.Add(1) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { g.Add(1) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { state.Step.Add(1) }), ivy.ErrValue)
	assert.Equal(t, 100.0, view.Sum().Float(), "memory that a view shares stays")
	assert.InDelta(t, 0.9, p.([]*ivy.Array)[0].Get(3, 4).Float(), 1e-6)
	assert.Equal(t, 1, s.Step.Int())
}

func TestErrors(t *testing.T) {
	g := load(t)
	m := g.model()
	o := optim.NewAdam(optim.Constant(0.1))
	state := o.Init(m)
	for what, test := range map[string]struct {
		kind error
		text string
		f    func()
	}{
		"integers":      {ivy.ErrDtype, `parameter "1" of dtype int32`, func() { o.Init([]*ivy.Array{m.W, ivy.Arange(3)}) }},
		"complex":       {ivy.ErrDtype, "complex64", func() { o.Init(ivy.Ones([]int{2}, ivy.Complex64)) }},
		"none":          {ivy.ErrValue, "no parameters", func() { o.Init([]*ivy.Array{}) }},
		"count":         {ivy.ErrValue, "1 arrays for 2", func() { o.Update(m, m.W, state) }},
		"shape":         {ivy.ErrShape, `parameter "W"`, func() { o.Update(m, model{m.W.T(), m.B}, state) }},
		"dtype":         {ivy.ErrDtype, "float32", func() { o.Update(m, model{m.W.Astype(ivy.Float32), m.B}, state) }},
		"no state":      {ivy.ErrValue, "Step", func() { o.Update(m, m, optim.State{}) }},
		"other's state": {ivy.ErrValue, "slots", func() { o.Update(m, m, optim.NewAdagrad(optim.Constant(1)).Init(m)) }},
		"other's slots": {ivy.ErrValue, `"mean"`, func() {
			o.Update(m, m, optim.RMSProp{LearningRate: optim.Constant(1), Momentum: 1}.Init(m))
		}},
		"no rate":         {ivy.ErrValue, "LearningRate", func() { optim.Adam{}.Init(m) }},
		"beta":            {ivy.ErrValue, "Beta2 is 1", func() { optim.Adam{LearningRate: optim.Constant(1), Beta2: 1}.Init(m) }},
		"NaN":             {ivy.ErrValue, "Epsilon is NaN", func() { optim.LAMB{LearningRate: optim.Constant(1), Epsilon: math.NaN()}.Init(m) }},
		"nesterov":        {ivy.ErrValue, "Nesterov", func() { optim.GradientDescent{LearningRate: optim.Constant(1), Nesterov: true}.Init(m) }},
		"negative rate":   {ivy.ErrValue, "a rate is -1", func() { optim.Constant(-1) }},
		"rate of 2":       {ivy.ErrValue, "learning rate", func() { optim.NewAdam(func(*ivy.Array) *ivy.Array { return ivy.Ones([]int{2}) }).Update(m, m, state) }},
		"pieces":          {ivy.ErrValue, "2 rates for 2 boundaries", func() { optim.Piecewise([]int{1, 2}, []float64{1, 2}) }},
		"order":           {ivy.ErrValue, "ascend", func() { optim.Piecewise([]int{2, 2}, []float64{1, 2, 3}) }},
		"one cycle":       {ivy.ErrValue, "at least 4", func() { optim.OneCycle(1, 3) }},
		"limit":           {ivy.ErrValue, "limit", func() { optim.ClipByGlobalNorm(m, 0) }},
		"limit of values": {ivy.ErrValue, "limit", func() { optim.ClipByValue(m, math.NaN()) }},
		"no batch":        {ivy.ErrValue, "batches", func() { optim.NewBatches(3, 0, 1).At(0) }},
		"short batch":     {ivy.ErrValue, "there is none", func() { (&optim.Batches{N: 3, Size: 4, DropLast: true}).PerEpoch() }},
		"step":            {ivy.ErrValue, "step -1", func() { optim.NewBatches(3, 1, 1).At(-1) }},
		"step of Adam":    {ivy.ErrValue, "step is 0", func() { optim.AdamStep(m, m, m, 0, optim.StandardMoments) }},
		"moments":         {ivy.ErrValue, "2 arrays", func() { optim.AdamStep(m.W, m, m, 1, optim.StandardMoments) }},
	} {
		err := ivy.Try(test.f)
		require.Error(t, err, what)
		assert.ErrorIs(t, err, test.kind, what)
		assert.ErrorContains(t, err, test.text, what)
		assert.ErrorContains(t, err, "ivy: optim.", what)
	}
	assert.Equal(t, g.W, values(m.W), "a failure changes nothing")
}

func TestSchedules(t *testing.T) {
	g := load(t)
	all := map[string]optim.Schedule{
		"StepDecay":      optim.StepDecay(0.3, 4, 0.7),
		"Exponential":    optim.Exponential(0.3, 0.93),
		"Cosine":         optim.Cosine(0.3, 24, 0.02),
		"Warmup":         optim.Warmup(8, 0.1, optim.Constant(0.3)),
		"Piecewise":      optim.Piecewise([]int{3, 10, 11}, []float64{0.3, 0.15, 0.075, 0.0375}),
		"OneCycle":       optim.OneCycle(0.3, 25),
		"OneCycle short": optim.OneCycle(0.3, 4),
	}
	require.Len(t, all, len(g.Schedules))
	for name, s := range all {
		for i, want := range g.Schedules[name] {
			assert.InDelta(t, want, s.At(i), 1e-14, "%s %d", name, i)
		}
	}
	assert.InDelta(t, 0.02, all["Cosine"].At(1000), 1e-15, "it stays at the end")
	assert.InDelta(t, 0.3/25/1e4, all["OneCycle"].At(1000), 1e-15)
	assert.InDelta(t, 0.3*0.5*0.9, optim.Product(optim.Constant(0.5), optim.Exponential(0.3, 0.9)).At(1), 1e-15)
	assert.InDelta(t, 0.3*0.9, optim.Warmup(5, 0, optim.Exponential(0.3, 0.9)).At(6), 1e-15, "what follows begins at its own 0")
}

// The rate of a compiled step is that of its turn.
func TestScheduleCompiled(t *testing.T) {
	o := optim.NewGradientDescent(optim.Piecewise([]int{1, 2}, []float64{1, 10, 100}))
	c := ivy.Compile(func(p *ivy.Array, s optim.State) (ivy.Tree, ivy.Tree) {
		z, s := o.Update(p, p.OnesLike(), s)
		return z, s
	})
	var p, s ivy.Tree = ivy.Zeros([]int{1}), o.Init(ivy.Zeros([]int{1}))
	for _, want := range []float64{-1, -11, -111} {
		z := c.CallTree(p, s)
		p, s = z[0], z[1]
		assert.Equal(t, want, p.(*ivy.Array).Get(0).Float())
	}
	assert.NoError(t, c.Eager())
}

func TestClipping(t *testing.T) {
	g := load(t)
	m := g.model()
	for _, c := range g.Clipping {
		z, norm := optim.ClipByGlobalNorm(m, c.Limit)
		near(t, []float64{c.Norm}, []float64{norm.Float()}, 1e-14)
		near(t, c.W, values(z.(model).W), 1e-14)
		near(t, c.B, values(z.(model).B), 1e-14)
	}
	assert.InDelta(t, g.Clipping[0].Norm, optim.GlobalNorm(m).Float(), 1e-14)
	z := optim.ClipByValue(ivy.Asarray([]float64{-3, 0.5, 2, math.NaN()}), 1).(*ivy.Array)
	got := values(z)
	assert.Equal(t, []float64{-1, 0.5, 1}, got[:3])
	assert.True(t, math.IsNaN(got[3]))
	big := ivy.Full([]int{4}, 3e4, ivy.Float16) // whose squares float16 does not hold
	half, norm := optim.ClipByGlobalNorm(big, 3e4)
	assert.Equal(t, ivy.Float32, norm.Dtype())
	assert.InDelta(t, 6e4, norm.Float(), 100)
	assert.Equal(t, ivy.Float16, half.(*ivy.Array).Dtype())
	assert.InDelta(t, 1.5e4, half.(*ivy.Array).Get(0).Float(), 10)
}

func TestIvysUpdates(t *testing.T) {
	g := load(t)
	array := func(name string) *ivy.Array {
		var v []float64
		require.NoError(t, json.Unmarshal(g.Ivy[name], &v))
		return ivy.Asarray(v).Reshape([]int{3, 2})
	}
	w, dw, m, v := g.model().W, array("g"), array("m"), array("v")
	some := optim.Moments{Beta1: 0.8, Beta2: 0.9, Epsilon: 1e-4}
	most := optim.StandardMoments
	most.MaxTrustRatio, most.DecayLambda = 0.375, 0.3
	three := func(a, b, c ivy.Tree) []ivy.Tree { return []ivy.Tree{a, b, c} }
	results := map[string][]ivy.Tree{
		"gradient_descent_update": {optim.GradientDescentUpdate(w, dw, 0.1)},
		"lars_update":             {optim.LARSUpdate(w, dw, 0.1, 0)},
		"lars_update decay":       {optim.LARSUpdate(w, dw, 0.1, 0.3)},
		"adam_step":               three(optim.AdamStep(dw, m, v, 3, optim.StandardMoments)),
		"adam_update":             three(optim.AdamUpdate(w, dw, 0.1, m, v, 3, some)),
		"lamb_update":             three(optim.LAMBUpdate(w, dw, 0.1, m, v, 3, optim.StandardMoments)),
		"lamb_update all":         three(optim.LAMBUpdate(w, dw, 0.1, m, v, 3, most)),
	}
	require.Len(t, g.Ivy, len(results)+3)
	for name, got := range results {
		var want [][]float64
		require.NoError(t, json.Unmarshal(g.Ivy[name], &want), name)
		require.Len(t, got, len(want), name)
		for i := range want {
			near(t, want[i], values(got[i].(*ivy.Array)), 1e-13, name, i)
		}
	}
	assert.Equal(t, values(results["gradient_descent_update"][0].(*ivy.Array)), values(optim.OptimizerUpdate(w, dw, 0.1).(*ivy.Array)))
	z := optim.AdamStep
	half, _, _ := z(dw.Astype(ivy.Float16), m.Astype(ivy.Float16), v.Astype(ivy.Float16), 3, optim.StandardMoments)
	assert.Equal(t, ivy.Float16, half.(*ivy.Array).Dtype())
}
