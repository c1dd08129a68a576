package files

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/goivy/goivy/ivy/dtype"
)

// A csvColumn is a column that is being read. The elements of one whose dtype is given, or
// has become a float or a complex one, are in data; those of bools and integers, whose
// dtype the last of them may decide, in ints.
type csvColumn struct {
	name  string
	d     dtype.Dtype // of data; Invalid as long as it is not decided
	def   dtype.Defaults
	fixed bool // d is given

	ints     []uint64
	whole    bool // an integer is among ints, not bools alone
	big      bool // one of them is above the largest int64
	negative bool // one of them is negative
	data     []byte
}

func newCSVColumn(name string, d dtype.Dtype, def dtype.Defaults) *csvColumn {
	return &csvColumn{name: name, d: d, def: def, fixed: d != dtype.Invalid}
}

func (c *csvColumn) truncate(rows int) {
	c.ints = c.ints[:min(len(c.ints), rows)]
	if c.d != dtype.Invalid {
		c.data = c.data[:min(len(c.data), rows*c.d.Size())]
	}
}

// A decimal is a number as text has it: mantissa × 10^exp.
type decimal struct {
	mantissa uint64
	exp      int
	negative bool
	whole    bool // it has neither a point nor an exponent
}

// scanDecimal reads a decimal of at most 19 digits from the beginning of b, which ends with a
// newline. n is 0 if there is none.
func scanDecimal(b []byte) (v decimal, n int) {
	i := 0
	if b[0] == '-' || b[0] == '+' {
		v.negative = b[0] == '-'
		i = 1
	}
	begin := i
	m := uint64(0)
	for b[i]-'0' <= 9 {
		m = m*10 + uint64(b[i]-'0')
		i++
	}
	digits := i - begin
	v.whole = true
	if b[i] == '.' {
		v.whole = false
		i++
		point := i
		for b[i]-'0' <= 9 {
			m = m*10 + uint64(b[i]-'0')
			i++
		}
		v.exp = point - i
		digits += i - point
	}
	if digits > 19 { // but for the zeros in front
		for at := begin; at < i && (b[at] == '0' || b[at] == '.'); at++ {
			if b[at] == '0' {
				digits--
			}
		}
		if digits > 19 {
			return v, 0
		}
	} else if digits == 0 {
		return v, 0
	}
	if b[i]|0x20 == 'e' {
		v.whole = false
		i++
		minus := b[i] == '-'
		if minus || b[i] == '+' {
			i++
		}
		begin, e := i, 0
		for b[i]-'0' <= 9 {
			e = min(e*10+int(b[i]-'0'), 1<<20)
			i++
		}
		if i == begin {
			return v, 0
		}
		if minus {
			e = -e
		}
		v.exp += e
	}
	v.mantissa = m
	return v, i
}

// powers are the powers of ten that a float64 holds exactly.
var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// wholePowers are those that a uint64 holds.
var wholePowers = [...]uint64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// float returns v rounded once to a float32 or a float64, if that is quick: mantissa and power of
// ten fit into 64 bits each.
func (v decimal) float(is32 bool) (f float64, ok bool) {
	if v.mantissa <= 1<<53 && v.exp > -len(powers) && v.exp < len(powers) {
		f = float64(v.mantissa) // exactly, so that one operation rounds
		if v.exp < 0 {
			f /= powers[-v.exp]
		} else {
			f *= powers[v.exp]
		}
		ok = !is32 || oneRounding(f)
	}
	if !ok && v.mantissa != 0 && v.exp > -len(wholePowers) && v.exp < len(wholePowers) {
		f, ok = v.divided(is32)
	}
	if v.negative {
		f = -f
	}
	return f, ok
}

// oneRounding reports whether float32(f) is the float32 nearest to the number that f is the
// float64 nearest to: f does not lie in the middle between two of them, and is neither too
// large nor too small for a normal one.
func oneRounding(f float64) bool {
	abs := math.Abs(f)
	return math.Float64bits(f)&(1<<29-1) != 1<<28 && (abs >= 0x1p-126 && abs < 0x1p127 || abs == 0)
}

