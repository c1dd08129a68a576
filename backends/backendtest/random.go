package backendtest

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random"
)

// A randomDraw is a call of a Generator's method, with the moments of what it draws and a hash of the bytes of the first numbers that
// seed 42 gives, as they were when the method was written: no backend, level or platform has others.
type randomDraw struct {
	name           string
	call           func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array
	mean, variance float64
	hash           uint64
}

// hashed is how many numbers a hash is of: more than are drawn at a time.
const hashed = 3001

var draws = []randomDraw{
	{"Uniform", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Uniform(-1, 3, []int{n}, o...) }, 1, 16.0 / 12, 0x51048062f8ec7340},
	{"Normal", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Normal(2, 0.5, []int{n}, o...) }, 2, 0.25, 0x2930c2f47be807a3},
	{"Exponential", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Exponential(2, []int{n}, o...) }, 2, 4, 0x958b76afe094eb3},
	{"Laplace", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Laplace(1, 2, []int{n}, o...) }, 1, 8, 0x101d9fc83708a5f8},
	{"Gamma", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Gamma(2.5, 2, []int{n}, o...) }, 5, 10, 0xa6e379d98c77bb66},
	{"Beta", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Beta(2, 3, []int{n}, o...) }, 0.4, 0.04, 0x47d2e8c7882b1015},
	{"TruncatedNormal", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array {
		return g.TruncatedNormal(0, 1, -1, 1, []int{n}, o...)
	}, 0, 0.2911250947, 0xd154816cf6206b36},
	{"Integers", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Integers(3, 13, []int{n}, o...) }, 7.5, 99.0 / 12, 0x2beb7f9aa49dacd},
	{"Bernoulli", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Bernoulli(0.3, []int{n}, o...) }, 0.3, 0.21, 0x9d2b0dc2b23e020c},
	{"Binomial", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Binomial(10, 0.3, []int{n}, o...) }, 3, 2.1, 0x518b1cb492a53b6e},
	{"Poisson", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Poisson(4, []int{n}, o...) }, 4, 4, 0xf1bef0a7e7b69de3},
	{"Geometric", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Geometric(0.25, []int{n}, o...) }, 4, 12, 0x2aa5c1005563c0fc},
	{"Multinomial", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array {
		return g.Multinomial(10, []float64{0.2, 0.3, 0.5}, []int{n}, o...).Get(ivy.Colon, 1)
	}, 3, 2.1, 0x75b5d946ffb79f22},
	{"Dirichlet", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array {
		return g.Dirichlet([]float64{1, 2, 3}, []int{n}, o...).Get(ivy.Colon, 1)
	}, 1.0 / 3, 2.0 / 63, 0x706448b136b1308},
	{"MultivariateNormal", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array {
		return g.MultivariateNormal([]float64{1, 2}, [][]float64{{2, 1}, {1, 3}}, []int{n}, o...).Get(ivy.Colon, 1)
	}, 2, 3, 0x1b22b4dcdf93636e},
	{"Choice", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array {
		return g.Choice(3, []int{n}, ivy.Probs([]float64{0.2, 0.3, 0.5}))
	}, 1.3, 0.61, 0x513ba156f05fe967},
	{"Permutation", func(g *ivy.Generator, n int, o ...ivy.Option) *ivy.Array { return g.Permutation(n) }, 9999.5, 4e8 / 12, 0x413888bb4a96180},
}

// hashOf is a hash of the bytes of a's elements.
func hashOf(a *ivy.Array) uint64 {
	h := fnv.New64a()
	h.Write(a.Bytes())
	return h.Sum64()
}

// random tests random numbers.
func (s *suite) random(t *testing.T) {
	e, err := ivy.NewEnv(s.name)
	require.NoError(t, err)
	for _, d := range draws {
		t.Run(d.name, func(t *testing.T) { t.Parallel(); d.test(t, e) })
	}
	t.Run("dtypes", func(t *testing.T) { t.Parallel(); randomDtypes(t, e) })
	t.Run("parameters", func(t *testing.T) { t.Parallel(); randomParameters(t, e) })
	t.Run("errors", func(t *testing.T) { t.Parallel(); randomErrors(t, e) })
	t.Run("streams", func(t *testing.T) { t.Parallel(); randomStreams(t, e) })
	t.Run("default", func(t *testing.T) { t.Parallel(); s.randomDefault(t) })
	t.Run("orders", func(t *testing.T) { t.Parallel(); randomOrders(t, e) })
	t.Run("gradients", func(t *testing.T) { t.Parallel(); randomGradients(t, e) })
	t.Run("compiled", func(t *testing.T) { t.Parallel(); randomCompiled(t, e) })
}

