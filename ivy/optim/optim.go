// Package optim trains: optimizers, Ivy's update steps, clipping of gradients, learning-rate
// schedules, shuffled batches, and files that keep parameters and state.
//
//	o := optim.NewAdam(optim.Constant(1e-3))
//	state := o.Init(params)
//	step := ivy.ValueAndGrad(loss)
//	for i := range steps {
//		value, grads := step(params, batch(i))
//		params, state = optim.Step(o, params, grads, state)
//	}
//
// Parameters, gradients and state are trees ([ivy.Tree]). An optimizer is a value without
// state: what it remembers is in the [State] that goes in and comes out, so a run can be saved
// ([Save], [Load]), forked, or traced whole by [ivy.Compile].
//
// Formulas and defaults are those of PyTorch's torch.optim where it has the optimizer; LARS and
// LAMB are those of their papers, as optax has them. Parameters have a float dtype. For float16
// and bfloat16 the state is float32 and the step is computed in float32 and rounded once, so
// that small squares and Epsilon are not lost.
//
// Errors are panics with an *ivy.Error, as in package ivy: ErrDtype for parameters without a
// float dtype and for gradients of another dtype, ErrShape for gradients of other shapes,
// ErrValue for trees that do not fit each other, for state of another optimizer and for
// settings out of their range.
package optim

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// An Optimizer makes better parameters of parameters and the gradients of a loss.
type Optimizer interface {
	// Init returns the state before the first step.
	Init(params ivy.Tree) State
	// Update returns the parameters and the state after a step. grads is a tree like params, of
	// its dtypes and shapes. Arguments are not changed and not freed; what Update computes on
	// the way is freed. It may be called in a function that is compiled.
	Update(params, grads ivy.Tree, state State) (ivy.Tree, State)
}

// A State is what an optimizer remembers between steps; it is a tree.
type State struct {
	// Step is the number of steps done, an int64 array without axes.
	Step *ivy.Array
	// Slots are trees like the parameters, by name: "momentum", say. Their arrays are float32
	// for parameters of 16 bits.
	Slots map[string]ivy.Tree
}

// Step is o.Update for a program that keeps no other reference to the arrays of its arguments:
// those of params, grads and state are freed ([ivy.Array.Free]) when the new ones are there, so
// that the next step has their memory. Memory that they share with other arrays stays.
func Step(o Optimizer, params, grads ivy.Tree, state State) (ivy.Tree, State) {
	p, s := o.Update(params, grads, state)
	kept := map[*ivy.Array]bool{}
	for _, t := range []ivy.Tree{p, s} {
		for _, a := range ivy.Leaves(t) {
			kept[a] = true
		}
	}
	for _, t := range []ivy.Tree{params, grads, state} {
		for _, a := range ivy.Leaves(t) {
			if !kept[a] {
				a.Free()
			}
		}
	}
	return p, s
}

// checkRange is for settings: low ≤ v, and v < high, NaN is neither.
func checkRange(name string, v, low, high float64) {
	if v >= low && v < high {
		return
	}
	want := fmt.Sprintf("at least %v", low)
	if !math.IsInf(high, 1) {
		want = fmt.Sprintf("in [%v, %v)", low, high)
	}
	panic(blame.Errorf(ivy.ErrValue, "%s is %v, want a number %s", name, v, want))
}

// atLeastZero checks settings that are finite and not negative, given as names and values.
func atLeastZero(settings ...any) {
	for i := 0; i < len(settings); i += 2 {
		checkRange(settings[i].(string), settings[i+1].(float64), 0, math.Inf(1))
	}
}

func checkRate(s Schedule) {
	if s == nil {
		panic(blame.Errorf(ivy.ErrValue, "no LearningRate (Constant makes one of a number)"))
	}
}

// narrow reports whether parameters of a dtype are updated in float32.
func narrow(d ivy.Dtype) bool { return d == ivy.Float16 || d == ivy.BFloat16 }

