// Package numpy emulates NumPy on ivy's arrays. There is its promotion rule, that of
// NumPy 2 (NEP 50): Python's scalars are weak, 0-d arrays are like any others.
package numpy
