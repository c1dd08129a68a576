package script

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
)

// printer writes values as Python does, within limits.
type printer struct {
	in    *interp
	b     strings.Builder
	parts int
	open  []starlark.Value // lists and dicts that are being written
}

// repr returns x as Python's repr does.
func (in *interp) repr(x starlark.Value) (string, error) {
	p := &printer{in: in}
	if err := p.write(x, 0); err != nil {
		return "", err
	}
	if err := in.work(p.parts + p.b.Len()/64); err != nil {
		return "", err
	}
	return p.b.String(), in.charge(int64(p.b.Len()))
}

// str returns x as Python's str does.
func (in *interp) str(x starlark.Value) (string, error) {
	switch x := x.(type) {
	case starlark.String:
		return string(x), nil
	case *array:
		s, err := x.text()
		if err != nil {
			return "", err
		}
		return s, in.charge(int64(len(s)))
	case *tensor:
		s, err := x.text(frontend.Str)
		if err != nil {
			return "", err
		}
		return s, in.charge(int64(len(s)))
	case dtypeValue:
		return x.text(false), nil
	case foreign:
		return x.String(), nil
	case *object:
		return x.o.String(), nil
	case *facts:
		if x.str != "" {
			return x.str, nil
		}
	case *Results:
		p := &printer{in: in}
		if err := p.writeResults(x, false, 0); err != nil {
			return "", err
		}
		return p.b.String(), in.charge(int64(p.b.Len()))
	}
	return in.repr(x)
}

func (p *printer) write(x starlark.Value, depth int) error {
	p.parts++
	switch {
	case p.parts > maxParts:
		return wrong("the text of a value of more than %d parts", maxParts)
	case depth > maxNesting:
		return wrong("the text of values nested more than %d deep", maxNesting)
	case p.b.Len() > maxText:
		return wrong("a text of more than %d bytes", maxText)
	}
	switch x := x.(type) {
	case starlark.Float:
		p.b.WriteString(floatText(float64(x)))
	case starlark.Int, starlark.String, starlark.Bytes:
		return p.writeLong(x)
	case *starlark.Builtin:
		if pythonTypes[x.Name()] != nil && p.in.own[x.Name()] == starlark.Value(x) {
			p.b.WriteString("<class '" + x.Name() + "'>")
			return nil
		}
		p.b.WriteString(x.String())
	case *starlark.List:
		return p.enclosed(x, "[", "]", x, depth)
	case starlark.Tuple:
		return p.enclosed(x, "(", ")", x, depth)
	case *Results:
		return p.writeResults(x, true, depth)
	case *tensor:
		s, err := x.text(frontend.Repr)
		if err != nil {
			return err
		}
		p.b.WriteString(s)
	case dtypeValue:
		p.b.WriteString(x.text(true))
	case foreign:
		if o := x.object(); o != nil {
			p.b.WriteString(o.Repr())
		} else {
			p.b.WriteString(x.String())
		}
	case *starlark.Dict:
		return p.writeDict(x, depth)
	case *starlark.Set:
		return p.writeSet(x, depth)
	default:
		p.b.WriteString(x.String())
	}
	return nil
}

// writeLong writes what may be of any length, unless it is too long.
func (p *printer) writeLong(x starlark.Value) error {
	switch x := x.(type) {
	case starlark.Int:
		if bitLen(x) > maxBits {
			return wrong("the text of an integer of %d bits", bitLen(x))
		}
		p.b.WriteString(x.String())
	case starlark.String:
		if len(x) > maxText {
			return wrong("a text of more than %d bytes", maxText)
		}
		p.b.WriteString(quote(string(x)))
	case starlark.Bytes:
		if len(x) > maxText/4 {
			return wrong("a text of more than %d bytes", maxText)
		}
		p.b.WriteString("b" + quoteBytes(string(x)))
	}
	return nil
}

func (p *printer) writeDict(x *starlark.Dict, depth int) error {
	if p.within(x) {
		p.b.WriteString("{...}")
		return nil
	}
	p.open = append(p.open, x)
	p.b.WriteString("{")
	for i, item := range x.Items() {
		if i > 0 {
			p.b.WriteString(", ")
		}
		if err := p.write(item[0], depth+1); err != nil {
			return err
		}
		p.b.WriteString(": ")
		if err := p.write(item[1], depth+1); err != nil {
			return err
		}
	}
	p.b.WriteString("}")
	p.open = p.open[:len(p.open)-1]
	return nil
}

