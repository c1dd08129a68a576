//go:build tensorflow

package tensorflow

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// The library transforms along the last axis, and divides by n on the way back.
var fftKernels = []backend.Entry{
	fourier(ops.FourierComplex, func(g *graph, x value, n int, a backend.FourierAttrs) value {
		name := "FFT"
		if a.Inverse {
			name = "IFFT"
		}
		return g.Op(name, x)
	}),
	fourier(ops.FourierReal, func(g *graph, x value, n int, _ backend.FourierAttrs) value {
		z := g.Op("RFFT", x, g.length(n))
		g.Type("Tcomplex", code(g.out))
		return z
	}),
	fourier(ops.FourierHermitian, func(g *graph, x value, n int, _ backend.FourierAttrs) value {
		z := g.Op("IRFFT", x, g.length(n))
		g.Type("Treal", code(g.out))
		return z
	}),
}

// length is a length along one axis, as transforms take it.
func (g *graph) length(n int) value {
	return g.Const(code(dtype.Int32), []int{1}, appendElement(nil, dtype.Int32, backend.IntScalar(int64(n))))
}

// fourier returns the kernel of a transform. f gets x as a matrix whose rows are to be transformed,
// and the length of the longer side.
func fourier(r ops.Fourier, f func(g *graph, x value, n int, a backend.FourierAttrs) value) backend.Entry {
	return backend.Fourier(r, func(out backend.Spec, x backend.Buffer, a backend.FourierAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		n := max(b.Shape[a.Axis], out.Shape[a.Axis])
		if r == ops.FourierHermitian {
			n = out.Shape[a.Axis]
		}
		scale := a.Scale
		if a.Inverse {
			scale *= float64(n)
		}
		return compose(out, b.Dtype, func(g *graph) value {
			if shape.Size(out.Shape) == 0 {
				return g.Op("Fill", g.Int64s(out.Shape...), g.number(out.Dtype, 0))
			}
			z := f(g, g.rows(g.Operand(0), b.Shape, a.Axis), n, a)
			if scale != 1 {
				z = g.mul(z, g.number(out.Dtype, scale))
			}
			return g.fromRows(z, out.Shape, a.Axis)
		}, x)
	})
}
