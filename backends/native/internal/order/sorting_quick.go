package order

import (
	"math/bits"
	"slices"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
)

// Where package simd has loops for it, numbers of 4 and 8 bytes are sorted by quicksort (Hoare 1962) in whole registers,
// short partitions by networks; floats by signed keys. Equal keys have equal bits, so that the result does not depend on
// how the work is cut.

// signedKey is what package simd sorts.
type signedKey interface{ int32 | int64 }

// A partition is numbers still to be sorted, of which none is less than lowest. They lie in data. The
// sorted numbers go to data itself if home is set, and else to scratch, which is as long.
type partition[K signedKey] struct {
	data, scratch []K
	lowest        K
	home          bool
}

// settle puts sorted numbers where they belong.
func (p partition[K]) settle() {
	if !p.home {
		copy(p.scratch, p.data)
	}
}

// pivot returns one of the numbers, about the middle one.
func (p partition[K]) pivot(s *simd.Sorting[K]) K {
	n := len(p.data)
	if n < 1<<11 {
		at := func(i int) K { return p.data[(2*i+1)*n/18] }
		return middle(middle(at(0), at(1), at(2)), middle(at(3), at(4), at(5)), middle(at(6), at(7), at(8)))
	}
	// The indices within the parts are as random as need be: no order that data has is likely to meet them.
	var few [64]K
	sample := few[:min(len(few), s.Few)]
	part := n / len(sample)
	state := uint64(n)
	for i := range sample {
		state = state*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
		index, _ := bits.Mul64(state, uint64(part))
		sample[i] = p.data[i*part+int(index)]
	}
	s.SortFew(sample, sample)
	return sample[len(sample)/2]
}

func middle[K signedKey](a, b, c K) K { return max(min(a, b), min(max(a, b), c)) }

// border returns the number by which to cut: what is less than it goes before the rest. If the pivot is the lowest
// there is, that is all that is equal to it, which then is sorted; all reports that there is nothing else.
func (p partition[K]) border(s *simd.Sorting[K]) (border K, equal, all bool) {
	border = p.pivot(s)
	if border != p.lowest {
		return border, false, false
	}
	border++
	return border, true, border < p.lowest
}

// cut parts the numbers.
func (p partition[K]) cut(s *simd.Sorting[K]) (low, high partition[K]) {
	border, equal, all := p.border(s)
	if all {
		p.settle()
		return low, high
	}
	// What stays lies at the front of data, what goes at the front of scratch: each has the rest of the other as scratch.
	n := len(p.data)
	if p.home {
		k := s.KeepLess(p.data, p.scratch, border)
		low, high = partition[K]{p.data[:k], p.scratch[n-k:], p.lowest, true}, partition[K]{p.scratch[:n-k], p.data[k:], border, false}
	} else {
		k := n - s.KeepRest(p.data, p.scratch, border)
		low, high = partition[K]{p.scratch[:k], p.data[n-k:], p.lowest, true}, partition[K]{p.data[:n-k], p.scratch[k:], border, false}
	}
	if equal {
		low = partition[K]{}
	}
	return low, high
}

// cutInPlace parts the numbers, which are at home, with scratch memory for a few.
func (p partition[K]) cutInPlace(stop *backend.Stop, s *simd.Sorting[K], scratch []K) (low, high partition[K]) {
	if parts := longParts(stop, len(p.data)); parts > 1 {
		return p.cutByAll(stop, s, parts)
	}
	border, equal, all := p.border(s)
	if all {
		return low, high
	}
	return p.at(s.Divide(p.data, scratch, border), border, equal)
}

// at returns the k numbers less than the border, unless they are all equal, and the others.
func (p partition[K]) at(k int, border K, equal bool) (low, high partition[K]) {
	low, high = partition[K]{data: p.data[:k], lowest: p.lowest, home: true}, partition[K]{data: p.data[k:], lowest: border, home: true}
	if equal {
		low = partition[K]{}
	}
	return low, high
}

// cutByAll is cutInPlace by so many threads at once.
func (p partition[K]) cutByAll(stop *backend.Stop, s *simd.Sorting[K], parts int) (low, high partition[K]) {
	border, equal, all := p.border(s)
	if all {
		return low, high
	}
	n, less := len(p.data), make([]int, parts)
	eachPart(stop, parts, func(i int) {
		withScratch(func(scratch []K) { less[i] = s.Divide(p.data[i*n/parts:(i+1)*n/parts], scratch, border) })
	})
	k := 0
	for i, m := range less {
		// k numbers less than the border, others, and m less than it: of what lies between, as much as need be
		// is exchanged with as many of the m.
		from := i * n / parts
		swap := min(from-k, m)
		swapBlocks(p.data[k:k+swap], p.data[from+m-swap:from+m])
		k += m
	}
	return p.at(k, border, equal)
}

