package order

import (
	"math"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var sortingKernels = []backend.Entry{
	backend.Sort(ops.ArgSort, argSort),
	backend.Sort(ops.SortOp, sortValues),
}

// A keying turns the bits of a dtype's values into keys and back.
//
//   - Bits of signed integers: the sign flipped.
//   - Bits of floats: positive ones get the sign bit, negative ones are complemented,
//     which is the order of their values. −0 gets 0's key, and NaN the greatest.
//   - Descending: the complement.
type keying[U array.Unsigned] struct {
	sign    U // the sign bit, or 0
	inf     U // the bits of infinity, or 0 if the values are no floats
	flip    U // all ones for the descending order
	special bool
}

func keyingOf[U array.Unsigned](d dtype.Dtype, descending bool) keying[U] {
	var k keying[U]
	if descending {
		k.flip = ^k.flip
	}
	top := ^(^U(0) >> 1)
	switch {
	case d.IsFloat():
		k.sign, k.special = top, true
		switch d {
		case dtype.BFloat16:
			k.inf = U(0x7f80 & uint64(^U(0)))
		case dtype.Float16:
			k.inf = U(0x7c00 & uint64(^U(0)))
		case dtype.Float32:
			k.inf = U(0x7f800000 & uint64(^U(0)))
		case dtype.Float64:
			k.inf = U(0x7ff0000000000000 & uint64(^U(0)))
		}
	case d.IsSigned():
		k.sign = top
	}
	return k
}

// key returns the key of a value's bits.
func (k keying[U]) key(v U) U {
	if !k.special {
		return v ^ k.sign ^ k.flip
	}
	switch m := v &^ k.sign; {
	case m == 0:
		v = k.sign
	case m > k.inf:
		v = ^U(0)
	case v == m:
		v |= k.sign
	default:
		v = ^v
	}
	return v ^ k.flip
}

// isNaN reports whether the bits are a NaN's.
func (k keying[U]) isNaN(v U) bool { return k.special && v&^k.sign > k.inf }

// bits returns the bits of the value of a key.
func (k keying[U]) bits(v U) U {
	v ^= k.flip
	if !k.special {
		return v ^ k.sign
	}
	return v ^ ((v>>(keyBits[U]()-1) - 1) | k.sign)
}

// keys fills dst with the keys of the elements at, at+step, …, and reports whether
// the bits of some cannot be told from their keys: −0 and NaN.
func (k keying[U]) keys(dst, xs []U, at, step int) (lossy bool) {
	if !k.special {
		flip := k.sign ^ k.flip
		for i := range dst {
			dst[i] = xs[at] ^ flip
			at += step
		}
		return false
	}
	top := keyBits[U]() - 1
	for i := range dst {
		v := xs[at]
		at += step
		m := v &^ k.sign
		// Of −0 and NaN alone, m−1 is inf or more; for 0 too, which keeps its bits.
		if m-1 >= k.inf && v != 0 {
			lossy = true
			dst[i] = k.key(v)
			continue
		}
		// The complement of negative values, the sign bit for others, without a branch
		// that random signs would mislead.
		dst[i] = v ^ (-(v >> top) | k.sign) ^ k.flip
	}
	return lossy
}

// stoppable is keys for a lane of any length.
func (k keying[U]) stoppable(stop *backend.Stop, dst, xs []U, at, step int) (lossy bool) {
	if stop == nil {
		return k.keys(dst, xs, at, step)
	}
	for len(dst) > 0 {
		stop.Check()
		n := min(len(dst), array.BetweenStops)
		lossy = k.keys(dst[:n], xs, at, step) || lossy
		dst, at = dst[n:], at+n*step
	}
	return lossy
}

// keysOf is keys, in whole registers where the machine has them.
func (k keying[U]) keysOf(dst, xs []U, at, step int) {
	if step != 1 || len(dst) == 0 {
		k.keys(dst, xs, at, step)
		return
	}
	switch src := any(xs[at : at+len(dst)]).(type) {
	case []uint32:
		if s := simd.Sorting32; s != nil {
			wideKeys(s, any(dst).([]uint32), src, int32(uint32(k.inf)), int32(uint32(k.sign^k.flip)))
			return
		}
	case []uint64:
		if s := simd.Sorting64; s != nil {
			wideKeys(s, any(dst).([]uint64), src, int64(uint64(k.inf)), int64(uint64(k.sign^k.flip)))
			return
		}
	}
	k.keys(dst, xs, at, step)
}

// wideKeys are the keys of package simd with the bits of mask changed: with the sign's, they
// have the order that they need without one.
func wideKeys[K signedKey, U array.Unsigned](s *simd.Sorting[K], dst, src []U, inf, mask K) {
	to := unsafe.Slice((*K)(unsafe.Pointer(&dst[0])), len(dst))
	from := unsafe.Slice((*K)(unsafe.Pointer(&src[0])), len(src))
	if inf != 0 {
		s.FloatKeys(to, from, inf, mask)
	} else {
		s.Flip(to, from, mask)
	}
}

func sortValues(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewResult(out)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	b := x.(*array.Buffer)
	if len(b.Shape) == 0 {
		array.CopyInto(out.Stop, z, b)
		return z, nil
	}
	n := b.Shape[a.Axis]
	switch size := b.Dtype.Size(); {
	case size == 4 && simd.Sorting32 != nil:
		sortWide(simd.Sorting32, out.Stop, z, b, a)
	case size == 8 && simd.Sorting64 != nil:
		sortWide(simd.Sorting64, out.Stop, z, b, a)
	case size == 1 && n < 64 && simd.Sorting32 != nil:
		sortNarrow[uint8](out.Stop, z, b, a)
	case size == 2 && n < countFrom && simd.Sorting32 != nil:
		sortNarrow[uint16](out.Stop, z, b, a)
	case size == 1:
		sortLanes[uint8](out.Stop, z, b, a)
	case size == 2:
		sortLanes[uint16](out.Stop, z, b, a)
	case size == 4:
		sortLanes[uint32](out.Stop, z, b, a)
	case size == 8:
		sortLanes[uint64](out.Stop, z, b, a)
	}
	return z, nil
}

// eachLane calls f for every lane of x along the axis, with its position in x's
// block and in the contiguous z's. Lanes are split among the threads; fresh makes
// what a thread needs for itself.
func eachLane[S any](stop *backend.Stop, z, x *array.Buffer, axis int, cost float64, fresh func() S, f func(s S, at, to int)) {
	l := reduce.LayoutOf(x.Shape, axis)
	outer := make([]reduce.AxisGroup, 0, len(x.Shape))
	for i, n := range x.Shape {
		if i != axis {
			outer = append(outer, reduce.AxisGroup{N: n, Step: x.Strides[i], OutStep: z.Strides[i]})
		}
	}
	outer = reduce.Joined(outer)
	array.Split(stop, l.O*l.K, cost*float64(l.N), func(lo, hi int) {
		s := fresh()
		c := reduce.NewCursor(outer, x.Offset, z.Offset, lo)
		for range hi - lo {
			stop.Check()
			f(s, c.At, c.OutStep)
			c.Next()
		}
	})
}

func sortLanes[U array.Unsigned](stop *backend.Stop, z, x *array.Buffer, a backend.SortAttrs) {
	k := keyingOf[U](x.Dtype, a.Descending)
	zs, xs := array.Elems[U](z), array.Elems[U](x)
	n, step, zstep := x.Shape[a.Axis], x.Strides[a.Axis], z.Strides[a.Axis]
	eachLane(stop, z, x, a.Axis, 10, func() []U { return array.Temporary[U](2 * n) }, func(s []U, at, to int) {
		lossy := k.stoppable(stop, s[:n], xs, at, step)
		sorted := sortKeys(stop, s[:n], s[n:])
		j := to
		for i, v := range sorted {
			look(stop, i)
			zs[j] = k.bits(v)
			j += zstep
		}
		if lossy {
			restore(stop, k, sorted, zs, to, zstep, xs, at, step)
		}
	})
}

// restore puts zeros and NaNs, whose keys do not tell them apart, into the sorted
// lane in the order they had.
func restore[U array.Unsigned](stop *backend.Stop, k keying[U], sorted, zs []U, to, zstep int, xs []U, at, step int) {
	zeroKey, nanKey := k.key(0), ^U(0)^k.flip
	zero, _ := slices.BinarySearch(sorted, zeroKey)
	nan, _ := slices.BinarySearch(sorted, nanKey)
	for i := range sorted {
		look(stop, i)
		v := xs[at]
		at += step
		switch {
		case v&^k.sign == 0:
			zs[to+zero*zstep] = v
			zero++
		case k.isNaN(v):
			zs[to+nan*zstep] = v
			nan++
		}
	}
}

func argSort(out backend.Spec, x backend.Buffer, a backend.SortAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewResult(out)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	b := x.(*array.Buffer)
	if len(b.Shape) == 0 {
		array.Flat[int64](z)[0] = 0
		return z, nil
	}
	switch size := b.Dtype.Size(); {
	case size == 4 && simd.Sorting64 != nil && uint64(b.Shape[a.Axis]) <= 1<<32:
		argSortWide(simd.Sorting32, out.Stop, z, b, a)
	case size == 8 && simd.Sorting64 != nil:
		argSortWide(simd.Sorting64, out.Stop, z, b, a)
	case size == 1:
		argSortLanes[uint8](out.Stop, z, b, a)
	case size == 2:
		argSortLanes[uint16](out.Stop, z, b, a)
	case size == 4:
		argSortLanes[uint32](out.Stop, z, b, a)
	case size == 8:
		argSortLanes[uint64](out.Stop, z, b, a)
	}
	return z, nil
}

func argSortLanes[U array.Unsigned](stop *backend.Stop, z, x *array.Buffer, a backend.SortAttrs) {
	k := keyingOf[U](x.Dtype, a.Descending)
	zs, xs := array.Elems[int64](z), array.Elems[U](x)
	n, step, zstep := x.Shape[a.Axis], x.Strides[a.Axis], z.Strides[a.Axis]
	eachLane(stop, z, x, a.Axis, 20, func() *sorter[U] { return newSorter[U](stop, n) }, func(s *sorter[U], at, to int) {
		k.stoppable(stop, s.keys, xs, at, step)
		order := zs[to:min(to+n, len(zs))]
		if zstep != 1 {
			if s.order == nil {
				s.order = array.Temporary[int64](n)
			}
			order = s.order
		}
		s.sort(order)
		if zstep != 1 {
			for i, v := range order {
				look(stop, i)
				zs[to] = v
				to += zstep
			}
		}
	})
}

// A sorter finds the stable order of keys.
type sorter[U array.Unsigned] struct {
	stop   *backend.Stop
	keys   []U
	order  []int64
	packed []uint64 // key and index in one number, and scratch memory for as many
	pairs  []pair   // key and index, and scratch memory for as many
}

// A pair is a key and where it stood.
type pair struct{ key, index uint64 }

func newSorter[U array.Unsigned](stop *backend.Stop, n int) *sorter[U] {
	return &sorter[U]{stop: stop, keys: array.Temporary[U](n)}
}

// sort fills order with the indices that sort the keys, equal keys in their order.
func (s *sorter[U]) sort(order []int64) {
	n := len(s.keys)
	bits := keyBits[U]()
	switch {
	case bits <= 16 && n <= 1<<16 && (bits == 16 || n < 64) && simd.Sorting32 != nil:
		narrowOrder(s.stop, order, s.keys)
	case bits == 8 && n >= 64 || bits == 16 && n >= countFrom:
		countingOrder(s.stop, s.keys, order)
	case bits <= 32 && uint64(n) <= 1<<32:
		// The index in the lower half makes keys distinct, and the order stable.
		if s.packed == nil {
			s.packed = array.Temporary[uint64](2 * n)
		}
		for i, v := range s.keys {
			look(s.stop, i)
			s.packed[i] = uint64(v)<<32 | uint64(i)
		}
		for i, v := range sortBits(s.stop, s.packed[:n], s.packed[n:], 32, 32+bits) {
			order[i] = int64(v & math.MaxUint32)
		}
	default:
		if s.pairs == nil {
			s.pairs = array.Temporary[pair](2 * n)
		}
		for i, v := range s.keys {
			look(s.stop, i)
			s.pairs[i] = pair{uint64(v), uint64(i)}
		}
		for i, p := range sortPairs(s.stop, s.pairs[:n], s.pairs[n:]) {
			order[i] = int64(p.index)
		}
	}
}
