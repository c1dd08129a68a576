package files

import (
	"fmt"
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// A jsonText reads JSON (RFC 8259) as the header of a .safetensors file needs
// it: encoding/json would let pass what must be refused here, keys that stand
// twice and escapes of half a character, which make two names one.
type jsonText struct {
	src  []byte // UTF-8
	pos  int
	base int64 // where src stands in the file, for errors
}

// jsonDepth bounds the nesting of what is skipped.
const jsonDepth = 64

func (j *jsonText) errorf(format string, args ...any) *Error {
	return malformed(j.base+int64(j.pos), format, args...)
}

func (j *jsonText) space() byte {
	for j.pos < len(j.src) {
		switch c := j.src[j.pos]; c {
		case ' ', '\t', '\n', '\r':
			j.pos++
		default:
			return c
		}
	}
	return 0
}

func (j *jsonText) take(c byte) bool {
	if j.space() != c {
		return false
	}
	j.pos++
	return true
}

func (j *jsonText) found() string {
	if j.pos >= len(j.src) {
		return "end of header"
	}
	return fmt.Sprintf("%q", j.src[j.pos])
}

func (j *jsonText) want(c byte) error {
	if !j.take(c) {
		return j.errorf("%s in the header, want %q", j.found(), c)
	}
	return nil
}

// object takes an object and calls member for every key, with the value next.
// A key that stands twice is an error.
func (j *jsonText) object(member func(key string) error) error {
	if err := j.want('{'); err != nil {
		return err
	}
	if j.take('}') {
		return nil
	}
	seen := map[string]struct{}{}
	for {
		key, err := j.text()
		if err != nil {
			return err
		}
		if _, ok := seen[key]; ok {
			return j.errorf("key %s twice", clip(key))
		}
		seen[key] = struct{}{}
		if err := j.want(':'); err != nil {
			return err
		}
		if err := member(key); err != nil {
			return err
		}
		if j.take('}') {
			return nil
		}
		if err := j.want(','); err != nil {
			return err
		}
	}
}

// array takes an array and calls element for every value, which is next.
func (j *jsonText) array(element func() error) error {
	if err := j.want('['); err != nil {
		return err
	}
	if j.take(']') {
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		if j.take(']') {
			return nil
		}
		if err := j.want(','); err != nil {
			return err
		}
	}
}

// text takes a string.
func (j *jsonText) text() (string, error) {
	if j.space() != '"' {
		return "", j.errorf("%s, want a string", j.found())
	}
	j.pos++
	var b []byte
	for start := j.pos; j.pos < len(j.src); {
		switch c := j.src[j.pos]; {
		case c == '"':
			b = append(b, j.src[start:j.pos]...)
			j.pos++
			return string(b), nil
		case c < ' ':
			return "", j.errorf("control character %q in a string", c)
		case c == '\\':
			b = append(b, j.src[start:j.pos]...)
			var err error
			if b, err = j.escape(b); err != nil {
				return "", err
			}
			start = j.pos
		default:
			j.pos++
		}
	}
	return "", j.errorf("string without end")
}

var jsonEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (j *jsonText) escape(b []byte) ([]byte, error) {
	if j.pos+1 >= len(j.src) {
		return nil, j.errorf("string without end")
	}
	c := j.src[j.pos+1]
	if v, ok := jsonEscapes[c]; ok {
		j.pos += 2
		return append(b, v), nil
	}
	r, ok := j.unit()
	if ok && utf16.IsSurrogate(r) {
		var low rune
		if low, ok = j.unit(); ok {
			r = utf16.DecodeRune(r, low)
			ok = r != utf8.RuneError
		}
	}
	if !ok {
		return nil, j.errorf("escape of no character in a string")
	}
	return utf8.AppendRune(b, r), nil
}

// unit takes the escape \uXXXX.
func (j *jsonText) unit() (r rune, ok bool) {
	if j.pos+6 > len(j.src) || j.src[j.pos] != '\\' || j.src[j.pos+1] != 'u' {
		return 0, false
	}
	for _, c := range j.src[j.pos+2 : j.pos+6] {
		d, ok := nibble(c)
		if !ok {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	j.pos += 6
	return r, true
}

// whole takes a whole number that is not negative, at most most.
func (j *jsonText) whole(most uint64) (uint64, error) {
	j.space()
	start := j.pos
	var n uint64
	for ; j.pos < len(j.src) && isDigit(j.src[j.pos]); j.pos++ {
		d := uint64(j.src[j.pos] - '0')
		if n > (math.MaxUint64-d)/10 || n*10+d > most {
			return 0, j.errorf("number too large, want at most %d", most)
		}
		n = n*10 + d
	}
	digits := j.pos - start
	if digits == 0 {
		return 0, j.errorf("%s, want a whole number, not negative", j.found())
	}
	if digits > 1 && j.src[start] == '0' {
		return 0, j.errorf("number with a leading zero")
	}
	if j.pos < len(j.src) && (j.src[j.pos] == '.' || j.src[j.pos] == 'e' || j.src[j.pos] == 'E') {
		return 0, j.errorf("number with a fraction or an exponent, want a whole one")
	}
	return n, nil
}

// skip takes any value.
func (j *jsonText) skip(depth int) error {
	if depth == 0 {
		return j.errorf("nesting too deep")
	}
	switch c := j.space(); {
	case c == '{':
		return j.object(func(string) error { return j.skip(depth - 1) })
	case c == '[':
		return j.array(func() error { return j.skip(depth - 1) })
	case c == '"':
		_, err := j.text()
		return err
	case c == '-' || isDigit(c):
		return j.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if len(j.src)-j.pos >= len(word) && string(j.src[j.pos:j.pos+len(word)]) == word {
			j.pos += len(word)
			return nil
		}
	}
	return j.errorf("%s, want a value", j.found())
}

// number takes any number.
func (j *jsonText) number() error {
	digits := func() bool {
		start := j.pos
		for j.pos < len(j.src) && isDigit(j.src[j.pos]) {
			j.pos++
		}
		return j.pos > start
	}
	next := func(set string) bool {
		for i := range len(set) {
			if j.pos < len(j.src) && j.src[j.pos] == set[i] {
				j.pos++
				return true
			}
		}
		return false
	}
	next("-")
	if zero := next("0"); !zero && !digits() {
		return j.errorf("%s in a number", j.found())
	}
	if next(".") && !digits() {
		return j.errorf("%s in a number", j.found())
	}
	if next("eE") {
		next("+-")
		if !digits() {
			return j.errorf("%s in a number", j.found())
		}
	}
	return nil
}

// appendJSON appends text as a string, escaped as serde_json does, so that
// files are those of the format's own library.
func appendJSON(b []byte, text string) []byte {
	b = append(b, '"')
	for i := range len(text) {
		switch c := text[i]; c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			if c < ' ' {
				b = fmt.Appendf(b, `\u%04x`, c)
			} else {
				b = append(b, c)
			}
		}
	}
	return append(b, '"')
}
