package ivy_test

import (
	"errors"
	"fmt"

	"github.com/goivy/goivy/ivy"
)

// A call infers the dtype that nothing names: an array's before that of scalars before
// the default one.
func ExampleDefaultDtype() {
	x := ivy.Zeros([]int{2}, ivy.Int16)
	fmt.Println(ivy.DefaultDtype(ivy.Float64, x), ivy.DefaultDtype(x, 1.5), ivy.DefaultDtype(2, 1.5), ivy.DefaultDtype(int64(1<<40)), ivy.DefaultDtype())
	defer ivy.WithDefaultDtype(ivy.Int64)()
	fmt.Println(ivy.DefaultDtype(), ivy.DefaultDtype(7), ivy.Zeros([]int{2}).Dtype(), ivy.Full([]int{2}, 1.5).Dtype())
	// Output:
	// float64 int16 float32 int64 float32
	// int64 int64 int64 float32
}

// Three dtypes and a scalar have one dtype in common, in whatever order they come.
func ExampleResultType() {
	fmt.Println(ivy.ResultType(ivy.Int8, ivy.Uint8, ivy.BFloat16), ivy.ResultType(ivy.BFloat16, ivy.Uint8, ivy.Int8))
	fmt.Println(ivy.ResultType(ivy.Int8, 1), ivy.ResultType(ivy.Int8, 1.5), ivy.ResultType(ivy.Float32, 1.5), ivy.ResultType(1, 1.5))
	// Output:
	// float32 float32
	// int8 float64 float32 float64
}

// Which dtypes a composition takes is found by running it without elements.
func ExampleFunctionSupportedDtypes() {
	fmt.Println(ivy.FunctionUnsupportedDtypes("floor"))
	f := func(x, y *ivy.Array) *ivy.Array {
		if x.Ndim() > 1 {
			return ivy.BitwiseXor(x, y)
		}
		return ivy.Maximum(x, y)
	}
	fmt.Println(ivy.FunctionSupportedDtypes(f, []int{4}))    // one shape
	fmt.Println(ivy.FunctionSupportedDtypes(f, []int{2, 2})) // and another
	// Output:
	// [bool complex64 complex128]
	// [bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 bfloat16 float16 float32 float64]
	// [bool uint8 uint16 uint32 uint64 int8 int16 int32 int64]
}

// A casting mode puts a supported dtype in the place of one that is not.
func ExampleCrosscastDataTypes() {
	x, y := ivy.Asarray([]float32{12.9}), ivy.Asarray([]float32{10})
	fmt.Println(ivy.Try(func() { ivy.BitwiseAnd(x, y) }))
	defer ivy.WithCrosscastDataTypes()()
	z := ivy.BitwiseAnd(x, y)
	fmt.Println(z, z.Dtype())
	// Output:
	// ivy: BitwiseAnd on native: dtype float32, want bool, uint8, uint16, uint32, uint64, int8, int16, int32, int64 (CrosscastDataTypes would compute in int32, CastDataTypes would compute in int32, or cast with Astype)
	// [8] int32
}

// Functions of one's own declare what they take, by backend and version; callers are
// held to it.
func ExampleNewFunction() {
	trace, err := ivy.NewFunction("trace", func(x *ivy.Array) *ivy.Array {
		n := x.Shape()[0]
		return ivy.Sum(ivy.Multiply(x, ivy.Eye(n)))
	})
	if err != nil {
		panic(err)
	}
	if err := trace.WithUnsupportedDtypes("native", ivy.On("0 and above", "complex", "float16")); err != nil {
		panic(err)
	}
	fmt.Println(trace.Call(ivy.Ones([]int{3, 3}))[0])
	err = ivy.Try(func() { trace.Call(ivy.Ones([]int{3, 3}, ivy.Float16)) })
	fmt.Println(errors.Is(err, ivy.ErrUnsupported))
	defer ivy.WithUpcastDataTypes()()
	fmt.Println(trace.Call(ivy.Ones([]int{3, 3}, ivy.Float16))[0].Dtype())
	// Output:
	// 3.0
	// true
	// float32
}
