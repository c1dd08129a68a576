package shape

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlanKey(t *testing.T) {
	at, whole, added, open := KeyItem{Kind: KeyInt, Axes: 1}, KeyItem{Kind: KeySlice, Axes: 1}, KeyItem{Kind: KeyNewAxis}, KeyItem{Kind: KeyEllipsis}
	mask := func(axes int) KeyItem { return KeyItem{Kind: KeyMask, Axes: axes} }
	for _, c := range []struct {
		name  string
		items []KeyItem
		rank  int
		want  [][2]int // the axis and the axes of each item
	}{
		{"nothing", nil, 2, [][2]int{{0, 2}}},
		{"nothing, no axes", nil, 0, [][2]int{{0, 0}}},
		{"an int", []KeyItem{at}, 3, [][2]int{{0, 1}, {1, 2}}},
		{"all axes", []KeyItem{at, whole}, 2, [][2]int{{0, 1}, {1, 1}, {2, 0}}},
		{"an ellipsis in front", []KeyItem{open, at}, 3, [][2]int{{0, 2}, {2, 1}}},
		{"an ellipsis of nothing", []KeyItem{whole, open, at}, 2, [][2]int{{0, 1}, {1, 0}, {1, 1}}},
		{"new axes", []KeyItem{added, at, added, open, added}, 2, [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}},
		{"a mask over two axes", []KeyItem{at, mask(2), whole}, 5, [][2]int{{0, 1}, {1, 2}, {3, 1}, {4, 1}}},
		{"a mask without axes", []KeyItem{mask(0)}, 1, [][2]int{{0, 0}, {0, 1}}},
		{"two ellipses", []KeyItem{open, at, open}, 3, [][2]int{{0, 2}, {2, 1}, {3, 2}}},
	} {
		items, err := PlanKey(c.items, c.rank)
		assert.NoError(t, err, c.name)
		var got [][2]int
		for _, item := range items {
			got = append(got, [2]int{item.Axis, item.Axes})
		}
		assert.Equal(t, c.want, got, c.name)
	}
	for _, items := range [][]KeyItem{{at, at, at}, {mask(3)}, {open, mask(2), at}} {
		_, err := PlanKey(items, 2)
		assert.Equal(t, &KeyError{3, 2}, err)
		assert.EqualError(t, err, "3 indices for an array of 2 dimensions")
	}
}
