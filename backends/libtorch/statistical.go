//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

func reduce(r ops.Reduce, op torch.ReduceOp) backend.Entry {
	return backend.Reduce(r, func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (backend.Buffer, error) {
		t, err := torch.Reduce(op, code(out.Dtype), of(x), a.Axes, a.KeepDims, a.Correction)
		return made(out, t, err)
	})
}

func scan(r ops.Scan, op torch.ScanOp) backend.Entry {
	return backend.Scan(r, func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
		t, err := torch.Scan(op, code(out.Dtype), of(x), a.Axis, a.Initial, a.Exclusive, a.Reverse)
		return made(out, t, err)
	})
}
