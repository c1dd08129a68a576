package nn_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/nn"
	"github.com/goivy/goivy/ivy/optim"
)

// An array is one of PyTorch's.
type array struct {
	Shape []int
	Dtype string
	Data  string
}

func (a array) on(t *testing.T, e *ivy.Env) *ivy.Array {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(a.Data)
	require.NoError(t, err)
	d, err := ivy.ParseDtype(a.Dtype)
	require.NoError(t, err)
	return e.FromBytes(d, a.Shape, data)
}

// A step is what a program computed in a step of training, and in evaluation before.
type step struct {
	Weights     string
	Eval, Train array
	Loss        float64
	Grads       map[string]float64
	Buffers     map[string]float64
}

// golden is what support/oracle/gen_nn.py wrote.
type golden struct {
	Initial struct {
		Float32, Float64, Functions map[string]string
		Orthogonal                  array
	}
	Modules []struct {
		Name        string
		Shapes      [][]int
		Train, Eval array
		States      []array
		Grads       map[string]float64
		Input       float64
		Buffers     map[string]array
	}
	Embedding     struct{ Out, Grad array }
	EmbeddingBag  map[string]struct{ Out, Rows, Grad array } `json:"embedding_bag"`
	Cumulative    map[string]array
	AttentionMask struct{ Out, Weights array } `json:"attention_mask"`
	ResNet18      step
	Language      step
}

var load = sync.OnceValues(func() (g golden, err error) {
	data, err := os.ReadFile("testdata/nn.json")
	if err == nil {
		err = json.Unmarshal(data, &g)
	}
	return g, err
})

func read(t *testing.T) golden {
	t.Helper()
	g, err := load()
	require.NoError(t, err)
	return g
}

func onEvery(t *testing.T, f func(t *testing.T, e *ivy.Env)) {
	for _, name := range backend.Linked() {
		t.Run(name, func(t *testing.T) {
			e, err := ivy.NewEnv(name)
			require.NoError(t, err)
			f(t, e)
		})
	}
}

func digest(a *ivy.Array) string {
	sum := sha256.Sum256(a.Bytes())
	return hex.EncodeToString(sum[:])
}

// near holds that an array is another one but for rounding: relative to the greatest element.
func near(t *testing.T, want, got *ivy.Array, tolerance float64, of string) {
	t.Helper()
	require.Equal(t, want.Shape(), got.Shape(), of)
	require.Equal(t, want.Dtype(), got.Dtype(), of)
	if want.Size() == 0 {
		return
	}
	w := want.Astype(ivy.Float64)
	most := w.Abs().Max().Float()
	off := got.Astype(ivy.Float64).Subtract(w).Abs().Max().Float()
	assert.LessOrEqual(t, off, tolerance*max(most, 1e-30), of)
}

// nearNorm holds that the norm of an array is a number but for rounding.
func nearNorm(t *testing.T, want float64, got *ivy.Array, tolerance float64, of string) {
	t.Helper()
	assert.InDelta(t, want, got.Astype(ivy.Float64).Square().Sum().Sqrt().Float(), tolerance*want+1e-6, of)
}

// initial makes modules of all kinds that draw initial values in an order of their own.
type initial struct {
	FC        *nn.Linear
	Conv      *nn.Conv
	Embedding *nn.Embedding
	LSTM      *nn.LSTM
	Attention *nn.MultiheadAttention
	BN        *nn.BatchNorm
	Up        *nn.ConvTranspose
	GRU       *nn.GRU
	RNN       *nn.RNN
	Norm      *nn.LayerNorm
	Last      *nn.Linear
}

func newInitial(i *nn.Initializer) *initial {
	return &initial{
		FC:        nn.NewLinear(i, 7, 5),
		Conv:      nn.NewConv2d(i, 4, 6, []int{3, 2}, nn.WithGroups(2)),
		Embedding: nn.NewEmbedding(i, 11, 3, nn.WithPaddingIdx(2)),
		LSTM:      nn.NewLSTM(i, 3, 4, nn.WithNumLayers(2), nn.WithBidirectional(true)),
		Attention: nn.NewMultiheadAttention(i, 6, 2),
		BN:        nn.NewBatchNorm2d(i, 6),
		Up:        nn.NewConvTranspose2d(i, 4, 2, []int{3}),
		GRU:       nn.NewGRU(i, 2, 3, nn.WithBias(false)),
		RNN:       nn.NewRNN(i, 2, 3),
		Norm:      nn.NewLayerNorm(i, []int{2, 3}),
		Last:      nn.NewLinear(i, 2, 40, nn.WithBias(false)),
	}
}

// The parameters of a program are bit for bit PyTorch's after torch.manual_seed, by PyTorch's names.
func TestInitialValues(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		for d, want := range map[ivy.Dtype]map[string]string{ivy.Float32: g.Initial.Float32, ivy.Float64: g.Initial.Float64} {
			i := nn.NewInitializer(17)
			i.Env, i.Dtype = e, d
			m := newInitial(i)
			got := map[string]string{}
			for name, a := range nn.StateDict(m) {
				got[name] = digest(a)
				if name != "bn.num_batches_tracked" {
					assert.Equal(t, d, a.Dtype(), name)
				}
			}
			assert.Equal(t, want, got, d)
		}
	})
}

