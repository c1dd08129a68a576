//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func sort(r ops.Sort, indices bool) backend.Entry {
	return backend.Sort(r, func(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (backend.Buffer, error) {
		if shape.Size(out.Shape) == 0 { // the library makes an index of the axis's length
			t, err := torch.Full(code(out.Dtype), out.Shape, torch.Scalar{})
			return made(out, t, err)
		}
		t, err := torch.Sort(of(x), a.Axis, a.Descending, indices)
		return made(out, t, err)
	})
}

var sortingKernels = []backend.Entry{sort(ops.SortOp, false), sort(ops.ArgSort, true)}
