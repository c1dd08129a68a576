//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var creationKernels = []backend.Entry{
	backend.Fill(ops.Full, func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
		if err := inline.Limit(out); err != nil {
			return nil, err
		}
		t, err := torch.Full(code(out.Dtype), out.Shape, scalar(a.Value.Held(out.Dtype)))
		return made(out, t, err)
	}),
	backend.Fill(ops.Arange, func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
		if err := inline.Limit(out); err != nil {
			return nil, err
		}
		n := out.Shape[0]
		if !a.Integral(out.Dtype, n) { // the step is what the second element is away from the first
			start := a.Start.Float64()
			a.Start, a.Step = backend.FloatScalar(start), backend.FloatScalar(start+a.Step.Float64()-start)
		}
		lo, hi, first, last := 0, n, backend.Scalar{}, backend.Scalar{}
		if a.Start.Kind != dtype.KindFloat {
			lo, hi, first, last = a.Inside(out.Dtype, n)
		}
		t, err := torch.Arange(code(out.Dtype), n, scalar(a.Start), scalar(a.Step), lo, hi, first.Int64(), last.Int64())
		return made(out, t, err)
	}),
	backend.Fill(ops.Linspace, func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
		if err := inline.Limit(out); err != nil {
			return nil, err
		}
		if !a.Stop.Fits(out.Dtype) { // as a float it is held in range, and so is what leads to it
			a.Stop = backend.FloatScalar(a.Stop.Float64())
		}
		t, err := torch.Linspace(code(out.Dtype), out.Shape[0], scalar(a.Start), scalar(a.Stop), a.Endpoint)
		return made(out, t, err)
	}),
	backend.Fill(ops.Eye, func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
		if err := inline.Limit(out); err != nil {
			return nil, err
		}
		t, err := torch.Eye(code(out.Dtype), out.Shape[0], out.Shape[1], a.K)
		return made(out, t, err)
	}),
}

func scalar(v backend.Scalar) torch.Scalar {
	switch {
	case v.Kind == dtype.KindBool && v.Bool():
		return torch.Scalar{Bits: 1}
	case v.Kind == dtype.KindBool:
		return torch.Scalar{}
	case v.IsInteger():
		return torch.Scalar{Kind: 1, Bits: uint64(v.Int64()), Unsigned: v.Kind == dtype.KindUint}
	case v.Kind == dtype.KindFloat:
		return torch.Scalar{Kind: 2, Real: v.Float64()}
	}
	c := v.Complex128()
	return torch.Scalar{Kind: 3, Real: real(c), Imag: imag(c)}
}
