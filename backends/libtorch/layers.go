//go:build libtorch

package libtorch

import (
	"slices"

	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Layers that the library computes whole, in its two dtypes of which the results are as exact as those of steps: of
// 16-bit floats it rounds what is in between, and of integers it has none.
var layerKernels = []backend.Entry{
	whole(ops.Convolve, takesWindows, func(out backend.Spec, xs []backend.Buffer, a backend.ConvolutionAttrs) (*torch.Tensor, error) {
		return torch.Convolve(of(xs[0]), of(xs[1]), torch.Window(a))
	}),
	whole(ops.ConvolveFilters, func(shapes [][]int, a backend.ConvolutionAttrs) bool {
		return len(a.Strides) <= 3 && !a.MovesApart() && !slices.Contains(shapes[0], 0)
	},
		func(out backend.Spec, xs []backend.Buffer, a backend.ConvolutionAttrs) (*torch.Tensor, error) {
			return torch.ConvolveFilters(of(xs[0]), of(xs[1]), torch.Window(a), out.Shape[:len(a.Strides)])
		}),
	whole(ops.Attend, takesAttention, func(out backend.Spec, xs []backend.Buffer, a backend.AttentionAttrs) (*torch.Tensor, error) {
		return torch.Attend(of(xs[0]), of(xs[1]), of(xs[2]), a.Scale, a.Causal)
	}),
	whole(ops.SoftmaxAlong, nil, func(out backend.Spec, xs []backend.Buffer, a backend.SoftmaxAttrs) (*torch.Tensor, error) {
		return torch.Softmax(of(xs[0]), a.Axis, a.Log)
	}),
	whole(ops.NormalizeChannels, nil, func(out backend.Spec, xs []backend.Buffer, a backend.NormalizationAttrs) (*torch.Tensor, error) {
		scale, offset := affine(xs[3:], a.Scale, a.Offset)
		return torch.BatchNorm(of(xs[0]), a.Axis, of(xs[1]), of(xs[2]), scale, offset, a.Eps)
	}),
	whole(ops.NormalizeGroups, func(shapes [][]int, a backend.GroupNormalizationAttrs) bool { // of one element it has what (x − mean)·factor is rounded by
		return shape.Size(shapes[0][1:]) > a.Groups
	}, func(out backend.Spec, xs []backend.Buffer, a backend.GroupNormalizationAttrs) (*torch.Tensor, error) {
		scale, offset := affine(xs[1:], a.Scale, a.Offset)
		return torch.GroupNorm(of(xs[0]), a.Axis, a.Groups, scale, offset, a.Eps)
	}),
	whole(ops.NormalizeLast, func(shapes [][]int, a backend.LayerNormalizationAttrs) bool {
		return shape.Size(shapes[0][a.First:]) > 1
	}, func(out backend.Spec, xs []backend.Buffer, a backend.LayerNormalizationAttrs) (*torch.Tensor, error) {
		scale, offset := affine(xs[1:], a.Scale, a.Offset)
		return torch.LayerNorm(of(xs[0]), a.First, scale, offset, a.Eps)
	}),
	whole(ops.Recur, func(_ [][]int, a backend.RecurrentAttrs) bool { return !a.Quantized }, func(out backend.Spec, xs []backend.Buffer, a backend.RecurrentAttrs) (*torch.Tensor, error) {
		ts, states := all(xs[1:]), 1
		cell := cells[a.Cell]
		var c *torch.Tensor
		if cell == torch.LSTM {
			c, states = ts[len(ts)-1], 2
		}
		n := len(ts) - states
		return torch.Recurrent(cell, of(xs[0]), ts[:n], ts[n], c)
	}),
}

var cells = map[string]torch.Cell{"lstm": torch.LSTM, "gru": torch.GRU, "tanh": torch.TanhRNN, "relu": torch.ReluRNN}

// affine returns the scale and the offset that xs are, nil where there is none.
func affine(xs []backend.Buffer, hasScale, hasOffset bool) (scale, offset *torch.Tensor) {
	if hasScale {
		scale, xs = of(xs[0]), xs[1:]
	}
	if hasOffset {
		offset = of(xs[0])
	}
	return scale, offset
}

// whole returns the entry of a layer of float32 and float64. takes reports whether the library has it for operands of these shapes;
// nil says that it has it for all.
func whole[A backend.LayerAttrs](r ops.Layer, takes func(shapes [][]int, a A) bool, k func(out backend.Spec, xs []backend.Buffer, a A) (*torch.Tensor, error)) backend.Entry {
	e := backend.Layer(r, func(out backend.Spec, xs []backend.Buffer, a A) (backend.Buffer, error) {
		t, err := k(out, xs, a)
		return made(out, t, err)
	})
	e.Takes = func(out backend.Spec, shapes [][]int, a backend.LayerAttrs) bool {
		return (out.Dtype == dtype.Float32 || out.Dtype == dtype.Float64) && (takes == nil || takes(shapes, a.(A)))
	}
	return e
}

// takesWindows reports whether the library has such a convolution. It has transposed ones, of which what moves x's elements apart are the strides.
func takesWindows(shapes [][]int, a backend.ConvolutionAttrs) bool {
	r := len(a.Strides)
	if r > 3 || slices.Contains(shapes[0], 0) {
		return false
	}
	if !a.MovesApart() && !a.Turned {
		return true
	}
	for i, p := range a.Padding {
		span := (shapes[1][i] - 1) * a.Dilations[i]
		if a.Strides[i] != 1 || p[0] > span || p[1] < p[0] || p[1]-p[0] >= a.Apart[i] && p[1] != p[0] {
			return false
		}
	}
	return true
}

// takesAttention reports whether operands have the same leading axes, and there is no mask.
func takesAttention(shapes [][]int, _ backend.AttentionAttrs) bool {
	q, k, v := shapes[0], shapes[1], shapes[2]
	lead := q[:len(q)-2]
	return len(shapes) == 3 && slices.Equal(lead, k[:len(k)-2]) && slices.Equal(lead, v[:len(v)-2]) && k[len(k)-2] > 0 && q[len(q)-1] > 0
}
