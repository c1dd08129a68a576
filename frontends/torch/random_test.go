package torch

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

// drawers are the paths of functions that draw random numbers, or have to do with that.
func drawers() map[string]bool {
	paths := map[string]bool{}
	for _, f := range slices.Concat(generators, draws, dropouts, inits, lowRanks) {
		paths[f.Path] = true
	}
	return paths
}

// TestRandomFromGo draws as a Go program does. That the numbers are PyTorch's, TestDraws of support/script has.
func TestRandomFromGo(t *testing.T) {
	one, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	one.ManualSeed(42)
	x := one.Rand(3)
	assert.Equal(t, []float32{0.88226926, 0.91500396, 0.38286376}, ivy.Values[float32](x.V))
	g := one.NewGenerator().ManualSeed(42)
	assert.Equal(t, x.V.Bytes(), one.Rand(3, Kw("generator", g)).V.Bytes())
	state := g.GetState()
	a := one.Randn(3, Kw("generator", g))
	g.SetState(state)
	assert.Equal(t, a.V.Bytes(), one.Randn(3, Kw("generator", g)).V.Bytes())
	other, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	before := one.GetRngState().V.Bytes()
	other.ManualSeed(7)
	other.Rand(5)
	assert.Equal(t, before, one.GetRngState().V.Bytes(), "each Torch has a generator of its own")
	w := one.Zeros(4, 4)
	assert.Same(t, w, one.NN().Init().XavierUniform_(w))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { one.Rand(100, Kw("generator", g)) })
	}
	group.Wait()
	for class, call := range map[string]func(){
		"TypeError":           func() { one.Rand(2, Kw("generator", 5)) },
		"RuntimeError":        func() { one.Zeros(3).Uniform_(1, 0) },
		"NotImplementedError": func() { one.Rand(2, Kw("dtype", ivy.Int32)) },
		"ValueError":          func() { one.ManualSeed("a") },
	} {
		assert.Equal(t, class, frontend.Class(frontend.Try(call)))
	}
}

// TestDrawsHaveGradients differentiates dropout by what it drops of, and draws by their parameters, whose derivatives are 0.
func TestDrawsHaveGradients(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	grad := func(draw func(x *ivy.Array) *Tensor) []float32 {
		n.ManualSeed(42)
		z := n.Env().Grad(func(x *ivy.Array) *ivy.Array { return n.Env().Sum(draw(x).V) })(n.Env().Ones([]int{8}))
		return ivy.Values[float32](z.(*ivy.Array))
	}
	n.ManualSeed(42)
	want := ivy.Values[float32](n.NN().Functional().Dropout(n.Ones(8), 0.5).V)
	assert.Equal(t, want, grad(func(x *ivy.Array) *Tensor { return n.NN().Functional().Dropout(x, 0.5) }))
	assert.Contains(t, want, float32(2))
	assert.Contains(t, want, float32(0))
	for name, draw := range map[string]func(x *ivy.Array) *Tensor{
		"normal":    func(x *ivy.Array) *Tensor { return n.Normal(x, x) },
		"bernoulli": func(x *ivy.Array) *Tensor { return n.Bernoulli(x) },
		"poisson":   func(x *ivy.Array) *Tensor { return n.Poisson(x) },
		"rand_like": func(x *ivy.Array) *Tensor { return n.RandLike(x) },
	} {
		assert.Equal(t, make([]float32, 8), grad(draw), name)
	}
}
