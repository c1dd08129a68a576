package tokenizer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A span is a range of characters of the original text.
type span struct{ from, to int32 }

// A text is characters and where they come from: for each of them the range of the original's characters that it
// stands for. Its slices are never written to: what changes a text makes new ones.
type text struct {
	runes []rune
	spans []span
	start int32 // where in the original the text began when it was cut
}

// newText returns a text of s. A byte that is of no valid UTF-8 is the character U+FFFD.
func newText(s string) text {
	n := utf8.RuneCountInString(s)
	t := text{runes: make([]rune, 0, n), spans: make([]span, n)}
	for _, r := range s {
		t.runes = append(t.runes, r)
	}
	for i := range t.spans {
		t.spans[i] = span{int32(i), int32(i) + 1}
	}
	return t
}

// cut returns the characters from i to before j.
func (t text) cut(i, j int) text {
	c := text{t.runes[i:j:j], t.spans[i:j:j], t.start}
	if i < j {
		c.start = t.spans[i].from
	}
	return c
}

// startsWith reports whether the first character is r.
func (t text) startsWith(r rune) bool { return len(t.runes) > 0 && t.runes[0] == r }

// A change is a character of a changed text. With n = 0 it is in the place of the next character of the text before; with
// n < 0 it is, and −n further ones are gone; with n > 0 it is new, and comes from where the one before it does.
type change struct {
	r rune
	n int
}

// changed returns the text of the changes, before which the first skip characters are gone.
func (t text) changed(changes []change, skip int) text {
	z := text{make([]rune, len(changes)), make([]span, len(changes)), t.start}
	at := skip
	for i, c := range changes {
		z.runes[i] = c.r
		switch {
		case c.n > 0 && at == 0 || len(t.spans) == 0:
			z.spans[i] = span{t.start, t.start}
		case c.n > 0:
			z.spans[i] = t.spans[min(at, len(t.spans))-1]
		default:
			z.spans[i] = t.spans[min(at, len(t.spans)-1)]
			at += 1 - c.n
		}
	}
	return z
}

// mapped returns the text with f of each character.
func (t text) mapped(f func(r rune) rune) text {
	z := text{make([]rune, len(t.runes)), t.spans, t.start}
	for i, r := range t.runes {
		z.runes[i] = f(r)
	}
	return z
}

// filtered returns the characters for which keep is true.
func (t text) filtered(keep func(r rune) bool) text {
	first := 0
	for first < len(t.runes) && keep(t.runes[first]) {
		first++
	}
	if first == len(t.runes) {
		return t
	}
	z := text{append([]rune(nil), t.runes[:first]...), append([]span(nil), t.spans[:first]...), t.start}
	for i := first; i < len(t.runes); i++ {
		if keep(t.runes[i]) {
			z.runes, z.spans = append(z.runes, t.runes[i]), append(z.spans, t.spans[i])
		}
	}
	return z
}

// prepended returns s and the text, or the text if it is empty. What is new comes from where the first character does.
func (t text) prepended(s []rune) text {
	if len(t.runes) == 0 || len(s) == 0 {
		return t
	}
	z := text{append(append(make([]rune, 0, len(s)+len(t.runes)), s...), t.runes...), make([]span, 0, len(s)+len(t.runes)), t.start}
	for range s {
		z.spans = append(z.spans, t.spans[0])
	}
	z.spans = append(z.spans, t.spans...)
	return z
}

// replaced returns the text with content in place of each match. What is new comes from where the last character of the match does.
func (t text) replaced(matches []match, content []rune) text {
	if len(matches) == 1 && !matches[0].is {
		return t
	}
	z := text{start: t.start}
	for _, m := range matches {
		if !m.is {
			z.runes, z.spans = append(z.runes, t.runes[m.from:m.to]...), append(z.spans, t.spans[m.from:m.to]...)
			continue
		}
		at := span{t.start, t.start}
		if m.to > 0 {
			at = t.spans[m.to-1]
		}
		for _, r := range content {
			z.runes, z.spans = append(z.runes, r), append(z.spans, at)
		}
	}
	return z
}