func TestInitializers(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(3)
		i.Env = e
		dims := []int{5, 4, 3}
		got := map[string]string{}
		for _, c := range []struct {
			name string
			f    func() *ivy.Array
		}{
			{"uniform", func() *ivy.Array { return i.Uniform([]int{5, 4}, -2, 3) }},
			{"normal", func() *ivy.Array { return i.Normal([]int{5, 4}, 1, 2) }},
			{"constant", func() *ivy.Array { return i.Constant([]int{5}, 0.3) }},
			{"xavier_uniform", func() *ivy.Array { return i.XavierUniform(dims, nn.Gain("tanh")) }},
			{"xavier_normal", func() *ivy.Array { return i.XavierNormal(dims, nn.Gain("selu")) }},
			{"kaiming_uniform", func() *ivy.Array { return i.KaimingUniform(dims, nn.FanIn, nn.Gain("leaky_relu", 0.2)) }},
			{"kaiming_normal", func() *ivy.Array { return i.KaimingNormal(dims, nn.FanOut, nn.Gain("relu")) }},
			{"trunc_normal", func() *ivy.Array { return i.TruncatedNormal([]int{50, 4}, 0.1, 1, -1, 2) }},
			{"trunc_normal_tail", func() *ivy.Array { return i.TruncatedNormal([]int{50, 4}, 0, 1, 1, 3) }},
		} {
			got[c.name] = digest(c.f())
		}
		assert.Equal(t, g.Initial.Functions, got)
		near(t, g.Initial.Orthogonal.on(t, e), i.Orthogonal([]int{4, 2, 3}, 1.5), 1e-5, "orthogonal")
		wide := i.Orthogonal([]int{3, 5}, 1)
		near(t, e.Eye(3), e.MatMul(wide, wide.T()), 1e-5, "orthogonal rows")

		half := nn.NewInitializer(8)
		half.Env, half.Dtype = e, ivy.BFloat16
		full := nn.NewInitializer(8)
		full.Env = e
		assert.Equal(t, digest(full.Normal([]int{20}, 0, 1).Astype(ivy.BFloat16)), digest(half.Normal([]int{20}, 0, 1)))
		assert.Equal(t, digest(full.TruncatedNormal([]int{9}, 0, 1, 3, 4).Astype(ivy.BFloat16)), digest(half.TruncatedNormal([]int{9}, 0, 1, 3, 4)))
		assert.ErrorIs(t, ivy.Try(func() { half.Orthogonal([]int{2, 2}, 1) }), ivy.ErrUnsupported)
		half.Dtype = ivy.Int8
		assert.ErrorIs(t, ivy.Try(func() { nn.NewLinear(half, 1, 1) }), ivy.ErrDtype)
	})
}

// A caller is a module of any kind.
type caller func(c *nn.Context, xs []*ivy.Array) (z *ivy.Array, states []*ivy.Array)

func of(m nn.Module) (ivy.Tree, func(m ivy.Tree) caller) {
	return m, func(m ivy.Tree) caller {
		return func(c *nn.Context, xs []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			return m.(nn.Module).Forward(c, xs[0]), nil
		}
	}
}

func attention(m *nn.MultiheadAttention) (ivy.Tree, func(m ivy.Tree) caller) {
	return m, func(m ivy.Tree) caller {
		return func(c *nn.Context, xs []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			a := m.(*nn.MultiheadAttention)
			return a.Forward(c, xs[0], xs[1], xs[2], nil), []*ivy.Array{a.Weights(xs[0], xs[1], nil)}
		}
	}
}

func recurrent(m any) (ivy.Tree, func(m ivy.Tree) caller) {
	return m, func(m ivy.Tree) caller {
		return func(c *nn.Context, xs []*ivy.Array) (*ivy.Array, []*ivy.Array) {
			switch m := m.(type) {
			case *nn.LSTM:
				z, h, cell := m.Forward(c, xs[0])
				return z, []*ivy.Array{h, cell}
			case *nn.GRU:
				z, h := m.Forward(c, xs[0])
				return z, []*ivy.Array{h}
			}
			z, h := m.(*nn.RNN).Forward(c, xs[0])
			return z, []*ivy.Array{h}
		}
	}
}

func paddedConv2d(mode string, padding int) func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
	return func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConv2d(i, 2, 3, []int{3}, nn.WithStride(2), nn.WithPadding(padding, 1), nn.WithPaddingMode(mode)))
	}
}

