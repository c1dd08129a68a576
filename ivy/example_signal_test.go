package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

func ExampleHannWindow() {
	fmt.Println(ivy.HannWindow(4))
	fmt.Println(ivy.HannWindow(3, ivy.Periodic(false)))
	// Output:
	// [0.  0.5 1.  0.5]
	// [0. 1. 0.]
}

func ExampleDCT() {
	x := ivy.Asarray([]float64{1, 2, 3})
	fmt.Println(ivy.Round(ivy.DCT(x).Multiply(100)))
	fmt.Println(ivy.AllClose(ivy.IDCT(ivy.DCT(x)), x).Bool())
	// Output:
	// [1200. -346.    0.]
	// true
}

func ExampleFFTConvolve() {
	x, y := ivy.Asarray([]float64{1, 2, 3}), ivy.Asarray([]float64{1, 1})
	fmt.Println(ivy.Round(ivy.FFTConvolve(x, y)))
	fmt.Println(ivy.Round(ivy.FFTConvolve(x, y, ivy.Mode("valid"))))
	// Output:
	// [1. 3. 5. 3.]
	// [3. 5.]
}

func ExampleSTFT() {
	x := ivy.Asarray([]float64{1, 2, 3, 4, 5})
	z := ivy.STFT(x, 2, 1, ivy.Window([]float64{1, 1}))
	fmt.Println(z.Shape())
	fmt.Println(ivy.Round(ivy.ISTFT(z, 2, 1, ivy.Window([]float64{1, 1}))))
	// Output:
	// [4 2]
	// [1. 2. 3. 4. 5.]
}
