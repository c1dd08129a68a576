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

// ScalarOf returns a Go number or bool of any type as a scalar, and the dtype that its Go
// type has: Invalid of bool, int, float64 and complex128, which are as Python's. ok is
// false for what is no number.
func ScalarOf(x any) (v Scalar, d dtype.Dtype, ok bool) {
	switch x := x.(type) {
	case bool:
		return BoolScalar(x), dtype.Invalid, true
	case int:
		return IntScalar(int64(x)), dtype.Invalid, true
	case float64:
		return FloatScalar(x), dtype.Invalid, true
	case complex128:
		return ComplexScalar(x), dtype.Invalid, true
	case Scalar:
		return x, dtype.Invalid, true
	case int8:
		return IntScalar(int64(x)), dtype.Int8, true
	case int16:
		return IntScalar(int64(x)), dtype.Int16, true
	case int32:
		return IntScalar(int64(x)), dtype.Int32, true
	case int64:
		return IntScalar(x), dtype.Int64, true
	case uint8:
		return IntScalar(int64(x)), dtype.Uint8, true
	case uint16:
		return IntScalar(int64(x)), dtype.Uint16, true
	case uint32:
		return IntScalar(int64(x)), dtype.Uint32, true
	case uint64:
		return UintScalar(x), dtype.Uint64, true
	case dtype.Brain:
		return FloatScalar(float64(x.Float32())), dtype.BFloat16, true
	case dtype.Half:
		return FloatScalar(float64(x.Float32())), dtype.Float16, true
	case float32:
		return FloatScalar(float64(x)), dtype.Float32, true
	case complex64:
		return ComplexScalar(complex128(x)), dtype.Complex64, true
	}
	return v, dtype.Invalid, false
}
