package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/models/sentence"
)

// A passage is a part of a file.
type passage struct {
	Line int    `json:"line"` // its first one, from 1
	Text string `json:"text"`
}

// mostBytes bounds the file.
const mostBytes = 64 << 20

// readPassages returns the lines of a file, or its paragraphs, which blank lines divide. Blank ones are left out.
func readPassages(path, by string) ([]passage, error) {
	if by != "line" && by != "paragraph" {
		return nil, fmt.Errorf("--by %q, want line or paragraph", by)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%s: more than %d bytes", path, mostBytes)
	}
	all := split(string(data), by == "line")
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no text", path)
	}
	return all, nil
}

func split(text string, lines bool) (all []passage) {
	open := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			open = false
		case open && !lines:
			all[len(all)-1].Text += " " + line
		default:
			all = append(all, passage{n, line})
			open = true
		}
	}
	return all
}

// An index finds passages by their embeddings.
type index struct {
	model    *sentence.Model
	env      *ivy.Env
	passages []passage
	vectors  *ivy.Array // (passages, width), of length 1
}

func newIndex(ctx context.Context, m *sentence.Model, e *ivy.Env, passages []passage) (*index, error) {
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.Text
	}
	z, err := m.Encode(ctx, texts)
	if err != nil {
		return nil, err
	}
	x := &index{model: m, env: e, passages: passages}
	return x, ivy.Try(func() {
		x.vectors = e.Tidy(func(e *ivy.Env) *ivy.Array { return e.L2Normalize(e.Asarray(z), ivy.Axis(1)) })
	})
}

// A found passage has the cosine of the angle between its embedding and that of the question.
type found struct {
	passage
	Score float64 `json:"score"`
}

// search returns the k passages that are nearest to the question, or all if there are fewer, the nearest first.
func (x *index) search(ctx context.Context, question string, k int) ([]found, error) {
	z, err := x.model.Encode(ctx, []string{question})
	if err != nil {
		return nil, err
	}
	var out []found
	return out, ivy.Try(func() {
		x.env.TidyDo(func(e *ivy.Env) {
			c := e.Context(ctx)
			q := c.L2Normalize(e.Asarray(z[0]), ivy.Axis(0))
			scores, at := c.TopK(c.MatMul(x.vectors, q), min(max(k, 0), len(x.passages)))
			s := ivy.Values[float32](scores)
			for i, n := range ivy.Values[int64](e.Astype(at, ivy.Int64)) {
				out = append(out, found{x.passages[n], float64(s[i])})
			}
		})
	})
}
