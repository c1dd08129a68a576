package optim

import (
	"math"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A Schedule returns the learning rate of a step, a float64 array without axes: step is the
// number of steps done before, an int64 array without axes. It is computed with arrays so that
// a compiled step has the rate of its turn.
type Schedule func(step *ivy.Array) *ivy.Array

// At returns the rate when so many steps have been done.
func (s Schedule) At(step int) float64 {
	defer blame.Named("optim.Schedule.At")
	at := ivy.Asarray([]int64{int64(step)}).Reshape([]int{})
	return s(at).Float()
}

// from returns a Schedule of the number of steps as a float64.
func from(f func(t *ivy.Array) *ivy.Array) Schedule {
	return func(step *ivy.Array) *ivy.Array {
		t := step.Astype(ivy.Float64)
		z := f(t)
		t.Free()
		return z
	}
}

func checkRates(rates ...float64) {
	for _, r := range rates {
		checkRange("a rate", r, 0, math.Inf(1))
	}
}

func checkSteps(what string, n, least int) {
	if n < least {
		panic(blame.Errorf(ivy.ErrValue, "%s is %d, want at least %d", what, n, least))
	}
}

// Constant returns rate at every step.
func Constant(rate float64) Schedule {
	defer blame.Named("optim.Constant")
	checkRates(rate)
	return func(step *ivy.Array) *ivy.Array { return step.FullLike(rate, ivy.Float64) }
}

// StepDecay returns rate·gammaᵏ after k·every steps, k whole.
func StepDecay(rate float64, every int, gamma float64) Schedule {
	defer blame.Named("optim.StepDecay")
	checkRates(rate, gamma)
	checkSteps("every", every, 1)
	return from(func(t *ivy.Array) *ivy.Array { return power(gamma, t.FloorDivide(float64(every))).Multiply(rate) })
}

// power returns the number gamma to the power of k.
func power(gamma float64, k *ivy.Array) *ivy.Array { return k.FullLike(gamma).Pow(k) }

// Exponential returns rate·gammaᵗ after t steps.
func Exponential(rate, gamma float64) Schedule {
	defer blame.Named("optim.Exponential")
	checkRates(rate, gamma)
	return from(func(t *ivy.Array) *ivy.Array { return power(gamma, t).Multiply(rate) })
}

// Cosine returns rates from rate down to least along half a period of the cosine, in so many
// steps, and least from then on.
func Cosine(rate float64, steps int, least float64) Schedule {
	defer blame.Named("optim.Cosine")
	checkRates(rate, least)
	checkSteps("steps", steps, 1)
	return from(func(t *ivy.Array) *ivy.Array { return along(rate, least, t.Divide(float64(steps))) })
}

// along returns what lies between two rates along half a period of the cosine: a where share
// is 0, b where it is 1 and beyond.
func along(a, b float64, share *ivy.Array) *ivy.Array {
	share = share.Minimum(1.0)
	return share.Multiply(math.Pi).Cos().Add(1.0).Multiply((a - b) / 2).Add(b)
}

// Warmup returns rates that rise from start·(the first rate of then) to that rate in so many
// steps, linearly; then the rates of then, which begins at its own step 0. start is in [0, 1].
func Warmup(steps int, start float64, then Schedule) Schedule {
	defer blame.Named("optim.Warmup")
	checkSteps("steps", steps, 1)
	if !(start >= 0 && start <= 1) {
		panic(blame.Errorf(ivy.ErrValue, "start is %v, want a number in [0, 1]", start))
	}
	checkRate(then)
	return func(step *ivy.Array) *ivy.Array {
		left := step.Subtract(int64(steps)).Maximum(int64(0))
		share := step.Astype(ivy.Float64).Divide(float64(steps)).Minimum(1.0)
		return share.Multiply(1 - start).Add(start).Multiply(then(left))
	}
}

// Piecewise returns rates[i] from step boundaries[i−1] on, up to the one before boundaries[i]:
// there is a rate more than boundaries, which ascend.
func Piecewise(boundaries []int, rates []float64) Schedule {
	defer blame.Named("optim.Piecewise")
	checkRates(rates...)
	if len(rates) != len(boundaries)+1 {
		panic(blame.Errorf(ivy.ErrValue, "%d rates for %d boundaries, want one more", len(rates), len(boundaries)))
	}
	for i := 1; i < len(boundaries); i++ {
		if boundaries[i] <= boundaries[i-1] {
			panic(blame.Errorf(ivy.ErrValue, "boundaries %v do not ascend", boundaries))
		}
	}
	boundaries, rates = slices.Clone(boundaries), slices.Clone(rates)
	return func(step *ivy.Array) *ivy.Array {
		z := step.FullLike(rates[0], ivy.Float64)
		for i, b := range boundaries {
			z = step.GreaterEqual(int64(b)).Where(z.FullLike(rates[i+1]), z)
		}
		return z
	}
}

// OneCycle returns rates that rise from most/25 to most in the first 3 tenths of so many steps,
// and go down to most/250,000 in the rest, along half periods of the cosine, as PyTorch's
// OneCycleLR does by default. It stays there afterwards.
func OneCycle(most float64, steps int) Schedule {
	defer blame.Named("optim.OneCycle")
	checkRates(most)
	checkSteps("steps", steps, 4)
	first := most / 25
	top := 0.3*float64(steps) - 1 // the step of the greatest rate
	last := float64(steps - 1)
	return from(func(t *ivy.Array) *ivy.Array {
		up := along(first, most, t.Divide(top))
		down := along(most, first/1e4, t.Subtract(top).Divide(last-top))
		return t.LessEqual(top).Where(up, down)
	})
}

// Product returns the product of two schedules.
func Product(s, t Schedule) Schedule {
	defer blame.Named("optim.Product")
	checkRate(s)
	checkRate(t)
	return func(step *ivy.Array) *ivy.Array { return s(step).Multiply(t(step)) }
}
