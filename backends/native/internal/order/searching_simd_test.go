package order

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestBooleansAgree compares the loops of booleans with their definition.
func TestBooleansAgree(t *testing.T) {
	if !simd.AVX2 {
		t.Skip("no loops")
	}
	testBooleans[uint8](t, ^uint64(0))
	testBooleans[uint16](t, ^uint64(0))
	testBooleans[uint16](t, reduce.NonzeroMask(dtype.Float16))
	testBooleans[uint32](t, ^uint64(0))
	testBooleans[float32](t, reduce.NonzeroMask(dtype.Float32))
	testBooleans[uint64](t, ^uint64(0))
	testBooleans[float64](t, reduce.NonzeroMask(dtype.Float64))
	testBooleans[complex64](t, reduce.NonzeroMask(dtype.Complex64))
	testBooleans[complex128](t, reduce.NonzeroMask(dtype.Complex128))
}

func testBooleans[X array.Element](t *testing.T, mask uint64) {
	var one X
	size := int(unsafe.Sizeof(one))
	bytesIn := func(x []X) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), len(x)*size) }
	booleanAt := func(x []X, i int) bool {
		var p [16]byte
		copy(p[:], bytesIn(x[i:i+1]))
		m := mask
		if size < 8 {
			m &= 1<<(8*size) - 1
		}
		return binary.NativeEndian.Uint64(p[:])&m|binary.NativeEndian.Uint64(p[8:])&m != 0
	}
	r := rand.New(rand.NewPCG(7, 8))
	draws := map[string]func(p []byte){
		"nothing": func([]byte) {},
		"signs": func(p []byte) {
			for i := size/min(size, 8) - 1; i < len(p); i++ {
				if (i+1)%size == 0 {
					p[i] = 0x80
				}
			}
		},
		"one bit":      func(p []byte) { p[r.IntN(len(p))] = 1 << r.IntN(8) },
		"the last bit": func(p []byte) { p[len(p)-1] = 0x40 },
		"all but one": func(p []byte) {
			for i := range p {
				p[i] = 1
			}
			at := r.IntN(len(p)/size) * size
			clear(p[at : at+size])
		},
		"all": func(p []byte) {
			for i := 0; i < len(p); i += size {
				p[i+r.IntN(size)] = 1
			}
		},
		"some": func(p []byte) {
			for i := 0; i < len(p); i += size {
				p[i] = byte(r.IntN(2))
			}
		},
	}
	for name, draw := range draws {
		t.Run(fmt.Sprintf("%T %#x %s", one, mask, name), func(t *testing.T) {
			for _, n := range arraytest.LineLengths(600) {
				count, step := 1+r.IntN(3), n+r.IntN(3)
				x := arraytest.Guarded[X](t, (count-1)*step+n)
				for i := range count {
					draw(bytesIn(x[i*step : i*step+n]))
				}
				someTrue, allTrue, counts := make([]uint8, count), make([]uint8, count), make([]int64, count)
				simd.AnyRows(someTrue, x, 0, n, step, mask)
				simd.AllRows(allTrue, x, 0, n, step, mask)
				simd.CountRows(counts, x, 0, n, step, mask)
				for i := range count {
					want := 0
					for j := range n {
						if booleanAt(x, i*step+j) {
							want++
						}
					}
					require.EqualValues(t, want, counts[i], "%d elements", n)
					require.Equal(t, want > 0, someTrue[i] == 1, "%d elements", n)
					require.Equal(t, want == n, allTrue[i] == 1, "%d elements", n)
					require.LessOrEqual(t, someTrue[i]|allTrue[i], uint8(1))
				}
				z := arraytest.Guarded[uint8](t, n)
				for i := range z {
					z[i] = 0xaa
				}
				line := x[len(x)-n:]
				done := simd.Booleans(z, line, mask)
				require.True(t, size == 16 || size == 8 && !simd.AVX512 || done > n-32)
				for i := range z {
					want := uint8(0xaa)
					if i < done {
						want = 0
						if booleanAt(line, i) {
							want = 1
						}
					}
					require.Equal(t, want, z[i])
				}
			}
		})
	}
}

