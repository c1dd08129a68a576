package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

func testTranspose[T uint8 | uint16 | uint32 | uint64](t *testing.T) {
	size := unsafe.Sizeof(T(0))
	if transposings[size].f == nil {
		t.Skip("no loops")
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		n, cols := r.IntN(TransposeSide+1), r.IntN(TransposeSide+1)
		dstStep, srcStep := n+r.IntN(20), cols+r.IntN(20)
		src, dst := make([]T, n*srcStep+1), make([]T, cols*dstStep+1)
		for i := range src {
			src[i] = T(r.Uint64() | 1)
		}
		rows, columns := Transpose(dst, src, dstStep, srcStep, n, cols)
		if tile := transposings[size]; n >= tile.n && cols >= tile.cols && (rows == 0 || columns == 0 || n-rows >= tile.n || cols-columns >= tile.cols) {
			t.Fatalf("of %d rows and %d columns %d and %d are done", n, cols, rows, columns)
		}
		for i := range dst {
			want := T(0)
			if dstStep > 0 {
				if c, k := i/dstStep, i%dstStep; c < columns && k < rows {
					want = src[k*srcStep+c]
				}
			}
			if dst[i] != want {
				t.Fatalf("%d rows, %d columns: index %d has %x, want %x", n, cols, i, dst[i], want)
			}
		}
	}
}

func TestTranspose8(t *testing.T)  { testTranspose[uint8](t) }
func TestTranspose16(t *testing.T) { testTranspose[uint16](t) }
func TestTranspose32(t *testing.T) { testTranspose[uint32](t) }
func TestTranspose64(t *testing.T) { testTranspose[uint64](t) }

func testReverse[T uint8 | uint16 | uint32 | uint64](t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := range 300 {
		src := make([]T, n)
		for i := range src {
			src[i] = T(r.Uint64())
		}
		if n == 299 {
			src = slices.Repeat(src, 3*sortBlock/n)
		}
		all := make([]T, len(src)+80)
		Reverse(all[40:40+len(src):40+len(src)], src)
		want := make([]T, len(all))
		copy(want[40:], src)
		slices.Reverse(want[40 : 40+len(src)])
		if !slices.Equal(all, want) {
			t.Fatalf("%d elements of %d bytes", n, unsafe.Sizeof(T(0)))
		}
	}
}

func TestReverse(t *testing.T) {
	testReverse[uint8](t)
	testReverse[uint16](t)
	testReverse[uint32](t)
	testReverse[uint64](t)
}

func testBroadcastBlocks[T uint8 | uint16 | uint32 | uint64 | complex128](t *testing.T, value func(i int) T) {
	size := int(unsafe.Sizeof(T(0)))
	for _, n := range []int{1, 2, 3, 5, 8, 16, 17, 64, 100, 1 << 15} {
		for _, runs := range []int{0, 1, 2, 7, 40} {
			for _, step := range []int{0, 1, 3} {
				src := make([]T, max(runs-1, 0)*step+1)
				for i := range src {
					src[i] = value(i)
				}
				all := make([]T, n*runs+80)
				BroadcastBlocks(all[40:40+n*runs], src, step, n)
				for i, v := range all {
					want := T(0)
					if i >= 40 && i < 40+n*runs {
						want = src[(i-40)/n*step]
					}
					if v != want {
						t.Fatalf("%d runs of %d elements of %d bytes, step %d: index %d has %v, want %v", runs, n, size, step, i-40, v, want)
					}
				}
			}
		}
	}
}

func TestBroadcastBlocks(t *testing.T) {
	testBroadcastBlocks(t, func(i int) uint8 { return uint8(i + 1) })
	testBroadcastBlocks(t, func(i int) uint16 { return uint16(i + 300) })
	testBroadcastBlocks(t, func(i int) uint32 { return uint32(i + 70000) })
	testBroadcastBlocks(t, func(i int) uint64 { return uint64(i + 1<<40) })
	testBroadcastBlocks(t, func(i int) complex128 { return complex(float64(i+1), -float64(i)) })
}

func testCopyBlocks[T uint8 | uint32 | complex128](t *testing.T, value func(i int) T) {
	r := rand.New(rand.NewPCG(11, 12))
	const first = 100
	src := make([]T, 10_000)
	for i := range src {
		src[i] = value(i)
	}
	for _, n := range []int{1, 2, 3, 8, 9, 16, 31, 32, 33, 64, 100, 700, 5000} {
		for _, runs := range []int{0, 1, 2, 300} {
			offsets := make([]int64, runs)
			for i := range offsets {
				offsets[i] = r.Int64N(int64(len(src)-n+1)) - first
			}
			if runs > 1 {
				offsets[0], offsets[1] = -first, int64(len(src)-n)-first
			}
			all := make([]T, n*runs+80)
			CopyBlocks(all[40:], src, first, offsets, n)
			for i, v := range all {
				want := T(0)
				if i >= 40 && i < 40+n*runs {
					want = src[first+int(offsets[(i-40)/n])+(i-40)%n]
				}
				if v != want {
					t.Fatalf("%d runs of %d elements of %d bytes: index %d has %v, want %v", runs, n, unsafe.Sizeof(v), i-40, v, want)
				}
			}
		}
	}
}

