package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/recorded"
)

// The Go program and the pasted one print what the framework printed for the latter.
func TestFrameworks(t *testing.T) { recorded.Programs(t, programs) }

// The derivative of the simulated price by the spot is what the programs compute path by path.
func TestDelta(t *testing.T) {
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		j, err := jax.New(jax.Config{Backend: e.CurrentBackend()})
		require.NoError(t, err)
		jnp, random := j.NumPy(), j.Random()
		z := random.Normal(random.Key(2026), []int{paths, months})
		factor := jnp.Exp(jnp.Sum(jnp.Add(drift, jnp.Multiply(scale, z)), jax.Kw("axis", 1)))
		price := func(spot *ivy.Array) *ivy.Array {
			payoff := j.NN().Relu(jnp.Subtract(jnp.Multiply(spot, factor), strike))
			return jnp.Multiply(discount, payoff.Mean()).Ivy()
		}
		env := j.Env()
		delta := env.Grad(price)(env.Full(nil, spot, ivy.Float32)).(*ivy.Array).Float()
		assert.InDelta(t, 0.5064, delta, 0.5e-4)
		assert.Less(t, math.Abs(delta-0.5024), 0.01, "of Black and Scholes")
	})
}
