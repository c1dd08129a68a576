package torch_test

import (
	"fmt"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Tensors with dimensions come before 0-d ones, and those before numbers.
func ExampleAdd() {
	x := torch.Ones(1, torch.Kw("dtype", dtype.Int32))
	fmt.Println(torch.Add(x, 5).Dtype())
	fmt.Println(torch.Add(x, 5.5).Dtype())
	fmt.Println(torch.TrueDivide(x, 5).Dtype())
	fmt.Println(torch.Add(x, torch.NewTensor(1)).Dtype()) // int64, but 0-d
	fmt.Println(torch.Add(x, torch.Ones(1, torch.Kw("dtype", dtype.Int64))).Dtype())
	// Output:
	// int32
	// float32
	// float32
	// int32
	// int64
}

// The default dtype belongs to a Torch.
func ExampleNew() {
	double, err := torch.New(torch.Config{DefaultDtype: dtype.Float64, Backend: "native"})
	if err != nil {
		panic(err)
	}
	fmt.Println(double.Sqrt(double.Arange(2)).Dtype(), torch.Sqrt(torch.Arange(2)).Dtype())
	// Output: float64 float32
}

// A view shares its elements with what it was taken of.
func ExampleTensor_Get() {
	x := torch.Zeros(2, 3)
	x.Get(0).Add_(1)
	x.T().Get(2).Mul_(5)
	fmt.Println(x)
	// Output:
	// tensor([[1. 1. 5.]
	//  [0. 0. 0.]])
}

// A result in place must be castable to the tensor's dtype.
func ExampleTensor_inPlace() {
	x := torch.Ones(2, torch.Kw("dtype", dtype.Int64))
	err := ivy.Try(func() { x.Add_(1.5) })
	fmt.Println(frontend.Class(err))
	fmt.Println(x.Add_(2))
	// Output:
	// RuntimeError
	// tensor([3 3])
}
