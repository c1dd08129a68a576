package reduce

import (
	"math"
	"math/bits"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Means, variances and standard deviations of integers are computed from the integers
// themselves: as floats many are no longer what they were, and their sums round.

// A total is the exact sum of integers, in two's complement.
type total struct{ hi, lo uint64 }

// totals returns the exact sums of x's elements, integers or bools, over a.Axes: size of them.
//
// Sums in 64 bits wrap, and so are right but for a multiple of 2⁶⁴. If they can wrap, sums
// in float64, which are near enough, say which multiple it is.
func totals(stop *backend.Stop, size int, x *array.Buffer, a backend.ReduceAttrs) ([]total, error) {
	in := dtype.Int64
	if x.Dtype == dtype.Uint64 {
		in = dtype.Uint64
	}
	z, err := array.NewBuffer(backend.Spec{Dtype: in, Shape: []int{size}})
	if err != nil {
		return nil, err
	}
	sums[in](stop, z, x, a)
	low, out := array.Flat[uint64](z), array.Temporary[total](size)
	if bits.Len(uint(reduced(x, a.Axes)))+x.Dtype.Bits() < 64 {
		for i, v := range low {
			out[i] = total{uint64(int64(v) >> 63), v}
		}
		array.Release(z)
		return out, nil
	}
	near, err := array.NewBuffer(backend.Spec{Dtype: dtype.Float64, Shape: []int{size}})
	if err != nil {
		return nil, err
	}
	sums[dtype.Float64](stop, near, x, a)
	for i, v := range array.Flat[float64](near) {
		out[i] = total{uint64(int64(math.RoundToEven((v - float64(low[i])) * 0x1p-64))), low[i]}
	}
	array.Release(z)
	array.Release(near)
	return out, nil
}

// over returns t/n rounded to a float64: to the nearest one, or to odd, so that a further
// rounding to a narrower type is right, as if it were the only one. Of n = 0 it is NaN.
func (t total) over(n uint64, odd bool) float64 {
	negative := int64(t.hi) < 0
	hi, lo := t.hi, t.lo
	if negative {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
	}
	switch {
	case n == 0:
		return math.NaN()
	case hi == 0 && lo == 0:
		return 0
	}
	// The quotient of numbers that begin with a set bit has 63 or 64 bits.
	exp := 0
	if hi == 0 {
		hi, lo, exp = lo, 0, -64
	}
	if s := bits.LeadingZeros64(hi); s > 0 {
		hi, lo, exp = hi<<s|lo>>(64-s), lo<<s, exp-s
	}
	s := bits.LeadingZeros64(n)
	n, exp = n<<s, exp+s
	var rest uint64
	if hi >= n {
		rest = lo & 1
		hi, lo, exp = hi>>1, hi<<63|lo>>1, exp+1
	}
	q, r := bits.Div64(hi, lo, n)
	if rest |= r; rest != 0 {
		q |= 1
	}
	if odd {
		s := 11 - bits.LeadingZeros64(q)
		if q&(1<<s-1) != 0 {
			q |= 1 << s
		}
		q &^= 1<<s - 1
	}
	z := math.Ldexp(float64(q), exp)
	if negative {
		return -z
	}
	return z
}

// floor returns the greatest integer not above t/n, whose low 64 bits are all that it has
// as a mean, and what is above it.
func (t total) floor(n uint64) (whole uint64, rest float64) {
	negative := int64(t.hi) < 0
	hi, lo := t.hi, t.lo
	if negative { // −(m+1)/n for a positive m
		hi, lo = ^hi, ^lo
	}
	hi %= n
	q, r := bits.Div64(hi, lo, n)
	if negative {
		q, r = ^q, n-1-r
	}
	return q, float64(r) / float64(n)
}

// costDivided is what a division of a total costs in nanoseconds, about.
const costDivided = 15

// averageIntegers fills z, of floats, with the means of integers, each rounded once.
func averageIntegers(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) error {
	sums, err := totals(stop, z.Len(), x, a)
	if err != nil {
		return err
	}
	n, odd := uint64(reduced(x, a.Axes)), z.Dtype != dtype.Float64
	array.Split(stop, len(sums), costDivided, func(lo, hi int) {
		var vs [64]float64
		for i := lo; i < hi; i += len(vs) {
			part := sums[i:min(i+len(vs), hi)]
			for k, t := range part {
				vs[k] = t.over(n, odd)
			}
			elementwise.StoreFloats(z, z.Offset+i, vs[:len(part)])
		}
	})
	return nil
}

// spreadIntegers fills z, of floats, with the variances of integers, or their roots. Distances
// are those to the mean's whole part, which are integers, less what is above it.
func spreadIntegers(root bool) func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) error {
	return func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) error {
		sums, err := totals(stop, z.Len(), x, a)
		if err != nil {
			return err
		}
		count := reduced(x, a.Axes)
		n := float64(count) - a.Correction
		out := array.Temporary[float64](len(sums))
		if n <= 0 { // see squares
			n = math.NaN()
		}
		if count > 0 {
			whole, rest := array.Temporary[uint64](len(sums)), array.Temporary[float64](len(sums))
			for i, t := range sums {
				whole[i], rest[i] = t.floor(uint64(count))
			}
			f := Sum[float64]()
			f.Cost++
			f.Over(out, Source[float64]{Load: integerDistances(x, whole, rest), Stop: stop}, x.Offset, SpansOf(x, a.Axes))
		}
		Divide(out, n)
		if root {
			for i, v := range out {
				out[i] = math.Sqrt(v)
			}
		}
		elementwise.StoreFloats(z, z.Offset, out)
		return nil
	}
}

