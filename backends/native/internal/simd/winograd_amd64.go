package simd

//go:generate go run -C _gen ./winograd -out ../zwinograd_amd64.s -stubs ../zwinograd_amd64.go -pkg simd

// HasWinograd reports whether the transforms of convolutions' tiles are here.
var HasWinograd = AVX2

func winogradInputPlane(dst *byte, step int, src *byte, pitch, n int) {
	if AVX512 {
		winogradInputPlaneAVX512(dst, step, src, pitch, n)
	} else {
		winogradInputPlaneAVX2(dst, step, src, pitch, n)
	}
}

func winogradOutputPlane(dst0, dst1, src *byte, step, n int, flags *float32) {
	if AVX512 {
		winogradOutputPlaneAVX512(dst0, dst1, src, step, n, flags)
	} else {
		winogradOutputPlaneAVX2(dst0, dst1, src, step, n, flags)
	}
}

func winogradInputChannels(dst *byte, step int, src *byte, pitch, pixel, n int) {
	if AVX512 {
		winogradInputChannelsAVX512(dst, step, src, pitch, pixel, n)
	} else {
		winogradInputChannelsAVX2(dst, step, src, pitch, pixel, n)
	}
}

func winogradOutputChannels(dst00, dst01, dst10, dst11, src *byte, step, n int, flags *float32) {
	if AVX512 {
		winogradOutputChannelsAVX512(dst00, dst01, dst10, dst11, src, step, n, flags)
	} else {
		winogradOutputChannelsAVX2(dst00, dst01, dst10, dst11, src, step, n, flags)
	}
}

func winogradFilter(dst *byte, step int, src *byte, tap, n int) {
	if AVX512 {
		winogradFilterAVX512(dst, step, src, tap, n)
	} else {
		winogradFilterAVX2(dst, step, src, tap, n)
	}
}
