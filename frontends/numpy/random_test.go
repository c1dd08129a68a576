package numpy

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestRandomFromGo draws as a Go program does. That the numbers are NumPy's, TestDraws of support/script has.
func TestRandomFromGo(t *testing.T) {
	g := Random.DefaultRng(42)
	assert.Equal(t, []float64{0.7739560485559633, 0.4388784397520523}, ivy.Values[float64](g.Random(2).V))
	assert.Equal(t, dtype.KindFloat, g.Normal().Number)
	assert.Equal(t, []int{2, 3}, g.Normal(0, 1, Kw("size", []int{2, 3})).Shape())
	assert.Equal(t, "Generator(PCG64)", g.String())
	assert.IsType(t, &PCG64{}, g.Get("bit_generator"))
	state := g.Get("bit_generator").(*PCG64).Get("state").(frontend.Dict)
	x := g.StandardNormal(5)
	g.Get("bit_generator").(*PCG64).Set("state", state)
	assert.Equal(t, x.V.Bytes(), g.StandardNormal(5).V.Bytes(), "a state that was saved")
	children := g.Spawn(2).([]any)
	assert.IsType(t, &Generator{}, children[0])
	assert.NotEqual(t, children[0].(*Generator).Random(3).V.Bytes(), children[1].(*Generator).Random(3).V.Bytes())

	// In place: slices of Go's, arrays, views.
	words, numbers := []string{"a", "b", "c", "d"}, []int{0, 1, 2, 3}
	Random.DefaultRng(1).Shuffle(words)
	Random.DefaultRng(1).Shuffle(numbers)
	for i, n := range numbers {
		assert.Equal(t, string("abcd"[n]), words[i])
	}
	a := Arange(4)
	Random.DefaultRng(1).Shuffle(a)
	assert.Equal(t, numbers, ints64(a))
	m := Reshape(Arange(8), []int{2, 4})
	Random.DefaultRng(1).Shuffle(m.Get(1))
	assert.Equal(t, []int{4, 5, 6, 7}, inOrder(ints64(m.Get(1))))
	require.ErrorContains(t, ivy.Try(func() { Random.DefaultRng(1).Shuffle([]int{1, 2}, 1) }), "NotImplementedError")
	assert.Equal(t, []byte{0xff, 0xe4, 0x22}, Random.DefaultRng(1).Bytes(3))

	// Seeds of any size.
	big70 := new(big.Int).Lsh(big.NewInt(1), 70)
	assert.Equal(t, Random.DefaultRng(big70).Random(3).V.Bytes(), Random.DefaultRng(Random.SeedSequence(big70)).Random(3).V.Bytes())
	for class, call := range map[string]func(){
		"ValueError":          func() { Random.DefaultRng(-1) },
		"TypeError":           func() { Random.DefaultRng("a") },
		"NotImplementedError": func() { Random.RandomState(Random.PCG64(1)) },
		"OverflowError":       func() { Random.DefaultRng(1).Uniform(0, math.Inf(1)) },
		"AttributeError":      func() { Random.Generator(g) },
	} {
		assert.Equal(t, class, frontend.Class(ivy.Try(call)))
	}
	assert.Equal(t, Float32, g.StandardGamma(1.5, 3, Float32).V.Dtype())
	assert.Equal(t, "NotImplementedError", frontend.Class(ivy.Try(func() { g.Zipf(1.0000001) })))
	assert.Equal(t, "NotImplementedError", frontend.Class(ivy.Try(func() { Random.Vonmises(0, 1e16) })))
	assert.Equal(t, []int{3, 2}, g.MultivariateNormal([]float64{0, 1}, [][]float64{{1, 0.5}, {0.5, 1}}, 3).Shape())
}

// TestDrawsRefuseGradients differentiates draws by their parameters, of which they have no derivatives.
func TestDrawsRefuseGradients(t *testing.T) {
	g := Random.DefaultRng(42)
	for name, draw := range map[string]func(x *ivy.Array) *NDArray{
		"normal":         func(x *ivy.Array) *NDArray { return g.Normal(x) },
		"gamma":          func(x *ivy.Array) *NDArray { return g.Gamma(1, x) },
		"poisson":        func(x *ivy.Array) *NDArray { return g.Poisson(x) },
		"binomial":       func(x *ivy.Array) *NDArray { return g.Binomial(3, x) },
		"integers":       func(x *ivy.Array) *NDArray { return g.Integers(x, 9) },
		"dirichlet":      func(x *ivy.Array) *NDArray { return g.Dirichlet(x) },
		"multinomial":    func(x *ivy.Array) *NDArray { return g.Multinomial(5, x) },
		"choice":         func(x *ivy.Array) *NDArray { return g.Choice(2, 1, true, x).(*NDArray) },
		"standard_gamma": func(x *ivy.Array) *NDArray { return g.StandardGamma(x) },
		"multivariate":   func(x *ivy.Array) *NDArray { return g.MultivariateNormal(x, [][]float64{{1, 0}, {0, 1}}) },
		"vonmises":       func(x *ivy.Array) *NDArray { return g.Vonmises(x, 1) },
		"zipf":           func(x *ivy.Array) *NDArray { return g.Zipf(ivy.Add(x, 2)) },
		"rayleigh":       func(x *ivy.Array) *NDArray { return Random.Rayleigh(x) },
	} {
		err := ivy.Try(func() {
			ivy.Grad(func(x *ivy.Array) *ivy.Array { return ivy.Sum(draw(x).V) })(ivy.Asarray([]float64{0.5, 0.5}))
		})
		assert.ErrorIs(t, err, ivy.ErrUnsupported, name)
	}
	// What is put into an order has a derivative: each element counts where it came to.
	grad := ivy.Grad(func(x *ivy.Array) *ivy.Array {
		return ivy.Sum(ivy.Multiply(Random.DefaultRng(1).Permutation(x).V, []float64{1, 2, 3}))
	})
	want := make([]float64, 3)
	for i, k := range ints64(Random.DefaultRng(1).Permutation(3)) {
		want[k] = float64(i + 1)
	}
	assert.Equal(t, want, ivy.Values[float64](grad(ivy.Asarray([]float64{1, 2, 3})).(*ivy.Array)))
}

