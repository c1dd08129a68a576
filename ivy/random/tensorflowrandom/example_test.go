package tensorflowrandom_test

import (
	"fmt"
	"math"
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

func ExampleSeeds() {
	s := tensorflowrandom.SetSeed(42) // tf.random.set_seed(42)
	x := make([]float32, 2)
	tensorflowrandom.Uniform32(s.Next(), x, 0, 1) // tf.random.uniform([2])
	fmt.Printf("%08x\n", []uint32{math.Float32bits(x[0]), math.Float32bits(x[1])})
	tensorflowrandom.Uniform32(s.Next(), x, 0, 1)
	fmt.Printf("%08x\n", []uint32{math.Float32bits(x[0]), math.Float32bits(x[1])})
	for range 2 {
		tensorflowrandom.Uniform32(s.NextOf("uniform float32", 5, 2), x, 0, 1) // tf.random.uniform([2], seed=5)
		fmt.Printf("%08x\n", []uint32{math.Float32bits(x[0]), math.Float32bits(x[1])})
	}
	// Output:
	// [3f2a20be 3ee1cba4]
	// [3f3019a4 3ef80d9c]
	// [3cd6b7c0 3ede72d0]
	// [3e4e9778 3e81aa14]
}
