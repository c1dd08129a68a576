// Gradients is the program of the README that differentiates and trains.
package main

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/optim"
)

func main() {
	type line struct{ Slope, Offset *ivy.Array } // parameters are arrays in structs, slices and maps
	x := ivy.Linspace(0.0, 1.0, 50)
	y := x.Multiply(3).Subtract(1)
	loss := func(p line) *ivy.Array {
		return x.Multiply(p.Slope).Add(p.Offset).Subtract(y).Square().Mean()
	}

	var params ivy.Tree = line{ivy.Zeros([]int{}), ivy.Zeros([]int{})}
	fmt.Println(ivy.Grad(loss)(params)) // a gradient has the type of the parameters

	adam := optim.NewAdam(optim.Constant(0.1))
	state := adam.Init(params)
	gradient := ivy.Compile(ivy.ValueAndGrad(loss))
	for range 300 {
		z := gradient.CallTree(params) // the loss, and its gradient
		params, state = optim.Step(adam, params, z[1], state)
	}
	p := params.(line)
	fmt.Printf("%.2f %.2f\n", p.Slope.Float(), p.Offset.Float())
}
