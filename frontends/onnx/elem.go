package onnx

import (
	"math"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// An elem is an element type, by its number in TensorProto.DataType.
type elem int

const (
	elemFloat        elem = 1
	elemUint8        elem = 2
	elemInt8         elem = 3
	elemUint16       elem = 4
	elemInt16        elem = 5
	elemInt32        elem = 6
	elemInt64        elem = 7
	elemString       elem = 8
	elemBool         elem = 9
	elemFloat16      elem = 10
	elemDouble       elem = 11
	elemUint32       elem = 12
	elemUint64       elem = 13
	elemComplex64    elem = 14
	elemComplex128   elem = 15
	elemBfloat16     elem = 16
	elemFloat8E4M3FN elem = 17
	elemFloat8E4M3UZ elem = 18
	elemFloat8E5M2   elem = 19
	elemFloat8E5M2UZ elem = 20
	elemUint4        elem = 21
	elemInt4         elem = 22
	elemFloat4E2M1   elem = 23
	elemFloat8E8M0   elem = 24
	elemUint2        elem = 25
	elemInt2         elem = 26
	greatestElem          = elemInt2
)

// An elemInfo says how elements are held: in arrays of dtype, which is wider for the types that package ivy lacks.
type elemInfo struct {
	name  string
	dtype ivy.Dtype
	bits  int // in raw_data
	small *small
}

var elems = [greatestElem + 1]elemInfo{
	elemFloat:        {"float", ivy.Float32, 32, nil},
	elemUint8:        {"uint8", ivy.Uint8, 8, nil},
	elemInt8:         {"int8", ivy.Int8, 8, nil},
	elemUint16:       {"uint16", ivy.Uint16, 16, nil},
	elemInt16:        {"int16", ivy.Int16, 16, nil},
	elemInt32:        {"int32", ivy.Int32, 32, nil},
	elemInt64:        {"int64", ivy.Int64, 64, nil},
	elemString:       {"string", dtype.Invalid, 0, nil},
	elemBool:         {"bool", ivy.Bool, 8, nil},
	elemFloat16:      {"float16", ivy.Float16, 16, nil},
	elemDouble:       {"double", ivy.Float64, 64, nil},
	elemUint32:       {"uint32", ivy.Uint32, 32, nil},
	elemUint64:       {"uint64", ivy.Uint64, 64, nil},
	elemComplex64:    {"complex64", ivy.Complex64, 64, nil},
	elemComplex128:   {"complex128", ivy.Complex128, 128, nil},
	elemBfloat16:     {"bfloat16", ivy.BFloat16, 16, nil},
	elemFloat8E4M3FN: {"float8e4m3fn", ivy.Float32, 8, &small{mantissa: 3, least: -6, greatest: 448, bias: 7}},
	elemFloat8E4M3UZ: {"float8e4m3fnuz", ivy.Float32, 8, &small{mantissa: 3, least: -7, greatest: 240, bias: 8, oneZero: true}},
	elemFloat8E5M2:   {"float8e5m2", ivy.Float32, 8, &small{mantissa: 2, least: -14, greatest: 57344, bias: 15, infinite: true}},
	elemFloat8E5M2UZ: {"float8e5m2fnuz", ivy.Float32, 8, &small{mantissa: 2, least: -15, greatest: 57344, bias: 16, oneZero: true}},
	elemUint4:        {"uint4", ivy.Uint8, 4, nil},
	elemInt4:         {"int4", ivy.Int8, 4, nil},
	elemFloat4E2M1:   {"float4e2m1", ivy.Float32, 4, &small{mantissa: 1, least: 0, greatest: 6, bias: 1, noNaN: true}},
	elemFloat8E8M0:   {"float8e8m0", ivy.Float32, 8, &small{powers: true, greatest: math.MaxFloat32, bias: 127}},
	elemUint2:        {"uint2", ivy.Uint8, 2, nil},
	elemInt2:         {"int2", ivy.Int8, 2, nil},
}

func (t elem) known() bool { return t > 0 && t <= greatestElem && t != elemString }

func (t elem) String() string {
	if t <= 0 || t > greatestElem {
		return "undefined"
	}
	return elems[t].name
}

// dtype returns the dtype of arrays that hold such elements.
func (t elem) dtype() ivy.Dtype { return elems[t].dtype }

// elemOf returns the type that arrays of a dtype have.
func elemOf(d ivy.Dtype) elem {
	for t, info := range elems {
		if info.dtype == d && (info.bits == 8*d.Size() || d.IsBool()) && info.small == nil {
			return elem(t)
		}
	}
	return 0
}

// isSmallInt reports whether t is one of the integers of less than 8 bits, and its interval.
func (t elem) isSmallInt() (least, greatest int, ok bool) {
	switch t {
	case elemUint4:
		return 0, 15, true
	case elemInt4:
		return -8, 7, true
	case elemUint2:
		return 0, 3, true
	case elemInt2:
		return -2, 1, true
	}
	return 0, 0, false
}

func (t elem) isFloat() bool { return t.known() && t.dtype().IsFloat() }

// interval returns the least and the greatest integer of an integer type.
func (t elem) interval() (least, greatest float64) {
	if lo, hi, ok := t.isSmallInt(); ok {
		return float64(lo), float64(hi)
	}
	info, err := dtype.Iinfo(t.dtype())
	if err != nil {
		return 0, 0
	}
	return float64(info.Min), float64(info.Max)
}

// A small is a floating-point format of 4 or 8 bits.
type small struct {
	mantissa int     // bits of the mantissa
	least    int     // the exponent of the least normal number
	greatest float64 // the greatest finite number
	bias     int
	infinite bool // it has infinities
	oneZero  bool // it has no −0, in whose place NaN is
	noNaN    bool
	powers   bool // powers of two alone
}

// decode returns the number that bits stand for, by the tables of ONNX's documentation of these types.
func (s *small) decode(bits uint8, width int) float32 {
	if s.powers {
		if bits == 0xff {
			return float32(math.NaN())
		}
		return float32(math.Ldexp(1, int(bits)-s.bias))
	}
	sign, rest := bits>>(width-1), bits&(1<<(width-1)-1)
	exponent, mantissa := int(rest>>s.mantissa), int(rest&(1<<s.mantissa-1))
	top := 1<<(width-1-s.mantissa) - 1
	full := 1<<s.mantissa - 1
	var z float64
	switch {
	case s.oneZero && sign == 1 && rest == 0:
		return float32(math.NaN())
	case s.infinite && exponent == top && mantissa == 0:
		z = math.Inf(1)
	case s.infinite && exponent == top, !s.oneZero && !s.noNaN && !s.infinite && exponent == top && mantissa == full:
		return float32(math.NaN())
	case exponent == 0:
		z = math.Ldexp(float64(mantissa), s.least-s.mantissa)
	default:
		z = math.Ldexp(float64(1<<s.mantissa+mantissa), exponent-s.bias-s.mantissa)
	}
	if sign == 1 {
		z = -z
	}
	return float32(z)
}

// round returns the numbers of the format that are nearest to those of x, float32: of two the one with an even mantissa. saturate
// makes what is too great the greatest number, infinities too; without it the format's infinity or NaN stands for that.
func (s *small) round(e *ivy.Env, x *ivy.Array, saturate bool, mode string) *ivy.Array {
	_, exponent := e.Frexp(x) // |x| in [1/2, 1)·2^exponent
	size := e.Abs(x)
	if s.powers {
		return s.roundPower(e, size, exponent, saturate, mode)
	}
	last := e.Subtract(e.Maximum(e.Subtract(exponent, 1), s.least), s.mantissa)
	step := e.Ldexp(e.OnesLike(x), last)
	z := e.Multiply(e.Round(e.Divide(size, step)), step)
	over := e.Greater(z, s.greatest)
	switch {
	case saturate || s.noNaN:
		z = e.Where(over, s.greatest, z)
	case s.infinite:
		z = e.Where(over, math.Inf(1), z)
	default:
		z = e.Where(over, math.NaN(), z)
	}
	z = e.CopySign(z, x)
	if s.oneZero {
		z = e.Where(e.Equal(z, 0.0), 0.0, z)
	}
	if s.noNaN { // −0 stands for NaN
		return e.Where(e.IsNan(x), math.Copysign(0, -1), z)
	}
	return e.Where(e.IsNan(x), x, z)
}

// leastPower is the exponent of the least float8e8m0.
const leastPower = -127

// roundPower returns the powers of two: those not less than size ("up"), not greater ("down"), or the nearest ("nearest", the greater
// one of two).
func (s *small) roundPower(e *ivy.Env, size, exponent *ivy.Array, saturate bool, mode string) *ivy.Array {
	below := e.Subtract(exponent, 1)
	power := e.Ldexp(e.OnesLike(size), below)
	part := e.Divide(size, power) // in [1, 2)
	var more *ivy.Array
	switch mode {
	case "down":
		more = e.Less(part, 0.0)
	case "nearest":
		more = e.GreaterEqual(part, 1.5)
	default:
		more = e.Greater(part, 1.0)
	}
	exp := e.Add(below, e.Astype(more, below.Dtype()))
	tooGreat := e.LogicalOr(e.Greater(exp, 127), e.IsInf(size))
	tooSmall := e.LogicalOr(e.Less(exp, leastPower), e.Equal(size, 0.0))
	exp = e.Where(tooSmall, leastPower, e.Where(tooGreat, 127, exp))
	z := e.Ldexp(e.OnesLike(size), exp)
	if !saturate {
		z = e.Where(e.LogicalOr(tooGreat, tooSmall), math.NaN(), z)
	}
	return e.Where(e.IsNan(size), size, z)
}
