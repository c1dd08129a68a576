package onnx_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/onnx"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/nn"
)

// An exported is a function, and what it is called with.
type exported struct {
	name string
	f    any
	xs   []*ivy.Array
}

// exports are functions of every family that Export writes.
func exports(e *ivy.Env) []exported {
	draw := func(seed uint64, dims ...int) *ivy.Array {
		return e.RandomNormal(0.0, 1.0, ivy.Shape(dims), ivy.FromSeed(seed), ivy.Float32)
	}
	i := nn.NewInitializer(0)
	conv, norm, linear := nn.NewConv2d(i, 3, 4, []int{3}), nn.NewBatchNorm2d(i, 4), nn.NewLinear(i, 4, 5)
	up := nn.NewConvTranspose2d(i, 4, 2, []int{2}, nn.WithStride(2))
	attention := nn.NewMultiheadAttention(i, 8, 2)
	lstm := nn.NewLSTM(i, 8, 6)
	weights := func(gates int) (ws []*ivy.Array) {
		for range 2 { // directions
			ws = append(ws, draw(20, gates*3, 8), draw(21, gates*3, 3), draw(22, gates*3), draw(23, gates*3))
		}
		return ws
	}
	integers := func(gates int) (ws []*ivy.Array) {
		for i, w := range weights(gates) {
			if i%4 < 2 {
				w = e.Astype(e.Round(e.Multiply(w, 40)), ivy.Int8)
			}
			ws = append(ws, w)
		}
		return ws
	}
	gru, rnn, without, state := weights(3), weights(1), weights(4)[:2], draw(24, 2, 2, 3)
	byteGRU, byteRNN, byteLSTM := integers(3), integers(1), integers(4)
	x, y := draw(1, 2, 3, 4), draw(2, 3, 4)
	ints := e.Asarray([][]int64{{7, -7, 0, 3}, {-8, 8, 5, -3}})
	return []exported{
		{"elementwise", func(x, y *ivy.Array) []*ivy.Array {
			pos := e.Add(e.Square(x), 0.1)
			return []*ivy.Array{e.Add(e.Multiply(x, y), 1.5), e.Divide(x, e.Exp(y)), e.Pow(pos, y), e.Maximum(x, y), e.Where(e.Greater(x, y), x, 0.0), e.Log1p(pos), e.Expm1(x),
				e.Log2(pos), e.Log10(pos), e.Sqrt(pos), e.Tanh(x), e.Erf(x), e.Trunc(e.Multiply(x, 3.0)), e.Round(e.Multiply(x, 3.0)), e.Remainder(x, y), e.FloorDivide(x, 0.3), e.Sigmoid(x), e.Gelu(x), e.Silu(x), e.Softplus(x)}
		}, []*ivy.Array{x, y}},
		{"integers", func(a *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.FloorDivide(a, 3), e.Remainder(a, 3), e.BitwiseXor(a, 5), e.Abs(a), e.Sign(a), e.NotEqual(a, 0), e.LogicalOr(e.Less(a, 0), e.Equal(a, 3)), e.Astype(a, ivy.Float32), e.Sum(a), e.Prod(a, ivy.Axis(1)), e.ArgMin(a, ivy.Axis(1)), e.Clip(a, -3, 5)}
		}, []*ivy.Array{ints}},
		{"reductions", func(x *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Sum(x), e.Mean(x, ivy.Axis(1)), e.Max(x, ivy.Axes{0, 2}, ivy.KeepDims(true)), e.Min(x), e.Var(x, ivy.Axis(-1), ivy.Correction(1)), e.Std(x), e.ArgMax(x, ivy.Axis(2)), e.ArgMax(x), e.Any(e.Greater(x, 1.0), ivy.Axis(0)), e.All(e.Less(x, 9.0)),
				e.CountNonzero(e.Relu(x)), e.CumulativeSum(x, ivy.Axis(1)), e.Sort(x, ivy.Axis(1)), e.ArgSort(x, ivy.Axis(1), ivy.Descending(true)), e.Softmax(x, ivy.Axis(-1)), e.LogSoftmax(x, ivy.Axis(1))}
		}, []*ivy.Array{x}},
		{"moved", func(x *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Reshape(x, []int{6, 4}), e.PermuteDims(x, []int{2, 0, 1}), e.BroadcastTo(e.GetItem(x, 1), []int{2, 3, 4}), e.GetItem(x, ivy.Slice(nil, nil), ivy.Slice(nil, nil, -1), 1), e.GetItem(x, ivy.Ellipsis, ivy.Slice(1, 4, 2)),
				e.Concat([]*ivy.Array{x, e.Zeros([]int{2, 1, 4}, ivy.Float32)}, ivy.Axis(1)), e.Take(x, e.Asarray([]int{2, 0}), ivy.Axis(1)), e.TakeAlongAxis(x, e.Asarray([][][]int{{{1, 0}}}), ivy.Axis(2)), e.Stack([]*ivy.Array{x, x}), e.Flip(x), e.Roll(x, []int{1}, ivy.Axis(2)), e.Tril(e.GetItem(x, 0))}
		}, []*ivy.Array{x}},
		{"images", func(x *ivy.Array) []*ivy.Array {
			z := norm.Forward(nil, conv.Forward(nil, x)).Relu()
			return []*ivy.Array{linear.Forward(nil, e.Mean(z, ivy.Axes{2, 3})), up.Forward(nil, z)}
		}, []*ivy.Array{draw(3, 2, 3, 8, 8)}},
		{"pools", func(x *ivy.Array) []*ivy.Array {
			first := ivy.DataFormat("channel_first")
			return []*ivy.Array{e.MaxPool(x, []int{3}, []int{2}, 1, first), e.MaxPool(x, []int{2, 3}, []int{1, 2}, "SAME"), e.AvgPool(x, []int{3}, []int{1}, 1, first), e.AvgPool(x, []int{2}, []int{2}, [][2]int{{0, 1}, {1, 0}}, ivy.CountIncludePad(true)),
				e.MaxPool(x, []int{2}, []int{3}, 0, first, ivy.Dilations{2}), e.MaxPool(e.GetItem(x, 0), []int{3}, []int{2}, "VALID"), e.AvgPool(x, []int{3}, []int{2}, 0, first, ivy.CeilMode(true))}
		}, []*ivy.Array{draw(3, 2, 3, 8, 8)}},
		{"groups", func(x, scale, offset *ivy.Array) []*ivy.Array {
			first := ivy.DataFormat("channel_first")
			return []*ivy.Array{e.GroupNorm(x, 3, first, ivy.Scale(scale), ivy.Offset(offset)), e.GroupNorm(x, 4, ivy.Offset(e.GetItem(offset, ivy.Slice(0, 1))), ivy.Eps(0.1)), e.InstanceNorm(x, first),
				e.InstanceNorm(e.GetItem(x, 0), ivy.Scale(2.0)), e.GroupNorm(e.GetItem(x, ivy.Ellipsis, 0, 0), 2, ivy.Scale(scale))}
		}, []*ivy.Array{draw(25, 2, 6, 5, 4), draw(26, 6), draw(27, 6)}},
		{"attention", func(x *ivy.Array) []*ivy.Array {
			z := attention.Forward(nil, x, x, x, nil)
			return []*ivy.Array{e.LayerNorm(e.Add(x, z), []int{-1}), e.ScaledDotProductAttention(x, x, x, ivy.IsCausal(true))}
		}, []*ivy.Array{draw(4, 5, 2, 8)}},
		{"sequence", func(x *ivy.Array) []*ivy.Array {
			y, h, c := lstm.Forward(nil, x)
			return []*ivy.Array{y, h, c}
		}, []*ivy.Array{draw(5, 4, 2, 8)}},
		{"recurrent", func(x *ivy.Array) []*ivy.Array {
			y, h := e.GRU(x, gru, ivy.Bidirectional(true), ivy.InitialState(state))
			z, _ := e.RNN(x, rnn, ivy.Bidirectional(true), ivy.Nonlinearity("relu"))
			w, _ := e.RNN(x, rnn[:4])
			v, _, c := e.LSTM(x, without, ivy.InitialCell(e.GetItem(state, ivy.Slice(0, 1))))
			return []*ivy.Array{y, h, z, w, v, c}
		}, []*ivy.Array{draw(5, 4, 2, 8)}},
		{"quantized recurrent layers", func(x *ivy.Array) []*ivy.Array {
			y, h := e.GRU(x, byteGRU, ivy.Bidirectional(true), ivy.InitialState(state), ivy.WeightScales([]float32{0.01, 0.02, 0.03, 0.02}))
			z, _ := e.RNN(x, byteRNN[:4], ivy.Nonlinearity("relu"), ivy.WeightScales([]float32{0.01, 0.02}))
			v, _, c := e.LSTM(x, byteLSTM[:2], ivy.WeightScales(e.Full([]int{2, 12}, 0.01, ivy.Float32)))
			w, _ := e.GRU(x, byteGRU[:2], ivy.WeightScales([]float32{0.01, 0.02}))
			return []*ivy.Array{y, h, z, v, c, w}
		}, []*ivy.Array{draw(5, 4, 2, 8)}},
		{"control", func(x, y *ivy.Array) []*ivy.Array {
			larger := e.Greater(e.Sum(x), 0.0)
			picked := e.IfElse(larger, func(x, y *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Exp(x), y} }, func(x, y *ivy.Array) []*ivy.Array { return []*ivy.Array{x, e.MatMul(y, y)} }, x, y).([]*ivy.Array)
			other := e.IfElse(e.LogicalNot(larger), func(x *ivy.Array) *ivy.Array { return e.Square(x) }, func(x *ivy.Array) *ivy.Array { return x }, x).(*ivy.Array)
			halved := e.While(func(s []*ivy.Array) *ivy.Array { return e.Greater(e.Max(e.Abs(s[0])), 0.1) },
				func(s []*ivy.Array) []*ivy.Array {
					return []*ivy.Array{e.Multiply(s[0], e.Multiply(e.Sigmoid(e.GetItem(y, 0, 0)), 0.9)), e.Add(s[1], 1)}
				}, []*ivy.Array{x, e.Asarray(0, ivy.Int32)}).([]*ivy.Array)
			sum := e.ForRange(3, 7, func(i, s *ivy.Array) *ivy.Array { return e.Add(s, e.Multiply(e.Astype(i, ivy.Float32), x)) }, e.ZerosLike(x)).(*ivy.Array)
			nested := e.ForRange(0, 3, func(i, s *ivy.Array) *ivy.Array {
				return e.IfElse(e.Equal(i, 1), func(s *ivy.Array) *ivy.Array { return e.Negative(s) }, func(s *ivy.Array) *ivy.Array { return e.Add(s, y) }, s).(*ivy.Array)
			}, x).(*ivy.Array)
			last, all := e.Scan(func(s, row *ivy.Array) (*ivy.Array, []*ivy.Array) {
				s = e.Add(e.Multiply(s, 0.5), row)
				return s, []*ivy.Array{s, e.Sum(s)}
			}, e.GetItem(x, 0), x)
			back, backs := e.Scan(func(s, row *ivy.Array) (*ivy.Array, *ivy.Array) { return e.Subtract(s, row), e.Multiply(s, row) }, e.GetItem(x, 0), x, ivy.Reverse(true))
			norms := e.MapRows(func(row *ivy.Array) *ivy.Array { return e.Sqrt(e.Sum(e.Square(row))) }, x).(*ivy.Array)
			zs := append(append(picked, other, sum, nested, last.(*ivy.Array), back.(*ivy.Array), backs.(*ivy.Array), norms), halved...)
			return append(zs, all.([]*ivy.Array)...)
		}, []*ivy.Array{draw(7, 4, 4), draw(8, 4, 4)}},
		{"gradient of a loop", e.Grad(func(x *ivy.Array) *ivy.Array {
			last, all := e.Scan(func(s, row *ivy.Array) (*ivy.Array, *ivy.Array) {
				s = e.Tanh(e.Add(e.Multiply(s, 0.7), row))
				return s, e.Square(s)
			}, e.Zeros([]int{4}, ivy.Float32), x)
			return e.Add(e.Sum(last.(*ivy.Array)), e.Sum(all.(*ivy.Array)))
		}), []*ivy.Array{draw(9, 5, 4)}},
		{"gradient", e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(e.Square(linear.Forward(nil, x))) }), []*ivy.Array{draw(6, 3, 4)}},
	}
}

