package main

import (
	"fmt"
	"io"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/ivy"
)

func withGenerator(backend string, out io.Writer) error {
	np, err := numpy.New(backend)
	if err != nil {
		return err
	}
	rng := np.Random().DefaultRng(2026)
	return withNumPy(np, rng.StandardNormal([]int{paths, months}), out)
}

func withRandomState(backend string, out io.Writer) error {
	np, err := numpy.New(backend)
	if err != nil {
		return err
	}
	rng := np.Random().RandomState(2026)
	return withNumPy(np, rng.StandardNormal([]int{paths, months}), out)
}

func withNumPy(np *numpy.NumPy, z *numpy.NDArray, out io.Writer) error {
	fmt.Fprintln(out, "first draws:", z.Get(0, ivy.Slice(nil, 4)))
	growth := np.Add(drift, np.Multiply(scale, z))
	prices := np.Multiply(spot, np.Exp(np.Cumsum(growth, numpy.Kw("axis", 1))))
	last := prices.Get(ivy.Colon, -1)

	price := func(name string, payoff *numpy.NDArray) {
		values := np.Multiply(discount, payoff)
		report(out, name, 6, float(values.Mean().Item()), float(values.Std(numpy.Kw("ddof", 1)).Item()))
	}
	price("European call", np.Maximum(np.Subtract(last, strike), 0))
	price("Asian call", np.Maximum(np.Subtract(prices.Mean(numpy.Kw("axis", 1)), strike), 0))

	gains := np.Where(np.Greater(last, strike), np.Divide(last, spot), 0.0)
	fmt.Fprintf(out, "delta of the European call: %.6f\n", discount*float(np.Mean(gains).Item()))
	formula(out, 6, 6)
	return nil
}
