package order

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// patterns are orders that sorting may meet, as numbers from 0 to 2⁶⁴.
var patterns = map[string]func(r *rand.Rand, i, n int) uint64{
	"random":      func(r *rand.Rand, _, _ int) uint64 { return r.Uint64() },
	"ascending":   func(_ *rand.Rand, i, n int) uint64 { return uint64(i) * (math.MaxUint64 / uint64(n)) },
	"descending":  func(_ *rand.Rand, i, n int) uint64 { return uint64(n-i) * (math.MaxUint64 / uint64(n+1)) },
	"equal":       func(_ *rand.Rand, _, _ int) uint64 { return 1<<63 + 5 },
	"few":         func(r *rand.Rand, _, _ int) uint64 { return r.Uint64N(3) * (math.MaxUint64 / 3) },
	"small":       func(r *rand.Rand, _, _ int) uint64 { return r.Uint64N(100) },
	"saw":         func(_ *rand.Rand, i, _ int) uint64 { return uint64(i%17) << 59 },
	"pipe":        func(_ *rand.Rand, i, n int) uint64 { return uint64(min(i, n-i)) << 40 },
	"low bits":    func(r *rand.Rand, i, _ int) uint64 { return uint64(i%2)<<63 + r.Uint64N(1000) },
	"runs":        func(r *rand.Rand, i, _ int) uint64 { return uint64(i/100%7)<<61 + r.Uint64N(1<<30) },
	"all but one": func(_ *rand.Rand, i, n int) uint64 { return uint64(max(0, i-n+2)) << 63 },
}

func TestQuickSort(t *testing.T) {
	if simd.Sorting64 == nil {
		t.Skip("no loops")
	}
	r := rand.New(rand.NewPCG(9, 10))
	for name, f := range patterns {
		for _, n := range []int{0, 1, 2, 31, 32, 33, 200, 257, 1000, 2048, 2049, 4096, 4097, 5000, 20000, 150000} {
			long, short := make([]int64, n), make([]int32, n)
			for i := range n {
				v := f(r, i, n)
				long[i], short[i] = int64(v), int32(v>>32)
			}
			wantLong, wantShort := slices.Sorted(slices.Values(long)), slices.Sorted(slices.Values(short))
			for threads := 1; threads <= 3; threads++ {
				arraytest.InThreads(threads, func() {
					x, y := slices.Clone(long), slices.Clone(short)
					quickSort(nil, simd.Sorting64, x)
					quickSort(nil, simd.Sorting32, y)
					if !slices.Equal(x, wantLong) || !slices.Equal(y, wantShort) {
						t.Fatalf("%d numbers, %s, are not sorted", n, name)
					}
				})
			}
		}
	}
}

// TestQuickSortLevels: what is left after too many levels is sorted all the same.
func TestQuickSortLevels(t *testing.T) {
	if simd.Sorting64 == nil {
		t.Skip("no loops")
	}
	r := rand.New(rand.NewPCG(11, 12))
	for levels := range 12 {
		xs, scratch := make([]int64, 9000), make([]int64, 2048)
		for i := range xs {
			xs[i] = r.Int64() - r.Int64()
		}
		want := slices.Sorted(slices.Values(xs))
		partition[int64]{data: xs, lowest: math.MinInt64, home: true}.sortInPlace(nil, simd.Sorting64, levels, scratch)
		require.Equal(t, want, xs, "levels: %d", levels)
	}
}

func TestOrder(t *testing.T) {
	if simd.Sorting64 == nil {
		t.Skip("no loops")
	}
	r := rand.New(rand.NewPCG(13, 14))
	for name, f := range patterns {
		for _, n := range []int{0, 1, 2, 20, 100, 3000, 70000} {
			long, short := make([]int64, n), make([]int32, n)
			for i := range n {
				v := f(r, i, n)
				long[i], short[i] = int64(v), int32(v>>32)
			}
			want, got := make([]int64, n), make([]int64, n)
			for i := range want {
				want[i] = int64(i)
			}
			shorts := slices.Clone(want)
			slices.SortStableFunc(want, func(i, j int64) int { return cmp.Compare(long[i], long[j]) })
			slices.SortStableFunc(shorts, func(i, j int64) int { return cmp.Compare(short[i], short[j]) })
			for threads := 1; threads <= 2; threads++ {
				arraytest.InThreads(threads, func() {
					orderLong(nil, got, long)
					if !slices.Equal(got, want) {
						t.Fatalf("the order of %d numbers of 8 bytes, %s, is wrong", n, name)
					}
					orderShort(nil, got, short)
					if !slices.Equal(got, shorts) {
						t.Fatalf("the order of %d numbers of 4 bytes, %s, is wrong", n, name)
					}
				})
			}
		}
	}
}

// TestSortPatterns sorts patterns of all dtypes, with zeros of both signs and NaN of several bits among floats, in lanes
// of every length that a network may have.
func TestSortPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	lengths := append(shape.All(70), 100, 127, 128, 129, 200, 255, 256, 257, 300)
	for _, d := range ops.SortOp.In.Dtypes() {
		for _, f := range patterns {
			n := lengths[r.IntN(len(lengths))]
			for _, s := range [][]int{{n}, {3, n}, {n, 2}} {
				x, err := array.NewResult(backend.Spec{Dtype: d, Shape: s})
				require.NoError(t, err)
				bytes, size := array.BytesOf(x), d.Size()
				for i := range x.Len() {
					v := f(r, i, x.Len())
					if d.IsFloat() {
						switch r.IntN(8) {
						case 0:
							v = 1 << 63
						case 1:
							v = 0
						case 2:
							v |= 0x7fff << 48 // NaN
						}
					}
					if d == dtype.Bool {
						v = v >> 7 << 63 >> 7
					}
					for k := range size {
						bytes[i*size+k] = byte(v >> (64 - 8*(size-k)))
					}
				}
				for axis := range s {
					checkSort(t, x, backend.SortAttrs{Axis: axis, Descending: r.IntN(2) == 0})
				}
			}
		}
	}
}

// FuzzOrder: any bytes, as numbers of 8 bytes, have the order that comparing finds.
func FuzzOrder(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0x80})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if simd.Sorting64 == nil {
			t.Skip("no loops")
		}
		keys := make([]int64, len(bytes)/8)
		for i := range keys {
			for k, b := range bytes[8*i : 8*i+8] {
				keys[i] |= int64(b) << (8 * k)
			}
		}
		want, got := make([]int64, len(keys)), make([]int64, len(keys))
		for i := range want {
			want[i] = int64(i)
		}
		slices.SortStableFunc(want, func(i, j int64) int { return cmp.Compare(keys[i], keys[j]) })
		orderLong(nil, got, keys)
		require.Equal(t, want, got, fmt.Sprint(keys))
	})
}