// divided returns |v|, which is not 0 and between 1e-19 and 2e38, computed in integers: the first 64 bits of
// the quotient or product, and whether others follow that are not 0.
func (v decimal) divided(is32 bool) (f float64, ok bool) {
	shift := bits.LeadingZeros64(v.mantissa)
	m, exp := v.mantissa<<shift, 63-shift // of the first bit
	var rest uint64
	if v.exp < 0 {
		d := wholePowers[-v.exp]
		shift := bits.LeadingZeros64(d)
		m, rest = bits.Div64(m>>1, m<<63, d<<shift)
		exp -= 63 - shift
		if m>>63 == 0 { // the mantissa was the lesser one
			m <<= 1
			exp--
			if rest >= d<<shift-rest { // the bit that follows
				m |= 1
				rest -= d<<shift - rest
			} else {
				rest *= 2
			}
		}
	} else {
		d := wholePowers[v.exp]
		shift := bits.LeadingZeros64(d)
		m, rest = bits.Mul64(m, d<<shift)
		exp += 63 - shift
		if m>>63 == 0 {
			m, rest = m<<1|rest>>63, rest<<1
		} else {
			exp++
		}
	}
	drop := 64 - 53
	if is32 {
		drop = 64 - 24
	}
	half := uint64(1) << (drop - 1)
	low := m & (half<<1 - 1)
	m >>= drop
	if low > half || low == half && (rest != 0 || m&1 != 0) {
		m++
	}
	if is32 {
		m <<= 53 - 24
	}
	if is32 && (exp > 126 || exp < -125) {
		return 0, false
	}
	// m has its first bit at 52, or at 53 after rounding up, which the exponent takes.
	return math.Float64frombits(uint64(exp+1023-1)<<52 + m), true
}

// scan adds a field that is an ordinary number for its column and returns how many bytes it
// takes. ok is false for every other field; nothing has been read of it then.
func (c *csvColumn) scan(b []byte, comma byte) (n int, ok bool) {
	v, n := scanDecimal(b)
	if n == 0 || b[n] != comma && b[n] != '\n' && (b[n] != '\r' || b[n+1] != '\n') {
		return 0, false
	}
	switch {
	case c.d.IsFloat():
		f, ok := v.float(c.d == dtype.Float32)
		if !ok || !c.fits(f) {
			return 0, false
		}
		c.appendFloat(f)
		return n, true
	case !v.whole || c.d.IsComplex():
		return 0, false
	}
	return n, c.addWhole(v.mantissa, v.negative) == ""
}

// addWhole adds the integer v, or −v, to a column of integers or bools, and returns why it cannot.
func (c *csvColumn) addWhole(v uint64, negative bool) (why string) {
	if negative && v > 1<<63 {
		return tooLong
	}
	negative = negative && v != 0
	if negative {
		v = -v
	}
	switch n := c.d.Bits(); {
	case c.d == dtype.Invalid:
		c.whole = true
		c.negative = c.negative || negative
		c.big = c.big || !negative && v > math.MaxInt64
		c.ints = append(c.ints, v)
		return ""
	case c.d == dtype.Bool:
		if v > 1 {
			return "is no bool"
		}
	case negative && (c.d.IsUnsigned() || bits.Len64(^v) >= n),
		!negative && c.d.IsUnsigned() && bits.Len64(v) > n,
		!negative && !c.d.IsUnsigned() && bits.Len64(v) >= n:
		return "does not fit into " + c.d.String()
	}
	c.data = appendBits(c.data, c.d.Size(), v)
	return ""
}

const (
	tooLong    = "does not fit into any integer dtype (give the column a float dtype)"
	noNumber   = "is no number (read other columns with Columns)"
	mixedSigns = "negative integers and ones above 2⁶³−1 have no integer dtype in common (give the column a float dtype)"
)

// fits reports whether f does not overflow the column's float dtype.
func (c *csvColumn) fits(f float64) bool {
	switch c.d.Component() {
	case dtype.Float16:
		return math.IsInf(f, 0) || !math.IsInf(float64(dtype.HalfFromFloat64(f).Float32()), 0)
	case dtype.BFloat16:
		return math.IsInf(f, 0) || !math.IsInf(float64(dtype.BrainFromFloat64(f).Float32()), 0)
	case dtype.Float32:
		return math.IsInf(f, 0) || !math.IsInf(float64(float32(f)), 0)
	}
	return true
}

