package tensorflowrandom_test

import (
	"fmt"
	"math/big"

	"github.com/goivy/goivy/ivy/random/tensorflowrandom"
)

func ExampleStateless() {
	x := make([]float32, 4)
	tensorflowrandom.Uniform32(tensorflowrandom.Stateless([2]int64{1, 2}), x, 0, 1) // tf.random.stateless_uniform([4], [1, 2])
	fmt.Printf("%.6f\n", x)
	// Output:
	// [0.844060 0.192045 0.996223 0.160387]
}

func ExampleGenerator() {
	g := tensorflowrandom.FromSeed(big.NewInt(42)) // tf.random.Generator.from_seed(42)
	x := make([]float32, 2)
	for range 2 {
		tensorflowrandom.Normal32(g.Next(len(x)), x, 0, 1) // g.normal([2])
		fmt.Printf("%.6f\n", x)
	}
	// Output:
	// [-0.756580 -0.068547]
	// [0.902939 -0.124411]
}
