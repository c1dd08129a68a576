// Package fourier has the discrete Fourier transforms: any length, along one axis, of complex
// and of real numbers. float32 is computed in float32, float64 in float64.
//
// Lines are transformed in groups. The elements of a group lie in two slices, the real and the
// imaginary parts, element j of line q at j·lanes + q, so that each pass over them goes through
// contiguous memory whatever the length and the axis are. A line's result does not depend on
// what is in its group, nor on the number of threads.
package fourier

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// The kernels.
var (
	complexTransform   = kernelOf(complexLines[float32], complexLines[float64])
	realTransform      = kernelOf(realLines[float32], realLines[float64])
	hermitianTransform = kernelOf(hermitianLines[float32], hermitianLines[float64])
)

// Kernels are the rows of this package for the backend's table.
var Kernels = []backend.Entry{
	backend.Fourier(ops.FourierComplex, complexTransform),
	backend.Fourier(ops.FourierReal, realTransform),
	backend.Fourier(ops.FourierHermitian, hermitianTransform),
}
