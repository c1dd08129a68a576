// Package tokenizer turns texts into the tokens of a model as Hugging Face's tokenizers do, by the model's file tokenizer.json.
//
//	t, err := tokenizer.Open("tokenizer.json")
//	if err != nil { ... }
//	e, err := t.Encode("Hello, world!")
//	fmt.Println(e.IDs, e.Tokens) // [101 7592 1010 2088 999 102] [[CLS] hello , world ! [SEP]]
//
// It has these parts, each with all of its options unless it says otherwise:
//
//	models          WordPiece, BPE (without dropout), Unigram (without sampling)
//	normalizers     BertNormalizer, ByteLevel, Lowercase, NFC, NFD, NFKC, NFKD, Nmt, Precompiled, Prepend, Replace, Sequence, Strip, StripAccents
//	pre-tokenizers  BertPreTokenizer, ByteLevel, CharDelimiterSplit, Digits, Metaspace, Punctuation, Sequence, Split, Whitespace, WhitespaceSplit
//	post-processors BertProcessing, ByteLevel, RobertaProcessing, Sequence, TemplateProcessing
//
// with added tokens, truncation and padding. A file that has anything else is refused when it is opened, by an error of kind [ErrUnsupported]
// that names it: another type, a field that is not known here, or a construct of a regular expression which Oniguruma and package
// regexp2 read differently. Decoders are not read: nothing is decoded here.
//
// A text is UTF-8. Each byte that is of no valid UTF-8 is the character U+FFFD. Offsets are in bytes of the text as it was given; those of the
// tokenizers in Python are in characters (code points), and byte i begins the character utf8.RuneCountInString(text[:i]).
//
// Classes of characters, normalization forms and lower case are those of the Unicode versions that release 0.23 of the tokenizers has. Graphemes,
// which Precompiled looks at, are those of Unicode 15: a combining character that is newer may be replaced in another way.
package tokenizer

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// The kinds of errors, for errors.Is.
var (
	ErrFormat      = errors.New("malformed tokenizer.json")
	ErrUnsupported = errors.New("unsupported in tokenizer.json")
	ErrInput       = errors.New("a text that cannot be encoded") // with these settings, or by this model
)

// A Tokenizer turns texts into tokens. Its methods may be called from many goroutines.
type Tokenizer struct {
	normalizer    normalizer   // nil: none
	words         preTokenizer // nil: a text is a word
	model         model
	post          postProcessor
	raw, after    trie // added tokens in the text, and in the normalized text
	addedIDs      map[string]int32
	lastID        int
	truncation    *Truncation
	padding       *Padding
	withoutAdding bool
}

