// Package product has matrix products, convolutions and other layers. Package gemm multiplies
// where it has loops for the dtype and the machine; what it lacks is multiplied here.
package product

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// Kernels are the rows of this package for the backend's table: matrix products and layers.
var Kernels = []backend.Entry{
	backend.Product(ops.MatMul, matmul),
	taking(takesWindows, backend.Layer(ops.Convolve, convolve)),
	taking(takesAttention, backend.Layer(ops.Attend, attend)),
	taking(takesRecurrence, backend.Layer(ops.Recur, recur)),
	taking(takesChannels, backend.Layer(ops.NormalizeChannels, normalizeChannels)),
	taking(takesGroups, backend.Layer(ops.NormalizeGroups, normalizeGroups)),
	taking(takesPoolWindows, backend.Layer(ops.PoolWindows, poolWindows)),
	taking(takesFilters, backend.Layer(ops.ConvolveFilters, convolveFilters)),
}

// taking returns the entry for operands of some shapes alone.
func taking(takes func(out backend.Spec, shapes [][]int, a backend.LayerAttrs) bool, e backend.Entry) backend.Entry {
	e.Takes = takes
	return e
}
