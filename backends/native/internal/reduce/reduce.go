// Package reduce has reductions and accumulations along axes: statistics, All and Any.
//
// A [Reduction] combines the elements along some axes in an order that the shape alone
// decides, and a [Source] says where they come from. Package order builds searches on
// both, package fuse reductions within fused kernels.
package reduce

import (
	"slices"
)

// Kernels are the rows of this package for the backend's table: statistics, All and Any.
var Kernels = slices.Concat(statisticalKernels, utilityKernels)