// Open reads a file tokenizer.json.
func Open(path string) (*Tokenizer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	t, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Settings are what a tokenizer does around the model.
type Settings struct {
	Truncation *Truncation // nil: none
	Padding    *Padding    // nil: none
	Plain      bool        // the post-processor adds no special tokens
}

// Settings returns those of t. At first they are the file's.
func (t *Tokenizer) Settings() Settings {
	s := Settings{Plain: t.withoutAdding}
	if t.truncation != nil {
		c := *t.truncation
		s.Truncation = &c
	}
	if t.padding != nil {
		c := *t.padding
		s.Padding = &c
	}
	return s
}

// mostPadding bounds lengths that files and settings ask for.
const mostPadding = 1 << 20

// With returns a tokenizer with other settings, which shares the vocabulary of t. Settings out of their range are errors of kind [ErrInput]: a
// MaxLength that is less than the special tokens of a text, lengths or ids below 0, lengths above 1,048,576.
func (t *Tokenizer) With(s Settings) (*Tokenizer, error) {
	c := *t
	c.truncation, c.padding, c.withoutAdding = nil, nil, s.Plain
	if s.Truncation != nil {
		tr := *s.Truncation
		switch tr.Strategy {
		case "", LongestFirst, OnlyFirst, OnlySecond:
		default:
			return nil, fmt.Errorf("%w: truncation strategy %q", ErrInput, tr.Strategy)
		}
		least := 0
		if !s.Plain {
			least = t.post.added(false)
		}
		if tr.MaxLength < least {
			return nil, fmt.Errorf("%w: truncation to %d tokens, of which %d are special ones", ErrInput, tr.MaxLength, least)
		}
		c.truncation = &tr
	}
	if s.Padding != nil {
		p := *s.Padding
		if min(p.Length, p.MultipleOf, p.ID, p.Type) < 0 || max(p.Length, p.MultipleOf) > mostPadding || int64(max(p.ID, p.Type)) > 1<<31-1 {
			return nil, fmt.Errorf("%w: padding %+v", ErrInput, p)
		}
		c.padding = &p
	}
	return &c, nil
}

// ID returns the id of a token of the vocabulary, or of an added one.
func (t *Tokenizer) ID(token string) (id int, ok bool) {
	if i, ok := t.addedIDs[token]; ok {
		return int(i), true
	}
	i, ok := t.model.id(token)
	return int(i), ok
}

// LastID returns the greatest id that a result may have: a table of what a model knows of tokens has one row more.
func (t *Tokenizer) LastID() int { return t.lastID }

// An Encoding is the tokens of a text, or of a pair of texts. All slices have the same length.
type Encoding struct {
	IDs       []int
	Tokens    []string // where the model has no token for a part of the text, that part (Unigram) or the unknown token
	Offsets   [][2]int // bytes of the text, or of that of the pair, from and to; 0 and 0 for special tokens
	Types     []int    // of the pair: 0 for the first, 1 for the second as a rule; the post-processor says it
	Special   []bool   // added by the post-processor, or padding
	Attention []bool   // false for padding
}

// Encode returns the tokens of a text. An error of kind [ErrInput] says that the model has no token for a part of it and none for
// what is unknown, or that it cannot be truncated.
func (t *Tokenizer) Encode(text string) (*Encoding, error) { return t.one([]string{text}) }

// EncodePair returns the tokens of two texts as the model takes a pair, a question and its answer, say. Errors are those of Encode.
func (t *Tokenizer) EncodePair(a, b string) (*Encoding, error) { return t.one([]string{a, b}) }

// EncodeBatch returns the tokens of each text. A padding to no certain length is to that of the longest. Errors are those of Encode.
func (t *Tokenizer) EncodeBatch(texts []string) ([]*Encoding, error) {
	groups := make([][]string, len(texts))
	for i := range texts {
		groups[i] = texts[i : i+1]
	}
	return t.batch(groups)
}

func (t *Tokenizer) one(texts []string) (*Encoding, error) {
	all, err := t.batch([][]string{texts})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// batch returns the tokens of each group of one or two texts.
func (t *Tokenizer) batch(groups [][]string) ([]*Encoding, error) {
	all := make([][]token, len(groups))
	for i, texts := range groups {
		var err error
		if all[i], err = t.tokens(texts); err != nil {
			if len(groups) > 1 {
				err = fmt.Errorf("text %d: %w", i, err)
			}
			return nil, err
		}
	}
	if t.padding != nil {
		t.padding.pad(all)
	}
	out := make([]*Encoding, len(groups))
	for i, tokens := range all {
		out[i] = encoding(tokens, groups[i])
	}
	return out, nil
}

// tokens returns the tokens of one or two texts, without padding.
func (t *Tokenizer) tokens(texts []string) ([]token, error) {
	sequences := make([][]token, len(texts))
	for i, s := range texts {
		if int64(len(s)) > 1<<31-1 {
			return nil, fmt.Errorf("%w: %d bytes", ErrInput, len(s))
		}
		var err error
		if sequences[i], err = t.sequence(s, int8(i)); err != nil {
			return nil, err
		}
	}
	if t.truncation != nil {
		n := t.truncation.MaxLength
		if !t.withoutAdding {
			n -= t.post.added(len(texts) == 2)
		}
		if n < 0 {
			return nil, fmt.Errorf("%w: truncation to %d tokens, fewer than the special ones", ErrInput, t.truncation.MaxLength)
		}
		if err := t.truncation.truncate(sequences, n); err != nil {
			return nil, err
		}
	}
	var out []token
	for _, s := range t.post.process(sequences, t.withoutAdding) {
		out = append(out, s...)
	}
	return out, nil
}

// sequence returns the tokens of a text, the nth of a pair.
func (t *Tokenizer) sequence(s string, nth int8) ([]token, error) {
	var out []token
	var pieces []found
	addToken := func(p part) {
		o := span{p.start, p.start}
		if n := len(p.spans); n > 0 {
			o = span{p.spans[0].from, p.spans[n-1].to}
		}
		out = append(out, token{id: p.token.id, content: p.String(), origin: o, kind: int32(nth), text: nth})
	}
	for _, raw := range t.raw.split(newText(s)) {
		if raw.token != nil {
			addToken(raw)
			continue
		}
		normal := raw.text
		if t.normalizer != nil {
			var err error
			if normal, err = t.normalizer(normal); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrInput, err)
			}
		}
		for _, p := range t.after.split(normal) {
			if p.token != nil {
				addToken(p)
				continue
			}
			words := []text{p.text}
			if t.words != nil {
				var err error
				if words, err = t.words(p.text); err != nil {
					return nil, fmt.Errorf("%w: %w", ErrInput, err)
				}
			}
			for _, x := range words {
				if len(x.runes) == 0 {
					continue
				}
				w := newWord(x)
				var err error
				if pieces, err = t.model.find(w.s, pieces[:0]); err != nil {
					return nil, fmt.Errorf("%w: %q: %w", ErrInput, clipped(w.s), err)
				}
				for _, f := range pieces {
					out = append(out, token{id: f.id, content: f.token, origin: w.origin(f.from, f.to), kind: int32(nth), text: nth})
				}
			}
		}
	}
	return out, nil
}

// clipped returns the beginning of a text, for an error.
func clipped(s string) string {
	const most = 40
	for i := range s {
		if i > most {
			return s[:i] + "…"
		}
	}
	return s
}

// encoding returns tokens with offsets in bytes.
func encoding(tokens []token, texts []string) *Encoding {
	n := len(tokens)
	e := &Encoding{make([]int, n), make([]string, n), make([][2]int, n), make([]int, n), make([]bool, n), make([]bool, n)}
	begins := make([][]int, len(texts)) // for each text where each of its characters begins, and where it ends
	for i, s := range texts {
		begins[i] = make([]int, 0, len(s)+1)
		for at := range s {
			begins[i] = append(begins[i], at)
		}
		begins[i] = append(begins[i], len(s))
	}
	for i, t := range tokens {
		e.IDs[i], e.Tokens[i], e.Types[i], e.Special[i], e.Attention[i] = int(t.id), t.content, int(t.kind), t.special, !t.padding
		if t.text >= 0 {
			b := begins[t.text]
			e.Offsets[i] = [2]int{b[min(int(t.origin.from), len(b)-1)], b[min(int(t.origin.to), len(b)-1)]}
		}
	}
	return e
}
