package recorded

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

func TestGap(t *testing.T) {
	x := ivy.Asarray([]float64{1, -4, 2})
	gap, scale := Gap(x, ivy.Asarray([]float64{1, -4.5, 2.25}))
	assert.Equal(t, 0.5, gap)
	assert.Equal(t, 4.0, scale)
	gap, _ = Gap(x, ivy.Asarray([]float64{1, math.NaN(), 2}))
	assert.True(t, math.IsNaN(gap))
	gap, scale = Gap(ivy.Zeros([]int{0}), ivy.Zeros([]int{0}))
	assert.Zero(t, gap+scale)
}

func TestSameSigns(t *testing.T) {
	r := Results{"v": ivy.Asarray([][]float64{{1, 2}, {0, 1}})}
	got := r.SameSigns(t, "v", ivy.Asarray([][]float64{{-1, -2}, {0, 1}}))
	assert.True(t, ivy.AllClose(r["v"], got).Bool())
}
