package tokenizer

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// A normalizer changes a text before it is taken apart.
type normalizer func(t text) (text, error)

// sequenceOf returns the normalizer of several, one after the other.
func sequenceOf(all []normalizer) normalizer {
	return func(t text) (text, error) {
		for _, f := range all {
			before := len(t.runes)
			var err error
			if t, err = f(t); err != nil {
				return t, err
			}
			if n := len(t.runes); n > before && n > mostGrowth*int(t.total())+mostNew {
				return t, errGrowth
			}
		}
		return t, nil
	}
}

// total returns how many characters of the original the text may be made of.
func (t text) total() int32 {
	if len(t.spans) == 0 {
		return 0
	}
	return t.spans[len(t.spans)-1].to - t.spans[0].from
}

// A text may become so many times as long, and so much longer. A sequence of replacements could double it each time.
const (
	mostGrowth = 32
	mostNew    = 1 << 16
)

var errGrowth = errors.New("the normalizer makes the text more than 32 times as long")

// A form is one of Unicode's normalization forms.
type form struct {
	decomposed norm.Form // NFD or NFKD
	composed   bool
}

var forms = map[string]form{"NFD": {norm.NFD, false}, "NFKD": {norm.NFKD, false}, "NFC": {norm.NFD, true}, "NFKC": {norm.NFKD, true}}

// The syllables of Hangul, which are decomposed by arithmetic.
const (
	hangul       = 0xAC00
	hangulLast   = 0xD7A3
	hangulLead   = 0x1100
	hangulVowel  = 0x1161
	hangulTrail  = 0x11A7
	hangulVowels = 21
	hangulTrails = 28
)

// decompose appends the decomposition of r. Its first character is in the place of r, and the others are new.
func (f form) decompose(r rune, out []change, buf []byte) []change {
	if r < 0xA0 {
		return append(out, change{r, 0})
	}
	if r >= hangul && r <= hangulLast {
		s := r - hangul
		out = append(out, change{hangulLead + s/(hangulVowels*hangulTrails), 0}, change{hangulVowel + s%(hangulVowels*hangulTrails)/hangulTrails, 1})
		if t := s % hangulTrails; t != 0 {
			out = append(out, change{hangulTrail + t, 1})
		}
		return out
	}
	d := f.decomposed.Properties(utf8.AppendRune(buf[:0], r)).Decomposition()
	if d == nil || unicode.Is(wholeTable, r) {
		return append(out, change{r, 0})
	}
	for i := 0; len(d) > 0; i++ {
		c, n := utf8.DecodeRune(d)
		out = append(out, change{c, min(i, 1)})
		d = d[n:]
	}
	return out
}

// class returns the canonical combining class.
func class(r rune) uint8 {
	if r < 0x300 || unicode.Is(starterTable, r) {
		return 0
	}
	var buf [utf8.UTFMax]byte
	return norm.NFD.Properties(utf8.AppendRune(buf[:0], r)).CCC()
}

func (f form) normalize(t text) (text, error) {
	if !slices.ContainsFunc(t.runes, func(r rune) bool { return r >= 0xA0 }) {
		return t, nil
	}
	var buf [utf8.UTFMax]byte
	var classes []uint8
	changes := make([]change, 0, len(t.runes)+8)
	for _, r := range t.runes {
		changes = f.decompose(r, changes, buf[:])
		for _, c := range changes[len(classes):] {
			classes = append(classes, class(c.r))
		}
	}
	// Combining characters between two others are in the order of their classes.
	for i := 0; i < len(changes); {
		j := i
		for j < len(changes) && classes[j] != 0 {
			j++
		}
		if j-i > 1 {
			order := make([]int, j-i)
			for k := range order {
				order[k] = i + k
			}
			slices.SortStableFunc(order, func(a, b int) int { return int(classes[a]) - int(classes[b]) })
			sorted, kinds := make([]change, j-i), make([]uint8, j-i)
			for k, o := range order {
				sorted[k], kinds[k] = changes[o], classes[o]
			}
			copy(changes[i:], sorted)
			copy(classes[i:], kinds)
		}
		i = j + 1
	}
	if f.composed {
		changes = compose(changes, classes)
	}
	return t.changed(changes, 0), nil
}

