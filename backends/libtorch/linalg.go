//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var linalgKernels = []backend.Entry{
	backend.Product(ops.MatMul, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		t, err := torch.MatMul(of(x), of(y))
		return made(out, t, err)
	}),
}
