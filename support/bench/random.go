package bench

import (
	"fmt"

	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/random"
)

const randomTable = "Random numbers, 10⁶"

// drawn is a call that is made with what the Env begins with; a first call of it, which is compared, draws what the framework's first one does.
type drawn func(e *ivy.Env) func() *ivy.Array

// random has draws of one stream each, so that the first results are the same: of ivy's Generator over NumPy's bit generator, and of the
// frontends next to their frameworks.
func (l *list) random() {
	const n, seed = 1_000_000, 42
	dims := []int{n}
	add := func(name, title string, draw drawn, peers map[string]code) {
		l.add(randomTable, "random/"+name, title, nil, func(e *ivy.Env, _ []*ivy.Array) func() *ivy.Array { return draw(e) }, peers)
	}
	generator := func(name, dtype string, draw func(g *ivy.Generator) *ivy.Array, call string) {
		add("generator/"+name+"/"+dtype, "Generator "+name+", "+dtype, func(e *ivy.Env) func() *ivy.Array {
			g := e.NewGeneratorFrom(random.NewPCG64(random.NewSeedSequence(seed)))
			return func() *ivy.Array { return draw(g) }
		}, map[string]code{"numpy": {fmt.Sprintf("rng = np.random.default_rng(%d)", seed), call}})
	}
	generator("uniform", "float32", func(g *ivy.Generator) *ivy.Array { return g.Uniform(0, 1, dims, ivy.Float32) }, "rng.random(10**6, np.float32)")
	generator("uniform", "float64", func(g *ivy.Generator) *ivy.Array { return g.Uniform(0, 1, dims, ivy.Float64) }, "rng.random(10**6)")
	generator("normal", "float32", func(g *ivy.Generator) *ivy.Array { return g.Normal(0, 1, dims, ivy.Float32) }, "rng.standard_normal(10**6, np.float32)")
	generator("normal", "float64", func(g *ivy.Generator) *ivy.Array { return g.Normal(0, 1, dims, ivy.Float64) }, "rng.standard_normal(10**6)")
	generator("exponential", "float64", func(g *ivy.Generator) *ivy.Array { return g.Exponential(1, dims, ivy.Float64) }, "rng.exponential(1, 10**6)")
	generator("integers", "int64", func(g *ivy.Generator) *ivy.Array { return g.Integers(0, 100, dims, ivy.Int64) }, "rng.integers(0, 100, 10**6)")
	generator("integers", "int32", func(g *ivy.Generator) *ivy.Array { return g.Integers(0, 100, dims, ivy.Int32) }, "rng.integers(0, 100, 10**6, np.int32)")

	for _, d := range []struct {
		dtype  ivy.Dtype
		numpyN string
	}{{ivy.Float32, ", 'float32'"}, {ivy.Float64, ""}} {
		name := d.dtype.String()
		add("numpy/random/"+name, "numpy.random.Generator.random, "+name, func(e *ivy.Env) func() *ivy.Array {
			np := made(numpy.New(e.CurrentBackend()))
			rng := np.Random().DefaultRng(seed)
			return func() *ivy.Array { return rng.Random(n, d.dtype).V }
		}, map[string]code{"numpy": {fmt.Sprintf("rng = np.random.default_rng(%d)", seed), "rng.random(10**6" + d.numpyN + ")"}})
		jaxRow := func(law string, draw func(m jax.RandomModule, key *jax.PRNGKeyArray) *jax.Array) {
			add("jax/"+law+"/"+name, "jax.random."+law+", "+name, func(e *ivy.Env) func() *ivy.Array {
				m := made(jax.New(jax.Config{X64: true, Backend: e.CurrentBackend()})).Random()
				key := m.Key(seed)
				return func() *ivy.Array { return draw(m, key).V }
			}, map[string]code{"jax": {fmt.Sprintf("key = jax.random.key(%d)", seed), fmt.Sprintf("jax.random.%s(key, (10**6,), '%s')", law, name)}})
		}
		jaxRow("uniform", func(m jax.RandomModule, key *jax.PRNGKeyArray) *jax.Array { return m.Uniform(key, dims, d.dtype) })
		jaxRow("normal", func(m jax.RandomModule, key *jax.PRNGKeyArray) *jax.Array { return m.Normal(key, dims, d.dtype) })
		torchRow := func(law string, draw func(t *torch.Torch) *torch.Tensor) {
			add("torch/"+law+"/"+name, "torch."+law+", "+name, func(e *ivy.Env) func() *ivy.Array {
				t := made(torch.New(torch.Config{DefaultDtype: d.dtype, Backend: e.CurrentBackend()}))
				t.ManualSeed(seed)
				return func() *ivy.Array { return draw(t).V }
			}, map[string]code{"torch": {fmt.Sprintf("torch.manual_seed(%d)", seed), fmt.Sprintf("torch.%s(10**6, dtype=torch.%s)", law, name)}})
		}
		torchRow("rand", func(t *torch.Torch) *torch.Tensor { return t.Rand(n) })
		torchRow("randn", func(t *torch.Torch) *torch.Tensor { return t.Randn(n) })
		for _, law := range []string{"uniform", "normal"} {
			add("tensorflow/"+law+"/"+name, "tf.random.stateless_"+law+", "+name, func(e *ivy.Env) func() *ivy.Array {
				m := made(tensorflow.New(tensorflow.Config{Backend: e.CurrentBackend()})).Random()
				draw := m.StatelessUniform
				if law == "normal" {
					draw = m.StatelessNormal
				}
				return func() *ivy.Array { return draw(dims, []int{1, 2}, tensorflow.Kw("dtype", d.dtype)).V }
			}, map[string]code{"tensorflow": {call: fmt.Sprintf("tf.random.stateless_%s([10**6], [1, 2], dtype=tf.%s)", law, name)}})
		}
	}
	add("torch/randint/int64", "torch.randint, int64", func(e *ivy.Env) func() *ivy.Array {
		t := made(torch.New(torch.Config{Backend: e.CurrentBackend()}))
		t.ManualSeed(seed)
		return func() *ivy.Array { return t.Randint(0, 100, dims).V }
	}, map[string]code{"torch": {fmt.Sprintf("torch.manual_seed(%d)", seed), "torch.randint(0, 100, (10**6,))"}})
	add("jax/randint/int32", "jax.random.randint, int32", func(e *ivy.Env) func() *ivy.Array {
		m := made(jax.New(jax.Config{X64: true, Backend: e.CurrentBackend()})).Random()
		key := m.Key(seed)
		return func() *ivy.Array { return m.Randint(key, dims, 0, 100, ivy.Int32).V }
	}, map[string]code{"jax": {fmt.Sprintf("key = jax.random.key(%d)", seed), "jax.random.randint(key, (10**6,), 0, 100, 'int32')"}})
}

// made returns a namespace; an error is the caller's.
func made[T any](v T, err error) T {
	must(err)
	return v
}