// compose joins a character and combining ones that follow it where there is a character for both.
func compose(changes []change, classes []uint8) []change {
	out := changes[:0]
	first, last := -1, uint8(0) // the character that is joined to, and the class of the one before
	for i, c := range changes {
		kind := classes[i]
		if first >= 0 && (first == len(out)-1 || last < kind) {
			if r, ok := composite(out[first].r, c.r); ok {
				out[first].r = r
				out[first].n += c.n - 1
				continue
			}
		}
		if kind == 0 {
			first = len(out)
		}
		last = kind
		out = append(out, c)
	}
	return out
}

// composite returns the character that is a and then b.
func composite(a, b rune) (rune, bool) {
	if b < 0x300 {
		return 0, false
	}
	var buf [2 * utf8.UTFMax]byte
	s := utf8.AppendRune(utf8.AppendRune(buf[:0], a), b)
	z := norm.NFC.Bytes(s)
	r, n := utf8.DecodeRune(z)
	return r, n == len(z) && !unicode.Is(wholeTable, r)
}

func stripAccents(t text) (text, error) {
	return t.filtered(func(r rune) bool { return r < 0x300 || !unicode.Is(markTable, r) }), nil
}

// lowercase has the lower case of each character, whatever its neighbours are.
func lowercase(t text) (text, error) {
	const dotted = 'İ' // the one whose lower case is two characters
	if !slices.Contains(t.runes, dotted) {
		return t.mapped(lower), nil
	}
	changes := make([]change, 0, len(t.runes)+1)
	for _, r := range t.runes {
		if r == dotted {
			changes = append(changes, change{'i', 0}, change{'\u0307', 1})
		} else {
			changes = append(changes, change{lower(r), 0})
		}
	}
	return t.changed(changes, 0), nil
}

func lower(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	for _, c := range newerCase {
		if r >= c.lo && r <= c.hi {
			return r + c.delta
		}
	}
	return unicode.ToLower(r)
}

func strip(left, right bool) normalizer {
	return func(t text) (text, error) {
		i, j := 0, len(t.runes)
		for left && i < j && isSpace(t.runes[i]) {
			i++
		}
		for right && i < j && isSpace(t.runes[j-1]) {
			j--
		}
		return text{t.runes[i:j:j], t.spans[i:j:j], t.start}, nil
	}
}

// nmt replaces and deletes what Google's translation models have no use for.
func nmt(t text) (text, error) {
	return t.filtered(func(r rune) bool {
		return !(r >= 1 && r <= 8 || r == 0xB || r >= 0xE && r <= 0x1F || r == 0x7F || r == 0x8F || r == 0x9F)
	}).mapped(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\f' || r == '\r' || r == 0x1680 || r >= 0x200B && r <= 0x200F || r == 0x2028 || r == 0x2029 || r == 0x2581 || r == 0xFEFF || r == utf8.RuneError:
			return ' '
		}
		return r
	}), nil
}

// isChinese reports whether r is in a block of the CJK ideographs, which BERT takes as words of their own.
func isChinese(r rune) bool {
	return r >= 0x3400 && (r >= 0x4E00 && r <= 0x9FFF || r <= 0x4DBF || r >= 0x20000 && r <= 0x2A6DF || r >= 0x2A700 && r <= 0x2B73F || r >= 0x2B740 && r <= 0x2B81F ||
		r >= 0x2B920 && r <= 0x2CEAF || r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F)
}

// A bert is the normalizer of BERT.
type bert struct{ clean, chinese, accents, lower bool }

