package tokenizer

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	wordPieceJSON = `{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,"vocab":{"[UNK]":0,"a":1,"##b":2,"é":3}}`
	bpeJSON       = `{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}`
	unigramJSON   = `{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1.5],["ab",-2]]}`
)

// with returns a file of a model and other fields, `"normalizer": …`.
func with(model string, fields ...string) []byte {
	return []byte(fmt.Sprintf(`{"version":"1.0",%s"model":%s}`, strings.Join(append(fields, ""), ","), model))
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		kind error
		says string
		file []byte
	}{
		{ErrFormat, "unexpected EOF", []byte(`{"version":"1.0"`)},
		{ErrFormat, "EOF", nil},
		{ErrFormat, "more than one value", append(with(bpeJSON), "{}"...)},
		{ErrFormat, "no model", []byte(`{"version":"1.0"}`)},
		{ErrFormat, "cannot unmarshal", []byte(`[]`)},
		{ErrUnsupported, `version "2.0"`, []byte(`{"version":"2.0","model":` + bpeJSON + `}`)},
		{ErrUnsupported, `field "extra"`, with(bpeJSON, `"extra":1`)},
		{ErrUnsupported, `model of type "WordLevel"`, with(`{"type":"WordLevel"}`)},
		{ErrUnsupported, "dropout 0.1", with(strings.Replace(bpeJSON, "{", `{"dropout":0.1,`, 1))},
		{ErrUnsupported, `field "cache"`, with(strings.Replace(bpeJSON, "{", `{"cache":1,`, 1))},
		{ErrUnsupported, "sampling", with(strings.Replace(unigramJSON, "{", `{"alpha":0.1,`, 1))},
		{ErrFormat, "merge 0", with(strings.Replace(bpeJSON, "a b", "a c", 1))},
		{ErrFormat, "merge 0 is no pair", with(strings.Replace(bpeJSON, "a b", "ab", 1))},
		{ErrFormat, "id -1", with(strings.Replace(bpeJSON, `"b":1`, `"b":-1`, 1))},
		{ErrFormat, "id 2000000000", with(strings.Replace(bpeJSON, `"b":1`, `"b":2000000000`, 1))},
		{ErrFormat, "cannot unmarshal", with(strings.Replace(bpeJSON, `"b":1`, `"b":20000000000`, 1))},
		{ErrFormat, "unk_id 3 of 3", with(strings.Replace(unigramJSON, `"unk_id":0`, `"unk_id":3`, 1))},
		{ErrFormat, "max_input_chars_per_word", with(strings.Replace(wordPieceJSON, "100", "-1", 1))},
		{ErrUnsupported, `normalizer of type "Uppercase"`, with(bpeJSON, `"normalizer":{"type":"Uppercase"}`)},
		{ErrUnsupported, `normalizer[1] of type "Other"`, with(bpeJSON, `"normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Other"}]}`)},
		{ErrUnsupported, `field "fast"`, with(bpeJSON, `"normalizer":{"type":"NFC","fast":true}`)},
		{ErrFormat, "a String or a Regex", with(bpeJSON, `"normalizer":{"type":"Replace","pattern":{},"content":""}`)},
		{ErrFormat, "precompiled_charsmap", with(bpeJSON, `"normalizer":{"type":"Precompiled","precompiled_charsmap":"AAA"}`)},
		{ErrFormat, "precompiled_charsmap", with(bpeJSON, `"normalizer":{"type":"Precompiled","precompiled_charsmap":"/////w=="}`)},
		{ErrUnsupported, `pre_tokenizer of type "UnicodeScripts"`, with(bpeJSON, `"pre_tokenizer":{"type":"UnicodeScripts"}`)},
		{ErrUnsupported, `pre_tokenizer[0] of type "FixedLength"`, with(bpeJSON, `"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"FixedLength","length":5}]}`)},
		{ErrUnsupported, `behavior "Other"`, with(bpeJSON, `"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Other","invert":false}`)},
		{ErrUnsupported, `"[" is not supported`, with(bpeJSON, `"pre_tokenizer":{"type":"Split","pattern":{"Regex":"[[:punct:]]"},"behavior":"Isolated","invert":false}`)},
		{ErrUnsupported, `"(?m:" is not supported`, with(bpeJSON, `"pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?m:.)"},"behavior":"Isolated","invert":false}`)},
		{ErrUnsupported, `"\\h" is not supported`, with(bpeJSON, `"pre_tokenizer":{"type":"Split","pattern":{"Regex":"\\h"},"behavior":"Isolated","invert":false}`)},
		{ErrUnsupported, "regular expression", with(bpeJSON, `"pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a"},"behavior":"Isolated","invert":false}`)},
		{ErrFormat, "want one character", with(bpeJSON, `"pre_tokenizer":{"type":"Metaspace","replacement":"ab"}`)},
		{ErrUnsupported, "prepend_scheme", with(bpeJSON, `"pre_tokenizer":{"type":"Metaspace","replacement":"a","prepend_scheme":"last"}`)},
		{ErrUnsupported, `post_processor of type "Other"`, with(bpeJSON, `"post_processor":{"type":"Other"}`)},
		{ErrFormat, "1 ids and 0 tokens", with(bpeJSON, `"post_processor":{"type":"TemplateProcessing","single":[],"pair":[],"special_tokens":{"x":{"id":"x","ids":[1],"tokens":[]}}}`)},
		{ErrFormat, "without sequence A", with(bpeJSON, `"post_processor":{"type":"TemplateProcessing","single":[],"pair":[],"special_tokens":{}}`)},
		{ErrFormat, `"x" is not among`, with(bpeJSON, `"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"x","type_id":0}}],"pair":[],"special_tokens":{}}`)},
		{ErrUnsupported, "twice", with(bpeJSON, `"post_processor":{"type":"TemplateProcessing","single":[{"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],"pair":[],"special_tokens":{}}`)},
		{ErrFormat, "an id below 0", with(bpeJSON, `"post_processor":{"type":"BertProcessing","sep":["a",-1],"cls":["b",1]}`)},
		{ErrFormat, "are the same", with(bpeJSON, `"normalizer":{"type":"Lowercase"},"added_tokens":[{"id":3,"content":"X","normalized":true},{"id":4,"content":"x","normalized":true}]`)},
		{ErrFormat, "empty when it is normalized", with(bpeJSON, `"normalizer":{"type":"Strip","strip_left":true,"strip_right":true},"added_tokens":[{"id":3,"content":" ","normalized":true}]`)},
		{ErrFormat, "twice", with(bpeJSON, `"added_tokens":[{"id":3,"content":"x"},{"id":4,"content":"x"}]`)},
		{ErrFormat, "padding", with(bpeJSON, `"padding":{"strategy":{"Fixed":1000000000000},"direction":"Right","pad_to_multiple_of":null,"pad_id":0,"pad_type_id":0,"pad_token":"a"}`)},
		{ErrUnsupported, "padding strategy", with(bpeJSON, `"padding":{"strategy":"Longest"}`)},
		{ErrUnsupported, `direction "Up"`, with(bpeJSON, `"padding":{"strategy":"BatchLongest","direction":"Up"}`)},
		{ErrFormat, "strategy", with(bpeJSON, `"truncation":{"max_length":5,"strategy":"None"}`)},
		{ErrFormat, "of which 2 are special", with(bpeJSON, `"truncation":{"max_length":1,"strategy":"OnlyFirst"},"post_processor":{"type":"BertProcessing","sep":["a",0],"cls":["b",1]}`)},
		{ErrFormat, "32 times", with(bpeJSON, `"normalizer":{"type":"Replace","pattern":{"String":"a"},"content":"`+strings.Repeat("x", 1<<17)+`"},"added_tokens":[{"id":3,"content":"a","normalized":true}]`)},
	} {
		tok, err := Parse(c.file)
		if assert.ErrorIs(t, err, c.kind, "%.200s", c.file) {
			assert.ErrorContains(t, err, c.says)
		}
		assert.Nil(t, tok)
	}
	_, err := Open(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	path := filepath.Join(t.TempDir(), "tokenizer.json")
	require.NoError(t, os.WriteFile(path, with(`{"type":"Other"}`), 0o600))
	_, err = Open(path)
	assert.ErrorIs(t, err, ErrUnsupported)
	assert.ErrorContains(t, err, path)
}

