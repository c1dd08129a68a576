package torchrandom_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy/random/torchrandom"
)

func ExampleGenerator() {
	g := torchrandom.New(42) // torch.manual_seed(42)
	x := make([]float32, 3)
	if err := g.Uniform32(x, 0, 1); err != nil { // torch.rand(3)
		fmt.Println(err)
	}
	fmt.Println(x)
	order := make([]int64, 5)
	g.Permutation(order) // torch.randperm(5)
	fmt.Println(order)
	// Output:
	// [0.88226926 0.91500396 0.38286376]
	// [4 3 0 1 2]
}