// TestFindAgrees looks for elements at every index.
func TestFindAgrees(t *testing.T) {
	if !simd.AVX2 {
		t.Skip("no loops")
	}
	testFind[uint8](t)
	testFind[int8](t)
	testFind[uint16](t)
	testFind[int16](t)
	testFind[uint32](t)
	testFind[int32](t)
	testFind[uint64](t)
	testFind[int64](t)
	testFind[float32](t)
	testFind[float64](t)
	for n := range 80 {
		x, y := arraytest.Guarded[float32](t, n), arraytest.Guarded[float64](t, n)
		require.Equal(t, n, simd.FindNaN(x))
		require.Equal(t, n, simd.FindNaN(y))
		for i := n - 1; i >= 0; i-- {
			x[i], y[i] = float32(math.NaN()), math.Copysign(math.NaN(), -1)
			require.Equal(t, i, simd.FindNaN(x))
			require.Equal(t, i, simd.FindNaN(y))
			require.Equal(t, n, simd.Find(x, x[i]), "NaN equals nothing")
		}
	}
	x := []float64{1, math.Copysign(0, -1), 0}
	require.Equal(t, 1, simd.Find(x, 0), "zeros are equal")
}

func testFind[T array.Real](t *testing.T) {
	for n := range 140 {
		x := arraytest.Guarded[T](t, n)
		v := topBit[T]()
		require.Equal(t, n, simd.Find(x, v))
		for i := n - 1; i >= 0; i-- {
			x[i] = v
			require.Equal(t, i, simd.Find(x, v), "%T, %d of %d", v, i, n)
		}
	}
}

// topBit returns a value with only its highest bit, or for floats −0.5.
func topBit[T array.Real]() T {
	var v T
	switch p := any(&v).(type) {
	case *float32:
		*p = -0.5
	case *float64:
		*p = -0.5
	default:
		size := int(unsafe.Sizeof(v))
		unsafe.Slice((*byte)(unsafe.Pointer(&v)), size)[size-1] = 0x80
	}
	return v
}

// TestPositionsAgree compares rows of positions with the definition.
func TestPositionsAgree(t *testing.T) {
	if !simd.AVX2 {
		t.Skip("no loops")
	}
	testPositions(t, &simd.GreatestFloat32Indices, true)
	testPositions(t, &simd.LeastFloat32Indices, false)
	testPositions(t, &simd.GreatestFloat64Indices, true)
	testPositions(t, &simd.LeastFloat64Indices, false)
	testPositions(t, &simd.GreatestInt32Indices, true)
	testPositions(t, &simd.LeastInt32Indices, false)
	testPositions(t, &simd.GreatestInt64Indices, true)
	testPositions(t, &simd.LeastInt64Indices, false)
	testPositions(t, &simd.GreatestUint32Indices, true)
	testPositions(t, &simd.LeastUint32Indices, false)
	testPositions(t, &simd.GreatestUint64Indices, true)
	testPositions(t, &simd.LeastUint64Indices, false)
}

func testPositions[A array.Real, P int32 | int64](t *testing.T, p *simd.ExtremeIndices[A, P], most bool) {
	var one A
	t.Run(fmt.Sprintf("%T %t", one, most), func(t *testing.T) {
		r := rand.New(rand.NewPCG(9, 10))
		for k, draw := range arraytest.Drawings[A](r) {
			for w := 1; w < 100; w += 1 + w/12 {
				n, step := r.IntN(11), w+r.IntN(3)
				x, top, best := arraytest.Guarded[A](t, max(n-1, 0)*step+w), arraytest.Guarded[A](t, w), arraytest.Guarded[P](t, w)
				draw(x)
				draw(top)
				wantTop, wantBest := append([]A(nil), top...), append([]P(nil), best...)
				for i := range n {
					for j, v := range x[i*step : i*step+w] {
						u := wantTop[j]
						beats := v > u
						if !most {
							beats = v < u
						}
						if u == u && (beats || v != v) {
							wantTop[j], wantBest[j] = v, P(1000+i)
						}
					}
				}
				p.Rows(top, best, x, 0, n, step, 1000)
				require.Equal(t, wantBest, best, "values %d: %d columns, %d rows", k, w, n)
				for j := range top {
					require.Equal(t, arraytest.RawBits(wantTop[j]), arraytest.RawBits(top[j]))
				}
			}
		}
	})
}
