package tensorflow

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// show writes a tensor: type, shape, elements.
func show(x *Tensor) string {
	return fmt.Sprint((*frontend.Array)(x).Type(), x.Shape(), " ", x.V)
}

func try(f func() *Tensor) (text string) {
	if err := ivy.Try(func() { text = show(f()) }); err != nil {
		return golden.ErrorText(err)
	}
	return text
}

func TestTensor(t *testing.T) {
	x := Constant([][]float64{{1, 2.5, 3}, {4, 5, 6}})
	assert.Equal(t, dtype.Float32, x.Dtype())
	assert.Equal(t, []int{2, 3}, x.Shape())
	assert.Equal(t, 2, x.Ndim())
	assert.Equal(t, 6, x.Size())
	assert.False(t, x.WeakType())
	assert.Equal(t, "!AttributeError", try(x.T))
	assert.Equal(t, x.V, x.Ivy())
	y := Reshape(Range(6), []int{2, 3})
	numpy, err := New(Config{Mode: "legacy"})
	require.NoError(t, err)
	like := numpy.Constant([][]float64{{1, 2.5, 3}, {4, 5, 6}})
	assert.Equal(t, []int{3, 2}, like.T().Shape())
	for name, want := range map[string]any{"shape": []int{2, 3}, "dtype": dtype.Float32, "ndim": 2, "size": 6} {
		assert.Equal(t, want, Framework.Attributes[name]((*frontend.Array)(like)), name)
	}
	for _, c := range []struct {
		f    func() *Tensor
		want string
	}{
		{func() *Tensor { return y.At(1) }, "int32[3] [3 4 5]"},
		{func() *Tensor { return y.At(-1, 0) }, "int32[] 3"},
		{func() *Tensor { return y.At(ivy.Ellipsis, ivy.Slice(nil, nil, 2)) }, "int32[2 2] [[0 2]\n [3 5]]"},
		{func() *Tensor { return y.At(nil, 0) }, "int32[1 3] [[0 1 2]]"},
		{func() *Tensor { return y.At(Constant(1)) }, "int32[3] [3 4 5]"},
		{func() *Tensor { return y.At(Greater(y, 3)) }, "int32[2] [4 5]"},
		{func() *Tensor { return y.At(2) }, "!InvalidArgumentError"},
		{func() *Tensor { return y.At(0, 0, 0) }, "!InvalidArgumentError"},
		{func() *Tensor { return y.At([]int{1, 0}) }, "int32[] 3"}, // as y[1, 0]
		{func() *Tensor { return y.At(Constant([]int{1, 0})) }, "!TypeError"},
		{func() *Tensor { return y.At(1.5) }, "!TypeError"},
		{func() *Tensor { return y.At("a") }, "!TypeError"},
		{func() *Tensor { return numpy.Identity(y).At(1.5) }, "!IndexError"},
		{func() *Tensor { return numpy.Identity(y).At("a") }, "!IndexError"},
		{func() *Tensor { return numpy.Identity(y).At([]int{1, 0}) }, "int32[2 3] [[3 4 5]\n [0 1 2]]"},
		{func() *Tensor { return y.Astype("float64") }, "!AttributeError"},
		{func() *Tensor { return numpy.Identity(y).Astype("float64").At(0) }, "float64[3] [0. 1. 2.]"},
		{func() *Tensor { return y.Add(1).At(0) }, "int32[3] [1 2 3]"},
		{func() *Tensor { return y.Add(1.5) }, "!InvalidArgumentError"},
		{func() *Tensor { return y.Neg().At(1) }, "int32[3] [-3 -4 -5]"},
		{func() *Tensor { return y.Pos() }, "!TypeError"},
		{func() *Tensor { return numpy.Identity(y).Pos().At(1) }, "int32[3] [3 4 5]"},
		{func() *Tensor { return y.MatMul(Transpose(y)) }, "int32[2 2] [[ 5 14]\n [14 50]]"},
		{func() *Tensor { return Add([]int8{1, 2}, []int{3, 4}) }, "int8[2] [4 6]"},
		{func() *Tensor { return Add([]int{1, 2}, []int8{3, 4}) }, "!InvalidArgumentError"},
		{func() *Tensor { return Stack([]any{Constant(1), 2}) }, "int32[2] [1 2]"},
		{func() *Tensor { return Constant([]any{Constant(1.5), 2}) }, "float32[2] [1.5 2. ]"},
		{func() *Tensor { return Constant([]any{[]int{1}, []int{2, 3}}) }, "!ValueError"},
		{func() *Tensor { return Constant([]any{[]any{1}, 2}) }, "!ValueError"},
		{func() *Tensor { return Constant([]any{1, []any{2}}) }, "!ValueError"},
		{func() *Tensor { return Constant([]any{Constant(1), []int{2}}) }, "!InvalidArgumentError"},
		{func() *Tensor { return Constant(struct{}{}) }, "!ValueError"},
		{func() *Tensor { return Add(1, 2, Kw("nam", "x")) }, "!TypeError"},
		{func() *Tensor { return Add(1, 2, Kw("name", "sum")) }, "int32[] 3"},
		{func() *Tensor { return Add(1, 2, Kw("name", 3)) }, "int32[] 3"},
		{func() *Tensor { return Math.Floordiv(7, 0) }, "!InvalidArgumentError"},
		{func() *Tensor { return ReduceMean([]int{1, 2, 4}) }, "int32[] 2"},
		{func() *Tensor { return Add(Constant(backend.IntScalar(1<<40)), 1) }, "int64[] 1099511627777"},
		{func() *Tensor { return Add(Constant(1), backend.IntScalar(1<<40)) }, "int32[] 1"}, // it wraps
		{func() *Tensor { return Constant(backend.UintScalar(math.MaxUint64)) }, "!ValueError"},
	} {
		assert.Equal(t, c.want, try(c.f))
	}
}

