package numpy_test

import (
	"errors"
	"fmt"

	"github.com/goivy/goivy/frontends/frontend"
	np "github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/ivy"
)

func Example() {
	a := np.Array([]any{[]any{1, 2}, []any{3, 4}})
	b := np.Add(a, np.Arange(2))
	fmt.Println(b.Dtype(), b)
	fmt.Println(np.Mean(b, np.Kw("axis", 0)), b.T().Sum(1), np.TrueDivide(a, 2).Dtype())
	// Output:
	// int64 [[1 3]
	//  [3 5]]
	// [2. 4.] [4 8] float64
}

// Go's bool, int, float64 and complex128 are Python's scalars: weak next to an array (NEP
// 50). An integer that does not fit is an error; every other Go number has its dtype.
func Example_promotion() {
	a := np.Array([]int8{1, 2, 3})
	for _, s := range []any{1, 1.5, true, int16(1), float32(1), 2i} {
		fmt.Printf("int8 + %T: %v\n", s, np.Add(a, s).Dtype())
	}
	err := ivy.Try(func() { np.Add(a, 300) })
	fmt.Println(frontend.Class(err))
	fmt.Println(np.Less(a, 300)) // compares all the same
	// Output:
	// int8 + int: int8
	// int8 + float64: float64
	// int8 + bool: int8
	// int8 + int16: int16
	// int8 + float32: float32
	// int8 + complex128: complex128
	// OverflowError
	// [ True  True  True]
}

// What Ivy's emulation of NumPy gets wrong: scalars on the left, bitwise operators of
// integers, division.
func Example_operators() {
	n, err := np.New("native")
	if err != nil {
		panic(err)
	}
	a := n.Array([]int32{5, 6, 7})
	for _, e := range []struct {
		op   string
		x, y any
	}{{"-", 2, a}, {"//", 2, a}, {"**", 2, a}, {"%", 2, a}, {"&", a, 3}, {"|", a, 1}, {"^", a, 1}, {"/", a, a}} {
		z := n.Operator(e.op, e.x, e.y).(*frontend.Array)
		fmt.Println(e.op, z.V.Dtype(), z.V)
	}
	fmt.Println(n.Invert(a))
	// Output:
	// - int32 [-3 -4 -5]
	// // int32 [0 0 0]
	// ** int32 [ 32  64 128]
	// % int32 [2 2 2]
	// & int32 [1 2 3]
	// | int32 [5 7 7]
	// ^ int32 [4 7 6]
	// / float64 [1. 1. 1.]
	// [-6 -7 -8]
}

// An operator in place keeps the dtype, which must be able to hold the result.
func ExampleNDArray_IAdd() {
	a := np.Array([]int32{1, 2})
	a.IAdd(1)
	fmt.Println(a)
	err := ivy.Try(func() { a.IAdd(0.5) })
	var e *frontend.Error
	fmt.Println(errors.As(err, &e), e.Class)
	// Output:
	// [2 3]
	// true UFuncTypeError
}

func ExampleCanCast() {
	for _, casting := range []string{"no", "safe", "same_kind", "unsafe"} {
		ok, _ := np.CanCast(np.Float64, np.Float32, casting)
		fmt.Println(casting, ok)
	}
	_, err := np.CanCast(1, np.Int8, "safe")
	fmt.Println(frontend.Class(err))
	// Output:
	// no false
	// safe false
	// same_kind true
	// unsafe true
	// TypeError
}

func ExampleNDArray_Get() {
	a := np.Reshape(np.Arange(6), []int{2, 3})
	row := a.Get(1) // a view
	row.Set(9, 0)
	fmt.Println(a, a.Get(ivy.Colon, ivy.Slice(nil, nil, -2)).Shape(), np.Nonzero(np.Greater(a, 4))[1])
	// Output:
	// [[0 1 2]
	//  [9 4 5]] [2 2] [0 2]
}

func ExampleLinalgModule() {
	a := np.Array([]any{[]any{2, 0}, []any{0, 4}})
	fmt.Println(np.Linalg.Inv(a), np.Linalg.Solve(a, []any{2, 2}))
	err := ivy.Try(func() { np.Linalg.Inv(np.Zeros([]int{2, 2})) })
	fmt.Println(frontend.Class(err))
	// Output:
	// [[0.5  0.  ]
	//  [0.   0.25]] [1.  0.5]
	// LinAlgError
}
