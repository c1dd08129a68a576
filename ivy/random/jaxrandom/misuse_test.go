package jaxrandom

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy/random"
)

func TestMisuse(t *testing.T) {
	k := NewKey(0)
	dst := make([]int32, 3)
	var e *random.Error
	for _, err := range []error{
		Choice(k, dst, 0), Choice(k, dst, -1),
		ChoiceDistinct(k, dst, 2), ChoiceDistinct(k, dst, -1),
		ChoiceWeighted32(k, dst, nil), ChoiceWeighted64(k, dst, nil),
		ChoiceDistinctWeighted32(k, dst, []float32{1, 2}), ChoiceDistinctWeighted64(k, dst, nil),
		Categorical32(k, dst, nil, 0), Categorical32(k, dst, nil, 1), Categorical32(k, dst, []float32{1, 2}, 3),
		Categorical64(k, dst, []float64{1, 2}, 1), Categorical64(k, dst, []float64{1, 2}, -1),
	} {
		assert.ErrorAs(t, err, &e)
	}
	for _, err := range []error{
		Choice(k, dst[:0], 0), ChoiceDistinct(k, dst[:0], 0), ChoiceWeighted32(k, dst[:0], nil), ChoiceDistinctWeighted32(k, dst[:0], nil),
		Categorical32(k, dst[:0], nil, 1),
	} {
		assert.NoError(t, err)
	}
	Integers(k, dst, 5, 4)
	assert.Equal(t, []int32{5, 5, 5}, dst)
	assert.Empty(t, k.Split(0))
}

// Rows of logits are drawn from each by itself.
func TestCategoricalRows(t *testing.T) {
	dst := make([]int32, 400)
	assert.NoError(t, Categorical64(NewKey(1), dst, []float64{0, -1e9, -1e9, 0}, 2))
	for i, v := range dst {
		assert.EqualValues(t, i%2, v)
	}
}