// checkParams returns the arrays of parameters.
func checkParams(params ivy.Tree) []*ivy.Array {
	arrays := ivy.Leaves(params)
	if len(arrays) == 0 {
		panic(blame.Errorf(ivy.ErrValue, "no parameters"))
	}
	for i, a := range arrays {
		if !dtype.Float.Has(a.Dtype()) {
			panic(blame.Errorf(ivy.ErrDtype, "parameter %q of dtype %v, want %v", ivy.TreePaths(params)[i], a.Dtype(), dtype.Float))
		}
	}
	return arrays
}

// matching returns the arrays of a tree that has one of the shape of each parameter, of the
// dtype that want says.
func matching(what string, t, params ivy.Tree, arrays []*ivy.Array, want func(ivy.Dtype) ivy.Dtype) []*ivy.Array {
	got := ivy.Leaves(t)
	if len(got) != len(arrays) {
		panic(blame.Errorf(ivy.ErrValue, "%s of %d arrays for %d parameters", what, len(got), len(arrays)))
	}
	for i, a := range got {
		p := arrays[i]
		switch {
		case !slices.Equal(a.Shape(), p.Shape()):
			panic(blame.Errorf(ivy.ErrShape, "%s of shape %v for parameter %q of shape %v", what, a.Shape(), ivy.TreePaths(params)[i], p.Shape()))
		case a.Dtype() != want(p.Dtype()):
			panic(blame.Errorf(ivy.ErrDtype, "%s of dtype %v for parameter %q of dtype %v, want %v", what, a.Dtype(), ivy.TreePaths(params)[i], p.Dtype(), want(p.Dtype())))
		}
	}
	return got
}

// working returns the dtype in which parameters of a dtype are updated.
func working(d ivy.Dtype) ivy.Dtype {
	if narrow(d) {
		return ivy.Float32
	}
	return d
}

func same(d ivy.Dtype) ivy.Dtype { return d }

// start returns the state before the first step, with slots of zeros.
func start(params ivy.Tree, slots ...string) State {
	arrays := checkParams(params)
	first := arrays[0]
	s := State{Step: onePlace(first, ivy.Int64), Slots: map[string]ivy.Tree{}}
	for _, name := range slots {
		s.Slots[name] = ivy.MapTree(func(x ...*ivy.Array) *ivy.Array { return x[0].ZerosLike(working(x[0].Dtype())) }, params)
	}
	return s
}

// onePlace returns a zero without axes where a is.
func onePlace(a *ivy.Array, d ivy.Dtype) *ivy.Array { return placed(a.Env().Zeros([]int{}, d), a) }

// placed returns z where like is.
func placed(z, like *ivy.Array) *ivy.Array {
	if z.Backend() != like.Backend() {
		z = z.ToBackend(like.Backend())
	}
	if z.Device() != like.Device() {
		z = z.ToDevice(like.Device())
	}
	return z
}

// A work is an update under way.
type work struct {
	temps []*ivy.Array // freed when the parameter at hand is done, those of begin at the end
	casts []*ivy.Array // freed at the end
	rate  *ivy.Array   // the learning rate, a float64 without axes
	step  *ivy.Array   // the number of this step, from 1, a float64 without axes
	cast  map[castKey]*ivy.Array
}

type castKey struct {
	a *ivy.Array
	d ivy.Dtype
}

// temp says that a is not needed after the update.
func (w *work) temp(a *ivy.Array) *ivy.Array {
	w.temps = append(w.temps, a)
	return a
}

// as returns a number, an array without axes, in the dtype of x.
func (w *work) as(a, x *ivy.Array) *ivy.Array {
	d := x.Dtype()
	if a.Dtype() == d {
		return a
	}
	key := castKey{a, d}
	c := w.cast[key]
	if c == nil {
		c = a.Astype(d)
		w.casts = append(w.casts, c)
		w.cast[key] = c
	}
	return c
}

