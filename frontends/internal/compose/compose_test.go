package compose

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

func TestDiff(t *testing.T) {
	e := ivy.Standard()
	x := e.Asarray([][]int64{{1, 4, 9, 16}, {2, 3, 5, 8}})
	assert.Equal(t, []int64{3, 5, 7, 1, 2, 3}, ivy.Values[int64](Diff(e, x, 1, 1, (*ivy.Env).Subtract)))
	assert.Equal(t, []int64{2, 2, 1, 1}, ivy.Values[int64](Diff(e, x, 1, 2, (*ivy.Env).Subtract)))
	assert.Equal(t, []int64{1, -1, -4, -8}, ivy.Values[int64](Diff(e, x, 0, 1, (*ivy.Env).Subtract)))
	assert.Equal(t, []int{2, 0}, Diff(e, x, 1, 9, (*ivy.Env).Subtract).Shape(), "more differences than there are neighbours")
	assert.Equal(t, []bool{true, false}, ivy.Values[bool](Diff(e, e.Asarray([]bool{true, false, false}), 0, 1, (*ivy.Env).Subtract)))
}

func TestPadSides(t *testing.T) {
	e := ivy.Standard()
	x := e.Asarray([][]int64{{1, 2}})
	z := PadSides(e, x, [][2]int{{0, 1}, {2, 1}}, func(x *ivy.Array, axis int) (before, after *ivy.Array) {
		return e.Full(nil, -axis, dtype.Int64), e.Full(nil, 10+axis, dtype.Int64)
	})
	assert.Equal(t, []int{2, 5}, z.Shape())
	assert.Equal(t, []int64{-1, -1, 1, 2, 11, -1, -1, 10, 10, 11}, ivy.Values[int64](z))
}

func TestLerp(t *testing.T) {
	e := ivy.Standard()
	a, b := e.Asarray([]float64{0, 1, 1e16}), e.Asarray([]float64{10, 1, 1})
	assert.Equal(t, []float64{2.5, 1, 7.5e15}, ivy.Values[float64](Lerp(e, a, b, e.Asarray(0.25)))[:3])
	assert.Equal(t, []float64{10, 1, 1}, ivy.Values[float64](Lerp(e, a, b, e.Asarray(1.))), "from the end, which is exact")
}

func TestQuantiles(t *testing.T) {
	e := ivy.Standard()
	x := e.Asarray([][]float64{{1, 2, 3}, {4, 5, 6}})
	rank := func(q *ivy.Array) *ivy.Array { return Elements(e, x, e.BroadcastTo(q, []int{2, 1})) }
	z := Quantiles(e, e.Asarray([]float64{0, 2}), []int{2}, dtype.Float64, rank)
	assert.Equal(t, []int{2, 2}, z.Shape())
	assert.Equal(t, []float64{1, 4, 3, 6}, ivy.Values[float64](z))
	assert.Equal(t, []int{2}, Quantiles(e, e.Asarray(1.), []int{2}, dtype.Float64, rank).Shape())
	assert.Equal(t, []int{0, 2}, Quantiles(e, e.Zeros([]int{0}, dtype.Float64), []int{2}, dtype.Float64, rank).Shape())
}

func TestSpaced(t *testing.T) {
	e := ivy.Standard()
	divide := func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Divide(x, y) }
	z, step := Spaced(e, e.Asarray(1.), e.Asarray(2.), 5, 4, true, divide)
	assert.Equal(t, []float64{1, 1.25, 1.5, 1.75, 2}, ivy.Values[float64](z))
	assert.Equal(t, 0.25, step.Float())
	z, _ = Spaced(e, e.Full(nil, 0., dtype.Float64), e.Full(nil, 5e-324, dtype.Float64), 3, 2, true, divide)
	assert.Equal(t, []float64{0, 0, 5e-324}, ivy.Values[float64](z), "a step that is zero")
	z, step = Spaced(e, e.Asarray(3.), e.Asarray(4.), 1, 0, true, divide)
	assert.Equal(t, []float64{3}, ivy.Values[float64](z))
	assert.Nil(t, step, "no step")
}

func TestPairs(t *testing.T) {
	e := ivy.Standard()
	add := func(x, y *ivy.Array) *ivy.Array { return e.Add(x, y) }
	assert.Equal(t, []int64{3, 5}, ivy.Values[int64](Pairs(e, e.Asarray([]int64{1, 2, 3}), 0, add)))
	assert.Equal(t, []int{0}, Pairs(e, e.Zeros([]int{0}, dtype.Int64), 0, add).Shape())
}

func TestBetween(t *testing.T) {
	e := ivy.Standard()
	f := Interpolation{
		Nearest: func(e *ivy.Env, at *ivy.Array) *ivy.Array { return e.Round(at) },
		Middle:  func(e *ivy.Env, low, high *ivy.Array) *ivy.Array { return e.Minimum(low, high) },
		Linear:  Lerp,
	}
	x, at := e.Asarray([]float64{1, 2, 4}), e.Asarray([]float64{0, 0.5, 1.25})
	for method, want := range map[string][]float64{"lower": {1, 1, 2}, "higher": {1, 2, 4}, "nearest": {1, 1, 2}, "midpoint": {1, 1, 2}, "linear": {1, 1.5, 2.5}} {
		z := f.Between(e, at, method, func(at *ivy.Array) *ivy.Array { return Elements(e, x, at) })
		assert.Equal(t, want, ivy.Values[float64](z), method)
	}
}
