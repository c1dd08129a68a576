package order

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// Elements by their place in ascending order, without sorting: quantiles, the greatest few, partitions.

var rankKernels = []backend.Entry{
	backend.Layer(ops.OrderStatistics, orderStatistics),
	backend.Layer(ops.TopIndices, topIndices),
	backend.Layer(ops.PartitionAround, partitionAround),
	backend.Layer(ops.CumulativeExtremes, cumulativeExtremes),
}

// A ranker makes signed keys of values, in their order: −0 has 0's key, NaN the greatest.
type ranker[U array.Unsigned, K signedKey] struct {
	keying[U]
	wide  wideKeying[K]
	loops *simd.Sorting[K] // nil where there are none
	same  bool             // a key has the size of a value, and loops make keys
}

func rankerOf[U array.Unsigned, K signedKey](b *array.Buffer, s *simd.Sorting[K], descending bool) ranker[U, K] {
	r := ranker[U, K]{keying: keyingOf[U](b.Dtype, descending), loops: s}
	if r.same = s != nil && unsafe.Sizeof(U(0)) == unsafe.Sizeof(K(0)); r.same {
		r.wide = wideKeyingOf(s, b.Dtype, descending)
	}
	return r
}

// fill sets dst to the keys of src, and reports whether some do not tell the value: −0 and NaN.
func (r *ranker[U, K]) fill(stop *backend.Stop, dst []K, src []U) (lossy bool) {
	if len(src) == 0 {
		return false
	}
	if r.same {
		return r.wide.keys(stop, dst, unsafe.Slice((*K)(unsafe.Pointer(&src[0])), len(src)))
	}
	for i, v := range src {
		look(stop, i)
		dst[i] = r.signed(r.key(v))
		lossy = lossy || r.special && (v&^r.sign > r.inf || v == r.sign)
	}
	return lossy
}

// signed returns an unsigned key as a signed one.
func (r *ranker[U, K]) signed(v U) K {
	if unsafe.Sizeof(v) == unsafe.Sizeof(K(0)) {
		return K(v ^ ^(^U(0) >> 1))
	}
	return K(v)
}

// value returns the bits of the value that has a key.
func (r *ranker[U, K]) value(key K) U {
	v := U(key)
	if unsafe.Sizeof(v) == unsafe.Sizeof(key) {
		v ^= ^(^U(0) >> 1)
	}
	return r.bits(v)
}

// find calls emit for each of ranks, which ascend, with the key that is at that place in ascending order. It
// changes the order of keys.
func find[K signedKey](stop *backend.Stop, s *simd.Sorting[K], keys []K, ranks []int, emit func(i int, key K)) {
	if s == nil {
		slices.Sort(keys)
		for i, at := range ranks {
			emit(i, keys[at])
		}
		return
	}
	f := finder[K]{stop, s, nil, emit}
	withScratch(func(scratch []K) {
		f.scratch = scratch
		var most K = 1<<31 - 1
		if long := int64(1<<63 - 1); K(long) > most {
			most = K(long)
		}
		f.find(partition[K]{data: keys, lowest: -most - 1, home: true}, 0, 0, ranks, 4*bits.Len(uint(len(keys)))+8)
	})
}

// A finder finds keys by quickselect (Hoare 1961), several at once.
type finder[K signedKey] struct {
	stop    *backend.Stop
	loops   *simd.Sorting[K]
	scratch []K
	emit    func(i int, key K)
}

