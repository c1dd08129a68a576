// The program porting computes the same in Go as in PyTorch, NumPy and JAX, each by the
// framework's own rules.
package main

import (
	"fmt"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
)

func main() {
	x := []int8{1, 2, 3}

	// torch.tensor(x, dtype=torch.int8) / 2, and numpy's
	fmt.Println(torch.Div(torch.AsTensor(x), 2).Dtype(), numpy.Divide(x, 2).Dtype()) // float32 float64

	// torch.softmax(t, dim=-1) after t += 1, which is in place
	t := torch.AsTensor(x).Float()
	t.Add_(1)
	fmt.Println(torch.Softmax(t, -1)) // tensor([0.0900, 0.2447, 0.6652])

	// numpy.array(x) + 300: NumPy's error, with its class
	fmt.Println(ivy.Try(func() { numpy.Add(numpy.Asarray(x), 300) })) // … OverflowError: Python integer 300 out of bounds for int8 …
}
