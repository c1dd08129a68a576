// Package move has the operations that bring elements to other positions and compute
// nothing from them: creation, indexing and manipulation.
package move

import (
	"slices"
)

// Kernels are the rows of this package for the backend's table: creation, indexing and manipulation.
var Kernels = slices.Concat(creationKernels, indexingKernels, manipulationKernels)
