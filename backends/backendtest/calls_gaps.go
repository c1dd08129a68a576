package backendtest

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A callGap is what is known of some calls: that their outcomes are not alike, or that
// they are not to be made.
type callGap struct {
	backend string // on which the call is made; "" for all
	reason  string
	is      func(t *trial, want, got *outcome) bool // whether outcomes may differ like this
	avoid   func(t *trial) bool                     // whether the call is left out
}

// callGaps are the gaps. One that no call of a long run meets is to be taken off.
var callGaps = []callGap{
	{backend: "torch", reason: "the library's fmax and fmin are those of C, which make a signaling NaN a quiet one, as IEEE 754 of 2008 has it", is: func(t *trial, _, got *outcome) bool {
		return (t.op == ops.Fmax.Op || t.op == ops.Fmin.Op) && got.kind() == "" && hasSignalingNaN(t)
	}},
	{backend: "torch", reason: "the library's conversion of float16 to float32 makes NaN positive, one element at a time, which CopySign shows", is: func(t *trial, _, got *outcome) bool {
		return t.op == ops.CopySign.Op && got.kind() == "" && hasNaN(t, dtype.Float16)
	}},
	{backend: "torch", reason: powOfSignalingNaN, is: isPowOfSignalingNaN},
	{backend: "tensorflow", reason: powOfSignalingNaN, is: isPowOfSignalingNaN},
}

const powOfSignalingNaN = "the library's pow is C's, which makes NaN of a signaling NaN to the power 0"

func isPowOfSignalingNaN(t *trial, _, got *outcome) bool {
	return t.op == ops.Pow.Op && got.kind() == "" && hasSignalingNaN(t)
}

// hasNaN reports whether an operand of dtype d has a NaN.
func hasNaN(t *trial, d dtype.Dtype) bool {
	for _, x := range t.operands {
		if a, ok := x.(rawArray); ok && a.dtype == d {
			for i := 0; i < len(a.data); i += d.Size() {
				if v := float(d, a.data[i:]); v != v {
					return true
				}
			}
		}
	}
	return false
}

// A signaling NaN is one with the first bit of its significand clear.
func hasSignalingNaN(t *trial) bool {
	for _, x := range t.operands {
		a, ok := x.(rawArray)
		if !ok || !a.dtype.IsFloat() {
			continue
		}
		f, _ := dtype.Finfo(a.dtype)
		size := a.dtype.Size()
		quiet := int(-math.Log2(f.Eps)) - 1 // the bit
		for i := 0; i < len(a.data); i += size {
			if x := float(a.dtype, a.data[i:]); x != x && a.data[i+quiet/8]>>(quiet%8)&1 == 0 {
				return true
			}
		}
	}
	return false
}
