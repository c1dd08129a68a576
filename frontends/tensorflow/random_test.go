package tensorflow

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

// TestRandomFromGo draws as a Go program does. That the numbers are TensorFlow's, TestDraws of support/script has.
func TestRandomFromGo(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	r := n.Random()
	r.SetSeed(42)
	x := r.Uniform([]int{2})
	assert.Equal(t, []float32{0.6645621, 0.44100678}, ivy.Values[float32](x.V))
	r.SetSeed(42)
	assert.Equal(t, x.V.Bytes(), r.Uniform([]int{2}).V.Bytes())
	g := r.Generator().FromSeed(1)
	first := g.Uniform([]int{3})
	assert.Equal(t, []int64{769, 0, 0}, ivy.Values[int64](g.Get("state").(*Tensor).V))
	g.ResetFromSeed(1)
	assert.Equal(t, first.V.Bytes(), g.Uniform([]int{3}).V.Bytes())
	r.SetGlobalGenerator(g)
	assert.Equal(t, g.Get("state").(*Tensor).V.Bytes(), r.GetGlobalGenerator().Get("state").(*Tensor).V.Bytes())
	for class, call := range map[string]func(){
		invalidArgument: func() { r.StatelessUniform([]int{2}, []int{1, 2, 3}) },
		valueError:      func() { r.Uniform([]int{2}, Kw("dtype", "uint8")) },
		typeError:       func() { r.Uniform([]int{2}, Kw("seed", "a")) },
	} {
		assert.Equal(t, class, frontend.Class(frontend.Try(call)))
	}
}

// TestDrawsHaveGradients differentiates draws by the parameters that scale and move them; others are refused.
func TestDrawsHaveGradients(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	r, e := n.Random(), n.Env()
	grad := func(draw func(x *ivy.Array) *Tensor) []float32 {
		z := e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(draw(x).V) })(e.Ones([]int{3}))
		return ivy.Values[float32](z.(*ivy.Array))
	}
	seed := []int{1, 2}
	assert.Equal(t, []float32{1, 1, 1}, grad(func(x *ivy.Array) *Tensor { return r.StatelessNormal([]int{3}, seed, x) }))
	assert.Equal(t, ivy.Values[float32](r.StatelessNormal([]int{3}, seed).V), grad(func(x *ivy.Array) *Tensor { return r.StatelessNormal([]int{3}, seed, 0.0, x) }))
	assert.Equal(t, ivy.Values[float32](r.StatelessUniform([]int{3}, seed).V), grad(func(x *ivy.Array) *Tensor { return r.StatelessUniform([]int{3}, seed, 0.0, x) }))
	for name, draw := range map[string]func(x *ivy.Array) *Tensor{
		"gamma":       func(x *ivy.Array) *Tensor { return r.StatelessGamma([]int{3}, seed, x) },
		"poisson":     func(x *ivy.Array) *Tensor { return r.StatelessPoisson([]int{3}, seed, x, Kw("dtype", "float32")) },
		"categorical": func(x *ivy.Array) *Tensor { return r.StatelessCategorical(e.Reshape(x, []int{1, 3}), 3, seed) },
	} {
		err := frontend.Try(func() { grad(draw) })
		assert.ErrorIs(t, err, ivy.ErrUnsupported, name)
	}
}
