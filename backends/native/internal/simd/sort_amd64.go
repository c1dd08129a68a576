package simd

import "unsafe"

//go:generate go run -C _gen ./sort -group sort -out ../zsort_amd64.s -stubs ../zsort_amd64.go -pkg simd

// sortBlock is the largest number of elements that one call of assembly reads: a multiple of the lanes of every register.
const sortBlock = 8192

type (
	divides[K sortable] = func(data *K, state *[4]int, pivot K, blocks int)
	few[K sortable]     = func(dst, src *K, n int)
	parts[K sortable]   = func(stay, out, src *K, n int, pivot K) int
	flips[K sortable]   = func(dst, src *K, n int, flip K)
	keyed[K sortable]   = func(dst, src *K, n int, inf, flip K) int
)

//go:noinline
func callFew[K sortable](f few[K], dst, src []K) { f(&dst[0], &src[0], len(src)) }

//go:noinline
func callPart[K sortable](f parts[K], stay, out, src []K, pivot K) int {
	return f(&stay[0], &out[0], &src[0], len(src), pivot)
}

// keep calls f for data in blocks, and returns how many numbers stay in data.
func keep[K sortable](f parts[K], data, out []K, pivot K) int {
	kept := 0
	for at := 0; at < len(data); at += sortBlock {
		end := min(at+sortBlock, len(data))
		kept += callPart(f, data[kept:], out[at-kept:], data[at:end], pivot)
	}
	return kept
}

const (
	divideBlock  = 1024 // bytes that a partition in place reads from one end at a time
	divideBlocks = 32   // blocks that one call of assembly reads
)

//go:noinline
func callDivide[K sortable](f divides[K], data []K, state *[4]int, pivot K) {
	f(&data[0], state, pivot, divideBlocks)
}

// divide partitions data in place by f. The first and the last block and the numbers that are left in the middle, which f does
// not read, are partitioned in scratch.
func divide[K sortable](f divides[K], less parts[K], data, scratch []K, pivot K) int {
	n, block := len(data), divideBlock/int(unsafe.Sizeof(pivot))
	if n < 2*block {
		panic("simd: too few numbers to partition")
	}
	low, high := scratch[:3*block], scratch[3*block:]
	copy(low, data[:block])
	copy(low[block:], data[n-block:])
	state := [4]int{block, n - block, 0, n}
	for state[1]-state[0] >= block {
		callDivide(f, data, &state, pivot)
	}
	rest := 2*block + copy(low[2*block:], data[state[0]:state[1]])
	kept := callPart(less, low[:rest], high[:rest], low[:rest], pivot)
	copy(data[state[2]:], low[:kept])
	copy(data[state[2]+kept:state[3]], high[:rest-kept])
	return state[2] + kept
}

//go:noinline
func callFlip[K sortable](f flips[K], dst, src []K, flip K) { f(&dst[0], &src[0], len(dst), flip) }

//go:noinline
func callKeyed[K sortable](f keyed[K], dst, src []K, inf, flip K) bool {
	return f(&dst[0], &src[0], len(dst), inf, flip) != 0
}

// blocks calls f for src and dst in blocks of a multiple of lanes elements, and returns how many elements they have.
func blocks[D, S any](dst []D, src []S, lanes int, f func(dst []D, src []S, at int)) int {
	n := len(src) &^ (lanes - 1)
	for at := 0; at < n; at += sortBlock {
		end := min(at+sortBlock, n)
		f(dst[at:end], src[at:end], at)
	}
	return n
}

