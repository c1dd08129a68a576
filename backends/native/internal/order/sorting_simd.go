package order

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// What package simd's loops of sorting take of an element, in nanoseconds, about.
const (
	costOfKey   = 0.3
	costOfSort  = 4
	costOfOrder = 8
)

// wordsAs returns the memory of words as n numbers of another size.
func wordsAs[K signedKey](words []int64, n int) []K {
	return unsafe.Slice((*K)(unsafe.Pointer(unsafe.SliceData(words))), n)
}

// A wideKeying is a keying for package simd: keys are signed, and those of the values' own order are the values'
// bits, of floats with the bits but the sign changed where the sign is set.
type wideKeying[K signedKey] struct {
	inf   K // of floats, else 0
	mask  K // bits to change, of all keys
	loops *simd.Sorting[K]
}

func wideKeyingOf[K signedKey](s *simd.Sorting[K], d dtype.Dtype, descending bool) wideKeying[K] {
	k := wideKeying[K]{loops: s}
	if descending {
		k.mask = -1
	}
	switch {
	case d == dtype.Float32:
		k.inf = 0x7f800000
	case d == dtype.Float64:
		wide := int64(0x7ff0000000000000)
		k.inf = K(wide)
	case !d.IsSigned():
		k.mask ^= ^k.most()
	}
	return k
}

// most returns the greatest number.
func (k wideKeying[K]) most() K {
	return K(uint64(math.MaxUint64) >> 1 >> (64 - 8*unsafe.Sizeof(K(0))))
}

// keys sets dst to the keys of src, and reports whether some are of −0 or NaN.
func (k wideKeying[K]) keys(stop *backend.Stop, dst, src []K) bool {
	if k.inf == 0 {
		if k.mask == 0 {
			copy(dst, src)
			return false
		}
		array.Split(stop, len(src), costOfKey, func(lo, hi int) { k.loops.Flip(dst[lo:hi], src[lo:hi], k.mask) })
		return false
	}
	var lossy atomic.Bool
	array.Split(stop, len(src), costOfKey, func(lo, hi int) {
		if k.loops.FloatKeys(dst[lo:hi], src[lo:hi], k.inf, k.mask) {
			lossy.Store(true)
		}
	})
	return lossy.Load()
}

// values converts keys to values in place.
func (k wideKeying[K]) values(stop *backend.Stop, keys []K) {
	switch {
	case k.inf != 0:
		array.Split(stop, len(keys), costOfKey, func(lo, hi int) { k.loops.Floats(keys[lo:hi], keys[lo:hi], k.mask) })
	case k.mask != 0:
		array.Split(stop, len(keys), costOfKey, func(lo, hi int) { k.loops.Flip(keys[lo:hi], keys[lo:hi], k.mask) })
	}
}

// sortRow sets dst to the sorted values of src.
func (k wideKeying[K]) sortRow(stop *backend.Stop, dst, src []K) {
	lossy := k.keys(stop, dst, src)
	quickSort(stop, k.loops, dst)
	if !lossy {
		k.values(stop, dst)
		return
	}
	// Zeros and NaNs, whose keys do not tell them apart, are put in the order they had.
	zero, _ := slices.BinarySearch(dst, k.mask)
	nan, _ := slices.BinarySearch(dst, k.most()^k.mask)
	k.values(stop, dst)
	most := k.most()
	for i, v := range src {
		look(stop, i)
		switch m := v & most; {
		case m == 0:
			dst[zero] = v
			zero++
		case m > k.inf:
			dst[nan] = v
			nan++
		}
	}
}

// axisLast returns a view of b with an axis moved to the end.
func axisLast(b *array.Buffer, axis int) *array.Buffer {
	v := b.View(b.Shape, b.Offset)
	copy(v.Shape[axis:], b.Shape[axis+1:])
	copy(v.Strides, b.Strides)
	copy(v.Strides[axis:], b.Strides[axis+1:])
	last := len(b.Shape) - 1
	v.Shape[last], v.Strides[last] = b.Shape[axis], b.Strides[axis]
	return v
}

