// Randomwalk follows random walks in the plane and says where they end, in the words of each
// framework: NumPy with its Generator and with its RandomState, PyTorch, JAX and TensorFlow.
//
//	go run ./support/examples/randomwalk --framework torch --backend native
//	go run ./support/cmd/ivy eval support/examples/randomwalk/programs/with_torch.py
//
// The first runs a Go program, the second the Python program of the same lines, as it would be pasted
// into a prompt. Random numbers are those of the framework, so both print what the framework itself
// prints for the Python program: testdata has that, and the test compares all three on every backend.
// PyTorch's numbers are RandomState's here: both take them from MT19937. Record it again by
//
//	python programs/with_torch.py > testdata/torch.txt
//
// with numpy 2.0.2, torch 2.13.0, jax 0.10.2 and tensorflow-cpu 2.18.1. No data but a seed is needed.
package main

import (
	"math"

	"github.com/goivy/goivy/support/examples/internal/example"
)

// How many random walks there are, of so many steps each.
const paths, steps = 2000, 400

// What a step adds to x and to y, to the east, north, west and south.
var (
	eastward  = []int{1, 0, -1, 0}
	northward = []int{0, 1, 0, -1}
)

var programs = example.Programs{
	{Framework: "numpy", Run: withGenerator},
	{Framework: "randomstate", Run: withRandomState},
	{Framework: "torch", Run: withTorch},
	{Framework: "jax", Run: withJAX},
	{Framework: "tensorflow", Run: withTensorFlow},
}

func main() { programs.Main("randomwalk") }

// expected is the mean distance after so many steps, as their number grows.
func expected() float64 { return math.Sqrt(math.Pi*steps) / 2 }
