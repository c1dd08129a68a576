package files

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// A literal reads Python's literals, as many kinds of them as stand in a .npy
// header: strings, whole numbers, True, False and None, tuples, lists and
// dictionaries of those. Nothing is evaluated, and nothing but the text of the
// strings that matter is kept.
type literal struct {
	src  []byte
	pos  int
	base int64 // where src stands in the file, for errors
}

// literalDepth bounds the nesting, which a structured dtype can have in earnest.
const literalDepth = 64

func (l *literal) errorf(format string, args ...any) *Error {
	return malformed(l.base+int64(l.pos), format, args...)
}

// space skips white space and returns the byte after it, 0 at the end.
func (l *literal) space() byte {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; c {
		case ' ', '\t', '\n', '\r', '\f':
			l.pos++
		default:
			return c
		}
	}
	return 0
}

// take skips white space and then c, if c is next.
func (l *literal) take(c byte) bool {
	if l.space() != c {
		return false
	}
	l.pos++
	return true
}

// want takes c or returns what stands there.
func (l *literal) want(c byte, where string) error {
	if !l.take(c) {
		return l.errorf("%s in %s, want %q", l.found(), where, c)
	}
	return nil
}

func (l *literal) found() string {
	if l.pos >= len(l.src) {
		return "end of header"
	}
	return fmt.Sprintf("%q", l.src[l.pos])
}

// word takes an identifier, which may be empty.
func (l *literal) word() string {
	l.space()
	start := l.pos
	for l.pos < len(l.src) && isWord(l.src[l.pos]) {
		l.pos++
	}
	return string(l.src[start:l.pos])
}

func isWord(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// text takes a string in single or double quotes, with Python's escapes but
// \N{...}, and with the u of Python 2 before it.
func (l *literal) text() (string, error) {
	quote := l.space()
	if (quote == 'u' || quote == 'U') && l.pos+1 < len(l.src) {
		l.pos++
		quote = l.src[l.pos]
	}
	if quote != '\'' && quote != '"' {
		return "", l.errorf("%s, want a string", l.found())
	}
	l.pos++
	var b strings.Builder
	for {
		if l.pos >= len(l.src) {
			return "", l.errorf("string without end")
		}
		c := l.src[l.pos]
		switch {
		case c == quote:
			l.pos++
			return b.String(), nil
		case c == '\n' || c == '\r':
			return "", l.errorf("line break in a string")
		case c == '\\':
			if err := l.escape(&b); err != nil {
				return "", err
			}
		default:
			b.WriteByte(c)
			l.pos++
		}
	}
}

var escapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

func (l *literal) escape(b *strings.Builder) error {
	if l.pos+1 >= len(l.src) {
		return l.errorf("string without end")
	}
	c := l.src[l.pos+1]
	if v, ok := escapes[c]; ok {
		b.WriteByte(v)
		l.pos += 2
		return nil
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits == 0 || l.pos+2+digits > len(l.src) {
		return l.errorf(`escape \%c in a string`, c)
	}
	var v rune
	for _, h := range l.src[l.pos+2 : l.pos+2+digits] {
		d, ok := nibble(h)
		if !ok || v > utf8.MaxRune {
			return l.errorf(`escape \%c in a string`, c)
		}
		v = v<<4 | rune(d)
	}
	if !utf8.ValidRune(v) {
		return l.errorf("escape of no character in a string")
	}
	b.WriteRune(v)
	l.pos += 2 + digits
	return nil
}

func nibble(c byte) (byte, bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// boolean takes True or False.
func (l *literal) boolean() (bool, error) {
	l.space()
	start := l.pos
	switch l.word() {
	case "True":
		return true, nil
	case "False":
		return false, nil
	}
	l.pos = start
	return false, l.errorf("%s, want True or False", l.found())
}

// dimension takes a whole number that is not negative. The L that Python 2
// put after a long one is allowed.
func (l *literal) dimension() (int, error) {
	l.space()
	start := l.pos
	n := 0
	for ; l.pos < len(l.src) && isDigit(l.src[l.pos]); l.pos++ {
		d := int(l.src[l.pos] - '0')
		if n > (math.MaxInt-d)/10 {
			return 0, l.errorf("dimension too large")
		}
		n = n*10 + d
	}
	digits := l.pos - start
	if digits == 0 {
		return 0, l.errorf("%s, want a dimension (a whole number, not negative)", l.found())
	}
	if digits > 1 && l.src[start] == '0' {
		return 0, l.errorf("dimension with a leading zero")
	}
	if l.pos < len(l.src) && (l.src[l.pos] == 'L' || l.src[l.pos] == 'l') {
		l.pos++
	}
	if l.pos < len(l.src) && (isWord(l.src[l.pos]) || l.src[l.pos] == '.') {
		return 0, l.errorf("%s in a dimension", l.found())
	}
	return n, nil
}

// shape takes a tuple of dimensions. As in Python, "(3)" is no tuple.
func (l *literal) shape() ([]int, error) {
	if err := l.want('(', "the shape"); err != nil {
		return nil, err
	}
	dims := []int{}
	for comma := true; !l.take(')'); {
		if !comma {
			return nil, l.errorf("%s in the shape, want a comma", l.found())
		}
		d, err := l.dimension()
		if err != nil {
			return nil, err
		}
		dims = append(dims, d)
		comma = l.take(',')
		if !comma && len(dims) == 1 {
			return nil, l.errorf("shape without a comma is a number, want a tuple")
		}
	}
	return dims, nil
}

// skip takes any literal.
func (l *literal) skip(depth int) error {
	if depth == 0 {
		return l.errorf("nesting too deep")
	}
	switch c := l.space(); {
	case c == '(':
		return l.skipUntil(')', false, depth)
	case c == '[':
		return l.skipUntil(']', false, depth)
	case c == '{':
		return l.skipUntil('}', true, depth)
	case c == '\'' || c == '"' || (c == 'u' || c == 'U') && l.pos+1 < len(l.src) && !isWord(l.src[l.pos+1]):
		_, err := l.text()
		return err
	case c == '-' || c == '+' || isDigit(c):
		l.pos++
		for l.pos < len(l.src) && isDigit(l.src[l.pos]) {
			l.pos++
		}
		if !isDigit(l.src[l.pos-1]) {
			return l.errorf("%s, want a number", l.found())
		}
		l.take('L')
		return nil
	}
	start := l.pos
	switch l.word() {
	case "True", "False", "None":
		return nil
	}
	l.pos = start
	return l.errorf("%s, want a literal", l.found())
}

func (l *literal) skipUntil(end byte, pairs bool, depth int) error {
	l.pos++
	for comma := true; !l.take(end); comma = l.take(',') {
		if !comma {
			return l.errorf("%s, want a comma or %q", l.found(), end)
		}
		if err := l.skip(depth - 1); err != nil {
			return err
		}
		if pairs {
			if err := l.want(':', "a dictionary"); err != nil {
				return err
			}
			if err := l.skip(depth - 1); err != nil {
				return err
			}
		}
	}
	return nil
}
