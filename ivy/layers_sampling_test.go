package ivy_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Indices and numbers of images that are out of range are errors that name the argument, where there are values.
func TestPlacesOutOfRange(t *testing.T) {
	e := must(ivy.NewEnv("native"))
	x := e.Ones([]int{1, 2, 1})
	for _, i := range []int{-1, 4} {
		err := ivy.Try(func() { e.MaxUnpool(x, [][][]int{{{0}, {i}}}, []int{4}) })
		require.ErrorIs(t, err, ivy.ErrIndex)
		assert.ErrorContains(t, err, "MaxUnpool: indices is not from 0 to 3 everywhere")
	}
	assert.Equal(t, []int{1, 4, 1}, e.MaxUnpool(e.Abstract(ivy.Float32, 1, 2, 1), e.Abstract(ivy.Int64, 1, 2, 1), []int{4}).Shape())

	images := e.Ones([]int{2, 3, 3, 1})
	for _, n := range []float64{-1, -0.5, 2, 1e30, math.NaN(), math.Inf(-1)} {
		err := ivy.Try(func() { e.ROIAlign(images, [][]float64{{n, 0, 0, 1, 1}}, []int{1}) })
		require.ErrorIs(t, err, ivy.ErrIndex, "%v", n)
		assert.ErrorContains(t, err, "ROIAlign: boxes: the number of an image is not from 0 to 1 everywhere")
	}
	err := ivy.Try(func() { e.ROIAlign(images.Get(ivy.Slice(0, 0)), [][]float64{{0, 0, 0, 1, 1}}, []int{1}) })
	assert.ErrorIs(t, err, ivy.ErrIndex)
	assert.Equal(t, []int{3, 2, 2, 1}, e.ROIAlign(images, e.Abstract(ivy.Float32, 3, 5), []int{2}).Shape())
}

// Where windows lie over each other the last element of a position stays, and gets the gradient.
func TestMaxUnpoolOverlaps(t *testing.T) {
	e := must(ivy.NewEnv("native"))
	at := [][][]int{{{2}, {0}, {2}}}
	z := e.MaxUnpool([][][]float64{{{1}, {2}, {3}}}, at, []int{3})
	assert.Equal(t, []float64{2, 0, 3}, ivy.Values[float64](z.Astype(ivy.Float64)))
	g := e.Grad(func(x *ivy.Array) *ivy.Array { return e.MaxUnpool(x, at, []int{3}).Sum() })(e.Ones([]int{1, 3, 1}))
	assert.Equal(t, []float32{0, 1, 1}, ivy.Values[float32](g.(*ivy.Array)))
}

// The greatest under windows has the operand's dtype under every rule of promotion, by a kernel (of one axis and of two) or composed.
func TestMaxPoolUnderARule(t *testing.T) {
	e := must(ivy.NewEnv("native"))
	for _, dims := range [][]int{{1, 5, 2}, {1, 5, 4, 2}, {1, 5, 4, 3, 2}} {
		x := e.Astype(e.Reshape(e.Arange(shape.Size(dims)), dims), ivy.BFloat16)
		want, at := e.MaxPoolWithIndices(x, []int{2}, []int{2}, "SAME")
		undo := e.WithPromotionRule(ivy.ArrayAPIRule(dtype.StandardDefaults))
		got := e.MaxPool(x, []int{2}, []int{2}, "SAME")
		z, index := e.MaxPoolWithIndices(x, []int{2}, []int{2}, "SAME")
		undo()
		assert.Equal(t, want.Bytes(), got.Bytes(), dims)
		assert.Equal(t, want.Bytes(), z.Bytes(), dims)
		assert.Equal(t, at.Bytes(), index.Bytes(), dims)
	}
}

// A window of zeros, and a sum that is zero, has the gradient 0, not NaN.
func TestLPPoolOfZeros(t *testing.T) {
	e := must(ivy.NewEnv("native"))
	for _, p := range []float64{1.5, 2, 3} {
		g := e.Grad(func(x *ivy.Array) *ivy.Array {
			return e.LPPool(x, []int{2}, []int{2}, "VALID", ivy.NormOrder(p)).Sum()
		})(e.Zeros([]int{1, 4, 1}))
		assert.Equal(t, []float32{0, 0, 0, 0}, ivy.Values[float32](g.(*ivy.Array)), "%v", p)
	}
}

func TestNMSNeedsValues(t *testing.T) {
	e := must(ivy.NewEnv("native"))
	assert.ErrorIs(t, ivy.Try(func() { e.NMS(e.Abstract(ivy.Float32, 3, 4)) }), ivy.ErrUnsupported)
	assert.ErrorIs(t, ivy.Try(func() { e.NMS(e.Ones([]int{3, 4}), ivy.Scores(e.Abstract(ivy.Float32, 3))) }), ivy.ErrUnsupported)
	c := e.Compile(func(x *ivy.Array) *ivy.Array { return e.NMS(x) })
	assert.Equal(t, []int64{0}, ivy.Values[int64](c.Call(e.Asarray([][]float32{{0, 0, 1, 1}, {0, 0, 1, 1}}))))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, ivy.Try(func() { e.Context(ctx).NMS(e.Ones([]int{3, 4})) }), ivy.ErrCanceled)
}