func (d *randomDraw) test(t *testing.T, e *ivy.Env) {
	x := d.call(e.NewGenerator(42), hashed)
	assert.Equal(t, []int{hashed}, x.Shape())
	assert.Equal(t, d.hash, hashOf(x), "%#x", hashOf(x))

	const n = 20000
	values := ivy.Values[float64](e.Astype(d.call(e.NewGenerator(7), n), ivy.Float64))
	mean, variance := 0.0, 0.0
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		variance += (v - mean) * (v - mean) / n
	}
	assert.InDelta(t, d.mean, mean, 5*math.Sqrt(d.variance/n))
	assert.InEpsilon(t, d.variance, variance, 0.1)
}

// randomDtypes: every dtype there is, and others than a distribution has are errors.
func randomDtypes(t *testing.T, e *ivy.Env) {
	for _, d := range dtype.Float.Dtypes() {
		for _, call := range draws[:7] {
			x := call.call(e.NewGenerator(42), 100, d)
			assert.Equal(t, d, x.Dtype(), call.name)
		}
		u := ivy.Values[float64](e.Astype(e.NewGenerator(3).Uniform(1, 1.5, []int{5000}, d), ivy.Float64))
		assert.GreaterOrEqual(t, slices.Min(u), 1.0, d)
		assert.Less(t, slices.Max(u), 1.5, d)
	}
	for _, d := range dtype.Integer.Dtypes() {
		lo, hi := 0, 100
		x := ivy.Values[float64](e.Astype(e.NewGenerator(42).Integers(lo, hi, []int{3000}, d), ivy.Float64))
		assert.Equal(t, [2]float64{0, 99}, [2]float64{slices.Min(x), slices.Max(x)}, d)
		for _, call := range draws[8:12] {
			assert.Equal(t, d, call.call(e.NewGenerator(42), 10, d).Dtype(), call.name)
		}
	}
	all := e.NewGenerator(1).Integers(uint64(1<<63), uint64(math.MaxUint64), []int{50}, ivy.Uint64)
	for _, v := range ivy.Values[uint64](all) {
		assert.GreaterOrEqual(t, v, uint64(1<<63))
	}
	for _, d := range dtype.Complex.Dtypes() {
		z := e.NewGenerator(42).Normal(1+2i, 2, []int{20000}, d)
		assert.Equal(t, d, z.Dtype())
		assert.InDelta(t, 1, e.Mean(e.Real(z)).Float(), 0.05)
		assert.InDelta(t, 2, e.Mean(e.Imag(z)).Float(), 0.05)
		assert.InDelta(t, 2, e.Var(e.Real(z)).Float(), 0.1)
		assert.InDelta(t, 2, e.Var(e.Imag(z)).Float(), 0.1)
	}
	assert.Equal(t, ivy.Float64, e.NewGenerator(1).Uniform(e.Asarray([]float64{0, 1}), 2, nil).Dtype())
	for name, f := range map[string]func(){
		"uniform": func() { e.NewGenerator(1).Uniform(0, 1, []int{2}, ivy.Int32) },
		"integer": func() { e.NewGenerator(1).Integers(0, 9, []int{2}, ivy.Float32) },
		"gamma":   func() { e.NewGenerator(1).Gamma(1, 1, []int{2}, ivy.Complex64) },
		"poisson": func() { e.NewGenerator(1).Poisson(1, []int{2}, ivy.Bool) },
		"complex": func() { e.NewGenerator(1).Uniform(0, 1i, []int{2}) },
		"bound":   func() { e.NewGenerator(1).Integers(0, 1.5, []int{2}) },
	} {
		assert.ErrorIs(t, ivy.Try(f), ivy.ErrDtype, name)
	}
}

