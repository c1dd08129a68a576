//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/backends/internal/small"
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

func unary(r ops.Unary, op torch.UnaryOp) backend.Entry {
	return backend.Unary(r, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		if z := small.New(out); z != nil {
			if err := torch.UnarySmall(op, inGo(z), operandOf(x)); err != nil {
				return nil, translated(err)
			}
			return (*buffer)(z), nil
		}
		t, err := torch.Unary(op, code(out.Dtype), of(x))
		return made(out, t, err)
	})
}

func binary(r ops.Binary, op torch.BinaryOp) backend.Entry {
	return backend.Binary(r, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		if z := small.New(out); z != nil {
			if err := torch.BinarySmall(op, inGo(z), operandOf(x), operandOf(y)); err != nil {
				return nil, translated(err)
			}
			return (*buffer)(z), nil
		}
		t, err := torch.Binary(op, code(out.Dtype), of(x), of(y))
		return made(out, t, err)
	})
}
