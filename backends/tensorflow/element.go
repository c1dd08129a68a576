//go:build tensorflow

package tensorflow

import (
	endian "encoding/binary"
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// appendElement appends v as one element of dtype d, rounded or held in range.
func appendElement(p []byte, d dtype.Dtype, v backend.Scalar) []byte {
	v = v.Held(d)
	little := endian.LittleEndian
	clamped := func() int64 {
		if d.IsUnsigned() {
			return int64(min(v.Uint64(), math.MaxUint64>>(64-d.Bits())))
		}
		return min(max(v.Int64(), -1<<(d.Bits()-1)), 1<<(d.Bits()-1)-1)
	}
	half := func(ofUint func(uint64) uint16, ofInt func(int64) uint16, ofFloat func(float64) uint16) uint16 {
		switch {
		case v.Kind == dtype.KindUint:
			return ofUint(v.Uint64())
		case v.IsInteger():
			return ofInt(v.Int64())
		}
		return ofFloat(v.Float64())
	}
	float := func(v backend.Scalar) float32 {
		switch {
		case v.Kind == dtype.KindUint:
			return float32(v.Uint64())
		case v.IsInteger():
			return float32(v.Int64())
		}
		return float32(v.Float64())
	}
	switch d {
	case dtype.Bool:
		if v.Bool() {
			return append(p, 1)
		}
		return append(p, 0)
	case dtype.Uint8, dtype.Int8:
		return append(p, byte(clamped()))
	case dtype.Uint16, dtype.Int16:
		return little.AppendUint16(p, uint16(clamped()))
	case dtype.Uint32, dtype.Int32:
		return little.AppendUint32(p, uint32(clamped()))
	case dtype.Uint64:
		return little.AppendUint64(p, v.Uint64())
	case dtype.Int64:
		return little.AppendUint64(p, uint64(v.Int64()))
	case dtype.BFloat16:
		return little.AppendUint16(p, half(
			func(u uint64) uint16 { return uint16(dtype.BrainFromUint64(u)) },
			func(i int64) uint16 { return uint16(dtype.BrainFromInt64(i)) },
			func(f float64) uint16 { return uint16(dtype.BrainFromFloat64(f)) }))
	case dtype.Float16:
		return little.AppendUint16(p, half(
			func(u uint64) uint16 { return uint16(dtype.HalfFromUint64(u)) },
			func(i int64) uint16 { return uint16(dtype.HalfFromInt64(i)) },
			func(f float64) uint16 { return uint16(dtype.HalfFromFloat64(f)) }))
	case dtype.Float32:
		return little.AppendUint32(p, math.Float32bits(float(v)))
	case dtype.Float64:
		return little.AppendUint64(p, math.Float64bits(v.Float64()))
	case dtype.Complex64:
		c := complex64(v.Complex128())
		return little.AppendUint32(little.AppendUint32(p, math.Float32bits(real(c))), math.Float32bits(imag(c)))
	default:
		c := v.Complex128()
		return little.AppendUint64(little.AppendUint64(p, math.Float64bits(real(c))), math.Float64bits(imag(c)))
	}
}
