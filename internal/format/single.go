package format

import (
	"math"
	"strconv"

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
// given): digits in all, or with fractional set after the point.
func (s *Single) digits(dst []byte, v float64, most, least int, fractional bool) ([]byte, int) {
	exact := func(n int) ([]byte, int) {
		if fractional {
			return split(strconv.AppendFloat(dst, v, 'f', n, 64))
		}
		return split(strconv.AppendFloat(dst, v, 'e', max(n-1, 0), 64))
	}
	if !s.Unique {
		return exact(min(most, maxPrecision))
	}
	f := formOf(s.Dtype)
	ds, exp := f.shortest(dst, v)
	n := len(ds)
	if fractional {
		n = len(ds) - 1 - exp
	}
	switch {
	case most >= 0 && n > most:
		return exact(most)
	case n < least && v != 0:
		least = min(least, maxPrecision)
		if isPowerOfTwo(v) {
			if fractional {
				return f.dragon4(dst, v, least+1+exp, least+1+exp)
			}
			return f.dragon4(dst, v, least, least)
		}
		return exact(least)
	}
	return ds, exp
}

// trim returns what becomes of a fraction without digits, and whether zeros at the end stay.
func (s *Single) trim() (t trim, keep bool) {
	switch s.Trim {
	case '0':
		return oneZero, false
	case '-':
		return bare, false
	}
	return point, s.Trim == 'k'
}

// Positional returns v without an exponent.
func (s *Single) Positional(v float64) string {
	v = formOf(s.Dtype).round(v)
	if !isFinite(v) {
		return string(appendNonFinite(nil, v, s.Sign, "nan", "inf"))
	}
	ds, exp := s.digits(nil, math.Abs(v), s.Precision, s.MinDigits, s.Fractional)
	t, keep := s.trim()
	least := 0
	if keep {
		if least = s.MinDigits; !s.Unique {
			least = s.Precision
		}
		if !s.Fractional {
			least -= max(exp+1, 1)
		}
	}
	text := appendPositional(nil, v, ds, exp, least, t, s.Sign, max(s.PadLeft, 0), max(s.PadRight, 0))
	if t == bare && s.PadRight >= 0 && len(ds)-1-exp <= 0 { // a space for the point
		text = append(text, ' ')
	}
	return string(text)
}

// Scientific returns v with an exponent.
func (s *Single) Scientific(v float64) string {
	v = formOf(s.Dtype).round(v)
	if !isFinite(v) {
		return string(appendNonFinite(nil, v, s.Sign, "nan", "inf"))
	}
	most, least := s.Precision, s.MinDigits
	if most >= 0 {
		most++
	}
	if least >= 0 {
		least++
	}
	ds, exp := s.digits(nil, math.Abs(v), most, least, false)
	t, keep := s.trim()
	zeros := 0
	if keep {
		if zeros = s.MinDigits; !s.Unique {
			zeros = s.Precision
		}
	}
	expDigits := s.ExpDigits
	if expDigits < 0 {
		expDigits = 2
	}
	left := 1
	if math.Signbit(v) || s.Sign {
		left++
	}
	text := appendRepeat(nil, ' ', s.PadLeft-left)
	return string(appendScientific(text, v, ds, exp, zeros, min(expDigits, 5), t, s.Sign))
}
