package tensorflow_test

import (
	"fmt"
	"log"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/ivy"
)

// Plain TensorFlow does not promote: two dtypes are an error, and a Python scalar, which
// Go's int and float64 stand for, becomes the tensor's dtype or is one.
func Example() {
	x := tensorflow.Constant([]int{1, 2})
	fmt.Println(x.Add(1).Dtype())
	err := ivy.Try(func() { x.Add(1.5) })
	fmt.Println(frontend.Class(err))
	err = ivy.Try(func() { tensorflow.Add(x, tensorflow.Ones(2)) })
	fmt.Println(frontend.Class(err))
	fmt.Println(tensorflow.Cast(x, "float32").Add(1.5))
	// Output:
	// int32
	// InvalidArgumentError
	// InvalidArgumentError
	// tf.Tensor([2.5 3.5], shape=(2,), dtype=float32)
}

// With NumPy's behaviour dtypes promote; that of a scalar is weak and gives way.
func ExampleNew() {
	tf, err := tensorflow.New(tensorflow.Config{Mode: "all"})
	if err != nil {
		log.Fatal(err)
	}
	x := tf.Cast([]int{1, 2}, "int8")
	fmt.Println(x.Add(tf.Ones(2)).Dtype())
	two := tf.Constant(2)
	fmt.Println(two.Dtype(), two.WeakType())
	y := x.Mul(two)
	fmt.Println(y.Dtype(), y.WeakType())
	safe, err := tensorflow.New(tensorflow.Config{Mode: "safe"})
	if err != nil {
		log.Fatal(err)
	}
	err = ivy.Try(func() { safe.Identity(x).Add(1.5) })
	fmt.Println(frontend.Class(err))
	// Output:
	// float32
	// int32 true
	// int8 false
	// TypeError
}

// The functions of tf.experimental.numpy promote as NumPy does, in every mode.
func ExampleExperimentalModule_NumPy() {
	tnp := tensorflow.Experimental.NumPy()
	fmt.Println(tnp.Add(tensorflow.Constant([]int{1, 2}), tensorflow.Ones(2)).Dtype())
	fmt.Println(tnp.Mean(tensorflow.Constant([]float64{1, 2})))
	// Output:
	// float64
	// tf.Tensor(1.5, shape=(), dtype=float32)
}

// Integer division by zero is an error, and a mean of integers an integer.
func ExampleReduceMean() {
	fmt.Println(tensorflow.ReduceMean([]int{1, 2, 4}))
	fmt.Println(tensorflow.ReduceMean([][]float64{{1, 2}, {3, 4}}, tensorflow.Kw("axis", 0)))
	err := ivy.Try(func() { tensorflow.Math.Floordiv(7, 0) })
	fmt.Println(frontend.Class(err))
	// Output:
	// tf.Tensor(2, shape=(), dtype=int32)
	// tf.Tensor([2. 3.], shape=(2,), dtype=float32)
	// InvalidArgumentError
}

// Channels are last, and what SAME adds stands behind where it is odd.
func ExampleNNModule_Conv2d() {
	image := tensorflow.Reshape(tensorflow.Range(9.), []int{1, 3, 3, 1})
	sums := tensorflow.Ones([]int{2, 2, 1, 1})
	z := tensorflow.NN.Conv2d(image, sums, 1, "SAME")
	fmt.Println(tensorflow.Reshape(z, []int{3, 3}))
	fmt.Println(tensorflow.Reshape(tensorflow.NN.AvgPool2d(image, 2, 2, "SAME"), []int{2, 2}))
	// Output:
	// tf.Tensor(
	// [[ 8. 12.  7.]
	//  [20. 24. 13.]
	//  [13. 15.  8.]], shape=(3, 3), dtype=float32)
	// tf.Tensor(
	// [[2.  3.5]
	//  [6.5 8. ]], shape=(2, 2), dtype=float32)
}