// A namespace's mode changes that namespace alone.
func TestModes(t *testing.T) {
	x, y := ivy.Asarray([]int8{1}), ivy.Asarray([]float32{2})
	for _, c := range []struct{ mode, of8and32, literal, tnp string }{
		{"", "!InvalidArgumentError", "!InvalidArgumentError", "float32[1] [3.]"},
		{"off", "!InvalidArgumentError", "!InvalidArgumentError", "float32[1] [3.]"},
		{"all", "float32[1] [3.]", "float64*[1] [2.5]", "float32[1] [3.]"},
		{"safe", "float32[1] [3.]", "!TypeError", "float32[1] [3.]"},
		{"legacy", "float32[1] [3.]", "float64[1] [2.5]", "float32[1] [3.]"},
	} {
		n, err := New(Config{Mode: c.mode})
		require.NoError(t, err)
		a, b := n.Identity(x), n.Identity(y)
		assert.Equal(t, c.of8and32, try(func() *Tensor { return a.Add(b) }), c.mode)
		assert.Equal(t, c.literal, try(func() *Tensor { return a.Add(1.5) }), c.mode)
		assert.Equal(t, c.tnp, try(func() *Tensor { return n.Experimental().NumPy().Add(x, y) }), c.mode)
	}
	_, err := New(Config{Mode: "some"})
	assert.Equal(t, "!ValueError", golden.ErrorText(err))
	_, err = New(Config{Backend: "none"})
	assert.ErrorIs(t, err, ivy.ErrBackend)
}

// Signatures are TensorFlow's own.
func TestSignatures(t *testing.T) {
	for path, want := range map[string]string{
		"reduce_sum": "input_tensor, axis=None, keepdims=False, name=None",
		"one_hot":    "indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None",
		"range":      "start, limit=None, delta=1, dtype=None, name='range'",
		"math.atan2": "y, x, name=None",
	} {
		assert.Equal(t, want, functions.Must(path).Sig)
	}
	assert.GreaterOrEqual(t, len(functions.All()), 400)
}

// Keys are those of Python, and what a tensor's own are not is TensorFlow's error.
func TestGet(t *testing.T) {
	n, err := New(Config{Mode: "all"})
	require.NoError(t, err)
	x := Constant([][]int{{1, 2}, {3, 4}})
	for _, c := range []struct {
		key   []any
		shape []int
		want  []int32
	}{
		{[]any{1, 0}, []int{}, []int32{3}},
		{[]any{ivy.Colon, -1}, []int{2}, []int32{2, 4}},
		{[]any{ivy.Slice(nil, nil, -1)}, []int{2, 2}, []int32{3, 4, 1, 2}},
		{[]any{Constant(1), ivy.Ellipsis, nil}, []int{2, 1}, []int32{3, 4}},
		{[]any{ivy.NewAxis, 0}, []int{1, 2}, []int32{1, 2}},
		{[]any{Greater(x, 2)}, []int{2}, []int32{3, 4}},
		{[]any{Constant([]bool{true, false})}, []int{1, 2}, []int32{1, 2}},
		{nil, []int{2, 2}, []int32{1, 2, 3, 4}},
	} {
		z := x.Get(c.key...)
		assert.Equal(t, c.shape, z.Shape(), c.key)
		assert.Equal(t, c.want, ivy.Values[int32](z.V), c.key)
	}
	weak := n.Constant(2).Get(ivy.NewAxis)
	assert.True(t, weak.WeakType())
	assert.False(t, n.Cast(2, "int32").Get(ivy.NewAxis).WeakType())

	const want = "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid indices, got "
	for _, key := range [][]any{{1.5}, {0, []int{1}}, {"a"}, {Constant([]int{0, 1})}, {Greater(x, 2), 0}, {Cast(1, "int8")}} {
		err := ivy.Try(func() { x.Get(key...) })
		assert.Equal(t, typeError, frontend.Class(err), key)
		assert.ErrorContains(t, err, want, key)
	}
	assert.ErrorContains(t, ivy.Try(func() { x.Get(Constant(true)) }), "ValueError: mask cannot be scalar.")
	for _, key := range [][]any{{5}, {0, 0, 0}} {
		assert.Equal(t, invalidArgument, frontend.Class(ivy.Try(func() { x.Get(key...) })), key)
	}
}
