//go:build !amd64

package simd

// TransposeSide is the largest number of rows and of columns that Transpose accepts.
const TransposeSide = 64

// Transpose does nothing here and returns 0 and 0: there is no loop.
func Transpose[T any](dst, src []T, dstStep, srcStep, n, cols int) (rowsDone, colsDone int) {
	return 0, 0
}

// TrueIndices writes first+i to dst for each i where src[i] is not 0, in ascending order, and returns how many these are.
// dst is at least as long as src; its elements after the indices are overwritten.
func TrueIndices(dst []int64, src []uint8, first int) int {
	return trueIndices(dst[:len(src)], src, first, 0, 0)
}

// CountTrue returns how many bytes of src are not 0.
func CountTrue(src []uint8) int { return countTrue(src) }

// Reverse writes the elements of src to dst in reverse order. src is at least as long as dst.
func Reverse[T any](dst, src []T) { reverse(dst, src) }

// BroadcastBlocks fills dst with blocks of n equal elements, n > 0: block i repeats src[i*step].
func BroadcastBlocks[T any](dst, src []T, step, n int) { repeatEach(dst, src, step, n, 0, len(dst)/n) }

// CopyBlocks fills dst with contiguous blocks of n elements: block i is src[first+offsets[i]:][:n]. All of them must lie
// inside src.
func CopyBlocks[T any](dst, src []T, first int, offsets []int64, n int) {
	copyBlocks(dst[:len(offsets)*n], src, first, offsets, n)
}

// CopyLines sets the lines of z to those of x. No lines of z overlap.
func CopyLines[T any](z, x []T, l Lines) { copyLines(z, x, l) }

// SplitLines takes lines of x apart, which begin XPitch elements apart and have l.N: those with an even index are stored in lines of even, others in
// lines of odd, both ZPitch apart. No lines of even and odd overlap.
func SplitLines[T any](even, odd, x []T, l Lines) { splitLines(even, odd, x, l, 0) }

// Interleave3 fills dst with the elements of a, b and c in turns. All have a third of the length of dst.
func Interleave3[T any](dst, a, b, c []T) { interleave3(dst[:3*len(a)], a, b[:len(a)], c[:len(a)], 0) }
