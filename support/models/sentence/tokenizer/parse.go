package tokenizer

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A file is tokenizer.json.
type file struct {
	Version       string          `json:"version"`
	Truncation    json.RawMessage `json:"truncation"`
	Padding       json.RawMessage `json:"padding"`
	AddedTokens   []addedToken    `json:"added_tokens"`
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	Decoder       json.RawMessage `json:"decoder"`
	Model         json.RawMessage `json:"model"`
}

type addedToken struct {
	ID         int    `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`
}

// Parse reads a tokenizer from the contents of a file tokenizer.json. What is malformed is an error of kind [ErrFormat], and what is
// not supported one of kind [ErrUnsupported].
func Parse(data []byte) (*Tokenizer, error) {
	var f file
	if err := decode(data, "", &f); err != nil {
		return nil, err
	}
	if f.Version != "1.0" {
		return nil, fmt.Errorf("%w: version %q", ErrUnsupported, f.Version)
	}
	t := &Tokenizer{post: unchanged{}, addedIDs: map[string]int32{}}
	var err error
	if t.model, t.lastID, err = parseModel(f.Model); err != nil {
		return nil, err
	}
	if given(f.Normalizer) {
		if t.normalizer, err = parseNormalizer(f.Normalizer, "normalizer"); err != nil {
			return nil, err
		}
	}
	if given(f.PreTokenizer) {
		if t.words, err = parsePreTokenizer(f.PreTokenizer, "pre_tokenizer"); err != nil {
			return nil, err
		}
	}
	if given(f.PostProcessor) {
		if t.post, err = parsePostProcessor(f.PostProcessor, "post_processor", &t.lastID); err != nil {
			return nil, err
		}
	}
	if err := t.add(f.AddedTokens); err != nil {
		return nil, err
	}
	return t.parseSettings(&f)
}

// add adds tokens: with the id that the model has for it, or the next free one.
func (t *Tokenizer) add(tokens []addedToken) error {
	next := t.model.size()
	for _, x := range tokens {
		if x.Content == "" {
			continue
		}
		id, ok := t.model.id(x.Content)
		if again, twice := t.addedIDs[x.Content]; twice {
			return fmt.Errorf("%w: added token %q is there twice, the first time as %d", ErrFormat, x.Content, again)
		}
		if !ok {
			id = int32(next)
			next++
		}
		a := &added{id, x.Content, x.SingleWord, x.LStrip, x.RStrip, x.Normalized}
		t.addedIDs[x.Content] = id
		t.lastID = max(t.lastID, int(id))
		to, pattern := &t.raw, newText(x.Content)
		if x.Normalized {
			to = &t.after
			if t.normalizer != nil {
				var err error
				if pattern, err = t.normalizer(pattern); err != nil {
					return fmt.Errorf("%w: added token %q: %w", ErrFormat, x.Content, err)
				}
			}
		}
		if err := to.add(pattern.runes, a); err != nil {
			return fmt.Errorf("%w: %w", ErrFormat, err)
		}
	}
	return nil
}

func (t *Tokenizer) parseSettings(f *file) (*Tokenizer, error) {
	var s Settings
	if given(f.Truncation) {
		var v struct {
			Direction string   `json:"direction"`
			MaxLength int      `json:"max_length"`
			Strategy  Strategy `json:"strategy"`
			Stride    int      `json:"stride"` // of the parts that are cut off, which are not returned
		}
		if err := decode(f.Truncation, "truncation", &v); err != nil {
			return nil, err
		}
		left, err := isLeft(v.Direction, "truncation")
		if err != nil {
			return nil, err
		}
		s.Truncation = &Truncation{v.MaxLength, v.Strategy, left}
	}
	if given(f.Padding) {
		var v struct {
			Strategy   json.RawMessage `json:"strategy"`
			Direction  string          `json:"direction"`
			MultipleOf int             `json:"pad_to_multiple_of"`
			ID         int             `json:"pad_id"`
			Type       int             `json:"pad_type_id"`
			Token      string          `json:"pad_token"`
		}
		if err := decode(f.Padding, "padding", &v); err != nil {
			return nil, err
		}
		left, err := isLeft(v.Direction, "padding")
		if err != nil {
			return nil, err
		}
		var fixed struct{ Fixed int64 }
		switch err := json.Unmarshal(v.Strategy, &fixed); {
		case string(v.Strategy) == `"BatchLongest"`:
		case err != nil || fixed.Fixed <= 0:
			return nil, fmt.Errorf("%w: padding strategy %.40s", ErrUnsupported, v.Strategy)
		case fixed.Fixed > mostPadding:
			return nil, fmt.Errorf("%w: padding to %d tokens", ErrFormat, fixed.Fixed)
		}
		s.Padding = &Padding{int(fixed.Fixed), v.MultipleOf, left, v.ID, v.Type, v.Token}
		t.lastID = max(t.lastID, v.ID)
	}
	z, err := t.With(s)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return z, nil
}

