package format

import (
	"math"
	"strconv"
)

// A column is the common form of the floats of an array, or of the real or the
// imaginary parts of a complex one, after FloatingFormat of arrayprint.py.
type column struct {
	values    []float64
	form      form
	precision int // most fractional digits, −1 for no limit; in exponent form, once measured, exactly so many
	suppress  bool
	sign      Sign
	mode      FloatMode
	nan, inf  string
	numpy113  bool

	exponent    bool // d.ddde±dd
	left, right int  // characters before and after the decimal point
	expDigits   int
}

// maxPrecision is more fractional digits than any float has.
const maxPrecision = 1100

func newColumn(f form, o Options) column {
	c := column{form: f, precision: min(max(o.Precision, -1), maxPrecision), suppress: o.Suppress, sign: o.Sign, mode: o.FloatMode,
		nan: o.NaN, inf: o.Inf, numpy113: o.NumPy113}
	if c.numpy113 && c.sign == SignNegative {
		c.sign = SignSpace
	}
	if c.mode == Unique {
		c.precision = -1
	}
	if c.nan == "" {
		c.nan = "nan"
	}
	if c.inf == "" {
		c.inf = "inf"
	}
	return c
}

func (c *column) push(v float64) { c.values = append(c.values, c.form.round(v)) }

// extent is what the form of a column depends on.
type extent struct {
	finite                int
	negative, negativeInf bool
	largest, smallest     float64 // magnitudes of finite values but zero
}

func extentOf(values []float64) extent {
	x := extent{smallest: math.Inf(1)}
	for _, v := range values {
		if !isFinite(v) {
			x.negativeInf = x.negativeInf || v < 0
			continue
		}
		x.finite++
		x.negative = x.negative || math.Signbit(v)
		if v != 0 {
			x.largest, x.smallest = max(x.largest, math.Abs(v)), min(x.smallest, math.Abs(v))
		}
	}
	return x
}

// measure chooses the form and the widths.
func (c *column) measure() {
	x := extentOf(c.values)
	// NumPy compares and divides in the array's dtype.
	c.exponent = x.largest > 0 && (x.largest >= c.form.columnLimit ||
		!c.suppress && (x.smallest < c.form.round(1e-4) || c.form.round(x.largest/x.smallest) > 1000))
	if c.exponent && c.numpy113 {
		c.mode = Fixed
	}
	fraction := c.measureFinite()
	if c.mode == Fixed && x.finite > 0 {
		fraction = c.precision
	}
	c.right = fraction
	if c.exponent || c.mode == MaxPrecEqual {
		c.precision = fraction
	}
	if c.exponent {
		c.right = fraction + c.expDigits + 2
	}
	switch {
	case c.numpy113 && c.exponent:
		c.left = 3
	case c.numpy113:
	case c.sign == SignSpace && !x.negative:
		c.left++
	}
	if x.finite < len(c.values) {
		inf := len(c.inf)
		if c.sign != SignNegative || x.negativeInf {
			inf++
		}
		c.left = max(c.left, inf-(c.right+1), len(c.nan)-(c.right+1))
	}
}

// measureFinite widens the column by the digits of its finite values, and returns the most
// digits that one has after the point.
func (c *column) measureFinite() (fraction int) {
	for _, v := range c.values {
		if !isFinite(v) {
			continue
		}
		var room decimalRoom
		if c.exponent {
			ds, exp := c.significant(room[:0], v, false)
			c.left = max(c.left, 1+c.signWidth(v))
			fraction = max(fraction, len(ds)-1)
			c.expDigits = max(c.expDigits, exponentWidth(exp))
		} else {
			ds, exp := c.fractional(room[:0], v, false)
			sign := c.signWidth(v)
			if c.numpy113 {
				sign = 1
			}
			c.left = max(c.left, max(exp+1, 1)+sign)
			fraction = max(fraction, len(ds)-1-exp)
		}
	}
	return fraction
}

// significant returns the digits that v is printed with in the exponent form. If full is
// set there are as many as the column has, zeros at the end left out.
func (c *column) significant(dst []byte, v float64, full bool) ([]byte, int) {
	if c.mode == Fixed {
		return split(strconv.AppendFloat(dst, math.Abs(v), 'e', c.precision, 64))
	}
	return c.form.significant(dst, math.Abs(v), c.precision, full)
}

// fractional is significant without an exponent.
func (c *column) fractional(dst []byte, v float64, full bool) ([]byte, int) {
	if c.mode == Fixed {
		return split(strconv.AppendFloat(dst, math.Abs(v), 'f', c.precision, 64))
	}
	ds, exp := c.form.fractional(dst, math.Abs(v), c.precision, full && c.mode == MaxPrecEqual)
	if full && exp >= len(ds) { // the digits before the point are those of the exact value
		return c.form.fractional(dst, math.Abs(v), 0, true)
	}
	return ds, exp
}

func (c *column) signWidth(v float64) int {
	if math.Signbit(v) || c.sign == SignAlways {
		return 1
	}
	return 0
}

func (c *column) append(dst []byte, v float64) []byte {
	plus := c.sign == SignAlways
	switch {
	case !isFinite(v):
		var b [16]byte
		return appendRight(dst, appendNonFinite(b[:0], v, plus, c.nan, c.inf), c.left+1+c.right)
	case c.exponent:
		var room decimalRoom
		ds, exp := c.significant(room[:0], v, true)
		dst = appendRepeat(dst, ' ', c.left-1-c.signWidth(v))
		return appendScientific(dst, v, ds, exp, c.precision, c.expDigits, point, plus)
	}
	var room decimalRoom
	ds, exp := c.fractional(room[:0], v, true)
	least := 0
	if c.mode == Fixed || c.mode == MaxPrecEqual {
		least = c.precision
	}
	return appendPositional(dst, v, ds, exp, least, point, plus, c.left, c.right)
}

func isFinite(v float64) bool { return v-v == 0 }

// appendNonFinite appends the text of nan or inf. The sign bit of a NaN is not shown.
func appendNonFinite(dst []byte, v float64, plus bool, nan, inf string) []byte {
	switch {
	case v < 0:
		dst = append(dst, '-')
	case plus:
		dst = append(dst, '+')
	}
	if v != v {
		return append(dst, nan...)
	}
	return append(dst, inf...)
}
