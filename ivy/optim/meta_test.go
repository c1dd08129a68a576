package optim

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

type metaTask struct{ Inner, Outer float64 }

// Of the cost (w − t)² gradients and inner steps have closed forms: after k steps w is t + (w − t)·(1 − 2a)ᵏ.
var (
	towardsInner = Cost(func(task, w ivy.Tree) *ivy.Array {
		return w.(map[string]*ivy.Array)["w"].Subtract(task.(metaTask).Inner).Square().Sum()
	})
	towardsOuter = Cost(func(task, w ivy.Tree) *ivy.Array {
		return w.(map[string]*ivy.Array)["w"].Subtract(task.(metaTask).Outer).Square().Sum()
	})
)

func TestMetaClosedForms(t *testing.T) {
	tasks := []ivy.Tree{metaTask{1, 2}, metaTask{-3, 0.5}, metaTask{0.25, 4}}
	const w0, a = 1.5, 0.05
	params := map[string]*ivy.Array{"w": ivy.Asarray(w0, ivy.Float64)}
	for steps := 1; steps <= 4; steps++ {
		for _, average := range []bool{false, true} {
			m := Meta{Steps: steps, LearningRate: a, AverageAcrossSteps: average}
			var want [5]struct{ cost, grad float64 } // FOMAML with one and two costs, MAML with one and two, Reptile
			var adapted []float64
			for _, task := range tasks {
				of := task.(metaTask)
				at := func(i int) float64 { return of.Inner + (w0-of.Inner)*math.Pow(1-2*a, float64(i)) }
				adapted = append(adapted, at(steps))
				for i := range steps + 1 {
					share := 1 / float64(steps+1)
					if !average {
						share = 0
						if i == steps {
							share = 1
						}
					}
					inner, outer, chain := at(i)-of.Inner, at(i)-of.Outer, math.Pow(1-2*a, float64(i))
					for k, v := range [4][2]float64{{inner * inner, 2 * inner}, {outer * outer, 2 * outer}, {inner * inner, 2 * inner * chain}, {outer * outer, 2 * outer * chain}} {
						want[k].cost += share * v[0] / 3
						want[k].grad += share * v[1] / 3
					}
					want[4].cost += inner * inner / float64(steps+1) / 3
					want[4].grad += 2 * inner / a / float64(steps+1) / 3
				}
			}
			for k, got := range []MetaResult{
				FOMAMLStep(tasks, towardsInner, nil, params, m), FOMAMLStep(tasks, towardsInner, towardsOuter, params, m),
				MAMLStep(tasks, towardsInner, nil, params, m), MAMLStep(tasks, towardsInner, towardsOuter, params, m), ReptileStep(tasks, towardsInner, params, m),
			} {
				assert.InDelta(t, want[k].cost, got.Cost.Float(), 1e-12, "%d %v: cost of %d", steps, average, k)
				assert.InDelta(t, want[k].grad, got.Grads.(map[string]*ivy.Array)["w"].Float(), 1e-12, "%d %v: gradient of %d", steps, average, k)
				require.Len(t, got.Adapted, 3)
				for i, w := range got.Adapted {
					assert.InDelta(t, adapted[i], w.(map[string]*ivy.Array)["w"].Float(), 1e-12)
				}
			}
		}
	}
	assert.Equal(t, w0, params["w"].Float())
}

// metaLine is a model with two parts.
type metaLine struct{ Head, Body *ivy.Array }

type metaData struct{ X, Y *ivy.Array }

func lineCost(task, w ivy.Tree) *ivy.Array {
	d, p := task.(metaData), w.(metaLine)
	hidden := d.X.MatMul(p.Body).Tanh()
	return hidden.MatMul(p.Head).Subtract(d.Y).Square().Mean()
}

func TestMAMLDifferences(t *testing.T) {
	g := ivy.NewGenerator(3)
	normal := func(dims ...int) *ivy.Array { return g.Normal(0, 1, ivy.Shape(dims), ivy.Float64) }
	params := metaLine{Head: normal(3, 1), Body: normal(2, 3)}
	tasks := []ivy.Tree{metaData{normal(5, 2), normal(5, 1)}, metaData{normal(5, 2), normal(5, 1)}}
	for name, m := range map[string]Meta{
		"all":     {Steps: 2, LearningRate: 0.1},
		"average": {Steps: 2, LearningRate: 0.1, AverageAcrossSteps: true},
		"head":    {Steps: 3, LearningRate: 0.1, Inner: func(path string) bool { return path == "Head" }},
		"body":    {Steps: 2, LearningRate: 0.1, Inner: func(path string) bool { return path == "Head" }, Outer: func(path string) bool { return path == "Body" }},
		"step": {Steps: 2, LearningRate: 0.1, InnerStep: func(w, g ivy.Tree, lr float64) ivy.Tree {
			return ivy.MapTree(func(xs ...*ivy.Array) *ivy.Array { return xs[0].Subtract(xs[1].Tanh().Multiply(lr)) }, w, g)
		}},
	} {
		got := MAMLStep(tasks, lineCost, nil, params, m)
		for i, path := range ivy.TreePaths(params) {
			x, grad := ivy.Leaves(params)[i], ivy.Leaves(got.Grads)[i]
			assert.Equal(t, x.Shape(), grad.Shape())
			for k, v := range ivy.Values[float64](grad.Reshape([]int{-1})) {
				at := func(h float64) float64 {
					y := x.CopyArray()
					flat := y.Reshape([]int{-1}).CopyArray()
					flat.SetAt(flat.At(k).(float64)+h, k)
					moved := ivy.SetNestAtIndex(params, path, flat.Reshape(x.Shape()))
					return MAMLStep(tasks, lineCost, nil, moved, m).Cost.Float()
				}
				want := (at(1e-5) - at(-1e-5)) / 2e-5
				if m.Outer != nil && !m.Outer(path) {
					want = 0
				}
				assert.InDelta(t, want, v, 1e-7*max(1, math.Abs(want)), "%s: %s %d", name, path, k)
			}
			for _, w := range got.Adapted {
				same := ivy.Leaves(w)[i].Equal(x).All().Bool()
				assert.Equal(t, m.Inner != nil && !m.Inner(path), same, "%s: %s", name, path)
				assert.False(t, ivy.Leaves(w)[i].IsRecorded())
			}
		}
		first := FOMAMLStep(tasks, lineCost, nil, params, m)
		assert.InDelta(t, first.Cost.Float(), got.Cost.Float(), 1e-12)
		assert.IsType(t, metaLine{}, first.Grads)
	}
}

