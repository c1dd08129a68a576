package elementary

import "math"

// Signed are the signed integers, Unsigned the unsigned, Integer both.
type (
	Signed interface {
		~int8 | ~int16 | ~int32 | ~int64
	}
	Unsigned interface {
		~uint8 | ~uint16 | ~uint32 | ~uint64
	}
	Integer interface{ Signed | Unsigned }
)

// width is the number of bits of a T.
func width[T Integer]() uint {
	// A shift by the width or more gives 0.
	w := uint(8)
	for w < 64 && T(1)<<w != 0 {
		w *= 2
	}
	return w
}

// isSigned says whether T has negative values.
func isSigned[T Integer]() bool { return ^T(0) < 0 }

// FloorDivideInt returns the greatest integer not above x/y; 0 if y is 0. The smallest number by -1 wraps to itself.
func FloorDivideInt[T Integer](x, y T) T {
	if y == 0 {
		return 0
	}
	q := x / y
	if q*y != x && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// RemainderInt returns x - y*FloorDivideInt(x, y), which has the sign of y; 0 if y is 0.
func RemainderInt[T Integer](x, y T) T {
	if y == 0 {
		return 0
	}
	r := x % y
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// PowInt returns x**n, wrapping. A negative n gives 1/x**-n, truncated: 1 for 1, ±1 for -1, else 0 (and 0 for 0).
func PowInt[T Integer](x, n T) T {
	if n < 0 {
		switch {
		case x == 1:
			return 1
		case x+1 == 0:
			if n&1 != 0 {
				return x
			}
			return 1
		}
		return 0
	}
	z := T(1)
	for ; n != 0; n >>= 1 {
		if n&1 != 0 {
			z *= x
		}
		x *= x
	}
	return z
}

// magnitude is |x| as an unsigned number.
func magnitude[T Integer](x T) uint64 {
	if x < 0 {
		return -uint64(int64(x))
	}
	return uint64(x)
}

// GcdInt returns the greatest common divisor of |x| and |y|, 0 for two zeros. The one that does not fit, the magnitude of
// the smallest number, wraps to it.
func GcdInt[T Integer](x, y T) T {
	a, b := magnitude(x), magnitude(y)
	for b != 0 {
		a, b = b, a%b
	}
	return T(a)
}

// LcmInt returns the least common multiple of |x| and |y|, wrapping; 0 if either is 0.
func LcmInt[T Integer](x, y T) T {
	if x == 0 || y == 0 {
		return 0
	}
	a, b := magnitude(x), magnitude(y)
	c, d := a, b
	for d != 0 {
		c, d = d, c%d
	}
	return T(a / c * b)
}

// ShiftLeft returns x shifted left by n bits; 0 if n is negative or at least the width.
func ShiftLeft[T Integer](x, n T) T {
	if n < 0 {
		return 0
	}
	return x << uint64(n)
}

// ShiftRight returns x shifted right by n bits, with its sign; if n is negative or at least the width, 0, or -1 for a negative x.
func ShiftRight[T Integer](x, n T) T {
	if n < 0 {
		n = 64
	}
	return x >> uint64(n)
}

// SaturateInt returns x truncated towards 0; the nearest end of T's range beyond it, and 0 for NaN.
func SaturateInt[T Integer](x float64) T {
	w := width[T]()
	if isSigned[T]() {
		switch end := math.Ldexp(1, int(w)-1); {
		case x != x:
			return 0
		case x >= end:
			return ^(T(1) << (w - 1))
		case x < -end:
			return T(1) << (w - 1)
		}
		return T(int64(x))
	}
	switch end := math.Ldexp(1, int(w)); {
	case !(x >= 1):
		return 0
	case x >= end:
		return ^T(0)
	case x >= 0x1p63:
		v := uint64(x-0x1p63) + 1<<63
		return T(v)
	}
	return T(int64(x))
}
