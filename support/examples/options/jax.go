package main

import (
	"fmt"
	"io"

	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/ivy"
)

func withJAX(backend string, out io.Writer) error {
	j, err := jax.New(jax.Config{Backend: backend})
	if err != nil {
		return err
	}
	jnp, random := j.NumPy(), j.Random()
	z := random.Normal(random.Key(2026), []int{paths, months})
	fmt.Fprintln(out, "first draws:", z.GetItem(0, ivy.Slice(nil, 4)))
	growth := jnp.Add(drift, jnp.Multiply(scale, z))
	prices := jnp.Multiply(spot, jnp.Exp(jnp.Cumsum(growth, jax.Kw("axis", 1))))
	last := prices.GetItem(ivy.Colon, -1)

	price := func(name string, payoff *jax.Array) {
		values := jnp.Multiply(discount, payoff)
		report(out, name, 3, float(values.Mean().Item()), float(values.Std(jax.Kw("ddof", 1)).Item()))
	}
	price("European call", j.NN().Relu(jnp.Subtract(last, strike)))
	price("Asian call", j.NN().Relu(jnp.Subtract(prices.Mean(jax.Kw("axis", 1)), strike)))

	gains := jnp.Where(jnp.Greater(last, strike), jnp.Divide(last, spot), 0.0)
	fmt.Fprintf(out, "delta of the European call: %.4f\n", float(jnp.Multiply(discount, jnp.Mean(gains)).Item()))
	formula(out, 3, 4)
	return nil
}
