//go:build !amd64

package simd

// TransposeSide is how many rows and columns Transpose takes at most.
const TransposeSide = 64

// Transpose does nothing here, and returns that.
func Transpose[T any](dst, src []T, dstStep, srcStep, n, cols int) (rowsDone, colsDone int) {
	return 0, 0
}