func isLeft(direction, where string) (bool, error) {
	if direction != "" && direction != "Left" && direction != "Right" {
		return false, fmt.Errorf("%w: %s direction %q", ErrUnsupported, where, direction)
	}
	return direction == "Left", nil
}

// given reports whether a part is there.
func given(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// decode reads an object of which all fields are known. where names it.
func decode(raw []byte, where string, v any) error {
	at := ""
	if where != "" {
		at = where + ": "
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			return fmt.Errorf("%w: %sfield %s", ErrUnsupported, at, field)
		}
		return fmt.Errorf("%w: %s%w", ErrFormat, at, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: %smore than one value", ErrFormat, at)
	}
	return nil
}

// typeOf returns the type of a part.
func typeOf(raw json.RawMessage, where string) (string, error) {
	var v struct{ Type string }
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", fmt.Errorf("%w: %s: %w", ErrFormat, where, err)
	}
	return v.Type, nil
}

func noSuch(where, kind string) error {
	return fmt.Errorf("%w: %s of type %q", ErrUnsupported, where, kind)
}

// list reads the parts of a Sequence.
func list[T any](raw []json.RawMessage, where string, parse func(raw json.RawMessage, where string) (T, error)) ([]T, error) {
	all := make([]T, len(raw))
	for i, r := range raw {
		var err error
		if all[i], err = parse(r, fmt.Sprintf("%s[%d]", where, i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// plain reads a part without fields.
func plain(raw json.RawMessage, where string) error {
	var v struct{ Type string }
	return decode(raw, where, &v)
}

// A jsonPattern is a string, or a regular expression.
type jsonPattern struct{ String, Regex *string }

func (p jsonPattern) compile(where string) (pattern, error) {
	switch {
	case p.Regex != nil && p.String == nil:
		z, err := newRegex(*p.Regex)
		if err != nil {
			return z, fmt.Errorf("%w: %s: %w", ErrUnsupported, where, err)
		}
		return z, nil
	case p.String != nil && p.Regex == nil:
		return pattern{literal: []rune(*p.String)}, nil
	}
	return pattern{}, fmt.Errorf("%w: %s: a pattern is a String or a Regex", ErrFormat, where)
}

func parseNormalizer(raw json.RawMessage, where string) (normalizer, error) {
	kind, err := typeOf(raw, where)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "NFC", "NFD", "NFKC", "NFKD":
		return forms[kind].normalize, plain(raw, where)
	case "Lowercase":
		return lowercase, plain(raw, where)
	case "StripAccents":
		return stripAccents, plain(raw, where)
	case "Nmt":
		return nmt, plain(raw, where)
	case "ByteLevel":
		return asBytes, plain(raw, where)
	case "BertNormalizer":
		var v struct {
			Type         string
			CleanText    bool  `json:"clean_text"`
			Chinese      bool  `json:"handle_chinese_chars"`
			StripAccents *bool `json:"strip_accents"`
			Lowercase    bool  `json:"lowercase"`
		}
		err := decode(raw, where, &v)
		b := bert{v.CleanText, v.Chinese, v.Lowercase, v.Lowercase}
		if v.StripAccents != nil {
			b.accents = *v.StripAccents
		}
		return b.normalize, err
	case "Strip":
		var v struct {
			Type  string
			Left  bool `json:"strip_left"`
			Right bool `json:"strip_right"`
		}
		err := decode(raw, where, &v)
		return strip(v.Left, v.Right), err
	case "Prepend":
		var v struct{ Type, Prepend string }
		err := decode(raw, where, &v)
		s := []rune(v.Prepend)
		return func(t text) (text, error) { return t.prepended(s), nil }, err
	case "Replace":
		var v struct {
			Type    string
			Pattern jsonPattern
			Content string
		}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		p, err := v.Pattern.compile(where)
		if err != nil {
			return nil, err
		}
		content := []rune(v.Content)
		return func(t text) (text, error) {
			ms, err := p.matches(t.runes)
			if err != nil {
				return t, err
			}
			if len(ms)*len(content) > mostGrowth*len(t.runes)+mostNew {
				return t, errGrowth
			}
			return t.replaced(ms, content), nil
		}, nil
	case "Precompiled":
		var v struct {
			Type string
			Map  string `json:"precompiled_charsmap"`
		}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		data, err := base64.StdEncoding.DecodeString(v.Map)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: precompiled_charsmap: %w", ErrFormat, where, err)
		}
		c, err := newCharsmap(data)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrFormat, where, err)
		}
		return c.normalize, nil
	case "Sequence":
		var v struct {
			Type        string
			Normalizers []json.RawMessage
		}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		all, err := list(v.Normalizers, where, parseNormalizer)
		return sequenceOf(all), err
	}
	return nil, noSuch(where, kind)
}

