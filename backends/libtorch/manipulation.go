//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var manipulationKernels = []backend.Entry{
	backend.View(ops.BroadcastTo, func(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
		t, err := torch.Broadcast(of(x), out.Shape)
		return made(out, t, err)
	}),
	backend.View(ops.PermuteDims, func(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
		t, err := torch.Permute(of(x), a.Perm)
		return made(out, t, err)
	}),
	backend.View(ops.Reshape, func(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
		if data, ok := inline.Host(x.(*buffer).strided()); ok {
			if z := inline.New(out); z != nil {
				to, _ := inline.Host(z)
				copy(to, data)
				return (*buffer)(z), nil
			}
		}
		t, err := torch.Reshape(of(x), out.Shape)
		return made(out, t, err)
	}),
	backend.Join(ops.Concat, func(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
		t, err := torch.Concat(all(xs), a.Axis)
		return made(out, t, err)
	}),
}
