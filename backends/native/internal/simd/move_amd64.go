package simd

import "unsafe"

//go:generate go run -C _gen ./sort -group move -out ../zmove_amd64.s -stubs ../zmove_amd64.go -pkg simd

type transposes = func(dst, src *byte, dstStep, srcStep, n, cols int)

// A transposing transposes blocks of tiles of n rows and cols columns.
type transposing struct {
	n, cols int
	f       transposes
}

// transposings has the transposing for each size of an element, in bytes.
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

// TransposeSide is the largest number of rows and of columns that Transpose accepts.
const TransposeSide = 64

// Transpose writes n rows of src, of cols elements each, to the columns of dst. It returns how many rows and columns of
// this block it has transposed: 0 and 0 if there is no loop for elements of this size. Rows of src begin srcStep elements
// apart, rows of dst dstStep; neither is negative. n and cols are at most TransposeSide.
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

// TrueIndices writes first+i to dst for each i where src[i] is not 0, in ascending order, and returns how many these are.
// dst is at least as long as src; its elements after the indices are overwritten.
func TrueIndices(dst []int64, src []uint8, first int) int {
	dst = dst[:len(src)]
	count, done := 0, 0
	if AVX2 {
		done = len(src) &^ 7
		for at := 0; at < done; at += sortBlock {
			end := min(at+sortBlock, done)
			count += callTrueIndices(dst[count:], src[at:end], first+at)
		}
	}
	return trueIndices(dst, src, first, count, done)
}

//go:noinline
func callTrueIndices(dst []int64, src []uint8, first int) int {
	return trueIndicesAVX2(&dst[0], &src[0], len(src), first)
}

// CountTrue returns how many bytes of src are not 0.
func CountTrue(src []uint8) int {
	count, done := 0, 0
	if AVX2 {
		done = len(src) &^ 31
		for at := 0; at < done; at += 4 * sortBlock {
			count += callCountTrue(src[at:min(at+4*sortBlock, done)])
		}
	}
	return count + countTrue(src[done:])
}

//go:noinline
func callCountTrue(src []uint8) int { return countTrueAVX2(&src[0], len(src)) }

// turned has, for each size of an element, the shuffle that reverses the elements in 16 bytes.
var turned [9][16]byte

func init() {
	for _, size := range []int{1, 2, 4, 8} {
		for i := range 16 {
			turned[size][i] = byte((15-i)/size*size + i%size)
		}
	}
}

// Reverse writes the elements of src to dst in reverse order. src is at least as long as dst.
func Reverse[T any](dst, src []T) {
	src = src[:len(dst)]
	size := 0
	if len(dst) > 0 {
		size = int(unsafe.Sizeof(dst[0]))
	}
	if !AVX2 || size < 1 || size > 8 || size&(size-1) != 0 {
		reverse(dst, src)
		return
	}
	n := len(dst) &^ (64/size - 1)
	for at := 0; at < n; at += sortBlock {
		end := min(at+sortBlock, n)
		callReverse(dst[at:end], src[len(src)-end:len(src)-at], &turned[size])
	}
	reverse(dst[n:], src[:len(src)-n])
}

//go:noinline
func callReverse[T any](dst, src []T, order *[16]byte) {
	size := int(unsafe.Sizeof(dst[0]))
	last := unsafe.Add(unsafe.Pointer(&src[0]), (len(src)-1)*size)
	reverseAVX2((*byte)(unsafe.Pointer(&dst[0])), (*byte)(last), len(dst)*size, size, &order[0])
}

// BroadcastBlocks fills dst with blocks of n equal elements, n > 0: block i repeats src[i*step].
func BroadcastBlocks[T any](dst, src []T, step, n int) {
	size := int(unsafe.Sizeof(dst[0]))
	blocks, bytes, done := len(dst)/n, n*size, 0
	if AVX2 && step >= 0 && bytes <= repeatBlock {
		if wide := (len(dst)*size - 31) / bytes; wide > 0 {
			_ = src[(wide-1)*step]
			for done < wide {
				some := min(max(repeatBlock/bytes, 1), wide-done)
				callRepeat(size, unsafe.Pointer(&dst[done*n]), unsafe.Pointer(&src[done*step]), some, step*size, bytes)
				done += some
			}
		}
	}
	repeatEach(dst, src, step, n, done, blocks)
}

// repeatBlock is the largest number of bytes that one call of assembly writes.
const repeatBlock = 1 << 15

// callRepeat calls the function for elements of size bytes by its name: arguments of a function value would escape to the heap.
//
//go:noinline
func callRepeat(size int, dst, src unsafe.Pointer, n, step, block int) {
	switch size {
	case 1:
		repeat8AVX2((*byte)(dst), (*byte)(src), n, step, block)
	case 2:
		repeat16AVX2((*byte)(dst), (*byte)(src), n, step, block)
	case 4:
		repeat32AVX2((*byte)(dst), (*byte)(src), n, step, block)
	case 8:
		repeat64AVX2((*byte)(dst), (*byte)(src), n, step, block)
	case 16:
		repeat128AVX2((*byte)(dst), (*byte)(src), n, step, block)
	default:
		panic("simd: no element of this size")
	}
}