func (t text) String() string { return string(t.runes) }

// A match is a range of a text's characters that a pattern matches, or one between two of these.
type match struct {
	from, to int
	is       bool
}

// matchesOf returns the matches of a pattern that matches single characters.
func matchesOf(runes []rune, is func(r rune) bool) []match {
	if len(runes) == 0 {
		return []match{{}}
	}
	var ms []match
	last := 0
	for i, r := range runes {
		if is(r) {
			if last < i {
				ms = append(ms, match{last, i, false})
			}
			ms = append(ms, match{i, i + 1, true})
			last = i + 1
		}
	}
	if last < len(runes) {
		ms = append(ms, match{last, len(runes), false})
	}
	return ms
}

// A behavior says what becomes of the matches at which a text is split.
type behavior string

const (
	removed            behavior = "Removed"
	isolated           behavior = "Isolated"
	contiguous         behavior = "Contiguous"
	mergedWithPrevious behavior = "MergedWithPrevious"
	mergedWithNext     behavior = "MergedWithNext"
)

// split returns the parts of the text between matches, and the matches as the behavior wants them. Empty parts are left out.
func (t text) split(ms []match, b behavior) []text {
	var parts []match
	before := false // the last one was a match
	switch b {
	case removed:
		for _, m := range ms {
			if !m.is {
				parts = append(parts, m)
			}
		}
	case isolated:
		parts = ms
	case contiguous, mergedWithPrevious:
		for _, m := range ms {
			joined := m.is && !before
			if b == contiguous {
				joined = m.is == before
			}
			if joined && len(parts) > 0 {
				parts[len(parts)-1].to = m.to
			} else {
				parts = append(parts, m)
			}
			before = m.is
		}
	case mergedWithNext:
		for i := len(ms) - 1; i >= 0; i-- {
			m := ms[i]
			if m.is && !before && len(parts) > 0 {
				parts[len(parts)-1].from = m.from
			} else {
				parts = append(parts, m)
			}
			before = m.is
		}
		for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
			parts[i], parts[j] = parts[j], parts[i]
		}
	}
	out := make([]text, 0, len(parts))
	for _, p := range parts {
		if p.from < p.to {
			out = append(out, t.cut(p.from, p.to))
		}
	}
	return out
}

// inverted has the rest be the matches.
func inverted(ms []match) []match {
	for i := range ms {
		ms[i].is = !ms[i].is
	}
	return ms
}

func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || r >= '\t' && r <= '\r'
	}
	return unicode.Is(spaceTable, r)
}

func isPunctuation(r rune) bool { return unicode.Is(punctuationTable, r) }

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
	}
	return unicode.Is(wordTable, r)
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.Is(letterTable, r)
}

// A word is a text as the models read it: a string, and for each of its bytes the character.
type word struct {
	text
	s  string
	at []int32 // for each byte the index of its character; nil if each has one byte
}

func newWord(t text) word {
	w := word{text: t}
	var b strings.Builder
	b.Grow(len(t.runes))
	for _, r := range t.runes {
		b.WriteRune(r)
	}
	w.s = b.String()
	if len(w.s) != len(t.runes) {
		w.at = make([]int32, 0, len(w.s))
		for i, r := range t.runes {
			for range utf8.RuneLen(r) {
				w.at = append(w.at, int32(i))
			}
		}
	}
	return w
}

// origin returns the range of the original that the bytes from i to before j come from.
func (w word) origin(i, j int) span {
	n := len(w.s)
	if n == 0 {
		return span{w.start, w.start}
	}
	i, j = min(i, n-1), min(max(j, i+1), n)
	if w.at == nil {
		return span{w.spans[i].from, w.spans[j-1].to}
	}
	return span{w.spans[w.at[i]].from, w.spans[w.at[j-1]].to}
}
