package backend

import (
	"math"
	"strconv"

	"github.com/goivy/goivy/ivy/dtype"
)

// A Scalar is a number or bool without a dtype.
type Scalar struct {
	Kind dtype.Kind // KindBool, KindInt, KindUint (only above the largest int64), KindFloat or KindComplex
	bits int64      // a bool as 0 or 1, an integer
	re   float64
	im   float64
}

// BoolScalar returns b as a Scalar.
func BoolScalar(b bool) Scalar {
	if b {
		return Scalar{Kind: dtype.KindBool, bits: 1}
	}
	return Scalar{Kind: dtype.KindBool}
}

// IntScalar returns i as a Scalar.
func IntScalar(i int64) Scalar { return Scalar{Kind: dtype.KindInt, bits: i} }

// UintScalar returns u as a Scalar.
func UintScalar(u uint64) Scalar {
	if u > math.MaxInt64 {
		return Scalar{Kind: dtype.KindUint, bits: int64(u)}
	}
	return IntScalar(int64(u))
}

// FloatScalar returns f as a Scalar.
func FloatScalar(f float64) Scalar { return Scalar{Kind: dtype.KindFloat, re: f} }

// ComplexScalar returns c as a Scalar.
func ComplexScalar(c complex128) Scalar {
	return Scalar{Kind: dtype.KindComplex, re: real(c), im: imag(c)}
}

// IsInteger reports whether the Scalar is an integer, not a bool.
func (s Scalar) IsInteger() bool { return s.Kind == dtype.KindInt || s.Kind == dtype.KindUint }

// Bool reports whether the Scalar is not zero.
func (s Scalar) Bool() bool { return s.bits != 0 || s.re != 0 || s.im != 0 }

// Int64 returns the Scalar as an integer: a float truncated, held in range, NaN as 0.
// An integer above the largest int64 keeps its bits.
func (s Scalar) Int64() int64 {
	if s.Kind != dtype.KindFloat && s.Kind != dtype.KindComplex {
		return s.bits
	}
	switch {
	case s.re != s.re:
		return 0
	case s.re >= 0x1p63:
		return math.MaxInt64
	case s.re < -0x1p63:
		return math.MinInt64
	}
	return int64(s.re)
}

// Uint64 returns the Scalar as an unsigned integer: an integer wrapped, a float
// truncated, held in range, NaN as 0.
func (s Scalar) Uint64() uint64 {
	if s.Kind != dtype.KindFloat && s.Kind != dtype.KindComplex {
		return uint64(s.bits)
	}
	switch {
	case !(s.re > 0):
		return 0
	case s.re >= 0x1p64:
		return math.MaxUint64
	}
	return uint64(s.re)
}

// Float64 returns the Scalar, or its real part, as a float.
func (s Scalar) Float64() float64 {
	switch s.Kind {
	case dtype.KindFloat, dtype.KindComplex:
		return s.re
	case dtype.KindUint:
		return float64(uint64(s.bits))
	}
	return float64(s.bits)
}

// Complex128 returns the Scalar as a complex number.
func (s Scalar) Complex128() complex128 { return complex(s.Float64(), s.im) }

// Fits reports whether integer dtype d holds the Scalar, an integer. Other dtypes
// hold any scalar, rounded.
func (s Scalar) Fits(d dtype.Dtype) bool {
	switch {
	case !d.IsInteger() || !s.IsInteger():
		return true
	case s.Kind == dtype.KindUint:
		return d == dtype.Uint64
	}
	return dtype.HoldsInt(d, s.bits)
}

// String returns the Scalar as Go prints it.
func (s Scalar) String() string {
	switch s.Kind {
	case dtype.KindBool:
		return strconv.FormatBool(s.bits != 0)
	case dtype.KindUint:
		return strconv.FormatUint(uint64(s.bits), 10)
	case dtype.KindFloat:
		return strconv.FormatFloat(s.re, 'g', -1, 64)
	case dtype.KindComplex:
		return strconv.FormatComplex(complex(s.re, s.im), 'g', -1, 128)
	}
	return strconv.FormatInt(s.bits, 10)
}
