package order

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Elements that are scattered, several of which may be for one place.

var scatterKernels = []backend.Entry{
	backend.Layer(ops.ScatterReduced, scatterReduced),
}

func scatterReduced(out backend.Spec, xs []backend.Buffer, a backend.ScatterAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	bs := make([]*array.Buffer, len(xs))
	for i, x := range xs {
		if bs[i], err = array.Compact(out.Stop, x.(*array.Buffer)); err != nil {
			return nil, err
		}
	}
	rows, err := rowsOf(out.Stop, bs[0], a)
	if err != nil {
		return nil, err
	}
	z, err := array.NewBuffer(out)
	if err != nil {
		return nil, err
	}
	if a.Initial {
		array.CopyInto(out.Stop, z, bs[2])
	}
	s := scatterer{out.Stop, rows, a, out.Shape[0], out.Shape[1]}
	switch u := bs[1]; u.Dtype {
	case dtype.Bool:
		scatterBools(s, array.Flat[uint8](z), array.Flat[uint8](u))
	case dtype.Uint8:
		scatterReal(s, array.Flat[uint8](z), array.Flat[uint8](u))
	case dtype.Uint16:
		scatterReal(s, array.Flat[uint16](z), array.Flat[uint16](u))
	case dtype.Uint32:
		scatterReal(s, array.Flat[uint32](z), array.Flat[uint32](u))
	case dtype.Uint64:
		scatterReal(s, array.Flat[uint64](z), array.Flat[uint64](u))
	case dtype.Int8:
		scatterReal(s, array.Flat[int8](z), array.Flat[int8](u))
	case dtype.Int16:
		scatterReal(s, array.Flat[int16](z), array.Flat[int16](u))
	case dtype.Int32:
		scatterReal(s, array.Flat[int32](z), array.Flat[int32](u))
	case dtype.Int64:
		scatterReal(s, array.Flat[int64](z), array.Flat[int64](u))
	case dtype.Float32:
		scatterReal(s, array.Flat[float32](z), array.Flat[float32](u))
	case dtype.Float64:
		scatterReal(s, array.Flat[float64](z), array.Flat[float64](u))
	case dtype.Float16:
		scatterNarrow(s, array.Flat[dtype.Half](z), array.Flat[dtype.Half](u), dtype.HalfFromFloat32)
	case dtype.BFloat16:
		scatterNarrow(s, array.Flat[dtype.Brain](z), array.Flat[dtype.Brain](u), dtype.BrainFromFloat32)
	case dtype.Complex64:
		scatterNumbers(s, array.Flat[complex64](z), array.Flat[complex64](u))
	case dtype.Complex128:
		scatterNumbers(s, array.Flat[complex128](z), array.Flat[complex128](u))
	}
	return z, nil
}

// rowsOf returns the number of the row that each row of indices names, −1 for those that are left out. Of one axis
// without negative indices these are the indices themselves.
func rowsOf(stop *backend.Stop, idx *array.Buffer, a backend.ScatterAttrs) ([]int64, error) {
	is := array.Flat[int64](idx)
	m, k := idx.Shape[0], idx.Shape[1]
	if k == 1 {
		n := int64(a.Lens[0])
		i := 0
		for i < m && uint64(is[i]) < uint64(n) {
			i++
		}
		if i == m {
			return is, nil
		}
	}
	rows := array.Temporary[int64](m)
	for j := range m {
		look(stop, j)
		row := int64(0)
		for axis, i := range is[j*k : (j+1)*k] {
			n := int64(a.Lens[axis])
			switch {
			case i < 0 && a.Drop:
				row = -1
			case i < -n || i >= n:
				return nil, &backend.IndexError{Index: int(i), Axis: axis, Len: int(n)}
			case i < 0:
				row = row*n + i + n
			default:
				row = row*n + i
			}
		}
		rows[j] = row
	}
	return rows, nil
}

// A scatterer scatters rows of r elements into n rows.
type scatterer struct {
	stop *backend.Stop
	rows []int64
	how  backend.ScatterAttrs
	n, r int
}

// fresh returns which rows of the result nothing has been written to yet, nil if what is there counts.
func (s *scatterer) fresh() []bool {
	if s.how.Initial || s.how.How == "sum" || s.how.How == "replace" {
		return nil
	}
	first := array.Temporary[bool](s.n)
	for i := range first {
		first[i] = true
	}
	return first
}

// each combines rows of x with those of z by f.
func each[T any](s scatterer, z, x []T, f func(dst, src []T)) {
	first := s.fresh()
	r := s.r
	for j, row := range s.rows {
		look(s.stop, j*max(r, 1))
		if row < 0 {
			continue
		}
		dst, src := z[int(row)*r:(int(row)+1)*r], x[j*r:(j+1)*r]
		if first != nil && first[row] {
			first[row] = false
			copy(dst, src)
			continue
		}
		f(dst, src)
	}
}

// sumOf adds up rows of one element.
func sumOf[T array.Number](s scatterer, z, x []T) {
	x = x[:len(s.rows)]
	for j, row := range s.rows {
		look(s.stop, j)
		if row >= 0 {
			z[row] += x[j]
		}
	}
}

// scatterNumbers scatters what has no order.
func scatterNumbers[T array.Number](s scatterer, z, x []T) {
	switch {
	case s.how.How == "replace":
		each(s, z, x, func(dst, src []T) { copy(dst, src) })
	case s.how.How == "mul":
		each(s, z, x, func(dst, src []T) {
			for i, v := range src {
				dst[i] *= v
			}
		})
	case s.r == 1:
		sumOf(s, z, x)
	default:
		each(s, z, x, func(dst, src []T) {
			for i, v := range src {
				dst[i] += v
			}
		})
	}
}

func scatterReal[T array.Real](s scatterer, z, x []T) {
	switch s.how.How {
	case "min":
		each(s, z, x, func(dst, src []T) {
			for i, v := range src {
				dst[i] = min(dst[i], v)
			}
		})
	case "max":
		each(s, z, x, func(dst, src []T) {
			for i, v := range src {
				dst[i] = max(dst[i], v)
			}
		})
	default:
		scatterNumbers(s, z, x)
	}
}

// scatterBools scatters bools, whose sum is whether one is true and whose product whether all are.
func scatterBools(s scatterer, z, x []uint8) {
	if s.how.How == "sum" {
		s.how.How = "max"
		first := s.how.Initial
		s.how.Initial = true // zeros count
		scatterReal(s, z, x)
		s.how.Initial = first
		return
	}
	if s.how.How == "mul" {
		s.how.How = "min"
	}
	scatterReal(s, z, x)
}

// scatterNarrow scatters floats of 16 bits, in float32.
func scatterNarrow[T interface {
	~uint16
	Float32() float32
}](s scatterer, z, x []T, from func(float32) T) {
	wide := func(x []T) []float32 {
		y := array.Temporary[float32](len(x))
		for i, v := range x {
			look(s.stop, i)
			y[i] = v.Float32()
		}
		return y
	}
	sums := wide(z)
	scatterReal(s, sums, wide(x))
	for i, v := range sums {
		look(s.stop, i)
		z[i] = from(v)
	}
}
