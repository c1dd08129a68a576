package ops

import "github.com/goivy/goivy/ivy/dtype"

// spectral is the rule of functions whose results are complex: a 16-bit float becomes complex64.
func spectral(d dtype.Dtype, _ dtype.Defaults) dtype.Dtype { return d.WithComplex() }

// signal is the rule of functions that return the real numbers of a spectrum.
func signal(d dtype.Dtype, _ dtype.Defaults) dtype.Dtype { return d.WithComplex().Component() }

func fourier(name string, in dtype.Set, out OutRule, doc string) *Op {
	return row(Op{Name: name, Group: FFTs, In: in, Lift: true, Out: out, Params: x, Opts: opts(N, Axis, Norm, Out), Doc: doc})
}

// fourierN is the row of a transform over several axes.
func fourierN(name string, in dtype.Set, out OutRule, doc string) *Op {
	return row(Op{Name: name, Group: FFTs, In: in, Lift: true, Out: out, Params: x, Opts: opts(S, Axis, Norm, Out), Axes: true, Doc: doc})
}

func step(name string, in dtype.Set, out OutRule, doc string) Fourier {
	return hidden(Fourier{row(Op{Name: name, Group: FFTs, Family: FamilyFourier, In: in, Out: out, Params: x, Extra: true, Doc: doc})})
}

func frequencies(name, doc string) *Op {
	return row(Op{Name: name, Group: FFTs, In: floating, Like: Full.Op, Params: params(Param{"n", Int}), Opts: opts(Spacing, Dtype, Device), Doc: doc})
}

// cosine is the row of a cosine transform.
func cosine(name, doc string) *Op {
	return row(Op{Name: name, Group: FFTs, In: floating, Lift: true, Params: x, Opts: opts(DCTType, N, Axis, Norm, Out), Doc: doc})
}

// window is the row of a window: numbers to multiply a piece of a signal by.
func window(name, doc string, options ...Opt) *Op {
	return extra(row(Op{Name: name, Group: FFTs, In: floating, Like: Full.Op, Params: params(Param{"window_length", Int}), Opts: append(options, Dtype, Device), Doc: doc}))
}

const (
	wideFloats    = dtype.Set(1<<dtype.Float32 | 1<<dtype.Float64)
	complexFloats = dtype.Set(1<<dtype.Complex64 | 1<<dtype.Complex128)
)

// Discrete Fourier transforms. Real operands of those of complex numbers are complex without an imaginary part.
var (
	FFT    = fourier("FFT", inexact, spectral, "FFT returns the discrete Fourier transform along an axis: of x with elements xⱼ the sums of xⱼ·e**(−2πi·j·k/n). Real operands become complex; the result is complex64, or complex128 of float64 and complex128.")
	IFFT   = fourier("IFFT", inexact, spectral, "IFFT returns the inverse of FFT: the sums of xₖ·e**(2πi·j·k/n), divided by n. Real operands become complex; the result is complex64, or complex128 of float64 and complex128.")
	FFTN   = fourierN("FFTN", inexact, spectral, "FFTN returns the discrete Fourier transform over several axes: FFT along each of them.")
	IFFTN  = fourierN("IFFTN", inexact, spectral, "IFFTN returns the inverse of FFTN.")
	RFFT   = fourier("RFFT", floating, spectral, "RFFT returns the first n/2+1 elements of FFT of real numbers; the others are conjugates of these. The result is complex64, or complex128 of float64.")
	IRFFT  = fourier("IRFFT", inexact, signal, "IRFFT returns the inverse of RFFT: n real numbers, 2·(m−1) of the m elements of x by default. The imaginary part of the first element, and for even n of the last, is ignored. The result is float32, or float64 of float64 and complex128.")
	RFFTN  = fourierN("RFFTN", floating, spectral, "RFFTN returns the discrete Fourier transform of real numbers over several axes: RFFT along the last of them, then FFT along the others.")
	IRFFTN = fourierN("IRFFTN", inexact, signal, "IRFFTN returns the inverse of RFFTN: IFFT along all axes but the last, then IRFFT along that. Without S the last has length 2·(m−1), m that of x.")
	HFFT   = fourier("HFFT", inexact, signal, "HFFT returns FFT of n numbers of which the second half is the conjugate of the first, in reverse order: x has the first n/2+1 of them. The result is real; n is 2·(m−1) of the m elements of x by default.")
	IHFFT  = fourier("IHFFT", floating, spectral, "IHFFT returns the inverse of HFFT: the first n/2+1 elements of IFFT of real numbers.")

	FFTFreq   = frequencies("FFTFreq", "FFTFreq returns the frequencies of FFT's n elements in cycles per unit of the spacing d of samples (1): 0, 1, … and then the negative ones, divided by n·d. The dtype is the default float unless told.")
	RFFTFreq  = frequencies("RFFTFreq", "RFFTFreq returns the frequencies of the n/2+1 elements of RFFT of n: 0, 1, … n/2, divided by n·d, d the spacing of samples (1). The dtype is the default float unless told.")
	FFTShift  = row(Op{Name: "FFTShift", Group: FFTs, In: anyDtype, Params: x, Opts: opts(Axis, Out), Axes: true, Doc: "FFTShift moves the element of frequency 0 to the middle of the axes, all by default: element 0 to n/2."})
	IFFTShift = row(Op{Name: "IFFTShift", Group: FFTs, In: anyDtype, Params: x, Opts: opts(Axis, Out), Axes: true, Doc: "IFFTShift is the inverse of FFTShift."})

	FourierComplex   = step("FourierComplex", complexFloats, same, "FourierComplex is the step of transforms from complex to complex numbers, along an axis.")
	FourierReal      = step("FourierReal", wideFloats, spectral, "FourierReal is the step from real to complex numbers, of which it returns those up to n/2.")
	FourierHermitian = step("FourierHermitian", complexFloats, component, "FourierHermitian is the step from the first half of complex numbers to real ones.")
)

