package jax_test

import (
	"fmt"
	"math"

	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/ivy"
)

// The examples of "Type promotion semantics" in JAX's documentation.

// A Python scalar is weak: it takes the dtype of the array that it meets.
func Example_weakTypes() {
	x := jax.NumPy.Arange(5, jax.Kw("dtype", "int8"))
	fmt.Printf("%#v\n", jax.NumPy.Multiply(2, x))
	fmt.Printf("%#v\n", jax.NumPy.Multiply(jax.NumPy.Int32(2), x))
	fmt.Println(jax.NumPy.Add(jax.NumPy.Int16(1), 1).Dtype())

	// An array of another framework is not: NumPy's default is int64.
	j, _ := jax.New(jax.Config{X64: true})
	fmt.Println(j.NumPy().Add(j.NumPy().Int16(1), ivy.Asarray(int64(1))).Dtype())
	// Output:
	// Array([0, 2, 4, 6, 8], dtype=int8)
	// Array([0, 2, 4, 6, 8], dtype=int32)
	// int16
	// int64
}

// An array made of a Python scalar is of a weak type, unless it is told a dtype.
func ExampleArray_WeakType() {
	x := jax.NumPy.Asarray(2)
	fmt.Printf("%#v %v\n", x, x.WeakType())
	fmt.Printf("%#v\n", jax.NumPy.Asarray(2, jax.Kw("dtype", "int32")))
	// Output:
	// Array(2, dtype=int32, weak_type=True) true
	// Array(2, dtype=int32)
}

// Integers that meet floats take the float's dtype; bfloat16 is one of the dtypes.
func Example_promotion() {
	np := jax.NumPy
	fmt.Println(np.PromoteTypes("int32", "float16"))
	fmt.Println(np.PromoteTypes("bfloat16", "float16"))
	fmt.Println(np.PromoteTypes("uint8", "int8"))
	fmt.Printf("%#v\n", np.Add(np.Uint8(200), 100))
	// Output:
	// float16
	// float32
	// int16
	// Array(44, dtype=uint8)
}

// Settings are those of a value, not of the process.
func ExampleNew() {
	j, _ := jax.New(jax.Config{X64: true, Strict: true})
	fmt.Println(j.NumPy().Asarray(1.5).Dtype(), jax.NumPy.Asarray(1.5).Dtype())
	err := ivy.Try(func() { j.NumPy().Add(j.NumPy().Int8(1), j.NumPy().Int16(1)) })
	fmt.Println(err)
	// Output:
	// float64 float32
	// ivy: jax.numpy.add: TypePromotionError: int8[] and int16[] have no common dtype under the rule "jax-strict" (strict promotion has no way: cast one to the other's dtype)
}

// Arrays never change; At makes changed ones.
func ExampleArray_At() {
	x := jax.NumPy.Zeros(4, jax.Kw("dtype", "int32"))
	i := jax.NumPy.Array([]int{0, 2, 2})
	fmt.Println(x.At(1).Set(7), x.At(i).Add(5))
	fmt.Println(x.At(ivy.Slice(2, nil)).Set(9), x.At(9).Set(1))
	fmt.Println(x)
	// Output:
	// [0 7 0 0] [ 5  0 10  0]
	// [0 0 9 9] [0 0 0 0]
	// [0 0 0 0]
}

// Functions of jax.lax do not promote.
func Example_lax() {
	x := jax.NumPy.Ones(2, jax.Kw("dtype", "float32"))
	fmt.Printf("%#v\n", jax.Lax.Add(x, 1.0))
	fmt.Println(ivy.Try(func() { jax.Lax.Add(x, 1) }))
	// Output:
	// Array([2., 2.], dtype=float32)
	// ivy: jax.lax.add: TypeError: lax does not promote: dtypes float32 and int32
}

// JAX pools with a window and a function of two arrays.
func Example_reduceWindow() {
	x := jax.NumPy.Reshape(jax.NumPy.Arange(16, jax.Kw("dtype", "float32")), []int{4, 4})
	two := []int{2, 2}
	fmt.Printf("%#v\n", jax.Lax.ReduceWindow(x, math.Inf(-1), jax.Lax.Max, two, two, "VALID"))
	fmt.Printf("%#v\n", jax.Lax.ReduceWindow(x, 0.0, jax.Lax.Add, two, two, [][]int{{1, 1}, {0, 0}}))
	// Output:
	// Array([[ 5.,  7.],
	//        [13., 15.]], dtype=float32)
	// Array([[ 1.,  5.],
	//        [26., 34.],
	//        [25., 29.]], dtype=float32)
}

// Arrays of a frontend are operands of the unified API, those of a weak type as Go's numbers
// are.
func ExampleArray_Operand() {
	x := ivy.Asarray([]int8{1, 2, 3})
	weak := jax.NumPy.Asarray(2)
	fmt.Println(ivy.Multiply(x, weak), ivy.Multiply(x, weak).Dtype())
	fmt.Println(x.Multiply(jax.NumPy.Int32(2)).Dtype())
	// Output:
	// [2 4 6] int8
	// int32
}
