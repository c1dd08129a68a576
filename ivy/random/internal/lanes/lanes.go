// Package lanes has the loops of random numbers that vector registers do faster, for amd64 with AVX2 and FMA: 8 numbers at once, each with
// the very operations of the loops in Go that they stand for. IVY_SIMD=off leaves all to those.
//
// A function does as many elements from the first on as fill vectors, and returns how many: none where there is no assembly. The caller
// does the rest.
package lanes

import (
	"math"
)

// finite reports whether the numbers are.
func finite(x ...float32) bool {
	for _, v := range x {
		if v != v || math.IsInf(float64(v), 0) {
			return false
		}
	}
	return true
}
