package simd

import "math/bits"

//go:generate go run -C _gen ./math -out ../zmath_amd64.s -stubs ../zmath_amd64.go -others ../zmath_other.go

// mathBlock is the greatest number of elements of one call of assembly, where no goroutine can be stopped.
const mathBlock = 1024

// The functions in assembly compute n results from x[:n] (and y[:n]) into dst[:n], which may be the same, and touch nothing
// else; those named Narrow want an n that is a multiple of a group. Functions that leave elements to Go return whether there
// are such, and set bit i%lanes of done[i/lanes] where element i is one: dst[i] is then left as it was.

// mend computes the elements that a loop has left.
//
//go:noinline
func mend[T float32 | float64](dst, x []T, left []uint16, lanes int, f func(float64) float64) {
	for g, m := range left[:(len(x)+lanes-1)/lanes] {
		for ; m != 0; m &= m - 1 {
			i := g*lanes + bits.TrailingZeros16(m)
			dst[i] = T(f(float64(x[i])))
		}
	}
}

// mend2 computes the elements that a loop of two operands has left.
//
//go:noinline
func mend2[T float32 | float64](dst, x, y []T, left []uint16, lanes int, f func(x, y float64) float64) {
	for g, m := range left[:(len(x)+lanes-1)/lanes] {
		for ; m != 0; m &= m - 1 {
			i := g*lanes + bits.TrailingZeros16(m)
			dst[i] = T(f(float64(x[i]), float64(y[i])))
		}
	}
}

// pick copies the elements that a loop has left to a, and their indexes to at, and returns how many they are.
func pick[T float32 | float64](a []T, at *[mathBlock]uint16, x []T, left *[mathBlock / 4]uint16, lanes int) int {
	n := 0
	for g, m := range left[:(len(x)+lanes-1)/lanes] {
		for ; m != 0; m &= m - 1 {
			i := g*lanes + bits.TrailingZeros16(m)
			a[n], at[n] = x[i], uint16(i)
			n++
		}
	}
	return n
}
