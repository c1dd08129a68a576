//go:build linux

package gemm

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
)

// bytesOf returns a matrix of bytes in guarded memory, in one of layouts.
func bytesOf(t *testing.T, r *rand.Rand, n, m, layout int) Matrix {
	row, column, first, size := layouts[layout].strides(n, m)
	p := guarded(t, size, r.IntN(2) == 0)
	for i := range unsafe.Slice((*byte)(p), size) {
		*(*byte)(unsafe.Add(p, i)) = byte(r.Uint32())
	}
	return Matrix{At: unsafe.Add(p, first), Row: row, Col: column}
}

// Products of uint8 and int8 are exact, of every layout and size, of rows that lie apart, and of windows.
func TestMultiplyBytes(t *testing.T) {
	race.Sequential(t)
	if !HasBytes() {
		t.Skip("this machine has no AVX-512 VNNI, or IVY_SIMD is not avx512")
	}
	r := rand.New(rand.NewPCG(5, 6))
	sizes := [][3]int{{1, 1, 1}, {1, 4, 32}, {2, 3, 5}, {14, 64, 64}, {15, 65, 33}, {29, 130, 17}, {3, 5000, 40}, {70, 200, 600}, {1, 257, 1024}}
	for i := range 60 {
		n, k, m := 1+r.IntN(50), 1+r.IntN(300), 1+r.IntN(100)
		if i < len(sizes) {
			n, k, m = sizes[i][0], sizes[i][1], sizes[i][2]
		}
		lx, ly := r.IntN(len(layouts)), r.IntN(len(layouts))
		t.Run(fmt.Sprintf("%dx%dx%d/%s/%s", n, k, m, layouts[lx].name, layouts[ly].name), func(t *testing.T) {
			x, y := bytesOf(t, r, n, k, lx), bytesOf(t, r, k, m, ly)
			z := guarded(t, 4*n*m, true)
			packed := PackBytes(y, k, m)
			bias, columns := NewBias(m)
			for j := range columns {
				columns[j] = int32(r.Uint32())
			}
			MultiplyBytes(z, x, packed, bias, n, k, m, inTurns)
			check := func() {
				for i := range n {
					for j := range m {
						want := columns[j]
						for q := range k {
							want += int32(*(*uint8)(unsafe.Add(x.At, i*x.Row+q*x.Col))) * int32(*(*int8)(unsafe.Add(y.At, q*y.Row+j*y.Col)))
						}
						require.Equal(t, want, *(*int32)(unsafe.Add(z, 4*(i*m+j))), "element %d, %d", i, j)
					}
				}
			}
			check()
			if x.Col == 1 && n > 1 {
				clear(unsafe.Slice((*byte)(z), 4*n*m))
				parts := 1 + r.IntN(k)
				for k%parts != 0 {
					parts--
				}
				MultiplyBytesWindows(z, &Windows{At: x.At, Rows: []Axis{{n, x.Row}}, Cols: []Axis{{k / parts, parts}, {parts, 1}}}, packed, bias, n, k, m, inTurns)
				check()
			}
		})
	}
}