func parsePreTokenizer(raw json.RawMessage, where string) (preTokenizer, error) {
	kind, err := typeOf(raw, where)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "BertPreTokenizer":
		return bertWords, plain(raw, where)
	case "Whitespace":
		return whitespace, plain(raw, where)
	case "WhitespaceSplit":
		return splitAt(isSpace, removed), plain(raw, where)
	case "ByteLevel":
		v := byteLevelJSON{UseRegex: true}
		err := decode(raw, where, &v)
		return byteLevel{v.AddPrefixSpace, v.UseRegex}.words, err
	case "CharDelimiterSplit":
		var v struct{ Type, Delimiter string }
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		r, err := character(v.Delimiter, where)
		return splitAt(func(x rune) bool { return x == r }, removed), err
	case "Digits":
		var v struct {
			Type       string
			Individual bool `json:"individual_digits"`
		}
		err := decode(raw, where, &v)
		b := contiguous
		if v.Individual {
			b = isolated
		}
		return splitAt(isNumeric, b), err
	case "Punctuation":
		v := struct {
			Type     string
			Behavior behavior
		}{Behavior: isolated}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		return splitAt(isPunctuation, v.Behavior), v.Behavior.check(where)
	case "Metaspace":
		v := struct {
			Type          string
			Replacement   string
			PrependScheme string `json:"prepend_scheme"`
			Split         *bool
			AddPrefix     *bool  `json:"add_prefix_space"`
			StrRep        string `json:"str_rep"` // of old files: the replacement again
		}{PrependScheme: "always"}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		r, err := character(v.Replacement, where)
		if err != nil {
			return nil, err
		}
		if v.AddPrefix != nil && !*v.AddPrefix {
			v.PrependScheme = "never"
		}
		if !slices.Contains([]string{"always", "first", "never"}, v.PrependScheme) {
			return nil, fmt.Errorf("%w: %s: prepend_scheme %q", ErrUnsupported, where, v.PrependScheme)
		}
		return metaspace{r, v.PrependScheme, v.Split == nil || *v.Split}.words, nil
	case "Split":
		var v struct {
			Type     string
			Pattern  jsonPattern
			Behavior behavior
			Invert   bool
		}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		p, err := v.Pattern.compile(where)
		if err != nil {
			return nil, err
		}
		return func(t text) ([]text, error) {
			ms, err := p.matches(t.runes)
			if err != nil {
				return nil, err
			}
			if v.Invert {
				ms = inverted(ms)
			}
			return t.split(ms, v.Behavior), nil
		}, v.Behavior.check(where)
	case "Sequence":
		var v struct {
			Type          string
			PreTokenizers []json.RawMessage `json:"pretokenizers"`
		}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		all, err := list(v.PreTokenizers, where, parsePreTokenizer)
		return chain(all), err
	}
	return nil, noSuch(where, kind)
}

