//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

func sort(r ops.Sort, indices bool) backend.Entry {
	return backend.Sort(r, func(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (backend.Buffer, error) {
		t, err := torch.Sort(of(x), a.Axis, a.Descending, indices)
		return made(out, t, err)
	})
}

var sortingKernels = []backend.Entry{sort(ops.SortOp, false), sort(ops.ArgSort, true)}