// integerDistances returns the function that loads the squared distances of x's elements to
// means, which are whole numbers and what is above them.
func integerDistances(x *array.Buffer, whole []uint64, rest []float64) func(dst []float64, at, step, outAt, outStep int) {
	switch x.Dtype {
	case dtype.Bool, dtype.Uint8:
		return distancesOf[uint8](x, whole, rest)
	case dtype.Uint16:
		return distancesOf[uint16](x, whole, rest)
	case dtype.Uint32:
		return distancesOf[uint32](x, whole, rest)
	case dtype.Uint64:
		return distancesOf[uint64](x, whole, rest)
	case dtype.Int8:
		return distancesOf[int8](x, whole, rest)
	case dtype.Int16:
		return distancesOf[int16](x, whole, rest)
	case dtype.Int32:
		return distancesOf[int32](x, whole, rest)
	}
	return distancesOf[int64](x, whole, rest)
}

func distancesOf[T array.Integer](x *array.Buffer, whole []uint64, rest []float64) func(dst []float64, at, step, outAt, outStep int) {
	xs := array.Elems[T](x)
	if x.Dtype.Bits() < 64 {
		return func(dst []float64, at, step, outAt, outStep int) {
			if step == 1 && outStep == 0 { // one result's: the loop that counts
				m, r := int64(whole[outAt]), rest[outAt]
				for i, v := range xs[at : at+len(dst)] {
					d := float64(int64(v)-m) - r
					dst[i] = float64(d * d)
				}
				return
			}
			for i := range dst {
				d := float64(int64(xs[at])-int64(whole[outAt])) - rest[outAt]
				dst[i] = float64(d * d)
				at, outAt = at+step, outAt+outStep
			}
		}
	}
	return func(dst []float64, at, step, outAt, outStep int) {
		if step == 1 && outStep == 0 {
			m, r := T(whole[outAt]), rest[outAt]
			for i, v := range xs[at : at+len(dst)] {
				d := distance64(v, m) - r
				dst[i] = float64(d * d)
			}
			return
		}
		for i := range dst {
			d := distance64(xs[at], T(whole[outAt])) - rest[outAt]
			dst[i] = float64(d * d)
			at, outAt = at+step, outAt+outStep
		}
	}
}

// distance64 returns v − m of integers of 64 bits, rounded once.
func distance64[T array.Integer](v, m T) float64 {
	d := int64(v - m)
	if (v < m) == (d < 0) {
		return float64(d)
	}
	if v < m { // it needs more than 63 bits
		return -float64(uint64(m) - uint64(v))
	}
	return float64(uint64(v) - uint64(m))
}
