package move

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var creationKernels = []backend.Entry{
	backend.Fill(ops.Arange, arange),
	backend.Fill(ops.Eye, eye),
	backend.Fill(ops.Full, Full),
	backend.Fill(ops.Linspace, linspace),
}

// Full returns an array that is a.Value everywhere.
func Full(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
	z, err := array.NewResult(out)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	elementwise.StoreScalar(z, z.Offset, a.Value)
	switch z.Dtype.Size() {
	case 1:
		repeatFirst[uint8](z, out.Stop)
	case 2:
		repeatFirst[uint16](z, out.Stop)
	case 4:
		repeatFirst[uint32](z, out.Stop)
	case 8:
		repeatFirst[uint64](z, out.Stop)
	case 16:
		repeatFirst[complex128](z, out.Stop)
	}
	return z, nil
}

// repeatFirst sets all elements of z, which is contiguous, to the first.
func repeatFirst[T array.Element](z *array.Buffer, stop *backend.Stop) {
	zs := array.Flat[T](z)
	v := zs[0]
	array.Split(stop, len(zs), elementwise.CostFill(z.Dtype.Size()), func(lo, hi int) {
		array.Repeat(zs[lo:hi], v)
	})
}

func eye(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
	b, err := Full(out, backend.FillAttrs{Value: backend.IntScalar(0)})
	if err != nil {
		return nil, err
	}
	z := b.(*array.Buffer)
	rows, cols := z.Shape[0], z.Shape[1]
	if a.K <= -rows || a.K >= cols {
		return z, nil
	}
	one := backend.IntScalar(1)
	for i := max(0, -a.K); i < rows && i+a.K < cols; i++ {
		elementwise.StoreScalar(z, z.Offset+i*cols+i+a.K, one)
	}
	return z, nil
}

// arange computes integers in 64 bits, held in the dtype's range, and others in float64 or complex128
// with the step that NumPy takes, (start + step) − start: its second element is
// start + step exactly, and the others continue that distance.
func arange(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	n := z.Len()
	switch {
	case z.Dtype.IsComplex():
		start := a.Start.Complex128()
		step := start + a.Step.Complex128() - start
		series(z, out.Stop, elementwise.StoreComplexes, func(dst []complex128, at int) {
			for i := range dst {
				f := float64(at + i)
				dst[i] = complex(real(start)+float64(f*real(step)), imag(start)+float64(f*imag(step)))
			}
		})
	case a.Integral(z.Dtype, n):
		start, step := a.Start.Int64(), a.Step.Int64()
		lo, hi, first, last := a.Inside(z.Dtype, n)
		series(z, out.Stop, elementwise.StoreInts, func(dst []int64, at int) {
			for i := range dst {
				dst[i] = start + int64(at+i)*step
			}
			for i := range min(lo-at, len(dst)) {
				dst[i] = first.Int64()
			}
			for i := max(hi-at, 0); i < len(dst); i++ {
				dst[i] = last.Int64()
			}
		})
	default:
		start := a.Start.Float64()
		step := start + a.Step.Float64() - start
		series(z, out.Stop, elementwise.StoreFloats, func(dst []float64, at int) {
			for i := range dst {
				dst[i] = start + float64(float64(at+i)*step) // the conversion forbids a fused operation
			}
		})
	}
	return z, nil
}

// linspace computes what numpy.linspace does (numpy/_core/function_base.py of NumPy
// 2.0): multiples of the step before start is added; where the step underflows to
// zero, fractions of the distance instead. Integer dtypes truncate, as casts do here;
// NumPy takes the floor.
func linspace(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	n := z.Len()
	if n == 0 {
		return z, nil
	}
	div := n
	if a.Endpoint {
		div--
	}
	start, stop := a.Start.Complex128(), a.Stop.Complex128()
	re := progression(real(start), real(stop), div)
	if z.Dtype.IsComplex() {
		im := progression(imag(start), imag(stop), div)
		series(z, out.Stop, elementwise.StoreComplexes, func(dst []complex128, at int) {
			for i := range dst {
				dst[i] = complex(re(at+i), im(at+i))
			}
		})
	} else {
		series(z, out.Stop, elementwise.StoreFloats, func(dst []float64, at int) {
			for i := range dst {
				dst[i] = re(at + i)
			}
		})
	}
	if a.Endpoint && n > 1 {
		elementwise.StoreScalar(z, z.Offset+n-1, a.Stop)
	}
	return z, nil
}

// progression returns the function that gives value i of those from start to stop
// in div steps, or start if there are none.
func progression(start, stop float64, div int) func(i int) float64 {
	distance := stop - start
	steps := float64(div)
	step := distance / steps
	at := func(i int) float64 { return float64(float64(i)*step) + start }
	switch {
	case div == 0:
		at = func(int) float64 { return start }
	case step == 0:
		at = func(i int) float64 { return float64(float64(i)/steps*distance) + start }
	}
	return at
}

// dtypeOfSeries is the dtype of the values that series computes.
func dtypeOfSeries[V int64 | float64 | complex128]() dtype.Dtype {
	switch any(V(0)).(type) {
	case int64:
		return dtype.Int64
	case float64:
		return dtype.Float64
	}
	return dtype.Complex128
}

// series fills z with the values that fill computes, from index at on, and store rounds.
func series[V int64 | float64 | complex128](z *array.Buffer, stop *backend.Stop, store func(z *array.Buffer, at int, vs []V), fill func(dst []V, at int)) {
	array.Split(stop, z.Len(), 2, func(lo, hi int) {
		block := elementwise.BlockPool.Get().(*array.Buffer)
		defer elementwise.BlockPool.Put(block)
		block.Dtype = dtypeOfSeries[V]()
		cast := &elementwise.CastLoops[block.Dtype][z.Dtype]
		for ; lo < hi; lo += elementwise.BlockLen {
			n := min(elementwise.BlockLen, hi-lo)
			vs := array.Flat[V](block)[:n]
			fill(vs, lo)
			if cast.Run != nil {
				cast.Run(elementwise.Span{Buffer: z, At: z.Offset + lo, N: n}, elementwise.Spans{{Buffer: block, At: 0, N: n}})
			} else {
				store(z, z.Offset+lo, vs)
			}
		}
	})
}