var cases = map[string]func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller){
	"linear": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) { return of(nn.NewLinear(i, 3, 2)) },
	"linear without bias": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewLinear(i, 3, 2, nn.WithBias(false)))
	},
	"conv1d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConv1d(i, 2, 4, 3, nn.WithStride(2), nn.WithPadding(1), nn.WithDilation(2)))
	},
	"conv2d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConv2d(i, 4, 6, []int{3, 2}, nn.WithStride(2, 1), nn.WithPadding(1, 0), nn.WithGroups(2)))
	},
	"conv2d without batch": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConv2d(i, 2, 3, []int{3}, nn.WithPadding(1), nn.WithBias(false)))
	},
	"conv2d of padding reflect":   paddedConv2d("reflect", 2),
	"conv2d of padding replicate": paddedConv2d("replicate", 3),
	"conv2d of padding circular":  paddedConv2d("circular", 2),
	"conv1d of padding circular": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConv1d(i, 2, 3, 3, nn.WithPadding(4), nn.WithPaddingMode("circular")))
	},
	"conv3d of padding reflect": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConv3d(i, 1, 2, []int{2}, nn.WithPadding(1), nn.WithPaddingMode("reflect")))
	},
	"batch_norm2d of momentum None": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewBatchNorm2d(i, 3, nn.WithCumulative(true)))
	},
	"attention of other widths": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return attention(nn.NewMultiheadAttention(i, 6, 2, nn.WithKDim(5), nn.WithVDim(3)))
	},
	"attention of other keys": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return attention(nn.NewMultiheadAttention(i, 6, 3, nn.WithBias(false), nn.WithBatchFirst(true), nn.WithKDim(4)))
	},
	"conv3d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConv3d(i, 2, 2, []int{2}))
	},
	"conv_transpose1d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConvTranspose1d(i, 2, 3, 3, nn.WithStride(2), nn.WithPadding(2), nn.WithOutputPadding(1)))
	},
	"conv_transpose2d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConvTranspose2d(i, 4, 6, []int{3, 2}, nn.WithStride(2, 1), nn.WithPadding(1, 0), nn.WithGroups(2), nn.WithDilation(1, 2)))
	},
	"conv_transpose3d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewConvTranspose3d(i, 2, 2, []int{2}, nn.WithStride(2)))
	},
	"batch_norm1d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) { return of(nn.NewBatchNorm1d(i, 3)) },
	"batch_norm1d of three axes": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewBatchNorm1d(i, 3, nn.WithMomentum(0.3), nn.WithEps(1e-3)))
	},
	"batch_norm2d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) { return of(nn.NewBatchNorm2d(i, 3)) },
	"batch_norm2d without tracking": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewBatchNorm2d(i, 3, nn.WithAffine(false), nn.WithTracking(false)))
	},
	"batch_norm3d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) { return of(nn.NewBatchNorm3d(i, 2)) },
	"layer_norm": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewLayerNorm(i, []int{2, 3}))
	},
	"layer_norm without affine": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewLayerNorm(i, []int{3}, nn.WithEps(1e-3), nn.WithAffine(false)))
	},
	"group_norm": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) { return of(nn.NewGroupNorm(i, 2, 4)) },
	"rms_norm":   func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) { return of(nn.NewRMSNorm(i, []int{6})) },
	"max_pool2d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewMaxPool2d([]int{3}, nn.WithStride(2), nn.WithPadding(1)))
	},
	"max_pool2d with ceil mode": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewMaxPool2d([]int{2}, nn.WithCeilMode(true)))
	},
	"avg_pool2d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewAvgPool2d([]int{3, 2}, nn.WithStride(2), nn.WithPadding(1)))
	},
	"avg_pool2d of what is there": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewAvgPool2d([]int{3}, nn.WithStride(2), nn.WithPadding(1), nn.WithCountIncludePad(false)))
	},
	"adaptive_avg_pool2d": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.NewAdaptiveAvgPool2d([]int{3, 2}))
	},
	"flatten": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) { return of(nn.NewFlatten()) },
	"sequential": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.Sequential{nn.NewLinear(i, 3, 4), nn.GELU(), nn.NewLinear(i, 4, 2), nn.Softmax(-1)})
	},
	"activations": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return of(nn.Sequential{nn.Tanh(), nn.SiLU(), nn.Sigmoid(), nn.ReLU()})
	},
	"attention": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return attention(nn.NewMultiheadAttention(i, 6, 2))
	},
	"attention without bias": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return attention(nn.NewMultiheadAttention(i, 6, 3, nn.WithBias(false), nn.WithBatchFirst(true)))
	},
	"lstm": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return recurrent(nn.NewLSTM(i, 3, 4, nn.WithNumLayers(2), nn.WithBidirectional(true)))
	},
	"gru": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return recurrent(nn.NewGRU(i, 3, 4, nn.WithNumLayers(2), nn.WithBatchFirst(true)))
	},
	"rnn": func(i *nn.Initializer) (ivy.Tree, func(m ivy.Tree) caller) {
		return recurrent(nn.NewRNN(i, 3, 4, nn.WithNonlinearity("relu"), nn.WithBias(false)))
	},
}

// uniform draws what gen_nn.py's function of that name does.
func uniform(i *nn.Initializer, dims ...int) *ivy.Array {
	return i.Uniform(dims, 0, 1).Multiply(2).Subtract(1)
}

// Every module returns what PyTorch's does, in training and in evaluation, with the same gradients, states and buffers.
func TestModules(t *testing.T) {
	g := read(t)
	assert.Len(t, cases, len(g.Modules))
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		for _, w := range g.Modules {
			t.Run(w.Name, func(t *testing.T) {
				i := nn.NewInitializer(5)
				i.Env = e
				m, call := cases[w.Name](i)
				var xs []*ivy.Array
				for _, s := range w.Shapes {
					xs = append(xs, uniform(i, s...))
				}
				c := &nn.Context{Training: true}
				z, states := call(m)(c, xs)
				near(t, w.Train.on(t, e), z, 1e-5, "training")
				require.Len(t, states, len(w.States))
				for i, s := range w.States {
					near(t, s.on(t, e), states[i], 1e-5, fmt.Sprint("state ", i))
				}
				c.Store()
				assert.Len(t, nn.Buffers(m), len(w.Buffers))
				for name, b := range nn.Buffers(m) {
					near(t, w.Buffers[name].on(t, e), b, 1e-5, name)
				}
				z, _ = call(m)(nil, xs)
				near(t, w.Eval.on(t, e), z, 1e-5, "evaluation")

				loss := func(p []ivy.Tree) *ivy.Array {
					z, _ := call(p[0])(&nn.Context{Training: true}, append([]*ivy.Array{p[1].(*ivy.Array)}, xs[1:]...))
					return z.Cos().Sum()
				}
				grads := e.Grad(loss)([]ivy.Tree{m, xs[0]}).([]ivy.Tree)
				nearNorm(t, w.Input, grads[1].(*ivy.Array), 1e-4, "the input's gradient")
				of := map[string]*ivy.Array{}
				if len(ivy.Leaves(m)) > 0 {
					of = nn.StateDict(grads[0])
				}
				for name, norm := range w.Grads {
					require.Contains(t, of, name)
					nearNorm(t, norm, of[name], 1e-4, name)
				}
			})
		}
	})
}

func TestEmbedding(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(5)
		i.Env = e
		m := nn.NewEmbedding(i, 6, 3, nn.WithPaddingIdx(-2))
		tokens := e.Asarray([][]int64{{0, 4}, {5, 4}})
		assert.Equal(t, digest(g.Embedding.Out.on(t, e)), digest(m.Forward(nil, tokens)))
		grad := e.Grad(func(m *nn.Embedding) *ivy.Array { return m.Forward(nil, tokens).Cos().Sum() })(m).(*nn.Embedding)
		near(t, g.Embedding.Grad.on(t, e), grad.Weight, 1e-6, "gradient")
	})
}

