package ivy_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

func TestNdindex(t *testing.T) {
	assert.Equal(t, [][]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}, slices.Collect(ivy.Ndindex(2, 3)))
	assert.Equal(t, [][]int{{}}, slices.Collect(ivy.Ndindex()))
	assert.Empty(t, slices.Collect(ivy.Ndindex(3, 0, math.MaxInt>>23)))
	assert.ErrorIs(t, ivy.Try(func() { ivy.Ndindex(2, -1) }), ivy.ErrShape)
	for index := range ivy.Ndindex(math.MaxInt>>23, 1<<20) { // none of which is made before it is asked for
		if index[1] == 2 {
			break
		}
	}
	all := ivy.Ndindex(2)
	assert.Equal(t, slices.Collect(all), slices.Collect(all), "an iterator begins anew")
}

func TestNdenumerate(t *testing.T) {
	e := newEnv(t)
	x := e.PermuteDims(e.Asarray([][]int32{{1, 2}, {3, 4}, {5, 6}}), []int{1, 0}) // of which the elements lie in another order
	var indices [][]int
	var values []int64
	for index, v := range ivy.Ndenumerate[int64](x) {
		indices, values = append(indices, index), append(values, v)
	}
	assert.Equal(t, slices.Collect(ivy.Ndindex(2, 3)), indices)
	assert.Equal(t, []int64{1, 3, 5, 2, 4, 6}, values)
	assert.Equal(t, map[float64]int{7: 0}, maps.Collect(func(yield func(float64, int) bool) {
		for index, v := range ivy.Ndenumerate[float64](e.Asarray(7.0)) {
			yield(v, len(index))
		}
	}))
	for index := range ivy.Ndenumerate[int64](x) {
		if index[1] == 1 {
			break
		}
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.Ndenumerate[int8](e.Asarray([]float64{1.5})) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Ndenumerate[int8](nil) }), ivy.ErrValue)
}