// Texts that a model has no tokens for, and settings out of their range.
func TestInput(t *testing.T) {
	tok, err := Parse(with(`{"type":"Unigram","unk_id":null,"vocab":[["a",-1]]}`))
	require.NoError(t, err)
	_, err = tok.Encode("ab")
	assert.ErrorIs(t, err, ErrInput)
	_, err = tok.EncodeBatch([]string{"a", "é"})
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, "text 1")
	e, err := tok.Encode("aa")
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0}, e.IDs)
	for _, s := range []Settings{{Truncation: &Truncation{MaxLength: -1}}, {Truncation: &Truncation{Strategy: "x"}}, {Padding: &Padding{Length: -1}}, {Padding: &Padding{Length: 1 << 30}}, {Padding: &Padding{ID: -1}}} {
		_, err := tok.With(s)
		assert.ErrorIs(t, err, ErrInput, "%+v", s)
	}

	tok, err = Parse(with(wordPieceJSON, `"added_tokens":[{"id":7,"content":"<x>"}]`))
	require.NoError(t, err)
	assert.Equal(t, 4, tok.LastID(), "an added token has the next free id, whatever the file says")
	id, ok := tok.ID("<x>")
	assert.True(t, ok)
	assert.Equal(t, 4, id)
	_, ok = tok.ID("none")
	assert.False(t, ok)
	e, err = tok.Encode("é<x>ab")
	require.NoError(t, err)
	assert.Equal(t, []int{3, 4, 1, 2}, e.IDs)
	assert.Equal(t, [][2]int{{0, 2}, {2, 5}, {5, 6}, {6, 7}}, e.Offsets, "in bytes")

	// each replacement doubles the text
	double := `{"type":"Replace","pattern":{"String":"a"},"content":"aa"}`
	tok, err = Parse(with(bpeJSON, `"normalizer":{"type":"Sequence","normalizers":[`+strings.TrimSuffix(strings.Repeat(double+",", 60), ",")+`]}`))
	require.NoError(t, err)
	_, err = tok.Encode("a")
	assert.ErrorIs(t, err, ErrInput)
}

