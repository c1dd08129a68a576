//go:build !amd64

package native

import "github.com/goivy/goivy/ivy/dtype"

func arithRows(loopTable) {}

func arithCasts(*castTable) {}

func arithWhere(ls []loop) []loop { return ls }

func wideHalves[R, X element](_, _ dtype.Dtype, _ []R, _ []X) bool { return false }
