package syntax

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	tree "go.starlark.net/syntax"
)

// kind is the class of a token.
type kind uint8

const (
	endOfFile kind = iota
	newline
	indent
	dedent
	name    // an identifier
	keyword // a word of Python's grammar
	integer
	floating
	imaginary
	text // a string
	octets
	fstring  // the prefix and quote that open an f-string
	operator // an operator, bracket or other mark
)

// token is one word of a program.
type token struct {
	kind  kind
	text  string // as written
	value any    // of a literal: int64 or *big.Int, float64, string; of an f-string its quote
	pos   tree.Position
}

// is reports whether t is the keyword or operator s.
func (t token) is(s string) bool {
	return (t.kind == operator || t.kind == keyword) && t.text == s
}

// String returns t as an error message names it.
func (t token) String() string {
	switch t.kind {
	case endOfFile:
		return "end of input"
	case newline:
		return "end of line"
	case indent:
		return "indentation"
	case dedent:
		return "end of block"
	case text, octets, fstring:
		return "string"
	case integer, floating, imaginary:
		return "number"
	}
	return strconv.Quote(t.text)
}

// keywords holds the words that are no identifiers, and whether they are used;
// the others are Python's alone.
var keywords = map[string]bool{
	"and": true, "break": true, "continue": true, "def": true, "elif": true, "else": true,
	"for": true, "if": true, "in": true, "is": true, "lambda": true, "not": true, "or": true,
	"pass": true, "return": true, "while": true,
	"as": true, "assert": true, "del": true, "from": true, "import": true, "with": true,
	"async": false, "await": false, "class": false, "except": false, "finally": false, "global": false,
	"nonlocal": false, "raise": false, "try": false, "yield": false,
}

// instead says what to write for Python's statements that are not there.
var instead = map[string]string{
	"async": "write a plain function", "await": "call the function",
	"class":  "write functions, and dicts for what belongs together",
	"except": tryCure, "finally": tryCure, "try": tryCure,
	"global": globalCure, "nonlocal": globalCure,
	"raise": `write fail("why"), or assert`,
	"yield": "append to a list and return it",
	"match": `write "if" and "elif"`,
}

const (
	tryCure    = `test with "if" what may fail: an error ends the program`
	globalCure = "return the value, or change a list or dict in place"
)

// operators holds the marks of the language, the longer before their prefixes.
// Some are there only to be refused by name.
var operators = []string{
	"**=", "//=", "<<=", ">>=", "...",
	"**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^=", "->", ":=",
	"+", "-", "*", "/", "%", "@", "&", "|", "^", "~", "<", ">", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "=",
}

// closing maps an opening bracket to the one that ends it.
var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

// scanner splits a program into tokens.
type scanner struct {
	src       string
	offset    int
	filename  *string
	line, col int32

	brackets []token    // open ones, outermost first
	indents  []indented // of the open blocks, outermost first
	dedents  int        // tokens still to be given
	fresh    bool       // at the beginning of a line that is not within brackets
	last     kind
	any      bool // whether any token was given
	at       int  // the offset of the last token
}

// indented is the width of an indentation with tabs that go to the next
// multiple of 8, and with tabs of width 1. As in Python, two lines must compare
// the same in both.
type indented struct{ wide, narrow int }

