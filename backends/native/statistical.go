package native

import (
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var statisticalKernels = []backend.Entry{
	backend.Scan(ops.CumulativeProd, scanning(&cumulativeProds)),
	backend.Scan(ops.CumulativeSum, scanning(&cumulativeSums)),
	backend.Reduce(ops.Max, reducing(&maxima)),
	backend.Reduce(ops.Mean, reducing(&means)),
	backend.Reduce(ops.Min, reducing(&minima)),
	backend.Reduce(ops.Prod, reducing(&prods)),
	backend.Reduce(ops.Std, reducing(&deviations)),
	backend.Reduce(ops.Sum, reducing(&sums)),
	backend.Reduce(ops.Var, reducing(&variances)),
}

// A reducer fills z, which is contiguous.
type reducer func(z, x *Buffer, a backend.ReduceAttrs)

// reducers holds a reduction's code by x's dtype.
type reducers [dtype.Count]reducer

func reducing(table *reducers) backend.ReduceKernel {
	return func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (backend.Buffer, error) {
		z, err := newBuffer(out)
		if err != nil {
			return nil, err
		}
		b := x.(*Buffer)
		table[b.dt](z, b, a)
		return z, nil
	}
}

var (
	sums = reducers{dtype.Bool: anyTrue[uint8],
		dtype.Uint8: sum[uint8], dtype.Uint16: sum[uint16], dtype.Uint32: sum[uint32], dtype.Uint64: sum[uint64],
		dtype.Int8: sum[int8], dtype.Int16: sum[int16], dtype.Int32: sum[int32], dtype.Int64: sum[int64],
		dtype.BFloat16: narrow(adding[float32]), dtype.Float16: narrow(adding[float32]),
		dtype.Float32: sum[float32], dtype.Float64: sum[float64],
		dtype.Complex64: sum[complex64], dtype.Complex128: sum[complex128]}

	prods = reducers{dtype.Bool: allTrue[uint8],
		dtype.Uint8: prod[uint8], dtype.Uint16: prod[uint16], dtype.Uint32: prod[uint32], dtype.Uint64: prod[uint64],
		dtype.Int8: prod[int8], dtype.Int16: prod[int16], dtype.Int32: prod[int32], dtype.Int64: prod[int64],
		dtype.BFloat16: narrow(multiplying[float32]), dtype.Float16: narrow(multiplying[float32]),
		dtype.Float32: prod[float32], dtype.Float64: prod[float64],
		dtype.Complex64: prod[complex64], dtype.Complex128: prod[complex128]}

	maxima = reducers{dtype.Bool: anyTrue[uint8],
		dtype.Uint8: maximum[uint8], dtype.Uint16: maximum[uint16], dtype.Uint32: maximum[uint32], dtype.Uint64: maximum[uint64],
		dtype.Int8: maximum[int8], dtype.Int16: maximum[int16], dtype.Int32: maximum[int32], dtype.Int64: maximum[int64],
		dtype.BFloat16: narrow(greatestFloat[float32]), dtype.Float16: narrow(greatestFloat[float32]),
		dtype.Float32: maximumFloat[float32], dtype.Float64: maximumFloat[float64]}

	minima = reducers{dtype.Bool: allTrue[uint8],
		dtype.Uint8: minimum[uint8], dtype.Uint16: minimum[uint16], dtype.Uint32: minimum[uint32], dtype.Uint64: minimum[uint64],
		dtype.Int8: minimum[int8], dtype.Int16: minimum[int16], dtype.Int32: minimum[int32], dtype.Int64: minimum[int64],
		dtype.BFloat16: narrow(leastFloat[float32]), dtype.Float16: narrow(leastFloat[float32]),
		dtype.Float32: minimumFloat[float32], dtype.Float64: minimumFloat[float64]}

	means = reducers{dtype.BFloat16: meanNarrow, dtype.Float16: meanNarrow, dtype.Float32: mean[float32], dtype.Float64: mean[float64],
		dtype.Complex64: mean[complex64], dtype.Complex128: mean[complex128]}

	variances = reducers{dtype.BFloat16: variance[float32, float32], dtype.Float16: variance[float32, float32],
		dtype.Float32: variance[float32, float32], dtype.Float64: variance[float64, float64],
		dtype.Complex64: variance[complex64, float32], dtype.Complex128: variance[complex128, float64]}

	deviations = reducers{dtype.BFloat16: deviation[float32, float32], dtype.Float16: deviation[float32, float32],
		dtype.Float32: deviation[float32, float32], dtype.Float64: deviation[float64, float64],
		dtype.Complex64: deviation[complex64, float32], dtype.Complex128: deviation[complex128, float64]}
)

type (
	integer interface {
		uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64
	}
	float     interface{ float32 | float64 }
	numerical interface {
		integer | float | complex64 | complex128
	}
)

// short reports whether x is reduced as a whole, lies in one run and is a single
// block: then a fold's run has the result, and nothing is allocated for it.
func short(x *Buffer, a backend.ReduceAttrs) bool {
	return len(a.Axes) == len(x.shape) && x.len() <= foldLen && x.len() > 0 && x.contiguous()
}

func sum[A numerical](z, x *Buffer, a backend.ReduceAttrs) {
	if short(x, a) {
		flat[A](z)[0] = addRun(flat[A](x))
		return
	}
	f := adding[A]()
	f.over(flat[A](z), source[A]{xs: elems[A](x)}, x.offset, spansOf(x, a.Axes))
}

func prod[A numerical](z, x *Buffer, a backend.ReduceAttrs) {
	if short(x, a) {
		flat[A](z)[0] = multiplyRun(flat[A](x))
		return
	}
	f := multiplying[A]()
	f.over(flat[A](z), source[A]{xs: elems[A](x)}, x.offset, spansOf(x, a.Axes))
}

func maximum[A integer](z, x *Buffer, a backend.ReduceAttrs) {
	if short(x, a) {
		flat[A](z)[0] = greatestInts(flat[A](x))
		return
	}
	f := greatest[A]()
	f.over(flat[A](z), source[A]{xs: elems[A](x)}, x.offset, spansOf(x, a.Axes))
}

func minimum[A integer](z, x *Buffer, a backend.ReduceAttrs) {
	if short(x, a) {
		flat[A](z)[0] = leastInts(flat[A](x))
		return
	}
	f := least[A]()
	f.over(flat[A](z), source[A]{xs: elems[A](x)}, x.offset, spansOf(x, a.Axes))
}

func maximumFloat[A float](z, x *Buffer, a backend.ReduceAttrs) {
	if short(x, a) {
		flat[A](z)[0] = greatestRun(flat[A](x))
		return
	}
	f := greatestFloat[A]()
	f.over(flat[A](z), source[A]{xs: elems[A](x)}, x.offset, spansOf(x, a.Axes))
}

func minimumFloat[A float](z, x *Buffer, a backend.ReduceAttrs) {
	if short(x, a) {
		flat[A](z)[0] = leastRun(flat[A](x))
		return
	}
	f := leastFloat[A]()
	f.over(flat[A](z), source[A]{xs: elems[A](x)}, x.offset, spansOf(x, a.Axes))
}

// narrow is a reducer of the 16-bit floats, which folds in float32 and rounds once.
func narrow(folding func() fold[float32]) reducer {
	return func(z, x *Buffer, a backend.ReduceAttrs) {
		f := folding()
		out := make([]float32, z.len())
		f.over(out, wideSource(x), x.offset, spansOf(x, a.Axes))
		storeNarrow(z, 0, out)
	}
}

// wideSource is the source of a 16-bit float array's values in float32.
func wideSource(x *Buffer) source[float32] {
	xs, widen := elems[uint16](x), widening(x.dt)
	return source[float32]{load: func(dst []float32, at, step, _, _ int) { widen(dst, xs, at, step) }}
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

// halfValue returns the value of a float16. The exponent is moved by a product with
// 2¹¹², which brings subnormals out right as well.
func halfValue(h uint16) float32 {
	u := uint32(h)
	f := math.Float32frombits(u&0x7fff<<13) * 0x1p112
	v := math.Float32bits(f) | u&0x8000<<16
	if u&0x7c00 == 0x7c00 {
		v |= 0x7f800000
	}
	return math.Float32frombits(v)
}

// storeNarrow rounds xs into z's elements from the i-th on.
func storeNarrow(z *Buffer, i int, xs []float32) {
	zs := flat[uint16](z)[i : i+len(xs)]
	if z.dt == dtype.BFloat16 {
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
		n *= x.shape[a]
	}
	return n
}

func mean[A float32 | float64 | complex64 | complex128](z, x *Buffer, a backend.ReduceAttrs) {
	sum[A](z, x, a)
	divide(flat[A](z), float64(reduced(x, a.Axes)))
}

func meanNarrow(z, x *Buffer, a backend.ReduceAttrs) {
	f := adding[float32]()
	out := make([]float32, z.len())
	f.over(out, wideSource(x), x.offset, spansOf(x, a.Axes))
	divide(out, float64(reduced(x, a.Axes)))
	storeNarrow(z, 0, out)
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
	if dtype.Narrow.Has(z.dt) {
		storeNarrow(z, 0, any(xs).([]float32))
		return
	}
	copy(flat[P](z), xs)
}

// squares returns the mean squared distances to the mean.
func squares[A float32 | float64 | complex64 | complex128, P float](n int, x *Buffer, a backend.ReduceAttrs) []P {
	axes := spansOf(x, a.Axes)
	count := float64(reduced(x, a.Axes))
	s := values[A](x)
	mean := make([]A, n)
	f := adding[A]()
	f.over(mean, s, x.offset, axes)
	divide(mean, count)

	out := make([]P, n)
	d := adding[P]()
	d.cost += 1
	d.over(out, source[P]{load: distances[P](x, any(mean))}, x.offset, axes)
	// max for what NumPy does: a sum of squares over nothing is infinite, or NaN.
	divide(out, max(count-a.Correction, 0))
	return out
}

// values is the source of x's values in A, its own type or, for 16-bit floats, float32.
func values[A element](x *Buffer) source[A] {
	if dtype.Narrow.Has(x.dt) {
		return any(wideSource(x)).(source[A])
	}
	return source[A]{xs: elems[A](x)}
}

// distances returns the function that loads the squared distances of x's elements to the means.
func distances[P float](x *Buffer, means any) func(dst []P, at, step, mate, mateStep int) {
	var f any
	switch x.dt {
	case dtype.BFloat16, dtype.Float16:
		xs, ms, widen := elems[uint16](x), means.([]float32), widening(x.dt)
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