// longParts returns into how many parts n numbers are cut so that a stop is looked at often enough.
func longParts(stop *backend.Stop, n int) int {
	if stop == nil {
		return 0
	}
	return n / (8 * array.BetweenStops)
}

// withScratch calls f with scratch memory for what is sorted in the L1 cache.
func withScratch[K signedKey](f func(scratch []K)) {
	words, done := takeScratch(scratchWords)
	defer done()
	f(wordsAs[K](words, scratchWords*8/int(unsafe.Sizeof(K(0)))))
}

// swapBlocks exchanges the numbers of two slices.
func swapBlocks[K signedKey](x, y []K) {
	var buf [1 << 10]K
	for len(x) > 0 {
		n := copy(buf[:], x)
		copy(x, y[:n])
		copy(y, buf[:n])
		x, y = x[n:], y[n:]
	}
}

// sort sorts; after so many levels of bad pivots by another method.
func (p partition[K]) sort(s *simd.Sorting[K], levels int) {
	for len(p.data) > s.Few {
		if levels == 0 {
			slices.Sort(p.data)
			p.settle()
			return
		}
		levels--
		low, high := p.cut(s)
		if len(low.data) > len(high.data) {
			low, high = high, low
		}
		low.sort(s, levels)
		p = high
	}
	to := p.scratch
	if p.home {
		to = p.data
	}
	s.SortFew(to, p.data)
}

// sortInPlace is sort for numbers at home, with scratch memory for a few.
func (p partition[K]) sortInPlace(stop *backend.Stop, s *simd.Sorting[K], levels int, scratch []K) {
	for len(p.data) > len(scratch) {
		stop.Check()
		if levels == 0 {
			slices.Sort(p.data)
			return
		}
		levels--
		low, high := p.cutInPlace(stop, s, scratch)
		if len(low.data) > len(high.data) {
			low, high = high, low
		}
		low.sortInPlace(stop, s, levels, scratch)
		p = high
	}
	p.scratch = scratch[:len(p.data)]
	p.sort(s, levels)
}

// scratchWords is how long the scratch memory is with which short partitions are sorted, in the L1 cache.
const scratchWords = 1 << 11

// quickSort sorts data.
func quickSort[K signedKey](stop *backend.Stop, s *simd.Sorting[K], data []K) {
	n := len(data)
	if n <= s.Few {
		s.SortFew(data, data)
		return
	}
	var most K = 1<<31 - 1
	if long := int64(1<<63 - 1); K(long) > most {
		most = K(long)
	}
	// As many partitions as threads need to have about the same to do.
	ps := []partition[K]{{data: data, lowest: -most - 1, home: true}}
	threads := array.ThreadCount()
	for n >= parallelAt && threads > 1 && len(ps) < 4*threads && n/len(ps) > parallelAt/8 {
		cuts := make([]partition[K], 2*len(ps))
		if len(ps) == 1 {
			cuts[0], cuts[1] = ps[0].cutByAll(stop, s, max(min(threads, n/parallelAt*2), longParts(stop, n)))
		} else {
			eachPart(stop, len(ps), func(i int) {
				if len(ps[i].data) < parallelAt/16 {
					cuts[2*i] = ps[i]
					return
				}
				withScratch(func(scratch []K) { cuts[2*i], cuts[2*i+1] = ps[i].cutInPlace(stop, s, scratch) })
			})
		}
		ps = cuts
	}
	levels := 4*bits.Len(uint(n)) + 8
	sort := func(i int) { withScratch(func(scratch []K) { ps[i].sortInPlace(stop, s, levels, scratch) }) }
	if len(ps) == 1 {
		sort(0)
		return
	}
	eachPart(stop, len(ps), sort)
}

// scratchPool are blocks that a sort needs in addition to its result.
var scratchPool sync.Pool // of *[]int64

// largestScratch is the largest block that is kept, in words.
const largestScratch = 1 << 24

// takeScratch returns n words, whatever they hold, and a function to give them back.
func takeScratch(n int) ([]int64, func()) {
	p, _ := scratchPool.Get().(*[]int64)
	if p == nil || cap(*p) < n {
		words := array.Temporary[int64](n)
		p = &words
	}
	words := (*p)[:n]
	if n > largestScratch {
		return words, func() {}
	}
	return words, func() { scratchPool.Put(p) }
}
