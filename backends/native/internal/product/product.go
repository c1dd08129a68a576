// Package product has matrix products and convolutions. Package gemm multiplies where it
// has loops for the dtype and the machine; what it lacks is multiplied here.
package product

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// Kernels are the rows of this package for the backend's table: linear algebra, and convolution of group nn.
var Kernels = []backend.Entry{
	backend.Product(ops.MatMul, matmul),
	backend.Convolution(ops.Convolve, convolve),
}