// TestExport: what Export writes is read again, and gives the same results. GOIVY_ONNX_EXPORTS names a folder in which the models stay, with inputs and results,
// for ONNX Runtime to run them: support/oracle/check_onnx_exports.py.
func TestExport(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	for _, x := range exports(e) {
		c := e.Compile(x.f)
		want := c.CallMany(x.xs...)
		require.NoError(t, c.Eager(), x.name)
		var b bytes.Buffer
		if !assert.NoError(t, onnx.Export(&b, c, x.xs...), x.name) {
			continue
		}
		m, err := onnx.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if !assert.NoError(t, err, x.name) {
			continue
		}
		inputs := map[string]*ivy.Array{}
		for i, in := range m.Inputs() {
			inputs[in.Name] = x.xs[i]
		}
		got, err := m.Run(inputs)
		if !assert.NoError(t, err, x.name) {
			continue
		}
		for i, out := range m.Outputs() {
			assert.Equal(t, want[i].Dtype(), got[out.Name].Dtype(), "%s of %s", out.Name, x.name)
			if assert.Equal(t, want[i].Shape(), got[out.Name].Shape(), "%s of %s", out.Name, x.name) {
				assert.LessOrEqual(t, onnx.Distance(got[out.Name], want[i]), 1e-5, "%s of %s", out.Name, x.name)
			}
		}
		if dir := os.Getenv("GOIVY_ONNX_EXPORTS"); dir != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, x.name+".onnx"), b.Bytes(), 0o644))
			all := map[string]*ivy.Array{}
			for key, v := range inputs {
				all["in:"+key] = v
			}
			for i, out := range m.Outputs() {
				all["out:"+out.Name] = want[i]
			}
			require.NoError(t, ivy.SaveAll(filepath.Join(dir, x.name+".npz"), all))
		}
	}
}

func TestExportErrors(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := e.Ones([]int{3, 3}, ivy.Float32)
	var refused *onnx.Unsupported
	err = onnx.Export(&bytes.Buffer{}, e.Compile(func(x *ivy.Array) *ivy.Array { return e.Add(e.Lgamma(x), e.Inv(x)) }), x)
	assert.ErrorIs(t, err, ivy.ErrUnsupported)
	require.ErrorAs(t, err, &refused)
	assert.Len(t, refused.What, 2)
	err = onnx.Export(&bytes.Buffer{}, e.Compile(func(x *ivy.Array) *ivy.Array { return e.Nonzero(x)[0] }), x)
	assert.ErrorIs(t, err, ivy.ErrUnsupported)
	err = onnx.Export(&bytes.Buffer{}, e.Compile(func(x *ivy.Array) *ivy.Array { return x }), nil)
	assert.ErrorIs(t, err, ivy.ErrValue)
}
