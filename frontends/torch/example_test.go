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
	// tensor([[1., 1., 5.],
	//         [0., 0., 0.]])
}

// A result in place must be castable to the tensor's dtype.
func ExampleTensor_inPlace() {
	x := torch.Ones(2, torch.Kw("dtype", dtype.Int64))
	err := ivy.Try(func() { x.Add_(1.5) })
	fmt.Println(frontend.Class(err))
	fmt.Println(x.Add_(2))
	// Output:
	// RuntimeError
	// tensor([3, 3])
}

// A small network, as PyTorch has it, and what PyTorch 2.13 gives.
func Example_convolutionalNetwork() {
	F := torch.NN.Functional()
	numbers := func(n, modulus int) *torch.Tensor {
		return torch.Remainder(torch.Arange(n, torch.Kw("dtype", dtype.Float32)), modulus)
	}
	image := numbers(36, 7).Reshape(1, 1, 6, 6)
	filters := numbers(18, 5).Sub(2).Div(4).Reshape(2, 1, 3, 3)
	weight := numbers(54, 11).Sub(5).Div(8).Reshape(3, 18)

	x := F.Conv2d(image, filters, torch.NewTensor([]float32{0.5, -1}), torch.Kw("padding", 1))
	x = F.Relu(x)
	pooled := F.MaxPool2d(x, 2)
	logits := F.Linear(torch.Flatten(pooled, 1), weight, torch.NewTensor([]float32{1, 0, -1}))
	fmt.Println(pooled)
	fmt.Println(logits)
	fmt.Printf("%.4f\n", ivy.Values[float32](F.Softmax(logits, torch.Kw("dim", 1)).Ivy()))
	// Output:
	// tensor([[[[5.0000, 1.0000, 3.2500],
	//           [2.2500, 2.2500, 0.0000],
	//           [0.0000, 2.2500, 1.7500]],
	//
	//          [[0.0000, 0.7500, 0.7500],
	//           [0.2500, 0.0000, 0.0000],
	//           [0.0000, 2.7500, 3.2500]]]])
	// tensor([[-3.1875,  0.2500,  0.9375]])
	// [0.0106 0.3310 0.6583]
}
