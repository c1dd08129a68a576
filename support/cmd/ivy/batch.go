package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/script"
)

// A request is a line of a batch.
type request struct {
	Program string               `json:"program"`
	Backend string               `json:"backend"`
	Inputs  map[string]arrayText `json:"inputs"`
}

// An arrayText is an array in JSON.
type arrayText struct {
	Dtype *ivy.Dtype `json:"dtype"`
	Weak  bool       `json:"weak"`
	Shape []int      `json:"shape"`
	Data  *string    `json:"data"` // the number of the text that cutData took out
}

// batch answers every line of a file.
func (s *streams) batch(ctx context.Context, o *evalOptions) error {
	r := s.in
	if o.batch != "-" {
		f, err := os.Open(o.batch)
		if err != nil {
			return usage("%w", err)
		}
		defer f.Close()
		r = f
	}
	lines := bufio.NewReaderSize(r, 1<<20)
	w := bufio.NewWriterSize(s.out, 1<<16)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if aerr := s.answer(ctx, o, w, line); aerr != nil {
				return failed(aerr)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return failed(fmt.Errorf("%s: line %d: %w", o.batch, n, err))
		case ctx.Err() != nil:
			return failed(ctx.Err())
		}
	}
}

// answer writes the answer to one line. The error is one of writing it.
func (s *streams) answer(ctx context.Context, o *evalOptions, w *bufio.Writer, line []byte) error {
	v, err := s.evaluateLine(ctx, o, line)
	if err == nil {
		var x any
		if x, err = v.Go(); err == nil { // what can be told before the first byte
			if err := script.WriteJSON(w, x); err != nil {
				return err
			}
			if err := w.WriteByte('\n'); err != nil {
				return err
			}
		}
	}
	if err != nil {
		writeError(w, err)
	}
	return w.Flush()
}

func (s *streams) evaluateLine(ctx context.Context, o *evalOptions, line []byte) (v script.Value, err error) {
	var req request
	short, data := cutData(line)
	dec := json.NewDecoder(bytes.NewReader(short))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&req); err != nil {
		return v, fmt.Errorf("malformed line: %w", err)
	}
	if dec.More() {
		return v, errors.New("malformed line: something follows the object")
	}
	if req.Program == "" {
		return v, errors.New(`malformed line: no "program"`)
	}
	if req.Backend == "" {
		req.Backend = o.backend
	}
	opts := o.limits.options()
	opts.Backend, opts.Output, opts.Open = req.Backend, s.err, script.OpenIn(nil, ".")
	session, err := script.New(opts)
	if err != nil {
		return v, err
	}
	names := make([]string, 0, len(req.Inputs))
	for name := range req.Inputs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !identifier(name) {
			return v, fmt.Errorf("malformed line: input %q is no name", name)
		}
		x, err := inputOf(session, req.Inputs[name], data)
		if err != nil {
			return v, fmt.Errorf("input %s: %w", name, err)
		}
		delete(req.Inputs, name)
		if err := session.Set(name, x); err != nil {
			return v, err
		}
	}
	ctx, cancel := o.limits.context(ctx)
	defer cancel()
	return session.Run(ctx, "<program>", []byte(req.Program))
}

// inputOf returns the array that a line holds.
func inputOf(session *script.Session, a arrayText, data [][]byte) (*ivy.Array, error) {
	if a.Dtype == nil || a.Shape == nil || a.Data == nil {
		return nil, errors.New(`want "dtype", "shape" and "data"`)
	}
	i, err := strconv.Atoi(*a.Data)
	if err != nil || i < 0 || i >= len(data) {
		return nil, errors.New(`"data" is no base64`)
	}
	raw := make([]byte, base64.StdEncoding.DecodedLen(len(data[i])))
	n, err := base64.StdEncoding.Decode(raw, data[i])
	if err != nil {
		return nil, fmt.Errorf(`"data": %w`, err)
	}
	var x *ivy.Array
	err = ivy.Try(func() { x = session.Env().FromBytes(*a.Dtype, a.Shape, raw[:n]) })
	return x, err
}

// cutData returns a line without the texts of its members "data", which may be very
// long and which package json would go through several times, and the texts; each
// leaves its number in its place.
func cutData(line []byte) (short []byte, data [][]byte) {
	isData := false
	for {
		start := bytes.IndexByte(line, '"')
		if start < 0 {
			return append(short, line...), data
		}
		if between := bytes.TrimSpace(line[:start]); !bytes.Equal(between, []byte(":")) {
			isData = false
		}
		end := start + 1
		for {
			n := bytes.IndexByte(line[end:], '"')
			if n < 0 { // malformed, as package json will say
				return append(short, line...), data
			}
			part := line[start+1 : end+n]
			end += n + 1
			slashes := len(part) - len(bytes.TrimRight(part, "\\"))
			if slashes%2 == 0 {
				break
			}
		}
		text := line[start+1 : end-1]
		if isData {
			short = append(short, line[:start]...)
			short = strconv.AppendQuote(short, strconv.Itoa(len(data)))
			data = append(data, text)
		} else {
			short = append(short, line[:end]...)
		}
		isData = !isData && string(text) == "data"
		line = line[end:]
	}
}
