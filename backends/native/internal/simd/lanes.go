package simd

import "unsafe"

// Loops for algorithms on many small matrices at once: each line has one element of all of them, and is no longer than
// [MaxLanes].

// MaxLanes is the greatest length of these lines.
const MaxLanes = linePiece

// MultiplyAdd adds x·y to z, element by element.
func MultiplyAdd[T lineFloat](z, x, y []T) {
	x, y = x[:len(z)], y[:len(z)]
	if haveLines && len(z) > 0 {
		lineMultiplyAdd(sizeOf[T](), first(z), first(x), first(y), len(z))
		return
	}
	for i, v := range x {
		z[i] += v * y[i]
	}
}

// MultiplySubtract subtracts x·y from z, element by element.
func MultiplySubtract[T lineFloat](z, x, y []T) {
	x, y = x[:len(z)], y[:len(z)]
	if haveLines && len(z) > 0 {
		lineMultiplySubtract(sizeOf[T](), first(z), first(x), first(y), len(z))
		return
	}
	for i, v := range x {
		z[i] -= v * y[i]
	}
}

// DivideLanes divides elements of z by those of x, but where these are 0.
func DivideLanes[T lineFloat](z, x []T) {
	x = x[:len(z)]
	if haveLines && len(z) > 0 {
		lineDivideLanes(sizeOf[T](), first(z), first(x), len(z))
		return
	}
	for i, v := range x {
		if v != 0 {
			z[i] /= v
		}
	}
}

// PickMax sets elements of best to the magnitudes of those of x that are greater, and those of index to k there.
func PickMax[T lineFloat](best, index, x []T, k int) {
	best, index = best[:len(x)], index[:len(x)]
	this := T(k)
	if haveLines && len(x) > 0 {
		linePickMax(sizeOf[T](), first(best), first(index), first(x), len(x), (*byte)(unsafe.Pointer(&this)))
		return
	}
	for i, v := range x {
		if v = max(v, -v); v > best[i] {
			best[i], index[i] = v, this
		}
	}
}

// SwapWhere swaps elements of x and y where that of index is k.
func SwapWhere[T lineFloat](x, y, index []T, k int) {
	y, index = y[:len(x)], index[:len(x)]
	this := T(k)
	if haveLines && len(x) > 0 {
		lineSwapWhere(sizeOf[T](), first(x), first(y), first(index), len(x), (*byte)(unsafe.Pointer(&this)))
		return
	}
	for i, v := range index {
		if v == this {
			x[i], y[i] = y[i], x[i]
		}
	}
}
