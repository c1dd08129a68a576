package native

import (
	"math"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var statisticalKernels = backend.Casting([]backend.Entry{
	backend.Scan(ops.CumulativeProd, scanning(&cumulativeProds)),
	backend.Scan(ops.CumulativeSum, scanning(&cumulativeSums)),
	backend.Reduce(ops.Max, reduceKernel(&maxima, dtype.None)),
	backend.Reduce(ops.Mean, ofIntegers(averageIntegers, reduceKernel(&means, dtype.Numeric&^dtype.Narrow))),
	backend.Reduce(ops.Min, reduceKernel(&minima, dtype.None)),
	backend.Reduce(ops.Prod, reduceKernel(&prods, dtype.Numeric&^dtype.Narrow)),
	backend.Reduce(ops.Std, ofIntegers(spreadIntegers(true), reduceKernel(&deviations, dtype.None))),
	backend.Reduce(ops.Sum, reduceKernel(&sums, dtype.Numeric&^dtype.Narrow)),
	backend.Reduce(ops.Var, ofIntegers(spreadIntegers(false), reduceKernel(&variances, dtype.None))),
})

// A reduceFunc fills z, which is contiguous.
type reduceFunc func(z, x *Buffer, a backend.ReduceAttrs)

// reduceFuncs holds a reduction's code by the dtype that it is computed in.
type reduceFuncs [dtype.Count]reduceFunc

// reduceKernel is the kernel of reducers. Those for the dtypes of casting take x of any dtype.
func reduceKernel(table *reduceFuncs, casting dtype.Set) backend.ReduceKernel {
	return func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (result backend.Buffer, err error) {
		defer catchShortage(&result, &err)
		z, err := newResult(out)
		if err != nil {
			return nil, err
		}
		b := x.(*Buffer)
		in := computeDtype(out, b)
		if b.Dtype != in && !casting.Has(in) {
			c, err := cast(backend.Spec{Dtype: in, Shape: b.Shape}, b)
			if err != nil {
				return nil, err
			}
			defer release(c.(*Buffer))
			b = c.(*Buffer)
		}
		table[in](z, b, a)
		return z, nil
	}
}

// ofIntegers is the kernel k, but of integers and bools f fills a result of floats.
func ofIntegers(f func(z, x *Buffer, a backend.ReduceAttrs) error, k backend.ReduceKernel) backend.ReduceKernel {
	return func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (result backend.Buffer, err error) {
		b := x.(*Buffer)
		if dtype.Inexact.Has(b.Dtype) || !out.Dtype.IsFloat() {
			return k(out, x, a)
		}
		defer catchShortage(&result, &err)
		z, err := newResult(out)
		if err == nil {
			err = f(z, b, a)
		}
		if err != nil {
			return nil, err
		}
		return z, nil
	}
}

var (
	sums = reduceFuncs{dtype.Bool: logical[uint8](0),
		dtype.Uint8: direct(adding[uint8]()), dtype.Uint16: direct(adding[uint16]()), dtype.Uint32: direct(adding[uint32]()), dtype.Uint64: direct(adding[uint64]()),
		dtype.Int8: direct(adding[int8]()), dtype.Int16: direct(adding[int16]()), dtype.Int32: direct(adding[int32]()), dtype.Int64: direct(adding[int64]()),
		dtype.BFloat16: narrow(adding[float32]()), dtype.Float16: narrow(adding[float32]()),
		dtype.Float32: direct(adding[float32]()), dtype.Float64: direct(adding[float64]()),
		dtype.Complex64: direct(adding[complex64]()), dtype.Complex128: direct(adding[complex128]())}

	prods = reduceFuncs{dtype.Bool: logical[uint8](1),
		dtype.Uint8: direct(multiplying[uint8]()), dtype.Uint16: direct(multiplying[uint16]()), dtype.Uint32: direct(multiplying[uint32]()), dtype.Uint64: direct(multiplying[uint64]()),
		dtype.Int8: direct(multiplying[int8]()), dtype.Int16: direct(multiplying[int16]()), dtype.Int32: direct(multiplying[int32]()), dtype.Int64: direct(multiplying[int64]()),
		dtype.BFloat16: narrow(multiplying[float32]()), dtype.Float16: narrow(multiplying[float32]()),
		dtype.Float32: direct(multiplying[float32]()), dtype.Float64: direct(multiplying[float64]()),
		dtype.Complex64: direct(multiplying[complex64]()), dtype.Complex128: direct(multiplying[complex128]())}

	maxima = reduceFuncs{dtype.Bool: logical[uint8](0),
		dtype.Uint8: direct(greatest[uint8]()), dtype.Uint16: direct(greatest[uint16]()), dtype.Uint32: direct(greatest[uint32]()), dtype.Uint64: direct(greatest[uint64]()),
		dtype.Int8: direct(greatest[int8]()), dtype.Int16: direct(greatest[int16]()), dtype.Int32: direct(greatest[int32]()), dtype.Int64: direct(greatest[int64]()),
		dtype.BFloat16: narrow(greatestFloat[float32]()), dtype.Float16: narrow(greatestFloat[float32]()),
		dtype.Float32: direct(greatestFloat[float32]()), dtype.Float64: direct(greatestFloat[float64]())}

	minima = reduceFuncs{dtype.Bool: logical[uint8](1),
		dtype.Uint8: direct(least[uint8]()), dtype.Uint16: direct(least[uint16]()), dtype.Uint32: direct(least[uint32]()), dtype.Uint64: direct(least[uint64]()),
		dtype.Int8: direct(least[int8]()), dtype.Int16: direct(least[int16]()), dtype.Int32: direct(least[int32]()), dtype.Int64: direct(least[int64]()),
		dtype.BFloat16: narrow(leastFloat[float32]()), dtype.Float16: narrow(leastFloat[float32]()),
		dtype.Float32: direct(leastFloat[float32]()), dtype.Float64: direct(leastFloat[float64]())}

	means = reduceFuncs{dtype.BFloat16: averagingNarrow(adding[float32]()), dtype.Float16: averagingNarrow(adding[float32]()), dtype.Float32: averaging(adding[float32]()), dtype.Float64: averaging(adding[float64]()),
		dtype.Complex64: averaging(adding[complex64]()), dtype.Complex128: averaging(adding[complex128]())}

	variances = reduceFuncs{dtype.BFloat16: variance[float32, float32], dtype.Float16: variance[float32, float32],
		dtype.Float32: variance[float32, float32], dtype.Float64: variance[float64, float64],
		dtype.Complex64: variance[complex64, float32], dtype.Complex128: variance[complex128, float64]}

	deviations = reduceFuncs{dtype.BFloat16: deviation[float32, float32], dtype.Float16: deviation[float32, float32],
		dtype.Float32: deviation[float32, float32], dtype.Float64: deviation[float64, float64],
		dtype.Complex64: deviation[complex64, float32], dtype.Complex128: deviation[complex128, float64]}
)

// short reports whether x is reduced as a whole, lies in one run and is a single
// block: then a fold's run has the result, and nothing is allocated for it.
func short(x *Buffer, a backend.ReduceAttrs) bool {
	const few = blockLen
	return len(a.Axes) == len(x.Shape) && x.len() <= few && x.len() > 0 && x.contiguous()
}

// direct is the reducer that folds x's own elements, or as z's dtype those of another.
func direct[A element](f reduction[A]) reduceFunc {
	return func(z, x *Buffer, a backend.ReduceAttrs) {
		if x.Dtype != z.Dtype && short(x, a) {
			block, n := blockPool.Get().(*Buffer), x.len()
			block.Dtype = z.Dtype
			castLoops[x.Dtype][z.Dtype].run(span{block, 0, n}, spans{{x, x.Offset, n}})
			f.one(flat[A](z), elems[A](block)[:n])
			blockPool.Put(block)
			return
		}
		if x.Dtype != z.Dtype {
			g, s := f.as(x, z.Dtype)
			g.over(flat[A](z), s, x.Offset, spansOf(x, a.Axes))
			return
		}
		if short(x, a) {
			f.one(flat[A](z), flat[A](x))
			return
		}
		f.over(flat[A](z), source[A]{xs: elems[A](x)}, x.Offset, spansOf(x, a.Axes))
	}
}

// as returns f for x's elements as dtype d, whose Go type is A, and their source.
func (f *reduction[A]) as(x *Buffer, d dtype.Dtype) (reduction[A], source[A]) {
	g, s := *f, castSource[A](x, d)
	if f.widen == nil || !f.widen(&s, x) {
		g.cost += castLoops[x.Dtype][d].cost
	}
	return g, s
}

// castSource is the source of x's elements as dtype d, whose Go type is A.
func castSource[A element](x *Buffer, d dtype.Dtype) source[A] {
	l := &castLoops[x.Dtype][d]
	return source[A]{load: func(dst []A, at, step, _, _ int) {
		if len(dst) == 0 {
			return
		}
		z := headers.Get().(*Buffer)
		z.Dtype, z.Mem, z.Size = d, unsafe.Pointer(&dst[0]), len(dst)
		if step == 1 {
			l.run(span{z, 0, len(dst)}, spans{{x, at, len(dst)}})
		} else {
			var r reader
			r.openLine(x, at, step, len(dst))
			for i := 0; i < len(dst); i += blockLen {
				n := min(blockLen, len(dst)-i)
				l.run(span{z, i, n}, spans{r.next(n)})
			}
			r.close()
		}
		z.Mem = nil
		headers.Put(z)
	}}
}

// headers are Buffers without memory.
var headers = sync.Pool{New: func() any { return new(Buffer) }}

// narrow is the reducer of the 16-bit floats, which folds in float32 and rounds once.
func narrow(f reduction[float32]) reduceFunc {
	return func(z, x *Buffer, a backend.ReduceAttrs) {
		out := temporary[float32](z.len())
		f.over(out, f.narrowSource(x), x.Offset, spansOf(x, a.Axes))
		storeNarrow(z, 0, out)
	}
}

// wideSource is the source of a 16-bit float array's values in float32.
func wideSource(x *Buffer) source[float32] {
	xs, widen := elems[uint16](x), widening(x.Dtype)
	return source[float32]{load: func(dst []float32, at, step, _, _ int) { widen(dst, xs, at, step) }}
}

// narrowSource is wideSource for f.
func (f *reduction[A]) narrowSource(x *Buffer) source[A] {
	s := any(wideSource(x)).(source[A])
	wide := &f.halves
	if x.Dtype == dtype.BFloat16 {
		wide = &f.brain
	}
	if wide.OK() {
		xs := elems[uint16](x)
		s.lines = func(z []A, at, n, step, _, _ int) { wide.Lines(z, xs, at, n, step) }
		s.far = true
		s.across = func(acc []A, at, rows, step, _ int) int { return wide.Rows(acc, xs, at, rows, step) }
	}
	return s
}

// widening returns the function that fills dst with the values of the 16-bit
// floats in xs at, at+step, ….
func widening(d dtype.Dtype) func(dst []float32, xs []uint16, at, step int) {
	if d == dtype.BFloat16 {
		return gatherBrains
	}
	return gatherHalves
}

func gatherBrains(dst []float32, xs []uint16, at, step int) {
	for i := range dst {
		dst[i] = math.Float32frombits(uint32(xs[at]) << 16)
		at += step
	}
}

func gatherHalves(dst []float32, xs []uint16, at, step int) {
	for i := range dst {
		dst[i] = halfValue(xs[at])
		at += step
	}
}

// halfValue returns the value of a float16.
func halfValue(h uint16) float32 {
	const bias = (127 - 15) << 23 // what the exponents differ by
	sign, u := uint32(h&0x8000)<<16, uint32(h&0x7fff)<<13
	switch {
	case h&0x7c00 == 0: // 0, or subnormal: a multiple of 2⁻²⁴
		return math.Float32frombits(math.Float32bits(float32(h&0x3ff)*0x1p-24) | sign)
	case h&0x7c00 == 0x7c00: // infinite, or NaN
		return math.Float32frombits(u + 2*bias | sign)
	}
	return math.Float32frombits(u + bias | sign)
}

// storeNarrow rounds xs into z's elements from the i-th on.
func storeNarrow(z *Buffer, i int, xs []float32) {
	zs := flat[uint16](z)[i : i+len(xs)]
	if z.Dtype == dtype.BFloat16 {
		for i, v := range xs {
			zs[i] = uint16(dtype.BrainFromFloat32(v))
		}
		return
	}
	for i, v := range xs {
		zs[i] = uint16(dtype.HalfFromFloat32(v))
	}
}

// reduced returns how many elements of x make one of the result.
func reduced(x *Buffer, axes []int) int {
	n := 1
	for _, a := range axes {
		n *= x.Shape[a]
	}
	return n
}

func averaging[A float32 | float64 | complex64 | complex128](f reduction[A]) reduceFunc {
	add := direct(f)
	return func(z, x *Buffer, a backend.ReduceAttrs) {
		add(z, x, a)
		divide(flat[A](z), float64(reduced(x, a.Axes)))
	}
}

func averagingNarrow(f reduction[float32]) reduceFunc {
	return func(z, x *Buffer, a backend.ReduceAttrs) {
		out := temporary[float32](z.len())
		f.over(out, f.narrowSource(x), x.Offset, spansOf(x, a.Axes))
		divide(out, float64(reduced(x, a.Axes)))
		storeNarrow(z, 0, out)
	}
}

// divide divides by n, complex numbers part by part.
func divide[A float32 | float64 | complex64 | complex128](xs []A, n float64) {
	switch xs := any(xs).(type) {
	case []float32:
		for i := range xs {
			xs[i] /= float32(n)
		}
	case []float64:
		for i := range xs {
			xs[i] /= n
		}
	case []complex64:
		for i, v := range xs {
			xs[i] = complex(real(v)/float32(n), imag(v)/float32(n))
		}
	case []complex128:
		for i, v := range xs {
			xs[i] = complex(real(v)/n, imag(v)/n)
		}
	}
}

// A is the type that x is added up in, P that of its parts.
func variance[A float32 | float64 | complex64 | complex128, P float](z, x *Buffer, a backend.ReduceAttrs) {
	store(z, squares[A, P](z.len(), x, a))
}

func deviation[A float32 | float64 | complex64 | complex128, P float](z, x *Buffer, a backend.ReduceAttrs) {
	out := squares[A, P](z.len(), x, a)
	for i, v := range out {
		out[i] = P(math.Sqrt(float64(v)))
	}
	store(z, out)
}

// store fills z, whose dtype is P or a 16-bit float.
func store[P float](z *Buffer, xs []P) {
	if dtype.Narrow.Has(z.Dtype) {
		storeNarrow(z, 0, any(xs).([]float32))
		return
	}
	copy(flat[P](z), xs)
}

// squares returns the mean squared distances to the mean.
func squares[A float32 | float64 | complex64 | complex128, P float](size int, x *Buffer, a backend.ReduceAttrs) []P {
	axes := spansOf(x, a.Axes)
	count := float64(reduced(x, a.Axes))
	mean := temporary[A](size)
	f := adding[A]()
	var s source[A]
	if dtype.Narrow.Has(x.Dtype) {
		s = f.narrowSource(x)
	} else {
		s.xs = elems[A](x)
	}
	f.over(mean, s, x.Offset, axes)
	divide(mean, count)

	out := temporary[P](size)
	d := adding[P]()
	far := source[P]{load: distances[P](x, any(mean))}
	wideDistances(&far, x, any(mean))
	if far.lines == nil {
		d.cost += 1
	}
	d.over(out, far, x.Offset, axes)
	n := count - a.Correction
	if n <= 0 {
		n = math.NaN() // Array API, var: too few elements have none (NumPy: infinite)
	}
	divide(out, n)
	return out
}

// values is the source of x's values in A, its own type or, for 16-bit floats, float32.
func values[A element](x *Buffer) source[A] {
	if dtype.Narrow.Has(x.Dtype) {
		return any(wideSource(x)).(source[A])
	}
	return source[A]{xs: elems[A](x)}
}

// distances returns the function that loads the squared distances of x's elements to the means.
func distances[P float](x *Buffer, means any) func(dst []P, at, step, mate, mateStep int) {
	var f any
	switch x.Dtype {
	case dtype.BFloat16, dtype.Float16:
		xs, ms, widen := elems[uint16](x), means.([]float32), widening(x.Dtype)
		f = func(dst []float32, at, step, mate, mateStep int) {
			widen(dst, xs, at, step)
			squareInto(dst, dst, 0, 1, ms, mate, mateStep)
		}
	case dtype.Float32:
		xs, ms := elems[float32](x), means.([]float32)
		f = func(dst []float32, at, step, mate, mateStep int) { squareInto(dst, xs, at, step, ms, mate, mateStep) }
	case dtype.Float64:
		xs, ms := elems[float64](x), means.([]float64)
		f = func(dst []float64, at, step, mate, mateStep int) { squareInto(dst, xs, at, step, ms, mate, mateStep) }
	case dtype.Complex64:
		xs, ms := elems[complex64](x), means.([]complex64)
		f = func(dst []float32, at, step, mate, mateStep int) {
			for i := range dst {
				d := xs[at] - ms[mate]
				dst[i] = float32(real(d)*real(d)) + float32(imag(d)*imag(d))
				at, mate = at+step, mate+mateStep
			}
		}
	case dtype.Complex128:
		xs, ms := elems[complex128](x), means.([]complex128)
		f = func(dst []float64, at, step, mate, mateStep int) {
			for i := range dst {
				d := xs[at] - ms[mate]
				dst[i] = float64(real(d)*real(d)) + float64(imag(d)*imag(d))
				at, mate = at+step, mate+mateStep
			}
		}
	}
	return f.(func(dst []P, at, step, mate, mateStep int))
}

// wideDistances gives s, which loads the squared distances of x's elements to means,
// loops that add them, where the machine has some.
func wideDistances[P float](s *source[P], x *Buffer, means any) {
	switch s := any(s).(type) {
	case *source[float32]:
		means, real := means.([]float32)
		switch {
		case !real:
		case x.Dtype == dtype.BFloat16:
			squareWith(s, &simd.SquaresBFloat16, elems[uint16](x), means)
		case x.Dtype == dtype.Float16:
			squareWith(s, &simd.SquaresFloat16, elems[uint16](x), means)
		default:
			squareWith(s, &simd.SquaresFloat32, elems[float32](x), means)
		}
	case *source[float64]:
		if means, real := means.([]float64); real {
			squareWith(s, &simd.SquaresFloat64, elems[float64](x), means)
		}
	}
}

func squareWith[P float, X element](s *source[P], f *simd.Squares[P, X], xs []X, means []P) {
	if !f.OK() {
		return
	}
	s.lines = func(z []P, at, n, step, mate, mateStep int) { f.Lines(z, xs, at, n, step, means, mate, mateStep) }
	s.far = true
	s.across = func(acc []P, at, rows, step, mate int) int {
		return f.Rows(acc, xs, at, rows, step, means[mate:mate+len(acc)])
	}
}

func squareInto[P float](dst, xs []P, at, step int, means []P, mate, mateStep int) {
	if mateStep == 0 {
		m := means[mate]
		for i := range dst {
			d := xs[at] - m
			dst[i] = d * d
			at += step
		}
		return
	}
	for i := range dst {
		d := xs[at] - means[mate]
		dst[i] = d * d
		at, mate = at+step, mate+mateStep
	}
}
