//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var nnKernels = []backend.Entry{
	unary(ops.Sigmoid, torch.Sigmoid), unary(ops.Silu, torch.Silu), unary(ops.Relu, torch.Relu), unary(ops.GeluErf, torch.GeluErf),
	unary(ops.GeluTanh, torch.GeluTanh), unary(ops.SoftplusOne, torch.Softplus),
}
