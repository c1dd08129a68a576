package tokenizer

import "fmt"

// An added token is looked for in a text before the text is normalized and taken apart, or after it is normalized.
type added struct {
	id      int32
	content string
	single  bool // next to no word character
	lstrip  bool // with the white space before it
	rstrip  bool // with the white space behind it
	after   bool // in the normalized text, and normalized itself
}

// A trie has patterns, of which the longest one at a place is found.
type trie struct {
	next  map[rune]*trie
	token *added // the token whose pattern ends here
}

func (n *trie) add(pattern []rune, a *added) error {
	if len(pattern) == 0 {
		return fmt.Errorf("added token %q is empty when it is normalized", a.content)
	}
	for _, r := range pattern {
		next := n.next[r]
		if next == nil {
			next = &trie{}
			if n.next == nil {
				n.next = map[rune]*trie{}
			}
			n.next[r] = next
		}
		n = next
	}
	if n.token != nil {
		return fmt.Errorf("added tokens %q and %q are the same", n.token.content, a.content)
	}
	n.token = a
	return nil
}

// longest returns the token with the longest pattern that runes begin with, and its length.
func (n *trie) longest(runes []rune) (a *added, length int) {
	for i, r := range runes {
		if n = n.next[r]; n == nil {
			break
		}
		if n.token != nil {
			a, length = n.token, i+1
		}
	}
	return a, length
}

// A part is a text that is to be taken apart, or an added token that has been found.
type part struct {
	text
	token *added
}

// split returns the added tokens in a text, and what is between them.
func (n *trie) split(t text) []part {
	if len(n.next) == 0 || len(t.runes) == 0 {
		return []part{{t.cut(0, len(t.runes)), nil}}
	}
	var parts []part
	last := 0
	for i := 0; i < len(t.runes); {
		a, length := n.longest(t.runes[i:])
		if a == nil {
			i++
			continue
		}
		from, to := i, i+length
		i = to
		if a.single && (from > 0 && isWord(t.runes[from-1]) || to < len(t.runes) && isWord(t.runes[to])) {
			continue
		}
		for a.lstrip && from > last && isSpace(t.runes[from-1]) {
			from--
		}
		for a.rstrip && to < len(t.runes) && isSpace(t.runes[to]) {
			to++
		}
		if last < from {
			parts = append(parts, part{t.cut(last, from), nil})
		}
		parts = append(parts, part{t.cut(from, to), a})
		last = to
	}
	if last < len(t.runes) {
		parts = append(parts, part{t.cut(last, len(t.runes)), nil})
	}
	return parts
}
