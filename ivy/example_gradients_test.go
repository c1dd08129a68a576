package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func ExampleGrad() {
	loss := func(w *ivy.Array) *ivy.Array { return ivy.Sum(ivy.Square(ivy.Subtract(w, 3.0))) }
	fmt.Println(ivy.Grad(loss)(ivy.Asarray([]float64{1, 5})))
	// Output: [-4.  4.]
}

func ExampleValueAndGrad() {
	type line struct{ Slope, Offset *ivy.Array }
	x, y := ivy.Asarray([]float64{0, 1, 2}), ivy.Asarray([]float64{1, 3, 5})
	loss := func(p line) *ivy.Array {
		return ivy.Mean(ivy.Square(ivy.Subtract(ivy.Add(ivy.Multiply(p.Slope, x), p.Offset), y)))
	}
	value, grads := ivy.ValueAndGrad(loss)(line{ivy.Asarray(float64(2)), ivy.Asarray(float64(0))})
	fmt.Println(value, grads.(line).Slope, grads.(line).Offset)
	// Output: 1.0 -2.0 -2.0
}

func ExampleVJP() {
	x := ivy.Asarray([]float64{1, 2})
	z, pull := ivy.VJP(func(x *ivy.Array) *ivy.Array { return ivy.Multiply(x, x) }, x)
	fmt.Println(z, pull(ivy.Asarray([]float64{1, 10}))[0])
	// Output: [1. 4.] [ 2. 40.]
}

func ExampleJVP() {
	x, direction := ivy.Asarray([]float64{1, 2}), ivy.Asarray([]float64{1, 0})
	z, tz := ivy.JVP(func(x *ivy.Array) *ivy.Array { return ivy.Prod(x) }, []ivy.Tree{x}, []ivy.Tree{direction})
	fmt.Println(z, tz)
	// Output: 2.0 2.0
}

func ExampleHessian() {
	f := func(x *ivy.Array) *ivy.Array { return ivy.Prod(x) }
	fmt.Println(ivy.Hessian(f)(ivy.Asarray([]float64{2, 3})))
	// Output:
	// [[0. 1.]
	//  [1. 0.]]
}

func ExampleCustomGradient() {
	// Rounding, through which gradients go as if it were not there.
	round := ivy.CustomGradient(func(xs ...*ivy.Array) (*ivy.Array, func(g *ivy.Array) []*ivy.Array) {
		return ivy.Round(xs[0]), func(g *ivy.Array) []*ivy.Array { return []*ivy.Array{g} }
	})
	f := func(x *ivy.Array) *ivy.Array { return ivy.Square(round(x)) }
	fmt.Println(ivy.Grad(f)(ivy.Asarray(2.7)))
	// Output: 6.0
}

func ExampleTape() {
	tape := ivy.NewTape()
	x := tape.Watch(ivy.Asarray(3.0))
	y := ivy.Multiply(x, x)
	fmt.Println(tape.Gradients([]*ivy.Array{y}, nil, x)[0])
	// Output: 6.0
}

func ExampleCompiled_CallTree() {
	type params struct{ W *ivy.Array }
	step := ivy.Compile(ivy.ValueAndGrad(func(p params, x *ivy.Array) *ivy.Array {
		return ivy.Sum(ivy.Tanh(ivy.Multiply(p.W, x)))
	}))
	zs := step.CallTree(params{ivy.Asarray([]float64{0, 0})}, ivy.Asarray([]float64{1, 2}))
	fmt.Println(zs[0], zs[1].(params).W)
	// Output: 0.0 [1. 2.]
}
