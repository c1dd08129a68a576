//go:build !amd64

package simd

// Sorting32 and Sorting64 are nil where there are no such loops.
var (
	Sorting32 *Sorting[int32]
	Sorting64 *Sorting[int64]
)

// Pack sets dst[i] to src[i]<<32 + at + i: numbers of src's order, equal ones in the order they have.
func Pack(dst []int64, src []int32, at int) {
	for i, v := range src {
		dst[i] = int64(v)<<32 + int64(at+i)
	}
}

// PackShifted sets dst[i] to (src[i]-base)>>down<<up + at + i, where the difference has no sign, and the shifts are below 64.
func PackShifted(dst, src []int64, at int, base int64, down, up int) {
	packShifted(dst, src, at, base, down, up)
}

// KeepBits sets dst[i] to those bits of src[i] that mask has.
func KeepBits(dst, src []int64, mask int64) {
	for i, v := range src {
		dst[i] = v & mask
	}
}