// A byteLevelJSON is a pre-tokenizer or a post-processor.
type byteLevelJSON struct {
	Type           string
	AddPrefixSpace bool `json:"add_prefix_space"`
	TrimOffsets    bool `json:"trim_offsets"`
	UseRegex       bool `json:"use_regex"`
}

func (b behavior) check(where string) error {
	if !slices.Contains([]behavior{removed, isolated, contiguous, mergedWithPrevious, mergedWithNext}, b) {
		return fmt.Errorf("%w: %s: behavior %q", ErrUnsupported, where, string(b))
	}
	return nil
}

func character(s, where string) (rune, error) {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || n < len(s) {
		return 0, fmt.Errorf("%w: %s: %q, want one character", ErrFormat, where, clipped(s))
	}
	return r, nil
}

// A pair is a token and its id.
type pair struct {
	token string
	id    int32
}

func (p *pair) UnmarshalJSON(data []byte) error {
	v := [2]any{&p.token, &p.id}
	return json.Unmarshal(data, &v)
}

// parsePostProcessor reads a post-processor, and sets last to the greatest id that it adds, if that is greater.
func parsePostProcessor(raw json.RawMessage, where string, last *int) (postProcessor, error) {
	kind, err := typeOf(raw, where)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "BertProcessing", "RobertaProcessing":
		var v struct {
			Type           string
			Sep            pair
			Cls            pair
			TrimOffsets    bool `json:"trim_offsets"`
			AddPrefixSpace bool `json:"add_prefix_space"`
		}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		if min(v.Sep.id, v.Cls.id) < 0 {
			return nil, fmt.Errorf("%w: %s: an id below 0", ErrFormat, where)
		}
		*last = max(*last, int(v.Sep.id), int(v.Cls.id))
		cls, sep := &special{[]int32{v.Cls.id}, []string{v.Cls.token}}, &special{[]int32{v.Sep.id}, []string{v.Sep.token}}
		if kind == "BertProcessing" {
			return newBert(cls, sep), nil
		}
		var trim *trimmed
		if v.TrimOffsets {
			trim = &trimmed{v.AddPrefixSpace}
		}
		return newRoberta(cls, sep, trim), nil
	case "ByteLevel":
		var v byteLevelJSON
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		if !v.TrimOffsets {
			return unchanged{}, nil
		}
		return trimmed{v.AddPrefixSpace}, nil
	case "TemplateProcessing":
		return parseTemplate(raw, where, last)
	case "Sequence":
		var v struct {
			Type       string
			Processors []json.RawMessage
		}
		if err := decode(raw, where, &v); err != nil {
			return nil, err
		}
		all, err := list(v.Processors, where, func(raw json.RawMessage, where string) (postProcessor, error) {
			return parsePostProcessor(raw, where, last)
		})
		if err != nil {
			return nil, err
		}
		templates := 0
		for _, p := range all {
			switch p.(type) {
			case template, roberta:
				templates++
			}
		}
		if templates > 1 {
			return nil, fmt.Errorf("%w: %s: more than one post-processor that adds tokens", ErrUnsupported, where)
		}
		return several(all), nil
	}
	return nil, noSuch(where, kind)
}

