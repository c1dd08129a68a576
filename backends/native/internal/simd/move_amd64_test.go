package simd

import (
	"math/rand/v2"
	"testing"
	"unsafe"
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
				t.Fatalf("%d rows, %d columns: place %d has %x, want %x", n, cols, i, dst[i], want)
			}
		}
	}
}

func TestTranspose8(t *testing.T)  { testTranspose[uint8](t) }
func TestTranspose16(t *testing.T) { testTranspose[uint16](t) }
func TestTranspose32(t *testing.T) { testTranspose[uint32](t) }
func TestTranspose64(t *testing.T) { testTranspose[uint64](t) }