// randomParameters: arrays broadcast, and draw what numbers do.
func randomParameters(t *testing.T, e *ivy.Env) {
	low, high := e.Asarray([][]float64{{0}, {10}}), e.Asarray([]float64{20, 30, 40})
	x := e.NewGenerator(42).Uniform(low, high, nil)
	assert.Equal(t, []int{2, 3}, x.Shape())
	assert.Equal(t, []int{4, 2, 3}, e.NewGenerator(42).Uniform(low, high, []int{4, 2, 3}).Shape())
	u := ivy.Values[float64](e.NewGenerator(42).Uniform(0, 1, []int{6}, ivy.Float64))
	for i, v := range ivy.Values[float64](x) {
		a, b := float64(10*(i/3)), float64(20+10*(i%3))
		assert.Equal(t, a+float64((b-a)*u[i]), v)
	}
	ones := e.Ones([]int{2000}, ivy.Float64)
	for name, pair := range map[string][2]func(g *ivy.Generator) *ivy.Array{
		"gamma": {func(g *ivy.Generator) *ivy.Array { return g.Gamma(2.5, 1, []int{2000}, ivy.Float64) },
			func(g *ivy.Generator) *ivy.Array { return g.Gamma(e.Multiply(ones, 2.5), 1, nil) }},
		"poisson": {func(g *ivy.Generator) *ivy.Array { return g.Poisson(30, []int{2000}) },
			func(g *ivy.Generator) *ivy.Array { return g.Poisson(e.Multiply(ones, 30), nil) }},
		"normal": {func(g *ivy.Generator) *ivy.Array { return g.Normal(1, 2, []int{2000}, ivy.Float32) },
			func(g *ivy.Generator) *ivy.Array { return g.Normal(ones, 2, nil, ivy.Float32) }},
	} {
		assert.Equal(t, pair[0](e.NewGenerator(42)).Bytes(), pair[1](e.NewGenerator(42)).Bytes(), name)
	}
	assert.Empty(t, ivy.Values[float32](e.NewGenerator(1).Normal(0, 1, []int{0, 3})))
	assert.Empty(t, e.NewGenerator(1).Gamma(1, 1, nil).Shape())
	assert.Equal(t, []int{2, 3}, e.NewGenerator(1).Dirichlet([][]float64{{1, 2, 3}, {3, 2, 1}}, nil).Shape())
	out := e.Zeros([]int{4})
	assert.Same(t, out, e.NewGenerator(5).Uniform(0, 1, []int{4}, ivy.Out(out)))
	assert.Equal(t, e.NewGenerator(5).Uniform(0, 1, []int{4}).Bytes(), out.Bytes())
}

