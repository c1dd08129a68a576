package format

import (
	"math"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// A Single says how one float is written, as NumPy's format_float_positional and
// format_float_scientific take it. Numbers below zero are those that are not given.
type Single struct {
	Dtype      dtype.Dtype
	Precision  int  // most digits after the point
	MinDigits  int  // least digits after the point, where Unique
	Unique     bool // as few digits as tell the value from its neighbours; else all up to Precision
	Fractional bool // positional: Precision and MinDigits count digits after the point, else all of them
	Trim       byte // 'k' keeps zeros at the end, '.' the point alone, '0' one zero after it, '-' neither
	Sign       bool // "+" before numbers that are not negative
	PadLeft    int  // characters before the point
	PadRight   int  // characters after it
	ExpDigits  int  // digits of the exponent, at least
}

// digits returns the digits of v ≥ 0, where so many are allowed and wanted (−1 if none is
// given): digits in all, or with fractional set after the point. Digits that a limit ends
// keep their zeros, as Dragon4's do.
func (s *Single) digits(v float64, most, least int, fractional bool) (ds []byte, exp int) {
	if v == 0 {
		return []byte{'0'}, 0
	}
	f := formOf(s.Dtype)
	if s.Unique {
		ds, exp = f.shortest(nil, v)
		n := len(ds)
		if fractional {
			n -= 1 + exp
		}
		switch {
		case most >= 0 && n > most:
		case least >= 0 && n < least:
			most = least
			if isPowerOfTwo(v) {
				if most = least; fractional {
					most += 1 + exp
				}
				ds, exp = f.dragon4(nil, v, most, most)
				return append(ds, strings.Repeat("0", max(most-len(ds), 0))...), exp
			}
		default:
			return ds, exp
		}
	}
	most = min(most, maxPrecision)
	_, exp = split(strconv.AppendFloat(nil, v, 'e', 17, 64))
	n := most
	if fractional {
		n += 1 + exp
	}
	if n <= 0 { // all or nothing of the last digit that there is
		if ds, _ = split(strconv.AppendFloat(nil, v, 'f', most, 64)); fractional {
			exp = -most
		}
		return ds, exp
	}
	whole := strconv.AppendFloat(nil, v, 'e', n-1, 64)
	all := strconv.AppendFloat(nil, v, 'e', maxPrecision, 64)
	digits := n + min(n-1, 1) // with the point
	down := string(whole[:digits]) == string(all[:digits])
	if beyond, _, _ := strings.Cut(string(all[digits:]), "e"); !s.Unique && strings.Trim(beyond, ".0") == "" {
		down = false // the value has no more digits
	}
	if ds, exp = split(whole); down {
		ds = append(ds, strings.Repeat("0", max(n-len(ds), 0))...)
	}
	return ds, exp
}

// zeros returns to how many digits after the point zeros are added.
func (s *Single) zeros() int {
	if s.Trim != 'k' {
		return 0
	}
	if s.Unique {
		return max(s.MinDigits, 0)
	}
	return s.Precision
}

// Positional returns v without an exponent.
func (s *Single) Positional(v float64) string {
	v = formOf(s.Dtype).round(v)
	if !isFinite(v) {
		return string(appendNonFinite(nil, v, s.Sign && v == v, "nan", "inf"))
	}
	ds, exp := s.digits(math.Abs(v), s.Precision, s.MinDigits, s.Fractional)
	whole, fraction := "0", ""
	if exp < 0 {
		fraction = strings.Repeat("0", -exp-1) + string(ds)
	} else {
		n := min(exp+1, len(ds))
		whole, fraction = string(ds[:n])+strings.Repeat("0", exp+1-n), string(ds[n:])
	}
	zeros := s.zeros()
	if !s.Fractional {
		zeros -= len(whole)
	}
	fraction += strings.Repeat("0", max(zeros-len(fraction), 0))
	if s.Trim != 'k' {
		fraction = strings.TrimRight(fraction, "0")
	}
	if s.Trim == '0' && fraction == "" {
		fraction = "0"
	}
	left := string(appendNumberSign(nil, v, s.Sign)) + whole
	text := strings.Repeat(" ", max(s.PadLeft-len(left), 0)) + left
	if fraction != "" || s.Trim != '-' {
		text += "." + fraction
	} else if s.PadRight >= 0 { // in the place of the point
		text += " "
	}
	return text + strings.Repeat(" ", max(s.PadRight-len(fraction), 0))
}

// Scientific returns v with an exponent.
func (s *Single) Scientific(v float64) string {
	v = formOf(s.Dtype).round(v)
	if !isFinite(v) {
		return string(appendNonFinite(nil, v, s.Sign && v == v, "nan", "inf"))
	}
	most, least := s.Precision, s.MinDigits
	if most >= 0 {
		most++
	}
	if least >= 0 {
		least++
	}
	ds, exp := s.digits(math.Abs(v), most, least, false)
	fraction := string(ds[1:])
	fraction += strings.Repeat("0", max(s.zeros()-len(fraction), 0))
	dot := "."
	if fraction == "" && s.Trim == '-' {
		dot = ""
	}
	if s.Trim != 'k' {
		fraction = strings.TrimRight(fraction, "0")
	}
	if s.Trim == '0' && fraction == "" {
		fraction = "0"
	}
	left := string(appendNumberSign(nil, v, s.Sign)) + string(ds[:1])
	sign := "+"
	if exp < 0 {
		sign, exp = "-", -exp
	}
	least = s.ExpDigits
	if least < 0 {
		least = 2
	}
	exponent := ""
	if exp > 0 {
		exponent = strconv.Itoa(exp)
	}
	exponent = strings.Repeat("0", max(min(least, 5)-len(exponent), 0)) + exponent
	return strings.Repeat(" ", max(s.PadLeft-len(left), 0)) + left + dot + fraction + "e" + sign + exponent
}
