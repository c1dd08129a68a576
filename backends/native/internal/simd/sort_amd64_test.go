package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// someNumbers returns n numbers of few or many values, between guard elements.
func someNumbers[K sortable](r *rand.Rand, n int) []K {
	xs := make([]K, n)
	kind := r.IntN(6)
	for i := range xs {
		switch kind {
		case 0:
			xs[i] = K(r.IntN(3)) - 1
		case 1:
			xs[i] = K(i)
		case 2:
			xs[i] = K(-i)
		case 3:
			xs[i] = []K{greatest[K](), -greatest[K]() - 1, 0, 5}[r.IntN(4)]
		default:
			xs[i] = K(r.Uint64())
		}
	}
	return xs
}

// guardedSlice returns n numbers between guard elements, and a function that reports whether the guards are unchanged.
func guardedSlice[K sortable](n int) ([]K, func() bool) {
	const around = 70
	all := make([]K, n+2*around)
	for i := range all {
		all[i] = 0x5a5a5a
	}
	return all[around : around+n : around+n], func() bool {
		for i, v := range all {
			if (i < around || i >= around+n) && v != 0x5a5a5a {
				return false
			}
		}
		return true
	}
}

func testSorting[K sortable](t *testing.T, s *Sorting[K], inf K) {
	if s == nil {
		t.Skip("no loops")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		for range 8 {
			src := someNumbers[K](r, n)
			testSortFew(t, s, src)
			mask := K(r.IntN(2)) * -1
			testFlip(t, s, src, mask)
			if n > 0 && r.IntN(2) == 0 {
				src[r.IntN(n)] = inf + 1
			}
			testFloatKeys(t, s, src, inf, mask)
		}
	}
	for _, n := range []int{0, 1, 5, 15, 16, 17, 63, 64, 65, 100, 512, 513, 600, 700, 767, 768, 800, 1023, 1024, 1025, 1500, 2000, 5000, 3 * sortBlock, 3*sortBlock + 77} {
		for range 6 {
			src := someNumbers[K](r, n)
			pivot := K(3)
			if n > 0 {
				pivot = src[r.IntN(n)]
			}
			if n >= 512 {
				testDivide(t, s, src, pivot)
			}
			for name, f := range map[string]func(data, out []K, pivot K) int{"KeepLess": s.KeepLess, "KeepRest": s.KeepRest} {
				testKeep(t, name, f, src, pivot)
			}
		}
	}
}

// testSortFew sorts numbers, if they are few enough, into another slice and in place.
func testSortFew[K sortable](t *testing.T, s *Sorting[K], src []K) {
	if len(src) > s.Few {
		return
	}
	want := slices.Sorted(slices.Values(src))
	dst, whole := guardedSlice[K](len(src))
	s.SortFew(dst, src)
	if !slices.Equal(dst, want) || !whole() {
		t.Fatalf("SortFew of %v is %v", src, dst)
	}
	copy(dst, src)
	s.SortFew(dst, dst)
	if !slices.Equal(dst, want) || !whole() {
		t.Fatalf("SortFew in place of %v is %v", src, dst)
	}
}

// testFlip flips the bits of mask in each number.
func testFlip[K sortable](t *testing.T, s *Sorting[K], src []K, mask K) {
	dst, whole := guardedSlice[K](len(src))
	s.Flip(dst, src, mask)
	for i, v := range src {
		if dst[i] != v^mask {
			t.Fatalf("Flip: %v has %v", v, dst[i])
		}
	}
	if !whole() {
		t.Fatalf("Flip of %d numbers writes elsewhere", len(src))
	}
}

// testFloatKeys converts the bits of floats to keys, and the keys back.
func testFloatKeys[K sortable](t *testing.T, s *Sorting[K], src []K, inf, mask K) {
	dst, whole := guardedSlice[K](len(src))
	lossy, wantLossy := s.FloatKeys(dst, src, inf, mask), false
	for i, v := range src {
		k, lost := floatKey(v, inf)
		wantLossy = wantLossy || lost
		if dst[i] != k^mask {
			t.Fatalf("key of %x is %x, want %x", v, dst[i], k^mask)
		}
	}
	s.Floats(dst, dst, mask)
	for i, v := range src {
		if _, lost := floatKey(v, inf); !lost && dst[i] != v {
			t.Fatalf("%x comes back as %x", v, dst[i])
		}
	}
	if lossy != wantLossy || !whole() {
		t.Fatalf("lossy: %v, want %v", lossy, wantLossy)
	}
}

// testDivide partitions numbers by a pivot in place.
func testDivide[K sortable](t *testing.T, s *Sorting[K], src []K, pivot K) {
	n := len(src)
	data, whole := guardedSlice[K](n)
	copy(data, src)
	k := s.Divide(data, make([]K, 6<<10/unsafe.Sizeof(pivot)), pivot)
	for i, v := range data {
		if (v < pivot) != (i < k) {
			t.Fatalf("Divide of %d by %v: index %d of %d has %v", n, pivot, i, k, v)
		}
	}
	slices.Sort(data)
	if !slices.Equal(data, slices.Sorted(slices.Values(src))) || !whole() {
		t.Fatalf("Divide of %d numbers is not of the same ones, or writes elsewhere", n)
	}
}

// testKeep partitions numbers by a pivot with f, KeepLess or KeepRest by its name: what it keeps lies at
// the front of data, the others at the front of out.
func testKeep[K sortable](t *testing.T, name string, f func(data, out []K, pivot K) int, src []K, pivot K) {
	n := len(src)
	data, whole := guardedSlice[K](n)
	out, wholeOut := guardedSlice[K](n)
	copy(data, src)
	k := f(data, out, pivot)
	got := slices.Concat(data[:k], out[:n-k])
	for i, v := range got {
		if (v < pivot) != ((i < k) == (name == "KeepLess")) {
			t.Fatalf("%s of %d by %v: index %d of %d has %v", name, n, pivot, i, k, v)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, slices.Sorted(slices.Values(src))) || !whole() || !wholeOut() {
		t.Fatalf("%s of %d numbers is not of the same ones, or writes elsewhere", name, n)
	}
}

func TestSorting32(t *testing.T) { testSorting(t, Sorting32, 0x7f800000) }
func TestSorting64(t *testing.T) { testSorting(t, Sorting64, 0x7ff<<52) }

func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 7, 8, 9, 31, sortBlock, sortBlock + 3} {
		src := someNumbers[int32](r, n)
		dst, whole := guardedSlice[int64](n)
		Pack(dst, src, math.MaxUint32-n)
		for i, v := range src {
			if dst[i] != int64(v)<<32+int64(math.MaxUint32-n+i) {
				t.Fatalf("index %d has %x", i, dst[i])
			}
		}
		KeepBits(dst, dst, math.MaxUint32)
		for i := range src {
			if dst[i] != int64(math.MaxUint32-n+i) {
				t.Fatalf("index %d has %x", i, dst[i])
			}
		}
		longs := someNumbers[int64](r, n)
		base, down, up := int64(r.Uint64()), r.IntN(40), r.IntN(30)
		PackShifted(dst, longs, 7, base, down, up)
		for i, v := range longs {
			if want := int64(uint64(v-base)>>down<<up) + int64(7+i); dst[i] != want {
				t.Fatalf("index %d has %x, want %x", i, dst[i], want)
			}
		}
		if !whole() {
			t.Fatal("writes elsewhere")
		}
	}
}
