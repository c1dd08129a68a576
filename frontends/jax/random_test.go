package jax

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

// TestRandomFromGo draws as a Go program does. That the numbers are JAX's, TestDraws of support/script has.
func TestRandomFromGo(t *testing.T) {
	key := Random.Key(42)
	assert.Equal(t, "Array((), dtype=key<fry>) overlaying:\n[ 0 42]", key.String())
	assert.Equal(t, "key<fry>", key.Get("dtype").(frontend.Object).String())
	keys := Random.Split(key, 3).(*PRNGKeyArray)
	assert.Equal(t, []int{3}, keys.Get("shape"))
	raw := Random.PRNGKey(42)
	assert.Equal(t, Random.KeyData(keys).V.Bytes(), Random.Split(raw, 3).(*Array).V.Bytes())
	x := Random.Normal(key, []int{4})
	assert.Equal(t, []float32{-0.028304616, 0.46713185, 0.29570296, 0.15354592}, ivy.Values[float32](x.V))
	assert.Equal(t, x.V.Bytes(), Random.Normal(raw, []int{4}).V.Bytes(), "a key that is used again")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { assert.Equal(t, x.V.Bytes(), Random.Normal(key, []int{4}).V.Bytes()) })
	}
	group.Wait()
	n, err := New(Config{X64: true})
	require.NoError(t, err)
	assert.Equal(t, ivy.Float64, n.Random().Normal(n.Random().Key(42)).Dtype())
	for class, call := range map[string]func(){
		"TypeError":           func() { Random.Normal(5) },
		"ValueError":          func() { Random.Normal(keys) },
		"NotImplementedError": func() { Random.Key(1, Kw("impl", "rbg")) },
		"OverflowError":       func() { Random.FoldIn(key, -1) },
	} {
		assert.Equal(t, class, frontend.Class(frontend.Try(call)))
	}
}

// TestDrawsHaveGradients differentiates draws by the parameters of which they are functions, and others, which are refused.
func TestDrawsHaveGradients(t *testing.T) {
	key := Random.Key(3)
	sum := func(draw func(x *ivy.Array) *Array) func(x *ivy.Array) *ivy.Array {
		return func(x *ivy.Array) *ivy.Array { return ivy.Sum(draw(x).V) }
	}
	for name, draw := range map[string]func(x *ivy.Array) *Array{
		"uniform": func(x *ivy.Array) *Array {
			return Random.Uniform(key, Kw("shape", []int{2}), Kw("minval", x), Kw("maxval", 4.0))
		},
		"truncated_normal": func(x *ivy.Array) *Array { return Random.TruncatedNormal(key, x, 2.0) },
		"pareto":           func(x *ivy.Array) *Array { return Random.Pareto(key, x) },
		"rayleigh":         func(x *ivy.Array) *Array { return Random.Rayleigh(key, x) },
		"wald":             func(x *ivy.Array) *Array { return Random.Wald(key, x) },
		"lognormal":        func(x *ivy.Array) *Array { return Random.Lognormal(key, x) },
		"triangular":       func(x *ivy.Array) *Array { return Random.Triangular(key, 0.0, x, 3.0) },
		"weibull_min":      func(x *ivy.Array) *Array { return Random.WeibullMin(key, 2.0, x, []int{2}) },
		"permutation":      func(x *ivy.Array) *Array { return Random.Permutation(key, x) },
	} {
		at := func(d float32) float64 { return sum(draw)(ivy.Asarray([]float32{0.5 + d, 0.75})).Float() }
		grad := ivy.Values[float64](ivy.Astype(ivy.Grad(sum(draw))(ivy.Asarray([]float32{0.5, 0.75})).(*ivy.Array), ivy.Float64))
		difference := (at(1./64) - at(-1./64)) * 32
		assert.InDelta(t, difference, grad[0], 2e-2*max(1, difference), name)
		assert.NotZero(t, grad[0], name)
	}
	for name, draw := range map[string]func(x *ivy.Array) *Array{
		"gamma":     func(x *ivy.Array) *Array { return Random.Gamma(key, x) },
		"poisson":   func(x *ivy.Array) *Array { return Random.Poisson(key, x) },
		"binomial":  func(x *ivy.Array) *Array { return Random.Binomial(key, 3, x) },
		"bernoulli": func(x *ivy.Array) *Array { return Random.Bernoulli(key, x) },
		"dirichlet": func(x *ivy.Array) *Array { return Random.Dirichlet(key, x) },
	} {
		err := frontend.Try(func() { ivy.Grad(sum(draw))(ivy.Asarray([]float32{0.5, 0.5})) })
		assert.ErrorIs(t, err, ivy.ErrUnsupported, name)
	}
}
