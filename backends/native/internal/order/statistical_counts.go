package order

import (
	"slices"
	"sync/atomic"

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

const (
	// fewCounts is up to how many counts there are four tables of them, where fewCountsFrom elements or more are counted: equal
	// elements in a row would wait for one another.
	fewCounts, fewCountsFrom = 1 << 12, 1 << 13

	// stoppedEvery is after how many elements a thread looks whether it is to stop.
	stoppedEvery = 1 << 16

	// costOfCount is what an element takes to be counted, in nanoseconds, about, and costOfInterval one whose interval is to be found.
	costOfCount, costOfInterval = 0.5, 4

	// countsApart is how many elements at least are counted for each count that threads have of their own.
	countsApart = 16
)

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
	bad := &atomic.Bool{}
	switch b.Dtype {
	case dtype.Uint8:
		countAll(out.Stop, bad, counts, array.Flat[uint8](b))
	case dtype.Uint16:
		countAll(out.Stop, bad, counts, array.Flat[uint16](b))
	case dtype.Uint32:
		countAll(out.Stop, bad, counts, array.Flat[uint32](b))
	case dtype.Uint64:
		countAll(out.Stop, bad, counts, array.Flat[uint64](b))
	case dtype.Int8:
		countAll(out.Stop, bad, counts, array.Flat[int8](b))
	case dtype.Int16:
		countAll(out.Stop, bad, counts, array.Flat[int16](b))
	case dtype.Int32:
		countAll(out.Stop, bad, counts, array.Flat[int32](b))
	case dtype.Int64:
		countAll(out.Stop, bad, counts, array.Flat[int64](b))
	}
	if bad.Load() {
		array.Release(z)
		return nil, &backend.IndexError{Index: -1, Len: len(counts)}
	}
	return z, nil
}

// byParts divides n elements among threads, which call f for a range of elements with counts of their own, and adds these up. Sums
// of integers are exact, so the result does not depend on the number of threads.
func byParts(stop *backend.Stop, counts []int64, n int, cost float64, f func(counts []int64, lo, hi int)) {
	parts := array.ThreadCount()
	if parts > 1 { // more, for those that begin later
		parts = min(4*parts, n/max(countsApart*len(counts), 1))
	}
	if parts < 2 || cost*float64(n) < 2*array.WorthSplitting {
		f(counts, 0, n)
		return
	}
	own := make([][]int64, parts)
	eachPart(stop, parts, func(p int) {
		own[p] = counts
		if p > 0 {
			own[p] = array.Temporary[int64](len(counts))
		}
		f(own[p], p*n/parts, (p+1)*n/parts)
	})
	for _, more := range own[1:] {
		for i, c := range more {
			counts[i] += c
		}
	}
}

// countAll counts, and sets bad if there is an element that has no count.
func countAll[T array.Integer](stop *backend.Stop, bad *atomic.Bool, counts []int64, xs []T) {
	byParts(stop, counts, len(xs), costOfCount, func(counts []int64, lo, hi int) {
		if !countPart(stop, counts, xs[lo:hi]) {
			bad.Store(true)
		}
	})
}

// countPart counts, and reports whether all elements have a count.
func countPart[T array.Integer](stop *backend.Stop, counts []int64, xs []T) bool {
	good := true
	if len(counts) <= fewCounts && len(xs) >= fewCountsFrom {
		for some := range slices.Chunk(xs, 1<<30) { // which 32 bits count
			good = countFew(stop, counts, some) && good
		}
		return good
	}
	for some := range slices.Chunk(xs, stoppedEvery) {
		stop.Check()
		for _, v := range some {
			if uint64(v) >= uint64(len(counts)) {
				good = false
				continue
			}
			counts[v]++
		}
	}
	return good
}

// countFew is countPart of up to fewCounts counts. There are four tables of them, of 32 bits, which fit in the L1 cache: one
// for each of four elements in turn. No element is compared with a bound; the bits of all of them together show whether one was too large.
func countFew[T array.Integer](stop *backend.Stop, counts []int64, xs []T) bool {
	all := array.Temporary[uint32](4 * fewCounts)
	a, b := (*[fewCounts]uint32)(all), (*[fewCounts]uint32)(all[fewCounts:])
	c, d := (*[fewCounts]uint32)(all[2*fewCounts:]), (*[fewCounts]uint32)(all[3*fewCounts:])
	bits := uint64(0)
	for len(xs) > 0 {
		stop.Check()
		some := xs[:min(len(xs), stoppedEvery)]
		xs = xs[len(some):]
		for ; len(some) >= 8; some = some[8:] { // two rounds of four take a sixth less time than one
			q := some[:8:8]
			i, j, k, l := uint64(q[0]), uint64(q[1]), uint64(q[2]), uint64(q[3])
			bits |= i | j | k | l
			a[i%fewCounts]++
			b[j%fewCounts]++
			c[k%fewCounts]++
			d[l%fewCounts]++
			i, j, k, l = uint64(q[4]), uint64(q[5]), uint64(q[6]), uint64(q[7])
			bits |= i | j | k | l
			a[i%fewCounts]++
			b[j%fewCounts]++
			c[k%fewCounts]++
			d[l%fewCounts]++
		}
		for _, v := range some {
			bits |= uint64(v)
			a[uint64(v)%fewCounts]++
		}
	}
	beyond := uint32(0) // of elements that have no count, but a place in the tables
	for i := range counts {
		counts[i] += int64(a[i]) + int64(b[i]) + int64(c[i]) + int64(d[i])
	}
	for i := len(counts); i < fewCounts; i++ {
		beyond |= a[i] | b[i] | c[i] | d[i]
	}
	return bits < fewCounts && beyond == 0
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
	array.Split(stop, lines, costOfInterval*float64(m), func(lo, hi int) {
		for l := lo; l < hi; l++ {
			line := xs[l*m : (l+1)*m]
			byParts(stop, counts[l*n:(l+1)*n], m, costOfInterval, func(counts []int64, lo, hi int) { countLine(stop, counts, line[lo:hi], ends, a) })
		}
	})
}

func countLine[T array.Float](stop *backend.Stop, counts []int64, line, ends []T, a backend.IntervalsAttrs) {
	// Two counts in turn, with a place before for what is in no interval.
	n := len(counts)
	words, done := takeScratch(2 * (n + 1))
	defer done()
	clear(words)
	first, second := words[:n+1:n+1], words[n+1:]
	if a.Even {
		countEven(stop, first, second, line, ends, a)
	} else {
		countUneven(stop, first, second, line, ends, a)
	}
	for j := range counts {
		counts[j] += first[j+1] + second[j+1]
	}
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
func countEven[T array.Float](stop *backend.Stop, first, second []int64, xs, ends []T, a backend.IntervalsAttrs) {
	n := len(ends) - 1
	lo, hi := ends[0], ends[n]
	scale := T(n) / (hi - lo)
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
func countUneven[T array.Float](stop *backend.Stop, first, second []int64, xs, ends []T, a backend.IntervalsAttrs) {
	n := len(ends) - 1
	lo, hi := ends[0], ends[n]
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