// randomErrors: bad arguments are errors of their kind that name the argument, and draw nothing.
func randomErrors(t *testing.T, e *ivy.Env) {
	g, nan := e.NewGenerator(42), math.NaN()
	two := []int{2}
	for _, c := range []struct {
		name string
		kind error
		call func()
	}{
		{"high", ivy.ErrValue, func() { g.Uniform(1, 0, two) }},
		{"high", ivy.ErrValue, func() { g.Uniform(-math.MaxFloat64, math.MaxFloat64, two, ivy.Float64) }},
		{"low", ivy.ErrValue, func() { g.Uniform(nan, 0, two) }},
		{"std", ivy.ErrValue, func() { g.Normal(0, -1, two) }},
		{"std", ivy.ErrValue, func() { g.Normal(0, []float64{1, nan}, nil) }},
		{"std", ivy.ErrValue, func() { g.Normal(0, -1, two, ivy.Complex64) }},
		{"scale", ivy.ErrValue, func() { g.Exponential(-1, two) }},
		{"scale", ivy.ErrValue, func() { g.Laplace(0, nan, two) }},
		{"shape", ivy.ErrValue, func() { g.Gamma(-1, 1, two) }},
		{"scale", ivy.ErrValue, func() { g.Gamma(1, []float64{1, -1}, nil) }},
		{"a is", ivy.ErrValue, func() { g.Beta(0, 1, two) }},
		{"std", ivy.ErrValue, func() { g.TruncatedNormal(0, 0, 0, 1, two) }},
		{"low", ivy.ErrValue, func() { g.TruncatedNormal(0, 1, 1, 0, two) }},
		{"high", ivy.ErrValue, func() { g.Integers(3, 3, two) }},
		{"high", ivy.ErrValue, func() { g.Integers(0, 300, two, ivy.Uint8) }},
		{"low", ivy.ErrValue, func() { g.Integers(-1, 3, two, ivy.Uint8) }},
		{"p is", ivy.ErrValue, func() { g.Bernoulli(1.5, two) }},
		{"n is", ivy.ErrValue, func() { g.Binomial(1.5, 0.5, two) }},
		{"p is", ivy.ErrValue, func() { g.Geometric(0, two) }},
		{"mean", ivy.ErrValue, func() { g.Poisson(-1, two) }},
		{"dtype", ivy.ErrValue, func() { g.Poisson(1000, two, ivy.Int8) }},
		{"p adds up", ivy.ErrValue, func() { g.Multinomial(1, []float64{0.5, 0.4}, two) }},
		{"p[1]", ivy.ErrValue, func() { g.Multinomial(1, []float64{1.5, -0.5}, two) }},
		{"alpha", ivy.ErrValue, func() { g.Dirichlet([]float64{1, 0}, two) }},
		{"alpha", ivy.ErrShape, func() { g.Dirichlet(1, two) }},
		{"cov", ivy.ErrValue, func() { g.MultivariateNormal([]float64{0, 0}, [][]float64{{1, 2}, {2, 1}}, two) }},
		{"cov", ivy.ErrValue, func() { g.MultivariateNormal([]float64{0, 0}, [][]float64{{1, 0.5}, {0, 1}}, two) }},
		{"cov", ivy.ErrShape, func() { g.MultivariateNormal([]float64{0, 0}, []float64{1, 1}, two) }},
		{"probs", ivy.ErrValue, func() { g.Choice(2, two, ivy.Probs([]float64{0.5, nan})) }},
		{"probs", ivy.ErrValue, func() { g.Choice(2, two, ivy.Probs([]float64{0.5, 0.6})) }},
		{"probs", ivy.ErrShape, func() { g.Choice(3, two, ivy.Probs([]float64{0.5, 0.5})) }},
		{"dims", ivy.ErrValue, func() { g.Choice(3, []int{4}, ivy.Replacement(false)) }},
		{"dims", ivy.ErrValue, func() { g.Choice(3, two, ivy.Replacement(false), ivy.Probs([]float64{1, 0, 0})) }},
		{"x is", ivy.ErrValue, func() { g.Permutation(-1) }},
		{"axes", ivy.ErrShape, func() { g.Shuffle(1.0) }},
		{"n is", ivy.ErrValue, func() { g.Split(-1) }},
		{"high", ivy.ErrShape, func() { g.Uniform(0, []float64{1, 2, 3}, two) }},
		{"probs", ivy.ErrValue, func() { e.Multinomial(2, 1, ivy.Probs([]float64{1, -1})) }},
		{"num_samples", ivy.ErrValue, func() { e.Multinomial(2, 3, ivy.Replacement(false)) }},
		{"beta", ivy.ErrValue, func() { e.Gamma(1, 0, ivy.FromSeed(1)) }},
		{"lam", ivy.ErrValue, func() { e.Poisson(-1, ivy.FromSeed(1)) }},
		{"logits", ivy.ErrValue, func() { e.Bernoulli(nil) }},
	} {
		err := ivy.Try(c.call)
		assert.ErrorIs(t, err, c.kind, c.name)
		assert.ErrorContains(t, err, c.name)
	}
	assert.Equal(t, e.NewGenerator(42).Uniform(0, 1, two).Bytes(), g.Uniform(0, 1, two).Bytes(), "errors draw nothing")
}

// randomStreams: states, children and jumps.
func randomStreams(t *testing.T, e *ivy.Env) {
	g := e.NewGenerator(42)
	g.Normal(0, 1, []int{7})
	state, err := g.MarshalBinary()
	require.NoError(t, err)
	want := g.Normal(0, 1, []int{100}).Bytes()
	var h ivy.Generator
	require.NoError(t, h.UnmarshalBinary(state))
	assert.Equal(t, want, h.On(e).Normal(0, 1, []int{100}).Bytes())
	assert.ErrorIs(t, h.UnmarshalBinary(state[:5]), ivy.ErrValue)

	seen := map[uint64]bool{}
	g = e.NewGenerator(42)
	for _, c := range append(g.Split(3), g) {
		seen[hashOf(c.Uniform(0, 1, []int{10}))] = true
	}
	g = e.NewGenerator(42)
	g.Jump(1)
	seen[hashOf(g.Uniform(0, 1, []int{10}))] = true
	assert.Len(t, seen, 5)
	assert.True(t, seen[hashOf(e.NewGenerator(42).Split(1)[0].Uniform(0, 1, []int{10}))], "children are those of the seed")
	assert.ErrorIs(t, ivy.Try(func() { e.NewGeneratorFrom(random.NewThreeFry2x32([2]uint32{}, 0)).Jump(1) }), ivy.ErrUnsupported)

	numpy := e.NewGeneratorFrom(random.NewPCG64(random.NewSeedSequence(42)))
	assert.Equal(t, []float64{0.7739560485559633, 0.4388784397520523}, ivy.Values[float64](numpy.Uniform(0, 1, []int{2}, ivy.Float64)))

	var wait sync.WaitGroup
	shared, parts := e.NewGenerator(9), make([]map[uint64]bool, 4)
	for i := range parts {
		parts[i] = map[uint64]bool{}
		wait.Go(func() {
			for range 20 {
				parts[i][hashOf(shared.Normal(0, 1, []int{50}))] = true
			}
		})
	}
	wait.Wait()
	alone := e.NewGenerator(9)
	for range 80 {
		h, found := hashOf(alone.Normal(0, 1, []int{50})), 0
		for _, p := range parts {
			if p[h] {
				found++
			}
		}
		assert.Equal(t, 1, found)
	}
}