// A character that is of no token costs 10 more than the least likely token.
func TestUnknownPenalty(t *testing.T) {
	for b, want := range map[string][]int{"10.4": {1}, "10.6": {0, 2}} { // as the tokenizers have it
		tok, err := Parse(with(`{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["ab",-5],["b",` + b + `],["c",-5.5]]}`))
		require.NoError(t, err)
		e, err := tok.Encode("ab") // the token's -5, or -5.5 - 10 and what b has
		require.NoError(t, err)
		assert.Equal(t, want, e.IDs, b)
	}
}

// An expression that takes for ever is given up.
func TestEndlessExpression(t *testing.T) {
	defer func(d time.Duration) { longestMatch = d }(longestMatch)
	longestMatch = 20 * time.Millisecond
	tok, err := Parse(with(bpeJSON, `"pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a|b|ab)*c"},"behavior":"Isolated","invert":false}`))
	require.NoError(t, err)
	start := time.Now()
	_, err = tok.Encode(strings.Repeat("ab", 5000))
	assert.ErrorIs(t, err, ErrInput)
	assert.Less(t, time.Since(start), 10*time.Second)
}

// The settings of a file hold until With gives others; t stays as it is.
func TestSettings(t *testing.T) {
	tok, err := Parse(with(wordPieceJSON, `"truncation":{"direction":"Left","max_length":3,"strategy":"LongestFirst","stride":0},"padding":{"strategy":{"Fixed":4},"direction":"Right","pad_to_multiple_of":null,"pad_id":9,"pad_type_id":0,"pad_token":"p"}`,
		`"pre_tokenizer":{"type":"WhitespaceSplit"}`))
	require.NoError(t, err)
	assert.Equal(t, 9, tok.LastID())
	assert.Equal(t, Settings{Truncation: &Truncation{3, LongestFirst, true}, Padding: &Padding{Length: 4, ID: 9, Token: "p"}}, tok.Settings())
	other, err := tok.With(Settings{})
	require.NoError(t, err)
	e, err := other.Encode("a é é a é")
	require.NoError(t, err)
	assert.Equal(t, []int{1, 3, 3, 1, 3}, e.IDs)
	e, err = tok.Encode("a é é a é")
	require.NoError(t, err)
	assert.Equal(t, []int{3, 1, 3, 9}, e.IDs)
	assert.Equal(t, []bool{true, true, true, false}, e.Attention)
}

