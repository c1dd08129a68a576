package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Fourier transforms. Lengths, norms and 16-bit floats are dealt with here: kernels get axes of the
// length to transform, and a factor.

// transformed returns a kernel's transform of x along an axis, which the result has n elements along.
func (e *Env) transformed(op ops.Fourier, x *Array, n int, a backend.FourierAttrs) *Array {
	k, err := x.be.step(op.Op, x.dtype)
	check(err)
	z := newArray(e, x.be, op.Out(x.dtype, dtype.StandardDefaults))
	dims := slices.Clone(x.shape)
	dims[a.Axis] = n
	check(shape.Check(dims, z.dtype.Size()))
	z.setShape(dims)
	return z.with(k.Fourier(e.spec(z), x.buffer(), a))
}

// resized returns x with n elements along an axis: cut, or filled up with zeros.
func (e *Env) resized(x *Array, axis, n int) *Array {
	switch have := x.shape[axis]; {
	case n < have:
		return e.partAlong(x, axis, 0, n)
	case n > have:
		dims := slices.Clone(x.shape)
		dims[axis] = n - have
		check(shape.Check(dims, x.dtype.Size()))
		return e.joined([]*Array{x, e.spread(e.numberLike(x, 0), dims)}, axis)
	}
	return x
}

// factorOf returns the factor of a transform of length n under a norm.
func factorOf(norm Norm, n int, inverse bool) float64 {
	switch {
	case norm == "ortho":
		return 1 / math.Sqrt(float64(n))
	case (norm == "forward") != inverse:
		return 1 / float64(n)
	}
	return 1
}

// A transform is what the options of a transform say.
type transform struct {
	e       *Env
	axes    []int // counted from the front
	lengths []int // along the axes, of the result if that is real, otherwise of what is transformed
	norm    Norm
}

func normOf(opts []Option) Norm {
	norm := get(opts, Norm("backward"))
	if norm != "backward" && norm != "ortho" && norm != "forward" {
		check(errorf(ErrValue, "norm %q, want \"backward\", \"ortho\" or \"forward\"", string(norm)))
	}
	return norm
}

// checkLength refuses lengths that there is no transform of.
func checkLength(n, axis int) {
	if n < 1 {
		check(errorf(ErrValue, "length %d along axis %d, want 1 or more", n, axis))
	}
}

// alongOne reads the options of a transform along one axis; half says that x has the first half of a spectrum.
func (e *Env) alongOne(a *Array, opts []Option, half bool) *transform {
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	n := a.shape[axis]
	if half {
		n = 2 * (n - 1)
	}
	n = int(get(opts, N(n)))
	checkLength(n, axis)
	return &transform{e, []int{axis}, []int{n}, normOf(opts)}
}

// alongMany reads the options of a transform over axes: all of them by default, or with lengths as
// many of the last.
func (e *Env) alongMany(a *Array, opts []Option, half bool) *transform {
	rank := len(a.shape)
	lengths := []int(get(opts, S(nil)))
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(rank)
		if lengths != nil && len(lengths) <= rank {
			axes = axes[rank-len(lengths):]
		}
	}
	axes, err := shape.AxesInOrder(axes, rank)
	check(err)
	t := &transform{e, axes, slices.Clone(lengths), normOf(opts)}
	if lengths != nil && len(lengths) != len(axes) {
		check(errorf(ErrValue, "%d lengths for %d axes", len(lengths), len(axes)))
	}
	if lengths == nil {
		for _, i := range axes {
			t.lengths = append(t.lengths, a.shape[i])
		}
		if last := len(axes) - 1; half && last >= 0 {
			t.lengths[last] = 2 * (t.lengths[last] - 1)
		}
	}
	for i, n := range t.lengths {
		checkLength(n, axes[i])
	}
	return t
}

// widened returns x as complex numbers, or as real ones, that kernels take.
func (e *Env) widened(x *Array, toComplex bool) *Array {
	d := x.dtype.WithComplex()
	if !toComplex {
		d = d.Component()
	}
	return e.cast(x, d)
}

// complexAlong transforms complex numbers along the axes with these numbers.
func (t *transform) complexAlong(x *Array, from, to int, inverse bool) *Array {
	for i := to - 1; i >= from; i-- {
		n := t.lengths[i]
		x = t.e.transformed(ops.FourierComplex, t.e.resized(x, t.axes[i], n), n,
			backend.FourierAttrs{Axis: t.axes[i], Inverse: inverse, Scale: factorOf(t.norm, n, inverse)})
	}
	return x
}

// toSpectrum transforms real numbers along the last axis, scaled as an inverse if that is said.
func (t *transform) toSpectrum(x *Array, inverse bool) *Array {
	i := len(t.axes) - 1
	n := t.lengths[i]
	return t.e.transformed(ops.FourierReal, t.e.resized(x, t.axes[i], n), n/2+1,
		backend.FourierAttrs{Axis: t.axes[i], Scale: factorOf(t.norm, n, inverse)})
}