func TestEmbeddingBag(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		for mode, want := range g.EmbeddingBag {
			i := nn.NewInitializer(5)
			i.Env = e
			m := nn.NewEmbeddingBag(i, 6, 3, nn.WithMode(mode), nn.WithPaddingIdx(-2), nn.WithIncludeLastOffset(true))
			x, offsets := e.Asarray([]int64{0, 4, 5, 4, 1, 1, 3}), e.Asarray([]int64{0, 2, 2, 4, 7})
			var factors *ivy.Array
			if mode == "sum" {
				factors = e.Asarray([]float64{1, 2, -1, 3, 0.5, 1, 1}, ivy.Float32)
			}
			near(t, want.Out.on(t, e), m.Forward(nil, x, offsets, factors), 1e-6, mode)
			near(t, want.Rows.on(t, e), m.Forward(nil, x.Get(ivy.Slice(0, 6)).Reshape([]int{2, 3}), nil, nil), 1e-6, mode+" of rows")
			grad := e.Grad(func(m *nn.EmbeddingBag) *ivy.Array { return m.Forward(nil, x, offsets, factors).Cos().Sum() })(m).(*nn.EmbeddingBag)
			near(t, want.Grad.on(t, e), grad.Weight, 1e-5, mode+", gradient")
		}
	})
}

// Running statistics without a momentum are means over batches, in a compiled step too.
func TestCumulative(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(5)
		i.Env = e
		m, compiled := nn.NewBatchNorm1d(i, 3, nn.WithCumulative(true)), nn.NewBatchNorm1d(i, 3, nn.WithCumulative(true))
		step := e.Compile(func(buffers map[string]*ivy.Array, x *ivy.Array) ivy.Tree {
			c := &nn.Context{Training: true}
			c.Bind(compiled, buffers)
			compiled.Forward(c, x)
			return c.Buffers(compiled)
		})
		for k := range 3 {
			x := uniform(i, 4, 3).Multiply(k + 1).Add(k)
			c := &nn.Context{Training: true}
			m.Forward(c, x)
			c.Store()
			nn.SetBuffers(compiled, step.CallTree(nn.Buffers(compiled), x)[0])
		}
		for name, want := range g.Cumulative {
			near(t, want.on(t, e), nn.Buffers(m)[name], 1e-6, name)
			near(t, want.on(t, e), nn.Buffers(compiled)[name], 1e-6, name+", compiled")
		}
	})
}

func TestAttentionMask(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(5)
		i.Env = e
		m := nn.NewMultiheadAttention(i, 4, 2, nn.WithBatchFirst(true))
		x := uniform(i, 2, 3, 4)
		causal := e.Tril(e.Ones([]int{3, 3}, ivy.Bool))
		near(t, g.AttentionMask.Out.on(t, e), m.Forward(nil, x, x, x, causal), 1e-5, "result")
		near(t, g.AttentionMask.Weights.on(t, e), m.Weights(x, x, causal), 1e-5, "weights")
		summands := e.Where(causal, 0.0, -1e9).Astype(ivy.Float32)
		near(t, g.AttentionMask.Weights.on(t, e), m.Weights(x, x, summands), 1e-5, "weights by summands")
	})
}

// A Start gives states and lengths, to all layers together and to one after the other.
func TestStart(t *testing.T) {
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(1)
		i.Env = e
		m := nn.NewLSTM(i, 3, 4, nn.WithNumLayers(2), nn.WithBidirectional(true), nn.WithBatchFirst(true))
		x := i.Normal([]int{2, 5, 3}, 0, 1)
		s := nn.Start{H: i.Normal([]int{4, 2, 4}, 0, 1), C: i.Normal([]int{4, 2, 4}, 0, 1), Lengths: e.Asarray([]int64{2, 5})}
		z, h, c := m.Forward(nil, x, s)
		short, h1, c1 := m.Forward(nil, x.Get(ivy.Slice(0, 1), ivy.Slice(0, 2)), nn.Start{H: s.H.Get(ivy.Slice(nil, nil), ivy.Slice(0, 1)), C: s.C.Get(ivy.Slice(nil, nil), ivy.Slice(0, 1))})
		near(t, short, z.Get(ivy.Slice(0, 1), ivy.Slice(0, 2)), 1e-6, "a short sequence")
		near(t, h1, h.Get(ivy.Slice(nil, nil), ivy.Slice(0, 1)), 1e-6, "its states")
		near(t, c1, c.Get(ivy.Slice(nil, nil), ivy.Slice(0, 1)), 1e-6, "its cells")
		assert.Zero(t, z.Get(0, ivy.Slice(2, nil)).Abs().Max().Float())

		m.Dropout = 1e-12 // draws, but drops nothing
		z1, h1, c1 := m.Forward(&nn.Context{Training: true, Generator: e.NewGenerator(1)}, x, s)
		near(t, z, z1, 1e-6, "layer by layer")
		near(t, h, h1, 1e-6, "states")
		near(t, c, c1, 1e-6, "cells")
		m.Dropout = 0.5
		z2, _, _ := m.Forward(&nn.Context{Training: true, Generator: e.NewGenerator(1)}, x, s)
		assert.NotEqual(t, digest(z1), digest(z2))
	})
}

func TestDropout(t *testing.T) {
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		m, x := nn.NewDropout(0.25), e.Ones([]int{100, 100})
		assert.Same(t, x, m.Forward(nil, x))
		assert.Same(t, x, m.Forward(&nn.Context{}, x))
		z := m.Forward(&nn.Context{Training: true, Generator: e.NewGenerator(4)}, x)
		again := m.Forward(&nn.Context{Training: true, Generator: e.NewGenerator(4)}, x)
		assert.Equal(t, digest(z), digest(again))
		zeros := z.Equal(0).Sum().Int()
		assert.InDelta(t, 2500, zeros, 200)
		near(t, e.FullLike(x, 4./3), z.Maximum(4./3), 1e-6, "what is left")
		assert.Zero(t, nn.NewDropout(1).Forward(&nn.Context{Training: true}, x).Sum().Float())
	})
}

