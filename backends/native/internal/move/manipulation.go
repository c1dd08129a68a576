package move

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var manipulationKernels = []backend.Entry{
	backend.View(ops.Reshape, array.Reshape),
	backend.View(ops.PermuteDims, array.Permute),
	backend.View(ops.Slice, array.Slice),
	backend.Unary(ops.CopyArray, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		z, err := array.NewResult(out)
		if err != nil {
			return nil, err
		}
		array.CopyInto(out.Stop, z, x.(*array.Buffer))
		return z, nil
	}),
	backend.Join(ops.Concat, concat),
}

func concat(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, x := range xs {
		b := x.(*array.Buffer)
		part := z.View(b.Shape, z.Offset+at*z.Strides[a.Axis])
		copy(part.Strides, z.Strides)
		at += b.Shape[a.Axis]
		if b.Len() > 0 {
			array.CopyInto(out.Stop, part, b)
		}
	}
	return z, nil
}