// find finds those of ranks, the first of which is number i, among keys of which the first has place at.
func (f *finder[K]) find(p partition[K], at, i int, ranks []int, levels int) {
	for len(ranks) > 0 {
		f.stop.Check()
		if len(p.data) <= len(f.scratch) || levels == 0 {
			quickSort(f.stop, f.loops, p.data)
			for j, r := range ranks {
				f.emit(i+j, p.data[r-at])
			}
			return
		}
		levels--
		low, high := p.cutInPlace(f.stop, f.loops, f.scratch)
		k := len(p.data) - len(high.data)
		if len(high.data) == 0 && len(low.data) == 0 { // all are equal
			k = len(p.data)
		}
		n, _ := slices.BinarySearch(ranks, at+k)
		if len(low.data) == 0 { // those before the border are equal
			for j := range n {
				f.emit(i+j, p.lowest)
			}
		} else {
			f.find(low, at, i, ranks[:n], levels)
		}
		p, at, i, ranks = high, at+k, i+n, ranks[n:]
	}
}

func orderStatistics(out backend.Spec, xs []backend.Buffer, a backend.RanksAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewResult(out)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	switch b := xs[0].(*array.Buffer); b.Dtype.Size() {
	case 1:
		ranksOf[uint8](simd.Sorting32, out.Stop, z, b, a)
	case 2:
		ranksOf[uint16](simd.Sorting32, out.Stop, z, b, a)
	case 4:
		ranksOf[uint32](simd.Sorting32, out.Stop, z, b, a)
	case 8:
		ranksOf[uint64](simd.Sorting64, out.Stop, z, b, a)
	}
	return z, nil
}

// costOfRank is what finding places takes for an element, in nanoseconds, about.
const costOfRank = 2

func ranksOf[U array.Unsigned, K signedKey](s *simd.Sorting[K], stop *backend.Stop, z, x *array.Buffer, a backend.RanksAttrs) {
	r := rankerOf[U](x, s, false)
	last := len(x.Shape) - 1
	n := x.Shape[last]
	eachRow(stop, z, x, last, costOfRank, func(from, to *array.Buffer, at, out int) {
		src, dst := array.Elems[U](from)[at:at+n], array.Elems[U](to)[out:out+len(a.Ranks)]
		keys, done := keysFor[K](n)
		defer done()
		if lossy := r.fill(stop, keys, src); lossy && a.NaN {
			for _, v := range src {
				if r.isNaN(v) {
					for i := range dst {
						dst[i] = v
					}
					return
				}
			}
		}
		find(stop, s, keys, a.Ranks, func(i int, key K) { dst[i] = r.value(key) })
	})
}

// keysFor returns scratch memory for n keys, and a function to give it back.
func keysFor[K signedKey](n int) ([]K, func()) {
	words, done := takeScratch((n*int(unsafe.Sizeof(K(0))) + 7) / 8)
	return wordsAs[K](words, n), done
}

func topIndices(out backend.Spec, xs []backend.Buffer, a backend.TopAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	b := xs[0].(*array.Buffer)
	last := len(b.Shape) - 1
	if a.K > mostTop || a.K*4 > b.Shape[last] {
		order, err := argSort(backend.Spec{Dtype: out.Dtype, Shape: b.Shape, Stop: out.Stop}, b, backend.SortAttrs{Axis: last, Descending: !a.Least})
		if err != nil {
			return nil, err
		}
		defer array.Release(order.(*array.Buffer))
		return array.Clone(out.Stop, array.Part(order.(*array.Buffer), last, 0, a.K))
	}
	z, err := array.NewResult(out)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	switch b.Dtype.Size() {
	case 1:
		topOf[uint8](simd.Sorting32, out.Stop, z, b, a)
	case 2:
		topOf[uint16](simd.Sorting32, out.Stop, z, b, a)
	case 4:
		topOf[uint32](simd.Sorting32, out.Stop, z, b, a)
	case 8:
		topOf[uint64](simd.Sorting64, out.Stop, z, b, a)
	}
	return z, nil
}

// mostTop is of how many elements at most a list in order is kept while the others are looked at.
const mostTop = 128

func topOf[U array.Unsigned, K signedKey](s *simd.Sorting[K], stop *backend.Stop, z, x *array.Buffer, a backend.TopAttrs) {
	r := rankerOf[U](x, s, a.Least) // the least have the greatest keys then
	last := len(x.Shape) - 1
	n := x.Shape[last]
	eachRow(stop, z, x, last, costOfRank, func(from, to *array.Buffer, at, out int) {
		src, dst := array.Elems[U](from)[at:at+n], array.Elems[int64](to)[out:out+a.K]
		withScratch(func(keys []K) { r.top(stop, keys, src, dst) })
	})
}

