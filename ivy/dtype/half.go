package dtype

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/x448/float16"
)

// A Half is an IEEE 754 binary16 number, an element of a float16 array.
type Half = float16.Float16

// A Brain is a bfloat16 number, the upper half of an IEEE 754 binary32: an
// element of a bfloat16 array.
type Brain uint16

// Float32 returns b's value, which float32 holds exactly.
func (b Brain) Float32() float32 { return math.Float32frombits(uint32(b) << 16) }

// String returns b's value in the shortest decimal form that float32 needs.
func (b Brain) String() string {
	return strconv.FormatFloat(float64(b.Float32()), 'g', -1, 32)
}

// BrainFromFloat32 rounds f to the nearest bfloat16, ties to even. NaN stays NaN
// and keeps its sign.
func BrainFromFloat32(f float32) Brain {
	u := math.Float32bits(f)
	if u&0x7fffffff > 0x7f800000 {
		return Brain(u>>16 | 0x40) // rounding a NaN's payload could make it an infinity
	}
	return Brain((u + 0x7fff + u>>16&1) >> 16)
}

// BrainFromFloat64 rounds f to the nearest bfloat16, ties to even, in one rounding.
func BrainFromFloat64(f float64) Brain { return BrainFromFloat32(oddFloat32(f)) }

// BrainFromInt64 rounds i to the nearest bfloat16, ties to even, in one rounding.
func BrainFromInt64(i int64) Brain { return BrainFromFloat32(oddInt64(i)) }

// BrainFromUint64 rounds u to the nearest bfloat16, ties to even, in one rounding.
func BrainFromUint64(u uint64) Brain { return BrainFromFloat32(oddUint64(u)) }

// HalfFromFloat32 rounds f to the nearest float16, ties to even. NaN stays NaN.
func HalfFromFloat32(f float32) Half { return float16.Fromfloat32(f) }

// HalfFromFloat64 rounds f to the nearest float16, ties to even, in one rounding.
func HalfFromFloat64(f float64) Half { return float16.Fromfloat32(oddFloat32(f)) }

// HalfFromInt64 rounds i to the nearest float16, ties to even, in one rounding.
func HalfFromInt64(i int64) Half { return float16.Fromfloat32(oddInt64(i)) }

// HalfFromUint64 rounds u to the nearest float16, ties to even, in one rounding.
func HalfFromUint64(u uint64) Half { return float16.Fromfloat32(oddUint64(u)) }

// oddFloat32 rounds f to float32 by rounding to odd: an inexact result takes the
// neighbour whose last bit is 1. A second rounding to at most 22 bits then gives
// what one rounding of f would (Boldo and Melquiond, "When double rounding is odd").
func oddFloat32(f float64) float32 {
	r := float32(f)
	if back := float64(r); back == f || f != f {
		return r
	}
	u := math.Float32bits(r)
	if u&1 != 0 {
		return r
	}
	if math.IsInf(float64(r), 0) || math.Abs(float64(r)) > math.Abs(f) {
		return math.Float32frombits(u - 1)
	}
	return math.Float32frombits(u + 1)
}

func oddInt64(i int64) float32 {
	if i < 0 {
		return -oddUint64(-uint64(i))
	}
	return oddUint64(uint64(i))
}

func oddUint64(u uint64) float32 {
	if n := bits.Len64(u); n > 24 {
		drop := n - 24
		odd := u >> drop
		if u&(1<<drop-1) != 0 {
			odd |= 1
		}
		u = odd << drop
	}
	return float32(u)
}
