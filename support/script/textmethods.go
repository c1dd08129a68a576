package script

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// Methods of texts. Texts are of characters, as Python's are.

var textMethods = methodTable[string]{
	"ljust":  justified(func(n, _ int) int { return 0 }),
	"rjust":  justified(func(n, _ int) int { return n }),
	"center": justified(func(n, width int) int { return n/2 + (n & width & 1) }), // where it cannot be even, as CPython does
	"zfill":  {params: "width", call: zfill},
	"casefold": mapped(func(s string) string {
		return strings.ToLower(strings.ReplaceAll(s, "ß", "ss"))
	}),
	"swapcase":   mapped(swapcase),
	"expandtabs": {params: "? tabsize", call: expandtabs},
	"isascii": {call: whether(func(s string) bool {
		return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
	})},
	"isdecimal":    {call: whether(every(func(r rune) bool { return unicode.Is(unicode.Nd, r) }))},
	"isnumeric":    {call: whether(every(unicode.IsNumber))},
	"isidentifier": {call: whether(isIdentifier)},
	"encode":       {params: "? encoding errors", call: encode},
	"split":        {params: "? sep maxsplit", call: splitBy("split")},
	"rsplit":       {params: "? sep maxsplit", call: splitBy("rsplit")},
	"splitlines":   {params: "? keepends", call: splitlines},
	"find":         finder("find"),
	"index":        finder("index"),
	"rfind":        finder("rfind"),
	"rindex":       finder("rindex"),
	"count":        finder("count"),
}

// textMethod is what a method of a text does.
type textMethod = func(in *interp, s string, a []starlark.Value) (starlark.Value, error)

// whether answers a question about a text.
func whether(is func(s string) bool) textMethod {
	return func(in *interp, s string, _ []starlark.Value) (starlark.Value, error) {
		return starlark.Bool(is(s)), in.work(len(s) / 16)
	}
}

// every reports whether there are characters, each of one sort.
func every(is func(r rune) bool) func(s string) bool {
	return func(s string) bool {
		return s != "" && strings.IndexFunc(s, func(r rune) bool { return !is(r) }) < 0
	}
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// mapped is a method whose result is about as long as the text.
func mapped(f func(s string) string) method[string] {
	return method[string]{call: func(in *interp, s string, _ []starlark.Value) (starlark.Value, error) {
		if err := in.charge(2 * int64(len(s))); err != nil {
			return nil, err
		}
		return starlark.String(f(s)), nil
	}}
}

func swapcase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// justified fills a text up to a width: left returns how many of the n characters that are
// missing come before it.
func justified(left func(n, width int) int) method[string] {
	return method[string]{params: "width ? fillchar", call: func(in *interp, s string, a []starlark.Value) (starlark.Value, error) {
		width, err := toInt(a[0])
		if err != nil {
			return nil, err
		}
		fill := " "
		if a[1] != nil {
			if fill, err = toText(a[1]); err != nil {
				return nil, err
			}
			if utf8.RuneCountInString(fill) != 1 {
				return nil, wrong("TypeError: The fill character must be exactly one character long")
			}
		}
		n := width - utf8.RuneCountInString(s)
		if n <= 0 {
			return starlark.String(s), nil
		}
		if err := in.charge(int64(n)*int64(len(fill)) + int64(len(s))); err != nil {
			return nil, err
		}
		l := left(n, width)
		return starlark.String(strings.Repeat(fill, l) + s + strings.Repeat(fill, n-l)), nil
	}}
}

// zfill fills a number up with zeros behind its sign.
func zfill(in *interp, s string, a []starlark.Value) (starlark.Value, error) {
	width, err := toInt(a[0])
	if err != nil {
		return nil, err
	}
	n := width - utf8.RuneCountInString(s)
	if n <= 0 {
		return starlark.String(s), nil
	}
	if err := in.charge(int64(n) + int64(len(s))); err != nil {
		return nil, err
	}
	sign := ""
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		sign = s[:1]
	}
	return starlark.String(sign + strings.Repeat("0", n) + s[len(sign):]), nil
}

func expandtabs(in *interp, s string, a []starlark.Value) (starlark.Value, error) {
	size := 8
	if a[0] != nil {
		var err error
		if size, err = toInt(a[0]); err != nil {
			return nil, err
		}
	}
	if size > 1<<16 {
		return nil, wrong("a tab size of %d is too large", size)
	}
	if err := in.charge(int64(len(s)) + int64(max(size, 0))*int64(strings.Count(s, "\t"))); err != nil {
		return nil, err
	}
	var b strings.Builder
	col := 0
	for _, r := range s {
		if r == '\t' {
			if size > 0 {
				n := size - col%size
				b.WriteString(strings.Repeat(" ", n))
				col += n
			}
			continue
		}
		b.WriteRune(r)
		if col++; r == '\n' || r == '\r' {
			col = 0
		}
	}
	return starlark.String(b.String()), nil
}

