// Options prices call options by Monte Carlo, a European one and an Asian one, in the words of each
// framework: NumPy with its Generator and with its RandomState, PyTorch, JAX and TensorFlow.
//
//	go run ./support/examples/options --framework jax --backend native
//	go run ./support/cmd/ivy eval support/examples/options/programs/with_jax.py
//
// The first runs a Go program, the second the Python program of the same lines, as it would be pasted
// into a prompt. Random numbers are those of the framework, so both print what the framework itself
// prints for the Python program: testdata has that, and the test compares all three on every backend.
// Record it again by
//
//	python programs/with_jax.py > testdata/jax.txt
//
// with numpy 2.0.2, torch 2.13.0, jax 0.10.2 and tensorflow-cpu 2.18.1. No data but a seed is needed.
package main

import (
	"fmt"
	"io"
	"math"

	"github.com/goivy/goivy/support/examples/internal/example"
)

// What a stock costs now, what the option lets buy it for, interest and volatility in a year, and how
// many paths of so many months are drawn.
const (
	spot, strike, rate, volatility, years = 100.0, 105.0, 0.03, 0.2, 1.0
	paths, months                         = 20000, 12

	step  = years / months
	drift = (rate - volatility*volatility/2) * step
)

var (
	scale    = volatility * math.Sqrt(step)
	discount = math.Exp(-rate * years)
)

var programs = example.Programs{
	{Framework: "numpy", Run: withGenerator},
	{Framework: "randomstate", Run: withRandomState},
	{Framework: "torch", Run: withTorch},
	{Framework: "jax", Run: withJAX},
	{Framework: "tensorflow", Run: withTensorFlow},
}

func main() { programs.Main("options") }

// report prints a price of which the discounted payoffs have that mean and standard deviation.
func report(out io.Writer, name string, digits int, mean, deviation float64) {
	fmt.Fprintf(out, "%s: %.*f, standard error %.*f\n", name, digits, mean, digits, deviation/math.Sqrt(paths))
}

// formula prints what the European call costs by the formula of Black and Scholes.
func formula(out io.Writer, digits, deltaDigits int) {
	d1 := (math.Log(spot/strike) + (rate+volatility*volatility/2)*years) / (volatility * math.Sqrt(years))
	d2 := d1 - volatility*math.Sqrt(years)
	normal := func(x float64) float64 { return (1 + math.Erf(x/math.Sqrt2)) / 2 }
	fmt.Fprintf(out, "Black-Scholes: %.*f, delta %.*f\n", digits, spot*normal(d1)-strike*discount*normal(d2), deltaDigits, normal(d1))
}

// float returns the number that an item of an array is.
func float(item any) float64 { return item.(float64) }
