package bench

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy"
)

const layerTable = "Layers"

// layers are those of neural networks, in float32; PyTorch's have their channels first unless the title says otherwise.
func (l *list) layers() {
	const first = "channel_first"
	image := func(dims ...int) input { return input{"x", ivy.Float32, dims, signed} }
	of := func(name string, dims ...int) input { return input{name, ivy.Float32, dims, signed} }
	line := func(name, title, call string, inputs []input, ours func(e *ivy.Env, x []*ivy.Array) *ivy.Array) {
		l.add(layerTable, "layers/"+name, title, inputs, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array { return func() *ivy.Array { return ours(e, x) } },
			map[string]code{"torch": {"F = torch.nn.functional", call}})
	}
	for _, s := range [][]int{{8, 12, 128, 64}, {1, 32, 2048, 64}} {
		sizes := make([]string, len(s))
		for i, n := range s {
			sizes[i] = strconv.Itoa(n)
		}
		line("attention/"+strings.Join(sizes, "x"), "attention "+strings.Join(sizes, "×"), "F.scaled_dot_product_attention(q, k, v)", []input{of("q", s...), of("k", s...), of("v", s...)},
			func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.ScaledDotProductAttention(x[0], x[1], x[2]) })
	}
	line("conv/nchw", "conv 3×3, 64→64, 56×56, batch 8", "F.conv2d(x, w, padding=1)", []input{image(8, 64, 56, 56), of("w", 64, 64, 3, 3)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.ConvGeneralDilated(x[0], x[1], []int{1}, 1, ivy.DataFormat(first), ivy.FilterFormat(first))
		})
	line("conv/nhwc", "the same, channels last", "F.conv2d(x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1), padding=1).permute(0, 2, 3, 1)", []input{image(8, 56, 56, 64), of("w", 3, 3, 64, 64)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.ConvGeneralDilated(x[0], x[1], []int{1}, 1) })
	line("depthwise", "depthwise conv 3×3, 64 channels, 56×56, batch 8", "F.conv2d(x, w, padding=1, groups=64)", []input{image(8, 64, 56, 56), of("w", 64, 1, 3, 3)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.ConvGeneralDilated(x[0], x[1], []int{1}, 1, ivy.DataFormat(first), ivy.FilterFormat(first), ivy.FeatureGroupCount(64))
		})
	line("transposed", "transposed conv 3×3, 64→64, 28×28 to 56×56, batch 8", "F.conv_transpose2d(x, w, stride=2, padding=1, output_padding=1)", []input{image(8, 64, 28, 28), of("w", 64, 64, 3, 3)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.ConvGeneralTranspose(x[0], x[1], []int{2}, 1, ivy.OutputPadding{1}, ivy.DataFormat(first), ivy.FilterFormat(first))
		})
	for _, k := range []int{2, 3} {
		line(fmt.Sprintf("max_pool/%d", k), fmt.Sprintf("max pool %d×%d, stride 2, 64 channels, 56×56, batch 8", k, k), fmt.Sprintf("F.max_pool2d(x, %d, 2, %d)", k, k/3), []input{image(8, 64, 56, 56)},
			func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
				return e.MaxPool(x[0], []int{k}, []int{2}, k/3, ivy.DataFormat(first))
			})
	}
	line("avg_pool", "average pool 2×2, 64 channels, 56×56, batch 8", "F.avg_pool2d(x, 2, 2)", []input{image(8, 64, 56, 56)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.AvgPool(x[0], []int{2}, []int{2}, "VALID", ivy.DataFormat(first))
		})
	line("batch_norm", "batch norm, 64 channels, 56×56, batch 8", "F.batch_norm(x, m, v.abs() + 1, w, b)", []input{image(8, 64, 56, 56), of("m", 64), of("v", 64), of("w", 64), of("b", 64)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			z, _, _ := e.BatchNorm(x[0], x[1], e.Add(e.Abs(x[2]), 1), ivy.Scale(x[3]), ivy.Offset(x[4]), ivy.DataFormat(first))
			return z
		})
	line("group_norm", "group norm, 8 groups of 64 channels, 56×56, batch 8", "F.group_norm(x, 8)", []input{image(8, 64, 56, 56)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.GroupNorm(x[0], 8, ivy.DataFormat(first)) })
	line("group_norm/last", "the same, channels last", "F.group_norm(x.permute(0, 3, 1, 2), 8).permute(0, 2, 3, 1)", []input{image(8, 56, 56, 64)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.GroupNorm(x[0], 8) })
	line("layer_norm", "layer norm, 4096 of 768 numbers", "F.layer_norm(x, (768,), w, b)", []input{image(8, 512, 768), of("w", 768), of("b", 768)},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
			return e.LayerNorm(x[0], []int{-1}, ivy.Scale(x[1]), ivy.Offset(x[2]))
		})
	const size = 256
	// Weights of this size keep the states from the ends of their range, as those of models do: with greater ones each step would double what the
	// steps before are rounded by.
	const scale = 1. / 16
	l.add(layerTable, "layers/lstm", "LSTM, 128 steps, batch 32, 256 to 256",
		[]input{of("x", 128, 32, size), of("w", 4*size, size), of("u", 4*size, size), of("b", 4*size), of("d", 4*size), of("h", 1, 32, size), of("c", 1, 32, size)},
		func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
			weights := make([]*ivy.Array, 4)
			for i := range weights {
				weights[i] = e.Multiply(x[1+i], scale)
			}
			return func() *ivy.Array {
				z, _, _ := e.LSTM(x[0], weights, ivy.InitialState(x[5]), ivy.InitialCell(x[6]))
				return z
			}
		},
		map[string]code{"torch": {"weights = [w / 16, u / 16, b / 16, d / 16]", "torch.lstm(x, (h, c), weights, True, 1, 0.0, False, False, False)[0]"}})
	line("cross_entropy", "cross entropy, 4096 of 1000 classes", "F.cross_entropy(x, y)", []input{of("x", 4096, 1000), {"y", ivy.Int64, []int{4096}, small}},
		func(e *ivy.Env, x []*ivy.Array) *ivy.Array { return e.SoftmaxCrossEntropy(x[0], x[1]) })
}
