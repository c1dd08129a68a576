package simd

// trueIndices is TrueIndices where count places of the first bytes are done. It has no branch that bytes without a pattern
// would mislead.
func trueIndices(dst []int64, src []uint8, first, count, done int) int {
	for i := done; i < len(src); i++ {
		dst[count] = int64(first + i)
		v := src[i]
		count += int((v | -v) >> 7)
	}
	return count
}

func countTrue(src []uint8) int {
	count := 0
	for _, v := range src {
		count += int((v | -v) >> 7)
	}
	return count
}

func reverse[T any](dst, src []T) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = src[len(src)-1-i]
	}
}

// repeatEach is BroadcastBlocks for the runs from done on.
func repeatEach[T any](dst, src []T, step, n, done, runs int) {
	for i := done; i < runs; i++ {
		v := src[i*step]
		run := dst[i*n : (i+1)*n]
		for j := range run {
			run[j] = v
		}
	}
}

func copyBlocks[T any](dst, src []T, first int, offsets []int64, n int) {
	for _, o := range offsets {
		from := first + int(o)
		copy(dst[:n], src[from:from+n])
		dst = dst[n:]
	}
}
