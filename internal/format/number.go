package format

import (
	"math"
	"strconv"

	"github.com/goivy/goivy/ivy/dtype"
)

// AppendNumber appends v, which is finite and a value of the float dtype d, as JSON and
// JavaScript write numbers, with the fewest digits that tell it from its neighbours in d:
// positional from 1e-6 up to 1e21, with an exponent elsewhere.
func AppendNumber(dst []byte, d dtype.Dtype, v float64) []byte {
	abs := math.Abs(v)
	exponent := abs != 0 && (abs < 1e-6 || abs >= 1e21)
	if bits := d.Bits(); bits >= 32 {
		if !exponent {
			return strconv.AppendFloat(dst, v, 'f', -1, bits)
		}
		dst = strconv.AppendFloat(dst, v, 'e', -1, bits)
		if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' { // e-09
			dst[n-2] = dst[n-1]
			dst = dst[:n-1]
		}
		return dst
	}
	var room decimalRoom
	ds, exp := formOf(d).shortest(room[:0], abs)
	if exponent {
		return appendScientific(dst, v, ds, exp, 0, 1, bare, false)
	}
	return appendPositional(dst, v, ds, exp, 0, bare, false, 0, 0)
}

// Shortest returns the float64 nearest to the shortest decimal of v, a value of the float
// dtype d: 0.1 of the bfloat16 0.10009765625.
func Shortest(d dtype.Dtype, v float64) float64 {
	if !isFinite(v) {
		return v
	}
	short, err := strconv.ParseFloat(string(AppendNumber(nil, d, v)), 64)
	if err != nil {
		return v
	}
	return short
}
