package ivy_test

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/random"
)

// The same seed gives the same numbers on every backend.
func ExampleGenerator() {
	g := ivy.NewGenerator(42)
	path := ivy.CumulativeSum(g.Choice([]int{-1, 1}, []int{1000}))
	fmt.Println(path.Shape(), path.Dtype())
	fmt.Println(g.Integers(1, 7, []int{2, 3}).Shape())
	// Output:
	// [1000] int32
	// [2 3]
}

// Any source of package random will do: this one is numpy.random.default_rng(42).
func ExampleNewGeneratorFrom() {
	g := ivy.NewGeneratorFrom(random.NewPCG64(random.NewSeedSequence(42)))
	fmt.Println(ivy.Values[float64](g.Uniform(0, 1, []int{2}, ivy.Float64)))
	// Output:
	// [0.7739560485559633 0.4388784397520523]
}

// A seed for one call leaves the default generator alone.
func ExampleRandomNormal() {
	x := ivy.RandomNormal(0, 1, ivy.Shape{3}, ivy.FromSeed(7))
	y := ivy.RandomNormal(0, 1, ivy.Shape{3}, ivy.FromSeed(7))
	fmt.Println(ivy.All(ivy.Equal(x, y)).Bool())
	// Output:
	// true
}

// Work that is shared among goroutines draws from children of one Generator.
func ExampleGenerator_Split() {
	workers := ivy.NewGenerator(42).Split(2)
	again := ivy.NewGenerator(42).Split(2)
	x, y := workers[0].Uniform(0, 1, []int{4}), workers[1].Uniform(0, 1, []int{4})
	fmt.Println(ivy.Any(ivy.Equal(x, y)).Bool(), ivy.All(ivy.Equal(x, again[0].Uniform(0, 1, []int{4}))).Bool())
	// Output:
	// false true
}

// A saved state goes on where it was.
func ExampleGenerator_MarshalBinary() {
	g := ivy.NewGenerator(42)
	state, err := g.MarshalBinary()
	if err != nil {
		panic(err)
	}
	x := g.Normal(0, 1, []int{5})
	var h ivy.Generator
	if err := h.UnmarshalBinary(state); err != nil {
		panic(err)
	}
	fmt.Println(ivy.All(ivy.Equal(x, h.Normal(0, 1, []int{5}))).Bool())
	// Output:
	// true
}

// What probabilities add up to must be 1.
func ExampleGenerator_Choice() {
	g := ivy.NewGenerator(42)
	fmt.Println(g.Choice(5, []int{5}, ivy.Replacement(false)).Shape())
	fmt.Println(ivy.Try(func() { g.Choice(2, []int{1}, ivy.Probs([]float64{0.5, 0.6})) }))
	// Output:
	// [5]
	// ivy: Choice: probs adds up to 1.1, want 1
}
