package optim_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/optim"
)

// A line is fitted to points. The whole step is compiled: gradient and update run as one.
func Example() {
	type line struct{ Slope, Offset *ivy.Array }
	x := ivy.Linspace(0.0, 1.0, 50, ivy.Float64)
	y := x.Multiply(3.0).Add(-1.0)
	gradient := ivy.ValueAndGrad(func(p line) *ivy.Array {
		return x.Multiply(p.Slope).Add(p.Offset).Subtract(y).Square().Mean()
	})
	o := optim.NewAdam(optim.Cosine(0.1, 500, 0))
	step := ivy.Compile(func(p line, s optim.State) (loss, params, state ivy.Tree) {
		value, grads := gradient(p)
		params, next := o.Update(p, grads, s)
		return value, params, next
	})
	var params, state ivy.Tree = line{ivy.Zeros([]int{}, ivy.Float64), ivy.Zeros([]int{}, ivy.Float64)}, nil
	state = o.Init(params)
	for range 500 {
		z := step.CallTree(params, state)
		params, state = z[1], z[2]
	}
	p := params.(line)
	fmt.Printf("%.3f %.3f\n", p.Slope.Float(), p.Offset.Float())
	// Output: 3.000 -1.000
}

// Step frees the old parameters, gradients and state.
func ExampleStep() {
	w := ivy.Asarray([]float64{1, 2})
	o := optim.NewMomentum(optim.Constant(0.1), 0.9)
	p, state := optim.Step(o, w, ivy.Asarray([]float64{1, -1}), o.Init(w))
	fmt.Println(p, state.Slots["momentum"], state.Step)
	// Output: [0.9 2.1] [ 1. -1.] 1
}

func ExampleBatches() {
	b := optim.NewBatches(5, 2, 1)
	for step := range b.PerEpoch() {
		fmt.Println(len(b.At(step)))
	}
	// Output:
	// 2
	// 2
	// 1
}

func ExampleSchedule_At() {
	s := optim.Warmup(2, 0, optim.Exponential(0.5, 0.5))
	fmt.Println(s.At(0), s.At(1), s.At(2), s.At(3))
	// Output: 0 0.25 0.5 0.25
}
