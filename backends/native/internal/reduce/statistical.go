package reduce

import (
	"math"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var statisticalKernels = backend.Casting([]backend.Entry{
	backend.Scan(ops.CumulativeProd, scanning(&cumulativeProds)),
	backend.Scan(ops.CumulativeSum, scanning(&cumulativeSums)),
	backend.Reduce(ops.Max, Kernel(&maxima, dtype.None)),
	backend.Reduce(ops.Mean, ofIntegers(averageIntegers, Kernel(&means, dtype.Numeric&^dtype.Narrow))),
	backend.Reduce(ops.Min, Kernel(&minima, dtype.None)),
	backend.Reduce(ops.Prod, Kernel(&prods, dtype.Numeric&^dtype.Narrow)),
	backend.Reduce(ops.Std, ofIntegers(spreadIntegers(true), Kernel(&deviations, dtype.None))),
	backend.Reduce(ops.Sum, Kernel(&sums, dtype.Numeric&^dtype.Narrow)),
	backend.Reduce(ops.Var, ofIntegers(spreadIntegers(false), Kernel(&variances, dtype.None))),
})

// A Func fills z, which is contiguous.
type Func func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs)

// Funcs holds a reduction's code by the dtype that it is computed in.
type Funcs [dtype.Count]Func

// Kernel returns the kernel of a reduction with the functions of table. Those for the dtypes
// in casting take x of any dtype.
func Kernel(table *Funcs, casting dtype.Set) backend.ReduceKernel {
	return func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (result backend.Buffer, err error) {
		defer array.CatchShortage(&result, &err)
		z, err := array.NewResult(out)
		if err != nil {
			return nil, err
		}
		b := x.(*array.Buffer)
		in := elementwise.ComputeDtype(out, b)
		if b.Dtype != in && !casting.Has(in) {
			c, err := elementwise.Cast(backend.Spec{Dtype: in, Shape: b.Shape, Stop: out.Stop}, b)
			if err != nil {
				return nil, err
			}
			defer array.Release(c.(*array.Buffer))
			b = c.(*array.Buffer)
		}
		table[in](out.Stop, z, b, a)
		return z, nil
	}
}

// ofIntegers is the kernel k, but of integers and bools f fills a result of floats.
func ofIntegers(f func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) error, k backend.ReduceKernel) backend.ReduceKernel {
	return func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (result backend.Buffer, err error) {
		b := x.(*array.Buffer)
		if dtype.Inexact.Has(b.Dtype) || !out.Dtype.IsFloat() {
			return k(out, x, a)
		}
		defer array.CatchShortage(&result, &err)
		z, err := array.NewResult(out)
		if err == nil {
			err = f(out.Stop, z, b, a)
		}
		if err != nil {
			return nil, err
		}
		return z, nil
	}
}