// eachRow calls f on threads with where every lane of x along the axis begins, and where its result belongs in z. The
// elements of both are contiguous: they are in copies if those of x and z are not.
func eachRow(stop *backend.Stop, z, x *array.Buffer, axis int, cost float64, f func(from, to *array.Buffer, at, out int)) {
	last := len(x.Shape) - 1
	from, to := axisLast(x, axis), axisLast(z, axis)
	if n := x.Shape[axis]; n > 1 && from.Strides[last] != 1 || z.Mem == x.Mem {
		c, done := scratchBuffer(x.Dtype, from.Shape)
		defer done()
		array.CopyInto(stop, c, from)
		from = c
	}
	target := to
	if to.Strides[last] != 1 {
		c, done := scratchBuffer(z.Dtype, to.Shape)
		defer done()
		to = c
	}
	eachLane(stop, to, from, last, cost, func() struct{} { return struct{}{} }, func(_ struct{}, at, out int) { f(from, to, at, out) })
	if target != to {
		array.CopyInto(stop, target, to)
	}
}

// scratchBuffer returns a contiguous Buffer in scratch memory, whatever that holds, and a function that gives the memory back.
func scratchBuffer(d dtype.Dtype, s []int) (*array.Buffer, func()) {
	b := array.Header(backend.Spec{Dtype: d, Shape: s})
	n := 1
	for i := len(s) - 1; i >= 0; i-- {
		b.Strides[i] = n
		n *= max(s[i], 1)
	}
	b.Size = b.Len()
	words, done := takeScratch((b.Size*d.Size() + 7) / 8)
	b.Mem = unsafe.Pointer(unsafe.SliceData(words))
	return b, done
}

// sortWide is sortLanes by package simd.
func sortWide[K signedKey](s *simd.Sorting[K], stop *backend.Stop, z, x *array.Buffer, a backend.SortAttrs) {
	k, n := wideKeyingOf(s, x.Dtype, a.Descending), x.Shape[a.Axis]
	eachRow(stop, z, x, a.Axis, costOfSort, func(from, to *array.Buffer, at, out int) {
		k.sortRow(stop, array.Elems[K](to)[out:out+n], array.Elems[K](from)[at:at+n])
	})
}

// sortNarrow is sortLanes for short lanes of numbers of 1 or 2 bytes: as numbers of 4.
func sortNarrow[U uint8 | uint16](stop *backend.Stop, z, x *array.Buffer, a backend.SortAttrs) {
	k, n := keyingOf[U](x.Dtype, a.Descending), x.Shape[a.Axis]
	eachRow(stop, z, x, a.Axis, costOfSort, func(from, to *array.Buffer, at, out int) {
		words, done := takeScratch((n + 1) / 2)
		defer done()
		keys, src, dst := wordsAs[int32](words, n), array.Elems[U](from)[at:at+n], array.Elems[U](to)[out:out+n]
		lossy := k.keys(dst, src, 0, 1)
		for i, v := range dst {
			keys[i] = int32(v)
		}
		quickSort(stop, simd.Sorting32, keys)
		for i, v := range keys {
			dst[i] = U(v)
		}
		if !lossy {
			for i, v := range dst {
				dst[i] = k.bits(v)
			}
			return
		}
		zero, _ := slices.BinarySearch(dst, k.key(0))
		nan, _ := slices.BinarySearch(dst, ^U(0)^k.flip)
		for i, v := range dst {
			dst[i] = k.bits(v)
		}
		for _, v := range src {
			switch {
			case v&^k.sign == 0:
				dst[zero] = v
				zero++
			case k.isNaN(v):
				dst[nan] = v
				nan++
			}
		}
	})
}

// argSortWide is argSortLanes by package simd.
func argSortWide[K signedKey](s *simd.Sorting[K], stop *backend.Stop, z, x *array.Buffer, a backend.SortAttrs) {
	k, n := wideKeyingOf(s, x.Dtype, a.Descending), x.Shape[a.Axis]
	eachRow(stop, z, x, a.Axis, costOfOrder, func(from, to *array.Buffer, at, out int) {
		k.order(stop, array.Elems[int64](to)[out:out+n], array.Elems[K](from)[at:at+n])
	})
}