// loopsOf returns the Sorting whose functions call the given ones of assembly.
func loopsOf[K sortable](lanes int, sizes []int, networks []few[K], div divides[K], less, rest parts[K], flip, values flips[K], keys keyed[K]) *Sorting[K] {
	return &Sorting[K]{
		Few: sizes[len(sizes)-1],
		SortFew: func(dst, src []K) {
			if len(src) < 2 {
				copy(dst, src)
				return
			}
			i := 0
			for sizes[i] < len(src) {
				i++
			}
			callFew(networks[i], dst, src)
		},
		Divide:   func(data, scratch []K, pivot K) int { return divide(div, less, data, scratch, pivot) },
		KeepLess: func(data, out []K, pivot K) int { return keep(less, data, out, pivot) },
		KeepRest: func(data, out []K, pivot K) int { return keep(rest, data, out, pivot) },
		Flip: func(dst, src []K, mask K) {
			n := blocks(dst, src, lanes, func(dst, src []K, _ int) { callFlip(flip, dst, src, mask) })
			for i, v := range src[n:] {
				dst[n+i] = v ^ mask
			}
		},
		FloatKeys: func(dst, src []K, inf, mask K) (lossy bool) {
			n := blocks(dst, src, lanes, func(dst, src []K, _ int) {
				lossy = callKeyed(keys, dst, src, inf, mask) || lossy
			})
			for i, v := range src[n:] {
				k, lost := floatKey(v, inf)
				dst[n+i] = k ^ mask
				lossy = lossy || lost
			}
			return lossy
		},
		Floats: func(dst, src []K, mask K) {
			n := blocks(dst, src, lanes, func(dst, src []K, _ int) { callFlip(values, dst, src, mask) })
			for i, v := range src[n:] {
				dst[n+i] = floatOf(v ^ mask)
			}
		},
	}
}

// Sorting32 and Sorting64 are nil on machines without these loops.
var (
	Sorting32 *Sorting[int32]
	Sorting64 *Sorting[int64]
)

func init() {
	switch {
	case AVX512:
		Sorting32 = loopsOf(16, []int{64, 128, 256}, []few[int32]{sortUpTo64x32, sortUpTo128x32, sortUpTo256x32},
			divide32AVX2, keepLess32, keepRest32, flip32, floatsOf32, floatKeys32)
		Sorting64 = loopsOf(8, []int{32, 64, 128}, []few[int64]{sortUpTo32x64, sortUpTo64x64, sortUpTo128x64},
			divide64, keepLess64, keepRest64, flip64, floatsOf64, floatKeys64)
	case AVX2:
		Sorting32 = loopsOf(8, []int{64}, []few[int32]{sortUpTo64x32AVX2},
			divide32AVX2, keepLess32AVX2, keepRest32AVX2, flip32AVX2, floatsOf32AVX2, floatKeys32AVX2)
		Sorting64 = loopsOf(4, []int{32}, []few[int64]{sortUpTo32x64AVX2},
			divide64AVX2, keepLess64AVX2, keepRest64AVX2, flip64AVX2, floatsOf64AVX2, floatKeys64AVX2)
	}
}

// Pack sets dst[i] to src[i]<<32 + at + i, so that sorting dst sorts src stably and keeps the indices.
func Pack(dst []int64, src []int32, at int) {
	n := 0
	if AVX2 {
		f := pack64AVX2
		if AVX512 {
			f = pack64
		}
		n = blocks(dst[:len(src)], src, 8, func(dst []int64, src []int32, i int) { callPack(f, dst, src, at+i) })
	}
	for i, v := range src[n:] {
		dst[n+i] = int64(v)<<32 + int64(at+n+i)
	}
}

//go:noinline
func callPack(f func(dst *int64, src *int32, n, at int), dst []int64, src []int32, at int) {
	f(&dst[0], &src[0], len(src), at)
}

// PackShifted sets dst[i] to (src[i]-base)>>down<<up + at + i. The difference is unsigned; the shifts are below 64.
func PackShifted(dst, src []int64, at int, base int64, down, up int) {
	n := 0
	if AVX2 {
		f := packShifted64AVX2
		if AVX512 {
			f = packShifted64
		}
		n = blocks(dst[:len(src)], src, 8, func(dst, src []int64, i int) { callPackShifted(f, dst, src, at+i, base, down, up) })
	}
	packShifted(dst[n:], src[n:], at+n, base, down, up)
}

//go:noinline
func callPackShifted(f func(dst, src *int64, n, at int, base int64, down, up int), dst, src []int64, at int, base int64, down, up int) {
	f(&dst[0], &src[0], len(src), at, base, down, up)
}

// KeepBits sets dst[i] to src[i] & mask.
func KeepBits(dst, src []int64, mask int64) {
	n := 0
	if AVX2 {
		f := keepBits64AVX2
		if AVX512 {
			f = keepBits64
		}
		n = blocks(dst[:len(src)], src, 8, func(dst, src []int64, _ int) { callFlip(f, dst, src, mask) })
	}
	for i, v := range src[n:] {
		dst[n+i] = v & mask
	}
}
