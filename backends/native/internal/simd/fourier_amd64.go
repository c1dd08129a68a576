package simd

func lineFourier1(size int, yr, yi, xr, xi *byte, step, out, s, m int, wr, wi *byte) {
	switch {
	case AVX512 && size == 4:
		lineFourier132AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case AVX512:
		lineFourier164AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case size == 4:
		lineFourier132AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	default:
		lineFourier164AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	}
}

func lineFourier2(size int, yr, yi, xr, xi *byte, step, out, s, m int, wr, wi *byte) {
	switch {
	case AVX512 && size == 4:
		lineFourier232AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case AVX512:
		lineFourier264AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case size == 4:
		lineFourier232AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	default:
		lineFourier264AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	}
}

func lineFourier3(size int, yr, yi, xr, xi *byte, step, out, s, m int, wr, wi *byte) {
	switch {
	case AVX512 && size == 4:
		lineFourier332AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case AVX512:
		lineFourier364AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case size == 4:
		lineFourier332AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	default:
		lineFourier364AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	}
}

func lineFourier4(size int, yr, yi, xr, xi *byte, step, out, s, m int, wr, wi *byte) {
	switch {
	case AVX512 && size == 4:
		lineFourier432AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case AVX512:
		lineFourier464AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	case size == 4:
		lineFourier432AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	default:
		lineFourier464AVX2(yr, yi, xr, xi, step, out, s, m, wr, wi)
	}
}

func lineFourier5(size int, yr, yi, xr, xi *byte, step, out, s, m int, wr, wi *byte) {
	if size == 4 {
		lineFourier532AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	} else {
		lineFourier564AVX512(yr, yi, xr, xi, step, out, s, m, wr, wi)
	}
}

func lineSplit(size int, re, im, x *byte, n int) {
	switch {
	case AVX512 && size == 4:
		lineSplit32AVX512(re, im, x, n)
	case AVX512:
		lineSplit64AVX512(re, im, x, n)
	case size == 4:
		lineSplit32AVX2(re, im, x, n)
	default:
		lineSplit64AVX2(re, im, x, n)
	}
}

func lineJoin(size int, x, re, im *byte, n int, scale *byte) {
	switch {
	case AVX512 && size == 4:
		lineJoin32AVX512(x, re, im, n, scale)
	case AVX512:
		lineJoin64AVX512(x, re, im, n, scale)
	case size == 4:
		lineJoin32AVX2(x, re, im, n, scale)
	default:
		lineJoin64AVX2(x, re, im, n, scale)
	}
}

// laneCount returns how many elements of a size a register has.
func laneCount(size int) int {
	if AVX512 {
		return 64 / size
	}
	return 32 / size
}

func lineProduct(size int, zr, zi, xr, xi, wr, wi *byte, n int) {
	switch {
	case AVX512 && size == 4:
		lineProduct32AVX512(zr, zi, xr, xi, wr, wi, n)
	case AVX512:
		lineProduct64AVX512(zr, zi, xr, xi, wr, wi, n)
	case size == 4:
		lineProduct32AVX2(zr, zi, xr, xi, wr, wi, n)
	default:
		lineProduct64AVX2(zr, zi, xr, xi, wr, wi, n)
	}
}

func lineUnpack(size int, re, im, backRe, backIm, wr, wi *byte, n int) {
	switch {
	case AVX512 && size == 4:
		lineUnpack32AVX512(re, im, backRe, backIm, wr, wi, n)
	case AVX512:
		lineUnpack64AVX512(re, im, backRe, backIm, wr, wi, n)
	case size == 4:
		lineUnpack32AVX2(re, im, backRe, backIm, wr, wi, n)
	default:
		lineUnpack64AVX2(re, im, backRe, backIm, wr, wi, n)
	}
}
