package tokenizer

import "unicode"

// A preTokenizer takes a text apart into words.
type preTokenizer func(t text) ([]text, error)

// splitAt returns the preTokenizer that splits at characters.
func splitAt(is func(r rune) bool, b behavior) preTokenizer {
	return func(t text) ([]text, error) { return t.split(matchesOf(t.runes, is), b), nil }
}

// chain returns the preTokenizer of several, each of which takes the words of the one before apart.
func chain(all []preTokenizer) preTokenizer {
	return func(t text) ([]text, error) {
		words := []text{t}
		for _, f := range all {
			var next []text
			for _, w := range words {
				parts, err := f(w)
				if err != nil {
					return nil, err
				}
				for _, p := range parts {
					if len(p.runes) > 0 {
						next = append(next, p)
					}
				}
			}
			words = next
		}
		return words, nil
	}
}

var bertWords = chain([]preTokenizer{splitAt(isSpace, removed), splitAt(isPunctuation, isolated)})

// whitespace returns the runs of word characters, and those of others but white space.
func whitespace(t text) ([]text, error) {
	var out []text
	for i := 0; i < len(t.runes); {
		if isSpace(t.runes[i]) {
			i++
			continue
		}
		in, j := isWord(t.runes[i]), i+1
		for j < len(t.runes) && !isSpace(t.runes[j]) && isWord(t.runes[j]) == in {
			j++
		}
		out = append(out, t.cut(i, j))
		i = j
	}
	return out, nil
}

func isNumeric(r rune) bool { return unicode.Is(numericTable, r) }

// A metaspace is the pre-tokenizer of SentencePiece's models: spaces are a visible character that a word begins with.
type metaspace struct {
	space  rune
	scheme string // "always", "first" or "never": which texts are given a space that they do not begin with
	split  bool
}

func (m metaspace) words(t text) ([]text, error) {
	t = t.mapped(func(r rune) rune {
		if r == ' ' {
			return m.space
		}
		return r
	})
	if !t.startsWith(m.space) && (m.scheme == "always" || m.scheme == "first" && t.start == 0) {
		t = t.prepended([]rune{m.space})
	}
	if !m.split {
		return []text{t}, nil
	}
	return t.split(matchesOf(t.runes, func(r rune) bool { return r == m.space }), mergedWithNext), nil
}

// byteRunes are the visible characters that stand for bytes: a byte that is one in Latin-1 for itself, and the others for those from U+0100 on.
var byteRunes = func() (z [256]rune) {
	next := rune(256)
	for b := range z {
		z[b] = rune(b)
		if !(b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE) {
			z[b] = next
			next++
		}
	}
	return z
}()

// byteSpace stands for a space.
var byteSpace = byteRunes[' ']

// asBytes returns the text with the characters of its bytes.
func asBytes(t text) (text, error) {
	w := newWord(t)
	z := text{make([]rune, len(w.s)), w.spans, w.start}
	if w.at != nil {
		z.spans = make([]span, len(w.s))
	}
	for i := range len(w.s) {
		z.runes[i] = byteRunes[w.s[i]]
		if w.at != nil {
			z.spans[i] = w.spans[w.at[i]]
		}
	}
	return z, nil
}

// A byteLevel is the pre-tokenizer of GPT-2.
type byteLevel struct{ prefix, regex bool }

func (b byteLevel) words(t text) ([]text, error) {
	if b.prefix && !t.startsWith(' ') {
		t = t.prepended([]rune{' '})
	}
	words := []text{t}
	if b.regex {
		words = gpt2(t)
	}
	for i, w := range words {
		words[i], _ = asBytes(w)
	}
	return words, nil
}

// contractions are the endings that are words of their own.
var contractions = []string{"s", "t", "re", "ve", "m", "ll", "d"}

// gpt2 returns the matches of 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+, which are all of the text.
func gpt2(t text) []text {
	const letters, numbers, others, spaces = 0, 1, 2, 3
	kind := func(r rune) int {
		switch {
		case isSpace(r):
			return spaces
		case isLetter(r):
			return letters
		case unicode.Is(numberTable, r):
			return numbers
		}
		return others
	}
	var out []text
	rs := t.runes
	for i := 0; i < len(rs); {
		j := i
		if rs[i] == '\'' {
			for _, c := range contractions {
				if len(rs)-i > len(c) && string(rs[i+1:i+1+len(c)]) == c {
					j = i + 1 + len(c)
					break
				}
			}
		}
		if j == i {
			begin := i
			if rs[i] == ' ' && i+1 < len(rs) && kind(rs[i+1]) != spaces {
				begin++
			}
			k := kind(rs[begin])
			for j = begin + 1; j < len(rs) && kind(rs[j]) == k; j++ {
			}
			if k == spaces && j < len(rs) && j-i > 1 { // the last one belongs to what follows
				j--
			}
		}
		out = append(out, t.cut(i, j))
		i = j
	}
	return out
}
