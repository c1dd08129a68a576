package jaxrandom_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy/random/jaxrandom"
)

func ExampleKey() {
	key := jaxrandom.NewKey(42) // jax.random.key(42)
	for _, child := range key.Split(2) {
		fmt.Printf("%08x\n", child.Words)
	}
	fmt.Printf("%08x\n", key.FoldIn(7).Words)
	// Output:
	// [6d3e048f 1022172d]
	// [03d7b32d add083f4]
	// [97d0552f 51bf719f]
}

func ExampleNormal32() {
	x := make([]float32, 3)
	jaxrandom.Normal32(jaxrandom.NewKey(42), x) // jax.random.normal(jax.random.key(42), 3)
	fmt.Println(x)
	// Output:
	// [-0.028304616 0.46713185 0.29570296]
}

func ExampleIntegers() {
	x := make([]int32, 6)
	jaxrandom.Integers(jaxrandom.NewKey(42), x, 0, 99) // jax.random.randint(jax.random.key(42), 6, 0, 100)
	fmt.Println(x)
	// Output:
	// [44 14 71 69 9 19]
}
