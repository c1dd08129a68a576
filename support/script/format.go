package script

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/support/script/syntax"
)

// A spec is Python's format specification:
// [[fill]align][sign][z][#][0][width][grouping][.precision][type].
type spec struct {
	fill      rune
	align     byte // '<', '>', '^', '=' or 0
	sign      byte // '+', '-', ' ' or 0
	noZero    bool // z: no negative zero
	alternate bool
	width     int
	group     byte // ',', '_' or 0
	precision int  // -1 if there is none
	verb      byte // 0 if there is none
}

// parseSpec reads the specification of a value of a type, whose texts stand to the
// left unless right is true.
func parseSpec(s, of string, right bool) (spec, error) {
	l := spec{fill: ' ', precision: -1}
	s, filled := l.alignment(s)
	rest := s
	take := func(chars string) byte {
		if rest != "" && strings.IndexByte(chars, rest[0]) >= 0 {
			c := rest[0]
			rest = rest[1:]
			return c
		}
		return 0
	}
	l.sign = take("+- ")
	l.noZero = take("z") != 0
	l.alternate = take("#") != 0
	if !filled && take("0") != 0 {
		l.fill = '0'
		if l.align == 0 && right {
			l.align = '='
		}
	}
	var err error
	if l.width, rest, err = number(rest); err != nil {
		return l, err
	}
	if l.group = take(",_"); l.group != 0 {
		if other := take(",_"); other != 0 {
			return l, twoGroups(l.group, other)
		}
	}
	if take(".") != 0 {
		if rest == "" || rest[0] < '0' || rest[0] > '9' {
			return l, wrong("Format specifier missing precision")
		}
		if l.precision, rest, err = number(rest); err != nil {
			return l, err
		}
	}
	if utf8.RuneCountInString(rest) > 1 || rest != "" && rest[0] >= utf8.RuneSelf {
		return l, wrong("Invalid format specifier %s for object of type '%s'", quote(s), of)
	}
	if rest != "" {
		l.verb = rest[0]
	}
	if l.group != 0 && l.verb != 0 && strings.IndexByte(grouped[l.group], l.verb) < 0 {
		return l, wrong("Cannot specify '%c' with '%c'.", l.group, l.verb)
	}
	return l, nil
}

// grouped are the types that have groups of digits, by the character between the groups.
var grouped = map[byte]string{',': "defgEFG%", '_': "defgEFG%boxX"}

func twoGroups(first, second byte) error {
	if first == second {
		return wrong("Cannot specify '%c' with '%c'.", first, first)
	}
	return wrong("Cannot specify both ',' and '_'.")
}

// alignment takes the fill and the alignment from the beginning of a specification, and
// reports whether there is a fill.
func (l *spec) alignment(s string) (rest string, filled bool) {
	const aligns = "<>=^"
	if first, n := utf8.DecodeRuneInString(s); n < len(s) && strings.IndexByte(aligns, s[n]) >= 0 {
		l.fill, l.align = first, s[n]
		return s[n+1:], true
	}
	if s != "" && strings.IndexByte(aligns, s[0]) >= 0 {
		l.align = s[0]
		return s[1:], false
	}
	return s, false
}

// formatValue returns a value as Python's format does, after the conversion "r", "s",
// "a" or none.
func (in *interp) formatValue(x starlark.Value, conversion, how string) (string, error) {
	if conversion != "" {
		text := in.repr
		if conversion == "s" {
			text = in.str
		}
		s, err := text(x)
		if err != nil {
			return "", err
		}
		if conversion == "a" {
			s = ascii(s)
		}
		x = starlark.String(s)
	}
	s, err := in.laidOut(x, how)
	if err != nil {
		return "", err
	}
	return s, in.charge(int64(len(s)))
}

func (in *interp) laidOut(x starlark.Value, how string) (string, error) {
	switch y := x.(type) {
	case *tensor:
		return y.formatted(how)
	case *array:
		if how != "" && y.a.Size() == 1 {
			v, err := item(y)
			if err != nil {
				return "", err
			}
			return in.laidOut(v, how)
		}
	}
	if how == "" {
		return in.str(x)
	}
	switch x := plainInt(x).(type) {
	case starlark.String:
		return formatText(string(x), how)
	case starlark.Int:
		return formatInt(x, how)
	case starlark.Float:
		l, err := parseSpec(how, "float", true)
		if err != nil {
			return "", err
		}
		return l.float(float64(x), "float")
	case Complex:
		return formatComplex(complex128(x), how)
	}
	return "", wrong("TypeError: unsupported format string passed to %s.__format__", typeName(x))
}

// ascii returns a text of repr with what is not ASCII escaped.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		t := strconv.QuoteRuneToASCII(r)
		if t = t[1 : len(t)-1]; r < 0x100 { // \u00e9 is \xe9
			t = `\x` + t[len(t)-2:]
		}
		b.WriteString(t)
	}
	return b.String()
}

