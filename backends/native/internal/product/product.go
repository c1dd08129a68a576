// Package product has matrix products and convolutions. Package gemm multiplies where it
// has loops for the dtype and the machine; what it lacks is multiplied here.
package product

import (
	"slices"
)

// Kernels are the rows of this package for the backend's table: linear algebra.
var Kernels = slices.Concat(linalgKernels)
