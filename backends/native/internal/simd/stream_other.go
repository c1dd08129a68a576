//go:build !amd64

package simd

// Streams reports whether [Stream] has non-temporal stores here.
const Streams = false

// Stream copies src to dst.
func Stream(dst, src []byte) { copy(dst, src) }

// Fence is called after the last [Stream] of a piece of work, by the goroutine that did it.
func Fence() {}