func TestMetaLearns(t *testing.T) {
	// Of tasks on either side of 2 the parameters go there, from which each is near.
	tasks := []ivy.Tree{metaTask{1, 1}, metaTask{3, 3}}
	for name, step := range map[string]func(w ivy.Tree) MetaResult{
		"FOMAML": func(w ivy.Tree) MetaResult {
			return FOMAMLStep(tasks, towardsInner, nil, w, Meta{Steps: 2, LearningRate: 0.1})
		},
		"MAML": func(w ivy.Tree) MetaResult {
			return MAMLStep(tasks, towardsInner, nil, w, Meta{Steps: 2, LearningRate: 0.1})
		},
		"Reptile": func(w ivy.Tree) MetaResult {
			return ReptileStep(tasks, towardsInner, w, Meta{Steps: 2, LearningRate: 0.1})
		},
	} {
		var w ivy.Tree = map[string]*ivy.Array{"w": ivy.Asarray(-4.0)}
		for range 300 {
			w = GradientDescentUpdate(w, step(w).Grads, 0.05)
		}
		assert.InDelta(t, 2, ivy.Leaves(w)[0].Float(), 1e-2, name)
	}
}

func TestMetaErrors(t *testing.T) {
	tasks := []ivy.Tree{metaTask{1, 2}}
	params := map[string]*ivy.Array{"w": ivy.Asarray(1.0)}
	m := Meta{Steps: 1, LearningRate: 0.1}
	none := func(string) bool { return false }
	for name, c := range map[string]struct {
		f    func()
		kind error
		text string
	}{
		"tasks":      {func() { FOMAMLStep(nil, towardsInner, nil, params, m) }, ivy.ErrValue, "optim.FOMAMLStep: no tasks"},
		"cost":       {func() { MAMLStep(tasks, nil, nil, params, m) }, ivy.ErrValue, "nil cost"},
		"steps":      {func() { ReptileStep(tasks, towardsInner, params, Meta{LearningRate: 1}) }, ivy.ErrValue, "Steps"},
		"rate":       {func() { ReptileStep(tasks, towardsInner, params, Meta{Steps: 1}) }, ivy.ErrValue, "LearningRate"},
		"NaN":        {func() { ReptileStep(tasks, towardsInner, params, Meta{Steps: 1, LearningRate: math.NaN()}) }, ivy.ErrValue, "LearningRate"},
		"parameters": {func() { MAMLStep(tasks, towardsInner, nil, map[string]*ivy.Array{}, m) }, ivy.ErrValue, "no parameters"},
		"dtype":      {func() { MAMLStep(tasks, towardsInner, nil, map[string]*ivy.Array{"w": ivy.Asarray(1)}, m) }, ivy.ErrDtype, "dtype int32"},
		"inner":      {func() { MAMLStep(tasks, towardsInner, nil, params, Meta{Steps: 1, LearningRate: 1, Inner: none}) }, ivy.ErrValue, "no parameter is taken"},
		"outer":      {func() { FOMAMLStep(tasks, towardsInner, nil, params, Meta{Steps: 1, LearningRate: 1, Outer: none}) }, ivy.ErrValue, "no parameter is taken"},
		"a nil": {func() {
			FOMAMLStep(tasks, func(_, _ ivy.Tree) *ivy.Array { return nil }, nil, params, m)
		}, ivy.ErrValue, "the cost is nil"},
		"a shape": {func() {
			FOMAMLStep(tasks, func(_, w ivy.Tree) *ivy.Array { return ivy.Leaves(w)[0].Add([]float64{1, 2}) }, nil, params, m)
		}, ivy.ErrShape, "shape"},
		"a step": {func() {
			MAMLStep(tasks, towardsInner, nil, params, Meta{Steps: 1, LearningRate: 1, InnerStep: func(w, _ ivy.Tree, _ float64) ivy.Tree { return []*ivy.Array{} }})
		}, ivy.ErrValue, "InnerStep"},
	} {
		err := ivy.Try(c.f)
		if assert.Error(t, err, name) {
			assert.ErrorIs(t, err, c.kind, "%s: %v", name, err)
			assert.True(t, strings.Contains(err.Error(), c.text), "%s: %v", name, err)
		}
	}
}