// Whole channels are dropped together.
func TestDropoutOfChannels(t *testing.T) {
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		for _, c := range []struct {
			m      *nn.Dropout
			shape  []int
			within ivy.Axes // the axes of a channel
		}{
			{nn.NewDropout1d(0.5), []int{20, 30, 5}, ivy.Axes{2}}, {nn.NewDropout1d(0.5), []int{600, 5}, ivy.Axes{1}},
			{nn.NewDropout2d(0.5), []int{20, 30, 2, 3}, ivy.Axes{2, 3}}, {nn.NewDropout2d(0.5), []int{20, 30, 3}, ivy.Axes{2}},
			{nn.NewDropout3d(0.5), []int{20, 30, 2, 1, 2}, ivy.Axes{2, 3, 4}}, {nn.NewDropout3d(0.5), []int{600, 2, 1, 2}, ivy.Axes{1, 2, 3}},
		} {
			x := e.Ones(c.shape)
			z := c.m.Forward(&nn.Context{Training: true, Generator: e.NewGenerator(4)}, x)
			low, high := z.Min(c.within), z.Max(c.within)
			assert.Equal(t, digest(low), digest(high), c.shape)
			assert.Equal(t, 600, low.Size())
			assert.InDelta(t, 600, low.Sum().Float(), 150)
			assert.Same(t, x, c.m.Forward(nil, x))
			assert.ErrorIs(t, ivy.Try(func() { c.m.Forward(&nn.Context{Training: true}, e.Ones([]int{2})) }), ivy.ErrShape)
		}
	})
}

// Attention drops weights in training alone, the same for a generator of the same seed, and its gradient is that of what it drops.
func TestAttentionDropout(t *testing.T) {
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(5)
		i.Env, i.Dtype = e, ivy.Float64
		m := nn.NewMultiheadAttention(i, 4, 2, nn.WithDropout(0.5))
		x := uniform(i, 5, 2, 4)
		train := func(x *ivy.Array) *ivy.Array {
			return m.Forward(&nn.Context{Training: true, Generator: e.NewGenerator(4)}, x, x, x, nil)
		}
		assert.Equal(t, digest(train(x)), digest(train(x)))
		assert.NotEqual(t, digest(train(x)), digest(m.Forward(nil, x, x, x, nil)))
		assert.Equal(t, digest(m.Forward(nil, x, x, x, nil)), digest(m.Forward(&nn.Context{}, x, x, x, nil)))
		grad := e.Grad(func(x *ivy.Array) *ivy.Array { return train(x).Sum() })(x).(*ivy.Array)
		step := uniform(i, 5, 2, 4).Multiply(1e-6)
		difference := train(x.Add(step)).Subtract(train(x.Subtract(step))).Sum().Float() / 2
		assert.InDelta(t, difference, grad.Multiply(step).Sum().Float(), 1e-5*step.Abs().Sum().Float())
	})
}

// A net has buffers, a list and modules in modules.
type net struct {
	Stem   nn.Sequential
	Blocks []*block
	Head   *nn.Linear `nn:"fc"`
}

type block struct {
	Conv1    *nn.Conv
	BN1      *nn.BatchNorm
	Shortcut *nn.Conv `ivy:"optional"`
}

func newNet(i *nn.Initializer) *net {
	return &net{
		Stem: nn.Sequential{nn.NewConv2d(i, 1, 2, []int{3}), nn.ReLU()},
		Blocks: []*block{
			{Conv1: nn.NewConv2d(i, 2, 2, []int{3}, nn.WithPadding(1)), BN1: nn.NewBatchNorm2d(i, 2)},
			{Conv1: nn.NewConv2d(i, 2, 2, []int{3}, nn.WithPadding(1)), BN1: nn.NewBatchNorm2d(i, 2), Shortcut: nn.NewConv2d(i, 2, 2, []int{1}, nn.WithBias(false))},
		},
		Head: nn.NewLinear(i, 2, 3),
	}
}

func (n *net) Forward(c *nn.Context, x *ivy.Array) *ivy.Array {
	x = n.Stem.Forward(c, x)
	for _, b := range n.Blocks {
		y := b.BN1.Forward(c, b.Conv1.Forward(c, x)).Relu()
		if b.Shortcut != nil {
			x = b.Shortcut.Forward(c, x)
		}
		x = x.Add(y)
	}
	return n.Head.Forward(c, x.Mean(ivy.Axes{2, 3}))
}

func TestStateDict(t *testing.T) {
	m := newNet(nn.NewInitializer(1))
	bn := func(i int) []string {
		var names []string
		for _, n := range []string{"weight", "bias", "running_mean", "running_var", "num_batches_tracked"} {
			names = append(names, fmt.Sprintf("blocks.%d.bn1.%s", i, n))
		}
		return names
	}
	want := slices.Concat([]string{"stem.0.weight", "stem.0.bias", "blocks.0.conv1.weight", "blocks.0.conv1.bias"}, bn(0),
		[]string{"blocks.1.conv1.weight", "blocks.1.conv1.bias"}, bn(1), []string{"blocks.1.shortcut.weight", "fc.weight", "fc.bias"})
	assert.Equal(t, want, nn.Names(m))
	state := nn.StateDict(m)
	assert.Len(t, state, len(want))
	assert.Same(t, m.Head.Weight, state["fc.weight"])
	assert.Equal(t, 2*9+2+2*(2*2*9+2+4)+4+9, nn.NumParameters(m))
	assert.Len(t, ivy.Leaves(m), len(want)-6)

	other := newNet(nn.NewInitializer(2))
	assert.NotEqual(t, digest(m.Head.Weight), digest(other.Head.Weight))
	require.NoError(t, nn.LoadStateDict(other, state, true))
	for name, a := range nn.StateDict(other) {
		assert.Equal(t, digest(state[name]), digest(a), name)
	}
}