func (p *printer) writeSet(x *starlark.Set, depth int) error {
	if x.Len() == 0 {
		p.b.WriteString("set()")
		return nil
	}
	p.b.WriteString("{")
	first := true
	for v := range x.Elements() {
		if !first {
			p.b.WriteString(", ")
		}
		first = false
		if err := p.write(v, depth+1); err != nil {
			return err
		}
	}
	p.b.WriteString("}")
	return nil
}

func (p *printer) within(x starlark.Value) bool {
	for _, y := range p.open {
		if x == y {
			return true
		}
	}
	return false
}

func (p *printer) enclosed(x starlark.Value, left, right string, list starlark.Indexable, depth int) error {
	_, isTuple := x.(starlark.Tuple)
	if !isTuple {
		if p.within(x) {
			p.b.WriteString("[...]")
			return nil
		}
		p.open = append(p.open, x)
	}
	p.b.WriteString(left)
	for i := range list.Len() {
		if i > 0 {
			p.b.WriteString(", ")
		}
		if err := p.write(list.Index(i), depth+1); err != nil {
			return err
		}
	}
	if isTuple && list.Len() == 1 {
		p.b.WriteString(",")
	}
	p.b.WriteString(right)
	if !isTuple {
		p.open = p.open[:len(p.open)-1]
	}
	return nil
}