var (
	sums = Funcs{dtype.Bool: logical[uint8](0),
		dtype.Uint8: direct(Sum[uint8]()), dtype.Uint16: direct(Sum[uint16]()), dtype.Uint32: direct(Sum[uint32]()), dtype.Uint64: direct(Sum[uint64]()),
		dtype.Int8: direct(Sum[int8]()), dtype.Int16: direct(Sum[int16]()), dtype.Int32: direct(Sum[int32]()), dtype.Int64: direct(Sum[int64]()),
		dtype.BFloat16: narrow(Sum[float32]()), dtype.Float16: narrow(Sum[float32]()),
		dtype.Float32: direct(Sum[float32]()), dtype.Float64: direct(Sum[float64]()),
		dtype.Complex64: direct(Sum[complex64]()), dtype.Complex128: direct(Sum[complex128]())}

	prods = Funcs{dtype.Bool: logical[uint8](1),
		dtype.Uint8: direct(Prod[uint8]()), dtype.Uint16: direct(Prod[uint16]()), dtype.Uint32: direct(Prod[uint32]()), dtype.Uint64: direct(Prod[uint64]()),
		dtype.Int8: direct(Prod[int8]()), dtype.Int16: direct(Prod[int16]()), dtype.Int32: direct(Prod[int32]()), dtype.Int64: direct(Prod[int64]()),
		dtype.BFloat16: narrow(Prod[float32]()), dtype.Float16: narrow(Prod[float32]()),
		dtype.Float32: direct(Prod[float32]()), dtype.Float64: direct(Prod[float64]()),
		dtype.Complex64: direct(Prod[complex64]()), dtype.Complex128: direct(Prod[complex128]())}

	maxima = Funcs{dtype.Bool: logical[uint8](0),
		dtype.Uint8: direct(Max[uint8]()), dtype.Uint16: direct(Max[uint16]()), dtype.Uint32: direct(Max[uint32]()), dtype.Uint64: direct(Max[uint64]()),
		dtype.Int8: direct(Max[int8]()), dtype.Int16: direct(Max[int16]()), dtype.Int32: direct(Max[int32]()), dtype.Int64: direct(Max[int64]()),
		dtype.BFloat16: narrow(MaxFloat[float32]()), dtype.Float16: narrow(MaxFloat[float32]()),
		dtype.Float32: direct(MaxFloat[float32]()), dtype.Float64: direct(MaxFloat[float64]())}

	minima = Funcs{dtype.Bool: logical[uint8](1),
		dtype.Uint8: direct(Min[uint8]()), dtype.Uint16: direct(Min[uint16]()), dtype.Uint32: direct(Min[uint32]()), dtype.Uint64: direct(Min[uint64]()),
		dtype.Int8: direct(Min[int8]()), dtype.Int16: direct(Min[int16]()), dtype.Int32: direct(Min[int32]()), dtype.Int64: direct(Min[int64]()),
		dtype.BFloat16: narrow(MinFloat[float32]()), dtype.Float16: narrow(MinFloat[float32]()),
		dtype.Float32: direct(MinFloat[float32]()), dtype.Float64: direct(MinFloat[float64]())}

	means = Funcs{dtype.BFloat16: averagingNarrow(Sum[float32]()), dtype.Float16: averagingNarrow(Sum[float32]()), dtype.Float32: averaging(Sum[float32]()), dtype.Float64: averaging(Sum[float64]()),
		dtype.Complex64: averaging(Sum[complex64]()), dtype.Complex128: averaging(Sum[complex128]())}

	variances = Funcs{dtype.BFloat16: variance[float32, float32], dtype.Float16: variance[float32, float32],
		dtype.Float32: variance[float32, float32], dtype.Float64: variance[float64, float64],
		dtype.Complex64: variance[complex64, float32], dtype.Complex128: variance[complex128, float64]}

	deviations = Funcs{dtype.BFloat16: deviation[float32, float32], dtype.Float16: deviation[float32, float32],
		dtype.Float32: deviation[float32, float32], dtype.Float64: deviation[float64, float64],
		dtype.Complex64: deviation[complex64, float32], dtype.Complex128: deviation[complex128, float64]}
)

// short reports whether x is reduced as a whole, is contiguous and is a single
// block: then the reduction of that block is the result, and nothing is allocated for it.
func short(x *array.Buffer, a backend.ReduceAttrs) bool {
	const few = elementwise.BlockLen
	return len(a.Axes) == len(x.Shape) && x.Len() <= few && x.Len() > 0 && x.Contiguous()
}

// direct is the function that reduces x's own elements, or as z's dtype those of another.
func direct[A array.Element](f Reduction[A]) Func {
	return func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
		if x.Dtype != z.Dtype && short(x, a) {
			block, n := elementwise.BlockPool.Get().(*array.Buffer), x.Len()
			block.Dtype = z.Dtype
			elementwise.CastLoops[x.Dtype][z.Dtype].Run(elementwise.Span{Buffer: block, At: 0, N: n}, elementwise.Spans{{Buffer: x, At: x.Offset, N: n}})
			f.one(array.Flat[A](z), array.Elems[A](block)[:n])
			elementwise.BlockPool.Put(block)
			return
		}
		if x.Dtype != z.Dtype {
			g, s := f.as(x, z.Dtype)
			g.Over(array.Flat[A](z), s.Until(stop), x.Offset, SpansOf(x, a.Axes))
			return
		}
		if short(x, a) {
			f.one(array.Flat[A](z), array.Flat[A](x))
			return
		}
		f.Over(array.Flat[A](z), Source[A]{Elems: array.Elems[A](x), Stop: stop}, x.Offset, SpansOf(x, a.Axes))
	}
}

// as returns f for x's elements as dtype d, whose Go type is A, and their source.
func (f *Reduction[A]) as(x *array.Buffer, d dtype.Dtype) (Reduction[A], Source[A]) {
	g, s := *f, castSource[A](x, d)
	if f.widen == nil || !f.widen(&s, x) {
		g.Cost += elementwise.CastLoops[x.Dtype][d].Cost
	}
	return g, s
}