// toSignal is the inverse of toSpectrum.
func (t *transform) toSignal(x *Array, inverse bool) *Array {
	i := len(t.axes) - 1
	n := t.lengths[i]
	return t.e.transformed(ops.FourierHermitian, t.e.resized(x, t.axes[i], n/2+1), n,
		backend.FourierAttrs{Axis: t.axes[i], Inverse: true, Scale: factorOf(t.norm, n, inverse)})
}

// spectrum is FFT and IFFT.
func (e *Env) spectrum(op *ops.Op, x any, opts []Option, inverse bool) *Array {
	a, o, _ := e.use(op, x, opts)
	t := e.alongOne(a, opts, false)
	return e.toOut(t.complexAlong(e.widened(a, true), 0, 1, inverse), &o)
}

func (e *Env) fft(x any, opts []Option) *Array  { return e.spectrum(ops.FFT, x, opts, false) }
func (e *Env) ifft(x any, opts []Option) *Array { return e.spectrum(ops.IFFT, x, opts, true) }

// spectra is FFTN and IFFTN.
func (e *Env) spectra(op *ops.Op, x any, opts []Option, inverse bool) *Array {
	a, o, _ := e.use(op, x, opts)
	t := e.alongMany(a, opts, false)
	z := t.complexAlong(e.widened(a, true), 0, len(t.axes), inverse)
	if z == a { // no axes
		z = e.CopyArray(a)
	}
	return e.toOut(z, &o)
}

func (e *Env) fftn(x any, opts []Option) *Array  { return e.spectra(ops.FFTN, x, opts, false) }
func (e *Env) ifftn(x any, opts []Option) *Array { return e.spectra(ops.IFFTN, x, opts, true) }

func (e *Env) rfft(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.RFFT, x, opts)
	t := e.alongOne(a, opts, false)
	return e.toOut(t.toSpectrum(e.widened(a, false), false), &o)
}

func (e *Env) irfft(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.IRFFT, x, opts)
	t := e.alongOne(a, opts, true)
	return e.toOut(t.toSignal(e.widened(a, true), true), &o)
}

// someAxes refuses transforms of real numbers along no axis.
func (t *transform) someAxes() {
	if len(t.axes) == 0 {
		check(errorf(ErrValue, "no axes to transform along"))
	}
}

func (e *Env) rfftn(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.RFFTN, x, opts)
	t := e.alongMany(a, opts, false)
	t.someAxes()
	z := t.toSpectrum(e.widened(a, false), false)
	return e.toOut(t.complexAlong(z, 0, len(t.axes)-1, false), &o)
}

func (e *Env) irfftn(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.IRFFTN, x, opts)
	t := e.alongMany(a, opts, true)
	t.someAxes()
	z := t.complexAlong(e.widened(a, true), 0, len(t.axes)-1, true)
	return e.toOut(t.toSignal(z, true), &o)
}

func (e *Env) hfft(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.HFFT, x, opts)
	t := e.alongOne(a, opts, true)
	return e.toOut(t.toSignal(e.apply1(ops.Conj, e.widened(a, true)), false), &o)
}

func (e *Env) ihfft(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.IHFFT, x, opts)
	t := e.alongOne(a, opts, false)
	return e.toOut(e.apply1(ops.Conj, t.toSpectrum(e.widened(a, false), true)), &o)
}

// frequencies returns the count numbers first(k)/(n·d), k from 0 on.
func (e *Env) frequencies(op *ops.Op, n, count int, opts []Option, number func(k int) int) *Array {
	var o options
	check(o.parse(op, opts))
	if n < 1 {
		check(errorf(ErrValue, "length %d, want 1 or more", n))
	}
	d := float64(get(opts, Spacing(1)))
	if d == 0 {
		check(errorf(ErrValue, "samples at a distance of 0"))
	}
	return e.madeOf(op, count, opts, &o, func(k int) float64 { return float64(number(k)) / (float64(n) * d) })
}

func (e *Env) fftFreq(n int, opts []Option) *Array {
	return e.frequencies(ops.FFTFreq, n, n, opts, func(k int) int {
		if k > (n-1)/2 {
			return k - n
		}
		return k
	})
}

func (e *Env) rfftFreq(n int, opts []Option) *Array {
	return e.frequencies(ops.RFFTFreq, n, max(n, 0)/2+1, opts, func(k int) int { return k })
}

// moved is FFTShift and IFFTShift: by is how far an axis of length n is rolled.
func (e *Env) moved(op *ops.Op, x any, opts []Option, by func(n int) int) *Array {
	a, o, _ := e.use(op, x, opts)
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(len(a.shape))
	}
	axes, err := shape.AxesInOrder(axes, len(a.shape))
	check(err)
	if len(axes) == 0 {
		return e.toOut(e.CopyArray(a), &o)
	}
	shifts := make([]int, len(axes))
	for i, axis := range axes {
		shifts[i] = by(a.shape[axis])
	}
	return e.toOut(e.Roll(a, shifts, Axes(axes)), &o)
}

func (e *Env) fftShift(x any, opts []Option) *Array {
	return e.moved(ops.FFTShift, x, opts, func(n int) int { return n / 2 })
}

func (e *Env) ifftShift(x any, opts []Option) *Array {
	return e.moved(ops.IFFTShift, x, opts, func(n int) int { return n - n/2 })
}
