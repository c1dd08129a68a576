package optim

import (
	"math"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// Ivy's update steps: functions over trees of parameters w and gradients dcdw, which return
// new trees and change nothing. Their formulas and defaults are Ivy's, and differ from those of
// the optimizers in where Epsilon stands.

// A Moments has Ivy's settings of Adam and LAMB.
type Moments struct {
	Beta1, Beta2 float64
	Epsilon      float64
	// For LAMBUpdate:
	MaxTrustRatio float64
	DecayLambda   float64
}

// StandardMoments are Ivy's defaults.
var StandardMoments = Moments{Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-7, MaxTrustRatio: 10}

// minDenominator is what Ivy adds to a divisor that may be 0.
const minDenominator = 1e-12

// check panics if m or step, the number of a step from 1, is out of range.
func (m Moments) check(step int) {
	checkRange("Beta1", m.Beta1, 0, 1)
	checkRange("Beta2", m.Beta2, 0, 1)
	atLeastZero("Epsilon", m.Epsilon, "MaxTrustRatio", m.MaxTrustRatio, "DecayLambda", m.DecayLambda)
	checkSteps("step", step, 1)
}

// updated calls f for each array of the first tree and the corresponding ones of the others, in
// float32 for 16-bit ones. It returns trees of the results, rounded to the dtype of that array.
func updated(results int, f func(w *work, x []*ivy.Array) []*ivy.Array, trees ...ivy.Tree) []ivy.Tree {
	first := checkParams(trees[0])
	all := make([][]*ivy.Array, len(trees))
	for i, t := range trees {
		all[i] = matching("an array", t, trees[0], first, same)
	}
	out := make([][]*ivy.Array, results)
	for i := range first {
		w := &work{cast: map[castKey]*ivy.Array{}}
		x := make([]*ivy.Array, len(trees))
		d := first[i].Dtype()
		for j := range all {
			if x[j] = all[j][i]; narrow(d) {
				x[j] = w.temp(x[j].Astype(ivy.Float32))
			}
		}
		for j, z := range f(w, x) {
			if narrow(d) {
				z = w.temp(z).Astype(d)
			}
			out[j] = append(out[j], z)
		}
		w.free(0)
	}
	zs := make([]ivy.Tree, results)
	for j := range zs {
		zs[j] = ivy.Replace(trees[0], out[j])
	}
	return zs
}

// OptimizerUpdate returns w − lr·effective: Ivy's optimizer_update.
func OptimizerUpdate(w, effective ivy.Tree, lr float64) ivy.Tree {
	defer blame.Named("optim.OptimizerUpdate")
	return descend(w, effective, lr)
}

func descend(w, effective ivy.Tree, lr float64) ivy.Tree {
	return updated(1, func(k *work, x []*ivy.Array) []*ivy.Array {
		return []*ivy.Array{x[0].Subtract(k.temp(x[1].Multiply(lr)))}
	}, w, effective)[0]
}

// GradientDescentUpdate returns w − lr·dcdw: Ivy's gradient_descent_update.
func GradientDescentUpdate(w, dcdw ivy.Tree, lr float64) ivy.Tree {
	defer blame.Named("optim.GradientDescentUpdate")
	return descend(w, dcdw, lr)
}

// LARSUpdate returns w − r·dcdw for each array, where r is lr·‖w‖/‖dcdw‖, divided by
// ‖w‖·decayLambda if that is not 0: Ivy's lars_update.
func LARSUpdate(w, dcdw ivy.Tree, lr, decayLambda float64) ivy.Tree {
	defer blame.Named("optim.LARSUpdate")
	atLeastZero("decayLambda", decayLambda)
	return updated(1, func(k *work, x []*ivy.Array) []*ivy.Array {
		of := k.norm(x[0])
		rate := k.temp(k.temp(of.Multiply(lr)).Divide(k.temp(k.norm(x[1]).Add(minDenominator))))
		if decayLambda > 0 {
			rate = k.temp(rate.Divide(k.temp(of.Multiply(decayLambda))))
		}
		return []*ivy.Array{k.descended(x[0], x[1], rate)}
	}, w, dcdw)[0]
}

// effective returns the step of Adam and the new averages, of a gradient and the old averages.
func (m Moments) effective(k *work, g, mean, square *ivy.Array, step int) (d, newMean, newSquare *ivy.Array) {
	newMean = k.average(mean, g, m.Beta1)
	newSquare = k.average(square, k.temp(g.Multiply(g)), m.Beta2)
	alpha := math.Sqrt(1-math.Pow(m.Beta2, float64(step))) / (1 - math.Pow(m.Beta1, float64(step)) + m.Epsilon)
	root := k.temp(k.temp(newSquare.Maximum(0.0)).Sqrt())
	return k.temp(newMean.Multiply(alpha)).Divide(k.temp(root.Add(m.Epsilon))), newMean, newSquare
}

// AdamStep returns the step of Adam, effective gradients that [OptimizerUpdate] takes, and the
// new running averages of gradients and of their squares, from gradients, the averages before
// and the number of the step, from 1: Ivy's adam_step.
func AdamStep(dcdw, mw, vw ivy.Tree, step int, m Moments) (effective, newMW, newVW ivy.Tree) {
	defer blame.Named("optim.AdamStep")
	m.check(step)
	z := updated(3, func(k *work, x []*ivy.Array) []*ivy.Array {
		d, mean, square := m.effective(k, x[0], x[1], x[2], step)
		return []*ivy.Array{d, mean, square}
	}, dcdw, mw, vw)
	return z[0], z[1], z[2]
}

// AdamUpdate returns w after a step of Adam, and the new averages: Ivy's adam_update. See
// [AdamStep].
func AdamUpdate(w, dcdw ivy.Tree, lr float64, mw, vw ivy.Tree, step int, m Moments) (newW, newMW, newVW ivy.Tree) {
	defer blame.Named("optim.AdamUpdate")
	m.check(step)
	z := updated(3, func(k *work, x []*ivy.Array) []*ivy.Array {
		d, mean, square := m.effective(k, x[1], x[2], x[3], step)
		return []*ivy.Array{x[0].Subtract(k.temp(k.temp(d).Multiply(lr))), mean, square}
	}, w, dcdw, mw, vw)
	return z[0], z[1], z[2]
}

// LAMBUpdate returns w after a step of Adam whose rate is multiplied for each array by the ratio
// of ‖w‖ and the norm of the step, with DecayLambda·w added to it for the norm, but at most by
// MaxTrustRatio; and the new averages: Ivy's lamb_update. See [AdamStep].
func LAMBUpdate(w, dcdw ivy.Tree, lr float64, mw, vw ivy.Tree, step int, m Moments) (newW, newMW, newVW ivy.Tree) {
	defer blame.Named("optim.LAMBUpdate")
	m.check(step)
	z := updated(3, func(k *work, x []*ivy.Array) []*ivy.Array {
		d, mean, square := m.effective(k, x[1], x[2], x[3], step)
		k.temp(d)
		by := k.norm(k.decayed(d, x[0], m.DecayLambda))
		ratio := k.temp(k.temp(k.norm(x[0]).Divide(k.temp(by.Add(minDenominator)))).Minimum(m.MaxTrustRatio))
		rate := k.temp(ratio.Multiply(lr))
		return []*ivy.Array{k.descended(x[0], d, rate), mean, square}
	}, w, dcdw, mw, vw)
	return z[0], z[1], z[2]
}
