package simd

import "unsafe"

// Loops of Fourier transforms, whose real and imaginary parts lie apart. Their products are rounded before they are added:
// results are the same bits as those of loops in Go.

// shortPass is the number of elements next to each other below which a pass is left to Go.
const shortPass = 4

// FourierPass does a pass of a radix, from 1 to 5, of Stockham's algorithm on m groups of s elements: operand k of group j begins at
// x[(j+k·m)·s], result k at y[(radix·j+k)·s], and twiddle factor k, from 1 on, is w[(radix−1)·j+k−1]. A pass of
// radix 1 multiplies group j by w[j]. It reports whether there is a loop for it; y is nowhere in x.
func FourierPass[T lineFloat](radix int, yr, yi, xr, xi []T, s, m int, wr, wi []T) bool {
	if !haveLines || s < shortPass || m == 0 || radix == 5 && !AVX512 {
		return false
	}
	n, factors := radix*s*m, max(radix-1, 1)
	yr, yi, xr, xi = yr[:n], yi[:n], xr[:n], xi[:n]
	wr, wi = wr[:factors*m], wi[:factors*m]
	size := sizeOf[T]()
	width := min(s, linePiece/8) // elements of a group, and groups, of one call
	groups := max(1, linePiece/8/s)
	for q := 0; q < s; q += width {
		for j := 0; j < m; j += groups {
			x, y, w := j*s+q, radix*j*s+q, factors*j
			callFourierPass(radix, size, first(yr[y:]), first(yi[y:]), first(xr[x:]), first(xi[x:]), m*s*size, s*size, min(width, s-q), min(groups, m-j), first(wr[w:]), first(wi[w:]))
		}
	}
	return true
}

//go:noinline
func callFourierPass(radix, size int, yr, yi, xr, xi *byte, step, out, s, m int, wr, wi *byte) {
	switch radix {
	case 1:
		lineFourier1(size, yr, yi, xr, xi, step, out, s, m, wr, wi)
	case 2:
		lineFourier2(size, yr, yi, xr, xi, step, out, s, m, wr, wi)
	case 3:
		lineFourier3(size, yr, yi, xr, xi, step, out, s, m, wr, wi)
	case 4:
		lineFourier4(size, yr, yi, xr, xi, step, out, s, m, wr, wi)
	default:
		lineFourier5(size, yr, yi, xr, xi, step, out, s, m, wr, wi)
	}
}

// SplitParts sets re and im to the parts of the numbers in x, which lie one behind the other.
func SplitParts[T lineFloat](re, im, x []T) {
	n := len(re)
	im, x = im[:n], x[:2*n]
	done := 0
	if haveLines {
		lanes := laneCount(sizeOf[T]())
		for done+lanes <= n {
			k := min(n-done, linePiece) &^ (lanes - 1)
			callSplit(re[done:], im[done:], x[2*done:], k)
			done += k
		}
	}
	for i := done; i < n; i++ {
		re[i], im[i] = x[2*i], x[2*i+1]
	}
}

//go:noinline
func callSplit[T lineFloat](re, im, x []T, n int) {
	lineSplit(sizeOf[T](), first(re), first(im), first(x), n)
}

// JoinParts sets x to the numbers with the parts re and im, times scale.
func JoinParts[T lineFloat](x, re, im []T, scale T) {
	n := len(re)
	im, x = im[:n], x[:2*n]
	done := 0
	if haveLines {
		lanes := laneCount(sizeOf[T]())
		for done+lanes <= n {
			k := min(n-done, linePiece) &^ (lanes - 1)
			callJoin(x[2*done:], re[done:], im[done:], k, scale)
			done += k
		}
	}
	for i := done; i < n; i++ {
		x[2*i], x[2*i+1] = re[i]*scale, im[i]*scale
	}
}

//go:noinline
func callJoin[T lineFloat](x, re, im []T, n int, scale T) {
	lineJoin(sizeOf[T](), first(x), first(re), first(im), n, (*byte)(unsafe.Pointer(&scale)))
}

// MultiplyParts sets z to the products of the complex numbers x and w, of which there are as many as w has. It reports whether there is
// a loop for it. z may be x.
func MultiplyParts[T lineFloat](zr, zi, xr, xi, wr, wi []T) bool {
	n := len(wr)
	zr, zi, xr, xi, wi = zr[:n], zi[:n], xr[:n], xi[:n], wi[:n]
	if !haveLines {
		return false
	}
	for lo := 0; lo < n; lo += linePiece {
		callProduct(zr[lo:], zi[lo:], xr[lo:], xi[lo:], wr[lo:], wi[lo:], min(linePiece, n-lo))
	}
	return true
}

//go:noinline
func callProduct[T lineFloat](zr, zi, xr, xi, wr, wi []T, n int) {
	lineProduct(sizeOf[T](), first(zr), first(zi), first(xr), first(xi), first(wr), first(wi), n)
}

// UnpackHalves makes of elements a and b of transforms of pairs of real numbers, a from the front and b from the back,
// e + w·o and the conjugate of e − w·o, where 2e = a + conj b and 2o = −i·(a − conj b): a are those from index 1 on, b those before
// the last of re and im, w those from index 1 on. It returns how many of each it did.
func UnpackHalves[T lineFloat](re, im, wr, wi []T) (done int) {
	last := len(re) - 1
	im = im[:len(re)]
	if !haveLines {
		return 0
	}
	lanes := laneCount(sizeOf[T]())
	all := max((last-1)/2, 0) &^ (lanes - 1) // an element in the middle is left
	wr, wi = wr[:all+1], wi[:all+1]
	for done < all {
		n := min(all-done, linePiece/2)
		callUnpack(re[1+done:], im[1+done:], re[last-1-done:], im[last-1-done:], wr[1+done:], wi[1+done:], n)
		done += n
	}
	return done
}

//go:noinline
func callUnpack[T lineFloat](re, im, backRe, backIm, wr, wi []T, n int) {
	lineUnpack(sizeOf[T](), first(re), first(im), first(backRe), first(backIm), first(wr), first(wi), n)
}
