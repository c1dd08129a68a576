package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func ExampleSetNestAtIndex() {
	params := map[string]ivy.Tree{"layers": []ivy.Tree{
		map[string]*ivy.Array{"weight": ivy.Ones([]int{2}), "bias": ivy.Zeros([]int{2})},
	}}
	more := ivy.SetNestAtIndex(params, "layers.0.bias", ivy.Full([]int{2}, 0.5))
	fmt.Println(ivy.IndexNest(params, "layers.0.bias"), ivy.IndexNest(more, "layers.0.bias"))
	fmt.Println(ivy.TreePaths(ivy.PruneNestAtIndex(more, "layers.0.weight")))
	// Output:
	// [0. 0.] [0.5 0.5]
	// [layers.0.bias]
}

func ExampleNestedArgwhere() {
	params := map[string]ivy.Tree{"w": ivy.Ones([]int{2, 3}), "b": ivy.Zeros([]int{3}), "layers": []ivy.Tree{ivy.Ones([]int{3, 3})}}
	matrix := func(x ivy.Tree) bool { return x.(*ivy.Array).Ndim() == 2 }
	fmt.Println(ivy.NestedArgwhere(params, matrix))
	fmt.Println(ivy.NestedArgwhere(params, matrix, ivy.StopAfter(1)))
	// Output:
	// [layers.0 w]
	// [layers.0]
}