// quoteBytes is quote of bytes: what is no ASCII is written by its number.
func quoteBytes(s string) string {
	q := "'"
	if strings.Contains(s, q) && !strings.Contains(s, `"`) {
		q = `"`
	}
	var b strings.Builder
	b.WriteString(q)
	for i := range len(s) {
		switch c := s[i]; {
		case c == q[0] || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < 0x20 || c >= 0x7f:
			b.WriteString(`\x` + strconv.FormatUint(uint64(c)|0x100, 16)[1:])
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + q
}

// quote returns s as Python writes it: in single quotes, unless it has one and no
// double one.
func quote(s string) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	var b strings.Builder
	b.WriteByte(q)
	for i, r := range s {
		switch {
		case r == rune(q) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == 0xFFFD && s[i] != 0xEF: // a byte that is no UTF-8
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case r < 0x20 || r == 0x7f:
			b.WriteString(`\x` + strconv.FormatUint(uint64(r)|0x100, 16)[1:])
		case !strconv.IsPrint(r):
			t := strconv.QuoteRuneToASCII(r)
			b.WriteString(t[1 : len(t)-1])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(q)
	return b.String()
}

// A layout is how one value is to be formatted by the operator %.
type layout struct {
	fill      rune
	align     byte // '<', '>' or '='
	sign      byte // '+', ' ' or 0
	alternate bool
	width     int
	precision int // -1 if there is none
	verb      byte
}

const maxWidth = 1 << 16

// number reads digits at the start of s.
func number(s string) (n int, rest string, err error) {
	for s != "" && s[0] >= '0' && s[0] <= '9' {
		if n = n*10 + int(s[0]-'0'); n > maxWidth {
			return 0, "", wrong("a width or precision above %d", maxWidth)
		}
		s = s[1:]
	}
	return n, s, nil
}

// interpolate returns format % x, as Python does.
func (in *interp) interpolate(format starlark.String, x starlark.Value) (starlark.Value, error) {
	args, isTuple := x.(starlark.Tuple)
	if r, ok := x.(*Results); ok && (r.shape == nil || r.shape.Name == "torch") { // tuples too
		args, isTuple = r.values, true
	}
	if !isTuple {
		args = starlark.Tuple{x}
	}
	dict, isDict := x.(*starlark.Dict)
	var b strings.Builder
	rest, used, keyed := string(format), 0, false
	for {
		before, after, found := strings.Cut(rest, "%")
		b.WriteString(before)
		if !found {
			break
		}
		f, err := parseField(after)
		if err != nil {
			return nil, err
		}
		rest = f.rest
		var arg starlark.Value
		if f.keyed {
			if !isDict {
				return nil, wrong("format requires a mapping")
			}
			v, found, err := dict.Get(starlark.String(f.key))
			if err != nil || !found {
				return nil, wrong("key not found: %s", quote(f.key))
			}
			arg, keyed = v, true
		}
		if f.verb == '%' {
			b.WriteByte('%')
			continue
		}
		if arg == nil {
			if used >= len(args) {
				return nil, wrong("not enough arguments for format string")
			}
			arg = args[used]
			used++
		}
		s, err := in.formatField(f.layout, arg)
		if err != nil {
			return nil, err
		}
		if err := in.charge(int64(len(s))); err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	if used < len(args) && !keyed && !isMapping(x) {
		return nil, wrong("not all arguments converted during string formatting")
	}
	return starlark.String(b.String()), in.charge(int64(len(format)))
}

// isMapping reports whether Python finds x to be a mapping, as which an operand of % need not be used: lists and
// arrays are some.
func isMapping(x starlark.Value) bool {
	switch x.(type) {
	case starlark.Tuple, starlark.String:
		return false
	case starlark.Mapping, starlark.Indexable:
		return true
	}
	return false
}

// A field is what stands behind a percent sign: "(key)+08.3f", and the rest behind it.
type field struct {
	layout
	key   string
	keyed bool
	rest  string
}

func parseField(s string) (field, error) {
	f := field{layout: layout{fill: ' ', precision: -1}}
	if strings.HasPrefix(s, "(") {
		key, rest, found := strings.Cut(s[1:], ")")
		if !found {
			return f, wrong("incomplete format key")
		}
		f.key, f.keyed, s = key, true, rest
	}
	for s != "" && f.flag(s[0]) {
		s = s[1:]
	}
	var err error
	if f.width, s, err = number(s); err != nil {
		return f, err
	}
	if strings.HasPrefix(s, ".") {
		if f.precision, s, err = number(s[1:]); err != nil {
			return f, err
		}
	}
	if s == "" {
		return f, wrong("incomplete format")
	}
	f.verb, f.rest = s[0], s[1:]
	return f, nil
}

// flag takes one of the flags before the width; it returns false for another character.
func (l *layout) flag(c byte) bool {
	switch c {
	case '-':
		l.align = '<'
	case '+', ' ':
		if l.sign != '+' {
			l.sign = c
		}
	case '#':
		l.alternate = true
	case '0':
		if l.align == 0 {
			l.fill, l.align = '0', '='
		}
	default:
		return false
	}
	return true
}

// formatField returns an argument laid out as a field says.
func (in *interp) formatField(l layout, arg starlark.Value) (string, error) {
	if l.align == 0 {
		l.align = '>'
	}
	if !strings.ContainsRune("srdioxXeEfFgGc", rune(l.verb)) {
		return "", wrong("unknown conversion %%%c", l.verb)
	}
	if l.align == '=' && strings.IndexByte("src", l.verb) >= 0 {
		l.align, l.fill = '>', ' '
	}
	if l.verb == 'i' {
		l.verb = 'd'
	}
	if f, ok := arg.(starlark.Float); ok && l.verb == 'd' { // as Python: truncated
		i, err := starlark.NumberToInt(f)
		if err != nil {
			return "", wrong("%s", err)
		}
		arg = i
	}
	return in.format(arg, l)
}

// format returns x laid out.
func (in *interp) format(x starlark.Value, l layout) (string, error) {
	if a, ok := plain(x).(*array); ok && a.a.Size() == 1 && strings.IndexByte("doxXeEfFgG", l.verb) >= 0 {
		v, err := item(a)
		if err != nil {
			return "", err
		}
		x = v
	}
	switch l.verb {
	case 's', 'r':
		text := in.str
		if l.verb == 'r' {
			text = in.repr
		}
		s, err := text(x)
		if err != nil {
			return "", err
		}
		if l.precision >= 0 {
			if r := []rune(s); len(r) > l.precision {
				s = string(r[:l.precision])
			}
		}
		return l.pad("", s), nil
	case 'c':
		if s, ok := x.(starlark.String); ok && utf8.RuneCountInString(string(s)) == 1 {
			return l.pad("", string(s)), nil
		}
		i, err := toInt(x)
		if err != nil || i < 0 || i > utf8.MaxRune {
			return "", wrong("%%c requires a code point or a single character")
		}
		return l.pad("", string(rune(i))), nil
	}
	switch l.verb {
	case 'd', 'o', 'x', 'X':
		i, ok := plainInt(x).(starlark.Int)
		if !ok {
			return "", wrong("format %c requires an integer, not %s", l.verb, typeName(x))
		}
		return l.integer(i.BigInt()), nil
	case 'e', 'E', 'f', 'F', 'g', 'G':
		f, err := toFloat(x)
		if err != nil {
			return "", err
		}
		return l.float(f), nil
	}
	return "", wrong("unknown format code %q", string(rune(l.verb)))
}

func (l layout) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case l.sign != 0:
		return string(rune(l.sign))
	}
	return ""
}

func (l layout) integer(i *big.Int) string {
	base := map[byte]int{'o': 8, 'x': 16, 'X': 16}[l.verb]
	if base == 0 {
		base = 10
	}
	s := new(big.Int).Abs(i).Text(base)
	if l.verb == 'X' {
		s = strings.ToUpper(s)
	}
	if l.precision > len(s) {
		s = strings.Repeat("0", l.precision-len(s)) + s
	}
	prefix := l.signOf(i.Sign() < 0)
	if l.alternate && base != 10 {
		prefix += "0" + string(rune(l.verb))
	}
	return l.pad(prefix, s)
}

func (l layout) float(f float64) string {
	precision := l.precision
	if precision < 0 {
		precision = 6
	}
	a := math.Abs(f)
	var s string
	switch {
	case math.IsNaN(f):
		s = "nan"
	case math.IsInf(f, 0):
		s = "inf"
	case l.verb == 'g' || l.verb == 'G':
		s = fmt.Sprintf("%.*g", max(precision, 1), a)
	case l.verb == 'e' || l.verb == 'E':
		s = fmt.Sprintf("%.*e", precision, a)
	default:
		s = fmt.Sprintf("%.*f", precision, a)
	}
	if l.verb >= 'A' && l.verb <= 'Z' {
		s = strings.ToUpper(s)
	}
	return l.pad(l.signOf(math.Signbit(f) && !math.IsNaN(f)), s)
}

func (l layout) pad(prefix, s string) string { return padded(prefix, s, l.fill, l.align, l.width) }

// formatted returns the string method format: fields {}, {0} or {name}, with !s or !r
// and a format_spec.
func (in *interp) formatted(template string, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var b strings.Builder
	next, auto, manual := 0, false, false
	for template != "" {
		i := strings.IndexAny(template, "{}")
		if i < 0 {
			b.WriteString(template)
			break
		}
		b.WriteString(template[:i])
		brace := template[i]
		template = template[i+1:]
		if template != "" && template[0] == brace {
			b.WriteByte(brace)
			template = template[1:]
			continue
		}
		if brace == '}' {
			return nil, wrong("format: single '}' in format")
		}
		j := strings.IndexByte(template, '}')
		if j < 0 {
			return nil, wrong("format: unmatched '{' in format")
		}
		field, specText, _ := strings.Cut(template[:j], ":")
		template = template[j+1:]
		name, conv, _ := strings.Cut(field, "!")
		var arg starlark.Value
		if n, err := strconv.Atoi(name); name == "" || err == nil {
			if name == "" {
				n = next
				next++
				auto = true
			} else {
				manual = true
			}
			if auto && manual {
				return nil, wrong("format: automatic and manual field numbers are mixed")
			}
			if n < 0 || n >= len(args) {
				return nil, wrong("format: tuple index out of range")
			}
			arg = args[n]
		} else {
			for _, kv := range kwargs {
				if string(kv[0].(starlark.String)) == name {
					arg = kv[1]
				}
			}
			if arg == nil {
				return nil, wrong("format: keyword %s not found", name)
			}
		}
		if conv != "" && conv != "r" && conv != "s" && conv != "a" {
			return nil, wrong("format: unknown conversion %s", quote(conv))
		}
		s, err := in.formatValue(arg, conv, specText)
		if err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	return starlark.String(b.String()), in.charge(int64(len(template)))
}