// appendFloat adds f to the data of a column of floats.
func (c *csvColumn) appendFloat(f float64) { c.data = appendFloat(c.data, c.d, f) }

// appendFloat appends f as an element of the float dtype d.
func appendFloat(data []byte, d dtype.Dtype, f float64) []byte {
	switch d {
	case dtype.Float16:
		return binary.LittleEndian.AppendUint16(data, uint16(dtype.HalfFromFloat64(f)))
	case dtype.BFloat16:
		return binary.LittleEndian.AppendUint16(data, uint16(dtype.BrainFromFloat64(f)))
	case dtype.Float32:
		return binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(f)))
	}
	return binary.LittleEndian.AppendUint64(data, math.Float64bits(f))
}

// floatOf returns the float nearest to an integer as an element of a dtype: what float64 does not
// hold is rounded once.
func floatOf(d dtype.Dtype, v uint64, signed bool) float64 {
	switch {
	case d == dtype.Float32 && signed:
		return float64(float32(int64(v)))
	case d == dtype.Float32:
		return float64(float32(v))
	case signed:
		return float64(int64(v))
	}
	return float64(v)
}

// become makes a column that has had bools and integers only, or floats, one of floats or of
// complex numbers, or says why it cannot.
func (c *csvColumn) become(d dtype.Dtype) (why string) {
	part := d.Component()
	if c.d == dtype.Invalid && c.big && c.negative {
		return mixedSigns
	}
	from, data := c.d, c.data
	c.d, c.data = d, nil
	if from == dtype.Invalid {
		for _, v := range c.ints {
			f := floatOf(part, v, !c.big)
			if !c.fits(f) {
				c.d = from
				return "in a column of " + d.String() + ", into which integers before it do not fit (give it a wider dtype)"
			}
			c.addComplex(complex(f, 0))
		}
		c.ints = nil
		return ""
	}
	for ; len(data) > 0; data = data[from.Size():] {
		c.addComplex(complex(floatAt(data, from), 0))
	}
	return ""
}

// floatAt returns the first element of data, of the float dtype d.
func floatAt(data []byte, d dtype.Dtype) float64 {
	switch d {
	case dtype.Float16:
		return float64(dtype.Half(binary.LittleEndian.Uint16(data)).Float32())
	case dtype.BFloat16:
		return float64(dtype.Brain(binary.LittleEndian.Uint16(data)).Float32())
	case dtype.Float32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(data))
}

// addMissing adds a missing value: NaN, if the column may have one.
func (c *csvColumn) addMissing() (why string) {
	if c.d == dtype.Invalid {
		if why := c.become(c.def.Float); why != "" {
			return why
		}
	}
	if !dtype.Inexact.Has(c.d) {
		return "a value is missing, and " + c.d.String() + " has no NaN (give Fill)"
	}
	c.addComplex(complex(math.NaN(), 0))
	return ""
}

// addComplex adds v to a column of floats, which takes the real part, or of complex numbers.
func (c *csvColumn) addComplex(v complex128) {
	part := c.d.Component()
	c.data = appendFloat(c.data, part, real(v))
	if c.d.IsComplex() {
		c.data = appendFloat(c.data, part, imag(v))
	}
}

// add adds the value that text is, and returns why it cannot.
func (c *csvColumn) add(text []byte) (why string) {
	s := unsafe.String(unsafe.SliceData(text), len(text)) // does not outlive the call
	if v, ok := truth(s); ok {
		return c.addBool(v)
	}
	abs, sign := s, 1
	if s[0] == '-' || s[0] == '+' {
		abs = s[1:]
		if s[0] == '-' {
			sign = -1
		}
	}
	if allDigits(abs) {
		return c.addInteger(s, abs, sign < 0)
	}
	f, err := strconv.ParseFloat(s, max(c.floatBits(), 32))
	if err == nil || numRange(err) {
		return c.addFloat(f, err != nil)
	}
	return c.addComplexText(text)
}

func truth(s string) (v, ok bool) {
	switch s {
	case "true", "True", "TRUE":
		return true, true
	case "false", "False", "FALSE":
		return false, true
	}
	return false, false
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return s != ""
}

func numRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// floatBits returns the bits of the float that text is rounded to.
func (c *csvColumn) floatBits() int {
	d := c.d
	if d == dtype.Invalid {
		d = c.def.Float
	}
	if d = d.Component(); d == dtype.Float32 {
		return 32
	}
	return 64
}

func (c *csvColumn) addBool(v bool) string {
	bit := uint64(0)
	if v {
		bit = 1
	}
	switch {
	case c.d == dtype.Invalid:
		c.ints = append(c.ints, bit)
	case dtype.Inexact.Has(c.d):
		c.addComplex(complex(float64(bit), 0))
	default:
		return c.addWhole(bit, false)
	}
	return ""
}

// appendBits appends the size low bytes of v.
func appendBits(data []byte, size int, v uint64) []byte {
	switch size {
	case 1:
		return append(data, byte(v))
	case 2:
		return binary.LittleEndian.AppendUint16(data, uint16(v))
	case 4:
		return binary.LittleEndian.AppendUint32(data, uint32(v))
	}
	return binary.LittleEndian.AppendUint64(data, v)
}

// addInteger adds the integer s, whose digits are abs.
func (c *csvColumn) addInteger(s, abs string, negative bool) string {
	if dtype.Inexact.Has(c.d) {
		f, err := strconv.ParseFloat(s, c.floatBits())
		return c.addFloat(f, err != nil)
	}
	v, err := strconv.ParseUint(abs, 10, 64)
	if err != nil {
		return tooLong
	}
	return c.addWhole(v, negative)
}

// addFloat adds f, which is infinite if it was too large.
func (c *csvColumn) addFloat(f float64, tooLarge bool) string {
	d := c.d
	if d == dtype.Invalid {
		d = c.def.Float
	}
	if !dtype.Inexact.Has(d) {
		return "in a column of " + d.String()
	}
	if c.d == dtype.Invalid {
		if why := c.become(d); why != "" {
			return why
		}
	}
	if tooLarge && math.IsInf(f, 0) || !c.fits(f) {
		return "does not fit into " + d.String() + " (give the column a wider dtype)"
	}
	c.addComplex(complex(f, 0))
	return ""
}

// addComplexText adds a number such as (1+2j), 1+2i or 2j.
func (c *csvColumn) addComplexText(text []byte) string {
	own := bytes.Clone(text)
	end := len(own) - 1
	if own[end] == ')' && end > 0 {
		end--
	}
	if own[end]|0x20 == 'j' { // Python's i
		own[end] = 'i'
	}
	d := c.d
	if !d.IsComplex() {
		if d != dtype.Invalid && c.fixed {
			if _, err := strconv.ParseComplex(string(own), 128); err == nil {
				return "in a column of " + d.String()
			}
			return noNumber
		}
		d = c.def.Complex
	}
	v, err := strconv.ParseComplex(string(own), d.Bits())
	if err != nil && !numRange(err) {
		return noNumber
	}
	if !c.d.IsComplex() {
		if why := c.become(d); why != "" {
			return why
		}
	}
	if err != nil && (math.IsInf(real(v), 0) || math.IsInf(imag(v), 0)) {
		return "does not fit into " + d.String() + " (give the column a wider dtype)"
	}
	c.addComplex(v)
	return ""
}

// finish returns the elements, and decides on the dtype of bools and integers, or says why there is none.
func (c *csvColumn) finish() (data []byte, why string) {
	if c.d != dtype.Invalid {
		return c.data, ""
	}
	switch {
	case len(c.ints) == 0:
		c.d = c.def.Float // what an empty list has
		return nil, ""
	case !c.whole:
		c.d = dtype.Bool
	case c.big && c.negative:
		return nil, mixedSigns
	case c.big:
		c.d = dtype.Uint64
	default:
		c.d = c.def.Int
		for _, v := range c.ints {
			if i := int64(v); c.d.Bits() < 64 && i != i<<(64-c.d.Bits())>>(64-c.d.Bits()) {
				c.d = dtype.Int64
				break
			}
		}
	}
	size := c.d.Size()
	data = make([]byte, 0, len(c.ints)*size)
	for _, v := range c.ints {
		data = appendBits(data, size, v)
	}
	c.ints = nil
	return data, ""
}