func TestLoadStateDictChecksAll(t *testing.T) {
	m := newNet(nn.NewInitializer(1))
	before := map[string]string{}
	for name, a := range nn.StateDict(m) {
		before[name] = digest(a)
	}
	state := nn.StateDict(newNet(nn.NewInitializer(2)))
	delete(state, "fc.weight")
	delete(state, "blocks.0.bn1.running_mean")
	state["zzz"], state["fc.extra"] = ivy.Ones([]int{1}), ivy.Ones([]int{1})
	err := nn.LoadStateDict(m, state, true)
	assert.ErrorIs(t, err, ivy.ErrValue)
	assert.ErrorContains(t, err, "missing: blocks.0.bn1.running_mean, fc.weight")
	assert.ErrorContains(t, err, "unexpected: fc.extra, zzz")
	assert.ErrorContains(t, err, "nn.LoadStateDict")

	state["fc.bias"], state["stem.0.bias"] = ivy.Ones([]int{4}), ivy.Ones([]int{2}, ivy.Float64)
	err = nn.LoadStateDict(m, state, false)
	assert.ErrorIs(t, err, ivy.ErrDtype)
	assert.ErrorContains(t, err, `"fc.bias" of shape [4], want [3]`)
	assert.ErrorContains(t, err, `"stem.0.bias" of dtype float64, want float32`)
	for name, a := range nn.StateDict(m) {
		assert.Equal(t, before[name], digest(a), name)
	}
	state["fc.bias"] = nil
	assert.ErrorContains(t, nn.LoadStateDict(m, state, false), `"fc.bias" is nil`)
	state["fc.bias"], state["stem.0.bias"] = ivy.Ones([]int{3}), ivy.Ones([]int{2})
	require.NoError(t, nn.LoadStateDict(m, state, false))
	assert.Equal(t, 3.0, m.Head.Bias.Sum().Float())
	assert.Equal(t, before["fc.weight"], digest(m.Head.Weight))

	assert.ErrorIs(t, ivy.Try(func() { nn.StateDict(*m) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { nn.StateDict(nil) }), ivy.ErrValue)
	assert.ErrorContains(t, ivy.Try(func() { nn.StateDict(&net{}) }), `"fc" is nil`)
	type loop struct{ Next any }
	l := &loop{}
	l.Next = l
	assert.ErrorContains(t, ivy.Try(func() { nn.StateDict(l) }), "itself")
	twice := map[string]*ivy.Array{"a": state["fc.bias"]}
	assert.Len(t, nn.StateDict(&struct{ A, B map[string]*ivy.Array }{twice, twice}), 2) // a.a and b.a
	assert.ErrorContains(t, ivy.Try(func() {
		nn.StateDict(&struct {
			A map[string]*ivy.Array `nn:""`
			B map[string]*ivy.Array `nn:""`
		}{twice, twice})
	}), `two arrays have the name "a"`)
}

// Files go both ways: PyTorch's safetensors is read, and what is written is read again.
func TestFiles(t *testing.T) {
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(99)
		i.Env = e
		make := func() nn.Sequential {
			return nn.Sequential{nn.NewConv2d(i, 1, 2, []int{3}), nn.NewBatchNorm2d(i, 2), nn.NewFlatten(), nn.NewLinear(i, 8, 2)}
		}
		m := make()
		require.NoError(t, nn.Load("testdata/net.safetensors", m))
		i2 := nn.NewInitializer(2)
		i2.Env, i = e, i2
		same := make()
		c := &nn.Context{Training: true}
		same.Forward(c, uniform(i, 3, 1, 4, 4))
		c.Store()
		for name, a := range nn.StateDict(same) {
			near(t, nn.StateDict(m)[name], a, 1e-5, name)
			assert.Equal(t, e.CurrentBackend(), a.Backend(), name)
		}
		path := filepath.Join(t.TempDir(), "net.safetensors")
		require.NoError(t, nn.Save(path, m))
		again := make()
		require.NoError(t, nn.Load(path, again))
		for name, a := range nn.StateDict(again) {
			assert.Equal(t, digest(nn.StateDict(m)[name]), digest(a), name)
		}
		head, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Contains(t, string(head), `"format":"pt"`)
		assert.ErrorIs(t, nn.Load(path, nn.NewLinear(i, 1, 1)), ivy.ErrValue)
		assert.ErrorIs(t, nn.Load(filepath.Join(t.TempDir(), "none"), m), os.ErrNotExist)
	})
}

// A whole step of training is compiled, running statistics among its results, and gives what the step by itself does.
func TestCompiledStep(t *testing.T) {
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(1)
		i.Env = e
		start := newNet(i)
		saved := map[string]*ivy.Array{}
		for name, a := range nn.StateDict(start) {
			saved[name] = a.CopyArray()
		}
		x := i.Normal([]int{4, 1, 6, 6}, 0, 1)
		o := optim.NewGradientDescent(optim.Constant(0.1))
		eager := func() map[string]*ivy.Array {
			var m ivy.Tree = start
			state := o.Init(m)
			for range 3 {
				c := &nn.Context{Training: true}
				grads := e.Grad(func(m *net) *ivy.Array { return m.Forward(c, x).Square().Mean() })(m)
				m, state = o.Update(m, grads, state)
				c.Store()
			}
			return nn.StateDict(m)
		}()
		assert.Equal(t, 3, eager["blocks.1.bn1.num_batches_tracked"].Int())
		require.NoError(t, nn.LoadStateDict(start, saved, true))
		step := e.Compile(func(m *net, buffers map[string]*ivy.Array, s optim.State) (params, next, state ivy.Tree) {
			c := &nn.Context{Training: true}
			c.Bind(m, buffers)
			grads := e.Grad(func(m *net) *ivy.Array { return m.Forward(c, x).Square().Mean() })(m)
			params, s = o.Update(m, grads, s)
			return params, c.Buffers(m), s
		})
		var m ivy.Tree = start
		var state ivy.Tree = o.Init(m)
		buffers := ivy.Tree(nn.Buffers(m))
		for range 3 {
			z := step.CallTree(m, buffers, state)
			m, buffers, state = z[0], z[1], z[2]
		}
		nn.SetBuffers(m, buffers)
		for name, a := range nn.StateDict(m) {
			near(t, eager[name], a, 1e-5, name)
		}
		if e.CurrentBackend() != "torch" { // which compiles nothing
			assert.NoError(t, step.Eager())
		}

		// A module is traced again when a buffer has another value.
		eval := e.Compile(func(m *net, x *ivy.Array) *ivy.Array { return m.Forward(nil, x) })
		first := eval.CallTree(m, x)[0].(*ivy.Array)
		near(t, m.(*net).Forward(nil, x), first, 1e-5, "compiled evaluation")
		m.(*net).Blocks[0].BN1.RunningVar.Set(e.Full([]int{2}, 9, ivy.Float32))
		near(t, m.(*net).Forward(nil, x), eval.CallTree(m, x)[0].(*ivy.Array), 1e-5, "with another variance")

		// A function that stores statistics itself is not compiled, and does so at each call.
		storing := e.Compile(func(m *net) *ivy.Array {
			c := &nn.Context{Training: true}
			z := m.Forward(c, x)
			c.Store()
			return z
		})
		for i := range 2 {
			storing.CallTree(m)
			assert.Equal(t, 4+i, m.(*net).Blocks[1].BN1.NumBatchesTracked.Value().Int())
		}
		assert.Error(t, storing.Eager())
	})
}