func encode(in *interp, s string, a []starlark.Value) (starlark.Value, error) {
	if a[0] != nil {
		encoding, err := toText(a[0])
		if err != nil {
			return nil, err
		}
		if e := strings.ToLower(encoding); e != "utf-8" && e != "utf8" {
			return nil, wrong("encode(): the encoding is utf-8, not %q", encoding)
		}
	}
	return starlark.Bytes(s), in.charge(int64(len(s)))
}

// splitBy is split or rsplit.
func splitBy(name string) textMethod {
	return func(in *interp, s string, a []starlark.Value) (starlark.Value, error) {
		args := starlark.Tuple{starlark.None}
		if a[0] != nil {
			args[0] = a[0]
		}
		if a[1] != nil {
			args = append(args, a[1])
		}
		return in.starlarkMethod(s, name, args)
	}
}

func splitlines(in *interp, s string, a []starlark.Value) (starlark.Value, error) {
	if a[0] == nil {
		return in.starlarkMethod(s, "splitlines", nil)
	}
	keep, err := in.truth(a[0])
	if err != nil {
		return nil, err
	}
	return in.starlarkMethod(s, "splitlines", starlark.Tuple{starlark.Bool(keep)})
}

// finder is find or one of its kin.
func finder(name string) method[string] {
	return method[string]{params: "sub ? start stop", call: func(in *interp, s string, a []starlark.Value) (starlark.Value, error) {
		return in.findText(s, name, a)
	}}
}

// starlarkMethod calls Starlark's own method of a text.
func (in *interp) starlarkMethod(s, name string, args starlark.Tuple) (starlark.Value, error) {
	m, err := starlark.String(s).Attr(name)
	if err != nil {
		return nil, err
	}
	return in.guardedCall(m.(*starlark.Builtin)).CallInternal(in.thread, args, nil)
}

// findText looks for a[0] in the characters of s from a[1] and before a[2].
func (in *interp) findText(s, name string, a []starlark.Value) (starlark.Value, error) {
	sub, err := toText(a[0])
	if err != nil {
		return nil, err
	}
	if err := in.work(len(s) / 16); err != nil {
		return nil, err
	}
	n := utf8.RuneCountInString(s)
	lo, hi := 0, n
	for i, to := range []*int{&lo, &hi} {
		if v := a[i+1]; present(v) {
			k, err := clampedInt(v)
			if err != nil {
				return nil, err
			}
			if k < 0 {
				k = max(k+n, 0)
			}
			*to = k
		}
	}
	hi = min(hi, n)
	at := -1
	if lo <= hi {
		from := byteOffset(s, lo)
		part := s[from:byteOffset(s, hi)]
		switch name {
		case "count":
			return starlark.MakeInt(strings.Count(part, sub)), nil
		case "find", "index":
			at = strings.Index(part, sub)
		default:
			at = strings.LastIndex(part, sub)
		}
		if at >= 0 {
			at = lo + utf8.RuneCountInString(part[:at])
		}
	}
	switch {
	case name == "count":
		return starlark.MakeInt(0), nil
	case at < 0 && strings.HasSuffix(name, "index"):
		return nil, wrong("ValueError: substring not found")
	}
	return starlark.MakeInt(at), nil
}

// byteOffset returns where the n-th character of s begins.
func byteOffset(s string, n int) int {
	if n == 0 {
		return 0
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// characters is a text by its characters, for indices and slices.
type characters []rune

var _ starlark.Sliceable = characters(nil)

func (c characters) String() string             { return string(c) }
func (c characters) Type() string               { return "string" }
func (c characters) Freeze()                    {}
func (c characters) Truth() starlark.Bool       { return len(c) > 0 }
func (c characters) Hash() (uint32, error)      { return starlark.String(c).Hash() }
func (c characters) Len() int                   { return len(c) }
func (c characters) Index(i int) starlark.Value { return starlark.String(string(c[i])) }
func (c characters) Slice(start, end, step int) starlark.Value {
	var b strings.Builder
	for i := start; step > 0 && i < end || step < 0 && i > end; i += step {
		b.WriteRune(c[i])
	}
	return starlark.String(b.String())
}

// isASCII reports whether the bytes of s are its characters.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
