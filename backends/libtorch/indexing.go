//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func triples(rs []shape.Range) [][3]int {
	out := make([][3]int, len(rs))
	for i, r := range rs {
		out[i] = [3]int{r.Start, r.Step, r.Len}
	}
	return out
}

var indexingKernels = []backend.Entry{
	backend.View(ops.Slice, func(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
		t, err := torch.Slice(of(x), triples(a.Ranges))
		return made(out, t, err)
	}),
	backend.Gather(ops.Take, func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
		t, err := torch.Take(of(x), of(idx[0]), a.Axis)
		return made(out, t, err)
	}),
	backend.Gather(ops.TakeAlongAxis, func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
		t, err := torch.TakeAlong(of(x), of(idx[0]), a.Axis)
		return made(out, t, err)
	}),
	backend.Gather(ops.Index, func(out backend.Spec, x backend.Buffer, idx []backend.Buffer, a backend.GatherAttrs) (backend.Buffer, error) {
		t, err := torch.Index(of(x), all(idx))
		return made(out, t, err)
	}),
	backend.Assign(ops.SetSlice, func(x, v backend.Buffer, _ []backend.Buffer, a backend.AssignAttrs) (backend.Buffer, error) {
		return x, torch.SetSlice(of(x), of(v), triples(a.Ranges))
	}),
	backend.Assign(ops.SetIndex, atIndices(torch.SetIndex)),
	backend.Assign(ops.AddIndex, atIndices(torch.AddIndex)),
}

// atIndices is the kernel of a function that writes v into x at indices.
func atIndices(write func(x, v *torch.Tensor, indices []*torch.Tensor) error) backend.AssignKernel {
	return func(x, v backend.Buffer, idx []backend.Buffer, _ backend.AssignAttrs) (backend.Buffer, error) {
		if err := write(of(x), of(v), all(idx)); err != nil {
			return nil, translated(err)
		}
		return x, nil
	}
}
