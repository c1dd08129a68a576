package nn_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/nn"
)

// A residual is a block of two convolutions.
type residual struct {
	Conv1      *nn.Conv
	BN1        *nn.BatchNorm
	Conv2      *nn.Conv
	BN2        *nn.BatchNorm
	Downsample nn.Sequential `ivy:"optional"`
}

func (b *residual) Forward(c *nn.Context, x *ivy.Array) *ivy.Array {
	y := b.BN1.Forward(c, b.Conv1.Forward(c, x)).Relu()
	y = b.BN2.Forward(c, b.Conv2.Forward(c, y))
	if b.Downsample != nil {
		x = b.Downsample.Forward(c, x)
	}
	return y.Add(x).Relu()
}

// A resNet is the network of K. He et al. (2015) of 18 layers, with torchvision's names.
type resNet struct {
	Conv1                          *nn.Conv
	BN1                            *nn.BatchNorm
	MaxPool                        *nn.MaxPool
	Layer1, Layer2, Layer3, Layer4 nn.Sequential
	AvgPool                        *nn.AdaptiveAvgPool
	FC                             *nn.Linear
}

// newResNet makes the modules in torchvision's order, and then draws the weights of convolutions anew as it does.
func newResNet(i *nn.Initializer, classes int) *resNet {
	var convolutions []*nn.Conv
	conv := func(in, out, kernel, stride, padding int) *nn.Conv {
		return nn.NewConv2d(i, in, out, []int{kernel}, nn.WithStride(stride), nn.WithPadding(padding), nn.WithBias(false))
	}
	block := func(in, out, stride int) *residual {
		b := &residual{}
		if stride != 1 {
			b.Downsample = nn.Sequential{conv(in, out, 1, stride, 0), nn.NewBatchNorm2d(i, out)}
		}
		b.Conv1, b.BN1 = conv(in, out, 3, stride, 1), nn.NewBatchNorm2d(i, out)
		b.Conv2, b.BN2 = conv(out, out, 3, 1, 1), nn.NewBatchNorm2d(i, out)
		convolutions = append(convolutions, b.Conv1, b.Conv2)
		if b.Downsample != nil {
			convolutions = append(convolutions, b.Downsample[0].(*nn.Conv))
		}
		return b
	}
	layer := func(in, out, stride int) nn.Sequential {
		return nn.Sequential{block(in, out, stride), block(out, out, 1)}
	}
	m := &resNet{Conv1: conv(3, 64, 7, 2, 3), BN1: nn.NewBatchNorm2d(i, 64), MaxPool: nn.NewMaxPool2d([]int{3}, nn.WithStride(2), nn.WithPadding(1))}
	m.Layer1, m.Layer2, m.Layer3, m.Layer4 = layer(64, 64, 1), layer(64, 128, 2), layer(128, 256, 2), layer(256, 512, 2)
	m.AvgPool, m.FC = nn.NewAdaptiveAvgPool2d([]int{1}), nn.NewLinear(i, 512, classes)
	for _, c := range append([]*nn.Conv{m.Conv1}, convolutions...) {
		c.Weight = i.KaimingNormal(c.Weight.Shape(), nn.FanOut, nn.Gain("relu"))
	}
	return m
}

func (m *resNet) Forward(c *nn.Context, x *ivy.Array) *ivy.Array {
	x = m.MaxPool.Forward(c, m.BN1.Forward(c, m.Conv1.Forward(c, x)).Relu())
	for _, layer := range []nn.Sequential{m.Layer1, m.Layer2, m.Layer3, m.Layer4} {
		x = layer.Forward(c, x)
	}
	return m.FC.Forward(c, m.AvgPool.Forward(c, x).Reshape([]int{x.Shape()[0], -1}))
}

// A language predicts the next of 100 tokens.
type language struct {
	Embedding *nn.Embedding
	LSTM      *nn.LSTM
	Out       *nn.Linear
}

func newLanguage(i *nn.Initializer) *language {
	return &language{nn.NewEmbedding(i, 100, 64), nn.NewLSTM(i, 64, 128, nn.WithNumLayers(2)), nn.NewLinear(i, 128, 100)}
}

func (m *language) Forward(c *nn.Context, tokens *ivy.Array) *ivy.Array {
	x, _, _ := m.LSTM.Forward(c, m.Embedding.Forward(c, tokens))
	return m.Out.Forward(c, x)
}

// hasWeights holds that parameters and buffers are those of PyTorch, in their order.
func hasWeights(t *testing.T, want string, m any) {
	t.Helper()
	var all strings.Builder
	state := nn.StateDict(m)
	for _, name := range nn.Names(m) {
		all.WriteString(digest(state[name]))
	}
	sum := sha256.Sum256([]byte(all.String()))
	require.Equal(t, want, hex.EncodeToString(sum[:]))
}

// follows holds that a model computes what PyTorch's did: in evaluation, and in a step of training with its gradients and running statistics.
func follows[M nn.Module](t *testing.T, e *ivy.Env, w step, m M, x *ivy.Array, loss func(z *ivy.Array) *ivy.Array) {
	const tolerance = 1e-5
	hasWeights(t, w.Weights, m)
	near(t, w.Eval.on(t, e), m.Forward(nil, x), tolerance, "evaluation")
	c := &nn.Context{Training: true}
	var z *ivy.Array
	value, grads := e.ValueAndGrad(func(m M) *ivy.Array {
		y := m.Forward(c, x)
		z = e.StopGradient(y)
		return loss(y)
	})(m)
	near(t, w.Train.on(t, e), z, tolerance, "training")
	assert.InDelta(t, w.Loss, value.Float(), 1e-5*max(1, w.Loss))
	of := nn.StateDict(grads)
	assert.NotEmpty(t, w.Grads)
	for name, norm := range w.Grads {
		nearNorm(t, norm, of[name], 1e-4, name)
	}
	c.Store()
	for name, b := range nn.Buffers(m) {
		nearNorm(t, w.Buffers[name], b, 1e-5, name)
	}
	assert.Len(t, w.Buffers, len(nn.Buffers(m)))
}

func TestResNet18(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(11)
		i.Env = e
		m := newResNet(i, 10)
		follows(t, e, g.ResNet18, m, uniform(i, 2, 3, 64, 64), func(z *ivy.Array) *ivy.Array {
			return z.LogSoftmax(ivy.Axis(1)).Get(ivy.Slice(nil, nil), 3).Mean().Negative()
		})
	})
}

func TestLanguageModel(t *testing.T) {
	g := read(t)
	onEvery(t, func(t *testing.T, e *ivy.Env) {
		i := nn.NewInitializer(11)
		i.Env = e
		m := newLanguage(i)
		tokens := e.Arange(60, ivy.Int64).Reshape([]int{3, 20}).T().Multiply(7).Remainder(100)
		next := e.OneHot(tokens.Get(ivy.Slice(1, nil)), 100).Astype(ivy.Float32)
		follows(t, e, g.Language, m, tokens, func(z *ivy.Array) *ivy.Array {
			return z.Get(ivy.Slice(0, -1)).LogSoftmax(ivy.Axis(-1)).Multiply(next).Sum(ivy.Axis(-1)).Mean().Negative()
		})
	})
}
