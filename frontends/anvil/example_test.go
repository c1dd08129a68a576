package anvil_test

import (
	"fmt"

	"github.com/goivy/goivy/frontends/anvil"
)

// Of two known dtypes the more expressive one is taken.
func Example() {
	x := anvil.NvScalar(1.0, anvil.Kw("dtype", "f32"))
	y := anvil.NvScalar(1.0, anvil.Kw("dtype", "f64"))
	fmt.Println(anvil.NvAdd(x, y))
	// Output:
	// AnvilTensor
	//  2.0000
	// [ CPUf64{} ]
}

// A literal's dtype is ambiguous, and so is what follows from it: z is an i32? that
// becomes an i16 next to a known one.
func Example_ambiguity() {
	x := anvil.NvScalar(true)
	y := anvil.NvScalar(2, anvil.Kw("dtype", "i16"))
	z := anvil.NvAdd(x, 1)
	fmt.Println(z.Type(), z.Ambiguous())
	fmt.Println(anvil.NvMul(z, y))
	// Output:
	// i32? true
	// AnvilTensor
	//  4
	// [ CPUi16{} ]
}

// The types of a promotion may be ambiguous, one by one.
func ExampleCommonDtypeOf() {
	fmt.Println(anvil.CommonDtypeOf("f32", "f64", false, true))
	fmt.Println(anvil.CommonDtypeOf("f32", "f64", true, true))
	fmt.Println(anvil.CommonDtypeOf("f32", "f64", false, false))
	// Output:
	// [f32 false]
	// [f64 true]
	// [f64 false]
}
