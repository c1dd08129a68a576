package simd

//go:generate go run -C _gen ./lines -out ../zlines_amd64.s -stubs ../zlines_amd64.go -pkg simd

// haveLines reports whether there are loops over lines in assembly. Each is chosen by the bytes of an
// element, by direct calls: through variables what they get pointers to would be allocated.
var haveLines = AVX2

func lineDot1(size int, x, y *byte, n int, sums *byte) {
	switch {
	case AVX512 && size == 4:
		lineDot132AVX512(x, y, n, sums)
	case AVX512:
		lineDot164AVX512(x, y, n, sums)
	case size == 4:
		lineDot132AVX2(x, y, n, sums)
	default:
		lineDot164AVX2(x, y, n, sums)
	}
}

func lineDot4(size int, x *byte, pitch int, y *byte, n int, sums *byte) {
	switch {
	case AVX512 && size == 4:
		lineDot432AVX512(x, pitch, y, n, sums)
	case AVX512:
		lineDot464AVX512(x, pitch, y, n, sums)
	case size == 4:
		lineDot432AVX2(x, pitch, y, n, sums)
	default:
		lineDot464AVX2(x, pitch, y, n, sums)
	}
}

func lineAdd1(size int, z, x *byte, n int, f *byte) {
	switch {
	case AVX512 && size == 4:
		lineAdd132AVX512(z, x, n, f)
	case AVX512:
		lineAdd164AVX512(z, x, n, f)
	case size == 4:
		lineAdd132AVX2(z, x, n, f)
	default:
		lineAdd164AVX2(z, x, n, f)
	}
}

func lineTaps(size int, z, x *byte, n, lines, zPitch, xPitch int, at *int, f *byte, taps int) {
	switch {
	case AVX512 && size == 4:
		lineTaps32AVX512(z, x, n, lines, zPitch, xPitch, at, f, taps)
	case AVX512:
		lineTaps64AVX512(z, x, n, lines, zPitch, xPitch, at, f, taps)
	case size == 4:
		lineTaps32AVX2(z, x, n, lines, zPitch, xPitch, at, f, taps)
	default:
		lineTaps64AVX2(z, x, n, lines, zPitch, xPitch, at, f, taps)
	}
}

func lineVectorTaps(size int, z, x *byte, n, lines, zPitch, xPitch int, at *int, f *byte, fPitch, taps int) {
	switch {
	case AVX512 && size == 4:
		lineVectorTaps32AVX512(z, x, n, lines, zPitch, xPitch, at, f, fPitch, taps)
	case AVX512:
		lineVectorTaps64AVX512(z, x, n, lines, zPitch, xPitch, at, f, fPitch, taps)
	case size == 4:
		lineVectorTaps32AVX2(z, x, n, lines, zPitch, xPitch, at, f, fPitch, taps)
	default:
		lineVectorTaps64AVX2(z, x, n, lines, zPitch, xPitch, at, f, fPitch, taps)
	}
}

func lineFold(size int, sum bool, z, x *byte, n, lines, zPitch, xPitch int, at *int, taps int) {
	switch {
	case AVX512 && size == 4 && sum:
		lineFoldSum32AVX512(z, x, n, lines, zPitch, xPitch, at, taps)
	case AVX512 && size == 4:
		lineFoldMax32AVX512(z, x, n, lines, zPitch, xPitch, at, taps)
	case AVX512 && sum:
		lineFoldSum64AVX512(z, x, n, lines, zPitch, xPitch, at, taps)
	case AVX512:
		lineFoldMax64AVX512(z, x, n, lines, zPitch, xPitch, at, taps)
	case size == 4 && sum:
		lineFoldSum32AVX2(z, x, n, lines, zPitch, xPitch, at, taps)
	case size == 4:
		lineFoldMax32AVX2(z, x, n, lines, zPitch, xPitch, at, taps)
	case sum:
		lineFoldSum64AVX2(z, x, n, lines, zPitch, xPitch, at, taps)
	default:
		lineFoldMax64AVX2(z, x, n, lines, zPitch, xPitch, at, taps)
	}
}

// hasGrid reports whether there is a loop over lines of n elements for a square of taps of a side of 3 or 5.
func hasGrid(side, size, n int) bool { return AVX512 || side == 3 && n*size >= 32 }

func lineGrid(side, size int, z, x *byte, n, lines, zPitch, xPitch int, f *byte) {
	switch {
	case side == 5 && size == 4:
		lineGrid532AVX512(z, x, n, lines, zPitch, xPitch, f)
	case side == 5:
		lineGrid564AVX512(z, x, n, lines, zPitch, xPitch, f)
	case AVX512 && size == 4:
		lineGrid332AVX512(z, x, n, lines, zPitch, xPitch, f)
	case AVX512:
		lineGrid364AVX512(z, x, n, lines, zPitch, xPitch, f)
	case size == 4:
		lineGrid332AVX2(z, x, n, lines, zPitch, xPitch, f)
	default:
		lineGrid364AVX2(z, x, n, lines, zPitch, xPitch, f)
	}
}

func lineAdd4(size int, z, x *byte, pitch, n int, f *byte) {
	switch {
	case AVX512 && size == 4:
		lineAdd432AVX512(z, x, pitch, n, f)
	case AVX512:
		lineAdd464AVX512(z, x, pitch, n, f)
	case size == 4:
		lineAdd432AVX2(z, x, pitch, n, f)
	default:
		lineAdd464AVX2(z, x, pitch, n, f)
	}
}