// top sets dst to the indices of the greatest of src, in descending order and equal ones in their own, with scratch memory for keys.
func (r *ranker[U, K]) top(stop *backend.Stop, scratch []K, src []U, dst []int64) {
	var best [mostTop]K
	top, have := best[:len(dst)], 0
	for first := 0; first < len(src); {
		stop.Check()
		keys := scratch[:min(len(scratch)/2, len(src)-first)]
		r.fill(nil, keys, src[first:first+len(keys)])
		i := 0
		if have == 0 && r.loops != nil && len(dst) <= r.loops.Few/4 && len(keys) >= 2*r.loops.Few {
			have = r.firstTop(keys, scratch[len(scratch)/2:], top, dst)
			i = len(keys)
		}
		for ; i < len(keys) && have < len(top); i++ {
			have = insertTop(top[:have+1], dst, keys[i], int64(first+i))
		}
		least := top[len(top)-1]
		for ; i < len(keys); i++ {
			if keys[i] > least {
				insertTop(top, dst, keys[i], int64(first+i))
				least = top[len(top)-1]
			}
		}
		first += len(keys)
	}
}

// firstTop is top for the first keys, and returns how many it has found. Of a part of them the last of the greatest is a bound: what is less
// need not be looked at one by one.
func (r *ranker[U, K]) firstTop(keys, scratch, top []K, dst []int64) int {
	few := scratch[:r.loops.Few]
	r.loops.SortFew(few, keys[:len(few)])
	bound := few[len(few)-len(top)]
	list, n := scratch[:len(keys)], 0 // of indices
	for i, k := range keys {
		list[n] = K(i)
		if k >= bound {
			n++
		}
	}
	have := 0
	for _, i := range list[:n] {
		if k := keys[i]; have < len(top) {
			have = insertTop(top[:have+1], dst, k, int64(i))
		} else if k > top[len(top)-1] {
			insertTop(top, dst, k, int64(i))
		}
	}
	return have
}

// insertTop puts a key in its place in top, in descending order and behind equal ones, in place of the last one, and its index
// into the same place of dst. It returns how many keys there are.
func insertTop[K signedKey](top []K, dst []int64, key K, index int64) int {
	i := len(top) - 1
	for ; i > 0 && top[i-1] < key; i-- {
		top[i], dst[i] = top[i-1], dst[i-1]
	}
	top[i], dst[i] = key, index
	return len(top)
}

func partitionAround(out backend.Spec, xs []backend.Buffer, a backend.PartitionAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewResult(out)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	switch b := xs[0].(*array.Buffer); b.Dtype.Size() {
	case 1:
		partitioned[uint8](simd.Sorting32, out.Stop, z, b, a)
	case 2:
		partitioned[uint16](simd.Sorting32, out.Stop, z, b, a)
	case 4:
		partitioned[uint32](simd.Sorting32, out.Stop, z, b, a)
	case 8:
		partitioned[uint64](simd.Sorting64, out.Stop, z, b, a)
	}
	return z, nil
}

func partitioned[U array.Unsigned, K signedKey](s *simd.Sorting[K], stop *backend.Stop, z, x *array.Buffer, a backend.PartitionAttrs) {
	r := rankerOf[U](x, s, false)
	last := len(x.Shape) - 1
	n := x.Shape[last]
	eachRow(stop, z, x, last, 3*costOfRank, func(from, to *array.Buffer, at, out int) {
		src := array.Elems[U](from)[at : at+n]
		keys, done := keysFor[K](n)
		defer done()
		borders := make([]K, len(a.Kth))
		r.fill(stop, keys, src)
		find(stop, s, keys, a.Kth, func(i int, key K) { borders[i] = key })
		borders = slices.Compact(borders)
		r.fill(stop, keys, src)
		if a.Indices {
			place(stop, keys, borders, array.Elems[int64](to)[out:out+n], func(i int) int64 { return int64(i) })
		} else {
			placeValues(stop, keys, borders, array.Elems[U](to)[out:out+n], src)
		}
	})
}