// order sets order to the indices that sort the values, equal ones in the order they have.
func (k wideKeying[K]) order(stop *backend.Stop, order []int64, values []K) {
	n := len(values)
	if long, ok := any(values).([]int64); ok {
		keys, done := takeScratch(n)
		defer done()
		any(k).(wideKeying[int64]).keys(stop, keys, long)
		orderLong(stop, order, keys)
		return
	}
	words, done := takeScratch((n + 1) / 2)
	defer done()
	keys := wordsAs[int32](words, n)
	any(k).(wideKeying[int32]).keys(stop, keys, any(values).([]int32))
	orderShort(stop, order, keys)
}

// orderShort sets order to the indices that sort the keys. An index below a key makes of equal
// keys different ones, in the order they have.
func orderShort(stop *backend.Stop, order []int64, keys []int32) {
	array.Split(stop, len(keys), costOfKey, func(lo, hi int) { simd.Pack(order[lo:hi], keys[lo:hi], lo) })
	quickSort(stop, simd.Sorting64, order)
	array.Split(stop, len(keys), costOfKey, func(lo, hi int) { simd.KeepBits(order[lo:hi], order[lo:hi], math.MaxUint32) })
}

// orderLong is orderShort for keys of 8 bytes. As many of a key's bits as there is room for stand above the index; where
// that leaves keys equal, they are sorted by all.
func orderLong(stop *backend.Stop, order, keys []int64) {
	n := len(keys)
	if n < 2 {
		clear(order)
		return
	}
	low, high := rangeOf(keys)
	up := bits.Len(uint(n - 1))
	down := max(bits.Len64(uint64(high-low))+up-63, 0)
	if low == high {
		for i := range order {
			order[i] = int64(i)
		}
		return
	}
	array.Split(stop, n, costOfKey, func(lo, hi int) { simd.PackShifted(order[lo:hi], keys[lo:hi], lo, low, down, up) })
	quickSort(stop, simd.Sorting64, order)
	mask := int64(1)<<up - 1
	if down == 0 {
		array.Split(stop, n, costOfKey, func(lo, hi int) { simd.KeepBits(order[lo:hi], order[lo:hi], mask) })
		return
	}
	for i, looked := 0, 0; i < n; looked++ {
		look(stop, looked)
		j, v := i+1, order[i]>>up
		for j < n && order[j]>>up == v {
			j++
		}
		if segment := order[i:j]; len(segment) == 1 {
			segment[0] &= mask
		} else {
			for m := range segment {
				segment[m] &= mask
			}
			orderSegment(stop, segment, keys)
		}
		i = j
	}
}

// orderSegment puts indices, which ascend, in the order of their keys.
func orderSegment(stop *backend.Stop, segment, keys []int64) {
	n := len(segment)
	if n <= 24 {
		for i := 1; i < n; i++ {
			v := segment[i]
			j := i
			for ; j > 0 && keys[segment[j-1]] > keys[v]; j-- {
				segment[j] = segment[j-1]
			}
			segment[j] = v
		}
		return
	}
	words, done := takeScratch(2 * n)
	defer done()
	theirs, order := words[:n], words[n:]
	for i, at := range segment {
		theirs[i] = keys[at]
	}
	orderLong(stop, order, theirs)
	for i, at := range order {
		theirs[i] = segment[at]
	}
	copy(segment, theirs)
}

// rangeOf returns the least and the greatest of numbers, at least one.
func rangeOf(xs []int64) (low, high int64) {
	low, high = xs[0], xs[0]
	low1, high1 := low, high
	for len(xs) >= 2 {
		low, high = min(low, xs[0]), max(high, xs[0])
		low1, high1 = min(low1, xs[1]), max(high1, xs[1])
		xs = xs[2:]
	}
	if len(xs) > 0 {
		low, high = min(low, xs[0]), max(high, xs[0])
	}
	return min(low, low1), max(high, high1)
}

// narrowOrder is a lane's stable order of keys of 1 or 2 bytes, by the index in the lower half of numbers of 4.
func narrowOrder[U array.Unsigned](stop *backend.Stop, order []int64, keys []U) {
	n := len(keys)
	words, done := takeScratch((n + 1) / 2)
	defer done()
	all := wordsAs[int32](words, n)
	for i, v := range keys {
		all[i] = int32(uint32(v)<<16|uint32(i)) ^ math.MinInt32
	}
	quickSort(stop, simd.Sorting32, all)
	for i, v := range all {
		order[i] = int64(v & math.MaxUint16)
	}
}