// CopyBlocks fills dst with contiguous blocks of n elements: block i is src[first+offsets[i]:][:n]. All of them must lie
// inside src.
func CopyBlocks[T any](dst, src []T, first int, offsets []int64, n int) {
	size := int(unsafe.Sizeof(dst[0]))
	dst = dst[:len(offsets)*n]
	if bytes := n * size; AVX2 && bytes >= 32 && bytes <= repeatBlock/16 {
		for len(offsets) > 0 {
			some := min(repeatBlock/bytes, len(offsets))
			callCopyBlocks(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[first]), &offsets[0], some, bytes, size)
			dst, offsets = dst[some*n:], offsets[some:]
		}
		return
	}
	copyBlocks(dst, src, first, offsets, n)
}

//go:noinline
func callCopyBlocks(dst, src unsafe.Pointer, offsets *int64, n, run, size int) {
	copyBlocksAVX2((*byte)(dst), (*byte)(src), offsets, n, run, size)
}

// CopyLines sets the lines of z to those of x. No lines of z overlap.
func CopyLines[T any](z, x []T, l Lines) {
	if l.N <= 0 || l.Count <= 0 {
		return
	}
	size := int(unsafe.Sizeof(z[0]))
	if bytes := l.N * size; AVX2 && l.Count > 1 && bytes >= 4 && bytes <= repeatBlock/16 {
		l.check(len(z), len(x), l.N)
		for i, most := 0, repeatBlock/bytes; i < l.Count; i += most {
			callCopyLines(unsafe.Pointer(&z[i*l.ZPitch]), unsafe.Pointer(&x[i*l.XPitch]), bytes, min(most, l.Count-i), l.ZPitch*size, l.XPitch*size)
		}
		return
	}
	copyLines(z, x, l)
}

//go:noinline
func callCopyLines(z, x unsafe.Pointer, bytes, count, zPitch, xPitch int) {
	copyLinesAVX2((*byte)(z), (*byte)(x), bytes, count, zPitch, xPitch)
}

// SplitLines takes lines of x apart, which begin XPitch elements apart and have l.N: those with an even index are stored in lines of even, others in
// lines of odd, both ZPitch apart. No lines of even and odd overlap.
func SplitLines[T any](even, odd, x []T, l Lines) {
	if l.N <= 0 || l.Count <= 0 {
		return
	}
	size, done := int(unsafe.Sizeof(x[0])), 0
	if bytes := l.N / 2 * size; AVX2 && (size == 4 || size == 8) && bytes > 0 {
		if bytes > repeatBlock {
			for i := range l.Count {
				for j := 0; j < l.N; j += repeatBlock / size {
					z := i*l.ZPitch + j/2
					SplitLines(even[z:], odd[z:], x[i*l.XPitch+j:], Lines{N: min(repeatBlock/size, l.N-j), Count: 1})
				}
			}
			return
		}
		done = l.N &^ 1
		pairs := Lines{done / 2, l.Count, l.ZPitch, l.XPitch}
		pairs.check(len(even), len(x), done)
		pairs.check(len(odd), len(x), done)
		for i, most := 0, repeatBlock/bytes; i < l.Count; i += most {
			z := i * l.ZPitch
			callSplitLines(size, unsafe.Pointer(&even[z]), unsafe.Pointer(&odd[z]), unsafe.Pointer(&x[i*l.XPitch]), bytes, min(most, l.Count-i), l.ZPitch*size, l.XPitch*size)
		}
	}
	splitLines(even, odd, x, l, done)
}

//go:noinline
func callSplitLines(size int, even, odd, x unsafe.Pointer, bytes, count, zPitch, xPitch int) {
	if size == 4 {
		splitLines32AVX2((*byte)(even), (*byte)(odd), (*byte)(x), bytes, count, zPitch, xPitch)
		return
	}
	splitLines64AVX2((*byte)(even), (*byte)(odd), (*byte)(x), bytes, count, zPitch, xPitch)
}

// Interleave3 fills dst with the elements of a, b and c in turns. All have a third of the length of dst.
func Interleave3[T any](dst, a, b, c []T) {
	n := len(a)
	dst, b, c = dst[:3*n], b[:n], c[:n]
	done := 0
	if AVX512 && n >= 16 && unsafe.Sizeof(a[0]) == 4 {
		done = n &^ 15
		callInterleave3(unsafe.Pointer(&dst[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), unsafe.Pointer(&c[0]), done)
	}
	interleave3(dst, a, b, c, done)
}

//go:noinline
func callInterleave3(dst, a, b, c unsafe.Pointer, n int) {
	interleave3AVX512((*byte)(dst), (*byte)(a), (*byte)(b), (*byte)(c), n, &thirds[0][0])
}

// thirds are the places of elements of three registers in those that have them in turns: see interleave3AVX512.
var thirds = func() (places [6][16]uint32) {
	for p := range uint32(48) {
		switch i := p / 3; p % 3 {
		case 0, 1:
			places[p/16*2][p%16] = i + 16*(p%3)
		default:
			places[p/16*2+1][p%16] = i
		}
	}
	return places
}()
