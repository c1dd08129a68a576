//go:build tensorflow

package tensorflow

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var utilityKernels = []backend.Entry{
	reduce(ops.AllOp, ofTruth("All")),
	reduce(ops.Any, ofTruth("Any")),
}

// truth is whether elements of x, of dtype g.in, are not zero.
func (g *graph) truth(x value) value {
	if g.in.IsBool() {
		return x
	}
	return g.Op("NotEqual", x, g.number(g.in, 0))
}

func ofTruth(name string) reduction {
	return func(g *graph, x value, _ int, _ backend.ReduceAttrs) value {
		return g.Op(name, g.truth(x), g.Int64s(1))
	}
}
