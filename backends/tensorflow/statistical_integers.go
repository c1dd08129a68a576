//go:build tensorflow

package tensorflow

import (
	"math"
	"math/bits"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Means, variances and standard deviations of integers are computed from the integers
// themselves: as floats many are no longer what they were, and their sums round.

// A quotient is a mean of integers: its whole part, in 64 bits, and the rest of the division,
// both int64 (the whole part of uint64s by its bits).
type quotient struct{ whole, rest value }

// meanOf is the exact mean of the rows of a matrix of integers of dtype g.in, n long.
//
// Digits of digit bits are added up one by one, so that no sum leaves 64 bits, and divided
// as on paper, the highest first. The highest has the sign.
func (g *graph) meanOf(x value, n int) quotient {
	digit := 32
	if n >= 1<<30 {
		digit = 16
	}
	d := g.in
	if d.IsBool() {
		x, d = g.cast(x, dtype.Uint8), dtype.Uint8
	}
	width := d.Bits()
	if width < 64 {
		x = g.cast(x, dtype.Int64)
	}
	sum := func(x value) value { return g.Op("Sum", x, g.Int64s(1)) }
	var sums []value // the highest first
	if bits.Len(uint(n))+width < 63 {
		sums = append(sums, sum(x))
	} else {
		high := (width+digit-1)/digit*digit - digit
		// The highest digit of uint64s is not negative: it is shifted as unsigned.
		if d == dtype.Uint64 {
			sums = append(sums, sum(g.cast(g.Op("RightShift", x, g.integer(d, int64(high))), dtype.Int64)))
			x = g.bitcast(x, dtype.Int64)
		} else {
			sums = append(sums, sum(g.Op("RightShift", x, g.Int64(high))))
		}
		for at := high - digit; at >= 0; at -= digit {
			part := x
			if at > 0 {
				part = g.Op("RightShift", x, g.Int64(at))
			}
			sums = append(sums, sum(g.Op("BitwiseAnd", part, g.Int64(1<<digit-1))))
		}
	}
	var q quotient
	for i, s := range sums {
		if i > 0 {
			s = g.add(g.Op("LeftShift", q.rest, g.Int64(digit)), s)
		}
		part := g.Op("FloorDiv", s, g.Int64(n))
		q.rest = g.sub(s, g.mul(part, g.Int64(n)))
		if i > 0 {
			part = g.add(g.Op("LeftShift", q.whole, g.Int64(digit)), part)
		}
		q.whole = part
	}
	return q
}

// oddSum is x + y of float64s, rounded to odd: a further rounding is right then, as if it
// were the only one.
func (g *graph) oddSum(x, y value) value {
	s := g.twoSum(x, y)
	zero, one := g.float64(0), g.integer(dtype.Int64, 1)
	n := g.bitcast(s.h, dtype.Int64)
	// Towards the rest is away from zero if the two have one sign.
	outward := g.equal(g.less(s.h, zero), g.less(s.l, zero))
	next := g.where(outward, g.add(n, one), g.sub(n, one))
	even := g.equal(g.Op("BitwiseAnd", n, one), g.Int64(0))
	return g.bitcast(g.where(g.both(even, g.Op("NotEqual", s.l, zero)), next, n), dtype.Float64)
}

// wholePair is a whole part as the exact sum of two float64s.
func (g *graph) wholePair(q quotient) pair {
	if g.in.Bits() < 64 {
		return pair{g.cast(q.whole, dtype.Float64), g.float64(0)}
	}
	high := g.Op("RightShift", q.whole, g.Int64(32))
	if g.in == dtype.Uint64 {
		high = g.Op("BitwiseAnd", high, g.Int64(math.MaxUint32))
	}
	low := g.Op("BitwiseAnd", q.whole, g.Int64(math.MaxUint32))
	return g.twoSum(g.mul(g.cast(high, dtype.Float64), g.float64(0x1p32)), g.cast(low, dtype.Float64))
}

// fraction is rest/n, and nearly what its rounding left away; the sign of that is right.
func (g *graph) fraction(q quotient, n int) pair {
	r, by := g.cast(q.rest, dtype.Float64), g.float64(float64(n))
	f := g.div(r, by)
	p := g.twoMul(f, by)
	return pair{f, g.div(g.sub(g.sub(r, p.h), p.l), by)}
}

// meanOfIntegers rounds the exact mean once.
func meanOfIntegers(g *graph, x value, n int, _ backend.ReduceAttrs) value {
	if n == 0 {
		return g.noMean(x)
	}
	q := g.meanOf(x, n)
	w, f := g.wholePair(q), g.fraction(q, n)
	// Of the whole part's and the fraction's parts, the smaller ones to odd.
	var low value
	high := g.twoSum(w.h, f.h)
	if g.in.Bits() < 64 {
		low = g.oddSum(high.l, f.l)
	} else {
		s := g.twoSum(w.l, f.h)
		high = g.twoSum(w.h, s.h)
		low = g.oddSum(high.l, g.add(s.l, f.l))
	}
	if g.out == dtype.Float64 {
		return g.add(high.h, low)
	}
	return g.rounded(g.oddSum(high.h, low), dtype.Float64)
}

// noMean is NaN for each row of a matrix without columns.
func (g *graph) noMean(x value) value {
	none := g.Op("Sum", g.cast(x, dtype.Float64), g.Int64s(1))
	return g.rounded(g.div(none, g.float64(0)), dtype.Float64)
}

// varianceOfIntegers goes by distances to the mean's whole part, which are integers, less
// what is above it.
func varianceOfIntegers(root bool) reduction {
	return func(g *graph, x value, n int, a backend.ReduceAttrs) value {
		count := float64(n) - a.Correction
		if n == 0 || count <= 0 { // of too few elements there is none
			return g.noMean(g.Op("StridedSlice", x, g.Int64s(0, 0), g.Int64s(math.MaxInt64, 0), g.Int64s(1, 1)))
		}
		q := g.meanOf(x, n)
		column := func(v value) value { return g.Op("ExpandDims", v, g.Int64(1)) }
		above := column(g.div(g.cast(q.rest, dtype.Float64), g.float64(float64(n))))
		whole := column(q.whole)
		var d value
		if g.in.Bits() < 64 || g.in.IsBool() {
			if g.in.IsBool() {
				x = g.cast(x, dtype.Uint8)
			}
			d = g.cast(g.sub(g.cast(x, dtype.Int64), whole), dtype.Float64)
		} else {
			// The distance may have 64 bits: by its halves.
			ordered, mean := x, whole
			if g.in == dtype.Uint64 {
				x = g.bitcast(x, dtype.Int64)
				sign := g.integer(dtype.Int64, math.MinInt64)
				ordered, mean = g.Op("BitwiseXor", x, sign), g.Op("BitwiseXor", whole, sign)
			}
			below := g.less(ordered, mean)
			far := g.where(below, g.sub(whole, x), g.sub(x, whole))
			half := func(v value) value { return g.cast(g.Op("BitwiseAnd", v, g.Int64(math.MaxUint32)), dtype.Float64) }
			m := g.add(g.mul(half(g.Op("RightShift", far, g.Int64(32))), g.float64(0x1p32)), half(far))
			d = g.where(below, g.neg(m), m)
		}
		z := g.Op("Sum", g.Op("Square", g.sub(d, above)), g.Int64s(1))
		z = g.div(z, g.float64(count))
		if root {
			z = g.Op("Sqrt", z)
		}
		return g.rounded(z, dtype.Float64)
	}
}