// castSource is the source of x's elements as dtype d, whose Go type is A.
func castSource[A array.Element](x *array.Buffer, d dtype.Dtype) Source[A] {
	l := &elementwise.CastLoops[x.Dtype][d]
	return Source[A]{Load: func(dst []A, at, step, _, _ int) {
		if len(dst) == 0 {
			return
		}
		z := headers.Get().(*array.Buffer)
		z.Dtype, z.Mem, z.Size = d, unsafe.Pointer(&dst[0]), len(dst)
		if step == 1 {
			l.Run(elementwise.Span{Buffer: z, At: 0, N: len(dst)}, elementwise.Spans{{Buffer: x, At: at, N: len(dst)}})
		} else {
			var r elementwise.Reader
			r.OpenRow(x, at, step, len(dst))
			for i := 0; i < len(dst); i += elementwise.BlockLen {
				n := min(elementwise.BlockLen, len(dst)-i)
				l.Run(elementwise.Span{Buffer: z, At: i, N: n}, elementwise.Spans{r.Next(n)})
			}
			r.Close()
		}
		z.Mem = nil
		headers.Put(z)
	}}
}

// headers are Buffers without memory.
var headers = sync.Pool{New: func() any { return new(array.Buffer) }}

// narrow is the function for the 16-bit floats, which reduces in float32 and rounds once.
func narrow(f Reduction[float32]) Func {
	return func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
		out, done := array.Scratch[float32](z.Len())
		defer done()
		f.Over(out, f.NarrowSource(x).Until(stop), x.Offset, SpansOf(x, a.Axes))
		storeNarrow(z, 0, out)
	}
}

// wideSource is the source of a 16-bit float array's values in float32.
func wideSource(x *array.Buffer) Source[float32] {
	xs, widen := array.Elems[uint16](x), widening(x.Dtype)
	return Source[float32]{Load: func(dst []float32, at, step, _, _ int) { widen(dst, xs, at, step) }}
}

