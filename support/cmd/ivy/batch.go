package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

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
	Data  []byte     `json:"data"`
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
		// The encoding fails before the first byte, or the array cannot be read.
		var buf bytes.Buffer
		if err = v.WriteJSON(&buf); err == nil {
			buf.WriteByte('\n')
			if _, err := w.Write(buf.Bytes()); err != nil {
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
	dec := json.NewDecoder(bytes.NewReader(line))
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
		x, err := inputOf(session, req.Inputs[name])
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
func inputOf(session *script.Session, a arrayText) (*ivy.Array, error) {
	if a.Dtype == nil || a.Shape == nil || a.Data == nil {
		return nil, errors.New(`want "dtype", "shape" and "data"`)
	}
	var x *ivy.Array
	err := ivy.Try(func() { x = session.Env().FromBytes(*a.Dtype, a.Shape, a.Data) })
	return x, err
}
