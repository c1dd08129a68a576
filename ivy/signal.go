package ivy

import (
	"math"
	"math/cmplx"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Cosine transforms and convolutions, composed of Fourier transforms.

// lineLike returns n numbers along an axis, of length 1 along the others, which broadcast with x and have its dtype.
func (e *Env) lineLike(x *Array, axis, n int, at func(k int) complex128) *Array {
	size := x.dtype.Size()
	data := newBytes(n * size)
	for k := range n {
		v := backend.ComplexScalar(at(k))
		if !x.dtype.IsComplex() {
			v = backend.FloatScalar(real(at(k)))
		}
		check(putScalar(data[k*size:], x.dtype, v))
	}
	dims := ones(len(x.shape))
	dims[axis] = n
	z, err := e.fromBytes(e.now.Load(), x.be.rootEngine(), x.dtype, dims, data, x.dtype)
	check(err)
	return z
}

// mirrored returns the elements of x and then the same in reverse, along an axis.
func (e *Env) mirrored(x *Array, axis int) *Array {
	n := x.shape[axis]
	rs := wholes(x)
	rs[axis] = shape.Range{Start: n - 1, Step: -1, Len: n}
	return e.joined([]*Array{x, e.slice(x, rs)}, axis)
}

// turn returns e**(iπ·angle).
func turn(angle float64) complex128 { return cmplx.Rect(1, math.Pi*angle) }

// A cosine is a discrete cosine transform of length n along an axis.
type cosine struct {
	e       *Env
	axis, n int
	ortho   bool
	scale   float64
}

// edge returns w for the elements that an orthonormal transform weighs differently, 1 for others: for the first,
// and if last says so for the last.
func (t *cosine) edge(k int, w float64, last bool) complex128 {
	if t.ortho && (k == 0 || last && k == t.n-1) {
		return complex(w, 0)
	}
	return 1
}

// weighted multiplies x along the axis by numbers.
func (t *cosine) weighted(x *Array, at func(k int) complex128) *Array {
	return t.e.times(x, t.e.lineLike(x, t.axis, x.shape[t.axis], at))
}

// one is type I: x is the first half of a spectrum of 2·(n−1) real numbers, which are symmetric.
func (t *cosine) one(x *Array) *Array {
	if t.ortho {
		x = t.weighted(x, func(k int) complex128 { return t.edge(k, math.Sqrt2, true) })
	}
	z := t.e.transformed(ops.FourierHermitian, t.e.widened(x, true), 2*(t.n-1), backend.FourierAttrs{Axis: t.axis, Inverse: true, Scale: t.scale})
	z = t.e.partAlong(z, t.axis, 0, t.n)
	if !t.ortho {
		return t.e.CopyArray(z)
	}
	return t.weighted(z, func(k int) complex128 { return t.edge(k, math.Sqrt2/2, true) })
}

// two is type II: the spectrum of x and its mirror image, turned by half an element.
func (t *cosine) two(x *Array) *Array {
	z := t.e.transformed(ops.FourierReal, t.e.mirrored(x, t.axis), t.n+1, backend.FourierAttrs{Axis: t.axis, Scale: t.scale})
	z = t.weighted(t.e.partAlong(z, t.axis, 0, t.n), func(k int) complex128 {
		return turn(-float64(k)/float64(2*t.n)) * t.edge(k, math.Sqrt2/2, false)
	})
	return t.e.apply1(ops.Real, z)
}

// three is type III: x, turned, is the first half of a spectrum of 2n real numbers.
func (t *cosine) three(x *Array) *Array {
	x = t.weighted(t.e.widened(x, true), func(k int) complex128 {
		return turn(float64(k)/float64(2*t.n)) * t.edge(k, math.Sqrt2, false)
	})
	z := t.e.transformed(ops.FourierHermitian, t.e.resized(x, t.axis, t.n+1), 2*t.n, backend.FourierAttrs{Axis: t.axis, Inverse: true, Scale: t.scale})
	return t.e.CopyArray(t.e.partAlong(z, t.axis, 0, t.n))
}

// four is type IV: a spectrum of x, turned before and after.
func (t *cosine) four(x *Array) *Array {
	x = t.weighted(t.e.widened(x, true), func(k int) complex128 { return 2 * turn(-float64(k)/float64(2*t.n)) })
	z := t.e.transformed(ops.FourierComplex, t.e.resized(x, t.axis, 2*t.n), 2*t.n, backend.FourierAttrs{Axis: t.axis, Scale: t.scale})
	z = t.weighted(t.e.partAlong(z, t.axis, 0, t.n), func(k int) complex128 { return turn(-float64(2*k+1) / float64(4*t.n)) })
	return t.e.apply1(ops.Real, z)
}

// cosineTransform is DCT and IDCT.
func (e *Env) cosineTransform(op *ops.Op, x any, opts []Option, inverse bool) *Array {
	a, o, _ := e.use(op, x, opts)
	kind := int(get(opts, DCTType(2)))
	if kind < 1 || kind > 4 {
		check(errorf(ErrValue, "DCTType(%d), want 1 to 4", kind))
	}
	f := e.alongOne(a, opts, false)
	axis, n := f.axes[0], f.lengths[0]
	period := 2 * n
	if kind == 1 {
		if n < 2 {
			check(errorf(ErrValue, "length %d along axis %d, want 2 or more for type 1", n, axis))
		}
		period = 2 * (n - 1)
	}
	dims := slices.Clone(a.shape)
	dims[axis] = period
	check(shape.Check(dims, 2*a.dtype.Size()))
	if !a.be.abstract {
		check(e.CheckSize(shape.Size(dims), a.dtype.Size()))
	}
	t := &cosine{e: e, axis: axis, n: n, ortho: f.norm == "ortho", scale: factorOf(f.norm, period, inverse)}
	if inverse {
		kind = [...]int{0, 1, 3, 2, 4}[kind]
	}
	y := e.resized(e.widened(a, false), axis, n)
	y = [...]func(*Array) *Array{nil, t.one, t.two, t.three, t.four}[kind](y)
	return e.toOut(e.cast(y, a.dtype), &o)
}

func (e *Env) dct(x any, opts []Option) *Array  { return e.cosineTransform(ops.DCT, x, opts, false) }
func (e *Env) idct(x any, opts []Option) *Array { return e.cosineTransform(ops.IDCT, x, opts, true) }

// fastLength returns the least number from n on without prime factors above 5, of which transforms are fast.
func fastLength(n int) int {
	if n > math.MaxInt/8 { // no transform is that long
		return n
	}
	best := 1
	for best < n {
		best *= 2
	}
	for fives := 1; fives < best; fives *= 5 {
		for m := fives; m < best; m *= 3 {
			k := m
			for k < n {
				k *= 2
			}
			best = min(best, k)
		}
	}
	return best
}

// A folding is the convolution of a and b along axes.
type folding struct {
	e    *Env
	a, b *Array
	axes []int
	dims []int // of the whole result
}

// folded checks the shapes of a convolution.
func (e *Env) folded(a, b *Array, opts []Option) *folding {
	rank := len(a.shape)
	if len(b.shape) != rank {
		check(errorf(ErrShape, "shapes %s and %s, want as many axes", shape.Text(a.shape), shape.Text(b.shape)))
	}
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(rank)
	}
	axes, err := shape.AxesInOrder(axes, rank)
	check(err)
	left, right := slices.Clone(a.shape), slices.Clone(b.shape)
	for _, i := range axes {
		if left[i] == 0 || right[i] == 0 {
			check(errorf(ErrValue, "no elements along axis %d", i))
		}
		left[i], right[i] = left[i]+right[i]-1, 1
	}
	dims, err := shape.Broadcast(left, right)
	check(err)
	check(shape.Check(dims, 2*a.dtype.Size()))
	if !a.be.abstract {
		check(e.CheckSize(shape.Size(dims), a.dtype.Size()))
	}
	return &folding{e, a, b, axes, dims}
}

