//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var utilityKernels = []backend.Entry{reduce(ops.AllOp, torch.All), reduce(ops.Any, torch.Any)}