func TestCopyBlocks(t *testing.T) {
	testCopyBlocks(t, func(i int) uint8 { return uint8(i%255 + 1) })
	testCopyBlocks(t, func(i int) uint32 { return uint32(i + 70000) })
	testCopyBlocks(t, func(i int) complex128 { return complex(float64(i+1), -float64(i)) })
}

func TestTrueIndices(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, 7, 8, 9, 31, 32, 33, 64, 100, 1000, 4*sortBlock + 41} {
		for _, often := range []int{1, 2, 30} {
			src := make([]uint8, n)
			var want []int64
			for i := range src {
				if r.IntN(often) == 0 {
					src[i] = uint8(1 + r.IntN(255))
					want = append(want, int64(9+i))
				}
			}
			dst, whole := guardedSlice[int64](n)
			if k := TrueIndices(dst, src, 9); !slices.Equal(dst[:k], want) || !whole() {
				t.Fatalf("of %v: %v, want %v", src, dst[:k], want)
			}
			if k := CountTrue(src); k != len(want) {
				t.Fatalf("%d of %v, want %d", k, src, len(want))
			}
		}
	}
}

// testMovedLines copies lines, and takes them apart, with elements between them that stay.
func testMovedLines[T uint8 | uint16 | uint32 | uint64 | complex128](t *testing.T, value func(i int) T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 14, 15, 16, 17, 28, 31, 32, 33, 63, 64, 65, 200, 600, repeatBlock/2 + 3, 3*repeatBlock + 5} {
		for _, count := range []int{1, 2, 3, 40} {
			if n > 1000 && count > 2 {
				continue
			}
			l := Lines{N: n, Count: count, ZPitch: n + r.IntN(9), XPitch: n + r.IntN(9)}
			x := make([]T, (count-1)*l.XPitch+n)
			for i := range x {
				x[i] = value(i)
			}
			z := make([]T, count*l.ZPitch+80)
			want := slices.Clone(z)
			for i := range count {
				copy(want[40+i*l.ZPitch:], x[i*l.XPitch:][:n])
			}
			if CopyLines(z[40:], x, l); !slices.Equal(z, want) {
				t.Fatalf("%d lines of %d elements of %d bytes are not copied", count, n, unsafe.Sizeof(z[0]))
			}
			l.ZPitch = (n+1)/2 + r.IntN(9)
			even, odd := make([]T, count*l.ZPitch+80), make([]T, count*l.ZPitch+80)
			wantEven, wantOdd := slices.Clone(even), slices.Clone(odd)
			for i := range count {
				for j := range n {
					to := wantEven
					if j%2 == 1 {
						to = wantOdd
					}
					to[40+i*l.ZPitch+j/2] = x[i*l.XPitch+j]
				}
			}
			if SplitLines(even[40:], odd[40:], x, l); !slices.Equal(even, wantEven) || !slices.Equal(odd, wantOdd) {
				t.Fatalf("%d lines of %d elements of %d bytes are not taken apart", count, n, unsafe.Sizeof(z[0]))
			}
		}
	}
}

func TestMovedLines(t *testing.T) {
	testMovedLines(t, func(i int) uint8 { return uint8(i%255 + 1) })
	testMovedLines(t, func(i int) uint16 { return uint16(i%65535 + 1) })
	testMovedLines(t, func(i int) uint32 { return uint32(i + 70000) })
	testMovedLines(t, func(i int) uint64 { return uint64(i + 1<<40) })
	testMovedLines(t, func(i int) complex128 { return complex(float64(i+1), -float64(i)) })
	for _, l := range []Lines{{N: 40, Count: 3, ZPitch: 40, XPitch: 41}, {N: 40, Count: 3, ZPitch: 41, XPitch: 40}, {N: 40, Count: 3, ZPitch: -1, XPitch: 40}, {N: 40, Count: 3, ZPitch: 40, XPitch: -1}} {
		assert.Panics(t, func() { CopyLines(make([]uint32, 120), make([]uint32, 120), l) })
		assert.Panics(t, func() { SplitLines(make([]uint32, 100), make([]uint32, 100), make([]uint32, 120), l) })
	}
}

func TestInterleave3(t *testing.T) {
	t.Run("uint32", testInterleave3[uint32])
	t.Run("uint64", testInterleave3[uint64])
	t.Run("uint8", testInterleave3[uint8])
}

func testInterleave3[T uint8 | uint32 | uint64](t *testing.T) {
	for n := range 70 {
		from, dst := make([]T, 3*n), slices.Repeat([]T{7}, 3*n+40)
		for i := range from {
			from[i] = T(i + 10)
		}
		Interleave3(dst[:3*n], from[:n], from[n:2*n], from[2*n:])
		for i, got := range dst {
			want := T(7)
			if i < 3*n {
				want = from[i%3*n+i/3]
			}
			if got != want {
				t.Fatalf("element %d of three times %d is %v, not %v", i, n, got, want)
			}
		}
	}
}
