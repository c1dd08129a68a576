package simd

import "unsafe"

//go:generate go run -C _gen ./sort -group move -out ../zmove_amd64.s -stubs ../zmove_amd64.go -pkg simd

type transposes = func(dst, src *byte, dstStep, srcStep, n, cols int)

// A transposing transposes blocks of tiles of n rows and cols columns.
type transposing struct {
	n, cols int
	f       transposes
}

// transposings are by the size of an element.
var transposings [9]transposing

func init() {
	switch {
	case AVX512:
		transposings[4], transposings[8] = transposing{16, 16, transpose32}, transposing{8, 8, transpose64}
	case AVX2:
		transposings[4], transposings[8] = transposing{8, 8, transpose32AVX2}, transposing{4, 4, transpose64AVX2}
	}
	if AVX2 {
		transposings[1], transposings[2] = transposing{16, 16, transpose8AVX2}, transposing{16, 8, transpose16AVX2}
	}
}

// TransposeSide is how many rows and columns Transpose takes at most.
const TransposeSide = 64

// Transpose sets the columns of dst to rows of src, n of cols elements, and returns how many rows and columns of the
// block it has done: none, if there is no loop for elements of this size. A row of src is srcStep elements behind the
// one before, one of dst dstStep, neither less than 0; n and cols are at most TransposeSide.
func Transpose[T any](dst, src []T, dstStep, srcStep, n, cols int) (rowsDone, colsDone int) {
	size := int(unsafe.Sizeof(src[0]))
	if size >= len(transposings) || transposings[size].f == nil || srcStep < 0 || dstStep < 0 {
		return 0, 0
	}
	t := &transposings[size]
	n, cols = n-n%t.n, cols-cols%t.cols
	if n == 0 || cols == 0 {
		return 0, 0
	}
	_, _ = src[0], src[(n-1)*srcStep+cols-1]
	_, _ = dst[0], dst[(cols-1)*dstStep+n-1]
	callTranspose(t.f, unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), dstStep*size, srcStep*size, n, cols)
	return n, cols
}

//go:noinline
func callTranspose(f transposes, dst, src unsafe.Pointer, dstStep, srcStep, n, cols int) {
	f((*byte)(dst), (*byte)(src), dstStep, srcStep, n, cols)
}