func parseTemplate(raw json.RawMessage, where string, last *int) (postProcessor, error) {
	type piece struct {
		Sequence *struct {
			ID   string `json:"id"`
			Type int32  `json:"type_id"`
		}
		SpecialToken *struct {
			ID   string `json:"id"`
			Type int32  `json:"type_id"`
		}
	}
	var v struct {
		Type          string
		Single, Pair  []piece
		SpecialTokens map[string]struct {
			ID     string   `json:"id"`
			IDs    []int32  `json:"ids"`
			Tokens []string `json:"tokens"`
		} `json:"special_tokens"`
	}
	if err := decode(raw, where, &v); err != nil {
		return nil, err
	}
	specials := map[string]*special{}
	for name, s := range v.SpecialTokens {
		if len(s.IDs) != len(s.Tokens) {
			return nil, fmt.Errorf("%w: %s: %q has %d ids and %d tokens", ErrFormat, where, name, len(s.IDs), len(s.Tokens))
		}
		for _, id := range s.IDs {
			if id < 0 {
				return nil, fmt.Errorf("%w: %s: an id below 0", ErrFormat, where)
			}
			*last = max(*last, int(id))
		}
		specials[name] = &special{s.IDs, s.Tokens}
	}
	pieces := func(list []piece, sequences string) ([]templatePiece, error) {
		var out []templatePiece
		var seen [2]int
		for _, p := range list {
			switch {
			case p.Sequence != nil && p.SpecialToken == nil && len(p.Sequence.ID) == 1 && strings.Contains(sequences, p.Sequence.ID):
				of := int(p.Sequence.ID[0] - 'A')
				seen[of]++
				out = append(out, templatePiece{sequence: of, kind: p.Sequence.Type})
			case p.SpecialToken != nil && p.Sequence == nil && specials[p.SpecialToken.ID] != nil:
				out = append(out, templatePiece{special: specials[p.SpecialToken.ID], kind: p.SpecialToken.Type})
			case p.SpecialToken != nil && p.Sequence == nil:
				return nil, fmt.Errorf("%w: %s: special token %q is not among special_tokens", ErrFormat, where, p.SpecialToken.ID)
			default:
				return nil, fmt.Errorf("%w: %s: a piece that is neither a sequence of %s nor a special token", ErrFormat, where, sequences)
			}
			if max(seen[0], seen[1]) > 1 {
				return nil, fmt.Errorf("%w: %s: a sequence that is there twice", ErrUnsupported, where)
			}
		}
		for i := range sequences {
			if seen[i] == 0 {
				return nil, fmt.Errorf("%w: %s: a template without sequence %c", ErrFormat, where, sequences[i])
			}
		}
		return out, nil
	}
	var t template
	var err error
	if t.single, err = pieces(v.Single, "A"); err != nil {
		return nil, err
	}
	if t.pair, err = pieces(v.Pair, "AB"); err != nil {
		return nil, err
	}
	return t, nil
}

// parseModel reads the model and returns the greatest id of its vocabulary.
func parseModel(raw json.RawMessage) (m model, last int, err error) {
	const where = "model"
	if !given(raw) {
		return nil, 0, fmt.Errorf("%w: no model", ErrFormat)
	}
	kind, err := typeOf(raw, where)
	if err != nil {
		return nil, 0, err
	}
	switch kind {
	case "WordPiece":
		m, err = parseWordPiece(raw, where)
	case "BPE":
		m, err = parseBPE(raw, where)
	case "Unigram":
		m, err = parseUnigram(raw, where)
	default:
		err = noSuch(where, kind)
	}
	if err != nil {
		return nil, 0, err
	}
	var v vocabulary
	switch m := m.(type) {
	case *wordPiece:
		v = m.vocabulary
	case *bpe:
		v = m.vocabulary
	case *unigram:
		v = m.vocabulary
	}
	for t, id := range v {
		if id < 0 {
			return nil, 0, fmt.Errorf("%w: %s: token %q has id %d", ErrFormat, where, clipped(t), id)
		}
		last = max(last, int(id))
	}
	return m, last, nil
}

