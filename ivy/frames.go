package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Short-time transforms: a signal is cut into frames, which are multiplied by a window and transformed each by itself.

// A framing says how a signal is cut into frames.
type framing struct {
	e            *Env
	length, step int    // of a frame, and from one to the next
	fft          int    // what frames are filled up to with zeros
	window       *Array // of the length of a frame
}

// framed reads the arguments of a short-time transform of a.
func (e *Env) framed(a *Array, length, step int, opts []Option) *framing {
	if length < 1 || step < 1 {
		check(errorf(ErrValue, "frames of length %d, %d apart, want 1 or more", length, step))
	}
	check(e.CheckSize(length, dtype.Float64.Size()))
	power := 1
	for power < length {
		power *= 2
	}
	f := &framing{e: e, length: length, step: step, fft: int(get(opts, FFTLength(power)))}
	if f.fft < length {
		check(errorf(ErrValue, "FFTLength(%d), less than a frame of %d", f.fft, length))
	}
	d := a.dtype.WithComplex().Component()
	given := valueOf(opts, ops.Window)
	if given == nil {
		f.window = e.lineLike(wrapBuffer(a.home(), a.be, nothing{}, d, []int{length}), 0, length, func(k int) complex128 {
			if length == 1 {
				return 1
			}
			return complex(squaredSine(k, length), 0)
		})
		return f
	}
	w, err := e.asArray(e.now.Load(), nil, given)
	check(err)
	if len(w.shape) != 1 || w.shape[0] != length {
		check(errorf(ErrShape, "a window of shape %s, want (%d)", shape.Text(w.shape), length))
	}
	if w.dtype.IsComplex() {
		check(errorf(ErrDtype, "a window of %v, want real numbers", w.dtype))
	}
	f.window = e.cast(w, d)
	return f
}

// count returns how many frames there are in n elements, which padding fills up at the end.
func (f *framing) count(n int, padded bool) int {
	if padded {
		return (n + f.step - 1) / f.step
	}
	if n < f.length {
		return 0
	}
	return 1 + (n-f.length)/f.step
}

// along checks the lengths of lead axes with others after them, in which elements of two parts of 8 bytes fit.
func (f *framing) along(x *Array, lead []int, last ...int) []int {
	dims := slices.Concat(lead, last)
	check(shape.Check(dims, dtype.Complex128.Size()))
	if !x.be.abstract {
		check(f.e.CheckSize(shape.Size(dims), x.dtype.Size()))
	}
	return dims
}

// positions returns the positions of the elements of count frames in the signal.
func (f *framing) positions(x *Array, count int) *Array {
	at := f.e.counting(x.be.rootEngine(), f.length)
	if count == 1 {
		return at
	}
	starts := f.e.counting(x.be.rootEngine(), count)
	starts = f.e.shaped(f.e.times(starts, f.e.integerLike(starts, f.step)), []int{count, 1})
	return f.e.shaped(f.e.plus(starts, f.e.shaped(at, []int{1, f.length})), []int{count * f.length})
}

// transformOf returns the transform of frames of the FFT length, along the last axis.
func (f *framing) transformOf(axis int) *transform {
	return &transform{f.e, []int{axis}, []int{f.fft}, "backward"}
}

func (e *Env) stft(x any, frameLength, frameStep int, opts []Option) *Array {
	a, o, _ := e.use(ops.STFT, x, opts)
	rank := len(a.shape)
	if rank == 0 {
		check(errorf(ErrShape, "a signal without axes"))
	}
	f := e.framed(a, frameLength, frameStep, opts)
	lead, n := a.shape[:rank-1], a.shape[rank-1]
	count := f.count(n, bool(get(opts, PadEnd(false))))
	f.along(a, lead, count, f.fft)
	y := e.widened(a, false)
	if count == 0 {
		z := e.zerosIn(y, append(slices.Clone(lead), 0, f.fft/2+1)...)
		return e.toOut(e.widened(z, true), &o)
	}
	f.along(a, lead, (count-1)*f.step+f.length)
	y = e.resized(y, rank-1, max(n, (count-1)*f.step+f.length))
	frames := e.gathered(ops.Take, y, []*Array{f.positions(y, count)}, append(slices.Clone(lead), count*f.length), rank-1)
	frames = e.times(e.shaped(frames, append(slices.Clone(lead), count, f.length)), f.window)
	return e.toOut(f.transformOf(rank).toSpectrum(frames, false), &o)
}

// added returns the sums of frames (…, count, length), each a step after the one before: (…, n).
func (f *framing) added(x *Array, n int) *Array {
	rank := len(x.shape)
	lead, count := x.shape[:rank-2], x.shape[rank-2]
	batch := shape.Size(lead)
	flat := f.e.permuted(f.e.shaped(x, []int{batch, count * f.length}), []int{1, 0})
	sum := f.e.written(ops.AddIndex, f.e.zerosIn(x, n, batch), flat, []*Array{f.positions(x, count)}, nil, true)
	return f.e.shaped(f.e.permuted(sum, []int{1, 0}), append(slices.Clone(lead), n))
}

func (e *Env) istft(x any, frameLength, frameStep int, opts []Option) *Array {
	a, o, _ := e.use(ops.ISTFT, x, opts)
	rank := len(a.shape)
	if rank < 2 {
		check(errorf(ErrShape, "shape %s, want frames and frequencies", shape.Text(a.shape)))
	}
	f := e.framed(a, frameLength, frameStep, opts)
	lead, count := a.shape[:rank-2], a.shape[rank-2]
	if bins := a.shape[rank-1]; bins != f.fft/2+1 {
		check(errorf(ErrShape, "%d frequencies, want %d of transforms of length %d", bins, f.fft/2+1, f.fft))
	}
	n := 0
	if count > 0 {
		f.along(a, lead, count, f.step) // that the product is an int
		n = (count-1)*f.step + f.length
	}
	f.along(a, lead, n)
	wanted := int(get(opts, N(n)))
	if wanted < 0 {
		check(errorf(ErrValue, "length %d, want 0 or more", wanted))
	}
	f.along(a, lead, wanted)
	f.along(a, lead, count, f.fft)
	if count == 0 {
		return e.toOut(e.zerosIn(f.window, append(slices.Clone(lead), wanted)...), &o)
	}
	frames := f.transformOf(rank-1).toSignal(e.widened(a, true), true)
	frames = e.times(e.partAlong(frames, rank-1, 0, f.length), f.window)
	sums := f.added(frames, n)
	weights := f.added(e.spread(e.times(f.window, f.window), []int{count, f.length}), n)
	positive := e.apply2(ops.Greater, weights, e.numberLike(weights, 0))
	z := e.over(sums, e.choice(positive, weights, e.numberLike(weights, 1)))
	return e.toOut(e.resized(z, rank-2, wanted), &o)
}
