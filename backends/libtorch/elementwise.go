//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/backends/internal/bynative"
	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

func unary(r ops.Unary, op torch.UnaryOp) backend.Entry {
	return backend.Unary(r, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		if z := inline.New(out); z != nil {
			if err := torch.UnarySmall(op, inGo(z), operandOf(x)); err != nil {
				return nil, translated(err)
			}
			return (*buffer)(z), nil
		}
		t, err := torch.Unary(op, code(out.Dtype), of(x))
		return made(out, t, err)
	})
}

func binary(r ops.Binary, op torch.BinaryOp) backend.Entry {
	e := backend.Binary(r, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		if z := inline.New(out); z != nil {
			if err := torch.BinarySmall(op, inGo(z), operandOf(x), operandOf(y)); err != nil {
				return nil, translated(err)
			}
			return (*buffer)(z), nil
		}
		t, err := torch.Binary(op, code(out.Dtype), of(x), of(y))
		return made(out, t, err)
	})
	if r == ops.Pow {
		e.Binary = complexByNative(r, e.Binary)
	}
	return e
}

// complexByNative is the kernel k, but of complex numbers the native backend's: the library's
// power is off by as many units in the last place as the logarithm is long.
func complexByNative(r ops.Binary, k backend.BinaryKernel) backend.BinaryKernel {
	native := byNative(r)
	return func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		if !out.Dtype.IsComplex() {
			return k(out, x, y)
		}
		return native(out, x, y)
	}
}

// byNative is the native backend's kernel of a row.
func byNative(r ops.Binary) backend.BinaryKernel {
	return func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		return bynative.Binary(Backend{}, r, out, x, y, of(x).Shape(), of(y).Shape())
	}
}

// specialKernels are those of which the library's own are wrong: its incomplete gamma functions by all digits for x1 below 1
// and some of the millions, by half of them from 20 on.
var specialKernels = []backend.Entry{
	backend.Binary(ops.Igamma, byNative(ops.Igamma)),
	backend.Binary(ops.Igammac, byNative(ops.Igammac)),
}