// Many goroutines encode with one tokenizer.
func TestConcurrent(t *testing.T) {
	for _, name := range []string{"bpe_llama3", "unigram_precompiled"} {
		var g goldenFile
		read(t, name, &g)
		tok, err := Parse(g.Tokenizer)
		require.NoError(t, err)
		tok, err = tok.With(Settings{})
		require.NoError(t, err)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for _, c := range g.Cases[:60] {
					e, err := tok.Encode(c.Text)
					assert.NoError(t, err)
					assert.Equal(t, c.IDs, e.IDs)
				}
			})
		}
		wg.Wait()
	}
}

// FuzzParse opens files and encodes with what it opened. Neither panics; offsets are in the text; what a file of some size makes
// of a short text is bounded.
func FuzzParse(f *testing.F) {
	for _, name := range names[1:] {
		var g goldenFile
		read(f, name, &g)
		if len(g.Tokenizer) < 1<<16 {
			f.Add([]byte(g.Tokenizer), "Crème [CLS] it's 12 \xff x")
		}
	}
	var components []map[string]json.RawMessage
	read(f, "components", &components)
	for _, c := range components {
		for _, part := range []string{"normalizer", "pre_tokenizer"} {
			if raw := c[part]; raw != nil && len(raw) < 1<<14 {
				f.Add(with(bpeJSON, `"`+part+`":`+string(raw), `"added_tokens":[{"id":3,"content":"x","lstrip":true,"normalized":true}]`), "axb ab é\u0301")
			}
		}
	}
	f.Add(with(wordPieceJSON), "abab é")
	f.Add(with(unigramJSON), "abab é")
	f.Add(with(unigramJSON, `"normalizer":{"type":"Precompiled","precompiled_charsmap":"`+base64.StdEncoding.EncodeToString([]byte("\x08\x00\x00\x00abcdefghxyz\x00"))+`"}`), "abab é")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		if len(text) > 1<<10 || len(data) > 1<<18 {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tok, err := Parse(data)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20+200*uint64(len(data)) {
			t.Fatalf("%d bytes for a file of %d", n, len(data))
		}
		if err != nil {
			return
		}
		for _, pair := range []bool{false, true} {
			e, err := tok.Encode(text)
			if pair {
				e, err = tok.EncodePair(text, text)
			}
			if err != nil {
				continue
			}
			for i, o := range e.Offsets {
				if o[0] < 0 || o[0] > o[1] || o[1] > len(text) || e.IDs[i] < 0 || e.IDs[i] > tok.LastID() {
					t.Fatalf("token %d: %v of %d bytes, id %d of %d", i, o, len(text), e.IDs[i], tok.LastID())
				}
				for _, at := range o {
					if utf8.ValidString(text) && at < len(text) && !utf8.RuneStart(text[at]) {
						t.Fatalf("token %d: %v in the middle of a character", i, o)
					}
				}
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	var g goldenFile
	for _, name := range []string{"minilm", "bpe_roberta", "bpe_llama3", "unigram_precompiled"} {
		read(b, name, &g)
		tok, err := Parse(g.Tokenizer)
		require.NoError(b, err)
		tok, err = tok.With(Settings{})
		require.NoError(b, err)
		text := strings.Repeat("The quick brown fox jumps over the lazy dog. ", 200)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := tok.Encode(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
