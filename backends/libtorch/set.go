//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var setKernels = []backend.Entry{
	backend.Search(ops.IsIn, func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
		t, err := torch.IsIn(of(x), of(y), a.Invert)
		return made(out, t, err)
	}),
	backend.Find(ops.UniqueAll, func(x backend.Buffer, _ *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
		values, first, inverse, counts, err := torch.Unique(of(x))
		if err != nil {
			return nil, nil, translated(err)
		}
		var bufs []backend.Buffer
		var specs []backend.Spec
		for i, t := range []*torch.Tensor{values, first, inverse, counts} {
			d := dtype.Int64
			if i == 0 {
				d = x.(*buffer).Dtype
			}
			spec := backend.Spec{Dtype: d, Shape: t.Shape()}
			b, err := made(spec, t, nil)
			if err != nil {
				return nil, nil, err
			}
			bufs, specs = append(bufs, b), append(specs, spec)
		}
		return bufs, specs, nil
	}),
}