func (b bert) normalize(t text) (text, error) {
	if b.clean {
		t = t.filtered(func(r rune) bool { return r >= ' ' && r < 0x7F || !unicode.Is(otherTable, r) }).mapped(func(r rune) rune {
			if isSpace(r) {
				return ' '
			}
			return r
		})
	}
	if b.chinese && slices.ContainsFunc(t.runes, isChinese) {
		changes := make([]change, 0, 2*len(t.runes))
		for _, r := range t.runes {
			if isChinese(r) {
				changes = append(changes, change{' ', 0}, change{r, 1}, change{' ', 1})
			} else {
				changes = append(changes, change{r, 0})
			}
		}
		t = t.changed(changes, 0)
	}
	if b.accents {
		t, _ = forms["NFD"].normalize(t)
		t = t.filtered(func(r rune) bool { return r < 0x300 || !unicode.Is(nonspacingTable, r) })
	}
	if b.lower {
		return lowercase(t)
	}
	return t, nil
}

// A charsmap is SentencePiece's compiled rules: a trie of what is replaced, in a double array (J. Aoe, 1989), and the
// replacements, each of which ends with a zero byte.
type charsmap struct {
	units        []uint32
	replacements string
}

var errCharsmap = errors.New("precompiled_charsmap is malformed")

func newCharsmap(data []byte) (*charsmap, error) {
	if len(data) < 4 {
		return nil, errCharsmap
	}
	size := uint64(binary.LittleEndian.Uint32(data))
	data = data[4:]
	if size%4 != 0 || size == 0 || size > uint64(len(data)) {
		return nil, errCharsmap
	}
	c := &charsmap{make([]uint32, size/4), string(data[size:])}
	for i := range c.units {
		c.units[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	if !utf8.ValidString(c.replacements) {
		return nil, errCharsmap
	}
	return c, nil
}

// replacement returns what the shortest beginning of s is replaced by that there is a rule for.
func (c *charsmap) replacement(s string) (string, bool) {
	offset := func(u uint32) uint32 { return u >> 10 << (u & (1 << 9) >> 6) }
	at := offset(c.units[0])
	for i := 0; i < len(s) && s[i] != 0; i++ {
		at ^= uint32(s[i])
		if uint64(at) >= uint64(len(c.units)) {
			return "", false
		}
		u := c.units[at]
		if u&(1<<31|0xFF) != uint32(s[i]) {
			return "", false
		}
		at ^= offset(u)
		if u>>8&1 == 0 {
			continue
		}
		if uint64(at) >= uint64(len(c.units)) {
			return "", false
		}
		from := c.units[at] & (1<<31 - 1)
		if uint64(from) > uint64(len(c.replacements)) {
			return "", false
		}
		z, _, _ := strings.Cut(c.replacements[from:], "\x00")
		return z, utf8.ValidString(z)
	}
	return "", false
}

// A rule for a grapheme of fewer than so many bytes goes before the rules for its characters.
const wholeGrapheme = 6

func (c *charsmap) normalize(t text) (text, error) {
	changes := make([]change, 0, len(t.runes))
	modified := false
	replace := func(part string) bool {
		z, ok := c.replacement(part)
		if !ok {
			return false
		}
		modified = true
		for _, r := range z {
			changes = append(changes, change{r, 0})
		}
		switch more := utf8.RuneCountInString(z) - utf8.RuneCountInString(part); {
		case more > 0:
			for i := range more {
				changes[len(changes)-1-i].n = 1
			}
		case more < 0 && len(changes) > 0:
			changes[len(changes)-1].n += more
		}
		return true
	}
	// ASCII characters are graphemes of their own, but for a line's end and what combines with the next character.
	rest, state, part := t.String(), -1, ""
	for len(rest) > 0 {
		part, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if len(part) < wholeGrapheme && replace(part) {
			continue
		}
		for i, r := range part {
			if !replace(part[i : i+utf8.RuneLen(r)]) {
				changes = append(changes, change{r, 0})
			}
		}
	}
	if !modified {
		return t, nil
	}
	if len(changes) > mostGrowth*len(t.runes)+mostNew {
		return t, errGrowth
	}
	return t.changed(changes, 0), nil
}
