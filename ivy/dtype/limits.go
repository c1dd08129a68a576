package dtype

import (
	"fmt"
	"math"
)

// A FloatInfo holds the limits of a floating-point dtype, as the Array API's
// finfo does. For a complex dtype they are those of its parts.
type FloatInfo struct {
	Dtype          Dtype   // the real floating-point dtype the limits belong to
	Bits           int     // bits of a value
	Eps            float64 // distance from 1 to the next larger value
	Max            float64 // largest finite value
	Min            float64 // smallest finite value, −Max
	SmallestNormal float64 // smallest positive normal value
}

// An IntInfo holds the limits of an integer dtype, as the Array API's iinfo does.
type IntInfo struct {
	Dtype Dtype
	Bits  int
	Min   int64
	Max   uint64
}

// Finfo returns the limits of a real or complex floating-point dtype.
func Finfo(d Dtype) (FloatInfo, error) {
	f := FloatInfo{Dtype: d.Component(), Bits: d.Component().Bits()}
	var digits, minExp, maxExp int
	switch f.Dtype {
	case BFloat16:
		digits, minExp, maxExp = 8, -126, 127
	case Float16:
		digits, minExp, maxExp = 11, -14, 15
	case Float32:
		digits, minExp, maxExp = 24, -126, 127
	case Float64:
		digits, minExp, maxExp = 53, -1022, 1023
	default:
		return FloatInfo{}, fmt.Errorf("dtype: no finfo of %v (want one of %v)", d, Inexact)
	}
	f.Eps = math.Ldexp(1, 1-digits)
	f.SmallestNormal = math.Ldexp(1, minExp)
	f.Max = math.Ldexp(2-f.Eps, maxExp)
	f.Min = -f.Max
	return f, nil
}

// Iinfo returns the limits of a signed or unsigned integer dtype.
func Iinfo(d Dtype) (IntInfo, error) {
	bits := d.Bits()
	switch {
	case d.IsSigned():
		return IntInfo{d, bits, -1 << (bits - 1), 1<<(bits-1) - 1}, nil
	case d.IsUnsigned():
		return IntInfo{d, bits, 0, math.MaxUint64 >> (64 - bits)}, nil
	}
	return IntInfo{}, fmt.Errorf("dtype: no iinfo of %v (want one of %v)", d, Integer)
}

// HoldsInt reports whether v is a value of integer dtype d. Floats, complex
// dtypes and bool hold no integers in this sense: they round or compare them.
func HoldsInt(d Dtype, v int64) bool {
	i, err := Iinfo(d)
	return err == nil && v >= i.Min && (v < 0 || uint64(v) <= i.Max)
}
