package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func ExampleLgamma() {
	fmt.Println(ivy.Lgamma([]float64{1, 2.5, 17, -1}))
	fmt.Println(ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Lgamma(x) })(ivy.Asarray(2.5)), ivy.Digamma(2.5))
	// Output:
	// [ 0.          0.28468287 30.67186011         inf]
	// 0.70315665 0.70315665
}

func ExamplePolygamma() {
	x := []float64{0.5, 2}
	fmt.Println(ivy.Polygamma(1, x))
	fmt.Println(ivy.Zeta(2.0, x))
	// Output:
	// [4.9348022  0.64493407]
	// [4.9348022  0.64493407]
}
