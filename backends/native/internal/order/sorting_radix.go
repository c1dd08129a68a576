package order

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
)

const (
	radixFrom  = 512 // from this length on, radix sort is faster than comparing
	digitBits  = 11
	countFrom  = 1 << 14 // from this length on, numbers of 16 bits are counted
	parallelAt = 1 << 15 // from this length on, one lane is worth several threads
)

func keyBits[U array.Unsigned]() int { return bits.OnesCount64(uint64(^U(0))) }

// sortKeys sorts keys, with scratch memory for as many, and returns the one of the two slices
// that holds the result.
func sortKeys[U array.Unsigned](stop *backend.Stop, keys, scratch []U) []U {
	n := len(keys)
	width := keyBits[U]()
	switch {
	case n < 64 || n < radixFrom && width > 8:
		slices.Sort(keys)
		return keys
	case width == 8 || width == 16 && n >= countFrom:
		countingSort(stop, keys)
		return keys
	}
	return radixSort(stop, keys, scratch, 0, width)
}

// sortBits sorts numbers that are in order below bit lo and distinct, by their bits lo to hi.
func sortBits(stop *backend.Stop, xs, scratch []uint64, lo, hi int) []uint64 {
	if len(xs) < radixFrom {
		slices.Sort(xs)
		return xs
	}
	return radixSort(stop, xs, scratch, lo, hi)
}

// sortPairs sorts by key, equal keys in the order they have.
func sortPairs(stop *backend.Stop, xs, scratch []pair) []pair {
	if len(xs) < radixFrom {
		slices.SortStableFunc(xs, func(x, y pair) int { return cmp.Compare(x.key, y.key) })
		return xs
	}
	return radixSortPairs(stop, xs, scratch)
}

// countingSort sorts keys of 8 or 16 bits.
func countingSort[U array.Unsigned](stop *backend.Stop, keys []U) {
	var few [256]int
	counts := few[:]
	if keyBits[U]() > 8 {
		counts = make([]int, 1<<16)
	}
	for i, v := range keys {
		look(stop, i)
		counts[v]++
	}
	i := 0
	for v, n := range counts {
		segment := keys[i : i+n]
		for j := range segment {
			look(stop, j+1)
			segment[j] = U(v)
		}
		i += n
	}
}

// countingOrder fills order with the stable order of keys of 8 or 16 bits.
func countingOrder[U array.Unsigned](stop *backend.Stop, keys []U, order []int64) {
	var few [256]int
	offsets := few[:]
	if keyBits[U]() > 8 {
		offsets = make([]int, 1<<16)
	}
	for i, v := range keys {
		look(stop, i)
		offsets[v]++
	}
	sum := 0
	for v, n := range offsets {
		offsets[v] = sum
		sum += n
	}
	for i, v := range keys {
		look(stop, i)
		order[offsets[v]] = int64(i)
		offsets[v]++
	}
}

// A digit is where a pass of radix sort finds the bits to sort by.
type digit struct {
	shift int
	mask  uint64
}

// digits cuts the bits lo to hi into as few digits of about equal width as there can be.
func digits(lo, hi int) []digit {
	ds := make([]digit, (hi-lo+digitBits-1)/digitBits)
	for i := range ds {
		from, to := lo+i*(hi-lo)/len(ds), lo+(i+1)*(hi-lo)/len(ds)
		ds[i] = digit{from, 1<<(to-from) - 1}
	}
	return ds
}

// positions are where the elements of each digit go, for each part of the elements.
type positions [][1 << digitBits]int

// newPositions returns offsets for n elements: long slices are cut into a part per thread, or
// into more where the call may be stopped, which is between them.
func newPositions(stop *backend.Stop, n int) positions {
	if short := n / array.BetweenStops; stop != nil && short > 1 {
		return make(positions, max(short, array.ThreadCount()))
	}
	if n >= parallelAt {
		return make(positions, array.ThreadCount())
	}
	return make(positions, 1)
}

// start turns counts into offsets, and reports whether all n elements have one digit.
func (p positions) start(d digit, n int) (one bool) {
	sum := 0
	for v := range d.mask + 1 {
		before := sum
		for i := range p {
			count := p[i][v]
			p[i][v] = sum
			sum += count
		}
		one = one || sum-before == n
	}
	return one
}

// radixSort sorts by the bits lo to hi, one digit after the other from the lowest
// on, stable. It returns the one of the two slices that holds the result.
func radixSort[U array.Unsigned](stop *backend.Stop, xs, scratch []U, lo, hi int) []U {
	n := len(xs)
	ps := newPositions(stop, n)
	for _, d := range digits(lo, hi) {
		shift, mask := d.shift&63, d.mask
		eachPart(stop, len(ps), func(i int) {
			c := &ps[i]
			clear(c[:])
			for _, v := range xs[i*n/len(ps) : (i+1)*n/len(ps)] {
				c[uint64(v)>>shift&mask&(1<<digitBits-1)]++
			}
		})
		if ps.start(d, n) {
			continue
		}
		eachPart(stop, len(ps), func(i int) {
			c := &ps[i]
			for _, v := range xs[i*n/len(ps) : (i+1)*n/len(ps)] {
				to := &c[uint64(v)>>shift&mask&(1<<digitBits-1)]
				scratch[*to] = v
				*to++
			}
		})
		xs, scratch = scratch, xs
	}
	return xs
}

// radixSortPairs is radixSort for pairs, by the whole key.
func radixSortPairs(stop *backend.Stop, xs, scratch []pair) []pair {
	n := len(xs)
	ps := newPositions(stop, n)
	for _, d := range digits(0, 64) {
		shift, mask := d.shift&63, d.mask
		eachPart(stop, len(ps), func(i int) {
			c := &ps[i]
			clear(c[:])
			for _, v := range xs[i*n/len(ps) : (i+1)*n/len(ps)] {
				c[v.key>>shift&mask&(1<<digitBits-1)]++
			}
		})
		if ps.start(d, n) {
			continue
		}
		eachPart(stop, len(ps), func(i int) {
			c := &ps[i]
			for _, v := range xs[i*n/len(ps) : (i+1)*n/len(ps)] {
				to := &c[v.key>>shift&mask&(1<<digitBits-1)]
				scratch[*to] = v
				*to++
			}
		})
		xs, scratch = scratch, xs
	}
	return xs
}

// eachPart calls f for 0 … parts−1, at once.
func eachPart(stop *backend.Stop, parts int, f func(p int)) {
	array.Split(stop, parts, 2*array.WorthSplitting, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			stop.Check()
			f(p)
		}
	})
}
