package format

import (
	"math"
	"strconv"
	"sync/atomic"

	"github.com/goivy/goivy/ivy/dtype"
)

// A form is what printing needs to know of a float dtype.
type form struct {
	dtype       dtype.Dtype
	bits        int     // of the mantissa
	minExp      int     // the smallest normal value is 2**minExp
	sure        int     // no two decimals of so many digits round to the same value
	columnLimit float64 // arrays that reach it take the exponent form, 10**min(8, sure): arrayprint.py
	scalarLimit float64 // numbers on their own do so here: scalartypes.c.src
}

func formOf(d dtype.Dtype) form {
	switch d {
	case dtype.BFloat16:
		return form{d, 8, -126, 2, 1e2, 1e2}
	case dtype.Float16:
		return form{d, 11, -14, 3, 1e3, 1e3}
	case dtype.Float32:
		return form{d, 24, -126, 6, 1e6, 1e6}
	}
	return form{d, 53, -1022, 15, 1e8, 1e16}
}

// form is formOf as the release of NumPy has it.
func (src *Source) form(d dtype.Dtype) form {
	f := formOf(d)
	if src.NumPy20 {
		f.columnLimit, f.scalarLimit = f.round(1e8), 1e16
	}
	return f
}

// round returns the value of the dtype that is nearest to v, ties to even.
func (f form) round(v float64) float64 {
	switch f.dtype {
	case dtype.BFloat16:
		return float64(dtype.BrainFromFloat64(v).Float32())
	case dtype.Float16:
		return float64(dtype.HalfFromFloat64(v).Float32())
	case dtype.Float32:
		return float64(float32(v))
	}
	return v
}

// A trim says what becomes of a fraction without digits.
type trim uint8

const (
	point   trim = iota // 1.
	oneZero             // 1.0
	bare                // 1
)

// A decimalRoom is room on the stack for a decimal. Longer ones, the positional
// forms of the largest and the smallest float64, go to the heap.
type decimalRoom [48]byte

// shortest returns the fewest decimal digits that tell v from its neighbours in
// the dtype, of those the nearest to v, and the power of ten of the first. v is
// finite and not negative. The digits of zero are "0".
func (f form) shortest(dst []byte, v float64) (ds []byte, exp int) {
	if f.bits > 11 {
		return f.findShortest(dst, v)
	}
	known := &narrow[0][dtype.HalfFromFloat64(v)&0x7fff]
	if f.dtype == dtype.BFloat16 {
		known = &narrow[1][dtype.BrainFromFloat64(v)&0x7fff]
	}
	const digits, bias = 17, 64 // bits of the digits as a number, and what exponents are above
	if k := known.Load(); k != 0 {
		return strconv.AppendUint(dst, uint64(k&(1<<digits-1)), 10), int(k>>digits) - bias
	}
	ds, exp = f.findShortest(dst, v)
	n := uint32(0)
	for _, c := range ds {
		n = 10*n + uint32(c-'0')
	}
	known.Store(uint32(exp+bias)<<digits | n)
	return ds, exp
}

// narrow has the shortest decimals of float16 and bfloat16 that were found: finding one takes
// a microsecond, and there are few.
var narrow [2][1 << 15]atomic.Uint32

func (f form) findShortest(dst []byte, v float64) (ds []byte, exp int) {
	switch f.dtype {
	case dtype.Float64:
		ds, exp = split(strconv.AppendFloat(dst, v, 'e', -1, 64))
	case dtype.Float32:
		ds, exp = split(strconv.AppendFloat(dst, v, 'e', -1, 32))
	default:
		// Five digits tell all float16 apart, four all bfloat16. The values are
		// few enough for the tests to try them all.
		for n := range 5 {
			text := strconv.AppendFloat(dst, v, 'e', n, 64)
			back, _ := strconv.ParseFloat(string(text), 64)
			if n == 4 || f.round(back) == v {
				ds, exp = split(text)
				break
			}
		}
	}
	// Below a power of two the neighbour is nearer than above. Where that leaves
	// a choice of decimals, strconv and Dragon4 choose differently.
	if len(ds) > f.sure && isPowerOfTwo(v) {
		return f.dragon4(dst, v, 0, 0)
	}
	return ds, exp
}

func isPowerOfTwo(v float64) bool {
	fraction, _ := math.Frexp(v)
	return fraction == 0.5
}

// significant returns the shortest digits of v if these are at most 1+precision,
// else v rounded to so many; precision −1 is no limit. If full is set, a shorter
// v is not padded with zeros, but gets the digits of its exact value.
func (f form) significant(dst []byte, v float64, precision int, full bool) ([]byte, int) {
	ds, exp := f.shortest(dst, v)
	n := 1 + precision
	if precision < 0 || len(ds) == n || len(ds) < n && !full {
		return ds, exp
	}
	if len(ds) < n && isPowerOfTwo(v) {
		return f.dragon4(dst, v, n, n)
	}
	return split(strconv.AppendFloat(dst, v, 'e', precision, 64))
}

