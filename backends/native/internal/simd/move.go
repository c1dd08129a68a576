package simd

// trueIndices is TrueIndices from src[done] on: the bytes before it gave count indices. It has no branch, which a
// processor could not predict for random bytes.
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

// repeatEach is BroadcastBlocks from block done on.
func repeatEach[T any](dst, src []T, step, n, done, blocks int) {
	for i := done; i < blocks; i++ {
		v := src[i*step]
		block := dst[i*n : (i+1)*n]
		for j := range block {
			block[j] = v
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

func copyLines[T any](z, x []T, l Lines) {
	for i := range l.Count {
		copy(z[i*l.ZPitch:][:l.N], x[i*l.XPitch:][:l.N])
	}
}

// splitLines is SplitLines from element done on, an even one, of each line.
func splitLines[T any](even, odd, x []T, l Lines, done int) {
	if done == l.N {
		return
	}
	for i := range l.Count {
		line, k := x[i*l.XPitch:][:l.N], i*l.ZPitch+done/2
		for j := done; j < l.N; j += 2 {
			even[k] = line[j]
			if j+1 < l.N {
				odd[k] = line[j+1]
			}
			k++
		}
	}
}

// interleave3 is Interleave3 from element done of each on.
func interleave3[T any](dst, a, b, c []T, done int) {
	for i := done; i < len(a); i++ {
		dst[3*i], dst[3*i+1], dst[3*i+2] = a[i], b[i], c[i]
	}
}
