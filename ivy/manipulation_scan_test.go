package ivy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

// A scan by a function is the cumulative function of the same name, whatever the length, the axis and the direction.
func TestAssociativeScan(t *testing.T) {
	add := func(x, y *ivy.Array) *ivy.Array { return ivy.Add(x, y) }
	for n := range 18 {
		x := ivy.Reshape(ivy.Remainder(ivy.Multiply(ivy.Arange(3*n*2, ivy.Int64), 7), 11), []int{3, n, 2})
		for _, reverse := range []bool{false, true} {
			want := ivy.CumulativeSum(x, ivy.Axis(1))
			if reverse {
				want = ivy.Flip(ivy.CumulativeSum(ivy.Flip(x, ivy.Axis(1)), ivy.Axis(1)), ivy.Axis(1))
			}
			z := ivy.AssociativeScan(x, add, ivy.Axis(-2), ivy.Reverse(reverse))
			assert.Equal(t, want.Shape(), z.Shape(), n)
			assert.Equal(t, ivy.Values[int64](want), ivy.Values[int64](z), n)
		}
	}
	// A function that does not commute: the first operand is what comes first.
	m := ivy.Asarray([][][]int64{{{1, 1}, {0, 1}}, {{1, 0}, {1, 1}}, {{2, 1}, {1, 0}}, {{0, 1}, {1, 1}}, {{1, 2}, {3, 4}}})
	z := ivy.AssociativeScan(m, func(x, y *ivy.Array) *ivy.Array { return ivy.MatMul(x, y) })
	product := m.Get(0)
	for i := range 5 {
		if i > 0 {
			product = ivy.MatMul(product, m.Get(i))
		}
		assert.Equal(t, ivy.Values[int64](product), ivy.Values[int64](z.Get(i)), i)
	}
	z = ivy.AssociativeScan(ivy.Asarray([]int64{4, 5, 6, 7, 8}), func(x, _ *ivy.Array) *ivy.Array { return x })
	assert.Equal(t, []int64{4, 4, 4, 4, 4}, ivy.Values[int64](z))

	compiled := ivy.Compile(func(x *ivy.Array) *ivy.Array { return ivy.AssociativeScan(x, add) })
	assert.Equal(t, []int32{1, 3, 6, 10, 15}, ivy.Values[int32](compiled.Call(ivy.Asarray([]int32{1, 2, 3, 4, 5}))))
	assert.NoError(t, compiled.Eager())

	one := ivy.Ones([]int{1})
	same := ivy.AssociativeScan(one, add)
	same.Set(5, 0)
	assert.Equal(t, []float32{1}, ivy.Values[float32](one), "the result is an array of its own")
}

func TestAssociativeScanErrors(t *testing.T) {
	x := ivy.Ones([]int{4, 2})
	add := func(x, y *ivy.Array) *ivy.Array { return ivy.Add(x, y) }
	for what, c := range map[string]struct {
		f    func()
		want error
	}{
		"an axis that is not there": {func() { ivy.AssociativeScan(x, add, ivy.Axis(2)) }, ivy.ErrIndex},
		"an array without axes":     {func() { ivy.AssociativeScan(ivy.Ones([]int{}), add) }, ivy.ErrIndex},
		"no function":               {func() { ivy.AssociativeScan(x, nil) }, ivy.ErrValue},
		"another option":            {func() { ivy.AssociativeScan(x, add, ivy.KeepDims(true)) }, ivy.ErrValue},
		"another shape":             {func() { ivy.AssociativeScan(x, func(x, y *ivy.Array) *ivy.Array { return x.Sum() }) }, ivy.ErrShape},
		"another dtype":             {func() { ivy.AssociativeScan(x, func(x, y *ivy.Array) *ivy.Array { return ivy.Less(x, y) }) }, ivy.ErrDtype},
		"no result":                 {func() { ivy.AssociativeScan(x, func(x, y *ivy.Array) *ivy.Array { return nil }) }, ivy.ErrValue},
	} {
		assert.ErrorIs(t, ivy.Try(c.f), c.want, what)
	}
}
