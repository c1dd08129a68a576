package tokenizer

import "fmt"

// A token of a result. Its origin is a range of characters of its text.
type token struct {
	id      int32
	content string
	origin  span
	kind    int32 // its type
	text    int8  // 0 or 1: the first text or the second; −1 for a token that is of none
	special bool  // added by a post-processor
	padding bool
}

// A postProcessor adds the special tokens to one or two sequences, unless plain, and corrects origins.
type postProcessor interface {
	process(sequences [][]token, plain bool) [][]token
	added(pair bool) int // how many tokens it adds
}

// A special is tokens that a template adds under one name.
type special struct {
	ids    []int32
	tokens []string
}

// A templatePiece is a sequence, 0 or 1, or special tokens.
type templatePiece struct {
	sequence int
	special  *special
	kind     int32
}

// A template says what a result is made of: of one text, and of two.
type template struct{ single, pair []templatePiece }

func (t template) pieces(pair bool) []templatePiece {
	if pair {
		return t.pair
	}
	return t.single
}

func (t template) added(pair bool) (n int) {
	for _, p := range t.pieces(pair) {
		if p.special != nil {
			n += len(p.special.ids)
		}
	}
	return n
}

func (t template) process(sequences [][]token, plain bool) [][]token {
	var out [][]token
	for _, p := range t.pieces(len(sequences) == 2) {
		var made []token
		switch {
		case p.special == nil:
			made = append(made, sequences[p.sequence]...)
			for i := range made {
				made[i].kind = p.kind
			}
		case plain:
			continue
		default:
			for i, id := range p.special.ids {
				made = append(made, token{id: id, content: p.special.tokens[i], kind: p.kind, text: -1, special: true})
			}
		}
		out = append(out, made)
	}
	return out
}

// A roberta is BERT's processing, or RoBERTa's.
type roberta struct {
	template
	roberta bool
	trim    *trimmed
}

// newBert returns [CLS] A [SEP] B [SEP].
func newBert(cls, sep *special) roberta {
	return roberta{template: template{
		[]templatePiece{{special: cls}, {}, {special: sep}},
		[]templatePiece{{special: cls}, {}, {special: sep}, {sequence: 1, kind: 1}, {special: sep, kind: 1}},
	}}
}

// newRoberta returns <s> A </s></s> B </s>.
func newRoberta(cls, sep *special, trim *trimmed) roberta {
	return roberta{template{
		[]templatePiece{{special: cls}, {}, {special: sep}},
		[]templatePiece{{special: cls}, {}, {special: sep}, {special: sep}, {sequence: 1}, {special: sep}},
	}, true, trim}
}

func (r roberta) process(sequences [][]token, plain bool) [][]token {
	if r.trim != nil {
		sequences = r.trim.process(sequences, plain)
	}
	if plain && !r.roberta {
		return sequences
	}
	return r.template.process(sequences, plain)
}

// A trimmed takes the spaces that tokens begin and end with out of their origins.
type trimmed struct{ prefix bool } // a space was put before the text

func (trimmed) added(bool) int { return 0 }

func (t trimmed) process(sequences [][]token, _ bool) [][]token {
	space := func(r rune) bool { return r == byteSpace || isSpace(r) }
	for _, s := range sequences {
		for i := range s {
			runes := []rune(s[i].content)
			before, behind := 0, 0
			for before < len(runes) && space(runes[before]) {
				before++
			}
			for behind < len(runes) && space(runes[len(runes)-1-behind]) {
				behind++
			}
			o := &s[i].origin
			if before > 0 {
				if t.prefix && before == 1 && (i == 0 || o.from == 0) {
					before = 0
				}
				o.from = min(o.from+int32(before), o.to)
			}
			if behind > 0 && int(o.to) >= behind {
				o.to = max(o.to-int32(behind), o.from)
			}
		}
	}
	return sequences
}

// An unchanged is a post-processor that does nothing.
type unchanged struct{}

func (unchanged) added(bool) int                                { return 0 }
func (unchanged) process(sequences [][]token, _ bool) [][]token { return sequences }

// Several post-processors, one after the other.
type several []postProcessor

func (s several) added(pair bool) (n int) {
	for _, p := range s {
		n += p.added(pair)
	}
	return n
}

func (s several) process(sequences [][]token, plain bool) [][]token {
	for _, p := range s {
		sequences = p.process(sequences, plain)
	}
	return sequences
}

// A Strategy says which of two texts loses tokens that are too many.
type Strategy string

// The strategies of truncation.
const (
	LongestFirst Strategy = "LongestFirst" // the longer one, then both
	OnlyFirst    Strategy = "OnlyFirst"
	OnlySecond   Strategy = "OnlySecond"
)

// A Truncation bounds the number of tokens.
type Truncation struct {
	MaxLength int      // tokens, with the special ones
	Strategy  Strategy // "" is LongestFirst
	Left      bool     // tokens go at the beginning, not at the end
}

// truncate shortens one or two sequences to n tokens.
func (t *Truncation) truncate(s [][]token, n int) error {
	keep := func(i, n int) {
		if have := len(s[i]); n < have && t.Left {
			s[i] = s[i][have-n:]
		} else if n < have {
			s[i] = s[i][:n]
		}
	}
	total := 0
	for _, x := range s {
		total += len(x)
	}
	switch {
	case n == 0:
		for i := range s {
			keep(i, 0)
		}
	case total <= n:
	case t.Strategy == LongestFirst || t.Strategy == "":
		if len(s) == 1 {
			keep(0, n)
			break
		}
		short, long := len(s[0]), len(s[1])
		swapped := short > long
		if swapped {
			short, long = long, short
		}
		long = max(short, n-short)
		if short+long > n {
			short = n / 2
			long = short + n%2
		}
		if swapped {
			short, long = long, short
		}
		keep(0, short)
		keep(1, long)
	default:
		of := 0
		if t.Strategy == OnlySecond {
			of = 1
		}
		if of >= len(s) {
			return fmt.Errorf("%w: truncation of the second text, of which there is none", ErrInput)
		}
		rest := len(s[of]) - (total - n)
		if rest <= 0 {
			return fmt.Errorf("%w: the text that is truncated has %d tokens, and %d are too many", ErrInput, len(s[of]), total-n)
		}
		keep(of, rest)
	}
	return nil
}

// A Padding makes results longer.
type Padding struct {
	Length     int  // tokens; 0 is the longest of a batch
	MultipleOf int  // 0 is 1
	Left       bool // at the beginning, not at the end
	ID         int
	Type       int
	Token      string
}

// pad makes each of the results as long as the padding says.
func (p *Padding) pad(all [][]token) {
	n := p.Length
	if n == 0 {
		for _, s := range all {
			n = max(n, len(s))
		}
	}
	if m := p.MultipleOf; m > 0 && n%m > 0 {
		n += m - n%m
	}
	for i, s := range all {
		if len(s) >= n {
			continue
		}
		more := make([]token, n-len(s), n)
		for j := range more {
			more[j] = token{id: int32(p.ID), content: p.Token, kind: int32(p.Type), text: -1, special: true, padding: true}
		}
		if p.Left {
			all[i] = append(more, s...)
		} else {
			all[i] = append(s[:len(s):len(s)], more...)
		}
	}
}