func formatText(s, how string) (string, error) {
	l, err := parseSpec(how, "str", false)
	switch {
	case err != nil:
		return "", err
	case l.verb != 0 && l.verb != 's':
		return "", unknownCode(l.verb, "str")
	case l.sign != 0:
		return "", wrong("Sign not allowed in string format specifier")
	case l.noZero:
		return "", wrong("Negative zero coercion (z) not allowed in string format specifier")
	case l.alternate:
		return "", wrong("Alternate form (#) not allowed in string format specifier")
	case l.align == '=':
		return "", wrong("'=' alignment not allowed in string format specifier")
	case l.group != 0:
		return "", wrong("Cannot specify '%c' with 's'.", l.group)
	}
	if l.precision >= 0 && l.precision < len(s) {
		if r := []rune(s); len(r) > l.precision {
			s = string(r[:l.precision])
		}
	}
	if l.align == 0 {
		l.align = '<'
	}
	return l.pad("", s), nil
}

func unknownCode(verb byte, of string) error {
	return wrong("Unknown format code %s for object of type '%s'", quote(string(rune(verb))), of)
}

func formatInt(x starlark.Int, how string) (string, error) {
	l, err := parseSpec(how, "int", true)
	if err != nil {
		return "", err
	}
	base := 10
	switch l.verb {
	case 0, 'd', 'n':
	case 'b':
		base = 2
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	case 'c':
		i, ok := x.Int64()
		switch {
		case l.sign != 0:
			return "", wrong("Sign not allowed with integer format specifier 'c'")
		case l.alternate:
			return "", wrong("Alternate form (#) not allowed with integer format specifier 'c'")
		case !ok || i < 0 || i > utf8.MaxRune:
			return "", wrong("%%c arg not in range(0x110000)")
		case l.precision >= 0:
			return "", wrong("Precision not allowed in integer format specifier")
		}
		if l.align == 0 {
			l.align = '<'
		}
		return l.pad("", string(rune(i))), nil
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		f, err := toFloat(x)
		if err != nil {
			return "", err
		}
		return l.float(f, "int")
	default:
		return "", unknownCode(l.verb, "int")
	}
	switch {
	case l.precision >= 0:
		return "", wrong("Precision not allowed in integer format specifier")
	case l.noZero:
		return "", wrong("Negative zero coercion (z) not allowed in format specifier with integer format code '%c'", max(l.verb, 'd'))
	case bitLen(x) > maxBits:
		return "", wrong("the text of an integer of %d bits", bitLen(x))
	}
	digits := new(big.Int).Abs(x.BigInt()).Text(base)
	if l.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	prefix := l.signOf(x.Sign() < 0)
	if l.alternate && base != 10 {
		prefix += "0" + string(rune(l.verb))
	}
	every := 3
	if base != 10 {
		every = 4
	}
	return l.number(prefix, digits, "", every), nil
}

// signOf returns the sign that is written.
func (l *spec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case l.sign == '+' || l.sign == ' ':
		return string(rune(l.sign))
	}
	return ""
}

// float returns a float of the type's texts.
func (l *spec) float(f float64, of string) (string, error) {
	negative, digits, err := l.magnitude(f, of, true)
	if err != nil {
		return "", err
	}
	whole := digits
	rest := ""
	if i := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		whole, rest = digits[:i], digits[i:]
	}
	return l.number(l.signOf(negative), whole, rest, 3), nil
}

// magnitude returns the text of |f|, and whether a minus is before it. point says that
// a text without a type has at least one digit after the point.
func (l *spec) magnitude(f float64, of string, point bool) (negative bool, digits string, err error) {
	verb, precision := l.verb, l.precision
	shortest := false
	switch verb {
	case 0:
		verb, shortest = 'g', precision < 0
	case 'e', 'E', 'f', 'F', 'g', 'G':
		point = false
	case 'n':
		verb, point = 'g', false
	case '%':
		point = false
		f *= 100
	default:
		return false, "", unknownCode(l.verb, of)
	}
	if precision < 0 {
		precision = 6
	}
	a := math.Abs(f)
	switch {
	case math.IsNaN(f):
		digits = "nan"
	case math.IsInf(f, 0):
		digits = "inf"
	case verb == 'g' || verb == 'G':
		digits = general(a, precision, shortest, l.alternate, point)
	case verb == 'e' || verb == 'E':
		digits = strconv.FormatFloat(a, 'e', precision, 64)
		if l.alternate && precision == 0 {
			digits = strings.Replace(digits, "e", ".e", 1)
		}
	default:
		digits = strconv.FormatFloat(a, 'f', precision, 64)
		if l.alternate && precision == 0 {
			digits += "."
		}
	}
	negative = math.Signbit(f) && !math.IsNaN(f)
	if mantissa, _, _ := strings.Cut(digits, "e"); l.noZero && strings.Trim(mantissa, "0.") == "" {
		negative = false
	}
	if verb == 'E' || verb == 'F' || verb == 'G' {
		digits = strings.ToUpper(digits)
	}
	if verb == '%' {
		digits += "%"
	}
	return negative, digits, nil
}

