package tokenizer

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
)

// read reads a file of testdata.
func read(t testing.TB, name string, v any) {
	f, err := os.Open(filepath.Join("testdata", name+".json.gz"))
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(v))
}

// A golden is what the tokenizers made of a text, with offsets in characters.
type golden struct {
	IDs       []int `json:"ids"`
	Tokens    []string
	Offsets   []int
	Types     []int
	Special   []int
	Attention []int
}

type goldenCase struct {
	golden
	Text       string
	Pair       *string
	Adds       bool            `json:"special_tokens"`
	Raw        string          // the text's bytes, if they are no UTF-8
	Truncation json.RawMessage // null: none
	Padding    json.RawMessage
	Error      string
}

type goldenFile struct {
	Tokenizer json.RawMessage
	Cases     []goldenCase
	Batches   []struct {
		Padding, Truncation json.RawMessage
		Texts               []string
		Encodings           []golden
	}
}

// names are the tokenizers of testdata.
var names = []string{"minilm", "wordpiece_cased", "wordpiece_template", "bpe_roberta", "bpe_gpt2", "bpe_llama3", "bpe_llama2", "bpe_suffix", "bpe_prefix", "unigram_precompiled", "unigram_bytes"}

// settings returns t with the settings of a case.
func settings(t *testing.T, tok *Tokenizer, truncation, padding json.RawMessage, adds bool) *Tokenizer {
	none, err := tok.With(Settings{})
	require.NoError(t, err)
	with, err := none.parseSettings(&file{Truncation: truncation, Padding: padding})
	require.NoError(t, err)
	s := with.Settings()
	s.Plain = !adds
	with, err = with.With(s)
	require.NoError(t, err)
	return with
}

// inCharacters returns an offset in bytes of a text as one in characters.
func inCharacters(text string, offset int) int { return len([]rune(text[:offset])) }

func compare(t *testing.T, want golden, got *Encoding, text string, pair *string) bool {
	special, attention := []int{}, []int{}
	for i := range got.IDs {
		special, attention = append(special, number(got.Special[i])), append(attention, number(got.Attention[i]))
	}
	ok := assert.Equal(t, want.Tokens, got.Tokens, "%.80q", text) &&
		assert.Equal(t, want.IDs, got.IDs, "%.80q", text) &&
		assert.Equal(t, want.Types, got.Types, "%.80q", text) &&
		assert.Equal(t, want.Special, special, "%.80q", text) &&
		assert.Equal(t, want.Attention, attention, "%.80q", text)
	if !ok {
		return false
	}
	offsets := []int{}
	for i, o := range got.Offsets {
		of := text
		if pair != nil && len(*pair) >= o[1] && (len(of) < o[1] || inCharacters(of, o[0]) != want.Offsets[2*i] || inCharacters(of, o[1]) != want.Offsets[2*i+1]) {
			of = *pair // tokens do not say which text they are of
		}
		offsets = append(offsets, inCharacters(of, o[0]), inCharacters(of, o[1]))
	}
	return assert.Equal(t, want.Offsets, offsets, "%.80q %q", text, got.Tokens)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// What the tokenizers make of texts of many scripts, pairs, with truncation and padding.
func TestGolden(t *testing.T) {
	race.Sequential(t)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var g goldenFile
			read(t, name, &g)
			require.Greater(t, len(g.Cases), 150)
			tok, err := Parse(g.Tokenizer)
			require.NoError(t, err)
			failed := 0
			for _, c := range g.Cases {
				with := settings(t, tok, c.Truncation, c.Padding, c.Adds)
				text := c.Text
				if c.Raw != "" {
					raw, err := base64.StdEncoding.DecodeString(c.Raw)
					require.NoError(t, err)
					text = string(raw)
				}
				var got *Encoding
				var err error
				if c.Pair != nil {
					got, err = with.EncodePair(text, *c.Pair)
				} else {
					got, err = with.Encode(text)
				}
				if c.Error != "" {
					assert.ErrorIs(t, err, ErrInput, "%.80q: want %s", text, c.Error)
					continue
				}
				if !assert.NoError(t, err, "%.80q", text) || !compare(t, c.golden, got, text, c.Pair) {
					if failed++; failed > 4 {
						t.Fatal("and maybe more")
					}
				}
			}
			for _, b := range g.Batches {
				with := settings(t, tok, b.Truncation, b.Padding, true)
				all, err := with.EncodeBatch(b.Texts)
				require.NoError(t, err)
				require.Len(t, all, len(b.Encodings))
				for i, e := range all {
					compare(t, b.Encodings[i], e, b.Texts[i], nil)
				}
			}
		})
	}
}