// free frees the temporaries but for the first n.
func (w *work) free(n int) {
	for _, a := range w.temps[n:] {
		a.Free()
	}
	w.temps = w.temps[:n]
}

// average returns decay·old + (1−decay)·x.
func (w *work) average(old, x *ivy.Array, decay float64) *ivy.Array {
	return w.temp(old.Multiply(decay)).Add(w.temp(x.Multiply(1 - decay)))
}

// decayed returns g + decay·p: the gradient with that of a penalty decay·‖p‖²/2.
func (w *work) decayed(g, p *ivy.Array, decay float64) *ivy.Array {
	if decay == 0 {
		return g
	}
	return w.temp(g.Add(w.temp(p.Multiply(decay))))
}

// descended returns p − rate·d.
func (w *work) descended(p, d, rate *ivy.Array) *ivy.Array {
	return p.Subtract(w.temp(d.Multiply(w.as(rate, d))))
}

// A stepFunc returns the new parameter and the new arrays of slots, from a parameter, its
// gradient and its arrays of slots, all of one dtype.
type stepFunc func(p, g *ivy.Array, slots []*ivy.Array) (*ivy.Array, []*ivy.Array)

// update is what all optimizers' Update has in common. begin is called once, with the rate and
// the step set, and returns what is called for each parameter.
func update(rate Schedule, params, grads ivy.Tree, state State, slots []string, begin func(w *work) stepFunc) (ivy.Tree, State) {
	arrays := checkParams(params)
	gs := matching("a gradient", grads, params, arrays, same)
	if state.Step == nil || state.Step.Ndim() != 0 || state.Step.Dtype() != ivy.Int64 {
		panic(blame.Errorf(ivy.ErrValue, "a state without its Step, an int64 without axes (Init makes a state)"))
	}
	if len(state.Slots) != len(slots) {
		panic(blame.Errorf(ivy.ErrValue, "a state of %d slots, want %v (Init makes a state)", len(state.Slots), slots))
	}
	old := make([][]*ivy.Array, len(slots))
	for j, name := range slots {
		t, ok := state.Slots[name]
		if !ok {
			panic(blame.Errorf(ivy.ErrValue, "a state without the slot %q (Init makes a state)", name))
		}
		old[j] = matching("slot "+name, t, params, arrays, working)
	}
	w := &work{cast: map[castKey]*ivy.Array{}}
	defer func() {
		w.temps = append(w.temps, w.casts...)
		w.free(0)
	}()
	next := state.Step.Add(1)
	w.step = w.temp(next.Astype(ivy.Float64))
	w.rate = w.temp(rate(state.Step))
	checkNumber(w.rate)
	f := begin(w)
	shared := len(w.temps)
	newParams, newSlots := make([]*ivy.Array, len(arrays)), make([][]*ivy.Array, len(slots))
	for i, p := range arrays {
		g := gs[i]
		if narrow(p.Dtype()) {
			p, g = w.temp(p.Astype(ivy.Float32)), w.temp(g.Astype(ivy.Float32))
		}
		mine := make([]*ivy.Array, len(slots))
		for j := range slots {
			mine[j] = old[j][i]
		}
		z, mine := f(p, g, mine)
		if narrow(arrays[i].Dtype()) {
			z = w.temp(z).Astype(arrays[i].Dtype())
		}
		newParams[i] = z
		for j := range slots {
			newSlots[j] = append(newSlots[j], mine[j])
		}
		w.free(shared)
	}
	s := State{Step: next, Slots: map[string]ivy.Tree{}}
	for j, name := range slots {
		s.Slots[name] = ivy.Replace(state.Slots[name], newSlots[j])
	}
	return ivy.Replace(params, newParams), s
}

// checkNumber is for what a Schedule returns.
func checkNumber(rate *ivy.Array) {
	if rate == nil || rate.Ndim() != 0 || rate.Dtype() != ivy.Float64 {
		panic(blame.Errorf(ivy.ErrValue, "a learning rate that is no float64 array without axes"))
	}
}
