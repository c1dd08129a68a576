package product

import (
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Between is a product of matrices whose first operand is made, row by row, of another product, as attention is: of X (…, l, d) and Y (…, d, k) come l rows
// of k scores, of these l rows of k weights, and these with V (…, k, m) are the result (…, l, m). Scores and weights are those of some rows at a time, which
// stay in a cache; keys are packed once for all rows of a matrix. Results are those of the products one after the other, bit for bit.
type Between struct {
	Stop    *backend.Stop
	X, Y, V *array.Buffer
	Lead    [2][]int // leading axes of the scores and of the result, with as many matrices

	// Make returns what makes weights of scores, for one thread: from row first of all matrices on, some rows after the others. In makes
	// of n rows of scores as many rows of weights. Both are in memory that both products have, which may be the same.
	Make func(first int) RowsBetween
	Cost float64 // of a row, in nanoseconds, about
	Same bool    // weights may be in the memory of scores
}

// RowsBetween makes weights of the next n rows of scores.
type RowsBetween interface {
	Next(scores, weights unsafe.Pointer, n int)
	Close()
}

// JoinsProducts reports whether a node of MatMul with these operands may be the first or the second product of a Between. Products of one row or
// one column are summed in another order, and so may be sums of narrow floats, which are computed again where numbers are subnormal.
func JoinsProducts(n *backend.Node, x, y backend.Spec) bool {
	if !multipliesIn(n.Out.Dtype, n, x, y) || n.Out.Dtype != dtype.Float32 && n.Out.Dtype != dtype.Float64 {
		return false
	}
	s := n.Out.Shape
	return gemm.Has(n.Out.Dtype) && s[len(s)-2] >= 2 && s[len(s)-1] >= 2
}

// multipliesIn reports whether a node multiplies matrices of dtype d, sums in it, and has a result of more than no elements and terms.
func multipliesIn(d dtype.Dtype, n *backend.Node, x, y backend.Spec) bool {
	return n.Op == ops.MatMul.Op && x.Dtype == d && y.Dtype == d && (!n.Out.In.IsValid() || n.Out.In == d) && len(x.Shape) >= 2 && len(y.Shape) >= 2 &&
		shape.Size(n.Out.Shape) > 0 && x.Shape[len(x.Shape)-1] > 0
}

// rowBytes is how many bytes of scores are computed at a time, at least for the rows of a tile: they, keys and values stay in L2.
const rowBytes = 128 << 10

// Into computes the result in z, whose rows' elements are contiguous.
func (b *Between) Into(z *array.Buffer) {
	n, d := len(z.Shape), z.Dtype
	rows, keys, m, depth := z.Shape[n-2], b.Y.Shape[len(b.Y.Shape)-1], z.Shape[n-1], b.X.Shape[len(b.X.Shape)-1]
	height := gemm.Rows(d)
	height *= max(1, rowBytes/(keys*d.Size())/height)
	height = min(height, rows)
	matrices := shape.Size(b.Lead[1])
	blocks := array.CeilDiv(rows, queryBlock)
	if few := 4 * array.ThreadCount(); array.ThreadCount() > 1 && matrices*blocks < few {
		blocks = max(blocks, min(array.CeilDiv(few, matrices), rows/max(height, 2*gemm.Rows(d))))
	}
	most := array.CeilDiv(rows, blocks)
	cost := float64(most)*b.Cost + gemm.Cost(d, most, depth, keys) + gemm.Cost(d, most, keys, m)
	array.Split(b.Stop, matrices*blocks, cost, func(lo, hi int) {
		w := &betweenWorker{Between: b, z: z, rows: rows, keys: keys, m: m, depth: depth, height: height, packs: most > height, packedPair: packedPairs.Get().(*packedPair)}
		defer packedPairs.Put(w.packedPair)
		bytes := (height*keys*d.Size() + 7) / 8
		scores, free := array.Scratch[uint64](bytes)
		defer free()
		w.scores, w.weights = unsafe.Pointer(&scores[0]), unsafe.Pointer(&scores[0])
		if !b.Same {
			weights, free := array.Scratch[uint64](bytes)
			defer free()
			w.weights = unsafe.Pointer(&weights[0])
		}
		from := func(u int) int { return u/blocks*rows + u%blocks*rows/blocks }
		w.make = b.Make(from(lo))
		defer w.make.Close()
		for u := lo; u < hi; u++ {
			b.Stop.Check()
			w.block(u/blocks, from(u)-u/blocks*rows, from(u+1)-u/blocks*rows)
		}
	})
}

// A betweenWorker computes blocks of rows on one thread, one after the other.
type betweenWorker struct {
	*Between
	z                            *array.Buffer
	rows, keys, m, depth, height int
	scores, weights              unsafe.Pointer
	make                         RowsBetween
	packs                        bool
	matrix                       int // that keys and values are packed of, from 1 on
	*packedPair
}

// A packedPair is the memory of packed keys and values.
type packedPair struct{ keysPacked, valuesPacked *gemm.Packed }

var packedPairs = sync.Pool{New: func() any { return new(packedPair) }}

// matrixAt returns matrix number i, in row-major order of axes lead, of b, which broadcasts along these.
func matrixAt(b *array.Buffer, lead []int, i int) gemm.Matrix {
	n := len(b.Shape)
	return gemm.Matrix{At: unsafe.Add(b.Base(), offsetOf(b, lead, i)*b.Dtype.Size()), Row: b.Strides[n-2], Col: b.Strides[n-1]}
}

// offsetOf returns where it begins.
func offsetOf(b *array.Buffer, lead []int, i int) int {
	at := b.Offset
	for axis := len(lead) - 1; axis >= 0; axis-- {
		at += i % lead[axis] * array.BroadcastStride(b, len(lead)+2, axis)
		i /= lead[axis]
	}
	return at
}

// pack returns a matrix of keys or values, packed if that pays: they are read for some rows at a time. other says that it is not that of the call before.
func (w *betweenWorker) pack(y gemm.Matrix, k, m int, again **gemm.Packed, other bool) gemm.Matrix {
	if !w.packs || y.Col == 1 && k <= gemm.Depth(w.z.Dtype) {
		return y
	}
	if other {
		*again = gemm.Pack(w.z.Dtype, y, k, m, *again, gemm.InOne)
	}
	y.Packed = *again
	return y
}

// block computes rows from … to of matrix number i.
func (w *betweenWorker) block(i, from, to int) {
	d, size := w.z.Dtype, w.z.Dtype.Size()
	x, z := matrixAt(w.X, w.Lead[0], i), matrixAt(w.z, w.Lead[1], i)
	other := w.matrix != i+1
	w.matrix = i + 1
	y := w.pack(matrixAt(w.Y, w.Lead[0], i), w.depth, w.keys, &w.keysPacked, other)
	v := w.pack(matrixAt(w.V, w.Lead[1], i), w.keys, w.m, &w.valuesPacked, other)
	parts := array.CeilDiv(to-from, w.height)
	for p := range parts {
		lo, hi := from+p*(to-from)/parts, from+(p+1)*(to-from)/parts
		some := x
		some.At = unsafe.Add(x.At, lo*x.Row*size)
		gemm.Multiply(d, w.scores, some, y, hi-lo, w.depth, w.keys, splitOf(d, w.depth))
		w.make.Next(w.scores, w.weights, hi-lo)
		gemm.MultiplyInto(d, unsafe.Add(z.At, lo*z.Row*size), z.Row, gemm.Matrix{At: w.weights, Row: w.keys, Col: 1}, v, hi-lo, w.keys, w.m, splitOf(d, w.keys))
	}
}

// splitOf returns how package gemm cuts a product of few rows on one thread: a sum over several blocks takes a plan.
func splitOf(d dtype.Dtype, k int) gemm.Split {
	if k > gemm.Depth(d) {
		return gemm.InOne
	}
	return nil
}
