package random_test

import (
	"errors"
	"fmt"

	"github.com/goivy/goivy/ivy/random"
)

func ExampleSeedSequence() {
	seq := random.NewSeedSequence(42)
	fmt.Printf("%08x\n", seq.GenerateUint32(4)) // numpy.random.SeedSequence(42).generate_state(4)
	for _, worker := range seq.Spawn(2) {
		fmt.Println(random.NewPCG64(worker).Uint64())
	}
	// Output:
	// [cd540ab7 9f1e2e6d 79fb94b6 d57873dc]
	// 16910944855483863638
	// 8623682774590505111
}

func ExamplePCG64() {
	g := random.NewPCG64(random.NewSeedSequence(42)) // numpy.random.PCG64(42)
	fmt.Printf("%016x %016x\n", g.Uint64(), g.Uint64())
	g.Advance(1<<64-1, 1<<64-2) // two words back
	fmt.Printf("%016x\n", g.Uint64())
	// Output:
	// c621fbcd16d92688 705a5661a791ffc1
	// c621fbcd16d92688
}

func ExamplePCG64DXSM() {
	g := random.NewPCG64DXSM(random.NewSeedSequence(42))
	other := g.Clone()
	other.Jump(1)
	fmt.Printf("%016x %016x\n", g.Uint64(), other.Uint64())
	// Output:
	// ab1c50338e63481d aa145b0c5aaaf0fb
}

func ExampleMT19937() {
	g := random.NewMT19937(42) // numpy.random.RandomState(42), torch.manual_seed(42)
	fmt.Println(g.Uint32(), g.Uint32())
	// Output:
	// 1608637542 3421126067
}

func ExamplePhilox4x64() {
	g := random.NewPhilox4x64Sequence(random.NewSeedSequence(42)) // numpy.random.Philox(42)
	g.Jump(1)
	fmt.Println(g.Uint64())
	// Output:
	// 5874559101895519209
}

func ExamplePhilox4x32() {
	g := random.NewPhilox4x32(42, 0, 0) // tf.random.Generator.from_key_counter(42, [0, 0], "philox")
	var words [4]uint32
	g.FillUint32(words[:])
	fmt.Printf("%08x\n", words)
	// Output:
	// [9ceaf053 77f5493b 12bf50ad 5742b3d7]
}

func ExampleThreeFry2x32() {
	g := random.NewThreeFry2x32([2]uint32{0, 42}, 0) // jax.random.key(42)
	var bits [4]uint32
	g.FillUint32(bits[:])
	fmt.Printf("%08x\n", bits) // jax.random.bits(key, 4)
	for _, child := range g.Split(2) {
		fmt.Printf("%08x\n", child.Key())
	}
	// Output:
	// [7d1c13a2 ae0730d9 9dc3f9f9 8f9ec1d7]
	// [6d3e048f 1022172d]
	// [03d7b32d add083f4]
}

func ExampleRestoreText() {
	g := random.NewPCG64(random.NewSeedSequence(42))
	g.Uint64()
	saved, _ := g.MarshalText()
	want := g.Uint64()
	again, err := random.RestoreText(saved)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Uint64() == want)
	// Output:
	// true
}

func ExampleGenerator() {
	g := random.NewSeeded(42) // numpy.random.default_rng(42)
	x := make([]float64, 3)
	g.Random64(x)
	fmt.Println(x)
	g.StandardNormal64(x)
	fmt.Println(x)
	dice := make([]int64, 6)
	if err := random.Integers(g, dice, 1, 6); err != nil {
		fmt.Println(err)
	}
	fmt.Println(dice)
	fmt.Println(g.Gamma(x, -1, 1))
	// Output:
	// [0.7739560485559633 0.4388784397520523 0.8585979199113825]
	// [0.9405647163912139 -1.9510351886538364 -1.302179506862318]
	// [5 5 5 5 4 1]
	// random: Gamma: shape is -1, want a number >= 0
}

func ExampleRandomState() {
	r := random.NewRandomState(42) // numpy.random.seed(42)
	x := make([]float64, 3)
	r.StandardNormal(x) // numpy.random.randn(3)
	fmt.Println(x)
	order := make([]int64, 5)
	r.Permutation(order) // numpy.random.permutation(5)
	fmt.Println(order)
	// Output:
	// [0.4967141530112327 -0.13826430117118466 0.6476885381006925]
	// [4 0 3 2 1]
}

func ExampleIntegers() {
	bytes := make([]uint8, 5)
	if err := random.Integers(random.NewSeeded(1), bytes, 0, 255); err != nil {
		fmt.Println(err)
	}
	fmt.Println(bytes) // numpy.random.default_rng(1).integers(0, 256, 5, "uint8")
	// Output:
	// [255 228 34 121 243]
}

func ExampleError() {
	g := random.NewSeeded(0)
	err := g.Poisson(make([]int64, 3), -1)
	var bad *random.Error
	fmt.Println(errors.As(err, &bad), bad.Func)
	fmt.Println(err)
	// Output:
	// true Poisson
	// random: Poisson: mean is -1, want a number >= 0
}
