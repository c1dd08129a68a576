package simd_test

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/simd"
)

// A chain goes through rows of any length and reads and writes nothing beyond: operands of
// all elements, of one for each row or each column and of one for all, on either side, and elements of all sizes.
func TestChain(t *testing.T) {
	if !simd.HasChain() {
		t.Skip("no chains")
	}
	lens := append(arraytest.LineLengths(64), 127, 128, 129, 191, 192, 193, 256, 300, 1000)
	for _, n := range lens {
		if n == 0 {
			continue
		}
		for _, rows := range []int{1, 2, 5} {
			x, z := arraytest.Guarded[int8](t, rows*n), arraytest.Guarded[float32](t, rows*n)
			low, word := arraytest.Guarded[uint8](t, rows*n), arraytest.Guarded[int16](t, rows*n)
			ofRow, ofCol, of := arraytest.Guarded[float32](t, rows), arraytest.Guarded[float32](t, n), arraytest.Guarded[uint16](t, 1)
			for i := range x {
				x[i] = int8(i*7 - 3)
			}
			for i := range ofRow {
				ofRow[i] = float32(i) + 0.5
			}
			for i := range ofCol {
				ofCol[i] = float32(i%5) - 2
			}
			of[0] = 65_000
			temporary := make([]float32, simd.ChainBlock)
			var program []simd.ChainStep
			step := func(op simd.ChainOp, first, one bool, y unsafe.Pointer, rowBytes int) {
				s := simd.NewChainStep(op, first, one, y == unsafe.Pointer(&temporary[0]))
				s.Y, s.RowBytes = y, rowBytes
				program = append(program, s)
			}
			at := unsafe.Pointer(&temporary[0])
			step(simd.ChainLoadUint16, false, true, unsafe.Pointer(&of[0]), 0)
			step(simd.ChainFloatOfInt, false, false, nil, 0)
			step(simd.ChainStore32, false, false, at, 0)
			step(simd.ChainLoadInt8, false, false, unsafe.Pointer(&x[0]), n)
			step(simd.ChainStore16, false, false, unsafe.Pointer(&word[0]), 2*n)
			step(simd.ChainFloatOfInt, false, false, nil, 0)
			step(simd.ChainSubtract, true, true, unsafe.Pointer(&ofRow[0]), 4)
			step(simd.ChainMultiply, false, false, unsafe.Pointer(&ofCol[0]), 0)
			step(simd.ChainDivide, true, false, at, 0)
			step(simd.ChainStore32, false, false, unsafe.Pointer(&z[0]), 4*n)
			step(simd.ChainUint8OfFloat, false, false, nil, 0)
			step(simd.ChainStore8, false, false, unsafe.Pointer(&low[0]), n)
			step(simd.ChainEnd, false, false, nil, 0)
			simd.RunChain(program, rows, n)
			for i := range z {
				want := 65_000 / ((ofRow[i/n] - float32(x[i])) * ofCol[i%n])
				require.Equal(t, math.Float32bits(want), math.Float32bits(z[i]), "element %d of %d rows of %d", i, rows, n)
				byte := uint8(0)
				switch {
				case want >= 255:
					byte = 255
				case want > 0:
					byte = uint8(want)
				}
				require.Equal(t, byte, low[i], "%v", want)
				require.Equal(t, int16(x[i]), word[i])
			}
		}
	}
	assert.True(t, slices.Contains(lens, simd.ChainBlock))
	assert.Panics(t, func() { simd.NewChainStep(simd.ChainStore32, true, false, false) }, "there is no such form")
}
