package elementwise

import "github.com/goivy/goivy/ivy/ops"

// SpecialLoops are the loops of special functions, by their rows.
var (
	SpecialLoops   = specialLoops()
	specialKernels = SpecialLoops.entries()
)

func specialLoops() loopTable {
	t := loopTable{}
	elementaryRows(t, ops.Special)
	return t
}
