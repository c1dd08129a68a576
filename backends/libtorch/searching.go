//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var searchingKernels = []backend.Entry{
	backend.Ternary(ops.Where, func(out backend.Spec, c, x, y backend.Buffer) (backend.Buffer, error) {
		t, err := torch.Where(of(c), of(x), of(y))
		return made(out, t, err)
	}),
	backend.Search(ops.SearchSorted, func(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (backend.Buffer, error) {
		t, err := torch.SearchSorted(of(x), of(y), a.Right)
		return made(out, t, err)
	}),
	backend.Find(ops.Nonzero, func(x backend.Buffer, _ *backend.Stop) ([]backend.Buffer, []backend.Spec, error) {
		rows, err := torch.Nonzero(of(x))
		if err != nil {
			return nil, nil, translated(err)
		}
		defer rows.Free()
		n := rows.Shape()
		bufs, specs := make([]backend.Buffer, n[1]), make([]backend.Spec, n[1])
		for i := range bufs {
			specs[i] = backend.Spec{Dtype: dtype.Int64, Shape: n[:1]}
			part, err := torch.Slice(rows, triples([]shape.Range{{Step: 1, Len: n[0]}, {Start: i, Step: 1, Len: 1}}))
			if err == nil {
				column := part
				part, err = torch.Reshape(column, n[:1])
				column.Free()
			}
			if bufs[i], err = made(specs[i], part, err); err != nil {
				return nil, nil, err
			}
		}
		return bufs, specs, nil
	}),
}
