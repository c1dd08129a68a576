package optim

import (
	"math"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// GradientDescent is stochastic gradient descent, with momentum if Momentum is not 0:
//
//	g += WeightDecay·p
//	b  = Momentum·b + (1−Dampening)·g     (at the first step b = g)
//	g  = b, or g + Momentum·b if Nesterov
//	p -= rate·g
type GradientDescent struct {
	LearningRate Schedule
	Momentum     float64 // 0: none
	Dampening    float64 // of what is added to the momentum
	Nesterov     bool    // needs momentum without dampening
	WeightDecay  float64 // of the penalty WeightDecay·‖p‖²/2
}

// NewGradientDescent returns plain gradient descent.
func NewGradientDescent(rate Schedule) GradientDescent { return GradientDescent{LearningRate: rate} }

// NewMomentum returns gradient descent with momentum.
func NewMomentum(rate Schedule, momentum float64) GradientDescent {
	return GradientDescent{LearningRate: rate, Momentum: momentum}
}

func (o GradientDescent) slots() []string {
	checkRate(o.LearningRate)
	atLeastZero("Momentum", o.Momentum, "WeightDecay", o.WeightDecay)
	checkRange("Dampening", o.Dampening, math.Inf(-1), math.Inf(1))
	if o.Nesterov && (o.Momentum == 0 || o.Dampening != 0) {
		panic(blame.Errorf(ivy.ErrValue, "Nesterov with Momentum %v and Dampening %v, want momentum and no dampening", o.Momentum, o.Dampening))
	}
	if o.Momentum == 0 {
		return nil
	}
	return []string{"momentum"}
}

// Init returns the state before the first step: the slot "momentum" if there is any.
func (o GradientDescent) Init(params ivy.Tree) State {
	defer blame.Named("optim.GradientDescent.Init")
	return start(params, o.slots()...)
}

// Update does a step.
func (o GradientDescent) Update(params, grads ivy.Tree, state State) (ivy.Tree, State) {
	defer blame.Named("optim.GradientDescent.Update")
	return update(o.LearningRate, params, grads, state, o.slots(), func(w *work) stepFunc {
		var share *ivy.Array // of g in the momentum
		if o.Dampening != 0 {
			one := w.temp(w.step.OnesLike())
			share = w.temp(w.temp(w.step.Equal(1)).Where(one, w.temp(one.Multiply(1-o.Dampening))))
		}
		return func(p, g *ivy.Array, s []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			g = w.decayed(g, p, o.WeightDecay)
			if o.Momentum == 0 {
				return w.descended(p, g, w.rate), nil
			}
			add := g
			if share != nil {
				add = w.temp(g.Multiply(w.as(share, g)))
			}
			b := w.temp(s[0].Multiply(o.Momentum)).Add(add)
			d := b
			if o.Nesterov {
				d = w.temp(g.Add(w.temp(b.Multiply(o.Momentum))))
			}
			return w.descended(p, d, w.rate), []*ivy.Array{b}
		}
	})
}

// Adam keeps running averages of gradients and of their squares:
//
//	m  = Beta1·m + (1−Beta1)·g
//	v  = Beta2·v + (1−Beta2)·g²
//	p -= rate/(1−Beta1ᵗ) · m / (√v/√(1−Beta2ᵗ) + Epsilon)
//
// where t is the number of the step, from 1. With Decoupled it is AdamW: p is first multiplied
// by 1 − rate·WeightDecay. Without, g is g + WeightDecay·p. With AMSGrad the last line has the greatest
// v so far instead of v.
type Adam struct {
	LearningRate Schedule
	Beta1, Beta2 float64
	Epsilon      float64
	WeightDecay  float64
	Decoupled    bool
	AMSGrad      bool
}

// NewAdam returns Adam with Beta1 0.9, Beta2 0.999, Epsilon 1e-8 and no weight decay.
func NewAdam(rate Schedule) Adam {
	return Adam{LearningRate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}
}

// NewAdamW returns Adam with a decoupled weight decay of 0.01.
func NewAdamW(rate Schedule) Adam {
	o := NewAdam(rate)
	o.WeightDecay, o.Decoupled = 0.01, true
	return o
}

func (o Adam) slots() []string {
	checkRate(o.LearningRate)
	checkRange("Beta1", o.Beta1, 0, 1)
	checkRange("Beta2", o.Beta2, 0, 1)
	atLeastZero("Epsilon", o.Epsilon, "WeightDecay", o.WeightDecay)
	if o.AMSGrad {
		return []string{"mean", "square", "greatest"}
	}
	return []string{"mean", "square"}
}

// Init returns the state before the first step: the slots "mean" and "square", and "greatest"
// for AMSGrad.
func (o Adam) Init(params ivy.Tree) State {
	defer blame.Named("optim.Adam.Init")
	return start(params, o.slots()...)
}

// unbiased returns 1 − betaᵗ.
func (w *work) unbiased(beta float64) *ivy.Array {
	b := w.temp(w.step.FullLike(beta))
	return w.temp(w.temp(w.temp(b.Pow(w.step)).Negative()).Add(1))
}

// Update does a step.
func (o Adam) Update(params, grads ivy.Tree, state State) (ivy.Tree, State) {
	defer blame.Named("optim.Adam.Update")
	return update(o.LearningRate, params, grads, state, o.slots(), func(w *work) stepFunc {
		rate := w.temp(w.rate.Divide(w.unbiased(o.Beta1)))
		root := w.temp(w.unbiased(o.Beta2).Sqrt())
		var shrink *ivy.Array
		if o.Decoupled && o.WeightDecay != 0 {
			shrink = w.temp(w.temp(w.rate.Multiply(-o.WeightDecay)).Add(1))
		}
		return func(p, g *ivy.Array, s []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			if shrink != nil {
				p = w.temp(p.Multiply(w.as(shrink, p)))
			} else if !o.Decoupled {
				g = w.decayed(g, p, o.WeightDecay)
			}
			m := w.average(s[0], g, o.Beta1)
			v := w.average(s[1], w.temp(g.Multiply(g)), o.Beta2)
			slots, under := []*ivy.Array{m, v}, v
			if o.AMSGrad {
				under = s[2].Maximum(v)
				slots = append(slots, under)
			}
			d := w.temp(w.temp(w.temp(under.Sqrt()).Divide(w.as(root, p))).Add(o.Epsilon))
			return w.descended(p, w.temp(m.Divide(d)), rate), slots
		}
	})
}

// RMSProp divides gradients by the root of a running average of their squares:
//
//	g += WeightDecay·p
//	v  = Alpha·v + (1−Alpha)·g²
//	d  = g / (√v + Epsilon), or g / (√(v − a²) + Epsilon) if Centered,
//	     where a is the running average of g
//	p -= rate·d, or with Momentum: b = Momentum·b + d, p -= rate·b
type RMSProp struct {
	LearningRate Schedule
	Alpha        float64
	Epsilon      float64
	WeightDecay  float64
	Momentum     float64
	Centered     bool
}

// NewRMSProp returns RMSProp with Alpha 0.99 and Epsilon 1e-8, without the rest.
func NewRMSProp(rate Schedule) RMSProp {
	return RMSProp{LearningRate: rate, Alpha: 0.99, Epsilon: 1e-8}
}

func (o RMSProp) slots() []string {
	checkRate(o.LearningRate)
	atLeastZero("Alpha", o.Alpha, "Epsilon", o.Epsilon, "WeightDecay", o.WeightDecay, "Momentum", o.Momentum)
	names := []string{"square"}
	if o.Centered {
		names = append(names, "mean")
	}
	if o.Momentum != 0 {
		names = append(names, "momentum")
	}
	return names
}

// Init returns the state before the first step: the slot "square", "mean" if Centered, and
// "momentum" if there is any.
func (o RMSProp) Init(params ivy.Tree) State {
	defer blame.Named("optim.RMSProp.Init")
	return start(params, o.slots()...)
}

// Update does a step.
func (o RMSProp) Update(params, grads ivy.Tree, state State) (ivy.Tree, State) {
	defer blame.Named("optim.RMSProp.Update")
	return update(o.LearningRate, params, grads, state, o.slots(), func(w *work) stepFunc {
		return func(p, g *ivy.Array, s []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			g = w.decayed(g, p, o.WeightDecay)
			v := w.average(s[0], w.temp(g.Multiply(g)), o.Alpha)
			slots, under := []*ivy.Array{v}, v
			if o.Centered {
				a := w.average(s[1], g, o.Alpha)
				slots = append(slots, a)
				under = w.temp(v.Subtract(w.temp(a.Multiply(a))))
			}
			d := w.temp(g.Divide(w.temp(w.temp(under.Sqrt()).Add(o.Epsilon))))
			if o.Momentum != 0 {
				d = w.temp(s[len(s)-1].Multiply(o.Momentum)).Add(d)
				slots = append(slots, d)
			}
			return w.descended(p, d, w.rate), slots
		}
	})
}

// Adagrad divides gradients by the root of the sum of their squares:
//
//	g += WeightDecay·p
//	v += g²
//	p -= rate/(1 + (t−1)·RateDecay) · g / (√v + Epsilon)
type Adagrad struct {
	LearningRate Schedule
	RateDecay    float64
	WeightDecay  float64
	Initial      float64 // of v
	Epsilon      float64
}

// NewAdagrad returns Adagrad with Epsilon 1e-10, without the rest.
func NewAdagrad(rate Schedule) Adagrad { return Adagrad{LearningRate: rate, Epsilon: 1e-10} }

func (o Adagrad) slots() []string {
	checkRate(o.LearningRate)
	atLeastZero("RateDecay", o.RateDecay, "WeightDecay", o.WeightDecay, "Initial", o.Initial, "Epsilon", o.Epsilon)
	return []string{"sum"}
}

// Init returns the state before the first step: the slot "sum", of Initial.
func (o Adagrad) Init(params ivy.Tree) State {
	defer blame.Named("optim.Adagrad.Init")
	s := start(params, o.slots()...)
	if o.Initial != 0 {
		s.Slots["sum"] = ivy.MapTree(func(x ...*ivy.Array) *ivy.Array { return x[0].FullLike(o.Initial) }, s.Slots["sum"])
	}
	return s
}

// Update does a step.
func (o Adagrad) Update(params, grads ivy.Tree, state State) (ivy.Tree, State) {
	defer blame.Named("optim.Adagrad.Update")
	return update(o.LearningRate, params, grads, state, o.slots(), func(w *work) stepFunc {
		rate := w.rate
		if o.RateDecay != 0 {
			before := w.temp(w.step.Subtract(1))
			rate = w.temp(rate.Divide(w.temp(w.temp(before.Multiply(o.RateDecay)).Add(1))))
		}
		return func(p, g *ivy.Array, s []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			g = w.decayed(g, p, o.WeightDecay)
			v := s[0].Add(w.temp(g.Multiply(g)))
			d := w.temp(g.Divide(w.temp(w.temp(v.Sqrt()).Add(o.Epsilon))))
			return w.descended(p, d, rate), []*ivy.Array{v}
		}
	})
}

// LARS scales the step of each parameter by its norm over that of its gradient (You, Gitman and
// Ginsburg, 2017):
//
//	g += WeightDecay·p
//	g *= TrustCoefficient·‖p‖/(‖g‖ + Epsilon)     (where both norms are not 0)
//	b  = Momentum·b + rate·g
//	p -= b, or rate·g + Momentum·b if Nesterov
type LARS struct {
	LearningRate     Schedule
	WeightDecay      float64
	TrustCoefficient float64
	Epsilon          float64
	Momentum         float64
	Nesterov         bool
}

// NewLARS returns LARS with TrustCoefficient 0.001 and Momentum 0.9, without the rest.
func NewLARS(rate Schedule) LARS {
	return LARS{LearningRate: rate, TrustCoefficient: 0.001, Momentum: 0.9}
}

func (o LARS) slots() []string {
	checkRate(o.LearningRate)
	atLeastZero("WeightDecay", o.WeightDecay, "TrustCoefficient", o.TrustCoefficient, "Epsilon", o.Epsilon, "Momentum", o.Momentum)
	return []string{"momentum"}
}

// Init returns the state before the first step: the slot "momentum".
func (o LARS) Init(params ivy.Tree) State {
	defer blame.Named("optim.LARS.Init")
	return start(params, o.slots()...)
}

// trusted returns d · coefficient·‖p‖/(‖d‖ + epsilon), and d where a norm is 0.
func (w *work) trusted(d, p *ivy.Array, coefficient, epsilon float64) *ivy.Array {
	of, by := w.norm(p), w.norm(d)
	zero := w.temp(w.temp(of.Equal(0)).LogicalOr(w.temp(by.Equal(0))))
	one := w.temp(of.OnesLike())
	// The divisor is 1 where the ratio is not taken: no NaN arises.
	under := w.temp(zero.Where(one, w.temp(by.Add(epsilon))))
	ratio := w.temp(w.temp(of.Multiply(coefficient)).Divide(under))
	return w.temp(d.Multiply(w.temp(zero.Where(one, ratio))))
}

// norm returns the root of the sum of squares.
func (w *work) norm(a *ivy.Array) *ivy.Array {
	return w.temp(w.temp(w.temp(a.Multiply(a)).Sum()).Sqrt())
}

// Update does a step.
func (o LARS) Update(params, grads ivy.Tree, state State) (ivy.Tree, State) {
	defer blame.Named("optim.LARS.Update")
	return update(o.LearningRate, params, grads, state, o.slots(), func(w *work) stepFunc {
		return func(p, g *ivy.Array, s []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			d := w.trusted(w.decayed(g, p, o.WeightDecay), p, o.TrustCoefficient, o.Epsilon)
			d = w.temp(d.Multiply(w.as(w.rate, d)))
			b := w.temp(s[0].Multiply(o.Momentum)).Add(d)
			if !o.Nesterov {
				return p.Subtract(b), []*ivy.Array{b}
			}
			d = w.temp(d.Add(w.temp(b.Multiply(o.Momentum))))
			return p.Subtract(d), []*ivy.Array{b}
		}
	})
}

// LAMB scales the step of Adam of each parameter by its norm over that of the step (You and
// others, 2019):
//
//	m, v as in Adam
//	d  = m/(1−Beta1ᵗ) / (√(v/(1−Beta2ᵗ)) + Epsilon) + WeightDecay·p
//	p -= rate · ‖p‖/‖d‖ · d     (the ratio is 1 where a norm is 0)
type LAMB struct {
	LearningRate Schedule
	Beta1, Beta2 float64
	Epsilon      float64
	WeightDecay  float64
}

// NewLAMB returns LAMB with Beta1 0.9, Beta2 0.999, Epsilon 1e-6 and no weight decay.
func NewLAMB(rate Schedule) LAMB {
	return LAMB{LearningRate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-6}
}

func (o LAMB) slots() []string {
	checkRate(o.LearningRate)
	checkRange("Beta1", o.Beta1, 0, 1)
	checkRange("Beta2", o.Beta2, 0, 1)
	atLeastZero("Epsilon", o.Epsilon, "WeightDecay", o.WeightDecay)
	return []string{"mean", "square"}
}

// Init returns the state before the first step: the slots "mean" and "square".
func (o LAMB) Init(params ivy.Tree) State {
	defer blame.Named("optim.LAMB.Init")
	return start(params, o.slots()...)
}

// Update does a step.
func (o LAMB) Update(params, grads ivy.Tree, state State) (ivy.Tree, State) {
	defer blame.Named("optim.LAMB.Update")
	return update(o.LearningRate, params, grads, state, o.slots(), func(w *work) stepFunc {
		first, second := w.unbiased(o.Beta1), w.unbiased(o.Beta2)
		return func(p, g *ivy.Array, s []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			m := w.average(s[0], g, o.Beta1)
			v := w.average(s[1], w.temp(g.Multiply(g)), o.Beta2)
			root := w.temp(w.temp(v.Divide(w.as(second, v))).Sqrt())
			d := w.temp(w.temp(m.Divide(w.as(first, m))).Divide(w.temp(root.Add(o.Epsilon))))
			d = w.trusted(w.decayed(d, p, o.WeightDecay), p, 1, 0)
			return w.descended(p, d, w.rate), []*ivy.Array{m, v}
		}
	})
}
