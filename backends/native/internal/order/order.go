// Package order has the operations that compare elements with one another: sorting,
// searching and sets.
package order

import (
	"slices"
)

// Kernels are the rows of this package for the backend's table: searching, sets and sorting.
var Kernels = slices.Concat(searchingKernels, setKernels, sortingKernels, rankKernels, countKernels, scatterKernels)
