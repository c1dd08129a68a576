package decomposition_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/decomposition"
)

// An array that is nearly of low rank takes less room as a core and three factors.
func Example() {
	g := ivy.NewGenerator(1)
	x := decomposition.RandomTucker(g, []int{30, 40, 20}, []int{2, 3, 2}, decomposition.RandomOptions{}).Array()
	tucker, errors := decomposition.Tucker(x, []int{2, 3, 2}, decomposition.Options{})
	numbers := tucker.Core.Size()
	for _, f := range tucker.Factors {
		numbers += f.Size()
	}
	fmt.Println(numbers, "numbers for", x.Size())
	fmt.Println("exact to 1e-3:", errors[len(errors)-1] < 1e-3)
	train := decomposition.TensorTrain(x, []int{3})
	for _, f := range train.Factors {
		fmt.Println(f.Shape())
	}
	// Output:
	// 232 numbers for 24000
	// exact to 1e-3: true
	// [1 30 3]
	// [3 40 3]
	// [3 20 1]
}
