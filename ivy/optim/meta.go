package optim

import (
	"math"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A Cost returns the cost of parameters for a task, a number: the data of a task may be a tree of
// any kind. One that wants other data for the inner steps than for the outer gradient takes its part of the task.
type Cost func(task, params ivy.Tree) *ivy.Array

// A Meta has the settings of the steps of meta-learning, which adapt parameters to each of some tasks by a few inner steps, and
// return what the parameters themselves are to be changed by.
type Meta struct {
	Steps        int     // the inner steps of each task, 1 or more
	LearningRate float64 // of the inner steps, above 0

	// InnerStep makes an inner step; nil is GradientDescentUpdate.
	InnerStep func(w, dcdw ivy.Tree, lr float64) ivy.Tree

	// AverageAcrossSteps has the cost and the gradient be the means over the parameters before each inner step and
	// after the last one, not those after the last one.
	AverageAcrossSteps bool

	// Inner says of each array of the parameters, by its path as [ivy.TreePaths] has it, whether the inner steps
	// change it, and Outer whether the outer gradient is taken of it: 0 stands for the gradient of one that it is not taken of.
	// nil is all of them.
	Inner, Outer func(path string) bool
}

// MetaResult is what a step of meta-learning returns.
type MetaResult struct {
	Cost    *ivy.Array // the mean of the tasks' costs
	Grads   ivy.Tree   // the mean of the tasks' gradients, like the parameters
	Adapted []ivy.Tree // the parameters after the inner steps of each task
}

// FOMAMLStep returns the cost of parameters that are adapted to tasks, and its gradient of first order: that with respect to the
// adapted parameters. The inner steps go down inner; outer is the cost, nil for inner too. It is Ivy's fomaml_step.
func FOMAMLStep(tasks []ivy.Tree, inner, outer Cost, params ivy.Tree, m Meta) MetaResult {
	defer blame.Named("optim.FOMAMLStep")
	m.check(tasks, inner, params)
	return m.firstOrder(tasks, inner, outer, params)
}

// ReptileStep returns the mean cost over the inner steps of each task, and the mean of their gradients divided by LearningRate. It is
// Ivy's reptile_step, which averages across steps whatever m says, and takes all parameters.
func ReptileStep(tasks []ivy.Tree, cost Cost, params ivy.Tree, m Meta) MetaResult {
	defer blame.Named("optim.ReptileStep")
	m.check(tasks, cost, params)
	m.AverageAcrossSteps, m.Inner, m.Outer = true, nil, nil
	r := m.firstOrder(tasks, cost, nil, params)
	r.Grads = ivy.MapTree(func(xs ...*ivy.Array) *ivy.Array { return xs[0].Divide(m.LearningRate) }, r.Grads)
	return r
}

// MAMLStep returns the cost of parameters that are adapted to tasks, and its gradient with respect to the parameters before: through
// the inner steps, whose gradients are differentiated again. The inner steps go down inner; outer is the cost, nil for
// inner too. It is Ivy's maml_step.
func MAMLStep(tasks []ivy.Tree, inner, outer Cost, params ivy.Tree, m Meta) MetaResult {
	defer blame.Named("optim.MAMLStep")
	m.check(tasks, inner, params)
	if outer == nil {
		outer = inner
	}
	all := func(_, params ivy.Tree) (*ivy.Array, []ivy.Tree) {
		var adapted []ivy.Tree
		var sum *ivy.Array
		for _, task := range tasks {
			w, costs := params, []*ivy.Array(nil)
			for range m.Steps {
				if m.AverageAcrossSteps {
					costs = append(costs, outer(task, w))
				}
				_, g, _ := gradient(inner, task, w, m.Inner)
				w = m.stepped(w, g)
			}
			sum = plus(sum, mean(append(costs, outer(task, w))))
			adapted = append(adapted, w)
		}
		return sum.Divide(float64(len(tasks))), adapted
	}
	cost, g, adapted := withAux(all, nil, params, m.Outer)
	return MetaResult{cost, likeParams(params, g), adapted}
}

func (m Meta) check(tasks []ivy.Tree, cost Cost, params ivy.Tree) {
	checkParams(params)
	checkSteps("Steps", m.Steps, 1)
	if !(m.LearningRate > 0) || math.IsInf(m.LearningRate, 1) {
		panic(blame.Errorf(ivy.ErrValue, "LearningRate is %v, want a number above 0", m.LearningRate))
	}
	if len(tasks) == 0 {
		panic(blame.Errorf(ivy.ErrValue, "no tasks"))
	}
	if cost == nil {
		panic(blame.Errorf(ivy.ErrValue, "a nil cost"))
	}
}

// firstOrder is FOMAMLStep.
func (m Meta) firstOrder(tasks []ivy.Tree, inner, outer Cost, params ivy.Tree) (r MetaResult) {
	same := outer == nil && m.Inner == nil && m.Outer == nil // the inner steps' gradients are the outer ones
	if outer == nil {
		outer = inner
	}
	var sum *ivy.Array
	var all [][]*ivy.Array // of each array of params, the gradients of the tasks
	for _, task := range tasks {
		w := params
		var costs []*ivy.Array
		var grads [][]*ivy.Array
		for range m.Steps {
			cost, g, _ := gradient(inner, task, w, m.Inner)
			if m.AverageAcrossSteps {
				outerCost, outerGrads := cost, g
				if !same {
					outerCost, outerGrads, _ = gradient(outer, task, w, m.Outer)
				}
				costs, grads = append(costs, outerCost), append(grads, ivy.Leaves(likeParams(w, outerGrads)))
			}
			w = m.stepped(w, g)
		}
		cost, g, _ := gradient(outer, task, w, m.Outer)
		costs, grads = append(costs, cost), append(grads, ivy.Leaves(likeParams(w, g)))
		sum = plus(sum, mean(costs))
		of := make([]*ivy.Array, len(grads[0]))
		for i := range of {
			column := make([]*ivy.Array, len(grads))
			for k := range grads {
				column[k] = grads[k][i]
			}
			of[i] = mean(column)
		}
		all = append(all, of)
		r.Adapted = append(r.Adapted, w)
	}
	r.Cost = sum.Divide(float64(len(tasks)))
	out := make([]*ivy.Array, len(all[0]))
	for i := range out {
		column := make([]*ivy.Array, len(all))
		for k := range all {
			column[k] = all[k][i]
		}
		out[i] = mean(column)
	}
	r.Grads = ivy.Replace(params, out)
	return r
}

// stepped makes an inner step: g has a gradient for each array of w that has one.
func (m Meta) stepped(w ivy.Tree, g []*ivy.Array) ivy.Tree {
	step := m.InnerStep
	if step == nil {
		step = GradientDescentUpdate
	}
	all := slices.Clone(ivy.Leaves(w))
	var of, grads []*ivy.Array
	for i, x := range g {
		if x != nil {
			of, grads = append(of, all[i]), append(grads, x)
		}
	}
	moved := ivy.Leaves(step(of, grads, m.LearningRate))
	if len(moved) != len(of) {
		panic(blame.Errorf(ivy.ErrValue, "InnerStep returned %d arrays for %d", len(moved), len(of)))
	}
	for i, x := range g {
		if x != nil {
			all[i], moved = moved[0], moved[1:]
		}
	}
	return ivy.Replace(w, all)
}

// gradient returns a cost, and its gradients of those arrays of w that of takes: nil stands for the others'.
func gradient(cost Cost, task, w ivy.Tree, of func(path string) bool) (value *ivy.Array, g []*ivy.Array, _ []ivy.Tree) {
	return withAux(func(task, w ivy.Tree) (*ivy.Array, []ivy.Tree) { return cost(task, w), nil }, task, w, of)
}

// withAux is gradient of a cost that returns trees too.
func withAux(cost func(task, w ivy.Tree) (*ivy.Array, []ivy.Tree), task, w ivy.Tree, of func(path string) bool) (value *ivy.Array, g []*ivy.Array, aux []ivy.Tree) {
	all := ivy.Leaves(w)
	var at []int
	var xs []*ivy.Array
	for i, path := range ivy.TreePaths(w) {
		if of == nil || of(path) {
			at, xs = append(at, i), append(xs, all[i])
		}
	}
	if len(at) == 0 {
		panic(blame.Errorf(ivy.ErrValue, "no parameter is taken (of %d)", len(all)))
	}
	value, grads := all[0].Env().ValueAndGrad(func(xs []*ivy.Array) (*ivy.Array, []ivy.Tree) {
		with := slices.Clone(all)
		for k, i := range at {
			with[i] = xs[k]
		}
		z, trees := cost(task, ivy.Replace(w, with))
		if z == nil {
			panic(blame.Errorf(ivy.ErrValue, "the cost is nil"))
		}
		return z, trees
	}, ivy.HasAux())(xs)
	both := grads.(ivy.WithAux)
	g = make([]*ivy.Array, len(all))
	for k, x := range ivy.Leaves(both.Grads) {
		g[at[k]] = x
	}
	return value, g, both.Aux.([]ivy.Tree)
}

// likeParams returns gradients as a tree like w, with zeros where there is none.
func likeParams(w ivy.Tree, g []*ivy.Array) ivy.Tree {
	out := slices.Clone(g)
	for i, x := range ivy.Leaves(w) {
		if out[i] == nil {
			out[i] = x.ZerosLike()
		}
	}
	return ivy.Replace(w, out)
}

func plus(x, y *ivy.Array) *ivy.Array {
	if x == nil {
		return y
	}
	return x.Add(y)
}

func mean(xs []*ivy.Array) *ivy.Array {
	if len(xs) == 1 {
		return xs[0]
	}
	sum := xs[0]
	for _, x := range xs[1:] {
		sum = sum.Add(x)
	}
	return sum.Divide(float64(len(xs)))
}
