package tokenizer

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/dlclark/regexp2/v2"
)

// A pattern finds places in a text: a string, or a regular expression.
type pattern struct {
	literal []rune
	regex   *regexp2.Regexp // nil for a string
}

// longestMatch is how long the search for one match may take: with a malformed expression it might take for ever. Tests change it.
var longestMatch = 2 * time.Second

// newRegex compiles an expression in the syntax that the tokenizers have, Oniguruma's for Ruby, as far as it has the same meaning
// here. Others are errors.
func newRegex(s string) (pattern, error) {
	translated, err := translate(s)
	if err != nil {
		return pattern{}, err
	}
	re, err := regexp2.Compile(translated, regexp2.Multiline)
	if err != nil {
		return pattern{}, fmt.Errorf("regular expression %q: %w", s, err)
	}
	re.MatchTimeout = longestMatch
	return pattern{regex: re}, nil
}

// Oniguruma's word characters: letters, marks, numbers that are decimal or letters, connectors, and letters in circles.
var wordClass = `\p{L}` + newer[`\p{L}`] + `\p{M}\p{Nd}\p{Nl}\p{Pc}\u24B6-\u24E9`

// newer has what letters and numbers are in Oniguruma's tables and not yet in Go's, as ranges of a class.
var newer = map[string]string{
	`\p{L}`: missing(letterTable, unicode.L),
	`\p{N}`: missing(numberTable, unicode.N),
}

// missing returns the ranges of characters that are in one table and not in another.
func missing(in, from *unicode.RangeTable) string {
	var b strings.Builder
	run := func(lo, hi rune) {
		begin := rune(-1)
		for r := lo; r <= hi+1; r++ {
			switch is := r <= hi && !unicode.Is(from, r); {
			case is && begin < 0:
				begin = r
			case !is && begin >= 0:
				b.WriteString(string(begin) + "-" + string(r-1))
				begin = -1
			}
		}
	}
	for _, r := range in.R16 {
		run(rune(r.Lo), rune(r.Hi))
	}
	for _, r := range in.R32 {
		run(rune(r.Lo), rune(r.Hi))
	}
	return b.String()
}

