package shape

import "fmt"

// A KeyKind says what an item of an index key is.
type KeyKind uint8

// The kinds of items.
const (
	KeyInt      KeyKind = iota // a position: it takes its axis away
	KeySlice                   // some positions of an axis
	KeyEllipsis                // the whole axes that the other items leave
	KeyNewAxis                 // a new axis of length 1
	KeyArray                   // an array of integers: positions along one axis
	KeyMask                    // an array of bools: positions over as many axes as it has
)

// A KeyItem is an item of an index key, x[item, item, …].
type KeyItem struct {
	Kind  KeyKind
	Value any // the caller's: the int, the slice or the array
	Axes  int // how many axes of x it is for: one of an int, a slice or integers
	Axis  int // the first of these axes
}

// A KeyError says that a key is for more axes than an array has.
type KeyError struct{ Axes, Rank int }

func (e *KeyError) Error() string {
	return fmt.Sprintf("%d indices for an array of %d dimensions", e.Axes, e.Rank)
}

// PlanKey returns the items of a key to an array of rank axes with the axes that each is
// for: Axis, and Axes of an ellipsis. It appends an ellipsis if the key has none. A second
// ellipsis takes as many axes as the first, so that items may be for axes beyond the last;
// who allows several checks that.
func PlanKey(items []KeyItem, rank int) ([]KeyItem, error) {
	used, open := 0, false
	for _, item := range items {
		if item.Kind == KeyEllipsis {
			open = true
		} else {
			used += item.Axes
		}
	}
	if used > rank {
		return nil, &KeyError{used, rank}
	}
	if !open {
		items = append(items, KeyItem{Kind: KeyEllipsis})
	}
	axis := 0
	for i := range items {
		item := &items[i]
		if item.Kind == KeyEllipsis {
			item.Axes = rank - used
		}
		item.Axis = axis
		axis += item.Axes
	}
	return items, nil
}