func lineDotAdd4(size int, z, x *byte, pitch int, y *byte, n int, f, sums *byte) {
	switch {
	case AVX512 && size == 4:
		lineDotAdd432AVX512(z, x, pitch, y, n, f, sums)
	case AVX512:
		lineDotAdd464AVX512(z, x, pitch, y, n, f, sums)
	case size == 4:
		lineDotAdd432AVX2(z, x, pitch, y, n, f, sums)
	default:
		lineDotAdd464AVX2(z, x, pitch, y, n, f, sums)
	}
}

func lineRotate(size int, x, y *byte, n int, f *byte) {
	switch {
	case AVX512 && size == 4:
		lineRotate32AVX512(x, y, n, f)
	case AVX512:
		lineRotate64AVX512(x, y, n, f)
	case size == 4:
		lineRotate32AVX2(x, y, n, f)
	default:
		lineRotate64AVX2(x, y, n, f)
	}
}

func lineScale(size int, z *byte, n int, f *byte) {
	switch {
	case AVX512 && size == 4:
		lineScale32AVX512(z, n, f)
	case AVX512:
		lineScale64AVX512(z, n, f)
	case size == 4:
		lineScale32AVX2(z, n, f)
	default:
		lineScale64AVX2(z, n, f)
	}
}

func lineDivide(size int, z *byte, n int, f *byte) {
	switch {
	case AVX512 && size == 4:
		lineDivide32AVX512(z, n, f)
	case AVX512:
		lineDivide64AVX512(z, n, f)
	case size == 4:
		lineDivide32AVX2(z, n, f)
	default:
		lineDivide64AVX2(z, n, f)
	}
}

func lineNormalize(size int, z, x *byte, n int, f *byte) {
	switch {
	case AVX512 && size == 4:
		lineNormalize32AVX512(z, x, n, f)
	case AVX512:
		lineNormalize64AVX512(z, x, n, f)
	case size == 4:
		lineNormalize32AVX2(z, x, n, f)
	default:
		lineNormalize64AVX2(z, x, n, f)
	}
}

func lineMaxAbs(size int, x *byte, n int, most *byte) {
	switch {
	case AVX512 && size == 4:
		lineMaxAbs32AVX512(x, n, most)
	case AVX512:
		lineMaxAbs64AVX512(x, n, most)
	case size == 4:
		lineMaxAbs32AVX2(x, n, most)
	default:
		lineMaxAbs64AVX2(x, n, most)
	}
}

func lineMultiplyAdd(size int, z, x, y *byte, n int) {
	switch {
	case AVX512 && size == 4:
		lineMultiplyAdd32AVX512(z, x, y, n)
	case AVX512:
		lineMultiplyAdd64AVX512(z, x, y, n)
	case size == 4:
		lineMultiplyAdd32AVX2(z, x, y, n)
	default:
		lineMultiplyAdd64AVX2(z, x, y, n)
	}
}

func lineMultiplySubtract(size int, z, x, y *byte, n int) {
	switch {
	case AVX512 && size == 4:
		lineMultiplySubtract32AVX512(z, x, y, n)
	case AVX512:
		lineMultiplySubtract64AVX512(z, x, y, n)
	case size == 4:
		lineMultiplySubtract32AVX2(z, x, y, n)
	default:
		lineMultiplySubtract64AVX2(z, x, y, n)
	}
}

func lineDivideLanes(size int, z, x *byte, n int) {
	switch {
	case AVX512 && size == 4:
		lineDivideLanes32AVX512(z, x, n)
	case AVX512:
		lineDivideLanes64AVX512(z, x, n)
	case size == 4:
		lineDivideLanes32AVX2(z, x, n)
	default:
		lineDivideLanes64AVX2(z, x, n)
	}
}

func linePickMax(size int, best, index, x *byte, n int, k *byte) {
	switch {
	case AVX512 && size == 4:
		linePickMax32AVX512(best, index, x, n, k)
	case AVX512:
		linePickMax64AVX512(best, index, x, n, k)
	case size == 4:
		linePickMax32AVX2(best, index, x, n, k)
	default:
		linePickMax64AVX2(best, index, x, n, k)
	}
}

func lineSwapWhere(size int, x, y, index *byte, n int, k *byte) {
	switch {
	case AVX512 && size == 4:
		lineSwapWhere32AVX512(x, y, index, n, k)
	case AVX512:
		lineSwapWhere64AVX512(x, y, index, n, k)
	case size == 4:
		lineSwapWhere32AVX2(x, y, index, n, k)
	default:
		lineSwapWhere64AVX2(x, y, index, n, k)
	}
}

func lineRationalSums(x, u *byte, n int, f, sums *byte) {
	if AVX512 {
		lineRationalSums64AVX512(x, u, n, f, sums)
	} else {
		lineRationalSums64AVX2(x, u, n, f, sums)
	}
}

func lineQuotients(z, x *byte, n int) {
	if AVX512 {
		lineQuotients64AVX512(z, x, n)
	} else {
		lineQuotients64AVX2(z, x, n)
	}
}

func lineMultiplyQuotients(z, x, y *byte, n int) {
	if AVX512 {
		lineMultiplyQuotients64AVX512(z, x, y, n)
	} else {
		lineMultiplyQuotients64AVX2(z, x, y, n)
	}
}