// randomDefault: Ivy's functions draw from the Env's own Generator, which its derived Envs share.
func (s *suite) randomDefault(t *testing.T) {
	e, err := ivy.NewEnv(s.name)
	require.NoError(t, err)
	e.Seed(5)
	g := e.NewGenerator(5)
	shape := ivy.Shape{3}
	calls := map[string][2]*ivy.Array{}
	e.TidyDo(func(e *ivy.Env) {
		for _, c := range []struct {
			name      string
			got, want *ivy.Array
		}{
			{"uniform", e.RandomUniform(0, 2, shape), g.Uniform(0, 2, []int{3})},
			{"normal", e.RandomNormal(0, 2, shape), g.Normal(0, 2, []int{3})},
			{"randint", e.Randint(0, 9, shape), g.Integers(0, 9, []int{3})},
			{"beta", e.RandomBeta(1, 2, shape), g.Beta(1, 2, []int{3})},
			{"gamma", e.Gamma(1, 2, shape), g.Gamma(1, 0.5, []int{3})},
			{"poisson", e.Poisson(3, shape), g.Poisson(3, []int{3}, ivy.Float32)},
			{"dirichlet", e.Dirichlet([]float64{1, 2}, shape), g.Dirichlet([]float64{1, 2}, []int{3})},
			{"bernoulli", e.Bernoulli(0.5, shape), g.Bernoulli(0.5, []int{3}, ivy.Float32)},
			{"logits", e.Bernoulli(nil, ivy.Logits(0.0), shape), g.Bernoulli(0.5, []int{3}, ivy.Float32)},
			{"shuffle", e.Shuffle([]int{1, 2, 3}), g.Shuffle([]int{1, 2, 3})},
			{"multinomial", e.Multinomial(3, 4, ivy.BatchSize(2)), g.Choice(e.Asarray([]int{0, 1, 2}, ivy.Int64), []int{2, 4}, ivy.Probs([]float64{1.0 / 3, 1.0 / 3, 1.0 / 3}))},
		} {
			calls[c.name] = [2]*ivy.Array{}
			assert.Equal(t, c.want.Dtype(), c.got.Dtype(), c.name)
			assert.Equal(t, c.want.Shape(), c.got.Shape(), c.name)
			assert.Equal(t, c.want.Bytes(), c.got.Bytes(), c.name)
		}
	})
	assert.Len(t, calls, 11)
	assert.Equal(t, e.RandomUniform(0, 1, ivy.FromSeed(3), shape).Bytes(), e.NewGenerator(3).Uniform(0, 1, []int{3}).Bytes())
	e.SetGenerator(e.NewGenerator(8))
	assert.Equal(t, e.NewGenerator(8).Uniform(0, 1, []int{3}).Bytes(), e.DefaultGenerator().Uniform(0, 1, []int{3}).Bytes())
	assert.ErrorIs(t, ivy.Try(func() { e.Randint(0, 9, ivy.KeepDims(true)) }), ivy.ErrValue)
}

