//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

func reduce(r ops.Reduce, op torch.ReduceOp) backend.Entry {
	e := backend.Reduce(r, func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (backend.Buffer, error) {
		in := of(x)
		if d := x.(*buffer).Dtype; out.In.IsValid() && d != out.In && (dtype.Inexact.Has(d) || !out.Dtype.IsFloat()) {
			var err error
			if in, err = torch.Unary(torch.Cast, code(out.In), in); err != nil {
				return nil, translated(err)
			}
		}
		t, err := torch.Reduce(op, code(out.Dtype), in, a.Axes, a.KeepDims, a.Correction)
		return made(out, t, err)
	})
	e.Casts = r.Lift // means and variances of integers are computed from these
	return e
}

func scan(r ops.Scan, op torch.ScanOp) backend.Entry {
	return backend.Scan(r, func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
		t, err := torch.Scan(op, code(out.Dtype), of(x), a.Axis, a.Initial, a.Exclusive, a.Reverse)
		return made(out, t, err)
	})
}