// classOf returns twice the number of borders that are less than a key, and one more if there is one that is equal.
func classOf[K signedKey](borders []K, key K) int {
	c := 0
	for _, b := range borders {
		if key >= b {
			c++
		}
		if key > b {
			c++
		}
	}
	return c
}

// place sets dst to of(i) for the keys i: those less than the first border, those that are equal to it, and so on, each in their order.
func place[K signedKey, V any](stop *backend.Stop, keys, borders []K, dst []V, of func(i int) V) {
	next := make([]int, 2*len(borders)+2)
	for i, k := range keys {
		look(stop, i)
		next[classOf(borders, k)+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	for i, k := range keys {
		look(stop, i)
		c := classOf(borders, k)
		dst[next[c]] = of(i)
		next[c]++
	}
}

// placeValues is place for the values themselves. Around one border there are no counts: what is greater waits elsewhere.
func placeValues[U array.Unsigned, K signedKey](stop *backend.Stop, keys, borders []K, dst, src []U) {
	if len(borders) != 1 {
		place(stop, keys, borders, dst, func(i int) U { return src[i] })
		return
	}
	n := len(keys)
	border := borders[0]
	words, done := takeScratch((n*int(unsafe.Sizeof(U(0))) + 7) / 8)
	defer done()
	rest := unsafe.Slice((*U)(unsafe.Pointer(unsafe.SliceData(words))), n)
	var equal []U
	less, greater := 0, 0
	src = src[:n]
	for i, k := range keys {
		look(stop, i)
		v := src[i]
		dst[less] = v
		rest[greater] = v
		if k == border {
			equal = append(equal, v)
		}
		less += isLess(k, border)
		greater += isLess(border, k)
	}
	copy(dst[less:], equal)
	copy(dst[less+len(equal):], rest[:greater])
}

// isLess returns 1 if x is less than y, else 0.
func isLess[K signedKey](x, y K) int {
	var is int
	if x < y {
		is = 1
	}
	return is
}

func cumulativeExtremes(out backend.Spec, xs []backend.Buffer, a backend.ExtremesAttrs) (backend.Buffer, error) {
	z, err := array.NewResult(out)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	switch b := xs[0].(*array.Buffer); b.Dtype.Size() {
	case 1:
		extremesAlong[uint8](out.Stop, z, b, a)
	case 2:
		extremesAlong[uint16](out.Stop, z, b, a)
	case 4:
		extremesAlong[uint32](out.Stop, z, b, a)
	case 8:
		extremesAlong[uint64](out.Stop, z, b, a)
	}
	return z, nil
}

func extremesAlong[U array.Unsigned](stop *backend.Stop, z, x *array.Buffer, a backend.ExtremesAttrs) {
	k := keyingOf[U](x.Dtype, a.Least)
	zs, xs := array.Elems[int64](z), array.Elems[U](x)
	n, step, zstep := x.Shape[a.Axis], x.Strides[a.Axis], z.Strides[a.Axis]
	eachLane(stop, z, x, a.Axis, 2, func() struct{} { return struct{}{} }, func(_ struct{}, at, to int) {
		first, by := 0, 1
		if a.Reverse {
			first, by = n-1, -1
		}
		var best U
		most := int64(first)
		for j := range n {
			look(stop, j)
			i := first + j*by
			v := xs[at+i*step]
			key := k.key(v)
			if k.isNaN(v) {
				key = ^U(0)
			}
			if j == 0 || key >= best {
				best, most = key, int64(i)
			}
			zs[to+i*zstep] = most
		}
	})
}
