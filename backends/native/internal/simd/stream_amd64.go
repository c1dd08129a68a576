package simd

import "unsafe"

//go:generate go run -C _gen ./stream -out ../zstream_amd64.s -stubs ../zstream_amd64.go -pkg simd

// Streams reports whether [Stream] has non-temporal stores here.
var Streams = AVX2

// Stream copies src to dst, which is as long and nowhere src, whole lines with non-temporal
// stores, for which the caches need not read dst first. Others see it after a [Fence].
func Stream(dst, src []byte) {
	if len(src) > 0 {
		callStream(dst[:len(src)], src)
	}
}

//go:noinline
func callStream(dst, src []byte) {
	const line = 128
	head := min(int(-uintptr(unsafe.Pointer(&dst[0]))&63), len(src))
	copy(dst[:head], src)
	dst, src = dst[head:], src[head:]
	if n := len(src) &^ (line - 1); n > 0 {
		if AVX512 {
			streamAVX512(&dst[0], &src[0], n)
		} else {
			streamAVX2(&dst[0], &src[0], n)
		}
		dst, src = dst[n:], src[n:]
	}
	copy(dst, src)
}

// Fence is called after the last [Stream] of a piece of work, by the goroutine that did it.
func Fence() { fence() }