// Windows. The period p of those that may be periodic is n, that of one without is n − 1; k counts from 0.
var (
	HannWindow                = window("HannWindow", "HannWindow returns the n numbers sin²(πk/p).", Periodic)
	HammingWindow             = window("HammingWindow", "HammingWindow returns the n numbers α − β·cos(2πk/p).", Periodic, Alpha, Beta)
	BlackmanWindow            = window("BlackmanWindow", "BlackmanWindow returns the n numbers 0.42 − 0.5·cos(2πk/p) + 0.08·cos(4πk/p).", Periodic)
	BartlettWindow            = window("BartlettWindow", "BartlettWindow returns the n numbers 1 − |2k/p − 1|: a triangle.", Periodic)
	KaiserWindow              = window("KaiserWindow", "KaiserWindow returns the n numbers I₀(β·√(1 − (2k/p − 1)²)) / I₀(β), I₀ the modified Bessel function of order 0.", Periodic, Beta)
	KaiserBesselDerivedWindow = window("KaiserBesselDerivedWindow", "KaiserBesselDerivedWindow returns the roots of the sums of a KaiserWindow of n/2+1 elements, not periodic, up to each element, divided by the sum of all, and these numbers in reverse. The squares of elements that are n/2 apart add up to 1.", Beta)
	VorbisWindow              = window("VorbisWindow", "VorbisWindow returns the n numbers sin(π/2·sin²(π·(k + 1/2)/n)). The squares of elements that are n/2 apart add up to 1.")
)

// Cosine transforms and convolutions.
var (
	DCT  = extra(cosine("DCT", "DCT returns a discrete cosine transform along an axis, of type II by default: of x with elements xⱼ the sums of 2·xⱼ·cos(π·k·(2j+1)/2n). Type I has x₀ + (−1)ᵏ·xₙ₋₁ and the sums of 2·xⱼ·cos(π·j·k/(n−1)) between, type III x₀ and the sums of 2·xⱼ·cos(π·j·(2k+1)/2n) from 1 on, type IV the sums of 2·xⱼ·cos(π·(2j+1)·(2k+1)/4n). It is not scaled with Norm(\"backward\"), the default, divided by the period p of the cosines, 2n, or 2·(n−1) of type I, with \"forward\", and by √p with \"ortho\", where the first element, of type I the last too, is weighed so that the transform is orthonormal."))
	IDCT = extra(cosine("IDCT", "IDCT returns the inverse of DCT of the same type and norm."))

	FFTConvolve = extra(row(Op{Name: "FFTConvolve", Group: FFTs, In: inexact, Lift: true, Params: x1x2, Opts: opts(Mode, Axis, Out), Axes: true,
		Doc: "FFTConvolve returns the convolution of x1 and x2 over axes, computed by Fourier transforms: the sums of x1ⱼ·x2ₖ₋ⱼ."}))
)

func shortTime(name string, in dtype.Set, out OutRule, doc string, more ...Opt) *Op {
	return extra(row(Op{Name: name, Group: FFTs, In: in, Lift: true, Out: out, Params: params(Param{"x", Operand}, Param{"frame_length", Int}, Param{"frame_step", Int}),
		Opts: append(append(opts(FFTLength, Window), more...), Out), Doc: doc}))
}

// Short-time transforms.
var (
	STFT  = shortTime("STFT", floating, spectral, "STFT returns the short-time Fourier transform along the last axis: RFFT of frames of the signal, each a step after the one before, times a window and filled up with zeros to the FFT length. A signal shorter than a frame has none. The result is complex64, or complex128 of float64.", PadEnd)
	ISTFT = shortTime("ISTFT", inexact, signal, "ISTFT returns a signal of a short-time Fourier transform: the sums of the frames' inverse transforms times the window, divided by those of the window's squares, 0 where these are 0. Of what STFT returns it is the signal itself where frames cover it and the window is not 0; otherwise its frames are nearest to x. The result is float32, or float64 of float64 and complex128.", N)
)

func (f Fourier) op() *Op { return f.Op }
