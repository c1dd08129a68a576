package native

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/gemm"
)

// multiplyTiles fills z with the products of the matrices of a and b, by the loops of
// package gemm, which must have z's dtype.
func multiplyTiles(z, a, b *Buffer) {
	if z.len() == 0 {
		return
	}
	r, ra, rb := len(z.Shape)-2, len(a.Shape)-2, len(b.Shape)-2
	n, k, m := a.Shape[ra], a.Shape[ra+1], b.Shape[rb+1]
	size := z.Dtype.Size()
	one := func(zAt, xAt, yAt int, split gemm.Split) {
		gemm.Multiply(z.Dtype, unsafe.Add(z.mem(), zAt*size),
			gemm.Matrix{At: unsafe.Add(a.mem(), xAt*size), Row: a.Strides[ra], Col: a.Strides[ra+1]},
			gemm.Matrix{At: unsafe.Add(b.mem(), yAt*size), Row: b.Strides[rb], Col: b.Strides[rb+1]}, n, k, m, split)
	}
	if z.len() == n*m {
		one(z.Offset, a.Offset, b.Offset, split)
		return
	}
	batch := newWalk(z.Shape[:r], axesOf(z, 0, r), axesOf(a, 0, ra), axesOf(b, 0, rb))
	sz, sx, sy := batch.inner(0), batch.inner(1), batch.inner(2)
	run := func(at [maxOperands]int, n int, split gemm.Split) {
		for i := range n {
			one(at[0]+i*sz, at[1]+i*sx, at[2]+i*sy, split)
		}
	}
	if batch.n < 4*threadCount() {
		batch.each(func(at [maxOperands]int, n int) { run(at, n, split) })
		return
	}
	batch.parallel(0.02*float64(n)*float64(k)*float64(m), func(at [maxOperands]int, n int) { run(at, n, gemm.InOne) })
}
