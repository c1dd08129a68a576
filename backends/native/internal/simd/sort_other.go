//go:build !amd64

package simd

// Sorting32 and Sorting64 are nil on machines without these loops.
var (
	Sorting32 *Sorting[int32]
	Sorting64 *Sorting[int64]
)

// Pack sets dst[i] to src[i]<<32 + at + i, so that sorting dst sorts src stably and keeps the indices.
func Pack(dst []int64, src []int32, at int) {
	for i, v := range src {
		dst[i] = int64(v)<<32 + int64(at+i)
	}
}

// PackShifted sets dst[i] to (src[i]-base)>>down<<up + at + i. The difference is unsigned; the shifts are below 64.
func PackShifted(dst, src []int64, at int, base int64, down, up int) {
	packShifted(dst, src, at, base, down, up)
}

// KeepBits sets dst[i] to src[i] & mask.
func KeepBits(dst, src []int64, mask int64) {
	for i, v := range src {
		dst[i] = v & mask
	}
}
