package sentence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/models/sentence/tokenizer"
)

// A config is what config.json says of a BERT.
type config struct {
	ModelType    string  `json:"model_type"`
	Vocabulary   int     `json:"vocab_size"`
	Width        int     `json:"hidden_size"`
	Layers       int     `json:"num_hidden_layers"`
	Heads        int     `json:"num_attention_heads"`
	Intermediate int     `json:"intermediate_size"`
	Positions    int     `json:"max_position_embeddings"`
	Types        int     `json:"type_vocab_size"`
	Eps          float64 `json:"layer_norm_eps"`
	Activation   string  `json:"hidden_act"`
	PositionType string  `json:"position_embedding_type"`
	Decoder      bool    `json:"is_decoder"`
}

// mostLayers bounds what a malformed file asks for before its arrays are looked at.
const mostLayers = 1024

func (c *config) check() error {
	if c.ModelType != "bert" {
		return unsupported("config.json: model_type %q, want \"bert\"", c.ModelType)
	}
	if c.PositionType != "" && c.PositionType != "absolute" {
		return unsupported("config.json: position_embedding_type %q, want \"absolute\"", c.PositionType)
	}
	if c.Decoder {
		return unsupported("config.json: is_decoder")
	}
	if _, ok := activations[c.Activation]; !ok {
		return unsupported("config.json: hidden_act %q", c.Activation)
	}
	if min(c.Vocabulary, c.Width, c.Layers, c.Heads, c.Intermediate, c.Positions, c.Types) < 1 || c.Layers > mostLayers || c.Width%c.Heads != 0 {
		return invalid("config.json: sizes %+v", *c)
	}
	if c.Eps <= 0 {
		return invalid("config.json: layer_norm_eps %g", c.Eps)
	}
	return nil
}

// A pooling says how the vectors of the tokens become one: by which means, whose results are side by side, and whether that is
// divided by its length.
type pooling struct {
	CLS       bool `json:"pooling_mode_cls_token"`
	Max       bool `json:"pooling_mode_max_tokens"`
	Mean      bool `json:"pooling_mode_mean_tokens"`
	MeanSqrt  bool `json:"pooling_mode_mean_sqrt_len_tokens"`
	Weighted  bool `json:"pooling_mode_weightedmean_tokens"`
	Last      bool `json:"pooling_mode_lasttoken"`
	normalize bool
}

// modes returns how many vectors are side by side.
func (p pooling) modes() (n int) {
	for _, on := range []bool{p.CLS, p.Max, p.Mean, p.MeanSqrt} {
		if on {
			n++
		}
	}
	return n
}

// mostJSON bounds the files of settings, in bytes.
const mostJSON = 1 << 20

// readJSON reads a file of settings. found is false where it may be absent and is.
func readJSON(path string, optional bool, v any) (found bool, err error) {
	f, err := os.Open(path)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, &ivy.Error{Kind: ivy.ErrValue, Err: err}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostJSON+1))
	if err != nil {
		return false, &ivy.Error{Kind: ivy.ErrValue, Err: err}
	}
	if len(data) > mostJSON {
		return false, invalid("%s: more than %d bytes", path, mostJSON)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return false, &ivy.Error{Kind: ivy.ErrValue, Err: fmt.Errorf("%s: %w", path, err)}
	}
	return true, nil
}

// readModules reads how sentence-transformers puts a model together. A folder without modules.json is a BERT alone,
// of which it takes the mean.
func readModules(dir string) (pooling, error) {
	var modules []struct{ Type, Path string }
	found, err := readJSON(filepath.Join(dir, "modules.json"), true, &modules)
	if err != nil {
		return pooling{}, err
	}
	if !found {
		return pooling{Mean: true}, nil
	}
	var p pooling
	for i, m := range modules {
		kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]
		switch {
		case kind == "Transformer" && i == 0 && m.Path == "":
		case kind == "Pooling" && i == 1 && filepath.IsLocal(m.Path):
			if _, err := readJSON(filepath.Join(dir, m.Path, "config.json"), false, &p); err != nil {
				return p, err
			}
			if p.Weighted || p.Last {
				return p, unsupported("%s: pooling by weighted means, or of the last token", filepath.Join(m.Path, "config.json"))
			}
			if p.modes() == 0 {
				return p, invalid("%s: no pooling mode", filepath.Join(m.Path, "config.json"))
			}
		case kind == "Normalize" && i == 2:
			p.normalize = true
		default:
			return p, unsupported("modules.json: module %d of type %q at %q", i, m.Type, m.Path)
		}
	}
	if p.modes() == 0 {
		return p, unsupported("modules.json: no module Pooling")
	}
	return p, nil
}

// mostTokens returns how many tokens of a text sentence-transformers takes.
func mostTokens(dir string, c *config) (int, error) {
	var v struct {
		Most  *int `json:"max_seq_length"`
		Lower bool `json:"do_lower_case"`
	}
	if _, err := readJSON(filepath.Join(dir, "sentence_bert_config.json"), true, &v); err != nil {
		return 0, err
	}
	if v.Lower {
		return 0, unsupported("sentence_bert_config.json: do_lower_case")
	}
	if v.Most == nil {
		return c.Positions, nil
	}
	if *v.Most < 1 {
		return 0, invalid("sentence_bert_config.json: max_seq_length %d", *v.Most)
	}
	return min(*v.Most, c.Positions), nil
}

func invalid(format string, args ...any) error {
	return &ivy.Error{Kind: ivy.ErrValue, Err: fmt.Errorf(format, args...)}
}

func unsupported(format string, args ...any) error {
	return &ivy.Error{Kind: ivy.ErrUnsupported, Err: fmt.Errorf(format, args...)}
}

// ofTokenizer returns an error of package tokenizer as one of a kind of package ivy.
func ofTokenizer(err error) error {
	kind := ivy.ErrValue
	if errors.Is(err, tokenizer.ErrUnsupported) {
		kind = ivy.ErrUnsupported
	}
	return &ivy.Error{Kind: kind, Err: err}
}
