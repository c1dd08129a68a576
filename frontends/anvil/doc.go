// Package anvil emulates R's anvil on ivy's arrays: its functions, its tensors and its
// promotion rule. Dtypes are known or ambiguous, as those of R's literals are, and an
// ambiguous one gives way. Dimensions and indices count from 1, as R's do. Integers are
// XLA's: a division truncates, and by zero it gives −1, all bits.
//
// Go's bool, int and float64, and slices of them, stand for R's literals.
package anvil
