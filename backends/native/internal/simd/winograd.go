package simd

import "math"

// Convolutions by filters of 3·3 elements can be computed from transformed tiles of 4·4 elements, which overlap by two, and transformed filters: with
// 16 products for each tile's 2·2 elements of the result instead of 36 (S. Winograd, "Arithmetic Complexity of Computations", 1980; A. Lavin and S. Gray,
// "Fast Algorithms for Convolutional Neural Networks", 2015). The transforms are of float32, and apart from ½ in that of filters they only add and subtract:
//
//	input 0:  d0 − d2          filter 0:  g0                  output 0:  m0 + m1 + m2
//	input 1:  d1 + d2          filter 1:  (g0 + g2 + g1)·½    output 1:  m1 − m2 − m3
//	input 2:  d2 − d1          filter 2:  (g0 + g2 − g1)·½
//	input 3:  d1 − d3          filter 3:  g2
//
// first along one axis, then along the other. Element i, j of what is transformed, or is to be, is that of matrix 4·i + j, which are step elements apart.

// WinogradLanes is the number of which [WinogradInputChannels] and [WinogradFilters] take multiples, and to multiples of which WinogradInputPlane may go on.
const WinogradLanes = 16

// A WinogradFlags knows whether everything that it was with is finite.
type WinogradFlags [WinogradLanes]float32

// Finite reports that.
func (f *WinogradFlags) Finite() bool {
	for _, v := range f {
		if math.IsNaN(float64(v)) {
			return false
		}
	}
	return true
}

// WinogradWhole returns n, or the next multiple of WinogradLanes.
func WinogradWhole(n int) int { return (n + WinogradLanes - 1) &^ (WinogradLanes - 1) }

// checkWinograd panics unless so many elements have n of each of 16 matrices, and m others.
func checkWinograd(matrices, step, n int, others, m int) {
	if step < 0 || n <= 0 || 15*step+n > matrices || m > others {
		panic("simd: tiles out of range")
	}
}

// WinogradInputPlane transforms n tiles of four lines of a plane that are pitch elements apart, each tile two elements behind the one before it. There are
// elements for as many tiles as a multiple of WinogradLanes, in dst and in src.
func WinogradInputPlane(dst []float32, step int, src []float32, pitch, n int) {
	n = WinogradWhole(n)
	checkWinograd(len(dst), step, n, len(src), 3*pitch+2*n+2)
	winogradInputPlane(first(dst), 4*step, first(src), 4*pitch, n)
}

// WinogradOutputPlane computes two lines of a plane, as many elements as line0 has, from matrices of products, which have as many as there are tiles, or those
// of a multiple of WinogradLanes. line1 is nil if there is no such line.
func WinogradOutputPlane(line0, line1, src []float32, step int, flags *WinogradFlags) {
	if line1 == nil {
		line1 = line0
	}
	checkWinograd(len(src), step, WinogradWhole((len(line0)+1)/2), len(line1), len(line0))
	winogradOutputPlane(first(line0), first(line1), first(src), 4*step, len(line0), &flags[0])
}

// WinogradInputChannels transforms the tile at the beginning of src, for each of n channels that lie together, a multiple of WinogradLanes: pitch elements from
// a line to the next, pixel from one element of it.
func WinogradInputChannels(dst []float32, step int, src []float32, pitch, pixel, n int) {
	if n%WinogradLanes != 0 {
		panic("simd: channels for a part of a register")
	}
	checkWinograd(len(dst), step, n, len(src), 3*pitch+3*pixel+n)
	winogradInputChannels(first(dst), 4*step, first(src), 4*pitch, 4*pixel, n)
}

// WinogradOutputChannels computes the 2·2 elements of a tile, for as many channels, a multiple of WinogradLanes, as each has, from matrices of products. Those
// that there are not may be one of the others that is named before them.
func WinogradOutputChannels(elements [4][]float32, src []float32, step int, flags *WinogradFlags) {
	n := len(elements[0])
	if n%WinogradLanes != 0 {
		panic("simd: channels for a part of a register")
	}
	checkWinograd(len(src), step, n, min(len(elements[1]), len(elements[2]), len(elements[3])), n)
	winogradOutputChannels(first(elements[0]), first(elements[1]), first(elements[2]), first(elements[3]), first(src), 4*step, n, &flags[0])
}

// WinogradFilters transforms n filters, a multiple of WinogradLanes, of which the nine elements lie tap elements apart.
func WinogradFilters(dst []float32, step int, src []float32, tap, n int) {
	if n%WinogradLanes != 0 {
		panic("simd: filters for a part of a register")
	}
	checkWinograd(len(dst), step, n, len(src), 8*tap+n)
	winogradFilter(first(dst), 4*step, first(src), 4*tap, n)
}

// WinogradTaps transposes filters of 3·3 elements, whose number is a multiple of WinogradLanes: in src the nine elements of a filter are contiguous, in dst
// there are nine lines, n elements apart, the first with the first element of each filter, and so on.
func WinogradTaps(dst, src []float32, n int) {
	if len(src) == 0 || len(src)%(9*WinogradLanes) != 0 || n < len(src)/9 || len(dst) < 8*n+len(src)/9 {
		panic("simd: filters out of range")
	}
	winogradTaps(first(dst), 4*n, first(src), len(src)/9)
}
