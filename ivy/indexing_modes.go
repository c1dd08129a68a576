package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// inRange returns indices of n elements, one or more, as int64: with the mode "clip" the nearest that there is, with
// "wrap" the remainder of a division by n.
func (e *Env) inRange(at *Array, n int, mode string) *Array {
	if mode == "clip" {
		return e.Clip(e.signed(at, n), 0, n-1)
	}
	if at.dtype == Uint64 {
		return e.Astype(e.Remainder(at, uint64(n)), Int64)
	}
	return e.Remainder(e.Astype(at, Int64), n)
}

// signed returns indices of n elements as int64, n for those of uint64 that are greater.
func (e *Env) signed(at *Array, n int) *Array {
	if at.dtype == Uint64 { // which int64 does not hold
		at = e.Minimum(at, uint64(n))
	}
	return e.Astype(at, Int64)
}

// takeAnywhere returns the elements of x at any indices along an axis, those that are out of range as the mode "wrap", "clip" or "fill" says, in the shape dims.
func (e *Env) takeAnywhere(s *state, x, at *Array, axis int, dims []int, mode string, fill any) *Array {
	n := x.shape[axis]
	if mode != "fill" {
		if n == 0 && at.Size() > 0 {
			check(errorf(ErrIndex, "mode %q for an axis without elements", mode))
		}
		return e.gathered(ops.Take, x, []*Array{e.inRange(at, max(n, 1), mode)}, dims, axis)
	}
	if fill == nil {
		fill = missing(x.dtype)
	}
	value := e.filling(s, x, fill, "fill_value")
	if n == 0 {
		return e.CopyArray(e.spread(value, dims))
	}
	at = e.signed(at, n)
	there := e.LogicalAnd(e.GreaterEqual(at, -n), e.Less(at, n))
	z := e.gathered(ops.Take, x, []*Array{e.times(at, e.Astype(there, Int64))}, dims, axis)
	return e.choice(e.shaped(there, slices.Concat(at.shape, ones(len(x.shape)-axis-1))), z, value)
}

// missing returns what JAX and Ivy fill arrays with where there is no element.
func missing(d Dtype) any {
	switch {
	case d == Bool:
		return true
	case d.IsUnsigned():
		info, err := dtype.Iinfo(d)
		check(err)
		return backend.UintScalar(info.Max)
	case d.IsInteger():
		return lowest(d)
	}
	return math.NaN()
}

// modeOfTake returns the mode that Take has in its options, with a value to fill with, nil if there is none.
func modeOfTake(opts []Option, fill any) (string, error) {
	mode := string(get(opts, Mode("raise")))
	switch mode {
	case "raise", "wrap", "clip":
		if fill != nil {
			return "", errorf(ErrValue, "fill_value with mode %q", mode)
		}
	case "fill":
	default:
		return "", errorf(ErrValue, "mode %q, want raise, wrap, clip or fill", mode)
	}
	return mode, nil
}
