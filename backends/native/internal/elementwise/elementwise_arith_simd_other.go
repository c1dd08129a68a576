//go:build !amd64

package elementwise

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/dtype"
)

func arithRows(loopTable) {}

func arithCasts(*castTable) {}

func arithWhere(ls []Loop) []Loop { return ls }

func wideHalves[R, X array.Element](_, _ dtype.Dtype, _ []R, _ []X) bool { return false }

func costHalves() float64 { return 3 }

// CostFill is what setting an element costs, in nanoseconds, about.
func CostFill(int) float64 { return 0.5 }
