package fuse

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A rowReduction is a reduction for compiled functions, which have elements in blocks: rows of
// a few thousand, or parts of longer ones. Values meet in the order in which Reduction.Over
// has them meet, so the results are the same bit for bit.
type rowReduction struct {
	dtype dtype.Dtype // of the elements and of the results
	cost  float64     // nanoseconds an element takes, about

	block int // elements of a run at most

	all    func(stop *backend.Stop, z, x elementwise.Span, n int) // z[i] from the i-th n elements of x, on the threads there are
	rows   func(z, x elementwise.Span, n int)                     // z[i] from the i-th n elements of x, at most ChunkLen
	runs   func(z, x elementwise.Span)                            // z[i] from the i-th block elements of x, the last maybe fewer
	totals func(z, x elementwise.Span, n int)                     // z[i] from the i-th n results in x
}

func newRowReduction[A array.Element](d dtype.Dtype, f reduce.Reduction[A]) *rowReduction {
	block := reduce.BlockLenOf[A]()
	rows := func(z, x []A, n int) { f.Inner(z, &reduce.Source[A]{Elems: x}, 0, n, n, 0, 0) }
	return &rowReduction{
		dtype: d,
		cost:  f.Cost,
		block: block,
		all: func(stop *backend.Stop, z, x elementwise.Span, n int) {
			f.Over(elementwise.SpanOf[A](z), reduce.Source[A]{Elems: elementwise.SpanOf[A](x), Stop: stop}, 0, reduce.Joined([]reduce.AxisGroup{{N: z.N, Step: n, OutStep: 1}, {N: n, Step: 1, Reduced: true}}))
		},
		rows: func(z, x elementwise.Span, n int) {
			zs, xs := elementwise.SpanOf[A](z), elementwise.SpanOf[A](x)
			if n <= block {
				rows(zs, xs, n)
				return
			}
			for i := range zs {
				row := reduce.Source[A]{Elems: xs[i*n : (i+1)*n]}
				zs[i] = f.Chunk(&row, nil, make([]A, reduce.ChunkLen/block), nil, 0, 0, 0, n)
			}
		},
		runs: func(z, x elementwise.Span) {
			zs, xs := elementwise.SpanOf[A](z), elementwise.SpanOf[A](x)
			whole := len(xs) / block
			rows(zs[:whole], xs, block)
			if rest := xs[whole*block:]; len(rest) > 0 {
				rows(zs[whole:whole+1], rest, len(rest))
			}
		},
		totals: func(z, x elementwise.Span, n int) {
			zs, xs := elementwise.SpanOf[A](z), elementwise.SpanOf[A](x)
			for i := range zs {
				zs[i] = f.Total(xs[i*n : (i+1)*n])
			}
		},
	}
}

// A rowReductionTable has the rowReductions of an operation by their operands' dtype.
type rowReductionTable [dtype.Count]*rowReduction

func (t *rowReductionTable) set(f *rowReduction) { t[f.dtype] = f }

// rowReductions has those of the operations that combine the elements as they are. Others are
// made of them: see planner.reduce.
var rowReductions = func() map[*ops.Op]*rowReductionTable {
	sum, prod, greatestOf, leastOf, all, some := new(rowReductionTable), new(rowReductionTable), new(rowReductionTable), new(rowReductionTable), new(rowReductionTable), new(rowReductionTable)
	integerReductions[uint8](dtype.Uint8, sum, prod, greatestOf, leastOf)
	integerReductions[uint16](dtype.Uint16, sum, prod, greatestOf, leastOf)
	integerReductions[uint32](dtype.Uint32, sum, prod, greatestOf, leastOf)
	integerReductions[uint64](dtype.Uint64, sum, prod, greatestOf, leastOf)
	integerReductions[int8](dtype.Int8, sum, prod, greatestOf, leastOf)
	integerReductions[int16](dtype.Int16, sum, prod, greatestOf, leastOf)
	integerReductions[int32](dtype.Int32, sum, prod, greatestOf, leastOf)
	integerReductions[int64](dtype.Int64, sum, prod, greatestOf, leastOf)
	floatReductions[float32](dtype.Float32, sum, prod, greatestOf, leastOf)
	floatReductions[float64](dtype.Float64, sum, prod, greatestOf, leastOf)
	sum.set(newRowReduction(dtype.Complex64, reduce.Sum[complex64]()))
	sum.set(newRowReduction(dtype.Complex128, reduce.Sum[complex128]()))
	prod.set(newRowReduction(dtype.Complex64, reduce.Prod[complex64]()))
	prod.set(newRowReduction(dtype.Complex128, reduce.Prod[complex128]()))
	for _, t := range []*rowReductionTable{sum, greatestOf, some} {
		t.set(newRowReduction(dtype.Bool, reduce.Logical(0)))
	}
	for _, t := range []*rowReductionTable{prod, leastOf, all} {
		t.set(newRowReduction(dtype.Bool, reduce.Logical(1)))
	}
	return map[*ops.Op]*rowReductionTable{ops.Sum.Op: sum, ops.Prod.Op: prod, ops.Max.Op: greatestOf, ops.Min.Op: leastOf,
		ops.AllOp.Op: all, ops.Any.Op: some}
}()

func integerReductions[A array.Integer](d dtype.Dtype, sum, prod, greatestOf, leastOf *rowReductionTable) {
	sum.set(newRowReduction(d, reduce.Sum[A]()))
	prod.set(newRowReduction(d, reduce.Prod[A]()))
	greatestOf.set(newRowReduction(d, reduce.Max[A]()))
	leastOf.set(newRowReduction(d, reduce.Min[A]()))
}

func floatReductions[A array.Float](d dtype.Dtype, sum, prod, greatestOf, leastOf *rowReductionTable) {
	sum.set(newRowReduction(d, reduce.Sum[A]()))
	prod.set(newRowReduction(d, reduce.Prod[A]()))
	greatestOf.set(newRowReduction(d, reduce.MaxFloat[A]()))
	leastOf.set(newRowReduction(d, reduce.MinFloat[A]()))
}

// dividing is the loop that divides by a number of elements, as reductions do.
func dividing(d dtype.Dtype, n float64) *elementwise.Loop {
	var l elementwise.Loop
	switch d {
	case dtype.Float32:
		l = divisionLoop[float32](n)
	case dtype.Float64:
		l = divisionLoop[float64](n)
	case dtype.Complex64:
		l = divisionLoop[complex64](n)
	case dtype.Complex128:
		l = divisionLoop[complex128](n)
	}
	return &l
}

func divisionLoop[A float32 | float64 | complex64 | complex128](n float64) elementwise.Loop {
	return elementwise.Loop1(elementwise.CostMove, func(z, x []A) {
		copy(z, x)
		reduce.Divide(z, n)
	})
}

// rooting is the loop that makes a standard deviation of a variance.
func rooting(d dtype.Dtype) *elementwise.Loop {
	l := rootLoop[float32]()
	if d == dtype.Float64 {
		l = rootLoop[float64]()
	}
	return &l
}

func rootLoop[P array.Float]() elementwise.Loop {
	return elementwise.Loop1(elementwise.CostMove, elementwise.Each1(func(v P) P { return P(math.Sqrt(float64(v))) }))
}
