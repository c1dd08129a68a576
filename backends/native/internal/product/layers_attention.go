package product

import (
	"math"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Attention in blocks of queries and of keys, which stay in the L2 cache. The scores of some queries at a time stay in the L1 cache: the sums of
// queries so far are scaled where a further block of keys has a greater score (Dao et al.,
// "FlashAttention"; Milakov and Gimelshein, "Online normalizer calculation for softmax").
const (
	queryBlock = 256
	keyBlock   = 512
)

// Keys of so many blocks at most are packed once for all queries of their matrix.
const packedKeyBlocks = 16

// scoreRows is about of how many queries of a block scores are computed at a time.
const scoreRows = 14

// takesAttention reports whether attend takes these operands: float32, where there are the loops for it.
func takesAttention(out backend.Spec, shapes [][]int, _ backend.LayerAttrs) bool {
	q := shapes[0]
	return out.Dtype == dtype.Float32 && q[len(q)-1] > 0 && gemm.Has(dtype.Float32) && simd.HasExpSums() && simd.MaxFloat32.OK()
}

// attention is a call of attend.
type attention struct {
	backend.AttentionAttrs
	stop                   *backend.Stop
	lead                   []int
	q, k, v, mask, z       *array.Buffer
	queries, keys, in, out int // of one matrix, and the lengths of a key and a value
}

func attend(out backend.Spec, xs []backend.Buffer, attrs backend.AttentionAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	n := len(out.Shape)
	a := &attention{AttentionAttrs: attrs, stop: out.Stop, lead: out.Shape[:n-2], q: xs[0].(*array.Buffer), k: xs[1].(*array.Buffer), v: xs[2].(*array.Buffer), z: z,
		queries: out.Shape[n-2], out: out.Shape[n-1]}
	a.in, a.keys = a.q.Shape[len(a.q.Shape)-1], a.k.Shape[len(a.k.Shape)-2]
	if len(xs) > 3 {
		a.mask = xs[3].(*array.Buffer)
	}
	blocks := array.CeilDiv(a.queries, queryBlock)
	rows, width := min(a.queries, queryBlock), min(a.keys, keyBlock)
	height := gemm.Rows(dtype.Float32)
	height *= max(1, scoreRows/height)
	if rows <= height || a.in > gemm.Depth(dtype.Float32) {
		height = rows
	}
	cost := float64(rows)*float64(a.keys) + gemm.Cost(dtype.Float32, rows, a.keys, a.in+a.out)
	array.Split(out.Stop, shape.Size(a.lead)*blocks, cost, func(lo, hi int) {
		w := &attentionBlock{attention: a, height: height}
		w.row.Dtype, w.row.Size = dtype.Float32, width
		var done [3]func()
		w.query, done[0] = array.Scratch[float32](rows * a.in)
		w.scores, done[1] = array.Scratch[float32](height * width)
		w.line, done[2] = array.Scratch[float32](width)
		defer func() {
			for _, f := range done {
				f()
			}
		}()
		packed := packedBlocks.Get().(*[packedKeyBlocks]packedKeys)
		for i := range packed {
			packed[i].matrix = 0
		}
		defer packedBlocks.Put(packed)
		switch n := array.CeilDiv(a.keys, keyBlock); {
		case blocks > 1 && n <= packedKeyBlocks:
			w.packed = packed[:n]
		case height < rows:
			w.packed = packed[:1]
		}
		if height == rows {
			w.split = gemm.InOne
		}
		for u := lo; u < hi; u++ {
			w.block(u/blocks, u%blocks*queryBlock)
		}
	})
	return z, nil
}

// An attentionBlock computes blocks of queries, one after the other.
type attentionBlock struct {
	*attention
	height                         int        // rows of scores
	split                          gemm.Split // nil if these are few
	query, scores, line            []float32
	row                            array.Buffer        // the header of a row of scores
	packed                         []packedKeys        // of each block of keys, if they are packed
	most, shift, total, factor, of [queryBlock]float32 // of each query: the greatest score, what is subtracted from scores, the sum of their exponentials, what of a block before is multiplied by
}

// packedKeys is a block of keys, transposed, as products read it.
type packedKeys struct {
	matrix, first int // their number, from 1 on, and the first key
	keys          *gemm.Packed
}

// packedBlocks has memory of packed keys, for those that come next.
var packedBlocks = sync.Pool{New: func() any { return new([packedKeyBlocks]packedKeys) }}

// keyMatrix returns n keys of matrix number i, which begin at k, from lo on, as a matrix with a column for each.
func (w *attentionBlock) keyMatrix(i, k, lo, n int) gemm.Matrix {
	axis := len(w.k.Shape) - 2
	m := gemm.Matrix{At: unsafe.Add(w.k.Base(), 4*(k+lo*w.k.Strides[axis])), Row: w.k.Strides[axis+1], Col: w.k.Strides[axis]}
	if w.packed != nil {
		p := &w.packed[lo/keyBlock%len(w.packed)]
		if p.matrix != i+1 || p.first != lo {
			p.matrix, p.first, p.keys = i+1, lo, gemm.Pack(dtype.Float32, m, w.in, n, p.keys, gemm.InOne)
		}
		m.Packed = p.keys
	}
	return m
}

// hidden is the score of what does not count.
var hidden = func() elementwise.Span {
	inf := []float32{float32(math.Inf(-1))}
	return elementwise.Span{Buffer: &array.Buffer{Dtype: dtype.Float32, Mem: unsafe.Pointer(&inf[0]), Size: 1}, N: 1}
}()

// block computes the queries of matrix number i from first on.
func (w *attentionBlock) block(i, first int) {
	rows := min(queryBlock, w.queries-first)
	q, k, v := offsetOf(w.q, w.lead, i), offsetOf(w.k, w.lead, i), offsetOf(w.v, w.lead, i)
	axis := len(w.q.Shape) - 2
	scale := float32(w.Scale)
	for r := range rows {
		to := w.query[r*w.in : (r+1)*w.in]
		copy(to, sameLine(to, array.Elems[float32](w.q), q+(first+r)*w.q.Strides[axis], w.q.Strides[axis+1], w.in))
		simd.Scale(to, scale)
	}
	sums := array.Elems[float32](w.z)[w.z.Offset+(i*w.queries+first)*w.out:][:rows*w.out]
	clear(sums)
	clear(w.total[:rows])
	for r := range rows {
		w.most[r] = float32(math.Inf(-1))
	}
	for lo := 0; lo < w.keys; lo += keyBlock {
		w.stop.Check()
		n := min(keyBlock, w.keys-lo)
		if w.Causal && lo >= first+rows && w.finite(v, lo, n) {
			continue // none of these keys counts
		}
		keys, values := w.keyMatrix(i, k, lo, n), w.valueMatrix(v, lo)
		for r := 0; r < rows; r += w.height {
			w.some(keys, values, sums[r*w.out:], i, first, r, min(w.height, rows-r), lo, n)
		}
	}
	for r, s := range w.total[:rows] {
		if s != 0 { // else nothing counts
			simd.Divide(sums[r*w.out:(r+1)*w.out], s)
		}
	}
}

// valueMatrix returns the values of keys from lo on of the matrix that begins at v.
func (w *attentionBlock) valueMatrix(v, lo int) gemm.Matrix {
	axis := len(w.v.Shape) - 2
	return gemm.Matrix{At: unsafe.Add(w.v.Base(), 4*(v+lo*w.v.Strides[axis])), Row: w.v.Strides[axis], Col: w.v.Strides[axis+1]}
}

// some adds what n keys from lo on come to, with their values, to the sums of some rows of a block from r on, of queries of matrix number i.
func (w *attentionBlock) some(keys, values gemm.Matrix, sums []float32, i, first, r, rows, lo, n int) {
	scores := w.scores[:rows*n]
	gemm.Multiply(dtype.Float32, unsafe.Pointer(&scores[0]), gemm.Matrix{At: unsafe.Pointer(&w.query[r*w.in]), Row: w.in, Col: 1}, keys, rows, w.in, n, w.split)
	w.hide(scores, i, first+r, rows, lo, n)
	w.exponentials(scores, sums, r, rows, n)
	gemm.Accumulate(dtype.Float32, gemm.Target{At: unsafe.Pointer(&sums[0]), Pitch: w.out}, gemm.Matrix{At: unsafe.Pointer(&scores[0]), Row: n, Col: 1}, values, rows, n, w.out, w.split)
}

// hide adds a mask of numbers to the scores of the queries from first on for n keys from lo on, and makes those −Inf that do not count.
func (w *attentionBlock) hide(scores []float32, i, first, rows, lo, n int) {
	inf := float32(math.Inf(-1))
	if m := w.mask; m != nil {
		at := offsetOf(m, w.lead, i)
		down, across := array.BroadcastStride(m, len(w.lead)+2, len(w.lead)), array.BroadcastStride(m, len(w.lead)+2, len(w.lead)+1)
		for r := range rows {
			row, from := scores[r*n:(r+1)*n], at+(first+r)*down+lo*across
			if m.Dtype != dtype.Bool {
				for j, v := range sameLine(w.line[:n], array.Elems[float32](m), from, across, n) {
					row[j] += v
				}
				continue
			}
			if across == 1 {
				to := elementwise.Span{Buffer: &w.row, N: n}
				w.row.Mem = unsafe.Pointer(&row[0])
				elementwise.WhereLoops[4].Run(to, elementwise.Spans{{Buffer: m, At: from, N: n}, to, hidden})
				continue
			}
			counts := array.Elems[bool](m)
			for j := range row {
				if !counts[from+j*across] {
					row[j] = inf
				}
			}
		}
	}
	if w.Causal {
		for r := range rows {
			row := scores[r*n : (r+1)*n]
			for j := max(0, min(n, first+r+1-lo)); j < n; j++ {
				row[j] = inf
			}
		}
	}
}

// exponentials replaces the scores of queries from first of the block on by their exponentials, divided by that of the greatest score so far, and adds
// those of each query up. What was computed by a lesser one is scaled.
func (w *attentionBlock) exponentials(scores, sums []float32, first, rows, n int) {
	most, shift, total, factor := w.most[first:first+rows], w.shift[:rows], w.total[first:first+rows], w.factor[:rows]
	simd.MaxFloat32.Inner(shift, scores, 0, n, n)
	for r, m := range most {
		now := max(m, shift[r])
		most[r], factor[r] = now, 1
		if now != m && !math.IsInf(float64(m), -1) {
			factor[r] = float32(math.Exp(float64(m) - float64(now)))
		}
		if shift[r] = now; math.IsInf(float64(now), -1) {
			shift[r] = 0
		}
	}
	of := w.of[:rows]
	simd.ExpSums(scores, scores, n, shift, 1, of)
	for r, s := range of {
		if f := factor[r]; f != 1 {
			total[r] *= f
			simd.Scale(sums[r*w.out:(r+1)*w.out], f)
		}
		total[r] += s
	}
}

// finite reports whether n values from lo on are: others make sums NaN even if they do not count.
func (w *attentionBlock) finite(at, lo, n int) bool {
	v, axis := array.Elems[float32](w.v), len(w.v.Shape)-2
	for i := lo; i < lo+n; i++ {
		from := at + i*w.v.Strides[axis]
		for j := range w.out {
			if x := v[from+j*w.v.Strides[axis+1]]; x-x != 0 {
				return false
			}
		}
	}
	return true
}