// newScanner checks what can be seen from the bytes alone and returns a scanner
// at the beginning of src.
func newScanner(filename string, src []byte) *scanner {
	s := &scanner{filename: &filename, line: 1, col: 1, fresh: true, indents: []indented{{}}}
	if len(src) > MaxSource {
		fail(s.pos(), "program of %d bytes, limit is %d", len(src), MaxSource)
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if bytes.IndexByte(src, '\r') >= 0 {
		src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		src = bytes.ReplaceAll(src, []byte("\r"), []byte("\n"))
	}
	for line, col, i := int32(1), int32(1), 0; i < len(src); col++ {
		r, size := utf8.DecodeRune(src[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fail(tree.MakePosition(s.filename, line, col), "invalid UTF-8: byte 0x%02x", src[i])
		case r == 0:
			fail(tree.MakePosition(s.filename, line, col), "NUL character in program")
		case r == '\n':
			line, col = line+1, 0
		}
		i += size
	}
	s.src = string(src)
	return s
}

func (s *scanner) pos() tree.Position { return tree.MakePosition(s.filename, s.line, s.col) }

// peek returns the next character, or 0 at the end of the program.
func (s *scanner) peek() rune {
	if s.offset >= len(s.src) {
		return 0
	}
	if c := s.src[s.offset]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(s.src[s.offset:])
	return r
}

// read consumes the next character, which must be there.
func (s *scanner) read() rune {
	r, size := rune(s.src[s.offset]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(s.src[s.offset:])
	}
	s.offset += size
	if r == '\n' {
		s.line, s.col = s.line+1, 1
	} else {
		s.col++
	}
	return r
}

func (s *scanner) hasPrefix(prefix string) bool { return strings.HasPrefix(s.src[s.offset:], prefix) }

// skip consumes n characters that are no line ends and take one byte each.
func (s *scanner) skip(n int) {
	s.offset += n
	s.col += int32(n)
}

// next returns the next token.
func (s *scanner) next() token {
	t := s.scan()
	s.last, s.any = t.kind, true
	return t
}

func (s *scanner) scan() token {
	if s.dedents > 0 {
		s.dedents--
		return token{kind: dedent, pos: s.pos()}
	}
	if s.fresh {
		s.fresh = false
		if t, ok := s.indentation(); ok {
			return t
		}
	}
	s.blanks()
	pos := s.pos()
	s.at = s.offset
	if s.offset >= len(s.src) {
		return s.finish(pos)
	}
	c := s.peek()
	switch {
	case c == '\n': // never within brackets, where blanks skips it
		s.read()
		s.fresh = true
		return token{kind: newline, pos: pos}
	case isNameStart(c):
		return s.word(pos)
	case isDigit(c), c == '.' && s.offset+1 < len(s.src) && isDigit(rune(s.src[s.offset+1])):
		return s.number(pos)
	case c == '"' || c == '\'':
		return s.quoted(pos, s.offset, "")
	}
	if _, ok := s.field(); ok && (c == ':' || c == '!' && !s.hasPrefix("!=")) {
		s.skip(1) // the end of a replacement field's expression, whatever follows
		return token{kind: operator, text: string(c), pos: pos}
	}
	for _, op := range operators {
		if s.hasPrefix(op) {
			s.skip(len(op))
			t := token{kind: operator, text: op, pos: pos}
			s.bracket(t)
			return t
		}
	}
	fail(pos, "unexpected character %q", c)
	panic("unreachable")
}

// indentation measures a line's indentation and returns the first token that
// follows from it, if any. Lines without a token do not count.
func (s *scanner) indentation() (token, bool) {
	var in, joined indented // joined: before the first backslash, if not 0
	for {
		switch s.peek() {
		case ' ':
			in.wide, in.narrow = in.wide+1, in.narrow+1
		case '\t':
			in.wide, in.narrow = in.wide/8*8+8, in.narrow+1
		case '\f':
			in = indented{}
		case '#':
			s.comment()
			continue
		case '\n':
			in, joined = indented{}, indented{}
		case '\\':
			if joined == (indented{}) {
				joined = in
			}
			s.join()
			in = indented{}
			continue
		case 0:
			return token{}, false
		default:
			if joined != (indented{}) {
				in = joined
			}
			return s.dent(in)
		}
		s.read()
	}
}

func (s *scanner) dent(in indented) (token, bool) {
	const tabs = "inconsistent use of tabs and spaces in indentation"
	pos := s.pos()
	top := s.indents[len(s.indents)-1]
	if in == top {
		return token{}, false
	}
	if in.wide > top.wide && in.narrow > top.narrow {
		s.indents = append(s.indents, in)
		return token{kind: indent, pos: pos}, true
	}
	if in.wide >= top.wide || in.narrow >= top.narrow {
		fail(pos, tabs)
	}
	for in.wide < top.wide {
		s.indents = s.indents[:len(s.indents)-1]
		s.dedents++
		top = s.indents[len(s.indents)-1]
	}
	if in.wide != top.wide {
		fail(pos, "unindent does not match any outer indentation level")
	}
	if in.narrow != top.narrow {
		fail(pos, tabs)
	}
	s.dedents--
	return token{kind: dedent, pos: pos}, true
}

// blanks skips spaces, comments, joined lines, and within brackets line ends.
func (s *scanner) blanks() {
	for s.offset < len(s.src) {
		switch c := s.peek(); {
		case c == ' ' || c == '\t' || c == '\f', c == '\n' && len(s.brackets) > 0:
			s.read()
		case c == '#':
			s.comment()
		case c == '\\':
			s.join()
		default:
			return
		}
	}
}

// join consumes a backslash and the line end after it.
func (s *scanner) join() {
	pos := s.pos()
	s.read()
	if s.offset < len(s.src) && s.read() != '\n' {
		fail(pos, "unexpected character after line continuation character")
	}
	if s.offset >= len(s.src) {
		failIncomplete(pos, "unexpected end of input after line continuation character")
	}
}

func (s *scanner) comment() {
	for s.offset < len(s.src) && s.peek() != '\n' {
		s.read()
	}
}

// finish returns the tokens that end a program, one a call.
func (s *scanner) finish(pos tree.Position) token {
	if n := len(s.brackets); n > 0 {
		open := s.brackets[n-1]
		failIncomplete(open.pos, "%q was never closed", open.text)
	}
	switch {
	case s.any && s.last != newline && s.last != dedent && s.last != indent && s.last != endOfFile:
		return token{kind: newline, pos: pos}
	case len(s.indents) > 1:
		s.indents = s.indents[:len(s.indents)-1]
		return token{kind: dedent, pos: pos}
	}
	return token{kind: endOfFile, pos: pos}
}

// bracket keeps the stack of open brackets.
func (s *scanner) bracket(t token) {
	switch t.text {
	case "(", "[", "{":
		if len(s.brackets) >= MaxDepth {
			fail(t.pos, "too many nested brackets, limit is %d", MaxDepth)
		}
		s.brackets = append(s.brackets, t)
	case ")", "]", "}":
		n := len(s.brackets)
		if n == 0 {
			fail(t.pos, "unmatched %q", t.text)
		}
		open := s.brackets[n-1]
		if closing[open.text] != t.text {
			fail(t.pos, "closing %q does not match opening %q on line %d", t.text, open.text, open.pos.Line)
		}
		s.brackets = s.brackets[:n-1]
	}
}

// word scans an identifier, a keyword or a string with a prefix.
func (s *scanner) word(pos tree.Position) token {
	start := s.offset
	for s.offset < len(s.src) && isNamePart(s.peek()) {
		s.read()
	}
	word := s.src[start:s.offset]
	if c := s.peek(); (c == '"' || c == '\'') && len(word) <= 2 {
		switch prefix := strings.ToLower(word); prefix {
		case "r", "b", "u", "rb", "br":
			return s.quoted(pos, start, prefix)
		case "f", "fr", "rf":
			quote := s.quote()
			s.skip(len(quote))
			return token{kind: fstring, text: word, value: quote, pos: pos}
		}
	}
	t := token{kind: name, text: word, pos: pos}
	if _, ok := keywords[word]; ok {
		t.kind = keyword
	}
	return t
}

// number scans a literal by Python's rules.
func (s *scanner) number(pos tree.Position) token {
	start := s.offset
	if s.peek() == '0' && s.offset+1 < len(s.src) {
		if base, ok := bases[s.src[s.offset+1]|0x20]; ok { // x or X
			s.skip(2)
			if s.peek() == '_' {
				s.skip(1)
			}
			if !s.digits(base.digit) || isNamePart(s.peek()) {
				fail(pos, "invalid %s literal", base.name)
			}
			return s.integer(pos, s.src[start:s.offset], s.src[start+2:s.offset], base.base)
		}
	}
	kind, ok := s.decimal()
	written := s.src[start:s.offset]
	if c := s.peek(); ok && (c == 'j' || c == 'J') {
		kind = imaginary
		s.skip(1)
	}
	if !ok || isNamePart(s.peek()) {
		fail(pos, "invalid decimal literal")
	}
	digits := strings.ReplaceAll(written, "_", "")
	switch {
	case kind != integer:
	case len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0") != "":
		fail(pos, "leading zeros in decimal integer literals are not permitted (use 0o for octal)")
	case len(digits) > MaxDigits:
		fail(pos, "decimal integer of %d digits, limit is %d (write it in hexadecimal)", len(digits), MaxDigits)
	default:
		return s.integer(pos, written, written, 10)
	}
	// The only error left is a value out of range, where Python has infinity too.
	value, _ := strconv.ParseFloat(digits, 64)
	return token{kind: kind, text: s.src[start:s.offset], value: value, pos: pos}
}

// bases are those of integers by the letter behind the 0.
var bases = map[byte]struct {
	base  int
	name  string
	digit func(rune) bool
}{
	'x': {16, "hexadecimal", isHexDigit},
	'o': {8, "octal", func(c rune) bool { return '0' <= c && c <= '7' }},
	'b': {2, "binary", func(c rune) bool { return c == '0' || c == '1' }},
}

// decimal consumes a decimal number and reports whether it is an integer or a float, and
// whether its digits are in order.
func (s *scanner) decimal() (kind kind, ok bool) {
	kind, ok = integer, true
	if s.peek() != '.' {
		ok = s.digits(isDigit)
	}
	if ok && s.peek() == '.' {
		kind = floating
		s.skip(1)
		if isDigit(s.peek()) {
			ok = s.digits(isDigit)
		}
	}
	if c := s.peek(); ok && (c == 'e' || c == 'E') {
		kind = floating
		s.skip(1)
		if c := s.peek(); c == '+' || c == '-' {
			s.skip(1)
		}
		ok = s.digits(isDigit)
	}
	return kind, ok
}

// digits consumes digits with single underscores between them, and reports
// whether there was one and no underscore out of place.
func (s *scanner) digits(digit func(rune) bool) bool {
	for {
		if !digit(s.peek()) {
			return false
		}
		for digit(s.peek()) {
			s.skip(1)
		}
		if s.peek() != '_' {
			return true
		}
		s.skip(1)
	}
}

func (s *scanner) integer(pos tree.Position, written, digits string, base int) token {
	digits = strings.ReplaceAll(digits, "_", "")
	t := token{kind: integer, text: written, pos: pos}
	if small, err := strconv.ParseInt(digits, base, 64); err == nil {
		t.value = small
	} else {
		t.value, _ = new(big.Int).SetString(digits, base)
	}
	return t
}

// quoted scans the string whose prefix, already read, began at offset start.
func (s *scanner) quoted(pos tree.Position, start int, prefix string) token {
	raw := strings.Contains(prefix, "r")
	t := token{kind: text, pos: pos}
	if strings.Contains(prefix, "b") {
		t.kind = octets
	}
	quote := s.quote()
	s.skip(len(quote))
	var out strings.Builder
	for !s.hasPrefix(quote) {
		if s.offset >= len(s.src) && len(quote) == 3 {
			failIncomplete(pos, "unterminated triple-quoted string")
		}
		if s.offset >= len(s.src) || s.peek() == '\n' && len(quote) == 1 {
			if open, ok := s.field(); ok && open.value == quote { // the quote was to end the f-string
				fail(open.pos, "f-string: %q was never closed", open.text)
			}
			fail(pos, "unterminated string")
		}
		at := s.pos()
		c := s.read()
		switch {
		case c == '\\' && raw:
			out.WriteByte('\\')
			if s.offset < len(s.src) {
				s.character(&out, t.kind, s.pos(), s.read())
			}
		case c == '\\':
			if s.offset >= len(s.src) {
				failIncomplete(pos, "unterminated string")
			}
			s.escape(&out, t.kind, at)
			if s.offset >= len(s.src) && s.src[s.offset-1] == '\n' {
				failIncomplete(pos, "unterminated string")
			}
		default:
			s.character(&out, t.kind, at, c)
		}
	}
	s.skip(len(quote))
	t.text, t.value = s.src[start:s.offset], out.String()
	return t
}

// quote returns the quote that comes next: one character, or three.
func (s *scanner) quote() string {
	quote := s.src[s.offset : s.offset+1]
	if triple := strings.Repeat(quote, 3); s.hasPrefix(triple) {
		quote = triple
	}
	return quote
}

// field returns the brace of the replacement field that the scanner is directly in,
// not within brackets of its expression.
func (s *scanner) field() (token, bool) {
	if n := len(s.brackets); n > 0 && s.brackets[n-1].kind == fstring {
		return s.brackets[n-1], true
	}
	return token{}, false
}

// piece scans the text of an f-string that open began, or of a format specification,
// up to a replacement field, whose brace it opens, or to the end, which it consumes:
// the quote, or the brace that closes the field which the specification is of.
func (s *scanner) piece(open token, spec bool) (written string, field bool) {
	quote := open.value.(string)
	raw := strings.ContainsAny(open.text, "rR")
	var out strings.Builder
	for {
		pos := s.pos()
		switch {
		case s.offset >= len(s.src) && len(quote) == 3:
			failIncomplete(open.pos, "unterminated triple-quoted f-string")
		case s.offset >= len(s.src), s.peek() == '\n' && len(quote) == 1:
			fail(open.pos, "unterminated f-string")
		case s.hasPrefix(quote):
			if brace, ok := s.field(); spec && ok {
				fail(brace.pos, "f-string: %q was never closed", brace.text)
			}
			s.skip(len(quote))
			return out.String(), false
		case !spec && (s.hasPrefix("{{") || s.hasPrefix("}}")):
			out.WriteRune(s.peek())
			s.skip(2)
			continue
		case s.peek() == '{':
			s.skip(1)
			s.bracket(token{kind: fstring, text: "{", value: quote, pos: pos})
			return out.String(), true
		case s.peek() == '}':
			if !spec {
				fail(pos, "f-string: single '}' is not allowed (write }})")
			}
			s.skip(1)
			s.bracket(token{kind: operator, text: "}", pos: pos})
			return out.String(), false
		}
		c := s.read()
		switch {
		case c != '\\':
			out.WriteRune(c)
		case s.offset >= len(s.src):
			failIncomplete(open.pos, "unterminated f-string")
		case s.peek() == '{', s.peek() == '}':
			out.WriteByte('\\') // and the brace is what it is without it
		case raw:
			out.WriteByte('\\')
			out.WriteRune(s.read())
		default:
			s.escape(&out, text, pos)
			if s.offset >= len(s.src) && s.src[s.offset-1] == '\n' {
				failIncomplete(open.pos, "unterminated f-string")
			}
		}
	}
}

func (s *scanner) character(out *strings.Builder, kind kind, pos tree.Position, c rune) {
	if kind == octets && c >= utf8.RuneSelf {
		fail(pos, "bytes can only contain ASCII literal characters")
	}
	out.WriteRune(c)
}

// escapes maps the letter of a simple escape to the character it stands for.
var escapes = map[rune]byte{
	'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

// escape writes what the sequence after a backslash at pos stands for. An
// unknown one stands for itself, backslash included, as in Python.
func (s *scanner) escape(out *strings.Builder, kind kind, pos tree.Position) {
	c := s.read()
	code := func(r rune) {
		switch {
		case kind == octets:
			out.WriteByte(byte(r))
		case !utf8.ValidRune(r):
			fail(pos, "escape sequence stands for no character: U+%04X", r)
		default:
			out.WriteRune(r)
		}
	}
	if simple, ok := escapes[c]; ok {
		out.WriteByte(simple)
		return
	}
	switch {
	case c == '\n':
		return
	case '0' <= c && c <= '7':
		n := c - '0'
		for i := 0; i < 2 && '0' <= s.peek() && s.peek() <= '7'; i++ {
			n = n*8 + s.read() - '0'
		}
		if kind == octets && n > 0xff {
			fail(pos, "octal escape sequence above \\377")
		}
		code(n)
		return
	case c == 'x':
		code(s.hex(pos, c, 2))
		return
	case kind == text && c == 'u':
		code(s.hex(pos, c, 4))
		return
	case kind == text && c == 'U':
		code(s.hex(pos, c, 8))
		return
	case kind == text && c == 'N':
		fail(pos, "named characters are not supported (use \\u)")
	}
	out.WriteByte('\\')
	s.character(out, kind, pos, c)
}

// hex reads the n digits of an escape sequence.
func (s *scanner) hex(pos tree.Position, letter rune, n int) rune {
	start := s.offset
	for i := 0; i < n; i++ {
		if !isHexDigit(s.peek()) {
			fail(pos, "%s", fmt.Sprintf("truncated escape sequence \\%c, want %d hexadecimal digits", letter, n))
		}
		s.skip(1)
	}
	value, _ := strconv.ParseUint(s.src[start:s.offset], 16, 32)
	if value > unicode.MaxRune {
		fail(pos, "escape sequence stands for no character: U+%X", value)
	}
	return rune(value)
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

func isHexDigit(c rune) bool {
	return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isNameStart(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.Is(unicode.Nl, c) }

func isNamePart(c rune) bool {
	return isNameStart(c) || isDigit(c) || c >= utf8.RuneSelf && unicode.In(c, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc)
}