// general returns a text of type g: of so many digits, or the shortest that is read as
// a again, with an exponent if that is too small or too large.
func general(a float64, precision int, shortest, alternate, point bool) string {
	digits := strconv.FormatFloat(a, 'e', max(precision, 1)-1, 64)
	most := max(precision, 1)
	if shortest {
		digits, most = strconv.FormatFloat(a, 'e', -1, 64), 16
	} else if point {
		most--
	}
	mantissa, exponent, _ := strings.Cut(digits, "e")
	exp, err := strconv.Atoi(exponent)
	if err != nil {
		return digits
	}
	digits = strings.Replace(mantissa, ".", "", 1)
	if !alternate || shortest {
		digits = strings.TrimRight(digits, "0")
	}
	if digits == "" {
		digits = "0"
	}
	var whole, fraction string
	if exp < -4 || exp >= most {
		whole, fraction = digits[:1], digits[1:]
		exponent = "e" + exponent
	} else {
		exponent = ""
		switch {
		case exp < 0:
			whole, fraction = "0", strings.Repeat("0", -exp-1)+digits
		case exp+1 >= len(digits):
			whole = digits + strings.Repeat("0", exp+1-len(digits))
		default:
			whole, fraction = digits[:exp+1], digits[exp+1:]
		}
		if fraction == "" && point {
			fraction = "0"
		}
	}
	if fraction != "" || alternate {
		whole += "." + fraction
	}
	return whole + exponent
}

// number returns a number with its digits grouped, every so many, and padded: by zeros
// before them, which are grouped too, or by other characters.
func (l *spec) number(prefix, digits, rest string, every int) string {
	if l.align == 0 {
		l.align = '>'
	}
	if l.group == 0 || digits == "" { // of inf and nan
		return l.pad(prefix, digits+rest)
	}
	if l.fill == '0' && l.align == '=' {
		others := utf8.RuneCountInString(prefix) + utf8.RuneCountInString(rest)
		n := len(digits)
		for n+(n-1)/every+others < l.width {
			n++
		}
		digits = strings.Repeat("0", n-len(digits)) + digits
	}
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%every == 0 {
			b.WriteByte(l.group)
		}
		b.WriteByte(digits[i])
	}
	return l.pad(prefix, b.String()+rest)
}

func (l *spec) pad(prefix, s string) string {
	return padded(prefix, s, l.fill, l.align, l.width)
}

// padded returns a text with fill around it, so that it is as wide as that; "=" fills
// between the prefix and the rest.
func padded(prefix, s string, fill rune, align byte, width int) string {
	n := width - utf8.RuneCountInString(prefix) - utf8.RuneCountInString(s)
	if n <= 0 {
		return prefix + s
	}
	some := func(n int) string { return strings.Repeat(string(fill), n) }
	switch align {
	case '=':
		return prefix + some(n) + s
	case '>':
		return some(n) + prefix + s
	case '^':
		return some(n/2) + prefix + s + some(n-n/2)
	}
	return prefix + s + some(n)
}

func formatComplex(c complex128, how string) (string, error) {
	l, err := parseSpec(how, "complex", true)
	if err != nil {
		return "", err
	}
	switch {
	case l.fill == '0':
		return "", wrong("Zero padding is not allowed in complex format specifier")
	case l.align == '=':
		return "", wrong("'=' alignment flag is not allowed in complex format specifier")
	case l.verb == '%':
		return "", unknownCode('%', "complex")
	}
	part := func(f float64, signed bool) (string, error) {
		p := l
		p.width, p.align = 0, '>'
		if signed {
			p.sign = '+'
		}
		negative, digits, err := p.magnitude(f, "complex", false)
		if err != nil {
			return "", err
		}
		whole, rest := digits, ""
		if i := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
			whole, rest = digits[:i], digits[i:]
		}
		return p.number(p.signOf(negative), whole, rest, 3), nil
	}
	re, err := part(real(c), false)
	if err != nil {
		return "", err
	}
	bare := l.verb == 0 && real(c) == 0 && !math.Signbit(real(c))
	im, err := part(imag(c), !bare)
	if err != nil {
		return "", err
	}
	s := re + im + "j"
	switch {
	case bare:
		s = im + "j"
	case l.verb == 0:
		s = "(" + s + ")"
	}
	if l.align == 0 {
		l.align = '>'
	}
	return l.pad("", s), nil
}

// Format is a replacement field of an f-string.
func (o operators) Format(_ *starlark.Thread, x starlark.Value, conversion, how string) (string, error) {
	return o.in.formatValue(x, conversion, how)
}

// Join puts the parts of an f-string together.
func (o operators) Join(_ *starlark.Thread, parts []string) (starlark.Value, error) {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	if n > maxText {
		return nil, wrong("a text of more than %d bytes", maxText)
	}
	if err := o.in.charge(int64(n)); err != nil {
		return nil, err
	}
	return starlark.String(strings.Join(parts, "")), nil
}

var _ syntax.Ops = operators{}
