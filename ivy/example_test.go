package ivy_test

import (
	"errors"
	"fmt"

	"github.com/goivy/goivy/ivy"
)

// Dtypes are promoted by Ivy's table; precise mode decides between precision and width.
func ExamplePromoteTypes() {
	fmt.Println(ivy.PromoteTypes(ivy.Float32, ivy.Int32))
	defer ivy.WithPreciseMode(false)()
	fmt.Println(ivy.PromoteTypes(ivy.Float32, ivy.Int32))
	// Output:
	// float64
	// float32
}

// A scalar takes the array's dtype, unless its kind is a higher one.
func ExampleAdd() {
	x := ivy.Asarray([]int8{1, 2, 3})
	fmt.Println(ivy.Add(x, 1).Dtype(), ivy.Add(x, 1.5).Dtype(), ivy.Add(x, int16(1)).Dtype())
	fmt.Println(ivy.Try(func() { ivy.Add(x, 300) }))
	// Output:
	// int8 float64 int16
	// ivy: Add on native: 300 does not fit into int8, the dtype it takes beside int8
}

// A slice's element type is its dtype; []int is of the default int dtype, and []any
// goes by its elements.
func ExampleAsarray() {
	fmt.Println(ivy.Asarray([]float64{1, 2}).Dtype(), ivy.Asarray([]int{1, 2}).Dtype(), ivy.Asarray([]any{1.5, 2}).Dtype())
	fmt.Printf("%#v\n", ivy.Asarray([][]uint8{{1, 2}, {3, 4}}))
	// Output:
	// float64 int32 float32
	// ivy.array([[1, 2],
	//            [3, 4]], dtype=uint8)
}

// Integers go into functions of floats as the default float dtype.
func ExampleCos() {
	x := ivy.Cos(ivy.Asarray([]int{0, 1}))
	fmt.Println(x, x.Dtype())
	// Output: [1.        0.5403023] float32
}

// Sums of narrow integers have the default int dtype.
func ExampleSum() {
	x := ivy.Asarray([]uint8{200, 100})
	fmt.Println(ivy.Sum(x), ivy.Sum(x).Dtype(), ivy.Sum(x, ivy.Uint8))
	// Output: 300 uint32 44
}

// Basic indexing gives views; integer arrays and masks give copies.
func ExampleArray_Get() {
	x := ivy.Reshape(ivy.Arange(6), []int{2, 3})
	last := x.Get(ivy.Ellipsis, -1)
	last.Set(0)
	fmt.Println(x)
	fmt.Println(x.Get(x.Greater(0)), x.Get([]int{1, 0}, ivy.Slice(nil, nil, -1)).Shape())
	// Output:
	// [[0 1 0]
	//  [3 4 0]]
	// [1 3 4] [2 3]
}

// Indices are int64, and equal elements keep their order.
func ExampleArgSort() {
	i := ivy.ArgSort(ivy.Asarray([]int{3, 1, 3, 2}), ivy.Descending(true))
	fmt.Println(i, i.Dtype())
	// Output: [0 2 3 1] int64
}

// Operations panic with an *Error; Try makes it an error at a boundary.
func ExampleTry() {
	err := ivy.Try(func() {
		x := ivy.Ones([]int{2, 3})
		ivy.Add(ivy.MatMul(x, x.T()), ivy.Zeros([]int{3}))
	})
	fmt.Println(errors.Is(err, ivy.ErrShape))
	fmt.Println(err)
	// Output:
	// true
	// ivy: Add on native: shapes (2, 2) and (3,) do not broadcast
}

// Functions of abstract arrays infer dtypes and shapes, and compute nothing.
func ExampleAbstract() {
	x := ivy.Abstract(ivy.Int32, 10000, 10000)
	fmt.Println(ivy.Mean(ivy.MatMul(x, x.T()), ivy.Axis(0)))
	// Output: float32(10000,)
}

// The settings of an Env are independent of those of other Envs.
func ExampleNewEnv() {
	env, err := ivy.NewEnv("native")
	if err != nil {
		panic(err)
	}
	env.SetDefaultFloatDtype(ivy.Float64)
	fmt.Println(env.Zeros([]int{1}).Dtype(), ivy.Zeros([]int{1}).Dtype())
	// Output: float64 float32
}

func ExampleUniqueAll() {
	values, indices, inverse, counts := ivy.UniqueAll([]int{5, 7, 5})
	fmt.Println(values, indices, inverse, counts)
	// Output: [5 7] [0 1] [0 1 0] [2 1]
}

func ExampleEinsum() {
	x := ivy.Reshape(ivy.Arange(6), []int{2, 3})
	fmt.Println(ivy.Einsum("ij,kj->ik", x, x), ivy.Einsum("ij->j", x))
	// Output:
	// [[ 5 14]
	//  [14 50]] [3 5 7]
}

func ExampleEinopsReduce() {
	x := ivy.Reshape(ivy.Arange(16), []int{4, 4})
	fmt.Println(ivy.EinopsReduce(x, "(h h1) (w w1) -> h w", "max", ivy.AxesLengths{"h1": 2, "w1": 2}))
	fmt.Println(ivy.EinopsReduce(x, "... w -> w", "mean"))
	// Output:
	// [[ 5  7]
	//  [13 15]]
	// [6. 7. 8. 9.]
}

func ExampleReshape() {
	x := ivy.Arange(6)
	y := ivy.Reshape(x, []int{2, -1}) // -1 is what is left
	fmt.Println(y.Shape(), y)
	fmt.Println(ivy.Concat([]*ivy.Array{y, ivy.Flip(y)}, ivy.Axis(1)))
	// Output:
	// [2 3] [[0 1 2]
	//  [3 4 5]]
	// [[0 1 2 5 4 3]
	//  [3 4 5 2 1 0]]
}

func ExampleWhere() {
	x := ivy.Asarray([]int8{-2, 0, 3})
	fmt.Println(ivy.Where(ivy.Less(x, 0), 0, x).Dtype()) // a Go number has no dtype of its own
	fmt.Println(ivy.ArgMax(x), ivy.Nonzero(x)[0])
	fmt.Println(ivy.SearchSorted(ivy.Asarray([]int8{1, 2, 4}), x))
	// Output:
	// int8
	// 2 [0 2]
	// [0 0 2]
}

func ExampleIsIn() {
	x := ivy.Asarray([]int32{1, 2, 3})
	fmt.Println(ivy.IsIn(x, []int32{2, 7}))
	// Output: [False  True False]
}

func ExampleVar() {
	x := ivy.Asarray([]int32{1, 2, 3, 4})
	v := ivy.Var(x, ivy.Correction(1)) // integers are computed exactly, and rounded once
	fmt.Println(v.Dtype(), v, ivy.Mean(x))
	// Output: float32 1.6666666 2.5
}

func ExampleAny() {
	x := ivy.Asarray([][]float32{{0, 0}, {0, 2}})
	fmt.Println(ivy.Any(x), ivy.All(x, ivy.Axis(0)), ivy.CountNonzero(x))
	// Output: True [False False] 1
}

func ExampleArray_Set() {
	x := ivy.Zeros([]int{2, 3}, ivy.Int8)
	x.Get(1).Set(7, ivy.Slice(1, nil)) // a row is a view: writes go through
	fmt.Println(x)
	// Output:
	// [[0 0 0]
	//  [0 7 7]]
}
