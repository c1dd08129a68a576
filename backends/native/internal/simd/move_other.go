//go:build !amd64

package simd

// TransposeSide is how many rows and columns Transpose takes at most.
const TransposeSide = 64

// Transpose does nothing here, and returns that.
func Transpose[T any](dst, src []T, dstStep, srcStep, n, cols int) (rowsDone, colsDone int) {
	return 0, 0
}

// TrueIndices sets dst to first+i for those i of which src[i] is not 0, and returns how many there are. dst is at least as
// long as src; what lies behind the places is spoilt.
func TrueIndices(dst []int64, src []uint8, first int) int {
	return trueIndices(dst[:len(src)], src, first, 0, 0)
}

// CountTrue returns how many of src are not 0.
func CountTrue(src []uint8) int { return countTrue(src) }

// Reverse sets dst to the elements of src, which has as many, in the opposite order.
func Reverse[T any](dst, src []T) { reverse(dst, src) }

// BroadcastBlocks sets dst to runs of n elements, n > 0: each is one element of src again and again, of which the first is src[0]
// and the next step elements behind the one before.
func BroadcastBlocks[T any](dst, src []T, step, n int) { repeatEach(dst, src, step, n, 0, len(dst)/n) }

// CopyBlocks sets dst to runs of n elements, one behind the other: each those of src from one of the offsets behind first
// on. src must have them all.
func CopyBlocks[T any](dst, src []T, first int, offsets []int64, n int) {
	copyBlocks(dst[:len(offsets)*n], src, first, offsets, n)
}
