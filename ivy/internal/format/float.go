package format

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
)

// A column is the common form of the floats of an array, or of the real or the
// imaginary parts of a complex one, after FloatingFormat of arrayprint.py.
type column struct {
	values    []float64
	form      form
	precision int // most fractional digits, −1 for no limit; in exponent form, once measured, exactly so many
	suppress  bool
	sign      Sign

	exponent    bool // d.ddde±dd
	left, right int  // characters before and after the decimal point
	expDigits   int
}

// maxPrecision is more fractional digits than any float has.
const maxPrecision = 1100

func newColumn(d dtype.Dtype, o Options) column {
	return column{form: formOf(d), precision: min(max(o.Precision, -1), maxPrecision), suppress: o.Suppress, sign: o.Sign}
}

func (c *column) push(v float64) { c.values = append(c.values, c.form.round(v)) }

// measure chooses the form and the widths.
func (c *column) measure() {
	finite, negative, negativeInf := 0, false, false
	largest, smallest := 0.0, math.Inf(1)
	for _, v := range c.values {
		if !isFinite(v) {
			negativeInf = negativeInf || v < 0
			continue
		}
		finite++
		negative = negative || math.Signbit(v)
		if v != 0 {
			largest, smallest = max(largest, math.Abs(v)), min(smallest, math.Abs(v))
		}
	}
	// NumPy compares and divides in the array's dtype.
	c.exponent = largest > 0 && (largest >= c.form.columnLimit ||
		!c.suppress && (smallest < c.form.round(1e-4) || c.form.round(largest/smallest) > 1000))

	fraction := 0
	for _, v := range c.values {
		if !isFinite(v) {
			continue
		}
		var room decimalRoom
		if c.exponent {
			ds, exp := c.form.significant(room[:0], math.Abs(v), c.precision, false)
			c.left = max(c.left, 1+c.signWidth(v))
			fraction = max(fraction, len(ds)-1)
			c.expDigits = max(c.expDigits, exponentWidth(exp))
		} else {
			ds, exp := c.form.fractional(room[:0], math.Abs(v), c.precision)
			c.left = max(c.left, max(exp+1, 1)+c.signWidth(v))
			fraction = max(fraction, len(ds)-1-exp)
		}
	}
	c.right = fraction
	if c.exponent {
		c.precision = fraction
		c.right = fraction + c.expDigits + 2
	}
	if c.sign == SignSpace && !negative {
		c.left++
	}
	if finite < len(c.values) {
		inf := len("inf")
		if c.sign != SignNegative || negativeInf {
			inf++
		}
		c.left = max(c.left, inf-(c.right+1), len("nan")-(c.right+1))
	}
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
		var b [8]byte
		return appendRight(dst, appendNonFinite(b[:0], v, plus), c.left+1+c.right)
	case c.exponent:
		dst = appendRepeat(dst, ' ', c.left-1-c.signWidth(v))
		return c.form.appendScientific(dst, v, c.precision, c.expDigits, point, plus)
	}
	return c.form.appendPositional(dst, v, c.precision, point, plus, c.left, c.right)
}

func isFinite(v float64) bool { return v-v == 0 }

// appendNonFinite appends nan or inf. The sign bit of a NaN is not shown.
func appendNonFinite(dst []byte, v float64, plus bool) []byte {
	switch {
	case v < 0:
		dst = append(dst, '-')
	case plus:
		dst = append(dst, '+')
	}
	if v != v {
		return append(dst, "nan"...)
	}
	return append(dst, "inf"...)
}