func ints64(a *NDArray) (out []int) {
	for _, v := range ivy.Values[int64](a.V) {
		out = append(out, int(v))
	}
	return out
}

func inOrder(s []int) []int {
	slices.Sort(s)
	return s
}

// TestSharedRandomState draws from the functions of the module: a namespace's own state, for several goroutines.
func TestSharedRandomState(t *testing.T) {
	one, err := New("native")
	require.NoError(t, err)
	other, err := New("native")
	require.NoError(t, err)
	one.Random().Seed(5)
	other.Random().Seed(6)
	want := one.Random().Rand(1000).V
	one.Random().Seed(5)
	var group sync.WaitGroup
	var mu sync.Mutex
	var got []float64
	for range 8 {
		group.Go(func() {
			for range 125 {
				v := ivy.Item[float64](one.Random().Rand().V)
				mu.Lock()
				got = append(got, v)
				mu.Unlock()
				_ = other.Random().Rand()
			}
		})
	}
	group.Wait()
	slices.Sort(got)
	expected := ivy.Values[float64](want)
	slices.Sort(expected)
	assert.Equal(t, expected, got, "each number once")
	g := one.Random().DefaultRng(3)
	seq := one.Random().SeedSequence(3)
	for range 4 {
		group.Go(func() { _ = seq.Spawn(5); _, _ = seq.String(), seq.Get("state") })
		group.Go(func() { _ = g.Normal(0, 1, 100); _ = g.Get("bit_generator").(*PCG64).Get("state") })
	}
	group.Wait()
	assert.Equal(t, 20, seq.Get("n_children_spawned"))
}

// TestOddDraws gives functions and methods of numpy.random odd arguments at every place, and by every name.
func TestOddDraws(t *testing.T) {
	race.Sequential(t)
	n := small(t)
	r := (&NumPy{n}).Random()
	objects := map[*frontend.Type]any{generatorType: r.DefaultRng(1), stateType: r.RandomState(1), seedType: r.SeedSequence(1), pcg64Type: r.PCG64(1),
		pcg64DXSMType: r.PCG64DXSM(1), mt19937Type: r.MT19937(1), philoxType: r.Philox(1)}
	values := append(odd(n), objects[generatorType], objects[stateType], objects[seedType], objects[pcg64Type], new(big.Int).Lsh(big.NewInt(1), 200), new(big.Int).Lsh(big.NewInt(-1), 90),
		frontend.Dict{}, frontend.Dict{{Name: "bit_generator", Value: "PCG64"}, {Name: "state", Value: 3}}, frontend.Tuple{1, 2}, 0.5, []float64{0.5, 0.5}, []any{"MT19937", []int{1}, 2})
	for _, f := range functions.All() {
		if !strings.HasPrefix(f.Path, "random.") {
			continue
		}
		var self []any
		if of := n.TypeOf(f); of != nil {
			self = []any{objects[of]}
		}
		with := func(args ...any) { survive(t, n, f, append(slices.Clone(self), args...)...) }
		with()
		for _, v := range values {
			with(v)
			with(v, v)
			with(0.5, v)
			with(2, v)
			with(0.5, 0.5, v)
			with([]float64{0.25, 0.75}, v)
			for _, p := range f.Signature().Params[len(self):] {
				with(Kw(p.Name, v))
				with(2, Kw(p.Name, v))
				with(0.5, 0.5, Kw(p.Name, v))
			}
		}
		survive(t, n, f, objects[seedType])
	}
	for of, o := range objects {
		for name, a := range of.Attributes {
			i := frontend.InstanceOf(o)
			require.NotPanics(t, func() { i.Get(name) })
			if a.Set == nil {
				continue
			}
			for _, v := range values {
				if err := ivy.Try(func() { i.Set(name, v) }); err != nil {
					require.NotEmpty(t, frontend.Class(err), "%s = %v: %v", name, v, err)
				}
			}
		}
	}
}
