package ivy_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// Ivy's own examples, and JAX's lax.reduce_window of the same arrays.
func TestSlidingWindow(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := e.Asarray([][]int32{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}})
	equal := func(want any, got *ivy.Array) {
		t.Helper()
		w := e.Asarray(want, got.Dtype())
		assert.Equal(t, w.Shape(), got.Shape())
		assert.Equal(t, w.String(), got.String())
	}
	equal([][][]int32{{{1, 2, 5, 6}, {2, 3, 6, 7}, {3, 4, 7, 8}}, {{5, 6, 9, 10}, {6, 7, 10, 11}, {7, 8, 11, 12}}}, e.SlidingWindow(x, []int{2, 2}, nil, "VALID"))
	equal([][][]int32{{{1, 3, 9, 11}, {2, 4, 10, 12}}}, e.SlidingWindow(x, []int{2}, nil, "VALID", ivy.Dilations{2}))
	equal([][][]int32{{{0, 1}, {2, 3}, {4, 0}}, {{0, 9}, {10, 11}, {12, 0}}}, e.SlidingWindow(x, []int{1, 2}, []int{2}, [][2]int{{0, 0}, {1, 1}}))
	equal([][]int8{{1, 2, 3}, {2, 3, 0}}, e.SlidingWindow([]int8{1, 2, 3}, []int{3}, nil, [][2]int{{0, 1}}))
	equal([][]bool{{false, true}, {true, true}, {true, false}}, e.SlidingWindow([]bool{true, true}, []int{2}, nil, 1))
	equal([]float64{3}, e.SlidingWindow(3.0, nil, nil, "VALID"))
	assert.Equal(t, []int{2, 2, 9}, e.SlidingWindow(x, []int{3}, []int{2}, "SAME").Shape())
	assert.Equal(t, []int{0, 2, 4, 2}, e.SlidingWindow(e.Zeros([]int{1, 3, 4}), []int{1, 2, 1}, nil, "VALID").Get(ivy.Slice(1, nil)).Shape())

	add := func(x, y *ivy.Array) *ivy.Array { return e.Add(x, y) }
	equal([][]int32{{14, 18, 22}, {30, 34, 38}}, e.ReduceWindow(x, 0, add, []int{2, 2}, nil, "VALID"))
	greatest := func(x, y *ivy.Array) *ivy.Array { return e.Maximum(x, y) }
	equal([][]float32{{-1, -2}, {-1, -1}}, e.ReduceWindow([][]float32{{-1, -2}, {-3, -1}}, math.Inf(-1), greatest, []int{2, 1}, nil, [][2]int{{1, 0}, {0, 0}}))
	equal([]int32{1, 0, 2, 0, 3}, e.ReduceWindow([]int32{1, 2, 3}, 0, add, []int{1}, nil, "VALID", ivy.XDilations{2}))
	equal([]int32{6, 10}, e.ReduceWindow([]int32{1, 2, 3, 4, 5, 6, 7}, 0, add, []int{2}, []int{2}, "VALID", ivy.Dilations{4}).Get(ivy.Slice(nil, 2)))
	equal([]int32{24}, e.ReduceWindow([]int32{2, 3, 4}, 1, func(x, y *ivy.Array) *ivy.Array { return e.Multiply(x, y) }, []int{3}, nil, "VALID"))

	// Elements under two positions have both derivatives, and a compiled function gives the same.
	f := func(x *ivy.Array) *ivy.Array {
		return e.Sum(e.Square(e.SlidingWindow(x, []int{2}, nil, "SAME", ivy.Dilations{2})))
	}
	y := e.Asarray([]float64{1, 2, 3, 4})
	equal([]float64{2, 8, 12, 8}, e.Grad(f)(y).(*ivy.Array))
	assert.Equal(t, f(y).Float(), e.Compile(f).Call(y).Float())
}

func TestSlidingWindowErrors(t *testing.T) {
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := e.Ones([]int{3, 4})
	add := func(x, y *ivy.Array) *ivy.Array { return e.Add(x, y) }
	for name, c := range map[string]struct {
		kind error
		call func()
	}{
		"too long":         {ivy.ErrShape, func() { e.SlidingWindow(x, []int{4, 1}, nil, "VALID") }},
		"lengths":          {ivy.ErrValue, func() { e.SlidingWindow(x, []int{1, 1, 1}, nil, "VALID") }},
		"no lengths":       {ivy.ErrValue, func() { e.SlidingWindow(x, nil, nil, "VALID") }},
		"length 0":         {ivy.ErrValue, func() { e.SlidingWindow(x, []int{0}, nil, "VALID") }},
		"stride 0":         {ivy.ErrValue, func() { e.SlidingWindow(x, []int{1}, []int{0}, "VALID") }},
		"dilation -1":      {ivy.ErrValue, func() { e.SlidingWindow(x, []int{1}, nil, "VALID", ivy.Dilations{-1}) }},
		"padding":          {ivy.ErrValue, func() { e.SlidingWindow(x, []int{1}, nil, "FULL") }},
		"negative padding": {ivy.ErrValue, func() { e.SlidingWindow(x, []int{1}, nil, -1) }},
		"an option":        {ivy.ErrValue, func() { e.SlidingWindow(x, []int{1}, nil, "VALID", ivy.XDilations{2}) }},
		"a huge window":    {ivy.ErrShape, func() { e.SlidingWindow(x, []int{math.MaxInt32}, nil, "VALID", ivy.Dilations{math.MaxInt32}) }},
		"init":             {ivy.ErrShape, func() { e.ReduceWindow(x, []float32{1, 2}, add, []int{1}, nil, "VALID") }},
		"a nil function":   {ivy.ErrValue, func() { e.ReduceWindow(x, 0, nil, []int{1}, nil, "VALID") }},
	} {
		err := ivy.Try(c.call)
		if assert.Error(t, err, name) {
			assert.ErrorIs(t, err, c.kind, "%s: %v", name, err)
		}
	}
}