// fractional returns the shortest digits of v if at most precision of them are
// fractional, else v rounded to so many; precision −1 is no limit.
// If full is set, v gets the digits of its exact value up to precision where its shortest
// end before.
func (f form) fractional(dst []byte, v float64, precision int, full bool) ([]byte, int) {
	ds, exp := f.shortest(dst, v)
	n := len(ds) - 1 - exp
	if precision < 0 || n == precision || n < precision && (!full || v == 0) {
		return ds, exp
	}
	if n < precision && isPowerOfTwo(v) {
		return f.dragon4(dst, v, precision+1+exp, precision+1+exp)
	}
	return split(strconv.AppendFloat(dst, v, 'f', precision, 64))
}

// split returns the digits of a decimal that strconv wrote, without zeros at
// either end, and the power of ten of the first. It overwrites text.
func split(text []byte) (digits []byte, exp int) {
	digits = text[:0]
	whole, seenPoint, e := 0, false, 0
	for i, c := range text {
		if c == 'e' {
			e, _ = strconv.Atoi(string(text[i+1:]))
			break
		}
		if c == '.' {
			seenPoint = true
			continue
		}
		if !seenPoint {
			whole++
		}
		digits = append(digits, c)
	}
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	exp = whole - 1 + e
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
		exp--
	}
	if digits[0] == '0' {
		exp = 0
	}
	return digits, exp
}

// appendPositional appends v, which has these digits, as ddd.ddd with least fractional
// digits or more, after spaces up to left characters before the point and before spaces
// up to right characters after it.
func appendPositional(dst []byte, v float64, ds []byte, exp, least int, t trim, plus bool, left, right int) []byte {
	whole := max(exp+1, 1)
	signed := math.Signbit(v) || plus
	if signed {
		left--
	}
	dst = appendRepeat(dst, ' ', left-whole)
	dst = appendNumberSign(dst, v, plus)
	fraction := max(len(ds)-1-exp, 0)
	if exp < 0 {
		dst = append(dst, '0')
	} else {
		n := min(len(ds), whole)
		dst = append(dst, ds[:n]...)
		dst = appendRepeat(dst, '0', whole-n)
		ds = ds[n:]
	}
	switch {
	case fraction > 0 || least > 0:
		dst = append(dst, '.')
		dst = appendRepeat(dst, '0', fraction-len(ds))
		dst = append(dst, ds...)
		dst = appendRepeat(dst, '0', least-fraction)
		fraction = max(fraction, least)
	case t == point:
		dst = append(dst, '.')
	case t == oneZero:
		dst = append(dst, ".0"...)
	}
	return appendRepeat(dst, ' ', right-fraction)
}

// appendScientific appends v, which has these digits, as d.ddde±dd, with least fractional
// digits or more, and at least expDigits digits of the exponent.
func appendScientific(dst []byte, v float64, ds []byte, exp, least, expDigits int, t trim, plus bool) []byte {
	dst = appendNumberSign(dst, v, plus)
	dst = append(dst, ds[0])
	switch {
	case len(ds) > 1 || least > 0 || t == point:
		dst = append(dst, '.')
	case t == oneZero:
		dst = append(dst, ".0"...)
	}
	dst = append(dst, ds[1:]...)
	dst = appendRepeat(dst, '0', least-(len(ds)-1))
	sign := byte('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	dst = append(dst, 'e', sign)
	dst = appendRepeat(dst, '0', expDigits-decimalWidth(exp))
	return strconv.AppendInt(dst, int64(exp), 10)
}

// appendScalar appends v as a number on its own, in as many digits as it takes.
func (f form) appendScalar(dst []byte, v float64, t trim, plus bool) []byte {
	if !isFinite(v) {
		return appendNonFinite(dst, v, plus, "nan", "inf")
	}
	a := math.Abs(v)
	var room decimalRoom
	ds, exp := f.shortest(room[:0], a)
	if a == 0 || a >= 1e-4 && a < f.scalarLimit {
		return appendPositional(dst, v, ds, exp, 0, t, plus, 0, 0)
	}
	return appendScientific(dst, v, ds, exp, 0, exponentWidth(0), bare, plus)
}

func appendNumberSign(dst []byte, v float64, plus bool) []byte {
	switch {
	case math.Signbit(v):
		return append(dst, '-')
	case plus:
		return append(dst, '+')
	}
	return dst
}

// exponentWidth returns how many digits the exponent of ten takes, at least two.
func exponentWidth(exp int) int {
	if exp < 0 {
		exp = -exp
	}
	return max(decimalWidth(exp), 2)
}

func decimalWidth(n int) int {
	w := 1
	for ; n > 9; n /= 10 {
		w++
	}
	return w
}
