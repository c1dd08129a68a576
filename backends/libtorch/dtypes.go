//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var dtypesKernels = []backend.Entry{unary(ops.Cast, torch.Cast)}
