package order

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Counts of integers, and of what is in intervals.

var countKernels = []backend.Entry{
	backend.Layer(ops.CountIntegers, countIntegers),
	backend.Layer(ops.CountIntervals, countIntervals),
}

// manyCounts is from how many counts on they are kept once, not once for each of four elements in turn: equal ones
// in a row would wait for one another.
const manyCounts = 1 << 12

func countIntegers(out backend.Spec, xs []backend.Buffer, _ backend.CountAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewBuffer(out)
	if err != nil {
		return z, err
	}
	b, err := array.Compact(out.Stop, xs[0].(*array.Buffer))
	if err != nil {
		return nil, err
	}
	counts := array.Flat[int64](z)
	switch b.Dtype {
	case dtype.Uint8:
		countAll(out.Stop, counts, array.Flat[uint8](b))
	case dtype.Uint16:
		countAll(out.Stop, counts, array.Flat[uint16](b))
	case dtype.Uint32:
		countAll(out.Stop, counts, array.Flat[uint32](b))
	case dtype.Uint64:
		countAll(out.Stop, counts, array.Flat[uint64](b))
	case dtype.Int8:
		countAll(out.Stop, counts, array.Flat[int8](b))
	case dtype.Int16:
		countAll(out.Stop, counts, array.Flat[int16](b))
	case dtype.Int32:
		countAll(out.Stop, counts, array.Flat[int32](b))
	case dtype.Int64:
		countAll(out.Stop, counts, array.Flat[int64](b))
	}
	return z, nil
}

func countAll[T array.Integer](stop *backend.Stop, counts []int64, xs []T) {
	n := len(counts)
	if n > manyCounts || len(xs) < 4*n {
		for i, v := range xs {
			look(stop, i)
			counts[v]++
		}
		return
	}
	more := array.Temporary[int64](3 * n)
	clear(more)
	a, b, c := more[:n], more[n:2*n], more[2*n:]
	i := 0
	for ; i+4 <= len(xs); i += 4 {
		look(stop, i)
		q := xs[i : i+4 : i+4]
		counts[q[0]]++
		a[q[1]]++
		b[q[2]]++
		c[q[3]]++
	}
	for _, v := range xs[i:] {
		counts[v]++
	}
	for j := range counts {
		counts[j] += a[j] + b[j] + c[j]
	}
}

func countIntervals(out backend.Spec, xs []backend.Buffer, a backend.IntervalsAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewBuffer(out)
	if err != nil {
		return z, err
	}
	x, err := array.Compact(out.Stop, xs[0].(*array.Buffer))
	if err != nil {
		return nil, err
	}
	ends, err := array.Compact(out.Stop, xs[1].(*array.Buffer))
	if err != nil {
		return nil, err
	}
	if x.Dtype == dtype.Float32 {
		countLines(out.Stop, z, array.Flat[float32](x), array.Flat[float32](ends), a)
	} else {
		countLines(out.Stop, z, array.Flat[float64](x), array.Flat[float64](ends), a)
	}
	return z, nil
}

func countLines[T array.Float](stop *backend.Stop, z *array.Buffer, xs, ends []T, a backend.IntervalsAttrs) {
	lines, n := z.Shape[0], z.Shape[1]
	m := len(xs) / max(lines, 1)
	counts := array.Flat[int64](z)
	array.Split(stop, lines, 4*float64(m), func(lo, hi int) {
		// Two counts in turn, with a place before for what is in no interval.
		both := array.Temporary[int64](2 * (n + 1))
		for l := lo; l < hi; l++ {
			clear(both)
			line := xs[l*m : (l+1)*m]
			if a.Even {
				countEven(stop, both, line, ends, a)
			} else {
				countUneven(stop, both, line, ends, a)
			}
			for j := range n {
				counts[l*n+j] = both[j+1] + both[n+1+j+1]
			}
		}
	})
}

// outside returns 1 and the number of the interval that v is in which is not between the ends, 0 if there is none.
func outside[T array.Float](v, lo T, n int, a backend.IntervalsAttrs) int {
	switch {
	case v < lo && a.Lower:
		return 1
	case v > lo && a.Upper:
		return n
	}
	return 0
}

// countEven counts by multiplying, and looks at the ends next to that.
func countEven[T array.Float](stop *backend.Stop, both []int64, xs, ends []T, a backend.IntervalsAttrs) {
	n := len(ends) - 1
	lo, hi := ends[0], ends[n]
	scale := T(n) / (hi - lo)
	first, second := both[:n+1], both[n+1:]
	for i, v := range xs {
		look(stop, i)
		k := 0
		if v >= lo && v <= hi {
			k = min(max(int((v-lo)*scale), 0), n-1)
			for k > 0 && v < ends[k] {
				k--
			}
			for k < n-1 && v >= ends[k+1] {
				k++
			}
			k++
		} else {
			k = outside(v, lo, n, a)
		}
		if i&1 == 0 {
			first[k]++
		} else {
			second[k]++
		}
	}
}

// countUneven counts by searching.
func countUneven[T array.Float](stop *backend.Stop, both []int64, xs, ends []T, a backend.IntervalsAttrs) {
	n := len(ends) - 1
	lo, hi := ends[0], ends[n]
	first, second := both[:n+1], both[n+1:]
	for i, v := range xs {
		look(stop, i)
		k := 0
		if v >= lo && v <= hi {
			// The last end that is not greater, but not the last of all.
			from := 0
			for size := n; size > 1; {
				half := size / 2
				if v >= ends[from+half] {
					from += half
				}
				size -= half
			}
			k = from + 1
		} else {
			k = outside(v, lo, n, a)
		}
		if i&1 == 0 {
			first[k]++
		} else {
			second[k]++
		}
	}
}
