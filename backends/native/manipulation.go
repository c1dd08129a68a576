package native

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var manipulationKernels = []backend.Entry{
	backend.View(ops.Reshape, reshape),
	backend.View(ops.PermuteDims, permute),
	backend.View(ops.Slice, slice),
	backend.Unary(ops.CopyArray, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		z, err := newResult(out)
		if err != nil {
			return nil, err
		}
		copyInto(z, x.(*Buffer))
		return z, nil
	}),
	backend.Join(ops.Concat, concat),
}

func concat(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
	z, err := newResult(out)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, x := range xs {
		b := x.(*Buffer)
		part := z.view(b.Shape, z.Offset+at*z.Strides[a.Axis])
		copy(part.Strides, z.Strides)
		at += b.Shape[a.Axis]
		if b.len() > 0 {
			copyInto(part, b)
		}
	}
	return z, nil
}
