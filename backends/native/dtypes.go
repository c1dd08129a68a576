package native

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var dtypesKernels = []backend.Entry{
	backend.View(ops.BroadcastTo, broadcastTo),
}
