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
	bs, err := array.CompactAll(out.Stop, xs)
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
	s := &scatterer{stop: out.Stop, indices: array.Flat[int64](bs[0]), m: bs[0].Shape[0], k: bs[0].Shape[1], how: a, n: out.Shape[0], r: out.Shape[1]}
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
	if s.failed != nil {
		array.Release(z)
		return nil, s.failed
	}
	return z, nil
}

// A scatterer scatters m rows of r elements into n rows.
type scatterer struct {
	stop    *backend.Stop
	indices []int64 // (m, k)
	m, k    int
	how     backend.ScatterAttrs
	n, r    int
	failed  error // of an index that is out of range
}

// scatterBlock is for how many updates at most rows are looked up at a time.
const scatterBlock = 1 << 10

// rows returns the number of the row that each of updates lo … hi is for, −1 for those that are left out, in memory for as many. Of one axis
// without negative indices these are the indices themselves.
func (s *scatterer) rows(lo, hi int, rows []int64) ([]int64, error) {
	is := s.indices[lo*s.k : hi*s.k]
	if s.k == 1 {
		n := uint64(s.how.Lens[0])
		bad := false
		for _, i := range is {
			if uint64(i) >= n {
				bad = true
			}
		}
		if !bad {
			return is, nil
		}
	}
	rows = rows[:hi-lo]
	if lens := s.how.Lens; s.k == 2 {
		n, m := uint64(lens[0]), uint64(lens[1])
		bad := false
		for j := range rows {
			pair := is[2*j : 2*j+2]
			if uint64(pair[0]) >= n || uint64(pair[1]) >= m {
				bad = true
			}
			rows[j] = pair[0]*int64(m) + pair[1]
		}
		if !bad {
			return rows, nil
		}
	}
	for j := range rows {
		row := int64(0)
		for axis, i := range is[j*s.k : (j+1)*s.k] {
			n := int64(s.how.Lens[axis])
			switch {
			case i < 0 && s.how.Drop:
				row = -1
			case i < -n || i >= n || i < 0 && s.how.Positive:
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

// eachBlock calls f for blocks of updates, from number lo on, with the row of each. It uses one thread: several, with ranges of rows of their own, read
// all updates each, which takes as long.
func (s *scatterer) eachBlock(f func(lo int, rows []int64)) {
	var memory [scatterBlock]int64
	block := min(scatterBlock, max(1, array.BetweenStops/max(s.r, 1)))
	for lo := 0; lo < s.m; lo += block {
		s.stop.Check()
		rows, err := s.rows(lo, min(lo+block, s.m), memory[:])
		if err != nil {
			s.failed = err
			return
		}
		f(lo, rows)
	}
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
func each[T any](s *scatterer, z, x []T, f func(dst, src []T)) {
	first := s.fresh()
	r := s.r
	s.eachBlock(func(lo int, rows []int64) {
		for j, row := range rows {
			if row < 0 {
				continue
			}
			dst, src := z[int(row)*r:(int(row)+1)*r], x[(lo+j)*r:(lo+j+1)*r]
			if first != nil && first[row] {
				first[row] = false
				copy(dst, src)
				continue
			}
			f(dst, src)
		}
	})
}

// sumOf adds up rows of one element.
func sumOf[T array.Number](s *scatterer, z, x []T) {
	if s.k == 1 { // as far as indices are rows
		for more := true; more && s.m > 0; {
			stop := min(s.m, 1<<16)
			s.stop.Check()
			n := sumTo(z, x[:stop], s.indices[:stop])
			more = n == stop
			x, s.indices, s.m = x[n:], s.indices[n:], s.m-n
		}
	}
	s.eachBlock(func(lo int, rows []int64) {
		x := x[lo:][:len(rows)]
		for j, row := range rows {
			if uint64(row) < uint64(len(z)) {
				z[row] += x[j]
			}
		}
	})
}

// sumTo adds elements of x to those of z that the indices name, until one names none, and returns how many it has added.
func sumTo[T array.Number](z, x []T, indices []int64) int {
	x = x[:len(indices)]
	for j, i := range indices {
		if uint64(i) >= uint64(len(z)) {
			return j
		}
		z[i] += x[j]
	}
	return len(indices)
}

// addRow adds src to dst.
func addRow[T array.Number](dst, src []T) {
	for len(dst) >= 8 && len(src) >= 8 {
		d, s := dst[:8:8], src[:8:8]
		d[0] += s[0]
		d[1] += s[1]
		d[2] += s[2]
		d[3] += s[3]
		d[4] += s[4]
		d[5] += s[5]
		d[6] += s[6]
		d[7] += s[7]
		dst, src = dst[8:], src[8:]
	}
	src = src[:len(dst)]
	for i := range dst {
		dst[i] += src[i]
	}
}

// sumOfRows adds up rows.
func sumOfRows[T array.Number](s *scatterer, z, x []T) {
	r := s.r
	s.eachBlock(func(lo int, rows []int64) {
		for j, row := range rows {
			if row >= 0 {
				addRow(z[int(row)*r:][:r], x[(lo+j)*r:][:r])
			}
		}
	})
}

// scatterNumbers scatters what has no order.
func scatterNumbers[T array.Number](s *scatterer, z, x []T) {
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
		sumOfRows(s, z, x)
	}
}

func scatterReal[T array.Real](s *scatterer, z, x []T) {
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
func scatterBools(s *scatterer, z, x []uint8) {
	if s.how.How == "sum" {
		s.how.How = "max"
		s.how.Initial = true // zeros count
		scatterReal(s, z, x)
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
}](s *scatterer, z, x []T, from func(float32) T) {
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
