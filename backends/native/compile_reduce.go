package native

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A rowReduction is a fold for compiled functions, which have the elements in blocks: rows of
// a few thousand, or parts of longer ones. Values meet in the order in which reduction.over
// has them meet, so the results are the same bit for bit.
type rowReduction struct {
	dtype dtype.Dtype // of the elements and of the results
	cost  float64     // nanoseconds an element takes, about

	block int // elements of a run at most

	all    func(z, x span, n int) // z[i] from the i-th n elements of x, on the threads there are
	rows   func(z, x span, n int) // z[i] from the i-th n elements of x, at most chunkLen
	runs   func(z, x span)        // z[i] from the i-th block elements of x, the last maybe fewer
	totals func(z, x span, n int) // z[i] from the i-th n results in x
}

func newRowReduction[A element](d dtype.Dtype, f reduction[A]) *rowReduction {
	block := blockLenOf[A]()
	lines := func(z, x []A, n int) { f.lines(z, &source[A]{xs: x}, 0, n, n, 0, 0) }
	return &rowReduction{
		dtype: d,
		cost:  f.cost,
		block: block,
		all: func(z, x span, n int) {
			f.over(spanOf[A](z), source[A]{xs: spanOf[A](x)}, 0, joined([]axisGroup{{n: z.n, step: n, mate: 1}, {n: n, step: 1, reduced: true}}))
		},
		rows: func(z, x span, n int) {
			zs, xs := spanOf[A](z), spanOf[A](x)
			if n <= block {
				lines(zs, xs, n)
				return
			}
			for i := range zs {
				row := source[A]{xs: xs[i*n : (i+1)*n]}
				zs[i] = f.chunk(&row, nil, make([]A, chunkLen/block), nil, 0, 0, 0, n)
			}
		},
		runs: func(z, x span) {
			zs, xs := spanOf[A](z), spanOf[A](x)
			whole := len(xs) / block
			lines(zs[:whole], xs, block)
			if rest := xs[whole*block:]; len(rest) > 0 {
				lines(zs[whole:whole+1], rest, len(rest))
			}
		},
		totals: func(z, x span, n int) {
			zs, xs := spanOf[A](z), spanOf[A](x)
			for i := range zs {
				zs[i] = f.total(xs[i*n : (i+1)*n])
			}
		},
	}
}

// A rowReductionTable has the folds of a reduction by their operands' dtype.
type rowReductionTable [dtype.Count]*rowReduction

func (t *rowReductionTable) set(f *rowReduction) { t[f.dtype] = f }

// rowReductions are those of reductions whose elements are what they fold. The others are
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
	sum.set(newRowReduction(dtype.Complex64, adding[complex64]()))
	sum.set(newRowReduction(dtype.Complex128, adding[complex128]()))
	prod.set(newRowReduction(dtype.Complex64, multiplying[complex64]()))
	prod.set(newRowReduction(dtype.Complex128, multiplying[complex128]()))
	for _, t := range []*rowReductionTable{sum, greatestOf, some} {
		t.set(newRowReduction(dtype.Bool, logicalReduction(0)))
	}
	for _, t := range []*rowReductionTable{prod, leastOf, all} {
		t.set(newRowReduction(dtype.Bool, logicalReduction(1)))
	}
	return map[*ops.Op]*rowReductionTable{ops.Sum.Op: sum, ops.Prod.Op: prod, ops.Max.Op: greatestOf, ops.Min.Op: leastOf,
		ops.AllOp.Op: all, ops.Any.Op: some}
}()

func integerReductions[A integer](d dtype.Dtype, sum, prod, greatestOf, leastOf *rowReductionTable) {
	sum.set(newRowReduction(d, adding[A]()))
	prod.set(newRowReduction(d, multiplying[A]()))
	greatestOf.set(newRowReduction(d, greatest[A]()))
	leastOf.set(newRowReduction(d, least[A]()))
}

func floatReductions[A float](d dtype.Dtype, sum, prod, greatestOf, leastOf *rowReductionTable) {
	sum.set(newRowReduction(d, adding[A]()))
	prod.set(newRowReduction(d, multiplying[A]()))
	greatestOf.set(newRowReduction(d, greatestFloat[A]()))
	leastOf.set(newRowReduction(d, leastFloat[A]()))
}

// dividing is the loop that divides by a number of elements, as reductions do.
func dividing(d dtype.Dtype, n float64) *loop {
	var l loop
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

func divisionLoop[A float32 | float64 | complex64 | complex128](n float64) loop {
	return loop1(costMove, func(z, x []A) {
		copy(z, x)
		divide(z, n)
	})
}

// rooting is the loop that makes a standard deviation of a variance.
func rooting(d dtype.Dtype) *loop {
	l := rootLoop[float32]()
	if d == dtype.Float64 {
		l = rootLoop[float64]()
	}
	return &l
}

func rootLoop[P float]() loop {
	return loop1(costMove, each1(func(v P) P { return P(math.Sqrt(float64(v))) }))
}
