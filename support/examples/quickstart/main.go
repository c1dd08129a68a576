// Quickstart is the program of the README.
package main

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func main() {
	x := ivy.Asarray([][]float32{{1, 2}, {3, 4}})
	y := ivy.Arange(2) // the default int dtype, int32

	z := ivy.Add(x, y) // Ivy's promotion, whatever the backend
	fmt.Println(z.Dtype())
	fmt.Println(z)

	fmt.Println(ivy.Softmax(x.Multiply(2), ivy.Axis(-1)))
	fmt.Println(x.Get(x.Greater(1.5)), x.Sum(ivy.Axis(0), ivy.Float64))

	row := x.Get(0) // a view: writes go through
	row.Set(100, 1)
	fmt.Println(x)

	fmt.Println(ivy.Try(func() { ivy.MatMul(x, ivy.Ones([]int{3, 2})) }))
}