// whole returns the convolution by transforms, longer along the axes than the result, to lengths of which they are fast.
func (f *folding) whole() *Array {
	d := f.a.dtype
	t := &transform{e: f.e, axes: f.axes, norm: "backward"}
	for _, i := range f.axes {
		t.lengths = append(t.lengths, fastLength(f.dims[i]))
	}
	last := len(f.axes) - 1
	if last < 0 {
		return f.e.times(f.a, f.b)
	}
	if d.IsComplex() {
		z := f.e.times(t.complexAlong(f.a, 0, last+1, false), t.complexAlong(f.b, 0, last+1, false))
		return t.complexAlong(z, 0, last+1, true)
	}
	spectrum := func(x *Array) *Array {
		return t.complexAlong(t.toSpectrum(f.e.widened(x, false), false), 0, last, false)
	}
	return t.toSignal(t.complexAlong(f.e.times(spectrum(f.a), spectrum(f.b)), 0, last, true), true)
}

// part returns where the elements of a mode begin along an axis, and how many there are.
func (f *folding) part(mode Mode, axis int, swapped bool) (first, count int) {
	p, q := f.a.shape[axis], f.b.shape[axis]
	switch {
	case mode == "same":
		return (q - 1) / 2, p
	case mode == "valid" && swapped:
		return p - 1, q - p + 1
	case mode == "valid":
		return q - 1, p - q + 1
	}
	return 0, p + q - 1
}

// longer reports whether x is as long as y along all axes of the convolution.
func (f *folding) longer(x, y *Array) bool {
	return !slices.ContainsFunc(f.axes, func(i int) bool { return x.shape[i] < y.shape[i] })
}

func (e *Env) fftConvolve(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.FFTConvolve, x1, x2, opts)
	mode := get(opts, Mode("full"))
	if mode != "full" && mode != "same" && mode != "valid" {
		check(errorf(ErrValue, "mode %q, want \"full\", \"same\" or \"valid\"", string(mode)))
	}
	f := e.folded(a, b, opts)
	swapped := !f.longer(a, b)
	if mode == "valid" && swapped && !f.longer(b, a) {
		check(errorf(ErrShape, "shapes %s and %s: neither is as long as the other along all axes", shape.Text(a.shape), shape.Text(b.shape)))
	}
	z := f.whole()
	rs := wholes(z)
	for _, i := range f.axes {
		rs[i].Start, rs[i].Len = f.part(mode, i, swapped)
	}
	z = e.slice(z, rs)
	if z.dtype == a.dtype {
		z = e.CopyArray(z)
	}
	return e.toOut(e.cast(z, a.dtype), &o)
}