// NarrowSource returns the source for f of a 16-bit float array's values in float32.
func (f *Reduction[A]) NarrowSource(x *array.Buffer) Source[A] {
	s := any(wideSource(x)).(Source[A])
	wide := &f.halves
	if x.Dtype == dtype.BFloat16 {
		wide = &f.brain
	}
	if wide.OK() {
		xs := array.Elems[uint16](x)
		s.Inner = func(z []A, at, n, step, _, _ int) { wide.Inner(z, xs, at, n, step) }
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
func storeNarrow(z *array.Buffer, i int, xs []float32) {
	zs := array.Flat[uint16](z)[i : i+len(xs)]
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
func reduced(x *array.Buffer, axes []int) int {
	n := 1
	for _, a := range axes {
		n *= x.Shape[a]
	}
	return n
}

func averaging[A float32 | float64 | complex64 | complex128](f Reduction[A]) Func {
	add := direct(f)
	return func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
		add(stop, z, x, a)
		Divide(array.Flat[A](z), float64(reduced(x, a.Axes)))
	}
}

func averagingNarrow(f Reduction[float32]) Func {
	return func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
		out, done := array.Scratch[float32](z.Len())
		defer done()
		f.Over(out, f.NarrowSource(x).Until(stop), x.Offset, SpansOf(x, a.Axes))
		Divide(out, float64(reduced(x, a.Axes)))
		storeNarrow(z, 0, out)
	}
}

// Divide divides by n, complex numbers part by part.
func Divide[A float32 | float64 | complex64 | complex128](xs []A, n float64) {
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

// variance fills z with the variances of x. A is the type that x is added up in, P that of its parts.
func variance[A float32 | float64 | complex64 | complex128, P array.Float](stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
	store(z, squares[A, P](stop, z.Len(), x, a))
}

func deviation[A float32 | float64 | complex64 | complex128, P array.Float](stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
	out := squares[A, P](stop, z.Len(), x, a)
	for i, v := range out {
		out[i] = P(math.Sqrt(float64(v)))
	}
	store(z, out)
}

// store fills z, whose dtype is P or a 16-bit float.
func store[P array.Float](z *array.Buffer, xs []P) {
	if dtype.Narrow.Has(z.Dtype) {
		storeNarrow(z, 0, any(xs).([]float32))
		return
	}
	copy(array.Flat[P](z), xs)
}

// squares returns the mean squared distances to the mean.
func squares[A float32 | float64 | complex64 | complex128, P array.Float](stop *backend.Stop, size int, x *array.Buffer, a backend.ReduceAttrs) []P {
	axes := SpansOf(x, a.Axes)
	count := float64(reduced(x, a.Axes))
	mean, done := array.Scratch[A](size)
	defer done()
	f := Sum[A]()
	var s Source[A]
	if dtype.Narrow.Has(x.Dtype) {
		s = f.NarrowSource(x)
	} else {
		s.Elems = array.Elems[A](x)
	}
	f.Over(mean, s.Until(stop), x.Offset, axes)
	Divide(mean, count)

	out := array.Temporary[P](size)
	d := Sum[P]()
	far := Source[P]{Load: distances[P](x, any(mean))}
	wideDistances(&far, x, any(mean))
	if far.Inner == nil {
		d.Cost += 1
	}
	d.Over(out, far.Until(stop), x.Offset, axes)
	n := count - a.Correction
	if n <= 0 {
		n = math.NaN() // Array API, var: too few elements have none (NumPy: infinite)
	}
	Divide(out, n)
	return out
}

// Values is the source of x's values in A, its own type or, for 16-bit floats, float32.
func Values[A array.Element](x *array.Buffer) Source[A] {
	if dtype.Narrow.Has(x.Dtype) {
		return any(wideSource(x)).(Source[A])
	}
	return Source[A]{Elems: array.Elems[A](x)}
}

// distances returns the function that loads the squared distances of x's elements to the means.
func distances[P array.Float](x *array.Buffer, means any) func(dst []P, at, step, outAt, outStep int) {
	var f any
	switch x.Dtype {
	case dtype.BFloat16, dtype.Float16:
		xs, ms, widen := array.Elems[uint16](x), means.([]float32), widening(x.Dtype)
		f = func(dst []float32, at, step, outAt, outStep int) {
			widen(dst, xs, at, step)
			SquareInto(dst, dst, 0, 1, ms, outAt, outStep)
		}
	case dtype.Float32:
		xs, ms := array.Elems[float32](x), means.([]float32)
		f = func(dst []float32, at, step, outAt, outStep int) { SquareInto(dst, xs, at, step, ms, outAt, outStep) }
	case dtype.Float64:
		xs, ms := array.Elems[float64](x), means.([]float64)
		f = func(dst []float64, at, step, outAt, outStep int) { SquareInto(dst, xs, at, step, ms, outAt, outStep) }
	case dtype.Complex64:
		xs, ms := array.Elems[complex64](x), means.([]complex64)
		f = func(dst []float32, at, step, outAt, outStep int) {
			for i := range dst {
				d := xs[at] - ms[outAt]
				dst[i] = float32(real(d)*real(d)) + float32(imag(d)*imag(d))
				at, outAt = at+step, outAt+outStep
			}
		}
	case dtype.Complex128:
		xs, ms := array.Elems[complex128](x), means.([]complex128)
		f = func(dst []float64, at, step, outAt, outStep int) {
			for i := range dst {
				d := xs[at] - ms[outAt]
				dst[i] = float64(real(d)*real(d)) + float64(imag(d)*imag(d))
				at, outAt = at+step, outAt+outStep
			}
		}
	}
	return f.(func(dst []P, at, step, outAt, outStep int))
}

// wideDistances gives s, which loads the squared distances of x's elements to means,
// loops that add them, where the machine has some.
func wideDistances[P array.Float](s *Source[P], x *array.Buffer, means any) {
	switch s := any(s).(type) {
	case *Source[float32]:
		means, real := means.([]float32)
		switch {
		case !real:
		case x.Dtype == dtype.BFloat16:
			squareWith(s, &simd.SquaresBFloat16, array.Elems[uint16](x), means)
		case x.Dtype == dtype.Float16:
			squareWith(s, &simd.SquaresFloat16, array.Elems[uint16](x), means)
		default:
			squareWith(s, &simd.SquaresFloat32, array.Elems[float32](x), means)
		}
	case *Source[float64]:
		if means, real := means.([]float64); real {
			squareWith(s, &simd.SquaresFloat64, array.Elems[float64](x), means)
		}
	}
}

func squareWith[P array.Float, X array.Element](s *Source[P], f *simd.Squares[P, X], xs []X, means []P) {
	if !f.OK() {
		return
	}
	s.Inner = func(z []P, at, n, step, outAt, outStep int) { f.Inner(z, xs, at, n, step, means, outAt, outStep) }
	s.far = true
	s.across = func(acc []P, at, rows, step, outAt int) int {
		return f.Rows(acc, xs, at, rows, step, means[outAt:outAt+len(acc)])
	}
}

// SquareInto sets dst to the squared distances of the elements xs[at], xs[at+step], … to
// means[outAt], means[outAt+outStep], ….
func SquareInto[P array.Float](dst, xs []P, at, step int, means []P, outAt, outStep int) {
	if outStep == 0 {
		m := means[outAt]
		for i := range dst {
			d := xs[at] - m
			dst[i] = d * d
			at += step
		}
		return
	}
	for i := range dst {
		d := xs[at] - means[outAt]
		dst[i] = d * d
		at, outAt = at+step, outAt+outStep
	}
}