// translate returns the expression in the syntax of package regexp2, .NET's.
func translate(s string) (string, error) {
	refuse := func(what string) error { return fmt.Errorf("regular expression %q: %q is not supported", s, what) }
	var b strings.Builder
	var groups []int // where in b the open ones begin
	atom := -1       // where in b that begins which a quantifier would repeat; −1 if there is none
	inClass := false
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\':
			if i+1 == len(s) {
				return "", refuse(`\`)
			}
			e, n := s[i+1], 2
			start := b.Len()
			switch {
			case e == 'w' && inClass:
				b.WriteString(wordClass)
			case e == 'w':
				b.WriteString("[" + wordClass + "]")
			case e == 'W' && !inClass:
				b.WriteString("[^" + wordClass + "]")
			case e == 'b' && !inClass:
				b.WriteString("(?:(?<=[" + wordClass + "])(?![" + wordClass + "])|(?<![" + wordClass + "])(?=[" + wordClass + "]))")
			case strings.IndexByte("sSdDnrtfvAz", e) >= 0:
				if inClass && (e == 'A' || e == 'z') {
					return "", refuse(s[i : i+2])
				}
				b.WriteString(s[i : i+2])
			case e == 'p' || e == 'P':
				end := strings.IndexByte(s[i:], '}')
				if end < 4 || s[i+2] != '{' || s[i+3] == '^' {
					return "", refuse(s[i : i+2])
				}
				n = end + 1
				class := `\p` + s[i+2:i+n]
				switch more := newer[class]; {
				case e == 'P' && inClass || more == "":
					b.WriteString(s[i : i+n])
				case inClass:
					b.WriteString(class + more)
				case e == 'P':
					b.WriteString("[^" + class + more + "]")
				default:
					b.WriteString("[" + class + more + "]")
				}
			case e == 'u' && len(s) >= i+6, e == 'x' && len(s) >= i+4 && s[i+2] != '{':
				n = 4
				if e == 'u' {
					n = 6
				}
				b.WriteString(s[i : i+n])
			case e < 0x80 && unicode.IsPunct(rune(e)), e < 0x80 && unicode.IsSymbol(rune(e)), e == ' ':
				b.WriteString(s[i : i+2])
			default:
				return "", refuse(s[i : i+2])
			}
			if !inClass {
				atom = start
			}
			i += n
		case inClass:
			if c == '[' || c == '&' && strings.HasPrefix(s[i:], "&&") {
				return "", refuse(s[i : i+1])
			}
			inClass = c != ']'
			b.WriteByte(c)
			i++
		case c == '[':
			inClass, atom = true, b.Len()
			b.WriteByte(c)
			i++
			if i < len(s) && s[i] == '^' {
				b.WriteByte('^')
				i++
			}
			if i < len(s) && s[i] == ']' {
				return "", refuse("[]")
			}
		case c == '(':
			open := "("
			if strings.HasPrefix(s[i:], "(?") {
				open = ""
				for _, known := range []string{"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:", "(?i)"} {
					if strings.HasPrefix(s[i:], known) {
						open = known
					}
				}
				if open == "" {
					return "", refuse(s[i:min(i+4, len(s))])
				}
			}
			if open != "(?i)" {
				groups = append(groups, b.Len())
			}
			atom = -1
			b.WriteString(open)
			i += len(open)
		case c == ')':
			if len(groups) == 0 {
				return "", refuse(")")
			}
			atom, groups = groups[len(groups)-1], groups[:len(groups)-1]
			b.WriteByte(c)
			i++
		case c == '?' || c == '*' || c == '+':
			if atom < 0 {
				return "", refuse(string(c))
			}
			b.WriteByte(c)
			i++
			if i < len(s) && s[i] == '+' { // possessive: as an atomic group
				all := b.String()
				b.Reset()
				b.WriteString(all[:atom] + "(?>" + all[atom:] + ")")
				i++
			} else if i < len(s) && s[i] == '?' {
				b.WriteByte('?')
				i++
			}
			atom = -1
		case c == '{':
			end := strings.IndexByte(s[i:], '}')
			if atom < 0 || end < 2 || strings.Trim(s[i+1:i+end], "0123456789,") != "" || s[i+1] == ',' {
				return "", refuse("{")
			}
			b.WriteString(s[i : i+end+1])
			one := !strings.Contains(s[i:i+end], ",")
			i += end + 1
			if i < len(s) && (s[i] == '+' || s[i] == '?' && one) {
				return "", refuse(s[i-1 : i+1])
			}
			if i < len(s) && s[i] == '?' {
				b.WriteByte('?')
				i++
			}
			atom = -1
		default:
			if atom = b.Len(); c == '|' {
				atom = -1
			}
			n := 1
			for i+n < len(s) && s[i+n]&0xC0 == 0x80 { // all of a character
				n++
			}
			b.WriteString(s[i : i+n])
			i += n
		}
	}
	return b.String(), nil
}

// matches returns the matches in a text, and what is between them.
func (p pattern) matches(runes []rune) ([]match, error) {
	if len(runes) == 0 {
		return []match{{}}, nil
	}
	var ms []match
	last := 0
	add := func(from, to int) {
		if last < from {
			ms = append(ms, match{last, from, false})
		}
		ms = append(ms, match{from, to, true})
		last = to
	}
	if p.regex == nil {
		for i := 0; len(p.literal) > 0 && i+len(p.literal) <= len(runes); {
			if slices.Equal(runes[i:i+len(p.literal)], p.literal) {
				add(i, i+len(p.literal))
				i += len(p.literal)
			} else {
				i++
			}
		}
	} else {
		places, err := p.regex.FindAllRunesIndex(runes, -1)
		if err != nil {
			return nil, err
		}
		ended := -1 // where the last match ended: an empty one there does not count
		for _, at := range places {
			if at[0] < at[1] || at[1] != ended {
				add(at[0], at[1])
				ended = at[1]
			}
		}
	}
	if last < len(runes) {
		ms = append(ms, match{last, len(runes), false})
	}
	return ms, nil
}
