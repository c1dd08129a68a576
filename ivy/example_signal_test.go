package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func ExampleHannWindow() {
	fmt.Println(ivy.HannWindow(4))
	fmt.Println(ivy.HannWindow(3, ivy.Periodic(false), ivy.Float64))
	// Output:
	// ivy.array([0. , 0.5, 1. , 0.5])
	// ivy.array([0., 1., 0.], dtype=float64)
}
