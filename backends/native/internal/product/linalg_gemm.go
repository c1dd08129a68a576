package product

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/shape"
)

// multiplyTiles fills z with the products of the matrices of a and b, by the loops of
// package gemm, which must have z's dtype. packed, if not nil, is b's only matrix, and bias, if not nil, is added to each row
// of products of more than no numbers.
func multiplyTiles(stop *backend.Stop, z, a, b *array.Buffer, packed *gemm.Packed, bias unsafe.Pointer) {
	if z.Len() == 0 {
		return
	}
	n, k, m := z.Shape[len(z.Shape)-2], a.Shape[len(a.Shape)-1], z.Shape[len(z.Shape)-1]
	if k == 0 { // sums of nothing; where empty operands' matrices would lie need not be in their memory
		clear(array.BytesOf(z))
		return
	}
	row := a.Strides[len(a.Shape)-2]
	if z.Len() == n*m {
		multiplyOne(z, a, b, z.Offset, a.Offset, b.Offset, n, row, packed, bias, splitting(stop))
		return
	}
	if sharesMatrix(b) {
		if row, ok := rowsOfOne(a, z.Len()/m); ok {
			multiplyOne(z, a, b, z.Offset, a.Offset, b.Offset, z.Len()/m, row, packed, bias, splitting(stop))
			return
		}
	}
	multiplyBatch(stop, z, a, b, n, k, m, packed, bias)
}

// Work returns how many nanoseconds a node of MatMul, or of Convolve, takes on one thread, about, of operands of these shapes: 0 if package gemm has no loops
// for it.
func Work(n *backend.Node, x, y []int) float64 {
	s := n.Out.Shape
	if !gemm.Has(n.Out.Dtype) || len(s) == 0 || shape.Size(s) == 0 {
		return 0
	}
	k := x[len(x)-1]
	if _, ok := n.Attrs.(backend.ConvolutionAttrs); ok {
		k = shape.Size(y[:len(y)-1])
	}
	if k == 0 {
		return 0
	}
	m := s[len(s)-1]
	return gemm.Cost(n.Out.Dtype, shape.Size(s)/m, k, m)
}

// splitting returns the way in which package gemm cuts its work.
func splitting(stop *backend.Stop) gemm.Split {
	if stop == nil {
		return unstopped
	}
	return func(n int, cost float64, f func(lo, hi int)) { array.Split(stop, n, cost, f) }
}

// onOne is splitting on one thread.
func onOne(stop *backend.Stop) gemm.Split {
	if stop == nil {
		return gemm.InOne
	}
	return func(n int, cost float64, f func(lo, hi int)) { array.InTurn(stop, n, cost, f) }
}

func unstopped(n int, cost float64, f func(lo, hi int)) { array.Split(nil, n, cost, f) }

// multiplyOne multiplies n rows of a, which begin at xAt and are row elements apart, by the
// matrix of b at yAt, which is packed if that is not nil.
func multiplyOne(z, a, b *array.Buffer, zAt, xAt, yAt, n, row int, packed *gemm.Packed, bias unsafe.Pointer, split gemm.Split) {
	k, rb, size := len(a.Shape)-1, len(b.Shape)-2, z.Dtype.Size()
	m := b.Shape[rb+1]
	gemm.MultiplyBiased(z.Dtype, unsafe.Add(z.Base(), zAt*size), m,
		gemm.Matrix{At: unsafe.Add(a.Base(), xAt*size), Row: row, Col: a.Strides[k]},
		gemm.Matrix{At: unsafe.Add(b.Base(), yAt*size), Row: b.Strides[rb], Col: b.Strides[rb+1], Packed: packed}, bias, n, a.Shape[k], m, split)
}

// sharesMatrix reports whether all of b's matrices are one.
func sharesMatrix(b *array.Buffer) bool {
	for i, n := range b.Shape[:len(b.Shape)-2] {
		if n != 1 && b.Strides[i] != 0 {
			return false
		}
	}
	return true
}

// rowsOfOne reports whether the rows of a's matrices, so many in all, lie as those of one
// matrix, and how far apart.
func rowsOfOne(a *array.Buffer, rows int) (row int, ok bool) {
	n := 1
	for i := len(a.Shape) - 2; i >= 0; i-- {
		switch {
		case a.Shape[i] == 1:
		case n == 1:
			row = a.Strides[i]
		case a.Strides[i] != row*n:
			return 0, false
		}
		n *= a.Shape[i]
	}
	return row, n == rows
}

// multiplyBatch multiplies matrix by matrix.
func multiplyBatch(stop *backend.Stop, z, a, b *array.Buffer, n, k, m int, packed *gemm.Packed, bias unsafe.Pointer) {
	r := len(z.Shape) - 2
	batch := array.NewIterator(z.Shape[:r], array.AxesOf(z, 0, r), array.AxesOf(a, 0, len(a.Shape)-2), array.AxesOf(b, 0, len(b.Shape)-2))
	sz, sx, sy := batch.InnerStride(0), batch.InnerStride(1), batch.InnerStride(2)
	run := func(at [array.MaxOperands]int, count int, split gemm.Split) {
		for i := range count {
			multiplyOne(z, a, b, at[0]+i*sz, at[1]+i*sx, at[2]+i*sy, n, a.Strides[len(a.Shape)-2], packed, bias, split)
		}
	}
	if batch.Size < 4*array.ThreadCount() {
		batch.Each(func(at [array.MaxOperands]int, count int) { run(at, count, splitting(stop)) })
		return
	}
	batch.Parallel(stop, gemm.Cost(z.Dtype, n, k, m), func(at [array.MaxOperands]int, count int) { run(at, count, onOne(stop)) })
}