// Each normalizer, with the offsets of every byte of the result, and each pre-tokenizer.
func TestComponents(t *testing.T) {
	race.Sequential(t)
	var all []struct {
		Normalizer, PreTokenizer json.RawMessage
		PreTok                   json.RawMessage `json:"pre_tokenizer"`
		Texts, Results           []string
		Pieces                   [][]string
		Offsets                  [][]int
	}
	read(t, "components", &all)
	require.Greater(t, len(all), 60)
	for _, c := range all {
		if c.Normalizer != nil {
			name := string(c.Normalizer)
			n, err := parseNormalizer(c.Normalizer, "normalizer")
			require.NoError(t, err, name)
			for i, text := range c.Texts {
				got, err := n(newText(text))
				require.NoError(t, err)
				if !assert.Equal(t, c.Results[i], got.String(), "%.90s of %q", name, text) {
					break
				}
				offsets := []int{}
				bytes, _ := asBytes(got)
				for _, s := range bytes.spans {
					offsets = append(offsets, int(s.from), int(s.to))
				}
				if !assert.Equal(t, c.Offsets[i], offsets, "%.90s of %q", name, text) {
					break
				}
			}
			continue
		}
		name := string(c.PreTok)
		p, err := parsePreTokenizer(c.PreTok, "pre_tokenizer")
		require.NoError(t, err, name)
		for i, text := range c.Texts {
			if text == "" {
				continue
			}
			got, err := p(newText(text))
			require.NoError(t, err)
			words, offsets := []string{}, []int{}
			for _, w := range got {
				if len(w.runes) > 0 {
					words = append(words, w.String())
					offsets = append(offsets, int(w.spans[0].from), int(w.spans[len(w.spans)-1].to))
				}
			}
			if !assert.Equal(t, c.Pieces[i], words, "%s of %q", name, text) || !assert.Equal(t, c.Offsets[i], offsets, "%s of %q", name, text) {
				break
			}
		}
	}
}

// Lower case and decompositions of every character.
func TestEveryCharacter(t *testing.T) {
	race.Sequential(t)
	type table struct {
		From string
		To   []string
	}
	check := func(name string, want table, f normalizer) {
		to := map[rune]string{}
		for i, r := range []rune(want.From) {
			to[r] = want.To[i]
		}
		wrong := []string{}
		for r := rune(0); r <= 0x10FFFF; r++ {
			if r >= 0xD800 && r <= 0xDFFF || r >= hangul && r <= hangulLast {
				continue
			}
			got, err := f(text{[]rune{r}, []span{{0, 1}}, 0})
			require.NoError(t, err)
			s, ok := to[r]
			if !ok {
				s = string(r)
			}
			if got.String() != s {
				wrong = append(wrong, string(r))
			}
		}
		assert.Empty(t, strings.Join(wrong, " "), "%s: %d characters", name, len(wrong))
	}
	var lowered table
	read(t, "lower", &lowered)
	check("Lowercase", lowered, lowercase)
	var decompositions map[string]table
	read(t, "decompositions", &decompositions)
	for name, want := range decompositions {
		check(name, want, forms[name].normalize)
	}
}