func parseWordPiece(raw json.RawMessage, where string) (model, error) {
	var v struct {
		Type    string
		Unknown string `json:"unk_token"`
		Prefix  string `json:"continuing_subword_prefix"`
		Most    int    `json:"max_input_chars_per_word"`
		Vocab   vocabulary
	}
	if err := decode(raw, where, &v); err != nil {
		return nil, err
	}
	if v.Most < 0 {
		return nil, fmt.Errorf("%w: %s: max_input_chars_per_word %d", ErrFormat, where, v.Most)
	}
	m := &wordPiece{vocabulary: v.Vocab, unknown: v.Unknown, most: v.Most, rest: map[string]int32{}, prefix: v.Prefix}
	for t, id := range v.Vocab {
		if rest, ok := strings.CutPrefix(t, v.Prefix); ok {
			m.rest[rest] = id
		}
		m.longest = max(m.longest, len(t))
	}
	return m, nil
}

func parseBPE(raw json.RawMessage, where string) (model, error) {
	var v struct {
		Type         string
		Dropout      *float64
		Unknown      *string `json:"unk_token"`
		Prefix       *string `json:"continuing_subword_prefix"`
		Suffix       *string `json:"end_of_word_suffix"`
		Fuse         bool    `json:"fuse_unk"`
		ByteFallback bool    `json:"byte_fallback"`
		IgnoreMerges bool    `json:"ignore_merges"`
		Vocab        vocabulary
		Merges       []json.RawMessage
	}
	if err := decode(raw, where, &v); err != nil {
		return nil, err
	}
	if v.Dropout != nil && *v.Dropout != 0 {
		return nil, fmt.Errorf("%w: %s: dropout %v", ErrUnsupported, where, *v.Dropout)
	}
	pairs := make([][2]string, len(v.Merges))
	for i, r := range v.Merges {
		var of []string
		var line string
		err := json.Unmarshal(r, &of)
		if json.Unmarshal(r, &line) == nil { // of older files
			of, err = strings.Split(line, " "), nil
		}
		if err != nil || len(of) != 2 {
			return nil, fmt.Errorf("%w: %s: merge %d is no pair", ErrFormat, where, i)
		}
		pairs[i] = [2]string(of)
	}
	prefix, suffix := "", ""
	if v.Prefix != nil {
		prefix = *v.Prefix
	}
	if v.Suffix != nil {
		suffix = *v.Suffix
	}
	for t, id := range v.Vocab {
		if id < 0 {
			return nil, fmt.Errorf("%w: %s: token %q has id %d", ErrFormat, where, clipped(t), id)
		}
	}
	m, err := newBPE(v.Vocab, pairs, prefix)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, where, err)
	}
	m.unknown, m.suffix, m.fuse, m.whole = v.Unknown, suffix, v.Fuse, v.IgnoreMerges
	if v.ByteFallback {
		m.bytes = byteTokens(v.Vocab)
	}
	return m, nil
}

// A scored token has the logarithm of its probability.
type scored struct {
	token string
	score float64
}

func (s *scored) UnmarshalJSON(data []byte) error {
	v := [2]any{&s.token, &s.score}
	return json.Unmarshal(data, &v)
}

func parseUnigram(raw json.RawMessage, where string) (model, error) {
	var v struct {
		Type         string
		Unknown      *int     `json:"unk_id"`
		ByteFallback bool     `json:"byte_fallback"`
		Alpha        *float64 `json:"alpha"`
		Best         *int     `json:"nbest_size"`
		Vocab        []scored
	}
	if err := decode(raw, where, &v); err != nil {
		return nil, err
	}
	if v.Alpha != nil || v.Best != nil {
		return nil, fmt.Errorf("%w: %s: sampling, by alpha and nbest_size", ErrUnsupported, where)
	}
	tokens, scores := make([]string, len(v.Vocab)), make([]float64, len(v.Vocab))
	for i, s := range v.Vocab {
		tokens[i], scores[i] = s.token, s.score
	}
	unknown := int32(-1)
	if v.Unknown != nil {
		if *v.Unknown < 0 || *v.Unknown >= len(tokens) {
			return nil, fmt.Errorf("%w: %s: unk_id %d of %d tokens", ErrFormat, where, *v.Unknown, len(tokens))
		}
		unknown = int32(*v.Unknown)
	}
	m := newUnigram(tokens, scores, unknown)
	if v.ByteFallback {
		m.bytes = byteTokens(m.vocabulary)
	}
	return m, nil
}
