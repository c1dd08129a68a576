package backendtest

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A callGap is what is known of some calls on a backend: that their outcomes differ from
// those of the others.
type callGap struct {
	backend string // on which the call is made
	reason  string
	is      func(t *trial, want, got *outcome) bool // whether outcomes may differ like this
	example func(e *ivy.Env) *ivy.Array             // a call whose elements show it
}

// callGaps are the gaps. [CallGaps] holds that each of them is still there.
var callGaps = []callGap{
	{"torch", "the library's fmax is that of C, which makes a signaling NaN a quiet one, as IEEE 754 of 2008 has it", ofSignalingNaN(ops.Fmax.Op),
		func(e *ivy.Env) *ivy.Array { return e.Fmax(signalingNaN(e), 2) }},
	{"torch", "the library's fmin is that of C, which makes a signaling NaN a quiet one, as IEEE 754 of 2008 has it", ofSignalingNaN(ops.Fmin.Op),
		func(e *ivy.Env) *ivy.Array { return e.Fmin(signalingNaN(e), 2) }},
	{"torch", "the library's conversion of a float16 NaN makes it positive where it converts one element at a time, and IEEE 754 leaves the sign open",
		func(t *trial, _, got *outcome) bool {
			return t.op == ops.CopySign.Op && got.kind() == "" && hasNaN(t, dtype.Float16)
		},
		func(e *ivy.Env) *ivy.Array {
			return e.CopySign(e.Ones([]int{1}, ivy.Float32), e.FromBytes(ivy.Float16, []int{1}, []byte{0x00, 0xfe}))
		}},
	{"torch", "the library's pow is C's, which makes NaN of a signaling NaN to the power 0", ofSignalingNaN(ops.Pow.Op), powOfSignalingNaN},
	{"tensorflow", "the library's pow is C's, which makes NaN of a signaling NaN to the power 0", ofSignalingNaN(ops.Pow.Op), powOfSignalingNaN},
}

func ofSignalingNaN(op *ops.Op) func(t *trial, want, got *outcome) bool {
	return func(t *trial, _, got *outcome) bool { return t.op == op && got.kind() == "" && hasSignalingNaN(t) }
}

// signalingNaN returns an array of one. In long arrays the library's vector loops differ
// from its loop over single elements.
func signalingNaN(e *ivy.Env) *ivy.Array {
	return e.FromBytes(ivy.Float64, []int{1}, binary.NativeEndian.AppendUint64(nil, 0x7ff0_0000_0000_0001))
}

func powOfSignalingNaN(e *ivy.Env) *ivy.Array { return e.Pow(signalingNaN(e), 0.0) }

// CallGaps holds that what [Calls] lets pass of the linked backends is still so.
func CallGaps(t *testing.T) {
	native, err := ivy.NewEnv("native")
	require.NoError(t, err)
	for _, g := range callGaps {
		if !slices.Contains(backend.Linked(), g.backend) {
			continue
		}
		e, err := ivy.NewEnv(g.backend)
		require.NoError(t, err)
		assert.NotEqual(t, g.example(native).String(), g.example(e).String(), "take it off the list: %s: %s", g.backend, g.reason)
	}
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

// hasSignalingNaN reports whether an operand has a NaN with the first bit of its significand clear.
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
