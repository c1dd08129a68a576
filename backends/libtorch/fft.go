//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var fftKernels = []backend.Entry{
	fourier(ops.FourierComplex, torch.FourierComplex),
	fourier(ops.FourierReal, torch.FourierReal),
	fourier(ops.FourierHermitian, torch.FourierHermitian),
}

func fourier(r ops.Fourier, kind torch.FourierKind) backend.Entry {
	return backend.Fourier(r, func(out backend.Spec, x backend.Buffer, a backend.FourierAttrs) (backend.Buffer, error) {
		if shape.Size(out.Shape) == 0 { // of which the library's transforms are errors
			t, err := torch.Full(code(out.Dtype), out.Shape, torch.Scalar{})
			return made(out, t, err)
		}
		t, err := torch.Fourier(kind, of(x), a.Axis, out.Shape[a.Axis], a.Inverse, a.Scale)
		return made(out, t, err)
	})
}
