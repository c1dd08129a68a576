//go:build !amd64

package native

import "github.com/goivy/goivy/ivy/dtype"

func arithRows(loopTable) {}

func arithCasts(*castTable) {}

func arithWhere(ls []loop) []loop { return ls }

func wideHalves[R, X element](_, _ dtype.Dtype, _ []R, _ []X) bool { return false }

func costHalves() float64 { return 3 }

func costFill(int) float64 { return 0.5 }
