package backend

import (
	"math"
	"math/big"

	"github.com/goivy/goivy/ivy/dtype"
)

// Held returns an integer held in the range of dtype d, if that is one of integers too.
// Other scalars and dtypes leave it as it is.
func (s Scalar) Held(d dtype.Dtype) Scalar {
	if s.Fits(d) {
		return s
	}
	lo, hi := ends(d)
	if s.Kind == dtype.KindInt && s.bits < 0 {
		return lo
	}
	return hi
}

// ends returns the least and the greatest number of an integer dtype.
func ends(d dtype.Dtype) (lo, hi Scalar) {
	if d.IsUnsigned() {
		return IntScalar(0), UintScalar(math.MaxUint64 >> (64 - d.Bits()))
	}
	return IntScalar(math.MinInt64 >> (64 - d.Bits())), IntScalar(math.MaxInt64 >> (64 - d.Bits()))
}

// Integral reports whether the n values of Arange are computed in integers of 64 bits, which
// wrap: start and step are integers, and a dtype that is not one of integers gets none that
// an int64 does not hold.
func (a FillAttrs) Integral(d dtype.Dtype, n int) bool {
	whole := func(s Scalar) bool { return s.IsInteger() || s.Kind == dtype.KindBool }
	if !whole(a.Start) || !whole(a.Step) || d.IsComplex() {
		return false
	}
	last := a.Start.Float64() + float64(n)*a.Step.Float64()
	return d.IsInteger() || a.Start.Kind != dtype.KindUint && a.Step.Kind != dtype.KindUint && math.Abs(last) < 1<<62
}

// Inside returns which of the n integers of Arange lie in the range of an integer dtype:
// those from index lo on, before hi. The others are held in range: those before lo are
// first, and those from hi on last. For other dtypes all are inside.
func (a FillAttrs) Inside(d dtype.Dtype, n int) (lo, hi int, first, last Scalar) {
	if !d.IsInteger() || n == 0 {
		return 0, n, first, last
	}
	if a.Start.Kind == dtype.KindInt && a.Step.Kind == dtype.KindInt {
		end := a.Start.Float64() + float64(n-1)*a.Step.Float64()
		if math.Abs(end) < 1<<62 && a.Start.Fits(d) && IntScalar(a.Start.bits+int64(n-1)*a.Step.bits).Fits(d) {
			return 0, n, first, last
		}
	}
	first, last = ends(d)
	start, step := a.Start.exact(), a.Step.exact()
	least, greatest := first.exact(), last.exact()
	if step.Sign() < 0 { // mirrored, so that the values ascend
		first, last = last, first
		least, greatest = greatest.Neg(greatest), least.Neg(least)
		start, step = start.Neg(start), step.Neg(step)
	}
	// below returns how many of the values are less than v.
	below := func(v *big.Int) int {
		gap := v.Sub(v, start)
		if gap.Sign() <= 0 {
			return 0
		}
		if step.Sign() == 0 {
			return n
		}
		count := gap.Sub(gap, big.NewInt(1)).Div(gap, step)
		if !count.IsInt64() || count.Int64() >= int64(n) {
			return n
		}
		return int(count.Int64()) + 1
	}
	return below(least), below(greatest.Add(greatest, big.NewInt(1))), first, last
}

// exact returns an integer or a bool.
func (s Scalar) exact() *big.Int {
	if s.Kind == dtype.KindUint {
		return new(big.Int).SetUint64(uint64(s.bits))
	}
	return big.NewInt(s.bits)
}