func TestBind(t *testing.T) {
	m := newNet(nn.NewInitializer(1))
	all := nn.Buffers(m)
	assert.Len(t, all, 6)
	name := "blocks.0.bn1.running_mean"
	for _, c := range []struct {
		change func(v map[string]*ivy.Array)
		kind   error
	}{
		{func(v map[string]*ivy.Array) { delete(v, name) }, ivy.ErrValue},
		{func(v map[string]*ivy.Array) { v["fc.weight"] = m.Head.Weight }, ivy.ErrValue},
		{func(v map[string]*ivy.Array) { v[name] = ivy.Ones([]int{3}) }, ivy.ErrShape},
		{func(v map[string]*ivy.Array) { v[name] = ivy.Ones([]int{2}, ivy.Float64) }, ivy.ErrDtype},
	} {
		v := nn.Buffers(m)
		c.change(v)
		assert.ErrorIs(t, ivy.Try(func() { new(nn.Context).Bind(m, v) }), c.kind)
		assert.ErrorIs(t, ivy.Try(func() { nn.SetBuffers(m, v) }), c.kind)
	}
	assert.ErrorIs(t, ivy.Try(func() { nn.SetBuffers(m, m.Head.Weight) }), ivy.ErrValue)
	mean := m.Blocks[0].BN1.RunningMean
	assert.ErrorIs(t, ivy.Try(func() { mean.Set(nil) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { mean.Set(ivy.Abstract(ivy.Float32, 2)) }), ivy.ErrValue)
	ivy.Grad(func(x *ivy.Array) *ivy.Array {
		assert.ErrorIs(t, ivy.Try(func() { mean.Set(x) }), ivy.ErrValue)
		return x.Sum()
	})(ivy.Ones([]int{2}))
	assert.Same(t, all["blocks.0.bn1.running_mean"], mean.Value())
}

func TestSummary(t *testing.T) {
	m := newNet(nn.NewInitializer(1))
	assert.Equal(t, strings.TrimLeft(`
module             type           output     dtype    parameters
                   nn_test.net    [4 3]      float32  117
stem.0             Conv           [4 2 4 4]  float32  20
stem.1             ReLU           [4 2 4 4]  float32  0
blocks.0           nn_test.block                      42
blocks.0.conv1     Conv           [4 2 4 4]  float32  38
blocks.0.bn1       BatchNorm      [4 2 4 4]  float32  4
blocks.1           nn_test.block                      46
blocks.1.conv1     Conv           [4 2 4 4]  float32  38
blocks.1.bn1       BatchNorm      [4 2 4 4]  float32  4
blocks.1.shortcut  Conv           [4 2 4 4]  float32  4
fc                 Linear         [4 3]      float32  9
117 parameters, 516 bytes with buffers
`, "\n"), nn.Summary(m, ivy.Abstract(ivy.Float32, 4, 1, 6, 6)))
	lstm := nn.NewLSTM(nn.NewInitializer(1), 3, 4, nn.WithBidirectional(true))
	assert.Contains(t, nn.Summary(lstm, ivy.Abstract(ivy.Float32, 5, 2, 3)), "LSTM  [5 2 8]  float32  288\n288 parameters, 1152 bytes")
	assert.NotContains(t, nn.Summary(lstm), "[")
	list := nn.Sequential{nn.NewEmbedding(nn.NewInitializer(1), 7, 2), nn.NewDropout(0.5)}
	assert.Contains(t, nn.Summary(list, ivy.Abstract(ivy.Int64, 3)), "Dropout     [3 2]   float32  0\n")
	assert.ErrorIs(t, ivy.Try(func() { nn.Summary(m, m.Head.Weight, m.Head.Weight) }), ivy.ErrValue)
}

// Constructors and modules name the argument that does not fit.
func TestErrors(t *testing.T) {
	i := nn.NewInitializer(1)
	x := ivy.Ones([]int{2, 3})
	for _, c := range []struct {
		name string
		f    func()
		kind error
		text string
	}{
		{"no initializer", func() { nn.NewLinear(nil, 1, 1) }, ivy.ErrValue, "Initializer"},
		{"an empty initializer", func() { nn.NewLSTM(&nn.Initializer{}, 1, 1) }, ivy.ErrValue, "Initializer"},
		{"a negative width", func() { nn.NewLinear(i, -1, 1) }, ivy.ErrValue, "in is -1"},
		{"another option", func() { nn.NewLinear(i, 1, 1, nn.WithStride(2)) }, ivy.ErrValue, "WithStride"},
		{"an option twice", func() { nn.NewLinear(i, 1, 1, nn.WithBias(true), nn.WithBias(false)) }, ivy.ErrValue, "twice"},
		{"groups", func() { nn.NewConv2d(i, 3, 4, []int{1}, nn.WithGroups(2)) }, ivy.ErrValue, "2 groups"},
		{"kernels", func() { nn.NewConv2d(i, 3, 4, []int{1, 2, 3}) }, ivy.ErrValue, "kernel"},
		{"a stride of 0", func() { nn.NewConv1d(i, 1, 1, 1, nn.WithStride(0)) }, ivy.ErrValue, "stride is 0"},
		{"output padding", func() { nn.NewConvTranspose1d(i, 1, 1, 1, nn.WithOutputPadding(1)) }, ivy.ErrValue, "output padding"},
		{"padding of a pool", func() { nn.NewMaxPool2d([]int{2}, nn.WithPadding(2)) }, ivy.ErrValue, "padding"},
		{"a padding index", func() { nn.NewEmbedding(i, 3, 1, nn.WithPaddingIdx(3)) }, ivy.ErrValue, "padding index 3"},
		{"heads", func() { nn.NewMultiheadAttention(i, 3, 2) }, ivy.ErrValue, "2 heads"},
		{"a nonlinearity", func() { nn.NewRNN(i, 1, 1, nn.WithNonlinearity("sin")) }, ivy.ErrValue, "sin"},
		{"a probability", func() { nn.NewDropout(1.5) }, ivy.ErrValue, "1.5"},
		{"a probability of attention", func() { nn.NewMultiheadAttention(i, 4, 2, nn.WithDropout(-1)) }, ivy.ErrValue, "dropout"},
		{"a width of keys", func() { nn.NewMultiheadAttention(i, 4, 2, nn.WithKDim(0)) }, ivy.ErrValue, "kdim"},
		{"no weights", func() { (&nn.MultiheadAttention{Heads: 1}).Forward(nil, x, x, x, nil) }, ivy.ErrValue, "InProjWeight"},
		{"a padding mode", func() { nn.NewConv1d(i, 1, 1, 1, nn.WithPaddingMode("mirror")) }, ivy.ErrValue, "mirror"},
		{"reflection", func() { nn.NewConv1d(i, 2, 1, 1, nn.WithPadding(3), nn.WithPaddingMode("reflect")).Forward(nil, x) }, ivy.ErrShape, "reflect"},
		{"a period", func() { nn.NewConv1d(i, 2, 1, 1, nn.WithPadding(4), nn.WithPaddingMode("circular")).Forward(nil, x) }, ivy.ErrShape, "circular"},
		{"a mode of bags", func() { nn.NewEmbeddingBag(i, 1, 1, nn.WithMode("min")) }, ivy.ErrValue, "min"},
		{"bags", func() { nn.NewEmbeddingBag(i, 2, 1).Forward(nil, x, nil, nil) }, ivy.ErrDtype, "EmbeddingBag"},
		{"group norm", func() { nn.NewGroupNorm(i, 2, 3) }, ivy.ErrValue, "2 groups"},
		{"no axis", func() { nn.NewLayerNorm(i, nil) }, ivy.ErrValue, "no axis"},
		{"a gain", func() { nn.Gain("sin") }, ivy.ErrValue, "sin"},
		{"one axis", func() { i.XavierUniform([]int{3}, 1) }, ivy.ErrShape, "two axes"},
		{"a deviation", func() { i.Normal([]int{3}, 0, -1) }, ivy.ErrValue, "std"},
		{"bounds", func() { i.Uniform([]int{3}, 1, 0) }, ivy.ErrValue, "low"},
		{"truncation", func() { i.TruncatedNormal([]int{3}, 0, 1, 2, 1) }, ivy.ErrValue, "low"},
		{"linear", func() { nn.NewLinear(i, 4, 1).Forward(nil, x) }, ivy.ErrShape, "Linear"},
		{"conv", func() { nn.NewConv2d(i, 1, 1, []int{1}).Forward(nil, x) }, ivy.ErrShape, "4 axes"},
		{"batch norm", func() { nn.NewBatchNorm2d(i, 3).Forward(nil, x) }, ivy.ErrShape, "BatchNorm"},
		{"batch norm of one element", func() { nn.NewBatchNorm1d(i, 3).Forward(&nn.Context{Training: true}, x.Get(ivy.Slice(0, 1))) }, ivy.ErrValue, "no variance"},
		{"layer norm", func() { nn.NewLayerNorm(i, []int{2}).Forward(nil, x) }, ivy.ErrShape, "LayerNorm"},
		{"lstm", func() { nn.NewLSTM(i, 2, 1).Forward(nil, x) }, ivy.ErrShape, "LSTM"},
		{"two starts", func() { nn.NewLSTM(i, 3, 1).Forward(nil, x, nn.Start{}, nn.Start{}) }, ivy.ErrValue, "2 Starts"},
		{"cells of a GRU", func() { nn.NewGRU(i, 3, 1).Forward(nil, x, nn.Start{C: ivy.Ones([]int{1, 1})}) }, ivy.ErrValue, "initial_cell"},
		{"flatten", func() { nn.NewFlatten().Forward(nil, x.Get(0)) }, ivy.ErrIndex, "Flatten"},
		{"embedding", func() { nn.NewEmbedding(i, 2, 1).Forward(nil, x) }, ivy.ErrDtype, "Embedding"},
		{"attention", func() { nn.NewMultiheadAttention(i, 4, 2).Forward(nil, x, x, x, nil) }, ivy.ErrShape, "MultiheadAttention"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := ivy.Try(c.f)
			assert.ErrorIs(t, err, c.kind)
			assert.ErrorContains(t, err, c.text)
			assert.ErrorContains(t, err, "ivy: nn.")
		})
	}
}