// randomOrders: choices and shuffles have the elements they should.
func randomOrders(t *testing.T, e *ivy.Env) {
	g := e.NewGenerator(42)
	x := e.Reshape(e.Arange(12), []int{3, 4})
	rows := ivy.Values[int32](e.Sort(g.Shuffle(x), ivy.Axis(0)))
	assert.Equal(t, ivy.Values[int32](x), rows)
	columns := g.Shuffle(x, ivy.Axis(1))
	assert.Equal(t, ivy.Values[int32](x), ivy.Values[int32](e.Sort(columns)))
	p := ivy.Values[int32](g.Permutation(100))
	assert.False(t, slices.IsSorted(p))
	slices.Sort(p)
	assert.Equal(t, ivy.Values[int32](e.Arange(100)), p)
	c := ivy.Values[int32](g.Choice(10, []int{5, 2}, ivy.Replacement(false)))
	slices.Sort(c)
	assert.Equal(t, ivy.Values[int32](e.Arange(10)), c)
	assert.Equal(t, []int{3, 2, 2}, g.Choice(x, []int{2, 2}, ivy.Axis(1)).Shape())
	weighted := ivy.Values[int32](g.Choice(3, []int{200}, ivy.Probs([]float64{0.5, 0, 0.5})))
	assert.NotContains(t, weighted, int32(1))
	assert.Contains(t, weighted, int32(2))
	for range 20 {
		m := ivy.Values[int64](e.Multinomial(4, 3, ivy.Replacement(false), ivy.Probs([]float64{1, 2, 0, 4})))
		slices.Sort(m)
		assert.Equal(t, []int64{0, 1, 3}, m)
	}
}

// randomGradients: they go through bounds, means, deviations and what is shuffled; other parameters refuse.
func randomGradients(t *testing.T, e *ivy.Env) {
	u := ivy.Values[float64](e.NewGenerator(4).Uniform(0, 1, []int{3}, ivy.Float64))
	low, high := e.Asarray([]float64{1, 2, 3}), e.Asarray([]float64{5, 6, 7})
	_, pull := e.VJP(func(low, high *ivy.Array) *ivy.Array { return e.NewGenerator(4).Uniform(low, high, nil) }, low, high)
	g := arraysOf(pull(e.Ones([]int{3}, ivy.Float64)))
	for i, v := range u {
		assert.InDelta(t, 1-v, ivy.Values[float64](g[0])[i], 1e-15)
		assert.InDelta(t, v, ivy.Values[float64](g[1])[i], 1e-15)
	}
	z := ivy.Values[float64](e.NewGenerator(4).Normal(0, 1, []int{3}, ivy.Float64))
	y, pull := e.VJP(func(mean, std *ivy.Array) *ivy.Array { return e.NewGenerator(4).Normal(mean, std, nil) }, low, high)
	assert.Equal(t, e.NewGenerator(4).Normal(low, high, nil).Bytes(), y.(*ivy.Array).Bytes())
	g = arraysOf(pull(e.Ones([]int{3}, ivy.Float64)))
	assert.Equal(t, []float64{1, 1, 1}, ivy.Values[float64](g[0]))
	assert.Equal(t, z, ivy.Values[float64](g[1]))
	for name, f := range map[string]func(x *ivy.Array) *ivy.Array{
		"gamma":   func(x *ivy.Array) *ivy.Array { return e.Sum(e.NewGenerator(4).Gamma(x, 1, nil)) },
		"poisson": func(x *ivy.Array) *ivy.Array { return e.Sum(e.NewGenerator(4).Poisson(x, nil, ivy.Float64)) },
	} {
		err := ivy.Try(func() { e.Grad(f)(low) })
		assert.ErrorIs(t, err, ivy.ErrUnsupported, name)
	}
}

func arraysOf(trees []ivy.Tree) []*ivy.Array {
	xs := make([]*ivy.Array, len(trees))
	for i, x := range trees {
		xs[i] = x.(*ivy.Array)
	}
	return xs
}

// randomCompiled: a function that draws is not compiled, and draws what it does as it is.
func randomCompiled(t *testing.T, e *ivy.Env) {
	x := e.Ones([]int{8})
	g := e.NewGenerator(11)
	c := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(x, g.Uniform(0, 1, []int{8})) })
	first, second := c.Call(x), c.Call(x)
	assert.ErrorIs(t, c.Eager(), ivy.ErrUnsupported)
	if e.CurrentBackend() != "torch" {
		assert.ErrorContains(t, c.Eager(), "draws random numbers")
	}
	h := e.NewGenerator(11)
	assert.Equal(t, e.Add(x, h.Uniform(0, 1, []int{8})).Bytes(), first.Bytes())
	assert.Equal(t, e.Add(x, h.Uniform(0, 1, []int{8})).Bytes(), second.Bytes())
	var ours *ivy.Error
	assert.True(t, errors.As(c.Eager(), &ours), fmt.Sprint(c.Eager()))
}
